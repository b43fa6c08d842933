"""Limits of what a guest may send, of tries at the PIN, and of places that addresses share.

No limit is a lever: what one address does may cost that address a place, and nobody else theirs.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable

MESSAGE_BYTES = 8192
"""The largest message of a guest."""
RATE, BURST = 20.0, 40
"""Messages a second that a guest may send for long, and at once."""
UNDER_WAY = 16
"""Messages of a guest that may wait for the table."""
PORTS = range(2**16)
"""Of TCP."""
STRANGERS = 256
"""Connections without a seat, of all addresses together; who has a token isn't counted."""
CROWD = 64
"""Connections without a seat, of one address, of which the host is told."""
ASKING, WATCHERS, SCREENS = 32, 128, 8
"""Devices that ask for a seat of somebody's, spectators, and pages on projectors."""
FIRST_MESSAGE = 10.0
"""Seconds within which a socket must say who it is."""
PAGE = 60.0
"""Seconds that a connection has for the page."""
END = 5.0
"""Seconds that a device has to take the last messages of a socket that ends."""
SEND = 10.0
"""Seconds that a device has to take a message."""
TRIES, ALL_TRIES = 40, 120
"""Wrong PINs within `FORGOTTEN` seconds before an address is to wait: its own; and those of all
addresses, after which each has one try.  A class behind a proxy has one address."""
FORGOTTEN = 60.0
NAME = 24
"""The longest name of a guest."""

WRITES, WRITE_AGAIN = 20, 3
"""Notes, predictions and renames that a seat may write at once, and the seconds until one more."""

Clock = Callable[[], float]


class Bucket:
    """A limit of a rate: a bucket of tokens that fills steadily.

    Parameters
    ----------
    rate : float
        Tokens a second.
    burst : int
        How many it holds.
    clock : callable
        Returns seconds.
    """

    def __init__(self, rate: float, burst: int, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._tokens, self._at = float(burst), clock()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Tries:
    """Wrong PINs, which slow down further tries of their address.

    Parameters
    ----------
    clock : callable
        Returns seconds.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, list[float]] = {}

    def wait(self, address: str) -> float:
        """Return the seconds that an address has to wait before its next try."""
        now = self._clock()
        for other in list(self._wrong):
            self._wrong[other] = [at for at in self._wrong[other] if now - at < FORGOTTEN]
            if not self._wrong[other]:
                del self._wrong[other]
        own = self._wrong.get(address, [])
        most = TRIES if sum(map(len, self._wrong.values())) < ALL_TRIES else 1
        return own[-most] + FORGOTTEN - now if len(own) >= most else 0.0

    def note_wrong(self, address: str) -> None:
        """Note a wrong PIN."""
        self._wrong.setdefault(address, []).append(self._clock())


class Room:
    """Places that addresses share.

    Who comes when all are taken gets the oldest place of the address that has the most.

    Parameters
    ----------
    size : int
        How many places there are.
    """

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, threading.Lock()
        self._taken: dict[Hashable, tuple[str, Callable[[], None]]] = {}
        self._counts: Counter[str] = Counter()

    def enter(self, who: Hashable, address: str, end: Callable[[], None]) -> None:
        """Take a place; `end` is called when it is lost to another."""
        with self._lock:
            self._remove(who)
            self._taken[who] = address, end
            self._counts[address] += 1
            if len(self._taken) <= self._size:
                return
            most = max(self._counts.values())
            oldest = next(
                holder for holder, (at, _) in self._taken.items() if self._counts[at] == most
            )
            _, end = self._taken[oldest]
            self._remove(oldest)
        end()

    def leave(self, who: Hashable) -> None:
        """Give a place back, if there is one."""
        with self._lock:
            self._remove(who)

    def _remove(self, who: Hashable) -> None:
        if who not in self._taken:
            return
        address, _ = self._taken.pop(who)
        self._counts[address] -= 1
        if not self._counts[address]:
            del self._counts[address]

    @property
    def largest(self) -> tuple[str, int]:
        """The address that has the most places, and how many; "" and 0 if none is taken."""
        with self._lock:
            return next(iter(self._counts.most_common(1)), ("", 0))
