"""Every broken invariant of a state, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.reasons import Names


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


def reasons(game: Game, s: Any, r: Any, deck: Deck, players: Sequence[str]) -> tuple[str, ...]:
    """A sentence for each invariant that a state breaks, in players' words.

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


def _reason(game: Game, broken: str, s: Any, r: Any, names: Names) -> str:
    try:
        return game.reasons[broken](s, r, names)
    except (KeyError, IndexError):  # a game of one's own; a number that points outside
        return f"{broken!r} doesn't hold"


def _holds(holds: Any, s: Any, r: Any) -> bool:
    try:
        return bool(holds(s, r))
    except IndexError:  # a size or a seat that points outside breaks it too
        return False
