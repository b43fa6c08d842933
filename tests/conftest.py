"""What all tests share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Records go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
