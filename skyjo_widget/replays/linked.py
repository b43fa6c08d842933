"""Views linked to a replay: the rows of a frame, and a chart.

Both are anywidgets of their own.  A click moves the replay to a decision, and the replay marks the
shown decision in them; a frame's values are shown as plain text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any, ClassVar

import pandas as pd
import traitlets

from skyjo_widget.board.tables.common import clipped
from skyjo_widget.errors import RulesError, SkyjoWidgetError
from skyjo_widget.front.front import Front, dictionary
from skyjo_widget.front.lazy_widget import flexible
from skyjo_widget.util.parse_number import read_number
from skyjo_widget.util.spelling import suggestion
from skyjo_widget.util.validation import plain_text

PAGE = 200
"""Rows per page sent to the browser."""
MOST = 20_000
"""Most points of a chart."""


Show = Callable[[int, str], None]


class Linked(Front):
    """A widget linked to a replay; the base of `LinkedRows` and `LinkedChart`.

    Parameters
    ----------
    show : callable
        Called with the decision to show, and with its game's id.
    lang : str
        The language; empty for the browser's.

    Attributes
    ----------
    decision : int
        The shown decision; −1 for none.
    """

    present: ClassVar[tuple[str, ...]] = ("decision",)
    decision: traitlets.Int[int, int] = traitlets.Int(-1).tag(sync=True)
    lang: traitlets.Unicode[str, str | bytes] = traitlets.Unicode("").tag(sync=True)

    _game_id: str
    """The game on the board."""
    _games: Sequence[str]
    """The game of each row of the frame."""
    _openable: Collection[str]
    """The games that the replay can open."""

    def __init__(self, show: Show, lang: str, **traits: Any) -> None:
        self._show = show
        super().__init__(lang=lang, layout=flexible(flex="1 1 20rem"), **traits)
        self.on_msg(self._receive)

    def follow(self, decision: int | None, game_id: str) -> None:
        """Mark a decision of a game."""
        self.decision = -1 if decision is None else decision

    def _receive(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, dict):
            return
        if content.get("type") == "show" and type(content.get("decision")) is int:
            game_id = self._game_of(content.get("row"))
            if game_id is None:
                return
            try:
                self._show(content["decision"], game_id)
            except SkyjoWidgetError:
                return  # no row or point of this game has it, or its record has gone

    def _game_of(self, row: Any) -> str | None:
        """Return the game of a row of the frame, by default the one shown; None if not known."""
        if row is None:
            return self._game_id
        if type(row) is not int or not 0 <= row < len(self._games):
            return None
        return self._games[row] if self._games[row] in self._openable else None

    def _repr_keys(self) -> list[str]:
        return []  # else the repr contains a whole frame


class LinkedRows(Linked, kind="rows"):
    """The rows of a frame beside a replay; made by `Replay.rows`.

    Parameters
    ----------
    frame : DataFrame
        With a column ``decision``; rows of a ``game_id`` that isn't known link to no decision.
    game_id : str
        The game of the replay.
    keys : bool
        Whether the columns ``game_id`` and ``decision`` are shown too.
    openable, show, lang
        As in `Linked`.

    Raises
    ------
    RulesError
        If there is no column ``decision``, or it doesn't hold whole numbers.
    """

    present: ClassVar[tuple[str, ...]] = ("decision", "table")
    table: traitlets.Dict[str, Any] = dictionary()

    def __init__(
        self,
        frame: pd.DataFrame,
        game_id: str,
        *,
        keys: bool = True,
        openable: Collection[str],
        show: Show,
        lang: str,
    ) -> None:
        self._decisions = _decisions(frame)
        games = _games(frame, game_id)
        self._game_id = game_id
        # The key comes first; a game id that all rows share is left out.
        first = ["decision"] if all(game == game_id for game in games) else ["game_id", "decision"]
        first = first if keys else []
        names = [str(name) for name in frame.columns]
        rest = [k for k, name in enumerate(names) if name not in ("game_id", "decision")]
        self._frame = frame.take([*map(names.index, first), *rest], axis="columns")
        self._games, self._openable = games, openable
        super().__init__(show, lang, table=self._page(0))

    def follow(self, decision: int | None, game_id: str) -> None:
        """Mark the rows of a decision, and turn to the page of the first one."""
        places = [
            i
            for i, (number, game) in enumerate(zip(self._decisions, self._games, strict=True))
            if game == game_id and number is not None and number == decision
        ]
        moved, self._game_id = game_id != self._game_id, game_id
        page = range(self._start, self._start + PAGE)
        with self.hold_sync():
            if places and not any(place in page for place in places):
                self.table = self._page(places[0] // PAGE * PAGE)
            elif moved:
                self.table = self._page(self._start)
            super().follow(decision, game_id)

    def _receive(self, widget: Any, content: Any, buffers: Any) -> None:
        if isinstance(content, dict) and content.get("type") == "page":
            start = content.get("start")
            if type(start) is int and 0 <= start < len(self._frame):
                self.table = self._page(start // PAGE * PAGE)
            return
        super()._receive(widget, content, buffers)

    def _page(self, start: int) -> dict[str, Any]:
        self._start = start
        rows = self._frame.iloc[start : start + PAGE]
        columns = [rows.iloc[:, k] for k in range(rows.shape[1])]  # names may be duplicated
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
            "ours": [game == self._game_id for game in self._games[start : start + PAGE]],
            "known": [game in self._openable for game in self._games[start : start + PAGE]],
        }


class LinkedChart(Linked, kind="chart"):
    """A chart beside a replay; made by `Replay.chart`.

    Parameters
    ----------
    frame : DataFrame
        With a column ``decision``, and the columns `x` and `y`.
    game_id : str
        The game of the replay.
    every : bool
        Whether the rows of all known games are drawn, as points, or only those of the game shown,
        as lines.
    x, y : str
        Columns of numbers.
    title : str, optional
        The heading; by default `y`.
    openable, show, lang
        As in `Linked`.

    Raises
    ------
    RulesError
        If a column is missing or not numeric, or there are too many points.
    """

    chart: traitlets.Dict[str, Any] = dictionary()

    def __init__(
        self,
        frame: pd.DataFrame,
        game_id: str,
        *,
        x: str,
        y: str,
        title: str | None,
        every: bool,
        openable: Collection[str],
        show: Show,
        lang: str,
    ) -> None:
        self._decisions, self._every = _decisions(frame), every
        self._xs, self._ys = _numbers(frame, x), _numbers(frame, y)
        by = next((name for name in ("player", "seat") if name in frame and name not in (x, y)), "")
        self._names = [_text(value) for value in frame[by]] if by else [""] * len(frame)
        seats = frame["seat"] if "seat" in frame else [""] * len(frame)
        self._seats = {name: str(seat) for name, seat in zip(self._names, seats, strict=True)}
        self._texts = {
            "title": clipped(plain_text(y if title is None else title, "title")),
            "x": clipped(x),
            "y": clipped(y),
        }
        self._game_id, self._games, self._openable = game_id, _games(frame, game_id), openable
        super().__init__(show, lang, chart=self._drawn(game_id))

    def follow(self, decision: int | None, game_id: str) -> None:
        """Mark a decision; draw another game's points if it isn't drawn."""
        with self.hold_sync():
            if game_id != self._game_id:
                self._game_id = game_id
                self.chart = self._drawn(game_id)
            super().follow(decision, game_id)

    def _drawn(self, game_id: str) -> dict[str, Any]:
        """Return the chart: points of x, y, the decision, the row, and whether it is shown now."""
        lines: dict[str, list[list[Any]]] = {}
        for at, game in enumerate(self._games):
            x, y = self._xs[at], self._ys[at]
            if self._every and game not in self._openable:
                continue
            if (self._every or game == game_id) and math.isfinite(x) and math.isfinite(y):
                point = [x, y, self._decisions[at], at, game == game_id]
                lines.setdefault(self._names[at], []).append(point)
        count = sum(len(points) for points in lines.values())
        if count > MOST:
            raise RulesError(
                "{count} points: a chart bears {most:,} at most", count=count, most=MOST
            )
        return {
            **self._texts,
            "lines": not self._every,
            "series": [
                {"name": name, "points": sorted(points, key=lambda p: float(p[0]))}
                for name, points in sorted(lines.items(), key=lambda line: self._seats[line[0]])
            ],
        }


def _decisions(frame: Any) -> list[int | None]:
    """Return each row's decision; None where it is missing."""
    if not isinstance(frame, pd.DataFrame):
        raise RulesError("frame={kind}: a DataFrame is needed", kind=type(frame).__name__)
    if "decision" not in frame:
        raise RulesError("the frame has no column 'decision', which says what its rows are about")
    numbers = _numbers(frame, "decision")
    if any(math.isfinite(d) and d != int(d) for d in numbers):
        raise RulesError("the column 'decision' holds a number that is no decision")
    return [int(d) if math.isfinite(d) else None for d in numbers]


def _games(frame: pd.DataFrame, game_id: str) -> list[str]:
    """Return the game of each row; that of the replay if the frame names none."""
    if "game_id" not in frame:
        return [game_id] * len(frame)
    column: Any = frame["game_id"]
    if isinstance(column, pd.DataFrame):
        raise RulesError("the frame has several columns 'game_id'")
    return ["" if pd.isna(game) else str(game) for game in column]


def _numbers(frame: pd.DataFrame, name: Any) -> Sequence[float]:
    if not isinstance(name, str) or name not in frame:
        columns = ", ".join(str(column) for column in frame.columns)
        meant = suggestion(name, map(str, frame.columns))
        raise RulesError(
            "the frame has no column {name!r}{meant}; it has {known}",
            name=name,
            meant=meant,
            known=columns,
        )
    column: Any = frame[name]
    if isinstance(column, pd.DataFrame):
        raise RulesError("the frame has several columns {name!r}", name=name)
    try:
        if not pd.api.types.is_numeric_dtype(column):
            column = column.map(lambda c: float(read_number(c)) if isinstance(c, str) else c)
        column = pd.to_numeric(column).astype("Float64")
        numbers: list[float] = column.to_numpy(float, na_value=math.nan).tolist()
    except RulesError as error:
        raise RulesError("the column {name!r}: {error}", name=name, error=error) from None
    except (TypeError, ValueError, OverflowError):
        raise RulesError(
            "the column {name!r} holds something that is no number", name=name
        ) from None
    return numbers


def _text(value: Any) -> str:
    """Return the text of a value in a cell."""
    if isinstance(value, (tuple, list)):
        return clipped(", ".join(map(str, value)))
    if pd.api.types.is_scalar(value) and pd.isna(value):
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, pd.Timestamp):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return clipped(str(value))
