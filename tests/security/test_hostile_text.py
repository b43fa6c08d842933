"""Texts that would do harm elsewhere are texts: in frames, exports, records, repr and the still."""

from __future__ import annotations

import csv
import json
import re

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, column_dictionary, load, play
from skyjo_widget.board.static_board import session_html
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.errors import RecordError
from tests.fixtures.hostile import HOSTILE, REFUSED_NAMES
from tests.fixtures.html_reader import Reader


def legible(text):
    """Its first line, with spaces for control characters, which no XML may hold."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]", " ", text.split("\n")[0])


def game(text, **options):
    """A game in which everything that can be called something is called so."""

    def bot(obs):
        return obs.legal[0]

    bot.__name__ = text
    options = {"seed": 3, "display": False, "practice": True, **options}
    session = play("skyjo", [text, bot], **options)
    session.history.header["preset"] = text
    session.act("flip a1")
    session.note(text, tags=[text, "x"], by=text)
    session.act("flip b1")
    session.run()
    return session


def game_of_skip_bo(text):
    """The same with hands and a penalty."""

    def bot(obs):
        return obs.legal[0]

    bot.__name__ = text
    session = play("skip-bo", [text, bot, "Bo"], seed=3, stock=2, record=False, display=False)
    session.penalize(0)
    session.penalize(1)
    while session.waiting == "person":
        session.act(session.legal[-1])
    session.step()
    return session


def test_there_are_fifty_and_none_twice():
    """As many as are promised."""
    assert len({text for _, text in HOSTILE}) == len(HOSTILE) >= 50


@pytest.mark.slow
def test_frames_as_html_hold_the_same_elements_whatever_they_say():
    """Also where cells aren't cut short."""
    plain = game("Ana", record=False).log
    with pd.option_context("display.max_colwidth", None, "display.max_columns", None):
        for label, text in HOSTILE:
            log = game(text, record=False).log
            for frame in ("decisions", "rounds", "games", "notes"):
                html = getattr(log, frame)._repr_html_()
                assert Reader(html).tags == Reader(getattr(plain, frame)._repr_html_()).tags, label


def test_the_still_picture_holds_the_same_elements():
    """And the name as it is."""
    plain = Reader(session_html(game("Ana", record=False)))
    for label, text in HOSTILE:
        told = Reader(session_html(game(text, record=False)))
        assert told.tags == plain.tags, label
        assert legible(text) in told.text, label
        told.image()  # well-formed, whatever is in it


def test_boards_and_stills_of_skip_bo_tell_names_as_they_are():
    """Clipped on the board; texts there and in the picture."""
    plain = Reader(session_html(game_of_skip_bo("Ana")))
    for label, text in HOSTILE:
        session = game_of_skip_bo(text)
        view, names = session.board.view, [player.name for player in session.players]
        assert [seat["name"] for seat in view["seats"]] == [clipped(name) for name in names], label
        assert view["last"]["player"] == clipped(names[view["last"]["seat"]]), label
        assert view["prompt"]["player"] == clipped(names[view["seat"]]), label
        assert json.loads(json.dumps(view)) == view, label
        assert len(json.dumps(view)) < 12_000, label
        told = Reader(session_html(session))
        assert told.tags == plain.tags, label
        assert legible(text)[:100] in told.text, label
        told.image()


def test_what_a_record_says_is_read_again(tmp_path):
    """Names, notes, tags, authors, the rules' name; a line stays a line."""
    for n, (label, text) in enumerate(HOSTILE):
        path = tmp_path / f"{n}.jsonl"
        session = game(text, record=False)
        session.save_as(path)  # with the header as it was made
        session.close()
        again = load(path, record=False, display=False).history
        assert again.players == session.history.players, label
        assert again.header["preset"] == text, label
        note = again.notes[0]
        assert again.notes == session.history.notes, label
        assert (note.text, note.by) == (text, text), label
        assert path.read_bytes().count(b"\n") == len(session.history.events), label


def test_what_is_exported_is_read_again(tmp_path):
    """As Parquet, JSON Lines and CSV; a spreadsheet finds no formula."""
    session = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    texts = [text for _, text in HOSTILE]
    for text in texts:
        session.note(text, tags=[text], by=text)
    session.log.to_parquet(tmp_path)
    assert pd.read_parquet(tmp_path / "notes.parquet")["text"].to_list() == texts
    session.log.to_jsonl(tmp_path)
    lines = (tmp_path / "notes.jsonl").read_bytes().decode().split("\n")
    assert [json.loads(line)["text"] for line in lines if line] == texts
    session.log.to_csv(tmp_path)
    with (tmp_path / "notes.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, note in zip(rows, session.history.notes, strict=True):
        tags = json.dumps(note.tags, ensure_ascii=False)
        for name, text in {"text": note.text, "tags": tags, "by": note.by}.items():
            one_line = " ⏎ ".join(re.split(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]", text))
            cell = one_line.replace("\t", " ")
            assert row[name].replace(";'", ";") in (cell, f"'{cell}")
            assert not row[name].startswith(("=", "+", "-", "@", "\t", "\r"))
            assert not re.search(r";\s*[=+\-@]", row[name])


@pytest.mark.parametrize(("name"), [pytest.param(n, id=label) for label, n in REFUSED_NAMES])
def test_what_is_no_name_is_refused(name, tmp_path):
    """Before a record is begun."""
    with pytest.raises(RulesError):
        play("skyjo", [name, "Bo"], record=tmp_path / "game.jsonl", display=False)
    assert not list(tmp_path.iterdir())


def test_a_bot_whose_name_cannot_be_written_is_refused():
    """Half a character has no place in a file."""

    def bot(obs):
        return obs.legal[0]

    bot.__name__ = "half \ud800"
    with pytest.raises(RulesError, match="half of a character"):
        play("skyjo", [bot, "Bo"], display=False)


def test_a_bot_s_error_may_say_anything():
    """It is told on the board as it is, and written."""
    for label, text in HOSTILE:

        def bot(obs, text=text):
            raise ValueError(text)

        session = play("skyjo", ["Ana", bot], seed=3, display=False)
        session.act("flip a1")
        session.act("flip b1")
        session.board._handle_custom_msg({"type": "step", "state": session.state}, [])
        assert text in session.board.view["fault"]["text"], label
        session.close()
        assert load(session.path, record=False, display=False).history.state, label


@pytest.mark.parametrize("lang", ["../../x", "<script>", "", "fr\0", "EN"])
def test_what_is_no_language_is_refused_or_the_browsers(lang):
    """A language is a file of ours, no path."""
    if lang:
        with pytest.raises(RulesError, match="is unknown"):
            column_dictionary(lang)
    else:
        assert play("skyjo", ["Ana", "Bo"], lang=lang, record=False, display=False).lang == ""


def test_a_path_that_is_none_is_refused():
    """Bytes, numbers and NumPy's strings of nothing."""
    for path in (b"x", 3, np.str_(""), None):
        with pytest.raises(RecordError):
            load(path, display=False)


def test_a_lone_carriage_return_begins_no_row(tmp_path):
    """Nor is what stands behind it a formula."""
    session = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    session.answer("Lesson", "q", "x\r=1+1")
    session.log.to_csv(tmp_path)
    with (tmp_path / "answers.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["value"] for row in rows] == ["x ⏎ =1+1"]
    assert len(pd.read_csv(tmp_path / "answers.csv")) == 1
