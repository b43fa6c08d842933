"""Registering a game from outside the package; ``docs/your-own-game.md`` makes one."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from skyjo_widget.board.tables.common import TableView
from skyjo_widget.board.tables.grids import GRID_TABLE
from skyjo_widget.board.tables.registry import TABLES
from skyjo_widget.bots.registry import BOTS, Bots
from skyjo_widget.engine.core import background
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.games import GAMES
from skyjo_widget.errors import RulesError
from skyjo_widget.util.messages import in_its_language

_OURS = frozenset(GAMES)


@in_its_language
def register_game(
    game: Game,
    bots: Bots,
    *,
    table: TableView = GRID_TABLE,
    how: Mapping[str, Sequence[str]] | None = None,
) -> None:
    """Register a game, so that `play`, `simulate` and all else accept its presets.

    Registering a game again replaces it.

    Parameters
    ----------
    game : Game
        Its rules.  The class of its states must be defined in a module that can be imported and
        that registers the game: other processes find it there.
    bots : Bots
        Its built-in bots.
    table : TableView
        Draws its table; Skyjo's by default.
    how : mapping of str to sequence of str, optional
        How to play, in sentences, by language.

    Raises
    ------
    RulesError
        If the game or a preset has the name of another one, or it is defined in a notebook.

    Examples
    --------
    ``docs/your-own-game.md`` builds a game whose module ends with this call.  A name is taken once:

    >>> register_game(GAMES["skyjo"], None)
    Traceback (most recent call last):
    skyjo_widget.errors.RulesError: skyjo: there is a game or a preset of that name already
    """
    module = game.state.__module__
    file = getattr(sys.modules.get(module), "__file__", None)
    if module == "__main__" or file is None:
        raise RulesError(
            "{name}: its state is defined in {module}; put the game into a file, such as "
            "{name}.py, and import that: other processes must find it",
            name=game.name,
            module=module,
        )
    others = [other for other in GAMES.values() if other.name != game.name]
    taken = {other.name for other in others} | {name for other in others for name in other.presets}
    if game.name in _OURS or (taken & {game.name, *game.presets}):
        raise RulesError("{name}: there is a game or a preset of that name already", name=game.name)
    GAMES[game.name], BOTS[game.name] = game, bots
    TABLES[game.name] = dataclasses.replace(table, how=how or {})
    background.MODULES[game.name] = (module, Path(file).resolve())
