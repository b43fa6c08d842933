#!/usr/bin/env bash
# A numpy generator that is restored by its state spawns other children than it would have.
#
# Versions    numpy 2.4.6
# Expected    bit_generator.state is all there is of a generator: set back, it goes on as before
# Behaviour   its draws go on, its spawn doesn't: how many children it had is with the seed
#             sequence, which isn't in the state. A pickle and copy.deepcopy have both; copy.copy
#             is no copy, and draws from the original's stream
# Output      by state: draws same, children differ
#             by pickle: draws same, children same
#             by deepcopy: draws same, children same
#             copy.copy shares the stream: True
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet numpy==2.4.6
cat > look.py <<'PYTHON'
import copy
import pickle

import numpy as np


def started():
    generator = np.random.default_rng(7)
    generator.random()
    generator.spawn(2)
    return generator


def by_state(generator):
    other = np.random.default_rng(7)
    other.bit_generator.state = generator.bit_generator.state
    return other


def word(first, second):
    return "same" if first == second else "differ"


for label, restore in (
    ("state", by_state),
    ("pickle", lambda generator: pickle.loads(pickle.dumps(generator))),
    ("deepcopy", copy.deepcopy),
):
    draws = word(started().random(), restore(started()).random())
    children = word(started().spawn(1)[0].random(), restore(started()).spawn(1)[0].random())
    print(f"by {label}: draws {draws}, children {children}")
generator, straight = started(), started().random(2)
shared = [copy.copy(generator).random(), generator.random()] == straight.tolist()
print("copy.copy shares the stream:", shared)
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
by state: draws same, children differ
by pickle: draws same, children same
by deepcopy: draws same, children same
copy.copy shares the stream: True
TEXT
