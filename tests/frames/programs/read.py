"""Reading of our files by another program, as JSON: ``python read.py PROGRAM FOLDER``.

It runs without this package, in the environment ``tables``.  The folder has the files of
`tests.frames.test_other_programs`.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Columns = dict[str, list[Any]]


def plain(value: Any) -> Any:
    """A value as JSON has it: null where it is missing, a time as text."""
    if hasattr(value, "tolist"):  # NumPy's
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return None
    if isinstance(value, float):
        return None if math.isnan(value) else int(value) if value.is_integer() else value
    return value.isoformat() if hasattr(value, "isoformat") else value


def of_pandas(frame: Any) -> Columns:
    """The columns of a frame of pandas."""
    return {str(name): [plain(value) for value in frame[name]] for name in frame.columns}


def of_rows(rows: Iterable[dict[str, Any]]) -> Columns:
    """The columns of rows."""
    rows = list(rows)
    return {name: [plain(row[name]) for row in rows] for name in rows[0]}


def pandas() -> tuple[Callable[[list[str]], Columns], Callable[[str], Columns]]:
    """Reading by pandas."""
    import pandas as pd

    return (
        lambda files: of_pandas(pd.concat([pd.read_parquet(file) for file in files])),
        lambda file: of_pandas(pd.read_json(file, lines=True)),
    )


def fastparquet() -> tuple[Callable[[list[str]], Columns], Callable[[str], Columns]]:
    """Reading by fastparquet, and of records by pandas."""
    from fastparquet import ParquetFile

    return lambda files: of_pandas(ParquetFile(files).to_pandas()), pandas()[1]


def polars() -> tuple[Callable[[list[str]], Columns], Callable[[str], Columns]]:
    """Reading by polars."""
    import polars as pl

    return (
        lambda files: of_rows(pl.scan_parquet(files).collect().to_dicts()),
        lambda file: of_rows(pl.read_ndjson(file, infer_schema_length=None).to_dicts()),
    )


def duckdb() -> tuple[Callable[[list[str]], Columns], Callable[[str], Columns]]:
    """Reading by DuckDB."""
    import duckdb as db

    def rows(relation: Any) -> Columns:
        return of_rows(dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall())

    return (
        lambda files: rows(db.sql(f"FROM read_parquet({files})")),
        lambda file: rows(db.sql(f"FROM read_json('{file}', sample_size = -1)")),
    )


def spark() -> tuple[Callable[[list[str]], Columns], Callable[[str], Columns]]:
    """Reading by Spark."""
    from pyspark.sql import SparkSession

    make = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    session = make.config("spark.sql.session.timeZone", "UTC").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return (
        lambda files: of_rows(row.asDict() for row in session.read.parquet(*files).collect()),
        lambda file: of_rows(row.asDict() for row in session.read.json(file).collect()),
    )


def datasets() -> tuple[Callable[[list[str]], Columns], Callable[[str], Columns]]:
    """Reading by Hugging Face's datasets."""
    from datasets import load_dataset

    def rows(kind: str, files: Any) -> Columns:
        return of_rows(load_dataset(kind, data_files=files, split="train"))

    return lambda files: rows("parquet", files), lambda file: rows("json", file)


PROGRAMS = (pandas, fastparquet, polars, duckdb, spark, datasets)

if __name__ == "__main__":
    folder = Path(sys.argv[2])
    read, read_record = next(p for p in PROGRAMS if p.__name__ == sys.argv[1])()
    tables = {
        pattern: read(sorted(map(str, folder.glob(pattern))))
        for pattern in json.loads((folder / "patterns.json").read_text())
    }
    tables["record"] = read_record(str(folder / "record.jsonl"))
    (folder / f"{sys.argv[1]}.json").write_text(json.dumps(tables))
