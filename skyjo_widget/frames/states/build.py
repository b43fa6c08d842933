"""States of recorded games, and of games that are given by their actions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.limits import MAX_SEATS, NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.frames.states.fields import Layout, checked_depth, layout, numbers
from skyjo_widget.frames.states.loop import ACTION as ACTION_COLUMN
from skyjo_widget.frames.states.loop import DECISION as DECISION_COLUMN
from skyjo_widget.frames.states.loop import (
    FINISHED,
    GAME,
    ROUND,
    ROUNDS_OVER,
    SEAT,
    TOTALS,
    VIEWER,
    WINNERS,
    Given,
    Player,
    Rows,
    narrow,
)
from skyjo_widget.frames.states.table import NO_ACTION, States, Views, checked_views
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import feed, new_history

_PLAIN = {"shuffle", "act", "round", "seat", "fault", "resume"} | {
    "note", "form", "ruling", "prediction", "answer", "coach",
}  # fmt: skip
"""Events after which the loop can play a game again; others are replayed one by one."""


class Played(NamedTuple):
    """Games that were played again.

    Parameters
    ----------
    pieces : list of Rows
        In order.
    results : array of int64
        As of `loop.Player.play`.
    """

    pieces: list[Rows]
    results: npt.NDArray[np.int64]


def of_histories(
    histories: Sequence[History], *, views: Views = "own", depth: int | None = None
) -> States:
    """Return the states of games; parameters and errors as of `Log.states`."""
    every, depth = checked_views(views) == "all", checked_depth(depth)
    if not histories:
        raise RulesError("there is no game in this log")
    layouts = [
        layout(history.game, history.codes, history.deck, depth)
        for history in _first_of_each(histories)
    ]
    laid_out = layouts[0]
    for other in layouts[1:]:
        if other != laid_out:
            raise RulesError(
                "states have one row for one kind of table, and these games are of "
                "several: {one}, and {other}",
                one=_described(laid_out),
                other=_described(other),
            )
    played: list[Played] = []
    for _table, some in itertools.groupby(histories, _kind):
        group = list(some)
        for plain, part in itertools.groupby(group, _is_plain):
            if plain:
                played.append(_played(list(part), laid_out, every=every))
            else:
                played += [_replayed(history, laid_out, every=every) for history in part]
    return joined(laid_out, played, [str(history.header["game_id"]) for history in histories])


def public_state(history: History, depth: int) -> States:
    """Return the present state of a game as everybody may see it: one row, without a result.

    Parameters
    ----------
    history : History
        A game in which somebody is to decide.
    depth : int
        As of `Log.states`.
    """
    laid_out = layout(history.game, history.codes, history.deck, depth)
    x = numbers(laid_out, observe(history.state, NOBODY), NOBODY)
    about = np.array([[0, len(history.decisions), history.actor, NOBODY, NO_ACTION, 0]], np.int32)
    mask = np.zeros((1, -(-laid_out.actions // 8)), np.uint8)
    rows = Rows(np.array([x], np.int32), mask, about)
    return joined(laid_out, [Played([rows], np.zeros((1, TOTALS + MAX_SEATS), np.int64))], [""])


def joined(laid_out: Layout, played: Sequence[Played], game_ids: Sequence[str]) -> States:
    """Return what was played as states, without the rows of rounds that aren't over.

    The pieces are given up one by one.
    """
    first, kept = 0, []
    for part in played:
        for rows in part.pieces:
            over = rows.about[:, ROUND] <= part.results[rows.about[:, GAME], ROUNDS_OVER]
            rows.about[:, GAME] += first
            kept.append(over)
        first += len(part.results)
    count = sum(int(over.sum()) for over in kept)
    dtypes = [rows.x.dtype for part in played for rows in part.pieces]
    x = np.empty((count, len(laid_out)), np.result_type(np.int16, *dtypes))
    legal = np.empty((count, -(-laid_out.actions // 8)), np.uint8)
    about = np.empty((count, 6), np.int32)
    at, masks = 0, iter(kept)
    for part in played:
        while (
            part.pieces
        ):  # each is given up once it is copied: a long run would take twice the room
            rows, over = part.pieces.pop(0), next(masks)
            to = at + int(over.sum())
            for whole, piece in ((x, rows.x), (legal, rows.legal), (about, rows.about)):
                whole[at:to] = piece if over.all() else piece[over]
            at = to
    results = np.concatenate([part.results for part in played])
    won, totals = _shares(results, laid_out.players)
    game, viewer = about[:, GAME], about[:, VIEWER]
    return States(
        laid_out,
        x,
        legal,
        {
            "game": game.copy(),
            "decision": about[:, DECISION_COLUMN].copy(),
            "seat": about[:, SEAT].astype(np.int8),
            "viewer": viewer.astype(np.int8),
            "action": about[:, ACTION_COLUMN].astype(np.int16),
            "won": won[game, viewer],
            "final_total": totals[game, viewer],
        },
        game_ids,
    )


def _shares(results: npt.NDArray[np.int64], players: int) -> tuple[Any, Any]:
    """Return each seat's share of the win, and its total; NaN in a game without a winner.

    A game that was stopped may have winners, but no totals.
    """
    bits = results[:, WINNERS, None] >> np.arange(players) & 1
    many = bits.sum(axis=1, keepdims=True)
    won = np.where(many == 0, np.nan, bits / np.maximum(many, 1))
    without = (many == 0) | (results[:, FINISHED, None] == 0)
    return won, np.where(without, np.nan, results[:, TOTALS : TOTALS + players])


def _kind(history: History) -> tuple[Any, ...]:
    """Return what determines a game's layout and its rules."""
    return history.game.name, repr(history.rules), len(history.players), history.deck.hash


def _first_of_each(histories: Sequence[History]) -> list[History]:
    """Return one game of each kind of table."""
    return list({_kind(history): history for history in reversed(histories)}.values())[::-1]


def _described(laid_out: Layout) -> str:
    cells = laid_out["grid"].shape[1] if laid_out.width else 0
    return _(
        "{game} for {players}{grid} ({kinds} kinds of cards)",
        game=laid_out.game,
        players=laid_out.players,
        grid=_(" with {cells} cards each", cells=cells) if cells else "",
        kinds=len(laid_out.numbers),
    )


def _is_plain(history: History) -> bool:
    """Return True if a game's shuffles and actions are all that has changed its table."""
    header = history.header
    return not (history.paper or header.get("start")) and _PLAIN.issuperset(
        event["event"] for event in history.events[1:]
    )


def _played(histories: list[History], laid_out: Layout, *, every: bool) -> Played:
    """Play games of one kind of table again, all at once."""
    first = histories[0]
    game, codes = first.game, first.codes
    action_of = _Remembered(lambda text: game.parse_action(text, codes))
    card_of = _Remembered(lambda card: first.deck.parse_card(str(card)))
    actions: list[int] = []
    orders: list[int] = []
    ends, order_ends = [], []
    for history in histories:
        for event in history.events:
            if event["event"] == "act":
                actions.append(action_of[event["action"]])
            elif event["event"] == "shuffle":
                orders += [card_of[card] for card in event["order"]]
        ends.append(len(actions))
        order_ends.append(len(orders))
    rng = np.random.default_rng(0)  # not used: the orders are known
    games = Given(
        np.array(actions, np.int64),
        np.array(ends, np.int64),
        np.array(orders, np.int64),
        np.array(order_ends, np.int64),
        (rng, rng),
        [(history.header["seed"], history.header.get("run", 0)) for history in histories],
    )
    pieces, results = Player(game, codes, laid_out, every=every, decisions=len(actions)).play(games)
    for row, history in zip(results, histories, strict=True):
        _limit(row, history)
    return Played(pieces, results)


class _Remembered(dict[Any, int]):
    """A dict that computes what it lacks."""

    def __init__(self, find: Callable[[Any], int]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Any) -> int:
        number = self[key] = self._find(key)
        return number


def _limit(result: npt.NDArray[np.int64], history: History) -> None:
    """Take from a game's result what isn't known at the table yet."""
    result[ROUNDS_OVER] = min(result[ROUNDS_OVER], history.rounds_over)
    if not history.finished:
        result[FINISHED] = result[WINNERS] = 0


def _replayed(history: History, laid_out: Layout, *, every: bool) -> Played:
    """Replay a game event by event: one with undone decisions, penalties, or paper cards."""
    players = len(history.players)
    x, masks, about = [], [], []
    for moment, number in _moments(history):
        row, state = history.decisions[number], moment.known_state
        legal = moment.legal()
        for viewer in range(players) if every else (row.seat,):
            x.append(numbers(laid_out, observe(state, viewer), viewer))
            mask = np.zeros(laid_out.actions, np.uint8)
            if viewer == row.seat:
                mask[legal] = 1
            masks.append(np.packbits(mask))
            action = history.game.parse_action(row.notation, history.codes)
            about.append((0, number, row.seat, viewer, action, row.round))
    winners = history.game.winners(history.state, history.codes) if history.over else []
    result = np.zeros((1, TOTALS + MAX_SEATS), np.int64)
    result[0, FINISHED], result[0, ROUNDS_OVER] = history.finished, history.rounds_over
    result[0, WINNERS] = sum(1 << seat for seat in winners)
    result[0, TOTALS : TOTALS + players] = history.state.total[:players]
    wide = -(-laid_out.actions // 8)
    rows = Rows(
        narrow(np.array(x, np.int32).reshape(-1, len(laid_out))),
        np.array(masks, np.uint8).reshape(-1, wide),
        np.array(about, np.int32).reshape(-1, 6),
    )
    return Played([rows], result)


def _moments(history: History) -> Iterator[tuple[History, int]]:
    """Yield a game as it was before each decision that stands, with the decision's number."""
    replayed = new_history(history.header)
    for event in history.events[1:]:
        if event["event"] == "act" and not history.decisions[event["decision"]].undone:
            yield replayed, event["decision"]
        feed(replayed, event, line=0)
