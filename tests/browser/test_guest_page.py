"""A guest's page on a phone: joining by touch, playing, losing the connection, coming back."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from skyjo_widget import hand_out, play
from tests.browser.checks import AXE, SMALL
from tests.browser.driver import settle, until

PHONES = {"small": (320, 568), "narrow": (360, 740), "usual": (390, 844), "large": (430, 932)}
TABLETS = ((1024, 768), (768, 1024))
CHECK = """async () => (await axe.run("#guest", { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`
)"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOWEST = """() => Math.max(...[...document.querySelectorAll(
  ".sjw-own .sjw-place, .sjw-piles .sjw-place, .sjw-middle .sjw-place")]
  .map((e) => e.getBoundingClientRect().bottom))"""


@pytest.fixture
def serve(chromium):
    """A function from players and options to a served table and a function that opens phones."""
    servings, errors = [], []

    def start(game, players, **options):
        session = play(game, players, seed=3, display=False, record=False, **options)
        session.pace = 0
        serving = session.serve(display=False)
        servings.append(serving)

        def phone(address, size="usual", **context):
            width, height = PHONES[size]
            context = {"locale": "en-US", "has_touch": True, "is_mobile": True, **context}
            page = chromium.open(width=width, height=height, **context)
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
            page.goto(address)
            return page

        return session, serving, phone

    yield start
    for serving in servings:
        serving.stop()
    assert errors == []


def join(phone, serving, name, **options):
    """Join with the PIN of a QR code: only the name is left to be typed."""
    page = phone(serving.join_link, **options)
    page.get_by_label("name" if options.get("locale", "en")[:2] == "en" else "nom").fill(name)
    page.locator(".sjw-join .sjw-button-main").tap()
    page.wait_for_selector(".sjw-lobby")
    return page


def tap(page, session):
    """Touch the first target, and wait for what comes of it."""
    settle(page, session)
    seen = session.state
    page.locator('.sjw-place[data-open="true"]').first.tap()
    until(page, lambda: session.state > seen, what="a touch")


def test_a_worksheet_that_arrives_is_announced_and_one_key_leads_to_it(serve):
    """The focus stays where it was until then; the page has a heading."""
    session, serving, phone = serve("skyjo", ["Ana", "Bo"])
    page = join(phone, serving, "Ana", locale="fr-FR")
    serving.start()
    settle(page, session)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    spot = page.locator('.sjw-place[data-open="true"]').first
    spot.focus()
    hand_out("chance", serving, lang="fr")
    spoken = page.locator(".sjw-board > [aria-live]")
    expect(spoken).to_contain_text("Nouveau, sous le plateau\u00a0: Le hasard.")
    expect(spot).to_be_focused()
    way = page.get_by_role("button", name="Aller à\u00a0: Le hasard")
    way.focus()
    expect(way).to_be_in_viewport()
    way.press("Enter")
    expect(page.locator('[data-name="worksheet"]').get_by_label("Ta réponse")).to_be_focused()


def test_a_worksheet_is_answered_by_touch(serve):
    """It stands between the cards and the rows, as wide as the phone, and the next one is empty."""
    session, serving, phone = serve("skyjo", ["Ana", "Bo"])
    page = join(phone, serving, "Ana", size="small", locale="fr-FR")
    serving.start()
    settle(page, session)
    hand_out("chance", serving, lang="fr")
    sheet = page.locator('[data-name="worksheet"]')
    expect(sheet.locator("img")).to_have_attribute("alt", re.compile("Ana"))
    sheet.get_by_label("Ta réponse").fill("52/123")
    sheet.get_by_role("button", name="Vérifier").tap()
    expect(sheet).to_contain_text("Juste.")
    assert page.evaluate(WIDE) == 0
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(CHECK) == []
    for _ in range(2):
        sheet.get_by_role("button", name="Question suivante").tap()
    expect(sheet).to_contain_text("question 3 sur")
    expect(sheet.get_by_label("Ta réponse")).to_have_value("")
    sheet.get_by_role("button", name="Question suivante").tap()
    option = sheet.get_by_role("radio").nth(1)
    option.tap()
    expect(option).to_be_checked()
    assert sheet.locator(".sjw-options label").first.bounding_box()["height"] >= 44
    sheet.get_by_role("button", name="Vérifier").tap()
    until(page, lambda: len(session.history.answers) == 2, what="the answers")
    top = page.locator(".sjw-panel").bounding_box()["y"]
    assert sheet.bounding_box()["y"] < top


def test_a_guest_joins_by_pin_and_name(serve):
    """A wrong PIN is told in words, and the address keeps neither PIN nor token."""
    session, serving, phone = serve("skyjo", ["Ana", "Bo"])
    page = phone(serving.link)
    page.locator("[name=pin]").fill("12 34")
    page.locator(".sjw-join .sjw-button-main").tap()
    expect(page.get_by_role("alert")).to_have_text("Type the PIN: six digits.")
    wrong = "111111" if serving.pin != "111111" else "222222"
    page.locator("[name=pin]").fill(wrong)
    page.locator("[name=name]").fill("Zoe")
    page.locator(".sjw-join .sjw-button-main").tap()
    expect(page.get_by_role("alert")).to_contain_text("That isn’t the PIN")
    page.locator("[name=pin]").fill(serving.pin)
    page.locator(".sjw-join .sjw-button-main").tap()
    expect(page.locator("h1")).to_have_text("Welcome, Zoe!")
    other = join(phone, serving, "Bo", locale="fr-FR")
    assert other.url == serving.link
    expect(other.locator("h1")).to_have_text("Bienvenue, Bo\u00a0!")
    other.get_by_role("button", name="Changer mon nom").tap()
    other.locator("[name=name]").fill("Béa")
    other.locator(".sjw-rename .sjw-button-main").tap()
    expect(other.locator("h1")).to_have_text("Bienvenue, Béa\u00a0!")
    expect(page.locator(".sjw-seats")).to_contain_text("Béa")
    assert [player.name for player in session.players] == ["Zoe", "Béa"]


def test_two_phones_play_a_round_and_both_are_ready(serve):
    """The next round is dealt when both have said so."""
    session, serving, phone = serve("skyjo", ["Ana", "Bo"], target=1000)
    pages = [join(phone, serving, name) for name in ("Ana", "Bo")]
    serving.start()
    for _ in range(6):
        tap(pages[session.seat], session)
    others = pages[1 - session.seat]
    settle(others, session)
    expect(others.locator(".sjw-prompt")).to_contain_text("To play:")
    assert others.locator('[data-open="true"]').count() == 0
    while session.waiting == "person":
        session.act(session.legal[0], seat=session.seat)
    for page in pages:
        expect(page.locator(".sjw-ready")).to_have_text("Ready")
    pages[0].locator(".sjw-ready").tap()
    expect(pages[0].locator(".sjw-dialog")).to_contain_text("Still to be ready: Bo.")
    assert session.waiting == "next round"
    pages[1].locator(".sjw-ready").tap()
    until(pages[1], lambda: session.waiting == "person", what="the next round")
    expect(pages[0].locator(".sjw-dialog")).to_have_count(0)


def test_what_was_lost_with_the_connection_is_sent_again(serve):
    """A decision that never arrived is made once the phone is back, and only once."""
    session, serving, phone = serve("skyjo", ["Ana", "bot:random"])
    page = phone("about:blank")
    lose = [False]
    lost = []

    def between(socket):
        server = socket.connect_to_server()

        def up(message):
            if lose[0] and json.loads(message)["type"] == "act":
                lose[0] = False
                lost.append(json.loads(message))
                socket.close(code=4999)
                server.close()
            else:
                server.send(message)

        socket.on_message(up)

    page.route_web_socket("**/ws", between)
    page.goto(serving.join_link)
    page.locator("[name=name]").fill("Ana")
    page.locator(".sjw-join .sjw-button-main").tap()
    page.wait_for_selector(".sjw-lobby")
    serving.start()
    tap(page, session)
    before = len(session.history.decisions)
    settle(page, session)
    lose[0] = True
    page.locator('.sjw-place[data-open="true"]').first.tap()
    until(page, lambda: len(session.history.decisions) > before, what="the decision")
    own = [row.action for row in session.history.decisions[before:] if row.seat == 0]
    assert len(lost) == 1
    assert len(own) == 1
    assert page.get_attribute("#guest", "data-offline") is None


def test_a_seat_is_open_in_one_place(serve):
    """A second page takes the seat; the first says so, and takes it back by a button."""
    session, serving, phone = serve("skyjo", ["Ana", "Bo"])
    first = join(phone, serving, "Ana")
    serving.start()
    settle(first, session)
    second = first.context.new_page()
    second.goto(serving.link)
    settle(second, session)
    expect(first.locator(".sjw-join")).to_contain_text("open in another place")
    first.get_by_role("button", name="Go on here").tap()
    settle(first, session)
    expect(second.locator(".sjw-join")).to_contain_text("open in another place")


def test_a_page_says_that_the_table_is_closed(serve):
    """And by which button it tries again."""
    _, serving, phone = serve("skyjo", ["Ana", "Bo"])
    page = join(phone, serving, "Ana")
    serving.stop()
    expect(page.locator(".sjw-join")).to_contain_text("closed the table")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_a_guest_leaves(serve):
    """The seat is free, and the page forgets it."""
    session, serving, phone = serve("skyjo", ["Ana", "Bo"])
    page = join(phone, serving, "Ana")
    serving.start()
    settle(page, session)
    page.get_by_role("button", name="Leave").tap()
    page.locator(".sjw-bar .sjw-button-main").tap()
    page.wait_for_selector("[name=pin]")
    page.goto(serving.link)
    page.wait_for_selector("[name=pin]")


GAMES = {
    "skyjo": ["Ana", "Bo", "bot:random", "bot:random"],
    "newskyjo": ["Ana", "Bo", "bot:random"],
    "skip-bo": ["Ana", "Bo", "bot:random", "bot:random"],
}


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_whole_seat(serve, game):
    """Nothing is wider than the screen, targets suit fingers, the own cards are in sight."""
    session, serving, phone = serve(game, GAMES[game])
    pages = {
        "narrow": join(phone, serving, "Ana", size="narrow", locale="fr-FR"),
        "usual": join(phone, serving, "Bo"),
    }
    serving.give("undo")
    serving.start()
    while len(session.history.decisions) < 14 or session.waiting == "bot":
        with session.parts.game.lock:
            if session.waiting == "person":
                session.act(session.legal[-1], seat=session.seat)
        assert session.waiting in ("person", "bot")
    found = {}
    for name, page in pages.items():
        settle(page, session)
        for size, (width, height) in PHONES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
            here = [f"{page.evaluate(WIDE)} px too wide"] if page.evaluate(WIDE) > 0 else []
            here += page.evaluate(SMALL)
            if height > 800 and page.evaluate(LOWEST) > height:
                here.append(f"own cards end at {page.evaluate(LOWEST)} of {height}")
            found[name, size] = here
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("game", ["skyjo", "skip-bo"])
def test_the_name_of_a_lone_opponent_stands_beside_the_cards(serve, game):
    """On a phone, above the own cards: it is whole, and lies on none of them."""
    session, serving, phone = serve(game, ["Ana", "bot:random"])
    page = join(phone, serving, "Ana")
    serving.start()
    settle(page, session)
    for size in ("usual", "large"):
        width, height = PHONES[size]
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator('.sjw[data-opponents="above"]')).to_have_count(1)
        name, figures = (page.locator(f".sjw-other .sjw-{part}") for part in ("name", "figures"))
        cards = page.locator(".sjw-other .sjw-card.sjw-small:not(.sjw-backs *)")
        left = min(card.bounding_box()["x"] for card in cards.all())
        for part in (name, figures):
            box = part.bounding_box()
            assert 20 < box["width"] <= left - box["x"], (size, box, left)
        assert name.evaluate("e => e.scrollWidth - e.clientWidth") == 0, size


LARGER = [("skyjo", 4), ("newskyjo", 4), ("skip-bo", 2)]


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("skyjo", 2),
        ("newskyjo", 3),
        ("skip-bo", 4),
        *(pytest.param(game, seats, marks=pytest.mark.slow) for game, seats in LARGER),
    ],
)
def test_a_tablet_shows_the_whole_table(serve, game, seats):
    """Large cards, the opponents next to them, all in sight, whichever way the tablet is held."""
    session, serving, phone = serve(game, ["Ana", *["bot:random"] * (seats - 1)])
    page = join(phone, serving, "Ana", locale="fr-FR")
    serving.start()
    settle(page, session)
    wrong = {}
    for width, height in TABLETS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        card = page.locator(".sjw-own [data-home] .sjw-card, .sjw-own-hand .sjw-card").first
        own, others = (page.locator(part).bounding_box() for part in (".sjw-own", ".sjw-others"))
        apart = max(others["x"] - own["x"] - own["width"], others["y"] - own["y"] - own["height"])
        lowest = max(page.evaluate(LOWEST), others["y"] + others["height"])
        here = [
            page.evaluate(WIDE),
            lowest > height,
            card.bounding_box()["width"] < 100,
            apart > 30,
        ]
        if any(here):
            wrong[width] = here
    assert wrong == {}


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing(serve, theme):
    """In the form, the lobby, on the board, with a result, offline."""
    session, serving, phone = serve("skyjo", ["Ana", "Bo"], target=1000)
    page = phone(serving.link, color_scheme=theme)
    found = {}

    def check(scene):
        page.evaluate(AXE.read_text("utf-8"))
        found[scene] = page.evaluate(CHECK)

    page.locator(".sjw-join .sjw-button-main").tap()
    check("form")
    page.locator("[name=pin]").fill(serving.pin)
    page.locator("[name=name]").fill("Ana")
    page.locator(".sjw-join .sjw-button-main").tap()
    page.wait_for_selector(".sjw-lobby")
    check("lobby")
    join(phone, serving, "Bo")  # or one who is ready would be all
    serving.start()
    settle(page, session)
    check("board")
    while session.waiting == "person":
        session.act(session.legal[0], seat=session.seat)
    page.locator(".sjw-ready").tap()
    expect(page.locator(".sjw-ready")).to_have_attribute("aria-disabled", "true")
    check("ready")
    serving.stop()
    page.wait_for_selector("#guest[data-stage=ended]")
    check("ended")
    assert {scene: what for scene, what in found.items() if what} == {}


def test_names_stay_text(serve):
    """A hostile name makes no element, on no phone."""
    session, serving, phone = serve("skyjo", ["Ana", "Bo"])
    hostile = "<img src=x onerror=x()>"
    pages = [join(phone, serving, hostile), join(phone, serving, "Bo")]
    for page in pages:
        expect(page.locator(".sjw-seats")).to_contain_text("<img")
    serving.start()
    for page in pages:
        settle(page, session)
        assert page.locator("#guest :is(img, script, style, iframe)").count() == 0
        assert page.evaluate(WIDE) <= 0
