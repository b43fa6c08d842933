"""The moments of a lesson that all pupils share: the beginning of its deal, and its position."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from skyjo_widget.board.open import play
from skyjo_widget.board.position import Position
from skyjo_widget.board.static_board import Picture, position_image
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.classroom.lesson_file import LessonPlan
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.errors import RulesError
from skyjo_widget.odds import Odds
from skyjo_widget.odds import find as find_odds
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import paragraph


class LessonMoment(NamedTuple):
    """A moment of a lesson.

    Parameters
    ----------
    about : str
        The moment in words, with the number of unseen cards.
    seen : Observation
        The observation of a pupil.
    deck : Deck
    lang : str
    image : Picture or None
        The table; None where it shows nothing but the discard pile's card.
    pile : str
        The cards of the discard pile, in words.
    """

    about: str
    seen: Observation
    deck: Deck
    lang: str
    image: Picture | None = None
    pile: str = ""

    @property
    def picture(self) -> str:
        """The image and the discard pile as HTML."""
        image = self.image.html if self.image else ""
        return image + (paragraph(self.pile) if self.pile else "")

    @property
    def odds(self) -> Odds:
        """The odds of the pupil."""
        found = find_odds(self.seen)
        found.lang = found.unseen.lang = self.lang
        return found


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


def position_moment(there: Position, lang: str) -> LessonMoment:
    """Return the moment of a position."""
    seen = there.observation()
    about = words(lang)["answers"]["position"].format(
        player=clipped(there.names[seen.seat]), unseen=find_odds(seen).unseen.total
    )
    pile = " ".join(str(card) for card in reversed(getattr(seen, "discard", None) or ()))
    if pile:
        pile = words(lang)["answers"]["discard"].format(cards=pile.replace("-", "−"))
    image = position_image(there.history(), lang)
    return LessonMoment(about, seen, there.deck, lang, image, pile)


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
