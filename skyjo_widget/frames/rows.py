"""Conversion of histories to the rows of a log's frames."""

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


def prediction_row(history: History, one: Prediction, seat: int | None) -> dict[str, Any]:
    """Return a prediction as a seat may know it; with None the public part."""
    unfinished = one.round > history.rounds_over
    silent = history.locked and unfinished
    private = seat != one.seat and (
        one.private == "round" or (one.private == "turn" and one.decision >= len(history.decisions))
    )
    value = None if private and unfinished and isinstance(one.value, str) else one.value
    coach = None if silent or (private and unfinished) else one.coach
    return {
        "game_id": history.header["game_id"],
        "prediction": one.prediction,
        "decision": one.decision,
        "round": one.round,
        "seat": one.seat,
        "player": history.players[one.seat].name,
        "by": one.by,
        "question": one.question,
        "value": None if isinstance(value, str) else value,
        "written": one.written,
        "choice": value if isinstance(value, str) else None,
        "coach": None if isinstance(coach, str) else coach,
        "coach_choice": coach if isinstance(coach, str) else None,
        "outcome": None
        if coach is None and one.question == "best"
        else outcome(history, one, seat),
        "at": one.at,
        "practice": history.header["practice"],
    }


def game_row(history: History, path: Path | None) -> dict[str, Any]:
    """Return the row of a game; `path` is that of its record."""
    names = [player.name for player in history.players]
    winners = history.game.winners(history.state, history.codes) if history.over else []
    branch = history.header.get("branch")
    chosen = next((key for key in ("position", "order") if key in history.header), None)
    return {
        "game_id": history.header["game_id"],
        "game": history.game.name,
        "preset": history.header["preset"],
        "players": len(names),
        "names": ", ".join(names),
        "persons": sum(player.kind == "person" for player in history.players),
        "rounds": len(history.rounds),
        "decisions": sum(not row.undone for row in history.decisions),
        "finished": history.over and not history.state.unfinished,
        "winners": ", ".join(names[seat] for seat in winners) or None,
        "rules": json.dumps(dataclasses.asdict(history.rules)),
        "deck": history.deck.hash,
        "deck_name": history.deck.name or None,
        "seed": history.header["seed"] if history.over else None,
        "locked": history.locked,
        "branch": "{game_id} {decision}".format(**branch) if branch else chosen,
        "created": history.header["at"],
        "practice": history.header["practice"],
        "path": None if path is None else str(path),
    }


def are_winners(winners: str, players: Sequence[str]) -> list[bool] | None:
    """Return for each player, in seat order, whether the text of the column `winners` has the name.

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
    about = {"game_id": history.header["game_id"], "practice": history.header["practice"]}
    if decision is None:
        return about
    row = history.log_row(history.decisions[decision], seat)
    return {**about, **{name: row[name] for name in MOMENT}}
