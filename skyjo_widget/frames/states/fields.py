"""The numbers of an observation, field by field: one layout for arrays, files and environments.

The fields are those of the game's state that the seat may see, after ``me``, its own number.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Unpack

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.engine.core.state import observation_class, record_dtype
from skyjo_widget.engine.core.state_text import piles_of
from skyjo_widget.engine.games import GameSpec, RuleOptions, settle_rules
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.errors import RulesError
from skyjo_widget.util.validation import whole_number

ME, COPY, PILE, ACTOR, OWNER = range(5)
"""The ways in which `loop.write_row` reads a step of a plan."""

SEAT, PLACE, FROM_TOP, NUMBER = "seat", "place", "from the top", "number"
"""The axes of fields: by seat, by place of a grid, cards of a pile, anything else."""

_SIZES = ("draw_size", "known_to")
"""Sizes that an observation doesn't imply by listing the cards."""
_LEFT_OUT = ("reshuffled",)
"""Fields that an array leaves out: they would lengthen every row by a deck, for rare rounds."""
_CARDS = ("card", "cards", "pile", "hands", "building piles", "discard piles", "known", "grid")
"""The kinds of fields that hold cards."""


class Field(NamedTuple):
    """A field of an observation.

    Parameters
    ----------
    name : str
        Its name in the game's state; ``me`` is the observing seat.
    start : int
        The index of its first number.
    shape : tuple of int
        Its shape; empty for a single number.
    axes : tuple of str
        The thing that each dimension counts: `SEAT`, `PLACE`, `FROM_TOP` or `NUMBER`.
    card : bool
        Whether its numbers are cards.
    doc : str
        Its description.
    """

    name: str
    start: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    card: bool
    doc: str

    @property
    def length(self) -> int:
        """The count of its numbers."""
        return math.prod(self.shape)

    @property
    def slice(self) -> slice:
        """The place of its numbers in a row."""
        return slice(self.start, self.start + self.length)


@dataclasses.dataclass(frozen=True)
class Layout:
    """The order of the numbers of an observation at one kind of table.

    Parameters
    ----------
    game : str
        The game's name.
    players : int
    width : int
        The columns of a grid; 0 in a game without grids.
    fields : tuple of Field
    actions : int
        How many actions the game has at that table.
    numbers : tuple of int
        The number on each kind of card.
    """

    game: str
    players: int
    width: int
    fields: tuple[Field, ...]
    actions: int
    numbers: tuple[int, ...]

    def __len__(self) -> int:
        """Return how many numbers an observation has."""
        last = self.fields[-1]
        return last.start + last.length

    def __getitem__(self, name: str) -> Field:
        """Return a field; raises KeyError if there is none of this name."""
        return self._by_name[name]

    @functools.cached_property
    def _by_name(self) -> dict[str, Field]:
        return {f.name: f for f in self.fields}

    @functools.cached_property
    def columns(self) -> list[str]:
        """A name for each number: ``turn``, ``total_0``, ``grid_1_b3``, ``discard_0`` (the top)."""
        return [name for f in self.fields for name in self.columns_of(f)]

    def columns_of(self, f: Field) -> list[str]:
        """Return the names of a field's numbers."""
        ranges = [
            [position_text(n, self.width) if axis == PLACE else str(n) for n in range(size)]
            for size, axis in zip(f.shape, f.axes, strict=True)
        ]
        return ["_".join((f.name, *parts)) for parts in itertools.product(*ranges)]


def layout(game: Game, codes: Any, deck: Deck, depth: int | None = None) -> Layout:
    """Return the layout of a table's observations.

    Parameters
    ----------
    game : Game
    codes : twin
        The rule codes.
    deck : Deck
    depth : int, optional
        How many cards of each pile there are, from its top; by default all.
    """
    fields = [Field("me", 0, (), (), False, "the seat that sees this")]
    for f in _array_fields(game.state):
        if f.metadata["code"] and not getattr(codes, f.metadata["code"]):
            continue
        shape, axes = _shape(f, codes, depth)
        start = fields[-1].slice.stop
        about = f.metadata
        fields.append(Field(f.name, start, shape, axes, about["text"] in _CARDS, about["doc"]))
    return Layout(
        game.name,
        codes.players,
        codes.columns if game.grids else 0,
        tuple(fields),
        game.action_count(codes),
        tuple(int(number) for number in deck.values),
    )


def checked_depth(depth: Any) -> int | None:
    """Return the argument `depth`; raises `RulesError`."""
    if depth is None:
        return None
    number = int(whole_number("depth", depth))
    if number < 1:
        raise RulesError("depth={number}: 1 or more cards of each pile are needed", number=number)
    return number


def table_layout(
    preset: GameSpec,
    players: int = 4,
    *,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    depth: int | None = None,
    **rule_fields: Unpack[RuleOptions],
) -> Layout:
    """Return the layout of a table as `play` takes it.

    Raises
    ------
    RulesError
        If an argument is invalid.
    """
    game, chosen, cards = settle_rules(preset, rules, deck, rule_fields)
    return layout(game, chosen.codes(whole_number("players", players), cards), cards, depth)


@functools.cache
def _array_fields(state: Any) -> tuple[dataclasses.Field[Any], ...]:
    """Return the fields of an observation that its array contains.

    Places of cards that were passed on, packed in one integer, are left out: the grids show them.
    """
    return tuple(
        f
        for f in dataclasses.fields(observation_class(state))
        if (f.metadata["text"] not in ("size", "passed") or f.name in _SIZES)
        and f.name not in _LEFT_OUT
    )


def _shape(
    f: dataclasses.Field[Any], codes: Any, depth: int | None
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the shape of a field at a table, and what its dimensions count."""
    how, shape = f.metadata["text"], f.metadata["shape"]

    def cards(most: int) -> int:
        return most if depth is None else min(depth, most)

    if f.metadata["seen"] == "owner":
        return (codes.hand if how == "hands" else shape[1],), (NUMBER,)
    if how == "grid":
        return (codes.players, codes.cells), (SEAT, PLACE)
    if how == "pile":
        return (cards(codes.deck_size),), (FROM_TOP,)
    if how == "by building pile":
        return (codes.building_piles,), (NUMBER,)
    if how == "building piles":
        return (codes.building_piles, cards(codes.highest)), (NUMBER, FROM_TOP)
    if how == "discard piles":
        return (codes.players, codes.discard_piles, cards(codes.deck_size)), (
            SEAT,
            NUMBER,
            FROM_TOP,
        )
    return ((codes.players,), (SEAT,)) if shape else ((), ())


# Reading an observation


def numbers(laid_out: Layout, observation: Any, seat: int) -> list[int]:
    """Return the numbers of an observation (`engine.core.state.observe`), in order."""
    values = [seat]
    kind: Any = type(observation)
    read = _readers(kind)
    for f in laid_out.fields[1:]:
        values += read[f.name](observation, f, seat)
    return values


Reader = Callable[[Any, Field, int], Sequence[int]]


@functools.cache
def _readers(observation: Any) -> dict[str, Reader]:
    """Return how each field of an observation is read."""
    return {f.name: _reader(f) for f in dataclasses.fields(observation)}


def _reader(f: dataclasses.Field[Any]) -> Reader:
    name, how = f.name, f.metadata["text"]
    if f.metadata["seen"] == "owner":
        return lambda o, at, seat: getattr(o, name)[seat][: at.shape[0]]
    if how == "grid":
        return lambda o, at, _: [
            card for row in getattr(o, name)[: at.shape[0]] for card in row[: at.shape[1]]
        ]
    if how == "pile":
        return lambda o, at, _: _from_top(
            [getattr(o, name)[: getattr(o, f"{name}_size")]], at.shape[0]
        )
    if how in ("building piles", "discard piles"):
        return lambda o, at, _: _from_top(
            piles_of(o, name)[: math.prod(at.shape[:-1])], at.shape[-1]
        )
    if f.metadata["shape"]:
        return lambda o, at, _: getattr(o, name)[: at.shape[0]]
    return lambda o, at, _: (getattr(o, name),)


def _from_top(piles: list[list[int]], size: int) -> list[int]:
    """Return piles joined, each from top to bottom, cut or padded with `NO_CARD` to `size`."""
    return [
        card
        for pile in piles
        for card in pile[: -size - 1 : -1] + [NO_CARD] * (size - len(pile))
        if size
    ]


# Reading a state's record, compiled


def plan(laid_out: Layout, state: Any) -> npt.NDArray[np.int64]:
    """Return the steps that read a layout from a state's record.

    Parameters
    ----------
    laid_out : Layout
    state : type
        The class of the game's states; only fields that the seat may see are read.

    Returns
    -------
    array of int64, shape (steps, 6)
        A way to read, the index of the first number, how many, the offset in the record, the
        offset of a pile's size, and the distance between two owners' parts.
    """
    dtype = record_dtype(state)
    seen = {f.name: f.metadata for f in _array_fields(state)}

    def offset(name: str) -> int:
        assert dtype.fields is not None
        return int(dtype.fields[name][1]) // 8

    steps = [(ME, 0, 1, 0, 0, 0)]
    for f in laid_out.fields[1:]:
        about, base = seen[f.name], offset(f.name)
        size = about["shape"][-1] if about["shape"] else 1
        if about["seen"] == "owner":
            steps.append((OWNER, f.start, f.length, base, 0, size))
        elif about["seen"] == "actor":
            steps.append((ACTOR, f.start, 1, base, 0, 0))
        elif f.axes[-1:] == (FROM_TOP,):
            sizes, each = offset(f"{f.name}_size"), f.shape[-1]
            steps += [
                (PILE, f.start + n * each, each, base + n * size, sizes + n, 0)
                for n in range(math.prod(f.shape[:-1]))
            ]
        elif f.axes[-1:] == (PLACE,):
            each = f.shape[-1]
            steps += [
                (COPY, f.start + n * each, each, base + n * size, 0, 0) for n in range(f.shape[0])
            ]
        else:
            steps.append((COPY, f.start, f.length, base, 0, 0))
    return np.array(_joined(steps), np.int64)


def _joined(steps: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Join copies of numbers that lie side by side in the record and in the row."""
    joined: list[tuple[int, ...]] = []
    for step in steps:
        how, at, length, base, *_ = joined[-1] if joined else step
        if joined and how == COPY == step[0] and (at + length, base + length) == (step[1], step[3]):
            joined[-1] = (COPY, at, length + step[2], base, 0, 0)
        else:
            joined.append(step)
    return joined
