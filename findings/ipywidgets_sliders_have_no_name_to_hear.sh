#!/usr/bin/env bash
# A screen reader gets no name for ipywidgets' sliders, 0 for "slow", and "null" of a toggle button.
#
# Versions    ipywidgets 8.1.9, @jupyter-widgets/html-manager 1.0.15, playwright 1.65.2 with a
#             Chromium of the system, 156
# Expected    the description is the control's name, as at Text and Dropdown; the value is the one on
#             the page; a toggle button says whether it is pressed; no tooltip means no more words
# Behaviour   the description of a slider belongs to nothing, the value of a SelectionSlider is the
#             number of the option and that of a FloatLogSlider the exponent, a toggle button is a
#             plain button, and the tooltip None, as a kernel sends it, becomes the title "null"
# Output      Text: textbox "Name"
#             Dropdown: combobox "Pace", value slow
#             IntSlider: slider "", value 7, on the page 7
#             SelectionSlider: slider "", value 0, on the page slow
#             FloatLogSlider: slider "", value 2, on the page 100
#             Checkbox: checkbox "Coach", checked true
#             ToggleButton: button "Coach", description "null"
#
# Needs python3 (3.11 or newer), npm and a Chromium, which $CHROMIUM can name.
set -eu -o pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet ipywidgets==8.1.9 playwright==1.65.2
npm pack --silent @jupyter-widgets/html-manager@1.0.15 > npm.log 2>&1 || { cat npm.log >&2; exit 1; }
tar -xzf jupyter-widgets-html-manager-1.0.15.tgz package/dist/embed.js
cat > look.py <<'PYTHON'
import json, pathlib, sys

import ipywidgets
from ipywidgets.embed import embed_data
from playwright.sync_api import sync_playwright

WIDGETS = [
    ipywidgets.Text(description="Name"),
    ipywidgets.Dropdown(options=["slow", "fast"], description="Pace"),
    ipywidgets.IntSlider(7, description="Pace"),
    ipywidgets.SelectionSlider(options=["slow", "fast"], description="Pace"),
    ipywidgets.FloatLogSlider(100, description="Pace"),
    ipywidgets.Checkbox(True, description="Coach", indent=False),
    ipywidgets.ToggleButton(True, description="Coach"),
]
ROLES = {"textbox", "combobox", "slider", "checkbox", "button"}
MIME = "application/vnd.jupyter.widget-{}+json"


def script(kind, content):
    return f'<script type="{MIME.format(kind)}">{json.dumps(content)}</script>'


# With the defaults, as a kernel sends them.
data = embed_data(WIDGETS, drop_defaults=False)
views = "".join(f"<div id=w{number}>{script('view', view)}</div>"
                for number, view in enumerate(data["view_specs"]))
pathlib.Path("page.html").write_text(
    f"<body>{script('state', data['manager_state'])}{views}<script src=package/dist/embed.js></script>")
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=sys.argv[1],
        args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"])
    page = browser.new_page()
    page.goto(pathlib.Path("page.html").absolute().as_uri())
    page.locator(f"#w{len(WIDGETS) - 1} button").wait_for(timeout=60_000)
    page.wait_for_timeout(2000)
    client = page.context.new_cdp_session(page)
    for number, widget in enumerate(WIDGETS):
        place = client.send("Runtime.evaluate", {"expression": f"w{number}"})["result"]["objectId"]
        nodes = client.send("Accessibility.queryAXTree", {"objectId": place})["nodes"]
        (node,) = (node for node in nodes if node.get("role", {}).get("value") in ROLES)
        words = [f'{node["role"]["value"]} "{node["name"]["value"]}"']
        if node.get("value", {}).get("value") not in (None, ""):
            words.append(f"value {node['value']['value']}")
        words += [f"{held['name']} {held['value']['value']}" for held in node["properties"]
                  if held["name"] in ("checked", "pressed")]
        if node.get("description", {}).get("value"):
            words.append(f'description "{node["description"]["value"]}"')
        readout = page.locator(f"#w{number} .widget-readout")
        if readout.count():
            words.append(f"on the page {readout.inner_text()}")
        print(f"{type(widget).__name__}: {', '.join(words)}", flush=True)
    browser.close()
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py "$chromium" | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
Text: textbox "Name"
Dropdown: combobox "Pace", value slow
IntSlider: slider "", value 7, on the page 7
SelectionSlider: slider "", value 0, on the page slow
FloatLogSlider: slider "", value 2, on the page 100
Checkbox: checkbox "Coach", checked true
ToggleButton: button "Coach", description "null"
TEXT
