"""The tests mirror the package: a folder a folder, and no test module serves another one."""

from __future__ import annotations

import ast

from tests.fixtures.paths import ROOT

PACKAGE, TESTS = ROOT / "skyjo_widget", ROOT / "tests"
WITHOUT = {"engine", "engine/grids"}
"""What the games share is tested in each of them."""


def folders(where, pattern):
    """The folders in it that hold such files."""
    return {path.parent.relative_to(where).as_posix() for path in where.rglob(pattern)} - {"."}


def test_each_folder_of_the_package_has_its_folder_of_tests():
    """Where a test is looked for."""
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
    """What several tests need is in `tests/fixtures`, or beside the tests of the browser."""
    for path in TESTS.rglob("*.py"):
        assert not [name for name in imported(path) if name.startswith("test_")], path
