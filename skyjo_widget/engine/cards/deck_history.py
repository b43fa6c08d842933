"""The versions of a deck beside each other."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.deck_diff import DeckDiff, aligned
from skyjo_widget.engine.cards.effects import parts
from skyjo_widget.errors import RulesError
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, FrozenView
from skyjo_widget.util.i18n import call_language
from skyjo_widget.util.messages import in_its_language

MOST_VERSIONS = 50
"""Versions in one history."""


@in_its_language
def deck_history(decks: Iterable[Deck], *, lang: str | None = None) -> DeckHistory:
    """Set the versions of a deck side by side, with what changed from one to the next.

    Parameters
    ----------
    decks : iterable of Deck
        From the oldest to the newest.
    lang : str, optional
        The language of its texts; by default that of what it is about, else English.

    Returns
    -------
    DeckHistory

    Raises
    ------
    RulesError
        If they aren't 2 to 50 decks.

    Examples
    --------
    >>> a = Deck.from_counts([(1, 20), (2, 20)]).named("A")
    >>> deck_history([a, Deck.from_counts([(1, 20), (2, 30)]).named("B", parent=a)])
                                               A             B
    made from                                  –             A
    cards                                     40      50 (+10)
    cards with an effect                       0             0
    mean of the numbers                     1.50  1.60 (+0.10)
    spread (population standard deviation)  0.50  0.49 (−0.01)
    card 2                                    20      30 (+10)
    """
    lang = call_language(lang)
    try:
        versions = tuple(decks)
    except TypeError:
        versions = ()
    wrong = [deck for deck in versions if not isinstance(deck, Deck)]
    if wrong:
        raise RulesError("deck: {wrong!r:.60} is no Deck", wrong=wrong[0])
    if not 2 <= len(versions) <= MOST_VERSIONS:
        raise RulesError(
            "decks: 2 to {most_versions} versions of a deck are needed, in a list",
            most_versions=MOST_VERSIONS,
        )
    return DeckHistory(versions).in_language(lang)


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class DeckHistory(FrozenView):
    """The versions of a deck, with what changed from one to the next; made by `deck_history`.

    Parameters
    ----------
    decks : tuple of Deck
        From the oldest to the newest.
    """

    decks: tuple[Deck, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Each version's name, with its hash where it has none or isn't the only one of it."""
        taken = Counter(deck.name for deck in self.decks)
        return tuple(
            deck.name if deck.name and taken[deck.name] == 1 else f"{deck.name} {deck.hash}".strip()
            for deck in self.decks
        )

    @property
    def steps(self) -> tuple[DeckDiff, ...]:
        """The differences between each version and the next."""
        pairs = itertools.pairwise(self.decks)
        return tuple(before.diff(after).in_language(self.lang) for before, after in pairs)

    def __repr__(self) -> str:
        return markup.clipped_lines(str(self).splitlines())

    def __str__(self) -> str:
        return aligned([("", *self.names), *self._rows(CellTexts(self.lang))])

    def _face(self, say: CellTexts) -> markup.Html:
        lines = self._rows(say)
        return say.face(say("deck_history"), say.table(("", *self.names), lines, most=len(lines)))

    def _rows(self, say: CellTexts) -> list[tuple[str, ...]]:
        """Return the label of each row and its texts by version: those that differ anywhere."""
        decks, steps = self.decks, self.steps
        cards = [Counter({str(kind.card): kind.count for kind in deck.kinds}) for deck in decks]
        effects = [Counter({key: _cards_with(deck, key) for key in deck.effects}) for deck in decks]
        ranks = {str(kind.card): kind.rank for deck in decks for kind in deck.kinds}
        rows = [
            *([(say("made_from_row"), *self._parents())] if any(d.parent for d in decks) else []),
            (say.head("cards"), *_numbers(say, [deck.size for deck in decks])),
            (say("cards_with_effect"), *_numbers(say, [n.total() for n in effects])),
            (say("mean_number"), *_numbers(say, _along([d.mean for d in steps]), 2)),
            (say("spread_number"), *_numbers(say, _along([d.spread for d in steps]), 2)),
        ]
        for key, names, counts in (
            ("card_named", sorted(ranks, key=ranks.__getitem__), cards),
            ("effect_named", sorted({key for counter in effects for key in counter}), effects),
        ):
            for name in names:
                numbers = [counter[name] for counter in counts]
                if len(set(numbers)) > 1:
                    rows.append((say(key, name=name), *_numbers(say, numbers)))
        return rows + self._redefined(say)

    def _parents(self) -> list[str]:
        """Return by version the name of the deck that it was made from."""
        return [
            (deck.parent.name or deck.parent.hash) if deck.parent else "–" for deck in self.decks
        ]

    def _redefined(self, say: CellTexts) -> list[tuple[str, ...]]:
        """Return the parts of effects that aren't the same in all versions with the effect."""
        rows = []
        for key in sorted({key for deck in self.decks for key in deck.effects}):
            effects = [deck.effects.get(key) for deck in self.decks]
            versions = [None if effect is None else parts(effect) for effect in effects]
            for part in next(filter(None, versions)):
                cells = ["–" if version is None else repr(version[part]) for version in versions]
                if len(set(cells) - {"–"}) > 1:
                    label = say("item", name=say("effect_named", name=key), text=part)
                    rows.append((label, *cells))
        return rows


def _cards_with(deck: Deck, key: str) -> int:
    return sum(kind.count for kind in deck.kinds if kind.effect and kind.effect.key == key)


def _along(pairs: Sequence[tuple[float, float]]) -> list[float]:
    """Return the values along steps, each given before and after."""
    return [pairs[0][0], *(after for _, after in pairs)]


def _numbers(say: CellTexts, numbers: Sequence[float], digits: int = 0) -> list[str]:
    """Format the number of each version, with its change where there is one."""
    numerals = [say.number(number, digits) for number in numbers]
    cells = numerals[:1]
    for (before, old), (after, new) in itertools.pairwise(zip(numbers, numerals, strict=True)):
        change = say.number(after - before, digits, sign=True)
        cells.append(new if new == old else f"{new} ({change})")
    return cells
