"""The bar of chances on the board: everybody's chance to win, from public information.

It is the coach's, and is there only where the coach may speak.  The fitted model judges the table
in the background, so that a click waits for nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from skyjo_widget.board.tables.common import View
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.errors import RulesError
from skyjo_widget.records.history import History
from skyjo_widget.strategies.call import safe_text
from skyjo_widget.table.table import Table
from skyjo_widget.util.i18n import speaking
from skyjo_widget.util.messages import warn

if TYPE_CHECKING:
    from skyjo_widget.bots.win_model import WinModel
    from skyjo_widget.frames.states.table import States

NAME = "chances"
"""The bar's name among what is open under the board."""
QUESTION = "predict"
"""The panel that asks what the bar would answer."""

REST, LOOKS = 0.25, 4
"""Seconds without a change after which the table is judged; how often it is looked whether so many
have passed, before it is judged all the same."""


class Chances:
    """The bar of a board.

    Parameters
    ----------
    session : Table
        The table.
    opened : callable
        Returns the names of what is open under the board.
    on_chances : callable
        Called, with the session's lock held, when there is something new to show.
    """

    def __init__(
        self, session: Table, opened: Callable[[], Collection[str]], on_chances: Callable[[], None]
    ) -> None:
        self._session, self._opened, self._on_chances = session, opened, on_chances
        self._model: tuple[str, WinModel | None] = "", None
        self._judged: tuple[tuple[str, int], list[float]] | None = None
        self._due = False
        self._thread: ThreadPoolExecutor | None = None

    def follow(self) -> None:
        """Follow a change of the table or of what is open; the session's lock must be held."""
        if self._reason() == "" and not self._due and not self._is_judged:
            self._due = True
            try:
                self._thread = self._thread or ThreadPoolExecutor(1, "chances")
                self._thread.submit(self._later)
            except RuntimeError:  # no threads here, as in a browser's own Python
                self._work()

    def picture(self) -> View:
        """Return the bar's view (``docs/internals/view.md``); empty where it isn't offered."""
        if not self._offered:
            return {}
        why, judged = self._reason(), self._judged
        if why or judged is None or judged[0][0] != self._session.history.game_id:
            return {"why": why, "chances": None}
        return {"why": why, "chances": judged[1]}

    @property
    def _offered(self) -> bool:
        """True where the coach may speak to those at the screen."""
        session = self._session
        has_coach = BOTS[session.history.game.name].search is not None
        silent = session.coach == "locked" or (
            session.for_ == "playtest" and session.coach == "off"
        )
        return has_coach and not silent and session.parts.screen.served is None

    def _reason(self) -> str:
        """Return why there are no chances to show now; empty if there are."""
        session, opened = self._session, self._opened()
        if not self._offered or NAME not in opened:
            return "closed"
        if session.coach == "off":
            return "off"
        if QUESTION in opened:
            return "asked"
        if self._known_model is None:
            return "unknown"
        history = session.history
        return "" if history.actor is not None or _winners(history) else "between"

    @property
    def _known_model(self) -> WinModel | None:
        """The fitted model, if it knows the rules, which never change in a game."""
        history = self._session.history
        if self._model[0] != history.game_id:
            self._model = history.game_id, _model_of(history)
        return self._model[1]

    @property
    def _moment(self) -> tuple[str, int]:
        """The game and the state that are judged."""
        return self._session.history.game_id, self._session.state

    @property
    def _is_judged(self) -> bool:
        return self._judged is not None and self._judged[0] == self._moment

    def _later(self) -> None:
        for _ in range(LOOKS):
            before = self._moment
            time.sleep(REST)
            if before == self._moment:
                break
        self._work()

    def _work(self) -> None:
        try:
            self._judge()
        except Exception as error:  # a thread's own would show nowhere
            with speaking(self._session.parts.game.spoken):
                warn("the coach failed: {error}", error=safe_text(repr, error))

    def _judge(self) -> None:
        """Judge the present table: of several changes the newest."""
        from skyjo_widget.frames.states.build import public_state  # noqa: PLC0415  (loads pandas)

        session = self._session
        with session.parts.game.lock:
            self._due = False
            history, moment, model = session.history, self._moment, self._known_model
            if self._reason() != "" or model is None:
                return
            states = None if history.over else public_state(history, model.depth)
        chances = _shares(history) if states is None else _judged(model, states, history)
        with session.parts.game.lock:
            self._judged = moment, chances
            if self._is_judged and self._reason() == "":
                session.parts.annotator.note_coach("request")
                self._on_chances()
            self.follow()  # the table may have changed meanwhile


def _model_of(history: History) -> WinModel | None:
    """Return the fitted model, if it knows the rules of a game."""
    model = BOTS[history.game.name].win
    try:
        if model:
            model.check(history.rules, history.deck)
    except RulesError:
        return None
    return model


def _judged(model: WinModel, states: States, history: History) -> list[float]:
    even = np.zeros((1, len(history.players)), np.float32)
    return [round(float(chance), 3) for chance in model.chances(states, history.codes, even)[0]]


def _winners(history: History) -> list[int]:
    """Return the winners of a game that is over; none of one that goes on or was broken off."""
    return history.game.winners(history.state, history.codes) if history.over else []


def _shares(history: History) -> list[float]:
    """Return the shares of the win in a game that somebody has won."""
    winners = _winners(history)
    return [float(seat in winners) / len(winners) for seat in range(len(history.players))]
