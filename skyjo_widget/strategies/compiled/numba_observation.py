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
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir as llvm
from numba.core import cgutils, types
from numba.extending import (
    intrinsic,
    models,
    overload,
    overload_attribute,
    register_jitable,
    register_model,
)
from numba.np.arrayobj import make_array, populate_array

from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.grids.grid import highest_visible
from skyjo_widget.strategies.compiled import numba_grids
from skyjo_widget.strategies.compiled.numba_forms import fresh, names_in, push
from skyjo_widget.strategies.compiled.numba_grids import (
    codes_of,
    field_reader,
    position,
    state_of,
    struct_codegen,
    view_maker,
)
from skyjo_widget.strategies.compiled.numba_passes import some
from skyjo_widget.strategies.compiled.numba_texts import BUCKETS, bucket, equal_texts, text_function

if TYPE_CHECKING:
    import numpy.typing as npt

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

    game: Game
    number: int
    places: npt.NDArray[np.int64]

    def __init__(self, game: Game, texts: dict[int, str]) -> None:
        self.game, self.number = game, next(_books)
        self.text: Any = text_function([texts.get(a, "") for a in range(len(game.actions))])
        self.places = np.full(BUCKETS, -1)  # a hash table from texts to action ids
        for action, text in texts.items():
            place = functools.reduce(lambda n, c: (n * 31 + ord(c)) % BUCKETS, text, 0)
            while self.places[place] >= 0:
                place = (place + 1) % BUCKETS
            self.places[place] = action


class ObservationType(types.Type):
    """The type of a compiled strategy's observation."""

    book: Book
    state: Any
    codes: Any
    rng: Any

    def __init__(self, book: Book, state: Any, codes: Any, rng: Any) -> None:
        self.book, self.state, self.codes, self.rng = book, state, codes, rng
        super().__init__(f"Observation of {book.game.name}, book {book.number}")


@register_model(ObservationType)
class _ObservationModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [(name, types.voidptr) for name in ("state", "codes", "rng")]
        super().__init__(manager, kind, members)


def _observation_maker(book: Book) -> Any:
    """Return the function that makes an observation in compiled code."""

    @intrinsic
    def make(_typing: Any, state: Any, codes: Any, rng: Any) -> Any:
        kind = ObservationType(book, state, codes, rng)
        return kind(state, codes, rng), struct_codegen(kind, ("state", "codes", "rng"))

    return make


def _readers(game: Game) -> dict[str, Callable[[Any], Any]]:
    """Return the reader of each attribute of a game's observation."""
    readers: dict[str, Any] = {}
    for f in dataclasses.fields(game.state):
        expression = _READERS.get(f.metadata["text"])
        plain = len(f.metadata["shape"]) == (f.metadata["text"] in _LISTS)
        if (
            f.metadata["seen"] in ("public", "actor")
            and expression
            and (plain or f.metadata["text"] == "grid")
        ):
            readers[f.name] = _compile_reader(expression.replace("FIELD", f.name), game)
        elif f.name in _SIZES:
            readers[f.name] = _compile_reader(_SIZES[f.name], game)
    for name in ("players", *game.shown_codes):
        readers[name] = _compile_reader(f"codes.{name}", game)
    readers["me"] = _compile_reader("s.seat", game)
    readers["rng"] = _compile_reader("rng_of(o)", game)
    if game.mine == "grid":
        for name, source in _OF_A_GRID.items():
            readers[name] = _compile_reader(source, game)
    return readers


_make_hidden = view_maker("hidden")
_LISTS = ("pile", "seats", "by building pile")
_READERS = {
    "int": "s.FIELD",
    "phase": "PHASE_TEXT(s.FIELD)",
    "card": "number(s.FIELD, codes)",
    "pile": "[codes.value[s.FIELD[i]] for i in range(s.FIELD_size)]",
    "seats": "[s.FIELD[i] for i in range(codes.players)]",
    "by building pile": "[s.FIELD[i] for i in range(codes.building_piles)]",
    "grid": "make_grids(s, codes, 0)",
    "size": "s.FIELD",
}
_SIZES = {
    "stock_size": "[s.stock_size[i] for i in range(codes.players)]",
    "building_size": "[s.building_size[i] for i in range(codes.building_piles)]",
}
_OF_A_GRID = {
    "mine": "make_grid(s, codes, s.seat)",
    "discard_top": "number(s.discard[s.discard_size - 1] if s.discard_size > 0 else -1, codes)",
    "hidden_positions": "_hidden_positions(s, codes)",
    "hidden_view": "_make_hidden(s, codes, s.seat)",
    "highest_position": "_highest_position(s, codes)",
    "highest_card": "_highest_card(s, codes)",
}


@register_jitable
def _hidden_positions(s: Any, codes: Any) -> Any:
    return names_in(_make_hidden(s, codes, s.seat))


@register_jitable
def _highest_position(s: Any, codes: Any) -> Any:
    cell = highest_visible(s, codes, s.seat)
    return position(cell, codes.columns) if cell >= 0 else None


@register_jitable
def _highest_card(s: Any, codes: Any) -> Any:
    cell = highest_visible(s, codes, s.seat)
    return codes.value[s.grid[s.seat][cell]] if cell >= 0 else None


def _compile_reader(expression: str, game: Game) -> Any:
    """Make a reader from an expression: numba can't compile a field whose name is a variable."""
    names = {**vars(numba_grids), **globals(), "PHASE_TEXT": text_function(game.phases)}
    source = (
        f"def read(o):\n    s = state_of(o)\n    codes = codes_of(o)\n    return {expression}\n"
    )
    exec(source, names)
    return names["read"]


_ALL = {name: _readers(game) for name, game in GAMES.items()}


def _make_known(name: str) -> None:
    @overload_attribute(ObservationType, name, strict=False)
    def _attribute(o: Any) -> Any:
        return _ALL[o.book.game.name].get(name)


for _name in {name for readers in _ALL.values() for name in readers}:
    _make_known(_name)


# Actions


class LegalType(types.Type):
    """The type of the legal actions, where they are only looked at."""

    def __init__(self, observation: ObservationType) -> None:
        self.observation = observation
        super().__init__(f"Legal actions of {observation}")


@register_model(LegalType)
class _LegalModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("observation", kind.observation)])


@intrinsic
def _make_legal(_typing: Any, observation: Any) -> Any:
    kind = LegalType(observation)
    return kind(observation), struct_codegen(kind, ("observation",))


_observation_of = field_reader("observation")


def _scratch(many: int) -> Any:
    """Return a function that makes an array of integers on the stack of its caller."""

    @intrinsic
    def scratch(_typing: Any) -> Any:
        kind = types.Array(types.int64, 1, "C")

        def codegen(context: Any, builder: Any, signature: Any, parts: Any) -> Any:
            word = llvm.IntType(64)
            data = cgutils.alloca_once(builder, word, size=many)
            array = make_array(kind)(context, builder)
            populate_array(array, data, [word(many)], [word(8)], word(8), None)
            return array._getvalue()

        return kind(), codegen

    return scratch


@overload_attribute(ObservationType, "legal", strict=False)
def _legal(o: Any) -> Any:
    write, scratch, text = o.book.game.legal, _scratch(len(o.book.game.actions)), o.book.text

    def legal(o: Any) -> Any:
        acts = scratch()
        n = write(state_of(o), codes_of(o), acts)
        texts = fresh("", n)
        for i in range(n):
            push(texts, text(acts[i]))
        return texts

    return legal


@overload_attribute(ObservationType, "legal_view", strict=False)
def _legal_view(o: Any) -> Any:
    return lambda o: _make_legal(o)


@overload(len, strict=False)
def _legal_len(legal: Any) -> Any:
    if not isinstance(legal, LegalType):
        return None
    game = legal.observation.book.game
    write, scratch = game.legal, _scratch(len(game.actions))

    def many(legal: Any) -> Any:
        o = _observation_of(legal)
        return write(state_of(o), codes_of(o), scratch())

    return many


@overload(operator.getitem, strict=False)
def _legal_item(legal: Any, i: Any) -> Any:
    if not isinstance(legal, LegalType) or not isinstance(i, types.Integer):
        return None
    book = legal.observation.book
    write, scratch, text = book.game.legal, _scratch(len(book.game.actions)), book.text

    def item(legal: Any, i: Any) -> Any:
        o, acts = _observation_of(legal), scratch()
        n = write(state_of(o), codes_of(o), acts)
        at = i + n if i < 0 else i
        if not 0 <= at < n:
            raise IndexError("tuple index out of range")
        return text(acts[at])

    return item


@overload(operator.contains, strict=False)
def _legal_contains(legal: Any, answer: Any) -> Any:
    if not isinstance(legal, LegalType) or not isinstance(answer, types.UnicodeType):
        return None
    book = legal.observation.book
    is_legal, find = _legality(book.game), _action_finder(book)

    def contains(legal: Any, answer: Any) -> Any:
        o = _observation_of(legal)
        return is_legal(state_of(o), codes_of(o), find(answer))

    return contains


def _legality(game: Game) -> Any:
    """Return ``is_legal(s, r, action) -> bool`` for compiled code."""
    write, scratch = game.legal, _scratch(len(game.actions))

    @register_jitable
    def is_legal(s: Any, r: Any, action: int) -> bool:
        acts = scratch()
        n = write(s, r, acts)
        for i in range(n):
            if acts[i] == action:
                return True
        return False

    return is_legal


# Answers


def make_ask(function: Any, game: Game, texts: dict[int, str]) -> Callable[..., int]:
    """Return ``ask(s, r, rng) -> action``, which calls a compiled strategy.

    It raises ValueError if the action isn't legal.
    """
    book = Book(game, texts)
    make, find = _observation_maker(book), _action_finder(book)
    is_legal = _legality(game)

    @register_jitable
    def ask(s: Any, r: Any, rng: Any) -> int:
        action = find(function(make(s, r, rng)))
        if is_legal(s, r, action):
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
            return lambda answer: -1 if answer is None else find(some(answer))
        if isinstance(answer, types.Integer) and not isinstance(answer, types.Boolean):
            return lambda answer: answer
        if not isinstance(answer, (types.UnicodeType, types.StringLiteral)):
            return None

        def of_text(answer: Any) -> Any:
            place = bucket(answer)
            for i in range(BUCKETS):
                action = places[(place + i) % BUCKETS]
                if action < 0 or equal_texts(text(action), answer):
                    return action
            return -1

        return of_text

    return find
