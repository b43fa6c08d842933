"""The sections of a class's page that go on the wall, one at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from skyjo_widget.lessons.report.charts import dots_chart, law_chart, scores_chart
from skyjo_widget.lessons.report.decisions import Instructive, replay_data
from skyjo_widget.lessons.report.draws import class_draws
from skyjo_widget.lessons.report.names import ClassNames
from skyjo_widget.lessons.report.roll import NEVER, Roll
from skyjo_widget.lessons.report.statistics import Pupil
from skyjo_widget.lessons.report.tables import ReportTables
from skyjo_widget.records.history import History
from skyjo_widget.util import markup
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.dates import format_time, local_time
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import format_number

MOST_ROUNDS = 6
"""Most rounds that are drawn apart."""


class Slide(NamedTuple):
    """A section of the page that goes on the wall: its key, its title and its HTML."""

    key: str
    title: str
    html: str


class Wall:
    """The slides of a class.

    Parameters
    ----------
    pupils : sequence of Pupil
    names : ClassNames
        As they are on the wall.
    histories : sequence of History
    decisions : sequence of Instructive
    tables : ReportTables
    roll : Roll, optional
        Who of the class's list has handed in.
    to_look_at : int
        The files that a teacher should look at.
    lang : str
    """

    lang: str

    def __init__(
        self,
        pupils: Sequence[Pupil],
        names: ClassNames,
        histories: Sequence[History],
        decisions: Sequence[Instructive],
        tables: ReportTables,
        *,
        roll: Roll | None,
        to_look_at: int,
        lang: str,
    ) -> None:
        self._roll, self._to_look_at = roll, to_look_at
        self._pupils, self._names, self._histories = pupils, names, histories
        self._decisions, self._tables, self.lang = decisions, tables, lang
        self._texts: dict[str, Any] = words(lang)["wall"]

    def slides(self) -> list[Slide]:
        """Return the slides; those without anything to show are left out."""
        bodies = {
            "who": self._who(),
            "draws": self._draws(),
            "scores": self._scores(),
            "calibration": self._tables.calibration() if self._pupils else "",
            "decisions": self._instructive(),
        }
        titles = {
            **self._texts["titles"],
            "calibration": words(self.lang)["lessons"]["calibration"],
        }
        behind = self._tables.behind()
        return [Slide(key, titles[key], body + behind) for key, body in bodies.items() if body]

    def replays(self) -> list[dict[str, Any]]:
        """Return the data of the replays, by the number of their button."""
        return [
            replay_data(decision, self._name(decision), self.lang) for decision in self._decisions
        ]

    def _who(self) -> str:
        """Return who has handed in, and who of the class's list hasn't."""
        roll, texts = self._roll, self._texts
        if roll is None:
            key = "count" if len(self._pupils) != 1 else "count_one"
            count = texts[key].format(count=len(self._pupils))
            body = self._named([(name, self._when(at)) for name, at in self._in_time()])
        else:
            count = texts["count_of"].format(count=len(roll.handed), all=len(roll.listed.pupils))
            body = self._roll_call(roll)
        notes = []
        if roll is not None and roll.late and roll.until is not None:
            notes.append(
                texts["late"].format(until=format_time(roll.until, self.lang), count=len(roll.late))
            )
        if self._to_look_at:
            key = "look_at" if self._to_look_at != 1 else "look_at_one"
            notes.append(texts[key].format(count=self._to_look_at))
        kind = "count" if body else "count alone"
        aside = markup.escaped(" ".join(notes))
        return (
            f'<p class="{kind}"><b>{markup.escaped(count)}</b> {aside}</p>'
            + body
            + markup.paragraph(texts["about"], "quiet page-only")
        )

    def _in_time(self) -> list[tuple[str, str]]:
        return [
            (name, pupil.at) for name, pupil in zip(self._names.labels, self._pupils, strict=True)
        ]

    def _roll_call(self, roll: Roll) -> str:
        """Return the names of those who have handed in, and of those who are awaited."""
        names = self._names.listed
        handed = [
            (names[at], "" if when == NEVER else format_time(when, self.lang))
            for at, when in roll.handed.items()
        ]
        missing = [(names[at], "") for at in roll.missing]
        awaited = self._named(missing, "quiet-names")
        head = markup.escaped(self._texts["awaited"].format(count=len(missing)))
        return self._named(handed) + (f"<h3>{head}</h3>{awaited}" if awaited else "")

    def _named(self, names: Sequence[tuple[str, str]], kind: str = "") -> str:
        """Return a list of names in their order, each with a time; empty if names are hidden."""
        items = "".join(
            f"<li><b><bdi>{markup.escaped(markup.short(name, markup.LONGEST_NAME))}</bdi></b>"
            f"<small>{when}</small></li>"
            for name, when in sorted(names, key=lambda each: each[0].casefold())
            if name
        )
        return f'<ul class="who {kind}">{items}</ul>' if items else ""

    def _when(self, at: str) -> str:
        try:
            return format_time(local_time(at), self.lang)
        except (ValueError, OverflowError):
            return ""

    def _draws(self) -> str:
        """Return the frequencies of the cards drawn, beside the law of X."""
        drawn = class_draws(self._histories)
        if drawn is None:
            return ""
        texts = self._texts["draws"]
        numbers = {
            "cards": format_number(drawn.cards, self.lang),
            "draws": format_number(drawn.draws, self.lang),
            "deals": format_number(drawn.deals, self.lang),
            "mean": format_number(float(drawn.mean), self.lang, 2),
            "expectation": format_number(float(drawn.expectation), self.lang, 2),
        }
        about = texts["about"].format(**numbers)
        legend = (
            f'<p class="legend"><span><i class="key"></i> {markup.escaped(texts["drawn"])}</span>'
            f' <span><i class="key law-key"></i> {markup.escaped(texts["law"])}</span></p>'
        )
        same = markup.paragraph(texts["same"].format(**numbers), "quiet")
        return (
            legend
            + law_chart(drawn, self.lang, about, texts["axis"])
            + markup.paragraph(about)
            + (same if drawn.draws > drawn.cards else "")
        )

    def _scores(self) -> str:
        """Return each pupil's scores as dots beside the names; without names, each round's."""
        by_round: dict[int, list[int]] = {}
        for pupil in self._pupils:
            for round_score in pupil.scores:
                by_round.setdefault(round_score.round, []).append(round_score.score)
        if not by_round:
            return ""
        texts, table = self._texts["scores"], words(self.lang)["lessons"]
        rows = [
            (table["round"].format(round=number), scores)
            for number, scores in sorted(by_round.items())
        ]
        left_out = len(rows) - MOST_ROUNDS
        title = self._texts["titles"]["scores"]
        drawn = sorted(by_round)[:MOST_ROUNDS]
        by_name = [
            (name, [(score.round, score.score) for score in pupil.scores if score.round in drawn])
            for name, pupil in zip(self._names.labels, self._pupils, strict=True)
        ]
        named = [(name, scores) for name, scores in by_name if name and scores]
        if named:
            named.sort(key=lambda each: each[0].casefold())
            picture = scores_chart(named, self.lang, title, texts["axis"])
        else:
            picture = dots_chart(rows[:MOST_ROUNDS], self.lang, title, texts["axis"])
        more = markup.paragraph(texts["more"].format(count=left_out), "quiet")
        return picture + markup.paragraph(texts["about"], "quiet") + (more if left_out > 0 else "")

    def _instructive(self) -> str:
        """Return the list of instructive decisions, each with a button for its replay."""
        if not self._decisions:
            return ""
        texts = self._texts["decisions"]
        items = []
        for number, decision in enumerate(self._decisions):
            where = texts["where"].format(round=decision.row.round, turn=decision.row.turn)
            who = markup.escaped(markup.short(self._name(decision), markup.LONGEST_NAME))
            lost = texts["lost"].format(points=format_number(decision.cost, self.lang, 1))
            hidden = self._names.kind == "hidden"
            head = f"<b>{markup.escaped(where)}</b> <bdi>{'' if hidden else who}</bdi>"
            if decision.chosen:
                head = f"<b>{markup.escaped(where)}</b> {markup.escaped(self._counted(decision))}"
            answer = texts["answer"].format(
                played=self._action(decision, decision.row.notation),
                best=self._action(decision, decision.best),
            )
            items.append(
                f"<li><div><span>{head} <small>{markup.escaped(lost)}</small></span>"
                f'<button type="button" data-replay="{number}" disabled>'
                f"{markup.escaped(texts['open'])}</button><details><summary>{markup.escaped(texts['show'])}</summary>"
                f"{markup.paragraph(answer)}</details></div></li>"
            )
        about = markup.paragraph(texts["about"], "quiet")
        return f'<ol class="decisions">{"".join(items)}</ol>{about}'

    def _counted(self, decision: Instructive) -> str:
        every = sum(count for _, count in decision.chosen)
        return str(
            self._texts["decisions"]["disputed"].format(count=every, ways=len(decision.chosen))
        )

    def _action(self, decision: Instructive, action: str) -> str:
        return action_words(action, decision.history.game.name, self.lang)

    def _name(self, decision: Instructive) -> str:
        """Return the display name of the pupil who decided."""
        if decision.chosen:
            return str(self._texts["decisions"]["several"])
        name = self._names.of(str(decision.history.header["game_id"]), decision.row.player)
        return name or str(self._texts["decisions"]["several"])
