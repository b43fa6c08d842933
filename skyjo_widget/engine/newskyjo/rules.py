"""NewSkyjo.

Source
    Clémentine Plissonnier's rules, in words in ``docs/rules-newskyjo.md``; the effects
    are rows of a table (`skyjo_widget.engine.cards.effects`), as options `NewSkyjoRules`.
Phases
    `SETUP` turn a card of one's own; `CHOOSE` draw, take the discard pile's top card,
    or turn a card; `PLACE_TAKEN`, `PLACE_DRAWN`, `PLACE_KEPT` where a card goes, or
    whether it is kept; `FLIP` turn a card after a discard; `PICK_FIRST`, `PICK_SECOND`
    the cards of a swap; `ORDER` how peeked cards are put back; `PICK_HIDDEN` a card to be
    turned up; `GIVE` where a kept card goes in another grid.  Nobody decides in `SHUFFLE`,
    `REVEAL` and `ROUND_OVER`: `proceed` advances the game.  `GAME_OVER` is the end.
Actions
    ``draw``, ``take``, ``discard``, ``keep``, ``decline``, ``pass``, for each order
    ``order``, for each cell ``flip`` and ``place``, for each place ``pick``.
State
    `NewSkyjoState`.  `seat` decides; it is `on_turn`'s turn.  An effect has a number,
    its place among the deck's effects from 1; a place is seat × MAX_CELLS + cell.
Observation
    All but what lies face down and the order of the draw pile, of which a seat sees
    what it knows; a drawn card is seen by the seat to act alone.
End and score
    `end_turn`; `skyjo_widget.engine.grids.rules.reveal`; the game has so many rounds.
Where we decided
    The list in ``docs/rules-newskyjo.md``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.cards.effects import (
    ANY,
    BOTTOM,
    GIVEN,
    HIDDEN,
    LEFT,
    LOWEST,
    MAX_PEEK,
    NOT_PICKED,
    OF_ANYBODY,
    OF_OTHERS,
    OF_PLAYER,
    OWN,
    PASS_LOWEST,
    RIGHT,
    TOP,
    TOP_OF_DISCARD,
    VISIBLE,
)
from skyjo_widget.engine.core.jit import inlined_rule, rule
from skyjo_widget.engine.core.notation import ALONE, ActionTable
from skyjo_widget.engine.core.piles import discard_card, take_discard
from skyjo_widget.engine.core.positions import (
    CELL,
    DISCARD_PLACE,
    ORDER_OF_CARDS,
    ORDERS,
    PASSED_BITS,
    PLACE,
)
from skyjo_widget.engine.core.state import field, twin
from skyjo_widget.engine.grids.grid import (
    clear_column,
    flip_cell,
    highest_visible,
    lowest_visible,
    replace_cell,
    swap_cells,
)
from skyjo_widget.engine.grids.rules import (
    FROM_DRAW,
    FROM_GRID,
    GridState,
    add_up,
    choose_discard,
    deal,
    discard_hand,
    draw_to_hand,
    find_starter,
    forget_consequences,
    gather,
    place_drawn,
    place_taken,
    reset_scores,
    reshuffle_discard,
    settle,
    turn_all,
    turn_at_setup,
    turn_card,
)
from skyjo_widget.engine.limits import MAX_CELLS, MAX_SEATS, NO_CARD, NO_PLACE, NOBODY, UNKNOWN
from skyjo_widget.engine.newskyjo.knowledge import learn, mix, see_drawn
from skyjo_widget.engine.newskyjo.own import call_function

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import NewSkyjoCodesTwin as R
    from skyjo_widget.engine.core.twins import NewSkyjoStateTwin as S

PHASES = (
    "setup",
    "choose",
    "place taken",
    "place drawn",
    "place kept",
    "flip",
    "pick first",
    "pick second",
    "order",
    "pick hidden",
    "give",
    "shuffle",
    "reveal",
    "round over",
    "game over",
)
SETUP, CHOOSE, PLACE_TAKEN, PLACE_DRAWN, PLACE_KEPT, FLIP = range(6)
PICK_FIRST, PICK_SECOND, ORDER, PICK_HIDDEN, GIVE = range(6, 11)
SHUFFLE, REVEAL, ROUND_OVER, GAME_OVER = range(11, 15)
# Steps inside `apply`, in order; a state outside of `apply` is never in one.
EFFECT_BEGINS, REVEAL_BEGINS, SWAP_BEGINS, FIRST_PICKED, BOTH_PICKED = range(15, 20)
EFFECT_ENDS, ACTION_ENDS = 20, 21

ACTIONS = ActionTable(
    ("draw", ALONE),
    ("take", ALONE),
    ("discard", ALONE),
    ("keep", ALONE),
    ("decline", ALONE),
    ("pass", ALONE),
    ("order", ORDER_OF_CARDS),
    ("flip", CELL),
    ("place", CELL),
    ("pick", PLACE),
)
DRAW = ACTIONS.first("draw")
TAKE = ACTIONS.first("take")
DISCARD = ACTIONS.first("discard")
KEEP = ACTIONS.first("keep")
DECLINE = ACTIONS.first("decline")
PASS = ACTIONS.first("pass")
ORDER_FIRST = ACTIONS.first("order")
FLIP_FIRST = ACTIONS.first("flip")
PLACE_FIRST = ACTIONS.first("place")
PICK_FIRST_ID = ACTIONS.first("pick")

TOP_FIRST = tuple(
    tuple(int(order[k]) - 1 if k < len(order) else k for k in range(MAX_PEEK)) for order in ORDERS
)
"""`ORDERS` as indices; the cards beyond an order stay."""

NO_EFFECT = 0


@twin
class NewSkyjoState(GridState):
    """A state of NewSkyjo."""

    direction: int = field("public", "of play: 1 to the left, -1 to the right", empty=1)
    on_turn: int = field("public", "whose turn it is", empty=NOBODY)
    turns_left: int = field("public", "turns in a row of the seat on turn, the present one too")
    actions_left: int = field("public", "actions after the present one in this turn")
    next_twice: int = field("public", "turns more for the next player")
    next_skips: int = field("public", "turns less for the next player")
    next_takes: int = field("public", "1 or more: the next player must take the discard")
    must_take: int = field("public", "1 if only the discard pile's top card can be taken")
    due: list[int] = field(
        "public", "1 if the last turn is still due, by seat", MAX_SEATS, text="seats"
    )

    kept: int = field("public", "the kept card that isn't placed yet", empty=NO_CARD, text="card")
    effect: int = field("public", "the effect that is carried out", text="effect")
    first: int = field("public", "the first pick", empty=NO_PLACE, text="place")

    looked: int = field("public", "how many of the next cards somebody has peeked at")
    known: list[list[int]] = field(
        "owner",
        "the next cards of the draw pile, as far as a seat knows them, by seat; a drawn "
        "card counts until all have seen it",
        MAX_SEATS,
        MAX_PEEK,
        empty=NO_CARD,
        text="known",
    )
    known_to: list[list[int]] = field(
        "owner",
        "among the next how many each lies: 1, 2, 3 in order; 1, 3, 3 the first one, then "
        "two that may lie either way",
        MAX_SEATS,
        MAX_PEEK,
        text="size",
    )
    known_size: list[int] = field("owner", "how many they are, by seat", MAX_SEATS, text="size")

    effect_told: int = field(
        "public", "the effect that the last action began or continued", text="effect"
    )
    no_effect: int = field("public", "1 if it began one that had no effect")
    swapped_first: int = field(
        "public", "what it swapped: the first place", empty=NO_PLACE, text="place"
    )
    swapped_second: int = field("public", "the second place", empty=NO_PLACE, text="place")

    reveals_left: int = field(
        "public", "hidden cards that the effect still turns up", optional=True
    )
    protected: list[int] = field(
        "public",
        "1 if no other seat's effect touches the grid, by seat",
        MAX_SEATS,
        text="seats",
        optional=True,
    )
    bonus: list[int] = field(
        "public",
        "points that functions of effects have counted in this round, by seat",
        MAX_SEATS,
        text="seats",
        optional=True,
    )
    passed: int = field(
        "public",
        "the places whose cards it passed on, each to the next one's",
        text="passed",
        optional=True,
    )
    dice: int = field(
        "secret",
        "what the next random numbers of a function of one's own follow from",
        optional=True,
    )


# The round


@rule
def start(s: S, r: R) -> None:
    """Begin a game."""
    reset_scores(s, r)
    next_round(s, r)


@rule
def next_round(s: S, r: R) -> None:
    """Gather all cards; they are shuffled and dealt next."""
    gather(s, r)
    forget(s)
    s.direction = 1
    s.on_turn = NOBODY
    s.turns_left = 0
    s.actions_left = 0
    s.next_twice = 0
    s.next_skips = 0
    s.next_takes = 0
    s.must_take = 0
    s.kept = NO_CARD
    s.effect = NO_EFFECT
    s.first = NO_PLACE
    s.reveals_left = 0
    s.looked = 0
    for p in range(r.players):
        s.due[p] = 0
        s.protected[p] = 0
        s.bonus[p] = 0
        s.known_size[p] = 0
        for k in range(MAX_PEEK):
            s.known[p][k] = NO_CARD
            s.known_to[p][k] = 0
    s.phase = SHUFFLE
    s.shuffled_for = SETUP


@inlined_rule
def forget(s: S) -> None:
    """Forget what the last action did."""
    forget_consequences(s)
    s.effect_told = NO_EFFECT
    s.no_effect = 0
    s.swapped_first = NO_PLACE
    s.swapped_second = NO_PLACE
    s.passed = 0


@rule
def proceed(s: S, r: R) -> None:
    """Advance the game where nobody decides: after a shuffle, at the reveal, between rounds."""
    if s.phase == SHUFFLE:
        if s.shuffled_for == SETUP:
            deal(s, r)
            if r.turned > 0:
                s.phase = SETUP
            else:
                first_turn(s, r)
        else:
            draw_to_hand(s)
            s.phase = PLACE_DRAWN
    elif s.phase == REVEAL:
        forget(s)
        turn_all(s, r)
        add_up(s, r)
        if r.has_points:
            add_points(s, r)
        settle(s, r)
        s.phase = GAME_OVER if s.round >= r.rounds else ROUND_OVER
    elif s.phase == ROUND_OVER:
        next_round(s, r)


@rule
def add_points(s: S, r: R) -> None:
    """Add the points that effects count for cards where they lie now, or have counted before."""
    for p in range(r.players):
        s.raw[p] += s.bonus[p]
        for cell in range(r.cells):
            s.raw[p] += points_of(r, s.grid[p][cell], cell)


@rule
def points_of(r: R, card: int, cell: int) -> int:
    """Return the points that a card on a cell counts besides its number."""
    if card < 0:
        return 0
    e = r.effect[card]
    return int(r.points[e]) if lands_on(r, r.points_at[e], cell) else 0


@rule
def first_turn(s: S, r: R) -> None:
    """Begin the turns of a round."""
    find_starter(s, r)
    s.on_turn = s.seat
    s.turns_left = 1
    s.phase = CHOOSE


# Legal actions


@rule
def legal(s: S, r: R, out: list[int]) -> int:
    """Write the ids of the legal actions into `out`, ascending; return their number.

    Reads nothing that the seat to act may not see.
    """
    n = 0
    p = s.seat
    phase = s.phase
    if phase == CHOOSE:
        if can_draw(s):
            out[n] = DRAW
            n += 1
        if s.discard_size > 0 and s.cards_left[p] > 0:
            out[n] = TAKE
            n += 1
        if r.flip_turn and not s.must_take:
            n = write_hidden(s, r, out, n)
        if n == 0:
            out[n] = PASS
            n += 1
    elif phase in (SETUP, FLIP):
        n = write_hidden(s, r, out, n)
    elif phase == PLACE_DRAWN:
        out[n] = DISCARD
        n += 1
        effect = r.effect[s.hand]
        if effect == NO_EFFECT:
            n = write_places(s, r, 0, out, n)
        elif can_land(s, r, p, r.lands[effect]):
            out[n] = KEEP
            n += 1
    elif phase == PLACE_TAKEN:
        n = write_places(s, r, 0, out, n)
    elif phase == PLACE_KEPT:
        n = write_places(s, r, r.lands[r.effect[s.kept]], out, n)
    elif phase == ORDER:
        first, last = orders_of(looked_at(s, r))
        for order in range(first, last):
            out[n] = ORDER_FIRST + order
            n += 1
    elif phase in (PICK_FIRST, PICK_SECOND, PICK_HIDDEN, GIVE):
        if phase == PICK_FIRST and r.may_decline[s.effect]:
            out[n] = DECLINE
            n += 1
        for seat in range(r.players):
            for cell in range(r.cells):
                if can_pick(s, r, seat, cell):
                    out[n] = PICK_FIRST_ID + seat * MAX_CELLS + cell
                    n += 1
    return n


@inlined_rule
def can_draw(s: S) -> bool:
    """Return whether a card can be drawn, from a recycled draw pile if need be."""
    return not s.must_take and (s.draw_size > 0 or s.discard_size > 1)


@rule
def write_hidden(s: S, r: R, out: list[int], n: int) -> int:
    """Write the actions that turn a card of the seat to act."""
    for cell in range(r.cells):
        if s.grid[s.seat][cell] == UNKNOWN:
            out[n] = FLIP_FIRST + cell
            n += 1
    return n


@rule
def write_places(s: S, r: R, sides: int, out: list[int], n: int) -> int:
    """Write the actions that place a card where it may land."""
    for cell in range(r.cells):
        if s.grid[s.seat][cell] != NO_CARD and lands_on(r, sides, cell):
            out[n] = PLACE_FIRST + cell
            n += 1
    return n


@rule
def lands_on(r: R, sides: int, cell: int) -> bool:
    """Return whether a cell lies on all these sides of the grid."""
    if sides == 0:
        return True
    column = r.top[cell]
    return (
        (not sides & TOP or cell < r.columns)
        and (not sides & BOTTOM or cell >= r.cells - r.columns)
        and (not sides & LEFT or column == 0)
        and (not sides & RIGHT or column == r.columns - 1)
    )


@inlined_rule
def can_land(s: S, r: R, seat: int, sides: int) -> bool:
    """Return whether a seat has a card on these sides, which a kept card could replace."""
    if sides == 0:
        return bool(s.cards_left[seat] > 0)
    if sides == GIVEN:
        return can_give(s, r, seat)
    for cell in range(r.cells):
        if s.grid[seat][cell] != NO_CARD and lands_on(r, sides, cell):
            return True
    return False


@rule
def can_give(s: S, r: R, seat: int) -> bool:
    """Return whether a card can be given to somebody else's grid."""
    for other in range(r.players):
        if other != seat and s.cards_left[other] > 0 and not s.protected[other]:
            return True
    return False


@inlined_rule
def looked_at(s: S, r: R) -> int:
    """Return the number of cards that the present effect peeks at."""
    return int(min(r.peek[s.effect], s.draw_size))


@inlined_rule
def orders_of(size: int) -> tuple[int, int]:
    """Return the range of `ORDERS` for `size` cards."""
    if size == 1:
        return 0, 1
    return (1, 3) if size == 2 else (3, 9)


# Picks


@rule
def can_pick(s: S, r: R, seat: int, cell: int) -> bool:
    """Return whether a card may be picked now, as the first or the second one."""
    e = s.effect
    if s.phase == PICK_FIRST:
        return (
            may_be_first(s, r, seat)
            and shows(s, r, seat, cell, r.first_faces[e])
            and has_second(s, r, seat, cell)
        )
    if s.phase == PICK_HIDDEN:
        return bool(s.grid[seat][cell] == UNKNOWN and may_be_revealed(s, r, seat))
    if s.phase == GIVE:
        return bool(s.grid[seat][cell] != NO_CARD and may_be_given(s, seat))
    return can_be_second(s, r, s.first, seat, cell)


@rule
def can_be_second(s: S, r: R, first: int, seat: int, cell: int) -> bool:
    """Return whether a card may be swapped with a first one."""
    return (
        may_be_second(s, r, seat, first // MAX_CELLS)
        and seat * MAX_CELLS + cell != first
        and shows(s, r, seat, cell, r.second_faces[s.effect])
    )


@inlined_rule
def is_open(s: S, seat: int) -> bool:
    """Return whether the seat to act may touch a grid by an effect."""
    return bool(seat == s.seat or not s.protected[seat])


@rule
def may_be_revealed(s: S, r: R, seat: int) -> bool:
    """Return whether a card of this seat may be turned up by the present effect."""
    whose = r.reveal_whose[s.effect]
    if whose == OWN:
        return bool(seat == s.seat)
    if whose == OF_PLAYER:
        return bool(seat == s.on_turn and is_open(s, seat))
    return bool((whose == OF_ANYBODY or seat != s.seat) and is_open(s, seat))


@rule
def may_be_given(s: S, seat: int) -> bool:
    """Return whether the kept card may be given to this seat."""
    return bool(seat != s.seat and not s.protected[seat])


@rule
def may_be_first(s: S, r: R, seat: int) -> bool:
    """Return whether the first card may be this seat's."""
    whose = r.first_whose[s.effect]
    if whose == OWN:
        return bool(seat == s.seat)
    if whose == OF_PLAYER:
        return bool(seat == s.on_turn and is_open(s, seat))
    return bool(seat != s.seat and not s.protected[seat])


@rule
def may_be_second(s: S, r: R, seat: int, owner: int) -> bool:
    """Return whether the second card may be this seat's, if the first is `owner`'s."""
    whose = r.second_whose[s.effect]
    if whose == OWN:
        return bool(seat == s.seat)
    if whose == OF_PLAYER:
        return bool(seat == s.on_turn and is_open(s, seat))
    return bool(whose == OF_OTHERS and seat != s.seat and seat != owner and not s.protected[seat])


@rule
def shows(s: S, r: R, seat: int, cell: int, faces: int) -> bool:
    """Return whether a card is among those that `faces` (of `FACES`) selects."""
    card = s.grid[seat][cell]
    if card == NO_CARD or faces == ANY:
        return bool(card != NO_CARD)
    if faces == HIDDEN:
        return bool(card == UNKNOWN)
    if card == UNKNOWN or faces == VISIBLE:
        return bool(card != UNKNOWN)
    best = lowest_visible(s, r, seat) if faces == LOWEST else highest_visible(s, r, seat)
    return bool(r.value[card] == r.value[s.grid[seat][best]])


@rule
def how_many_show(s: S, r: R, seat: int, faces: int) -> int:
    """Count the cards of a seat that `faces` (of `FACES`) selects."""
    if faces == ANY:
        return int(s.cards_left[seat])
    if faces == HIDDEN:
        return int(s.hidden[seat])
    visible = int(s.cards_left[seat] - s.hidden[seat])
    if faces == VISIBLE or visible == 0:
        return visible
    best = lowest_visible(s, r, seat) if faces == LOWEST else highest_visible(s, r, seat)
    value = r.value[s.grid[seat][best]]
    n = 0
    for cell in range(best, r.cells):
        card = s.grid[seat][cell]
        if card >= 0 and r.value[card] == value:
            n += 1
    return n


@rule
def has_second(s: S, r: R, seat: int, cell: int) -> bool:
    """Return whether there is a second card to swap with this first one."""
    e = s.effect
    if r.second_whose[e] == TOP_OF_DISCARD:
        return bool(s.discard_size > 0)
    for other in range(r.players):
        if may_be_second(s, r, other, seat):
            n = how_many_show(s, r, other, r.second_faces[e])
            if other == seat and shows(s, r, seat, cell, r.second_faces[e]):
                n -= 1
            if n > 0:
                return True
    return False


@rule
def only_pick(s: S, r: R) -> int:
    """Return the place of a forced pick, `NO_PLACE` if there is a choice.

    A pick of the lowest or the highest card is forced if there is only one such card.
    """
    first = s.phase == PICK_FIRST
    faces = r.first_faces[s.effect] if first else r.second_faces[s.effect]
    if faces < LOWEST or (first and r.may_decline[s.effect]):
        return NO_PLACE
    pick = NO_PLACE
    for seat in range(r.players):
        if may_be_first(s, r, seat) if first else may_be_second(s, r, seat, s.first // MAX_CELLS):
            best = lowest_visible(s, r, seat) if faces == LOWEST else highest_visible(s, r, seat)
            if best >= 0 and how_many_show(s, r, seat, faces) == 1:
                if can_pick(s, r, seat, best):
                    if pick != NO_PLACE:
                        return NO_PLACE
                    pick = seat * MAX_CELLS + best
                continue
            for cell in range(r.cells):
                if can_pick(s, r, seat, cell):
                    if pick != NO_PLACE:
                        return NO_PLACE
                    pick = seat * MAX_CELLS + cell
    return pick


@rule
def any_pick(s: S, r: R) -> bool:
    """Return whether there is a first card that can be swapped with a second one."""
    faces = r.first_faces[s.effect]
    for seat in range(r.players):
        # one of the visible cards is the lowest
        if may_be_first(s, r, seat) and how_many_show(s, r, seat, min(faces, VISIBLE)) > 0:
            if r.second_whose[s.effect] == TOP_OF_DISCARD:
                return bool(s.discard_size > 0)
            for cell in range(r.cells):
                if shows(s, r, seat, cell, faces) and has_second(s, r, seat, cell):
                    return True
    return False


# Carrying out actions


@inlined_rule
def apply(s: S, r: R, action: int) -> None:
    """Carry out a legal action of the seat to act, up to the next choice."""
    forget(s)
    decide(s, r, action)
    if s.phase < EFFECT_BEGINS:
        return
    if s.phase != ACTION_ENDS:
        carry_out(s, r)
    if s.phase == ACTION_ENDS:
        end_action(s, r)


@rule
def carry_out(s: S, r: R) -> None:
    """Take the steps of an effect, up to its next choice or its end."""
    if s.phase == EFFECT_BEGINS:
        begin_effect(s, r)
    if s.phase == REVEAL_BEGINS:
        begin_reveal(s, r)
    if s.phase == SWAP_BEGINS:
        begin_swap(s, r)
    if s.phase == FIRST_PICKED:
        follow_first(s, r)
    if s.phase == BOTH_PICKED:
        swap_picked(s, r)
    if s.phase == EFFECT_ENDS:
        if r.functions and r.function[s.effect]:
            call_function(s, r)
        end_effect(s, r)


@inlined_rule
def decide(s: S, r: R, action: int) -> None:
    """Carry out the action itself, by phase."""
    phase = s.phase
    if phase == PLACE_DRAWN:
        place_or_keep(s, r, action)
    elif phase == PLACE_TAKEN:
        place_taken(s, r, action - PLACE_FIRST)
        s.phase = ACTION_ENDS
    elif phase == PLACE_KEPT:
        card = s.kept
        s.kept = NO_CARD
        place_drawn(s, r, action - PLACE_FIRST, card)
        s.phase = ACTION_ENDS
    elif phase >= PICK_FIRST:
        decide_effect(s, r, action)
    elif action == DRAW:
        if s.draw_size > 0:
            draw_to_hand(s)
            s.phase = PLACE_DRAWN
        else:
            reshuffle_discard(s, r)
            s.phase = SHUFFLE
            s.shuffled_for = CHOOSE
    elif action == TAKE:
        choose_discard(s)
        s.must_take = 0
        s.phase = PLACE_TAKEN
    elif action == PASS:
        s.phase = ACTION_ENDS
    elif phase == SETUP:
        if turn_at_setup(s, r, action - FLIP_FIRST):
            first_turn(s, r)
    else:  # a turned card's column comes first, then its effect
        turn_card(s, r, action - FLIP_FIRST)
        s.effect = r.effect[s.card_in]
        s.phase = ACTION_ENDS if s.effect == NO_EFFECT else EFFECT_BEGINS


@inlined_rule
def decide_effect(s: S, r: R, action: int) -> None:
    """Carry out a choice that an effect asks for."""
    phase = s.phase
    s.effect_told = s.effect
    if phase == ORDER:
        put_back(s, r, action - ORDER_FIRST)
        s.phase = REVEAL_BEGINS
    elif phase == PICK_HIDDEN:
        reveal_picked(s, r, action - PICK_FIRST_ID)
    elif phase == GIVE:
        give_kept(s, r, action - PICK_FIRST_ID)
        s.phase = ACTION_ENDS
    elif action == DECLINE:
        s.phase = EFFECT_ENDS
    elif phase == PICK_FIRST:
        s.first = action - PICK_FIRST_ID
        s.phase = FIRST_PICKED
    else:
        s.swapped_second = action - PICK_FIRST_ID
        s.phase = BOTH_PICKED


@inlined_rule
def place_or_keep(s: S, r: R, action: int) -> None:
    """Discard, keep or place the card just drawn, which becomes public."""
    card = s.hand
    see_drawn(s, r, card)
    if action == DISCARD:
        discard_hand(s)
        s.phase = FLIP if s.hidden[s.seat] > 0 else ACTION_ENDS
        return
    s.hand = NO_CARD
    if action == KEEP:
        s.kept = card
        s.source = FROM_DRAW
        s.card_in = card
        s.revealed = 1
        s.effect = r.effect[card]
        s.phase = EFFECT_BEGINS
    else:
        place_drawn(s, r, action - PLACE_FIRST, card)
        s.phase = ACTION_ENDS


@inlined_rule
def begin_effect(s: S, r: R) -> None:
    """Carry out the present effect: the order of play, then the peek at the draw pile.

    Cards that are turned up, the swap and the landing follow.
    """
    e = s.effect
    s.effect_told = e
    if r.reverse[e]:
        s.direction = -s.direction
    s.next_twice += r.twice[e]
    s.next_skips += r.skips[e]
    s.next_takes += r.takes[e]
    s.actions_left += r.extra[e]
    s.phase = SWAP_BEGINS
    if r.more[e]:
        if r.protect[e]:
            s.protected[s.on_turn] = 1
        s.reveals_left = r.reveal_cards[e]
        if s.reveals_left > 0:
            s.phase = REVEAL_BEGINS
    if looked_at(s, r) > 0:
        look(s, r)
        s.phase = ORDER
    elif not (r.reverse[e] or r.twice[e] or r.skips[e] or r.takes[e] or r.extra[e]):
        lands = r.lands[e] != 0 and s.kept != NO_CARD
        works = lands or (r.more[e] != 0 and (r.protect[e] != 0 or r.points[e] != 0))
        s.no_effect = 0 if works else 1  # taken back below by all that is possible


@rule
def chooser(s: S, r: R) -> int:
    """Return the seat that picks cards for the present effect."""
    return int((s.on_turn + r.chooser[s.effect]) % r.players)


@rule
def begin_reveal(s: S, r: R) -> None:
    """Ask for the next hidden card to be turned up, if there is one and one is due."""
    s.seat = chooser(s, r)
    if s.reveals_left > 0:
        for seat in range(r.players):
            if s.hidden[seat] > 0 and may_be_revealed(s, r, seat):
                s.no_effect = 0
                s.phase = PICK_HIDDEN
                return
    s.reveals_left = 0
    s.phase = SWAP_BEGINS


@rule
def reveal_picked(s: S, r: R, place: int) -> None:
    """Turn up the card that was picked; its effect doesn't happen."""
    seat, cell = place // MAX_CELLS, place % MAX_CELLS
    s.card_in = flip_cell(s, seat, cell)
    s.source = FROM_GRID
    s.revealed = 1
    clear_column(s, r, seat, cell)
    s.reveals_left -= 1
    s.phase = REVEAL_BEGINS


@rule
def give_kept(s: S, r: R, place: int) -> None:
    """Put the kept card in the place of somebody else's card, which is discarded."""
    seat, cell = place // MAX_CELLS, place % MAX_CELLS
    s.card_in = s.kept
    s.kept = NO_CARD
    s.source = FROM_DRAW
    s.revealed = 1
    s.card_out = replace_cell(s, seat, cell, s.card_in)
    discard_card(s, s.card_out)
    clear_column(s, r, seat, cell)


@rule
def pass_cards(s: S, r: R) -> None:
    """Pass on each seat's lowest or highest visible card, all at once.

    It goes to the place of the next seat's, in the direction of play; seats without a visible
    card, and protected ones but the player's own, are left out.  Nothing happens with less than
    two.
    """
    lowest = r.pass_on[s.effect] == PASS_LOWEST
    first = NO_PLACE
    carried = NO_CARD
    packed = 0
    n = 0
    seat = s.on_turn
    for _ in range(r.players):
        cell = lowest_visible(s, r, seat) if lowest else highest_visible(s, r, seat)
        if cell >= 0 and (seat == s.on_turn or not s.protected[seat]):
            n += 1
            packed += (cell + 1) << PASSED_BITS * seat
            if first == NO_PLACE:
                first = seat * MAX_CELLS + cell
                carried = s.grid[seat][cell]
            else:
                carried = replace_cell(s, seat, cell, carried)
        seat = next_seat(s, r, seat)
    if n < 2:
        return
    s.grid[first // MAX_CELLS][first % MAX_CELLS] = carried
    s.no_effect = 0
    s.passed = packed * s.direction
    for k in range(r.players):
        seat = (s.on_turn + k) % r.players
        cell = (packed >> PASSED_BITS * seat) % 2**PASSED_BITS - 1
        if cell >= 0 and s.grid[seat][cell] >= 0:
            clear_column(s, r, seat, cell)


@inlined_rule
def begin_swap(s: S, r: R) -> None:
    """Pass cards on, or ask for the first card of the present effect's swap, if it has one."""
    s.phase = EFFECT_ENDS
    if r.first_whose[s.effect] == NOT_PICKED:
        if r.more[s.effect] and r.pass_on[s.effect]:
            pass_cards(s, r)
        return
    s.seat = chooser(s, r)
    if not any_pick(s, r):
        return
    s.no_effect = 0
    s.phase = PICK_FIRST
    only = only_pick(s, r)
    if only != NO_PLACE:
        s.first = only
        s.phase = FIRST_PICKED


@inlined_rule
def follow_first(s: S, r: R) -> None:
    """Ask for the second card of the swap, unless it is forced."""
    if r.second_whose[s.effect] == TOP_OF_DISCARD:
        s.swapped_second = DISCARD_PLACE
        s.phase = BOTH_PICKED
        return
    s.phase = PICK_SECOND
    only = only_pick(s, r)
    if only != NO_PLACE:
        s.swapped_second = only
        s.phase = BOTH_PICKED


@rule
def swap_picked(s: S, r: R) -> None:
    """Swap the two cards, and apply the column rule."""
    s.phase = EFFECT_ENDS
    s.swapped_first = s.first
    seat, cell = s.first // MAX_CELLS, s.first % MAX_CELLS
    if s.swapped_second == DISCARD_PLACE:
        if s.grid[seat][cell] == UNKNOWN:
            s.revealed = 1
        card = take_discard(s)
        discard_card(s, replace_cell(s, seat, cell, card))
        clear_column(s, r, seat, cell)
        return
    other, there = s.swapped_second // MAX_CELLS, s.swapped_second % MAX_CELLS
    swap_cells(s, seat, cell, other, there)
    if comes_before(s, r, other, there, seat, cell):
        seat, cell, other, there = other, there, seat, cell
    if s.grid[seat][cell] >= 0:
        clear_column(s, r, seat, cell)
    if s.grid[other][there] >= 0:
        clear_column(s, r, other, there)


@rule
def comes_before(s: S, r: R, seat: int, cell: int, other: int, there: int) -> bool:
    """Return whether a column is checked before another.

    The player on turn comes first, then those to the left; in a grid the leftmost column.
    """
    if seat == other:
        return bool(r.top[cell] < r.top[there])
    return bool((seat - s.on_turn) % r.players < (other - s.on_turn) % r.players)


@inlined_rule
def end_effect(s: S, r: R) -> None:
    """End the effect; a kept card is placed next, if it has a place."""
    s.effect = NO_EFFECT
    s.first = NO_PLACE
    s.seat = s.on_turn
    s.phase = ACTION_ENDS
    if s.kept != NO_CARD:
        lands = r.lands[r.effect[s.kept]]
        if can_land(s, r, s.seat, lands):
            s.phase = GIVE if lands == GIVEN else PLACE_KEPT
        else:
            s.card_out = s.kept
            discard_card(s, s.kept)
            s.kept = NO_CARD


# The order of play


@inlined_rule
def end_action(s: S, r: R) -> None:
    """Give the player the next action of this turn, or end it."""
    if s.actions_left > 0:
        s.actions_left -= 1
        s.phase = CHOOSE
    else:
        end_turn(s, r)


@inlined_rule
def end_turn(s: S, r: R) -> None:
    """End the round if it is over, else pass the turn on."""
    p = s.on_turn
    s.turns[p] += 1
    if s.ender == NOBODY and any_grid_open(s, r):
        s.ender = p
        while s.hidden[s.ender] > 0:
            s.ender = next_seat(s, r, s.ender)
        s.turns_left = 1
        s.last_turns = r.players - 1
        for q in range(r.players):
            s.due[q] = 0 if q == s.ender else 1
    if s.turns_left > 1:
        s.turns_left -= 1
        begin_turn(s)
    else:
        pass_on(s, r)


@inlined_rule
def any_grid_open(s: S, r: R) -> bool:
    """Return whether some seat has no hidden card left."""
    n = 0
    for p in range(r.players):
        n += s.hidden[p] == 0
    return n > 0


@inlined_rule
def next_seat(s: S, r: R, seat: int) -> int:
    """Return the next seat in the direction of play."""
    seat += s.direction
    if seat < 0:
        return int(r.players - 1)
    return 0 if seat == r.players else int(seat)


@inlined_rule
def follower(s: S, r: R, seat: int) -> int:
    """Return the seat that plays after another; `NOBODY` after the last turn.

    In the last lap only seats whose last turn is due play.
    """
    if s.ender == NOBODY:
        return next_seat(s, r, seat)
    if s.last_turns == 0:
        return NOBODY
    seat = next_seat(s, r, seat)
    while not s.due[seat]:
        seat = next_seat(s, r, seat)
    return seat


@inlined_rule
def pass_on(s: S, r: R) -> None:
    """Pass the turn, and what is pending, to the next player."""
    turns = 1 + s.next_twice - s.next_skips
    takes = s.next_takes
    s.next_twice = 0
    s.next_skips = 0
    s.next_takes = 0
    p = follower(s, r, s.on_turn)
    if p != NOBODY and turns <= 0:
        if s.ender != NOBODY:
            take_last_turn(s, p)
        turns = 1
        takes = 0
        p = follower(s, r, p)
    s.on_turn = p
    if p == NOBODY:
        s.seat = NOBODY
        s.turns_left = 0
        s.phase = REVEAL
        return
    if s.ender != NOBODY:
        take_last_turn(s, p)
    s.turns_left = turns
    begin_turn(s)
    if takes > 0 and s.cards_left[p] > 0:
        s.must_take = 1


@inlined_rule
def take_last_turn(s: S, seat: int) -> None:
    """Mark a seat's last turn as used: it begins, or is lost."""
    s.last_turns -= 1
    s.due[seat] = 0


@inlined_rule
def begin_turn(s: S) -> None:
    """Begin a turn of the player on turn."""
    s.seat = s.on_turn
    s.protected[s.on_turn] = 0
    s.turn += 1
    s.phase = CHOOSE


# A seat's knowledge of the draw pile


@rule
def look(s: S, r: R) -> None:
    """Let the player peek at the next cards of the draw pile."""
    s.looked = max(s.looked, looked_at(s, r))
    for k in range(looked_at(s, r)):
        learn(s, s.on_turn, k, s.draw[s.draw_size - 1 - k])


@rule
def put_back(s: S, r: R, order: int) -> None:
    """Put the peeked cards back; other seats lose their knowledge of the order."""
    p = s.on_turn
    size = looked_at(s, r)
    first, second, third = s.known[p][0], s.known[p][1], s.known[p][2]
    for k in range(size):
        at = TOP_FIRST[order][k]
        card = first if at == 0 else (second if at == 1 else third)
        s.known[p][k] = card
        s.draw[s.draw_size - 1 - k] = card
    if size > 1:
        for q in range(r.players):
            if q != p and s.known_size[q] > 0:
                mix(s, q, size)
