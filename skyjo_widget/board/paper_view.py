"""The part of the view for naming paper cards; ``docs/internals/view.md``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from skyjo_widget.engine.core.paper import HAND
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.records.history import History

View = dict[str, Any]


def asked(history: History, legal: Iterable[str]) -> View:
    """Return the hidden cards that each legal action shows, and the cards they can be.

    Parameters
    ----------
    history : History
        The game.
    legal : iterable of str
        The legal actions, in notation.

    Returns
    -------
    dict
        `ask`: by action a list of places; `due`: those that a deal or the end of a round
        shows; each place with the index in `left` of the cards that can lie there, a list of
        pairs of a card and how many are left.
    """
    assert history.paper
    left: list[dict[int, int]] = []

    def place(where: str, counts: dict[int, int], **more: Any) -> View:
        if counts not in left:
            left.append(counts)
        return {"where": where, "left": left.index(counts), **more}

    hidden = history.paper.all_left(history.state)
    holding = history.paper.holding(history.state)

    def fitting(where: str, action: int) -> dict[int, int]:
        counts = hidden[where]
        if where != HAND or not holding:
            return counts
        return {card: n for card, n in counts.items() if action in holding[card]}

    ask: dict[str, list[View]] = {}
    for text in legal:
        action = history.game.parse_action(text, history.codes)
        if history.game.actions.kind(action) == "draw":
            ask[text] = [place(HAND, _drawn(history), open=True)]
            continue
        spoken = history.paper.spoken(action)
        names = [where for where in history.unnamed(action) if where not in spoken]
        if names:
            ask[text] = [place(where, fitting(where, action)) for where in names]
    due = [place(where, hidden[where]) for where in history.unnamed()]
    kinds = history.deck.kinds
    return {
        "ask": ask,
        "due": due,
        "left": [
            [[str(kind.card), counts.get(card, 0)] for card, kind in enumerate(kinds)]
            for counts in left
        ],
    }


def possible_hand(history: History) -> list[str]:
    """List the cards that the hand of the seat to act may hold; for Skip-Bo."""
    if not history.paper or history.actor is None or not history.state.hand_size[history.actor]:
        return []
    left = history.paper.left(history.state, HAND)
    return [str(kind.card) for card, kind in enumerate(history.deck.kinds) if left[card]]


def _drawn(history: History) -> dict[int, int]:
    """Count the possible next draws: from the discard pile if the draw pile is empty."""
    assert history.paper is not None
    s = history.state
    if s.draw_size:
        return dict(history.paper.left(s, "draw 1"))
    below = [card for card in s.discard[: s.discard_size - 1] if card != NO_CARD]
    return {card: below.count(card) for card in below}
