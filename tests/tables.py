"""Prepared tables for scenarios: deal exactly these cards, play exactly these actions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from skyjo_widget.engine.deck import Deck
from skyjo_widget.engine.game import find_preset
from skyjo_widget.history import History, Player, header


def prepared(
    grids: list[str],
    *,
    discard: int,
    draws: str = "",
    preset: str = "skyjo",
    deck: Deck | None = None,
    **fields: Any,
) -> History:
    """A game whose first deal gives each seat its grid (cards in cell order).

    `discard` starts the discard pile and `draws` come first off the draw pile; the
    deck's other cards follow, highest first.
    """
    game, rules = find_preset(preset)
    rules = rules.replace(**fields)
    cards = deck or game.deck
    history = History(
        header(
            game=game,
            game_id="test",
            preset=preset,
            rules=rules,
            deck=cards,
            players=[Player(f"P{seat}", "person", None) for seat in range(len(grids))],
            seed=0,
            practice=True,
            software="test",
        )
    )
    deal(history, grids, discard=discard, draws=draws)
    return history


def deal(history: History, grids: list[str], *, discard: int, draws: str = "") -> None:
    """Shuffle so that the coming round is dealt as asked for."""
    if history.between_rounds:
        history.begin_round()
    wanted = [int(word) for grid in grids for word in grid.split()]
    wanted += [discard, *(int(word) for word in draws.split())]
    left = Counter(dict(history.deck.counts))
    left.subtract(wanted)
    assert min(left.values()) >= 0, "the deck has fewer of these cards"
    order = wanted + sorted(left.elements(), reverse=True)
    history.shuffle([history.deck.parse_card(str(value)) for value in order])


def moves(history: History, *actions: str) -> History:
    """Carry out actions in notation, each of which must be legal, and score at the end."""
    for text in actions:
        action = history.game.parse_action(text, history.codes)
        assert action in history.legal(), f"{text} isn't legal; {legal(history)} are"
        history.act(action)
        if history.needs_scoring:
            history.score()
    return history


def legal(history: History) -> list[str]:
    """The legal actions in notation."""
    return [history.game.action_text(action, history.codes) for action in history.legal()]


def grid(history: History, seat: int) -> str:
    """A seat's grid in cell order, as everybody sees it."""
    text = [history.deck.card_text(card) for card in history.state.grid[seat]]
    return " ".join(text[: history.codes.cells])


def pile(history: History, name: str) -> list[int]:
    """A pile's numbers, top first."""
    cards = getattr(history.state, name)[: getattr(history.state, f"{name}_size")]
    return [history.deck.values[card] for card in reversed(cards)]
