"""Chances to win: from what everybody knows, seeded, true at the end; kept with their settings."""

from __future__ import annotations

import itertools
import re
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import (
    Deck,
    RulesError,
    SkyjoWidgetError,
    WinProbabilities,
    load_all,
    measure,
    play,
    simulate,
    win_probabilities,
)
from skyjo_widget.bots.rollouts import Task, play_on, seen_by
from skyjo_widget.bots.skyjo_careful import careful_action
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.errors import RecordError
from skyjo_widget.frames.log import Log
from skyjo_widget.measures.families.course import summary
from skyjo_widget.measures.registry import MEASURES
from skyjo_widget.measures.win_chances import LEAST_WORLDS, mean_errors
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import states
from skyjo_widget.simulation.simulate import Simulation
from tests.fixtures.paths import ROOT

TINY = {"columns": 1, "rows": 2, "turned": 1, "clear": 2, "target": 1, "penalty_factor": 1}
"""Rules of a game of one short round."""
FEW = Deck.from_counts([(1, 2), (3, 2), (5, 3), (8, 2)])
UNLIKE = Deck.from_counts([(number, 1) for number in range(1, 12)])
"""No column is cleared, so that the first round is the last."""


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Few worlds are played sooner than a loop is compiled."""
    monkeypatch.setattr(jit, "has_numba", lambda: False)


@pytest.fixture(autouse=True)
def few_worlds():
    """Two of them do where it doesn't matter how sure a chance is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("skyjo_widget.measures.win_chances.LEAST_WORLDS", 2)
        yield


def tiny(seed=0, players=2, deck=FEW):
    """A finished game of a few decisions."""
    played = simulate(
        "skyjo", ["careful"] * players, games=1, seed=seed, deck=deck, **TINY, progress=False
    )
    return played.open(0, display=False).history


def until(h, made, shuffled=lambda event: event["order"]):
    """A game up to so many decisions, its draw piles in other orders if one likes."""
    again = History(h.header)
    for event in h.events[1:]:
        if event["event"] == "act":
            if len(again.decisions) == made:
                break
            again.act(h.game.parse_action(event["action"], h.codes))
        elif event["event"] == "shuffle":
            if again.between_rounds:
                again.begin_round()
            again.shuffle([h.deck.parse_card(str(card)) for card in shuffled(event)])
        elif event["event"] == "round":
            again.score()
    return again


# The probabilities


@pytest.mark.parametrize(
    ("game", "bot", "options"),
    [
        ("skyjo", "careful", {"columns": 2, "rows": 2, "clear": 2, "target": 20}),
        ("newskyjo", "expected", {"columns": 2, "rows": 2, "clear": 2, "rounds": 2}),
        ("skip-bo", "planner", {"stock": 2, "target": 60}),
    ],
)
def test_chances_of_all_seats_sum_to_1_and_end_in_the_truth(game, bot, options):
    """In each game, at each moment; who has won has 1 when it is over, or a part of it."""
    played = simulate(game, [bot] * 3, games=2, seed=5, progress=False, **options)
    found = win_probabilities(played, worlds=2, progress=False)
    rows = found.frame
    sums = rows["chance"].to_numpy().reshape(-1, 3).sum(axis=1)
    assert np.allclose(sums, 1, atol=1e-12)
    assert rows["chance"].between(0, 1).all()
    for number in range(2):
        h = played.open(number, display=False).history
        winners = h.game.winners(h.state, h.codes)
        end = rows[(rows["game_id"] == h.header["game_id"]) & rows["over"]]
        assert list(end["decision"].unique()) == [len(h.decisions) - 1]
        assert list(end["seat"]) == [0, 1, 2]
        truth = [1 / len(winners) if seat in winners else 0 for seat in range(3)]
        assert list(end["chance"]) == truth
        assert not end["error"].any()


def played_out(world, r):
    """The shares of the win from here on; cards enough are left that none are shuffled again."""
    while world.phase != SKYJO.game_over:
        assert world.phase not in (SKYJO.shuffle_phase, SKYJO.round_over)
        if world.phase in SKYJO.idle_phases:
            SKYJO.proceed(world, r)
        else:
            SKYJO.apply(world, r, careful_action(observe(world, world.seat), r))
    winners = SKYJO.winners(world, r)
    return np.array([1 / len(winners) if p in winners else 0 for p in range(r.players)])


def exact(h, state):
    """The chances at a moment of a tiny game: all that can lie hidden, played to the end."""
    s, r = state, h.codes
    places = [(p, i) for p in range(r.players) for i in range(r.cells) if s.grid[p][i] == UNKNOWN]
    cards = [s.under[p][i] for p, i in places] + s.draw[: s.draw_size]
    cards += [s.hand] if s.hand != NO_CARD else []
    shares = []
    for order in set(itertools.permutations(cards)):
        world, left = copy(s), list(order)
        for p, i in places:
            world.under[p][i] = left.pop()
        if s.hand != NO_CARD:
            world.hand = left.pop()
        world.draw[: s.draw_size] = left
        shares.append(played_out(world, r))
    return np.mean(shares, axis=0)


def test_a_tiny_games_chances_are_those_of_all_its_worlds():
    """Each way in which the hidden cards can lie, by hand; also while a card is in a hand."""
    met = set()
    for seed in range(3):
        h = tiny(seed, deck=UNLIKE)
        for row, state in zip(h.decisions, states(h), strict=True):
            if state.turn < 3:  # later there are fewer worlds
                continue
            met.add(row.phase)
            task = Task(
                "skyjo", seen_by(SKYJO, state, NOBODY), h.codes, NOBODY, ((),), 600, (1, seed)
            )
            outcomes = play_on(task)[:, 0]
            error = outcomes.std(axis=0) / 600**0.5
            assert np.all(np.abs(outcomes.mean(axis=0) - exact(h, state)) <= 4 * error + 1e-9)
    assert {"choose", "place drawn"} <= met


def test_chances_before_the_first_decision_are_the_seats_rates_of_wins():
    """Those of many games among three of the bots that play on in the imagined worlds."""
    h = until(tiny(1, players=3), 0)
    found = win_probabilities(h, worlds=900, progress=False)
    players = [found.settings["bot"]["skyjo"]] * 3
    games = 2000
    played = simulate("skyjo", players, games=games, seed=2, deck=FEW, **TINY, progress=False)
    totals = played.rounds.groupby(["game_id", "seat"])["total"].last().unstack()
    wins = totals.eq(totals.min(axis=1), axis=0)
    shares = wins.div(wins.sum(axis=1), axis=0)
    assert len(shares) == games
    errors = (found.frame["error"] ** 2 + shares.var().array / games) ** 0.5
    assert (abs(found.frame["chance"] - shares.mean().array) < 4 * errors).all()
    assert (found.frame["error"] < 0.02).all()


# Their standard errors


def test_worlds_that_are_all_alike_dont_make_a_chance_certain():
    """Its error is that of one other world in so many; else it is that of a mean."""
    won = np.array([[1.0, 0, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0]])
    assert mean_errors(won) == pytest.approx([1 / 4, 1 / 4, (1 / 12) ** 0.5])
    judged = np.array([[0.5, 0.3], [0.5, 0.4]])
    assert mean_errors(judged) == pytest.approx([1 / 2, 0.05])


def by_chance(task):
    """Outcomes of worlds in which the winner is drawn, each seat as likely as another."""
    seats = task.codes.players
    rng = np.random.default_rng(task.seed)
    return np.eye(seats)[rng.integers(seats, size=(task.worlds, len(task.plans)))]


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("seats", "worlds"),
    [
        (2, 2),
        (4, LEAST_WORLDS),
        *(pytest.param(2, n, marks=pytest.mark.slow) for n in (4, LEAST_WORLDS)),
        *(pytest.param(4, n, marks=pytest.mark.slow) for n in (2, 4)),
    ],
)
def test_noise_of_few_worlds_is_hardly_ever_a_lead(monkeypatch, seats, worlds):
    """In games in which each moment is even; but their end is told as it was."""
    monkeypatch.setattr("skyjo_widget.measures.win_chances.play_on", by_chance)
    played = simulate("skyjo", ["careful"] * seats, games=12, seed=1, target=1, progress=False)
    found = win_probabilities(played, worlds=worlds, progress=False)
    games = summary(found.courses())
    assert len(found.frame) / seats / len(games) > 20  # moments
    assert games["lead_changes"].mean() < 0.3
    assert games["drama"].mean() < 0.2
    assert games["decisiveness"].mean() < 0.2


def test_fewer_worlds_than_the_least_are_refused(monkeypatch):
    """Without numba there are just so many, in each game."""
    monkeypatch.setattr("skyjo_widget.measures.win_chances.LEAST_WORLDS", LEAST_WORLDS)
    with pytest.raises(RulesError, match=f"worlds=23: {LEAST_WORLDS} to"):
        win_probabilities(tiny(), worlds=23, progress=False)
    assert win_probabilities(tiny(), progress=False).settings["worlds"] == {"skyjo": LEAST_WORLDS}
    one_round = simulate("skip-bo", ["planner"] * 2, games=1, seed=2, stock=1, progress=False)
    monkeypatch.setattr("skyjo_widget.measures.win_chances.play_on", by_chance)
    assert win_probabilities(one_round, progress=False).settings["worlds"] == {
        "skip-bo": LEAST_WORLDS
    }


# Public knowledge

UNIQUE = Deck.from_counts([(number, 1) for number in range(1, 61)])
WITH_EFFECTS = Deck.from_counts(
    (number, 1, effect) if effect else (number, 1)
    for number, effect in zip(
        range(1, 61), itertools.cycle([*NEWSKYJO_EFFECTS, "peek-three", None, None]), strict=False
    )
)


def hidden(h):
    """The cards that not everybody sees; each is in the deck once."""
    seen = observe(h.state, NOBODY)
    shown = {card for row in seen.grid for card in row if card >= 0}
    shown |= set(seen.discard[: seen.discard_size]) | set(seen.out[: seen.out_size])
    shown.add(getattr(seen, "kept", NO_CARD))
    return set(range(h.codes.deck_size)) - shown


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("game", "bot", "deck", "options"),
    [
        ("skyjo", "careful", UNIQUE, {"target": 1}),
        ("newskyjo", "expected", WITH_EFFECTS, {}),
    ],
)
def test_what_nobody_may_know_changes_no_byte(game, bot, deck, options):
    """The cards face down, the draw pile, one in a hand, those that somebody has looked at."""
    played = simulate(
        game, [bot] * 3, games=1, seed=2, deck=deck, columns=2, clear=2, progress=False, **options
    )
    h = played.open(0, display=False).history
    met = set()
    for made in range(4, len(h.decisions)):
        phase = h.decisions[made].phase
        if phase in met or (phase == "choose" and made < len(h.decisions) // 2):
            continue
        met.add(phase)
        now = until(h, made)
        free = sorted(hidden(now))
        other = dict(zip(free, free[::-1], strict=True))
        names = {str(kind.card): str(kind.card) for kind in h.deck.kinds}
        for card, instead in other.items():
            names[str(h.deck.kinds[card].card)] = str(h.deck.kinds[instead].card)
        changed = until(h, made, lambda event, names=names: [names[str(c)] for c in event["order"]])
        assert changed.state != now.state
        assert observe(changed.state, NOBODY) == observe(now.state, NOBODY)
        texts = [
            win_probabilities(one, worlds=2, every="decision", progress=False).frame.to_csv()
            for one in (now, changed)
        ]
        assert texts[0] == texts[1]
    assert "place drawn" in met
    assert game == "skyjo" or "order" in met


def test_hands_that_only_their_seat_sees_change_no_byte():
    """In Skip-Bo: also that of the seat to act."""
    played = simulate("skip-bo", ["planner"] * 2, games=1, seed=2, stock=2, progress=False)
    h = until(played.open(0, display=False).history, 3)
    texts = []
    for turned in range(2):
        state = copy(h.state)
        if turned:  # a hand and the draw pile's first cards change places
            size = state.hand_size[h.actor]
            first = state.draw_size - size
            held = state.hand[h.actor][:size]
            state.hand[h.actor][:size] = sorted(state.draw[first : state.draw_size])
            state.draw[first : state.draw_size] = held
            assert state.hand != h.state.hand
        task = Task("skip-bo", seen_by(h.game, state, NOBODY), h.codes, NOBODY, ((),), 3, (1, 2, 3))
        texts.append(play_on(task).tobytes())
    assert texts[0] == texts[1]


# Moments


def test_a_turns_rows_are_those_of_its_last_decision():
    """Every turn is a part of every decision, number for number."""
    h = tiny(3)
    turns, decisions = (
        win_probabilities(h, worlds=4, every=every, progress=False).frame
        for every in ("turn", "decision")
    )
    keys = ["decision", "seat"]
    both = turns.merge(decisions, on=keys, suffixes=("", "_too"))
    assert len(both) == len(turns) < len(decisions)
    assert both["chance"].equals(both["chance_too"])
    made = [row.decision for row in h.decisions]
    last = {(row.round, row.turn): row.decision for row in h.decisions}
    assert list(turns["decision"].dropna().unique()) == sorted(last.values())
    assert list(decisions["decision"].dropna().unique()) == made
    assert turns["decision"].isna().sum() == 2  # the start, for two seats


def test_a_game_that_goes_on_is_told_up_to_now():
    """Its newest row is the present; none is over."""
    session = play("skyjo", ["bot:careful", "bot:careful"], seed=1, display=False, record=False)
    for _ in range(9):
        session.step()
    rows = win_probabilities(session, worlds=2, every="decision", progress=False).frame
    assert rows["decision"].max() == 8
    assert not rows["over"].any()


def test_the_course_of_a_game_that_goes_on_cant_be_measured_yet():
    """Its chances are its own; there is only no game among them that is over."""
    session = play("skyjo", ["bot:careful", "bot:careful"], seed=1, display=False, record=False)
    told = win_probabilities(session, worlds=2, progress=False)
    rows = measure(session, win_probabilities=told, measures="course").frame
    assert len(rows) == 4
    assert rows["value"].isna().all()
    assert rows["note"].str.startswith("At least 30 games are needed; there are 0.").all()


def test_undone_decisions_are_left_out():
    """A game that went back is told as it went on."""
    session = play("skyjo", ["Ana", "Ben"], seed=1, display=False, record=False, practice=True)
    while session.history.decisions[-1:] == [] or session.history.state.turn == 0:
        session.act(session.legal[0])
    session.act("draw")
    session.undo()
    session.act("take")
    rows = win_probabilities(session, worlds=2, every="decision", progress=False).frame
    undone = {row.decision for row in session.history.decisions if row.undone}
    assert undone
    assert not undone & set(rows["decision"].dropna())
    assert set(rows["player"]) == {"Ana", "Ben"}
    assert set(rows["kind"]) == {"person"}


def test_a_locked_coach_is_silent_about_a_round_that_goes_on():
    """A session refuses; among other games it is left out, by its name."""
    session = play(
        "skyjo", ["Ana", "bot:careful"], seed=1, display=False, coach="locked", record="a.jsonl"
    )
    with pytest.raises(RulesError, match="locked"):
        win_probabilities(session, worlds=2, progress=False)
    other = tiny(4)
    found = win_probabilities([session.history, other], worlds=2, progress=False)
    assert set(found.frame["game_id"]) == {other.header["game_id"]}
    assert found.settings["left_out"] == [session.history.header["game_id"]]


# The same again


def test_the_same_seed_gives_the_same_chances_whoever_computes():
    """Threads too; another seed gives others, and of other games nothing changes."""
    games = [tiny(seed) for seed in range(3)]
    first = win_probabilities(games, worlds=6, seed=7, progress=False).frame
    with ThreadPoolExecutor(3) as pool:
        again = win_probabilities(games, worlds=6, seed=7, executor=pool, progress=False).frame
    pd.testing.assert_frame_equal(first, again)
    alone = win_probabilities(games[1], worlds=6, seed=7, progress=False).frame
    name = games[1].header["game_id"]
    pd.testing.assert_frame_equal(first[first["game_id"] == name].reset_index(drop=True), alone)
    assert not first.equals(win_probabilities(games, worlds=6, seed=8, progress=False).frame)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "bot", "options"),
    [
        ("skyjo", "careful", {"target": 30}),
        ("newskyjo", "expected", {}),
        ("skip-bo", "planner", {"stock": 3, "target": 60}),
    ],
)
def test_both_speeds_tell_the_same_chances(monkeypatch, game, bot, options):
    """To the last bit; with processes too."""
    pytest.importorskip("numba")
    played = simulate(game, [bot] * 3, games=1, seed=3, progress=False, **options)
    h = played.open(0, display=False).history
    slow = win_probabilities(h, worlds=3, progress=False).frame
    monkeypatch.undo()
    assert jit.has_numba()
    pd.testing.assert_frame_equal(slow, win_probabilities(h, worlds=3, progress=False).frame)
    with ProcessPoolExecutor(1) as pool:
        far = win_probabilities(h, worlds=3, executor=pool, progress=False).frame
    pd.testing.assert_frame_equal(slow, far)


def test_a_sample_of_games_is_drawn_with_the_seed_and_stated():
    """The same games for the same seed; a simulation's by default too."""
    played = simulate("skyjo", ["careful"] * 2, games=30, seed=1, deck=FEW, **TINY, progress=False)
    found = [
        win_probabilities(played, worlds=2, sample=4, seed=seed, progress=False)
        for seed in (1, 1, 2)
    ]
    names = [set(one.frame["game_id"]) for one in found]
    assert names[0] == names[1] != names[2]
    assert len(names[0]) == found[0].settings["games"] == 4
    assert found[0].settings["of"] == 30
    assert "4 of 30 games" in repr(found[0])
    assert set(found[0].frame["game_id"]) <= set(played.games["game_id"])


def test_of_a_folder_of_runs_only_the_games_drawn_are_played_again(monkeypatch):
    """There may be millions of them."""
    pytest.importorskip("pyarrow")
    for seed in (1, 2):
        to = f"parts/{seed}"
        simulate("skyjo", ["careful"] * 2, games=9, seed=seed, to=to, **TINY, progress=False)
    again, history = [], Simulation.history
    monkeypatch.setattr(
        Simulation, "history", lambda run, n: again.append((run.job.seed, n)) or history(run, n)
    )
    found = win_probabilities("parts", worlds=2, sample=4, progress=False)
    assert found.settings["of"] == 18
    assert len(again) == found.frame["game_id"].nunique() == 4
    assert {seed for seed, _ in again} == {1, 2}


def test_records_of_a_folder_and_a_run_of_files_are_sources_too(tmp_path):
    """By their path; so is a log."""
    pytest.importorskip("pyarrow")
    session = play(
        "skyjo", ["bot:careful"] * 2, seed=1, deck=FEW, display=False, record="g/a.jsonl", **TINY
    )
    session.run()
    session.close()
    by_path = win_probabilities(tmp_path / "g", worlds=2, progress=False)
    by_log = win_probabilities(load_all(tmp_path / "g"), worlds=2, progress=False)
    pd.testing.assert_frame_equal(by_path.frame, by_log.frame)
    simulate("skyjo", ["careful"] * 2, games=3, seed=1, deck=FEW, to="run", **TINY, progress=False)
    assert win_probabilities("run", worlds=2, progress=False).settings["of"] == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"every": "round"}, "every='round'"),
        ({"worlds": 1}, "worlds=1"),
        ({"worlds": 2.5}, "no whole number"),
        ({"sample": 0}, "sample=0"),
        ({"executor": 4}, "no executor"),
        ({"seed": -1}, "seed=-1"),
    ],
)
def test_wrong_arguments_are_named(arguments, said):
    """Before anything is played."""
    with pytest.raises(RulesError, match=said):
        win_probabilities(tiny(), progress=False, **arguments)


def test_no_game_is_an_error():
    """An empty log, a folder that isn't there."""
    with pytest.raises(RulesError, match="no game"):
        win_probabilities(Log([]), progress=False)
    with pytest.raises(RecordError, match="no such folder"):
        win_probabilities("nowhere", progress=False)


# Files


def test_chances_are_kept_with_their_settings(tmp_path):
    """In one Parquet file, which other programs read too."""
    pytest.importorskip("pyarrow")
    found = win_probabilities(tiny(), worlds=3, seed="8b", progress=False)
    path = found.to_parquet(tmp_path / "c.parquet")
    again = WinProbabilities.load(path)
    pd.testing.assert_frame_equal(again.frame, found.frame)
    assert again.settings == found.settings
    assert again.settings["worlds"] == {"skyjo": 3}
    assert again.settings["bot"] == {"skyjo": "careful"}
    assert list(pd.read_parquet(path).columns) == list(found.frame.columns)


def test_duckdb_reads_the_file(tmp_path):
    """As it lies there."""
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    found = win_probabilities(tiny(), worlds=3, progress=False)
    path = found.to_parquet(tmp_path / "c.parquet")
    counted = duckdb.sql(f"select count(*), sum(chance) from '{path}'").fetchall()
    assert counted == [(len(found.frame), pytest.approx(len(found.frame) / 2))]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-100]),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
        lambda path: pd.DataFrame({"chance": [1.0]}).to_parquet(path),
    ],
)
def test_a_file_that_is_cut_off_or_something_else_is_named(tmp_path, spoil):
    """Its path is told, whatever is wrong with it."""
    pytest.importorskip("pyarrow")
    path = win_probabilities(tiny(), worlds=3, progress=False).to_parquet(tmp_path / "c.parquet")
    spoil(path)
    with pytest.raises(RecordError, match=r"c\.parquet"):
        WinProbabilities.load(path)


def test_settings_that_lack_one_are_refused(tmp_path):
    """The reason is told."""
    pytest.importorskip("pyarrow")
    found = win_probabilities(tiny(), worlds=3, progress=False)
    del found.settings["worlds"], found.settings["seed"]
    with pytest.raises(RecordError, match="the settings worlds, seed are missing"):
        WinProbabilities.load(found.to_parquet(tmp_path / "c.parquet"))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda rows: rows.drop(index=3), "hasn't one row for each seat"),
        (lambda rows: rows.drop(index=len(rows) - 1), "hasn't one row for each seat"),
        (lambda rows: rows.assign(chance=rows["chance"].where(rows.index != 2, 7)), "from 0 to 1"),
        (lambda rows: rows.assign(error=-rows["error"]), "its error is below 0"),
        (lambda rows: rows.assign(seat=rows["seat"].where(rows.index != 2)), "a seat"),
        (lambda rows: rows.assign(chance=rows["chance"].where(rows.index != 2)), "a chance"),
        (lambda rows: rows.drop(columns="seat"), "of something else"),
    ],
)
def test_rows_that_arent_whole_are_refused(tmp_path, spoil, said):
    """And what isn't."""
    pytest.importorskip("pyarrow")
    found = win_probabilities(tiny(), worlds=3, progress=False)
    found.frame = spoil(found.frame)
    with pytest.raises(RecordError, match=said):
        WinProbabilities.load(found.to_parquet(tmp_path / "c.parquet"))


@pytest.mark.parametrize("write", ["to_parquet", "to_csv"])
def test_a_file_that_is_there_is_kept_unless_told(tmp_path, write):
    """A folder that isn't there is none to be written to."""
    pytest.importorskip("pyarrow")
    found = win_probabilities(tiny(), worlds=3, progress=False)
    path = tmp_path / "c"
    path.write_bytes(b"mine")
    with pytest.raises(RecordError, match="overwrite=True"):
        getattr(found, write)(path)
    assert path.read_bytes() == b"mine"
    assert getattr(found, write)(path, overwrite=True) == path
    assert path.stat().st_size > 100
    with pytest.raises(RecordError, match="nowhere") as wrong:
        getattr(found, write)(tmp_path / "nowhere" / "c")
    assert isinstance(wrong.value, SkyjoWidgetError)
    assert [one.name for one in tmp_path.iterdir()] == ["c"]


def test_no_formula_gets_into_a_spreadsheet(tmp_path):
    """A player's name may look like one."""
    session = play("skyjo", ["=1+1", "bot:careful"], seed=1, display=False, record=False)
    path = win_probabilities(session, worlds=2, progress=False).to_csv(tmp_path / "c.csv")
    assert "'=1+1" in path.read_text("utf-8-sig")


# Measured


def course(rows, game="a"):
    """Chances of two seats, as they might have been found."""
    frame = pd.DataFrame(
        [
            {
                "game_id": game,
                "decision": moment,
                "round": 1,
                "turn": moment,
                "seat": seat,
                "player": "x",
                "kind": "bot",
                "chance": chance,
                "error": 0.0,
                "over": moment == len(rows) - 1,
            }
            for moment, row in enumerate(rows)
            for seat, chance in enumerate(row)
        ]
    )
    return WinProbabilities(frame, {"games": 1})


def test_the_course_of_games_is_measured_if_their_chances_are_given():
    """As many games as there are chances of; without them there are no rows."""
    played = simulate("skyjo", ["careful"] * 2, games=3, seed=1, deck=FEW, **TINY, progress=False)
    names = list(played.games["game_id"])
    found = course([(0.5, 0.5), (0.36, 0.64), (0.6, 0.4), (1, 0)], names[1])
    rows = measure(played, measures=["course"], win_probabilities=found).frame.set_index("measure")
    assert rows["value"].to_dict() == {
        "lead_changes": 1,
        "drama": pytest.approx(0.28**0.5),
        "decisiveness": pytest.approx(2 / 3),
        "surprise": pytest.approx((0.14 + 0.24 + 0.4) * 2**0.5),
    }
    assert set(rows["n"]) == {1}
    assert not rows["enough"].any()
    assert "lead_changes" not in set(measure(played).frame["measure"])
    with pytest.raises(RulesError, match="win_probabilities="):
        measure(played, measures=["drama"])
    with pytest.raises(RulesError, match="nothing in it of these games"):
        measure(played, win_probabilities=course([(0.5, 0.5), (1, 0)], "other"))
    with pytest.raises(
        RulesError, match=r"win_probabilities=5: what win_probabilities\(…\) gives is needed"
    ):
        measure(played, win_probabilities=5)


# The page

PAGE = (ROOT / "docs" / "measures.md").read_text("utf-8")


def test_every_measure_that_comes_from_rollouts_is_in_the_page():
    """With a heading of its own."""
    found = set(re.findall(r"^### (\w+)$", PAGE, re.MULTILINE))
    assert {one.key for one in MEASURES if one.extra} <= found


@pytest.mark.slow
def test_the_examples_of_the_page_run(monkeypatch, own_folder):
    """Those about chances, one after the other."""
    pytest.importorskip("pyarrow")
    pytest.importorskip("numba")
    monkeypatch.undo()
    monkeypatch.chdir(own_folder)
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict = {}
    for block in blocks:
        if "win_probabilities(" in block or "decision_values(" in block:
            exec(block, names)
    assert names["again"].settings["games"] == 3
    assert len(names["values"].frame) == 6
