"""What all tests share."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("SKYJO_WIDGET_COMPILE", "wait")  # tests don't depend on when it is there


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Records go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
