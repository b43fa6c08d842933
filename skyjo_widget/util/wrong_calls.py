"""Sentences for calls that Python would refuse: a missing argument, an unknown name."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from skyjo_widget.errors import CallError, MissingNameError
from skyjo_widget.util.shadowed import raise_explained
from skyjo_widget.util.spelling import suggestion

Result = TypeVar("Result")

_NAMED = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def called(function: Callable[..., Result], args: Iterable[Any], kwargs: dict[str, Any]) -> Result:
    """Call a function.

    Raises
    ------
    CallError
        If it can't take these arguments.
    """
    try:
        return function(*args, **kwargs)
    except TypeError as error:
        trace = error.__traceback__
        if trace is None or trace.tb_next is not None:
            raise  # the function itself has raised it
        text = _reason(function, tuple(args), kwargs)
        if text is None:
            raise
        raise CallError(text) from None


def _reason(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> str | None:
    """Return why a function can't take these arguments; None if it is something else."""
    parameters = inspect.signature(function).parameters
    kinds = {parameter.kind for parameter in parameters.values()}
    name, own = function.__name__, next(iter(parameters), "") == "self"
    names = [key for key, parameter in parameters.items() if parameter.kind in _NAMED]
    places = [key for key in names if parameters[key].kind is not inspect.Parameter.KEYWORD_ONLY]
    unknown = [key for key in kwargs if key not in names]
    missing = [
        key
        for key, parameter in parameters.items()
        if parameter.default is parameter.empty
        and parameter.kind not in _VARIABLE
        and key not in kwargs
        and key not in places[: len(args)]
    ]
    if unknown and inspect.Parameter.VAR_KEYWORD not in kinds:
        known = names[own:]
        there = f"there are {', '.join(known)}" if known else "it takes none"
        return f"{name}() has no argument {unknown[0]!r}{suggestion(unknown[0], known)}; {there}"
    if len(args) > len(places) and inspect.Parameter.VAR_POSITIONAL not in kinds:
        takes = ", ".join(places[own:]) or "nothing"
        return (
            f"{name}() takes without a name only {takes}, not {args[len(places)]!r:.40}"
            f"{_example(function)}"
        )
    twice = next((key for key in places[: len(args)] if key in kwargs), None)
    if twice:
        value, hint = args[places.index(twice)], suggestion(twice, set(names) - {twice})
        return f"{name}() has {twice} twice, {value!r:.40} and {kwargs[twice]!r:.40}{hint}"
    if missing:
        return f"{name}() needs {', '.join(missing)}{_example(function)}"
    return None


def _example(function: Callable[..., Any]) -> str:
    """Return the first call of a function in its own examples, as a hint."""
    line = rf">>> (?:\w+ = )?((?:\w+\.)*{function.__name__}\(.*\))"
    call = re.search(line, function.__doc__ or "")
    return f", as in {call[1]}" if call else ""


class NamesChecked:
    """A base class that suggests another name for an attribute that its objects don't have."""

    __slots__ = ()
    _called: ClassVar[str] = ""
    """Name of an object in the sentence; by default its class's."""

    if not TYPE_CHECKING:  # else any name would pass

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name=name, obj=self)
            if hasattr(type(self), name):
                try:
                    return object.__getattribute__(self, name)  # raises what it has raised
                except AttributeError as error:
                    raise_explained(error)
                    raise
            names = [key for key in dir(type(self)) if not key.startswith("_")]
            what = self._called or type(self).__name__
            where = self._elsewhere(name)
            hint = f": {where} is meant" if where else suggestion(name, names)
            raise MissingNameError(f"{what} has no attribute {name!r}{hint}", name=name, obj=self)

    def _elsewhere(self, name: str) -> str:
        """Return where else a name is to be found, as ``log.decisions``; empty if nowhere."""
        return ""
