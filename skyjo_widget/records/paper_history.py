"""The history of a game with paper cards, which are known once they are named.

The order of a pile is unknown.  A card is named by an event when it turns up; a referee's
correction is an event too.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.invariants import reasons
from skyjo_widget.engine.core.paper import HAND, correction_parts
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.paper import Paper
from skyjo_widget.errors import NotationError, RulesError
from skyjo_widget.errors.message import joined
from skyjo_widget.records.checkpoints import Standing
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.record_file import Event, timestamp
from skyjo_widget.strategies import call as strategies
from skyjo_widget.strategies.observation import Observation


class PaperHistory(History):
    """The history of a game with paper cards.

    Parameters
    ----------
    header : dict
        The record's `game` event, with ``"paper": true``.

    Attributes
    ----------
    paper : Paper
        The named hidden cards.
    """

    standing: Standing | None
    taken_back: list[Decision]
    penalty: Event | None

    state: Any
    shuffles: int

    paper: Paper

    def __init__(self, header: Event) -> None:
        super().__init__(header)
        self.paper = Paper(self.game, self.codes, self.deck)

    # State

    def legal(self) -> list[int]:
        """Return the ids of all actions that could be legal."""
        return self.paper.legal(self.state)

    def read_action(self, action: Any) -> int:
        """Read a legal action from its notation or id; raises `IllegalActionError`."""
        game, s, r = self.game, self.state, self.codes
        try:
            asked = action if isinstance(action, int) else game.parse_action(action, r)
        except (NotationError, TypeError, AttributeError):
            asked = -1
        seen = self.paper.refused(s, asked if 0 <= asked < len(game.actions) else None)
        return strategies.read_action(action, game, seen, r, legal=self.legal())

    @property
    def known_state(self) -> Any:
        """The state, in which unnamed cards are unknown."""
        return self.paper.visible(self.state)

    def seen(self, seat: int) -> Observation:
        """Return the present observation of a seat; `NOBODY` for an observer without a seat."""
        seen, legal = self.known_state, self.legal() if seat == self.actor else []
        return Observation(self.game, seen, self.codes, self.deck, seat, legal=legal)

    def blind(self, seat: int) -> bool:
        """Return whether a seat sees unnamed cards."""
        return self.game.private_hands or (seat == self.actor and self.paper.blind(self.state))

    def unnamed(self, action: int | None = None) -> tuple[str, ...]:
        """List the hidden cards to be named before an action or the next shuffle or score."""
        return self.paper.needed(self.state, action)

    @property
    def fresh_deal(self) -> Standing | None:
        """The deal since which nobody has decided; None if there is none."""
        at = self.standing
        while at is not None and at.event["event"] not in ("act", "round"):
            if at.event.get("for") == "deal":
                return at
            at = at.before
        return None

    # Changes

    def begin_round(self) -> None:
        """Gather the cards for another round; its shuffle is the event."""
        super().begin_round()
        self.paper.forget()

    def seeded_order(self) -> None:
        """Return None: people have shuffled."""

    def order_of(self, event: Event) -> None:
        """Return None: the order is unknown."""

    def shuffle(self, order: list[int] | None = None) -> Event:
        """Continue with a draw pile in an unknown order; for `needs_shuffle`."""
        self.paper.check_named(self.unnamed())
        return super().shuffle(order)

    def act(self, action: int, **about: Any) -> Event:
        """Carry out an action of the actor that is legal with the cards that are named."""
        self.paper.check_named(self.unnamed(action))
        conceals = self.paper.conceals(self.state)
        event = super().act(action, **about)
        if conceals:
            self.decisions[-1].legal_actions = None
        return event

    def score(self) -> Event:
        """Reveal and score the round; for `needs_scoring`."""
        self.paper.check_named(self.unnamed())
        return super().score()

    def penalize(self, seat: int) -> Event:
        """Give a seat a referee's penalty; while a seat decides."""
        if self.game.penalize is not None:
            self.paper.check_named(self.paper.needed_for_penalty(self.state, seat))
        return super().penalize(seat)

    def name_card(self, where: str, card: int) -> Event:
        """Name the card at a hidden place.

        Raises
        ------
        RulesError
            If no hidden card lies there, or this one can't; nothing has changed then.
        """
        self.paper.name(self.state, where, card)
        row = self.newest()
        if where == HAND and row and row.source == "draw pile" and row.action == "draw":
            self._changing(row.decision).card_in = self.deck.kinds[card].card
        event: Event = {"event": "card", "at": timestamp(), "where": where}
        return self._keep({**event, "card": self.deck.kinds[card].card})

    def referee(self, what: str, details: dict[str, Any], *, text: str) -> Event:
        """Carry out a referee's correction.

        Raises
        ------
        RulesError
            If that isn't possible; nothing has changed then.
        """
        corrections = self.paper.rules.corrections()
        if not isinstance(what, str) or what not in corrections:
            raise RulesError(
                "{what!r:.40} is nothing a referee does in {game}; there are {known}",
                what=what,
                game=self.game.name,
                known=", ".join(corrections),
            )
        s, paper = copy(self.state), self.paper.copy()
        self._decree(what, details, s, paper)
        names = [player.name for player in self.players]
        if wrong := reasons(self.game, s, self.codes, self.deck, names):
            raise RulesError(
                "{what!r} isn't possible now: {wrong}", what=what, wrong=joined("; ", wrong)
            )
        self.state, self.paper = s, paper
        return self._keep(
            {"event": "referee", "at": timestamp(), "what": what, "text": text, **details}
        )

    def undo(self, to: int | None, seat: int | None = None) -> Event:
        """Undo all since just before decision `to`, which wasn't undone; its row stays, marked.

        None undoes a fresh deal (`fresh_deal`).
        """
        deal = self.fresh_deal if to is None else None
        if deal is None:
            return super().undo(to, seat)
        return self._take_back([], deal.before, to, seat)

    @contextlib.contextmanager
    def attempt(self, *, keep: bool = True) -> Iterator[None]:
        """Run a block as a transaction: an error undoes all of it.

        With `keep` false it is undone in any case.
        """
        state, paper, row = copy(self.state), self.paper.copy(), self.newest()
        standing, shuffles = self.standing, self.shuffles
        counts = len(self.events), len(self.decisions), len(self.rounds), len(self.changed)
        card, private = (row.card_in, row.private) if row else (None, False)
        newest = self.taken_back, self.penalty
        done = False
        try:
            yield
            done = keep
        finally:
            if not done:
                self.state, self.paper = state, paper
                self.standing, self.shuffles = standing, shuffles
                del self.events[counts[0] :], self.decisions[counts[1] :], self.rounds[counts[2] :]
                del self.changed[counts[3] :]
                self.taken_back, self.penalty = newest
                if row:
                    row.card_in, row.private = card, private
                    self.changed.append(row.decision)

    # Internals

    def _begin_again(self) -> None:
        super()._begin_again()
        self.paper.forget()

    def _play_again(self, event: Event) -> None:
        what = event["event"]
        if what == "card":
            if self.between_rounds:
                self.begin_round()
            self.paper.name(self.state, event["where"], self.deck.parse_card(str(event["card"])))
        elif what == "referee":
            self._decree(event["what"], referee_parts(self.game, event), self.state, self.paper)
        else:
            super()._play_again(event)

    def _apply(self, action: int) -> None:
        before = copy(self.state)
        super()._apply(action)
        self.paper.hold_back(before, self.state)
        self.paper.follow(before, self.state, action)

    def _put_in_order(self, order: list[int] | None) -> None:
        s = self.state
        before, why = copy(s), self.game.shuffles[s.shuffled_for]
        super()._put_in_order(order)
        if why == "cut":
            s.dealer = self.header["dealer"]
            s.cut = [NO_CARD] * len(s.cut)
        self.paper.recycled = self.paper.recycled or why == "draw"
        self.paper.hold_back(before, s)
        self.paper.follow(before, s)

    def _punish(self, seat: int) -> int:
        before = copy(self.state)
        cards = super()._punish(seat)
        self.paper.follow(before, self.state)
        return cards

    def _decree(self, what: str, details: dict[str, Any], s: Any, paper: Paper) -> None:
        before = copy(s)
        paper.rules.corrections()[what](s, self.codes, paper, **details)
        if self.game.private_hands:
            paper.hold_back(before, s)
        paper.follow(before, s)

    def _take_back(
        self, rows: list[Decision], to: Standing | None, until: int | None, seat: int | None
    ) -> Event:
        while to is not None and to.event["event"] == "card":
            to = to.before  # its cards must be named again
        return super()._take_back(rows, to, until, seat)

    def _account(self, row: Decision, before: Any) -> None:
        super()._account(row, before)
        if row.private and HAND not in self.paper.names:
            row.card_in = None


def referee_parts(game: Game, event: Event) -> dict[str, Any]:
    """Return the parameters of a referee's event."""
    return {name: event[name] for name in correction_parts(game.paper, event["what"])}
