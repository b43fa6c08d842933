"""Ahead-of-time compilation of games into numba's cache on disk.

Run as a module it is the process that `skyjo_widget.engine.core.background` starts.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from skyjo_widget.engine.core import background, lean_numba
from skyjo_widget.engine.games import GAMES
from skyjo_widget.errors.message import Message, _
from skyjo_widget.frames.states import loop  # noqa: F401  (it registers how rows are written)
from skyjo_widget.simulation import job
from skyjo_widget.strategies.compiled import kept

MEMORY, SECONDS = 4 * 2**30, 1200
"""Limits of a compiling process, ten times its need: bytes of address space, CPU seconds."""


def compile_game(game: str, kinds: Sequence[str] = background.KINDS) -> bool:
    """Compile what the cache lacks of a game; return True if there was anything to do.

    One process at a time: others wait, and find it done.

    Parameters
    ----------
    game : str
        Its name.
    kinds : sequence of str
        See `background.ready`, in this order.
    """
    lock = background.lock_for(game)
    with lock or contextlib.nullcontext():
        done = False
        for kind in kinds:
            mark = background.mark_for(kind, game)
            if mark is None or not mark.exists():
                background.make(kind, game)
                done = True
                if mark is not None:
                    mark.touch()
        return done


def compile_all(say: Callable[[Message], None]) -> int:
    """Compile all games, each in a process of its own; return the number of failures.

    Parameters
    ----------
    say : callable
        Called with a line about each game.
    """
    failed = 0
    for game in GAMES:
        marks = [background.mark_for(kind, game) for kind in (job.TALLY, *background.KINDS)]
        if None in marks:
            say(_("nothing can be kept: no folder for numba's cache can be written"))
            return len(GAMES)
        if all(mark and mark.exists() for mark in marks):
            say(_("{game}: compiled before", game=game))
            continue
        begun = time.perf_counter()
        process = background.start(job.TALLY, game)  # the others are compiled with it
        if process.wait() == 0:
            seconds = time.perf_counter() - begun
            say(_("{game}: compiled in {seconds:.0f} s", game=game, seconds=seconds))
        else:
            failed += 1
            why = background.last_words(process)
            say(_("{game}: failed, {why}", game=game, why=why))
    return failed


def main(argv: Sequence[str] | None = None) -> int:
    """Compile a game at low priority: ``KIND GAME [MODULE]``, that kind first.

    A game from outside the package is registered by its module.  Of the kind ``strategy`` it is
    the order that is read from standard input.  If compiling fails with the reduced numba of
    `lean_numba`, another process compiles without it (``--plain``).
    """
    words = list(sys.argv[1:] if argv is None else argv)
    plain = "--plain" in words
    kind, game, *module = [word for word in words if word != "--plain"]
    for name in module:
        importlib.import_module(name)
    task = sys.stdin.buffer.read() if kind == kept.KIND else None
    if task is None and kind not in background.KINDS:  # only then: it is slow to import
        from skyjo_widget.bots import rollouts  # noqa: F401, PLC0415  (it makes the kind)
    if hasattr(os, "nice") and not plain:
        os.nice(5)
    # numba makes many long-lived objects; frequent garbage collection costs a tenth of the time.
    gc.set_threshold(100_000, 50, 1000)
    if not plain:
        lean_numba.work_less()
    try:
        if task is None:
            compile_game(game, tuple(dict.fromkeys([kind, *background.KINDS])))
        else:
            from skyjo_widget.strategies.compiled import numba_ask  # noqa: PLC0415  (it loads numba)

            numba_ask.compile_ordered(task, lean=not plain)
    except Exception:
        if plain:
            raise
        command = [
            sys.executable,
            "-P",
            "-m",
            "skyjo_widget.simulation.compile_ahead",
            "--plain",
            *words,
        ]
        return subprocess.run(command, check=False, input=task).returncode
    return 0


def _limit() -> None:
    """Limit memory and CPU time, so that a runaway compiler can't take the whole machine."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  (not on Windows)

        for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
            _, hard = resource.getrlimit(what)
            resource.setrlimit(what, (most, hard))


if __name__ == "__main__":
    _limit()
    sys.exit(main())
