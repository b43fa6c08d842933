"""The written form of grid games' tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar, TypeVar

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.positions import position_text
from skyjo_widget.engine.core.table_text import Reading, TableText, Written, lay_pile, pile_words
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.errors import RulesError

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import GridCodesTwin, GridStateTwin

S = TypeVar("S", bound="GridStateTwin")
R = TypeVar("R", bound="GridCodesTwin")


class GridText(TableText[S, R]):
    """A grid's rows before each seat, the discard pile, a drawn card, and cards out of the game.

    Parameters
    ----------
    rules : module
        The game's rules, as of `skyjo_widget.engine.grids.game.grid_game`.
    """

    lying: ClassVar[tuple[str, ...]] = ("grid", "under", "hand", "discard", "out", "draw")
    parts: ClassVar[tuple[str, ...]] = ("discard", "hand", "out")
    past: ClassVar[tuple[str, ...]] = (
        "source",
        "card_in",
        "card_out",
        "revealed",
        "shuffled_for",
        "raw",
        "score",
    )
    counts: ClassVar[tuple[str, ...]] = ("hidden", "cards_left", "columns_cleared")

    def __init__(self, rules: ModuleType) -> None:
        self.rules = rules

    def usual_phase(self, parts: Mapping[str, object]) -> int:
        """Return the phase of a card's place if one was drawn, else that of a turn's beginning."""
        drawn = parts.get("hand") is not None
        phase: int = self.rules.PLACE_DRAWN if drawn else self.rules.CHOOSE
        return phase

    def read(self, s: S, r: R, reading: Reading, written: Written) -> None:
        """Lay grids and piles; the starter, the turns and the last lap follow."""
        for p, cards in enumerate(written.seats):
            self._read_grid(s, r, reading, p, cards)
        parts = written.parts
        s.discard_size = lay_pile(reading.pile(parts.get("discard"), "discard"), s.discard)
        if not s.discard_size and not reading.problems:
            reading.problem("discard", "a card is needed: this pile has one from the deal on")
        s.out_size = lay_pile(reading.pile(parts.get("out"), "out"), s.out)
        gone = r.players * r.cells - sum(s.cards_left[: r.players]) if r.clear_out else 0
        if s.out_size != gone and not reading.problems:
            reading.problem(
                "out",
                "{gone} cards have left the grids and the game, and {out_size} are named",
                gone=gone,
                out_size=s.out_size,
            )
        if parts.get("hand") is not None:
            s.hand = reading.card(parts["hand"], "hand", hidden=True)
        if s.phase == self.rules.SETUP:
            self._read_setup(s, r)
            return
        if reading.problems:
            return
        s.turn = 1 if written.turn is None else reading.number(written.turn, "turn", 1, 1_000_000)
        s.starter = (s.seat - (s.turn - 1)) % r.players
        self.take_turns(s, r, s.turn - 1)
        self.find_lap(s, r, reading)

    def find_lap(self, s: S, r: R, reading: Reading) -> None:
        """Find who has ended the round: the next seat without a hidden card."""
        if s.hidden[s.seat] == 0:
            reading.problem(
                reading.names[s.seat], "no card lies face down: the round ended with that turn"
            )
        for ahead in range(1, r.players):
            p = (s.seat + ahead) % r.players
            if s.hidden[p] == 0:
                s.ender, s.last_turns = p, ahead
                return

    def write(self, s: S, r: R, deck: Deck) -> tuple[list[object], dict[str, object]]:
        """Return each grid's rows, None if all is hidden, and the piles that aren't empty."""
        rows = range(0, r.cells, r.columns)
        seats: list[object] = [
            [" ".join(map(deck.card_text, s.grid[p][i : i + r.columns])) for i in rows]
            if s.hidden[p] < r.cells
            else None
            for p in range(r.players)
        ]
        parts: dict[str, object] = {"discard": pile_words(s.discard[: s.discard_size], deck)}
        if s.hand != NO_CARD:
            (parts["hand"],) = pile_words([s.hand], deck)
        if s.out_size:
            parts["out"] = pile_words(s.out[: s.out_size], deck)
        return seats, parts

    def forget(self, s: S, r: R) -> None:
        """Clear the last action and round; after the set-up what was turned there, too."""
        super().forget(s, r)
        if s.phase != self.rules.SETUP:
            s.turned_sum = [0] * len(s.turned_sum)

    def conceal(self, s: S, r: R) -> None:
        """Put unknown cards under the grids' backs and on the draw pile."""
        for p in range(r.players):
            for i in range(r.cells):
                s.under[p][i] = UNKNOWN if s.grid[p][i] == UNKNOWN else NO_CARD
        s.draw[: s.draw_size] = [UNKNOWN] * s.draw_size

    def place_known(self, s: S, r: R, rng: np.random.Generator) -> None:
        """Lay the reshuffled cards on the draw pile and in a hand, where no card is named yet.

        Raises
        ------
        RulesError
            If there are more or fewer of them than places.
        """
        if not s.reshuffled_size:
            return
        cards = Counter(s.reshuffled[: s.reshuffled_size])
        coming = [*s.draw[: s.draw_size], *([] if s.hand == NO_CARD else [s.hand])]
        cards.subtract(card for card in coming if card != UNKNOWN)
        if min(cards.values()) < 0 or cards.total() != coming.count(UNKNOWN):
            raise RulesError("the reshuffled cards aren't those of the draw pile")
        dealt = rng.permutation(sorted(cards.elements())).tolist()
        for at, card in enumerate(s.draw[: s.draw_size]):
            s.draw[at] = dealt.pop() if card == UNKNOWN else card
        s.hand = dealt.pop() if s.hand == UNKNOWN else s.hand

    def _read_grid(self, s: S, r: R, reading: Reading, p: int, cards: object) -> None:
        """Read a grid: its rows, from the top; by default all its cards are hidden."""
        name = reading.names[p]
        lines = cards.splitlines() if isinstance(cards, str) else cards
        if cards is None:
            lines = [["?"] * r.cells]
        if not isinstance(lines, (list, tuple)):
            reading.problem(
                name,
                "rows of cards are needed, as in ['4 ? 12 5', …], not {cards!r:.60}",
                cards=cards,
            )
            return
        rows = [row for row in (reading.words(line, name) for line in lines) if row]
        words = [word for row in rows for word in row]
        if len(words) != r.cells:
            reading.problem(name, "{count} cards, not {cells}", count=len(words), cells=r.cells)
            return
        if len(rows) > 1 and any(len(row) != r.columns for row in rows):
            reading.problem(name, "rows of {columns} cards are needed", columns=r.columns)
            return
        for i, word in enumerate(words):
            where = f"{name}, {position_text(i, r.columns)}"
            card = reading.card(word, where, hidden=True, none=True)
            s.grid[p][i] = card
            s.under[p][i] = UNKNOWN if card == UNKNOWN else NO_CARD
            s.hidden[p] += card == UNKNOWN
            s.cards_left[p] += card != NO_CARD
        s.columns_cleared[p] = (r.cells - s.cards_left[p]) // r.clear

    def _read_setup(self, s: S, r: R) -> None:
        """Infer what is left of the set-up from the cards that are turned."""
        for p in range(r.players):
            s.turned_sum[p] = sum(r.value[card] for card in s.grid[p][: r.cells] if card >= 0)
        s.starter = s.ender = NOBODY
        s.flips = r.turned - (s.cards_left[s.seat] - s.hidden[s.seat])
