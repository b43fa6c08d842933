"""Layouts that need few bytes on their way to the browser.

Each widget has a model of its own for its layout, of some 2.5 kB, nearly all of it nulls, and
of nearly a kilobyte without them.
"""

from __future__ import annotations

from typing import Any

import ipywidgets
from ipywidgets.widgets.widget import _instances

from skyjo_widget.front import typed_widgets
from skyjo_widget.util.notebook import in_app

_shared: dict[tuple[Any, ...], ipywidgets.Widget] = {}


class Layout(typed_widgets.Layout):
    """A layout that is sent without its unset traits."""

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return the synchronised state; without nulls unless single traits are asked for."""
        state: dict[str, Any] = super().get_state(key, drop_defaults)
        return state if key else {name: value for name, value in state.items() if value is not None}


class Borrowed(Layout):
    """A layout whose model in the browser is `shared`, until it is changed.

    For boxes: the view of an anywidget doesn't follow when its layout becomes another model.
    """

    _begun = _own = False

    def open(self) -> None:
        """Open a comm, if the layout has a model of its own."""
        self._begun = True
        self._own = self._own or in_app()
        if self._own:
            super().open()

    @property
    def model_id(self) -> str:
        """The id of its own model, or of the one it shares."""
        if self._own:
            return str(self.comm.comm_id)
        traits = {name: getattr(self, name) for name in self.keys if name[0] != "_"}
        traits = {name: value for name, value in traits.items() if value is not None}
        return str(shared(Layout, **traits).model_id)

    def notify_change(self, change: Any) -> None:
        """Notify of a changed trait, which gives the layout a model of its own."""
        if self._begun and not self._own and change["name"] in self.keys:
            self._own = True
            self.open()
            for widget in list(_instances.values()):
                if getattr(widget, "layout", None) is self:
                    widget.send_state("layout")
        super().notify_change(change)


def close_whole(widget: ipywidgets.Widget) -> None:
    """Close a widget with its children, its layout and its style, unless they are shared."""
    for inner in getattr(widget, "children", ()):
        close_whole(inner)
    for name in ("layout", "style"):
        own = getattr(widget, name, None)
        if isinstance(own, ipywidgets.Widget) and not any(
            own is model for model in _shared.values()
        ):
            own.close()
    widget.close()


def shared(kind: type[ipywidgets.Widget], **traits: Any) -> Any:
    """Return a layout or style that widgets share: it must never be changed.

    In an application each widget has its own: what one visitor's page has another's lacks.

    Parameters
    ----------
    kind : type
        The class of the layout or style.
    **traits
        Its traits, with hashable values.
    """
    if in_app():
        return kind(**traits)
    name = (kind, *sorted(traits.items()))
    if name not in _shared or _shared[name].comm is None:  # all widgets were closed
        _shared[name] = kind(**traits)
    return _shared[name]
