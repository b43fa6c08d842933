"""Comparing a message with its description."""

from __future__ import annotations

import functools
import math
import types
from collections.abc import Iterator
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

_UNIONS = (Union, types.UnionType)


@functools.cache
def fields_of(shape: Any) -> dict[str, tuple[Any, bool]]:
    """Return the fields of a described object: of each its type, and whether it must be there."""
    optional: frozenset[str] = shape.__optional_keys__
    hints = get_type_hints(shape, include_extras=True)
    return {
        name: (get_args(hint)[0], False)
        if get_origin(hint) is NotRequired
        else (hint, name not in optional)
        for name, hint in hints.items()
    }


@functools.cache
def kinds_of(union: Any) -> dict[str, Any]:
    """Return the messages of a union by the value of their field ``type``."""
    return {
        kind: shape
        for shape in (get_args(union) or (union,))
        for kind in get_args(fields_of(shape)["type"][0])
    }


def problem(value: Any, shape: Any, where: str = "") -> str:
    """Return the first place where a value isn't as described, with the reason; "" if it is.

    Parameters
    ----------
    value : object
        What JSON can hold; tuples count as lists.
    shape : type
        A ``TypedDict``, or another type that these use.
    where : str
        The name of the value, for the reason.
    """
    return next(_problems(value, shape, where), "")


def _problems(value: Any, shape: Any, where: str) -> Iterator[str]:
    origin = get_origin(shape)
    if shape is Any or shape is object:
        return
    if origin in _UNIONS:
        yield from _of_union(value, get_args(shape), where)
    elif origin is Literal:
        if not any(value == one and type(value) is type(one) for one in get_args(shape)):
            yield f"{where}: {value!r:.60} is none of {get_args(shape)}"
    elif origin is list and isinstance(value, (list, tuple)):
        for at, item in enumerate(value):
            yield from _problems(item, get_args(shape)[0], f"{where}[{at}]")
    elif origin is tuple and isinstance(value, (list, tuple)):
        parts = get_args(shape)
        if len(value) != len(parts):
            yield f"{where}: {len(value)} items, not {len(parts)}"
        for at, (item, part) in enumerate(zip(value, parts, strict=False)):
            yield from _problems(item, part, f"{where}[{at}]")
    elif origin is dict and isinstance(value, dict):
        for key, item in value.items():
            yield from _problems(key, get_args(shape)[0], f"a key of {where}")
            yield from _problems(item, get_args(shape)[1], f"{where}.{key}")
    elif hasattr(shape, "__optional_keys__") and isinstance(value, dict):
        fields = fields_of(shape)
        yield from (f"{where}.{name}: not described" for name in value.keys() - fields.keys())
        for name, (kind, needed) in fields.items():
            if name in value:
                yield from _problems(value[name], kind, f"{where}.{name}")
            elif needed:
                yield f"{where}.{name}: missing"
    elif not _is_plain(value, shape):
        yield f"{where}: {value!r:.60} is no {getattr(shape, '__name__', shape)}"


def _of_union(value: Any, shapes: tuple[Any, ...], where: str) -> Iterator[str]:
    """Compare with each member; the reason is that of the member with the most in common."""
    reasons = [[*_problems(value, shape, where)] for shape in shapes]
    if all(reasons):
        yield from min(reasons, key=len)


def _is_plain(value: Any, shape: Any) -> bool:
    """Return whether a value is a text, a number, True, False or None, as described."""
    if shape is float:
        return type(value) is int or (type(value) is float and math.isfinite(value))
    return isinstance(shape, type) and type(value) is shape
