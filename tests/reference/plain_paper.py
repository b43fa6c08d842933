"""Records of games with paper cards for the plain replayer: which orders the piles had.

Such a record tells a card when it turns up.  Here each card of a pile that was shuffled is
followed to where it is named, so that the orders can be written in afterwards: any that fit.
Then it is a record like the others.  It shares no line with the package that it checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from skyjo_widget.records.plain.skyjo import ROUND_OVER, AnyTable, Card, RefusedError, need

REVEAL = "reveal"
Slot = tuple[int, int]  # the shuffle, and the place in its order


class Number(int):
    """A card with a number, and where it lay after its shuffle."""

    slot: Slot


class Word(str):
    """A card that is written as a text, and where it lay after its shuffle."""

    __slots__ = ("slot",)
    slot: Slot


Token = Number | Word


def token(card: Card, slot: Slot) -> Token:
    """A card that can be followed."""
    made: Token = Word(card) if isinstance(card, str) else Number(card)
    made.slot = slot
    return made


def plain(card: Token) -> Card:
    """The card alone."""
    return str(card) if isinstance(card, str) else int(card)


def standing(events: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The events on the table that weren't taken back, decisions numbered anew."""
    kept: list[dict[str, Any]] = []
    for event in events:
        kind = event["event"]
        if kind == "undo":
            if event["to"] is None:  # a deal on which nobody has decided yet
                found = [n for n, e in enumerate(kept) if e.get("for") == "deal"]
            else:
                found = [n for n, e in enumerate(kept) if e.get("decision") == event["to"]]
            to = found[-1] if found else None
            if to is None:
                raise RefusedError(f"there is no decision {event['to']!r} to take back")
            while kept[to - 1]["event"] == "card":
                to -= 1
            del kept[to:]
        elif kind in ("game", "shuffle", "act", "round", "card", "referee", "penalty"):
            kept.append(dict(event))
    acts = [event for event in kept if event["event"] == "act"]
    for number, event in enumerate(acts):
        event["decision"] = number
    return kept


class Filler:
    """Follows the cards of a record with paper cards over a plain table."""

    def __init__(self, table: Any, dealer: int | None) -> None:
        self.table = table
        self.dealer = dealer
        self.orders: list[list[Token]] = []
        self.fixed: set[Slot] = set()
        self.pending: dict[str, Card] = {}
        if hasattr(table, "grids"):
            self.table.end_round = self.wait  # hidden cards are named before they are scored

    def wait(self) -> None:
        self.table.phase, self.table.player = REVEAL, None

    def score(self) -> None:
        if self.table.phase == REVEAL:
            type(self.table).end_round(self.table)

    def shuffle(self, event: dict[str, Any]) -> None:
        table, number = self.table, len(self.orders)
        if any(card is not None for card in need(event, "order")):
            raise RefusedError("with paper cards nobody knows an order")
        cards: list[Card] = sorted(table.deck, key=str)
        if event["for"] == "cut":
            numbers = [card for card in cards if isinstance(card, int)]
            low, high = min(numbers), max(numbers)
            first: list[Card] = [high if seat == self.dealer else low for seat in range(table.n)]
            for cut in first:
                cards.remove(cut)
            cards = first + cards
        elif event["for"] in ("draw", "penalty"):
            cards = table.unshuffled()
        if len(cards) != len(event["order"]):
            raise RefusedError(f"{len(event['order'])} cards were shuffled, not {len(cards)}")
        order = [token(card, (number, n)) for n, card in enumerate(cards)]
        self.orders.append(order)
        if event["for"] == "deal":
            for where, card in self.pending.items():
                self.name_dealt(order, where, card)
            self.pending = {}
        if table.phase == ROUND_OVER:
            table.deal(order)
        else:
            table.new_draw_pile(order)

    def name_dealt(self, order: list[Token], where: str, card: Card) -> None:
        """Return the card that starts the discard pile, or a stock pile."""
        table = self.table
        if where == "discard":
            at = table.n * table.rules.columns * table.rules.rows
        else:
            at = (int(where.partition(":")[0]) + 1) * table.stock_size - 1
        other = next((t for t in order if t == card and t.slot not in self.fixed), None)
        if other is None:
            raise RefusedError(f"{where}: there is no {card} left")
        there, number = order[at], order[at].slot[0]
        order[at], order[other.slot[1]] = token(other, (number, at)), token(there, other.slot)
        self.fixed.add((number, at))

    def hidden(self) -> Iterator[Token]:
        """All cards that nobody sees."""
        table = self.table
        yield from table.draw_pile
        if hasattr(table, "stocks"):
            for seat in range(table.n):
                yield from table.hands[seat]
                yield from table.stocks[seat][:-1]
        else:
            if table.hand is not None and isinstance(table.hand, Number | Word):
                yield table.hand
            for grid in table.grids:
                yield from (card[1] for card in grid.values() if card and card[0] == "down")

    def at(self, where: str) -> list[Token]:
        """The card at a place; of a hand all that it may be."""
        table = self.table
        if where == "hand" and hasattr(table, "hands"):
            return [t for t in table.hands[table.player] if t.slot not in self.fixed]
        if where == "hand":
            return [table.hand]
        if where.startswith("draw "):
            return [table.draw_pile[int(where[5:]) - 1]]
        seat, _, place = where.partition(":")
        if place == "stock":
            return [table.stocks[int(seat)][-2]]
        return [table.grids[int(seat)][place][1]]

    def name(self, where: str, card: Card) -> None:
        found = self.at(where)
        if not where.startswith("hand") or not hasattr(self.table, "hands"):
            self.fixed.discard(found[0].slot)
        for there in found:
            if there == card:
                self.fixed.add(there.slot)
                return
        for there in found:
            for other in self.hidden():
                if (
                    other == card
                    and other.slot not in self.fixed
                    and other.slot[0] == there.slot[0]
                ):
                    self.swap(there, other)
                    self.fixed.add(there.slot)
                    return
        raise RefusedError(f"{where}: there is no {card} left")

    def swap(self, one: Token, other: Token) -> None:
        """Two hidden cards of one shuffle change places."""
        new = {one.slot: token(other, one.slot), other.slot: token(one, other.slot)}
        table = self.table
        for slot, card in new.items():
            self.orders[slot[0]][slot[1]] = card

        def now(card: Any) -> Any:
            return new.get(card.slot, card) if isinstance(card, Number | Word) else card

        table.draw_pile = [now(card) for card in table.draw_pile]
        if hasattr(table, "stocks"):
            table.hands = [[now(card) for card in hand] for hand in table.hands]
            table.stocks = [[now(card) for card in stock] for stock in table.stocks]
        else:
            table.hand = now(table.hand)
            for grid in table.grids:
                for place, card in grid.items():
                    if card:
                        grid[place] = (card[0], now(card[1]))


def referee(table: Any, event: Mapping[str, Any]) -> None:
    """A referee's decisions, as far as the plain tables know them."""
    what = need(event, "what")
    if what == "points":
        table.total[event["seat"]] += event["points"]
    elif what == "turn" and hasattr(table, "grids") and table.phase == "choose":
        table.player = event["seat"]
    elif what == "show":
        seat, _, place = event["place"].partition(":")
        table.grids[int(seat)][place] = ("up", table.grids[int(seat)][place][1])
        table.column_rule(int(seat))
    else:
        raise RefusedError(f"a referee's {what!r} isn't known here")


def filled(events: list[Mapping[str, Any]], table: AnyTable) -> list[dict[str, Any]]:
    """The same game as a record that tells the orders."""
    kept = standing(events)
    filler = Filler(table, kept[0].get("dealer"))
    drawn: list[tuple[dict[str, Any], Slot]] = []
    waiting: list[tuple[dict[str, Any], int]] = []
    for event in kept[1:]:
        kind = event["event"]
        if kind == "shuffle":
            waiting.append((event, len(filler.orders)))
            filler.shuffle(event)
        elif kind == "card" and table.phase == ROUND_OVER:
            filler.pending[event["where"]] = event["card"]
        elif kind == "card":
            filler.name(event["where"], event["card"])
        elif kind == "act":
            table.act(event["seat"], event["action"])
            if event["action"] == "draw" and isinstance(filler.table.hand, Number | Word):
                drawn.append((event, filler.table.hand.slot))
        elif kind == "round":
            filler.score()
        elif kind == "referee":
            referee(table, event)
        elif kind == "penalty":
            table.penalty(event["seat"], event["cards"])
        if hasattr(table, "known"):
            table.known = [[] for _ in range(table.n)]
    for event, number in waiting:
        event["order"] = [plain(card) for card in filler.orders[number]]
    for event, slot in drawn:
        event["card_in"] = plain(filler.orders[slot[0]][slot[1]])
    return [event for event in kept if event["event"] != "card"]
