"""Tables that are set up: reading what was written, writing what is seen, dealing the rest.

A table is a state whose unseen cards are `UNKNOWN`.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import dealing
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.invariants import reasons
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.core.state_text import TEXTS, Moment
from skyjo_widget.engine.core.table_text import Problem, Reading, TableProblems, TableText, Written
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.errors import NotationError, RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.util.spelling import matched, suggestion

if TYPE_CHECKING:
    from skyjo_widget.engine.core.twins import CodesTwin as R
    from skyjo_widget.engine.core.twins import StateTwin as S

_SETTINGS = frozenset({"phase", "round", "turn", "seat", "total", "unfinished"})
"""Fields that a position says by a keyword of its own, or can't have."""


def text_of(game: Game) -> TableText[Any, Any]:
    """Return how a game's tables are written; raises `RulesError` if they can't be."""
    if game.written is None:
        raise RulesError("{name}: a table of this game can't be set up", name=game.name)
    return game.written


def read_table(game: Game, r: R, deck: Deck, names: Sequence[str], written: Written) -> S:
    """Make the state of a written table, with `UNKNOWN` for the cards that aren't named.

    Raises
    ------
    TableProblems
        With everything that is wrong.
    """
    text, reading = text_of(game), Reading(r, deck, names)
    s: S = game.state()
    s.phase = _read_phase(game, text, reading, written)
    s.seat = written.seat
    s.round = reading.number(written.round, "round", 1, 1_000_000)
    for p, total in enumerate(written.totals):
        s.total[p] = reading.number(total, _("totals, {player}", player=names[p]), -(10**9), 10**9)
    text.forget(s, r)
    text.read(s, r, reading, written)
    left = r.deck_size - sum(1 for _ in _places(s, text))
    if left < 0 and not reading.problems:
        reading.problem(
            "deck",
            "it has {count} cards, and {laid} are laid",
            count=r.deck_size,
            laid=r.deck_size - left,
        )
    s.draw_size = max(left, 0)
    s.draw[: s.draw_size] = [UNKNOWN] * s.draw_size
    _read_also(game, r, deck, text, s, reading, written.also)
    if not reading.problems:
        try:
            world = dealt_table(game, s, r, 0)
        except RulesError as error:
            reading.problem("position", "{error}", error=error)
        else:
            contradictions = reasons(game, world, r, deck, names)
            reading.problems += [Problem("position", reason) for reason in contradictions]
    if reading.problems:
        raise TableProblems(reading.problems)
    return s


def write_table(game: Game, s: S, r: R, deck: Deck, names: Sequence[str]) -> Written:
    """Return how a table is written; the inverse of `read_table`."""
    text = text_of(game)
    seats, parts = text.write(s, r, deck)
    written = Written(
        seats=seats,
        seat=s.seat,
        parts=parts,
        phase=None if s.phase == text.usual_phase(parts) else game.phases[s.phase],
        round=s.round,
        turn=s.turn if s.turn > 1 else None,
        totals=tuple(s.total[: r.players]) if any(s.total[: r.players]) else (),
    )
    bare = _bare_table(game, r, deck, names, written)
    moment, bare_moment = (Moment(state, r, deck, game.phases) for state in (s, bare))
    also = []
    for name, how in _more(game, text).items():
        value = TEXTS[how].write(moment, name)
        if value != TEXTS[how].write(bare_moment, name):
            also.append(f"{name}={value}")
    return dataclasses.replace(written, also=" ".join(also))


def _bare_table(game: Game, r: R, deck: Deck, names: Sequence[str], written: Written) -> S:
    """Make the state that follows from where the cards lie alone."""
    text, reading = text_of(game), Reading(r, deck, names)
    s: S = game.state()
    s.phase = _read_phase(game, text, reading, written)
    s.seat, s.round = written.seat, written.round
    text.forget(s, r)
    text.read(s, r, reading, written)
    return s


def seen_table(game: Game, observation: Any, r: R) -> S:
    """Make the table that an observation shows, with `UNKNOWN` for unseen cards."""
    table, text = game.state(), text_of(game)
    for f in dataclasses.fields(observation):
        setattr(table, f.name, getattr(observation, f.name))
    s: S = copy(table)
    text.forget(s, r)
    text.conceal(s, r)
    return s


def dealt_table(game: Game, table: S, r: R, seed: int) -> S:
    """Return a table whose unseen cards are dealt, as the seed says.

    Raises
    ------
    RulesError
        If the cards that are left aren't as many as the places.
    """
    s, text = copy(table), text_of(game)
    rng = dealing.generator(seed, dealing.POSITIONS, 0)
    text.place_known(s, r, rng)
    left = Counter({kind: r.count[kind] for kind in range(r.kinds)})
    places = []
    for place in _places(s, text):
        if place.there == UNKNOWN:
            places.append(place)
        else:
            left[place.there] -= 1
    cards = sorted(left.elements())
    if min(left.values()) < 0 or len(cards) != len(places):
        raise RulesError("the cards that are named aren't those of the deck")
    shuffle(rng, cards, len(cards))
    for place, card in zip(places, cards, strict=True):
        place.lay(card)
    text.tidy(s, r)
    return s


@dataclasses.dataclass(slots=True)
class _Place:
    """A place of a card: an object or a list, and a name or an index."""

    of: Any
    at: str | int
    there: int

    def lay(self, card: int) -> None:
        if isinstance(self.at, str):
            setattr(self.of, self.at, card)
        else:
            self.of[self.at] = card


def _places(s: Any, text: TableText[Any, Any]) -> Iterator[_Place]:
    """Yield where a card lies; one that lies face down once, where its face is."""
    about = {f.name: f.metadata for f in dataclasses.fields(s)}
    for name in text.lying:
        value, public = getattr(s, name), about[name]["seen"] == "public"
        empty = (NO_CARD, UNKNOWN) if public else (NO_CARD,)
        if isinstance(value, int):
            if value not in empty:
                yield _Place(s, name, value)
            continue
        for row in value if value and isinstance(value[0], list) else [value]:
            for i, card in enumerate(row):  # thousands, of which few hold a card
                if card not in empty:
                    yield _Place(row, i, card)


def _read_phase(game: Game, text: TableText[Any, Any], reading: Reading, written: Written) -> int:
    deciding = [
        name
        for phase, name in enumerate(game.phases)
        if phase not in game.idle_phases and phase != game.game_over
    ]
    if written.phase is None:
        return text.usual_phase(written.parts)
    phase = matched(written.phase, deciding)
    if phase is None:
        phases = ", ".join(deciding)
        reading.problem(
            "phase",
            "{phase!r:.60}{hint}: one of {known} is needed",
            phase=written.phase,
            hint=suggestion(written.phase, deciding),
            known=phases,
        )
        return text.usual_phase(written.parts)
    return game.phases.index(phase)


def _more(game: Game, text: TableText[Any, Any]) -> dict[str, str]:
    """Return the fields that `also` may say, each with its text form."""
    return {
        f.name: f.metadata["text"]
        for f in dataclasses.fields(game.state)
        if f.metadata["seen"] != "secret"
        and f.metadata["text"] != "size"
        and f.name not in _SETTINGS
        and f.name not in (*text.lying, *text.past, *text.counts)
    }


def _read_also(
    game: Game, r: R, deck: Deck, text: TableText[Any, Any], s: S, reading: Reading, also: object
) -> None:
    if not isinstance(also, str):
        reading.problem("also", "a text such as 'starter=1' is needed, not {also!r:.60}", also=also)
        return
    fields = _more(game, text)
    for word in also.split():
        name, equals, value = word.partition("=")
        if not equals or name not in fields:
            reading.problem(
                "also",
                "{word!r:.60} is no field that can be said{hint}; there are {known}",
                word=word,
                hint=suggestion(name, fields),
                known=", ".join(fields),
            )
            continue
        try:
            TEXTS[fields[name]].read(Moment(s, r, deck, game.phases), name, value)
        except NotationError as error:
            reading.problem(
                "also", "{name}={value:.60}: {error}", name=name, value=value, error=error
            )
        except ValueError:
            reading.problem(
                "also", "{name}={value:.60}: a whole number is needed", name=name, value=value
            )
