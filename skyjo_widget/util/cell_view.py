"""HTML displays of objects in notebook cells, in the reader's language.

`markup.face` has their layout; their texts are in ``locales/`` under ``faces``.
"""

from __future__ import annotations

import copy as copying
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from skyjo_widget.util import markup
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.i18n import words
from skyjo_widget.util.intervals import Interval
from skyjo_widget.util.markup import Html
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.names_checked import NamesChecked
from skyjo_widget.util.numbers import format_number, percent

UNKNOWN = "–"
"""The text of a number that isn't known."""


class CellView(NamesChecked):
    """A base class of objects with an HTML display in a notebook cell.

    Attributes
    ----------
    lang : str
        The language of the display.
    """

    __slots__ = ()
    lang: str = "en"

    def html(self, lang: str | None = None) -> Html:
        """Return the display as HTML, which a notebook cell renders.

        Parameters
        ----------
        lang : str, optional
            The language: ``"en"`` or ``"fr"``; by default the object's own.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        return self._face(CellTexts(self.lang if lang is None else lang))

    def _repr_html_(self) -> str:
        return self.html()

    def _face(self, say: CellTexts) -> Html:
        """Make the display."""
        raise NotImplementedError


class FrozenView(CellView):
    """A base class of objects that can't be changed: for another language there is a copy."""

    __slots__ = ("_lang",)

    @property
    def lang(self) -> str:  # type: ignore[override]  # it can't be set
        """The language of the text and of the display."""
        return getattr(self, "_lang", "en")

    def in_language(self, lang: str) -> Self:
        """Return a copy that is shown in a language; raises `RulesError` if there is none such."""
        words(lang)
        copy = copying.copy(self)
        object.__setattr__(copy, "_lang", lang)
        return copy


class CellTexts:
    """The texts and number formats of displays in a language.

    Raises
    ------
    RulesError
        If there is no such language.
    """

    lang: str

    def __init__(self, lang: str) -> None:
        self.lang, self._words = lang, words(lang)["faces"]

    def __call__(self, key: str, **parts: Any) -> str:
        """Return a text with its parts filled in; integers get digit grouping."""
        formatted = {
            name: format_number(part, self.lang) if isinstance(part, int) else part
            for name, part in parts.items()
        }
        text = self._words["texts"][key]
        if isinstance(text, dict):
            text = text.get(str(parts["count"]), text["any"])
        return str(text).format(**formatted)

    def action(self, action: str, game: str) -> str:
        """Return an action of a game in words."""
        return action_words(action, game, self.lang)

    def message(self, text: str) -> str:
        """Return the message of an error or a finding."""
        return rendered(text, self.lang)

    def head(self, key: str) -> str:
        """Return a column's title."""
        return str(self._words["heads"][key])

    def number(self, number: float, digits: int, *, sign: bool = False) -> str:
        """Format a number with so many decimals, and with its sign if `sign`; NaN as a dash."""
        if math.isnan(number):
            return UNKNOWN
        text = format_number(number, self.lang, digits)
        return f"+{text}" if sign and not text.startswith("−") else text

    def percent(self, share: float, digits: int = 1) -> str:
        """Format a share, from 0 to 1, in per cent; NaN as a dash."""
        return UNKNOWN if math.isnan(share) else percent(share, self.lang, digits)

    def interval(self, low: float, high: float, digits: int = 1) -> str:
        """Format an interval of shares in per cent."""
        return self("interval", low=self.percent(low, digits), high=self.percent(high, digits))

    def points(self, share: float, digits: int = 1) -> str:
        """Format a difference of shares, from −1 to 1, in percentage points, with its sign."""
        return self.number(100 * share, digits, sign=True)

    def estimate(self, interval: Interval, show: Callable[[float], str]) -> str:
        """Format a number with its interval, where it has one."""
        if math.isnan(interval.mean):
            return UNKNOWN
        if math.isnan(interval.low):
            return show(interval.mean)
        return self(
            "estimate", mean=show(interval.mean), low=show(interval.low), high=show(interval.high)
        )

    def difference(
        self, key: str, interval: Interval, show: Callable[[float], str], **parts: Any
    ) -> str:
        """Return a sentence about a difference.

        A difference that isn't seen is never called none: the sentence gives its interval.

        Parameters
        ----------
        key : str
            The texts are ``{key}_more`` and ``{key}_less``, which get the size ``{by}`` and its
            ends without a sign; ``{key}_unseen``, with the ends as they are; and ``{key}_same``, if
            all values were the same.
        interval : Interval
        show : callable
            Formats a number, with its sign.
        **parts : object
            Further parts of the text.
        """
        ends = {"low": show(interval.low), "high": show(interval.high)}
        if interval.low == interval.high:
            return self(f"{key}_same", mean=show(interval.mean), **parts)
        if interval.holds_zero:
            return self(f"{key}_unseen", **ends, **parts)
        low, high = sorted((abs(interval.low), abs(interval.high)))
        by, low_text, high_text = (show(x).lstrip("+") for x in (abs(interval.mean), low, high))
        way = "more" if interval.mean > 0 else "less"
        return self(f"{key}_{way}", by=by, low=low_text, high=high_text, **parts)

    def rows(
        self, heads: Sequence[str], lines: Iterable[Sequence[Any]], *, most: int = markup.MOST_ROWS
    ) -> Html:
        """Make a table with `markup.rows`, with titles given by their keys."""
        return self.table([self.head(key) if key else "" for key in heads], lines, most=most)

    def table(
        self,
        titles: Sequence[str],
        lines: Iterable[Sequence[Any]],
        *,
        most: int = markup.MOST_ROWS,
    ) -> Html:
        """Make a table with `markup.rows`, with given titles."""
        return markup.rows(titles, lines, most=most, more=self._words["texts"]["more"])

    def face(self, title: str, *parts: str, sub: str = "") -> Html:
        """Make the display with `markup.face`."""
        return Html(markup.face(title, *parts, sub=sub, lang=self.lang))
