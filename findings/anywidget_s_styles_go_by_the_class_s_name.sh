#!/usr/bin/env bash
# Two anywidget classes of one name, say of two notebooks, share one style sheet: the last one's.
#
# Versions    anywidget 0.11.0, ipywidgets 8.1.9, @jupyter-widgets/html-manager 1.0.15, requirejs
#             2.3.7, playwright 1.65.2 with a Chromium of the system
# Expected    a widget's _css is on the page as long as the widget is: what another notebook's class
#             or another instance brings is added to it
# Behaviour   the page keeps one style sheet for each module and class name, and a notebook's module
#             is always __main__. Whoever comes last overwrites it, and the others lose their styles
# Output      Card and Deck: red, blue
#             Card and the Card of another notebook: no colour, blue
#             Card and Card(_css=…) of one class: no colour, blue
#
# Needs python3 (3.11 or newer), npm and a Chromium, which $CHROMIUM can name.
set -eu -o pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet anywidget==0.11.0 ipywidgets==8.1.9 playwright==1.65.2
npm pack --silent @jupyter-widgets/html-manager@1.0.15 requirejs@2.3.7 > npm.log 2>&1 ||
    { cat npm.log >&2; exit 1; }
tar -xzf jupyter-widgets-html-manager-1.0.15.tgz package/dist/embed-amd.js
tar -xzf requirejs-2.3.7.tgz package/require.js
cp "$(venv/bin/python -c 'import anywidget; print(anywidget.__path__[0])')/nbextension/index.js" anywidget.js
cat > look.py <<'PYTHON'
import json, pathlib, sys

import anywidget
from ipywidgets.embed import dependency_state, embed_data
from playwright.sync_api import sync_playwright

ESM = """export default {render({model, el}) {
    el.className += " ready";
    el.innerHTML = "<b class=hand>hand</b> <b class=stock>stock</b>";
}}"""
HAND, STOCK = ".hand { color: red }", ".stock { color: blue }"
MIME = "application/vnd.jupyter.widget-{}+json"
COLOURS = {"rgb(255, 0, 0)": "red", "rgb(0, 0, 255)": "blue", "rgb(0, 0, 0)": "no colour"}


def widget_class(name, css):
    return type(name, (anywidget.AnyWidget,), {"_esm": ESM, "_css": css, "__module__": "__main__"})


def script(kind, content):
    return f'<script type="{MIME.format(kind)}">{json.dumps(content)}</script>'


Card = widget_class("Card", HAND)
PAIRS = {
    "Card and Deck": (Card(), widget_class("Deck", STOCK)()),
    "Card and the Card of another notebook": (Card(), widget_class("Card", STOCK)()),
    "Card and Card(_css=…) of one class": (Card(), Card(_css=STOCK)),
}
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=sys.argv[1],
        args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"])
    for label, pair in PAIRS.items():
        data = embed_data(pair, state=dependency_state(pair, drop_defaults=False))
        pathlib.Path("page.html").write_text(
            f"<body style='color: black'>{script('state', data['manager_state'])}"
            + "".join(script("view", view) for view in data["view_specs"])
            + "<script src=package/require.js></script>"
            + "<script>requirejs.config({paths: {anywidget: 'anywidget'}})</script>"
            + "<script src=package/dist/embed-amd.js></script>")
        page = browser.new_page()
        page.goto(pathlib.Path("page.html").absolute().as_uri())
        page.locator(".ready").nth(1).wait_for(timeout=60_000)
        page.wait_for_timeout(1000)
        colours = [
            page.locator(f".ready .{name}").first.evaluate("node => getComputedStyle(node).color")
            for name in ("hand", "stock")
        ]
        print(f"{label}:", ", ".join(COLOURS[colour] for colour in colours), flush=True)
        page.close()
PYTHON
export JUPYTER_CONFIG_DIR=$folder/config JUPYTER_DATA_DIR=$folder/data JUPYTER_RUNTIME_DIR=$folder/run
export IPYTHONDIR=$folder/ipython
venv/bin/python look.py "$chromium" | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
Card and Deck: red, blue
Card and the Card of another notebook: no colour, blue
Card and Card(_css=…) of one class: no colour, blue
TEXT
