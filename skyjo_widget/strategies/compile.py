"""Strategies at full speed: a function of an observation, compiled by numba.

A strategy that numba understands is compiled together with the rules, and is given an
observation that is compiled too: it has the public attributes of the readable one, each worked
out of the state when it is asked for, and what a seat may not see isn't among them.  The same
function must mean the same at both speeds.  So whatever numba takes otherwise than Python
does isn't compiled (`why_not`), numbers that aren't there and mistakes stop a compiled
strategy as they stop an interpreted one, and bulk play compares the first games.

Compiled strategies live as long as the process: one that was changed is another one.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import math
import re
import threading
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from skyjo_widget import bots
from skyjo_widget.engine.core import background as apart
from skyjo_widget.engine.core import jit as speed
from skyjo_widget.engine.core.driver import driver_parts, make_play
from skyjo_widget.engine.core.game import Game
from skyjo_widget.errors import NotationError
from skyjo_widget.util.notices import hushed

PAYS = 30.0
"""Seconds of interpreted play that compiling must save: it takes some ten itself."""
SIMPLE = (bool, int, float, str, types.NoneType)
"""What a name outside of a strategy may stand for, or a tuple of these."""
KNOWN = frozenset(
    {"abs", "bool", "divmod", "enumerate", "float", "int", "len", "list", "max", "min", "range"}
    | {"reversed", "round", "sorted", "str", "sum", "tuple", "zip"}
)
"""The built-in functions that mean the same at both speeds."""

_OTHERWISE = {
    "STORE_GLOBAL": "it changes a name outside of it",
    "DELETE_GLOBAL": "it changes a name outside of it",
    "STORE_DEREF": "it changes a name outside of it",
    "STORE_ATTR": "it changes an object",
    "IMPORT_NAME": "it imports something",
    "BUILD_SET": "it makes a set, whose order isn't the same when it is compiled",
    "PUSH_EXC_INFO": "it catches errors",
    "BEFORE_WITH": "it has a with block",
    "YIELD_VALUE": "it is a generator",
    "RETURN_GENERATOR": "it is a generator",
}


def why_not(function: Any) -> str:
    """Why a strategy can't be compiled, a clause; empty if numba may try."""
    try:
        _parts(function, ())
    except _OnlyInterpretedError as error:
        return str(error)
    return ""


def key(function: Any) -> tuple[Any, ...]:
    """What a compiled strategy depends on: its code, and all it uses."""
    return _parts(function, ())


class _OnlyInterpretedError(Exception):
    """Why a function isn't compiled, a clause."""


def _parts(function: Any, callers: tuple[Any, ...]) -> tuple[Any, ...]:
    """The code of a function and what its names stand for, helpers of its own included."""
    if not isinstance(function, types.FunctionType):
        raise _OnlyInterpretedError("it isn't a plain function")
    code = function.__code__
    if code in callers:
        raise _OnlyInterpretedError("it calls itself")
    plain = bool(callers) or code.co_argcount == 1
    if not plain or function.__defaults__ or code.co_kwonlyargcount or code.co_flags & 0x0C:
        raise _OnlyInterpretedError("it has other parameters than one observation")
    used: list[Any] = []
    for name, value in _outside(function).items():
        if isinstance(value, types.FunctionType):
            used.append((name, _parts(value, (*callers, code))))
        elif _is_simple(value):
            used.append((name, type(value), repr(value)))
        elif not (value is math or (name in KNOWN and value is getattr(builtins, name))):
            raise _OnlyInterpretedError(f"{name!r} isn't a number, a text or a function of yours")
    return (code, *used)


def _is_simple(value: Any) -> bool:
    if type(value) is tuple:
        return all(map(_is_simple, value))
    return type(value) in SIMPLE


def _outside(function: types.FunctionType) -> dict[str, Any]:
    """What a function's names outside of it stand for."""
    code = function.__code__
    found: dict[str, Any] = {}
    for part in _codes(code):
        targets = {i.offset: i for i in dis.get_instructions(part)}
        for i in targets.values():
            if i.opname in _OTHERWISE and not (i.opname == "STORE_DEREF" and _is_own(i, code)):
                raise _OnlyInterpretedError(_OTHERWISE[i.opname])
            if i.opname == "BINARY_OP" and i.argrepr.startswith("**"):
                raise _OnlyInterpretedError("it has a power (**), which may be a float or not")
            if "JUMP_BACKWARD" in i.opname and _loop_head(i.argval, targets) != "FOR_ITER":
                raise _OnlyInterpretedError("it has a while loop")
            if i.opname == "LOAD_GLOBAL":
                try:
                    found[i.argval] = {**vars(builtins), **function.__globals__}[i.argval]
                except KeyError:
                    raise _OnlyInterpretedError(f"{i.argval!r} isn't there") from None
        if any(isinstance(c, tuple) and "key" in c for c in part.co_consts):
            raise _OnlyInterpretedError("it sorts by a key")
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            raise _OnlyInterpretedError(f"{name!r} isn't there") from None
    return found


def _is_own(i: dis.Instruction, code: types.CodeType) -> bool:
    return i.argval in code.co_cellvars


def _loop_head(at: int, found: dict[int, dis.Instruction]) -> str:
    while found[at].opname == "EXTENDED_ARG":
        at += 2
    return found[at].opname


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A function's code, with its list comprehensions."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            if inner.co_name != "<listcomp>":
                raise _OnlyInterpretedError("it makes a function or an expression of its own")
            yield from _codes(inner)


# What is compiled


def _compiled(function: types.FunctionType, done: dict[Any, Any]) -> Any:
    """A function for compiled code; its helpers likewise.  Its mistakes are found, as in Python."""
    import numba  # noqa: PLC0415  (loading it takes a second: only on demand)

    from skyjo_widget.strategies import numba_observation as given  # noqa: PLC0415  (likewise)

    if function not in done:
        outside = {
            name: _compiled(value, done) if isinstance(value, types.FunctionType) else value
            for name, value in _outside(function).items()
        }
        if outside.get("sum") is sum:
            outside["sum"] = given.whole_sum
        code = function.__code__
        cells = tuple(types.CellType(outside[name]) for name in code.co_freevars)
        twin = types.FunctionType(code, outside, function.__name__, None, cells)
        done[function] = numba.njit(
            error_model="python", boundscheck=True, pipeline_class=given.StrategyCompiler
        )(twin)
    return done[function]


class Team:
    """The functions of a table, and how they are best played.

    Parameters
    ----------
    game : Game
        Which game.
    codes : twin
        The rule codes.
    functions : tuple of callable
        The strategies, each once.
    built_in : bool
        Whether built-in policies play too.

    Attributes
    ----------
    driver : callable or None
        What plays them at full speed, once it is there.
    why : str
        Why there will be none, a sentence; empty if there is one, or it hasn't been tried.
    """

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
        """Compile if it pays, on a thread of its own: play goes on interpreted meanwhile.

        Parameters
        ----------
        seconds : float
            Interpreted, the games that are left would take so long.
        agrees : callable
            ``agrees(driver)``: whether a driver plays what was played interpreted.
        """
        if seconds < PAYS or not speed.has_numba():
            return
        if not self._trying.acquire(blocking=False):
            return  # another thread is at it
        if self.driver or self.why:
            self._trying.release()
            return
        if apart.waits():
            self._try(agrees)
            return
        try:
            threading.Thread(
                target=self._try, args=(agrees,), name="compiling a strategy", daemon=True
            ).start()
        except RuntimeError:  # no threads here, or none any more
            self._trying.release()

    def _try(self, agrees: Callable[[Any], bool]) -> None:
        """Compile, and keep the driver if it agrees or the reason if there is none."""
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
        except Exception as error:  # numba has many
            self.why = _because(self._blamed(str(error)), _in_plain_words(error))
        finally:
            self._trying.release()

    def _blamed(self, error: str) -> Any:
        """The function that an error of numba is about; the first if it doesn't say."""
        named = (f for f in self.functions if f"CPUDispatcher(<function {_name(f)} at" in error)
        return next(named, self.functions[0])

    def _compile(self) -> Any:
        """A driver that plays them all."""
        speed.compiled(make_play, *driver_parts(self.game, bots.chooser(self.game.name)))
        import numba  # noqa: PLC0415  (as above)

        from skyjo_widget.strategies import numba_observation as given  # noqa: PLC0415  (as above)

        texts = {}
        for action in range(len(self.game.actions)):
            text = self.game.action_text(action, self.codes)
            with contextlib.suppress(NotationError):
                if self.game.parse_action(text, self.codes) == action:
                    texts[action] = text
        choose = bots.chooser(self.game.name) if self.built_in else given.choose_nothing
        done: dict[Any, Any] = {}
        for function in self.functions:
            ask = given.asker(_compiled(function, done), self.game, texts)
            choose = given.chooser_with(choose, index(self.game, self.functions, function), ask)
        parts: Any = (*driver_parts(self.game, choose), 0)  # nothing of it is kept on disk
        driver = make_play(*parts)
        return speed.compiled_apart(numba.njit(nogil=True, error_model="numpy")(driver))


def _name(function: Any) -> str:
    return getattr(function, "__name__", type(function).__name__)


def _because(function: Any, reason: str) -> str:
    return f"{_name(function)} isn't compiled, since {reason}"


def _in_plain_words(error: Exception) -> str:
    """Why numba refuses, as far as it can be told in a clause."""
    unknown = re.search(r"Unknown attribute '(\w+)' of type (\w+)", str(error))
    if unknown and unknown[2] == "Observation":
        return f"a compiled strategy has no obs.{unknown[1]}"
    if unknown and unknown[2].startswith("NumPyRandomGenerator"):
        return f"a compiled strategy has no obs.rng.{unknown[1]}"
    empty = re.search(r"'\w+' may have no value when it is used", str(error))
    if empty:
        return empty[0]
    return "numba doesn't understand it"


def index(game: Game, functions: tuple[Any, ...], function: Any) -> int:
    """The policy of a function in a driver's line-up; built-in ones come first."""
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
    """The team of these functions at a table: the same one as long as they are the same.

    Parameters
    ----------
    table : tuple
        What tells tables apart.
    game, codes, functions, built_in
        As in `Team`.
    searching : bool
        Whether a bot plays that can't be compiled with others.
    """
    if searching or any(map(why_not, functions)):
        team = Team(game, codes, functions, built_in=built_in)
        team.why = team.why or _because(functions[0], "a bot that searches plays with it")
        return team
    name = (table, built_in, *map(key, functions))
    return _teams.setdefault(name, Team(game, codes, functions, built_in=built_in))
