#!/usr/bin/env bash
# A value that a widget refuses is echoed to all views as if it had been taken.
#
# Versions    ipywidgets 8.1.9, traitlets 5.16.1, comm 0.2.3
# Expected    a page that sets two traits, one of them to a value that a validator refuses, gets
#             the kernel's values back, or at least no confirmation of the refused one
# Behaviour   the echo of both goes out before they are validated; then neither is set, and no
#             further message corrects the views: each shows what the kernel hasn't. (A validator
#             that clamps is followed by an update.)
# Output      kernel: pace 1, name Ana
#             sent: echo_update pace 99, name Bea
#             clamped: echo_update pace 99, update pace 9
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

import contextlib
import io

import ipywidgets
import traitlets


class Strict(ipywidgets.DOMWidget):
    pace = traitlets.Int(1).tag(sync=True)
    name = traitlets.Unicode("Ana").tag(sync=True)

    @traitlets.validate("pace")
    def check(self, proposal):
        if proposal.value > 9:
            raise traitlets.TraitError("too fast")
        return proposal.value


class Clamping(Strict):
    @traitlets.validate("pace")
    def check(self, proposal):
        return min(proposal.value, 9)


def from_the_page(widget, **state):
    sent.clear()
    data = {"method": "update", "state": state, "buffer_paths": []}
    with contextlib.redirect_stderr(io.StringIO()):
        widget.comm.handle_msg({"content": {"data": data}, "buffers": []})
    return ", ".join(
        f"{data['method']} " + ", ".join(f"{name} {value}" for name, value in data["state"].items())
        for data in sent
    )


strict = Strict()
answer = from_the_page(strict, pace=99, name="Bea")
print(f"kernel: pace {strict.pace}, name {strict.name}")
print("sent:", answer)
print("clamped:", from_the_page(Clamping(), pace=99))
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
kernel: pace 1, name Ana
sent: echo_update pace 99, name Bea
clamped: echo_update pace 99, update pace 9
TEXT
