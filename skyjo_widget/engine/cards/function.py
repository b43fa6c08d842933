"""Functions of one's own as effects: what identifies them, and where they are looked up."""

from __future__ import annotations

import contextlib
import dataclasses
import dis
import hashlib
import inspect
import textwrap
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.util.messages import warn

LONGEST_SOURCE = 20_000
"""Most letters of a function's source."""

Values = tuple[tuple[str, str], ...]
"""The names of values, each with its value as text."""


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class OwnFunction:
    """A function that an effect calls; two are equal if name, source and values are the same.

    Parameters
    ----------
    name : str
        Its qualified name.
    source : str
        Its source text, which a record holds to recognise it; it is never run from there.
    call : callable
        ``call(board)``, with an `EffectBoard`.
    values : tuple of tuple of str
        The names that it takes from outside, each with its value as text: numbers, texts, lists of
        these, and functions of one's own by their source.
    others : dict
        Further objects that it takes from outside, by name: a record can't hold them.
    """

    name: str
    source: str
    call: Callable[[Any], Any] = dataclasses.field(compare=False)
    values: Values = ()
    others: Mapping[str, Any] = dataclasses.field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return self.name

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits of its source, and of its values if it has any."""
        text = self.source + (repr(self.values) if self.values else "")
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def as_dict(self) -> dict[str, Any]:
        """Convert to what a record holds of it."""
        parts: dict[str, Any] = {"name": self.name, "source": self.source}
        return parts | {"values": dict(self.values)} if self.values else parts


def own_function(function: Any) -> OwnFunction:
    """Return a function with its name and source.

    Raises
    ------
    RulesError
        If it is no function that was defined with ``def``, takes other than one argument, or has
        no source text.

    Warns
    -----
    UserWarning
        If a record couldn't distinguish it from another one that was made before.
    """
    if isinstance(function, OwnFunction):
        return function
    name = getattr(function, "__qualname__", "")
    if not inspect.isfunction(function) or "<lambda>" in name:
        raise RulesError(
            "function={function!r:.60}: a function defined with 'def' is needed", function=function
        )
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        raise RulesError("function={name}: it takes one argument, the board", name=name) from None
    try:
        source = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        raise RulesError(
            "function={name}: its source can't be read, and a record holds it: define it "
            "in a cell or a file",
            name=name,
        ) from None
    if len(source) > LONGEST_SOURCE:
        raise RulesError(
            "function={name}: {count} letters, more than {longest_source}",
            name=name,
            count=len(source),
            longest_source=LONGEST_SOURCE,
        )
    values, others = _outside(function)
    if sum(len(text) for _, text in values) > LONGEST_SOURCE:
        raise RulesError(
            "function={name}: the values that it takes from outside have more than "
            "{longest_source} letters",
            name=name,
            longest_source=LONGEST_SOURCE,
        )
    defined = OwnFunction(name.rpartition("<locals>.")[2], source, function, values, others)
    before = _defined.pop(defined, None)
    _defined[defined] = defined
    if before and (differ := [key for key in others if not _is_same(key, before, defined)]):
        warn(
            "function={name}: a function of the same name and source is there already, "
            "and a record can't tell them apart, though they differ in {differ}: give "
            "them different names, or let numbers, texts and lists of these make the "
            "difference",
            name=name,
            differ=", ".join(differ),
        )
    return defined


def _is_same(key: str, before: OwnFunction, after: OwnFunction) -> bool:
    """Return whether an object that two functions take from outside is the same."""
    old, new = before.others.get(key), after.others[key]
    try:
        return old is new or bool(old == new)
    except Exception:  # of any type, depending on the object
        return False


def _outside(function: Any, around: tuple[Any, ...] = ()) -> tuple[Values, dict[str, Any]]:
    """Return what a function takes from outside: values as texts, and other objects, by name.

    Parameters
    ----------
    function : function
    around : tuple of function
        Those that have led to it.
    """
    parameters = inspect.signature(function).parameters.values()
    outside = {p.name: p.default for p in parameters if p.default is not p.empty}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    for name, cell in cells:
        with contextlib.suppress(ValueError):  # an empty cell
            outside[name] = cell.cell_contents
    for name in _global_names(function.__code__):
        if name in function.__globals__:
            outside[name] = function.__globals__[name]
    around = (*around, function)
    texts = {name: _as_text(value, around) for name, value in sorted(outside.items())}
    others = {name: outside[name] for name, text in texts.items() if text is None}
    return tuple((name, text) for name, text in texts.items() if text), others


def _global_names(code: types.CodeType) -> Iterator[str]:
    """Yield the global names that a code reads, those of functions within it too."""
    for step in dis.get_instructions(code):
        if step.opname == "LOAD_GLOBAL":
            yield step.argval
    for part in code.co_consts:
        if isinstance(part, types.CodeType):
            yield from _global_names(part)


def _as_text(value: Any, around: tuple[Any, ...]) -> str | None:
    """Return a value as text; empty if it never differs, None if it is an object like no other."""
    if isinstance(value, (bool, int, float, str, bytes, type(None))):
        return repr(value)
    if isinstance(value, (tuple, list, set, frozenset, dict)):
        parts = value.items() if isinstance(value, dict) else value
        texts = [text for text in (_as_text(part, around) for part in parts) if text]
        if len(texts) < len(value):
            return None
        ordered = sorted(texts) if isinstance(value, (set, frozenset)) else texts
        return f"{type(value).__name__}({', '.join(ordered)})"
    if inspect.isfunction(value) and value.__module__ == around[0].__module__:
        if value in around:
            return ""
        with contextlib.suppress(OSError, TypeError):
            source = textwrap.dedent(inspect.getsource(value))
            values, others = _outside(value, around)
            return None if others else source + (repr(values) if values else "")
        return None
    never = inspect.isfunction(value) or inspect.isclass(value) or inspect.ismodule(value)
    return "" if never or inspect.ismodule(getattr(value, "__self__", None)) else None


_defined: dict[OwnFunction, OwnFunction] = {}
"""The functions of all effects that were made in this process, each the newest of equal ones."""


def find_function(key: str, written: object, registered: OwnFunction | None) -> OwnFunction:
    """Return the function that a record or a deck's file names, if it is here.

    Parameters
    ----------
    key : str
        The effect's.
    written : mapping
        Its name and source.
    registered : OwnFunction, optional
        The function of the effect that is registered under that key.

    Raises
    ------
    RulesError
        If no effect has it here.
    """
    values = written.get("values", {}) if isinstance(written, Mapping) else {}
    if (
        not isinstance(written, Mapping)
        or not isinstance(values, Mapping)
        or set(written) - {"values"} != {"name", "source"}
        or not all(isinstance(written[part], str) for part in ("name", "source"))
        or not all(isinstance(text, str) for text in values.values())
    ):
        raise RulesError("effect {key}: a function has the parts name and source", key=key)
    name, source = written["name"], written["source"]
    wanted = OwnFunction(name, source, print, tuple(sorted(values.items())))
    if wanted in _defined:
        return _defined[wanted]
    alike = [
        function for function in _defined if (function.name, function.source) == (name, source)
    ]
    if alike:
        here, there = dict(alike[-1].values), dict(wanted.values)
        differ = [
            f"{part} = {there.get(part, 'nothing'):.60}, here {here.get(part, 'nothing'):.60}"
            for part in sorted(here.keys() | there.keys())
            if here.get(part) != there.get(part)
        ]
        raise RulesError(
            "effect {key}: it is the function {name:.60} with {differ}: define it with "
            "the same values first",
            key=key,
            name=name,
            differ="; ".join(differ),
        )
    if registered is None:
        raise RulesError(
            "effect {key}: it is the function {name:.60} (source {hash}), which isn't "
            "here: define it and call register_effect(Effect(key={key!r}, "
            "function={name:.60}, …)) first",
            key=key,
            name=name,
            hash=wanted.hash,
        )
    raise RulesError(
        "effect {key}: it is the function {name:.60} (source {hash}), and here "
        "{known:.60} (source {present}) is registered under that key: register that one "
        "first",
        key=key,
        name=name,
        hash=wanted.hash,
        known=registered.name,
        present=registered.hash,
    )
