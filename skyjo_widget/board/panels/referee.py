"""The panel for a referee's decisions, in a game with paper cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skyjo_widget.board.panels.common import Panel, Values, entry, options
from skyjo_widget.board.tables.common import View, clipped
from skyjo_widget.engine.core.paper import correction_parts
from skyjo_widget.engine.grids.paper import PILES

if TYPE_CHECKING:
    from skyjo_widget.table.table import Table

_HINTS = {"place": "0:a1", "first": "0:a1", "second": "1:b2", "card": "5"}
_FIRST = {"points": "5", "cards": "1"}
_LINES = ("points", "cards", "place", "first", "second")


class RefereePanel(Panel):
    """The panel that records a referee's corrections of broken rules."""

    emptied: int

    answer: Any

    key = "referee"
    buttons: tuple[str, ...] = ("write",)

    def __init__(self, session: Table) -> None:
        super().__init__(session)
        paper = session.history.paper
        offered = list(paper.rules.corrections()) if paper else []
        self._parts = {what: correction_parts(session.history.game.paper, what) for what in offered}

    def entries(self, _view: View) -> list[View]:
        """Return what happened, and what each such correction needs."""
        seats = [[str(n), clipped(p.name)] for n, p in enumerate(self.session.players)]
        shows: list[View] = [{"what": ["show"]}, {"what": ["move"], "source": [PILES[0]]}]
        lines = (
            entry(
                name,
                "short",
                value=_FIRST.get(name, ""),
                hint=_HINTS.get(name, ""),
                when=self._when(name),
            )
            for name in _LINES
        )
        return [
            entry("what", "choice", options=options(self._parts), words="kinds"),
            entry("seat", "choice", options=seats, when=self._when("seat")),
            *lines,
            entry(
                "source", "choice", options=options(PILES), words="piles", when=self._when("source")
            ),
            entry("card", "short", hint=_HINTS["card"], when=shows, once=True),
            entry("text", "line", once=True),
        ]

    def _when(self, part: str) -> list[View]:
        return [{"what": [what for what, parts in self._parts.items() if part in parts]}]

    def press(self, _button: str, values: Values, _view: View) -> None:
        """Record a correction."""
        what = values.get("what", "")
        about: dict[str, Any] = {
            name: values.get(name, "") for name in self._parts.get(what, ()) if name != "target"
        }
        if about.get("seat"):
            about["seat"] = int(about["seat"])
        if about.get("source") in PILES:
            about["target"] = PILES[1 - PILES.index(about["source"])]
        if card := values.get("card", "").strip():
            about["card"] = card
        assert self.session.paper
        self.session.paper.referee(what, text=values.get("text", ""), **about)
        self.answer = self.texts["written"]
        self.emptied += 1
