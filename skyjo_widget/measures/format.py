"""Formatting of measures: subjects, numbers with units, intervals, differences."""

from __future__ import annotations

import math
from collections.abc import Iterable

from skyjo_widget.measures.estimate import Estimate
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import decimals, format_number


def in_a_list(parts: Iterable[str], lang: str) -> str:
    """Return parts as a list in a sentence."""
    return str(words(lang)["charts"]["number"]["list"]).join(parts)


def format_about(about: str, lang: str) -> str:
    """Return a readable label of the part of the game; empty for all of it."""
    texts = words(lang)["measures"]["about"]
    word, _, rest = about.partition(" ")
    if word == "card":
        value, _, effect = rest.partition(":")
        name = format_number(float(value), lang) if value != "wild" else texts["wild"]
        return str(texts["card"]).format(name) + (f", {_effect(effect, lang)}" if effect else "")
    if word == "effect":
        return _effect(rest, lang)
    if word == "turn":
        return str(texts["first"] if rest == "0" else texts["turn"]).format(rest)
    return str(texts[word]).format(rest)


def format_value(number: Estimate, unit: str, lang: str) -> str:
    """Return a number with its unit, rounded according to its interval."""
    if math.isnan(number.value):
        return ""
    text = _format(number.value, number.half, unit, lang)
    return text if unit == "share" else f"{text} {words(lang)['measures']['units'][unit]}"


def format_interval(number: Estimate, unit: str, lang: str) -> str:
    """Return the interval, from … to; empty if there is none."""
    if math.isnan(number.low) or number.half == 0:
        return ""
    low, high = (_format(end, number.half, unit, lang) for end in (number.low, number.high))
    return str(words(lang)["measures"]["interval"]).format(low=low, high=high)


def _format(value: float, half: float, unit: str, lang: str) -> str:
    if unit == "share":
        text = format_number(100 * value, lang, 0 if half > 0.01 else 1)
        return str(words(lang)["charts"]["number"]["percent"]).format(number=text)
    return format_number(value, lang, 1 if math.isnan(half) else decimals(half))


def _effect(key: str, lang: str) -> str:
    own = words(lang)["measures"]["effects"]  # for short labels that are the same
    return str(own.get(key) or words(lang)["effect_labels"].get(key, key))


def format_difference(
    value: float, half: float, unit: str, lang: str, *, sign: bool = False
) -> str:
    """Return a difference with its unit, rounded by its interval; shares in percentage points."""
    if math.isnan(value):
        return ""
    factor = 100 if unit == "share" else 1
    of_shares, units = words(lang)["versus"]["units"], words(lang)["measures"]["units"]
    unit_text = of_shares[unit] if unit == "share" else units[unit]
    return f"{signed(factor * value, factor * half, lang, sign=sign)} {unit_text}"


def signed(value: float, half: float, lang: str, *, sign: bool) -> str:
    """Return a number rounded according to its interval; with `sign` a plus sign above 0."""
    text = format_number(value, lang, 1 if math.isnan(half) else decimals(half))
    return f"+{text}" if sign and value > 0 and text.strip("0.,") else text
