"""Sizes and sentinels of all games."""

NO_CARD = -1
"""No card lies there."""
UNKNOWN = -2
"""A card lies there, and the observer doesn't know which one."""
NOBODY = -1
"""No seat."""
NO_PLACE = -1
"""No place in a grid."""

MAX_SEATS = 8
MAX_CELLS = 72
MAX_CARDS = 256
