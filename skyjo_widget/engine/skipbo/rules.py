"""Skip-Bo.

Source
    The publisher's rule sheet, with teams and the short game, as options of one object
    (`skyjo_widget.engine.skipbo.options.SkipBoRules`); in words in ``docs/rules-skipbo.md``.
Phases
    `TURN` play a card, or end the turn.  Nobody decides in `SHUFFLE` (the draw pile waits to
    be put in order), `SCORE` and `ROUND_OVER`: `proceed` advances the game.  A shuffle is for
    the `CUT` for the deal, the `DEAL`, drawing in a `TURN`, or a `PENALTY`; a state is never in
    the first two or the last.  `GAME_OVER` is the end.
Actions
    ``play`` a card on a building pile, ``discard`` one, which ends the turn, ``pass``.  With the
    option *piles_down*, ``play wild b1 down`` begins a pile that runs down.
State
    `SkipBoState`.  A hand is sorted, so that equal positions are equal states.
Observation
    All but the draw pile, what lies below the stock piles' tops, and others' hands.
End and score
    `after_play`, `score`; a total that reaches the target or the last round ends the game.
Where we decided
    The list in ``docs/rules-skipbo.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.notation import ALONE, ActionTable
from skyjo_widget.engine.core.piles import clear_pile, draw_card, gather_deck
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.limits import MAX_CARDS, MAX_SEATS, NO_CARD, NOBODY
from skyjo_widget.engine.skipbo.notation import (
    BEGIN_DOWN,
    DISCARD_CARD,
    FROM_HAND,
    MAX_NUMBER,
    MAX_PILES,
    OWN_DISCARD,
    OWN_STOCK,
    PARTNERS_DISCARD,
    PARTNERS_STOCK,
    PLAY_CARD,
    SOURCES,
    WILD_IN_HAND,
)

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import SkipBoCodesTwin as R
    from skyjo_widget.engine.core.twins import SkipBoStateTwin as S

PHASES = ("turn", "cut", "deal", "penalty", "shuffle", "score", "round over", "game over")
TURN, CUT, DEAL, PENALTY, SHUFFLE, SCORE, ROUND_OVER, GAME_OVER = range(8)

ACTIONS = ActionTable(
    ("play", PLAY_CARD), ("discard", DISCARD_CARD), ("pass", ALONE), ("play", BEGIN_DOWN)
)
PLAY_FIRST = ACTIONS.first("play")
DISCARD_FIRST = ACTIONS.first("discard")
PASS = ACTIONS.first("pass")
DOWN_FIRST = PASS + 1
"""The first id of a wild card that begins a pile that runs down: only with that option."""

MAX_PLAYERS = 6
MAX_HAND = 10
PENALTY_CARDS = 2
NO_SOURCE = -1


@twin
class SkipBoState:
    """A state of Skip-Bo."""

    phase: int = field("public", "what comes next, an index of `PHASES`", text="phase")
    round: int = field("public", "the round, from 1")
    turn: int = field("public", "the turn in this round, from 1")
    seat: int = field("public", "whose turn it is", empty=NOBODY)
    dealer: int = field("public", "who dealt this round", empty=NOBODY)
    starter: int = field("public", "who had the round's first turn", empty=NOBODY)
    ender: int = field("public", "who played the round's last card", empty=NOBODY)
    idle_turns: int = field("public", "turns in a row, before this one, in which no card was moved")
    moved: int = field("public", "1 if a card was played in this turn")
    shuffled_for: int = field("public", "what a shuffle was made for, a phase", text="phase")
    punished: int = field("public", "who gets the cards of a penalty", empty=NOBODY)
    penalty_left: int = field("public", "how many of them are still to be given")
    unfinished: int = field("public", "1 if the game was broken off")

    cut: list[int] = field(
        "public",
        "the last card that a seat cut for the deal",
        MAX_SEATS,
        empty=NO_CARD,
        text="cards",
    )
    stock_top: list[int] = field(
        "public", "the top of each stock pile", MAX_SEATS, empty=NO_CARD, text="cards"
    )
    stock_left: list[int] = field(
        "public", "cards in each stock pile, its top one too", MAX_SEATS, text="seats"
    )
    stock: list[list[int]] = field(
        "secret",
        "what lies face down in each stock pile",
        MAX_PLAYERS,
        MAX_CARDS,
        empty=NO_CARD,
        text="stock piles",
    )
    stock_size: list[int] = field("public", "how many these are", MAX_SEATS, text="size")
    hand: list[list[int]] = field(
        "owner", "each seat's hand, sorted", MAX_SEATS, MAX_HAND, empty=NO_CARD, text="hands"
    )
    hand_size: list[int] = field("public", "cards in each hand", MAX_SEATS, text="seats")
    building: list[list[int]] = field(
        "public",
        "the building piles",
        MAX_PILES,
        MAX_NUMBER,
        empty=NO_CARD,
        text="building piles",
    )
    building_size: list[int] = field(
        "public", "cards in each; of a pile that runs up, the top's number", MAX_PILES, text="size"
    )
    discards: list[list[int]] = field(
        "public",
        "the discard piles, by seat × the piles of a seat + pile",
        MAX_PLAYERS * MAX_PILES,
        MAX_CARDS,
        empty=NO_CARD,
        text="discard piles",
    )
    discards_size: list[int] = field(
        "public", "cards in each", MAX_PLAYERS * MAX_PILES, text="size"
    )
    draw: list[int] = field("secret", "the draw pile", MAX_CARDS, empty=NO_CARD, text="pile")
    draw_size: int = field("public", "cards in it", text="size")
    completed: list[int] = field(
        "public", "the completed piles", MAX_CARDS, empty=NO_CARD, text="pile"
    )
    completed_size: int = field("public", "cards in them", text="size")

    source: int = field("public", "where the last action's card came from", empty=NO_SOURCE)
    card_in: int = field("public", "the card that it moved", empty=NO_CARD, text="card")
    played_as: int = field("public", "the number it stands for; 0 if it wasn't played")
    has_completed: int = field("public", "1 if it completed its building pile")
    revealed: int = field("public", "1 if it showed a card that nobody or not all had seen")

    turns: list[int] = field("public", "turns begun in this round", MAX_SEATS, text="seats")
    penalty_cards: list[int] = field(
        "public", "cards of penalties in this round", MAX_SEATS, text="seats"
    )
    score: list[int] = field("public", "the points of the last round", MAX_SEATS, text="seats")
    total: list[int] = field("public", "running total, by seat", MAX_SEATS, text="seats")
    building_down: list[int] = field(
        "public",
        "1 for a building pile that runs down",
        MAX_PILES,
        text="by building pile",
        optional=True,
        code="piles_down",
    )


# The round


@rule
def start(s: S, r: R) -> None:
    """Begin a game, with the cut for the deal."""
    s.round = 0
    s.dealer = NOBODY
    s.unfinished = 0
    for p in range(r.players):
        s.total[p] = 0
        s.score[p] = 0
        s.cut[p] = NO_CARD
    gather(s, r)
    s.phase = SHUFFLE
    s.shuffled_for = CUT


@rule
def next_round(s: S, r: R) -> None:
    """Gather all cards; they are shuffled and dealt next."""
    gather(s, r)
    s.round += 1
    s.phase = SHUFFLE
    s.shuffled_for = DEAL


@rule
def gather(s: S, r: R) -> None:
    """Gather all cards into the draw pile."""
    forget(s)
    s.seat = NOBODY
    s.starter = NOBODY
    s.ender = NOBODY
    s.turn = 0
    s.idle_turns = 0
    s.moved = 0
    s.punished = NOBODY
    s.penalty_left = 0
    gather_deck(s, r)
    clear_pile(s.completed, s.completed_size)
    s.completed_size = 0
    for b in range(r.building_piles):
        clear_pile(s.building[b], s.building_size[b])
        s.building_size[b] = 0
        s.building_down[b] = 0
    for p in range(r.players):
        s.stock_top[p] = NO_CARD
        s.stock_left[p] = 0
        clear_pile(s.stock[p], s.stock_size[p])
        s.stock_size[p] = 0
        clear_pile(s.hand[p], s.hand_size[p])
        s.hand_size[p] = 0
        s.turns[p] = 0
        s.penalty_cards[p] = 0
    for d in range(r.players * r.discard_piles):
        clear_pile(s.discards[d], s.discards_size[d])
        s.discards_size[d] = 0


@rule
def forget(s: S) -> None:
    """Forget what the last action did."""
    s.source = NO_SOURCE
    s.card_in = NO_CARD
    s.played_as = 0
    s.has_completed = 0
    s.revealed = 0


@rule
def proceed(s: S, r: R) -> None:
    """Advance the game where nobody decides: after a shuffle, or between and at ends of rounds."""
    if s.phase == SHUFFLE:
        if s.shuffled_for == CUT:
            cut_for_deal(s, r)
            next_round(s, r)
        elif s.shuffled_for == DEAL:
            deal(s, r)
            begin_turn(s, r, s.starter)
            forget(s)  # a draw is no action's consequence
        elif s.shuffled_for == TURN:
            fill_hand(s, r)
        else:
            give_penalty(s, r)
    elif s.phase == SCORE:
        forget(s)
        score(s, r)
    elif s.phase == ROUND_OVER:
        s.dealer = (s.dealer + 1) % r.players
        next_round(s, r)


@rule
def cut_for_deal(s: S, r: R) -> None:
    """Find the first dealer: the highest cut; ties for it and wild cards are cut again.

    Seats cut in order, each the next card of the shuffled deck.  If it runs out, the lowest of
    the remaining seats deals.
    """
    still = (1 << r.players) - 1  # the seats that cut, a bit each
    i = r.deck_size
    while i >= 0 and still & (still - 1):
        highest = 0
        tied = 0
        for p in range(r.players):
            if still >> p & 1 and i >= 0:
                i -= 1
                while i >= 0 and s.draw[i] == r.wild:
                    i -= 1
                if i >= 0:
                    s.cut[p] = s.draw[i]
                    number = r.value[s.cut[p]]
                    if number > highest:
                        highest = number
                        tied = 0
                    if number == highest:
                        tied |= 1 << p
        if i >= 0:
            still = tied
    s.dealer = 0
    while not still >> s.dealer & 1:
        s.dealer += 1


@rule
def deal(s: S, r: R) -> None:
    """Deal the stock piles, seat by seat; the last card of each is turned up."""
    for p in range(r.players):
        for i in range(r.stock - 1):
            s.stock[p][i] = draw_card(s)
        s.stock_size[p] = r.stock - 1
        s.stock_top[p] = draw_card(s)
        s.stock_left[p] = r.stock
    s.starter = (s.dealer + 1) % r.players


@rule
def begin_turn(s: S, r: R, seat: int) -> None:
    """Begin a seat's turn: it draws until its hand is full."""
    s.seat = seat
    s.turn += 1
    s.turns[seat] += 1
    s.moved = 0
    fill_hand(s, r)


@rule
def fill_hand(s: S, r: R) -> None:
    """Draw until the hand is full; where the draw pile is empty, a shuffle comes first."""
    p = s.seat
    while s.hand_size[p] < r.hand and (s.draw_size > 0 or s.completed_size > 0):
        if s.draw_size == 0:
            recycle_completed(s, TURN)
            return
        add_to_hand(s, p, draw_card(s))
        s.revealed = 1
    s.phase = TURN


@rule
def recycle_completed(s: S, shuffled_for: int) -> None:
    """Turn the completed piles into the draw pile, to be shuffled next."""
    for i in range(s.completed_size):
        s.draw[i] = s.completed[i]
        s.completed[i] = NO_CARD
    s.draw_size = s.completed_size
    s.completed_size = 0
    s.phase = SHUFFLE
    s.shuffled_for = shuffled_for


@inlined_rule
def add_to_hand(s: S, seat: int, card: int) -> None:
    """Put a card in its place in a sorted hand."""
    hand = s.hand[seat]
    i = s.hand_size[seat]
    while i > 0 and hand[i - 1] > card:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = card
    s.hand_size[seat] += 1


# Legal actions


@rule
def legal(s: S, r: R, out: list[int]) -> int:
    """Write the ids of the legal actions into `out`, ascending; return their number.

    Reads nothing that the seat to act may not see.
    """
    if s.phase != TURN:
        return 0
    if r.piles_down:
        return legal_either_way(s, r, out)
    p = s.seat
    q = partner(r, p)
    n = write_plays(s, r, s.stock_top[p], OWN_STOCK, out, 0)
    if r.teams:
        n = write_plays(s, r, s.stock_top[q], PARTNERS_STOCK, out, n)
    for d in range(r.discard_piles):
        n = write_plays(s, r, discard_top(s, r, p, d), OWN_DISCARD + d, out, n)
    if r.teams:
        for d in range(r.discard_piles):
            n = write_plays(s, r, discard_top(s, r, q, d), PARTNERS_DISCARD + d, out, n)
    size = s.hand_size[p]
    for i in range(size):
        card = s.hand[p][i]
        if i == 0 or card != s.hand[p][i - 1]:
            n = write_plays(s, r, card, FROM_HAND + slot(r, card), out, n)
    return write_ends(s, r, out, n)


@inlined_rule
def write_ends(s: S, r: R, out: list[int], n: int) -> int:
    """Write the discards, or the pass of an empty hand."""
    p = s.seat
    size = s.hand_size[p]
    for i in range(size):
        card = s.hand[p][i]
        if i == 0 or card != s.hand[p][i - 1]:
            for d in range(r.discard_piles):
                out[n] = DISCARD_FIRST + slot(r, card) * MAX_PILES + d
                n += 1
    if size == 0:
        out[n] = PASS
        n += 1
    return n


@rule
def legal_either_way(s: S, r: R, out: list[int]) -> int:
    """Do what `legal` does where piles may run down; apart, so that `legal` stays fast."""
    n = 0
    for source in range(SOURCES):
        card = card_at(s, r, source)
        for b in range(r.building_piles):
            if card != NO_CARD and takes_either_way(s, r, b, card):
                out[n] = PLAY_FIRST + source * MAX_PILES + b
                n += 1
    n = write_ends(s, r, out, n)
    for k in range(FROM_HAND + 1):
        card = card_at(s, r, down_source(k))
        for b in range(r.building_piles):
            if card != NO_CARD and card == r.wild and s.building_size[b] == 0:
                out[n] = DOWN_FIRST + k * MAX_PILES + b
                n += 1
    return n


@rule
def card_at(s: S, r: R, source: int) -> int:
    """Return the card at a source of the seat to act; `NO_CARD` if there is none."""
    p = s.seat
    if source >= FROM_HAND:
        card = r.wild if source == WILD_IN_HAND else source - FROM_HAND
        held = False
        for i in range(s.hand_size[p]):
            held |= bool(s.hand[p][i] == card)
        return int(card) if held and slot(r, card) == source - FROM_HAND else NO_CARD
    pile = source - OWN_DISCARD
    if source == PARTNERS_STOCK or pile >= MAX_PILES:
        if not r.teams:
            return NO_CARD
        p = partner(r, p)
    if source < OWN_DISCARD:
        return int(s.stock_top[p])
    pile %= MAX_PILES
    return discard_top(s, r, p, pile) if pile < r.discard_piles else NO_CARD


@rule
def count_legal(s: S, r: R, out: list[int]) -> int:
    """Return the number of legal actions, without their ids: no jump depends on a card."""
    if r.piles_down:
        return legal_either_way(s, r, out)
    p = s.seat
    q = partner(r, p)
    plays = count_plays(s, r, s.stock_top[p])
    for d in range(r.discard_piles):
        plays += count_plays(s, r, discard_top(s, r, p, d))
    if r.teams:
        plays += count_plays(s, r, s.stock_top[q])
        for d in range(r.discard_piles):
            plays += count_plays(s, r, discard_top(s, r, q, d))
    size = s.hand_size[p]
    different = 0
    for i in range(size):
        card = s.hand[p][i]
        new = int(i == 0 or card != s.hand[p][i - 1])
        different += new
        plays += new * count_plays(s, r, card)
    return plays + different * r.discard_piles + int(size == 0)


@inlined_rule
def count_plays(s: S, r: R, card: int) -> int:
    """Return how many building piles take a card; 0 without one."""
    plays = 0
    for b in range(r.building_piles):
        plays += int(card != NO_CARD) & int(takes(s, r, b, card))
    return plays


@rule
def write_plays(s: S, r: R, card: int, source: int, out: list[int], n: int) -> int:
    """Write the plays of a card, one for each building pile that takes it."""
    if card != NO_CARD:
        for b in range(r.building_piles):
            if takes(s, r, b, card):
                out[n] = PLAY_FIRST + source * MAX_PILES + b
                n += 1
    return n


@inlined_rule
def down_source(number: int) -> int:
    """Return the source of the wild card in an action from `DOWN_FIRST` on."""
    return WILD_IN_HAND if number == FROM_HAND else number


@inlined_rule
def takes(s: S, r: R, b: int, card: int) -> bool:
    """Return whether a building pile takes a card, where all of them run up."""
    return bool(card == r.wild or r.value[card] == s.building_size[b] + 1)


@rule
def takes_either_way(s: S, r: R, b: int, card: int) -> bool:
    """Return whether a building pile, which may run down by the option, takes a card."""
    begins = r.piles_down and s.building_size[b] == 0 and r.value[card] == r.highest
    return bool(card == r.wild or r.value[card] == due_number(s, r, b) or begins)


@rule
def due_number(s: S, r: R, b: int) -> int:
    """Return the number that a building pile needs next; 1 for an empty place."""
    size = s.building_size[b]
    return int(r.highest - size if s.building_down[b] else size + 1)


def action_source(action: int) -> int:
    """Return the source of the card of an action other than `PASS`."""
    if action >= DOWN_FIRST:
        return int(down_source((action - DOWN_FIRST) // MAX_PILES))
    if action >= DISCARD_FIRST:
        return FROM_HAND + (action - DISCARD_FIRST) // MAX_PILES
    return (action - PLAY_FIRST) // MAX_PILES


@inlined_rule
def partner(r: R, seat: int) -> int:
    """Return the seat opposite."""
    return int((seat + r.players // 2) % r.players)


def side(r: R, seat: int) -> int:
    """Return the number of a seat's side: partners share it."""
    return seat % (r.players // 2) if r.teams else seat


@inlined_rule
def discard_top(s: S, r: R, seat: int, pile: int) -> int:
    """Return the top card of a discard pile; `NO_CARD` if it is empty."""
    d = seat * r.discard_piles + pile
    size = s.discards_size[d]
    return int(s.discards[d][size - 1]) if size > 0 else NO_CARD


@inlined_rule
def slot(r: R, card: int) -> int:
    """Return the number of a hand's card in actions: n − 1 for a number n, a wild one last."""
    return MAX_NUMBER if card == r.wild else card


def count_ids(r: R) -> int:
    """Return the number of action ids: without the option none begins a pile that runs down."""
    return len(ACTIONS) if r.piles_down else DOWN_FIRST


# Carrying out actions


@rule
def apply(s: S, r: R, action: int) -> None:
    """Carry out a legal action of the seat to act."""
    forget(s)
    p = s.seat
    if action > PASS:
        action = declare_down(s, action)
    if action == PASS:
        end_turn(s, r)
    elif action >= DISCARD_FIRST:
        place = action - DISCARD_FIRST
        s.source = FROM_HAND + place // MAX_PILES
        s.card_in = take_from_hand(s, r, p, s.source)
        d = p * r.discard_piles + place % MAX_PILES
        s.discards[d][s.discards_size[d]] = s.card_in
        s.discards_size[d] += 1
        s.moved = 1
        end_turn(s, r)
    else:
        place = action - PLAY_FIRST
        s.source = place // MAX_PILES
        if s.source >= FROM_HAND:
            s.card_in = take_from_hand(s, r, p, s.source)
        else:
            s.card_in = take_from_table(s, r, p, s.source)
        build(s, r, place % MAX_PILES, s.card_in)
        s.moved = 1
        after_play(s, r, place % MAX_PILES)


@rule
def declare_down(s: S, action: int) -> int:
    """Let the pile run down that a wild card is to begin; return the play of that card."""
    place = action - DOWN_FIRST
    s.building_down[place % MAX_PILES] = 1
    return PLAY_FIRST + down_source(place // MAX_PILES) * MAX_PILES + place % MAX_PILES


@inlined_rule
def take_from_hand(s: S, r: R, seat: int, source: int) -> int:
    """Take a card out of a hand, which stays sorted."""
    card = r.wild if source == WILD_IN_HAND else source - FROM_HAND
    hand = s.hand[seat]
    i = 0
    while hand[i] != card:
        i += 1
    last = s.hand_size[seat] - 1
    while i < last:
        hand[i] = hand[i + 1]
        i += 1
    hand[last] = NO_CARD
    s.hand_size[seat] = last
    return int(card)


@inlined_rule
def take_from_table(s: S, r: R, seat: int, source: int) -> int:
    """Take the top card of a stock or discard pile, one's own or the partner's."""
    if source < OWN_DISCARD:
        return take_stock(s, seat if source == OWN_STOCK else partner(r, seat))
    if source < PARTNERS_DISCARD:
        d = seat * r.discard_piles + source - OWN_DISCARD
    else:
        d = partner(r, seat) * r.discard_piles + source - PARTNERS_DISCARD
    s.discards_size[d] -= 1
    card = s.discards[d][s.discards_size[d]]
    s.discards[d][s.discards_size[d]] = NO_CARD
    return int(card)


@rule
def take_stock(s: S, seat: int) -> int:
    """Take the top card of a stock pile; the next one is turned up."""
    card = s.stock_top[seat]
    s.stock_left[seat] -= 1
    if s.stock_left[seat] > 0:
        s.stock_size[seat] -= 1
        below = s.stock_size[seat]
        s.stock_top[seat] = s.stock[seat][below]
        s.stock[seat][below] = NO_CARD
        s.revealed = 1
    else:
        s.stock_top[seat] = NO_CARD
    return int(card)


@inlined_rule
def build(s: S, r: R, b: int, card: int) -> None:
    """Lay a card on a building pile."""
    s.building[b][s.building_size[b]] = card
    s.building_size[b] += 1
    s.played_as = s.building_size[b]
    if r.piles_down:
        set_direction(s, r, b, card)


@rule
def set_direction(s: S, r: R, b: int, card: int) -> None:
    """Let a pile begun by the highest number run down; note the number of the card just laid."""
    size = s.building_size[b]
    if size == 1 and card != r.wild and r.value[card] == r.highest:
        s.building_down[b] = 1
    if s.building_down[b]:
        s.played_as = r.highest + 1 - size


@inlined_rule
def after_play(s: S, r: R, b: int) -> None:
    """Set a full pile aside, check for the end of the round, fill an empty hand."""
    if s.building_size[b] == r.highest:
        set_aside(s, b)
    p = s.seat
    if s.stock_left[p] == 0 and (not r.teams or s.stock_left[partner(r, p)] == 0):
        s.ender = p
        end_round(s)
    elif s.hand_size[p] == 0:
        fill_hand(s, r)


@rule
def set_aside(s: S, b: int) -> None:
    """Move a full building pile to the completed ones, its first card first."""
    s.has_completed = 1
    for i in range(s.building_size[b]):
        s.completed[s.completed_size] = s.building[b][i]
        s.completed_size += 1
    clear_pile(s.building[b], s.building_size[b])
    s.building_size[b] = 0
    s.building_down[b] = 0


@rule
def end_turn(s: S, r: R) -> None:
    """Pass the turn to the left; end the round if nobody has moved a card for a lap."""
    s.idle_turns = 0 if s.moved else s.idle_turns + 1
    if s.idle_turns == r.players:
        end_round(s)
    else:
        begin_turn(s, r, (s.seat + 1) % r.players)


@rule
def end_round(s: S) -> None:
    """End the play of a round; scoring follows."""
    s.seat = NOBODY
    s.phase = SCORE


@rule
def score(s: S, r: R) -> None:
    """Give the round's points; a round that nobody ended gives none."""
    points = r.win_points
    for p in range(r.players):
        s.score[p] = 0
        points += r.card_points * s.stock_left[p]  # one's own and the partner's are none
    if s.ender != NOBODY:
        s.score[s.ender] = points
        if r.teams:
            s.score[partner(r, s.ender)] = points
    s.phase = GAME_OVER if s.round == r.rounds else ROUND_OVER
    for p in range(r.players):
        s.total[p] += s.score[p]
        if s.total[p] >= r.target:
            s.phase = GAME_OVER


@rule
def wins(s: S, r: R, seat: int) -> bool:
    """Return whether a seat has the highest total, which may be shared.

    Nobody wins without a point, or if the game was broken off.
    """
    for p in range(r.players):
        if s.total[p] > s.total[seat]:
            return False
    return s.total[seat] > 0 and not s.unfinished


# The referee


def penalize(s: S, r: R, seat: int) -> int:
    """Give a seat the cards of a penalty, in a turn; return the number of cards."""
    s.punished = seat
    s.penalty_left = min(PENALTY_CARDS, s.draw_size + s.completed_size)
    cards = s.penalty_left
    give_penalty(s, r)
    return int(cards)


@rule
def give_penalty(s: S, r: R) -> None:
    """Put cards of the draw pile under a stock pile; an empty one shows its first."""
    while s.penalty_left > 0:
        if s.draw_size == 0:
            recycle_completed(s, PENALTY)
            return
        put_under(s, s.punished, draw_card(s))
        s.penalty_cards[s.punished] += 1
        s.penalty_left -= 1
    s.punished = NOBODY
    s.phase = TURN


@rule
def put_under(s: S, seat: int, card: int) -> None:
    """Put a card face down under a stock pile; of an empty pile it becomes the top card."""
    if s.stock_left[seat] == 0:
        s.stock_top[seat] = card
    else:
        for i in range(s.stock_size[seat], 0, -1):
            s.stock[seat][i] = s.stock[seat][i - 1]
        s.stock[seat][0] = card
        s.stock_size[seat] += 1
    s.stock_left[seat] += 1
