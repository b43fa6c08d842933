"""Taking decisions back: their rows stay, marked."""

from __future__ import annotations

from skyjo_widget.errors import IllegalActionError
from skyjo_widget.errors.message import _
from skyjo_widget.records.history import Decision
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.util.validation import whole_number

_REFUSALS = {
    "yes": "",
    "nothing": _("there is no such decision to take back"),
    "seen": _("a card has been seen since; only a practice table takes that back"),
    "penalty": _("a referee has given a penalty since; only a practice table takes that back"),
}


class Undo:
    """The part of a table that takes decisions back.

    Parameters
    ----------
    game : LiveGame
    """

    def __init__(self, game: LiveGame) -> None:
        self._game = game

    def undo(self, *, to: int | None = None, state: int | None = None) -> None:
        """Take back decisions; their rows stay, marked.

        Parameters
        ----------
        to : int, optional
            The decision to be made again; by default a person's last one, with the bots'
            decisions since (if only bots play, the last one).
        state : int, optional
            As in `act`.

        Raises
        ------
        IllegalActionError
            If there is nothing to take back, or a card was seen since and the table
            isn't open for practice: a look can't be taken back.  (With paper cards anything
            can be, a deal too.)
        RulesError
            If `to` is no whole number.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False, practice=True)
        >>> table.act("flip a1")
        >>> table.undo()
        >>> table.log.decisions["undone"].tolist()
        [True]
        """
        game = self._game
        with game.lock:
            game.check_state(state)
            if to is None and game.history.fresh_deal is not None:
                with game.change() as history:
                    history.undo(None)
                return
            back = self._back_to(None if to is None else whole_number("to", to))
            refusal = _REFUSALS[self._verdict(back)]
            if refusal:
                raise IllegalActionError(
                    "undo", seat=game.history.actor, player=None, reason=refusal
                )
            with game.change() as history:
                history.undo(back[0].decision, back[-1].seat)
                game.fault = None

    @property
    def undoable(self) -> str:
        """``yes`` if a person's last decision can be taken back, else the reason why not.

        ``nothing``: there is none; ``seen``, ``penalty``: a card was seen or a penalty given
        since, and only a practice table takes that back.
        """
        with self._game.lock:
            if self._game.history.fresh_deal is not None:
                return "yes"
            back = self._back_to(None)
            if not any(row.kind == "person" for row in back):
                return "nothing"
            return self._verdict(back)

    @property
    def seat(self) -> int | None:
        """The seat whose decision `undo` takes back to; None if there is none."""
        with self._game.lock:
            back = self._back_to(None)
            return back[0].seat if back else None

    def _back_to(self, to: int | None) -> list[Decision]:
        """List the decisions from `to` on that hold; by default from a person's last one."""
        history = self._game.history
        top = history.standing
        if to is None and top is not None:
            to = top.decision if top.person is None else top.person  # perhaps only bots play
        if to is None or not 0 <= to < len(history.decisions):
            return []
        back: list[Decision] = []
        if not history.decisions[to].undone:
            for row in history.standing_rows():
                back.append(row)
                if row.decision == to:
                    break
        return back[::-1]

    def _verdict(self, back: list[Decision]) -> str:
        """Return whether decisions can be taken back; see `undoable`."""
        if not back:
            return "nothing"
        history = self._game.history
        if history.header["practice"] or history.paper:
            return "yes"
        if history.penalized_since(back[0].decision):
            return "penalty"
        in_this_round = history.actor is not None and back[0].round == history.state.round
        return "yes" if in_this_round and not any(row.revealed for row in back) else "seen"
