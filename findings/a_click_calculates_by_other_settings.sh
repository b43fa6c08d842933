#!/usr/bin/env bash
# Of two clicks on one button the second forgets numpy's and decimal's settings made in a cell.
#
# Versions    ipykernel 7.4.0, jupyter_client 8.10.0, ipywidgets 8.1.9, numpy 2.4.6, pandas 3.1.1
# Expected    settings that a cell has made for the whole notebook hold in a button's handler, as
#             they do in the next cell, and at the second click as at the first
# Behaviour   numpy and decimal keep them for each thread, and a handler that JupyterLab calls by a
#             subshell runs in a thread of its own, at the latest once it has changed its button: a
#             division by zero that stopped it gives inf, Decimal counts with other digits. pandas'
#             options hold
# Output      a cell: FloatingPointError, [0.33], 0.33333, pandas 3 rows
#             the first click: FloatingPointError, [0.33], 0.33333, pandas 3 rows
#             the second click: inf, [0.33333333], 0.3333333333333333333333333333, pandas 3 rows
#
# Needs python3 (3.11 or newer, without the option that threads inherit their context).
set -eu -o pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ipykernel==7.4.0 jupyter_client==8.10.0 ipywidgets==8.1.9 \
    numpy==2.4.6 pandas==3.1.1
cat > look.py <<'PYTHON'
from jupyter_client.manager import start_new_kernel

SETTINGS = """
import decimal
import warnings
import ipywidgets
import numpy
import pandas

numpy.seterr(divide="raise")
numpy.set_printoptions(precision=2)
decimal.getcontext().prec = 5
pandas.set_option("display.max_rows", 3)
warnings.simplefilter("ignore")
"""
REST = """
def calculate(button=None):
    if button:
        button.description += "!"
    try:
        share = numpy.float64(1) / numpy.float64(0)
    except FloatingPointError as error:
        share = type(error).__name__
    rows = pandas.get_option("display.max_rows")
    print("seen", share, numpy.array([1 / 3]), f"{decimal.Decimal(1) / 3}, pandas {rows} rows",
          sep=", ", flush=True)


button = ipywidgets.Button()
button.on_click(calculate)
print("made", button.model_id, sep=", ", flush=True)
"""
manager, client = start_new_kernel(kernel_name="python3")


def printed(word):
    while True:
        message = client.get_iopub_msg(timeout=60)
        if message["msg_type"] == "stream":
            for line in message["content"]["text"].splitlines():
                if line.startswith(word):
                    return line.removeprefix(f"{word}, ")


try:
    client.control_channel.send(client.session.msg("create_subshell_request", {}))
    subshell = client.get_control_msg(timeout=60)["content"]["subshell_id"]
    client.execute(SETTINGS)
    client.execute(REST)
    model = printed("made")
    client.execute("calculate()")
    print("a cell:", printed("seen"), flush=True)
    for which in ("first", "second"):
        click = {"comm_id": model, "data": {"method": "custom", "content": {"event": "click"}}}
        message = client.session.msg("comm_msg", click)
        message["header"]["subshell_id"] = subshell
        client.shell_channel.send(message)
        print(f"the {which} click:", printed("seen"), flush=True)
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py 2> /dev/null | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
a cell: FloatingPointError, [0.33], 0.33333, pandas 3 rows
the first click: FloatingPointError, [0.33], 0.33333, pandas 3 rows
the second click: inf, [0.33333333], 0.3333333333333333333333333333, pandas 3 rows
TEXT
