"""Strategies as pupils write them, honest or not; a process of their own imports nothing else."""

from __future__ import annotations

import contextlib
import gc
import inspect
import os
import signal
import sys
import time


def first(obs):
    """Return the first legal action."""
    return obs.legal[0]


def coins(obs):
    """Anything."""
    return obs.legal[int(obs.rng.random() * len(obs.legal))]


def looks(obs):
    """Let all that there is to see decide, and chance."""
    names = [name for name in dir(obs) if name[0] != "_" and name not in {"legal", "rng", "seen"}]
    told = "".join(f"{name}={getattr(obs, name)!r}" for name in names) + str(obs)
    return obs.legal[(sum(map(ord, told)) + int(obs.rng.integers(0, 3))) % len(obs.legal)]


def errs(obs):
    """Raise now and then."""
    if obs.turn == 7:
        raise ValueError(f"no turn {obs.turn}")
    return first(obs)


def by_frames(obs):
    """Look at whoever calls, and whoever calls them."""
    frame = sys._getframe()
    while frame:
        for value in [*frame.f_locals.values()]:
            if hasattr(value, "draw"):
                raise LookupError("found a draw pile")
        frame = frame.f_back
    return obs.legal[0]


def by_the_stack(obs):
    """The same by another name."""
    for info in inspect.stack():
        for value in info.frame.f_locals.values():
            if hasattr(value, "draw"):
                raise LookupError("found a draw pile")
    return obs.legal[0]


def by_garbage(obs):
    """Look at everything that there is."""
    kinds = {"SkyjoState", "NewSkyjoState", "SkipBoState", "History", "Table"}
    if any(type(thing).__name__ in kinds for thing in gc.get_objects()):
        raise LookupError("found a draw pile")
    return obs.legal[0]


def by_modules(obs):
    """Look into the package's own modules."""
    for name, module in list(sys.modules.items()):
        if name.startswith("skyjo_widget"):
            for value in list(vars(module).values()):
                if hasattr(value, "draw_size") and not isinstance(value, type):
                    raise LookupError("found a draw pile")
    return obs.legal[0]


def by_threads(obs):
    """Look at all threads."""
    for top in sys._current_frames().values():
        frame = top
        while frame:
            if any(hasattr(value, "draw") for value in [*frame.f_locals.values()]):
                raise LookupError("found a draw pile")
            frame = frame.f_back
    return obs.legal[0]


PEEKS = [by_frames, by_the_stack, by_garbage, by_modules, by_threads]


def by_record(obs):
    """Look for the state behind a compiled observation."""
    return obs._state.draw[0]


def by_seen(obs):
    """Likewise."""
    return obs.seen.draw[0]


def by_draw(obs):
    """Likewise."""
    return obs.draw[0]


def by_under(obs):
    """Return the face-down cards."""
    return obs.under[0][0]


def by_bits(obs):
    """Read the generator's memory."""
    return obs.rng.bit_generator.state["state"]["state"]


COMPILED_PEEKS = [by_record, by_seen, by_draw, by_under, by_bits]


def by_edges(obs):
    """Read behind the end of what is shown."""
    return obs.total[40]


def dies(obs):
    """End the process."""
    os._exit(3)


def is_killed(obs):
    """Be ended from outside."""
    os.kill(os.getpid(), signal.SIGKILL)


def leaves(obs):
    """Ask the process to end."""
    sys.exit("bye")


def sleeps(obs):
    """Be somewhere that no time limit of Python reaches."""
    time.sleep(1000)


def loops(obs):
    """Never come back."""
    while True:
        pass


def eats(obs):
    """Take all memory."""
    return [bytearray(1 << 40)]


def presses_stop(obs):
    """Ask for the end of everything."""
    raise KeyboardInterrupt


def closes_everything(obs):
    """Close the pipes."""
    os.closerange(0, 100)
    return obs.legal[0]


def talks_in_between(obs):
    """Write into the pipes."""
    for end in range(3, 12):
        with contextlib.suppress(OSError):
            os.write(end, b"x" * 100)
    return obs.legal[0]


def answers_nonsense(obs):
    """Answer what is no action."""
    return {"draw": float("nan")}


def mostly_dies(obs):
    """End the process in the middle of a game."""
    if obs.turn in {5, 6}:
        os._exit(7)
    return obs.legal[0]
