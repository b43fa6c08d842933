#!/usr/bin/env bash
# pandas describes small integers with a median above their maximum.
#
# Versions    pandas 3.1.1, numpy 2.4.6 (numpy pull request 30376)
# Expected    the quartiles of describe, which are floats, lie between the minimum and the maximum,
#             and its 50% is the median
# Behaviour   numpy's quantile subtracts neighbours in the column's own type before it interpolates:
#             in int8 that wraps round if they are more than 127 apart. describe and quantile of
#             int8 and Int8 have it, grouped as well; median and a group's quantile haven't. numpy warns
#             if one quantile is asked for, but not if a list is
# Output      int8: -20 -48.5 179.0 150.5 122
#             Int8: -20 -48.5 179.0 150.5 122
#             int64: -20 15.5 51.0 86.5 122
#             int8, in a group: -20 -48.5 179.0 150.5 122
#             median: 51.0
#             quantile of the group: 51.0
#             numpy, [0.5] and 0.5: 179.0 179.0, warnings: 0 1
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pandas==3.1.1 numpy==2.4.6
cat > look.py <<'PYTHON'
import warnings

import numpy as np
import pandas as pd


def five(label, table):
    low, *quartiles, high = (table[name] for name in ("min", "25%", "50%", "75%", "max"))
    print(f"{label}: {low:.0f}", *(format(float(part), ".1f") for part in quartiles), f"{high:.0f}")


points = pd.Series([-20, 122], dtype="int8")
for kind in ("int8", "Int8", "int64"):
    five(kind, points.astype(kind).describe())
group = points.groupby(["a", "a"])
five("int8, in a group", group.describe().loc["a"])
print("median:", points.median())
print("quantile of the group:", group.quantile(0.5)["a"])
seen, counts = [], []
for share in ([0.5], 0.5):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        seen.append(float(np.ravel(np.quantile(points.to_numpy(), share))[0]))
    counts.append(len(caught))
print("numpy, [0.5] and 0.5:", *seen, end=", ")
print("warnings:", *counts)
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
int8: -20 -48.5 179.0 150.5 122
Int8: -20 -48.5 179.0 150.5 122
int64: -20 15.5 51.0 86.5 122
int8, in a group: -20 -48.5 179.0 150.5 122
median: 51.0
quantile of the group: 51.0
numpy, [0.5] and 0.5: 179.0 179.0, warnings: 0 1
TEXT
