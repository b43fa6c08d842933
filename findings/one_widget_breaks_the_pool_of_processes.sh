#!/usr/bin/env bash
# A widget among a function's arguments breaks joblib's whole pool of processes.
#
# Versions    joblib 1.6.0, cloudpickle 3.1.3, ipywidgets 8.1.9, traitlets 5.16.1
# Expected    a widget can't be sent to another process: an error names it before anything is
#             sent, as copy.copy and copy.deepcopy do
# Behaviour   it is pickled without complaint and fails only in the worker, which ends the pool
#             for all other tasks. In one process cloudpickle makes of it a second object with the
#             same model_id. A worker can make a widget of its own, which has no page
# Output      copy.copy: NotImplementedError
#             read back in this process: value 3, same model_id True
#             sent to workers: BrokenProcessPool
#             made in a worker: DummyComm
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet joblib==1.6.0 cloudpickle==3.1.3 ipywidgets==8.1.9 traitlets==5.16.1
cat > look.py <<'PYTHON'
import copy

import cloudpickle
import ipywidgets
import joblib


def value(widget):
    return widget.value


def made_there():
    return type(ipywidgets.IntSlider().comm).__name__


slider = ipywidgets.IntSlider(value=3)
try:
    copy.copy(slider)
except Exception as error:
    print("copy.copy:", type(error).__name__)
again = cloudpickle.loads(cloudpickle.dumps(slider))
same = again.model_id == slider.model_id
print(f"read back in this process: value {again.value}, same model_id {same}")
try:
    print("sent to workers:", joblib.Parallel(2)([joblib.delayed(value)(slider)] * 2))
except Exception as error:
    print("sent to workers:", type(error).__name__)
(name,) = set(joblib.Parallel(2)([joblib.delayed(made_there)()] * 2))
print("made in a worker:", name)
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
copy.copy: NotImplementedError
read back in this process: value 3, same model_id True
sent to workers: BrokenProcessPool
made in a worker: DummyComm
TEXT
