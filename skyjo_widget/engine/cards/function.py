"""Functions of one's own as effects: what identifies them, and where they are looked up."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from skyjo_widget.errors import RulesError

LONGEST_SOURCE = 20_000
"""Most letters of a function's source."""


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class OwnFunction:
    """A function that an effect calls; two are equal if they have the same name and source.

    Parameters
    ----------
    name : str
        Its qualified name.
    source : str
        Its source text, which a record holds to recognise it; it is never run from there.
    call : callable
        ``call(board)``, with an `EffectBoard`.
    """

    name: str
    source: str
    call: Callable[[Any], Any] = dataclasses.field(compare=False)

    def __repr__(self) -> str:
        return self.name

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits of its source."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:12]

    def as_dict(self) -> dict[str, str]:
        """Convert to what a record holds of it."""
        return {"name": self.name, "source": self.source}


def own_function(function: Any) -> OwnFunction:
    """Return a function with its name and source.

    Raises
    ------
    RulesError
        If it is no function that was defined with ``def``, takes other than one argument, or has
        no source text.
    """
    if isinstance(function, OwnFunction):
        return function
    name = getattr(function, "__qualname__", "")
    if not inspect.isfunction(function) or "<lambda>" in name:
        raise RulesError(f"function={function!r:.60}: a function defined with 'def' is needed")
    try:
        inspect.signature(function).bind(None)
    except TypeError:
        raise RulesError(f"function={name}: it takes one argument, the board") from None
    try:
        source = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError):
        raise RulesError(
            f"function={name}: its source can't be read, and a record holds it: define it in a "
            "cell or a file"
        ) from None
    if len(source) > LONGEST_SOURCE:
        raise RulesError(f"function={name}: {len(source)} letters, more than {LONGEST_SOURCE}")
    made = OwnFunction(name.rpartition("<locals>.")[2], source, function)
    _defined.pop(made, None)
    _defined[made] = made
    return made


_defined: dict[OwnFunction, OwnFunction] = {}
"""The functions of all effects that were made in this process, each the newest of equal ones."""


def find_function(key: str, written: Any, known: OwnFunction | None) -> OwnFunction:
    """Return the function that a record or a deck's file names, if it is here.

    Parameters
    ----------
    key : str
        The effect's.
    written : mapping
        Its name and source.
    known : OwnFunction, optional
        The function of the effect that is registered under that key.

    Raises
    ------
    RulesError
        If no effect has it here.
    """
    if (
        not isinstance(written, Mapping)
        or sorted(written) != ["name", "source"]
        or not all(isinstance(part, str) for part in written.values())
    ):
        raise RulesError(f"effect {key}: a function has the parts name and source")
    name, source = written["name"], written["source"]
    found = OwnFunction(name, source, print)
    if found in _defined:
        return _defined[found]
    if known is None:
        raise RulesError(
            f"effect {key}: it is the function {name:.60} (source {found.hash}), which isn't here: "
            f"define it and call register_effect(Effect(key={key!r}, function={name:.60}, …)) first"
        )
    raise RulesError(
        f"effect {key}: it is the function {name:.60} (source {found.hash}), and here "
        f"{known.name:.60} (source {known.hash}) is registered under that key: register that one "
        "first"
    )
