"""Clauses that explain violated invariants in players' words: which card, whose, where."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import (
        GridCodesTwin,
        GridStateTwin,
        NewSkyjoStateTwin,
        SkipBoCodesTwin,
        SkipBoStateTwin,
        StateTwin,
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Names:
    """The names of cards, players and phases.

    Parameters
    ----------
    deck : Deck
    players : sequence of str
        By seat.
    phases : sequence of str
        By number.
    """

    deck: Deck
    players: Sequence[str]
    phases: Sequence[str]

    def card(self, card: int) -> str:
        """Return a card's name, such as ``−2``."""
        if card in (NO_CARD, UNKNOWN):
            return _("no card") if card == NO_CARD else _("a hidden card")
        return self.deck.card_text(card).replace("-", "−", 1)

    def seat(self, seat: int) -> str:
        """Return a player's name with the seat; describes a seat that doesn't exist."""
        if 0 <= seat < len(self.players):
            return _("{player} (seat {seat})", player=self.players[seat], seat=seat)
        return _("seat {seat}, which isn't there", seat=seat) if seat != NOBODY else _("nobody")

    def phase(self, s: StateTwin) -> str:
        """Return the present phase in quotes."""
        return repr(self.phases[s.phase])


Reason = Callable[[Any, Any, Names], str]
"""``reason(s, r, names)``: a clause about a state that violates an invariant."""


def wrong_counts(cards: Iterable[int], r: GridCodesTwin, names: Names) -> str:
    """Name a card that is there too often or too rarely; `cards` are all cards in play."""
    there = Counter(card for card in cards if card not in (NO_CARD, UNKNOWN))
    for kind in range(r.kinds):
        if there[kind] != r.count[kind]:
            return _(
                "the card {card} is there {count} times, and the deck holds {most}",
                card=names.card(kind),
                count=there[kind],
                most=r.count[kind],
            )
    return _("a pile holds more or fewer cards than are counted")


def whose_turn(s: StateTwin, _r: object, names: Names) -> str:
    """Name the seat that can't be the one to decide."""
    return _(
        "in the phase {phase} it can't be the decision of {seat}",
        phase=names.phase(s),
        seat=names.seat(s.seat),
    )


def no_action(s: StateTwin, _r: object, names: Names) -> str:
    """Name the seat that has no legal action."""
    return _(
        "{seat} is to decide in the phase {phase}, and can do nothing",
        seat=names.seat(s.seat),
        phase=names.phase(s),
    )


def last_action(s: StateTwin, _r: object, names: Names) -> str:
    """Describe an impossible last action."""
    return _(
        "the last action can't have been one: source={source}, card_in={card}, "
        "revealed={revealed}, or another field of it",
        source=s.source,
        card=names.card(s.card_in),
        revealed=s.revealed,
    )


def hand_and_phase(s: GridStateTwin, _r: object, names: Names) -> str:
    """Describe a hand that doesn't fit the phase."""
    held = [names.card(card) for card in (s.hand, getattr(s, "kept", NO_CARD)) if card != NO_CARD]
    return _(
        "in the phase {phase} a hand can't hold {held}",
        phase=names.phase(s),
        held=" and ".join(held) or "no card",
    )


# Grids


def _lying(s: GridStateTwin, r: GridCodesTwin) -> list[int]:
    piles = [*s.draw[: s.draw_size], *s.discard[: s.discard_size], *s.out[: s.out_size]]
    grids = [card for p in range(r.players) for card in s.grid[p][: r.cells]]
    under = [card for p in range(r.players) for card in s.under[p][: r.cells]]
    return [*piles, *grids, *under, s.hand, getattr(s, "kept", NO_CARD)]


def _position(r: GridCodesTwin, cell: int) -> str:
    return f"{chr(ord('a') + cell % r.columns)}{cell // r.columns + 1}"


def _cells(s: GridStateTwin, r: GridCodesTwin) -> Iterable[tuple[int, int]]:
    return ((p, i) for p in range(r.players) for i in range(r.cells))


def _hidden(s: GridStateTwin, r: GridCodesTwin, names: Names) -> str:
    for p in range(r.players):
        row = s.grid[p][: r.cells]
        down, left = row.count(UNKNOWN), r.cells - row.count(NO_CARD)
        if (s.hidden[p], s.cards_left[p]) != (down, left):
            return _(
                "{seat} has {left} cards, {down} of them face down, and "
                "hidden={hidden}, cards_left={cards_left} say otherwise",
                seat=names.seat(p),
                left=left,
                down=down,
                hidden=s.hidden[p],
                cards_left=s.cards_left[p],
            )
    return _("the cards face down are counted wrongly")


def _under(s: GridStateTwin, r: GridCodesTwin, names: Names) -> str:
    for p, i in _cells(s, r):
        if (s.under[p][i] != NO_CARD) != (s.grid[p][i] == UNKNOWN):
            where = f"{_position(r, i)} of {names.seat(p)}"
            if s.grid[p][i] == UNKNOWN:
                return _("the card on {where} lies face down, and isn't said", where=where)
            return _(
                "on {where} lies {card}, and another card underneath",
                where=where,
                card=names.card(s.grid[p][i]),
            )
    return _("cards lie underneath where none lies face down")


def _column(s: GridStateTwin, r: GridCodesTwin, names: Names) -> str:
    for p, i in _cells(s, r):
        column = [s.grid[p][k] for k in range(i % r.columns, r.cells, r.columns)]
        card = s.grid[p][i]
        equal = [other for other in column if other >= 0 and r.value[other] == r.value[card]]
        if card >= 0 and len(equal) >= r.clear:
            return _(
                "the column {column} of {seat} shows {count} cards {value}: it "
                "would have been cleared",
                column=_position(r, i)[0],
                seat=names.seat(p),
                count=len(equal),
                value=r.value[card],
            )
    return _("a column would have been cleared")


def _lap(s: GridStateTwin, _r: object, names: Names) -> str:
    if s.ender == NOBODY:
        return _(
            "nobody has ended the round, and {last_turns} last turns are left",
            last_turns=s.last_turns,
        )
    return _(
        "{seat} is said to have ended the round: then their cards all lie face "
        "up, and everyone else has one turn more (last_turns={last_turns})",
        seat=names.seat(s.ender),
        last_turns=s.last_turns,
    )


def _turns(s: GridStateTwin, r: GridCodesTwin, names: Names) -> str:
    had = sum(s.turns[: r.players])
    if names.phases[s.phase] == "setup":
        return _(
            "at the set-up no turn was played and {seat} turns up to {turned} "
            "cards: turn={turn}, {had} turns played, flips={flips}, ended before "
            "by {ender}",
            seat=names.seat(s.seat),
            turned=r.turned,
            turn=s.turn,
            had=had,
            flips=s.flips,
            ender=names.seat(s.ender),
        )
    negative = [p for p in range(r.players) if s.turns[p] < 0]
    if negative:
        return _(
            "{seat} can't have had {turns} turns",
            seat=names.seat(negative[0]),
            turns=s.turns[negative[0]],
        )
    if s.turn < 1:
        return _(
            "after the set-up a turn is played, the first or a later one, and not turn {turn}",
            turn=s.turn,
        )
    if had != s.turn - 1:
        return _(
            "this is turn {turn}, and the players have had {had} before it", turn=s.turn, had=had
        )
    if s.starter not in range(r.players):
        return _("the round was begun by {seat}", seat=names.seat(s.starter))
    if s.flips:
        return _("after the set-up nobody has {flips} cards to turn", flips=s.flips)
    return _(
        "the turns of {seat} in a row, the last turns and what effects have left "
        "for who follows don't fit together",
        seat=names.seat(getattr(s, "on_turn", s.seat)),
    )


def _cleared(s: GridStateTwin, r: GridCodesTwin, names: Names) -> str:
    for p in range(r.players):
        gone = r.cells - s.cards_left[p]
        if s.columns_cleared[p] * r.clear != gone:
            return _(
                "{seat} lacks {gone} cards, and {columns_cleared} cleared "
                "columns of {clear} are counted",
                seat=names.seat(p),
                gone=gone,
                columns_cleared=s.columns_cleared[p],
                clear=r.clear,
            )
    return _("cleared columns are counted wrongly")


def _rounds(s: GridStateTwin, r: GridCodesTwin, names: Names) -> str:
    if s.round < 1:
        return _("rounds are counted from 1, and this is round {round}", round=s.round)
    if s.unfinished:
        return _("the game is said to be broken off, and a decision is due")
    many = getattr(r, "rounds", 0)
    if many and s.round > many:
        return _("this is round {round}, and the game has {many}", round=s.round, many=many)
    for p in range(r.players):
        before = [getattr(s, name)[p] for name in ("raw", "score") if hasattr(s, name)]
        if s.round == 1 and any(before):
            return _(
                "no round is over, and {seat} has scored {before} already",
                seat=names.seat(p),
                before=before[-1],
            )
    totals = ", ".join(f"{names.seat(p)} {s.total[p]}" for p in range(r.players))
    return _("such scores aren't possible (totals: {totals})", totals=totals)


def _discard(_s: object, _r: object, _names: Names) -> str:
    return _("the discard pile is empty, and it has a card from the deal on")


def _scores(s: GridStateTwin, r: GridCodesTwin, names: Names) -> str:
    for p in range(r.players):
        points = sum(r.value[card] for card in s.grid[p][: r.cells] if card >= 0)
        counted = getattr(r, "has_points", 0)  # then effects count points besides
        if (s.raw[p] != points and not counted) or (s.score[p] != s.raw[p] and p != s.ender):
            return _(
                "{seat} has cards of {points} points, and {raw} are written down",
                seat=names.seat(p),
                points=points,
                raw=s.raw[p],
            )
    return _("the scores don't add up")


def _effect(s: NewSkyjoStateTwin, _r: object, names: Names) -> str:
    keys = ["no effect", *names.deck.effects]
    return _(
        "in the phase {phase} the effect can't be {effect!r}, or not like this",
        phase=names.phase(s),
        effect=keys[s.effect],
    )


def _known_cards(_s: object, _r: object, _names: Names) -> str:
    return _("somebody is said to know cards of the draw pile that don't lie there")


GRID_REASONS: Mapping[str, Reason] = {
    "cards conserved": lambda s, r, names: wrong_counts(_lying(s, r), r, names),
    "hidden counted": _hidden,
    "under just the hidden": _under,
    "reshuffled cards in the draw pile": lambda _s, _r, _names: _(
        "the reshuffled cards aren't those of the draw pile"
    ),
    "one to act": whose_turn,
    "hand in its phase": hand_and_phase,
    "cards in their phase": hand_and_phase,
    "effect in its phase": _effect,
    "effect goes on": _effect,
    "a kept card can land": lambda s, _r, names: _(
        "{seat} has no place where the kept {card} may go",
        seat=names.seat(s.seat),
        card=names.card(s.kept),
    ),
    "a legal action": no_action,
    "no cleared column left": _column,
    "last lap counted": _lap,
    "turns counted": _turns,
    "columns counted": _cleared,
    "rounds counted": _rounds,
    "last action told": last_action,
    "discard pile started": _discard,
    "known cards lie there": _known_cards,
    "scores add up": _scores,
}
"""Reasons of the grid games, by the invariant's name."""


# Hands and stock piles


def _in_piles(s: SkipBoStateTwin, r: SkipBoCodesTwin) -> list[int]:
    cards = [*s.draw[: s.draw_size], *s.completed[: s.completed_size]]
    for b in range(r.building_piles):
        cards += s.building[b][: s.building_size[b]]
    for d in range(r.players * r.discard_piles):
        cards += s.discards[d][: s.discards_size[d]]
    for p in range(r.players):
        cards += [*s.hand[p][: s.hand_size[p]], *s.stock[p][: s.stock_size[p]], s.stock_top[p]]
    return cards


def _piles(s: SkipBoStateTwin, r: SkipBoCodesTwin, names: Names) -> str:
    for p in range(r.players):
        if s.stock_size[p] != max(0, s.stock_left[p] - 1) or (s.stock_top[p] != NO_CARD) != (
            s.stock_left[p] > 0
        ):
            return _(
                "the stock pile of {seat} shows {card} above {stock_size} cards, "
                "and stock_left={stock_left}",
                seat=names.seat(p),
                card=names.card(s.stock_top[p]),
                stock_size=s.stock_size[p],
                stock_left=s.stock_left[p],
            )
        held = [card for card in s.hand[p] if card != NO_CARD]
        if len(held) != s.hand_size[p]:
            return _(
                "{seat} holds {count} cards, and hand_size={hand_size}",
                seat=names.seat(p),
                count=len(held),
                hand_size=s.hand_size[p],
            )
    return _("a pile holds more or fewer cards than are counted")


def _hands(s: SkipBoStateTwin, r: SkipBoCodesTwin, names: Names) -> str:
    for p in range(r.players):
        hand = s.hand[p][: s.hand_size[p]]
        if len(hand) > r.hand:
            return _(
                "{seat} holds {count} cards; a hand has {hand} at most",
                seat=names.seat(p),
                count=len(hand),
                hand=r.hand,
            )
        if hand != sorted(hand):
            cards = ", ".join(map(names.card, hand))
            return _(
                "the hand of {seat} isn't written in order: {cards}",
                seat=names.seat(p),
                cards=cards,
            )
    return _("a hand isn't written in order")


def _building(s: SkipBoStateTwin, r: SkipBoCodesTwin, names: Names) -> str:
    for b in range(r.building_piles):
        pile = s.building[b][: s.building_size[b]]
        if len(pile) >= r.highest:
            return _("the building pile b{pile} is full: it would have been set aside", pile=b + 1)
        for i, card in enumerate(pile):
            due = r.highest - i if s.building_down[b] else i + 1
            if card != r.wild and r.value[card] != due:
                return _(
                    "on the building pile b{pile} {card} lies where {due} is due",
                    pile=b + 1,
                    card=names.card(card),
                    due=due,
                )
    return _("the direction of a building pile is none that it can have")


def _round_on(s: SkipBoStateTwin, r: SkipBoCodesTwin, names: Names) -> str:
    empty = [names.seat(p) for p in range(r.players) if s.stock_left[p] <= 0]
    if empty:
        return _(
            "the stock pile of {empty} is empty: the round would be over", empty=" and ".join(empty)
        )
    return _(
        "in {idle_turns} turns no card was moved: the round would be over", idle_turns=s.idle_turns
    )


def _turns_of_piles(s: SkipBoStateTwin, r: SkipBoCodesTwin, names: Names) -> str:
    had = sum(s.turns[: r.players])
    if s.turn < 1 or had != s.turn or min(s.turns[: r.players]) < 0:
        begun = ", ".join(f"{names.seat(p)} {s.turns[p]}" for p in range(r.players))
        return _(
            "this is turn {turn} of the round, and the turns begun are: {begun}",
            turn=s.turn,
            begun=begun,
        )
    if s.dealer not in range(r.players) or s.starter != (s.dealer + 1) % r.players:
        return _(
            "the player left of the dealer starts, and here deals {dealer}, and starts {starter}",
            dealer=names.seat(s.dealer),
            starter=names.seat(s.starter),
        )
    if s.ender != NOBODY:
        return _("the round goes on, and {seat} is said to have ended it", seat=names.seat(s.ender))
    return _(
        "idle_turns={idle_turns} and moved={moved} can't be", idle_turns=s.idle_turns, moved=s.moved
    )


PILE_REASONS: Mapping[str, Reason] = {
    "cards conserved": lambda s, r, names: wrong_counts(_in_piles(s, r), r, names),
    "piles counted": _piles,
    "hands sorted": _hands,
    "building piles go up": _building,
    "one to act": whose_turn,
    "a legal action": no_action,
    "hand filled": lambda s, _r, names: _(
        "an empty hand ({seat}), and there are cards to draw", seat=names.seat(s.seat)
    ),
    "round goes on": _round_on,
    "turns counted": _turns_of_piles,
    "rounds counted": _rounds,
    "last action told": last_action,
    "penalty pending": lambda s, _r, names: _(
        "{penalty_left} cards of a penalty are due to {seat} in a turn",
        penalty_left=s.penalty_left,
        seat=names.seat(s.punished),
    ),
    "scores add up": lambda s, _r, names: _(
        "only who has ended the round scores, and that is {seat}", seat=names.seat(s.ender)
    ),
}
"""Reasons of Skip-Bo, by the invariant's name."""
