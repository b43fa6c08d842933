"""Conversion of histories to the rows of a log's frames."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.frames.schema import LIST, MOMENT, lists
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.history import History
from skyjo_widget.records.predictions import outcome
from skyjo_widget.records.replay import states
from skyjo_widget.strategies.observation import Observation


def round_rows(history: History) -> Iterable[dict[str, Any]]:
    """Yield one row per round and seat."""
    for played in history.rounds_with_present():
        facts = played.facts
        for seat, player in enumerate(played.players):
            yield {
                **history.game.round_columns(facts, seat),
                "game_id": history.header["game_id"],
                "round": played.round,
                "seat": seat,
                "player": player.name,
                "kind": player.kind,
                "starter": None if facts["starter"] is None else facts["starter"] == seat,
                "ender": facts["ender"] == seat,
                "finished": facts["score"] is not None,
                "practice": history.header["practice"],
            }


def winning_seats(history: History) -> list[int] | None:
    """Return the seats that have won; None unless the game was played to its end."""
    if not history.finished:
        return None
    return history.game.winners(history.state, history.codes)


def seat_rows(history: History) -> Iterable[dict[str, Any]]:
    """Yield one row per seat."""
    facts = [round_.facts for round_ in history.rounds]
    n = len(history.players)
    scores = [[round_["score"][seat] for round_ in facts if round_["score"]] for seat in range(n)]
    totals = [history.state.total[seat] if facts else None for seat in range(n)]
    begun = next((round_.facts["starter"] for round_ in history.rounds_with_present()), None)
    winners = winning_seats(history)
    ranks = ranked(totals, winners)
    for seat, player in enumerate(history.players):
        won = None if winners is None else seat in winners
        yield {
            "game_id": history.header["game_id"],
            "game": history.game.name,
            "preset": history.header["preset"],
            "players": n,
            "seat": seat,
            "player": player.name,
            "kind": player.kind,
            "policy": player.policy,
            "order": None if begun is None else (seat - begun) % n + 1,
            "won": won,
            "share": None if winners is None else (seat in winners) / max(len(winners), 1),
            "rank": ranks[seat],
            "total": totals[seat],
            "mean_score": sum(scores[seat]) / len(scores[seat]) if scores[seat] else None,
            "rounds": len(scores[seat]),
            "finished": winners is not None,
            "practice": history.header["practice"],
        }


def ranked(totals: Sequence[Any], winners: Sequence[int] | None) -> list[int | None]:
    """Return each seat's rank: 1 for the winners, the others by their totals; equal ones share it.

    Whether more points are better is seen from the winners' totals.  All are None while nobody
    has won.
    """
    if not winners:
        return [None] * len(totals)
    others = [seat for seat in range(len(totals)) if seat not in winners]
    sign = -1 if any(totals[seat] < totals[winners[0]] for seat in others) else 1
    return [
        1
        if seat in winners
        else 1 + len(winners) + sum(sign * totals[other] < sign * total for other in others)
        for seat, total in enumerate(totals)
    ]


def referee_rows(history: History) -> Iterable[dict[str, Any]]:
    """Yield one row per action of a referee."""
    for number, (event, decision, holds) in enumerate(history.refereed()):
        seat = event.get("seat")
        yield {
            **event,
            "game_id": history.header["game_id"],
            "event": number,
            "decision": decision,
            "what": event.get("what", event["event"]),
            "player": None if seat is None else history.players[seat].name,
            "place": event.get("place", event.get("first", event.get("source"))),
            "to": event.get("second", event.get("target")),
            "undone": not holds,
            "practice": history.header["practice"],
        }


def prediction_row(history: History, prediction: Prediction, seat: int | None) -> dict[str, Any]:
    """Return a prediction as a seat may know it; with None the public part."""
    unfinished = prediction.round > history.rounds_over
    silent = history.locked and unfinished
    private = seat != prediction.seat and (
        prediction.private == "round"
        or (prediction.private == "turn" and prediction.decision >= len(history.decisions))
    )
    value = (
        None if private and unfinished and isinstance(prediction.value, str) else prediction.value
    )
    coach = None if silent or (private and unfinished) else prediction.coach
    return {
        "game_id": history.header["game_id"],
        "prediction": prediction.prediction,
        "decision": prediction.decision,
        "round": prediction.round,
        "seat": prediction.seat,
        "player": history.players[prediction.seat].name,
        "by": prediction.by,
        "question": prediction.question,
        "value": None if isinstance(value, str) else value,
        "written": prediction.written,
        "choice": value if isinstance(value, str) else None,
        "coach": None if isinstance(coach, str) else coach,
        "coach_choice": coach if isinstance(coach, str) else None,
        "outcome": None
        if coach is None and prediction.question == "best"
        else outcome(history, prediction, seat),
        "at": prediction.at,
        "practice": history.header["practice"],
    }


def game_row(history: History, path: Path | None) -> dict[str, Any]:
    """Return the row of a game; `path` is that of its record."""
    names = [player.name for player in history.players]
    winners = winning_seats(history)
    branch = history.header.get("branch")
    chosen = next((key for key in ("position", "order") if key in history.header), None)
    return {
        "game_id": history.header["game_id"],
        "game": history.game.name,
        "preset": history.header["preset"],
        "players": len(names),
        "names": names,
        "persons": sum(player.kind == "person" for player in history.players),
        "rounds": len(history.rounds),
        "decisions": sum(not row.undone for row in history.decisions),
        "finished": history.finished,
        "winners": None if winners is None else [names[seat] for seat in winners],
        "rules": json.dumps(history.rules.as_dict()),
        "deck": history.deck.hash,
        "deck_name": history.deck.name or None,
        "seed": history.header["seed"] if history.over else None,
        "locked": history.locked,
        "branch": "{game_id} {decision}".format(**branch) if branch else chosen,
        "created": history.header["at"],
        "practice": history.header["practice"],
        "path": None if path is None else str(path),
    }


def lists_of_texts(frame: pd.DataFrame, orders: Sequence[Sequence[str]]) -> pd.DataFrame:
    """Return a frame in which columns of lists hold lists, where an older version wrote texts.

    Parameters
    ----------
    frame : DataFrame
    orders : sequence of sequence of str
        The names of the players in each seat order that occurs.
    """

    def names_in(text: str) -> tuple[str, ...] | None:
        for order in orders:
            if won := are_winners(text, order):
                return tuple(name for name, yes in zip(order, won, strict=True) if yes)
        return None

    readers: dict[str, Callable[[str], tuple[str, ...] | None]] = {
        "names": names_in,
        "winners": names_in,
        "cleared": lambda text: tuple(text.split(" ")),
        "swapped": lambda text: tuple(re.findall(r"discard pile|\S+", text)),
    }
    for name, reader in readers.items():
        if name in frame and frame[name].dtype != LIST:
            old = {text for text in frame[name].dropna().unique() if isinstance(text, str)}
            if old:
                parsed = {text: reader(text) for text in old}
                values = [
                    parsed[v] if isinstance(v, str) else v if isinstance(v, (tuple, list)) else None
                    for v in frame[name]
                ]
                frame[name] = pd.Series(lists(values), frame.index)
    return frame


def winners_in(text: str, players: Sequence[str]) -> list[bool] | None:
    """Return for each player whether `winners`, a JSON list or an older text, has the name.

    None if it has other names.
    """
    with contextlib.suppress(ValueError):
        names = json.loads(text)
        if isinstance(names, list) and all(name in players for name in names):
            return [player in names for player in players]
    return are_winners(text, players)


def are_winners(winners: str, players: Sequence[str]) -> list[bool] | None:
    """Return for each player, in seat order, whether an older text of `winners` has the name.

    None if the text has other names.  Names may contain commas, so it is parsed name by name.
    """

    def read(text: str, players: Sequence[str]) -> list[bool] | None:
        if not players:
            return None if text else []
        first, rest = f"{players[0]}, ", players[1:]
        if text.startswith(first) and (named := read(text[len(first) :], rest)) is not None:
            return [True, *named]
        named = read(text, rest)
        return None if named is None else [False, *named]

    return read(f"{winners}, ", players)


def state_texts(history: History, seat: int | None) -> Iterable[str]:
    """Yield the state before each decision: full in finished rounds, or as a seat sees it."""
    for state in states(history):
        if seat is None and state.round <= history.rounds_over:
            yield history.game.state_text(state, history.codes, history.deck)
        else:
            viewer = NOBODY if seat is None else seat
            yield str(Observation(history.game, state, history.codes, history.deck, viewer))


def moment(history: History, decision: int | None, seat: int | None) -> dict[str, Any]:
    """Return the columns on an annotation's decision, if any, as a seat may know it."""
    game = {"game_id": history.header["game_id"], "practice": history.header["practice"]}
    if decision is None:
        return game
    row = history.log_row(history.decisions[decision], seat)
    return {**game, **{name: row[name] for name in MOMENT}}


def decision_rows(history: History, seat: int | None) -> Iterable[dict[str, Any]]:
    """Yield one row per decision, as a seat may know it; with None the public part."""
    return (history.log_row(row, seat) for row in history.decisions)


def note_rows(history: History, seat: int | None) -> Iterable[dict[str, Any]]:
    """Yield one row per note."""
    for note in history.notes:
        yield {
            **dataclasses.asdict(note),
            **moment(history, note.decision, seat),
            "note_kind": note.kind,
            "tags": note.tags,
        }


def form_rows(history: History, seat: int | None) -> Iterable[dict[str, Any]]:
    """Yield one row per form."""
    for form in history.forms:
        yield {**dataclasses.asdict(form), **moment(history, None, seat)}


def ruling_rows(history: History, seat: int | None) -> Iterable[dict[str, Any]]:
    """Yield one row per ruling."""
    for ruling in history.rulings:
        yield {**dataclasses.asdict(ruling), **moment(history, ruling.decision, seat)}


def prediction_rows(history: History, seat: int | None) -> Iterable[dict[str, Any]]:
    """Yield one row per prediction."""
    return (prediction_row(history, prediction, seat) for prediction in history.predictions)


def answer_rows(history: History, _seat: int | None) -> Iterable[dict[str, Any]]:
    """Yield one row per answer."""
    for answer in history.answers:
        value = answer.value
        yield {
            **dataclasses.asdict(answer),
            "game_id": history.header["game_id"],
            "value": f"{value:.15g}" if isinstance(value, float) else value,
        }


ROWS: dict[str, Callable[[History, int | None], Iterable[dict[str, Any]]]] = {
    "decisions": decision_rows,
    "rounds": lambda history, _seat: round_rows(history),
    "seats": lambda history, _seat: seat_rows(history),
    "notes": note_rows,
    "forms": form_rows,
    "rulings": ruling_rows,
    "referee": lambda history, _seat: referee_rows(history),
    "predictions": prediction_rows,
    "answers": answer_rows,
}
"""The rows of a game by frame, as a seat may know them; `games` needs the record's path too."""
