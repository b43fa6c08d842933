"""Helpers that rewritten strategies call, for numba; loaded on demand.

They may raise where Python wouldn't (the game is then played interpreted), but never return
anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import types
from numba.extending import overload, register_jitable
from numba.typed import Dict

from skyjo_widget.strategies.numba_texts import letter, text_function

_ascii = text_function([chr(code) for code in range(128)])


def _missing(*_: Any) -> Any:
    raise NotImplementedError


def _helper(name: str) -> Callable[..., Any]:
    """Return a function for `overload`, which tells functions apart by identity."""

    def helper(*args: Any) -> Any:
        return _missing(*args)

    helper.__name__ = name
    return helper


some = _helper("some")
item = _helper("item")
whole_sum = _helper("sum")
any_true = _helper("any")
all_true = _helper("all")
first = _helper("first")
different = _helper("different")
best = _helper("best")
best_or = _helper("best_or")
in_order = _helper("in_order")
table = _helper("table")

FORMS = {
    **{"some": some, "item": item, "sum": whole_sum, "any": any_true, "all": all_true},
    **{"first": first, "different": different, "best": best, "best_or": best_or},
    **{"in_order": in_order, "table": table},
}
"""The helpers, by the name that `source` gives them."""


@overload(some, strict=False)
def _some(value: Any) -> Any:
    """Return a value that isn't None."""
    if not isinstance(value, types.Optional):
        return lambda value: value
    if isinstance(value.type, types.UnicodeType):

        def text(value: Any) -> Any:
            if value is None:
                raise TypeError("there is None")
            return "" + value

        return text
    if not isinstance(value.type, types.Number):
        return None

    def number(value: Any) -> Any:
        if value is None:
            raise TypeError("there is None")
        return value + 0

    return number


@overload(item, strict=False, prefer_literal=True)
def _item(value: Any, i: Any) -> Any:
    """Return ``value[i]``."""
    if isinstance(value, types.BaseTuple) and isinstance(i, types.IntegerLiteral):
        at = i.literal_value
        return lambda value, i: value[at]
    if not isinstance(value, types.UnicodeType) or not isinstance(i, types.Integer):
        return lambda value, i: value[i]

    def of_text(value: Any, i: Any) -> Any:
        at = i + len(value) if i < 0 else i
        if not 0 <= at < len(value):
            raise IndexError("string index out of range")
        code = letter(value, at)
        return _ascii(code) if code < 128 else value[at]

    return of_text


def _is_list(kind: Any) -> bool:
    return isinstance(kind, types.List)


@overload(whole_sum, strict=False)
def _whole_sum(numbers: Any) -> Any:
    """Return the sum of integers: Python sums floats more precisely than numba."""
    kind = numbers.dtype if _is_list(numbers) else None
    inner = kind.type if isinstance(kind, types.Optional) else kind
    if not isinstance(inner, types.Integer | types.Boolean):
        return None

    def add(numbers: Any) -> Any:
        total = 0
        for number in numbers:
            total += some(number)
        return total

    return add


@overload(any_true, strict=False)
def _any(values: Any) -> Any:
    def is_any(values: Any) -> bool:
        for value in values:
            if value:
                return True
        return False

    return is_any if _is_list(values) else None


@overload(all_true, strict=False)
def _all(values: Any) -> Any:
    def are_all(values: Any) -> bool:
        for value in values:
            if not value:
                return False
        return True

    return are_all if _is_list(values) else None


@overload(first, strict=False)
def _first(values: Any, *default: Any) -> Any:
    """Return the first element, or the default."""

    def found(values: Any, *default: Any) -> Any:
        return values[0]  # IndexError for StopIteration

    def or_default(values: Any, *default: Any) -> Any:
        return values[0] if len(values) > 0 else default[0]

    return or_default if default else found


@overload(different, strict=False)
def _different(values: Any) -> Any:
    """Return the number of different elements."""

    def count(values: Any) -> int:
        n = 0
        for i in range(len(values)):
            n += 1
            for j in range(i):
                if some(values[j]) == some(values[i]):
                    n -= 1
                    break
        return n

    return count if _is_list(values) else None


@register_jitable
def _at_best(pairs: Any, down: bool) -> int:
    at = 0
    some(pairs[0][0])  # IndexError if there are none
    for i in range(1, len(pairs)):
        old, new = some(pairs[at][0]), some(pairs[i][0])
        if (new < old) if down else (old < new):
            at = i
    return at


@overload(best, strict=False)
def _best(pairs: Any, down: Any) -> Any:
    """Return the first element whose key is highest, or lowest."""
    return lambda pairs, down: pairs[_at_best(pairs, down)][1]


@overload(best_or, strict=False)
def _best_or(pairs: Any, down: Any, default: Any) -> Any:
    return lambda pairs, down, default: (
        pairs[_at_best(pairs, down)][1] if len(pairs) > 0 else default
    )


@overload(in_order, strict=False)
def _in_order(pairs: Any, back: Any) -> Any:
    """Return the elements in the order of their keys; equals stay in theirs."""

    def ordered(pairs: Any, back: Any) -> Any:
        order = [i for i in range(len(pairs))]
        for n in range(len(pairs)):
            moving, key, at = order[n], some(pairs[n][0]), n
            while at > 0:
                other = some(pairs[order[at - 1]][0])
                if not ((other < key) if back else (key < other)):
                    break
                order[at] = order[at - 1]
                at -= 1
            order[at] = moving
        return [pairs[i][1] for i in order]

    return ordered


@overload(table, strict=False)
def _table(pairs: Any) -> Any:
    """Return a dict of pairs."""
    if not _is_list(pairs) or not isinstance(pairs.dtype, types.BaseTuple):
        return None
    key, value = (
        types.unliteral(kind.type if isinstance(kind, types.Optional) else kind)
        for kind in pairs.dtype.types
    )

    def filled(pairs: Any) -> Any:
        made = Dict.empty(key, value)
        for name, content in pairs:
            made[some(name)] = some(content)
        return made

    return filled
