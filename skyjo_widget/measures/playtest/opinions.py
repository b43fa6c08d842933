"""The opinions of a few playtests: every answer as a dot, quotes by tag, wide intervals."""

from __future__ import annotations

import functools
import math
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from skyjo_widget.frames.log import Log
from skyjo_widget.simulation.load import load_all
from skyjo_widget.table.sources import log_of
from skyjo_widget.table.table import Table
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.files import write_new
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import UNKNOWN, Interval, mean_interval
from skyjo_widget.util.messages import in_its_language, speaks

ASKED = ("fun", "fairness", "clarity", "length")
"""The questions of the session form that are answered from 1 to 5."""
MOST_QUOTES = 3
"""Most quotes of a tag."""
_WIDTH, _STEP, _HIGH = 190, 40, 6
"""Pixels: a picture's width, from one answer to the next, and the height of a dot."""


@in_its_language
def opinions(
    source: Log | Table | str | Path, *, practice: bool = False, lang: str = "en"
) -> Opinions:
    """Collect what people said in forms and notes, by version.

    Parameters
    ----------
    source : Log, Session, or path
        The games; a path is whatever `load_all` takes.
    practice : bool
        Whether practice tables count.
    lang : str
        The language of its texts.

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
    means, and its interval is Student's over people; with fewer than five there is none.

    Examples
    --------
    >>> table = play("newskyjo", ["Ana", "Bo", "Cy"], seed=7, record=False, display=False)
    >>> table.form(by="Ana", version="B", fun=4)
    0
    >>> question = opinions(table).asked[0]
    >>> question.version, question.asked, question.answers
    ('B', 'fun', (4,))
    """
    words(lang)
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
        style = (resources.files("skyjo_widget.lessons.report") / "report.css").read_text("utf-8")
        parts = [f"<h1>{markup.escaped(title)}</h1>", *self._parts(CellTexts(lang))]
        return write_new(path, markup.page(title, style, parts, lang), overwrite=overwrite)

    def __repr__(self) -> str:
        if self.frame.empty and not self.quotes:
            return str(words(self.lang)["opinions"]["none"])
        lines = self.frame.round(1).to_string(index=False).splitlines()
        tags = [f"{quotes.version}: {quotes.tag} {quotes.notes} ×" for quotes in self.quotes]
        return markup.clipped_lines([*lines, *tags])

    def _face(self, say: CellTexts) -> markup.Html:
        return say.face(words(say.lang)["opinions"]["title"], *self._parts(say))

    def _parts(self, say: CellTexts) -> list[str]:
        texts = words(say.lang)["opinions"]
        if not self.asked and not self.quotes:
            return [markup.paragraph(texts["none"])]
        parts = []
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
                lines = [
                    (
                        question.version,
                        markup.Html(dots(question)),
                        _mean(question, say),
                        _count(question, say.lang),
                    )
                    for question in rows
                ]
                parts.append(markup.rows((), lines))
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


def dots(question: Asked) -> str:
    """Return an SVG: a dot for each answer above a line from 1 to 5, the mean's interval below."""
    counts = Counter(question.answers)
    rise = _HIGH + 2
    base = 6 + rise * max(counts.values())
    marks = [
        f'<circle cx="{_x(answer)}" cy="{base - rise * k - rise / 2}" r="{_HIGH / 2}"/>'
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


def _mean(question: Asked, say: CellTexts) -> str:
    """Return the mean with its interval."""
    mean = say.number(question.mean.mean, 1)
    if math.isnan(question.mean.low):
        return mean
    low, high = max(question.mean.low, 1.0), min(question.mean.high, 5.0)
    return f"{mean} ({say.interval(low, high)})"


def _count(question: Asked, lang: str) -> str:
    key = "n" if question.people == len(question.answers) else "n_of"
    return str(words(lang)["opinions"][key]).format(
        answers=len(question.answers), people=question.people
    )


def _x(answer: float) -> float:
    return round(15 + _STEP * (answer - 1), 1)
