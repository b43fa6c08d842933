"""The names of pupils on a class's page: whole, first names, or codes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, cast, get_args

from skyjo_widget.classroom.class_statistics import Pupil
from skyjo_widget.util.spelling import choice

Naming = Literal["whole", "first", "codes"]
NAMINGS: tuple[Naming, ...] = get_args(Naming)

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 2
"""Fewest letters of a word that is hidden as a part of a name."""


def naming(names: str) -> Naming:
    """Return a way of naming in any spelling; raise `RulesError` if there is none such."""
    return cast("Naming", choice("names", names, NAMINGS))


class ClassNames:
    """The display names of a class's pupils, and texts without their names.

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
        self.shown: list[str] = []
        first, number = first_names([one.name for one in pupils]), 0
        self._codes: dict[str, str] = {}
        for one in pupils:
            number += not one.name
            label = one.name or unnamed.format(number=number)
            if kind == "first" and one.name:
                label = first[one.name]
            player = one.player
            if kind == "codes":
                label = one.code
                player = str(one.place) if one.player else ""
            elif kind == "first":
                player = player.split()[0] if player.split() else player
            self.shown.append(f"{label} ({player})" if player else label)
        typed = [(_words(one.name), one.code) for one in pupils]
        table = [(_words(" ".join(one.people)), one.code) for one in pupils]
        for words, code in typed:
            for word in words:
                self._codes[word] = code if self._codes.get(word, code) == code else "…"
        for words, code in table:  # "me" and "Player 1" are many pupils'
            for word in words:
                if word not in self._codes and not any(word in w for w, c in table if c != code):
                    self._codes[word] = code

    def hide(self, text: str) -> str:
        """Return a text in which each word of a pupil's name is its code, if codes are shown."""
        if self.kind != "codes" or not self._codes:
            return text
        return _WORD.sub(lambda word: self._codes.get(word[0].casefold(), word[0]), text)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text) if len(word) >= _SHORTEST}


def first_names(names: Sequence[str]) -> dict[str, str]:
    """Return a first name for each name, with the beginning of the others where two are alike.

    A family name in capitals may come first, as in ``DUPONT Ana``.
    """
    parts = {name: _parts(name) for name in dict.fromkeys(names)}
    found = {}
    for name, (first, rest) in parts.items():
        others = [
            more for other, (same, more) in parts.items() if other != name and _same(same, first)
        ]
        length = next(
            (
                n
                for n in range(len(rest) + 1)
                if not any(_same(more[:n], rest[:n]) for more in others)
            ),
            len(rest),
        )
        found[name] = (
            f"{first} {rest[:length]}{'.' if length < len(rest) else ''}"
            if others and length
            else first
        )
    return found


def _parts(name: str) -> tuple[str, str]:
    """Return the first name and the rest."""
    words = name.split()
    if not words:
        return "", ""
    at = next((n for n, word in enumerate(words) if not (word.isupper() and len(word) > 1)), 0)
    return words[at], " ".join(words[:at] + words[at + 1 :])


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
