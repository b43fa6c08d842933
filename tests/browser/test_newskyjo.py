"""NewSkyjo on the board: every effect by mouse, by touch and by keys; who sees what."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from skyjo_widget import load, play
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import Effect, Pick, Reveal, register_effect
from skyjo_widget.engine.core.state import copy
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.strategies.conformance import permute_hidden
from tests.browser.boards import WIDTHS, resize, settle, show, spot
from tests.browser.checks import AXE as AXE_CORE
from tests.browser.checks import CHECK, SMALL
from tests.fixtures.hostile import HOSTILE

EIGHT = ("Ana", "Bo", "Cy", "Di", "Eva", "Fay", "Gus", "Hal")
NAMES = EIGHT[:3]
SET_UP = [f"flip {position}" for position in ("a1", "b1")]
EACH_EFFECT = (
    "8:swap-with-another 6:swap-two-others 3:swap-own-two -2:right-neighbour-swap "
    "0:lowest-to-discard 5:peek-three 10:two-actions 2:reverse 1:next-skips 0:next-plays-twice "
    "9:next-takes-discard -1:only-top-left -1:only-top-right -2:only-bottom-left "
    "2:only-bottom-right"
)


def dealt(draws="", *, players=NAMES, grids="", lang="en", **options):
    """A table whose first draws are these cards; grids hold these, then cards without effect."""
    options = {"record": "dealt.jsonl", "seed": 1, "display": False, **options}
    play("newskyjo", list(players), **options).close()
    record = Path("dealt.jsonl")
    header, shuffle = map(json.loads, record.read_text().splitlines()[:2])
    del header["chain"], shuffle["chain"]
    left = Counter(map(str, shuffle["order"]))
    left.subtract(draws.split() + grids.split())
    assert min(left.values()) >= 0, "the deck has fewer of these cards"
    rest = sorted(left.elements(), key=lambda card: ":" in card)
    in_grids = len(players) * 12 + 1 - len(grids.split())
    order = [*grids.split(), *rest[:in_grids], *draws.split(), *rest[in_grids:]]
    shuffle["order"] = [card if ":" in card else int(card) for card in order]
    record.write_text("".join(json.dumps(event) + "\n" for event in (header, shuffle)))
    session = load(record, record=False, lang=lang, display=False)
    session.board.pace = 0
    return session


def started(draws="", **options):
    """The same after the set-up: the seat to act is the highest sum's."""
    session = dealt(draws, **options)
    while session.phase == "setup":
        session.act(next(action for action in SET_UP if action in session.legal))
    return session


def to_keep(draws, **options):
    """The same when the first card is drawn, to be kept or discarded."""
    session = started(draws, **options)
    session.act("draw")
    return session


def choose(board, session, target):
    """Click what means a target, and wait for what comes of it."""
    seen = session.state
    if target.startswith("button:"):
        board.view.locator(".sjw-says button").click()
    elif target.startswith("order:"):
        for number in target.removeprefix("order:")[:-1]:
            board.view.locator(f".sjw-order [data-card='{int(number) - 1}']").click()
        board.view.get_by_role("button", name="Put them back").click()
    else:
        spot(board, target).click()
    board.until(lambda: session.state > seen, f"{target} was chosen")
    settle(board, session)


def told(board):
    """The newest decision, as the board tells it."""
    return board.view.locator(".sjw-last-move").inner_text()


def prompt(board):
    """Return the board's prompt."""
    return board.view.locator(".sjw-prompt").inner_text()


@pytest.mark.slow
def test_a_round_with_every_effect_by_clicks(board_page):
    """All fifteen are kept and carried out; then any card, to the dialog."""
    session = started(EACH_EFFECT)
    board = board_page(session.board)
    carried_out = set()
    while session.waiting == "person":
        choose(board, session, pick_target(session, patient=len(carried_out) < 15))
        row = session.history.newest()
        if row.action == "keep":
            carried_out.add(row.more["effect"])
            assert row.more["effect"] in told_effects(session)
        assert session.board.view["error"] is None
        assert row.decision < 400
    assert carried_out == set(NEWSKYJO_EFFECTS)
    assert session.over
    dialog = board.view.locator(".sjw-dialog")
    expect(dialog).to_contain_text("The game is over")
    for total in session.log.rounds["total"]:
        expect(dialog).to_contain_text(str(total).replace("-", "−"))
    decisions = session.log.decisions
    assert {"keep", "pick", "order", "place"} <= set(decisions["action"])
    assert decisions["swapped"].notna().sum() >= 4


@pytest.mark.slow
def test_a_round_with_every_effect_by_keys_alone(board_page):
    """From the set-up to the dialog: Tab, arrows, Enter and a letter; nothing is clicked."""
    session = dealt(EACH_EFFECT)
    board = board_page(session.board)
    kept = set()
    while session.waiting == "person":
        seen, target = session.state, pick_target(session, patient=len(kept) < 15)
        press(board, target)
        board.until(lambda seen=seen: session.state > seen, f"{target} was pressed")
        settle(board, session)
        assert board.page.evaluate("document.activeElement.closest('.sjw') !== null"), target
        row = session.history.newest()
        if row.action == "keep":
            kept.add(row.more["effect"])
        assert session.board.view["error"] is None
        assert row.decision < 400
    assert kept == set(NEWSKYJO_EFFECTS)
    assert "order" in set(session.log.decisions["action"])
    assert session.over
    expect(board.view.locator(".sjw-dialog")).to_be_visible()
    board.page.keyboard.press("Escape")
    expect(board.view.locator(".sjw-dialog")).to_have_count(0)
    assert board.page.evaluate("document.activeElement.closest('.sjw') !== null")


def press(board, target):
    """Choose what means a target by keys: Tab to its grid or pile, arrows, Enter."""
    keys = board.page.keyboard
    if target.startswith("button:"):
        keys.press("e")
        return
    if target.startswith("order:"):
        for number in target.removeprefix("order:")[:-1]:
            walk(board, ["ArrowRight"] * 3, "card", str(int(number) - 1))
            keys.press("Enter")
        expect(board.view.get_by_role("button", name="Put them back")).to_be_focused()
        keys.press("Enter")
        return
    grid = target.split(":")[0]
    for _ in range(60):
        spot_now = focused(board, "spot")
        if spot_now == target or (":" in target and spot_now.split(":")[0] == grid):
            break
        keys.press("Tab")
    if focused(board, "spot") != target:
        at, to = focused(board, "spot").split(":")[1], target.split(":")[1]
        across, down = ord(to[0]) - ord(at[0]), int(to[1]) - int(at[1])
        moves = ["ArrowRight" if across > 0 else "ArrowLeft"] * abs(across)
        walk(board, [*moves, *["ArrowDown" if down > 0 else "ArrowUp"] * abs(down)], "spot", target)
    keys.press("Enter")


def walk(board, keys, name, value):
    """Press keys until what has the focus has this in its data."""
    for key in keys:
        if focused(board, name) == value:
            return
        board.page.keyboard.press(key)
    assert focused(board, name) == value


def focused(board, name):
    """Return a field of the data of what has the focus, or nothing."""
    return board.page.evaluate("name => document.activeElement.dataset[name] ?? ''", name)


def told_effects(session):
    """Return the effects of the deck's cards, as the browser knows them."""
    return session.board.terms["effects"]


def pick_target(session, *, patient):
    """A target that lets the round last, or one that brings its end nearer."""
    view = session.board.view
    targets = list(view["targets"])
    shown = {
        f"{seat['seat']}:{'abcd'[n % 4]}{n // 4 + 1}": card != "?"
        for seat in view["seats"]
        for n, card in enumerate(seat["grid"])
    }
    if patient:
        first = ["held", "draw", *(t for t in targets if shown.get(t))]
    else:
        first = [*(t for t in targets if shown.get(t) is False), "discard"]
    return next(t for t in [*first, *targets] if t in targets)


def test_a_swap_names_players_and_places(board_page):
    """The choice, the pick and the swap are named; in the line and below its row."""
    session = to_keep("8:swap-with-another")
    board = board_page(session.board)
    me = session.seat
    name, other = NAMES[me], (me + 1) % 3
    assert prompt(board) == f"{name}, keep the 8 (its effect comes first), or discard it."
    choose(board, session, "held")
    assert prompt(board) == (
        f"{name}, choose one of your cards to swap with one of another player’s cards."
    )
    choose(board, session, f"{me}:b2")
    assert prompt(board) == (f"{name}, choose one of another player’s cards to swap with your b2.")
    expect(spot(board, f"{me}:b2")).to_have_attribute("data-picked", "true")
    expect(spot(board, f"{me}:b2")).to_have_attribute("aria-label", re.compile("picked"))
    choose(board, session, f"{other}:c3")
    assert told(board) == f"{name} swapped b2 with c3 of {NAMES[other]} (Swap one)."
    assert prompt(board) == f"{name}, choose the card that the 8 replaces."
    expect(board.view.locator(".sjw-story [data-decision]").last).to_have_attribute(
        "title", told(board)
    )
    for place in (f"{me}:b2", f"{other}:c3"):
        expect(spot(board, place)).to_have_attribute("data-touched", "true")


FLIGHTS = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    if (this.className === "sjw-ghost") window.flights.push(this.textContent.trim());
    return animate.apply(this, given);
  };
}"""


@pytest.mark.slow
def test_both_cards_of_a_swap_fly(board_page):
    """Each with the face that all can see."""
    session = to_keep("8:swap-with-another")
    for action in ("keep", f"pick {session.seat}:a1"):
        session.act(action)
    board = board_page(session.board)
    board.page.evaluate(FLIGHTS)
    choose(board, session, f"{(session.seat + 1) % 3}:c3")
    board.until(lambda: len(board.page.evaluate("window.flights")) == 2)
    visible, hidden = board.page.evaluate("window.flights")
    assert visible != ""
    assert hidden == ""


@pytest.mark.slow
def test_a_neighbour_may_decline_by_button_and_by_key(board_page):
    """The neighbour is asked, whose turn it is stays in sight."""
    session = to_keep("-2:right-neighbour-swap", practice=True)
    player = session.seat
    board = board_page(session.board)
    board.page.keyboard.press("Tab")
    for press in ("button:decline", "p"):
        choose(board, session, "held")
        neighbour = session.seat
        assert neighbour == (player - 1) % 3
        assert prompt(board) == (
            f"{NAMES[neighbour]}, choose one of your cards to swap with one of "
            f"the cards of {NAMES[player]}, or decline."
        )
        expect(board.view.locator(".sjw-flow")).to_contain_text(f"to play: {NAMES[player]}")
        if press == "p":
            spot(board, f"{neighbour}:a1").focus()
            board.page.keyboard.press("e")
            board.until(lambda: session.phase == "place kept")
            settle(board, session)
            break
        choose(board, session, press)
        assert told(board) == f"{NAMES[neighbour]} declined (Neighbour)."
        session.undo(to=len(session.history.decisions) - 2)
        settle(board, session)
    assert session.phase == "place kept"


@pytest.mark.slow
def test_the_cards_that_were_looked_at_are_put_in_order_by_clicks(board_page):
    """They can be taken back until the button is pressed; then they stay beside the draw pile."""
    session = to_keep("5:peek-three 1 2 3")
    board = board_page(session.board)
    choose(board, session, "held")
    tray = board.view.locator(".sjw-order")
    done = tray.get_by_role("button", name="Put them back")
    cards = [tray.locator(f"[data-card='{n}']") for n in range(3)]
    slots = tray.locator("[data-slot]")
    expect(done).to_have_attribute("aria-disabled", "true")
    done.click(force=True)
    cards[1].click()
    assert "place 1: 2" in slots.nth(0).get_attribute("aria-label")
    slots.nth(0).click()
    expect(slots.nth(0)).to_have_attribute("data-free", "true")
    cards[1].click()
    cards[2].click()
    expect(done).to_have_attribute("aria-disabled", "false")
    tray.get_by_role("button", name="Start again").click()
    expect(done).to_have_attribute("aria-disabled", "true")
    assert session.phase == "order"
    choose(board, session, "order:231")
    assert session.history.newest().notation == "order 231"
    expect(tray).to_have_count(0)
    known = board.view.locator(".sjw-known")
    expect(known).to_have_attribute("aria-label", re.compile(r"in this order: 2, 3, 1$"))
    expect(board.view.locator(".sjw-legend")).to_contain_text("2, 3, 1")
    assert told(board) == (
        f"{NAMES[session.seat]} looked at the next cards of the draw pile and put them back "
        "(Look at 3)."
    )


def drag(board, card, to):
    """From the middle of one element to the middle of another."""
    mouse, (start, end) = board.page.mouse, (card.bounding_box(), to.bounding_box())
    mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    mouse.down()
    mouse.move(end["x"] + 9, end["y"] + 9, steps=4)
    mouse.up()


@pytest.mark.slow
@pytest.mark.parametrize("width", [280, 700])
def test_the_cards_that_were_looked_at_can_be_dragged(board_page, width):
    """To a place, to another place, and back."""
    session = to_keep("5:peek-three 1 2 3")
    session.act("keep")
    board = board_page(session.board, width=width + 16)
    tray = board.view.locator(".sjw-order")
    slots = tray.locator("[data-slot]")
    drag(board, tray.locator("[data-card='0']"), slots.nth(2))
    drag(board, tray.locator("[data-card='2']"), slots.nth(0))
    labels = slots.evaluate_all("all => all.map(slot => slot.ariaLabel)")
    assert labels == ["place 1: 3", "place 2: 2", "place 3: 1"]
    drag(board, slots.nth(0), slots.nth(1))
    drag(board, slots.nth(2), tray.locator(".sjw-order-arrow"))
    expect(slots.nth(2)).to_have_attribute("data-free", "true")
    tray.locator("[data-card='0']").press("Enter")
    tray.get_by_role("button", name="Put them back").click()
    board.until(lambda: session.phase == "place kept")
    assert session.history.newest().notation == "order 231"


def test_picks_and_orders_by_keys_alone(board_page):
    """K keeps; Tab and arrows reach every card that can be picked, Enter picks it."""
    session = to_keep("6:swap-two-others 3:peek-three 0 1 2")
    board = board_page(session.board)
    page, me = board.page, session.seat

    def wait(phase):
        board.until(lambda: session.phase == phase, phase)
        settle(board, session)

    def focused():
        return page.evaluate("document.activeElement.dataset.spot ?? ''")

    spot(board, "draw").focus()
    page.keyboard.press("k")
    wait("pick first")
    picked = []
    for phase in ("pick second", "place kept"):
        for _ in range(12):
            page.keyboard.press("Tab")
            if re.match(rf"[^{me}{''.join(picked)}]:", focused()):
                break
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        assert focused()[2:] == "b2"
        picked.append(focused()[0])
        page.keyboard.press("Enter")
        wait(phase)
    assert session.history.newest().more["swapped"] == [f"{seat}:b2" for seat in picked]
    session.act(session.legal[0])
    session.act("draw")
    settle(board, session)
    page.keyboard.press("k")
    wait("order")
    assert page.evaluate("document.activeElement.closest('.sjw-order') !== null")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(board.view.locator("[data-slot][data-free]")).to_have_count(3)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(" ")
    expect(board.view.get_by_role("button", name="Put them back")).to_be_focused()
    page.keyboard.press("Enter")
    wait("place kept")
    assert session.history.newest().notation == "order 123"


@pytest.mark.slow
def test_touch_picks_and_orders(board_page):
    """Taps on an opponent's card and on the cards that were looked at."""
    session = to_keep("8:swap-with-another 5:peek-three 1 2 3")
    board = board_page(session.board, width=436, has_touch=True)
    me, other = session.seat, (session.seat + 1) % 3
    for target in ("held", f"{me}:a1", f"{other}:d3", f"{me}:a1"):
        action = session.board.view["targets"][target]
        spot(board, target).tap()
        board.until(lambda action=action: session.history.newest().notation == action, action)
        settle(board, session)
    session.act("draw")
    session.act("keep")
    settle(board, session)
    for n in (2, 0):
        board.view.locator(f".sjw-order [data-card='{n}']").tap()
    board.view.get_by_role("button", name="Put them back").tap()
    board.until(lambda: session.history.newest().notation == "order 312")


def page_text(board):
    """All that the page holds, but for what only Python's answer changes."""
    return board.view.evaluate("view => view.innerHTML.replace(/data-state=\"\\d+\"/, '')")


def test_what_one_has_looked_at_is_not_in_another_s_page(board_page):
    """Neither while it is put in order, nor later: whatever the cards are, the page is the same."""
    session = to_keep("5:peek-three 9:next-takes-discard 10:two-actions 11:two-actions")
    board = board_page(session.board, reduced_motion="reduce")
    owner = session.seat
    choose(board, session, "held")
    expect(board.view.locator(".sjw-order")).to_contain_text("11")
    choose(board, session, "order:312")
    expect(board.view.locator(".sjw-known")).to_have_count(1)
    choose(board, session, f"{owner}:d3")
    assert session.seat != owner
    expect(board.view.locator(".sjw-known, .sjw-order")).to_have_count(0)
    seen, h = page_text(board), session.history
    assert "order 312" not in seen
    truth = h.state
    for step in range(5):
        h.state = copy(truth)
        permute_hidden(h.game, h.state, h.codes, session.seat, np.random.default_rng(step))
        assert h.state.known[owner] != truth.known[owner] or h.state.draw != truth.draw
        session.board._refresh()
        board.page.wait_for_timeout(30)
        assert page_text(board) == seen
    h.state = truth
    told_rows = json.dumps([session.board.rows, session.board.older])
    assert "order 312" not in told_rows


@pytest.mark.slow
def test_the_words_of_a_card_are_there_in_full(board_page):
    """For the card in hand and on the discard pile; for any other when one rests on it."""
    session = to_keep("3:swap-own-two", grids="12:swap-with-another 11:two-actions", lang="fr")
    board = board_page(session.board)
    legend = board.view.locator(".sjw-legend")
    own = NEWSKYJO_EFFECTS["swap-own-two"].words["fr"]
    expect(legend).to_contain_text(own)
    assert own in spot(board, "held").get_attribute("aria-label")
    assert spot(board, "held").get_attribute("title") == own
    card = spot(board, "0:a1")
    words = NEWSKYJO_EFFECTS["swap-with-another"].words["fr"]
    assert words in card.get_attribute("aria-label")
    assert card.get_attribute("title") == words
    for look in (card.hover, card.focus):
        expect(legend).not_to_contain_text(words)
        look()
        expect(legend).to_contain_text(words)
        spot(board, "draw").hover()
        spot(board, "draw").focus()
    card.focus()
    expect(legend).to_contain_text(words)
    board.view.get_by_role("tab", name="Scores").focus()
    expect(legend).not_to_contain_text(words)


@pytest.mark.slow
def test_the_order_of_play_is_in_sight(board_page):
    """Direction, next player, pending turns and duties are shown."""
    session = started("2:reverse 1:next-skips 0:next-plays-twice 9:next-takes-discard")
    board = board_page(session.board)
    flow = board.view.locator(".sjw-flow")
    player = session.seat
    ahead, behind = NAMES[(player + 1) % 3], NAMES[(player - 1) % 3]
    expect(flow).to_contain_text("to the left")
    expect(flow).to_contain_text(f"next: {ahead}")
    steps = [
        ("draw", None),
        ("held", f"next: {behind}"),
        (f"{player}:d3", None),
        ("draw", None),
        ("held", f"next: {ahead} (no turn)"),
        (f"{(player - 1) % 3}:d3", None),
        ("draw", None),
        ("held", f"next: {behind} (two turns)"),
        (f"{player}:c3", f"{behind}: two turns"),
        ("draw", None),
        ("held", "must take the discard"),
    ]
    for target, says in steps:
        choose(board, session, target)
        if says:
            expect(flow).to_contain_text(says)
    expect(flow).to_contain_text("to the right")


@pytest.mark.slow
def test_a_user_s_own_effect_is_asked_for_and_told(board_page):
    """Its words, a general drawing, a prompt made from its parts."""
    effect = register_effect(
        Effect(
            key="push-away",
            first=Pick("others", "hidden"),
            second=Pick("own", "highest"),
            extra_actions=2,
            words={"en": "Push <b>your</b> highest card away", "fr": "Pousse ta carte"},
        )
    )
    deck = Deck.from_counts([*((value, 12) for value in range(12)), (5, 4, effect)])
    session = to_keep("5:push-away", deck=deck)
    board = board_page(session.board)
    name = NAMES[session.seat]
    expect(board.view.locator(".sjw-legend")).to_contain_text("Push <b>your</b> highest card away")
    choose(board, session, "held")
    assert prompt(board) == (
        f"{name}, choose one of another player’s hidden cards to swap with one of your highest "
        "visible cards."
    )
    assert told(board) == f"{name} kept 5 (push away). 2 more actions in this turn."
    expect(board.view.locator(".sjw-flow")).to_contain_text("2 more actions after this")


TEXTS = [text for _, text in HOSTILE if text.strip() and "\0" not in text]


@pytest.mark.slow
@pytest.mark.parametrize("width", [280, 900])
def test_whatever_an_effect_says_is_text_and_stays_in_the_board(board_page, width):
    """Markup, directions, newlines and thousands of letters; on cards, in lines and labels."""
    session = to_keep("8:swap-with-another")
    board = board_page(session.board, width=width + 16)
    board.page.on("dialog", lambda dialog: pytest.fail(f"the page asks: {dialog.message}"))
    seats = session.board.view["seats"]
    for seat in seats:
        seat["grid"][0] = "12:swap-with-another"
    parts = session.board.terms["effects"]["swap-with-another"]
    for text in TEXTS:
        words = text if len(text) <= 200 else f"{text[:199]}…"
        effects = {"swap-with-another": {**parts, "words": {"en": words}}}
        board.widget.terms = {**board.widget.terms, "effects": effects}
        show(board, seats=seats)
        found = board.page.evaluate(HARM)
        assert found == {"ran": None, "made": 0, "wide": 0, "long": []}, text


HARM = """() => ({
  ran: window.pwned ?? null,
  made: document.querySelectorAll(".view :is(script, style, img, iframe, a, input)").length,
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  long: [...document.querySelectorAll(".view [aria-label]")].map((node) => node.ariaLabel)
    .filter((label) => label.length > 200),
})"""


def moments(board, session):
    """Whatever NewSkyjo's table can show, one after the other."""
    yield "the set-up"
    while session.phase == "setup":
        session.act(next(action for action in SET_UP if action in session.legal))
    settle(board, session)
    yield "to choose"
    for effect, actions in {
        "swap-with-another": ("keep", "pick {me}:a1", "pick {next}:a1"),
        "swap-two-others": ("keep", "pick {next}:a1", "pick {last}:a1"),
        "right-neighbour-swap": ("keep", "pick {last}:a1"),
        "peek-three": ("keep", "order 123"),
        "only-top-left": ("keep",),
    }.items():
        session.act("draw")
        settle(board, session)
        yield f"{effect}: to keep"
        n = len(session.players)
        me = session.seat
        names = {"me": me, "next": (me + 1) % n, "last": (me - 1) % n}
        for action in actions:
            session.act(action.format(**names))
            settle(board, session)
            yield f"{effect}: {action}"
        while session.phase != "choose":
            session.act(session.legal[0])
    settle(board, session)
    yield "cards that are known"


MOMENTS = (
    "8:swap-with-another 6:swap-two-others -2:right-neighbour-swap 5:peek-three -1:only-top-left"
)


@pytest.mark.parametrize(
    ("theme", "players"),
    [pytest.param(*each, marks=pytest.mark.slow) for each in (("light", 8), ("dark", 3))],
)
def test_axe_finds_nothing(board_page, theme, players):
    """Whatever is on show, narrow and wide."""
    session = dealt(MOMENTS, players=EIGHT[:players])
    board = board_page(session.board, theme=theme)
    board.page.add_script_tag(path=AXE_CORE)
    found = {}
    for moment in moments(board, session):
        for width in (280, 1400):
            resize(board, width)
            found[moment, width] = board.page.evaluate(CHECK)
    assert {where: what for where, what in found.items() if what} == {}


SIZES = [(8, "en"), (3, "fr"), (4, "en"), (6, "fr")]


@pytest.mark.parametrize(
    ("players", "lang"),
    [pytest.param(*each, marks=pytest.mark.slow) for each in SIZES],
)
def test_every_target_is_44_pixels_and_no_board_scrolls_sideways(board_page, players, lang):
    """On the others' grids too, at every width and moment."""
    session = dealt(MOMENTS, players=EIGHT[:players], lang=lang)
    board = board_page(session.board, has_touch=True)
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    found = {}
    for moment in moments(board, session):
        for width in WIDTHS:
            resize(board, width)
            found[moment, width] = board.page.evaluate(SMALL)
            assert board.page.evaluate(overflow) <= 0, (moment, width)
    assert {where: what for where, what in found.items() if what} == {}


MORE = (
    Effect(key="show-two", reveal=Reveal("others", 2), words={"en": "Turn up two cards of others"}),
    Effect(key="gift", lands="another grid", words={"en": "Give this card away"}),
    Effect(key="carousel", pass_on="highest", words={"en": "All pass on their highest card"}),
    Effect(key="wall", protect=True, words={"en": "Nobody touches your grid"}),
)


@pytest.fixture
def more_deck():
    """NewSkyjo's deck with effects that turn up, give, pass on and protect."""
    for effect in MORE:
        register_effect(effect)
    more = [(5, 3, effect.key) for effect in MORE]
    return Deck.from_counts([*NEWSKYJO_DECK.counts, *more])


def test_hidden_cards_are_turned_up_and_a_card_is_given_by_clicks(board_page, more_deck):
    """Prompts, what may be clicked, and what is told."""
    session = to_keep("5:show-two 5:gift 5:carousel 5:wall", deck=more_deck)
    player, board = session.seat, board_page(session.board)
    first, second = ((player + k) % 3 for k in (1, 2))
    choose(board, session, "held")
    assert prompt(board) == (
        f"{NAMES[player]}, choose one of another player’s hidden cards to turn up; 1 more after it."
    )
    assert f"{player}:d3" not in session.board.view["targets"]
    choose(board, session, f"{first}:d3")
    assert told(board).startswith(f"{NAMES[player]} turned up d3 of {NAMES[first]}: ")
    assert prompt(board).endswith("hidden cards to turn up.")
    choose(board, session, f"{second}:d3")
    choose(board, session, f"{player}:d3")
    session.act("draw")
    settle(board, session)
    choose(board, session, "held")
    assert prompt(board) == (f"{NAMES[first]}, give the 5 away: choose the card that it replaces.")
    choose(board, session, f"{player}:d2")
    assert f"{NAMES[first]} gave 5: d2 of {NAMES[player]}" in told(board)
    session.act("draw")
    settle(board, session)
    choose(board, session, "held")
    assert "Everybody passes on their highest visible card." in told(board)
    assert len(session.history.newest().more["swapped"]) == 3
    choose(board, session, f"{second}:d2")
    session.act("draw")
    settle(board, session)
    choose(board, session, "held")
    expect(board.view.locator(".sjw-flow")).to_contain_text(f"protected grids: {NAMES[player]}")
