"""Limits of what a guest may send, and of tries at the PIN."""

from __future__ import annotations

import time
from collections.abc import Callable

MESSAGE_BYTES = 8192
"""The largest message of a guest."""
RATE, BURST = 20.0, 40
"""Messages a second that a guest may send for long, and at once."""
UNDER_WAY = 16
"""Messages of a guest that may wait for the table."""
PORTS = range(2**16)
"""Of TCP."""
SOCKETS = 256
"""Sockets of all guests together."""
FIRST_MESSAGE = 10.0
"""Seconds within which a socket must say who it is."""
PAGE = 60.0
"""Seconds that a connection has for the page."""
END = 5.0
"""Seconds that a device has to take the last messages of a socket that ends."""
SEND = 10.0
"""Seconds that a device has to take a message."""
TRIES, ALL_TRIES = 5, 40
"""Wrong PINs within `FORGOTTEN` seconds, of one address and of all, before it is to wait."""
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
    """Wrong PINs, which slow down further tries of an address, and of all together.

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
        every = sorted(at for times in self._wrong.values() for at in times)
        waits = [0.0]
        if len(own) >= TRIES:
            waits.append(own[-TRIES] + FORGOTTEN - now)
        if len(every) >= ALL_TRIES:
            waits.append(every[-ALL_TRIES] + FORGOTTEN - now)
        return max(waits)

    def note_wrong(self, address: str) -> None:
        """Note a wrong PIN."""
        self._wrong.setdefault(address, []).append(self._clock())
