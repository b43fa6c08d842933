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
    """

    size: int
    text: Callable[[int, Any], str]
    parse: Callable[[str, Any], int]
    example: str = ""
    position: Callable[[int, Any, int], str | None] = lambda number, r, seat: None


ALONE = About(1, lambda number, r: "", lambda text, r: 0)
"""An action without an argument."""


class ActionTable:
    """The actions of a game: one block of consecutive ids for each kind.

    Parameters
    ----------
    *blocks : tuple of (str, About)
        A kind and its argument.
    """

    def __init__(self, *blocks: tuple[str, About]) -> None:
        self._first: dict[str, int] = {}
        self._about: dict[str, About] = {}
        self._kind_of: list[str] = []
        for kind, about in blocks:
            self._first[kind] = len(self._kind_of)
            self._about[kind] = about
            self._kind_of += [kind] * about.size

    def __len__(self) -> int:
        return len(self._kind_of)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of action, in the order of their ids."""
        return tuple(self._first)

    def first(self, kind: str) -> int:
        """Return the first id of a kind."""
        return self._first[kind]

    def kind(self, action: int) -> str:
        """Return the kind of an action."""
        return self._kind_of[action]

    def number(self, action: int, about: About) -> int | None:
        """Return the number of an action's argument; None if it has another kind of argument."""
        kind = self._kind_of[action]
        return action - self._first[kind] if self._about[kind] is about else None

    def position(self, action: int, r: R, seat: int) -> str | None:
        """Return the position that a seat's action changes, as the log names it."""
        kind = self._kind_of[action]
        return self._about[kind].position(action - self._first[kind], r, seat)

    def text(self, action: int, r: R) -> str:
        """Format an action."""
        kind = self.kind(action)
        words = self._about[kind].text(action - self._first[kind], r)
        return f"{kind} {words}" if words else kind

    def parse(self, text: str, r: R) -> int:
        """Parse an action.

        Raises
        ------
        NotationError
            If there is no such action; the message names the wrong word.
        """
        kind, space, rest = text.partition(" ")
        if kind not in self._first:
            raise NotationError(
                "{text!r} is no action{hint}; an action begins with {kinds}",
                text=text,
                hint=suggestion(kind, self.kinds),
                kinds=", ".join(self.kinds),
            )
        about = self._about[kind]
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
        return self._first[kind] + about.parse(rest, r)
