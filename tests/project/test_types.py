"""Types of what people type: checkers and editors find a slip of the pen before it runs."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
import subprocess
import sys
import typing

import pytest

from skyjo_widget import bots, play, simulate
from skyjo_widget.board.live_charts import CHARTS, LivePanel
from skyjo_widget.board.position import PositionParts
from skyjo_widget.engine.games import GAMES, CommonOptions, PresetName, RuleOptions
from tests.fixtures.paths import ROOT

SCRIPTS = ROOT / "tests" / "fixtures" / "typed"
PYRIGHT = ["node", str(ROOT / "node_modules" / "pyright" / "index.js")]
PYRIGHT += ["--pythonpath", sys.executable]


def slips():
    """The lines of the wrong script that are wrong."""
    lines = (SCRIPTS / "wrong.py").read_text("utf-8").splitlines()
    return {number for number, line in enumerate(lines, start=1) if line.endswith("# wrong")}


@pytest.mark.slow
def test_pyright_finds_each_slip_and_nothing_else(tmp_path):
    """In its strict mode, as in an editor."""
    for script in SCRIPTS.glob("*.py"):
        shutil.copy(script, tmp_path)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    command = [*PYRIGHT, "--outputjson", "--project", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    problems = json.loads(done.stdout)["generalDiagnostics"]
    assert not [problem for problem in problems if not problem["file"].endswith("wrong.py")]
    assert {problem["range"]["start"]["line"] + 1 for problem in problems} == slips()


@pytest.mark.slow
def test_mypy_finds_each_slip_and_nothing_else():
    """In its strict mode; it reports an import at the statement's first line."""
    command = [sys.executable, "-m", "mypy", "--no-error-summary", *map(str, SCRIPTS.glob("*.py"))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    errors = re.findall(r"^(.+):(\d+): error: (.*)$", done.stdout, re.MULTILINE)
    assert not [file for file, _, _ in errors if not file.endswith("wrong.py")], done.stdout
    lines = {int(line) for _, line, text in errors if "simulte" not in text}
    imported = {line for line in slips() if line < min(lines)}
    assert len(imported) == 1
    assert lines == slips() - imported


@pytest.mark.slow
def test_every_public_name_has_a_type():
    """As a checker sees the package, without those of other packages."""
    command = [*PYRIGHT, "--verifytypes", "skyjo_widget", "--ignoreexternal", "--outputjson"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    report = json.loads(done.stdout)["typeCompleteness"]
    assert report["exportedSymbolCounts"]["withKnownType"] > 1000
    untyped = [name["name"] for name in report["symbols"] if not name["isTypeKnown"]]
    assert not untyped
    assert report["completenessScore"] == 1


def test_the_typed_presets_are_those_of_the_games():
    """Those of all of them."""
    presets = [preset for game in GAMES.values() for preset in game.presets]
    assert list(typing.get_args(PresetName)) == presets


def test_a_game_itself_stands_for_its_first_preset():
    """So a game of one's own, whose name no checker knows, is passed."""
    for game in GAMES.values():
        table = play(game, ["Ana", "Bo", "Cy"], record=False, display=False)
        assert table.history.header["preset"] == next(iter(game.presets))
    run = simulate(GAMES["skyjo"], ["random", "random"], games=2, seed=1, progress=False)
    assert run.job.preset == "skyjo"


def test_the_typed_options_are_those_of_the_rules():
    """Each with its type, that of all games that have it."""
    options = {}
    for game in GAMES.values():
        rules = type(next(iter(game.presets.values())))
        kinds = typing.get_type_hints(rules)
        for field in dataclasses.fields(rules):
            options[field.name] = options.get(field.name, kinds[field.name]) | kinds[field.name]
    assert typing.get_type_hints(RuleOptions) == options
    parts = {part for game in GAMES.values() for part in game.written.parts}
    assert set(PositionParts.__annotations__) == parts | {"hand"} | set(
        CommonOptions.__annotations__
    )


def test_the_typed_bots_are_those_of_the_games():
    """And the levels by their numbers."""
    names = {name for game in GAMES for name in bots.names(game)}
    levels = {f"level({n})" for game in GAMES for n in bots.BOTS[game].search.levels}
    assert set(typing.get_args(bots.BotName)) == names | levels


def test_the_typed_panels_are_the_built_in_ones():
    """In the order of the board."""
    assert list(typing.get_args(LivePanel)) == [chart.name for chart in CHARTS]
