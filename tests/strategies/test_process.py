"""Strategies in processes of their own: the same games, nothing to peek at, nothing that stops."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

from skyjo_widget import RulesError, play, tournament
from skyjo_widget.engine.core.state import copy, observation_class, observe
from skyjo_widget.strategies import call as strategies
from skyjo_widget.strategies import process as strategy_process
from skyjo_widget.strategies.compiled import compile as compiler
from skyjo_widget.strategies.conformance import permute_hidden
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.strategies.process import Ask, StrategyProcess
from tests.fixtures import pupils
from tests.fixtures.paths import ROOT

FIRST = 3
"""The action that `asked` asks for and `pupils.first` gives."""
FEW = {"seed": 3, "progress": False, "turns": 60}


def asked(function, *, limit=10.0, game="skyjo"):
    """Ask in a process at the first decision of a game; the text of the fault if it fails."""
    players = ["Ana", "Bo", "Cy"][: 3 if game == "newskyjo" else 2]
    h = play(game, players, seed=1, record=False, display=False).history
    rng = np.random.default_rng(1)
    try:
        return strategies.ask(
            function, h.game, h.state, h.codes, h.deck, rng, name="mine", limit=limit
        )
    except strategies.PolicyError as error:
        return error.line


@pytest.fixture
def process():
    """Return a maker of strategies with processes; it ends them after the test."""
    made = []

    def make(function):
        made.append(StrategyProcess(function, "mine"))
        return made[-1]

    yield make
    for one in made:
        one.close()


# The same games


@pytest.mark.filterwarnings("ignore:.* stopped .* games, and lost")
@pytest.mark.seconds
@pytest.mark.parametrize(
    "game", ["skyjo", pytest.param("newskyjo", marks=pytest.mark.slow), "skip-bo"]
)
def test_a_tournament_is_the_same_in_the_kernel_and_apart(game):
    """Tables, games, rounds, chance, and what went wrong."""

    def play_all(apart):
        return tournament(
            [pupils.looks, pupils.errs, "random"], game=game, games=6, apart=apart, **FEW
        )

    here, there = play_all(False), play_all(True)
    assert there.ranking.equals(here.ranking)
    assert there.pairs.equals(here.pairs)
    assert len(here.simulations["looks", "errs"].faults) > 0
    for pair, one in here.simulations.items():
        other = there.simulations[pair]
        assert other.job.name == one.job.name
        assert other.games.equals(one.games)
        assert other.rounds.equals(one.rounds)
        assert other.faults.equals(one.faults)
    game_of_both = here.simulations["looks", "errs"].open(3, display=False).history.decisions
    again = there.simulations["looks", "errs"].open(3, display=False).history.decisions
    assert [d.action for d in again] == [d.action for d in game_of_both]


def test_an_observation_arrives_whole(process):
    """Also what built-in policies read, with all its room."""

    def tells(obs):
        raise ValueError(f"{obs.seen} {obs.discard_top} {obs!r}")

    h = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False).history
    obs = Observation(h.game, h.state, h.codes, h.deck, h.state.seat)
    assert asked(process(tells)) == f"ValueError: {obs.seen} {obs.discard_top} {obs!r}"


@pytest.mark.seconds
def test_functions_of_a_notebook_cross_with_what_they_use(process):
    """Closures, helpers and globals of a module that no file holds."""
    cell = {"__name__": "__main__"}
    exec(
        "BEST = 2\n"
        "class Mine:\n"
        "    def __init__(self, n): self.n = n\n"
        "    def __call__(self, obs): return helper(obs)[BEST + self.n]\n"
        "def helper(obs): return obs.legal\n"
        "mine = Mine(1)",
        cell,
    )
    assert asked(process(cell["mine"])) == asked(cell["mine"])
    second = lambda obs: cell["helper"](obs)[1]  # noqa: E731  (what is tried)
    assert asked(process(second)) == asked(second)


# Nothing to peek at


@pytest.mark.seconds
# On a slow machine their time may be up while a weak reference is removed.
@pytest.mark.filterwarnings("ignore:.* stopped .* games, and lost")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("peeks", pupils.PEEKS)
def test_who_peeks_finds_the_cards_here_and_none_apart(peeks):
    """The kernel has them; a process of one's own hasn't."""
    here = tournament([peeks, "random"], games=2, apart=False, **FEW)
    if peeks is not pupils.by_modules:  # modules hold no state anywhere
        assert set(here.simulations[peeks.__name__, "random"].faults["text"]) == {
            "LookupError: found a draw pile"
        }
    there = tournament([peeks, "random"], games=2, **FEW)
    assert there.simulations[peeks.__name__, "random"].faults.empty


@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_no_byte_that_is_sent_depends_on_what_the_seat_cant_see(game):
    """Whatever lies hidden, in all of a game; and all that can be seen is sent."""
    rng, seats = np.random.default_rng(5), 3
    table = play(game, ["bot:random"] * seats, seed=4, record=False, display=False)
    h = table.history
    differed = 0
    for _ in range(150):
        while table.waiting != "bot":
            if table.over:
                return
            table.next_round()
        s, r = h.state, h.codes
        other = copy(s)
        permute_hidden(h.game, other, r, s.seat, rng)
        differed += other != s
        ask = Ask(h.game, s, r, h.deck, rng, h.game.legal_actions(s, r), 10.0)
        sent = strategy_process.pack_requests([ask])
        assert strategy_process.pack_requests([ask._replace(s=other)]) == sent
        kind = observation_class(type(s))
        arrived = kind(*strategy_process.packed(s, s.seat, getattr(r, "cells", 0)))
        strategy_process.lengthen(arrived)
        assert h.game.state_text(arrived, r, h.deck) == h.game.state_text(
            observe(s, s.seat), r, h.deck
        )
        table.step()
    assert differed > 100


def test_what_a_process_begins_with_has_neither_seed_nor_cards(process, monkeypatch):
    """All bytes that it is ever sent: its function, the table, and questions."""
    sent = []
    real = strategy_process._Running._send
    monkeypatch.setattr(
        strategy_process._Running,
        "_send",
        lambda self, data: (sent.append(bytes(data)), real(self, data))[1],
    )
    seed = 918273645546372819 % 2**48
    tournament([pupils.first, "random"], games=2, **{**FEW, "seed": seed})
    everything = b"".join(sent)
    assert len(sent) > 20
    for size in (6, 8):
        assert seed.to_bytes(size, "little") not in everything
    assert str(seed).encode() not in everything


@pytest.mark.slow
def test_a_compiled_strategy_cant_reach_the_state():
    """Numba knows no such attribute of an observation; what lies behind an end is an error."""
    pytest.importorskip("numba")
    import numba

    from skyjo_widget.engine.core.state import to_record
    from skyjo_widget.strategies.compiled import numba_ask
    from skyjo_widget.strategies.compiled import numba_observation as given
    from skyjo_widget.strategies.compiled.parts import read

    state_of = given.state_of
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    h = table.history
    state, codes, rng = to_record(h.state), to_record(h.codes), np.random.default_rng(1)
    make = given._observation_maker(given.Book(h.game, {}))

    def compiled(function):
        inner = numba_ask.compiled(read(function))

        @numba.njit(boundscheck=True)
        def ask(states, rules, rng):
            return inner(make(states[0], rules[0], rng))

        return ask

    assert compiled(lambda obs: obs.total[0])(state, codes, rng) == 0
    for function in pupils.COMPILED_PEEKS:
        with pytest.raises(numba.core.errors.TypingError):
            compiled(function)(state, codes, rng)
    with pytest.raises(IndexError):
        compiled(pupils.by_edges)(state, codes, rng)
    assert "'state_of' isn't a number" in compiler.why_not(lambda obs: state_of(obs).draw[0])
    for function in pupils.PEEKS:
        assert compiler.why_not(function)


# Nothing that stops


LATE = r"TimeoutError: no answer after 0\.3 seconds"


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("function", "said"),
    [
        (pupils.dies, r"its process has ended \(exit code 3\)"),
        pytest.param(
            pupils.is_killed, r"its process has ended \(SIGKILL\)", marks=pytest.mark.slow
        ),
        (pupils.leaves, "SystemExit: bye"),
        (pupils.sleeps, LATE),
        pytest.param(
            pupils.loops, r"TimeoutError: no answer after 0\.3 seconds", marks=pytest.mark.slow
        ),
        (pupils.eats, "MemoryError"),
        pytest.param(pupils.presses_stop, "KeyboardInterrupt", marks=pytest.mark.slow),
        pytest.param(pupils.closes_everything, "its process has ended", marks=pytest.mark.slow),
        pytest.param(
            pupils.talks_in_between, "its process has sent what can't", marks=pytest.mark.slow
        ),
        (pupils.answers_nonsense, r"answered {'draw': nan}: .*Legal now: flip a1"),
    ],
)
def test_whatever_a_strategy_does_is_a_fault_that_says_it(function, said, process, monkeypatch):
    """And the process answers the next question, if need be another one."""
    monkeypatch.setattr(strategy_process, "GRACE", 0.3)
    told = asked(process(function), limit=10 if function is pupils.eats else 0.3)
    assert re.match(said, told)


@pytest.mark.filterwarnings("ignore:.* stopped .* games, and lost")
@pytest.mark.seconds
def test_a_tournament_goes_on_without_the_games_of_one_that_dies():
    """Side by side with others: only its own games, and each of them where it died."""
    result = tournament([pupils.mostly_dies, pupils.first], games=4, **FEW)
    faults = result.simulations["mostly_dies", "first"].faults
    assert faults[["game", "player", "text"]].values.tolist() == [
        [game, "mostly_dies", "its process has ended (exit code 7)"] for game in range(4)
    ]
    assert faults["observation"].str.contains(r"turn=[56] ").all()


@pytest.mark.seconds
def test_who_always_dies_isnt_started_for_ever(process, monkeypatch):
    """The fault says so."""
    monkeypatch.setattr(strategy_process, "MOST_DEATHS", 2)
    one = process(pupils.dies)
    assert [asked(one) for _ in range(3)] == [
        "its process has ended (exit code 3)",
        "its process has ended (exit code 3)",
        "its process has ended 2 times, and isn't started again",
    ]


def test_who_prints_and_forks_plays_on(process):
    """Output goes nowhere; a copy has no part in the game."""

    def busy(obs):
        print("x" * 1_000_000)
        print("y" * 1_000_000, file=sys.stderr, flush=True)
        if hasattr(os, "fork"):
            os.fork()
        return obs.legal[obs.turn]

    one = process(busy)
    assert [asked(one) for _ in range(3)] == [FIRST] * 3


def test_answers_are_refused_with_the_same_words_as_in_the_kernel(process):
    """Whatever they are."""
    answers = [None, True, 2.0, b"draw", ["flip a1"], 10**30, -1, "flip z9", "draw", "x" * 99]
    count = iter(answers)
    one = process(lambda obs, left=list(answers): left.pop(0))
    for answer in count:
        here = asked(lambda obs, answer=answer: answer)
        assert asked(one) == here
        assert here.startswith("answered ")


@pytest.mark.parametrize("thing", [threading.Lock(), sys.stdout])
def test_what_cant_be_sent_is_named_before_anything_is_played(thing):
    """With what would be right."""
    log = thing

    def mine(obs):
        return obs.legal[bool(log) - 1]

    with pytest.raises(RulesError, match=r"mine can't be sent .* its 'log' can't .* apart=False"):
        tournament([mine, "random"], games=2, **FEW)


def test_what_cant_be_loaded_there_is_a_fault(process):
    """The text is what Python says."""

    class Stays:
        def __reduce__(self):
            return eval, ("1/0",)

        def __call__(self, obs):
            return obs.legal[0]

    one = process(Stays())
    assert asked(one) == asked(one) == "ZeroDivisionError: division by zero"


def test_without_processes_it_is_said_that_strategies_can_look(monkeypatch):
    """In a browser; and refused, if processes were asked for."""
    monkeypatch.setattr("skyjo_widget.simulation.tournament.has_processes", lambda: False)
    with pytest.warns(UserWarning, match="could look at the cards"):
        assert len(tournament([pupils.first, "random"], games=2, **FEW).pairs) == 1
    with pytest.raises(RulesError, match="apart=True: there are no processes"):
        tournament([pupils.first, "random"], games=2, apart=True, **FEW)
    tournament(["greedy", "random"], games=2, **FEW)  # nobody who could: no warning


PARENT = """
import sys, threading, time
import tests.strategies.test_process as here
one = here.StrategyProcess(here.pupils.sleeps, "mine")
threading.Thread(target=here.asked, args=[one], kwargs={"limit": None}, daemon=True).start()
while not (one._running and one._running.loaded.action is None and one._answers == 0
           and one._running._number > 2):
    time.sleep(0.01)
time.sleep(0.2)
print(one._running._process.pid, flush=True)
time.sleep(100)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="of systems with process groups")
def test_a_process_ends_with_a_kernel_that_is_killed():
    """Even one that thinks, without a limit."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, env=env)
    with parent:
        pid = int(parent.stdout.readline())
        os.kill(pid, 0)
        parent.kill()
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    pytest.fail("it still runs")


@pytest.mark.seconds
def test_after_a_tournament_no_process_is_left():
    """None that it has started."""
    before = set(strategy_process._alive)
    tournament([pupils.first, pupils.coins], games=2, **FEW)
    for running in set(strategy_process._alive) - before:
        assert running.over
        assert running._process.returncode is not None


@pytest.mark.slow
def test_a_press_of_stop_ends_what_thinks(process):
    """The next question is answered by a new process."""
    one = process(pupils.first)
    slow = process(pupils.sleeps)
    timer = threading.Timer(
        2.0, signal.pthread_kill, [threading.main_thread().ident, signal.SIGINT]
    )
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        asked(slow, limit=None)
    assert slow._running is None
    assert asked(one) == FIRST


@pytest.mark.slow
def test_a_pool_of_processes_plays_strategies_apart_too():
    """Each has processes of its own; those of a notebook's functions as well."""
    import multiprocessing

    found = {"__name__": "__main__"}
    exec("def mine(obs): return obs.legal[-1]", found)
    alone = tournament([found["mine"], "random"], games=40, **FEW)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        spread = tournament([found["mine"], "random"], games=40, executor=pool, **FEW)
    assert spread.ranking.equals(alone.ranking)
