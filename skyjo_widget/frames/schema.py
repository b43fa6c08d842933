"""The schema of a log's frames: columns, dtypes and the column dictionary."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.engine.games import GAMES
from skyjo_widget.util.i18n import call_language, words
from skyjo_widget.util.messages import in_its_language

try:
    import pyarrow as pa
except ImportError:  # an extra
    pa = None

# Any: pandas' stubs have an overload for each literal name
TEXT: Any = "string"
_INT: Any = "Int64"
_YES: Any = "boolean"
_NUMBER: Any = "Float64"
TIME: Any = "datetime64[us]"
"""The dtype of times: in UTC, without a zone, which Excel has no cell for."""
LIST: Any = "object" if pa is None else pd.ArrowDtype(pa.list_(pa.string()))
"""The dtype of a column of lists of texts, missing where there is nothing to list.

Without pyarrow they are tuples, and a column of nothing but missing ones has no type of its own.
"""

if pa is not None:

    @pd.api.extensions.register_extension_dtype
    class _ListOfTexts(pd.ArrowDtype):
        """The name of `LIST`, which pandas writes into Parquet files and can't read (#57411)."""

        @classmethod
        def construct_from_string(cls, string: str) -> Any:
            if string != str(LIST):
                raise TypeError(string)
            return LIST


_PHASES = tuple(dict.fromkeys(phase for game in GAMES.values() for phase in game.phases))
_ACTIONS = tuple(dict.fromkeys(kind for game in GAMES.values() for kind in game.actions.kinds))
_SOURCES = ("draw pile", "discard pile", "grid", "stock pile", "hand")

CATEGORIES: dict[str, tuple[str, ...]] = {
    "kind": ("person", "bot"),
    "phase": _PHASES,
    "action": _ACTIONS,
    "source": _SOURCES,
}
"""The columns of ordered categories, with their values."""

DECISIONS: dict[str, Any] = {
    "game_id": TEXT,
    "decision": _INT,
    "game": TEXT,
    "round": _INT,
    "turn": _INT,
    "seat": _INT,
    "player": TEXT,
    "kind": "category",
    "phase": "category",
    "action": "category",
    "notation": TEXT,
    "source": "category",
    "source_pile": TEXT,
    "position": TEXT,
    "card_in": _INT,
    "card_effect": TEXT,
    "wild": _YES,
    "played_as": _INT,
    "completed": _YES,
    "card_out": _INT,
    "cleared": LIST,
    "effect": TEXT,
    "no_effect": _YES,
    "swapped": LIST,
    "legal_actions": _INT,
    "draw_pile_size": _INT,
    "discard_top": _INT,
    "hidden_left": _INT,
    "visible_before": _INT,
    "visible_after": _INT,
    "out_hidden": _YES,
    "broke_pair": _YES,
    "completes_pair": _YES,
    "ended_round": _YES,
    "stock_left": _INT,
    "hand_size": _INT,
    "ms": _INT,
    "undone": _YES,
    "practice": _YES,
}
ROUNDS: dict[str, Any] = {
    "game_id": TEXT,
    "round": _INT,
    "seat": _INT,
    "player": TEXT,
    "kind": "category",
    "dealer": _YES,
    "starter": _YES,
    "ender": _YES,
    "raw_score": _INT,
    "penalty": _INT,
    "score": _INT,
    "total": _INT,
    "turns": _INT,
    "columns_cleared": _INT,
    "cards_left": _INT,
    "penalty_cards": _INT,
    "finished": _YES,
    "practice": _YES,
}
SEATS: dict[str, Any] = {
    "game_id": TEXT,
    "game": TEXT,
    "preset": TEXT,
    "players": _INT,
    "seat": _INT,
    "player": TEXT,
    "kind": "category",
    "policy": TEXT,
    "order": _INT,
    "won": _YES,
    "share": _NUMBER,
    "rank": _INT,
    "total": _INT,
    "mean_score": _NUMBER,
    "rounds": _INT,
    "finished": _YES,
    "practice": _YES,
}
PLAYED = {
    "game_id": TEXT,
    "game": TEXT,
    "preset": TEXT,
    "players": _INT,
    "names": LIST,
    "persons": _INT,
    "rounds": _INT,
    "decisions": _INT,
    "finished": _YES,
    "winners": LIST,
    "rules": TEXT,
    "deck": TEXT,
    "deck_name": TEXT,
    "seed": _INT,
    "locked": _YES,
    "branch": TEXT,
    "created": TIME,
    "practice": _YES,
    "path": TEXT,
}
MOMENT = {
    "round": _INT,
    "turn": _INT,
    "seat": _INT,
    "player": TEXT,
    "phase": TEXT,
    "action": TEXT,
    "notation": TEXT,
    "undone": _YES,
    "practice": _YES,
}
"""The columns of an annotation on its decision."""
NOTES = {
    "game_id": TEXT,
    "note": _INT,
    "decision": _INT,
    "note_kind": TEXT,
    "tags": LIST,
    "rating": _INT,
    "text": TEXT,
    "by": TEXT,
    "whom": TEXT,
    "at": TIME,
    "edits": _INT,
    "replaced": _YES,
    **MOMENT,
}
FORMS = {
    "game_id": TEXT,
    "form": _INT,
    "by": TEXT,
    "experience": TEXT,
    "version": TEXT,
    "fun": _INT,
    "fairness": _INT,
    "clarity": _INT,
    "length": _INT,
    "text": TEXT,
    "at": TIME,
    "practice": _YES,
}
RULINGS = {
    "game_id": TEXT,
    "ruling": _INT,
    "decision": _INT,
    "question": TEXT,
    "text": TEXT,
    "by": TEXT,
    "at": TIME,
    **MOMENT,
}
REFEREE = {
    "game_id": TEXT,
    "event": _INT,
    "decision": _INT,
    "what": TEXT,
    "seat": _INT,
    "player": TEXT,
    "points": _INT,
    "cards": _INT,
    "place": TEXT,
    "to": TEXT,
    "text": TEXT,
    "at": TIME,
    "undone": _YES,
    "practice": _YES,
}
PREDICTIONS = {
    "game_id": TEXT,
    "prediction": _INT,
    "decision": _INT,
    "round": _INT,
    "seat": _INT,
    "player": TEXT,
    "by": TEXT,
    "question": TEXT,
    "value": _NUMBER,
    "written": TEXT,
    "choice": TEXT,
    "coach": _NUMBER,
    "coach_choice": TEXT,
    "outcome": _YES,
    "at": TIME,
    "practice": _YES,
}
ANSWERS = {
    "game_id": TEXT,
    "answer": _INT,
    "decision": _INT,
    "sheet": TEXT,
    "question": TEXT,
    "value": TEXT,
    "written": TEXT,
    "right": _YES,
    "by": TEXT,
    "at": TIME,
}
FACTS = {
    "game": TEXT,
    "fact": TEXT,
    "rules": TEXT,
    "players": _INT,
    "strategy": TEXT,
    "value": _NUMBER,
    "standard_error": _NUMBER,
    "games": _INT,
    "rounds": _INT,
    "unit": TEXT,
}
"""The columns of the package's file of facts, which is no part of a log."""
FRAMES: dict[str, dict[str, Any]] = {
    "decisions": DECISIONS,
    "rounds": ROUNDS,
    "seats": SEATS,
    "games": PLAYED,
    "notes": NOTES,
    "forms": FORMS,
    "rulings": RULINGS,
    "referee": REFEREE,
    "predictions": PREDICTIONS,
    "answers": ANSWERS,
}
"""Each frame's columns and their dtypes, in order."""


@in_its_language
def column_dictionary(lang: str | None = None) -> pd.DataFrame:
    """Return the column dictionary.

    Parameters
    ----------
    lang : str, optional
        The language of titles, units, values and descriptions.

    Returns
    -------
    DataFrame
        One row per frame and column: frame, column, title, dtype, unit, values, description.
        `Log.decisions` of `as_seen_by` and `omniscient` has `state` as well.

    Raises
    ------
    RulesError
        If there is no such language.

    Examples
    --------
    >>> columns = column_dictionary()
    >>> columns[columns["column"] == "card_in"]["unit"].tolist()
    ['points']
    """
    lang = call_language(lang)
    texts = words(lang)
    rows = []
    for frame, names in FRAMES.items():
        extra = {"state": TEXT} if frame == "decisions" else {}
        for name, dtype in {**names, **extra}.items():
            column = texts["columns"][name]
            rows.append(
                {
                    "frame": frame,
                    "column": name,
                    "title": column["title"],
                    "dtype": dtype,
                    "unit": texts["column_units"].get(name, ""),
                    "values": texts["column_values"].get(name, ""),
                    "description": column["description"],
                }
            )
    return pd.DataFrame(rows, dtype=TEXT)


def _texts(values: Sequence[Any]) -> Any:
    """Return texts as an array; through Arrow, which is ten times as fast, where it is there."""
    kind: Any = pd.StringDtype()
    if pa is not None and kind.storage == "pyarrow":
        with contextlib.suppress(TypeError, ValueError):  # of what is no text
            return kind.__from_arrow__(pa.array(values, pa.large_string()))
    return pd.array(values, dtype=TEXT)


def lists(values: Sequence[Any]) -> Any:
    """Return lists of texts, None where one is missing, as an array."""
    if pa is None:
        return objects([value if value is None else tuple(value) for value in values])
    return LIST.__from_arrow__(pa.array(values, LIST.pyarrow_dtype))


def lists_of(codes: npt.NDArray[Any], words: Sequence[tuple[str, ...]]) -> Any:
    """Return lists of texts by their indices, -1 where one is missing, as an array."""
    if pa is None:
        return objects([*words, None])[codes]
    dictionary = pa.array(words, LIST.pyarrow_dtype)
    return LIST.__from_arrow__(dictionary.take(pa.array(codes, mask=codes < 0)))


def objects(values: Sequence[Any]) -> npt.NDArray[Any]:
    """Return an array of objects, of tuples too."""
    array = np.empty(len(values), object)
    for at, value in enumerate(values):
        array[at] = value
    return array


def words_of(codes: npt.NDArray[Any], words: Sequence[str]) -> Any:
    """Return texts by their indices, -1 where one is missing, as an array."""
    kind: Any = pd.StringDtype()
    if pa is not None and kind.storage == "pyarrow":
        dictionary = pa.array(words, pa.large_string())
        return kind.__from_arrow__(dictionary.take(pa.array(codes, mask=codes < 0)))
    return pd.array(np.array([*words, pd.NA], object)[codes], dtype=TEXT)


def naive(times: Any) -> pd.Series[Any]:
    """Return times of the record, or of any zone, as times in UTC without one."""
    utc: pd.Series[Any] = pd.to_datetime(times, utc=True).dt.tz_localize(None).astype(TIME)
    return utc


def frame_of(rows: list[dict[str, Any]], dtypes: dict[str, Any]) -> pd.DataFrame:
    """Return rows as a frame with these columns and dtypes; absent values are missing."""
    # a row lacks the columns of other games
    return typed({name: [row.get(name) for row in rows] for name in dtypes}, dtypes)


def typed(columns: Mapping[str, Sequence[Any]], dtypes: Mapping[str, Any]) -> pd.DataFrame:
    """Return columns as a frame with these dtypes."""
    data = {}
    for name, dtype in dtypes.items():
        values = columns[name]
        if dtype == "category":
            kinds = pd.CategoricalDtype(list(CATEGORIES[name]), ordered=True)
            place = {word: at for at, word in enumerate(CATEGORIES[name])}
            codes = np.array([place.get(value, -1) for value in values], np.int8)
            data[name] = pd.Series(pd.Categorical.from_codes(codes, dtype=kinds))
        elif dtype == TIME:
            data[name] = naive(pd.Series(values, dtype="object"))
        elif dtype == LIST:
            data[name] = pd.Series(lists(values))
        elif dtype == TEXT:
            data[name] = pd.Series(_texts(values))
        else:
            data[name] = pd.Series(pd.array(values, dtype=dtype))
    return pd.DataFrame(data)
