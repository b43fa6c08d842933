"""The observation of a seat, in a readable form for authors of strategies."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

import numpy as np

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.positions import passed_places, place_text, position_text
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.core.state_text import known_cards, piles_of
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD, NO_PLACE, UNKNOWN
from skyjo_widget.strategies.card import Card, card_text, cards_of
from skyjo_widget.strategies.observation_fields import CommonFields, GridFields
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.spelling import suggestion


class Rulebook(NamedTuple):
    """The game, rule codes and deck that a table plays with.

    Parameters
    ----------
    game : Game
    codes : twin
        The rule codes.
    deck : Deck
    """

    game: Game
    codes: Any
    deck: Deck


def rulebook(seen: Observation) -> Rulebook:
    """Return the game, rule codes and deck of an observation."""
    return Rulebook(seen._game, seen._codes, seen._deck)


class Observation(CommonFields, CellView):
    """All that one seat may see at a moment of a game, and nothing else.

    Each game has a class of its own, such as `SkyjoObservation`, with which editors complete and
    check what a strategy reads.  Every public field of the game's state is an attribute of the
    same name (for Skyjo see `skyjo_widget.engine.skyjo.rules.SkyjoState`): a phase is its name, a
    card its number (a `Card`; None if it is unknown or there is none), a pile a list from bottom
    to top, so that ``discard[-1]`` is its top card; what there is for each seat is a list by
    seat, and a grid a dict from position to number (None for a card that lies face down; an empty
    position isn't in it).  An effect is its key, a place in a grid its name with the seat,
    ``"2:b3"``; None where there is none.  A seat's knowledge of the draw pile is a list of pairs:
    a card, and the depth up to which it may lie.  A hand is a list, empty if it is another
    seat's; each seat's discard piles are a list of piles.  The size of a pile is its name with
    ``_size``, as in ``draw_size``.

    An observation is a copy: changing it changes nothing at the table.

    Attributes
    ----------
    legal : tuple of str
        The legal actions in notation; empty if it isn't this seat's decision.
    mine : dict or list
        One's own grid, in Skip-Bo one's own hand.
    hand : Card or None, or list
        The card just drawn; None if there is none, or another seat has drawn it.  In
        Skip-Bo a list of hands by seat.
    discard_top : Card or None
        The discard pile's top card.  (This and the next three: in grid games.)
    hidden_positions : list of str
        The positions of one's own face-down cards, row by row.
    highest_card : Card or None
        One's own highest face-up card; None if none lies face up.
    highest_position : str or None
        Its position, the first of equals.
    rng : numpy.random.Generator
        For randomised strategies: it gives the same numbers when the game is played again.
    lang : str
        The language of its display in a cell.
    players : int
        The number of players.
    me : int
        The observing seat.
    columns, rows : int
        The size of a grid.
    teams, highest, building_piles, discard_piles, piles_down : int
        In Skip-Bo: 1 if partners play together; the number that completes a building pile;
        the number of building piles, and of discard piles per seat; 1 if piles may run down.

    Examples
    --------
    >>> def mine(o):
    ...     return "take" if "take" in o.legal and o.discard_top <= 2 else o.legal[0]
    >>> played = simulate("skyjo", [mine, "random"], games=2, seed=1)
    >>> played.games["finished"].tolist()
    [True, True]
    """

    __slots__ = ("__dict__", "_rng")  # not in `vars`: equal observations may differ in `rng`

    me: int
    players: int

    def __init_subclass__(cls, game: str = "") -> None:
        """Make a class that of a game's observations."""
        if game:
            _CLASSES[game] = cls

    def __new__(cls, game: Game, *_: Any, **__: Any) -> Self:
        """Make an instance of the game's own class."""
        return object.__new__(cls if cls is not Observation else cast("type[Self]", class_of(game)))

    def __init__(
        self,
        game: Game,
        state: Any,
        codes: Any,
        deck: Deck,
        seat: int,
        rng: np.random.Generator | None = None,
        *,
        legal: Sequence[int] | None = None,
    ) -> None:
        self._rng = rng
        self._game, self._codes, self._deck = game, copy(codes), deck
        self._cards = cards_of(deck.kinds)
        self._seen: Any = observe(state, seat)
        self.me = seat
        self.players = codes.players
        for name in game.shown_codes:
            setattr(self, name, getattr(codes, name))
        if legal is None:
            sees = game.actor(state) == seat and not _is_unknown(self._seen.hand, seat)
            legal = game.legal_actions(self._seen, codes) if sees else ()
        self._legal = legal

    if not TYPE_CHECKING:  # checkers know the fields

        def __getattr__(self, name: str) -> Any:
            # Computed on first access: a strategy reads few fields.
            if name[:1] != "_":
                kind = public_fields(self._seen.__class__).get(name)
                if kind is not None:
                    value = self._readable(kind, name)
                    setattr(self, name, value)
                    return value
            meant = "" if name[:1] == "_" else suggestion(name, dir(self))
            raise AttributeError(
                f"an observation has no {name!r}{meant}: it isn't there, or not to be seen"
            )

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *public_fields(self._seen.__class__)})

    def __str__(self) -> str:
        return self._game.state_text(self._seen, self._codes, self._deck)

    def __repr__(self) -> str:
        return f"<Observation of seat {self.me}: {markup.short(self, 800)}>"

    def _face(self, say: CellTexts) -> markup.Html:
        legal = markup.code(markup.short(", ".join(self.legal), 400))
        return say.face(
            say("sees", seat=self.me),
            *self._table(say),
            f"<p>{markup.escaped(say('legal'))} {legal}</p>" if self.legal else "",
            sub=say("moment", round=self.round, turn=self.turn),
        )

    def _table(self, _texts: CellTexts) -> list[str]:
        """Return HTML of the table."""
        return [f"<p>{markup.code(markup.short(self, 800))}</p>"]

    @property
    def seen(self) -> Any:
        """The engine's observation, which built-in policies read."""
        return self._seen

    @functools.cached_property
    def legal(self) -> tuple[str, ...]:
        """The legal actions in notation."""
        return tuple(self._game.action_text(action, self._codes) for action in self._legal)

    @property
    def mine(self) -> Any:
        """One's own grid, a dict from position to number; or one's own hand, a list."""
        return getattr(self, self._game.mine)[self.me]

    @property
    def rng(self) -> np.random.Generator:
        """The strategy's random generator; without one from a running game, a new one."""
        if self._rng is None:
            self._rng = np.random.default_rng()
        return self._rng

    def _readable(self, kind: str, name: str) -> Any:
        value = getattr(self._seen, name)
        return _READABLE[kind](self, name) if kind in _READABLE else value

    def _number(self, card: int) -> Card | None:
        return self._cards[card] if card >= 0 else None

    def _numbers(self, cards: list[int]) -> list[Card | None]:
        return [self._number(card) for card in cards]

    def _piles(self, name: str) -> list[list[Card | None]]:
        return [self._numbers(pile) for pile in piles_of(self._seen, name)]

    def _grid(self, row: list[int]) -> dict[str, Card | None]:
        names = _positions(self._codes.columns)
        return {
            position: self._number(card)
            for position, card in zip(names, row[: self._codes.cells], strict=False)
            if card != NO_CARD
        }

    def _place(self, place: int) -> str | None:
        return None if place == NO_PLACE else place_text(place, self._codes.columns)

    def _by_seat(self, name: str) -> list[Any]:
        values: list[Any] = getattr(self._seen, name)[: self.players]
        return values

    def _discard_piles(self, name: str) -> list[list[list[Card | None]]]:
        piles, each = self._piles(name), self._codes.discard_piles
        return [piles[seat * each : (seat + 1) * each] for seat in range(self.players)]

    def _sizes(self, name: str) -> Any:
        """Return the size of a pile, or a list of sizes: by seat, by place, or by both."""
        sizes, pile = getattr(self._seen, name), name.removesuffix("_size")
        if isinstance(sizes, int):
            return sizes
        if pile == "building":
            return sizes[: self._codes.building_piles]
        if pile == "stock":
            return sizes[: self.players]
        each = self._codes.discard_piles
        return [sizes[seat * each : (seat + 1) * each] for seat in range(self.players)]

    def _known_cards(self) -> list[list[tuple[Card | None, int]]]:
        return [
            [(self._number(card), to) for card, to in cards]
            for cards in known_cards(self._seen, self.players)
        ]


class GridObservation(GridFields, Observation):
    """An observation of a game in which each seat has a grid."""

    __slots__ = ()

    def _table(self, say: CellTexts) -> list[str]:
        """Return HTML of each grid, the top of the discard pile, and the card in the hand."""
        width = self._codes.columns
        cells = [position_text(cell, width) for cell in range(self._codes.cells)]
        seats = []
        for seat, grid in enumerate(self.grid):
            cards = [markup.card(card_text(grid[cell]) if cell in grid else ".") for cell in cells]
            rows = (cards[at : at + width] for at in range(0, len(cards), width))
            name = say("own_seat" if seat == self.me else "seat", seat=seat)
            name = f"<small>{markup.escaped(name)}</small>"
            seats.append(f"<div>{name}<br>{'<br>'.join(''.join(row) for row in rows)}</div>")
        top = markup.card(card_text(self.discard[-1]) if self.discard else ".")
        hand = ""
        if self.hand is not None:
            hand = f" · {say.head('in_hand')} {markup.card(card_text(self.hand))}"
        return [
            f'<div class="seats">{"".join(seats)}</div>',
            f"<p>{say.head('discard_pile')} {top}{hand}</p>",
        ]

    @property
    def mine(self) -> dict[str, Card | None]:
        """One's own grid: the card of each position, None if it lies face down."""
        return self.grid[self.me]

    @property
    def discard_top(self) -> Card | None:
        """The discard pile's top card; None if there is none."""
        return self.discard[-1] if self.discard else None

    @property
    def hidden_positions(self) -> list[str]:
        """The positions of one's own face-down cards, row by row."""
        return [position for position, card in self.mine.items() if card is None]

    @property
    def highest_position(self) -> str | None:
        """The position of one's own highest face-up card, the first of equals."""
        visible = {position: card for position, card in self.mine.items() if card is not None}
        return max(visible, key=visible.__getitem__, default=None)

    @property
    def highest_card(self) -> Card | None:
        """One's own highest face-up card; None if there is none."""
        position = self.highest_position
        return None if position is None else self.mine[position]


_CLASSES: dict[str, type[Observation]] = {}
"""The class of each game's observations, as far as it has one of its own."""


def class_of(game: Game) -> type[Observation]:
    """Return the class of a game's observations."""
    return _CLASSES.get(game.name, GridObservation if game.grids else Observation)


@functools.cache
def public_fields(seen: Any) -> dict[str, str]:
    """Return the kind of each public field of the engine's observation, by name."""
    fields = [(f.name, f.metadata) for f in dataclasses.fields(seen)]
    return {
        name: about["text"]
        for name, about in fields
        if about["text"] != "size" or about["seen"] == "public"
    }


@functools.cache
def _positions(columns: int) -> list[str]:
    """Return the names of a grid's positions, row by row."""
    return [position_text(cell, columns) for cell in range(MAX_CELLS)]


def _is_unknown(hand: Any, seat: int) -> bool:
    """Return True if a seat's hand is unknown, since the game is played with physical cards."""
    return UNKNOWN in (hand[seat] if isinstance(hand, list) else [hand])


_READABLE: dict[str, Callable[[Observation, str], Any]] = {
    "phase": lambda o, name: o._game.phases[getattr(o._seen, name)],
    "card": lambda o, name: o._number(getattr(o._seen, name)),
    "pile": lambda o, name: o._numbers(getattr(o._seen, name)[: getattr(o._seen, f"{name}_size")]),
    "seats": lambda o, name: o._by_seat(name),
    "by building pile": lambda o, name: getattr(o._seen, name)[: o._codes.building_piles],
    "cards": lambda o, name: o._numbers(o._by_seat(name)),
    "hands": lambda o, name: [
        o._numbers([card for card in hand if card != NO_CARD]) for hand in o._by_seat(name)
    ],
    "building piles": lambda o, name: o._piles(name)[: o._codes.building_piles],
    "discard piles": lambda o, name: o._discard_piles(name),
    "size": lambda o, name: o._sizes(name),
    "known": lambda o, name: o._known_cards(),
    "effect": lambda o, name: ["", *o._deck.effects][getattr(o._seen, name)] or None,
    "place": lambda o, name: o._place(getattr(o._seen, name)),
    "passed": lambda o, name: [o._place(n) for n in passed_places(getattr(o._seen, name))],
    "grid": lambda o, name: [o._grid(row) for row in o._by_seat(name)],
}
"""The converter of each kind of field; fields of other kinds stay as they are."""
