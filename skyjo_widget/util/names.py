"""Players' names, and these in sentences; ``js/lib/i18n.js`` is the board's half."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from skyjo_widget.util.i18n import words

_HOLE = re.compile(r"(\bde )?\{(\w+)\}", re.IGNORECASE)
_VOWEL = re.compile(r"[aeiouàâäéèêëîïôöœùûü]", re.IGNORECASE)
"""French has « d’Ana », but « de Ben »."""


def free_name(name: str, others: Sequence[str]) -> str:
    """Make a name unique by a number."""
    free, n = name, 2
    while free in others:
        free = f"{name} {n}"
        n += 1
    return free


def mentioned(name: str, lang: str) -> str:
    """Return a name as a part of a sentence: quoted if it is a word of the language, as “You”."""
    names = words(lang)["names"]
    return names["quote"].format(name=name) if name.lower() in names["words"].split() else name


def sentence(text: str, lang: str, **parts: Any) -> str:
    """Fill the holes of a sentence; that of the name ``player`` may stand after ``de``."""

    def filled(hole: re.Match[str]) -> str:
        of, name = hole[1] or "", hole[2]
        if name != "player":
            return f"{of}{parts[name]}"
        player = mentioned(str(parts[name]), lang)
        return f"{of[0]}’{player}" if of and _VOWEL.match(player) else of + player

    return _HOLE.sub(filled, text)
