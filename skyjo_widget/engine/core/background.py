"""Compilation in a background process, so that nobody waits for it.

`ready` returns whether compiled code is loaded.  Until then everything runs interpreted, with the
same results.  The first call that returns False starts a thread: another process compiles the code
into numba's cache on disk, at low priority, and the thread loads it from there.  If several
kernels ask at once, one of them has it compiled: it holds a file lock, which the operating system
releases if its process is killed.  A marker file beside the cache records that it is done.

Without a folder for a cache, or without processes, the thread compiles it here.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from skyjo_widget.engine.core import jit
from skyjo_widget.errors.message import _
from skyjo_widget.util import time_limit
from skyjo_widget.util.notices import hushed
from skyjo_widget.util.processes import apart

if TYPE_CHECKING:
    from filelock import FileLock

MODE = "SKYJO_WIDGET_COMPILE"
"""The environment variable that is ``wait`` if callers are to wait for compiled code."""
KINDS = ("play", "search", "plan", "rounds")
"""Kinds of compiled code; if one is asked for all are compiled, which costs little more."""
_LOOK = 0.2
"""Seconds between two polls of another process."""
_ATTEMPTS = 3
"""Starts of a compiler that is killed each time."""

MODULES: dict[str, tuple[str, Path]] = {}
"""The module and the file of each game from outside the package, by the game's name."""

_makers: dict[str, Callable[[str], None]] = {}
_here: set[tuple[str, str]] = set()
_begun: set[tuple[str, str]] = set()
_failures: dict[tuple[str, str], str] = {}
_lock = threading.Lock()
_own = threading.local()


def _reset_after_fork() -> None:
    """Forget the compilations under way: a forked process has no threads."""
    global _lock  # noqa: PLW0603  (another thread may have held it)
    _lock = threading.Lock()
    _begun.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)


def maker(kind: str) -> Callable[[Callable[[str], None]], Callable[[str], None]]:
    """Register the function that compiles or loads the code of a kind, given a game's name."""

    def mark(function: Callable[[str], None]) -> Callable[[str], None]:
        _makers[kind] = function
        return function

    return mark


def ready(kind: str, game: str) -> bool:
    """Return whether compiled code of a kind is loaded for a game; else begin to compile it.

    Parameters
    ----------
    kind : str
        One of `KINDS`, or another that has a `maker`.
    game : str
        Its name.
    """
    key = (kind, game)
    if not jit.has_numba():
        return False
    if key in _here or waits():
        return True
    with _lock:
        if key in _begun:
            return False
        _begun.add(key)
    # A daemon: a notebook that is closed needn't wait for a compiler.
    thread = threading.Thread(target=_compile_and_load, args=key, name="compile", daemon=True)
    try:
        time_limit.start(thread)
    except RuntimeError:  # no threads here, or none any more
        with _lock:
            _begun.discard(key)
    return False


def waits() -> bool:
    """Return whether callers in this thread wait for compiled code (`waiting`, or `MODE`)."""
    return getattr(_own, "waits", False) or os.environ.get(MODE) == "wait"


def trouble(kind: str, game: str) -> str:
    """Return why compilation failed, as a clause; empty if it didn't."""
    return _failures.get((kind, game), "")


@contextlib.contextmanager
def waiting() -> Iterator[None]:
    """Make callers in this thread wait for compiled code."""
    before = getattr(_own, "waits", False)
    _own.waits = True
    try:
        yield
    finally:
        _own.waits = before


def wait(kind: str, game: str) -> None:
    """Wait until code is loaded or has failed (`trouble`); not for a thread that plays."""
    key = (kind, game)
    with _lock:
        mine = key not in _begun
        _begun.add(key)
    if mine:
        _compile_and_load(kind, game)
    while not (key in _here or key in _failures):
        time.sleep(_LOOK)


def make(kind: str, game: str) -> None:
    """Load the code of a kind, or compile it here where the cache doesn't have it."""
    with waiting(), hushed():
        _makers[kind](game)


def mark_for(kind: str, game: str) -> Path | None:
    """Return the marker file of a finished compilation; None without a folder for it."""
    place = folder()
    return place / f"skyjo_widget-{game}-{kind}-{stamp(game)}.done" if place else None


def lock_for(game: str) -> FileLock | None:
    """Return the lock that is held while a game is compiled; None without a folder for it."""
    from filelock import FileLock  # noqa: PLC0415  (only a compiler needs it)

    place = folder()
    return FileLock(place / f"skyjo_widget-{game}-{stamp(game)}.lock") if place else None


def start(kind: str, game: str, task: bytes = b"") -> subprocess.Popen[bytes]:
    """Start a process that compiles a game, the given kind of code first; `task` is its input."""
    place = str(Path(__file__).parents[3])
    module, file = MODULES.get(game, ("", None))
    beside = [str(file.parents[module.count(".")])] if file else []
    paths = [place, *filter(None, [os.environ.get("PYTHONPATH")]), *beside]
    command = [sys.executable, "-P", "-m", "skyjo_widget.simulation.compile_ahead", kind, game]
    process = subprocess.Popen(
        # -P: files in the user's folder mustn't shadow the standard library.
        [*command, module] if module else command,
        env={**os.environ, MODE: "wait", "PYTHONPATH": os.pathsep.join(paths)},
        stdin=subprocess.PIPE if task else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        **apart("BELOW_NORMAL_PRIORITY_CLASS"),
    )
    if process.stdin:
        with contextlib.suppress(OSError), process.stdin:  # it may have ended
            process.stdin.write(task)
        process.stdin = None
    return process


def _compile_and_load(kind: str, game: str) -> None:
    """Compile a game's code in another process, then load it here."""
    try:
        if sys.platform != "emscripten":
            with contextlib.suppress(OSError, NotImplementedError):  # then it is compiled here
                _wait_for_cache(kind, game)
        make(kind, game)
        _here.add((kind, game))
    except Exception as error:  # play stays interpreted
        _failures[kind, game] = f"{type(error).__name__}: {error}"


def _wait_for_cache(kind: str, game: str) -> None:
    """Wait until the cache has the code; start a compiler unless one is running."""
    mark, lock = mark_for(kind, game), lock_for(game)
    if mark and lock:
        wait_for(mark, lock, lambda: start(kind, game))


def wait_for(mark: Path, lock: FileLock, begin: Callable[[], subprocess.Popen[bytes]]) -> None:
    """Wait until a file is there that a compiler makes, and start one unless one is running.

    Parameters
    ----------
    mark : Path
        The file.
    lock : FileLock
        Held by the process that makes it.
    begin : callable
        ``begin() -> process`` starts a compiler.

    Raises
    ------
    OSError, NotImplementedError
        If no process can be started.
    RuntimeError
        If the compiler fails; its last line.
    """
    from filelock import Timeout  # noqa: PLC0415  (as above)

    killed = 0
    while not mark.exists():
        try:
            with lock.acquire(timeout=0):
                pass
        except Timeout:
            time.sleep(_LOOK)
            continue
        if mark.exists():
            return
        process = begin()
        # It may continue with other code; a thread reaps it when it ends.
        threading.Thread(target=_reap, args=(process,), name="compiler", daemon=True).start()
        while process.poll() is None and not mark.exists():
            time.sleep(_LOOK)
        if mark.exists() or process.returncode == 0:  # it may have been unable to write
            return
        killed += 1
        if process.returncode >= 0 or killed == _ATTEMPTS:
            raise RuntimeError(last_words(process))


def _reap(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process's end; one that failed is asked for its `last_words`."""
    if process.wait() == 0 and process.stderr:
        process.stderr.close()


def last_words(process: subprocess.Popen[bytes]) -> str:
    """Return the last line of a failed process's error output."""
    output = process.communicate()[1]
    lines = output.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else _("the compiler ended with {code}", code=process.returncode)


def folder() -> Path | None:
    """Return the folder of markers and locks, beside numba's cache; None if none is writable."""
    cache_dir = os.environ.get("NUMBA_CACHE_DIR")
    here = Path(cache_dir) if cache_dir else Path(__file__).parent / "__pycache__"
    home = [Path.home() / ".cache" / "skyjo_widget"] if not cache_dir else []
    for place in (here, *home):
        with contextlib.suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            if os.access(place, os.W_OK):
                return place
    return None


def stamp(game: str) -> str:
    """Hash all that a game's compiled code depends on: sources, versions and the machine."""
    files = sorted(Path(__file__).parents[2].glob("**/*.py"))
    if game in MODULES:
        files.append(MODULES[game][1])
    stamps = [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    from importlib import metadata  # noqa: PLC0415  (a twentieth of the package's import)

    versions = [metadata.version(name) for name in ("numba", "llvmlite")]
    machine = (platform.node(), platform.machine(), sys.version)
    what = repr((stamps, versions, machine))
    return hashlib.sha256(what.encode()).hexdigest()[:12]
