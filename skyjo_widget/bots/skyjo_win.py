"""The fitted win probabilities of Skyjo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from skyjo_widget.bots.grid_win import Phases, grid_features, grids_of
from skyjo_widget.bots.win_model import Floats, WinModel, lead, stacked
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import CHOOSE, FLIP, PLACE_DRAWN, PLACE_TAKEN, SETUP

PHASES = Phases(
    ((SETUP,), (CHOOSE,), (PLACE_TAKEN,), (PLACE_DRAWN,), (FLIP,)), (CHOOSE, PLACE_TAKEN), (FLIP,)
)
ROUND_POINTS = 11.1  # as in `skyjo_widget.bots.skyjo_search`
LAST_ROUND = 0.66
ROUND_SPREAD = 17.5
MOST_ROUNDS = 30


def features(states: Any, codes: Any, edge: Floats) -> Floats:
    """Return the features of Skyjo: those of its grids, and of the totals."""
    seats = codes.players
    actor, ender = states["seat"][:, None], states["ender"][:, None]
    order = (np.arange(seats, dtype=np.int32) - actor) % seats
    grids = grids_of(states, codes, order, order < (ender - actor) % seats)
    parts = grid_features(states, codes, edge, grids, PHASES)
    value = parts[1]
    total = states["total"].astype(np.float32)
    after = total + value
    target = np.float32(codes.target)
    left = np.maximum(target - after.max(axis=1, keepdims=True), 0) / (
        ROUND_POINTS * np.sqrt(seats)
    )
    rounds = np.maximum(left, LAST_ROUND)
    ahead = lead(after)
    spread = ROUND_SPREAD * np.sqrt(rounds) / np.cbrt(seats)
    passed = np.maximum(states["round"] - 1, 1)[:, None]
    own = target - after
    parts += [
        ahead / spread,
        lead(after - edge * left) / spread,
        edge * left / spread,
        lead(total) / spread,
        ahead,
        np.clip(own, -30, 60),
        np.clip(own.min(axis=1, keepdims=True), -30, 60),
        np.minimum(left, MOST_ROUNDS),
        np.clip(total / passed, -10, 60),
        np.clip((total - total.mean(axis=1, keepdims=True)) / np.sqrt(passed), -60, 60),
        np.minimum(passed, 10),
        codes.penalty_factor > 1,
        codes.penalty_always,
        codes.tie_is_safe,
        codes.ender_starts,
    ]
    return stacked(parts, len(states), seats)


WIN_MODEL = WinModel(
    game=SKYJO,
    file=Path(__file__).with_suffix(".npz"),
    digest="eaeb0c621fe5e294",
    features=features,
    lowest_wins=True,
    depth=1,
    fitted={
        "cleared_to": ("discard pile", "out of the game"),
        "clear_at_reveal": (True, False),
        "ender_safe": ("strictly lowest", "lowest"),
        "penalty_factor": (1, 2),
        "penalty_when": ("positive", "always"),
        "starter": ("ender", "highest sum"),
        "target": range(1, 1001),
    },
)
