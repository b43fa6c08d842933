"""The coach on the board: its view, computed in the background.

Exact values take milliseconds and come at once; chances to win come when a thread has estimated
them.  If the coach speaks after the move, it computes while the person thinks, so that a click
waits for nothing.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from skyjo_widget.board.tables.common import View, clipped
from skyjo_widget.bots.registry import BOTS
from skyjo_widget.coach.advice import MEASURES, Advice, at_once, with_rollouts
from skyjo_widget.errors import RulesError
from skyjo_widget.records.history import Decision
from skyjo_widget.strategies.call import safe_text
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.table import Table
from skyjo_widget.util.i18n import speaking
from skyjo_widget.util.messages import warn

BROWSER_FIRST = 0.1
"""Seconds that the browser has to draw a change before the coach begins to compute."""


@dataclasses.dataclass
class _Thought:
    """The coach's advice for a person's decision, and its progress."""

    state: int
    decision: int
    seen: Observation
    advice: Advice | None = None
    thinking: bool = False
    done: bool = False
    asked: bool = False
    """True if it is shown before the decision."""
    row: Decision | None = None
    """The decision, once it was made."""


class Coaching:
    """The coach of a board.

    Parameters
    ----------
    session : Table
        The table.
    on_advice : callable
        Called, with the session's lock held, when there is more to show.
    viewer : callable
        Returns the seat at the screen, which alone gets advice.
    """

    def __init__(
        self,
        session: Table,
        on_advice: Callable[[], None],
        viewer: Callable[[], int | None],
    ) -> None:
        self._session, self._on_advice, self._viewer = session, on_advice, viewer
        self._present: _Thought | None = None
        self._past: _Thought | None = None
        self._thread: ThreadPoolExecutor | None = None

    def ask(self) -> None:
        """Compute and show advice for the decision that is due; the session's lock must be held.

        Raises
        ------
        RulesError
            If no person is to act, or the coach's mode doesn't allow it.
        """
        session = self._session
        if session.coach not in ("request", "after"):
            raise RulesError("the coach can't be asked: it is {coach}", coach=session.coach)
        if not self._decides:
            raise RulesError("the coach has advice for the person who is to act")
        if session.seat is not None:
            session.parts.turns.check_sighted(session.seat)
        thought = self._follow_present()
        if not thought.asked:
            thought.asked = True
            thought.advice = thought.advice or at_once(thought.seen)
            session.parts.annotator.note_coach("request")
            self._think(thought)

    def follow(self) -> None:
        """Follow a change of the table; the session's lock must be held."""
        session = self._session
        if session.coach in ("off", "locked"):
            self._present = self._past = None
            return
        before = self._present
        if before and before.state != session.state:
            self._present = None
            self._remember(before)
        if self._past and self._past.row and self._past.row.undone:
            self._past = None
        sighted = self._decides and session.parts.turns.sighted
        if session.coach == "after" and sighted and session.phase != "setup":
            self._think(self._follow_present())

    def picture(self) -> View:
        """Return the coach's view (``docs/internals/view.md``); empty in a game without a coach."""
        if not BOTS[self._session.history.game.name].search:
            return {}
        mode = self._session.coach
        thought = self._present if self._present and self._present.asked else None
        advice = thought.advice if thought else None
        past = self._past
        spoken = mode == "after" and past and past.done and past.advice and past.row
        return {
            "mode": mode,
            "state": thought.state if thought else 0,
            "odds": _odds(advice) if advice else None,
            "actions": _actions(advice) if advice else None,
            "best": {measure: advice.best(measure) if advice else None for measure in MEASURES},
            "thinking": thought is not None and not thought.done,
            "verdict": self._verdict(past) if spoken and past else None,
        }

    @property
    def _decides(self) -> bool:
        """True if the person at the screen is to act."""
        return self._session.waiting == "person" and self._session.seat == self._viewer()

    def _follow_present(self) -> _Thought:
        """Return the thought about the decision that is due."""
        session = self._session
        if self._present is None or self._present.state != session.state:
            due = len(session.history.decisions)
            self._present = _Thought(session.state, due, session.observation())
        return self._present

    def _remember(self, thought: _Thought) -> None:
        """Keep a thought whose decision a person has made."""
        decisions = self._session.history.decisions
        if thought.decision < len(decisions) and decisions[thought.decision].kind == "person":
            thought.row = decisions[thought.decision]
            self._past = thought
            self._speak(thought)

    def _speak(self, thought: _Thought) -> None:
        if thought.row and thought.done and self._session.coach == "after":
            self._session.parts.annotator.note_coach("after", thought.decision)

    def _think(self, thought: _Thought) -> None:
        def later() -> None:
            if not thought.asked:
                time.sleep(BROWSER_FIRST)
            work()

        def work() -> None:
            if thought is not self._present and thought is not self._past:
                return  # outdated by fast clicks
            advice = thought.advice
            try:
                advice = advice or at_once(thought.seen)
                advice = with_rollouts(advice, thought.seen, seed=thought.decision)
            except Exception as error:  # a thread's own would show nowhere
                with speaking(self._session.parts.game.spoken):
                    warn("the coach failed: {error}", error=safe_text(repr, error))
            with self._session.parts.game.lock:
                thought.advice, thought.done = advice, True
                self._speak(thought)
                if thought is self._past or (thought is self._present and thought.asked):
                    self._on_advice()

        if thought.done or thought.thinking:
            return
        thought.thinking = True
        try:
            self._thread = self._thread or ThreadPoolExecutor(1, "coach")
            self._thread.submit(later)
        except RuntimeError:  # no threads here, as in a browser's own Python
            work()

    def _verdict(self, thought: _Thought) -> View | None:
        advice, row = thought.advice, thought.row
        if advice is None or row is None or row.notation not in advice.actions:
            return None
        private = self._session.history.game.private_hands or row.public_notation is not None
        secret = private and self._others()
        return {
            "decision": row.decision,
            "player": clipped(row.player),
            "action": self._session.history.notation(row, None) if secret else row.notation,
            "best": {measure: None if secret else advice.best(measure) for measure in MEASURES},
            **_cost(advice, row.notation),
        }

    def _others(self) -> bool:
        """Return whether several people share the board, so that hands must stay private."""
        return sum(player.kind == "person" for player in self._session.players) > 1


def _actions(advice: Advice) -> View:
    return {
        judged.action: {
            "points": None if judged.points is None else float(judged.points),
            "formula": judged.formula,
            "win": judged.win,
            "error": judged.error,
            **_cost(advice, judged.action),
        }
        for judged in advice.actions.values()
    }


def _cost(advice: Advice, action: str) -> View:
    """Return the loss of an action against the best one, and if it is as good by chance to win."""
    costs = {measure: advice.cost(action, measure) for measure in MEASURES}
    losses = {measure: None if cost is None else cost[0] for measure, cost in costs.items()}
    return {
        "cost": {**losses, "error": costs["win"][1] if costs["win"] else None},
        "good": advice.is_as_good(action, "win"),
    }


def _odds(advice: Advice) -> View:
    odds: Any = advice.odds
    grid = hasattr(odds, "next_draw")
    return {
        "memory": odds.memory,
        "unseen": odds.unseen.total,
        "hidden": _counts(odds.face_down) if grid else None,
        "draw": _counts(odds.next_draw if grid else odds.unseen),
        "mean": float(odds.mean) if grid else None,
        "completing": [list(pair) for pair in odds.completing.items()] if grid else [],
        "needed": None if grid else list(odds.needed),
        "helping": None if grid or not odds.draws else float(odds.helping()),
    }


def _counts(unseen: Any) -> list[list[int]]:
    return [list(pair) for pair in unseen.counts.items()]
