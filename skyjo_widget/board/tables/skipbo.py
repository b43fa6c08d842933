"""Skip-Bo's table in the view: piles, the viewer's hand, and its moves."""

from __future__ import annotations

from skyjo_widget.board.paper_view import possible_hand
from skyjo_widget.board.tables.common import (
    Shown,
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
from skyjo_widget.strategies.observation import Observation


def skipbo_table(table: Shown, seen: Observation, viewer: int | None) -> View:
    """The piles of Skip-Bo's table, the viewer's hand, and what may be done with which card."""
    legal = open_actions(table, seen, viewer)  # none if the hand is covered: nobody looks then
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
        "building": [
            {
                "count": len(pile),
                "top": plain_text(pile[-1]) if pile else None,
                "next": len(pile) + 1,
            }
            for pile in seen.building
        ],
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


def _hand(table: Shown, seen: Observation, viewer: int | None) -> list[str] | None:
    """The viewer's hand; with paper cards all that the hand of the seat to act may hold."""
    if table.history.paper and table.waiting == "person" and table.seat == viewer:
        return possible_hand(table.history)
    return None if seen.me == NOBODY else [plain_text(card) for card in seen.mine]


def _moves(legal: tuple[str, ...]) -> View:
    """What may be done with which card: the places that it may go to, and the actions."""
    moves: View = {}
    for action in legal:
        _, _, about = action.partition(" ")
        source, _, place = about.partition(" ")
        if place:
            in_hand = source == "wild" or source.isdecimal()
            moves.setdefault(f"hand:{source}" if in_hand else source, {})[place] = action
    return moves


def _skipbo_prompt(_table: Shown, seen: Observation, legal: tuple[str, ...]) -> View:
    if seen.me != seen.seat:
        return {"key": "cover"}
    return {"key": "pass" if "pass" in legal else "turn"}


def _teams(h: History) -> list[list[int]] | None:
    half = len(h.players) // 2
    return [[seat, seat + half] for seat in range(half)] if h.rules.teams else None


def pad(h: History) -> View:
    """Skip-Bo's score pad."""
    return {
        "target": h.rules.target,
        "of": h.rules.rounds,
        "teams": _teams(h),
        "rounds": [{"round": played.round, **played.facts} for played in h.rounds],
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
