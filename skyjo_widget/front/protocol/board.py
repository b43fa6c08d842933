"""The board: its traits, and the messages both ways."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from skyjo_widget.front.protocol.coach import Chances, Coach, CoachMode
from skyjo_widget.front.protocol.notes import AskWholeNote, NoteMessage, Notes
from skyjo_widget.front.protocol.panels import Aside, FileMessage, PressPanel
from skyjo_widget.front.protocol.view import AnyTableView, OlderRows, Rows, Sheet, Terms


class Empty(TypedDict):
    """Nothing: a trait before its first value, or of a game without it."""


class PublicTraits(TypedDict, total=False):
    """The traits that everybody may see."""

    view: AnyTableView | Empty
    terms: Terms | Empty
    sheet: Sheet | Empty
    rows: Rows | Empty
    older: OlderRows


class Begun(TypedDict):
    """An earlier game of the same players that isn't over."""

    path: str
    at: str
    decisions: int
    held: bool
    """Another program has it open."""


class Guest(TypedDict):
    """Somebody who plays or watches on a screen of their own."""

    may: list[str]
    """The rights given by the host: undo, coach, pace, next_round."""
    board: NotRequired[str]
    """The name of this seat in this game."""


class GuestTraits(PublicTraits, total=False):
    """The traits of a guest's board."""

    notes: Notes | Empty
    coach: Coach | Empty
    asides: list[str]
    """The panels that can be opened under the board."""
    opened: list[str]
    panels: dict[str, Aside]
    """Those that are open, by name."""
    pace: int
    """Milliseconds between two decisions of bots; 0: at once; -1: one at each press."""
    guest: Guest | None
    lang: str
    spoken: str
    projector: bool


class BoardTraits(GuestTraits, total=False):
    """The traits of a board in a notebook."""

    for_: str
    """The people whom the board is for: "class", "playtest", or "" for both."""
    study: bool
    """A game that is over can be replayed below the board."""
    chances: Chances | Empty
    """The bar of chances; empty where the coach may not speak."""
    earlier: Begun | Empty
    """The earlier game that is offered."""
    hosted: bool
    """People play on their own devices; this board is their host's."""
    on_page: int
    """The state that a page shows, where it must report that; -1 elsewhere."""


# Up


class Act(TypedDict):
    """A person's decision."""

    type: Literal["act"]
    action: str
    cards: NotRequired[dict[str, str]]
    """With paper cards: which ones it shows."""
    state: int


class NameCard(TypedDict):
    """With paper cards: which card lies there."""

    type: Literal["name"]
    where: str
    card: str
    state: int


class PaperLine(TypedDict):
    """With paper cards: a turn in shorthand, to be done, or to be understood."""

    type: Literal["write", "try"]
    line: str
    state: int


class Simple(TypedDict):
    """A request that needs no more than the state that was seen."""

    type: Literal[
        "step",
        "next_round",
        "retry",
        "undo",
        "unwrite",
        "study",
        "save",
        "ready",
        "coach",
        "break off",
    ]
    state: int


class Again(TypedDict):
    """Deal a new game; `same`: with this game's seed."""

    type: Literal["again"]
    same: bool
    state: int


class ChooseEarlier(TypedDict):
    """Continue the earlier game that is offered, or keep this one."""

    type: Literal["earlier"]
    go_on: bool
    state: int


class OfSeat(TypedDict):
    """A referee's penalty for a seat; a random bot for one whose bot has failed."""

    type: Literal["penalty", "replace"]
    seat: int
    state: int


class SetCoachMode(TypedDict):
    """Choose when the coach speaks."""

    type: Literal["coach mode"]
    mode: CoachMode
    state: int


class SetPeople(TypedDict):
    """Choose whom the board is for."""

    type: Literal["for"]
    for_: str
    state: int


OfBoard = (
    Act
    | NameCard
    | PaperLine
    | Simple
    | Again
    | ChooseEarlier
    | OfSeat
    | SetCoachMode
    | SetPeople
    | NoteMessage
    | AskWholeNote
    | PressPanel
)


class Whisper(TypedDict):
    """A message that gets no answer."""

    type: Literal["nudge", "rest", "missed"]


class AskCode(TypedDict):
    """The page lacks the code of this version."""

    type: Literal["code"]
    hash: str


class AskPresent(TypedDict):
    """Ask for what is newer than what the page shows."""

    type: Literal["present"]
    id: int
    state: NotRequired[int | None]
    answer: NotRequired[int | None]


OfPage = Whisper | AskCode | AskPresent
"""Messages of any widget's page."""


# Down


class CodeMessage(TypedDict):
    """The code of this version: an ES module, gzip, base64."""

    type: Literal["code"]
    hash: str
    code: str


class PresentMessage(TypedDict):
    """The present traits; null if they are on show."""

    type: Literal["present"]
    id: int
    state: dict[str, Any] | None


class UnderstoodMessage(TypedDict):
    """The effect of a line in shorthand."""

    type: Literal["understood"]
    line: str
    state: int
    text: str
    error: str
    """The reason why it would be refused; empty if it wouldn't."""
    next: list[str]
    """Possible continuations."""


class FocusMessage(TypedDict):
    """Take the focus, if it isn't elsewhere on the page."""

    type: Literal["focus"]


ToPage = CodeMessage | PresentMessage
"""Messages of any widget to its page."""
ToBoard = UnderstoodMessage | FocusMessage | FileMessage
