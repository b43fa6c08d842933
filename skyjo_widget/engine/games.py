"""The registry of games and their presets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypedDict, cast

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.grids.options import ClearedTo, EnderSafe, PenaltyWhen, Starter
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.errors import RulesError
from skyjo_widget.util.spelling import matched, suggestion

GAMES = {game.name: game for game in (SKYJO, NEWSKYJO, SKIPBO)}
"""The games, by name."""


PresetName = Literal["skyjo", "skyjo-strict", "skyjo-school", "skyjo-tall", "newskyjo", "skip-bo"]
"""The presets of the built-in games."""
GameSpec = PresetName | Game
"""A game in a call: a preset's name, or a `Game`, which stands for its first preset.

A game of one's own is passed as the `Game` that was registered where types are checked.
"""


class CommonOptions(TypedDict, total=False):
    """The rule options that no other argument shares a name with."""

    columns: int
    rows: int
    turned: int
    clear: int
    cleared_to: ClearedTo
    clear_at_reveal: bool
    ender_safe: EnderSafe
    penalty_factor: int
    penalty_add: int
    penalty_when: PenaltyWhen
    starter: Starter
    target: int
    effects: bool
    flip_turn: bool
    rounds: int | None
    teams: bool
    short: bool
    stock: int | None
    building_piles: int
    discard_piles: int
    piles_down: bool
    win_points: int
    card_points: int


class RuleOptions(CommonOptions, total=False):
    """The rule options of the built-in games; a game of one's own with others takes ``rules=``."""

    hand: int


def find_preset(name: str | Game) -> tuple[Game, Any]:
    """Find the game and the rules of a preset.

    Raises
    ------
    RulesError
        If no game has a preset of that name; the message lists the presets.
    """
    preset = preset_name(name)
    game = next(game for game in GAMES.values() if preset in game.presets)
    return game, game.presets[preset]


def preset_name(text: str | Game) -> PresetName:
    """Normalise the spelling of a preset's name: ``skip-bo`` from ``Skip Bo``; or find a game's.

    Raises
    ------
    RulesError
        If there is no such preset; the message lists the presets.
    """
    presets = [preset for game in GAMES.values() for preset in game.presets]
    if isinstance(text, Game):
        text = next(iter(text.presets))
    name = matched(text, presets)
    if name is None:
        raise RulesError(
            "{text!r:.80} is no game here{hint}; there are {presets}",
            text=text,
            hint=suggestion(text, presets),
            presets=", ".join(presets),
        )
    return cast("PresetName", name)  # or that of a registered game, which may be passed on too


def settle_rules(
    preset: str | Game, rules: Any, deck: Deck | str | Path | None, fields: Mapping[str, Any]
) -> tuple[Game, Any, Deck]:
    """Resolve and check the game, the rules and the deck that a caller asks for.

    Parameters
    ----------
    preset : str or Game
        A preset's name, or a game.
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
