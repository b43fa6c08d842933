#!/usr/bin/env bash
# DuckDB rounds the fractions of a pandas frame's lists if the rows that it looks at have none.
#
# Versions    duckdb 2.0.1, pandas 3.1.1, numpy 2.4.6
# Expected    a column's type holds all that is in it, or the query fails, as the docs say and as
#             it does if a text stands among the whole numbers
# Behaviour   the type comes from a sample of 1,000 rows; a float in another row is rounded to the
#             sample's integers, and any number is true among booleans. The two who shared a win
#             have no points of it. There is no warning. Numbers that don't stand in lists have
#             this too if their column is of Python's objects. With pandas_analyze_sample as large
#             as the frame the type is right
# Output      pandas, lists: 10000.0 points, shared [0.5, 0.5]
#             duckdb, lists: 9999.0 points, shared [0, 0] as INTEGER[]
#             duckdb, objects: 29999.0 of 29998.5 as INTEGER
#             duckdb, a text in a list: InvalidInputException
#             duckdb, all rows looked at: 10000.0 points, shared [0.5, 0.5] as DOUBLE[]
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet duckdb==2.0.1 pandas==3.1.1 numpy==2.4.6
cat > look.py <<'PYTHON'
import duckdb
import pandas as pd

GAMES, SHARED = 10_000, 4_321


def lists(odd):
    points = [[1, 0]] * GAMES
    points[SHARED] = odd
    return pd.DataFrame({"game": range(GAMES), "points": points})


def look(games):
    shared = duckdb.sql(f"select points, typeof(points) from games where game = {SHARED}")
    total = duckdb.sql("select sum(list_sum(points)) from games").fetchall()[0][0]
    points, kind = shared.fetchall()[0]
    return f"{float(total)} points, shared {points} as {kind}"


games = lists([0.5, 0.5])
total = float(games["points"].map(sum).sum())
print(f"pandas, lists: {total} points, shared {games['points'][SHARED]}")
print("duckdb, lists:", look(games))
objects = [3] * GAMES
objects[SHARED] = 1.5
numbers = pd.DataFrame({"points": pd.Series(objects, dtype=object)})
seen, kind = duckdb.sql("select sum(points), max(typeof(points)) from numbers").fetchall()[0]
print(f"duckdb, objects: {float(seen)} of {sum(objects)} as {kind}")
try:
    look(lists(["half", "half"]))
except duckdb.Error as error:
    print("duckdb, a text in a list:", type(error).__name__)
duckdb.sql(f"set pandas_analyze_sample = {GAMES}")
print("duckdb, all rows looked at:", look(games))
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
pandas, lists: 10000.0 points, shared [0.5, 0.5]
duckdb, lists: 9999.0 points, shared [0, 0] as INTEGER[]
duckdb, objects: 29999.0 of 29998.5 as INTEGER
duckdb, a text in a list: InvalidInputException
duckdb, all rows looked at: 10000.0 points, shared [0.5, 0.5] as DOUBLE[]
TEXT
