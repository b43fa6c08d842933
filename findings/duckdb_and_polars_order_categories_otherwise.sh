#!/usr/bin/env bash
# Ordered categories sort in their order in DuckDB from a frame, by the alphabet from its file.
#
# Versions    duckdb 2.0.1, polars 2.1.0, pandas 3.1.1, pyarrow 26.0.1
# Expected    a pandas frame of low < mid < high and its Parquet file give one answer to ORDER BY
#             and max
# Behaviour   DuckDB makes an ENUM of the frame's column and a VARCHAR of the file's and of the
#             Arrow table's. polars takes all three for a Categorical without order: its max is
#             mid
# Output      duckdb, frame: low mid high, max high
#             duckdb, file: high low mid, max mid
#             duckdb, arrow: high low mid, max mid
#             polars, frame: high low mid, max mid
#             polars, file: high low mid, max mid
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet duckdb==2.0.1 polars==2.1.0 pandas==3.1.1 pyarrow==26.0.1
cat > look.py <<'PYTHON'
import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa

kind = pd.Categorical(["high", "low", "mid"], categories=["low", "mid", "high"], ordered=True)
frame = pd.DataFrame({"k": kind})
frame.to_parquet("k.parquet")
arrow = pa.Table.from_pandas(frame)
for label, source in (("frame", "frame"), ("file", "'k.parquet'"), ("arrow", "arrow")):
    rows = duckdb.sql(f"select k from {source} order by k").fetchall()
    ((largest,),) = duckdb.sql(f"select max(k) from {source}").fetchall()
    print(f"duckdb, {label}: {' '.join(k for (k,) in rows)}, max {largest}")
for label, read in (("frame", pl.from_pandas(frame)), ("file", pl.read_parquet("k.parquet"))):
    print(f"polars, {label}: {' '.join(read.sort('k')['k'])}, max {read['k'].max()}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
duckdb, frame: low mid high, max high
duckdb, file: high low mid, max mid
duckdb, arrow: high low mid, max mid
polars, frame: high low mid, max mid
polars, file: high low mid, max mid
TEXT
