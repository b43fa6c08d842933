"""The moments of a lesson that all pupils share: the beginning of its deal, and its position."""

from __future__ import annotations

from collections import Counter

from skyjo_widget.board.open import play
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.errors import RulesError
from skyjo_widget.lessons.lesson.file import LessonPlan
from skyjo_widget.lessons.worksheet.moment import LessonMoment, position_moment
from skyjo_widget.odds import find as find_odds
from skyjo_widget.odds.law import Law
from skyjo_widget.odds.unseen import Unseen
from skyjo_widget.util.i18n import words


def first_deal(plan: LessonPlan, lang: str) -> LessonMoment:
    """Deal a lesson's cards from its seed; nothing is recorded.

    Raises
    ------
    RulesError
        If the lesson has no seed.
    """
    if plan.options.get("seed") is None:
        raise RulesError("seed= is needed: without one each pupil gets other cards")
    table = play(plan.preset, plan.players, record=False, lang=lang, display=False, **plan.options)
    seen = table.observation(plan.people[0])
    texts, top = words(lang)["answers"], getattr(seen, "discard_top", None)
    unseen = find_odds(seen).unseen.total
    if top is None:
        about = texts["start"].format(unseen=unseen)
    else:
        about = texts["start_card"].format(unseen=unseen, card=str(top).replace("-", "−"))
    return LessonMoment(about, seen, table.deck, lang)


def set_position(plan: LessonPlan, lang: str) -> LessonMoment | None:
    """Return the moment of a lesson's position; None if it has none."""
    return None if plan.position is None else position_moment(plan.position, lang)


def lesson_moments(plan: LessonPlan, lang: str) -> tuple[LessonMoment, ...]:
    """Return the beginning of a lesson's deal, and its position if it has one."""
    there = set_position(plan, lang)
    return (first_deal(plan, lang), *([there] if there else []))


def numbers_of(deck: Deck) -> dict[int, int]:
    """Return how many cards of each number a deck has, without its wild cards."""
    counts: Counter[int] = Counter()
    for kind in deck.kinds:
        if not kind.wild:
            counts[kind.value] += kind.count
    return dict(counts)


def deck_law(deck: Deck, lang: str) -> Law:
    """Return the law of the number on one card of a whole deck."""
    return Law.of_cards(Unseen(numbers_of(deck)), "X", lang=lang)
