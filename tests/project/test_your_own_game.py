"""A game from outside the package: the one that ``docs/your-own-game.md`` makes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_widget.engine.core import background
from tests.fixtures.paths import ROOT
from tests.fixtures.programs import OUR_WARNINGS

PAGE = (ROOT / "docs" / "your-own-game.md").read_text("utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
FIRST, SECOND = PAGE.split("## In a notebook")

PLAYED = """
import json
import concurrent.futures
from skyjo_widget import compare, load, load_all, paper, play, simulate, tournament
from skyjo_widget import win_probabilities
from skyjo_widget.errors import SkyjoWidgetError
import golf

if __name__ == "__main__":
    found = {}
    players = ["Ana", "bot:random", "bot:simple"]
    table = play("golf", players, seed=5, record="a.jsonl", practice=True)
    while table.waiting == "person" and table.decision < 400:
        legal = table.observation().legal
        table.act(legal[table.decision % len(legal)])
        table.run()
    assert table.log.rounds["raw_score"].notna().all()
    table.undo()
    text = table.history.game.state_text(table.history.state, table.history.codes, table.deck)
    table.close()
    table = load("a.jsonl")
    history = table.history
    assert history.game.state_text(history.state, history.codes, history.deck) == text
    assert table.log.decisions["undone"].any()
    table.close()

    log = load_all(".")
    assert set(log.games["game"]) == {"golf"}

    bots = ["bot:simple", "bot:random"]
    run = simulate("golf", bots, games=30, seed=1, decisions=True, progress=False)
    found["rounds"] = run.rounds.to_csv()
    found["decisions"] = run.decisions.drop(columns="ms", errors="ignore").to_csv()
    with concurrent.futures.ProcessPoolExecutor(2) as executor:
        other = simulate(
            "golf", bots, games=30, seed=1, decisions=True, progress=False, executor=executor
        )
    assert other.rounds.equals(run.rounds)
    found["states"] = run.states(views="all").x.tolist()
    found["log states"] = len(log.states())

    def first(o):
        return o.legal[0]

    found["tournament"] = tournament(
        ["bot:simple", first], game="golf", games=6, seed=1, progress=False
    ).ranking.to_csv()
    assert compare(*bots, game="golf", games=30, seed=1, progress=False).high < 0

    refused = []
    table = play("golf", ["Ana", "Bo"], record=False, display=False)
    for ask in (
        lambda: table.odds(),
        lambda: table.advice(),
        lambda: table.what_if(),
        lambda: setattr(table, "coach", "request"),
        lambda: table.predict("win", 0.5),
        lambda: win_probabilities(run),
        lambda: paper("golf", ["Ana", "Bo"], record=False),
        lambda: play("golf", ["Ana", "bot:strong"], record=False),
        lambda: play("golf", ["Ana", "Bo"], record=False, rounds=0),
        lambda: play("golf", ["Ana", "Bo"] * 4, record=False),
    ):
        try:
            ask()
        except SkyjoWidgetError as error:
            refused.append(str(error))
    assert len(refused) == 10, refused
    assert not [text for text in refused if "golf" not in text.casefold() and "rounds" not in text]
    print(json.dumps(found))
"""


@pytest.mark.slow
def test_the_pages_cells_run(own_folder):
    """The module, then the notebook, as they stand."""
    (own_folder / "golf.py").write_text("\n\n".join(BLOCK.findall(FIRST)), "utf-8")
    cells = "\n".join(BLOCK.findall(SECOND)).replace("seed=7)", "seed=7, record=False)")
    (own_folder / "cells.py").write_text(cells + "\nassert len(measures.frame)\n", "utf-8")
    run("cells.py", own_folder, NUMBA_DISABLE_JIT="1")
    assert (own_folder / "golf.html").stat().st_size > 10_000


@pytest.mark.slow
def test_golf_is_the_same_game_at_both_speeds(own_folder):
    """Played, loaded, simulated here and in processes, compared; what it lacks is said."""
    (own_folder / "golf.py").write_text("\n\n".join(BLOCK.findall(FIRST)), "utf-8")
    (own_folder / "played.py").write_text(PLAYED, "utf-8")
    slow = run("played.py", own_folder, NUMBA_DISABLE_JIT="1")
    (own_folder / "a.jsonl").unlink()
    fast = run("played.py", own_folder, SKYJO_WIDGET_COMPILE="wait")
    assert json.loads(slow.splitlines()[-1]) == json.loads(fast.splitlines()[-1])


@pytest.mark.slow
def test_golf_is_compiled_ahead_in_a_process_of_its_own(own_folder):
    """A game without a search leaves out what it doesn't have, without a failure."""
    (own_folder / "golf.py").write_text("\n\n".join(BLOCK.findall(FIRST)), "utf-8")
    command = [
        sys.executable,
        "-m",
        "skyjo_widget.simulation.compile_ahead",
        "play",
        "golf",
        "golf",
    ]
    cache = own_folder / "cache"
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{own_folder}", "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    marks = {path.name.split("-")[2] for path in cache.glob("skyjo_widget-golf-*.done")}
    assert marks == set(background.KINDS)


def test_a_position_of_golf_is_played_on(own_folder):
    """As of any game with grids; one that can't be set up is refused by its name."""
    (own_folder / "golf.py").write_text("\n\n".join(BLOCK.findall(FIRST)), "utf-8")
    code = """
import dataclasses
import golf
from skyjo_widget import RulesError, play, position, register_game
from skyjo_widget.bots.registry import BOTS

at = position("golf", {"Ana": ["4 ? 10", "? ? 3"], "bot:simple": None}, discard=[1], seed=1)
assert eval(repr(at)) == at and "<img" in at.html()
table = play(at, record="golf.jsonl", display=False)
table.act("take")
table.act("place c1")
table.run()
assert table.position(0) == eval(repr(table.position(0)))
table.close()

register_game(dataclasses.replace(golf.GOLF, written=None), BOTS["golf"])
table = play("golf", ["Ana", "Bo"], record=False, display=False)
for ask in (lambda: position("golf", {"Ana": None, "Bo": None}), lambda: table.position()):
    try:
        ask()
    except RulesError as error:
        assert "golf: a table of this game can't be set up" in str(error), error
    else:
        raise AssertionError(ask)
"""
    (own_folder / "set_up.py").write_text(code, "utf-8")
    run("set_up.py", own_folder, NUMBA_DISABLE_JIT="1")


def test_a_game_of_a_cell_or_of_a_name_that_is_taken_is_refused(own_folder):
    """Other processes couldn't find the one; the other would hide a game."""
    (own_folder / "golf.py").write_text("\n\n".join(BLOCK.findall(FIRST)), "utf-8")
    code = """
import dataclasses
import golf
from skyjo_widget import GAMES, RulesError, play, register_game

golf.register_game(golf.GOLF, GAMES and golf.Bots(("random",), golf.choose))  # replaces itself


class State(golf.GolfState):
    pass


for wrong in (
    dataclasses.replace(golf.GOLF, name="skyjo"),
    dataclasses.replace(golf.GOLF, name="mine"),
    dataclasses.replace(golf.GOLF, state=State),
):
    try:
        register_game(wrong, golf.Bots(("random",), golf.choose))
    except RulesError as error:
        print(error)
"""
    (own_folder / "wrong.py").write_text(code, "utf-8")
    taken, preset, cell = run("wrong.py", own_folder, NUMBA_DISABLE_JIT="1").splitlines()
    assert taken == "skyjo: there is a game or a preset of that name already"
    assert preset == "mine: there is a game or a preset of that name already"
    assert cell.startswith("golf: its state is defined in __main__; put the game into a file")


def run(file: str, folder: Path, **more: str) -> str:
    """Run a script; return what it prints."""
    done = subprocess.run(
        [sys.executable, file],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTHONWARNINGS": OUR_WARNINGS,
            "SKYJO_WIDGET_COMPILE": "",
            **more,
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
