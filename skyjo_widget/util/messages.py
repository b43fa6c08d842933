"""Messages of errors, warnings and findings in another language.

They are written in the code in English, as templates (`skyjo_widget.errors.message`);
``locales/`` has a gettext catalogue for each other language, which `scripts.messages` updates.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ParamSpec, TypeVar

from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.errors.message import Message, message_of
from skyjo_widget.util.i18n import CALL_LANGUAGE, FOLDER, languages, present_language
from skyjo_widget.util.shadowed import raise_explained
from skyjo_widget.util.spelling import matched
from skyjo_widget.util.wrong_calls import check_call

_STRING = re.compile(r'^(?:(msgid|msgstr) )?(".*")$', re.MULTILINE)

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Kind = TypeVar("Kind", bound=type)


def rendered(message: str | BaseException, lang: str) -> str:
    """Return a message, or that of an error, in a language.

    A template that its catalogue lacks stays English.
    """
    return str(in_language(message, lang))


def in_language(message: str | BaseException, lang: str) -> str:
    """Return a message in a language, with its template if it has one."""
    text = message_of(message) if isinstance(message, BaseException) else message
    translate = functools.partial(translation, lang)
    return text.rendered(translate) if isinstance(text, Message) else text


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
def translated(lang: str | None) -> Iterator[None]:
    """Raise errors, warn and report progress in a language in a block.

    Within another such block nothing is done: the outermost language holds, and None is none.
    """
    if lang is None or CALL_LANGUAGE.get():
        with explained():
            yield
        return
    token = CALL_LANGUAGE.set(lang)
    try:
        with explained():
            yield
    except SkyjoWidgetError as error:
        error.args = (in_language(error, lang), *error.args[1:])
        raise
    finally:
        CALL_LANGUAGE.reset(token)


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Say so if an import in a block fails because a user's file bears a module's name."""
    try:
        yield
    except (ImportError, AttributeError) as error:
        raise_explained(error)
        raise


def in_its_language(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Decorate a public function or method: it raises errors and warns in the user's language.

    That is the one of its ``lang``, else that of the first argument which has one, as a table or
    a log.  What it can't take is such an error, too.  A call within another one does nothing of
    this.
    """

    @functools.wraps(function)
    def translating(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        if CALL_LANGUAGE.get():
            return function(*args, **kwargs)
        lang = matched(kwargs["lang"], languages()) if kwargs.get("lang") else None
        with translated(lang or next(filter(None, map(language_of, args)), None)):
            try:
                return function(*args, **kwargs)
            except TypeError as error:
                check_call(error, function, args, kwargs)
                raise

    translating.translates = True  # type: ignore[attr-defined]
    return translating


def speaks(kind: Kind) -> Kind:
    """Decorate a class: what can be called and set speaks the language of its objects."""
    for base in kind.__mro__:
        for name in vars(base) if _is_ours(vars(base)) else ():
            member = inspect.getattr_static(kind, name)
            if name.startswith("_") or hasattr(member, "translates"):
                continue
            if isinstance(member, property) and member.fset:
                setattr(kind, name, member.setter(in_its_language(member.fset)))
            elif inspect.isfunction(member) and not _is_generator(member):
                setattr(kind, name, in_its_language(member))
    return kind


def _is_generator(function: Any) -> bool:
    """Return True for a context manager, which raises what its block does."""
    return inspect.isgeneratorfunction(inspect.unwrap(function))


def language_of(thing: Any) -> str | None:
    """Return the language that an object speaks; None if it has none."""
    for name in ("_spoken", "lang"):
        if hasattr(type(thing), name) or name in getattr(thing, "__dict__", ()):
            lang = getattr(thing, name, None)  # an object that is being made may lack it
            if isinstance(lang, str) and lang in languages():
                return lang
    return None


def warn(template: str, /, **parts: Any) -> None:
    """Warn in the present language, at the line of the caller's own code."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and _is_ours(frame.f_globals):
        level, frame = level + 1, frame.f_back
    text = rendered(Message(template, **parts), present_language())
    warnings.warn(text, stacklevel=level)


def _is_ours(names: Mapping[str, Any]) -> bool:
    module = names.get("__module__") or names.get("__name__")
    return str(module).startswith("skyjo_widget.")
