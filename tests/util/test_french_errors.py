"""Errors that are provoked for real: each call speaks the language of its ``lang`` or its table."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

import skyjo_widget
from skyjo_widget import Deck, SkyjoWidgetError, load, play, replay
from skyjo_widget.util.messages import rendered
from tests.fixtures.french import faults

QUIET = {"record": False, "display": False, "lang": "fr"}


@pytest.fixture(scope="module")
def table():
    """A table for people."""
    return play("skyjo", ["Ana", "Bo"], seed=1, **QUIET)


@pytest.fixture(scope="module")
def played():
    """A table of bots whose game is over."""
    table = play("skyjo", ["bot:greedy", "bot:random"], seed=1, **QUIET)
    table.run()
    return table


FOLDER = {
    "deck.csv": "value,count\n1,x\n",
    "mauvais.jsonl": "{}\n",
    "mauvais.toml": "title = 3\n[game]\npreset = 'x'\nplayers = []\n",
    "fiche.json": '{"title": "x", "questions": [{"kind": "z"}, {"kind": "number", "text": 3}]}',
}
CALLS = """
class_page("rien", lang="fr")
class_page(5, lang="fr")
lesson("rien.toml", lang="fr")
lesson("mauvais.toml", lang="fr")
answers(1, "rien.toml", lang="fr")
sheets("rien.toml", "x.html", lang="fr")
sheets("chance", "x.pdf", lang="fr")
table.what_if(games=0)
table.live("rien de tel")
table.live(3)
table.note(tags=3)
table.note("x", rating=9)
table.coach = "loud"
table.pace = -7
play("skyjo", ["Ana", "Bo"], projector=3, record=False, display=False, lang="fr")
table.lang = "xx"
table.act("fly")
table.act(5.5)
table.act(None)
table.step()
table.run(turns="x")
table.retry()
table.undo()
table.next_round()
table.branch(99)
table.branch(0, players=3)
table.branch(0, anew="x")
table.replace(9, "bot:greedy")
table.replace(0, "bot:xyz")
table.save_as(3)
table.save_as("/proc/rien/x.jsonl")
table.again(seed=-1)
table.odds(7)
table.observation(9)
table.advice(worlds=-1)
table.predict("win", "x")
table.predict("rien", 1)
table.answer("s", "q", [])
table.form(fun=9)
table.ruling("")
table.referee("x")
table.write("5b3")
table.close(3)
table.serve(port="x", display=False)
table.serve(port=99999, display=False)
table.serve(network=3, display=False)
table.serve(hosts=5, display=False)
table.log.to_csv(5)
table.log.to_excel("x.csv")
table.log.history("x")
table.log.states(depth=0)
table.log()
table.log.rien
table.rien
Worksheet.load("rien.json", table)
Worksheet.load("fiche.json", table)
Worksheet("x", 3, table)
Worksheet("x", [{"kind": "number", "text": "x", "truth": "x"}], table)
verify("rien", lang="fr")
verify(lang="fr")
verify(3, lang="fr")
replay(table, lang="fr").rows(played.log.decisions.drop(columns="decision"))
replay(table, lang="fr").rows(3)
replay(table, lang="fr").chart(played.log.decisions, "rien")
replay(table, lang="fr").beside(3)
replay(table, lang="fr").position = 999
replay(3, lang="fr")
replay("rien", lang="fr")
load("rien", lang="fr")
load("mauvais.jsonl", lang="fr")
load("mauvais.jsonl", game_id="x", lang="fr")
play("skyjo", ["Ana", "Bo"], deck="deck.csv", lang="fr")
play("skyjo", ["Ana", "Bo"], deck="rien.csv", lang="fr")
play("skyja", ["Ana", "Bo"], lang="fr")
play("skyjo", ["Ana", "Bo"], colums=3, lang="fr")
play("skyjo", ["Ana", "Bo"], nobody="x", rows=99, lang="fr")
paper("skyjo", ["Ana", "bot:greedy"], lang="fr")
paper("skyjo", ["Ana", "Bo"], **QUIET).write("5b3")
paper("skyjo", ["Ana", "Bo"], **QUIET).write("zz")
paper("skyjo", ["Ana", "Bo"], **QUIET).name_card("rien", 3)
paper("skyjo", ["Ana", "Bo"], **QUIET).referee("rien")
paper("skyjo", ["Ana", "Bo"], **QUIET).write_all("rien.txt")
position("skyjo", {"Ana": ["4"]}, to_move="Ana", lang="fr")
position("skyjo", {"Ana": ["4"], "Bo": [3]}, to_move="Ana", lang="fr")
position("skyjo", 3, to_move="Ana", lang="fr")
position("skyjo", {"Ana": None, "Bo": None}, to_move="Cy", lang="fr")
compare("greedy", "x", games=4, lang="fr")
compare("greedy", "random", games="x", lang="fr")
versus("skyjo", "x", players=["greedy"] * 2, lang="fr")
versus(5, 6, players=["greedy"] * 2, lang="fr")
versus("skyjo", lang="fr")
ask("Plus long ?", Version("skyjo"), Version("skyjo", rows=4), measure="rien", lang="fr")
ask("Plus long ?", "skyjo", Version("skyjo", rows=4), measure="score_mean", tables=3, lang="fr")
measure_steps(5, lang="fr")
plan(3, names=[], lang="fr")
opinions(5, lang="fr")
measure(5, lang="fr")
measure("rien", lang="fr")
measure(played.log, measures=["rien"], lang="fr")
measure(played.log, by="x", lang="fr")
measure(played.log, lang="fr").picture("rien")
rulings_page(5, "x", lang="fr")
classroom(99, lang="fr")
classroom("skyjo", tables=99, lang="fr")
running_mean(5, lang="fr")
running_mean([1], lang="fr")
deck_history([1, 2], lang="fr")
regret(table, worlds=-1)
regret(table, sample=0)
win_probabilities(table, worlds=1)
win_probabilities(played, every="x")
hand_in(table, name="", folder="/proc/rien")
table.odds().unseen["x"]
played.run("x", 3)
"""
"""Calls that can't be carried out, each of which has a language."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with files that are wrong."""
    monkeypatch.chdir(tmp_path)
    for name, text in FOLDER.items():
        Path(name).write_text(text, "utf-8")


@pytest.mark.parametrize("call", CALLS.strip().splitlines())
def test_an_error_is_french(call, folder, table, played):
    """It is one of ours, and has no English word; none of its sentences is cut or doubled."""
    public = {name: getattr(skyjo_widget, name) for name in skyjo_widget.__all__}
    names = {**public, "QUIET": QUIET, "table": table, "played": played}
    with pytest.raises(SkyjoWidgetError) as caught:
        exec(call, names)  # an assignment can't be refused otherwise
    text = str(caught.value)
    assert text == rendered(caught.value, "fr")
    assert not faults(text), text
    assert not re.search(r"[:;]\s*[:;]|\{\w+\}", text), text


def test_a_deck_that_has_no_language_speaks_english(folder):
    """Outside of a call that has one."""
    with pytest.raises(SkyjoWidgetError) as caught:
        Deck.from_csv("deck.csv")
    text = "deck.csv: line 2: the count 'x' is no whole number from 1 to 256"
    assert str(caught.value) == text


# Sources of games


WRONG = {
    "a number": 5,
    "None": None,
    "a frame": pd.DataFrame({"game_id": ["x"], "decision": [1]}),
    "a function": len,
    "bytes": b"x",
    "a dict": {"a": 1},
    "a missing file": "nowhere.jsonl",
    "a missing folder": "nowhere/at/all",
    "a NUL": "a\0b",
    "numbers": [5, None],
    "frames": [pd.DataFrame()],
    "an object": object(),
}
TAKING_GAMES = {
    "load": lambda wrong: load(wrong, record=False, display=False),
    "replay": lambda wrong: replay(wrong, display=False),
    "rulings_page": lambda wrong: skyjo_widget.rulings_page(wrong, "rulings"),
    "class_page": lambda wrong: skyjo_widget.class_page(wrong, "class.html"),
    "hand_in": lambda wrong: skyjo_widget.hand_in(wrong, name="Ana"),
    **{
        name: getattr(skyjo_widget, name)
        for name in (
            *("load_all", "load_simulation", "verify", "regret", "win_probabilities"),
            *("decision_values", "measure", "opinions", "insights"),
        )
    },
}


@pytest.mark.filterwarnings("ignore:.*left out:UserWarning")
@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("name", TAKING_GAMES)
def test_a_wrong_source_is_refused_with_a_sentence(name, kind, folder):
    """In one line, whatever it is; no error of Python's own comes out."""
    with pytest.raises(SkyjoWidgetError) as caught:
        TAKING_GAMES[name](WRONG[kind])
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("name", ["regret", "opinions", "rulings_page", "hand_in", "replay"])
def test_a_simulation_is_no_source_of_a_persons_games(name, folder):
    """Its bots' games aren't those of people."""
    run = skyjo_widget.simulate("skyjo", ["greedy", "random"], games=2, seed=1, progress=False)
    with pytest.raises(SkyjoWidgetError, match=re.escape("<Simulation skyjo, greedy, random")):
        TAKING_GAMES[name](run)


@pytest.mark.parametrize("wrong", [5, None, ["x"], b"x"])
@pytest.mark.parametrize("name", ["to_csv", "to_parquet", "to_excel"])
def test_a_log_refuses_a_path_that_is_none(name, wrong, played):
    """With the same sentence."""
    with pytest.raises(SkyjoWidgetError, match="il faut un chemin"):
        getattr(played.log, name)(wrong)
