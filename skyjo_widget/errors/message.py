"""Sentences that can still be rendered in another language: a template and its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any

_formatter = Formatter()


class Message(str):
    """An English sentence that keeps its template and its parts.

    Parameters
    ----------
    template : str
        The sentence with its parts in braces, such as ``"there is no seat {seat}"``.
    **parts : object
        A message, an error, which stands for its message, or anything else, which is kept as the
        text that it has now.  Without any the template is the sentence: braces mean nothing.

    Examples
    --------
    >>> print(Message("there is no card {card!r}", card="wild"))
    there is no card 'wild'
    """

    __slots__ = ("parts", "template")
    template: str
    parts: dict[str, str]

    def __new__(cls, template: str, /, **parts: Any) -> Message:
        """Format each part once; without parts a text, or a message, stays as it is."""
        if isinstance(template, Message) and not parts:
            return template
        texts = parts and {
            name: _text(parts[name], conversion, form or "")
            for _literal, name, form, conversion in _formatter.parse(template)
            if name is not None
        }
        return _of(_filled(template, texts), template, texts)

    def rendered(self, translation: Callable[[str], str]) -> Message:
        """Return the message in the language of a function that translates templates."""
        texts = {
            name: part.rendered(translation) if isinstance(part, Message) else part
            for name, part in self.parts.items()
        }
        return _of(_filled(translation(self.template), texts), self.template, self.parts)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy the message with its template and its parts."""
        return _of, (str(self), self.template, self.parts)


_ = Message
"""The mark of a template, by which `scripts.messages` finds it."""


def joined(separator: str, texts: Iterable[str]) -> Message:
    """Join texts, of which some may be messages, to a message."""
    parts = {f"part{at}": text for at, text in enumerate(texts)}
    return Message(separator.join(f"{{{name}}}" for name in parts), **parts)


def split(message: str) -> list[str]:
    """Return the texts of a joined message; any other message alone."""
    if isinstance(message, Message) and message.template.startswith("{part0}"):
        return list(message.parts.values())
    return [message]


def message_of(error: BaseException) -> str:
    """Return the message of an error, with its template if it has one."""
    message = error.args[0] if error.args else None
    return message if isinstance(message, Message) else str(error)


def _of(text: str, template: str, parts: dict[str, str]) -> Message:
    message = str.__new__(Message, text)
    message.template, message.parts = template, parts
    return message


def _text(part: Any, conversion: str | None, form: str) -> str:
    """Return a part as the text that a template asks for."""
    if isinstance(part, BaseException) and not conversion:
        part = message_of(part)
    if isinstance(part, Message) and not conversion and not form:
        return part
    text = _formatter.convert_field(part, conversion)
    if conversion == "r" and not text.isprintable():  # of several lines, as of a DataFrame
        text = type(part).__name__
    return format(text, form)


def _filled(template: str, texts: Mapping[str, str]) -> str:
    """Return a template with its parts, whose conversions have been carried out."""
    if not texts:
        return template
    return "".join(
        literal + ("" if name is None else texts[name])
        for literal, name, _form, _conversion in _formatter.parse(template)
    )
