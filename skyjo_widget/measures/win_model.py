"""Win probabilities from a model of states, for all moments at once: a user's, or a fitted one."""

from __future__ import annotations

import collections
import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.bots.registry import BOTS
from skyjo_widget.bots.win_model import BLOCK, WinModel
from skyjo_widget.errors import RulesError
from skyjo_widget.frames.log import Log
from skyjo_widget.frames.states.build import of_histories
from skyjo_widget.frames.states.table import States
from skyjo_widget.measures.sample import GameSample
from skyjo_widget.records.history import History
from skyjo_widget.simulation.job import Job, play_block
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.simulation.state_rows import states_of
from skyjo_widget.simulation.tallies import repeatable

Model = Callable[[States], Any]
"""A model: from states to the probability of each row's viewer to win."""
Strengths = Literal["scores", "equal"]
STRENGTHS: tuple[Strengths, ...] = ("scores", "equal")

Floats = npt.NDArray[np.float64]

EVEN_ROUNDS = 20
"""Rounds at the table's mean that each player counts as having played besides its own."""
TOGETHER = 500
"""Games of a log that are judged at once."""


class Judged(NamedTuple):
    """Decisions with the chances before each.

    Parameters
    ----------
    games : int
        How many games they are of; some may have none.
    game_ids : sequence of str
    game : array of int, decisions
        The index of its game.
    decision, round, turn : array of int, decisions
    chance : array of float, decisions × seats
    won : array of float, decisions × seats
        The shares of the win in the end; NaN without a winner.
    players, kinds : array of str, groups × seats
    group : array of int, decisions
        The index of its row there.
    """

    games: int
    game_ids: Sequence[str]
    game: npt.NDArray[Any]
    decision: npt.NDArray[Any]
    round: npt.NDArray[Any]
    turn: npt.NDArray[Any]
    chance: Floats
    won: Floats
    players: npt.NDArray[Any]
    kinds: npt.NDArray[Any]
    group: npt.NDArray[Any]


def modelled(
    games: GameSample, model: Model, *, every_decision: bool, progress: bool
) -> Iterator[tuple[int, pd.DataFrame]]:
    """Yield numbers of games with their moments and the probabilities of a model, without dtypes.

    Raises
    ------
    RulesError
        If the model doesn't return a number from 0 to 1 for each row.
    """

    def judged(states: States, players: Any, kinds: Any, group: Any, count: int) -> Judged:
        own = slice(None, None, states.players)
        return Judged(
            count,
            states.game_ids,
            states.game[own],
            states.decision[own],
            states["round"][own],
            states["turn"][own],
            _probabilities(states, model, states.players),
            states.won.reshape(-1, states.players),
            players,
            kinds,
            group[own],
        )

    if isinstance(games.source, Simulation):
        states = games.source.states(views="all")
        if len(games.numbers) < games.of:
            states = states[np.isin(states.game, games.numbers)]
        seated = _seated(games.source.job, games.of)
        table = judged(states, *seated, states.game, len(games.numbers))
        yield len(games.numbers), _moments(table, every_decision=every_decision)
        return
    for history in games.histories(progress=progress):
        states = of_histories([history], views="all")
        table = judged(states, *_seated_in([history], states), 1)
        yield 1, _moments(table, every_decision=every_decision)


def fitted(
    games: GameSample,
    strengths: Strengths | Mapping[str, float],
    *,
    every_decision: bool,
    progress: bool,
) -> Iterator[tuple[int, pd.DataFrame]]:
    """Yield numbers of games with their moments and the fitted probabilities, without dtypes.

    Raises
    ------
    RulesError
        If a game has no model, its rules aren't known to it, or a player has no strength.
    """
    if isinstance(games.source, Simulation):
        run, job = games.source, games.source.job
        model = model_for(job.game.name, job.rules, job.deck)
        states = _states_of_run(run, model.depth)
        if len(games.numbers) < games.of:
            states = states[np.isin(states.game, games.numbers)]
        players, kinds = _seated(job, games.of)
        edges = _edges(strengths, players, np.arange(games.of), states.game_ids,
                       lambda: run.rounds, lowest_wins=model.lowest_wins)  # fmt: skip
        table = _judged(states, model, job.codes, edges, players, kinds, states.game,
                        len(games.numbers))  # fmt: skip
        yield len(games.numbers), _moments(table, every_decision=every_decision)
        return
    histories = list(games.histories(progress=progress))
    log = Log(histories)
    rounds: list[pd.DataFrame] = []

    def scores() -> pd.DataFrame:
        if not rounds:
            rounds.append(log.rounds)
        return rounds[0]

    for _, group in itertools.groupby(histories, _kind):
        alike = list(group)
        for start in range(0, len(alike), TOGETHER):
            part = alike[start : start + TOGETHER]
            first = part[0]
            model = model_for(first.game.name, first.rules, first.deck)
            states = of_histories(part, depth=model.depth)
            players, kinds, seated = _seated_in(part, states)
            at = np.zeros(len(players), np.int64)
            at[seated] = states.game
            edges = _edges(strengths, players, at, states.game_ids, scores,
                           lowest_wins=model.lowest_wins)  # fmt: skip
            table = _judged(states, model, first.codes, edges, players, kinds, seated, len(part))
            yield len(part), _moments(table, every_decision=every_decision)


def model_for(game: str, rules: Any, deck: Any) -> WinModel:
    """Return the fitted model of a game, if it knows these rules and this deck.

    Raises
    ------
    RulesError
        If it doesn't.
    """
    model = BOTS[game].win
    if model is None:
        raise RulesError("{game} has no fitted model: rollouts (without model=) know it", game=game)
    model.check(rules, deck)
    return model


def _kind(history: History) -> tuple[Any, ...]:
    return history.game.name, repr(history.rules), len(history.players), history.deck.hash


def _states_of_run(run: Simulation, depth: int) -> States:
    """Return the deciding seats' states of a run; games whose states weren't kept are replayed.

    Raises
    ------
    SimulationError
        If it wasn't kept, and functions have played.
    """
    job = run.job
    if job.states if run.path else job.noted:
        return run.states(views="own", depth=depth)
    if not repeatable(job):
        return run.states(views="own", depth=depth)  # its error says what is missing
    noted = dataclasses.replace(job, noted="plain", games=run.played)
    blocks = range(-(-run.played // job.block))
    return states_of(noted, [play_block(noted, number).noted for number in blocks], depth=depth)


def _judged(
    states: States,
    model: WinModel,
    codes: Any,
    edges: npt.NDArray[np.float32],
    players: Any,
    kinds: Any,
    group: Any,
    games: int,
) -> Judged:
    """Return the decisions of deciding seats' states, with fitted chances."""
    chance = np.empty((len(states), states.players))
    for at in range(0, len(states), BLOCK):
        block = slice(at, at + BLOCK)
        chance[block] = model.chances(states[block], codes, edges[group[block]])
    return Judged(
        games,
        states.game_ids,
        states.game,
        states.decision,
        states["round"],
        states["turn"],
        chance,
        shares_of(states)[states.game],
        players,
        kinds,
        group,
    )


def shares_of(states: States) -> Floats:
    """Return each seat's share of the win, games × seats, from the rows of deciding seats.

    Seats that never decided have equal parts of what the others leave.
    """
    shares = np.full((len(states.game_ids), states.players), -1.0)
    shares[states.game, states.viewer] = states.won
    silent = shares == -1
    rest = 1 - np.where(silent, 0, shares).sum(axis=1, keepdims=True)
    return np.where(silent, rest / np.maximum(silent.sum(axis=1, keepdims=True), 1), shares)


def _seated(job: Job, games: int) -> tuple[Any, Any]:
    """Return the names of the players of a run, games × seats, and their kinds."""
    seats = len(job.names)
    shift = np.array([job.rotation(number) for number in range(games)])
    names = np.array(job.names, object)[(np.arange(seats) + shift[:, None]) % seats]
    return names, np.full(names.shape, "bot", object)


def _seated_in(histories: Sequence[History], states: States) -> tuple[Any, Any, Any]:
    """Return the players by game and round, and the index of each row's players there."""
    keys = states.game.astype(np.int64) * (1 << 32) + states["round"]
    groups, group = np.unique(keys, return_inverse=True)
    names, kinds = [], []
    for game, of_game in itertools.groupby(groups.tolist(), lambda key: key >> 32):
        history = histories[game]
        seated = {seating.round: seating.players for seating in history.rounds_with_present()}
        for key in of_game:
            players = seated.get(key & 0xFFFFFFFF, history.players)
            names.append([player.name for player in players])
            kinds.append([player.kind for player in players])
    shape = (-1, states.players)
    return np.array(names, object).reshape(shape), np.array(kinds, object).reshape(shape), group


def _edges(
    strengths: Strengths | Mapping[str, float],
    players: npt.NDArray[Any],
    game: npt.NDArray[np.int64],
    game_ids: Sequence[str],
    rounds: Callable[[], pd.DataFrame],
    *,
    lowest_wins: bool,
) -> npt.NDArray[np.float32]:
    """Return by how many points a round each player is better than the mean of its table.

    Parameters
    ----------
    strengths : {"scores", "equal"} or mapping
        As of `win_probabilities`.
    players : array of str, groups × seats
    game : array of int, groups
        The index of its game in `game_ids`.
    rounds : callable
        Returns the rows of rounds, by seat.
    """
    if strengths == "equal":
        return np.zeros(players.shape, np.float32)
    if isinstance(strengths, str):
        better = _from_scores(players, game, game_ids, rounds())
    else:
        if missing := sorted(set(players.reshape(-1)) - set(strengths)):
            raise RulesError("strengths: {names} are missing", names=", ".join(missing))
        better = np.array([[float(strengths[name]) for name in row] for row in players])
        better = better.reshape(players.shape)
    better = better - better.mean(axis=1, keepdims=True) if len(better) else better
    return (-better if lowest_wins else better).astype(np.float32)


def _from_scores(
    players: npt.NDArray[Any],
    game: npt.NDArray[np.int64],
    game_ids: Sequence[str],
    rounds: pd.DataFrame,
) -> Floats:
    """Return each player's mean score above the table's, from the games but its own.

    A mean is drawn towards 0 as if `EVEN_ROUNDS` rounds more had ended even.
    """
    scores = rounds[["game_id", "round", "player", "score"]].dropna()
    table = scores.groupby(["game_id", "round"], observed=True, sort=False)["score"]
    above = scores["score"].astype(float) - table.transform("mean").astype(float)
    by_game = above.groupby([scores["game_id"], scores["player"]], observed=True, sort=False)
    sums = by_game.agg(["sum", "count"])
    whole = sums.groupby(level="player", observed=True).sum()
    total = {name: (row["sum"], row["count"]) for name, row in whole.to_dict("index").items()}
    own: dict[Any, Any] = collections.defaultdict(lambda: (0.0, 0))
    own.update(zip(sums.index, sums.to_numpy().tolist(), strict=True))
    better = np.zeros(players.shape)
    for row, (names, at) in enumerate(zip(players.tolist(), game.tolist(), strict=True)):
        for seat, name in enumerate(names):
            points, count = total.get(name, (0.0, 0))
            mine, many = own[game_ids[at], name]
            better[row, seat] = (points - mine) / (count - many + EVEN_ROUNDS)
    return better


def _moments(of: Judged, *, every_decision: bool) -> pd.DataFrame:
    """Return the moments before each decision, and the end of each game that is over.

    A moment is named by the decision before it.
    """
    seats, game = of.chance.shape[1], of.game
    at = np.arange(len(game))
    starts = np.r_[True, game[1:] != game[:-1]][: len(game)]
    ends = np.r_[game[1:] != game[:-1], True][: len(game)]
    # A moment has the round and the turn of the decision before it; the start has its own.
    before = np.where(starts, at, at - 1)
    new = (of.round != of.round[before]) | (of.turn != of.turn[before])
    kept = np.flatnonzero(starts | new | every_decision)
    over = np.flatnonzero(ends & ~np.isnan(of.won[:, 0]))
    order = np.argsort(np.r_[kept * 2, over * 2 + 1])
    row = np.r_[kept, over][order]
    final = np.r_[np.zeros(len(kept), bool), np.ones(len(over), bool)][order]
    named = np.where(final, row, before[row])
    many = np.repeat(named, seats)
    missing = np.repeat(starts[row] & ~final, seats)
    return pd.DataFrame(
        {
            "game_id": _texts(np.array(of.game_ids, object), game[many]),
            "decision": pd.arrays.IntegerArray(of.decision[many].astype(np.int64), missing),
            "round": of.round[many],
            "turn": of.turn[many],
            "seat": np.tile(np.arange(seats, dtype=np.int64), len(row)),
            "player": _texts_of(of.players, of.group[row]),
            "kind": _texts_of(of.kinds, of.group[row]),
            "chance": np.where(final[:, None], of.won[row], of.chance[row]).reshape(-1),
            "error": 0.0,
            "over": np.repeat(final, seats),
        }
    )


def _texts(values: npt.NDArray[Any], index: npt.NDArray[Any]) -> Any:
    """Return texts by their index, checked once each."""
    return pd.array(values, dtype="string").take(index)


def _texts_of(table: npt.NDArray[Any], rows: npt.NDArray[Any]) -> Any:
    """Return rows of a table of texts, one after the other."""
    seats = table.shape[1]
    index = rows[:, None] * seats + np.arange(seats)
    return _texts(table.reshape(-1), index.reshape(-1))


def _probabilities(states: States, model: Model, seats: int) -> Floats:
    """Return the model's probabilities, decisions × seats, so that those of a moment sum to 1."""
    name = getattr(model, "__name__", type(model).__name__)
    probabilities = np.asarray(model(states) if len(states) else np.zeros(0), dtype=float)
    if probabilities.shape != (len(states),):
        raise RulesError(
            "{name} has returned an array of shape {shape} for {count} states: one "
            "probability for each is needed",
            name=name,
            shape=probabilities.shape,
            count=len(states),
        )
    if not ((probabilities >= 0) & (probabilities <= 1)).all():
        wrong = probabilities[~((probabilities >= 0) & (probabilities <= 1))][0]
        raise RulesError(
            "{name} has returned {wrong}: a probability is from 0 to 1", name=name, wrong=wrong
        )
    by_moment = probabilities.reshape(-1, seats)
    sums = by_moment.sum(axis=1, keepdims=True)
    return np.where(sums > 0, by_moment / np.where(sums > 0, sums, 1), 1 / seats)


def per_decision(frame: pd.DataFrame, decisions: pd.DataFrame) -> pd.DataFrame:
    """Return decisions with the columns `wp_before`, `wp_after` and `wpa` of their seats."""
    codes, names = pd.factorize(frame["game_id"])
    ids: Any = names
    chance, seats = frame["chance"].to_numpy(float), frame["seat"].to_numpy(np.int64)
    many = np.zeros(len(names), np.int64)  # seats of each game: a moment has as many rows
    np.maximum.at(many, codes, seats + 1)
    shifted = np.arange(len(frame)) - many[codes]
    keys = _keys(codes, frame["decision"], seats)
    by_key: Any = pd.Index(keys)
    rows = by_key.get_indexer(
        _keys(ids.get_indexer(decisions["game_id"]), decisions["decision"], decisions["seat"])
    )
    missing = (rows < 0) | (keys[rows] < 0) if len(keys) else rows < 0
    decisions = decisions.copy()
    for name, at in (("wp_before", shifted[rows]), ("wp_after", rows)):
        decisions[name] = pd.arrays.FloatingArray(np.where(missing, np.nan, chance[at]), missing)
    decisions["wpa"] = decisions["wp_after"] - decisions["wp_before"]
    return decisions


def _keys(game: Any, decision: pd.Series[Any], seat: Any) -> npt.NDArray[np.int64]:
    """Return a number for each game, decision and seat; below 0 where one of them is missing."""
    number = decision.to_numpy(np.int64, na_value=-1)
    seat = pd.Series(seat).to_numpy(np.int64, na_value=-1)
    keys = (np.asarray(game, np.int64) << 40) + (number << 8) + seat
    missing = (np.asarray(game) < 0) | (number < 0) | (seat < 0)
    return np.where(missing, -1 - np.arange(len(keys)), keys)
