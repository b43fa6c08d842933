"""The tables and pictures of a class's report, as HTML."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pandas as pd

from skyjo_widget.charts import calibration
from skyjo_widget.lessons.report.charts import calibration_chart
from skyjo_widget.lessons.report.interval_chart import strip
from skyjo_widget.lessons.report.names import ClassNames
from skyjo_widget.lessons.report.statistics import (
    NEAR,
    ClassMean,
    Pupil,
    same_deals,
)
from skyjo_widget.util import markup
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import ENOUGH, FEW
from skyjo_widget.util.numbers import format_number, percent


class ReportTables:
    """The tables and pictures of a class's report.

    Parameters
    ----------
    pupils : sequence of Pupil
    names : ClassNames
    summary : dict of str to ClassMean
    left_out : sequence of (str, str)
        Files that aren't counted, with the reason.
    reasons : mapping of str to int
        How many files were left out for each reason.
    lang : str
    worlds : int
    """

    lang: str

    def __init__(
        self,
        pupils: Sequence[Pupil],
        names: ClassNames,
        summary: dict[str, ClassMean],
        left_out: Sequence[tuple[str, str]],
        reasons: Mapping[str, int],
        *,
        lang: str,
        worlds: int,
    ) -> None:
        self._pupils, self._names, self._hide = pupils, names.labels, names.hide
        self._kind = names.kind
        self._summary, self._left_out, self._reasons = summary, left_out, reasons
        self.lang, self._worlds = lang, worlds
        self._texts = words(lang)["lessons"]

    def class_table(self) -> str:
        """Return the means of the class, a row a measure."""
        texts = self._texts["summary"]
        rows = []
        for name, mean in self._summary.items():
            if not mean.n:
                continue
            few, digits = texts["few"].format(enough=ENOUGH), _digits(name)
            rows.append(
                markup.row(
                    markup.head(self._texts["measures"][name]),
                    markup.number(self._share(mean.n, len(self._pupils))),
                    markup.number(format_number(mean.mean, self.lang, digits)),
                    markup.cell(few if math.isnan(mean.low) else self._interval(mean, digits)),
                )
            )
        heads = [("measure", ""), ("n", "number"), ("mean", "number"), ("interval", "")]
        titles = [(texts[key], kind) for key, kind in heads]
        return markup.table(titles, rows, label=self._texts["all"])

    def pupil_table(self) -> str:
        """Return a row a pupil."""
        texts = self._texts["columns"]
        wins = self._worlds > 0
        keys = ["score", "total", "won", "brier", "near", "cost", *(["cost_win"] if wins else [])]
        rows = []
        for name, pupil in zip(self._names, self._pupils, strict=True):
            cells = [
                self._estimate(pupil.score, "score"),
                self._total(pupil),
                markup.number(
                    self._share(pupil.won, pupil.finished),
                    self._unfinished(pupil.games - pupil.finished),
                ),
                self._brier(pupil),
                markup.number(self._share(*pupil.near)),
                self._estimate(pupil.cost, "cost"),
                *([self._estimate(pupil.cost_win, "cost_win")] if wins else []),
                markup.cell(self._coached(pupil)),
                markup.cell(self._sheet(pupil)),
            ]
            code = "" if pupil.name or self._kind == "codes" else pupil.code
            rows.append(markup.row(markup.name_head(name, code), *cells))
        heads = [(texts["pupil"], ""), *((texts[key], "number") for key in keys)]
        heads += [(texts["coached"], ""), (texts["sheet"], "")]
        return markup.table(heads, rows, kind="pupils", label=self._texts["pupils"])

    def warnings(self) -> str:
        """Return notes on names with several files, and on deals played twice."""
        notes = []
        twice = {
            number
            for deal in same_deals(self._pupils, fewest=1)
            for number, scores in deal.scores.items()
            if len(scores) > 1
        }
        named = list(zip(self._names, self._pupils, strict=True))
        several = [name for name, pupil in named if pupil.name and pupil.games > 1]
        repeating = [self._names[number] for number in sorted(twice)]
        for key, who in (("several", several), ("again", repeating)):
            if who:
                listed = ", ".join(
                    f"<bdi>{markup.escaped(markup.short(name, markup.LONGEST_NAME))}</bdi>"
                    for name in who
                )
                before, after = (markup.escaped(part) for part in self._texts[key].split("{names}"))
                notes.append(f'<p class="quiet">{before}{listed}{after}</p>')
        return "".join(notes)

    def strips(self) -> str:
        """Return pictures of each pupil's means."""
        figures = []
        measures: tuple[tuple[Literal["score", "cost"], int], ...] = (("score", 1), ("cost", 2))
        for key, digits in measures:
            rows = [
                (name, getattr(pupil, key), pupil.values(key))
                for name, pupil in zip(self._names, self._pupils, strict=True)
                if getattr(pupil, key).n
            ]
            if len(rows) > 1:
                mean, axis = self._summary[key], self._texts["columns"][key]
                means = [row_mean.mean for _, row_mean, _ in rows]
                low, high, middle = (
                    format_number(number, self.lang, digits)
                    for number in (min(means), max(means), mean.mean)
                )
                title = self._texts["seen"][key].format(low=low, high=high, mean=middle)
                picture = strip(rows, self._texts["whole"], mean, self.lang, digits, axis)
                figures.append(
                    f"<figure><figcaption>{markup.escaped(title)}</figcaption>{picture}</figure>"
                )
        note = markup.paragraph(self._texts["pictures_told"].format(few=FEW), "quiet")
        return (
            f'{note}<div class="pair">{"".join(figures)}</div>'
            if figures
            else markup.paragraph(self._texts["none"])
        )

    def deals(self) -> str:
        """Return the scores on deals that several pupils have played."""
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

    def calibration(self) -> str:
        """Return how often predictions came true: a sentence, a picture and a table."""
        every = [pupil.predictions for pupil in self._pupils if len(pupil.predictions)]
        chances = pd.concat(every) if every else pd.DataFrame()
        if len(chances):
            chances = chances[chances["question"] != "mean"]  # in points, not a chance
        open_ = int(chances["outcome"].isna().sum()) if len(chances) else 0
        unresolved = self._texts["no_outcome"].format(count=open_, all=len(chances))
        left = markup.paragraph(unresolved, "quiet") if open_ else ""
        of_class = calibration(chances.reset_index(drop=True)) if len(chances) else None
        if of_class is None or not of_class.count:
            return markup.paragraph(self._texts["no_predictions"]) + left
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
            for row in of_class.frame.to_dict("records")
        ]
        heads = [
            ("prediction", "number"),
            ("came_true", "number"),
            ("interval", ""),
            ("n", "number"),
        ]
        titles = [(texts[key], kind) for key, kind in heads]
        table = markup.table(titles, rows, label=self._texts["calibration"])
        axes = (texts["prediction"], texts["came_true"])
        picture = calibration_chart(of_class, self.lang, axes)
        return markup.paragraph(of_class.verdict(self.lang)) + picture + table + left

    def answers(self) -> str:
        """Return the answers on worksheets, sheet by sheet."""
        frames = [
            pupil.answers.assign(pupil=number)
            for number, pupil in enumerate(self._pupils)
            if len(pupil.answers)
        ]
        if not frames:
            return markup.paragraph(self._texts["no_answers"])
        every, texts = pd.concat(frames), self._texts["answer"]
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
                        markup.head(markup.short(self._hide(str(question)))),
                        *cells,
                        markup.number(str(int(last.isna().sum()))),
                    )
                )
                judged = answers[answers["right"].isna()].groupby("pupil")["value"].last()
                if len(judged):
                    kept.append(self._kept(str(question), judged))
            heads = [(texts["question"], "")]
            heads += [(texts[key], "number") for key in ("right", "first", "wrong", "open")]
            title = texts["sheet"].format(sheet=markup.short(self._hide(str(sheet))))
            parts.append(f"<h3><bdi>{markup.escaped(title)}</bdi></h3>")
            parts += [markup.table(heads, rows, label=title), *kept]
        return "".join(parts)

    def _kept(self, question: str, answers: pd.Series[Any]) -> str:
        """Return the answers that only a teacher can judge."""
        items = ""
        for who, value in zip(answers.index, answers, strict=True):
            name = markup.short(self._names[int(who)], markup.LONGEST_NAME)
            text = markup.short(self._hide(str(value)), 2000)
            items += f"<li><b><bdi>{markup.escaped(name)}</bdi></b> "
            items += f"<bdi>{markup.escaped(text)}</bdi></li>"
        title = self._texts["answer"]["given"].format(count=len(answers))
        asked = f"<b><bdi>{markup.escaped(markup.short(self._hide(question)))}</bdi></b>"
        return f"<p>{asked} <small>{markup.escaped(title)}</small></p><ul>{items}</ul>"

    def left(self) -> str:
        """Return the files that aren't counted."""
        rows = [
            markup.row(
                markup.head(markup.short(file, 100)),
                markup.cell(f"<bdi>{markup.escaped(reason)}</bdi>"),
            )
            for file, reason in self._left_out
        ]
        heads = [(self._texts["file"], ""), (self._texts["why"], "")]
        return markup.table(heads, rows, label=self._texts["left"])

    def how(self) -> str:
        """Return the explanations of the numbers."""
        explanations = dict(self._texts["how_told"])
        if not self._worlds:
            del explanations["cost_win"]
        if self._kind != "first":
            del explanations["first"]
        near = format_number(NEAR, self.lang)
        items = (
            text.format(enough=ENOUGH, near=near, worlds=self._worlds)
            for text in explanations.values()
        )
        return f"<ul>{''.join(f'<li>{markup.escaped(item)}</li>' for item in items)}</ul>"

    def behind(self) -> str:
        """Return what is behind the figures and what isn't; empty if nothing was left out."""
        texts, kinds = self._texts["behind"], self._texts["kinds"]
        unfinished = sum(pupil.unfinished for pupil in self._pupils)
        if not unfinished and not self._left_out:
            return ""
        reasons = texts["joint"].join(
            texts["reason"].format(reason=kinds.get(key) or self._texts["reasons"][key], count=n)
            for key, n in sorted(self._reasons.items())
        )
        parts = [
            texts["counted"].format(
                games=len({game for pupil in self._pupils for game in pupil.game_ids}),
                pupils=len(self._pupils),
                rounds=sum(len(pupil.scores) for pupil in self._pupils),
            )
        ]
        if unfinished:
            parts.append(texts["rounds"].format(count=unfinished))
        files = texts["files"].format(count=len(self._left_out), reasons=reasons)
        aside = f' <span class="page-only">{markup.escaped(files)}</span>' if self._left_out else ""
        return f'<p class="quiet behind">{markup.escaped(" ".join(parts))}{aside}</p>'

    # Cells

    def _unfinished(self, count: int) -> str:
        return str(self._texts["unfinished"].format(count=count)) if count else ""

    def _total(self, pupil: Pupil) -> str:
        total = str(pupil.total) if pupil.scores else self._texts["none"]
        return markup.number(total, self._unfinished(pupil.unfinished))

    def _interval(self, mean: ClassMean, digits: int) -> str:
        low, high = (format_number(end, self.lang, digits) for end in (mean.low, mean.high))
        return str(self._texts["interval"].format(low=low, high=high))

    def _estimate(self, mean: ClassMean, measure: str) -> str:
        if not mean.n:
            return markup.number(self._texts["none"])
        key, digits = "few" if math.isnan(mean.low) else "with_interval", _digits(measure)
        below = self._texts[key].format(n=mean.n, interval=self._interval(mean, digits))
        return markup.number(format_number(mean.mean, self.lang, digits), below)

    def _brier(self, pupil: Pupil) -> str:
        if math.isnan(pupil.brier):
            return markup.number(self._texts["none"])
        _, coach = pupil.beside_coach
        beside = self._texts["none"] if math.isnan(coach) else format_number(coach, self.lang, 3)
        below = self._texts["with_coach"].format(n=len(pupil.chances), coach=beside)
        return markup.number(format_number(pupil.brier, self.lang, 3), below)

    def _share(self, count: int, every: int) -> str:
        return str(
            self._texts["of"].format(count=count, all=every) if every else self._texts["none"]
        )

    def _coached(self, pupil: Pupil) -> str:
        if pupil.locked == pupil.games:
            return markup.escaped(self._texts["locked"])
        looked = self._share(*pupil.coached)
        if pupil.locked:
            looked = self._texts["locked_some"].format(coached=looked, count=pupil.locked)
        return markup.escaped(looked)

    def _sheet(self, pupil: Pupil) -> str:
        counts = pupil.sheet
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


def _digits(measure: str) -> int:
    return {"score": 1, "cost": 2}.get(measure, 3)


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
