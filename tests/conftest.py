"""Shared settings and fixtures of all tests."""

from __future__ import annotations

import gc
import itertools
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.fixtures.crossing import Crossing
from tests.fixtures.slices import PARTS, not_drawn

os.environ.setdefault("SKYJO_WIDGET_COMPILE", "wait")  # tests don't depend on when it is there
# Nor on how fast the machine is.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_addoption(parser):
    """`--slice COMMIT[:PARTS]`: of slow tests and cases only those that a commit draws."""
    parser.addoption(
        "--slice",
        metavar="COMMIT[:PARTS]",
        default="",
        help=f"of the slow tests run one in PARTS ({PARTS}), drawn by the name of a commit",
    )


def pytest_configure():
    """Take Stop, also where a shell has its background jobs ignore it; their processes too."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leave out what wasn't drawn."""
    if asked := config.getoption("slice"):
        left = not_drawn(items, asked)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left])
        items[:] = [item for item in items if item.nodeid not in left]


def pytest_collection_finish():
    """Spare the garbage collector a search of all collected tests, time and again."""
    gc.collect()
    gc.freeze()


def pytest_report_header(config):
    """Say how a slice can be run again."""
    asked = config.getoption("slice")
    return f"slice of the slow tests: --slice {asked}" if asked else None


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Records go to a folder of the test's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def steady_speed(monkeypatch):
    """However slow this computer is: no bar, no warning of it."""
    for name in ("executors.PATIENCE", "executors.QUIET"):
        monkeypatch.setattr(f"skyjo_widget.simulation.{name}", float("inf"))
    monkeypatch.setattr("skyjo_widget.util.progress.DELAY", float("inf"))


@pytest.fixture(autouse=True)
def crossing(monkeypatch):
    """Everything that crosses between Python and a page is as `front/protocol/` describes it."""
    crossing = Crossing()
    crossing.watch(monkeypatch)
    yield crossing
    assert not crossing.problems, "\n".join(dict.fromkeys(crossing.problems))


@pytest.fixture
def no_clocks_or_ids(monkeypatch):
    """Set aside what differs between two runs of the same game."""
    monkeypatch.setattr("skyjo_widget.records.record_file.new_game_id", lambda: "the game")
    for module in ("record_file", "header", "history", "paper_history", "annotations"):
        monkeypatch.setattr(
            f"skyjo_widget.records.{module}.timestamp", lambda: "2026-01-01T00:00:00.000Z"
        )
    monkeypatch.setattr("time.perf_counter", lambda: 0.0)
    monkeypatch.setattr("skyjo_widget.front.front._NUMBERS", itertools.repeat(1))
