"""The hash that decides whether games of the league still count."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks.league import public
from benchmarks.league.play import CODES, USED, code_of
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


def codes(package, more=PUBLIC):
    """The code of each game."""
    return {game: f"{code_of(package, game, more)}-{SEED}" for game in USED}


def changed(before, after):
    """The games whose code is another one."""
    return {game for game in before if before[game] != after[game]}


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_file_of_rules_and_bots_changes_the_games_that_use_it(package, folder):
    """Code and decks, in the folders of all games; NewSkyjo's bots use Skyjo's."""
    now = codes(package)
    assert now == CODES
    mine = [path for path in SOURCES if path.parent.as_posix() == folder]
    for path in mine:
        with (package / path).open("a", encoding="utf-8") as text:
            text.write("\n")
        before, now = now, codes(package)
        name = next((part for part in path.parts if "sk" in part), "")
        games = {"newskyjo": {"newskyjo"}, "skyjo": {"skyjo", "newskyjo"}, "skipbo": {"skip-bo"}}
        used = [games[game] for game in games if name.startswith(game)]
        assert changed(before, now) == (used[0] if used else set(USED)), path


@pytest.mark.parametrize("game", USED)
def test_a_game_imports_no_other_ones_files(game):
    """But those of the games that its code is known to use."""
    others = set().union(*USED.values()) - USED[game]
    for path in SOURCES:
        if path.suffix == ".py" and path.name.startswith(tuple(USED[game])):
            lines = (PACKAGE / path).read_text("utf-8").splitlines()
            imports = [line for line in lines if line.startswith(("from", "import"))]
            assert not [line for line in imports for other in others if f".{other}" in line], path


def test_the_games_lie_in_these_folders():
    """So that the test above looks at all of them."""
    assert {"bots", "engine"} <= set(FOLDERS)
    games = {f"engine/{game}" for game in ("skyjo", "newskyjo", "skipbo")}
    assert games | {"engine/cards", "engine/core", "engine/grids"} <= set(FOLDERS)


def test_the_public_strategies_change_it(package, tmp_path):
    """They play in the league too."""
    other = tmp_path / "public.py"
    other.write_text(PUBLIC.read_text("utf-8") + "\n", encoding="utf-8")
    assert changed(CODES, codes(package, other)) == set(USED)


def test_other_files_dont_change_it(package):
    """Nor compiled code: what was played stays."""
    (package / "charts" / "style.py").write_text("", encoding="utf-8")
    cache = package / "engine" / "core" / "__pycache__"
    cache.mkdir()
    (cache / "jit.pyc").write_bytes(b"compiled")
    assert codes(package) == CODES
