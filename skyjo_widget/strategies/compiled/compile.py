"""Compiled strategies: functions of an observation, compiled by numba.

A strategy that numba understands is compiled together with the rules and gets a compiled
observation with the same public attributes, each computed from the state on access; secrets
aren't among them.  The function must behave the same compiled and interpreted.  Therefore code
that numba treats differently from Python isn't compiled (`why_not`), None and errors stop a
compiled strategy as they stop an interpreted one, and bulk play compares the first games.

Compiled strategies are kept for the life of the process, by their code: a changed function is a
different strategy.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import linecache
import math
import re
import threading
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from skyjo_widget import bots
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.driver import driver_parts, make_play
from skyjo_widget.engine.core.game import Game
from skyjo_widget.errors import NotationError
from skyjo_widget.strategies.compiled.loop_parts import PREFIX
from skyjo_widget.strategies.compiled.rewrite import rewrite
from skyjo_widget.strategies.compiled.rewrite_loops import VIEWS
from skyjo_widget.strategies.compiled.source import NotCompiledError
from skyjo_widget.util.notices import hushed

PAYS = 30.0
"""Seconds of interpreted play above which compiling pays; it takes about ten itself."""
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
_PLAIN_VALUES = "lists and dicts hold one kind of value, and a name too"
_IN_A_FILE = "define it in a cell or a file, where its source is found"
_LONGEST_LINE = 60  # characters of a line in a reason


def why_not(function: Any) -> str:
    """Return the reason why a strategy can't be compiled, as a clause; empty if numba may try."""
    try:
        _parts(function, ())
    except NotCompiledError as error:
        return _clause(error)
    return ""


def key(function: Any) -> tuple[Any, ...]:
    """Return the cache key of a compiled strategy: its code and all that it uses."""
    return _parts(function, ())


def _clause(error: NotCompiledError) -> str:
    """Return a reason with its line, and what to write instead."""
    text = linecache.getline(error.file, error.line).strip() if error.line else ""
    text = text if len(text) <= _LONGEST_LINE else f"{text[:_LONGEST_LINE]}…"
    place = f" (line {error.line}, `{text}`)" if text else ""
    return error.reason + place + (f"; {error.instead}" if error.instead else "")


def _parts(function: Any, callers: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a function's code and the values of its outer names, including its helpers'."""
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
        used: list[Any] = []
        for name, (value, line) in _outer_names(function).items():
            if isinstance(value, types.FunctionType):
                used.append((name, _parts(value, (*callers, code))))
            elif _is_simple(value):
                used.append((name, type(value), repr(value)))
            elif not (value is math or (name in KNOWN and value is getattr(builtins, name))):
                what = f"{name!r} isn't a number, a text or a function of yours"
                raise NotCompiledError(what, line, _PLAIN_NAMES)
    except NotCompiledError as error:
        error.file = error.file or code.co_filename
        raise
    return (code, *used)


def _is_simple(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_simple, value))
    return type(value) in SIMPLE


def _outer_names(function: types.FunctionType) -> dict[str, tuple[Any, int]]:
    """Return the value and line of each outer name (global or closure) of a rewritten function."""
    code, loops = rewrite(function)
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


# Compiling


def _compiled(function: types.FunctionType, done: dict[Any, Any]) -> Any:
    """Compile a function and its helpers, with Python's errors and bounds checks."""
    import numba  # noqa: PLC0415  (loading it takes a second: only on demand)

    from skyjo_widget.strategies.compiled import numba_forms, numba_passes  # noqa: PLC0415  (as above)

    if function not in done:
        outside = {
            name: _compiled(value, done) if isinstance(value, types.FunctionType) else value
            for name, (value, _) in _outer_names(function).items()
        }
        if outside.get("sum") is sum:
            outside["sum"] = numba_forms.whole_sum
        outside |= {PREFIX + name: getattr(numba_forms, name) for name in numba_forms.FORMS}
        code, loops = rewrite(function)
        options: Any = {"error_model": "python", "boundscheck": True}
        for name, loop in loops.items():
            twin = types.FunctionType(loop, outside)
            outside[name] = numba.njit(
                **options, forceinline=True, pipeline_class=numba_passes.LoopCompiler
            )(twin)
        cells = tuple(types.CellType(outside[name]) for name in code.co_freevars)
        twin = types.FunctionType(code, outside, function.__name__, None, cells)
        done[function] = numba.njit(**options, pipeline_class=numba_passes.StrategyCompiler)(twin)
    return done[function]


class Team:
    """The strategies of a table, with their compiled driver.

    Parameters
    ----------
    game : Game
        The game.
    codes : twin
        The rule codes.
    functions : tuple of callable
        The strategies, each once.
    built_in : bool
        True if built-in policies play too.

    Attributes
    ----------
    driver : callable or None
        The compiled driver that plays them; None until it is compiled.
    why : str
        The reason why there is no driver, a sentence; empty if there is one, or if it hasn't been
        tried.
    """

    game: Game
    codes: Any
    functions: tuple[Any, ...]
    why: str

    def __init__(
        self, game: Game, codes: Any, functions: tuple[Any, ...], *, built_in: bool
    ) -> None:
        self.game, self.codes, self.functions = game, codes, functions
        self.built_in = built_in
        self.driver: Any = None
        reasons = [(function, why_not(function)) for function in functions]
        self.why = next((_because(function, reason) for function, reason in reasons if reason), "")
        self._trying = threading.Lock()

    def consider(self, seconds: float, agrees: Callable[[Any], bool]) -> None:
        """Compile if it pays, on a separate thread; play continues interpreted meanwhile.

        Parameters
        ----------
        seconds : float
            The time that the remaining games would take interpreted.
        agrees : callable
            ``agrees(driver) -> bool``: True if a driver replays the interpreted games.
        """
        if seconds < PAYS or not jit.has_numba() or jit.is_interpreted(self.codes):
            return
        if not self._trying.acquire(blocking=False):
            return  # another thread is compiling
        if self.driver or self.why:
            self._trying.release()
            return
        if background.waits():
            self._try(agrees)
            return
        try:
            threading.Thread(
                target=self._try, args=(agrees,), name="compiling a strategy", daemon=True
            ).start()
        except RuntimeError:  # no threads on this platform, or the interpreter is shutting down
            self._trying.release()

    def _try(self, agrees: Callable[[Any], bool]) -> None:
        """Compile; keep the driver if it agrees, else the reason."""
        try:
            from numba.core.errors import NumbaWarning  # noqa: PLC0415  (loading it takes a second)

            with warnings.catch_warnings(), hushed():
                # Not all warnings: filters are shared with the threads that play meanwhile.
                warnings.simplefilter("ignore", NumbaWarning)
                driver = self._compile()
                if agrees(driver):
                    self.driver = driver
                else:
                    self.why = _because(self.functions[0], "it would play otherwise")
        except Exception as error:  # numba raises many kinds
            function = self._blamed(str(error))
            self.why = _because(function, _clause(_reason(error, function)))
        finally:
            self._trying.release()

    def _blamed(self, error: str) -> Any:
        """Return the function that a numba error names; the first if it names none."""
        named = (f for f in self.functions if f"CPUDispatcher(<function {_name(f)} at" in error)
        return next(named, self.functions[0])

    def _compile(self) -> Any:
        """Return a compiled driver that plays all functions."""
        jit.compiled(make_play, *driver_parts(self.game, bots.chooser(self.game.name)))
        import numba  # noqa: PLC0415  (as above)

        from skyjo_widget.strategies.compiled import numba_observation  # noqa: PLC0415  (as above)

        texts = {}
        for action in range(len(self.game.actions)):
            text = self.game.action_text(action, self.codes)
            with contextlib.suppress(NotationError):
                if self.game.parse_action(text, self.codes) == action:
                    texts[action] = text
        choose = bots.chooser(self.game.name) if self.built_in else numba_observation.choose_nothing
        done: dict[Any, Any] = {}
        for function in self.functions:
            ask = numba_observation.make_ask(_compiled(function, done), self.game, texts)
            choose = numba_observation.add_policy(
                choose, index(self.game, self.functions, function), ask
            )
        parts: Any = (*driver_parts(self.game, choose), 0)  # this driver isn't cached on disk
        driver = make_play(*parts)
        return jit.compile_in_thread(numba.njit(nogil=True, error_model="numpy")(driver))


def _name(function: Any) -> str:
    return getattr(function, "__name__", type(function).__name__)


def _because(function: Any, reason: str) -> str:
    return f"{_name(function)} isn't compiled, since {reason}"


def _reason(error: Exception, function: Any) -> NotCompiledError:
    """Translate an error of numba, with the last line of the function's file that it names."""
    text, file = str(error), function.__code__.co_filename
    named = re.findall(r'File "(.+?)", line (\d+)', text)
    lines = [int(line) for where, line in named if Path(where).name == Path(file).name]
    unknown = re.search(r"Unknown attribute '(\w+)' of type (\w+)", text)
    refused = re.search(r"strategy: ([^;]+); ([^.]+)\.", text)
    empty = re.search(r"'\w+' may have no value when it is used", text)
    reason, instead = "numba doesn't understand it", _PLAIN_VALUES
    if refused:
        reason, instead = refused[1], refused[2]
    elif unknown and unknown[2] == "Observation":
        name = next((name for name, view in VIEWS.items() if view == unknown[1]), unknown[1])
        reason, instead = f"a compiled strategy has no obs.{name}", ""
    elif unknown and unknown[2].startswith("NumPyRandomGenerator"):
        reason = f"a compiled strategy has no obs.rng.{unknown[1]}"
        instead = "write obs.rng.random() or obs.rng.integers(low, high)"
    elif empty:
        reason, instead = empty[0], "give it a value before"
    refusal = NotCompiledError(reason, lines[-1] if lines else 0, instead)
    refusal.file = file
    return refusal


def index(game: Game, functions: tuple[Any, ...], function: Any) -> int:
    """Return a function's policy index in a driver; the built-in policies come first."""
    return len(bots.policies(game.name)) + functions.index(function)


_teams: dict[Any, Team] = {}


def find_team(
    table: tuple[Any, ...],
    game: Game,
    codes: Any,
    functions: tuple[Any, ...],
    *,
    built_in: bool,
    searching: bool,
) -> Team:
    """Return the team of these functions at a table, cached by their code.

    Parameters
    ----------
    table : tuple
        A key that identifies the table.
    game, codes, functions, built_in
        See `Team`.
    searching : bool
        True if a bot plays that the compiled driver can't play.
    """
    if searching or any(map(why_not, functions)):
        team = Team(game, codes, functions, built_in=built_in)
        team.why = team.why or _because(functions[0], "a bot that searches plays with it")
        return team
    name = (table, built_in, *map(key, functions))
    return _teams.setdefault(name, Team(game, codes, functions, built_in=built_in))
