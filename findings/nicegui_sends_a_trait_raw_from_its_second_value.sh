#!/usr/bin/env bash
# NiceGUI shows an anywidget's first value by the trait's own to_json, and each later one without it.
#
# Versions    nicegui 3.18.0, anywidget 0.11.0, playwright 1.65.2 with a Chromium of the system
# Expected    a trait with a serializer reaches the page through it, as in Jupyter, whenever it is
#             sent
# Behaviour   ui.anywidget takes the first state from the widget's get_state, but sends a change as
#             it is in Python: the page gets another kind of value than the one it was drawn with
# Output      at first: 3 of hearts
#             one drawn: 3, 5
#             two drawn: 3, 5, 5
#
# Needs python3 (3.11 or newer) and a Chromium, which $CHROMIUM can name.
set -eu -o pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet nicegui==3.18.0 anywidget==0.11.0 playwright==1.65.2
cat > app.py <<'PYTHON'
import sys

import anywidget
import traitlets
from nicegui import ui


class Hand(anywidget.AnyWidget):
    _esm = """export default {render({model, el}) {
        const cards = document.createElement("p"), button = document.createElement("button");
        const show = () => { cards.textContent = model.get("cards").join(", "); };
        cards.className = "cards";
        button.className = button.textContent = "draw";
        button.onclick = () => { model.set("drawn", model.get("drawn") + 1); model.save_changes(); };
        model.on("change:cards", show);
        show();
        el.append(cards, button);
    }}"""
    cards = traitlets.List().tag(
        sync=True, to_json=lambda ranks, widget: [f"{rank} of hearts" for rank in ranks])
    drawn = traitlets.Int().tag(sync=True)

    @traitlets.observe("drawn")
    def _draw(self, change):
        self.cards = [*self.cards, 5]


@ui.page("/")
def index():
    ui.anywidget(Hand(cards=[3]))


ui.run(host="127.0.0.1", port=int(sys.argv[1]), show=False, reload=False)
PYTHON
cat > look.py <<'PYTHON'
import socket, subprocess, sys, time

from playwright.sync_api import Error, sync_playwright

with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
server = subprocess.Popen([sys.executable, "app.py", str(port)], stdout=subprocess.DEVNULL)
try:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
        page = browser.new_page()
        for attempt in range(120):
            try:
                page.goto(f"http://127.0.0.1:{port}")
                break
            except Error:
                time.sleep(0.5)
        cards = page.locator(".cards")
        cards.wait_for()
        print("at first:", cards.text_content(), flush=True)
        for count in ("one", "two"):
            before = cards.text_content()
            page.locator(".draw").click()
            for attempt in range(120):
                page.wait_for_timeout(250)
                if cards.text_content() != before:
                    break
            print(f"{count} drawn:", cards.text_content(), flush=True)
finally:
    server.terminate()
    server.wait()
PYTHON
venv/bin/python look.py "$chromium" | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
at first: 3 of hearts
one drawn: 3, 5
two drawn: 3, 5, 5
TEXT
