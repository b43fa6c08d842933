"""The annotations of a table: notes, forms, rulings, predictions, answers."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from skyjo_widget.coach.advice import coach_answer
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records import predictions
from skyjo_widget.records.annotations import Prediction, check_remark
from skyjo_widget.strategies.call import typed
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.table.turns import Turns
from skyjo_widget.util.parse_number import written as written_text
from skyjo_widget.util.validation import plain_text, whole_number


class Annotator:
    """The part of a table that writes annotations, which change nothing of the game.

    Parameters
    ----------
    game : LiveGame
    turns : Turns
    """

    def __init__(self, game: LiveGame, turns: Turns) -> None:
        self._game, self._turns = game, turns

    def note(
        self,
        text: str = "",
        *,
        kind: str | None = None,
        rating: int | None = None,
        tags: Sequence[str] = (),
        decision: int | None = None,
        by: str | None = None,
        whom: str | None = None,
        edits: int | None = None,
    ) -> int:
        """Add a remark to the record.

        Parameters
        ----------
        text : str
            Anything.
        kind : {"observed", "opinion", "idea"}, optional
            What it is.
        rating : int, optional
            From 1 to 5.
        tags : sequence of str
            Such as ``["rule question"]``; a comma separates two.
        decision : int, optional
            What it is about; the last decision by default, or that of the note that
            is edited.
        by : str, optional
            Whose remark it is.
        whom : str, optional
            The player it is about.
        edits : int, optional
            The number of an older note, whose place this one takes; the old one stays in the
            record and in the log, marked.  An edit that says nothing withdraws it.

        Returns
        -------
        int
            Its number.

        Raises
        ------
        RulesError
            If there is no such decision or note, the text or a tag is no text, a kind or rating
            is none, or it says nothing at all.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> table.note("Too slow?", tags=["slow"], by="Ana")
        0
        """
        with self._game.lock:
            history = self._game.history
            plain_text(text, _("a note"))
            for name, what in ((by, "a note's author"), (whom, "a note's player")):
                if name is not None:
                    plain_text(name, what)
            if not isinstance(tags, (str, list, tuple, set, frozenset)):
                raise RulesError("tags={tags!r}: a list of texts is needed", tags=tags)
            texts = [plain_text(t, _("a tag")) for t in ([tags] if isinstance(tags, str) else tags)]
            parts = (" ".join(part.split()) for tag in texts for part in tag.split(","))
            names = dict.fromkeys(part for part in parts if part)
            rating = None if rating is None else whole_number("rating", rating)
            check_remark(kind=kind, rating=rating)
            edits = None if edits is None else whole_number("edits", edits)
            if edits is not None and edits in range(len(history.notes)) and decision is None:
                decision = history.notes[edits].decision
            else:
                decision = self._about(decision)
            with self._game.change(moves=False):
                history.annotations.add_note(
                    text,
                    decision=decision,
                    tags=tuple(names),
                    by=by,
                    kind=kind,
                    rating=rating,
                    edits=edits,
                    whom=whom,
                )
            return len(history.notes) - 1

    def form(
        self,
        *,
        by: str | None = None,
        experience: str | None = None,
        version: str | None = None,
        fun: int | None = None,
        fairness: int | None = None,
        clarity: int | None = None,
        length: int | None = None,
        text: str = "",
    ) -> int:
        """Add somebody's opinion of the whole session to the record.

        Parameters
        ----------
        by : str, optional
            Who says it.
        experience : {"first", "some", "many"}, optional
            How many games of the kind they had played before.
        version : str, optional
            Of the deck or the rules, as the table calls it; by default the deck's name, and ``""``
            for none.
        fun, fairness, clarity : int, optional
            From 1 (none) to 5.
        length : int, optional
            From 1 (far too short) to 5 (far too long); 3 is right.
        text : str
            Anything else.

        Returns
        -------
        int
            Its number.

        Raises
        ------
        RulesError
            If a part is none of these, or all are missing.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.form(fun=4, clarity=5, by="Bo")
        0
        """
        marks = {"fun": fun, "fairness": fairness, "clarity": clarity, "length": length}
        marks = {k: None if v is None else whole_number(k, v) for k, v in marks.items()}
        check_remark(experience=experience, **marks)
        plain_text(text, _("a form's text"))
        for part, what in ((by, "a form's author"), (version, "a version")):
            if part is not None:
                plain_text(part, what)
        if not text.strip() and not version and not experience and not any(marks.values()):
            raise RulesError("a form needs an answer")
        with self._game.change(moves=False) as history:
            version = history.deck.name if version is None else version
            history.annotations.add_form(
                by=by, text=text, experience=experience, version=version or None, **marks
            )
            return len(history.forms) - 1

    def ruling(
        self,
        text: str,
        *,
        question: str = "",
        decision: int | None = None,
        by: str | None = None,
    ) -> int:
        """Add a decision where the rules were silent to the record.

        Parameters
        ----------
        text : str
            What was decided.
        question : str
            What the rules don't say.
        decision : int, optional
            Where it came up; the last decision by default.
        by : str, optional
            Who decided.

        Returns
        -------
        int
            Its number.

        Raises
        ------
        RulesError
            If there is no such decision, or a text is none.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> table.ruling("Both turn again.", question="Two equal sums?")
        0
        """
        if not plain_text(text, _("a ruling")).strip():
            raise RulesError("a ruling needs a text: what was decided")
        plain_text(question, _("a ruling's question"))
        if by is not None:
            plain_text(by, _("a ruling's author"))
        with self._game.change(moves=False) as history:
            about = self._about(decision)
            history.annotations.add_ruling(text, question=question, decision=about, by=by)
            return len(history.rulings) - 1

    def predict(
        self,
        question: str,
        value: float | str,
        *,
        seat: int | None = None,
        by: str | None = None,
    ) -> Prediction:
        """Commit to a prediction before the coach shows its own; both go to the record.

        Parameters
        ----------
        question : str
            An event of X, the value of the next card drawn, such as ``"X <= 4"`` or
            ``"X = 4 or X > 9"``, or of R, the own raw score of this round, such as ``"R <= 20"``;
            ``"draw at most 4"`` and ``"score at most 20"`` are the same in words.  ``"win"``: how
            likely one wins the game; ``"mean"``: the own expected raw score if the round ended
            now; ``"best"``: the action with the best chance to win.
        value : float or str
            A probability from 0 to 1, a number of points, or an action in notation; numbers
            also as people write them: ``"0,4"``, ``"40 %"``, ``"2/5"``.
        seat : int, optional
            Who predicts; the seat to act by default.
        by : str, optional
            Whose prediction it is, where several share a seat.

        Returns
        -------
        Prediction
            With the coach's answer; None if it is locked, or has no answer.

        Raises
        ------
        RulesError
            If the question or the value is none; nothing is written then.
        IllegalActionError
            If the predicted action isn't legal.
        StaleStateError
            If the game has changed while the coach was thinking.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.predict("X <= 4", "1/2").coach
        0.463087
        """
        with self._game.lock:
            history = self._game.history
            asked = predictions.parse_question(typed(question), history.game)
            checked = predictions.check_value(asked, typed(value))
            if by is not None:
                plain_text(by, _("a prediction's author"))
            actor = self._turns.seat
            if actor is None:
                raise RulesError("a prediction belongs to a moment in which a seat is to act")
            seat = actor if seat is None else self._game.check_seat(seat)
            if asked.kind == "best":
                self._turns.verify(str(checked), seat)
            self._turns.check_sighted(seat)
            seen, state = self._turns.observation(seat), self._game.state_id
            due = history.due(seat)
        # it takes a while: not under the lock
        coach = coach_answer(asked, seen, checked, seed=due.decision)
        with self._game.lock:
            self._game.check_state(state)
            typed_as = None if asked.kind == "best" else written_text(value)
            with self._game.change(moves=False):
                history.annotations.add_prediction(
                    str(asked), checked, due=due, coach=coach, by=by, written=typed_as
                )
            prediction = history.predictions[-1]
            return dataclasses.replace(prediction, coach=None) if history.locked else prediction

    def answer(
        self,
        sheet: str,
        question: str,
        value: float | str,
        *,
        right: bool | None = None,
        by: str | None = None,
        written: str | None = None,
    ) -> None:
        """Add an answer on a worksheet to the record; see `Worksheet`.

        Raises
        ------
        RulesError
            If a text is none, or the answer is neither a number nor a text.
        """
        if written is not None:
            plain_text(written, _("an answer as it was written"))
        plain_text(sheet, _("a worksheet"))
        plain_text(question, _("a question"))
        if by is not None:
            plain_text(by, _("an answer's author"))
        if right is not None and not isinstance(right, (bool, np.bool_)):
            raise RulesError("right={right!r}: True, False or None is needed", right=right)
        checked, right = predictions.check_answer(value), None if right is None else bool(right)
        with self._game.change(moves=False) as history:
            history.annotations.add_answer(
                sheet,
                question,
                checked,
                decision=len(history.decisions),
                right=right,
                by=by,
                written=written,
            )

    def note_coach(self, mode: str, decision: int | None = None) -> None:
        """Record that the coach is consulted, once for each decision of a person.

        Parameters
        ----------
        mode : {"request", "after"}
            Before the decision, or after it.
        decision : int, optional
            Which; the one that is due by default.

        Raises
        ------
        RulesError
            If the mode is neither.
        """
        if mode not in ("request", "after"):
            raise RulesError("mode={mode!r}: 'request' or 'after' is needed", mode=mode)
        with self._game.lock:
            history = self._game.history
            due = len(history.decisions) if decision is None else decision
            person = decision is not None or history.acting_kind == "person"
            if person and due not in history.coached and not self._game.closed:
                # After a decision that the disk has, a click doesn't wait for it once more.
                with self._game.change(moves=False, notify=False, wait=mode == "request"):
                    history.annotations.add_coach(due, mode)

    def _about(self, decision: int | None) -> int | None:
        """Return the decision that a remark is about; by default the newest one."""
        history = self._game.history
        if decision is None:
            newest = history.newest()
            return newest.decision if newest else None
        decision = whole_number("decision", decision)
        if not 0 <= decision < len(history.decisions):
            raise RulesError(
                "there is no decision {decision}; there have been {count}",
                decision=decision,
                count=len(history.decisions),
            )
        return decision
