"""Small moments of a game: a deal, a cleared column, the last turn, the end of a round."""

from __future__ import annotations

import pytest

from tests.browser.boards import play_on, table

RUNNING = "document.getAnimations().length"
WATCH = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this.className === "sjw-ghost") window.flights.push([frames.length, options.duration]);
    return animate.call(this, frames, options);
  };
}"""


LOOKS = """() => {
  window.late = 0;
  window.ghosts = 0;
  const layer = document.querySelector(".sjw-layer");
  const look = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function () {
    if (layer.childElementCount > 0) window.late += 1;
    return look.call(this);
  };
  new MutationObserver((all) => { for (const one of all) window.ghosts += one.addedNodes.length; })
    .observe(layer, { childList: true });
}"""


def clear_a_column(session):
    """Show that Ana has placed a card and her first column has gone."""
    view = session.board.view
    cleared = ["a1", "a2", "a3"]
    last = {
        "seat": 0,
        "player": "Ana",
        "action": "place a1",
        "kind": "place",
        "position": "a1",
        "card_in": "3",
        "card_out": "5",
        "cleared": cleared,
        "cleared_card": "3",
    }
    own, *others = view["seats"]
    width = view["columns"]
    grid = ["." if place % width == 0 else card for place, card in enumerate(own["grid"])]
    session.board.view = {
        **view,
        "state": view["state"] + 1,
        "decision": view["decision"] + 1,
        "last": last,
        "seats": [{**own, "grid": grid}, *others],
    }


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_cards_of_a_cleared_column_rise_together_before_they_go(board_page, motion):
    """Longer than other flights; without motion nothing flies."""
    session = table("Ana", "bot:greedy")
    while session.phase == "setup" or session.waiting == "bot":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(session.board, reduced_motion=motion)
    board.page.evaluate(WATCH)
    clear_a_column(session)
    board.page.wait_for_selector('[data-spot="0:a1"] .sjw-gone')
    board.page.wait_for_timeout(100)
    flights = board.page.evaluate("window.flights")
    if motion == "reduce":
        assert flights == []
        return
    risen = [duration for frames, duration in flights if frames == 4]
    assert len(risen) == 2  # the third is the card just placed, which flies itself
    assert min(risen) > 2 * 160


def test_all_is_measured_before_the_first_card_flies(board_page):
    """Between two of them each look would lay the page out once more."""
    session = table("Ana", "bot:greedy")
    while session.phase == "setup" or session.waiting == "bot":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(session.board)
    board.page.evaluate(LOOKS)
    clear_a_column(session)
    board.until(lambda: board.page.evaluate("window.ghosts >= 3"))
    assert board.page.evaluate("window.late") == 0


@pytest.mark.parametrize("game", ["skyjo", "skip-bo"])
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_deal_and_a_result_drop_into_place(board_page, motion, game):
    """Only who hasn't asked for less motion sees it."""
    moving = ["sjw-drop"] if motion == "no-preference" else []
    session = table("Ana", "bot:greedy" if game == "skyjo" else "bot:plain", game=game)
    session.board.pace = -1  # a bot that begins waits
    board = board_page(session.board, reduced_motion=motion)
    animated = "s => getComputedStyle(document.querySelector(s)).animationName"
    expected = moving[0] if moving else "none"
    assert board.page.evaluate(animated, "[data-dealt] .sjw-card") == expected
    play_on(session)
    board.page.wait_for_selector(".sjw-dialog")
    assert board.page.evaluate(animated, ".sjw-dialog") == expected
    board.page.wait_for_timeout(900)
    assert board.page.evaluate(RUNNING) == 0
