"""Built-in policies: from an observation to an action.

A policy reads the fields of an observation (``o``), the rule codes (``r``) and a
random generator.  What it must not know isn't there: interpreted, it gets an
object without the secret fields; compiled, the same function reads the state
itself, and the tests hold the two together.

A game's module has ``NAMES`` and ``choose(policy, o, r, rng)``, where `policy` is
an index of ``NAMES``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skyjo_widget.bots import newskyjo, skipbo, skyjo
from skyjo_widget.errors import RulesError

_FAMILIES: dict[str, Any] = {"skyjo": skyjo, "newskyjo": newskyjo, "skip-bo": skipbo}


def names(game: str) -> tuple[str, ...]:
    """The built-in policies of a game."""
    return tuple(_FAMILIES[game].NAMES)


def index(game: str, name: str) -> int:
    """A policy's number.

    Raises
    ------
    RulesError
        If the game has no policy of that name; the message lists those there are.
    """
    known = names(game)
    if name not in known:
        raise RulesError(f"{name!r} is no bot of {game}; there are {', '.join(known)}")
    return known.index(name)


def chooser(game: str) -> Callable[[int, Any, Any, Any], int]:
    """The function that all built-in policies of a game share."""
    choose: Callable[[int, Any, Any, Any], int] = _FAMILIES[game].choose
    return choose
