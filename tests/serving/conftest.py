"""Fixtures of served tables."""

from __future__ import annotations

import threading
import time

import pytest

from tests.serving.phones import Place

OURS = ("skyjo-", "coach", "asyncio_")


def threads():
    """The threads of services, coaches and loops."""
    return {thread for thread in threading.enumerate() if thread.name.startswith(OURS)}


def ours(place):
    """Those that began since a place was opened: a coach's ends when its board is collected."""
    return threads() - place.before


@pytest.fixture
def place():
    """Tables and phones that are closed after the test; nothing of them is left."""
    place = Place()
    place.before = threads()
    yield place
    place.close()
    end = time.monotonic() + 60
    while ours(place) and time.monotonic() < end:
        time.sleep(0.01)
    assert not ours(place)
