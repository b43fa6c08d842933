"""Tables on show: what the tests of the board do with a `BoardPage`."""

from __future__ import annotations

from itertools import count
from typing import Any

from playwright.sync_api import Locator

from skyjo_widget import play
from skyjo_widget.board.session import Session
from tests.browser.board_page import BoardPage

WIDTHS = (280, 420, 700, 900, 1400)
QUIET = ("nudge", "rest", "code", "present")
"""The messages that a page logs by itself."""
_moments = count(10_000)


def table(*players: Any, **options: Any) -> Session:
    """A table with a seed, in English, its record in the test's folder."""
    options = {"seed": 3, "display": False, "lang": "en", **options}
    session = play(options.pop("game", "skyjo"), list(players) or ["Ana", "bot:greedy"], **options)
    session.board.pace = 0
    return session


def spot(board: BoardPage, name: str) -> Locator:
    """A place of the board that can be a target."""
    return board.view.locator(f'[data-spot="{name}"]')


def settle(board: BoardPage, session: Session) -> None:
    """Wait until a person is to act or the round is over, and the page shows it."""

    def is_quiet() -> bool:
        with session.parts.game.lock:  # a move is under way on another thread
            state, waiting = session.state, session.waiting
        boards = board.page.locator(f'.sjw[data-state="{state}"]').count()
        return waiting != "bot" and boards > 0

    board.until(is_quiet, "the bots are done, and the page shows it")


def play_on(session: Session) -> Session:
    """Let everybody choose the first legal action until the round is over."""
    while session.waiting in ("person", "bot"):
        if session.waiting == "person":
            session.act(session.legal[0])
        else:
            session.step()
    return session


def click_on(board: BoardPage, session: Session) -> None:
    """Click the first target there is, and wait for what comes of it."""
    view = session.board.view
    seen = view["state"]
    target = next(iter(view["targets"]))
    spot(board, target).click()
    board.until(lambda: session.state > seen, f"{target} was clicked")
    settle(board, session)


def commands(board: BoardPage) -> list[dict[str, Any]]:
    """Return the board's requests to Python so far."""
    contents = [m["content"] for m in board.messages if m["method"] == "custom"]
    return [content for content in contents if content["type"] not in QUIET]


def show(board: BoardPage, **changes: Any) -> None:
    """Show a view that Python didn't send; its next one takes it away."""
    state = next(_moments)
    if "pad" in changes:
        board.widget.sheet = {"pad": changes.pop("pad")}
    board.widget.view = {**board.widget.view, **changes, "state": state}
    board.page.wait_for_selector(f'.sjw[data-state="{state}"]')


def resize(board: BoardPage, width: int, height: int = 900) -> None:
    """Give the board a width, the window a height, and wait until it is laid out for them."""
    board.page.set_viewport_size({"width": width + 16, "height": height})
    board.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


def card_spot(view, card):
    """Return the position of a card of the moves on the board."""
    me = view["viewer"]
    kind, _, face = card.partition(":")
    if kind == "hand":
        return f"hand:{view['hand'].index(face)}"
    if card.startswith("partner-"):
        return f"{view['seats'][me]['partner']}:{card.removeprefix('partner-')}"
    return f"{me}:{card}"


def place_spot(view, place):
    """Return the position of a place of the moves on the board."""
    return place if place.startswith("b") else f"{view['viewer']}:{place}"


def best(view):
    """A card and its place: from a stock pile, on a building pile, or any."""
    moves = [(card, place) for card, places in view["moves"].items() for place in places]
    return min(moves, key=lambda move: (move[1][0], "stock" not in move[0], move))


SEEN = """import json
with table.parts.game.lock:
    seat = table.seat
    here = TableSnapshot(table.history, table.waiting, table.state)
    print(json.dumps(picture(here, seat) if seat is not None else {"state": table.state}))"""
"""Prints what the seat to act sees: where it may touch."""


def spots(view, chance):
    """The places to be touched one after the other for a decision; a button's name."""
    if "moves" in view and "button:pass" not in view["targets"]:
        card, place = best(view)
        return [card_spot(view, card), place_spot(view, place)]
    open_ = sorted(view["targets"])
    draw = [one for one in open_ if one == "draw"]
    return [(draw or [chance.choice(open_)])[0]]


def touch(phone, spot, action, notebook):
    """Touch a place, or press its button; orders are given in the kernel."""
    if spot.startswith("order:"):
        notebook.kernel(f"table.act({action!r})")
    elif spot.startswith("button:"):
        phone.locator(".sjw-says button").first.tap()
    else:
        phone.locator(f'.sjw [data-spot="{spot}"]').first.tap()
