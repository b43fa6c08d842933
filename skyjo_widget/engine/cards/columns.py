"""The columns of a list of cards by the names that people give them, and how a list was read."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from skyjo_widget.errors.message import Message, _
from skyjo_widget.util.spelling import nearest

NAMES: dict[str, tuple[str, ...]] = {
    "value": (
        *("value", "valeur", "valeur carte", "card value", "valeur de la carte", "values"),
        *("valeurs", "points", "point value", "rank", "rang", "wert", "number", "numero"),
    ),
    "effect": (
        *("effect", "effet", "effects", "effets", "effekt", "ability", "power", "pouvoir"),
        *("special effect", "rules text", "card text", "rule", "action", "text", "texte"),
    ),
    "count": (
        *("count", "quantity", "quantite", "qty", "qte", "copies", "exemplaires", "amount"),
        *("anzahl", "number of cards", "nombre de cartes", "nb cartes", "nb", "cards", "cartes"),
        *("nombre",),
    ),
    "id": ("id", "id carte", "card id", "id card", "identifiant"),
}
"""Names of columns without accents, capitals and signs, by what they mean; the likeliest first."""
_TITLES = {"value": _("value"), "effect": _("effect"), "count": _("count"), "id": _("ID")}
_PLAIN = (
    {"value", "count"},
    {"value", "effect", "count"},
    {"id carte", "valeur carte", "effet"},
)
"""The headers that are written here, whose reading needs no words."""
_LOOKED_AT = 12
"""Rows among which the header is looked for."""
_TOTAL = re.compile(r"(grand |sub ?|sous )?(totals?|totaux|sum|somme|summe|gesamt)\b.{0,20}")


class Columns(NamedTuple):
    """A header that was understood.

    Parameters
    ----------
    at : int
        Its row among those of the list.
    names : list of str
        The columns' names, as written.
    roles : dict of str to int
        The column of each meaning: `value`, and some of `effect`, `count` and `id`.
    """

    at: int
    names: list[str]
    roles: dict[str, int]

    @property
    def plain(self) -> bool:
        """True for a header as it is written here."""
        return {plain(name) for name in self.names} in _PLAIN


class ListReading(NamedTuple):
    """The reading of a list of cards.

    Parameters
    ----------
    columns : dict of str to str
        The name of the column that was read as each of value, effect, count and id.
    kinds, cards : int
        Rows of cards, and cards in all.
    left_out : tuple of (int, str, str)
        Rows that hold no card: the row, what it is, and its text.
    notes : tuple of (int, str, str)
        What other columns say of the cards: the row, the column, the text.
    sheet : str
        The sheet of a workbook.
    plain : bool
        Whether all of it was as it is written here.
    """

    columns: dict[str, str]
    kinds: int
    cards: int
    left_out: tuple[tuple[int, str, str], ...] = ()
    notes: tuple[tuple[int, str, str], ...] = ()
    sheet: str = ""
    plain: bool = False

    def sentences(self) -> list[Message]:
        """Return it in sentences."""
        lines = [
            _("{name!r:.60} is read as {role}", name=name, role=_TITLES[role])
            for role, name in self.columns.items()
        ]
        if self.sheet:
            lines.insert(0, _("the sheet is {sheet!r:.60}", sheet=self.sheet))
        if "count" not in self.columns:
            lines.append(_("a row is one card"))
        lines.append(_("{kinds} rows with {cards} cards", kinds=self.kinds, cards=self.cards))
        if self.notes:
            columns = ", ".join(dict.fromkeys(column for _, column, _ in self.notes))
            lines.append(_("kept as notes: {columns:.200}", columns=columns))
        for at, why, text in self.left_out:
            lines.append(_("row {at}: {why}: {text!r:.60}", at=at, why=why, text=text))
        return lines

    def __str__(self) -> str:
        return "\n".join(self.sentences())


def plain(name: str) -> str:
    """Return a column's name without accents, capitals, signs and double spaces."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w]+|_", " ", bare).split())


def find_header(rows: Sequence[tuple[int, list[str]]], most: int = _LOOKED_AT) -> Columns | None:
    """Find the header among the first rows: it names the value and something else.

    None if there is none, or two columns have the same name.
    """
    for index, (_at, cells) in enumerate(rows[:most]):
        names = [plain(cell) for cell in cells]
        roles = {
            role: names.index(name)
            for role, spellings in NAMES.items()
            for name in [next((name for name in spellings if name in names), None)]
            if name
        }
        if "value" in roles and len(roles) > 1:
            named = [names[column] for column in roles.values()]
            if any(names.count(name) > 1 for name in named):
                return None
            if "count" in roles:
                roles.pop("id", None)
            return Columns(index, list(cells), roles)
    return None


def misspelt(columns: Columns) -> tuple[str, str] | None:
    """Return a column that may be a misspelt one, with the name that may be meant."""
    for role in ("effect", "count"):
        if role in columns.roles:
            continue
        for k, name in enumerate(columns.names):
            near = nearest(plain(name), NAMES[role][:4]) if len(plain(name)) > 3 else None
            if near and k not in columns.roles.values():
                return name, near
    return None


def is_total(cells: Sequence[str]) -> bool:
    """Return whether a row is a list's total: a cell says so."""
    return any(_TOTAL.fullmatch(plain(cell)) for cell in cells if len(cell) < 60)


def is_rule(cells: Sequence[str]) -> bool:
    """Return whether a row only draws a line, as between header and rows of a Markdown table."""
    return any(cells) and all(re.fullmatch(r"[-=:_ ]*", cell) for cell in cells)


def column_letters(column: int) -> str:
    """Return a column's name in a spreadsheet: A, B, …, Z, AA.

    Examples
    --------
    >>> column_letters(0), column_letters(27)
    ('A', 'AB')
    """
    letters, number = "", column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
