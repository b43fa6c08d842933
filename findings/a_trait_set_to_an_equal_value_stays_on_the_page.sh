#!/usr/bin/env bash
# A trait that goes from 1 to True, alone or in a list, never reaches the page.
#
# Versions    ipywidgets 8.1.9, traitlets 5.16.1, comm 0.2.3
# Expected    a new value of another JSON form is sent: 1 and true are different to the page, and
#             to === there
# Behaviour   a change counts as one if Python's == says so: the kernel has True or [False], the
#             page keeps 1 or [0], and no observer is called. With NaN it is the other way round:
#             set twice, it is sent twice
# Output      1 to True: kernel True, sent 0
#             [0, 1] to [False, True]: kernel [False, True], sent 0
#             nan to nan: kernel nan, sent 1
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ipywidgets==8.1.9 traitlets==5.16.1 comm==0.2.3
cat > look.py <<'PYTHON'
import comm
from comm.base_comm import BaseComm

sent = []


class Recorder(BaseComm):
    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        sent.append(data)


comm.create_comm = Recorder

import ipywidgets
import traitlets


class Board(ipywidgets.DOMWidget):
    value = traitlets.Any().tag(sync=True)


board = Board()
nan = float("nan")
for first, second in ((1, True), ([0, 1], [False, True]), (nan, nan)):
    board.value = first
    sent.clear()
    board.value = second
    print(f"{first} to {second}: kernel {board.value}, sent {len(sent)}")
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
1 to True: kernel True, sent 0
[0, 1] to [False, True]: kernel [False, True], sent 0
nan to nan: kernel nan, sent 1
TEXT
