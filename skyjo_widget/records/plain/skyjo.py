"""The rules of Skyjo once more, slow and plain, written from the rulebook and the record's page.

It shares no line with the engine that it checks and imports nothing of it. Where the two
disagree, one of them (or the page) is wrong. `newskyjo` says what NewSkyjo does otherwise.

Places where the two texts leave a choice are marked "UNSURE".
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

Card = int | str  # as the record writes it: 5, or "5:reverse"
# position -> ("up", card), ("down", card), None = empty
Grid = dict[str, "tuple[str, Card] | None"]

# Words of the `rules` object.
TO_DISCARD_PILE, TO_NOWHERE = "discard pile", "out of the game"
SAFE_IF_STRICTLY_LOWEST, SAFE_IF_LOWEST = "strictly lowest", "lowest"
WHEN_POSITIVE, WHEN_ALWAYS = "positive", "always"
STARTER_ENDER, STARTER_HIGHEST_SUM = "ender", "highest sum"

# Phases. A table that waits for a deal (before round 1 too) is in "round over".
SETUP, CHOOSE, PLACE_TAKEN = "setup", "choose", "place taken"
PLACE_DRAWN, FLIP = "place drawn", "flip"
ROUND_OVER, GAME_OVER, NEEDS_SHUFFLE = "round over", "game over", "needs shuffle"


class RefusedError(ValueError):
    """Something that the rules or the record's page do not allow."""


class IllegalActionError(RefusedError):
    """An action that is not legal now."""


@dataclass(kw_only=True)
class GridRules:
    """The options that the games share."""

    columns: int
    rows: int
    turned: int
    clear: int
    cleared_to: str
    clear_at_reveal: bool
    ender_safe: str
    penalty_factor: int
    penalty_add: int
    penalty_when: str
    starter: str


@dataclass(kw_only=True)
class Rules(GridRules):
    """The options of Skyjo."""

    target: int


@dataclass
class Consequences:
    """Return the parts of an `act` line beside seat, action and decision."""

    source: str | None = None
    card_in: Card | None = None
    card_out: Card | None = None
    cleared: list[str] | None = None


@dataclass
class PadRow:
    """One round on the score pad: the very fields of a `round` line."""

    round: int
    starter: int
    ender: int
    turns: list[int]
    raw: list[int]
    score: list[int]
    total: list[int]
    columns_cleared: list[int]
    winners: list[int] | None

    def cell(self, seat: int) -> str:
        """A seat's score on the printed pad; one that was changed as `raw > score`."""
        text = f"{self.raw[seat]}{'*' if seat == self.ender else ''}"
        changed = self.raw[seat] != self.score[seat]
        return f"{text} > {self.score[seat]}" if changed else text


def same(value: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1 and 3.0 is not 3."""
    return json.dumps(value, sort_keys=True) == json.dumps(other, sort_keys=True)


def need(event: Mapping[str, Any], key: str) -> Any:
    """Read a key that must be there."""
    if key not in event:
        raise RefusedError(f"the key {key!r} is missing")
    return event[key]


def need_int(
    event: Mapping[str, Any], key: str, low: int | None = None, high: int | None = None
) -> int:
    """Read an integer, in its range."""
    value = need(event, key)
    if type(value) is not int:
        raise RefusedError(f"{key} must be an integer, not {value!r}")
    if (low is not None and value < low) or (high is not None and value > high):
        raise RefusedError(f"{key} is {value}, out of its range {low} to {high}")
    return value


def need_word(event: Mapping[str, Any], key: str, *words: str) -> str:
    """Read a text that must be one of these."""
    value = need(event, key)
    if not isinstance(value, str) or value not in words:
        raise RefusedError(f"{key} is {value!r}, but must be one of {words}")
    return value


def copied(value: Any) -> Any:
    """Copy nested lists and dicts (what is inside never changes)."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return value


def number(card: Card) -> int:
    """The value of a card, and the mark by which it equals others."""
    return int(str(card).partition(":")[0])


def need_bool(event: Mapping[str, Any], key: str) -> bool:
    """Read true or false."""
    value = need(event, key)
    if type(value) is not bool:
        raise RefusedError(f"{key} must be true or false, not {value!r}")
    return value


def family_options(entry: Any) -> dict[str, Any]:
    """Read the options that the games share; each must be there and in its range."""
    if not isinstance(entry, Mapping):
        raise RefusedError("rules must be an object")
    columns = need_int(entry, "columns", 1, 12)
    rows = need_int(entry, "rows", 2, 12)
    if columns * rows > 72:
        raise RefusedError(f"a grid of {columns} x {rows} has more than 72 cards")
    return {
        "columns": columns,
        "rows": rows,
        # "fewer than the grid holds"
        "turned": need_int(entry, "turned", 0, columns * rows - 1),
        "clear": need_int(entry, "clear", 2, rows),
        "cleared_to": need_word(entry, "cleared_to", TO_DISCARD_PILE, TO_NOWHERE),
        "clear_at_reveal": need_bool(entry, "clear_at_reveal"),
        "ender_safe": need_word(entry, "ender_safe", SAFE_IF_STRICTLY_LOWEST, SAFE_IF_LOWEST),
        "penalty_factor": need_int(entry, "penalty_factor", 1, 100),
        "penalty_add": need_int(entry, "penalty_add", 0, 10_000),
        "penalty_when": need_word(entry, "penalty_when", WHEN_POSITIVE, WHEN_ALWAYS),
        "starter": need_word(entry, "starter", STARTER_ENDER, STARTER_HIGHEST_SUM),
    }


def read_deck(entry: Any, effects: Collection[str]) -> list[Card]:
    """Read `deck`: every card of it, one by one. Its rows are in order, each kind once."""
    if not isinstance(entry, list) or not entry:
        raise RefusedError("deck must be a list of [number, how many] pairs")
    deck: list[Card] = []
    kinds: list[tuple[int, str]] = []
    for row in entry:
        if not isinstance(row, list) or [type(part) for part in row[:2]] != [int, int]:
            raise RefusedError(f"{row!r} is no [number, how many] of the deck")
        value, count = row[:2]
        if not -999 <= value <= 999 or count < 1:
            raise RefusedError(f"the deck can't have {count} cards of {value}")
        if len(row) == 2:
            kinds.append((value, ""))
            deck.extend([value] * count)
        elif len(row) == 3 and row[2] in effects:
            kinds.append((value, row[2]))
            deck.extend([f"{value}:{row[2]}"] * count)
        else:
            raise RefusedError(f"{row!r} is no [number, how many, known effect] of the deck")
    if kinds != sorted(set(kinds)):
        raise RefusedError("the deck's rows aren't in order, or a kind is there twice")
    if len(deck) > 256:
        raise RefusedError(f"a deck of {len(deck)} cards is too large")
    return deck


def read_player(entry: Any) -> dict[str, Any]:
    """Read one of `players`."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("name"), str):
        raise RefusedError(f"{entry!r} is no player")
    if need_word(entry, "kind", "person", "bot") == "person":
        if need(entry, "policy") is not None:
            raise RefusedError("a person has a policy")
    elif not isinstance(need(entry, "policy"), str):
        raise RefusedError("a bot has no policy")
    return dict(entry)


class AnyTable(ABC):
    """The common part of all games' tables: a whole game, with nothing hidden.

    Built from a `game` event.
    """

    GAME: str
    FEWEST: int  # players
    MOST: int
    rules: Any  # the options of this game
    deck: list[Card]

    # Put back by an undo. (The players' names and the count of decisions stay.)
    STATE: tuple[str, ...] = (
        "phase",
        "player",
        "round",
        "turn",
        "starter",
        "ender",
        "draw_pile",
        "turns",
        "total",
        "pad",
    )

    def __init__(self, game: Mapping[str, Any]) -> None:
        if need(game, "format") != "skyjo_widget record":
            raise RefusedError("this is no skyjo_widget record")
        need_int(game, "version", 1, 1)
        need_word(game, "game", self.GAME)
        self.rules = self.read_rules(need(game, "rules"))
        self.deck = self.read_deck(game)
        players = need(game, "players")
        if not isinstance(players, list) or not self.FEWEST <= len(players) <= self.MOST:
            raise RefusedError(f"there must be {self.FEWEST} to {self.MOST} players")
        self.players: list[dict[str, Any]] = [read_player(player) for player in players]
        self.n: int = len(players)
        self.practice: bool = bool(game.get("practice", False))
        self.set_up()

        self.phase: str = ROUND_OVER  # waiting for the first deal
        self.player: int | None = None  # the player on turn
        self.round: int = 0
        self.total: list[int] = [0] * self.n
        self.pad: list[Any] = []  # of PadRow, or of what the game has instead
        self.draw_pile: list[Card] = []  # top first
        self.clear_table()

        self.decision: int = 0  # number of the next decision
        self.before: dict[int, dict[str, Any]] = {}  # decision -> state when it was due
        self.torn_line: int | None = None  # number of a last line that was left out

    # Implemented by each game.

    @abstractmethod
    def read_rules(self, entry: Any) -> Any:
        """Read the `rules` object."""

    @abstractmethod
    def read_deck(self, game: Mapping[str, Any]) -> list[Card]:
        """Read every card of `deck`, one by one."""

    @abstractmethod
    def set_up(self) -> None:
        """Lay out what the game has besides; refuse rules, deck and players that don't fit."""

    @abstractmethod
    def legal(self) -> list[str]:
        """All actions that the player to act may choose from."""

    @abstractmethod
    def why_not(self, action: str) -> str:
        """In words, why an action that isn't legal isn't."""

    @abstractmethod
    def carry_out(self, action: str) -> Consequences:
        """Do a legal action of the seat that is to act."""

    @abstractmethod
    def deal(self, order: list[Card]) -> None:
        """Begin a round (in Skip-Bo also: cut for the deal)."""

    @abstractmethod
    def new_draw_pile(self, order: list[Card]) -> None:
        """Continue what needed a shuffle."""

    @abstractmethod
    def unshuffled(self) -> list[Card]:
        """The new draw pile, top first, if its cards are only turned over: for `perft`."""

    @abstractmethod
    def all_cards(self) -> list[Card]:
        """Every card wherever it is, sorted: always the deck."""

    def clear_table(self) -> None:
        """Begin a round: nothing of the last one is left."""
        self.turn: int = 0
        self.starter: int | None = None
        self.ender: int | None = None
        self.turns: list[int] = [0] * self.n

    def penalty(self, seat: int, cards: int) -> None:
        """Carry out a referee's penalty."""
        raise RefusedError(f"there are no penalties in {self.GAME} (seat {seat}, {cards} cards)")

    def break_off(self) -> None:
        """End the game without a winner."""
        if self.seat is None:
            raise RefusedError(f"nobody is to decide in the phase {self.phase!r}")
        self.phase = GAME_OVER

    # ---------------------------------------------------------------- reading the table

    @property
    def seat(self) -> int | None:
        """Return the seat that has to decide, or None."""
        if self.phase in (ROUND_OVER, GAME_OVER, NEEDS_SHUFFLE):
            return None
        return self.player

    @property
    def score(self) -> list[int]:
        """Scores of the round scored last; zeros before."""
        return list(self.pad[-1].score) if self.pad else [0] * self.n

    @property
    def winners(self) -> list[int] | None:
        if self.phase != GAME_OVER:
            return None
        return list(self.pad[-1].winners or []) if self.pad else []

    @property
    def shuffle_due(self) -> str | None:
        """Return the purpose of the shuffle that has to come now."""
        return {ROUND_OVER: "deal", NEEDS_SHUFFLE: "draw"}.get(self.phase)

    def state(self) -> dict[str, Any]:
        """Copy everything that an undo puts back."""
        return {name: copied(getattr(self, name)) for name in self.STATE}

    def put_back(self, state: Mapping[str, Any]) -> None:
        for name in self.STATE:
            setattr(self, name, copied(state[name]))

    # ---------------------------------------------------------------- shuffles, decisions

    def shuffle(self, order: list[Card]) -> None:
        """Deal a round or make the draw pile anew: whichever is due."""
        if not isinstance(order, list) or any(type(card) not in (int, str) for card in order):
            raise RefusedError("order must be a list of cards")
        if self.phase == ROUND_OVER:
            self.deal(order)
        elif self.phase == NEEDS_SHUFFLE:
            self.new_draw_pile(order)
        else:
            raise RefusedError(f"no shuffle is due in the phase {self.phase!r}")

    def act(self, seat: int, action: str) -> Consequences:
        """Take one decision. Refuses what isn't legal, and then nothing has changed."""
        if self.seat is None:
            raise IllegalActionError(f"nobody is to decide in the phase {self.phase!r}")
        if type(seat) is not int or seat != self.seat:
            raise IllegalActionError(f"it is seat {self.seat}'s decision, not seat {seat!r}'s")
        if not isinstance(action, str) or action not in self.legal():
            why = self.why_not(action) if isinstance(action, str) else "this is no action"
            raise IllegalActionError(f"seat {seat} may not {action!r} now: {why}")
        self.before[self.decision] = self.state()
        self.decision += 1
        return self.carry_out(action)

    # ---------------------------------------------------------------- undo and perft

    def undo(self, to: int) -> None:
        """Go back to when decision `to` was to be made; numbers aren't used again."""
        if type(to) is not int or to not in self.before:
            raise RefusedError(f"there is no decision {to!r} to take back")
        self.put_back(self.before[to])
        self.before = {number: state for number, state in self.before.items() if number < to}

    def perft(self, depth: int) -> int:
        """Count the sequences of `depth` legal decisions within this round."""
        if depth == 0:
            return 1
        now = self.state()
        if self.phase == NEEDS_SHUFFLE:
            self.shuffle(self.unshuffled())
        count = 0
        here = self.state()
        for action in self.legal():
            self.carry_out(action)
            count += self.perft(depth - 1)
            self.put_back(here)
        self.put_back(now)
        return count


class Table(AnyTable):
    """The whole game of Skyjo, with nothing hidden."""

    GAME: str = "skyjo"
    FEWEST: int = 2
    MOST: int = 8
    STATE: tuple[str, ...] = (
        *AnyTable.STATE,
        "grids",
        "discard_pile",
        "out",
        "hand",
        "flips",
        "turned_sums",
        "columns_cleared",
    )
    # Annotated for checkers that infer no type of attributes changed here too.
    phase: str
    round: int
    turn: int
    ender: int | None
    total: list[int]
    draw_pile: list[Card]

    def read_rules(self, entry: Any) -> Any:
        return Rules(**family_options(entry), target=need_int(entry, "target", 1, 1_000_000))

    def read_effects(self, _game: Mapping[str, Any]) -> dict[str, Any]:
        """Read what the effects do, by name: none in Skyjo."""
        return {}

    def read_deck(self, game: Mapping[str, Any]) -> list[Card]:
        self.effects: dict[str, Any] = self.read_effects(game)
        return read_deck(need(game, "deck"), self.effects)

    def set_up(self) -> None:
        # Index order = cell order: row by row, each row from the left.
        self.positions: list[str] = [
            "abcdefghijkl"[column] + str(row + 1)
            for row in range(self.rules.rows)
            for column in range(self.rules.columns)
        ]
        if len(self.deck) < self.n * len(self.positions) + 1:
            raise RefusedError("the deck is too small for the grids and a first discard")
        self.grids: list[Grid] = [dict.fromkeys(self.positions) for _ in range(self.n)]
        self.discard_pile: list[Card] = []  # bottom first

    def clear_table(self) -> None:
        # The starter is known when the set-up is over; `turns` are those finished in this round.
        super().clear_table()
        self.out: list[Card] = []
        self.hand: Card | None = None
        self.flips: list[int] = [0] * self.n  # cards turned at this set-up
        self.turned_sums: list[int] = [0] * self.n  # and their sum
        self.columns_cleared: list[int] = [0] * self.n

    # ---------------------------------------------------------------- reading the table

    @property
    def raw(self) -> list[int]:
        """Raw scores of the round scored last; zeros before."""
        return list(self.pad[-1].raw) if self.pad else [0] * self.n

    def unshuffled(self) -> list[Card]:
        return self.discard_pile[-2::-1]  # all but the top card, from there down

    def hidden(self, seat: int) -> list[str]:
        return [p for p, card in self.grids[seat].items() if card and card[0] == "down"]

    def occupied(self, seat: int) -> list[str]:
        return [p for p, card in self.grids[seat].items() if card]

    def all_cards(self) -> list[Card]:
        cards = self.draw_pile + self.discard_pile + self.out
        if self.hand is not None:
            cards = [*cards, self.hand]
        for grid in self.grids:
            cards = cards + [card[1] for card in grid.values() if card]
        return sorted(cards, key=str)

    def legal(self) -> list[str]:
        seat = self.seat
        if seat is None:
            return []
        if self.phase in (SETUP, FLIP):
            return [f"flip {p}" for p in self.hidden(seat)]
        if self.phase == CHOOSE:
            actions = []
            # "If there is none to shuffle either, drawing is not a legal action."
            if self.draw_pile or len(self.discard_pile) >= 2:
                actions.append("draw")
            # A taken card must replace one; an emptied grid has none to replace.
            if self.discard_pile and self.occupied(seat):
                actions.append("take")
            return actions
        places = [f"place {p}" for p in self.occupied(seat)]  # hidden or visible, never empty
        return places if self.phase == PLACE_TAKEN else [*places, "discard"]

    def why_not(self, action: str) -> str:
        assert self.seat is not None
        grid = self.grids[self.seat]
        verb, _, position = action.partition(" ")
        if verb in ("flip", "place"):
            if (verb == "flip") != (self.phase in (SETUP, FLIP)) or self.phase == CHOOSE:
                return f"{verb!r} is no choice in the phase {self.phase!r}"
            if position not in grid:
                return f"{position!r} is no position of this grid"
            if grid[position] is None:
                return f"{position} is empty"
            return f"{position} is face up already"
        if action == "draw" and self.phase == CHOOSE:
            return "there is no card to draw and none to shuffle"
        if action == "take" and self.phase == CHOOSE:
            return "there is no card to take or none to replace"
        if action == "discard" and self.phase == PLACE_TAKEN:
            return "a card taken from the discard pile must be placed"
        if action in ("draw", "take", "discard"):
            return f"{action!r} is no choice in the phase {self.phase!r}"
        return "this is no action"

    # ---------------------------------------------------------------- shuffles

    def deal(self, order: list[Card]) -> None:
        if Counter(order) != Counter(self.deck):
            raise RefusedError("order is not exactly the deck")
        cards = list(order)
        self.clear_table()
        self.round += 1
        for seat in range(self.n):
            self.grids[seat] = {position: ("down", cards.pop(0)) for position in self.positions}
        self.discard_pile = [cards.pop(0)]
        self.draw_pile = cards
        self.phase = SETUP
        self.player = 0
        if self.rules.turned == 0:
            self.end_setup()

    def new_draw_pile(self, order: list[Card]) -> None:
        if Counter(order) != Counter(self.discard_pile[:-1]):
            raise RefusedError("order is not exactly the discard pile without its top card")
        self.discard_pile = self.discard_pile[-1:]
        self.draw_pile = list(order)
        self.hand = self.draw_pile.pop(0)
        self.phase = PLACE_DRAWN

    # ---------------------------------------------------------------- decisions

    def carry_out(self, action: str) -> Consequences:
        seat = self.seat
        assert seat is not None
        verb, _, position = action.partition(" ")
        if verb == "flip":
            return self.flip(seat, position)
        if verb == "draw":
            return self.draw()
        if verb == "take":
            self.phase = PLACE_TAKEN  # the card stays on the pile until it is placed
            return Consequences("discard pile", self.discard_pile[-1], None, [])
        if verb == "discard":
            return self.discard(seat)
        return self.place(seat, position)

    def flip(self, seat: int, position: str) -> Consequences:
        card = self.grids[seat][position]
        assert card is not None
        self.grids[seat][position] = ("up", card[1])
        # The column rule holds "as soon as" equal cards show: at the set-up too (UNSURE).
        happened = Consequences("grid", card[1], None, self.column_rule(seat))
        if self.phase == SETUP:
            self.turned_at_setup(seat, card[1])
        else:
            self.end_turn()
        return happened

    def turned_at_setup(self, seat: int, card: Card) -> None:
        self.flips[seat] += 1
        self.turned_sums[seat] += number(card)
        if self.flips[seat] == self.rules.turned:
            if seat + 1 < self.n:
                self.player = seat + 1
            else:
                self.end_setup()

    def draw(self) -> Consequences:
        if not self.draw_pile:
            self.phase = NEEDS_SHUFFLE
            return Consequences(None, None, None, [])
        self.hand = self.draw_pile.pop(0)
        self.phase = PLACE_DRAWN
        return Consequences("draw pile", self.hand, None, [])

    def discard(self, seat: int) -> Consequences:
        card_out = self.hand
        assert card_out is not None
        self.discard_pile.append(card_out)
        self.hand = None
        if self.hidden(seat):
            self.phase = FLIP
        else:
            self.end_turn()
        return Consequences(None, None, card_out, [])

    def place(self, seat: int, position: str) -> Consequences:
        if self.phase == PLACE_TAKEN:
            source, card_in = "discard pile", self.discard_pile.pop()
        else:
            assert self.hand is not None
            source, card_in = "draw pile", self.hand
            self.hand = None
        replaced = self.grids[seat][position]
        assert replaced is not None
        self.grids[seat][position] = ("up", card_in)
        self.discard_pile.append(replaced[1])
        # Cleared cards go above the card that was just replaced.
        happened = Consequences(source, card_in, replaced[1], self.column_rule(seat))
        self.end_turn()
        return happened

    def column_rule(self, seat: int) -> list[str]:
        """Empty what must leave a seat's grid; the positions, in cell order."""
        grid = self.grids[seat]
        cleared: list[str] = []
        for letter in "abcdefghijkl"[: self.rules.columns]:
            column = [f"{letter}{row + 1}" for row in range(self.rules.rows)]
            while group := self.group_in(grid, column):
                for position in group:
                    card = grid[position]
                    assert card is not None
                    if self.rules.cleared_to == TO_DISCARD_PILE:
                        self.discard_pile.append(card[1])
                    else:
                        self.out.append(card[1])
                    grid[position] = None
                self.columns_cleared[seat] += 1
                cleared.extend(group)
        return sorted(cleared, key=self.positions.index)

    def group_in(self, grid: Grid, column: list[str]) -> list[str]:
        """Find the group that leaves first: of the number that shows highest up, the topmost cards.

        UNSURE: "of two groups the upper goes first" read as the one with the topmost card.
        """
        for top in column:
            card = grid[top]
            if card and card[0] == "up":
                equal = [position for position in column if self.shows(grid, position, card[1])]
                if len(equal) >= self.rules.clear:
                    return equal[: self.rules.clear]
        return []

    def shows(self, grid: Grid, position: str, card: Card) -> bool:
        """Return True if a card with the same number lies there face up."""
        there = grid[position]
        return there is not None and there[0] == "up" and number(there[1]) == number(card)

    # ---------------------------------------------------------------- turns and rounds

    def end_setup(self) -> None:
        if self.round > 1 and self.rules.starter == STARTER_ENDER:
            self.starter = self.pad[-1].ender
        else:
            # The highest sum of the cards turned (cleared ones too: UNSURE); of those who tie,
            # the first one met going left from seat (r - 1) mod n, the dealer's left.
            highest = max(self.turned_sums)
            for step in range(self.n):
                seat = (self.round - 1 + step) % self.n
                if self.turned_sums[seat] == highest:
                    self.starter = seat
                    break
        self.player = self.starter
        self.begin_turn()

    def begin_turn(self) -> None:
        self.turn += 1
        self.phase = CHOOSE
        # "A player with no legal action passes" can't come up in this family: who is to play
        # has a hidden card left (else they'd be the ender), and the discard pile never runs out.
        assert self.legal()

    def end_turn(self) -> None:
        seat = self.player
        assert seat is not None
        self.turns[seat] += 1
        if self.ender is None and not self.hidden(seat):
            self.ender = seat  # "an emptied grid counts"
        following = (seat + 1) % self.n
        if following == self.ender:  # every other player has had exactly one more turn
            self.end_round()
        else:
            self.player = following
            self.begin_turn()

    def end_round(self) -> None:
        for grid in self.grids:
            for position, card in grid.items():
                if card:
                    grid[position] = ("up", card[1])
        if self.rules.clear_at_reveal:
            for seat in range(self.n):
                self.column_rule(seat)
        raw = [self.points(seat) for seat in range(self.n)]
        score = list(raw)
        ender = self.ender
        assert ender is not None
        assert self.starter is not None
        others = [raw[seat] for seat in range(self.n) if seat != ender]
        if self.rules.ender_safe == SAFE_IF_STRICTLY_LOWEST:
            safe = raw[ender] < min(others)
        else:
            safe = raw[ender] <= min(others)
        if not safe and (self.rules.penalty_when == WHEN_ALWAYS or raw[ender] > 0):
            # UNSURE: first the factor, then what is added
            score[ender] = raw[ender] * self.rules.penalty_factor + self.rules.penalty_add
        self.total = [old + new for old, new in zip(self.total, score, strict=True)]
        winners = None
        if self.game_ends():
            winners = [s for s in range(self.n) if self.total[s] == min(self.total)]
        self.pad.append(
            PadRow(
                round=self.round,
                starter=self.starter,
                ender=ender,
                turns=list(self.turns),
                raw=raw,
                score=score,
                total=list(self.total),
                columns_cleared=list(self.columns_cleared),
                winners=winners,
            )
        )
        self.phase = ROUND_OVER if winners is None else GAME_OVER
        self.player = None

    def points(self, seat: int) -> int:
        """Add up the cards of a grid."""
        return sum(number(card[1]) for card in self.grids[seat].values() if card)

    def game_ends(self) -> bool:
        """Return True if the round just scored was the last one."""
        return bool(max(self.total) >= self.rules.target)
