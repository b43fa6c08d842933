"""Odds as HTML, for a notebook or a page: bars and a table, without scripts.

Colours follow JupyterLab's theme where there is one.  This module holds what the games share; each
game's odds module composes its own sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from html import escape
from typing import Any

from skyjo_widget.odds.unseen import fraction_text
from skyjo_widget.util.action_words import action_words, formula_words
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import THEME

STYLE = (
    "<style>\n.skyjo-odds.skyjo-odds { container-type: inline-size; "
    + THEME
    + """ }
.skyjo-odds h4 { font-size: 13px; font-weight: 600; margin: 14px 0 4px; color: inherit; }
.skyjo-odds h4 span, .skyjo-odds p { color: var(--soft); font-weight: 400; }
.skyjo-odds p { margin: 2px 0 4px; }
.skyjo-odds code { font-size: 12px; background: none; color: inherit; padding: 0;
  white-space: nowrap; }
.skyjo-odds .bars { display: flex; gap: 3px; align-items: flex-end; padding: 0; margin: 6px 0 0; }
.skyjo-odds .bars > div { flex: 1 1 0; max-width: 46px; min-width: 0; text-align: center; }
.skyjo-odds .bars b { display: block; border-top: 1px solid var(--line); font-size: 13px; }
.skyjo-odds .bars i { display: block; background: var(--main); }
.skyjo-odds .bars i.effect { opacity: .45; border-radius: 3px 3px 0 0; }
.skyjo-odds .bars i.top { border-radius: 3px 3px 0 0; }
.skyjo-odds .over { display: inline-block; font-size: 11px; line-height: 1.15;
  margin-bottom: 2px; color: var(--soft); }
@container (max-width: 480px) { .skyjo-odds .over { font-size: 9px; } }
.skyjo-odds .over span { display: block; }
.skyjo-odds .over span + span { border-top: 1px solid currentColor; }
.skyjo-odds .key { display: inline-block; width: 10px; height: 10px; border-radius: 2px;
  background: var(--main); margin: 0 4px 0 10px; }
.skyjo-odds .key.effect { opacity: .45; }
.skyjo-odds details { border-top: 1px solid var(--line); }
.skyjo-odds details.more { border-bottom: 0; }
.skyjo-odds summary { cursor: pointer; padding: 3px 2px; }
.skyjo-odds .row :is(summary, .summary) { display: grid; align-items: center; list-style: none;
  grid-template-columns: 12px 230px minmax(60px, 1fr) 64px; gap: 6px; }
@container (max-width: 560px) { .skyjo-odds .row :is(summary, .summary) {
  grid-template-columns: 12px minmax(76px, 120px) minmax(60px, 1fr) 64px; } }
.skyjo-odds .row summary::-webkit-details-marker { display: none; }
.skyjo-odds .row .summary::before { content: ""; }
.skyjo-odds .row .summary { border-top: 1px solid var(--line); padding: 3px 2px; }
.skyjo-odds .row summary::before { content: "▸"; color: var(--soft); font-size: 10px; }
.skyjo-odds .row[open] > summary::before { content: "▾"; }
.skyjo-odds .row summary:hover { background: rgba(128, 128, 128, .12); }
.skyjo-odds .row :is(summary, .summary) > span { text-align: right; }
.skyjo-odds .track { display: block; position: relative; height: 10px; }
.skyjo-odds .track::before { content: ""; position: absolute; top: -5px; bottom: -5px;
  left: var(--zero); border-left: 1px solid var(--line); }
.skyjo-odds .track i { position: absolute; top: 0; bottom: 0; border-radius: 2px; }
.skyjo-odds .down { background: var(--good); }
.skyjo-odds .up { background: var(--bad); }
.skyjo-odds .best { font-weight: 600; }
.skyjo-odds .best em { font: 600 10px/1 var(--jp-ui-font-family, system-ui, sans-serif);
  color: var(--good); border: 1px solid currentColor; border-radius: 8px; padding: 1px 6px;
  margin-left: 6px; white-space: nowrap; }
.skyjo-odds .inside { padding: 2px 2px 8px 20px; }
.skyjo-odds .inside > code { white-space: normal; overflow-wrap: anywhere; }
.skyjo-odds .scroll { max-height: 260px; overflow: auto; margin-top: 6px; }
.skyjo-odds table { border-collapse: collapse; font-size: 12px; margin: 0; width: auto;
  color: inherit; }
.skyjo-odds th, .skyjo-odds td { padding: 2px 14px 2px 0; text-align: left; border: 0;
  background: none; vertical-align: middle; max-width: none; }
.skyjo-odds th { color: var(--soft); font-weight: 400; border-bottom: 1px solid var(--line); }
.skyjo-odds tr { background: none; border-top: 1px solid var(--line); }
.skyjo-odds .number { text-align: right; }
.skyjo-odds svg { display: block; width: 100%; max-width: 560px; height: 76px;
  overflow: visible; color: var(--soft); }
</style>"""
)


class Page:
    """An HTML page in one language, and the elements that it is composed of.

    Parameters
    ----------
    lang : str
        The language.
    game : str
        The game's name.
    seat : int
        The reader's seat.

    Raises
    ------
    RulesError
        If there is no such language.
    """

    lang: str

    def __init__(self, lang: str, game: str = "", seat: int | None = None) -> None:
        self.lang, self._texts = lang, words(lang)["odds"]
        self._game, self._seat = game, seat
        self._labels = words(lang)["effect_labels"]

    def whole(self, sections: Iterable[str]) -> str:
        """Return the page with its style."""
        inside = "".join(sections)
        return f'{STYLE}<div class="skyjo-odds" lang="{escape(self.lang)}">{inside}</div>'

    # Texts

    def text(self, key: str, **parts: Any) -> str:
        """Return a translated text with its parts filled in, escaped."""
        text = self._texts[key]
        if isinstance(text, dict):
            text = text.get(str(parts["count"]), text["any"])
        return escape(text.format(**parts))

    def local(self, text: str) -> str:
        """Replace the decimal points in a text by the language's decimal mark."""
        return re.sub(r"(?<=\d)\.(?=\d)", self._texts["decimal"], text)

    def number(self, number: Fraction) -> str:
        """Format a number, whole or with two decimals, with a minus sign (−)."""
        return self.local(fraction_text(number).replace("-", "−"))

    def percent(self, chance: Fraction) -> str:
        """Format a probability in per cent."""
        return self.local(self._texts["percent"].format(number=f"{float(chance) * 100:.1f}"))

    def action(self, action: str) -> str:
        """Return an action in words."""
        return escape(action_words(action, self._game, self.lang, viewer=self._seat))

    def formula(self, formula: str) -> str:
        """Return the terms of a value in words and numbers."""
        return escape(formula_words(formula, self._game, self.lang, self._seat))

    def heading(self, title: str, *more: str) -> str:
        """Return a heading; further texts follow it in a softer colour."""
        return f"<h4>{title}{''.join(f' <span>· {text}</span>' for text in more if text)}</h4>"

    def value(self, value: int) -> str:
        """Format the number on a card."""
        return str(value).replace("-", "−")

    def fraction(self, count: int, every: int) -> str:
        """Return a fraction with a horizontal bar."""
        return f'<span class="over"><span>{count}</span><span>{every}</span></span>'

    def effect(self, key: str) -> str:
        """Return an effect's short name."""
        return escape(self._labels.get(key, key))

    # Bars

    def stack(
        self, name: str, count: int, every: int, most: int, parts: Iterable[tuple[int, str]]
    ) -> str:
        """Return a stacked bar with its probability above it.

        Parameters
        ----------
        name : str
            The label below the bar.
        count, every : int
            Numerator and denominator of the probability.
        most : int
            The count of the highest bar.
        parts : iterable of (int, str)
            Each part's count and CSS class, from the top.
        """
        bars = "".join(
            f'<i class="{kind}" style="height: {54 * n / most:.1f}px"></i>'
            for n, kind in parts
            if n
        )
        return f"{self.fraction(count, every)}{bars}<b>{name}</b>"
