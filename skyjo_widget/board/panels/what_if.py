"""The panel for branches and what-ifs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from skyjo_widget import bots
from skyjo_widget.board.panels.common import WRAP, FollowingPanel, answer_line, show_text
from skyjo_widget.board.session import Session
from skyjo_widget.errors import SkyjoWidgetError


class WhatIfPanel(FollowingPanel):
    """The panel that opens a branch at any decision, or simulates the results of its actions."""

    key = "what_if"

    def __init__(self, session: Session) -> None:
        self._decision = ipywidgets.BoundedIntText(0, 0, 0, layout={"width": "6em"})
        self._which = ipywidgets.Label()
        self._now = ipywidgets.Button(icon="step-forward", layout={"width": "auto"})
        self._branch = ipywidgets.Button(icon="code-fork", layout={"width": "auto"})
        self._often = ipywidgets.Button(icon="repeat", layout={"width": "auto"})
        self._answer, self._output = answer_line(), ipywidgets.Output()
        parts = [self._which, self._decision, self._now, self._branch, self._often]
        line = ipywidgets.HBox(parts, layout=WRAP)
        super().__init__(session, [line, self._answer, self._output])
        self._now.on_click(self._go_to_end)
        self._branch.on_click(lambda _button: self._try(self._open_branch))
        self._often.on_click(lambda _button: self._try(self._play_on))

    def _label(self) -> None:
        texts = self.texts
        self._which.value = self._decision.tooltip = texts["decision"]
        self._now.description, self._branch.description = texts["now"], texts["branch"]
        self._often.description = texts["often"].format(rounds=self._rounds)

    def _follow(self) -> None:
        last = len(self.session.history.decisions)
        at_end = self._decision.value == self._decision.max
        self._decision.max = max(last - (self.session.seat is None), 0)
        if at_end:
            self._decision.value = self._decision.max

    def _go_to_end(self, _button: Any) -> None:
        self._decision.value = self._decision.max

    def _try(self, does: Callable[[], None]) -> None:
        """Call a function with its display in the output, if the viewer may see the moment."""
        self._answer.value = ""
        if not self._may_look:
            show_text(self._answer, self.texts["others"])
            return
        self._output.clear_output(wait=True)
        with self._output:
            try:  # an output shows and swallows exceptions
                does()
            except SkyjoWidgetError as error:
                show_text(self._answer, self.told(error))

    def _open_branch(self) -> None:
        session, decision = self.session, self._decision.value
        other = session.branch(decision, display=False)
        going_on = other.history.state.round > session.history.rounds_over
        text = self.texts["opened" if going_on else "opened_over"].format(decision=decision)
        _display(ipywidgets.VBox([ipywidgets.Label(text), other.board]))

    def _play_on(self) -> None:
        outlook = self.session.what_if(decision=self._decision.value, games=self._rounds)
        if len(outlook.actions) > 1:
            _display(outlook.picture(lang=self.language))
        _display(outlook)

    @property
    def _rounds(self) -> int:
        """The number of simulated rounds per action: fewer if interpreted, 100 times as slow."""
        return 1000 if bots.round_estimator(self.session.game.name, "points").is_fast() else 10

    @property
    def _may_look(self) -> bool:
        """True if the viewer may see the moment: one's own, or of a round that is over."""
        session, decision = self.session, self._decision.value
        history, view = session.history, session.board.view
        if decision < len(history.decisions):
            row = history.decisions[decision]
            own = row.seat == view["viewer"] or row.kind == "bot"  # the session checks bots further
            return row.round <= history.rounds_over or (own and not view["covered"])
        return session.waiting == "bot" or not view["covered"]


def _display(thing: Any) -> None:
    from IPython.display import display  # noqa: PLC0415  (only a notebook has it)

    display(thing)  # type: ignore[no-untyped-call]  # IPython gives it no types
