"""Sources of the site's reference: a list of the public names, and a page for each."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any

import skyjo_widget
from scripts import reference

FORMATS = ("notation", "record", "view")
"""Pages about what is written and sent."""


def write(folder: Path) -> None:
    """Write ``reference.rst`` and the pages below ``api/``."""
    (folder / "api").mkdir(parents=True, exist_ok=True)
    names = [name for group in reference.GROUPS.values() for name in group]
    for name in names:
        (folder / "api" / f"{name}.rst").write_text(page(name), "utf-8")
    (folder / "reference.rst").write_text(contents(), "utf-8")


def contents() -> str:
    """Make the list: the names by what they are for, each with its first sentence."""
    parts = [
        _title("Reference", "="),
        "The public names of ``skyjo_widget``. ``help(play)`` says the same in a notebook.\n"
        "How games are written: :doc:`notation`, :doc:`the record <record>`, :doc:`the view <view>`.\n",
    ]
    for title, names in reference.GROUPS.items():
        parts.append(f"\n{_title(title, '-')}\n.. list-table::\n   :class: names\n\n")
        for name in names:
            parts.append(f"   * - :doc:`{name} <api/{name}>`\n     - {first(name)}\n")
    parts.append(f"\n{_title('Modules', '-')}\n.. list-table::\n   :class: names\n\n")
    for name, text in reference.MODULES.items():
        parts.append(f"   * - {_rst(name)}\n     - {_rst(text)}\n")
    parts.append("\n.. toctree::\n   :hidden:\n\n")
    parts += [f"   {name}\n" for name in FORMATS]
    parts += [f"   {name} <api/{name}>\n" for group in reference.GROUPS.values() for name in group]
    return "".join(parts)


def page(name: str) -> str:
    """Make the page of a name."""
    one = inspect.unwrap(getattr(skyjo_widget, name))
    title = _title(name, "=")
    if inspect.isclass(one):
        members = ", ".join(reference.members(one))
        listed = f"   :members: {members}\n" if members else ""
        return f"{title}\n.. autoclass:: skyjo_widget.{name}\n{listed}"
    if callable(one):
        return f"{title}\n.. autofunction:: skyjo_widget.{name}\n"
    return f"{title}\n.. py:data:: skyjo_widget.{name}\n\n   {_rst(reference.beside(name))}\n"


def first(name: str) -> str:
    """Return the first paragraph of a name's docstring."""
    one: Any = inspect.unwrap(getattr(skyjo_widget, name))
    return _rst(reference.summary(one) if callable(one) else reference.beside(name))


def _rst(text: str) -> str:
    """Turn a line of Markdown into reStructuredText."""
    text = re.sub(r"\[([^\]]*)\]\((\w+)\.md\)", r":doc:`\1 <\2>`", text)
    return re.sub(r"(?<![:`])`([^`<>]+)`", r"``\1``", text).replace(r"\|", "|")


def _title(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n\n"
