"""The lines of shorthand at a table with paper cards: typed, taken back, previewed."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from pathlib import Path

from skyjo_widget.errors import RulesError, SkyjoWidgetError
from skyjo_widget.records.checkpoints import Standing
from skyjo_widget.records.paper_history import PaperHistory
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.table.paper import PaperPlay
from skyjo_widget.table.shorthand import Line, written
from skyjo_widget.util.files import reason
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.reading import read_text

_SHOWN = 60  # characters of a wrong line in a message


@dataclasses.dataclass(frozen=True, slots=True)
class Understood:
    """The meaning of a line in shorthand.

    Attributes
    ----------
    text : str
        The line in words, as far as it is understood: ``Ana: drew 5 → b3, 9 out``.
    error : str
        The reason why it would be refused; empty if it would be carried out.
    next : tuple of str
        Texts that may come next, or in place of those that aren't understood.
    """

    text: str
    error: str
    next: tuple[str, ...]


class Lines:
    """The part of a table that is typed in shorthand.

    Parameters
    ----------
    game : LiveGame
    history : PaperHistory
        The game's.
    paper : PaperPlay
        The table's.
    """

    def __init__(self, game: LiveGame, history: PaperHistory, paper: PaperPlay) -> None:
        self._game, self._history, self._paper = game, history, paper
        self._done: list[tuple[int | None, Standing | None]] = []
        """Of each line its first decision, if it has one, and its last event."""

    def write(self, text: str) -> None:
        """Carry out a line; see `Session.write`."""
        history = self._history
        with self._game.lock:
            before = len(history.decisions)
            ms = round((time.perf_counter() - self._game.since) * 1000)
            line = Line(history, self._paper, text, ms=ms)
            with self._game.change(), history.attempt():
                line.carry_out()
            first = before if len(history.decisions) > before else None
            self._done.append((first, history.standing))

    def write_all(self, text: str | Path) -> None:
        """Carry out lines; see `Session.write_all`."""
        if isinstance(text, Path) or (isinstance(text, str) and text.endswith(".txt")):
            text = _content(Path(text))
        if not isinstance(text, str):
            raise RulesError("lines in shorthand are a text or a path, not {text!r:.60}", text=text)
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                self.write(line)
            except RulesError as error:
                shown = line.strip()[:_SHOWN].encode("utf-8", "replace").decode()
                shown = "".join(c if c.isprintable() else "�" for c in shown)
                raise RulesError(
                    "line {number}: {error}\n    {shown}", number=number, error=error, shown=shown
                ) from None

    def take_back(self) -> int | None:
        """Forget the last line; return its first decision.

        None if something has happened since, or if a fresh deal is all that is to be undone.
        """
        history = self._history
        standing = {id(at) for at in _back(history.standing)}
        while self._done and id(self._done[-1][1]) not in standing:
            self._done.pop()  # it was undone
        first, last = self._done[-1] if self._done else (None, None)
        if last is None or last is not history.standing:
            return None
        if first is None and history.fresh_deal is None:
            raise RulesError(
                "the last line has named cards alone: name them again to correct them, or undo the "
                "decision before"
            )
        self._done.pop()
        return first

    def text(self) -> str:
        """Return the game in shorthand; see `Session.shorthand`."""
        with self._game.lock:
            return written(self._history)

    def understand(self, text: str, lang: str) -> Understood:
        """Try a line; see `Session.understand`."""
        history = self._history
        with self._game.lock, history.attempt(keep=False):
            error = ""
            try:
                line = Line(history, self._paper, text)
            except RulesError as refused:
                return Understood("", rendered(refused, lang), ())
            try:
                line.carry_out()
            except SkyjoWidgetError as refused:
                error = rendered(refused, lang)
            said, options = line.said(lang), line.options()
        return Understood(said, error, options)


def _back(at: Standing | None) -> Iterator[Standing]:
    """Yield an event that holds, and those before it."""
    while at is not None:
        yield at
        at = at.before


def _content(path: Path) -> str:
    try:
        return read_text(path)
    except (OSError, ValueError) as error:
        raise RulesError(
            "{path!r} can't be read: {error}", path=str(path), error=reason(error)
        ) from None
