"""Sources of the site's reference: a list of the public names, and a page for each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from scripts import reference

FORMATS = ("notation", "record", "view")
"""Pages about what is written and sent."""


def write(folder: Path) -> None:
    """Write ``reference.rst``, and below ``reference/`` a page for each group and each name."""
    sources = {"reference": contents()}
    for title, names in reference.GROUPS.items():
        listed = [place(name) for name in names]
        sources[_group(title)] = f"{_title(title, '=')}{_list(names)}{_toctree(*listed)}"
        sources |= {place(name): page(name) for name in names}
    (folder / "reference").mkdir(parents=True, exist_ok=True)
    for name, text in sources.items():
        (folder / f"{name.removeprefix('/')}.rst").write_text(text, "utf-8")


def place(name: str) -> str:
    """Return the place of a name's page; no two differ only by capital letters."""
    kind = "class-" if inspect.isclass(reference.resolve(name)) else ""
    return f"/reference/{kind}{name}"


def contents() -> str:
    """Make the list of all names, by what they are for."""
    parts = [
        _title("Reference", "="),
        "The public names of ``skyjo_widget``; a dotted one is imported from there. ``help(play)`` "
        "says the same in a notebook.\n"
        "How games are written: :doc:`notation`, :doc:`the record <record>`, "
        ":doc:`the view <view>`.\n",
    ]
    for title, names in reference.GROUPS.items():
        parts.append(f"\n{_title(title, '-')}{_list(names)}")
    parts.append(f"\n{_title('Modules', '-')}")
    parts += [f"- {_rst(name)}: {_rst(text)}\n" for name, text in reference.MODULES.items()]
    return "".join(parts) + _toctree(*FORMATS, *map(_group, reference.GROUPS))


def _list(names: Iterable[str]) -> str:
    """A table of names, each with its first paragraph."""
    rows = "".join(
        f"   * - :doc:`{name} <{place(name)}>`\n     - {first(name)}\n" for name in names
    )
    return f".. list-table::\n   :class: names\n\n{rows}"


def _toctree(*names: str) -> str:
    return "\n.. toctree::\n   :hidden:\n\n" + "".join(f"   {name}\n" for name in names)


def _group(title: str) -> str:
    return f"/reference/in-{'-'.join(re.findall(r'[a-z]+', title.lower()))}"


def page(name: str) -> str:
    """Make the page of a name."""
    one = inspect.unwrap(reference.resolve(name))
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
    one: Any = inspect.unwrap(reference.resolve(name))
    return _rst(reference.summary(one) if callable(one) else reference.beside(name))


def _rst(text: str) -> str:
    """Turn a line of Markdown into reStructuredText."""
    text = re.sub(r"\[([^\]]*)\]\((\w+)\.md\)", r":doc:`\1 <\2>`", text)
    return re.sub(r"(?<![:`])`([^`<>]+)`", r"``\1``", text).replace(r"\|", "|")


def _title(text: str, line: str) -> str:
    return f"{text}\n{line * len(text)}\n\n"
