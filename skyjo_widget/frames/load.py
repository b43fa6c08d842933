"""Loading of all records of a folder as a log."""

from __future__ import annotations

import warnings
from pathlib import Path

from skyjo_widget.errors import RecordError
from skyjo_widget.frames.log import Log
from skyjo_widget.records import read_limits as limits
from skyjo_widget.records import record_file as record
from skyjo_widget.records.history import History
from skyjo_widget.records.proof import NEEDED, PROVED, Finding, prove
from skyjo_widget.util.files import check_readable, given_path, is_folder


def load_all(
    folder: str | Path, *, verified: bool = False, seconds: float | None = limits.SECONDS
) -> Log:
    """Load all records of a folder (``*.jsonl``, recursively) as one log.

    An unreadable record is left out, with a warning that gives its path and the reason; of
    two records of one game, the shorter one.

    Parameters
    ----------
    folder : path
    verified : bool
        Leave out, with a warning, records that `skyjo_widget.verify` doesn't prove.
    seconds : float or None
        The time limit per record; a slower one is left out with a warning, as is one of more
        than 50 MB or one whose game could take more than 1 GB of memory.

    Raises
    ------
    RecordError
        If there is no such folder.

    Examples
    --------
    >>> for seed in (1, 2):
    ...     table = play("skyjo", ["bot:greedy", "bot:random"], seed=seed, display=False)
    ...     table.run()
    ...     table.close()
    >>> len(load_all("games").games)
    2
    """
    folder = given_path(folder)
    if not is_folder(folder):
        raise RecordError("there is no such folder", path=str(folder))
    check_readable(folder)
    found: dict[str, tuple[History, Path]] = {}
    for path in sorted(folder.rglob("*.jsonl")):
        try:
            read, history = limits.read_game(
                path, seconds=seconds, by=_proved if verified else None
            )
        except RecordError as error:
            warnings.warn(f"left out: {error}", stacklevel=2)
            continue
        if read.torn:
            warnings.warn(f"{path}: the last line was cut off and is left out", stacklevel=2)
        for doubt in history.doubts:
            warnings.warn(f"{path}, {doubt}", stacklevel=2)
        if read.edited:
            warnings.warn(f"{path}, line {read.edited}: {record.EDITED}", stacklevel=2)
        game_id = str(history.header["game_id"])
        kept, less = (history, path), found.get(game_id)
        if less:  # a copy; the longer one was continued
            kept, less = sorted((less, kept), key=lambda one: -len(one[0].events))
            warnings.warn(
                f"left out: {less[1]} holds no more of the same game than {kept[1]}",
                stacklevel=2,
            )
        found[game_id] = kept
    return Log(
        [history for history, _ in found.values()], paths=[path for _, path in found.values()]
    )


def _proved(read: record.Found, path: Path) -> History:
    """Return the game of a proved record; raise `RecordError` if it isn't proved."""
    proof = prove(read, path)
    if proof.history is None or proof.verdict != PROVED:
        parts = ", ".join(part for part in NEEDED if proof.parts[part] != PROVED) or "bots"
        found = proof.findings[0] if proof.findings else Finding("", None, f"not proved: {parts}")
        raise RecordError(found.text, path=str(path), line=found.line)
    return proof.history
