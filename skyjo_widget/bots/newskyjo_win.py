"""The fitted win probabilities of NewSkyjo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from skyjo_widget.bots.grid_win import Phases, grid_features, grids_of
from skyjo_widget.bots.win_model import Floats, WinModel, lead, stacked
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.newskyjo.rules import (
    CHOOSE,
    FLIP,
    GIVE,
    ORDER,
    PICK_FIRST,
    PICK_HIDDEN,
    PICK_SECOND,
    PLACE_DRAWN,
    PLACE_KEPT,
    PLACE_TAKEN,
    SETUP,
)

PHASES = Phases(
    (
        (SETUP,),
        (CHOOSE,),
        (PLACE_TAKEN,),
        (PLACE_DRAWN,),
        (PLACE_KEPT,),
        (FLIP,),
        (PICK_FIRST, PICK_SECOND),
        (ORDER, PICK_HIDDEN, GIVE),
    ),
    (CHOOSE, PLACE_TAKEN, PLACE_KEPT),
    (FLIP,),
    (PLACE_KEPT,),
)
ROUND_SPREAD = 15.0
"""The scale of the lead after a round, in points; times the root of the rounds to come."""


def features(states: Any, codes: Any, edge: Floats) -> Floats:
    """Return the features of NewSkyjo: those of its grids, of the turn order and the totals."""
    seats = codes.players
    actor = states["seat"][:, None]
    order = (np.arange(seats, dtype=np.int32) - actor) * states["direction"][:, None] % seats
    turn = states["on_turn"][:, None] == np.arange(seats)
    grids = grids_of(states, codes, order, (states["due"] > 0) | turn)
    parts = grid_features(states, codes, edge, grids, PHASES)
    after = states["total"] + parts[1]
    left = np.maximum(codes.rounds - states["round"], 0).astype(np.float32)[:, None]
    spread = ROUND_SPREAD * np.sqrt(left + 0.5)
    extra = (states["next_twice"] - states["next_skips"])[:, None]
    parts += [
        lead(after) / spread,
        lead(after - edge * left) / spread,
        edge * left / spread,
        lead(after),
        np.minimum(left, 10),
        (order == 1) * extra,
        turn,
        turn * (states["turns_left"] + states["actions_left"])[:, None],
        turn * states["must_take"][:, None],
        codes.flip_turn,
        any(codes.effect),
    ]
    return stacked(parts, len(states), seats)


WIN_MODEL = WinModel(
    game=NEWSKYJO,
    file=Path(__file__).with_suffix(".npz"),
    digest="2bacf6f3d59eba72",
    features=features,
    lowest_wins=True,
    depth=1,
    fitted={
        "cleared_to": ("out of the game", "discard pile"),
        "clear_at_reveal": (True, False),
        "effects": (True, False),
        "flip_turn": (True, False),
        "rounds": range(1, 11),
    },
)
