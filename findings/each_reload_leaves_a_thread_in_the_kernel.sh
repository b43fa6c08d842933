#!/usr/bin/env bash
# Each reload of a page with a widget, and each second page, leaves one more thread in the kernel.
#
# Versions    jupyterlab 4.6.6, ipykernel 7.4.0, ipywidgets 8.1.9, playwright 1.65.2 with a Chromium
#             of the system
# Expected    one subshell for the widgets of each page that is open, and none for those that have
#             been reloaded or closed
# Behaviour   JupyterLab asks for a new subshell whenever a page with widgets opens, and for its end
#             when the last of its widgets is closed, but not when the page goes: its thread stays
# Output      opened: 0 threads of subshells
#             the cell run: 1
#             reloaded: 2
#             reloaded again: 3
#             a second page: 4
#             the second page closed: 4
#
# Needs python3 (3.11 or newer) and a Chromium, which $CHROMIUM can name.
set -eu -o pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet jupyterlab==4.6.6 ipykernel==7.4.0 ipywidgets==8.1.9 playwright==1.65.2
cat > look.py <<'PYTHON'
import json, signal, socket, subprocess, sys, time, urllib.request
from playwright.sync_api import sync_playwright

SOURCE = "import ipywidgets\nipywidgets.Button(description='go')"
IDLE = "() => window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
BUTTON = ".jp-OutputArea-output button"
THREADS = """async () => {
    const code = "import threading\\nprint(sum("
        + "'subshell' in thread.name for thread in threading.enumerate()))";
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const future = kernel.requestExecute({code, store_history: false});
    let text = "";
    future.onIOPub = (message) => { text += message.content.text ?? ""; };
    await future.done;
    return text.trim();
}"""
cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": SOURCE, "execution_count": None,
        "outputs": []}
kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
with open("button.ipynb", "w") as file:
    json.dump({"cells": [cell], "metadata": {"kernelspec": kernel},
               "nbformat": 4, "nbformat_minor": 5}, file)
with socket.socket() as one:
    one.bind(("127.0.0.1", 0))
    port = one.getsockname()[1]
server = subprocess.Popen(
    [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}",
     "--IdentityProvider.token=t", "--allow-root", "--ServerApp.terminals_enabled=False",
     "--LabApp.expose_app_in_browser=True"],
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def threads(page):
    page.wait_for_timeout(6000)
    return page.evaluate(THREADS)


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
        page = browser.new_page()
        page.set_default_timeout(120_000)
        page.goto(f"http://127.0.0.1:{port}/lab/workspaces/one/tree/button.ipynb?token=t")
        page.wait_for_function(IDLE)
        print("opened:", threads(page), "threads of subshells", flush=True)
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
        page.locator(BUTTON).wait_for()
        page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
        print("the cell run:", threads(page), flush=True)
        for label in ("reloaded", "reloaded again"):
            page.reload()
            page.wait_for_function(IDLE)
            page.locator(BUTTON).wait_for()
            print(f"{label}:", threads(page), flush=True)
        second = browser.new_page()
        second.set_default_timeout(120_000)
        second.goto(f"http://127.0.0.1:{port}/lab/workspaces/two/tree/button.ipynb?token=t")
        second.locator(BUTTON).wait_for()
        print("a second page:", threads(second), flush=True)
        second.close()
        print("the second page closed:", threads(page), flush=True)
        browser.close()
finally:
    server.send_signal(signal.SIGTERM)
    server.wait()
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export JUPYTERLAB_SETTINGS_DIR=$folder/settings JUPYTERLAB_WORKSPACES_DIR=$folder/workspaces
export IPYTHONDIR=$folder/ipython
PATH=$folder/venv/bin:$PATH venv/bin/python look.py "$chromium" | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
opened: 0 threads of subshells
the cell run: 1
reloaded: 2
reloaded again: 3
a second page: 4
the second page closed: 4
TEXT
