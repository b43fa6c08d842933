"""The rules of Skip-Bo once more, slow and plain.

Written from docs/rules-skipbo.md, docs/internals/record.md and docs/notation.md alone; it shares no
line with the package that it checks. Places where the pages leave a choice are marked "UNSURE".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skyjo_widget.records.plain.skyjo import (
    GAME_OVER,
    NEEDS_SHUFFLE,
    ROUND_OVER,
    AnyTable,
    Card,
    Consequences,
    RefusedError,
    need,
    need_bool,
    need_int,
)

WILD = "wild"
TURN = "turn"  # the one phase in which somebody decides
PARTNER = "partner-"

# Any action at all, legal or not: `play FROM TO`, `play FROM TO down`, `discard CARD TO`, `pass`.
CARD = r"(?:\d+|wild)"
PLAY = re.compile(rf"play ({CARD}|(?:partner-)?(?:stock|d\d)) (b\d)( down)?")
DISCARD = re.compile(rf"discard ({CARD}) (d\d)")


@dataclass(kw_only=True)
class SkipBoRules:
    teams: bool
    short: bool
    stock: int | None
    hand: int
    building_piles: int
    discard_piles: int
    target: int
    rounds: int | None
    win_points: int
    card_points: int
    piles_down: bool


@dataclass
class SkipBoConsequences(Consequences):
    source_pile: str | None = None
    played_as: int | None = None
    completed: bool = False


@dataclass
class SkipBoPadRow:
    """One round on the score pad: the very fields of a `round` line."""

    round: int
    dealer: int
    starter: int
    ender: int | None
    turns: list[int]
    cards_left: list[int]
    penalty_cards: list[int]
    score: list[int]
    total: list[int]
    winners: list[int] | None

    def cell(self, seat: int) -> str:
        """A seat's score on the printed pad."""
        return f"{self.score[seat]}{'*' if seat == self.ender else ''}"


def read_skipbo_deck(given: Any) -> list[Card]:
    """Read `deck`: pairs of every number from 1 on, in order, then perhaps wild cards."""
    if not isinstance(given, list):
        raise RefusedError("deck must be a list of [card, how many] pairs")
    deck: list[Card] = []
    kinds: list[Card] = []
    for row in given:
        if not isinstance(row, list) or len(row) != 2 or type(row[0]) not in (int, str):
            raise RefusedError(f"{row!r} is no [card, how many] of the deck")
        if type(row[1]) is not int or row[1] < 1:
            raise RefusedError(f"the deck can't have {row[1]!r} cards of {row[0]!r}")
        kinds.append(row[0])
        deck.extend([row[0]] * row[1])
    numbers = kinds[:-1] if kinds[-1:] == [WILD] else kinds
    # UNSURE: "must hold every number from 1 to its highest" read as: and no other numbers.
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise RefusedError(f"the deck's numbers must be 1, 2, 3 and so on, then wild: {kinds}")
    if len(numbers) > 30:
        raise RefusedError(f"the deck's highest number is {len(numbers)}, more than 30")
    if len(deck) > 256:
        raise RefusedError(f"a deck of {len(deck)} cards is too large")
    return deck


class SkipBoTable(AnyTable):
    """The whole game of Skip-Bo, with nothing hidden."""

    GAME = "skip-bo"
    FEWEST, MOST = 2, 6
    STATE = (
        *AnyTable.STATE,
        "dealer",
        "stocks",
        "hands",
        "building",
        "down",
        "discards",
        "completed",
        "idle_turns",
        "penalty_cards",
        "played",
        "punished",
        "cards_due",
    )

    # ---------------------------------------------------------------- the `game` event

    def read_rules(self, given: Any) -> SkipBoRules:
        if not isinstance(given, Mapping):
            raise RefusedError("rules must be an object")

        def int_or_none(key: str, low: int, high: int) -> int | None:
            return None if need(given, key) is None else need_int(given, key, low, high)

        rules = SkipBoRules(
            teams=need_bool(given, "teams"),
            short=need_bool(given, "short"),
            stock=int_or_none("stock", 1, 120),
            hand=need_int(given, "hand", 1, 10),
            building_piles=need_int(given, "building_piles", 1, 4),
            discard_piles=need_int(given, "discard_piles", 1, 4),
            target=need_int(given, "target", 1, 1_000_000),
            rounds=int_or_none("rounds", 1, 1000),
            win_points=need_int(given, "win_points", 0, 10_000),
            card_points=need_int(given, "card_points", 0, 10_000),
            piles_down="piles_down" in given and need_bool(given, "piles_down"),
        )
        if rules.short and rules.stock is not None:
            raise RefusedError("`short` and `stock` don't go together")
        if rules.win_points == rules.card_points == 0:
            raise RefusedError("`win_points` and `card_points` are both 0")
        return rules

    def read_deck(self, game: Mapping[str, Any]) -> list[Card]:
        return read_skipbo_deck(need(game, "deck"))

    def set_up(self) -> None:
        if self.rules.teams and self.n not in (4, 6):
            raise RefusedError(f"{self.n} players can't play in teams of two")
        self.highest = max(card for card in self.deck if isinstance(card, int))
        if self.rules.stock is not None:
            self.stock_size = self.rules.stock
        elif self.rules.short:
            self.stock_size = 10
        else:
            self.stock_size = 30 if self.n <= 4 else 20
        if len(self.deck) < self.n * self.stock_size + self.rules.hand:
            raise RefusedError("the deck is too small for the stock piles and a full hand")
        self.dealer: int | None = None  # nobody has cut yet

    def clear_table(self) -> None:
        super().clear_table()  # `turns` counts the turns begun in this round, `turn` all of them
        # All piles: bottom first, so that the last card is the top.
        self.stocks: list[list[Card]] = [[] for _ in range(self.n)]
        self.hands: list[list[Card]] = [[] for _ in range(self.n)]
        self.building: list[list[Card]] = [[] for _ in range(self.rules.building_piles)]
        self.down = [False] * self.rules.building_piles  # the piles that run down
        self.discards: list[list[list[Card]]] = [
            [[] for _ in range(self.rules.discard_piles)] for _ in range(self.n)
        ]
        self.completed: list[Card] = []  # set aside last = last
        self.idle_turns = 0  # turns in a row in which nobody played or discarded
        self.penalty_cards = [0] * self.n
        self.played = False  # a card was played in this turn
        self.punished: int | None = None  # the player who is still given cards
        self.cards_due = 0

    # ---------------------------------------------------------------- reading the table

    @property
    def shuffle_due(self) -> str | None:
        if self.phase == ROUND_OVER and self.dealer is None:
            return "cut"
        if self.phase == NEEDS_SHUFFLE and self.punished is not None:
            return "penalty"
        return super().shuffle_due

    def team(self, seat: int) -> list[int]:
        """A seat and its partner, who sits opposite; without teams the seat alone."""
        return [seat, (seat + self.n // 2) % self.n] if self.rules.teams else [seat]

    def all_cards(self) -> list[Card]:
        piles = [self.draw_pile, self.completed, *self.stocks, *self.hands, *self.building]
        piles += [pile for piles_of_seat in self.discards for pile in piles_of_seat]
        return sorted((card for pile in piles for card in pile), key=str)

    def sources(self, seat: int) -> dict[str, list[Card]]:
        """The piles of which a seat may play the top card, by name; some may be empty."""
        found = {}
        for owner in self.team(seat):
            prefix = "" if owner == seat else PARTNER
            found[prefix + "stock"] = self.stocks[owner]
            for number, pile in enumerate(self.discards[owner], start=1):
                found[f"{prefix}d{number}"] = pile
        return found

    def fits(self, card: Card, b: int) -> bool:
        """Return True if a card can be played there: it is wild, or the number that is due."""
        begins_down = self.rules.piles_down and not self.building[b] and card == self.highest
        return card in (WILD, self.due(b)) or begins_down

    def due(self, b: int) -> int:
        """The number that comes next: piles go up from 1 one by one, or down from the highest."""
        lying = len(self.building[b])
        return self.highest - lying if self.down[b] else lying + 1

    def legal(self) -> list[str]:
        seat = self.seat
        if seat is None:
            return []
        hand = dict.fromkeys(self.hands[seat])  # equal cards are one choice
        playable = {source: pile[-1] for source, pile in self.sources(seat).items() if pile}
        playable.update({str(card): card for card in hand})
        actions = [
            f"play {source} b{number}"
            for source, card in playable.items()
            for number in range(1, len(self.building) + 1)
            if self.fits(card, number - 1)
        ]
        actions += [
            f"discard {card} d{number}"
            for card in hand
            for number in range(1, self.rules.discard_piles + 1)
        ]
        # An empty hand has just been filled up if there was anything to draw.
        actions += [] if hand else ["pass"]
        return actions + [
            f"play {source} b{number} down"
            for source, card in playable.items()
            for number, pile in enumerate(self.building, start=1)
            if self.rules.piles_down and card == WILD and not pile
        ]

    def why_not(self, action: str) -> str:
        seat = self.seat
        assert seat is not None
        hand = [str(card) for card in self.hands[seat]]
        sources = self.sources(seat)
        if action == "pass":
            return "who has a card must discard one"
        if found := DISCARD.fullmatch(action):
            card, pile = found.groups()
            return f"{card} isn't in the hand" if card not in hand else f"there is no {pile}"
        if not (found := PLAY.fullmatch(action)):
            return "this is no action"
        source, pile, down = found.groups()
        if down and not self.rules.piles_down:
            return "building piles only run up"
        if pile not in [f"b{number + 1}" for number in range(len(self.building))]:
            return f"there is no {pile}"
        if source not in sources and source not in hand:
            is_card = re.fullmatch(CARD, source)
            return f"{source} isn't in the hand" if is_card else f"there is no {source}"
        if source in sources and not sources[source]:
            return f"{source} is empty"
        if down:
            return f"no wild card begins {pile} there"
        return f"{pile} needs a {self.due(int(pile[1:]) - 1)}"

    # ---------------------------------------------------------------- shuffles

    def deal(self, order: list[Card]) -> None:
        if Counter(order) != Counter(self.deck):
            raise RefusedError("order is not exactly the deck")
        if self.dealer is None:
            self.dealer = self.cut(order)
            return
        if self.round > 0:
            self.dealer = (self.dealer + 1) % self.n
        self.clear_table()
        self.round += 1
        cards = list(order)
        for seat in range(self.n):
            self.stocks[seat] = [cards.pop(0) for _ in range(self.stock_size)]
        self.draw_pile = cards
        self.starter = (self.dealer + 1) % self.n
        self.begin_turn(self.starter)

    def cut(self, order: list[Card]) -> int:
        """Find the dealer: the highest card, wild ones apart; those who tie cut again."""
        cards = list(order)
        still_in = list(range(self.n))
        while len(still_in) > 1:
            shown: dict[int, int] = {}
            for seat in still_in:
                while seat not in shown:
                    if not cards:
                        # UNSURE: a cut that isn't finished puts nobody out.
                        return still_in[0]
                    card = cards.pop(0)
                    if isinstance(card, int):
                        shown[seat] = card
            still_in = [seat for seat in still_in if shown[seat] == max(shown.values())]
        return still_in[0]

    def new_draw_pile(self, order: list[Card]) -> None:
        if Counter(order) != Counter(self.completed):
            raise RefusedError("order is not exactly the completed piles")
        self.completed = []
        self.draw_pile = list(order)
        self.phase = TURN
        if self.punished is None:
            self.fill_hand()
        else:
            self.give_penalty()

    def unshuffled(self) -> list[Card]:
        return self.completed[::-1]

    def can_draw(self) -> bool:
        """Return True if a card can be drawn at once; the table waits for a shuffle."""
        if not self.draw_pile and self.completed:
            self.phase = NEEDS_SHUFFLE
        return bool(self.draw_pile)

    def fill_hand(self) -> None:
        """The player draws up to a full hand, or as many cards as there are."""
        assert self.player is not None
        hand = self.hands[self.player]
        while len(hand) < self.rules.hand and self.can_draw():
            hand.append(self.draw_pile.pop(0))

    # ---------------------------------------------------------------- the referee's penalty

    def penalty(self, seat: int, cards: int) -> None:
        if self.seat is None:
            raise RefusedError(f"no penalty in the phase {self.phase!r}")
        given = min(2, len(self.draw_pile) + len(self.completed))
        if cards != given:
            raise RefusedError(f"a penalty of {cards} cards, should be {given}")
        self.punished, self.cards_due = seat, cards
        self.penalty_cards[seat] += cards
        self.give_penalty()

    def give_penalty(self) -> None:
        assert self.punished is not None
        stock = self.stocks[self.punished]
        while self.cards_due and self.can_draw():
            stock.insert(0, self.draw_pile.pop(0))  # the second one under the first
            self.cards_due -= 1
        if not self.cards_due:
            self.punished = None

    # ---------------------------------------------------------------- decisions

    def carry_out(self, action: str) -> SkipBoConsequences:
        verb, *words = action.split()
        if verb == "play":
            return self.play(*words)
        if verb == "discard":
            return self.discard(*words)
        if not self.played:
            self.idle_turns += 1
        self.end_turn()
        return SkipBoConsequences(cleared=[])

    def play(self, source: str, to: str, down: str = "") -> SkipBoConsequences:
        seat = self.player
        assert seat is not None
        happened = SkipBoConsequences(cleared=[])
        sources = self.sources(seat)
        if source in sources:
            card = sources[source].pop()
            name = source.removeprefix(PARTNER)
            happened.source = "stock pile" if name == "stock" else "discard pile"
            happened.source_pile = name if name == source else f"{self.team(seat)[1]}:{name}"
        else:
            card = self.take_from_hand(source)
            happened.source = "hand"
        self.idle_turns, self.played = 0, True
        b = int(to[1:]) - 1
        pile = self.building[b]
        if not pile:
            high = self.rules.piles_down and card == self.highest
            self.down[b] = bool(down) or high
        happened.card_in, happened.played_as = card, self.due(b)
        pile.append(card)
        if len(pile) == self.highest:
            happened.completed = True
            self.completed += pile
            pile.clear()
            self.down[b] = False
        # (A team without stock piles has just played the last of them: the round was not over.)
        if not any(self.stocks[member] for member in self.team(seat)):
            self.end_round(seat)
        elif not self.hands[seat]:
            self.fill_hand()
        return happened

    def discard(self, card_text: str, to: str) -> SkipBoConsequences:
        seat = self.player
        assert seat is not None
        card = self.take_from_hand(card_text)
        self.discards[seat][int(to[1:]) - 1].append(card)
        self.idle_turns = 0
        self.end_turn()
        return SkipBoConsequences("hand", card, None, [])

    def take_from_hand(self, text: str) -> Card:
        assert self.player is not None
        card: Card = WILD if text == WILD else int(text)
        self.hands[self.player].remove(card)
        return card

    # ---------------------------------------------------------------- turns and rounds

    def begin_turn(self, seat: int) -> None:
        self.player = seat
        self.turn += 1
        self.turns[seat] += 1
        self.played = False
        self.phase = TURN
        self.fill_hand()

    def end_turn(self) -> None:
        assert self.player is not None
        if self.idle_turns == self.n:
            self.end_round(None)
        else:
            self.begin_turn((self.player + 1) % self.n)

    def end_round(self, ender: int | None) -> None:
        assert self.dealer is not None
        assert self.starter is not None
        self.ender = ender
        left = [len(stock) for stock in self.stocks]
        score = [0] * self.n
        if ender is not None:
            winning = self.team(ender)
            against = sum(left[seat] for seat in range(self.n) if seat not in winning)
            for seat in winning:
                score[seat] = self.rules.win_points + self.rules.card_points * against
        self.total = [old + new for old, new in zip(self.total, score, strict=True)]
        best = max(self.total)
        winners = None
        if best >= self.rules.target or self.round == self.rules.rounds:
            winners = [seat for seat in range(self.n) if self.total[seat] == best > 0]
        self.pad.append(
            SkipBoPadRow(
                round=self.round,
                dealer=self.dealer,
                starter=self.starter,
                ender=ender,
                turns=list(self.turns),
                cards_left=left,
                penalty_cards=list(self.penalty_cards),
                score=score,
                total=list(self.total),
                winners=winners,
            )
        )
        self.phase = ROUND_OVER if winners is None else GAME_OVER
        self.player = None


def comparable(table: SkipBoTable) -> dict[str, Any]:
    """The state as plain values: seats (or None), counts, and cards as a record writes them.

    Piles are bottom first, so that the top is last (of the draw pile too); a hand is sorted, wild
    cards last. Of a stock pile `stock` holds what lies face down. `score` is that of the round
    scored last, zeros before.
    """
    by_kind = [*range(1, table.highest + 1), WILD].index
    return {
        "phase": table.phase,
        "round": table.round,
        "dealer": table.dealer,
        "starter": table.starter,
        "ender": table.ender,
        "seat": table.seat,
        "turn": table.turn,
        "turns": list(table.turns),
        "idle_turns": table.idle_turns,
        "stock_left": [len(stock) for stock in table.stocks],
        "stock_top": [stock[-1] if stock else None for stock in table.stocks],
        "stock": [stock[:-1] for stock in table.stocks],
        "hand": [sorted(hand, key=by_kind) for hand in table.hands],
        "building": [list(pile) for pile in table.building],
        "building_down": [int(down) for down in table.down],
        "discards": [list(pile) for piles in table.discards for pile in piles],
        "completed": list(table.completed),
        "draw": table.draw_pile[::-1],
        "score": table.score,
        "total": list(table.total),
        "penalty_cards": list(table.penalty_cards),
    }
