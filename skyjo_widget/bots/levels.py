"""The numbers behind ``level(1)`` to ``level(5)``, chosen by their ratings in the league.

Of each game by level: the rollouts, and the standard deviation of the errors added to the values.
"""

from __future__ import annotations

from collections.abc import Mapping

Levels = Mapping[int, tuple[int, float]]

SKYJO: Levels = {1: (40, 0.05), 2: (40, 0.0322), 3: (50, 0.0224), 4: (60, 0.0152), 5: (120, 0.0101)}
NEWSKYJO: Levels = {1: (30, 0.28), 2: (30, 0.15), 3: (30, 0.085), 4: (30, 0.044), 5: (200, 0.01)}
SKIPBO: Levels = {1: (30, 0.5), 2: (30, 0.135), 3: (60, 0.066), 4: (90, 0.027), 5: (200, 0.01)}
