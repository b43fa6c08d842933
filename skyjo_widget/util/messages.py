"""Messages of errors and findings in another language.

An error is raised where no language is known, in English.  ``locales/`` holds its sentence in each
language under ``messages``; the English one is the pattern that finds the others.
"""

from __future__ import annotations

import functools
import re

from skyjo_widget.util.i18n import words

_HOLE = re.compile(r"\\\{(\w+)\\\}")
_OF_THE_CODE = "en"
"""The language of the messages in the code."""


def translate_message(text: str, lang: str) -> str:
    """Return a message in a language; as it is if it has none there.

    Parts of it that are messages themselves, such as the reason of a refusal, are translated too.
    """
    if lang == _OF_THE_CODE:
        return text
    for key, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found:
            parts = {
                name: translate_message(part, lang) for name, part in found.groupdict().items()
            }
            return str(words(lang)["messages"][key]).format(**parts)
    return text


@functools.cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """Return each message's key and pattern, those with the longest fixed text first."""
    messages: dict[str, str] = words(_OF_THE_CODE)["messages"]
    by_length = sorted(messages.items(), key=lambda item: -len(re.sub(r"\{\w+\}", "", item[1])))
    return [
        (key, re.compile(_HOLE.sub(r"(?P<\1>.+?)", re.escape(text)), re.DOTALL))
        for key, text in by_length
    ]
