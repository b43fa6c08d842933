"""Cards that lie hidden at a table with paper cards, and how they get their names.

The state of such a game is one possible world.  Where nobody can look there lie cards too,
any of those that are left.  When one turns up it is named: the card that was supposed there
changes places with an equal one that lies hidden elsewhere and has no name.  So every state
is one that the rules know, and a card that the deck hasn't got is refused at once.

A hidden place is ``hand`` (the card just drawn; in Skip-Bo the card that is played from the
hand), ``draw 1`` (the draw pile's top card, and so on), ``0:a1`` (a place in a grid),
``0:stock`` (in Skip-Bo the card of that seat's stock pile that turns up next), and while a
deal waits ``discard`` (the card that starts the discard pile).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import MAX_PEEK
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import NO_CARD, NOBODY, UNKNOWN
from skyjo_widget.engine.paper.grids import GRID_PLACES
from skyjo_widget.engine.paper.places import HAND, Hidden, Place
from skyjo_widget.engine.paper.skipbo import SKIPBO_PLACES
from skyjo_widget.engine.skipbo import rules as skipbo
from skyjo_widget.engine.skipbo.notation import FROM_HAND, MAX_PILES, WILD_IN_HAND
from skyjo_widget.errors import RulesError


class Paper:
    """Which hidden cards of a game have a name.

    Parameters
    ----------
    game : Game
    codes : twin
        The rule codes.
    deck : Deck

    Attributes
    ----------
    names : dict of str to int
        The hidden places whose card is known to who writes, and the card.
    anew : bool
        Whether the draw pile was made anew in this round.
    no_draw : dict of int to int or None
        The seats that draw nothing in their next turn, as a referee has decided; once that
        turn has begun, how many cards its hand held.
    """

    def __init__(self, game: Game, codes: Any, deck: Deck) -> None:
        self.game, self.codes, self.deck = game, codes, deck
        self.hidden: Hidden = SKIPBO_PLACES if game.private_hands else GRID_PLACES
        self.names: dict[str, int] = {}
        self.anew = False
        self.no_draw: dict[int, int | None] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Be put aside without the game, which is known by its name."""
        return _remade, (
            self.game.name,
            self.codes,
            self.deck,
            self.names,
            self.anew,
            self.no_draw,
        )

    def copy(self) -> Paper:
        """Another one that shares nothing that changes."""
        made = type(self)(self.game, self.codes, self.deck)
        made.names, made.anew, made.no_draw = dict(self.names), self.anew, dict(self.no_draw)
        return made

    # What is to be named

    def needed(self, s: Any, action: int | None = None) -> tuple[str, ...]:
        """The hidden cards without a name that an action shows, or else what comes next."""
        if action is None:
            shown = self.hidden.due(s, self.codes)
        else:
            shown = self.hidden.shown(s, self.codes, action)
            if self.spoken(action).get(HAND, self.names.get(HAND)) != self.names.get(HAND):
                return (HAND,)  # another card of the hand was named
        return tuple(name for name in shown if name not in self.names)

    def needed_for_penalty(self, s: Any, seat: int) -> tuple[str, ...]:
        """The same before a referee's penalty: an empty stock pile shows its first card."""
        name = f"{seat}:stock"
        shows = s.stock_left[seat] == 0 and s.draw_size > 0
        return (name,) if shows and name not in self.names else ()

    def left(self, s: Any, where: str) -> Counter[int]:
        """How many of each card a hidden place could hold.

        Raises
        ------
        RulesError
            If no hidden card lies there.
        """
        places = self._places(s)
        there = self._find(s, places, where)
        cards = [place.card for place in self._free(places) if place.pile == there.pile]
        return Counter(cards + ([there.card] if where in self.names else []))

    def all_left(self, s: Any) -> dict[str, Counter[int]]:
        """The same of every hidden place without a name, counted once."""
        places = self._places(s)
        free = self._free(places)
        counts = {
            pile: Counter(place.card for place in free if place.pile == pile) for pile in (0, 1)
        }
        return {p.name: counts[p.pile] for p in places if p.name and p.name not in self.names}

    def legal(self, s: Any) -> list[int]:
        """What the seat to act could do, whatever it holds that nobody has named."""
        game, r = self.game, self.codes
        if not self.conceals(s):
            return game.legal_actions(s, r)
        places = self._places(s)
        pile = next((p.pile for p in places if p.name == HAND), 0)
        cards = {p.card for p in self._free(places) if p.pile == pile}
        cards |= {self.names[HAND]} if HAND in self.names else set()
        found: set[int] = set()
        for world in self.hidden.possible(s, r, sorted(cards)):
            found.update(game.legal_actions(world, r))
        return sorted(found)

    def holding(self, s: Any) -> dict[int, set[int]]:
        """What a seat could do, by the card that it may have drawn; of grids, if it has no name."""
        if self.game.private_hands or not self.conceals(s):
            return {}
        cards = sorted(self.left(s, HAND))
        worlds = self.hidden.possible(s, self.codes, cards)
        return {
            card: set(self.game.legal_actions(world, self.codes))
            for card, world in zip(cards, worlds, strict=True)
        }

    def conceals(self, s: Any) -> bool:
        """Whether the seat to act holds cards that nobody has named."""
        if self.game.actor(s) == NOBODY:
            return False
        if self.game.private_hands:
            return bool(s.hand_size[s.seat] > 0)
        return bool(s.hand != NO_CARD and HAND not in self.names)

    def blind(self, s: Any) -> bool:
        """Whether the seat to act sees more than anybody has named."""
        looks = not self.game.private_hands and hasattr(s, "looked") and s.looked > 0
        unnamed = {f"draw {k + 1}" for k in range(s.looked)} - set(self.names) if looks else ()
        return self.conceals(s) or bool(unnamed)

    def spoken(self, action: int) -> dict[str, int]:
        """The card that an action names itself: in Skip-Bo one of the hand."""
        if not self.game.private_hands or action == skipbo.PASS:
            return {}
        first = skipbo.DISCARD_FIRST
        source = (action - (first if action >= first else skipbo.PLAY_FIRST)) // MAX_PILES
        source += FROM_HAND if action >= first else 0
        if source < FROM_HAND:
            return {}
        return {HAND: self.codes.wild if source == WILD_IN_HAND else source - FROM_HAND}

    # Naming

    def name(self, s: Any, where: str, card: int) -> None:
        """Let a card lie at a hidden place.

        Raises
        ------
        RulesError
            If no hidden card lies there, or none like this can: with what was counted where.
        """
        places = self._places(s)
        there = self._find(s, places, where)
        if where in self.names and where == HAND and self.game.private_hands:
            del self.names[HAND]  # another card of the hand is meant
            there = self._find(s, places, where)
        if there.card != card:
            free = [p for p in self._free(places) if p.pile == there.pile and p.key != there.key]
            other = next((p for p in free if p.card == card), None)
            if self.game.private_hands and where == HAND:
                own = s.hand[s.seat]
                other = next((p for p in free if p.cards is own and p.card == card), other)
                if other is not None and other.cards is own:
                    there = other  # it was supposed in the hand already
            if other is None:
                raise RulesError(self._why_not(s, where, card))
            there.card, other.card = card, there.card
        self.names[where] = card
        self.hidden.tidy(s, self.codes)

    def forget(self) -> None:
        """The cards were gathered: nothing has a name."""
        self.names, self.anew, self.no_draw = {}, False, {}

    def check_named(self, places: Sequence[str]) -> None:
        """Raise `RulesError` if one of these hidden cards has no name."""
        if unnamed := [name for name in places if name not in self.names]:
            raise RulesError(
                f"which card was it? Not named: {', '.join(unnamed)}, which is shown now"
            )

    def shift(self, by: int) -> None:
        """The cards of the draw pile lie so much lower now."""
        self.names = {
            f"draw {k}" if name.startswith("draw") else name: card
            for name, card in self.names.items()
            if not name.startswith("draw") or 1 <= (k := int(name[5:]) + by) <= MAX_PEEK
        }

    def hold_back(self, before: Any, s: Any) -> None:
        """Give back what a seat drew for a turn in which it draws nothing.

        An empty hand is filled all the same: there would be nothing to play.
        """
        seat = s.seat
        if seat not in self.no_draw:
            return
        if s.turn != before.turn or seat != before.seat:
            self.no_draw[seat] = before.hand_size[seat]
        size = self.no_draw[seat]
        if size is None or s.phase != skipbo.TURN:
            return
        del self.no_draw[seat]
        while 0 < size < s.hand_size[seat]:
            s.hand_size[seat] -= 1
            last = s.hand_size[seat]
            s.draw[s.draw_size], s.hand[seat][last] = s.hand[seat][last], NO_CARD
            s.draw_size += 1

    def follow(self, before: Any, s: Any, action: int | None = None) -> None:
        """Keep the names right after an action, a shuffle or a penalty."""
        kept = self.hidden.follow(self.names, before, s, self.codes, action)
        there = {place.name for place in self.hidden.places(s, self.codes, anew=self.anew)}
        self.names = {name: card for name, card in kept.items() if name in there}
        self.hidden.tidy(s, self.codes)

    def refused(self, s: Any, action: int | None) -> Any:
        """The state that tells why an action isn't legal, whatever lies hidden."""
        known = self.known(s)
        for card in self.spoken(action).values() if action is not None else ():
            if known.hand_size[s.seat]:
                known.hand[s.seat][0] = card
        return known

    def known(self, s: Any) -> Any:
        """The state as far as it is known: `UNKNOWN` where a card has no name."""
        seen = copy(s)
        for place in self._free(self._places(seen)):
            place.card = UNKNOWN
        if not self.game.private_hands and hasattr(seen, "known"):
            for p in range(self.codes.players):  # what was looked at lies on the draw pile
                for k in range(seen.known_size[p]):
                    seen.known[p][k] = seen.draw[seen.draw_size - 1 - k]
        return seen

    def dealt_anew(self, s: Any, rng: Any) -> Any:
        """Another world that looks the same to the seat to act."""
        world, eyes = copy(s), self.copy()
        eyes.names = {name: card for name, card in self.names.items() if name == HAND}
        places = eyes._free(eyes._places(world))
        for pile in sorted({place.pile for place in places}):
            some = [place for place in places if place.pile == pile]
            cards = [place.card for place in some]
            for place, k in zip(some, rng.permutation(len(some)), strict=True):
                place.card = cards[k]
        self.hidden.tidy(world, self.codes)
        return world

    def _places(self, s: Any) -> list[Place]:
        return list(self.hidden.places(s, self.codes, anew=self.anew))

    def _free(self, places: list[Place]) -> list[Place]:
        """The places whose card has no name, each once."""
        taken = {p.key for p in places if p.name in self.names and p.name != HAND}
        for place in places:
            if place.name == HAND and self.names.get(HAND) == place.card:
                taken.add(place.key)
                break  # of a hand one card alone is named
        return list({p.key: p for p in reversed(places) if p.key not in taken}.values())[::-1]

    def _find(self, s: Any, places: list[Place], where: str) -> Place:
        named = self.names.get(where)
        found = [place for place in places if where and place.name == where]
        there = next((p for p in found if p.card == named), found[0] if found else None)
        if there is None:
            names = dict.fromkeys(place.name for place in places if place.name)
            raise RulesError(
                f"{where!r:.60} is no place where a hidden card lies now; there are "
                + (", ".join(names) or "none")
            )
        return there

    def _why_not(self, s: Any, where: str, card: int) -> str:
        """Why a card can't lie at a place: where all like it are."""
        kind = self.deck.kinds[card]
        counted = [
            f"{label} {cards.count(card)}"
            for label, cards in self.hidden.lying(s, self.codes)
            if card in cards
        ]
        places = self._places(s)
        for name, named in self.names.items():
            if named == card and name != where:
                counted.append(f"{name} 1")
        there = self._find(s, places, where)
        elsewhere = sum(p.card == card for p in self._free(places) if p.pile != there.pile)
        if elsewhere:
            counted.append(f"the {'draw pile' if there.pile else 'grids, face down'} {elsewhere}")
        return (
            f"the card at {where!r} can't be {kind.card}: the deck has {kind.count}, "
            f"and they are counted already: {', '.join(counted)}"
        )


def _remade(name: str, codes: Any, deck: Deck, *parts: Any) -> Paper:
    made = Paper(GAMES[name], codes, deck)
    made.names, made.anew, made.no_draw = parts
    return made
