"""Odds as lines of text in a language."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from skyjo_widget.odds.unseen import fraction_text
from skyjo_widget.util.action_words import action_words, formula_words
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import percent


class PlainText:
    """The words and numbers of printed odds.

    Parameters
    ----------
    lang : str
        The language.
    game : str
        The game's name.
    seat : int
        The reader's seat.
    """

    lang: str

    def __init__(self, lang: str, game: str, seat: int) -> None:
        self.lang, self._game, self._seat = lang, game, seat
        self._texts, self._labels = words(lang)["odds"], words(lang)["effect_labels"]

    def __call__(self, key: str, **parts: Any) -> str:
        """Return a translated text with its parts filled in."""
        text = self._texts["printed"].get(key) or self._texts[key]
        if isinstance(text, dict):
            text = text.get(str(parts["count"]), text["any"])
        return str(text).format(**parts)

    def number(self, number: Fraction) -> str:
        """Format a number, whole or with two decimals."""
        return fraction_text(number).replace(".", self._texts["decimal"])

    def percent(self, chance: Fraction) -> str:
        """Format a probability in per cent."""
        return percent(float(chance), self.lang, 1)

    def effect(self, key: str) -> str:
        """Return an effect's short name; its key in the language of the keys."""
        return key if self.lang == "en" else str(self._labels.get(key, key))

    def action(self, action: str) -> str:
        """Return an action in words."""
        return action_words(action, self._game, self.lang, viewer=self._seat)

    def formula(self, formula: str) -> str:
        """Return the terms of a value in words and numbers."""
        return formula_words(formula, self._game, self.lang, self._seat)
