"""Decisions with paper cards: what they show is named, and a referee corrects mistakes."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from skyjo_widget.engine.cards.card_list import WILD
from skyjo_widget.engine.core.paper import HAND, correction_parts
from skyjo_widget.errors import IllegalActionError, NotationError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records.paper_history import PaperHistory
from skyjo_widget.table.live_game import LiveGame
from skyjo_widget.table.turns import Turns
from skyjo_widget.util.parse_number import read_whole
from skyjo_widget.util.validation import plain_text, whole_number

CardSpec = int | str
"""A card as a record writes it: ``5``, ``"5:reverse"``, ``"wild"``."""

_LONGEST = 60  # letters of a wrong card that a message shows


class PaperPlay:
    """The carrying out of what people do with paper cards; `PaperCards` is what they call.

    Parameters
    ----------
    game : LiveGame
    history : PaperHistory
        The game's.
    turns : Turns
    """

    def __init__(self, game: LiveGame, history: PaperHistory, turns: Turns) -> None:
        self._game, self._history, self._turns = game, history, turns

    def act(
        self,
        action: str | int,
        *,
        seat: int | None,
        state: int | None,
        card: CardSpec | None,
        out: CardSpec | None,
        cards: Mapping[str, CardSpec] | None,
    ) -> None:
        """Carry out a decision, with the cards that it shows; see `Table.act`."""
        with self._game.lock:
            self._game.check_state(state)
            self._check_spoken(action)
            number = self._turns.verify(action, seat)
            names = self._names(number, card, out, cards)
            drawn = names.pop(HAND, None) if self._kind(number) == "draw" else None
            ms = round((time.perf_counter() - self._game.since) * 1000)
            history = self._history
            with self._game.change(), history.attempt():
                self.carry_out(number, names, ms=ms)
                if drawn is not None:
                    history.name_card(HAND, drawn)

    def verify(self, action: str) -> int:
        """Check that an action may be carried out now, and return its id."""
        self._check_spoken(action)
        return self._turns.verify(action)

    def carry_out(self, action: int, names: Mapping[str, int], *, ms: int) -> None:
        """Name cards and carry out an action, within an attempt."""
        history = self._history
        for where, card in names.items():
            history.name_card(where, card)
        self._turns.verify(action)  # the card may have an effect, or none
        history.act(action, ms=ms)
        history.settle()

    def decree(
        self, what: str, about: dict[str, Any], *, text: str, card: CardSpec | None = None
    ) -> None:
        """Carry out a referee's correction, within an attempt."""
        history = self._history
        plain_text(text, _("a referee's text"))
        details = self._about_referee(what, about)
        if self._turns.seat is None and (what != "points" or not history.between_rounds):
            raise IllegalActionError(
                what, seat=None, player=None, reason=_("no seat is to decide now")
            )
        if card is not None:
            shows = {"show": details.get("place", ""), "move": "draw 1"}.get(what)
            if shows is None or details.get("source") == "discard pile":
                raise RulesError("card={card!r:.60}: this shows no card", card=card)
            history.name_card(shows, self.card(card))
        history.referee(what, details, text=text)
        history.settle()

    def penalize(self, about: dict[str, Any]) -> None:
        """Give a seat a referee's penalty, within an attempt."""
        history = self._history
        if set(about) != {"seat"}:
            raise RulesError("a penalty needs seat, and no more; not {about}", about=[*about])
        seat = self._game.check_seat(about["seat"])
        if self._turns.seat is None:
            raise IllegalActionError(
                "penalty", seat=None, player=None, reason=_("no seat is to decide now")
            )
        history.penalize(seat)
        history.settle()

    def card(self, card: Any) -> int:
        """Read a card; return the engine's number.  Raises `RulesError`."""
        deck = self._history.deck
        if isinstance(card, (int, str)) and not isinstance(card, bool) and card not in ("?", "."):
            try:
                number, colon, effect = str(card)[: _LONGEST + 1].partition(":")
                if number.strip() != WILD:
                    number = str(read_whole(number))
                return deck.parse_card(f"{number}{colon}{effect}".strip())
            except (NotationError, RulesError, ValueError):
                pass  # said below; a number may have too many digits to be written
        cards = ", ".join(str(kind.card) for kind in deck.kinds)
        text = card if isinstance(card, str) else type(card).__name__
        if isinstance(card, int) and not isinstance(card, bool) and abs(card) < 10**9:
            text = str(card)
        raise RulesError(
            "{shown!r:.60} is no card of this deck, which holds {cards}",
            shown=text,
            cards=cards,
        )

    # Internals

    def _about_referee(self, what: str, about: dict[str, Any]) -> dict[str, Any]:
        parts = correction_parts(self._history.game.paper, what)
        if set(about) != set(parts) and parts:
            raise RulesError(
                "{what!r} needs {parts}, and no more; not {about}",
                what=what,
                parts=", ".join(parts),
                about=[*about],
            )
        details: dict[str, Any] = {}
        for name in parts:
            if name == "seat":
                details[name] = self._game.check_seat(about[name])
            elif name in ("points", "cards"):
                details[name] = whole_number(name, about[name])
            else:
                details[name] = plain_text(about[name], f"{name}=")
        return details

    def _check_spoken(self, action: Any) -> None:
        """Raise an error for a card of a hand that can't be there."""
        history = self._history
        if self._turns.seat is None or not isinstance(action, str):
            return
        try:
            number = history.game.parse_action(action, history.codes)
        except NotationError:
            return  # `verify` says why
        with history.attempt(keep=False):
            for where, card in history.paper.spoken(number).items():
                if history.state.hand_size[history.state.seat]:
                    history.name_card(where, card)

    def _kind(self, action: int) -> str:
        return self._history.game.actions.kind(action)

    def _names(
        self,
        action: int,
        card: CardSpec | None,
        out: CardSpec | None,
        cards: Mapping[str, CardSpec] | None,
    ) -> dict[str, int]:
        """Return the hidden cards that are named with an action, by place."""
        history = self._history
        names = dict(history.paper.spoken(action))
        visible = history.paper.rules.places_shown(history.state, history.codes, action)
        visible = tuple(where for where in visible if where not in names)
        if self._kind(action) == "draw":
            visible = (HAND,)
        named: dict[str, CardSpec] = {}
        if cards is not None:
            if not isinstance(cards, Mapping):
                raise RulesError("cards={cards!r:.60}: a dict from places to cards", cards=cards)
            for where in cards:
                if where not in visible:
                    raise RulesError(
                        "cards: this action shows no card at {where!r:.60}", where=where
                    )
            named.update(cards)
        turned_up = history.game.phases[history.state.phase] == "pick hidden"
        first_out = (
            self._kind(action) in ("place", "pick") and not turned_up and visible[-1:] != (HAND,)
        )
        for name, value, places in (
            ("card", card, visible[:-1] if first_out else visible),
            ("out", out, visible[-1:] if first_out else ()),
        ):
            if value is not None:
                if not places:
                    raise RulesError(
                        "{name}={value!r:.60}: this action shows no such card",
                        name=name,
                        value=value,
                    )
                other = named.setdefault(places[0], value)
                if self.card(other) != self.card(value):
                    raise RulesError(
                        "the card at {place!r} is named twice: {other!r} and {value!r}",
                        place=places[0],
                        other=other,
                        value=value,
                    )
        names.update({where: self.card(value) for where, value in named.items()})
        return names
