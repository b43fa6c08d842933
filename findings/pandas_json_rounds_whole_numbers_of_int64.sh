#!/usr/bin/env bash
# pandas.read_json rounds a large whole number if another is missing, and calls the column Int64.
#
# Versions    pandas 3.1.1, pyarrow 26.0.1 (pandas issues 56678 and 44684 have its kin)
# Expected    with dtype_backend="numpy_nullable", which is for whole numbers with gaps, a seed
#             beyond 2**53 comes back exact, as it does by read_csv
# Behaviour   read_json goes through float64, then makes Int64 of it: the number is another, and
#             the dtype says that nothing was lost. read_csv is exact; so is read_json without a
#             gap
# Output      json, with a gap: 9007199254740992 Int64
#             json, without: 9007199254740993 Int64
#             csv, with a gap: 9007199254740993 Int64
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pandas==3.1.1
cat > look.py <<'PYTHON'
import io

import pandas as pd

SEED = 2**53 + 1
gap = f'{{"seed": {SEED}}}\n{{"seed": null}}\n'
for label, read in (
    ("json, with a gap", pd.read_json(io.StringIO(gap), lines=True, dtype_backend="numpy_nullable")),
    ("json, without", pd.read_json(io.StringIO(gap.split("\n")[0]), lines=True, dtype_backend="numpy_nullable")),
    ("csv, with a gap", pd.read_csv(io.StringIO(f"seed,n\n{SEED},1\n,2\n"), dtype_backend="numpy_nullable")),
):
    print(f"{label}: {read['seed'].iloc[0]} {read['seed'].dtype}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
json, with a gap: 9007199254740992 Int64
json, without: 9007199254740993 Int64
csv, with a gap: 9007199254740993 Int64
TEXT
