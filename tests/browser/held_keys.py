"""Every key of ours and of a notebook's command mode, and which of them the notebook takes."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.lab import Notebook

BOARD = """from skyjo_widget import play
table = play("skyjo", ["Ana", "bot:greedy"], seed=3, record=False, lang="en", practice=True)
table.pace = 0
panel = table.live("sums")"""
REPLAY = """from skyjo_widget import replay
match = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=False, display=False)
match.run()
again = replay(match, display=False, lang="en")
again.beside(again.rows(), again.chart(match.log.decisions, y="hidden_left"))"""
OTHERS = {
    "mean": 'from skyjo_widget import running_mean\nrunning_mean([1, 2, 5, 3, 4], title="Mean")',
    "rules": "from skyjo_widget import RuleEditor\nRuleEditor()",
    "worksheet": """from skyjo_widget import Worksheet
quiet = play("skyjo", ["Léa", "bot:greedy"], seed=1, record=False, display=False)
Worksheet("Sheet", [
    {"kind": "number", "text": "How likely is a 4?", "truth": "draw at most 4", "tolerance": 0.01},
    {"kind": "choice", "text": "Is 12 high?", "options": ["yes", "no"], "right": "yes"},
], quiet)""",
    "lesson": "from skyjo_widget import lesson\nlesson('lesson.toml')",
    "host": """served = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False, lang="en")
serving = served.serve()""",
}
LESSON = """title = "Chance"
lang = "en"
[game]
preset = "skyjo"
players = ["pupil", "bot:greedy"]
seed = "3B"
"""
"""The file of the lesson."""

# The places of clicks, by widget: the first two are pressed all keys at, a thing that takes the
# focus and a margin that takes none; the others some.
PLACES = {
    "board": [
        '[data-spot="0:b2"]',
        ".sjw-prompt",
        ".sjw:not(:has(.sjw-replay))",
        ".sjw-tab",
        "[data-aside=predict]",
        "[data-name=predict] h3",
        "[data-name=predict] select",
        ".sjw-note-button",
        ".sjw-note-head",
        ".sjw-note textarea",
    ],
    "panel": [
        ".widget-hbox:has(.fa-times)",
        ".sjw-live",
        ".sjw-holds-keys:has(.sjw-live)",
        ".widget-box:not(:has(.sjw)):has(.sjw-live)",
    ],
    "replay": [
        ".sjl-scroll td",
        ".sjl-foot",
        ".sjw-replay-where",
        ".sjw-replay-slider",
        ".sjl svg",
        ".sjw-holds-keys:has(.sjl-scroll)",
    ],
    "mean": [".sjm-main", ".sjm-head", ".sjm-plot"],
    "rules": [".sjr-icon", ".sjr-title", ".sjr", ".sjr select", ".sjr-row"],
    "worksheet": [".sjq-line button", ".sjq-text", ".sjq-title", ".sjq-box input"],
    "lesson": [".sje form button", ".sje form", ".sje form input"],
    "host": [".sjh-more", ".sjh-pin", ".sjh"],
}

OPENERS = {
    "[data-aside=predict]": ".sjw-more-button",
    "[data-name=predict]": "[data-aside=predict]",
    ".sjw-note-head": ".sjw-note-button",
    ".sjw-note textarea": ".sjw-note-button",
}
"""The buttons of panels, by the beginning of the places in them."""

SOME = ("x", "d", "d", "m", "a", "b", "ArrowDown", "Control+Enter", "Control+z", "Escape")
"""Keys that cut, delete, change, insert, move, run, undo."""
OWN = [
    *("Enter", "Escape", "Space", "Tab", "Home", "End", "PageUp", "PageDown", "Backspace"),
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Control+Enter", "Shift+Enter"),
    *"123456789sdtxkepnucmal0ihjfzvybor",
]
"""Keys of ours, and letters of older notebooks."""
PASSING = {"Control+s": "docmanager:save", "Control+Shift+c": "apputils:activate-command-palette"}
"""Keys that the notebook gets from a board, and its commands."""

# The bindings that concern a notebook and its kernel, as Lumino names the keys.
_BINDINGS = """() => window.jupyterapp.commands.keyBindings
    .filter(({ selector }) => /jp-Notebook|jp-kernel-user|jp-undoer|jp-code-runner/.test(selector))
    .flatMap(({ keys }) => keys)"""

# A key is the notebook's when the application prevents its default or runs a command, or when it
# rises to the notebook's element. Commands are noted only; so are messages that wait for an answer.
_SPY = """() => {
    const { commands, shell } = window.jupyterapp;
    const spied = window.spied = { notes: [], at: null, unanswered: new Set() };
    const { sessionContext } = [...shell.widgets("main")].find((panel) => panel.sessionContext);
    const { kernel } = sessionContext.session;
    const count = () => { document.body.dataset.unanswered = spied.unanswered.size; };
    kernel.anyMessage.connect((_, { msg, direction }) => {
        if (direction === "send") spied.unanswered.add(msg.header.msg_id);
        count();
    });
    kernel.iopubMessage.connect((_, { parent_header, content }) => {
        if (content.execution_state === "idle") spied.unanswered.delete(parent_header.msg_id);
        count();
    });
    count();
    const process = commands.processKeydownEvent.bind(commands);
    commands.processKeydownEvent = (event) => {
        const before = event.defaultPrevented;
        process(event);
        if (!before && event.defaultPrevented) spied.notes.push("taken");
    };
    commands.execute = async (name) => { spied.notes.push(name); };
    document.querySelector(".jp-Notebook").addEventListener("keydown", () => {
        spied.notes.push("heard");
    });
}"""

# Before a key: give what was noted of the last one, and whether the focus is where it was.
_NEXT = """() => {
    const { spied } = window;
    const notes = spied.notes.splice(0);
    spied.at ??= document.activeElement;
    if (document.activeElement !== spied.at) spied.at.focus({ preventScroll: true });
    const projected = document.querySelector("[data-projector]") !== null;
    return { notes, projected, there: document.activeElement === spied.at };
}"""

# A point of an element that nothing in it covers, else its middle.
_BARE = """(element) => {
    document.getSelection().empty();
    element.scrollIntoView({ block: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    for (let n = 0; n < 400; n++) {
        const x = left + (width * ((n % 20) + 0.1)) / 20;
        const y = top + (height * (Math.floor(n / 20) + 0.1)) / 20;
        if (document.elementFromPoint(x, y) === element) return [x, y];
    }
    return [left + width / 2, top + height / 2];
}"""


def notebook_keys(notebook: Notebook) -> list[str]:
    """Return the keys that mean something in a notebook, as Playwright names them."""
    keys = []
    for stroke in notebook.page.evaluate(_BINDINGS):
        *modifiers, key = stroke.replace("Ctrl", "Control").split(" ")
        keys.append("+".join([*modifiers, key.lower() if len(key) == 1 else key]))
    return list(dict.fromkeys(keys))


def spy(notebook: Notebook) -> None:
    """Note from now on which keys the application takes; none of its commands is run."""
    notebook.page.evaluate(_SPY)


def click_on(notebook: Notebook, place: str) -> None:
    """Click a place by the mouse; on a margin where nothing covers it.

    The kernel's answers open and close panels and move what is below: they come first.
    """
    page = notebook.page
    expect(page.locator("body")).to_have_attribute("data-unanswered", "0")
    element = page.locator(place).first
    for start, opener in OPENERS.items():
        if place.startswith(start) and not element.count():
            page.locator(opener).first.click()
    element.wait_for()
    page.evaluate("() => { window.spied.at = null; }")
    page.mouse.click(*element.evaluate(_BARE))


def press_all(notebook: Notebook, place: str, keys: list[str]) -> dict[str, Any]:
    """Click a place and press each key there; give what the notebook did of which key."""
    page, taken = notebook.page, {}
    click_on(notebook, place)
    page.evaluate(_NEXT)
    for key in keys:
        page.keyboard.press(key)
        seen = page.evaluate(_NEXT)
        if seen["notes"]:
            taken[key] = seen["notes"]
        if seen["projected"]:
            page.keyboard.press("Escape")
            seen = page.evaluate(_NEXT)
        if not seen["there"]:
            click_on(notebook, place)
            page.evaluate(_NEXT)
    return taken
