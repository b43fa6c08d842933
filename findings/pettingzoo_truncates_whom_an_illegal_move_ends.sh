#!/usr/bin/env bash
# After an illegal move PettingZoo's wrapper calls every agent both terminated and truncated.
#
# Versions    pettingzoo 1.27.0 with gymnasium 1.4.0, rlcard 1.2.0, numpy 2.4.6
# Expected    TerminateIllegalWrapper, as it is called, terminates: truncations stay False, as
#             after the same game's proper end
# Behaviour   both are True for all agents, so that a learner that bootstraps a value wherever
#             truncation is True does so behind the illegal move
# Output      proper end: terminated {True}, truncated {False}
#             illegal move: terminated {True}, truncated {True}
#             rewards: the offender -1.0, the other 0
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet \
    pettingzoo==1.27.0 gymnasium==1.4.0 rlcard==1.2.0 numpy==2.4.6 pygame==2.6.1
export PYGAME_HIDE_SUPPORT_PROMPT=1 SDL_VIDEODRIVER=dummy
cat > look.py <<'PYTHON'
import contextlib
import io

import numpy as np
from pettingzoo.classic import leduc_holdem_v4


def ends(env):
    return f"terminated {set(env.terminations.values())}, truncated {set(env.truncations.values())}"


env = leduc_holdem_v4.env()
env.reset(seed=1)
while not any(env.terminations.values()):
    legal = np.flatnonzero(env.last()[0]["action_mask"])
    env.step(int(legal[0]))
print("proper end:", ends(env))
env.reset(seed=1)
offender = env.agent_selection
illegal = np.flatnonzero(env.last()[0]["action_mask"] == 0)
with contextlib.redirect_stdout(io.StringIO()):  # it prints a warning
    env.step(int(illegal[0]))
print("illegal move:", ends(env))
(other,) = {reward for agent, reward in env.rewards.items() if agent != offender}
print(f"rewards: the offender {env.rewards[offender]}, the other {other}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
proper end: terminated {True}, truncated {False}
illegal move: terminated {True}, truncated {True}
rewards: the offender -1.0, the other 0
TEXT
