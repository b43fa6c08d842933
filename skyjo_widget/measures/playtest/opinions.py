"""The opinions of a few playtests: pairs of the same people, every answer as a dot, quotes."""

from __future__ import annotations

import functools
import itertools
import math
from collections import Counter
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget.frames.log import Log
from skyjo_widget.measures.playtest import pairs_html
from skyjo_widget.measures.playtest.pairs import Contrast, Signs, contrasts, paired, person
from skyjo_widget.simulation.load import load_all
from skyjo_widget.table.sources import log_of
from skyjo_widget.table.table import Table
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.files import write_new
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.intervals import UNKNOWN, Interval, mean_interval
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.page_sheet import page_sheet

ASKED = ("fun", "fairness", "clarity", "length")
"""The questions of the session form that are answered from 1 to 5."""
MOST_QUOTES = 3
"""Most quotes of a tag."""
_WIDTH, _STEP, _HIGH, _RISE = 190, 40, 6, 8
"""Pixels: a picture's width, from one answer to the next, a dot's height, from dot to dot."""


_Row = dict[Hashable, Any]
"""A row of a frame, by column."""


@in_its_language
def opinions(
    source: Log | Table | str | Path, *, practice: bool = False, lang: str | None = None
) -> Opinions:
    """Collect what people said in forms and notes, by version.

    Parameters
    ----------
    source : Log, Session, or path
        The games; a path is whatever `load_all` takes.
    practice : bool
        Whether practice tables count.
    lang : str, optional
        The language of its texts; by default that of what it is about, else English.

    Returns
    -------
    Opinions

    Raises
    ------
    RulesError
        If it is no source of games.

    Notes
    -----
    The answers of one person aren't independent of each other.  So a mean is that of the people's
    means, and its interval is Student's over people; with fewer than five there is none.  What the
    same people said of two versions in one session is compared pair by pair: see `differences`.

    Examples
    --------
    >>> table = play("newskyjo", ["Ana", "Bo", "Cy"], seed=7, record=False, display=False)
    >>> table.form(by="Ana", version="B", fun=4)
    0
    >>> question = opinions(table).asked[0]
    >>> question.version, question.asked, question.answers
    ('B', 'fun', (4,))
    """
    lang = call_language(lang)
    return Opinions(log_of(source, load_all), practice, lang)


class Asked(NamedTuple):
    """The answers to a question of the form about one version.

    Parameters
    ----------
    version, asked : str
    answers : tuple of int
        Each answer, from 1 to 5.
    people : int
    mean : Interval
        The mean over people, with its interval.
    """

    version: str
    asked: str
    answers: tuple[int, ...]
    people: int
    mean: Interval


class Quotes(NamedTuple):
    """The notes with a tag about one version.

    Parameters
    ----------
    version, tag : str
    notes : int
    texts : tuple of (str, str)
        The longest texts, with their authors.
    """

    version: str
    tag: str
    notes: int
    texts: tuple[tuple[str, str], ...]


@speaks
class Opinions(CellView):
    """Opinions of people about versions of a game; made by `opinions`.

    Parameters
    ----------
    log : Log
    practice : bool
    lang : str
    """

    def __init__(self, log: Log, practice: bool, lang: str) -> None:
        self.lang = lang
        games = log.games.set_index("game_id")
        forms, notes = log.forms, log.notes
        if not practice:
            forms, notes = forms[~forms["practice"]], notes[~notes["practice"]]
        names = games["deck_name"].fillna("")
        names = names.where(names != "", games["preset"])
        own = forms["game_id"].map(names)
        forms = forms.assign(version=forms["version"].mask(forms["version"] == "", own))
        self._versions = _versions_of(forms, names)
        self._games = games.assign(version=self._versions)
        self._seats = log.seats
        self.forms = forms
        notes = notes[~notes["replaced"]]
        self.notes: pd.DataFrame = notes.assign(version=notes["game_id"].map(self._versions))

    @functools.cached_property
    def asked(self) -> list[Asked]:
        """The answers of the forms, by version and question."""
        questions = []
        for version, forms in self.forms.groupby("version", sort=True, observed=True):
            for key in ASKED:
                answered = forms.dropna(subset=[key])
                # Whoever gives no name may be anybody: each such form counts as a person.
                unnamed = "?" + answered["game_id"] + answered["form"].astype("string")
                by = answered["by"].mask(answered["by"] == "", unnamed)
                means = answered.groupby(by, observed=True)[key].mean().astype(float)
                answers = tuple(int(answer) for answer in sorted(answered[key]))
                mean = mean_interval(means.to_numpy()) if len(means) else UNKNOWN
                questions.append(Asked(str(version), key, answers, len(means), mean))
        return questions

    @functools.cached_property
    def quotes(self) -> list[Quotes]:
        """The notes by version and tag, the most frequent tag first."""
        quotes = []
        for version, notes in self.notes.groupby("version", sort=True, observed=True):
            tags = notes["tags"].explode().dropna()
            for tag, count in Counter(tags).most_common():
                mine = notes.loc[tags.index[tags == tag].unique()]
                written = mine[mine["text"] != ""]
                longest = written.loc[written["text"].str.len().sort_values(ascending=False).index]
                texts = tuple(zip(longest["text"], longest["by"].fillna(""), strict=True))[
                    :MOST_QUOTES
                ]
                quotes.append(Quotes(str(version), str(tag), count, texts))
        return quotes

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """One row per version and question: `answers`, `people`, `mean`, `low`, `high`."""
        return pd.DataFrame(
            [
                (
                    question.version,
                    question.asked,
                    len(question.answers),
                    question.people,
                    *question.mean,
                )
                for question in self.asked
            ],
            columns=["version", "asked", "answers", "people", "mean", "low", "high"],
        )

    @functools.cached_property
    def pairs(self) -> pd.DataFrame:
        """One row per person, session, two versions and question.

        `session`, `by`, the versions `a` and `b`, which of them was `first`, the question `asked`,
        `answer_a`, `answer_b`, `difference` (b − a), and the games, `game_a` and `game_b`.  A
        session is what somebody played of different versions in a row; names are compared
        without regard to capitals.
        """
        return paired(self.forms, self._seats, self._games, ASKED)

    @functools.cached_property
    def contrasts(self) -> list[Contrast]:
        """The answers of the same people about each two versions, by question."""
        return contrasts(self.pairs, ASKED)

    @functools.cached_property
    def differences(self) -> pd.DataFrame:
        """One row per two versions and question, of the people who answered about both.

        `a`, `b`, `asked`; how many `people` gave b `more`, `less` or the `same`, with the `p` of
        the exact sign test; the mean difference b − a over people, `mean`, `low`, `high`; the same
        over sessions, with ``sessions_`` before; the mean of the sessions that began with a and
        with b, `a_first` and `b_first`; and how much more what was played second got, `second`,
        `second_low`, `second_high`.
        """
        return pd.DataFrame(
            [
                (
                    *(row.a, row.b, row.asked),
                    *(*_signs(row.people), *row.by_person),
                    *(*_signs(row.sessions), *row.by_session),
                    *(row.a_first.mean, row.b_first.mean, *row.second),
                )
                for row in self.contrasts
            ],
            columns=[
                *("a", "b", "asked", "people", "more", "less", "same", "p", "mean", "low", "high"),
                *("sessions", "sessions_more", "sessions_less", "sessions_same", "sessions_p"),
                *("sessions_mean", "sessions_low", "sessions_high", "a_first", "b_first"),
                *("second", "second_low", "second_high"),
            ],
        )

    def to_html(
        self, path: str | Path, *, lang: str | None = None, overwrite: bool = False
    ) -> Path:
        """Write it as one page that opens anywhere, without a network or a script.

        Raises
        ------
        SkyjoWidgetError
            If the file exists, or can't be written.
        """
        lang = lang or self.lang
        title = words(lang)["opinions"]["title"]
        style = page_sheet(pairs_html.STYLE.replace("@ ", ""))
        inside = "".join(self._parts(CellTexts(lang)))
        parts = [f"<h1>{markup.escaped(title)}</h1>", inside]
        return write_new(path, markup.page(title, style, parts, lang), overwrite=overwrite)

    def __repr__(self) -> str:
        if self.frame.empty and not self.quotes:
            return str(words(self.lang)["opinions"]["none"])
        say = CellTexts(self.lang)
        compared = [
            f"{pairs_html.about(row, say)} {pairs_html.sentence(row, say)}"
            for row in self.contrasts
        ]
        lines = [*compared, *self.frame.round(1).to_string(index=False).splitlines()]
        tags = [f"{quotes.version}: {quotes.tag} {quotes.notes} ×" for quotes in self.quotes]
        return markup.clipped_lines([*lines, *tags], 900 + 400 * len(compared))

    def _face(self, say: CellTexts) -> markup.Html:
        title = words(say.lang)["opinions"]["title"]
        return markup.Html(
            markup.face(title, *self._parts(say), lang=say.lang, style=pairs_html.STYLE)
        )

    def _parts(self, say: CellTexts) -> list[str]:
        texts = words(say.lang)["opinions"]
        if not self.asked and not self.quotes:
            return [markup.paragraph(texts["none"])]
        parts = self._pairs(say)
        for key in ASKED:
            rows = [
                question for question in self.asked if question.asked == key and question.answers
            ]
            if rows:
                ends = texts["ends"][key]
                parts.append(
                    f"<p><b>{markup.escaped(texts['asked'][key])}</b> "
                    f"<small>{markup.escaped(ends)}</small></p>"
                )
                parts += [self._answers(question, say) for question in rows]
        for quotes in self.quotes:
            tag = words(say.lang)["notes"]["tag"].get(quotes.tag, quotes.tag)
            count = texts["times"].format(version=quotes.version, tag=tag, count=quotes.notes)
            items = "".join(
                f"<li><bdi>{markup.escaped(markup.short(text, 400))}</bdi>"
                f"{f' <small>({markup.escaped(by)})</small>' if by else ''}</li>"
                for text, by in quotes.texts
            )
            parts.append(f"<p><b>{markup.escaped(count)}</b></p><ul>{items}</ul>")
        return [*parts, markup.paragraph(texts["few"])]

    def _answers(self, question: Asked, say: CellTexts) -> str:
        """Return the HTML of a question's answers: a click on dots opens what these people said."""
        forms = self.forms[self.forms["version"] == question.version].fillna({"by": ""})
        name = markup.escaped(markup.short(question.version, markup.LONGEST_NAME))
        numbers = markup.escaped(f"{_mean(question, say)} · {_count(question, say.lang)}")
        height, folded = _base(question), []
        for answer in sorted(set(question.answers)):
            rows = forms[forms[question.asked] == answer].to_dict("records")
            label = f"{answer}: {', '.join(_name(row['by']) for row in rows)}"
            inside = "".join(self._answer(row, say) for row in rows[: markup.MOST_ROWS])
            if len(rows) > markup.MOST_ROWS:
                inside += markup.paragraph(say("more", count=len(rows) - markup.MOST_ROWS))
            at = f"left: {_x(answer) - _STEP / 2}px; height: {height + 4}px"
            folded.append(
                f'<details><summary style="{at}"><span>{markup.escaped(label)}</span></summary>'
                f'<div class="inside">{inside}</div></details>'
            )
        return (
            f'<div class="answers">{dots(question)}<p><bdi>{name}</bdi><br>{numbers}</p>'
            f"{''.join(folded)}</div>"
        )

    def _answer(self, form: _Row, say: CellTexts) -> str:
        """Return the HTML of who answered, and of what this person said in that game."""
        if not form["by"]:  # it may be anybody
            return _form(form, form["version"], say)
        remarks = self._remarks(say, form["by"], [form["game_id"]])
        return f"<p><b><bdi>{markup.escaped(_name(form['by']))}</bdi></b></p>{remarks}"

    def _pairs(self, say: CellTexts) -> list[str]:
        """Return the HTML of each two versions that the same people played."""
        parts = []
        for (a, b), of_two in itertools.groupby(self.contrasts, lambda row: (row.a, row.b)):
            pairs = self.pairs[(self.pairs["a"] == a) & (self.pairs["b"] == b)]
            remarks = functools.partial(self._remarks, say)
            parts += pairs_html.parts(list(of_two), pairs, remarks, say)
        return parts

    def _remarks(self, say: CellTexts, by: str, games: Sequence[str]) -> str:
        """Return the HTML of somebody's forms and notes, and of the notes about them, in games."""
        who, parts = person(by), []
        for game in sorted(games, key=lambda game: self._games["created"][game]):
            forms, notes = self._by_person.get((who, game), ([], []))
            parts += [_form(form, self._versions[game], say) for form in forms]
            items = "".join(_note(note, self._games["path"][game], say) for note in notes)
            parts += [f"<ul>{items}</ul>"] if items else []
        return "".join(parts)

    @functools.cached_property
    def _by_person(self) -> dict[tuple[str, str], tuple[list[_Row], list[_Row]]]:
        """The forms and the notes, by or about a person, by person and game."""
        by_person: dict[tuple[str, str], tuple[list[_Row], list[_Row]]] = {}
        for kind, frame in enumerate((self.forms, self.notes)):
            for row in frame.to_dict("records"):
                for who in {person(row[key]) for key in ("by", "whom") if pd.notna(row.get(key))}:
                    both = by_person.setdefault((who, row["game_id"]), ([], []))
                    both[kind].append(row)
        return by_person


def dots(question: Asked) -> str:
    """Return an SVG: a dot for each answer above a line from 1 to 5, the mean's interval below."""
    counts, base = Counter(question.answers), _base(question)
    marks = [
        f'<circle cx="{_x(answer)}" cy="{base - _RISE * k - _RISE / 2}" r="{_HIGH / 2}"/>'
        for answer, count in counts.items()
        for k in range(count)
    ]
    line = 'stroke="currentColor" stroke-width="1"'
    marks.append(f'<path d="M{_x(1)} {base}H{_x(5)}" {line} opacity=".4"/>')
    low, high = (min(max(end, 1.0), 5.0) for end in (question.mean.low, question.mean.high))
    if not math.isnan(question.mean.low):
        marks.append(
            f'<path d="M{_x(low)} {base + 7}H{_x(high)}" stroke="currentColor" stroke-width="2"/>'
        )
    marks.append(f'<path d="M{_x(question.mean.mean)} {base + 2}v10" {line}/>')
    return (
        f'<svg viewBox="0 0 {_WIDTH} {base + 14}" width="{_WIDTH}" height="{base + 14}" '
        f'fill="currentColor" aria-hidden="true">{"".join(marks)}</svg>'
    )


# Inside


def _versions_of(forms: pd.DataFrame, names: pd.Series[str]) -> pd.Series[str]:
    """Return each game's version: the one that most of its forms name, else its own name."""
    named = {
        str(game): Counter(mine["version"]).most_common(1)[0][0]
        for game, mine in forms.groupby("game_id", observed=True)
    }
    versions = {str(game): named.get(str(game), own) for game, own in names.items()}
    return pd.Series(versions, dtype="string")


def _signs(signs: Signs) -> tuple[int | float, ...]:
    return signs.n, *signs


def _form(form: _Row, version: str, say: CellTexts) -> str:
    """Return the HTML of a form: its answers, and the text."""
    asked = words(say.lang)["opinions"]["asked"]
    marks = [f"{asked[key]} {form[key]}" for key in ASKED if pd.notna(form[key])]
    name = markup.escaped(markup.short(version, markup.LONGEST_NAME))
    answers = [markup.escaped(" · ".join(marks)), _quote(form["text"])]
    return f"<p><b><bdi>{name}</bdi></b> · {' · '.join(filter(None, answers))}</p>"


def _note(note: _Row, path: Any, say: CellTexts) -> str:
    """Return the HTML of a note with its moment, and the code that opens it on the board."""
    texts, tags = words(say.lang)["opinions"]["paired"], words(say.lang)["notes"]["tag"]
    about = [tags.get(tag, tag) for tag in note["tags"]]
    about += ["★" * int(note["rating"])] if pd.notna(note["rating"]) else []
    if pd.notna(note["decision"]):
        moment = texts["moment"].format(
            round=note["round"], player=note["player"], notation=note["notation"]
        )
        about.append(moment)
    inside = f"{_quote(note['text'])} <small>{markup.escaped(' · '.join(about))}</small>"
    if pd.notna(path) and pd.notna(note["decision"]):
        call = f"replay({str(path)!r}).show({note['decision']})"
        inside += f" {markup.code(call)}"
    return f"<li>{inside}</li>"


def _quote(text: Any) -> str:
    """Return the HTML of what somebody wrote; empty without a text."""
    plain = "" if pd.isna(text) else str(text).strip()
    return f"<bdi>{markup.escaped(markup.short(plain, 400))}</bdi>" if plain else ""


def _mean(question: Asked, say: CellTexts) -> str:
    """Return the mean with its interval."""
    mean, low, high = question.mean
    return say.estimate(
        question.mean if math.isnan(low) else Interval(mean, max(low, 1.0), min(high, 5.0)),
        functools.partial(say.number, digits=1),
    )


def _count(question: Asked, lang: str) -> str:
    key = "n" if question.people == len(question.answers) else "n_of"
    return str(words(lang)["opinions"][key]).format(
        answers=len(question.answers), people=question.people
    )


def _name(by: Any) -> str:
    return markup.short(by, markup.LONGEST_NAME) if by else "–"


def _base(question: Asked) -> int:
    """Return where the line below the dots is."""
    return 6 + _RISE * max(Counter(question.answers).values())


def _x(answer: float) -> float:
    return round(15 + _STEP * (answer - 1), 1)
