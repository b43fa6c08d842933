"""Compilation and loading of strategies as functions that a driver calls; loaded on demand."""

from __future__ import annotations

import contextlib
import itertools
import marshal
import pickle
import re
import secrets
import types
import warnings
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import bytecode
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning, TypingError, UnsupportedError
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.state import to_record
from skyjo_widget.engine.games import GAMES
from skyjo_widget.strategies.compiled.kept import Code, Order, Refusal
from skyjo_widget.strategies.compiled.loop_parts import PREFIX
from skyjo_widget.strategies.compiled.parts import Named, Part
from skyjo_widget.strategies.compiled.rewrite_loops import VIEWS
from skyjo_widget.strategies.compiled.source import NotCompiledError

_PLAIN_VALUES = "lists and dicts hold one kind of value, and a name too"

_loaded: dict[Any, Any] = {}
"""The results of numba by order, held so that their code stays in memory."""


def address_of(order: Order, content: Code | Refusal | None) -> int:
    """Return the address of a strategy's compiled function.

    Parameters
    ----------
    order : Order
        The strategy.
    content : Code, Refusal or None
        What was read from its file; without any it is compiled here.

    Raises
    ------
    NotCompiledError
        If numba can't compile it.
    """
    name = order.part.key, order.game, tuple(order.texts.items())
    if name not in _loaded:
        result = _load(content) if isinstance(content, Code) else None
        if result is None:
            if not isinstance(content, Refusal):
                content = compile_and_keep(order)
            if isinstance(content, Refusal):
                error = NotCompiledError(content.reason, content.line, content.instead)
                error.file = order.part.file
                raise error
            result = content
        _loaded[name] = result
    result = _loaded[name]
    address: int = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return address


def _load(code: Code) -> Any:
    """Return numba's result; None if it was made for another machine, or can't be loaded."""
    context = cpu_target.target_context
    context.refresh()
    if code.machine != context.codegen().magic_tuple():
        return None
    try:
        return CompileResult._rebuild(context, *pickle.loads(code.data))
    except Exception:  # of another numba
        return None


def compile_and_keep(order: Order, refusals: Any = Exception) -> Any:
    """Compile a strategy and write its file; return numba's result, or the `Refusal`.

    Parameters
    ----------
    order : Order
    refusals : type or tuple of types
        The errors that mean that numba can't compile it; numba raises many kinds.
    """
    try:
        result = _compile(order)
    except refusals as error:
        why = _reason(str(error), order.part)
        content = Refusal(why.reason, why.line, why.instead, order.part.lines)
        order.write(content)
        return content
    machine = cpu_target.target_context.codegen().magic_tuple()
    with contextlib.suppress(AttributeError, TypeError):  # another numba: then it isn't kept
        # Addresses are another process's business.
        if not (result.library.has_dynamic_globals or result.lifted or result.reload_init):
            order.write(Code(machine, dumps(result._reduce())))
    return result


def compile_ordered(task: bytes, *, lean: bool) -> None:
    """Compile what another process of this user has ordered, unless it is there by now.

    With a reduced numba (`lean`) an error of another kind may be that one's own: it is raised.
    """
    order: Order = pickle.loads(task)
    with order.lock or contextlib.nullcontext():
        if not order.there:
            compile_and_keep(order, (TypingError, UnsupportedError) if lean else Exception)


def _compile(order: Order) -> Any:
    """Return numba's result for ``ask(s, r, rng)``."""
    from skyjo_widget.strategies.compiled import numba_observation  # noqa: PLC0415  (only to compile)

    # Machine code that is loaded beside other processes' mustn't share names with it.
    bytecode.FunctionIdentity._unique_ids = itertools.count(secrets.randbits(62))
    game = GAMES[order.game]
    jit.hand_over_all()
    with warnings.catch_warnings():
        # Not all warnings: filters are shared with the threads that play meanwhile.
        warnings.simplefilter("ignore", NumbaWarning)
        ask = numba_observation.make_ask(compiled(order.part), game, order.texts)
        dispatcher: Any = numba.njit(error_model="numpy", nogil=True)(ask)
        values = (to_record(game.state())[0], to_record(order.codes)[0], np.random.default_rng(0))
        kinds = tuple(numba.typeof(value) for value in values)
        dispatcher.compile(kinds)
    return dispatcher.overloads[kinds]


def compiled(part: Part, done: dict[int, Any] | None = None) -> Any:
    """Return a function with its helpers for numba, with Python's errors and bounds checks."""
    from skyjo_widget.strategies.compiled import numba_forms, numba_passes  # noqa: PLC0415  (as above)

    done = {} if done is None else done
    if id(part) in done:
        return done[id(part)]
    outside: dict[str, Any] = {}
    for name, value in part.outside.items():
        if isinstance(value, Part):
            outside[name] = compiled(value, done)
        else:
            outside[name] = value.value if isinstance(value, Named) else value
    if outside.get("sum") is sum:
        outside["sum"] = numba_forms.whole_sum
    outside |= {PREFIX + name: getattr(numba_forms, name) for name in numba_forms.FORMS}
    options: Any = {
        "error_model": "python",
        "boundscheck": True,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
    for name, loop in part.loops.items():
        twin = types.FunctionType(marshal.loads(loop), outside)
        outside[name] = numba.njit(
            **options, forceinline=True, pipeline_class=numba_passes.LoopCompiler
        )(twin)
    code = marshal.loads(part.code)
    cells = tuple(types.CellType(outside[name]) for name in code.co_freevars)
    twin = types.FunctionType(code, outside, part.name, None, cells)
    done[id(part)] = numba.njit(**options, pipeline_class=numba_passes.StrategyCompiler)(twin)
    return done[id(part)]


def _reason(text: str, part: Part) -> NotCompiledError:
    """Translate an error of numba, with the last line of the function's file that it names."""
    named = re.findall(r'File "(.+?)", line (\d+)', text)
    lines = [int(line) for where, line in named if Path(where).name == Path(part.file).name]
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
    return NotCompiledError(reason, lines[-1] if lines else 0, instead)
