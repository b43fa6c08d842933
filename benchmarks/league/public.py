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


SLIP = 0.02
"""The share of decisions that SkyNet's rules leave to chance, as in the paper's evaluation."""
UNSEEN = 760 / 150
"""The mean of Skyjo's deck."""


def skynet_greedy(obs: Any) -> str:
    """Take and keep low cards, each in place of the highest visible one.

    After *greedy value replacement* of SkyNet, arxiv.org/abs/2603.27751.
    """
    card = offered(obs)
    return answer(obs, is_taken(obs, card), is_kept(obs, card), highest(obs))


def skynet_flips(obs: Any) -> str:
    """Turn cards until seven are visible, then play as `skynet_greedy`.

    After *information-first flip* of SkyNet.
    """
    card, curious = offered(obs), 12 - len(obs.hidden_positions) < 7
    taken, kept = is_taken(obs, card), is_kept(obs, card)
    place = hidden(obs) if curious else highest(obs)
    return answer(obs, taken and not curious, kept and not curious, place)


def skynet_columns(obs: Any) -> str:
    """Collect the number that each column has most of.

    After *column hunter* of SkyNet: it takes such a card, or one up to 1, keeps one up to 2, and
    values a place by its equal cards and by how far it is lowered.
    """
    card = offered(obs)
    wanted = False
    for place, seen in obs.mine.items():
        if seen is not None and seen == card and leads(obs, place, card):
            wanted = True
    best, most = "", -100.0
    for place, old in obs.mine.items():
        if old is None or obs.phase not in ("setup", "flip"):
            value = 2.0 if old is None else float(old - card)
            equal = equals(obs, place, card)
            value += 50.0 if equal == PAIR else 20.0 * equal
            if value > most:
                best, most = place, value
    return answer(obs, wanted or card <= 1, wanted or card <= 2, best)


def skynet_risk(obs: Any) -> str:
    """Weigh each card against the mean of an unseen one.

    After *risk-aware unknown replacement* of SkyNet: cards up to 4 replace the highest one from 7
    on, else those up to 2 a hidden one.
    """
    card = offered(obs)
    worth = card <= int(UNSEEN - 1)
    high = obs.highest_card is not None and obs.highest_card > UNSEEN + 1
    unseen = card <= 2 and not high and len(obs.hidden_positions) > 0
    return answer(obs, worth, worth, hidden(obs) if unseen else highest(obs))


def skynet_ahead(obs: Any) -> str:
    """Turn cards to end the round when more than 10 points ahead, else play as `skynet_greedy`.

    After *end-round aggro* of SkyNet, which plays at two seats; here it has to be ahead of all.
    """
    card, ahead = offered(obs), True
    for seat in range(obs.players):
        if seat != obs.me and estimate(obs, seat) - estimate(obs, obs.me) <= 10:
            ahead = False
    taken, kept = is_taken(obs, card), is_kept(obs, card)
    return answer(
        obs, taken and not ahead, kept and not ahead, hidden(obs) if ahead else highest(obs)
    )


def skynet_draws(obs: Any) -> str:
    """Leave the discard pile alone unless its card is negative.

    After *anti-discard* of SkyNet: drawn cards up to 1 replace the highest visible one.
    """
    card = offered(obs)
    return answer(obs, card <= -1, card <= 1, highest(obs))


def answer(obs: Any, takes: bool, keeps: bool, place: str) -> str:
    """Return the action for what a rule would do, now and then one by chance."""
    turns = obs.phase in ("setup", "flip")
    if obs.phase == "choose":
        return "take" if by_chance(obs, takes) else "draw"
    if obs.phase == "place drawn" and not by_chance(obs, keeps):
        return "discard"
    word = "flip" if turns else "place"
    if obs.phase == "setup" or obs.rng.random() < SLIP:
        places = [at for at, card in obs.mine.items() if card is None or not turns]
        place = places[int(obs.rng.random() * len(places))]
    return f"{word} {place}"


def by_chance(obs: Any, choice: bool) -> bool:
    """Return a choice, or at a slip either."""
    return bool(obs.rng.random() < 0.5) if obs.rng.random() < SLIP else choice


def offered(obs: Any) -> int:
    """Return the number of the drawn card, or of the one on the discard pile."""
    return int(obs.hand if obs.phase == "place drawn" else obs.discard_top)


def is_taken(obs: Any, card: int) -> bool:
    """Return whether a card is low: 2 at most, 4 once six cards are visible or cleared."""
    return card <= (2 if len(obs.hidden_positions) > 6 else 4)


def is_kept(obs: Any, card: int) -> bool:
    """Return whether a card is 2 at most, or lower than all visible ones, none cleared yet."""
    seen = [int(old) for old in obs.mine.values() if old is not None]
    return card <= 2 or (len(obs.mine) == 12 and len(seen) > 0 and card < min(seen))


def highest(obs: Any) -> str:
    """Return the highest visible position; a hidden one where none is, or one has to be turned."""
    if obs.highest_card is None or obs.phase in ("setup", "flip"):
        return hidden(obs)
    return f"{obs.highest_position}"


def hidden(obs: Any) -> str:
    """Return a hidden position by chance; the highest visible one if there is none."""
    if not obs.hidden_positions:
        return f"{obs.highest_position}"
    return str(obs.hidden_positions[int(obs.rng.random() * len(obs.hidden_positions))])


def leads(obs: Any, place: str, card: int) -> bool:
    """Return whether a visible number is its column's commonest, the upper one of two alike."""
    count = equals(obs, place, card)
    for other, seen in obs.mine.items():
        if other[0] == place[0] and seen is not None and seen != card:
            rival = equals(obs, other, seen)
            if rival > count or (rival == count and other < place):
                return False
    return True


def estimate(obs: Any, seat: int) -> float:
    """Return a grid's sum, a hidden card as the mean of the deck."""
    total = 0.0
    for card in obs.grid[seat].values():
        total += UNSEEN if card is None else int(card)
    return total


SKYNET = (skynet_greedy, skynet_flips, skynet_columns, skynet_risk, skynet_ahead, skynet_draws)
STRATEGIES: Mapping[str, Callable[[Any], str]] = {
    function.__name__: function for function in (clearer, rusher, *SKYNET, organiser)
}
SOURCES = {
    "clearer": ("Skyjo", "dantebarbieri/skyjo", "https://github.com/dantebarbieri/skyjo"),
    "rusher": ("Skyjo", "dantebarbieri/skyjo", "https://github.com/dantebarbieri/skyjo"),
    **{
        function.__name__: ("Skyjo", "SkyNet", "https://arxiv.org/abs/2603.27751")
        for function in SKYNET
    },
    "organiser": ("Skip-Bo", "Win Board Games", "https://winboardgames.com/skip-bo"),
}
"""The game of each, and where it is described."""
