#!/usr/bin/env bash
# A widget's NaN reaches its page as the text "nan", or as null if orjson happens to be installed.
#
# Versions    ipykernel 7.4.0, jupyter_client 8.10.0, ipywidgets 8.1.9, orjson 3.13.0
#             (ipywidgets issue 3252 on the text)
# Expected    a number that is missing arrives as null, or the message is refused; either way alike
#             wherever the same Jupyter is installed
# Behaviour   what packs the kernel's messages is orjson where it can be imported, else json, and
#             they differ: json refuses NaN and is given its repr instead. A page that takes null
#             for "no value yet" shows nan there, and Infinity is the text "inf" or null
# Output      without orjson: 'nan', 'inf'
#             with orjson: None, None
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ipykernel==7.4.0 jupyter_client==8.10.0 ipywidgets==8.1.9
cat > look.py <<'PYTHON'
import sys
from jupyter_client.manager import start_new_kernel

manager, client = start_new_kernel(kernel_name="python3")
values = []


def hear(message):
    state = message["content"].get("data", {}).get("state", {})
    if message["msg_type"] == "comm_open" and state.get("_model_name") == "FloatTextModel":
        values.append(state["value"])


try:
    client.execute_interactive(
        "import ipywidgets\n"
        "ipywidgets.FloatText(float('nan')), ipywidgets.FloatText(float('inf'))",
        output_hook=hear, timeout=60)
    print(f"{sys.argv[1]} orjson: {', '.join(map(repr, values))}")
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py without 2> /dev/null | tee seen.txt
venv/bin/pip install --quiet orjson==3.13.0
venv/bin/python look.py with 2> /dev/null | tee -a seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
without orjson: 'nan', 'inf'
with orjson: None, None
TEXT
