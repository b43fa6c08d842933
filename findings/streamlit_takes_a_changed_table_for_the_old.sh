#!/usr/bin/env bash
# Streamlit's cache answers for a changed table what it computed for the old one, from 50,000 rows.
#
# Versions    streamlit 1.67.0, pandas 3.1.1, numpy 2.4.6
# Expected    a function under st.cache_data runs when the frame it is given has another value
# Behaviour   of a long frame a sample of 10,000 rows is hashed, always the same rows: a correction
#             elsewhere isn't seen, and the old total is shown. numpy's arrays go this way from
#             1,000,000 values. There is no warning, and only the help of an option for the
#             sample's seed, runner.cacheHashSeed, tells of it
# Output      pandas, 40000 rows: 40999 of 40999
#             pandas, 60000 rows: 60000 of 60999
#             numpy, 1200000 values: 1200000 of 1200999
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet streamlit==1.67.0 pandas==3.1.1 numpy==2.4.6
cat > look.py <<'PYTHON'
import numpy as np
import pandas as pd
import streamlit as st


@st.cache_data(show_spinner=False)
def total(table):
    return int(table.sum() if isinstance(table, np.ndarray) else table["points"].sum())


def frame(points):
    return pd.DataFrame({"points": points})


for label, make, rows, unit in (
    ("pandas", frame, 40_000, "rows"),
    ("pandas", frame, 60_000, "rows"),
    ("numpy", np.array, 1_200_000, "values"),
):
    points = np.ones(rows, np.int64)
    total(make(points))
    points[5] = 1000
    print(f"{label}, {rows} {unit}: {total(make(points))} of {points.sum()}")
PYTHON
venv/bin/python look.py 2> /dev/null | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
pandas, 40000 rows: 40999 of 40999
pandas, 60000 rows: 60000 of 60999
numpy, 1200000 values: 1200000 of 1200999
TEXT
