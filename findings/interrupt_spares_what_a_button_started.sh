#!/usr/bin/env bash
# Interrupting the kernel no longer stops what a widget's button started: it runs in a subshell.
#
# Versions    ipykernel 7.4.0, jupyter_client 8.10.0, ipywidgets 8.1.9
# Expected    interrupt stops the callback of a button, as it stops a cell (and as Jupyter's
#             proposal 91 says of subshells)
# Behaviour   a callback in a subshell, where JupyterLab asks for it, is a thread of its own, and
#             KeyboardInterrupt is raised in the main thread alone: it runs to its end. (ipykernel
#             7.4.0 takes the first click on a button that a cell made to the main thread, and, once
#             the callback has written to the button, the next to the subshell)
# Output      first click, main thread: interrupted
#             second click, another thread: ran to its end
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ipykernel==7.4.0 jupyter_client==8.10.0 ipywidgets==8.1.9
cat > look.py <<'PYTHON'
from jupyter_client.manager import start_new_kernel

CELL = """
import threading
import time
import ipywidgets


def compute(button):
    button.description += "!"
    main = threading.current_thread() is threading.main_thread()
    try:
        print("main" if main else "another", flush=True)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            time.sleep(0.05)
        print("ran to its end", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)


button = ipywidgets.Button()
button.on_click(compute)
print(button.model_id)
"""
manager, client = start_new_kernel(kernel_name="python3")


def printed():
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["msg_type"] == "stream":
            return message["content"]["text"].strip()


try:
    client.execute(CELL)
    model = printed()
    client.control_channel.send(client.session.msg("create_subshell_request", {}))
    subshell = client.get_control_msg(timeout=60)["content"]["subshell_id"]
    for number in ("first", "second"):
        click = {"comm_id": model, "data": {"method": "custom", "content": {"event": "click"}}}
        message = client.session.msg("comm_msg", click)
        message["header"]["subshell_id"] = subshell
        client.shell_channel.send(message)
        thread = printed()
        manager.interrupt_kernel()
        print(f"{number} click, {thread} thread: {printed()}", flush=True)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py 2> /dev/null | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
first click, main thread: interrupted
second click, another thread: ran to its end
TEXT
