"""Scores that people wrote down: the tables and JSON files of evenings, as games of cells.

A table has a row a round and a column a player, or the other way round, or a row a score with its
round and player; above, below and beside it may stand a title, totals, dates.  Nothing is guessed
about a cell that is no number of points: it stays as it is, with its place.
"""

from __future__ import annotations

import csv
import datetime
import io
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget.engine.cards.columns import column_letters, is_total
from skyjo_widget.engine.cards.columns import plain as plain_name
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util import spreadsheet
from skyjo_widget.util.parse_number import read_whole
from skyjo_widget.util.people_files import parse_json
from skyjo_widget.util.reading import TEXT, read_bytes, sheet_text, why_unreadable

ENDINGS = (".csv", ".tsv", ".txt", ".json", *spreadsheet.ENDINGS)
"""Endings of files that can hold scores."""

_WORDS = {
    "player": ("player", "name", "joueur", "joueuse", "nom", "prenom"),
    "score": ("score", "points", "pts"),
    "round": ("round", "manche", "tour", "donne", "r", "no", "#", ""),
    "game": ("game", "partie", "evening", "soiree", "match", "game id"),
    "date": ("date", "day", "jour", "created", "createdat", "startedat", "playedat"),
    "total": ("final",),
    "note": ("note", "notes", "comment", "commentaire", "remarque"),
}
"""Names of columns without accents, capitals and signs, by what they mean."""
_NO_GAME = _("no game is there: it needs the players' names and, round by round, their points")
_MOST_ROWS = 20_000
_ROUND = re.compile(r"(?:round|manche|tour|donne|r|m)?\s*\d{1,3}", re.IGNORECASE)
_BETWEEN_PARTS = re.compile(r"(?<=\d)\s*(?=[+−–-])")
_NOTHING = {"-", "–", "−", "/", "?", "x", "na", "n/a", "none", "null"}


def _text(value: Any) -> str:
    if value is None or (pd.api.types.is_scalar(value) and pd.isna(value)):
        return ""
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    elif isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip()


class Cell(NamedTuple):
    """A cell of a table, or a value of a JSON file.

    Parameters
    ----------
    value : Any
    place : str
        Where it stands: ``B4``, ``players[1].scores[2]``.
    """

    value: Any
    place: str

    @property
    def text(self) -> str:
        """The value as people write it: 5 for 5.0, a date without a time; empty if it is."""
        return _text(self.value)


def joined_place(*parts: str) -> str:
    """Return a place by its parts, such as a file, a sheet and a cell; some may be empty."""
    return ", ".join(filter(None, parts))


class Evening(NamedTuple):
    """A game as it was written down.

    Parameters
    ----------
    place : str
        The file, and what else separates the game from others there.
    names : list of Cell
        The players.
    rounds : list of list of Cell
        The points by round and player.
    totals : list of Cell
        What the players' totals are said to be; empty if nothing is stated.
    date : Cell or None
    """

    place: str
    names: list[Cell]
    rounds: list[list[Cell]]
    totals: list[Cell]
    date: Cell | None = None


def points(value: Any) -> int | None:
    """Return points: of a whole number, a text, or a sum such as ``20+16``; None of an empty cell.

    Raises
    ------
    RulesError
        If it is something else, or a text such as ``1,000``, which may be 1 or 1000.
    """
    text = _text(value)
    if not text or text.casefold() in _NOTHING:
        return None
    return sum(map(read_whole, _BETWEEN_PARTS.split(text)))


def evenings(source: Any) -> list[Evening]:
    """Return the games of a file, a DataFrame, or what a JSON file holds.

    Raises
    ------
    RulesError
        If it can't be read, or no game is there.
    """
    if isinstance(source, pd.DataFrame):
        table = [list(source.columns), *source.astype(object).to_numpy().tolist()]
        games = list(_of_table(table, ""))
    elif isinstance(source, Path):
        games = [
            evening._replace(place=joined_place(str(source), evening.place))
            for evening in _of_file(source)
        ]
    else:
        games = list(_of_json(source, ""))
    if not games:
        raise RulesError(_NO_GAME)
    return games


def _of_file(path: Path) -> Iterator[Evening]:
    try:
        data = read_bytes(path, TEXT)
    except (OSError, ValueError) as error:
        raise RulesError("it can't be read: {error}", error=why_unreadable(path, error)) from None
    if data.startswith(spreadsheet.SIGNATURE):
        yield from _of_workbook(data)
        return
    text = sheet_text(data)
    if "\0" in text:
        raise RulesError("it is neither a text nor a workbook: save it as CSV or xlsx")
    if path.suffix.lower() == ".json":
        yield from _of_json(parse_json(text), "")
        return
    rows = csv.reader(io.StringIO(text), delimiter=_separator(text))
    yield from _of_table(list(rows), "")


def _of_workbook(data: bytes) -> Iterator[Evening]:
    for sheet in spreadsheet.read_sheets(data, _MOST_ROWS + 1):
        if any(map(_text, itertools.chain(*sheet.rows[_MOST_ROWS:]))):
            raise RulesError(
                "the sheet {sheet!r:.60} has more than {most} rows: divide it",
                sheet=sheet.name,
                most=_MOST_ROWS,
            )
        yield from _of_table(sheet.rows, sheet.name)


def _separator(text: str) -> str:
    """Return the separator that most lines have most of."""
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    return max(";\t|,", key=lambda mark: sum(min(line.count(mark), 12) for line in lines))


def _kind(header: Cell) -> str | None:
    """Return what a header names: a key of `_WORDS`; None of anything else, such as a player."""
    name = plain_name(header.text.replace("°", "o")) or header.text  # players can be emojis
    if is_total([name]):
        return "total"
    return next((kind for kind, words in _WORDS.items() if name in words), None)


def _of_table(rows: Sequence[Sequence[Any]], place: str) -> Iterator[Evening]:
    """Yield the games of a table, which blank rows may divide."""
    block: list[list[Cell]] = []
    for number, row in enumerate([*rows, []], start=1):
        cells = [Cell(value, f"{column_letters(at)}{number}") for at, value in enumerate(row)]
        if not _filled(cells):
            yield from _of_block(block, place)
            block = []
        elif block or len(_filled(cells)) > 1:  # a single cell is a title
            block.append(cells)


def _filled(row: list[Cell]) -> list[Cell]:
    return [cell for cell in row if cell.text]


def _of_block(block: list[list[Cell]], place: str) -> Iterator[Evening]:
    """Yield the games of a table with one row of headers, below dates and remarks."""
    date = None
    is_wide = any(len(_filled(row)) > 2 for row in block)  # else a date may be a column
    while is_wide:
        label, *values = _filled(block[0])
        if len(values) > 1 or _kind(label) not in ("date", "game", "note"):
            break
        if values and _kind(label) == "date":
            date = values[0]
        block = block[1:]
    if len(block) < 2:  # a title, or a header without a row
        return
    header, body = block[0], block[1:]
    kinds = list(map(_kind, header))
    if "player" in kinds and "score" in kinds:
        games = _of_long(kinds, body)
    else:
        is_round = [
            kind == "total" or bool(_ROUND.fullmatch(cell.text))
            for cell, kind in zip(header, kinds, strict=True)
        ]
        if kinds[0] in ("player", "round") and len(header) > 1 and all(is_round[1:]):
            header, *body = map(list, zip(*_even(block), strict=True))  # players are rows
            kinds = ["round", *([None] * (len(header) - 1))]
        for cell, kind in zip(header, kinds, strict=True):
            if kind is None and cell.text.lstrip("+-−–").isdigit():
                raise RulesError(
                    "{place}: {text!r:.40} is no player's name: names stand above the points",
                    place=joined_place(place, cell.place),
                    text=cell.text,
                )
        games = _of_wide(header, kinds, body)
    for key, evening in games:
        yield evening._replace(place=joined_place(place, key), date=evening.date or date)


def _of_wide(
    header: list[Cell], kinds: list[str | None], body: list[list[Cell]]
) -> Iterator[tuple[str, Evening]]:
    """Yield the games, with what names them, of a table with a row a round."""
    before_players = kinds.index(None) if None in kinds else len(kinds)
    players = [
        at
        for at, kind in enumerate(kinds)
        if kind is None
        or (kind == "round" and at > before_players and any(_at(row, at).text for row in body))
    ]
    for key, rows in _grouped(body, kinds):
        stated = [row for row in rows if _is_total(row, kinds)]
        yield (
            key,
            Evening(
                "",
                [header[at] for at in players],
                [[_at(row, at) for at in players] for row in rows if not _is_total(row, kinds)],
                [_at(stated[-1], at) for at in players] if stated else [],
                _date(rows, kinds),
            ),
        )


def _date(rows: list[list[Cell]], kinds: list[str | None]) -> Cell | None:
    return _at(rows[0], kinds.index("date")) if "date" in kinds else None


def _even(block: list[list[Cell]]) -> list[list[Cell]]:
    """Return rows of the same length."""
    return [[_at(row, at) for at in range(max(map(len, block)))] for row in block]


def _at(row: list[Cell], at: int) -> Cell:
    return row[at] if at < len(row) else Cell(None, row[-1].place)


def _is_total(row: list[Cell], kinds: list[str | None]) -> bool:
    return any(
        kind in ("round", "game", "date") and _kind(cell) == "total"
        for cell, kind in zip(row, kinds, strict=False)
    )


def _grouped(
    body: list[list[Cell]], kinds: list[str | None]
) -> Iterator[tuple[str, list[list[Cell]]]]:
    """Yield the rows of each game: what its column says, empty cells as the cell above."""
    column = next((kinds.index(kind) for kind in ("game", "date") if kind in kinds), None)
    if column is None:
        yield "", body
        return
    groups: dict[str, list[list[Cell]]] = {}
    key = ""
    for row in body:
        label = _at(row, column)
        if label.text and _kind(label) != "total":
            key = label.text
        groups.setdefault(key, []).append(row)
    yield from groups.items()


def _of_long(kinds: list[str | None], body: list[list[Cell]]) -> Iterator[tuple[str, Evening]]:
    """Yield the games, with what names them, of a table with a row a score."""
    who, score = kinds.index("player"), kinds.index("score")
    turn = kinds.index("round") if "round" in kinds else None
    for key, rows in _grouped(body, kinds):
        by_round: dict[str, list[tuple[Cell, Cell]]] = {}
        for row in rows:
            label = "" if turn is None else _at(row, turn).text
            by_round.setdefault(label, []).append((_at(row, who), _at(row, score)))
        names: list[Cell] = []
        scores: list[list[Cell]] = []
        for pairs in by_round.values():
            places = _places([name for name, _ in pairs], names)
            cells = dict(zip(places, [cell for _, cell in pairs], strict=True))
            absent = Cell(None, pairs[0][0].place)
            scores.append([cells.get(at, absent) for at in range(len(names))])
        scores = [[_at(row, at) for at in range(len(names))] for row in scores]
        yield key, Evening("", names, scores, [], _date(rows, kinds))


def _places(named_cells: list[Cell], names: list[Cell]) -> list[int]:
    """Return the place of each name of a round; one that is there twice is another player."""
    places: list[int] = []
    for name in named_cells:
        same = [k for k, earlier in enumerate(names) if earlier.text == name.text]
        free = [k for k in same if k not in places]
        if not free:
            names.append(name)
            free = [len(names) - 1]
        places.append(free[0])
    return places


def _of_json(content: Any, at: str) -> Iterator[Evening]:
    """Yield the games of a JSON file, as score apps write it."""
    if isinstance(content, dict):
        for word, (key, games) in _by_word(content).items():
            if word in ("games", "parties", "matches", "evenings") and isinstance(games, list):
                yield from _each(games, f"{at}.{key}" if at else key)
                return
        if isinstance(_named(content, "players")[1], list):
            yield _game(content, at)
            return
        if content and all(isinstance(scores, list) for scores in content.values()):
            names = [Cell(name, name) for name in content]
            yield Evening(at, names, _by_round(list(content.items())), [])
            return
    if isinstance(content, list) and content and all(isinstance(row, list) for row in content):
        yield from _of_table(content, at)
        return
    if isinstance(content, list) and content and all(isinstance(row, dict) for row in content):
        if all(isinstance(value, list) for row in content for value in row.values()) or any(
            "players" in _by_word(row) for row in content
        ):
            yield from _each(content, at)
        else:
            header = list(dict.fromkeys(key for row in content for key in row))
            yield from _of_table(
                [header, *([row.get(key) for key in header] for row in content)], at
            )
        return
    raise RulesError("{where}: {text}", where=at, text=_NO_GAME) if at else RulesError(_NO_GAME)


def _each(games: Iterable[Any], at: str) -> Iterator[Evening]:
    for number, game in enumerate(games):
        yield from _of_json(game, f"{at}[{number}]")


def _by_word(content: dict[Any, Any]) -> dict[str, tuple[str, Any]]:
    """Return an object's keys and values by its keys without capitals."""
    return {str(key).casefold(): (str(key), value) for key, value in content.items()}


def _named(content: Any, *words: str) -> tuple[str, Any]:
    """Return the first of these keys that an object has, as written, and its value."""
    by_word = _by_word(content) if isinstance(content, dict) else {}
    return next((by_word[word] for word in words if word in by_word), ("", None))


_SCORES = ("scores", "rounds", "points", "manches")
_TOTALS = ("totals", "total")
_WHO = ("name", "player", "playerid", "player_id")


def _game(content: dict[Any, Any], place: str) -> Evening:
    """Return the game of an object with a list ``players``."""
    at = f"{place}." if place else ""
    key, players = _named(content, "players")
    spots = [f"{at}{key}[{k}]" for k in range(len(players))]
    names = [
        Cell(_named(player, *_WHO)[1] if isinstance(player, dict) else player, spot)
        for player, spot in zip(players, spots, strict=True)
    ]
    keys = [
        {name.text, *(_text(_named(player, word)[1]) for word in (*_WHO, "id"))} - {""}
        for player, name in zip(players, names, strict=True)
    ]

    def cells(row: Any, where: str) -> list[Cell]:
        return [
            Cell(_of_player(row, k, keys[k]), f"{where}, {name.text}")
            for k, name in enumerate(names)
        ]

    own = [_named(player, *_SCORES) for player in players]
    rounds = _by_round(
        [(f"{spot}.{word}", scores) for spot, (word, scores) in zip(spots, own, strict=True)]
    )
    key, played = _named(content, "rounds", *_SCORES)  # beside them `scores` may be the totals
    if not rounds and isinstance(played, list):
        rounds = [cells(row, f"{at}{key}[{number}]") for number, row in enumerate(played)]
    totals = [
        Cell(total, f"{spot}.{word}")
        for spot, player in zip(spots, players, strict=True)
        for word, total in [_named(player, *_TOTALS)]
    ]
    key, stated = _named(content, *_TOTALS)
    if all(total.value is None for total in totals):
        totals = cells(stated, f"{at}{key}") if isinstance(stated, (list, dict)) else []
    key, date = _named(content, *_WORDS["date"])
    return Evening(place, names, rounds, totals, Cell(date, f"{at}{key}") if key else None)


def _of_player(row: Any, number: int, keys: set[str]) -> Any:
    """Return a player's points of a round: a list, an object by names, or a list of objects."""
    inner = _named(row, *_SCORES)[1]
    row = inner if isinstance(inner, (list, dict)) else row
    if isinstance(row, dict):
        return next((_points_of(value) for key, value in row.items() if str(key) in keys), None)
    if not isinstance(row, list):
        return None
    named = [(_who(entry), entry) for entry in row]
    if any(who for who, _ in named):
        return next((_points_of(entry) for who, entry in named if who in keys), None)
    return _points_of(row[number]) if number < len(row) else None


def _who(entry: Any) -> str:
    """Return the name or id of the player whose score an object is."""
    who = _named(entry, *_WHO[1:], _WHO[0])[1]
    return _who(who) if isinstance(who, dict) else _text(who)


def _points_of(value: Any) -> Any:
    return _named(value, "score", "points")[1] if isinstance(value, dict) else value


def _by_round(scores: Sequence[tuple[str, Any]]) -> list[list[Cell]]:
    """Return players' lists, each with its place, as rounds; an absent score is an empty cell."""
    lists = [
        (place, column if isinstance(column, list) else [] if column is None else [column])
        for place, column in scores
    ]
    return [
        [
            Cell(_points_of(column[k]) if k < len(column) else None, f"{place}[{k}]")
            for place, column in lists
        ]
        for k in range(max((len(column) for _, column in lists), default=0))
    ]
