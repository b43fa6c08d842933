"""Checks of a state against its game's invariants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.reasons import Names

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R
    from skyjo_widget.engine.core.twins import StateTwin as S


def status(game: Game, s: S, r: R) -> tuple[str, ...]:
    """Return the names of the invariants that a state violates; empty if it is valid.

    Parameters
    ----------
    game : Game
        Defines the invariants.
    s, r : twin
        The interpreted state and the rule codes.
    """
    return tuple(name for name, holds in game.invariants.items() if not _holds(holds, s, r))


def reasons(game: Game, s: S, r: R, deck: Deck, players: Sequence[str]) -> tuple[str, ...]:
    """Describe each invariant that a state violates, in players' words.

    Parameters
    ----------
    game, s, r
        As in `status`.
    deck : Deck
        Names the cards.
    players : sequence of str
        Names by seat.
    """
    names = Names(deck, players, game.phases)
    return tuple(_reason(game, broken, s, r, names) for broken in status(game, s, r))


def _reason(game: Game, broken: str, s: S, r: R, names: Names) -> str:
    try:
        return game.reasons[broken](s, r, names)
    except (KeyError, IndexError):  # a custom game; a number out of range
        return f"{broken!r} doesn't hold"


def _holds(holds: Callable[[S, R], bool], s: S, r: R) -> bool:
    try:
        return bool(holds(s, r))
    except IndexError:  # a size or a seat out of range violates it too
        return False
