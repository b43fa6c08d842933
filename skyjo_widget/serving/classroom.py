"""The function `classroom`, which opens a class's tables."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from skyjo_widget.board.open import load, play
from skyjo_widget.board.session import Session
from skyjo_widget.coach.advice import Mode
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.games import GameSpec, RuleOptions, preset_name
from skyjo_widget.errors import RulesError
from skyjo_widget.records.course import default_folder, is_graded
from skyjo_widget.records.places import newest
from skyjo_widget.serving.names import alias
from skyjo_widget.serving.open import need_extra
from skyjo_widget.table.seating import PlayerSpec
from skyjo_widget.util.files import given_path, make_folder
from skyjo_widget.util.messages import in_its_language
from skyjo_widget.util.validation import seed_number, whole_number

if TYPE_CHECKING:
    from skyjo_widget.serving.hall import Hall

MOST_TABLES = 32
SEATS = "seats.json"
"""The file of a class's folder that keeps who sits where."""


class TableOptions(RuleOptions, total=False):
    """The options of `play` that `classroom` hands on."""

    rules: Options | None
    deck: Deck | str | Path | None
    order: Sequence[Any] | None
    practice: bool
    coach: Mode | None
    for_: Literal["class", "playtest"] | None
    limit: float | None
    projector: bool


@in_its_language
def classroom(
    game: GameSpec = "skyjo",
    *,
    tables: int,
    seats: int = 4,
    seed: int | str | None = None,
    same: bool = False,
    bots: Sequence[PlayerSpec] = (),
    record: str | Path | Literal[False] | None = None,
    network: bool | str = False,
    port: int = 0,
    hosts: Sequence[str] = (),
    link: str | None = None,
    delayed: bool = False,
    title: str = "",
    lang: str | None = None,
    display: bool = True,
    **options: Unpack[TableOptions],
) -> Hall:
    """Open tables that a class joins from its own phones, with one link and one PIN.

    People are seated as they come.  `Hall.start` begins all games; the page for the projector shows
    every table.  Run again with the same `record` folder, it goes on where it was, and everybody
    comes back to their seat.

    Parameters
    ----------
    game : str or Game
        A preset, as in `play`.
    tables : int
        Up to 32.
    seats : int
        People a table.
    seed : int or str, optional
        As in `play`; each table has its own deals, made from it.
    same : bool
        The same deals at every table.
    bots : sequence of player
        Who else sits at each table.
    record : path, False or None
        The folder of the records.  None: a new one in ``games``; False: nowhere.
    network, port, hosts, link, delayed, title, display
        As in `Session.serve`.
    lang : str, optional
        The language of the host's panel and of the projector.
    **options
        Further options of `play`, and rules to change.

    Returns
    -------
    Hall
        The tables, the log and the controls.

    Raises
    ------
    RulesError, RecordError
        As `play`; or if the folder holds another class.

    Examples
    --------
    >>> hall = classroom("skyjo", tables=2, seats=2, seed="3B", record=False, display=False)
    >>> len(hall.sessions), len(hall.log.games)
    (2, 2)
    >>> hall.close()
    """
    need_extra()
    from skyjo_widget.serving.hall import Hall  # noqa: PLC0415  (needs the extra)

    tables, seats = whole_number("tables", tables), whole_number("seats", seats)
    if not 1 <= tables <= MOST_TABLES:
        raise RulesError(
            "tables={tables}: 1 to {most_tables}", tables=tables, most_tables=MOST_TABLES
        )
    preset = preset_name(game)
    folder = _folder(record)
    kept = folder is not None and (folder / SEATS).is_file()
    seed = seed_number(None) if seed is None else seed
    opened: list[Session] = []
    try:
        for number in range(1, tables + 1):
            place = folder / f"table-{number:02}" if folder else None
            if kept and place:
                opened.append(_resumed(place, preset, lang))
                continue
            people = [f"person:{alias(seat)}" for seat in range(seats)]
            opened.append(
                play(
                    game,
                    [*people, *bots],
                    seed=seed if same else seed_number(f"{seed} {number}"),
                    record=False if place is None else f"{place}/",
                    lang=lang,
                    display=False,
                    **options,
                )
            )
        if folder:
            make_folder(folder)
        hall = Hall(
            opened,
            network=network,
            port=port,
            hosts=hosts,
            link=link,
            delayed=delayed,
            title=title,
            seats=folder / SEATS if folder else None,
        )
    except BaseException:
        for session in opened:
            session.close()
        raise
    if display:
        hall.show()
    return hall


def _folder(record: str | Path | Literal[False] | None) -> Path | None:
    if record is False or (record is None and is_graded()):
        return None
    if record is None:
        now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
        return default_folder("games") / f"class-{now}"
    return given_path(record)


def _resumed(place: Path, game: str, lang: str | None) -> Session:
    """Load a table's newest game."""
    records = newest(place)
    if not records:
        raise RulesError(
            "{place} has no record: the class in this folder had fewer tables", place=place
        )
    session = load(records[0], lang=lang, display=False)
    preset = session.history.header["preset"]
    if preset != game:
        session.close()
        raise RulesError(
            "{place}: a class that plays {preset} is kept there, not {game}",
            place=place,
            preset=preset,
            game=game,
        )
    return session
