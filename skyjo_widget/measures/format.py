"""Measures as texts: what they are about, numbers with their units, intervals, differences."""

from __future__ import annotations

import math

from skyjo_widget.measures.estimate import Estimate
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import decimals, format_number


def told_about(about: str, lang: str) -> str:
    """What of the game it is about, to be read; empty for all of it."""
    said = words(lang)["measures"]["about"]
    word, _, rest = about.partition(" ")
    if word == "card":
        value, _, effect = rest.partition(":")
        name = format_number(float(value), lang) if value != "wild" else said["wild"]
        return str(said["card"]).format(name) + (f", {_effect(effect, lang)}" if effect else "")
    if word == "effect":
        return _effect(rest, lang)
    if word == "turn":
        return str(said["first"] if rest == "0" else said["turn"]).format(rest)
    return str(said[word]).format(rest)


def told_value(number: Estimate, unit: str, lang: str) -> str:
    """A number with its unit, as precisely as its interval allows."""
    if math.isnan(number.value):
        return ""
    text = _told(number.value, number.half, unit, lang)
    return text if unit == "share" else f"{text} {words(lang)['measures']['units'][unit]}"


def told_interval(number: Estimate, unit: str, lang: str) -> str:
    """The interval, from … to; empty if there is none."""
    if math.isnan(number.low) or number.half == 0:
        return ""
    low, high = (_told(end, number.half, unit, lang) for end in (number.low, number.high))
    return str(words(lang)["measures"]["interval"]).format(low=low, high=high)


def _told(value: float, half: float, unit: str, lang: str) -> str:
    if unit == "share":
        text = format_number(100 * value, lang, 0 if half > 0.01 else 1)
        return str(words(lang)["charts"]["number"]["percent"]).format(number=text)
    return format_number(value, lang, 1 if math.isnan(half) else decimals(half))


def _effect(key: str, lang: str) -> str:
    own = words(lang)["measures"]["effects"]  # where the short labels are the same
    return str(own.get(key) or words(lang)["effect_labels"].get(key, key))


def told_difference(value: float, half: float, unit: str, lang: str, *, sign: bool = False) -> str:
    """A difference with its unit, as precisely as its interval allows; of shares in points of %."""
    if math.isnan(value):
        return ""
    factor = 100 if unit == "share" else 1
    of_shares, units = words(lang)["versus"]["units"], words(lang)["measures"]["units"]
    unit_told = of_shares[unit] if unit == "share" else units[unit]
    return f"{signed(factor * value, factor * half, lang, sign=sign)} {unit_told}"


def signed(value: float, half: float, lang: str, *, sign: bool) -> str:
    """A number as precisely as its interval allows, above 0 with its sign if that is wanted."""
    text = format_number(value, lang, 1 if math.isnan(half) else decimals(half))
    return f"+{text}" if sign and value > 0 and text.strip("0.,") else text
