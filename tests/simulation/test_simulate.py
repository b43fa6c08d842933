"""Bulk play: its games are those of a board, whoever computes them and whatever goes wrong."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import errno
import functools
import os
import pickle
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from skyjo_widget import RulesError, SimulationError, bots, load_simulation, simulate
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.newskyjo.options import NEWSKYJO_PRESETS
from skyjo_widget.engine.skipbo.options import SKIPBO_PRESETS
from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS
from skyjo_widget.simulation import executors, run_folder, trace_frames
from skyjo_widget.simulation import simulate as simulation
from skyjo_widget.simulation.job import GroupRunner
from skyjo_widget.simulation.run_folder import RunFolder
from skyjo_widget.simulation.simulate import Piece, Simulation, make_job, play_job
from skyjo_widget.strategies.compiled import compile as compiler
from tests.fixtures.paths import ROOT
from tests.fixtures.random_games import RANDOM_GAMES

FRAMES = ("games", "rounds", "decisions")
LINE_UPS = {
    "skyjo": ["greedy", "random", "threshold(3)"],
    "newskyjo": ["greedy", "random", "greedy"],
    "skip-bo": ["greedy", "plain", "random"],
}
TWO = ["greedy", "threshold(2)"]
pytestmark = pytest.mark.filterwarnings(
    "ignore:(gives_up|fails_later|always_fails) stopped .* lost"
)
short_and_long = pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("skyjo", {}),
        ("newskyjo", {}),
        ("skip-bo", {"rules": SKIPBO_PRESETS["skip-bo"].replace(stock=8, rounds=2)}),
        pytest.param("skip-bo", {}, marks=pytest.mark.slow),
    ],
)


def first_legal(obs):
    """A strategy."""
    return obs.legal[0]


def gives_up(obs):
    """A strategy that fails now and then."""
    if obs.turn > 12:
        raise ValueError("too long")
    return obs.legal[0]


class Asking:
    """A strategy that does something once, at its first move."""

    def __init__(self, what):
        self.what, self.__name__ = what, "asking"

    def __call__(self, observation):
        if self.what:
            self.what, what = None, self.what
            what()
        return observation.legal[0]


def run(preset, players, games=6, seed=5, **options):
    """Play with every decision noted, without a bar."""
    options = {"decisions": True, "progress": False, **options}
    return simulate(preset, players, games=games, seed=seed, **options)


def mirrored(preset, players, games=6, seed=5, **options):
    """The same with each deal played from every seat."""
    job = make_job(preset, players, games, seed, **options)
    job = dataclasses.replace(job, mirrored=True, noted="detailed")
    return play_job(job, executor=None, progress=False)


def same(one, other):
    """All frames of two runs are equal, to the dtype."""
    for name in FRAMES:
        assert_frame_equal(getattr(one, name), getattr(other, name))


def as_on_the_board(result, *games):
    """Each game's rows are those of the same game on the board; all rows belong to a game.

    Of a game that was broken off the board doesn't tell the seed, how many actions a hand
    allowed, nor how cards were put back; here there is nobody from whom to keep it.  Nobody has
    won it at the board, where it waits for the strategy that failed.
    """
    frames = {name: getattr(result, name) for name in FRAMES}
    ids = frames["games"]["game_id"]
    assert ids.is_unique
    assert len(ids) == result.played
    for frame in frames.values():
        assert set(frame["game_id"]) <= set(ids)
    for number in games or range(result.played):
        log = result.open(number, display=False).log
        broken_off = not frames["games"]["finished"][number]
        for name, rows in frames.items():
            played = rows[rows["game_id"] == ids[number]].reset_index(drop=True)
            board = getattr(log, name)
            for column in {"games": ["created", "path"], "decisions": ["ms"]}.get(name, []):
                assert played[column].isna().all()
                played[column] = board[column]
            for column in ("seed", "legal_actions"):
                if broken_off and column in board:
                    assert played[column].notna().all()
                    played[column] = played[column].where(board[column].notna())
            if name == "games" and broken_off:
                assert board["winners"].isna().all()
                played["winners"] = board["winners"]
            if name == "decisions":
                kept = board["notation"] == "order"
                played.loc[kept, "notation"] = played["notation"].str[: len("order")]
            assert_frame_equal(played, board)


# The games of a simulation are those of a board


@pytest.mark.seconds
@short_and_long
def test_a_game_opened_on_the_board_has_the_same_rows(preset, options):
    """All columns and dtypes, but when it was, and how long it took."""
    as_on_the_board(run(preset, LINE_UPS[preset], 8, **options), 0, 3, 7)


@pytest.mark.parametrize("preset", [*SKYJO_PRESETS, *NEWSKYJO_PRESETS, *SKIPBO_PRESETS])
def test_so_it_has_in_every_preset(preset):
    """With the fewest players, or one more."""
    players = ["greedy", "random", "greedy"] if "new" in preset else ["greedy", "random"]
    as_on_the_board(run(preset, players, 2, turns=300), 1)


def random_tables(game, seeds):
    """Any rules, decks and line-ups: the arguments of a run, for each of so many seeds.

    Somebody plays at random: where all play well, and cards hardly cost points, no game of
    Skyjo would end.
    """
    for seed in seeds:
        h = RANDOM_GAMES[game](seed)
        if h and (game != "skyjo" or sum(k.value * k.count for k in h.deck.kinds) > h.deck.size):
            rng = np.random.default_rng([seed, 9])
            names = rng.choice(bots.names(h.game.name)[:3], len(h.players)).tolist()
            names[rng.integers(len(names))] = "random"
            turns = [20 + seed, 2000][seed % 3 == 0]
            options = {"rules": h.rules, "deck": h.deck, "turns": turns, "seed": seed}
            yield next(iter(h.game.presets)), names, options


@pytest.mark.seconds
@pytest.mark.parametrize("game", RANDOM_GAMES)
def test_so_it_has_with_any_rules_and_decks(game):
    """Effects of one's own, grids of all sizes, teams, small decks, games broken off."""
    tables = list(random_tables(game, range(8)))
    assert len(tables) >= 3
    for preset, players, options in tables:
        as_on_the_board(run(preset, players, 2, **options), 1)


@pytest.mark.slow
@pytest.mark.parametrize("game", RANDOM_GAMES)
def test_so_it_has_at_length(game):
    """The same, many times, with mirrored deals too."""
    for preset, players, options in random_tables(game, range(100, 200)):
        make = mirrored if options["seed"] % 2 else run
        as_on_the_board(make(preset, players, 3, **options))


@pytest.mark.parametrize("preset", LINE_UPS)
def test_so_it_has_where_functions_play(preset):
    """Alone or beside built-in policies, games that they stop too."""
    beside = LINE_UPS[preset][1:]
    as_on_the_board(run(preset, [first_legal, *beside], 2, turns=100))
    result = run(preset, [gives_up, *beside], 3)
    assert len(result.faults) > 0
    as_on_the_board(result)


@pytest.mark.seconds
@short_and_long
def test_so_it_has_where_deals_are_mirrored(preset, options):
    """The names move from seat to seat; the deal stays, round for round."""
    players = LINE_UPS[preset]
    result = mirrored(preset, players, 6, **options)
    as_on_the_board(result)
    assert len(set(map(tuple, result.games["names"]))) == 3
    first = [result.open(game, display=False).history.events[1]["order"] for game in range(4)]
    assert first[0] == first[1] == first[2] != first[3]


# The same games with any number of workers


@pytest.fixture(scope="module")
def pool():
    """Two processes that know nothing yet."""
    with ProcessPoolExecutor(2) as executor:
        yield executor


@pytest.mark.seconds
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_result_does_not_depend_on_threads(workers):
    """However many there are."""
    for players, games in ((TWO, 2100), ([first_legal, "random"], 34)):
        options = {"games": games, "target": 1, "decisions": ["notation", "card_out"]}
        alone = run("skyjo", players, **options)
        with ThreadPoolExecutor(workers) as executor:
            same(alone, run("skyjo", players, **options, executor=executor))


def test_nor_on_processes(pool):
    """Nor on where the files are written."""
    for players, games in ((TWO, 2100), ([first_legal, "random"], 34)):
        options = {"games": games, "target": 1, "decisions": ["notation", "card_out"]}
        alone = run("skyjo", players, **options)
        same(alone, run("skyjo", players, **options, executor=pool))


@pytest.mark.seconds
def test_nor_on_who_is_first(own_folder):
    """An executor that is done with the last piece first gives the same files."""

    class Backwards(Executor):
        """Does what was handed out when it must, the last first."""

        def __init__(self):
            self.waiting = []

        def submit(self, function, /, *arguments):
            mine = self
            at = len(self.waiting)

            class Late(Future):
                def result(self, timeout=None):
                    for other, call in reversed(mine.waiting[at:]):
                        if not other.done():
                            other.set_result(call())
                    return super().result(timeout)

            future = Late()
            self.waiting.append((future, functools.partial(function, *arguments)))
            return future

    players = [first_legal, "random"]
    one = run("skyjo", players, 50, target=1, to="one")
    other = run("skyjo", players, 50, target=1, to="other", executor=Backwards())
    same(one, other)
    assert contents(own_folder / "one") == contents(own_folder / "other")


def contents(folder):
    """Each file below a folder, with what it holds."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


WITHOUT_NUMBA = """
import importlib.util, pickle, sys
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *a: None if name == "numba" else found(name, *a)
from skyjo_widget import simulate
from skyjo_widget.engine.core import jit as speed
assert not speed.has_numba()
frames = []
for preset, players in {line_ups!r}.items():
    result = simulate(preset, players, games=3, seed=5, decisions=True, progress=False)
    frames += [result.games, result.rounds, result.decisions]
assert "numba" not in sys.modules
sys.stdout.buffer.write(pickle.dumps(frames))
"""


@pytest.mark.seconds
def test_nor_on_numba():
    """Without it, the same games of all three kinds."""
    code = WITHOUT_NUMBA.format(line_ups=LINE_UPS)
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    again = pickle.loads(done.stdout)
    for preset, players in LINE_UPS.items():
        result = run(preset, players, 3)
        for name in FRAMES:
            assert_frame_equal(getattr(result, name), again.pop(0))


def test_more_games_begin_with_the_same():
    """A longer run goes on where a shorter one stops."""
    short, long = run("skyjo", TWO, 40, target=1), run("skyjo", TWO, 1100, target=1)
    assert_frame_equal(short.decisions, long.decisions.iloc[: len(short.decisions)])


def test_a_seed_is_made_up_and_told():
    """So that a run can be had again; another seed gives other games."""
    one = simulate("skyjo", TWO, games=5, progress=False)
    assert f"seed {one.job.seed}" in repr(one)
    again = simulate("skyjo", TWO, games=5, seed=one.job.seed, progress=False)
    other = simulate("skyjo", TWO, games=5, progress=False)
    assert_frame_equal(one.rounds, again.rounds)
    assert not one.rounds["score"].equals(other.rounds["score"])


# Parquet


@pytest.mark.seconds
@pytest.mark.parametrize("preset", LINE_UPS)
def test_files_give_the_same_frames_as_memory(preset):
    """Several pieces, with functions and without; a game is opened all the same."""
    players = [first_legal, *LINE_UPS[preset][1:]]
    options = {"turns": 15, "games": 20}
    kept, written = run(preset, players, **options), run(preset, players, **options, to="mine")
    same(kept, written)
    as_on_the_board(written, 17)
    kept, written = run(preset, LINE_UPS[preset], 3), run(preset, LINE_UPS[preset], 3, to="built")
    same(kept, written)
    as_on_the_board(written, 2)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "players", [TWO, [first_legal, "random"], [gives_up, "random"]], ids=["fast", "own", "failing"]
)
def test_a_folder_is_opened_again(players):
    """As it was returned, its faults too; functions are only needed to be compiled again."""
    result = run("skyjo", players, 40, to="run", target=30)
    again = load_simulation("run")
    same(result, again)
    assert repr(again) == repr(result)
    assert_frame_equal(result.faults, again.faults)
    as_on_the_board(again, 0, 17, 39)
    same(result, load_simulation("run", players=players))


@pytest.mark.seconds
def test_a_run_that_was_cut_short_is_opened_with_what_is_there():
    """Whatever its last moment was; a joined file takes the place of those that it joins."""
    whole = run("skyjo", [first_legal, "random"], 80, target=1, to="whole")
    names = ("games", "rounds", "decisions", "actions")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunFolder, "join", lambda self: None)
        run("skyjo", [first_legal, "random"], 80, target=1, to="small")
    for name in names:  # killed while it was removing small files
        shutil.copy(f"whole/{name}/000000000-000000079.parquet", f"small/{name}")
        Path(f"small/{name}/000000032-000000047.parquet").unlink()
    same(whole, load_simulation("small"))
    Path("small/games/000000000-000000079.parquet").unlink()  # while it was joining them
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RunFolder, "join", lambda self: None)
        run("skyjo", [first_legal, "random"], 32, target=1, to="less")
    again = load_simulation("small")
    same(load_simulation("less"), again)
    assert again.trouble == "it was stopped before the end"
    assert "32 of 80 games" in repr(again)


def test_what_is_no_run_is_refused(own_folder):
    """A folder of something else, a note that is damaged, players that are others."""
    with pytest.raises(SimulationError, match=r"^'nowhere' is no folder of a run"):
        load_simulation("nowhere")
    run("skyjo", [first_legal, "random"], 3, target=1, to="run")
    for players in ([gives_up, "random"], TWO, [first_legal]):
        with pytest.raises(SimulationError, match="haven't played there, or not as they are now"):
            load_simulation("run", players=players)
    note = own_folder / "run" / "run.json"
    written = note.read_text()
    damages = [written[:-20], written.replace("skyjo", "chess"), written.replace(": 3,", ": null,")]
    damages += [written.replace(*others) for others in (('"decisions": true', '"decisions": "x"'),)]
    damages += [written.replace('"turns": 2000', '"turns": 0'), written.replace("10.0", '"x"')]
    for damaged in ("", "[]", "{}", *damages):
        assert damaged != written
        note.write_text(damaged)
        with pytest.raises(SimulationError, match=r"is no folder of a run|its run\.json can't"):
            load_simulation("run")
    note.write_text(written)
    with pytest.raises(RulesError, match="a list is needed"):
        load_simulation("run", players="greedy")
    for file in (own_folder / "run" / "games").iterdir():
        file.unlink()
    with pytest.raises(SimulationError, match="no game was finished there"):
        load_simulation("run")


@pytest.mark.parametrize("after", range(4))
def test_files_of_a_piece_count_when_the_last_is_there(after):
    """Killed between two of them, it is as if none had been written."""
    players = [gives_up, "random"]
    real, made = Path.replace, []

    def killed(self, target):
        if len(made) == 5 + after:  # the first piece has five files
            raise KeyboardInterrupt
        made.append(target)
        return real(self, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", killed)
        patch.setattr(RunFolder, "join", lambda self: None)
        with pytest.warns(UserWarning, match="interrupted"):
            run("skyjo", players, 40, to="run")
    less = run("skyjo", players, 16)
    assert len(less.faults)
    again = load_simulation("run")
    same(less, again)
    assert_frame_equal(less.faults, again.faults)


@pytest.mark.slow
def test_small_files_are_joined():
    """As soon as there are many, and at the end."""
    told = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_folder, "GAMES", 48)
        real = RunFolder.write

        def write(self, *arguments):
            real(self, *arguments)
            told.append(list(self.spans))

        patch.setattr(RunFolder, "write", write)
        result = run("skyjo", [first_legal, "random"], 120, target=1, to="run")
    assert told[2] == [(0, 47)]
    assert told[4] == [(0, 47), (48, 63), (64, 79)]
    files = sorted(path.name for path in Path("run/games").iterdir())
    assert files == [
        "000000000-000000047.parquet",
        "000000048-000000095.parquet",
        "000000096-000000119.parquet",
    ]
    same(result, run("skyjo", [first_legal, "random"], 120, target=1))
    as_on_the_board(result, 0, 47, 48, 119)
    assert [len(result._folder.actions(*span)) for span in ((0, 15), (112, 119))] == [16, 8]


@pytest.mark.seconds
def test_a_disk_without_room_to_join_them_loses_nothing(monkeypatch):
    """Small files stay."""
    real = trace_frames.joined_parquet
    monkeypatch.setattr(run_folder, "GAMES", 32)

    def full(self, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def joined(files):
        monkeypatch.setattr(run_folder, "write_synced", full)
        return real(files)

    monkeypatch.setattr(trace_frames, "joined_parquet", joined)
    with pytest.warns(UserWarning, match="^32 of 60 games: it couldn't be written"):
        result = run("skyjo", [first_legal, "random"], 60, target=1, to="run")
    same(result, run("skyjo", [first_legal, "random"], 32, target=1))
    same(result, load_simulation("run"))


@pytest.mark.parametrize(
    "columns", [["ms"], ["notation"], ["player", "card_in", "cleared", "source"]]
)
def test_only_the_columns_asked_for_are_kept(columns, own_folder):
    """In memory and in files; in the order of the column dictionary."""
    every = run("skyjo", TWO, 5).decisions
    kept = run("skyjo", TWO, 5, decisions=columns).decisions
    written = run("skyjo", TWO, 5, decisions=columns, to="run").decisions
    assert_frame_equal(kept, every[[name for name in every if name in columns]])
    assert_frame_equal(written, kept)
    on_disk = pd.read_parquet(own_folder / "run" / "decisions")
    assert list(on_disk) == list(kept)


def test_other_programs_read_the_files(own_folder):
    """pandas alone, a folder as one frame, with the same values."""
    result = run("skyjo", [first_legal, "random"], 40, target=1, to="run")
    for name in FRAMES:
        read = pd.read_parquet(own_folder / "run" / name)
        ours = getattr(result, name)
        assert list(read) == list(ours)
        assert len(read) == len(ours)
        for column in ("game_id", "score", "notation", "card_out"):
            if column in ours:
                assert read[column].astype(object).where(read[column].notna(), None).tolist() == (
                    ours[column].astype(object).where(ours[column].notna(), None).tolist()
                )


def test_without_decisions_none_are_kept(own_folder):
    """Asking for them says what to do."""
    for result in (
        run("skyjo", TWO, 5, decisions=False),
        run("skyjo", TWO, 5, decisions=False, to="f"),
    ):
        with pytest.raises(SimulationError, match=r"simulate\(…, decisions=True\) keeps them"):
            _ = result.decisions
        assert result.open(4, display=False).over
    assert not (own_folder / "f" / "decisions").exists()


def held(thing, seen=None):
    """The bytes of all arrays and texts that something holds."""
    seen = set() if seen is None else seen
    if id(thing) in seen:
        return 0
    seen.add(id(thing))
    if isinstance(thing, np.ndarray):
        return thing.nbytes
    if isinstance(thing, (str, bytes)):
        return len(thing)
    if isinstance(thing, dict):
        return sum(held(value, seen) for value in thing.values())
    if isinstance(thing, (list, tuple, set)):
        return sum(held(value, seen) for value in thing)
    return held(vars(thing), seen) if isinstance(thing, (Simulation, RunFolder)) else 0


@pytest.mark.seconds
def test_a_run_into_files_holds_no_rows():
    """It knows which games are in which file, and no more."""
    players = [first_legal, "random"]
    short = run("skyjo", players, 32, target=1, to="short")
    long = run("skyjo", players, 80, target=1, to="a_b_c")
    assert held(long) == held(short)
    assert held(run("skyjo", players, 32, target=1)) > 10_000


@pytest.mark.slow
def test_memory_stays_flat():
    """A run into files three times as long needs hardly more; one that is kept does."""
    with ThreadPoolExecutor(1) as executor:

        def most(games, to=None):
            tracemalloc.start()
            result = run("skyjo", TWO, games, target=1, to=to, executor=executor)
            assert result.complete
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            return peak

        most(2048, "first")  # loads what is needed
        short = most(4 * 1024, "short")
        assert most(12 * 1024, "long") < 1.3 * short
        assert most(12 * 1024) > 1.6 * short


# Knowledge of the games


def random_rounds(games, seed):
    """Rounds of two players at random; so many games of one round."""
    result = simulate("skyjo", ["random"] * 2, games=games, seed=seed, target=1, progress=False)
    rounds = result.rounds[result.rounds["round"] == 1]
    assert len(rounds) == 2 * games
    return rounds


def test_random_play_scores_what_is_published():
    """60.4 points a round, 77.8 as recorded; 51 % of those who end a round are doubled.

    The standard deviation of a score is about 17, of one as recorded 41 (doubled or not).  Of
    40,000 rounds, two scores each that hardly depend on each other, the mean's standard error
    is below 17 / √40,000 = 0.09 and 41 / √40,000 = 0.21, that of the share √(0.25 / 40,000)
    = 0.0025.  Four of them, and the rounding of what is published: 0.4, 0.9, 0.015.
    """
    rounds = random_rounds(40_000, seed=1)
    assert rounds["raw_score"].std() < 17
    assert rounds["score"].std() < 41
    assert rounds["raw_score"].mean() == pytest.approx(60.4, abs=0.4)
    assert rounds["score"].mean() == pytest.approx(77.8, abs=0.9)
    ended = rounds[rounds["ender"]]
    assert len(ended) == 40_000
    assert (ended["penalty"] > 0).mean() == pytest.approx(0.51, abs=0.015)


@pytest.mark.seconds
def test_a_threshold_beats_greed():
    """In 69.9 % of the games to 100 (100,000 mirrored ones; shared wins by half: ± 0.3).

    20,000 games have a standard error of √(0.7 × 0.3 / 20,000) = 0.0032, four are 0.013.
    """
    result = simulate("skyjo", ["threshold(2)", "greedy"], games=20_000, seed=3, progress=False)
    rate = result.summary.set_index("player")["win_rate"]
    assert rate["threshold(2)"] == pytest.approx(0.699, abs=0.013)
    assert rate.sum() == pytest.approx(1)


def test_a_summary_counts_shared_wins_by_their_share():
    """Wins add up to the finished games, the interval holds the rate."""
    result = run("newskyjo", ["random"] * 3, 200)
    told, games = result.summary, result.games
    assert told["player"].tolist() == ["random", "random 2", "random 3"]
    assert (games["winners"].list.len() > 1).any()
    assert told["wins"].sum() == pytest.approx(games["finished"].sum())
    assert (told["low"] < told["win_rate"]).all()
    assert (told["win_rate"] < told["high"]).all()
    means = result.rounds.groupby("player")["score"].mean()
    assert told["mean_score"].tolist() == pytest.approx(means.tolist())


@pytest.mark.parametrize("preset", LINE_UPS)
def test_a_game_that_is_broken_off_is_unfinished_and_nobody_has_won(preset):
    """Its last round has no score; those before it have."""
    result = run(preset, LINE_UPS[preset], 20, turns=7)
    assert not result.games["finished"].any()
    assert result.games["winners"].isna().all()
    last = result.rounds.groupby("game_id")["round"].transform("max") == result.rounds["round"]
    assert not result.rounds["finished"][last].any()
    assert result.rounds["finished"][~last].all()
    assert result.rounds["score"][last].isna().all()
    told = result.summary
    assert (told["games"] == 0).all()
    assert told[["win_rate", "mean_score"]].isna().all(axis=None)
    assert told[["low", "high"]].to_numpy().tolist() == [[0, 1]] * 3


# Unplayable arguments are refused with a sentence


@pytest.mark.parametrize(
    ("preset", "players", "options", "says"),
    [
        ("chess", TWO, {}, "'chess' is no game here; there are skyjo, skyjo-strict"),
        (None, TWO, {}, "None is no game here; there are skyjo"),
        ("skyjo", ["greedy", "clever"], {}, "'clever' is no bot of skyjo.*; there are random"),
        ("skyjo", ["greedy", "Ana"], {}, r"'Ana' is no bot .* \(nobody plays by hand here\)"),
        ("skyjo", ["greedy", "bot:Ana"], {}, r"'Ana' is no bot .* \(nobody plays by hand here\)"),
        ("skyjo", ["greedy", 3], {}, "3 is no player"),
        (
            "skyjo",
            "greedy",
            {},
            r"players='greedy': a list is needed, as in \['greedy', 'random'\]",
        ),
        ("skyjo", {"greedy"}, {}, "a list is needed"),
        ("skyjo", None, {}, "players=None: a list is needed"),
        ("skyjo", [], {}, "Skyjo is played by 2 to 8 players, not 0"),
        ("skyjo", ["greedy"], {}, "Skyjo is played by 2 to 8 players, not 1"),
        ("skyjo", ["greedy"] * 9, {}, "Skyjo is played by 2 to 8 players, not 9"),
        ("newskyjo", ["greedy"] * 2, {}, "NewSkyjo is played by 3 to 8 players, not 2"),
        ("skyjo", TWO, {"games": 0}, "games=0: a whole number from 1 to 2,147,483,647 is needed"),
        ("skyjo", TWO, {"games": -5}, "games=-5: a whole number from 1 to"),
        ("skyjo", TWO, {"games": 2**31}, "games=2147483648: a whole number from 1 to"),
        ("skyjo", TWO, {"games": 2.5}, "games=2.5 is no whole number"),
        ("skyjo", TWO, {"games": True}, "games=True is no whole number"),
        ("skyjo", TWO, {"seed": -1}, r"seed=-1: a whole number from 0 to 2\*\*63 - 1 is needed"),
        ("skyjo", TWO, {"seed": 2**63}, "a whole number from 0 to"),
        ("skyjo", TWO, {"seed": 0.5}, "seed=0.5 is no whole number"),
        ("skyjo", TWO, {"turns": 0}, "turns=0: a whole number from 1 to"),
        ("skyjo", TWO, {"turns": 2**70}, "a whole number from 1 to"),
        ("skyjo", TWO, {"stock": 3}, "'stock' is no option of Skyjo; there are columns, rows"),
        ("skyjo", TWO, {"target": "x"}, "target='x' is no whole number"),
        ("skyjo", TWO, {"rules": SKIPBO_PRESETS["skip-bo"]}, "skyjo needs a SkyjoRules"),
        ("skyjo", TWO, {"deck": "none.csv"}, "there is no such file"),
        ("skyjo", TWO, {"decisions": []}, r"decisions=\[\]: True, or a list of columns is needed"),
        ("skyjo", TWO, {"decisions": "score"}, "decisions='score': True, or a list of columns"),
        ("skyjo", TWO, {"decisions": 1}, "decisions=1: True, or a list of columns is needed"),
        (
            "skyjo",
            TWO,
            {"decisions": ["score"]},
            "no column 'score'.*; there are game_id, decision",
        ),
        ("skyjo", TWO, {"to": 3}, "to=3 is no path of a folder"),
        ("skyjo", TWO, {"executor": 4}, "executor=4 is no executor; a thread or process pool"),
        ("skyjo", TWO, {"executor": ThreadPoolExecutor}, "is no executor"),
    ],
)
def test_what_cannot_be_played_is_refused(preset, players, options, says, own_folder):
    """The sentence names what is wrong and what would be right; nothing is left behind."""
    with pytest.raises(RulesError, match=says):
        simulate(preset, players, **{"games": 3, "seed": 1, "progress": False, **options})
    assert not list(own_folder.iterdir())


def test_a_folder_must_be_new(own_folder):
    """One that holds something, or a file, is left as it is."""
    (own_folder / "full").mkdir()
    (own_folder / "full" / "mine").write_text("mine")
    for to in ("full", own_folder / "full" / "mine"):
        with pytest.raises(RulesError, match="exists already and isn't empty: name a new folder"):
            run("skyjo", TWO, to=to)
    assert contents(own_folder) == {"full/mine": b"mine"}
    (own_folder / "empty").mkdir()
    assert run("skyjo", TWO, to="empty").complete


def test_a_run_that_was_killed_early_is_not_in_the_way(own_folder):
    """Before its first game its folder is taken over; with a game, or by two runs, it isn't."""
    left = own_folder / "run"
    player = Asking(lambda: shutil.copytree("run", "copy", dirs_exist_ok=True))
    run("skyjo", [player, "random"], 3, target=1, to="run")
    shutil.rmtree(left)
    (own_folder / "copy").rename(left)  # as a kill leaves it: with a note, and the lock's file
    assert {path.name for path in left.iterdir()} == {"run.json", ".run.json.lock"}
    for folder, name in (("games", "_000000000-000000002.parquet.half"), ("rounds", "junk")):
        (left / folder).mkdir()
        (left / folder / name).touch()
    with pytest.raises(RulesError, match="isn't empty"):
        run("skyjo", TWO, to="run")
    (left / "rounds" / "junk").rename(left / "rounds" / "000000000-000000002.parquet")
    whole = run("skyjo", TWO, to="run")
    same(load_simulation("run"), whole)
    with pytest.raises(RulesError, match="isn't empty"):
        run("skyjo", TWO, to="run")


def test_two_runs_do_not_share_a_folder(own_folder):
    """The one that came first goes on."""

    def again():
        with pytest.raises(RulesError, match="another run writes there"):
            run("skyjo", TWO, to="run")

    assert run("skyjo", [Asking(again), "random"], 3, target=1, to="run").complete
    assert not (own_folder / "run" / ".run.json.lock").exists()


def test_a_folder_that_cannot_be_made_is_said_at_once(own_folder):
    """Before a game is played."""
    (own_folder / "file").write_text("")
    with pytest.raises(SimulationError, match=r"to='file/run': it couldn't be written: .*director"):
        run("skyjo", [first_legal] * 2, to="file/run")


def test_without_pyarrow_nothing_is_begun(monkeypatch, own_folder):
    """It is said what to install, before a game is played."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Exception, match="Parquet needs pyarrow, which isn't installed here"):
        run("skyjo", TWO, to="run")
    assert not list(own_folder.iterdir())


def test_there_is_no_game_beyond_the_last():
    """Nor before the first."""
    result = run("skyjo", TWO, 3)
    for number in (3, -1):
        with pytest.raises(SimulationError, match=f"no game {number}; games go from 0 to 2"):
            result.open(number)
    with pytest.raises(RulesError, match=r"game=1.5 is no whole number"):
        result.open(1.5)


# Errors in the middle leave the finished games


class Interrupting:
    """A strategy at whose n-th answer somebody presses Stop."""

    def __init__(self, answers):
        self.left = answers

    def __call__(self, obs):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return obs.legal[0]


def answers_of(games):
    """Return how often a strategy at seat 0 is asked in so many games."""
    decisions = run("skyjo", [first_legal, "random"], games, target=1).decisions
    return int((decisions["seat"] == 0).sum())


@pytest.mark.seconds
@pytest.mark.parametrize("to", [None, "run"])
def test_an_interrupt_keeps_what_is_done(to):
    """With a warning; the games are those of a whole run."""
    players = [Interrupting(answers_of(20)), "random"]
    with pytest.warns(UserWarning, match=r"^16 of 100 games: interrupted$"):
        result = run("skyjo", players, 100, target=1, to=to)
    assert (result.played, result.complete, result.trouble) == (16, False, "interrupted")
    assert "16 of 100 games" in repr(result)
    whole = run("skyjo", [first_legal, "random"], 16, target=1)
    numbers = ["decision", "round", "turn", "seat", "notation", "card_in"]
    assert_frame_equal(result.decisions[numbers], whole.decisions[numbers])
    assert len(result.games) == 16
    assert result.open(15, display=False).over


def test_an_interrupt_before_anything_is_done_leaves_nothing(own_folder):
    """Neither a result nor a folder; it is an interrupt like any other."""
    players = [Interrupting(3), "random"]
    with pytest.raises(KeyboardInterrupt):
        run("skyjo", players, 100, target=1, to="run")
    assert not list(own_folder.iterdir())


def test_a_piece_is_never_cut_in_two(monkeypatch):
    """A press of Stop while one is taken waits until it is there as a whole."""
    taken = Simulation.add

    def press_stop_in_between(self, piece):
        signal.raise_signal(signal.SIGINT)
        taken(self, piece)

    monkeypatch.setattr(Simulation, "add", press_stop_in_between)
    with pytest.warns(UserWarning, match=r"^16 of 40 games: interrupted$"):
        result = run("skyjo", [first_legal, "random"], 40, target=1)
    assert result.games["game_id"].nunique() == result.rounds["game_id"].nunique() == 16


class Failing(Executor):
    """An executor that does as it is told, until it fails."""

    def __init__(self, pieces, error, *, at_once=False):
        self.left, self.error, self.at_once = pieces, error, at_once

    def submit(self, function, /, *arguments):
        future = Future()
        self.left -= 1
        if self.left >= 0:
            future.set_result(function(*arguments))
        elif self.at_once:
            raise self.error
        else:
            future.set_exception(self.error)
        return future


@pytest.mark.parametrize(
    ("error", "at_once", "says"),
    [
        (KeyboardInterrupt(), False, "interrupted"),
        (RuntimeError("gone"), False, "the executor failed: RuntimeError: gone"),
        (RuntimeError("gone"), True, "the executor failed: RuntimeError: gone"),
        (OSError("no line"), False, "the executor failed: OSError: no line"),
        (OSError("no line"), True, "the executor failed: OSError: no line"),
        (concurrent.futures.CancelledError(), False, "the executor failed: CancelledError: "),
    ],
)
def test_an_executor_that_fails_leaves_what_it_has_done(error, at_once, says):
    """It fails when it is asked, or when it should answer."""
    with pytest.warns(UserWarning, match=f"^32 of 100 games: {says}"):
        result = run(
            "skyjo",
            [first_legal, "random"],
            100,
            target=1,
            executor=Failing(2, error, at_once=at_once),
        )
    assert len(result.games) == 32


def test_an_executor_that_was_shut_down_is_said(own_folder):
    """No game was played then."""
    with ThreadPoolExecutor(1) as executor:
        pass
    with pytest.raises(
        SimulationError,
        match=r"^no game was finished: the executor failed: RuntimeError: cannot schedule",
    ):
        run("skyjo", TWO, executor=executor, to="run")
    assert not list(own_folder.iterdir())


def ends_its_process(obs):
    """A strategy that ends the process of its worker, once a file says so."""
    if Path("kill").exists() and obs.turn > 10:
        os.kill(os.getpid(), signal.SIGKILL)
    return obs.legal[0]


@pytest.mark.seconds
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_worker_that_is_killed_leaves_what_was_done(own_folder):
    """Pieces that came before are whole; nothing is half."""
    taken = Simulation.add

    def kill_then(self, piece):
        taken(self, piece)
        if self.played == 32:
            Path("kill").write_text("")

    with ProcessPoolExecutor(1) as executor, pytest.MonkeyPatch.context() as patch:
        patch.setattr(Simulation, "add", kill_then)
        with pytest.warns(UserWarning, match="of 4,000 games: the executor failed: BrokenProcess"):
            result = run(
                "skyjo", [ends_its_process, "random"], 4000, target=1, executor=executor, to="run"
            )
    assert 32 <= result.played < 4000
    Path("kill").unlink()
    games = result.played
    whole = run("skyjo", [ends_its_process, "random"], games, target=1, to="whole")
    same(result, whole)
    pieces, others = contents(own_folder / "run"), contents(own_folder / "whole")
    assert {name: pieces[name] for name in pieces if "parquet" in name} == {
        name: others[name] for name in others if "parquet" in name
    }


@pytest.mark.parametrize("verb", ["write_synced", "replace"])
def test_a_full_disk_leaves_what_was_written(verb, own_folder, monkeypatch):
    """Whole pieces, which pandas reads too, and nothing of the others."""
    where = run_folder if verb == "write_synced" else Path
    real = getattr(where, verb)

    def until_full(self, *arguments):
        if int(self.name.strip("_")[:9]) == 32 and "rounds" in self.parts:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(self, *arguments)

    monkeypatch.setattr(where, verb, until_full)
    with pytest.warns(UserWarning, match=r"^32 of 100 games: it couldn't be written: .*No space"):
        result = run("skyjo", [first_legal, "random"], 100, target=1, to="run")
    assert result.trouble.startswith("it couldn't be written")
    same(result, run("skyjo", [first_legal, "random"], 32, target=1))
    for name in FRAMES:
        assert pd.read_parquet(own_folder / "run" / name)["game_id"].nunique() == 32
    parts = {p.name for p in (own_folder / "run").rglob("*") if p.is_file()}
    assert parts == {"run.json", "000000000-000000031.parquet"}


def test_a_disk_that_is_full_at_once_leaves_no_folder(own_folder, monkeypatch):
    """So the same cell can be run again."""

    def full(self, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(run_folder, "write_synced", full)
        with pytest.raises(SimulationError, match=r"^no game was finished: it couldn't be written"):
            run("skyjo", [first_legal, "random"], 100, target=1, to="run")
    assert not list(own_folder.iterdir())
    assert run("skyjo", [first_legal, "random"], 3, target=1, to="run").complete


@pytest.mark.parametrize("kind", ["lambda", "inner", "main"])
def test_a_function_plays_in_other_processes_as_it_is(kind, pool, monkeypatch):
    """Also a lambda, one within another, and one of a notebook, as it is now."""

    def inner(obs):
        return obs.legal[0]

    mine = {"lambda": lambda obs: obs.legal[0], "inner": inner, "main": first_legal}[kind]
    if kind == "main":
        monkeypatch.setattr(first_legal, "__module__", "__main__")
    alone = run("skyjo", [mine, "random"], 2, target=1)
    there = run("skyjo", [mine, "random"], 2, target=1, executor=pool)
    pd.testing.assert_frame_equal(there.rounds, alone.rounds)


def test_what_cannot_go_to_another_process_is_refused(pool):
    """Before anything is handed out; threads take it."""

    class Locked:
        def __init__(self):
            self.lock = threading.Lock()

        def __call__(self, obs):
            return obs.legal[0]

    with pytest.raises(RulesError, match=r"Locked can't go to another process: TypeError: .*lock"):
        run("skyjo", [Locked(), "random"], executor=pool)
    with ThreadPoolExecutor(1) as threads:
        assert run("skyjo", [Locked(), "random"], 2, target=1, executor=threads).complete


class Bytes(Executor):
    """An executor that sends what it gets, and sends it back, by the standard pickle."""

    _max_workers = 1

    def __init__(self):
        self.sent = []

    def submit(self, work, /, *args):
        self.sent.append(pickle.dumps((work, args)))
        work, args = pickle.loads(self.sent[-1])
        future = Future()
        future.set_result(pickle.loads(pickle.dumps(work(*args))))
        return future


@pytest.mark.seconds
def test_what_is_sent_is_the_job_alone():
    """A few thousand bytes, whatever the number of games, and a function by its code."""
    sizes = {}
    for games in (32, 320):
        executor = Bytes()
        mine = lambda obs: obs.legal[0]  # noqa: E731
        played = run("skyjo", [mine, "random"], games, target=1, executor=executor)
        assert played.complete
        sizes[games] = max(map(len, executor.sent))
        assert len(executor.sent) == games // 16
    assert sizes[32] == pytest.approx(sizes[320], abs=10)
    assert sizes[320] < 6000


def test_an_error_of_ours_is_not_hidden(monkeypatch):
    """Without an executor, the error comes as it is."""

    def broken(*_, **_options):
        raise ZeroDivisionError

    monkeypatch.setattr(simulation, "play_block", broken)
    for players in (TWO, [first_legal, "random"]):
        with pytest.raises(ZeroDivisionError):
            run("skyjo", players)


def fails_later(obs):
    """A strategy that fails in some games."""
    if obs.round == 2:
        raise ValueError("too long")
    return obs.legal[0]


def test_a_strategy_that_fails_stops_its_game_alone():
    """The result has the player, the moment, the reason and the observation."""
    result = run("skyjo", [fails_later, "greedy"], 20)
    faults = result.faults
    assert result.complete
    assert 0 < len(faults) < 20
    assert set(faults["player"]) == {"fails_later"}
    assert set(faults["text"]) == {"ValueError: too long"}
    text = f"fails_later stopped {len(faults)} of 20 games, and lost them: ValueError: too long"
    assert text in repr(result)
    stopped = result.games.iloc[faults["game"].tolist()]
    assert not stopped["finished"].any()
    assert stopped["decisions"].tolist() == faults["decision"].tolist()


def always_fails(obs):
    """A strategy with an error."""
    raise ValueError("oh <b>")


@pytest.mark.parametrize("to", [None, "run"])
def test_a_run_that_was_always_stopped_shows_no_score(to):
    """With the first error: no number that isn't one."""
    result = run("skyjo", [always_fails, "random"], 20, to=to)
    for one in [result] if to is None else [result, load_simulation(to)]:
        assert "always_fails stopped 20 of 20 games, and lost them: ValueError: oh <b>" in repr(one)
        for text in (one.html(), one.html("fr")):
            assert "ValueError: oh &lt;b&gt;" in text
            assert "nan" not in text


def test_a_run_without_a_finished_game_says_so():
    """Nobody has failed, and nobody has finished."""
    result = run("skyjo", TWO, 20, turns=7)
    assert "stopped" not in repr(result)
    assert "No game was played to the end" in result.html()
    assert "nan" not in result.html()
    assert "Aucune partie n’a été jouée jusqu’au bout" in result.html("fr")
    assert "<table" not in result.html()


# Notices of long runs


def test_a_slow_strategy_is_told_once_with_what_it_will_take(monkeypatch):
    """Numbers follow from the games so far; once it is compiled there is nothing to tell."""

    def never_compiled(obs):
        return obs.legal[0]

    monkeypatch.setattr(compiler, "PAYS", float("inf"))
    monkeypatch.setattr(executors, "PATIENCE", 10)
    clock = iter(np.arange(0, 10_000, 5.0).tolist())
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))
    with pytest.warns(UserWarning, match="a strategy that isn't compiled: ") as told:
        run("skyjo", [never_compiled, "random"], 48, target=1)
    (warning,) = told
    assert warning.filename == __file__
    assert "games a second, so all take some " in str(warning.message)
    assert "(Stop keeps what is done)" in str(warning.message)


@pytest.mark.slow
@pytest.mark.parametrize("how", ["environment", "config", "file"])
def test_numba_that_is_switched_off_stops_nothing(own_folder, how):
    """However it was: games, runs and tournaments are interpreted, and it is said why."""
    before = {
        "environment": "import os; os.environ['NUMBA_DISABLE_JIT'] = '1'",
        "config": "import numba; numba.config.DISABLE_JIT = True",
        "file": "open('.numba_config.yaml', 'w').write('disable_jit: 1')",
    }
    code = """
from skyjo_widget import play, simulate, tournament
from skyjo_widget.simulation.simulate import make_job

def mine(o):
    return o.legal[0]

table = play("skyjo", ["bot:strong(20)", mine], seed=1, record=False, display=False)
for _ in range(8):
    table.step()
options = {"games": 6, "seed": 1, "progress": False}
assert simulate("skyjo", ["greedy", "strong(2)"], **options).complete
assert len(tournament(["greedy", "random", mine], **options).ranking)
print(make_job("skyjo", ["greedy", mine], 6, 1).slow)
"""
    done = subprocess.run(
        [sys.executable, "-c", f"{before[how]}{code}"],
        env={**os.environ, "SKYJO_WIDGET_COMPILE": "wait"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "numba is switched off (NUMBA_DISABLE_JIT)"


@pytest.mark.parametrize("players", [TWO, [first_legal, "random"]])
def test_numba_that_is_missing_is_told(monkeypatch, players):
    """Built-in policies are slow then too."""
    job = make_job("skyjo", players, 1000, 1)
    monkeypatch.setattr(executors, "PATIENCE", 10)
    monkeypatch.setattr(jit, "has_numba", lambda: False)
    with pytest.warns(UserWarning, match=r"^numba isn't installed: 10 games a second.* 1\.6 min"):
        executors._warn_if_slow(job, 980, 10.0)


@pytest.mark.parametrize(
    ("players", "left", "speed"),
    [
        (TWO, 980, 10.0),  # compiled: no longer slow
        ([first_legal, "random"], 10, 495.0),  # soon done
    ],
)
def test_what_is_not_slow_is_not(players, left, speed, monkeypatch):
    """No warning."""
    monkeypatch.setattr(executors, "PATIENCE", 10)
    executors._warn_if_slow(make_job("skyjo", players, 1000, 1), left, speed)


def test_of_an_executor_nobody_knows_how_fast_it_is(monkeypatch):
    """Its first piece says nothing of how many compute: no warning."""
    monkeypatch.setattr(executors, "PATIENCE", 10)
    clock = iter(np.arange(0, 10_000, 5.0).tolist())
    monkeypatch.setattr(time, "perf_counter", lambda: next(clock))
    run("skyjo", [first_legal, "random"], 48, target=1, executor=Failing(100, RuntimeError()))


def test_a_cluster_is_kept_busy(monkeypatch):
    """Twice as many pieces are under way as there are workers, which come and go."""
    monkeypatch.setattr(executors, "COUNT", -1)  # at each piece
    workers = iter([1] * 10 + [64] * 300 + [2] * 10_000)

    class Client:
        def nthreads(self):
            return {"a": 1, "b": next(workers) - 1}

    class Counting(Executor):
        """Counts what is under way."""

        def __init__(self):
            self._client, self.under_way, self.counts = Client(), 0, []

        def submit(self, function, /, number):
            mine = self
            mine.under_way += 1
            mine.counts.append(mine.under_way)

            class Counted(Future):
                def result(self, timeout=None):
                    mine.under_way -= 1
                    return function(number)

            return Counted()

    executor = Counting()
    job = make_job("skyjo", TWO, 10**6, 1)
    told = []
    part = executors.Part(job, lambda number: Piece(1, None, {}, None, [], 0), told.append)
    trouble = executors.run([part], executor, progress=False)
    assert (trouble, len(told)) == ("", job.blocks)
    assert [max(executor.counts[:10]), max(executor.counts), executor.counts[-1]] == [2, 128, 4]


def test_parquet_has_every_column_with_its_type():
    """Times and numbers that are missing too."""
    assert trace_frames.need_arrow()
    result = run("skyjo", TWO, 3, to="run")
    import pyarrow.parquet as pq

    schema = pq.read_schema(next((result.path / "games").iterdir()))
    assert str(schema.field("created").type) == "timestamp[us]"
    assert str(schema.field("seed").type) == "int64"
    assert str(schema.field("finished").type) == "bool"


NOTEBOOK = """
import time
from skyjo_widget import simulate
def mine(obs):
    time.sleep(0.002)
    return obs.legal[0]
result = simulate("skyjo", [mine, "random"], games=48, seed=1, target=1)
"""


@pytest.mark.slow
def test_the_bar_is_a_widget_in_a_notebook():
    """It takes more than a second; nothing is written among the errors."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(NOTEBOOK)])
    NotebookClient(notebook, timeout=120).execute()
    outputs = notebook.cells[0].outputs
    assert [o for o in outputs if o.output_type == "stream"] == []
    assert {kind for o in outputs for kind in o.data} <= {
        "application/vnd.jupyter.widget-view+json",
        "text/plain",
    }


# The documentation's figures

PAGE = ROOT / "docs" / "simulation.md"
BLOCKS = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", PAGE.read_text(), re.DOTALL)


@pytest.mark.seconds
def test_the_page_shows_what_is_true(own_folder, monkeypatch, capsys):
    """Each example as it stands, with its output; those of clusters need one."""
    (own_folder / "mine.py").write_text("def first_legal(obs):\n    return obs.legal[0]\n")
    monkeypatch.syspath_prepend(own_folder)
    names: dict = {}
    for code, output in BLOCKS:
        if "distributed" not in code and "import ray" not in code:
            exec(code, names)
            assert capsys.readouterr().out == output


@pytest.mark.slow
def test_a_run_s_name_is_the_same_in_every_process():
    """Whatever order sets have there."""
    code = (
        "from skyjo_widget.simulation.simulate import make_job\n"
        "def mine(obs):\n"
        "    return obs.legal[0] if obs.phase in {'choose', 'flip', 'setup'} else obs.legal[-1]\n"
        "print(make_job('skyjo', [mine, 'greedy'], 1, 1).name)\n"
    )
    names = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(names) == 1


def test_another_strategy_makes_another_name():
    """By its own code, by what it names outside, and by what it holds."""

    def limited(limit):
        def mine(obs):
            return obs.legal[0] if obs.discard_top < limit else obs.legal[-1]

        return mine

    names = [make_job("skyjo", [limited(k), "greedy"], 1, 1).name for k in (1, 2, 1)]
    assert names[0] == names[2] != names[1]


def test_a_driver_that_gets_nowhere_is_stopped():
    """Machine code of rules that have changed since plays on for ever, and fills the memory."""
    runner = GroupRunner(make_job("skyjo", ["random", "random"], games=2, seed=1), 0, [])
    runner.driver = lambda *_: False
    with pytest.raises(SimulationError, match="without an end"):
        runner.play(2)


@pytest.mark.parametrize("game", ["skyjo", "newskyjo"])
def test_a_set_up_shows_no_starter_of_the_game_before(game):
    """Nobody has started: what a strategy sees is the same in a run and alone."""
    starters = []

    def remembers(obs):
        if obs.phase == "setup" and obs.round == 1:
            starters.append(obs.starter)
        return obs.legal[0]

    simulate(game, [remembers, "random", "random"], games=6, seed=1, progress=False)
    assert starters == [-1] * 12
