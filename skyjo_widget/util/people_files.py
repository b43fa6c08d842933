"""TOML and JSON that people write by hand: an error names the line, and what would be right."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import Message, _
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.messages import translated
from skyjo_widget.util.reading import read_text, why_unreadable

_NO_TOML = _("no TOML")
_NO_JSON = _("no JSON (a TOML file is named .toml)")
_PLACE = re.compile(r"\(at line (\d+), column \d+\)")
_DECIMAL_COMMA = re.compile(r"[=:] *([+-]?\d*),(\d+) *(?:[#}].*)?$")
_CURLY = re.compile(r"[=:\[,] *[“”„«»‘’]")
_LANGUAGE = re.compile(r"""^ *"?lang"? *[=:] *["'](\w+)["']""", re.MULTILINE)


def read_written(path: Path, parse: Callable[[str], Any]) -> Any:
    """Read a file that people write; its errors are in the language that it names.

    Parameters
    ----------
    path : Path
    parse : callable
        `parse_toml`, or another that raises `RulesError` for a text that it can't take.

    Raises
    ------
    RulesError
        If it can't be read or parsed.
    """
    try:
        text = read_text(path)
    except OSError as error:
        raise RulesError(
            "{path}: can't be read: {error}", path=path, error=why_unreadable(path, error)
        ) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise RulesError(
            "{path}: line {line}: not UTF-8, save it as UTF-8", path=path, line=line
        ) from None
    except ValueError as error:  # a zero byte in the name
        raise RulesError("{path!r}: {error}", path=str(path), error=error) from None
    with translated(language_in(text)):
        try:
            return parse(text)
        except RulesError as error:
            raise RulesError("{path}: {error}", path=path, error=error) from None


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
