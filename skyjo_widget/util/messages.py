"""Messages of errors, warnings and findings in another language.

They are written in the code in English.  ``locales/`` holds the sentence in each language under
``messages``, and under ``system`` those of the operating system; the English one is the pattern
that finds the others.
"""

from __future__ import annotations

import contextlib
import functools
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar

from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.util.i18n import languages, present_language, speaking, words
from skyjo_widget.util.shadowed import raise_explained
from skyjo_widget.util.spelling import matched
from skyjo_widget.util.wrong_calls import called

_HOLE = re.compile(r"\\\{(\w+)\\\}")
_HINT = r"(?P<hint>(?: \(did you mean .+?\?\))?)"
"""The hole ``{hint}``: the suggestion for a misspelt name, or nothing."""
_PLACE = re.compile(r"(.*, |)(line|row) (\d+): (.+)", re.DOTALL)
"""A message with its place in front: the file, the line or row."""
_OF_THE_CODE = "en"
"""The language of the messages in the code."""

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def translate_message(text: str, lang: str) -> str:
    """Return a message in a language; as it is if it has none there.

    Its parts that are messages themselves are translated too: the reason of a refusal, each line
    of a list of problems, what stands before and after a colon.
    """
    if lang == _OF_THE_CODE:
        return text
    texts = words(lang)["faces"]
    placed = _PLACE.fullmatch(text)
    if "\n" in text:
        return "\n".join(_indented(line, lang) for line in text.split("\n"))
    if placed:
        file, unit, number, what = placed.groups()
        where = file + texts["places"][unit].format(number=number)
        return str(texts["texts"]["item"].format(name=where, text=translate_message(what, lang)))
    for key, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            parts = {
                name: translate_message(part, lang) for name, part in found.groupdict().items()
            }
            return _sentences(lang)[key].format(**parts)
    for colon in re.finditer(": ", text):
        before, after = text[: colon.start()], text[colon.end() :]
        parts = {"name": translate_message(before, lang), "text": translate_message(after, lang)}
        if parts != {"name": before, "text": after}:
            return str(texts["texts"]["item"].format(**parts))
    return text


def _indented(line: str, lang: str) -> str:
    """Return a line of a message, whose indent stays."""
    bare = line.lstrip()
    return line[: len(line) - len(bare)] + (translate_message(bare, lang) if bare else "")


@functools.cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return each message's key and pattern, those with the longest fixed text first."""
    messages = _sentences(_OF_THE_CODE).items()
    by_length = sorted(messages, key=lambda item: -len(re.sub(r"\{\w+\}", "", item[1])))
    return [(key, re.compile(_pattern(text), re.DOTALL)) for key, text in by_length]


def _sentences(lang: str) -> dict[str, str]:
    return {**words(lang)["messages"], **words(lang)["system"]}


def _pattern(text: str) -> str:
    return _HOLE.sub(r"(?P<\1>.+?)", re.escape(text)).replace("(?P<hint>.+?)", _HINT)


# The language of a call


@contextlib.contextmanager
def translated(lang: str) -> Iterator[None]:
    """Raise errors, warn and report progress in a language in a block."""
    with speaking(lang), explained():
        try:
            yield
        except SkyjoWidgetError as error:
            error.args = (translate_message(str(error), lang), *error.args[1:])
            raise


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Say so if an import in a block fails because a user's file bears a module's name."""
    try:
        yield
    except (ImportError, AttributeError) as error:
        raise_explained(error)
        raise


def in_its_language(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorate a public function: it raises errors and warns in the language of its ``lang``.

    What it can't take is such an error, too.
    """

    @functools.wraps(function)
    def translating(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        with translated(matched(kwargs.get("lang"), languages()) or present_language()):
            return called(function, args, kwargs)

    return translating


def warn(text: str) -> None:
    """Warn in the present language, at the line of the caller's own code."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals):
        level, frame = level + 1, frame.f_back
    warnings.warn(translate_message(text, present_language()), stacklevel=level)


def _is_ours(names: dict[str, Any]) -> bool:
    return str(names.get("__name__")).startswith("skyjo_widget.")
