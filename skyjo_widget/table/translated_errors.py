"""Errors, warnings and progress of a table in the table's language."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from skyjo_widget.util.messages import translated
from skyjo_widget.util.wrong_calls import called

Kind = TypeVar("Kind", bound=type)


def translate_errors(kind: Kind) -> Kind:
    """Decorate a session's class: what can be called and set speaks the session's language."""
    for name, member in inspect.getmembers(kind):
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            setattr(kind, name, translating(member))
        elif isinstance(member, property) and member.fset:
            setattr(kind, name, member.setter(translating(member.fset)))
    return kind


def translating(method: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a method of what has a `LiveGame`: it speaks the language of the table."""
    if hasattr(method, "translates") or inspect.isgeneratorfunction(inspect.unwrap(method)):
        return method  # the latter is a context manager, which raises what its block does

    @functools.wraps(method)
    def in_its_language(self: Any, *args: Any, **kwargs: Any) -> Any:
        with translated(self._game.spoken):
            return called(method, (self, *args), kwargs)

    in_its_language.translates = True  # type: ignore[attr-defined]
    return in_its_language
