"""The panels under the board: one frame with it, in every light, language, width and hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget.board.session import Session
from tests.browser.board_page import BoardPage
from tests.browser.boards import WIDTHS, commands, play_on, resize, settle, spot, table
from tests.browser.checks import AXE, CHECK, SMALL
from tests.fixtures.boards import offer_panels

PANELS = ("predict", "what_if", "ruling", "form")
STRAY = """() => [...document.querySelectorAll(".sjw-aside, .sjw-aside *")]
  .filter((e) => e instanceof HTMLElement && getComputedStyle(e).display !== "inline"
    && !e.matches("option"))
  .map((e) => [e, e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight])
  .filter(([e, x, y]) => x > 0 || (y > 0 && getComputedStyle(e).overflowY !== "visible"))
  .map(([e, x, y]) => `${e.tagName} ${e.className}: ${x}, ${y}`)"""
"""Elements that scroll, or stick out sideways, though they should fit."""
TWICE = """() => {
  const walk = document.createTreeWalker(document.querySelector(".sjw"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode;
    if (parentElement.closest(".sjw-aside") && data.trim().length > 1)
      walk.currentNode.data = `${data} ${data}`;
  }
}"""
ASIDE = ".sjw-aside[data-name={}]"


def begun(*players: str, **options: object) -> Session:
    """A table at Ana's first turn."""
    session = table(*players, **options)
    while session.phase == "setup" or session.waiting == "bot":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return offer_panels(session)


def open_all(board: BoardPage) -> None:
    """Open every panel, and have each say something."""
    for name in (*PANELS, "position"):
        board.view.locator(f"[data-aside={name}]").click()
        board.view.locator(ASIDE.format(name)).wait_for()
    for name in PANELS:  # the position's answers nothing
        aside = board.view.locator(ASIDE.format(name))
        aside.locator(".sjw-button-main").click()
        aside.locator(".sjw-outcome" if name == "what_if" else ".sjw-aside-answer").wait_for()
    board.until(lambda: not any(panel["busy"] for panel in board.widget.panels.values()))
    board.page.wait_for_timeout(100)


@pytest.mark.parametrize(
    ("lang", "theme"), [pytest.param("en", "light", marks=pytest.mark.slow), ("fr", "dark")]
)
def test_nothing_scrolls_and_axe_finds_nothing(board_page, lang, theme):
    """At every width, also with texts that are twice as long; a panel is as wide as the board."""
    board = board_page(begun(lang=lang).board, theme=theme)
    open_all(board)
    board.page.add_script_tag(path=AXE)
    for twice in (False, True):
        if twice:
            board.page.evaluate(TWICE)
        for width in WIDTHS:
            resize(board, width)
            assert board.page.evaluate(STRAY) == [], (width, twice)
            over = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert board.page.evaluate(over) <= 0, (width, twice)
            if not twice and width in (WIDTHS[0], WIDTHS[-1]):
                assert board.page.evaluate(CHECK) == [], width
    frame = board.view.locator(".sjw-board").bounding_box()
    for name in (*PANELS, "position"):
        box = board.view.locator(ASIDE.format(name)).bounding_box()
        assert (box["x"], box["width"]) == (frame["x"], frame["width"])
        assert box["y"] == pytest.approx(frame["y"] + frame["height"], abs=0.5)
        frame = box


def test_a_finger_has_44_pixels_and_a_mouse_32(board_page):
    """In both directions, whatever is to be pressed or filled in."""
    heights = """() => [...document.querySelectorAll(
      ".sjw-aside :is(button, input, select, textarea)")]
      .map((e) => e.getBoundingClientRect()).flatMap(({ width, height }) => [width, height])"""
    board = board_page(begun().board, has_touch=True, width=420)
    open_all(board)
    for width in (280, 420, 900):
        resize(board, width)
        assert board.page.evaluate(SMALL) == [], width
    board = board_page(begun().board)
    open_all(board)
    assert 32 <= min(board.page.evaluate(heights)) < 44


def test_a_prediction_by_keys(board_page):
    """The question decides what else is asked; no letter plays; Enter commits, Escape closes."""
    session = begun()
    board = board_page(session.board)
    page, opener = board.page, board.view.locator("[data-aside=predict]")
    opener.press("Enter")
    aside = board.view.locator(ASIDE.format("predict"))
    expect(opener).to_be_focused()
    aside.get_by_label("What you predict").select_option("mean")
    expect(aside.get_by_label("The event")).to_have_count(0)
    aside.get_by_label("What you predict").select_option("draw")
    stops = []
    aside.get_by_role("button", name="Close").focus()
    for _ in range(4):
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.id.split('-').at(-1)"))
    assert stops == ["question", "event", "value", ""]
    assert page.evaluate("document.activeElement.textContent.trim()") == "Commit"
    aside.get_by_label("The event").fill("x <= 7")
    aside.get_by_label("Its probability").fill("d 2/5")
    page.keyboard.press("Enter")
    expect(aside.locator(".sjw-aside-answer")).to_contain_text("“d 2/5” is no number")
    for written, shown in (
        *(("40 %", "40 %"), ("40%", "40%"), ("0,4", "0,4 = 40%"), ("0.4", "0.4 = 40%")),
        ("2/5", "2/5 = 40%"),
    ):
        aside.get_by_label("Its probability").fill(written)
        page.keyboard.press("Enter")
        told = f"P(X ≤ 7): you {shown}, the coach"
        expect(aside.locator(".sjw-aside-answer")).to_contain_text(told)
        expect(board.view.locator("[aria-live]")).to_contain_text(told)
        assert session.history.predictions[-1].value == 0.4
    for wrong, told in (("40", "Did you mean 40%?"), ("1,5", "“1,5” is no probability")):
        aside.get_by_label("Its probability").fill(wrong)
        page.keyboard.press("Enter")
        expect(aside.locator(".sjw-aside-answer")).to_contain_text(told)
    assert len(session.history.predictions) == 5
    assert session.history.predictions[-1].question == "draw at most 7"
    assert session.phase == "choose"
    page.keyboard.press("Escape")
    expect(aside).to_have_count(0)
    expect(opener).to_be_focused()
    opener.click()
    expect(aside.get_by_label("The event")).to_have_value("x <= 7")


def test_the_focus_in_a_panel_can_be_seen(board_page):
    """A ring of 3 px round whatever has it."""
    board = board_page(begun().board)
    open_all(board)
    board.view.get_by_role("button", name="Close").first.focus()
    outline = "getComputedStyle(document.activeElement).outline"
    seen = set()
    for _ in range(50):
        board.page.keyboard.press("Tab")
        if not board.page.evaluate("document.activeElement.closest('.sjw-aside') !== null"):
            break
        seen.add(board.page.evaluate("document.activeElement.tagName"))
        assert "solid 3px" in board.page.evaluate(outline)
    assert seen == {"BUTTON", "INPUT", "SELECT", "TEXTAREA"}


def test_a_what_if_follows_the_game_until_a_decision_is_chosen(board_page):
    """And its button takes the newest one again."""
    session = begun("Ana", "Ben")
    board = board_page(session.board)
    board.view.locator("[data-aside=what_if]").click()
    aside = board.view.locator(ASIDE.format("what_if"))
    decision = aside.get_by_label("Decision")
    expect(decision).to_have_value("4")
    spot(board, "draw").click()
    expect(decision).to_have_value("5")
    decision.fill("4")
    expect(decision).to_have_value("4")
    aside.locator(".sjw-button-main").click()
    expect(aside.locator(".sjw-outcome li:not([aria-hidden])")).to_have_count(2)
    aside.get_by_role("button", name="Now").click()
    expect(decision).to_have_value("5")
    expect(aside.get_by_role("button", name="Now")).to_have_count(0)


def test_a_ruling_and_two_forms(board_page):
    """One person after the other: saved, a panel is empty for the next; markup is text."""
    session = begun()
    board = board_page(session.board)
    board.view.locator("[data-aside=ruling]").click()
    ruling = board.view.locator(ASIDE.format("ruling"))
    ruling.get_by_label("What the rules don’t say").fill("Who begins?")
    ruling.get_by_label("How it was decided").fill("<b>Ana</b>")
    ruling.get_by_role("button", name="Save the ruling").click()
    expect(ruling.locator(".sjw-aside-answer")).to_contain_text("Saved: decision 5")
    expect(ruling.get_by_label("How it was decided")).to_have_value("")
    board.view.get_by_role("tab", name="Notes").click()
    expect(board.view.locator(".sjw-note-said").nth(1)).to_have_text("<b>Ana</b>")
    board.view.locator("[data-aside=form]").click()
    form = board.view.locator(ASIDE.format("form"))
    for by, mark in (("<i>Ana", "5"), ("Ben", "2")):
        form.get_by_label("Who fills this in").fill(by)
        fun = form.get_by_role("group", name="Fun").get_by_role("button", name=mark)
        fun.click()
        expect(fun).to_have_attribute("aria-pressed", "true")
        form.get_by_label("Version of the deck or rules").fill("deck B")
        form.get_by_role("button", name="Save the form").click()
        expect(form.locator(".sjw-aside-answer")).to_contain_text(f"of {by}, is saved")
        expect(fun).to_have_attribute("aria-pressed", "false")
        expect(form.get_by_label("Version of the deck or rules")).to_have_value("skyjo")
    assert [(one.by, one.fun) for one in session.history.forms] == [("<i>Ana", 5), ("Ben", 2)]


def test_a_board_for_a_class_and_for_a_playtest(board_page):
    """By play() and by its menu; nothing else is sent."""
    session = begun("Ana", "Ben", game="skip-bo", for_="class")
    board = board_page(session.board)

    assert offered_by(board) == {"coach": True, "ask": True, "note": False, "penalty": False}
    menu = board.view.get_by_label("For")
    expect(menu).to_have_value("class")
    menu.select_option("playtest")
    expect(board.view.locator("[data-aside=form]")).to_be_visible()
    expect(board.view.locator("[data-aside=predict]")).to_have_count(0)
    assert offered_by(board) == {"coach": False, "ask": False, "note": True, "penalty": True}
    assert session.for_ == "playtest"
    menu.select_option("")
    expect(board.view.locator("[data-aside=predict]")).to_be_visible()
    assert offered_by(board) == {"coach": True, "ask": False, "note": True, "penalty": True}
    assert [one["type"] for one in commands(board)] == ["for", "for"]


def offered_by(board: BoardPage) -> dict[str, bool]:
    """Return the buttons of the board besides its panels."""
    parts = {
        "coach": "[role=tab][id$=coach]",
        "ask": ".sjw-ask",
        "note": ".sjw-note-button",
        "penalty": ".sjw-penalty",
    }
    return {name: board.view.locator(css).count() > 0 for name, css in parts.items()}


NAMES = {
    "en": ("Show the result", "Hand in", "Keys"),
    "fr": ("Voir le résultat", "Rendre son travail", "Touches"),
}
PAINTED = "e => getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)'"
LESS_USUAL = [("en", False), ("en", True), ("fr", True)]
LINES = """() => new Set([...document.querySelectorAll(".sjw-footer > *")]
    .filter((e) => e.checkVisibility())
    .map((e) => Math.round((e.getBoundingClientRect().top + e.getBoundingClientRect().bottom)
      / 20))).size"""


@pytest.mark.parametrize("people", ["class", "playtest"])
def test_a_class_and_a_playtest_have_one_row_of_tools(board_page, people):
    """In the longer language; each button keeps its name where an icon stands for its words."""
    session = table("Ana", "bot:greedy", lang="fr", for_=people)
    while session.phase == "setup" or session.waiting == "bot":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(offer_panels(session, menu=False).board)
    for width in (280, 400, 560, 600, 690, 844, 900, 1024, 1366):
        resize(board, width)
        assert board.page.evaluate(LINES) == 1, width
        assert board.view.get_by_role("button", name="Annuler").count() == 1
        assert board.view.locator("summary", has_text="Touches").count() == 1


@pytest.mark.parametrize(
    ("lang", "touch"),
    [("fr", False), *(pytest.param(*way, marks=pytest.mark.slow) for way in LESS_USUAL)],
)
def test_a_round_that_is_over_has_one_row_of_tools(board_page, lang, touch):
    """Its result and the work to be handed in: both by keys, with their whole names."""
    session = play_on(table(lang=lang, for_="class", coach="request"))
    board = board_page(offer_panels(session, menu=False).board, has_touch=touch)
    result, hand_in, keys = NAMES[lang]
    dialog, row = board.view.locator(".sjw-dialog"), board.view.locator(".sjw-footer")
    dialog.get_by_role("button").last.press("Escape")
    expect(dialog).to_have_count(0)
    due = row.get_by_role("button", name=hand_in, exact=True)
    for width in (280, 320, 380, 460, 500, 560, 690, 900, 1366):
        resize(board, width)
        assert board.page.evaluate(LINES) == 1, width
        expect(due).to_be_in_viewport()
        assert due.evaluate(PAINTED), width
    resize(board, 280)
    expect(row.get_by_role("button", name=result)).to_have_count(0)
    board.view.locator(".sjw-more-button").press("Enter")
    menu = board.view.locator(".sjw-menu")
    menu.get_by_role("button", name=keys).press("Enter")
    expect(board.view.locator(".sjw-keys p")).to_be_visible()
    board.page.keyboard.press("?")
    expect(board.view.locator(".sjw-keys p")).to_be_hidden()
    menu.get_by_role("button", name=result).press("Enter")
    expect(dialog).to_be_visible()


def test_what_the_row_has_no_room_for_stands_in_the_menu(board_page):
    """And in the row again, with its words, where there is room; closing leaves the focus."""
    session = begun(for_="class", coach="request")
    session.board.opened = []
    board = board_page(session.board)
    row, menu = board.view.locator(".sjw-footer"), board.view.locator(".sjw-menu")
    resize(board, 280)
    expect(row.locator("[data-aside], .sjw-pace")).to_have_count(0)
    row.locator(".sjw-more-button").click()
    expect(menu.locator("[data-aside]")).to_have_count(4)
    expect(menu.locator(".sjw-pace")).to_be_visible()
    menu.locator("[data-aside=hand_in]").click()
    row.locator(".sjw-more-button").click()
    board.view.locator(".sjw-aside .sjw-button-plain").click()
    expect(row.locator(".sjw-more-button")).to_be_focused()
    play_on(session)
    board.until(lambda: row.locator("[data-aside=hand_in]").is_visible(), "it is due")
    resize(board, 1366)
    expect(row.locator("[data-aside=predict]")).to_be_visible()
    assert row.locator(".sjw-undo > span").bounding_box()["width"] > 20
    assert row.get_attribute("data-fit") is None


def test_a_click_takes_no_measure_of_the_row(board_page):
    """Each look would cost a layout: only its width and what is in it call for one."""
    session = begun("Ana", "Ben", for_="class")
    board = board_page(session.board)
    resize(board, 700)
    board.page.evaluate("""() => {
        window.looks = 0;
        const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "offsetTop");
        Object.defineProperty(HTMLElement.prototype, "offsetTop", {
            get() { window.looks += this.closest(".sjw-footer") ? 1 : 0; return get.call(this); },
        });
    }""")
    for where in ("draw", f"{session.seat}:a1", "draw"):
        seen = session.state
        spot(board, where).click()
        board.until(lambda seen=seen: session.state > seen, where)
        settle(board, session)
    assert board.page.evaluate("window.looks") == 0
    resize(board, 600)
    assert board.page.evaluate("window.looks") > 0


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_tools_are_one_row_and_the_menu_is_remembered(board_page, lang):
    """At some 690 px too, and beside the panel; in another view of the table it is open as well."""
    session = table(lang=lang, coach="request")
    while session.phase == "setup" or session.waiting == "bot":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(offer_panels(session, menu=False).board)
    for width in (280, 480, 690, 840, 900, 1024, 1366):
        resize(board, width)
        assert board.page.evaluate(LINES) == 1, width
    menu = board.view.locator(".sjw-menu")
    expect(menu).to_have_count(0)
    board.view.locator(".sjw-more-button").click()
    expect(menu.locator("[data-aside]")).to_have_count(6)
    board.reload()
    board.view.locator("[data-aside=form]").click()
    board.view.locator(".sjw-more-button").click()
    expect(menu).to_have_count(0)
    expect(board.view.locator("[data-aside]")).to_have_count(1)
    board.view.locator(".sjw-aside .sjw-button-plain").click()
    expect(board.view.locator(".sjw-more-button")).to_be_focused()
    expect(board.view.locator("[data-aside]")).to_have_count(0)
