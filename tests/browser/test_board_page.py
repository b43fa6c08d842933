"""The board in a real browser, without Jupyter: by mouse, by touch and by keys."""

from __future__ import annotations

import re
import shutil
from collections import Counter

import pytest
from playwright.sync_api import expect

from skyjo_widget import replay as look_again
from skyjo_widget.records.record_file import read
from skyjo_widget.records.replay import replay
from tests.browser.boards import WIDTHS, click_on, commands, resize, settle, show, spot, table
from tests.browser.checks import AXE, CHECK


def test_a_round_by_clicks_ends_with_a_frame_that_replays_to_the_same_board(board_page):
    """From the first card to the dialog, the score pad, the DataFrame and the record."""
    session = table()
    board = board_page(session.board)
    clicks = 0
    while session.waiting == "person":
        click_on(board, session)
        clicks += 1
        assert clicks < 300
    assert session.waiting in ("next round", None)
    dialog = board.view.locator(".sjw-dialog")
    expect(dialog).to_be_visible()
    last = session.log.rounds
    for score in last["score"]:
        expect(dialog).to_contain_text(str(score).replace("-", "−"))
    history = replay(read(session.path)[0])
    assert history.state == session.history.state
    shown = Counter(
        board.view.locator("[data-spot^='0:']").evaluate_all(
            "spots => spots.map(s => s.textContent.trim().replace('−', '-'))"
        )
    )
    held = [history.deck.card_text(c) for c in history.state.grid[0][:12]]
    assert sum(shown.values()) <= 12
    for card, count in Counter(held).items():
        if card != ".":
            assert sum(n for text, n in shown.items() if card in text) >= count
    assert len(session.log.decisions) >= clicks


def test_what_a_person_did_stays_for_the_ear_while_bots_play_at_once(board_page):
    """In a line of its own, which the bots' moves don't overwrite."""
    session = table("Ana", "bot:greedy", "bot:greedy")
    board = board_page(session.board)
    decisions = session.history.decisions
    while len(decisions) < 6 or decisions[-1].seat == 0:
        click_on(board, session)
    own = next(row for row in reversed(decisions) if row.seat == 0)
    spoken = board.view.locator(".sjw-board > [aria-live]")
    expect(spoken).to_contain_text(re.compile(rf"Ana [^.]*{own.notation.split()[-1]}"))


CUT = """piles => piles
  .filter(name => name.scrollWidth > name.clientWidth)
  .map(name => name.textContent)"""


@pytest.mark.parametrize(("game", "lang"), [("skyjo", "fr"), ("newskyjo", "en")])
def test_piles_side_by_side_have_their_whole_names(board_page, game, lang):
    """However narrow the piles are, and with counts of two digits."""
    session = table("Ana", *["bot:greedy"] * (1 if game == "skyjo" else 4), game=game, lang=lang)
    while session.waiting != "person" or len(session.history.decisions) < 40:
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(session.board, width=1280, height=800)
    expect(board.view.locator('.sjw[data-piles="pair"]')).to_be_visible()
    names = board.view.locator(".sjw-pile-name, .sjw-pile-name .sjw-cut")
    assert names.evaluate_all(CUT) == []
    left, right = (box.bounding_box() for box in board.view.locator(".sjw-pile-name").all())
    assert left["x"] + left["width"] < right["x"]


def test_what_can_be_clicked_is_what_is_legal(board_page):
    """Every target is open, nothing else is, and a click elsewhere sends nothing."""
    session = table()
    board = board_page(session.board)

    def opened():
        return set(
            board.view.locator("[data-open=true]").evaluate_all("s => s.map(x => x.dataset.spot)")
        )

    assert opened() == set(session.board.view["targets"])
    spot(board, "draw").click(force=True)
    spot(board, "1:a1").click(force=True) if spot(board, "1:a1").count() else None
    assert commands(board) == []
    click_on(board, session)
    click_on(board, session)
    assert opened() == set(session.board.view["targets"]) == {"draw", "discard"}
    spot(board, "draw").click()
    board.until(lambda: session.phase == "place drawn")
    settle(board, session)
    assert opened() == set(session.board.view["targets"])
    assert "discard" in opened()


@pytest.mark.slow
def test_a_whole_game_by_keyboard(board_page):
    """Arrows and Enter in the grid, D and X for the piles, Enter in the dialog."""
    session = table(target=30)
    board = board_page(session.board)
    page = board.page
    spot(board, "0:a1").focus()
    page.keyboard.press("Enter")
    board.until(lambda: session.state == 1)
    page.wait_for_selector('.sjw[data-state="1"]')
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    board.until(lambda: "b2" in session.log.decisions["position"].to_list())
    settle(board, session)
    for _ in range(600):
        if session.over:
            break
        seen = session.state
        targets = session.board.view["targets"]
        if session.waiting == "next round":
            expect(board.view.locator(".sjw-dialog button").first).to_be_visible()
            board.view.get_by_role("button", name="Next round").focus()
            page.keyboard.press("Enter")
        elif "draw" in targets:
            page.keyboard.press("d")
        elif "discard" in targets and seen % 2:
            page.keyboard.press("x")
        else:
            first = next(t for t in targets if ":" in t)
            spot(board, first).focus()
            page.keyboard.press(" ")
        board.until(lambda seen=seen: session.state > seen, f"a key at {targets}")
        settle(board, session)
    assert session.over
    expect(board.view.locator(".sjw-dialog")).to_contain_text("game is over")


def test_one_tab_stop_a_grid(board_page):
    """Tab leaves the grid; arrows, Home and End move in it."""
    session = table()
    board = board_page(session.board)
    stops = board.view.locator("[data-spot^='0:'][tabindex='0']")
    assert stops.count() == 1
    spot(board, "0:a1").focus()
    board.page.keyboard.press("End")
    focused = "document.activeElement.dataset.spot"
    assert board.page.evaluate(focused) == "0:d1"
    board.page.keyboard.press("ArrowDown")
    assert board.page.evaluate(focused) == "0:d2"
    board.page.keyboard.press("Home")
    assert board.page.evaluate(focused) == "0:a2"


def test_keys_do_not_leave_the_board(board_page):
    """A key that the notebook would take for a command stays here."""
    session = table()
    board = board_page(session.board)
    board.page.evaluate("document.body.addEventListener('keydown', e => (window.leaked = e.key))")
    spot(board, "0:a1").focus()
    for key in ("a", "b", "d", "x", "ArrowDown", "Escape", "Enter"):
        board.page.keyboard.press(key)
    assert board.page.evaluate("window.leaked") is None


def test_buttons_say_what_they_are(board_page):
    """Column, row and card; the newest move and the prompt in one polite live region."""
    session = table()
    board = board_page(session.board)
    label = spot(board, "0:b2").get_attribute("aria-label")
    assert re.search(r"column b, row 2, face down", label)
    assert board.view.locator("[aria-live=polite]").count() == 1
    click_on(board, session)
    assert "face down" not in spot(board, "0:a1").get_attribute("aria-label")


EVERYDAY = ((2, 420), (8, 280), (8, 1400))


@pytest.mark.parametrize(
    ("players", "width"),
    [
        pytest.param(n, w, marks=[] if (n, w) in EVERYDAY else [pytest.mark.slow])
        for n in (2, 5, 8)
        for w in WIDTHS
    ],
)
def test_the_board_fits_its_width(board_page, width, players):
    """No horizontal scrollbar, nothing clickable under 44 px or outside."""
    session = table("Ana", *["bot:random"] * (players - 1))
    board = board_page(session.board, width=width + 16, height=900)
    click_on(board, session)
    click_on(board, session)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert board.page.evaluate(overflow) <= 0
    for box in board.view.locator("[data-open=true]").all():
        size = box.bounding_box()
        assert size["width"] >= 43.5
        assert size["height"] >= 43.5
        assert size["x"] >= 0
        assert size["x"] + size["width"] <= width + 16


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_have_contrast(board_page, theme):
    """4.5 to 1 between every text and what lies behind it."""
    session = table("Ana", "bot:random", "bot:random")
    board = board_page(session.board, theme=theme)
    for _ in range(8):
        click_on(board, session)
    faint = board.page.evaluate(CONTRAST)
    assert faint == []


CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const faint = [];
  const walk = document.createTreeWalker(document.querySelector(".sjw"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, el = node.parentElement;
    const box = el.getBoundingClientRect(), style = getComputedStyle(el);
    if (!node.data.trim() || box.width < 2 || style.visibility === "hidden") continue;
    if (el.closest("svg, [aria-hidden=true], option")) continue;
    let behind = el, ground = [0, 0, 0, 0];
    while (behind && ground[3] < 250) {
      ground = rgba(getComputedStyle(behind).backgroundColor);
      behind = behind.parentElement;
    }
    const a = light(rgba(style.color)), b = light(ground);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(`${node.data.trim()}: ${ratio.toFixed(2)}`);
  }
  return faint;
}"""


def test_bots_move_one_at_a_time_at_the_pace_that_is_set(board_page):
    """Paused, each press of Next move is one decision."""
    session = table("bot:greedy", "bot:random", "Ana")
    session.board.pace = -1
    board = board_page(session.board)

    def done(made):
        with session.parts.game.lock:  # a move is under way on another thread
            return (session.state,) if len(session.history.decisions) == made else None

    for made in range(1, 4):
        board.view.get_by_role("button", name="Next move").click()
        (state,) = board.until(lambda made=made: done(made))
        board.page.wait_for_selector(f'.sjw[data-state="{state}"]')
    assert len(session.history.decisions) == 3
    board.view.locator("select").select_option(value="0")
    board.until(lambda: session.waiting == "person")


def test_a_drawn_card_of_a_bot_is_not_in_the_page(board_page):
    """Not in the text, the labels or the attributes, until it lands."""
    session = table("bot:random", "Ana")
    session.board.pace = -1
    while not (session.phase == "place drawn" and session.seat == 0):
        if session.waiting == "person":
            session.act(session.legal[-1])
        else:
            session.step()
    board = board_page(session.board)
    faces = board.view.locator('[data-spot="held"]').inner_text()
    assert not re.search(r"\d", faces)
    hand = session.history.state.hand
    shown = board.view.locator('[data-spot="held"]').evaluate("e => e.outerHTML")
    for card in range(len(session.deck.kinds)):
        session.history.state.hand = card
        session.board._refresh()
        board.page.wait_for_timeout(30)
        assert board.view.locator('[data-spot="held"]').evaluate("e => e.outerHTML") == shown
    session.history.state.hand = hand


def test_an_error_is_said_in_the_board_and_can_be_dismissed(board_page):
    """A click on an old state changes nothing."""
    session = table()
    board = board_page(session.board)
    session.board._handle_custom_msg({"type": "act", "action": "draw", "state": 0}, [])
    notice = board.view.locator(".sjw-notice-error")
    expect(notice).to_be_visible()
    notice.get_by_role("button").click()
    expect(notice).to_have_count(0)
    click_on(board, session)


def test_a_bot_that_fails_can_be_replaced_on_the_board(board_page):
    """The panel shows its last line, its traceback and what it was given."""

    def mine(obs):
        return 1 / 0

    session = table(mine, "Ana")
    board = board_page(session.board)
    fault = board.view.locator(".sjw-fault")
    expect(fault).to_contain_text("ZeroDivisionError: division by zero")
    expect(fault).to_contain_text("mine")
    fault.get_by_role("button", name="Try again").click()
    board.until(lambda: session.board._answers == 2, "it was asked again")
    expect(fault).to_be_visible()
    fault.get_by_role("button", name="A random bot plays on").click()
    board.until(lambda: session.waiting == "person")
    expect(fault).to_have_count(0)


@pytest.mark.slow
def test_two_views_of_one_board_stay_the_same(board_page):
    """Clicks in either; bots asked to move by both move once."""
    session = table()
    session.board.pace = 30
    board = board_page(session.board)
    second = board.add_view()
    for turn in range(12):
        if session.waiting != "person":
            break
        seen = session.state
        target = next(iter(session.board.view["targets"]))
        view = (board.view, second)[turn % 2]
        view.locator(f'[data-spot="{target}"]').click()
        board.until(lambda seen=seen: session.state > seen)
        settle(board, session)
        second.locator(f'.sjw[data-state="{session.state}"]').wait_for()
    assert session.board.view["error"] is None
    texts = [v.locator(".sjw-prompt").inner_text() for v in (board.view, second)]
    assert texts[0] == texts[1]


@pytest.mark.slow
def test_a_page_that_comes_late_shows_the_present(board_page):
    """All that a tab needs is in the traits."""
    session = table()
    board = board_page(session.board)
    click_on(board, session)
    click_on(board, session)
    board.reload()
    board.page.wait_for_selector(f'.sjw[data-state="{session.state}"]')
    click_on(board, session)


def test_after_a_click_anywhere_on_the_board_its_keys_work(board_page):
    """No ring is drawn, the page stays where it is, and what takes the focus itself keeps it."""
    session = table()
    session.act("flip a1")
    session.act("flip b1")
    board = board_page(session.board, height=300)
    settle(board, session)
    focus = "[document.activeElement.className, "
    focus += "getComputedStyle(document.activeElement).outlineStyle]"
    footer = board.view.locator(".sjw-footer")
    footer.evaluate("footer => footer.scrollIntoView(false)")
    before = board.page.evaluate("scrollY")
    assert before > 0
    box = footer.bounding_box()
    board.page.mouse.click(box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
    assert board.page.evaluate("scrollY") == before
    board.page.keyboard.press("d")
    board.until(lambda: session.phase == "place drawn", "a card was drawn")
    assert board.page.evaluate(focus) == ["sjw", "none"]
    board.page.keyboard.press("a")
    text = board.view.locator(".sjw-note-text")
    expect(text).to_be_focused()
    board.view.locator(".sjw-note").click(position={"x": 3, "y": 3})
    board.page.keyboard.press("x")  # beside the text it is nobody's
    text.click()
    expect(text).to_be_focused()
    board.page.keyboard.press("Escape")
    assert session.phase == "place drawn"
    board.view.locator(".sjw-note-button").click()
    expect(text).to_be_focused()


def test_after_a_click_on_a_replay_its_keys_work(board_page):
    """On the line's words too, which nothing is for."""
    session = table()
    session.act("flip a1")
    board = board_page(look_again(session, display=False).board)
    where = board.view.locator(".sjw-replay-where")
    where.click()
    board.page.keyboard.press("Home")
    expect(where).to_have_attribute("data-at", "0")
    board.page.keyboard.press("ArrowRight")
    expect(where).to_have_attribute("data-at", "1")


def test_a_dead_kernel_is_said_with_the_lines_that_go_on(board_page):
    """The two below a still picture; and nothing can be clicked into the void."""
    session = table()
    board = board_page(session.board)
    board.kill()
    lines = f'from skyjo_widget import load\ntable = load("{session.path.as_posix()}")'
    expect(board.view.locator(".sjw-notice-dead pre")).to_have_text(lines)
    board.forgive()


def test_french_is_spoken_where_it_is_asked_for(board_page):
    """By lang=, or by the browser's language."""
    session = table(lang="fr")
    board = board_page(session.board)
    expect(board.view).to_contain_text("Pioche")
    other = table(lang=None)
    board = board_page(other.board, locale="fr-FR")
    expect(board.view).to_contain_text("Pioche")
    third = table(lang=None)
    board = board_page(third.board, locale="de-DE")
    expect(board.view).to_contain_text("Draw pile")


def test_the_live_table_follows_the_game(board_page):
    """Its last line is the newest turn, its last row the decision; pad and rules are tabs."""
    session = table()
    board = board_page(session.board, width=1000)
    click_on(board, session)
    click_on(board, session)
    newest = session.history.newest()
    line = board.view.locator(".sjw-story > li").last
    expect(line).to_contain_text(newest.player)
    expect(line.locator("[data-decision]").last).to_have_attribute(
        "data-decision", str(newest.decision)
    )
    board.view.get_by_role("button", name="As columns").click()
    rows = board.view.locator(".sjw-table-rows tbody tr")
    expect(rows.last).to_contain_text(newest.notation)
    board.view.get_by_role("tab", name="Rules").click()
    expect(board.view.get_by_role("tabpanel")).to_contain_text("100")
    board.view.get_by_role("tab", name="Scores").click()
    expect(board.view.get_by_role("tabpanel")).to_contain_text("100 points")


def spoken(board):
    """Return the text of the live region."""
    return board.view.locator("[aria-live=polite]").inner_text()


def test_undo_takes_a_decision_back_and_says_which(board_page):
    """By the button and by U; the row is marked, and the focus stays on the button."""
    session = table()
    board = board_page(session.board)
    undo = board.view.get_by_role("button", name="Undo")
    click_on(board, session)
    click_on(board, session)
    for press in (undo.click, lambda: board.page.keyboard.press("u")):
        spot(board, "discard").click()
        board.until(lambda: session.phase == "place taken")
        settle(board, session)
        expect(undo).to_have_attribute("aria-disabled", "false")
        seen = session.state
        undo.focus()
        press()
        board.until(lambda seen=seen: session.state > seen)
        settle(board, session)
        assert session.phase == "choose"
        told = board.view.locator(".sjw-last-move")
        expect(told).to_contain_text(
            re.compile(r"^Taken back: Ana took \S+ from the discard pile\.$")
        )
        assert told.inner_text() in spoken(board)
        expect(board.view.locator("li[data-mark=undone]").last).to_contain_text("took the")
        expect(undo).to_be_focused()
    click_on(board, session)
    expect(board.view.locator(".sjw-last-move")).not_to_contain_text("Taken back")


def test_an_undo_that_can_not_be_says_why(board_page):
    """To the eye and to the ear, until the next change; nothing is sent."""
    session = table()
    board = board_page(session.board)
    undo = board.view.get_by_role("button", name="Undo")
    for reason in ("There is nothing to take back.", "A card has been seen since."):
        expect(undo).to_have_attribute("aria-disabled", "true")
        expect(undo).to_have_attribute("title", reason)
        expect(board.view.locator(".sjw-hint")).to_have_count(0)
        sent = len(commands(board))
        undo.click(force=True)  # Playwright takes aria-disabled for disabled
        expect(board.view.locator(".sjw-hint")).to_have_text(reason)
        assert reason in spoken(board)
        assert len(commands(board)) == sent
        click_on(board, session)


def test_where_only_bots_play_nothing_can_be_taken_back(board_page):
    """There is no button, and U does nothing."""
    session = table("bot:greedy", "bot:random")
    session.board.pace = -1
    board = board_page(session.board)
    expect(board.view.get_by_role("button", name="Next move")).to_be_visible()
    expect(board.view.get_by_role("button", name="Undo")).to_have_count(0)
    spot(board, "draw").focus()
    board.page.keyboard.press("u")
    assert commands(board) == []


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_record_that_vanished_is_said_and_the_game_saved_elsewhere(board_page):
    """One sentence with the path and a button; then the place, which can be put away."""
    session = table()
    board = board_page(session.board)
    lost = session.path
    shutil.rmtree(lost.parent)
    click_on(board, session)
    notice = board.view.locator(".sjw-notice-trouble")
    expect(notice).to_contain_text("vanished")
    expect(notice).to_contain_text("The game goes on, but is only in memory.")
    expect(notice).to_contain_text(str(lost))
    assert "only in memory" in spoken(board)
    click_on(board, session)
    expect(notice).to_be_visible()
    notice.get_by_role("button", name="Save elsewhere").click()
    expect(notice).to_have_count(0)
    saved = board.view.locator(".sjw-notice-saved")
    expect(saved).to_contain_text(str(session.path))
    assert replay(read(session.path)[0]).state == session.history.state
    saved.get_by_role("button", name="Dismiss").click()
    expect(saved).to_have_count(0)


TROUBLES = {
    "full": "disk is full",
    "denied": "protected",
    "gone": "vanished",
    "foreign": "Somebody else",
    "moved": "look further down",
    "closed": "session.close()",
    "failed": "could not be written",
    "new": "as Python says it",
}


@pytest.mark.parametrize(
    ("key", "words"),
    [
        pytest.param(*entry, marks=[] if entry[0] == "moved" else [pytest.mark.slow])
        for entry in TROUBLES.items()
    ],
)
def test_every_trouble_has_a_sentence(board_page, key, words):
    """And the path, and a way out."""
    board = board_page(table().board)
    show(board, trouble={"key": key, "text": "as Python says it", "path": "games/a.jsonl"})
    notice = board.view.locator(".sjw-notice-trouble")
    way = "played on from here" if key == "moved" else "only in memory"
    for text in (words, way, "games/a.jsonl"):
        expect(notice).to_contain_text(text)
    notice.get_by_role("button", name="Save elsewhere").click()
    board.until(lambda: [command["type"] for command in commands(board)] == ["save"])
    board.until(lambda: board.widget.view["trouble"] is None, "Python has answered")


def test_a_kernel_that_keeps_one_waiting(board_page):
    """The board says so, and nudges; the kernel neither answers that nor takes it for an error."""
    session = table("Ana", "Ben")
    board = board_page(session.board)
    with board.server.hearing:
        spot(board, next(iter(session.board.view["targets"]))).click()
        expect(board.view.locator(".sjw")).to_have_attribute("data-busy", "true")
    board.until(lambda: session.state == 1)
    expect(board.view.locator(".sjw")).not_to_have_attribute("data-busy", "true")
    nudge = {"method": "custom", "content": {"type": "nudge"}}
    board.until(lambda: board.messages.count(nudge) == 3)
    assert len(commands(board)) == 1
    assert session.board.view["error"] is None
    assert session.board.view["answer"] == 1


STILL = """([cell, output]) => {
  const view = document.querySelector(".view");
  const area = document.createElement("div");
  area.className = cell;
  area.innerHTML = `<div class="${output}"><div class="sjw-still">as it was</div></div>`;
  view.before(area);
  const live = document.createElement("div");
  live.className = output;
  area.append(live);
  live.append(view);
}"""


@pytest.mark.parametrize(
    "host",
    [("jp-OutputArea", "jp-OutputArea-child"), ("cell_container", "output_container")],
    ids=["jupyter", "vscode"],
)
def test_the_still_picture_gives_way_to_the_live_board(board_page, host):
    """It leaves no gap; it is there again when the board is gone."""
    board = board_page(table().board)
    board.page.evaluate(STILL, host)
    still = board.page.locator(".sjw-still")
    expect(still).to_be_hidden()
    assert board.page.locator(f".{host[1]}").first.evaluate("e => e.offsetHeight") == 0
    board.remove_view(0)
    expect(still).to_be_visible()


def test_reduced_motion_moves_nothing(board_page):
    """No animation runs after a move."""
    session = table()
    board = board_page(session.board, reduced_motion="reduce")
    click_on(board, session)
    assert board.page.evaluate("document.getAnimations().length") == 0


def test_touch_works_like_a_click(board_page):
    """A tap on a card."""
    session = table()
    board = board_page(session.board, width=400, has_touch=True)
    spot(board, "0:c3").tap()
    board.until(lambda: session.log.decisions["position"].to_list() == ["c3"])


@pytest.mark.parametrize(("lang", "theme", "width"), [("en", "light", 900), ("fr", "dark", 280)])
def test_a_round_that_nobody_ends_can_be_ended_by_the_host(board_page, lang, theme, width):
    """The offer comes with the turn that is too many; by keys; the result names no old round."""
    session = table("Ana", "Bo", lang=lang)
    for seat in range(2):
        session.act("flip a1", seat=seat)
        session.act("flip b1", seat=seat)
    for _ in range(78):
        session.act("take")
        session.act("place a1")
    board = board_page(session.board, theme=theme)
    resize(board, width)
    offer = board.view.locator(".sjw-notice-long")
    expect(offer).to_have_count(0)
    for word in ("discard", f"{session.seat}:a1"):
        spot(board, word).click()
        settle(board, session)
    expect(offer).to_be_visible()
    expect(board.view.locator(".sjw-board > [aria-live]")).to_contain_text(
        {"en": "can go on for ever", "fr": "peut ne jamais finir"}[lang]
    )
    board.page.add_script_tag(path=AXE)
    assert board.page.evaluate(CHECK) == []
    offer.get_by_role("button").press("Enter")
    dialog = board.view.locator(".sjw-dialog")
    expect(dialog).to_contain_text({"en": "was broken off", "fr": "a été interrompue"}[lang])
    expect(dialog.get_by_role("table")).to_have_count(0)
    expect(offer).to_have_count(0)
    assert session.over
    assert session.winners == ()
