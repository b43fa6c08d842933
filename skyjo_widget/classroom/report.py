"""The report of a class as one self-contained HTML file without scripts."""

from __future__ import annotations

import contextlib
import datetime
import html
import io
import math
import re
from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from skyjo_widget.charts import Calibration, calibration
from skyjo_widget.classroom.class_statistics import (
    NEAR,
    ClassMean,
    Pupil,
    pupils_of,
    same_deals,
    summary_of,
)
from skyjo_widget.classroom.hand_ins import HandIn, LeftOut, collect
from skyjo_widget.classroom.interval_chart import strip
from skyjo_widget.classroom.regret import regret
from skyjo_widget.errors import RulesError, SkyjoWidgetError
from skyjo_widget.frames.log import Log
from skyjo_widget.records import record_file
from skyjo_widget.records.read_limits import SECONDS
from skyjo_widget.util import markup
from skyjo_widget.util.files import make_folder, write_whole
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import ENOUGH, FEW
from skyjo_widget.util.numbers import format_number, percent

_STYLE = resources.files("skyjo_widget.classroom") / "report.css"


def class_page(
    folder: str | Path,
    path: str | Path = "class.html",
    *,
    lang: str = "en",
    seed: int | str | None = None,
    game: str | None = None,
    worlds: int = 0,
    sample: int | None = 200,
    progress: bool = True,
    seconds: float | None = SECONDS,
) -> ClassReport:
    """Make a page of a class's hand-in files: statistics per pupil and overall, with intervals.

    Parameters
    ----------
    folder : path
        The folder of the hand-in files, searched recursively.  They aren't changed.
    path : path
        The page, named ``.html``; an existing one is replaced.
    lang : str
        ``"en"`` or ``"fr"``.
    seed : int or str, optional
        The class seed: games with other deals are left out and listed.
    game : str, optional
        The preset: other games are left out and listed.
    worlds : int
        If above 0, the number of rollouts for the cost of decisions in chance to win.
    sample : int, optional
        How many decisions, drawn at random, get rollouts; None for all.
    progress : bool
        Show a progress bar if it takes long.
    seconds : float or None
        The time limit for reading a file; slower ones are left out and listed.

    Returns
    -------
    ClassReport
        It has the numbers of the page as DataFrames.

    Raises
    ------
    RecordError
        If there is no such folder, or the page can't be written.
    RulesError
        If there is no such language, or a number or the page's name is invalid.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> file = hand_in(table, "Ana")
    >>> report = class_page("hand-in", "class.html", progress=False)
    >>> report.pupils["pupil"].tolist()
    ['Ana']
    """
    words(lang)
    if Path(path).suffix.lower() not in (".html", ".htm"):  # never overwrite a hand-in file
        raise RulesError(f"path={str(path)!r}: a name that ends with .html is needed")
    hand_ins, left_out = collect(folder, seed=seed, game=game, seconds=seconds)
    histories = [one.history for one in hand_ins]
    costs = regret(histories, worlds=worlds, sample=sample, progress=progress)
    report = ClassReport(Path(path), hand_ins, left_out, costs, lang=lang, worlds=worlds)
    with contextlib.suppress(OSError):  # writing below reports the error
        make_folder(report.path.parent)
    write_whole(report.path, report.html)
    return report


class ClassReport:
    """The statistics of a class and their page; made by `class_page`.

    Parameters
    ----------
    path : Path
    hand_ins : list of HandIn
    left_out : list of LeftOut
    regret : DataFrame
    lang : str
    worlds : int

    Attributes
    ----------
    path : Path
        The page.
    log : Log
        The accepted games.
    regret : DataFrame
        The cost of their decisions; see `regret`.
    pupils : DataFrame
        One row per pupil.
    summary : DataFrame
        One row per measure: number of pupils, their mean and its 95 % interval.
    left_out : DataFrame
        One row per file: `file`, `reason`, `detail`.
    html : str
        The HTML of the page.
    """

    def __init__(
        self,
        path: Path,
        hand_ins: list[HandIn],
        left_out: list[LeftOut],
        regret: pd.DataFrame,
        *,
        lang: str,
        worlds: int,
    ) -> None:
        self.path, self.regret, self.lang = path, regret, lang
        self.log = Log([one.history for one in hand_ins], paths=[one.path for one in hand_ins])
        self._left_out, self._worlds = left_out, worlds
        self._several = _several(hand_ins)
        self._pupils = pupils_of(hand_ins, regret)
        self._texts = words(lang)["lessons"]
        self._names = self._pupil_names()
        self._summary = summary_of(self._pupils)

    @property
    def pupils(self) -> pd.DataFrame:
        """One row per pupil; numbers as on the page, unrounded."""
        return pd.DataFrame(
            [
                {
                    "pupil": name,
                    "code": one.code,
                    "games": one.games,
                    "finished": one.finished,
                    "won": one.won,
                    "locked": one.locked,
                    "total": one.total,
                    **_numbers("score", one.score),
                    "predictions": len(one.chances),
                    "brier": one.brier,
                    "brier_beside_coach": one.beside_coach[0],
                    "coach_brier": one.beside_coach[1],
                    "near": one.near[0],
                    "near_of": one.near[1],
                    **_numbers("cost", one.cost),
                    **_numbers("cost_win", one.cost_win),
                    "coached": one.coached[0],
                    "coached_of": one.coached[1],
                    **one.sheet,
                }
                for name, one in zip(self._names, self._pupils, strict=True)
            ]
        )

    @property
    def summary(self) -> pd.DataFrame:
        """One row per measure."""
        return pd.DataFrame(
            [{"measure": name, **one._asdict()} for name, one in self._summary.items()]
        )

    @property
    def left_out(self) -> pd.DataFrame:
        """One row per file that wasn't accepted."""
        return pd.DataFrame(self._left_out, columns=list(LeftOut._fields), dtype="string")

    @property
    def html(self) -> str:
        """The HTML of the page."""
        texts = self._texts
        head = texts["counted"].format(
            files=len(self.log.games), pupils=len(self._pupils), left_out=len(self._left_out)
        )
        date = texts["date"].format(date=datetime.date.today().isoformat())
        parts = [
            f"<h1>{markup.escaped(texts['title'])}</h1>",
            markup.paragraph(f"{head} · {date}", "quiet"),
        ]
        if self._pupils:
            parts += [
                self._section("all", self._class_table()),
                self._section("pupils", self._pupil_table() + self._warnings()),
                self._section("pictures", self._strips()),
                self._section("deals", self._deals()),
                self._section("calibration", self._calibration()),
                self._section("answers", self._answers()),
            ]
        else:
            parts.append(markup.paragraph(texts["nobody"]))
        if self._left_out:
            title = f"{texts['left']} ({len(self._left_out)})"
            parts.append(f"<section><h2>{markup.escaped(title)}</h2>{self._left()}</section>")
        if self._pupils:
            parts.append(self._section("how", self._how()))
        return markup.page(texts["title"], _STYLE.read_text("utf-8"), parts, self.lang)

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return markup.clipped_lines(str(self).splitlines())

    def __str__(self) -> str:
        lines = [
            f"{len(self._pupils)} pupils, {len(self.log.games)} games: {self.path}",
            *(f"left out: {one.file}: {self._reason(one, 'en')}" for one in self._left_out),
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        lines = [
            (self._texts["measures"][name], str(one.n), f"{one.mean:.2f}".replace("-", "−"))
            for name, one in self._summary.items()
            if one.n
        ]
        texts = self._texts
        head = texts["counted"].format(
            files=len(self.log.games), pupils=len(self._pupils), left_out=len(self._left_out)
        )
        return markup.face(
            texts["title"],
            markup.rows(("", "n", "mean"), lines) if lines else "",
            markup.paragraph(str(self.path)),
            sub=head,
            lang=self.lang,
        )

    # Parts of the page

    def _section(self, key: str, inside: str) -> str:
        return f"<section><h2>{markup.escaped(self._texts[key])}</h2>{inside}</section>"

    def _class_table(self) -> str:
        texts = self._texts["summary"]
        rows = []
        for name, one in self._summary.items():
            if not one.n:
                continue
            few, digits = texts["few"].format(enough=ENOUGH), _digits(name)
            rows.append(
                markup.row(
                    markup.head(self._texts["measures"][name]),
                    markup.number(str(one.n)),
                    markup.number(format_number(one.mean, self.lang, digits)),
                    markup.cell(few if math.isnan(one.low) else self._interval(one, digits)),
                )
            )
        heads = [("measure", ""), ("n", "number"), ("mean", "number"), ("interval", "")]
        titles = [(texts[key], kind) for key, kind in heads]
        return markup.table(titles, rows, label=self._texts["all"])

    def _pupil_table(self) -> str:
        texts = self._texts["columns"]
        wins = self._worlds > 0
        keys = ["score", "total", "won", "brier", "near", "cost", *(["cost_win"] if wins else [])]
        rows = []
        for name, one in zip(self._names, self._pupils, strict=True):
            cells = [
                self._estimate(one.score, "score"),
                markup.number(str(one.total) if one.scores else self._texts["none"]),
                markup.number(self._share(one.won, one.finished)),
                self._brier(one),
                markup.number(self._share(*one.near)),
                self._estimate(one.cost, "cost"),
                *([self._estimate(one.cost_win, "cost_win")] if wins else []),
                markup.cell(self._coached(one)),
                markup.cell(self._sheet(one)),
            ]
            code = "" if one.name else one.code
            rows.append(markup.row(markup.name_head(name, code), *cells))
        heads = [(texts["pupil"], ""), *((texts[key], "number") for key in keys)]
        heads += [(texts["coached"], ""), (texts["sheet"], "")]
        return markup.table(heads, rows, kind="pupils", label=self._texts["pupils"])

    def _warnings(self) -> str:
        notes = []
        twice = {
            pupil
            for deal in same_deals(self._pupils, fewest=1)
            for pupil, scores in deal.scores.items()
            if len(scores) > 1
        }
        names = [self._names[number] for number in sorted(twice)]
        for key, who in (("several", self._several), ("again", names)):
            if who:
                listed = ", ".join(
                    f"<bdi>{markup.escaped(markup.short(name, markup.LONGEST_NAME))}</bdi>"
                    for name in who
                )
                before, after = (markup.escaped(part) for part in self._texts[key].split("{names}"))
                notes.append(f'<p class="quiet">{before}{listed}{after}</p>')
        return "".join(notes)

    def _strips(self) -> str:
        figures = []
        measures: tuple[tuple[Literal["score", "cost"], int], ...] = (("score", 1), ("cost", 2))
        for key, digits in measures:
            rows = [
                (name, getattr(one, key), one.values(key))
                for name, one in zip(self._names, self._pupils, strict=True)
                if getattr(one, key).n
            ]
            if len(rows) > 1:
                title = self._texts["columns"][key]
                picture = strip(rows, self._texts["whole"], self._summary[key], self.lang, digits)
                figures.append(
                    f"<figure><figcaption>{markup.escaped(title)}</figcaption>{picture}</figure>"
                )
        told = markup.paragraph(self._texts["pictures_told"].format(few=FEW), "quiet")
        return (
            f'{told}<div class="pair">{"".join(figures)}</div>'
            if figures
            else markup.paragraph(self._texts["none"])
        )

    def _deals(self) -> str:
        deals = same_deals(self._pupils)
        if not deals:
            return markup.paragraph(self._texts["no_deals"])
        rounds = [deal.round for deal in deals]
        titles, seen = [], dict.fromkeys(rounds, 0)
        for number in rounds:
            seen[number] += 1
            letter = self._texts["deal"].format(
                letter="ABCDEFGHIJKLMNOPQRSTUVWXYZ"[(seen[number] - 1) % 26]
            )
            title = self._texts["round"].format(round=number)
            titles.append(f"{title}, {letter}" if rounds.count(number) > 1 else title)
        best = [min(min(scores) for scores in deal.scores.values()) for deal in deals]
        rows = []
        for number, name in enumerate(self._names):
            cells = [
                self._scores(deal.scores.get(number, ()), low)
                for deal, low in zip(deals, best, strict=True)
            ]
            if any(number in deal.scores for deal in deals):
                rows.append(markup.row(markup.name_head(name), *cells))
        means = [
            markup.number(
                format_number(
                    sum(map(_mean, deal.scores.values())) / len(deal.scores), self.lang, 1
                )
            )
            for deal in deals
        ]
        foot = markup.row(markup.head(f"{self._texts['mean']}"), *means)
        heads = [(self._texts["columns"]["pupil"], ""), *((title, "number") for title in titles)]
        return markup.paragraph(self._texts["deals_told"], "quiet") + markup.table(
            heads, rows, foot=foot, label=self._texts["deals"]
        )

    def _calibration(self) -> str:
        every = [one.predictions for one in self._pupils if len(one.predictions)]
        chances = pd.concat(every) if every else pd.DataFrame()
        if len(chances):
            chances = chances[chances["question"] != "mean"]  # in points, not a chance
        found = calibration(chances.reset_index(drop=True)) if len(chances) else None
        if found is None or not found.count:
            return markup.paragraph(self._texts["no_predictions"])
        texts = self._texts["table"]
        rows = [
            markup.row(
                markup.number(percent(row["prediction"], self.lang)),
                markup.number(percent(row["came_true"], self.lang)),
                markup.cell(
                    self._texts["interval"].format(
                        low=percent(row["low"], self.lang), high=percent(row["high"], self.lang)
                    )
                ),
                markup.number(str(row["n"])),
            )
            for row in found.frame.to_dict("records")
        ]
        heads = [
            ("prediction", "number"),
            ("came_true", "number"),
            ("interval", ""),
            ("n", "number"),
        ]
        titles = [(texts[key], kind) for key, kind in heads]
        table = markup.table(titles, rows, label=self._texts["calibration"])
        return markup.paragraph(found.verdict(self.lang)) + _figure(found, self.lang) + table

    def _answers(self) -> str:
        given = [
            one.answers.assign(pupil=number)
            for number, one in enumerate(self._pupils)
            if len(one.answers)
        ]
        if not given:
            return markup.paragraph(self._texts["no_answers"])
        every, texts = pd.concat(given), self._texts["answer"]
        parts = []
        for sheet, on_sheet in every.groupby("sheet", sort=False):
            rows, kept = [], []
            for question, answers in on_sheet.groupby("question", sort=False):
                by_pupil = answers.groupby("pupil")["right"]
                last, first = by_pupil.last(), by_pupil.first()
                counts = [(last, True), (first, True), (last, False)]
                cells = [markup.number(str(int((of == yes).sum()))) for of, yes in counts]
                rows.append(
                    markup.row(
                        markup.head(markup.short(question)),
                        *cells,
                        markup.number(str(int(last.isna().sum()))),
                    )
                )
                judged = answers[answers["right"].isna()].groupby("pupil")["value"].last()
                if len(judged):
                    kept.append(self._kept(str(question), judged))
            heads = [(texts["question"], "")]
            heads += [(texts[key], "number") for key in ("right", "first", "wrong", "open")]
            title = texts["sheet"].format(sheet=markup.short(sheet))
            parts.append(f"<h3><bdi>{markup.escaped(title)}</bdi></h3>")
            parts += [markup.table(heads, rows, label=title), *kept]
        return "".join(parts)

    def _kept(self, question: str, answers: pd.Series[Any]) -> str:
        """Return the answers that only a teacher can judge."""
        items = ""
        for who, value in zip(answers.index, answers, strict=True):
            name = markup.short(self._names[int(who)], markup.LONGEST_NAME)
            text = markup.short(value, 2000)
            items += f"<li><b><bdi>{markup.escaped(name)}</bdi></b> "
            items += f"<bdi>{markup.escaped(text)}</bdi></li>"
        title = self._texts["answer"]["given"].format(count=len(answers))
        asked = f"<b><bdi>{markup.escaped(markup.short(question))}</bdi></b>"
        return f"<p>{asked} <small>{markup.escaped(title)}</small></p><ul>{items}</ul>"

    def _left(self) -> str:
        rows = [
            markup.row(
                markup.head(markup.short(one.file, 100)),
                markup.cell(f"<bdi>{markup.escaped(self._reason(one, self.lang))}</bdi>"),
            )
            for one in self._left_out
        ]
        heads = [(self._texts["file"], ""), (self._texts["why"], "")]
        return markup.table(heads, rows, label=self._texts["left"])

    def _how(self) -> str:
        explanations = dict(self._texts["how_told"])
        if not self._worlds:
            del explanations["cost_win"]
        near = format_number(NEAR, self.lang)
        items = (
            text.format(enough=ENOUGH, near=near, worlds=self._worlds)
            for text in explanations.values()
        )
        return f"<ul>{''.join(f'<li>{markup.escaped(item)}</li>' for item in items)}</ul>"

    # Cells

    def _pupil_names(self) -> list[str]:
        """Return the pupils' display names."""
        names, unnamed = [], 0
        for one in self._pupils:
            unnamed += not one.name
            name = one.name or self._texts["unnamed"].format(number=unnamed)
            names.append(f"{name} ({one.player})" if one.player else name)
        return names

    def _interval(self, one: ClassMean, digits: int) -> str:
        low, high = (format_number(end, self.lang, digits) for end in (one.low, one.high))
        return str(self._texts["interval"].format(low=low, high=high))

    def _estimate(self, one: ClassMean, measure: str) -> str:
        if not one.n:
            return markup.number(self._texts["none"])
        key, digits = "few" if math.isnan(one.low) else "with_interval", _digits(measure)
        below = self._texts[key].format(n=one.n, interval=self._interval(one, digits))
        return markup.number(format_number(one.mean, self.lang, digits), below)

    def _brier(self, one: Pupil) -> str:
        if math.isnan(one.brier):
            return markup.number(self._texts["none"])
        _, coach = one.beside_coach
        beside = self._texts["none"] if math.isnan(coach) else format_number(coach, self.lang, 3)
        below = self._texts["with_coach"].format(n=len(one.chances), coach=beside)
        return markup.number(format_number(one.brier, self.lang, 3), below)

    def _share(self, count: int, every: int) -> str:
        return str(
            self._texts["of"].format(count=count, all=every) if every else self._texts["none"]
        )

    def _coached(self, one: Pupil) -> str:
        if one.locked == one.games:
            return markup.escaped(self._texts["locked"])
        looked = self._share(*one.coached)
        if one.locked:
            looked = self._texts["locked_some"].format(coached=looked, count=one.locked)
        return markup.escaped(looked)

    def _sheet(self, one: Pupil) -> str:
        counts = one.sheet
        if not any(counts.values()):
            return markup.escaped(self._texts["none"])
        if counts["first"] == counts["right"]:
            del counts["first"]
        texts = self._texts["sheet"]
        return "<br>".join(
            markup.escaped(texts[key].format(count=n)) for key, n in counts.items() if n
        )

    def _scores(self, scores: Sequence[int], best: int) -> str:
        if not scores:
            return markup.number(self._texts["none"])
        marks = [
            f"<b>{format_number(n, self.lang)}</b>" if n == best else format_number(n, self.lang)
            for n in scores
        ]
        return f'<td class="number">{", ".join(marks)}</td>'

    def _reason(self, one: LeftOut, lang: str) -> str:
        texts = words(lang)["lessons"]["reasons"]
        key = "damaged_at" if one.reason == "damaged" and one.detail else one.reason
        return str(texts[key].format(detail=markup.short(one.detail), version=record_file.VERSION))


def _several(hand_ins: Iterable[HandIn]) -> list[str]:
    """Return the names with more than one file."""
    names = [one.name for one in hand_ins if one.name]
    keys = [name.casefold() for name in names]
    return list(
        dict.fromkeys(name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1)
    )


def _figure(found: Calibration, lang: str) -> str:
    """Return the calibration chart as inline SVG; empty if Matplotlib isn't installed."""
    try:
        figure = found.picture(lang)
    except SkyjoWidgetError:
        return ""
    import matplotlib as mpl  # noqa: PLC0415  (an extra)

    out = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "path", "svg.hashsalt": "class"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    svg = out.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    label = html.escape(found.verdict(lang))
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
    return f'<figure class="calibration">{svg}</figure>'


def _numbers(name: str, one: ClassMean) -> dict[str, float]:
    return {f"{name}s": one.n, name: one.mean, f"{name}_low": one.low, f"{name}_high": one.high}


def _digits(measure: str) -> int:
    return {"score": 1, "cost": 2}.get(measure, 3)


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
