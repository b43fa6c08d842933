"""Facts from sums: values with their standard errors, as the rows of the package's file."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from scripts.facts.cells import EFFECT, LARGE, keys
from scripts.facts.play import (
    AFTER_ROUNDS,
    AFTER_TURNS,
    BASES,
    GAMES_,
    LEFT,
    NAMES,
    PERMILLE,
    ROUNDS,
    SHARE,
)
from scripts.facts.sums import Sums
from skyjo_widget.frames.schema import FACTS, typed

Integers = npt.NDArray[np.int64]


class Fact(NamedTuple):
    """The way to compute a fact.

    Parameters
    ----------
    name : str
        The quantity that is added up, of `scripts.facts.play.NAMES`.
    per : {"game", "round", "later round", "seat", "own"}
        The unit that it is divided by; a seat is one of a round; `own` is its other quantity of
        `scripts.facts.play.BASES`.
    unit : str
    scale : int
        The number that stands for 1.
    where : callable
        ``where(game, rules, strategy)``: whether a table has it.
    """

    name: str
    per: str
    unit: str
    scale: int = 1
    where: Callable[[str, str, str], bool] = lambda game, rules, strategy: True


def _grids(game: str, rules: str, strategy: str) -> bool:
    return game != "skip-bo"


def _games(game: str, rules: str, strategy: str) -> bool:
    return game == "skyjo" or rules == game == "skip-bo"


def _alike(game: str, rules: str, strategy: str) -> bool:
    return "," not in strategy.removesuffix(", followed")


def _standard(game: str, rules: str, strategy: str) -> bool:
    return _alike(game, rules, strategy) and (rules == game or game == "skip-bo")


def _of_rounds(game: str, rules: str, strategy: str) -> bool:
    return _alike(game, rules, strategy) and _games(game, rules, strategy)


def _ends(game: str, rules: str, strategy: str) -> bool:
    return _grids(game, rules, strategy) and _alike(game, rules, strategy)


def _uneven(game: str, rules: str, strategy: str) -> bool:
    return not _alike(game, rules, strategy)


def _skyjo(game: str, rules: str, strategy: str) -> bool:
    return game == "skyjo" and _alike(game, rules, strategy)


def _skipbo(game: str, rules: str, strategy: str) -> bool:
    return game == "skip-bo"


def _grids_led(game: str, rules: str, strategy: str) -> bool:
    return _grids(game, rules, strategy) and _standard(game, rules, strategy)


def _games_led(game: str, rules: str, strategy: str) -> bool:
    return _of_rounds(game, rules, strategy) and rules == game


_SHARES: dict[str, Fact] = {
    "starter_wins_first_round": Fact("first starter wins round", "game", "share", SHARE, _alike),
    "starter_wins_later_round": Fact(
        "later starter wins round", "later round", "share", SHARE, _of_rounds
    ),
    "first_starter_wins_game": Fact("first starter wins game", "game", "share", SHARE, _of_rounds),
    "first_leader_wins_game": Fact("first leader wins game", "game", "share", SHARE, _of_rounds),
    "wins": Fact("role wins game", "game", "share", SHARE, _uneven),
    "ender_wins_round": Fact("ender wins round", "round", "share", SHARE, _ends),
    "ender_penalised": Fact("penalised", "round", "share", 1, _skyjo),
    "ender_tied": Fact("ender tied", "round", "share", 1, _skyjo),
    "ender_at_most_zero": Fact("ender at most zero", "round", "share", 1, _skyjo),
    "starter_ends_round": Fact("starter ends", "round", "share", 1, _standard),
    "cleared_at_reveal": Fact("cleared at reveal", "round", "share", 1, _ends),
    "pile_runs_out": Fact("pile ran out", "round", "share", 1, _standard),
    "nobody_can_win": Fact("nobody ends", "round", "share", 1, _skipbo),
    "opening_leader_wins_round": Fact("opening leader wins", "round", "share", SHARE, _standard),
    "leads_since": Fact("lead since", "round", "share", PERMILLE, _standard),
    "decided_at_end": Fact("decided at reveal", "round", "share", 1, _standard),
    "leads_game_since": Fact("game lead since", "game", "share", PERMILLE, _of_rounds),
}
_LEADS: dict[str, Fact] = {
    **{
        f"leader_after_{k}_turns_wins_round": Fact(
            f"wins if after {k} turns", "own", "share", SHARE, _grids_led
        )
        for k in AFTER_TURNS
    },
    **{
        f"leader_after_{k}_rounds_wins_game": Fact(
            f"wins if after {k} rounds", "own", "share", SHARE, _games_led
        )
        for k in AFTER_ROUNDS
    },
    **{
        f"first_with_{k}_left_wins_round": Fact(
            f"wins if with {k} left", "own", "share", SHARE, _skipbo
        )
        for k in LEFT
    },
}
EFFECTS: dict[str, Fact] = {
    "effect_happens": Fact("effect happens", "round", "share"),
    "effect_points": Fact("effect points", "own", "points"),
    "effect_wins": Fact("effect wins", "own", "change of a share", SHARE),
}
"""The facts of tables with an effect."""
_MEANS: dict[str, Fact] = {
    "rounds_per_game": Fact("rounds", "game", "rounds", 1, _of_rounds),
    "turns_per_round": Fact("turns", "seat", "turns", 1, _alike),
    "decisions_per_round": Fact("decisions", "round", "decisions", 1, _standard),
    "points_per_round": Fact("points", "seat", "points", 1, _alike),
    "winner_points": Fact("winner points", "round", "points", 1, _ends),
    "penalty_points": Fact("penalty points", "round", "points", 1, _skyjo),
    "columns_per_round": Fact("columns cleared", "seat", "columns", 1, _ends),
    "own_points_per_round": Fact("role points", "round", "points", 1, _uneven),
}
WAYS = _SHARES | _LEADS | _MEANS | EFFECTS
"""The way to compute each fact, in the order of the file."""
FOLLOWED = ("opening_leader_wins_round", "leads_since", "decided_at_end", *_LEADS)
"""The facts of tables at which it is followed who leads."""
FEWEST = 100
"""The fewest cases of a fact."""


def ratio(sums: Integers, name: str, per: str, scale: float) -> tuple[float, float]:
    """Return a ratio of sums and its standard error, games being independent.

    The variance of a ratio of means by the delta method (Cochran 1977, *Sampling Techniques*,
    6.4).
    """
    at = NAMES.index(name)
    rounds = int(BASES[at]) if per == "own" else NAMES.index("rounds")
    first, squares, products = (np.array(part, dtype=object) for part in sums.tolist())
    n = first[0]
    a, aa, ab = first[at], squares[at], products[at]
    b, bb = first[rounds], squares[rounds]
    if per == "game":
        b, bb, ab = n, n, a
    elif per == "later round":
        bb, b, ab = bb - 2 * b + n, b - n, ab - a
    if n < 2 or not b:
        return math.nan, 0.0
    # exact integers: nothing cancels
    rest = aa * b * b - 2 * a * ab * b + a * a * bb
    error = math.sqrt(rest * n / (n - 1)) / (b * b) if rest > 0 else 0.0
    return a / b / scale, error / scale


def rows(sums: Sums, wanted: Iterable[str] | None = None) -> pd.DataFrame:
    """Return the facts of all tables that were played.

    What happened in all n games or in none has the standard error of Jeffreys' interval (Brown,
    Cai and DasGupta 2001, *Statistical Science* 16).
    """
    columns: dict[str, list[Any]] = {name: [] for name in FACTS}
    for fact, way in WAYS.items():
        for key in wanted or keys():
            game, rules, players, strategy = key.split(" | ")
            followed = strategy.endswith(", followed")
            if key not in sums or not way.where(game, rules, strategy):
                continue
            if rules.startswith(EFFECT) != (fact in EFFECTS):
                continue
            if fact in FOLLOWED if key == LARGE else followed and fact not in FOLLOWED:
                continue
            seats = int(players) if way.per == "seat" else 1
            counts = sums[key][0]
            games, rounds, own = (
                int(counts[at]) for at in (GAMES_, ROUNDS, BASES[NAMES.index(way.name)])
            )
            if own < FEWEST:
                continue
            value, error = ratio(sums[key], way.name, way.per, way.scale * seats)
            if error <= 0:
                n = games if way.per == "game" else own
                error = math.sqrt(0.5 * (n + 0.5) / (n + 2)) / (n + 1)
            digits = 2 - math.floor(math.log10(error))
            row = (
                game, fact, rules, int(players), strategy.removesuffix(", followed"),
                round(value, digits), float(f"{error:.3g}"), games, rounds, way.unit,
            )  # fmt: skip
            for name, cell in zip(FACTS, row, strict=True):
                columns[name].append(cell)
    return typed(columns, FACTS)
