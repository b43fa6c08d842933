"""The tests mirror the package: a folder a folder, and no test module serves another one."""

from __future__ import annotations

import ast
import re

from tests.fixtures.paths import ROOT

PACKAGE, TESTS = ROOT / "skyjo_widget", ROOT / "tests"
WITHOUT = {"engine/grids"}
"""Tests of the games' shared parts, held for each of them."""


def folders(where, pattern):
    """The folders in it that hold such files."""
    return {path.parent.relative_to(where).as_posix() for path in where.rglob(pattern)} - {"."}


def test_each_folder_of_the_package_has_its_folder_of_tests():
    """The places of a test."""
    assert folders(PACKAGE, "*.py") - folders(TESTS, "test_*.py") == WITHOUT


def test_no_test_lies_beside_the_folders():
    """Only what all of them share."""
    assert [path.name for path in TESTS.glob("*.py")] == ["conftest.py"]


def imported(path):
    """All names that a file imports, part by part."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                yield from alias.name.split(".")


def test_no_test_module_is_imported():
    """Shared code of tests is in `tests/fixtures`, or beside the tests of the browser."""
    for path in TESTS.rglob("*.py"):
        assert not [name for name in imported(path) if name.startswith("test_")], path


NAMES = {"skyjo", "newskyjo", "skip-bo"}
OF_A_GAME = re.compile(r"(engine/)?(\w+/)*(skyjo|newskyjo|skipbo)(_\w+)?(/|\.py)")
LISTS = {
    "engine/games.py",
    "bots/__init__.py",
    "strategies/observations.py",
    "odds/__init__.py",
    "board/tables/registry.py",
}
"""The five lists of games."""
PLAYED_BY_RULES = {"strategies/rule_table/table.py"}
"""A rule table plays Skyjo."""


def test_no_shared_module_knows_a_game():
    """None compares with a game's name, or imports from a game's folder; a default may name one."""
    knowing = set()
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        if OF_A_GAME.search(name) or name in LISTS or name == "__init__.py":
            continue
        tree = ast.parse(path.read_text("utf-8"))
        functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
        defaults = {
            id(default)
            for each in functions
            for default in (*each.args.defaults, *each.args.kw_defaults)
        }
        for node in ast.walk(tree):
            named = isinstance(node, ast.Constant) and node.value in NAMES
            imported = isinstance(node, ast.ImportFrom) and re.search(
                r"\.(skyjo|newskyjo|skipbo)\b", node.module or ""
            )
            if (named and id(node) not in defaults) or imported:
                knowing.add(name)
    assert knowing == PLAYED_BY_RULES


def test_the_first_look_is_short():
    """So many names at the top of the package, of the engine and of the front end."""
    for folder, most in (("", 22), ("engine", 12), ("js", 14)):
        names = {path.name for path in (PACKAGE / folder).iterdir()} - {"__pycache__"}
        assert len(names) <= most, sorted(names)


def test_nothing_waits_by_eval():
    """Playwright's `wait_for_function` looks again by `eval`, which a page's own policy forbids."""
    for folder in ("tests", "scripts", "benchmarks"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            calls = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
            assert "wait_for_function" not in calls, path
