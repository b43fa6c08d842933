"""Notes, forms and rulings as the board and the panels under it write and tell them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from skyjo_widget import load, play
from skyjo_widget.board.note_messages import (
    EXCERPT,
    LONGEST_TAG,
    LONGEST_TEXT,
    MOST_TAGS,
    OWN_TAGS,
    RULINGS,
    SHOWN,
    SIZE_OF_RULINGS,
)
from skyjo_widget.errors import RecordError
from skyjo_widget.records.annotations import TAGS
from skyjo_widget.records.replay import replay
from tests.fixtures.boards import entry, offer_panels, press, send, table
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.paths import ROOT

NOTE = {
    "type": "note",
    "id": "abc",
    "decision": None,
    "text": "why?",
    "kind": "observed",
    "tags": ["confusing", "le décompte"],
    "rating": 2,
    "by": "Zoé",
    "edits": None,
}


def begun(*players, decisions=6, **options):
    """A table in memory after a few decisions, and its board."""
    session, board = table(*players, **options)
    for _ in range(decisions):
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return offer_panels(session), board


# Messages


def test_a_note_of_the_board_is_written_as_it_was_sent():
    """About the newest decision that holds; the answer names the message."""
    session, board = begun()
    send(board, **NOTE)
    (note,) = session.history.notes
    assert (note.text, note.kind, note.rating, note.by) == ("why?", "observed", 2, "Zoé")
    assert (note.tags, note.decision) == (("confusing", "le décompte"), 5)
    assert board.notes["saved"] == {"id": "abc", "note": 0}
    assert board.view["error"] is None


def test_a_slow_disk_delays_no_answer(monkeypatch):
    """The board is updated while the record is written, and once more with the answer."""
    monkeypatch.setattr("skyjo_widget.table.live_game.BREATH", 0)
    session, board = begun()
    send(board, **NOTE)
    assert board.notes["saved"] == {"id": "abc", "note": 0}
    send(board, **{**NOTE, "id": "d", "rating": 9})
    assert board.view["error"]["id"] == "d"
    assert len(session.history.notes) == 1


def test_it_belongs_to_the_decision_that_it_names_however_far_the_game_has_gone():
    """An old state is no reason to lose a note; between rounds it is written too."""
    session, board = begun("bot:greedy", "bot:random")
    while session.waiting == "bot":
        session.step()
    send(board, **NOTE | {"state": 1, "decision": 3})
    assert session.history.notes[0].decision == 3
    assert board.view["error"] is None
    assert session.waiting == "next round"


def test_an_edit_takes_the_place_of_the_older_note():
    """The record keeps both; an edit that says nothing withdraws the note."""
    session, board = begun()
    send(board, **NOTE | {"decision": 2})
    send(board, **NOTE | {"id": "def", "text": "that is why", "edits": 0})
    assert [note.replaced for note in session.history.notes] == [True, False]
    (told,) = board.notes["notes"]
    assert (told["note"], told["text"], told["decision"], told["edited"]) == (
        1,
        "that is why",
        2,
        True,
    )
    nothing = {"text": "", "kind": None, "tags": [], "rating": None, "edits": 1}
    send(board, **NOTE | nothing)
    assert (board.notes["notes"], board.notes["count"]) == ([], 0)
    assert len(session.log.notes) == 3


WRONG = {
    "no such decision": {"decision": 6},
    "a decision before the first": {"decision": -1},
    "a decision that is a text": {"decision": "3"},
    "a decision that is true": {"decision": True},
    "a text that is none": {"text": None},
    "a text too long": {"text": "x" * (LONGEST_TEXT + 1)},
    "half of a character": {"text": "\ud83d"},
    "a kind that there isn't": {"kind": "bug"},
    "a kind that is a list": {"kind": ["idea"]},
    "a rating too high": {"rating": 6},
    "a rating in between": {"rating": 2.5},
    "tags that are a text": {"tags": "fun"},
    "a tag that is a number": {"tags": [7]},
    "a tag too long": {"tags": ["x" * (LONGEST_TAG + 1)]},
    "too many tags": {"tags": [str(n) for n in range(MOST_TAGS + 1)]},
    "half of a character in a tag": {"tags": ["\udc00"]},
    "an author that is a number": {"by": 3},
    "an edit of none": {"edits": 0},
    "an edit before the first": {"edits": -1},
    "nothing at all": {"text": " \n", "kind": None, "tags": [], "rating": None},
}


@pytest.mark.parametrize("part", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_note_is_refused_and_named(part):
    """Nothing is written; the error says what was wrong, and to which message."""
    session, board = begun()
    before = len(session.history.events), session.state
    send(board, **NOTE | part)
    assert session.history.notes == []
    assert (len(session.history.events), session.state) == before
    error = board.view["error"]
    assert (error["key"], error["id"]) == ("note", "abc")
    assert len(error["text"]) > 15
    assert board.notes["saved"] is None


def test_a_part_that_is_missing_is_none_but_text_and_tags_are_needed():
    """As for any other message of the board."""
    session, board = begun()
    send(board, type="note", text="short", tags=[])
    assert session.history.notes[0].text == "short"
    send(board, type="note", tags=[])
    assert board.view["error"]["key"] == "note"
    assert len(session.history.notes) == 1


def test_a_note_that_was_edited_already_is_refused():
    """Two views of one board may both edit it; the second is told."""
    session, board = begun()
    send(board, **NOTE)
    send(board, **NOTE | {"edits": 0})
    send(board, **NOTE | {"edits": 0, "id": "late"})
    assert len(session.history.notes) == 2
    assert "edit note 1" in board.view["error"]["text"]


def test_a_long_note_is_fetched_before_it_is_edited():
    """The list tells its beginning; all of it comes when asked for, and goes with the next one."""
    session, board = begun()
    session.note("Long. " * 200, tags=["fun"])
    (told,) = board.notes["notes"]
    assert (told["cut"], len(told["text"])) == (True, EXCERPT)
    send(board, type="whole note", note=0)
    whole = {"note": 0, "text": "Long. " * 200, "tags": ["fun"], "by": None, "whom": None}
    assert board.notes["whole"] == whole
    send(board, **NOTE)
    assert board.notes["whole"] is None


@pytest.mark.parametrize("number", [None, -1, 1, "0", True])
def test_a_note_that_there_is_not_cannot_be_fetched(number):
    """Nor one that is longer than a message of the board may be."""
    session, board = begun()
    session.note("x" * (LONGEST_TEXT + 1))
    for asked in (number, 0):
        send(board, type="whole note", note=asked)
        assert board.view["error"]["key"] == "note_long"
        assert board.notes["whole"] is None


# The trait


def test_the_notes_change_only_when_one_is_saved():
    """A click sends the view and the rows, and no note again."""
    session, board = begun("Ana", "Ben")
    session.note("hm")
    changes = []
    board.observe(lambda _change: changes.append(1), "notes")
    for _ in range(6):
        session.act(session.legal[0])
    assert changes == []
    session.note("hm")
    assert changes == [1]


def test_the_newest_notes_come_and_no_more_than_a_message_bears():
    """Fifty of them, or fewer where they are long; the count tells of all."""
    session, board = begun()
    for n in range(SHOWN + 7):
        session.note(f"note {n}")
    assert [told["note"] for told in board.notes["notes"]] == list(range(SHOWN + 6, 6, -1))
    assert board.notes["count"] == SHOWN + 7
    for n in range(SHOWN):
        session.note("😀" * 20_000, tags=[f"{'😀' * 59}{chr(65 + n)}"] * MOST_TAGS, by="😀" * 9_000)
    assert len(json.dumps(board.notes)) < 100_000
    assert board.notes["notes"][0]["note"] == 2 * SHOWN + 6
    assert 0 < len(board.notes["notes"]) < SHOWN


def test_own_tags_of_the_game_are_offered_again():
    """The newest first, after those that every game has."""
    session, board = begun()
    assert board.notes["tags"] == list(TAGS)
    session.note(tags=["starter", "fun"])
    session.note(tags=["le décompte"])
    assert board.notes["tags"] == [*TAGS, "le décompte", "starter"]
    for n in range(30):
        session.note(tags=[f"tag {n}"])
    assert board.notes["tags"] == [*TAGS, *(f"tag {n}" for n in range(29, 29 - OWN_TAGS, -1))]


def test_a_note_tells_of_its_decision_what_everybody_may_know():
    """A card that one seat alone has seen isn't named before the round is over."""
    session, board = begun("Ana", "Ben", game="skip-bo", decisions=0)
    session.note("before all")
    row_free = board.notes["notes"][0]
    assert (row_free["decision"], row_free["about"]) == (None, "")
    session.act(session.legal[0])
    session.note("after")
    told = board.notes["notes"][0]
    row = session.history.decisions[0]
    assert told["about"] == f"{row.player} · {session.history.notation(row, None)}"
    assert told["undone"] is False


def test_notes_of_decisions_that_were_taken_back_say_so():
    """They stay."""
    session, board = begun("Ana", "Ben", decisions=0, practice=True)
    session.act(session.legal[0])
    session.note("a slip")
    session.undo()
    assert board.notes["notes"][0]["undone"] is True


def test_hostile_texts_arrive_to_the_letter(tmp_path):
    """On the board, in the record and when it is loaded again."""
    session = play(
        "skyjo", ["Ana", "bot:greedy"], seed=3, record=tmp_path / "game.jsonl", display=False
    )
    texts = [text for _, text in HOSTILE if len(text) <= LONGEST_TAG and text.strip()]
    for text in texts:
        send(session.board, **NOTE | {"text": text, "tags": [text], "by": text})
    told = session.board.notes["notes"][::-1]
    assert [note["text"] for note in told] == texts[-SHOWN:]
    tags = [list(dict.fromkeys(" ".join(one.split()) for one in t.split(","))) for t in texts]
    assert [note["tags"] for note in told] == [list(filter(None, one)) for one in tags[-SHOWN:]]
    session.close()
    again = load(tmp_path / "game.jsonl", display=False)
    assert [note.text for note in again.history.notes] == texts
    assert again.board.notes["notes"] == session.board.notes["notes"]


def test_a_loaded_game_is_known_to_the_browser_by_the_same_id(tmp_path):
    """By it a draft is found again after the kernel was restarted."""
    path = tmp_path / "game.jsonl"
    session = play("skyjo", ["Ana", "Ben"], seed=3, record=path, display=False)
    session.close()
    again = load(path, display=False)
    assert again.board.notes["game_id"] == session.board.notes["game_id"] == session.history.game_id


# The form


def test_a_form_is_saved_and_the_next_one_begins_empty():
    """One person after the other; the preset stands as the version until it is changed."""
    session, board = begun(lang="fr")
    said = {"by": " Léa ", "experience": "first", "fun": "4", "fairness": "5", "length": "3"}
    panel = press(board, "form", "save", **said, text="encore !")
    (made,) = session.history.forms
    assert (made.by, made.experience, made.version) == ("Léa", "first", "skyjo")
    assert (made.fun, made.fairness, made.clarity, made.length) == (4, 5, None, 3)
    assert made.text == "encore !"
    assert panel["answer"] == "Le bilan 0, de Léa, est enregistré. À la personne suivante."
    assert panel["emptied"] == 1
    assert all(one["once"] for one in panel["entries"])
    press(board, "form", "save", clarity="1")
    assert [one.clarity for one in session.history.forms] == [None, 1]
    assert list(session.log.forms["fun"].isna()) == [False, True]


def test_an_empty_form_is_not_saved():
    """A name and a version alone say nothing of the session."""
    session, board = begun()
    panel = press(board, "form", "save", by="Ana")
    assert session.history.forms == []
    assert panel["answer"] == "Answer at least one question first."
    assert panel["emptied"] == 0
    for wrong in ({"fun": "7"}, {"experience": "none"}, {"length": "long"}):
        press(board, "form", "save", **wrong)
    assert session.history.forms == []


# Rulings


def test_a_ruling_is_saved():
    """A question and its answer; about the newest decision or another."""
    session, board = begun()
    panel = press(board, "ruling", "save")
    assert (session.history.rulings, panel["answer"]) == ([], "Write how it was decided.")
    press(board, "ruling", "save", question="Two finish at once?", text="Both count.")
    panel = press(board, "ruling", "save", text="No.", decision="2")
    assert [(one.question, one.text, one.decision) for one in session.history.rulings] == [
        ("Two finish at once?", "Both count.", 5),
        ("", "No.", 2),
    ]
    assert panel["answer"] == "Saved: decision 2. To correct it, save it again."
    assert panel["emptied"] == 2
    panel = press(board, "ruling", "save", text="No.", decision="6")
    assert panel["answer"] == "There is no such decision: the last one is 5."
    assert len(session.history.rulings) == 2


def test_the_board_lists_the_newest_rulings_and_no_more_than_a_message_bears():
    """With what everybody may know of their decision; long ones are cut."""
    session, board = begun()
    session.ruling("Both count.", question="Two finish at once?", decision=2, by="Zoé")
    row = session.history.decisions[2]
    assert board.notes["rulings"] == [
        {
            "ruling": 0,
            "decision": 2,
            "about": f"{row.player} · {session.history.notation(row, None)}",
            "undone": False,
            "question": "Two finish at once?",
            "text": "Both count.",
            "by": "Zoé",
        }
    ]
    for k in range(RULINGS):
        session.ruling(f"{k}", decision=0)
    assert [one["text"] for one in board.notes["rulings"]] == [
        str(k) for k in reversed(range(RULINGS))
    ]
    session.ruling("é" * 5_000, decision=0)
    assert board.notes["rulings"][0]["text"] == "é" * EXCERPT
    for _ in range(RULINGS):
        session.ruling("\N{EARTH GLOBE EUROPE-AFRICA}" * 5_000, question="?" * 5_000, decision=0)
    assert 0 < len(board.notes["rulings"]) < RULINGS
    assert len(json.dumps(board.notes["rulings"])) < SIZE_OF_RULINGS + 100


def test_the_ruling_follows_the_game():
    """And comes back to the newest decision that holds after an undo."""
    session, board = begun("Ana", "Ben", decisions=3, practice=True)
    board.opened = ["ruling"]
    assert entry(board, "ruling", "decision")["value"] == "2"
    session.act(session.legal[0])
    assert entry(board, "ruling", "decision")["value"] == "3"
    session.undo()
    assert entry(board, "ruling", "decision")["value"] == "2"
    session.act(session.legal[0])
    assert entry(board, "ruling", "decision")["value"] == "4"


def test_a_long_name_is_cut_in_an_answer():
    """It is text, with anything in it."""
    _, board = begun()
    answer = press(board, "form", "save", by="<img src=x>" + "x" * 5_000, fun="1")["answer"]
    assert "<img src=x>" in answer
    assert len(answer) < 300


# The page


@pytest.mark.parametrize("name", ["playtest.md", "playtest.fr.md"])
def test_the_examples_of_the_page_work(name, tmp_path, monkeypatch):
    """And give what the page says of them."""
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / name
    blocks = re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    names: dict[str, Any] = {}
    exec("\n".join(blocks), names)
    assert list(names["holding"]["note"]) == [1, 2]
    assert list(names["silent"]["decision"]) == [2]
    assert list(names["marks"]["fun"]) == [4]
    assert list(names["confusing"]["decision"]) == [1]
    assert names["confusing"]["legal_actions"].notna().all()


def test_a_note_says_whom_it_is_about_and_an_observer_says_it():
    """On the board, in the log and in the record, which older software reads without it."""
    session, board = table("Ana", "bot:greedy")
    session.act("flip a1")
    message = {"type": "note", "id": "x", "edits": None, "decision": 0, "text": "slow", "tags": []}
    send(board, **message, kind=None, rating=None, by="Maria", whom="Ana")
    assert board.notes["notes"][0]["whom"] == "Ana"
    row = session.log.notes.iloc[0]
    assert (row["by"], row["whom"]) == ("Maria", "Ana")
    assert session.history.events[-1]["whom"] == "Ana"
    again = replay(json.loads(json.dumps(session.history.events)))
    assert again.notes[0].whom == "Ana"
    session.note("of nobody")
    assert "whom" not in session.history.events[-1]
    for wrong in (7, "x" * 100_000):
        send(board, **message, kind=None, rating=None, by="Maria", whom=wrong)
        assert board.view["error"]["key"] == "note"
        assert len(session.history.notes) == 2
    broken = [*session.history.events[:-2], {**session.history.events[-2], "whom": 7}]
    with pytest.raises(RecordError, match="whom = 7: a text or null is needed"):
        replay(broken)
