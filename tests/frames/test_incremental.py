"""The log of a game that goes on, and undo: what was kept is what building all anew gives."""

from __future__ import annotations

import json
import random

import pandas as pd
import pytest

from skyjo_widget import load, play
from skyjo_widget.frames.log import Log
from skyjo_widget.records import record_file
from skyjo_widget.records.checkpoints import EVERY
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import new_history, replay
from tests.fixtures import paper_games

QUIET = {"record": False, "display": False}
GAMES = {
    "skyjo": {"preset": "skyjo", "target": 400},
    "effects": {"preset": "newskyjo", "rounds": 3},
    "private hands": {"preset": "skip-bo", "stock": 4, "hand": 3, "target": 2000},
}


def moves(name, *, practice, seed, count):
    """A game in which anything is done, undos and undos of undos too; after each its table."""
    options = dict(GAMES[name])
    players = ["Ana", "Bo", "bot:random"][: 2 if name == "private hands" else 3]
    session = play(options.pop("preset"), players, seed=seed, practice=practice, **options, **QUIET)
    choices = random.Random(seed)
    for _ in range(count):
        held = [row.decision for row in session.history.standing_rows()]
        chance = choices.random()
        if chance < 0.08 and session.parts.undo.undoable == "yes":
            session.undo()
        elif chance < 0.12 and practice and held:
            session.undo(to=held[min(len(held) - 1, int(choices.expovariate(1 / 5)))])
        elif chance < 0.2:
            session.note("so", edits=None)
        elif session.waiting == "next round":
            session.next_round()
        elif session.waiting == "bot":
            session.step()
        elif session.waiting == "person":
            session.act(choices.choice(session.legal))
        else:
            break
        yield session


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("practice", "name"),
    [
        pytest.param(practice, name, marks=marks, id=f"{way}-{name}")
        for name in GAMES
        for way, practice in [("practice", True), ("play", False)]
        for marks in [[pytest.mark.slow] * (practice is (name == "skyjo"))]
    ],
)
def test_the_log_is_after_each_change_what_building_it_anew_gives(monkeypatch, name, practice):
    """Values, missing ones, dtypes: through undos, ends of rounds and what they reveal."""
    monkeypatch.setattr("skyjo_widget.frames.incremental.PIECE", 5)
    monkeypatch.setattr("skyjo_widget.frames.incremental._ROOM", 8)
    choices, undone, given = random.Random(1), 0, []
    for session in moves(name, practice=practice, seed=2, count=150):
        if choices.random() < 0.75:
            continue  # several changes at once
        frame = session.log.decisions
        fresh = Log([session.history]).decisions
        pd.testing.assert_frame_equal(frame, fresh)
        given.append((frame, fresh.copy()))
        undone += int(fresh["undone"].sum())
    assert undone > 0
    assert len(fresh) > 60
    for frame, fresh in given[::10]:
        pd.testing.assert_frame_equal(frame, fresh)  # a frame handed out doesn't change


def test_whoever_changes_a_frame_changes_only_that():
    """Another log knows nothing of it."""
    *_, session = moves("skyjo", practice=True, seed=4, count=300)
    frame = session.log.decisions
    frame.loc[0, "turn"] = 99
    frame["player"] = "nobody"
    frame.iloc[3:8, :] = frame.iloc[2:7, :].to_numpy()
    pd.testing.assert_frame_equal(session.log.decisions, Log([session.history]).decisions)


@pytest.mark.seconds
@pytest.mark.parametrize("count", [45, pytest.param(90, marks=pytest.mark.slow)])
def test_a_changed_frame_changes_none_that_comes_after_a_rewritten_row(count):
    """Nor one that came before: whatever they share is copied first."""
    given = []
    for number, session in enumerate(moves("skyjo", practice=True, seed=5, count=count)):
        frame = session.log.decisions
        pd.testing.assert_frame_equal(frame, Log([session.history]).decisions)
        for name in ("turn", "card_in", "undone", "phase", "player", "cleared"):
            frame.loc[frame.index[number % 7 :: 7], name] = frame[name].iloc[-1]
        part = frame[["seat", "ms"]]
        del frame
        part.iloc[:, :] = 9
        given.append((session.log.decisions, Log([session.history]).decisions))
    for frame, fresh in given:
        pd.testing.assert_frame_equal(frame, fresh)
    assert given[-1][0]["undone"].any()


def test_a_log_after_an_action_builds_few_rows(monkeypatch):
    """However many decisions there have been: those that may still change."""
    told = []
    log_row = History.log_row
    monkeypatch.setattr(
        History, "log_row", lambda h, row, seat: told.append(row) or log_row(h, row, seat)
    )
    most = 0
    for number, session in enumerate(moves("skyjo", practice=False, seed=6, count=500)):
        if number % 9:
            continue
        told.clear()
        assert len(session.log.decisions) == len(session.history.decisions)
        most = max(most, len(told))
    assert len(session.history.decisions) > 300
    assert most < 3 * 9


@pytest.mark.seconds
@pytest.mark.parametrize("name", GAMES)
def test_undo_gives_what_playing_anew_without_it_gives(monkeypatch, name):
    """State, rounds, rows that hold; and the record with its undos gives all of it again."""
    monkeypatch.setattr("skyjo_widget.records.checkpoints.EVERY", 7)
    undos = 0
    for number, session in enumerate(moves(name, practice=True, seed=5, count=300)):
        h = session.history
        undos += h.events[-1]["event"] == "undo"
        if number % 9:
            continue
        again = History(h.header)
        for event in reversed(list(h._events_back())):
            again._play_again(event)
        assert again.state == h.state
        read = replay(json.loads(json.dumps(h.events)))
        assert (read.state, read.decisions, read.rounds) == (h.state, h.decisions, h.rounds)
        assert (read.taken_back, read.penalty) == (h.taken_back, h.penalty)
        held = [row for row in h.decisions if not row.undone]
        assert list(h.standing_rows()) == held[::-1]
        assert h.newest() is (held[-1] if held else None)
    assert undos > 10


@pytest.mark.seconds
@pytest.mark.parametrize("count", [4, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["skyjo", "newskyjo", "skip-bo"])
def test_undo_of_paper_cards_gives_back_names_too(name, count):
    """The hidden cards have the names that the events that hold have given them."""
    h = paper_games.written(paper_games.played(name, 1)).history
    rows = [row.decision for row in h.standing_rows()]
    for to in random.Random(1).sample(rows, count):
        read = replay(json.loads(json.dumps(h.events)))
        read.undo(to)
        fresh = new_history(h.header)
        for event in reversed(list(read._events_back())):
            fresh._play_again(event)
        assert (read.state, read.paper.names) == (fresh.state, fresh.paper.names)


def test_a_long_game_is_let_go_of_without_going_deep(tmp_path):
    """The standing events are a linked list; a table drops it at once, however long."""
    *_, session = moves("skyjo", practice=True, seed=8, count=500)
    lines = b"".join(map(record_file.to_line, session.history.events))
    path = tmp_path / "one.jsonl"
    path.write_bytes(lines)
    again = load(path, **QUIET)
    assert again.history.standing.length > 3 * EVERY
    again.undo(to=next(row.decision for row in again.history.decisions if not row.undone))
    assert again.history.rounds == []
    assert again.history.newest() is None
