"""A strategy as it is compiled: its rewritten code, its helpers and the values that it uses.

Code that numba treats differently from Python is refused (`why_not`).
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import linecache
import marshal
import math
import types
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from skyjo_widget.strategies.compiled.loop_parts import PREFIX
from skyjo_widget.strategies.compiled.rewrite import rewrite
from skyjo_widget.strategies.compiled.source import NotCompiledError

SIMPLE = (bool, int, float, str, types.NoneType)
"""The types that a strategy's outer names may have, besides tuples of these."""
KNOWN = frozenset(
    {"abs", "bool", "divmod", "enumerate", "float", "int", "len", "list", "max", "min", "ord"}
    | {"range", "reversed", "round", "sorted", "str", "sum", "tuple", "zip"}
)
"""The built-in functions that behave the same compiled and interpreted."""

_OUTSIDE = ("it changes a name outside of it", "compute it from the observation each time")
_GENERATOR = ("it is a generator", "return a list")
_NOT_COMPILED = {
    "STORE_GLOBAL": _OUTSIDE,
    "DELETE_GLOBAL": _OUTSIDE,
    "STORE_DEREF": _OUTSIDE,
    "STORE_ATTR": ("it changes an object", "keep the value in a name"),
    "IMPORT_NAME": ("it imports something", "import it outside of the function"),
    "BUILD_SET": (
        "it makes a set, whose order isn't the same when it is compiled",
        "write a list, with [ ] around it",
    ),
    "PUSH_EXC_INFO": ("it catches errors", "ask with if before"),
    "BEFORE_WITH": ("it has a with block", "leave it out"),
    "YIELD_VALUE": _GENERATOR,
    "RETURN_GENERATOR": _GENERATOR,
}
_PLAIN_NAMES = "define it outside as a number, a text or a tuple of these"
_IN_A_FILE = "define it in a cell or a file, where its source is found"
_LONGEST_LINE = 60  # characters of a line in a reason


class Named(NamedTuple):
    """A built-in function that a strategy uses, or the module ``math``."""

    name: str

    @property
    def value(self) -> Any:
        """The object of that name."""
        return math if self.name == "math" else getattr(builtins, self.name)


class Part(NamedTuple):
    """A function to compile: plain data, that another process can be sent.

    Parameters
    ----------
    name : str
    code : bytes
        Its rewritten code, marshalled.
    loops : mapping of str to bytes
        The codes of the loops that it calls, by their names.
    outside : mapping of str to object
        The values of its outer names: plain ones, `Named` and `Part`.
    key : str
        A digest of all that it does, the same in every process.
    file : str
    line : int
        Where it was written.
    """

    name: str
    code: bytes
    loops: Mapping[str, bytes]
    outside: Mapping[str, Any]
    key: str
    file: str
    line: int

    @property
    def lines(self) -> list[int]:
        """The first lines of it and its helpers."""
        inner = [part.lines for part in self.outside.values() if isinstance(part, Part)]
        return [self.line, *(line for lines in inner for line in lines)]


def why_not(function: Any) -> str:
    """Return the reason why a strategy can't be compiled, as a clause; empty if numba may try."""
    try:
        read(function)
    except NotCompiledError as error:
        return clause(error)
    return ""


def clause(error: NotCompiledError) -> str:
    """Return a reason with its line, and what to write instead."""
    text = linecache.getline(error.file, error.line).strip() if error.line else ""
    text = text if len(text) <= _LONGEST_LINE else f"{text[:_LONGEST_LINE]}…"
    place = f" (line {error.line}, `{text}`)" if text else ""
    return error.reason + place + (f"; {error.instead}" if error.instead else "")


def read(function: Any) -> Part:
    """Return a function as it is compiled.

    Raises
    ------
    NotCompiledError
        If it can't be compiled.
    """
    return _read(function, (), {})


def _read(function: Any, callers: tuple[Any, ...], done: dict[Any, Part]) -> Part:
    if not isinstance(function, types.FunctionType):
        raise NotCompiledError("it isn't a plain function", instead="write def mine(obs): …")
    code = function.__code__
    try:
        if code in callers:
            raise NotCompiledError("it calls itself", code.co_firstlineno, "write a for loop")
        plain = bool(callers) or code.co_argcount == 1
        if not plain or function.__defaults__ or code.co_kwonlyargcount or code.co_flags & 0x0C:
            instead = "give every value as an argument" if callers else "write def mine(obs): …"
            raise NotCompiledError(
                "it has other parameters than one observation", code.co_firstlineno, instead
            )
        if function in done:
            return done[function]
        rewritten = rewrite(function)
        outside: dict[str, Any] = {}
        for name, (value, line) in _outer_names(function, *rewritten).items():
            if isinstance(value, types.FunctionType):
                outside[name] = _read(value, (*callers, code), done)
            elif _is_simple(value):
                outside[name] = value
            elif value is math or (name in KNOWN and value is getattr(builtins, name)):
                outside[name] = Named(value.__name__)
            else:
                what = f"{name!r} isn't a number, a text or a function of yours"
                raise NotCompiledError(what, line, _PLAIN_NAMES)
    except NotCompiledError as error:
        error.file = error.file or code.co_filename
        raise
    named = function.__name__
    used = [
        (name, value.key if isinstance(value, Part) else (type(value).__name__, repr(value)))
        for name, value in sorted(outside.items())
    ]
    loops = sorted((name, _described(loop)) for name, loop in rewritten.loops.items())
    all_of_it = (named, _described(code), _described(rewritten.code), loops, used)
    done[function] = Part(
        named,
        marshal.dumps(rewritten.code),
        {name: marshal.dumps(loop) for name, loop in rewritten.loops.items()},
        outside,
        hashlib.sha256(repr(all_of_it).encode()).hexdigest(),
        code.co_filename,
        code.co_firstlineno,
    )
    return done[function]


def _described(code: types.CodeType) -> tuple[Any, ...]:
    """Return what a code does, wherever it was written, as plain data."""
    constants: list[Any] = []
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            constants.append(_described(constant))
        elif isinstance(constant, frozenset):
            constants.append(sorted(map(repr, constant)))  # its own order is by chance
        else:
            constants.append(repr(constant))
    numbers = (code.co_argcount, code.co_flags, code.co_code)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_name, *numbers, *names, constants)


def _is_simple(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_simple, value))
    return type(value) in SIMPLE


def _outer_names(
    function: types.FunctionType, code: types.CodeType, loops: Mapping[str, types.CodeType]
) -> dict[str, tuple[Any, int]]:
    """Return the value and line of each outer name (global or closure) of a rewritten function."""
    names: dict[str, tuple[Any, int]] = {}
    for part in (part for whole in (code, *loops.values()) for part in _codes(whole)):
        targets = {i.offset: i for i in dis.get_instructions(part)}
        for i in targets.values():
            line = (i.positions and i.positions.lineno) or 0
            if i.opname in _NOT_COMPILED and not (i.opname == "STORE_DEREF" and _is_own(i, code)):
                reason, instead = _NOT_COMPILED[i.opname]
                raise NotCompiledError(reason, line, instead)
            if i.opname == "BINARY_OP" and i.argrepr.startswith("**"):
                raise NotCompiledError(
                    "it has a power (**), which may be a float or not", line, "multiply: x * x"
                )
            if "JUMP_BACKWARD" in i.opname and _loop_head(i.argval, targets) != "FOR_ITER":
                raise NotCompiledError(
                    "it has a while loop", line, "write a for loop, with range(…) if it counts"
                )
            if i.opname == "LOAD_GLOBAL" and not i.argval.startswith(PREFIX):
                try:
                    value = {**vars(builtins), **function.__globals__}[i.argval]
                except KeyError:
                    raise NotCompiledError(
                        f"{i.argval!r} isn't there", line, "define it before"
                    ) from None
                names.setdefault(i.argval, (value, line))
        if any(isinstance(c, tuple) and "key" in c for c in part.co_consts):
            raise NotCompiledError("it sorts by a key", instead=_IN_A_FILE)
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            names[name] = cell.cell_contents, function.__code__.co_firstlineno
        except ValueError:
            raise NotCompiledError(f"{name!r} isn't there", instead="define it before") from None
    return names


def _is_own(i: dis.Instruction, code: types.CodeType) -> bool:
    return i.argval in code.co_cellvars


def _loop_head(at: int, instructions: dict[int, dis.Instruction]) -> str:
    while instructions[at].opname == "EXTENDED_ARG":
        at += 2
    return instructions[at].opname


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a function's code and that of its list comprehensions."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            if inner.co_name != "<listcomp>":
                reason = "it makes a function or a generator of its own"
                raise NotCompiledError(reason, inner.co_firstlineno, _IN_A_FILE)
            yield from _codes(inner)
