"""The expected answers of a lesson, for its teacher."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from skyjo_widget.engine.games import find_preset
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.lessons.lesson.file import LessonPlan, read_lesson
from skyjo_widget.lessons.lesson.moments import lesson_moments, numbers_of
from skyjo_widget.lessons.lesson.printing import print_page
from skyjo_widget.lessons.worksheet.answer_key import Truth, find_truth
from skyjo_widget.lessons.worksheet.file import SheetQuestion, read_questions
from skyjo_widget.lessons.worksheet.moment import LessonMoment
from skyjo_widget.odds.law import Law
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import present_language, words
from skyjo_widget.util.markup import Html, clipped_lines, escaped, paragraph, rows
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.numbers import format_number, fraction_chain


@in_its_language
def answers(
    seed: int | str | None = None, lesson: str | Path = "chance", *, lang: str | None = None
) -> Answers:
    """Compute the expected answers of a lesson's questions.

    Parameters
    ----------
    seed : int or str, optional
        The class's seed; the lesson's own by default.
    lesson : str or path
        A shipped lesson, ``"chance"``, ``"samples"``, ``"strategy"`` or ``"perfect"``, or a
        lesson's file.
    lang : str, optional
        The language; by default the file's, or English.

    Returns
    -------
    Answers
        ``print`` and a cell show them; `Answers.to_html` writes a page to print.

    Raises
    ------
    RulesError
        If there is no such lesson or language, its file has a problem, or there is no seed.

    Notes
    -----
    Pupils' games diverge with their first decision.  So an answer that depends on the cards is
    computed for the moments that all share: the beginning of the deal, before a card is turned,
    and the lesson's position, if it has one.  The formula for other moments stands beside it.

    Examples
    --------
    >>> key = answers("3B, 22 November", "chance")
    >>> key.answers[0].values
    ('P(X ≤ 4) = 52/123 ≈ 0.423',)
    """
    plan = read_lesson(lesson, seed=seed, lang=lang)
    return Answers(plan, lesson, lang or plan.lang or present_language())


@dataclasses.dataclass(frozen=True)
class ExpectedAnswer:
    """The expected answer of a question.

    Parameters
    ----------
    question : SheetQuestion
    values : tuple of str
        The answer at each of the lesson's moments; a single one if it is the same at all.
    later : str
        The formula for other moments; empty if there is none.
    """

    question: SheetQuestion
    values: tuple[str, ...]
    later: str


class Answers(CellView):
    """The expected answers of a lesson; made by `answers`.

    Parameters
    ----------
    plan : LessonPlan
    lesson : str or path
        The lesson that it was read from.
    lang : str

    Attributes
    ----------
    moments : tuple of LessonMoment
        The moments for which answers are computed; the position alone if all are about it.
    answers : tuple of ExpectedAnswer
        In the order of the questions.
    """

    lang: str

    plan: LessonPlan
    lesson: str | Path
    answers: tuple[ExpectedAnswer, ...]

    def __init__(self, plan: LessonPlan, lesson: str | Path, lang: str) -> None:
        self.plan, self.lesson, self.lang = plan, lesson, lang
        game = find_preset(plan.preset)[0].name
        questions = [
            question for sheet in plan.sheets for question in read_questions(sheet.questions, game)
        ]
        moments = lesson_moments(plan, lang)
        self.answers = tuple(_expected(question, moments, lang) for question in questions)
        apart = any(_computed(question) and question.at == "game" for question in questions)
        self.moments: tuple[LessonMoment, ...] = moments if apart else moments[-1:]

    def to_html(self, path: str | Path = "answers.html", *, lang: str | None = None) -> Path:
        """Write a page that prints on A4; an existing one is replaced.

        Parameters
        ----------
        path : path
            The file.
        lang : str, optional
            The page's language; by default that of the answers.

        Raises
        ------
        RulesError
            If there is no such language, or the name doesn't end with ``.html``.
        RecordError
            If it can't be written.
        """
        page = self._in(lang or self.lang)
        title = page._title(page.lang)
        return print_page(path, title, [f"<h1>{escaped(title)}</h1>", *page._parts()], page.lang)

    def _in(self, lang: str) -> Answers:
        """Return the answers in a language."""
        if lang == self.lang:
            return self
        return answers(self.plan.options["seed"], self.lesson, lang=lang)

    def _title(self, lang: str) -> str:
        return str(words(lang)["answers"]["title"].format(lesson=self.plan.title))

    def _deal(self) -> str:
        """Return the line about the seed."""
        plan, texts = self.plan, words(self.lang)["answers"]
        seed, players = plan.options["seed"], len(plan.players)
        return str(texts["deal"].format(seed=seed, preset=plan.preset, players=players))

    def _marked(self) -> list[tuple[str, LessonMoment]]:
        """Return the moments with their letters, if there are two."""
        letters = ["A · ", "B · "] if len(self.moments) > 1 else [""]
        return list(zip(letters, self.moments, strict=True))

    def _lines(self, answer: ExpectedAnswer) -> list[str]:
        """Return the answer of a question, what else counts as right, and why."""
        texts, question = words(self.lang)["answers"], answer.question
        marks = [mark for mark, _ in self._marked()] if _computed(question) else [""]
        marks = marks[-len(answer.values) :]
        lines = [f"{mark}{value}" for mark, value in zip(marks, answer.values, strict=True)]
        if answer.later:
            lines.append(answer.later)
        if isinstance(question.truth, Truth) and question.tolerance:
            room = format_number(question.tolerance, self.lang)
            lines.append(texts["tolerance"].format(tolerance=room))
        return [*lines, *([texts["why"].format(why=question.why)] if question.why else [])]

    def _parts(self) -> list[str]:
        """Return the HTML below the title."""
        parts = [paragraph(self._deal())]
        for mark, moment in self._marked():
            parts += [paragraph(f"{mark}{moment.about}"), moment.picture, _law_rows(moment)]
        parts.append(paragraph(words(self.lang)["answers"]["note"]))
        for number, answer in enumerate(self.answers, start=1):
            question = answer.question
            lines = self._lines(answer)
            count = len(answer.values)
            parts += [
                f'<div class="answer"><p><b>{number}. {escaped(question.name)}</b> '
                f"<small>{escaped(question.text)}</small></p>",
                *(f"<p><b>{escaped(line)}</b></p>" for line in lines[:count]),
                *map(paragraph, lines[count:]),
                "</div>",
            ]
        return parts

    def _face(self, say: CellTexts) -> Html:
        return say.face(self._title(say.lang), *self._in(say.lang)._parts())

    def __str__(self) -> str:
        lines = [self._title(self.lang), self._deal()]
        lines += [f"{mark}{moment.about}" for mark, moment in self._marked()]
        lines.append(words(self.lang)["answers"]["note"])
        for number, answer in enumerate(self.answers, start=1):
            lines += ["", f"{number}. {answer.question.name}", f"   {answer.question.text}"]
            lines += [f"   {line}" for line in self._lines(answer)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return clipped_lines(str(self).splitlines())


def _computed(question: SheetQuestion) -> bool:
    """Return True if the answer depends on the moment."""
    return isinstance(question.truth, Truth) and bool(question.truth.key)


def _expected(
    question: SheetQuestion, moments: tuple[LessonMoment, ...], lang: str
) -> ExpectedAnswer:
    """Return the answer of a question at the moments."""
    texts, truth = words(lang)["answers"], question.truth
    if isinstance(truth, Truth) and _computed(question):
        fixed_there = question.at == "position"
        of = moments[-1:] if fixed_there else moments
        values = [_value(truth, question.written["truth"], moment) for moment in of]
        later = "" if fixed_there else _later(truth, moments[0])
        return ExpectedAnswer(question, tuple(values), later)
    if isinstance(truth, Truth) and truth.number is not None:
        fixed = fraction_chain(truth.number, lang).removeprefix("= ")
    elif question.wanted is not None:
        fixed = texts["moves"].get(question.wanted, question.wanted) + texts["move"]
    else:
        fixed = question.right or question.expected or texts["judged"]
    return ExpectedAnswer(question, (fixed,), "")


def _value(truth: Truth, written: Any, moment: LessonMoment) -> str:
    """Return a computed answer as a chain of equations."""
    odds: Any = moment.odds
    if truth.event and odds.law:
        return str(odds.p(truth.event).text(moment.lang))
    value = find_truth(truth, moment.seen)
    if value is None:
        return str(words(moment.lang)["answers"]["undefined"])
    if not truth.key.endswith(")"):
        return fraction_chain(value.value, moment.lang).removeprefix("= ")
    total = odds.law.total if truth.key.endswith("(X)") else None
    return f"{written} {fraction_chain(value.value, moment.lang, 3, total)}"


def _later(truth: Truth, moment: LessonMoment) -> str:
    """Return the formula of an answer at any moment of the first deal."""
    texts = words(moment.lang)["answers"]
    odds: Any = moment.odds
    deck = numbers_of(moment.deck)
    cards = sum(deck.values())
    event = odds.p(truth.event) if truth.event else None
    if event is not None and event.law.name == "X":
        fitting = sum(count for value, count in deck.items() if event.condition.holds(value))
        condition = event.condition.text("X", moment.lang)
        return str(texts["later_event"].format(event=condition, fitting=fitting, cards=cards))
    if truth.key == "E(X)":
        points = sum(value * count for value, count in deck.items())
        return str(texts["later_mean"].format(points=points, cards=cards))
    return str(texts["later_law"])


def _law_rows(moment: LessonMoment) -> str:
    """Return the law of X as a table of three rows, which is short enough to print."""
    odds: Any = moment.odds
    law: Law = odds.law
    if not law.total or moment.deck.wild != NO_CARD:
        return ""
    labels = [str(value).replace("-", "−") for value in law]
    counts = [f"{chance * law.total}/{law.total}" for chance in law.values()]
    return rows(["x", *labels], [["P(X = x)", *counts]])
