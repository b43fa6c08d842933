"""A moment that all pupils share, as a worksheet asks about it."""

from __future__ import annotations

from typing import NamedTuple

from skyjo_widget.board.position import Position
from skyjo_widget.board.static_board import Picture, position_image
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.engine.cards.deck import Deck
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
        odds = find_odds(self.seen)
        odds.lang = odds.unseen.lang = self.lang
        return odds


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
