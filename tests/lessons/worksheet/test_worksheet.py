"""Worksheets: what is asked, how it is answered, and what goes to the record."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from skyjo_widget import RulesError, Worksheet, load, play, position
from skyjo_widget.lessons.worksheet.answer_key import find_truth, read_truth
from skyjo_widget.util.i18n import languages, words
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.html_reader import Reader

QUIET = {"record": False, "display": False}
FOUR = {"kind": "number", "text": "A 4 or less?", "name": "four", "truth": "draw at most 4"}


@pytest.fixture
def table():
    """Léa is to choose, against a bot."""
    made = play("skyjo", ["Léa", "bot:greedy"], seed="3B", practice=True, lang="en", **QUIET)
    for action in ("flip a1", "flip b2"):
        made.act(action)
    made.run()
    return made


def press(box, shown=None):
    """Press a question's button, as the page does that shows an answer."""
    box.button._handle_custom_msg({"type": "submit", "answer": shown}, [])


class Sheet:
    """A worksheet as a pupil sees it."""

    def __init__(self, table, *questions, **options):
        self.widget = Worksheet("Lesson 1", questions, table, **options)
        self.boxes = self.widget._boxes

    def answer(self, value=None, box=0):
        """Fill in the field, press the button; what is said then, as a text."""
        if self.boxes[box].asked.question.kind == "choice":
            options = self.boxes[box].asked.question.options
            return self.press(-1 if value is None else options.index(value), box)
        return self.press(value, box)

    def press(self, shown, box=0):
        """Press the button while the page shows an answer."""
        press(self.boxes[box], shown)
        return self.said(box)

    def said(self, box=0):
        return Reader(self.boxes[box].answer.value).text

    def about(self, box=0):
        return Reader(self.boxes[box].about.value).text


def answers(table):
    """Return the record's answers."""
    return [(one.question, one.value, one.right) for one in table.history.answers]


@pytest.mark.seconds
def test_truths_are_those_of_the_odds(table):
    """Each key against the odds of the same moment."""
    odds, seen = table.odds(), table.observation()
    draw = odds.next_draw
    expected = {
        "draw at most 4": Fraction(sum(n for v, n in draw.counts.items() if v <= 4), draw.total),
        "draw 4": Fraction(draw[4], draw.total),
        "draw 99": 0,
        "mean": odds.mean,
        "unseen": odds.unseen.total,
        "unseen 4": odds.unseen[4],
        "score at most 50": odds.score().at_most(50).value,
        "doubled": odds.doubled().value,
        "X <= 4": odds.p("X <= 4").probability,
        "P(X = 4 ou X = 5)": odds.p("X = 4 or X = 5").probability,
        "S <= 50": odds.score().at_most(50).value,
        "E(X)": odds.law.expectation,
        "V(Y)": odds.hidden.variance,
        "E(S)": odds.mean,
        "σ(X)": Fraction(odds.law.sd),
    }
    for key, value in expected.items():
        found = find_truth(read_truth(key, "skyjo"), seen)
        assert found is not None
        assert found.value == value, key
    assert 0 < expected["draw at most 4"] < 1
    assert read_truth("X <= 4", "skyjo").is_chance
    assert not read_truth("E(X)", "skyjo").is_chance


def test_a_law_without_numbers_has_no_right_mean():
    """In Skip-Bo: an event has its probability, E(X) is left to the teacher; S isn't there."""
    seen = play("skip-bo", ["Ana", "Bo"], seed=1, **QUIET).observation()
    assert find_truth(read_truth("X <= 4", "skip-bo"), seen).value > 0
    assert find_truth(read_truth("E(X)", "skip-bo"), seen) is None
    for wrong in ("S <= 4", "E(S)", "X <= four", "E(Z)", "X <= "):
        with pytest.raises(RulesError):
            read_truth(wrong, "skip-bo")


# A sheet as it is written down


BAD = {
    "kind = 'sum'": {"kind": "sum", "text": "x"},
    "an object with kind and text": "mean?",
    "text: a text of 1 to 2000 signs": {"kind": "text", "text": " "},
    "'tolerence' is unknown (did you mean 'tolerance'?); a number question has": {
        **FOUR,
        "tolerence": 1,
    },
    "truth = 'draw at most'": {**FOUR, "truth": "draw at most"},
    "truth = 'helping'": {**FOUR, "truth": "helping"},
    "truth = nan": {**FOUR, "truth": float("nan")},
    "truth = True": {**FOUR, "truth": True},
    "tolerance = -1": {**FOUR, "tolerance": -1},
    "tolerance: 'much' is no number": {**FOUR, "tolerance": "much"},
    "options: a list of 2 to 100 texts": {"kind": "choice", "text": "x", "options": ["a"]},
    "options: texts that differ": {"kind": "choice", "text": "x", "options": ["a", "a"]},
    "right = 'c' isn't among": {"kind": "choice", "text": "x", "options": ["a", "b"], "right": "c"},
    "wanted = 'Best!'": {"kind": "move", "text": "x", "wanted": "Best!"},
    "which = 'first'": {"kind": "move", "text": "x", "which": "first"},
    "another question is called 'four'": FOUR,
}


@pytest.mark.parametrize("problem", BAD)
def test_a_bad_question_is_refused_with_its_place(table, problem):
    """All of them at once, each with its number; the table knows nothing of it."""
    with pytest.raises(RulesError) as error:
        Sheet(table, FOUR, BAD[problem], {"kind": "sum", "text": "y"})
    assert f"question 2: {problem}" in str(error.value)
    assert "question 3: kind = 'sum'" in str(error.value)
    assert not table._game._listeners


def test_a_sheet_needs_a_table_a_title_and_questions(table):
    """Each is named."""
    for wrong in (
        lambda: Worksheet("L", [FOUR], "table"),
        lambda: Worksheet("", [FOUR], table),
        lambda: Worksheet("L", [], table),
        lambda: Worksheet("L", FOUR, table),
        lambda: Worksheet("L", [FOUR], table, feedback="never"),
        lambda: Worksheet("L", [FOUR], table, lang="tlh"),
        lambda: Worksheet("L", [FOUR], table, seat=7),
        lambda: Worksheet("L", [FOUR], table, by=7),
    ):
        with pytest.raises(RulesError):
            wrong()
    assert not table._game._listeners


def test_skip_bo_has_questions_of_its_own():
    """A question about grids is refused there, by name."""
    hands = play("skip-bo", ["Ana", "bot:random"], seed=1, **QUIET)
    with pytest.raises(RulesError, match=r"one of unseen, unseen N, helping is needed"):
        Sheet(hands, FOUR)
    sheet = Sheet(hands, {"kind": "number", "text": "unseen?", "truth": "unseen"}, lang="en")
    assert "Right." in sheet.answer(str(hands.odds().unseen.total))


TOML = """title = "Leçon 1"
feedback = "kept"
lang = "fr"

[[questions]]
kind = "number"
name = "four"
text = "Un 4 ou moins ?"
truth = "draw at most 4"
tolerance = 0.01

[[questions]]
kind = "text"
text = "Pourquoi ?"
"""


def test_a_sheet_is_read_from_toml_and_written_as_json(table):
    """Both hold the same; a file that is there isn't overwritten."""
    Path("lesson.toml").write_text(TOML, "utf-8")
    sheet = Worksheet.load("lesson.toml", table)
    assert (sheet.title, sheet.feedback, sheet.lang) == ("Leçon 1", "kept", "fr")
    assert Worksheet.load(sheet.save("lesson.json"), table).questions == sheet.questions
    with pytest.raises(RulesError, match=r"lesson\.json: can't be written"):
        sheet.save("lesson.json")
    own = Worksheet("L", [{**FOUR, "truth": lambda session: 1}], table)
    with pytest.raises(RulesError, match="a function can't be written"):
        own.save("own.json")
    assert not Path("own.json").exists()


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.json", "{", "line 1: no JSON"),
        ("a.toml", "title = ", "line 1: no TOML: it ends too early"),
        ("a.json", "[" * 100_000, "nested too deeply"),
        ("a.json", '{\n"tolerance": 0,01}', "point here: write 0.01"),
        ("a.json", "[]", "an object with title and questions"),
        ("a.json", '{"title": "L"}', "'questions' is missing"),
        ("a.json", '{"title": "L", "questions": [], "x": 1}', "'x' is unknown"),
        ("a.json", '{"title": 1, "questions": []}', "title is a text"),
        ("a.toml", TOML.replace("draw at most 4", "luck"), "question 1: truth = 'luck'"),
        ("gone.json", None, "can't be read"),
    ],
)
def test_a_bad_file_is_refused_by_its_name(table, name, text, problem):
    """With what is wrong where."""
    if text is not None:
        Path(name).write_text(text, "utf-8")
    with pytest.raises(RulesError) as error:
        Worksheet.load(name, table)
    assert str(error.value).startswith(name)
    assert problem in str(error.value)


# Answering


def test_a_right_number_and_a_wrong_one(table):
    """At once, with the truth as a fraction and a decimal; each is in the record."""
    assert table.odds().next_draw.total == 144
    sheet = Sheet(table, FOUR, {**FOUR, "name": "again", "tolerance": 0})
    assert sheet.answer("0,48") == "Right. Your answer: 0,48. The right answer: 23/48 ≈ 0.4792."
    assert sheet.boxes[0].button.disabled
    refused = "Not right. Your answer: 48 % = 0.48. The right answer: 23/48 ≈ 0.4792."
    assert sheet.answer("48 %", box=1) == refused
    assert answers(table) == [("four", 0.48, True), ("again", 0.48, False)]
    assert table.history.answers[0].sheet == "Lesson 1"


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        *(("40 %", "40 % = 0.4"), ("40%", "40% = 0.4"), ("0,4", "0,4"), ("0.4", "0.4")),
        *(("2 sur 5", "2 sur 5 = 0.4"), ("≈0,4", "≈0,4 → 0.4"), ("⅖", "⅖ = 0.4")),
        *(("P(X≤4)=2/5", "P(X≤4)=2/5 → 0.4"), ("23/48 ≈ 0,48", "23/48 ≈ 0,48 → 0.4792")),
        *(("2/5", "2/5 = 0.4"), ("23/48", "23/48 ≈ 0.4792"), ("−3", "−3")),
    ],
)
def test_an_answer_shows_how_it_was_understood(table, written, understood):
    """As it was written, with its decimal where that reads otherwise."""
    sheet = Sheet(table, {"kind": "number", "text": "How many?"})
    assert sheet.answer(written).startswith(f"Your answer: {understood}. It is kept")
    french = Sheet(table, {"kind": "number", "text": "Combien ?"}, lang="fr")
    told = french.answer(written).replace("\u00a0", " ")
    mark = understood.replace(" 0.", " 0,")
    assert f"Ta réponse : {mark}." in told.replace("\u202f", " ")


def test_answering_is_not_handing_in(table):
    """The button of an answer has a word of its own, in both languages."""
    for lang in languages():
        texts, kinds = words(lang)["worksheet"], {}
        for feedback in ("at once", "kept"):
            sheet = Sheet(table, FOUR, lang=lang, feedback=feedback)
            kinds[feedback] = sheet.boxes[0].button.label
        assert kinds == {"at once": texts["check"], "kept": texts["submit"]}
        assert not {*kinds.values()} & {"Rendre", "Hand in"}
    assert words("fr")["worksheet"]["submit"] == "Valider"


def test_a_fraction_is_right_without_any_tolerance(table):
    """It isn't rounded on the way."""
    assert "Right." in Sheet(table, {**FOUR, "tolerance": 0}).answer("69/144")


@pytest.mark.parametrize("written", ["", "  ", "often", "48", "-0,1", "1/0", "101 %"])
def test_nonsense_is_named_and_nothing_is_written(table, written):
    """Nor is what no chance can be; the question stays open."""
    sheet = Sheet(table, FOUR)
    assert "Nothing was saved." in sheet.answer(written)
    assert written.strip() in sheet.said()
    assert answers(table) == []
    assert not sheet.boxes[0].button.disabled


def test_a_mean_may_be_any_number(table):
    """And needs no more than one decimal."""
    sheet = Sheet(table, {"kind": "number", "text": "mean?", "truth": "mean"})
    assert "Right. Your answer: 55.4." in sheet.answer("55.4")
    assert abs(float(table.odds().mean) - 55.4) < 0.05


def test_a_question_is_about_the_moment_it_was_put_in(table):
    """If the game goes on it says so, and can be put anew."""
    due = len(table.history.decisions)
    sheet = Sheet(table, FOUR, {**FOUR, "name": "own", "truth": lambda s: s.odds().unseen.total})
    assert sheet.about() == f"About the moment before decision {due} (round 1, Léa)."
    assert sheet.boxes[0].anew.layout.display == "none"
    old, unseen = table.odds().next_draw, table.odds().unseen.total
    for action in ("draw", "place d1"):
        table.act(action)
    table.run()
    new = table.odds().next_draw
    assert old.total != new.total
    for box in (0, 1):
        assert "The game has moved on" in sheet.about(box)
        assert f"before decision {due} " in sheet.about(box)
        assert sheet.boxes[box].anew.layout.display is None
    assert "Right." in sheet.answer("23/48")
    assert "Right." in sheet.answer(str(unseen), box=1)
    sheet.boxes[0].anew.click()
    assert sheet.said() == ""
    assert f"before decision {len(table.history.decisions)} " in sheet.about()
    low = sum(n for value, n in new.counts.items() if value <= 4)
    assert f"≈ {round(low / new.total, 4)}." in sheet.answer("0.01")


def test_between_rounds_there_is_nothing_to_ask_about(table):
    """It is put as soon as somebody is to act again."""
    while table.waiting != "next round":
        table.act(table.odds().best.action) if table.waiting == "person" else table.run()
    sheet = Sheet(table, FOUR)
    assert sheet.about() == "This can be asked as soon as somebody is to act."
    assert "as soon as somebody" in sheet.answer("0.4")
    assert answers(table) == []
    table.next_round()
    assert "round 2" in sheet.about()
    sheet.answer("0.4")
    assert len(answers(table)) == 1


def test_a_constant_and_no_truth_need_no_moment(table):
    """An answer is always right, or judged by a teacher."""
    sheet = Sheet(
        table,
        {"kind": "number", "text": "6 × 7?", "truth": 42},
        {"kind": "number", "text": "How many rounds?"},
    )
    assert sheet.about() == ""
    assert sheet.answer("42") == "Right. Your answer: 42. The right answer: 42."
    assert "kept for your teacher" in sheet.answer("3", box=1)
    assert [right for *_, right in answers(table)] == [True, None]


CHOICE = {"kind": "choice", "text": "A hidden card?", "options": ["0", "the mean"]}
WHY = {"kind": "text", "text": "Why?"}


def test_the_answer_that_the_page_shows_is_judged(table):
    """Of each kind, while the kernel still has an older value; that one is left alone."""
    sheet = Sheet(table, FOUR, {**CHOICE, "right": "the mean"}, WHY)
    for box, value in zip(sheet.boxes, ("dunno", "0", "because"), strict=True):
        box.field.value = value
    assert sheet.press("23/48").startswith("Right. Your answer: 23/48")
    assert sheet.press(1, box=1).startswith("Right. Your answer: the mean.")
    assert sheet.press("it’s likelier", box=2).startswith("Your answer: it’s likelier.")
    assert [value for _, value, _ in answers(table)] == [23 / 48, "the mean", "it’s likelier"]
    assert table.history.answers[0].written == "23/48"
    assert [box.field.value for box in sheet.boxes] == ["dunno", "0", "because"]
    assert "Choose one first" in Sheet(table, {**CHOICE, "name": "b"}).press(-1)


def test_a_choice_shows_no_null(table):
    """As ipywidgets does for radio buttons whose tooltip is None."""
    assert Sheet(table, CHOICE).boxes[0].field.tooltip == ""


def test_an_emptied_field_is_empty(table):
    """Whatever the kernel still has."""
    sheet = Sheet(table, FOUR, WHY)
    for box in (0, 1):
        sheet.boxes[box].field.value = "0.5"
        assert "Write an answer first" in sheet.press("", box=box)
    assert answers(table) == []


NO_ANSWER = [None, -2, 2, 10**40, True, 0.0, float("nan"), [], ["0"], {"answer": "0"}]


@pytest.mark.parametrize("sent", NO_ANSWER, ids=repr)
def test_a_press_without_a_usable_answer_is_judged_by_what_the_kernel_has(table, sent):
    """Nothing that a page may send is taken for an answer of another kind."""
    sheet = Sheet(table, CHOICE, {"kind": "number", "text": "How many?"}, WHY)
    sheet.boxes[0].field.value = "the mean"
    sheet.boxes[1].field.value, sheet.boxes[2].field.value = "42", "because"
    for box, kept in enumerate(("the mean", "42", "because")):
        assert f"Your answer: {kept}." in sheet.press(sent, box)


@pytest.mark.parametrize("text", ["9" * 10**6, "x" * 2001, "\ud800", "1\0", "<b>", "=1+1"])
def test_what_a_page_sends_is_checked_as_what_is_typed(table, text):
    """Too long, not text, markup: refused with a sentence, or kept as it is."""
    sheet = Sheet(table, FOUR, WHY)
    assert "is no number" in sheet.press(text)
    sheet.press(text, box=1)
    kept = [value for _, value, _ in answers(table)]
    assert kept in ([], [text])
    assert len(sheet.boxes[0].answer.value) < 400
    assert len(sheet.boxes[1].answer.value) < 400
    assert "<b><" not in sheet.boxes[1].answer.value


@pytest.mark.parametrize(
    "content", [None, 1, "submit", [], {}, {"type": "click"}, {"event": "click", "answer": "1/2"}]
)
def test_only_a_press_gives_an_answer(table, content):
    """Other messages do nothing."""
    sheet = Sheet(table, FOUR)
    sheet.boxes[0].field.value = "1/2"
    sheet.boxes[0].button._handle_custom_msg(content, [])
    assert sheet.said() == ""
    assert answers(table) == []


def test_a_press_that_comes_after_the_right_answer_is_dropped(table):
    """It was sent before the page knew; asked anew, the question takes presses again."""
    sheet = Sheet(table, FOUR)
    sheet.press("0.1")
    assert sheet.press("23/48").startswith("Not right. Your answer: 0.1.")
    assert answers(table) == [("four", 0.1, False)]
    table.act(table.legal[0])
    sheet.boxes[0].anew.click()
    sheet.press("0.2")
    assert [value for _, value, _ in answers(table)] == [0.1, 0.2]


def test_a_choice(table):
    """Right, wrong, to be judged; and not without choosing."""
    sheet = Sheet(
        table,
        {**CHOICE, "right": "the mean"},
        {**CHOICE, "right": "the mean", "name": "b"},
        {**CHOICE, "name": "c"},
    )
    assert "Choose one first" in sheet.answer()
    assert "Right. Your answer: the mean." in sheet.answer("the mean")
    assert "Not right. Your answer: 0. The right answer: the mean." in sheet.answer("0", box=1)
    assert "kept" in sheet.answer("0", box=2)
    assert [right for *_, right in answers(table)] == [True, False, None]


def test_a_text_is_the_teachers_to_judge(table):
    """As it was written, without the space around it."""
    sheet = Sheet(table, {"kind": "text", "text": "Why?"})
    assert "Write an answer first" in sheet.answer("  ")
    assert "too long" in sheet.answer("x" * 2001)
    assert "you can still change it" in sheet.answer(" <b>Because</b> ")
    assert answers(table) == [("Why?", "<b>Because</b>", None)]
    assert "<b>Because" not in sheet.boxes[0].answer.value


def test_a_move_is_looked_up_in_the_record(table):
    """The last one since the question was put; one that was taken back is none."""
    sheet = Sheet(table, {"kind": "move", "text": "Best!", "wanted": "best by points"})
    assert "You haven’t moved" in sheet.answer()
    best = table.odds().best.action
    worst = max(table.odds().actions, key=lambda one: one.points).action
    due = len(table.history.decisions)
    table.act(worst)
    assert sheet.answer() == f"Not right. Your answer: {worst} ({due}). The right answer: {best}."
    table.undo()
    assert "You haven’t moved" in sheet.answer()
    table.act(best)
    assert sheet.answer() == f"Right. Your answer: {best} ({due + 1})."
    assert [right for *_, right in answers(table)] == [False, True]


def test_the_next_move_or_the_last(table):
    """As the sheet says; and what is wanted may be an action, a kind of it, or a function."""
    asked = {"kind": "move", "text": "x", "which": "next"}
    sheet = Sheet(
        table,
        {**asked, "name": "kind", "wanted": "draw"},
        {**asked, "name": "last", "wanted": "draw", "which": "last"},
        {**asked, "name": "whole", "wanted": "place d1", "which": "last"},
        {**asked, "name": "own", "wanted": lambda row, session: row.seat == 0},
        {**asked, "name": "column", "wanted": "completes a column"},
        {**asked, "name": "any"},
    )
    for action in ("draw", "place d1"):
        table.act(action)
    for box in range(6):
        sheet.answer(box=box)
    assert [right for *_, right in answers(table)] == [True, False, True, True, False, None]


def test_what_is_kept_is_told_to_the_record_alone(table):
    """Right or wrong, the pupil reads the same and may change the answer."""
    sheet = Sheet(table, FOUR, feedback="kept")
    first, second = sheet.answer("0.1"), sheet.answer("23/48")
    assert first == "Your answer: 0.1. It is kept for your teacher; you can still change it."
    assert second == first.replace("0.1", "23/48 ≈ 0.4792")
    assert [right for *_, right in answers(table)] == [False, True]


def test_a_locked_coach_tells_right_or_wrong_and_no_more():
    """The truth would be what it knows."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed="3B", coach="locked", lang="en", **QUIET)
    sheet = Sheet(table, FOUR)
    assert sheet.answer("0.1") == "Not right. Your answer: 0.1."
    assert not sheet.boxes[0].button.disabled
    assert answers(table)[0][2] is False


def test_answers_are_in_the_file_when_the_button_was_pressed():
    """And there again when it is loaded."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed="3B", display=False)
    Sheet(table, FOUR, by="Ana").answer("1/2")
    table.close()
    again = load(table.path, display=False)
    assert answers(again) == [("four", 0.5, False)]
    assert again.history.answers[0].by == "Ana"


def test_a_closed_sheet_no_longer_follows(table):
    """Nothing of it stays at the table."""
    before = len(table._game._listeners)
    sheet = Sheet(table, FOUR)
    sheet.widget.close()
    assert len(table._game._listeners) == before


@pytest.mark.parametrize("text", [text for _, text in HOSTILE], ids=[label for label, _ in HOSTILE])
def test_no_text_of_a_sheet_is_markup(text):
    """Titles, questions, names and answers."""
    if not text.strip() or len(text) > 2000:
        return
    table = play("skyjo", [text, "bot:random"], seed=1, lang="en", **QUIET)
    sheet = Worksheet(
        text,
        [{"kind": "number", "text": text, "truth": "mean"}, {"kind": "text", "text": text + "?"}],
        table,
    )
    numbers, texts = sheet._boxes
    for box in (numbers, texts):
        press(box, text)
    shown = [sheet.children[0], *numbers.box.children, *texts.box.children]
    for widget in shown:
        if hasattr(widget, "value") and type(widget).__name__ == "HTML":
            tags = {tag for tag, *_ in Reader(widget.value).tags}
            assert tags <= {"style", "div", "bdi", "b"}


def test_a_sheet_speaks_french(table):
    """In its texts, numbers and fields."""
    sheet = Sheet(table, FOUR, {"kind": "text", "text": "Pourquoi ?"}, lang="fr")
    said = words("fr")["worksheet"]
    assert sheet.boxes[0].field.description == said["answer"] == "Réponse\u00a0:"
    assert sheet.answer("0,48") == (
        "Juste. Ta réponse\u00a0: 0,48. La bonne réponse\u00a0: 23/48 ≈ 0,4792."
    )
    other = Sheet(table, {**FOUR, "name": "other"}, lang="fr")
    assert "«\u00a0souvent\u00a0» n’est pas un nombre" in other.answer("souvent")
    assert other.answer("2:5") == (
        "'2:5' peut être 2/5 ou 2/7\u00a0: écris-le ainsi. Rien n’a été enregistré."
    )
    assert json.dumps(said) != json.dumps(words("en")["worksheet"])


POSITION = """
title = "What would you do?"
lang = "fr"

[position]
game = "skyjo"
discard = [2, -2]
seed = 7

[position.cards]
Ana = ["4 ? 12 5", "? ? 3 ?", "? ? ? ?"]
"bot:greedy" = ["? ? ? 1", "? 7 ? ?", "? ? ? ?"]

[[questions]]
kind = "move"
text = "Joue le meilleur coup."
wanted = "best by points"
"""


@pytest.mark.usefixtures("own_folder")
def test_a_file_can_hold_the_position_that_it_asks_about():
    """Its table is opened with it, in the sheet's language."""
    Path("here.toml").write_text(POSITION, "utf-8")
    sheet = Worksheet.load("here.toml")
    assert (sheet.table.legal, sheet.table.lang, sheet.lang) == (("draw", "take"), "fr", "fr")
    sheet.table.act("take")
    press(sheet._boxes[0])
    assert sheet.table.history.answers[0].right
    sheet.close()


@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[2, -2]", "[99]", "here.toml : discard.*99"),
        ("12 5", "12", "here.toml : Ana.*11 cartes, et non 12"),
        ("[position.cards]", "[position.seats]", "game et cards"),
        ("seed = 7", "seats = 7", "'seats' est inconnu"),
        ("seed = 7", "sede = 7", "'sede' ne fait pas partie"),
        (POSITION[POSITION.index("[position]") : POSITION.index("[[")], "", "il faut une table"),
    ],
)
def test_a_wrong_position_of_a_file_is_refused(old, new, says):
    """With its file, in its language."""
    Path("here.toml").write_text(POSITION.replace(old, new), "utf-8")
    with pytest.raises(RulesError) as refused:
        Worksheet.load("here.toml")
    assert re.search(says, str(refused.value).replace("\u00a0", " "))


HERE = position(
    "skyjo",
    {"Ana": ["4 3 2 ?", "3 2 4 ?", "2 4 3 ?"], "Bo": ["? ? ? 1", "? 9 ? ?", "? ? ? ?"]},
    discard=[2],
)


def test_a_question_may_be_about_the_position(table):
    """Whatever happens in the pupil's game, between its rounds too; the position is shown once."""
    there = {**FOUR, "at": "position", "name": "there"}
    sheet = Sheet(table, FOUR, there, {**there, "name": "again"}, position=HERE)
    shown = [one for one in sheet.widget.children if "sjq-position" in one._dom_classes]
    assert [sheet.widget.children.index(one) for one in shown] == [2]
    assert "<img" in shown[0].value
    assert sheet.about(1) == "About the position above."
    right = HERE.odds().p("X <= 4").probability
    assert right != table.odds().p("X <= 4").probability
    table.act(table.legal[0])
    assert "moment" not in sheet.about(1)
    assert sheet.boxes[1].anew.layout.display == "none"
    assert sheet.answer(str(right), box=1).startswith("Right.")
    again = Sheet(table, FOUR, there, position=HERE)
    assert again.about(1) == "About the position above."
    assert again.said(1).startswith("Right.")
    with pytest.raises(RulesError, match="a position can't be written"):
        sheet.widget.save("sheet.json")


def test_a_question_about_the_position_needs_one(table):
    """And no function, which is about the table; other moments are refused."""
    there = {**FOUR, "at": "position"}
    with pytest.raises(RulesError, match="question 1: at='position', but there is none"):
        Worksheet("Lesson 1", [there], table)
    with pytest.raises(RulesError, match="a function is about the table"):
        Worksheet("Lesson 1", [{**there, "truth": lambda _: 1}], table, position=HERE)
    with pytest.raises(RulesError, match="did you mean"):
        Worksheet("Lesson 1", [{**there, "at": "postion"}], table, position=HERE)


# Another cell, another kernel


@pytest.mark.parametrize("feedback", ["at once", "kept"])
def test_answers_of_the_record_are_shown_again(feedback):
    """In a new kernel too; a question whose right answer was told stays closed."""
    first = play("skyjo", ["Léa", "bot:greedy"], seed="3B", lang="en", display=False)
    choice = {"kind": "choice", "text": "Is 12 high?", "options": ["yes", "no"], "right": "yes"}
    text = {"kind": "text", "text": "Why?"}
    sheet = Sheet(first, FOUR, choice, text, feedback=feedback)
    told = feedback == "at once"
    if not told:
        sheet.answer("0,5")
    sheet.answer("2/5")
    sheet.answer("no", box=1)
    said = [sheet.said(box) for box in range(3)]
    first.close()
    again = Sheet(load(first.path, display=False, lang="en"), FOUR, choice, text, feedback=feedback)
    assert "2/5" in again.said()
    for box in range(2):
        assert again.said(box)
        assert said[box].startswith(again.said(box))
        assert again.boxes[box].button.disabled is told
    assert again.said(2) == ""
    assert not again.boxes[2].button.disabled
    assert len(answers(again.widget.table)) == (2 if told else 3)


def test_an_answer_is_not_said_to_be_about_a_later_moment(table):
    """Shown again after a move it is about an earlier moment; asked again it is open."""
    Sheet(table, FOUR).answer("23/48")
    assert "before decision" in Sheet(table, FOUR).about()
    table.act(table.legal[0])
    again = Sheet(table, FOUR)
    assert again.about() == "The answer is about an earlier moment of the game."
    assert again.said().startswith("Right.")
    table.act(table.legal[0])
    assert again.about() == "The answer is about an earlier moment of the game."
    again.boxes[0].anew.click()
    assert "before decision" in again.about()
    assert again.said() == ""
    assert not again.boxes[0].button.disabled


def test_anothers_answers_are_not_shown(table):
    """On another sheet, to another question, or of another pupil at the screen."""
    text = {"kind": "text", "text": "Why?"}
    Sheet(table, text, by="Ana").answer("because")
    assert Sheet(table, text, by="Ana").said()
    for other in (
        Sheet(table, text, by="Bo"),
        Sheet(table, text),
        Sheet(table, {**text, "name": "x"}),
    ):
        assert other.said() == ""
    assert Reader(Worksheet("Lesson 2", [text], table, by="Ana")._boxes[0].answer.value).text == ""
