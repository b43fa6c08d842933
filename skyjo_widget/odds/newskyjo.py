"""Exact odds of NewSkyjo: as in Skyjo, with effects and known cards of the draw pile.

Cards of the draw pile that the seat has looked at aren't unseen: it knows their depth, or that they
are among the next so many.  The others may lie anywhere.  A drawn card of the same kind as one that
the seat knew to be among the next counts as that one, as in the game's own bookkeeping
(`skyjo_widget.engine.newskyjo.knowledge`); where that may be wrong, the value is marked inexact.

Conventions
    An effect's influence on the turn order, and a look at the draw pile, change no points now; nor
    do hidden cards that are turned up, a card that is given away, and a protected grid.
    The points that effects count at the end of the round are in the expected score and in the law
    of the score, which is simulated where unseen cards have some; not in the worth of an action.
    A seat that picks the swap itself takes the one that is best for it; if somebody else picks,
    the worst is assumed: a neighbour's gain is one's own loss.
    A kept card is worth its effect followed by its best placement.
    A turned card's effect counts, also that of the card turned after a discard; within ``draw``
    that is computed as if the drawn card were still unseen, which is close, and marked inexact.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from math import gcd
from typing import Any

import numpy as np

from skyjo_widget.engine.cards.effects import ANY, GIVEN, NOT_PICKED, OF_PLAYER, OWN
from skyjo_widget.engine.core.positions import parse_place, place_text, position_text
from skyjo_widget.engine.limits import NO_CARD, NO_PLACE, UNKNOWN
from skyjo_widget.engine.newskyjo.rules import (
    GIVE,
    NO_EFFECT,
    ORDER,
    PICK_HIDDEN,
    SETUP,
    can_land,
    lands_on,
    points_of,
)
from skyjo_widget.odds.grid_columns import EXACT, GONE, HIDDEN, Cells, Means, ways_to_lie
from skyjo_widget.odds.grids import Grid, GridOdds, Kind, Placement
from skyjo_widget.odds.html import Page
from skyjo_widget.odds.law import Law
from skyjo_widget.odds.newskyjo_swaps import EffectOutcome, LandingValue, Swaps
from skyjo_widget.odds.plain_text import PlainText
from skyjo_widget.odds.unseen import signed
from skyjo_widget.odds.valued import Branch, Valued
from skyjo_widget.strategies.observation import rulebook
from skyjo_widget.util.validation import whole_number


class NewSkyjoOdds(GridOdds):
    """Exact odds for a seat of NewSkyjo; see `GridOdds`.

    `unseen` are the cards that may lie anywhere: cards of the draw pile that the seat knows aren't
    among them.
    """

    # Cards

    def _seen_cards(self) -> list[int]:
        cards = [card for card, _ in self._known_cards]
        return [*super()._seen_cards(), self._o.kept, *cards]

    def _seen_of_pile(self) -> list[int]:
        return [*super()._seen_of_pile(), *(card for card, _ in self._known_cards)]

    @functools.cached_property
    def _known_cards(self) -> list[tuple[int, int]]:
        """The known cards of the draw pile, each with the depth up to which it may lie.

        A card that somebody else has just drawn counts as the first of the next cards.
        """
        o, me = self._o, self.seat
        if self.memory == "table" and not (o.phase == ORDER and o.seat == me):
            return []
        size = o.known_size[me]
        cards = list(zip(o.known[me][:size], o.known_to[me][:size], strict=True))
        if o.hand < 0:
            return cards
        in_hand = next((k for k in cards if k == (o.hand, cards[0][1])), None)
        if in_hand:
            cards.remove(in_hand)
        return [(card, to - 1) for card, to in cards]

    @property
    def _known_next(self) -> tuple[list[int], int]:
        """The known cards that may be the next draw, and the number of cards they lie among."""
        at, begin = 1 + (self._o.hand == UNKNOWN), 0
        for end in sorted({to for _, to in self._known_cards}):
            if at <= end:
                return [card for card, to in self._known_cards if to == end], end - begin
            begin = end
        return [], 1

    @functools.cached_property
    def _next_kinds(self) -> dict[Kind, int]:
        if self._recycled:
            return self._by_kind(self._recycling())
        coming, among = self._known_next
        every = self._pile_kinds.total() or 1
        copies = {card: n * (among - len(coming)) for card, n in self._pile_kinds.items()}
        for card in coming:
            copies[card] = copies.get(card, 0) + every
        shared = gcd(*copies.values()) or 1
        counts: dict[Kind, int] = {}
        for card, n in sorted(copies.items()):
            if n:
                kind = Kind(self._number(card), self._effect(card))
                counts[kind] = counts.get(kind, 0) + n // shared
        return counts

    def _effect(self, card: int) -> int:
        return int(self._r.effect[card])

    def _effect_key(self, effect: int) -> str | None:
        return self._effect_keys[effect]

    @functools.cached_property
    def _effect_keys(self) -> list[str | None]:
        return [None, *rulebook(self._seen).deck.effects]

    @functools.cached_property
    def kinds(self) -> dict[tuple[int, str | None], int]:
        """The number of unseen cards of each kind: a pair of a number and an effect or None."""
        counts = self._by_kind(self._kinds.elements())
        return {(kind.value, self._effect_key(kind.effect)): n for kind, n in counts.items()}

    @functools.cached_property
    def next_effects(self) -> dict[str, Fraction]:
        """The probability of each effect on the next card of the draw pile."""
        every = self.next_draw.total
        chances: dict[str, Fraction] = {}
        for kind, n in self._next_kinds.items():
            key = self._effect_key(kind.effect)
            if key is not None:
                chances[key] = chances.get(key, Fraction(0)) + Fraction(n, every)
        return dict(sorted(chances.items(), key=lambda item: (-item[1], item[0])))

    @property
    def effect_next(self) -> Fraction:
        """The probability that the next card of the draw pile has an effect."""
        return sum(self.next_effects.values(), Fraction(0))

    # Points that effects count

    def mean_of(self, seat: int) -> Fraction:
        """Return a seat's expected raw score, if the round ended now, as seen by this seat.

        Points of effects are counted as if no column were cleared at the reveal.
        """
        mean = super().mean_of(seat)
        if not self._r.has_points:
            return mean
        r, unseen = self._r, list(self._down_kinds.elements())
        total = Fraction(self._o.bonus[seat])
        for cell, card in enumerate(self._o.grid[seat][: r.cells]):
            if card == UNKNOWN and unseen:
                total += Fraction(sum(points_of(r, kind, cell) for kind in unseen), len(unseen))
            else:
                total += points_of(r, card, cell)
        return mean + total

    def score(self, rng: np.random.Generator | None = None, worlds: int = 20_000) -> Law:
        """Return the probability law of S, as of any grid game, with the points of effects."""
        r = self._r
        if not r.has_points:
            return super().score(rng, worlds)
        scoring = any(r.points[r.effect[kind]] for kind in self._down_kinds.elements())
        if scoring or ways_to_lie(self.columns) > EXACT:
            return self.simulated_score(rng, worlds)
        exact, points = super().score(rng, worlds), self._visible_points()
        chances = {value + points: chance for value, chance in exact.items()}
        return Law(chances, "S", lang=self.lang)

    def simulated_score(self, rng: np.random.Generator | None = None, worlds: int = 20_000) -> Law:
        """Return the same law, always by simulation."""
        if not self._r.has_points:
            return super().simulated_score(rng, worlds)
        worlds = whole_number("worlds", worlds)
        rng = rng or np.random.default_rng(0)
        unseen = np.array(list(self._down_kinds.elements()), np.int64)
        counts = Counter(self._world_score(rng.permutation(unseen)) for _ in range(worlds))
        chances = {total: Fraction(n, worlds) for total, n in sorted(counts.items())}
        return Law(chances, "S", worlds=worlds, lang=self.lang)

    def _visible_points(self) -> int:
        r, o = self._r, self._o
        row = enumerate(o.grid[self.seat][: r.cells])
        return int(o.bonus[self.seat] + sum(points_of(r, card, cell) for cell, card in row))

    def _world_score(self, cards: Any) -> int:
        """Return one's own raw score when these cards lie face down, in this order."""
        r, at, row = self._r, 0, list(self._o.grid[self.seat][: self._r.cells])
        for cell, card in enumerate(row):
            if card == UNKNOWN:
                row[cell], at = int(cards[at]), at + 1
        for column in range(r.columns if self.clear else 0):
            cells = range(column, r.cells, r.columns)
            for value in {r.value[row[cell]] for cell in cells if row[cell] >= 0}:
                equal = [cell for cell in cells if row[cell] >= 0 and r.value[row[cell]] == value]
                for cell in equal[: len(equal) // r.clear * r.clear]:
                    row[cell] = NO_CARD
        lying = [(cell, card) for cell, card in enumerate(row) if card >= 0]
        points = sum(r.value[card] + points_of(r, card, cell) for cell, card in lying)
        return int(points + self._o.bonus[self.seat])

    # HTML and text

    def _with_effect(self) -> dict[int, int]:
        counts: dict[int, int] = {}
        for kind, n in self._hidden_kinds.items():
            counts[kind.value] = counts.get(kind.value, 0) + (n if kind.effect else 0)
        return counts

    def _effect_sections(self, page: Page) -> Iterator[str]:
        title = page.text("effect_next", chance=page.percent(self.effect_next))
        chances: dict[str, Fraction] = {}
        for key, chance in self.next_effects.items():
            chances[page.effect(key)] = chances.get(page.effect(key), Fraction(0)) + chance
        rows = "".join(
            f"<tr><td>{name}</td><td>{chance.numerator}/{chance.denominator}</td>"
            f'<td class="number">{escape(page.percent(chance))}</td></tr>'
            for name, chance in sorted(chances.items(), key=lambda item: -item[1])
        )
        if rows:
            table = f'<div class="scroll"><table>{rows}</table></div>'
            inside = f'<div class="inside">{table}</div>'
            yield f'<details class="more"><summary>{title}</summary>{inside}</details>'

    def _effect_lines(self, texts: PlainText) -> Iterator[str]:
        joint = texts("joint")
        effects = ", ".join(
            f"{texts.effect(key)}{joint}{chance}" for key, chance in self.next_effects.items()
        )
        chance = texts("effect_next", chance=texts.percent(self.effect_next))
        yield f"{chance} ({effects})" if effects else chance

    # The worth of an action

    def _valued(self, action: str) -> Valued:
        o, r = self._o, self._r
        kind, _, where = action.partition(" ")
        if kind == "pass":
            return Valued(action, Fraction(0), "+0")
        if kind == "keep":
            effect = self._effect(o.hand)
            landing = self._landing_value(self._number(o.hand), effect, self._means)
            return self._effect_value(action, effect, self._best_outcome(effect, landing=landing))
        if o.phase == GIVE:  # it touches no card of one's own
            return Valued(action, Fraction(0), "+0")
        if kind in ("order", "decline") or o.phase == PICK_HIDDEN:
            effect = NO_EFFECT if kind == "decline" else o.effect
            outcome = self._best_outcome(effect, landing=self._pending())
            return self._effect_value(action, effect, outcome)
        if kind == "pick":
            place = parse_place(where, r.columns, r.cells, r.players)
            return self._effect_value(action, o.effect, self._pick_outcome(place))
        return super()._valued(action)

    def _in_hand(self) -> int:
        return self._number(self._o.kept) if self._o.kept >= 0 else super()._in_hand()

    def _top(self) -> int | None:
        return self._discard_top() if self._o.discard_size else None

    def _pending(self) -> LandingValue | None:
        """Return the valuation of placing one's own kept card, if there is one."""
        o = self._o
        if o.kept < 0 or o.on_turn != self.seat:
            return None
        return self._landing_value(self._number(o.kept), self._effect(o.kept), self._means)

    def _effect_value(self, action: str, effect: int, outcome: EffectOutcome) -> Valued:
        """Return an effect's value with its formula: the swap, then the kept card's placement."""
        o, means = self._o, self._means
        points = Fraction(outcome.change) / means.scale
        parts, rest = [], Fraction(0)
        key = self._effect_key(effect)
        if key:
            for before, after in zip(self._grid, outcome.grid, strict=True):
                rest += Fraction(means.of(after) - means.of(before), means.scale)
            swapped = " ↔ ".join(
                place_text(placed.place, self._r.columns, self.seat)
                for placed in outcome.swap or ()
            )
            parts.append(f"{key}{' ' + swapped if swapped else ''}: {signed(rest)}")
        card = o.hand if action == "keep" else o.kept if o.on_turn == self.seat else -1
        if card >= 0:
            value, own_effect = self._number(card), self._effect(card)
            landed = self._best_placement(outcome.grid, value, own_effect, means)
            if landed is not None:
                where = position_text(landed.cell, self._r.columns)
                parts.append(f"place {where}: {landed.terms}")
                rest += landed.change
        if key and len(parts) == 1:
            return Valued(action, points, parts[0])
        equals = ("=" if rest == points else "≈") if parts else ""
        return Valued(action, points, f"{', '.join(parts)} {equals} {signed(points)}".lstrip())

    # Placing a kept card

    def _landing_value(self, card: int, effect: int, means: Means) -> LandingValue:
        """Return a function that values a kept card's best placement, after its effect."""

        def lands(grid: Grid, revealed: bool) -> Fraction | int:
            if revealed:  # a hidden card was revealed first, so one card fewer is unseen
                expected = Fraction(0)
                for value in means.unseen.counts:
                    after = means.without(value)
                    change = self._kept_change(grid, card, effect, after)
                    expected += means.unseen.chance(value) * change / after.scale
                return expected * means.scale
            return self._kept_change(grid, card, effect, means)

        return lands

    def _kept_change(self, grid: Grid, card: int, effect: int, means: Means) -> int:
        if self._r.lands[effect]:
            return min(self._kept_places(grid, card, effect, means), default=(0, -1))[0]
        return means.best_landing(grid, card)  # the same and faster, if it may go anywhere

    def _best_placement(self, grid: Grid, card: int, effect: int, means: Means) -> Placement | None:
        """Return a kept card's best placement; None if it has no place."""
        _, cell = min(self._kept_places(grid, card, effect, means), default=(0, -1))
        return None if cell < 0 else self._place(cell, card, means, grid)

    def _kept_places(
        self, grid: Grid, card: int, effect: int, means: Means
    ) -> Iterator[tuple[int, int]]:
        r = self._r
        if not r.lands[effect]:
            yield from self._landings(grid, card, means)
            return
        if r.lands[effect] == GIVEN:  # no place of one's own
            return
        for cell in range(r.cells):
            row, j = divmod(cell, r.columns)
            if grid[j].at[row] != GONE and lands_on(r, r.lands[effect], cell):
                yield means.of(grid[j].with_card(row, card)) - means.of(grid[j]), cell

    # Effects

    @functools.cached_property
    def _swaps(self) -> Swaps:
        grids = [self._grid_of(seat) for seat in range(self._r.players)]
        return Swaps(self._o, self._r, self.seat, grids)

    def _best_outcome(
        self,
        effect: int,
        grid: Grid | None = None,
        means: Means | None = None,
        top: int | None = None,
        *,
        landing: LandingValue | None = None,
    ) -> EffectOutcome:
        """Return the outcome of one's own effect: its swap, and the placement after it."""
        grid, means = grid or self._grid, means or self._means
        if self._r.pass_on[effect]:
            return self._passing(effect, grid, means, landing)
        pairs = self._swaps.pairs(effect, grid, self._top() if top is None else top)
        best = min if self._r.chooser[effect] == 0 else max
        outcome = self._swaps.best(best, pairs, grid, means, landing)
        if outcome is None or self._r.may_decline[effect]:
            nothing = EffectOutcome(landing(grid, False) if landing else 0, None, grid)
            outcome = best(nothing, outcome or nothing, key=lambda option: option.change)
        return outcome

    def _passing(
        self, effect: int, grid: Grid, means: Means, landing: LandingValue | None
    ) -> EffectOutcome:
        """Return the outcome of passing cards on, and the placement after it."""
        passed, after, change = self._swaps.passed(effect, grid), list(grid), Fraction(0)
        if passed:
            mine, theirs = passed
            change += means.change(grid[mine.column], mine.row, theirs.card)
            after[mine.column] = grid[mine.column].with_card(mine.row, theirs.card)
        change += landing(tuple(after), False) if landing else 0
        return EffectOutcome(change, None, tuple(after))

    def _pick_outcome(self, place: int) -> EffectOutcome:
        """Return the best outcome of picking a card."""
        o, grid = self._o, self._grid
        pairs = self._swaps.pairs(o.effect, grid, self._top(), chooser=self.seat, distinct=False)
        if o.first == NO_PLACE:
            pairs = (pair for pair in pairs if pair[0].place == place)
        else:
            pairs = (pair for pair in pairs if (pair[0].place, pair[1].place) == (o.first, place))
        outcome = self._swaps.best(min, pairs, grid, self._means, self._pending())
        assert outcome is not None, "a legal pick is one of a pair"
        return outcome

    # Turning

    def _flip(self, action: str, cell: int) -> Valued:
        if self._o.phase == SETUP:
            return super()._flip(action, cell)
        cells = self._grid[cell % self._r.columns]
        return self._turn(cells, None, None)._replace(action=action)

    def _discard(self) -> Valued:
        turns = self._turns(self._number(self._o.hand), None)
        nothing = Valued("discard", Fraction(0), "+0")
        return min(turns, key=lambda turn: turn.points, default=nothing)._replace(action="discard")

    def _turns(self, top: int | None, drawn: Kind | None) -> list[Valued]:
        """Value turning a card of each column; of equal columns, only one."""
        hidden = {cells.column: cells for cells in self._grid if cells.hidden}
        return [self._turn(cells, top, drawn) for cells in hidden.values()]

    def _turn(self, cells: Cells, top: int | None, drawn: Kind | None) -> Valued:
        key = cells.column, top, drawn
        if key not in self._valued_turns:
            self._valued_turns[key] = self._averaged("", self._turn_branches(cells, top, drawn))
        return self._valued_turns[key]

    @functools.cached_property
    def _valued_turns(self) -> dict[Any, Valued]:
        return {}

    def _turn_branches(self, cells: Cells, top: int | None, drawn: Kind | None) -> list[Branch]:
        """Return a branch for each card that a column's hidden card may be.

        Parameters
        ----------
        cells : Cells
            The column.
        top : int or None
            The number discarded just before; None for the discard pile's present top card.
        drawn : Kind or None
            The kind of that card, if the unseen cards still include it.
        """
        r, j, row = self._r, self._grid.index(cells), cells.at.index(HIDDEN)
        means = self._means if drawn is None else self._means.without(drawn.value)
        branches = []
        for kind, unseen in self._hidden_kinds.items():
            copies = unseen - (kind == drawn)
            if not copies:
                continue
            after, change = cells.with_card(row, kind.value), Fraction(0)
            cleared = after.at.count(GONE) > cells.at.count(GONE)
            if cleared and not self.clear:
                change -= r.clear * kind.value
            if kind.effect in self._swap_effects:
                then = means.without(kind.value)
                grid = (*self._grid[:j], after, *self._grid[j + 1 :])
                above = kind.value if cleared and not r.clear_out else top
                change += Fraction(self._swap_now(kind.effect, grid, then, above), then.scale)
            key = self._effect_key(kind.effect)
            branches.append(Branch(kind.value, copies, "", change, key))
        return branches

    def _swap_now(self, effect: int, grid: Grid, means: Means, top: int | None) -> int:
        """Return the change from the swap of a turned card's effect."""
        if not self._own_two(effect):
            return int(self._best_outcome(effect, grid, means, top).change)
        # Computed per pair of columns, since most pairs recur for every card that may be turned.
        held = [cells for cells in grid if cells.rows]
        nothing = any(len(cells.at) - cells.at.count(GONE) > 1 for cells in held)
        changes = [means.exchange(*pair) for pair in itertools.combinations(held, 2)]
        return min([*changes, 0] if nothing else changes, default=0)

    def _own_two(self, effect: int) -> bool:
        """Return True if the effect swaps any two of the player's own cards, by own choice."""
        r = self._r
        return (
            r.first_whose[effect] in (OWN, OF_PLAYER)
            and r.second_whose[effect] in (OWN, OF_PLAYER)
            and r.first_faces[effect] == r.second_faces[effect] == ANY
            and not r.chooser[effect]
            and not r.may_decline[effect]
        )

    @functools.cached_property
    def _hidden_kinds(self) -> dict[Kind, int]:
        return self._by_kind(self._down_kinds.elements())

    @functools.cached_property
    def _swap_effects(self) -> set[int]:
        """The effects that swap cards or pass them on, among those that a hidden card may have."""
        effects, r = {kind.effect for kind in self._hidden_kinds}, self._r
        return {
            effect for effect in effects if r.first_whose[effect] != NOT_PICKED or r.pass_on[effect]
        }

    # Drawing

    def _draw(self) -> Valued:
        turns = any(cells.hidden for cells in self._grid)
        exact = not (self._swap_effects and turns) or len(self._next_kinds) == 1
        coming, among = self._known_next
        shared = not self._known_kinds.isdisjoint(self._hidden_kinds)
        if len(coming) < among and shared and not self._apart:
            exact = False  # a drawn card of a known one's kind may be a different card
        branches = [self._branch(*of) for of in self._next_kinds.items()]
        return self._averaged("draw", branches, exact=exact)

    def _means_after(self, kind: Kind) -> Means:
        return self._means if kind in self._known_kinds else super()._means_after(kind)

    def _branch(self, kind: Kind, copies: int) -> Branch:
        seen = self._recycled or self._apart or kind in self._known_kinds
        means = self._means_after(kind)
        turned = self._turn_after(kind, seen, means)
        key = self._effect_key(kind.effect)
        if not can_land(self._o, self._r, self.seat, self._r.lands[kind.effect]):
            return Branch(kind.value, copies, "discard", turned, key)
        if kind.effect:
            landing = self._landing_value(kind.value, kind.effect, means)
            kept = self._best_outcome(kind.effect, means=means, landing=landing)
            action, change = "keep", Fraction(kept.change) / means.scale
        else:
            least, cell = min(self._landings(self._grid, kind.value, means))
            action = f"place {position_text(cell, self._r.columns)}"
            change = Fraction(least, means.scale)
        if turned < change:
            action, change = "discard", turned
        return Branch(kind.value, copies, action, change, key)

    @functools.cached_property
    def _known_kinds(self) -> set[Kind]:
        coming, _ = self._known_next
        return {Kind(self._number(card), self._effect(card)) for card in coming}

    def _turn_after(self, kind: Kind, seen: bool, means: Means) -> Fraction:
        """Value the best turn after a drawn card has been discarded."""
        if not self._swap_effects:
            return self._best_turn(means)
        if len(self._next_kinds) > 1:
            return self._turn_now
        return self._least_turn(kind.value, None if seen else kind)

    @functools.cached_property
    def _turn_now(self) -> Fraction:
        """The value of the best turn, as if no card had been drawn before."""
        return self._least_turn(None, None)

    def _least_turn(self, top: int | None, drawn: Kind | None) -> Fraction:
        return min((turn.points for turn in self._turns(top, drawn)), default=Fraction(0))
