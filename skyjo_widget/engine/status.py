"""Every broken invariant of a state, by name."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.game import Game


def status(game: Game, s: Any, r: Any) -> tuple[str, ...]:
    """The names of the invariants that a state breaks; empty if it is sound.

    Parameters
    ----------
    game : Game
        Whose invariants.
    s, r : twin
        The interpreted state and the rule codes.
    """
    return tuple(name for name, holds in game.invariants.items() if not _holds(holds, s, r))


def _holds(holds: Any, s: Any, r: Any) -> bool:
    try:
        return bool(holds(s, r))
    except IndexError:  # a size or a seat that points outside breaks it too
        return False
