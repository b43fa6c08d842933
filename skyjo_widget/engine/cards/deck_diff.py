"""Differences between two decks."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from skyjo_widget.engine.cards.effects import Effect, parts
from skyjo_widget.engine.cards.kind import Kind
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, FrozenView


class Change(NamedTuple):
    """The number of cards of a kind or effect, before and after."""

    name: str
    before: int
    after: int
    change: int


class Redefinition(NamedTuple):
    """A part that differs between two effects with the same key."""

    effect: str
    part: str
    before: Any
    after: Any


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class DeckDiff(FrozenView):
    """The differences between two decks; false if there are none.

    Pairs are before and after.

    Parameters
    ----------
    size : tuple of int
        Cards.
    mean, spread : tuple of float
        Of the numbers on all cards but wild ones, 0 without any; the spread is the
        population standard deviation.
    with_effect : tuple of int
        Cards with an effect.
    kinds : tuple of Change
        The kinds of card of which there are more or fewer, by rising number,
        wild cards last.
    effects : tuple of Change
        The effects of which there are more or fewer cards, by key.
    redefined : tuple of Redefinition
        Parts of effects in both decks that differ; their words don't count.
    """

    size: tuple[int, int]
    mean: tuple[float, float]
    spread: tuple[float, float]
    with_effect: tuple[int, int]
    kinds: tuple[Change, ...]
    effects: tuple[Change, ...]
    redefined: tuple[Redefinition, ...]

    def __bool__(self) -> bool:
        return bool(self.kinds or self.redefined)

    def __repr__(self) -> str:
        return markup.clipped_lines(str(self).splitlines())

    def __str__(self) -> str:
        say = CellTexts(self.lang)
        return aligned([("", *map(say.head, _HEADS)), *self._rows(say)])

    def _face(self, say: CellTexts) -> markup.Html:
        lines = self._rows(say)
        return say.face(say("deck_diff"), say.rows(("", *_HEADS), lines, most=len(lines)))

    def _rows(self, say: CellTexts) -> list[tuple[str, str, str, str]]:
        """Return name, before, after and change of each row, as texts."""

        def row(name: str, before: float, after: float) -> tuple[str, str, str, str]:
            places = 2 if isinstance(before, float) else 0
            change = say.number(after - before, places, sign=True) if after != before else ""
            return name, say.number(before, places), say.number(after, places), change

        return [
            row(say.head("cards"), *self.size),
            row(say("cards_with_effect"), *self.with_effect),
            row(say("mean_number"), *self.mean),
            row(say("spread_number"), *self.spread),
            *(row(say("card_named", name=name), *counts) for name, *counts, _ in self.kinds),
            *(row(say("effect_named", name=name), *counts) for name, *counts, _ in self.effects),
            *(
                (
                    say("item", name=say("effect_named", name=effect), text=part),
                    repr(before),
                    repr(after),
                    "",
                )
                for effect, part, before, after in self.redefined
            ),
        ]


_HEADS = ("before", "after", "change")
"""The columns of numbers, by their keys in the locales."""


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Format a table as text: names on the left, the other columns to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        name.ljust(widths[0])
        + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        for name, *cells in rows
    ]
    return "\n".join(map(str.rstrip, lines))


def compare(before: Sequence[Kind], after: Sequence[Kind]) -> DeckDiff:
    """Compare two decks, given their kinds of card."""
    both = (before, after)
    ranks = sorted({kind.rank: str(kind.card) for deck in both for kind in deck}.items())
    kinds = [Counter({str(kind.card): kind.count for kind in deck}) for deck in both]
    effects = [_cards_by_effect(deck) for deck in both]
    numbers = [_numbers(deck) for deck in both]
    return DeckDiff(
        size=(kinds[0].total(), kinds[1].total()),
        mean=(float(np.mean(numbers[0])), float(np.mean(numbers[1]))),
        spread=(float(np.std(numbers[0])), float(np.std(numbers[1]))),
        with_effect=(effects[0].total(), effects[1].total()),
        kinds=_changes((card for _, card in ranks), *kinds),
        effects=_changes(sorted(effects[0] | effects[1]), *effects),
        redefined=tuple(_redefined(*map(_effects, both))),
    )


def _effects(deck: Sequence[Kind]) -> dict[str, Effect]:
    return {kind.effect.key: kind.effect for kind in deck if kind.effect}


def _numbers(deck: Sequence[Kind]) -> list[int]:
    """List the numbers on all cards but wild ones; ``[0]`` if there are none."""
    numbers = [kind.value for kind in deck for _ in range(kind.count) if not kind.wild]
    return numbers or [0]


def _cards_by_effect(deck: Sequence[Kind]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for kind in deck:
        if kind.effect:
            counts[kind.effect.key] += kind.count
    return counts


def _changes(names: Iterable[str], before: Counter[str], after: Counter[str]) -> tuple[Change, ...]:
    return tuple(
        Change(name, before[name], after[name], after[name] - before[name])
        for name in names
        if before[name] != after[name]
    )


def _redefined(before: dict[str, Effect], after: dict[str, Effect]) -> Iterator[Redefinition]:
    for key in sorted(before.keys() & after.keys()):
        old, new = parts(before[key]), parts(after[key])
        yield from (
            Redefinition(key, name, old[name], new[name]) for name in old if old[name] != new[name]
        )
