"""Conversion of frames to Arrow tables and back, with the types of the schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from skyjo_widget.frames.schema import CATEGORIES, FRAMES, LIST, TIME, naive
from skyjo_widget.util.arrow import need_arrow


def arrow_type(dtype: Any) -> Any:
    """Return the Arrow type of a column: a list of strings for `LIST`."""
    pa, _ = need_arrow()
    kinds = {
        "Int64": pa.int64(),
        "Float64": pa.float64(),
        "boolean": pa.bool_(),
        "category": pa.dictionary(pa.int8(), pa.string(), ordered=True),
        LIST: pa.list_(pa.string()),
        TIME: pa.timestamp("ns"),
    }
    return kinds.get(dtype, pa.string())


def to_arrow(frame: pd.DataFrame, name: str) -> Any:
    """Return a frame as a ``pyarrow.Table``.

    Parameters
    ----------
    frame : DataFrame
    name : str
        Its name; a column beyond its schema is one of texts.

    Raises
    ------
    SkyjoWidgetError
        If pyarrow isn't installed.
    """
    pa, _ = need_arrow()
    known = FRAMES[name]
    schema = pa.schema([(str(label), arrow_type(known.get(str(label)))) for label in frame.columns])
    return pa.Table.from_pandas(frame, schema=schema, preserve_index=False)


def from_arrow(table: Any, name: str) -> pd.DataFrame:
    """Return a table as a frame with the dtypes of the schema.

    Raises
    ------
    KeyError
        If the table lacks a column.
    """
    columns = FRAMES[name].items()
    return pd.DataFrame(
        {label: column(table.column(label), dtype, label) for label, dtype in columns}
    )


def column(read: Any, dtype: Any, name: str) -> Any:
    """Return an Arrow column as an array of a frame's dtype."""
    pa, _ = need_arrow()
    if dtype == "category" and pa.types.is_dictionary(read.type):
        kinds: Any = list(CATEGORIES[name])
        read = read.combine_chunks()
        read = read.chunk(0) if isinstance(read, pa.ChunkedArray) and read.num_chunks else read
        if isinstance(read, pa.DictionaryArray):
            place = [
                kinds.index(word) if word in kinds else -1 for word in read.dictionary.to_pylist()
            ]
            codes = read.indices.fill_null(-1).to_numpy(zero_copy_only=False)
            return pd.Categorical.from_codes(np.array([*place, -1])[codes], kinds, ordered=True)
    if pa.types.is_dictionary(read.type):
        read = read.cast(pa.string())
    if dtype == LIST:
        return _lists(read)
    if dtype == "category":
        return pd.Categorical(read.to_pandas(), categories=list(CATEGORIES[name]), ordered=True)
    if dtype == TIME:
        return naive(read.to_pandas()).array
    kind: Any = pd.api.types.pandas_dtype(dtype)  # Any: missing in the stubs
    return kind.__from_arrow__(read)


def objects(values: Sequence[Any]) -> npt.NDArray[Any]:
    """Return an array of objects, of tuples too."""
    array = np.empty(len(values), object)
    for at, value in enumerate(values):
        array[at] = value
    return array


def _lists(read: Any) -> npt.NDArray[Any]:
    """Return lists as tuples; texts, as older runs have them, as they are."""
    array = np.full(len(read), None, object)
    there = np.flatnonzero(read.is_valid().to_numpy(zero_copy_only=False))
    values = read.drop_null().to_pylist()
    array[there] = objects([tuple(v) if isinstance(v, list) else v for v in values])
    return array
