"""Reading of hand-in files; files that aren't accepted are listed with a reason."""

from __future__ import annotations

import json
from collections.abc import Container
from pathlib import Path
from typing import Any, NamedTuple

from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.hand_in.hand_in import hand_in_code
from skyjo_widget.records import read_limits, record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.places import Other, look
from skyjo_widget.records.proof import PROVED, REFUTED, prove
from skyjo_widget.util.reading import NoFileError
from skyjo_widget.util.validation import seed_number


class HandIn(NamedTuple):
    """A game that was handed in.

    Parameters
    ----------
    path : Path
    history : History
    name : str
        The pupil's name as typed in; may be empty.
    code : str
        The code of the game, for pupils without a name.
    at : str
        The time of handing in, UTC; of the last event, where the file has none.
    link : str
        The link of the last line: files with the same one have the same content.
    changed : int
        The time at which the file was written, in ns.
    file : str
        Its path in the folder.
    """

    path: Path
    history: History
    name: str
    code: str
    at: str
    link: str
    changed: int
    file: str = ""

    @property
    def people(self) -> list[str]:
        """The names of the people at the table."""
        return [player.name for player in self.history.players if player.kind == "person"]

    @property
    def is_own(self) -> bool:
        """True if the typed name is that of a person at the table, or begins with it."""
        name = f"{self.name} ".casefold()
        return any(name.startswith(f"{person} ".casefold()) for person in self.people)

    @property
    def is_as_written(self) -> bool:
        """True if the file has a name as handing in gives it, unlike ``… (1).jsonl``."""
        return self.path.stem.startswith("hand-in-") and self.path.stem.endswith(
            str(self.history.header["game_id"])
        )


class LeftOut(NamedTuple):
    """A file that wasn't accepted.

    Parameters
    ----------
    file : str
        Its path in the folder.
    reason : str
        ``damaged``, ``incomplete``, ``arriving`` (it is still being written), ``version``, ``no
        record`` and the other reasons of `Other`, ``large``, ``slow``, ``edited``, ``copy`` (the
        same content as the original's), ``doubled`` (the same game, and the original holds
        more), ``borrowed`` (the same game, which the original's pupil has played), ``later``
        (the same game, handed in later),
        ``differs`` (the same game, and the two diverge), ``deals`` (not the class seed),
        ``dealt`` (not the cards of the seed), ``undealt`` (not proved), ``bots`` (an action that
        a bot doesn't choose), ``game``, ``practice`` or ``branch``.
    detail : str
        The line, the version, the other file or the game; may be empty.
    """

    file: str
    reason: str
    detail: str = ""


class _Refused(Exception):  # noqa: N818  (no error: a finding)
    def __init__(self, reason: str, detail: Any = "") -> None:
        self.reason, self.detail = reason, str(detail)


ReadFiles = dict[Path, tuple[tuple[int, int], "HandIn | LeftOut"]]
"""Files that were read: their size and time, and what was found."""


def collect(
    source: Any,
    *,
    seed: int | str | None = None,
    game: str | None = None,
    seconds: float | None = read_limits.SECONDS,
    read_files: ReadFiles | None = None,
    arriving: Container[Path] = (),
) -> tuple[list[HandIn], list[LeftOut]]:
    """Read the hand-in files of a folder or a ZIP file, and of the folders below.

    Parameters
    ----------
    source : path, glob, or list of these
    seed : int or str, optional
        The class seed: games with other deals, or with unproved deals, are left out.
    game : str, optional
        The preset: other games are left out.
    seconds : float or None
        The time limit per file; None for no limit.
    read_files : dict, optional
        Files that were read before: they aren't read again unless they have changed.
    arriving : container of Path
        Files that are still being written: they aren't read.

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
    wanted = None if seed is None else seed_number(seed)
    read_files = {} if read_files is None else read_files
    by_game: dict[str, list[HandIn]] = {}
    left_out = []
    for path, (name, other) in list_files(source).items():
        if path in arriving:
            left_out.append(LeftOut(name, "arriving"))
            continue
        if other is not None:
            left_out.append(LeftOut(name, other.reason, other.detail))
            continue
        mark = record_file.signature(path)
        if path not in read_files or read_files[path][0] != mark:
            read_files[path] = mark, _read_in_time(path, name, wanted, game, seconds)
        outcome = read_files[path][1]
        if isinstance(outcome, LeftOut):
            left_out.append(outcome)
        else:
            by_game.setdefault(str(outcome.history.header["game_id"]), []).append(outcome)
    kept = []
    for same in by_game.values():
        original, *others = sorted(same, key=_order)
        kept.append(original)
        left_out += [
            LeftOut(hand_in.file, _why_no_original(hand_in, original), original.file)
            for hand_in in others
        ]
    return sorted(kept, key=lambda hand_in: str(hand_in.path)), sorted(left_out)


def list_files(source: Any) -> dict[Path, tuple[str, Other | None]]:
    """Return the files at a place: each one's name there, and why it isn't a record, if so."""
    files: dict[Path, tuple[str, Other | None]] = {}
    for place in look(source):
        for path in place.records:
            files[path] = place.name(path), None
        for other in place.unread:
            files[other.path] = place.name(other.path), other
    return files


def _order(hand_in: HandIn) -> tuple[Any, ...]:
    """Return the sorting key of files of one game: the original is the first."""
    return (
        not hand_in.is_own,
        -len(hand_in.history.events),
        not hand_in.name,
        hand_in.at,
        hand_in.changed,
        not hand_in.is_as_written,
        str(hand_in.path),
    )


def _why_no_original(other: HandIn, original: HandIn) -> str:
    """Return the reason why a file of the same game isn't the original."""
    if other.link == original.link:
        return "copy"
    shorter, longer = sorted((other, original), key=lambda each: len(each.history.events))
    if not _is_beginning(shorter.history, longer.history):
        return "differs"
    if other.is_own != original.is_own:
        return "borrowed"
    return "doubled" if len(other.history.events) < len(original.history.events) else "later"


def _read_in_time(
    path: Path, name: str, seed: int | None, game: str | None, seconds: float | None
) -> HandIn | LeftOut:
    try:
        return read_limits.in_time(_read, path, name, seed, game, seconds=seconds)
    except _Refused as why:
        return LeftOut(name, why.reason, why.detail)
    except RecordError as error:
        return LeftOut(name, error.reason)


def _read(path: Path, file: str, seed: int | None, game: str | None) -> HandIn:
    try:
        record = read_limits.read_events(path, largest=read_limits.LARGEST)
    except RecordError as error:
        if error.reason == "large":
            raise _Refused("large") from None
        damaged = _looks_like_record(path)
        raise _Refused("damaged", error.line or "") if damaged else _Refused("no record") from None
    header = record.events[0]
    if header["event"] != "game" or header.get("format") != record_file.FORMAT:
        raise _Refused("no record")
    if header.get("version") != record_file.VERSION or isinstance(header["version"], bool):
        raise _Refused("version", json.dumps(header.get("version"))[:20])
    if record.edited:
        raise _Refused("edited", record.edited)
    pupil = header.get("hand_in")
    pupil = pupil if isinstance(pupil, dict) else {}
    stated = pupil.get("events")
    if isinstance(stated, int) and len(record.events) < stated:
        raise _Refused("incomplete", f"{len(record.events)}/{stated}")
    if record.torn:
        raise _Refused("damaged", len(record.events) + 1)
    proof = prove(record, path)
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
    name, code, at = pupil.get("name"), pupil.get("code"), pupil.get("at")
    return HandIn(
        path,
        history,
        " ".join(name.split()) if isinstance(name, str) else "",
        code if isinstance(code, str) and code else hand_in_code(str(header["game_id"])),
        at if isinstance(at, str) else str(record.events[-1].get("at", "")),
        record.chain,
        record_file.signature(path)[1],
        file,
    )


def _looks_like_record(path: Path) -> bool:
    """Return True if an unreadable file may be a damaged record."""
    try:
        return record_file.FORMAT.encode() in record_file.head(path)
    except RecordError as error:
        return error.reason == "damaged"
    except (FileNotFoundError, NoFileError):  # such as a link to nothing, or a pipe
        return False
    except OSError:
        return True  # unknown


def _is_beginning(less: History, more: History) -> bool:
    """Return True if the first game is the beginning of the second."""
    mine, other = (
        [
            (event["event"], event.get("action"), event.get("order"), event.get("to"))
            for event in history.events
            if event["event"] in ("act", "shuffle", "undo", "penalty", "break off")
        ]
        for history in (less, more)
    )
    return mine == other[: len(mine)]
