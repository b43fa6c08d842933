"""Win probability per seat over time, from public information.

The bots of `skyjo_widget.bots.rollouts` play out worlds that agree with the public observation:
nobody's drawn card, hand or look at the draw pile enters, so a chance leaks nothing and can be
shown during a round.  When a game is over its winner's chance is 1.
"""

from __future__ import annotations

import collections
import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget import bots
from skyjo_widget.bots.registry import search_of
from skyjo_widget.bots.rollouts import Task, play_on, seen_by
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.measures.frame_file import StoredFrame, typed_frame
from skyjo_widget.measures.in_steps import Step, in_steps
from skyjo_widget.measures.sample import (
    Games,
    GameSample,
    find_games,
    map_blocks,
)
from skyjo_widget.measures.win_model import (
    STRENGTHS,
    Model,
    Strengths,
    fitted,
    modelled,
    per_decision,
)
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.replay import states
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import seed_number, whole_number
from skyjo_widget.util.version import __version__

Every = Literal["turn", "decision"]
EVERY: tuple[Every, ...] = ("turn", "decision")

LEAST_WORLDS = 24
"""Worlds per moment without numba, and the minimum: with fewer, noise looks like leads."""
MOST_WORLDS = 1_000_000
BLOCK = 8
"""Moments per task of an executor."""

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
"""The columns of `WinProbabilities.frame`, in order."""

SETTINGS = ("worlds", "bot", "seed", "every", "games", "of", "left_out", "software")


class Course(NamedTuple):
    """One game's chances, in the shape that `skyjo_widget.measures.families.course` takes.

    Parameters
    ----------
    game_id : str
    chances, errors : array of float, moments × seats
        The last moment is the game's end.
    """

    game_id: str
    chances: npt.NDArray[np.float64]
    errors: npt.NDArray[np.float64]


@speaks
class WinProbabilities(StoredFrame):
    """Chances to win over the course of games, with their settings; made by `win_probabilities`.

    Parameters
    ----------
    frame : DataFrame
        One row per moment and seat: `game_id`; `decision`, the latest one (missing at the start),
        with its round and turn; seat, player, kind; `chance` (0 to 1), its standard `error`;
        `over`, whether that decision ended the game.
    settings : dict
        `worlds` and `bot` by game, `seed`, `every`, `games` (how many were drawn), `of` (from how
        many), `left_out` (ids of games with a round whose coach is locked), `software`; if the call
        was stopped also `missing`, how many more were drawn.
    """

    _key, _columns, _needed = "skyjo_widget.chances", COLUMNS, SETTINGS

    def courses(self) -> Iterator[Course]:
        """Yield the finished games."""
        for game_id, rows in self.frame.groupby("game_id", sort=False, observed=True):
            if rows["over"].iloc[-1]:
                seats = int(rows["seat"].max()) + 1
                chances = rows["chance"].to_numpy(float).reshape(-1, seats)
                errors = rows["error"].to_numpy(float).reshape(-1, seats)
                yield Course(str(game_id), chances, errors)

    def add_to(self, decisions: pd.DataFrame) -> pd.DataFrame:
        """Return decisions with the win probability of their seats before and after each.

        Parameters
        ----------
        decisions : DataFrame
            `Log.decisions` of these games, or any frame with `game_id`, `decision` and `seat`.

        Returns
        -------
        DataFrame
            A copy with the columns `wp_before`, `wp_after` and their difference `wpa`; missing
            for a decision that was undone, or whose game or moment isn't in `frame`.

        Raises
        ------
        RulesError
            If there aren't moments of every decision, or a column is missing.

        Examples
        --------
        >>> played = simulate("skyjo", ["greedy", "random"], games=1, seed=1, decisions=True)
        >>> chances = win_probabilities(played, every="decision", worlds=24, progress=False)
        >>> float(chances.add_to(played.decisions)["wp_after"].iloc[-1]) in (0.0, 1.0)
        True
        """
        if self.settings["every"] != "decision":
            raise RulesError(
                "these are moments of turns: win_probabilities(…, every='decision') is needed"
            )
        if missing := {"game_id", "decision", "seat"} - set(decisions.columns):
            raise RulesError(
                "decisions: the columns {missing} are missing", missing=", ".join(sorted(missing))
            )
        return per_decision(self.frame, decisions)

    @staticmethod
    def _broken(frame: pd.DataFrame) -> str | None:
        needed = frame[["game_id", "seat", "chance", "error", "over"]]
        if needed.isna().any(axis=None):
            return _("a game, a seat, a chance, its error or `over` is missing")
        if not (frame["chance"].between(0, 1).all() and (frame["error"] >= 0).all()):
            return _("a chance isn't from 0 to 1, or its error is below 0")
        for game_id, seats in frame.groupby("game_id", sort=False, observed=True)["seat"]:
            numbers = seats.to_numpy(int)
            many = numbers.max() + 1
            if len(numbers) % many or (numbers != np.arange(len(numbers)) % many).any():
                return _("a moment of game {game_id} hasn't one row for each seat", game_id=game_id)
        return None

    def __repr__(self) -> str:
        say, settings = CellTexts(self.lang), self.settings
        text = say(
            "chances_text",
            games=settings["games"],
            of=settings["of"],
            moments=len(self.frame[self.frame["seat"] == 0]),
            every=say(f"every_{settings['every']}"),
            how=self._worlds(say),
            seed=str(settings["seed"]),
        )
        return "\n".join([text, *self._stopped(say, "games")])

    def _face(self, say: CellTexts) -> markup.Html:
        settings = self.settings
        first = (
            self.frame[self.frame["decision"].isna()]
            .groupby("seat", observed=True)["chance"]
            .mean()
        )
        starts = [
            (say("seat", seat=seat), say.percent(float(chance)), markup.bar(float(chance)))
            for seat, chance in first.items()
        ]
        how = [
            (game, say.number(settings["worlds"][game], 0), str(settings["bot"][game]))
            for game in settings["bot"]
        ]
        if "model" in settings:
            how = [("", "", settings["model"])]
        counts = {"games": settings["games"], "of": settings["of"], "rows": len(self.frame)}
        return say.face(
            say("chances"),
            say.rows(("game", "worlds", "played_by"), how),
            say.rows(("at_deal", "mean_chance", ""), starts) if starts else "",
            *map(markup.paragraph, self._stopped(say, "games")),
            sub=say("chances_of", **counts),
        )


@in_its_language
def win_probabilities(
    source: Games,
    *,
    every: Every = "turn",
    worlds: int | None = None,
    sample: int | None = None,
    seed: int | str | None = 0,
    model: Model | Literal["fitted"] | None = None,
    strengths: Strengths | Mapping[str, float] = "scores",
    to: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: bool = True,
) -> WinProbabilities:
    """Estimate each seat's chance to win by seeded rollouts from public information, or a model.

    Parameters
    ----------
    source : Log, Session, Simulation, History, sequence of History, str or Path
        A path is that of a run's folder (``simulate(…, to=)``), or whatever `load_all` takes.
    every : {"turn", "decision"}
        The moments: the start, and the end of each turn (the set-up is one), or each decision that
        wasn't undone.
    worlds : int, optional
        Rollouts per moment, at least `LEAST_WORLDS`; by default the game's own number.
    sample : int, optional
        How many games, drawn with the seed; by default all, of a simulation 100 (with a model
        all).
    seed : int or str, optional
        The chances depend on it alone, not on the executor.
    model : "fitted" or callable, optional
        In place of rollouts.  ``"fitted"`` is the game's fitted model: from public information
        too, some 10,000 times faster, for the rules that it knows.  A function from `States` (of
        every seat, ``views="all"``) gives the probability of each row's viewer to win, from what
        that seat sees; those of one moment are divided by their sum.  Either is asked of rounds
        that are over; its `error` is 0, since nobody knows it.
    strengths : {"scores", "equal"} or mapping of str to float
        What the fitted model assumes of the players: ``"scores"`` that they differ as their mean
        scores in the other games of `source` say, little in few games; ``"equal"`` that they
        don't, as rollouts do; or each player's mean score in a round, by name.
    to : path, optional
        A new folder: each game's chances are written there as soon as they are known.
    resume : bool
        Whether `to` may hold a part of the same computation: only the games that are missing are
        estimated, and the result is that of a call that wasn't stopped.
    executor : concurrent.futures.Executor, optional
        As in `simulate`; by default threads, if numba is installed.
    progress : bool
        Show a progress bar if it takes long.

    Returns
    -------
    WinProbabilities
        After an interrupt it holds the games that are done, the first ones of those drawn, and
        says how many are missing.

    Raises
    ------
    RulesError
        If an argument is wrong, the coach is locked in a session whose round isn't over, the
        model returns something else than probabilities, the fitted one doesn't know a rule, or
        `to` holds something else.
    SimulationError
        If a model is given, and a simulation has kept neither states nor decisions; or the folder
        can't be read or written.
    KeyboardInterrupt
        If it is interrupted before a game is done.

    Examples
    --------
    >>> played = simulate("skyjo", ["greedy", "random"], games=1, seed=1, decisions=True)
    >>> chances = win_probabilities(played, worlds=24, progress=False)
    >>> last = chances.frame.iloc[-1]
    >>> last["player"], float(last["chance"])
    ('random', 0.0)
    """
    every = cast("Every", choice("every", every, EVERY))
    worlds = None if worlds is None else whole_number("worlds", worlds)
    if worlds is not None and not LEAST_WORLDS <= worlds <= MOST_WORLDS:
        raise RulesError(
            "worlds={worlds}: {least_worlds} to {most_worlds} are needed",
            worlds=worlds,
            least_worlds=LEAST_WORLDS,
            most_worlds=MOST_WORLDS,
        )
    number = seed_number(seed)
    if model is not None:
        if to is not None:
            raise RulesError("to=: a model's probabilities aren't written; it plays no worlds")
        if worlds is not None:
            raise RulesError("worlds={worlds}: a model plays no worlds", worlds=worlds)
        games = find_games(source, sample, number, every_game=True)
        return _from_model(games, model, strengths, every, number, progress=progress)
    games = find_games(source, sample, number)

    def estimated(done: int) -> Iterator[Step]:
        rest = dataclasses.replace(games, numbers=games.numbers[done:])
        waiting: collections.deque[_Game | None] = collections.deque()  # a game at its last block

        def blocks() -> Iterator[tuple[Task, ...]]:
            for history in rest.histories(progress=progress):
                game = _Game.of(history, every, worlds)
                tasks = game.tasks(number)
                for at in range(0, len(tasks) or 1, BLOCK):
                    waiting.append(game if at + BLOCK >= len(tasks) else None)
                    yield tuple(tasks[at : at + BLOCK])

        estimates: list[tuple[Any, Any]] = []
        for block in map_blocks(_estimates, blocks(), executor):
            estimates += block
            if game := waiting.popleft():
                yield game.step(estimates)
                estimates = []

    about = {"call": "win_probabilities", "every": every, "worlds": worlds, **games.about(number)}
    steps = in_steps(estimated, about, to, resume=resume)
    settings: dict[str, Any] = {
        "worlds": {step["game"]: step["worlds"] for step in steps},
        "bot": {step["game"]: step["bot"] for step in steps},
        "seed": number,
        "every": every,
        "games": len(steps),
        "of": games.of,
        "left_out": [step["left_out"] for step in steps if step["left_out"] is not None],
        "software": __version__,
    }
    if missing := len(games.numbers) - len(steps):
        settings["missing"] = missing
    rows = [row for step in steps for row in step["rows"]]
    return WinProbabilities(typed_frame(rows, COLUMNS), settings)


def _from_model(
    games: GameSample,
    model: Model | str,
    strengths: Strengths | Mapping[str, float],
    every: Every,
    seed: int,
    *,
    progress: bool,
) -> WinProbabilities:
    """Return the probabilities of a model, with their settings."""
    by_decision = every == "decision"
    if isinstance(model, str):
        choice("model", model, ("fitted",))
        if not isinstance(strengths, Mapping):
            strengths = cast("Strengths", choice("strengths", strengths, STRENGTHS))
        name, chosen = "fitted", strengths

        def steps(_done: int) -> Iterator[tuple[int, pd.DataFrame]]:
            return fitted(games, chosen, every_decision=by_decision, progress=progress)

    elif callable(model):
        name, user = getattr(model, "__name__", type(model).__name__), model

        def steps(_done: int) -> Iterator[tuple[int, pd.DataFrame]]:
            return modelled(games, user, every_decision=by_decision, progress=progress)

    else:
        raise RulesError(
            "model={model!r:.60}: a function of states is needed, or 'fitted'", model=model
        )
    tables = in_steps(steps, {}, None, resume=False)
    done = sum(count for count, _ in tables)
    settings: dict[str, Any] = {
        "worlds": {},
        "bot": {},
        "model": name,
        "seed": seed,
        "every": every,
        "games": done,
        "of": games.of,
        "left_out": [],
        "software": __version__,
    }
    if name == "fitted":
        settings["strengths"] = dict(chosen) if isinstance(chosen, Mapping) else chosen
    if missing := len(games.numbers) - done:
        settings["missing"] = missing
    frame = pd.concat([table for _, table in tables], ignore_index=True)
    return WinProbabilities(frame.astype(COLUMNS), settings)


class _Game(NamedTuple):
    """A game whose chances are estimated.

    Parameters
    ----------
    history : History
    points : list of _Point
        Its moments.
    worlds : int
        Rollouts per moment.
    bot : str
        The bot that plays them.
    """

    history: History
    points: list[_Point]
    worlds: int
    bot: str

    @classmethod
    def of(cls, history: History, every: Every, worlds: int | None) -> _Game:
        """Open a game."""
        name = history.game.name
        base = bots.round_estimator(name, "shares").base
        points = list(_points(history, every))
        bot = bots.policies(name)[base[0]]
        return cls(history, points, worlds or default_worlds(name), bot)

    def tasks(self, seed: int) -> list[Task]:
        """Return the tasks of the moments that are estimated."""
        return [point.task(self.worlds, seed) for point in self.points if point.truth is None]

    def step(self, estimates: Sequence[tuple[Any, Any]]) -> Step:
        """Return its rows, with what the settings say of it."""
        history, rest = self.history, iter(estimates)
        hidden = history.locked and not history.over and history.actor is not None
        return {
            "game": history.game.name,
            "worlds": self.worlds,
            "bot": self.bot,
            "left_out": history.header["game_id"] if hidden else None,
            "rows": [
                row for point in self.points for row in point.rows(*(point.truth or next(rest)))
            ],
        }


@dataclasses.dataclass(slots=True)
class _Point:
    """A moment of a game, after a decision or at its start.

    Parameters
    ----------
    history : History
    row : Decision or None
        The latest decision; None at the start.
    players : list of Player
    round, turn : int
    state : state object or None
        The state to play out; None at the end of the game.
    truth : tuple of array, optional
        The known chances and their errors at the end of the game.
    """

    history: History
    row: Decision | None
    players: list[Any]
    round: int
    turn: int
    state: Any
    truth: tuple[Any, Any] | None = None

    def task(self, worlds: int, seed: int) -> Task:
        """Make the task of estimating its chances."""
        game = self.history.game
        state = seen_by(game, self.state, NOBODY)
        at = 0 if self.row is None else self.row.decision + 1
        return Task(
            game.name,
            state,
            self.history.codes,
            NOBODY,
            ((),),
            worlds,
            (seed, *self.history.id_numbers, at),
        )

    def rows(self, chances: Any, errors: Any) -> Iterator[dict[str, Any]]:
        """Yield a row of the frame for each seat."""
        for seat, player in enumerate(self.players):
            yield {
                "game_id": self.history.header["game_id"],
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


def _points(history: History, every: Every) -> Iterator[_Point]:
    """Yield the moments of a game whose chances may be shown, in order; the end last."""
    seated = {seating.round: seating.players for seating in history.rounds_with_present()}
    before: Decision | None = None
    for due, state in _due(history):
        number, turn = (state.round, state.turn)
        new = before is None or every == "decision" or (number, turn) != (before.round, before.turn)
        if new and not (history.locked and number > history.rounds_over):
            players = seated.get(number, history.players)
            if before is not None:
                number, turn = before.round, before.turn
            yield _Point(history, before, players, number, turn, state)
        before = due
    winners = history.game.winners(history.state, history.codes) if history.over else []
    if winners and before is not None:
        truth = np.zeros(len(history.players))
        truth[winners] = 1 / len(winners)
        exact = (truth, np.zeros(len(history.players)))
        players = seated.get(before.round, history.players)
        yield _Point(history, before, players, before.round, before.turn, None, exact)


def _due(history: History) -> Iterator[tuple[Decision | None, Any]]:
    """Yield the decisions not undone, each with the state before it; last the pending one."""
    for row, state in zip(history.decisions, states(history), strict=True):
        if not row.undone:
            yield row, state
    if history.actor is not None:
        yield None, history.state


def _estimates(tasks: Sequence[Task]) -> list[tuple[Any, Any]]:
    """Return for each task the means over worlds and their standard errors, by seat."""
    estimates = []
    for task in tasks:
        outcomes = play_on(task)[:, 0]
        estimates.append((outcomes.mean(axis=0), mean_errors(outcomes)))
    return estimates


def mean_errors(outcomes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return standard errors of means over n worlds (axis 0): s/√n, and 1/n where all are equal.

    Worlds that all end alike don't make a chance certain.  1/n is s/√n if one of n worlds is won
    and the others are lost, or the other way round: rarer events aren't seen in n worlds.
    """
    alike = (outcomes == outcomes[0]).all(axis=0)
    n = len(outcomes)
    return np.where(alike, 1 / n, outcomes.std(axis=0, ddof=1) / n**0.5)


def default_worlds(game: str) -> int:
    """Return the default number of worlds per moment."""
    return search_of(game).chance_worlds if jit.has_numba() else LEAST_WORLDS
