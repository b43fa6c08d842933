"""Write the fields of observations for type checkers: ``strategies/observation_fields.py``."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from skyjo_widget.engine.core.state import observation_class
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.grids.rules import GridState
from skyjo_widget.strategies.observation import public_fields

TARGET = Path(__file__).parents[1] / "skyjo_widget" / "strategies" / "observation_fields.py"
HEAD = '''\
"""The public fields of each game's state, as an observation shows them to a strategy.

Made from the games' states by ``python -m scripts.observation_fields``, for editors and type
checkers; `skyjo_widget.strategies.observation` computes the values.  With paper cards, a card that
nobody has named is None.
"""

from __future__ import annotations

from typing import Any, Literal

from skyjo_widget.strategies.card import Card
'''
TYPES = {
    "int": "int",
    "phase": "str",
    "card": "Card | None",
    "pile": "list[Card]",
    "seats": "list[int]",
    "by building pile": "list[int]",
    "cards": "list[Card | None]",
    "hands": "list[list[Card]]",
    "building piles": "list[list[Card]]",
    "discard piles": "list[list[list[Card]]]",
    "known": "list[list[tuple[Card, int]]]",
    "effect": "str | None",
    "place": "str | None",
    "passed": "list[str]",
    "grid": "list[dict[str, Card | None]]",
}
"""The type of each kind of field, but of sizes."""
SIZES = {
    "pile": "int",
    "stock piles": "list[int]",
    "building piles": "list[int]",
    "discard piles": "list[list[int]]",
}
"""The type of a size, by the kind of the field whose size it is."""

Fields = dict[str, str]
"""The types of fields, by name."""


def source() -> str:
    """Return the module."""
    phases, games = [], []
    for game in GAMES.values():
        name = game.state.__name__.removesuffix("State")
        literals = "".join(f'    "{phase}",\n' for phase in game.phases)
        phases.append(f"{name}Phase = Literal[\n{literals}]\n")
        fields = _fields(game.state, f"{name}Phase") | dict.fromkeys(game.shown_codes, "int")
        games.append((name, game.grids, fields))
    grid = _fields(GridState, "str") | dict.fromkeys(("columns", "rows"), "int")
    common = {
        name: kind if all(fields[name] == kind for _, _, fields in games) else "str"
        for name, kind in grid.items()
        if all(name in fields for _, _, fields in games)
    }
    common["hand"] = "Any"
    parts = [
        _class("CommonFields", "", "every game", common, {}),
        _class("GridFields", "CommonFields", "a game with grids", grid, common),
    ]
    for name, has_grids, fields in games:
        base, inherited = ("GridFields", grid) if has_grids else ("CommonFields", common)
        parts.append(_class(f"{name}Fields", base, name, fields, inherited))
    return "\n\n".join([HEAD + "\n" + "".join(phases), *parts])


def _fields(state: Any, phase: str) -> Fields:
    """Return the types of the public fields of a state."""
    types = TYPES | {"phase": phase}
    kinds = {f.name: f.metadata["text"] for f in dataclasses.fields(state)}
    return {
        name: SIZES[kinds[name.removesuffix("_size")]] if kind == "size" else types[kind]
        for name, kind in public_fields(observation_class(state)).items()
    }


def _class(name: str, base: str, whose: str, fields: Fields, inherited: Fields) -> str:
    """Return a class with the fields whose type its base doesn't have."""
    lines = "".join(
        f"    {field}: {kind}\n" for field, kind in fields.items() if inherited.get(field) != kind
    )
    head = f"class {name}{base and f'({base})'}:\n"
    return f'{head}    """The fields of {whose}."""\n\n    __slots__ = ()\n\n{lines}'


if __name__ == "__main__":
    TARGET.write_text(source(), "utf-8")
