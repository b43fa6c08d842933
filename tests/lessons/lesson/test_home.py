"""Exercises to take home: their answers, and their sheets."""

from __future__ import annotations

import html
import itertools
import math
import re
import statistics

import pytest

from skyjo_widget import SKYJO_DECK, sheets
from skyjo_widget.lessons.lesson.file import read_lesson
from skyjo_widget.lessons.lesson.home import home_exercises
from skyjo_widget.lessons.lesson.moments import deck_law, first_deal, set_position
from skyjo_widget.lessons.shipped_lessons import NAMES
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.numbers import format_number


def counted(plan, lang):
    """The cards that X may be, of the exercises of a lesson, and the law of X."""
    moment = set_position(plan, lang) or first_deal(plan, lang)
    if plan.title in ("The perfect player", "Le joueur parfait"):
        return dict(SKYJO_DECK.counts), deck_law(moment.deck, lang)
    return moment.odds.unseen, moment.odds.law


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", NAMES)
def test_the_exercises_to_take_home_are_solved_from_the_cards(name, lang):
    """Their numbers are counted here anew, from the cards that X may be."""
    plan = read_lesson(name, lang=lang)
    counts, law = counted(plan, lang)
    cards = [value for value, count in counts.items() for _card in range(count)]
    exercises = home_exercises(name, law, lang)
    assert 5 <= len(exercises) <= 6
    answers = " ".join(exercise.answer for exercise in exercises)
    assert not re.search(r"[{}]", answers + " ".join(exercise.text for exercise in exercises))
    low, pairs = sum(card <= 4 for card in cards), list(itertools.permutations(cards, 2))
    mean = statistics.fmean(cards)
    sd = statistics.pstdev(cards)
    gains = [statistics.fmean((9 - card) * (card <= most) for card in cards) for most in (3, 5)]
    ahead = [(14 if card <= 4 else 7) - 3 - card for card in cards]
    turning = statistics.fmean(ahead)
    twice = [
        points if points >= turning else other for points in ahead for other in ahead
    ]  # the drawn card, or the one turned over if that is better
    wanted = {
        "perfect": [
            (low / len(cards), 3),
            (7, 0),
            (turning, 3),
            (statistics.fmean(twice), 3),
            (sum(points > 7 for points in twice) / len(twice), 3),
        ],
        "chance": [
            (low / len(cards), 3),
            (sum(card >= 9 for card in cards) / len(cards), 3),
            (mean, 3),
            (sd, 2),
            ((sum(cards) + 2) / (len(cards) - 1), 3),
            (sum(max(pair) <= 4 for pair in pairs) / len(pairs), 3),
            (sum(min(pair) <= 4 for pair in pairs) / len(pairs), 3),
            (2 * mean + 1, 3),
            (2 * sd, 2),
        ],
        "samples": [
            (low / len(cards), 3),
            (low / len(cards) + 0.05, 3),
            (2500, 0),
            (abs(0.55 - low / len(cards)), 3),
            (sd / 10, 3),
            (math.ceil((20 * sd) ** 2), 0),
            (3, 0),
        ],
        "strategy": [
            (sum(card <= 3 for card in cards) / len(cards), 3),
            (statistics.fmean(card for card in cards if card <= 3), 3),
            (gains[0], 3),
            (gains[1], 3),
            (-3.2, 1),
            (-0.8, 1),
            (400, 0),
        ],
    }
    for number, digits in wanted[name]:
        text = format_number(round(number, digits), lang)
        assert re.search(rf"(?<![\d.,]){re.escape(text)}(?!\d)", answers), text


@pytest.mark.parametrize("name", NAMES)
def test_exercises_to_take_home_are_a_sheet_with_its_solution_apart(name, own_folder):
    """The pupils' sheet has room to write, and none of the answers."""
    page = sheets(name, lang="fr").read_text("utf-8")
    asked, solved = re.findall(r'<section class="sheet">.*?</section>', page, re.DOTALL)[-2:]
    assert "Exercices à emporter<" in asked
    assert "Nom" in asked
    assert "solution" in solved
    assert "Nom" not in solved
    _, law = counted(read_lesson(name, lang="fr"), "fr")
    for exercise in home_exercises(name, law, "fr"):
        assert html.escape(exercise.answer) in solved
        assert html.escape(exercise.answer) not in asked
