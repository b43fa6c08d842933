"""The lessons that come with the package, each a file with its texts in every language."""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.util.i18n import languages, words
from skyjo_widget.util.spelling import suggestion

NAMES = ("chance", "samples", "strategy", "perfect")
"""The lessons, in their order."""
_FOLDER = resources.files("skyjo_widget.lessons") / "shipped"


def is_shipped(name: Any) -> bool:
    """Return True if a lesson is named, not a file: ``./chance`` is a file."""
    return isinstance(name, str) and name in NAMES


def shipped(name: str, lang: str = "en") -> dict[str, Any]:
    """Return the contents of a shipped lesson in one language, as its file would have them.

    Parameters
    ----------
    name : {"chance", "samples", "strategy", "perfect"}
    lang : str

    Raises
    ------
    RulesError
        If there is no such lesson or language.
    """
    if not is_shipped(name):
        raise RulesError(
            "lesson={name!r:.60} is unknown{hint}; there are {names}",
            name=name,
            hint=suggestion(name, NAMES),
            names=", ".join(NAMES),
        )
    words(lang)  # raises if there is no such language
    return {"lang": lang, **_in_language(_parsed(name), lang)}


@functools.cache
def _parsed(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{name}.toml").read_text("utf-8"))


def _in_language(part: Any, lang: str) -> Any:
    """Return a copy in which texts by language are replaced by one of them."""
    if isinstance(part, dict):
        if part and part.keys() <= set(languages()):
            return part[lang]
        return {key: _in_language(value, lang) for key, value in part.items()}
    if isinstance(part, list):
        return [_in_language(value, lang) for value in part]
    return part
