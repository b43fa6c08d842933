"""The cells in whose outputs widgets stand: one that has run again lets its earlier ones go.

ipywidgets keeps a widget that was shown until it is closed, though its output is gone.
"""

from __future__ import annotations

import weakref
from typing import Any, Protocol

import ipywidgets
from ipywidgets.widgets.widget import _instances

from skyjo_widget.util.notebook import Run, notebook, running


class Leaving(Protocol):
    """A widget that leaves when nothing shows it any more."""

    def leave(self) -> None:
        """Close its models in the browser."""


_places: dict[str, weakref.WeakKeyDictionary[Leaving, str]] = {}
"""By cell: what it shows, with the run that has shown it."""


def stands_here(widget: Leaving) -> None:
    """Note that the cell that is running shows a widget.

    When the cell has run again without showing it, and nothing else holds it, it has to leave.
    """
    run = running()
    if run is None or _caught(run):
        return
    if not _places:
        notebook().events.register("post_run_cell", _let_go)
    _places.setdefault(run.cell, weakref.WeakKeyDictionary())[widget] = run.number


def _caught(run: Run) -> bool:
    """True while an `Output`, which may stand in another cell, takes what this one displays."""
    outputs = (w for w in list(_instances.values()) if isinstance(w, ipywidgets.Output))
    return any(output.msg_id == run.number for output in outputs)


def _let_go(_result: Any) -> None:
    run = running()
    if run is None or run.cell not in _places:
        return
    here = _places[run.cell]
    for widget in [widget for widget, number in here.items() if number != run.number]:
        del here[widget]
        if not any(widget in others for others in _places.values()) and not _held(widget):
            widget.leave()


def _held(widget: Leaving) -> bool:
    """True if a container, whose place isn't known, holds it."""
    return any(widget in getattr(box, "children", ()) for box in list(_instances.values()))
