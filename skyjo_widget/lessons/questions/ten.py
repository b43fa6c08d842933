"""The ten questions: what is counted of each, and which moments to look at first."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from typing import Any

import pandas as pd

from skyjo_widget.lessons.questions.answer import (
    MOST_MOMENTS,
    Answer,
    NoAnswerError,
    Played,
    Row,
    by_player,
    data_of,
    extremes,
    mean_of,
)
from skyjo_widget.lessons.report.regret import regret
from skyjo_widget.measures.estimate import SHARE, Estimate
from skyjo_widget.measures.run import measure

BETWEEN = " · "
"""Between a row's part of the game and its version, where there are several."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Question:
    """A question; its texts are in the locales under ``insights``, by its key.

    Parameters
    ----------
    key : str
    answer : callable
        Answers it from `Played`; raises `NoAnswerError`.
    unit : str
        ``points``, ``share``, ``turns`` …: a key of the measures' units.
    of : str
        What n counts, a key of its texts.
    bars : bool
        Whether its picture counts the values, instead of comparing means.
    cards : bool
        Whether the values of its moments are cards.
    """

    key: str
    answer: Callable[[Played], Answer]
    unit: str
    of: str
    bars: bool = False
    cards: bool = False


def _starter(played: Played) -> Answer:
    seats = played.seats.dropna(subset=["order", "share"])
    if seats.empty:
        raise NoAnswerError("finished")
    numbers = measure(
        played.source, measures="wins_by_starter", by=None, practice=played.practice
    ).frame
    several = numbers["version"].nunique() > 1
    rows = [
        Row(
            BETWEEN.join([row["about"], *[row["version"]] * several]),
            Estimate(_number(row["value"]), _number(row["low"]), _number(row["high"]), row["n"]),
            row["n"],
        )
        for row in numbers.to_dict("records")
        if not pd.isna(row["value"])
    ]
    first = seats[seats["order"] == 1]
    last = played.decisions.groupby("game_id")["decision"].max()
    data = data_of(first.assign(decision=first["game_id"].map(last)), first["share"])
    return Answer(
        [mean_of(data, SHARE), *rows] if several else rows,
        data,
        played.mine(data[data["value"] > 0]).head(MOST_MOMENTS),
        reference=float((1 / first["players"].astype(float)).mean()),
    )


def _doubling(played: Played) -> Answer:
    ended = _ended(played).dropna(subset=["penalty"])
    if ended.empty:
        raise NoAnswerError("penalty")
    data = data_of(played.at_the_end(ended), ended["penalty"])
    hit = data[data["value"] != 0]
    share = len(hit) / len(data)
    return Answer(by_player(data), data, extremes(played.mine(hit)), parts={"share": share})


def _ends(played: Played) -> Answer:
    ended = _ended(played).dropna(subset=["turns"])
    data = data_of(played.at_the_end(ended), ended["turns"])
    low, high = float(data["value"].min()), float(data["value"].max())
    moments = extremes(played.mine(data), highest=2, lowest=3)
    return Answer(by_player(data), data, moments, parts={"least": low, "most": high})


def _regret(played: Played) -> Answer:
    if played.values is not None:
        frame = played.values.frame
        costs = frame[frame["game_id"].isin(played.games["game_id"])]
        data = data_of(costs, costs["regret"])
        unit = "share"
    else:
        if not (played.games["persons"].fillna(0) > 0).any():
            raise NoAnswerError("people")
        counted = set(played.games["game_id"])
        games = [h for h in played.log.histories if h.game_id in counted]
        costs = regret(games, progress=played.progress)
        data = data_of(costs, costs["cost"])
        unit = ""
    if data.empty:
        raise NoAnswerError("people")
    return Answer(by_player(data), data, extremes(played.mine(data[data["value"] > 0])), unit=unit)


def _pairs(played: Played) -> Answer:
    rows = played.kept("broke_pair")
    data = data_of(rows, rows["broke_pair"].astype("Float64"))
    broken = rows[rows["broke_pair"]]
    moments = extremes(played.mine(data_of(broken, broken["card_out"])))
    return Answer(by_player(data, SHARE), data, moments, parts={"times": len(broken)})


def _swing(played: Played) -> Answer:
    rounds = played.rounds.dropna(subset=["score"])
    if rounds.empty:
        raise NoAnswerError("rounds")
    # of equals the first: the row of the seat that gained most on another
    by_round = rounds.groupby(["game_id", "round"])["score"]
    spread = by_round.transform("max") - by_round.transform("min")
    top = rounds.assign(spread=spread)[rounds["score"] == by_round.transform("max")]
    top = top.drop_duplicates(["game_id", "round"])
    data = data_of(played.at_the_end(top), top["spread"])
    return Answer(
        [mean_of(data)], data, extremes(played.mine(data)), parts={"most": data["value"].max()}
    )


def _draws(played: Played) -> Answer:
    rows = played.kept("card_in")
    rows = rows[(rows["action"] == "draw") & _first_pile(rows)]
    if rows.empty:
        raise NoAnswerError("cards")
    deck = _law(played)
    data = data_of(rows, rows["card_in"])
    moments = extremes(played.mine(data), highest=2, lowest=3)
    return Answer(by_player(data), data, moments, reference=deck, parts={"chance": deck})


def _columns(played: Played) -> Answer:
    rounds = played.rounds.dropna(subset=["columns_cleared"])
    if rounds.empty:
        raise NoAnswerError("columns" if len(played.rounds) else "rounds")
    data = data_of(rounds, rounds["columns_cleared"])
    moments = data.iloc[:0]
    if len(played.decisions):
        clearing = played.decisions[played.decisions["cleared"].notna()]
        moments = extremes(played.mine(data_of(clearing, clearing["card_in"])))
    return Answer(by_player(data), data, moments)


def _hidden(played: Played) -> Answer:
    rows = played.kept("out_hidden", "card_out")
    hidden, open_ = rows[rows["out_hidden"]], rows[~rows["out_hidden"]]
    if hidden.empty:
        raise NoAnswerError("cards")
    data = data_of(hidden, hidden["card_out"])
    visible = mean_of(data_of(open_, open_["card_out"]))
    moments = extremes(played.mine(data), highest=2, lowest=3)
    deck = _law(played)
    return Answer(
        [mean_of(data), visible._replace(about="open")],
        data,
        moments,
        reference=deck,
        parts={"chance": deck, "open": visible.number.value},
    )


def _taken(played: Played) -> Answer:
    rows = played.kept("action")
    rows = rows[rows["action"].isin(["draw", "take"])]
    if rows.empty:
        raise NoAnswerError("cards")
    data = data_of(rows, (rows["action"] == "take").astype("Float64"))
    taken = rows[rows["action"] == "take"]
    moments = extremes(played.mine(data_of(taken, taken["card_in"])))
    return Answer(by_player(data, SHARE), data, moments)


QUESTIONS = (
    Question(key="starter", answer=_starter, unit="share", of="games"),
    Question(key="doubling", answer=_doubling, unit="points", of="rounds ended"),
    Question(key="ends", answer=_ends, unit="turns", of="rounds ended", bars=True),
    Question(key="regret", answer=_regret, unit="points", of="decisions"),
    Question(key="pairs", answer=_pairs, unit="share", of="cards placed", cards=True),
    Question(key="swing", answer=_swing, unit="points", of="rounds", bars=True),
    Question(key="draws", answer=_draws, unit="points", of="cards drawn", cards=True),
    Question(
        key="columns",
        answer=_columns,
        unit="columns a round",
        of="rounds of a player",
        cards=True,
    ),
    Question(key="hidden", answer=_hidden, unit="points", of="cards replaced", cards=True),
    Question(key="taken", answer=_taken, unit="share", of="cards taken or drawn", cards=True),
)
"""All questions, in order."""


def _number(value: Any) -> float:
    return math.nan if pd.isna(value) else float(value)


def _ended(played: Played) -> pd.DataFrame:
    """Return the rows of the seats that ended their rounds."""
    ended = played.rounds[played.rounds["ender"].fillna(value=False)]
    if ended.empty:
        raise NoAnswerError("rounds")
    return ended


def _first_pile(rows: pd.DataFrame) -> pd.Series[bool]:
    """Return whether a draw is from the pile of its round's deal, not from reshuffled cards.

    The deck's mean holds for it alone: what was discarded is higher.
    """
    sizes = rows.sort_values(["game_id", "decision"]).groupby(["game_id", "round"])[
        "draw_pile_size"
    ]
    before = rows["draw_pile_size"].reindex(sizes.obj.index)
    refilled = (sizes.diff() > 0).fillna(value=False) | (before == 0)
    after: pd.Series[bool] = (
        refilled.astype(int).groupby([rows["game_id"], rows["round"]]).cumsum() == 0
    )
    return after.reindex(rows.index)


def _law(played: Played) -> float:
    """Return the mean number of the deck's cards; raise if the games have several decks."""
    keys = played.games["deck"].dropna().unique()
    decks = played.log.decks
    if len(keys) != 1 or keys[0] not in decks:
        raise NoAnswerError("deck")
    kinds = [kind for kind in decks[keys[0]].kinds if not kind.wild]
    return sum(kind.value * kind.count for kind in kinds) / sum(kind.count for kind in kinds)
