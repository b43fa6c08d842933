"""numba extension types for grids in a compiled strategy; loaded on demand.

A grid is read like a dict from position to number.  A value holds addresses of the state and the
rule codes; a card is read on access, so that no dict is made for a decision.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import RefType, impl_ret_borrowed, iternext_impl
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    overload_method,
    register_jitable,
    register_model,
)

from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, UNKNOWN
from skyjo_widget.strategies.compiled.numba_passes import same
from skyjo_widget.strategies.compiled.numba_texts import NAMES, cell_of, text_function

_name = text_function(NAMES)


class ViewType(types.IterableType):
    """The type of what is seen of a seat's grid, row by row, or of all grids.

    Parameters
    ----------
    what : str
        ``"grid"`` for the grid itself, ``"keys"``, ``"values"``, ``"items"`` as of a dict,
        ``"hidden"`` for the positions of face-down cards; ``"grids"`` for all, by seat.
    state, codes : Type
        The types of the records.
    """

    what: str
    state: Any
    codes: Any

    def __init__(self, what: str, state: Any, codes: Any) -> None:
        self.what, self.state, self.codes = what, state, codes
        # numba takes types of the same name for the same type: each game has its own records.
        super().__init__(f"View of {what} {hash((state, codes)):x}")

    @property
    def iterator_type(self) -> Any:
        """The type of its iterator."""
        return ViewIteratorType(self)


class ViewIteratorType(types.SimpleIteratorType):  # type: ignore[name-defined,misc]
    """The type of a view's iterator."""

    def __init__(self, view: ViewType) -> None:
        self.view = view
        card = types.Optional(types.int64)
        kinds = {"values": card, "items": types.Tuple((types.unicode_type, card))}
        kinds["grids"] = ViewType("grid", view.state, view.codes)
        super().__init__(f"Iterator of {view}", kinds.get(view.what, types.unicode_type))


@register_model(ViewType)
class _ViewModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("state", types.voidptr), ("codes", types.voidptr), ("seat", types.int64)]
        super().__init__(manager, kind, members)


@register_model(ViewIteratorType)
class _ViewIteratorModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        # A step gets the iterator by value; the cell that it is at is kept on the stack.
        members = [("view", kind.view), ("at", types.EphemeralPointer(types.int64))]
        super().__init__(manager, kind, members)


# Structs

_RECORDS = ("state", "codes")


def struct_codegen(kind: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """Return the code generator that builds a struct from its parts.

    Records are kept as addresses, since they can't be part of a struct; so is the generator, whose
    references would be counted with each copy.
    """

    def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
        struct = cgutils.create_struct_proxy(kind)(context, builder)
        for name, part in zip(names, parts, strict=True):
            value = cgutils.alloca_once_value(builder, part) if name == "rng" else part
            if name in ("rng", *_RECORDS):
                value = builder.bitcast(value, cgutils.voidptr_t)
            setattr(struct, name, value)
        return struct._getvalue()

    return codegen


def field_reader(name: str) -> Any:
    """Return the function that reads a part of such a struct; strategies can't call it."""

    @intrinsic
    def read(_typing: Any, whole: Any) -> Any:
        kind = types.int64 if name == "seat" else getattr(whole, name)

        def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
            struct = cgutils.create_struct_proxy(whole)(context, builder, value=parts[0])
            value = getattr(struct, name)
            if name in _RECORDS:
                value = builder.bitcast(value, context.get_value_type(kind))
            if name == "rng":
                pointer = context.get_value_type(kind).as_pointer()
                value = builder.load(builder.bitcast(value, pointer))
            return impl_ret_borrowed(context, builder, kind, value)

        return kind(whole), codegen

    return read


state_of: Any = field_reader("state")
codes_of: Any = field_reader("codes")
rng_of: Any = field_reader("rng")
_seat = field_reader("seat")


def view_maker(what: str) -> Any:
    """Return the function ``make(state, codes, seat)`` of a view; `what` as of `ViewType`."""

    @intrinsic
    def make(_typing: Any, state: Any, codes: Any, seat: Any) -> Any:
        kind = ViewType(what, state, codes)
        return kind(state, codes, types.int64), struct_codegen(kind, ("state", "codes", "seat"))

    return make


make_grid: Any = view_maker("grid")
make_grids: Any = view_maker("grids")


# Cards


@register_jitable
def position(cell: int, columns: int) -> str:
    """Return the name of a cell."""
    # The names for each number of columns are in one list: no division into row and column.
    return _name(columns * MAX_CELLS + cell)


@register_jitable
def number(card: int, codes: Any) -> Any:
    """Return a card's number; None if it is unknown."""
    return codes.value[card] if card >= 0 else None


@register_jitable
def _card_at(grid: Any, name: str) -> int:
    """Return the card at a position, `UNKNOWN`, or `NO_CARD` if it is empty or doesn't exist."""
    codes = codes_of(grid)
    cell = cell_of(name, codes.columns)
    if not 0 <= cell < codes.cells:
        return NO_CARD
    return state_of(grid).grid[_seat(grid)][cell]


@register_jitable
def _next_card(view: Any, cell: int) -> int:
    """Return the first cell from there that holds a card; −1 if there is none."""
    for i in range(cell, codes_of(view).cells):
        if state_of(view).grid[_seat(view)][i] != NO_CARD:
            return i
    return -1


@register_jitable
def _next_hidden(view: Any, cell: int) -> int:
    """Return the first cell from there whose card lies face down; −1 if there is none."""
    for i in range(cell, codes_of(view).cells):
        if state_of(view).grid[_seat(view)][i] == UNKNOWN:
            return i
    return -1


@register_jitable
def _next_seat(view: Any, seat: int) -> int:
    """Return a seat; −1 if there are fewer."""
    return seat if seat < codes_of(view).players else -1


@register_jitable
def _grid_in(view: Any, seat: int) -> Any:
    return make_grid(state_of(view), codes_of(view), seat)


@register_jitable
def _name_in(view: Any, cell: int) -> Any:
    return position(cell, codes_of(view).columns)


@register_jitable
def _number_in(view: Any, cell: int) -> Any:
    return number(state_of(view).grid[_seat(view)][cell], codes_of(view))


@register_jitable
def _item_in(view: Any, cell: int) -> Any:
    return _name_in(view, cell), _number_in(view, cell)


@lower_builtin("getiter", ViewType)
def _getiter(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
    iterator = context.make_helper(builder, signature.return_type)
    iterator.view = parts[0]
    iterator.at = cgutils.alloca_once_value(builder, context.get_constant(types.int64, 0))
    return iterator._getvalue()


@lower_builtin("iternext", ViewIteratorType)
@iternext_impl(RefType.UNTRACKED)  # numbers, views and constant texts have no references to count
def _iternext(context: Any, builder: Any, signature: Any, parts: Any, result: Any) -> None:
    kind = signature.args[0]
    iterator = context.make_helper(builder, kind, value=parts[0])
    search = {"hidden": _next_hidden, "grids": _next_seat}.get(kind.view.what, _next_card)
    reads = {"values": _number_in, "items": _item_in, "grids": _grid_in}
    read = reads.get(kind.view.what, _name_in)
    view, at = iterator.view, builder.load(iterator.at)
    cell = context.compile_internal(
        builder, search, types.int64(kind.view, types.int64), (view, at)
    )
    valid = builder.icmp_signed(">=", cell, cell.type(0))
    result.set_valid(valid)
    with builder.if_then(valid):
        builder.store(builder.add(cell, cell.type(1)), iterator.at)
        signature_of_read = kind.yield_type(kind.view, types.int64)
        result.yield_(context.compile_internal(builder, read, signature_of_read, (view, cell)))


def _is_view(kind: Any, *what: str) -> bool:
    return isinstance(kind, ViewType) and (not what or kind.what in what)


@overload(len, strict=False)
def _len(view: Any) -> Any:
    if _is_view(view, "grids"):
        return lambda view: codes_of(view).players
    if _is_view(view, "hidden"):
        return lambda view: state_of(view).hidden[_seat(view)]
    return (lambda view: state_of(view).cards_left[_seat(view)]) if _is_view(view) else None


@overload(bool, strict=False)
def _bool(view: Any) -> Any:
    return (lambda view: len(view) > 0) if _is_view(view, "grid", "hidden") else None


@overload(operator.not_, strict=False)
def _not(view: Any) -> Any:
    return (lambda view: len(view) == 0) if _is_view(view, "grid", "hidden") else None


@overload(operator.contains, strict=False)
def _contains(view: Any, value: Any) -> Any:
    if _is_view(view, "grid", "keys") and isinstance(value, types.UnicodeType):
        return lambda view, value: _card_at(view, value) != NO_CARD
    if _is_view(view, "hidden") and isinstance(value, types.UnicodeType):
        return lambda view, value: _card_at(view, value) == UNKNOWN
    if not _is_view(view, "values"):
        return None

    def is_in(view: Any, value: Any) -> Any:
        for other in view:
            if same(other, value):
                return True
        return False

    return is_in


@overload(operator.getitem, strict=False)
def _getitem(grid: Any, key: Any) -> Any:
    if _is_view(grid, "grid") and isinstance(key, types.UnicodeType | types.StringLiteral):

        def item(grid: Any, key: Any) -> Any:
            card = _card_at(grid, key)
            if card == NO_CARD:
                raise KeyError("no card lies there")
            return number(card, codes_of(grid))

        return item
    if _is_view(grid, "hidden") and isinstance(key, types.Integer):

        def hidden(grid: Any, key: Any) -> Any:
            left = key + len(grid) if key < 0 else key
            cell = _next_hidden(grid, 0) if left >= 0 else -1
            while left > 0 and cell >= 0:
                cell = _next_hidden(grid, cell + 1)
                left -= 1
            if cell < 0:
                raise IndexError("list index out of range")
            return _name_in(grid, cell)

        return hidden
    if _is_view(grid, "grids") and isinstance(key, types.Integer):

        def of_seat(grid: Any, key: Any) -> Any:
            seat = key + len(grid) if key < 0 else key
            if not 0 <= seat < len(grid):
                raise IndexError("list index out of range")
            return _grid_in(grid, seat)

        return of_seat
    return None


@overload_method(ViewType, "get", strict=False)
def _get(grid: Any, name: Any) -> Any:
    if _is_view(grid, "grid"):
        return lambda grid, name: number(_card_at(grid, name), codes_of(grid))
    return None


def _make_method(what: str) -> None:
    # A function, so that each method closes over a `make` of its own.
    make = view_maker(what)

    @overload_method(ViewType, what, strict=False)
    def _method(grid: Any) -> Any:
        if _is_view(grid, "grid"):
            return lambda grid: make(state_of(grid), codes_of(grid), _seat(grid))
        return None


for _what in ("keys", "values", "items"):
    _make_method(_what)
