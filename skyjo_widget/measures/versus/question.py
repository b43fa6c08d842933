"""A question about two versions of a game, answered by one measure at several tables of players."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Literal

import pandas as pd

from skyjo_widget import bots
from skyjo_widget.engine.games import GameSpec, find_preset
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.measures.format import format_difference
from skyjo_widget.measures.registry import BY_KEY
from skyjo_widget.measures.versus import brief, wording
from skyjo_widget.measures.versus.blocks import (
    Block,
    Cell,
    Fold,
    Items,
    Line,
    Part,
    Picture,
    Table,
    Text,
    widest,
)
from skyjo_widget.measures.versus.caveats import differs, of_versions
from skyjo_widget.measures.versus.experiment import SAMPLES, Versus, until_stopped, versus
from skyjo_widget.measures.versus.report import SAME_IN_ALL_GAMES
from skyjo_widget.measures.versus.reported import Reported
from skyjo_widget.measures.versus.rows import Row, frame_of, judged
from skyjo_widget.measures.versus.version import Version, check_version
from skyjo_widget.simulation.resume import place_of, run_seed
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.numbers import format_number
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import plain_text, whole_number

Verdict = Literal["lower", "higher", "depends", "unseen", "few"]
LONGEST = 200
"""Most letters of a question."""


@in_its_language
def ask(
    question: str,
    a: GameSpec | Version,
    b: GameSpec | Version,
    *,
    measure: str,
    about: str = "all",
    tables: Mapping[str, Sequence[PlayerSpec]] | None = None,
    seats: int = 3,
    games: int = 400,
    seed: int | str | None = None,
    names: tuple[str, str] | None = None,
    other_programs: bool = False,
    to: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    progress: bool = True,
    lang: str | None = None,
) -> DesignAnswer:
    """Answer a designer's question about two versions by one measure, at several tables.

    What holds at tables as different as random and careful players comes from the game; what
    changes with the table comes from the players.  The differences of all tables are tested
    together.

    Parameters
    ----------
    question : str
        In your words: ``"Are the scores less spread?"``.
    a, b : str or Version
        As in `versus`.
    measure, about : str
        What answers it: a row of `versus`.
    tables : mapping of str to sequence, optional
        The players of each table, by its name.  By default a ladder of skills: a table of each
        built-in rule bot that plays both versions, and a mixed one of the strongest.
    seats : int
        The size of the default tables.
    games : int
        Games of each version at each table.
    seed, names, other_programs, to, resume, executor, progress, lang
        As in `versus`.  All tables have the same seed, and each a folder of its own in `to`.

    Returns
    -------
    DesignAnswer
        After an interrupt it holds the tables that have played, and names the others.

    Raises
    ------
    RulesError
        If a version or a table can't be played, or there is no such measure.
    KeyboardInterrupt
        If it is interrupted before both versions have played a deal.

    Examples
    --------
    >>> answer = ask("Is a round longer without the doubling?", "skyjo",
    ...              Version("skyjo", penalty_factor=1), measure="turns_a_round",
    ...              tables={"greedy": ["greedy"] * 2}, games=80, seed=1)
    >>> answer.verdict
    'unseen'
    """
    lang = call_language(lang)
    question = plain_text(question, "question")
    if not question.strip() or len(question) > LONGEST:
        raise RulesError("question: 1 to {longest} letters are needed", longest=LONGEST)
    if measure not in BY_KEY:
        raise RulesError(
            "measure={measure!r}: there is no such measure{hint}",
            measure=measure,
            hint=suggestion(measure, BY_KEY),
        )
    if BY_KEY[measure].extra:
        raise RulesError(
            "measure={measure!r}: it comes from rollouts; versus(…, {sample}=…) compares it",
            measure=measure,
            sample=SAMPLES[BY_KEY[measure].extra],
        )
    versions = check_version("a", a), check_version("b", b)
    line_ups = _tables(versions, tables, whole_number("seats", seats), other_programs)
    seed = run_seed(seed, to, resume=resume, inner="table-1/a")
    comparisons = until_stopped(
        (
            table,
            functools.partial(
                versus,
                *versions,
                players=line_up,
                games=games,
                seed=seed,
                names=names,
                measures=[measure],
                other_programs=other_programs,
                to=place_of(to, number, "table"),
                resume=resume,
                executor=executor,
                progress=progress,
                lang=lang,
            ),
        )
        for number, (table, line_up) in enumerate(line_ups.items(), start=1)
    )
    rows = {
        table: _row(table, comparison, measure, about) for table, comparison in comparisons.items()
    }
    missing = tuple(table for table in line_ups if table not in comparisons)
    together = dict(zip(rows, judged(rows.values()), strict=True))
    return DesignAnswer(question, comparisons, together, lang, missing)


@dataclasses.dataclass(frozen=True, repr=False, eq=False)
class DesignAnswer(Reported):
    """The answer to a question about two versions; made by `ask`.

    Parameters
    ----------
    question : str
    tables : dict of str to Versus
        The comparison at each table.
    rows : dict of str to Row
        Its row of the measure; `Row.stands` and `Row.compared` are over all tables.
    lang : str
        The language of its texts.
    missing : tuple of str
        The tables that haven't played, as the call was stopped.
    """

    question: str
    tables: dict[str, Versus]
    rows: dict[str, Row]
    lang: str
    missing: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The direction of the differences of B from A.

        ``lower`` or ``higher`` where differences that stand have one direction, ``depends`` where
        they have both, ``unseen`` where none stands, ``few`` where no table has games enough.
        """
        signs = {row.difference.value > 0 for row in self.rows.values() if row.stands}
        if len(signs) == 2:
            return "depends"
        if signs:
            return "higher" if signs.pop() else "lower"
        return "unseen" if any(row.enough for row in self.rows.values()) else "few"

    @property
    def widest(self) -> str | None:
        """The table without a difference whose games would show the least; None without one."""
        open_ = {
            table: row.seen_from
            for table, row in self.rows.items()
            if row.enough and not row.stands and not row.exact and row.seen_from > 0
        }
        return max(open_, key=open_.__getitem__, default=None)

    def more_games(self) -> int:
        """Return the further games of each that would show half as much at the widest table."""
        if self.widest is None:
            return 0
        row = self.rows[self.widest]
        return self.tables[self.widest].more_games(row.measure.key, row.seen_from / 2, row.about)

    @functools.cached_property
    def frame(self) -> pd.DataFrame:
        """One row per table, with the columns of `Versus.frame`; `stands` is over all tables."""
        frame = frame_of(list(self.rows.values()), self.lang)
        frame.insert(0, "table", pd.Series(list(self.rows), dtype="string"))
        return frame

    def _title(self, lang: str) -> str:
        return self.question

    def _blocks(self, lang: str) -> list[Block]:
        texts, report = words(lang)["ask"], self._any
        folds = [
            Fold(texts["changed"], brief.compared(report, lang)),
            Fold(words(lang)["versus"]["reading"], [Text(texts["played"].format(
                games=format_number(report.games, lang), tables=len(self.rows), seed=report.seed
            ))]),
        ]  # fmt: skip
        return [
            Text(differs(report, lang), "quiet"),
            *(Text(text, "caveat") for text in self._caveats(lang)),
            *brief.answer(self._claims(lang)),
            *self._figures(lang),
            Text(texts["try"], "head"),
            Items(self._advice(lang)),
            *folds,
        ]

    @property
    def _any(self) -> Versus:
        """The comparison at the first table, for what all have in common."""
        return next(iter(self.tables.values()))

    def _caveats(self, lang: str) -> list[str]:
        """Return what a stopped call hasn't played, and what keeps the versions apart."""
        texts, report = words(lang)["ask"], self._any
        lines = [
            f"{table}: {line}"
            for table, each in self.tables.items()
            for line in wording.interrupted(each, lang)
        ]
        if self.missing:
            lines.append(texts["missing"].format(tables=", ".join(self.missing)))
        reports = list(self.tables.values())
        lines += wording.programs(reports, lang)
        lines += dict.fromkeys(line for each in reports for line in wording.stopped(each, lang))
        lines += of_versions(report, lang)
        if report.equal_versions:
            a, b = report.equal_versions
            lines.append(texts["equal"].format(a=repr(a), b=repr(b)))
        return lines

    def _claims(self, lang: str) -> list[str]:
        """Return the answer in sentences, and its certainty."""
        texts, (a, b) = words(lang)["ask"], self._any.names
        title = wording.title(next(iter(self.rows.values())), lang)
        unseen = [table for table, row in self.rows.items() if row.enough and not row.stands]
        named = {"title": title, "a": a, "b": b, "all": len(self.rows)}
        if self.verdict == "few":
            notes = dict.fromkeys(row.note(lang) for row in self.rows.values())
            return [" ".join([texts["few"].format(**named), *notes])]
        lines = [texts["depends"]] if self.verdict == "depends" else []
        for sign in (-1, 1):
            stand = {
                table: row
                for table, row in self.rows.items()
                if row.stands and sign * row.difference.value > 0
            }
            if stand:
                everywhere = len(stand) == len(self.rows) > 1
                where = texts["everywhere" if everywhere else "where"].format(
                    tables=", ".join(stand), all=len(self.rows)
                )
                rows = list(stand.values())
                sizes = brief.sizes_of(rows, lang)
                claim = brief.head(rows[0], lang)
                lines.append(texts["stands"].format(claim=claim, where=where, **named, **sizes))
        if unseen:
            key = "unseen_all" if len(unseen) == len(self.rows) else "unseen"
            apart = [self.rows[table].difference for table in unseen]
            half, unit = max(each.half for each in apart), self.rows[unseen[0]].measure.unit
            low, high = (
                format_difference(end, half, unit, lang, sign=True)
                for end in (min(each.low for each in apart), max(each.high for each in apart))
            )
            lines.append(
                texts[key].format(tables=", ".join(unseen), low=low.split()[0], high=high, **named)
            )
            if any(self.rows[table].verdict == "alone" for table in unseen):
                lines[-1] += words(lang)["versus"]["alone"]
        compared = sum(bool(row.compared) for row in self.rows.values())
        if len(lines) > bool(unseen):
            lines.append(texts["certain" if compared > 1 else "certain_one"])
        return lines

    def _figures(self, lang: str) -> list[Block]:
        """Return the picture in the unit of the measure, and the numbers."""
        texts, (a, b) = words(lang)["versus"], self._any.names
        lines, cells = [], []
        for table, row in self.rows.items():
            line, apart = wording.line(row, lang), row.difference
            part = None if math.isnan(apart.value) else Part(apart.value, apart.low, apart.high)
            lines.append(Line(table, part, line.difference, bool(row.stands)))
            numbers = zip(line.numbers, line.intervals, strict=True)
            cells.append([
                Cell(table, (wording.line_up(self.tables[table]),)),
                *(Cell(number, (interval,)) for number, interval in numbers),
                Cell(line.difference, (line.ends,), bool(row.stands)),
            ])  # fmt: skip
        wide, unit = widest([line.part for line in lines]), row.measure.unit
        factor = 100 if unit == "share" else 1
        ends = [f"{sign}{format_number(factor * wide, lang)}" for sign in "−+"]
        axis = texts["picture"]["unit"].format(a=a, b=b, title=wording.title(row, lang))
        title = texts["picture"]["seen"].format(a=a, b=b)
        heads = [words(lang)["ask"]["table"], a, b, texts["table"]["difference"]]
        return [
            Picture(title, lines, wide, (ends[0], ends[1]), axis),
            Table(heads, cells[: brief.MOST], heads[0]),
            *(
                [Fold(texts["rest_tables"], [Table(heads, cells[brief.MOST :], heads[0])])]
                if len(cells) > brief.MOST
                else []
            ),
        ]

    def _advice(self, lang: str) -> list[str]:
        """Return what to try next."""
        texts, report = words(lang)["ask"]["next"], self._any
        lines = [texts["depends"]] if self.verdict == "depends" else []
        if self.widest is not None and (more := self.more_games()):
            row = self.rows[self.widest]
            size = format_difference(
                row.seen_from / 2, row.difference.half / 2, row.measure.unit, lang
            )
            games = report.games + more
            lines.append(texts["games"].format(games=games, table=self.widest, size=size))
        if len(self.rows) == 1:
            lines.append(texts["tables"])
        return [*lines, texts["people"]]


# Inside


def _tables(
    versions: tuple[Version, Version],
    tables: Mapping[str, Sequence[PlayerSpec]] | None,
    seats: int,
    other_programs: bool,
) -> dict[str, Sequence[PlayerSpec]]:
    """Return the players by table: those given, or a ladder of the bots that play both games."""
    if tables is not None:
        if not isinstance(tables, Mapping) or not tables:
            raise RulesError(
                "tables: a mapping is needed, of names to players: {'greedy': ['greedy'] * 3}"
            )
        return {plain_text(str(table), _("a table's name")): of for table, of in tables.items()}
    if seats < 1:
        raise RulesError("seats={seats}: a number from 1 is needed", seats=seats)
    a, b = (find_preset(version.game)[0].name for version in versions)
    both = [name for name in bots.policies(a) if name in bots.policies(b)]
    if a != b and not other_programs:
        both = [name for name in both if name in SAME_IN_ALL_GAMES]
    line_ups: dict[str, Sequence[PlayerSpec]] = {name: [name] * seats for name in both}
    if len(both) > 2 and seats > 1:
        line_ups["mixed"] = [both[-1 - seat % (len(both) - 1)] for seat in range(seats)]
    return line_ups


def _row(table: str, comparison: Versus, measure: str, about: str) -> Row:
    """Return the row of the measure at a table."""
    rows = {row.about or "all": row for row in comparison.rows}
    if about in rows:
        return rows[about]
    broken_off = max(comparison.unfinished)
    if rows:
        reason = _("; there are {rows}", rows=", ".join(rows))
    elif broken_off:
        reason = _("; {n} of {games} games were broken off", n=broken_off, games=comparison.games)
    else:
        reason = _(": the games have no such numbers")
    raise RulesError(
        "about={about!r}: at the table {table!r} {measure} has no such row{reason}",
        about=about,
        table=table,
        measure=measure,
        reason=reason,
    )
