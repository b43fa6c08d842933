"""A page that loses its seat, its table or its connection says so, and nothing can be pressed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from skyjo_widget import classroom, load, play
from tests.browser.driver import settle, until

OPEN = '.sjw-place[data-open="true"]'


@pytest.fixture
def serve(chromium, tmp_path):
    """A function from options of `play` to a served table, its service, and pages of phones."""
    opened, errors = [], []

    def phone(serving, name=None, *, link=None, **context):
        page = chromium.open(width=390, height=844, **{"locale": "en-US", **context})
        page.on("pageerror", lambda error: errors.append(f"{error}\n{error.stack}"))
        page.goto(link or serving.join_link)
        if name:
            page.locator("[name=name]").fill(name)
            page.keyboard.press("Enter")
            page.wait_for_selector(".sjw-lobby, .sjw-board, .sjw-join h1")
        return page

    def start(*players, **options):
        options = {"seed": 3, "record": tmp_path / "game.jsonl", "display": False, **options}
        session = play("skyjo", list(players) or ["Ana", "Bo"], **options)
        session.pace = 0
        opened.append(session)
        return session, session.serve(display=False), phone

    start.phone, start.opened = phone, opened
    yield start
    for one in reversed(opened):
        one.close()
    assert errors == []


def at_turn(session, seat):
    """Play until a seat has drawn a card and is to place it."""
    while session.seat != seat or not session.phase.startswith("place"):
        session.act("draw" if "draw" in session.legal else session.legal[0])


def is_shut(page):
    """Check that nothing on the page is framed, or could be chosen."""
    expect(page.locator(OPEN)).to_have_count(0)
    for selector in ("#guest", ".view"):
        for text in page.locator(selector).all_inner_texts():
            assert not re.search(r"undefined|NaN|\[object|choose a card|replace a card", text), text


LOST = {
    "bot": (
        lambda serving: serving.replace(1, "bot:greedy"),
        "The host lets a bot play at your seat.",
        "L’hôte laisse un robot jouer à ta place.",
    ),
    "person": (
        lambda serving: serving.replace(1, "person:Di"),
        "The host has given your seat to somebody else.",
        "L’hôte a donné ta place à quelqu’un d’autre.",
    ),
    "freed": (
        lambda serving: serving.free(1),
        "The host has freed your seat for somebody else.",
        "L’hôte a libéré ta place pour quelqu’un d’autre.",
    ),
}
"""By a name what the host does, and what the phone says."""


@pytest.mark.parametrize("how", LOST)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_seat_that_was_given_away_leaves_no_board(serve, how, lang):
    """In the middle of a turn; the page says what happened, and takes the next free seat."""
    lose, *words = LOST[how]
    session, serving, phone = serve("Ana", "Bo", "Cleo", "Di 2")
    pages = [phone(serving, name, locale=lang) for name in ("Ana", "Bo", "Cleo")]
    serving.start()
    at_turn(session, 1)
    bo = pages[1]
    settle(bo, session)
    assert bo.locator(OPEN).count() > 1
    lose(serving)
    status = bo.get_by_role("status")
    expect(status).to_contain_text(words[lang == "fr"])
    expect(bo.locator(".sjw-board")).to_have_count(0)
    is_shut(bo)
    take = bo.get_by_role(
        "button", name={"en": "Take the free seat", "fr": "Prendre la place"}[lang]
    )
    take.click()
    expect(bo.locator(".sjw-own")).to_be_visible()
    settle(bo, session)
    news = bo.locator(".sjw-notice-news")
    expect(news).to_contain_text({"en": "another seat: this is table 1", "fr": "autre place"}[lang])
    news.get_by_role("button").click()
    expect(news).to_have_count(0)
    # A seat that was freed keeps its name until somebody takes it.
    names = {"bot": "Bo", "person": "Bo", "freed": "Bo 2"}
    assert session.players[3].name == names[how]


def test_without_a_free_seat_a_phone_waits_for_one(serve):
    """The button comes by itself as soon as there is one."""
    session, serving, phone = serve()
    ana, bo = (phone(serving, name) for name in ("Ana", "Bo"))
    serving.start()
    settle(bo, session)
    serving.replace(1, "bot:greedy")
    expect(bo.get_by_role("status")).to_contain_text("No seat is free now.")
    expect(bo.get_by_role("button", name="Take the free seat")).to_have_count(0)
    ana.get_by_role("button", name="Leave").click()
    ana.locator(".sjw-bar .sjw-button-main").click()
    bo.get_by_role("button", name="Take the free seat").click()
    settle(bo, session)
    assert session.players[0].name == "Bo"


def test_who_is_moved_plays_on_at_the_other_table(serve):
    """The page shows that board alone; what was meant for the old one is done at neither."""
    hall = classroom("skyjo", tables=2, seats=2, seed=1, record=False, display=False)
    serve.opened.append(hall)
    ana, bo = (serve.phone(hall, name) for name in ("Ana", "Bo"))
    hall.start()
    first, second = hall.sessions
    settle(bo, first)
    guests = {seat["name"]: seat["guest"] for seat in hall.people["tables"][0]["seats"]}
    with second.parts.game.lock:
        hall.move(guests["Ana"], 0, table=2)
        expect(ana.locator(".sjw-board")).to_have_count(0)  # the table can't show it yet
        is_shut(ana)
    settle(ana, second)
    expect(ana.locator(".sjw-notice-news")).to_contain_text("this is table 2")
    ana.locator(OPEN).first.click()
    until(ana, lambda: len(second.history.decisions) == 1, what="the decision")
    assert not first.history.decisions
    hall.move(guests["Bo"], 0, table=2)
    expect(ana.get_by_role("status")).to_contain_text("given your seat to somebody else")
    is_shut(ana)


@pytest.mark.parametrize(
    ("lang", "words", "button"),
    [
        ("en", "The host has taken this device off the table.", "Ask to come back"),
        ("fr", "L’hôte a retiré cet appareil de la table.", "Demander à revenir"),
    ],
)
def test_who_is_removed_is_told_and_may_ask_again(serve, lang, words, button):
    """And joins anew with the PIN: no part of the old board is seen meanwhile."""
    session, serving, phone = serve()
    page = phone(serving, "Ana", locale=lang)
    serving.start()
    settle(page, session)
    serving.remove(serving.people["tables"][0]["seats"][0]["guest"])
    expect(page.get_by_role("status")).to_have_text(words)
    is_shut(page)
    page.get_by_role("button", name=button).click()
    page.locator("[name=pin]").fill(serving.pin)
    with session.parts.game.lock:
        page.keyboard.press("Enter")
        page.wait_for_timeout(200)
        expect(page.locator(".sjw-board")).to_have_count(0)
    settle(page, session)


@pytest.mark.parametrize(
    ("lang", "words", "prompt"),
    [
        ("en", "Offline", "Nothing can be chosen here now."),
        ("fr", "Hors ligne", "Rien ne peut être choisi ici pour l’instant."),
    ],
)
def test_a_phone_without_a_network_says_so_at_once(serve, lang, words, prompt):
    """Not by touch, not by key; and it goes on by itself."""
    session, serving, phone = serve()
    page = phone(serving, "Ana", locale=lang)
    serving.start()
    settle(page, session)
    page.context.set_offline(True)
    expect(page.locator(".sjw-offline")).to_contain_text(words)
    is_shut(page)
    expect(page.locator(".sjw-prompt")).to_have_text(prompt)
    page.locator(".sjw-own .sjw-place").first.click(force=True)
    page.keyboard.press("d")
    page.context.set_offline(False)
    expect(page.locator(".sjw-offline")).to_have_count(0)
    settle(page, session)
    assert not session.history.decisions
    page.locator(OPEN).first.click()
    until(page, lambda: session.history.decisions, what="the decision")


def test_a_new_game_is_announced(serve):
    """On every phone, in place of the old one's cards."""
    session, serving, phone = serve()
    page = phone(serving, "Ana")
    serving.start()
    session.act(session.legal[0])
    settle(page, session)
    session.again()
    settle(page, session)
    expect(page.locator(".sjw-notice-news")).to_contain_text("A new game has begun.")


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "opened this game again in another place"), ("fr", "rouvert cette partie ailleurs")],
)
def test_a_game_that_goes_on_elsewhere_is_closed_here(serve, lang, words):
    """Phones and spectators are told; served again, it has its old address, and they come back."""
    session, serving, phone = serve(lang=lang)
    page = phone(serving, "Ana", locale=lang)
    watcher = phone(serving, link=serving.watch_link, locale=lang)
    wall = phone(serving, link=serving.screen_link, locale=lang)
    serving.start()
    for one in (page, watcher, wall):
        settle(one, session)
    before = len(session.history.decisions)
    again = load(session.path, display=False)
    serve.opened.append(again)
    for one, place in ((page, "#guest"), (watcher, "#guest"), (wall, ".sjs-last")):
        expect(one.locator(place)).to_contain_text(words)
        is_shut(one)
    assert len(session.history.decisions) == before
    other = again.serve(display=False)
    assert (other.link, other.pin, serving.running) == (serving.link, serving.pin, False)
    other.start()
    settle(page, again)
    page.locator(OPEN).first.click()
    until(page, lambda: len(again.history.decisions) > before, what="the decision")


def test_the_wall_and_spectators_say_that_serving_has_ended(serve):
    """In place of a game that no longer goes on."""
    session, serving, phone = serve()
    phone(serving, "Ana")
    watcher = phone(serving, link=serving.watch_link)
    wall = phone(serving, link=serving.screen_link)
    serving.start()
    for one in (watcher, wall):
        settle(one, session)
    serving.stop()
    for one in (watcher, wall):
        expect(one.get_by_role("status")).to_contain_text("The host has closed the table.")
        expect(one.locator(".sjw-board")).to_have_count(0)
        expect(one.get_by_role("button", name="Try again")).to_be_visible()


def test_an_older_board_stands_still_once_its_game_was_loaded_again(board_page, serve):
    """Both of its views; saved elsewhere, it can be played on."""
    session, serving, _ = serve()
    serving.stop()
    board = board_page(session.board)
    expect(board.view.locator(OPEN).first).to_be_visible()
    serve.opened.append(load(session.path, display=False))
    expect(board.view.locator(".sjw-notice-trouble")).to_contain_text("goes on there")
    is_shut(board.page)
    board.view.locator(".sjw-own .sjw-place").first.click(force=True)
    board.view.get_by_role("button", name="Save elsewhere").click()
    board.view.locator(OPEN).first.click()
    board.until(lambda: len(session.history.decisions) == 1)
