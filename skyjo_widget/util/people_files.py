"""TOML and JSON that people write by hand: an error names the line, and what would be right."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import Message, _
from skyjo_widget.util.i18n import languages

_NO_TOML = _("no TOML")
_NO_JSON = _("no JSON (a TOML file is named .toml)")
_PLACE = re.compile(r"\(at line (\d+), column \d+\)")
_DECIMAL_COMMA = re.compile(r"[=:] *([+-]?\d*),(\d+) *(?:[#}].*)?$")
_CURLY = re.compile(r"[=:\[,] *[“”„«»‘’]")
_LANGUAGE = re.compile(r"""^ *"?lang"? *[=:] *["'](\w+)["']""", re.MULTILINE)


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text; raise `RulesError` with the line of an error."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise RulesError("it is nested too deeply") from None
    except ValueError as error:
        place = _PLACE.search(str(error))
        line = int(place[1]) if place else _last_line(text)
        if str(error).startswith("Cannot"):
            raise RulesError("line {line}: this key is there already", line=line) from None
        raise RulesError(_problem(text, line, _NO_TOML, ended=not place)) from None


def parse_json(text: str) -> Any:
    """Parse a JSON text; raise `RulesError` with the line of an error."""
    try:
        return json.loads(text)
    except RecursionError:
        raise RulesError("it is nested too deeply") from None
    except json.JSONDecodeError as error:
        ended = error.pos >= len(text.rstrip())
        raise RulesError(_problem(text, error.lineno, _NO_JSON, ended=ended)) from None


def language_in(text: str) -> str | None:
    """Return the language that a text names under ``lang``; None if it names none that is known."""
    match = _LANGUAGE.search(text)
    return match[1] if match and match[1] in languages() else None


def _problem(text: str, line: int, what: Message, *, ended: bool) -> Message:
    """Return the problem of a line that can't be parsed."""
    lines = text.split("\n")
    words = lines[line - 1].strip() if line <= len(lines) else ""
    if comma := _DECIMAL_COMMA.search(words):
        number = f"{comma[1]}.{comma[2]}"
        return _(
            "line {line}: a decimal number has a point here: write {number}",
            line=line,
            number=number,
        )
    if _CURLY.search(words):
        return _("line {line}: a text is between straight quotes: write 'text'", line=line)
    if ended:
        return _(
            "line {line}: {what}: it ends too early; a value, a quote or a bracket is missing",
            line=line,
            what=what,
        )
    return _(
        "line {line}: {what}: {words!r:.60}; a value is a number, a text in quotes, true, false "
        "or a list",
        line=line,
        what=what,
        words=words,
    )


def _last_line(text: str) -> int:
    return text.rstrip().count("\n") + 1
