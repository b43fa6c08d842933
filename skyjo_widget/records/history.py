"""The history of a game: its events, and the states that follow from them.

A session makes events with the methods of `History` and records them; a reader
(`skyjo_widget.records.replay`) feeds the events of a record through the same methods.
Remarks about the game are in its `Annotations`; a game with paper cards is a
`skyjo_widget.records.paper_history.PaperHistory`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from skyjo_widget.engine.cards.card_list import WILD
from skyjo_widget.engine.cards.effects import Effect
from skyjo_widget.engine.core import dealing, jit
from skyjo_widget.engine.core.driver import break_off
from skyjo_widget.engine.core.state import copy, copy_part, hidden_from_others
from skyjo_widget.engine.limits import NO_CARD, NOBODY
from skyjo_widget.engine.paper import Paper
from skyjo_widget.errors import NotationError, RulesError
from skyjo_widget.records.annotations import (
    Annotations,
    Answer,
    Due,
    Form,
    Note,
    Prediction,
    Ruling,
)
from skyjo_widget.records.checkpoints import Kept, Standing
from skyjo_widget.records.header import Player, read_header
from skyjo_widget.records.record_file import Event, timestamp
from skyjo_widget.strategies import call as strategies
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, CellView

if TYPE_CHECKING:
    from skyjo_widget.engine.cards.deck import Deck
    from skyjo_widget.engine.core.game import Game


@dataclasses.dataclass(slots=True)
class Decision:
    """One decision and its consequences; a row of the log.

    `before` and `after` are the game's columns about the state before and after
    (``Game.before``, ``Game.after``); the rest are the consequences of the action
    (``Game.consequences``), `more` those that only this game has.  A card is in the record's
    form, a number or a text such as ``"5:reverse"``; None where there is none.
    `public_notation` is the notation for others of a choice that they mustn't know in full.
    """

    decision: int
    round: int
    turn: int
    seat: int
    player: str
    kind: str
    phase: str
    action: str
    notation: str
    position: str | None
    legal_actions: int | None
    before: dict[str, Any]
    ms: int | None
    after: dict[str, Any] = dataclasses.field(default_factory=dict)
    source: str | None = None
    card_in: int | str | None = None
    card_out: int | str | None = None
    cleared: list[str] = dataclasses.field(default_factory=list)
    private: bool = False
    revealed: bool = False
    public_notation: str | None = None
    more: dict[str, Any] = dataclasses.field(default_factory=dict)
    undone: bool = False


@dataclasses.dataclass(slots=True)
class Round:
    """The state of a round: its players and its facts (``Game.round_facts``)."""

    round: int
    players: list[Player]
    facts: dict[str, Any]


class History(CellView):
    """A game from its first event on; `skyjo_widget.records.replay.new_history` makes one.

    Parameters
    ----------
    header : dict
        The record's `game` event.

    Attributes
    ----------
    state, codes : twin
        The present state and the rule codes.
    decisions : list of Decision
        All of them, undone ones too.
    rounds : list of Round
        Those that are over.
    annotations : Annotations
        The remarks about the game.
    paper : Paper or None
        The named hidden cards, in a game with paper cards.
    players : list of Player
        By seat.

    Raises
    ------
    RecordError
        If the header is of another format or version, or can't be played.
    """

    game: Game
    deck: Deck
    players: list[Player]

    paper: Paper | None = None

    def __init__(self, header: Event) -> None:
        self.header = header
        self.game, rules, self.deck, self.players = read_header(header)
        self.rules = rules
        self.codes: Any = rules.codes(len(self.players), self.deck)
        effects = self.deck.effects  # only games with the option accept such decks
        self.effects: dict[str, Effect] = effects if effects and rules.effects else {}
        """The effects that are played, by key."""
        self.wild: bool = self.game.deck.wild != NO_CARD
        self.interpreted: bool = jit.is_interpreted(self.codes)
        self.state: Any = self._first_state()
        self.decisions: list[Decision] = []
        self.rounds: list[Round] = []
        self.doubts: list[str] = []
        """Statements of its record that can't be true, but hurts nothing, with the lines."""
        self.shuffles: int = 0
        self.taken_back: list[Decision] = []
        """The decisions that the newest change has taken back, if it was an undo."""
        self.penalty: Event | None = None
        """The newest change, if it was a referee's penalty."""
        self.events: list[Event] = [header]
        """All events, as the record has them."""
        self.annotations: Annotations = Annotations(self.events)
        self.standing: Standing | None = None
        """The newest act, shuffle, penalty, round … that holds; the others hang on it."""
        self.changed: list[int] = []
        """The decisions whose rows have changed after they were made, one after the other."""
        self.at: str | None = None
        """The time of the event that is read from a record; None of one that happens now."""
        self.on_change: Callable[[str, int], None] | None = None
        """Called before a row changes: the name of its list, and its number there."""

    # State

    @property
    def notes(self) -> list[Note]:
        """The annotations' notes."""
        return self.annotations.notes

    @property
    def forms(self) -> list[Form]:
        """The annotations' forms."""
        return self.annotations.forms

    @property
    def rulings(self) -> list[Ruling]:
        """The annotations' rulings."""
        return self.annotations.rulings

    @property
    def predictions(self) -> list[Prediction]:
        """The annotations' predictions."""
        return self.annotations.predictions

    @property
    def answers(self) -> list[Answer]:
        """The annotations' answers on worksheets."""
        return self.annotations.answers

    @property
    def coached(self) -> dict[int, str]:
        """The annotations' marks of the coach, by decision."""
        return self.annotations.coached

    @property
    def rounds_over(self) -> int:
        """The number of the newest round that is over; 0 if none is."""
        return self.rounds[-1].round if self.rounds else 0

    @property
    def locked(self) -> bool:
        """True if the coach stays silent in this whole game."""
        return self.header.get("coach") == "locked"

    @property
    def actor(self) -> int | None:
        """The seat to act; None if nobody decides."""
        seat = self.game.actor(self.state)
        return None if seat == NOBODY else seat

    @property
    def game_id(self) -> str:
        """The game's unique name, the first part of every row's key."""
        return str(self.header["game_id"])

    @property
    def acting_kind(self) -> str | None:
        """The kind of the player to act, ``person`` or ``bot``; None if nobody decides."""
        seat = self.game.actor(self.state)
        return None if seat == NOBODY else self.players[seat].kind

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return bool(self.state.phase == self.game.game_over)

    @property
    def finished(self) -> bool:
        """True if the game was played to its end, not broken off."""
        return self.over and not self.state.unfinished

    @property
    def between_rounds(self) -> bool:
        """True if a round is over and the next one not begun."""
        return bool(self.state.phase == self.game.round_over)

    @property
    def needs_shuffle(self) -> bool:
        """True if the draw pile waits to be put in order."""
        return bool(self.state.phase == self.game.shuffle_phase)

    @property
    def needs_scoring(self) -> bool:
        """True if the last turn is played and the round waits to be scored."""
        return bool(self.state.phase == self.game.scoring_phase)

    def __repr__(self) -> str:
        names = ", ".join(markup.short(player.name, 24) for player in self.players)
        preset = markup.short(self.header["preset"], 40)
        return f"<History of {preset}, {names}: {len(self.decisions)} decisions>"

    def _face(self, say: CellTexts) -> markup.Html:
        facts = [
            (markup.code("game_id"), str(self.header["game_id"])),
            (say.head("players"), ", ".join(markup.short(p.name, 40) for p in self.players)),
            (say("rounds_over"), say.number(self.rounds_over, 0)),
            (say.head("decisions"), say.number(len(self.decisions), 0)),
        ]
        return say.face(str(self.header["preset"]), markup.rows((), facts), sub=say("game"))

    def newest(self) -> Decision | None:
        """Return the last decision that wasn't undone."""
        top = self.standing
        return None if top is None or top.decision is None else self.decisions[top.decision]

    def standing_rows(self) -> Iterator[Decision]:
        """Yield the decisions that weren't undone, from the newest back."""
        top = self.standing
        while top is not None:
            if top.event["event"] == "act":
                yield self.decisions[top.event["decision"]]
            top = top.before

    def legal(self) -> list[int]:
        """Return the ids of the legal actions; with paper cards of all that could be legal."""
        return self.game.legal_actions(self.state, self.codes)

    def read_action(self, action: Any) -> int:
        """Read a legal action from its notation or id; raises `IllegalActionError`."""
        if isinstance(action, str):
            with contextlib.suppress(NotationError):  # the error is raised below
                number = self.game.parse_action(action, self.codes)
                if number in self.legal():
                    return number
        return strategies.read_action(strategies.typed(action), self.game, self.state, self.codes)

    @property
    def known_state(self) -> Any:
        """The state; with paper cards unnamed cards are unknown."""
        return self.state

    def seen(self, seat: int) -> Observation:
        """Return the present observation of a seat; `NOBODY` for an observer without a seat."""
        return Observation(self.game, self.state, self.codes, self.deck, seat)

    def blind(self, seat: int) -> bool:
        """Return whether a seat sees unnamed cards; only with paper cards."""
        return False

    @property
    def id_numbers(self) -> tuple[int, int]:
        """Two numbers derived from the game's id, for seeds."""
        digest = hashlib.sha256(str(self.header["game_id"]).encode()).digest()
        return int.from_bytes(digest[:8]), int.from_bytes(digest[8:16])

    def unnamed(self, action: int | None = None) -> tuple[str, ...]:
        """List the hidden cards to be named before an action or the next shuffle or score."""
        return ()

    def rounds_with_present(self) -> list[Round]:
        """List the rounds that are over, and the present one, without scores."""
        if self.finished or self.between_rounds:
            return self.rounds
        facts = self.game.round_facts(self.state, self.codes)
        return [*self.rounds, Round(self.state.round, self.players, facts)]

    def may_see(self, row: Decision, seat: int | None) -> bool:
        """Return whether a seat (None: every seat) may know a decision's card by now."""
        return not row.private or row.seat == seat or row.round <= self.rounds_over

    def notation(self, row: Decision, seat: int | None) -> str:
        """Return a decision's notation, as far as a seat (None: every seat) may know it by now."""
        if row.public_notation is None or row.seat == seat or row.round <= self.rounds_over:
            return row.notation
        return row.public_notation

    def log_row(self, row: Decision, seat: int | None) -> dict[str, Any]:
        """Return a row of the log, as far as a seat (None: every seat) may know it by now.

        Columns that the game doesn't have are missing, and so are lists that would be empty.
        """
        seen = self.may_see(row, seat)
        card_in = _Card(row.card_in if seen else None)
        own = row.seat == seat or row.round <= self.rounds_over
        more = {
            name: (tuple(value) or None) if isinstance(value, list) else value
            for name, value in row.more.items()
        }
        return {
            "game_id": self.header["game_id"],
            "decision": row.decision,
            "game": self.game.name,
            "round": row.round,
            "turn": row.turn,
            "seat": row.seat,
            "player": row.player,
            "kind": row.kind,
            "phase": row.phase,
            "action": row.action,
            "notation": self.notation(row, seat),
            "source": row.source,
            "position": row.position,
            "card_in": card_in.number,
            "card_effect": card_in.effect,
            "wild": card_in.wild if self.wild else None,
            "card_out": _Card(row.card_out).number,
            "cleared": tuple(row.cleared) or None,
            **more,
            "legal_actions": row.legal_actions if own or not self.game.private_hands else None,
            **row.before,
            **row.after,
            "ms": row.ms,
            "undone": row.undone,
            "practice": self.header["practice"],
        }

    def shown_row(self, row: Decision, seat: int | None) -> dict[str, Any]:
        """Return `log_row` as a board shows it: lists as texts, with spaces between."""
        return {
            name: " ".join(value) if isinstance(value, tuple) else value
            for name, value in self.log_row(row, seat).items()
        }

    def standing_events(self) -> list[Event]:
        """List the events that change the table and weren't undone, the oldest first."""
        return list(self._events_back())[::-1]

    # Changes: each returns its event

    def begin_round(self) -> None:
        """Gather the cards for another round; its shuffle is the event."""
        self.game.proceed(self.state, self.codes)

    def settle(self) -> None:
        """Advance the game where nobody decides: shuffle, and score a round that is over."""
        while (self.needs_shuffle or self.needs_scoring) and not self.unnamed():
            if self.needs_scoring:
                self.score()
            else:
                self.shuffle(self.seeded_order())

    def seeded_order(self) -> list[int] | None:
        """Return the draw pile's order, top first, from the seed; None with paper cards."""
        s = self.state
        pile, seed = s.draw[: s.draw_size], self.header["seed"]
        why = self.game.shuffles[s.shuffled_for]
        order = dealing.dealt(pile, seed, self.shuffles)
        return dealing.put_on_top(self.given_order(why, s.round), order)

    def given_order(self, why: str, number: int) -> list[int]:
        """Return the cards that a caller has put on top for a round's deal (`play`'s `order`)."""
        if why != "deal" or number != 1:
            return []
        return [self.deck.parse_card(str(card)) for card in self.header.get("order", ())]

    def order_of(self, event: Event) -> list[int] | None:
        """Read the cards of a shuffle event, top first; None with paper cards."""
        return [self.deck.parse_card(str(value)) for value in event["order"]]

    def shuffle(self, order: list[int] | None = None) -> Event:
        """Set the draw pile's order (top first) and continue; for `needs_shuffle`.

        None: an unknown order, with paper cards.
        """
        s = self.state
        why = self.game.shuffles[s.shuffled_for]
        event: Event = {
            "event": "shuffle",
            "at": self._now(),
            "for": why,
            "round": s.round,
            "order": [None] * s.draw_size
            if order is None
            else [self.deck.kinds[card].card for card in order],
        }
        before = copy(s)
        self._put_in_order(order)
        if why == "draw" and (row := self.newest()):
            # the reshuffle completes the pending draw: fill in its card
            self._account(self._changing(row.decision), before)
        self.shuffles += 1
        penalty = self.penalty  # the shuffle belongs to it
        self._keep(event)
        self.penalty = penalty
        return event

    def act(
        self,
        action: int,
        *,
        ms: int | None = None,
        rollouts: int | None = None,
        legal: int | None = None,
    ) -> Event:
        """Carry out a legal action of the actor.

        Parameters
        ----------
        action : int
        ms : int, optional
            Milliseconds that it took.
        rollouts : int, optional
            The rollouts of a bot that had fewer than its budget.
        legal : int, optional
            The number of legal actions, if the caller has counted them.
        """
        s, r, game = self.state, self.codes, self.game
        seat = game.actor(s)
        before = copy_part(s, game.compared)
        if legal is None:
            legal = len(self.legal())
        row = Decision(
            decision=len(self.decisions),
            round=s.round,
            turn=s.turn,
            seat=seat,
            player=self.players[seat].name,
            kind=self.players[seat].kind,
            phase=game.phases[s.phase],
            action=game.actions.kind(action),
            notation=game.action_text(action, r),
            position=game.actions.position(action, r, seat),
            legal_actions=legal,
            before=game.before(s, r, seat, action),
            ms=ms,
        )
        self._apply(action)
        if (last := self.newest()) and last.private:
            # a card becomes public as soon as its place is decided
            self._changing(last.decision).private = False
        self._account(row, before)
        self.decisions.append(row)
        return self._keep(
            {
                "event": "act",
                "at": self._now(),
                "decision": row.decision,
                "seat": seat,
                "action": row.notation,
                "source": row.source,
                "card_in": row.card_in,
                "card_out": row.card_out,
                "cleared": row.cleared,
                **row.more,
                "ms": ms,
                **({} if rollouts is None else {"rollouts": rollouts}),
            }
        )

    def score(self) -> Event:
        """Reveal and score the round; for `needs_scoring`."""
        s = self.state
        self.game.proceed(s, self.codes)
        facts = self.game.round_facts(s, self.codes)
        self.rounds.append(Round(s.round, self.players[:], facts))
        winners = self.game.winners(s, self.codes) if self.over else None
        return self._keep(
            {
                "event": "round",
                "at": self._now(),
                "round": s.round,
                **facts,
                "winners": winners,
            }
        )

    def penalize(self, seat: int) -> Event:
        """Give a seat a referee's penalty; while a seat decides."""
        if self.game.penalize is None:
            raise RulesError("there are no penalties in {name}", name=self.game.name)
        cards = self._punish(seat)
        event: Event = {
            "event": "penalty",
            "at": self._now(),
            "seat": seat,
            "cards": cards,
        }
        self._keep(event)
        self.penalty = event
        return event

    @property
    def long_round(self) -> bool:
        """True if a seat decides, and nobody has ended the round for very long."""
        s = self.state
        long = self.game.long_round * len(self.players)
        return bool(self.actor is not None and s.ender == NOBODY and s.turn >= long)

    def break_off(self) -> Event:
        """End the game without a winner; while a seat decides."""
        break_off(self.state, self.game.game_over)
        return self._keep({"event": "break off", "at": self._now()})

    def name_card(self, where: str, card: int) -> Event:
        """Name the card at a hidden place, in a game with paper cards.

        Raises
        ------
        RulesError
            If no hidden card lies there, or this one can't; nothing has changed then.
        """
        raise RulesError("only in a game with paper cards a card is named")

    def referee(self, what: str, details: dict[str, Any], *, text: str) -> Event:
        """Carry out a referee's correction at a table with paper cards.

        Raises
        ------
        RulesError
            If that isn't possible; nothing has changed then.
        """
        raise RulesError("only in a game with paper cards there is a referee")

    def keep_as_written(self, event: Event) -> None:
        """Replace the newest event by the record's, which has another time."""
        if self.standing and self.standing.event is self.events[-1]:
            self.standing.event = event
        self.events[-1] = event

    def refereed(self) -> Iterator[tuple[Event, int | None, bool]]:
        """Yield a referee's events, each with the newest decision before it and if it holds."""
        standing = {id(event) for event in self._events_back()}
        newest = None
        for event in self.events:
            if event["event"] == "act":
                newest = event["decision"]
            elif event["event"] in ("referee", "penalty"):
                yield event, newest, id(event) in standing

    def penalized_since(self, decision: int) -> bool:
        """Return whether a penalty was given after a decision that wasn't undone."""
        for event in self._events_back():
            if event["event"] == "penalty" or event.get("decision") == decision:
                return bool(event["event"] == "penalty")
        return False

    @property
    def fresh_deal(self) -> Standing | None:
        """The deal of paper cards since which nobody has decided; None if there is none."""
        return None

    def undo(self, to: int | None, seat: int | None = None) -> Event:
        """Undo all since just before decision `to`, which wasn't undone; its row stays, marked.

        None undoes a fresh deal (`fresh_deal`).
        """
        back: list[Decision] = []
        at = self.standing
        while at is not None and (at.event["event"] != "act" or at.event["decision"] != to):
            if at.event["event"] == "act":
                back.append(self.decisions[at.event["decision"]])
            at = at.before
        if at is None:
            raise RulesError("there is no decision {to} that could be undone", to=to)
        back.append(self.decisions[at.event["decision"]])
        return self._take_back(back[::-1], at.before, to, seat)

    def sit(self, seat: int, player: Player) -> Event:
        """Give a seat to somebody else."""
        self.players[seat] = player
        event = {
            "event": "seat",
            "at": self._now(),
            "seat": seat,
            "player": player.as_dict(),
        }
        return self.remark(event)

    def remark(self, event: Event) -> Event:
        """Append an event that changes nothing on the table."""
        self.events.append(event)
        return event

    def due(self, seat: int) -> Due:
        """Return the decision that is due, for a seat's prediction."""
        hidden = hidden_from_others(self.state, seat)
        private = "round" if self.game.private_hands or hidden - {"hand"} else "turn" * len(hidden)
        return Due(len(self.decisions), self.state.round, seat, private)

    # Internals

    def _first_state(self) -> Any:
        """Return the initial state: the game's, or that of a branch from its header."""
        if start := self.header.get("start"):
            state = self.game.parse_state(start, self.codes, self.deck)
        else:
            state = self.game.state()
            self.game.start(state, self.codes)
        dealing.give_dice(state, self.codes, self.header["seed"], self.header.get("run", 0))
        return state

    def _go_back(self, to: Standing | None) -> None:
        """Restore the state after an event; None: the initial state.

        Events are replayed from the nearest checkpoint before it.
        """
        line = []
        at = to
        while at is not None and at.kept is None:
            line.append(at.event)
            at = at.before
        if at is None or at.kept is None:
            self._begin_again()
        else:
            self.restore(at.kept)
        for event in reversed(line):
            self._play_again(event)
        self.standing = to
        del self.rounds[to.rounds if to else 0 :]

    def _begin_again(self) -> None:
        self.state = self._first_state()

    def restore(self, kept: Kept) -> None:
        """Restore the state of a checkpoint; the rows stay as they are."""
        self.state, self.paper = kept.copies()

    def _play_again(self, event: Event) -> None:
        """Apply an event to the state again, without a row."""
        what = event["event"]
        if what == "act":
            self._apply(self.game.parse_action(event["action"], self.codes))
        elif what == "shuffle":
            if self.between_rounds:
                self.begin_round()
            self._put_in_order(self.order_of(event))
        elif what == "penalty":
            self._punish(event["seat"])
        elif what == "break off":
            break_off(self.state, self.game.game_over)
        else:
            self.game.proceed(self.state, self.codes)

    # Effects of events on the state, when they happen and when they are replayed

    def _apply(self, action: int) -> None:
        kept = copy(self.state) if self.interpreted else None
        try:
            self.game.apply(self.state, self.codes, action)
        except RulesError:  # of a function of one's own: nothing is half done
            self.state = kept or self.state
            raise

    def _put_in_order(self, order: list[int] | None) -> None:
        s = self.state
        if order is not None:
            s.draw[: s.draw_size] = order[::-1]
        self.game.proceed(s, self.codes)

    def _punish(self, seat: int) -> int:
        assert self.game.penalize is not None
        return self.game.penalize(self.state, self.codes, seat)

    def _take_back(
        self, rows: list[Decision], to: Standing | None, until: int | None, seat: int | None
    ) -> Event:
        """Restore the state after an event, and mark the rows since as undone."""
        self._go_back(to)
        self.penalty = None
        self.annotations.take_back(len(self.decisions))
        self.taken_back = [self._changing(row.decision) for row in rows]
        for row in self.taken_back:
            row.undone = True
        return self.remark({"event": "undo", "at": self._now(), "to": until, "seat": seat})

    def _events_back(self) -> Iterator[Event]:
        """Yield the events that weren't undone, from the newest back."""
        at = self.standing
        while at is not None:
            yield at.event
            at = at.before

    def _changing(self, number: int) -> Decision:
        """Announce a change of a decision's row, and return it."""
        self.changed.append(number)
        if self.on_change:
            self.on_change("decisions", number)
        return self.decisions[number]

    def _keep(self, event: Event) -> Event:
        self.taken_back, self.penalty = [], None
        self.events.append(event)
        person = event["event"] == "act" and self.players[event["seat"]].kind == "person"
        self.standing = Standing(event, self.standing, person=person)
        if self.standing.due:
            self.standing.kept = Kept(self.state, self.paper)
        return event

    def _now(self) -> str:
        return self.at or timestamp()

    def _account(self, row: Decision, before: Any) -> None:
        """Write a decision's consequences into its row."""
        fields = self.game.consequences(before, self.state, self.codes, self.deck, row.seat)
        for name, value in fields.items():
            setattr(row, name, value)
        row.after = self.game.after(before, self.state, self.codes, row.seat)


class _Card:
    """The parts of a card in the record's form."""

    def __init__(self, card: int | str | None) -> None:
        number, _, effect = str(card).partition(":")
        self.wild = None if card is None else number == WILD
        self.number = None if card is None or self.wild else int(number)
        self.effect = effect or None
