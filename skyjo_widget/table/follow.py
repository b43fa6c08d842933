"""The bot ``level(follow)``, whose level follows the person: it changes with their last games."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

from skyjo_widget import bots
from skyjo_widget.bots.registry import search_of
from skyjo_widget.records.begun import is_over, newest_records
from skyjo_widget.records.header import Player
from skyjo_widget.records.record_file import Event

SPEC = "level(follow)"
"""The bot's name where it is seated."""
LATEST = 10
"""Number of games at a level that decide about the next one."""
UP, DOWN = 1.2, 0.6
"""Shares of the wins beyond which it changes, in equal shares: with two players 60 and 30 %."""
_FOLLOWER = re.compile(r"level( \d+)? level\(\d\)")
"""Its name, without a level, and its policy."""
_SAME = ("game", "rules", "deck_hash", "practice")


def follower(game: str) -> Player:
    """Return such a bot at its first level; its name, unlike other bots', has no number.

    Raises
    ------
    RulesError
        If the game has no levels.
    """
    return Player("level", "bot", bots.find(game, "level").name)


def follow(header: Event, folder: Path | None) -> None:
    """Give the followers of a new game's header the levels that a folder's games call for."""
    players = header["players"]
    if folder is None or all(player["kind"] == "bot" for player in players):
        return
    for seat, player in enumerate(players):
        if _FOLLOWER.fullmatch(f"{player['name']} {player['policy']}"):
            player["policy"] = _level(header, seat, folder)


def _level(header: Event, seat: int, folder: Path) -> str:
    policy: str = header["players"][seat]["policy"]
    games = [
        events
        for _, events in newest_records(folder, lambda other: _table(other) == _table(header))
    ]
    if not games:
        return policy
    policy = games[0][0]["players"][seat]["policy"]
    latest = itertools.takewhile(
        lambda events: events[0]["players"][seat]["policy"] == policy, games
    )
    shares = list(itertools.islice(_shares(latest), LATEST))
    if len(shares) < LATEST:
        return policy
    kinds = [player["kind"] for player in header["players"]]
    won, equal = sum(shares) * len(kinds), LATEST * kinds.count("person")
    level = int(policy[len("level(") : -1]) + (won > UP * equal) - (won < DOWN * equal)
    highest = len(search_of(header["game"]).levels)
    return f"level({min(max(level, 1), highest)})"


def _table(header: Event) -> list[object]:
    """Return what two games of a table share, whatever their levels."""
    players = [(player["name"], player["kind"]) for player in header["players"]]
    return [players, "start" in header, *(header[key] for key in _SAME)]


def _shares(games: Iterator[list[Event]]) -> Iterator[float]:
    """Yield the share of the win that people had, of each game that was won."""
    for events in games:
        winners = next((e["winners"] for e in reversed(events) if e["event"] == "round"), None)
        if winners and is_over(events):
            people = [events[0]["players"][seat]["kind"] == "person" for seat in winners]
            yield sum(people) / len(people)
