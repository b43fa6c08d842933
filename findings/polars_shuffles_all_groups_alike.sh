#!/usr/bin/env bash
# With a seed polars shuffles each group alike; without one no global seed makes it repeatable.
#
# Versions    polars 2.1.0 (polars issues 9680 and 27307)
# Expected    shuffle(seed=1).over("game") draws an order for each game from the one seed, and
#             set_random_seed makes a shuffle without a seed repeatable there too
# Behaviour   each group begins at the seed again, so groups of one length get one order: a test by
#             permutations within games moves all games together. Without the argument the groups
#             differ, but take the global seed's draws in an order that varies from run to run
# Output      orders of 50 games, seed=1: 1
#             orders of 50 games, global seed: 50
#             whole column, global seed: results of 20 runs 1
#             within games, global seed: more than one result True
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet polars==2.1.0
cat > look.py <<'PYTHON'
import polars as pl

GAMES, TURNS = 50, 20
frame = pl.DataFrame(
    {"game": [g for g in range(GAMES) for _ in range(TURNS)], "turn": list(range(TURNS)) * GAMES}
)
turn = pl.col("turn")


def orders(shuffled):
    return len({tuple(game["turn"]) for game in frame.with_columns(shuffled).partition_by("game")})


def results(shuffled):
    seen = set()
    for _ in range(20):
        pl.set_random_seed(1)
        seen.add(tuple(frame.select(shuffled)["turn"]))
    return len(seen)


print("orders of 50 games, seed=1:", orders(turn.shuffle(seed=1).over("game")))
pl.set_random_seed(1)
print("orders of 50 games, global seed:", orders(turn.shuffle().over("game")))
print("whole column, global seed: results of 20 runs", results(turn.shuffle()))
print("within games, global seed: more than one result", results(turn.shuffle().over("game")) > 1)
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
orders of 50 games, seed=1: 1
orders of 50 games, global seed: 50
whole column, global seed: results of 20 runs 1
within games, global seed: more than one result True
TEXT
