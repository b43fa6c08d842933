"""The board's panel for handing in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from skyjo_widget.board.panels.common import Panel, Values, entry
from skyjo_widget.board.tables.common import View, clipped
from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.hand_in.hand_in import (
    hand_in_code,
    hand_in_copy,
    hand_in_folder,
    write_hand_in,
)
from skyjo_widget.util.files import given_path

if TYPE_CHECKING:
    from skyjo_widget.table.table import Table

LONGEST_NAME = 60
"""Most characters of a name."""


class HandInPanel(Panel):
    """The panel that writes a copy of the game for the teacher, and offers it as a download.

    The file holds the order of the cards.  So the browser gets it only when the round is over, or
    when the pupil stops there.

    Parameters
    ----------
    session : Table
    name : str or None
        The name that stands in the entry at first; None: no name is asked for.
    folder : path, optional
        The folder of the file.
    """

    answer: Any

    key = "hand_in"

    def __init__(
        self, session: Table, *, name: str | None = "", folder: str | Path | None = None
    ) -> None:
        super().__init__(session)
        self._name, self._folder = name, hand_in_folder() if folder is None else folder
        self._pressed = False
        self._written: tuple[str, int, Path] | None = None

    @property
    def buttons(self) -> tuple[str, ...]:  # type: ignore[override]  # they change
        """Handing in; and, once that was pressed in the middle of a round, stopping there."""
        stops = (
            self._pressed
            and not self.session.parts.screen.is_open
            and not self.session.parts.screen.given_out
        )
        return ("hand_in", "stop") if stops else ("hand_in",)

    @property
    def about(self) -> str:
        """A line on the content of a record."""
        return str(self.texts["about"])

    def entries(self, _view: View) -> list[View]:
        """Return the entry for the name: at first the only person's at the table."""
        if self._name is None:
            return []
        people = [player.name for player in self.session.players if player.kind == "person"]
        only = people[0] if len(people) == 1 else ""
        return [entry("name", "line", value=self._name or only)]

    def press(self, button: str, values: Values, _view: View) -> None:
        """Write the file; give it to the browser if no card is hidden, or the pupil stops."""
        session, texts = self.session, self.texts
        name = "" if self._name is None else values.get("name", self._name).strip()
        if len(name) > LONGEST_NAME:
            self.answer = texts["too_long"].format(most=LONGEST_NAME)
            return
        with session.parts.game.lock:
            if button == "stop":
                session.parts.screen.give_out()
            file_name, data = hand_in_copy(session, name)
            is_open = session.parts.screen.is_open or session.parts.screen.given_out
            count = len(session.history.events)
        self._pressed = True
        sentences = []
        try:
            path = self._write(data, Path(given_path(self._folder), file_name), count)
            code = hand_in_code(str(session.history.header["game_id"]))
            key = "done" if name else "done_unnamed"
            sentences.append(texts[key].format(file=path.as_posix(), name=clipped(name), code=code))
        except RecordError as error:
            why = texts["why"].get(error.reason, texts["why"]["failed"])
            sentences.append(texts["refused"].format(why=why, folder=self._folder))
        if is_open:
            self.give(file_name, data.decode())
            sentences.append(texts["download"])
        else:
            sentences.append(texts["later"])
        if session.parts.screen.given_out:
            sentences.append(texts["stopped"])
        self.answer = " ".join(sentences)

    def _write(self, data: bytes, target: Path, count: int) -> Path:
        """Write the file, unless the last one holds the same events under the same name."""
        if self._written is None or self._written[:2] != (target.name, count):
            self._written = target.name, count, write_hand_in(data, target)
        return self._written[2]
