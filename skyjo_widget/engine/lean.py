"""Compiling with less work, for a process that does nothing else.

numba brings every function that a driver calls to machine code by itself, and then once more
as a part of the driver; only the latter is ever run.  Here only the driver is optimised and
turned into machine code.  These are numba's own workings, so a numba that has changed them
compiles as it always does.
"""

from __future__ import annotations

from typing import Any

_WRAPPER = "_ZN7cpython"
"""What the name of the wrapper begins with by which Python calls a function."""


def compile_only_drivers() -> bool:
    """Have numba finish only what Python calls; returns whether this numba can be had so.

    For the rest of the process: never in one where other code is compiled.
    """
    try:
        from numba.core.codegen import CPUCodeLibrary  # noqa: PLC0415  (loading it takes a second)
        from numba.core.cpu import CPUContext  # noqa: PLC0415  (likewise)
        from numba.core.targetconfig import TargetConfig  # noqa: PLC0415  (likewise)

        library: Any = CPUCodeLibrary
        context: Any = CPUContext
        config: Any = TargetConfig
        optimise, finish = library._optimize_final_module, library._finalize_final_module
        note_globals, executable = library._finalize_dynamic_globals, context.get_executable
        if not (callable(config.values) and "_values" in config.__slots__):
            return False
    except (ImportError, AttributeError):
        return False

    def is_driver(made: Any) -> bool:
        return any(function.name.startswith(_WRAPPER) for function in made._final_module.functions)

    def optimise_driver(made: Any) -> None:
        if is_driver(made):
            optimise(made)

    def finish_driver(made: Any) -> None:
        if is_driver(made):
            finish(made)
        else:
            note_globals(made)
            made._finalized = True

    def driver_executable(target: Any, made: Any, about: Any, environment: Any) -> Any:
        if is_driver(made):
            return executable(target, made, about, environment)
        return [].append  # nobody calls it, yet each function needs another one

    def as_number(flags: Any) -> int:
        return hash(frozenset(flags._values))

    def is_equal(flags: Any, other: Any) -> bool:
        if flags is other or flags._values == other._values:
            return True
        return bool(flags.values() == other.values())

    library._optimize_final_module = optimise_driver
    library._finalize_final_module = finish_driver
    context.get_executable = driver_executable
    # Looked up some 60,000 times a driver, each time all options were sorted.
    config.__hash__ = as_number
    config.__eq__ = is_equal
    return True
