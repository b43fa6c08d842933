#!/usr/bin/env bash
# Two seeded games of TextArena in one process change each other's dice.
#
# Versions    textarena 0.7.4
# Expected    a game that is reset with a seed, and played with the same actions, is the same
#             whatever runs beside it
# Behaviour   reset seeds Python's global generator and games draw from it later: a second game,
#             reset between, changes what the first rolls next. A player that draws at random from
#             the same generator plays alike after every reset of one seed
# Output      alone, twice: same
#             with another game reset between: differs
#             the program's own next draw after reset: same
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet textarena==0.7.4
cat > look.py <<'PYTHON'
import random

import textarena


def game(seed):
    env = textarena.make("LiarsDice-v0")
    env.reset(num_players=2, seed=seed)
    env.get_observation()
    return env


def rolls_after_the_first_round(beside):
    env = game(5)
    if beside:
        game(6)
    env.step(action="[Bid: 1, 2]")
    env.get_observation()
    env.step(action="[Call]")
    return str(env.get_observation())


def own_draw(before):
    random.seed(before)
    game(5)
    return random.random()


def word(same):
    return "same" if same else "differs"


alone = rolls_after_the_first_round(beside=False)
print("alone, twice:", word(alone == rolls_after_the_first_round(beside=False)))
print("with another game reset between:", word(alone == rolls_after_the_first_round(beside=True)))
print("the program's own next draw after reset:", word(own_draw(1) == own_draw(2)))
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
alone, twice: same
with another game reset between: differs
the program's own next draw after reset: same
TEXT
