"""The still picture: what a notebook shows that is opened without a kernel."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from importlib import resources
from urllib.parse import unquote_to_bytes
from xml.etree import ElementTree

import IPython.display
import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

from skyjo_widget import play
from skyjo_widget.board.session import Session
from skyjo_widget.board.static_board import REST, StaticBoard, session_html
from skyjo_widget.board.table_svg import GAP, HIGH, WIDE
from skyjo_widget.board.view import build_view
from skyjo_widget.engine.core.state import copy
from skyjo_widget.strategies.conformance import permute_hidden
from skyjo_widget.util.card_colours import STOPS, colours
from skyjo_widget.util.i18n import languages, words
from tests.fixtures import tables


def table(*players, **options):
    """A table in memory."""
    options = {"game": "skyjo", "seed": 3, "record": False, "display": False, **options}
    return play(options.pop("game"), list(players) or ["Ana", "Bo"], **options)


class Reader(HTMLParser):
    """The elements and the text of HTML; an image is its text."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text, self.source = [], "", ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, *(name for name, _ in attrs)))
        self.text += dict(attrs).get("alt", "")
        self.source = dict(attrs).get("src") or self.source

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("lang", languages())
def test_it_tells_the_table_in_each_language(lang):
    """Cards, piles, who is to move; after the game who has won."""
    session = table("Ana", "bot:greedy")
    session.act("flip a1")
    text = Reader(session_html(session, lang)).text
    card = session.history.deck.values[session.history.state.grid[0][0]]
    assert f"{card}".replace("-", "−") in text
    assert words(lang)["still"]["turn"].format(player="Ana") in text
    assert words(lang)["still"]["new"] in text
    assert words(lang)["still"]["trust"] in text
    session.replace(0, "bot:random")
    session.run()
    assert words(lang)["still"]["round_over"] in Reader(session_html(session, lang)).text
    session.run(rounds=True)
    won = words(lang)["still"]["won"].format(players=session.winners[0])
    assert won in Reader(session_html(session, lang)).text


def drawn(html):
    """The image in it, parsed, and its bytes."""
    kind, _, address = Reader(html).source.partition(",")
    assert kind == "data:image/svg+xml"
    assert not re.search(r"[#\t\n\r]", address)  # an address ends there
    data = unquote_to_bytes(address)
    return ElementTree.fromstring(data), data


@pytest.mark.parametrize("name", ["a.jsonl", 'l\'été "1" \\n.jsonl'])
def test_its_two_lines_go_on_with_the_game(tmp_path, monkeypatch, name):
    """In a fresh notebook, where IPython would take a bare ``load("…")`` for its own magic."""
    monkeypatch.chdir(tmp_path)
    session = table("bot:greedy", "bot:random", record=f"games/{name}")
    session.step()
    session.close()
    shell = InteractiveShell()
    done = shell.run_cell(
        re.search("<pre[^>]*>(.*?)</pre>", session_html(session), re.DOTALL)[1]
        .replace("&quot;", '"')
        .replace("&#x27;", "'")
    )
    done.raise_error()
    again = shell.user_ns["table"]
    assert again.history.events == session.history.events
    again.close()


def places(image):
    """The names of the cards that lie there and where; a row that is drawn again has its own."""
    groups = {each.get("id"): each for each in image.iter() if each.get("id")}

    def found(each, x, y):
        for use in each:
            name = use.get("href", "#")[1:]
            at = x + int(use.get("x", 0)), y + int(use.get("y", 0))
            if name.startswith("c"):
                yield name, *at
            else:
                yield from found(groups.get(name, use), *at)

    return list(found(image[-1], 0, 0))


@pytest.mark.parametrize(
    ("game", "steps"), [("skyjo", 0), ("skyjo", 12), ("newskyjo", 12), ("skip-bo", 12)]
)
def test_the_image_shows_every_card_in_its_place(game, steps):
    """As many as lie there, by their colours' names; well-formed, without a script or a link."""
    session = table("Ana", "Bo", "Cy", game=game)
    for _ in range(steps):
        session.act(session.legal[-1])
    image, data = drawn(session_html(session))
    names = {each.tag.partition("}")[2] for each in image.iter()}
    assert names <= {"svg", "defs", "g", "rect", "circle", "path", "text", "use"}
    assert not re.search(b"https?://(?!www.w3.org/2000/svg)|<style|<script|onload", data)
    view = build_view(session, public=True)
    used = places(image)
    assert {name for name, _, _ in used} == {
        each.get("id") for each in image.find("{*}defs") if each.tag.endswith("}g")
    }
    assert len({(x, y) for _, x, y in used}) == len(used)
    if game == "skip-bo":
        piles = sum(len(seat["discards"]) + 1 for seat in view["seats"])
        assert len(used) == 1 + len(view["building"]) + piles
        return
    shown = [card for seat in view["seats"] for card in seat["grid"]]
    assert len(used) == len(shown) + 2
    backs = used[0][0] if shown[0] == "?" else None
    faces = dict(zip(shown, (name for name, _, _ in used), strict=False))
    for k, (card, (name, x, y)) in enumerate(zip(shown, used, strict=False)):
        assert name == faces[card]
        size = len(view["seats"][0]["grid"])
        _, first_x, first_y = used[k - k % size]
        assert (x - first_x) % (WIDE + GAP) == 0
        at = (x - first_x) // (WIDE + GAP) + (y - first_y) // (HIGH + GAP) * view["columns"]
        assert at == k % size
    assert len({*faces.values()}) == len(
        {
            f"{number}{effect and ':'}"
            for number, effect in (card.partition(":")[::2] for card in shown)
        }
    )
    assert backs is None or backs == faces["?"]


@pytest.mark.parametrize(
    ("game", "players"), [("skyjo", 8), ("newskyjo", 8), ("skip-bo", 6), ("skyjo-tall", 4)]
)
def test_it_stays_small(game, players):
    """A notebook carries it beside every board: at most 15 kB, however many play."""
    session = table(*[f"Player {n} {'x' * 30}" for n in range(players)], game=game)
    for _ in range(40):
        session.act(session.legal[0])
    assert len(session_html(session)) < 15_000


def test_a_long_name_keeps_to_its_room():
    """Its text stands in a box of its own, which cuts it off."""
    image, _ = drawn(session_html(table("W" * 150, "Bo")))
    (box,) = [each for each in image.iter() if "WWW" in "".join(child.text or "" for child in each)]
    assert box.tag.endswith("svg")
    assert int(box.get("width")) < 200


def test_cards_have_the_boards_colours():
    """The ramp is the one of ``js/cards/tint.js``."""
    source = (resources.files("skyjo_widget") / "js" / "cards" / "tint.js").read_text("utf-8")
    listed = re.search(r"STOPS = (\[.*?\n\]);", source, re.DOTALL)[1]
    assert [list(stop) for stop in STOPS] == json.loads(re.sub(r",\s*\]", "]", listed))
    assert colours(0).paper == "#e3f3ff"  # as Chromium draws oklab(0.962 …)
    assert colours(-5) == colours(-2)
    assert colours(99) == colours(12)


def test_a_name_is_text():
    """Whatever it holds, no element comes of it."""
    plain = Reader(session_html(table("Ana", "Bo")))
    odd = Reader(session_html(table("<script>x</script>", '{x}"><img src=x onerror=y>')))
    assert odd.tags == plain.tags
    assert "<script>x</script>" in odd.text


def test_cards_with_effects_are_their_numbers():
    """In the grids and on the discard pile."""
    session = table("Ana", "Bo", "Cy", game="newskyjo")
    while session.seat is not None:
        text = Reader(session_html(session)).text
        assert not any(key in text for key in session.deck.effects)
        session.act(session.legal[-1])
    view = session.board.view
    numbers = [card.split(":")[0].replace("-", "−") for card in view["seats"][0]["grid"]]
    assert " ".join(numbers[:4]) in Reader(session_html(session)).text


@pytest.mark.parametrize("lang", languages())
def test_it_tells_the_piles_of_skip_bo_in_each_language(lang):
    """Stock piles, discard piles, building piles, the draw pile, totals."""
    h = tables.skip_bo(
        *("3 1", "wild", "", "2"),
        hands="2 2 | 3 | 1 | 3",
        building="1 | wild 2",
        discards="1 3 / wild | | 2 | ",
        draw="1 1 1",
        teams=True,
    )
    text = Reader(session_html(Session(h, functions={}, writer=None), lang)).text
    said = words(lang)["still"]
    for part in (
        *(said["stock"].format(top=top, count=n) for top, n in (("1", 2), ("wild", 1), ("–", 0))),
        *(
            said["discards"].format(cards=cards)
            for cards in ("3, wild, –, –", "–, –, –, –", "2, –, –, –")
        ),
        said["building"].format(cards="1, 2, –, –", draw=3),
        said["total"].format(total=0),
        said["turn"].format(player="P0"),
    ):
        assert part in text


def test_it_tells_which_piles_of_skip_bo_run_down():
    """In the line, and beneath the pile in the picture."""
    h = tables.skip_bo("3 1", "2", hands="9", building="12 11 down | 1 2",
                       draw="4 5 6 7 8 10", hand=1, piles_down=True)  # fmt: skip
    html = session_html(Session(h, functions={}, writer=None), "en")
    said = words("en")["still"]["building"]
    assert said.format(cards="▼11, 2, –, –", draw=6) in Reader(html).text
    assert html.count(">▼</text>") == 1


def test_a_game_of_skip_bo_that_nobody_has_won_says_so():
    """In a game that has an end without a point."""
    h = tables.skip_bo("2 3", "1 3", building="1", hand=1, rounds=1)
    session = Session(tables.moves(h, "pass", "pass"), functions={}, writer=None)
    assert words("en")["still"]["nobody"] in Reader(session_html(session)).text


@pytest.mark.parametrize(("game", "steps"), [("skyjo", 60), ("newskyjo", 120), ("skip-bo", 120)])
def test_it_tells_what_every_seat_may_know(game, steps):
    """Not even the card that the person to act has drawn, or has looked at, or a hand."""
    session = table("Ana", "Bo", "Cy", game=game)
    onlooker = len(session.players)  # a seat where nobody sits
    drawn = 0
    for step in range(steps):
        told = session_html(session)
        truth = session.history.state
        session.history.state = copy(truth)
        permute_hidden(
            session.history.game,
            session.history.state,
            session.history.codes,
            onlooker,
            np.random.default_rng(step),
        )
        drawn += session.history.state.hand != truth.hand
        assert session_html(session) == told
        session.history.state = truth
        if session.seat is None:
            break
        session.act(session.legal[step % len(session.legal)])
    assert drawn > 2


def test_it_is_drawn_when_the_board_is_at_rest(monkeypatch):
    """Once a browser shows it; only if something is new."""
    shown = []
    for name in ("display", "update_display"):
        monkeypatch.setattr(
            IPython.display, name, lambda data, **how: shown.append((data.get("text/html"), how))
        )
    session = table("Ana", "bot:greedy")
    StaticBoard(session, session.parts.game.lock).show()
    session.act("flip a1")
    assert [html for html, _ in shown] == [None]
    session.board.spoken = "fr"
    seen = session.board.view
    session.board._handle_custom_msg(REST, [])
    session.board._handle_custom_msg(REST, [])
    assert len(shown) == 2
    assert "À Ana de jouer." in shown[-1][0]
    assert session.board.view is seen
    assert len({how["display_id"] for _, how in shown}) == 1


@pytest.mark.parametrize("lang", languages())
def test_a_cell_without_widgets_shows_the_table_with_letters_and_numbers(lang):
    """Moves are typed there: each grid's columns and rows have theirs."""
    session = table("Ana", "bot:greedy", lang=lang)
    html = session._repr_html_()
    assert words(lang)["still"]["turn"].format(player="Ana") in Reader(html).text
    letters = re.compile(">([a-d])</text>")
    image = drawn(html)[1].decode()
    assert sorted(letters.findall(image)) == sorted("abcd" * 2)
    assert all(image.count(f">{row}</text>") >= 2 for row in "123")
    assert not letters.findall(drawn(session_html(session, lang))[1].decode())
