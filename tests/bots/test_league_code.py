"""The hash that decides whether games of the league still count."""

from __future__ import annotations

import dataclasses
import itertools
import shutil
from pathlib import Path

import pytest

from benchmarks.league import play, public
from benchmarks.league.play import CODES, LEVELS, USED, WIN, Kept, code, code_of
from benchmarks.league.settings import SEED
from skyjo_widget.bots.registry import search_of
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
    """The code of each game, for bots that follow rules and for those that search."""
    kinds = itertools.product(USED, (False, True))
    return {kind: code_of(package, kind[0], more, searches=kind[1]) for kind in kinds}


def changed(before, after):
    """The games and kinds of bots whose code is another one."""
    return {kind for kind in before if before[kind] != after[kind]}


@pytest.mark.seconds
@pytest.mark.parametrize("folder", FOLDERS)
def test_each_file_of_rules_and_bots_changes_the_games_that_use_it(package, folder):
    """Code and decks, in the folders of all games; NewSkyjo's bots use Skyjo's.

    The search changes no game of rule bots, and the levels' numbers and the fitted chances to win
    none at all.
    """
    now = codes(package)
    mine = [path for path in SOURCES if path.parent.as_posix() == folder]
    for path in mine:
        with (package / path).open("a", encoding="utf-8") as text:
            text.write("\n")
        before, now = now, codes(package)
        name = next((part for part in path.parts if "sk" in part), "")
        games = {"newskyjo": {"newskyjo"}, "skyjo": {"skyjo", "newskyjo"}, "skipbo": {"skip-bo"}}
        used = next((games[game] for game in games if name.startswith(game)), set(USED))
        if path.stem == "skyjo_search":
            used = {"skyjo"}  # NewSkyjo's bots use the rule bots alone
        search_alone = folder == "bots" and (not name or "search" in name)
        kinds = set(itertools.product(used, {True} if search_alone else {False, True}))
        unused = path.name == LEVELS or WIN in path.stem.split("_")
        assert changed(before, now) == (set() if unused else kinds), path


def test_a_levels_numbers_change_its_own_games(monkeypatch):
    """Not those of another level, of a budget, or of rule bots."""
    players = [("level(2)", "greedy"), ("level(3)", "level(2)"), ("level(3)", "greedy")]
    players += [("strong(20)", "greedy"), ("careful", "greedy")]
    before = [code("skyjo", *names) for names in players]
    assert set(before) <= CODES
    numbers = {**search_of("skyjo").levels, 2: (7, 0.5)}
    changed_search = dataclasses.replace(search_of("skyjo"), levels=numbers)
    monkeypatch.setattr(play, "search_of", lambda _game: changed_search)
    after = [code("skyjo", *names) for names in players]
    assert [a != b for a, b in zip(before, after, strict=True)] == [True, True, False, False, False]


def test_games_of_older_levels_dont_count(tmp_path, monkeypatch):
    """They are played again."""
    row = {"name": "a", "seed": SEED, "games": 10, "undecided": 1, "wins": 4.5, "seconds": 60}
    numbers = {**search_of("skyjo").levels, 2: (7, 0.5)}
    changed_search = dataclasses.replace(search_of("skyjo"), levels=numbers)
    with monkeypatch.context() as patch:
        patch.setattr(play, "search_of", lambda _game: changed_search)
        older = code("skyjo", "level(2)", "greedy")
    kept = Kept(tmp_path / "kept.jsonl")
    kept.add({**row, "code": older})
    assert kept.total("a").games == 0
    kept.add({**row, "code": code("skyjo", "level(2)", "greedy")})
    assert kept.total("a").games == 10


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
    before = codes(package)
    assert changed(before, codes(package, other)) == set(before)


def test_other_files_dont_change_it(package):
    """Nor compiled code: what was played stays."""
    before = codes(package)
    (package / "charts" / "style.py").write_text("", encoding="utf-8")
    cache = package / "engine" / "core" / "__pycache__"
    cache.mkdir()
    (cache / "jit.pyc").write_bytes(b"compiled")
    assert codes(package) == before
