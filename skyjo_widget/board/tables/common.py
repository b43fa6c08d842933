"""The parts of every game's table in the view; all of it comes from an observation."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from skyjo_widget.engine.cards.effects import Effect
from skyjo_widget.errors import PolicyError, RecordError
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import History
from skyjo_widget.strategies.observation import Card, Observation

LONGEST = 200
"""Letters of a name that the board shows; the record and the frames have it whole."""


View = dict[str, Any]


REPLAY = "replay"
"""What a table waits for at which nobody decides: it is only looked at."""


@dataclasses.dataclass(frozen=True)
class Shown:
    """A table as it is shown: a session's at present, or a moment of a game that is looked at.

    Each part is that of `skyjo_widget.table.table.Table`.
    """

    history: History
    waiting: str | None
    state_id: int = 0
    undoable: str = "nothing"
    path: Path | None = None
    trouble: RecordError | None = None
    saved: Path | None = None
    fault: PolicyError | None = None

    @property
    def seat(self) -> int | None:
        """Whose decision it is, if anybody's."""
        return self.history.actor

    @property
    def players(self) -> list[Player]:
        """By seat."""
        return self.history.players


@dataclasses.dataclass(frozen=True)
class TableView:
    """The picture of a game's table.

    Parameters
    ----------
    kind : {"grids", "piles"}
        How the browser draws it: a grid before each seat, or piles and a hand.
    draw : callable
        ``draw(table, seen, viewer) -> View``: its part of the view (``docs/view.md``).
    pad : callable
        ``pad(history) -> View``: how long the game is, and its rounds so far.
    columns : tuple of str
        The columns of the log that the board shows.
    how : mapping of str to sequence of str
        How to play, in sentences, by language; empty where the locales have it.
    """

    kind: Literal["grids", "piles"]
    draw: Callable[[Shown, Observation, int | None], View]
    pad: Callable[[History], View]
    columns: tuple[str, ...]
    how: Mapping[str, Sequence[str]] = dataclasses.field(default_factory=dict)


def open_actions(table: Shown, seen: Observation, viewer: int | None) -> tuple[str, ...]:
    """Return the actions of the person who looks."""
    return seen.legal if table.waiting == "person" and table.seat == viewer else ()


def prompt(
    table: Shown,
    seen: Observation,
    viewer: int | None,
    ask: Callable[[Shown, Observation, tuple[str, ...]], View],
) -> View:
    """What the board says first: a phrase of the locale, with what fills its holes."""
    seat, waiting = table.seat, table.waiting
    if waiting == "fault" and table.fault:
        return {"key": "fault", "player": clipped(table.fault.player)}
    if seat is None:
        return {"key": seen.phase.replace(" ", "_")}
    player = clipped(table.players[seat].name)
    if waiting == "bot":
        return {"key": "bot", "player": player}
    if waiting == REPLAY and seen.me != seat:
        return {"key": "due", "player": player}
    legal = seen.legal if waiting == REPLAY else open_actions(table, seen, viewer)
    asked = ask(table, seen, legal)
    return {**asked, "player": player}


def clipped(name: str) -> str:
    """A name or a sentence, as long as the board shows it."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def card_text(card: Any) -> str:
    """Write a card of an observation: its number, then its effect's key if it has one."""
    if card is None or card.effect is None:
        return plain_text(card)
    return f"{plain_text(card)}:{card.effect}"


def plain_text(card: Any) -> str:
    """Write a card of an observation as its number."""
    return "?" if card is None else str(card)


def card_or_none(card: Any) -> str | None:
    """A card as text, None if there is none."""
    return None if card is None else str(card)


def effects_of(h: History) -> dict[str, Effect]:
    """What the cards can do at this table, by key."""
    effects = h.deck.effects  # only a game that has the option is played with such cards
    return effects if effects and h.rules.effects else {}


def effect_words(effect: Effect) -> View:
    """An effect's words, and those of its parts that make a difference."""
    parts = {
        f.name: getattr(effect, f.name)
        for f in dataclasses.fields(effect)
        if f.name in _TOLD_PARTS and getattr(effect, f.name) != f.default
    }
    return {"words": {lang: clipped(text) for lang, text in effect.words.items()}, **parts}


_TOLD_PARTS = (
    "reverse",
    "next_twice",
    "next_skips",
    "next_takes_discard",
    "extra_actions",
    "peek",
    "lands",
)


def lay_open(h: History) -> list[View]:
    """What only the cards' backs or their owners show, by seat: for a round that is over.

    `under` is what lies face down in a grid, "" where nothing does; `cards` a hand.
    """
    s, seats = h.known_state, range(len(h.players))
    cards = [Card(kind) for kind in h.deck.kinds]
    text = card_text if effects_of(h) else plain_text

    def told(card: int) -> str:
        return text(cards[card]) if card >= 0 else ""

    if not h.game.grids:
        hands = [[told(card) for card in s.hand[p] if card >= 0] for p in seats]
        return [{"cards": hand} for hand in hands]
    return [{"under": [told(card) for card in s.under[p][: h.codes.cells]]} for p in seats]
