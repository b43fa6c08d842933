"""Random generators of a table: one for each shuffle and for each bot's decision.

A resumed game therefore continues as it would have, and a deal can be repeated from its seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.table_text import card_word, minus
from skyjo_widget.errors import NotationError, RulesError

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R

DEALS, BOTS, BRANCHES, POSITIONS, DICE = range(5)
"""The independent streams of a seed."""

MOST_DICE = 2**48


def generator(seed: int, stream: int, number: int) -> np.random.Generator:
    """Return a generator of a game.

    Parameters
    ----------
    seed : int
    stream : int
        ``DEALS``, ``BOTS``, ``BRANCHES``, ``POSITIONS`` or ``DICE``.
    number : int
        Of the shuffle, of the decision (of a bot, or where a branch begins), or 0.
    """
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(stream, number)))


def give_dice(state: Any, codes: R, seed: int, number: int = 0) -> None:
    """Give the first state of a game the random numbers for functions of one's own, if it has any.

    They follow from the seed alone: from hidden cards they would reveal something of these.

    Parameters
    ----------
    state, codes : twin
        The state, which is changed, and the rule codes.
    seed : int
    number : int
        Of the game in its run.
    """
    if jit.is_interpreted(codes):
        state.dice = int(generator(seed, DICE, number).integers(1, MOST_DICE))


def dealt(cards: Iterable[int], seed: int, number: int) -> list[int]:
    """Return cards in the order, top first, of a game's n-th shuffle; theirs doesn't matter."""
    order = sorted(cards)
    shuffle(generator(seed, DEALS, number), order, len(order))
    return order


def put_on_top(first: Sequence[int], order: Sequence[int]) -> list[int]:
    """Return an order in which some of its cards lie on top, in their own order."""
    rest = list(order)
    for card in first:
        rest.remove(card)
    return [*first, *rest]


def read_order(order: object, deck: Deck) -> list[int]:
    """Read the order of a deck's cards, the top one first.

    ``...`` as the last one stands for the others, in any order.

    Raises
    ------
    RulesError
        With the first wrong card and its place, or with the number of cards.
    """
    if isinstance(order, str) or not isinstance(order, Sequence):
        raise RulesError(
            "order={order!r:.60}: a list of cards is needed, the top one first", order=order
        )
    words = list(order)
    rest = bool(words) and (words[-1] is ... or words[-1] in ("...", "…"))
    cards: list[int] = []
    left = [kind.count for kind in deck.kinds]
    for place, word in enumerate(words[: len(words) - rest], start=1):
        try:
            card = deck.parse_card(card_word(word))
        except NotationError as error:
            raise RulesError("order: card {place}: {error}", place=place, error=error) from None
        if card < 0:
            raise RulesError("order: card {place}: {word!r} names no card", place=place, word=word)
        left[card] -= 1
        if left[card] < 0:
            kind = deck.kinds[card]
            raise RulesError(
                "order: card {place}: {card} is there {count} times, and the deck has {most}",
                place=place,
                card=minus(kind.card),
                count=kind.count + 1,
                most=kind.count,
            )
        cards.append(card)
    if len(cards) < deck.size and not rest:
        raise RulesError(
            "order: {count} cards, and the deck has {size}; ... at the end stands for "
            "the others, shuffled",
            count=len(cards),
            size=deck.size,
        )
    return cards
