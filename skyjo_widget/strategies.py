"""Asking a strategy: a function from an observation to an action."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.game import Game
from skyjo_widget.errors import PolicyError
from skyjo_widget.observation import Observation


def ask(
    function: Callable[[Observation], Any],
    game: Game,
    s: Any,
    r: Any,
    deck: Deck,
    rng: Any,
    *,
    name: str,
) -> int:
    """The action that a strategy chooses for the seat to act.

    Raises
    ------
    PolicyError
        If it raises or answers what isn't legal.
    """
    shown = Observation(game, s, r, deck, s.seat)
    try:
        answer = function(shown)
        action = game.parse_action(answer, r) if isinstance(answer, str) else int(answer)
    except Exception as error:
        raise PolicyError(
            f"{type(error).__name__}: {error}",
            seat=s.seat,
            player=name,
            observation=str(shown),
            traceback=traceback.format_exc(),
        ) from error
    if action not in game.legal_actions(s, r):
        raise PolicyError(
            f"answered {answer!r}, which isn't legal",
            seat=s.seat,
            player=name,
            observation=str(shown),
        )
    return action
