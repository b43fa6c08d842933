"""Invariants of Skip-Bo's states, and explanations of illegal actions."""

from __future__ import annotations

from collections.abc import Callable

from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.skipbo.notation import (
    BEGIN_DOWN,
    DISCARD_CARD,
    FROM_HAND,
    MAX_PILES,
    OWN_DISCARD,
    OWN_STOCK,
    PARTNERS_DISCARD,
    PARTNERS_STOCK,
    PLAY_CARD,
    WILD_IN_HAND,
    source_text,
)
from skyjo_widget.engine.skipbo.options import SkipBoCodes
from skyjo_widget.engine.skipbo.rules import (
    ACTIONS,
    GAME_OVER,
    NO_SOURCE,
    PASS,
    ROUND_OVER,
    SCORE,
    SHUFFLE,
    TURN,
    SkipBoState,
    discard_top,
    down_source,
    due_number,
    legal,
    partner,
)
from skyjo_widget.errors.message import _

_MOST_POINTS = 10**12  # far above any total, far below what overflows


def why_illegal(s: SkipBoState, r: SkipBoCodes, action: int) -> str:
    """Return why an illegal action isn't possible now, as a clause."""
    if action == PASS:
        return _("a turn ends with a discard while there are cards in the hand")
    place = ACTIONS.number(action, DISCARD_CARD)
    if place is not None:
        card, pile = divmod(place, MAX_PILES)
        if pile >= r.discard_piles:
            return _("discard piles go from d1 to d{discard_piles}", discard_piles=r.discard_piles)
        return _why_not_in_hand(s, card + FROM_HAND)
    down = ACTIONS.number(action, BEGIN_DOWN)
    if down is not None:
        if not r.piles_down:
            return _("building piles only run up here: piles_down is False")
        source, pile = down_source(down // MAX_PILES), down % MAX_PILES
    else:
        source, pile = divmod(ACTIONS.number(action, PLAY_CARD) or 0, MAX_PILES)
    if pile >= r.building_piles:
        return _("building piles go from b1 to b{building_piles}", building_piles=r.building_piles)
    card = _card_at(s, r, source)
    if card == NO_CARD:
        return _why_no_card(s, r, source)
    if down is not None and card != r.wild:
        return _("only a wild card needs a direction: the {value} has its own", value=r.value[card])
    if down is not None:
        return _("the building pile b{pile} has begun", pile=pile + 1)
    if r.piles_down and s.building_size[pile] == 0:
        return _(
            "the empty place b{pile} takes 1 or {highest}, and this is {value}",
            pile=pile + 1,
            highest=r.highest,
            value=r.value[card],
        )
    due = due_number(s, r, pile)
    return _(
        "the building pile b{pile} needs {due}, and this is {value}",
        pile=pile + 1,
        due=due,
        value=r.value[card],
    )


def _card_at(s: SkipBoState, r: SkipBoCodes, source: int) -> int:
    """Return the card at a source, for the seat to act; `NO_CARD` if there is none."""
    p, q = s.seat, partner(r, s.seat)
    if source >= FROM_HAND:
        number = source - FROM_HAND
        card = r.wild if source == WILD_IN_HAND else number
        held = s.hand[p][: s.hand_size[p]]
        return card if card in held and (card == r.wild) == (source == WILD_IN_HAND) else NO_CARD
    if source in (PARTNERS_STOCK, *range(PARTNERS_DISCARD, FROM_HAND)) and not r.teams:
        return NO_CARD
    if source < OWN_DISCARD:
        return s.stock_top[p if source == OWN_STOCK else q]
    pile = (source - OWN_DISCARD) % MAX_PILES
    if pile >= r.discard_piles:
        return NO_CARD
    return discard_top(s, r, p if source < PARTNERS_DISCARD else q, pile)


def _why_no_card(s: SkipBoState, r: SkipBoCodes, source: int) -> str:
    if source >= FROM_HAND:
        return _why_not_in_hand(s, source)
    if source_text(source).startswith("partner") and not r.teams:
        return _("there are no partners at this table")
    if source < OWN_DISCARD:
        return _("that stock pile is empty")
    if (source - OWN_DISCARD) % MAX_PILES >= r.discard_piles:
        return _("discard piles go from d1 to d{discard_piles}", discard_piles=r.discard_piles)
    return _("that discard pile is empty")


def _why_not_in_hand(s: SkipBoState, source: int) -> str:
    if s.hand_size[s.seat] == 0:
        return _("the hand is empty")
    card = _("wild card") if source == WILD_IN_HAND else source_text(source)
    return _("there is no {card} in the hand", card=card)


def _cards_conserved(s: SkipBoState, r: SkipBoCodes) -> bool:
    """The cards in play are those of the deck."""
    cards = [*s.draw[: s.draw_size], *s.completed[: s.completed_size]]
    for b in range(r.building_piles):
        cards += s.building[b][: s.building_size[b]]
    for d in range(r.players * r.discard_piles):
        cards += s.discards[d][: s.discards_size[d]]
    for p in range(r.players):
        cards += s.hand[p][: s.hand_size[p]] + s.stock[p][: s.stock_size[p]]
        cards += [s.stock_top[p]] if s.stock_left[p] else []
    return len(cards) == r.deck_size and all(
        cards.count(kind) == r.count[kind] for kind in range(r.kinds)
    )


def _piles_counted(s: SkipBoState, r: SkipBoCodes) -> bool:
    """Above its size a pile holds nothing; a stock pile has its top and what lies below."""
    piles = [(s.draw, s.draw_size), (s.completed, s.completed_size)]
    piles += zip(s.building, s.building_size, strict=True)
    piles += zip(s.discards, s.discards_size, strict=True)
    piles += zip(s.stock, s.stock_size, strict=False)
    piles += zip(s.hand, s.hand_size, strict=True)
    return all(
        NO_CARD not in cards[:size] and set(cards[size:]) <= {NO_CARD} for cards, size in piles
    ) and all(
        s.stock_size[p] == max(0, s.stock_left[p] - 1)
        and (s.stock_top[p] != NO_CARD) == (s.stock_left[p] > 0)
        for p in range(r.players)
    )


def _hands_sorted(s: SkipBoState, r: SkipBoCodes) -> bool:
    """Hands are sorted and never too large."""
    hands = [s.hand[p][: s.hand_size[p]] for p in range(r.players)]
    return all(hand == sorted(hand) and len(hand) <= r.hand for hand in hands)


def _piles_go_up(s: SkipBoState, r: SkipBoCodes) -> bool:
    """A building pile goes up one by one, or down by the option, and isn't full."""
    return all(
        s.building_size[b] < r.highest
        and s.building_down[b] in (0, 1)
        and (not s.building_down[b] or (r.piles_down and s.building_size[b] > 0))
        and all(
            card == r.wild or r.value[card] == (r.highest - i if s.building_down[b] else i + 1)
            for i, card in enumerate(s.building[b][: s.building_size[b]])
        )
        for b in range(r.building_piles)
    )


def _one_to_act(s: SkipBoState, r: SkipBoCodes) -> bool:
    """A seat decides in a turn, and only there."""
    if s.phase == TURN or (s.phase == SHUFFLE and s.turn > 0):
        return 0 <= s.seat < r.players
    return s.phase in (SHUFFLE, SCORE, ROUND_OVER, GAME_OVER) and s.seat == NOBODY


def _has_legal_action(s: SkipBoState, r: SkipBoCodes) -> bool:
    """The seat to act has a legal action."""
    return s.phase != TURN or legal(s, r, [0] * len(ACTIONS)) > 0


def _hand_filled(s: SkipBoState, r: SkipBoCodes) -> bool:
    """A hand is empty in a turn only if nothing is left to draw."""
    return s.phase != TURN or s.hand_size[s.seat] > 0 or s.draw_size + s.completed_size == 0


def _round_goes_on(s: SkipBoState, r: SkipBoCodes) -> bool:
    """During turns, each side has cards in a stock pile, and not all turns of a lap were idle."""
    if s.phase != TURN:
        return True
    teams = range(r.players // 2) if r.teams else range(r.players)
    return s.idle_turns < r.players and all(
        s.stock_left[p] + (s.stock_left[partner(r, p)] if r.teams else 0) > 0 for p in teams
    )


def _turns_counted(s: SkipBoState, r: SkipBoCodes) -> bool:
    """The turns of the seats add up; the seat left of the dealer has the first."""
    if s.phase != TURN:
        return True
    seats = range(r.players)
    return (
        s.turn >= 1
        and min(s.turns[: r.players]) >= 0
        and sum(s.turns[: r.players]) == s.turn
        and s.dealer in seats
        and s.starter == (s.dealer + 1) % r.players
        and s.ender == NOBODY
        and s.idle_turns >= 0
        and s.moved in (0, 1)
    )


def _rounds_counted(s: SkipBoState, r: SkipBoCodes) -> bool:
    """During a round, points are those of the rounds before."""
    if s.phase != TURN:
        return True
    points = [*s.score[: r.players], *s.total[: r.players]]
    return (
        s.round >= 1
        and not s.unfinished
        and (not r.rounds or s.round <= r.rounds)
        and max(map(abs, points)) < _MOST_POINTS
        and (s.round > 1 or not any(s.score[: r.players]))
        and all(0 <= number <= r.deck_size for number in s.penalty_cards[: r.players])
    )


def _last_action_possible(s: SkipBoState, r: SkipBoCodes) -> bool:
    """The fields of the last action describe a possible one."""
    return (
        NO_SOURCE <= s.source <= WILD_IN_HAND
        and 0 <= s.played_as <= r.highest
        and s.has_completed in (0, 1)
        and s.revealed in (0, 1)
        and UNKNOWN not in (s.card_in, *s.cut[: r.players])
    )


def _penalty_pending(s: SkipBoState, r: SkipBoCodes) -> bool:
    """Cards of a penalty are due exactly while the draw pile is shuffled for it."""
    return (s.punished != NOBODY) == (s.penalty_left > 0) and (
        s.punished == NOBODY or s.phase == SHUFFLE
    )


def _scores_add_up(s: SkipBoState, r: SkipBoCodes) -> bool:
    """After a round only the side that ended it has points; partners have the same."""
    if s.phase not in (ROUND_OVER, GAME_OVER) or s.unfinished:
        return True
    won = set() if s.ender == NOBODY else {s.ender}
    if won and r.teams:
        won.add(partner(r, s.ender))
    points = r.win_points + r.card_points * sum(s.stock_left[: r.players])
    return all(s.score[p] == (points if p in won else 0) for p in range(r.players))


INVARIANTS: dict[str, Callable[[SkipBoState, SkipBoCodes], bool]] = {
    "cards conserved": _cards_conserved,
    "piles counted": _piles_counted,
    "hands sorted": _hands_sorted,
    "building piles go up": _piles_go_up,
    "one to act": _one_to_act,
    "a legal action": _has_legal_action,
    "hand filled": _hand_filled,
    "round goes on": _round_goes_on,
    "turns counted": _turns_counted,
    "rounds counted": _rounds_counted,
    "last action told": _last_action_possible,
    "penalty pending": _penalty_pending,
    "scores add up": _scores_add_up,
}
"""The invariants by name."""
