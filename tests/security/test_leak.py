"""Nothing leaks: what one can't see may be anything, and no byte that leaves is another.

A game is played; then again with the cards changed that nobody at the screen had seen
by a certain moment.  All that a browser was sent until then, and all that a cell could
have shown, must be the same.
"""

from __future__ import annotations

import random
import re

import pytest

from skyjo_widget import Deck
from skyjo_widget.board.marimo_session import MarimoSession
from skyjo_widget.board.static_board import session_html
from skyjo_widget.errors import IllegalActionError
from tests.fixtures.boards import offer_panels
from tests.fixtures.hidden_cards import (
    EFFECTS,
    SEED,
    Table,
    advance,
    any_of,
    game,
    orders_of,
    permuted,
    persons,
    places,
    shuffles_for,
)

pytestmark = pytest.mark.usefixtures("no_clocks_or_ids")


def refusal(session, action):
    """Return why an action can't be carried out, in whole; empty if it can."""
    try:
        session.parts.turns.verify(action)
    except IllegalActionError as error:
        return str(error)
    return ""


def told(session):
    """Return all that a cell could show of a game that goes on."""
    log, own = session.log, persons(session)
    if session.history.game.private_hands and len(own) > 1:
        own = []  # each one's legal requests aren't for the others
    logs = [log, log.omniscient(), *(log.as_seen_by(seat) for seat in own)]
    frames = [
        frame._repr_html_() + frame.to_csv()
        for one in logs
        for frame in (one.decisions, one.rounds, one.games, one.notes)
    ]
    texts = [session_html(session), repr(session), repr(session.board), repr(log)]
    texts += [str(session.legal)] if own or session.waiting != "person" else []
    texts += [str(session.observation(seat)) for seat in own]
    board = offer_panels(session).board
    board.opened = board.asides
    texts += [repr(session.history.state.phase), repr(board.panels)]
    texts += [repr(MarimoSession.get_state(session))]
    return frames + [re.sub("at 0x[0-9a-f]+", "", text) for text in texts]


@pytest.mark.seconds
@pytest.mark.parametrize(
    "moments",
    [
        (2, 17, 52),
        pytest.param((2, 17, 40, 52), marks=pytest.mark.slow),
        pytest.param(tuple(range(1, 75, 3)), marks=pytest.mark.slow),
    ],
    ids=["few", "some", "many"],
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


@pytest.mark.seconds
@pytest.mark.parametrize(
    "moments",
    [
        (9, 58),
        pytest.param((9, 33, 58), marks=pytest.mark.slow),
        pytest.param(tuple(range(1, 90, 6)), marks=pytest.mark.slow),
    ],
    ids=["few", "some", "many"],
)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        pytest.param(["Ana", "bot:random", "bot:random"], {}, marks=pytest.mark.slow),
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
        first, sent = game(monkeypatch, players, deals=moment, **options)
        choices = random.Random(moment % 3)
        for _ in range(moment):
            if first.over:
                break
            advance(first, choices)
        orders, found = permuted(first, moment)
        shuffles, changed = max(shuffles, len(orders)), changed + found
        second, sent_again = game(monkeypatch, players, orders, deals=moment, **options)
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
    """The bot's legal actions hang on the effect of a card that nobody else has seen."""

    def drawn(orders=()):
        players = ["Ana", "bot:random", "bot:random"]
        cards = [(n, 1, "next-skips") if n % 2 else (n, 1) for n in range(901, 981)]
        options = {"preset": "newskyjo", "deck": Deck.from_counts(cards)}
        session, wire = game(monkeypatch, players, orders, **options)
        choices = random.Random(1)
        while not (session.phase == "place drawn" and session.waiting == "bot"):
            advance(session, choices)
        if ask == "legal":
            return session, [session.legal, [refusal(session, a) for a in ("keep", "place a1")]]
        message = {"type": ask, "state": session.state, "action": "place a1"}
        session.board._handle_custom_msg(message, [])
        return session, [session.board.view["error"], *wire.sent]

    session, told_once = drawn()
    kinds, hand = session.deck.kinds, session.history.state.hand
    pile = session.history.state.draw[: session.history.state.draw_size]
    other = next(c for c in pile if (kinds[c].effect is None) != (kinds[hand].effect is None))
    swapped = {hand: other, other: hand}
    orders = [[swapped.get(card, card) for card in order] for order in orders_of(session)]
    assert drawn(orders)[1] == told_once


# Skip-Bo: bots decide by hands that nobody else sees, so what was done is done again


@pytest.mark.seconds
@pytest.mark.parametrize(
    "moments",
    [
        (25, 110),
        pytest.param((6, 25, 60, 110), marks=pytest.mark.slow),
        pytest.param(tuple(range(1, 200, 12)), marks=pytest.mark.slow),
    ],
    ids=["few", "some", "many"],
)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        pytest.param(["Ana", "bot"], {}, marks=pytest.mark.slow),
        (["bot", "Ana", "bot"], {"practice": True}),
        (["Ana", "Bo"], {}),
        (["Ana", "bot", "Bo"], {"practice": True, "hand": 2}),
        (["Ana", "bot", "Bo", "Cy"], {"teams": True, "stock": 3, "hand": 3}),
        (["bot", "Ana", "bot"], {"piles_down": True, "practice": True}),
    ],
    ids=["alone", "alone, practice", "one screen", "one screen, practice", "teams", "piles down"],
)
def test_what_nobody_saw_of_skip_bo_changes_no_byte(monkeypatch, players, options, moments):
    """Hands that were covered or a bot's; with refusals, penalties, undo, faults."""
    changed, shuffles = 0, set()
    for moment in moments:
        first = Table(monkeypatch, players, options, seed=moment)
        while len(first.done) < moment and not first.session.over:
            first.go_on()
        for kind in ("act", "next_round", "step", "retry", "undo"):
            first.do({"type": kind, "action": "play 1 b1", "state": first.state})
        orders, chance = orders_of(first.session), random.Random(moment)
        shuffles.update(shuffles_for(first.session))
        for number, order in enumerate(orders):
            unseen = sorted(place for n, place in places(orders) - first.seen if n == number)
            cards = [order[place] for place in unseen]
            chance.shuffle(cards)
            for place, card in zip(unseen, cards, strict=True):
                changed += order[place] != card
                order[place] = card
        second = Table(monkeypatch, players, options, first=first, orders=orders)
        while len(second.done) < len(first.done):
            second.go_on()
        assert second.wire.sent == first.wire.sent
        assert told(second.session) == told(first.session)
        assert first.session.over or str(SEED) not in "".join(first.wire.sent + told(first.session))
    assert changed > 40
    assert shuffles >= {"cut", "deal", "draw"}
