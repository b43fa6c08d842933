"""Tolerant matching of names that people type, and suggestions for misspelt ones."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _

_LONGEST = 200  # characters of a text that is compared


def matched(text: Any, choices: Iterable[str]) -> str | None:
    """Return the known name that equals a text except for case, spaces and hyphens, or None."""
    if not isinstance(text, str):
        return None
    names = list(choices)
    if text in names:
        return text
    return {_plain(name): name for name in reversed(names)}.get(_plain(text))


def suggestion(text: Any, choices: Iterable[str]) -> str:
    """Return ``" (did you mean 'skyjo'?)"`` for the name nearest to a text.

    Empty if none is similar.
    """
    near = nearest(text, choices)
    return _(" (did you mean {near!r}?)", near=near) if near else ""


def nearest(text: Any, choices: Iterable[str]) -> str | None:
    """Return the known name most similar to a text; None if none is similar."""
    if not isinstance(text, str) or len(text) > _LONGEST or not _plain(text):
        return None
    by_spelling = {_plain(name): name for name in choices}
    wanted = _plain(text)
    near = difflib.get_close_matches(wanted, by_spelling, n=1, cutoff=0.7)
    if not near and len(wanted) >= 3:  # a prefix, as 'rand' or 'exp'
        near = [name for name in by_spelling if name.startswith(wanted)]
    if not near:  # a name with a suffix, as 'fr-FR'
        near = [name for name in by_spelling if name and wanted.startswith(name)]
    return by_spelling[near[0]] if near else None


def choice(name: str, value: Any, choices: Iterable[str]) -> str:
    """Return the option of a list that a caller has chosen, in any spelling.

    Raises
    ------
    RulesError
        If it isn't in the list.
    """
    words = list(choices)
    word = matched(value, words)
    if word is None:
        raise RulesError(
            "{name}={value!r:.80}{hint}: one of {words} is needed",
            name=name,
            value=value,
            hint=suggestion(value, words),
            words=", ".join(words),
        )
    return word


def similar_file(path: Path) -> str:
    """Return ``" (did you mean 'deck.csv'?)"`` for a file similar to a missing one.

    Empty if the folder has none.
    """
    try:
        there = sorted(other for other in path.parent.iterdir() if other.name != path.name)
    except OSError:
        return ""
    near = [other for other in there if path.name == other.stem]
    if not near:
        by_name = {other.name: other for other in there}
        close = difflib.get_close_matches(path.name, by_name, n=1, cutoff=0.8)
        near = [by_name[name] for name in close]
    return _(" (did you mean {near!r}?)", near=str(near[0])) if near else ""


def _plain(text: str) -> str:
    return re.sub(r"[\s_-]+", "", text.casefold())
