"""The connections of a server: those of devices with a seat, and strangers, whose room is limited.

Everything here happens on the server's loop, but for `crowd`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from skyjo_widget.serving import limits
from skyjo_widget.serving.limits import Room

Peer = tuple[str, int]
"""The address and the port of the other side, by which a connection is known."""


class Transport(Protocol):
    """The end of a connection."""

    def abort(self) -> None:
        """End at once."""


class Connections:
    """All connections; those of strangers are limited, and shared fairly among addresses.

    Parameters
    ----------
    on_crowd : callable
        Called when `crowd` begins or ends.
    """

    def __init__(self, on_crowd: Callable[[], None]) -> None:
        self._open: dict[Peer, Transport] = {}
        self._strangers = Room(limits.STRANGERS)
        self._on_crowd = on_crowd
        self._crowded = False

    def begin(self, peer: Peer, transport: Transport) -> None:
        """Note a new connection, of a stranger."""
        self._open[peer] = transport
        self.dismiss(peer)

    def admit(self, peer: Peer) -> None:
        """Count a connection no longer: it is of a device with a seat, or of a spectator."""
        self._strangers.leave(peer)
        self._look()

    def dismiss(self, peer: Peer) -> None:
        """Count a connection as a stranger's, if it is still there."""
        transport = self._open.get(peer)
        if transport is not None:
            self._strangers.enter(peer, peer[0], transport.abort)
            self._look()

    def end(self, peer: Peer) -> None:
        """Note that a connection has ended."""
        self._open.pop(peer, None)
        self.admit(peer)

    @property
    def crowd(self) -> tuple[str, int] | None:
        """The address that has many connections without a seat, and how many; None if none has."""
        address, count = self._strangers.largest
        return (address, count) if count >= limits.CROWD else None

    def _look(self) -> None:
        crowded = self.crowd is not None
        if crowded != self._crowded:
            self._crowded = crowded
            self._on_crowd()
