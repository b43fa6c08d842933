"""Panels that rooms above the board offer to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

MakePanel = Callable[[Any], Any]
"""Makes a `skyjo_widget.board.panels.common.Panel` of a session."""

_OFFERED: dict[str, tuple[MakePanel, str]] = {}


def offer_panel(name: str, make: MakePanel, people: str) -> None:
    """Offer a panel to each board for some people.

    Parameters
    ----------
    name : str
        The key of its texts in the locales.
    make : callable
        Makes it for a session.
    people : {"class", "playtest", ""}
    """
    _OFFERED[name] = make, people


def offered_panels(people: str) -> dict[str, MakePanel]:
    """Return the panels that are offered to boards for some people, by name."""
    return {name: make for name, (make, whose) in _OFFERED.items() if whose == people}
