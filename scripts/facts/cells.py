"""The tables at which the facts are played: game, rules, players and strategies."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Iterator
from typing import Any

from scripts.facts.advice import PIECES
from scripts.facts.play import Table
from skyjo_widget import NEWSKYJO_DECK, Deck
from skyjo_widget.engine.games import GAMES, find_preset

SEED = 2026
STANDARD = "skyjo"
OPTIONS: dict[str, dict[str, Any]] = {
    "penalty_factor=1": {"penalty_factor": 1},
    "penalty_when=always": {"penalty_when": "always"},
    "ender_safe=lowest": {"ender_safe": "lowest"},
    "starter=highest sum": {"starter": "highest sum"},
    "clear_at_reveal=False": {"clear_at_reveal": False},
    "cleared_to=out of the game": {"cleared_to": "out of the game"},
    "columns=3, rows=4, clear=3": {"columns": 3, "rows": 4},
    "columns=3, rows=4, clear=4": {"columns": 3, "rows": 4, "clear": 4},
    "clear=2": {"clear": 2},
    "turned=0": {"turned": 0},
    "turned=4": {"turned": 4},
    "target=50": {"target": 50},
}
"""Changes of Skyjo's standard rules, by the text in the column `rules`."""
PRESETS = ("skyjo-strict", "skyjo-school", "skyjo-tall")
WITHOUT = "without "
"""The beginning of the text for a deck that lacks cards, or an effect."""
LARGE = "skyjo | skyjo | 2 | greedy"
"""The table with the most games, at which the lead isn't followed."""
EFFECT = "effect "
"""The beginning of the text for an effect whose worth is measured."""
STOCKS = (5, 10, 20, 30)
MATES = ("careful", "greedy")
"""The two at a table that shows what skill is worth: the first alone, the others the second."""


def keys() -> Iterator[str]:
    """Yield the tables' keys: game, rules, number of players and strategies."""

    def key(game: str, rules: str, players: int, strategy: str) -> str:
        return f"{game} | {rules} | {players} | {strategy}"

    for name in ("greedy", "careful"):
        for players in range(2, 9):
            yield key("skyjo", STANDARD, players, name)
    for players in range(2, 9):
        yield key("skyjo", STANDARD, players, "learned")
    yield key("skyjo", STANDARD, 2, "greedy, followed")
    for rules in (STANDARD, *OPTIONS, *PRESETS, f"{WITHOUT}-2"):
        for players in (2, 4):
            for name in ("greedy", "careful", ", ".join(MATES)):
                if rules != STANDARD or "," in name:
                    yield key("skyjo", rules, players, name)
    for piece in PIECES:
        yield key("skyjo", STANDARD, 2, f"{piece}, plain")
    for name in ("greedy", "careful"):
        for players in range(3, 9):
            yield key("newskyjo", "newskyjo", players, name)
    yield key("newskyjo", "newskyjo", 3, ", ".join(MATES))
    for rules in ("effects=False", *(WITHOUT + effect for effect in NEWSKYJO_DECK.effects)):
        for name in ("greedy", "careful", ", ".join(MATES)):
            yield key("newskyjo", rules, 3, name)
    for effect in NEWSKYJO_DECK.effects:
        for name in ("greedy", "careful"):
            yield key("newskyjo", EFFECT + effect, 3, name)
    for name in ("greedy", "planner"):
        for players in range(2, 7):
            for stock in STOCKS:
                if players * stock + 5 <= GAMES["skip-bo"].deck.size:
                    yield key("skip-bo", f"rounds=1, stock={stock}", players, name)
        yield key("skip-bo", "skip-bo", 2, name)
        yield key("skip-bo", "skip-bo", 4, name)


def table_of(key: str) -> Table:
    """Return the table with a key."""
    game, rules, players, strategy = key.split(" | ")
    changes: dict[str, Any] = {}
    deck = GAMES[game].deck
    preset = game
    if rules in PRESETS:
        preset = rules
    elif rules in OPTIONS:
        changes = OPTIONS[rules]
    elif rules.startswith(WITHOUT):
        deck = _without(deck, rules.removeprefix(WITHOUT))
    elif rules == "effects=False":
        changes = {"effects": False}
    elif game == "skip-bo" and rules != game:
        changes = {"rounds": 1, "stock": int(rules.rpartition("=")[2])}
    names = strategy.removesuffix(", followed").split(", ")
    line_up = (names[0], *[names[-1]] * (int(players) - 1))
    options = find_preset(preset)[1].replace(**changes)
    effect = rules.removeprefix(EFFECT) if rules.startswith(EFFECT) else ""
    return Table(game, options, deck, line_up, follows=key != LARGE, effect=effect)


@functools.cache
def _without(deck: Deck, left_out: str) -> Deck:
    """Return a deck without a number, or with an effect's cards as plain ones."""
    counts: dict[tuple[Any, ...], int] = {}
    for kind in deck.kinds:
        if kind.effect is None and str(kind.value) == left_out:
            continue
        effect = kind.effect.key if kind.effect and kind.effect.key != left_out else None
        name = (kind.value, effect)
        counts[name] = counts.get(name, 0) + kind.count
    return Deck.from_counts(
        (value, count, effect) if effect else (value, count)
        for (value, effect), count in counts.items()
    )


def games_of_part(key: str) -> int:
    """Return the games of a part: some seconds."""
    return 500 if "learned" in key else 5_000


def seed_of(key: str, part: int) -> list[int]:
    """Return the seed of a part."""
    return [SEED, zlib.crc32(key.encode()), part]
