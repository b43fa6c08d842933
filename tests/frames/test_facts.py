"""The facts of the games: the package's file, and the command that makes it."""

from __future__ import annotations

import html
import json
import math
from pathlib import Path

import numpy as np
import pytest

from scripts.facts import cells, page, play, rows
from scripts.facts.pictures import FOLDER
from scripts.facts.sums import Sums
from skyjo_widget import RulesError, facts
from skyjo_widget.frames.schema import FACTS
from skyjo_widget.util.i18n import words

GAMES = ("skyjo", "newskyjo", "skip-bo")
FRESH = {
    "skyjo | skyjo | 2 | greedy": 100,
    "skyjo | penalty_factor=1 | 2 | careful": 50,
    "skyjo | skyjo | 2 | plain(turned=7), plain": 60,
    "newskyjo | newskyjo | 3 | greedy": 100,
    "skip-bo | rounds=1, stock=10 | 2 | greedy": 300,
}
"""Tables that are played here, and how many games of them."""


def fresh(key, games):
    """Sums of games of a table that the file's games aren't among, interpreted."""
    sums = Sums(Path("no file"))
    sums.add(key, play.play_part(cells.table_of(key), games, [7, 7], compiled=False))
    return sums


def by_table(frame):
    """Rows by what they are about."""
    return frame.set_index(["fact", "rules", "players", "strategy"])


@pytest.mark.parametrize("key", FRESH)
def test_the_file_says_what_a_small_run_shows(key):
    """Within four standard errors of both together, each fact of a table."""
    small = by_table(rows.rows(fresh(key, FRESH[key]), [key]).drop(columns="game"))
    large = by_table(facts(key.partition(" ")[0]))
    assert len(small) > 1
    for name, row in small.iterrows():
        error = math.hypot(row["standard_error"], large.loc[name, "standard_error"])
        assert abs(row["value"] - large.loc[name, "value"]) < 4 * error, name


@pytest.mark.parametrize("game", GAMES)
def test_the_rows_of_a_game(game):
    """Its own columns and types; a standard error above 0; shares from 0 to 1; no row twice."""
    frame = facts(game)
    kinds = {name: str(kind) for name, kind in frame.dtypes.items()}
    assert kinds == {**{n: k for n, k in FACTS.items() if n != "game"}, "title": "string"}
    assert not frame.isna().any().any()
    assert (frame["standard_error"] > 0).all()
    assert frame.loc[frame["unit"] == "share", "value"].between(0, 1).all()
    assert not frame.duplicated(["fact", "rules", "players", "strategy"]).any()
    assert (frame["games"] >= 1000).all()


def test_each_table_of_the_command_is_in_the_file():
    """With the games that the sums hold, from which the file is made."""
    sums = Sums()
    assert set(sums.parts) == set(cells.keys())
    made = rows.rows(sums)
    for game in GAMES:
        part = made[made["game"] == game].drop(columns="game").reset_index(drop=True)
        kept = facts(game).drop(columns="title")
        assert part.equals(kept)


def test_the_facts_in_french():
    """Titles and units; keys, rules and strategies are the same."""
    english, french = facts("skip-bo"), facts("skip-bo", lang="fr")
    assert english.drop(columns=["title", "unit"]).equals(french.drop(columns=["title", "unit"]))
    assert (english["title"] != french["title"]).all()
    assert set(words("fr")["facts"]["titles"]) == set(rows.WAYS)


def test_another_game_has_no_facts():
    """The message suggests a name."""
    with pytest.raises(RulesError, match="did you mean 'newskyjo'"):
        facts("newskyj")


def test_parts_add_up(tmp_path):
    """Sums that were saved and read, and then added to, are those of one go."""
    key = "skyjo | skyjo | 2 | greedy"
    table = cells.table_of(key)
    parts = [play.play_part(table, 20, cells.seed_of(key, n), compiled=False) for n in (0, 1)]
    first = Sums(tmp_path / "sums.json")
    first.add(key, parts[0])
    first.save()
    second = Sums(tmp_path / "sums.json")
    second.add(key, parts[1])
    assert (second[key] == parts[0] + parts[1]).all()
    assert second.parts[key] == 2
    assert second[key][0, play.NAMES.index("games")] == 40
    assert json.loads(first.file.read_text("utf-8"))["names"] == list(play.NAMES)


def test_the_error_of_a_ratio_is_the_spread_of_many_runs():
    """Points a round, of games of several lengths: 60 runs of 30 games without play."""
    rng = np.random.default_rng(1)
    at, rounds_at = play.NAMES.index("points"), play.NAMES.index("rounds")
    estimates = []
    for _ in range(60):
        rounds = rng.integers(1, 9, 30)
        points = np.array([rng.integers(-5, 60, n).sum() for n in rounds])
        games = np.zeros((30, len(play.NAMES)), np.int64)
        games[:, [0, at, rounds_at]] = np.column_stack([np.ones(30, int), points, rounds])
        sums = np.array([games.sum(0), (games**2).sum(0), (games * rounds[:, None]).sum(0)])
        estimates.append(rows.ratio(sums, "points", "round", 1))
    spread = np.std([value for value, _ in estimates], ddof=1)
    errors = np.mean([error for _, error in estimates])
    assert spread == pytest.approx(errors, rel=0.3)  # three standard errors of a spread of 60


@pytest.mark.parametrize(("lang", "name"), [("en", "facts.md"), ("fr", "facts.fr.md")])
def test_the_page_has_the_figures_of_the_file(lang, name):
    """Each number of text and tables; the command writes the page anew."""
    assert (page.DOCS / name).read_text("utf-8") == page.page(lang)


@pytest.mark.parametrize(("lang", "name"), [("en", "facts.md"), ("fr", "facts.fr.md")])
def test_each_surprise_has_a_picture_with_its_figures(lang, name):
    """Ten, each of them on the page."""
    text = (page.DOCS / name).read_text("utf-8")
    end = "" if lang == "en" else ".fr"
    surprises = page.surprises()
    assert len(surprises) == 10
    for key, surprise in surprises.items():
        file = f"{key}{end}.svg"
        assert f"(images/facts/{file})" in text
        drawn = html.unescape((FOLDER / file).read_text("utf-8"))
        signed = min(figure.value for _, figure in surprise.rows[lang]) < 0
        for label, figure in surprise.rows[lang]:
            assert f">{label}<" in drawn
            assert f">{figure.text(lang, signed=signed)}<" in drawn


def test_the_surprises_are_so():
    """Each by more than four standard errors."""

    def clear(figure):
        return figure.value > 4 * figure.error

    pictures = {
        name: [f for _, f in surprise.rows["en"]] for name, surprise in page.surprises().items()
    }
    half = page.Figure(0.5, 0, share=True)
    first, later, *_ = pictures["start"]
    assert clear(half - first)
    assert clear(later - half)
    assert clear(pictures["leader"][0] - half)
    assert clear(pictures["reveal"][0])
    doubled, single = pictures["doubling"]
    assert clear(single - doubled)
    turns = page.option("penalty_factor=1", "turns_per_round")
    assert clear(turns._replace(value=-turns.value))
    with_them, without = pictures["minus-two"]
    assert clear(with_them - without)
    at_once, ahead = pictures["end"]
    assert clear(half - at_once)
    assert clear(ahead - half)
    six, four, two = pictures["take"]
    assert clear(four - six)
    assert abs(two.value - 0.5) < 0.03
    one_column, two_columns = pictures["column"]
    assert abs(one_column.value - two_columns.value) < 0.02
    five, *_, eight = pictures["pile"]
    assert five.value < 0.01
    assert eight.value > 0.99
    assert all(map(clear, pictures["nobody"][2:]))
