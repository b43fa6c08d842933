"""The rows of a log's frames, from a game's history."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.frames.schema import MOMENT
from skyjo_widget.records.annotations import Prediction
from skyjo_widget.records.history import History
from skyjo_widget.records.predictions import outcome
from skyjo_widget.records.replay import states
from skyjo_widget.strategies.observation import Observation


def round_rows(h: History) -> Iterable[dict[str, Any]]:
    """A row a round and seat."""
    for played in h.rounds_with_present():
        told = played.facts
        for seat, player in enumerate(played.players):
            yield {
                **h.game.round_columns(told, seat),
                "game_id": h.header["game_id"],
                "round": played.round,
                "seat": seat,
                "player": player.name,
                "kind": player.kind,
                "starter": None if told["starter"] is None else told["starter"] == seat,
                "ender": told["ender"] == seat,
                "finished": told["score"] is not None,
                "practice": h.header["practice"],
            }


def referee_rows(h: History) -> Iterable[dict[str, Any]]:
    """A row for each thing that a referee did."""
    for number, (event, decision, holds) in enumerate(h.refereed()):
        seat = event.get("seat")
        yield {
            **event,
            "game_id": h.header["game_id"],
            "event": number,
            "decision": decision,
            "what": event.get("what", event["event"]),
            "player": None if seat is None else h.players[seat].name,
            "place": event.get("place", event.get("first", event.get("source"))),
            "to": event.get("second", event.get("target")),
            "undone": not holds,
            "practice": h.header["practice"],
        }


def prediction_row(h: History, one: Prediction, seat: int | None) -> dict[str, Any]:
    """A prediction, as a seat may know it; None for what all seats may."""
    going_on = one.round > h.rounds_over
    silent = h.locked and going_on
    private = seat != one.seat and (
        one.private == "round" or (one.private == "turn" and one.decision >= len(h.decisions))
    )
    value = None if private and going_on and isinstance(one.value, str) else one.value
    coach = None if silent or (private and going_on) else one.coach
    return {
        "game_id": h.header["game_id"],
        "prediction": one.prediction,
        "decision": one.decision,
        "round": one.round,
        "seat": one.seat,
        "player": h.players[one.seat].name,
        "by": one.by,
        "question": one.question,
        "value": None if isinstance(value, str) else value,
        "written": one.written,
        "choice": value if isinstance(value, str) else None,
        "coach": None if isinstance(coach, str) else coach,
        "coach_choice": coach if isinstance(coach, str) else None,
        "outcome": None if coach is None and one.question == "best" else outcome(h, one, seat),
        "at": one.at,
        "practice": h.header["practice"],
    }


def game_row(h: History, path: Path | None) -> dict[str, Any]:
    """A game, and where its record is."""
    names = [player.name for player in h.players]
    winners = h.game.winners(h.state, h.codes) if h.over else []
    branch = h.header.get("branch")
    return {
        "game_id": h.header["game_id"],
        "game": h.game.name,
        "preset": h.header["preset"],
        "players": len(names),
        "names": ", ".join(names),
        "persons": sum(player.kind == "person" for player in h.players),
        "rounds": len(h.rounds),
        "decisions": sum(not row.undone for row in h.decisions),
        "finished": h.over and not h.state.unfinished,
        "winners": ", ".join(names[seat] for seat in winners) or None,
        "rules": json.dumps(dataclasses.asdict(h.rules)),
        "deck": h.deck.hash,
        "seed": h.header["seed"] if h.over else None,
        "locked": h.locked,
        "branch": "{game_id} {decision}".format(**branch) if branch else None,
        "created": h.header["at"],
        "practice": h.header["practice"],
        "path": None if path is None else str(path),
    }


def are_winners(told: str, players: Sequence[str]) -> list[bool] | None:
    """Which players, in the order of their seats, the column `winners` names; None if others.

    A comma may be in a name, so the text is read name by name.
    """

    def read(text: str, players: Sequence[str]) -> list[bool] | None:
        if not players:
            return None if text else []
        first, rest = f"{players[0]}, ", players[1:]
        if text.startswith(first) and (named := read(text[len(first) :], rest)) is not None:
            return [True, *named]
        named = read(text, rest)
        return None if named is None else [False, *named]

    return read(f"{told}, ", players)


def state_texts(h: History, seat: int | None) -> Iterable[str]:
    """The state before each decision: the truth of rounds that are over, or what a seat sees."""
    for state in states(h):
        if seat is None and state.round <= h.rounds_over:
            yield h.game.state_text(state, h.codes, h.deck)
        else:
            eyes = NOBODY if seat is None else seat
            yield str(Observation(h.game, state, h.codes, h.deck, eyes))


def moment(h: History, decision: int | None, seat: int | None) -> dict[str, Any]:
    """The decision that a remark is about, if it is about one, as a seat may know it."""
    about = {"game_id": h.header["game_id"], "practice": h.header["practice"]}
    if decision is None:
        return about
    told = h.tell(h.decisions[decision], seat)
    return {**about, **{name: told[name] for name in MOMENT}}
