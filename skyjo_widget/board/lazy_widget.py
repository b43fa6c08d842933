"""Widgets that cost nothing until a browser shows them, and traits that mirror properties."""

from __future__ import annotations

from typing import Any

import ipywidgets
import traitlets

from skyjo_widget.board.layouts import Borrowed, Layout, close_whole
from skyjo_widget.board.still import Still
from skyjo_widget.util.notebook import notebook

NARROW = "min(100%, 20rem)"
"""The least width of a board: a narrow telephone's."""
WIDE, ASIDE, GAP = "44rem", "22rem", "12px"
"""Widths from which a board, and what stands beside it, share a line: some 1,070 px."""


def flexible(kind: type[Layout] = Layout, **more: str) -> Layout:
    """Make the layout of a widget that shares a row: it grows, and never shrinks to nothing."""
    return kind(**{"flex": "1 1 0%", "min_width": NARROW, **more})


def aside(things: tuple[Any, ...] = ()) -> ipywidgets.Box:
    """Make the box beside a board: one under the other there, side by side below the board."""
    flow = {"flex": f"1 1 {ASIDE}", "flex_flow": "row wrap", "align_items": "flex-start"}
    layout = flexible(Borrowed, **flow, overflow="visible", grid_gap=GAP)
    return ipywidgets.Box(things, layout=layout)


class Mirror(traitlets.TraitType[Any, Any]):
    """A trait that reads and sets a property of its owner, which announces its changes.

    Parameters
    ----------
    source : property
        Where the value is.  Without a setter the trait can't be set.
    way : str
        What sets such a value instead, for the error.
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


class LazyBox(ipywidgets.Box):  # type: ignore[misc]  # it has no types
    """A box of widgets that has no comm until something needs its `model_id`.

    A display and a container need it.  A subclass has `lock`, and fills the box in `_fill`.
    """

    children: Any
    _needed = False
    _still: Still | None = None
    _shown_in: object = None
    _announced: dict[str, Any] | None = None

    @traitlets.default("layout")
    def _default_layout(self) -> Layout:
        wrap = {"flex_flow": "row wrap", "align_items": "flex-start", "grid_gap": GAP}
        return flexible(Borrowed, **wrap, overflow="visible")

    def open(self) -> None:
        """Open the comm, once it is needed; `model_id` says so."""
        if self._needed:
            super().open()

    @property
    def model_id(self) -> str:
        """The id under which the browser knows it; opens the comm."""
        if self.comm is None:
            with self.lock:
                if not self._needed:
                    self._needed = True
                    self._fill()
                    self.layout.open()  # where it was closed
                self.open()
                if self._still and notebook():
                    self._still.show()
        return str(self.comm.comm_id)

    def _fill(self) -> None:
        """Make the children."""
        raise NotImplementedError

    def _put_away(self) -> None:
        """Close it and what stands in it; its picture stays, and it can be shown again."""
        with self.lock:
            if self._still:
                self._still.settle()
                self._still = None
            self._needed = False
            super().close()  # first, so that a browser hears nothing of what follows
            for name in ("_repr_mimebundle_", "_main"):
                self.__dict__.pop(name, None)
            children, self.children = self.children, ()
            for child in children:
                close_whole(child)
            self.layout.close()

    def __del__(self) -> None:
        """Let nothing be closed by the garbage collector: a game's file has a lock of its own."""

    # Traits aren't made for threads: what a browser or a cell sets waits for the lock too.

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take in what a browser has changed."""
        with self.lock:
            super().set_state(sync_data)

    def notify_change(self, change: Any) -> None:
        """Send and announce a trait that has changed."""
        with self.lock:
            super().notify_change(change)

    def observe(self, *args: Any, **kwargs: Any) -> None:
        """Call a function when traits change, as every widget does."""
        if self._announced is None and "_model_id" in vars(self):  # else it is being made
            self._announced = self._mirrored()
        super().observe(*args, **kwargs)

    def _mirrored(self) -> dict[str, Any]:
        mirrors = (name for name, trait in self.traits().items() if isinstance(trait, Mirror))
        return {name: getattr(self, name) for name in mirrors}

    def _announce(self) -> None:
        """Notify the observers of each `Mirror` whose value is another than at the last call."""
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
        """Show it, from the call that made it; its cell's last line then needn't."""
        shell = notebook()
        if shell is not None:
            self._shown_in = shell.execution_count
            self._display()

    def _ipython_display_(self) -> None:
        shell = notebook()
        if shell is None:
            print(repr(self))  # noqa: T201  (a terminal's IPython asks for it to be shown)
            return
        if self._shown_in == shell.execution_count:
            self._shown_in = None
        else:
            self._display()

    def _display(self) -> None:
        from IPython.display import display  # noqa: PLC0415  (absent in a script)

        if self.comm is not None and self._still:
            self._still.show()  # opening the comm shows it else
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        display(  # type: ignore[no-untyped-call]  # IPython gives it no types
            {"text/plain": repr(self), "application/vnd.jupyter.widget-view+json": view}, raw=True
        )
