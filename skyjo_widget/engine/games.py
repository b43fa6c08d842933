"""The registry of games and their presets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.errors import RulesError
from skyjo_widget.util.spelling import matched, suggestion

GAMES = {game.name: game for game in (SKYJO, NEWSKYJO, SKIPBO)}
"""The games, by name."""


def find_preset(name: str) -> tuple[Game, Any]:
    """Find the game and the rules of a preset.

    Raises
    ------
    RulesError
        If no game has a preset of that name; the message lists the presets.
    """
    known = preset_name(name)
    game = next(game for game in GAMES.values() if known in game.presets)
    return game, game.presets[known]


def preset_name(text: str) -> str:
    """Normalise the spelling of a preset's name: ``skip-bo`` from ``Skip Bo``.

    Raises
    ------
    RulesError
        If there is no such preset; the message lists the presets.
    """
    presets = [preset for game in GAMES.values() for preset in game.presets]
    name = matched(text, presets)
    if name is None:
        raise RulesError(
            "{text!r:.80} is no game here{hint}; there are {presets}",
            text=text,
            hint=suggestion(text, presets),
            presets=", ".join(presets),
        )
    return name


def settle_rules(
    preset: str, rules: Any, deck: Deck | str | Path | None, fields: Mapping[str, Any]
) -> tuple[Game, Any, Deck]:
    """Resolve and check the game, the rules and the deck that a caller asks for.

    Parameters
    ----------
    preset : str
        A preset's name.
    rules : rules object or None
        In place of the preset's.
    deck : Deck, path or None
        In place of the game's; a path is read by `Deck.from_csv`, a game's name means its deck.
    fields : mapping
        Rule options to change.

    Raises
    ------
    RulesError
        If one of them is of another type or unknown, or they don't fit together.
    """
    game, chosen = find_preset(preset)
    if rules is not None:
        if not isinstance(rules, type(chosen)):
            raise RulesError(
                "rules={rules!r}: {preset} needs a {kind}",
                rules=rules,
                preset=preset,
                kind=type(chosen).__name__,
            )
        chosen = rules
    cards = game.deck if deck is None else deck
    if isinstance(cards, (str, Path)):
        own = matched(cards, GAMES)
        cards = GAMES[own].deck if own and not Path(cards).exists() else Deck.from_csv(cards)
    if not isinstance(cards, Deck):
        raise RulesError("deck={deck!r} is no Deck and no path of one", deck=deck)
    return game, chosen.replace(**fields), cards
