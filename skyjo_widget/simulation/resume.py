"""Resuming of runs: the folder of a stopped run is opened again, if it is the same run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RulesError, SimulationError
from skyjo_widget.errors.message import _, joined
from skyjo_widget.records.places import RUN
from skyjo_widget.simulation.run_folder import ABOUT, RunFolder
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.files import given_path
from skyjo_widget.util.reading import read_text
from skyjo_widget.util.validation import seed_number


def seed_of(to: Any, inner: str = "") -> int | None:
    """Return the seed of the run in a folder, or in one inside it; None if there is no run."""
    try:
        seed = json.loads(read_text(given_path(to) / inner / RUN, ABOUT))["table"]["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return seed if isinstance(seed, int) else None


def run_seed(seed: Any, to: Any, *, resume: bool, inner: str = "") -> int:
    """Return the seed of a run: the given one, that of the run which is resumed, or a new one.

    Parameters
    ----------
    seed : int, str or None
    to : path or None
        The folder of the run.
    resume : bool
    inner : str
        The folder in it of the first run, where there are several.

    Raises
    ------
    RulesError
        If the seed is invalid, or there is nothing to resume.
    """
    check_resume(to, resume)
    if resume and seed is None:
        seed = seed_of(to, inner)
    return seed_number(seed)


def check_resume(to: Any, resume: Any) -> None:
    """Raise `RulesError` if there is nothing to resume."""
    if resume and to is None:
        raise RulesError("resume=True: to= is needed, the folder of the run")


def place_of(to: Any, number: int, what: str) -> Path | None:
    """Return the folder of the n-th comparison of several, from 1; None without `to`."""
    return None if to is None else given_path(to) / f"{what}-{number}"


def open_run(to: Any, about: Mapping[str, Any], *, resume: bool) -> RunFolder:
    """Make the folder of a run, or with `resume` open that of the same run; errors as of both."""
    return (reopen(to, about) if resume else None) or RunFolder.make(to, about)


def reopen(to: Any, about: Mapping[str, Any]) -> RunFolder | None:
    """Open the folder of a stopped run; None if no game was finished there.

    Parameters
    ----------
    to : path
        The folder.
    about : mapping
        The description of the run that is asked for.

    Raises
    ------
    RulesError
        If the folder holds another run, or a run is writing there.
    SimulationError
        If the folder can't be read or mended.
    SkyjoWidgetError
        If pyarrow isn't installed.
    """
    need_arrow()
    if not isinstance(to, (str, Path)) or not (given_path(to) / RUN).is_file():
        return None
    folder = RunFolder(given_path(to))
    folder.lock()
    try:
        folder.look()
        if folder.spans:
            _compare(folder.path, about)
            frames = ["decisions", "states"]
            folder.mend(["games", "rounds", *(name for name in frames if about.get(name))])
            return folder
    except OSError as error:
        folder.close()
        raise SimulationError(
            "to={to!r}: it can't be resumed: {error}", to=str(to), error=error
        ) from None
    except BaseException:
        folder.close()
        raise
    folder.close()
    return None


def _compare(path: Path, about: Mapping[str, Any]) -> None:
    """Raise if the run in a folder isn't the one that is described."""
    try:
        there = json.loads(read_text(path / RUN, ABOUT))
        changes = differences(there, json.loads(json.dumps(about)))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SimulationError(
            "{path!r}: its {run} can't be read: {error!r}", path=str(path), run=RUN, error=error
        ) from None
    if changes:
        raise RulesError(
            "to={path!r} holds another run ({found}): name a new folder",
            path=str(path),
            found=joined("; ", changes),
        )


def differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """Name what differs between the descriptions of two runs; empty if they are the same."""
    stored, present = _facts(there), _facts(here)
    if stored["preset"] != present["preset"]:  # rules and deck differ with it
        stored = {name: value for name, value in stored.items() if name in _OF_ALL}
    changes: list[str] = [
        _("{name} {there} there, {here} here", name=name, there=value, here=present[name])
        for name, value in stored.items()
        if value != present[name]
    ]
    if not changes and there != here:
        own = [p["name"] for p in here["table"]["players"] if p["policy"].endswith("()")]
        code = _("the code of {names}, or the version of Python", names=", ".join(own))
        changes = [_("the deck's history") if there["run"] == here["run"] else code]
    return changes


def on_fault_of(about: Mapping[str, Any]) -> Any:
    """Return the result of stopped games in a run; older versions left them out."""
    return about.get("on_fault", "leave out")


_OF_ALL = (
    *("preset", "players", "seed", "games", "turns", "limit", "on_fault", "decisions", "states"),
    "version",
)


def _facts(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a run by name."""
    table = about["table"]
    return {
        "preset": table["preset"],
        "players": ", ".join(player["name"] for player in table["players"]),
        "seed": table["seed"],
        **{name: about[name] for name in ("games", "turns", "limit", "decisions")},
        "on_fault": on_fault_of(about),
        "states": about.get("states", False),
        "version": f"{table['software']} of skyjo_widget",
        **table["rules"],
        "deck": f"{table.get('deck_name', '')} {table['deck_hash']}".strip(),
    }
