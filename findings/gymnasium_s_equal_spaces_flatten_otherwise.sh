#!/usr/bin/env bash
# Two Dict spaces of Gymnasium that are equal flatten one observation into other orders.
#
# Versions    gymnasium 1.4.0, numpy 2.4.6
# Expected    what is equal, and flattens into equal spaces, gives equal vectors and, of one seed,
#             equal samples
# Behaviour   a Dict made of a dict sorts its parts by name, one made of keywords or pairs keeps
#             their order, and == minds neither: a policy that learnt on the one gets the mask where
#             the observation was on the other, and no check of shapes or spaces notices
# Output      equal: spaces True, flat spaces True
#             dict: action_mask first, [1, 0, 0, 1, 0], sample of seed 3 [0, 1]
#             keywords: observation first, [0, 1, 0, 1, 0], sample of seed 3 [0, 0]
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet gymnasium==1.4.0 numpy==2.4.6
cat > look.py <<'PYTHON'
import numpy as np
from gymnasium.spaces import Dict, Discrete, MultiBinary, flatten, flatten_space

spaces = {
    "dict": Dict({"observation": Discrete(3), "action_mask": MultiBinary(2)}),
    "keywords": Dict(observation=Discrete(3), action_mask=MultiBinary(2)),
}
one, other = spaces.values()
print(f"equal: spaces {one == other}, flat spaces {flatten_space(one) == flatten_space(other)}")
seen = {"observation": 1, "action_mask": np.array([1, 0], np.int8)}
for label, space in spaces.items():
    space.seed(3)
    print(f"{label}: {next(iter(space))} first, {flatten(space, seen).tolist()},",
          f"sample of seed 3 {space.sample()['action_mask'].tolist()}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
equal: spaces True, flat spaces True
dict: action_mask first, [1, 0, 0, 1, 0], sample of seed 3 [0, 1]
keywords: observation first, [0, 1, 0, 1, 0], sample of seed 3 [0, 0]
TEXT
