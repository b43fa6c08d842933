"""What all tests share."""

from __future__ import annotations

import itertools
import os

import pytest

os.environ.setdefault("SKYJO_WIDGET_COMPILE", "wait")  # tests don't depend on when it is there


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Records go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def no_clocks_or_ids(monkeypatch):
    """Set aside what differs between two runs of the same game."""
    monkeypatch.setattr("skyjo_widget.records.record_file.new_game_id", lambda: "the game")
    for module in ("record_file", "header", "history"):
        monkeypatch.setattr(
            f"skyjo_widget.records.{module}.timestamp", lambda: "2026-01-01T00:00:00.000Z"
        )
    monkeypatch.setattr("skyjo_widget.table.table.time.perf_counter", lambda: 0.0)
    monkeypatch.setattr("skyjo_widget.board.front._NUMBERS", itertools.repeat(1))
