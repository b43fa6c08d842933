"""Sources of games: what each call that takes some accepts, checked in one place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.frames.load import load_records
from skyjo_widget.frames.log import Log
from skyjo_widget.records.history import History
from skyjo_widget.records.places import are_paths
from skyjo_widget.records.replay import replay
from skyjo_widget.table.table import Table


def histories_of(source: Any, load: Callable[[Any], Log] = load_records) -> list[History]:
    """Return the games of a source; that of a table as it is now.

    Parameters
    ----------
    source : Log, Session, History, sequence of History, path, glob, or list of paths
    load : callable
        Reads records, given paths.

    Raises
    ------
    RulesError
        If it is none of these.
    RecordError
        If there is no such file or folder.
    """
    if isinstance(source, Table):
        with source.parts.game.lock:
            return [replay(source.history.events[:])]  # a copy: the game may continue meanwhile
    if isinstance(source, History):
        return [source]
    if isinstance(source, Sequence) and all(isinstance(game, History) for game in source):
        return list(source)
    return list(log_of(source, load).histories)


def log_of(source: Any, load: Callable[[Any], Log] = load_records) -> Log:
    """Return the log of a table, of records, or a log itself; parameters and errors as above."""
    if isinstance(source, Log):
        return source
    if isinstance(source, Table):
        return source.log
    if are_paths(source):
        return load(source)
    raise RulesError(
        "{source!r:.60}: a Log, a Session, a list of games or the path of records is needed",
        source=source,
    )
