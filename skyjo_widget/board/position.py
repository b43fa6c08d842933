"""Positions: tables that are set up, to be played on from."""

from __future__ import annotations

import dataclasses
import json
import keyword
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from skyjo_widget import bots
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.core.set_up import read_table, seen_table, text_of, write_table
from skyjo_widget.engine.core.table_text import TableProblems, Written, unseen_last
from skyjo_widget.engine.games import (
    GAMES,
    CommonOptions,
    GameSpec,
    find_preset,
    preset_name,
    settle_rules,
)
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.errors import RulesError
from skyjo_widget.records.header import Player, header
from skyjo_widget.records.history import History
from skyjo_widget.strategies.observation import Observation
from skyjo_widget.table.branch import start_of
from skyjo_widget.table.seating import PlayerSpec, Policy, seat_all
from skyjo_widget.util.cell_view import CellTexts, CellView
from skyjo_widget.util.i18n import words
from skyjo_widget.util.markup import Html
from skyjo_widget.util.messages import in_its_language, rendered
from skyjo_widget.util.spelling import matched, suggestion
from skyjo_widget.util.validation import seat_number, seed_number
from skyjo_widget.util.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from skyjo_widget.odds import Odds
    from skyjo_widget.odds.unseen import Memory

_SHOWN = 20
"""The most problems that an error lists."""


@dataclasses.dataclass(frozen=True, repr=False)
class Position(CellView):
    """A table that is set up: who sits there, which cards are known, who is to decide.

    `position` makes one, `Session.position` that of a game; its ``repr`` is the call that makes it.

    Parameters
    ----------
    preset : str
    players : tuple
        By seat, as `play` takes them.
    rules : rules object
    deck : Deck
    table : twin
        The state, with `UNKNOWN` for unseen cards.
    seed : int, str or None
        Of the unseen cards, and of the game that is played on.
    lang : str
        The language of its display; empty for English.
    """

    preset: str
    players: tuple[PlayerSpec, ...]
    rules: Any
    deck: Deck
    table: Any
    seed: int | str | None = None
    lang: str = dataclasses.field(default="", compare=False)

    @property
    def game(self) -> Game:
        """The game."""
        return find_preset(self.preset)[0]

    @property
    def codes(self) -> Any:
        """The rule codes."""
        return self.rules.codes(len(self.players), self.deck)

    @property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [player.name for player in seat_all(self.players, self.game.name)[0]]

    def observation(self, seat: int | str | None = None) -> Observation:
        """Return the observation of a seat, by default of the one to decide.

        Parameters
        ----------
        seat : int or str, optional
            A seat, or its player.

        Raises
        ------
        RulesError
            If there is no such seat.
        """
        at = self.table.seat if seat is None else _seat("seat", seat, self.players, self.names)
        return Observation(self.game, self.table, self.codes, self.deck, at)

    def odds(self, seat: int | str | None = None, *, memory: Memory = "perfect") -> Odds:
        """Return the exact odds for a seat: probabilities and expected values.

        Parameters
        ----------
        seat : int or str, optional
            A seat, or its player; the one to decide by default.
        memory : {"perfect", "table"}
            As in `Session.odds`.

        Raises
        ------
        RulesError
            If there is no such seat, or cards that it sees have no name here.

        Examples
        --------
        >>> some = position("skyjo", {"Ana": ["4 ? 12 5", "? ? 3 ?", "? ? ? ?"], "Bo": None},
        ...                 discard=[2])
        >>> some.odds().unseen.total
        145
        """
        from skyjo_widget.odds import find  # noqa: PLC0415  (it loads when it is asked for)

        seen = self.observation(seat)
        own = seen.seen.hand
        drawn = [own] if seen.me == self.table.seat else []
        if UNKNOWN in (own[seen.me] if isinstance(own, list) else drawn):
            raise RulesError(
                "{player} sees a hand that isn't named here: odds need its cards",
                player=self.names[seen.me],
            )
        odds = find(seen, memory)
        odds.lang = odds.unseen.lang = self.lang or "en"
        return odds

    def code(self) -> str:
        """Return the call that makes it, as text."""
        written = write_table(self.game, self.table, self.codes, self.deck, self.names)
        keys = [_player_code(player) for player in self.players]
        unique = len(set(keys)) == len(keys)
        begin, pair, end = ("{", "{}: {},", "},") if unique else ("[", "({}, {}),", "],")
        pairs = [
            pair.format(key, _cards_code(cards))
            for key, cards in zip(keys, written.seats, strict=True)
        ]
        seats = "\n".join([f"    {begin}", *(f"        {line}" for line in pairs), f"    {end}"])
        mover = keys[written.seat]
        by_name = unique and isinstance(self.players[written.seat], str)
        parts: dict[str, str] = {name: _literal(cards) for name, cards in written.parts.items()}
        parts["to_move"] = mover if by_name else str(written.seat)
        if written.phase is not None:
            parts["phase"] = _literal(written.phase)
        if written.round != 1:
            parts["round"] = str(written.round)
        if written.turn is not None:
            parts["turn"] = str(written.turn)
        if written.totals:
            parts["totals"] = str(list(written.totals))
        if written.also:
            parts["also"] = _literal(written.also)
        if self.seed is not None:
            parts["seed"] = _literal(self.seed)
        parts |= self._settings_code()
        lines = [f"    {name}={value}," for name, value in parts.items()]
        return "\n".join(["position(", f"    {_literal(self.preset)},", seats, *lines, ")"])

    def __repr__(self) -> str:
        return self.code()

    def hands(self) -> list[list[str]]:
        """Return the cards in each seat's hand, in notation; ``?`` for those without a name."""
        s, hand = self.table, self.table.hand
        seats, text = range(len(self.players)), self.deck.card_text
        held = hand if isinstance(hand, list) else [[hand] * (p == s.seat) for p in seats]
        rows = ([card for card in held[p] if card != NO_CARD] for p in seats)
        return [[text(card) for card in sorted(row, key=unseen_last)] for row in rows]

    def history(self) -> History:
        """Return a game that begins here, for a picture of its table."""
        return History(
            header(
                game=self.game,
                game_id="position",
                preset=self.preset,
                rules=self.rules,
                deck=self.deck,
                players=self.seated()[0],
                seed=0,
                practice=False,
                software=__version__,
                **self.begins(0),
            )
        )

    def begins(self, seed: int) -> dict[str, str]:
        """Return the header's entries of a game that begins here, with the cards of a seed."""
        return start_of(self.game, self.table, self.codes, self.deck, seed)

    def seated(self, players: Any = None) -> tuple[list[Player], dict[int, Policy]]:
        """Return the players, and the functions by seat.

        Parameters
        ----------
        players : sequence or mapping of seat to player, optional
            In place of its own.

        Raises
        ------
        RulesError
            If they are more or fewer than the seats.
        """
        specs: Any = list(self.players)
        if isinstance(players, Mapping):
            for seat, player in players.items():
                specs[_seat("players", seat, self.players, self.names)] = player
        elif players is not None:
            specs = players
        seated = seat_all(specs, self.game.name)
        if len(seated[0]) != len(self.players):
            raise RulesError(
                "players: the position has {count} seats, not {given}",
                count=len(self.players),
                given=len(seated[0]),
            )
        return seated

    def _settings_code(self) -> dict[str, str]:
        """Return the rules and the deck as keywords, as far as they differ from the preset's."""
        game, usual = find_preset(self.preset)
        keywords = {
            f.name: _literal(getattr(self.rules, f.name))
            for f in dataclasses.fields(usual)
            if getattr(self.rules, f.name) != getattr(usual, f.name)
        }
        if self.deck != game.deck:
            other = next((owner.name for owner in GAMES.values() if owner.deck == self.deck), None)
            keywords["deck"] = (
                _literal(other) if other else f"Deck.from_counts({list(self.deck.counts)})"
            )
        return keywords

    def html(self, lang: str | None = None) -> Html:
        """Return the picture of the table, and the code, as HTML.

        Parameters
        ----------
        lang : str, optional
            ``"en"`` or ``"fr"``; by default its own.

        Raises
        ------
        RulesError
            If there is no such language.
        """
        return super().html(lang or self.lang or "en")

    def _face(self, say: CellTexts) -> Html:
        from skyjo_widget.board.static_board import position_html  # noqa: PLC0415  (as above)

        return Html(position_html(self.history(), self.hands(), self.code(), say.lang))


class PositionParts(CommonOptions, total=False):
    """The parts of a table and the rule options that `position` takes by name."""

    discard: object
    hand: object
    out: object
    kept: object
    building: object
    completed: object


@in_its_language
def position(
    game: GameSpec,
    seats: Mapping[Any, Any] | Sequence[tuple[Any, Any]],
    *,
    to_move: int | str | None = None,
    phase: str | None = None,
    round: int = 1,  # noqa: A002  (the game's word)
    turn: int | None = None,
    totals: Any = None,
    also: str = "",
    seed: int | str | None = None,
    rules: Options | None = None,
    deck: Deck | str | Path | None = None,
    lang: str | None = None,
    **parts: Unpack[PositionParts],
) -> Position:
    """Set up a position: `play` plays on from it, the unseen cards are dealt then.

    A card is written as in the notation (``5``, ``"5:reverse"``, ``"wild"``, ``?`` unseen,
    ``.`` none); several as a list or as a text, ``"4 ? 12 5"``; a pile with its top card first.

    Parameters
    ----------
    game : str or Game
        A preset, as in `play`.
    seats : mapping or sequence of pairs
        By seat: the player, as in `play`, and the cards.  In grid games the rows of the grid,
        or None: all unseen.  In Skip-Bo a dict: ``stock`` (top card, number of cards),
        ``hand`` (unseen unless given) and ``discards`` (piles).
    to_move : int or str, optional
        The seat that is to decide, or its player; the first by default.
    phase : str, optional
        If it isn't the beginning of a turn: ``"setup"``, ``"place taken"``, ``"flip"`` …
    round, turn : int
        The round of the game, the turn of the round, from 1.
    totals : sequence or mapping of int, optional
        The players' points of the rounds before.
    also : str
        Further fields, as in state text: ``"starter=1 direction=-1"``.
    seed : int or str, optional
        Of the unseen cards, and of the game; by default each game has others.
    rules, deck
        As in `play`.
    lang : str, optional
        The language of its picture and of what is refused.
    **parts
        In grid games `discard` (the discard pile), `hand` (a card just drawn, ``"?"`` if unseen),
        `out` (cards out of the game), in NewSkyjo `kept` (a kept card that isn't placed yet); in
        Skip-Bo `building` (numbers, or the cards of a pile; ``"7 down"`` runs down) and
        `completed`; and rule options, such as ``turned=3``.

    Returns
    -------
    Position
        It shows itself as a picture; its ``repr`` is the call that makes it.

    Raises
    ------
    RulesError
        With everything that can't be, by player and card.

    Examples
    --------
    >>> some = position("skyjo", {"Ana": ["4 ? 12 5", "? ? 3 ?", "? ? ? ?"],
    ...                           "bot:greedy": ["? ? ? 1", "? 7 ? ?", "? ? ? ?"]},
    ...                 discard=[2], to_move="Ana", seed=7)
    >>> table = play(some, record=False, display=False)
    >>> table.legal
    ('draw', 'take')
    """
    if lang is not None:
        words(lang)
    written = Written((), 0, {}, phase, round, turn, totals, also)
    try:
        return _set_up(game, seats, written, to_move, seed, rules, deck, lang or "", dict(parts))
    except TableProblems as problems:
        raise RulesError(_listed(problems, lang or "en")) from None


def _set_up(
    game: GameSpec,
    seats: Any,
    written: Written,
    to_move: Any,
    seed: Any,
    rules: Any,
    deck: Any,
    lang: str,
    parts: dict[str, Any],
) -> Position:
    """Make a position; `parts` are the game's own, and rule options."""
    preset = preset_name(game)
    game = find_preset(preset)[0]
    own = {name: parts.pop(name) for name in text_of(game).parts if name in parts}
    _check_names(preset, parts)
    _, chosen, cards = settle_rules(preset, rules, deck, parts)
    players, laid = _pairs(seats)
    seated, _ = seat_all(players, game.name)
    names = [player.name for player in seated]
    codes = chosen.codes(len(names), cards)
    written = dataclasses.replace(
        written,
        seats=laid,
        seat=0 if to_move is None else _seat("to_move", to_move, players, names),
        parts=own,
        totals=_by_seat(written.totals, players, names),
    )
    table = read_table(game, codes, cards, names, written)
    if seed is not None:
        seed_number(seed)
    return Position(preset, players, chosen, cards, table, seed, lang)


def seen_position(
    history: History, seat: int, functions: Mapping[int, Policy], lang: str = ""
) -> Position:
    """Make the position that a seat sees (`NOBODY`: everybody) in a game.

    Raises
    ------
    RulesError
        If nobody is to decide, or the game's tables can't be set up.
    """
    if history.actor is None:
        raise RulesError("a position is a moment in which a seat is to decide, and none is now")
    table = seen_table(history.game, history.seen(seat).seen, history.codes)
    players = tuple(
        functions.get(p) or _spec(history.game.name, player)
        for p, player in enumerate(history.players)
    )
    return Position(
        str(history.header["preset"]), players, history.rules, history.deck, table, lang=lang
    )


def _spec(game: str, player: Player) -> PlayerSpec:
    """Return a player as `play` takes it; a bot that isn't here as a person."""
    if player.policy:
        try:
            return f"bot:{bots.find(game, player.policy).name}"
        except RulesError:  # a function that a record doesn't hold
            pass
    name = player.name.strip() or "?"
    try:
        seated, _ = seat_all([name], game)
    except RulesError:  # it looks like a bot's
        return f"person:{name}"
    return name if (seated[0].kind, seated[0].name) == ("person", name) else f"person:{name}"


def _pairs(seats: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Split the seats into players and cards."""
    pairs = list(seats.items()) if isinstance(seats, Mapping) else seats
    if not isinstance(pairs, (list, tuple)) or not all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in pairs
    ):
        raise RulesError(
            "seats: the players with their cards are needed, as in {'Ana': ['4 ? 12 5', …], …}"
        )
    return tuple(player for player, _ in pairs), tuple(cards for _, cards in pairs)


def _seat(name: str, seat: Any, players: Sequence[Any], names: Sequence[str]) -> int:
    """Read a seat: its number, its player as given, or the player's name."""
    for listed in (list(players), list(names)):
        if isinstance(seat, str):
            texts = [text for text in listed if isinstance(text, str)]
            if (match := matched(seat, texts)) is not None:
                return listed.index(match)
        elif callable(seat) and seat in listed:
            return listed.index(seat)
    if isinstance(seat, str):
        raise RulesError(
            "{name}={seat!r:.60}{hint}: at the table are {names}",
            name=name,
            seat=seat,
            hint=suggestion(seat, names),
            names=", ".join(names),
        )
    return seat_number(seat, names)


def _by_seat(totals: Any, players: Sequence[Any], names: Sequence[str]) -> tuple[Any, ...]:
    """Read the totals: a list by seat, or a mapping of some players."""
    if totals is None:
        return ()
    if isinstance(totals, Mapping):
        by_seat = [0] * len(names)
        for seat, total in totals.items():
            by_seat[_seat("totals", seat, players, names)] = total
        return tuple(by_seat)
    if isinstance(totals, str) or not isinstance(totals, Sequence) or len(totals) != len(names):
        raise RulesError(
            "totals={totals!r:.60}: {count} numbers are needed, one for each seat",
            totals=totals,
            count=len(names),
        )
    return tuple(totals)


def _check_names(preset: str, fields: Mapping[str, Any]) -> None:
    """Raise `RulesError` for a keyword that is neither a part of the table nor a rule option."""
    game, usual = find_preset(preset)
    options = [f.name for f in dataclasses.fields(usual)]
    parts = [*(game.written.parts if game.written else ()), *options]
    for name in fields:
        if name not in options:
            raise RulesError(
                "{name!r:.60} is no part of a position of {title}{hint}; there are {known}",
                name=name,
                title=usual.TITLE,
                hint=suggestion(name, parts),
                known=", ".join(parts),
            )


def _listed(error: TableProblems, lang: str) -> str:
    """Join the problems of a table to one message in a language."""
    say = CellTexts(lang)
    lines = [
        say("item", name=rendered(where, lang), text=rendered(text, lang))
        for where, text in error.problems[:_SHOWN]
    ]
    if len(error.problems) > _SHOWN:
        lines.append(f"… ({len(error.problems)})")
    return "\n  ".join(lines)


# As code


def _literal(value: Any) -> str:
    """Return a value as Python code, with texts in double quotes."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_literal, value))}]"
    return repr(value)


def _cards_code(cards: Any) -> str:
    if isinstance(cards, Mapping):
        inside = ", ".join(f"{_literal(key)}: {_literal(value)}" for key, value in cards.items())
        return f"{{{inside}}}"
    return _literal(cards)


def _player_code(player: PlayerSpec) -> str:
    """Return a player as code: a function by its name, if it has one that code can use."""
    if isinstance(player, str):
        return _literal(player)
    name = getattr(player, "__name__", type(player).__name__)
    usable = isinstance(name, str) and name.isidentifier() and not keyword.iskeyword(name)
    return name if usable else _literal(f"person:{name}")
