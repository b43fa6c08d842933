#!/usr/bin/env bash
# After a reload JupyterLab shows no widget of xeus-python: its answers name another question.
#
# Versions    xeus-python 0.19.0, ipykernel 7.4.0, ipywidgets 8.1.9, jupyter_client 8.10.0
# Expected    the parent of the answer to a widget's request_state is that request: the page, which
#             asks for each widget when it opens, waits for such an answer
# Behaviour   its parent is the last execute_request of xeus-python, and the page waits for ever
# Output      python3: comm_msg
#             xpython: execute_request
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet \
    xeus-python==0.19.0 ipykernel==7.4.0 ipywidgets==8.1.9 jupyter_client==8.10.0
cat > look.py <<'PYTHON'
from jupyter_client.manager import start_new_kernel

for name in ("python3", "xpython"):
    manager, client = start_new_kernel(kernel_name=name)
    try:
        code = "import ipywidgets; w = ipywidgets.IntSlider(); w.model_id"
        client.execute(code)
        comm = ""
        while not comm:
            message = client.get_iopub_msg(timeout=60)
            if message["msg_type"] == "execute_result":
                comm = message["content"]["data"]["text/plain"].strip("'")
        content = {"comm_id": comm, "data": {"method": "request_state"}}
        client.shell_channel.send(client.session.msg("comm_msg", content))
        while True:
            message = client.get_iopub_msg(timeout=60)
            if message["msg_type"] == "comm_msg":
                print(f"{name}: {message['parent_header']['msg_type']}", flush=True)
                break
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
PATH=$folder/venv/bin:$PATH venv/bin/python look.py | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
python3: comm_msg
xpython: execute_request
TEXT
