"""`insights`: ten questions to games, each with its numbers, a picture and moments."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.errors import RulesError
from skyjo_widget.frames.log import Log
from skyjo_widget.measures.choice_values import DecisionValues
from skyjo_widget.measures.format import format_about, format_interval, format_value
from skyjo_widget.questions import page
from skyjo_widget.questions.answer import DATA, LEAST, Answer, NoAnswerError, Played
from skyjo_widget.questions.drawing import draw_bars, draw_means
from skyjo_widget.questions.ten import BETWEEN, QUESTIONS, Question
from skyjo_widget.replays.widget import Replay, replay
from skyjo_widget.simulation.load import load_all, log_of_run
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.table.sources import log_of
from skyjo_widget.util import markup
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.names import sentence
from skyjo_widget.util.numbers import format_number, percent
from skyjo_widget.util.spelling import suggestion

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


@in_its_language
def insights(
    source: Any,
    *,
    player: str | None = None,
    decision_values: DecisionValues | None = None,
    practice: bool = False,
    progress: bool = True,
    lang: str | None = None,
) -> Insights:
    """Ask ten questions of games: who wins, what the doubling costs, which decisions cost most.

    Parameters
    ----------
    source : Log, Session, Simulation, path, or list of paths
        The games: such as ``table.log``, a hall's log, a run, or whatever `load_all` takes.
    player : str, optional
        The name of a player whose moments are listed; by default those of all.
    decision_values : DecisionValues, optional
        `skyjo_widget.decision_values` of these games: decisions then cost chances to win, those
        of bots too; by default people's cost points, as `skyjo_widget.regret` has them.
    practice : bool
        Whether to include practice tables and branches.  Undone decisions never count.
    progress : bool
        Show a progress bar if it takes long.
    lang : str, optional
        The language of its texts; by default that of the log, else English.

    Returns
    -------
    Insights
        A display for a cell; by a question's key its numbers; `board` and `to_html`.

    Raises
    ------
    RulesError
        If it isn't a source of games or holds no game, nobody is called so, or `decision_values`
        are of other games.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> while not table.over:
    ...     table.act(table.odds().best.action)
    >>> answers = insights(table, progress=False)
    >>> answers["ends"].frame[["about", "unit", "n"]].iloc[0].tolist()
    ['all', 'turns', 6]
    """
    log = log_of_run(source) if isinstance(source, Simulation) else log_of(source, load_all)
    lang = lang or log.lang
    words(lang)
    if decision_values is not None and not isinstance(decision_values, DecisionValues):
        raise RulesError(
            "{name}={given!r:.60}: what {name}(…) gives is needed",
            name="decision_values",
            given=decision_values,
        )
    measured = source if isinstance(source, Simulation) else log
    played = Played(log, measured, practice, decision_values, progress, player)
    if played.games.empty:
        raise RulesError(
            "there are no games to be measured (practice tables count with practice=True)"
        )
    if decision_values is not None and not (
        decision_values.frame["game_id"].isin(played.games["game_id"]).any()
    ):
        raise RulesError("{name}: there is nothing in it of these games", name="decision_values")
    names = sorted(played.log.seats["player"].dropna().unique())
    if player is not None and player not in names:
        raise RulesError(
            "player={player!r}: nobody is called so{meant}; there are {names}",
            player=player,
            meant=suggestion(player, names),
            names=", ".join(names),
        )
    return Insights(played, lang)


@speaks
class Insight(CellView):
    """One question with its answer; from `Insights` by its key.

    Parameters
    ----------
    question : Question
    answer : Answer or None
        None if the games don't tell.
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
        self.question, self.answer, self._played = question, answer, played
        self._missing, self.lang = missing, lang

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
                name: pd.array([_known(row[at]) for row in rows], dtype=dtype)
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
            return str(texts["reasons"][self._missing])
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
        text = texts["caption" if n != self._games else "caption_games"].format(
            n=format_number(n, lang),
            of=texts["of"][self.question.of],
            games=format_number(self._games, lang),
        )
        if self._games < LEAST:
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
        if self.question.bars:
            values = self.answer.data["value"].astype(float).tolist()
            return markup.Html(draw_bars(values, first.number.value, lang))
        label = self._label(first.about, lang) or texts["rows"].get(self.key, texts["all"])
        rows = [(label, first.number, first.n)]
        rows += [(self._label(row.about, lang), row.number, row.n) for row in others]
        share = self._unit == "share"
        return markup.Html(draw_means(rows, self.answer.reference, share=share, lang=lang))

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
        for row in self.moments.itertuples():
            game = str(games.get(row.game_id, ""))
            kind = "game" if pd.isna(row.round) else "round"
            kind = kind if pd.isna(row.action) else "action"
            kind = kind if pd.isna(row.best) else "best"
            value = _amount(float(row.value), self._unit, lang)
            if self.question.cards:
                value = format_about(f"card {row.value:g}", lang)
            lines.append(
                sentence(
                    texts["moment"][kind],
                    lang,
                    player=row.player,
                    round=row.round,
                    action="" if pd.isna(row.action) else action_words(row.action, game, lang),
                    best="" if pd.isna(row.best) else action_words(row.best, game, lang),
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
        return markup.Html(markup.face(title, *parts, lang=say.lang, style=page.CELL))

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


@speaks
class Insights(CellView):
    """Ten questions to games with their answers; made by `insights`.

    Parameters
    ----------
    played : Played
    lang : str
    """

    def __init__(self, played: Played, lang: str) -> None:
        self._played, self.lang = played, lang
        self._all = {question.key: _answered(question, played, lang) for question in QUESTIONS}

    def __getitem__(self, key: str) -> Insight:
        """Return a question by its key; raises `RulesError` if there is none such."""
        if key not in self._all:
            raise RulesError(
                "{key!r}: there is no such question{meant}; there are {known}",
                key=key,
                meant=suggestion(key, self._all),
                known=", ".join(self._all),
            )
        return self._all[key]

    def __iter__(self) -> Iterator[Insight]:
        return iter(self._all.values())

    def __len__(self) -> int:
        return len(self._all)

    @property
    def frame(self) -> pd.DataFrame:
        """The numbers of all questions, one below the other; see `Insight.frame`."""
        frames = [insight.frame for insight in self if insight.answer]
        return pd.concat(frames, ignore_index=True) if frames else next(iter(self)).frame

    @property
    def moments(self) -> pd.DataFrame:
        """The moments to look at of all questions, with the `question` and a `text`."""
        frames = [
            insight.moments[["game_id", "decision"]].assign(
                question=insight.title, text=insight.moment_texts()
            )
            for insight in self
            if len(insight.moments)
        ]
        if not frames:
            return pd.DataFrame(columns=["game_id", "decision", "question", "text"], dtype="string")
        return pd.concat(frames, ignore_index=True)

    def board(self, question: str | None = None, *, display: bool = True) -> Replay:
        """Show the moments on the board, beside it their list: a click opens one.

        Parameters
        ----------
        question : str, optional
            The key of the question whose moments are listed; by default all.
        display : bool
            Show it at once, if in a notebook.

        Raises
        ------
        RulesError
            If there is no such question, or none of its moments has a decision.
        """
        moments = self.moments
        if question is not None:
            moments = moments[moments["question"] == self[question].title]
        moments = moments.dropna(subset=["decision"])
        if moments.empty:
            raise RulesError("there is no moment to open: these games have no such decisions")
        first = moments.iloc[0]
        games = Log.of(self._played.log.parts)
        study = replay(games, first["game_id"], lang=self.lang, display=display)
        study.show(int(first["decision"]))
        return study.beside(study.rows(moments))

    def to_html(
        self,
        path: str | Path,
        *,
        replays: bool = False,
        lang: str | None = None,
        overwrite: bool = False,
    ) -> Path:
        """Write a page that opens anywhere, offline: questions, answers, pictures, moments.

        Parameters
        ----------
        path : path
            The file.
        replays : bool
            Write a replay of each game with a moment too, into a folder beside the file, and link
            the moments to them.  A replay has some 600 kB.
        lang : str, optional
            The page's language; by default that of the insights.
        overwrite : bool
            Whether to replace existing files.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        RulesError
            If there is no such language, or `path` isn't a path.
        RecordError
            If a file exists, or can't be written.
        """
        return page.write(self, path, replays=replays, lang=lang or self.lang, overwrite=overwrite)

    @property
    def log(self) -> Log:
        """The games."""
        return self._played.log

    def counted(self, lang: str) -> str:
        """Return how many games, rounds and decisions count."""
        played = self._played
        rounds = played.rounds[["game_id", "round"]].drop_duplicates()
        counts = {"games": played.games, "rounds": rounds, "decisions": played.decisions}
        text = words(lang)["insights"]["sub"]
        return str(text).format(
            **{name: format_number(len(frame), lang) for name, frame in counts.items()}
        )

    def __str__(self) -> str:
        return "\n".join([self.counted(self.lang), *map(str, self)])

    def __repr__(self) -> str:
        return markup.clipped_lines(str(self).splitlines())

    def _face(self, say: CellTexts) -> markup.Html:
        texts = words(say.lang)["insights"]
        parts = [*page.sections(self, say.lang, {}), markup.paragraph(texts["board"])]
        sub = self.counted(say.lang)
        face = markup.face(texts["title"], *parts, sub=sub, lang=say.lang, style=page.CELL)
        return markup.Html(face)


def _answered(question: Question, played: Played, lang: str) -> Insight:
    try:
        answer = question.answer(played)
    except NoAnswerError as error:
        return Insight(question, None, played, missing=str(error), lang=lang)
    return Insight(question, answer, played, lang=lang)


def _no_rows() -> pd.DataFrame:
    return pd.DataFrame({name: pd.array([], dtype=dtype) for name, dtype in DATA.items()})


def _known(value: Any) -> Any:
    return pd.NA if isinstance(value, float) and math.isnan(value) else value


def _amount(value: float, unit: str, lang: str) -> str:
    """Return a number without an interval, with its unit; empty for a plain number."""
    if unit == "share":
        return percent(value, lang, 0 if abs(value) >= 0.1 or not value else 1)
    name = words(lang)["measures"]["units"][unit] if unit else ""
    digits = 0 if value == round(value) else 2
    return f"{format_number(value, lang, digits)} {name}".strip()
