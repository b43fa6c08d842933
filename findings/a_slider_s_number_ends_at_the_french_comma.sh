#!/usr/bin/env bash
# Typed into a slider's number, the French 12,75 is taken for 12, and 1 234 for 1.
#
# Versions    ipywidgets 8.1.9, jupyterlab 4.6.6, ipykernel 7.4.0, playwright 1.65.2 with a Chromium
#             of the system, its pages in French
# Expected    12.75, as a page in French reads numbers, or a refusal, as of any other text
# Behaviour   the number is read as far as it looks like one in English and the rest dropped: the
#             slider moves to the wrong value, and shows it. The slider of a range refuses commas
# Output      FloatSlider 7.0, 12.75: 12.75
#             FloatSlider 7.0, 12,75: 12.0
#             IntSlider 7, 1 234: 1
#             FloatRangeSlider (7.0, 8.0), 1,5 – 3,5: (7.0, 8.0)
#
# Needs python3 (3.11 or newer) and a Chromium, which $CHROMIUM can name.
set -eu -o pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ipywidgets==8.1.9 jupyterlab==4.6.6 ipykernel==7.4.0 playwright==1.65.2
cat > look.py <<'PYTHON'
import json, signal, socket, subprocess, sys, time, urllib.request
from playwright.sync_api import sync_playwright

SOURCE = """import ipywidgets
slider = ipywidgets.{}
label = ipywidgets.Label(str(slider.value))
slider.observe(lambda change, label=label: setattr(label, "value", str(change.new)), "value")
ipywidgets.VBox([slider, label])"""
TYPED = (
    ("FloatSlider", "FloatSlider(7, step=0.25)", "12.75"),
    ("FloatSlider", "FloatSlider(7, step=0.25)", "12,75"),
    ("IntSlider", "IntSlider(7, max=2000)", "1 234"),
    ("FloatRangeSlider", "FloatRangeSlider(value=(7, 8), step=0.25)", "1,5 – 3,5"),
)
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
IDLE = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
cells = [
    {"cell_type": "code", "id": f"c{number}", "metadata": {}, "source": SOURCE.format(made),
     "execution_count": None, "outputs": []}
    for number, (_, made, _) in enumerate(TYPED)
]
with open("sliders.ipynb", "w") as file:
    json.dump({"cells": cells, "metadata": {"kernelspec": KERNEL},
               "nbformat": 4, "nbformat_minor": 5}, file)
with socket.socket() as one:
    one.bind(("127.0.0.1", 0))
    port = one.getsockname()[1]
server = subprocess.Popen(
    [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}",
     "--IdentityProvider.token=t", "--allow-root", "--ServerApp.terminals_enabled=False",
     "--LabApp.expose_app_in_browser=True"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    for _ in range(240):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/status?token=t").read()
            break
        except OSError:
            time.sleep(0.5)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=sys.argv[1],
            args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"])
        page = browser.new_page(locale="fr-FR")
        page.set_default_timeout(60_000)
        page.goto(f"http://127.0.0.1:{port}/lab/tree/sliders.ipynb?token=t")
        page.wait_for_function(IDLE)
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
        labels = page.locator(".jp-OutputArea-output .widget-vbox > .widget-label")
        labels.nth(len(TYPED) - 1).wait_for()
        for number, (name, _, text) in enumerate(TYPED):
            label = labels.nth(number)
            before = label.inner_text()
            page.locator(".jp-OutputArea-output .widget-readout").nth(number).click()
            page.keyboard.press("Control+A")
            page.keyboard.type(text)
            page.keyboard.press("Enter")
            page.wait_for_timeout(3000)
            print(f"{name} {before}, {text}: {label.inner_text()}", flush=True)
        browser.close()
finally:
    server.send_signal(signal.SIGTERM)
    server.wait()
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export JUPYTERLAB_SETTINGS_DIR=$folder/settings JUPYTERLAB_WORKSPACES_DIR=$folder/workspaces
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py "$chromium" | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
FloatSlider 7.0, 12.75: 12.75
FloatSlider 7.0, 12,75: 12.0
IntSlider 7, 1 234: 1
FloatRangeSlider (7.0, 8.0), 1,5 – 3,5: (7.0, 8.0)
TEXT
