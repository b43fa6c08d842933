#!/usr/bin/env bash
# A click is answered while a cell runs only if the last to write to the widget was a callback.
#
# Versions    ipykernel 7.4.0 (not so in 7.3.0), jupyter_client 8.10.0, ipywidgets 8.1.9
# Expected    a message that names a subshell, as JupyterLab's for widgets do, is handled there
#             while a cell runs, whichever widget it is for
# Behaviour   the kernel keeps for each widget the shell from which it was last written to, and
#             sends what comes for it there, whatever the message names: a button made by a cell, or
#             written to by the running one, waits for its end. A callback that writes to its
#             widget brings the next click back into the subshell
# Output      made by a cell: after the cell, in the main thread
#             written to by its callback: during the cell, in another thread
#             written to by the cell: after the cell, in the main thread
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

FIRST = """
import threading
import ipywidgets


def clicked(button):
    main = threading.current_thread() is threading.main_thread()
    print("clicked", "after" if ended.is_set() else "during", "main" if main else "another", flush=True)
    button.description += "!"
    heard.set()


heard, ended = threading.Event(), threading.Event()
button = ipywidgets.Button()
button.on_click(clicked)
print("begun", button.model_id, flush=True)
"""
REST = "heard.wait(5); ended.set()"
NEXT = "heard.clear(); ended.clear()\n{}\nprint('begun', button.model_id, flush=True)\n" + REST
CELLS = {
    "made by a cell": FIRST + REST,
    "written to by its callback": NEXT.format(""),
    "written to by the cell": NEXT.format("button.icon += '?'"),
}
manager, client = start_new_kernel(kernel_name="python3")


def printed(word):
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["msg_type"] == "stream":
            for line in message["content"]["text"].splitlines():
                if line.startswith(word):
                    return line.split()[1:]


try:
    client.control_channel.send(client.session.msg("create_subshell_request", {}))
    subshell = client.get_control_msg(timeout=60)["content"]["subshell_id"]
    for label, cell in CELLS.items():
        cell = client.execute(cell)
        (model,) = printed("begun")
        click = {"comm_id": model, "data": {"method": "custom", "content": {"event": "click"}}}
        message = client.session.msg("comm_msg", click)
        message["header"]["subshell_id"] = subshell
        client.shell_channel.send(message)
        when, where = printed("clicked")
        print(f"{label}: {when} the cell, in {'the main' if where == 'main' else where} thread",
              flush=True)
        while client.get_shell_msg(timeout=60)["parent_header"]["msg_id"] != cell:
            pass
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py 2> /dev/null | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
made by a cell: after the cell, in the main thread
written to by its callback: during the cell, in another thread
written to by the cell: after the cell, in the main thread
TEXT
