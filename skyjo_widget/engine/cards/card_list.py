"""Reading lists of cards from CSV files, workbooks, texts and tables, and writing them.

The header's names (`skyjo_widget.engine.cards.columns`) distinguish two formats: with a count, one
row a kind of card; without, one row a card.  The value of a wild card is a word.  Notes on the
whole list are rows of one cell: ``# name: B``.  How the list was read is returned with it
(`ListReading`); whatever isn't clear is a problem, and all problems of a list are reported
together.  The caller supplies the effects, the meaning of the notes, and the limits (`Vocabulary`).
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import itertools
import numbers
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widget.engine.cards.columns import (
    Columns,
    ListReading,
    column_letters,
    find_header,
    is_rule,
    is_total,
    misspelt,
    plain,
)
from skyjo_widget.errors import DeckError, RulesError
from skyjo_widget.errors.message import _, joined
from skyjo_widget.util import reading, spreadsheet
from skyjo_widget.util.files import given_path, reason, replace_whole
from skyjo_widget.util.parse_number import read_whole, two_readings
from skyjo_widget.util.spelling import nearest, similar_file

if TYPE_CHECKING:
    from skyjo_widget.engine.cards.effects import Effect

MAX_BYTES = 200_000
MAX_WORKBOOK = 5_000_000
"""Bytes of a workbook, which may hold pictures."""
MAX_ROWS = 1000
"""More rows than any list of cards needs."""

WILD = "wild"
"""The value of a wild card, in lists and everywhere else."""
_WILD_WORDS = (WILD, "joker")

_HEADER_WANTED = _(
    "they should be value, effect, count (one row a kind of card) "
    "or ID carte, Valeur carte, Effet (one row a card)"
)
_NO_EFFECT = ("", "-", "–", "—", "none", "aucun", "aucune")
"""Cells of cards without an effect."""
_SOME = 3
"""Kinds of card before a number that says no word of it is taken for the total."""
_TIMES = re.compile(r"[x×*]? ?(\d+) ?[x×*]?", re.IGNORECASE)
"""A count as people write it: ``×5``, ``5x``."""
_FRENCH = ("effet", "pouvoir", "texte")
"""Names of a column with effects whose texts are French."""
_DELIMITERS = ",;\t|"
_LINE_END = re.compile(r"\r\n|\r|\n")
_AFTER_A_QUOTE = re.compile(r'"[^\S\n]+(?=[,;\n])')
_MAX_LINES_OF_A_ROW = 5
_FOREIGN = {
    b"\xd0\xcf\x11\xe0": _(
        "this is an old Excel workbook; in Excel, save it as xlsx, or as 'CSV UTF-8'"
    ),
    b"%PDF": _("this is a PDF, no CSV"),
}

Problem = tuple[int | None, str]


_NOTE = re.compile(r"#\s*(name|made from|effect)\s*:(.*)", re.DOTALL)
"""A note on the whole list.  Other cells that begin with # are cells like any other."""


class Vocabulary(NamedTuple):
    """The effects that a list can name, what its notes hold, and a deck's limits."""

    find_effect: Callable[[str], Effect | None]
    """Returns the effect with that key or those words, or None."""
    effects: Callable[[], Mapping[str, Effect]]
    """Returns all effects by key, each with its `words` by language."""
    read_note: Mapping[str, Callable[[str], Any]]
    """By the word of a note: returns what its text means, or raises `RulesError`."""
    most_cards: int
    most_effects: int
    skeleton: Callable[[str, str], str]
    """Returns the code of a new effect, to be filled in, by what it says and the language."""


Kind = tuple[int | str, int, "Effect | None"]
"""Value (or `WILD`), count and effect or None, as `Deck.from_counts` takes them."""


class CardList(NamedTuple):
    """A list that was read: its cards, its notes by their word, and its effects."""

    kinds: list[Kind]
    notes: dict[str, Any]
    effects: list[Effect]
    reading: ListReading


def read_csv(source: Any, vocabulary: Vocabulary, sheet: str | None = None) -> CardList:
    """Read a list from a file, given by its path or open; of a workbook, one sheet.

    Raises
    ------
    DeckError
        With all problems of the file.
    """
    path = None
    if isinstance(source, str) and "\n" in source:
        raise DeckError((None, _("this is a list, not a file's path: Deck.from_text reads it")))
    try:
        if hasattr(source, "read"):
            path = str(getattr(source, "name", "")) or None
            data = source.read()
        else:
            path = str(source)
            workbook = path.lower().endswith(spreadsheet.ENDINGS)
            data = reading.read_bytes(source, MAX_WORKBOOK if workbook else MAX_BYTES)
    except (TypeError, RulesError):
        raise DeckError(
            (None, _("a CSV file's path is needed, not {source!r:.60}", source=source))
        ) from None
    except FileNotFoundError:
        meant = similar_file(Path(str(source)))
        raise DeckError((None, _("there is no such file{meant}", meant=meant)), path=path) from None
    except IsADirectoryError:
        raise DeckError((None, _("this is a folder; a CSV file is needed")), path=path) from None
    except UnicodeDecodeError:
        raise DeckError((None, _NOT_UTF8), path=path) from None
    except reading.TooLargeError:
        raise DeckError((None, _TOO_LONG), path=path) from None
    except (OSError, ValueError) as error:
        raise DeckError(
            (None, _("it can't be read: {error}", error=reason(error))), path=path
        ) from None
    return read_text(data, vocabulary, path=path, sheet=sheet)


def read_text(
    data: str | bytes, vocabulary: Vocabulary, *, path: str | None = None, sheet: str | None = None
) -> CardList:
    """Read a list from a CSV text, or from a file's bytes: a CSV's, or a workbook's.

    Raises
    ------
    DeckError
        With all problems of the text.
    """
    if isinstance(data, bytes) and data.startswith(spreadsheet.SIGNATURE):
        return _read_workbook(data, vocabulary, path, sheet)
    reader = _Reader(vocabulary, path, "line")
    return reader.read(reader.take_notes(_table(_checked(data, path), reader.problems)))


def _read_workbook(
    data: bytes, vocabulary: Vocabulary, path: str | None, name: str | None
) -> CardList:
    """Read the sheet of that name; without one the only sheet that is a list."""

    def refusal(template: str, /, **parts: object) -> DeckError:
        return DeckError((None, _(template, **parts)), path=path)

    try:
        sheets = {sheet.name: sheet for sheet in spreadsheet.read_sheets(data)}
    except RulesError as error:
        raise refusal("{error}", error=error) from None
    names = ", ".join(sheets)
    if name is not None and name not in sheets:
        raise refusal("there is no sheet {name!r:.60}; it has {names:.300}", name=name, names=names)
    tables = {
        title: [
            (row + 1, [_cell_text(cell) for cell in cells])
            for row, cells in enumerate(sheet.rows)
            if any(cell is not None for cell in cells)
        ]
        for title, sheet in sheets.items()
        if name in (None, title)
    }
    lists = [title for title, table in tables.items() if find_header(table)]
    if len(lists) > 1:
        raise refusal(
            "several sheets hold a list ({names:.300}): name one, sheet={first!r:.60}",
            names=", ".join(lists),
            first=lists[0],
        )
    title = lists[0] if lists else next((title for title in tables if tables[title]), "")
    reader = _Reader(vocabulary, path, "row", sheet=title)
    return reader.read(
        reader.take_notes(iter(tables.get(title, []))), sheets[title].merged if title else {}
    )


def read_frame(frame: Any, vocabulary: Vocabulary) -> CardList:
    """Read a list from a DataFrame, of pandas or another library.

    Raises
    ------
    DeckError
        With all problems of the frame.
    """
    try:
        names = list(frame.columns)
        columns = [list(frame[name]) for name in names]
    except Exception:  # an unknown object may raise anything
        raise DeckError(
            (None, _("a DataFrame is needed, not {kind}", kind=type(frame).__name__))
        ) from None
    if len(set(map(str, names))) < len(names):
        raise DeckError((None, _("two columns have the same name")))
    header = (0, [_cell_text(name) for name in names])
    rows = enumerate([_cell_text(cell) for cell in row] for row in zip(*columns, strict=True))
    return _Reader(vocabulary, None, "row").read(list(itertools.chain([header], rows)), most=1)


def note(word: str, text: str) -> str:
    """Format a note as a line of a CSV file, in quotes where a spreadsheet needs them."""
    cell = f"# {word}: {text}"
    return '"' + cell.replace('"', '""') + '"\n' if set(cell) & set(',;"') else cell + "\n"


def write(text: str, path: Any, *, overwrite: bool) -> Path:
    """Write a list to a file; one with another content is kept, unless `overwrite`.

    Raises
    ------
    DeckError
        If there is such a file, or it can't be written.
    """
    data = text.encode()
    try:
        file = given_path(path)
        other = not overwrite and file.exists() and not _holds(file, data)
        if not other:
            replace_whole(file, data)
    except (TypeError, RulesError):
        raise DeckError((None, _("a file's path is needed, not {path!r:.60}", path=path))) from None
    except (OSError, ValueError) as error:
        raise DeckError(
            (None, _("it can't be written: {error}", error=reason(error))), path=str(path)
        ) from None
    if other:
        wrong = _("the file exists and holds something else; overwrite=True replaces it")
        raise DeckError((None, wrong), path=str(file))
    return file


def _holds(file: Path, data: bytes) -> bool:
    try:
        return reading.read_bytes(file, len(data)) == data
    except reading.TooLargeError:
        return False


# From bytes to cells

_TOO_LONG = _(
    "this is longer than {max_bytes:,} bytes; a list of cards is much shorter", max_bytes=MAX_BYTES
)
_NOT_UTF8 = _("this isn't UTF-8 text; in Excel, save it as 'CSV UTF-8'")


def _checked(data: object, path: str | None) -> str:
    """Decode a text and check that it may be a list of cards."""

    def refusal(what: str, line: int | None = None) -> DeckError:
        return DeckError((line, what), path=path)

    if isinstance(data, str):
        try:
            data = data.encode()
        except UnicodeEncodeError:
            raise refusal(_("the text holds half of a character")) from None
    if not isinstance(data, bytes):
        raise refusal(_("a text is needed, not {data!r:.60}", data=data))
    for begin, what in _FOREIGN.items():
        if data.startswith(begin):
            raise refusal(what)
    if len(data) > MAX_BYTES:
        raise refusal(_TOO_LONG)
    try:
        wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        text = data.decode("utf-16" if wide else "utf-8").removeprefix("\N{BYTE ORDER MARK}")
    except UnicodeDecodeError as error:
        windows_text = None if wide else _in_windows(data)
        if wide:
            raise refusal(_NOT_UTF8) from None
        if windows_text is None:
            line = len(_LINE_END.split(data[: error.start].decode()))
            raise refusal(_NOT_UTF8, line) from None
        text = windows_text
    before, nul, _after = text.partition("\0")
    if nul:
        raise refusal(_("a NUL, which no text holds"), len(_LINE_END.split(before)))
    if not text.strip():
        raise refusal(_("this is empty; a list of cards is needed"))
    if text.lstrip().startswith(("{", "[")):
        raise refusal(_("this is JSON (a record of a game?), no CSV"))
    return text


def _in_windows(data: bytes) -> str | None:
    """Decode a text as Western Windows writes it, as a French Excel's CSV; None if it isn't one."""
    if data.startswith(codecs.BOM_UTF8) or b"\0" in data:
        return None
    with contextlib.suppress(UnicodeDecodeError):
        return data.decode("cp1252")
    return None


def _table(text: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """Split a text into rows that aren't blank, header first, each with its line from 1."""
    lines = [
        line + "\n" if line.startswith('"#') else _AFTER_A_QUOTE.sub('"', line + "\n")
        for line in _LINE_END.split(text)
    ]
    if re.fullmatch(
        r'"?sep=[,;\t|]"?\s*', lines[0], re.IGNORECASE
    ):  # Excel's mark of the separator
        lines[0] = "\n"
    delimiter = _delimiter([line for line in lines if line.strip() and not _is_note(line)])
    at = 0
    while at < len(lines):
        if _NOTE.match(lines[at].lstrip()):  # typed without quotes, or with a spreadsheet's cells
            yield at + 1, [lines[at].strip().rstrip(f"{delimiter} ")]
            at += 1
            continue
        cells, taken = _cells(lines[at : at + _MAX_LINES_OF_A_ROW], delimiter)
        if cells is None:
            wrong = _("the quotes (\") don't pair up; one that belongs to a text is written twice")
            problems.append((at + 1, wrong))
        elif any(cells):
            yield at + 1, cells
        at += taken


def _delimiter(lines: list[str]) -> str:
    """Return what separates the cells: by it the header is understood best."""
    roles = {}
    for delimiter in _DELIMITERS:
        table = [(0, _cells([line], delimiter)[0] or []) for line in lines[:12]]
        header = find_header(table)
        roles[delimiter] = len(header.roles) if header else 0
    best = max(roles, key=lambda delimiter: roles[delimiter])
    return best if roles[best] else ";" if lines and ";" in lines[0] else ","


def _is_note(line: str) -> bool:
    return bool(_NOTE.match(line.lstrip().removeprefix('"')))


def _cells(lines: list[str], delimiter: str) -> tuple[list[str] | None, int]:
    """Return the cells of the first row and its number of lines: a quoted cell may have several.

    An unclosed quote spoils one line, not all that follow.
    """
    for taken in range(1, len(lines) + 1):
        rows = csv.reader(lines[:taken], delimiter=delimiter, skipinitialspace=True, strict=True)
        try:
            return [cell.strip() for cell in next(rows)], taken
        except csv.Error:
            continue
    return None, 1


def _cell_text(cell: object) -> str:
    """Format a frame's cell as in a file; pandas makes 5 a 5.0 if the column has missing cells."""
    try:
        if isinstance(cell, numbers.Real) and not isinstance(cell, bool) and cell % 1 == 0:
            return f"{cell:.0f}"
        text = str(cell).strip()
    except Exception:  # such as a number of thousands of digits
        return f"<{type(cell).__name__}>"
    return "" if not isinstance(cell, str) and text in ("None", "nan", "<NA>", "NaT") else text


# From cells to kinds of card


class _Reader:
    """A parser of one list's rows, which collects its problems."""

    def __init__(
        self, vocabulary: Vocabulary, path: str | None, place: str, *, sheet: str = ""
    ) -> None:
        self.vocabulary = vocabulary
        self.path = path
        self.place = place
        self.sheet = sheet
        self.problems: list[Problem] = []
        self.notes: dict[str, Any] = {}
        self.effects: list[Effect] = []
        self._columns = Columns(0, [], {})
        self._cards = 0
        self._left_out: list[tuple[int, str, str]] = []
        self._remarks: list[tuple[int, str, str]] = []
        self._by_text: dict[str, Effect | None] = {}
        self._seen: dict[str, int] = {}
        self._listed = False

    def take_notes(self, table: Iterator[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
        """Read the notes of a table; return its other rows."""
        others = []
        for at, cells in table:
            match = _NOTE.fullmatch(cells[0])
            if match is None or any(cells[1:]):
                others.append((at, cells))
                continue
            word, text = match.groups()
            try:
                self._take_note(at, word, self.vocabulary.read_note[word](text.strip()))
            except RulesError as error:
                self._wrong(at, "{error:.300}", error=error)
        return others

    def _take_note(self, at: int, word: str, meant: Any) -> None:
        if word != "effect":
            self._once(at, f"# {word}", f"# {word}", _("a deck has one"))
            self.notes[word] = meant
            return
        for text in (meant.key, *meant.words.values()):
            if other := self._own(text):
                raise RulesError(
                    "effect {key}: {text!r} is what {other} says already",
                    key=meant.key,
                    text=text,
                    other=other.key,
                )
        self.effects.append(meant)

    def _own(self, text: str) -> Effect | None:
        """Return the effect of the list itself with that key or those words; None without one."""
        return next((effect for effect in self.effects if effect.says(text)), None)

    def read(
        self,
        table: list[tuple[int, list[str]]],
        merged: Mapping[tuple[int, int], int] | None = None,
        *,
        most: int = 12,
    ) -> CardList:
        """Return the list of a table, whose header is among the first `most` rows.

        `merged` has the cells that were merged over several rows, as a `Sheet` does.
        """
        kinds: dict[tuple[int | str, Effect | None], int] = {}
        full_at, rows = None, 0
        for at, row in self._named(table, merged or {}, most):
            value, count, effect = self._row(at, row)
            self._cards += count or 0
            rows += bool(count)
            if self._cards > self.vocabulary.most_cards and full_at is None:
                full_at = at
            if value is not None and count:
                kinds[value, effect] = kinds.get((value, effect), 0) + count
        if full_at is not None:
            most_cards = self.vocabulary.most_cards
            self._wrong(
                full_at,
                "from here on there are more than {most} cards, {cards} in all",
                most=most_cards,
                cards=self._cards,
            )
        keys = {effect.key for _, effect in kinds if effect}
        if max(len(keys), len(self.effects)) > self.vocabulary.most_effects:
            self._wrong(
                None,
                "there are more than {most_effects} effects",
                most_effects=self.vocabulary.most_effects,
            )
        if not kinds and not self.problems:
            self._wrong(None, "there is no card in it, only the header")
        if self.problems:
            self.problems.sort(key=lambda problem: problem[0] or 0)
            raise DeckError(*self.problems, path=self.path, place=self.place)
        listed = [(value, count, effect) for (value, effect), count in kinds.items()]
        columns = {role: self._columns.names[k] for role, k in self._columns.roles.items()}
        how = ListReading(
            columns, rows, self._cards, tuple(self._left_out), tuple(self._remarks), self.sheet,
            self._columns.plain and not (self.sheet or self._left_out or self._remarks),
        )  # fmt: skip
        return CardList(listed, self.notes, self.effects, how)

    def _wrong(self, at: int | None, template: str, /, **parts: object) -> None:
        self.problems.append((at, _(template, **parts)))

    def _wrong_cell(self, at: int, role: str, problem: str) -> None:
        """Report a problem of a cell, by its name in a spreadsheet or by its column's."""
        column = self._columns.roles[role]
        if self.sheet:
            cell = f"{column_letters(column)}{at}"
            self._wrong(at, "cell {cell}: {problem}", cell=cell, problem=problem)
        elif not self._columns.plain:
            name = _quoted(self._columns.names[column])
            self._wrong(at, "column {name}: {problem}", name=name, problem=problem)
        else:
            self.problems.append((at, problem))

    def _named(
        self,
        table: list[tuple[int, list[str]]],
        merged: Mapping[tuple[int, int], int],
        most: int,
    ) -> Iterator[tuple[int, dict[str, str]]]:
        """Return the rows of cards with their cells by name."""
        columns = find_header(table, most)
        wrong = misspelt(columns) if columns else None
        if columns is None or wrong:
            at, names = table[columns.at if columns else 0] if table else (1, [])
            meant = (
                _("; did you mean {meant} by {name}?", meant=wrong[1], name=_quoted(wrong[0]))
                if wrong
                else ""
            )
            if not self.problems:  # else it is the header that can't be read
                self._wrong(
                    None if self.place == "row" else at,
                    "the columns are {columns}; {wanted}{meant}",
                    columns=_quoted(", ".join(names)),
                    wanted=_HEADER_WANTED,
                    meant=meant,
                )
            return
        self._columns, roles = columns, columns.roles
        titles, rows = table[: columns.at], table[columns.at + 1 :]
        self._left_out += [(at, _("a title"), _joined(cells)) for at, cells in titles]
        by_row, before = dict(table), ""
        for number, (at, cells) in enumerate(rows):
            if number == MAX_ROWS:
                most_cards = self.vocabulary.most_cards
                self._wrong(
                    at,
                    "this is row {number:,}; a deck has at most {most} cards",
                    number=number + 1,
                    most=most_cards,
                )
                return
            needed = max(column for role, column in roles.items() if role != "effect")
            if needed >= len(cells) or any(cells[len(columns.names) :]):
                self._wrong(
                    at,
                    "{needed} cells are needed ({header}), not {count}",
                    needed=len(columns.names),
                    header=", ".join(columns.names),
                    count=len(cells),
                )
                continue
            row = {role: "".join(cells[column : column + 1]) for role, column in roles.items()}
            for role in {"value", "effect"} & roles.keys():
                origin = merged.get((at - 1, roles[role]))
                if origin is not None and not row[role]:
                    row[role] = by_row[origin + 1][roles[role]]
            if self._is_no_card(at, cells, row, last=number == len(rows) - 1):
                continue
            if not row["value"] and before and (row.get("effect") or row.get("count")):
                row["value"] = before  # of a cell that was merged with the one above
            before = row["value"]
            self._remarks += [
                (at, name, cell)
                for column, (name, cell) in enumerate(zip(columns.names, cells, strict=False))
                if cell and column not in roles.values()
            ]
            yield at, row

    def _is_no_card(self, at: int, cells: list[str], row: dict[str, str], *, last: bool) -> bool:
        """Return whether a row is a line, the header again, a total or a remark; keep it if so."""
        if is_rule(cells) or cells == self._columns.names:
            return True
        sole = last and not row["value"] and not row.get("effect") and len(self._seen) >= _SOME
        if is_total([*cells[:1], row["value"]]) or (sole and row.get("count") == str(self._cards)):
            total = row.get("count", "")
            self._left_out.append((at, _("the total"), _joined(cells)))
            with contextlib.suppress(RulesError):
                if total and read_whole(total) != self._cards:
                    self._wrong_cell(
                        at,
                        "count",
                        _(
                            "the total is {total}, and the rows above have {cards} cards",
                            total=total,
                            cards=self._cards,
                        ),
                    )
            return True
        if not any(row.values()) and "id" not in row:
            self._left_out.append((at, _("no card"), _joined(cells)))
            return True
        return False

    def _row(
        self, at: int, row: Mapping[str, str]
    ) -> tuple[int | str | None, int | None, Effect | None]:
        value: int | str | None
        text = row.get("effect", "")
        if text.casefold() in _NO_EFFECT:
            text = ""
        if row["value"].casefold() in _WILD_WORDS:
            value, effect, sound = WILD, None, not text
            if text:
                self._wrong_cell(
                    at,
                    "effect",
                    _("a wild card has no effect, and {shown} stands here", shown=_quoted(text)),
                )
        else:
            value = self._whole(at, "value", _("the value"), row["value"], -999, 999)
            effect, sound = self._effect(at, text)
        if "count" not in row:
            if row.get("id"):
                self._once(
                    at,
                    row["id"],
                    _("the ID {shown}", shown=_quoted(row["id"])),
                    _("each card has its own"),
                )
            elif "id" in row:
                self._wrong_cell(at, "id", _("the ID is missing"))
            return value, 1, effect
        times = _TIMES.fullmatch(row["count"])
        written = times[1] if times else row["count"]
        if written.strip("0") == "" != written:
            self._left_out.append((at, _("the count is 0"), _joined(row.values())))
            return value, 0, effect
        count = self._whole(at, "count", _("the count"), written, 1, self.vocabulary.most_cards)
        if value is not None and sound:
            card = f"{value}:{effect.key}" if effect else f"{value}"
            self._once(at, card, _("the card {card}", card=card), _("write one row a kind"))
        return value, count, effect

    def _once(self, at: int, name: str, what: str, rule: str) -> None:
        before = self._seen.setdefault(name, at)
        if before != at:
            parts = {"what": what, "before": before, "rule": rule}
            if self.place == "row":
                self._wrong(at, "{what} stands in row {before} already: {rule}", **parts)
            else:
                self._wrong(at, "{what} stands in line {before} already: {rule}", **parts)

    def _whole(self, at: int, role: str, what: str, text: str, least: int, most: int) -> int | None:
        if numbers_meant := two_readings(text):
            self._wrong_cell(
                at,
                role,
                _(
                    "{what} {shown} could be {small} or {large}: write it so",
                    what=what,
                    shown=_quoted(text),
                    small=numbers_meant[0],
                    large=numbers_meant[1],
                ),
            )
            return None
        with contextlib.suppress(RulesError):  # reported below, with the bounds
            if least <= (number := read_whole(text)) <= most:
                return number
        if text:
            self._wrong_cell(
                at,
                role,
                _(
                    "{what} {shown} is no whole number from {least} to {most}",
                    what=what,
                    shown=_quoted(text),
                    least=least,
                    most=most,
                ),
            )
        else:
            self._wrong_cell(
                at,
                role,
                _(
                    "{what} is missing: it is a whole number from {least} to {most}",
                    what=what,
                    least=least,
                    most=most,
                ),
            )
        return None

    def _effect(self, at: int, text: str) -> tuple[Effect | None, bool]:
        """Return the effect (None without one), and whether the text is valid."""
        if not text:
            return None, True
        if text not in self._by_text:
            self._by_text[text] = self._own(text) or self.vocabulary.find_effect(text)
        if self._by_text[text] is None:
            self._wrong_cell(
                at,
                "effect",
                _("{shown} is no effect{advice}", shown=_quoted(text), advice=self._advice(text)),
            )
        return self._by_text[text], self._by_text[text] is not None

    def _advice(self, text: str) -> str:
        """Suggest the effect that may be meant; the first time list all effects."""
        effects = self.vocabulary.effects()
        texts = [text for key, effect in effects.items() for text in (key, *effect.words.values())]
        meant = nearest(text, texts)
        advice = [_("; did you mean {meant}?", meant=_quoted(meant, 150))] if meant else []
        if not self._listed:
            self._listed = True
            every = ", ".join(effects)
            advice.append(_(" (there are {effects}, and their sentences)", effects=every))
        if not meant:
            name = plain(self._columns.names[self._columns.roles["effect"]])
            skeleton = self.vocabulary.skeleton(text, "fr" if name.startswith(_FRENCH) else "en")
            advice.append(_("; if it is new, fill in and run:\n{skeleton}", skeleton=skeleton))
        return joined("", advice)


def _joined(cells: Iterable[str]) -> str:
    return " ".join(filter(None, cells))


def _quoted(text: str, most: int = 60) -> str:
    return repr(text if len(text) <= most else text[: most - 1] + "…")
