"""Conversion of traces to columns of the log, and of columns to frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.core.game import Game
from skyjo_widget.engine.core.trace import NOTHING, Column, Trace, numbers, texts
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.frames.schema import CATEGORIES, FRAMES, LIST, TEXT, lists_of, words_of


def decision_columns(
    noted: Trace,
    game: Game,
    rules: Any,
    deck: Deck,
    *,
    detailed: bool,
    wanted: Sequence[str] = (),
) -> dict[str, Column]:
    """Return the columns of `decisions` that follow from a trace.

    Parameters
    ----------
    noted : Trace
    game : Game
    rules : twin
        The rule codes.
    deck : Deck
    detailed : bool
        Whether the trace has the details of decisions.
    wanted : sequence of str
        The columns to return; empty for all.
    """
    rows = noted.decisions
    many = len(game.actions)
    cards = deck.kinds
    effects = sorted({kind.effect.key for kind in cards if kind.effect})
    effect = [effects.index(kind.effect.key) if kind.effect else -1 for kind in cards]

    def of_actions(
        label: Callable[[int], Any], keys: npt.NDArray[Any] = rows["action"], many: int = many
    ) -> Column:
        """Return ``label(key)`` of each row, as indices of a list of distinct labels."""
        kinds = np.flatnonzero(np.bincount(keys))  # faster than np.unique, which sorts
        labels = [label(key) for key in kinds.tolist()]
        words = sorted({word for word in labels if word is not None})
        codes = np.full(many, -1, np.int32)
        codes[kinds] = [-1 if word is None else words.index(word) for word in labels]
        return texts(codes[keys], words)

    def position(key: int) -> Any:
        seat, action = divmod(key, many)
        return game.actions.position(action, rules, seat)

    columns: dict[str, Callable[[], Column]] = {
        "decision": lambda: numbers(rows["decision"]),
        "game": lambda: always(game.name, rows),
        "round": lambda: numbers(rows["round"]),
        "turn": lambda: numbers(rows["turn"]),
        "seat": lambda: numbers(rows["seat"]),
        "phase": lambda: texts(rows["phase"], game.phases),
        "action": lambda: of_actions(game.actions.kind),
        "notation": lambda: of_actions(lambda action: game.action_text(action, rules)),
        "position": lambda: of_actions(
            position, rows["seat"] * many + rows["action"], many * rules.players
        ),
        "card_in": lambda: card_numbers(deck, rows["card_in"]),
        "card_effect": lambda: texts(_by_card(effect, -1)[rows["card_in"]], effects),
        "card_out": lambda: card_numbers(deck, rows["card_out"]),
        "draw_pile_size": lambda: numbers(rows["draw_pile_size"]),
    }
    if game.deck.wild != NO_CARD:
        came = rows["card_in"]
        columns["wild"] = lambda: numbers(came == rules.wild, came == NO_CARD)
    chosen = {name: make() for name, make in columns.items() if not wanted or name in wanted}
    if detailed:
        seats = rows["seat"].astype(np.int64)  # for arithmetic
        details = game.log_columns(noted.details, seats, noted.cleared, rules, deck)
        chosen |= {name: column for name, column in details.items() if not wanted or name in wanted}
    return chosen


def frame(
    name: str,
    columns: Mapping[str, Column],
    rows: int,
    wanted: Sequence[str] = (),
    *,
    coded: bool = False,
) -> pd.DataFrame:
    """Return a DataFrame with the columns and dtypes of one of `FRAMES`.

    Parameters
    ----------
    name : str
        The frame's name.
    columns : mapping of str to Column
        The values; all other columns are missing throughout.
    rows : int
        The number of rows.
    wanted : sequence of str
        The columns to return; empty for all.
    coded : bool
        Whether texts are to be categories, and lists categories of their JSON texts.
    """
    make = _categories if coded else series
    return pd.DataFrame(
        {
            column: make(columns.get(column), dtype, column, rows)
            for column, dtype in FRAMES[name].items()
            if not wanted or column in wanted
        }
    )


def _categories(column: Column | None, dtype: Any, name: str, rows: int) -> Any:
    """Return a column as `series` does, but words as categories."""
    if column is None or column.words is None:
        return series(column, dtype, name, rows)
    words = [json.dumps(word) if isinstance(word, tuple) else word for word in column.words]
    code_of = {word: code for code, word in enumerate(dict.fromkeys(words))}
    codes = np.array([*(code_of[word] for word in words), -1], np.int32)
    return pd.Categorical.from_codes(codes[column.values], pd.Index(list(code_of)))


def always(word: str, rows: npt.NDArray[Any]) -> Column:
    """Return a column of one word."""
    return Column(np.broadcast_to(np.int32(0), len(rows)), (word,))


def _by_card(values: Sequence[int], missing: int) -> npt.NDArray[Any]:
    """Return a lookup array of values by card code; `missing` for `NO_CARD`."""
    return np.array([*values, missing], np.int32)  # NO_CARD is the last


def card_numbers(deck: Deck, cards: npt.NDArray[Any]) -> Column:
    """Return the column of cards' numbers; missing for a wild card, and for none."""
    values = [NOTHING if kind.wild else kind.value for kind in deck.kinds]
    return Column(_by_card(values, NOTHING)[cards])


def _no_words(rows: int) -> Column:
    return Column(np.full(rows, -1), ())


def series(column: Column | None, dtype: Any, name: str, rows: int) -> Any:
    """Return a column as an array of a dtype of the schema; None: missing throughout."""
    if column is None:
        column = Column(np.full(rows, NOTHING)) if dtype != "category" else _no_words(rows)
    values, words = column
    if dtype == "category":
        categories: Any = list(CATEGORIES[name])  # Any: the stubs want an element type
        codes = np.append(np.array([categories.index(word) for word in words or ()], np.int64), -1)
        return pd.Categorical.from_codes(codes[values], categories, ordered=True)
    if dtype == LIST:
        return lists_of(np.full(rows, -1) if words is None else values, words or ())
    if words is not None:
        return words_of(values, words)
    missing = values == NOTHING
    if dtype == "Int64":
        return pd.arrays.IntegerArray(np.where(missing, 0, values).astype(np.int64), missing)
    if dtype == "boolean":
        return pd.arrays.BooleanArray((values == 1), missing)
    if dtype == TEXT:
        return words_of(np.full(rows, -1), ())
    return pd.array([pd.NaT] * rows, dtype=dtype)
