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
from skyjo_widget.board.panels import ruling_bar
from skyjo_widget.board.still import still_html
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.records.history import History

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
    monkeypatch.setattr("skyjo_widget.records.record_file.new_game_id", lambda: "the game")
    for module in ("record_file", "header", "history", "paper_history", "annotations"):
        monkeypatch.setattr(
            f"skyjo_widget.records.{module}.timestamp", lambda: "2026-01-01T00:00:00.000Z"
        )
    monkeypatch.setattr("time.perf_counter", lambda: 0.0)
    monkeypatch.setattr("skyjo_widget.board.front._NUMBERS", itertools.repeat(1))


def game(monkeypatch, players, orders=(), preset="skyjo", deals=None, **options):
    """A table whose draw piles come in these orders, while there are some; then by chance."""
    given, real = list(orders), random.Random(deals)

    def shuffle(_rng, cards, _n):
        if given:
            cards[:] = given.pop(0)
        else:
            real.shuffle(cards)

    monkeypatch.setattr("skyjo_widget.engine.core.dealing.shuffle", shuffle)
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
    log, own = session.log, persons(session)
    if session.game.private_hands and len(own) > 1:
        own = []  # what each of them may ask for isn't for the others
    logs = [log, log.omniscient(), *(log.as_seen_by(seat) for seat in own)]
    frames = [
        frame._repr_html_() + frame.to_csv()
        for one in logs
        for frame in (one.decisions, one.rounds, one.games, one.notes)
    ]
    texts = [still_html(session), repr(session), repr(session.board), repr(log)]
    texts += [str(session.legal)] if own or session.waiting != "person" else []
    texts += [str(session.observation(seat)) for seat in own]
    texts += [repr(session.history.state.phase), str(ruling_bar(session).children[-1].value)]
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
    [(9, 33, 58), pytest.param(tuple(range(1, 90, 6)), marks=pytest.mark.slow)],
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
        first, sent = game(monkeypatch, players, deals=moment, **options)
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


# Skip-Bo: bots decide by hands that nobody else sees, so what was done is done again

PILES = Deck.from_counts([*((number, 6) for number in range(1, 6)), ("wild", 4)])
"""Building piles are soon completed, and the draw pile is made anew."""


class Tagged(int):
    """A card that knows which place of which shuffle it came from."""


class Tagging(History):
    """A game whose hidden cards are tagged; a play from a hand loses the tag, and is seen."""

    def __init__(self, header):
        self.shuffled, self.numbers = 0, {}
        super().__init__(header)

    def shuffle(self, order):
        self.shuffled += 1
        event = super().shuffle(self.tagged(order, self.shuffled - 1))
        self.numbers[id(event)] = self.shuffled - 1
        return event

    def order_of(self, event):
        return self.tagged(super().order_of(event), self.numbers[id(event)])

    def tagged(self, order, number):
        cards = [Tagged(card) for card in order]
        for place, card in enumerate(cards):
            card.place = (number, place)
        return cards


class Table:
    """A game of Skip-Bo in which everything is tried; or that of another table once more."""

    def __init__(self, monkeypatch, players, options, *, seed=0, first=None, orders=()):
        self.chance = random.Random(seed)
        self.first = first
        self.done, self.answers, self.seen, self.there = [], [], set(), None
        monkeypatch.setattr("skyjo_widget.board.open.new_history", Tagging)
        seats = [self.bot() if player == "bot" else player for player in players]
        options = {"preset": "skip-bo", "deck": PILES, "stock": 5, "deals": seed, **options}
        self.session, self.wire = game(monkeypatch, seats, orders, **options)
        self.look()

    def bot(self):
        """Somebody who decides by what they see, and fails now and then."""

        def mine(obs):
            if self.first:
                answer = self.first.answers[len(self.answers)]
            else:
                answer = self.some([*[self.move(obs.legal)] * 20, "play 1 d1", None])
            self.answers.append(answer)
            if answer is None:
                raise ValueError("not today")
            return answer

        return mine

    def go_on(self):
        """One message, or one decision in a cell."""
        self.do(self.first.done[len(self.done)] if self.first else self.choose())

    def do(self, what):
        """Send a message, or decide so in a cell."""
        self.done.append(what)
        if isinstance(what, str):
            self.session.act(what)
        else:
            self.session.board._handle_custom_msg(what, [])
        if isinstance(what, dict) and (what["type"], what["state"]) == ("ready", self.state):
            self.there = self.next_person()
        self.look()

    def choose(self):
        """What to do next, as it stands on the board; sometimes what is refused."""
        session, view = self.session, self.session.board.view
        message = {"state": self.state - (self.chance.random() < 0.1)}
        if self.chance.random() < 0.3:
            kinds = ["undo", "penalty", "ready", "step", "next_round", "act"]
            seats = range(-1, len(session.players) + 1)
            message |= {"seat": self.some(seats), "action": "play 1 b1"}
            return {"type": self.some(kinds), **message}
        if session.waiting != "person":
            kinds = {"bot": "step", "fault": "retry", "next round": "next_round"}
            return {"type": kinds[session.waiting], **message}
        if not view["covered"]:
            return {"type": "act", "action": self.move(session.legal), **message}
        return self.some([{"type": "ready", **message}, self.move(session.legal)])

    def some(self, things):
        """One of them."""
        return self.chance.choice(list(things))

    def move(self, legal):
        """A play where there is one."""
        return self.some([action for action in legal if action.startswith("play")] or legal)

    def look(self):
        """Remember which cards have been seen by now, on the table or in a hand that was shown."""
        session, s, hidden = self.session, self.session.history.state, []
        if self.there != self.next_person():
            self.there = None
        if session.seat is not None:
            own = persons(session) if len(persons(session)) == 1 else [self.there and self.there[1]]
            hands = [hand for seat, hand in enumerate(s.hand) if seat not in own]
            for pile in [s.draw, *s.stock, *hands]:
                hidden += [card.place for card in pile if isinstance(card, Tagged)]
        orders = orders_of(session)
        hidden += [(0, n) for n in range(cut_cards(session, orders[0]), len(orders[0]))]
        self.seen |= places(orders) - set(hidden)

    @property
    def state(self):
        """The state that is seen."""
        return self.session.state_id

    def next_person(self):
        """The round, and who of the people decides in it or decides next."""
        session = self.session
        if session.seat is None:
            return None
        seats = persons(session)
        return session.history.state.round, min(
            seats, key=lambda seat: (seat - session.seat) % len(session.players)
        )


def places(orders):
    """Every place of every shuffle."""
    return {(n, place) for n, order in enumerate(orders) for place in range(len(order))}


def cut_cards(session, order):
    """How many cards the cut for the deal has shown."""
    cards, still = list(order), list(range(len(session.players)))
    while len(still) > 1:
        cut = {}
        for seat in still:
            while cards[0] == session.deck.wild:
                del cards[0]
            cut[seat] = cards.pop(0)
        still = [seat for seat in still if cut[seat] == max(cut.values())]
    return len(order) - len(cards)


@pytest.mark.parametrize(
    "moments",
    [(6, 25, 60, 110), pytest.param(tuple(range(1, 200, 12)), marks=pytest.mark.slow)],
    ids=["some", "many"],
)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["Ana", "bot"], {}),
        (["bot", "Ana", "bot"], {"practice": True}),
        (["Ana", "Bo"], {}),
        (["Ana", "bot", "Bo"], {"practice": True, "hand": 2}),
        (["Ana", "bot", "Bo", "Cy"], {"teams": True, "stock": 3, "hand": 3}),
    ],
    ids=["alone", "alone, practice", "one screen", "one screen, practice", "teams"],
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
