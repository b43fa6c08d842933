"""A table where people and bots play, with its annotations, odds, coach and log.

Every decision is checked, applied, recorded, and only then shown.  The parts of a table share its
`LiveGame`, through which all changes go; `skyjo_widget.board.session` adds the board.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from skyjo_widget import bots
from skyjo_widget.coach.advice import Mode
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.driver import MAX_TURNS, endless, turns_lost
from skyjo_widget.errors import IllegalActionError, PolicyError, RecordError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records import record_file
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import History
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.annotator import Annotator
from skyjo_widget.table.branch import branched, dealt_again
from skyjo_widget.table.paper import PaperCards
from skyjo_widget.table.paper_play import CardSpec
from skyjo_widget.table.parts import Parts, method_of
from skyjo_widget.table.screen import Screen
from skyjo_widget.table.seating import PlayerSpec, Policy, seat_one
from skyjo_widget.table.study import Study
from skyjo_widget.table.undo import Undo
from skyjo_widget.util.cell_view import FrozenView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.markup import LONGEST_NAME, short
from skyjo_widget.util.messages import explained, warn
from skyjo_widget.util.names_checked import NamesChecked
from skyjo_widget.util.validation import whole_number

if TYPE_CHECKING:
    from skyjo_widget.frames.incremental import Growing
    from skyjo_widget.frames.log import Log


class Table(NamesChecked):
    """A game at a table, without a board.

    Parameters
    ----------
    history : History
        The game so far.
    functions : dict of int to callable
        The seats' own policies, where a function was given.
    writer : record_file.Writer or None
        Where events go; None keeps them in memory.
    lang : str
        The board's language; empty for the browser's.

    Attributes
    ----------
    parts : Parts
        What the rooms that build on a table use of it.
    """

    _called = "Session"

    def __init__(
        self,
        history: History,
        *,
        functions: dict[int, Policy],
        writer: record_file.Writer | None,
        lang: str = "",
    ) -> None:
        self.parts: Parts = Parts(history, functions, writer, self._notified, lang)
        self._game = self.parts.game
        self._growing: tuple[History, Growing] | None = None

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse a public name that isn't there, as a slip of the pen would otherwise be kept."""
        if name != "parts" and name[0] != "_" and not hasattr(type(self), name):
            raise self._missing(name)
        super().__setattr__(name, value)

    def _notified(self) -> None:
        """Follow a change, after the listeners."""

    # State; in a notebook most of these are traits

    @property
    def history(self) -> History:
        """The whole game with its hidden cards; a bot or a browser never gets it."""
        return self._game.history

    @property
    def rules(self) -> Any:
        """The rules in force."""
        return self._in_language(self.history.rules)

    @property
    def deck(self) -> Deck:
        """The deck it is played with."""
        deck: Deck = self._in_language(self.history.deck)
        return deck

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, by seat."""
        return tuple(self.history.players)

    @property
    def state(self) -> int:
        """Number of the present state, for `act(state=…)`; increases with every change."""
        return self._game.state_id

    @property
    def decision(self) -> int:
        """Number of decisions made, undone ones too; the key of the one that is due."""
        return len(self.history.decisions)

    @property
    def path(self) -> Path | None:
        """The record's file; None if the game is in memory only."""
        return self._game.record.path

    @property
    def trouble(self) -> RecordError | None:
        """The error that stopped recording; the game continues in memory, `save_as` saves it."""
        return self._game.record.trouble

    @property
    def seat(self) -> int | None:
        """The seat to act; None between rounds and after the game."""
        return self.history.actor

    @property
    def phase(self) -> str:
        """The name of the present phase."""
        return str(self.history.game.phases[self.history.state.phase])

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.history.over

    @property
    def winners(self) -> tuple[str, ...]:
        """The winners' names; empty until the game is over."""
        if not self.over:
            return ()
        seats = self.history.game.winners(self.history.state, self.history.codes)
        return tuple(self.players[seat].name for seat in seats)

    @property
    def waiting(self) -> str | None:
        """The next step: ``person``, ``bot``, ``next round``, ``cards`` or ``fault``.

        ``cards``: some that turn up now must be named (`PaperCards.name`).  ``fault``: a bot has
        failed.  None after the game.
        """
        if self._game.fault:
            return "fault"
        if self.over:
            return None
        return self.history.acting_kind or (
            "next round" if self.history.between_rounds else "cards"
        )

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions, in notation.

        Empty while a bot decides about cards that only it has seen: its legal actions would
        reveal them.
        """
        return self.parts.turns.legal

    @property
    def paper(self) -> PaperCards | None:
        """The naming of paper cards and the shorthand; None if no paper cards are played."""
        return self.parts.paper

    @property
    def lang(self) -> str:
        """The board's language, as ``"fr"``; empty for the browser's.

        Raises
        ------
        RulesError
            If it is set to one that isn't there.
        """
        return self._game.lang

    @lang.setter
    def lang(self, lang: str | None) -> None:
        if lang:
            words(lang)  # raises for an unknown language
        with self._game.lock:
            self._game.lang = lang or ""
            self._relabel()

    def _relabel(self) -> None:
        """Follow a change of the language."""

    @property
    def pace(self) -> int:
        """Milliseconds between two decisions of bots on the board; 0: at once; -1: by hand.

        Raises
        ------
        RulesError
            If the new value is no whole number, or below -1.
        """
        return self.parts.screen.pace

    @pace.setter
    def pace(self, ms: int) -> None:
        self.parts.screen.pace = ms

    @property
    def for_(self) -> str:
        """The people whom the board is for: ``"class"``, ``"playtest"``, or ``""`` for both.

        For a class a coach that is off may then be asked; for a playtest it is off.

        Raises
        ------
        RulesError
            If the new value is none of these.
        """
        return self.parts.screen.for_

    @for_.setter
    def for_(self, people: str | None) -> None:
        self.parts.screen.for_ = people

    @property
    def _spoken(self) -> str:
        return self._game.spoken

    def _in_language(self, thing: Any) -> Any:
        """Return a thing as it is shown in the table's language."""
        if not isinstance(thing, FrozenView) or thing.lang == self._game.spoken:
            return thing
        return thing.in_language(self._game.spoken)

    @property
    def log(self) -> Log:
        """The game as DataFrames, live."""
        with explained():
            from skyjo_widget.frames.incremental import Growing  # noqa: PLC0415  (pandas loads when asked for)
            from skyjo_widget.frames.log import Log  # noqa: PLC0415  (as above)
            from skyjo_widget.frames.parts import Played  # noqa: PLC0415  (as above)

        with self._game.lock:
            history = self.history
            if self._growing is None or self._growing[0] is not history:
                self._growing = history, Growing(history)
        part = Played([history], [self.path], growing=self._growing[1])
        log = Log(parts=[part], lock=self._game.lock)
        log.lang = self._game.spoken
        return log

    @property
    def coach(self) -> str:  # jedi 0.20 completes nothing where a property returns a Literal
        """The mode of the coach: when it speaks on the board.

        ``off``: never; ``request``: if it is asked; ``after``: after a person's move;
        ``locked``: never in this whole game, which its record says.

        Raises
        ------
        RulesError
            If another one is set, or the coach is locked.
        """
        return self.parts.study.coach

    @coach.setter
    def coach(self, mode: Mode) -> None:
        self.parts.study.set_coach(mode)

    def observation(self, seat: int | None = None) -> Observation:
        """Return the present observation of a seat, by default of the seat to act.

        Raises
        ------
        RulesError
            If there is no such seat.
        """
        seen = self.parts.turns.observation(seat)
        seen.lang = self._game.spoken
        return seen

    # Deciding

    def act(
        self,
        action: str | int,
        *,
        seat: int | None = None,
        state: int | None = None,
        card: CardSpec | None = None,
        out: CardSpec | None = None,
        cards: Mapping[str, CardSpec] | None = None,
    ) -> None:
        """Carry out a decision of the seat to act.

        Parameters
        ----------
        action : str or int
            In notation (``"place b3"``), or its id.
        seat : int, optional
            Who asks; refused if it isn't their turn.
        state : int, optional
            The expected `state`; refused if it isn't the present one.
        card : int or str, optional
            With paper cards: the card that was drawn (it may be named later, when it lands),
            turned, kept, discarded or placed; after ``play stock`` the next one that turns up.
        out : int or str, optional
            With paper cards: the face-down card that goes on the discard pile.
        cards : mapping of str to card, optional
            The cards by place, as in `PaperCards.unnamed`: ``{"hand": 4, "0:b3": 9}``.

        Raises
        ------
        IllegalActionError, StaleStateError
            Nothing has changed then.
        RulesError
            If a card is invalid, can't lie there, is missing, or isn't needed; nothing has
            changed then.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> table.history.decisions[0].notation
        'flip a1'
        """
        game, parts = self._game, self.parts
        with game.lock:
            if parts.paper_play:
                parts.paper_play.act(
                    action, seat=seat, state=state, card=card, out=out, cards=cards
                )
                return
            if (card, out, cards) != (None, None, None):
                raise RulesError("only in a game with paper cards a card is named")
            game.check_state(state)
            self._decide(parts.turns.verify(action, seat), game.since)

    def step(self, *, state: int | None = None) -> None:
        """Let the bot whose turn it is make one decision; one that has failed is asked again.

        Raises
        ------
        PolicyError
            If it raised or returned no legal action.  The game waits there, for another
            `step` or for `replace`.
        IllegalActionError
            If no bot is to act.
        """
        game = self._game
        with game.lock:
            game.check_state(state)
            seat = self.seat
            if seat is None or game.history.acting_kind != "bot":
                raise IllegalActionError(
                    "step",
                    seat=seat,
                    player=None if seat is None else self.players[seat].name,
                    reason=_("no bot is to act"),
                )
            began = time.perf_counter()
            try:
                action, rollouts = self.parts.bots.ask(seat, secret=self.parts.turns.secret)
            except PolicyError as fault:
                self._stop_at(fault, seat)
                raise
            self._decide(action, began, rollouts)

    def run(self, *, rounds: bool = False, turns: int = MAX_TURNS) -> None:
        """Let bots act until a person must decide or the round is over.

        Parameters
        ----------
        rounds : bool
            Begin the next rounds too, until the game is over.
        turns : int
            Stop with a warning when nobody has ended a round for so long: some bots never do.

        Raises
        ------
        PolicyError
            If a bot fails.

        Examples
        --------
        >>> table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
        >>> table.run(rounds=True)
        >>> table.over
        True
        """
        turns, lost = whole_number("turns", turns), 0
        game, history = self._game, self.history
        before = len(history.decisions)
        with game.hushed(), game.synced():
            while True:
                with game.lock:  # checked and done in one piece
                    waiting, decisions = self.waiting, len(history.decisions) - before
                    if waiting == "bot":
                        if endless(history.state, lost, turns, decisions):
                            warn(
                                "nobody has ended a round for {turns} turns: run(turns=…) goes on",
                                turns=turns,
                            )
                            break
                        self.step()
                    elif rounds and waiting == "next round":
                        lost = turns_lost(history.state, lost)
                        self.next_round()
                    elif game.fault:
                        raise game.fault
                    else:
                        break

    def next_round(self, *, state: int | None = None) -> None:
        """Shuffle and deal the next round.

        Raises
        ------
        IllegalActionError
            If no round has just ended.
        """
        with self._game.lock:
            self._game.check_state(state)
            if not self.history.between_rounds:
                raise IllegalActionError(
                    "next_round",
                    seat=self.seat,
                    player=None,
                    reason=_("the game is over") if self.over else _("the round isn't over"),
                )
            with self._game.change() as history:
                history.begin_round()
                history.settle()

    def penalize(self, seat: int, *, state: int | None = None) -> None:
        """Give a seat a referee's penalty, where the game has one.

        In Skip-Bo two cards of the draw pile go under its stock pile; it is nobody's move.

        Parameters
        ----------
        seat : int
            Who is punished.
        state : int, optional
            As in `act`.

        Raises
        ------
        IllegalActionError
            If no round is in progress.
        RulesError
            If there is no such seat, or the game has no penalties.
        """
        with self._game.lock:
            self._game.check_state(state)
            seat = self._game.check_seat(seat)
            if self.history.game.penalize is None:
                raise RulesError("there are no penalties in {name}", name=self.history.game.name)
            self._check_in_progress("penalty", player=self.players[seat].name)
            since = self._game.since  # the person to act is still thinking
            with self._game.change() as history:
                history.penalize(seat)
                history.settle()
            self._game.since = since

    def break_off(self, *, state: int | None = None) -> None:
        """End a game in which nobody ends the round, without a winner.

        Under best play a round can last for ever; a simulation breaks it off too.

        Parameters
        ----------
        state : int, optional
            As in `act`.

        Raises
        ------
        IllegalActionError
            If no round is in progress.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.break_off()
        >>> table.over, table.winners
        (True, ())
        """
        with self._game.lock:
            self._game.check_state(state)
            self._check_in_progress("break off")
            with self._game.change() as history:
                history.break_off()
            self._game.fault = None

    undo: Final = method_of("undo", Undo.undo)

    def replace(self, seat: int, player: PlayerSpec, *, state: int | None = None) -> None:
        """Let another player take over a seat.

        Raises
        ------
        RulesError
            If there is no such seat or no such bot, or the game is over.
        """
        game = self._game
        with game.lock:
            game.check_state(state)
            seat = game.check_seat(seat)
            if self.over:
                raise RulesError("the game is over: nobody can play on")
            others = [p.name for i, p in enumerate(self.players) if i != seat]
            newcomer, function = seat_one(player, game.history.game.name, others)
            if self.paper and newcomer.kind == "bot":
                raise RulesError("with paper cards people play, no bots")
            bots.check(game.history.game.name, [newcomer.policy], game.history.codes)
            self.parts.bots.replace(seat, function)
            if game.fault and game.fault.seat == seat:
                game.fault = None
            with game.change() as history:
                history.sit(seat, newcomer)

    def again(self, *, seed: int | str | None = None) -> None:
        """Deal a new game to the same players, by the same rules.

        The present game's record is closed; the new one, if there was one, stands beside it.

        Parameters
        ----------
        seed : int or str, optional
            As in `play`; the present game's own seed deals its cards once more.

        Raises
        ------
        RulesError
            If the game is played with paper cards.
        RecordError
            If the new record can't be made; nothing has changed then.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> table.again(seed=7)
        >>> len(table.log.decisions)
        0
        """
        with self._game.lock, uninterrupted():
            self.parts.take_up(*dealt_again(self.history, self.path, seed))

    # Annotations and analysis

    note: Final = method_of("annotator", Annotator.note)
    form: Final = method_of("annotator", Annotator.form)
    ruling: Final = method_of("annotator", Annotator.ruling)
    predict: Final = method_of("annotator", Annotator.predict)
    answer: Final = method_of("annotator", Annotator.answer)
    odds: Final = method_of("study", Study.odds)
    advice: Final = method_of("study", Study.advice)
    what_if: Final = method_of("study", Study.what_if)

    def branch(
        self,
        decision: int | None = None,
        *,
        players: dict[int, PlayerSpec] | None = None,
        seed: int | str | None = None,
        anew: bool | None = None,
        record: str | Path | Literal[False] | None = False,
        display: bool = True,
    ) -> Self:
        """Open another table at a moment of this game, for practice; this one is untouched.

        Parameters
        ----------
        decision : int, optional
            The decision to be made there; the one that is due by default.
        players : dict of int to player, optional
            The players who replace others, by seat.
        seed : int or str, optional
            Of the cards that are dealt anew and of all later ones.
        anew : bool, optional
            Whether the cards that the seat to act there doesn't see are dealt anew.  While the
            round goes on they always are; of a round that is over the real ones lie there
            by default.
        record : path, False or None
            As in `play`; by default nowhere.
        display : bool
            Show its board, if there is a notebook to show it in.

        Raises
        ------
        RulesError
            If there is no such decision, or its cards can't be left as they are.

        Examples
        --------
        >>> table = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
        >>> table.act("flip a1")
        >>> other = table.branch(0, seed=1, display=False)
        >>> other.act("flip c3")
        >>> len(other.log.decisions), len(table.log.decisions)
        (1, 1)
        """
        history, functions, writer = branched(
            self.parts, decision, players=players or {}, seed=seed, anew=anew, record=record
        )
        other = type(self)(history, functions=functions, writer=writer, lang=self.lang)
        other._take_settings(self)
        other.parts.game.begin()
        if display:
            other._show()
        return other

    def _take_settings(self, other: Self) -> None:
        """Take the settings of the table that this one is a branch of."""
        self.parts.bots.limit = other.parts.bots.limit
        self.parts.screen.for_ = other.for_
        if other.coach != "locked":
            self.coach = other.parts.study.coach

    def _show(self) -> None:
        """Show the game, where it has a board."""

    # Keeping

    def save_as(self, record: str | Path | None = None) -> Path:
        """Write the whole game to a new file, and continue there.

        Parameters
        ----------
        record : path, optional
            A new file, or a folder, in which it gets a dated name.  By default the first
            of these that works: beside the present record, the folder ``games``, the home
            folder, the one for temporary files.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        RecordError
            If it can't be written there; nothing has changed then.
        """
        with self._game.lock, uninterrupted():
            path = self._game.record.save_as(record)
            self._game.notify()
            return path

    def close(self) -> None:
        """Release the record's file.  The game can be loaded again."""
        with self._game.lock:
            self._game.closed = True
            self._game.record.close()

    def _elsewhere(self, name: str) -> str:
        from skyjo_widget.frames.schema import FRAMES  # noqa: PLC0415  (it loads pandas)

        if name in FRAMES:
            return f"log.{name}"
        homes = {"paper": PaperCards, "parts.screen": Screen}
        return next((f"{home}.{name}" for home, kind in homes.items() if hasattr(kind, name)), "")

    def __repr__(self) -> str:
        names = ", ".join(short(player.name, LONGEST_NAME) for player in self.players)
        where = self.path or "in memory"
        return f"<Session {self.history.header['preset']}, {names}: {self.phase}; {where}>"

    # Internals

    def _check_in_progress(self, action: str, player: str | None = None) -> None:
        if self.seat is not None:
            return
        reason = _("no seat is to decide now")
        if self.over:
            reason = _("the game is over")
        elif self.history.between_rounds:
            reason = _("the round is over")
        raise IllegalActionError(action, seat=None, player=player, reason=reason)

    def _decide(self, action: int, begun: float, rollouts: int | None = None) -> None:
        person = self.history.acting_kind == "person"
        ms = round((time.perf_counter() - begun) * 1000)
        with self._game.change(lazily=not person) as history:
            history.act(action, ms=ms, rollouts=rollouts)
            self._game.fault = None
            history.settle()

    def _stop_at(self, fault: PolicyError, seat: int) -> None:
        """Stop where a bot has failed, and record the reason."""
        self._game.fault = fault
        with self._game.change() as history:
            history.remark(
                {
                    "event": "fault",
                    "at": record_file.timestamp(),
                    "seat": seat,
                    "player": fault.player,
                    "decision": len(history.decisions),
                    "text": fault.line,
                    "traceback": fault.traceback,
                    "observation": fault.observation,
                }
            )
