"""Base classes and helpers of the panels under the board."""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import ipywidgets

from skyjo_widget.board.session import Session
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.util.i18n import languages, words
from skyjo_widget.util.messages import translate_message

WRAP = {"flex_flow": "row wrap", "align_items": "center"}
LINE = {"width": "100%"}
WIDE = {"width": "auto"}
"""The width of an entry, which has margins: with 100 % it would be wider than its box."""
NAME = {"width": "21em", "max_width": "100%"}
LONGEST = 300
"""Maximum length of a text under the board."""


class Panel(ABC):
    """A panel under the board of a session.

    Parameters
    ----------
    session : Session
        The session of the board.
    children : sequence of Widget
        The entries, from top to bottom.

    Attributes
    ----------
    box : VBox
        The panel's widget.
    """

    key: ClassVar[str]
    """The panel's key in the locales."""

    def __init__(self, session: Session, children: Sequence[ipywidgets.Widget]) -> None:
        self.session, self.box = session, ipywidgets.VBox(list(children))
        session.board.observe(lambda _change: self._label(), ["lang", "spoken"])
        self._label()

    @abstractmethod
    def _label(self) -> None:
        """Label its entries in the board's language."""

    @property
    def language(self) -> str:
        """The board's language: the session's, else the browser's."""
        lang = self.session.lang or self.session.board.spoken
        return lang if lang in languages() else "en"

    @property
    def texts(self) -> Any:
        """The panel's texts in that language."""
        return words(self.language)[self.key]

    def told(self, error: SkyjoWidgetError) -> str:
        """Return an error's message in that language."""
        return translate_message(str(error), self.language)


class FollowingPanel(Panel):
    """A panel that follows the game, now and whenever it changes or the panel is opened."""

    def __init__(self, session: Session, children: Sequence[ipywidgets.Widget]) -> None:
        super().__init__(session, children)
        session.board.observe(self.keep_up, "view")
        self.box.layout.observe(self.keep_up, "display")
        self.keep_up()

    def keep_up(self, _change: Any = None) -> None:
        """Follow the game if the panel is open."""
        if self.box.layout.display != "none":  # each change is a message, which delays clicks
            self._follow()

    @abstractmethod
    def _follow(self) -> None:
        """Update its entries from the game's present state."""


def answer_line() -> ipywidgets.HTML:
    """Make the line for a panel's answers."""
    return ipywidgets.HTML(layout=LINE)


def show_text(answer: ipywidgets.HTML, text: str) -> None:
    """Show a plain text, which is escaped."""
    answer.value = html.escape(text)


def shortened(text: str) -> str:
    """Shorten a text to `LONGEST`; the log has the whole of it."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def on_enter(entry: ipywidgets.Text, does: Callable[[], None]) -> None:
    """Call a function when Enter is pressed in an entry."""

    def hear(_text: Any, content: Any, _buffers: Any) -> None:
        if content.get("event") == "submit":
            does()

    entry.on_msg(hear)
