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
WallNaming = Literal["names", "initials", "hidden"]

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


def wall_naming(wall: str) -> WallNaming:
    """Return a way of naming on the wall; raise `RulesError` if there is none such."""
    return cast("WallNaming", choice("wall", wall, get_args(WallNaming)))


class ClassNames:
    """The display names of a class's pupils, and texts without their names.

    Whatever shows a pupil's name takes it from here.

    Parameters
    ----------
    pupils : sequence of Pupil
    kind : {"whole", "first", "codes", "initials", "hidden"}
        With ``"hidden"`` nobody has a name.
    unnamed : str
        The name of a pupil without one, with the hole ``{number}``.
    listed : sequence of str
        The names of the class's list: they are told apart too.

    Attributes
    ----------
    labels : list of str
        The display name of each pupil.
    listed : list of str
        Those of the class's list.
    """

    def __init__(
        self, pupils: Sequence[Pupil], kind: str, unnamed: str, listed: Sequence[str] = ()
    ) -> None:
        self.kind: str = kind
        self._listed = listed
        self._pupils = pupils
        self.labels: list[str] = []
        first, number = self._short([*(pupil.name for pupil in pupils), *listed]), 0
        for pupil in pupils:
            number += not pupil.name
            label = pupil.name or unnamed.format(number=number)
            player = pupil.player
            if kind == "codes":
                label = pupil.code
                player = str(pupil.place) if pupil.player else ""
            elif kind != "whole":
                label = first[pupil.name] if pupil.name else label
                player = name_parts(player)[0] if kind == "first" else ""
            self.labels.append(f"{label} ({player})" if player else label)
        self.listed: list[str] = [first[name] for name in listed]
        if kind in ("first", "initials"):
            self.labels = _numbered(self.labels)
        elif kind == "hidden":
            self.labels = [""] * len(pupils)
        self._hidden: dict[str, str] = {}
        if kind != "whole":
            self._find_words()

    def _short(self, names: Sequence[str]) -> dict[str, str]:
        """Return the names of the kind."""
        if self.kind == "first":
            return first_names(names)
        if self.kind == "initials":
            unlike = list(dict.fromkeys(names))
            return dict(zip(unlike, _numbered(list(map(initials, unlike))), strict=True))
        return {name: name if self.kind == "whole" else "" for name in names}

    def _find_words(self) -> None:
        """Find the words that texts mustn't hold, and what stands in their place."""
        codes = self.kind == "codes"
        names = [(pupil.name, pupil.people, pupil.code if codes else "…") for pupil in self._pupils]
        names += [(name, [], "…") for name in self._listed]
        for name, _, instead in names:
            for word in _words(name):
                self._hidden[word] = instead if self._hidden.get(word, instead) == instead else "…"
        for _, people, instead in names:  # "me" and "Player 1" are many pupils'
            others = [pupil.people for pupil in self._pupils if pupil.people != people]
            for word in _words(" ".join(people)):
                if not any(word in _words(" ".join(other)) for other in others):
                    self._hidden.setdefault(word, instead)
        if self.kind == "first":
            for name, people, _ in names:
                for part in (name, *people):
                    for word in _words(name_parts(part)[0]):
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
    parts = {name: name_parts(name) for name in dict.fromkeys(names)}
    alike = Counter(first.casefold() for first, _ in parts.values())
    shortened = [
        f"{first} {_initial(rest)}." if alike[first.casefold()] > 1 and _initial(rest) else first
        for first, rest in parts.values()
    ]
    return dict(zip(parts, _numbered(shortened), strict=True))


def initials(name: str) -> str:
    """Return the initials of a whole name: ``L. D.``."""
    first, rest = name_parts(name)
    letters = [part[0].upper() for part in _WORD.findall(first)]
    return " ".join(f"{letter}." for letter in [*letters, _initial(rest)] if letter)


def _numbered(names: Sequence[str]) -> list[str]:
    """Return names, equal ones with a number."""
    alike, seen = Counter(map(str.casefold, names)), Counter[str]()
    numbered = []
    for name in names:
        key = name.casefold()
        seen[key] += 1
        numbered.append(f"{name} {seen[key]}" if alike[key] > 1 else name)
    return numbered


def name_parts(name: str, *, family_first: bool | None = None) -> tuple[str, list[str]]:
    """Return the first name, and the words of the rest.

    Parameters
    ----------
    name : str
    family_first : bool, optional
        The order of the words where there is neither a comma nor a word in capitals.
    """
    before, _, after = (part.split() for part in name.partition(","))
    if before and any(map(_is_long, after)):
        return " ".join(after), before
    words = name.replace(",", " ").split()
    if not words:
        return "", []
    first = _not_in_capitals(words) or _by_order(words, family_first)
    rest = [word for at, word in enumerate(words) if at not in first]
    return " ".join(words[at] for at in first), rest


def _by_order(words: Sequence[str], family_first: bool | None) -> list[int]:
    """Return the places of the first names, from the order of the words."""
    if family_first is None:
        return [len(words) - 1 if _is_led(words) else 0]
    if not family_first:
        return [0]
    led = next((at for at, word in enumerate(words) if not _is_particle(word)), 0)
    return list(range(led + 1, len(words))) or [0]


def _not_in_capitals(words: Sequence[str]) -> list[int]:
    """Return the places of the first names beside a family name in capitals; none without one."""
    family = {at for at, word in enumerate(words) if _is_long(word) and is_capital(word)}
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


def is_capital(word: str) -> bool:
    """Return True for a word of which most letters are capitals."""
    letters = [letter for letter in word if letter.isalpha()]
    return 2 * sum(map(str.isupper, letters)) > len(letters)


def _initial(rest: Iterable[str]) -> str:
    """Return the initial of a family name, without its particles."""
    names = (_ATTACHED.sub("", word) for word in rest if not _is_particle(word))
    return next((part[0].upper() for word in names for part in _WORD.findall(word)), "")
