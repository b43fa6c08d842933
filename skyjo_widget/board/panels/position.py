"""The panel with the present table as code, to be copied."""

from __future__ import annotations

from skyjo_widget.board.panels.common import Panel, Values, entry
from skyjo_widget.board.position import seen_position
from skyjo_widget.board.tables.common import View
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.util.messages import rendered


class PositionPanel(Panel):
    """The panel that shows what the viewer sees as the call of `position` that sets it up."""

    answer: str

    key = "position"
    buttons: tuple[str, ...] = ()

    def entries(self, view: View) -> list[View]:
        """Return the code; none where nobody is to decide, and the answer says so."""
        session, viewer = self.session, view["viewer"]
        eyes = NOBODY if viewer is None or view["covered"] else viewer
        try:
            code = seen_position(session.history, eyes, session.parts.bots.functions).code()
        except RulesError as error:
            self.answer = rendered(error, self.lang)
            return []
        self.answer = ""
        return [entry("code", "code", value=code)]

    def press(self, _button: str, _values: Values, _view: View) -> None:
        """Do nothing: it has no button, the browser copies."""
