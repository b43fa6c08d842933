"""A slow, plain replayer of Skyjo records, written from the rulebook and the record's page alone.

It shares no line with the package that it checks and imports nothing of it. Where the two
disagree, one of them (or the page) is wrong.

    python tests/plain_replayer.py FILE      prints the score pad of a record

Places where the two texts leave a choice are marked "UNSURE".
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

Grid = dict[str, "tuple[str, int] | None"]  # position -> ("up", n), ("down", n), None = empty

# Words of the `rules` object. UNSURE: record.md shows the first of each pair only.
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


class ReplayError(RefusedError):
    """A line of a record that disagrees with the rules."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass
class Rules:
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
    target: int


@dataclass
class Consequences:
    """What an `act` line says beside seat, action and decision."""

    source: str | None = None
    card_in: int | None = None
    card_out: int | None = None
    cleared: list[str] | None = None


@dataclass
class PadRow:
    """One round on the score pad: the very fields of a `round` line."""

    round: int
    starter: int
    ender: int
    raw: list[int]
    score: list[int]
    total: list[int]
    columns_cleared: list[int]
    winners: list[int] | None


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1 and 3.0 is not 3."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


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


def read_rules(given: Any) -> Rules:
    """Read the `rules` object; every option must be there and in its range."""
    if not isinstance(given, Mapping):
        raise RefusedError("rules must be an object")
    columns = need_int(given, "columns", 1, 12)
    rows = need_int(given, "rows", 2, 12)
    if type(need(given, "clear_at_reveal")) is not bool:
        raise RefusedError("clear_at_reveal must be true or false")
    return Rules(
        columns=columns,
        rows=rows,
        # "An option that turns all cards at the start is refused."
        turned=need_int(given, "turned", 0, columns * rows - 1),
        # "a number of cards, from 2 to the rows"
        clear=need_int(given, "clear", 2, rows),
        cleared_to=need_word(given, "cleared_to", TO_DISCARD_PILE, TO_NOWHERE),
        clear_at_reveal=given["clear_at_reveal"],
        ender_safe=need_word(given, "ender_safe", SAFE_IF_STRICTLY_LOWEST, SAFE_IF_LOWEST),
        penalty_factor=need_int(given, "penalty_factor"),
        penalty_add=need_int(given, "penalty_add"),
        penalty_when=need_word(given, "penalty_when", WHEN_POSITIVE, WHEN_ALWAYS),
        starter=need_word(given, "starter", STARTER_ENDER, STARTER_HIGHEST_SUM),
        target=need_int(given, "target"),
    )


def read_deck(given: Any) -> list[int]:
    """Read `deck`: every card of it, one by one."""
    if not isinstance(given, list) or not given:
        raise RefusedError("deck must be a list of [number, how many] pairs")
    deck: list[int] = []
    for pair in given:
        if not isinstance(pair, list) or len(pair) != 2 or any(type(n) is not int for n in pair):
            raise RefusedError(f"{pair!r} is no [number, how many] pair of the deck")
        number, count = pair
        if count < 0:
            raise RefusedError(f"the deck has {count} cards of {number}")
        deck.extend([number] * count)
    return deck


def read_player(given: Any) -> dict[str, Any]:
    """Read one of `players`."""
    if not isinstance(given, Mapping) or not isinstance(given.get("name"), str):
        raise RefusedError(f"{given!r} is no player")
    if need_word(given, "kind", "person", "bot") == "person":
        if need(given, "policy") is not None:
            raise RefusedError("a person has a policy")
    elif not isinstance(need(given, "policy"), str):
        raise RefusedError("a bot has no policy")
    return dict(given)


class Table:
    """The whole game, with nothing hidden. Built from a `game` event."""

    # What an undo puts back. (The players' names and the count of decisions stay.)
    STATE = (
        "phase",
        "player",
        "round",
        "turn",
        "starter",
        "ender",
        "grids",
        "draw_pile",
        "discard_pile",
        "out",
        "hand",
        "flips",
        "turned_sums",
        "columns_cleared",
        "turns",
        "total",
        "pad",
    )

    def __init__(self, game: Mapping[str, Any]) -> None:
        if need(game, "format") != "skyjo_widget record":
            raise RefusedError("this is no skyjo_widget record")
        need_int(game, "version", 1, 1)
        need_word(game, "game", "skyjo")
        self.rules = read_rules(need(game, "rules"))
        self.deck = read_deck(need(game, "deck"))
        players = need(game, "players")
        if not isinstance(players, list) or not 2 <= len(players) <= 8:
            raise RefusedError("there must be 2 to 8 players")
        self.players = [read_player(player) for player in players]
        self.n = len(players)
        self.practice = bool(game.get("practice", False))
        # Index order = cell order: row by row, each row from the left.
        self.positions = [
            "abcdefghijkl"[column] + str(row + 1)
            for row in range(self.rules.rows)
            for column in range(self.rules.columns)
        ]
        if len(self.deck) < self.n * len(self.positions) + 1:
            raise RefusedError("the deck is too small for the grids and a first discard")

        self.phase = ROUND_OVER  # waiting for the first deal
        self.player: int | None = None  # whose turn it is
        self.round = 0
        self.turn = 0
        self.starter: int | None = None  # known when the set-up is over
        self.ender: int | None = None
        self.grids: list[Grid] = [dict.fromkeys(self.positions) for _ in range(self.n)]
        self.draw_pile: list[int] = []  # top first
        self.discard_pile: list[int] = []  # bottom first
        self.out: list[int] = []
        self.hand: int | None = None
        self.flips = [0] * self.n  # cards turned at this set-up
        self.turned_sums = [0] * self.n  # and their sum
        self.columns_cleared = [0] * self.n
        self.turns = [0] * self.n  # turns finished in this round
        self.total = [0] * self.n
        self.pad: list[PadRow] = []

        self.decision = 0  # number of the next decision
        self.before: dict[int, dict[str, Any]] = {}  # decision -> state when it was due
        self.torn_line: int | None = None  # number of a last line that was left out

    # ---------------------------------------------------------------- reading the table

    @property
    def seat(self) -> int | None:
        """Who has to decide; None if nobody has."""
        if self.phase in (ROUND_OVER, GAME_OVER, NEEDS_SHUFFLE):
            return None
        return self.player

    @property
    def raw(self) -> list[int]:
        """Raw scores of the round scored last; zeros before."""
        return list(self.pad[-1].raw) if self.pad else [0] * self.n

    @property
    def score(self) -> list[int]:
        """Scores, with the penalty, of the round scored last; zeros before."""
        return list(self.pad[-1].score) if self.pad else [0] * self.n

    @property
    def winners(self) -> list[int] | None:
        return list(self.pad[-1].winners or []) if self.phase == GAME_OVER else None

    def hidden(self, seat: int) -> list[str]:
        return [p for p, card in self.grids[seat].items() if card and card[0] == "down"]

    def occupied(self, seat: int) -> list[str]:
        return [p for p, card in self.grids[seat].items() if card]

    def all_cards(self) -> list[int]:
        """Every card wherever it is, sorted: always the deck."""
        cards = self.draw_pile + self.discard_pile + self.out
        if self.hand is not None:
            cards = [*cards, self.hand]
        for grid in self.grids:
            cards = cards + [card[1] for card in grid.values() if card]
        return sorted(cards)

    def state(self) -> dict[str, Any]:
        """Copy everything that an undo puts back."""
        return {name: copied(getattr(self, name)) for name in self.STATE}

    def put_back(self, state: Mapping[str, Any]) -> None:
        for name in self.STATE:
            setattr(self, name, copied(state[name]))

    def legal(self) -> list[str]:
        """All actions that the player to act may choose from."""
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
        """In words, why an action that isn't legal isn't."""
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

    def shuffle(self, order: list[int]) -> None:
        """Deal a round or make the draw pile anew: whichever is due."""
        if not isinstance(order, list) or any(type(card) is not int for card in order):
            raise RefusedError("order must be a list of numbers")
        if self.phase == ROUND_OVER:
            self.deal(order)
        elif self.phase == NEEDS_SHUFFLE:
            self.new_draw_pile(order)
        else:
            raise RefusedError(f"no shuffle is due in the phase {self.phase!r}")

    def deal(self, order: list[int]) -> None:
        if Counter(order) != Counter(self.deck):
            raise RefusedError("order is not exactly the deck")
        cards = list(order)
        self.round += 1
        self.turn = 0
        self.starter = self.ender = None
        for seat in range(self.n):
            self.grids[seat] = {position: ("down", cards.pop(0)) for position in self.positions}
        self.discard_pile = [cards.pop(0)]
        self.draw_pile = cards
        self.out = []
        self.hand = None
        self.flips = [0] * self.n
        self.turned_sums = [0] * self.n
        self.columns_cleared = [0] * self.n
        self.turns = [0] * self.n
        self.phase = SETUP
        self.player = 0
        if self.rules.turned == 0:
            self.end_setup()

    def new_draw_pile(self, order: list[int]) -> None:
        if Counter(order) != Counter(self.discard_pile[:-1]):
            raise RefusedError("order is not exactly the discard pile without its top card")
        self.discard_pile = self.discard_pile[-1:]
        self.draw_pile = list(order)
        self.hand = self.draw_pile.pop(0)
        self.phase = PLACE_DRAWN

    # ---------------------------------------------------------------- decisions

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

    def carry_out(self, action: str) -> Consequences:
        """Do a legal action of the seat that is to act."""
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
            self.flips[seat] += 1
            self.turned_sums[seat] += card[1]
            if self.flips[seat] == self.rules.turned:
                if seat + 1 < self.n:
                    self.player = seat + 1
                else:
                    self.end_setup()
        else:
            self.end_turn()
        return happened

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
                equal = [position for position in column if grid[position] == card]
                if len(equal) >= self.rules.clear:
                    return equal[: self.rules.clear]
        return []

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
        raw = [sum(card[1] for card in grid.values() if card) for grid in self.grids]
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
        if max(self.total) >= self.rules.target:
            winners = [s for s in range(self.n) if self.total[s] == min(self.total)]
        self.pad.append(
            PadRow(
                round=self.round,
                starter=self.starter,
                ender=ender,
                raw=raw,
                score=score,
                total=list(self.total),
                columns_cleared=list(self.columns_cleared),
                winners=winners,
            )
        )
        self.phase = ROUND_OVER if winners is None else GAME_OVER
        self.player = None

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
            self.shuffle(self.discard_pile[-2::-1])  # all but the top card, from there down
        count = 0
        here = self.state()
        for action in self.legal():
            self.carry_out(action)
            count += self.perft(depth - 1)
            self.put_back(here)
        self.put_back(now)
        return count


# -------------------------------------------------------------------- a whole record


AT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def whole_lines(
    lines: Iterable[str | bytes | Mapping[str, Any]], torn: list[int]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Line numbers (from 1) and events; a torn last line is only put on the list `torn`."""
    unended = 0
    for number, line in enumerate(lines, start=1):
        if unended:
            raise ReplayError(unended, "a line in the middle isn't ended")
        if isinstance(line, Mapping):
            yield number, line
            continue
        if line[-1:] not in ("\n", b"\n"):
            unended = number
            continue
        try:
            text = line.decode("utf-8") if isinstance(line, bytes) else line
            event = json.loads(text)
        except ValueError as error:
            raise ReplayError(number, f"damaged line: {error}") from error
        if not isinstance(event, dict):
            raise ReplayError(number, "a line is not a JSON object")
        if not isinstance(event.get("at"), str) or not AT.fullmatch(event["at"]):
            raise ReplayError(number, f"`at` is no UTC time with milliseconds: {event.get('at')!r}")
        yield number, event
    if unended:
        torn.append(unended)


def replay(lines: Iterable[str | bytes | Mapping[str, Any]]) -> Iterator[Table]:
    """Feed a record to a table; yield that table (always the same object) after each event.

    `lines` are text lines with their ends, as a file gives them, or events as dicts (whose
    `at` isn't looked at). When a torn last line was left out, the table's `torn_line` says so
    after the last event.
    """
    reader: Reader | None = None
    torn: list[int] = []
    for number, event in whole_lines(lines, torn):
        try:
            if reader is None:
                if need(event, "event") != "game":
                    raise RefusedError("the first line must be the `game` event")
                reader = Reader(Table(event))
            else:
                reader.take(event)
        except RefusedError as error:
            raise ReplayError(number, str(error)) from error
        yield reader.table
    if reader is None:
        raise ReplayError(1, "the record has no `game` line")
    if torn:
        reader.table.torn_line = torn[0]


class Reader:
    """Takes every event after the first, and holds it against the table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.notes = 0
        self.round_due = False  # the last act ended a round: its `round` line must come now

    def take(self, event: Mapping[str, Any]) -> None:
        kinds = {
            "shuffle": self.take_shuffle,
            "act": self.take_act,
            "round": self.take_round,
            "undo": self.take_undo,
            "note": self.take_note,
            "seat": self.take_seat,
            "fault": self.take_fault,
            "resume": self.take_resume,
        }
        kind = need(event, "event")
        if not isinstance(kind, str) or kind not in kinds:
            raise RefusedError(f"no such kind of event here: {kind!r}")
        if self.round_due and kind not in ("round", "resume"):
            raise RefusedError(f"a `round` line was due, not {kind!r}")
        kinds[kind](event)
        if self.table.round:
            assert self.table.all_cards() == sorted(self.table.deck), "a card was lost"

    def take_shuffle(self, event: Mapping[str, Any]) -> None:
        table = self.table
        purpose = need_word(event, "for", "deal", "draw")
        due = {ROUND_OVER: "deal", NEEDS_SHUFFLE: "draw"}.get(table.phase)
        if purpose != due:
            raise RefusedError(f"a shuffle for {purpose!r} in the phase {table.phase!r}")
        expected = table.round + 1 if purpose == "deal" else table.round
        # UNSURE: whether a shuffle for "draw" carries `round`; it is checked if it does.
        if (purpose == "deal" or "round" in event) and not same(need(event, "round"), expected):
            raise RefusedError(f"shuffle for round {event['round']!r}, should be {expected}")
        table.shuffle(need(event, "order"))

    def take_act(self, event: Mapping[str, Any]) -> None:
        table = self.table
        if not same(need(event, "decision"), table.decision):
            raise RefusedError(f"decision {event['decision']!r} should be {table.decision}")
        happened = asdict(table.act(need(event, "seat"), need(event, "action")))
        for key, value in happened.items():
            if not same(need(event, key), value):
                raise RefusedError(
                    f"{event['action']!r}: {key} is {event[key]!r}, should be {value!r}"
                )
        self.round_due = table.phase in (ROUND_OVER, GAME_OVER)

    def take_round(self, event: Mapping[str, Any]) -> None:
        if not self.round_due:
            raise RefusedError("no round has just ended")
        for key, value in asdict(self.table.pad[-1]).items():
            if not same(need(event, key), value):
                raise RefusedError(f"{key} is {event[key]!r}, should be {value!r}")
        self.round_due = False

    def take_undo(self, event: Mapping[str, Any]) -> None:
        if need(event, "seat") is not None:
            need_int(event, "seat", 0, self.table.n - 1)
        self.table.undo(need_int(event, "to"))

    def take_note(self, event: Mapping[str, Any]) -> None:
        if not same(need(event, "note"), self.notes):
            raise RefusedError(f"note {event['note']!r} should be note {self.notes}")
        self.notes += 1
        if need(event, "decision") is not None:
            need_int(event, "decision", 0, self.table.decision - 1)

    def take_seat(self, event: Mapping[str, Any]) -> None:
        seat = need_int(event, "seat", 0, self.table.n - 1)
        self.table.players[seat] = read_player(need(event, "player"))

    def take_fault(self, event: Mapping[str, Any]) -> None:
        if need_int(event, "seat") != self.table.seat:
            raise RefusedError(f"fault of seat {event['seat']}, not of {self.table.seat}")
        if need_int(event, "decision") != self.table.decision:
            raise RefusedError(f"fault at {event['decision']}, not at {self.table.decision}")

    def take_resume(self, event: Mapping[str, Any]) -> None:
        """It has no effect on the game."""


def score_pad(table: Table) -> str:
    """Write the pad as text: each round's raw score, a changed one as `raw > score`, the totals."""
    lines = [["round", *(str(player["name"]) for player in table.players)]]
    for row in table.pad:
        cells = []
        for seat, (raw, score) in enumerate(zip(row.raw, row.score, strict=True)):
            ender = "*" if seat == row.ender else ""
            cells.append(f"{raw}{ender}" if raw == score else f"{raw}{ender} > {score}")
        lines.append([str(row.round), *cells])
        lines.append(["total", *map(str, row.total)])
    widths = [max(len(line[i]) for line in lines) for i in range(table.n + 1)]
    text = ["  ".join(f"{c:>{w}}" for c, w in zip(line, widths, strict=True)) for line in lines]
    if table.winners is not None:
        names = " and ".join(str(table.players[seat]["name"]) for seat in table.winners)
        text.append(f"won by {names}")
    else:
        text.append(f"not over: round {table.round}, turn {table.turn}, {table.phase}")
    return "\n".join(text)


def main(arguments: list[str]) -> int:
    """Print the score pad of a record, or what is wrong with it."""
    if len(arguments) != 1:
        print("usage: python tests/plain_replayer.py FILE", file=sys.stderr)
        return 2
    try:
        with Path(arguments[0]).open("rb") as file:
            *_, table = replay(file)
    except ReplayError as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 1
    if table.torn_line is not None:
        print(f"line {table.torn_line} was cut off and is left out", file=sys.stderr)
    print(score_pad(table))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
