"""The colours of players and series, the same in charts, on the board and on the wall.

They are those of Okabe and Ito (2008), darker where text of that colour would be hard to read;
``js/lib/theme.css`` has them too, and lighter ones for a dark page.  From the fifth player on they
come again, with a ring on the board and a dashed line in charts.
"""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = ("#0072b2", "#b84a00", "#00795a", "#a04c80")
"""Blue, vermilion, green, purple."""
ON_DARK = ("#62b6f0", "#ffa366", "#4fd0a5", "#f0a3cf")
"""The same on a dark page."""


def initials(names: Sequence[str]) -> list[str]:
    """Return the initial of each name; where several begin alike, each with its number.

    ``js/parts/initial.js`` has the same function.
    """
    letters = [next((c for c in name if c.isalnum()), "?").upper() for name in names]
    return [
        letter if letters.count(letter) == 1 else f"{letter}{letters[: n + 1].count(letter)}"
        for n, letter in enumerate(letters)
    ]
