#!/usr/bin/env bash
# Run as a whole, a notebook keeps the bytes that a widget has dropped; its page may show no widget.
#
# Versions    nbclient 0.11.0, ipykernel 7.4.0, ipywidgets 8.1.9, @jupyter-widgets/html-manager
#             1.0.15, playwright 1.65.2 with a Chromium of the system
# Expected    the widgets' state in the notebook is their last: a picture that a cell has taken away
#             is gone from it, as are its bytes
# Behaviour   nbclient (with it nbconvert --execute, papermill) saves the last state beside all bytes
#             that were ever sent, each for its place there. A page puts them back: into a trait that
#             is None by now; and if the place itself is gone it fails, for all widgets of the page
# Output      bytes kept: picture {}, to be put there: ['front'] b'seven'; widgets on the page: 2
#             bytes dropped: picture None, to be put there: [] b'seven'; widgets on the page: 2
#             dict dropped: picture None, to be put there: ['front'] b'seven'; widgets on the page: 0
#
# Needs python3 (3.11 or newer), npm and a Chromium, which $CHROMIUM can name.
set -eu -o pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet nbclient==0.11.0 ipykernel==7.4.0 ipywidgets==8.1.9 playwright==1.65.2
npm pack --silent @jupyter-widgets/html-manager@1.0.15 > npm.log 2>&1 || { cat npm.log >&2; exit 1; }
tar -xzf jupyter-widgets-html-manager-1.0.15.tgz package/dist/embed.js
cat > look.py <<'PYTHON'
import base64, json, pathlib, sys

from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import sync_playwright

CARD = """
import ipywidgets
import traitlets

class Card(ipywidgets.HTML):
    picture = traitlets.Any().tag(sync=True)

card = Card("seven", picture={})
slider = ipywidgets.IntSlider()
"""
CASES = {
    "bytes kept": ('{"front": b"seven"}', "pass"),
    "bytes dropped": ('b"seven"', "card.picture = None"),
    "dict dropped": ('{"front": b"seven"}', "card.picture = None"),
}
MIME = "application/vnd.jupyter.widget-{}+json"


def script(kind, content):
    return f'<script type="{MIME.format(kind)}">{json.dumps(content)}</script>'


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=sys.argv[1],
        args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"])
    for label, (picture, change) in CASES.items():
        notebook = new_notebook(
            cells=[new_code_cell(CARD.replace("{}", picture)), new_code_cell(change)])
        NotebookClient(notebook, kernel_name="python3").execute()
        saved = notebook.metadata.widgets[MIME.format("state")]
        ((card, model),) = (
            (key, model) for key, model in saved["state"].items() if "picture" in model["state"])
        (buffer,) = model["buffers"]
        views = "".join(
            script("view", {"version_major": 2, "version_minor": 0, "model_id": key})
            for key, model in saved["state"].items() if model["model_name"].endswith(
                ("HTMLModel", "IntSliderModel")))
        pathlib.Path("page.html").write_text(
            f"<body>{script('state', saved)}{views}<script src=package/dist/embed.js></script>")
        page = browser.new_page()
        page.goto(pathlib.Path("page.html").absolute().as_uri())
        page.wait_for_timeout(5000)
        print(f"{label}: picture {model['state']['picture']}, to be put there:",
              f"{buffer['path'][1:]} {base64.b64decode(buffer['data'])};",
              "widgets on the page:", page.locator(".jupyter-widgets").count(), flush=True)
        page.close()
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py "$chromium" 2> /dev/null | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
bytes kept: picture {}, to be put there: ['front'] b'seven'; widgets on the page: 2
bytes dropped: picture None, to be put there: [] b'seven'; widgets on the page: 2
dict dropped: picture None, to be put there: ['front'] b'seven'; widgets on the page: 0
TEXT
