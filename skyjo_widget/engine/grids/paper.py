"""Grid games with paper cards: hidden places, and a referee's corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from skyjo_widget.engine.cards.effects import MAX_PEEK
from skyjo_widget.engine.core.paper import HAND, NamedCards, PaperRules, Place
from skyjo_widget.engine.core.piles import discard_card, draw_card, take_discard
from skyjo_widget.engine.core.positions import parse_place, place_text
from skyjo_widget.engine.core.shorthand import Shorthand
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.grids.grid import clear_column, flip_cell, swap_cells
from skyjo_widget.engine.grids.rules import show_reshuffled
from skyjo_widget.engine.grids.shorthand import GRID_SHORTS
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.errors import NotationError, RulesError
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import GridCodesTwin, GridStateTwin

PILES = ("draw pile", "discard pile")

S = TypeVar("S", bound="GridStateTwin")
R = TypeVar("R", bound="GridCodesTwin")


class GridPaper(PaperRules[S, R]):
    """The hidden places and corrections of a grid game.

    Parameters
    ----------
    rules : module
        The game's rules, as of `skyjo_widget.engine.grids.game.grid_game`, with the phase
        ``PLACE_TAKEN`` and the first action ids ``FLIP_FIRST`` and ``PLACE_FIRST``.
    """

    shorthand: Shorthand = Shorthand(GRID_SHORTS)

    def __init__(self, rules: ModuleType) -> None:
        self.rules = rules

    def places(self, s: S, r: R, *, recycled: bool) -> Iterator[Place]:
        deals = s.phase == self.rules.SHUFFLE and s.turn == 0 and s.seat == NOBODY
        apart = int(recycled or s.reshuffled_size > 0)
        if s.hand != NO_CARD:
            yield Place(HAND, s, "hand")
        for k in range(1, s.draw_size + 1):
            name = f"draw {k}" if k <= MAX_PEEK else ""
            if deals:
                name = "discard" if k == r.players * r.cells + 1 else ""
            yield Place(name, s.draw, s.draw_size - k)
        for p in range(r.players):
            for i in range(r.cells):
                if s.grid[p][i] == UNKNOWN:
                    name = place_text(p * MAX_CELLS + i, r.columns)
                    yield Place(name, s.under[p], i, apart)

    def places_shown(self, s: S, r: R, action: int) -> tuple[str, ...]:
        hand: tuple[str, ...] = (HAND,) if s.phase == self.rules.PLACE_DRAWN else ()
        place = self.shown_place(s, r, action)
        if place is not None and s.grid[place[0]][place[1]] == UNKNOWN:
            return (*hand, place_text(place[0] * MAX_CELLS + place[1], r.columns))
        return hand

    def shown_place(self, s: S, r: R, action: int) -> tuple[int, int] | None:
        """Return the seat and cell whose card an action shows."""
        match self.rules.ACTIONS.kind(action):
            case "flip":
                return s.seat, action - self.rules.FLIP_FIRST
            case "place":
                return s.seat, action - self.rules.PLACE_FIRST
        return None

    def due(self, s: S, r: R) -> tuple[str, ...]:
        if s.phase == self.rules.SHUFFLE and s.shuffled_for == self.rules.SETUP:
            return ("discard",)
        if s.phase != self.rules.REVEAL:
            return ()
        return tuple(p.name for p in self.places(s, r, recycled=False) if ":" in p.name)

    def possible(self, s: S, r: R, cards: Sequence[int]) -> Iterator[S]:
        world = copy(s)
        for card in cards:
            world.hand = card
            yield world

    def follow(
        self, names: dict[str, int], before: S, s: S, r: R, action: int | None
    ) -> dict[str, int]:
        kept = {name: card for name, card in names.items() if not name.startswith("draw")}
        if self.rules.SHUFFLE in (s.phase, before.phase):
            return {name: card for name, card in kept.items() if ":" in name}
        coming = [names.get(f"draw {k + 1}") for k in range(MAX_PEEK)]
        if before.phase != self.rules.PLACE_DRAWN and s.phase == self.rules.PLACE_DRAWN:
            first, *coming = coming
            if first is not None:
                kept[HAND] = first
        elif action is not None:
            coming = self.put_in_order(coming, action)
        kept.update({f"draw {k + 1}": c for k, c in enumerate(coming) if c is not None})
        return kept

    def put_in_order(self, coming: list[int | None], action: int) -> list[int | None]:
        """Return the names of the next cards of the draw pile after an action."""
        return coming

    def lying(self, s: S, r: R) -> Iterator[tuple[str, list[int]]]:
        for p in range(r.players):
            yield _("grid of seat {seat}", seat=p), s.grid[p][: r.cells]
        yield _("discard pile"), s.discard[: s.discard_size]
        yield _("out of the game"), s.out[: s.out_size]

    def conceals(self, s: S, names: dict[str, int]) -> bool:
        return bool(s.hand != NO_CARD and HAND not in names)

    # Corrections

    def corrections(self) -> dict[str, Callable[..., None]]:
        own: dict[str, Callable[..., None]] = {
            "show": self.show,
            "swap": self.swap,
            "move": self.move,
        }
        return {**super().corrections(), **own}

    def turn(self, s: S, r: R, paper: NamedCards, *, seat: int) -> None:
        """Give the turn to a seat that played out of turn, when it was noticed late.

        The seat that was to play loses its turn.
        """
        if s.seat == seat:
            raise RulesError("it is the turn of seat {seat} already", seat=seat)
        if s.phase != self.rules.CHOOSE:
            raise RulesError("the turn has begun: finish it, or take it back, first")
        if s.ender == seat:
            raise RulesError("seat {seat} has ended the round, and has no turn any more", seat=seat)
        self.pass_turn(s, r, seat)
        s.seat = seat

    def pass_turn(self, s: S, r: R, seat: int) -> None:
        """Settle which turns are left when a seat gets the turn.

        In the last lap of a round the seats that were passed over lose theirs.
        """
        s.last_turns = 0 if s.ender == NOBODY else (s.ender - seat) % r.players

    def show(self, s: S, r: R, paper: NamedCards, *, place: str) -> None:
        """Turn a face-down card that was shown by mistake; its effect isn't played."""
        self.check_quiet(s)
        seat, cell = _cell(s, r, place)
        if s.grid[seat][cell] != UNKNOWN:
            raise RulesError("the card on {place} is face up already", place=place)
        paper.check_named([place])
        flip_cell(s, seat, cell)
        clear_column(s, r, seat, cell)

    def swap(self, s: S, r: R, paper: NamedCards, *, first: str, second: str) -> None:
        """Swap two cards of the grids; each keeps its face."""
        self.check_quiet(s)
        place, other_place = _cell(s, r, first), _cell(s, r, second)
        if place == other_place:
            raise RulesError(
                "{first} and {second}: two different places are needed", first=first, second=second
            )
        swap_cells(s, *place, *other_place)
        swap_names(paper.names, first, second)
        for seat, cell in (place, other_place):
            if s.grid[seat][cell] >= 0:
                clear_column(s, r, seat, cell)

    def move(self, s: S, r: R, paper: NamedCards, *, source: str, target: str) -> None:
        """Move the top card of the draw pile to the discard pile, or the other way round."""
        self.check_quiet(s)
        if {source, target} != set(PILES):
            raise RulesError(
                "from {source!r:.40} to {target!r:.40}: from the draw pile to the "
                "discard pile, or back, is possible",
                source=source,
                target=target,
            )
        if s.phase in (self.rules.PLACE_TAKEN, self.rules.PLACE_DRAWN):
            raise RulesError("a card is in a hand: say first where it goes")
        if source == "draw pile":
            if s.draw_size == 0:
                raise RulesError("the draw pile is empty")
            paper.check_named(["draw 1"])
            card = draw_card(s)
            show_reshuffled(s, card)
            discard_card(s, card)
            paper.shift(-1)
        else:
            if s.discard_size < 2:
                raise RulesError("the discard pile's only card stays there")
            card = take_discard(s)
            if s.reshuffled_size > 0:
                s.reshuffled[s.reshuffled_size] = card
                s.reshuffled_size += 1
            s.draw[s.draw_size] = card
            s.draw_size += 1
            paper.shift(1)
            paper.names["draw 1"] = card

    def check_quiet(self, s: S) -> None:
        """Raise `RulesError` while a correction would break off an effect."""


def swap_names(names: dict[str, int], first: str, second: str) -> None:
    """Swap the names of two places, of which either may have none."""
    cards = names.pop(first, None), names.pop(second, None)
    names.update({name: c for name, c in zip((second, first), cards, strict=True) if c is not None})


def _cell(s: GridStateTwin, r: GridCodesTwin, place: str) -> tuple[int, int]:
    try:
        seat, cell = divmod(parse_place(place, r.columns, r.cells, r.players), MAX_CELLS)
    except (NotationError, AttributeError):
        raise RulesError(
            "{place!r:.40} is no place here; a place is like 0:a1", place=place
        ) from None
    if s.grid[seat][cell] == NO_CARD:
        raise RulesError("no card is left on {place}", place=place)
    return seat, cell
