"""A numba extension type for the observation of a compiled strategy; loaded on demand.

A value holds only the state, the rule codes and the generator; an attribute is computed on
access, and secrets have no attribute.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import cgutils, errors, ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.imputils import impl_ret_borrowed
from numba.core.untyped_passes import IRProcessing, ReconstructSSA
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload,
    overload_attribute,
    overload_method,
    register_jitable,
    register_model,
)

from skyjo_widget.engine.core.driver import NO_ACTION
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.grids.grid import highest_visible
from skyjo_widget.engine.grids.options import MAX_COLUMNS, MAX_ROWS
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.strategies.numba_texts import (
    PRIME,
    equal_texts,
    hash_text,
    letter,
    text_function,
)

_COLUMNS, _ROWS = MAX_COLUMNS, MAX_ROWS
_position_at = text_function([position_text(at, _COLUMNS) for at in range(_ROWS * _COLUMNS)])


_books = itertools.count()  # numba identifies types by name


class Book:
    """The actions of a table in notation, as constants of compiled code.

    Parameters
    ----------
    game : Game
        The game.
    texts : mapping of int to str
        The notation of this table's actions, by action id.
    """

    def __init__(self, game: Game, texts: dict[int, str]) -> None:
        self.game, self.number = game, next(_books)
        self.text = text_function([texts.get(a, "") for a in range(len(game.actions))])
        self.places = np.full(PRIME, -1)  # a hash table from texts to action ids
        for action, text in texts.items():
            place = functools.reduce(lambda n, char: (n * 257 + ord(char)) % PRIME, text, 0)
            while self.places[place] >= 0:
                place = (place + 1) % PRIME
            self.places[place] = action


class ObservationType(types.Type):
    """The type of a compiled strategy's observation."""

    def __init__(self, book: Book, state: Any, codes: Any, rng: Any) -> None:
        self.book, self.state, self.codes, self.rng = book, state, codes, rng
        super().__init__(f"Observation of {book.game.name}, book {book.number}")


class GridType(types.IterableType):
    """The type of a seat's grid: like a dict from position to number."""

    def __init__(self, state: Any, codes: Any) -> None:
        self.state, self.codes = state, codes
        super().__init__(f"Grid {hash((state, codes)):x}")

    @property
    def iterator_type(self) -> Any:
        """The type of its iterator, over its positions like a dict's."""
        return types.ListIter(types.List(types.unicode_type))


class GridsType(types.Type):
    """The type of all grids, by seat."""

    def __init__(self, state: Any, codes: Any) -> None:
        self.state, self.codes = state, codes
        super().__init__(f"Grids {hash((state, codes)):x}")


_RECORDS = ("state", "codes")  # kept as addresses: a record can't be part of a struct


@register_model(ObservationType)
class _ObservationModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("state", types.voidptr), ("codes", types.voidptr), ("rng", kind.rng)]
        super().__init__(manager, kind, members)


@register_model(GridType)
class _GridModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("state", types.voidptr), ("codes", types.voidptr), ("seat", types.int64)]
        super().__init__(manager, kind, members)


@register_model(GridsType)
class _GridsModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("state", types.voidptr), ("codes", types.voidptr)])


def _struct_codegen(kind: Any, names: tuple[str, ...]) -> Callable[..., Any]:
    """Return the code generator that builds a struct from its parts."""

    def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
        made = cgutils.create_struct_proxy(kind)(context, builder)
        for name, part in zip(names, parts, strict=True):
            is_record = name in _RECORDS
            setattr(made, name, builder.bitcast(part, cgutils.voidptr_t) if is_record else part)
        value = made._getvalue()
        return impl_ret_borrowed(context, builder, kind, value)

    return codegen


def _observation_maker(book: Book) -> Any:
    """Return the function that makes an observation in compiled code."""

    @intrinsic
    def make(_typing: Any, state: Any, codes: Any, rng: Any) -> Any:
        kind = ObservationType(book, state, codes, rng)
        return kind(state, codes, rng), _struct_codegen(kind, ("state", "codes", "rng"))

    return make


@intrinsic
def _make_grid(_typing: Any, state: Any, codes: Any, seat: Any) -> Any:
    kind = GridType(state, codes)
    return kind(state, codes, types.int64), _struct_codegen(kind, ("state", "codes", "seat"))


@intrinsic
def _make_grids(_typing: Any, state: Any, codes: Any) -> Any:
    kind = GridsType(state, codes)
    return kind(state, codes), _struct_codegen(kind, ("state", "codes"))


def _field_reader(name: str) -> Any:
    """Return the function that reads a part of such a struct; strategies can't call it."""

    @intrinsic
    def read(_typing: Any, whole: Any) -> Any:
        kind = types.int64 if name == "seat" else getattr(whole, name)

        def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
            made = cgutils.create_struct_proxy(whole)(context, builder, value=parts[0])
            value = getattr(made, name)
            if name in _RECORDS:
                value = builder.bitcast(value, context.get_value_type(kind))
            return impl_ret_borrowed(context, builder, kind, value)

        return kind(whole), codegen

    return read


_state, _codes, _rng, _seat = map(_field_reader, ("state", "codes", "rng", "seat"))


# Texts and numbers


@register_jitable
def _position(cell: int, columns: int) -> str:
    return _position_at(cell // columns * _COLUMNS + cell % columns)


@register_jitable
def _cell(position: str, codes: Any) -> int:
    """Return the cell of that name; −1 if there is none."""
    if not 2 <= len(position) <= 3:
        return -1
    column, row = letter(position, 0) - ord("a"), letter(position, 1) - ord("1")
    if len(position) == 3:
        row = (row + 1) * 10 + letter(position, 2) - ord("1")
    cell = row * codes.columns + column
    if not (0 <= column < codes.columns and 0 <= cell < codes.cells):
        return -1
    return cell if equal_texts(_position(cell, codes.columns), position) else -1


@register_jitable
def _number(card: int, codes: Any) -> Any:
    return codes.value[card] if card >= 0 else None


def _readers(game: Game) -> dict[str, Callable[[Any], Any]]:
    """Return the reader of each attribute of a game's observation."""
    found: dict[str, Any] = {}
    for f in dataclasses.fields(game.state):
        expression = _READERS.get(f.metadata["text"])
        plain = len(f.metadata["shape"]) == (f.metadata["text"] in _LISTS)
        if (
            f.metadata["seen"] in ("public", "actor")
            and expression
            and (plain or f.metadata["text"] == "grid")
        ):
            found[f.name] = _compile_reader(expression.replace("FIELD", f.name), game)
        elif f.name in _SIZES:
            found[f.name] = _compile_reader(_SIZES[f.name], game)
    for name in ("players", *game.shown_codes):
        found[name] = _compile_reader(f"codes.{name}", game)
    found["me"] = _compile_reader("s.seat", game)
    found["rng"] = _compile_reader("_rng(o)", game)
    if game.mine == "grid":
        for name, source in _OF_A_GRID.items():
            found[name] = _compile_reader(source, game)
    return found


_LISTS = ("pile", "seats")
_READERS = {
    "int": "s.FIELD",
    "phase": "PHASE_TEXT(s.FIELD)",
    "card": "_number(s.FIELD, codes)",
    "pile": "[codes.value[s.FIELD[i]] for i in range(s.FIELD_size)]",
    "seats": "[s.FIELD[i] for i in range(codes.players)]",
    "grid": "_make_grids(s, codes)",
    "size": "s.FIELD",
}
_SIZES = {
    "stock_size": "[s.stock_size[i] for i in range(codes.players)]",
    "building_size": "[s.building_size[i] for i in range(codes.building_piles)]",
}
_OF_A_GRID = {
    "mine": "_make_grid(s, codes, s.seat)",
    "discard_top": "_number(s.discard[s.discard_size - 1] if s.discard_size > 0 else -1, codes)",
    "hidden_positions": "_hidden_positions(s, codes)",
    "highest_position": "_highest_position(s, codes)",
    "highest_card": "_highest_card(s, codes)",
}


@register_jitable
def _hidden_positions(s: Any, codes: Any) -> Any:
    return [_position(i, codes.columns) for i in range(codes.cells) if s.grid[s.seat][i] == UNKNOWN]


@register_jitable
def _highest_position(s: Any, codes: Any) -> Any:
    cell = highest_visible(s, codes, s.seat)
    return _position(cell, codes.columns) if cell >= 0 else None


@register_jitable
def _highest_card(s: Any, codes: Any) -> Any:
    cell = highest_visible(s, codes, s.seat)
    return codes.value[s.grid[s.seat][cell]] if cell >= 0 else None


def _compile_reader(expression: str, game: Game) -> Any:
    """Make a reader from an expression: numba can't compile a field whose name is a variable."""
    names = {**globals(), "PHASE_TEXT": text_function(game.phases)}
    source = f"def read(o):\n    s = _state(o)\n    codes = _codes(o)\n    return {expression}\n"
    exec(source, names)
    return names["read"]


_ALL = {name: _readers(game) for name, game in GAMES.items()}


def _make_known(name: str) -> None:
    @overload_attribute(ObservationType, name, strict=False)
    def _attribute(o: Any) -> Any:
        return _ALL[o.book.game.name].get(name)


for _name in {name for readers in _ALL.values() for name in readers}:
    _make_known(_name)


@overload_attribute(ObservationType, "legal", strict=False)
def _legal(o: Any) -> Any:
    write, many = o.book.game.legal, len(o.book.game.actions)
    text = o.book.text

    def legal(o: Any) -> Any:
        acts = np.empty(many, np.int64)
        n = write(_state(o), _codes(o), acts)
        return [text(a) for a in acts[:n]]

    return legal


# Grids


def _cells_reader(expression: str) -> Any:
    """Return the function that lists an expression for each card of a grid, row by row."""
    source = f"""def read(grid):
    s, codes, seat = _state(grid), _codes(grid), _seat(grid)
    return [{expression} for i in range(codes.cells) if s.grid[seat][i] != NO_CARD]
"""
    names = {**globals()}
    exec(source, names)
    return register_jitable(names["read"])


_POSITION, _CARD = "_position(i, codes.columns)", "_number(s.grid[seat][i], codes)"
_names_in = _cells_reader(_POSITION)
_cards_in = _cells_reader(_CARD)
_items_in = _cells_reader(f"({_POSITION}, {_CARD})")


@overload(len, strict=False)
def _grid_len(grid: Any) -> Any:
    if isinstance(grid, GridType):
        return lambda grid: _state(grid).cards_left[_seat(grid)]
    return None


@register_jitable
def _card_at(grid: Any, position: str) -> int:
    """Return the card at a position, `UNKNOWN`, or `NO_CARD` if it is empty or doesn't exist."""
    cell = _cell(position, _codes(grid))
    return _state(grid).grid[_seat(grid)][cell] if cell >= 0 else NO_CARD


@overload(operator.getitem, strict=False)
def _grid_item(grid: Any, position: Any) -> Any:
    if isinstance(grid, GridType) and isinstance(
        position, (types.UnicodeType, types.StringLiteral)
    ):

        def item(grid: Any, position: Any) -> Any:
            card = _card_at(grid, position)
            if card == NO_CARD:
                raise KeyError("no card lies there")
            return _number(card, _codes(grid))

        return item
    if isinstance(grid, GridsType) and isinstance(position, types.Integer):

        def of_seat(grid: Any, position: Any) -> Any:
            codes = _codes(grid)
            seat = position + codes.players if position < 0 else position
            if not 0 <= seat < codes.players:
                raise IndexError("list index out of range")
            return _make_grid(_state(grid), codes, seat)

        return of_seat
    return None


@overload(operator.contains, strict=False)
def _grid_contains(grid: Any, position: Any) -> Any:
    if isinstance(grid, GridType):
        return lambda grid, position: _card_at(grid, position) != NO_CARD
    return None


@overload_method(GridType, "get", strict=False)
def _grid_get(grid: Any, position: Any) -> Any:
    return lambda grid, position: _number(_card_at(grid, position), _codes(grid))


@overload_method(GridType, "keys", strict=False)
def _grid_keys(grid: Any) -> Any:
    return _names_in


@overload_method(GridType, "values", strict=False)
def _grid_values(grid: Any) -> Any:
    return _cards_in


@overload_method(GridType, "items", strict=False)
def _grid_items(grid: Any) -> Any:
    return _items_in


@lower_builtin("getiter", GridType)
def _grid_iter(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
    names = types.List(types.unicode_type)
    made = context.compile_internal(builder, _names_in, names(signature.args[0]), parts)
    getiter = context.get_function("getiter", signature.return_type(names))
    found = getiter(builder, (made,))
    context.nrt.decref(builder, names, made)
    return found


# Answers


def make_ask(function: Any, game: Game, texts: dict[int, str]) -> Callable[..., int]:
    """Return ``ask(s, r, rng) -> action``, which calls a compiled strategy.

    It raises ValueError if the action isn't legal.
    """
    book = Book(game, texts)
    make, find = _observation_maker(book), _action_finder(book)
    legal, many = game.legal, len(game.actions)

    @register_jitable
    def ask(s: Any, r: Any, rng: Any) -> int:
        action = find(function(make(s, r, rng)))
        acts = np.empty(many, np.int64)
        n = legal(s, r, acts)
        for i in range(n):
            if acts[i] == action:
                return action
        raise ValueError("a strategy has answered what isn't legal")

    answer: Callable[..., int] = ask
    return answer


def _action_finder(book: Book) -> Any:
    """Return the function that finds the action of an answer; −1 if it is none."""
    text, places = book.text, book.places

    def find(answer: Any) -> Any:
        raise NotImplementedError

    @overload(find, strict=False)
    def _find(answer: Any) -> Any:
        if isinstance(answer, types.Optional):
            inner = answer.type
            if isinstance(inner, types.UnicodeType):
                return lambda answer: -1 if answer is None else find("" + answer)
            if isinstance(inner, types.Integer) and not isinstance(inner, types.Boolean):
                return lambda answer: -1 if answer is None else answer + 0
        if isinstance(answer, types.Integer) and not isinstance(answer, types.Boolean):
            return lambda answer: answer
        if not isinstance(answer, (types.UnicodeType, types.StringLiteral)):
            return None

        def of_text(answer: Any) -> Any:
            place = hash_text(answer)
            for i in range(PRIME):
                action = places[(place + i) % PRIME]
                if action < 0 or equal_texts(text(action), answer):
                    return action
            return -1

        return of_text

    return find


@register_jitable
def choose_nothing(_policy: int, _knob: int, _s: Any, _r: Any, _rng: Any) -> int:
    """Return `NO_ACTION` for every policy: no built-in ones play."""
    return NO_ACTION


def add_policy(others: Any, index: int, ask: Any) -> Any:
    """Return a ``choose`` function with one more policy, which calls `ask`."""

    @register_jitable
    def choose(policy: int, knob: int, s: Any, r: Any, rng: Any) -> int:
        if policy == index:
            return ask(s, r, rng)
        return others(policy, knob, s, r, rng)

    return choose


# None


def same(a: Any, b: Any) -> Any:
    """Return ``a == b``; either may be None, for which numba would raise."""
    raise NotImplementedError


def different(a: Any, b: Any) -> Any:
    """Return ``a != b``; either may be None."""
    raise NotImplementedError


@overload(same, strict=False)
def _same(a: Any, b: Any) -> Any:
    both = isinstance(a, types.Optional), isinstance(b, types.Optional)
    if types.none in {a, b} or not any(both):
        return lambda a, b: a == b
    if both == (True, True):
        return lambda a, b: (
            (a is None) == (b is None) and (a is None or _unwrapped(a) == _unwrapped(b))
        )
    if both[0]:
        return lambda a, b: a is not None and _unwrapped(a) == b
    return lambda a, b: b is not None and a == _unwrapped(b)


@overload(different, strict=False)
def _different(a: Any, b: Any) -> Any:
    return lambda a, b: not same(a, b)


def _unwrapped(value: Any) -> Any:
    """Unwrap an optional value that isn't None."""
    raise NotImplementedError


@overload(_unwrapped, strict=False)
def _overload_unwrapped(value: Any) -> Any:
    if isinstance(value.type, types.UnicodeType):
        return lambda value: "" + value
    return lambda value: value + 0


@register_pass(mutates_CFG=False, analysis_only=False)
class _CompareWithNone(FunctionPass):
    _name = "compare_with_none"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Replace comparisons by `same` and `different`."""
        instead = {operator.eq: same, operator.ne: different}
        for block in state.func_ir.blocks.values():
            for expression in block.find_exprs("binop"):
                expression.fn = instead.get(expression.fn, expression.fn)
        return True


@register_pass(mutates_CFG=False, analysis_only=True)
class _NoEmptyNames(FunctionPass):
    _name = "no_empty_names"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Reject names that may be unbound: Python would raise, numba takes a zero."""
        for block in state.func_ir.blocks.values():
            for assigned in block.find_insts(ir.Assign):
                if not isinstance(assigned.value, ir.Expr) or assigned.value.op != "phi":
                    continue
                if ir.UNDEFINED in assigned.value.incoming_values:  # one value per incoming branch
                    name = assigned.target.unversioned_name
                    raise errors.UnsupportedError(f"{name!r} may have no value when it is used")
        return False


class StrategyCompiler(CompilerBase):
    """The compiler pipeline for strategies."""

    def define_pipelines(self) -> Any:
        """Return numba's standard pipeline with passes that restore Python's behaviour."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(_CompareWithNone, IRProcessing)
        manager.add_pass_after(_NoEmptyNames, ReconstructSSA)
        manager.finalize()
        return [manager]
