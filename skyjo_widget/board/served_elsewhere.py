"""The way from a session to the server that its people join.

The server is built upon sessions (`board/serving`), which therefore don't know it: the package,
above both, says how it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Service(Protocol):
    """A running service of a session."""

    @property
    def running(self) -> bool:
        """True until it is stopped."""

    def stop(self) -> None:
        """End it."""


MakeService = Callable[..., Service]
"""Makes the service of a session, with the options of `Session.serve`."""

_makers: list[MakeService] = []


def register_service(make: MakeService) -> None:
    """Say how a session is served; the newest way counts."""
    _makers.append(make)


def make_service(session: Any, **options: Any) -> Service:
    """Serve a session."""
    return _makers[-1](session, **options)
