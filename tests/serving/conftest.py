"""Fixtures of served tables."""

from __future__ import annotations

import threading
import time

import pytest

from tests.serving.phones import Place

OURS = ("skyjo-", "coach", "asyncio_")


def ours():
    """The threads of services, coaches and loops."""
    return [t for t in threading.enumerate() if t.name.startswith(OURS)]


@pytest.fixture
def place():
    """Tables and phones that are closed after the test; nothing of them is left."""
    place = Place()
    yield place
    place.close()
    end = time.monotonic() + 60
    while ours() and time.monotonic() < end:
        time.sleep(0.01)
    assert not ours(), ours()
