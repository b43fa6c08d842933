"""Formatting and parsing of actions.

Grammar (``docs/notation.md`` has it with examples)::

    action = kind [" " what the kind is about]      draw, place b3, play 7 b1

The arguments of actions are in `skyjo_widget.engine.core.positions` and
`skyjo_widget.engine.skipbo.notation`.  A parser accepts what the writer writes and nothing else;
its errors say what is wrong.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from skyjo_widget.errors import NotationError
from skyjo_widget.errors.message import _
from skyjo_widget.util.spelling import suggestion

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R


@dataclasses.dataclass(frozen=True, slots=True)
class About:
    """The argument of a kind of action: its values are numbered from 0.

    Parameters
    ----------
    size : int
        The number of values.
    text : callable
        ``text(number, r)``: the notation of a value; "" without an argument.
    parse : callable
        ``parse(text, r)``: the number; raises `NotationError`.
    example : str
        The expected argument, for the message if it is missing.
    position : callable
        ``position(number, r, seat)``: the position that the action changes, as the log
        names it for its seat; None if there is none.
    ending : str
        The end of the notation, where a kind has a second block of actions.
    """

    size: int
    text: Callable[[int, Any], str]
    parse: Callable[[str, Any], int]
    example: str = ""
    position: Callable[[int, Any, int], str | None] = lambda number, r, seat: None
    ending: str = ""


ALONE = About(1, lambda number, r: "", lambda text, r: 0)
"""An action without an argument."""


class ActionTable:
    """The actions of a game, in blocks of consecutive ids.

    Parameters
    ----------
    *blocks : tuple of (str, About)
        A kind and its argument.  A kind's second block has an ending.
    """

    def __init__(self, *blocks: tuple[str, About]) -> None:
        self._of_kind: dict[str, list[tuple[About, int]]] = {}
        self._blocks: list[tuple[str, About, int]] = []
        for kind, about in blocks:
            first = len(self._blocks)
            self._of_kind.setdefault(kind, []).append((about, first))
            self._blocks += [(kind, about, first)] * about.size

    def __len__(self) -> int:
        return len(self._blocks)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of action, in the order of their ids."""
        return tuple(self._of_kind)

    def first(self, kind: str) -> int:
        """Return the first id of a kind."""
        return self._of_kind[kind][0][1]

    def kind(self, action: int) -> str:
        """Return the kind of an action."""
        return self._blocks[action][0]

    def number(self, action: int, about: About) -> int | None:
        """Return the number of an action's argument; None if it has another kind of argument."""
        _, argument, first = self._blocks[action]
        return action - first if argument is about else None

    def position(self, action: int, r: R, seat: int) -> str | None:
        """Return the position that a seat's action changes, as the log names it."""
        _, about, first = self._blocks[action]
        return about.position(action - first, r, seat)

    def text(self, action: int, r: R) -> str:
        """Format an action."""
        kind, about, first = self._blocks[action]
        words = about.text(action - first, r)
        return f"{kind} {words}{about.ending}" if words else kind

    def parse(self, text: str, r: R) -> int:
        """Parse an action.

        Raises
        ------
        NotationError
            If there is no such action; the message names the wrong word.
        """
        kind, space, rest = text.partition(" ")
        if kind not in self._of_kind:
            raise NotationError(
                "{text!r} is no action{hint}; an action begins with {kinds}",
                text=text,
                hint=suggestion(kind, self.kinds),
                kinds=", ".join(self.kinds),
            )
        blocks = self._of_kind[kind]
        fitting = [block for block in blocks if rest.endswith(block[0].ending)]
        about, first = fitting[-1]  # a first block has no ending
        if about is ALONE:
            if space:
                raise NotationError("{text!r}: {kind!r} stands alone", text=text, kind=kind)
        elif not rest:
            raise NotationError(
                "{text!r}: {kind!r} needs {example}",
                text=text,
                kind=kind,
                example=_(about.example, action=kind),
            )
        return first + about.parse(rest.removesuffix(about.ending), r)
