"""Compiled code that nobody waits for: it is made in a process of its own.

Whoever could use compiled code asks `ready`.  As long as the answer is no, everything is played
interpreted, with the same results; the first such question has the code brought here by a
thread: another process compiles it into numba's cache on disk, at low priority, and from there
it is loaded.  Of several kernels that ask at once one has it compiled.  A lock of the operating
system says that somebody is at it, so one who was killed holds nobody up; a mark beside the
cache says that it is done.

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

from filelock import FileLock, Timeout

from skyjo_widget.engine.core import jit as speed
from skyjo_widget.util.notices import hushed

MODE = "SKYJO_WIDGET_COMPILE"
"""The environment variable that says ``wait`` where everybody is to wait for compiled code."""
KINDS = ("play", "search", "plan", "rounds")
"""What is compiled of a game if one of these is asked for: together it costs little more."""
_LOOK = 0.2
"""Seconds between two looks at what another process is doing."""
_ATTEMPTS = 3
"""How often a compiler that was killed is started again."""

MODULES: dict[str, tuple[str, Path]] = {}
"""The module and the file of each game from outside the package, by the game's name."""

_makers: dict[str, Callable[[str], None]] = {}
_here: set[tuple[str, str]] = set()
_begun: set[tuple[str, str]] = set()
_failures: dict[tuple[str, str], str] = {}
_lock = threading.Lock()
_own = threading.local()


def _begin_anew() -> None:
    """Forget what is under way: a forked process has no threads."""
    global _lock  # noqa: PLW0603  (another thread may have held it)
    _lock = threading.Lock()
    _begun.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def maker(kind: str) -> Callable[[Callable[[str], None]], Callable[[str], None]]:
    """Mark the function that has the code of a kind compiled, or loaded, for a game by its name."""

    def mark(function: Callable[[str], None]) -> Callable[[str], None]:
        _makers[kind] = function
        return function

    return mark


def ready(kind: str, game: str) -> bool:
    """Whether there is compiled code of a kind for a game; if not, have it made for later.

    Parameters
    ----------
    kind : str
        One of `KINDS`, or another that has a `maker`.
    game : str
        Its name.
    """
    key = (kind, game)
    if not speed.has_numba():
        return False
    if key in _here or waits():
        return True
    with _lock:
        if key in _begun:
            return False
        _begun.add(key)
    # A daemon: a notebook that is closed needn't wait for a compiler.
    thread = threading.Thread(target=_bring, args=key, name="compiling apart", daemon=True)
    try:
        thread.start()
    except RuntimeError:  # no threads here, or none any more
        with _lock:
            _begun.discard(key)
    return False


def waits() -> bool:
    """Whether whoever asks here waits for compiled code, be it by the environment."""
    return getattr(_own, "waits", False) or os.environ.get(MODE) == "wait"


def trouble(kind: str, game: str) -> str:
    """Why there will be no compiled code, a clause; empty if there is no reason."""
    return _failures.get((kind, game), "")


@contextlib.contextmanager
def waiting() -> Iterator[None]:
    """Have this thread wait for compiled code."""
    before = getattr(_own, "waits", False)
    _own.waits = True
    try:
        yield
    finally:
        _own.waits = before


def make(kind: str, game: str) -> None:
    """Load the code of a kind, or compile it here where the cache doesn't have it."""
    with waiting(), hushed():
        _makers[kind](game)


def mark_for(kind: str, game: str) -> Path | None:
    """The file that says that the cache has it; None without a folder for it."""
    folder = _folder()
    return folder / f"skyjo_widget-{game}-{kind}-{_key(game)}.done" if folder else None


def lock_for(game: str) -> FileLock | None:
    """The lock that whoever compiles a game holds; None without a folder for it."""
    folder = _folder()
    return FileLock(folder / f"skyjo_widget-{game}-{_key(game)}.lock") if folder else None


def start(kind: str, game: str) -> subprocess.Popen[bytes]:
    """Start a process that compiles a game, first what is asked for."""
    place = str(Path(__file__).parents[3])
    module, file = MODULES.get(game, ("", None))
    beside = [str(file.parents[module.count(".")])] if file else []
    paths = [place, *filter(None, [os.environ.get("PYTHONPATH")]), *beside]
    command = [sys.executable, "-P", "-m", "skyjo_widget.simulation.compile_ahead", kind, game]
    return subprocess.Popen(
        # -P: what lies in the user's folder isn't taken for a part of Python.
        [*command, module] if module else command,
        env={**os.environ, MODE: "wait", "PYTHONPATH": os.pathsep.join(paths)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Stop in a notebook, or Ctrl-C, isn't meant for it
        creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
    )


def _bring(kind: str, game: str) -> None:
    """Have it compiled, and load it."""
    try:
        if sys.platform != "emscripten":
            with contextlib.suppress(OSError, NotImplementedError):  # then it is compiled here
                _have_compiled(kind, game)
        make(kind, game)
        _here.add((kind, game))
    except Exception as error:  # play stays interpreted
        _failures[kind, game] = f"{type(error).__name__}: {error}"


def _have_compiled(kind: str, game: str) -> None:
    """Wait until the cache has it; start a process for it if nobody else is at it."""
    mark, lock = mark_for(kind, game), lock_for(game)
    if mark is None or lock is None:
        return
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
        process = start(kind, game)
        # It goes on with other kinds; somebody has to take note of its end.
        threading.Thread(target=process.wait, name="compiler", daemon=True).start()
        while process.poll() is None and not mark.exists():
            time.sleep(_LOOK)
        if mark.exists():
            return
        killed += 1
        if process.returncode >= 0 or killed == _ATTEMPTS:
            raise RuntimeError(last_words(process))


def last_words(process: subprocess.Popen[bytes]) -> str:
    """What a process that has failed says of it."""
    _, said = process.communicate()
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else f"the compiler ended with {process.returncode}"


def _folder() -> Path | None:
    """Where marks and locks go: beside numba's cache."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    here = Path(given) if given else Path(__file__).parent / "__pycache__"
    home = [Path.home() / ".cache" / "skyjo_widget"] if not given else []
    for folder in (here, *home):
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    return None


def _key(game: str) -> str:
    """Make a text that changes with all that a game's compiled code depends on."""
    files = sorted(Path(__file__).parents[2].glob("**/*.py"))
    if game in MODULES:
        files.append(MODULES[game][1])
    stamps = [(file.name, file.stat().st_mtime_ns, file.stat().st_size) for file in files]
    from importlib import metadata  # noqa: PLC0415  (a twentieth of the package's import)

    versions = [metadata.version(name) for name in ("numba", "llvmlite")]
    machine = (platform.node(), platform.machine(), sys.version)
    what = repr((stamps, versions, machine))
    return hashlib.sha256(what.encode()).hexdigest()[:12]
