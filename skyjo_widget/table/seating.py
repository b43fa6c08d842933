"""Seating: parsing the `players` argument into players and their policies."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from skyjo_widget import bots
from skyjo_widget.errors import RulesError
from skyjo_widget.errors.message import _
from skyjo_widget.records.header import Player
from skyjo_widget.strategies.rule_table.table import RuleTable
from skyjo_widget.table import follow
from skyjo_widget.util.names import free_name
from skyjo_widget.util.validation import plain_text

Policy = Callable[[Any], int | str]
"""A custom bot: from an observation of its game to an action, in notation or by its id."""

PlayerSpec = bots.BotName | str | Policy
"""A person's name, ``"bot:NAME"``, or a function from an observation to an action.

A person who has a bot's name is ``"person:NAME"``.
"""

_BOT = re.compile(r"\s*bot\s*:", re.IGNORECASE)
_PERSON = re.compile(r"\s*person\s*:", re.IGNORECASE)
_NEARLY_BOT = re.compile(r"\s*bots?\s*[\s:;,.=/_-]\s*(.*)", re.IGNORECASE | re.DOTALL)


def seat_all(
    players: Sequence[PlayerSpec], game: str, *, only_people: bool = False
) -> tuple[list[Player], dict[int, Policy]]:
    """Return all seats' players, and the functions that play some of them, by seat.

    With `only_people`, a bot's name is a person's.

    Raises
    ------
    RulesError
        If one isn't a player, or there is no list.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise RulesError(
            "players={players!r}: a list is needed, as in ['Ana', 'bot:greedy']", players=players
        )
    seated: list[Player] = []
    functions = {}
    for seat, spec in enumerate(players):
        if only_people and isinstance(spec, str) and not _PERSON.match(spec):
            spec = spec if _BOT.match(spec) or not spec.strip() else f"person:{spec}"  # noqa: PLW2901
        player, function = seat_one(spec, game, [p.name for p in seated])
        seated.append(player)
        if function:
            functions[seat] = function
    return seated, functions


def seat_bots(
    players: Sequence[PlayerSpec], game: str
) -> tuple[tuple[str | Policy, ...], tuple[str, ...]]:
    """Return all seats' policies and names at a table without people.

    Returns
    -------
    tuple
        By seat, a built-in policy's name or a function; and names, no two alike.

    Raises
    ------
    RulesError
        If one is neither, or there is no list.
    """
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise RulesError(
            "players={players!r}: a list is needed, as in ['greedy', 'random']", players=players
        )
    whole = [p if not isinstance(p, str) or _BOT.match(p) else f"bot:{p}" for p in players]
    seated, functions = seat_all(whole, game)
    policies = tuple(
        functions.get(seat) or str(player.policy) for seat, player in enumerate(seated)
    )
    return policies, tuple(player.name for player in seated)


def seat_one(spec: PlayerSpec, game: str, others: list[str]) -> tuple[Player, Policy | None]:
    """Return one seat's player, with a unique name, and its function, if it is one.

    Raises
    ------
    RulesError
        If it is neither a name nor a known bot nor a function, or a table of rules for
        another game.
    """
    function = None
    if isinstance(spec, RuleTable) and game != spec.GAME:
        raise RulesError(
            "{name!r}: a RuleTable plays {game}, not {other}",
            name=spec.name,
            game=spec.GAME,
            other=game,
        )
    if callable(spec):
        function = spec
        name = plain_text(getattr(spec, "__name__", type(spec).__name__), _("a bot's name"))
        player = Player(name, "bot", f"{name}()")
    elif not isinstance(spec, str) or not spec.strip():
        raise RulesError(
            "{spec!r} is no player: a name, 'bot:NAME' or a function of an observation is needed",
            spec=spec,
        )
    elif prefix := _BOT.match(spec):
        name = spec[prefix.end() :]
        if "".join(name.split()).casefold() == follow.SPEC:
            player = follow.follower(game)
        else:
            policy = bots.find(game, name).name
            player = Player(policy, "bot", policy)
    elif prefix := _PERSON.match(spec):
        name = plain_text(spec[prefix.end() :].strip(), _("a name"))
        if not name:
            raise RulesError("{spec!r}: a name is needed after 'person:'", spec=spec)
        player = Player(name, "person", None)
    else:
        _check_no_bot(spec, game)
        player = Player(plain_text(spec, _("a name")), "person", None)
    player.name = free_name(player.name, others)
    return player, function


def _check_no_bot(name: str, game: str) -> None:
    """Raise `RulesError` for a person's name that looks like a misspelt bot."""
    nearly = _NEARLY_BOT.fullmatch(name)
    try:
        meant = nearly[1] if nearly else name
        bots.find(game, meant)
    except RulesError:
        return
    raise RulesError(
        "{name!r} is the name of a bot of {game} (did you mean 'bot:{meant}'?); a person "
        "of that name is 'person:{person}'",
        name=name,
        game=game,
        meant=meant.strip().lower(),
        person=name.strip(),
    )
