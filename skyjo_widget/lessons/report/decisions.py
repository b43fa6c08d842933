"""The most instructive decisions of a class: the dearest ones, and those on which it disagreed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd

from skyjo_widget.lessons.report.statistics import deal_marks
from skyjo_widget.records.history import Decision, History
from skyjo_widget.records.timeline import Moments
from skyjo_widget.replays.widget import Replay, round_data

DEAREST, DISPUTED = 6, 2
"""Most decisions of each kind."""
FEWEST = 3
"""Fewest pupils at one position, for the class to disagree on it."""
WORTH_SHOWING = 0.5
"""Fewest points that a decision has lost to be shown as dear."""
_ANNOTATIONS = frozenset(("note", "form", "ruling", "predict", "answer", "coach"))
"""Events of a record that change no card: a replay for the class leaves them out."""


class Instructive(NamedTuple):
    """A decision to talk about.

    Parameters
    ----------
    history : History
    row : Decision
    best : str
        The best action by points; empty if it isn't known.
    cost : float
        The points lost.
    chosen : tuple of (str, int)
        How many pupils chose each action at this position; empty if only one was there.
    """

    history: History
    row: Decision
    best: str
    cost: float
    chosen: tuple[tuple[str, int], ...] = ()


def instructive_decisions(histories: Sequence[History], regrets: pd.DataFrame) -> list[Instructive]:
    """Return the decisions on which the class disagreed most, then the dearest ones.

    Only finished rounds count, and no set-up.  Of one pupil's game at most one decision is among
    the dearest, and no position is twice among them.

    Parameters
    ----------
    histories : sequence of History
    regrets : DataFrame
        Their `regret`.
    """
    games = {str(history.header["game_id"]): history for history in histories}
    costed = regrets[regrets["cost"].notna() & (regrets["phase"] != "setup")]
    decisions = [
        Instructive(history, history.decisions[row["decision"]], row["best"], float(row["cost"]))
        for row in costed.to_dict("records")
        if (history := games.get(row["game_id"])) and row["round"] <= history.rounds_over
    ]
    keys = _positions(games.values())
    disputed = _disputed(decisions, keys)
    taken = {keys[_id(decision)] for decision in disputed}
    dearest: list[Instructive] = []
    seen: set[str] = set()
    for decision in sorted(decisions, key=lambda each: (-each.cost, *_id(each))):
        if len(dearest) == DEAREST or decision.cost < WORTH_SHOWING:
            break
        game, key = _id(decision)[0], keys[_id(decision)]
        if game not in seen and key not in taken:
            seen.add(game)
            taken.add(key)
            dearest.append(decision)
    return [*disputed, *dearest]


def _id(decision: Instructive) -> tuple[str, int]:
    return str(decision.history.header["game_id"]), decision.row.decision


def _positions(histories: Any) -> dict[tuple[str, int], Any]:
    """Return a key of the position before each decision: the deal, and all that was done since."""
    keys: dict[tuple[str, int], Any] = {}
    for history in histories:
        deals, game = deal_marks(history), str(history.header["game_id"])
        so_far: dict[int, list[str]] = {}
        for row in history.decisions:
            if row.undone:
                continue
            done = so_far.setdefault(row.round, [])
            keys[game, row.decision] = (deals.get(row.round, game), row.round, tuple(done))
            done.append(row.notation)
            if row.phase == "setup":
                done.sort()  # the order of turning changes nothing
    return keys


def _disputed(
    decisions: Sequence[Instructive], keys: dict[tuple[str, int], Any]
) -> list[Instructive]:
    """Return the positions at which most pupils have chosen otherwise than the others."""
    groups: dict[Any, list[Instructive]] = {}
    for decision in decisions:
        groups.setdefault(keys[_id(decision)], []).append(decision)
    disputed = []
    for same in groups.values():
        counts = Counter(decision.row.notation for decision in same).most_common()
        others = len(same) - counts[0][1]
        if len(same) >= FEWEST and others > 0:
            dearest = max(same, key=lambda decision: decision.cost)
            disputed.append((others, dearest.cost, dearest._replace(chosen=tuple(counts))))
    disputed.sort(key=lambda each: each[:2], reverse=True)
    return [decision for *_, decision in disputed[:DISPUTED]]


def replay_data(decision: Instructive, name: str, lang: str) -> dict[str, Any]:
    """Return a decision's round as the data of a page's board: as its seat saw it.

    Parameters
    ----------
    decision : Instructive
    name : str
        The name in place of the person's; other people are numbered.
    lang : str
    """
    events = [
        _renamed(event, decision.row.seat, name)
        for event in decision.history.events
        if event["event"] not in _ANNOTATIONS
    ]
    replay = Replay(Moments(events), seat=decision.row.seat, lang=lang)
    return {**round_data(replay, decision.row.round), "decision": decision.row.decision}


def _renamed(event: dict[str, Any], seat: int, name: str) -> dict[str, Any]:
    """Return an event without people's names, except `name` for a seat."""

    def renamed(player: dict[str, Any], at: int) -> dict[str, Any]:
        if player["kind"] != "person":
            return player
        return {**player, "name": name if at == seat else f"{at + 1}"}

    if event["event"] == "game":
        players = [renamed(player, at) for at, player in enumerate(event["players"])]
        return {**event, "players": players}
    if event["event"] == "seat":
        return {**event, "player": renamed(event["player"], event["seat"])}
    if event["event"] == "fault":
        return {
            **event,
            **{key: "" for key in ("text", "traceback", "observation") if key in event},
        }
    return {**event, "by": None} if "by" in event else event
