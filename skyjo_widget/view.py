"""What the browser of one seat may see: a picture of the table as plain JSON.

It is built from that seat's observation and from rows that are public, never from
the whole state.  ``docs/view.md`` describes it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from skyjo_widget.engine.notation import position_text
from skyjo_widget.engine.state import NOBODY
from skyjo_widget.errors import PolicyError, RecordError
from skyjo_widget.history import Decision, History, Round
from skyjo_widget.observation import Observation
from skyjo_widget.session import Session

VERSION = 1
BATCH = 20
"""The board shows the newest rows of the log: a full batch, and the one that fills."""
LONGEST = 200
"""Letters of a name that the board shows; the record and the frames have it whole."""
ROW_COLUMNS = (
    "decision",
    "player",
    "notation",
    "card_in",
    "card_out",
    "cleared",
    "source",
    "round",
    "turn",
)

View = dict[str, Any]


def viewer_of(session: Session) -> int | None:
    """The seat through whose eyes a board looks: the person to act, or who acts next.

    None if only bots play.
    """
    n = len(session.players)
    start: int = session.seat or 0
    seats = [(start + k) % n for k in range(n)]
    return next((seat for seat in seats if session.players[seat].kind == "person"), None)


def build_view(session: Session, error: View | None = None, *, public: bool = False) -> View:
    """The board's picture.

    Parameters
    ----------
    session : Session
        The table; its lock must be held.
    error : dict, optional
        Why the last message was refused.
    public : bool
        Whether it is for everybody's eyes.
    """
    h = session.history
    viewer = None if public else viewer_of(session)
    seen = Observation(h.game, h.state, h.codes, h.deck, NOBODY if viewer is None else viewer)
    waiting = session.waiting
    newest = h.newest()
    return {
        "version": VERSION,
        "state": session.state_id,
        "game": h.game.name,
        "preset": h.header["preset"],
        "practice": h.header["practice"],
        "record": None if session.path is None else session.path.as_posix(),
        "phase": session.phase,
        "round": seen.round,
        "turn": seen.turn,
        "decision": len(h.decisions),
        "seat": session.seat,
        "viewer": viewer,
        "waiting": waiting,
        **_TABLES[h.game.name](session, seen, viewer),
        "last": _last(h, newest, viewer) if newest else None,
        "taken_back": _taken_back(h, viewer) if h.taken_back else None,
        "winners": h.game.winners(h.state, h.codes) if session.over else None,
        "undo": session.undoable,
        "error": error,
        "trouble": _trouble(session.trouble) if session.trouble else None,
        "saved": None if session.saved is None else session.saved.as_posix(),
        "fault": _fault(session, session.fault, viewer) if session.fault else None,
    }


def build_sheet(session: Session) -> View:
    """What changes with a round at most: the rules, and the score pad."""
    h = session.history
    return {
        "rules": [[name, value] for name, value in dataclasses.asdict(h.rules).items()],
        "pad": {"target": h.rules.target, "rounds": [_PADS[h.game.name](r) for r in h.rounds]},
    }


def build_rows(session: Session) -> tuple[View, View]:
    """The newest rows of the log, as every seat may know them.

    Returns
    -------
    rows, older : dict
        The batch that fills, and the one before it, which changes seldom.
    """
    h = session.history
    start = max(0, len(h.decisions) - 1) // BATCH * BATCH
    shown = h.decisions[max(0, start - BATCH) :]
    told = [{**h.tell(row, None), "player": _name(row.player)} for row in shown]
    rows = [[row[name] for name in ROW_COLUMNS] for row in told]
    undone = [row.decision for row in shown if row.undone]
    older = min(start, BATCH)
    return (
        {"columns": list(ROW_COLUMNS), "rows": rows[older:], "undone": undone},
        {"rows": rows[:older]},
    )


def _skyjo_table(session: Session, seen: Observation, viewer: int | None) -> View:
    """What lies on a table of the Skyjo family."""
    seat = session.seat
    positions = [position_text(cell, seen.columns) for cell in range(seen.columns * seen.rows)]
    playing = seen.turn > 0
    seats = [
        {
            "seat": p,
            "name": _name(player.name),
            "kind": player.kind,
            "grid": [
                "." if position not in seen.grid[p] else _card(seen.grid[p][position])
                for position in positions
            ],
            "hidden": seen.hidden[p],
            "visible_sum": sum(card or 0 for card in seen.grid[p].values()),
            "total": seen.total[p],
            "starter": playing and seen.starter == p,
            "ender": playing and seen.ender == p,
        }
        for p, player in enumerate(session.players)
    ]
    discard = [_card(card) for card in seen.discard]
    held = None
    if seen.phase == "place taken":
        held = {"seat": seat, "card": discard.pop(), "source": "discard"}
    elif seen.phase == "place drawn":
        held = {"seat": seat, "card": _card(seen.hand), "source": "draw"}
    legal = seen.legal if session.waiting == "person" and seat == viewer else ()
    return {
        "prompt": _skyjo_prompt(session, seen, legal, held),
        "columns": seen.columns,
        "rows": seen.rows,
        "seats": seats,
        "draw": {"count": seen.seen.draw_size},
        "discard": {
            "count": len(discard),
            "top": discard[-1] if discard else None,
            "below": discard[-2] if len(discard) > 1 else None,
        },
        "held": held,
        "targets": {_target(action, seat): action for action in legal},
        "last_turn": playing and seen.ender != NOBODY and session.seat is not None,
        "ender": seen.ender if playing and seen.ender != NOBODY else None,
    }


def _skyjo_prompt(
    session: Session, seen: Observation, legal: tuple[str, ...], held: View | None
) -> View:
    seat, waiting = session.seat, session.waiting
    if waiting == "fault" and session.fault:
        return {"key": "fault", "player": _name(session.fault.player)}
    if seat is None:
        return {"key": seen.phase.replace(" ", "_")}
    player = _name(session.players[seat].name)
    if waiting == "bot":
        return {"key": "bot", "player": player}
    key = seen.phase.replace(" ", "_")
    card = held["card"] if held else _card(seen.discard[-1])
    if key == "choose" and len(legal) == 1:
        key = "choose_forced"
    return {"key": key, "player": player, "card": card}


_TABLES: dict[str, Callable[[Session, Observation, int | None], View]] = {"skyjo": _skyjo_table}


def _target(action: str, seat: int | None) -> str:
    """What a click must hit to mean an action."""
    kind, _, position = action.partition(" ")
    if position:
        return f"{seat}:{position}"
    return "discard" if kind == "take" else kind


def _name(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _card(card: int | None) -> str:
    return "?" if card is None else str(card)


def _text(card: int | None) -> str | None:
    return None if card is None else str(card)


def _last(h: History, row: Decision, viewer: int | None) -> View:
    source = row.source.split()[0] if row.source else None
    return {
        "seat": row.seat,
        "player": _name(row.player),
        "action": row.notation,
        "kind": row.action,
        "from": source if source in ("draw", "discard") else None,
        "position": row.position,
        "card_in": _text(row.card_in) if h.may_see(row, viewer) else None,
        "card_out": _text(row.card_out),
        "cleared": row.cleared,
        "cleared_card": _text(row.card_in) if row.cleared else None,
    }


def _taken_back(h: History, viewer: int | None) -> View:
    return {"first": _last(h, h.taken_back[0], viewer), "count": len(h.taken_back)}


def _skyjo_pad(played: Round) -> View:
    told = played.facts
    penalty = [score - raw for score, raw in zip(told["score"], told["raw"], strict=True)]
    return {"round": played.round, **told, "penalty": penalty}


_PADS: dict[str, Callable[[Round], View]] = {"skyjo": _skyjo_pad}


def _trouble(trouble: RecordError) -> View:
    return {"key": trouble.reason, "text": str(trouble), "path": trouble.path}


def _fault(session: Session, fault: PolicyError, viewer: int | None) -> View:
    h = session.history
    private = viewer is not None and viewer != fault.seat  # a person looks over the bot's shoulder
    public = Observation(h.game, h.state, h.codes, h.deck, NOBODY)
    return {
        "seat": fault.seat,
        "player": _name(fault.player),
        "text": fault.line,
        "traceback": fault.traceback,
        "observation": str(public) if private else fault.observation,
        "whose": "everybody" if private else "bot",
    }
