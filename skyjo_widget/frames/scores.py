"""Scores of evenings at a real table, as a log: its games, rounds and seats."""

from __future__ import annotations

import datetime
import hashlib
import itertools
import json
import statistics
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.games import GameSpec, find_preset, preset_name
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _, message_of
from skyjo_widget.frames.log import Log
from skyjo_widget.frames.parts import Part
from skyjo_widget.frames.rows import ranked
from skyjo_widget.frames.schema import FRAMES, frame_of
from skyjo_widget.frames.score_sheets import ENDINGS, Cell, Evening, evenings, joined_place, points
from skyjo_widget.util.files import given_path
from skyjo_widget.util.messages import in_its_language, warn
from skyjo_widget.util.names import free_name
from skyjo_widget.util.parse_number import NoNumberError


@in_its_language
def scores(source: Any, *, game: GameSpec = "skyjo") -> Log:
    """Load the scores of games that people played at a real table, as a log.

    What nobody wrote down, such as decisions and who ended a round, is missing.  A score that is no
    number, a total that isn't the sum of its rounds and a name that is there twice are warned of,
    with their places.

    Parameters
    ----------
    source : path, DataFrame, or iterable of these
        A CSV, Excel, OpenDocument or JSON file, or a folder of them.  A table has a row a round and
        a column a player, or the other way round, or columns ``player`` and ``score``, also in
        French; blank rows, sheets, or a column ``game`` or ``date`` separate games.  A score may be
        a sum, as ``20+16``.  JSON is that of score apps, or already read.
    game : preset or Game
        The preset by whose rules they played.

    Returns
    -------
    Log
        With `games`, `rounds` and `seats`, for `measure`, and for `load_all` to join with others.
        Of a game that is left out `Log.left_out` has the place and the reason.

    Raises
    ------
    RulesError
        If there is no such file or preset, or no game in it.

    Examples
    --------
    >>> import pandas as pd
    >>> log = scores(pd.DataFrame({"Ana": [12, "20+16"], "Bo": [5, 7]}))
    >>> log.seats[["player", "won", "total"]].values.tolist()
    [['Ana', False, 48], ['Bo', True, 12]]
    """
    of_game, rules = find_preset(game)
    seats = _Seats(preset_name(game), of_game, rules)
    sources = _single(source)
    for number, part in enumerate(sources, start=1):
        name = str(part) if isinstance(part, Path) else _("table {number}", number=number)
        try:
            games = evenings(part)
        except RulesError as error:
            if len(sources) > 1:
                seats.leave(name, error)
                continue
            raise RulesError("{path}: {error}", path=name, error=error) from None
        for evening in games:
            try:
                seats.add(evening)
            except RulesError as error:
                seats.leave(evening.place or name, error)
    if not sources:
        raise RulesError(
            "{path}: no file of scores is there; such a name ends in {endings}",
            path=source,
            endings=", ".join(ENDINGS),
        )
    for text in seats.warnings:
        warn(text)
    return Log(parts=[Scored(seats.frames())], left_out=seats.left_out)


def _single(source: Any) -> list[Any]:
    """Return each file or table on its own."""
    if isinstance(source, (str, Path)):
        path = given_path(source)
        if not path.is_dir():
            return [path]
        return sorted(file for file in path.rglob("*") if file.suffix.lower() in ENDINGS)
    if isinstance(source, Iterable) and not isinstance(source, (pd.DataFrame, Mapping)):
        source = list(source)
        if all(isinstance(part, (str, Path, pd.DataFrame)) for part in source):
            return [single for part in source for single in _single(part)]
    return [source]


class _Seats:
    """The rows of evenings."""

    def __init__(self, preset: str, game: Any, rules: Any) -> None:
        self.rows: dict[str, list[dict[str, Any]]] = {"games": [], "rounds": [], "seats": []}
        self.warnings: list[str] = []
        self.left_out: list[tuple[str, str]] = []
        self._preset, self._game, self._rules = preset, game, rules

    def add(self, evening: Evening) -> None:
        """Add a game.

        Raises
        ------
        RulesError
            If its number of players can't play, or no score is known.
        """
        many = len(evening.names)
        codes = self._rules.codes(many, self._game.deck)
        names = self._named(evening)
        table = [[self._points(cell, evening) for cell in row] for row in evening.rounds]
        while table and not any(score is not None for score in table[-1]):
            table.pop()
        stated = [self._points(cell, evening) for cell in evening.totals] or [None] * many
        if not table and not any(total is not None for total in stated):
            raise RulesError("no score is known")
        running = list(itertools.accumulate(table, _added))
        totals = self._totals(evening, names, running[-1] if table else [None] * many, stated)
        winners = None
        if None not in totals:
            state = self._game.state()
            for seat, total in enumerate(totals):
                state.total[seat] = total
            winners = self._game.winners(state, codes)
        self._write(evening, names, table, running, totals, winners)

    def leave(self, place: str, error: RulesError) -> None:
        """Leave a game or a file out."""
        self.left_out.append((place, message_of(error)))
        self.warnings.append(_("left out: {file}: {reason}", file=place, reason=message_of(error)))

    def _named(self, evening: Evening) -> list[str]:
        names: list[str] = []
        for number, cell in enumerate(evening.names, start=1):
            name = cell.text or f"player {number}"
            unique = free_name(name, names)
            if unique != name:
                self._doubt(evening, cell.place, _("{name} is there twice", name=name))
            names.append(unique)
        return names

    def _points(self, cell: Cell, evening: Evening) -> int | None:
        try:
            return points(cell.value)
        except NoNumberError:
            text: str = _("{value!r:.40} is no number of points, and is missing", value=cell.value)
        except RulesError as error:
            text = message_of(error)
        self._doubt(evening, cell.place, text)
        return None

    def _totals(
        self,
        evening: Evening,
        names: Sequence[str],
        sums: Sequence[int | None],
        stated: Sequence[int | None],
    ) -> list[int | None]:
        """Return the totals: sums, or where a score is missing what they are said to be."""
        totals: list[int | None] = []
        for seat, (name, added) in enumerate(zip(names, sums, strict=True)):
            if added is not None and stated[seat] not in (None, added):
                text = _(
                    "the total of {name} is {stated}, and the rounds add up to {sum}",
                    name=name,
                    stated=stated[seat],
                    sum=added,
                )
                self._doubt(evening, evening.totals[seat].place, text)
            totals.append(stated[seat] if added is None else added)
        return totals

    def _doubt(self, evening: Evening, place: str, text: str) -> None:
        where = joined_place(evening.place, place)
        self.warnings.append(_("{where}: {text}", where=where, text=text))

    def _write(
        self,
        evening: Evening,
        names: Sequence[str],
        table: Sequence[Sequence[int | None]],
        running: Sequence[Sequence[int | None]],
        totals: Sequence[int | None],
        winners: Sequence[int] | None,
    ) -> None:
        content = repr((names, table, evening.place.rpartition("/")[2], len(self.rows["games"])))
        common = {
            "game_id": f"scores-{hashlib.sha256(content.encode()).hexdigest()[:12]}",
            "game": self._game.name,
            "preset": self._preset,
            "players": len(names),
            "practice": False,
        }
        finished = None if winners is None else True
        self.rows["games"].append(
            {
                **common,
                "names": names,
                "persons": len(names),
                "rounds": len(table) or None,
                "finished": finished,
                "winners": None if winners is None else [names[seat] for seat in winners],
                "rules": json.dumps(self._rules.as_dict()),
                "deck": self._game.deck.hash,
                "created": self._created(evening),
                "path": evening.place or None,
            }
        )
        ranks = ranked(totals, winners)
        for seat, name in enumerate(names):
            present = [score for row in table if (score := row[seat]) is not None]
            person = {**common, "seat": seat, "player": name, "kind": "person"}
            won = None if winners is None else seat in winners
            self.rows["seats"].append(
                {
                    **person,
                    "won": won,
                    "share": None if winners is None else bool(won) / max(len(winners), 1),
                    "rank": ranks[seat],
                    "total": totals[seat],
                    "mean_score": statistics.fmean(present) if present else None,
                    "rounds": len(present),
                    "finished": finished,
                }
            )
        for number, row in enumerate(table):
            for seat, name in enumerate(names):
                self.rows["rounds"].append(
                    {
                        **common,
                        "round": number + 1,
                        "seat": seat,
                        "player": name,
                        "kind": "person",
                        "score": row[seat],
                        "total": running[number][seat],
                        "finished": True if row[seat] is not None else None,
                    }
                )

    def _created(self, evening: Evening) -> pd.Timestamp | None:
        """Return when an evening was, if its date can be read in one way only, as 01/11 can't."""
        if evening.date is None or not evening.date.text:
            return None
        written: Any = evening.date.value
        if isinstance(written, (str, datetime.date)):  # a number has no certain beginning
            date = pd.to_datetime(str(written), errors="coerce", utc=True, format="ISO8601")
            if not pd.isna(date):
                return date
        text = _("{value!r:.40} is no date as 2026-11-01, and is missing", value=written)
        self._doubt(evening, evening.date.place, text)
        return None

    def frames(self) -> dict[str, pd.DataFrame]:
        """Return the frames of a log."""
        return {name: frame_of(self.rows.get(name, []), FRAMES[name]) for name in FRAMES}


def _added(totals: Sequence[int | None], scores: Sequence[int | None]) -> list[int | None]:
    """Add a round's scores to the totals, which are unknown from a missing one on."""
    return [
        None if total is None or score is None else total + score
        for total, score in zip(totals, scores, strict=True)
    ]


class Scored(Part):
    """Games of which only scores are known, as a part of a log.

    Parameters
    ----------
    frames : dict of str to DataFrame
    """

    def __init__(self, frames: dict[str, pd.DataFrame]) -> None:
        self._frames = frames
        self.ids: list[str] = frames["games"]["game_id"].tolist()
        self.paths: list[Path | None] = [None] * len(self.ids)

    def frame(self, name: str) -> pd.DataFrame:
        """Return one of the frames."""
        return self._frames[name].copy()

    def history(self, number: int) -> NoReturn:
        """Refuse to replay a game: raises `RulesError`."""
        raise RulesError("{game_id}: only its scores are known", game_id=self.ids[number])

    def decks(self) -> dict[str, Deck]:
        """Return no deck but those that all know."""
        return {}

    def count(self, name: str) -> int:
        """Return the number of rows of a frame."""
        return len(self._frames[name])

    def without(self, places: Iterable[int]) -> Scored:
        """Return the part without some games."""
        out = {self.ids[place] for place in places}
        return Scored(
            {
                name: frame[~frame["game_id"].isin(out)].reset_index(drop=True)
                for name, frame in self._frames.items()
            }
        )

    def place(self, number: int) -> str:
        """Return where a game comes from, for a message."""
        return str(self._frames["games"]["path"][number])
