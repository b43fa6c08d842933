"""Handing in a game, and collecting what was handed in."""
