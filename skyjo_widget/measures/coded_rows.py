"""Decisions of a DataFrame, added up by codes of their words.

Texts are slow to compare.  So the meaning of a row is looked up once for each different one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import narwhals as nw
import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.frames.schema import LIST
from skyjo_widget.measures.sums import sums_by

Codes = npt.NDArray[np.int64]

DENSE = 2**22
"""Most codes for which there is a table."""


class Keys(NamedTuple):
    """The seats of rows.

    Parameters
    ----------
    code : array of int, shape (rows,)
        The number of each row's game, seat and kind of player.
    frame : DataFrame
        By that number: `game_id`, `seat` and `kind`.
    """

    code: Codes
    frame: pd.DataFrame


def rows_in_memory(frame: Any) -> pd.DataFrame | None:
    """Return the rows of a narwhals LazyFrame if it is a DataFrame of pandas."""
    native = nw.to_native(frame, pass_through=True)
    return native if isinstance(native, pd.DataFrame) else None


def different(rows: pd.DataFrame, names: Sequence[str]) -> tuple[Codes, pd.DataFrame]:
    """Return the code of each row's values in some columns, and by code a row that has them."""
    key, size = np.zeros(len(rows), np.int64), 1
    for name in names:
        if name in rows:
            codes, many = _codes(rows[name])
            key = key * (many + 1) + codes + 1
            size *= many + 1
            if size > DENSE:
                key, kinds = pd.factorize(key)
                size = len(kinds)
    first = np.full(size, -1)
    first[key[::-1]] = np.arange(len(key))[::-1]
    (there,) = np.nonzero(first >= 0)
    number = np.zeros(size, np.int64)
    number[there] = np.arange(len(there))
    return number[key], rows.iloc[first[there]]


def keys_of(rows: pd.DataFrame) -> Keys:
    """Return the seats of rows."""
    code, frame = different(rows, ("game_id", "seat", "kind"))
    frame = frame[["game_id", "seat", "kind"]].astype({"seat": int})
    texts = {"game_id": "string", "kind": "string"}
    return Keys(code, frame.astype(texts).reset_index(drop=True))


def columns_by(
    code: Codes, many: int, columns: Mapping[str, npt.NDArray[Any]]
) -> dict[str, npt.NDArray[np.float64]]:
    """Add up columns by code: flags are counted, of numbers the missing ones left out."""
    sums = {}
    for name, column in columns.items():
        if column.dtype == bool:
            sums[name] = sums_by(code[column], None, many)
        else:
            sums[name] = sums_by(code, np.nan_to_num(column), many)
    return sums


def number(rows: pd.DataFrame, name: str) -> npt.NDArray[np.float64]:
    """Return a column of numbers, NaN where one is missing; all are if there is no such column."""
    if name not in rows:
        return np.full(len(rows), np.nan)
    return rows[name].to_numpy(np.float64, na_value=np.nan)


def truth(rows: pd.DataFrame, name: str) -> npt.NDArray[np.bool_]:
    """Return a column of truth values; False where one is missing, or the column is."""
    if name not in rows:
        return np.zeros(len(rows), bool)
    return rows[name].astype("boolean").to_numpy(bool, na_value=False)


def _codes(column: pd.Series[Any]) -> tuple[Codes, int]:
    """Return codes of a column's values, -1 where one is missing, and how many there are."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return column.cat.codes.to_numpy().astype(np.int64), len(column.cat.categories)
    if column.dtype in (LIST, object):  # mostly missing
        codes = np.full(len(column), -1, np.int64)
        (there,) = np.nonzero(column.notna().to_numpy())
        values = [json.dumps(value) for value in column.iloc[there]]
        codes[there], texts = pd.factorize(np.array(values, object))
        return codes, len(texts)
    codes, kinds = pd.factorize(column)
    return codes.astype(np.int64), len(kinds)
