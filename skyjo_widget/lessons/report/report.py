"""The report of a class: its numbers, and their page."""

from __future__ import annotations

import contextlib
import datetime
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from skyjo_widget.engine.games import GameSpec, preset_name
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.frames.log import Log
from skyjo_widget.frames.parts import Played
from skyjo_widget.lessons.hand_in.collect import HandIn, LeftOut, collect
from skyjo_widget.lessons.report.class_list import read_class_list
from skyjo_widget.lessons.report.decisions import instructive_decisions
from skyjo_widget.lessons.report.html import class_html, made_on, section
from skyjo_widget.lessons.report.names import (
    ClassNames,
    Naming,
    WallNaming,
    first_names,
    naming,
    wall_naming,
)
from skyjo_widget.lessons.report.regret import Regrets
from skyjo_widget.lessons.report.roll import HARMLESS, NEVER, Roll, end_of_hour
from skyjo_widget.lessons.report.statistics import ClassMean, pupils_of, summary_of
from skyjo_widget.lessons.report.tables import ReportTables
from skyjo_widget.lessons.report.wall import Wall
from skyjo_widget.lessons.report.watch import Watch
from skyjo_widget.records import record_file
from skyjo_widget.records.read_limits import SECONDS
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.dates import format_time
from skyjo_widget.util.files import make_folder, write_whole
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.messages import in_its_language, rendered


@in_its_language
def class_page(
    folder: str | Path | Sequence[str | Path],
    path: str | Path = "class.html",
    *,
    lang: str | None = None,
    seed: int | str | None = None,
    game: GameSpec | None = None,
    worlds: int = 0,
    sample: int | None = 200,
    progress: bool = True,
    seconds: float | None = SECONDS,
    names: Naming = "whole",
    wall: WallNaming = "names",
    class_list: str | Path | None = None,
    until: str | datetime.time | None = None,
    live: bool = False,
) -> ClassReport:
    """Make a page of a class's hand-in files: statistics per pupil and overall, with intervals.

    Parameters
    ----------
    folder : path, glob, or list of these
        The folder or the ZIP file of the hand-in files, searched recursively.  They aren't changed.
    path : path
        The page, named ``.html``; an existing one is replaced.
    lang : str, optional
        ``"en"`` or ``"fr"``.
    seed : int or str, optional
        The class seed: games with other deals are left out and listed.
    game : str or Game, optional
        The preset: other games are left out and listed.
    worlds : int
        If above 0, the number of rollouts for the cost of decisions in chance to win.
    sample : int, optional
        How many decisions, drawn at random, get rollouts; None for all.
    progress : bool
        Show a progress bar if it takes long.
    seconds : float or None
        The time limit for reading a file; slower ones are left out and listed.
    names : {"whole", "first", "codes"}
        How pupils are named: as typed, by their first names, or by the codes of their games.  With
        codes no name is anywhere in the page; names in texts are replaced too.
    wall : {"names", "initials", "hidden"}
        How pupils are named on the wall: as in the page, by initials, or not at all.
    class_list : path, optional
        The list of the class's names (`read_class_list`): the page says who is missing.  Typed
        names are matched with it, whatever their case, accents and order.
    until : str or time, optional
        The end of the hour, such as ``"10:55"``, on the day of the first file: later ones are late.
    live : bool
        Make the page again as files arrive, until the call is interrupted (Ctrl-C, Jupyter's
        Stop).  A file that isn't whole yet isn't counted.  The open page follows.

    Returns
    -------
    ClassReport
        It has the numbers of the page as DataFrames.  After an interrupt in the middle of the
        costs of decisions it has all games; the page says how many costs are missing.

    Raises
    ------
    RecordError
        If there is no such folder, or the page can't be written.
    RulesError
        If there is no such language, the class's list can't be read, or a number, a time or the
        page's name is invalid.

    Examples
    --------
    >>> table = play("skyjo", ["Ana", "bot:greedy"], seed=7, record=False, display=False)
    >>> file = hand_in(table, "Ana")
    >>> report = class_page("hand-in", "class.html", progress=False)
    >>> report.pupils["pupil"].tolist()
    ['Ana']
    """
    lang = call_language(lang)
    names, wall, until = naming(names), wall_naming(wall), end_of_hour(until)
    listed = None if class_list is None else read_class_list(class_list)
    if Path(path).suffix.lower() not in (".html", ".htm"):  # never overwrite a hand-in file
        raise RulesError("path={path!r}: a name that ends with .html is needed", path=str(path))
    watch, costs = Watch(folder), Regrets(worlds=worlds, sample=sample, progress=progress)

    def make(*, going_on: bool) -> ClassReport:
        hand_ins, left_out = collect(
            folder,
            seed=seed,
            game=None if game is None else preset_name(game),
            seconds=seconds,
            read_files=watch.read_files,
            arriving=watch.arriving if going_on else (),
        )
        nonlocal listed
        roll = None
        if class_list is not None and listed is not None:
            with contextlib.suppress(RulesError):  # it is being edited
                listed = read_class_list(class_list)
            roll = Roll(listed, hand_ins, left_out, until)
            hand_ins = roll.hand_ins
        report = ClassReport(
            Path(path),
            hand_ins,
            left_out,
            costs.of([hand_in.history for hand_in in hand_ins]),
            lang=lang,
            worlds=worlds,
            names=names,
            wall=wall,
            roll=roll,
            live=going_on,
            missing=costs.missing,
        )
        with contextlib.suppress(OSError):  # writing below reports the error
            make_folder(report.path.parent)
        write_whole(report.path, report.page)
        if costs.missing and going_on:
            raise KeyboardInterrupt
        return report

    if live:
        watch.follow(lambda: make(going_on=True))
    return make(going_on=False)


_WIDE = ("pupils", "pictures")
"""Sections that need the page's whole width."""


class ClassReport(CellView):
    """The statistics of a class and their page; made by `class_page`.

    Parameters
    ----------
    path : Path
    hand_ins : list of HandIn
    left_out : list of LeftOut
    regret : DataFrame
    lang : str
    worlds : int
    names : {"whole", "first", "codes"}
    wall : {"names", "initials", "hidden"}
    roll : Roll, optional
        Who of the class's list has handed in.
    live : bool
        Whether the open page looks for a newer one.
    missing : int
        The decisions whose cost an interrupt has left over.

    Attributes
    ----------
    path : Path
        The page.
    log : Log
        The accepted games, with all names.
    regret : DataFrame
        The cost of their decisions; see `regret`.
    pupils : DataFrame
        One row per pupil.
    summary : DataFrame
        One row per measure: the number of pupils who have it, their mean and its 95 % interval, and
        the number of all pupils.
    left_out : DataFrame
        One row per file: `file`, `reason`, `detail`.
    page : str
        The page's HTML.
    """

    path: Path
    lang: str
    log: Log

    def __init__(
        self,
        path: Path,
        hand_ins: list[HandIn],
        left_out: list[LeftOut],
        regret: pd.DataFrame,
        *,
        lang: str,
        worlds: int,
        names: str = "whole",
        wall: str = "names",
        roll: Roll | None = None,
        live: bool = False,
        missing: int = 0,
    ) -> None:
        self._not_costed = missing
        self.path, self._regret, self.lang, self._live = path, regret, lang, live
        histories = [hand_in.history for hand_in in hand_ins]
        self.log = Log(parts=[Played(histories, [hand_in.path for hand_in in hand_ins])])
        self._left_out, self._made_at = left_out, datetime.datetime.now()
        self._pupils = pupils_of(hand_ins, regret)
        if names == "codes":  # the order of the names would reveal them
            self._pupils.sort(key=lambda pupil: (pupil.code, pupil.place))
        self._texts = words(lang)["lessons"]
        self._roll = roll
        listed = roll.listed.names if roll and names != "codes" else ()
        unnamed = self._texts["unnamed"]
        self._naming = ClassNames(self._pupils, names, unnamed, listed)
        self._on_wall = self._naming
        if wall != "names" or (roll and names == "codes"):
            kind = "hidden" if names == "codes" else wall
            self._on_wall = ClassNames(
                self._pupils, kind, unnamed, roll.listed.names if roll else ()
            )
        self._names = self._naming.labels
        self._summary = summary_of(self._pupils)
        self._games = {hand_in.file: str(hand_in.history.header["game_id"]) for hand_in in hand_ins}
        self._tables = ReportTables(
            self._pupils,
            self._naming,
            self._summary,
            list(self._listed(lang)),
            Counter(refusal.reason for refusal in left_out),
            lang=lang,
            worlds=worlds,
        )

    @property
    def pupils(self) -> pd.DataFrame:
        """One row per pupil; numbers as on the page, unrounded."""
        return pd.DataFrame(
            [
                {
                    "pupil": name,
                    "code": pupil.code,
                    "games": pupil.games,
                    "finished": pupil.finished,
                    "won": pupil.won,
                    "locked": pupil.locked,
                    "total": pupil.total,
                    **_numbers("score", pupil.score),
                    "predictions": len(pupil.chances),
                    "brier": pupil.brier,
                    "brier_beside_coach": pupil.beside_coach[0],
                    "coach_brier": pupil.beside_coach[1],
                    "near": pupil.near[0],
                    "near_of": pupil.near[1],
                    **_numbers("cost", pupil.cost),
                    **_numbers("cost_win", pupil.cost_win),
                    "coached": pupil.coached[0],
                    "coached_of": pupil.coached[1],
                    **pupil.sheet,
                }
                for name, pupil in zip(self._names, self._pupils, strict=True)
            ]
        )

    @property
    def summary(self) -> pd.DataFrame:
        """One row per measure."""
        return pd.DataFrame(
            [
                {"measure": name, **mean._asdict(), "of": len(self._pupils)}
                for name, mean in self._summary.items()
            ]
        )

    @property
    def left_out(self) -> pd.DataFrame:
        """One row per file that wasn't accepted."""
        rows = [
            self._hidden(number, refusal) for number, refusal in enumerate(self._left_out, start=1)
        ]
        return pd.DataFrame(rows, columns=list(LeftOut._fields), dtype="string")

    @property
    def regret(self) -> pd.DataFrame:
        """The cost of the decisions; players are named as on the page, unless by whole names."""
        if self._naming.kind == "whole":
            return self._regret
        games, players = self._regret["game_id"], self._regret["player"]
        named = [self._naming.of(game, player) for game, player in zip(games, players, strict=True)]
        return self._regret.assign(player=pd.array(named, dtype="string"))

    @property
    def page(self) -> str:
        """The page's HTML."""
        texts, tables = self._texts, self._tables
        slides, replays, sections = [], [], []
        histories = self.log.histories
        decisions = instructive_decisions(histories, self._regret)
        wall = Wall(
            self._pupils,
            self._on_wall,
            histories,
            decisions,
            tables,
            roll=self._roll,
            to_look_at=self._to_look_at,
            lang=self.lang,
        )
        if self._pupils or self._roll:
            slides, replays = wall.slides(), wall.replays()
        if self._pupils:
            bodies = {
                "all": tables.class_table(),
                "pupils": tables.pupil_table() + tables.warnings(),
                "pictures": tables.strips(),
                "deals": tables.deals(),
                "answers": tables.answers(),
            }
            sections = [
                section(texts[key], body + tables.behind(), wide=key in _WIDE)
                for key, body in bodies.items()
            ]
        else:
            sections = [markup.paragraph(texts["nobody"], "page-only")]
        if self._roll and self._naming.kind != "codes":
            sections.insert(0, section(texts["roll"]["title"], self._roll_table()))
        if self._left_out:
            sections.append(section(f"{texts['left']} ({len(self._left_out)})", tables.left()))
        if self._pupils:
            sections.append(section(texts["how"], tables.how()))
        head = f"{self._counted(self.lang)} · {made_on(self._made_at, self.lang)}"
        return class_html(head, slides, sections, replays, lang=self.lang, live=self._live)

    def _counted(self, lang: str) -> str:
        text = str(
            words(lang)["lessons"]["counted"].format(
                files=len(self.log.games),
                pupils=len(self._pupils),
                left_out=len(self._left_out),
            )
        )
        if self._not_costed:
            say = CellTexts(lang)
            stopped = say("decisions_missing", count=self._not_costed, all=len(self.regret))
            text += f" · {stopped}"
        return text

    def __fspath__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return markup.clipped_lines(str(self).splitlines())

    def __str__(self) -> str:
        pupils, games = len(self._pupils), len(self.log.games)
        lines = [
            _(
                "pupils: {pupils}, games: {games}: {path}",
                pupils=pupils,
                games=games,
                path=self.path,
            ),
            *(
                _("left out: {file}: {reason}", file=file, reason=reason)
                for file, reason in self._listed(self.lang)
            ),
        ]
        return "\n".join(rendered(line, self.lang) for line in lines)

    def _face(self, say: CellTexts) -> markup.Html:
        texts = words(say.lang)["lessons"]
        lines = [
            (texts["measures"][name], say.number(mean.n, 0), say.number(mean.mean, 2))
            for name, mean in self._summary.items()
            if mean.n
        ]
        return say.face(
            texts["title"],
            say.table(("", "n", texts["mean"]), lines) if lines else "",
            markup.paragraph(str(self.path)),
            sub=self._counted(say.lang),
        )

    @property
    def _to_look_at(self) -> int:
        """The number of files that the teacher should look at."""
        if self._roll:
            return self._roll.to_look_at
        return sum(refusal.reason not in HARMLESS for refusal in self._left_out)

    def _roll_table(self) -> str:
        """Return the class's list, with what the teacher should know about each."""
        assert self._roll
        roll, texts, names = self._roll, self._texts["roll"], self._naming.listed
        rows = []
        for at, name in enumerate(names):
            when = roll.handed.get(at)
            notes = [texts["late"]] if at in roll.late else []
            notes += [
                texts["left"].format(reason=self._reason(self._masked(refusal), self.lang))
                for refusal in roll.left.get(at, ())
            ]
            time = "" if when is None or when == NEVER else format_time(when, self.lang)
            handed = markup.cell(markup.escaped(time or texts["yes" if when else "no"]))
            note = markup.cell(markup.escaped("; ".join(notes)))
            rows.append(markup.row(markup.name_head(name), handed, note))
        heads = [(texts[key], "") for key in ("pupil", "handed", "note")]
        doubts = [
            texts["doubt" if doubt.pupils else "stranger"].format(
                typed=markup.short(self._typed(doubt.typed), markup.LONGEST_NAME),
                names=texts["or"].join(names[pupil] for pupil in doubt.pupils),
            )
            for doubt in roll.doubts
        ]
        return markup.table(heads, rows, label=texts["title"]) + "".join(
            map(markup.paragraph, doubts)
        )

    def _masked(self, refusal: LeftOut) -> LeftOut:
        return self._hidden(self._left_out.index(refusal) + 1, refusal)

    def _typed(self, name: str) -> str:
        """Return a typed name as the page may show it."""
        if self._naming.kind == "whole":
            return name
        return self._naming.hide(first_names([name])[name])

    def _listed(self, lang: str) -> Iterator[tuple[str, str]]:
        """Yield the files that were left out and the reasons, as they are shown."""
        for number, refusal in enumerate(self._left_out, start=1):
            masked = self._hidden(number, refusal)
            yield masked.file, self._reason(masked, lang)

    def _hidden(self, number: int, refusal: LeftOut) -> LeftOut:
        """Return a file that was left out without names that aren't shown."""
        file = self._naming.file(refusal.file, self._texts["numbered"].format(number=number))
        detail = self._naming.hide(refusal.detail)
        if self._naming.kind != "whole" and refusal.detail in self._games:
            detail = self._naming.of(self._games[refusal.detail])
        return LeftOut(file, refusal.reason, detail)

    def _reason(self, refusal: LeftOut, lang: str) -> str:
        texts = words(lang)["lessons"]["reasons"]
        key = "damaged_at" if refusal.reason == "damaged" and refusal.detail else refusal.reason
        return str(
            texts[key].format(detail=markup.short(refusal.detail), version=record_file.VERSION)
        )


def _numbers(name: str, mean: ClassMean) -> dict[str, float]:
    return {f"{name}s": mean.n, name: mean.mean, f"{name}_low": mean.low, f"{name}_high": mean.high}
