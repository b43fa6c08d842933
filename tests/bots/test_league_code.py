"""The hash that decides whether games of the league still count."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.league import public
from benchmarks.league.play import CODE, code_of
from benchmarks.league.settings import SEED
from tests.fixtures.paths import ROOT

PACKAGE = ROOT / "skyjo_widget"
SOURCES = [
    path.relative_to(PACKAGE)
    for folder in ("engine", "bots")
    for path in sorted((PACKAGE / folder).rglob("*"))
    if path.is_file() and "__pycache__" not in path.parts
]
PUBLIC = Path(public.__file__)
FOLDERS = sorted({path.parent.as_posix() for path in SOURCES})


@pytest.fixture
def package(tmp_path):
    """A copy of the package's sources."""
    ignored = shutil.ignore_patterns("__pycache__")
    return shutil.copytree(PACKAGE, tmp_path / "package", ignore=ignored)


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_file_of_rules_and_bots_changes_it(package, folder):
    """Code and decks, in the folders of all games."""
    now = code_of(package, PUBLIC)
    assert f"{now}-{SEED}" == CODE
    found = {now}
    mine = [package / path for path in SOURCES if path.parent.as_posix() == folder]
    for file in mine:
        with file.open("a", encoding="utf-8") as text:
            text.write("\n")
        found.add(code_of(package, PUBLIC))
    assert len(found) == 1 + len(mine)


def test_the_games_lie_in_these_folders():
    """So that the test above looks at all of them."""
    assert {"bots", "engine"} <= set(FOLDERS)
    games = {f"engine/{game}" for game in ("skyjo", "newskyjo", "skipbo")}
    assert games | {"engine/cards", "engine/core", "engine/grids"} <= set(FOLDERS)


def test_the_public_strategies_change_it(package, tmp_path):
    """They play in the league too."""
    changed = tmp_path / "public.py"
    changed.write_text(PUBLIC.read_text("utf-8") + "\n", encoding="utf-8")
    assert code_of(package, changed) != code_of(package, PUBLIC)


def test_other_files_dont_change_it(package):
    """Nor compiled code: what was played stays."""
    (package / "charts" / "style.py").write_text("", encoding="utf-8")
    cache = package / "engine" / "core" / "__pycache__"
    cache.mkdir()
    (cache / "jit.pyc").write_bytes(b"compiled")
    assert f"{code_of(package, PUBLIC)}-{SEED}" == CODE
