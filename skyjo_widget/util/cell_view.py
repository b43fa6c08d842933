"""Pictures of objects in cells, in a reader's language.

`markup.face` is how they look; the words are in ``locales/`` under ``faces``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from skyjo_widget.util import markup
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import Html
from skyjo_widget.util.numbers import format_number, percent


class Shown:
    """An object that has a picture in a cell.

    Attributes
    ----------
    lang : str
        The language in which a cell shows it.
    """

    __slots__ = ()
    lang: str = "en"

    def html(self, lang: str | None = None) -> Html:
        """Return its picture as HTML; a cell shows it.

        Parameters
        ----------
        lang : str, optional
            The language, as ``"en"`` or ``"fr"``; its own unless given.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        return self._face(Said(self.lang if lang is None else lang))

    def _repr_html_(self) -> str:
        return self.html()

    def _face(self, said: Said) -> Html:
        """Make the picture."""
        raise NotImplementedError


class Said:
    """Words and numbers of a picture, in a language; raises `RulesError` if there is none such."""

    def __init__(self, lang: str) -> None:
        self.lang, self._words = lang, words(lang)["faces"]

    def __call__(self, key: str, **parts: Any) -> str:
        """Return a text with its parts; whole numbers are grouped."""
        given = {
            name: format_number(part, self.lang) if isinstance(part, int) else part
            for name, part in parts.items()
        }
        return str(self._words["texts"][key]).format(**given)

    def head(self, key: str) -> str:
        """Return a column's title."""
        return str(self._words["heads"][key])

    def number(self, number: float, digits: int, *, sign: bool = False) -> str:
        """Return a number with so many decimals; with its sign if wanted."""
        text = format_number(number, self.lang, digits)
        return f"+{text}" if sign and not text.startswith("−") else text

    def percent(self, share: float, digits: int = 1) -> str:
        """Return a share, from 0 to 1, in per cent."""
        return percent(share, self.lang, digits)

    def interval(self, low: float, high: float, digits: int = 1) -> str:
        """Return an interval of shares in per cent."""
        return self("interval", low=self.percent(low, digits), high=self.percent(high, digits))

    def rows(self, heads: Sequence[str], lines: Iterable[Sequence[Any]]) -> Html:
        """Make a table with titles by their keys, as `markup.rows` does."""
        titles = [self.head(key) if key else "" for key in heads]
        return markup.rows(titles, lines, more=self._words["texts"]["more"])

    def face(self, title: str, *parts: str, sub: str = "") -> Html:
        """Make the picture, as `markup.face` does."""
        return Html(markup.face(title, *parts, sub=sub, lang=self.lang))
