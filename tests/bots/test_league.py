"""The league: its settings, ratings, page and command, with few games of rule bots."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks.league import settings
from benchmarks.league.__main__ import main
from benchmarks.league.enter import choose, enter, load
from benchmarks.league.page import PAGE, bound_rows, page
from benchmarks.league.picture import picture
from benchmarks.league.play import (
    Kept,
    Total,
    _version,
    play,
    time_name,
    version,
    versions,
)
from benchmarks.league.public import STRATEGIES
from benchmarks.league.ratings import Ratings, rate
from benchmarks.league.settings import (
    DIVISIONS,
    SEED,
    Bound,
    Budget,
    Division,
    Games,
    Pairing,
    pairings,
)
from skyjo_widget.bots import find, names
from skyjo_widget.errors import RulesError
from skyjo_widget.strategies.observation import rulebook
from tests.fixtures.paths import ROOT

SMALL = Division(
    key="small",
    title="Skyjo, two players, to 30",
    game="skyjo",
    seats=2,
    rules=(("target", 30),),
    fast=("random", "greedy", "careful"),
    best="careful",
    budgets=(),
    levels=0,
)


@pytest.fixture(autouse=True)
def _few_games(monkeypatch):
    """Two pieces of 8 games for each pairing."""
    monkeypatch.setattr(settings, "FAST", Games(16, 8))


def rows(path):
    """All that is kept."""
    return path.read_text("utf-8").splitlines()


def tables(path):
    """The lines of a page's tables."""
    return [line for line in path.read_text("utf-8").splitlines() if line.startswith("|")]


# The settings


@pytest.mark.parametrize("division", DIVISIONS, ids=lambda division: division.key)
def test_every_built_in_bot_takes_part(division):
    """All rule bots, the levels, and `strong` with four budgets; each name is a bot's."""
    bots = {name.partition("(")[0] for name in division.participants} - set(division.public)
    assert bots == set(names(division.game)) - {"perfect"}  # it plays other boards
    for name in set(division.participants) - set(division.public):
        assert find(division.game, name).name == name
    assert [budget.ms for budget in division.budgets] == [5, 20, 100, 500]


@pytest.mark.parametrize("division", DIVISIONS, ids=lambda division: division.key)
def test_all_are_connected_with_the_anchor(division):
    """Each two ratings can be compared, though not everybody meets everybody."""
    connected = {settings.ANCHOR}
    for _ in division.participants:
        for pairing in pairings(division):
            if connected & set(pairing[:2]):
                connected |= set(pairing[:2])
    assert connected == set(division.participants)


@pytest.mark.parametrize("division", DIVISIONS, ids=lambda division: division.key)
def test_games_are_whole_pieces_of_whole_deals(division):
    """So each deal is played once for every seat; no pairing is there twice."""
    pairs = pairings(division)
    assert len({division.name(pairing) for pairing in pairs}) == len(pairs)
    for pairing in pairs:
        assert pairing.games % pairing.piece == pairing.piece % division.seats == 0
    bounded = [pairing for pairing in pairs if pairing.above is not None]
    assert len(bounded) == len(division.bounds) > 0


# Playing


def test_the_same_settings_give_the_same_league(tmp_path):
    """Games and ratings, twice; whoever plays better is rated higher."""
    for name in ("one", "other"):
        folder = tmp_path / name
        assert main([], [SMALL], folder / "kept.jsonl", folder) == 0
    first, other = tmp_path / "one", tmp_path / "other"
    assert rows(first / "kept.jsonl") == rows(other / "kept.jsonl")
    assert tables(first / PAGE) == tables(other / PAGE) != []
    order = re.findall(r"^\|\d\|`(\w+)`", (first / PAGE).read_text("utf-8"), re.MULTILINE)
    assert order == ["careful", "greedy", "random"]


def test_a_stopped_league_goes_on(tmp_path):
    """Nothing is played twice, and all is as if it hadn't been stopped."""
    whole, parts = Kept(tmp_path / "whole.jsonl"), Kept(tmp_path / "parts.jsonl")
    play([SMALL], whole, say=str)
    lines = []

    def stop(line):
        lines.append(line)
        if len(lines) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play([SMALL], parts, say=stop)
    resumed = Kept(parts.path)
    assert len(rows(parts.path)) == 2
    play([SMALL], resumed, say=lines.append)
    assert len(lines) == 6
    assert rows(parts.path) == rows(whole.path)
    assert rate(SMALL, resumed).standings() == rate(SMALL, whole).standings()


GREEDY = Pairing("greedy", "careful", 16, 8)


def row_of(division, pairing, **values):
    """A row of a pairing's first piece, as it would be played now."""
    now = versions(division, pairing.player, pairing.other)
    row = {"name": division.name(pairing), "seed": SEED, "version": now}
    return {**row, "games": 8, "undecided": 1, "wins": 4.5, **values}


def test_games_of_another_version_dont_count(tmp_path):
    """They are replaced as soon as the piece is played again."""
    kept = Kept(tmp_path / "kept.jsonl")
    kept.add(row_of(SMALL, GREEDY, version="older"))
    assert kept.total(SMALL, GREEDY).games == 0
    kept.add(row_of(SMALL, GREEDY))
    assert Kept(kept.path).total(SMALL, GREEDY) == Total(8, 1, 4.5)
    assert len(rows(kept.path)) == 1


def test_a_piece_has_as_many_games_for_each_seat():
    """A tournament rounds up to that, and a piece of another size counts as not played."""
    for division in DIVISIONS:
        assert not [pairing for pairing in pairings(division) if pairing.piece % division.seats]


def test_a_piece_of_another_size_is_played_again(tmp_path):
    """It takes the place of the other one."""
    kept = Kept(tmp_path / "kept.jsonl")
    kept.add(row_of(SMALL, GREEDY, games=10))
    assert not kept.has(SMALL, GREEDY, SEED)
    kept.add(row_of(SMALL, GREEDY))
    assert kept.has(SMALL, GREEDY, SEED)
    assert not kept.has(SMALL, GREEDY, SEED + 1)
    assert kept.total(SMALL, GREEDY) == Total(8, 1, 4.5)


@pytest.mark.seconds
def test_a_version_is_of_what_a_participant_decides(monkeypatch):
    """Another level has another one, another budget not; the rules' change is everybody's."""
    skyjo, four = DIVISIONS[:2]
    names = [name for name in skyjo.participants if not name.startswith("strong")]
    assert len({version(skyjo, name) for name in names}) == len(names)
    assert len({version(skyjo, budget.bot) for budget in skyjo.budgets}) == 1
    assert version(four, "careful") != version(skyjo, "careful")
    longer = dataclasses.replace(SMALL, rules=(("target", 90),))
    assert version(longer, "careful") != version(SMALL, "careful")
    before = version(skyjo, "clearer"), version(skyjo, "rusher")
    monkeypatch.setitem(STRATEGIES, "clearer", STRATEGIES["rusher"])
    _version.cache_clear()
    assert version(skyjo, "clearer") == version(skyjo, "rusher") == before[1] != before[0]
    _version.cache_clear()


def test_some_pairings_and_fewer_games(tmp_path):
    """`--only` takes a word of their names, `--games` rounds up to whole pieces."""
    kept = tmp_path / "kept.jsonl"
    main(["--only", "careful", "--games", "5"], [SMALL], kept, tmp_path)
    lines = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert {(row["name"], row["games"]) for row in lines} == {
        ("small, target=30: random against careful", 8),
        ("small, target=30: greedy against careful", 8),
    }


def test_the_table_prints_wins_and_writes_no_page(tmp_path, capsys):
    """Of the chosen pairings, and of the sum where one has several."""
    arguments = ["--only", "random against", "--table"]
    assert main(arguments, [SMALL], tmp_path / "kept.jsonl", tmp_path) == 0
    lines = capsys.readouterr().out.splitlines()
    labels = [line.split(" | ")[0].removeprefix("| ") for line in lines[2:]]
    name = "small, target=30: random against"
    assert labels == [f"{name} greedy", f"{name} careful", "small: random against all 2"]
    assert [line.split(" | ")[1] for line in lines[2:]] == ["16", "16", "32"]
    assert not (tmp_path / PAGE).exists()


# Ratings


def test_ratings_lie_around_the_anchor():
    """It has its number without an interval; 76 % of many games are 200 points."""
    totals = {
        Pairing("greedy", "random", 0, 0): Total(40_000, 0, 40_000 * 0.76),
        Pairing("careful", "greedy", 0, 0): Total(40_000, 0, 20_100),
        Pairing("expected", "careful", 0, 0): Total(10, 10, 0),
    }
    ratings = Ratings(DIVISIONS[0], totals)
    assert ratings.rating("greedy") == (1000, 1000, 1000)
    mean, low, high = ratings.rating("random")
    assert mean == pytest.approx(800, abs=1)
    assert low < mean < high < low + 10
    assert ratings.difference("careful", "random").mean == pytest.approx(202, abs=2)
    assert math.isnan(ratings.rating("expected").mean)
    assert [standing.name for standing in ratings.standings()] == ["careful", "greedy", "random"]


def test_an_interval_holds_the_rating_as_often_as_it_says():
    """Of 400 leagues with known strengths, 95 % ± 4 standard errors of that."""
    rng, truth = np.random.default_rng(1), {"random": -150, "greedy": 0, "careful": 120}
    held = 0
    for _ in range(400):
        totals = {}
        for player, other in (("random", "greedy"), ("greedy", "careful"), ("random", "careful")):
            chance = 1 / (1 + 10 ** ((truth[other] - truth[player]) / 400))
            totals[Pairing(player, other, 0, 0)] = Total(200, 0, float(rng.binomial(200, chance)))
        _, low, high = Ratings(SMALL, totals).rating("careful")
        held += low <= 1120 <= high
    assert held / 400 == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / 400))


# One's own function


def plays_well(obs):
    """As `careful` does."""
    return find("skyjo", "careful").act(obs.seen, rulebook(obs).codes, obs.rng)


def plays_at_random(obs):
    """Any legal action."""
    return obs.legal[int(obs.rng.random() * len(obs.legal))]


@pytest.mark.seconds
@pytest.mark.filterwarnings("ignore:.* isn't compiled")
@pytest.mark.parametrize(("function", "low", "high"), [(plays_well, 1, 2), (plays_at_random, 3, 4)])
def test_a_function_lands_where_it_must(tmp_path, function, low, high):
    """One that plays as the best, before `greedy`; one that plays at random, behind it."""
    kept = Kept(tmp_path / "kept.jsonl")
    lines = enter(function, SMALL, kept, games=24, apart=False, say=str)
    place = next(i for i, line in enumerate(lines[2:], 1) if function.__name__ in line)
    assert low <= place <= high
    assert lines[1 + place].endswith("◄")
    before = rows(kept.path)
    assert enter(function, SMALL, kept, games=24, apart=False, say=str) == lines
    assert rows(kept.path) == before  # it isn't kept


def test_a_function_may_be_called_as_a_bot_is(tmp_path):
    """Its games aren't those of the bot."""

    def random(obs):
        return obs.legal[0]

    lines = enter(random, SMALL, Kept(tmp_path / "kept"), games=2, apart=False, say=str)
    assert sum("`random`" in line for line in lines) == 1
    assert next(line for line in lines if line.endswith("◄")).count("`random (yours)`") == 1


@pytest.mark.seconds
def test_a_function_enters_with_one_line(tmp_path, capsys):
    """From a file, in a process of its own; the page stays as it is."""
    (tmp_path / "my_first.py").write_text("def mine(obs):\n    return obs.legal[0]\n", "utf-8")
    arguments = ["--with", f"{tmp_path / 'my_first.py'}:mine", "--game", "small", "--games", "4"]
    assert main(arguments, [SMALL], tmp_path / "kept.jsonl", tmp_path) == 0
    printed = capsys.readouterr().out
    assert re.search(r"\| `mine` \| [\d,]+ ± [\d,]+ \| 12 \|  ◄", printed)
    assert not (tmp_path / PAGE).exists()


def test_what_cant_enter_is_named(tmp_path, capsys):
    """A file, a function or a game that isn't there."""
    (tmp_path / "empty_file.py").write_text("", encoding="utf-8")
    with pytest.raises(RulesError, match="has no function 'mine'"):
        load(f"{tmp_path / 'empty_file.py'}:mine")
    with pytest.raises(RulesError, match=r"as mine\.py:my_function"):
        load("nothing.py:mine")
    with pytest.raises(RulesError, match="there are skyjo, skyjo-4, newskyjo, skip-bo"):
        choose(DIVISIONS, "chess")
    assert main(["--with", "nothing.py:mine"], [SMALL], tmp_path / "kept", tmp_path) == 2
    assert "mine.py:my_function" in capsys.readouterr().err


def test_a_function_that_fails_is_named(tmp_path):
    """Its games are lost, and the first error is said."""
    lines = []
    kept = Kept(tmp_path / "kept")
    with pytest.warns(UserWarning, match="stopped 2 of 2 games, and lost"):
        enter(lambda obs: 1 / 0, SMALL, kept, games=2, apart=False, say=lines.append)
    assert any(line.endswith(": 0 of 2") for line in lines)
    assert any("division by zero" in line for line in lines)


# The page


@pytest.fixture
def full(tmp_path):
    """Games of all pairings, as if they had been played: each wins its share."""
    kept = Kept(tmp_path / "kept.jsonl")
    for division in DIVISIONS:
        for pairing in pairings(division):
            wins = 480 * (0.98 if pairing.above else 0.5)
            kept.add(row_of(division, pairing, games=480, undecided=0, wins=wins))
        for budget in division.budgets:
            row = {"name": time_name(division, budget), "version": version(division, budget.bot)}
            kept.add({**row, "moves": 9, "ms": 7, "most": 9})
    return kept


@pytest.mark.seconds
def test_the_page_holds_the_whole_league(full):
    """Each participant in its division, the curve's points, the bounds, all links."""
    text = page(DIVISIONS, full)
    for division in DIVISIONS:
        part = text.split(f"## {division.title}")[1].split("\n## ")[0]
        for name in division.participants:
            assert len(re.findall(rf"^\|\d+\|`{re.escape(name)}`", part, re.MULTILINE)) == 1
        assert len(re.findall(r"\([+-]\d+ to [+-]\d+\)", part)) == division.levels - 1
    curves = text.split("## Strength over time")[1].split("\n## ")[0]
    assert len(re.findall(r"^\|[^|]*\|[\d,]+\|", curves, re.MULTILINE)) == 16
    bounds = sum(len(division.bounds) for division in DIVISIONS)
    assert len(list(bound_rows(DIVISIONS, full))) == bounds > 0
    assert "not reached" not in text
    assert "nan" not in text


@pytest.mark.seconds
def test_the_picture_is_the_same_each_time(full):
    """A picture of each division, with the text of its axes; none without games."""
    pytest.importorskip("matplotlib")
    drawn = picture(DIVISIONS, full)
    assert drawn == picture(DIVISIONS, full)
    texts = "".join(ElementTree.fromstring(drawn).itertext())
    for division in DIVISIONS:
        assert division.title in texts
    assert picture([SMALL], full) == ""


def test_a_bound_that_is_missed_fails(tmp_path):
    """With a row that says so; many undecided games miss it too, and some games don't yet."""
    division = Division(
        key="x", title="X", game="skyjo", seats=2, fast=("greedy", "careful"), best="careful",
        budgets=(Budget(20, 12, 24),), bounds=(Bound("careful", 0.6),), levels=0,
    )  # fmt: skip
    pairing = next(pairing for pairing in pairings(division) if pairing.above)
    for wins, undecided, missed in ((90, 0, False), (60, 0, True), (90, 5, True)):
        kept = Kept(tmp_path / f"{wins} {undecided}")
        kept.add(row_of(division, pairing, games=100, undecided=undecided, wins=wins))
        (line,) = bound_rows([division], kept)
        assert ("not reached" in line) == missed
    kept = Kept(tmp_path / "some")
    kept.add(row_of(division, pairing, games=12, undecided=0, wins=0))
    (line,) = bound_rows([division], kept)
    assert f"| 12 of {pairing.games} |" in line
    assert "not reached" not in line


@pytest.mark.seconds
def test_a_level_beats_the_one_below_as_often_as_the_docs_say():
    """In the kept games of two, whose players decide the same today."""
    kept, shares = Kept(), []
    for division in DIVISIONS:
        for pairing in pairings(division):
            if division.seats == 2 and pairing.other.startswith("level("):
                total = kept.total(division, pairing)
                assert total.games >= 72
                shares.append(100 * total.wins / total.decided)
    text = (ROOT / "docs" / "bots.md").read_text("utf-8")
    assert f"wins {min(shares):.0f} to {max(shares):.0f} % of the games of two" in text
