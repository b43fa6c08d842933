"""A table at which people say something of the game: notes, rulings, a form at the end."""

from __future__ import annotations

from collections.abc import Sequence

from skyjo_widget.errors import RulesError
from skyjo_widget.records.annotations import check_remark
from skyjo_widget.table.table import Table
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.validation import plain_text, whole_number


class AnnotatedTable(Table):
    """What a table takes besides: remarks, which change nothing of the game."""

    def note(
        self,
        text: str = "",
        *,
        kind: str | None = None,
        rating: int | None = None,
        tags: Sequence[str] = (),
        decision: int | None = None,
        by: str | None = None,
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
            What it is about; the last decision unless told otherwise, or that of the note that
            is edited.
        by : str, optional
            Whose remark it is.
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
        with self._lock:
            h = self._history
            plain_text(text, "a note")
            if by is not None:
                plain_text(by, "a note's author")
            if not isinstance(tags, (str, list, tuple, set, frozenset)):
                raise RulesError(f"tags={tags!r}: a list of texts is needed")
            given = [plain_text(t, "a tag") for t in ([tags] if isinstance(tags, str) else tags)]
            parts = (" ".join(part.split()) for tag in given for part in tag.split(","))
            names = dict.fromkeys(part for part in parts if part)
            rating = None if rating is None else whole_number("rating", rating)
            check_remark(kind=kind, rating=rating)
            edits = None if edits is None else whole_number("edits", edits)
            if edits is not None and edits in range(len(h.notes)) and decision is None:
                decision = h.notes[edits].decision
            else:
                decision = self._about(decision)
            with uninterrupted():
                h.annotations.add_note(
                    text,
                    decision=decision,
                    tags=tuple(names),
                    by=by,
                    kind=kind,
                    rating=rating,
                    edits=edits,
                )
                self._keeper.write()
                self._tell()
            return len(h.notes) - 1

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
        """Write into the record what somebody says of the whole session.

        Parameters
        ----------
        by : str, optional
            Who says it.
        experience : {"first", "some", "many"}, optional
            How many games of the kind they had played before.
        version : str, optional
            Of the deck or the rules, as the table calls it.
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
        plain_text(text, "a form's text")
        for told, what in ((by, "a form's author"), (version, "a version")):
            if told is not None:
                plain_text(told, what)
        if not text.strip() and not version and not experience and not any(marks.values()):
            raise RulesError("a form needs an answer")
        with self._lock, uninterrupted():
            self._history.annotations.add_form(
                by=by, text=text, experience=experience, version=version, **marks
            )
            self._keeper.write()
            self._tell()
            return len(self._history.forms) - 1

    def ruling(
        self,
        text: str,
        *,
        question: str = "",
        decision: int | None = None,
        by: str | None = None,
    ) -> int:
        """Write into the record how it was decided where the rules were silent.

        Parameters
        ----------
        text : str
            What was decided.
        question : str
            What the rules don't say.
        decision : int, optional
            Where it came up; the last decision unless told otherwise.
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
        if not plain_text(text, "a ruling").strip():
            raise RulesError("a ruling needs a text: what was decided")
        plain_text(question, "a ruling's question")
        if by is not None:
            plain_text(by, "a ruling's author")
        with self._lock, uninterrupted():
            about = self._about(decision)
            self._history.annotations.add_ruling(text, question=question, decision=about, by=by)
            self._keeper.write()
            self._tell()
            return len(self._history.rulings) - 1

    def _about(self, decision: int | None) -> int | None:
        """The decision that a remark is about: the newest one that holds unless told."""
        h = self._history
        if decision is None:
            newest = h.newest()
            return newest.decision if newest else None
        decision = whole_number("decision", decision)
        if not 0 <= decision < len(h.decisions):
            raise RulesError(f"there is no decision {decision}; there have been {len(h.decisions)}")
        return decision
