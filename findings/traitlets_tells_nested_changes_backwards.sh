#!/usr/bin/env bash
# If an observer sets the trait that it observes, those after it hear the old value last.
#
# Versions    traitlets 5.16.1
# Expected    each observer hears 5, then 7, so that its last news is the trait's value
# Behaviour   the inner change is told to all before the outer one goes on: the second observer
#             hears 7, then 5, and what it shows from change.new stays at 5 while the trait is 7
# Output      first observer: [5, 7]
#             second observer: [7, 5]
#             value: 7
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet traitlets==5.16.1
cat > look.py <<'PYTHON'
from traitlets import HasTraits, Int


class Game(HasTraits):
    decision = Int(0)


first, second = [], []
game = Game()


def play_on(change):
    first.append(change.new)
    if change.new == 5:
        game.decision = 7


game.observe(play_on, "decision")
game.observe(lambda change: second.append(change.new), "decision")
game.decision = 5
print("first observer:", first)
print("second observer:", second)
print("value:", game.decision)
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
first observer: [5, 7]
second observer: [7, 5]
value: 7
TEXT
