"""The base classes of our widgets, with the types that ipywidgets doesn't bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    import traitlets

    class Widget(traitlets.HasTraits):
        """A widget, as far as ours use it."""

        comm: Any
        keys: list[str]
        layout: Any
        tooltip: str | None

        def __init__(self, **traits: Any) -> None: ...
        @property
        def model_id(self) -> str: ...
        def open(self) -> None: ...
        def close(self) -> None: ...
        def send(self, content: Any, buffers: Any = None) -> None: ...
        def send_state(self, key: Any = None) -> None: ...
        def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]: ...
        def set_state(self, sync_data: dict[str, Any]) -> None: ...
        def hold_sync(self) -> AbstractContextManager[None]: ...
        def on_msg(self, callback: Any, remove: bool = False) -> None: ...
        def add_class(self, className: str) -> Widget: ...  # noqa: N803  (its name)
        def remove_class(self, className: str) -> Widget: ...  # noqa: N803  (its name)
        def _handle_msg(self, msg: dict[str, Any]) -> None: ...
        def _handle_custom_msg(self, content: Any, buffers: Any) -> None: ...

    class Layout(Widget):
        """A layout."""

    class Box(Widget):
        """A box of widgets."""

        children: Any

        def __init__(self, children: Any = (), **traits: Any) -> None: ...

    class VBox(Box):
        """A box of widgets, one below the other."""

    class AnyWidget(Widget):
        """A widget with a module of its own."""

        _esm: Any
else:
    from anywidget import AnyWidget
    from ipywidgets import Box, Layout, VBox, Widget

__all__ = ["AnyWidget", "Box", "Layout", "VBox", "Widget"]
