"""The fitted win probabilities of Skip-Bo without teams."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from skyjo_widget.bots.win_model import Floats, WinModel, lead, stacked
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.skipbo.game import SKIPBO

MANY = 30
"""Rounds to come, at most, as a feature."""


def features(states: Any, codes: Any, edge: Floats) -> Floats:
    """Return the features of Skip-Bo: stock piles, what they wait for, and the totals."""
    seats, highest = codes.players, codes.highest
    order = (np.arange(seats, dtype=np.int32) - states["seat"][:, None]) % seats
    acts = order == 0
    left = states["stock_left"].astype(np.float32)
    numbers = np.minimum(states.numbers, highest).astype(np.int32)
    wild = codes.wild
    upper = states["building"]
    due = (upper != NO_CARD).sum(axis=2) + 1  # the number that a building pile waits for
    top = states["stock_top"]
    is_wild = top == wild
    number = np.where(top < 0, 1, numbers[top])
    lacks = (number[:, :, None] - due[:, None, :]) % highest
    nearest = lacks.argmin(axis=2)
    lacking = np.where(is_wild, 0, np.take_along_axis(lacks, nearest[:, :, None], axis=2)[:, :, 0])
    tops = states["discards"][:, :, :, 0]
    top_number = np.where(tops < 0, -1, numbers[tops])
    first = np.take_along_axis(due, nearest, axis=1)
    # The number of cards leading to the stock pile's top that lie on one's own discard piles.
    helps = np.zeros(order.shape, np.float32)
    for step in range(highest - 1):
        wanted = (first + step - 1) % highest + 1
        lies = ((top_number == wanted[:, :, None]) | (tops == wild)).any(axis=2)
        helps += lies & (step < lacking)
    playable = (top_number[:, :, :, None] == due[:, None, None, :]).any(axis=3)
    deep = (states["discards"] != NO_CARD).sum(axis=(2, 3))
    total = states["total"].astype(np.float32)
    gain = codes.win_points + codes.card_points * (left.sum(axis=1, keepdims=True) - left)
    need = np.maximum(codes.target - total, 0)
    rounds = codes.rounds - states["round"] if codes.rounds else np.full(len(states), MANY)
    size = np.float32(max(codes.stock, 1))
    lead_left = lead(left - (lacking == 0) * 0.8)
    parts = [
        left,
        left / size,
        lead_left,
        lead_left / np.sqrt(left.sum(axis=1, keepdims=True) + 1),
        np.minimum(left, 5),
        edge,
        lead(-edge),
        edge * left.min(axis=1, keepdims=True) / size,
        lacking,
        lacking == 0,
        lacking - helps,
        is_wild,
        helps,
        playable.sum(axis=2),
        (tops >= 0).sum(axis=2),
        np.minimum(deep, 30),
        states["hand_size"],
        acts,
        order == 1,
        order / seats,
        acts & (lacking == 0),
        (order == 1) & (lacking == 0),
        acts * states["hand_size"],
        np.minimum(states["turn"] / seats, 40)[:, None],
        lead(-total) / codes.target,
        np.minimum(need / gain, 10),
        need / codes.target,
        need.min(axis=1, keepdims=True) / codes.target,
        need <= gain,
        lead(need / (codes.win_points + codes.card_points * size * (seats - 1) / 2)),
        np.minimum(need / (codes.win_points + codes.card_points * size * (seats - 1) / 2), 10),
        (lead(-total - gain) > 0),
        np.clip(np.minimum(rounds, 3), 0, 3)[:, None],
        edge * (need.min(axis=1, keepdims=True) / codes.target),
        size / 10,
        1 / seats,
        np.sqrt(seats),
    ]
    return stacked(parts, len(states), seats)


WIN_MODEL = WinModel(
    game=SKIPBO,
    file=Path(__file__).with_suffix(".npz"),
    digest="34b1d5d5bd628cb1",
    features=features,
    lowest_wins=False,
    depth=12,
    fitted={
        "short": (False, True),
        "rounds": (None, 1),
        "target": range(100, 1001),
    },
)
