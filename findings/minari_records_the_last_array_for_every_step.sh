#!/usr/bin/env bash
# Minari records an array that an environment updates in place as its last state, at every step.
#
# Versions    minari 0.5.4, gymnasium 1.4.0, numpy 2.4.6, h5py 3.16.0, jax 0.10.2
# Expected    DataCollector keeps what reset and step returned at that time
# Behaviour   it keeps the arrays themselves until the episode ends. Observations and action masks
#             that the environment writes into one array are all those of the end, and the data
#             set is complete in form
# Output      seen while playing: [0, 1, 2, 3]
#             recorded observations: [3, 3, 3, 3]
#             recorded masks: [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]]
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet minari==0.5.4 gymnasium==1.4.0 numpy==2.4.6 h5py==3.16.0 pillow==13.0.0 jax==0.10.2
export MINARI_DATASETS_PATH=$folder/data PYTHONWARNINGS=ignore
cat > look.py <<'PYTHON'
import gymnasium
import minari
import numpy as np


class Game(gymnasium.Env):
    observation_space = gymnasium.spaces.Box(0, 9, (1,), np.int64)
    action_space = gymnasium.spaces.Discrete(3)

    def __init__(self):
        self.turn, self.mask = np.zeros(1, np.int64), np.zeros(3, np.int8)

    def view(self):
        self.mask[:] = 0
        self.mask[min(self.turn[0], 2)] = 1
        return self.turn, {"action_mask": self.mask}

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.turn[0] = 0
        return self.view()

    def step(self, action):
        self.turn[0] += 1
        observation, info = self.view()
        return observation, 0.0, bool(self.turn[0] == 3), False, info


gymnasium.register("Cards-v0", entry_point="look:Game")
if __name__ == "__main__":
    env = minari.DataCollector(gymnasium.make("Cards-v0"), record_infos=True)
    observation, _ = env.reset(seed=7)
    seen, over = [int(observation[0])], False
    while not over:
        observation, _, over, _, _ = env.step(0)
        seen.append(int(observation[0]))
    data = env.create_dataset(
        dataset_id="cards/test-v0", algorithm_name="none", author="none",
        author_email="none", code_permalink="none", description="none",
    )
    (episode,) = data.iterate_episodes()
    print("seen while playing:", seen)
    print("recorded observations:", episode.observations[:, 0].tolist())
    print("recorded masks:", episode.infos["action_mask"].tolist())
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
seen while playing: [0, 1, 2, 3]
recorded observations: [3, 3, 3, 3]
recorded masks: [[0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]]
TEXT
