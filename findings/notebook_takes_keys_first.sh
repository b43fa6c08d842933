#!/usr/bin/env bash
# A widget's stopPropagation keeps its keys from the cells in JupyterLab, not in Notebook 7.
#
# Versions    jupyterlab 4.6.6, notebook 7.6.5, playwright 1.65.2 with a Chromium of the system
# Expected    one behaviour in both, which share their cells and their shortcuts
# Behaviour   JupyterLab hears keydown on its way up, Notebook 7 on its way down, before any
#             element of the page. The attribute data-lm-suppress-shortcuts works in both, but on
#             the focused element alone: around it, it does nothing for shortcuts of ":focus".
# Output      lab: plain cut, stopped kept, inside the attribute cut, with the attribute kept
#             notebook: plain cut, stopped cut, inside the attribute cut, with the attribute kept
#
# Needs python3 (3.11 or newer) and a Chromium, which $CHROMIUM can name.
set -eu -o pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet jupyterlab==4.6.6 notebook==7.6.5 playwright==1.65.2
cat > look.py <<'PYTHON'
import json, os, signal, socket, subprocess, sys, time, urllib.request
from playwright.sync_api import sync_playwright

BUTTONS = {
    "plain": "<button id=b>b</button>",
    "stopped": "<button id=b onkeydown='event.stopPropagation()'>b</button>",
    "inside the attribute": "<div data-lm-suppress-shortcuts=true><button id=b>b</button></div>",
    "with the attribute": "<button id=b data-lm-suppress-shortcuts=true>b</button>",
}
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
CELLS = "document.querySelectorAll('.jp-Notebook .jp-Cell').length"

def notebook(name, button):
    output = {"output_type": "display_data", "metadata": {}, "data": {"text/html": button}}
    cell = {"cell_type": "code", "id": "a", "metadata": {"trusted": True}, "source": "",
            "execution_count": None, "outputs": [output]}
    other = {"cell_type": "code", "id": "c", "metadata": {}, "source": "",
             "execution_count": None, "outputs": []}
    with open(name, "w") as file:
        json.dump({"cells": [cell, other], "metadata": {"kernelspec": KERNEL},
                   "nbformat": 4, "nbformat_minor": 5}, file)

def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]

def results(app, path, browser):
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", app, "--no-browser", "--ip=127.0.0.1", f"--port={port}",
         "--IdentityProvider.token=t", "--allow-root", "--ServerApp.terminals_enabled=False"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(120):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status?token=t").read()
                break
            except OSError:
                time.sleep(0.5)
        words = []
        for number, (label, button) in enumerate(BUTTONS.items()):
            name = f"{app}-{label.replace(' ', '-')}.ipynb"
            notebook(name, button)
            subprocess.run([sys.executable, "-m", "jupyter", "trust", name],
                           check=True, stdout=subprocess.DEVNULL)
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{port}/{path.format(number)}/{name}?token=t")
            page.locator(".jp-OutputArea-output #b").click(timeout=60_000)
            page.wait_for_timeout(2000)
            page.locator("#b").focus()
            before = page.evaluate(CELLS)
            page.keyboard.press("x")
            page.wait_for_timeout(1500)
            words.append(f"{label} {'cut' if page.evaluate(CELLS) < before else 'kept'}")
            page.close()
        return ", ".join(words)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=sys.argv[1],
        args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"])
    for app, path in (("jupyterlab", "lab/workspaces/{}/tree"), ("notebook", "notebooks")):
        print(f"{'lab' if app == 'jupyterlab' else app}: {results(app, path, browser)}", flush=True)
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export JUPYTERLAB_SETTINGS_DIR=$folder/settings JUPYTERLAB_WORKSPACES_DIR=$folder/workspaces
venv/bin/python look.py "$chromium" | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
lab: plain cut, stopped kept, inside the attribute cut, with the attribute kept
notebook: plain cut, stopped cut, inside the attribute cut, with the attribute kept
TEXT
