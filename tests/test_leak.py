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
from skyjo_widget.engine.effects import NEWSKYJO_EFFECTS
from skyjo_widget.still import still_html
from skyjo_widget.widget import note_bar

SEED = 918273645546372819 % 2**48
DECK = Deck.from_counts([(number, 1) for number in range(901, 981)])
"""Each card once, so that any of them is recognised wherever it turns up."""
EFFECTS = Deck.from_counts(
    (number, 1, effect) if effect else (number, 1)
    for number, effect in zip(
        range(901, 981), itertools.cycle([*NEWSKYJO_EFFECTS, "peek-three", None]), strict=False
    )
)
"""The same with effects; more than one card in ten looks at the draw pile."""


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


def game(monkeypatch, players, orders=(), preset="skyjo", **options):
    """A table whose draw piles come in these orders, while there are some."""
    given, real = list(orders), random.Random()

    def shuffle(_rng, cards, _n):
        if given:
            cards[:] = given.pop(0)
        else:
            real.shuffle(cards)

    monkeypatch.setattr("skyjo_widget.session.shuffle", shuffle)
    options = {"seed": SEED, "deck": DECK, "record": False, "display": False, **options}
    session = play(preset, players, **options)
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
    return [
        [session.deck.parse_card(str(card)) for card in event["order"]]
        for event in session.history.events
        if event["event"] == "shuffle"
    ]


def unseen(session):
    """Where in each draw pile the cards are that nobody at the screen has seen."""
    h, orders = session.history, orders_of(session)
    s, places = h.state, [[] for _ in orders]
    if session.seat is None:
        return places
    seen = {card for seat in persons(session) for card in h.game.known(s, seat)[0]}
    coming = s.draw[: s.draw_size]
    if session.phase == "place drawn" and session.waiting == "bot":
        coming = [*coming, s.hand]
    deal = max(i for i, why in enumerate(shuffles_for(session)) if why == "deal")
    for number, cards in (
        (deal, [card for row in s.under for card in row if card >= 0]),  # face down since then
        (-1, [card for card in coming if card not in seen]),
    ):
        places[number] += [orders[number].index(card) for card in cards]
    return places


def shuffles_for(session):
    """What each draw pile was made for."""
    return [event["for"] for event in session.history.events if event["event"] == "shuffle"]


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
    hold(monkeypatch, players, options, moments)


def any_of(obs):
    """A bot that does this and that, whatever the cards are."""
    return obs.legal[7 * obs.turn % len(obs.legal)]


@pytest.mark.parametrize(
    "moments",
    [(9, 33, 58), pytest.param(tuple(range(1, 90, 4)), marks=pytest.mark.slow)],
    ids=["some", "many"],
)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["Ana", "bot:random", "bot:random"], {}),
        (["Ana", any_of, "Bo"], {"columns": 3}),
        ([any_of, "Ana", "bot:random", any_of], {"rounds": 2}),
        (
            ["Ana", "bot:random", "bot:random"],
            {"deck": Deck(EFFECTS.kinds[:39]), "practice": True},
        ),
    ],
    ids=["random", "two at a screen", "four", "reshuffled"],
)
def test_what_nobody_saw_of_newskyjo_changes_no_byte(monkeypatch, players, options, moments):
    """With looks and swaps of all kinds; what bots do with what they know shows nothing."""
    hold(monkeypatch, players, {"preset": "newskyjo", "deck": EFFECTS, **options}, moments)


def hold(monkeypatch, players, options, moments):
    """Play to each moment; then again, with other cards where nobody has seen them."""
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


@pytest.mark.parametrize("ask", ["undo", "act", "next_round", "legal"])
def test_a_refusal_tells_nothing_of_the_card_in_a_bots_hand(monkeypatch, ask):
    """What would be legal for the bot hangs on the effect of a card that nobody else has seen."""

    def drawn(orders=()):
        players = ["Ana", "bot:random", "bot:random"]
        cards = [(n, 1, "next-skips") if n % 2 else (n, 1) for n in range(901, 981)]
        options = {"preset": "newskyjo", "deck": Deck.from_counts(cards)}
        session, wire = game(monkeypatch, players, orders, **options)
        choices = random.Random(1)
        while not (session.phase == "place drawn" and session.waiting == "bot"):
            advance(session, choices)
        if ask == "legal":
            return session, [session.legal, [session.can(a) for a in ("keep", "place a1")]]
        message = {"type": ask, "state": session.state_id, "action": "place a1"}
        session.board._handle_custom_msg(message, [])
        return session, [session.board.view["error"], *wire.sent]

    session, told_once = drawn()
    kinds, hand = session.deck.kinds, session.history.state.hand
    pile = session.history.state.draw[: session.history.state.draw_size]
    other = next(c for c in pile if (kinds[c].effect is None) != (kinds[hand].effect is None))
    swapped = {hand: other, other: hand}
    orders = [[swapped.get(card, card) for card in order] for order in orders_of(session)]
    assert drawn(orders)[1] == told_once
