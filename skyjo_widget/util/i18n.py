"""Translations: one JSON file per language in ``locales/``."""

from __future__ import annotations

import contextlib
import functools
import json
from collections.abc import Iterator
from contextvars import ContextVar
from importlib import resources
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.util.spelling import matched, suggestion

FOLDER = resources.files("skyjo_widget.util") / "locales"
"""The folder of the languages' files."""
CALL_LANGUAGE: ContextVar[str] = ContextVar("present language", default="")


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the codes of the available languages, one per file."""
    names = sorted(file.name for file in FOLDER.iterdir())
    return tuple(name.removesuffix(".json") for name in names if name.endswith(".json"))


def has_decimal_comma(lang: str) -> bool:
    """Return True if a language writes 4,5 for four and a half."""
    return bool(words(lang)["charts"]["number"]["decimal"] == ",")


@functools.cache
def words(lang: str) -> dict[str, Any]:
    """Return all texts of a language, nested as in its file.

    Raises
    ------
    RulesError
        If there is no such language; the message lists the available ones.
    """
    if lang not in languages():
        raise RulesError(
            "lang={lang!r} is unknown{hint}; there are {languages}",
            lang=lang,
            hint=suggestion(lang, languages()),
            languages=", ".join(languages()),
        )
    return json.loads((FOLDER / f"{lang}.json").read_text("utf-8"))  # type: ignore[no-any-return]


def device_language(lang: str) -> str:
    """Return a device's language, such as ``fr-CA``, if there are texts in it, else English."""
    return next((code for code in languages() if lang.partition("-")[0] == code), "en")


def chosen_language(lang: str | None) -> str:
    """Check the language that a caller asks for; empty for the browser's.  Raises `RulesError`."""
    lang = matched(lang, languages()) or lang
    if lang:
        words(lang)  # raises for an unknown language
    return lang or ""


def present_language() -> str:
    """Return the language of the call under way: a table's in its methods, else English."""
    return CALL_LANGUAGE.get() or "en"


def call_language(lang: str | None) -> str:
    """Return the language of a call: its own, else that of what it is about, else English.

    Raises `RulesError` for an unknown one.
    """
    lang = lang or present_language()
    words(lang)
    return lang


def spoken_language() -> str:
    """Return the language that a call under way has chosen; empty if none has."""
    return CALL_LANGUAGE.get()


@contextlib.contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Make a language the present one in a block, in this thread."""
    token = CALL_LANGUAGE.set(lang)
    try:
        yield
    finally:
        CALL_LANGUAGE.reset(token)
