"""The way from a game that is over to its study.

A replay is made by a room above the board's, which the board doesn't know: the package, above
them all, says how to make one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from skyjo_widget.table.session import HeadlessSession


class Studied(Protocol):
    """A display of a game for study."""

    board: Any
    """The widget."""

    def close(self) -> None:
        """Remove it from the notebook."""


MakeStudy = Callable[[HeadlessSession, Callable[[], None]], Studied]
"""Makes the study of a session's game; the function is called by its button back to the board."""

_makers: list[MakeStudy] = []


def register_study(make: MakeStudy) -> None:
    """Say how the study of a game is made; the newest way counts."""
    _makers.append(make)


def can_study() -> bool:
    """Return whether there is a way to study a game."""
    return bool(_makers)


def make_study(session: HeadlessSession, on_back: Callable[[], None]) -> Studied:
    """Make the study of a session's game, as it is now."""
    return _makers[-1](session, on_back)
