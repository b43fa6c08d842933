"""Built-in policies: from an observation to an action.

A policy reads the fields of an observation (``o``), the rule codes (``r``) and a
random generator.  What it must not know isn't there: interpreted, it gets an
object without the secret fields; compiled, the same function reads the state
itself, and the tests hold the two together.

A game's module has ``NAMES``, ``KNOBS`` (the whole number that some policies take, as
``name: (default, lowest, highest)``) and ``choose(policy, knob, o, r, rng)``, where
`policy` is an index of ``NAMES``.  A name stands for a policy, with its number or
without: ``greedy``, ``threshold``, ``threshold(2)``.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from skyjo_widget.bots import newskyjo, skipbo, skyjo
from skyjo_widget.errors import RulesError

_FAMILIES: dict[str, Any] = {"skyjo": skyjo, "newskyjo": newskyjo, "skip-bo": skipbo}
_WRITTEN = re.compile(r"([a-z][a-z ]*)(?:\((-?\d{1,9})\))?")

Choose = Callable[[int, int, Any, Any, Any], int]
"""``choose(policy, knob, o, r, rng) -> action``, with a policy's index of ``NAMES``."""


@dataclasses.dataclass(frozen=True, slots=True)
class Policy:
    """A built-in policy of a game, with its number.

    Parameters
    ----------
    game : str
        Whose policy it is.
    name : str
        As it is written, its number in brackets if it takes one.
    index : int
        Of the game's ``NAMES``.
    knob : int
        Its number; 0 if it takes none.
    """

    game: str
    name: str
    index: int
    knob: int

    def act(self, o: Any, r: Any, rng: Any) -> int:
        """Its action; `o` holds what the seat to act may see."""
        return int(chooser(self.game)(self.index, self.knob, o, r, rng))


def names(game: str) -> tuple[str, ...]:
    """The built-in policies of a game."""
    return tuple(_FAMILIES[game].NAMES)


def find(game: str, text: str) -> Policy:
    """The policy that a text stands for.

    Raises
    ------
    RulesError
        If the game has no such policy, or it takes no such number; the message lists
        what there is.
    """
    family = _FAMILIES[game]
    written = _WRITTEN.fullmatch(text.strip())
    name = written[1].strip() if written else text
    if not written or name not in family.NAMES:
        raise RulesError(f"{text!r} is no bot of {game}; there are {', '.join(names(game))}")
    index = family.NAMES.index(name)
    if name not in family.KNOBS:
        if written[2]:
            raise RulesError(f"{text!r}: {name} takes no number")
        return Policy(game, name, index, 0)
    default, low, high = family.KNOBS[name]
    knob = int(written[2]) if written[2] else default
    if not low <= knob <= high:
        raise RulesError(f"{text!r}: {name} takes a number from {low} to {high}")
    return Policy(game, f"{name}({knob})", index, knob)


def chooser(game: str) -> Choose:
    """The function that all built-in policies of a game share."""
    choose: Choose = _FAMILIES[game].choose
    return choose
