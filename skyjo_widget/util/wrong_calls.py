"""Sentences for calls that Python would refuse: a missing argument, an unknown one."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

from skyjo_widget.errors import CallError
from skyjo_widget.errors.message import _
from skyjo_widget.util.spelling import suggestion

_NAMED = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def check_call(
    error: TypeError, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> None:
    """Raise `CallError` if a call has failed since the function can't take these arguments."""
    trace = error.__traceback__
    if trace is None or trace.tb_next is not None:
        return  # the function itself has raised it
    text = _reason(function, args, kwargs)
    if text is not None:
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
        taken = names[own:]
        there = _("there are {names}", names=", ".join(taken)) if taken else _("it takes none")
        return _(
            "{call}() has no argument {name!r}{hint}; {there}",
            call=name,
            name=unknown[0],
            hint=suggestion(unknown[0], taken),
            there=there,
        )
    if len(args) > len(places) and inspect.Parameter.VAR_POSITIONAL not in kinds:
        takes = ", ".join(places[own:]) or _("nothing")
        return _(
            "{name}() takes without a name only {takes}, not {value!r:.40}{example}",
            name=name,
            takes=takes,
            value=args[len(places)],
            example=_example(function),
        )
    twice = next((key for key in places[: len(args)] if key in kwargs), None)
    if twice:
        value, hint = args[places.index(twice)], suggestion(twice, set(names) - {twice})
        return _(
            "{name}() has {twice} twice, {value!r:.40} and {other!r:.40}{hint}",
            name=name,
            twice=twice,
            value=value,
            other=kwargs[twice],
            hint=hint,
        )
    if missing:
        return _(
            "{name}() needs {missing}{example}",
            name=name,
            missing=", ".join(missing),
            example=_example(function),
        )
    return None


def _example(function: Callable[..., Any]) -> str:
    """Return the first call of a function in its own examples, as a hint."""
    line = rf">>> (?:\w+ = )?((?:\w+\.)*{function.__name__}\(.*\))"
    call = re.search(line, function.__doc__ or "")
    return _(", as in {call}", call=call[1]) if call else ""
