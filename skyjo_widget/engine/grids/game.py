"""The factory of grid games' definitions."""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.reasons import GRID_REASONS
from skyjo_widget.engine.grids import log
from skyjo_widget.engine.grids.rules import wins
from skyjo_widget.engine.grids.table_text import GridText


def grid_game(rules: ModuleType, **facts: Any) -> Game:
    """Make the definition of a grid game.

    Parameters
    ----------
    rules : module
        Has the game's ``PHASES``, ``ACTIONS``, ``start``, ``apply``, ``proceed``, ``legal``, and
        the phases ``SETUP``, ``CHOOSE``, ``PLACE_DRAWN``, ``SHUFFLE``, ``REVEAL``, ``ROUND_OVER``
        and ``GAME_OVER``, as in Skyjo.
    **facts
        The other fields of `Game`, and those that differ from Skyjo's.
    """
    over = (rules.ROUND_OVER, rules.GAME_OVER)

    shared = {
        "phases": rules.PHASES,
        "actions": rules.ACTIONS,
        "start": rules.start,
        "apply": rules.apply,
        "proceed": rules.proceed,
        "legal": rules.legal,
        "wins": wins,
        "shuffle_phase": rules.SHUFFLE,
        "idle_phases": frozenset({rules.SHUFFLE, rules.REVEAL, rules.ROUND_OVER}),
        "scoring_phase": rules.REVEAL,
        "round_over": rules.ROUND_OVER,
        "game_over": rules.GAME_OVER,
        "shuffles": {rules.SETUP: "deal", rules.CHOOSE: "draw"},
        "reasons": GRID_REASONS,
        "before": log.before,
        "after": log.after,
        "consequences": functools.partial(log.consequences, drawn=rules.PLACE_DRAWN),
        "round_facts": functools.partial(log.round_facts, over=over),
        "round_columns": log.round_columns,
        "details": log.GridDetails,
        "trace_before": log.trace_before,
        "trace_after": log.trace_after,
        "trace_details": log.trace_details,
        "trace_cleared": log.trace_cleared,
        "trace_round": log.trace_round,
        "log_columns": log.log_columns,
        "round_trace_columns": log.ROUND_COLUMNS,
        "known": log.nothing_known,
        "way_round": log.way_round,
        "compared": ("phase", "turn", "ender", "grid", "cards_left"),
        "shown_codes": ("columns", "rows"),
        "mine": "grid",
        "written": GridText(rules),
    }
    return Game(**{**shared, **facts})
