#!/usr/bin/env bash
# One rule with body:has(…) and a broad last part: Chromium styles the page anew for each new text.
#
# Versions    playwright 1.65.2 with a Chromium of the system, 156
# Expected    a text that changes styles nothing anew: :has(.a) hangs on a class, not on texts,
#             and the rule means what is in .b, not the 2,000 elements beside it
# Behaviour   All elements of the page that the rule's last part alone could mean are styled at each
#             change. So the style sheet of one output slows down a whole notebook, the more the
#             longer it is; with a class as its last part it doesn't.
# Output      no rule: 0
#             .b :not(.z): 0
#             body:has(.a) .b .c: 1
#             body:has(.a) .b p: 1003
#             body:has(.a) .b :not(.z): 2007
#
# Needs python3 (3.11 or newer) and a Chromium, which $CHROMIUM can name.
set -eu -o pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet playwright==1.65.2
cat > look.py <<'PYTHON'
import json, sys
from playwright.sync_api import sync_playwright

RULES = ["", ".b :not(.z)", "body:has(.a) .b .c", "body:has(.a) .b p", "body:has(.a) .b :not(.z)"]
PAGE = ("<div class=a><p><i id=text>x</i></p></div><div class=b><p>1</p><p class=c>2</p></div>"
        + "<div><p>beside it</p></div>" * 1000)
CHANGE = """async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
    await frame();
    performance.mark("begin");
    for (let k = 0; k < 3; k++) {
        document.getElementById("text").textContent = k;
        await frame();
    }
}"""

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
    for rule in RULES:
        page = browser.new_page()
        page.set_content(f"<style>{rule and rule + ' { color: red }'}</style>{PAGE}")
        page.wait_for_timeout(300)
        browser.start_tracing(
            page=page, path="trace.json", categories=["devtools.timeline", "blink.user_timing"])
        page.evaluate(CHANGE)
        browser.stop_tracing()
        with open("trace.json") as file:
            events = json.load(file)["traceEvents"]
        begin = next(event["ts"] for event in events if event["name"] == "begin")
        styled = [event["args"].get("elementCount", 0) for event in events
                  if event["name"] == "UpdateLayoutTree" and event["ts"] > begin]
        print(f"{rule or 'no rule'}: {max(styled, default=0)}")
        page.close()
PYTHON
venv/bin/python look.py "$chromium" | tee seen.txt
diff seen.txt - <<'TEXT' || { echo "not as it was" >&2; exit 1; }
no rule: 0
.b :not(.z): 0
body:has(.a) .b .c: 1
body:has(.a) .b p: 1003
body:has(.a) .b :not(.z): 2007
TEXT
