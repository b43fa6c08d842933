"""A replay in a real browser: its line by mouse and keys, what is linked to it, and its page."""

from __future__ import annotations

import re

import pandas as pd
import pytest
from playwright.sync_api import expect

from skyjo_widget import load_all, play, replay, rulings_page
from tests.browser.checks import AXE, HARM, HARMLESS
from tests.browser.checks import CHECK as CHECK_VIEW
from tests.browser.driver import collect_errors, until
from tests.fixtures.games import finished, played
from tests.fixtures.hostile import HOSTILE

CHECK = CHECK_VIEW.replace('".view"', "document")
END = "</script><img src=x onerror='window.pwned=1'>"


def noted(preset="skyjo", players=("Ana", "bot:greedy"), **options):
    """A game with an observation, two ideas, and a ruling."""
    session = played(preset, players, decisions=80, **options)
    session.note("Nobody knew", kind="observed", tags=["confusing", "mine"], rating=2, decision=7)
    session.note("More of them", kind="idea", decision=40)
    session.note(END, kind="idea", decision=40, by=END)
    session.ruling("Once.", question="May one look?", decision=60, by="all")
    return session


def again(session, **options):
    """Its replay."""
    return replay(session, display=False, **{"lang": "en", **options})


def where(page):
    """Return the bar's text of the position."""
    return page.locator(".sjw-replay-where").first


def at(page, number):
    """Wait until the board shows a moment."""
    page.wait_for_selector(f'.sjw[data-state="{number}"]')


def state(page):
    """Return the number of the moment on show."""
    return int(page.locator(".sjw").get_attribute("data-state"))


def slider(page):
    """The line."""
    return page.locator(".sjw-replay-slider").first


def present(page):
    """The part of the story that is marked as the present one."""
    return page.locator(".sjw-scroll-replay [data-here]")


def in_view(row):
    """Return True if a row lies inside of its box."""
    return row.evaluate(
        """row => { const [a, b] = [row, row.closest('[role=region]')]
          .map((node) => node.getBoundingClientRect());
          return a.top >= b.top && a.bottom <= b.bottom; }"""
    )


def test_keys_go_along_the_line(board_page):
    """From wherever one is on the board; with Shift to the same player's next turn."""
    it = again(noted())
    page = board_page(it.board, width=1016).page
    expect(where(page)).to_have_text("The deal · round 1")
    page.locator('[data-spot="0:a1"]').focus()
    for key, number in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", len(it) - 1),
    ):
        page.keyboard.press(key)
        at(page, number)
    page.keyboard.press("Home")
    at(page, 0)
    it.show(12)
    at(page, 13)
    expect(where(page)).to_have_text("Decision 12 of 79 · round 1")
    row = it.history.decisions[12]
    page.keyboard.press("Shift+ArrowRight")
    until(page, lambda: state(page) > 13)
    following = it.history.decisions[it.decision]
    assert (following.seat, following.round) == (row.seat, row.round)
    assert following.turn > row.turn
    page.keyboard.press("PageUp")
    until(page, lambda: state(page) <= 13)
    assert it.history.decisions[it.decision].turn <= row.turn
    # In the tabs arrows are the tabs' own.
    number = it.position
    page.get_by_role("tab", name="Decisions").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Scores")).to_be_focused()
    assert it.position == number


@pytest.mark.slow
def test_the_slider_follows_the_mouse_and_only_the_newest_wish_counts(board_page):
    """Fast dragging sends few messages; the board ends where the thumb is."""
    it = again(noted())
    board = board_page(it.board, width=716)
    page = board.page
    box = slider(page).bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 10, y)
    page.mouse.down()
    with board.server.hearing:  # the kernel is busy
        for step in range(1, 40):
            page.mouse.move(box["x"] + 10 + step * 12, y)
        page.wait_for_timeout(100)
    page.mouse.up()
    wanted = int(slider(page).input_value())
    assert wanted > len(it) // 2
    at(page, wanted)
    assert it.position == wanted
    seeks = [m["content"] for m in board.messages if m.get("content", {}).get("type") == "seek"]
    assert len(seeks) <= 3
    assert seeks[-1]["to"] == wanted
    page.mouse.click(box["x"] + 10, y)
    at(page, 0)


@pytest.mark.slow
def test_buttons_and_playing(board_page):
    """Forward, back, the ends; playing goes on by itself and stops at the end."""
    it = again(noted())
    page = board_page(it.board).page
    press = {
        name: page.locator(f'[data-step="{name}"]') for name in ("first", "back", "on", "last")
    }
    expect(press["back"]).to_have_attribute("aria-disabled", "true")
    press["on"].click()
    at(page, 1)
    press["last"].click()
    at(page, len(it) - 1)
    expect(press["on"]).to_have_attribute("aria-disabled", "true")
    press["back"].click()
    at(page, len(it) - 2)
    page.locator(".sjw-replay-pace select").select_option("400")
    play = page.locator(".sjw-replay-play")
    play.click()
    expect(play).to_have_attribute("aria-label", "Pause")
    at(page, len(it) - 1)
    expect(play).to_have_attribute("aria-label", "Play")
    press["first"].click()
    at(page, 0)
    play.click()
    until(page, lambda: state(page) >= 2)
    play.click()
    expect(play).to_have_attribute("aria-label", "Play")
    page.wait_for_timeout(300)
    stopped = it.position
    page.wait_for_timeout(900)
    assert it.position == stopped


@pytest.mark.slow
def test_a_game_that_is_not_over_says_so_where_it_ends(board_page):
    """The replay stays as it was opened, however far the game goes on."""
    session = played(decisions=12)
    it = again(session)
    page = board_page(it.board).page
    session.act(session.legal[0]) if session.waiting == "person" else session.step()
    expect(page.locator(".sjw-replay-open")).to_have_count(0)
    page.locator('[data-step="last"]').click()
    at(page, len(it) - 1)
    expect(where(page)).to_have_text(
        "Decision 11 of 11 · round 1 The game isn’t over: it had come this far."
    )
    over = again(finished())
    page = board_page(over.board).page
    page.locator('[data-step="last"]').click()
    at(page, len(over) - 1)
    expect(page.locator(".sjw-replay-open")).to_have_count(0)


def test_notes_are_marked_on_the_line_and_lead_there(board_page):
    """A mark for each place; what it says is shown to who rests on it, focuses it, or is there."""
    it = again(noted())
    page = board_page(it.board, width=900).page
    marks = page.locator(".sjw-replay-mark")
    expect(marks).to_have_count(3)
    assert [mark.get_attribute("data-kind") for mark in marks.all()] == [
        "observed",
        "idea",
        "ruling",
    ]
    assert marks.nth(0).get_attribute("aria-label") == "Observed, decision 7, Nobody knew"
    assert (
        marks.nth(1).get_attribute("aria-label") == "Idea, decision 40, More of them; 1 more note"
    )
    notes = page.locator(".sjw-replay-notes li")
    expect(notes).to_have_count(0)
    marks.nth(0).hover()
    expect(notes).to_have_count(1)
    expect(notes).to_contain_text("Nobody knew")
    expect(notes).to_contain_text("★★☆☆☆")
    expect(notes.locator(".sjw-replay-tags bdi")).to_have_text(["confusing", "mine"])
    marks.nth(2).focus()
    expect(notes).to_contain_text("May one look?")
    marks.nth(1).click()
    at(page, it._moments.moment_of[40])
    expect(notes).to_have_count(2)
    expect(notes.nth(1)).to_contain_text(END)
    assert page.evaluate("window.pwned") is None
    # The mark stands over the thumb.
    middle = marks.nth(1).bounding_box()
    box = slider(page).bounding_box()
    thumb = box["x"] + 10 + (box["width"] - 20) * it.position / (len(it) - 1)
    assert abs(middle["x"] + middle["width"] / 2 - thumb) < 2


def test_notes_are_listed_and_lead_there(board_page):
    """All in the panel, or those of a kind or with a tag; one that is written comes."""
    it = again(noted())
    page = board_page(it.board, width=900).page
    page.get_by_role("tab", name="Notes").click()
    notes = page.locator(".sjw-tabpanel .sjw-replay-notes li")
    expect(notes).to_have_count(4)
    only = page.get_by_label("Show")
    options = [option.inner_text() for option in only.locator("option").all()]
    assert options == ["all notes", "Observed", "Idea", "Ruling", *options[4:]]
    assert {"confusing", "mine"} <= set(options[4:])
    only.select_option("mine")
    expect(notes).to_have_count(1)
    expect(notes).to_contain_text("Nobody knew")
    notes.get_by_role("button", name="decision 7").click()
    at(page, it._moments.moment_of[7])
    expect(notes).to_have_attribute("data-on", "true")
    it.note("Now", tags=["mine"])
    expect(notes).to_have_count(2)
    assert page.evaluate("window.pwned") is None


def test_rows_of_the_panel_go_there_and_follow(board_page):
    """A click on a row shows its decision; the present one is marked and in view."""
    it = again(noted())
    page = board_page(it.board, width=1016).page
    it.show(50)
    at(page, it.position)
    expect(present(page)).to_have_attribute("data-decision", "50")
    assert in_view(present(page))
    page.locator('.sjw-scroll-replay [data-decision="48"]').click()
    at(page, 49)
    assert it.decision == 48
    expect(present(page)).to_have_attribute("data-decision", "48")


def test_cards_that_are_looked_at_have_a_line_of_their_own(board_page):
    """The grids stay beside or below each other as they are."""
    it = again(played("newskyjo", ("bot:greedy", "bot:random", "bot:greedy"), decisions=200))
    page = board_page(it.board, width=1016).page
    places = {}
    for position in (88, 89):
        it.position = position
        at(page, position)
        own, others = (page.locator(name).bounding_box() for name in (".sjw-own", ".sjw-others"))
        places[position] = (own["x"], others["x"], others["y"] - own["y"])
    peeked = page.locator(".sjw-peeked")
    expect(peeked.locator(".sjw-card")).to_have_count(3)
    assert peeked.bounding_box()["y"] < own["y"]
    assert places[88] == places[89]


@pytest.mark.slow
def test_hidden_cards_are_seen_on_their_backs_only_where_one_may(board_page):
    """In a round that is over for the eye and for the ear; through a seat's eyes never."""
    session = played("skyjo", ("bot:greedy", "bot:random"), decisions=400)
    it = again(session)
    it.position = 5
    page = board_page(it.board).page
    under = page.locator(".sjw-under")
    assert under.count() > 15
    label = page.locator(".sjw-grid-large [data-spot]:has(.sjw-under)").first.get_attribute(
        "aria-label"
    )
    assert re.search(r"face down: −?\d+", label)
    seat = again(session, seat=0)
    seat.position = 5
    other = board_page(seat.board).page
    assert other.locator(".sjw-back").count() > 15
    assert other.locator(".sjw-under").count() == 0


def test_rows_of_a_frame_and_the_board_are_linked(board_page):
    """By click and by Enter; rows of other games say that they open nothing."""
    session = noted()
    it = again(session)
    frame = session.log.notes
    other = frame.assign(game_id="another")
    both = pd.concat([frame, other])
    rows = it.rows(both)
    page = board_page(rows).page
    lines = page.locator(".sjl tbody tr")
    expect(lines).to_have_count(6)
    lines.nth(1).click()
    expect(lines.nth(1)).to_have_attribute("aria-current", "true")
    assert it.decision == 40
    expect(page.locator("[aria-current]")).to_have_count(2)
    lines.nth(4).click()
    expect(page.locator(".sjl [aria-live]")).to_have_text(
        "This row is of another game: it can’t be shown here."
    )
    assert it.decision == 40
    lines.nth(4).press("Home")
    expect(lines.nth(0)).to_be_focused()
    page.keyboard.press("Enter")
    expect(lines.nth(0)).to_have_attribute("aria-current", "true")
    assert it.decision == 7
    assert page.evaluate("window.pwned") is None
    assert page.locator(".sjl img").count() == 0


@pytest.fixture
def log(tmp_path, monkeypatch):
    """A game of Skyjo, ``a``, and one of Skip-Bo, ``b``."""
    names = iter(["a", "b"])
    monkeypatch.setattr("skyjo_widget.records.record_file.new_game_id", lambda: next(names))
    for preset in ("skyjo", "skip-bo"):
        played = play(preset, ["bot:greedy", "bot:random"], seed=1, record=tmp_path, display=False)
        played.run()
        played.close()
    return load_all(tmp_path)


def test_one_board_shows_the_games_of_a_log_one_after_the_other(board_page, log):
    """Another game's table, line and story; back again too."""
    it = replay(log, "a", lang="en", display=False)
    board = board_page(it.board, width=1016)
    page = board.page
    errors = collect_errors(page)
    at(page, 0)
    expect(page.locator('[data-spot="0:a1"]')).to_have_count(1)
    it.show(60)
    at(page, it.position)
    it.show(3, "b")
    at(page, it.position)
    expect(page.locator('[data-spot="0:a1"]')).to_have_count(0)
    assert page.locator('[data-spot*="stock"]').count() > 0
    expect(where(page)).to_contain_text("Decision 3 of")
    expect(slider(page)).to_have_attribute("max", str(len(it) - 1))
    it.show(None, "a")
    at(page, 0)
    expect(page.locator('[data-spot="0:a1"]')).to_have_count(1)
    assert errors == []


def test_a_row_of_another_game_of_the_log_opens_it(board_page, log):
    """By click and by Enter; its rows are the marked ones then."""
    it = replay(log, "a", lang="en", display=False)
    rows = it.rows(log.decisions.groupby("game_id").head(3)[["game_id", "decision", "notation"]])
    board = board_page(rows)
    lines = board.page.locator(".sjl tbody tr")
    lines.nth(4).click()
    expect(lines.nth(4)).to_have_attribute("aria-current", "true")
    assert (it.game_id, it.decision) == ("b", 1)
    lines.nth(4).press("Home")
    board.page.keyboard.press("Enter")
    expect(lines.nth(0)).to_have_attribute("aria-current", "true")
    assert (it.game_id, it.decision) == ("a", 0)
    expect(board.page.locator("[aria-current]")).to_have_count(1)


def test_points_of_all_games_open_theirs(board_page, log):
    """Without lines between them."""
    it = replay(log, "a", lang="en", display=False)
    some = log.decisions.groupby("game_id").head(4)
    chart = it.chart(some, x="legal_actions", y="turn", every=True)
    board = board_page(chart, width=716)
    page = board.page
    expect(page.locator(".sjl-chart")).to_have_count(1)
    assert page.locator("path.sjl-line").count() == 0
    page.locator(".sjl-chart").focus()
    games = set()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_timeout(60)
        games.add(it.game_id)
    assert games == {"a", "b"}


@pytest.mark.slow
def test_a_long_frame_follows_the_board(board_page):
    """The page with the present row comes, and the row is in view."""
    it = again(played("skip-bo", ("bot:greedy", "bot:greedy"), decisions=450))
    rows = it.rows()
    page = board_page(rows, height=500).page
    it.show(431)
    line = page.locator(".sjl [aria-current]")
    expect(line.locator("td").first).to_have_text("431")
    assert in_view(line)
    expect(page.locator(".sjl-foot span")).to_have_text(re.compile(r"Rows 401 to \d+ of \d+"))
    page.get_by_role("button", name="Earlier").click()
    expect(page.locator(".sjl-foot span")).to_have_text(re.compile("Rows 201 to 400 of"))


def test_points_of_a_chart_and_the_board_are_linked(board_page):
    """By click, and by arrows and Enter; a mark follows the board."""
    session = noted()
    it = again(session)
    chart = it.chart(session.log.decisions, y="hidden_left", title="Hidden cards")
    board = board_page(chart, width=716)
    page = board.page
    dots = page.locator(".sjl-dot")
    box = dots.nth(20).bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    board.until(lambda: it.decision is not None)
    clicked = it.decision
    expect(page.locator(".sjl-here")).to_have_attribute("data-decision", str(clicked))
    it.show(60)
    expect(page.locator(".sjl-here")).to_have_attribute("data-decision", "60")
    page.locator(".sjl-chart").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".sjl [aria-live]")).to_have_text(
        re.compile(r"(Ana|greedy): decision \d+, hidden_left \d+")
    )
    page.keyboard.press("Enter")
    board.until(lambda: it.decision < 10)


@pytest.mark.parametrize("lost", [{"show"}, {"custom", "update"}])
def test_rows_of_a_silent_kernel_say_so_and_go_on(board_page, lost):
    """The click may be lost, or its result."""
    it = again(noted())
    board = board_page(it.rows())
    page = board.page
    line, foot = page.locator(".sjl tbody tr").nth(4), page.locator(".sjl-foot p")
    expect(foot).to_contain_text("Click a row")
    page.clock.install()
    board.server.losing = lost
    line.click()
    board.until(lambda: "show" in [m.get("content", {}).get("type") for m in board.messages])
    board.until(lambda: it.decision == (None if "show" in lost else 4))
    with board.server.hearing:  # the click is dealt with
        board.server.losing = set()
        page.clock.fast_forward(4500)
        expect(foot).to_contain_text("may be busy")
    expect(line).to_have_attribute("aria-current", "true")
    assert it.decision == 4
    expect(foot).to_contain_text("Click a row")


def test_a_chart_whose_kernel_is_gone_says_so(board_page):
    """Wherever the board is."""
    session = noted()
    board = board_page(again(session).chart(session.log.decisions, y="hidden_left"))
    board.kill()
    expect(board.page.locator(".sjl-foot p")).to_contain_text("run the cell again")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_replay_is_for_everyone(board_page, scheme):
    """Nothing that axe-core finds: the board, the rows, the chart; and nothing is too wide."""
    session = noted("newskyjo", ("Ana", "bot:greedy", "bot:random"))
    it = again(session, lang="fr")
    it.show(40)
    for widget in (it.board, it.rows(), it.chart(session.log.decisions, y="hidden_left")):
        board = board_page(widget, theme=scheme, width=336)
        board.page.wait_for_timeout(100)
        board.page.add_script_tag(path=AXE)
        assert board.page.evaluate(CHECK_VIEW) == []
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert board.page.evaluate(wide) == 0


@pytest.mark.slow
@pytest.mark.usefixtures("words_as_texts")
def test_hostile_texts_do_nothing_on_a_replay(board_page):
    """Names, notes, tags, authors, questions."""
    names = (HOSTILE[2][1], HOSTILE[5][1])
    session = played("skyjo", names, decisions=30)
    for number, (_, text) in enumerate(HOSTILE):
        if text.strip():
            session.note(text, tags=[text[:60]], by=text, decision=number % 30)
            session.ruling(text, question=text, by=text, decision=number % 30)
    it = again(session)
    harmless = {**HARMLESS, "made": 1}  # the slider
    board = board_page(it.board)
    for decision in range(30):
        it.show(decision)
        at(board.page, it.position)
        assert board.page.evaluate(HARM) == harmless
    rows = board_page(it.rows(session.log.notes))
    assert rows.page.evaluate(HARM) == HARMLESS


# Pages


def opened(chromium, path, **options):
    """A page opened from the disk, and what it reports as errors."""
    page = chromium.open(**options)
    errors = collect_errors(page)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(path if isinstance(path, str) else path.as_uri())
    page.wait_for_selector(".sjw-replay")
    return page, errors, asked


def test_a_page_works_from_the_disk_and_asks_for_nothing(chromium, tmp_path):
    """At the decision of its address, by keys and clicks; the address follows."""
    session = noted()
    it = again(session)
    path = it.to_html(tmp_path / "page.html")
    page, errors, asked = opened(chromium, f"{path.as_uri()}#d40", offline=True)
    expect(where(page)).to_have_text("Decision 40 of 79 · round 1")
    expect(page.locator(".sjw-replay-notes li")).to_have_count(2)
    page.keyboard.press("Tab")
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_contain_text("Decision 41")
    page.wait_for_url("**#d41")
    page.locator('.sjw-scroll-replay [data-decision="45"]').click()
    expect(where(page)).to_contain_text("Decision 45")
    page.evaluate("location.hash = 'd7'")
    expect(where(page)).to_contain_text("Decision 7 ")
    page.evaluate("location.hash = 'd99999'")
    page.wait_for_timeout(100)
    expect(where(page)).to_contain_text("Decision 7 ")
    page.locator('[data-step="last"]').click()
    at(page, len(it) - 1)
    assert page.evaluate("window.pwned") is None
    assert not [url for url in asked if not url.startswith(("file:", "blob:", "data:"))]
    assert errors == []
    assert (
        page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'asked', () => 'refused')")
        == "refused"
    )
    assert "Content Security Policy" in errors[0]  # the page's own word


def test_an_address_counts_though_the_page_writes_its_own_meanwhile(chromium, tmp_path):
    """The page's own, of the moment before, comes between a new address and the word of it."""
    page, errors, _ = opened(chromium, again(noted()).to_html(tmp_path / "page.html"))
    page.evaluate("location.hash = 'd7'; history.replaceState(null, '', '#d0')")
    expect(where(page)).to_contain_text("Decision 7 ")
    page.wait_for_url("**#d7")
    assert errors == []


def test_keys_are_the_boards_wherever_the_focus_is(chromium, tmp_path):
    """On a page that was just opened, and after a click on nothing."""
    page, errors, _ = opened(chromium, again(noted()).to_html(tmp_path / "page.html"), width=320)
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_contain_text("Decision 0")
    page.locator("h1").click()
    page.keyboard.press("PageDown")
    expect(where(page)).to_contain_text("Decision 6")
    assert page.evaluate("scrollY") == 0
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    expect(where(page)).to_contain_text("Decision 7")
    assert errors == []


@pytest.mark.slow
def test_a_page_shows_what_the_board_shows(chromium, board_page, tmp_path):
    """The same cards, words and slips, at moments all over the game."""
    it = again(noted("newskyjo", ("Ana", "bot:greedy", "bot:random")))
    it._judge()  # a page can't ask for it
    board = board_page(it.board, width=1000).page
    page, errors, _ = opened(chromium, it.to_html(tmp_path / "page.html"), width=1000)
    text = "node => node.querySelector('.sjw-main').innerText"
    labels = "node => [...node.querySelectorAll('[aria-label]')].map(n => n.ariaLabel).join('|')"
    for decision in (0, 7, 23, 40, 61, 3):
        it.show(decision)
        page.evaluate(f"location.hash = 'd{decision}'")
        for one in (page, board):
            at(one, it.position)
        for what in (text, labels):
            shown = page.locator(".sjw").evaluate(what)
            assert shown == board.locator(".sjw").evaluate(what)
    assert errors == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_for_everyone(chromium, tmp_path, scheme):
    """In French, at any width, for axe-core and for who has no JavaScript."""
    it = again(noted("skip-bo", ("Ana", "bot:greedy")), lang="fr")
    path = it.to_html(tmp_path / "page.html")
    for width in (320, 1280):
        page, errors, _ = opened(chromium, path, width=width, color_scheme=scheme, bypass_csp=True)
        page.add_script_tag(path=AXE)
        assert page.evaluate(CHECK) == []
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) == 0
        assert errors == []
        assert page.evaluate("document.documentElement.lang") == "fr"
    without = chromium.open(java_script_enabled=False)
    without.goto(path.as_uri())
    assert "JavaScript" in without.locator("noscript").inner_text()


def test_a_ruling_leads_to_its_place(chromium, tmp_path):
    """From the list by a click."""
    index = rulings_page(noted().log, tmp_path / "out")
    page = chromium.open()
    errors = collect_errors(page)
    page.goto(index.as_uri())
    expect(page.locator(".question")).to_have_text("May one look?")
    page.get_by_role("link", name="Decision 60").click()
    expect(where(page)).to_contain_text("Decision 60")
    expect(page.locator(".sjw-replay-notes li")).to_contain_text("Once.")
    assert errors == []
