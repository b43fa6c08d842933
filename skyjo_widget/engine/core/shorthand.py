"""The shorthand of a game that is played with paper cards: cards and actions in a few letters.

A card is its number, and where that is ambiguous a beginning of its effect, or of the words of
which its effect consists: ``5r``, ``5:reverse``, ``8so`` (swap-own-two); ``5.`` has no effect.  A
game says how its actions are shortened; `skyjo_widget.table.shorthand` reads whole turns.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Callable, Mapping
from typing import Any

from skyjo_widget.engine.cards.card_list import WILD
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

_NUMBER = re.compile(r"[-−–]?[0-9]{1,3}(?![0-9])|wild|w")
_KEY = re.compile(r":([a-z0-9-]+)")
"""A whole key, which may have digits; a part of one has none, for a place may follow it."""
_LETTERS = re.compile(r":?([a-z](?:[a-z-]*[a-z])?(?![0-9])|[a-z-]*[a-z](?=[a-z][0-9]))")


@dataclasses.dataclass(frozen=True, slots=True)
class Short:
    """The short form of one kind of action.

    Parameters
    ----------
    pattern : str
        A regular expression of what is typed, in lower case; it takes the notation too.
    action : str
        The notation, with ``{0}``, ``{1}`` for the pattern's groups.
    short : str
        The short form, with ``{0}`` for the argument of the notation.
    asks : str
        The question about a card that it shows, with ``{place}``.
    """

    pattern: str
    action: str
    short: str
    asks: str = _("{place} was face down: which card was it?")


class Shorthand:
    """A game's short forms.

    Parameters
    ----------
    shorts : mapping of str to Short
        By kind of action; ``draw`` has none: the card that was drawn is typed.
    longer : mapping of str to str, optional
        What a word of a pattern's group stands for.
    fits : callable, optional
        ``fits(r, kind, card) -> bool``: whether such an action can follow when that card was
        drawn.
    """

    def __init__(
        self,
        shorts: Mapping[str, Short],
        *,
        longer: Mapping[str, str] | None = None,
        fits: Callable[[Any, str, int], bool] = lambda r, kind, card: True,
    ) -> None:
        self.fits = fits
        self._shorts = shorts
        self._longer = dict(longer or {})
        self._patterns = {kind: re.compile(short.pattern) for kind, short in shorts.items()}

    def read(self, kind: str, text: str, at: int) -> tuple[str, int] | None:
        """Read an action of a kind; return its notation and where it ends."""
        pattern = self._patterns.get(kind)
        match = pattern.match(text, at) if pattern else None
        if match is None:
            return None
        parts = [self._longer.get(part, part) for part in match.groups(default="")]
        return self._shorts[kind].action.format(*parts).rstrip(), match.end()

    def short(self, action: str) -> str:
        """Return the short form of an action's notation."""
        kind, _, rest = action.partition(" ")
        if kind not in self._shorts:
            return "?"
        short = {long: short for short, long in self._longer.items()}
        parts = [short.get(part, part) for part in rest.split(" ")]
        return self._shorts[kind].short.format("".join(parts))

    def asks(self, kind: str, place: str) -> str:
        """Return the question about a card that an action shows."""
        return _(self._shorts[kind].asks, place=place)


def read_card(deck: Deck, text: str, at: int) -> tuple[list[int], int] | None:
    """Read a card; return those that it can be, and where it ends.

    The longest text that an effect of that number begins with is taken.

    Returns
    -------
    tuple or None
        None if no number stands there.

    Raises
    ------
    RulesError
        If the deck has no such card.
    """
    match = _NUMBER.match(text, at)
    if match is None:
        return None
    number = match[0].translate(str.maketrans("−–", "--"))
    number = WILD if number.startswith("w") else str(int(number))
    cards = [card for card, kind in enumerate(deck.kinds) if _number(kind.card) == number]
    if not cards:
        every = ", ".join(dict.fromkeys(_number(kind.card) for kind in deck.kinds))
        raise RulesError(
            "{number!r} is no card of this deck, which holds {every}", number=number, every=every
        )
    end = match.end()
    if text.startswith(".", end):
        plain = [card for card in cards if deck.kinds[card].effect is None]
        if not plain:
            raise RulesError(
                "each {number} has an effect: {cards}", number=number, cards=_listed(deck, cards)
            )
        return plain, end + 1
    if whole := _KEY.match(text, end):
        for card in cards:
            effect = deck.kinds[card].effect
            if effect and effect.key == whole[1]:
                return [card], whole.end()
    letters = _LETTERS.match(text, end)
    typed = letters[1] if letters else ""
    for size in range(len(typed), 0, -1):
        if meant := _meant(deck, cards, typed[:size]):
            assert letters
            return meant, letters.start(1) + size
    if text.startswith(":", end):
        raise RulesError(
            "{text!r}: no {number} has that effect; there are {cards}",
            text=text[at : end + 20],
            number=number,
            cards=_listed(deck, cards),
        )
    return cards, end


def card_text(deck: Deck, card: int) -> str:
    """Return the shortest text that means one card alone."""
    kind = deck.kinds[card]
    number = "w" if kind.wild else _number(kind.card)
    forms = [number, f"{number}."]
    if kind.effect:
        key = kind.effect.key
        beginnings = [text[:n] for n in range(1, len(key) + 1) for text in (_initials(key), key)]
        forms = [number, *(number + text for text in beginnings)]
    for form in forms:
        if read_card(deck, form, 0) == ([card], len(form)):
            return form
    return str(kind.card)


def choices(deck: Deck, cards: list[int]) -> str:
    """List the shortest texts of some cards, each with the whole card."""
    return ", ".join(f"{card_text(deck, card)} ({deck.kinds[card].card})" for card in cards)


def _meant(deck: Deck, cards: list[int], text: str) -> list[int]:
    """List the cards whose effect begins so; one whose key is that text is the only one."""
    effects = {card: deck.kinds[card].effect for card in cards}
    keys = {card: effect.key for card, effect in effects.items() if effect}
    tests: tuple[Callable[[str], bool | re.Match[str] | None], ...] = (
        lambda key: key == text,
        lambda key: _initials(key).startswith(text),
        lambda key: _beginning(key).fullmatch(text),
    )
    fitting = ([card for card, key in keys.items() if test(key)] for test in tests)
    return next(filter(None, fitting), [])


def _initials(key: str) -> str:
    return "".join(word[:1] for word in key.split("-"))


@functools.cache
def _beginning(key: str) -> re.Pattern[str]:
    """Return a pattern of the beginnings of an effect's words, one after the other."""
    pattern = ""
    for word in reversed(key.split("-")):
        more = f"(?:-?{pattern})?" if pattern else ""
        inner = ""
        for letter in reversed(word[1:]):
            inner = f"(?:{re.escape(letter)}{inner})?"
        pattern = re.escape(word[:1]) + inner + more
    return re.compile(pattern)


def _number(card: int | str) -> str:
    return str(card).partition(":")[0]


def _listed(deck: Deck, cards: list[int]) -> str:
    return ", ".join(str(deck.kinds[card].card) for card in cards)
