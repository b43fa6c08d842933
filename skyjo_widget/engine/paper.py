"""Hidden cards at a table with paper cards, and their naming.

The state of such a game is one possible world: hidden places hold supposed cards, any of those
that are left.  When a card turns up it is named: the card that was supposed there is swapped with
an equal one to the named card that lies hidden elsewhere without a name.  So every state is valid
under the rules, and a card that the deck hasn't got is refused at once.

A hidden place is ``hand`` (the card just drawn; in Skip-Bo the card that is played from the
hand), ``draw 1`` (the draw pile's top card, and so on), ``0:a1`` (a place in a grid),
``0:stock`` (in Skip-Bo the card of that seat's stock pile that turns up next), and before a
deal ``discard`` (the card that starts the discard pile).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import MAX_PEEK
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.paper import HAND, PaperRules, Place
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import NOBODY, UNKNOWN
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    import numpy as np

    from skyjo_widget.engine.core.twins import CodesTwin, StateTwin

State = TypeVar("State", bound="StateTwin")


class Paper:
    """The hidden cards of a game that are named.

    Parameters
    ----------
    game : Game
    codes : twin
        The rule codes.
    deck : Deck

    Raises
    ------
    RulesError
        If the game has no paper rules.

    Attributes
    ----------
    names : dict of str to int
        The named cards, by hidden place.
    recycled : bool
        Whether the draw pile was recycled in this round.
    no_draw : dict of int to int or None
        The seats that draw nothing in their next turn, as a referee has decided, each with the
        number of cards in its hand once that turn has begun.
    """

    game: Game
    codes: CodesTwin
    deck: Deck

    def __init__(self, game: Game, codes: CodesTwin, deck: Deck) -> None:
        self.game, self.codes, self.deck = game, codes, deck
        if game.paper is None:
            raise RulesError("{name} can't be recorded with paper cards", name=game.name)
        self.rules: PaperRules[Any, Any] = game.paper
        self.names: dict[str, int] = {}
        self.recycled: bool = False
        self.no_draw: dict[int, int | None] = {}

    def __reduce__(self) -> tuple[Callable[..., Paper], tuple[object, ...]]:
        """Pickle without the game, which is found by its name."""
        return _remade, (
            self.game.name,
            self.codes,
            self.deck,
            self.names,
            self.recycled,
            self.no_draw,
        )

    def copy(self) -> Paper:
        """Return a deep copy."""
        paper = type(self)(self.game, self.codes, self.deck)
        paper.names, paper.recycled, paper.no_draw = (
            dict(self.names),
            self.recycled,
            dict(self.no_draw),
        )
        return paper

    # Cards that must be named

    def needed(self, s: StateTwin, action: int | None = None) -> tuple[str, ...]:
        """List the unnamed hidden cards that an action, or the next shuffle or score, shows."""
        if action is None:
            places = self.rules.due(s, self.codes)
        else:
            places = self.rules.places_shown(s, self.codes, action)
            if self.spoken(action).get(HAND, self.names.get(HAND)) != self.names.get(HAND):
                return (HAND,)  # the named card of the hand is another one
        return tuple(name for name in places if name not in self.names)

    def needed_for_penalty(self, s: StateTwin, seat: int) -> tuple[str, ...]:
        """List those that a penalty shows."""
        return tuple(n for n in self.rules.shown_by_penalty(s, seat) if n not in self.names)

    def left(self, s: StateTwin, where: str) -> Counter[int]:
        """Count the cards that a hidden place could hold.

        Raises
        ------
        RulesError
            If no hidden card lies there.
        """
        places = self._places(s)
        there = self._find(s, places, where)
        cards = [place.card for place in self._free(places) if place.pile == there.pile]
        return Counter(cards + ([there.card] if where in self.names else []))

    def all_left(self, s: StateTwin) -> dict[str, Counter[int]]:
        """Count the cards that each unnamed hidden place could hold, by place."""
        places = self._places(s)
        free = self._free(places)
        counts = {
            pile: Counter(place.card for place in free if place.pile == pile) for pile in (0, 1)
        }
        return {p.name: counts[p.pile] for p in places if p.name and p.name not in self.names}

    def legal(self, s: StateTwin) -> list[int]:
        """Return the union of the legal actions over all hands consistent with the named cards."""
        game, r = self.game, self.codes
        if not self.conceals(s):
            return game.legal_actions(s, r)
        places = self._places(s)
        pile = next((p.pile for p in places if p.name == HAND), 0)
        cards = {p.card for p in self._free(places) if p.pile == pile}
        cards |= {self.names[HAND]} if HAND in self.names else set()
        actions: set[int] = set()
        for world in self.rules.possible(s, r, sorted(cards)):
            actions.update(game.legal_actions(world, r))
        return sorted(actions)

    def holding(self, s: StateTwin) -> dict[int, set[int]]:
        """Return the legal actions for each card that the seat to act may have drawn.

        Empty if the drawn card is named, and in games with private hands.
        """
        if self.game.private_hands or not self.conceals(s):
            return {}
        cards = sorted(self.left(s, HAND))
        worlds = self.rules.possible(s, self.codes, cards)
        return {
            card: set(self.game.legal_actions(world, self.codes))
            for card, world in zip(cards, worlds, strict=True)
        }

    def conceals(self, s: StateTwin) -> bool:
        """Return whether the seat to act holds unnamed cards."""
        return self.game.actor(s) != NOBODY and self.rules.conceals(s, self.names)

    def blind(self, s: StateTwin) -> bool:
        """Return whether the seat to act sees unnamed cards."""
        seen = {f"draw {k + 1}" for k in range(self.rules.looked_at(s))}
        return self.conceals(s) or bool(seen - set(self.names))

    def spoken(self, action: int) -> dict[str, int]:
        """Return the card that an action's notation names: in Skip-Bo one of the hand."""
        return self.rules.spoken(self.codes, action)

    # Naming

    def name(self, s: StateTwin, where: str, card: int) -> None:
        """Name the card at a hidden place.

        Raises
        ------
        RulesError
            If no hidden card lies there, or this one can't: with the counts of its like.
        """
        places = self._places(s)
        there = self._find(s, places, where)
        own = self.rules.own_hand(s) if where == HAND else None
        if own is not None and where in self.names:
            del self.names[HAND]  # another card of the hand is meant
            there = self._find(s, places, where)
        if there.card != card:
            free = [p for p in self._free(places) if p.pile == there.pile and p.key != there.key]
            other = next((p for p in free if p.card == card), None)
            if own is not None:
                other = next((p for p in free if p.cards is own and p.card == card), other)
                if other is not None and other.cards is own:
                    there = other  # it was supposed in the hand already
            if other is None:
                raise RulesError(self._why_not(s, where, card))
            there.card, other.card = card, there.card
        self.names[where] = card
        self.rules.tidy(s, self.codes)

    def forget(self) -> None:
        """Forget all names, when the cards are gathered."""
        self.names, self.recycled, self.no_draw = {}, False, {}

    def check_named(self, places: Sequence[str]) -> None:
        """Raise `RulesError` if one of these hidden cards has no name."""
        if unnamed := [name for name in places if name not in self.names]:
            raise RulesError(
                "which card was it? Not named: {unnamed}, which is shown now",
                unnamed=", ".join(unnamed),
            )

    def shift(self, by: int) -> None:
        """Shift the names of the draw pile's cards, which lie so much lower now."""
        self.names = {
            f"draw {k}" if name.startswith("draw") else name: card
            for name, card in self.names.items()
            if not name.startswith("draw") or 1 <= (k := int(name[5:]) + by) <= MAX_PEEK
        }

    def hold_back(self, before: StateTwin, s: StateTwin) -> None:
        """Return the cards that a seat drew for a turn in which it draws nothing."""
        self.rules.hold_back(self.no_draw, before, s)

    def follow(self, before: StateTwin, s: StateTwin, action: int | None = None) -> None:
        """Update the names after an action, a shuffle or a penalty."""
        kept = self.rules.follow(self.names, before, s, self.codes, action)
        there = {place.name for place in self.rules.places(s, self.codes, recycled=self.recycled)}
        self.names = {name: card for name, card in kept.items() if name in there}
        self.rules.tidy(s, self.codes)

    def refused(self, s: State, action: int | None) -> State:
        """Return the state for explaining an illegal action: unnamed cards are unknown."""
        seen = self.visible(s)
        hand = self.rules.own_hand(seen)
        for card in self.spoken(action).values() if action is not None else ():
            if hand is not None and self.rules.conceals(seen, {}):
                hand[0] = card
        return seen

    def visible(self, s: State) -> State:
        """Return a copy of the state with `UNKNOWN` for unnamed cards."""
        seen = copy(s)
        for place in self._free(self._places(seen)):
            place.card = UNKNOWN
        self.rules.tidy(seen, self.codes)
        return seen

    def dealt_anew(self, s: State, rng: np.random.Generator) -> State:
        """Sample another world with the same observation for the seat to act."""
        world, eyes = copy(s), self.copy()
        eyes.names = {name: card for name, card in self.names.items() if name == HAND}
        places = eyes._free(eyes._places(world))
        for pile in sorted({place.pile for place in places}):
            some = [place for place in places if place.pile == pile]
            cards = [place.card for place in some]
            for place, k in zip(some, rng.permutation(len(some)), strict=True):
                place.card = cards[k]
        self.rules.tidy(world, self.codes)
        return world

    def _places(self, s: StateTwin) -> list[Place]:
        return list(self.rules.places(s, self.codes, recycled=self.recycled))

    def _free(self, places: list[Place]) -> list[Place]:
        """List the places whose card has no name, each once."""
        taken = {p.key for p in places if p.name in self.names and p.name != HAND}
        for place in places:
            if place.name == HAND and self.names.get(HAND) == place.card:
                taken.add(place.key)
                break  # of a hand one card alone is named
        return list({p.key: p for p in reversed(places) if p.key not in taken}.values())[::-1]

    def _find(self, s: StateTwin, places: list[Place], where: str) -> Place:
        named = self.names.get(where)
        namesakes = [place for place in places if where and place.name == where]
        there = next((p for p in namesakes if p.card == named), namesakes[0] if namesakes else None)
        if there is None:
            names = dict.fromkeys(place.name for place in places if place.name)
            raise RulesError(
                "{where!r:.60} is no place where a hidden card lies now; there are {names}",
                where=where,
                names=", ".join(names) or _("none"),
            )
        return there

    def _why_not(self, s: StateTwin, where: str, card: int) -> str:
        """Explain why a card can't lie at a place, by the places of all equal ones."""
        kind = self.deck.kinds[card]
        counted = [
            _("{label} {count}", label=label, count=cards.count(card))
            for label, cards in self.rules.lying(s, self.codes)
            if card in cards
        ]
        places = self._places(s)
        for name, named in self.names.items():
            if named == card and name != where:
                counted.append(_("{label} {count}", label=name, count=1))
        there = self._find(s, places, where)
        elsewhere = sum(p.card == card for p in self._free(places) if p.pile != there.pile)
        if elsewhere:
            pile = _("the draw pile") if there.pile else _("the grids, face down")
            counted.append(_("{label} {count}", label=pile, count=elsewhere))
        return _(
            "the card at {where!r} can't be {card}: the deck has {count}, and "
            "they are counted already: {counted}",
            where=where,
            card=kind.card,
            count=kind.count,
            counted=", ".join(counted),
        )


def _remade(name: str, codes: CodesTwin, deck: Deck, *parts: Any) -> Paper:
    paper = Paper(GAMES[name], codes, deck)
    paper.names, paper.recycled, paper.no_draw = parts
    return paper
