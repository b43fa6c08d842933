"""Nothing leaks through a real JupyterLab: its websocket, its page, what a cell shows.

Two games differ in nothing but cards that Ana has not seen; she clicks the same places
in both.  Every frame that the browser gets, and all that the page holds then, is the
same to the byte, once the names that Jupyter gives by chance are set aside.
"""

from __future__ import annotations

import json
import random
import re

import pytest
from playwright.sync_api import expect

from skyjo_widget.board.static_board import session_html
from skyjo_widget.front.js_bundle import front_packed
from tests.browser.lab import shown
from tests.browser.wire import read
from tests.fixtures.hidden_cards import DECK, SEED, game, unseen

pytestmark = pytest.mark.slow

PLAYERS = ["Ana", "bot:greedy"]
CLICKS = 14

# Clocks and chance are set aside at their source.
TABLE = f"""
import secrets, types
token_hex, secrets.token_hex = secrets.token_hex, lambda size: "00" * size
import skyjo_widget.front.front
secrets.token_hex = token_hex
import skyjo_widget.engine.core.dealing
from skyjo_widget import Deck, play
from skyjo_widget.records import header, history, record_file
from skyjo_widget.table import live_game, table as tables
record_file.new_game_id = lambda: "the game"
record_file.timestamp = header.timestamp = history.timestamp = lambda: "2026-01-01T00:00:00.000Z"
live_game.time = tables.time = types.SimpleNamespace(perf_counter=lambda: 0.0)
orders = ORDERS
def shuffle(_rng, cards, _n):
    cards[:] = orders.pop(0)
skyjo_widget.engine.core.dealing.shuffle = shuffle
table = play(
    "skyjo", {PLAYERS}, deck=Deck.from_counts({DECK.counts}), seed={SEED}, lang="en", record=False
)
table.board.pace = 60  # a message for each move, and no motion
"""
SHOWN = (
    "table.board._handle_custom_msg({'type': 'rest'}, [])",  # the still picture
    "display(table.log.decisions, table.log.rounds, table.log.notes, table.log)",
    "repr(table), repr(table.board), repr(table.log), table.legal",
    "str(table.observation(0)), dict(table.board.view), dict(table.board.rows)",
)

GREETINGS = {"kernel_info_reply", "comm_info_reply", "history_reply"}
STATES = {json.dumps({"execution_state": state}) for state in ("starting", "busy", "idle")}
CHANCE = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"  # messages, models, blobs
    r"|[0-9a-f]{32}(?:_\d+)?"
    r"|(?<=sjw-)[0-9a-z]{8}\b"  # a view's own name
    r"|(?<=id-)\d+\b"
    r"|(?<=127\.0\.0\.1:)\d+"
    r"|0x[0-9a-f]+"
    r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(?:Z|\+00:00)"
)


def plain(text):
    """A text with each name given by chance replaced by when it first came up."""
    names = {}
    return CHANCE.sub(lambda name: f"<{names.setdefault(name[0], len(names))}>", text)


def two_deals(monkeypatch):
    """Orders of two games that look alike to Ana, where she clicks, and what she hasn't seen."""
    chance, clicks = random.Random(5), []
    order = chance.sample(range(len(DECK.values)), len(DECK.values))
    first, _ = game(monkeypatch, PLAYERS, [order])
    while first.waiting == "bot" or len(clicks) < CLICKS:
        if first.waiting == "bot":
            first.step()
        else:
            targets = first.board.view["targets"]
            clicks.append(chance.choice(sorted(targets)))
            first.act(targets[clicks[-1]])
    assert first.waiting == "person"
    (places,) = unseen(first)
    other, cards = list(order), [order[place] for place in places]
    for place, card in zip(places, [*cards[1:], cards[0]], strict=True):
        other[place] = card
    hidden = {str(DECK.values[card]) for card in cards}
    (table,) = re.findall('alt="(.*?)"', session_html(first, "en"), re.DOTALL)
    return (order, other), (clicks, first.state, table), hidden


def play_it(lab, order, clicks, state, table):
    """All that the browser gets and holds when these places have been clicked."""
    (lab.server.work / "table.py").write_text(TABLE.replace("ORDERS", repr([order])))
    notebook = lab.open_notebook(['exec(open("table.py").read())'])
    notebook.frames.clear()  # greetings of JupyterLab and the kernel
    notebook.run_all()
    page = notebook.page
    for target in clicks:
        page.wait_for_selector(f'[data-spot="{target}"][data-open="true"]')
        seen = page.locator(".sjw").get_attribute("data-state")
        page.locator(f'[data-spot="{target}"]').click()
        expect(page.locator(".sjw")).not_to_have_attribute("data-state", seen)
    shown(notebook, state)
    expect(page.locator(".sjw-still img")).to_have_attribute("alt", table)
    for code in SHOWN:
        notebook.kernel(code)
    return notebook.frames, page.locator(".jp-Cell-outputArea").evaluate("it => it.outerHTML")


def refused(content, opened):
    """Return True if this is the kernel's word on a comm that it has never opened."""
    found = re.fullmatch("No such comm: (.*)\n", content.get("text", ""))
    return found is not None and found[1] not in opened


def told(frames):
    """Return the frames' content without times: each kind in its order."""
    messages = sorted((read(frame) for frame in frames), key=lambda message: message[:2])
    for message in messages:
        sent = message.content.get("data", {})
        if isinstance(sent.get("content"), dict) and sent["content"].get("type") == "code":
            assert sent["content"]["code"] == front_packed()  # digits by chance, of no card
            sent["content"]["code"] = ""
    states = [message.content for message in messages if message.kind == "status"]
    assert {json.dumps(state) for state in states} <= STATES
    stills = [message for message in messages if message.kind == "update_display_data"]
    opened = {message.content["comm_id"] for message in messages if message.kind == "comm_open"}
    return "\n".join(
        json.dumps(message, sort_keys=True)
        for message in messages
        if message.channel != "control" and message.kind not in GREETINGS | {"status"}
        # Slow clicks have the still picture drawn more often on the way.
        if message not in stills[:-1]
        # JupyterLab asks a kernel for its widgets, which refuses before it has any, and says so
        # in its cell's output, or not, as soon as there is one.
        if message.kind != "comm_close" or message.content["comm_id"] in opened
        if not refused(message.content, opened)
    )


def test_frames_and_page_are_the_same_whatever_nobody_has_seen(lab, monkeypatch):
    """And no card that Ana hasn't seen, nor the seed, is anywhere in them."""
    deals, moves, hidden = two_deals(monkeypatch)
    (frames, page), (again, page_again) = (play_it(lab, order, *moves) for order in deals)
    text = plain(told(frames))
    assert plain(told(again)) == text
    assert plain(page_again) == plain(page)
    raw = b"".join(frames + again).decode(errors="replace").replace(front_packed(), "")
    assert str(SEED) not in raw + page + page_again
    numbers = set(re.findall(r"(?<![\w.])\d{3}(?![\w.])", text + plain(page)))
    assert not numbers & hidden
    assert len(numbers & {str(card) for card in DECK.values}) > CLICKS / 2
