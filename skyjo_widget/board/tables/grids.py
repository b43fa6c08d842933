"""The table of a grid game in the view, and what may be clicked there."""

from __future__ import annotations

import dataclasses

from skyjo_widget.board.tables.common import (
    TableSnapshot,
    TableView,
    View,
    card_or_none,
    card_text,
    clipped,
    open_actions,
    plain_text,
    prompt,
)
from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.records.history import History
from skyjo_widget.strategies.observation import GridObservation

COLUMNS = (
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


def grid_table(table: TableSnapshot, seen: GridObservation, viewer: int | None) -> View:
    """Build the grids and piles of a grid game's table, and its clickable targets."""
    seat = table.seat
    text = card_text if table.history.effects else plain_text
    positions = [position_text(cell, seen.columns) for cell in range(seen.columns * seen.rows)]
    playing = seen.turn > 0
    seats = [
        {
            "seat": p,
            "name": clipped(player.name),
            "kind": player.kind,
            "grid": [
                "." if position not in seen.grid[p] else text(seen.grid[p][position])
                for position in positions
            ],
            "hidden": seen.hidden[p],
            "visible_sum": sum(card or 0 for card in seen.grid[p].values()),
            "total": seen.total[p],
            "starter": playing and seen.starter == p,
            "ender": playing and seen.ender == p,
        }
        for p, player in enumerate(table.players)
    ]
    discard = [text(card) for card in seen.discard]
    held = None
    if seen.phase == "place taken":
        held = {"seat": seat, "card": discard.pop(), "source": "discard"}
    elif seen.phase == "place drawn":
        held = {"seat": seat, "card": text(seen.hand), "source": "draw"}
    return {
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
        "targets": {_target(action, seat): action for action in open_actions(table, seen, viewer)},
        "last_turn": playing and seen.ender != NOBODY and table.seat is not None,
        "ender": seen.ender if playing and seen.ender != NOBODY else None,
    }


def _target(action: str, seat: int | None) -> str:
    """Return the target of an action: the place to click."""
    kind, _, about = action.partition(" ")
    if kind == "order":
        return f"order:{about}"
    if about:
        return about if ":" in about else f"{seat}:{about}"
    return {"draw": "draw", "take": "discard", "discard": "discard", "keep": "held"}.get(
        kind, f"button:{kind}"
    )


def skyjo_table(table: TableSnapshot, seen: GridObservation, viewer: int | None) -> View:
    """Build a table with grids and two piles."""
    grids = grid_table(table, seen, viewer)
    return {"prompt": prompt(table, seen, viewer, grid_prompt), **grids}


def grid_prompt(_table: TableSnapshot, seen: GridObservation, legal: tuple[str, ...]) -> View:
    """Return the prompt of a grid game."""
    key = seen.phase.replace(" ", "_")
    card = seen.hand if seen.phase == "place drawn" else seen.discard[-1]
    if key == "choose" and len(legal) == 1:
        key = "choose_forced"
    elif key == "place_drawn" and card is None:
        key = "place_open"  # an unnamed paper card
    return {"key": key, "card": card_or_none(card)}


def rounds(history: History) -> list[View]:
    """Return the lines of the score pad."""
    lines = []
    for played in history.rounds:
        facts = played.facts
        penalty = [score - raw for score, raw in zip(facts["score"], facts["raw"], strict=True)]
        lines.append({"round": played.round, **facts, "penalty": penalty})
    return lines


def pad(history: History) -> View:
    """Build a grid game's score pad: the total or the round that ends it, and its rounds."""
    ends = {"target": "target", "of": "rounds"}
    options = dataclasses.asdict(history.rules)
    limits = {key: options[name] for key, name in ends.items() if name in options}
    return {**limits, "rounds": rounds(history)}


GRID_TABLE = TableView("grids", skyjo_table, pad, COLUMNS)
"""Skyjo's table, and that of other grid games that end with a total."""
