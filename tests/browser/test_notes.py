"""Notes on the board: written by mouse and by keys, listed, edited; whatever they say."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from skyjo_widget import replay
from skyjo_widget.board.session import Session
from tests.browser.board_page import BoardPage
from tests.browser.boards import WIDTHS, click_on, commands, resize, settle, spot, table
from tests.browser.checks import AXE, CHECK, SMALL
from tests.fixtures.hostile import HOSTILE

OF_NOTES = ("note", "whole note")
FOCUS = "document.activeElement.className"
HARM = """() => ({
  ran: window.pwned ?? null,
  made: document.querySelectorAll(
    ".view :is(script, style, img, iframe, object, embed, link, meta, base, form, a)").length,
  attributes: [...document.querySelectorAll(".view *")]
    .flatMap((node) => node.getAttributeNames()).filter((name) => name.startsWith("on")),
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})"""
HARMLESS = {"ran": None, "made": 0, "attributes": [], "wide": 0}


def begun(*players: str, decisions: int = 8, **options: object) -> Session:
    """A table after a few decisions, where a person is to act."""
    session = table(*players, **options)
    while len(session.history.decisions) < decisions or session.waiting == "bot":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return session


def text_of(board: BoardPage) -> Locator:
    """Return the field of a note's text."""
    return board.view.locator(".sjw-note-text")


def saved(board: BoardPage, session: Session, number: int, what: str = "Saved") -> None:
    """Wait until the board says what became of a note, and where it belongs."""
    board.until(lambda: len(session.history.notes) == number + 1, "the kernel has it")
    about = session.history.notes[number].decision
    expect(board.view.locator(".sjw-noted")).to_have_text(f"{what}: decision {about}")


def test_a_note_is_written_by_mouse(board_page):
    """Everything of it; the panel closes, the board says so, the focus is where it was."""
    session = begun()
    board = board_page(session.board)
    newest = session.history.newest().decision
    board.view.locator(".sjw-note-button").click()
    expect(text_of(board)).to_be_focused()
    text_of(board).fill("Ana hésite.\nLongtemps !")
    for name in ("Opinion", "4 stars of 5", "rule question", "slow", "slow"):
        board.view.locator(".sjw-note").get_by_role("button", name=name, exact=True).click()
    board.view.get_by_label("Tags of your own").fill("set-up, rule question,, mine")
    board.view.get_by_role("button", name="Save", exact=True).click()
    saved(board, session, 0)
    (note,) = session.history.notes
    assert (note.text, note.kind, note.rating) == ("Ana hésite.\nLongtemps !", "opinion", 4)
    assert note.tags == ("rule question", "set-up", "mine")
    assert (note.decision, note.by) == (newest, "Ana")
    expect(board.view.locator(".sjw-note")).to_have_count(0)
    assert "sjw-note-button" in board.page.evaluate(FOCUS)
    expect(board.view.locator("[aria-live]")).to_contain_text(f"Saved: decision {newest}")


def test_an_observer_says_whom_a_note_is_about(board_page):
    """A name of her own is typed once, and stays for the next note; so does nobody's."""
    session = begun()
    board = board_page(session.board)
    board.view.locator(".sjw-note-button").click()
    by, whom = (board.view.get_by_label(name, exact=True) for name in ("Who says it", "About"))
    by.select_option("somebody else…")
    field = board.view.locator(".sjw-note-by input")
    expect(field).to_be_focused()
    field.fill("Maria")
    field.press("Enter")
    expect(by.locator("option:checked")).to_have_text("Maria")
    whom.select_option("greedy")
    text_of(board).fill("hesitates")
    board.view.get_by_role("button", name="Save").click()
    saved(board, session, 0)
    note = session.history.notes[0]
    assert (note.by, note.whom) == ("Maria", "greedy")
    board.view.locator(".sjw-note-button").click()
    expect(by.locator("option:checked")).to_have_text("Maria")
    expect(whom.locator("option:checked")).to_have_text("nobody")


def test_a_note_is_written_by_keys_and_no_letter_plays(board_page):
    """A opens it, Ctrl+Enter saves; what is typed meanwhile is text, on a button it is nothing."""
    session = begun()
    board = board_page(session.board)
    spot(board, "draw").focus()
    keys = board.page.keyboard
    keys.press("a")
    expect(text_of(board)).to_be_focused()
    before = session.state
    keys.type("draw, take: dtxkpnucma 123")
    keys.press("Tab")
    for key in "dtxkpu":
        keys.press(key)
    keys.press(" ")  # the first of the kinds
    keys.press("Control+Enter")
    saved(board, session, 0)
    (note,) = session.history.notes
    assert (note.text, note.kind) == ("draw, take: dtxkpnucma 123", "observed")
    assert session.state == before
    assert {command["type"] for command in commands(board)} == {"note"}
    assert board.page.evaluate("document.activeElement.dataset.spot") == "draw"


def test_escape_keeps_the_draft(board_page):
    """Closed and opened again it is there, with the focus in it."""
    session = begun()
    board = board_page(session.board)
    board.view.locator(".sjw-note-button").click()
    board.page.keyboard.type("half a thou")
    board.page.keyboard.press("Escape")
    expect(board.view.locator(".sjw-note")).to_have_count(0)
    board.page.keyboard.press("a")
    expect(text_of(board)).to_have_value("half a thou")
    board.page.keyboard.type("ght")
    expect(text_of(board)).to_have_value("half a thought")
    assert session.history.notes == []


def test_a_draft_outlives_a_reload_of_the_page(board_page):
    """A dot on the button tells of it; once it is saved there is none."""
    session = begun()
    board = board_page(session.board)
    button = board.view.locator(".sjw-note-button")
    button.click()
    board.view.get_by_role("button", name="Idea").click()
    text_of(board).fill("half a thought")
    board.reload()
    expect(button).to_have_attribute("data-begun", "true")
    button.click()
    expect(text_of(board)).to_have_value("half a thought")
    expect(board.view.get_by_role("button", name="Idea")).to_have_attribute("aria-pressed", "true")
    board.page.keyboard.press("Control+Enter")
    saved(board, session, 0)
    board.reload()
    expect(button).to_be_visible()
    expect(button).not_to_have_attribute("data-begun", "true")


def test_without_a_kernel_the_panel_says_how_to_go_on(board_page):
    """A note that can't be saved now stays, and the game's file is named beside it."""
    session = begun()
    board = board_page(session.board)
    board.view.locator(".sjw-note-button").click()
    text_of(board).fill("dear")
    board.kill()
    text_of(board).press("Control+Enter")
    fault = board.view.locator(".sjw-note-fault")
    expect(fault).to_contain_text("Your game is safe")
    expect(board.view.locator(".sjw-note .sjw-way-on")).to_have_text(
        f'from skyjo_widget import load\ntable = load("{session.path.as_posix()}")'
    )
    expect(board.view.locator("[aria-live]")).to_contain_text("Your game is safe")
    save = board.view.get_by_role("button", name="Save", exact=True)
    expect(save).to_have_attribute("aria-disabled", "true")
    save.click(force=True)
    expect(text_of(board)).to_have_value("dear")
    assert session.history.notes == []


def test_the_page_comes_back_when_the_panel_closes(board_page):
    """It is scrolled no further than the panel needs."""
    session = begun("Ana", "bot:greedy", "bot:random", game="newskyjo")
    board = board_page(session.board, width=1256, height=600)
    button = board.view.locator(".sjw-note-button")
    button.evaluate("button => button.scrollIntoView(false)")
    before = board.page.evaluate("scrollY")
    button.click()
    text_of(board).fill("hm")
    assert before < board.page.evaluate("scrollY") <= before + 300
    board.page.keyboard.press("Control+Enter")
    saved(board, session, 0)
    assert board.page.evaluate("scrollY") == before


def test_rulings_stand_in_the_list_too(board_page):
    """Each has its moment and its question; a kind has one look here and in a replay."""
    session = begun()
    session.ruling("No.", question="May one look first?", decision=3)
    session.note("why?", kind="opinion", rating=1, decision=4)
    board = board_page(session.board)
    board.view.get_by_role("tab", name="Notes").click()
    ruling, note = board.view.locator(".sjw-note-item").all()
    for part in ("Decision 3", "Ruling", "May one look first?", "No."):
        expect(ruling).to_contain_text(part)
    other = board_page(replay(session, display=False).board)
    look = "mark => { const s = getComputedStyle(mark);"
    look += " return [s.backgroundColor, s.borderRadius, s.transform, s.clipPath]; }"
    for item, kind in ((ruling, "ruling"), (note, "opinion")):
        here = item.locator(".sjw-note-mark").evaluate(look)
        there = other.view.locator(f".sjw-replay-mark[data-kind={kind}] > span").evaluate(look)
        assert here == there, kind


@pytest.mark.slow
def test_a_draft_outlives_the_moves_of_bots(board_page):
    """It is about the decision that was the newest when it was begun, however many follow."""
    session = table("bot:greedy", "bot:random")
    session.board.pace = 60
    board = board_page(session.board)
    board.until(lambda: len(session.history.decisions) > 3, "they have begun")
    board.view.locator(".sjw-note-button").click()
    about = int(board.view.get_by_label("Decision", exact=True).input_value())
    text = "A bot moves while this is written, and nothing of it is lost."
    text_of(board).press_sequentially(text, delay=15)
    board.until(lambda: len(session.history.decisions) > about + 5, "they go on")
    expect(text_of(board)).to_have_value(text)
    expect(text_of(board)).to_be_focused()
    board.page.keyboard.press("Control+Enter")
    board.until(lambda: session.history.notes, "it is saved")
    assert session.history.notes[0].text == text
    assert session.history.notes[0].decision == about
    session.board.pace = -1
    settled = session.state
    board.page.wait_for_timeout(150)
    assert session.state <= settled + 1


@pytest.mark.slow
def test_another_decision_is_chosen_by_its_number_or_by_its_row(board_page):
    """A row has a pencil while it is pointed at, or reached by the arrows."""
    session = begun()
    board = board_page(session.board)
    rows = board.view.locator(".sjw-scroll-newest")
    assert board.view.locator(".sjw-row-note").count() == 0
    board.view.locator("[data-decision='3']").hover()
    board.view.get_by_role("button", name="Write a note on decision 3").click()
    number = board.view.get_by_label("Decision", exact=True)
    expect(number).to_have_value("3")
    row = session.history.decisions[3]
    told = f"{row.player} · {session.history.notation(row, None)}"
    expect(board.view.locator(".sjw-note-told")).to_have_text(told)
    number.fill("99")
    text_of(board).fill("there?")
    board.page.keyboard.press("Control+Enter")
    expect(board.view.locator(".sjw-note-fault")).to_contain_text("There is no such decision")
    number.fill("1")
    board.page.keyboard.press("Control+Enter")
    saved(board, session, 0)
    board.page.mouse.move(2, 2)
    rows.focus()
    board.page.keyboard.press("ArrowUp")
    board.page.keyboard.press("ArrowUp")
    newest = len(session.history.decisions) - 1
    expect(board.view.locator(".sjw-row-note")).to_be_focused()
    board.page.keyboard.press("Enter")
    expect(number).to_have_value(str(newest - 1))
    text_of(board).fill("by the arrows")
    board.page.keyboard.press("Control+Enter")
    saved(board, session, 1)
    rows.focus()
    board.page.keyboard.press("ArrowUp")
    expect(board.view.locator(".sjw-row-note")).to_be_focused()
    board.page.keyboard.press("a")
    expect(number).to_have_value(str(newest - 2))
    expect(text_of(board)).to_have_value("")
    board.page.keyboard.press("Escape")
    spot(board, "draw").focus()
    board.page.keyboard.press("a")
    expect(number).to_have_value(str(newest))
    board.page.keyboard.press("Escape")
    assert [note.decision for note in session.history.notes] == [1, newest - 1]
    marked = board.view.locator("[data-noted]")
    assert marked.evaluate_all("rows => rows.map((row) => Number(row.dataset.decision))") == [
        1,
        newest - 1,
    ]


def test_notes_are_listed_and_edited(board_page):
    """The older version stays in the record; the list shows what holds."""
    session = begun()
    session.note("too slow", tags=["slow", "mine"], rating=2, kind="opinion", by="Ben", decision=4)
    session.note("Long. " * 400, decision=2)
    board = board_page(session.board)
    board.view.get_by_role("tab", name="Notes").click()
    items = board.view.locator(".sjw-note-item")
    expect(items).to_have_count(2)
    expect(items.nth(1)).to_contain_text("Decision 4")
    for part in ("too slow", "slow", "mine", "★★☆☆☆", "Opinion", "Ben"):
        expect(items.nth(1)).to_contain_text(part)
    expect(items.nth(1).get_by_role("img", name="2 stars of 5")).to_be_visible()
    items.nth(0).get_by_role("button", name="Show all").click()
    expect(items.nth(0).locator(".sjw-note-said")).to_have_text("Long. " * 400)
    board.view.get_by_role("button", name="Edit the note on decision 4").click()
    expect(text_of(board)).to_have_value("too slow")
    text_of(board).fill("not so slow")
    board.view.locator(".sjw-tag-chip[aria-pressed=true]", has_text="slow").click()
    board.page.keyboard.press("Control+Enter")
    saved(board, session, 2, "Changed")
    expect(items.nth(0)).to_contain_text("edited")
    expect(items.nth(0)).to_contain_text("not so slow")
    edited = session.history.notes[2]
    assert (edited.edits, edited.tags, edited.by, edited.decision) == (0, ("mine",), "Ben", 4)
    board.view.get_by_role("button", name="Edit the note on decision 2").click()
    expect(text_of(board)).to_have_value("Long. " * 400)
    board.view.get_by_role("button", name="Withdraw this note").click()
    saved(board, session, 3, "Withdrawn")
    expect(items).to_have_count(1)
    assert [note.replaced for note in session.history.notes] == [True, True, False, False]


def test_a_note_that_python_refuses_stays_in_the_panel(board_page):
    """The same note was edited elsewhere meanwhile."""
    session = begun()
    session.note("first", decision=4)
    board = board_page(session.board)
    board.view.get_by_role("tab", name="Notes").click()
    board.view.get_by_role("button", name="Edit the note on decision 4").click()
    expect(text_of(board)).to_be_focused()
    session.note("from a cell", edits=0)
    text_of(board).fill("from the board")
    board.page.keyboard.press("Control+Enter")
    expect(board.view.locator(".sjw-note-fault")).to_contain_text("could not be saved")
    expect(text_of(board)).to_have_value("from the board")
    assert len(session.history.notes) == 2


@pytest.mark.slow
def test_two_views_write_each_their_own(board_page):
    """Saving one isn't the answer to the other; both list it."""
    session = begun()
    board = board_page(session.board)
    other = board.add_view()
    board.view.locator(".sjw-note-button").click()
    text_of(board).fill("mine")
    other.locator(".sjw-note-button").click()
    other.locator(".sjw-note-text").fill("another's")
    board.page.keyboard.press("Control+Enter")
    board.until(lambda: len(session.history.notes) == 1, "one is saved")
    expect(text_of(board)).to_have_value("mine")
    expect(other.locator(".sjw-note-text")).to_have_count(0)
    text_of(board).press("Control+Enter")
    board.until(lambda: len(session.history.notes) == 2, "the other too")
    assert [note.text for note in session.history.notes] == ["another's", "mine"]


@pytest.mark.slow
@pytest.mark.usefixtures("words_as_texts")
def test_hostile_texts_are_texts(board_page):
    """In the list, in the chips, as an author; nothing runs, nothing is wider than the page."""
    session = begun("Ana", "Ben")
    board = board_page(session.board)
    texts = [text for _, text in HOSTILE if text.strip()]
    for k in range(0, len(texts), 12):
        for text in texts[k : k + 12]:
            session.note(text, tags=[text], by=text, kind="idea")
        board.view.get_by_role("tab", name="Notes").click()
        first = board.view.locator(".sjw-note-said").first
        expect(first).to_have_text(text[:500], use_inner_text=False)
        board.view.locator(".sjw-note-item").first.get_by_role("button", name="Edit").click()
        expect(text_of(board)).to_have_value(text.replace("\r\n", "\n").replace("\r", "\n"))
        for width in (280, 900):
            resize(board, width)
            assert board.page.evaluate(HARM) == HARMLESS, (k, width)
        text_of(board).press("Escape")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_is_for_everyone_at_every_width(board_page, lang, theme):
    """axe-core finds nothing; what can be clicked is 44 pixels, and nothing lies over another."""
    session = begun(lang=lang)
    session.note("too slow", tags=["slow", "mine"], rating=2, kind="opinion", by="Ben", decision=4)
    session.note("Long. " * 100)
    board = board_page(session.board, theme=theme, has_touch=True)
    board.page.add_script_tag(path=AXE)
    board.view.locator(".sjw-note-button").click()
    board.view.locator(".sjw-toggle").first.click()
    found = {}
    for tab in (0, 3):
        board.view.get_by_role("tab").nth(tab).click()
        for width in WIDTHS:
            resize(board, width)
            found[tab, width] = board.page.evaluate(SMALL), board.page.evaluate(CHECK)
    assert {where: what for where, what in found.items() if what != ([], [])} == {}


@pytest.mark.slow
def test_playing_goes_on_while_the_panel_is_open(board_page):
    """A click on a card is a move; the draft stays."""
    session = begun("Ana", "Ben")
    board = board_page(session.board)
    board.view.locator(".sjw-note-button").click()
    text_of(board).fill("later")
    click_on(board, session)
    settle(board, session)
    expect(text_of(board)).to_have_value("later")
    assert [command["type"] for command in commands(board)] == ["act"]
