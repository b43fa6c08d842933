"""Widgets that open no comm until a browser shows them, and traits that mirror properties."""

from __future__ import annotations

import threading
from typing import Any, Protocol

import ipywidgets
import traitlets

from skyjo_widget.front.cells import stands_here
from skyjo_widget.front.layouts import Borrowed, Layout, close_whole
from skyjo_widget.front.own_keys import OWN_KEYS
from skyjo_widget.front.typed_widgets import Box
from skyjo_widget.util.i18n import words
from skyjo_widget.util.notebook import in_app, notebook
from skyjo_widget.util.notices import write_line

NARROW = "20rem"
"""The minimum width of a board: a narrow phone's."""
WIDE, ASIDE, GAP = "32rem", "20rem", "12px"
"""Widths from which a board, and what stands beside it, share a line: 844 px, the room of a cell in
JupyterLab on a screen of 1,280 px with its file browser open."""


def flexible(kind: type[Layout] = Layout, **more: str) -> Layout:
    """Make the layout of a widget that shares a row: it grows, and never shrinks to nothing.

    A percentage does, in a box that is as wide as what is in it: so are Panel's.
    """
    narrow = NARROW if in_app() else f"min(100%, {NARROW})"
    return kind(**{"flex": "1 1 0%", "min_width": narrow, **more})


def aside(things: tuple[Any, ...] = ()) -> ipywidgets.Box:
    """Make the box beside a board: one under the other there, side by side below the board."""
    flow = {"flex": f"1 1 {ASIDE}", "flex_flow": "row wrap", "align_items": "flex-start"}
    layout = flexible(Borrowed, **flow, overflow="visible", grid_gap=GAP)
    return ipywidgets.Box(things, layout=layout)


class Still(Protocol):
    """An output that shows a widget where there is no kernel."""

    def show(self) -> None:
        """Display it."""

    def receive(self, board: Any, content: Any, buffers: Any) -> None:
        """Handle a message of the board."""

    def settle(self) -> None:
        """Show the last state for good."""

    def stop(self) -> None:
        """Show nothing new any more."""


class Mirror(traitlets.TraitType[Any, Any]):
    """A trait that reads and sets a property of its owner, which announces its changes.

    Parameters
    ----------
    source : property
        Holds the value.  Without a setter the trait is read-only.
    way : str
        The alternative to setting a read-only trait, for the error.
    """

    def __init__(self, source: Any, way: str = "") -> None:
        super().__init__(help=source.__doc__ or "")
        self._source, self._way = source, way

    def get(self, obj: Any, cls: Any = None) -> Any:
        """Read the property."""
        return self._source.fget(obj)

    def set(self, obj: Any, value: Any) -> None:
        """Set the property.

        Raises
        ------
        TraitError
            If it has no setter and the value is another.
        """
        if self._source.fset is not None:
            self._source.fset(obj, value)
        elif value != self.get(obj):
            raise traitlets.TraitError(f"{self.name!r} can't be set: {self._way}")


class LazyBox(Box):
    """A box of widgets that has no comm until something needs its `model_id`.

    A display and a container need it; an application opens it at once.  A subclass has `_lock`
    before it calls this class, and fills the box in `_fill`.
    """

    children: Any
    lang: Any
    _lock: threading.RLock
    _needed = False
    _static: Still | None = None
    _shown_in: object = None
    _announced: dict[str, Any] | None = None

    def __init__(self) -> None:
        if in_app():  # it sends a widget as it was made, so what is in it comes first
            self._need()
        super().__init__(self.children)

    @traitlets.default("layout")
    def _default_layout(self) -> Layout:
        wrap = {"flex_flow": "row wrap", "align_items": "flex-start", "grid_gap": GAP}
        return flexible(Borrowed, **wrap, overflow="visible")

    @traitlets.default("_dom_classes")
    def _default_classes(self) -> tuple[str, ...]:
        return (OWN_KEYS,)

    def open(self) -> None:
        """Open the comm, if it is needed yet (see `model_id`)."""
        if self._needed:
            super().open()

    @property
    def model_id(self) -> str:
        """The widget's id in the browser; opens the comm."""
        if self.comm is None:
            with self._lock:
                self._need()
                self.open()
                if self._static and notebook():
                    self._static.show()
        return str(self.comm.comm_id)

    def _need(self) -> None:
        with self._lock:
            if not self._needed:
                self._needed = True
                self._fill()
                self.layout.open()  # it may have been closed

    def _fill(self) -> None:
        """Make the children."""
        raise NotImplementedError

    def _put_away(self) -> None:
        """Close it and its children; the static board stays, and it can be shown again."""
        with self._lock:
            if self._static:
                self._static.settle()
                self._static = None
            self._needed = False
            super().close()  # first, so that a browser gets no messages of what follows
            for name in ("_repr_mimebundle_", "_main"):
                self.__dict__.pop(name, None)
            children, self.children = self.children, ()
            for child in children:
                close_whole(child)
            self.layout.close()

    def leave(self) -> None:
        """Close the widgets, whose cell has run again; shown again, there are new ones."""
        with self._lock:
            if self._static:
                self._static.stop()
                self._static = None
            self._put_away()

    def __del__(self) -> None:
        """Do nothing: the garbage collector mustn't close a table's comm."""

    # Traits aren't thread-safe: setting one takes the lock too.

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Apply a browser's changes."""
        with self._lock:
            super().set_state(sync_data)

    def notify_change(self, change: Any) -> None:
        """Send and announce a trait that has changed."""
        with self._lock:
            super().notify_change(change)

    def observe(self, *args: Any, **kwargs: Any) -> None:
        """Register an observer of traits, as in every widget."""
        if self._announced is None and "_model_id" in vars(self):  # else it is being made
            self._announced = self._mirrored()
        super().observe(*args, **kwargs)

    def _mirrored(self) -> dict[str, Any]:
        mirrors = (name for name, trait in self.traits().items() if isinstance(trait, Mirror))
        return {name: getattr(self, name) for name in mirrors}

    def _announce(self) -> None:
        """Notify the observers of each `Mirror` whose value has changed since the last call."""
        if self._announced is None:
            return  # nobody observes
        before, self._announced = self._announced, self._mirrored()
        for name, value in self._announced.items():
            if value != before[name]:
                self.notify_change(
                    traitlets.Bunch(
                        name=name, old=before[name], new=value, owner=self, type="change"
                    )
                )

    # Showing

    def _show_at_once(self) -> None:
        """Show it from the call that made it, so that the cell's result isn't shown again."""
        shell = notebook()
        if shell is not None:
            self._shown_in = shell.execution_count
            self._display()

    def _ipython_display_(self) -> None:
        shell = notebook()
        if shell is None:
            if in_app():
                self._display()
            else:
                write_line(repr(self))  # a terminal's IPython asks for it to be shown
            return
        if self._shown_in == shell.execution_count:
            self._shown_in = None
        else:
            self._display()

    def _display(self) -> None:
        from IPython.display import display  # noqa: PLC0415  (absent in a script)

        if self.comm is not None and self._static:
            self._static.show()  # opening the comm shows it else
        display(  # type: ignore[no-untyped-call]  # IPython gives it no types
            self._output(), raw=True, display_id=self.model_id
        )
        stands_here(self)

    def _show_again(self) -> None:
        """Send the outputs that show it once more, for a page that has got them too early."""
        from IPython.display import update_display  # noqa: PLC0415  (as above)

        update_display(  # type: ignore[no-untyped-call]
            self._output(), raw=True, display_id=self.model_id
        )

    def _output(self) -> dict[str, Any]:
        """Return the data of its output."""
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        # All that somebody sees who shares the notebook, until they trust it.
        trust = words(self.lang or "en")["still"]["trust"]
        text = f"{self!r}\n{trust}"
        return {"text/plain": text, "application/vnd.jupyter.widget-view+json": view}
