"""Public strategies, rebuilt from their descriptions as functions of an observation.

They are examples too.  Those for Skyjo can be compiled; the one for Skip-Bo looks at what lies
on its discard piles, which compiled code can't see.  No description of a strategy for
NewSkyjo was found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

PAIR = 2
"""Equal cards in a column that one more would clear."""


def equals(obs: Any, place: str, card: int) -> int:
    """Return how many other cards in a position's column equal a card."""
    return sum(
        1
        for other, seen in obs.mine.items()
        if other[0] == place[0] and other != place and seen is not None and seen == card
    )


def visible(obs: Any, place: str) -> int:
    """Return how many cards of a position's column are face up."""
    return sum(1 for other, seen in obs.mine.items() if other[0] == place[0] and seen is not None)


def joining(obs: Any, card: int) -> tuple[str, int]:
    """Return where a card joins most equal ones, and how many; the highest card goes for it."""
    best, most, joined = "", 0, 0
    for place, old in obs.mine.items():
        same = old is not None and old == card
        n = 0 if same else equals(obs, place, card)
        value = 100 * n + (5 if old is None else old)
        if n > 0 and value > most:
            best, most, joined = place, value, n
    return best, joined


def replaced(obs: Any, card: int) -> str:
    """Return the highest visible position if the card is lower, else the first hidden one."""
    higher = obs.highest_card is not None and card < obs.highest_card
    if obs.hidden_positions and not higher:
        return f"place {obs.hidden_positions[0]}"
    return f"place {obs.highest_position}"


def clearer(obs: Any) -> str:
    """Play for cleared columns, else for low cards.

    After the description of *Clearer*, github.com/dantebarbieri/skyjo: it takes any card that
    joins equal ones in a column, one of 0 or less, and one lower than its highest card; it
    turns cards where two are equal already.
    """
    if obs.phase in ("setup", "flip"):
        fullest, most = obs.hidden_positions[0], -1
        for place in obs.hidden_positions:
            pair = 0
            for other, seen in obs.mine.items():
                if other[0] == place[0] and seen is not None and equals(obs, other, seen) > 0:
                    pair = 10
            if pair + visible(obs, place) > most:
                fullest, most = place, pair + visible(obs, place)
        return f"flip {fullest}"
    card = obs.hand if obs.phase == "place drawn" else obs.discard_top
    place, joined = joining(obs, card)
    lower = obs.highest_card is not None and card < obs.highest_card
    if obs.phase == "choose":
        return "take" if joined > 0 or card <= 0 or lower else "draw"
    if joined > 0:
        return f"place {place}"
    if obs.phase == "place drawn" and not lower:
        return "discard"
    return replaced(obs, card)


def rusher(obs: Any) -> str:
    """Turn all cards as fast as possible.

    After the description of *Rusher*, github.com/dantebarbieri/skyjo: it takes only cards of 0
    or less and those that clear a column, replaces visible cards only from 10 on, and turns
    cards in the column that has fewest left.
    """
    if obs.phase in ("setup", "flip"):
        return f"flip {max(obs.hidden_positions, key=lambda place: visible(obs, place))}"
    card = obs.hand if obs.phase == "place drawn" else obs.discard_top
    place, joined = joining(obs, card)
    clears = joined == PAIR
    if obs.phase == "choose":
        return "take" if card <= 0 or clears else "draw"
    if clears:
        return f"place {place}"
    if obs.phase == "place drawn" and card > 0:
        if obs.highest_card is not None and obs.highest_card >= 10 and card < obs.highest_card:
            return f"place {obs.highest_position}"
        return "discard"
    if obs.hidden_positions:
        return f"place {obs.hidden_positions[0]}"
    return f"place {obs.highest_position}"


def organiser(obs: Any) -> str:
    """Empty the stock pile first, and keep the discard piles in an order that can be played.

    After the advice of winboardgames.com/skip-bo: cards of the stock pile before all others,
    wild cards where they free the stock card or complete a building pile, each discard on the
    next higher card or an equal one.
    """
    for action in obs.legal:
        if action.startswith("play stock"):
            return str(action)
    for action in obs.legal:
        if action.startswith("play") and (" wild " not in action or spent_well(obs, action)):
            return str(action)
    discards = [action for action in obs.legal if action.startswith("discard")]
    if discards:
        return str(min(discards, key=lambda action: cost(obs, action)))
    return "pass" if "pass" in obs.legal else str(obs.legal[0])


def spent_well(obs: Any, action: str) -> bool:
    """Return whether a wild card frees the stock card or completes its building pile."""
    number = obs.building_size[int(action[-1]) - 1] + 1
    top = obs.stock_top[obs.me]
    return bool(number == obs.highest or (top is not None and top == number + 1))


def cost(obs: Any, action: str) -> int:
    """Return how badly a card lies on a discard pile: well on the next higher or an equal card."""
    _, card, pile = action.split()
    if card == "wild":
        return 100
    under = obs.discards[obs.me][int(pile[1:]) - 1]
    if not under:
        return 30 - int(card)
    if under[-1].wild:
        return 90
    gap = int(under[-1]) - int(card)
    if gap == 1:
        return 0
    return 10 if gap == 0 else 40 + gap if gap > 0 else 60 - gap


STRATEGIES: Mapping[str, Callable[[Any], str]] = {
    function.__name__: function for function in (clearer, rusher, organiser)
}
SOURCES = {
    "clearer": ("Skyjo", "dantebarbieri/skyjo", "https://github.com/dantebarbieri/skyjo"),
    "rusher": ("Skyjo", "dantebarbieri/skyjo", "https://github.com/dantebarbieri/skyjo"),
    "organiser": ("Skip-Bo", "Win Board Games", "https://winboardgames.com/skip-bo"),
}
"""The game of each, and where it is described."""
