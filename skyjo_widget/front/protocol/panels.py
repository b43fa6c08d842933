"""The panels under the board."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Picture(TypedDict):
    """The table that a question is about."""

    source: str
    """A ``data:`` address."""
    text: str
    width: int
    height: int


class Question(TypedDict):
    """A question of a panel."""

    text: str
    moment: str
    """The moment of the game that it refers to, in words; empty if it refers to none."""
    image: NotRequired[Picture]
    caption: NotRequired[str]


class Entry(TypedDict):
    """A field of a panel."""

    name: str
    kind: Literal["choice", "options", "scale", "line", "short", "text", "number", "code"]
    value: str
    options: NotRequired[list[tuple[str, str | None]]]
    """Values with their texts; null: the text of the locale, under `words`."""
    words: NotRequired[str]
    hint: NotRequired[str]
    most: NotRequired[int]
    once: NotRequired[bool]
    when: NotRequired[list[dict[str, list[str]]]]
    """Shown only if, in one of these ways, the other entries have one of some values."""
    newest: NotRequired[str]
    """The word for the button that takes the newest value again."""


class OutlookRow(TypedDict):
    """The outcome of an action."""

    action: str
    score: float | None
    score_error: float | None
    win: float | None
    win_error: float | None
    apart: str
    """The difference from the best action's chance, with its interval; "" for that one."""
    bars: list[int]
    """Heights, 0 to 100."""


class Outlook(TypedDict):
    """The outcome of each action, in the same worlds."""

    decision: int
    worlds: int
    bot: str
    low: float
    high: float
    sentence: str
    """On the best action and the next; "" if there is only one."""
    rows: list[OutlookRow]


class Aside(TypedDict):
    """A panel under the board."""

    entries: list[Entry]
    about: str
    """A line before them."""
    question: Question | None
    """Its question."""
    buttons: list[str]
    """The first one is the main one."""
    answer: str
    """The answer to its newest button."""
    emptied: int
    """The number of times that the entries used once were emptied."""
    busy: bool
    """True while a button's work is under way."""
    rounds: NotRequired[int]
    """Of a what-if: how often each action is tried."""
    outcome: NotRequired[Outlook | None]
    """Of a what-if: what came of it."""


class PressPanel(TypedDict):
    """A panel's button is pressed."""

    type: Literal["panel"]
    panel: str
    button: str
    values: dict[str, str]
    """Of the entries that are shown."""
    state: NotRequired[int]


class FileMessage(TypedDict):
    """A file to save."""

    type: Literal["file"]
    panel: str
    name: str
    text: str
    state: NotRequired[int]
    """The number of the state whose record it is."""
