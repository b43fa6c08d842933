"""What the panels under the board share."""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import ipywidgets

from skyjo_widget.board.session import Session
from skyjo_widget.util.i18n import languages, words

WRAP = {"flex_flow": "row wrap", "align_items": "center"}
LINE = {"width": "100%"}
WIDE = {"width": "auto"}
"""An entry has margins: with 100 % it would be wider than its box."""
NAME = {"width": "21em", "max_width": "100%"}
LONGEST = 300
"""Letters of a text that are shown."""


class Panel(ABC):
    """A panel under the board of a session.

    Parameters
    ----------
    session : Session
        Whose board it is.
    children : sequence of Widget
        From top to bottom.

    Attributes
    ----------
    box : VBox
        What is shown.
    """

    key: ClassVar[str]
    """Its part of the locales."""

    def __init__(self, session: Session, children: Sequence[ipywidgets.Widget]) -> None:
        self.session, self.box = session, ipywidgets.VBox(list(children))
        session.board.observe(lambda _change: self._label(), ["lang", "spoken"])
        self._label()

    @abstractmethod
    def _label(self) -> None:
        """Label its entries in the board's language."""

    @property
    def language(self) -> str:
        """The language of the board: as asked for, or as the browser speaks."""
        lang = self.session.lang or self.session.board.spoken
        return lang if lang in languages() else "en"

    @property
    def said(self) -> Any:
        """Its words in that language."""
        return words(self.language)[self.key]


class FollowingPanel(Panel):
    """A panel that follows the game, now and whenever it changes or the panel is opened."""

    def __init__(self, session: Session, children: Sequence[ipywidgets.Widget]) -> None:
        super().__init__(session, children)
        session.board.observe(self.keep_up, "view")
        self.box.layout.observe(self.keep_up, "display")
        self.keep_up()

    def keep_up(self, _change: Any = None) -> None:
        """Follow the game if the panel is open."""
        if self.box.layout.display != "none":  # each change is a message: a click would wait for it
            self._follow()

    @abstractmethod
    def _follow(self) -> None:
        """Bring its entries up to the game's present state."""


def answer_line() -> ipywidgets.HTML:
    """Where a panel answers."""
    return ipywidgets.HTML(layout=LINE)


def show_text(answer: ipywidgets.HTML, text: str) -> None:
    """Show a text in which nothing is markup."""
    answer.value = html.escape(text)


def shortened(text: str) -> str:
    """A text as long as it is shown under the board; the log has the whole of it."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def on_enter(entry: ipywidgets.Text, does: Callable[[], None]) -> None:
    """Do something when Enter is pressed in an entry."""

    def hear(_text: Any, content: Any, _buffers: Any) -> None:
        if content.get("event") == "submit":
            does()

    entry.on_msg(hear)
