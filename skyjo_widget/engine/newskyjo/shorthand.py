"""The shorthand of NewSkyjo: that of grid games, and an effect's choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skyjo_widget.engine.core.shorthand import Short, Shorthand
from skyjo_widget.engine.grids.shorthand import GRID_SHORTS
from skyjo_widget.engine.newskyjo.rules import NO_EFFECT
from skyjo_widget.errors.message import _

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import NewSkyjoCodesTwin as R


def fits(r: R, kind: str, card: int) -> bool:
    """Return whether a drawn card can be placed at once, without its effect, or kept."""
    if kind == "place":
        return bool(r.effect[card] == NO_EFFECT)
    return bool(kind != "keep" or r.effect[card] != NO_EFFECT)


NEWSKYJO_SHORTHAND = Shorthand(
    {
        **GRID_SHORTS,
        "keep": Short("keep|k", "keep", "k"),
        "decline": Short("decline|n", "decline", "n"),
        "pass": Short("pass|p", "pass", "p"),
        "order": Short("(?:order *)?([123]{1,3})", "order {0}", "{0}"),
        "pick": Short(
            r"(?:pick *)?([0-9]:[a-z][0-9]{1,2}(?![0-9]))",
            "pick {0}",
            "{0}",
            _("{place} was face down: which card went out?"),
        ),
    },
    fits=fits,
)
