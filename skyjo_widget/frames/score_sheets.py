"""Scores that people wrote down: the tables and JSON files of evenings, as games of cells.

A table has a row a round and a column a player, or the other way round, or a row a score with its
round and player; above, below and beside it may stand a title, totals, dates.  Nothing is guessed
about a cell that is no number of points: it stays as it is, with its place.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util.files import reason
from skyjo_widget.util.people_files import parse_json
from skyjo_widget.util.reading import TEXT, read_bytes

ENDINGS = (".csv", ".tsv", ".txt", ".json", ".xlsx", ".xlsm")
"""Endings of files that can hold scores."""

_WORDS = {
    "player": {"player", "name", "joueur", "joueuse", "nom", "prénom", "prenom"},
    "score": {"score", "points", "pts"},
    "round": {"round", "manche", "tour", "donne", "r", "#", "n°", "no", ""},
    "game": {"game", "partie", "evening", "soirée", "soiree", "match", "game_id"},
    "date": {"date", "day", "jour", "created", "createdat", "startedat", "playedat"},
    "total": {"total", "totals", "totaux", "somme", "sum", "final"},
    "note": {"note", "notes", "comment", "commentaire", "remarque"},
}
_NO_GAME = _("no game is there, with players and their points")
_ROUND = re.compile(r"(?:round|manche|tour|donne|r|m)?\s*\d{1,3}", re.IGNORECASE)
_SUM = re.compile(r"[+-]?\d{1,6}(?:[+-]\d{1,6})*")
_SIGNS = {**dict.fromkeys(map(ord, "−–"), "-"), **dict.fromkeys(map(ord, " \u00a0\u202f"), "")}
_NOTHING = {"", "-", "/", "?", "x", "na", "n/a", "none", "null"}


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
    ValueError
        If it is something else.
    """
    if value is None or (not isinstance(value, (str, list, dict)) and pd.isna(value)):
        return None
    text = str(value).translate(_SIGNS).casefold()
    if text in _NOTHING:
        return None
    text = re.sub(r"[.,]0+$", "", text)
    if isinstance(value, bool) or not _SUM.fullmatch(text):
        raise ValueError(text)
    return sum(int(part) for part in re.findall(r"[+-]?\d+", text))


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
        games = list(_of_file(source))
    else:
        games = list(_of_json(source, "", ""))
    if not games:
        raise RulesError(_NO_GAME)
    return games


def _of_file(path: Path) -> Iterator[Evening]:
    try:
        data = read_bytes(path, TEXT)
    except (OSError, ValueError) as error:
        raise RulesError("{path}: can't be read: {error}", path=path, error=reason(error)) from None
    ending = path.suffix.lower()
    if ending in (".xlsx", ".xlsm"):
        for name, sheet in _sheets(data, path):
            yield from _of_table(sheet, f"{path}, {name}")
        return
    text = _decoded(data)
    if ending == ".json":
        try:
            content = parse_json(text)
        except RulesError as error:
            raise RulesError("{path}: {error}", path=path, error=error) from None
        yield from _of_json(content, str(path), "")
        return
    yield from _of_table(list(csv.reader(io.StringIO(text), delimiter=_separator(text))), str(path))


def _sheets(data: bytes, path: Path) -> Iterator[tuple[str, list[list[Any]]]]:
    try:
        sheets = pd.read_excel(io.BytesIO(data), sheet_name=None, header=None, engine="openpyxl")
    except ImportError:
        raise RulesError(
            "Excel needs openpyxl, which isn't installed here: pip install openpyxl"
        ) from None
    except Exception as error:  # of any type, depending on what is broken
        raise RulesError("{path}: can't be read: {error}", path=path, error=error) from None
    for name, sheet in sheets.items():
        yield name, sheet.astype(object).where(sheet.notna(), None).to_numpy().tolist()


def _decoded(data: bytes) -> str:
    """Return a text in the encodings of spreadsheets."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _separator(text: str) -> str:
    """Return the separator that most lines have most of."""
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    return max(";\t|,", key=lambda mark: sum(min(line.count(mark), 12) for line in lines))


def _kind(header: Any) -> str | None:
    """Return what a header names: a key of `_WORDS`; None of anything else, such as a player."""
    text = "" if _empty(header) else str(header).strip().rstrip(":").casefold()
    return next((kind for kind, words in _WORDS.items() if text in words), None)


def _empty(value: Any) -> bool:
    return (
        value is None or (isinstance(value, float) and math.isnan(value)) or not str(value).strip()
    )


def _of_table(rows: Sequence[Sequence[Any]], place: str) -> Iterator[Evening]:
    """Yield the games of a table, which blank rows may divide."""
    block: list[list[Cell]] = []
    for number, row in enumerate([*rows, []], start=1):
        cells = [Cell(value, f"{_letters(at)}{number}") for at, value in enumerate(row)]
        if all(_empty(cell.value) for cell in cells):
            if len(block) > 1:  # a single row is a title
                yield from _of_block(block, place)
            block = []
        elif block or sum(not _empty(cell.value) for cell in cells) > 1:
            block.append(cells)


def _letters(column: int) -> str:
    letters = ""
    while column >= 0:
        letters, column = chr(65 + column % 26) + letters, column // 26 - 1
    return letters


def _of_block(block: list[list[Cell]], place: str) -> Iterator[Evening]:
    """Yield the games of a table with one row of headers."""
    header, body = block[0], block[1:]
    kinds = [_kind(cell.value) for cell in header]
    rounds = [
        _is_round(cell.value) or kind == "total" for cell, kind in zip(header, kinds, strict=True)
    ]
    if "player" in kinds and "score" in kinds:
        yield from _of_long(kinds, body, place)
        return
    if kinds[0] in ("player", "round") and len(header) > 1 and all(rounds[1:]):
        block = [list(column) for column in zip(*_filled(block), strict=True)]  # players are rows
        header, body = block[0], block[1:]
        kinds = ["round", *([None] * (len(header) - 1))]
    players = [
        at
        for at, (cell, kind) in enumerate(zip(header, kinds, strict=True))
        if kind is None
        or (kind == "round" and at and any(not _empty(_at(row, at)) for row in body))
    ]
    for key, part in _grouped(body, kinds):
        stated = [row for row in part if _is_total(row, kinds)]
        kept = [row for row in part if not _is_total(row, kinds)]
        yield Evening(
            f"{place}, {key}" if key else place,
            [header[at] for at in players],
            [[_cell(row, at) for at in players] for row in kept],
            [_cell(stated[-1], at) for at in players] if stated else [],
            next(
                (row[at] for row in part[:1] for at, kind in enumerate(kinds) if kind == "date"),
                None,
            ),
        )


def _is_round(value: Any) -> bool:
    return bool(_ROUND.fullmatch(re.sub(r"\.0$", "", str(value).strip())))


def _filled(block: list[list[Cell]]) -> list[list[Cell]]:
    width = max(len(row) for row in block)
    return [[*row, *[Cell(None, row[-1].place)] * (width - len(row))] for row in block]


def _cell(row: list[Cell], at: int) -> Cell:
    return row[at] if at < len(row) else Cell(None, row[-1].place)


def _at(row: list[Cell], at: int) -> Any:
    return _cell(row, at).value


def _is_total(row: list[Cell], kinds: list[str | None]) -> bool:
    labels = [
        cell.value for cell, kind in zip(row, kinds, strict=False) if kind in ("round", "game")
    ]
    return any(_kind(label) == "total" for label in labels if not _empty(label))


def _grouped(
    body: list[list[Cell]], kinds: list[str | None]
) -> Iterator[tuple[str, list[list[Cell]]]]:
    """Yield the rows of each game: what its column says, empty cells as the one above."""
    column = next((at for at, kind in enumerate(kinds) if kind == "game"), None)
    if column is None:
        column = next((at for at, kind in enumerate(kinds) if kind == "date"), None)
    if column is None:
        yield "", body
        return
    groups: dict[str, list[list[Cell]]] = {}
    key = ""
    for row in body:
        label = _at(row, column)
        if not _empty(label) and _kind(label) != "total":
            key = str(label).strip()
        groups.setdefault(key, []).append(row)
    yield from groups.items()


def _of_long(kinds: list[str | None], body: list[list[Cell]], place: str) -> Iterator[Evening]:
    """Yield the games of a table with a row a score."""
    who, score = kinds.index("player"), kinds.index("score")
    turn = kinds.index("round") if "round" in kinds else None
    for key, rows in _grouped(body, kinds):
        by_round: dict[str, list[tuple[Cell, Cell]]] = {}
        for row in rows:
            label = "" if turn is None else str(_at(row, turn))
            by_round.setdefault(label, []).append((_cell(row, who), _cell(row, score)))
        names: list[Cell] = []
        kept: list[list[Cell]] = []
        for pairs in by_round.values():
            places = _places([name for name, _ in pairs], names)
            cells = dict(zip(places, [cell for _, cell in pairs], strict=True))
            kept.append([cells.get(at, Cell(None, pairs[0][0].place)) for at in range(len(names))])
        whole = [[*row, *[Cell(None, row[0].place)] * (len(names) - len(row))] for row in kept]
        yield Evening(f"{place}, {key}" if key else place, names, whole, [])


def _places(named_cells: list[Cell], names: list[Cell]) -> list[int]:
    """Return the place of each name of a round; one that is there twice is another player."""
    places: list[int] = []
    for name in named_cells:
        same = [k for k, known in enumerate(names) if str(known.value) == str(name.value)]
        free = [k for k in same if k not in places]
        if not free:
            names.append(name)
            free = [len(names) - 1]
        places.append(free[0])
    return places


def _of_json(content: Any, file: str, at: str) -> Iterator[Evening]:
    """Yield the games of a JSON file, as score apps write it."""
    place = ", ".join(filter(None, (file, at)))
    if isinstance(content, dict):
        by_key = {str(key).casefold(): (str(key), value) for key, value in content.items()}
        for word in ("games", "parties", "matches", "evenings"):
            if word in by_key and isinstance(by_key[word][1], list):
                key, games = by_key[word]
                yield from _each(games, file, f"{at}.{key}" if at else key)
                return
        if "players" in by_key:
            yield _game(by_key, place, f"{at}." if at else "")
            return
        if content and all(isinstance(value, list) for value in content.values()):
            names = [Cell(name, name) for name in content]
            scores = [
                [Cell(value, f"{name}[{k}]") for k, value in enumerate(its)]
                for name, its in content.items()
            ]
            yield Evening(place, names, _by_round(scores), [])
            return
    if isinstance(content, list) and content and all(isinstance(row, dict) for row in content):
        if all(isinstance(its, list) for row in content for its in row.values()) or any(
            "players" in row for row in content
        ):
            yield from _each(content, file, at)
        else:
            header = list(dict.fromkeys(key for row in content for key in row))
            yield from _of_table(
                [header, *([row.get(k) for k in header] for row in content)], place
            )
        return
    raise RulesError(_NO_GAME)


def _each(games: Iterable[Any], file: str, at: str) -> Iterator[Evening]:
    for number, game in enumerate(games):
        yield from _of_json(game, file, f"{at}[{number}]")


def _game(by_key: dict[str, tuple[str, Any]], place: str, at: str) -> Evening:
    """Return the game of an object with ``players``."""

    def value(*words: str) -> tuple[str, Any]:
        return next((by_key[word] for word in words if word in by_key), ("", None))

    key, players = value("players")
    whole = [p if isinstance(p, dict) else {"name": p} for p in players or []]
    named = [
        (f"{at}{key}[{k}]", {str(n).casefold(): v for n, v in p.items()})
        for k, p in enumerate(whole)
    ]
    names = [Cell(p.get("name", p.get("player")), spot) for spot, p in named]
    totals = [Cell(p["total"], f"{spot}.total") for spot, p in named if "total" in p]
    own: list[tuple[str, Any]] = [
        next(((word, p[word]) for word in ("scores", "rounds", "points") if word in p), ("", []))
        for _, p in named
    ]
    scores = [
        [Cell(_points_of(score), f"{spot}.{word}[{k}]") for k, score in enumerate(its or [])]
        for (spot, _), (word, its) in zip(named, own, strict=True)
    ]
    rounds = _by_round(scores)
    key, played = value("rounds", "scores", "manches")
    if not rounds and isinstance(played, list):
        rounds = [
            [
                Cell(_of_player(row, k, str(name.value)), f"{at}{key}[{number}], {name.value}")
                for k, name in enumerate(names)
            ]
            for number, row in enumerate(played)
        ]
    key, stated = value("totals", "total")
    if not totals and isinstance(stated, (list, dict)):
        totals = [
            Cell(_of_player(stated, k, str(name.value)), f"{at}{key}, {name.value}")
            for k, name in enumerate(names)
        ]
    key, date = value("date", "created", "createdat", "startedat", "playedat")
    return Evening(
        place,
        names,
        rounds,
        totals if len(totals) == len(names) else [],
        Cell(date, f"{at}{key}") if key else None,
    )


def _points_of(value: Any) -> Any:
    return value.get("score", value.get("points")) if isinstance(value, dict) else value


def _of_player(row: Any, number: int, name: str) -> Any:
    """Return a player's points of a round that is a list, or an object by names."""
    if isinstance(row, dict):
        inner: Any = row.get("scores", row.get("points", row))
        if inner is row:
            return _points_of(row.get(name))
        row = inner
    if isinstance(row, dict):
        return _points_of(row.get(name))
    return _points_of(row[number]) if isinstance(row, list) and number < len(row) else None


def _by_round(scores: list[list[Cell]]) -> list[list[Cell]]:
    """Return players' lists as lists of rounds; an absent score is an empty cell."""
    many = max((len(its) for its in scores), default=0)
    absent = [Cell(None, its[-1].place if its else "") for its in scores]
    return [
        [its[k] if k < len(its) else none for its, none in zip(scores, absent, strict=True)]
        for k in range(many)
    ]
