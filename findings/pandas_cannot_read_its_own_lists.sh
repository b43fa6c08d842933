#!/usr/bin/env bash
# pandas can't read a Parquet file that it wrote itself of a column of lists of Arrow's.
#
# Versions    pandas 3.1.1 and 2.3.3, pyarrow 26.0.1 (pandas issue 57411)
# Expected    read_parquet gives the frame that to_parquet wrote, or at least the lists
# Behaviour   the dtype's name stands in the file, and pandas knows no dtype of that name: TypeError,
#             also of Table.from_pandas(frame).to_pandas(); with dtype_backend="pyarrow" it is read
# Output      TypeError: data type 'list<item: string>[pyarrow]' not understood
#             [['a', 'b'], <NA>]
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
cat > look.py <<'PYTHON'
import pandas as pd
import pyarrow as pa

dtype = pd.ArrowDtype(pa.list_(pa.string()))
frame = pd.DataFrame({"names": pd.array([["a", "b"], None], dtype=dtype)})
frame.to_parquet("frame.parquet")
try:
    pd.read_parquet("frame.parquet")
except TypeError as error:
    print(f"TypeError: {error}")
print([v for v in pd.read_parquet("frame.parquet", dtype_backend="pyarrow")["names"]])
PYTHON
look() {
    venv/bin/python look.py | tee seen.txt
    diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
TypeError: data type 'list<item: string>[pyarrow]' not understood
[['a', 'b'], <NA>]
TEXT
}
venv/bin/pip install --quiet pandas==2.3.3 pyarrow==26.0.1
look
venv/bin/pip install --quiet pandas==3.1.1 pyarrow==26.0.1
look
