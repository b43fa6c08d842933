"""Each seat's chance to win the game, moment by moment, from what everybody at the table knows.

The bots of `skyjo_widget.bots.rollouts` play worlds on that agree with the public
observation: nobody's drawn card, hand or look at the draw pile enters, so a chance betrays
nothing and can be told while a round goes on.  When a game is over its winner's chance is 1.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import Any, Literal, NamedTuple, cast

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget import bots
from skyjo_widget.bots.registry import search_of
from skyjo_widget.bots.rollouts import Task, play_on, seen_by
from skyjo_widget.engine.core import jit as speed
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.measures.frame_file import StoredFrame, typed_frame
from skyjo_widget.measures.sample import Games, computed, find_games
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.replay import states
from skyjo_widget.util import markup
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import seed_number, whole_number
from skyjo_widget.util.version import __version__

Every = Literal["turn", "decision"]
EVERY: tuple[Every, ...] = ("turn", "decision")

LEAST_WORLDS = 24
"""Worlds a moment without numba, and the least: with fewer, noise looks like leads."""
MOST_WORLDS = 1_000_000
BLOCK = 8
"""Moments that are handed out together."""

COLUMNS: dict[str, Any] = {
    "game_id": "string",
    "decision": "Int64",
    "round": "Int64",
    "turn": "Int64",
    "seat": "Int64",
    "player": "string",
    "kind": "string",
    "chance": "Float64",
    "error": "Float64",
    "over": "boolean",
}
"""The columns of `Chances.frame`, in order."""

SETTINGS = ("worlds", "bot", "seed", "every", "games", "of", "left_out", "software")


class Course(NamedTuple):
    """One game's chances, as the functions of `skyjo_widget.measures.families.course` take them.

    Parameters
    ----------
    game_id : str
    chances, errors : array of float, moments × seats
        The last moment is the game's end.
    """

    game_id: str
    chances: npt.NDArray[np.float64]
    errors: npt.NDArray[np.float64]


class Chances(StoredFrame):
    """Chances to win, and how they came about; made by `chances`.

    Parameters
    ----------
    frame : DataFrame
        A row a moment and seat: game_id; `decision`, the newest one that is made (missing at
        the start), with its round and turn; seat, player, kind; `chance` (0 to 1), its standard
        `error`; `over`, whether that decision ended the game.
    settings : dict
        `worlds` and `bot` by game, `seed`, `every`, `games` (how many), `of` (how many there
        were), `left_out` (games with a round of which a locked coach doesn't speak), `software`.
    """

    _key, _columns, _needed = "skyjo_widget.chances", COLUMNS, SETTINGS

    def courses(self) -> Iterator[Course]:
        """The games that are over, one by one."""
        for game_id, rows in self.frame.groupby("game_id", sort=False):
            if rows["over"].iloc[-1]:
                seats = int(rows["seat"].max()) + 1
                chances = rows["chance"].to_numpy(float).reshape(-1, seats)
                errors = rows["error"].to_numpy(float).reshape(-1, seats)
                yield Course(str(game_id), chances, errors)

    @staticmethod
    def _broken(frame: pd.DataFrame) -> str | None:
        needed = frame[["game_id", "seat", "chance", "error", "over"]]
        if needed.isna().any(axis=None):
            return "a game, a seat, a chance, its error or `over` is missing"
        if not (frame["chance"].between(0, 1).all() and (frame["error"] >= 0).all()):
            return "a chance isn't from 0 to 1, or its error is below 0"
        for game_id, seats in frame.groupby("game_id", sort=False)["seat"]:
            found = seats.to_numpy(int)
            many = found.max() + 1
            if len(found) % many or (found != np.arange(len(found)) % many).any():
                return f"a moment of game {game_id} hasn't one row for each seat"
        return None

    def __repr__(self) -> str:
        told = self.settings
        moments = len(self.frame[self.frame["seat"] == 0])
        how = ", ".join(
            f"{told['worlds'][game]} worlds by {told['bot'][game]}" for game in told["bot"]
        )
        return (
            f"<Chances in {told['games']:,} of {told['of']:,} games: {moments:,} moments, "
            f"every {told['every']}, {how}, seed {told['seed']}>"
        )

    def _repr_html_(self) -> str:
        told = self.settings
        first = self.frame[self.frame["decision"].isna()].groupby("seat")["chance"].mean()
        starts = [
            (f"seat {seat}", f"{chance:.1%}", markup.bar(float(chance)))
            for seat, chance in first.items()
        ]
        how = [(game, f"{told['worlds'][game]:,}", str(told["bot"][game])) for game in told["bot"]]
        return markup.face(
            "Chances to win",
            markup.rows(("game", "worlds", "played by"), how),
            markup.rows(("at the deal", "mean chance", ""), starts) if starts else "",
            sub=f"{told['games']:,} of {told['of']:,} games, {len(self.frame):,} rows in .frame",
        )


def chances(
    source: Games,
    *,
    every: Every = "turn",
    worlds: int | None = None,
    sample: int | None = None,
    seed: int | str = 0,
    executor: Executor | None = None,
    progress: bool = True,
) -> Chances:
    """Each seat's chance to win the game, from seeded rollouts on public knowledge.

    Parameters
    ----------
    source : Log, Session, Simulation, History, sequence of History, str or Path
        A path is that of a run's folder (``simulate(…, to=)``), or of a folder of records.
    every : {"turn", "decision"}
        When: at the start, and after each turn (the set-up is one), or after each decision that
        holds.
    worlds : int, optional
        How many a moment, from `LEAST_WORLDS`; the game's default unless given.
    sample : int, optional
        For how many games, drawn with the seed; for all unless told otherwise, of a simulation
        for 100.
    seed : int or str
        The same one, the same chances, whoever computes.
    executor : concurrent.futures.Executor, optional
        As in `simulate`; threads unless told, where numba is installed.
    progress : bool
        Show a bar if it takes long.

    Raises
    ------
    RulesError
        If an argument is wrong, or the coach is locked in a session whose round goes on.

    Examples
    --------
    >>> played = simulate("skyjo", ["greedy", "random"], games=1, seed=1, decisions=True)
    >>> found = chances(played, worlds=24, progress=False)
    >>> last = found.frame.iloc[-1]
    >>> last["player"], float(last["chance"])
    ('random', 0.0)
    """
    every = cast("Every", choice("every", every, EVERY))
    worlds = None if worlds is None else whole_number("worlds", worlds)
    if worlds is not None and not LEAST_WORLDS <= worlds <= MOST_WORLDS:
        raise RulesError(f"worlds={worlds}: {LEAST_WORLDS} to {MOST_WORLDS} are needed")
    number = seed_number(seed)
    games = find_games(source, sample, number)
    told: list[_Moment] = []
    settings: dict[str, Any] = {
        "worlds": {},
        "bot": {},
        "seed": number,
        "every": every,
        "games": len(games.numbers),
        "of": games.of,
        "left_out": [],
        "software": __version__,
    }

    def asked() -> Iterator[tuple[Task, ...]]:
        for h in games.histories(progress=progress):
            name = h.game.name
            settings["worlds"][name] = worlds or default_worlds(name)
            settings["bot"][name] = bots.policies(name)[bots.searching(name).base[0]]
            if h.locked and not h.over and h.actor is not None:
                settings["left_out"].append(h.header["game_id"])
            tasks = []
            for moment in _moments(h, every):
                told.append(moment)
                if moment.state is not None:
                    tasks.append(moment.task(settings["worlds"][name], number))
                    moment.state = None
            yield from (tuple(tasks[at : at + BLOCK]) for at in range(0, len(tasks), BLOCK))

    answers = (one for block in computed(_answers, asked(), executor) for one in block)
    found = list(answers)  # from here on all moments are told
    rest = iter(found)
    rows = [row for moment in told for row in moment.rows(*(moment.truth or next(rest)))]
    return Chances(typed_frame(rows, COLUMNS), settings)


@dataclasses.dataclass(slots=True)
class _Moment:
    """A moment of a game, after a decision or at its start."""

    h: History
    row: Decision | None
    players: list[Any]
    round: int
    turn: int
    state: Any
    truth: tuple[Any, Any] | None = None

    def task(self, worlds: int, seed: int) -> Task:
        """What is to be played on."""
        game = self.h.game
        state = seen_by(game, self.state, NOBODY)
        at = 0 if self.row is None else self.row.decision + 1
        return Task(
            game.name, state, self.h.codes, NOBODY, ((),), worlds, (seed, *self.h.id_numbers, at)
        )

    def rows(self, chances: Any, errors: Any) -> Iterator[dict[str, Any]]:
        """A row of the frame for each seat."""
        for seat, player in enumerate(self.players):
            yield {
                "game_id": self.h.header["game_id"],
                "decision": None if self.row is None else self.row.decision,
                "round": self.round,
                "turn": self.turn,
                "seat": seat,
                "player": player.name,
                "kind": player.kind,
                "chance": float(chances[seat]),
                "error": float(errors[seat]),
                "over": self.truth is not None,
            }


def _moments(h: History, every: Every) -> Iterator[_Moment]:
    """The moments of a game of which chances may be told, in order; the end last."""
    seated = {one.round: one.players for one in h.rounds_with_present()}
    before: Decision | None = None
    for due, state in _due(h):
        number, turn = (state.round, state.turn)
        new = before is None or every == "decision" or (number, turn) != (before.round, before.turn)
        if new and not (h.locked and number > h.rounds_over):
            players = seated.get(number, h.players)
            if before is not None:
                number, turn = before.round, before.turn
            yield _Moment(h, before, players, number, turn, state)
        before = due
    winners = h.game.winners(h.state, h.codes) if h.over else []
    if winners and before is not None:
        truth = np.zeros(len(h.players))
        truth[winners] = 1 / len(winners)
        players = seated.get(before.round, h.players)
        yield _Moment(
            h, before, players, before.round, before.turn, None, (truth, np.zeros(len(h.players)))
        )


def _due(h: History) -> Iterator[tuple[Decision | None, Any]]:
    """The decisions that hold with the state before each; at last what is due now, if anything."""
    for row, state in zip(h.decisions, states(h), strict=True):
        if not row.undone:
            yield row, state
    if h.actor is not None:
        yield None, h.state


def _answers(tasks: Sequence[Task]) -> list[tuple[Any, Any]]:
    """Means over worlds, and their standard errors."""
    found = []
    for task in tasks:
        outcomes = play_on(task)[:, 0]
        found.append((outcomes.mean(axis=0), mean_errors(outcomes)))
    return found


def mean_errors(outcomes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Standard errors of means over n worlds (the first axis): s/√n, and 1/n where all are alike.

    Worlds that are all alike don't make a chance certain.  1/n is what s/√n is if one of n worlds
    is won and the others are lost, or the other way round: what is rarer isn't seen in n worlds.
    """
    alike = (outcomes == outcomes[0]).all(axis=0)
    n = len(outcomes)
    return np.where(alike, 1 / n, outcomes.std(axis=0, ddof=1) / n**0.5)


def default_worlds(game: str) -> int:
    """How many worlds a moment has, unless told otherwise."""
    return search_of(game).chance_worlds if speed.has_numba() else LEAST_WORLDS
