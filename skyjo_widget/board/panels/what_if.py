"""The panel for branches and what-ifs."""

from __future__ import annotations

import numpy as np

from skyjo_widget import bots
from skyjo_widget.board.panels.common import Panel, Values, entry, whole
from skyjo_widget.board.tables.common import View
from skyjo_widget.coach.what_if import Outlook
from skyjo_widget.errors import RulesError
from skyjo_widget.util.cell_view import CellTexts
from skyjo_widget.util.i18n import words

BARS = 28
"""The most bars of a distribution."""
_VALUES = ("score", "score_error", "win", "win_error")


class WhatIfPanel(Panel):
    """The panel that opens a branch at any decision, or simulates the results of its actions."""

    answer: str

    key = "what_if"
    buttons: tuple[str, ...] = ("often", "branch")
    _outcome: View | None = None

    def entries(self, _view: View) -> list[View]:
        """Return the decision: the newest one until another is chosen."""
        last = str(self._last)
        return [entry("decision", "number", value=last, most=self._last, newest="now")]

    def view(self, view: View) -> View:
        """Return the panel with the newest outcome."""
        more = {"rounds": self._rounds, "outcome": self._outcome}
        return {**super().view(view), **more}

    def press(self, button: str, values: Values, view: View) -> None:
        """Open a branch, or play on from a decision, if the viewer may see the moment."""
        say = self.texts
        self.answer = ""
        try:
            decision = whole(values.get("decision", ""), self._last)
        except RulesError:
            fault = words(self.lang)["notes"]["fault"]["decision"]
            self.answer = fault.format(last=self._last)
            return
        if not self._may_look(decision, view):
            self.answer = say["others"]
        elif button == "often":
            self._outcome = None
            outlook = self.session.what_if(decision=decision, games=self._rounds)
            say = CellTexts(self.lang)
            self._outcome = {"decision": decision, **_outcome(outlook, say)}
        else:
            other = self.session.branch(decision, display=False)
            going_on = other.history.state.round > self.session.history.rounds_over
            self.session.parts.screen.board.show_below(other)
            text = say["opened" if going_on else "opened_over"]
            self.answer = text.format(decision=decision)

    @property
    def _last(self) -> int:
        """The newest decision that can be looked at: the one that is due, if somebody is to act."""
        session = self.session
        return max(len(session.history.decisions) - (session.seat is None), 0)

    @property
    def _rounds(self) -> int:
        """The number of simulated rounds per action: fewer if interpreted, 100 times as slow."""
        history = self.session.history
        estimator = bots.round_estimator(history.game.name, "points")
        return 1000 if estimator.is_fast(history.codes) else 10

    def _may_look(self, decision: int, view: View) -> bool:
        """Return whether the viewer may see the moment: one's own, or of a round that is over."""
        session, history = self.session, self.session.history
        if decision < len(history.decisions):
            row = history.decisions[decision]
            own = row.seat == view["viewer"] or row.kind == "bot"  # the session checks bots further
            return row.round <= history.rounds_over or (own and not view["covered"])
        return session.waiting == "bot" or not view["covered"]


def _outcome(outlook: Outlook, say: CellTexts) -> View:
    """Return an outlook as the browser draws it: a row an action, the best chance to win first."""
    samples = outlook.samples()
    everything = np.concatenate([*samples.values()])
    low, high = (float(f(everything)) if len(everything) else 0.0 for f in (np.min, np.max))
    bars = min(BARS, int(high - low) + 1)
    rows = []
    for action, row in outlook.summary.iterrows():
        counts, _ = np.histogram(samples[str(action)], bars, (low, high + 1))
        values = {name: None if np.isnan(row[name]) else float(row[name]) for name in _VALUES}
        rows.append(
            {
                "action": str(action),
                **values,
                "apart": outlook.from_best(str(action), say)[0],
                "bars": (100 * counts // max(1, counts.max())).tolist(),
            }
        )
    rows.sort(key=lambda row: -(row["win"] or 0))
    return {
        "worlds": len(outlook.scores),
        "bot": outlook.played_by,
        "sentence": outlook.sentence(say.lang),
        "low": low,
        "high": high,
        "rows": rows,
    }
