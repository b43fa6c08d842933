"""Skip-Bo's table in the view: piles, the viewer's hand, and its moves."""

from __future__ import annotations

from skyjo_widget.board.paper_view import possible_hand
from skyjo_widget.board.tables.common import (
    TableSnapshot,
    TableView,
    View,
    card_or_none,
    clipped,
    open_actions,
    plain_text,
    prompt,
)
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.records.history import History
from skyjo_widget.strategies.observations import SkipBoObservation


def skipbo_table(table: TableSnapshot, seen: SkipBoObservation, viewer: int | None) -> View:
    """Build the piles of Skip-Bo's table, the viewer's hand, and the moves of each card."""
    legal = open_actions(table, seen, viewer)  # none if the hand is covered
    half = seen.players // 2
    return {
        "prompt": prompt(table, seen, viewer, _skipbo_prompt),
        "seats": [
            {
                "seat": p,
                "name": clipped(player.name),
                "kind": player.kind,
                "stock": {"count": seen.stock_left[p], "top": card_or_none(seen.stock_top[p])},
                "discards": [[plain_text(card) for card in pile] for pile in seen.discards[p]],
                "hand": seen.hand_size[p],
                "total": seen.total[p],
                "dealer": seen.dealer == p,
                "starter": seen.starter == p,
                "ender": seen.ender == p,
                "partner": (p + half) % seen.players if seen.teams else None,
            }
            for p, player in enumerate(table.players)
        ],
        "building": [_building(seen, b) for b in range(seen.building_piles)],
        "highest": seen.highest,
        "draw": {"count": seen.seen.draw_size},
        "completed": {"count": len(seen.completed)},
        "hand": _hand(table, seen, viewer),
        "moves": _moves(legal),
        "targets": {"button:pass": "pass"} if "pass" in legal else {},
        "cut": [card_or_none(card) for card in seen.cut]
        if (seen.round, seen.turn) == (1, 1) and not table.history.paper
        else None,
    }


def _building(seen: SkipBoObservation, b: int) -> View:
    """Return a place for a building pile; where piles may run down also its direction."""
    pile, down = seen.building[b], seen.building_down[b]
    count = len(pile)
    view: View = {
        "count": count,
        "top": plain_text(pile[-1]) if pile else None,
        "next": seen.highest - count if down else count + 1,
    }
    if down:
        return {**view, "down": True}
    return {**view, "either": True} if seen.piles_down and not pile else view


def _hand(table: TableSnapshot, seen: SkipBoObservation, viewer: int | None) -> list[str] | None:
    """Return the viewer's hand; with paper cards all that the actor's hand may hold."""
    if table.history.paper and table.waiting == "person" and table.seat == viewer:
        return possible_hand(table.history)
    return None if seen.me == NOBODY else [plain_text(card) for card in seen.mine]


def _moves(legal: tuple[str, ...]) -> View:
    """Group the legal actions by card, each action by the place it goes to."""
    moves: View = {}
    for action in legal:
        _, _, about = action.partition(" ")
        source, _, place = about.partition(" ")
        if place:
            in_hand = source == "wild" or source.isdecimal()
            moves.setdefault(f"hand:{source}" if in_hand else source, {})[place] = action
    return moves


def _skipbo_prompt(_table: TableSnapshot, seen: SkipBoObservation, legal: tuple[str, ...]) -> View:
    if seen.me != seen.seat:
        return {"key": "cover"}
    return {"key": "pass" if "pass" in legal else "turn"}


def _teams(history: History) -> list[list[int]] | None:
    half = len(history.players) // 2
    return [[seat, seat + half] for seat in range(half)] if history.rules.teams else None


def pad(history: History) -> View:
    """Build Skip-Bo's score pad."""
    return {
        "target": history.rules.target,
        "of": history.rules.rounds,
        "teams": _teams(history),
        "rounds": [{"round": played.round, **played.facts} for played in history.rounds],
    }


SKIPBO_TABLE = TableView(
    "piles",
    skipbo_table,
    pad,
    (
        "decision",
        "player",
        "notation",
        "card_in",
        "wild",
        "source",
        "source_pile",
        "position",
        "played_as",
        "completed",
        "round",
        "turn",
    ),
)
"""Skip-Bo's table."""
