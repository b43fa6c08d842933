"""The names of pupils on a class's page: whole, first names, or codes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, cast, get_args

from skyjo_widget.lessons.report.statistics import Pupil
from skyjo_widget.util.spelling import choice

Naming = Literal["whole", "first", "codes"]
NAMINGS: tuple[Naming, ...] = get_args(Naming)

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 2
"""Fewest letters of a word that is hidden as a part of a name."""
_GAME = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}")
"""The key of a game in the name of its file."""
_PARTICLES = frozenset(
    [
        *("abu", "af", "al", "ben", "bin", "d", "da", "das", "de", "del", "della", "den", "der"),
        *("des", "di", "do", "dos", "du", "el", "ibn", "l", "la", "le", "les", "ter", "van", "von"),
        "zu",
    ]
)
_ATTACHED = re.compile(r"[dl]['’](?=\w)", re.IGNORECASE)


def naming(names: str) -> Naming:
    """Return a way of naming in any spelling; raise `RulesError` if there is none such."""
    return cast("Naming", choice("names", names, NAMINGS))


class ClassNames:
    """The display names of a class's pupils, and texts without their names.

    Whatever shows a pupil's name takes it from here.

    Parameters
    ----------
    pupils : sequence of Pupil
    kind : {"whole", "first", "codes"}
    unnamed : str
        The name of a pupil without one, with the hole ``{number}``.

    Attributes
    ----------
    shown : list of str
        The display name of each pupil.
    """

    def __init__(self, pupils: Sequence[Pupil], kind: str, unnamed: str) -> None:
        self.kind = kind
        self._pupils = pupils
        self.labels: list[str] = []
        first, number = first_names([pupil.name for pupil in pupils]), 0
        for pupil in pupils:
            number += not pupil.name
            label = pupil.name or unnamed.format(number=number)
            player = pupil.player
            if kind == "codes":
                label = pupil.code
                player = str(pupil.place) if pupil.player else ""
            elif kind == "first":
                label = first.get(pupil.name, label) if pupil.name else label
                player = _parts(player)[0]
            self.labels.append(f"{label} ({player})" if player else label)
        if kind == "first":
            self.labels = _numbered(self.labels)
        self._hidden: dict[str, str] = {}
        if kind != "whole":
            self._find_words()

    def _find_words(self) -> None:
        """Find the words that texts mustn't hold, and what stands in their place."""
        codes = self.kind == "codes"
        names = [(pupil.name, pupil.people, pupil.code if codes else "…") for pupil in self._pupils]
        for name, _, instead in names:
            for word in _words(name):
                self._hidden[word] = instead if self._hidden.get(word, instead) == instead else "…"
        for _, people, instead in names:  # "me" and "Player 1" are many pupils'
            others = [pupil.people for pupil in self._pupils if pupil.people != people]
            for word in _words(" ".join(people)):
                if not any(word in _words(" ".join(other)) for other in others):
                    self._hidden.setdefault(word, instead)
        if not codes:
            for name, people, _ in names:
                for part in (name, *people):
                    for word in _words(_parts(part)[0]):
                        self._hidden.pop(word, None)

    def hide(self, text: str) -> str:
        """Return a text without what isn't shown of the pupils' names, their codes in its place."""
        if not self._hidden:
            return text
        return _WORD.sub(lambda word: self._hidden.get(word[0].casefold(), word[0]), text)

    def file(self, name: str, number: str) -> str:
        """Return the name of a file, in which a pupil's may stand; else a number and its game."""
        if self.kind == "whole":
            return name
        game = _GAME.search(name)
        return f"{number} (… {game[0]})" if game else number

    def of(self, game_id: str, player: str | None = None) -> str:
        """Return the display name of a player in a game, or of its first; empty for none."""
        for name, pupil in zip(self.labels, self._pupils, strict=True):
            if game_id in pupil.game_ids and player in (None, pupil.player or player):
                return name
        return ""


def _words(text: str) -> set[str]:
    words = {word.casefold() for word in _WORD.findall(text) if len(word) >= _SHORTEST}
    return words - _PARTICLES


def first_names(names: Sequence[str]) -> dict[str, str]:
    """Return a first name for each name.

    It is what follows a comma, or isn't in capitals (``DUPONT Léo``); after a particle (``de la
    Tour Anne``) the last word; else the first word.  Two alike get the initial of the rest, or a
    number.
    """
    parts = {name: _parts(name) for name in dict.fromkeys(names)}
    alike = Counter(first.casefold() for first, _ in parts.values())
    shortened = [
        f"{first} {_initial(rest)}." if alike[first.casefold()] > 1 and _initial(rest) else first
        for first, rest in parts.values()
    ]
    return dict(zip(parts, _numbered(shortened), strict=True))


def _numbered(names: Sequence[str]) -> list[str]:
    """Return names, equal ones with a number."""
    alike, seen = Counter(map(str.casefold, names)), Counter[str]()
    numbered = []
    for name in names:
        key = name.casefold()
        seen[key] += 1
        numbered.append(f"{name} {seen[key]}" if alike[key] > 1 else name)
    return numbered


def _parts(name: str) -> tuple[str, list[str]]:
    """Return the first name, and the words of the rest."""
    before, _, after = (part.split() for part in name.partition(","))
    if before and any(map(_is_long, after)):
        return " ".join(after), before
    words = name.replace(",", " ").split()
    if not words:
        return "", []
    first = _not_in_capitals(words) or [len(words) - 1 if _is_led(words) else 0]
    rest = [word for at, word in enumerate(words) if at not in first]
    return " ".join(words[at] for at in first), rest


def _not_in_capitals(words: Sequence[str]) -> list[int]:
    """Return the places of the first names beside a family name in capitals; none without one."""
    family = {at for at, word in enumerate(words) if _is_long(word) and _is_loud(word)}
    for at in range(len(words) - 1, 0, -1):
        if at in family and _is_particle(words[at - 1]):  # of "el AMRANI"
            family.add(at - 1)
    first = [at for at, word in enumerate(words) if at not in family and _is_long(word)]
    return first if family else []


def _is_led(words: Sequence[str]) -> bool:
    """Return True for a family name with a particle, and something after it."""
    led = next((at for at, word in enumerate(words) if not _is_particle(word)), len(words))
    return len(words) >= led + 2 if led else bool(_ATTACHED.match(words[0])) and len(words) > 1


def _is_particle(word: str) -> bool:
    bare = word.rstrip("'’").casefold()
    return bare in _PARTICLES and (len(bare) > 1 or bare != word.casefold())


def _is_long(word: str) -> bool:
    """Return True for more than an initial or a number."""
    return any(len(part) >= _SHORTEST for part in _WORD.findall(word))


def _is_loud(word: str) -> bool:
    letters = [letter for letter in word if letter.isalpha()]
    return 2 * sum(map(str.isupper, letters)) > len(letters)


def _initial(rest: Iterable[str]) -> str:
    """Return the initial of a family name, without its particles."""
    names = (_ATTACHED.sub("", word) for word in rest if not _is_particle(word))
    return next((part[0].upper() for word in names for part in _WORD.findall(word)), "")
