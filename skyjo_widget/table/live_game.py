"""The one writer of a game: it is changed, written to its record, and only then shown.

One re-entrant lock guards every change, because JupyterLab runs a widget's handlers on another
thread, beside a running cell and beside each other.
"""

from __future__ import annotations

import contextlib
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterator

from skyjo_widget.errors import RecordError, StaleStateError
from skyjo_widget.records import record_file
from skyjo_widget.records.history import History
from skyjo_widget.records.sync import RecordSync
from skyjo_widget.strategies import call as strategies
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.validation import seat_number

BREATH = 1 / 30
"""Seconds between two notifications while many changes come in a row."""


class LiveGame:
    """A game under way, with its record and its listeners; the parts of a table share it.

    Parameters
    ----------
    history : History
        The game so far.
    writer : record_file.Writer or None
        Where events go; None keeps them in memory.
    on_notified : callable
        A method, held weakly: called after the listeners.

    Attributes
    ----------
    lock : threading.RLock
        Guards the game.
    record : RecordSync
        Keeps the record up to the game.
    listeners : list of callable
        Called after every change.
    state_id : int
        Rises with every change of the game.
    since : float
        When the present state began, by `time.perf_counter`.
    closed : bool
        Whether the record was let go of.
    """

    def __init__(
        self,
        history: History,
        writer: record_file.Writer | None,
        on_notified: Callable[[], None],
    ) -> None:
        self.history = history
        self.record = RecordSync(history, writer, self._moved)
        self.lock = threading.RLock()
        self.listeners: list[Callable[[], None]] = []
        self.state_id = 0
        self.since = time.perf_counter()
        self.closed = False
        self._on_notified = weakref.WeakMethod(on_notified)  # its owner holds this game
        self._hushed = 0
        self._notified_at = 0.0
        self._pending = False

    @contextlib.contextmanager
    def change(
        self, *, moves: bool = True, notify: bool = True, lazily: bool = False
    ) -> Iterator[History]:
        """Change the game in a block: then it is written, and the listeners are notified.

        The lock is held, and Stop waits.  After an error nothing is written.

        Parameters
        ----------
        moves : bool
            Whether the table has changed: `state_id` rises.
        notify : bool
            Whether the listeners hear of it.
        lazily : bool
            Let the disk have it later, if a bot is to act next.
        """
        with self.lock, uninterrupted():
            yield self.history
            self.record.write(sync=not (lazily and self.history.acting_kind == "bot"))
            if moves:
                self.state_id += 1
                self.record.saved = None
                self.since = time.perf_counter()
            if notify:
                self.notify()

    @contextlib.contextmanager
    def synced(self) -> Iterator[None]:
        """Have all on the disk when a block ends, however it does."""
        try:
            yield
        finally:
            with self.lock, uninterrupted():
                self.record.write()

    @contextlib.contextmanager
    def hushed(self) -> Iterator[None]:
        """Notify listeners of the changes in a block at its end, and now and then before.

        A browser can't show more than some 30 pictures a second.
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
        """Call the listeners; in a hushed block only now and then."""
        now = time.perf_counter()
        self._pending = self._hushed > 0 and now - self._notified_at < BREATH
        if self._pending:
            return
        self._notified_at = now
        for listener in list(self.listeners):
            try:
                listener()
            except Exception as error:  # what shows the game must not stop it
                warnings.warn(
                    f"a listener failed: {strategies.safe_text(repr, error)}", stacklevel=2
                )
        if on_notified := self._on_notified():
            on_notified()

    def check_state(self, state: int | None) -> None:
        """Raise `StaleStateError` if a `state_id` that was seen is no longer the present one."""
        if state is not None and state != self.state_id:
            raise StaleStateError(state, self.state_id)

    def check_seat(self, seat: int) -> int:
        """A seat's number; raises `RulesError` if there is none like it."""
        return seat_number(seat, [player.name for player in self.history.players])

    def _moved(self, why: RecordError) -> None:
        """Keep why the record is no longer written: it was loaded again."""
        with self.lock:
            self.record.trouble = why
            self.notify()
