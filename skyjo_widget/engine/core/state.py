"""Game states as twins: a Python object and a NumPy record with the same fields.

A game declares its state once, as a class whose fields declare their shape, visibility and text
form.  From that class are derived

- the interpreted twin, an object with slots, integers and lists (the class itself);
- the compiled twin, a structured array of shape (1,) (`to_record`, `from_record`);
- the observation of a seat (`observe`), built from the fields that are declared visible,
  never by deleting from the whole.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import types
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast, dataclass_transform

import numpy as np
import numpy.typing as npt

from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Seen = Literal["public", "actor", "owner", "secret"]
"""A field's visibility: to every seat, the seat to act, each seat its own part, or nobody."""

Class = TypeVar("Class", bound=type)
Twin = TypeVar("Twin")


def field(
    seen: Seen,
    doc: str,
    *shape: int,
    empty: int = 0,
    text: str = "int",
    optional: bool = False,
    code: str = "",
) -> Any:
    """Declare one field of a twin.

    Parameters
    ----------
    seen : {"public", "actor", "owner", "secret"}
        Its visibility; an owner's field is a list by seat.
    doc : str
        Its description.
    *shape : int
        None for an integer, one length for a list, two for a list of lists.
    empty : int
        The initial value of every element.
    text : str
        Its text form (see `skyjo_widget.engine.core.state_text`).
    optional : bool
        Whether state text leaves it out while it is empty.
    code : str
        The rule code without which arrays of observations leave it out.
    """
    if seen == "actor" and shape:
        raise TypeError("a field that only the seat to act may see is a single card")
    if seen == "owner" and not shape:
        raise TypeError("a field of which each seat sees its own part is a list by seat")
    about = {
        "seen": seen,
        "doc": doc,
        "shape": shape,
        "empty": empty,
        "text": text,
        "optional": optional,
        "code": code,
    }
    if not shape:
        return dataclasses.field(default=empty, metadata=about)
    if len(shape) == 1:
        return dataclasses.field(default_factory=lambda: [empty] * shape[0], metadata=about)
    return dataclasses.field(
        default_factory=lambda: [[empty] * shape[1] for _ in range(shape[0])], metadata=about
    )


@dataclass_transform(field_specifiers=(field,))
def twin(cls: Class) -> Class:
    """Make a class of `field` declarations the interpreted twin."""
    return cast("Class", dataclasses.dataclass(slots=True)(cls))  # slots make another class


@functools.cache
def record_dtype(cls: type[DataclassInstance]) -> np.dtype[np.void]:
    """Return the compiled twin's dtype: int64 throughout, the shapes of the declarations.

    Narrower integers could overflow, which compiled and interpreted code treat differently, and
    gained nothing measurable.
    """
    return np.dtype(
        [(f.name, np.int64, f.metadata["shape"]) for f in dataclasses.fields(cls)], align=True
    )


def to_record(twin: DataclassInstance) -> npt.NDArray[np.void]:
    """Convert an interpreted twin to a structured array of shape (1,)."""
    record = np.zeros(1, record_dtype(type(twin)))
    for f in dataclasses.fields(twin):
        record[f.name][0] = getattr(twin, f.name)
    return record


def from_record(cls: type[Twin], record: npt.NDArray[np.void]) -> Twin:
    """Convert a structured array of shape (1,) to an interpreted twin."""
    return cls(**{name: record[name][0].tolist() for name in record.dtype.names or ()})


@functools.cache
def _shapes(
    cls: type[DataclassInstance],
) -> tuple[Callable[[Any], tuple[Any, ...]], list[int], list[int]]:
    """Return a getter of all fields' values, and the indices of lists and of lists of lists."""
    fields = dataclasses.fields(cls)
    depths = [len(f.metadata["shape"]) for f in fields]
    lists, tables = ([at for at, depth in enumerate(depths) if depth == d] for d in (1, 2))
    return operator.attrgetter(*[f.name for f in fields]), lists, tables


def _copied(value: Any, depth: int) -> Any:
    if depth == 0:
        return value
    return value[:] if depth == 1 else [row[:] for row in value]


def copy(twin: Twin) -> Twin:
    """Return a deep copy of a twin."""
    kind: Any = type(twin)
    fields, lists, tables = _shapes(kind)
    values = list(fields(twin))
    for at in lists:
        values[at] = values[at][:]
    for at in tables:
        values[at] = [row[:] for row in values[at]]
    copied: Twin = kind(*values)
    return copied


def copy_part(twin: DataclassInstance, names: Iterable[str]) -> types.SimpleNamespace:
    """Return a namespace of deep copies of some fields: cheaper than a copy of the whole twin."""
    depths = _depths(type(twin))
    return types.SimpleNamespace(
        **{name: _copied(getattr(twin, name), depths[name]) for name in names}
    )


@functools.cache
def _depths(cls: type[DataclassInstance]) -> dict[str, int]:
    """Return the number of dimensions of each field."""
    return {f.name: len(f.metadata["shape"]) for f in dataclasses.fields(cls)}


class CopyingList(list[Any]):
    """A list that copies a twin on assignment, like a structured array.

    Interpreted loops over it behave like compiled ones over an array.
    """

    def __setitem__(self, at: Any, twin: Any) -> None:
        super().__setitem__(at, copy(twin))


@functools.cache
def observation_class(cls: type[DataclassInstance]) -> type:
    """Return the class of a state's observations: the same fields but the secret ones.

    A policy that reads a secret field fails with an `AttributeError`.
    """
    seen = [f for f in dataclasses.fields(cls) if f.metadata["seen"] != "secret"]
    return dataclasses.make_dataclass(
        f"{cls.__name__}Observation",
        [(f.name, f.type, _copied_field(f)) for f in seen],
        slots=True,
    )


def _copied_field(f: dataclasses.Field[Any]) -> Any:
    about = f.metadata
    more = {name: about[name] for name in ("empty", "text", "optional", "code")}
    return field(about["seen"], about["doc"], *about["shape"], **more)


def observe(state: Any, seat: int) -> Any:
    """Return the observation of one seat.

    Parameters
    ----------
    state : twin
        The interpreted twin of the whole state.
    seat : int
        The observing seat; `NOBODY` for an observer without a seat.

    Returns
    -------
    object
        An instance of `observation_class`, which shares nothing with the state.  A card that
        only the seat to act may see is `UNKNOWN` to the others; other owners' parts are empty.
    """
    kind: Any = type(state)
    acts = seat == state.seat and seat != NOBODY
    seen: list[Any] = []
    for name, visible, depth, empty in _visible(kind):
        value = getattr(state, name)
        if visible == "public" or (visible == "actor" and acts):
            seen.append(_copied(value, depth))
        elif visible == "actor":
            seen.append(UNKNOWN if value != NO_CARD else NO_CARD)
        else:
            own = empty()
            if seat != NOBODY:
                own[seat] = _copied(value[seat], depth - 1)
            seen.append(own)
    return observation_class(kind)(*seen)


@functools.cache
def _visible(cls: type[DataclassInstance]) -> tuple[tuple[str, Seen, int, Any], ...]:
    """Return each visible field: name, visibility, number of dimensions, and factory."""
    return tuple(
        (f.name, f.metadata["seen"], len(f.metadata["shape"]), f.default_factory)
        for f in dataclasses.fields(cls)
        if f.metadata["seen"] != "secret"
    )


def hidden_from_others(state: Any, seat: int) -> frozenset[str]:
    """Return the fields of which a seat sees more than the public, in the state of its decision."""
    own, public = observe(state, seat), observe(state, NOBODY)
    names = (f.name for f in dataclasses.fields(own))
    return frozenset(name for name in names if getattr(own, name) != getattr(public, name))
