"""The compiled and the interpreted rulebook are one."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest

from skyjo_widget.engine.core import jit, numba_rules
from skyjo_widget.engine.core.driver import make_play
from skyjo_widget.engine.core.trace import make_buffers
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.util import time_limit
from skyjo_widget.util.notices import COMPILING, announced
from skyjo_widget.util.time_limit import within
from tests.fixtures.paths import ROOT
from tests.fixtures.speeds import SKIPBO_PARTS, agree, agree_newskyjo, agree_skipbo, drive


def run_python(code, environment):
    """Run code in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.seconds
def test_speeds_agree_decision_by_decision():
    """Random and greedy tables of every size, any rules."""
    agree(range(30))


@pytest.mark.seconds
def test_speeds_agree_on_newskyjo_decision_by_decision():
    """Its deck, its effects on other cards, effects of one's own, any rules."""
    assert agree_newskyjo(range(30)) > 20


@pytest.mark.seconds
def test_speeds_agree_on_skipbo_decision_by_decision():
    """Alone and in teams, any rules, decks and bots, rounds that are broken off."""
    assert agree_skipbo(range(15)) > 7


@pytest.mark.slow
def test_a_game_that_does_not_end_is_broken_off():
    """At either speed, after 2,000 turns in which nobody has won a round; nobody has won it."""
    codes = SKIPBO.presets["skip-bo"].codes(2, SKIPBO.deck)
    for make, compiled in ((jit.compiled, True), (jit.interpreted, False)):
        play = make(make_play, *SKIPBO_PARTS)
        players = ([0, 0], [0, 0])
        _, state = drive(play, SKIPBO, codes, players, 1, 100_000, compiled=compiled, games=1)
        assert (state.unfinished, state.round > 1, state.total[:2]) == (1, True, [0, 0])
        assert state.phase == SKIPBO.game_over
        assert SKIPBO.winners(state, codes) == []
        players = ([2, 1], [0, 0])
        _, state = drive(play, SKIPBO, codes, players, 1, 100_000, compiled=compiled, games=1)
        assert (state.unfinished, SKIPBO.winners(state, codes)) == (0, [0])


@pytest.mark.slow(minutes=True)
@pytest.mark.parametrize("block", range(2))
def test_speeds_agree_on_skipbo_over_thousands_of_rounds(block):
    """The same, at length."""
    assert agree_skipbo(range(1000 + 1000 * block, 2000 + 1000 * block)) > 500


@pytest.mark.slow(minutes=True)
def test_speeds_agree_over_thousands_of_rounds():
    """The same, at length: 1,500 decisions are ten rounds and more."""
    agree(range(1000, 2000))


@pytest.mark.slow(minutes=True)
@pytest.mark.parametrize("block", range(4))
def test_speeds_agree_on_newskyjo_over_thousands_of_rounds(block):
    """The same, at length."""
    seeds = range(1000 + 300 * block, 1300 + 300 * block)
    assert agree_newskyjo(seeds, decisions=1500) > 180


@pytest.mark.slow(minutes=True)
def test_speeds_agree_with_bounds_checks(tmp_path):
    """No index leaves its array: compiled code would return garbage there."""
    code = """
import numba
import numpy as np
from tests.fixtures.speeds import agree, agree_newskyjo, agree_skipbo
try:
    numba.njit(lambda cells: cells[9])(np.zeros(3))
except IndexError:
    agree(range(60))
    agree_newskyjo(range(200))
    agree_skipbo(range(100))
else:
    raise SystemExit("bounds aren't checked")
"""
    environment = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "NUMBA_CACHE_DIR": str(tmp_path),  # a driver cached without the checks has none
    }
    done = run_python(code, environment)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_everything_but_compiled_speed_works_without_numba():
    """Without numba a game is played, and compiled speed says why not."""
    code = """
import sys
from pathlib import Path
sys.modules["numba"] = None
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "numba" else real(name, *rest)
del sys.modules["numba"]
from skyjo_widget import play
from skyjo_widget.strategies.conformance import check_bot, check_game
from skyjo_widget.engine.core import jit as speed
from tests.fixtures.speeds import PARTS, make_play
table = play("skyjo", ["bot:greedy", "bot:random"], seed=1, record=False, display=False)
table.run(rounds=True)
assert table.over and len(table.log.decisions)
table = play("newskyjo", ["bot:greedy", "bot:random", "bot:greedy"], record=False, display=False)
table.run()
assert table.over and len(table.log.decisions)
check_game("skyjo", seats=3, games=2)
check_bot("skyjo", "greedy", games=2)
check_game("newskyjo", seats=3, games=1)
check_bot("newskyjo", "greedy", seats=3, games=1)
table = play("skip-bo", ["bot:greedy", "bot:plain"], record=False, display=False, rounds=1)
table.run()
assert table.over and len(table.log.decisions)
check_game("skip-bo", seats=4, games=1, turns=40)
try:
    speed.compiled(make_play, *PARTS)
except ImportError as error:
    assert "pip install numba" in str(error)
else:
    raise SystemExit("compiled without numba")
assert "numba" not in sys.modules
"""
    done = run_python(code, dict(os.environ))
    assert done.returncode == 0, done.stderr


def test_generator_gives_the_same_stream_at_both_speeds():
    """``random`` is the one method that rules draw from."""
    draw = numba.njit(lambda rng: rng.random())
    first, two = np.random.default_rng(3), np.random.default_rng(3)
    assert [first.random() for _ in range(50)] == [draw(two) for _ in range(50)]


@pytest.fixture
def own_rule(tmp_path, monkeypatch):
    """A rule from outside the package, and its file."""
    source = tmp_path / "rules.py"
    source.write_text("def rule():\n    return 1\n")
    module = {"__name__": "own", "__file__": str(source)}
    exec(compile(source.read_text(), str(source), "exec"), module)
    monkeypatch.setattr(jit, "_rules", [*jit._rules, module["rule"]])
    return module["rule"], source


def test_an_edited_rule_makes_a_new_fingerprint(own_rule):
    """A driver on disk is never used with a rule that was edited since."""
    rule, source = own_rule
    before = jit.fingerprint(rule)
    source.write_text("def rule():\n    return 2\n")
    assert jit.fingerprint(rule) != before


def test_a_rule_from_outside_changes_no_driver_of_the_package(own_rule, monkeypatch):
    """Whoever imports a game of her own compiles no other game anew."""
    rule, _ = own_rule
    after = jit.fingerprint(make_play, *SKIPBO_PARTS)
    assert jit.fingerprint(make_play, *SKIPBO_PARTS, rule) != after
    monkeypatch.setattr(jit, "_rules", jit._rules[:-1])
    assert jit.fingerprint(make_play, *SKIPBO_PARTS) == after


@pytest.mark.parametrize(
    "file",
    ["skipbo/options.py", "newskyjo/knowledge.py", "grids/grid.py", "core/piles.py", "limits.py"],
)
def test_an_edited_file_of_the_engine_makes_a_new_fingerprint(file, monkeypatch):
    """Constants of any folder of the engine are frozen into machine code too."""
    edited = ROOT / "skyjo_widget" / "engine" / file
    read = Path.read_bytes
    before = jit.fingerprint()
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: read(path) + (b"#" if path == edited else b"")
    )
    assert jit.fingerprint() != before


@pytest.mark.slow
def test_an_edited_rule_is_played_in_the_next_process(tmp_path):
    """The disk cache holds the old driver, and the new rule is what runs."""
    (tmp_path / "house.py").write_text(
        "from skyjo_widget.engine.core.jit import rule\n@rule\ndef points(x):\n    return x + 1\n"
    )
    (tmp_path / "driver.py").write_text(
        "import house\nfrom skyjo_widget.engine.core.jit import compiled\n"
        "def make(fingerprint):\n"
        "    points = house.points\n"
        "    def run(x):\n        return points(x) + fingerprint * 0\n"
        "    return run\n"
        "print(compiled(make)(1))\n"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}

    def run():
        return subprocess.run(
            [sys.executable, "driver.py"],
            cwd=tmp_path,
            env={**environment, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    assert run() == "2"
    source = (tmp_path / "house.py").read_text()
    # Longer too: Python itself takes a file of the same second and size for the old one.
    (tmp_path / "house.py").write_text(source.replace("x + 1", "x + 50"))
    assert run() == "51"


@pytest.mark.seconds
def test_what_is_compiled_is_there_for_who_imports_a_game_of_her_own(tmp_path):
    """The process that plays finds the code of the one that compiles, and compiles nothing."""
    (tmp_path / "own.py").write_text(
        "from skyjo_widget.engine.core.jit import rule\n@rule\ndef points(x):\n    return x + 1\n"
    )
    cache = {
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}",
    }
    make = (
        "from skyjo_widget.bots import skipbo_search\n"
        "from skyjo_widget.engine.core import background\n"
        "background.make('plan', 'skip-bo')"
    )
    codes = []
    for code in (make, f"import own\n{make}"):
        done = run_python(code, {**os.environ, **cache})
        assert done.returncode == 0, done.stderr
        codes.append(sorted(tmp_path.glob("cache/**/*.nbc")))
    assert codes[0] == codes[1] != []


class Jitted:
    """Stands for a jitted function that takes its time to be compiled."""

    def __init__(self, wait, error=None):
        self.wait, self.error = wait, error
        self.threads, self.calls, self.overloads = [], 0, {}
        self.__name__ = "jitted"

    def compile(self, kinds):
        self.threads.append(threading.current_thread())
        self.wait()
        if self.error:
            raise self.error

    def __call__(self, *arguments):
        self.calls += 1
        return arguments


def until_a_limit_has_struck():
    """Take longer than a watched call has time for."""
    while not any(call.raised for call in list(time_limit._watchdog.calls)):
        time.sleep(0.01)


def test_compiling_is_announced_once_and_happens_apart(monkeypatch, capsys):
    """Several threads that want it wait for it; none of them compiles."""
    monkeypatch.setattr(jit, "announced", functools.partial(announced, after=0))
    lines = []

    def wait():
        while not lines:
            lines.extend(capsys.readouterr().out.splitlines())
            time.sleep(0.01)

    jitted = Jitted(wait)
    call = jit.compile_in_thread(jitted)
    with ThreadPoolExecutor(3) as threads:
        done = [threads.submit(call, n) for n in range(3)]
    assert [future.result() for future in done] == [(0,), (1,), (2,)]
    assert call(3) == (3,)
    (thread,) = jitted.threads
    assert thread.name == "compiling"
    lines.extend(capsys.readouterr().out.splitlines())
    assert lines == [COMPILING]


def test_an_interrupt_does_not_strike_the_compiler():
    """The caller is free at once; it goes on, and the next call finds it done."""
    free = threading.Event()
    jitted = Jitted(free.wait)
    call = jit.compile_in_thread(jitted)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            call(1)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert jitted.calls == 0
    free.set()
    assert call(2) == (2,)
    assert len(jitted.threads) == 1


def test_a_time_limit_does_not_strike_the_compiler_either():
    """It comes too late for the call, and harms nothing."""
    jitted = Jitted(until_a_limit_has_struck)
    call = jit.compile_in_thread(jitted)
    with pytest.raises(TimeoutError):
        within(0.02, call, 1)
    assert call(2) == (2,)


def test_a_time_limit_waits_until_the_compiler_has_begun(monkeypatch):
    """Before that it might strike the new thread in place of the caller, who then never returns."""
    jitted = Jitted(lambda: None)
    call = jit.compile_in_thread(jitted)
    begin = threading.Thread.start

    def slowly(thread):
        end = time.monotonic() + 0.3
        while time.monotonic() < end:  # an exception could strike here
            pass
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", slowly)
    with pytest.raises(TimeoutError):
        within(0.05, lambda: (call(1), time.sleep(0.5), [None for _ in range(9)]))
    assert len(jitted.threads) == 1
    assert call(2) == (2,)


def test_a_disk_that_is_full_costs_no_more_than_the_cache():
    """It is compiled, and only not kept."""
    jitted = Jitted(lambda: jitted.overloads.update(one=1), OSError("no space"))
    assert jit.compile_in_thread(jitted)(1) == (1,)


def test_a_thread_that_cannot_be_had_is_asked_for_again(monkeypatch):
    """Nobody waits for one that never began."""
    call = jit.compile_in_thread(Jitted(lambda: None))
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            call(1)
    assert call(2) == (2,)


def test_what_the_compiler_refuses_is_raised_where_it_was_called():
    """Each time."""
    call = jit.compile_in_thread(Jitted(lambda: None, TypeError("no")))
    for _ in range(2):
        with pytest.raises(TypeError, match="no"):
            call(1)


@pytest.mark.parametrize("missing", ["type", "fold"])
def test_a_numba_with_other_workings_compiles_all_the_same(missing, monkeypatch):
    """Without what compiles a function once for all callers, each caller has its own."""

    def double(number):
        return 2 * number

    def quadruple(number):
        return double(double(number))

    before = len(numba_rules._kept)
    with monkeypatch.context() as other:
        if missing == "type":  # made by no numba, as without `types.Dispatcher`
            other.setattr(numba_rules, "Jitted", numba.types.Callable)
        else:
            other.delattr("numba.core.dispatcher._FunctionCompiler.fold_argument_types")
        numba_rules.hand_over(double, inlined=False)
    assert len(numba_rules._kept) == before
    assert numba.njit(quadruple)(3) == 12


def test_interpreted_notes_have_the_room_of_compiled_ones():
    """As many rows, empty at first, that keep what is written; none beyond."""
    game = SKIPBO
    rooms = [
        make_buffers(game.details, compiled=compiled, games=3, rounds=2, decisions=5, detailed=True)
        for compiled in (False, True)
    ]
    for plain, fast in zip(*rooms, strict=True):
        assert len(plain) == len(fast)
        assert len(list(plain)) == len(plain)
    notes = rooms[0]
    notes.games[1].rounds = 7
    assert [row.rounds for row in notes.games] == [0, 7, 0]
    assert [row.rounds for row in notes.games[:2]] == [0, 7]
    assert notes.games[-2].rounds == 7
    with pytest.raises(IndexError):
        notes.games[3]
