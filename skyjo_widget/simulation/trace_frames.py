"""Conversion of traces to the columns of `skyjo_widget.frames.log`, as DataFrames or Parquet."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.engine.core.trace import NOTHING, Column, Trace, numbers, texts
from skyjo_widget.frames.arrow import column as from_arrow_column
from skyjo_widget.frames.arrow import parquet_bytes
from skyjo_widget.frames.rows import ranked
from skyjo_widget.frames.schema import FRAMES, LIST, TEXT, TIME, objects, typed
from skyjo_widget.frames.trace_columns import always, decision_columns, series
from skyjo_widget.simulation.job import Job
from skyjo_widget.util.arrow import need_arrow
from skyjo_widget.util.reading import regular

PLAIN = (
    "game_id",
    "decision",
    "game",
    "round",
    "turn",
    "seat",
    "player",
    "kind",
    "phase",
    "action",
    "notation",
    "position",
    "card_in",
    "card_effect",
    "wild",
    "card_out",
    "draw_pile_size",
    "undone",
    "practice",
)
"""Columns of `decisions` that cost little; all others are computed at each decision."""


def games(job: Job, noted: Trace) -> dict[str, Column]:
    """Return the columns of `games`."""
    rows = noted.games
    n, shift = len(job.players), job.rotation(rows["game"])
    orders = [tuple(job.names[(seat + k) % n] for seat in range(n)) for k in range(n)]
    kinds, places = np.unique(rows["winners"] * n + shift, return_inverse=True)
    won = [
        tuple(job.names[(seat + kind % n) % n] for seat in range(n) if kind // n >> seat & 1)
        for kind in kinds.tolist()
    ]
    return {
        "game_id": _game_ids(job, rows["game"]),
        "game": always(job.game.name, rows),
        "preset": always(job.preset, rows),
        "players": numbers(np.full(len(rows), n)),
        "names": texts(shift, orders),
        "persons": numbers(np.zeros(len(rows), np.int64)),
        "rounds": numbers(
            rows["rounds"] - (rows["finished"] == 0)
        ),  # not counting a broken-off one
        "decisions": numbers(rows["decisions"]),
        "finished": numbers(rows["finished"]),
        "winners": texts(np.where(rows["finished"] + rows["winners"] > 0, places, -1), won),
        "rules": always(json.dumps(job.rules.as_dict()), rows),
        "deck": always(job.deck.hash, rows),
        **({"deck_name": always(job.deck.name, rows)} if job.deck.name else {}),
        "seed": numbers(np.full(len(rows), job.seed)),
        "practice": numbers(np.zeros(len(rows), np.int64)),
        "locked": numbers(np.zeros(len(rows), np.int64)),
    }


def rounds(job: Job, noted: Trace) -> dict[str, Column]:
    """Return the columns of `rounds`."""
    rows = noted.rounds
    broken = rows["finished"] == 0
    columns = {
        "game_id": _game_ids(job, rows["game"]),
        "round": numbers(rows["round"]),
        "seat": numbers(rows["seat"]),
        "player": _players(job, rows),
        "kind": always("bot", rows),
        "starter": numbers(rows["starter"]),
        "ender": numbers(rows["ender"]),
        "score": numbers(rows["score"], broken),
        "total": numbers(rows["total"], broken),
        "finished": numbers(rows["finished"]),
        "practice": numbers(np.zeros(len(rows), np.int64)),
    }
    own = {
        "raw_score": numbers(rows["raw_score"], broken),
        "penalty": numbers(rows["score"] - rows["raw_score"], broken),
    }
    for name in job.game.round_trace_columns:
        columns[name] = own[name] if name in own else numbers(rows[name])
    return columns


def seats(
    games: pd.DataFrame, rounds: pd.DataFrame, policies: Mapping[str, str | None]
) -> pd.DataFrame:
    """Return the frame `seats` of a run from its `games` and `rounds`.

    Parameters
    ----------
    games, rounds : DataFrame
    policies : mapping of str to str
        The names of the players' policies, by player.
    """
    n = len(policies)
    played = games.reset_index(drop=True)
    by_seat = played.loc[played.index.repeat(n), ["game_id", "game", "preset", "players"]]
    names = objects([name for row in played["names"] for name in row])
    by_seat["seat"] = np.tile(np.arange(n), len(played))
    by_seat["player"] = names
    by_seat["kind"] = "bot"
    by_seat["policy"] = [policies[name] for name in names.tolist()]
    of_seats = rounds.assign(
        score=rounds["score"].astype("Float64"),
        began=rounds["starter"].fillna(value=False) & (rounds["round"] == 1),
    ).groupby(["game_id", "seat"], sort=False, observed=True)
    by_seat = by_seat.merge(
        of_seats.agg(
            total=("total", "last"),  # of the rounds that have one
            mean_score=("score", "mean"),
            rounds=("score", "count"),
            began=("began", "max"),
        ),
        how="left",
        on=["game_id", "seat"],
    )
    shape = (len(played), n)
    began = by_seat.pop("began").fillna(value=False).to_numpy(bool).reshape(shape)
    first = np.where(began.any(axis=1), began.argmax(axis=1), -1)[:, None]
    order = np.where(first < 0, NOTHING, (np.arange(n) - first) % n + 1)
    finished = np.repeat(played["finished"].to_numpy(bool), n)
    decided = np.repeat(played["winners"].notna().to_numpy(), n)
    totals = by_seat["total"].to_numpy(float, na_value=np.nan).reshape(shape)
    won = np.zeros(shape, bool)
    rank = np.full(shape, NOTHING)
    for at, (sat, who) in enumerate(zip(played["names"], played["winners"], strict=True)):
        if decided[at * n] and len(who):
            won[at] = [name in who for name in sat]
            # The totals of a game that was stopped say nothing: its losers share a rank.
            ends = totals[at] if finished[at * n] else np.zeros(n)
            places = ranked(ends.tolist(), np.flatnonzero(won[at]).tolist())
            rank[at] = [NOTHING if place is None else place for place in places]
    by_seat["order"] = series(numbers(order.ravel()), "Int64", "order", len(by_seat))
    by_seat["won"] = pd.arrays.BooleanArray(won.ravel(), ~decided)
    share = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    by_seat["share"] = pd.arrays.FloatingArray(share.ravel(), ~decided)
    by_seat["rank"] = series(numbers(rank.ravel()), "Int64", "rank", len(by_seat))
    by_seat["finished"] = finished
    by_seat["practice"] = False
    return typed({name: by_seat[name].tolist() for name in FRAMES["seats"]}, FRAMES["seats"])


def decisions(job: Job, noted: Trace, wanted: Sequence[str] = ()) -> dict[str, Column]:
    """Return the columns of `decisions`; those not in `PLAIN` only if they were recorded.

    Parameters
    ----------
    job : Job
    noted : Trace
    wanted : sequence of str
        The columns to return; empty for all.
    """
    rows = noted.decisions
    none = np.broadcast_to(np.int32(0), len(rows))
    columns: dict[str, Callable[[], Column]] = {
        "game_id": lambda: _game_ids(job, rows["game"]),
        "player": lambda: _players(job, rows),
        "kind": lambda: always("bot", rows),
        "undone": lambda: numbers(none),
        "practice": lambda: numbers(none),
    }
    kept = {name: make() for name, make in columns.items() if not wanted or name in wanted}
    return kept | decision_columns(
        noted, job.game, job.codes, job.deck, detailed=job.noted == "detailed", wanted=wanted
    )


def parquet(
    name: str, columns: Mapping[str, Column], rows: int, wanted: Sequence[str] = ()
) -> bytes:
    """Return a frame as the bytes of a Parquet file; parameters as of `frame`.

    Raises
    ------
    SkyjoWidgetError
        If pyarrow isn't installed.
    """
    pa, _ = need_arrow()
    arrays = {}
    for column, dtype in FRAMES[name].items():
        if not wanted or column in wanted:
            arrays[column] = _arrow_array(pa, columns.get(column), dtype, rows)
    return parquet_bytes(pa.table(arrays))


def rows_parquet(rows: Mapping[str, Any]) -> bytes:
    """Return arbitrary columns as the bytes of a Parquet file."""
    pa, _ = need_arrow()
    return parquet_bytes(pa.table(dict(rows)))


def joined_parquet(files: Sequence[Any]) -> bytes:
    """Join Parquet files with the same columns; return the bytes."""
    return parquet_bytes(_whole(files, _TEXTS).unify_dictionaries().combine_chunks())


def read_parquet(name: str, files: Sequence[Any], wanted: Sequence[str] = ()) -> pd.DataFrame:
    """Read files of `parquet` as one DataFrame with the dtypes of `FRAMES`."""
    whole = _whole(files, _TEXTS)
    return pd.DataFrame(
        {
            column: from_arrow_column(whole.column(column), dtype, column)
            for column, dtype in FRAMES[name].items()
            if not wanted or column in wanted
        }
    )


def read_rows(files: Sequence[Any]) -> pd.DataFrame:
    """Read files of `rows_parquet` as one DataFrame."""
    frame: pd.DataFrame = _whole(files).to_pandas()
    return frame


# Inside


_TEXTS = {
    column
    for dtypes in FRAMES.values()
    for column, dtype in dtypes.items()
    if dtype in (TEXT, "category")
}
"""The columns that are read as dictionaries: what they hold, they hold often."""


def _whole(files: Sequence[Any], coded: Collection[str] = ()) -> Any:
    pa, pq = need_arrow()
    return pa.concat_tables(
        [pq.read_table(regular(file), read_dictionary=[*coded]) for file in files],
        promote_options="permissive",
    )


def _game_ids(job: Job, numbers: npt.NDArray[Any]) -> Column:
    """Return the games' ids; `numbers` are sorted and without gaps."""
    first, last = (numbers[0], numbers[-1]) if len(numbers) else (0, -1)
    return Column(numbers - first, tuple(f"{job.name}-{k:06d}" for k in range(first, last + 1)))


def _players(job: Job, rows: npt.NDArray[Any]) -> Column:
    return Column((rows["seat"] + job.rotation(rows["game"])) % len(job.players), job.names)


def _arrow_array(pa: Any, column: Column | None, dtype: Any, rows: int) -> Any:
    if column is None:
        column = Column(np.full(rows, NOTHING))
    values, words = column
    if dtype == LIST:
        lists = pa.array(list(words or ()), pa.list_(pa.string()))
        codes = np.full(rows, -1) if words is None else values
        return lists.take(pa.array(codes, mask=codes < 0))
    if words is not None:
        whole = values.astype(np.int32)  # Arrow is slow with rows that lie apart
        none = whole < 0
        codes = pa.array(whole, mask=none if none.any() else None)
        return pa.DictionaryArray.from_arrays(codes, pa.array(words, pa.string()))
    kinds = {"Int64": pa.int64(), "boolean": pa.bool_(), TIME: pa.timestamp("us")}
    kind = kinds.get(dtype, pa.string())
    whole = values.astype(np.int64)
    missing = whole == NOTHING
    if missing.all():
        return pa.nulls(rows, kind)
    whole = whole == 1 if dtype == "boolean" else whole
    return pa.array(whole, type=kind, mask=missing if missing.any() else None)
