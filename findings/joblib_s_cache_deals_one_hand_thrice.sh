#!/usr/bin/env bash
# Run a second time, a seeded script with joblib's cache deals its first hand again and again.
#
# Versions    joblib 1.6.0, numpy 2.4.6 (joblib pull request 82)
# Expected    a function that is given numpy's generator either isn't found in the cache, or the
#             second run of a seeded script gives what the first gave
# Behaviour   a call is kept under the state that the generator had before it, but what comes from
#             the cache doesn't move the generator on. So the first run deals three hands and is
#             right; in all later ones the second call has the state of the first again, and its
#             hand. What is drawn outside the function after it changes too. There is no warning
# Output      first run: 94 62 | 68 89 | 57 77, then 83
#             second run: 94 62 | 94 62 | 94 62, then 94
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet joblib==1.6.0 numpy==2.4.6
cat > look.py <<'PYTHON'
import sys

import joblib
import numpy as np


@joblib.Memory("cache", verbose=0).cache
def deal(rng):
    return rng.integers(0, 100, 2).tolist()


rng = np.random.default_rng(7)
hands = " | ".join("{} {}".format(*deal(rng)) for _ in range(3))
print(f"{sys.argv[1]} run: {hands}, then {rng.integers(0, 100)}")
PYTHON
for run in first second; do venv/bin/python -W error look.py $run; done | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
first run: 94 62 | 68 89 | 57 77, then 83
second run: 94 62 | 94 62 | 94 62, then 94
TEXT
