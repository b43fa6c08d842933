"""Requests of browsers: reading their fields, and wording the reason why one is refused."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints

from skyjo_widget.board.note_messages import read_id
from skyjo_widget.board.tables.common import View
from skyjo_widget.errors import (
    IllegalActionError,
    MalformedMessageError,
    PolicyError,
    RecordError,
    RulesError,
    StaleStateError,
)
from skyjo_widget.util.messages import rendered


class RefusedError(Exception):
    """A request that can't be met now.

    Parameters
    ----------
    key : str
        Of its reason in the locales.
    """

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def field(message: Any, name: str, kind: type) -> Any:
    """Return a field of a message.

    Raises
    ------
    MalformedMessageError
        If it is missing or of another type.
    """
    value = message.get(name) if isinstance(message, dict) else None
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise MalformedMessageError(
            "a message from the board is an object whose {name!r} is of type {kind}, not {value!r}",
            name=name,
            kind=kind.__name__,
            value=value,
        )
    return value


def fields_of(message: dict[str, Any], messages: Any) -> dict[str, Any]:
    """Return the fields of a message beside its type, by name.

    Parameters
    ----------
    message : dict
    messages : union of TypedDict
        The messages that there are, such as `skyjo_widget.front.protocol.board.OfBoard`.

    Raises
    ------
    MalformedMessageError
        If one that is required is missing, or one is of another type.
    """
    fields = _described(messages)[message["type"]]
    return {
        name: field(message, name, kind)
        for name, (kind, required) in fields.items()
        if required or name in message
    }


@functools.cache
def _described(messages: Any) -> dict[str, dict[str, tuple[type, bool]]]:
    """Return the fields of each type of message, each with its own type, and if it is required."""
    described: dict[str, dict[str, tuple[type, bool]]] = {}
    for message in get_args(messages):
        hints = get_type_hints(message, include_extras=True)
        types = get_args(hints.pop("type"))
        fields = {name: _kind(hint) for name, hint in hints.items()}
        described |= dict.fromkeys(types, fields)
    return described


def _kind(hint: Any) -> tuple[type, bool]:
    if get_origin(hint) is NotRequired:
        return _kind(get_args(hint)[0])[0], False
    origin = get_origin(hint) or hint
    return (str if origin is Literal else origin), True


def answer(obey: Callable[[Any], None], content: Any, lang: str, *, paper: bool) -> View | None:
    """Carry out a browser's message.

    Parameters
    ----------
    obey : callable
        Does what the message says.
    content : object
        The message.
    lang : str
        The language of the reason.
    paper : bool
        Whether it is about paper cards.

    Returns
    -------
    dict or None
        The key and the text of the reason why it was refused; None if it wasn't.
    """
    kind = content.get("type") if isinstance(content, dict) else None
    try:
        obey(content)
    except RefusedError as error:
        return {"key": error.key, "text": ""}
    except StaleStateError as error:
        if kind == "step":
            return None  # two views of one board both ask for the next move
        return {"key": "stale", "text": rendered(error, lang)}
    except IllegalActionError as error:
        return {"key": "illegal", "text": rendered(error, lang)}
    except RecordError as error:
        return {"key": "unsaved", "text": rendered(error, lang)}
    except (MalformedMessageError, RulesError) as error:
        text = rendered(error, lang)
        if kind == "note":
            return {"key": "note", "text": text, "id": read_id(content)}
        on_paper = paper and not isinstance(error, MalformedMessageError)
        key = "note_long" if kind == "whole note" else "paper" if on_paper else "malformed"
        return {"key": key, "text": text}
    except PolicyError:
        return None  # the view shows it as the session's fault
    except Exception as error:  # it would show nowhere
        return {"key": "internal", "text": f"{type(error).__name__}: {error}"}
    return None
