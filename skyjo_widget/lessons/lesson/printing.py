"""Pages to print on A4."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from pathlib import Path

from skyjo_widget.errors import RulesError
from skyjo_widget.util import markup
from skyjo_widget.util.files import given_path, write_whole

_STYLE = resources.files("skyjo_widget.lessons.lesson") / "print.css"


def print_page(path: str | Path, title: str, parts: Iterable[str], lang: str) -> Path:
    """Write a page without scripts that prints on A4; an existing one is replaced.

    Parameters
    ----------
    path : path
        Named ``.html``, so that no other file is ever replaced.
    title : str
    parts : iterable of str
        HTML.
    lang : str

    Raises
    ------
    RulesError
        If the name is none of a page.
    RecordError
        If it can't be written.
    """
    path = given_path(path)
    if path.suffix.lower() not in (".html", ".htm"):
        raise RulesError("path={path!r}: a name that ends with .html is needed", path=str(path))
    write_whole(path, markup.page(title, _STYLE.read_text("utf-8"), parts, lang))
    return path
