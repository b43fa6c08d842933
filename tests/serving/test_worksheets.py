"""Worksheets that are handed out to phones."""

from __future__ import annotations

import pytest

from skyjo_widget import RulesError, Worksheet, hand_out
from skyjo_widget.serving.limits import WRITES
from skyjo_widget.util.i18n import words
from tests.serving.phones import session_of, settled

FOUR = {"kind": "number", "text": "P(X ≤ 4)?", "name": "four", "truth": "X <= 4"}
HIGH = {
    "kind": "choice",
    "text": "Is 12 high?",
    "options": ["yes", "no"],
    "right": "yes",
    "expected": "a secret of the teacher",
    "why": "another secret",
}
MOVE = {"kind": "move", "text": "Draw!", "name": "drawn", "wanted": "draw"}
WHY = {"kind": "text", "text": "Why?"}


@pytest.fixture
def served(place):
    """A table of two phones that play, in two languages."""
    serving = place.serve("Ana", "Bo")
    ana, bo = place.sit(serving, "Ana", "Bo")
    bo.send("set", traits={"spoken": "fr"})
    bo.reach_table()
    return serving, ana, bo


def given(serving, *questions, **options):
    """Hand questions out; `options` are the worksheet's."""
    sheet = Worksheet("Lesson 1", list(questions), session_of(serving), lang="en", **options)
    hand_out(sheet, serving)


def sheet_of(phone):
    """Return the worksheet that a phone shows, as soon as it does."""
    return phone.wait_for(lambda p: p.traits.get("panels", {}).get("worksheet"), "a worksheet")


def press(phone, button, field=None):
    """Press a button of the worksheet; return what it shows then."""
    values = {} if field is None else {"field": field}
    phone.answered("panel", panel="worksheet", button=button, values=values)
    return sheet_of(phone)


def answers(serving):
    """Return the answers of the record: question, value, right and by."""
    found = session_of(serving).history.answers
    return [(one.question, one.value, one.right, one.by) for one in found]


def test_each_phone_is_asked_about_its_own_seat_in_its_own_language(served):
    """The sheet opens by itself; the truth is what that seat can know."""
    serving, ana, bo = served
    given(serving, FOUR, HIGH)
    session, said = session_of(serving), {}
    for seat, (phone, check) in enumerate([(ana, "Check"), (bo, "Vérifier")]):
        shown = sheet_of(phone)
        assert "worksheet" in phone.traits["opened"]
        assert shown["question"]["text"] == FOUR["text"]
        assert words(["en", "fr"][seat])["worksheet"][shown["buttons"][0]] == check
        right = float(session.odds(seat).p("X <= 4"))
        said[seat] = press(phone, "check", f"{right:.4f}")["answer"]
    assert said[0].startswith("Right. Your answer: ")
    assert said[1].startswith("Juste. Ta réponse\xa0: ")
    assert [(right, by) for _, _, right, by in answers(serving)] == [(True, "Ana"), (True, "Bo")]
    assert press(bo, "onward")["question"]["text"] == HIGH["text"]
    assert sheet_of(ana)["question"]["text"] == FOUR["text"]


def test_numbers_are_read_as_the_phone_s_language_writes_them(served):
    """A French comma is no mistake; nonsense is refused in words, and not saved."""
    serving, _, bo = served
    given(serving, {**FOUR, "truth": "2/5"})
    assert "«\xa0viele\xa0»" in press(bo, "check", "viele")["answer"]
    assert answers(serving) == []
    assert press(bo, "check", "0,4")["answer"].startswith("Juste.")
    assert answers(serving) == [("four", 0.4, True, "Bo")]


def test_a_sheet_is_answered_from_the_first_question_to_the_last(served):
    """The buttons are those that are of use; an answer that was told closes its question."""
    serving, ana, _ = served
    given(serving, HIGH, MOVE, WHY)
    assert sheet_of(ana)["buttons"] == ["check", "onward"]
    assert sheet_of(ana)["entries"][0]["kind"] == "options"
    assert "Choose" in press(ana, "check")["answer"]
    assert "Choose" in press(ana, "check", "maybe")["answer"]
    shown = press(ana, "check", "no")
    assert shown["answer"] == "Not right. Your answer: no. The right answer: yes."
    assert (shown["buttons"], shown["entries"]) == (["onward"], [])
    emptied = shown["emptied"]
    shown = press(ana, "onward")
    assert (shown["buttons"], shown["emptied"]) == (["this_move", "onward", "back"], emptied + 1)
    assert "haven’t moved" in press(ana, "this_move")["answer"]
    settled(serving, ana)
    while not ana.mine:
        session_of(serving).act(session_of(serving).legal[0])
        settled(serving, ana)
    state = ana.state
    ana.act("draw" if "draw" in ana.options() else ana.options()[0])
    ana.wait_for(lambda p: p.state > state)
    assert "Your answer: " in press(ana, "this_move")["answer"]
    shown = press(ana, "onward")
    assert (shown["buttons"], shown["entries"][0]["kind"]) == (["check", "back"], "text")
    assert (
        "kept for your teacher" in press(ana, "check", "Since <b>12</b> is the highest")["answer"]
    )
    assert [one[0] for one in answers(serving)] == ["Is 12 high?", "drawn", "Why?"]


def test_a_question_says_when_the_game_has_moved_on(served):
    """It is still about its own moment, and can be asked again."""
    serving, ana, _ = served
    given(serving, FOUR)
    session = session_of(serving)
    before = sheet_of(ana)["question"]["moment"]
    session.act(session.legal[0])
    settled(serving, ana)
    shown = sheet_of(ana)
    assert "moved on" in shown["question"]["moment"]
    assert shown["buttons"] == ["check", "anew"]
    now = press(ana, "anew")["question"]["moment"]
    assert now != before
    assert "moved on" not in now


def test_a_phone_that_comes_back_goes_on_at_the_first_open_question(place, served):
    """Its earlier answers are shown."""
    serving, ana, _ = served
    given(serving, HIGH, WHY)
    press(ana, "check", "yes")
    token = ana.token
    ana.close()
    back = place.phone(serving).hello(token)
    assert sheet_of(back)["question"]["text"] == "Why?"
    assert press(back, "back")["answer"] == "Right. Your answer: yes."


def test_another_sheet_replaces_it_and_none_takes_it_back(served):
    """At all phones."""
    serving, ana, _ = served
    given(serving, HIGH)
    assert sheet_of(ana)["question"]["text"] == HIGH["text"]
    hand_out("samples", serving, lang="fr")
    ana.wait_for(lambda p: sheet_of(p)["about"].startswith("Les échantillons"))
    assert sheet_of(ana)["question"]["text"] != HIGH["text"]
    hand_out(None, serving)
    ana.wait_for(lambda p: "worksheet" not in p.traits["asides"], "its end")
    assert ana.traits["panels"] == {}


def test_a_position_is_shown_with_its_question(served):
    """The table as an image, in words too; the answer is about it and not about the game."""
    serving, ana, _ = served
    hand_out("chance", serving)
    question = sheet_of(ana)["question"]
    assert question["image"]["source"].startswith("data:image/svg+xml,")
    assert "&amp;" not in question["image"]["source"]
    assert "Ana" in question["image"]["text"]
    assert "discard" in question["caption"].lower()
    assert "Right." in press(ana, "check", "33/58")["answer"] or answers(serving)[0][2] is False


def test_what_is_the_teacher_s_never_reaches_a_phone(served):
    """Neither the right option, nor the reason, nor with kept feedback whether it is right."""
    serving, ana, _ = served
    given(serving, {**HIGH, "options": ["no", "perhaps", "yes"]}, feedback="kept")
    assert press(ana, "submit", "perhaps")["answer"] == (
        "Your answer: perhaps. It is kept for your teacher; you can still change it."
    )
    assert answers(serving) == [("Is 12 high?", "perhaps", False, "Ana")]
    everything = " ".join(ana.texts)
    assert "secret" not in everything
    assert '"right"' not in everything
    assert "Not right" not in everything


def test_a_guest_can_not_write_answers_without_end(served):
    """The record grows no faster than with notes; the phone says how long to wait."""
    serving, ana, _ = served
    given(serving, WHY)
    sheet_of(ana)
    said = [press(ana, "check", f"answer {n}")["answer"] for n in range(WRITES + 1)]
    assert "wait" in said[-1]
    assert len(answers(serving)) < WRITES + 1


def test_a_worksheet_of_another_game_is_refused(place):
    """With its question, before anybody sees it; so is what isn't served."""
    grids = {**FOUR, "truth": "draw at most 4"}
    sheet = Worksheet("Lesson 1", [grids], session_of(place.serve("Ana", "Bo")))
    serving = place.serve("Ana", "Bo", game="skip-bo")
    with pytest.raises(RulesError, match=r"question 1"):
        hand_out(sheet, serving)
    with pytest.raises(RulesError, match=r"nothing that classroom"):
        hand_out("chance", session_of(serving))
