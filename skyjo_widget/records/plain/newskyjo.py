"""The rules of NewSkyjo once more: what they have otherwise than `skyjo`.

Written from docs/rules-newskyjo.md and docs/internals/record.md alone. Effects are read from the
record, so that a user's own effect is replayed too. Places where the pages leave a choice are
marked "UNSURE".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from skyjo_widget.records.plain.skyjo import (
    CHOOSE,
    FLIP,
    NEEDS_SHUFFLE,
    PLACE_DRAWN,
    PLACE_TAKEN,
    SETUP,
    Card,
    Consequences,
    GridRules,
    RefusedError,
    Table,
    family_options,
    need,
    need_bool,
    need_int,
    need_word,
    number,
)

Place = tuple[int, str]  # a seat and a position

PLACE_KEPT, PICK_FIRST, PICK_SECOND, ORDER = "place kept", "pick first", "pick second", "order"
PICK_HIDDEN, GIVE = "pick hidden", "give"

# Words of an effect.
PLAYER, RIGHT, LEFT = "player", "right neighbour", "left neighbour"  # the player who chooses
OWN, PLAYERS, OTHERS, DISCARD_PILE = "own", "player", "others", "discard pile"  # the card's owner
ANY, HIDDEN, VISIBLE, LOWEST, HIGHEST = "any", "hidden", "visible", "lowest", "highest"
CORNERS = ("top left", "top right", "bottom left", "bottom right")
ON_OWN_GRID = ("anywhere", *CORNERS, "top row", "bottom row", "left column", "right column")
ANOTHER_GRID = "another grid"
LANDS = (*ON_OWN_GRID, ANOTHER_GRID)
ANYBODY = "anybody"


@dataclass(kw_only=True)
class NewSkyjoRules(GridRules):
    """The options of NewSkyjo."""

    rounds: int
    effects: bool
    flip_turn: bool


@dataclass
class NewConsequences(Consequences):
    """The parts of an `act` line that NewSkyjo has besides."""

    effect: str | None = None
    no_effect: bool = False
    swapped: list[str] | None = None


@dataclass
class Pick:
    """Return the cards that may be picked for a swap."""

    whose: str
    faces: str

    @property
    def by_itself(self) -> bool:
        """Return True if a card that is the only one to pick needs no decision."""
        return self.faces in (LOWEST, HIGHEST)


@dataclass
class Effect:
    """An effect, as a record writes its parts."""

    chooser: str
    may_decline: bool
    first: Pick | None
    second: Pick | None
    peek: int
    reverse: bool
    next_twice: int
    next_skips: int
    next_takes_discard: bool
    extra_actions: int
    lands: str
    reveal_whose: str | None
    reveal_cards: int
    pass_on: str | None
    protect: bool
    score: int
    score_at: str

    @property
    def changes_order_of_play(self) -> bool:
        counts = self.next_twice + self.next_skips + self.extra_actions
        return self.reverse or self.next_takes_discard or counts > 0


def read_pick(entry: Any, *whose: str) -> Pick | None:
    """Read `first` or `second` of an effect."""
    if entry is None:
        return None
    if not isinstance(entry, Mapping):
        raise RefusedError(f"{entry!r} doesn't say which card is picked")
    faces = need_word(entry, "faces", ANY, HIDDEN, VISIBLE, LOWEST, HIGHEST)
    return Pick(need_word(entry, "whose", *whose), faces)


def read_effect(key: str, entry: Any) -> Effect:
    """Read one of `effects`; every part must be there."""
    if not isinstance(entry, Mapping):
        raise RefusedError(f"{key!r} is no effect: {entry!r}")
    need_word(entry, "key", key)
    first = read_pick(need(entry, "first"), OWN, PLAYERS, OTHERS)
    second = read_pick(need(entry, "second"), OWN, PLAYERS, OTHERS, DISCARD_PILE)
    if entry.get("function") is not None:
        raise RefusedError(f"{key!r} is a function, which this program can't replay")
    # Parts that a record may leave out.
    more = {"reveal": None, "pass_on": None, "protect": False, "score": 0, "score_at": "anywhere"}
    more |= {name: entry[name] for name in more if name in entry}
    reveal = more["reveal"]
    if reveal is not None:
        if not isinstance(reveal, Mapping):
            raise RefusedError(f"{reveal!r} doesn't say which cards are turned up")
        need_word(reveal, "whose", OWN, PLAYERS, OTHERS, ANYBODY)
    if more["pass_on"] not in (None, LOWEST, HIGHEST):
        raise RefusedError(f"{more['pass_on']!r} isn't passed on")
    if (first is None) != (second is None):
        raise RefusedError(f"{key!r} picks one card of a swap only")
    return Effect(
        chooser=need_word(entry, "chooser", PLAYER, RIGHT, LEFT),
        may_decline=need_bool(entry, "may_decline"),
        first=first,
        second=second,
        peek=need_int(entry, "peek", 0, 9),  # UNSURE how many; an `order` has digits only
        reverse=need_bool(entry, "reverse"),
        next_twice=need_int(entry, "next_twice", 0),
        next_skips=need_int(entry, "next_skips", 0),
        next_takes_discard=need_bool(entry, "next_takes_discard"),
        extra_actions=need_int(entry, "extra_actions", 0),
        lands=need_word(entry, "lands", *LANDS),
        reveal_whose=reveal["whose"] if reveal else None,
        reveal_cards=need_int(reveal, "cards", 1, 9) if reveal else 0,
        pass_on=more["pass_on"],
        protect=need_bool(more, "protect"),
        score=need_int(more, "score", -99, 99),
        score_at=need_word(more, "score_at", *ON_OWN_GRID),
    )


# -------------------------------------------------------------- what a seat knows of the draw pile


@dataclass
class Block:
    """Some next cards of the draw pile: `cards` are among them, wherever."""

    cards: list[Card]
    size: int


Known = list[Block]  # from the top; a block of size 1 is a card whose place is known


def without(cards: list[Card], gone: list[Card]) -> list[Card]:
    """Take out each of `gone` that is there, once."""
    return list((Counter(cards) - Counter(gone)).elements())


def trimmed(blocks: Known) -> Known:
    """Leave out empty blocks, and at the end those of which no card is known."""
    blocks = [block for block in blocks if block.size]
    while blocks and not blocks[-1].cards:
        blocks.pop()
    return blocks


def after_looking(blocks: Known, seen: list[Card]) -> Known:
    """Return the knowledge of somebody who sees the next cards, one by one."""
    rest: Known = []
    begin = 0
    for block in blocks:
        inside = seen[begin : begin + block.size]
        rest.append(Block(without(block.cards, inside), block.size - len(inside)))
        begin += block.size
    return trimmed([Block([card], 1) for card in seen] + rest)


def after_others_order(blocks: Known, looked: int) -> Known:
    """Return the rest when somebody else has put the next `looked` cards in an order of their own.

    UNSURE: cards further down stay where they are known to be.
    """
    touched: Known = []
    rest = list(blocks)
    while rest and sum(block.size for block in touched) < looked:
        touched.append(rest.pop(0))
    if len(touched) == 1 and touched[0].size >= looked:
        return blocks
    cards = [card for block in touched for card in block.cards]
    size = max(looked, sum(block.size for block in touched))
    return trimmed([Block(cards, size), *rest])


def after_laying(blocks: Known, card: Card) -> Known:
    """Return the rest when the card that was drawn lies open for all."""
    if not blocks:
        return []
    top, *rest = blocks
    return trimmed([Block(without(top.cards, [card]), top.size - 1), *rest])


# -------------------------------------------------------------- the table


class NewSkyjoTable(Table):
    """The whole game of NewSkyjo, with nothing hidden.

    Attributes
    ----------
    player, n, direction : int
        Whose turn it is, how many play, and 1 to the left or −1.
    grids : list of dict
        By seat and position ``("up", card)``, ``("down", card)`` or None; a card is a number, or
        such as ``"5:reverse"``.
    draw_pile, discard_pile : list
        The one from the top, the other from the bottom.
    protected : list of bool
    bonus : list of int
        Points in this round, by seat.
    twice, skips, extra_actions : int
        Turns more and less of the next player; actions that are left in this turn.
    takes_discard : bool
        True if the next player can only take.
    """

    GAME: str = "newskyjo"
    FEWEST: int = 3
    MOST: int = 8
    STATE: tuple[str, ...] = (
        *Table.STATE,
        "direction",
        "turns_left",
        "extra_actions",
        "forced",
        "twice",
        "skips",
        "takes_discard",
        "due",
        "kept",
        "effect",
        "looked",
        "first_pick",
        "to_reveal",
        "protected",
        "bonus",
        "known",
    )
    # Annotated for checkers that infer no type of attributes changed here too.
    player: int | None
    ender: int | None

    def read_rules(self, entry: Any) -> NewSkyjoRules:
        return NewSkyjoRules(
            **family_options(entry),
            rounds=need_int(entry, "rounds", 1, 1000),
            effects=need_bool(entry, "effects"),
            flip_turn=need_bool(entry, "flip_turn"),
        )

    def read_effects(self, game: Mapping[str, Any]) -> dict[str, Effect]:
        entry = need(game, "effects")
        if not isinstance(entry, Mapping):
            raise RefusedError("effects must be an object")
        return {key: read_effect(key, effect) for key, effect in entry.items()}

    def clear_table(self) -> None:
        super().clear_table()
        self.direction: int = 1  # "at first to the left"
        self.turns_left: int = 0  # turns in a row that come after this one
        self.extra_actions: int = 0  # actions left in this turn after this one
        self.forced: bool = False  # the next action can only be `take`
        self.twice: int = 0  # for the next player
        self.skips: int = 0
        self.takes_discard: bool = False
        self.due: list[bool] | None = None  # in the last lap: whose last turn is to come
        self.kept: bool = False  # the hand is a kept card, seen by all
        self.effect: str | None = None  # being carried out
        self.looked: int = 0  # cards of the draw pile that are to be put in order
        self.first_pick: Place | None = None
        self.to_reveal: int = 0  # hidden cards that the effect still turns up
        self.protected: list[bool] = [False] * self.n
        self.bonus: list[int] = [0] * self.n  # points that a card's text gives a seat in this round
        self.known: list[Known] = [[] for _ in range(self.n)]  # by seat

    # ---------------------------------------------------------------- reading the table

    @property
    def chooser(self) -> int:
        """Find the pickers of a swap: right and left whatever the direction of play."""
        assert self.player is not None
        assert self.effect is not None
        step = {PLAYER: 0, RIGHT: -1, LEFT: 1}[self.effects[self.effect].chooser]
        return (self.player + step) % self.n

    @property
    def seat(self) -> int | None:
        picks = self.phase in (PICK_FIRST, PICK_SECOND, PICK_HIDDEN)
        return self.chooser if picks else super().seat

    def effect_of(self, card: Card) -> str | None:
        """The name of a card's effect; with effects off no card has any."""
        _, _, name = str(card).partition(":")
        return name if name and self.rules.effects else None

    def gifts(self) -> list[Place]:
        """Cards of other grids that a kept card may replace which is given away."""
        return [
            (seat, position)
            for seat in range(self.n)
            if seat != self.player and not self.protected[seat]
            for position in self.occupied(seat)
        ]

    def is_given(self, card: Card) -> bool:
        name = self.effect_of(card)
        return name is not None and self.effects[name].lands == ANOTHER_GRID

    def can_land(self, card: Card) -> bool:
        return bool(self.gifts() if self.is_given(card) else self.landing_places(card))

    def landing_places(self, card: Card) -> list[str]:
        """Cards of the player's grid that a drawn card may replace."""
        assert self.player is not None
        name = self.effect_of(card)
        return self.places_at(self.player, self.effects[name].lands if name else "anywhere")

    def places_at(self, seat: int, lands: str) -> list[str]:
        """Cards of a grid on a side or in a corner."""
        words = lands.split()
        column, row = self.rules.columns, self.rules.rows
        wanted = {
            "top": lambda position: position[1:] == "1",
            "bottom": lambda position: position[1:] == str(row),
            "left": lambda position: position[0] == "a",
            "right": lambda position: position[0] == "abcdefghijkl"[column - 1],
        }
        places = self.occupied(seat)
        for word in words:
            if word in wanted:
                places = [position for position in places if wanted[word](position)]
        return places

    def legal(self) -> list[str]:
        seat = self.seat
        if seat is None:
            return []
        if self.phase in (SETUP, FLIP):
            return [f"flip {position}" for position in self.hidden(seat)]
        if self.phase == CHOOSE:
            return self.legal_choices(seat)
        if self.phase == PLACE_TAKEN:
            return [f"place {position}" for position in self.occupied(seat)]
        if self.phase == PICK_FIRST:
            picks = [f"pick {seat}:{position}" for seat, position in self.first_picks()]
            assert self.effect is not None
            return [*picks, "decline"] if self.effects[self.effect].may_decline else picks
        if self.phase == PICK_SECOND:
            assert self.first_pick is not None
            second = self.second_picks(self.first_pick)
            return [f"pick {seat}:{position}" for seat, position in second]
        if self.phase == PICK_HIDDEN:
            return [f"pick {seat}:{position}" for seat, position in self.hidden_picks()]
        if self.phase == GIVE:
            return [f"pick {seat}:{position}" for seat, position in self.gifts()]
        if self.phase == ORDER:
            digits = "123456789"[: self.looked]
            return ["order " + "".join(order) for order in permutations(digits)]
        assert self.hand is not None
        places = [f"place {position}" for position in self.landing_places(self.hand)]
        if self.phase == PLACE_KEPT:
            return places
        if self.effect_of(self.hand):
            return ["keep", "discard"] if self.can_land(self.hand) else ["discard"]
        return [*places, "discard"]

    def legal_choices(self, seat: int) -> list[str]:
        """Return the beginnings of an action."""
        if self.forced:
            return ["take"]
        choices = []
        if self.rules.flip_turn:
            choices += [f"flip {position}" for position in self.hidden(seat)]
        if self.draw_pile or len(self.discard_pile) >= 2:
            choices.append("draw")
        if self.discard_pile and self.occupied(seat):
            choices.append("take")
        return choices or ["pass"]

    def why_not(self, action: str) -> str:
        return f"in the phase {self.phase!r} one may {', '.join(self.legal())}"

    # ---------------------------------------------------------------- decisions

    def carry_out(self, action: str) -> NewConsequences:
        seat = self.seat
        assert seat is not None
        self.happened: NewConsequences = NewConsequences(effect=self.effect)
        self.cleared: list[Place] = []
        self.swapped: list[Place | str] = []
        kind, _, rest = action.partition(" ")
        does = {
            "pick": self.pick_card,
            "flip": self.turn_card,
            "draw": self.draw_card,
            "take": self.take_card,
            "place": self.place_card,
            "keep": self.keep_card,
            "discard": self.discard_card,
            "order": self.put_in_order,
            "decline": self.decline,
            "pass": self.pass_action,
        }
        does[kind](rest)
        self.cleared.sort(key=lambda place: self.told_order(place, seat))
        self.happened.cleared = [self.written(place, seat) for place in self.cleared]
        self.happened.swapped = [self.written(place, seat) for place in self.swapped] or None
        return self.happened

    def written(self, place: Place | str, decider: int) -> str:
        """A place as the `act` of a seat writes it."""
        if isinstance(place, str):
            return place
        seat, position = place
        return position if seat == decider else f"{seat}:{position}"

    def told_order(self, place: Place, decider: int) -> tuple[int, int]:
        """The deciding seat's places come first, then those to its left, each in cell order."""
        seat, position = place
        return (seat - decider) % self.n, self.positions.index(position)

    def turn_card(self, position: str) -> None:
        seat = self.player
        assert seat is not None
        there = self.grids[seat][position]
        assert there is not None
        card = there[1]
        self.grids[seat][position] = ("up", card)
        self.happened.source, self.happened.card_in = "grid", card
        # The column comes before the effect, even if the card is set aside with it.
        self.clear_columns()
        if self.phase == SETUP:
            self.turned_at_setup(seat, card)
        elif name := self.effect_of(card):
            self.begin_effect(name)
        else:
            self.end_action()

    def draw_card(self, _: str) -> None:
        self.phase = PLACE_DRAWN if self.draw_pile else NEEDS_SHUFFLE
        if self.draw_pile:
            self.hand = self.draw_pile.pop(0)
            self.happened.source, self.happened.card_in = "draw pile", self.hand

    def take_card(self, _: str) -> None:
        self.forced = False
        self.phase = PLACE_TAKEN  # the card stays on the pile until it is placed
        self.happened.source, self.happened.card_in = "discard pile", self.discard_pile[-1]

    def place_card(self, position: str) -> None:
        if self.phase == PLACE_TAKEN:
            self.happened.source, card = "discard pile", self.discard_pile.pop()
        else:
            self.happened.source, card = "draw pile", self.lay_down_hand()
        assert self.player is not None
        grid = self.grids[self.player]
        replaced = grid[position]
        assert replaced is not None
        grid[position] = ("up", card)
        self.discard_pile.append(replaced[1])
        self.happened.card_in, self.happened.card_out = card, replaced[1]
        self.clear_columns()
        self.end_action()

    def discard_card(self, _: str) -> None:
        self.lay_off_hand()
        assert self.player is not None
        if self.hidden(self.player):
            self.phase = FLIP
        else:
            self.end_action()

    def keep_card(self, _: str) -> None:
        assert self.hand is not None
        self.happened.source, self.happened.card_in = "draw pile", self.hand
        self.kept = True
        self.known = [after_laying(blocks, self.hand) for blocks in self.known]
        name = self.effect_of(self.hand)
        assert name is not None
        self.begin_effect(name)

    def pick_card(self, place: str) -> None:
        seat, _, position = place.partition(":")
        if self.phase == PICK_HIDDEN:
            self.turn_picked((int(seat), position))
            return
        if self.phase == GIVE:
            self.happened.effect = None
            self.give((int(seat), position))
            return
        pick = self.pick_first if self.phase == PICK_FIRST else self.pick_second
        pick((int(seat), position))

    def put_in_order(self, digits: str) -> None:
        looked = self.draw_pile[: self.looked]
        ordered = [looked[int(digit) - 1] for digit in digits]
        self.draw_pile[: self.looked] = ordered
        for seat in range(self.n):
            if seat == self.player:
                self.known[seat][: self.looked] = [Block([card], 1) for card in ordered]
            else:
                self.known[seat] = after_others_order(self.known[seat], self.looked)
        self.looked = 0
        self.begin_reveal()

    def decline(self, _: str) -> None:
        self.end_effect()

    def pass_action(self, _: str) -> None:
        self.end_action()

    def lay_down_hand(self) -> Card:
        """The card in hand, which all see from now on."""
        card = self.hand
        assert card is not None
        if not self.kept:
            self.known = [after_laying(blocks, card) for blocks in self.known]
        self.hand, self.kept = None, False
        return card

    def lay_off_hand(self) -> None:
        self.happened.card_out = self.lay_down_hand()
        self.discard_pile.append(self.happened.card_out)

    def clear_columns(self) -> None:
        """Look at the columns of every grid, from the player's leftwards."""
        assert self.player is not None
        for step in range(self.n):
            seat = (self.player + step) % self.n
            self.cleared += [(seat, position) for position in self.column_rule(seat)]

    # ---------------------------------------------------------------- effects

    def begin_effect(self, name: str) -> None:
        """First the order of play, then the look, then the swap; the landing comes last.

        UNSURE: the extra actions are had even if the kept card then has no place to land on, and
        it is the player who looks, whoever picks the cards.
        """
        effect = self.effects[name]
        if effect.reverse:
            self.direction = -self.direction
        self.twice += effect.next_twice
        self.skips += effect.next_skips
        self.takes_discard |= effect.next_takes_discard
        self.extra_actions += effect.extra_actions
        assert self.player is not None
        if effect.protect:
            self.protected[self.player] = True
        self.effect = name
        self.to_reveal = effect.reveal_cards
        self.looked = min(effect.peek, len(self.draw_pile))
        self.happened.effect = name
        self.happened.no_effect = self.does_nothing(effect)
        if self.looked:
            self.phase = ORDER
            assert self.player is not None
            seen = self.draw_pile[: self.looked]
            self.known[self.player] = after_looking(self.known[self.player], seen)
        else:
            self.begin_reveal()

    def does_nothing(self, effect: Effect) -> bool:
        """Return True if the effect that begins is told as `no_effect`."""
        if effect.changes_order_of_play or self.looked or self.first_picks():
            return False
        if effect.protect or effect.score or (effect.reveal_cards and self.hidden_picks()):
            return False
        if effect.pass_on and len(self.passing()) > 1:
            return False
        limited = effect.lands != "anywhere"
        if limited and self.kept:  # UNSURE: where its card may land is something, too
            return False
        possible = effect.first is not None or effect.reveal_cards > 0 or bool(effect.pass_on)
        return limited or possible or effect.peek > 0

    def begin_reveal(self) -> None:
        if self.to_reveal and self.hidden_picks():
            self.phase = PICK_HIDDEN
        else:
            self.to_reveal = 0
            self.begin_swap()

    def hidden_picks(self) -> list[Place]:
        """Hidden cards that may be picked to be turned up."""
        assert self.effect is not None
        whose = self.effects[self.effect].reveal_whose
        if whose is None:
            return []
        seats = list(range(self.n)) if whose == ANYBODY else self.seats(whose)
        return [(seat, p) for seat in seats if self.touches(seat) for p in self.hidden(seat)]

    def turn_picked(self, place: Place) -> None:
        seat, position = place
        there = self.grids[seat][position]
        assert there is not None
        self.grids[seat][position] = ("up", there[1])
        self.happened.source, self.happened.card_in = "grid", there[1]
        self.clear_columns()
        self.to_reveal -= 1
        self.begin_reveal()

    def give(self, place: Place) -> None:
        seat, position = place
        card = self.lay_down_hand()
        replaced = self.grids[seat][position]
        assert replaced is not None
        self.grids[seat][position] = ("up", card)
        self.discard_pile.append(replaced[1])
        self.happened.source = "draw pile"
        self.happened.card_in, self.happened.card_out = card, replaced[1]
        self.clear_columns()
        self.end_action()

    def passing(self) -> list[Place]:
        """The places whose cards are passed on, in the direction of play."""
        assert self.effect is not None
        pick = Pick(OWN, self.effects[self.effect].pass_on or LOWEST)
        mine = self.player
        seats = [seat for seat in range(self.n) if seat == mine or not self.protected[seat]]
        places = [place for seat in seats for place in self.cards_of(seat, pick)[:1]]
        return places[:: self.direction]

    def pass_cards(self) -> None:
        places = self.passing()
        if len(places) > 1:
            cards = [self.grids[seat][position] for seat, position in places]
            for (seat, position), card in zip(places[1:] + places[:1], cards, strict=True):
                self.grids[seat][position] = card
            self.swapped = [*places]
            self.clear_columns()

    def touches(self, seat: int) -> bool:
        """Return True if the chooser may pick cards of that grid."""
        return seat == self.chooser or not self.protected[seat]

    def begin_swap(self) -> None:
        assert self.effect is not None
        effect = self.effects[self.effect]
        if effect.pass_on:
            self.pass_cards()
        picks = self.first_picks()
        if not picks:
            self.end_effect()
        elif effect.first.by_itself and len(picks) == 1 and not effect.may_decline:
            self.pick_first(picks[0])
        else:
            self.phase = PICK_FIRST

    def pick_first(self, place: Place) -> None:
        assert self.effect is not None
        second = self.effects[self.effect].second
        if second.whose == DISCARD_PILE:  # there is one card only: it goes by itself
            self.swap_with_discard_pile(place)
            return
        picks = self.second_picks(place)
        self.first_pick = place
        if second.by_itself and len(picks) == 1:
            self.pick_second(picks[0])
        else:
            self.phase = PICK_SECOND

    def pick_second(self, place: Place) -> None:
        """The two cards change places, each as it lies."""
        assert self.first_pick is not None
        (seat, position), (other, there) = self.first_pick, place
        mine, yours = self.grids[seat], self.grids[other]
        mine[position], yours[there] = yours[there], mine[position]
        self.swapped = [self.first_pick, place]
        self.clear_columns()
        self.end_effect()

    def swap_with_discard_pile(self, place: Place) -> None:
        """The pile's top card changes places with that one; both lie face up."""
        seat, position = place
        there = self.grids[seat][position]
        assert there is not None
        self.grids[seat][position] = ("up", self.discard_pile.pop())
        self.discard_pile.append(there[1])
        self.swapped = [place, DISCARD_PILE]
        self.clear_columns()
        self.end_effect()

    def end_effect(self) -> None:
        self.effect = self.first_pick = None
        if not self.kept:
            self.end_action()
        elif self.hand is not None and self.can_land(self.hand):
            self.phase = GIVE if self.is_given(self.hand) else PLACE_KEPT
        else:
            self.lay_off_hand()  # UNSURE: and no card is turned after this
            self.end_action()

    def first_picks(self) -> list[Place]:
        """Cards that may be picked first: those with which a second one is possible."""
        assert self.effect is not None
        first = self.effects[self.effect].first
        if first is None:
            return []
        picks = [pick for seat in self.seats(first.whose) for pick in self.cards_of(seat, first)]
        if self.effects[self.effect].second.whose == DISCARD_PILE:
            return picks if self.discard_pile else []
        return [pick for pick in picks if self.second_picks(pick)]

    def second_picks(self, first_pick: Place) -> list[Place]:
        """Cards that may be picked after that one, but from the discard pile.

        UNSURE: the lowest of a grid is the lowest of all its visible cards, the first pick too.
        """
        assert self.effect is not None
        second = self.effects[self.effect].second
        seats = self.seats(second.whose)
        if second.whose == OTHERS:
            seats = [seat for seat in seats if seat != first_pick[0]]
        picks = [pick for seat in seats for pick in self.cards_of(seat, second)]
        return [pick for pick in picks if pick != first_pick]

    def seats(self, whose: str) -> list[int]:
        assert self.player is not None
        if whose == OWN:
            return [self.chooser]
        if whose == PLAYERS:
            return [self.player] if self.touches(self.player) else []
        others = (seat for seat in range(self.n) if seat != self.chooser)
        return [seat for seat in others if self.touches(seat)]

    def cards_of(self, seat: int, pick: Pick) -> list[Place]:
        """The cards of one grid with such faces; of the lowest there may be several."""
        grid = self.grids[seat]
        if pick.faces == ANY:
            return [(seat, position) for position in self.occupied(seat)]
        if pick.faces == HIDDEN:
            return [(seat, position) for position in self.hidden(seat)]
        visible = {p: number(card[1]) for p, card in grid.items() if card and card[0] == "up"}
        if visible and pick.faces != VISIBLE:
            wanted = min(visible.values()) if pick.faces == LOWEST else max(visible.values())
            visible = {p: value for p, value in visible.items() if value == wanted}
        return [(seat, position) for position in visible]

    # ---------------------------------------------------------------- turns and rounds

    def end_action(self) -> None:
        if self.extra_actions:
            self.extra_actions -= 1
            self.phase = CHOOSE
        else:
            self.end_turn()

    def end_turn(self) -> None:
        player = self.player
        assert player is not None
        self.turns[player] += 1
        if self.ender is None:
            # From the one who has just played, in the direction of play.
            for step in range(self.n):
                seat = (player + step * self.direction) % self.n
                if not self.hidden(seat):
                    self.ender = seat
                    self.turns_left = 0  # turns in a row lapse
                    self.due = [other != seat for other in range(self.n)]
                    break
        if self.turns_left:
            self.turns_left -= 1
            self.begin_turn()
        else:
            self.pass_on()

    def pass_on(self) -> None:
        """Give the player who follows what they were given, and their turns."""
        turns = max(0, 1 + self.twice - self.skips)
        forced = self.takes_discard
        self.twice = self.skips = 0
        self.takes_discard = False
        seat = self.player
        assert seat is not None
        for _ in range(self.n):
            seat = (seat + self.direction) % self.n
            if self.due is not None:
                if not self.due[seat]:
                    continue
                self.due[seat] = False
            if turns == 0:  # this turn is lost, and with it what else they were given
                turns, forced = 1, False
                continue
            self.player = seat
            self.turns_left = turns - 1
            self.forced = forced and bool(self.occupied(seat))
            self.begin_turn()
            return
        self.end_round()

    def begin_turn(self) -> None:
        super().begin_turn()
        assert self.player is not None
        self.protected[self.player] = False

    def points(self, seat: int) -> int:
        """Count the points of effects too, for cards that lie where they count."""
        total = super().points(seat) + self.bonus[seat]
        for name, effect in self.effects.items():
            for position in self.places_at(seat, effect.score_at):
                there = self.grids[seat][position]
                if there is not None and self.effect_of(there[1]) == name:
                    total += effect.score
        return total

    def game_ends(self) -> bool:
        return bool(self.round == self.rules.rounds)
