"""A study in parts, each with its own seed and folder: the scripts of the page on scale."""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from skyjo_widget import load_all, measure, simulate
from skyjo_widget.measures import DECISIONS
from skyjo_widget.measures.source import in_memory
from skyjo_widget.simulation.simulate import Simulation
from tests.fixtures.paths import ROOT

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="the page's loop is for a Unix shell"),
]

PAGE = (ROOT / "docs" / "internals" / "scale.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", PAGE, re.DOTALL)
SCRIPTS = dict(re.findall(r"`([\w.]+)`:\n\n```(?:sh|python)\n(.*?)```", PAGE, re.DOTALL))


def run_parts(**environment):
    """Run the loop; return its exit code."""
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": paths, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(["sh", "parts.sh"], check=False, env=env).returncode


def files():
    """Each file of the parts, with its bytes and its time."""
    there = [path for path in Path("parts").rglob("*") if path.is_file()]
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in there}


def test_parts_are_played_apart_and_measured_as_one(capfd):
    """One as a task of a batch queue, then all in a loop; their union is that of the seeds."""
    for name in ("part.py", "parts.sh"):
        Path(name).write_text(SCRIPTS[name], encoding="utf-8")
    assert run_parts(SLURM_ARRAY_TASK_ID="2") == 0
    assert [path.name for path in Path("parts").iterdir()] == ["0002"]
    first = files()
    assert run_parts() == 0
    assert sorted(path.name for path in Path("parts").iterdir()) == [f"{n:04d}" for n in range(4)]
    assert first.items() <= files().items()  # a whole part isn't played again

    options = {"games": 500, "decisions": DECISIONS, "progress": False}
    alone = [
        simulate("skyjo", ["greedy", "threshold(2)"], seed=1000 + n, **options) for n in range(4)
    ]
    union = {
        name: pd.concat([getattr(run, name) for run in alone], ignore_index=True)
        for name in ("games", "rounds", "decisions")
    }
    log = load_all("parts")
    assert log.games["game_id"].nunique() == 2000
    assert_frame_equal(log.games, union["games"])
    assert_frame_equal(log.rounds, union["rounds"])
    assert_frame_equal(log.decisions[list(DECISIONS)], union["decisions"][list(DECISIONS)])
    expected = measure(in_memory(union, log.decks)).frame
    assert_frame_equal(measure("parts").frame, expected, rtol=1e-9)

    capfd.readouterr()
    names: dict = {}
    shown = [(code, output) for code, output in BLOCKS if output]
    assert len(shown) == 1
    for code, output in shown:
        exec(code, names)
        assert capfd.readouterr().out == output


def test_a_part_that_was_stopped_fails_and_is_continued(monkeypatch):
    """By the same command; its files are then those of a part that wasn't stopped."""
    code = SCRIPTS["part.py"].replace("games=500", "games=1500")
    Path("part.py").write_text(code, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["part.py", "1"])

    def play_part():
        with pytest.raises(SystemExit) as ended:
            runpy.run_path("part.py")
        return ended.value.code

    assert play_part() == 0
    whole = {path: content for path, (content, _) in files().items()}
    shutil.rmtree("parts")
    add = Simulation.add

    def interrupted(self, piece):
        add(self, piece)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Simulation, "add", interrupted)
        with pytest.warns(UserWarning, match="1,024 of 1,500 games"):
            code = play_part()
    assert code == 1
    assert play_part() == 0
    assert {path: content for path, (content, _) in files().items()} == whole
