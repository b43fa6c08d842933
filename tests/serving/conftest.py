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
    before = {*ours()}  # a coach's thread ends with its board, which the collector takes some time
    place = Place()
    yield place
    place.close()
    end = time.monotonic() + 60
    while ours_since(before) and time.monotonic() < end:
        time.sleep(0.01)
    assert ours_since(before) == []


def ours_since(before):
    """Those that weren't there before."""
    return [thread for thread in ours() if thread not in before]
