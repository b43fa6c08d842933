"""Reading of a folder's hand-in files; files that aren't accepted are listed with a reason."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from skyjo_widget.errors import RecordError
from skyjo_widget.records import read_limits, record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.proof import PROVED, REFUTED, prove
from skyjo_widget.util.validation import seed_number

_SKIPPED = {".html", ".lock"}


class HandIn(NamedTuple):
    """A game that was handed in.

    Parameters
    ----------
    path : Path
    history : History
    name : str
        The pupil's name as typed in; may be empty.
    code : str
        The code of an unnamed pupil; the file's name if there is none.
    """

    path: Path
    history: History
    name: str
    code: str


class LeftOut(NamedTuple):
    """A file that wasn't accepted.

    Parameters
    ----------
    file : str
        Its path in the folder.
    reason : str
        ``damaged``, ``version``, ``no record``, ``large``, ``slow``, ``edited``, ``doubled``,
        ``differs`` (doubled, and the two games diverge), ``deals`` (not the class seed), ``dealt``
        (not the cards of the seed), ``undealt`` (not proved), ``bots`` (an action that a bot
        doesn't choose), ``game``, ``practice`` or ``branch``.
    detail : str
        The line, the version, the other file or the game; may be empty.
    """

    file: str
    reason: str
    detail: str = ""


class _Refused(Exception):  # noqa: N818  (no error: a finding)
    def __init__(self, reason: str, detail: Any = "") -> None:
        self.reason, self.detail = reason, str(detail)


def collect(
    folder: str | Path,
    *,
    seed: int | str | None = None,
    game: str | None = None,
    seconds: float | None = read_limits.SECONDS,
) -> tuple[list[HandIn], list[LeftOut]]:
    """Read the hand-in files of a folder and of those below it.

    Parameters
    ----------
    folder : path
    seed : int or str, optional
        The class seed: games with other deals, or with unproved deals, are left out.
    game : str, optional
        The preset: other games are left out.
    seconds : float or None
        The time limit per file; None for no limit.

    Returns
    -------
    list of HandIn
        Sorted by path.
    list of LeftOut

    Raises
    ------
    RecordError
        If there is no such folder.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise RecordError("there is no such folder", path=str(folder))
    wanted = None if seed is None else seed_number(seed)
    found: dict[str, HandIn] = {}
    left_out = []
    for path in sorted(folder.rglob("*")):
        if path.name.startswith(".") or path.suffix.lower() in _SKIPPED or path.is_dir():
            continue
        try:
            one = read_limits.in_time(_read, path, wanted, game, seconds=seconds)
        except _Refused as why:
            left_out.append(LeftOut(_name(path, folder), why.reason, why.detail))
            continue
        except RecordError as error:
            left_out.append(LeftOut(_name(path, folder), error.reason))
            continue
        game_id = str(one.history.header["game_id"])
        if other := found.get(game_id):
            one, less = sorted((other, one), key=_holds_less)
            reason = "doubled" if _is_beginning(less.history, one.history) else "differs"
            left_out.append(LeftOut(_name(less.path, folder), reason, _name(one.path, folder)))
        found[game_id] = one
    kept = sorted(found.values(), key=lambda one: str(one.path))
    return kept, sorted(left_out)


def _read(path: Path, seed: int | None, game: str | None) -> HandIn:
    if not path.is_file():  # such as a pipe: reading it might block for ever
        raise _Refused("no record")
    try:
        found = read_limits.read_events(path, largest=read_limits.LARGEST)
    except RecordError as error:
        if error.reason == "large":
            raise _Refused("large") from None
        damaged = _looks_like_record(path)
        raise _Refused("damaged", error.line or "") if damaged else _Refused("no record") from None
    header = found.events[0]
    if header["event"] != "game" or header.get("format") != record_file.FORMAT:
        raise _Refused("no record")
    if header.get("version") != record_file.VERSION or isinstance(header["version"], bool):
        raise _Refused("version", json.dumps(header.get("version"))[:20])
    if found.edited:
        raise _Refused("edited", found.edited)
    if found.torn:
        raise _Refused("damaged", len(found.events) + 1)
    proof = prove(found, path)
    history = proof.history
    if history is None:
        raise _Refused("damaged", proof.findings[-1].line)
    if "branch" in header:
        raise _Refused("branch")
    if header["practice"]:
        raise _Refused("practice")
    if game is not None and header["preset"] != game:
        raise _Refused("game", header["preset"])
    if seed is not None and header["seed"] != seed:
        raise _Refused("deals")
    chosen = "position" in header or "order" in header
    if (wrong := proof.first("deals")) and (not chosen or proof.parts["deals"] == REFUTED):
        raise _Refused("dealt", wrong.line)
    if seed is not None and proof.parts["deals"] != PROVED:
        raise _Refused("undealt")
    if wrong := proof.first("bots"):
        raise _Refused("bots", wrong.line)
    pupil = header.get("hand_in")
    pupil = pupil if isinstance(pupil, dict) else {}
    name, code = pupil.get("name"), pupil.get("code")
    return HandIn(
        path,
        history,
        " ".join(name.split()) if isinstance(name, str) else "",
        code if isinstance(code, str) else path.name,
    )


def _looks_like_record(path: Path) -> bool:
    """Return True if an unreadable file may be a damaged record."""
    try:
        with path.open("rb") as file:
            return record_file.FORMAT.encode() in file.read(4096)
    except OSError:
        return True  # unknown


def _holds_less(one: HandIn) -> tuple[int, bool]:
    return -len(one.history.events), not one.name


def _is_beginning(less: History, more: History) -> bool:
    """Return True if the first game is the beginning of the second."""
    mine, other = (
        [
            (event["event"], event.get("action"), event.get("order"), event.get("to"))
            for event in history.events
            if event["event"] in ("act", "shuffle", "undo", "penalty")
        ]
        for history in (less, more)
    )
    return mine == other[: len(mine)]


def _name(path: Path, folder: Path) -> str:
    return str(path.relative_to(folder)).replace(os.sep, "/")
