"""The parts of a history and of a table: each does its own, and one writer all changes."""

import json

import pytest

from skyjo_widget import paper, play
from skyjo_widget.errors import RulesError
from skyjo_widget.records.history import History
from skyjo_widget.records.paper_history import PaperHistory
from skyjo_widget.records.replay import before, new_history, replay


def test_a_header_decides_which_history_there_is():
    """Replayed, taken back in time, or made anew: of paper cards it is a `PaperHistory`."""
    session = paper("skyjo", ["Ana", "Ben"], record=False, display=False)
    session.paper.name("discard", 4)
    session.act("flip a1", card=7)
    events = json.loads(json.dumps(session.history.events))
    for made in (
        session.history,
        new_history(events[0]),
        replay(events),
        before(replay(events), 0),
    ):
        assert type(made) is PaperHistory
    printed = play("skyjo", ["Ana", "Ben"], seed=1, record=False, display=False).history
    assert type(printed) is type(new_history(printed.header)) is History
    assert (printed.paper, printed.unnamed(), printed.fresh_deal) == (None, (), None)


def test_annotations_change_no_state():
    """Each adds one event, in the history's own list, and nothing on the table."""
    session = play("skyjo", ["Ana", "Ben"], seed=1, record=False, display=False)
    session.act("flip a1")
    history, state = session.history, session.state
    text, events = repr(history.state), len(history.events)
    session.note("slow")
    session.form(fun=3)
    session.ruling("both")
    session.predict("draw at most 4", 0.5)
    session.answer("sheet", "question", 1)
    session.parts.annotator.note_coach("request")
    assert [e["event"] for e in history.events[events:]] == [
        "note",
        "form",
        "ruling",
        "prediction",
        "answer",
        "coach",
    ]
    assert (repr(history.state), session.state) == (text, state)
    assert history.notes is history.annotations.notes


def test_a_change_that_fails_is_not_announced():
    """An error in the one writer's block writes nothing and notifies nobody."""
    session = play("skyjo", ["Ana", "Ben"], seed=1, record=False, display=False)
    heard = []
    session.parts.game.on_change(lambda: heard.append(session.state))
    with pytest.raises(RulesError, match="there is no note 5"):
        session.note("new", edits=5)
    assert (heard, session.history.notes) == ([], [])
    session.note("new")
    session.act("flip a1")
    assert heard == [0, 1]
