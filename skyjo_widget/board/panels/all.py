"""The panels of a board, and what its buttons open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from skyjo_widget.board.panels.common import Panel
from skyjo_widget.board.panels.form import FormPanel
from skyjo_widget.board.panels.predict import PredictPanel
from skyjo_widget.board.panels.referee import RefereePanel
from skyjo_widget.board.panels.rulings import RulingsPanel
from skyjo_widget.board.panels.what_if import WhatIfPanel
from skyjo_widget.board.session import Session
from skyjo_widget.bots.registry import BOTS

_PANELS: dict[str, Callable[[Session], Panel]] = {
    "referee": RefereePanel,
    "predict": PredictPanel,
    "what_if": WhatIfPanel,
    "ruling": RulingsPanel,
    "form": FormPanel,
}
"""Each panel by the name of its button."""


def panel_names(session: Session) -> list[str]:
    """The panels that can stand under its board, in the order of the board's buttons."""
    missing = set() if session.history.paper else {"referee"}
    if not BOTS[session.game.name].search:
        missing |= {"predict", "what_if"}
    return [name for name in _PANELS if name not in missing]


def add_panels(session: Session, box: ipywidgets.Box) -> None:
    """Add to a board's box what its buttons open, under the board.

    Parameters
    ----------
    session : Session
        Whose board it is.
    box : Box
        It holds the board.
    """
    names, above = panel_names(session), box.children
    made: dict[str, Panel] = {}

    def show(_change: Any = None) -> None:
        """Show what the board's buttons have opened; most is never, so it is made only then."""
        opened = session.board.opened
        for name, panel in made.items():
            panel.box.layout.display = "" if name in opened else "none"
        if new := [name for name in names if name in opened and name not in made]:
            made.update({name: _PANELS[name](session) for name in new})
            for name in new:
                made[name].box.layout.margin = "8px 0 0"  # off the board's edge
            box.children = (*above, *(made[name].box for name in names if name in made))

    session.board.asides = names
    session.board.observe(show, "opened")
    show()
