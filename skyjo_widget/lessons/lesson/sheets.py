"""Sheets of paper for a lesson: the deck, the law of X to fill in, predictions, its questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from skyjo_widget.engine.games import find_preset
from skyjo_widget.lessons.lesson.file import LessonPlan, read_lesson
from skyjo_widget.lessons.lesson.home import home_exercises
from skyjo_widget.lessons.lesson.moments import deck_law, first_deal, numbers_of, set_position
from skyjo_widget.lessons.lesson.printing import print_page
from skyjo_widget.lessons.worksheet.file import SheetQuestion, read_questions
from skyjo_widget.odds.law import Law
from skyjo_widget.util.i18n import present_language, words
from skyjo_widget.util.markup import escaped, paragraph
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.numbers import format_number, percent

PREDICTIONS, RUNS, RULES, DECISIONS = 10, 20, 8, 4
"""Rows to fill in."""
SIZES = (10, 100, 1000)
"""The sizes of the samples."""
GROUPS = range(0, 100, 20)
"""The lowest predictions, in per cent, of the groups that are compared."""


@in_its_language
def sheets(
    lesson: str | Path = "chance",
    path: str | Path = "sheets.html",
    *,
    seed: int | str | None = None,
    lang: str | None = None,
) -> Path:
    """Write the sheets of paper of a lesson as a page that prints on A4.

    Parameters
    ----------
    lesson : str or path
        A shipped lesson, ``"chance"``, ``"samples"``, ``"strategy"`` or ``"perfect"``, or a
        lesson's file.
    path : path
        The page, named ``.html``; an existing one is replaced.
    seed : int or str, optional
        The class's seed; the lesson's own by default.
    lang : str, optional
        The language; by default the file's, or English.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    RulesError
        If there is no such lesson or language, its file has a problem, or the page's name is
        invalid.
    RecordError
        If it can't be written.

    Notes
    -----
    The law of X is that of the lesson's position; of the beginning of its deal, if it has none.
    Solutions are pages of their own: don't hand them out.

    Examples
    --------
    >>> sheets("chance", "chance.html").name
    'chance.html'
    """
    plan = read_lesson(lesson, seed=seed, lang=lang)
    lang = lang or plan.lang or present_language()
    title = words(lang)["sheets"]["title"].format(lesson=plan.title)
    pages = [page for name in plan.paper for page in _SHEETS[name](plan, lang)]
    return print_page(path, title, pages, lang)


def _sheet(plan: LessonPlan, lang: str, title: str, *parts: str, named: bool = True) -> str:
    """Return a sheet with its head; without a place for a name if it is the teacher's."""
    name = escaped(words(lang)["sheets"]["name"]) if named else ""
    return (
        f'<section class="sheet"><header><span>{escaped(plan.title)}</span><span>{name}</span>'
        f"</header><h2>{escaped(title)}</h2>{''.join(parts)}</section>"
    )


def _table(
    heads: Iterable[str],
    lines: Sequence[Sequence[str]],
    *,
    foot: Sequence[str] = (),
    kind: str = "",
) -> str:
    """Return a table of texts, in which empty cells are to be filled in."""
    titles = "".join(f"<th>{escaped(text)}</th>" for text in heads)
    body = "".join(_row(line) for line in lines)
    last = f"<tfoot>{_row(foot)}</tfoot>" if foot else ""
    return (
        f'<table class="{kind}"><thead><tr>{titles}</tr></thead><tbody>{body}</tbody>{last}</table>'
    )


def _row(cells: Sequence[str]) -> str:
    return f"<tr>{''.join(f'<td>{escaped(cell)}</td>' for cell in cells)}</tr>"


def _lines(count: int) -> str:
    return '<div class="line"></div>' * count


def _numbered(count: int, columns: int) -> list[list[str]]:
    return [[str(number), *[""] * (columns - 1)] for number in range(1, count + 1)]


def _deck(plan: LessonPlan, lang: str) -> list[str]:
    """Return the deck's table, with columns to fill in."""
    texts = words(lang)["sheets"]["deck"]
    deck, wild = find_preset(plan.preset)[0].deck, words(lang)["law"]["words"]["wild"]
    lines = [
        [wild if value == "wild" else _minus(value), str(count), "", ""]
        for value, count, *_ in deck.without_effects().counts
    ]
    foot = [texts["sum"], str(deck.size), "", ""]
    table = _table(texts["heads"].values(), lines, foot=foot, kind="tall")
    return [_sheet(plan, lang, texts["title"], paragraph(texts["text"]), table)]


def _law(plan: LessonPlan, lang: str) -> list[str]:
    """Return the law of X to fill in, and its solution."""
    texts = words(lang)["sheets"]["law"]
    moment = set_position(plan, lang) or first_deal(plan, lang)
    odds: Any = moment.odds
    law: Law = odds.law
    unseen: int = odds.unseen.total
    mean = law.expectation  # raises where a card may be wild and has no number
    cards = numbers_of(moment.deck)
    about = texts["text"].format(about=moment.about)
    empty = [[_minus(value), str(count), *[""] * 5] for value, count in cards.items()]
    total = str(sum(cards.values()))
    asked = "".join(
        f'<p>{escaped(text)} <span class="given"></span></p>' for text in texts["asked"].values()
    )
    solved = [_solved(value, count, law, lang) for value, count in cards.items()]
    sums = [
        texts["sum"],
        total,
        str(sum(cards.values()) - unseen),
        str(unseen),
        "1",
        format_number(round(float(mean), 3), lang),
        format_number(round(float(law.variance), 3), lang),
    ]
    answers = [law.p("X <= 4").text(lang), *law.computation.splitlines()]
    return [
        _sheet(
            plan,
            lang,
            texts["title"],
            paragraph(about),
            moment.picture,
            _table(texts["heads"].values(), empty, foot=[texts["sum"], total, *[""] * 5]),
            asked,
        ),
        _sheet(
            plan,
            lang,
            texts["solution"],
            paragraph(about),
            _table(texts["heads"].values(), solved, foot=sums),
            *map(paragraph, answers),
            named=False,
        ),
    ]


def _solved(value: int, count: int, law: Law, lang: str) -> list[str]:
    """Return a row of the solved law."""
    chance = law.get(value, 0 * law.expectation)
    left = int(chance * law.total) if law.total else 0
    square = (value - law.expectation) ** 2
    return [
        _minus(value),
        str(count),
        str(count - left),
        str(left),
        f"{left}/{law.total}",
        format_number(round(float(value * chance), 3), lang),
        format_number(round(float(square * chance), 3), lang),
    ]


def _predictions(plan: LessonPlan, lang: str) -> list[str]:
    """Return the sheet for predictions, and for those of the class together."""
    texts = words(lang)["sheets"]["predictions"]
    heads, groups = ["", *texts["heads"].values()], texts["groups"].values()
    shares = [f"{percent(low / 100, lang)} – {percent(low / 100 + 0.2, lang)}" for low in GROUPS]
    return [
        _sheet(
            plan,
            lang,
            texts["title"],
            paragraph(texts["text"]),
            _table(heads, _numbered(PREDICTIONS, len(heads)), kind="tall numbered"),
            paragraph(texts["together"]),
            _table(groups, [[share, "", "", ""] for share in shares], kind="tall"),
        )
    ]


def _runs(plan: LessonPlan, lang: str) -> list[str]:
    """Return the sheet for the frequencies of twenty samples."""
    texts = words(lang)["sheets"]["runs"]
    frequency, inside = texts["heads"].values()
    heads = [""]
    for n in SIZES:
        width = format_number(round(n**-0.5, 3), lang)
        heads += [frequency.format(n=format_number(n, lang)), inside.format(width=width)]
    return [
        _sheet(
            plan,
            lang,
            texts["title"],
            paragraph(texts["text"]),
            _table(heads, _numbered(RUNS, 7), foot=[texts["sum"], *[""] * 6], kind="tall"),
            paragraph(texts["expected"]),
        )
    ]


def _rules(plan: LessonPlan, lang: str) -> list[str]:
    """Return the sheet on which a strategy is written as rules."""
    texts = words(lang)["sheets"]["rules"]
    table = _table(["", *texts["heads"].values()], _numbered(RULES, 3), kind="taller numbered")
    weak = paragraph(texts["then"])
    return [_sheet(plan, lang, texts["title"], paragraph(texts["text"]), table, weak, _lines(3))]


def _strategies(plan: LessonPlan, lang: str) -> list[str]:
    """Return the sheet on which two strategies are compared, and decisions and outcomes."""
    texts = words(lang)["sheets"]["strategies"]
    compared = [[row, "", "", ""] for row in texts["rows"].values()]
    return [
        _sheet(
            plan,
            lang,
            texts["title"],
            paragraph(texts["text"]),
            _table(["", *texts["heads"].values()], compared, kind="taller"),
            paragraph(texts["says"]),
            _lines(4),
            f"<h2>{escaped(texts['decisions'])}</h2>",
            _table(texts["decision_heads"].values(), [[""] * 4] * DECISIONS, kind="taller"),
        )
    ]


def _worths(plan: LessonPlan, lang: str) -> list[str]:
    """Return the sheet of the first turn, guessed and solved, and of a last turn by hand."""
    texts = words(lang)["sheets"]["worths"]
    deck = numbers_of(first_deal(plan, lang).deck)
    cards = [[_minus(value), str(count), *[""] * 4] for value, count in deck.items()]
    foot = [texts["sum"], str(sum(deck.values())), *[""] * 4]
    table = _table(texts["heads"].values(), cards, foot=foot, kind="tall")
    about = [paragraph(texts["text"]), paragraph(texts["last"])]
    return [_sheet(plan, lang, texts["title"], *about, table)]


def _questions(plan: LessonPlan, lang: str) -> list[str]:
    """Return the lesson's questions, for pupils without a machine."""
    texts, game = words(lang)["sheets"]["questions"], find_preset(plan.preset)[0].name
    moment = set_position(plan, lang) or first_deal(plan, lang)
    asked = [
        question for sheet in plan.sheets for question in read_questions(sheet.questions, game)
    ]
    if not asked:
        return []
    about = paragraph(texts["moment"].format(about=moment.about))
    parts = [_question(number, question) for number, question in enumerate(asked, start=1)]
    return [_sheet(plan, lang, texts["title"], about, *parts)]


def _home(plan: LessonPlan, lang: str) -> list[str]:
    """Return exercises to take home, and their solution."""
    texts = words(lang)["home"]
    moment = set_position(plan, lang) or first_deal(plan, lang)
    odds: Any = moment.odds
    kinds = {"runs": "samples", "strategies": "strategy", "worths": "perfect"}
    lesson = next((kinds[name] for name in plan.paper if name in kinds), "chance")
    law, picture = odds.law, moment.picture
    about = paragraph(texts["text"].format(about=moment.about))
    if lesson == "perfect":  # it isn't about a moment
        law, picture = deck_law(moment.deck, lang), ""
        about = paragraph(texts["deck"].format(cards=law.total))
    exercises = home_exercises(lesson, law, lang)
    asked = [
        f'<div class="asked"><p><b>{number}.</b> {escaped(exercise.text)}</p>{_lines(2)}</div>'
        for number, exercise in enumerate(exercises, start=1)
    ]
    solved = [
        f'<div class="asked"><p><b>{number}.</b> {escaped(exercise.text)}</p>'
        f"<p><b>{escaped(exercise.answer)}</b></p></div>"
        for number, exercise in enumerate(exercises, start=1)
    ]
    return [
        _sheet(
            plan,
            lang,
            texts["title"],
            f'<div class="home">{about}{picture}{"".join(asked)}</div>',
        ),
        _sheet(plan, lang, texts["solution"], about, *solved, named=False),
    ]


def _question(number: int, question: SheetQuestion) -> str:
    """Return a question with room for its answer."""
    room = "".join(
        f'<p class="option"><span class="box"></span>{escaped(option)}</p>'
        for option in question.options
    )
    room = room or _lines(3 if question.kind == "text" else 1)
    return f'<div class="asked"><p><b>{number}.</b> {escaped(question.text)}</p>{room}</div>'


def _minus(value: int | str) -> str:
    return str(value).replace("-", "−")


_SHEETS: dict[str, Callable[[LessonPlan, str], list[str]]] = {
    "deck": _deck,
    "law": _law,
    "predictions": _predictions,
    "runs": _runs,
    "rules": _rules,
    "strategies": _strategies,
    "worths": _worths,
    "questions": _questions,
    "home": _home,
}
"""The sheets by their names in a lesson's ``paper``."""
