#!/usr/bin/env bash
# Under hold_sync a widget's message reaches the page before the state that was set before it.
#
# Versions    ipywidgets 8.1.9, traitlets 5.16.1, comm 0.2.3
# Expected    what is set, sent, set under hold_sync arrives in that order, or the message after
#             the state
# Behaviour   traits wait for the end of the block and messages don't: the page hears "the card
#             was drawn" while it still shows the old cards. If the block raises, what had been
#             set is sent all the same
# Output      held: send, set decision and cards
#             not held: set cards, send, set decision
#             raised: set cards
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

import ipywidgets
import traitlets


class Board(ipywidgets.DOMWidget):
    cards = traitlets.Int(0).tag(sync=True)
    decision = traitlets.Int(0).tag(sync=True)


def act(board):
    board.cards += 1
    board.send("drawn")
    board.decision += 1


def messages():
    words = [
        "send" if data["method"] == "custom" else "set " + " and ".join(sorted(data["state"], reverse=True))
        for data in sent
    ]
    sent.clear()
    return ", ".join(words)


board = Board()
sent.clear()
with board.hold_sync():
    act(board)
print("held:", messages())
act(board)
print("not held:", messages())
with contextlib.suppress(RuntimeError), board.hold_sync():
    board.cards += 1
    raise RuntimeError
print("raised:", messages())
PYTHON
venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
held: send, set decision and cards
not held: set cards, send, set decision
raised: set cards
TEXT
