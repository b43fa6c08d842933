"""The facts of the games: the package's file, and the command that makes it."""

from __future__ import annotations

import html
import itertools
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest

from scripts.facts import cells, page, play, rows
from scripts.facts.__main__ import chosen
from scripts.facts.parts import play_part
from scripts.facts.pictures import FOLDER
from scripts.facts.sums import Sums
from skyjo_widget import (
    NEWSKYJO_DECK,
    Deck,
    Effect,
    RulesError,
    RuleTable,
    facts,
    simulate,
    tournament,
)
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.games import find_preset
from skyjo_widget.engine.newskyjo.rules import REVEAL
from skyjo_widget.frames.schema import FACTS
from skyjo_widget.util.i18n import words

GAMES = ("skyjo", "newskyjo", "skip-bo")
FRESH = {
    "skyjo | skyjo | 2 | greedy": 100,
    "skyjo | skyjo | 3 | greedy": 50,
    "skyjo | penalty_factor=1 | 2 | careful": 50,
    "skyjo | skyjo | 2 | plain(turned=7), plain": 60,
    "newskyjo | newskyjo | 3 | greedy": 100,
    "newskyjo | penalty_factor=2 | 3 | greedy": 100,
    "newskyjo | effect next-skips | 3 | greedy": 200,
    "skip-bo | rounds=1, stock=10 | 2 | greedy": 300,
}
"""Tables that are played here, and how many games of them."""


def fresh(key, games):
    """Sums of games of a table that the file's games aren't among, interpreted."""
    sums = Sums(Path("no file"))
    sums.add(key, play_part(cells.table_of(key), games, [7, 7], compiled=False))
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
    assert frame.loc[frame["unit"] == "change of a share", "value"].between(-1, 1).all()
    assert frame.loc[frame["unit"] == "share", "value"].between(0, 1).all()
    assert not frame.duplicated(["fact", "rules", "players", "strategy"]).any()
    assert (frame["games"] >= 1000).all()


def test_each_table_of_the_command_is_in_the_file():
    """With the games that the sums hold, from which the file is made."""
    sums = Sums()
    assert set(sums.parts) == set(cells.keys())
    table = rows.rows(sums)
    for game in GAMES:
        part = table[table["game"] == game].drop(columns="game").reset_index(drop=True)
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


def test_a_key_names_its_table():
    """Game, options, deck and players; no two keys name the same."""
    table = cells.table_of("skip-bo | rounds=1, stock=30, piles_down=True | 2 | planner, greedy")
    expected = find_preset("skip-bo")[1].replace(rounds=1, stock=30, piles_down=True)
    assert table.rules == expected
    assert table.players == ("planner", "greedy")
    bare = cells.table_of("skip-bo | rounds=1, stock=30, without wild | 2 | planner").deck
    assert bare.counts == tuple((number, 12) for number in range(1, 13))
    tables = list(map(cells.table_of, cells.keys()))
    different = {(t.rules, t.deck.hash, t.players, t.follows, t.effect) for t in tables}
    assert len(different) == len(tables)


def test_parts_add_up(tmp_path):
    """Sums that were saved and read, and then added to, are those of one go."""
    key = "skyjo | skyjo | 2 | greedy"
    table = cells.table_of(key)
    parts = [play_part(table, 20, cells.seed_of(key, n), compiled=False) for n in (0, 1)]
    first = Sums(tmp_path / "sums.json")
    first.add(key, parts[0])
    first.save()
    second = Sums(tmp_path / "sums.json")
    second.add(key, parts[1])
    assert (second[key] == parts[0] + parts[1]).all()
    assert second.parts[key] == 2
    assert second[key][0, play.NAMES.index("games")] == 40
    assert json.loads(first.file.read_text("utf-8"))["names"] == list(play.NAMES)


def recorded(monkeypatch, table, games, seed=3):
    """Play games, interpreted; return their sums and a copy of the state after each action."""
    states = []
    interpreted = jit.interpreted

    def watched(make, start, apply, *parts):
        def apply_and_keep(s, r, action):
            apply(s, r, action)
            states.append(copy(s))

        return interpreted(make, start, apply_and_keep, *parts)

    monkeypatch.setattr(jit, "interpreted", watched)
    return play_part(table, games, [seed], compiled=False), states


def noted(sums, what, moment):
    """A quantity of those who lead at a moment."""
    return sums[0, play.NAMES.index(f"{what} {moment}")]


@pytest.mark.parametrize("key", ["skyjo | skyjo | 3 | greedy", "newskyjo | newskyjo | 4 | greedy"])
@pytest.mark.parametrize("turns", [1, 4])
def test_the_leader_after_some_turns_has_the_lowest_sum_alone(monkeypatch, key, turns):
    """Hidden cards count as the deck's mean; from the states after each action."""
    table = cells.table_of(key)
    sums, states = recorded(monkeypatch, table, 12)
    seats = range(len(table.players))
    value = table.deck.values
    mean = sum(100 * kind.value * kind.count for kind in table.deck.kinds) // table.deck.size
    leaders, rounds = 0, 0
    for before, after in itertools.pairwise(states):
        turn = turns * len(seats) + 1
        if before.turn < turn == after.turn and before.round == after.round:
            worths = [
                sum(100 * value[card] for card in after.grid[p][:12] if card >= 0)
                + mean * after.hidden[p]
                for p in seats
            ]
            leaders += worths.count(min(worths)) == 1
            rounds += 1
    assert 0 < leaders <= rounds
    assert noted(sums, "leads", f"after {turns} turns") == leaders
    assert 0 < noted(sums, "wins if", f"after {turns} turns") <= leaders * play.SHARE


def test_the_first_with_few_cards_left_is_the_first_to_play_them(monkeypatch):
    """Of each round; stock piles that begin so aren't noted."""
    table = cells.table_of("skip-bo | rounds=1, stock=10 | 3 | greedy")
    sums, states = recorded(monkeypatch, table, 10)
    firsts, wins, first = 0, 0, None
    for state in states:
        few = [p for p in range(3) if state.stock_left[p] == 2]
        if first is None and few:
            first, firsts = few[0], firsts + 1
        if state.ender >= 0 and first is not None:
            wins, first = wins + (state.ender == first), None
    assert firsts == 10
    assert noted(sums, "leads", "with 2 left") == firsts
    assert noted(sums, "wins if", "with 2 left") == wins * play.SHARE
    assert noted(sums, "leads", "with 10 left") == 0


def test_the_leader_of_a_game_that_goes_on(monkeypatch):
    """After two rounds, by points."""
    sums, states = recorded(monkeypatch, cells.table_of("skyjo | skyjo | 2 | greedy"), 20)
    starts = [
        after
        for before, after in itertools.pairwise(states)
        if (before.round, after.round) == (2, 3)
    ]
    leaders = sum(state.total[0] != state.total[1] for state in starts)
    assert 0 < leaders < 20
    assert noted(sums, "leads", "after 2 rounds") == leaders


def an_effect(effect):
    """A table of three `careful` with a deck in which a quarter of the cards have an effect."""
    plain = [(value, 8) for value in range(-2, 13)]
    deck = Deck.from_counts([*plain, *((value, 3, effect) for value in range(-2, 13))])
    rules = find_preset("newskyjo")[1]
    return play.Table("newskyjo", rules, deck, ("careful",) * 3, effect=effect.key)


def test_an_effect_that_does_nothing_is_worth_nothing():
    """In each single round: both ends are the same."""

    def idle(board):
        pass

    nothing = Effect(key="nothing", function=idle, words={"en": "Nothing"})
    sums = play_part(an_effect(nothing), 8, [1], compiled=False)
    assert sums[0, play.EFFECT] == 8
    assert not sums[:, [play.EFFECT_POINTS, play.EFFECT_WINS]].any()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_without_the_effect_the_round_goes_on_as_after_a_plain_card(monkeypatch, seed):
    """From the same cards; the next player is skipped once, and then isn't."""
    skip = Effect(key="skip", next_skips=1, words={"en": "Skip"})
    sums, states = recorded(monkeypatch, an_effect(skip), 1, seed)
    assert sums[0, play.EFFECT] == 1
    end = 1 + [state.phase for state in states].index(REVEAL)
    begins = next(at for at, state in enumerate(states) if state.effect_told)
    player = states[begins - 1].on_turn
    followers = [
        next(state.on_turn for state in branch if state.on_turn != player)
        for branch in (states[begins:end], states[end:])
    ]
    assert states[begins].draw == states[end].draw
    assert followers == [(player + 2) % 3, (player + 1) % 3]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_pairs_are_the_same_at_both_speeds(name):
    """Interpreted and compiled."""
    table = cells.table_of(f"newskyjo | effect swap-own-two | 3 | {name}")
    slow = play_part(table, 4, [2], compiled=False)
    assert (slow == play_part(table, 4, [2])).all()
    assert slow[0, play.EFFECT] > 0


def test_tables_are_chosen_by_parts_of_their_keys():
    """A key begins with a bar; a star is anything; what is dropped is played anew."""
    learned = chosen(["| skyjo*learned"])
    assert learned == [f"skyjo | skyjo | {n} | learned" for n in range(2, 9)]
    assert chosen([]) == list(cells.keys())
    sums = Sums()
    sums.drop(learned[:1])
    assert not set(learned[:1]) & set(sums.parts)
    assert set(learned[1:]) <= set(sums.parts)


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
    assert clear(pictures["leader"][2]._replace(value=pictures["leader"][2].value - 1 / 8))
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
    assert 0.44 < four.value < 0.5
    assert abs(two.value - 0.5) < 0.03
    worst, *_, best = pictures["effects"]
    assert clear(worst._replace(value=-worst.value))
    assert clear(best)
    worth = [page.once(name, "effect_wins", "careful").value for name in NEWSKYJO_DECK.effects]
    assert (worst.value, best.value) == (min(worth), max(worth))
    five, six, _, eight = pictures["pile"]
    assert five.value < 0.01
    assert six.value > 0.1
    assert eight.value > 0.99
    assert all(map(clear, pictures["nobody"][2:]))


def near(share, n, figure):
    """Return whether n cases agree with a fact."""
    error = math.hypot(figure.error, math.sqrt(figure.value * (1 - figure.value) / n))
    return abs(share - figure.value) < 4 * error


def test_500_games_answer_the_exercises():
    """Surprises 1 and 2, from `simulate` alone."""
    played = simulate("skyjo", ["greedy", "greedy"], games=500, seed=1, progress=False).rounds
    best = played.groupby(["game_id", "round"])["score"].transform("min")
    winners = played[played["score"] == best]
    won = winners.groupby(["game_id", "round"])["starter"].mean().astype(float)
    first = won.index.get_level_values("round") == 1
    assert near(
        won[first].mean(), first.sum(), page.figure("starter_wins_first_round", 2, "greedy")
    )
    later = page.figure("starter_wins_later_round", 2, "greedy")
    assert near(won[~first].mean(), (~first).sum(), later)
    totals = played.pivot_table(index="game_id", columns=["round", "seat"], values="total")
    after_one = totals[1][0] - totals[1][1]
    last = played.groupby(["game_id", "seat"])["total"].last().unstack()
    leads = np.sign(after_one) * np.sign(last[0] - last[1])
    share = (leads == 1).sum() / 500 + ((leads == 0) & (after_one != 0)).sum() / 1000
    assert near(share, 500, page.figure("first_leader_wins_game", 2, "greedy"))


@pytest.mark.slow
def test_500_games_answer_the_exercise_with_rules():
    """Surprise 7: who takes all cards up to 6 loses against who takes those up to 4."""
    rules = RuleTable.example().to_text().replace("name: example", "name: up to {0}")
    rules = re.sub(r"(?m)^offer: when card.*\n", "", rules)
    rules = rules.replace("offer: oth", "offer: when card <= {0} then take to highest\noffer: oth")
    tables = [RuleTable.from_text(rules.format(most)) for most in (4, 6)]
    ranking = tournament(tables, games=100, seed=1, progress=False).ranking
    assert ranking["strategy"].tolist() == ["up to 4", "up to 6"]
