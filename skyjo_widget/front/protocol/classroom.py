"""A class's widgets and page: a lesson's head, a worksheet's button, the running mean."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from skyjo_widget.front.protocol.replay import ReplayPageData


class BegunGame(TypedDict):
    """A game that can be resumed: since when, and how far it is."""

    players: str
    at: str
    round: int


class LessonSays(TypedDict):
    """The newest message: who plays, or what was wrong."""

    key: str
    params: dict[str, Any]
    wrong: bool


class LessonHead(TypedDict):
    """The head of a lesson."""

    lang: str
    """"" for the browser's."""
    title: str
    text: str
    stage: Literal["ask", "busy", "on"]
    names: list[str]
    """The names in the fields at first, one for each pupil; none are asked for if it is empty."""
    most: int
    """Characters of a name."""
    games: list[BegunGame]
    said: LessonSays | None


class LessonTraits(TypedDict):
    """The traits of a lesson's head."""

    head: LessonHead


class Begin(TypedDict):
    """Begin, with the names of the pupils."""

    type: Literal["begin"]
    names: list[str]


class GoOn(TypedDict):
    """Resume a game, by its number."""

    type: Literal["go on"]
    game: int


OfLesson = Begin | GoOn


class SubmitTraits(TypedDict):
    """The traits of the button below a question."""

    label: str
    disabled: bool
    lang: str


class Submit(TypedDict):
    """The answer that the page shows."""

    type: Literal["submit"]
    answer: Any


class TallyRow(TypedDict):
    """A sample size at which runs are counted."""

    n: int
    at: int
    """Its place in the list of sizes."""
    band: str
    """"2σ/√n" or "1/√n"."""
    half_width: float
    share: float
    """Of the runs, expected inside."""
    inside: list[int]
    """1 for each run inside, the present one last."""
    errors: list[float]
    """The distance of each run's mean, in standard errors."""


class MeanChart(TypedDict):
    """A running mean."""

    lang: str
    title: str
    unit: str
    """"" for none."""
    each: str
    """The thing counted, in words."""
    axis: Literal["log", "linear"]
    band: Literal["exact", "reference", "own"]
    """Round the exact mean; round a given one, as wide as the values spread; round the mean so
    far."""
    mean: float | None
    """The exact or given one."""
    n: list[int]
    """Numbers of draws."""
    runs: list[list[float]]
    """The means at these n; the present run last."""
    low: list[float]
    """The band's lower edge."""
    high: list[float]
    """The band's upper edge."""
    range: tuple[float, float]
    """Of the vertical axis."""
    digits: int
    """Decimals."""
    renews: bool
    """True if new draws can be had."""
    tally: list[TallyRow]
    words: dict[str, Any]


class MeanTraits(TypedDict):
    """The traits of a running mean."""

    chart: MeanChart


class Draw(TypedDict):
    """Draw another run, or as many as are shown."""

    type: Literal["new run", "fill"]


class ClassReplay(ReplayPageData):
    """A round that is replayed on the class's page, from a decision."""

    decision: int


class MeanPageData(TypedDict):
    """The data of a page with a running mean."""

    module: str
    chart: MeanChart


class ClassPageData(TypedDict):
    """The data of a class's page; the rest of it is HTML."""

    module: str
    style: str
    """The board's."""
    live: bool
    """True if the page is made again as files arrive."""
    replays: list[ClassReplay]
    words: dict[str, str]
