"""A whole round of each game in Firefox and in WebKitGTK, on a phone's page and in JupyterLab.

Both are as large as a phone, and over plain http at an address of this machine's network, where
browsers withhold what they keep for secure pages.
"""

from __future__ import annotations

import os
import random

import pytest

from scripts import browsers
from scripts import chromium as installed
from skyjo_widget import play
from skyjo_widget.serving.addresses import own_addresses
from tests.browser.driver import FLAGS, collect_errors
from tests.browser.lab import TABLE, Jupyter, JupyterServer
from tests.browser.webdriver import firefox, webkit

pytestmark = pytest.mark.slow(minutes=True)  # `make test-all` installs the browsers

PLAYS = {
    "skyjo": (["Ana", "bot:greedy"], {"target": 1000}),
    "newskyjo": (["Ana", "bot:greedy", "bot:random"], {"rounds": 2}),
    "skip-bo": (["Ana", "bot:plain"], {"stock": 3}),
}
STATE = 'document.querySelector(".sjw[data-state]").dataset.state'
OPEN = f"""[{STATE}, [...document.querySelectorAll(
    '.sjw-board [data-spot][data-open="true"]:not([data-picked])')].map((e) => e.dataset.spot)]"""
LAID = "document.querySelector('.sjw-order .sjw-button-main') !== null"
CHOSEN = f"""([state, spot]) => {STATE} !== state ||
    document.querySelector("[data-picked]")?.dataset.spot === spot"""
# The next key on the way of the focus to a place: Tab to its group, then the arrows.
WAY = """([spot, back]) => {
    const goal = document.querySelector(`.sjw-board [data-spot="${spot}"]`);
    const stop = (all) => [...all.querySelectorAll("[data-spot]")].find((e) => e.tabIndex === 0);
    let group = goal.parentElement;
    while (goal.tabIndex < 0 && !stop(group)) group = group.parentElement;
    const at = document.activeElement;
    if (at === goal) return "";
    if (goal.tabIndex === 0 || at !== stop(group)) {
        const before = at.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING;
        return at !== document.body && before ? back : "Tab";
    }
    const [a, b] = [at, goal].map((e) => e.getBoundingClientRect());
    if (Math.abs(b.y - a.y) > a.height / 2) return b.y > a.y ? "ArrowDown" : "ArrowUp";
    return b.x > a.x ? "ArrowRight" : "ArrowLeft";
}"""
MOST_KEYS = 60
"""More than lie before a place."""
MOST = 300
"""More decisions than a person has in a round."""


@pytest.fixture(scope="module")
def address():
    """An address of this machine in a network."""
    addresses = own_addresses()
    if not addresses:
        pytest.skip("this machine is in no network")
    return addresses[0][1]


@pytest.fixture(scope="module", params=[firefox, webkit], ids=lambda browser: browser.__name__)
def phone(request, address, tmp_path_factory):
    """A page of a browser, as large as a phone."""
    if None in (*map(browsers.find, browsers.PACKAGES), browsers.find_view()):
        if os.environ.get("CI") == "true":
            pytest.fail(browsers.ADVICE)
        pytest.skip(browsers.ADVICE)
    with request.param(tmp_path_factory.mktemp("profile"), address) as page:
        yield page


@pytest.fixture(scope="module")
def server(address, tmp_path_factory):
    """JupyterLab at that address."""
    server = JupyterServer(tmp_path_factory.mktemp("lab"), host=address)
    yield server
    server.stop()


def play_round(page, look):
    """Decide by touch or mouse and by keys in turn until a round is over; return how often.

    `look` gives the state of the table, and what it waits for.
    """
    draw, turn = random.Random(7), 0
    while True:
        while (now := look())[1] == "bot":
            page.wait_for_timeout(20)
        state, waiting = now
        page.wait_for_selector(f'.sjw[data-state="{state}"]')
        if waiting != "person":
            return turn
        assert turn < MOST
        while look()[0] == state:
            choose(page, draw, by_keys=turn % 2 == 1)
        turn += 1


def choose(page, draw, *, by_keys):
    """Choose one of the places that can be, and wait for what comes of it."""
    state, spots = page.evaluate(OPEN)
    if not spots:
        lay_cards(page, by_keys=by_keys)
    elif by_keys:
        spot = draw.choice(spots)
        way = []
        while key := page.evaluate(WAY, [spot, page.back]):
            way.append(key)
            assert len(way) < MOST_KEYS, f"{spot} isn't reached by {way}"
            page.press(key)
        page.press("Enter")
    else:
        spot = draw.choice(spots)
        page.tap(f'.sjw-board [data-spot="{spot}"]')
    page.wait_for(CHOSEN, [state, spots and spot])


def lay_cards(page, *, by_keys):
    """Lay the cards of the draw pile in order as they come, and put them back."""
    while not page.evaluate(LAID):
        if by_keys:
            page.press("Enter")
            page.evaluate(LAID) or page.press("ArrowRight")
        else:
            page.tap(".sjw-order [data-card]")
    page.press("Enter") if by_keys else page.tap(".sjw-order .sjw-button-main")


def look(table):
    """Return the state of a table, and what it waits for."""
    with table.parts.game.lock:
        return table.state, table.waiting


@pytest.mark.parametrize("game", PLAYS)
def test_a_round_on_a_phone(phone, address, game, tmp_path):
    """Joined by keys, played by both, and the next one is dealt by a touch."""
    players, options = PLAYS[game]
    table = play(game, players, seed=3, display=False, record=False, **options)
    table.pace = 0
    serving = table.serve(network=address, display=False)
    try:
        phone.goto(serving.join_link)
        phone.tap("[name=name]")
        phone.press("A")
        phone.tap(".sjw-join .sjw-button-main")
        phone.wait_for_selector(".sjw-lobby")
        serving.start()
        assert phone.evaluate("[isSecureContext, innerWidth, innerHeight]") == [False, 390, 844]
        turns = play_round(phone, lambda: look(table))
        assert turns > 5
        (tmp_path / "round.png").write_bytes(phone.picture())
        phone.tap(".sjw-ready")
        while table.waiting == "next round":
            phone.wait_for_timeout(20)
    finally:
        serving.stop()
    assert phone.errors == []


def test_a_round_of_each_game_in_jupyterlab(phone, server, tmp_path):
    """One after the other in the same cell: JupyterLab and a kernel take seconds to start."""
    notebook = Jupyter(server, phone).open_notebook(["from skyjo_widget import play", ""])
    assert phone.evaluate("[isSecureContext, innerWidth, innerHeight]") == [False, 390, 844]
    notebook.command("application:toggle-left-area")  # there is no room beside the notebook
    for side in ("left", "right"):
        notebook.command("application:toggle-side-tabbar", side=side)
    for game, (players, options) in PLAYS.items():
        notebook.write(1, f"table = play({game!r}, {players}, seed=3, lang='en', **{options})")
        notebook.run_all()
        notebook.kernel("table.pace = 0")
        turns = play_round(phone, lambda: notebook.kernel(TABLE).split(" ", 1))
        assert turns > 5
        (tmp_path / f"{game}.png").write_bytes(phone.picture())
    server.end_sessions()
    assert phone.errors == []


def test_chromium_reports_no_error_on_a_phones_page(chromium, address):
    """Over plain http it would report an opener's policy, which it doesn't heed there."""
    kind = chromium.browser.browser_type
    serving = play("skyjo", ["Ana", "Bo"], display=False, record=False).serve(
        network=address, display=False
    )
    flags = [f"{flag}, EXCLUDE {address}" if "rules=" in flag else flag for flag in FLAGS]
    with kind.launch(executable_path=installed.find(), args=flags) as browser:
        page = browser.new_page()
        errors = collect_errors(page)
        page.goto(serving.link)
        page.wait_for_selector("[name=pin]")
        assert not page.evaluate("isSecureContext")
    serving.stop()
    assert errors == []
