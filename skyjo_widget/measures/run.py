"""`measure`: from games to measures, apart by what was played and who has played."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.measures import decision_values as influence
from skyjo_widget.measures.decision_values import Weighed
from skyjo_widget.measures.definition import Group, Measure
from skyjo_widget.measures.estimate import Cell, Exact
from skyjo_widget.measures.families import course
from skyjo_widget.measures.registry import chosen
from skyjo_widget.measures.result import Found, Measures
from skyjo_widget.measures.source import find
from skyjo_widget.measures.summaries import Summaries, summarise
from skyjo_widget.measures.win_chances import Chances
from skyjo_widget.util.i18n import words


def measure(
    source: Any,
    *,
    which: Sequence[str] | str | None = None,
    by: str | None = "kind",
    practice: bool = False,
    lang: str = "en",
    chances: Chances | None = None,
    weighed: Weighed | None = None,
) -> Measures:
    """Measure games: how far scores lie apart, what luck does, how real choices are.

    Parameters
    ----------
    source : Log, Session, Simulation, or path
        The games; a path is that of the folder of a run, of other Parquet files with the frames
        of a log, or of records.  Parquet files aren't loaded whole.
    which : sequence of str, optional
        Measures or families, by their keys; all unless told.
    by : {"kind", None}
        People and bots apart, or together.
    practice : bool
        Whether practice tables and branches count.  Undone decisions never do.
    lang : str
        The language of its words.
    chances : Chances, optional
        Of these games (`skyjo_widget.chances`): then the course of a game is measured too.
    weighed : Weighed, optional
        Of these games (`skyjo_widget.weigh`): then what decisions were worth is.

    Returns
    -------
    Measures
        What was played apart (rules, deck, number of players); `Measures.frame` has a row a
        measure.

    Raises
    ------
    RulesError
        If it isn't a source of games, there is no game in it, or no such measure; if a measure
        is asked for that needs chances, or these are of other games.
    SkyjoWidgetError
        If what reads the files isn't installed.

    Examples
    --------
    >>> from skyjo_widget import simulate
    >>> played = simulate("skyjo", ["greedy", "random"], games=40, seed=1, decisions=True)
    >>> found = measure(played, which=["margin"])
    >>> row = found.frame.iloc[0]
    >>> row["unit"], int(row["n"]), bool(row["enough"])
    ('points', 40, True)
    """
    for name, given, kind in (("chances", chances, Chances), ("weighed", weighed, Weighed)):
        if not (given is None or isinstance(given, kind)):
            raise RulesError(f"{name}={given!r:.60}: what {name}(…) gives is needed")
    extras = {
        "chances": None if chances is None else course.summary(chances.courses()),
        "weighed": None if weighed is None else influence.summary(weighed),
    }
    wanted = _told(chosen(which), which, [name for name in extras if extras[name] is None])
    words(lang)
    if by not in ("kind", None):
        raise RulesError(f"by={by!r}: 'kind' (people and bots apart) or None is needed")
    known = summarise(find(source), practice=practice, apart=by == "kind")
    if known.games.empty:
        raise RulesError(
            "there are no games to be measured (practice tables count with practice=True)"
        )
    for name, given in (("chances", chances), ("weighed", weighed)):
        if given is not None:
            if not given.frame["game_id"].isin(known.games.index).any():
                raise RulesError(f"{name}: there is nothing in it of these games")
            known.more[name] = extras[name]
    return Measures(known, work_out(known, wanted), lang)


def _told(wanted: tuple[Measure, ...], which: object, missing: list[str]) -> tuple[Measure, ...]:
    """The measures that can be told without what is missing; those asked for must be."""
    names = [which] if isinstance(which, str) else which if isinstance(which, Collection) else []
    told = tuple(one for one in wanted if one.extra not in missing)
    for one in wanted:
        if one.extra in missing and (one.key in names or not told):
            make = {"chances": "chances", "weighed": "weigh"}[one.extra]
            raise RulesError(
                f"{one.key} comes from rollouts: measure(…, {one.extra}={make}(source))"
            )
    return told


def work_out(known: Summaries, wanted: Sequence[Measure]) -> list[Found]:
    """What measures find, a version and kind of player after the other."""
    found = []
    apart = {whole: list(groups(known, whole=whole)) for whole in (True, False)}
    for one in wanted:
        for group in apart[one.whole]:
            if lacking := [name for name in one.needs if _lacks(known, name)]:
                found.append(Found(one, group.version, group.kind, None, tuple(lacking)))
                continue
            deals = group.games["deal"] if group.games["rotated"].any() else None
            unit = "games" if deals is None else "deals"
            found += [
                Found(one, group.version, group.kind, _settled(cell, one, deals), unit=unit)
                for cell in one.cells(group)
            ]
    return found


def _settled(cell: Cell | Exact, one: Measure, deals: Any) -> Cell | Exact:
    """What was found, within its bounds, and by deals where each is played for every seat."""
    if isinstance(cell, Exact):
        return cell
    by_unit = cell if deals is None else cell.by_deal(deals)
    return dataclasses.replace(by_unit, bounds=one.bounds)


def groups(known: Summaries, *, whole: bool) -> Iterator[Group]:
    """The games of each version, by the kind of who sat there.

    Parameters
    ----------
    known : Summaries
    whole : bool
        Whether whole games are told apart (`kind` may be ``mixed``), or seats.
    """
    for version, games in known.games.groupby("version"):
        seats = known.seats[known.seats["version"] == version]
        cards = known.cards[known.cards["version"] == version]
        for kind in sorted((games if whole else seats)["kind"].unique()):
            mine = games[games["kind"] == kind] if whole else games
            inside = seats["game_id"].isin(mine.index) if whole else seats["kind"] == kind
            yield Group(
                version=str(version),
                kind=str(kind),
                games=mine,
                seats=seats[inside],
                cards=cards[cards["kind"] == kind],
                more={name: _of(frame, mine) for name, frame in known.more.items()},
                touching=known.touching[str(version)],
            )


def _of(frame: Any, games: Any) -> Any:
    return frame[frame.index.isin(games.index)]


def _lacks(known: Summaries, column: str) -> bool:
    return column in known.missing or column.partition(".")[0] in known.missing
