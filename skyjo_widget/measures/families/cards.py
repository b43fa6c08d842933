"""Measures of single cards and effects: how often drawn, kept or turned, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd

from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import ANY, SHARE, Statistic
from skyjo_widget.measures.sums import GAMES

NEEDS = tuple(f"decisions.{name}" for name in ("phase", "action", "card_in", "card_effect"))


def _by(above: str, below: str) -> Callable[[Group], Iterable[Statistic]]:
    """Return a function that yields the ratio of two sums by card and effect."""

    def statistics(group: Group) -> Iterable[Statistic]:
        if group.cards[above].sum() == 0:
            return
        played = group.sums.arrays["seats"][:, GAMES]
        numbers, cards = pd.factorize(group.cards["card"])
        table = np.zeros((len(cards), len(played), 2))
        for column, name in enumerate((above, below)):
            if name == "games":
                table[:, :, column] = played
            else:
                values = group.cards[name].fillna(0.0).to_numpy(float)
                table[numbers, group.cards["block"], column] = values
        for card, rows in zip(cards, table, strict=True):
            if rows[:, 1].sum() > 0:
                n = rows[:, 0].sum() if below == "games" else None
                yield group.sums.of_blocks("seats", rows, n=n, about=str(card))

    return statistics


def _measure(
    key: str,
    statistics: Callable[[Group], Iterable[Statistic]],
    unit: str,
    of: str,
    bounds: tuple[float, float] = ANY,
) -> Measure:
    return Measure(
        key=key,
        family="cards",
        statistics=statistics,
        unit=unit,
        bounds=bounds,
        of=of,
        needs=NEEDS,
        warning=key.startswith("card_keeper"),
    )


MEASURES = (
    *(
        _measure(f"card_{name}", _by(name, "games"), "times a game", f"times {name}")
        for name in ("drawn", "taken", "turned", "played", "discarded")
    ),
    _measure("card_kept", _by("kept", "drawn"), "share", "times drawn", SHARE),
    _measure("card_keeper_total", _by("kept_total", "kept_ended"), "points", "times kept"),
    _measure("card_keeper_wins", _by("kept_won", "kept_done"), "share", "times kept", SHARE),
)
