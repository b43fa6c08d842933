"""The shorthand of grid games: ``5b3/9``, ``t c1/7``, ``5x a2/7``."""

from __future__ import annotations

from skyjo_widget.engine.core.shorthand import Short
from skyjo_widget.errors.message import _

_CELL = r"([a-z][0-9]{1,2}(?![0-9]))"

GRID_SHORTS = {
    "take": Short("take|t", "take", "t"),
    "discard": Short("discard|x", "discard", "x"),
    "flip": Short(rf"(?:flip *)?{_CELL}", "flip {0}", "{0}"),
    "place": Short(
        rf"(?:place *)?{_CELL}",
        "place {0}",
        "{0}",
        _("{place} was face down: which card went out?"),
    ),
}
"""The short forms by kind of action."""
