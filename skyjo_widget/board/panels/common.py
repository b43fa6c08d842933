"""The base class of the panels under the board, and their entries.

A panel says what is to be entered, as plain JSON, and gets what was entered back; the browser
draws it (``js/app/asides.js``) and has the words, by the panel's key.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from skyjo_widget.board.tables.common import View
from skyjo_widget.errors import RulesError
from skyjo_widget.util.i18n import words
from skyjo_widget.util.parse_number import read_whole

if TYPE_CHECKING:
    from skyjo_widget.table.table import Table

Values = Mapping[str, str]
"""The entered texts by the names of their entries; only of those that are shown."""

LONGEST = 300
"""Maximum length of a text that an answer quotes."""
LONGEST_VALUE = 10_000
"""Maximum length of what is entered."""


class Panel(ABC):
    """A panel under the board of a session.

    Parameters
    ----------
    session : Table
        The session of the board.

    Attributes
    ----------
    answer : str
        What the panel says; of its newest button, as plain text.
    emptied : int
        How often the entries that are used once were emptied.
    lang : str
        The language in which it is shown; set before each call.
    """

    answer: str
    emptied: int

    key: ClassVar[str]
    """The panel's key in the locales."""
    buttons: tuple[str, ...]
    """Its buttons; the first one is the main one.  Code has one of its own, in the browser."""

    def __init__(self, session: Table) -> None:
        self.session = session
        self.answer, self.emptied = "", 0
        self.lang: str = "en"
        self._file: dict[str, str] | None = None

    @property
    def about(self) -> str:
        """The line before its entries."""
        return ""

    @property
    def question(self) -> View | None:
        """Its question: ``text``, ``moment``; ``image`` and ``caption`` if it shows a table."""
        return None

    def give(self, name: str, text: str) -> None:
        """Give the browser a file to save, once."""
        self._file = {"name": name, "text": text}

    def take_file(self) -> dict[str, str] | None:
        """Return the file that is for the browser, and forget it."""
        file, self._file = self._file, None
        return file

    @abstractmethod
    def entries(self, view: View) -> list[View]:
        """Return its entries, from top to bottom, for a view of the table."""

    @abstractmethod
    def press(self, button: str, values: Values, view: View) -> None:
        """Do what a button is for.

        Raises
        ------
        SkyjoWidgetError
            With what is wrong.
        """

    def view(self, view: View) -> View:
        """Return the panel as the browser draws it, for a view of the table."""
        return {
            "entries": self.entries(view),
            "buttons": list(self.buttons),
            "about": self.about,
            "question": self.question,
            "answer": self.answer,
            "emptied": self.emptied,
        }

    @property
    def texts(self) -> Any:
        """The panel's texts in the board's language."""
        return words(self.lang)[self.key]


def entry(name: str, kind: str, **more: Any) -> View:
    """Describe an entry.

    Parameters
    ----------
    name : str
        Its name, which is its key in the panel's texts too.
    kind : {"choice", "options", "scale", "line", "short", "text", "number", "code"}
    **more
        ``value``: what it holds at first; ``options``: pairs of a value and a text, or None
        for the text of that value in the locales, under the key ``words``; ``hint``: a
        placeholder; ``most``: a number's maximum; ``once``: True if it is emptied after use;
        ``when``: where it is shown, alternatives of the other entries' values.
    """
    return {"name": name, "kind": kind, "value": "", **more}


def options(values: Iterable[Any]) -> list[list[Any]]:
    """Return options whose texts are in the locales."""
    return [[str(value), None] for value in values]


def whole(text: str, most: int) -> int:
    """Parse an integer from 0 to `most`.  Raises `RulesError`."""
    number = read_whole(text)
    if not 0 <= number <= most:
        raise RulesError("{number}: 0 to {most}", number=number, most=most)
    return number


def shortened(text: str) -> str:
    """Shorten a text to `LONGEST`; the log has the whole of it."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
