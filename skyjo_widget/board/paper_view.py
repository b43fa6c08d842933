"""What the board must know to ask which card it was: a part of the view; ``docs/view.md``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.paper.places import HAND
from skyjo_widget.records.history import History

View = dict[str, Any]


def asked(h: History, legal: Iterable[str]) -> View | None:
    """Which hidden cards each legal action shows, and which cards they can be.

    Parameters
    ----------
    h : History
        The game.
    legal : iterable of str
        What may be clicked.

    Returns
    -------
    dict or None
        `ask`: by action a list of places; `due`: those that a deal or the end of a round
        shows; each place with the index in `left` of the cards that can lie there, a list of
        pairs of a card and how many are left.  None in a game without paper cards.
    """
    if not h.paper:
        return None
    left: list[dict[int, int]] = []

    def place(where: str, counts: dict[int, int], **more: Any) -> View:
        if counts not in left:
            left.append(counts)
        return {"where": where, "left": left.index(counts), **more}

    hidden = h.paper.all_left(h.state)
    holding = h.paper.holding(h.state)

    def fitting(where: str, action: int) -> dict[int, int]:
        counts = hidden[where]
        if where != HAND or not holding:
            return counts
        return {card: n for card, n in counts.items() if action in holding[card]}

    ask: dict[str, list[View]] = {}
    for text in legal:
        action = h.game.parse_action(text, h.codes)
        if h.game.actions.kind(action) == "draw":
            ask[text] = [place(HAND, _drawn(h), open=True)]
            continue
        spoken = h.paper.spoken(action)
        names = [where for where in h.unnamed(action) if where not in spoken]
        if names:
            ask[text] = [place(where, fitting(where, action)) for where in names]
    due = [place(where, hidden[where]) for where in h.unnamed()]
    kinds = h.deck.kinds
    return {
        "ask": ask,
        "due": due,
        "left": [
            [[str(kind.card), counts.get(card, 0)] for card, kind in enumerate(kinds)]
            for counts in left
        ],
    }


def possible_hand(h: History) -> list[str]:
    """The cards that the hand of the seat to act may hold; Skip-Bo."""
    if not h.paper or h.actor is None or not h.state.hand_size[h.actor]:
        return []
    left = h.paper.left(h.state, HAND)
    return [str(kind.card) for card, kind in enumerate(h.deck.kinds) if left[card]]


def _drawn(h: History) -> dict[int, int]:
    """What the next drawn card may be: where the draw pile is empty, one of the discard pile."""
    assert h.paper is not None
    s = h.state
    if s.draw_size:
        return dict(h.paper.left(s, "draw 1"))
    below = [card for card in s.discard[: s.discard_size - 1] if card != NO_CARD]
    return {card: below.count(card) for card in below}
