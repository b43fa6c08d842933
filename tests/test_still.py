"""The still picture: what a notebook shows that is opened without a kernel."""

from __future__ import annotations

from html.parser import HTMLParser

import IPython.display
import numpy as np
import pytest

from skyjo_widget import play
from skyjo_widget.conformance import permute_hidden
from skyjo_widget.engine.state import copy
from skyjo_widget.session import Session
from skyjo_widget.still import REST, Still, still_html
from skyjo_widget.words import languages, words
from tests import tables


def table(*players, **options):
    """A table in memory."""
    options = {"game": "skyjo", "seed": 3, "record": False, "display": False, **options}
    return play(options.pop("game"), list(players) or ["Ana", "Bo"], **options)


class Reader(HTMLParser):
    """The elements and the text of HTML."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.text = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, *(name for name, _ in attrs)))

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("lang", languages())
def test_it_tells_the_table_in_each_language(lang):
    """Cards, piles, who is to move; after the game who has won."""
    session = table("Ana", "bot:greedy")
    session.act("flip a1")
    text = Reader(still_html(session, lang)).text
    card = session.history.deck.values[session.history.state.grid[0][0]]
    assert f"{card}".replace("-", "−") in text
    assert words(lang)["still"]["turn"].format(player="Ana") in text
    assert words(lang)["still"]["new"] in text
    session.replace(0, "bot:random")
    session.run()
    assert words(lang)["still"]["round_over"] in Reader(still_html(session, lang)).text
    session.run(rounds=True)
    won = words(lang)["still"]["won"].format(players=session.winners[0])
    assert won in Reader(still_html(session, lang)).text


def test_it_says_how_to_go_on(tmp_path):
    """With the record's name, as Python takes it on every system."""
    session = table(record=tmp_path / "a.jsonl")
    assert f'load("{(tmp_path / "a.jsonl").as_posix()}")' in Reader(still_html(session)).text


def test_a_name_is_text():
    """Whatever it holds, no element comes of it."""
    plain = Reader(still_html(table("Ana", "Bo")))
    odd = Reader(still_html(table("<script>x</script>", '{x}"><img src=x onerror=y>')))
    assert odd.tags == plain.tags
    assert "<script>x</script>" in odd.text


def test_cards_with_effects_are_their_numbers():
    """In the grids and on the discard pile."""
    session = table("Ana", "Bo", "Cy", game="newskyjo")
    while session.seat is not None:
        text = Reader(still_html(session)).text
        assert not any(key in text for key in session.deck.effects)
        session.act(session.legal[-1])
    view = session.board.view
    numbers = [card.split(":")[0].replace("-", "−") for card in view["seats"][0]["grid"]]
    assert " ".join(number.rjust(2) for number in numbers[:4]) in Reader(still_html(session)).text


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
    text = Reader(still_html(Session(h, functions={}, writer=None), lang)).text
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


def test_a_game_of_skip_bo_that_nobody_has_won_says_so():
    """In a game that has an end without a point."""
    h = tables.skip_bo("2 3", "1 3", building="1", hand=1, rounds=1)
    session = Session(tables.moves(h, "pass", "pass"), functions={}, writer=None)
    assert words("en")["still"]["nobody"] in Reader(still_html(session)).text


@pytest.mark.parametrize(("game", "steps"), [("skyjo", 60), ("newskyjo", 120), ("skip-bo", 120)])
def test_it_tells_what_every_seat_may_know(game, steps):
    """Not even the card that the person to act has drawn, or has looked at, or a hand."""
    session = table("Ana", "Bo", "Cy", game=game)
    onlooker = len(session.players)  # a seat where nobody sits
    drawn = 0
    for step in range(steps):
        told = still_html(session)
        truth = session.history.state
        session.history.state = copy(truth)
        permute_hidden(
            session.game,
            session.history.state,
            session.history.codes,
            onlooker,
            np.random.default_rng(step),
        )
        drawn += session.history.state.hand != truth.hand
        assert still_html(session) == told
        session.history.state = truth
        if session.seat is None:
            break
        session.act(session.legal[step % len(session.legal)])
    assert drawn > 2


def test_it_is_drawn_when_the_board_is_at_rest(monkeypatch):
    """Empty before, in the board's language, and only if something is new."""
    shown = []
    for name in ("display", "update_display"):
        monkeypatch.setattr(
            IPython.display, name, lambda data, **how: shown.append((data["text/html"], how))
        )
    session = table("Ana", "bot:greedy")
    Still(session).show()
    session.act("flip a1")
    assert [html for html, _ in shown] == [""]
    session.board.spoken = "fr"
    seen = session.board.view
    session.board._handle_custom_msg(REST, [])
    session.board._handle_custom_msg(REST, [])
    assert len(shown) == 2
    assert "À Ana de jouer." in shown[-1][0]
    assert session.board.view is seen
    assert len({how["display_id"] for _, how in shown}) == 1
