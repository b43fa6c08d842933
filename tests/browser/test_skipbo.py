"""Skip-Bo on the board: cards and their places by mouse, by touch and by keys; covered hands."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget import play, position
from tests.browser.boards import (
    WIDTHS,
    best,
    card_spot,
    commands,
    place_spot,
    resize,
    settle,
    show,
    spot,
    table,
)
from tests.browser.checks import AXE, CHECK, FAULT, SMALL
from tests.fixtures.hostile import HOSTILE

SIX = ("Ana", "Bo", "Cy", "Di", "Eva", "Fay")


def skipbo(*players, **options):
    """A table of Skip-Bo with a seed."""
    return table(*players, game="skip-bo", **options)


def move(board, session):
    """Choose a card and its place by clicks, and wait for what comes of it; give both."""
    view, seen = session.board.view, session.state
    if "button:pass" in view["targets"]:
        board.view.locator(".sjw-says button").click()
        chosen = ("pass", "")
    else:
        chosen = best(view)
        spot(board, card_spot(view, chosen[0])).click()
        spot(board, place_spot(view, chosen[1])).click()
    board.until(lambda: session.state > seen, f"{chosen} was chosen")
    settle(board, session)
    return chosen


def uncover(board, session):
    """Say that the person to act is there."""
    board.view.locator(".sjw-cover button").click()
    board.until(lambda: not session.board.view["covered"])
    settle(board, session)


def playable(session, card=""):
    """Go on without playing, until that card (or any) may be chosen for a building pile."""
    while True:
        session.run(rounds=True)
        view = session.board.view
        if view["covered"]:
            session.board._receive(None, {"type": "ready", "state": session.state}, [])
            continue
        fits = [c for c, places in view["moves"].items() if any(p[0] == "b" for p in places)]
        if fits and (not card or card in fits):
            return
        session.act(session.legal[-1])


@pytest.mark.slow
def test_a_round_by_clicks(board_page):
    """Each card is chosen, then its place; the round's end is told."""
    session = skipbo("Ana", "bot:random", stock=4, rounds=1)
    board = board_page(session.board)
    places = set()
    while session.waiting == "person":
        places.add(move(board, session)[1][:1])
        assert session.board.view["error"] is None
        assert len(session.history.decisions) < 600
    assert {"b", "d"} <= places
    expect(board.view.locator(".sjw-dialog")).to_contain_text("The game is over")


def test_a_card_is_chosen_switched_and_let_go(board_page):
    """Rings tell what may be clicked; nothing is sent before a place is chosen."""
    session = skipbo("Ana", "bot:random")
    board = board_page(session.board)
    settle(board, session)
    prompt = board.view.locator(".sjw-prompt")
    first, second = spot(board, "hand:0"), spot(board, "hand:4")
    places = board.view.locator("[data-as=place]")
    expect(places).to_have_count(0)
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    view = session.board.view
    expect(places).to_have_count(len(view["moves"][f"hand:{view['hand'][0]}"]))
    expect(prompt).to_have_text(f"Ana, choose a place for the {view['hand'][0]}.")
    second.click()
    expect(first).to_have_attribute("aria-pressed", "false")
    expect(second).to_have_attribute("aria-pressed", "true")
    second.click()
    expect(places).to_have_count(0)
    first.click()
    first.press("Escape")
    expect(places).to_have_count(0)
    assert acts(board) == []
    spot(board, "b1").click(force=True)
    assert acts(board) == []


def acts(board):
    """The decisions that the board has sent."""
    return [command for command in commands(board) if command["type"] == "act"]


def drag(board, card, to):
    """From the middle of one element to the middle of another."""
    mouse, (start, end) = board.page.mouse, (card.bounding_box(), to.bounding_box())
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] - 20)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    mouse.up()


@pytest.mark.parametrize("width", [280, pytest.param(900, marks=pytest.mark.slow)])
def test_cards_can_be_dragged(board_page, width):
    """To a place that is legal; anywhere else the card goes back and is let go."""
    session = skipbo("Ana", "bot:random")
    playable(session)
    board = board_page(session.board, width=width + 16, height=1400)
    settle(board, session)
    card, place = best(session.board.view)
    lies = spot(board, card_spot(session.board.view, card))
    box = lies.locator(".sjw-card").last.bounding_box()
    drag(board, lies, board.view.locator(".sjw-prompt"))
    expect(board.view.locator("[data-as=place]")).to_have_count(0)
    assert lies.locator(".sjw-card").last.bounding_box() == box
    assert acts(board) == []
    action = session.board.view["moves"][card][place]
    drag(board, lies, spot(board, place_spot(session.board.view, place)))
    board.until(lambda: session.history.newest().notation == action, action)
    settle(board, session)
    expect(board.view.locator("[data-dragged]")).to_have_count(0)


@pytest.mark.parametrize(
    "name", [pytest.param("Ana", marks=pytest.mark.slow), "Maximilienne-Alexandra de la Tour"]
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_moves_under_a_chosen_card(board_page, name, lang):
    """Each place stays where it was, at every width: a dragged card lands where it is aimed."""
    session = skipbo(name, "bot:random", lang=lang)
    playable(session)
    board = board_page(session.board, height=1400)
    settle(board, session)
    lies = spot(board, card_spot(session.board.view, best(session.board.view)[0]))
    for width in WIDTHS:
        resize(board, width)
        before = spots(board)
        lies.click()
        expect(lies).to_have_attribute("aria-pressed", "true")
        assert spots(board) == before, width
        lies.click()
        expect(lies).to_have_attribute("aria-pressed", "false")
        assert spots(board) == before, width


def spots(board):
    """Return where each place of the table lies, in pixels."""
    return board.view.evaluate("""view => Object.fromEntries(
        [...view.querySelectorAll("button[data-spot]")].map(button => {
            const { x, y, width, height } = button.getBoundingClientRect();
            return [button.dataset.spot, [x, y, width, height].map(Math.round)];
        }))""")


@pytest.mark.slow
def test_a_finger_chooses_and_drags(board_page):
    """Taps choose a card and its place; what is dragged doesn't scroll the page."""
    session = skipbo("Ana", "bot:random")
    board = board_page(session.board, width=376, has_touch=True)
    playable(session)
    settle(board, session)
    card, place = best(session.board.view)
    action = session.board.view["moves"][card][place]
    lies = spot(board, card_spot(session.board.view, card))
    assert lies.evaluate("e => getComputedStyle(e).touchAction") == "none"
    lies.tap()
    spot(board, place_spot(session.board.view, place)).tap()
    board.until(lambda: session.history.newest().notation == action, action)
    settle(board, session)
    seen = session.state
    touch = board.page.context.new_cdp_session(board.page)
    start, end = (spot(board, name).bounding_box() for name in ("hand:0", "0:d4"))

    def finger(kind, box):
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        points = [] if kind == "touchEnd" else [at]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    finger("touchStart", start)
    finger("touchMove", end)
    finger("touchMove", end)
    finger("touchEnd", end)
    board.until(lambda: session.state > seen)
    dropped = [row for row in session.history.decisions if row.seat == 0][-1]
    assert dropped.position == "d4"


def test_a_turn_by_keys_alone(board_page):
    """Arrows go between cards and piles, Enter chooses, the focus goes to a place and back."""
    session = skipbo("Ana", "bot:random")
    board = board_page(session.board)
    page = board.page
    settle(board, session)

    def focused():
        return page.evaluate("document.activeElement.dataset.spot ?? ''")

    spot(board, "hand:0").focus()
    for key, name in {
        "ArrowRight": "hand:1",
        "ArrowUp": "0:d1",
        "ArrowLeft": "0:stock",
        "End": "0:d4",
    }.items():
        page.keyboard.press(key)
        assert focused() == name, key
    page.keyboard.press("ArrowUp")
    assert focused() == "b4"
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    assert focused() == "hand:4"
    page.keyboard.press("Enter")
    view = session.board.view
    first = min(view["moves"][f"hand:{view['hand'][4]}"])
    assert focused() == place_spot(view, first)
    page.keyboard.press("Escape")
    assert focused() == "hand:4"
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    board.until(lambda: session.history.decisions)
    settle(board, session)
    board.until(lambda: focused() == "hand:3", "the focus is on the last card that was left")
    playable(session, "stock")
    settle(board, session)
    place = next(iter(session.board.view["moves"]["stock"]))
    page.keyboard.press("s")
    page.keyboard.press(place[1])
    board.until(lambda: session.history.newest().notation.startswith("play stock"))


BEGINS = position(
    "skip-bo",
    {"Ana": {"stock": [7, 12], "hand": "3 9 wild wild"}, "bot:random": {"stock": [8, 3]}},
    building=["10 11 wild down", 2],
    piles_down=True,
)
"""Two empty places, and a pile that runs down."""


@pytest.mark.parametrize(("spots", "action"), [
    (["hand:2", "b3"], "play wild b3"),
    (["hand:2", "b3 down"], "play wild b3 down"),
])  # fmt: skip
def test_a_wild_card_begins_a_pile_either_way_by_clicks(board_page, spots, action):
    """The place below an empty one is there for a wild card alone; nothing moves for it."""
    session = play(BEGINS, record=False, display=False, lang="en", seed=1)
    board = board_page(session.board)
    settle(board, session)
    assert (
        spot(board, "b1")
        .get_attribute("aria-label")
        .startswith("Building pile 1: on top 10, next 9 (down to 1)")
    )
    captions = board.view.locator(".sjw-next").all_inner_texts()
    assert [text.split()[-2:] for text in captions[:3]] == [["▼", "9"], ["next", "3"], ["▼", "12"]]
    spot(board, "hand:1").click()
    assert spot(board, "b3 down").count() == 0
    spot(board, "hand:1").click()
    before = spot(board, "hand:0").bounding_box()
    spot(board, "hand:2").click()
    assert spot(board, "hand:0").bounding_box()["y"] == before["y"]
    assert (
        spot(board, "b4 down")
        .get_attribute("aria-label")
        .startswith("Building pile 4, from 12 down to 1, the chosen card fits here")
    )
    assert spot(board, "b4 down").bounding_box()["height"] >= 44
    spot(board, "hand:2").click()
    for name in spots:
        spot(board, name).click()
    board.until(lambda: session.history.decisions)
    assert session.history.decisions[0].notation == action


def test_a_wild_card_begins_a_pile_either_way_by_keys(board_page):
    """Arrows lead from the empty place to that for a pile that runs down."""
    session = play(BEGINS, record=False, display=False, lang="en", seed=1)
    board = board_page(session.board)
    page = board.page
    settle(board, session)
    spot(board, "hand:2").focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.spot") == "b3 down"
    page.keyboard.press("Enter")
    board.until(lambda: session.history.decisions)
    assert session.history.decisions[0].notation == "play wild b3 down"
    assert session.history.state.building_down[2] == 1


def test_a_hand_stays_covered_until_its_owner_is_there(board_page):
    """With two persons at one screen nobody sees the other's cards."""
    session = skipbo("Ana", "Bo")
    board = board_page(session.board)
    cover = board.view.locator(".sjw-cover")
    hands = board.view.locator("[data-spot^='hand:']")
    expect(cover).to_contain_text("Give the screen to")
    expect(hands).to_have_count(0)
    expect(board.view.locator("[data-open=true]")).to_have_count(0)
    uncover(board, session)
    expect(hands).to_have_count(5)
    spot(board, "hand:0").focus()
    session.act(next(action for action in session.legal if action.startswith("discard")))
    settle(board, session)
    expect(cover.get_by_role("button")).to_be_focused()
    board.page.keyboard.press("Enter")
    expect(cover).to_have_count(0)
    expect(spot(board, "hand:0")).to_be_focused()


def test_a_partner_s_piles_are_played_like_one_s_own(board_page):
    """By clicks on the partner's stock pile; the partner stands beside one's own cards."""
    session = skipbo("Ana", *["bot:random"] * 3, teams=True)
    playable(session, "partner-stock")
    board = board_page(session.board)
    settle(board, session)
    view = session.board.view
    place, action = next(iter(view["moves"]["partner-stock"].items()))
    spot(board, card_spot(view, "partner-stock")).click()
    spot(board, place).click()
    board.until(lambda: session.history.newest().notation == action)
    settle(board, session)
    expect(board.view.locator(".sjw-last-move")).to_contain_text("from the stock pile of")
    expect(board.view.locator(".sjw-partner")).to_contain_text("partner")


@pytest.mark.slow
def test_a_referee_gives_a_penalty(board_page):
    """By a button, a dialog and a name; Escape goes back to the button."""
    session = skipbo("Ana", "bot:random")
    board = board_page(session.board)
    button = board.view.locator(".sjw-penalty")
    button.click()
    dialog = board.view.locator(".sjw-dialog")
    expect(dialog.get_by_role("button", name="Ana")).to_be_focused()
    board.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    board.page.keyboard.press("Enter")
    dialog.get_by_role("button", name="random").click()
    board.until(lambda: session.board.view["seats"][1]["stock"]["count"] == 32)
    settle(board, session)
    expect(dialog).to_have_count(0)
    told = board.view.locator(".sjw-last-move")
    expect(told).to_have_text("Penalty: random got 2 cards under the stock pile.")


@pytest.mark.slow
def test_a_bot_s_cards_fly_one_by_one(board_page):
    """From pile to pile, and the newest place is marked."""
    session = skipbo("bot:random", "bot:random")
    session.board.pace = -1
    board = board_page(session.board)
    board.page.evaluate(
        """() => new MutationObserver((all) => {
      for (const { addedNodes } of all) window.flown = (window.flown ?? 0) + addedNodes.length;
    }).observe(document.querySelector(".sjw-layer"), { childList: true })"""
    )
    for _ in range(4):
        seen = session.state
        board.page.keyboard.press("n") if seen else board.view.get_by_role(
            "button", name="Next move"
        ).click()
        board.until(lambda seen=seen: session.state > seen)
        board.page.wait_for_selector(f'.sjw[data-state="{session.state}"]')
        expect(board.view.locator("[data-touched=true]")).to_have_count(1)
    board.until(lambda: board.page.evaluate("window.flown") >= 4)


def moments(board, session):
    """Whatever Skip-Bo's table can show, one after the other."""
    yield "the first turn"
    if session.board.view["covered"]:
        uncover(board, session)
        yield "a hand"
    playable(session)
    settle(board, session)
    card, _ = best(session.board.view)
    spot(board, card_spot(session.board.view, card)).click()
    yield "a card is chosen"
    board.page.keyboard.press("Escape")
    board.view.locator(".sjw-penalty").click()
    yield "a penalty"
    board.page.keyboard.press("Escape")
    for tab in ("pad", "rules"):
        board.view.locator(f"[role=tab][id$={tab}]").click()
        yield tab
    seats = [
        {**seat, "discards": [["wild", "10", "11", "12"] * 4] * 4}
        for seat in session.board.view["seats"]
    ]
    building = [{"count": 11, "top": "wild", "next": 12}, *session.board.view["building"][1:]]
    show(board, seats=seats, building=building)
    yield "long piles"
    show(board, fault=FAULT, waiting="fault", moves={})
    yield "a fault"
    show(board, fault=None)
    while session.waiting != "next round" and not session.over:
        if session.board.view["covered"]:
            session.board._receive(None, {"type": "ready", "state": session.state}, [])
        session.act(session.legal[0])
    settle(board, session)
    yield "the end of the round"


TABLES = [
    ("light", 2, False, "en"),
    pytest.param("dark", 4, True, "fr", marks=pytest.mark.slow),
    pytest.param("dark", 6, False, "en", marks=pytest.mark.slow),
    pytest.param("light", 6, True, "fr", marks=pytest.mark.slow),
]


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "players", "teams", "lang"), TABLES)
def test_axe_finds_nothing_and_every_target_is_44_pixels(board_page, theme, players, teams, lang):
    """At every width and moment, and no board scrolls sideways."""
    session = skipbo(*SIX[:players], teams=teams, lang=lang, stock=1)
    board = board_page(session.board, theme=theme, has_touch=True)
    board.page.add_script_tag(path=AXE)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    found = {}
    for moment in moments(board, session):
        for width in WIDTHS:
            resize(board, width)
            found[moment, width] = board.page.evaluate(SMALL)
            if width in (280, 1400):
                found[moment, width] += board.page.evaluate(CHECK)
            assert board.page.evaluate(overflow) <= 0, (moment, width)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.slow
@pytest.mark.usefixtures("words_as_texts")
def test_hostile_names_are_text_and_stay_in_the_board(board_page):
    """Long, tall, from the right, or markup."""
    names = [name for _, name in HOSTILE if "bot:" not in name]
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    for start in range(0, len(names) - 3, 4):
        session = skipbo(*names[start : start + 4], teams=True)
        board = board_page(session.board)
        board.view.locator(".sjw-penalty").click()
        for width in (280, 900):
            resize(board, width)
            assert board.page.evaluate(overflow) <= 0, (names[start], width)
        assert board.page.evaluate("window.pwned === undefined")
