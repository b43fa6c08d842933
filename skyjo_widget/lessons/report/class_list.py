"""The list of a class's names as schools export it, and the search for a typed name in it."""

from __future__ import annotations

import csv
import functools
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from skyjo_widget.errors import RulesError
from skyjo_widget.lessons.report.names import is_capital, name_parts
from skyjo_widget.util.files import given_path
from skyjo_widget.util.reading import TEXT, read_bytes, sheet_text, why_unreadable
from skyjo_widget.util.spreadsheet import ENDINGS, SIGNATURE, read_sheets

LONGEST = 60
"""Most characters of a name."""
MOST = 500
"""Most names of a list."""

_FAMILY = frozenset(
    ("nom", "nom de famille", "nom d usage", "family name", "last name", "surname", "lastname")
)
_FIRST = frozenset(
    ("prenom", "prenom 1", "prenom usuel", "prenoms", "first name", "given name", "firstname")
)
_WHOLE = frozenset(
    ("eleve", "eleves", "nom complet", "name", "full name", "pupil", "pupils", "student")
)
_FAMILY_FIRST = frozenset(("nom prenom", "nom et prenom", "nom prenom de l eleve", "last first"))
_FIRST_FIRST = frozenset(("prenom nom", "prenom et nom", "first last"))
_SEPARATORS = re.compile(r"\s*[,;&+/]\s*|\s+(?:et|and)\s+", re.IGNORECASE)


class Listed(NamedTuple):
    """A pupil of a class's list.

    Parameters
    ----------
    first, family : str
        The first and the family name; one of them may be empty.
    line : int
        The line of the file, from 1.
    """

    first: str
    family: str
    line: int

    @property
    def name(self) -> str:
        """The whole name, ``Family, First``; without a family name the first."""
        return f"{self.family}, {self.first}" if self.family and self.first else self.first


class ClassList(NamedTuple):
    """The names of a class.

    Parameters
    ----------
    pupils : tuple of Listed
    unread : tuple of (int, str)
        The lines that hold no name, with their numbers.
    """

    pupils: tuple[Listed, ...]
    unread: tuple[tuple[int, str], ...] = ()

    @property
    def names(self) -> list[str]:
        """The whole names, in the order of the list."""
        return [pupil.name for pupil in self.pupils]

    def find(self, typed: str) -> list[tuple[int, ...]]:
        """Return the pupils whom a typed name may mean, for each person that it names.

        Case, accents, hyphens and the order of the words don't matter, and an initial stands for a
        word.  Several persons are parted by a comma, ``&``, *and* or *et*.  A tuple of several
        pupils is an ambiguity; an empty one is nobody of the list.
        """
        rank, pupils = self._nearest(typed)
        parts = [part for part in _SEPARATORS.split(typed) if _words(part)]
        if (rank == _WHOLE_NAME or len(pupils) == 1 or len(parts) < 2) and _words(typed):
            return [pupils]
        several = [self._nearest(part)[1] for part in parts]
        return list(dict.fromkeys(several)) if all(several) else [pupils] if pupils else several

    def _nearest(self, typed: str) -> tuple[int, tuple[int, ...]]:
        """Return how well the nearest pupils fit a typed name, and their places in the list."""
        words = _words(typed)
        ranks = [_rank(words, pupil) for pupil in self.pupils]
        best = max(ranks, default=0)
        return best, tuple(at for at, rank in enumerate(ranks) if best and rank == best)


_WHOLE_NAME = 5


def read_class_list(path: str | Path) -> ClassList:
    """Read a class's list of names: a text, CSV, or an Excel workbook.

    A line has ``NOM Prénom``, ``Nom, Prénom``, or columns, parted by semicolons, tabs or commas.
    Columns are found by their heads; without heads, those with digits, addresses or the same text
    in each line are left out, and the family name is the one in capitals, else the one before.

    Parameters
    ----------
    path : path
        UTF-8, UTF-16 with a byte order mark, or cp1252; or a workbook's first sheet.

    Raises
    ------
    RulesError
        If it can't be read, or holds no names.
    """
    path = given_path(path)
    try:
        data = read_bytes(path, TEXT)
    except OSError as error:
        raise RulesError(
            "{path}: can't be read: {error}", path=path, error=why_unreadable(path, error)
        ) from None
    is_book = path.suffix.lower() in ENDINGS
    rows = _workbook(data, path) if is_book else _rows(sheet_text(data))
    unread: list[tuple[int, str]] = []
    pupils: dict[str, Listed] = {}
    rows = [(line, cells) for line, cells in rows if any(cells)]
    names, rows = _columns(rows, unread)
    for line, cells in rows:
        first, family = names(cells)
        pupil = Listed(first or family, family if first else "", line)
        key = " ".join(sorted(_words(pupil.name)))
        if not key or len(pupil.name) > LONGEST or re.search(r"[\d@]", pupil.name) or key in pupils:
            unread.append((line, " ".join(filter(None, cells))))
        else:
            pupils[key] = pupil
    if not pupils:
        raise RulesError(
            "{path}: no names; a line for each is needed, as DUPONT Léo or Dupont;Léo", path=path
        )
    if len(pupils) > MOST:
        raise RulesError("{path}: more than {most} names", path=path, most=MOST)
    return ClassList(tuple(pupils.values()), tuple(sorted(unread)))


Row = tuple[int, list[str]]


def _rows(text: str) -> list[Row]:
    """Return the cells of each line, from 1."""
    parting = next((sign for sign in "\t;" if sign in text), ",")
    lines = text.splitlines()
    cells = (next(csv.reader([line], delimiter=parting), []) for line in lines)
    return [(at, list(map(_clean, row))) for at, row in enumerate(cells, start=1)]


def _workbook(data: bytes, path: Path) -> list[Row]:
    """Return the cells of a workbook's first sheet."""
    if not data.startswith(SIGNATURE):
        raise RulesError("{path}: no workbook; save it as CSV", path=path)
    try:
        rows = read_sheets(data)[0].rows
    except RulesError as error:
        raise RulesError("{path}: {error}; save it as CSV", path=path, error=error) from None
    return [
        (at, [_clean("" if value is None else str(value)) for value in row])
        for at, row in enumerate(rows, start=1)
    ]


def _clean(cell: str) -> str:
    return unicodedata.normalize("NFC", " ".join(cell.split()))


def _columns(
    rows: list[Row], unread: list[tuple[int, str]]
) -> tuple[Callable[[list[str]], tuple[str, str]], list[Row]]:
    """Return what reads the first and the family name of a row's cells, and the rows below."""
    for at, (_line, cells) in enumerate(rows):
        read = _by_heads([" ".join(_words(cell)) for cell in cells])
        if read is not None:
            unread += [(line, " ".join(filter(None, cells))) for line, cells in rows[:at]]
            return read, rows[at + 1 :]
    return _by_contents(rows), rows


def _by_heads(heads: Sequence[str]) -> Callable[[list[str]], tuple[str, str]] | None:
    """Return what reads a row's names, if these are the heads of columns."""

    def place(spellings: frozenset[str]) -> int | None:
        return next((at for at, head in enumerate(heads) if head in spellings), None)

    family, first = place(_FAMILY), place(_FIRST)
    if family is not None and first is not None:
        return lambda cells: (_cell(cells, first), _cell(cells, family))
    for heads_of, family_first in (
        (_FAMILY_FIRST, True),
        (_FIRST_FIRST, False),
        (_WHOLE | _FAMILY | _FIRST, None),
    ):
        at = place(heads_of)
        if at is not None:
            return functools.partial(_split_cell, at=at, family_first=family_first)
    return None


def _split_cell(cells: Sequence[str], at: int, family_first: bool | None) -> tuple[str, str]:
    return _split(_cell(cells, at), family_first=family_first)


def _by_contents(rows: list[Row]) -> Callable[[list[str]], tuple[str, str]]:
    """Return what reads a row's names, from what the columns hold."""
    width = max((len(cells) for _, cells in rows), default=0)
    columns = [[_cell(cells, at) for _, cells in rows] for at in range(width)]
    kept = [at for at, column in enumerate(columns) if _holds_names(column)]
    if len(kept) < 2:
        return lambda cells: _split(_cell(cells, kept[0]) if kept else "")
    family, first = kept[:2]
    loud = [
        sum(is_capital(text) for text in columns[at]) > len(columns[at]) / 2
        for at in (family, first)
    ]
    if loud == [False, True]:
        family, first = first, family
    return lambda cells: (_cell(cells, first), _cell(cells, family))


def _holds_names(column: Sequence[str]) -> bool:
    """Return True for a column that may hold names: no dates, addresses, classes or sexes."""
    texts = [text for text in column if text]
    plain = [text for text in texts if len(text) > 1 and not re.search(r"[\d@]", text)]
    same = len(texts) > 2 and len(set(texts)) <= 2
    return 2 * len(plain) > len(column) and not same


def _cell(cells: Sequence[str], at: int) -> str:
    return cells[at] if at < len(cells) else ""


def _split(text: str, *, family_first: bool | None = None) -> tuple[str, str]:
    """Return the first and the family name of a whole one; a list in capitals begins with it."""
    if family_first is None and is_capital(text) and all(map(is_capital, text.split())):
        family_first = True
    first, rest = name_parts(text, family_first=family_first)
    return first, " ".join(rest)


def _words(text: str) -> list[str]:
    """Return the words of a name without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("æ", "ae"))
    return re.findall(
        r"[^\W\d_]+", "".join(sign for sign in plain if not unicodedata.combining(sign))
    )


def _rank(typed: Sequence[str], pupil: Listed) -> int:
    """Return how well a typed name fits a pupil, from 0 for not at all to 5 for the whole name."""
    first, family = _words(pupil.first), _words(pupil.family)
    spellings = [(first, family), (["".join(first)], family), (first, ["".join(family)])]
    return max(_rank_spelt(typed, *spelling) for spelling in spellings)


def _rank_spelt(typed: Sequence[str], first: Sequence[str], family: Sequence[str]) -> int:
    words, whole = Counter(typed), Counter([*first, *family])
    if not words or words == whole:
        return _WHOLE_NAME if words else 0
    if whole and not whole - words:
        return 4
    left = whole - words
    for word in (words - whole).elements():
        fitting = next((each for each in left if len(word) == 1 and each.startswith(word)), None)
        if fitting is None:
            return 0
        left[fitting] -= 1
        left += Counter()
    if not (whole & words):
        return 0
    if not Counter(first) - words:
        return 3
    return 2 if Counter(first) & words else 1
