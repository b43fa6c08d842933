"""A table with paper cards: people name what turns up, a referee corrects, lines are written."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skyjo_widget.errors import RulesError, SkyjoWidgetError
from skyjo_widget.errors.message import _
from skyjo_widget.records.checkpoints import Standing
from skyjo_widget.records.paper_history import PaperHistory
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.table.paper_play import CardSpec, PaperPlay
from skyjo_widget.table.shorthand import Line, written
from skyjo_widget.table.turns import Turns
from skyjo_widget.table.undo import Undo
from skyjo_widget.util.files import reason
from skyjo_widget.util.messages import rendered, speaks
from skyjo_widget.util.names_checked import NamesChecked
from skyjo_widget.util.reading import read_text
from skyjo_widget.util.validation import plain_text

_SHOWN = 60  # characters of a wrong line in a message


@dataclasses.dataclass(frozen=True, slots=True)
class Understood:
    """The meaning of a line in shorthand.

    Attributes
    ----------
    text : str
        The line in words, as far as it is understood: ``Ana: drew 5 → b3, 9 out``.
    error : str
        The reason why it would be refused; empty if it would be carried out.
    next : tuple of str
        Texts that may come next, or in place of those that aren't understood.
    """

    text: str
    error: str
    next: tuple[str, ...]


@speaks
class PaperCards(NamesChecked):
    """The part of a table that is played with paper cards; see `skyjo_widget.paper`.

    Parameters
    ----------
    game : LiveGame
    history : PaperHistory
        The game's.
    turns : Turns
    play : PaperPlay
    undo : Undo
    """

    def __init__(
        self, game: LiveGame, history: PaperHistory, turns: Turns, play: PaperPlay, undo: Undo
    ) -> None:
        self._game, self._history, self._turns = game, history, turns
        self._play, self._undo = play, undo
        self._done: list[tuple[int | None, Standing | None]] = []
        """Of each line its first decision, if it has one, and its last event."""

    @property
    def _spoken(self) -> str:
        return self._game.spoken

    # Cards

    def unnamed(self, action: str | int | None = None) -> tuple[str, ...]:
        """List the hidden cards that must be named for an action, or now to continue the game.

        Parameters
        ----------
        action : str or int, optional
            A legal action.  By default the cards that a deal or the end of a round
            shows; none while a seat decides.

        Returns
        -------
        tuple of str
            ``hand``, ``discard``, places such as ``0:b3``, ``0:stock``.

        Raises
        ------
        IllegalActionError
            If the action isn't legal.
        """
        with self._game.lock:
            if action is None:
                return self._history.unnamed()
            number = self._turns.verify(action)
            spoken = self._history.paper.spoken(number)
            return tuple(where for where in self._history.unnamed(number) if where not in spoken)

    def name(self, where: str, card: CardSpec, *, state: int | None = None) -> None:
        """Name the card at a hidden place.

        If no other card is missing, the cards are dealt or the round is scored.  A wrong name
        can be corrected while the card is hidden.

        Parameters
        ----------
        where : str
            A place of `unnamed`, or of any face-down card, ``hand``, ``draw 1``.
        card : int or str
            As a record writes it: ``5``, ``"5:reverse"``, ``"wild"``.
        state : int, optional
            As in `act`.

        Raises
        ------
        RulesError
            If no hidden card lies there, or this one can't: with the counts of its like.
            Nothing has changed then.
        """
        with self._game.lock:
            self._game.check_state(state)
            named = self._play.card(card)
            with self._game.change(), self._history.attempt():
                self._history.name_card(plain_text(where, _("a place")), named)
                self._history.settle()

    def referee(
        self,
        what: str,
        *,
        text: str = "",
        card: CardSpec | None = None,
        state: int | None = None,
        **about: Any,
    ) -> None:
        """Record a referee's correction.

        Parameters
        ----------
        what : str
            ``"turn"`` (`seat`): that seat played out of turn and it was noticed late, so it
            is its turn now; ``"points"`` (`seat`, `points`): its total changes; in games
            with grids ``"show"`` (`place`): a face-down card was turned up by mistake,
            ``"swap"`` (`first`, `second`): two cards of the grids change places, ``"move"``
            (`source`, `target`): the top card goes from the ``"draw pile"`` to the
            ``"discard pile"``, or back; in Skip-Bo ``"surplus"`` (`seat`, `cards`): so many
            cards that were drawn too many go into its stock pile, ``"no draw"`` (`seat`):
            it draws nothing in its next turn.
        text : str
            What happened, in free words.
        card : int or str, optional
            The card that this shows.
        state : int, optional
            As in `act`.
        **about
            As above; a place is ``"0:a1"``.

        Raises
        ------
        RulesError
            If that isn't possible; nothing has changed then.
        IllegalActionError
            If no seat is to decide (points may come between rounds too).
        """
        with self._game.lock:
            self._game.check_state(state)
            with self._game.change(), self._history.attempt():
                self._play.decree(what, about, text=text, card=card)

    # Shorthand

    def write(self, line: str, *, state: int | None = None) -> None:
        """Carry out a line in shorthand: all of it or nothing.

        Parameters
        ----------
        line : str
            A turn or a part of it, such as ``"5b3/9"``: a 5 was drawn and put on b3, where a
            face-down 9 lay.
        state : int, optional
            As in `act`.

        Raises
        ------
        RulesError
            If the line isn't understood, a card is missing or can't be, or something isn't
            possible now; nothing has changed then.

        Examples
        --------
        >>> from skyjo_widget import paper
        >>> table = paper("skyjo", ["Ana", "Bo"], turned=1, record=False, display=False)
        >>> table.paper.write("= 4")
        >>> table.paper.write("a1/7")
        >>> print(table.paper.text())
        = 4
        a1/7
        """
        history = self._history
        with self._game.lock:
            self._game.check_state(state)
            before = len(history.decisions)
            ms = round((time.perf_counter() - self._game.since) * 1000)
            typed = Line(history, self._play, line, ms=ms)
            with self._game.change(), history.attempt():
                typed.carry_out()
            first = before if len(history.decisions) > before else None
            self._done.append((first, history.standing))

    def write_all(self, text: str | Path) -> None:
        """Carry out lines in shorthand, one after the other.

        Parameters
        ----------
        text : str or Path
            The lines, as `text` gives them, or a file in UTF-8: a `Path`, or a text that
            ends in ``.txt``.  Empty lines and those that begin with ``#`` are skipped.

        Raises
        ------
        RulesError
            As `write` does, with the number and the text of the line; those before it stand.
        """
        if isinstance(text, Path) or (isinstance(text, str) and text.endswith(".txt")):
            text = _content(Path(text))
        if not isinstance(text, str):
            raise RulesError("lines in shorthand are a text or a path, not {text!r:.60}", text=text)
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                self.write(line)
            except RulesError as error:
                excerpt = line.strip()[:_SHOWN].encode("utf-8", "replace").decode()
                excerpt = "".join(c if c.isprintable() else "�" for c in excerpt)
                raise RulesError(
                    "line {number}: {error}\n    {shown}", number=number, error=error, shown=excerpt
                ) from None

    def unwrite(self, *, state: int | None = None) -> None:
        """Take the last line back; what came after one is taken back by itself, as by `undo`.

        Parameters
        ----------
        state : int, optional
            As in `act`.

        Raises
        ------
        RulesError
            If the line has only named cards.
        IllegalActionError
            If there is nothing to take back.
        """
        with self._game.lock:
            self._game.check_state(state)
            self._undo.undo(to=self._take_back())

    def text(self) -> str:
        """Return the game so far in shorthand, a line for each turn; `write_all` reads it."""
        with self._game.lock:
            return written(self._history)

    def understand(self, line: str, *, lang: str | None = None) -> Understood:
        """Return what a line in shorthand would do, and what may come next; nothing changes.

        Parameters
        ----------
        line : str
            As in `write`.
        lang : str, optional
            The language of the answer; the table's by default.
        """
        lang = lang or self._game.spoken
        history = self._history
        with self._game.lock, history.attempt(keep=False):
            error = ""
            try:
                tried = Line(history, self._play, line)
            except RulesError as refused:
                return Understood("", rendered(refused, lang), ())
            try:
                tried.carry_out()
            except SkyjoWidgetError as refused:
                error = rendered(refused, lang)
            text, options = tried.in_words(lang), tried.options()
        return Understood(text, error, options)

    def _take_back(self) -> int | None:
        """Forget the last line; return its first decision.

        None if something has happened since, or if a fresh deal is all that is to be undone.
        """
        history = self._history
        standing = {id(at) for at in _back(history.standing)}
        while self._done and id(self._done[-1][1]) not in standing:
            self._done.pop()  # it was undone
        first, last = self._done[-1] if self._done else (None, None)
        if last is None or last is not history.standing:
            return None
        if first is None and history.fresh_deal is None:
            raise RulesError(
                "the last line has named cards alone: name them again to correct them, or undo the "
                "decision before"
            )
        self._done.pop()
        return first


def _back(at: Standing | None) -> Iterator[Standing]:
    """Yield an event that holds, and those before it."""
    while at is not None:
        yield at
        at = at.before


def _content(path: Path) -> str:
    try:
        return read_text(path)
    except (OSError, ValueError) as error:
        raise RulesError(
            "{path!r} can't be read: {error}", path=str(path), error=reason(error)
        ) from None
