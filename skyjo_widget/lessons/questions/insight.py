"""One question with its answer: the sentence, the numbers, the picture, the moments in words."""

from __future__ import annotations

import functools
import math
from typing import Any

import pandas as pd

from skyjo_widget.lessons.questions.answer import DATA, LEAST, Answer, NoAnswerError, Played
from skyjo_widget.lessons.questions.drawing import CELL_STYLE, draw_bars, draw_means
from skyjo_widget.lessons.questions.ten import BETWEEN, Question
from skyjo_widget.measures.format import format_about, format_interval, format_value
from skyjo_widget.util import markup
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import speaks
from skyjo_widget.util.names import sentence
from skyjo_widget.util.numbers import format_number, percent
from skyjo_widget.util.page_sheet import chart_rules

COLUMNS: dict[str, Any] = {
    "question": "string",
    "about": "string",
    "value": "Float64",
    "unit": "string",
    "n": "Int64",
    "of": "string",
    "low": "Float64",
    "high": "Float64",
    "games": "Int64",
}
"""The columns of `Insight.frame`."""


@speaks
class Insight(CellView):
    """One question with its answer; from `Insights` by its key.

    Parameters
    ----------
    question : Question
    answer : Answer or None
        None if the games don't hold it.
    played : Played
    missing : str
        The key of the reason why they don't.
    lang : str
    """

    def __init__(
        self,
        question: Question,
        answer: Answer | None,
        played: Played,
        *,
        missing: str = "",
        lang: str = "en",
    ) -> None:
        self.question: Question = question
        self.answer: Answer | None = answer
        self.lang: str = lang
        self._played, self._reason = played, missing

    @property
    def key(self) -> str:
        """The question's key: ``"starter"``."""
        return self.question.key

    @property
    def title(self) -> str:
        """The question, in words."""
        return str(self._texts["questions"][self.key]["title"])

    @property
    def enough(self) -> bool:
        """True if there are enough games for an interval."""
        return self.answer is not None and not math.isnan(self.answer.rows[0].number.low)

    @property
    def moments(self) -> pd.DataFrame:
        """The moments to look at: game_id, decision, round, player, value."""
        return self.answer.moments if self.answer else _no_rows()

    @property
    def data(self) -> pd.DataFrame:
        """The observations that it counts: game_id, decision, round, player, value."""
        return self.answer.data if self.answer else _no_rows()

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """The numbers of the picture: all together, then the players or parts; empty if unknown.

        `value` with its `unit`, the sample size `n` of what it counts (`of`), `low` and `high`
        (95 %, missing with fewer than 30 games), `games`.
        """
        measured = words(self.lang)["measures"]
        rows = [
            (
                self.key,
                row.about or "all",
                row.number.value,
                measured["units"][self._unit],
                row.n,
                self._texts["of"][self.question.of],
                row.number.low,
                row.number.high,
                self._games,
            )
            for row in (self.answer.rows if self.answer else ())
        ]
        return pd.DataFrame(
            {
                name: pd.array([_or_missing(row[at]) for row in rows], dtype=dtype)
                for at, (name, dtype) in enumerate(COLUMNS.items())
            }
        )

    def __str__(self) -> str:
        return f"{self.title} {self.sentence()}"

    def __repr__(self) -> str:
        return markup.short(str(self))

    def sentence(self, lang: str | None = None) -> str:
        """Return the answer, or why these games don't give it, as a sentence."""
        lang = lang or self.lang
        texts = words(lang)["insights"]
        if self.answer is None:
            return str(texts["reasons"][self._reason])
        number, unit = self.answer.rows[0].number, self._unit
        ends = format_interval(number, unit, lang)
        interval = texts["interval"].format(ends=ends) if ends else ""
        units = {"share": "share", "times": ""}
        parts = {
            name: _amount(part, units.get(name, unit), lang)
            for name, part in self.answer.parts.items()
        }
        if not math.isnan(self.answer.reference):
            parts["reference"] = _amount(self.answer.reference, unit, lang)
        text = texts["questions"][self.key]["answer_win" if self.answer.unit else "answer"]
        value = format_value(number, unit, lang) if ends else _amount(number.value, unit, lang)
        return str(text).format(value=value, interval=interval, **parts)

    def caption(self, lang: str | None = None) -> str:
        """Return what the numbers are of, and what an interval needs."""
        lang = lang or self.lang
        texts = words(lang)["insights"]
        if self.answer is None:
            return ""
        n = self.answer.rows[0].n
        text: str = texts["caption" if n != self._games else "caption_games"].format(
            n=format_number(n, lang),
            of=texts["of"][self.question.of],
            games=format_number(self._games, lang),
        )
        drawn = self.answer.rows[: 1 if self.question.bars else None]
        if any(math.isnan(row.number.low) for row in drawn):
            text += f" {texts['few'].format(least=LEAST)}"
        if not math.isnan(self.answer.reference) and not self.question.bars:
            text += f" {texts['chance']}"
        return text

    def picture(self, lang: str | None = None) -> markup.Html:
        """Return the picture as SVG, which a notebook cell renders; empty if there is none."""
        lang = lang or self.lang
        if self.answer is None:
            return markup.Html("")
        texts = words(lang)["insights"]
        first, *others = self.answer.rows
        axis = texts["questions"][self.key]["axis_win" if self.answer.unit else "axis"]
        if self.question.bars:
            values = self.answer.data["value"].astype(float).tolist()
            return markup.Html(draw_bars(values, first.number.value, axis, lang))
        label = self._label(first.about, lang) or texts["rows"].get(self.key, texts["all"])
        rows = [(label, first.number, first.n)]
        rows += [(self._label(row.about, lang), row.number, row.n) for row in others]
        share = self._unit == "share"
        return markup.Html(draw_means(rows, self.answer.reference, axis, share=share, lang=lang))

    def _label(self, about: str, lang: str) -> str:
        """Return the label of a row: a part of the game in words, or a player."""
        if self.key == "starter":
            part, between, version = about.partition(BETWEEN)
            return (format_about(part, lang) if part else "") + between + version
        label: str = words(lang)["insights"]["rows"].get(about, about)
        return label

    def moment_texts(self, lang: str | None = None) -> list[str]:
        """Return each of the moments in words."""
        lang = lang or self.lang
        texts = words(lang)["insights"]
        games = self._played.games.set_index("game_id")["game"]
        lines = []
        for row in self.moments.to_dict("records"):
            game = str(games.get(row["game_id"], ""))
            kind = "game" if pd.isna(row["round"]) else "round"
            kind = kind if pd.isna(row["action"]) else "action"
            kind = kind if pd.isna(row["best"]) else "best"
            value = _amount(float(row["value"]), self._unit, lang)
            if self.question.cards:
                number = format_number(float(row["value"]), lang)
                own = texts["questions"][self.key].get("card", "")
                value = own.format(value=number) or format_about(f"card {row['value']:g}", lang)
            lines.append(
                sentence(
                    texts["moment"][kind],
                    lang,
                    player=row["player"],
                    round=row["round"],
                    action=_in_words(row["action"], game, lang),
                    best=_in_words(row["best"], game, lang),
                    value=texts["won"] if self.key == "starter" else value,
                )
            )
        return lines

    def _face(self, say: CellTexts) -> markup.Html:
        parts = [
            markup.paragraph(self.sentence(say.lang)),
            self.picture(say.lang),
            *([markup.paragraph(self.caption(say.lang))] if self.answer else []),
        ]
        title = str(words(say.lang)["insights"]["questions"][self.key]["title"])
        return markup.Html(
            markup.face(title, *parts, lang=say.lang, style=chart_rules() + CELL_STYLE)
        )

    @property
    def _texts(self) -> dict[str, Any]:
        texts: dict[str, Any] = words(self.lang)["insights"]
        return texts

    @property
    def _unit(self) -> str:
        return (self.answer.unit if self.answer else "") or self.question.unit

    @property
    def _games(self) -> int:
        return int(self.data["game_id"].nunique())


def answered(question: Question, played: Played, lang: str) -> Insight:
    """Ask a question of games."""
    try:
        answer = question.answer(played)
    except NoAnswerError as error:
        return Insight(question, None, played, missing=str(error), lang=lang)
    return Insight(question, answer, played, lang=lang)


def _in_words(action: Any, game: str, lang: str) -> str:
    return "" if pd.isna(action) else action_words(action, game, lang)


def _no_rows() -> pd.DataFrame:
    return pd.DataFrame({name: pd.array([], dtype=dtype) for name, dtype in DATA.items()})


def _or_missing(value: Any) -> Any:
    return pd.NA if isinstance(value, float) and math.isnan(value) else value


def _amount(value: float, unit: str, lang: str) -> str:
    """Return a number without an interval, with its unit; empty for a plain number."""
    if unit == "share":
        return percent(value, lang, 0 if abs(value) >= 0.1 or not value else 1)
    name = words(lang)["measures"]["units"][unit] if unit else ""
    digits = 0 if value == round(value) else 2
    return f"{format_number(value, lang, digits)} {name}".strip()
