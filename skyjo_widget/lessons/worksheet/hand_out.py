"""Handing a worksheet out to everybody's own phone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from skyjo_widget.errors import RulesError
from skyjo_widget.lessons.worksheet.file import read_position, read_sheet
from skyjo_widget.lessons.worksheet.panel import SheetPanel
from skyjo_widget.lessons.worksheet.pupil import PupilSheet, SheetText
from skyjo_widget.lessons.worksheet.worksheet import Worksheet
from skyjo_widget.util.messages import in_its_language

if TYPE_CHECKING:
    from skyjo_widget.serving.serving import Serving


@in_its_language
def hand_out(sheet: Worksheet | str | Path | None, to: Serving, *, lang: str | None = None) -> None:
    """Hand a worksheet out to all guests of served tables: it opens below their boards.

    The answers go to the tables' records, with the guests' names: ``hall.log.answers``.

    Parameters
    ----------
    sheet : Worksheet, str, path or None
        A worksheet; a file; or a shipped lesson, ``"chance"``, ``"samples"``, ``"strategy"`` or
        ``"perfect"``.
        It replaces the one before.  None takes that back.
    to : Serving
        What `classroom` or `Session.serve` has returned.
    lang : str, optional
        The language of a shipped lesson; by default that of the projector.

    Raises
    ------
    RulesError
        If it can't be read, or has problems; the message names all of them.

    Examples
    --------
    >>> from skyjo_widget import classroom, hand_out
    >>> hall = classroom("skyjo", tables=1, seats=2, record=False, display=False)
    >>> hand_out("chance", hall)
    >>> hall.close()
    """
    if not hasattr(to, "offer") or not hasattr(to, "sessions"):
        raise RulesError(
            "{to!r} is nothing that classroom(…) or table.serve(…) has returned", to=to
        )
    if sheet is None:
        to.offer(SheetPanel.key, None)
        return
    text = _text_of(sheet, lang or to.lang or "en")
    for table in to.sessions:  # raises with all problems
        PupilSheet(text, table)
    to.offer(SheetPanel.key, lambda session: SheetPanel(session, text))


def _text_of(sheet: Worksheet | str | Path, lang: str) -> SheetText:
    """Return the text of a worksheet, or of a file."""
    if isinstance(sheet, Worksheet):
        return sheet.text
    written = read_sheet(sheet, lang)
    try:
        there = read_position(written["position"], lang) if "position" in written else None
    except RulesError as error:
        raise RulesError("{sheet}: {error}", sheet=sheet, error=error) from None
    return SheetText(
        written["title"], written["questions"], written.get("feedback", "at once"), there
    )
