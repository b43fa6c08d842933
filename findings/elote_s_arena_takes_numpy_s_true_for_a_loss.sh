#!/usr/bin/env bash
# elote's arena lets the other bot win where the comparison gives numpy's True, or 1.
#
# Versions    elote 1.5.1, numpy 2.4.6, Python 3.11
# Expected    a LambdaArena's function says by a truth value whether the first one won, so that
#             numpy.True_, as every comparison of an array's elements gives it, counts as True
# Behaviour   only the object True is a win, and only None a tie: all else is a loss, without a
#             warning. The leaderboard then stands on its head
# Output      True: careful, greedy
#             numpy.True_: greedy, careful
#             1: greedy, careful
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet elote==1.5.1 numpy==2.4.6
cat > look.py <<'PYTHON'
import numpy as np
from elote import LambdaArena

points = {"careful": np.array([12, 9, 14]), "greedy": np.array([20, 17, 31])}


def wins(first, second):
    """Compare the points of a game: the fewer, the better."""
    return points[first].sum() < points[second].sum()


for label, function in (
    ("True", lambda a, b: bool(wins(a, b))),
    ("numpy.True_", wins),
    ("1", lambda a, b: int(wins(a, b))),
):
    arena = LambdaArena(function)
    for _ in range(10):
        arena.matchup("careful", "greedy")
    ranks = sorted(arena.leaderboard(), key=lambda row: -row["rating"])
    print(f"{label}:", ", ".join(row["competitor"] for row in ranks))
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
True: careful, greedy
numpy.True_: greedy, careful
1: greedy, careful
TEXT
