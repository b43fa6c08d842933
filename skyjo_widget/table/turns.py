"""Turns: the seat to act, its legal actions, and each seat's observation."""

from __future__ import annotations

from typing import Any

from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.errors import IllegalActionError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records.history import History
from skyjo_widget.strategies import call as strategies
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.live_game import LiveGame


class Turns:
    """The turns of a game in progress.

    Parameters
    ----------
    game : LiveGame
    """

    def __init__(self, game: LiveGame) -> None:
        self._game = game

    @property
    def seat(self) -> int | None:
        """The seat to act; None between rounds and after the game."""
        return self._game.history.actor

    @property
    def secret(self) -> bool:
        """True if a bot decides about cards that the people at the table haven't seen."""
        history = self._game.history
        seat, row = self.seat, history.newest()
        kinds = [player.kind for player in history.players]
        if seat is None or kinds[seat] != "bot" or "person" not in kinds:
            return False
        drawn = row is not None and row.private and row.seat == seat
        return drawn or history.game.private_hands

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions, in notation; none while they would reveal a bot's cards."""
        with self._game.lock:
            history = self._game.history
            actions = [] if self.secret else history.legal()
            return tuple(history.game.action_text(action, history.codes) for action in actions)

    def observation(self, seat: int | None = None) -> Observation:
        """Return the present observation of a seat, by default of the seat to act."""
        with self._game.lock:
            if seat is None:
                seat = NOBODY if self.seat is None else self.seat
            else:
                seat = self._game.check_seat(seat)
            return self._game.history.seen(seat)

    def verify(self, action: str | int, seat: int | None = None) -> int:
        """Check that a seat may carry out an action now, and return its id.

        Raises
        ------
        IllegalActionError
            With the reason, the seat to act, and the legal actions.
        """
        with self._game.lock:
            history, actor = self._game.history, self.seat
            text = action if isinstance(action, str) else self._action_text(action)

            def refusal(reason: str) -> IllegalActionError:
                return IllegalActionError(
                    text,
                    seat=actor,
                    player=None if actor is None else history.players[actor].name,
                    reason=reason,
                    legal=self.legal if seat in (None, actor) else (),  # it may reveal a hand
                )

            if actor is None:
                raise refusal(self._why_nobody())
            if isinstance(seat, str):
                self._game.check_seat(seat)
            if seat is not None and seat != actor:
                raise refusal(_("it isn't the turn of seat {seat}", seat=seat))
            if self.secret:
                raise refusal(_("a bot decides about cards that only it has seen: call step()"))
            if isinstance(action, str) and len(action) > strategies.LONGEST_ACTION:
                text = f"{action[: strategies.LONGEST_ACTION]}…"
            try:
                return history.read_action(action)
            except IllegalActionError as error:
                raise refusal(error.reason) from None

    @property
    def sighted(self) -> bool:
        """True if the seat to act sees no unnamed cards, which only paper cards can be."""
        return self.seat is None or not self._game.history.blind(self.seat)

    def check_sighted(self, seat: int, moment: History | None = None) -> None:
        """Raise `RulesError` if a seat sees unnamed cards, now or at a moment."""
        moment = moment or self._game.history
        if moment.blind(seat):
            raise RulesError(
                "nobody has said which cards seat {seat} sees{hint}",
                seat=seat,
                hint="" if moment.game.private_hands else _(": name them first, as in paper.name"),
            )

    def _why_nobody(self) -> str:
        """Explain why no seat is to act."""
        history = self._game.history
        if history.over:
            return _("the game is over")
        if history.between_rounds:
            return _("the round is over: call next_round()")
        return _("name first: {unnamed}", unnamed=", ".join(history.unnamed()))

    def _action_text(self, action: Any) -> str:
        history = self._game.history
        if isinstance(action, int) and 0 <= action < len(history.game.actions):
            return history.game.action_text(action, history.codes)
        return strategies.safe_text(repr, action)
