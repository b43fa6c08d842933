"""The Makefile and the scripts that it calls."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from scripts import chromium, run_stages
from tests.fixtures.paths import ROOT
from tests.fixtures.slices import drawn

pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")


def make(*arguments: str, folder: Path = ROOT, **variables: str) -> subprocess.CompletedProcess:
    """Run make as from a shell of its own, not as a part of the make that runs this test."""
    environment = {k: v for k, v in os.environ.items() if k not in {"MAKEFLAGS", "MAKELEVEL"}}
    return subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env=environment | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def test_make_alone_lists_the_targets():
    """All that are meant to be called, each with a sentence."""
    listed = make().stdout
    for target in ("play", "check", "test", "bench", "site", "format", "wheel", "clean"):
        assert f"\n  {target} " in listed


def test_an_old_python_is_refused(tmp_path):
    """With a sentence that names the way out."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    old = tmp_path / "oldpython"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(old.stat().st_mode | stat.S_IXUSR)
    done = make("play", f"PYTHON={old}", folder=tmp_path)
    assert done.returncode != 0
    assert "Python 3.11 or newer is needed" in done.stdout
    assert not (tmp_path / ".venv").exists()


def commands_of_play(*arguments: str, **variables: str) -> str:
    """Return the command that `make play` would run when all is installed."""
    return make("--dry-run", "-o", ".venv/.play-installed", "play", *arguments, **variables).stdout


def test_play_passes_on_its_options():
    """LESSONS=fr, PORT and BROWSER=none become options of the command."""
    assert "--port" not in commands_of_play()
    assert "--lang" not in commands_of_play()
    assert "--lang fr" in commands_of_play("LESSONS=fr")
    assert '--port "8899"' in commands_of_play("PORT=8899")
    assert "--no-browser" in commands_of_play("BROWSER=none")
    assert "--no-browser" in commands_of_play(BROWSER="none")
    assert "--no-browser" not in commands_of_play(BROWSER="firefox")
    assert "--allow-root" not in commands_of_play()
    assert "--allow-root" in commands_of_play("ROOT=yes")


def test_every_stage_runs_and_the_end_names_those_that_failed(monkeypatch, capsys):
    """A failure hides nothing that comes after it."""
    python = sys.executable
    beside = {"slow": [python, "-c", "import time; time.sleep(1); print('later')"]}
    rounds = [
        [{"good": [python, "-c", ""], "bad": [python, "-c", "raise SystemExit(3)"]}, beside],
        [{"absent": ["no-such-program"], "last": [python, "-c", ""]}],
    ]
    monkeypatch.setitem(run_stages.STAGES, "check", rounds)
    monkeypatch.setattr(sys, "argv", ["run_stages.py", "check"])
    assert run_stages.main() == 1
    lines = capsys.readouterr().out.splitlines()
    came_of_it = {line.split()[-1]: line.split()[0] for line in lines[-6:-1]}
    assert came_of_it == dict.fromkeys(["good", "slow", "last"], "passed") | dict.fromkeys(
        ["bad", "absent"], "FAILED"
    )
    assert lines.index("later") > lines.index(next(line for line in lines if "=== slow" in line))
    assert lines[-1] == "failed: bad; absent"


def test_a_commit_draws_a_few_slow_tests():
    """Always the same; with the commits each of them has its turn."""
    names = [f"tests/test_one.py::test_{number}" for number in range(370)]
    slices = [drawn(names, f"commit {number}") for number in range(2000)]
    assert {len(part) for part in slices} == {2}
    assert set.union(*slices) == set(names)
    assert drawn(reversed(names), "commit 7") == slices[7] != slices[8]
    assert drawn(names, "commit 7:20") > slices[7]


def collected(folder, tests: str, asked: str) -> list[str]:
    """Return the names of those of a file's tests that a slice keeps."""
    marks = "[pytest]\nmarkers =\n slow: some\n seconds: some\n browser: some\n"
    (folder / "pytest.ini").write_text(marks, encoding="utf-8")
    (folder / "test_file.py").write_text(f"import pytest\n{tests}", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"]
    command += ["--collect-only", "-q", "--slice", asked, "--rootdir", str(folder)]
    command += ["-c", str(folder / "pytest.ini"), str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return [line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line]


def test_none_that_takes_minutes_is_drawn(tmp_path):
    """Even where all others are; what isn't slow runs anyway."""
    tests = (
        "def test_quick(): pass\n"
        "@pytest.mark.slow\ndef test_slow(): pass\n"
        "@pytest.mark.slow(minutes=True)\ndef test_long(): pass\n"
    )
    assert collected(tmp_path, tests, "word:1") == ["test_quick", "test_slow"]


@pytest.mark.parametrize("mark", ["seconds", "browser"])
def test_of_what_takes_seconds_one_in_four_is_drawn(mark, tmp_path):
    """Another quarter with each commit, of the cases and of the tests without any."""
    tests = (
        f"pytestmark = pytest.mark.{mark}\n"
        "@pytest.mark.parametrize('n', range(6))\ndef test_six(n): pass\n"
        "def test_alone(): pass\n"
    )
    drawn_names = [collected(tmp_path, tests, f"commit{number}") for number in range(3)]
    assert [len(names) for names in drawn_names] == [2, 2, 2]
    assert len(set(map(tuple, drawn_names))) > 1


def test_ci_calls_make_test():
    """Exactly that, from its own checkout."""
    script = (ROOT / ".ci" / "run").read_text()
    assert script.splitlines()[-1] == "make test"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.parametrize("python", ["3.11.7", "3.13.0", "3.14.0"])
def test_whatever_is_required_is_locked(python):
    """One version for each Python, within the bounds of pyproject.toml."""
    locked: dict[str, Version] = {}
    marked = {"python_version": python.rpartition(".")[0], "python_full_version": python}
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        pin = Requirement(line)
        if not pin.marker or pin.marker.evaluate(marked):
            assert pin.name not in locked, line
            locked[pin.name] = Version(str(pin.specifier).removeprefix("=="))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = {**project["project"]["optional-dependencies"], **project["dependency-groups"]}
    del groups["lite"]  # has a lock of its own: its versions are those of Pyodide
    for name in (
        "hosts",
        "together",
        "teachers",
        "tables",
        "openspiel",
        "executors",
    ):  # have environments of their own
        for required in map(Requirement, groups.pop(name)):
            assert str(required.specifier).startswith("=="), required
    texts = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    texts += [text for group in groups.values() for text in group if isinstance(text, str)]
    for required in map(Requirement, texts):
        assert required.specifier.contains(locked[canonicalize_name(required.name)]), required


def test_a_chromium_is_found_where_it_was_named(monkeypatch, tmp_path):
    """$CHROMIUM goes before PATH; one that doesn't start isn't one."""
    monkeypatch.setattr(chromium, "install", lambda *_packages: None)
    named = tmp_path / "my-chromium"
    named.write_text("#!/bin/sh\nexit 0\n")
    named.chmod(0o755)
    monkeypatch.setenv("CHROMIUM", str(named))
    assert chromium.find() == str(named)
    named.write_text("#!/bin/sh\nexit 1\n")
    assert chromium.find() is None
    assert chromium.main() == 1


def test_a_program_below_the_checkout_is_no_module_because_of_ours(tmp_path):
    """JupyterLab calls its own yarn in .venv with the system's Node, and printed its error."""
    node = shutil.which(
        "node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    assert node
    shutil.copy(ROOT / "package.json", tmp_path)
    program = tmp_path / ".venv" / "yarn.js"
    program.parent.mkdir()
    program.write_text('require("util"); console.log("runs");')
    done = subprocess.run([node, program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("runs\n", "")
