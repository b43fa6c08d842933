"""What a measure is."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd

from skyjo_widget.measures.estimate import ANY, SHARE, Cell, Exact


@dataclasses.dataclass(frozen=True)
class Group:
    """The games that a measure is worked out of: one version, one kind of player.

    Parameters
    ----------
    version : str
        What was played: ``newskyjo, 4 players``.
    kind : str
        ``person`` or ``bot``; of whole games also ``mixed``; ``all`` where they aren't
        told apart.
    games, seats, cards : DataFrame
        The rows of `skyjo_widget.measures.summaries` that are of it.
    more : dict
        Other summaries, by name, as `games`.
    touching : tuple of (float, int), or None
        The share of the deck's cards whose effects touch other players, and how many cards there
        are; None if the deck isn't known.
    """

    version: str
    kind: str
    games: pd.DataFrame
    seats: pd.DataFrame
    cards: pd.DataFrame
    more: dict[str, Any] = dataclasses.field(default_factory=dict)
    touching: tuple[float, int] | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Measure:
    """A measure.  Its words are those of its key in the locales, under ``measures``.

    Parameters
    ----------
    key : str
        Its name.
    family : str
        With which others it is shown.
    cells : callable
        What it finds in a `Group`; nothing where it doesn't apply.
    unit : str
        ``points``, ``share``, ``turns`` …: a word of the locales.
    of : str
        What `n` counts: ``games``, ``rounds``, ``deals``, ``decisions`` …
    whole : bool
        Whether it is one of whole games, in which people and bots may sit together, and not
        one of seats.
    needs : tuple of str
        The columns that it needs: ``decisions.ms``.
    least : int
        Without so many games (or deals), and as many of what `n` counts, there is no interval and
        no verdict.
    warning : bool
        Whether it has a note of its own that is always told.
    extra : {"", "chances", "weighed"}
        The argument of `skyjo_widget.measures.measure` without which it isn't told.
    """

    key: str
    family: str
    cells: Callable[[Group], Iterable[Cell | Exact]]
    unit: str
    of: str
    whole: bool = False
    needs: tuple[str, ...] = ()
    least: int = 30
    warning: bool = False
    extra: str = ""

    @property
    def bounds(self) -> tuple[float, float]:
        """What its number can't pass; a share that is estimated without bias may be below 0."""
        return SHARE if self.unit == "share" and self.key != "regret" else ANY

    @property
    def anchor(self) -> str:
        """Where its formula is, in ``docs/measures.md``."""
        return f"measures.md#{self.key}"
