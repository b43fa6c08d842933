"""The panels of a board, which its buttons open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from skyjo_widget.board.panels.common import LONGEST_VALUE, Panel
from skyjo_widget.board.panels.form import FormPanel
from skyjo_widget.board.panels.position import PositionPanel
from skyjo_widget.board.panels.predict import PredictPanel
from skyjo_widget.board.panels.referee import RefereePanel
from skyjo_widget.board.panels.rulings import RulingsPanel
from skyjo_widget.board.panels.what_if import WhatIfPanel
from skyjo_widget.board.tables.common import View
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.errors import MalformedMessageError, SkyjoWidgetError
from skyjo_widget.table.hooks import HOOKS, MakePanel
from skyjo_widget.util.messages import translated

if TYPE_CHECKING:
    from skyjo_widget.table.table import Table

_PANELS: dict[str, Callable[[Table], Panel]] = {
    "referee": RefereePanel,
    "predict": PredictPanel,
    "what_if": WhatIfPanel,
    "ruling": RulingsPanel,
    "form": FormPanel,
    "position": PositionPanel,
}
"""Each panel by the name of its button."""

LEFT_OUT: dict[str, set[str]] = {
    "": set(),
    "class": {"ruling", "form", "position"},
    "playtest": {"predict", "what_if"},
}
"""The panels that a table doesn't have, by whom it is for."""


def panel_names(session: Table) -> list[str]:
    """Return the names of a session's panels, in the order of the board's buttons."""
    missing = LEFT_OUT[session.for_] | (set() if session.history.paper else {"referee"})
    if not BOTS[session.history.game.name].search:
        missing |= {"predict", "what_if"}
    if session.history.game.written is None or session.coach == "locked":
        missing |= {"position"}
    if session.parts.screen.served:  # they are about the seat to act, which sits elsewhere
        missing |= {"predict", "what_if", "position"}
    return [name for name in _PANELS if name not in missing] + [*offered_panels(session)]


def offered_panels(session: Table) -> dict[str, MakePanel]:
    """Return the panels of other rooms: for the session's people, and for this session."""
    return {**HOOKS.panels_for(session.for_), **session.parts.screen.offered}


class Panels:
    """The panels of a board; each is made when it is first opened.

    Parameters
    ----------
    session : Table
        The session of the board.
    offered : callable
        Returns the panels that other rooms offer it, by name.
    spoken : callable
        Returns the language of the board.
    """

    def __init__(
        self,
        session: Table,
        offered: Callable[[], dict[str, MakePanel]],
        spoken: Callable[[], str],
    ) -> None:
        self._session, self._offered, self._spoken = session, offered, spoken
        self._panels: dict[str, tuple[object, Panel]] = {}
        self._busy: set[str] = set()

    def view(self, names: Iterable[str], view: View) -> dict[str, View]:
        """Return some panels by name, for a view of the table."""
        views = {}
        makers = {**_PANELS, **self._offered()}
        for name in names:
            make, panel = self._panels.get(name, (None, None))
            if panel is None or make is not makers[name]:  # another one is offered now
                panel = makers[name](self._session)
                self._panels[name] = makers[name], panel
            panel.lang = self._spoken()
            views[name] = {**panel.view(view), "busy": name in self._busy}
        return views

    def press(
        self, message: dict[str, Any], view: View, show: Callable[[], None]
    ) -> dict[str, str] | None:
        """Do what a button of a panel is for; return the file that is for the browser, if any.

        It may take a while, so the session's lock mustn't be held.

        Parameters
        ----------
        message : dict
            The browser's.
        view : dict
            The board's view of the table.
        show : callable
            Called when there is something new to show.

        Raises
        ------
        MalformedMessageError
            If there is no such panel or button, or what was entered is no text.
        """
        name, values = str(message.get("panel")), message.get("values")
        _, panel = self._panels.get(name, (None, None))
        if panel is None or message.get("button") not in panel.buttons or name in self._busy:
            raise MalformedMessageError(
                "no open panel {name!r:.60} has such a button now", name=name
            )
        if not isinstance(values, dict) or not all(
            isinstance(value, str) and len(value) <= LONGEST_VALUE for value in values.values()
        ):
            raise MalformedMessageError(
                "what was entered is texts by their names, not {values!r:.60}", values=values
            )
        self._busy.add(name)
        show()
        try:
            panel.lang = self._spoken()
            with translated(panel.lang):
                panel.press(message["button"], values, view)
        except SkyjoWidgetError as error:
            panel.answer = str(error)
        except Exception as error:  # it would show nowhere
            panel.answer = f"{type(error).__name__}: {error}"
        finally:
            self._busy.discard(name)
        show()
        return panel.take_file()
