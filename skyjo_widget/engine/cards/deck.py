"""Decks: kinds of card, and how many of each.

In the engine a card is the index of its kind; `Deck.values` gives its number.
`card_list` reads and writes decks as files.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from skyjo_widget.engine.cards import card_list
from skyjo_widget.engine.cards.card_list import CardList
from skyjo_widget.engine.cards.columns import ListReading
from skyjo_widget.engine.cards.deck_diff import DeckDiff, compare
from skyjo_widget.engine.cards.effects import (
    MAX_EFFECTS,
    Effect,
    check_meaning,
    effects,
    find_effect,
    is_shipped,
    register_all,
    skeleton,
)
from skyjo_widget.engine.cards.kind import Kind
from skyjo_widget.engine.limits import MAX_CARDS, NO_CARD, UNKNOWN
from skyjo_widget.errors import NotationError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util import markup
from skyjo_widget.util.card_colours import colours
from skyjo_widget.util.cell_view import CellTexts, FrozenView
from skyjo_widget.util.parse_number import read_whole
from skyjo_widget.util.validation import plain_text

MOST_BARS = 40
"""The most bars of a histogram."""
LONGEST_NAME = 24
"""Most letters of a deck's name."""


class Parent(NamedTuple):
    """The deck that another one was made from.

    Parameters
    ----------
    hash : str
        Its `Deck.hash`.
    name : str
        Its name; empty without one.
    """

    hash: str
    name: str


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Deck(FrozenView):
    """An unshuffled deck.

    Parameters
    ----------
    kinds : tuple of Kind
        By rising value, those without effect first, then by the effect's key; wild
        cards last.
    name : str
        Of this version, empty without one; `named` sets it.
    parent : Parent, optional
        The deck that it was made from.
    reading : ListReading, optional
        How the list was read that it came from: ``print(deck.reading)``.

    Raises
    ------
    RulesError
        If a kind occurs twice, a value is outside −999 to 999, a count is no whole
        number from 1, an effect is no `Effect`, there are more than 256 cards, or the
        name can't be one.

    Notes
    -----
    Decks of the same cards are equal and have the same hash, whatever their names: the rules, and
    all that is kept for a deck, depend on the cards alone.

    Examples
    --------
    >>> Deck.from_counts([(1, 20), (2, 30), (3, 10)])
    <Deck of 60 cards, 8559e358dd56: 1 × 20, 2 × 30, 3 × 10>
    """

    kinds: tuple[Kind, ...]
    name: str = dataclasses.field(default="", compare=False, kw_only=True)
    parent: Parent | None = dataclasses.field(default=None, compare=False, kw_only=True)
    reading: ListReading | None = dataclasses.field(default=None, compare=False, kw_only=True)
    _cards: dict[str, int] = dataclasses.field(init=False, repr=False, compare=False)
    """Each card by its `card_text`."""

    def __post_init__(self) -> None:
        if not all(isinstance(kind, Kind) for kind in self.kinds):
            raise RulesError("deck: a deck is made of Kind(value, count); see Deck.from_counts")
        for kind in self.kinds:
            for name, number in (("value", kind.value), ("count", kind.count)):
                if isinstance(number, bool) or not isinstance(number, int):
                    raise RulesError(
                        "deck: the {name} {number!r} is no whole number", name=name, number=number
                    )
            if kind.count < 1:
                raise RulesError(
                    "deck: the card {card} has the count {count}; 1 or more is needed",
                    card=kind.card,
                    count=kind.count,
                )
            if abs(kind.value) > 999:
                raise RulesError("deck: the value {value} is outside -999 to 999", value=kind.value)
        names = [kind.rank for kind in self.kinds]
        if names != sorted(set(names)):
            raise RulesError(
                "deck: each value may stand once with each effect, by rising value and "
                "effect; wild cards stand once, and last"
            )
        if not 1 <= self.size <= MAX_CARDS:
            raise RulesError(
                "deck: 1 to {max_cards} cards, not {size}", max_cards=MAX_CARDS, size=self.size
            )
        by_key = self.effects
        if len(by_key) > MAX_EFFECTS:
            raise RulesError(
                "deck: at most {max_effects} effects, not {count}",
                max_effects=MAX_EFFECTS,
                count=len(by_key),
            )
        if any(kind.effect and kind.effect != by_key[kind.effect.key] for kind in self.kinds):
            raise RulesError("deck: two effects have the same key")
        if self.name != "":
            _check_name(self.name)
        if self.parent is not None:
            _check_parent(self.parent)
        cards = {str(kind.card): card for card, kind in enumerate(self.kinds)}
        object.__setattr__(self, "_cards", cards)

    @classmethod
    def from_counts(cls, counts: Iterable[Any]) -> Deck:
        """Make a deck from pairs of value and count, or triples with an effect, in any order.

        An effect is an `Effect`, or the key or the words of one that is known; the value
        of wild cards is ``"wild"``.

        Raises
        ------
        RulesError
            As the class does, or if they aren't pairs or triples.

        Examples
        --------
        >>> deck = Deck.from_counts([(5, 40), (5, 10, "reverse"), (0, 50)])
        >>> deck.size, list(deck.effects)
        (100, ['reverse'])
        """
        try:
            kinds = [_kind(*entry) for entry in counts]
            return cls(tuple(sorted(kinds, key=lambda kind: kind.rank)))
        except RulesError:
            raise
        except (TypeError, ValueError) as error:
            raise RulesError(
                "deck: pairs of value and count are needed ({error})", error=error
            ) from None

    @classmethod
    def from_csv(cls, path: Any, *, sheet: str | None = None) -> Deck:
        r"""Read a deck from a list: CSV, or a workbook (xlsx, ods).

        One row a kind of card, ``value,effect,count``, or without a count one row a card.  The
        columns have these names or others that people use (``Valeur;Effet;Quantité``, ``qty``),
        in any order; the effect is a key, or words in any language, or empty; the value of a
        wild card is ``wild`` or ``joker``.  `Deck.reading` says how the list was read.

        Parameters
        ----------
        path : str or Path
            The file; or an open one.  A CSV is in UTF-8, UTF-16 or Windows-1252, its cells
            separated by commas, semicolons, tabs or bars.
        sheet : str, optional
            The sheet of a workbook; by default the only one that holds a list.

        Raises
        ------
        DeckError
            With all problems of the file, each with its line or cell.  For an effect that isn't
            known there is the code of a new one, to be filled in.

        Notes
        -----
        Titles, totals, lines without a card and cards with the count 0 are left out; a total that
        isn't that of the cards is an error.  An empty value is that of the row above.  Other
        columns are kept as notes.  Spaces around a cell, capitals, accents in headers and the
        kinds of apostrophe and minus sign don't matter; a quoted cell may have line breaks, up to
        five lines a row.  A kind that occurs twice is an error: counts aren't added up.  The
        deck's name, the deck that it was made from and its own effects stand in lines that begin
        with ``#``, as `to_text` writes them.  An effect of the file is registered; one that means
        something else here is refused.

        Examples
        --------
        >>> file = NEWSKYJO_DECK.to_csv("mine.csv")
        >>> Deck.from_csv("mine.csv").size
        135
        >>> print(Deck.from_text("Valeur;Quantité\n5;60\n6;40").reading)
        'Valeur' is read as value
        'Quantité' is read as count
        2 rows with 100 cards
        """
        return cls._from_list(card_list.read_csv(path, _VOCABULARY, sheet))

    @classmethod
    def from_text(cls, text: str | bytes) -> Deck:
        """Read a deck from the text of a CSV file, as `from_csv` does; raises `DeckError`.

        Examples
        --------
        >>> Deck.from_text(SKYJO_DECK.to_text()) == SKYJO_DECK
        True
        """
        return cls._from_list(card_list.read_text(text, _VOCABULARY))

    @classmethod
    def from_frame(cls, frame: Any) -> Deck:
        """Read a deck from a DataFrame with the columns of a list that `from_csv` reads.

        Parameters
        ----------
        frame : DataFrame
            Of pandas or another library; cells without an effect may be missing.

        Raises
        ------
        DeckError
            With all problems of the frame, each with its row, from 0.
        """
        return cls._from_list(card_list.read_frame(frame, _VOCABULARY))

    @classmethod
    def _from_list(cls, deck_list: CardList) -> Deck:
        deck = cls.from_counts(deck_list.kinds)
        name, parent = (deck_list.notes.get(word) for word in ("name", "made from"))
        register_all(deck_list.effects)
        return dataclasses.replace(deck, name=name or "", parent=parent, reading=deck_list.reading)

    def to_text(self) -> str:
        """Format the deck as CSV, ``value,effect,count``, after what else there is to say of it.

        That is its name, the deck that it was made from, and the definition of each effect that
        isn't a game's own: ``# name: B``, ``# made from: f6c4453d28d2 A``, ``# effect: {…}``.
        """
        note, parent = card_list.note, self.parent
        notes = [note("name", self.name)] if self.name else []
        notes += [note("made from", " ".join(parent).rstrip())] if parent else []
        notes += [note("effect", effect.to_text()) for effect in self._own_effects()]
        return "".join(notes) + "value,effect,count\n" + self._rows()

    def _rows(self) -> str:
        return "".join(f"{value},{''.join(key)},{count}\n" for value, count, *key in self.counts)

    def _own_effects(self) -> list[Effect]:
        """List the effects that aren't a game's own."""
        return [effect for effect in self.effects.values() if not is_shipped(effect)]

    def to_csv(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write `to_text` to a file.

        Parameters
        ----------
        path : str or Path
            The file.
        overwrite : bool
            Whether a file with another content is replaced.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        DeckError
            If the file has another content, or can't be written.
        """
        return card_list.write(self.to_text(), path, overwrite=overwrite)

    @property
    def hash(self) -> str:
        """Twelve hexadecimal digits that identify the cards, whatever format they came from.

        Custom effects count with all their parts, a game's own effects with their key; the
        effects' words don't count.
        """
        text = self._rows()
        for effect in self._own_effects():
            text += _canonical(effect) + "\n"
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def named(self, name: str, *, parent: Deck | None = None) -> Deck:
        """Return the same cards as a version with a name.

        Parameters
        ----------
        name : str
            1 to 24 letters.
        parent : Deck, optional
            The deck that it was made from, whose hash and name are kept; by default that of this
            deck.

        Raises
        ------
        RulesError
            If the name can't be one, or the parent is no deck.

        Examples
        --------
        >>> b = Deck.from_counts([(1, 20), (2, 40)]).named("B", parent=SKYJO_DECK.named("A"))
        >>> b.name, b.parent.name
        ('B', 'A')
        """
        name = " ".join(plain_text(name, _("a deck's name")).split())
        _check_name(name)
        if parent is None:
            origin = self.parent
        elif isinstance(parent, Deck):
            origin = Parent(parent.hash, parent.name)
        else:
            raise RulesError("deck: {parent!r:.60} is no Deck", parent=parent)
        deck = dataclasses.replace(self, name=name, parent=origin)
        return deck.in_language(self.lang)

    def diff(self, other: Deck) -> DeckDiff:
        """Compare this deck with another.

        Raises
        ------
        RulesError
            If the other is no deck.

        Examples
        --------
        >>> SKYJO_DECK.diff(NEWSKYJO_DECK).with_effect
        (0, 85)
        """
        if not isinstance(other, Deck):
            raise RulesError("deck: {other!r:.60} is no Deck", other=other)
        return compare(self.kinds, other.kinds)

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(kind.count for kind in self.kinds)

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers on the kinds of card, by index; 0 for a wild one."""
        return tuple(kind.value for kind in self.kinds)

    @property
    def wild(self) -> int:
        """The wild card among the kinds, by its index; `NO_CARD` if there is none."""
        return len(self.kinds) - 1 if self.kinds[-1].wild else NO_CARD

    @property
    def counts(self) -> tuple[tuple[int | str, int] | tuple[int, int, str], ...]:
        """Pairs of value (or ``"wild"``) and count, or triples with the effect's key, in order."""
        return tuple(
            (kind.value, kind.count, kind.effect.key) if kind.effect else (kind.card, kind.count)
            for kind in self.kinds
        )

    @property
    def effects(self) -> dict[str, Effect]:
        """The effects on its cards, by key, in the order of the keys."""
        by_key = {kind.effect.key: kind.effect for kind in self.kinds if kind.effect}
        return dict(sorted(by_key.items()))

    def without_effects(self) -> Deck:
        """Return a deck of the same numbers and wild cards without effects."""
        counts: dict[int | str, int] = {}
        for value, count, *_effect in self.counts:
            counts[value] = counts.get(value, 0) + count
        return Deck.from_counts(counts.items())

    def __repr__(self) -> str:
        say = CellTexts(self.lang)
        numbers = ", ".join(f"{number} × {n}" for number, (n, _) in self._by_number().items())
        parts = [markup.short(numbers, 400)]
        parts += [say("with_effect", count=self._with_effect())] if self.effects else []
        key = "deck_named" if self.name else "deck"
        cards = say("joint").join(parts)
        return say(key, name=self.name, count=self.size, hash=self.hash, cards=cards)

    def _face(self, say: CellTexts) -> markup.Html:
        numbers = self._by_number()
        plain = [kind.value for kind in self.kinds for _ in range(kind.count) if not kind.wild]
        mean = say.number(sum(plain) / len(plain), 2) if plain else ""
        facts = [say("mean", mean=mean)] if plain else []
        facts += [say("with_effect", count=self._with_effect())] if self.effects else []
        by_count: dict[int, list[str]] = {}
        by_effect: dict[str, list[tuple[str, int]]] = {key: [] for key in self.effects}
        for number, (count, effect_counts) in numbers.items():
            by_count.setdefault(count, []).append(number)
            for key, n in effect_counts.items():
                by_effect[key].append((number, n))
        counts = [(say("each", count=count), _cards(by_count[count])) for count in sorted(by_count)]
        special = [
            (
                markup.code(key),
                str(sum(n for _, n in on)),
                _cards(number for number, n in on for _ in range(n)),
            )
            for key, on in by_effect.items()
        ]
        title, parent = say("cards", count=self.size), self.parent
        if parent:
            facts += [say("made_from", name=parent.name or parent.hash)]
        return say.face(
            say("item", name=self.name, text=title) if self.name else title,
            _histogram(numbers, say("hatched")) if len(numbers) <= MOST_BARS else "",
            say.rows(("cards", "numbers"), counts),
            say.rows(("effect", "cards", "on"), special) if special else "",
            self._how_read(say),
            sub=", ".join([*facts, self.hash]),
        )

    def _how_read(self, say: CellTexts) -> str:
        """Make the folded lines that say how its list was read, where that isn't plain."""
        if self.reading is None or self.reading.plain:
            return ""
        first, *others = map(say.message, self.reading.sentences())
        inside = "".join(f"<li>{markup.escaped(line)}</li>" for line in others)
        return f"<details><summary>{markup.escaped(first)} …</summary><ul>{inside}</ul></details>"

    def _with_effect(self) -> int:
        return sum(kind.count for kind in self.kinds if kind.effect)

    def _by_number(self) -> dict[str, tuple[int, dict[str, int]]]:
        """Count the cards of each number, and among them those with each effect."""
        by_number: dict[str, tuple[int, dict[str, int]]] = {}
        for kind in self.kinds:
            number = card_list.WILD if kind.wild else str(kind.value)
            count, effects = by_number.get(number, (0, {}))
            if kind.effect:
                effects = {**effects, kind.effect.key: kind.count}
            by_number[number] = (count + kind.count, effects)
        return by_number

    def card_text(self, card: int) -> str:
        """Format a card: as `Kind.card`, ``?`` if it is unknown, ``.`` if there is none."""
        if card == UNKNOWN:
            return "?"
        if card == NO_CARD:
            return "."
        return str(self.kinds[card].card)

    def parse_card(self, text: str) -> int:
        """Parse a card; the inverse of `card_text`.

        Raises
        ------
        NotationError
            If the deck has no such card.
        """
        if text == "?":
            return UNKNOWN
        if text == ".":
            return NO_CARD
        try:
            return self._cards[text]
        except (KeyError, TypeError):
            raise NotationError(
                "{text!r} is no card of this deck, which holds {cards}",
                text=text,
                cards=", ".join(self._cards),
            ) from None


_HASH = re.compile(r"[0-9a-f]{12}")


def _check_name(name: object) -> None:
    """Raise `RulesError` for what can't be the name of a deck."""
    plain = plain_text(name, _("a deck's name"))
    if not 1 <= len(plain) <= LONGEST_NAME or not plain.isprintable() or plain != plain.strip():
        quoted = repr(plain) if len(plain) <= 60 else repr(plain[:59] + "…")
        raise RulesError(
            "a deck's name: {shown}: 1 to {longest_name} letters on one line are needed",
            shown=quoted,
            longest_name=LONGEST_NAME,
        )


def _check_parent(parent: object) -> None:
    """Raise `RulesError` for what isn't the hash and the name of a deck."""
    if not isinstance(parent, Parent):
        raise RulesError("deck: the parent {parent!r:.60} is no hash and name", parent=parent)
    if not isinstance(parent.hash, str) or not _HASH.fullmatch(parent.hash):
        raise RulesError(
            "the hash of a deck is 12 hexadecimal digits, not {hash!r:.60}", hash=parent.hash
        )
    if parent.name != "":
        _check_name(parent.name)


def _cards(numbers: Iterable[str]) -> markup.Html:
    """Draw a row of small cards, `MOST_BARS` at most."""
    cards = list(numbers)
    more = "…" if len(cards) > MOST_BARS else ""
    return markup.Html("".join(markup.card(number) for number in cards[:MOST_BARS]) + more)


def _histogram(numbers: dict[str, tuple[int, dict[str, int]]], hatched: str) -> str:
    """Draw a bar for each number, in the colours of its cards; those with an effect are hatched."""
    most = max(count for count, _ in numbers.values())
    bars = []
    for number, (count, by_effect) in numbers.items():
        mark = colours(None if number == card_list.WILD else int(number)).mark
        special = sum(by_effect.values())
        parts = [(special, "effect top"), (count - special, "" if special else "top")]
        stack = "".join(
            f'<i class="{kind}" '
            f'style="height: {60 * n / most:.1f}px; background-color: {mark}"></i>'
            for n, kind in parts
            if n
        )
        label = "★" if number == card_list.WILD else number.replace("-", "−")
        bars.append(f"<div><small>{count}</small>{stack}<b>{label}</b></div>")
    some = any(effects for _, effects in numbers.values())
    legend = f"<p><small>{markup.escaped(hatched)}</small></p>" if some else ""
    return f'<div class="bars" aria-hidden="true">{"".join(bars)}</div>{legend}'


def _canonical(effect: Effect) -> str:
    """Format an effect's parts without its words as canonical JSON."""
    parts = {name: part for name, part in effect.as_dict().items() if name != "words"}
    return json.dumps(parts, sort_keys=True, separators=(",", ":"))


def _kind(value: Any, count: Any, effect: Any = None) -> Kind:
    if isinstance(effect, str):
        key, effect = effect, find_effect(effect)
        if effect is None:
            raise RulesError("deck: {effect!r} is no effect; see effects()", effect=key)
    if isinstance(value, str) and value == card_list.WILD:
        return Kind(0, _typed(count), effect, wild=True)
    return Kind(_typed(value), _typed(count), effect)


def _typed(number: Any) -> Any:
    """Read a number from text; return anything else as it is, for `Deck` to check."""
    try:
        return read_whole(number) if isinstance(number, str) else number
    except RulesError:
        return number


def _read_name(text: str) -> str:
    _check_name(text)
    return text


def _read_parent(text: str) -> Parent:
    parent = Parent(*map(str.strip, text.partition(" ")[::2]))
    _check_parent(parent)
    return parent


def _read_effect(text: str) -> Effect:
    effect = Effect.from_text(text)
    check_meaning(effect)
    return effect


_NOTES = {"name": _read_name, "made from": _read_parent, "effect": _read_effect}
_VOCABULARY = card_list.Vocabulary(find_effect, effects, _NOTES, MAX_CARDS, MAX_EFFECTS, skeleton)
