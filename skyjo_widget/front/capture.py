"""Capture of one thread's printed text, displays and figures as outputs of an ``Output`` widget."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import Any

LONGEST = 20_000
"""Maximum length of printed text that is kept."""
PATIENCE = 2.0
"""Seconds for which a run waits for another one to finish with pyplot, whose state is global."""

_drawing = threading.Lock()
_diverting = threading.Lock()
_kept: dict[int, Outputs] = {}


class Outputs:
    """Outputs in nbformat's form, in order.

    Attributes
    ----------
    entries : list of dict
        For the trait `outputs` of an ``ipywidgets.Output``.
    """

    def __init__(self) -> None:
        self.entries: list[dict[str, Any]] = []
        self._letters = 0

    def write(self, name: str, text: str) -> None:
        """Keep printed text; `name` is ``stdout`` or ``stderr``."""
        room = LONGEST - self._letters
        self._letters += len(text)
        text = text if len(text) <= room else f"{text[:room]}…" * (room > 0)
        last = self.entries[-1] if self.entries else {}
        if last.get("name") == name:
            last["text"] += text
        elif text:
            self.entries.append({"output_type": "stream", "name": name, "text": text})

    def add(self, data: dict[str, Any], metadata: dict[str, Any] | None = None) -> None:
        """Keep a mime bundle."""
        if data:
            self.entries.append(
                {"output_type": "display_data", "data": data, "metadata": metadata or {}}
            )

    def show(self, value: Any) -> None:
        """Keep a value as a notebook would show it; text as it is, None not at all."""
        if value is None:
            return
        figures = _figures(value)
        if figures is not None:
            for figure in figures:
                self.add(_picture(figure))
        elif isinstance(value, str):
            self.add({"text/plain": value})
        else:
            self.add(*_formatter().format(value))

    def hook(self, message: dict[str, Any]) -> None:
        """Intercept a message of IPython's display publisher."""
        if message["header"]["msg_type"] == "clear_output":
            self.entries.clear()
        elif message["header"]["msg_type"] == "display_data":
            self.add(message["content"]["data"], message["content"]["metadata"])


@contextlib.contextmanager
def captured() -> Iterator[Outputs]:
    """Capture this thread's printed text, displays and figures in a block.

    Other threads aren't affected.  A figure that is new in pyplot at the end is drawn, and closed.
    """
    outputs, me = Outputs(), threading.get_ident()
    with contextlib.ExitStack() as stack:
        if "matplotlib.pyplot" in sys.modules and _drawing.acquire(timeout=PATIENCE):
            stack.callback(_drawing.release)
        before = _open_figures()
        stack.enter_context(_displays(outputs))
        _divert(me, outputs)
        stack.callback(_divert, me, None)
        try:
            yield outputs
        finally:
            _draw_new(outputs, before)


class _Stream:
    """A standard stream that captures the text of some threads and passes on the rest."""

    def __init__(self, real: Any, name: str) -> None:
        self._real, self._name = real, name

    def write(self, text: str) -> int:
        outputs = _kept.get(threading.get_ident())
        if outputs is None:
            return int(self._real.write(text) or 0)
        outputs.write(self._name, str(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


def _divert(thread: int, outputs: Outputs | None) -> None:
    """Capture what a thread writes, or stop that."""
    with _diverting:
        if outputs is None:
            _kept.pop(thread, None)
        else:
            _kept[thread] = outputs
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if _kept and not isinstance(stream, _Stream):
                setattr(sys, name, _Stream(stream, name))
            elif not _kept and isinstance(stream, _Stream):
                setattr(sys, name, stream._real)


@contextlib.contextmanager
def _displays(outputs: Outputs) -> Iterator[None]:
    """Capture what IPython displays in this thread."""
    shell = _shell()
    publisher: Any = getattr(shell, "display_pub", None)
    if hasattr(publisher, "register_hook"):  # ipykernel's, with hooks for each thread
        publisher.register_hook(outputs.hook)
        try:
            yield
        finally:
            publisher.unregister_hook(outputs.hook)
    elif shell is not None and sys.platform == "emscripten":  # it has but one thread
        from IPython.core.displaypub import (  # noqa: PLC0415  (only there)
            CapturingDisplayPublisher,
        )

        shell.display_pub = CapturingDisplayPublisher()
        try:
            yield
        finally:
            for output in shell.display_pub.outputs:
                outputs.add(output["data"], output["metadata"])
            shell.display_pub = publisher
    else:
        yield


def _shell() -> Any:
    if "IPython" not in sys.modules:
        return None
    from IPython.core.getipython import get_ipython  # noqa: PLC0415  (absent in a script)

    return get_ipython()


def _formatter() -> Any:
    shell = _shell()
    if shell is not None:
        return shell.display_formatter
    from IPython.core.formatters import DisplayFormatter  # noqa: PLC0415  (ipywidgets brings it)

    return DisplayFormatter()


# Matplotlib, only if it is already loaded


def _open_figures() -> set[int]:
    pyplot = sys.modules.get("matplotlib.pyplot")
    return set(pyplot.get_fignums()) if pyplot else set()


def _draw_new(outputs: Outputs, before: set[int]) -> None:
    pyplot: Any = sys.modules.get("matplotlib.pyplot")
    for number in sorted(_open_figures() - before):
        figure = pyplot.figure(number)
        pyplot.close(figure)
        outputs.add(_picture(figure))


def _figures(value: Any) -> list[Any] | None:
    """Return the figures of a Matplotlib object; None for other values."""
    things = list(getattr(value, "flat", value)) if _is_many(value) else [value]
    names = [type(thing).__module__.partition(".")[0] for thing in things]
    if not things or {*names} - {"matplotlib", "mpl_toolkits"}:
        return None
    figures = {id(f): f for thing in things if (f := getattr(thing, "figure", None)) is not None}
    pyplot: Any = sys.modules.get("matplotlib.pyplot")
    managed = [pyplot.figure(n) for n in pyplot.get_fignums()] if pyplot else []
    return [figure for figure in figures.values() if all(figure is not other for other in managed)]


def _is_many(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or type(value).__name__ == "ndarray"


def _picture(figure: Any) -> dict[str, Any]:
    from IPython.core.pylabtools import print_figure  # noqa: PLC0415  (only for pictures)

    png = print_figure(figure, base64=True)  # type: ignore[no-untyped-call]  # it has no types
    return {"text/plain": repr(figure), "image/png": png}
