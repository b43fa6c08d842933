"""A table whose game is played with paper cards, and written down as it happens."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from skyjo_widget.engine.cards.card_list import WILD
from skyjo_widget.engine.paper import referee as referees
from skyjo_widget.engine.paper.places import HAND
from skyjo_widget.errors import IllegalActionError, NotationError, RulesError
from skyjo_widget.table.annotated import AnnotatedTable
from skyjo_widget.util.interrupts import uninterrupted
from skyjo_widget.util.parse_number import read_whole
from skyjo_widget.util.validation import plain_text, whole_number

CardSpec = int | str
"""A card as a record writes it: ``5``, ``"5:reverse"``, ``"wild"``."""

_LONGEST = 60  # letters of a wrong card that are told


class PaperTable(AnnotatedTable):
    """What a table takes besides where the cards are of paper; see `skyjo_widget.paper`."""

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
            The `state_id` that was seen; refused if it is no longer the present one.
        card : int or str, optional
            With paper cards: the card that was drawn (it may be named later, when it lands),
            turned, kept, discarded or placed; after ``play stock`` the next one that turns up.
        out : int or str, optional
            With paper cards: the face-down card that goes on the discard pile.
        cards : mapping of str to card, optional
            The same by place, as `unnamed` tells: ``{"hand": 4, "0:b3": 9}``.

        Raises
        ------
        IllegalActionError, StaleStateError
            Nothing has changed then.
        RulesError
            If a card is none, can't lie there, is needed and missing, or is told where
            none is; nothing has changed then.
        """
        with self._lock:
            h = self._history
            if not h.paper:
                if (card, out, cards) != (None, None, None):
                    raise RulesError("only in a game with paper cards a card is named")
                super().act(action, seat=seat, state=state)
                return
            self.check_state(state)
            self._check_spoken(action)
            number = self.verify(action, seat=seat)
            names = self._names(number, card, out, cards)
            drawn = names.pop(HAND, None) if self._kind(number) == "draw" else None
            ms = round((time.perf_counter() - self._since) * 1000)
            with uninterrupted():
                with h.attempt():
                    for where, told in names.items():
                        h.name_card(where, told)
                    self.verify(number, seat=seat)  # the card may have an effect, or none
                    h.act(number, ms=ms)
                    self._settle()
                    if drawn is not None:
                        h.name_card(HAND, drawn)
                self._keeper.write()
                self._changed()

    def unnamed(self, action: str | int | None = None) -> tuple[str, ...]:
        """The hidden cards that must be named for an action, or now so that the game goes on.

        Parameters
        ----------
        action : str or int, optional
            A legal one.  Unless told otherwise those that a deal or the end of a round
            shows; none while a seat decides.

        Returns
        -------
        tuple of str
            ``hand``, ``discard``, places such as ``0:b3``, ``0:stock``.  Empty in a game
            that isn't played with paper cards.

        Raises
        ------
        IllegalActionError
            If the action isn't legal.
        """
        with self._lock:
            h = self._history
            if action is None:
                return h.unnamed()
            number = self.verify(action)
            spoken = h.paper.spoken(number) if h.paper else ()
            return tuple(where for where in h.unnamed(number) if where not in spoken)

    def name_card(self, where: str, card: CardSpec, *, state: int | None = None) -> None:
        """Say which card lies at a hidden place, in a game with paper cards.

        Where that was all that was missing, the cards are dealt or the round is scored.  A
        card that was named wrong can be named again while it is hidden.

        Parameters
        ----------
        where : str
            As `unnamed` tells; or any place of a face-down card, ``hand``, ``draw 1``.
        card : int or str
            As a record writes it: ``5``, ``"5:reverse"``, ``"wild"``.
        state : int, optional
            As in `act`.

        Raises
        ------
        RulesError
            If it isn't a game with paper cards, no hidden card lies there, or none like this
            can: with what was counted where.  Nothing has changed then.
        """
        with self._lock:
            self.check_state(state)
            h = self._history
            self._check_paper()
            told = self._card(card)
            with uninterrupted():
                with h.attempt():
                    h.name_card(plain_text(where, "a place"), told)
                    self._settle()
                self._keeper.write()
                self._changed()

    def referee(
        self,
        what: str,
        *,
        text: str = "",
        card: CardSpec | None = None,
        state: int | None = None,
        **about: Any,
    ) -> None:
        """Write down what a referee decided, in a game with paper cards.

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
            If it isn't a game with paper cards, or that isn't possible; nothing has changed
            then.
        IllegalActionError
            If no seat is to decide (points may come between rounds too).
        """
        with self._lock:
            self.check_state(state)
            self._check_paper()
            h = self._history
            plain_text(text, "a referee's text")
            said = self._about_referee(what, about)
            if self.seat is None and (what != "points" or not h.between_rounds):
                raise IllegalActionError(
                    what, seat=None, player=None, reason="no seat is to decide now"
                )
            names = {}
            if card is not None:
                shows = {"show": said.get("place", ""), "move": "draw 1"}.get(what)
                if shows is None or said.get("source") == "discard pile":
                    raise RulesError(f"card={card!r:.{_LONGEST}}: this shows no card")
                names[shows] = self._card(card)
            with uninterrupted():
                with h.attempt():
                    for where, told in names.items():
                        h.name_card(where, told)
                    h.referee(what, said, text=text)
                    self._settle()
                self._keeper.write()
                self._changed()

    # Inside

    def _about_referee(self, what: str, about: dict[str, Any]) -> dict[str, Any]:
        parts = referees.PARTS.get(what, ()) if isinstance(what, str) else ()
        if set(about) != set(parts) and parts:
            raise RulesError(f"{what!r} needs {', '.join(parts)}, and no more; not {[*about]}")
        said: dict[str, Any] = {}
        for name in parts:
            if name == "seat":
                said[name] = self._check_seat(about[name])
            elif name in ("points", "cards"):
                said[name] = whole_number(name, about[name])
            else:
                said[name] = plain_text(about[name], f"{name}=")
        return said

    def _check_paper(self) -> None:
        if not self._history.paper:
            raise RulesError("only in a game with paper cards: see paper(…)")

    def _check_spoken(self, action: Any) -> None:
        """Refuse a card of a hand that can't be there with what was counted."""
        h = self._history
        if not h.paper or self.seat is None or not isinstance(action, str):
            return
        try:
            number = h.game.parse_action(action, h.codes)
        except NotationError:
            return  # `verify` says why
        with h.attempt(keep=False):
            for where, card in h.paper.spoken(number).items():
                if h.state.hand_size[h.state.seat]:
                    h.name_card(where, card)

    def _kind(self, action: int) -> str:
        return self.game.actions.kind(action)

    def _names(
        self,
        action: int,
        card: CardSpec | None,
        out: CardSpec | None,
        cards: Mapping[str, CardSpec] | None,
    ) -> dict[str, int]:
        """Which hidden cards are named with an action."""
        h = self._history
        assert h.paper is not None
        names = dict(h.paper.spoken(action))
        shown = h.paper.hidden.shown(h.state, h.codes, action)
        shown = tuple(where for where in shown if where not in names)
        if self._kind(action) == "draw":
            shown = (HAND,)
        told: dict[str, CardSpec] = {}
        if cards is not None:
            if not isinstance(cards, Mapping):
                raise RulesError(f"cards={cards!r:.{_LONGEST}}: a dict from places to cards")
            for where in cards:
                if where not in shown:
                    raise RulesError(f"cards: this action shows no card at {where!r:.{_LONGEST}}")
            told.update(cards)
        first_out = self._kind(action) in ("place", "pick") and shown[-1:] != (HAND,)
        for name, value, places in (
            ("card", card, shown[:-1] if first_out else shown),
            ("out", out, shown[-1:] if first_out else ()),
        ):
            if value is not None:
                if not places:
                    raise RulesError(
                        f"{name}={value!r:.{_LONGEST}}: this action shows no such card"
                    )
                other = told.setdefault(places[0], value)
                if self._card(other) != self._card(value):
                    raise RulesError(
                        f"the card at {places[0]!r} is named twice: {other!r} and {value!r}"
                    )
        names.update({where: self._card(value) for where, value in told.items()})
        return names

    def _card(self, card: Any) -> int:
        """A card as the engine has it; raises `RulesError`."""
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
        shown = card if isinstance(card, str) else type(card).__name__
        if isinstance(card, int) and not isinstance(card, bool) and abs(card) < 10**9:
            shown = str(card)
        raise RulesError(f"{shown!r:.{_LONGEST}} is no card of this deck, which holds {cards}")
