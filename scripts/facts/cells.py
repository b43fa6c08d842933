"""The tables at which the facts are played: game, rules, players and strategies."""

from __future__ import annotations

import functools
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from scripts.facts.advice import PIECES
from scripts.facts.play import Table
from skyjo_widget import NEWSKYJO_DECK, Deck
from skyjo_widget.engine.games import GAMES, find_preset

SEED = 2026
OPTIONS: dict[str, tuple[str, ...]] = {
    "skyjo": (
        "penalty_factor=1",
        "penalty_when=always",
        "ender_safe=lowest",
        "starter=highest sum",
        "clear_at_reveal=False",
        "cleared_to=out of the game",
        "columns=3, rows=4, clear=3",
        "columns=3, rows=4, clear=4",
        "clear=2",
        "turned=0",
        "turned=4",
        "without -2",
        "skyjo-strict",
        "skyjo-school",
        "skyjo-tall",
    ),
    "newskyjo": (
        "effects=False",
        "flip_turn=False",
        "penalty_factor=2",
        "clear_at_reveal=False",
        "cleared_to=discard pile",
        "columns=3, rows=4, clear=3",
        "clear=2",
        "turned=0",
    ),
    "skip-bo": (
        "hand=3",
        "hand=4",
        "hand=6",
        "building_piles=3",
        "discard_piles=3",
        "piles_down=True",
        "without wild",
    ),
}
"""Changes of each game's own rules, by the text in the column `rules`."""
WITHOUT = "without "
"""The beginning of the text for a deck that lacks a number, its wild cards, or an effect."""
LARGE = "skyjo | skyjo | 2 | greedy"
"""The table with the most games, at which the lead isn't followed."""
EFFECT = "effect "
"""The beginning of the text for an effect whose worth is measured."""
STOCKS = (5, 10, 20, 30)
UNEVEN = {"skyjo": "careful, greedy", "newskyjo": "careful, greedy", "skip-bo": "planner, greedy"}
"""Players of a table that shows what skill is worth: the first alone, all others the second."""


def one_round(stock: int = 30, change: str = "") -> str:
    """Return the text for one round of Skip-Bo with stock piles of so many cards, and a change."""
    return f"rounds=1, stock={stock}" + (f", {change}" if change else "")


def keys() -> Iterator[str]:
    """Yield the tables' keys: game, rules, number of players and strategies."""
    games = {"skyjo": _skyjo, "newskyjo": _newskyjo, "skip-bo": _skipbo}
    for game, tables in games.items():
        for rules, players, strategy in tables():
            yield f"{game} | {rules or game} | {players} | {strategy}"


Seated = Iterator[tuple[str, int, str]]
"""Rules, those of the game if it is empty, number of players, and strategies."""


def _skyjo() -> Seated:
    uneven = UNEVEN["skyjo"]
    for name in ("greedy", "careful", "learned"):
        for players in range(2, 9):
            yield "", players, name
    yield "", 2, "greedy, followed"
    for rules in ("", *OPTIONS["skyjo"], "target=50"):
        for players in (2, 4):
            for name in ("greedy", "careful", uneven) if rules else (uneven,):
                yield rules, players, name
    for piece in PIECES:
        yield "", 2, f"{piece}, plain"


def _newskyjo() -> Seated:
    uneven = UNEVEN["newskyjo"]
    effects = NEWSKYJO_DECK.effects
    for name in ("greedy", "careful"):
        for players in range(3, 9):
            yield "", players, name
    yield "", 3, uneven
    for rules in (*OPTIONS["newskyjo"], *(WITHOUT + effect for effect in effects)):
        for name in ("greedy", "careful", uneven):
            yield rules, 3, name
    for effect in effects:
        for name in ("greedy", "careful"):
            yield EFFECT + effect, 3, name


def _skipbo() -> Seated:
    uneven = UNEVEN["skip-bo"]
    for name in ("greedy", "planner"):
        for players in range(2, 7):
            for stock in STOCKS:
                if players * stock + 5 <= GAMES["skip-bo"].deck.size:
                    yield one_round(stock), players, name
        yield "", 2, name
        yield "", 4, name
    yield one_round(), 2, uneven
    for change in OPTIONS["skip-bo"]:
        for name in ("planner", uneven):
            yield one_round(change=change), 2, name


def table_of(key: str) -> Table:
    """Return the table with a key."""
    game, rules, players, strategy = key.split(" | ")
    preset, deck, effect = game, GAMES[game].deck, ""
    changes: dict[str, Any] = {}
    for part in rules.split(", "):
        name, _, value = part.partition("=")
        if value:
            changes[name] = _value(value)
        elif part.startswith(WITHOUT):
            deck = _without(deck, part.removeprefix(WITHOUT))
        elif part.startswith(EFFECT):
            effect = part.removeprefix(EFFECT)
        else:
            preset = part
    names = strategy.removesuffix(", followed").split(", ")
    line_up = (names[0], *[names[-1]] * (int(players) - 1))
    options = find_preset(preset)[1].replace(**changes)
    return Table(game, options, deck, line_up, follows=key != LARGE, effect=effect)


def _value(text: str) -> int | str:
    """Return an option's value."""
    truths = {"True": True, "False": False}
    return truths.get(text, int(text) if text.isdecimal() else text)


@functools.cache
def _without(deck: Deck, left_out: str) -> Deck:
    """Return a deck without one of its numbers or wild cards, or with an effect's as plain ones."""
    counts: Counter[tuple[Any, ...]] = Counter()
    for card, count, *effects in deck.counts:
        if effects or str(card) != left_out:
            counts[card, *(effect for effect in effects if effect != left_out)] += count
    return Deck.from_counts((card, count, *effect) for (card, *effect), count in counts.items())


def games_of_part(key: str) -> int:
    """Return the games of a part: some seconds."""
    return 500 if "learned" in key else 5_000


def seed_of(key: str, part: int) -> list[int]:
    """Return the seed of a part."""
    return [SEED, zlib.crc32(key.encode()), part]
