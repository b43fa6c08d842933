"""What the browser of one seat may see: a picture of the table as plain JSON.

It is built from that seat's observation and from rows that are public, never from
the whole state.  ``docs/view.md`` describes it.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from skyjo_widget.board.paper_view import asked
from skyjo_widget.board.tables.common import (
    Shown,
    View,
    card_or_none,
    clipped,
    effect_words,
    effects_of,
)
from skyjo_widget.board.tables.registry import TABLES, row_columns
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import PolicyError, RecordError
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import Decision, History
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.session import HeadlessSession

Stay = tuple[int, Player, int, int]
"""A person's time at the screen, between two turns of theirs: see `stay_of`."""

VERSION = 1
BATCH = 20
"""The board shows the newest rows of the log: a full batch, and the one that fills."""


def viewer_of(session: HeadlessSession) -> int | None:
    """The seat through whose eyes a board looks: the person to act, or who acts next.

    None if only bots play.
    """
    n = len(session.players)
    turn, way = session.game.way_round(session.history.state)
    seats = [session.seat or 0, *((max(turn, 0) + way * k) % n for k in range(n))]
    return next((seat for seat in seats if session.players[seat].kind == "person"), None)


def stay_of(session: HeadlessSession) -> Stay | None:
    """The seat that looks, who sits there, the round, and how many turns they have ended in it.

    Who says that they are at the screen is there for so long.  None where nobody decides.
    """
    viewer, s = viewer_of(session), session.history.state
    if viewer is None or session.seat is None:
        return None
    return viewer, session.players[viewer], s.round, s.turns[viewer] - (s.seat == viewer)


def hides_hand(session: HeadlessSession, present: Stay | None) -> bool:
    """Whether the hand of the seat that looks isn't shown.

    Where several people share the screen and the game has hands, it isn't, unless its owner
    is there: is `present` for their stay.
    """
    if session.history.paper:
        return False  # nobody knows it: what it may be is shown
    persons = sum(player.kind == "person" for player in session.players)
    if not session.game.private_hands or persons < 2:
        return False
    return present is None or present != stay_of(session)


def build_view(
    session: HeadlessSession,
    error: View | None = None,
    *,
    public: bool = False,
    present: Stay | None = None,
) -> View:
    """The board's picture.

    Parameters
    ----------
    session : HeadlessSession
        The table; its lock must be held.
    error : dict, optional
        Why the last message was refused.
    public : bool
        Whether it is for everybody's eyes.
    present : tuple, optional
        Who of several people has said that they are at the screen, and for which stay; a
        hand is shown to its owner alone.
    """
    viewer = None if public else viewer_of(session)
    hidden = viewer is not None and hides_hand(session, present)
    table = Shown(
        session.history,
        session.waiting,
        session.state_id,
        session.undoable,
        session.path,
        session.trouble,
        session.saved,
        session.fault,
    )
    return picture(table, viewer, hidden=hidden, error=error)


def picture(
    table: Shown, viewer: int | None, *, hidden: bool = False, error: View | None = None
) -> View:
    """The picture of a table, a session's or one that is only looked at.

    Parameters
    ----------
    table : Shown
    viewer : int or None
        The seat that looks; None: what every seat may see.
    hidden : bool
        Whether its hand isn't shown.
    error : dict, optional
        Why the last message was refused.
    """
    h = table.history
    eyes = NOBODY if viewer is None or hidden else viewer
    seen = h.seen(eyes)
    newest = h.newest()
    return {
        "version": VERSION,
        "state": table.state_id,
        "game": h.game.name,
        "preset": h.header["preset"],
        "practice": h.header["practice"],
        "record": None if table.path is None else table.path.as_posix(),
        "paper": asked(h, seen.legal if table.waiting in ("person", "cards") else ()),
        "phase": h.game.phases[h.state.phase],
        "round": seen.round,
        "turn": seen.turn,
        "decision": len(h.decisions),
        "seat": table.seat,
        "viewer": viewer,
        "covered": hidden and table.seat is not None,
        "waiting": table.waiting,
        "table": TABLES[h.game.name].kind,
        **TABLES[h.game.name].draw(table, seen, viewer),
        "last": last_told(h, newest, viewer) if newest else None,
        "taken_back": _taken_back(h, viewer) if h.taken_back else None,
        "penalty": h.game.penalize is not None and table.seat is not None,
        "penalized": _penalized(h.penalty) if h.penalty else None,
        "winners": h.game.winners(h.state, h.codes) if h.over else None,
        "undo": table.undoable,
        "error": error,
        "trouble": _trouble(table.trouble) if table.trouble else None,
        "saved": None if table.saved is None else table.saved.as_posix(),
        "fault": _fault(h, table.fault, viewer) if table.fault else None,
    }


def build_terms(h: History) -> View:
    """What never changes in a game: the rules, and what the cards can do."""
    rules = {"rules": [[name, value] for name, value in dataclasses.asdict(h.rules).items()]}
    effects = {key: effect_words(effect) for key, effect in effects_of(h).items()}
    how = TABLES[h.game.name].how
    return rules | ({"effects": effects} if effects else {}) | ({"how": how} if how else {})


def build_sheet(h: History) -> View:
    """What changes with a round at most: the score pad."""
    return {"pad": TABLES[h.game.name].pad(h)}


def build_rows(session: HeadlessSession) -> tuple[View, View]:
    """The newest rows of the log, as every seat may know them.

    Returns
    -------
    rows, older : dict
        The batch that fills, and the one before it, which changes seldom.
    """
    h = session.history
    columns = row_columns(h)
    start = max(0, len(h.decisions) - 1) // BATCH * BATCH
    shown = h.decisions[max(0, start - BATCH) :]
    told = [{**h.tell(row, None), "player": clipped(row.player)} for row in shown]
    rows = [[row[name] for name in columns] for row in told]
    undone = [row.decision for row in shown if row.undone]
    older = min(start, BATCH)
    return (
        {"columns": list(columns), "rows": rows[older:], "undone": undone},
        {"rows": rows[:older]},
    )


def last_told(h: History, row: Decision, viewer: int | None) -> View:
    """A decision as the line above the table tells it to a seat (None: to every seat)."""
    return {
        "seat": row.seat,
        "player": clipped(row.player),
        "action": h.notation(row, viewer),
        "kind": row.action,
        "position": row.position,
        "card_in": card_or_none(row.card_in) if h.may_see(row, viewer) else None,
        "card_out": card_or_none(row.card_out),
        "cleared": row.cleared,
        "cleared_card": card_or_none(row.card_in) if row.cleared else None,
        **row.more,
    }


def _taken_back(h: History, viewer: int | None) -> View:
    return {"first": last_told(h, h.taken_back[0], viewer), "count": len(h.taken_back)}


def _penalized(penalty: dict[str, Any]) -> View:
    return {"seat": penalty["seat"], "cards": penalty["cards"]}


def _trouble(trouble: RecordError) -> View:
    return {"key": trouble.reason, "text": str(trouble), "path": trouble.path}


def _fault(h: History, fault: PolicyError, viewer: int | None) -> View:
    private = viewer is not None and viewer != fault.seat  # a person looks over the bot's shoulder
    public = Observation(h.game, h.state, h.codes, h.deck, NOBODY)
    return {
        "seat": fault.seat,
        "player": clipped(fault.player),
        "text": fault.line,
        "traceback": fault.traceback,
        "observation": str(public) if private else fault.observation,
        "whose": "everybody" if private else "bot",
    }
