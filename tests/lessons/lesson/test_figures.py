"""Each number in the prose of the lessons has an expression that gives it.

`FIGURES` lists them: what is asked or agreed on (`GIVEN`), and what follows from a deck, a position
or a sample, with the expression.  A number that isn't listed fails, and so does one that is listed
and stands nowhere.
"""

from __future__ import annotations

import functools
import json
import math
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from skyjo_widget import SKYJO_DECK, play, position
from skyjo_widget.lessons.lesson.home import ENDER, OWN, TOP
from skyjo_widget.lessons.shipped_lessons import NAMES, shipped
from skyjo_widget.util.i18n import languages
from tests.fixtures.paths import ROOT

GIVEN = {
    "chance, its questions": "-2 4 11 12 40 100",
    "chance, its page": "-2 0 1 2 3 4 5 6 10 11 12 22 30 32 40 42 50 52 60 100",
    "chance, its notebook": "-2 -1 0 1 2 3 4 5 6 8 10 12 30 40 50 90 100",
    "samples, its questions": "-2 1 2 4 5 10 12 18 20 100 1000",
    "samples, its page": "-2 0 0.1 1 2 3 4 5 6 10 12 18 20 27 39 51 60 100 1000",
    "samples, its notebook": "-2 0.03 0.1 0.2 1 2 3 4 5 6 9 10 12 15 17 18 20 25 100 1000",
    "strategy, its questions": "1 2 3 8 -2 0",
    "strategy, its page": "1 2 3 4 5 6 18 25 40 52 60 100 200 500 0 -2",
    "strategy, its notebook": "1 2 3 4 5 6 7 8 12 15 18 20 500 0",
    "perfect, its questions": "-2 -1 -0.4 0 1 1.2 2 2.8 3 4 9",
    "perfect, its page": "-2 -1 0 1 2 3 4 5 6 10 12 27 35 45 52 60",
    "perfect, its notebook": "-2 -1 0 1 2 3 4 5 6 7 8 9 12 200",
}
"""Numbers that are asked, agreed on, or count minutes and questions."""
POSITION = {
    "1.37": "gains['take']",
    "1.97": "gains['draw']",
    "1.90": "low",
    "0.07": "gains['draw'] - low",
    "122": "n - 1",
    "123": "n",
    "150": "sum(deck.values())",
    "5.43": "after(-2)",
    "662": "after(-2) * (n - 1)",
    "7.37": "mean + 2",
    "7.43": "after(-2) + 2",
}
"""Of the lesson's position; what a low card gains with the mean of what is then unseen."""
LAW = {
    "0.423": "at_most(4) / n",
    "5.37": "mean",
    "18.49": "law.variance",
    "27": "150 - n",
    "52": "at_most(4)",
}
TWELVES = {"130": "150 - 20", "10": "deck[12]", "15": "deck[0]"}
SAMPLES = {"95": "100 * two_sigma", "19": "20 * two_sigma"}
DRAWING = {
    "0.17": "discarded",
    "0.44": "take(1)",
    "0.60": "drawing",
    "1.35": "take(0)",
    "2.62": "take(-1)",
    "3.97": "take(-2)",
    "15": "deck[0]",
    "89.4": "5 * 3.97 + 10 * 2.62 + 15 * 1.35 + 10 * 0.44 + 110 * 0.17",
    "110": "sum(count for v, count in deck.items() if v >= 2)",
    "150": "sum(deck.values())",
}
"""Of the perfect player's first turn."""
GIFT = {"0.47": "gift", "0.91": "kept(1)", "3.95": "3.04 + 0.91"}
LAST = {
    "10": "worth('1 2 ?', '2 3 4', 5)['take']",
    "10.27": "worth('1 2 ?', '2 3 4', 5)['draw']",
    "0.49": "1 - (1 - 30 / 150) ** 3",
    "60": "sum(count for v, count in deck.items() if v > 6)",
}
FIGURES = {
    "chance, its questions": POSITION
    | TWELVES
    | {
        "62": "within",
        "50": "100 * within / n",
        "5": "max(v for v in left if v < after(v))",
    },
    "chance, its page": POSITION
    | LAW
    | {"130": "150 - 20", "15": "deck[0]", "660": "mean * n", "4.30": "law.sd"},
    "chance, its notebook": {key: POSITION[key] for key in ("122", "123", "150", "5.43", "662")}
    | {key: POSITION[key] for key in ("7.37", "7.43")}
    | LAW
    | {
        "-1.37": "-gains['take']",
        "-1.97": "-gains['draw']",
        "1.30": "branch(5)",
        "0.37": "after(5) - 5",
        "4.3": "law.sd",
        "9": "left[1]",
        "7": "left[2]",
        "13": "len(given['discard'].split())",
        "15": "deck[0]",
        "42": "100 * at_most(4) / n",
    },
    "samples, its questions": SAMPLES
    | {
        "0.09": "14 / 150",
        "0.47": "70 / 149",
        "14": "12 - -2",
        "150": "sum(deck.values())",
        "8000": "round((2 * spread / (14 / 150)) ** 2, -3)",
    },
    "samples, its page": SAMPLES
    | {
        "0.09": "14 / 150",
        "0.47": "70 / 149",
        "0.85": "2 * spread / 10",
        "14": "12 - -2",
        "149": "150 - 1",
        "150": "sum(deck.values())",
        "4.2": "spread",
        "70": "sum(count for v, count in deck.items() if v <= 4)",
        "8000": "round((2 * spread / (14 / 150)) ** 2, -3)",
        "95.4": "100 * near(1000, 1000**-0.5)",
    },
    "samples, its notebook": SAMPLES
    | {
        "0.5": "(p * (1 - p)) ** 0.5",
        "24": "2 * 12",
        "125": "149 - 24",
        "149": "150 - 1",
        "4.2": "spread",
        "84": "2 * 4.2 / 0.1",
        "7000": "round((2 * 4.2 / 0.1) ** 2, -3)",
        "500": "25 * 20",
        "475": "0.95 * 500",
    },
    "strategy, its questions": {"30": "round(149 / deck[-2])"},
    "strategy, its page": {
        "1.37": "gains['take']",
        "1.97": "gains['draw']",
        "30": "round(149 / deck[-2])",
        "60": "sum(count for v, count in deck.items() if v <= 3)",
        "149": "150 - 1",
    },
    "strategy, its notebook": {"1.7": "19.2 - 17.5"},
    "perfect, its questions": DRAWING
    | GIFT
    | LAST
    | {
        "1.34": "to_bo(0) - to_bo(12)",
        "2.64": "to_bo(-1) - to_bo(12)",
        "5": "deck[-2]",
        "6": "max(v for v in deck if ahead(v) >= turning)",
        "6.33": "turning",
        "1160": "sum(count * ahead(v) for v, count in deck.items() if v <= 6)",
    },
    "perfect, its page": {key: DRAWING[key] for key in ("0.44", "0.60", "89.4", "15", "150")}
    | {key: GIFT[key] for key in ("0.47", "0.91")}
    | {key: LAST[key] for key in ("10.27", "0.49")}
    | {
        "0.25": "worse",
        "6.33": "turning",
        "11": "worth('1 2 ?', '2 3 4', 4)['take']",
    },
    "perfect, its notebook": DRAWING
    | GIFT
    | LAST
    | {
        "-2.98": "worth('0 1 ?', '0 1 ?', 0)['draw']",
        "-0.72": "kept(6)",
        "0.13": "kept(6) - kept(12)",
        "0.25": "worse",
        "0.85": "-kept(12)",
        "1.82": "worth('0 1 ?', '0 1 ?', 0)['take']",
        "3.04": "to_bo(-2)",
        "3.58": "4.49 - 0.91",
        "4.49": "kept(-2)",
        "5.07": "760 / 150",
        "18": "2 * (2 + 3 + 4)",
        "30": "sum(count for v, count in deck.items() if v <= 0)",
        "61": "125 - 64",
        "70": "sum(count for v, count in deck.items() if v >= 6)",
        "125": "5**3",
        "760": "sum(v * count for v, count in deck.items())",
    },
}
"""By page what follows, as a text of it and the expression that gives it."""
PLAYED = {
    "strategy, its page": "-1.64 -4.17 -4.70 0.67 17.5 19.2 222 45",
    "perfect, its page": "3.1 4.2 5.3 5.6 7.2 7.3 8.5 8.7 12 39 41 210 1375",
}
"""Results of played games, which slow tests of `test_lesson_pages.py` play again."""
HIDDEN = "? ? ?"


@functools.cache
def worth(ana: str, bo: str, pile: int, hand: int | None = None) -> dict[str, float]:
    """Each action's worth to Ana on one column, as in the notebook on the perfect player."""
    cards = {"Ana": ana.split(), "Bo": bo.split()}
    drawn = {} if hand is None else {"hand": hand}
    here = position("skyjo", cards, discard=[pile], columns=1, turned=0, **drawn)
    actions = play(here, record=False, display=False).odds().actions
    return {action.action: action.worth for action in actions}


def perfect() -> dict[str, Any]:
    """The first turn of the perfect player, the gift, and a last turn."""
    chances = {value: count / 150 for value, count in SKYJO_DECK.counts}

    def mean(points: Callable[[int], float]) -> float:
        return sum(chance * points(value) for value, chance in chances.items())

    def to_bo(left: int) -> float:
        """His best action, once Ana has taken a 1 and left a card."""
        return max(worth(HIDDEN, "1 ? ?", left).values())

    def kept(card: int) -> float:
        """Ana's worth with one open card, and one of no use on the pile."""
        return -max(worth(HIDDEN, f"{card} ? ?", 12).values())

    def ahead(third: int) -> int:
        """Her points ahead after the last turn."""
        return (18 if third <= 6 else 9) - 3 - third

    turning = mean(ahead)
    turned_worse = mean(lambda card: ahead(card) < 10)
    return {
        "worth": worth,
        "take": lambda top: worth(HIDDEN, HIDDEN, top)["take"],
        "drawing": worth(HIDDEN, HIDDEN, 12)["draw"],
        "discarded": worth(HIDDEN, HIDDEN, 5, 12)["discard"],
        "to_bo": to_bo,
        "kept": kept,
        "gift": mean(lambda card: to_bo(card) - to_bo(12)),
        "ahead": ahead,
        "turning": turning,
        "worse": mean(lambda card: turned_worse if ahead(card) < turning else ahead(card) < 10),
    }


@functools.cache
def facts() -> dict[str, Any]:
    """The position of lesson 1, the deck, the samples of lesson 2, and what lesson 4 computes."""
    given = shipped("chance", "en")["position"]
    odds = position("skyjo", given["cards"], discard=given["discard"], to_move="Ana").odds()
    law, left, deck = odds.law, dict(odds.unseen.counts), dict(SKYJO_DECK.counts)
    n, total = law.total, sum(value * count for value, count in left.items())
    draw = next(one for one in odds.actions if one.action == "draw")
    branches = {one.value: -one.points for one in draw.branches}
    p, whole = 70 / 149, sum(value * count for value, count in deck.items()) / 150

    def after(value: int) -> Fraction:
        """The mean of the other unseen cards, once one is drawn."""
        return Fraction(total - value, n - 1)

    def near(size: int, distance: float) -> float:
        """The probability that a frequency lies so near to p."""
        terms = range(size + 1)
        return sum(
            math.comb(size, k) * p**k * (1 - p) ** (size - k)
            for k in terms
            if abs(k / size - p) <= distance
        )

    return {
        **perfect(),
        "given": given,
        "law": law,
        "left": left,
        "deck": deck,
        "n": n,
        "mean": law.expectation,
        "after": after,
        "near": near,
        "branch": branches.get,
        "gains": {one.action: -one.points for one in odds.actions},
        "low": sum(count * max(after(v) - v, 0) for v, count in left.items()) / n,
        "within": sum(count for v, count in left.items() if abs(v - law.expectation) <= law.sd),
        "at_most": lambda most: sum(count for v, count in left.items() if v <= most),
        "p": p,
        "two_sigma": math.erf(2 / 2**0.5),
        "spread": (sum((v - whole) ** 2 * count for v, count in deck.items()) / 150) ** 0.5,
    }


NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:[.,]\d+)*")


def numbers(text: str, lang: str) -> set[str]:
    """The numbers of a text without its code and addresses, as Python writes them."""
    text = re.sub(r"(?s)```.*?```|<code>.*?</code>|`[^`]*`|\]\([^)]*\)|\w*\d*\.\w+\(", " ", text)
    thousands = r"(?<=\d),(?=\d{3}\b)" if lang == "en" else r"(?<=\d)[\u202f\u00a0](?=\d{3}\b)"
    text = re.sub(thousands, "", text)
    return {one.replace(",", ".").replace("−", "-") for one in NUMBER.findall(text)}


def strings(part: Any) -> Iterator[str]:
    """All texts of a part of a lesson's file."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for inner in part:
            yield from strings(inner)


def prose(page: str, lang: str) -> str:
    """The texts of one of the pages above."""
    name, _, which = page.partition(", its ")
    end = "" if lang == "en" else f".{lang}"
    if which == "questions":
        keys = ("text", "options", "right", "why", "expected")
        asked = shipped(name, lang)["questions"]
        return "\n".join(text for one in asked for key in keys for text in strings(one.get(key)))
    if which == "page":
        return (ROOT / "docs" / f"lesson-{name}{end}.md").read_text("utf-8")
    file = {"chance": "tutorial"}.get(name, name)
    cells = json.loads((ROOT / "notebooks" / f"{file}{end}.ipynb").read_text("utf-8"))["cells"]
    return "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")


def rounded(number: Any, shown: str) -> str:
    """A number with as many decimals as another one shows."""
    _, _, decimals = shown.partition(".")
    return f"{float(number):.{len(decimals)}f}"


@pytest.mark.parametrize("page", FIGURES)
def test_each_figure_follows_from_its_expression(page):
    """Rounded to the decimals that are shown."""
    for shown, expression in FIGURES[page].items():
        assert rounded(eval(expression, facts()), shown) == shown, expression


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("page", FIGURES)
def test_no_number_of_a_lesson_is_without_an_expression(page, lang):
    """In each language the same; none is listed that stands nowhere."""
    listed = {*GIVEN[page].split(), *FIGURES[page], *PLAYED.get(page, "").split()}
    assert numbers(prose(page, lang), lang) == listed


def test_each_lesson_is_looked_at():
    """Its questions with the key's reasons, its teacher's page, its pupils' notebook."""
    pages = {
        f"{name}, its {which}" for name in NAMES for which in ("questions", "page", "notebook")
    }
    assert pages == set(FIGURES) == set(GIVEN)


def test_the_reason_for_drawing_leads_to_what_it_gains():
    """All cards up to 5 by the mean of the others, and the column that a second 5 may complete."""
    known = facts()
    low, gains = known["low"], known["gains"]["draw"]
    assert rounded(low * 123, "0.00") == "234.22"
    rest = Fraction(known["left"][5], 123) * (known["branch"](5) - (known["after"](5) - 5))
    assert low + rest == gains


def test_frequencies_are_as_near_as_the_lesson_says():
    """Of ten cards often 0.1 or 0.2 away, of 1000 seldom more than 0.03."""
    near = facts()["near"]
    assert 1 - near(10, 0.06) > 0.6
    assert 1 - near(1000, 0.03) < 0.1


@pytest.mark.parametrize("name", ["charts.md", "charts.fr.md"])
def test_the_share_within_two_deviations_is_that_of_the_normal_law(name):
    """As the page on charts says it of samples."""
    shown = rounded(100 * facts()["two_sigma"], "0.0")
    text = (ROOT / "docs" / name).read_text("utf-8").replace(",", ".")
    assert re.search(rf"{shown}[ \u00a0\u202f]?%", text)


# The claims of the lesson on the perfect player


def test_at_the_first_turn_a_1_is_not_taken():
    """It is worth less than drawing, which is the mean of the better of two actions."""
    first = {top: worth(HIDDEN, HIDDEN, top) for top in range(-2, 13)}
    taken = [top for top, actions in first.items() if actions["take"] > actions["draw"]]
    assert taken == [-2, -1, 0]
    known = facts()
    assert worth(HIDDEN, HIDDEN, 5, 2)["discard"] == pytest.approx(known["discarded"])
    for card in (-2, -1, 0, 1):
        here = worth(HIDDEN, HIDDEN, 5, card)
        assert here["place a1"] == pytest.approx(first[card]["take"], abs=0.005)
        assert here["place a1"] > here["discard"]
    assert known["drawing"] == pytest.approx(89.4 / 150, abs=0.005)


def test_the_gift_decides_against_the_1():
    """Without what the next seat may take, it would be worth more than drawing."""
    known, deck = facts(), dict(SKYJO_DECK.counts)
    gifts = {left: known["to_bo"](left) - known["to_bo"](12) for left in deck}
    assert [left for left, gift in gifts.items() if gift > 0.005] == [-2, -1, 0, 1]
    assert known["kept"](1) - known["gift"] == pytest.approx(known["take"](1), abs=0.005)
    turning = sum(count * known["kept"](card) for card, count in deck.items()) / 150
    better = {card: max(known["kept"](card), turning) for card in deck}
    drawing = sum(count * better[card] for card, count in deck.items()) / 150
    assert known["kept"](1) > drawing > known["drawing"] > known["take"](1)


def test_at_the_last_turn_up_to_4_are_taken():
    """Of 5, which is worth a sure 10, drawing is worth more, as is counted by hand."""
    known, deck = facts(), dict(SKYJO_DECK.counts)
    tops = {top: worth("1 2 ?", "2 3 4", top) for top in deck}
    assert [top for top in deck if tops[top]["take"] > tops[top]["draw"]] == list(range(-2, 5))
    better = {card: max(known["ahead"](card), known["turning"]) for card in deck}
    by_hand = sum(count * better[card] for card, count in deck.items()) / 150
    assert tops[5]["draw"] == pytest.approx(by_hand)


def test_ending_with_1_point_is_right_although_it_is_doubled_half_the_time():
    """Not to end is worth far less; the chance is 61/125."""
    assert Fraction(61, 125) == 1 - (1 - Fraction(30, 150)) ** 3
    actions = worth("0 1 ?", "0 1 ?", 0)
    assert actions["take"] > actions["draw"] + 4


def test_the_last_turn_to_take_home_is_worth_what_its_answers_say():
    """On the solved board too: taking is better."""
    assert ENDER == 1 + 2 + 4
    actions = worth(f"{OWN[0]} {OWN[1]} ?", "1 2 4", TOP)
    assert actions["take"] == pytest.approx(2 * ENDER - sum(OWN) - TOP)
    assert actions["draw"] == pytest.approx(5.773, abs=0.0005)
