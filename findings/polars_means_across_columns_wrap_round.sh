#!/usr/bin/env bash
# polars' mean across columns of small integers can lie outside all of them: 100 and 100 give -28.
#
# Versions    polars 2.1.0, numpy 2.4.6 (polars issue 21515 on the sums)
# Expected    mean_horizontal, whose result is a float, is the mean of each row, as mean is of a
#             column; twelve cards of 11 in columns of Int8 have the mean 11
# Behaviour   the sum is taken in the columns' own type, wraps round, and is divided then; mean and
#             sum down a column widen first, as numpy does along either axis. There is no warning
# Output      polars, down: 100.0
#             polars, across: [-28.0, -28.0]
#             polars, twelve cards: [-10.333333333333334]
#             numpy, twelve cards: 11.0
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet polars==2.1.0 numpy==2.4.6
cat > look.py <<'PYTHON'
import numpy as np
import polars as pl

rounds = {"first": np.array([100, 100], np.int8), "second": np.array([100, 100], np.int8)}
cards = pl.DataFrame({f"card_{n}": np.array([11], np.int8) for n in range(12)})
across = pl.mean_horizontal(pl.all())
print("polars, down:", pl.DataFrame(rounds)["first"].mean())
print("polars, across:", pl.DataFrame(rounds).select(across).to_series().to_list())
print("polars, twelve cards:", cards.select(across).to_series().to_list())
print("numpy, twelve cards:", cards.to_numpy().mean())
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
polars, down: 100.0
polars, across: [-28.0, -28.0]
polars, twelve cards: [-10.333333333333334]
numpy, twelve cards: 11.0
TEXT
