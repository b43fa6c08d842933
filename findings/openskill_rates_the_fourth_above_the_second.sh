#!/usr/bin/env bash
# openskill's Plackett-Luce rates two new players who tie for second below the one who comes fourth.
#
# Versions    openskill 6.2.0, trueskill 0.4.5 (openskill.js issues 332 and 377)
# Expected    of new players, all alike, the better placed has at least the higher rating after
#             their first game, and the more so after the same result thirty times
# Behaviour   in a game of eight a tie costs those who tie so much that the next one, whom both
#             have beaten, overtakes them in mu and in ordinal; in a game of four it doesn't.
#             Repeating the result widens the gap. The other four models keep the order, as does
#             TrueSkill, but two of them, the partial ones, rate those who tied unequally
# Output      places: 1 2 2 4 5 6 7 8
#             PlackettLuce: 27.3 25.6 25.6 26.4 25.7 24.9 23.5 20.9
#             PlackettLuce, thirty times: 77.8 39.4 39.4 43.2 29.2 14.9 -1.7 -26.6
#             BradleyTerryFull: 43.4 35.5 35.5 27.6 22.4 17.1 11.8 6.6
#             TrueSkill: 35.1 30.1 30.1 27.1 24.3 21.5 18.2 13.6
#             PlackettLuce, four players: 27.8 24.7 24.7 22.8
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet openskill==6.2.0 trueskill==0.4.5
cat > look.py <<'PYTHON'
import trueskill
from openskill.models import BradleyTerryFull, PlackettLuce


def show(label, numbers):
    print(f"{label}:", *(format(number, ".1f") for number in numbers))


def rate(model, places, times=1):
    players = [model.rating() for _ in places]
    for _ in range(times):
        rated = model.rate([[player] for player in players], ranks=places)
        players = [player for (player,) in rated]
    return [player.mu for player in players]


places = [1, 2, 2, 4, 5, 6, 7, 8]
print("places:", *places)
show("PlackettLuce", rate(PlackettLuce(), places))
show("PlackettLuce, thirty times", rate(PlackettLuce(), places, 30))
show("BradleyTerryFull", rate(BradleyTerryFull(), places))
new = [(trueskill.Rating(),) for _ in places]
show("TrueSkill", [player.mu for (player,) in trueskill.rate(new, ranks=places)])
show("PlackettLuce, four players", rate(PlackettLuce(), [1, 2, 2, 4]))
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
places: 1 2 2 4 5 6 7 8
PlackettLuce: 27.3 25.6 25.6 26.4 25.7 24.9 23.5 20.9
PlackettLuce, thirty times: 77.8 39.4 39.4 43.2 29.2 14.9 -1.7 -26.6
BradleyTerryFull: 43.4 35.5 35.5 27.6 22.4 17.1 11.8 6.6
TrueSkill: 35.1 30.1 30.1 27.1 24.3 21.5 18.2 13.6
PlackettLuce, four players: 27.8 24.7 24.7 22.8
TEXT
