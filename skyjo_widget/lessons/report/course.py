"""The course of a game for its replay: everybody's chances, and the decisions that cost points."""

from __future__ import annotations

from typing import Any

from skyjo_widget.errors import RulesError
from skyjo_widget.lessons.report.regret import regret
from skyjo_widget.measures.win_chances import win_probabilities
from skyjo_widget.records.history import History

LEAST = 2.0
"""The least cost of a slip, in points: what is below looks like noise beside a card's 5 points."""
MOST = 12
"""Slips that are named at most: the dearest ones."""


def course_of(history: History) -> dict[str, Any]:
    """Compute the chances to win after each decision, and people's dearest decisions.

    Parameters
    ----------
    history : History
        The whole game.

    Returns
    -------
    dict
        ``chances``: by decision (None before the first; without the newest one of an open game)
        each seat's chance, by the fitted model from public information: ``[]`` in a round that
        isn't over, as in a game that was broken off; empty for rules that the model doesn't
        know.  ``slips``: dicts of
        decision, seat, best action and cost, in expected points, as `regret` has them.

    Raises
    ------
    RulesError
        If the coach is locked in a round that isn't over.
    """
    if history.locked and not history.over:
        raise RulesError("the coach is locked in this game until it is over")
    return {"chances": _chances(history), "slips": _slips(history)}


def _chances(history: History) -> dict[int | None, list[float]]:
    try:
        frame = win_probabilities(
            history, every="decision", model="fitted", strengths="equal", progress=False
        ).frame
    except RulesError:
        return {}  # rules or a deck that the model wasn't fitted to
    over = history.rounds_over
    chances: dict[int | None, list[float]] = {None: []} if over == 0 else {}
    for decision, chance in zip(
        frame["decision"].to_list(), frame["chance"].to_list(), strict=True
    ):
        key = decision if isinstance(decision, int) else None
        chances.setdefault(key, []).append(round(float(chance), 3))
    # A game's last decision has its end too: the newest moment counts.
    seats = len(history.players)
    chances = {decision: values[-seats:] for decision, values in chances.items()}
    return chances | {row.decision: [] for row in history.decisions if row.round > over}


def _slips(history: History) -> list[dict[str, Any]]:
    costs = regret([history], progress=False)
    costs = costs[(costs["cost"] >= LEAST).fillna(value=False)]
    dearest = costs.sort_values("cost", ascending=False).head(MOST).sort_values("decision")
    return [
        {
            "decision": int(row["decision"]),
            "seat": int(row["seat"]),
            "best": str(row["best"]),
            "cost": round(float(row["cost"]), 1),
        }
        for row in dearest.to_dict("records")
    ]
