"""Parts of every game's table in the view; all of them come from an observation."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from skyjo_widget.engine.cards.effects import Effect, Reveal
from skyjo_widget.errors import PolicyError, RecordError
from skyjo_widget.records.header import Player
from skyjo_widget.records.history import History
from skyjo_widget.strategies.card import Card
from skyjo_widget.strategies.observation import Observation

LONGEST = 200
"""Maximum length of a name on the board; the record and the frames have it whole."""


View = dict[str, Any]


_EFFECT_COLUMNS = ("position", "effect", "no_effect", "swapped")
REPLAY = "replay"
"""The value of `waiting` in a replay, where nobody decides."""


@dataclasses.dataclass(frozen=True)
class TableSnapshot:
    """The input of the view builder: the table of a live session, or of a replayed game.

    Each field is that of `skyjo_widget.table.table.Table`.
    """

    history: History
    waiting: str | None
    state_id: int = 0
    undoable: str = "nothing"
    path: Path | None = None
    trouble: RecordError | None = None
    saved: Path | None = None
    fault: PolicyError | None = None
    lang: str = "en"

    @property
    def seat(self) -> int | None:
        """The seat to act; None if nobody decides."""
        return self.history.actor

    @property
    def players(self) -> list[Player]:
        """The players, by seat."""
        return self.history.players


@dataclasses.dataclass(frozen=True)
class TableView:
    """The builders of the view of a game's table.

    Parameters
    ----------
    kind : {"grids", "piles"}
        The browser's layout: a grid before each seat, or piles and a hand.
    draw : callable
        ``draw(table, seen, viewer) -> View``: the game's part of the view
        (``docs/internals/view.md``).
    pad : callable
        ``pad(history) -> View``: the score pad, with the game's limit and its rounds so far.
    columns : tuple of str
        The columns of the log that the board shows.
    how : mapping of str to sequence of str
        Instructions in sentences, by language; empty where the locales have them.
    """

    kind: Literal["grids", "piles"]
    draw: Callable[[TableSnapshot, Any, int | None], View]
    pad: Callable[[History], View]
    columns: tuple[str, ...]
    how: Mapping[str, Sequence[str]] = dataclasses.field(default_factory=dict)


def row_columns(history: History, table: TableView) -> tuple[str, ...]:
    """Return the columns of the log that the board shows or describes in a sentence."""
    return table.columns + (_EFFECT_COLUMNS if history.effects else ())


def open_actions(table: TableSnapshot, seen: Observation, viewer: int | None) -> tuple[str, ...]:
    """Return the legal actions of the viewer; none if it isn't their decision."""
    return seen.legal if table.waiting == "person" and table.seat == viewer else ()


def prompt(
    table: TableSnapshot,
    seen: Observation,
    viewer: int | None,
    ask: Callable[[TableSnapshot, Any, tuple[str, ...]], View],
) -> View:
    """Return the board's prompt: the key of a phrase in the locale, and its parameters."""
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
    """Shorten a name or a sentence to `LONGEST`."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def card_text(card: Any) -> str:
    """Format a card of an observation: its number, then its effect's key if it has one."""
    if card is None or card.effect is None:
        return plain_text(card)
    return f"{plain_text(card)}:{card.effect}"


def plain_text(card: Any) -> str:
    """Format a card of an observation as its number."""
    return "?" if card is None else str(card)


def card_or_none(card: Any) -> str | None:
    """Format a card; None if there is none."""
    return None if card is None else str(card)


def effect_words(effect: Effect) -> View:
    """Return an effect's words, and its parts that differ from their defaults."""
    parts = {
        f.name: _described(getattr(effect, f.name))
        for f in dataclasses.fields(effect)
        if f.name in _DESCRIBED_PARTS and getattr(effect, f.name) != f.default
    }
    return {"words": {lang: clipped(text) for lang, text in effect.words.items()}, **parts}


_DESCRIBED_PARTS = (
    "reverse",
    "next_twice",
    "next_skips",
    "next_takes_discard",
    "extra_actions",
    "peek",
    "lands",
    "reveal",
    "pass_on",
    "protect",
    "score",
    "score_at",
)


def _described(part: Any) -> Any:
    """Return a part of an effect for its sentence: of cards to be turned up, how many."""
    return part.cards if isinstance(part, Reveal) else part


def lay_open(history: History) -> list[View]:
    """Return the hidden cards by seat, for a round that is over.

    `under` lists a grid's face-down cards, "" where there is none; `cards` a hand.
    """
    s, seats = history.known_state, range(len(history.players))
    cards = [Card(kind) for kind in history.deck.kinds]
    text = card_text if history.effects else plain_text

    def card_label(card: int) -> str:
        return text(cards[card]) if card >= 0 else ""

    if not history.game.grids:
        hands = [[card_label(card) for card in s.hand[p] if card >= 0] for p in seats]
        return [{"cards": hand} for hand in hands]
    return [
        {"under": [card_label(card) for card in s.under[p][: history.codes.cells]]} for p in seats
    ]
