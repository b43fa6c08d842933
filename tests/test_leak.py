"""Nothing leaks: what one can't see may be anything, and no byte that leaves is another.

A game is played; then again with the cards changed that nobody at the screen had seen
by a certain moment.  All that a browser was sent until then, and all that a cell could
have shown, must be the same.
"""

from __future__ import annotations

import itertools
import json
import random
import re

import pytest
from comm.base_comm import BaseComm

from skyjo_widget import Deck, play
from skyjo_widget.still import still_html
from skyjo_widget.widget import note_bar

SEED = 918273645546372819 % 2**48
DECK = Deck.from_counts([(number, 1) for number in range(901, 981)])
"""Each card once, so that any of them is recognised wherever it turns up."""


class Wire(BaseComm):
    """A comm that keeps what is sent through it."""

    def __init__(self):
        self.sent = []
        super().__init__(target_name="jupyter.widget", comm_id="board")

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        assert not buffers
        self.sent.append(json.dumps([msg_type, data, metadata]))


@pytest.fixture(autouse=True)
def no_clocks_or_ids(monkeypatch):
    """Set aside what differs from one game to the next."""
    monkeypatch.setattr("skyjo_widget.record.new_game_id", lambda: "the game")
    for module in ("record", "history"):
        monkeypatch.setattr(f"skyjo_widget.{module}.timestamp", lambda: "2026-01-01T00:00:00.000Z")
    monkeypatch.setattr("skyjo_widget.session.time.perf_counter", lambda: 0.0)


def game(monkeypatch, players, orders=(), **options):
    """A table whose draw piles come in these orders, while there are some."""
    given, real = list(orders), random.Random()

    def shuffle(_rng, cards, _n):
        if given:
            cards[:] = given.pop(0)
        else:
            real.shuffle(cards)

    monkeypatch.setattr("skyjo_widget.session.shuffle", shuffle)
    options = {"seed": SEED, "deck": DECK, "record": False, "display": False, **options}
    session = play("skyjo", players, **options)
    board = session.board
    board.comm = wire = Wire()
    state = board.get_state()
    del state["layout"]  # another widget, by its id
    wire.sent.append(json.dumps(state))
    return session, wire


def advance(session, choices):
    """One decision, or the next round: a bot's own, a person's by chance."""
    message = {"state": session.state_id}
    if session.waiting == "bot":
        message |= {"type": "step"}
    elif session.waiting == "person":
        actions = list(session.board.view["targets"].values())
        message |= {"type": "act", "action": choices.choice(sorted(actions))}
    else:
        message |= {"type": "next_round"}
    session.board._handle_custom_msg(message, [])


def told(session):
    """What a cell could show of a game that goes on."""
    log = session.log
    logs = [log, log.omniscient(), *(log.as_seen_by(seat) for seat in persons(session))]
    frames = [
        frame._repr_html_() + frame.to_csv()
        for one in logs
        for frame in (one.decisions, one.rounds, one.games, one.notes)
    ]
    texts = [still_html(session), repr(session), repr(session.board), repr(log), str(session.legal)]
    texts += [str(session.observation(seat)) for seat in persons(session)]
    texts += [repr(session.history.state.phase), str(note_bar(session).children[0].placeholder)]
    return frames + [re.sub("at 0x[0-9a-f]+", "", text) for text in texts]


def persons(session):
    """The seats whose cards the screen may show."""
    return [seat for seat, player in enumerate(session.players) if player.kind == "person"]


def orders_of(session):
    """The draw piles so far, top first."""
    codes = {number: card for card, number in enumerate(session.history.deck.values)}
    return [
        [codes[number] for number in event["order"]]
        for event in session.history.events
        if event["event"] == "shuffle"
    ]


def unseen(session):
    """Where in each draw pile the cards are that nobody at the screen has seen."""
    h = session.history
    s, cells = h.state, h.codes.columns * h.codes.rows
    shuffles = [event for event in h.events if event["event"] == "shuffle"]
    places = [[] for _ in shuffles]
    if session.seat is None:
        return places
    deal = max(i for i, event in enumerate(shuffles) if event["for"] == "deal")
    for seat, cell in itertools.product(range(len(session.players)), range(cells)):
        if session.observation(0).grid[seat][position(session, cell)] is None:
            places[deal].append(seat * cells + cell)
    size = len(shuffles[-1]["order"])
    places[-1] += range(size - s.draw_size, size)
    if session.phase == "place drawn" and session.waiting == "bot":
        places[-1].append(size - s.draw_size - 1)
    return places


def position(session, cell):
    """The name of a place in a grid."""
    columns = session.history.codes.columns
    return "abcdefghijkl"[cell % columns] + str(cell // columns + 1)


@pytest.mark.parametrize(
    "moments",
    [(2, 17, 40, 52), pytest.param(tuple(range(1, 75, 3)), marks=pytest.mark.slow)],
    ids=["some", "many"],
)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["Ana", "bot:greedy"], {}),
        (["bot:random", "Ana", "bot:random"], {"columns": 3}),
        (["Ana", "Bo"], {}),
        # A small deck: the draw pile runs out and is made anew.
        (
            ["Ana", "bot:random"],
            {"deck": Deck.from_counts([(n, 1) for n in range(901, 928)]), "practice": True},
        ),
    ],
    ids=["greedy", "three", "one screen", "reshuffled"],
)
def test_what_nobody_saw_changes_no_byte(monkeypatch, players, options, moments):
    """Of any trait, message, row, label or repr, up to any moment."""
    changed = shuffles = 0
    for moment in moments:
        first, sent = game(monkeypatch, players, **options)
        choices = random.Random(moment % 3)
        for _ in range(moment):
            if first.over:
                break
            advance(first, choices)
        orders, chance = orders_of(first), random.Random(moment)
        shuffles = max(shuffles, len(orders))
        for order, places in zip(orders, unseen(first), strict=True):
            cards = [order[place] for place in places]
            chance.shuffle(cards)
            for place, card in zip(places, cards, strict=True):
                changed += order[place] != card
                order[place] = card
        second, sent_again = game(monkeypatch, players, orders, **options)
        choices = random.Random(moment % 3)
        for _ in range(moment):
            if second.over:
                break
            advance(second, choices)
        assert sent_again.sent == sent.sent
        assert told(second) == told(first)
        assert first.over or str(SEED) not in "".join(sent.sent + told(first))
    assert changed > 40
    assert shuffles > 1 or not options.get("practice")
