"""Reading lists of cards from CSV files, texts and tables, and writing them.

The header distinguishes two formats: ``value,effect,count``, one row a kind of card (the effect
may be left out), and ``ID carte,Valeur carte,Effet``, one row a card.  The value of a wild card
is a word.  Notes on the whole list are rows of one cell: ``# name: B``.  Nothing is guessed:
whatever isn't clear is a problem, and all problems of a list are reported together.  The caller
supplies the effects, the meaning of the notes, and the limits (`Known`).
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import itertools
import numbers
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widget.errors import DeckError, RulesError
from skyjo_widget.errors.message import _, joined
from skyjo_widget.util import reading
from skyjo_widget.util.files import given_path, reason, replace_whole
from skyjo_widget.util.parse_number import read_whole
from skyjo_widget.util.spelling import nearest, similar_file

if TYPE_CHECKING:
    from skyjo_widget.engine.cards.effects import Effect

MAX_BYTES = 200_000
MAX_ROWS = 1000
"""More rows than any list of cards needs."""

WILD = "wild"
"""The value of a wild card, in lists and everywhere else."""
_WILD_WORDS = (WILD, "joker")

_HEADERS = (
    ["count", "effect", "value"],
    ["count", "value"],
    ["effet", "id carte", "valeur carte"],
)
_HEADER_WANTED = _(
    "they should be value, effect, count (one row a kind of card) "
    "or ID carte, Valeur carte, Effet (one row a card)"
)
_IN_ENGLISH = {"id carte": "id", "valeur carte": "value", "effet": "effect"}
_LINE_END = re.compile(r"\r\n|\r|\n")
_AFTER_A_QUOTE = re.compile(r'"[^\S\n]+(?=[,;\n])')
_MAX_LINES_OF_A_ROW = 5
_FOREIGN = {
    b"PK\x03\x04": _(
        "this is an Excel workbook or another zip file, no CSV; in Excel, save it as 'CSV UTF-8'"
    ),
    b"\xd0\xcf\x11\xe0": _(
        "this is an old Excel workbook, no CSV; in Excel, save it as 'CSV UTF-8'"
    ),
    b"%PDF": _("this is a PDF, no CSV"),
}

Problem = tuple[int | None, str]


_NOTE = re.compile(r"#\s*(name|made from|effect)\s*:(.*)", re.DOTALL)
"""A note on the whole list.  Other cells that begin with # are cells like any other."""


class Known(NamedTuple):
    """The effects that a list can name, what its notes hold, and a deck's limits."""

    find_effect: Callable[[str], Effect | None]
    """Returns the effect with that key or those words, or None."""
    effects: Callable[[], Mapping[str, Effect]]
    """Returns all effects by key, each with its `words` by language."""
    read_note: Mapping[str, Callable[[str], Any]]
    """By the word of a note: returns what its text means, or raises `RulesError`."""
    most_cards: int
    most_effects: int


Kind = tuple[int | str, int, "Effect | None"]
"""Value (or `WILD`), count and effect or None, as `Deck.from_counts` takes them."""


class CardList(NamedTuple):
    """A list that was read: its cards, its notes by their word, and its effects."""

    kinds: list[Kind]
    notes: dict[str, Any]
    effects: list[Effect]


def read_csv(source: Any, known: Known) -> CardList:
    """Read a list from a file, given by its path or open.

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
            data = reading.read_bytes(source, MAX_BYTES)
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
    return read_text(data, known, path=path)


def read_text(data: str | bytes, known: Known, *, path: str | None = None) -> CardList:
    """Read a list from a CSV text, or from its bytes in UTF-8 or Windows-1252.

    Raises
    ------
    DeckError
        With all problems of the text.
    """
    reader = _Reader(known, path, "line")
    table = reader.take_notes(_table(_checked(data, path), reader.problems))
    return reader.read(iter(table))


def read_frame(frame: Any, known: Known) -> CardList:
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
    header = (0, [_cell_text(name) for name in names])
    rows = enumerate([_cell_text(cell) for cell in row] for row in zip(*columns, strict=True))
    return _Reader(known, None, "row").read(itertools.chain([header], rows))


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
        text = data.decode().removeprefix("\N{BYTE ORDER MARK}")
    except UnicodeDecodeError as error:
        windows_text = _in_windows(data)
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
    if re.fullmatch(r'"?sep=[,;]"?\s*', lines[0], re.IGNORECASE):  # Excel's mark of the separator
        lines[0] = "\n"
    header = next((line for line in lines if line.strip() and not _is_note(line)), "")
    delimiter = ";" if ";" in header else ","
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

    def __init__(self, known: Known, path: str | None, place: str) -> None:
        self.known = known
        self.path = path
        self.place = place
        self.problems: list[Problem] = []
        self.notes: dict[str, Any] = {}
        self.effects: list[Effect] = []
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
                self._take_note(at, word, self.known.read_note[word](text.strip()))
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

    def read(self, table: Iterator[tuple[int, list[str]]]) -> CardList:
        """Return the list of a table, whose first row is the header."""
        kinds: dict[tuple[int | str, Effect | None], int] = {}
        cards, full_at = 0, None
        for at, row in self._named(table):
            value, count, effect = self._row(at, row)
            cards += count or 0
            if cards > self.known.most_cards and full_at is None:
                full_at = at
            if value is not None and count is not None:
                kinds[value, effect] = kinds.get((value, effect), 0) + count
        if full_at is not None:
            most = self.known.most_cards
            self._wrong(
                full_at,
                "from here on there are more than {most} cards, {cards} in all",
                most=most,
                cards=cards,
            )
        keys = {effect.key for _, effect in kinds if effect}
        if max(len(keys), len(self.effects)) > self.known.most_effects:
            self._wrong(
                None,
                "there are more than {most_effects} effects",
                most_effects=self.known.most_effects,
            )
        if not kinds and not self.problems:
            self._wrong(None, "there is no card in it, only the header")
        if self.problems:
            self.problems.sort(key=lambda problem: problem[0] or 0)
            raise DeckError(*self.problems, path=self.path, place=self.place)
        listed = [(value, count, effect) for (value, effect), count in kinds.items()]
        return CardList(listed, self.notes, self.effects)

    def _wrong(self, at: int | None, template: str, /, **parts: object) -> None:
        self.problems.append((at, _(template, **parts)))

    def _named(
        self, table: Iterator[tuple[int, list[str]]]
    ) -> Iterator[tuple[int, dict[str, str]]]:
        """Return the rows with their cells by name."""
        at, header = next(table, (1, []))
        names = [" ".join(name.split()).casefold() for name in header]
        if sorted(names) not in _HEADERS:
            place = at if self.place == "line" else None
            if not self.problems:  # else it is the header that can't be read
                self._wrong(
                    place,
                    "the columns are {columns}; {wanted}",
                    columns=_quoted(", ".join(header)),
                    wanted=_HEADER_WANTED,
                )
            return
        keys = [_IN_ENGLISH.get(name, name) for name in names]
        for number, (at, cells) in enumerate(table):
            if number == MAX_ROWS:
                most = self.known.most_cards
                self._wrong(
                    at,
                    "this is row {number:,}; a deck has at most {most} cards",
                    number=number + 1,
                    most=most,
                )
                return
            if len(cells) != len(names):
                self._wrong(
                    at,
                    "{needed} cells are needed ({header}), not {count}",
                    needed=len(names),
                    header=", ".join(header),
                    count=len(cells),
                )
                continue
            yield at, dict(zip(keys, cells, strict=True))

    def _row(
        self, at: int, row: Mapping[str, str]
    ) -> tuple[int | str | None, int | None, Effect | None]:
        value: int | str | None
        text = row.get("effect", "")
        if row["value"].casefold() in _WILD_WORDS:
            value, effect, sound = WILD, None, not text
            if text:
                self._wrong(
                    at, "a wild card has no effect, and {shown} stands here", shown=_quoted(text)
                )
        else:
            value = self._whole(at, _("the value"), row["value"], -999, 999)
            effect, sound = self._effect(at, text)
        if "id" in row:
            count: int | None = 1
            if row["id"]:
                self._once(
                    at,
                    row["id"],
                    _("the ID {shown}", shown=_quoted(row["id"])),
                    _("each card has its own"),
                )
            else:
                self._wrong(at, "the ID is missing")
        else:
            count = self._whole(at, _("the count"), row["count"], 1, self.known.most_cards)
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

    def _whole(self, at: int, what: str, text: str, least: int, most: int) -> int | None:
        with contextlib.suppress(RulesError):  # reported below, with the bounds
            if least <= (number := read_whole(text)) <= most:
                return number
        if text:
            self._wrong(
                at,
                "{what} {shown} is no whole number from {least} to {most}",
                what=what,
                shown=_quoted(text),
                least=least,
                most=most,
            )
        else:
            self._wrong(
                at,
                "{what} is missing: it is a whole number from {least} to {most}",
                what=what,
                least=least,
                most=most,
            )
        return None

    def _effect(self, at: int, text: str) -> tuple[Effect | None, bool]:
        """Return the effect (None without one), and whether the text is valid."""
        if not text:
            return None, True
        if text not in self._by_text:
            self._by_text[text] = self._own(text) or self.known.find_effect(text)
        if self._by_text[text] is None:
            self._wrong(
                at, "{shown} is no effect{advice}", shown=_quoted(text), advice=self._advice(text)
            )
        return self._by_text[text], self._by_text[text] is not None

    def _advice(self, text: str) -> str:
        """Suggest the effect that may be meant; the first time list all effects."""
        effects = self.known.effects()
        texts = [text for key, effect in effects.items() for text in (key, *effect.words.values())]
        meant = nearest(text, texts)
        advice = [_("; did you mean {meant}?", meant=_quoted(meant, 150))] if meant else []
        if not self._listed:
            self._listed = True
            every = ", ".join(effects)
            advice.append(_(" (there are {effects}, and their sentences)", effects=every))
        return joined("", advice)


def _quoted(text: str, most: int = 60) -> str:
    return repr(text if len(text) <= most else text[: most - 1] + "…")
