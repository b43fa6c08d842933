"""A live game: each change is applied, recorded, and only then shown.

One re-entrant lock guards every change, because JupyterLab runs a widget's handlers on other
threads, concurrently with cells and with each other.
"""

from __future__ import annotations

import contextlib
import threading
import time
import weakref
from collections.abc import Callable, Iterator

from skyjo_widget.errors import PolicyError, RecordError, StaleStateError
from skyjo_widget.records import record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.sync import RecordSync
from skyjo_widget.strategies import call as strategies
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.messages import warn
from skyjo_widget.util.validation import seat_number

BREATH = 1 / 30
"""Minimum seconds between two notifications in a series of changes."""


class LiveGame:
    """A game in progress, with its record and its listeners; the parts of a table share it.

    Parameters
    ----------
    history : History
        The game so far.
    writer : record_file.Writer or None
        Writes the events; None keeps them in memory.
    on_notified : callable
        A method, held weakly: called after the listeners.
    lang : str
        The table's language; empty for the browser's.

    Attributes
    ----------
    lock : threading.RLock
        Guards the game.
    record : RecordSync
        Appends new events to the record.
    state_id : int
        Increases with every change of the game.
    since : float
        The time at which the present state began, by `time.perf_counter`.
    closed : bool
        Whether the record was closed.
    fault : PolicyError or None
        The error that stopped a bot, until it is asked again or replaced.
    lang : str
        The table's language; empty for the browser's.
    heard : str
        The browser's language, as far as it has reported one that is there.
    """

    def __init__(
        self,
        history: History,
        writer: record_file.Writer | None,
        on_notified: Callable[[], None],
        lang: str,
    ) -> None:
        self.history: History = history
        self.record: RecordSync = RecordSync(history, writer, self._moved)
        self.lock: threading.RLock = threading.RLock()
        self._listeners: list[Callable[[], None]] = []
        self.state_id: int = 0
        self.since: float = time.perf_counter()
        self.closed = False
        self.fault: PolicyError | None = None
        self.lang: str = lang
        self.heard: str = ""
        self._on_notified = weakref.WeakMethod(on_notified)  # its owner holds this game
        self._hushed = 0
        self._notified_at = 0.0
        self._pending = False

    @property
    def spoken(self) -> str:
        """The language in which results and errors are shown."""
        return self.lang or self.heard or "en"

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener` after every change; returns a function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    @contextlib.contextmanager
    def change(
        self, *, moves: bool = True, notify: bool = True, lazily: bool = False, wait: bool = True
    ) -> Iterator[History]:
        """Change the game in a block, then record the change and notify the listeners.

        The lock is held, and interrupts wait.  After an error nothing is written.

        Parameters
        ----------
        moves : bool
            Whether the table changes: `state_id` increases.
        notify : bool
            Whether the listeners are notified.
        lazily : bool
            Don't wait for the disk, if a bot is to act next.
        wait : bool
            If False, don't wait for the disk at all; the next change waits for this one too.
        """
        with self.lock, uninterrupted():
            yield self.history
            bots_on = lazily and self.history.acting_kind == "bot"
            self.record.write(sync=wait and not bots_on)
            if moves:
                self.state_id += 1
                self.record.saved = None
                self.since = time.perf_counter()
            if notify:
                self.notify()

    @contextlib.contextmanager
    def synced(self) -> Iterator[None]:
        """Flush the record to the disk at the end of a block, even after an error."""
        try:
            yield
        finally:
            with self.lock, uninterrupted():
                self.record.write()

    @contextlib.contextmanager
    def hushed(self) -> Iterator[None]:
        """Limit the rate of notifications in a block; the last change is notified at its end.

        A browser can't show more than some 30 frames a second.
        """
        with self.lock:
            if not self._hushed:
                self._notified_at = time.perf_counter()
            self._hushed += 1
        try:
            yield
        finally:
            with self.lock:
                self._hushed -= 1
                if self._pending and not self._hushed:
                    self.notify()

    def notify(self) -> None:
        """Call the listeners; in a hushed block at a limited rate."""
        now = time.perf_counter()
        self._pending = self._hushed > 0 and now - self._notified_at < BREATH
        if self._pending:
            return
        self._notified_at = now
        for listener in list(self._listeners):
            try:
                listener()
            except Exception as error:  # a listener mustn't stop the game
                warn("a listener failed: {error}", error=strategies.safe_text(repr, error))
        if on_notified := self._on_notified():
            on_notified()

    def restart(
        self, history: History, writer: record_file.Writer | None, written: int = 0
    ) -> None:
        """Put another game in this one's place, whose record is closed; the listeners stay.

        `written` is the number of the game's events that its own record already has.
        """
        self.record.close()
        self.history, self.fault = history, None
        self.record = RecordSync(history, writer, self._moved)
        if written:
            self.record.resume(writer, written)

    # Opening

    def begin(self) -> None:
        """Deal, and record the first events; for a new game."""
        with self.change(moves=False) as history:  # an application has the board by now
            history.settle()

    def settle(self) -> None:
        """Advance the game where nobody decides; for a record that ends before that."""
        with self.lock, uninterrupted():
            self.history.settle()
            self.notify()

    def resume(self, writer: record_file.Writer, *, written: int) -> None:
        """Continue a loaded game where its record ends.

        Parameters
        ----------
        writer : record_file.Writer
            Its file.
        written : int
            The number of the game's events that it already has.
        """
        with self.change(moves=False) as history:
            self.record.resume(writer, written)
            history.settle()

    # Checks

    def check_state(self, state: int | None) -> None:
        """Raise `StaleStateError` if a `state_id` isn't the present one."""
        if state is not None and state != self.state_id:
            raise StaleStateError(state, self.state_id)

    def check_seat(self, seat: int) -> int:
        """Check a seat's number, and return it; raises `RulesError`."""
        return seat_number(seat, [player.name for player in self.history.players])

    def _moved(self, why: RecordError) -> None:
        """Keep the error of a record that was loaded again elsewhere."""
        with self.lock:
            self.record.trouble = why
            self.notify()
