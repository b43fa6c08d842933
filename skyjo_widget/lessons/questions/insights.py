"""`insights`: ten questions to games, each with its numbers, a picture and moments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from skyjo_widget.errors import RulesError
from skyjo_widget.frames.log import Log
from skyjo_widget.lessons.questions import page
from skyjo_widget.lessons.questions.answer import Played
from skyjo_widget.lessons.questions.drawing import CELL_STYLE
from skyjo_widget.lessons.questions.insight import Insight, answered
from skyjo_widget.lessons.questions.ten import QUESTIONS
from skyjo_widget.measures.choice_values import DecisionValues
from skyjo_widget.replays.widget import Replay, replay
from skyjo_widget.simulation.load import load_all, log_of_run
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.table.sources import log_of
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import in_its_language, speaks
from skyjo_widget.util.notebook import notebook
from skyjo_widget.util.numbers import format_number
from skyjo_widget.util.page_sheet import chart_rules
from skyjo_widget.util.spelling import suggestion


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
        A display for a cell, where a click on a moment opens it on a board; by a question's key
        its numbers; `board` and `to_html`.

    Raises
    ------
    RulesError
        If it isn't a source of games or holds no game, nobody is called so, or `decision_values`
        are of other games.

    Examples
    --------
    >>> table = play("skyjo", ["bot:careful", "bot:greedy"], seed=7, record=False, display=False)
    >>> table.run(rounds=True)
    >>> answers = insights(table, progress=False)
    >>> answers["ends"].frame["n"].tolist()
    [6, 5, 1]
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
class Insights(CellView):
    """Ten questions to games with their answers; made by `insights`.

    Parameters
    ----------
    played : Played
    lang : str
    """

    def __init__(self, played: Played, lang: str) -> None:
        self.lang: str = lang
        self._played = played
        self._all = {question.key: answered(question, played, lang) for question in QUESTIONS}

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
        moments = self.moments.dropna(subset=["decision"])
        lines = moments["question"] + " " + moments["text"]
        if question is not None:  # its title needn't stand in each row
            moments = moments[moments["question"] == self[question].title]
            lines = moments["text"]
        if moments.empty:
            raise RulesError("there is no moment to open: these games have no such decisions")
        first = moments.iloc[0]
        games = Log(parts=self._played.log.parts)
        study = replay(games, first["game_id"], lang=self.lang, display=display)
        study.show(int(first["decision"]))
        rows = moments[["game_id", "decision"]]
        rows = rows.assign(**{words(self.lang)["insights"]["moments"]: lines})
        return study.beside(study.rows(rows, keys=False))

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
        lang = lang or self.lang
        log = self._played.log if replays else None
        counted = self.counted(lang)
        return page.write(list(self), counted, path, log, lang=lang, overwrite=overwrite)

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

    def _ipython_display_(self) -> None:
        """Show the answers, and below them the moments beside a board."""
        if not notebook() or self.moments["decision"].isna().all():
            raise NotImplementedError  # IPython then shows the HTML alone, or the text
        from IPython.display import display  # noqa: PLC0415  (absent in a script)

        data = {"text/plain": repr(self), "text/html": self._html(CellTexts(self.lang), "below")}
        display(data, raw=True)  # type: ignore[no-untyped-call]  # IPython gives it no types
        self.board()

    def _face(self, say: CellTexts) -> markup.Html:
        return self._html(say, "board")

    def _html(self, say: CellTexts, note: str) -> markup.Html:
        texts = words(say.lang)["insights"]
        parts = [*page.sections(list(self), say.lang, {}), markup.paragraph(texts[note])]
        sub = self.counted(say.lang)
        face = markup.face(
            texts["title"], *parts, sub=sub, lang=say.lang, style=chart_rules() + CELL_STYLE
        )
        return markup.Html(face)
