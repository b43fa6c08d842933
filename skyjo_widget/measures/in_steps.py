"""Long computations in steps: an interrupt leaves the whole ones, and a folder keeps them.

A folder holds what determines the results (`ABOUT`), and a line of JSON for each step, in order.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RecordError, RulesError, SimulationError
from skyjo_widget.records.lock import RecordLock
from skyjo_widget.records.record_file import LARGEST, timestamp
from skyjo_widget.simulation.resume import check_resume
from skyjo_widget.util.files import create_whole, given_path, make_folder
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.reading import read_bytes, read_text

ABOUT, STEPS = "about.json", "steps.ndjson"

Step = Any
"""The result of a step: with a folder, of what JSON can hold."""


def in_steps(
    make: Callable[[int], Iterator[Step]],
    about: Mapping[str, Any],
    to: str | Path | None,
    *,
    resume: bool,
) -> list[Step]:
    """Return the results of a computation's steps; after an interrupt those that are whole.

    Parameters
    ----------
    make : callable
        From the number of steps that are done to those that follow, in order.
    about : mapping
        What determines the results.
    to : path, optional
        A new folder for the results.
    resume : bool
        Whether `to` may hold a part of the same computation: only the rest is computed.

    Raises
    ------
    RulesError
        If the folder isn't empty; with `resume`, if it holds another computation.
    SimulationError
        If it can't be read or written.
    KeyboardInterrupt
        If no step was done.
    """
    check_resume(to, resume)
    folder = None if to is None else _StepFolder(to, about, resume=resume)
    done = folder.steps if folder else []
    try:
        for step in make(len(done)):
            with uninterrupted():
                if folder:
                    folder.write(step)
                done.append(step)
    except KeyboardInterrupt:
        if not done:
            raise
    finally:
        if folder:
            folder.close(kept=bool(done))
    return done


class _StepFolder:
    """A folder to which steps are written, locked until `close`."""

    def __init__(self, to: Any, about: Mapping[str, Any], *, resume: bool) -> None:
        if not isinstance(to, (str, Path)):
            raise RulesError("to={to!r} is no path of a folder", to=to)
        self.path = given_path(to)
        self.steps: list[Step] = []
        here = json.loads(json.dumps(about))
        try:
            self._is_new = not self.path.exists()
            going_on = resume and (self.path / ABOUT).is_file()
            if (
                not going_on
                and not self._is_new
                and (not self.path.is_dir() or any(self.path.iterdir()))
            ):
                raise RulesError(
                    "to={path!r} exists already and isn't empty: name a new folder",
                    path=str(self.path),
                )
            make_folder(self.path)
            try:
                self._lock = RecordLock(self.path / ABOUT, timestamp())
            except RecordError:
                raise RulesError(
                    "to={path!r}: another run writes there", path=str(self.path)
                ) from None
            try:
                if going_on:
                    self._read(here)
                else:
                    create_whole(self.path / ABOUT, json.dumps(here, indent=1).encode())
                self._file = os.open(self.path / STEPS, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            except BaseException:
                self._lock.release()
                raise
        except OSError as error:
            raise SimulationError(
                "to={path!r}: {error}", path=str(self.path), error=error
            ) from None

    def _read(self, here: Mapping[str, Any]) -> None:
        """Read the steps that are done; a line that was cut off by a crash goes."""
        lines = b""
        with contextlib.suppress(FileNotFoundError):
            lines = read_bytes(self.path / STEPS, LARGEST)
        whole = lines.rfind(b"\n") + 1
        try:
            there = json.loads(read_text(self.path / ABOUT))
            differ = [
                f"{name} {there.get(name)} there, {value} here"
                for name, value in here.items()
                if there.get(name) != value
            ]
            self.steps = [json.loads(line) for line in lines[:whole].splitlines()]
        except (ValueError, AttributeError) as error:
            raise SimulationError(
                "to={path!r} can't be read: {error}", path=str(self.path), error=error
            ) from None
        if differ:
            raise RulesError(
                "to={path!r} holds another run ({differ}): name a new folder",
                path=str(self.path),
                differ="; ".join(differ),
            )
        if whole < len(lines):
            os.truncate(self.path / STEPS, whole)

    def write(self, step: Step) -> None:
        """Add a step's line; it is on the disk when this returns."""
        line = json.dumps(step, ensure_ascii=False).encode() + b"\n"
        try:
            if os.write(self._file, line) < len(line):
                raise OSError("the disk is full")
            os.fsync(self._file)
        except OSError as error:
            raise SimulationError(
                "to={path!r}: {error}", path=str(self.path), error=error
            ) from None

    def close(self, *, kept: bool) -> None:
        """Release the folder; remove what was made here if no step was done."""
        os.close(self._file)
        self._lock.release()
        if not kept:
            with contextlib.suppress(OSError):
                for name in (STEPS, ABOUT, f".{ABOUT}.lock"):
                    (self.path / name).unlink(missing_ok=True)
                if self._is_new:
                    self.path.rmdir()
