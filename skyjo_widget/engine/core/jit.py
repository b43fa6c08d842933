"""Two speeds for one rulebook: the same functions, interpreted or compiled by numba.

A function marked `rule` is ordinary Python: loops and integers over a state and
the rule codes.  A person's click calls it as it is.  `compiled` hands all marked
functions to numba and compiles a driver that calls them.  numba is loaded at the
first compile and never by an import; without it, `compiled` says so.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import importlib.util
import inspect
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from skyjo_widget.errors import NumbaMissingError
from skyjo_widget.util.notices import COMPILING, announced

Function = TypeVar("Function", bound=Callable[..., Any])

_rules: list[Callable[..., Any]] = []
_inlined: set[Callable[..., Any]] = set()
_handed_over: set[Callable[..., Any]] = set()


def rule(function: Function) -> Function:
    """Mark a function as part of the rulebook, to be compiled when a driver is."""
    _rules.append(function)
    return function


def inlined_rule(function: Function) -> Function:
    """Mark a rule whose call would cost more than it is worth, if it is compiled.

    A step that is called from one place, many times a game; it costs compile time.  A
    function that takes the generator is put into its caller even before it is compiled:
    handing a generator on costs a dozen words, and counting who holds it.
    """
    _inlined.add(function)
    return rule(function)


def is_spliced(function: Callable[..., Any]) -> bool:
    """Whether compiled code has a rule put into its caller (see `inlined_rule`)."""
    return function in _inlined and "rng" in inspect.signature(function).parameters


def has_numba() -> bool:
    """Whether compiled speed is to be had here, found out without loading numba."""
    if is_switched_off():
        return False
    return "numba" in sys.modules or importlib.util.find_spec("numba") is not None


def is_switched_off() -> bool:
    """True if numba was told not to compile: by the environment, a file, or its `config`."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    if "numba" not in sys.modules and Path(".numba_config.yaml").is_file():
        with contextlib.suppress(ImportError):
            importlib.import_module("numba")  # it knows how to read it
    config = getattr(sys.modules.get("numba"), "config", None)
    return bool(getattr(config, "DISABLE_JIT", False))


def why_slow() -> str:
    """Return the reason why nothing is compiled here, a clause."""
    off = "numba is switched off (NUMBA_DISABLE_JIT)"
    return off if is_switched_off() else "numba isn't installed"


def fingerprint() -> int:
    """A number that changes with any source file that holds a rule.

    A compiled driver closes over it.  numba stamps its disk cache with the
    driver's own file only, and would go on using a rule that was since edited.
    """
    # All of the engine: constants of its other files are frozen into machine code too.
    files = {str(path) for path in Path(__file__).parents[1].rglob("*.py")}
    files |= {inspect.getsourcefile(function) or "" for function in _rules}
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(Path(file).read_bytes() if Path(file).is_file() else file.encode())
    return int.from_bytes(digest.digest()[:7], "big")


@functools.cache
def compiled(make_driver: Callable[..., Callable[..., Any]], *arguments: Any) -> Callable[..., Any]:
    """Compile the driver ``make_driver(*arguments, fingerprint)``.

    The lock on the interpreter is released while it runs.  The machine code is
    kept on disk where the folder is writable.  If its first call takes long, a line says
    that it is compiling.

    Raises
    ------
    NumbaMissingError
        If numba isn't installed, or is switched off.
    """
    if not has_numba():
        how = "" if is_switched_off() else ": pip install numba"
        raise NumbaMissingError(
            f"compiled speed needs numba, and {why_slow()} here{how} "
            "(everything works without it, slower)"
        )
    import numba  # noqa: PLC0415  (loading it takes a second: only on demand)

    for function in _rules:
        hand_over(function)
    driver = make_driver(*arguments, fingerprint())
    try:
        return compiled_apart(numba.njit(nogil=True, error_model="numpy", cache=True)(driver))
    except RuntimeError:  # no folder where a cache could be written
        return compiled_apart(numba.njit(nogil=True, error_model="numpy")(driver))


def hand_over(function: Callable[..., Any]) -> None:
    """Have numba compile a function where compiled code calls it."""
    from skyjo_widget.engine.core import numba_rules as jitted  # noqa: PLC0415  (it loads numba)

    if function not in _handed_over:
        _handed_over.add(function)
        jitted.hand_over(function, inlined=function in _inlined, spliced=is_spliced(function))


def compiled_apart(driver: Any) -> Callable[..., Any]:
    """A jitted driver whose first call has it compiled in another thread, and says so if it lasts.

    What is raised in the caller's thread from outside, by Stop or a time limit, would leave
    numba's lock held for ever if it struck there.
    """
    import numba  # noqa: PLC0415  (as above)

    begun, done = threading.Lock(), threading.Event()
    failures: list[Exception] = []

    def compile_for(kinds: tuple[Any, ...]) -> None:
        try:
            driver.compile(kinds)
        except Exception as error:  # raised again where it was called
            if not driver.overloads:  # else it is only not kept on disk
                failures.append(error)
        finally:
            done.set()

    @functools.wraps(driver)
    def call(*arguments: Any) -> Any:
        if not done.is_set():
            typeof: Any = numba.typeof  # Any: it has no types
            kinds = tuple(typeof(argument) for argument in arguments)
            thread = threading.Thread(target=compile_for, args=(kinds,), name="compiling")
            if begun.acquire(blocking=False):
                try:
                    thread.start()
                except BaseException:
                    if thread.ident is None:  # it hasn't begun: the next call tries again
                        begun.release()
                    raise
                with announced(COMPILING):
                    done.wait()
        done.wait()
        if failures:
            raise failures[0]
        return driver(*arguments)

    return call


def interpreted(
    make_driver: Callable[..., Callable[..., Any]], *arguments: Any
) -> Callable[..., Any]:
    """The same driver as `compiled`, as plain Python."""
    return make_driver(*arguments, 0)
