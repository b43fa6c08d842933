"""Progress bars in the present language."""

from __future__ import annotations

import sys
from typing import Any

from skyjo_widget.util.i18n import has_decimal_comma, present_language, words

DELAY = 1
"""Seconds after which a bar appears."""


def progress_bar(things: Any = None, *, unit: str, **how: Any) -> Any:
    """Make a bar of tqdm that appears after `DELAY` and vanishes at the end.

    Parameters
    ----------
    things : iterable, optional
        What is gone through.
    unit : str
        What is counted, a key of the locale's ``progress``.
    **how
        Further options of tqdm.
    """
    from tqdm.auto import tqdm  # noqa: PLC0415  (it looks for a notebook: only when needed)

    if sys.platform == "emscripten":
        tqdm.monitor_interval = 0  # its thread, which can't start there, and tqdm warns of it
    lang = present_language()
    options = {"unit": words(lang)["progress"][unit]}
    if has_decimal_comma(lang):  # else tqdm adds a rate, whose number has a point
        options["bar_format"] = _bar(lang)
    return tqdm(things, **{"delay": DELAY, "leave": False, **options, **how})


def _bar(lang: str) -> str:
    done: str = words(lang)["charts"]["number"]["percent"].format(number="{percentage:3.0f}")
    return done + "|{bar}| {n_fmt}/{total_fmt} {unit} [{elapsed}<{remaining}]"
