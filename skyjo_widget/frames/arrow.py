"""Conversion of frames to Arrow tables and back, with the types of the schema."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
import pandas as pd

from skyjo_widget.frames.schema import CATEGORIES, FRAMES, LIST, TIME, naive, objects
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
        TIME: pa.timestamp("us"),
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
    dtypes = FRAMES[name]
    schema = pa.schema(
        [(str(label), arrow_type(dtypes.get(str(label)))) for label in frame.columns]
    )
    table = pa.Table.from_pandas(frame, schema=schema, preserve_index=False)
    metadata = json.loads(table.schema.metadata[b"pandas"])
    for column in metadata["columns"]:
        if column["numpy_type"] == str(LIST):  # no pandas reads it without this package
            column["numpy_type"] = "object"
    return table.replace_schema_metadata({"pandas": json.dumps(metadata)})


_RISING = {"decision", "draw_pile_size"}
"""Columns of mostly consecutive numbers, for which delta encoding is faster and smaller."""
_DELTA = "DELTA_BINARY_PACKED"


def parquet_bytes(table: Any) -> bytes:
    """Return a ``pyarrow.Table`` as a Parquet file, whose types don't depend on what it holds.

    Dictionaries are stored as the texts that they stand for: a column has one in one table and
    none in another, and readers refuse to join the two.  What else describes
    the table is kept.
    """
    pa, pq = need_arrow()
    file = io.BytesIO()
    described = bool(table.schema.metadata)
    if described:
        table = _without_dictionaries(pa, table)
    names = [name for name in table.column_names if name in _RISING]
    whole = [name for name in names if not table.column(name).null_count]  # for fastparquet 2026.9
    rising = dict.fromkeys(whole, _DELTA)
    coded = [
        f"{field.name}.list.element" if field.type == LIST.pyarrow_dtype else field.name
        for field in table.schema
        if field.name not in rising
    ]  # lists too: fastparquet 2026.9 reads others as missing
    pq.write_table(
        table,
        file,
        compression="zstd",
        use_dictionary=coded,
        column_encoding=rising,
        store_schema=described,
        write_statistics=[*rising],  # those of other columns are wide, and a third of the time
    )
    return file.getvalue()


def _without_dictionaries(pa: Any, table: Any) -> Any:
    types = [
        field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field
        for field in table.schema
    ]
    return table.cast(pa.schema(types, table.schema.metadata))


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
        return _lists(pa, read)
    if dtype == "category":
        return pd.Categorical(read.to_pandas(), categories=list(CATEGORIES[name]), ordered=True)
    if dtype == TIME:
        return naive(read.to_pandas()).array
    kind: Any = pd.api.types.pandas_dtype(dtype)  # Any: missing in the stubs
    return kind.__from_arrow__(read)


def _lists(pa: Any, read: Any) -> Any:
    """Return lists as an array; texts, as older runs have them, as they are."""
    try:
        return LIST.__from_arrow__(read.cast(LIST.pyarrow_dtype))
    except pa.ArrowNotImplementedError:
        return objects(read.to_pylist())
