"""What single decisions are worth, to who made them and to the others, on a sample of them.

From what its seat knew, each legal action of a decision is tried out in the same worlds
(`skyjo_widget.bots.rollouts`), and every seat's chance to win is noted.  The worlds are common,
so that luck cancels out of differences between actions, and what a decision did isn't mixed up with
the cards that turned up after it, as it would be in the difference of two moments' chances.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator
from concurrent.futures import Executor
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget import bots
from skyjo_widget.bots.registry import search_of
from skyjo_widget.bots.rollouts import Task, play_on, seen_by
from skyjo_widget.engine.core import jit as speed
from skyjo_widget.errors import RulesError
from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Cell, no_games
from skyjo_widget.measures.frame_file import StoredFrame, typed_frame
from skyjo_widget.measures.sample import Found, Games, computed, find_games
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.replay import states
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.util import markup
from skyjo_widget.util.intervals import Z95, student
from skyjo_widget.util.validation import seed_number, whole_number
from skyjo_widget.util.version import __version__

POINTS = 0.02
"""A difference of chances that counts: 2 points of a hundred."""
WORLDS_TO_MOVE = 60
"""With fewer it isn't told whether a decision has moved anybody: it would mostly be noise."""
MOST_WORLDS = 100_000
SAMPLE = 200
"""Decisions that are drawn, unless told otherwise."""

COLUMNS: dict[str, Any] = {
    "game_id": "string",
    "decision": "Int64",
    "round": "Int64",
    "turn": "Int64",
    "seat": "Int64",
    "player": "string",
    "kind": "string",
    "action": "string",
    "legal_actions": "Int64",
    "win": "Float64",
    "regret": "Float64",
    "regret_error": "Float64",
    "choices": "Int64",
    "moved": "boolean",
    "moved_seat": "Int64",
    "moved_by": "Float64",
    "moved_error": "Float64",
    "aimed": "boolean",
    "aimed_seat": "Int64",
    "aimed_by": "Float64",
    "aimed_error": "Float64",
}
"""The columns of `Weighed.frame`, in order."""

SETTINGS = ("worlds", "bot", "seed", "decisions", "of", "games", "of_games", "software")

Outcomes = npt.NDArray[np.float64]


class Weighed(StoredFrame):
    """What decisions were worth, and how that came about; made by `weigh`.

    Parameters
    ----------
    frame : DataFrame
        A row a decision: its game_id and number, where and whose it was, its action, the number
        of legal ones; chances from 0 to 1 and differences of them, each with its standard error:

        `win`, the seat's own chance after it; `regret`, what the best action would have been worth
        more; `choices`, how many actions were worth at most 2 points less than the best;
        `moved`, whether another's chance isn't what it is in the mean over all legal actions,
        by 2 points or more and beyond noise, and whose most (`moved_seat`, `moved_by`); `aimed`,
        the same beyond that other's part of what the seat itself won or lost; missing with two
        players, where that is all.  Both are missing with fewer than `WORLDS_TO_MOVE` worlds.
    settings : dict
        `worlds` and `bot` by game, `seed`, `decisions` (how many), `of` (how many there were to
        be drawn from), `games`, `of_games`, `software`.
    """

    _key, _columns, _needed = "skyjo_widget.weighed", COLUMNS, SETTINGS

    @staticmethod
    def _broken(frame: pd.DataFrame) -> str | None:
        needed = frame[["game_id", "decision", "seat", "kind", "win", "regret", "choices"]]
        if needed.isna().any(axis=None) or not needed["win"].between(0, 1).all():
            return (
                "of each decision its game, seat, kind, `regret`, `choices`, and "
                "`win` from 0 to 1 are needed"
            )
        return None

    def __repr__(self) -> str:
        told = self.settings
        how = ", ".join(
            f"{told['worlds'][name]} worlds by {told['bot'][name]}" for name in told["bot"]
        )
        return (
            f"<Weighed: {told['decisions']:,} of {told['of']:,} decisions, {how}, "
            f"seed {told['seed']}>"
        )

    def _repr_html_(self) -> str:
        told, frame = self.settings, self.frame
        lines = [
            (
                str(kind),
                f"{len(rows):,}",
                f"{100 * rows['regret'].mean():.1f}",
                f"{rows['choices'].mean():.1f}",
            )
            for kind, rows in frame.groupby("kind", observed=True)
        ]
        heads = ("players", "decisions", "regret, points of chance", "good choices")
        how = ", ".join(f"{told['worlds'][game]} worlds, {game}" for game in told["worlds"])
        return markup.face(
            "Weighed decisions",
            markup.rows(heads, lines),
            sub=f"{told['decisions']:,} of {told['of']:,}, {how}",
        )


def weigh(
    source: Games,
    *,
    sample: int | None = SAMPLE,
    worlds: int | None = None,
    seed: int | str = 0,
    executor: Executor | None = None,
    progress: bool = True,
) -> Weighed:
    """What decisions were worth to who made them, and to the others, on a sample of them.

    Parameters
    ----------
    source : Log, Session, Simulation, History, sequence of History, str or Path
        As in `skyjo_widget.measures.win_chances.chances`.
    sample : int or None
        How many decisions, drawn with the seed from those that hold in rounds that are over;
        None for all.  Of a simulation they are drawn from 100 games.
    worlds : int, optional
        In how many each action is tried, from 4; the game's default unless given.
    seed : int or str
        The same one, the same frame, whoever computes.
    executor : concurrent.futures.Executor, optional
        As in `simulate`; threads unless told, where numba is installed.
    progress : bool
        Show a bar if it takes long.

    Raises
    ------
    RulesError
        If an argument is wrong, or there is no decision to be weighed.

    Examples
    --------
    >>> played = simulate("skyjo", ["greedy", "random"], games=2, seed=1, decisions=True)
    >>> found = weigh(played, sample=3, worlds=4, progress=False)
    >>> len(found.frame), "regret" in found.frame
    (3, True)
    """
    worlds = None if worlds is None else whole_number("worlds", worlds)
    sample = None if sample is None else whole_number("sample", sample)
    if worlds is not None and not 4 <= worlds <= MOST_WORLDS:
        raise RulesError(f"worlds={worlds}: 4 to {MOST_WORLDS} are needed")
    if sample is not None and sample < 1:
        raise RulesError(f"sample={sample}: 1 or more decisions are needed")
    number = seed_number(seed)
    games = find_games(source, None, number, locked=True)
    counts = _counts(games)
    of = int(sum(counts))
    if of == 0:
        raise RulesError("there is no decision of a round that is over")
    drawn = _drawn(counts, sample, number)
    by_game = {at: wanted for at, wanted in zip(games.numbers, drawn, strict=True) if wanted}
    opened = dataclasses.replace(games, numbers=list(by_game))
    told: list[_Weighing] = []
    settings: dict[str, Any] = {
        "worlds": {},
        "bot": {},
        "seed": number,
        "decisions": sum(map(len, drawn)),
        "of": of,
        "games": len(games.numbers),
        "of_games": games.of,
        "software": __version__,
    }

    def asked() -> Iterator[Task]:
        histories = opened.histories(progress=progress)
        for h, wanted in zip(histories, by_game.values(), strict=True):
            name = h.game.name
            search = search_of(name)
            many = search.value_worlds if speed.has_numba() else search.slow_value_worlds
            settings["worlds"][name] = worlds or many
            settings["bot"][name] = bots.policies(name)[bots.searching(name).base[0]]
            for row, state in _moments(h, wanted):
                legal = h.game.legal_actions(state, h.codes)
                chosen = legal.index(h.game.parse_action(row.notation, h.codes))
                told.append(_Weighing(h, row, chosen, len(legal)))
                yield Task(
                    name,
                    seen_by(h.game, state, row.seat),
                    h.codes,
                    row.seat,
                    tuple((action,) for action in legal),
                    settings["worlds"][name],
                    (number, *h.id_numbers, row.decision, 1),
                )

    found = enumerate(computed(play_on, asked(), executor))  # each is told before it is played
    rows = [told[at].row(outcomes) for at, outcomes in found]
    return Weighed(typed_frame(rows, COLUMNS), settings)


class _Weighing(NamedTuple):
    """A decision that is weighed: of a game, the index of what was chosen, of how many."""

    h: History
    made: Decision
    chosen: int
    legal: int

    def row(self, outcomes: Outcomes) -> dict[str, Any]:
        """What came of it in the worlds."""
        made = self.made
        told: dict[str, Any] = {
            "game_id": self.h.header["game_id"],
            "decision": made.decision,
            "round": made.round,
            "turn": made.turn,
            "seat": made.seat,
            "player": made.player,
            "kind": made.kind,
            "action": made.notation,
            "legal_actions": self.legal,
            "win": float(outcomes[:, self.chosen, made.seat].mean()),
        }
        own = outcomes[:, :, made.seat]
        told["regret"], told["regret_error"] = regret(own, self.chosen)
        told["choices"] = real_choices(own)
        for name, shift in (
            ("moved", moved(outcomes, self.chosen, made.seat)),
            ("aimed", aimed(outcomes, self.chosen, made.seat)),
        ):
            told[name] = shift and shift.sure
            told[f"{name}_seat"] = shift and shift.seat
            told[f"{name}_by"] = shift and shift.by
            told[f"{name}_error"] = shift and shift.error
        return told


# The measures


def summary(weighed: Weighed) -> pd.DataFrame:
    """A row a decision, by the name of its game: its `kind`, and what is summed of it."""
    rows = weighed.frame.set_index("game_id")
    numbers = rows[["regret", "choices", "moved", "aimed"]].astype("Float64").astype("float64")
    return numbers.assign(kind=rows["kind"])


def _mean(column: str, group: Group) -> Iterator[Cell]:
    rows = group.more.get("weighed")
    if rows is None:
        return
    mine = rows if group.kind == "all" else rows[rows["kind"] == group.kind]
    known = mine[column].dropna()
    if len(known):
        sums = pd.DataFrame({column: known, "decisions": 1.0})
        yield Cell(sums.groupby(level=0).sum())
    elif len(mine) and mine["moved"].isna().all():  # too few worlds, as the measure's note says
        yield no_games()


def _measure(key: str, family: str, column: str, unit: str) -> Measure:
    return Measure(
        key=key,
        family=family,
        cells=functools.partial(_mean, column),
        unit=unit,
        of="decisions",
        extra="weighed",
        warning=True,
    )


CHOICES = (
    _measure("choices_by_value", "choices", "choices", "actions"),
    _measure("regret", "choices", "regret", "share"),
)
INTERACTION = (
    _measure("decisions_that_moved", "interaction", "moved", "share"),
    _measure("decisions_that_aimed", "interaction", "aimed", "share"),
)


# From outcomes: chances to win, worlds × actions (× seats)


def regret(own: Outcomes, chosen: int) -> tuple[float, float]:
    """What the best action is worth more than the chosen one, and its standard error.

    The best of several noisy means looks better than it is.  So a better action is looked for in
    one half of the worlds, and its lead measured in the other half; and the other way round.
    What doesn't stand out from noise there counts 0: small regrets are missed.  A single one
    may be below 0 by noise, which takes from some what it adds to others.
    """
    half = len(own) // 2
    value = variance = 0.0
    for here, there in ((own[:half], own[half:]), (own[half:], own[:half])):
        leads = here - here[:, [chosen]]
        errors = leads.std(axis=0, ddof=1) / len(here) ** 0.5
        sure = leads.mean(axis=0) > _doubt(own.shape[1] - 1, len(here)) * errors
        if sure.any():
            best = int(np.argmax(np.where(sure, here.mean(axis=0), -1)))
            lead = there[:, best] - there[:, chosen]
            value += float(lead.mean()) / 2
            variance += float(lead.var(ddof=1)) / len(lead) / 4
    return value, variance**0.5


def real_choices(own: Outcomes) -> int:
    """How many actions are worth at most `POINTS` less than the best."""
    means = own.mean(axis=0)
    return int((means >= means.max() - POINTS).sum())


class Shift(NamedTuple):
    """By how much a decision changed another's chance to win: whose most.

    Parameters
    ----------
    seat : int
    by, error : float
        A difference of chances, and its standard error.
    sure : bool or None
        Whether somebody's is `POINTS` or more and beyond noise; None if there are fewer than
        `WORLDS_TO_MOVE` worlds.
    """

    seat: int
    by: float
    error: float
    sure: bool | None


def moved(outcomes: Outcomes, chosen: int, seat: int) -> Shift:
    """How the chosen action changed others' chances against the mean over all legal actions."""
    others = [p for p in range(outcomes.shape[2]) if p != seat]
    return _shift(outcomes, chosen, others)


def aimed(outcomes: Outcomes, chosen: int, seat: int) -> Shift | None:
    """The same beyond what the seat's own gain or loss explains; None with two players.

    What a seat gains, others lose, whoever they are: each in proportion to its chance.  That part
    is given back to them first; what is left is a shift among the others.
    """
    others = [p for p in range(outcomes.shape[2]) if p != seat]
    if len(others) < 2:
        return None
    mean = outcomes.mean(axis=(0, 1))
    left = max(1 - mean[seat], 1e-9)
    given = outcomes + outcomes[:, :, [seat]] * (mean / left)
    return _shift(given, chosen, others)


def _shift(outcomes: Outcomes, chosen: int, others: list[int]) -> Shift:
    """Whose chance changed most, and whether anybody's did for sure.

    The standard errors are s/√n over n worlds, s being that of the differences and of two more:
    the largest that there can be from the mean of k actions, ±(1 - 1/k).  So a few worlds that
    happen to be alike aren't sure of anything.
    """
    worlds, actions, seats = outcomes.shape
    paired = outcomes[:, chosen] - outcomes.mean(axis=1)
    by = paired.mean(axis=0)
    most = np.full(seats, 1 - 1 / actions)
    errors = np.vstack([paired, most, -most]).std(axis=0, ddof=1) / worlds**0.5
    sure = (np.abs(by) >= POINTS) & (np.abs(by) > _doubt(len(others), worlds) * errors)
    seat = max(others, key=lambda p: (bool(sure[p]), abs(by[p])))
    told = bool(sure[seat]) if worlds >= WORLDS_TO_MOVE else None
    return Shift(seat, float(by[seat]), float(errors[seat]), told)


def _doubt(differences: int, worlds: int) -> float:
    """Errors beyond which one of so many differences is by chance in 5 % of all cases at most.

    Bonferroni's quantile of the normal distribution, and as much more as Student's with
    ``worlds - 1`` degrees of freedom is for one difference.
    """
    bonferroni = NormalDist().inv_cdf(1 - 0.025 / max(differences, 1))
    return bonferroni * student(worlds - 1) / Z95


# The sample


def _counts(games: Found) -> list[int]:
    """How many decisions could be drawn, by game."""
    if isinstance(games.source, Simulation):
        frame = games.source.games
        made = frame["decisions"].to_numpy(int) * frame["finished"].to_numpy(bool)
        return [int(made[number]) for number in games.numbers]
    return [sum(_counts_as(h, row) for row in h.decisions) for h in games.histories(progress=False)]


def _counts_as(h: History, row: Decision) -> bool:
    """Whether a decision holds, in a round that is over, and what its seat knew is known."""
    if row.undone or row.round > h.rounds_over:
        return False
    private = h.game.private_hands or row.phase in ("place drawn", "order")
    return not (h.header.get("paper") and private)  # nobody has written that down


def _drawn(counts: list[int], sample: int | None, seed: int) -> list[frozenset[int]]:
    """Which of each game's decisions are drawn, as numbers among those that could be."""
    total = sum(counts)
    chosen = np.arange(total)
    if sample is not None and sample < total:
        chosen = np.sort(np.random.default_rng(seed).choice(total, sample, replace=False))
    found, first = [], 0
    for count in counts:
        mine = chosen[(chosen >= first) & (chosen < first + count)] - first
        found.append(frozenset(mine.tolist()))
        first += count
    return found


def _moments(h: History, wanted: frozenset[int]) -> Iterator[tuple[Decision, Any]]:
    """The drawn decisions of a game, each with the state before it."""
    number = 0
    for row, state in zip(h.decisions, states(h), strict=True):
        if _counts_as(h, row):
            if number in wanted:
                yield row, state
            number += 1
