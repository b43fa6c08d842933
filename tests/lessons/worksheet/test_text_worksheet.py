"""A worksheet in text: what is answered, judged, told and recorded."""

from __future__ import annotations

import pytest

from skyjo_widget import RulesError, TextWorksheet, Worksheet, load, play
from skyjo_widget.lessons.worksheet.text import Sentence

CHOICE = {"kind": "choice", "text": "Is 12 high?", "options": ["yes", "no"], "right": "yes"}
NUMBER = {"kind": "number", "text": "p?", "truth": "X <= 4"}
MOVE = {"kind": "move", "text": "Turn one over.", "wanted": "flip"}
TEXT = {"kind": "text", "text": "Why?"}


@pytest.fixture
def table():
    """One person and a bot, nothing turned yet: 70 of 149 unseen cards are at most 4."""
    seed = "2de B, 22 novembre"
    return play("skyjo", ["Ana", "bot:greedy"], seed=seed, record=False, display=False)


def sheet(table, *questions, **options):
    """A sheet with questions."""
    return TextWorksheet("First steps", questions, table, **options)


def test_an_answer_is_judged_told_and_recorded(table):
    """As on the board; a number as it was written."""
    reply = sheet(table, NUMBER).answer(1, "70/149")
    assert isinstance(reply, Sentence)
    assert repr(reply).startswith("Right. Your answer: 70/149 ≈ 0.4698.")
    (answer,) = table.history.answers
    assert (answer.sheet, answer.question, answer.right) == ("First steps", "p?", True)
    assert (round(answer.value, 4), answer.written) == (0.4698, "70/149")


def test_the_first_answer_stands_once_the_right_one_was_told(table):
    """Another call, as by running all cells again, changes nothing."""
    asked = sheet(table, CHOICE)
    reply = asked.answer(1, "b")
    assert reply == "Not right. Your answer: no. The right answer: yes."
    assert asked.answer(1, "a") == reply
    assert len(table.history.answers) == 1


def test_an_answer_can_be_changed_where_nothing_was_told():
    """Of a text, of an answer that is kept, and where the coach is locked."""
    table = play("skyjo", ["Ana", "Bo"], coach="locked", record=False, display=False)
    asked = sheet(table, CHOICE, TEXT)
    assert asked.answer(1, "b") == "Not right. Your answer: no."
    assert asked.answer(1, "yes") == "Right. Your answer: yes."
    assert "kept for your teacher" in asked.answer(2, "so")
    asked.answer(2, "or so")
    kept = sheet(table, NUMBER, feedback="kept")
    assert "kept for your teacher" in kept.answer(1, 0.5)
    assert [one.value for one in table.history.answers] == ["no", "yes", "so", "or so", 0.5]


@pytest.mark.parametrize(
    ("question", "answer", "reply"),
    [
        (NUMBER, "", "Write an answer first."),
        (NUMBER, "many", "“many” is no number."),
        (NUMBER, "2", "“2” is no probability"),
        (CHOICE, "c", "Choose one first."),
        (CHOICE, "", "Choose one first."),
        (TEXT, " ", "Write an answer first."),
        (MOVE, "", "You haven't moved since"),
    ],
)
def test_what_is_no_answer_is_said_and_not_recorded(table, question, answer, reply):
    """The cell shows a sentence, no error."""
    assert reply.lower() in sheet(table, question).answer(1, answer).lower().replace("’", "'")
    assert not table.history.answers


def test_a_move_is_judged_and_may_be_played_better(table):
    """The last one since the sheet was made."""
    asked = sheet(table, MOVE)
    table.act("flip a1")
    assert asked.answer(1).startswith("Right. Your answer: flip a1")
    table.act("flip b1")
    assert asked.answer(1).startswith("Right. Your answer: flip b1")


def test_a_number_about_the_game_is_judged_at_the_present_moment(table):
    """After a card was turned over, p is another one."""
    asked = sheet(table, NUMBER)
    table.act("flip a1")
    unseen = table.odds().unseen
    low = sum(count for card, count in unseen.counts.items() if card <= 4)
    assert asked.answer(1, f"{low}/{unseen.total}").startswith("Right.")


@pytest.mark.parametrize("name", ["chance", "samples", "strategy", "perfect"])
def test_it_asks_what_the_widget_asks(name):
    """Of each shipped lesson, in both languages."""
    for lang in ("en", "fr"):
        table = play("skyjo", ["Ana", "bot:greedy"], lang=lang, record=False, display=False)
        shown = TextWorksheet.load(name, table)
        assert shown.questions == Worksheet.load(name, table).questions
        assert shown.lang == lang
        for question in shown.questions:
            assert question.text in str(shown)
            assert all(option in str(shown) for option in question.options)


def test_its_display_has_the_questions_the_options_and_the_answer(table):
    """As HTML, with the position that a lesson asks about; nothing that is for teachers."""
    asked = TextWorksheet.load("chance", table)
    asked.answer(5, "c")
    html = asked._repr_html_()
    assert html.count("<img") == 1
    assert "<b>6.</b>" in html
    assert "c) both are equally likely" in html
    assert "Right. Your answer: both are equally likely." in html
    assert not any(question.why in html for question in asked.questions if question.why)


def test_the_record_keeps_what_was_answered(tmp_path):
    """A sheet of the loaded game shows it, and lets it stand."""
    path = tmp_path / "game.jsonl"
    table = play("skyjo", ["Ana", "bot:greedy"], record=path, display=False)
    sheet(table, CHOICE).answer(1, "a")
    table.close()
    again = sheet(load(path, display=False), CHOICE)
    assert "Right. Your answer: yes." in str(again)
    assert again.answer(1, "b") == "Right. Your answer: yes."


def test_wrong_arguments_are_named(table):
    """A number without a question, no table, and a position that there isn't."""
    with pytest.raises(RulesError, match="question 2: one from 1 to 1 is needed"):
        sheet(table, CHOICE).answer(2, "a")
    with pytest.raises(RulesError, match="is no table"):
        sheet("table", CHOICE)
    with pytest.raises(RulesError, match="question 1: at='position', but there is none"):
        sheet(table, NUMBER | {"at": "position"})
    with pytest.raises(RulesError, match=r"no\.toml"):
        TextWorksheet.load("no.toml", table)
