#!/usr/bin/env bash
# pandas.read_parquet filters ordered categories by the alphabet, and returns them in their order.
#
# Versions    pandas 3.1.1, pyarrow 26.0.1
# Expected    a file of low < mid < high, read with the filter k > low, has what the same
#             comparison leaves of the frame: high and mid
# Behaviour   the order is stored in the file and comes back with it, but the filter compares
#             texts: high is gone, without a warning
# Output      compared in the frame: ['high', 'mid']
#             filtered on reading: ['mid']
#             ordered in both: True True
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet pandas==3.1.1 pyarrow==26.0.1
cat > look.py <<'PYTHON'
import pandas as pd

kind = pd.Categorical(["high", "low", "mid"], categories=["low", "mid", "high"], ordered=True)
frame = pd.DataFrame({"k": kind})
frame.to_parquet("k.parquet")
read = pd.read_parquet("k.parquet", filters=[("k", ">", "low")])
print("compared in the frame:", frame["k"][frame["k"] > "low"].tolist())
print("filtered on reading:", read["k"].tolist())
print("ordered in both:", frame["k"].cat.ordered, read["k"].cat.ordered)
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
compared in the frame: ['high', 'mid']
filtered on reading: ['mid']
ordered in both: True True
TEXT
