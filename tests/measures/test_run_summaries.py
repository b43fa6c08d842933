"""A run that is played again is measured as its rows are, on any table."""

import dataclasses
import pickle
import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, Version, load_simulation, measure, simulate, versus
from skyjo_widget.engine.core import background, jit
from skyjo_widget.engine.core.driver import RECORDED
from skyjo_widget.engine.games import GAMES
from skyjo_widget.measures.decision_kinds import marks_of
from skyjo_widget.measures.registry import MEASURES
from skyjo_widget.measures.run import evaluate
from skyjo_widget.measures.run_summaries import summarise_runs
from skyjo_widget.measures.source import find
from skyjo_widget.measures.summaries import summarise
from skyjo_widget.simulation import executors
from skyjo_widget.simulation import simulate as simulation
from skyjo_widget.simulation.job import GroupRunner, play_block
from skyjo_widget.simulation.resume import open_run
from skyjo_widget.simulation.simulate import make_job, note_of, play_job
from tests.fixtures.random_games import random_newskyjo_deck, random_newskyjo_rules, random_rules

WITHOUT_ROLLOUTS = [one for one in MEASURES if not one.extra]
"""Measures that need no further computation."""


def numbers(summaries):
    """Each measure's numbers, by version, kind of player and part of the game."""
    rows = {}
    for finding in evaluate(summaries, WITHOUT_ROLLOUTS):
        key = (finding.measure.key, finding.version, finding.kind, finding.about)
        estimate = finding.estimate()
        rows[key] = (finding.statistic and finding.statistic.count, finding.enough, *estimate)
    return rows


def check(job):
    """Compare the ways of a job's games: rows; played again from the seed; by their actions."""
    played = play_job(
        dataclasses.replace(job, noted="detailed"), (), None, executor=None, progress=False
    )
    rows, runs = numbers(summarise(find(played))), [(job, played.played)]
    again = numbers(summarise_runs(runs))
    assert list(again) == list(rows)
    for key, row in rows.items():
        assert again[key] == pytest.approx(row, rel=1e-12, abs=1e-12, nan_ok=True), key
    same_numbers(numbers(summarise_runs(runs, recorded=[played.recorded])), again)
    return rows


def same_numbers(numbers, others):
    """Compare every bit."""
    assert list(numbers) == list(others)
    for key, row in others.items():
        assert numbers[key] == pytest.approx(row, rel=0, abs=0, nan_ok=True), key


def table(preset, players, games=40, seed=1, **more):
    """A job of so many games."""
    return make_job(preset, players, games, seed, fields=more.pop("fields", {}), **more)


BOTS = {
    "skyjo": ["greedy", "random", "threshold(2)"],
    "newskyjo": ["greedy", "random", "expected"],
    "skip-bo": ["plain", "random"],
}


@pytest.mark.seconds
@pytest.mark.parametrize("preset", [name for game in GAMES.values() for name in game.presets])
def test_every_preset_is_measured_alike_both_ways(preset):
    """With all its measures: there are rows of cards, of choices, and of what touches others."""
    game = next(game for game in GAMES.values() if preset in game.presets)
    players = BOTS[game.name]
    least = game.presets[preset].PLAYERS[0]
    rows = check(table(preset, players * max(1, -(-least // len(players)))))
    keys = {key for key, *_ in rows}
    assert {"forced_share", "taken_share" if game.grids else "card_played", "score_sd"} <= keys


@pytest.mark.seconds
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 12), marks=pytest.mark.slow)])
def test_what_touches_others_is_counted_alike(seeds):
    """Effects, swaps, cards passed on, columns of others: of decks and rules of any kind."""
    touched = 0
    for seed in seeds:
        rng = np.random.default_rng([seed, 46])
        rules, deck = random_newskyjo_rules(rng), random_newskyjo_deck(rng)
        players = ["random", "greedy", "random", "expected"][: 3 + seed % 2]
        if len(players) * rules.columns * rules.rows >= deck.size:
            continue
        rows = check(table("newskyjo", players, 8, seed, rules=rules, deck=deck))
        touched += sum(row[2] > 0 for key, row in rows.items() if key[0] == "decisions_that_did")
    assert touched > len(seeds) // 2


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 8), marks=pytest.mark.slow)])
def test_any_rules_of_skyjo_are_measured_alike(seeds):
    """Grids of any size, with and without penalties."""
    for seed in seeds:
        rules = random_rules(np.random.default_rng([seed, 45]))
        if 3 * rules.columns * rules.rows < GAMES["skyjo"].deck.size:
            check(table("skyjo", BOTS["skyjo"], 10, seed, rules=rules))


@pytest.mark.parametrize(
    ("preset", "players", "more"),
    [
        ("skip-bo", ["plain"] * 4, {"fields": {"teams": True}}),
        ("skyjo", ["random"] * 2, {"turns": 6}),  # broken off
        ("newskyjo", ["random"] * 3, {"turns": 3}),
        ("skip-bo", ["random", "plain"], {"turns": 9}),
        ("skip-bo", ["random", "plain"], {"turns": 200, "games": 250}),  # some of them
        ("skyjo", ["greedy"] * 8, {}),  # the draw pile is shuffled anew within a round
    ],
)
def test_teams_unfinished_games_and_new_shuffles_are_measured_alike(preset, players, more):
    """A game that is broken off has no score, but its decisions count."""
    check(table(preset, players, **more))


@pytest.mark.parametrize("games", [2, 201, 1100])
def test_blocks_of_the_jackknife_are_the_same(games):
    """Fewer games than blocks, one more, and games of two groups of the run."""
    check(table("skyjo", ["greedy", "random"], games, fields={"target": 20}))


def test_sums_of_more_games_are_no_larger():
    """So that a run of any length is measured in the same memory."""
    sizes = []
    for games in (400, 1100):
        summaries = summarise_runs([(table("skyjo", ["greedy"] * 2, fields={"target": 1}), games)])
        (sums,) = summaries.whole.values()
        assert summaries.games == games
        sizes.append({name: array.shape for name, array in sums.arrays.items()})
    assert sizes[0] == sizes[1]


def test_mirrored_deals_are_measured_alike():
    """Deals are the units, and stay whole in a block."""
    job = table("skyjo", ["greedy", "threshold(3)"], 300, fields={"target": 1})
    rows = check(dataclasses.replace(job, mirrored=True))
    assert any(key == "deal_share" for key, *_ in rows)


@pytest.mark.parametrize(
    "preset", ["skyjo", *(pytest.param(name, marks=pytest.mark.slow) for name in [*BOTS][1:])]
)
def test_a_tally_is_the_same_at_both_speeds(monkeypatch, preset):
    """The loop that counts is one source: compiled, interpreted, and changed over in a game."""
    job = table(preset, BOTS[preset] + BOTS[preset][:1], 9)

    def tally(*answers, recorded=None):
        ready = iter(answers)
        monkeypatch.setattr(background, "ready", lambda *_: next(ready, True))
        runner = GroupRunner(job, 0, [], marks=marks_of(job), recorded=recorded)
        noted, counted = runner.tally(9)
        return runner.compiled, [*noted, *counted]

    def actions(*answers):
        ready = iter(answers)
        monkeypatch.setattr(background, "ready", lambda *_: next(ready, True))
        return play_block(job, 0, recording=True).recorded

    monkeypatch.setattr("skyjo_widget.simulation.job.ROOM", 64 * 8)  # soon full: then it may change
    monkeypatch.setattr("skyjo_widget.simulation.job.ROOM_FOR_ACTIONS", 300)
    speeds = [(True,), (False,) * 9000, (False, False)]
    recorded, *others = [actions(*answers) for answers in speeds]
    assert all(np.array_equal(other, recorded) for other in others)
    ways = [tally(*answers) for answers in speeds]
    ways += [tally(*answers, recorded=recorded) for answers in speeds]
    assert [compiled for compiled, _ in ways] == [True, False, True] * 2
    for _, arrays in ways[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(arrays, ways[0][1], strict=True))


# Runs, folders and comparisons


def test_a_run_without_decisions_gives_every_measure():
    """In memory, the same as with them; and it says that it was played again."""
    plain = measure(simulate("skyjo", ["greedy"] * 2, games=60, seed=1, progress=False))
    kept = measure(
        simulate("skyjo", ["greedy"] * 2, games=60, seed=1, decisions=True, progress=False)
    )
    pd.testing.assert_frame_equal(plain.frame, kept.frame)
    assert plain.played_again
    assert {"forced_share", "card_drawn", "taken_share"} <= set(plain.frame["measure"])
    assert not plain.frame["note"].str.contains("decisions").any()


@pytest.mark.parametrize("decisions", [False, True])
def test_a_run_in_memory_is_measured_without_asking_its_bots(monkeypatch, decisions):
    """Their actions were kept, and the deals come from the seed."""
    call = {"games": 40, "seed": 1, "progress": False, "target": 20}
    played = simulate("skyjo", ["greedy", "random"], decisions=decisions, **call)
    expected = numbers(summarise_runs([(played.job, 40)]))
    asked = []
    real = GroupRunner._seat

    def seated(runner):
        real(runner)
        asked.extend(policy for policy in runner.line_up if policy != RECORDED)

    monkeypatch.setattr(GroupRunner, "_seat", seated)
    same_numbers(numbers(measure(played).summaries), expected)
    assert not asked


def test_actions_that_nobody_waits_for_take_bounded_memory(monkeypatch):
    """Games beyond it are played again from the seed, with the same numbers."""
    call = {"games": 2100, "seed": 1, "progress": False, "target": 1}
    whole = simulate("skyjo", ["greedy", "random"], **call)
    monkeypatch.setattr(simulation, "MOST_RECORDED", 1)
    monkeypatch.setattr(executors, "cores", lambda: 1)  # so that few blocks are ahead
    part = simulate("skyjo", ["greedy", "random"], **call)
    kept = [part.recorded(block) is not None for block in range(3)]
    assert kept[0]
    assert not kept[-1]
    assert all(whole.recorded(block) is not None for block in range(3))
    same_numbers(numbers(measure(part).summaries), numbers(measure(whole).summaries))


def test_a_run_on_disk_gives_every_measure(own_folder):
    """By its path, and loaded."""
    pytest.importorskip("pyarrow")
    played = simulate("skyjo", ["greedy"] * 2, games=60, seed=1, progress=False)
    simulate("skyjo", ["greedy"] * 2, games=60, seed=1, to="run", progress=False)
    for source in ("run", load_simulation("run")):
        pd.testing.assert_frame_equal(measure(source).frame, measure(played).frame)


def test_several_runs_in_a_folder_are_measured_without_their_decisions(own_folder):
    """Two of one version by other players, one with other rules: as by the rows of their files."""
    pytest.importorskip("duckdb")
    call = {"progress": False, "target": 20}
    runs = {
        "a": simulate("skyjo", ["greedy", "random"], games=170, seed=1, to="runs/a", **call),
        "b": simulate("skyjo", ["threshold(2)", "greedy"], games=90, seed=2, to="runs/b", **call),
        "c": simulate("skyjo", ["greedy"] * 3, games=40, seed=3, to="runs/c", **call),
    }
    for folder, run in runs.items():
        job = dataclasses.replace(run.job, noted="detailed")
        files = open_run(f"kept/{folder}", note_of(job, ()), resume=False)
        play_job(job, (), files, executor=None, progress=False)
    rows = numbers(summarise(find("kept")))
    again = measure("runs")
    assert again.played_again
    sums = numbers(again.summaries)
    assert {version for _, version, *_ in rows} == {"skyjo × 2", "skyjo × 3"}
    assert set(sums) == set(rows)
    for key, row in rows.items():
        assert sums[key] == pytest.approx(row, rel=1e-12, abs=1e-12, nan_ok=True), key


def test_other_computers_send_back_sums(monkeypatch):
    """The parts of a run add up, and are small; what comes back is the same."""
    played = simulate("skyjo", ["greedy"] * 4, games=2100, seed=1, progress=False)
    sizes = []

    class Elsewhere(ThreadPoolExecutor):
        def submit(self, work, *arguments):
            def sent():
                reply = pickle.dumps(pickle.loads(pickle.dumps(work))(*arguments))
                sizes.append(len(reply))
                return pickle.loads(reply)

            return super().submit(sent)

    with Elsewhere(2) as pool:
        there = measure(played, executor=pool)
    pd.testing.assert_frame_equal(there.frame, measure(played).frame)
    assert len(sizes) == 3
    assert max(sizes) < 2**20


def test_an_executor_that_is_none_is_refused():
    """As in a simulation."""
    played = simulate("skyjo", ["greedy"] * 2, games=2, seed=1, progress=False)
    with pytest.raises(RulesError, match="executor=3 is no executor"):
        measure(played, executor=3)


def test_games_of_another_version_are_not_played_again(own_folder, monkeypatch):
    """Their rows count; it is said that, and why, decisions are missing."""
    pytest.importorskip("duckdb")
    simulate("skyjo", ["greedy"] * 2, games=60, seed=1, to="run", progress=False)
    true_mean = measure("run", measures=["score_mean"]).frame["value"][0]
    real = simulation.load_simulation

    def other_bots(folder, **more):
        run = real(folder, **more)
        job = dataclasses.replace(run.job, players=("random", "random"))
        vars(job)["name"] = run.job.name
        run.job = job
        return run

    monkeypatch.setattr("skyjo_widget.measures.run_summaries.load_simulation", other_bots)
    with pytest.warns(UserWarning, match="run: another version of skyjo_widget"):
        found = measure("run")
    assert not found.played_again
    assert found.frame.set_index("measure")["value"]["score_mean"] == pytest.approx(true_mean)
    missing = found.frame.set_index("measure").loc["forced_share"]
    assert "decisions.legal_actions" in missing["note"]


@pytest.mark.seconds
def test_functions_are_measured_by_their_actions():
    """They may have chance of their own; as by rows, and by these alone if a game was stopped."""
    chance = random.Random(1)

    def any_of(obs):
        return chance.choice(obs.legal)

    def broken(obs):
        return obs.legal[0] if obs.round < 2 or obs.turn < 5 else 1 / 0

    call = {"games": 40, "seed": 1, "progress": False, "decisions": True}
    own = simulate("skyjo", [any_of, "greedy"], **call)
    found = measure(own)
    assert found.played_again
    rows, again = numbers(summarise(find(own))), numbers(found.summaries)
    assert list(again) == list(rows)
    for key, row in rows.items():
        assert again[key] == pytest.approx(row, rel=1e-12, abs=1e-12, nan_ok=True), key
    with ThreadPoolExecutor(1) as pool:
        assert not measure(own, executor=pool).played_again
    with pytest.warns(UserWarning, match="stopped"):
        stopped = simulate("skyjo", [broken, "greedy"], **call)
    assert not measure(stopped).played_again


def test_functions_without_decisions_are_measured_by_their_rows():
    """Measures that need decisions are left out, as of their folder."""

    def first(obs):
        return obs.legal[0]

    own = simulate("skyjo", [first, "greedy"], games=31, seed=1, progress=False, target=1)
    assert not measure(own).played_again


def test_without_numba_the_measures_are_the_same(monkeypatch):
    """Rows that were kept are read, which is faster there; without any it is played again."""
    call = {"games": 31, "seed": 1, "progress": False, "target": 1}
    fast = measure(simulate("skyjo", ["greedy"] * 2, **call)).frame
    monkeypatch.setattr(jit, "has_numba", lambda: False)
    again = measure(simulate("skyjo", ["greedy"] * 2, **call))
    rows = measure(simulate("skyjo", ["greedy"] * 2, **call, decisions=True))
    assert [again.played_again, rows.played_again] == [True, False]
    pd.testing.assert_frame_equal(again.frame, fast)
    pd.testing.assert_frame_equal(rows.frame, fast)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("kept", "missing"),
    [
        (["game_id", "seat", "phase"], {"decisions.legal_actions", "decisions.action"}),
        (["game_id", "seat", "legal_actions", "phase"], {"decisions.action"}),
    ],
)
def test_a_run_with_few_columns_says_the_same_in_memory_and_on_disk(own_folder, kept, missing):
    """All players of a run are bots, so that nobody needs to keep that."""
    pytest.importorskip("duckdb")

    def last(obs):
        return obs.legal[-1]

    call = {"games": 31, "seed": 1, "progress": False, "decisions": kept, "target": 1}
    here = measure(simulate("skyjo", [last, "random"], **call)).frame
    simulate("skyjo", [last, "random"], **call, to="run")
    there = measure("run").frame
    pd.testing.assert_frame_equal(here, there)
    lacking = " ".join(here["note"])
    assert {name for name in missing if name in lacking} == missing
    forced = here.set_index("measure")["value"]["forced_share"]
    assert pd.isna(forced) == ("legal_actions" not in kept)


def test_a_run_without_seats_has_no_decisions_to_measure(own_folder):
    """It is said in memory and on disk, and the rest is measured."""
    pytest.importorskip("duckdb")

    def last(obs):
        return obs.legal[-1]

    call = {"games": 31, "seed": 1, "progress": False, "decisions": ["phase"], "target": 1}
    with pytest.warns(UserWarning, match="the column game_id of decisions is missing"):
        here = measure(simulate("skyjo", [last, "random"], **call)).frame
    simulate("skyjo", [last, "random"], **call, to="run")
    with pytest.warns(UserWarning, match="the column game_id of decisions is missing"):
        there = measure("run").frame
    pd.testing.assert_frame_equal(here, there)


def test_a_comparison_keeps_no_decisions_but_has_their_measures(own_folder):
    """With a folder it keeps them, as it says; both give the same report."""
    pytest.importorskip("duckdb")
    versions = "skyjo", Version("skyjo", penalty_factor=1)
    call = {"players": ["greedy", "threshold(3)"], "games": 80, "seed": 1, "progress": False}
    here, there = versus(*versions, **call), versus(*versions, **call, to="both")
    assert [job.noted for job in here.jobs] == ["", ""]
    assert [job.noted for job in there.jobs] == ["detailed", "detailed"]
    assert {"forced_share", "card_drawn"} <= set(here.frame["measure"])
    pd.testing.assert_frame_equal(here.frame, there.frame)


def test_a_mirrored_run_is_loaded_as_it_was_played(own_folder):
    """A game that is opened from its folder is the one of its rows."""
    pytest.importorskip("duckdb")
    versus(
        "skyjo", "skyjo", players=["greedy", "threshold(3)"], games=8, seed=1, to="both",
        progress=False, measures=["score_mean"],
    )  # fmt: skip
    run = load_simulation("both/a")
    opened = run.open(3, display=False)
    assert len(opened.history.decisions) == run.games["decisions"][3]
    assert opened.winners == tuple(run.games["winners"][3])


def test_a_mirrored_run_on_disk_has_deals_as_its_units_both_ways(own_folder, monkeypatch):
    """Played again, and by the rows that it has kept."""
    pytest.importorskip("duckdb")
    players = ["greedy", "threshold(3)"]
    versus("skyjo", "skyjo", players=players, games=80, seed=1, to="both", progress=False)
    again = measure("both/a")
    monkeypatch.setattr(jit, "has_numba", lambda: False)
    rows = measure("both/a")
    assert [again.played_again, rows.played_again] == [True, False]
    assert "deal_share" in set(rows.frame["measure"])
    pd.testing.assert_frame_equal(again.frame, rows.frame)
