"""Nothing leaks through a socket: what its seat can't see may be anything, no byte is another.

A game is played on phones; then again with the cards changed that one of them had not seen by then.
All that this one was sent must be the same.
"""

from __future__ import annotations

import itertools
import json
import random
import threading

import pytest

from tests.fixtures.hidden_cards import (
    EFFECTS,
    PILES,
    SEED,
    Tagged,
    Tagging,
    any_of,
    cut_cards,
    game,
    orders_of,
    places,
    shuffles_for,
)
from tests.serving.phones import LONG, token_in, wait_until

pytestmark = [pytest.mark.usefixtures("no_clocks_or_ids"), pytest.mark.seconds]
NOBODY = None
"""The eye of a spectator, of the projector, of somebody without a seat, and of the host."""


class Game:
    """A game on phones in which everything is tried; or that of another one once more."""

    def __init__(
        self, monkeypatch, place, preset, players, *, seed, first=None, orders=(), **options
    ):
        self.chance, self.first, self.done, self.answers = random.Random(seed), first, [], []
        monkeypatch.setattr("skyjo_widget.serving.door.BEHIND", 0.005)
        if preset == "skip-bo":
            monkeypatch.setattr("skyjo_widget.board.open.new_history", Tagging)
        self.players = [self.bot() if name == "bot" else name for name in players]
        self.session, self.wire = game(
            monkeypatch, self.players, orders, preset=preset, deals=seed, **options
        )
        place.opened.append(self)
        self.session.pace = -1
        self.session.coach = "request"
        self.serving = self.session.serve(display=False)
        self.seats = {seat: name for seat, name in enumerate(players) if name in "Ana Bo Cy Di"}
        self.phones = {s: place.phone(self.serving).join(name) for s, name in self.seats.items()}
        self.others = [
            place.phone(self.serving).watch(token_in(link))
            for link in (self.serving.watch_link, self.serving.screen_link)
        ]
        screen = self.others[1]
        screen.wait_for(lambda p: p.screen, "the projector")
        self.late = place.phone(self.serving).join("Zoe")
        assert self.late.role == "player"
        wait_until(lambda: all(s["here"] for s in self.late_seats()), "everybody")
        self.serving.give("undo")
        self.serving.give("coach")
        self.late.wait_for(lambda p: p.lobby, "the lobby")
        screen.wait_for(lambda p: p.screen["lobby"] == ["Zoe"], "who waits")
        self.serving_rests()  # else a state may be built between a gift and the start
        self.serving.start()
        self.late.wait_for(lambda p: p.lobby["started"], "the start")
        screen.wait_for(lambda p: p.screen["started"], "the start")
        self.seen = {eye: set() for eye in (NOBODY, *self.seats)}
        self.wait()
        for phone in self.phones.values():
            phone.send("set", traits={"opened": ["predict"], "spoken": "en"})
            phone.wait_for(lambda p: p.traits["opened"] == p.traits["asides"], "the panel")

    def close(self):
        """Stop serving."""
        if self.serving.running:
            self.serving.stop()

    def late_seats(self):
        """The seats, as the host is told."""
        return self.serving.people["tables"][0].get("seats") or [{"here": False}]

    def bot(self):
        """Somebody who decides by what they see: in the second game as in the first."""

        def mine(obs):
            answers = self.first.answers if self.first else None
            action = answers[len(self.answers)] if answers else any_of(obs)
            self.answers.append(action)
            return action

        return mine

    def everybody(self):
        """All sockets that have a board."""
        return [*self.phones.values(), *self.others]

    def wait(self):
        """Wait until every socket shows the present state."""
        state = self.session.state
        for phone in self.phones.values():
            phone.wait_for(lambda p: p.state == state, "the state")
        watcher, screen = self.others
        watcher.wait_for(lambda p: p.state == state, "the state")
        screen.wait_for(lambda p: p.tables.get(1, {}).get("view", {}).get("state") == state)
        self.serving_rests()
        self.look()

    def serving_rests(self):
        """Wait until nothing is under way: a socket that lags behind is sent fewer states."""
        door = self.serving._door

        def rests():
            done = threading.Event()
            door.tables[0]._jobs.put(done.set)
            assert done.wait(LONG)
            clients = list(door.clients)
            return not door._due and not any(is_behind(client) for client in clients)

        wait_until(rests, "rest")

    def go_on(self):
        """Do what the first game did, or something."""
        todo = self.first.done[len(self.done)] if self.first else self.choose()
        self.done.append(todo)
        seat, kind, fields = todo
        if seat is NOBODY:
            self.session.step() if kind == "step" else self.session.penalize(**fields)
        else:
            phone = self.phones[seat]
            before = phone.view["answer"]
            phone.send(kind, **fields)
            phone.wait_for(lambda p: p.view["answer"] > before, "an answer")
            ready = self.session.waiting == "next round"
            if kind == "next_round" and ready:
                for other in self.everybody()[:-1]:
                    other.wait_for(lambda p: p.lobby["seats"][seat]["ready"], "readiness")
        self.wait()

    def choose(self):
        """Return who does what: mostly whoever is to decide."""
        session, state = self.session, self.session.state
        someone = self.chance.choice(sorted(self.phones))
        phone, chance = self.phones[someone], self.chance.random()
        if chance < 0.03:
            note = {"id": "x", "decision": None, "text": "Hm.", "kind": None, "tags": []}
            return someone, "note", {**note, "rating": None, "by": "Bo", "edits": None}
        if chance < 0.06:
            return (
                someone,
                "act",
                {"action": self.chance.choice(["draw", "play 1 b1"]), "state": state},
            )
        if chance < 0.09 and session.history.game.private_hands:
            return someone, "undo", {"state": state}
        if chance < 0.11 and session.history.game.penalize and session.seat is not None:
            return NOBODY, "penalize", {"seat": someone}
        if chance < 0.14 and phone.mine and "predict" in phone.traits["panels"]:
            values = {"question": "draw", "draw": "X <= 905", "event": "X <= 905", "value": "1/2"}
            return someone, "panel", {"panel": "predict", "button": "commit", "values": values}
        if session.waiting == "bot":
            return NOBODY, "step", {}
        if session.waiting == "person":
            actions = self.phones[session.seat].options()
            plays = [action for action in actions if action.startswith("play")]
            return (
                session.seat,
                "act",
                {"action": self.chance.choice(plays or actions), "state": state},
            )
        return self.chance.choice(sorted(self.phones)), "next_round", {"state": state}

    def look(self):
        """Remember which cards of Skip-Bo each eye has seen by now."""
        session, s = self.session, self.session.history.state
        if not session.history.game.private_hands:
            return
        orders = orders_of(session)
        cut = {(0, n) for n in range(cut_cards(session, orders[0]), len(orders[0]))}
        for eye in self.seen:
            hidden = set(cut)
            if session.seat is not None:
                hands = [hand for seat, hand in enumerate(s.hand) if seat != eye]
                for pile in [s.draw, *s.stock, *hands]:
                    hidden |= {card.place for card in pile if isinstance(card, Tagged)}
            self.seen[eye] |= places(orders) - hidden

    def texts(self, eye):
        """Return all that an eye was sent, without tokens."""
        sockets = [self.phones[eye]] if eye is not NOBODY else [*self.others, self.late]
        found = []
        for phone in sockets:
            texts = [text for text in phone.texts if '"type":"welcome"' not in text]
            # The projector's frame comes a while behind: how often may differ, not what.
            # A slow phone sees fewer states of the gathering; the last one counts.
            gathers = '{"type":"lobby","lobby":{"started":false,'
            lobby = [text for text in texts if text.startswith(gathers)]
            found.append(lobby[-1:])
            shown = [text for text in texts if text not in lobby]
            found.append([text for text in shown if '"type":"screen",' not in text])
            frames = {json.dumps(m["screen"]) for m in phone.messages if m["type"] == "screen"}
            for link in (self.serving.pin, str(self.serving._door.port), *self.serving.qr):
                frames = {text.replace(link, "") for text in frames}
            found.append(sorted(frames))
        return found

    def permuted(self, eye, seed):
        """Return the draw piles with the cards permuted that an eye has not seen, and how many."""
        orders, chance, changed = orders_of(self.session), random.Random(seed), 0
        for number, order in enumerate(orders):
            if self.session.history.game.private_hands:
                unseen = sorted(at for n, at in places(orders) - self.seen[eye] if n == number)
            else:
                unseen = self.unseen(eye, number, orders)
            cards = [order[at] for at in unseen]
            chance.shuffle(cards)
            for at, card in zip(unseen, cards, strict=True):
                changed += order[at] != card
                order[at] = card
        return orders, changed

    def unseen(self, eye, number, orders):
        """Return the places of a draw pile of grids whose cards an eye has not seen."""
        h = self.session.history
        s, found = h.state, []
        seen = set() if eye is NOBODY else set(h.game.known(s, eye)[0])
        coming = list(s.draw[: s.draw_size])
        if self.session.phase == "place drawn" and self.session.seat != eye:
            coming.append(s.hand)
        deal = max(i for i, why in enumerate(shuffles_for(self.session)) if why == "deal")
        if number == deal:  # face down since then
            found += [card for row in s.under for card in row if card >= 0]
        if number == len(orders) - 1:
            found += [card for card in coming if card not in seen]
        return [orders[number].index(card) for card in found]


SKIPBO = {"deck": PILES, "stock": 4}
GAMES = {
    "skyjo": ("skyjo", ["Ana", "bot", "Bo"], {"columns": 3}),
    "newskyjo": ("newskyjo", ["Ana", "bot", "Bo"], {"deck": EFFECTS, "columns": 3}),
    "skip-bo": ("skip-bo", ["Ana", "Bo", "bot"], {**SKIPBO, "practice": True}),
    "teams": ("skip-bo", ["Ana", "Bo", "Cy", "Di"], {**SKIPBO, "teams": True, "hand": 3}),
}


DEALS = 30
"""The seed of the games: a short one is how a long one begins."""


@pytest.mark.parametrize(
    ("name", "moment"),
    [
        *((name, 14) for name in GAMES if name != "teams"),
        *(pytest.param(name, 30, marks=pytest.mark.slow) for name in GAMES),
    ],
)
def test_what_an_eye_has_not_seen_changes_no_byte(monkeypatch, place, name, moment):
    """Of any socket: each seat's, a spectator's, the projector's, of somebody without a seat."""
    preset, players, options = GAMES[name]
    first = Game(monkeypatch, place, preset, players, seed=DEALS, **options)
    while len(first.done) < moment or first.session.seat is None:
        first.go_on()
    kinds = {kind for _, kind, _ in first.done}
    assert "act" in kinds
    others = 0
    for eye in (NOBODY, *first.seats):
        orders, changed = first.permuted(eye, moment)
        assert changed > 20
        second = Game(
            monkeypatch,
            place,
            preset,
            players,
            seed=DEALS,
            first=first,
            orders=orders,
            **options,
        )
        while len(second.done) < len(first.done):
            second.go_on()
        for own, again in zip(first.texts(eye), second.texts(eye), strict=True):
            assert first_difference(own, again) is None
        if eye is NOBODY:
            assert second.wire.sent == first.wire.sent
        if first.session.seat == eye and "predict" in first.phones[eye].traits["asides"]:
            assert asked_coach(first, eye) == asked_coach(second, eye)
        others += sum(first.texts(seat) != second.texts(seat) for seat in first.seats)
        place.shut(second)
    assert (
        others or not first.session.history.game.private_hands
    )  # a phone that had seen them was sent others
    every = [text for phone in (*first.everybody(), first.late) for text in phone.texts]
    assert str(SEED) not in "".join([*every, *first.wire.sent])


def is_behind(client):
    """Return whether a socket has not been sent all that it is to show."""
    sent = client._sent
    return client._due.is_set() or any(sent.get(k) != v for k, v in client._latest.copy().items())


def first_difference(own, again):
    """Return the first messages that differ, and those around them; None if none does."""
    for at, (one, other) in enumerate(itertools.zip_longest(own, again)):
        if one != other:
            return at, own[max(0, at - 2) : at + 3], again[max(0, at - 2) : at + 3]
    return None


def asked_coach(game, seat):
    """Return what the coach says to a seat's phone."""
    phone = game.phones[seat]
    phone.answered("coach", state=phone.state)
    phone.wait_for(lambda p: p.traits["coach"]["odds"], "odds")
    if not game.session.history.game.private_hands:  # its chances to win take seconds
        phone.wait_for(lambda p: not p.traits["coach"]["thinking"], "chances")
        return phone.traits["coach"]
    return phone.traits["coach"]["odds"]
