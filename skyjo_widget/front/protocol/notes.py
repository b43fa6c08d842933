"""Notes and rulings."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

NoteKind = Literal["observed", "opinion", "idea"]


class About(TypedDict):
    """The decision that a note is about."""

    decision: int | None
    about: str
    """The decision in words, as far as everybody may know it."""
    undone: bool
    """True if that was taken back."""


class Note(About):
    """A note that holds."""

    note: int
    kind: NoteKind | None
    tags: list[str]
    rating: int | None
    text: str
    by: str | None
    whom: str | None
    """The player it is about."""
    edited: bool
    cut: bool
    """True if `text` is only its beginning."""


class Ruling(About):
    """A ruling where the rules were silent."""

    ruling: int
    question: str
    text: str
    by: str | None


class WholeNote(TypedDict):
    """The note that was asked for last."""

    note: int
    text: str
    tags: list[str]
    by: str | None
    whom: str | None


class SavedNote(TypedDict):
    """The answer to the last message that saved one."""

    id: str | None
    note: int


class Notes(TypedDict):
    """The newest notes and rulings of a game."""

    game_id: str
    rulings: list[Ruling]
    """The newest ones, the newest first."""
    notes: list[Note]
    """The newest ones, the newest first."""
    count: int
    """Number of all that hold."""
    tags: list[str]
    """Tags on offer: those that are known, then own ones of this game."""
    saved: SavedNote | None
    whole: WholeNote | None


class NoteMessage(TypedDict):
    """Save a note."""

    type: Literal["note"]
    id: NotRequired[str]
    text: str
    kind: NoteKind | None
    tags: list[str]
    rating: int | None
    decision: int | None
    by: str | None
    whom: str | None
    edits: int | None
    """The number of the note that it replaces."""
    state: NotRequired[int]


class AskWholeNote(TypedDict):
    """Send the whole of a note."""

    type: Literal["whole note"]
    note: int
    state: NotRequired[int]
