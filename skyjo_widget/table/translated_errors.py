"""Errors of a table in the table's language."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.util.messages import translate_message

Kind = TypeVar("Kind", bound=type)


def translate_errors(kind: Kind) -> Kind:
    """Decorate a session's class: its public methods raise errors in the session's language."""
    for name, method in inspect.getmembers(kind, inspect.isfunction):
        if not name.startswith("_"):
            setattr(kind, name, translating(method))
    return kind


def translating(method: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a method: it raises errors in the language that `spoken` names."""
    if inspect.isgeneratorfunction(inspect.unwrap(method)):
        return method  # a context manager, which raises what its block does

    @functools.wraps(method)
    def in_its_language(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except SkyjoWidgetError as error:
            error.args = (translate_message(str(error), self.spoken), *error.args[1:])
            raise

    return in_its_language
