#!/usr/bin/env bash
# An array that changes after a widget has sent it reaches the page changed: all frames the last.
#
# Versions    ipykernel 7.4.0, ipywidgets 8.1.9, jupyter_client 8.10.0, numpy 2.4.6
# Expected    widget.send has taken what it sends when it returns: frames that are drawn into one
#             array, and sent one by one, arrive as they were drawn
# Behaviour   the kernel keeps a view of the array, and another thread reads it a moment later,
#             however small it is. With a pause after each frame, or as bytes, they arrive as drawn
# Output      an array: drawn 1 2 3 4 5, arrived as drawn: False
#             an array, a pause after each: drawn 1 2 3 4 5, arrived as drawn: True
#             its bytes: drawn 1 2 3 4 5, arrived as drawn: True
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet \
    ipykernel==7.4.0 ipywidgets==8.1.9 jupyter_client==8.10.0 numpy==2.4.6
cat > look.py <<'PYTHON'
from jupyter_client.manager import start_new_kernel

CELL = """
import time
import ipywidgets
import numpy

widget = ipywidgets.HTML()
frame = numpy.zeros(8, dtype=numpy.uint8)
for number in range(1, 6):
    frame[:] = number
    widget.send({{"number": number}}, [{}])
    {}
"""
CASES = {
    "an array": ("frame", "pass"),
    "an array, a pause after each": ("frame", "time.sleep(0.5)"),
    "its bytes": ("frame.tobytes()", "pass"),
}
manager, client = start_new_kernel(kernel_name="python3")
try:
    for label, parts in CASES.items():
        client.execute(CELL.format(*parts))
        drawn, arrived = [], []
        while len(drawn) < 5:
            message = client.get_iopub_msg(timeout=60)
            if message["content"].get("data", {}).get("method") == "custom":
                drawn.append(message["content"]["data"]["content"]["number"])
                arrived.append(bytes(message["buffers"][0])[0])
        print(f"{label}: drawn", *drawn, end=", ")
        print("arrived as drawn:", arrived == drawn, flush=True)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py 2> /dev/null | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
an array: drawn 1 2 3 4 5, arrived as drawn: False
an array, a pause after each: drawn 1 2 3 4 5, arrived as drawn: True
its bytes: drawn 1 2 3 4 5, arrived as drawn: True
TEXT
