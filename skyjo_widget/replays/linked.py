"""Views linked to a replay: the rows of a frame, and a chart.

Both are anywidgets of their own.  A click moves the replay to a decision, and the replay marks the
shown decision in them; a frame's values are shown as plain text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pandas as pd
import traitlets

from skyjo_widget.board.front import Front
from skyjo_widget.board.lazy_widget import flexible
from skyjo_widget.board.tables.common import clipped
from skyjo_widget.errors import RulesError
from skyjo_widget.util.parse_number import read_number
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import plain_text

PAGE = 200
"""Rows per page sent to the browser."""
MOST = 20_000
"""Most points of a chart."""


class Linked(Front):
    """A widget linked to a replay; the base of `LinkedRows` and `LinkedChart`.

    Parameters
    ----------
    show : callable
        Called with the decision to show.
    lang : str
        The language; empty for the browser's.

    Attributes
    ----------
    decision : int
        The shown decision; −1 for none.
    """

    present: ClassVar[tuple[str, ...]] = ("decision",)
    decision = traitlets.Int(-1).tag(sync=True)
    lang = traitlets.Unicode("").tag(sync=True)

    def __init__(self, show: Callable[[int], None], lang: str, **traits: Any) -> None:
        self._show = show
        super().__init__(lang=lang, layout=flexible(flex="1 1 20rem"), **traits)
        self.on_msg(self._receive)

    def follow(self, decision: int | None) -> None:
        """Mark a decision."""
        self.decision = -1 if decision is None else decision

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, dict):
            return
        if content.get("type") == "show" and type(content.get("decision")) is int:
            try:
                self._show(content["decision"])
            except RulesError:
                return  # no row or point of this game has it

    def _repr_keys(self) -> list[str]:
        return []  # else the repr contains a whole frame


class LinkedRows(Linked, kind="rows"):
    """The rows of a frame beside a replay; made by `Replay.rows`.

    Parameters
    ----------
    frame : DataFrame
        With a column ``decision``; rows of another ``game_id`` don't link to a decision.
    game_id : str
        The game of the replay.
    show, lang
        As in `Linked`.

    Raises
    ------
    RulesError
        If there is no column ``decision``, or it doesn't hold whole numbers.
    """

    present = ("decision", "table")
    table = traitlets.Dict().tag(sync=True)

    def __init__(
        self, frame: pd.DataFrame, game_id: str, *, show: Callable[[int], None], lang: str
    ) -> None:
        self._decisions = _decisions(frame)
        self._ours = _ours(frame, game_id)
        # The key comes first; a game id that all rows share is left out.
        first = ["decision"] if all(self._ours) else ["game_id", "decision"]
        names = [str(name) for name in frame.columns]
        rest = [k for k, name in enumerate(names) if name not in ("game_id", "decision")]
        self._frame = frame.take([*map(names.index, first), *rest], axis="columns")
        super().__init__(show, lang, table=self._page(0))

    def follow(self, decision: int | None) -> None:
        """Mark the rows of a decision, and turn to the page of the first one."""
        places = [
            i
            for i, (one, ours) in enumerate(zip(self._decisions, self._ours, strict=True))
            if ours and one is not None and one == decision
        ]
        shown = range(self._start, self._start + PAGE)
        with self.hold_sync():
            if places and not any(place in shown for place in places):
                self.table = self._page(places[0] // PAGE * PAGE)
            super().follow(decision)

    def _receive(self, widget: Any, content: Any, buffers: Any) -> None:
        if isinstance(content, dict) and content.get("type") == "page":
            start = content.get("start")
            if type(start) is int and 0 <= start < len(self._frame):
                self.table = self._page(start // PAGE * PAGE)
            return
        super()._receive(widget, content, buffers)

    def _page(self, start: int) -> dict[str, Any]:
        self._start = start
        shown = self._frame.iloc[start : start + PAGE]
        columns = [shown.iloc[:, k] for k in range(shown.shape[1])]  # names may be duplicated
        texts = [[_text(value) for value in column] for column in columns]
        return {
            "start": start,
            "count": len(self._frame),
            "columns": [clipped(str(name)) for name in self._frame.columns],
            "numeric": [
                pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
                for column in columns
            ],
            "rows": [list(row) for row in zip(*texts, strict=True)],
            "decisions": self._decisions[start : start + PAGE],
            "ours": self._ours[start : start + PAGE],
        }


class LinkedChart(Linked, kind="chart"):
    """A chart beside a replay; made by `Replay.chart`.

    Parameters
    ----------
    frame : DataFrame
        With a column ``decision``, and the columns `x` and `y`.
    game_id : str
        The game of the replay; only its rows are drawn.
    x, y : str
        Columns of numbers.
    title : str, optional
        The heading; by default `y`.
    show, lang
        As in `Linked`.

    Raises
    ------
    RulesError
        If a column is missing or not numeric, or there are too many points.
    """

    chart = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        frame: pd.DataFrame,
        game_id: str,
        *,
        x: str,
        y: str,
        title: str | None,
        show: Callable[[int], None],
        lang: str,
    ) -> None:
        decisions, ours = _decisions(frame), _ours(frame, game_id)
        xs, ys = _numbers(frame, x), _numbers(frame, y)
        by = next((name for name in ("player", "seat") if name in frame and name not in (x, y)), "")
        names = [_text(value) for value in frame[by]] if by else [""] * len(frame)
        lines: dict[str, list[list[Any]]] = {}
        for at, mine in enumerate(ours):
            if mine and math.isfinite(xs[at]) and math.isfinite(ys[at]):
                lines.setdefault(names[at], []).append([xs[at], ys[at], decisions[at]])
        count = sum(len(points) for points in lines.values())
        if count > MOST:
            raise RulesError(f"{count} points: a chart bears {MOST:,} at most")
        super().__init__(
            show,
            lang,
            chart={
                "title": clipped(plain_text(y if title is None else title, "title")),
                "x": clipped(x),
                "y": clipped(y),
                "series": [
                    {"name": name, "points": sorted(points, key=lambda p: float(p[0]))}
                    for name, points in lines.items()
                ],
            },
        )


def _decisions(frame: Any) -> list[int | None]:
    """Return each row's decision; None where it is missing."""
    if not isinstance(frame, pd.DataFrame):
        raise RulesError(f"frame={type(frame).__name__}: a DataFrame is needed")
    if "decision" not in frame:
        raise RulesError("the frame has no column 'decision', which says what its rows are about")
    found = _numbers(frame, "decision")
    if any(math.isfinite(d) and d != int(d) for d in found):
        raise RulesError("the column 'decision' holds a number that is no decision")
    return [int(d) if math.isfinite(d) else None for d in found]


def _ours(frame: pd.DataFrame, game_id: str) -> list[bool]:
    """Return for each row whether it is of this game."""
    if "game_id" not in frame:
        return [True] * len(frame)
    column: Any = frame["game_id"]
    if isinstance(column, pd.DataFrame):
        raise RulesError("the frame has several columns 'game_id'")
    return [bool(same) for same in column.eq(game_id).fillna(value=False)]


def _numbers(frame: pd.DataFrame, name: Any) -> Sequence[float]:
    if not isinstance(name, str) or name not in frame:
        known = ", ".join(str(column) for column in frame.columns)
        meant = suggestion(name, map(str, frame.columns))
        raise RulesError(f"the frame has no column {name!r}{meant}; it has {known}")
    column: Any = frame[name]
    if isinstance(column, pd.DataFrame):
        raise RulesError(f"the frame has several columns {name!r}")
    try:
        if not pd.api.types.is_numeric_dtype(column):
            column = column.map(lambda c: float(read_number(c)) if isinstance(c, str) else c)
        found = pd.to_numeric(column).astype("Float64").to_numpy(float, na_value=math.nan)
    except RulesError as error:
        raise RulesError(f"the column {name!r}: {error}") from None
    except (TypeError, ValueError, OverflowError):
        raise RulesError(f"the column {name!r} holds something that is no number") from None
    numbers: list[float] = found.tolist()
    return numbers


def _text(value: Any) -> str:
    """Return the text of a value in a cell."""
    if pd.api.types.is_scalar(value) and pd.isna(value):
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, pd.Timestamp):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return clipped(str(value))
