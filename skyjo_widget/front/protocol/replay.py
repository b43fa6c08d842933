"""A replay on the board, or as a page, and what is linked to it."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from skyjo_widget.front.protocol.view import AnyTableView, Rows, Sheet, Terms


class MomentNote(TypedDict):
    """A note on a moment."""

    kind: Literal["observed", "opinion", "idea", "note", "ruling", "slip"]
    """``slip`` is the browser's own, made of the course."""
    at: int
    decision: int | None
    text: str
    by: str | None
    whom: NotRequired[str | None]
    question: NotRequired[str]
    tags: NotRequired[list[str]]
    rating: NotRequired[int | None]


class Slip(TypedDict):
    """A decision that cost points."""

    at: int
    decision: int
    seat: int
    best: str
    """The better action."""
    cost: float
    """In expected points."""


class Course(TypedDict):
    """The course of a game for somebody who knows it whole."""

    chances: list[list[float]]
    """Each seat's chance to win by moment, `[]` in a round that isn't over; empty where no model
    knows the rules."""
    slips: list[Slip]


class Timeline(TypedDict):
    """The moments of a game, by their number."""

    decision: list[int | None]
    """The newest decision that holds."""
    cause: list[str]
    """The event that changed the table."""
    seat: list[int | None]
    """The seat that made that decision, if the moment shows one being made."""
    round: list[int]
    turn: list[int]
    undone: list[int]
    """The moments that show a decision which was taken back later."""
    notes: list[MomentNote]
    course: NotRequired[Course]


class Judge(TypedDict):
    """Compute the course of the game."""

    type: Literal["judge"]
    state: NotRequired[int]


class Seek(TypedDict):
    """Show a moment."""

    type: Literal["seek"]
    to: int
    state: NotRequired[int]


class Back(TypedDict):
    """Leave a replay that was opened from a board."""

    type: Literal["back"]
    state: NotRequired[int]


OfReplay = Seek | Back | Judge


class ReplayPageTraits(TypedDict):
    """The constant traits of a page's board."""

    terms: Terms
    replay: Timeline
    lang: str


class Shot(TypedDict):
    """A moment on a page."""

    view: AnyTableView
    sheet: Sheet


class ReplayPageData(TypedDict):
    """The data of a page that replays a game."""

    module: NotRequired[str]
    """The page's code; not of a replay within another page."""
    traits: ReplayPageTraits
    rows: Rows
    first: Shot
    steps: list[dict[str, Any]]
    """The changes of each later moment to the one before."""


class LinkedTable(TypedDict):
    """A page of the rows of a frame."""

    start: int
    count: int
    columns: list[str]
    numeric: list[bool]
    rows: list[list[str]]
    decisions: list[int | None]
    ours: list[bool]
    """True for a row of the game on the board."""
    known: list[bool]
    """True if its game can be opened."""


class Series(TypedDict):
    """A line of a chart, or points of one colour."""

    name: str
    points: list[tuple[float, float, int | None, int, bool]]
    """x, y, the decision, the row, and whether it is of the game on the board."""


class LinkedChartData(TypedDict):
    """A chart beside a replay."""

    title: str
    x: str
    y: str
    lines: bool
    series: list[Series]


class LinkedTraits(TypedDict, total=False):
    """The traits of what is linked to a replay."""

    decision: int
    """The one shown; -1 for none."""
    lang: str
    table: LinkedTable
    chart: LinkedChartData


class ShowDecision(TypedDict):
    """Show the decision of a row, of whichever game it is."""

    type: Literal["show"]
    decision: int | None
    row: NotRequired[int]


class AskRows(TypedDict):
    """Show other rows of the frame."""

    type: Literal["page"]
    start: int


OfLinked = ShowDecision | AskRows
