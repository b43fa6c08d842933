"""A version of a game: a preset with changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Unpack

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.options import Options
from skyjo_widget.engine.games import (
    GameSpec,
    PresetName,
    RuleOptions,
    find_preset,
    preset_name,
    settle_rules,
)
from skyjo_widget.errors import RulesError
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellTexts, FrozenView


@dataclasses.dataclass(frozen=True, init=False, repr=False)
class Version(FrozenView):
    """A version of a game: ``Version("newskyjo", deck="mine.csv")``.

    Parameters
    ----------
    game : str or Game
        A preset, as in `play`.
    rules, deck, **rule_fields
        As in `play`.

    Raises
    ------
    RulesError
        If there is no such preset or option, or a value can't be played.

    Examples
    --------
    >>> Version("newskyjo", turned=3)
    Version('newskyjo', turned=3)
    """

    game: PresetName
    rules: Any = None
    deck: Deck | str | Path | None = None
    fields: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    def __init__(
        self,
        game: GameSpec,
        *,
        rules: Options | None = None,
        deck: Deck | str | Path | None = None,
        **rule_fields: Unpack[RuleOptions],
    ) -> None:
        preset = preset_name(game)
        if rules is None:
            find_preset(preset)[1].replace(**rule_fields)  # raises if it can't be played
        for name, value in zip(
            ("game", "rules", "deck", "fields"), (preset, rules, deck, rule_fields), strict=True
        ):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        parts = [repr(self.game)]
        if self.rules is not None:
            parts.append(f"rules={self.rules!r}")
        if isinstance(self.deck, Deck):
            parts.append(f"deck=<Deck {_identity(self.deck)}>")
        elif self.deck is not None:
            parts.append(f"deck={str(self.deck)!r}")
        parts += [f"{name}={value!r}" for name, value in self.fields.items()]
        return markup.short(parts[0] if len(parts) == 1 else f"Version({', '.join(parts)})", 400)

    def _face(self, say: CellTexts) -> markup.Html:
        parts = {"rules": self.rules, "deck": self.deck, **self.fields}
        lines = [
            (markup.code(name), _part(value, say))
            for name, value in parts.items()
            if value is not None
        ]
        table = markup.rows((), lines) if lines else ""
        return say.face(f"{self.game}", table, sub=say("version"))


def _identity(deck: Deck) -> str:
    """Return a deck's name, if it has one, and its hash."""
    return f"{deck.name} {deck.hash}".lstrip()


def _part(value: Any, say: CellTexts) -> str:
    """Return what was given in place of a preset's own."""
    if isinstance(value, Deck):
        return ", ".join((say("cards", count=value.size), _identity(value)))
    return markup.code(value if isinstance(value, (str, Path)) else repr(value))


def check_version(label: str, version: GameSpec | Version) -> Version:
    """Return a version that can be played; raise `RulesError` with its label if it can't."""
    if not isinstance(version, (str, Game, Version)):
        raise RulesError(
            "{label}={version!r:.80}: a preset's name is needed, or what is changed of "
            "one: Version('newskyjo', deck=…)",
            label=label,
            version=version,
        )
    try:
        version = version if isinstance(version, Version) else Version(version)
        settle_rules(version.game, version.rules, version.deck, version.fields)
    except RulesError as error:
        raise RulesError(
            "{label}={version!r}: {error}", label=label, version=version, error=error
        ) from None
    return version
