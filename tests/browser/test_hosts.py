"""The board in each host of `docs/hosts.md`, whose examples run here."""

from __future__ import annotations

import contextlib
import dataclasses
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scripts import host_table
from skyjo_widget.records.record_file import read
from skyjo_widget.records.replay import replay
from tests.browser.driver import collect_errors
from tests.browser.environments import environment
from tests.browser.hosts import Application, MarimoServer, code_of
from tests.browser.lab import JUPYTERLAB, NOTEBOOK, Jupyter, JupyterServer
from tests.fixtures.paths import ROOT

IMPORT = "from skyjo_widget import play"
PLAY = 'table = play("skyjo", ["Ana", "bot:greedy"], seed=3, lang="en")'
BUSY = """import threading
threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start()
"""
"""It computes for ever, beside the game."""
CLICKS = {"0:a1": "flip a1", "0:b1": "flip b1", "draw": "draw", "0:c1": "place c1"}
MORE = ["draw", "place d1"]
PACKAGES = {
    "JupyterLab": "jupyterlab",
    "Notebook 7": "notebook",
    "xeus-python": "xeus-python",
    "Voilà": "voila",
    "marimo": "marimo",
    "Shiny": "shiny",
    "Panel": "panel",
    "Solara": "solara",
}
"""The hosts, and the packages whose versions are theirs."""
CASES = ["mouse", "keys", "reload", "busy"]
KEEPS_THE_GAME = ("JupyterLab", "Notebook 7", "xeus-python", "marimo")
"""Hosts whose reload shows the same game; in others each visit has its own."""
USUAL = re.compile(r"ERR_NAME_NOT_RESOLVED|403 \(Forbidden\)")
"""Errors of the hosts' own: icons from elsewhere, and the end of a kernel that Voilà refuses."""
STILL = ("xeus-python",)
"""Hosts whose reload leaves the still: `findings/xeus_python_answers_another_question.sh`."""
OUTSIDE = {
    "Panel": {"unpkg.com", "cdnjs.cloudflare.com", "cdn.holoviz.org"},
    "Voilà": {"cdn.jsdelivr.net"},
}
"""Addresses that pages of hosts ask for icons, and Panel's for anywidget's code."""
READS = "mo.md(f\"decision {table.value['decision']} of {table.value['seat']}\")"
"""A cell of marimo that reads the table."""


@dataclasses.dataclass
class Visit:
    """A page of a host with a table, and the folder of its records."""

    page: Page
    errors: list[str]
    work: Path
    reload: Callable[[], Any]

    def decisions(self) -> list[tuple[str, str]]:
        """Return the players and decisions of the newest record."""
        newest = max(self.work.glob("games/*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
        return [(row.player, row.notation) for row in replay(read(newest)[0]).decisions]


@contextlib.contextmanager
def visited(host, chromium, folder, *, busy=False):
    """Start a host with its example, and open it."""
    code = (BUSY if busy else "") + code_of(host if f"\n## {host}\n" in PAGE else "xeus-python")
    if host in ("JupyterLab", "Notebook 7", "xeus-python"):
        python = environment("hosts") if host == "xeus-python" else None
        server = JupyterServer(
            folder, NOTEBOOK if host == "Notebook 7" else JUPYTERLAB, python=python
        )
    elif host == "marimo":
        server = MarimoServer(folder, [code, READS])
    else:
        server = Application(host, folder, code)
    try:
        if isinstance(server, JupyterServer):
            kernel = "xpython" if host == "xeus-python" else "python3"
            notebook = Jupyter(server, chromium).open_notebook([code], kernel=kernel)
            notebook.errors.clear()  # Notebook 7.6 has one of its own while it starts
            notebook.run_all()

            def reload():
                notebook.command("docmanager:save")
                notebook.open()
                notebook.errors.clear()

            yield Visit(notebook.page, notebook.errors, server.work, reload)
        else:
            page = chromium.open()
            errors = collect_errors(page)
            if host == "Panel":
                page.route("https://unpkg.com/**", lend_anywidget)
            page.goto(server.address if host == "marimo" else server.page)
            yield Visit(page, errors, server.work, page.reload)
    except Exception:
        print(server.log.read_text(errors="replace")[-3000:])
        raise
    finally:
        chromium.close_pages()
        server.stop()


PAGE = (ROOT / "docs" / "hosts.md").read_text("utf-8")


def lend_anywidget(route):
    """Answer for unpkg.com with the same code, which the environment has too."""
    code = environment("hosts").parents[1] / "share/jupyter/nbextensions/anywidget/index.js"
    headers = {"Access-Control-Allow-Origin": "*"}
    route.fulfill(path=code, content_type="text/javascript", headers=headers)


def play_a_turn(page):
    """The set-up's cards, a card drawn, a card placed, each when it may be; the bot answers."""
    for target in CLICKS:
        act(page, target, lambda place: place.click())
    expect(page.locator('[data-spot="draw"]')).to_have_attribute("data-open", "true")


def play_by_keys(page):
    """A card drawn by its letter, and placed where the focus is."""
    page.locator('[data-spot="0:d1"]').focus()
    act(page, "draw", lambda _place: page.keyboard.press("d"))
    act(page, "0:d1", lambda place: (place.focus(), page.keyboard.press("Enter")))
    expect(page.locator('[data-spot="draw"]')).to_have_attribute("data-open", "true")


def act(page, target, choose):
    """Choose a place when it may be, and wait for the answer."""
    board = page.locator(".sjw")
    place = page.locator(f'[data-spot="{target}"][data-open="true"]')
    expect(place).to_be_visible()
    state = board.get_attribute("data-state")
    choose(place)
    expect(board).not_to_have_attribute("data-state", state)


def holds(rows, own):
    """Return True if a log holds a person's decisions, and as many of the bot's turns."""
    bots = [notation for player, notation in rows if player == "greedy"]
    return [notation for player, notation in rows if player == "Ana"] == own and len(bots) >= len(
        own
    )


def try_mouse(visit, _host):
    """Play a turn by mouse."""
    play_a_turn(visit.page)
    assert holds(visit.decisions(), list(CLICKS.values()))


def try_keys(visit, _host):
    """Play another one by keys."""
    play_by_keys(visit.page)
    assert holds(visit.decisions(), [*CLICKS.values(), *MORE])


def try_reload(visit, host):
    """Load the page again, and play on, or in the new visit's game."""
    board = visit.page.locator(".sjw")
    state = board.get_attribute("data-state")
    visit.reload()
    if host in STILL:
        expect(visit.page.get_by_text("The last position of this game")).to_be_visible()
        expect(visit.page.get_by_text("Loading widget")).to_be_hidden()
        expect(board).to_have_count(0)
        return
    if host in KEEPS_THE_GAME:
        expect(board).to_have_attribute("data-state", state)
        act(visit.page, "draw", lambda place: place.click())
        act(visit.page, "0:a2", lambda place: place.click())
        expect(visit.page.locator('[data-spot="draw"]')).to_have_attribute("data-open", "true")
        own = [*CLICKS.values(), *MORE, "draw", "place a2"]
    else:
        play_a_turn(visit.page)
        own = list(CLICKS.values())
    assert holds(visit.decisions(), own)


@pytest.mark.slow(one_of="hosts")
@pytest.mark.parametrize("host", PACKAGES)
def test_a_table_is_played_in_a_host(chromium, tmp_path, host):
    """By mouse, by keys, after a reload and beside a thread that computes; the record holds it."""
    failures = {}

    def run(case, attempt, visit):
        try:
            attempt(visit, host)
            assert [error for error in visit.errors if not USUAL.search(error)] == []
        except Exception as error:
            failures[case] = error
        right = case not in failures and not (case == "reload" and host in STILL)
        host_table.note(host, version_of(host), chromium_name(chromium), case, right=right)

    with visited(host, chromium, tmp_path / "quiet") as visit:
        for case, attempt in zip(CASES, (try_mouse, try_keys, try_reload), strict=False):
            run(case, attempt, visit)
        if host == "marimo":  # the cell that reads has followed
            decision = len(visit.decisions())
            expect(visit.page.get_by_text(f"decision {decision} of 0")).to_be_visible()
    with visited(host, chromium, tmp_path / "busy", busy=True) as visit:
        run("busy", try_mouse, visit)
    asked = {re.match(r"https://([^/]+)", address)[1] for address in chromium.outside}
    assert asked <= OUTSIDE.get(host, set())
    chromium.outside.clear()
    chromium.sent.clear()  # Panel's own messages: no phone's
    for case, error in failures.items():
        raise AssertionError(f"{host}, {case}") from error


def version_of(host):
    """The version of a host's package in its environment."""
    own = host in ("JupyterLab", "Notebook 7", "marimo")
    code = f"import importlib.metadata as m; print(m.version({PACKAGES[host]!r}))"
    command = [sys.executable if own else environment("hosts"), "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def chromium_name(chromium):
    """The browser with its version's first number."""
    return f"Chromium {chromium.browser.version.split('.')[0]}"


def test_the_page_of_hosts_names_what_is_tried():
    """The same hosts, versions and cases; each of the groups' packages is one of them."""
    rows = [row.split("|") for row in re.findall(r"^\|(?!-)(.*)\|$", PAGE, re.MULTILINE)]
    assert rows[0] == ["host", "version", *CASES]
    pins = dict(
        pin.split("==")
        for pin in [
            *tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["hosts"],
            *re.findall(r"^\S+==\S+", (ROOT / "constraints.txt").read_text(), re.MULTILINE),
        ][::-1]
    )
    named = {row[0]: row[1] for row in rows[1:]}
    assert named == {host: pins[package] for host, package in PACKAGES.items()}
    for host in named.keys() - {"JupyterLab", "Notebook 7"}:
        assert IMPORT in code_of(host)


MARIMO_KEYS = (
    *("a", "b", "c", "x", "v", "q", "d", "d", "ArrowDown", "Shift+Enter", "Shift+Backspace"),
    *(f"Control+Shift+{key}" for key in ("o", "p", "9", "0", "1", "2", "'", "Enter", "m")),
    *("Control+Enter", "Control+b", "Control+z", "Control+h", "Escape"),
)
"""Of marimo's cells: its command mode's letters, and what creates, moves, splits, deletes."""


@pytest.mark.slow
def test_marimos_cells_hear_no_key_of_the_board(chromium, tmp_path):
    """Neither on a card nor on a margin nor in a note; beside the board they are marimo's."""
    server = MarimoServer(tmp_path / "marimo", [IMPORT, f"{PLAY}\ntable"])
    try:
        page = chromium.open()
        page.goto(server.address)
        card, board = page.locator('[data-spot="0:b2"]'), page.locator(".sjw")
        card.wait_for()
        cells = page.locator("[data-cell-id][id^=cell-]")
        expect(cells).to_have_count(2)
        for key in MARIMO_KEYS:
            card.focus()
            page.keyboard.press(key)
        page.keyboard.press("a")
        page.keyboard.type("bxvq")
        expect(page.locator(".sjw-note textarea")).to_have_value("bxvq")
        page.keyboard.press("Escape")
        page.locator(".sjw-prompt").click()
        for key in ("c", "v", "b", "x", "Shift+Backspace"):
            page.keyboard.press(key)
        expect(cells).to_have_count(2)
        expect(board).to_be_visible()
        page.locator(".sjw-prompt").click()
        page.keyboard.press("Escape")
        page.keyboard.press("b")  # the cell's again
        expect(cells).to_have_count(3)
    finally:
        chromium.close_pages()
        server.stop()
