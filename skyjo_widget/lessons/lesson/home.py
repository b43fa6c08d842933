"""Exercises to take home, with answers computed from the law of X."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from skyjo_widget.odds.law import Law
from skyjo_widget.util.i18n import words
from skyjo_widget.util.numbers import decimal_chain, format_number, fraction_chain

LOW, HIGH = 4, 9
"""A low card, and a high one that lies visible in a grid."""
RULE, EASIER = 3, 5
"""Up to these numbers two rules place a drawn card."""
SAMPLE, LARGE = 100, 400
"""The sizes of two samples."""
NEAR = Fraction(1, 50)
"""A distance of a frequency from its probability."""
FOUND = Fraction(11, 20)
"""A frequency that somebody has found."""
CLASSES = 60
"""The samples of three classes."""
CONFIDENCE = Fraction(95, 100)
"""The share of samples that lie within 1/√n, about."""
DIFFERENCE, SPREAD = Fraction(-2), 6
"""The mean difference of two strategies over `SAMPLE` deals, and its standard deviation."""
OWN, ENDER, TOP = (0, 3), 7, 4
"""A last turn: two visible cards, the points of who has ended the round, and the card on top."""


class Exercise(NamedTuple):
    """An exercise: its text, and its answer."""

    text: str
    answer: str


def home_exercises(lesson: str, law: Law, lang: str) -> list[Exercise]:
    """Return the exercises of a lesson.

    Parameters
    ----------
    lesson : {"chance", "samples", "strategy", "perfect"}
    law : Law
        Of X, the value of the next card, with a number on each card; for ``"perfect"`` of one
        card of the deck.
    lang : str

    Raises
    ------
    RulesError
        If a card has no number.
    """
    texts = words(lang)["home"][lesson]
    parts = {
        key: value if isinstance(value, str) else format_number(float(value), lang)
        for key, value in _numbers(law, lang).items()
    }
    return [
        Exercise(each["text"].format(**parts), each["answer"].format(**parts))
        for each in texts.values()
    ]


def _numbers(law: Law, lang: str) -> dict[str, str | int | Fraction]:
    """Return all that the texts of exercises name."""
    total = law.total or 1
    low = round(law.p(f"X <= {LOW}").probability * total)
    mean, least = law.expectation, min(value for value, chance in law.items() if chance)
    both = Fraction(low * (low - 1), total * (total - 1))
    none = Fraction((total - low) * (total - low - 1), total * (total - 1))
    share, width = Fraction(low, total), Fraction(1, math.isqrt(SAMPLE))
    placed = law.p(f"X <= {RULE}").probability
    large = Fraction(1, math.isqrt(LARGE))
    wide = Fraction(2 * SPREAD, math.isqrt(SAMPLE))

    def exact(number: Fraction) -> str:
        return fraction_chain(number, lang, 3)

    def about(number: float, digits: int = 3) -> str:
        return decimal_chain(Fraction(str(round(number, 12))), lang, digits)

    def gain(most: int) -> Fraction:
        return sum(
            ((HIGH - value) * chance for value, chance in law.items() if value <= most), Fraction(0)
        )

    def signed(number: Fraction) -> str:
        return format_number(round(float(number), 3), lang)

    return {
        "low": LOW,
        "high": HIGH,
        "rule": RULE,
        "easier": EASIER,
        "total": total,
        "least": least,
        "sample": SAMPLE,
        "large": LARGE,
        "p_low": law.p(f"X <= {LOW}").text(lang),
        "p_high": law.p(f"X >= {HIGH}").text(lang),
        "p_rule": law.p(f"X <= {RULE}").text(lang),
        "mean": exact(mean),
        "sd": about(law.sd, 2),
        "after": exact((mean * total - least) / (total - 1)),
        "both": exact(both),
        "some": exact(1 - none),
        "double_mean": exact(2 * mean + 1),
        "double_sd": about(2 * law.sd, 2),
        "width": signed(width),
        "wide_low": signed(share - large),
        "wide_high": signed(share + large),
        "large_width": signed(large),
        "near": NEAR,
        "near_n": math.ceil(1 / NEAR**2),
        "found": FOUND,
        "distance": about(abs(float(FOUND - share))),
        "inside": words(lang)["home"]["inside" if abs(FOUND - share) <= width else "outside"],
        "band": about(2 * law.sd / math.sqrt(LARGE)),
        "points": Fraction(1, 10),
        "points_n": math.ceil((2 * law.sd / 0.1) ** 2),
        "classes": CLASSES,
        "expected_out": CLASSES * (1 - CONFIDENCE),
        "placed_mean": exact(
            sum((v * c for v, c in law.items() if v <= RULE), Fraction(0)) / placed
            if placed
            else Fraction(0)
        ),
        "gain_rule": exact(gain(RULE)),
        "gain_easier": exact(gain(EASIER)),
        "difference": signed(DIFFERENCE),
        "spread": SPREAD,
        "from": signed(DIFFERENCE - wide),
        "to": signed(DIFFERENCE + wide),
        "zero": words(lang)["home"]["zero_in" if abs(DIFFERENCE) <= wide else "zero_out"],
        "four": 4 * SAMPLE,
        "cards": total,
        **_last_turn(law, lang),
    }


def _last_turn(law: Law, lang: str) -> dict[str, str | int | Fraction]:
    """Return what the texts name of a last turn, in which each card comes from the same law."""
    visible = sum(OWN)
    bound = ENDER - visible

    def ahead(card: int) -> Fraction:
        return Fraction((2 * ENDER if card <= bound else ENDER) - visible - card)

    def mean(points: Callable[[int], Fraction]) -> Fraction:
        return sum((points(card) * chance for card, chance in law.items()), Fraction(0))

    turning, taken = mean(ahead), ahead(TOP)

    def is_more(card: int) -> Fraction:
        return Fraction(ahead(card) > taken)

    more = mean(is_more)
    drawing = mean(lambda card: max(ahead(card), turning))
    p_more = mean(lambda card: more if ahead(card) < turning else is_more(card))
    return {
        "first": OWN[0],
        "second": OWN[1],
        "ender": ENDER,
        "top": TOP,
        "bound": bound,
        "p_bound": law.p(f"X <= {bound}").text(lang),
        "with_top": visible + TOP,
        "taken": taken,
        "high_start": 2 * ENDER - visible,
        "low_start": ENDER - visible,
        "turning": fraction_chain(turning, lang, 3),
        "drawing": fraction_chain(drawing, lang, 3),
        "drawing_about": format_number(round(float(drawing), 3), lang),
        "better": words(lang)["home"]["taking" if taken >= drawing else "drawing"],
        "p_more": f"P(D > {taken}) {fraction_chain(p_more, lang, 3)}",
    }
