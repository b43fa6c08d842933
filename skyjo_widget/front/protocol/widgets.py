"""The traits and messages of each kind of widget."""

from __future__ import annotations

from typing import Any

from skyjo_widget.front.protocol.board import BoardTraits, Empty, OfBoard, OfPage, ToBoard, ToPage
from skyjo_widget.front.protocol.classroom import (
    ClassPageData,
    Draw,
    LessonTraits,
    MeanPageData,
    MeanTraits,
    OfLesson,
    Submit,
    SubmitTraits,
)
from skyjo_widget.front.protocol.replay import (
    LinkedTraits,
    OfLinked,
    OfReplay,
    ReplayPageData,
    Timeline,
)
from skyjo_widget.front.protocol.serving import HostTraits, OfHost


class AnyBoardTraits(BoardTraits, total=False):
    """The traits of a board, of a live game or a replay."""

    replay: Timeline
    back: bool
    """It was opened from a board above: it has a button that goes back."""
    judges: bool
    """Its kernel can compute the course of the game."""
    fresh: bool
    """It takes the focus when it is first drawn."""


TRAITS: dict[str, Any] = {
    "board": AnyBoardTraits,
    "host": HostTraits,
    "lesson": LessonTraits,
    "submit": SubmitTraits,
    "mean": MeanTraits,
    "rows": LinkedTraits,
    "chart": LinkedTraits,
    "keys": Empty,
}
UP: dict[str, Any] = {
    "board": OfBoard | OfReplay | OfPage,
    "host": OfHost | OfPage,
    "lesson": OfLesson | OfPage,
    "submit": Submit | OfPage,
    "mean": Draw | OfPage,
    "rows": OfLinked | OfPage,
    "chart": OfLinked | OfPage,
    "keys": OfPage,
}
DOWN: dict[str, Any] = {kind: ToBoard | ToPage if kind == "board" else ToPage for kind in TRAITS}
PageData = ReplayPageData | MeanPageData | ClassPageData
"""The data within a page that needs no kernel."""
