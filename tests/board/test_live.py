"""Live panels: what a function makes of the log, beside the board."""

from __future__ import annotations

import re
import threading
import time

import ipywidgets
import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, play
from skyjo_widget.board import live_charts
from skyjo_widget.board.table_widget import TableWidget
from skyjo_widget.engine.core.state import copy
from skyjo_widget.strategies.conformance import permute_hidden
from skyjo_widget.util.i18n import languages
from tests.fixtures.paths import ROOT


def table(*players, game="skyjo", **options):
    """A table in memory."""
    options = {"seed": 3, "record": False, "display": False, **options}
    return play(game, list(players) or ["Ana", "Bo"], **options)


@pytest.fixture
def shown():
    """Puts a function beside a board, and gives what is shown; all are removed in the end."""
    panels = []

    def show(function, session=None):
        panels.append((session or table()).live(function))
        assert panels[-1].wait()
        return panels[-1]._body.outputs

    yield show
    for panel in panels:
        panel.close()


def texts(outputs):
    """The display as plain text."""
    return [one.get("text") or one["data"].get("text/plain") for one in outputs]


def prints_and_returns(_log):
    """Both are wanted."""
    print("printed")
    return "returned"


def draws(_log):
    """As a notebook does."""
    from matplotlib import pyplot

    pyplot.plot([1, 2])


def plots_a_frame(_log):
    """Gives axes."""
    return pd.Series([1, 2]).plot()


def makes_a_figure(_log):
    """Without pyplot."""
    from matplotlib.figure import Figure

    figure = Figure()
    figure.add_subplot().plot([1, 2])
    return figure


def test_text_and_what_is_printed_stand_there(shown):
    """Text as it is; nothing of None."""
    assert texts(shown(prints_and_returns)) == ["printed\n", "returned"]
    assert shown(lambda _log: None) == ()


def test_a_frame_is_a_table_and_a_widget_is_itself(shown):
    """In the form that a notebook would show."""
    (frame,) = shown(lambda log: log.rounds)
    assert "<table" in frame["data"]["text/html"]
    button = ipywidgets.Button()
    (widget,) = shown(lambda _log: button)
    view = widget["data"]["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == button.model_id


@pytest.mark.parametrize("function", [draws, plots_a_frame, makes_a_figure])
def test_a_figure_is_drawn_once_and_closed(shown, monkeypatch, function):
    """A figure may be pyplot's, pandas', or returned."""
    monkeypatch.setenv("MPLBACKEND", "agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("agg")
    outputs = shown(function)
    assert ["image/png" in one["data"] for one in outputs] == [True]
    assert pyplot.get_fignums() == []


def test_it_gets_the_log_as_the_table_has_it():
    """In a round that goes on, what every seat may know: no hand, no drawn card."""
    session = table("Ana", "bot:greedy", game="skip-bo")
    frames = []
    panel = session.live(lambda log: frames.append(log.decisions))
    while len(session.history.decisions) < 12 and session.seat is not None:
        session.step() if session.waiting == "bot" else session.act(session.legal[-1])
    assert panel.wait()
    pd.testing.assert_frame_equal(frames[-1], session.log.decisions)
    panel.close()


def test_an_error_is_said_in_its_place():
    """The sentence and the own line; game and other panels go on, and it may work again."""
    session = table()
    good = session.live(lambda log: str(len(log.decisions)))

    @session.live
    def wrong(log):
        return "fine" if len(log.decisions) == 1 else log.nothing

    assert good.wait()
    assert wrong.wait()
    (said,) = wrong._body.outputs
    assert "Log has no attribute &#x27;nothing&#x27;" in said["data"]["text/html"]
    assert "else log.nothing</pre>" in said["data"]["text/html"]
    assert "live.py" not in said["data"]["text/html"]
    assert isinstance(wrong.error, AttributeError)
    session.act("flip a1")
    assert wrong.wait()
    assert good.wait()
    assert (texts(wrong._body.outputs), wrong.error) == (["fine"], None)
    assert texts(good._body.outputs) == ["1"]
    for panel in (good, wrong):
        panel.close()


def test_a_slow_function_is_skipped_to_the_newest_state(capsys):
    """No decision waits for it, it never runs twice at once, and others print as ever."""
    session, begun, go = table(), threading.Event(), threading.Event()
    running, most, seen = [], [], []

    @session.live
    def slow(log):
        running.append(1)
        most.append(len(running))
        print("captured")
        begun.set()
        assert go.wait(30)
        seen.append(len(log.decisions))
        running.pop()

    assert begun.wait(30)
    for action in ("flip a1", "flip b1", "flip c1"):
        session.act(action)
        print("passes")
    assert not slow.wait(0.01)
    go.set()
    assert slow.wait(30)
    assert (seen[-1], len(seen), max(most)) == (3, 2, 1)
    assert capsys.readouterr().out == "passes\n" * 3
    slow.close()


def test_a_panel_of_the_same_title_takes_the_older_ones_place():
    """So that a cell can be run again; functions without a name stand side by side."""
    session = table()

    def count(_log):
        return "first"

    older = session.live(count)
    other = session.live(lambda _log: "other")
    third = session.live(lambda _log: "third")
    newer = session.live(count)
    named = session.live(title="count")(lambda _log: "named")
    assert list(session._panels) == [named, other, third]
    for gone in (older, newer):
        assert "closed" in repr(gone)
        gone.close()  # twice is once
    for panel in (named, other, third):
        panel.close()
    assert list(session._panels) == []


def test_a_closed_panel_hears_nothing_more():
    """Also if it is running just then."""
    session, begun, go, calls = table(), threading.Event(), threading.Event(), []

    @session.live
    def slow(_log):
        calls.append(1)
        begun.set()
        go.wait(30)

    assert begun.wait(30)
    slow.close()
    session.act("flip a1")
    go.set()
    assert slow.wait(30)
    assert calls == [1]
    assert session._game._listeners == []


@pytest.mark.parametrize("first", [True, False])
def test_panels_stand_beside_a_board_that_is_shown_before_or_after(first):
    """Without running its cell again."""
    plain = table()
    session = TableWidget(plain.history, functions={}, writer=None)
    if first:
        assert session.model_id
    panel = session.live(lambda _log: "text")
    assert session.model_id
    assert session.children[1].children == (panel,)
    panel.close()
    assert len(session.children) == 1


# Ready-made ones


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("skyjo", ["sums", "expected score", "chance to win", "cards left"]),
        ("newskyjo", ["sums", "expected score", "chance to win", "cards left"]),
        ("skip-bo", ["chance to win", "cards left"]),
    ],
)
def test_ready_made_panels_know_what_everybody_knows(game, names, lang, monkeypatch):
    """In each language, from the deal on; whatever lies hidden, they say the same."""
    monkeypatch.setattr(live_charts, "SECONDS", 0)
    monkeypatch.setattr(live_charts, "LEAST", 8 if game != "skip-bo" else 0)
    session = table("Ana", "Bo", "Cy", game=game)
    assert live_charts.names(session) == names
    onlooker, rng = len(session.players), np.random.default_rng(1)
    for step in range(12):
        charts = [live_charts.find(name, session) for name in names]
        if game == "skip-bo":
            charts = charts[1:]  # a world is played to the end of the game
        told = [chart.draw(session, lang) for chart in charts]
        assert all(one.text and one.html for one in told[step == 0 :])
        truth = session.history.state
        session.history.state = copy(truth)
        permute_hidden(
            session.history.game, session.history.state, session.history.codes, onlooker, rng
        )
        assert [chart.draw(session, lang) for chart in charts] == told
        session.history.state = truth
        session.act(session.legal[step % len(session.legal)])


def test_a_ready_made_panel_is_asked_for_by_its_name():
    """Its numbers are the table's; an unknown name is answered with those that there are."""
    session = table()
    session.act("flip a1")
    panel = session.live("sums")
    assert panel.wait()
    value = session.board.view["seats"][0]["visible_sum"]
    assert texts(panel._body.outputs) == [f"Ana {value}, Bo 0".replace("-", "−")]
    session.lang = "fr"
    assert panel.wait()
    assert "Sommes visibles" in panel._heading.value
    panel.close()
    with pytest.raises(RulesError, match=r"pas de panneau 'sum' dans skyjo.*'sums', 'expected"):
        session.live("sum")
    with pytest.raises(RulesError, match="il faut une fonction du journal, ou l’un de ceux-ci"):
        session.live(3)
    with pytest.raises(RulesError, match="no panel 'sums' in skip-bo"):
        table(game="skip-bo").live("sums")


def test_a_locked_coach_locks_the_panels_that_know_what_it_knows():
    """Visible sums anybody can count."""
    session = table(coach="locked")
    for name in ("expected score", "chance to win", "cards left"):
        with pytest.raises(RulesError, match="the coach is locked"):
            session.live(name)
    session.live("sums").close()


def test_the_chances_of_a_game_that_is_over_are_its_end(monkeypatch):
    """Before that they sum to one, and say how many worlds they come from."""
    monkeypatch.setattr(live_charts, "MOST", 24)
    session = table("bot:random", "bot:random", target=1)
    chart = live_charts.find("chance to win", session)
    begun = time.thread_time()
    assert "24 ways" in chart.draw(session, "en").html
    assert time.thread_time() - begun < 30
    session.run(rounds=True)
    told = chart.draw(session, "en").text
    assert sum(int(part.split("%")[0].split()[-1]) for part in told.split(", ")) in (99, 100)
    assert "100%" in told or len(session.winners) > 1


@pytest.mark.parametrize("page", ["beside.md", "beside.fr.md"])
def test_the_page_about_panels_runs(page, own_folder):
    """Block by block; its slider drives its replay."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    names: dict = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        if "HBox" not in block:
            exec(block, names)
        else:  # a script's table is no widget
            exec(block.replace("HBox([table, out])", ""), names)
            names["table"] = TableWidget(names["table"].history, functions={}, writer=None)
    assert names["thinking_time"].wait()
    assert "<table" in names["thinking_time"]._body.outputs[0]["data"]["text/html"]
    names["slider"].value = 7
    assert names["again"].position == 7
    assert names["moves"].value == names["table"].decision
