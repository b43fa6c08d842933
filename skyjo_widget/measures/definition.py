"""The definition of a measure, and the group of games that it is computed from."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd

from skyjo_widget.measures.estimate import ANY, Exact, Statistic
from skyjo_widget.measures.sums import Sums


@dataclasses.dataclass(frozen=True)
class Group:
    """The games that a measure is computed from: one version, one kind of player.

    Parameters
    ----------
    version : str
        The version's label: ``newskyjo × 4``.
    kind : str
        ``person`` or ``bot``; of whole games also ``mixed``; ``all`` where kinds are
        pooled.
    sums : Sums
        Its sums.
    cards : DataFrame
        Its rows of `skyjo_widget.measures.summaries.Summaries.cards`.
    more : dict
        Further summaries, by name, of this version.
    touching : tuple of (float, int), or None
        The share of the deck's cards whose effects touch other players, and how many cards there
        are; None if the deck isn't known.
    """

    version: str
    kind: str
    sums: Sums
    cards: pd.DataFrame
    more: dict[str, Any] = dataclasses.field(default_factory=dict)
    touching: tuple[float, int] | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Measure:
    """A measure; its texts are in the locales under ``measures``, by its key.

    Parameters
    ----------
    key : str
        Its identifier.
    family : str
        The group of measures with which it is shown.
    statistics : callable
        Yields its statistics of a `Group`; none where it doesn't apply.
    unit : str
        ``points``, ``share``, ``turns`` …: a key of the locales.
    of : str
        What `n` counts: ``games``, ``rounds``, ``deals``, ``decisions`` …
    whole : bool
        Whether it is a property of whole games, in which people and bots may sit together, and
        not of seats.
    needs : tuple of str
        The required columns: ``decisions.ms``.
    least : int
        The least number of games (or deals), and of what `n` counts, for an interval and a
        verdict.
    warning : bool
        Whether it has a note of its own that is always shown.
    extra : {"", "win_probabilities", "decision_values"}
        The argument of `skyjo_widget.measures.measure` that it requires.
    bounds : tuple of float
        The bounds of its value.  `regret` has none, though its unit is a share: an unbiased
        estimate may be below 0.
    """

    key: str
    family: str
    statistics: Callable[[Group], Iterable[Statistic | Exact]]
    unit: str
    of: str
    whole: bool = False
    needs: tuple[str, ...] = ()
    least: int = 30
    warning: bool = False
    extra: str = ""
    bounds: tuple[float, float] = ANY

    @property
    def anchor(self) -> str:
        """The link to its formula in ``docs/measures.md``."""
        return f"measures.md#{self.key}"
