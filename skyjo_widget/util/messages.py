"""Messages of errors, warnings and findings in another language.

They are written in the code in English, as templates (`skyjo_widget.errors.message`);
``locales/`` has a gettext catalogue for each other language, which `scripts.messages` updates.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar

from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.errors.message import Message, message_of
from skyjo_widget.util.i18n import FOLDER, languages, present_language, speaking
from skyjo_widget.util.shadowed import raise_explained
from skyjo_widget.util.spelling import matched
from skyjo_widget.util.wrong_calls import called

_STRING = re.compile(r'^(?:(msgid|msgstr) )?(".*")$', re.MULTILINE)

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def rendered(message: str | BaseException, lang: str) -> str:
    """Return a message, or that of an error, in a language.

    A template that its catalogue lacks stays English.
    """
    text = message_of(message) if isinstance(message, BaseException) else message
    if lang == "en" or not isinstance(text, Message):
        return text
    return text.rendered(functools.partial(translation, lang))


def translation(lang: str, template: str) -> str:
    """Return a template in a language; itself if the catalogue lacks it."""
    return catalogue(lang).get(template) or template


@functools.cache
def catalogue(lang: str) -> dict[str, str]:
    """Return a language's templates by the English ones; none for English.

    The ``.po`` file itself is read, so that no compiled one can be out of date.
    """
    file = FOLDER / f"{lang}.po"
    return read_catalogue(file.read_text("utf-8")) if file.is_file() else {}


def read_catalogue(text: str) -> dict[str, str]:
    """Parse a ``.po`` file without plurals and contexts; its strings are written as in JSON."""
    entries: list[list[str]] = []
    for keyword, string in _STRING.findall(text):
        if keyword == "msgid":
            entries.append([])
        if keyword:
            entries[-1].append("")
        entries[-1][-1] += json.loads(string)
    return {english: translated for english, translated in entries if english}


# The language of a call


@contextlib.contextmanager
def translated(lang: str) -> Iterator[None]:
    """Raise errors, warn and report progress in a language in a block."""
    with speaking(lang), explained():
        try:
            yield
        except SkyjoWidgetError as error:
            error.args = (rendered(error, lang), *error.args[1:])
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


def warn(template: str, /, **parts: Any) -> None:
    """Warn in the present language, at the line of the caller's own code."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals):
        level, frame = level + 1, frame.f_back
    text = rendered(Message(template, **parts), present_language())
    warnings.warn(str(text), stacklevel=level)


def _is_ours(names: dict[str, Any]) -> bool:
    return str(names.get("__name__")).startswith("skyjo_widget.")
