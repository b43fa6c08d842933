"""Hooks of a table for the rooms above it, which it can't import.

The package, above them all, fills `HOOKS`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, Protocol


class Studied(Protocol):
    """A display of a game for study."""

    board: Any
    """The widget."""

    def close(self) -> None:
        """Remove it from the notebook."""


class Service(Protocol):
    """A running service of a table."""

    @property
    def running(self) -> bool:
        """True until it is stopped."""

    def stop(self) -> None:
        """End it."""


MakePanel = Callable[[Any], Any]
"""Makes a `skyjo_widget.board.panels.common.Panel` of a table."""
MakeStudy = Callable[[Any, Callable[[], None]], Studied]
"""Makes the study of a table's game; the function is called by its button back to the board."""
MakeService = Callable[..., Service]
"""Serves a table, with the options of `Session.serve`."""
FindCourse = Callable[[Any], dict[str, Any]]
"""Computes a history's chances by decision, and its slips."""
OpenTable = Callable[..., Any]
"""Opens a history on a board, with the options ``lang`` and ``display`` of `play`."""


@dataclasses.dataclass
class Hooks:
    """Offers of other rooms to every table.

    Attributes
    ----------
    panels : dict of str to (callable, str)
        Panels by the key of their texts, and the people that each is for, as `play` names them.
    study, service, table, course : callable or None
    """

    panels: dict[str, tuple[MakePanel, str]] = dataclasses.field(default_factory=dict)
    study: MakeStudy | None = None
    service: MakeService | None = None
    table: OpenTable | None = None
    course: FindCourse | None = None

    def panels_for(self, people: str) -> dict[str, MakePanel]:
        """Return the panels that are offered to boards for some people, by name."""
        return {name: make for name, (make, whose) in self.panels.items() if whose == people}


HOOKS = Hooks()
