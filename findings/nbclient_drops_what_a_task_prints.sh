#!/usr/bin/env bash
# Run as a whole, a notebook loses what an asyncio task prints after its cell, but no thread's.
#
# Versions    nbclient 0.11.0, ipykernel 7.4.0, nbformat 5.11.1
# Expected    what a task of the first cell prints while the second awaits it stands under one of
#             the two; likewise for a thread that the second joins
# Behaviour   the kernel marks a thread's output as the running cell's, a task's as that of the cell
#             that created it, and nbclient (with it nbconvert --execute, papermill, nbgrader) takes
#             no output of a cell that has ended: of the task's nothing is left, and no error
# Output      thread: [] ['from the thread', 'second']
#             task: [] ['second']
#             task, marked as output of: first
#
# Needs python3 (3.11 or newer).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet nbclient==0.11.0 ipykernel==7.4.0 nbformat==5.11.1
cat > look.py <<'PYTHON'
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

THREAD = """
import threading
go = threading.Event()
def late():
    go.wait()
    print("from the thread")
thread = threading.Thread(target=late)
thread.start()
""", "go.set(); thread.join(); print('second')"
TASK = """
import asyncio
go = asyncio.Event()
async def late():
    await go.wait()
    print("from the task")
task = asyncio.create_task(late())
""", "go.set(); await task; print('second')"
for label, sources in (("thread", THREAD), ("task", TASK)):
    notebook = new_notebook(cells=[new_code_cell(source) for source in sources])
    NotebookClient(notebook, kernel_name="python3").execute()
    words = [
        "".join(output["text"] for output in cell.outputs).split("\n")[:-1]
        for cell in notebook.cells
    ]
    print(f"{label}:", *words, flush=True)

manager, client = start_new_kernel(kernel_name="python3")
try:
    asked = dict(zip(map(client.execute, TASK), ("first", "second"), strict=True))
    while True:
        message = client.get_iopub_msg(timeout=60)
        if "from the task" in message["content"].get("text", ""):
            break
    print("task, marked as output of:", asked[message["parent_header"]["msg_id"]])
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py 2> /dev/null | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
thread: [] ['from the thread', 'second']
task: [] ['second']
task, marked as output of: first
TEXT
