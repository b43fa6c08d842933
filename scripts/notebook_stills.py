"""Still pictures of widgets, for notebooks that are opened without a kernel.

`show_stills` is called in the kernel of a notebook that ``notebooks.py`` runs.
"""

from __future__ import annotations

import contextlib
import io
from typing import Any

from IPython import get_ipython
from IPython.display import display
from matplotlib.figure import Figure
from matplotlib.text import Text

from skyjo_widget.board.live import Panel
from skyjo_widget.board.static_board import session_html
from skyjo_widget.board.table_widget import TableWidget
from skyjo_widget.charts.style import INK, drawing
from skyjo_widget.front.lazy_widget import LazyBox
from skyjo_widget.lessons.running_mean import RunningMean
from skyjo_widget.lessons.worksheet.worksheet import Worksheet
from skyjo_widget.replays.widget import Replay
from skyjo_widget.strategies.rule_table.editor import RuleEditor
from skyjo_widget.util.colours import COLOURS
from skyjo_widget.util.markup import Html, escaped, face
from skyjo_widget.util.notices import hushed

DPI = 72
"""Of pictures: enough for a page that is only looked at."""

Data = dict[str, Any]
"""An output: its content by media type."""


_quiet = contextlib.ExitStack()


def show_stills() -> None:
    """Show still pictures instead of widgets, from now on, and small ones of figures."""
    _quiet.enter_context(hushed())  # only some machines compile first
    shell = get_ipython()
    shell.run_line_magic("config", "InlineBackend.figure_formats = []")
    LazyBox._display = _show  # type: ignore[method-assign, assignment]  # in this process alone
    shell.events.register("post_run_cell", lambda _result: _add_panels())
    shell.display_formatter.formatters["text/plain"].for_type(Html, lambda *_: None)
    bundles = shell.display_formatter.mimebundle_formatter
    kinds = {Figure: figure, RuleEditor: rules, RunningMean: mean, Worksheet: sheet}
    for kind, still in kinds.items():
        bundles.for_type(kind, lambda thing, still=still, **_: still(thing))


_with_panels: list[tuple[TableWidget, Any]] = []
"""The tables that the cell shows, with the handles of their outputs."""


def _show(widget: TableWidget | Replay) -> None:
    # IPython's `display` has no types.
    handle = display(table(widget), raw=True, display_id=True)  # type: ignore[no-untyped-call]
    if isinstance(widget, TableWidget):
        _with_panels.append((widget, handle))


def _add_panels() -> None:
    """Show, at the end of a cell, what stands beside its tables."""
    for board, handle in _with_panels:
        if board._panels:
            handle.update(table(board), raw=True)
    _with_panels.clear()


def table(widget: TableWidget | Replay) -> Data:
    """Return the still board of a table, with its panels, or of a replay."""
    lang = widget.lang or "en"
    with widget._lock:
        if isinstance(widget, Replay):
            return _html(widget._picture(lang), "")
        still = session_html(widget, lang, resume=False)
    if not widget._panels:
        return _html(still, "")
    room = '<div style="flex: 1 1 20rem">{}</div>'
    things = (still, *map(_panel, widget._panels))
    flow = "display: flex; flex-flow: row wrap; align-items: flex-start; gap: 12px"
    return _html(f'<div style="{flow}">{"".join(map(room.format, things))}</div>', "")


def _panel(panel: Panel) -> str:
    """Return a panel's heading and what its function shows."""
    panel.wait(60)
    content = [entry["data"] for entry in panel._body.outputs]
    return f"<b>{panel._heading.value}</b>" + "".join(map(_inner, content))


def _inner(data: Data) -> str:
    if picture := data.get("image/png"):
        return f'<img alt="" src="data:image/png;base64,{picture}" style="max-width: 100%">'
    return str(data.get("text/html") or f"<pre>{escaped(data['text/plain'])}</pre>")


def figure(chart: Figure) -> Data:
    """Return a figure as PNG, with the words in it as text."""
    picture = io.BytesIO()
    chart.savefig(picture, format="png", dpi=DPI, bbox_inches="tight", metadata={"Software": None})
    words = (artist.get_text() for artist in chart.findobj(Text) if artist.get_visible())
    text = "\n".join(dict.fromkeys(word for word in words if word.strip() and word[0] != "$"))
    return {"image/png": picture.getvalue(), "text/plain": text}


def rules(editor: RuleEditor) -> Data:
    """Return the rules of an editor."""
    return _html(editor.table.html(editor.lang), str(editor.table))


def sheet(worksheet: Worksheet) -> Data:
    """Return a worksheet's questions."""
    questions = []
    for question in worksheet.questions:
        options = "".join(f"<li>{escaped(option)}</li>" for option in question.options)
        questions.append(f"<li>{escaped(question.text)}{options and f'<ul>{options}</ul>'}</li>")
    text = "\n".join(question.text for question in worksheet.questions)
    return _html(face(worksheet.title, f"<ol>{''.join(questions)}</ol>", lang=worksheet.lang), text)


def mean(running: RunningMean) -> Data:
    """Return the chart of a running mean, and its tally."""
    chart = running.chart
    with drawing(7, 3.2, chart["lang"]) as drawn:
        axes = drawn.subplots()
        for run in chart["runs"]:
            axes.plot(chart["n"], run, color=COLOURS[0], linewidth=0.7, alpha=0.6)
        for edge in (chart["low"], chart["high"]):
            axes.plot(chart["n"], edge, color=COLOURS[1])
        if chart["mean"] is not None:
            axes.axhline(chart["mean"], color=INK, linestyle="--")
        axes.set(title=chart["title"], xlabel=chart["each"], ylabel=chart["unit"])
        axes.set(xscale=chart["axis"], ylim=chart["range"])
        axes.xaxis.set_major_formatter("{x:g}")
    return figure(drawn)


def _html(html: str, plain: str) -> Data:
    return {"text/html": str(html), "text/plain": plain}
