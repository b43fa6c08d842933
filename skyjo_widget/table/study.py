"""Analysis of a game at a table: odds, the coach, what-ifs and moments for branches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from skyjo_widget.bots.registry import search_of
from skyjo_widget.coach.advice import MODES, Advice, Mode, advise
from skyjo_widget.coach.what_if import Outlook, look_ahead
from skyjo_widget.engine.core.state import hidden_from_others
from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.odds import Odds
from skyjo_widget.odds import find as find_odds
from skyjo_widget.odds.unseen import Memory
from skyjo_widget.records.history import History
from skyjo_widget.records.replay import before
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.annotator import Annotator
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.table.turns import Turns
from skyjo_widget.util.spelling import choice
from skyjo_widget.util.validation import seed_number, whole_number


class Study:
    """The part of a table that computes what a seat may know; it changes nothing of the game.

    Parameters
    ----------
    game : LiveGame
    turns : Turns
    annotator : Annotator
        Records that the coach is consulted.

    Attributes
    ----------
    coach : {"off", "request", "after", "locked"}
        The coach's mode, which `set_coach` changes.
    """

    def __init__(self, game: LiveGame, turns: Turns, annotator: Annotator) -> None:
        self._game, self._turns, self._annotator = game, turns, annotator
        self.coach: Mode = "locked" if game.history.locked else "off"

    def set_coach(self, mode: Mode) -> None:
        """Change the coach's mode; errors as of `Table.coach`."""
        with self._game.lock:
            mode = cast("Mode", choice("coach", mode, MODES))
            if mode == self.coach:
                return
            self.check_unlocked()
            if mode == "locked":
                raise RulesError("the coach is locked for a whole game: play(…, coach='locked')")
            if mode != "off":
                search_of(self._game.history.game.name)  # raises for a game without a search
            self.coach = mode
            self._game.notify()

    def odds(self, seat: int | None = None, *, memory: Memory = "perfect") -> Odds:
        """Return the exact odds for a seat: probabilities and expected values.

        Parameters
        ----------
        seat : int, optional
            The seat to act by default.
        memory : {"perfect", "table"}
            Whether all cards of the round that it has seen are remembered, or only those
            that lie on the table.

        Raises
        ------
        RulesError
            If there is no such seat, nobody is to act, or the coach is locked.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> odds = table.odds()
        >>> odds.unseen.total, round(float(odds.unseen.mean), 2)
        (149, 5.08)
        """
        self.check_unlocked()
        seen = self._turns.observation(seat)
        if seen.me == NOBODY:
            raise RulesError("nobody is to act now: name a seat, as in odds(0)")
        self._turns.check_sighted(seen.me)
        odds = find_odds(seen, memory)
        odds.lang = odds.unseen.lang = self._game.spoken
        return odds

    def advice(self, *, memory: Memory = "perfect", worlds: int | None = None) -> Advice:
        """Return the coach's advice for the person or the bot to act.

        Parameters
        ----------
        memory : {"perfect", "table"}
            As in `odds`.
        worlds : int, optional
            Worlds in which each action is tried out; as many as fit into an eighth of a
            second by default, 0 for points alone.

        Raises
        ------
        RulesError
            If nobody is to act, a bot is with cards that only it has seen, or the coach is locked.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> advice = table.advice(worlds=0)
        >>> advice.best("points")
        'flip a1'
        """
        self.check_unlocked()
        with self._game.lock:
            history, seat = self._game.history, self._turns.seat
            if seat is None:
                raise RulesError("the coach has advice for a seat that is to act, and none is now")
            self._check_open(history.state, seat)
            self._turns.check_sighted(seat)
            seen, due = self._turns.observation(), len(history.decisions)
        advice = advise(seen, memory=memory, worlds=worlds, seed=due)
        with self._game.lock:
            if due == len(history.decisions):
                self._annotator.note_coach("request")
        advice.lang = advice.odds.lang = advice.odds.unseen.lang = self._game.spoken
        return advice

    def what_if(
        self,
        actions: Sequence[str] | None = None,
        *,
        decision: int | None = None,
        games: int = 1000,
        seed: int | str | None = 0,
    ) -> Outlook:
        """Simulate the results of several actions: a bot plays the round to its end many times.

        Parameters
        ----------
        actions : sequence of str, optional
            In notation; all legal ones by default.
        decision : int, optional
            As in `branch`.
        games : int
            The number of worlds in which each action is simulated.
        seed : int or str
            Of the worlds.

        Returns
        -------
        Outlook
            The seat's scores of the round, and its chances to win the game.

        Raises
        ------
        RulesError
            If there is no such decision, or the coach is locked.
        IllegalActionError
            If an action isn't legal there.

        Examples
        --------
        >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
        >>> for decision in range(4):
        ...     table.step()
        >>> outlook = table.what_if(["draw", "take"], games=4, seed=1)
        >>> outlook.scores.shape
        (4, 2)
        """
        self.check_unlocked()
        if isinstance(actions, str):
            actions = [actions]
        with self._game.lock:
            moment, _ = self.moment(decision)
            self._turns.check_sighted(moment.state.seat, moment)
            history = self._game.history
            seen = Observation(
                history.game, moment.known_state, history.codes, history.deck, moment.state.seat
            )
        outlook = look_ahead(seen, actions, games=games, seed=seed_number(seed))
        outlook.lang = self._game.spoken
        return outlook

    def moment(self, decision: int | None) -> tuple[History, int]:
        """Return the game before a decision, and its number; the lock must be held.

        Raises
        ------
        RulesError
            If there is no such decision, or a bot knows more there than the people.
        """
        history, seat = self._game.history, self._turns.seat
        count = len(history.decisions)
        due = count if decision is None else whole_number("decision", decision)
        if due == count and seat is not None:
            self._check_open(history.state, seat)
            return history, due
        if not 0 <= due < count:
            raise RulesError(
                _(
                    "there is no decision {due} to be made; there have been {made}",
                    due=due,
                    made=count,
                )
                if decision is not None
                else _("nobody is to act now: name a decision, as in branch(12)")
            )
        moment = before(history, due)
        self._check_open(moment.state, history.decisions[due].seat)
        return moment, due

    def check_unlocked(self) -> None:
        """Raise `RulesError` if the coach is locked."""
        if self.coach == "locked":
            raise RulesError("the coach is locked in this game")

    def _check_open(self, state: Any, seat: int) -> None:
        """Raise `RulesError` for a moment of the present round in which only a bot knows cards."""
        history = self._game.history
        kinds = [player.kind for player in history.players]
        going_on = state.round > history.rounds_over
        if not going_on or kinds[seat] != "bot" or "person" not in kinds:
            return
        if hidden_from_others(state, seat) or history.game.private_hands:
            raise RulesError(
                "a bot decides there about cards that only it has seen: wait until the "
                "round is over"
            )
