"""The code comes once a page, its style stays its own, and no board is silent."""

from __future__ import annotations

import base64
import gzip

import pytest
from playwright.sync_api import expect

from skyjo_widget.board.static_board import StaticBoard
from skyjo_widget.front import js_bundle
from tests.browser.boards import commands, settle, spot, table

OUTLINE = "board => getComputedStyle(board).outlineWidth"
# As strict as a webview may be: no script but our own and blobs, nothing from anywhere else.
STRICT = (
    "default-src 'none'; script-src 'self' blob:; connect-src 'self'; "
    "style-src 'unsafe-inline'; img-src data:"
)
# A second widget in the page, of another version, whose kernel answers what it asks.
SECOND = """async ([stub, hash, code]) => {
    const heard = [];
    const model = {
        ...host.model,
        on: (event, callback) => event === "msg:custom" && heard.push(callback),
        send: (message) => {
            if (message.type !== "code" || message.hash !== hash) return;
            for (const hear of heard) hear({ type: "code", hash, code });
        },
    };
    const url = URL.createObjectURL(new Blob([stub], { type: "text/javascript" }));
    const widget = (await import(url)).default;
    const el = document.createElement("div");
    el.className = "view";
    document.getElementById("views").append(el);
    widget.initialize({ model });
    widget.render({ model, el });
}"""
# A still picture in an output of its own, as JupyterLab has it.
STILL = """([html, live]) => {
    const output = document.createElement("div");
    output.className = "jp-OutputArea-child";
    output.innerHTML = html;
    document.getElementById("views").before(output);
    document.querySelector(".view").classList.add(live);
}"""
# The same widget in a shadow tree, as marimo has it.
SHADOW = """async () => {
    const outer = document.createElement("div");
    document.body.append(outer);
    const el = document.createElement("div");
    outer.attachShadow({ mode: "open" }).append(el);
    const stub = new Blob([host.model.get("_esm")], { type: "text/javascript" });
    const url = URL.createObjectURL(stub);
    (await import(url)).default.render({ model: host.model, el });
    while (!el.querySelector(".sjw-board")) await new Promise(requestAnimationFrame);
    return getComputedStyle(el.querySelector(".sjw-board")).borderRadius;
}"""


def asked_for_code(board):
    """Return the number of times the page asked for the code."""
    return [m["content"]["type"] for m in board.messages if m["method"] == "custom"].count("code")


def test_views_of_a_page_share_the_code(board_page):
    """It is asked for once; a page that is loaded anew asks again."""
    session = table()
    board = board_page(session.board)
    board.add_view()
    expect(board.page.locator(".sjw-board")).to_have_count(2)
    assert asked_for_code(board) == 1
    board.reload()
    settle(board, session)
    assert asked_for_code(board) == 2


def test_two_versions_in_a_page_keep_their_own_style(board_page, monkeypatch):
    """Each has its code by its own kernel's answer."""
    board = board_page(table().board)
    own = js_bundle.front_stub("board", "k")
    text = js_bundle._front_text().replace(".sjw {", ".sjw { outline: 7px solid red;")
    monkeypatch.setattr(js_bundle, "front_hash", lambda: "another")
    packed = base64.b64encode(gzip.compress(text.encode())).decode()
    board.page.evaluate(SECOND, [js_bundle.front_stub("board", "k"), "another", packed])
    boards = board.page.locator(".sjw[data-state]")
    expect(boards).to_have_count(2)
    assert boards.nth(1).evaluate(OUTLINE) == "7px"
    assert boards.nth(0).evaluate(OUTLINE) != "7px"
    assert own != js_bundle.front_stub("board", "k")


def test_a_view_in_a_shadow_tree_has_its_style(board_page):
    """A style in the document wouldn't reach it."""
    board = board_page(table().board)
    assert board.page.evaluate(SHADOW) == "12px"


def test_a_strict_page_shows_it(board_page):
    """Blobs are the only scripts that it needs, and it fetches nothing."""
    session = table()
    board = board_page(session.board, policy=STRICT)
    spot(board, "0:a1").click()
    board.until(lambda: session.state > 0)
    settle(board, session)
    assert board.view.locator(".sjw-board").evaluate("b => getComputedStyle(b).padding") == "11px"


def test_a_board_out_of_sight_is_drawn_when_it_is_near_and_plays_on_before(board_page):
    """Bots don't wait for somebody to look."""
    session = table("bot:greedy", "bot:random")
    session.board.pace = -1
    board = board_page(session.board)
    board.page.evaluate("document.getElementById('views').style.paddingTop = '5000px'")
    board.remove_view(0)
    board.add_view()
    expect(board.page.locator(".sjw")).to_have_count(1)
    assert board.page.locator(".sjw-board").count() == 0
    assert board.page.locator(".sjw").evaluate("board => board.offsetHeight") > 400
    session.board.pace = 0
    board.until(lambda: session.waiting != "bot", "the bots play unseen")
    board.page.locator(".sjw").scroll_into_view_if_needed()
    settle(board, session)


def late(board):
    """Let some seconds pass in the page."""
    board.page.clock.fast_forward(4500)


def silence(board):
    """The line that says that no answer has come."""
    return board.view.locator(".sjw-notice-silence")


def test_a_busy_kernel_is_said_and_the_board_goes_on_by_itself(board_page):
    """Within a few seconds; the click isn't lost, nor made twice."""
    session = table()
    board = board_page(session.board)
    settle(board, session)
    board.page.clock.install()
    with board.server.hearing:
        spot(board, "0:a1").click()
        late(board)
        expect(silence(board)).to_contain_text("may be busy")
        board.page.clock.fast_forward(30_000)
        expect(silence(board)).to_contain_text("load(")
    board.until(lambda: session.state > 0)
    settle(board, session)
    expect(silence(board)).to_have_count(0)
    assert len([row for row in session.history.decisions if row.player == "Ana"]) == 1


def test_a_board_whose_updates_were_lost_finds_the_present_state(board_page):
    """As after a connection that was gone for a moment."""
    session = table()
    board = board_page(session.board)
    settle(board, session)
    board.page.clock.install()
    board.server.losing = {"update"}
    spot(board, "0:a1").click()
    board.until(lambda: session.state > 0)
    late(board)
    settle(board, session)
    expect(silence(board)).to_have_count(0)
    board.server.losing = set()
    spot(board, "0:b1").click()
    board.until(lambda: len([r for r in session.history.decisions if r.player == "Ana"]) == 2)
    settle(board, session)


def test_a_click_that_was_lost_is_sent_again(board_page):
    """The kernel says that nothing has come, and the board sends it once more."""
    session = table()
    board = board_page(session.board)
    settle(board, session)
    board.page.clock.install()
    board.server.losing = {"act"}
    spot(board, "0:a1").click()
    board.until(lambda: len(commands(board)) == 1)
    with board.server.hearing:  # the click is lost
        board.server.losing = set()
    late(board)
    board.until(lambda: session.state > 0)
    settle(board, session)


def test_a_still_picture_stands_for_a_board_whose_code_is_awaited(board_page, monkeypatch):
    """Alone at first; after a while with both ways on, and with neither once the board is there."""
    monkeypatch.setattr("tests.browser.board_page.BoardPage.reload", lambda _self: None)
    outputs = []
    monkeypatch.setattr("IPython.display.update_display", lambda data, **_: outputs.append(data))
    session = table()
    StaticBoard(session, session.parts.game.lock).update(session.board)
    board = board_page(session.board)
    picture, way_on, place = map(
        board.page.locator, (".sjw-still img", ".sjw-resume", ".sjw-waits, .sjw-late")
    )
    board.page.clock.install()
    with board.server.hearing:
        board.page.goto(board.address)
        expect(place).to_be_attached()
        board.page.evaluate(STILL, [outputs[-1]["text/html"], session.board._dom_classes[0]])
        expect(picture).to_be_visible()
        expect(way_on).to_be_hidden()
        expect(place).to_be_hidden()
        board.page.clock.fast_forward(6000)
        expect(way_on).to_be_visible()
        expect(place).to_be_visible()
    expect(board.page.locator(".sjw-board")).to_be_visible()
    expect(picture).to_be_hidden()


@pytest.mark.parametrize(("lang", "says"), [("en", "Waiting for"), ("fr", "En attente")])
def test_until_the_code_is_there_its_place_is_kept(board_page, monkeypatch, lang, says):
    """In the board's language; after a while it says why, and then it is there by itself."""
    monkeypatch.setattr("tests.browser.board_page.BoardPage.reload", lambda _self: None)
    session = table(lang=lang)
    board = board_page(session.board)
    board.page.clock.install()
    with board.server.hearing:
        board.page.goto(board.address)
        place = board.page.locator(".sjw-waits, .sjw-late")
        expect(place).to_contain_text(says)
        before = place.evaluate("place => place.offsetHeight")
        board.page.clock.fast_forward(6000)
        expect(place).to_contain_text(
            "begins another game" if lang == "en" else "commence une autre partie"
        )
    expect(board.page.locator(".sjw-board")).to_be_visible()
    after = board.page.locator(".sjw").evaluate("board => board.offsetHeight")
    assert abs(after - before) < 60
