"""The written form of Skip-Bo's tables."""

from __future__ import annotations

import numbers
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.table_text import (
    Reading,
    TableText,
    Written,
    lay_pile,
    pile_words,
    unseen_last,
)
from skyjo_widget.engine.limits import MAX_CARDS, NO_CARD, UNKNOWN
from skyjo_widget.engine.skipbo import rules
from skyjo_widget.errors.message import _
from skyjo_widget.util.spelling import suggestion

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import SkipBoCodesTwin as R
    from skyjo_widget.engine.core.twins import SkipBoStateTwin as S

_DOWN = "down"
_SEAT = ("stock", "hand", "discards")


class SkipBoText(TableText["S", "R"]):
    """Each seat's stock pile, hand and discard piles, and the piles in the middle."""

    lying: ClassVar[tuple[str, ...]] = (
        "stock_top",
        "stock",
        "hand",
        "building",
        "discards",
        "completed",
        "draw",
    )
    parts: ClassVar[tuple[str, ...]] = ("building", "completed")
    past: ClassVar[tuple[str, ...]] = (
        *("source", "card_in", "played_as", "has_completed", "revealed"),
        *("shuffled_for", "cut", "score"),
    )
    counts: ClassVar[tuple[str, ...]] = (
        *("stock_left", "hand_size", "building_down"),
        *("penalty_left", "punished"),
    )

    def usual_phase(self, parts: Mapping[str, object]) -> int:
        """Return the phase of a turn, the only one in which somebody decides."""
        return rules.TURN

    def read(self, s: S, r: R, reading: Reading, written: Written) -> None:
        """Lay the piles; the dealer and the turns follow."""
        for p, cards in enumerate(written.seats):
            self._read_seat(s, r, reading, p, cards)
        self._read_building(s, r, reading, written.parts.get("building"))
        completed = reading.pile(written.parts.get("completed"), "completed")
        s.completed_size = lay_pile(completed, s.completed)
        s.turn = 1 if written.turn is None else reading.number(written.turn, "turn", 1, 1_000_000)
        s.starter = (s.seat - (s.turn - 1)) % r.players
        s.dealer = (s.starter - 1) % r.players
        self.take_turns(s, r, s.turn)

    def write(self, s: S, r: R, deck: Deck) -> tuple[list[object], dict[str, object]]:
        """Return what each seat has, as far as it isn't the usual, and the piles in the middle."""
        seats: list[object] = []
        for p in range(r.players):
            top = pile_words([s.stock_top[p]], deck) if s.stock_left[p] else []
            has: dict[str, object] = {"stock": top + [s.stock_left[p]] * bool(top)}
            hand = s.hand[p][: s.hand_size[p]]
            if hand != self._usual_hand(s, r, p):
                has["hand"] = " ".join(map(deck.card_text, sorted(hand, key=unseen_last)))
            own = range(p * r.discard_piles, (p + 1) * r.discard_piles)
            piles = [pile_words(s.discards[d][: s.discards_size[d]], deck) for d in own]
            while piles and not piles[-1]:
                piles.pop()
            if piles:
                has["discards"] = [" ".join(map(str, pile)) for pile in piles]
            seats.append(has)
        building = [self._write_building(s, r, b, deck) for b in range(r.building_piles)]
        while building and building[-1] == 0:
            building.pop()
        parts: dict[str, object] = {"building": building} if building else {}
        if s.completed_size:
            parts["completed"] = pile_words(s.completed[: s.completed_size], deck)
        return seats, parts

    def conceal(self, s: S, r: R) -> None:
        """Put unknown cards into stock piles, other hands and the draw pile."""
        for p in range(r.players):
            s.stock[p][: s.stock_size[p]] = [UNKNOWN] * s.stock_size[p]
            held = s.hand[p][: s.hand_size[p]]
            s.hand[p][: len(held)] = sorted(UNKNOWN if card == NO_CARD else card for card in held)
        s.draw[: s.draw_size] = [UNKNOWN] * s.draw_size

    def tidy(self, s: S, r: R) -> None:
        """Sort the hands."""
        for p in range(r.players):
            size = s.hand_size[p]
            s.hand[p][:size] = sorted(s.hand[p][:size])

    def _usual_hand(self, s: S, r: R, p: int) -> list[int]:
        """Return a hand of which nothing is said: full if it is one's turn, else none yet."""
        return [UNKNOWN] * r.hand if p == s.seat else []

    def _read_seat(self, s: S, r: R, reading: Reading, p: int, cards: object) -> None:
        name = reading.names[p]
        if not isinstance(cards, Mapping):
            keys = ", ".join(_SEAT)
            reading.problem(
                name,
                "a dict with {known} is needed, not {cards!r:.60}",
                known=keys,
                cards=cards,
            )
            return
        for key in cards:
            if key not in _SEAT:
                reading.problem(
                    name,
                    "{key!r:.60}{hint}: there are {known}",
                    key=key,
                    hint=suggestion(key, _SEAT),
                    known=", ".join(_SEAT),
                )
        self._read_stock(s, r, reading, p, cards.get("stock"))
        if cards.get("hand") is None:
            hand = self._usual_hand(s, r, p)
        else:
            where = _("{name}, hand", name=name)
            words = reading.words(cards["hand"], where)
            if len(words) > r.hand:
                reading.problem(
                    where,
                    "{count} cards, and {hand} are the most",
                    count=len(words),
                    hand=r.hand,
                )
                words = []
            hand = sorted(reading.card(word, where, hidden=True) for word in words)
        s.hand_size[p] = lay_pile(hand, s.hand[p])
        piles, where = cards.get("discards") or [], _("{name}, discards", name=name)
        if isinstance(piles, str) or not isinstance(piles, (list, tuple)):
            reading.problem(where, "a list of piles is needed, not {piles!r:.60}", piles=piles)
            return
        if len(piles) > r.discard_piles:
            reading.problem(
                where,
                "{count} piles, not {discard_piles}",
                count=len(piles),
                discard_piles=r.discard_piles,
            )
            return
        for k, pile in enumerate(piles):
            d = p * r.discard_piles + k
            laid = reading.pile(pile, f"{name}, d{k + 1}")
            s.discards_size[d] = lay_pile(laid, s.discards[d])

    def _read_stock(self, s: S, r: R, reading: Reading, p: int, stock: object) -> None:
        """Read a stock pile: its top card and how many cards it has, as dealt unless said."""
        where = _("{name}, stock", name=reading.names[p])
        words = reading.words(stock, where)
        if stock is None or len(words) > 2:
            reading.problem(
                where,
                "its top card and how many cards it has are needed, as in [7, {stock}]",
                stock=r.stock,
            )
            return
        if not words:
            return
        top = reading.card(words[0], where)
        most = MAX_CARDS - r.players
        left = reading.number(_whole(words[1]), where, 1, most) if len(words) == 2 else r.stock
        s.stock_top[p], s.stock_left[p], s.stock_size[p] = top, left, left - 1
        s.stock[p][: left - 1] = [UNKNOWN] * (left - 1)

    def _read_building(self, s: S, r: R, reading: Reading, building: object) -> None:
        """Read the building piles: a pile's number, or its cards where some are wild.

        After a pile that runs down stands ``down``.
        """
        piles = [building] if isinstance(building, (str, int)) else building or []
        if not isinstance(piles, (list, tuple)) or len(piles) > r.building_piles:
            reading.problem(
                "building",
                "a list of up to {building_piles} piles is needed",
                building_piles=r.building_piles,
            )
            return
        for b, pile in enumerate(piles):
            where = f"building, b{b + 1}"
            cards, down = _without_down(pile)
            if down and not r.piles_down:
                reading.problem(where, "building piles only run up here: piles_down is False")
                continue
            if isinstance(cards, numbers.Integral):
                number = reading.number(cards, where, int(down), r.highest)
                cards = list(range(number, r.highest + 1) if down else range(number, 0, -1))
            laid = reading.pile(cards, where)
            if down and not laid:
                reading.problem(where, "an empty place runs neither up nor down")
                continue
            if len(laid) >= r.highest:
                reading.problem(
                    where,
                    "a pile of {highest} cards is complete and set aside",
                    highest=r.highest,
                )
                continue
            s.building_size[b] = lay_pile(laid, s.building[b])
            first = s.building[b][0]
            begins = bool(r.piles_down and laid) and first != r.wild
            s.building_down[b] = int(down or (begins and r.value[first] == r.highest))

    def _write_building(self, s: S, r: R, b: int, deck: Deck) -> int | str:
        pile = s.building[b][: s.building_size[b]]
        if s.building_down[b]:
            top = [r.value[pile[-1]]] if r.wild not in pile else pile_words(pile, deck)
            return " ".join([*map(str, top), _DOWN])
        if r.wild not in pile:
            return len(pile)
        return " ".join(map(str, pile_words(pile, deck)))


def _without_down(pile: object) -> tuple[object, bool]:
    """Return a pile without the word ``down``, a number if it is one; and whether it was there."""
    words = pile.split() if isinstance(pile, str) else pile
    if not isinstance(words, (list, tuple)) or not words or words[-1] != _DOWN:
        return pile, False
    return (_whole(words[0]) if len(words) == 2 else list(words[:-1])), True


def _whole(word: object) -> object:
    return int(word) if isinstance(word, str) and word.isdecimal() and len(word) < 5 else word


SKIPBO_TEXT = SkipBoText()
