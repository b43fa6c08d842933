"""The style of pages that are kept (reports, a class's page, replays) and of charts, also in cells.

Colours of charts are those of the board: `skyjo_widget.util.colours`.
"""

from __future__ import annotations

import functools
from importlib import resources

from skyjo_widget.util.colours import COLOURS, ON_DARK

_FOLDER = resources.files("skyjo_widget.util")
_LIGHT = {"paper": "#fff", "ink": "#1c1c1e", "quiet": "#5c5c63", "line": "#dcdce1"}
_LIGHT |= {"soft": "#f4f4f7", "blue": COLOURS[0], "warm": COLOURS[1]}
_DARK = {"paper": "#17181b", "ink": "#ececf0", "quiet": "#a8a8b2", "line": "#3a3b42"}
_DARK |= {"soft": "#212227", "blue": ON_DARK[0], "warm": ON_DARK[1]}
_PRINT = {"paper": "#fff", "ink": "#000", "quiet": "#444", "line": "#bbb"}


@functools.cache
def chart_rules(scope: str = "@ ") -> str:
    """Return the rules of charts; by default with ``@`` for the display that they stand in."""
    return (_FOLDER / "chart.css").read_text("utf-8").replace("@ ", scope)


@functools.cache
def page_sheet(own: str = "") -> str:
    """Return the style of a page: colours, type, tables, charts, print, then rules of its own."""
    page = (_FOLDER / "page.css").read_text("utf-8")
    return f"{_colours()}{page}{chart_rules('')}{own}"


def _colours() -> str:
    """Return the colours of a light page, of a dark one, and of paper, which is light."""
    light, dark = _root("light dark", _LIGHT), _root("light dark", _DARK)
    on_paper = _root("light", {**_LIGHT, **_PRINT})
    return f"{light}@media (prefers-color-scheme: dark) {{ {dark}}}\n@media print {{ {on_paper}}}\n"


def _root(scheme: str, colours: dict[str, str]) -> str:
    names = " ".join(f"--{name}: {colour};" for name, colour in colours.items())
    return f":root {{ color-scheme: {scheme}; {names} }}\n"
