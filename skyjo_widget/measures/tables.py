"""Tables of games: one row per game, per seat and per card, from a log's frames by one pass each.

Whatever the source, these are pandas tables.  Their columns are counts and sums.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import Effect, effects
from skyjo_widget.errors import RulesError
from skyjo_widget.frames.rows import winners_in
from skyjo_widget.measures.coded_rows import (
    Keys,
    columns_by,
    different,
    keys_of,
    number,
    rows_in_memory,
    truth,
)
from skyjo_widget.measures.decision_kinds import (
    AIMED,
    BEGUN,
    ELSEWHERE,
    OF_CARDS,
    SETUP,
    STARTING,
)
from skyjo_widget.measures.estimate import block_of
from skyjo_widget.measures.source import Lazy, Source, lazy

SEAT = ("game_id", "seat", "kind")
SUMS = ("rounds", "score", "score_sq", "turns", "ended", "doubled", "started")
"""Sums of a seat over rounds; 0 where it has no round."""
WILD = 1e6
"""A stand-in for a wild card's number while cards are counted."""


@dataclasses.dataclass(frozen=True)
class Tables:
    """Games by game, by seat and by card.

    Parameters
    ----------
    games : DataFrame
        Index: `game_id`, in order.  `version`, `kind` (``person``, ``bot``, or ``mixed`` if both
        have played, even if one has left), `players`, `finished`, `deck`, `fined` (whether the
        rules have a penalty for the ender), `deal` (the number of the deal, shared by its games
        only), `block` (of a version's games: `skyjo_widget.measures.estimate.block_of`); of rounds
        with scores `rounds` (their number), `range` and `variance` (sums over rounds), `turns` (of
        all seats); of finished games `margin`, the points between the winner and the next.
    seats : DataFrame
        `game_id`, `seat`, `kind`, `player`, and of the game `version`, `block`;
        `turns`, those of an unfinished round included (where a bot took over a seat, each has its
        own); of rounds with scores `rounds`, `score` and `score_sq` (sums), `columns`,
        `cards_left`, `penalty_cards`, `penalty` (sums; missing where the game has none), `ended`
        and `doubled` (rounds that it ended, those of them with a penalty); `place` (distance from
        the seat that had the game's first turn); of finished games `total` (points), `won` (1, or
        the share of a shared win); of decisions in turns (the set-up has none) `decisions`, `told`
        (those whose legal actions are known), `legal` (the sum of their numbers), `forced`, `real`
        (those with one legal action, with more), `timed` and `ms` (those with a time, the sum of
        the times), `drawn`, `taken` (cards from the draw pile, from the discard pile), `effects`
        (begun, and not without effect), `touched` (those that affected another player).
    cards : DataFrame
        `version`, `kind`, `block`, `card` (``card 5:reverse``, ``effect reverse``), and the sums of
        `OF_CARDS`, of `kept_total` and `kept_won` (over the cards kept: total, and share of the
        win, of their keeper) and `kept_done` (cards kept in finished games).
    missing : frozenset of str
        Columns that the source doesn't have.
    touching : dict
        By version: the share of the deck's cards whose effects touch others, and the number of
        cards; None if the deck isn't known.
    rotated : bool
        Whether each deal is played once for every seat.
    """

    games: pd.DataFrame
    seats: pd.DataFrame
    cards: pd.DataFrame
    missing: frozenset[str]
    touching: Mapping[str, tuple[float, int] | None]
    rotated: bool


def tables_of(source: Source, *, practice: bool = False, apart: bool = True) -> Tables:
    """Aggregate games into tables.

    Parameters
    ----------
    source : Source
    practice : bool
        Whether to include practice tables and branches.  Undone decisions never count.
    apart : bool
        Whether to separate people and bots.

    Raises
    ------
    SkyjoWidgetError
        If the source can't be read.
    """
    if not apart:
        frames = {
            name: frame if name == "games" else _together(frame)
            for name, frame in source.frames.items()
        }
        source = dataclasses.replace(source, frames=frames)
    try:
        return _tables(source, practice=practice)
    except Exception:  # DuckDB's, of a file that is broken inside
        whole = source.retry()
        if whole is None:
            raise
        return _tables(whole, practice=practice)


def _tables(source: Source, *, practice: bool) -> Tables:
    missing, coded = source.missing, _coded(source)
    games = _games(source, practice=practice)
    games = games.join(_rounds_of_games(source), how="left")
    _check_once(games, "rounds", games["scores"] > games["players"] * games["rounds"])
    seats = _seats(source).merge(_ends(source), how="left", on=list(SEAT))
    if "decisions" not in missing:
        seats = _with_decisions(seats, _decisions_of_seats(source, coded))
        decisions = seats.groupby("game_id", observed=True)["decisions"].sum().reindex(games.index)
        _check_once(games, "decisions", decisions > games["made"])
    seats["player"] = seats.pop("sat").fillna(seats["player"])  # of several, the last one
    seats = seats[seats["game_id"].isin(games.index)].reset_index(drop=True)
    names = pd.CategoricalDtype(games.index, ordered=True)  # groups by game come sorted
    seats["game_id"] = seats["game_id"].astype(names)
    _add_results(games, seats)
    needed = {f"decisions.{name}" for name in ("phase", "action", "card_in", "card_effect")}
    if "decisions" in missing or needed & missing or seats.empty:
        cards = pd.DataFrame(columns=["version", "kind", "card"])
    else:
        cards = _cards(source, coded, seats)
    touching = _touching(source, games)
    games = games.drop(columns=["winners", "rules", "made", "scores"])
    if "kind" in seats and (seats["kind"] == "all").any():
        games["kind"] = "all"
    return Tables(games, seats, cards, missing, touching, source.rotated > 1)


def _check_once(games: pd.DataFrame, name: str, twice: pd.Series[bool]) -> None:
    """Raise if rows are there twice, as by a copy of a file; they would count twice."""
    if twice.any():
        raise RulesError(
            "the {name} of {count} games are there twice, such as those of {first}: leave "
            "one copy out",
            name=name,
            count=twice.sum(),
            first=games.index[twice].min(),
        )


def _together(frame: Lazy) -> Lazy:
    """Pool people and bots as one kind; times stay those of people."""
    if "ms" in frame.collect_schema().names():
        frame = frame.with_columns(ms=nw.when(_text(frame, "kind") != "bot").then(nw.col("ms")))
    return frame.with_columns(kind=nw.lit("all"))


def _collected(frame: Lazy) -> pd.DataFrame:
    """Return a DataFrame of floats and strings, whatever the backend's dtypes."""
    table: pd.DataFrame = frame.collect("pandas").to_native()
    kinds = {
        name: "string" if pd.api.types.is_string_dtype(table[name].dtype) else "float64"
        for name in table
    }
    return table.astype(kinds)


def _sums(frame: Lazy, keys: tuple[str, ...], **columns: nw.Expr) -> Lazy:
    """Return sums by keys; missing values count 0."""
    numbers = {name: column.cast(nw.Float64) for name, column in columns.items()}
    picked = frame.select(*keys, **numbers)
    return picked.group_by(*keys).agg(*(nw.col(name).sum() for name in columns))


def _ones() -> nw.Expr:
    """Return a column of ones, also where narwhals 2.7 refuses a literal: in an empty frame."""
    return (~nw.col("game_id").is_null()).cast(nw.Float64)


def _true(frame: Lazy, name: str) -> nw.Expr:
    """Return a boolean column; False where a value or the column is missing."""
    if name not in frame.collect_schema().names():
        return nw.col("game_id").is_null()
    return nw.col(name).cast(nw.Boolean).fill_null(False)


def _number(frame: Lazy, name: str) -> nw.Expr:
    """Return a column of floats; all missing if there is no such column."""
    if name not in frame.collect_schema().names():
        return nw.when(nw.col("game_id").is_null()).then(_ones())
    return nw.col(name).cast(nw.Float64)


def _text(frame: Lazy, name: str) -> nw.Expr:
    """Return a column of strings; empty where a value or the column is missing."""
    there = name in frame.collect_schema().names()
    column = nw.col(name if there else "game_id")
    present = ~column.is_null() if there else column.is_null()
    # narwhals 2.7 casts a missing value to "<NA>".
    return nw.when(present).then(column.cast(nw.String)).fill_null("")


def _games(source: Source, *, practice: bool) -> pd.DataFrame:
    frame = source.frames["games"]
    if not practice:
        frame = frame.filter(~_true(frame, "practice"), _text(frame, "branch") == "")
    games = _collected(
        frame.select(
            *("game_id", "preset", "winners"),
            players=_number(frame, "players"),
            persons=_number(frame, "persons"),
            finished=_true(frame, "finished").cast(nw.Int64),
            made=_number(frame, "decisions"),
            rules=_text(frame, "rules"),
            deck=_text(frame, "deck"),
            deck_name=_text(frame, "deck_name"),
        )
    )
    twice = games["game_id"][games["game_id"].duplicated()]
    if len(twice):
        raise RulesError(
            "{count} games are there twice, such as {first}: leave one copy out",
            count=len(twice),
            first=twice.min(),
        )
    persons, players = games.pop("persons"), games["players"].astype(int)
    games["players"] = players
    games["kind"] = np.select([persons == 0, persons == players], ["bot", "person"], "mixed")
    games["finished"] = games["finished"].astype(bool)
    games["version"] = versions(games)
    games = games.set_index("game_id").sort_index()
    games["deal"] = np.arange(len(games))
    if source.rotated > 1:  # a run's game ids end in the game's number
        number = games.index.str.rsplit("-", n=1).str[1].astype(int)
        games["deal"] = np.asarray(number) // source.rotated
        games = games.sort_values("deal", kind="stable")
    of_version = games.groupby("version")["deal"]
    place = of_version.rank("dense").astype(int) - 1  # no deal is cut in two
    games["block"] = block_of(place, of_version.transform("nunique"))
    games["fined"] = games["rules"].map({text: fined(text) for text in games["rules"].unique()})
    return games


def fined(rules: str) -> bool:
    """Return True if an ender with a bad score has a penalty, the default of the rules."""
    options = _rules(rules)
    return bool(options.get("penalty_factor", 2) != 1 or options.get("penalty_add", 0) != 0)


def _rules(text: str) -> dict[str, Any]:
    """Parse a game's rule options; an empty text gives none."""
    try:
        options = json.loads(text or "{}")
        if isinstance(options, dict):
            return options
    except ValueError:
        pass
    raise RulesError("rules={text!r:.60} of a game: no JSON object, as a log writes it", text=text)


def versions(games: pd.DataFrame) -> pd.Series[str]:
    """Return labels of the versions: ``newskyjo × 4``, and the options in which games differ."""
    keys = ["preset", "players", "rules", "deck"]
    kinds = games[keys].drop_duplicates().sort_values(keys)
    decks = _deck_labels(games)
    base = kinds["preset"].astype(str) + " × " + kinds["players"].astype(str)
    names = []
    for name, (_, rows) in zip(base, kinds.iterrows(), strict=True):
        others = kinds[(base == name).to_numpy()]
        parts = [name]
        if others["rules"].nunique() > 1:
            others_rules = [_rules(text) for text in others["rules"]]
            mine = _rules(rows["rules"])
            differ = [
                k for k in mine if len({json.dumps(options.get(k)) for options in others_rules}) > 1
            ]
            parts += [f"{k}={mine[k]}" for k in differ]
        if others["deck"].nunique() > 1:
            parts.append(f"deck {decks[rows['deck']]}")
        names.append(", ".join(parts))
    labelled = kinds.assign(version=names)
    versions = games[keys].merge(labelled, how="left", on=keys)["version"]
    return versions.set_axis(games.index).astype("string")


def _deck_labels(games: pd.DataFrame) -> dict[str, str]:
    """Return by deck its name, with its hash where it has no name or isn't the only one of it."""
    by_deck = games.groupby("deck", observed=True)["deck_name"].unique()
    names = {
        deck: " / ".join(sorted(filter(None, deck_names))) for deck, deck_names in by_deck.items()
    }
    taken = list(names.values())
    return {
        str(deck): name if name and taken.count(name) == 1 else f"{name} {deck}".lstrip()
        for deck, name in names.items()
    }


def _scored(source: Source) -> Lazy:
    """Return the rounds that have scores."""
    frame = source.frames["rounds"]
    return frame.filter(~nw.col("score").is_null())


def _rounds_of_games(source: Source) -> pd.DataFrame:
    frame = _scored(source)
    score, raw = nw.col("score").cast(nw.Float64), _number(frame, "raw_score")
    picked = frame.select(
        *("game_id", "round"), n=_ones(), s=score, q=score * score, low=score, high=score,
        turns=_number(frame, "turns"), raw=raw, raw_sq=raw * raw,
    )  # fmt: skip
    whole = ("n", "s", "q", "turns", "raw", "raw_sq")
    by_round = picked.group_by("game_id", "round").agg(
        *(nw.col(name).sum() for name in whole), nw.col("low").min(), nw.col("high").max()
    )
    many = by_round.filter(nw.col("n") > 1)
    sums = _sums(
        many,
        ("game_id",),
        rounds=_ones(),
        scores=nw.col("n"),
        range=nw.col("high") - nw.col("low"),
        variance=_variance("q", "s"),
        raw_variance=_variance("raw_sq", "raw"),
        turns=nw.col("turns"),
    )
    return _collected(sums).set_index("game_id")


def _variance(squares: str, total: str) -> nw.Expr:
    """Return the sample variance of `n` scores, from the names of their sums."""
    mean_square = nw.col(total) * nw.col(total) / nw.col("n")
    return (nw.col(squares) - mean_square) / (nw.col("n") - 1.0)


def _seats(source: Source) -> pd.DataFrame:
    frame = source.frames["rounds"]
    scored = ~nw.col("score").is_null()
    score = nw.col("score").cast(nw.Float64)

    def of_scored(name: str) -> nw.Expr:
        return nw.when(scored).then(_number(frame, name))

    fined = _number(frame, "penalty").fill_null(0.0) > 0.0
    ended = scored & _true(frame, "ender") & ~_number(frame, "penalty").is_null()
    present = {
        name: ~nw.col(name).is_null()
        for name in ("columns_cleared", "cards_left", "penalty")
        if name in frame.collect_schema().names()
    }
    sums = _sums(
        frame,
        (*SEAT, "player"),
        rounds=scored,
        score=score,
        score_sq=score * score,
        turns=_number(frame, "turns"),
        columns=of_scored("columns_cleared"),
        cards_left=of_scored("cards_left"),
        penalty_cards=of_scored("penalty_cards"),
        penalty=of_scored("penalty"),
        ended=ended,
        doubled=ended & fined,
        started=_true(frame, "starter") & (nw.col("round") == 1),
        **{f"{name}_known": present.get(name, nw.col("game_id").is_null()) for name in (
            "columns_cleared", "cards_left", "penalty")},
    )  # fmt: skip
    seats = _collected(sums)
    for name, column in (
        ("columns", "columns_cleared"), ("cards_left", "cards_left"), ("penalty", "penalty"),
    ):  # fmt: skip
        seats[name] = seats[name].where(seats.pop(f"{column}_known") > 0)
    seats["seat"] = seats["seat"].astype(int)
    seats = seats.sort_values([*SEAT, "player"], ignore_index=True)
    if seats.duplicated(list(SEAT)).any():  # a person who took over from another one
        own = {name: "last" if name == "player" else "sum" for name in seats if name not in SEAT}
        seats = seats.groupby(list(SEAT), as_index=False, observed=True).agg(own)
    return seats


def _ends(source: Source) -> pd.DataFrame:
    """Return the player and total of each seat in the last round with scores (`last` is True)."""
    frame = _scored(source)
    picked = frame.select(*SEAT, "round", total=_number(frame, "total"), sat=nw.col("player"))
    last = picked.group_by("game_id").agg(last=nw.col("round").max())
    ends = picked.join(last, on="game_id", how="inner").filter(nw.col("round") == nw.col("last"))
    totals = _collected(ends.select(*SEAT, "total", "sat")).assign(last=True)
    totals["seat"] = totals["seat"].astype(int)
    return totals


def _decisions(source: Source) -> Lazy:
    frame = source.frames["decisions"]
    return frame.filter(~_true(frame, "undone"))


WORDS = ("phase", "action", "position", "effect", "no_effect", "swapped", "cleared")
"""The columns that say what a decision counts as."""


def _flags(source: Source, frame: Lazy) -> dict[str, nw.Expr]:
    """Return what decisions count as, by `WORDS`; `turn` is all but the set-up."""
    phase, action = _text(frame, "phase"), _text(frame, "action")
    began = (
        (_text(frame, "effect") != "") & STARTING.column(phase, action) & ~_true(frame, "no_effect")
    )
    of_turns = _text(frame, "effect").is_in(turning_effects(source))

    def elsewhere(name: str) -> nw.Expr:
        return _text(frame, name).str.contains(ELSEWHERE, literal=True)

    moved = elsewhere("swapped") | elsewhere("cleared")
    moved |= AIMED.column(phase, action) & elsewhere("position")
    return {
        "turn": ~SETUP.column(phase, action),
        "begun": BEGUN.column(phase, action),
        "effects": began,
        "touched": moved | (began & of_turns),
        **{name: kind.column(phase, action) for name, kind in OF_CARDS.items()},
    }


class _Coded(NamedTuple):
    """Decisions in memory that weren't undone, with what each counts as and whose it is."""

    rows: pd.DataFrame
    flags: dict[str, npt.NDArray[np.bool_]]
    keys: Keys


def _coded(source: Source) -> _Coded | None:
    """Return the decisions if they are in memory."""
    rows = rows_in_memory(source.frames["decisions"]) if "decisions" in source.frames else None
    if rows is None:
        return None
    undone = truth(rows, "undone")
    if undone.any():
        rows = rows[~undone]
    code, kinds = different(rows, WORDS)
    texts = lazy(kinds[[name for name in ("game_id", *WORDS) if name in kinds]])
    flags = _collected(
        texts.select(**{n: f.cast(nw.Float64) for n, f in _flags(source, texts).items()})
    )
    of_rows = {str(name): (flags[name] > 0).to_numpy()[code] for name in flags}
    return _Coded(rows, of_rows, keys_of(rows))


OF_DECISIONS = ("drawn", "taken", "begun", "effects", "touched")
"""The flags that are counted by seat."""


def _decisions_of_seats(source: Source, coded: _Coded | None) -> pd.DataFrame:
    if coded:
        return _of_rows(*coded)
    frame = _decisions(source)
    frame = frame.filter(_flags(source, frame)["turn"])
    flags = _flags(source, frame)
    legal, ms = _number(frame, "legal_actions"), _number(frame, "ms")
    sums = _sums(
        frame,
        SEAT,
        decisions=_ones(),
        told=~legal.is_null(),
        legal=legal,
        forced=legal.fill_null(0.0) == 1.0,
        real=legal.fill_null(0.0) > 1.0,
        timed=~ms.is_null(),
        ms=ms,
        **{name: flags[name] for name in OF_DECISIONS},
    )
    seats = _collected(sums)
    seats["seat"] = seats["seat"].astype(int)
    return seats


def _of_rows(
    rows: pd.DataFrame, flags: Mapping[str, npt.NDArray[np.bool_]], keys: Keys
) -> pd.DataFrame:
    """Return the sums over decisions in memory."""
    turn = flags["turn"]
    legal, ms = number(rows, "legal_actions"), number(rows, "ms")
    columns = {
        "decisions": turn,
        "told": ~np.isnan(legal),
        "legal": legal,
        "forced": legal == 1.0,
        "real": legal > 1.0,
        "timed": ~np.isnan(ms),
        "ms": ms,
        **{name: flags[name] for name in OF_DECISIONS},
    }
    in_turns = {
        name: column & turn if column.dtype == bool else np.where(turn, column, 0.0)
        for name, column in columns.items()
    }
    sums = columns_by(keys.code, len(keys.frame), in_turns)
    table = keys.frame.assign(**sums)
    return table[table["decisions"] > 0].reset_index(drop=True)


def _with_decisions(seats: pd.DataFrame, decisions: pd.DataFrame) -> pd.DataFrame:
    """Add the sums over decisions, by who decided.

    `rounds` has one row per seat and round, with all turns of the seat and the player who sat there
    last; a player who left before may have no row.  So where a seat had several players, each gets
    the turns that it began (in Skip-Bo ended, with a discard).
    """
    seats = seats.merge(decisions, how="outer", on=list(SEAT))
    left = seats["rounds"].isna()
    seats.loc[left, list(SUMS)] = 0.0
    several = seats.duplicated(["game_id", "seat"], keep=False)
    seats.loc[several, "turns"] = seats["begun"].fillna(seats["turns"])
    return seats[several | ~left].drop(columns="begun")


def _add_results(games: pd.DataFrame, seats: pd.DataFrame) -> None:
    """Add results to both tables: wins, totals, order of play, margins."""
    of = games.iloc[seats["game_id"].cat.codes]
    for name in ("version", "players", "block"):
        seats[name] = of[name].to_numpy()
    left = seats["kind"].to_numpy() != of["kind"].to_numpy()
    games.loc[seats["game_id"][left].unique(), "kind"] = "mixed"
    whole, last = of["finished"].to_numpy(bool), seats.pop("last").notna().to_numpy()
    finished = whole & last
    winners = of["winners"].astype("string").fillna("").replace("[]", "").to_numpy()
    winners = np.where(last | ~whole, winners, "")  # a game that a strategy stopped has some too
    won = _winners(seats, winners)
    share = won / np.maximum(
        pd.Series(won).groupby(seats["game_id"], observed=True).transform("sum"), 1
    )
    seats["won"] = np.where(winners != "", share, np.nan)
    points = seats["total"].fillna(seats["score"])  # they differ by a referee's points only
    seats["total"] = np.where(finished, points, np.nan)
    began = seats["seat"].where(seats["started"] > 0)
    first = began.groupby(seats["game_id"], observed=True).transform("max")
    seats["place"] = (seats["seat"] - first) % seats.pop("players")
    best = seats["total"].where(won > 0).groupby(seats["game_id"], observed=True).transform("min")
    distance = (seats["total"] - best).abs().where(won == 0)
    games["margin"] = distance.groupby(seats["game_id"], observed=True).min().reindex(games.index)
    shared = pd.Series(won).groupby(seats["game_id"], observed=True).sum().reindex(games.index)
    alone = ~games["rules"].str.contains('"teams": true', regex=False) | (games["players"] < 4)
    games.loc[(shared > 1) & alone & games["finished"], "margin"] = 0.0


def _winners(seats: pd.DataFrame, winners: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return 1 for winning seats, else 0; `winners` is each seat's game's, a JSON list or ""."""
    won = np.zeros(len(seats))
    rows = np.flatnonzero(winners != "")
    if not len(rows):
        return won
    players, names = pd.factorize(seats["player"].iloc[rows])
    codes, texts = pd.factorize(winners[rows])
    first = np.diff(seats["game_id"].cat.codes.to_numpy()[rows], prepend=-1) != 0
    game = np.cumsum(first) - 1
    place = np.arange(len(rows)) - np.flatnonzero(first)[game]
    tables = np.full((game[-1] + 1, place.max() + 2), -1)  # per game: players by seat, the text
    tables[game, place] = players
    tables[:, -1] = codes[first]
    kinds, of = np.unique(tables, axis=0, return_inverse=True)
    wins = np.zeros((len(kinds), place.max() + 1))
    for row, (*sat, text) in zip(wins, kinds, strict=True):
        named = winners_in(str(texts[text]), [names[player] for player in sat if player >= 0])
        row[: len(named or ())] = named or ()
    won[rows] = wins[of[game], place]
    return won


CARD = ("version", "kind", "block", "value", "effect_key")
"""The keys of sums over cards."""


def _cards(source: Source, coded: _Coded | None, seats: pd.DataFrame) -> pd.DataFrame:
    results = seats[[*SEAT, "version", "block", "won", "total"]].copy()
    results["done"] = results["won"].notna().astype(float)
    results["ended"] = results["total"].notna().astype(float)
    results[["won", "total"]] = results[["won", "total"]].fillna(0.0)
    if coded:
        return labelled_cards(_cards_of_rows(*coded, results))
    frame = _decisions(source)
    events = {name: flag for name, flag in _flags(source, frame).items() if name in OF_CARDS}
    seen = frame.filter(~nw.col("card_in").is_null() | _true(frame, "wild"))
    keys = seen.with_columns(
        value=nw.col("card_in").cast(nw.Float64).fill_null(WILD),
        effect_key=_text(frame, "card_effect"),
    )
    joined = keys.join(source.lazy(results), on=list(SEAT), how="inner")
    kept_done = events["kept"].cast(nw.Float64) * nw.col("done")
    kept_ended = events["kept"].cast(nw.Float64) * nw.col("ended")
    cards = _sums(
        joined,
        CARD,
        **events,
        kept_done=kept_done,
        kept_ended=kept_ended,
        kept_total=kept_ended * nw.col("total"),
        kept_won=kept_done * nw.col("won"),
    )
    return labelled_cards(_collected(cards))


def _cards_of_rows(
    rows: pd.DataFrame,
    flags: Mapping[str, npt.NDArray[np.bool_]],
    keys: Keys,
    results: pd.DataFrame,
) -> pd.DataFrame:
    """Return the sums over cards of decisions in memory."""
    seen = rows["card_in"].notna().to_numpy() | truth(rows, "wild")
    places = pd.MultiIndex.from_frame(results[list(SEAT)].astype({"game_id": "string"}))
    of_keys = places.get_indexer(pd.MultiIndex.from_frame(keys.frame))
    at = of_keys[keys.code]
    card, cards = different(rows, ("card_in", "card_effect"))
    groups = results.groupby(list(CARD[:3]), observed=True, sort=False)
    cell = np.where(at >= 0, groups.ngroup().to_numpy()[at], 0) * len(cards) + card
    seen &= at >= 0
    kept = flags["kept"] & seen
    of_keepers = results.iloc[at[kept]]
    won, total, done, ended = (
        of_keepers[name].to_numpy(float) for name in ("won", "total", "done", "ended")
    )
    many = groups.ngroups * len(cards)
    sums = columns_by(cell, many, {"seen": seen} | {name: flags[name] & seen for name in OF_CARDS})
    sums |= columns_by(
        cell[kept],
        many,
        {
            "kept_done": done,
            "kept_ended": ended,
            "kept_total": ended * total,
            "kept_won": done * won,
        },
    )
    group, card = np.divmod(np.arange(many), max(len(cards), 1))
    first = results.drop_duplicates(list(CARD[:3]))[list(CARD[:3])].reset_index(drop=True)
    table = (
        first.iloc[group]
        .reset_index(drop=True)
        .assign(
            value=cards["card_in"].astype("Float64").fillna(WILD).to_numpy(float)[card],
            effect_key=_words(cards, "card_effect")[card],
            **sums,
        )
    )
    table = table[table.pop("seen") > 0].astype({"kind": "string", "version": "string"})
    return table.groupby(list(CARD), as_index=False, observed=True).sum()


def _words(rows: pd.DataFrame, name: str) -> Any:
    """Return a column of texts; empty where one is missing, or the column is."""
    if name not in rows:
        return pd.array([""] * len(rows), dtype="string")
    return rows[name].astype("string").fillna("").array


def labelled_cards(cards: pd.DataFrame) -> pd.DataFrame:
    """Return sums over cards by their labels, with those of effects below.

    Parameters
    ----------
    cards : DataFrame
        Sums by `version`, `kind`, `block`, `value` and `effect_key`, unique and in any order.
    """
    cards = cards.astype({"block": int})
    place = ["version", "kind", "block"]
    cards = cards.sort_values(["value", "effect_key", *place], ignore_index=True)
    values, keyed = cards.pop("value"), cards.pop("effect_key")
    numbers = values.astype(int).astype("string").where(values != WILD, "wild")
    cards["card"] = "card " + numbers + (":" + keyed).where(keyed != "", "")
    of_effects = cards.assign(card="effect " + keyed)[keyed != ""]
    of_effects = of_effects.groupby(["card", *place], as_index=False, observed=True).sum()
    return pd.concat([cards, of_effects], ignore_index=True)


def turning_effects(source: Source) -> list[str]:
    """Return the keys of the effects that change other players' turns."""
    return sorted(key for key, effect in _all_effects(source).items() if _turns_others(effect))


def _all_effects(source: Source) -> dict[str, Effect]:
    by_key = dict(effects())
    for deck in source.decks.values():
        by_key |= deck.effects
    return by_key


def _turns_others(effect: Effect) -> bool:
    return bool(
        effect.reverse or effect.next_twice or effect.next_skips or effect.next_takes_discard
    )


def touches_others(effect: Effect) -> bool:
    """Return True if an effect changes other players' turns or cards, or lets them choose."""
    picks = [pick.whose for pick in (effect.first, effect.second) if pick]
    turned = effect.reveal is not None and effect.reveal.whose in ("others", "anybody")
    moved = effect.pass_on is not None or effect.lands == "another grid"
    return (
        _turns_others(effect) or effect.chooser != "player" or "others" in picks or turned or moved
    )


def _touching(source: Source, games: pd.DataFrame) -> dict[str, tuple[float, int] | None]:
    """Return by version the share of cards whose effects touch others, and the deck's size."""
    shares: dict[str, tuple[float, int] | None] = {}
    for version, game in (
        games.groupby("version", observed=True)[["deck", "rules"]].first().iterrows()
    ):
        deck = source.decks.get(str(game["deck"]))
        shares[str(version)] = None if deck is None else share_touching(deck, game["rules"])
    return shares


def share_touching(deck: Deck, rules: str) -> tuple[float, int]:
    """Return the share of cards whose effects touch others, and the number of cards."""
    happen = _rules(rules).get("effects", True)
    kinds = [k for k in deck.kinds if k.effect and touches_others(k.effect)]
    return sum(k.count for k in kinds if happen) / deck.size, deck.size
