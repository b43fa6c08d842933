"""The view: the table from a seat's point of view, as plain JSON for the browser.

It is built from that seat's observation and from public rows of the log, never from the whole
state.  ``docs/internals/view.md`` describes it.
"""

from __future__ import annotations

from typing import Any

from skyjo_widget.board.paper_view import asked
from skyjo_widget.board.tables.common import (
    TableSnapshot,
    View,
    card_or_none,
    clipped,
    effect_words,
    row_columns,
)
from skyjo_widget.board.tables.registry import TABLES
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import PolicyError, RecordError
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import Decision, History
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.table import Table
from skyjo_widget.util.messages import rendered

ScreenSession = tuple[int, Player, int, int]
"""The key of the time in which an uncovered hand stays uncovered: see `screen_session`."""

VERSION = 1
BATCH = 20
"""Rows in a batch; the board shows the newest full batch of the log, and the incomplete one."""


def viewer_of(session: Table) -> int | None:
    """Return the seat whose view a board shows: the person to act, or the next one to act.

    None if only bots play.  Of a served session it is the host's seat, if there is one.
    """
    if session.parts.screen.served:
        return session.parts.screen.served.seat
    n = len(session.players)
    turn, way = session.history.game.way_round(session.history.state)
    seats = [session.seat or 0, *((max(turn, 0) + way * k) % n for k in range(n))]
    return next((seat for seat in seats if session.players[seat].kind == "person"), None)


def screen_session(session: Table) -> ScreenSession | None:
    """Return the viewer's seat, the player there, the round, and the turns they have ended in it.

    A person who uncovers a hand is at the screen until this changes.  None where nobody decides.
    """
    viewer, s = viewer_of(session), session.history.state
    if viewer is None or session.seat is None:
        return None
    return viewer, session.players[viewer], s.round, s.turns[viewer] - (s.seat == viewer)


def hides_hand(session: Table, present: ScreenSession | None) -> bool:
    """Return whether the viewer's hand is covered.

    If several people share the screen and the game has hands, it is, unless its owner is at the
    screen: `present` is their screen session.
    """
    if session.history.paper:
        return False  # it is unknown: the view shows the possible cards
    if session.parts.screen.served:
        return False  # nobody else sits at this screen
    persons = sum(player.kind == "person" for player in session.players)
    if not session.history.game.private_hands or persons < 2:
        return False
    return present is None or present != screen_session(session)


def build_view(
    session: Table,
    error: View | None = None,
    *,
    public: bool = False,
    present: ScreenSession | None = None,
) -> View:
    """Build the view of a session.

    Parameters
    ----------
    session : Table
        The table; its lock must be held.
    error : dict, optional
        The reason why the last message was refused.
    public : bool
        Whether it shows public information only.
    present : tuple, optional
        The screen session of the person who has uncovered a hand.
    """
    viewer = None if public else viewer_of(session)
    hidden = viewer is not None and hides_hand(session, present)
    table = TableSnapshot(
        session.history,
        session.waiting,
        session.state,
        session.parts.undo.undoable,
        session.path,
        session.trouble,
        session.parts.game.record.saved,
        session.parts.game.fault,
        session.parts.game.spoken,
    )
    return picture(table, viewer, hidden=hidden, error=error)


def picture(
    table: TableSnapshot, viewer: int | None, *, hidden: bool = False, error: View | None = None
) -> View:
    """Build the view of a table, live or replayed.

    Parameters
    ----------
    table : TableSnapshot
    viewer : int or None
        The seat whose view it is; None: public information only.
    hidden : bool
        Whether the viewer's hand is covered.
    error : dict, optional
        The reason why the last message was refused.
    """
    history = table.history
    eyes = NOBODY if viewer is None or hidden else viewer
    seen = history.seen(eyes)
    newest = history.newest()
    return {
        "version": VERSION,
        "state": table.state_id,
        "game": history.game.name,
        "preset": history.header["preset"],
        "practice": history.header["practice"],
        "record": None if table.path is None else table.path.as_posix(),
        "paper": history.paper
        and asked(history, seen.legal if table.waiting in ("person", "cards") else ()),
        "phase": history.game.phases[history.state.phase],
        "round": seen.round,
        "turn": seen.turn,
        "decision": len(history.decisions),
        "seat": table.seat,
        "viewer": viewer,
        "covered": hidden and table.seat is not None,
        "waiting": table.waiting,
        "table": TABLES[history.game.name].kind,
        **TABLES[history.game.name].draw(table, seen, viewer),
        "last": last_action_view(history, newest, viewer) if newest else None,
        "taken_back": _taken_back(history, viewer) if history.taken_back else None,
        "penalty": history.game.penalize is not None and table.seat is not None,
        **({"long_round": True} if history.long_round else {}),
        **({"broken_off": True} if history.state.unfinished else {}),
        "penalized": _penalized(history.penalty) if history.penalty else None,
        "winners": history.game.winners(history.state, history.codes) if history.over else None,
        "undo": table.undoable,
        "error": error,
        "trouble": _trouble(table.trouble) if table.trouble else None,
        "saved": None if table.saved is None else table.saved.as_posix(),
        "fault": _fault(table, table.fault, viewer) if table.fault else None,
    }


def build_terms(history: History) -> View:
    """Build the part that never changes in a game: the rules and the cards' effects."""
    rules = {"rules": [[name, value] for name, value in history.rules.as_dict().items()]}
    effects = {key: effect_words(effect) for key, effect in history.effects.items()}
    more = {
        "effects": effects,
        "how": TABLES[history.game.name].how,
        "deck_name": history.deck.name,
    }
    return rules | {key: value for key, value in more.items() if value}


def build_sheet(history: History) -> View:
    """Build the part that changes once a round: the score pad."""
    return {"pad": TABLES[history.game.name].pad(history)}


def build_rows(session: Table) -> tuple[View, View]:
    """Build the newest rows of the log, with public information only.

    Returns
    -------
    rows, older : dict
        The incomplete batch, and the one before it, which changes rarely.
    """
    history = session.history
    columns = row_columns(history, TABLES[history.game.name])
    start = max(0, len(history.decisions) - 1) // BATCH * BATCH
    decisions = history.decisions[max(0, start - BATCH) :]
    log_rows = [
        {**history.shown_row(row, None), "player": clipped(row.player)} for row in decisions
    ]
    rows = [[row[name] for name in columns] for row in log_rows]
    undone = [row.decision for row in decisions if row.undone]
    older = min(start, BATCH)
    return (
        {"columns": list(columns), "rows": rows[older:], "undone": undone},
        {"rows": rows[:older]},
    )


def last_action_view(history: History, row: Decision, viewer: int | None) -> View:
    """Build the description of a decision for a viewer (None: public), above the table."""
    return {
        "seat": row.seat,
        "player": clipped(row.player),
        "action": history.notation(row, viewer),
        "kind": row.action,
        "position": row.position,
        "card_in": card_or_none(row.card_in) if history.may_see(row, viewer) else None,
        "card_out": card_or_none(row.card_out),
        "cleared": row.cleared,
        "cleared_card": card_or_none(row.card_in) if row.cleared else None,
        **row.more,
    }


def _taken_back(history: History, viewer: int | None) -> View:
    return {
        "first": last_action_view(history, history.taken_back[0], viewer),
        "count": len(history.taken_back),
    }


def _penalized(penalty: dict[str, Any]) -> View:
    return {"seat": penalty["seat"], "cards": penalty["cards"]}


def _trouble(trouble: RecordError) -> View:
    return {"key": trouble.reason, "text": str(trouble), "path": trouble.path}


def _fault(table: TableSnapshot, fault: PolicyError, viewer: int | None) -> View:
    history = table.history
    private = viewer is not None and viewer != fault.seat  # a person sees the bot's screen
    public = Observation(history.game, history.state, history.codes, history.deck, NOBODY)
    return {
        "seat": fault.seat,
        "player": clipped(fault.player),
        "text": rendered(fault.line, table.lang),
        "traceback": fault.traceback,
        "observation": str(public) if private else fault.observation,
        "whose": "everybody" if private else "bot",
    }
