"""The built wheel in a browser's own Python (Pyodide), here in Node: ``docs/browser-python.md``."""

from __future__ import annotations

import json

import pytest

from scripts.pyodide_parts import archive, with_dependencies
from skyjo_widget import load, measure, play, simulate, win_probabilities
from tests.fixtures.pyodide_node import Pyodide, own_archive

pytestmark = pytest.mark.slow

GAMES = {"skyjo": 2, "newskyjo": 3, "skip-bo": 2}


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """Pyodide with the wheel, what it asks for, and IPython."""
    carried = [archive(name) for name in with_dependencies("pandas", "ipython")]
    pyodide = Pyodide([*carried, own_archive(tmp_path_factory.mktemp("own")), wheel])
    yield pyodide
    pyodide.close()


@pytest.fixture
def run(python):
    """Run Python there; the test fails with its traceback, and if it wrote to stderr, in red."""

    def run(code: str) -> str:
        answer = python.run(code)
        assert not answer.error, answer.error
        assert not answer.err, answer.err
        return answer.value

    return run


def test_nothing_that_only_a_board_or_a_lock_needs_is_loaded(run):
    """The first test: it sees what the import alone has loaded."""
    loaded = run("""
        import sys, skyjo_widget
        sorted({"anywidget", "ipywidgets", "filelock", "pandas", "narwhals"} & sys.modules.keys())
    """)
    assert loaded == "[]"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_the_same_there(run, game):
    """Every card and decision of a seed, and the log."""
    players = ["bot:greedy"] * GAMES[game]
    there = run(f"""
        from skyjo_widget import play
        table = play({game!r}, {players}, seed=4, display=False, record=False)
        table.run(rounds=True)
        table.log.decisions[["player", "action", "card_in"]].to_csv()
    """)
    table = play(game, players, seed=4, display=False, record=False)
    table.run(rounds=True)
    here = table.log.decisions[["player", "action", "card_in"]].to_csv()
    assert there == here


def test_odds_and_the_coach(run):
    """Exact numbers, the coach's advice, and rounds played on."""
    code = """
from skyjo_widget import play
table = play("skyjo", ["Ana", "bot:greedy"], seed=4, display=False, record=False)
while table.phase == "setup" or table.waiting == "bot":
    table.run() if table.waiting == "bot" else table.act(table.legal[0])
told = [table.odds(), table.advice(worlds=8), table.what_if(table.legal, games=4)]
told = "; ".join(map(str, told))
"""
    here: dict = {}
    exec(code, here)
    assert run(f"{code}\ntold") == here["told"]


def test_a_record_is_written_event_by_event_and_loaded(run, tmp_path):
    """On a drive like JupyterLite's, which has only what a closed file held."""
    text = run("""
        import os
        from skyjo_widget import load, play
        os.chdir("/drive")
        table = play("skyjo", ["Ana", "bot:greedy"], seed=4, display=False)
        sizes = []
        for _ in range(6):
            table.act(table.legal[0]) if table.waiting == "person" else table.step()
            sizes.append(table.path.stat().st_size)
        assert sizes == sorted(set(sizes)), sizes
        assert table.trouble is None, table.trouble
        assert os.listdir("games") == [table.path.name]
        again = load(table.path, display=False)
        assert (table.trouble.reason, again.state) == ("moved", 0)
        again.act(again.legal[0]) if again.waiting == "person" else again.step()
        assert again.trouble is None, again.trouble
        again.close()
        again.path.read_text()
    """)
    path = tmp_path / "there.jsonl"
    path.write_text(text, "utf-8")
    assert len(load(path, record=False, display=False).log.decisions) == 7


def test_another_writer_is_noticed_there_too(run):
    """The record is left alone, as everywhere; so is one that vanished."""
    reasons = run("""
        import os, warnings
        from skyjo_widget import play
        os.chdir("/drive")
        reasons = []
        for harm in (lambda path: path.open("a").write("{}"), os.remove):
            table = play("skyjo", ["Ana", "Ben"], display=False)
            harm(table.path)
            with warnings.catch_warnings(record=True) as told:
                table.act(table.legal[0])
            assert "in memory only" in str(told[0].message)
            reasons.append(table.trouble.reason)
        reasons
    """)
    assert reasons == "['foreign', 'gone']"


def test_a_drive_that_keeps_nothing_is_told(run):
    """The record is a file as long as the page lives; the board offers it as a download."""
    told = run("""
        import json, os
        from skyjo_widget import play
        os.chdir("/home/pyodide")
        table = play("skyjo", ["Ana", "Ben"], display=False)
        table.act(table.legal[0])
        sent = []
        table.board.send = lambda content, buffers=None: sent.append(content)
        table.board._handle_custom_msg({"type": "save", "state": table.state}, [])
        (file,) = sent
        assert file["text"] == table.path.read_text()
        json.dumps([table.board.view["trouble"]["key"], file["name"] == table.path.name])
    """)
    assert json.loads(told) == ["fleeting", True]


def test_the_board_loses_no_null(run):
    """Text reaches the browser: a kernel there drops keys whose value is None."""
    view = run("""
        from skyjo_widget import play
        table = play("newskyjo", ["Ana", "Ben", "Cy"], display=False, record=False)
        state = table.board.get_state()
        assert all(list(state[name]) == ["json"] for name in table.board.present)
        state["view"]["json"]
    """)
    assert json.loads(view)["fault"] is None


def test_a_panel_and_the_coach_need_no_thread(run):
    """They work when the page is idle, or at once."""
    shown = run("""
        import asyncio
        from skyjo_widget import play
        table = play("skyjo", ["Ana", "bot:greedy"], seed=4, display=False, record=False)
        table.coach = "request"
        panel = table.live(lambda log: len(log.decisions), title="Decisions")
        while table.phase == "setup" or table.waiting == "bot":
            table.run() if table.waiting == "bot" else table.act(table.legal[0])
        table.board._handle_custom_msg({"type": "coach", "state": table.state}, [])
        await asyncio.sleep(0.1)
        assert panel.error is None, panel.error
        assert not table.board.coach["thinking"]
        panel.decision == len(table.log.decisions), table.board.coach["best"]["points"] is not None
    """)
    assert shown == "(True, True)"


def test_simulations_and_measures_are_the_same_there(run):
    """Numbers with their intervals, from games in this one process."""
    code = """
        from skyjo_widget import measure, simulate
        run = simulate("skyjo", ["bot:greedy", "bot:random"], games=12, seed=4, progress=False)
        str(measure(run))
    """
    call = {"games": 12, "seed": 4, "progress": False}
    run_here = simulate("skyjo", ["bot:greedy", "bot:random"], **call)
    assert run(code) == str(measure(run_here))
    kept = code.replace("games=12", "games=12, decisions=True")  # read, not played again
    run_here = simulate("skyjo", ["bot:greedy", "bot:random"], decisions=True, **call)
    assert run(kept) == str(measure(run_here))


@pytest.mark.parametrize("preset", ["skyjo", "newskyjo", "skip-bo"])
def test_the_fitted_chances_are_the_same_there(run, preset):
    """To four digits: the networks' numbers have 32 bits."""
    players, call = ["random"] * 3, {"games": 2, "seed": 4, "progress": False, "turns": 30}
    there = run(f"""
        import json
        from skyjo_widget import simulate, win_probabilities
        run = simulate("{preset}", {players}, **{call})
        chances = win_probabilities(run, model="fitted", every="decision", progress=False)
        json.dumps(chances.frame["chance"].tolist())
    """)
    run_here = simulate(preset, players, **call)
    chances = win_probabilities(run_here, model="fitted", every="decision", progress=False)
    assert json.loads(there) == pytest.approx(chances.frame["chance"].tolist(), abs=1e-4)


def test_a_tournament_with_a_function(run):
    """It plays in the kernel: there is no other process."""
    table = run("""
        import warnings
        from skyjo_widget import tournament
        def mine(o):
            return o.legal[0]
        with warnings.catch_warnings(record=True):
            found = tournament([mine, "bot:greedy"], games=4, seed=4, progress=False)
        str(found)
    """)
    assert table == "<Tournament of 2 strategies, 4 games; ahead: greedy>"


def test_a_lesson_is_handed_in(run):
    """A replay on the board, and the file for the teacher."""
    told = run("""
        import os
        from skyjo_widget import hand_in, play, replay
        os.chdir("/drive")
        table = play("skyjo", ["Ana", "bot:greedy"], seed=4, display=False)
        while table.waiting in ("person", "bot"):
            table.step() if table.waiting == "bot" else table.act(table.legal[-1])
        again = replay(table, display=False)
        again.position = 5
        again.board.view["at"], os.path.getsize(hand_in(table, "Ana", folder="class")) > 1000
    """)
    assert told == "(5, True)"
