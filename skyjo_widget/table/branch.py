"""A game after another one: from a moment of it, for practice, or dealt anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from skyjo_widget import bots
from skyjo_widget.coach.what_if import redealt
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core import dealing
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.set_up import dealt_table
from skyjo_widget.engine.core.state import copy
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records import record_file
from skyjo_widget.records.header import Player, header
from skyjo_widget.records.history import History
from skyjo_widget.records.record_file import Event
from skyjo_widget.records.replay import new_history
from skyjo_widget.table.follow import follow
from skyjo_widget.table.parts import Parts
from skyjo_widget.table.seating import PlayerSpec, Policy, seat_one
from skyjo_widget.util.validation import seat_number, seed_number
from skyjo_widget.util.version import __version__


def branch_header(
    history: History,
    moment: History,
    due: int,
    players: list[Player],
    *,
    seed: int,
    anew: bool | None,
) -> Event:
    """Make the header of a branch.

    Parameters
    ----------
    history : History
        The game that is left.
    moment : History
        The game before the decision `due`.
    due : int
    players : list of Player
        Who sits at the branch.
    seed : int
        Of the cards that are dealt anew and of all later ones.
    anew : bool or None
        As in `Table.branch`.

    Raises
    ------
    RulesError
        If the cards can't be left as they are.
    """
    state, game = copy(moment.state), history.game
    hidden = state.round > history.rounds_over or history.paper is not None
    if hidden and anew is False:
        raise RulesError(
            _("with paper cards nobody knows what lay there: unseen cards are dealt anew")
            if history.paper
            else _("while the round goes on, its unseen cards are dealt anew")
        )
    # Not the game's stream, which would repeat its later deals.
    rng = dealing.generator(seed, dealing.BRANCHES, due)
    if moment.paper:
        state = moment.paper.dealt_anew(state, rng)
    elif hidden or anew:
        state = redealt(game, state, history.codes, rng)
    seed = int(rng.integers(2**48))
    dealing.give_dice(state, history.codes, seed)  # not those of the game that is left
    return header(
        game=game,
        game_id=record_file.new_game_id(),
        preset=str(history.header["preset"]),
        rules=history.rules,
        deck=history.deck,
        players=players,
        seed=seed,
        practice=True,
        software=__version__,
        start=game.state_text(state, history.codes, history.deck),
        branch={"game_id": str(history.header["game_id"]), "decision": due},
        **({"coach": "locked"} if history.locked else {}),
    )


def header_again(history: History, seed: int) -> Event:
    """Make the header of a new game with the players and the rules of another.

    One that began at a position begins there again, with other unseen cards.

    Raises
    ------
    RulesError
        If that is played with paper cards.
    """
    if history.paper:
        raise RulesError("with paper cards people deal: paper(…) opens another table")
    more = {"coach": "locked"} if history.locked else {}
    if position := history.header.get("position"):
        table = history.game.parse_state(position, history.codes, history.deck)
        more |= start_of(history.game, table, history.codes, history.deck, seed)
    return header(
        game=history.game,
        game_id=record_file.new_game_id(),
        preset=str(history.header["preset"]),
        rules=history.rules,
        deck=history.deck,
        players=list(history.players),
        seed=seed,
        practice=bool(history.header["practice"]),
        software=__version__,
        **more,
    )


def branched(
    parts: Parts,
    decision: int | None,
    *,
    players: dict[int, PlayerSpec],
    seed: int | str | None,
    anew: bool | None,
    record: str | Path | Literal[False] | None,
) -> tuple[History, dict[int, Policy], record_file.Writer | None]:
    """Make the game of a branch, its functions and its record; see `Table.branch`."""
    seed = seed_number(seed)
    if anew not in (None, True, False):
        raise RulesError("anew={anew!r}: True, False or None is needed", anew=anew)
    with parts.game.lock:
        history = parts.game.history
        moment, due = parts.study.moment(decision)
        seated, functions = seated_anew(history, parts.bots.functions, players)
        first = branch_header(history, moment, due, seated, seed=seed, anew=anew)
    path = record_file.place_for(record, record_file.file_name(first))
    return new_history(first), functions, record_file.Writer(path) if path else None


def dealt_again(
    history: History, path: Path | None, seed: int | str | None
) -> tuple[History, record_file.Writer | None]:
    """Make a new game with the players and rules of another, and its record; see `Table.again`."""
    first = header_again(history, seed_number(seed))
    follow(first, path and path.parent)
    dealt = new_history(first)
    if path is None:
        return dealt, None
    return dealt, record_file.Writer(record_file.unused(path.parent / record_file.file_name(first)))


def start_of(game: Game, table: Any, codes: Any, deck: Deck, seed: int) -> dict[str, str]:
    """Return a header's entries of a game that begins at a table that was set up."""
    world = dealt_table(game, table, codes, seed)
    return {
        "position": game.state_text(table, codes, deck),
        "start": game.state_text(world, codes, deck),
    }


def seated_anew(
    history: History, functions: dict[int, Policy], newcomers: dict[int, PlayerSpec]
) -> tuple[list[Player], dict[int, Policy]]:
    """Return the players with newcomers at some seats, and the functions by seat."""
    if not isinstance(newcomers, dict):
        raise RulesError(
            "players={newcomers!r}: a dict is needed, as in {{0: 'bot:greedy'}}",
            newcomers=newcomers,
        )
    seated, functions = list(history.players), dict(functions)
    for seat in newcomers:
        functions.pop(seat_number(seat, [player.name for player in seated]), None)
    names = [player.name for i, player in enumerate(seated) if i not in newcomers]
    for seat, spec in newcomers.items():
        seated[seat], function = seat_one(spec, history.game.name, names)
        bots.check(history.game.name, [seated[seat].policy], history.codes)
        names.append(seated[seat].name)
        if function:
            functions[seat] = function
    return seated, functions
