"""Helpers that rewritten strategies call, for numba; loaded on demand.

They may raise where Python wouldn't (the game is then played interpreted), but never return
anything else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import errors, types
from numba.core.imputils import impl_ret_new_ref
from numba.cpython.listobj import ListInstance
from numba.extending import intrinsic, overload, register_jitable
from numba.typed import Dict

from skyjo_widget.engine.grids.options import MAX_COLUMNS
from skyjo_widget.strategies.compiled.numba_grids import ViewType
from skyjo_widget.strategies.compiled.numba_passes import cast, same, some
from skyjo_widget.strategies.compiled.numba_texts import PLACES, cell_of, code_at, text_function

_TEXTS = (types.UnicodeType, types.StringLiteral)
_ascii = text_function([chr(code) for code in range(128)])


def _helper(name: str) -> Callable[..., Any]:
    """Return a function for `overload`, which knows functions by identity."""

    def helper(*args: Any) -> Any:
        raise NotImplementedError

    helper.__name__ = name
    return helper


item: Callable[..., Any] = _helper("item")
is_in: Callable[..., Any] = _helper("is_in")
integer: Callable[..., Any] = _helper("integer")
text: Callable[..., Any] = _helper("text")
joined: Callable[..., Any] = _helper("joined")
whole: Callable[..., Any] = _helper("whole")
whole_sum: Callable[..., Any] = _helper("sum")
in_order: Callable[..., Any] = _helper("in_order")
table: Callable[..., Any] = _helper("table")
room: Callable[..., Any] = _helper("room")
never: Callable[..., Any] = _helper("never")
error = ValueError
FORMS = (
    *("some", "comparable", "whole", "integer", "never", "error", "item", "is_in", "joined"),
    *("text", "fresh", "push", "room", "in_order", "table"),
)
"""The names of the helpers here that `skyjo_widget.strategies.compiled.rewrite` calls."""


def refusal(reason: str, instead: str) -> errors.TypingError:
    """Return the error that stops compiling, with a reason (see `compile`)."""
    return errors.TypingError(f"strategy: {reason}; {instead}.")


# Values


@intrinsic
def comparable(_typing: Any, value: Any) -> Any:
    """Return a value to compare, or a tuple of such; raise TypeError if there is None."""
    parts = getattr(value, "types", ()) if isinstance(value, types.BaseTuple) else ()
    bare = [kind.type if isinstance(kind, types.Optional) else kind for kind in parts]
    inner = value.type if isinstance(value, types.Optional) else value
    return cast(value, types.Tuple(bare) if parts else inner)


@overload(integer, strict=False)
def _integer(value: Any) -> Any:
    """Return ``int(value)``."""
    if not isinstance(value, types.UnicodeType):
        return lambda value: int(value)

    def of_text(value: Any) -> Any:
        number = 0
        minus = len(value) > 1 and code_at(value, 0) == 45
        for i in range(minus, len(value)):
            digit = code_at(value, i) - 48
            if not 0 <= digit <= 9:
                raise ValueError("no number")
            number = number * 10 + digit
        if not 0 < len(value) < 18:
            raise ValueError("no number")
        return -number if minus else number

    return of_text


@overload(whole, strict=False)
def _whole(value: Any) -> Any:
    """Return a number to add: Python sums floats more precisely than numba."""
    inner = value.type if isinstance(value, types.Optional) else value
    if not isinstance(inner, types.Integer | types.Boolean):
        raise refusal("it adds other things than whole numbers with sum", "add them in a for loop")
    return lambda value: some(value) + 0


@overload(whole_sum, strict=False)
def _whole_sum(numbers: Any) -> Any:
    """Return ``sum(numbers)``."""

    def add(numbers: Any) -> Any:
        total = 0
        for number in numbers:
            total += whole(number)
        return total

    return add


@overload(never, strict=False)
def _never() -> Any:
    """Return False, which numba doesn't know when it infers types."""
    return lambda: False


@overload(is_in, strict=False)
def _is_in(value: Any, items: Any) -> Any:
    """Return ``value in items``."""
    if not isinstance(items, types.List | types.UniTuple):
        return lambda value, items: value in items

    def contains(value: Any, items: Any) -> Any:
        for other in items:
            if same(other, value):
                return True
        return False

    return contains


# Texts


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
        code = code_at(value, at)
        return _ascii(code) if code < 128 else value[at]

    return of_text


@overload(joined, strict=False, prefer_literal=True)
def _joined(a: Any, b: Any) -> Any:
    """Return ``a + b``; as a constant where `a` is one and `b` is a position."""
    plain = isinstance(a, types.StringLiteral) and a.literal_value.isascii()
    if not plain or not isinstance(b, types.UnicodeType):
        return lambda a, b: a + b
    text_of, many = text_function([a.literal_value + name for name in PLACES]), len(PLACES)

    def of_text(a: Any, b: Any) -> Any:
        place = cell_of(b, MAX_COLUMNS)
        return text_of(place) if 0 <= place < many else a + b

    return of_text


@overload(text, strict=False, prefer_literal=True)
def _text(a: Any, b: Any) -> Any:
    """Return ``f"{a}{b}"``."""
    if isinstance(b, types.UnicodeType):
        return lambda a, b: joined(a, b)
    if isinstance(b, types.Optional) and isinstance(b.type, types.UnicodeType):
        return lambda a, b: a + "None" if b is None else joined(a, some(b))
    return lambda a, b: a + str(b)


# Lists and dicts


@intrinsic
def fresh(_typing: Any, value: Any, many: Any) -> Any:
    """Return an empty list for values of that type, with room for a number of them."""
    kind = types.List(types.unliteral(value))

    def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
        empty = ListInstance.allocate(context, builder, kind, parts[1])
        return impl_ret_new_ref(context, builder, kind, empty.value)

    return kind(value, types.intp), codegen


@intrinsic
def push(_typing: Any, values: Any, value: Any) -> Any:
    """Append to a list, and keep its room."""

    def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
        instance = ListInstance(context, builder, signature.args[0], parts[0])
        n = instance.size
        grown = builder.add(n, n.type(1))
        has_room = builder.icmp_signed("<", n, instance._payload.allocated)
        with builder.if_else(has_room) as (fits, full):
            with fits:
                instance.size = grown
            with full:
                instance.resize(grown)
        instance.inititem(n, parts[1])
        return context.get_dummy_value()

    return types.none(values, values.dtype), codegen


@overload(room, strict=False)
def _room(items: Any) -> Any:
    """Return a number of elements to make room for."""
    if isinstance(items, types.List | types.BaseTuple | types.RangeType | ViewType):
        return lambda items: len(items)
    return lambda items: 0


@register_jitable
def names_in(view: Any) -> Any:
    """Return the list of the positions in a view."""
    names = fresh("", len(view))
    for name in view:
        push(names, name)
    return names


@overload(in_order, strict=False)
def _in_order(keys: Any, values: Any, back: Any) -> Any:
    """Return values in the order of their keys; equals stay in their order."""

    def ordered(keys: Any, values: Any, back: Any) -> Any:
        order = fresh(0, len(keys))
        sorted_values = fresh(values[0], len(keys)) if len(keys) > 0 else values
        for n in range(len(keys)):
            key, at = keys[n], n
            if key != key:  # noqa: PLR0124  (NaN)
                raise ValueError("no order")
            push(order, n)
            for m in range(n - 1, -1, -1):
                other = keys[order[m]]
                if not ((other < key) if back else (key < other)):
                    break
                order[m + 1] = order[m]
                at = m
            order[at] = n
        for n in order:
            push(sorted_values, values[n])
        return sorted_values

    return ordered


@overload(table, strict=False)
def _table(keys: Any, values: Any) -> Any:
    """Return the dict of keys and values."""
    if isinstance(values.dtype, types.Optional) or isinstance(keys.dtype, types.Optional):
        raise refusal("a dict has None in it", "leave these out, with if … is not None")
    key, value = types.unliteral(keys.dtype), types.unliteral(values.dtype)

    def filled(keys: Any, values: Any) -> Any:
        mapping = Dict.empty(key, value, len(keys))
        for i in range(len(keys)):
            mapping[keys[i]] = values[i]
        return mapping

    return filled
