"""Compilation of the rules by numba; the same functions also run interpreted.

A function marked `rule` is ordinary Python: loops and integers over a state and
the rule codes.  At a table it runs interpreted.  `compiled` registers all marked
functions with numba and compiles a driver that calls them.  numba is imported at the
first compilation only; without it `compiled` raises `NumbaMissingError`.
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
from skyjo_widget.errors.message import _
from skyjo_widget.util import time_limit
from skyjo_widget.util.notices import COMPILING, announced

Function = TypeVar("Function", bound=Callable[..., Any])

_rules: list[Callable[..., Any]] = []
_inlined: set[Callable[..., Any]] = set()
_skipped: set[Callable[..., Any]] = set()
_handed_over: set[Callable[..., Any]] = set()


def rule(function: Function) -> Function:
    """Mark a function as a rule, to be compiled with a driver."""
    _rules.append(function)
    return function


def inlined_rule(function: Function) -> Function:
    """Mark a rule that is inlined into its compiled callers.

    For a step that is called from one place, many times a game; inlining costs compile time.  A
    function that takes the generator is inlined even before it is typed: passing a generator
    copies a dozen words and counts a reference.
    """
    _inlined.add(function)
    return rule(function)


def python_rule(function: Function) -> Function:
    """Mark a step ``function(s, r)`` that runs interpreted only; compiled code skips it.

    Codes for which it matters have ``functions``, and are played interpreted (`is_interpreted`).
    """
    _skipped.add(function)
    return rule(function)


@rule
def call_at(address: int, s: Any, r: Any, rng: Any) -> int:
    """Call a function ``(s, r, rng) -> int`` by its address; only compiled code can.

    So a driver that is cached plays functions that it doesn't know.
    """
    raise NotImplementedError


def is_interpreted(r: Any) -> bool:
    """Return whether these rules run interpreted only: they call functions of one's own."""
    return bool(getattr(r, "functions", 0))


def is_spliced(function: Callable[..., Any]) -> bool:
    """Return whether a rule is inlined before it is typed (see `inlined_rule`)."""
    return function in _inlined and "rng" in inspect.signature(function).parameters


def has_numba() -> bool:
    """Return whether rules can be compiled here, without loading numba."""
    if is_switched_off():
        return False
    return "numba" in sys.modules or importlib.util.find_spec("numba") is not None


def is_switched_off() -> bool:
    """Return whether numba is disabled: by the environment, a file, or its `config`."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return True
    if "numba" not in sys.modules and Path(".numba_config.yaml").is_file():
        with contextlib.suppress(ImportError):
            importlib.import_module("numba")  # it reads the file
    config = getattr(sys.modules.get("numba"), "config", None)
    return bool(getattr(config, "DISABLE_JIT", False))


def why_slow() -> str:
    """Return the reason why nothing is compiled here, as a clause."""
    off = _("numba is switched off (NUMBA_DISABLE_JIT)")
    return off if is_switched_off() else _("numba isn't installed")


def fingerprint(*functions: Any) -> int:
    """Hash the source files of a driver's rules into an integer of 56 bits.

    A compiled driver closes over it.  numba's disk cache depends on the driver's own file
    only, and would keep using an outdated rule.

    Parameters
    ----------
    *functions
        Of which the driver is made.  Rules from outside the package count if one of these is
        from outside too: else whoever imports a game of her own would compile all games anew.
    """
    # All of the engine: constants of its other files are compiled in too.
    files = {str(path) for path in Path(__file__).parents[1].rglob("*.py")}
    outside = any(_is_outside(function) for function in functions)
    rules = [function for function in _rules if outside or not _is_outside(function)]
    files |= {inspect.getsourcefile(function) or "" for function in rules}
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(Path(file).read_bytes() if Path(file).is_file() else file.encode())
    return int.from_bytes(digest.digest()[:7], "big")


def _is_outside(thing: Any) -> bool:
    package = __name__.partition(".")[0]
    return inspect.isfunction(thing) and thing.__module__.partition(".")[0] != package


@functools.cache
def compiled(make_driver: Callable[..., Callable[..., Any]], *arguments: Any) -> Callable[..., Any]:
    """Compile the driver ``make_driver(*arguments, fingerprint)``.

    It runs without the GIL.  The machine code is cached on disk where the folder is
    writable.  If the first call takes long, a notice is printed.

    Raises
    ------
    NumbaMissingError
        If numba isn't installed, or is switched off.
    """
    if not has_numba():
        how = "" if is_switched_off() else ": pip install numba"
        raise NumbaMissingError(
            "compiled speed needs numba, and {why} here{how} (everything works without it, slower)",
            why=why_slow(),
            how=how,
        )
    import numba  # noqa: PLC0415  (loading it takes a second: only on demand)

    hand_over_all()
    driver = make_driver(*arguments, fingerprint(make_driver, *arguments))
    try:
        return compile_in_thread(numba.njit(nogil=True, error_model="numpy", cache=True)(driver))
    except RuntimeError:  # no folder where a cache could be written
        return compile_in_thread(numba.njit(nogil=True, error_model="numpy")(driver))


def hand_over_all() -> None:
    """Let compiled code call all rules."""
    for function in _rules:
        hand_over(function)


def hand_over(function: Callable[..., Any]) -> None:
    """Let compiled code call a function, which numba then compiles too."""
    from skyjo_widget.engine.core import numba_rules  # noqa: PLC0415  (it loads numba)

    if function not in _handed_over:
        _handed_over.add(function)
        if function in _skipped:
            numba_rules.skip(function)
            return
        if function is call_at:
            numba_rules.call_by_address(function)
            return
        numba_rules.hand_over(function, inlined=function in _inlined, spliced=is_spliced(function))


def compile_in_thread(driver: Any) -> Callable[..., Any]:
    """Wrap a jitted driver: compile it on a worker thread at its first call.

    A notice is printed if that takes long.  An exception raised asynchronously in the caller's
    thread, by Stop or a time limit, would leave numba's lock held for ever.
    """
    import numba  # noqa: PLC0415  (as above)

    begun, done = threading.Lock(), threading.Event()
    failures: list[Exception] = []

    def compile_for(kinds: tuple[Any, ...]) -> None:
        try:
            driver.compile(kinds)
        except Exception as error:  # raised again where it was called
            if not driver.overloads:  # else only the cache on disk has failed
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
                    time_limit.start(thread)
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


def direct(driver: Callable[..., Any]) -> Callable[..., Any]:
    """Return what `compiled` has wrapped; to be called once the driver has been called."""
    wrapped: Callable[..., Any] = vars(driver)["__wrapped__"]
    return wrapped


def interpreted(
    make_driver: Callable[..., Callable[..., Any]], *arguments: Any
) -> Callable[..., Any]:
    """Return the same driver as `compiled`, as plain Python."""
    return make_driver(*arguments, 0)
