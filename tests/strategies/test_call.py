"""Strategies that are functions of an observation: how they are asked, and stopped."""

from __future__ import annotations

import multiprocessing
import random
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from skyjo_widget import RulesError, play
from skyjo_widget.errors import ConformanceError, PolicyError
from skyjo_widget.simulation import executors
from skyjo_widget.simulation.simulate import simulate
from skyjo_widget.strategies import call as strategies
from skyjo_widget.strategies.compiled import compile as compiler
from skyjo_widget.strategies.compiled.parts import read
from skyjo_widget.strategies.conformance import check_bot
from skyjo_widget.util import time_limit
from tests.fixtures.paths import ROOT


def first(obs):
    """Return the first legal action."""
    return obs.legal[0]


def raises(obs):
    """A mistake in the second turn."""
    return obs.grid["a1"] if obs.turn in {3, 4} else obs.legal[0]


def stalls(obs):
    """No end in the second turn."""
    while obs.turn in {3, 4}:
        pass
    return obs.legal[0]


def leaves(obs):
    """Ask the process to end."""
    raise SystemExit


class Strange(BaseException):
    """No `Exception`."""

    def __str__(self):
        raise SystemExit


def strange(obs):
    """Raise what can't be told."""
    raise Strange


class Silent:
    """An object that can't be told, nor taken for a number."""

    def __index__(self):
        raise SystemExit

    def __repr__(self):
        raise Strange


class Endless:
    """An object that never says what it is."""

    def __repr__(self):
        while True:
            pass


NO_ANSWERS = [
    4.0,
    None,
    True,
    np.True_,
    2.0,
    np.float64(1),
    b"draw",
    ["flip a1"],
    ("flip", "a1"),
    object,
    Silent(),
    10**30,
    -1,
    "",
    "flip",
    "flip z9",
    "Flip a1",
    "flip a1 ",
    "draw",
    "flip " * 10_000,
    "flip \ud83d",
]


def asked(function, **options):
    """Ask at the first decision of a game of Skyjo."""
    session = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    h = session.history
    rng = np.random.default_rng(1)
    return strategies.ask(function, h.game, h.state, h.codes, h.deck, rng, name="mine", **options)


@pytest.mark.parametrize(
    "answer", ["flip b1", np.str_("flip b1"), 4, np.int8(4), np.uint64(4), np.array(4)], ids=repr
)
def test_an_answer_is_a_text_or_a_whole_number(answer):
    """NumPy's are welcome."""
    assert asked(lambda obs: answer) == 4


@pytest.mark.parametrize("answer", NO_ANSWERS, ids=lambda a: strategies.safe_text(repr, a)[:30])
def test_any_other_answer_is_refused_with_what_would_be_legal(answer):
    """And with what was answered, as far as it can be told."""
    with pytest.raises(PolicyError, match="Legal now: flip a1, flip b1") as caught:
        asked(lambda obs: answer)
    assert caught.value.line.startswith("answered ")
    assert len(caught.value.line) < 500
    assert caught.value.observation.startswith("skyjo phase=setup")
    assert not caught.value.traceback


def test_a_refusal_that_would_tell_a_secret_doesnt_say_why():
    """The legal actions aren't told, either."""
    with pytest.raises(PolicyError) as caught:
        asked(lambda obs: "flip z9", secret=True)
    assert caught.value.line == "answered 'flip z9': that isn't legal now"


def test_what_is_raised_comes_with_the_lines_of_the_strategy_alone():
    """And with what it was given, even if it has changed it."""

    def mine(obs):
        obs.seen.turn = 77
        return helper(obs)

    def helper(obs):
        return obs.under

    with pytest.raises(PolicyError, match="an observation has no 'under'") as caught:
        asked(mine)
    trace = caught.value.traceback
    assert "in mine" in trace
    assert "return obs.under" in trace
    assert str(Path(strategies.__file__).parent) not in trace
    assert "turn=0" in caught.value.observation


def test_a_mistake_behind_a_mistake_is_told_too():
    """Both, without the lines of the package."""

    def mine(obs):
        try:
            return obs.nothing
        except AttributeError as error:
            raise ValueError("sorry") from error

    with pytest.raises(PolicyError, match="ValueError: sorry") as caught:
        asked(mine)
    assert "no 'nothing'" in caught.value.traceback
    assert str(Path(strategies.__file__).parent) not in caught.value.traceback


@pytest.mark.parametrize(
    "fault", [leaves, strange, lambda: 1, lambda obs: asked(lambda o: o.nothing)]
)
def test_whatever_is_raised_is_the_strategys_fault(fault):
    """Even what asks the process to end."""
    with pytest.raises(PolicyError):
        asked(fault)


def test_a_press_of_stop_is_no_fault():
    """It stops what the person waits for."""

    def mine(obs):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asked(mine)


# Time


def swallows(obs):
    """Keep all errors to itself, and try again."""
    while True:
        try:
            try:
                while True:
                    pass
            except BaseException:
                while True:
                    pass
        except:  # noqa: E722  (as pupils write it)
            pass


def swallows_and_answers(obs):
    """Answer too late."""
    try:
        while True:
            pass
    except BaseException:
        return obs.legal[0]


def cleans_up(obs):
    """Never be done with it."""
    try:
        while True:
            pass
    finally:
        while True:
            pass


SLOW = [swallows, swallows_and_answers, cleans_up, lambda obs: Endless()]


@pytest.fixture
def impatient(monkeypatch):
    """Short limits."""
    monkeypatch.setattr(time_limit, "AGAIN", 0.02)
    monkeypatch.setattr(strategies, "LIMIT", 0.05)


@pytest.mark.parametrize("slow", [lambda obs: stall(), *SLOW])
@pytest.mark.parametrize("thread", ["main", "worker"])
@pytest.mark.usefixtures("impatient")
def test_a_strategy_that_stalls_is_stopped(slow, thread):
    """In any thread, and whatever it catches."""

    def check():
        with pytest.raises(PolicyError, match=r"TimeoutError: no answer after 0\.05 seconds"):
            asked(slow, limit=0.05)
        return True

    if thread == "main":
        assert check()
    else:
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(check).result()


def stall():
    """Never come back."""
    while True:
        pass


def test_the_traceback_tells_where_it_was_when_time_was_up():
    """The line of the loop, not ours."""
    with pytest.raises(PolicyError) as caught:
        asked(lambda obs: stall(), limit=1)
    assert "in stall" in caught.value.traceback
    assert "time_limit" not in caught.value.traceback


@pytest.mark.parametrize("limit", [None, float("inf"), 1000, np.float32(60)])
def test_who_answers_in_time_isnt_stopped(limit):
    """None is no limit."""
    assert asked(lambda obs: 4, limit=strategies.time_limit(limit)) == 4


@pytest.mark.parametrize("limit", [0, -1, "10", float("nan"), True, [1]])
def test_a_limit_is_a_number_of_seconds(limit):
    """More than 0."""
    with pytest.raises(RulesError, match="seconds a move are needed"):
        simulate("skyjo", [first, "random"], games=1, limit=limit)


def ends_about(rnd, longest):
    """End just before time is up, just then, or just after, with or without a fight."""
    how, end = rnd.randrange(4), time.perf_counter() + rnd.random() * longest
    if how == 0:
        while time.perf_counter() < end:
            pass
    elif how == 1:
        time.sleep(max(end - time.perf_counter(), 0))
    elif how == 2:
        while time.perf_counter() < end:
            try:
                for _ in range(100):
                    pass
            except BaseException:
                continue
    else:
        try:
            while time.perf_counter() < end:
                pass
        finally:
            [None for _ in range(50)]
    return "done"


@pytest.mark.seconds
def test_nothing_is_raised_once_the_answer_is_there(monkeypatch):
    """Thousands of answers that come in the very moment in which time is up."""
    monkeypatch.setattr(time_limit, "AGAIN", 0.0005)
    seen: list[str] = []

    def hammer(seed):
        rnd = random.Random(seed)
        for _ in range(400):
            try:
                assert time_limit.within(0.001, ends_about, rnd, 0.002) == "done"
                seen.append("answer")
            except TimeoutError:
                seen.append("late")
            for _ in range(100):  # here it would surface
                len(seen)

    with ThreadPoolExecutor(3) as pool:
        done = [pool.submit(hammer, seed) for seed in range(3)]
        hammer(3)
        for future in done:
            future.result()
    assert len(seen) == 1600
    assert {"answer", "late"} == set(seen)
    assert not time_limit._watchdog.calls


ASLEEP = """
import time
from skyjo_widget.util.time_limit import within
def works():
    print("begun", flush=True)
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
    return "done"
print(within(8, works), flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system can't stop a process")
def test_time_in_which_the_machine_sleeps_does_not_count():
    """As with a lid that is closed: nobody can answer then."""
    command = [sys.executable, "-c", ASLEEP]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGSTOP)
        time.sleep(12)
        process.send_signal(signal.SIGCONT)
        assert process.stdout.readline() == "done\n"


def test_limits_within_limits_stop_the_one_whose_time_is_up(monkeypatch):
    """A strategy may ask others, with limits of their own."""
    monkeypatch.setattr(time_limit, "AGAIN", 0.02)

    def outer(inside):
        try:
            time_limit.within(inside, swallows, None)
        except TimeoutError:
            order.append("inner")
        stall()

    for inside, expected in ((0.02, ["inner"]), (60, [])):
        order: list[str] = []
        with pytest.raises(TimeoutError, match=r"0\.2 seconds"):
            time_limit.within(0.2, outer, inside)
        assert order == expected


def test_one_thread_watches_all():
    """And no thread is begun for a move."""
    asked(first)
    before = threading.active_count()
    for _ in range(20):
        asked(first)
    assert threading.active_count() <= before  # others' may have ended


def test_where_there_are_no_threads_there_is_no_limit(monkeypatch):
    """In Pyodide a strategy takes its time."""
    monkeypatch.setattr(time_limit, "_HAS_THREADS", False)
    monkeypatch.setattr(time_limit, "_watchdog", None)
    assert asked(lambda obs: time.sleep(0.02) or 4, limit=0.001) == 4


# At the board


@pytest.mark.parametrize("fault", [raises, stalls, leaves, strange])
def test_a_game_at_the_board_waits_for_a_strategy_that_fails(fault, tmp_path):
    """It goes on with another, and its record says what happened."""
    path = tmp_path / "game.jsonl"
    session = play("skyjo", [fault, "bot:random"], seed=1, record=path, display=False, limit=0.5)
    with pytest.raises(PolicyError):
        session.run()
    assert session.waiting == "fault"
    assert session.parts.game.fault.player == getattr(fault, "__name__", "")
    session.replace(0, "bot:greedy")
    session.run(rounds=True)
    assert session.over
    session.close()
    assert '"fault"' in path.read_text()


# In bulk


def faults_of(fault, executor, **options):
    """A run with a strategy that fails, as a frame."""
    result = simulate(
        "skyjo",
        [fault, "greedy"],
        games=20,
        seed=3,
        executor=executor,
        progress=False,
        limit=4 if fault is sometimes else None,  # an answer may take seconds on a busy machine
        **options,
    )
    assert result.complete
    assert list(result.faults["game"]) == [
        game for game in range(20) if not result.games["finished"][game]
    ]
    return result


def nonsense(obs):
    """In some second turns."""
    if obs.turn in {3, 4} and obs.rng.random() < 0.5:
        return NO_ANSWERS[int(obs.rng.random() * len(NO_ANSWERS))]
    return obs.legal[-1]


def sometimes(obs):
    """Stall in some second turns."""
    while obs.turn in {3, 4} and obs.rng.random() < 0.05:
        stall()
    return obs.legal[-1]


@pytest.fixture(scope="module")
def process():
    """One of its own, that knows nothing yet; it takes seconds to start."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        yield executor


@pytest.mark.filterwarnings("ignore:.* stopped .* games, and lost")
@pytest.mark.seconds
@pytest.mark.parametrize(
    "fault", [raises, pytest.param(sometimes, marks=pytest.mark.slow), leaves, strange, nonsense]
)
def test_a_run_goes_on_when_a_strategy_fails(fault, process):
    """The same games in this thread, in others and in other processes."""
    alone = faults_of(fault, None)
    assert len(alone.faults) > 0
    with ThreadPoolExecutor(2) as threads:
        beside = faults_of(fault, threads)
    elsewhere = faults_of(fault, process)
    for other in (beside, elsewhere):
        assert other.games.equals(alone.games)
        told = ["game", "seat", "player", "decision", "text", "observation"]
        assert other.faults[told].equals(alone.faults[told])


@pytest.mark.slow
@pytest.mark.parametrize("fault", [raises, sometimes, nonsense])
def test_a_game_that_was_stopped_opens_where_it_failed(fault):
    """With the strategy at its seat, about to decide."""
    with pytest.warns(UserWarning, match="games, and lost"):
        result = faults_of(fault, None)
    for row in result.faults.head(3).itertuples():
        session = result.open(row.game, display=False)
        assert len(session.history.decisions) == row.decision
        assert session.seat == row.seat
        assert str(session.observation()) == row.observation
    if result.games["finished"].any():
        assert result.open(int(result.games["finished"].argmax()), display=False).over


# Chance


def coins(obs):
    """Anything."""
    return obs.legal[int(obs.rng.random() * len(obs.legal))]


@pytest.mark.seconds
@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_a_strategy_with_coins_plays_the_same_again(game):
    """In bulk and at the board; another seed is another game."""
    players = [coins, "random", coins]

    def bulk(seed):
        return simulate(
            game, players, games=5, seed=seed, turns=40, decisions=["action"], progress=False
        ).decisions

    assert bulk(1).equals(bulk(1))
    assert not bulk(1).equals(bulk(2))

    def board(seed):
        seats = [p if callable(p) else f"bot:{p}" for p in players]
        session = play(game, seats, seed=seed, record=False, display=False)
        session.run()
        return [(row.seat, row.action) for row in session.history.decisions]

    assert board(1) == board(1)
    assert board(1) != board(2)


def test_the_coins_dont_tell_the_seed():
    """It deals the cards."""
    told = []

    def mine(obs):
        told.append(obs.rng.bit_generator.seed_seq.entropy)
        return obs.legal[0]

    simulate("skyjo", [mine, "greedy"], games=1, seed=12345, progress=False)
    play("skyjo", [mine, "bot:random"], seed=12345, record=False, display=False).run()
    assert set(told) == {0}


def test_an_observation_nobody_asked_for_has_coins_too():
    """So that a strategy can be tried out."""
    session = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    assert coins(session.observation()) in session.legal


@pytest.mark.parametrize(
    "game", ["skyjo", "newskyjo", pytest.param("skip-bo", marks=pytest.mark.slow)]
)
def test_the_conformance_suite_asks_as_all_others_do(game):
    """With the same chance, and the same faults."""
    check_bot(game, coins, seats=3, games=1)
    with pytest.raises(ConformanceError, match=r"leaves raised SystemExit, given "):
        check_bot(game, leaves, seats=3, games=1)
    with pytest.raises(ConformanceError, match=r"answered 2\.0: .* Legal now: "):
        check_bot(game, lambda obs: 2.0, seats=3, games=1)


# An observation's content


def observations(game, players=3, seed=2, rounds=1):
    """All observations of a game of chance."""
    found = []

    def watching(obs):
        found.append(obs)
        return coins(obs)

    session = play(game, [watching] * players, seed=seed, record=False, display=False)
    for _ in range(rounds):
        session.run()
    return found


@pytest.mark.parametrize("game", ["skyjo", "newskyjo"])
def test_an_observation_of_a_grid_names_what_a_strategy_looks_at_first(game):
    """The same as can be worked out of the grid and the discard pile."""
    for obs in observations(game):
        mine = obs.mine
        assert obs.discard_top == (obs.discard[-1] if obs.discard else None)
        assert obs.hidden_positions == [p for p in mine if mine[p] is None]
        assert len(obs.hidden_positions) == obs.hidden[obs.me]
        visible = [card for card in mine.values() if card is not None]
        assert obs.highest_card == max(visible, default=None)
        if visible:
            assert mine[obs.highest_position] == obs.highest_card
        else:
            assert obs.highest_position is None


@pytest.mark.parametrize(
    "name", ["discard_top", "hidden_positions", "highest_card", "highest_position"]
)
def test_skip_bo_has_no_grid_to_look_at(name):
    """It is said as of anything that isn't there."""
    obs = play("skip-bo", ["Ana", "Bo"], record=False, display=False).observation()
    with pytest.raises(AttributeError, match=f"an observation has no '{name}'"):
        getattr(obs, name)


# The examples, and full speed

PAGE = (ROOT / "docs" / "strategies.md").read_text()


@pytest.fixture(scope="module")
def examples():
    """The strategies of the page, by name."""
    found = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        if "def " in block:
            exec(block, found)
    return found


SKYJO = ["takes_low", "replaces_highest", "collects"]
LINE_UPS = [
    ("skyjo", SKYJO),
    ("skyjo-tall", ["collects", "greedy", "replaces_highest"]),
    ("newskyjo", ["keeps_low", "random", "keeps_low"]),
    pytest.param("skip-bo", ["empties_stock", "greedy"], marks=pytest.mark.slow),
]


def seated(names, examples):
    """Functions where there are any of that name."""
    return [examples.get(name, name) for name in names]


@pytest.mark.parametrize(("game", "names"), LINE_UPS)
def test_the_examples_of_the_page_play(game, names, examples):
    """Whole games in bulk, and at the board, without a fault."""
    players = seated(names, examples)
    result = simulate(game, players, games=3, seed=1, progress=False)
    assert result.faults.empty
    seats = [p if callable(p) else f"bot:{p}" for p in players]
    session = play(game, seats, seed=1, record=False, display=False)
    session.run(rounds=True)
    assert session.over


@pytest.mark.slow
def test_the_examples_rise_in_skill(examples, monkeypatch):
    """Each has fewer points than the one before it; 95 % intervals apart by far."""
    result = simulate("skyjo", seated(SKYJO, examples), games=100, seed=1, progress=False)
    means = result.summary.set_index("player")["mean_score"]
    assert means["takes_low"] > means["replaces_highest"] > means["collects"]


def both_speeds(monkeypatch, game, players, **options):
    """A run interpreted, and the same compiled as soon as possible."""
    runs = []
    for pays in (1e9, 0):
        monkeypatch.setattr(compiler, "PAYS", pays)
        runs.append(simulate(game, players, seed=7, progress=False, **options))
    interpreted, compiled = runs
    assert compiled.job.slow == ""
    assert compiled.job.team.driver
    assert compiled.games.equals(interpreted.games)
    assert compiled.rounds.equals(interpreted.rounds)
    return interpreted, compiled


@pytest.mark.slow
@pytest.mark.parametrize(("game", "names"), LINE_UPS)
def test_a_compiled_strategy_plays_the_same_games(game, names, examples, monkeypatch):
    """Also when they are opened, and with decisions kept."""
    pytest.importorskip("numba")
    monkeypatch.setattr(compiler, "_teams", {})
    games = 40 if game == "skip-bo" else 120
    players = seated(names, examples)
    interpreted, compiled = both_speeds(monkeypatch, game, players, games=games, decisions=True)
    assert compiled.decisions.equals(interpreted.decisions)
    assert compiled._actions[-1] is None
    one = interpreted.open(games - 1, display=False).history.decisions
    other = compiled.open(games - 1, display=False).history.decisions
    assert [(d.seat, d.action, d.position) for d in one] == [
        (d.seat, d.action, d.position) for d in other
    ]


def rarely_wrong(obs):
    """Two mistakes and a wrong answer, each in few games."""
    if obs.turn > 90 and obs.discard_top == 12:
        if obs.highest_card == 11:
            return "nonsense"
        if obs.highest_card == 10:
            return obs.legal[len(obs.legal)]
        if obs.highest_card == 9:
            return f"{1 // (obs.turn - obs.turn)}"
    return obs.legal[int(obs.rng.random() * len(obs.legal))]


@pytest.mark.filterwarnings("ignore:.* stopped .* games, and lost")
@pytest.mark.slow
def test_a_compiled_strategy_fails_as_it_would_interpreted(monkeypatch):
    """In the same games, with the same texts and tracebacks."""
    pytest.importorskip("numba")
    interpreted, compiled = both_speeds(monkeypatch, "skyjo", [rarely_wrong] * 2, games=320)
    assert 0 < len(interpreted.faults) < 300
    assert compiled.faults.equals(interpreted.faults)
    row = compiled.faults.iloc[0]
    session = compiled.open(int(row["game"]), display=False)
    assert str(session.observation()) == row["observation"]


COUNT = 3
NAMES = ["a"]


def recurs(obs):
    """Never end."""
    return recurs(obs)


def with_while(obs):
    """Go through all."""
    n = 0
    while n < len(obs.legal) - 1:
        n += 1
    return obs.legal[n]


def with_list_outside(obs):
    """Look at a list that others may change."""
    return obs.legal[len(NAMES) - 1]


def with_try(obs):
    """Be careful."""
    try:
        return obs.legal[0]
    except IndexError:
        return 0


def with_memory(obs):
    """Count."""
    global COUNT  # noqa: PLW0603  (what is tried)
    COUNT += 1
    return obs.legal[0]


def with_import(obs):
    """Load something."""
    import math

    return obs.legal[math.floor(0.5)]


def with_set(obs):
    """Count different ones."""
    different = {1, obs.me}
    return obs.legal[len(different) - 1]


def with_power(obs):
    """Write a one in a strange way."""
    return obs.legal[0**obs.turn]


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (recurs, "calls itself"),
        (with_while, "while loop"),
        (with_list_outside, "'NAMES' isn't a number"),
        (with_try, "catches errors"),
        (with_memory, "changes a name"),
        (with_import, "imports"),
        (with_set, "makes a set"),
        (with_power, "power"),
        (lambda obs, more=1: obs.legal[0], "other parameters"),
        (lambda obs: list(map(str, obs.legal)).pop(), "'map' isn't"),
        (lambda obs: next(iter(obs.legal)), "'next' isn't"),
        (lambda obs: undefined, "'undefined' isn't there"),  # noqa: F821  (what is tried)
        (Silent().__index__, "plain function"),
        (print, "plain function"),
    ],
)
def test_what_python_and_numba_do_otherwise_isnt_compiled(function, reason):
    """The reason is said in plain words."""
    assert reason in compiler.why_not(function)


def test_long_loops_and_helpers_can_be_compiled(examples):
    """A loop's body may be as long as it likes."""
    body = "\n".join(f"        n += obs.total[0] * {i}" for i in range(100))
    source = f"def mine(obs):\n    n = 0\n    for i in range(3):\n{body}\n    return n"
    found = {}
    exec(source, found)
    for function in (found["mine"], *(examples[name] for name in SKYJO)):
        assert not compiler.why_not(function)


def test_a_strategy_whose_names_have_changed_is_another_one():
    """Code compiled before isn't taken for it."""
    found = {}
    exec("K = 1\ndef helper(): return K\ndef mine(obs): return obs.legal[helper()]", found)
    before = read(found["mine"]).key
    assert read(found["mine"]).key == before
    found["K"] = True
    assert read(found["mine"]).key != before
    found["K"] = 1
    exec("def helper(): return K + 0", found)
    assert read(found["mine"]).key != before


def test_a_slow_run_says_once_and_plainly_why(monkeypatch):
    """One line, and numba's aren't shown."""
    pytest.importorskip("numba")
    monkeypatch.setattr(executors, "PATIENCE", 0)
    with pytest.warns(UserWarning, match="isn't compiled") as caught:
        simulate("skyjo", [with_while, "greedy"], games=40, seed=1, progress=False)
    assert len(caught) == 1
    assert str(caught[0].message).startswith(
        "with_while isn't compiled, since it has a while loop (line "
    )


@pytest.mark.slow
def test_what_numba_refuses_is_interpreted(monkeypatch):
    """And said so, once."""
    pytest.importorskip("numba")
    monkeypatch.setattr(executors, "PATIENCE", 0)
    monkeypatch.setattr(compiler, "PAYS", 0)

    def mixed(obs):
        return 0.5 if obs.players > 9 else obs.legal[0]

    def empty(obs):
        for action in obs.legal:
            answer = action
        return answer

    def asks(obs):
        return obs.legal[0] if obs.seen else obs.legal[1]

    reasons = {
        mixed: "numba doesn't understand it",
        empty: "'answer' may have no value when it is used",
        asks: "a compiled strategy has no obs.seen",
    }
    for function, reason in reasons.items():
        with pytest.warns(UserWarning, match="isn't compiled") as caught:
            result = simulate("skyjo", [function, "greedy"], games=40, seed=1, progress=False)
        assert result.faults.empty
        assert len(caught) == 1
        expected = f"{function.__name__} isn't compiled, since {reason} (line "
        assert str(caught[0].message).startswith(expected)


@pytest.mark.seconds
def test_a_table_has_a_limit_of_its_own():
    """`play(limit=…)`; the default is ten seconds, None is for ever."""

    def stalls(obs):
        while True:
            pass

    table = play("skyjo", [stalls, "bot:greedy"], limit=0.1, record=False, display=False)
    with pytest.raises(PolicyError, match=r"0\.1 seconds"):
        table.step()
    assert table.waiting == "fault"
    assert play("skyjo", ["Ana", "bot:greedy"], record=False, display=False).parts.bots.limit == 10
    free = play("skyjo", ["Ana", "Bo"], limit=None, record=False, display=False)
    assert free.parts.bots.limit is None
    with pytest.raises(RulesError, match="limit"):
        play("skyjo", ["Ana", "Bo"], limit=-1, record=False, display=False)


@pytest.mark.slow
def test_a_compiled_run_into_files_can_be_opened(examples, monkeypatch, tmp_path):
    """Its first games, whose actions were kept, and the later ones, which are played again."""
    pytest.importorskip("numba")
    monkeypatch.setattr(compiler, "PAYS", 0)
    players = [examples["takes_low"], "greedy"]
    result = simulate("skyjo", players, games=48, seed=7, progress=False, to=tmp_path / "run")
    assert result.job.team.driver
    assert len(list((tmp_path / "run" / "actions").iterdir())) < 3
    games = result.games
    for game in (0, 15, 16, 47):
        opened = result.open(game, display=False).log.games
        assert opened["decisions"][0] == games["decisions"][game]
        assert opened["winners"][0] == games["winners"][game]
