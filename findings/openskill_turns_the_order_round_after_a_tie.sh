#!/usr/bin/env bash
# A tie of all makes openskill's Thurstone-Mosteller model rate the best player last.
#
# Versions    openskill 6.2.0
# Expected    a game that all tie brings their ratings nearer to each other, and leaves the better
#             player the better
# Behaviour   in ThurstoneMostellerFull the steps of all pairs are added, and from three players on
#             each goes past the middle: after one game with a winner and one tied by all the order
#             is the reverse, far from equal. In a game of eight players the same tie changes
#             next to nothing. BradleyTerryFull, which adds its pairs too, keeps the order
# Output      ThurstoneMostellerFull, 3 players: 33.5 25.0 16.5, then 24.2 25.0 25.8
#             ThurstoneMostellerFull, 4 players: 37.7 29.2 20.8 12.3, then 20.6 23.5 26.5 29.4
#             BradleyTerryFull, 4 players: 32.9 27.6 22.4 17.1, then 30.1 26.7 23.3 19.9
#             ThurstoneMostellerFull, 8 players: 54.6 to -4.6, then 54.5 to -4.5
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet openskill==6.2.0
cat > look.py <<'PYTHON'
from openskill.models import BradleyTerryFull, ThurstoneMostellerFull


def two_games(model, count):
    players = [model.rating() for _ in range(count)]
    for places in (list(range(1, count + 1)), [1] * count):
        rated = model.rate([[player] for player in players], ranks=places)
        players = [player for (player,) in rated]
        yield [format(player.mu, ".1f") for player in players]


for model, count in (
    (ThurstoneMostellerFull(), 3),
    (ThurstoneMostellerFull(), 4),
    (BradleyTerryFull(), 4),
):
    first, second = two_games(model, count)
    label = f"{type(model).__name__}, {count} players:"
    print(label, " ".join(first) + ", then", " ".join(second))
first, second = two_games(ThurstoneMostellerFull(), 8)
ends = (first[0], first[-1], second[0], second[-1])
print("ThurstoneMostellerFull, 8 players: {} to {}, then {} to {}".format(*ends))
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
ThurstoneMostellerFull, 3 players: 33.5 25.0 16.5, then 24.2 25.0 25.8
ThurstoneMostellerFull, 4 players: 37.7 29.2 20.8 12.3, then 20.6 23.5 26.5 29.4
BradleyTerryFull, 4 players: 32.9 27.6 22.4 17.1, then 30.1 26.7 23.3 19.9
ThurstoneMostellerFull, 8 players: 54.6 to -4.6, then 54.5 to -4.5
TEXT
