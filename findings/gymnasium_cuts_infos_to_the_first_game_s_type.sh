#!/usr/bin/env bash
# A vector environment of Gymnasium cuts each game's info to the type of the first game's.
#
# Versions    gymnasium 1.4.0, numpy 2.4.6
# Expected    scores 1 and 0.75 in the infos of two games side by side are 1.0 and 0.75 in the
#             common array
# Behaviour   the array is made for the type of the first: 0.75 becomes 0 behind a 1, and a count
#             of 3 behind a True is True; the other way round nothing is lost. There is no warning
# Output      1, 0.75: [1, 0] int64
#             0.75, 1: [0.75, 1.0] float64
#             True, 3: [True, True] bool
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet gymnasium==1.4.0 numpy==2.4.6
cat > look.py <<'PYTHON'
import gymnasium


class Game(gymnasium.Env):
    observation_space = action_space = gymnasium.spaces.Discrete(2)

    def __init__(self, score):
        self.score = score

    def reset(self, *, seed=None, options=None):
        return 0, {"score": self.score}


for first, second in ((1, 0.75), (0.75, 1), (True, 3)):
    envs = gymnasium.vector.SyncVectorEnv([lambda: Game(first), lambda: Game(second)])
    scores = envs.reset()[1]["score"]
    print(f"{first}, {second}: {scores.tolist()} {scores.dtype}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
1, 0.75: [1, 0] int64
0.75, 1: [0.75, 1.0] float64
True, 3: [True, True] bool
TEXT
