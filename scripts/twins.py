"""Write the fields of states and rule codes as protocols: ``engine/core/twins.py``."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.grids.options import GridCodes
from skyjo_widget.engine.grids.rules import GridState

TARGET = Path(__file__).parents[1] / "skyjo_widget" / "engine" / "core" / "twins.py"
HEAD = '''\
"""The fields of states and rule codes, as rules read and write them at both speeds.

Made from the games' declarations by ``python -m scripts.twins``, for type checkers; not imported
when a game is played.
"""

from __future__ import annotations

from typing import Protocol
'''
TYPES = ("int", "list[int]", "list[list[int]]")
"""The type of a field, by its number of dimensions."""

Fields = dict[str, str]
"""The types of fields, by name."""


def source() -> str:
    """Return the module."""
    states = [game.state for game in GAMES.values()]
    codes = []
    for game in GAMES.values():
        rules = next(iter(game.presets.values()))
        codes.append(type(rules.codes(rules.PLAYERS[0], game.deck)))
    parts = [HEAD]
    for common, grid, classes in (("State", GridState, states), ("Codes", GridCodes, codes)):
        shared = _common([_fields(kind) for kind in classes])
        parts.append(_protocol(common, "", "every game", shared))
        for kind in dict.fromkeys([grid, *classes]):
            base = grid.__name__ if issubclass(kind, grid) and kind is not grid else common
            inherited = _fields(grid) if base != common else shared
            own = {name: t for name, t in _fields(kind).items() if name not in inherited}
            whose = kind.__name__.removesuffix(common)
            parts.append(_protocol(kind.__name__, base, whose, own))
    return "\n\n".join(parts)


def _fields(kind: Any) -> Fields:
    fields = dataclasses.fields(kind)
    return {f.name: TYPES[len(f.metadata["shape"])] for f in fields}


def _common(tables: list[Fields]) -> Fields:
    """Return the fields that all of them have with the same type."""
    first, *others = tables
    return {name: t for name, t in first.items() if all(f.get(name) == t for f in others)}


def _protocol(name: str, base: str, whose: str, fields: Fields) -> str:
    bases = f"{base}Twin, Protocol" if base else "Protocol"
    about = f'    """The fields of {whose}."""\n'
    lines = "".join(f"    {field}: {kind}\n" for field, kind in fields.items())
    return f"class {name}Twin({bases}):\n{about}{lines and chr(10)}{lines}"


if __name__ == "__main__":
    TARGET.write_text(source(), "utf-8")
