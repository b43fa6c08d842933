"""Faults in the midst of games: the table is right after each, and every decision is kept."""

from __future__ import annotations

import json
import random
import secrets

import pytest

from skyjo_widget import IllegalActionError, RulesError, load
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.records.replay import replay
from tests.fixtures import fuzz
from tests.serving.phones import (
    frame,
    raw_socket,
    session_of,
    wait_until,
)

GAMES = {
    "skyjo": {"columns": 3},
    "newskyjo": {"columns": 3},
    "skip-bo": {"deck": fuzz.WILD, "stock": 2, "hand": 2},
}
NAMES = ["Ana", "Bo", "Cy"]
FAULTS = 67
"""A game; 200 in all."""


class Storm:
    """A game on phones to which something happens all the time."""

    def __init__(self, place, preset, path, seed):
        self.rng, self.place, self.path = random.Random(seed), place, path
        options = {"practice": True, **GAMES[preset]}
        players = [*NAMES, "bot:random"]
        self.serving = place.serve(*players, game=preset, record=path, seed=seed, **options)
        self.session = session_of(self.serving)
        self.phones = dict(enumerate(place.sit(self.serving, *NAMES)))
        self.tokens = {seat: phone.token for seat, phone in self.phones.items()}
        self.shown = {}

    def settle(self):
        """Wait until all phones here show the same state, and hold it against the rules."""
        session = self.session

        def same():
            with session.parts.game.lock:
                state = session.state
                quiet = session.waiting != "bot" or session.pace < 0
            if session.parts.game.fault or not quiet:
                return False
            return all(p.state == state for p in self.phones.values()) and state == session.state

        wait_until(same, "one state on all phones")
        with session.parts.game.lock:
            history = session.history
            assert status(session.history.game, history.state, history.codes) == ()
            numbers = [row.decision for row in history.decisions]
            assert numbers == list(range(len(numbers)))
            for row in history.decisions:
                assert self.shown.setdefault(row.decision, row.notation) == row.notation
        views = {
            seat: {k: v for k, v in p.view.items() if k in ("seat", "round", "turn", "decision")}
            for seat, p in self.phones.items()
        }
        assert len({json.dumps(view, sort_keys=True) for view in views.values()}) <= 1

    def guests(self):
        """The guests' numbers, by their names."""
        people = self.serving.people
        seats = [seat for table in people["tables"] for seat in table["seats"] if seat["guest"]]
        return {one["name"]: one["guest"] for one in [*seats, *people["lobby"]]}

    def decide(self):
        """Let whoever is to act decide on a phone, if one of them is."""
        if self.session.waiting == "next round":
            for phone in self.phones.values():
                phone.send("next_round", state=phone.state)
            wait_until(lambda: self.session.waiting != "next round", "the next round")
        elif self.session.waiting is None:
            self.shown.clear()
            self.session.again(seed=self.rng.randrange(99))
        elif phone := next((p for p in self.phones.values() if p.mine), None):
            before = len(self.session.history.decisions)
            phone.act(self.rng.choice(phone.options()))
            wait_until(lambda: len(self.session.history.decisions) > before, "the decision")
        self.settle()

    def back(self, seat):
        """Come back with the old token."""
        phone = self.place.phone(self.serving).hello(self.tokens[seat])
        assert phone.role == "player", phone.refused
        phone.wait_for(lambda p: p.view)
        self.phones[seat] = phone

    # Faults

    def cut(self, seat):
        """Lose the network."""
        self.phones.pop(seat).cut()
        self.session.act(self.session.legal[0]) if self.session.waiting == "person" else None
        self.back(seat)

    def cut_in_a_frame(self, seat):
        """Lose it in the middle of a message."""
        old = self.phones.pop(seat)
        bare = raw_socket(self.serving)
        bare.sendall(frame(json.dumps({"type": "hello", "token": self.tokens[seat], "lang": "en"})))
        old.wait_for(lambda p: p.code)
        action = {"type": "act", "action": "draw", "state": self.session.state}
        whole = frame(json.dumps(action))
        bare.sendall(whole[: self.rng.randrange(1, len(whole) - 1)])
        bare.close()
        self.back(seat)

    def cut_after_a_click(self, seat):
        """Lose it before the answer."""
        phone = self.phones.pop(seat)
        if phone.mine:
            phone.act(self.rng.choice(phone.options()))
        phone.cut()
        wait_until(lambda: not self.serving.people["tables"][0]["seats"][seat]["here"])
        self.back(seat)

    def sleep(self, seat):
        """Read nothing for a while."""
        old = self.phones.pop(seat)
        bare = raw_socket(self.serving, receive_buffer=2048)
        bare.sendall(frame(json.dumps({"type": "hello", "token": self.tokens[seat], "lang": "en"})))
        old.wait_for(lambda p: p.code)
        for _ in range(5):
            if self.session.waiting == "person":
                self.session.act(self.session.legal[0])
        self.back(seat)
        bare.close()

    def stale(self, seat):
        """Click on what was there."""
        phone = self.phones[seat]
        before = self.session.state
        phone.answered("act", action=self.rng.choice(["draw", "flip a1", "pass"]), state=before - 1)
        assert self.session.state == before
        assert phone.view["error"]["key"] == "stale"

    def double(self, seat):
        """Click twice: it counts once."""
        phone = self.phones[seat]
        if phone.mine:
            answer = phone.view["answer"]
            action, state = self.rng.choice(phone.options()), phone.state
            before = len(self.session.history.decisions)
            phone.act(action, state=state)
            phone.act(action, state=state)
            phone.wait_for(lambda p: p.view["answer"] >= answer + 2)
            own = [d for d in self.session.history.decisions[before:] if d.seat == seat]
            assert len(own) == 1

    def together(self, _seat):
        """Click all at once: only who is to act does."""
        before, turn = len(self.session.history.decisions), self.session.seat
        state = self.session.state
        for phone in self.phones.values():
            options = phone.options() or ["draw"]
            phone.send("act", action=self.rng.choice(options), state=state)
        for phone in self.phones.values():
            phone.reach_table()
        own = {d.seat for d in self.session.history.decisions[before:] if d.kind == "person"}
        assert own <= {turn}

    def second(self, seat):
        """Open a second page."""
        first = self.phones.pop(seat)
        self.back(seat)
        first.wait_for(lambda p: p.code)
        assert first.bye == "elsewhere"

    def pause(self, _seat):
        """Let the host hold the bots for a while."""
        self.session.pace = -1
        self.settle()
        if self.session.waiting == "bot":
            self.session.step()
        self.session.pace = 0

    def by_a_bot(self, seat):
        """Let a bot play on, and somebody come back."""
        if self.session.over:
            return
        phone = self.phones.pop(seat)
        self.session.pace = -1
        self.serving.replace(seat, "bot:random")
        phone.wait_for(lambda p: p.lobby["seat"] is None)
        self.serving.replace(seat, f"person:{NAMES[seat]}")
        self.serving.move(self.guests()[NAMES[seat]], seat)
        phone.wait_for(lambda p: p.lobby["seat"] == seat)
        self.session.pace = 0
        self.phones[seat] = phone

    def freed(self, seat):
        """Free a seat, and give it back."""
        name = self.session.players[seat].name
        phone = self.phones.pop(seat)
        self.serving.free(seat)
        phone.wait_for(lambda p: p.lobby["seat"] is None)
        self.serving.move(self.guests()[name], seat)
        phone.wait_for(lambda p: p.lobby["seat"] == seat)
        self.phones[seat] = phone

    def locked(self, seat):
        """Lock the table: who has a seat comes back all the same."""
        self.serving.lock()
        self.cut(seat)
        self.serving.lock(on=False)

    def renamed(self, seat):
        """Have another name."""
        if not self.session.over:
            self.serving.rename(seat, f"N{self.rng.randrange(999)}")
            self.serving.rename(seat, NAMES[seat])

    def gifts(self, seat):
        """Give and take."""
        for what in ("undo", "pace", "next_round", "coach"):
            self.serving.give(what, self.rng.random() < 0.5)
        self.serving.hide_names(self.rng.random() < 0.3)
        self.phones[seat].send("set", traits={"spoken": "fr", "opened": ["predict"]})

    def undone(self, _seat):
        """Take back."""
        try:
            self.session.undo()
        except (IllegalActionError, RulesError):
            return
        decisions = self.session.history.decisions
        self.shown = {row.decision: row.notation for row in decisions}


KINDS = [
    *("cut", "cut_in_a_frame", "cut_after_a_click", "sleep", "stale", "double", "together"),
    *("second", "pause", "by_a_bot", "freed", "locked", "renamed", "gifts", "undone"),
]


@pytest.mark.seconds
@pytest.mark.parametrize(
    "preset",
    ["skyjo", *(pytest.param(name, marks=pytest.mark.slow) for name in ("newskyjo", "skip-bo"))],
)
def test_a_game_with_faults_is_a_game_like_any_other(place, tmp_path, preset):
    """Every decision counts once, all phones agree, and the record replays to the same table."""
    seed = secrets.randbelow(10**6)
    print(f"seed {seed}")
    storm = Storm(place, preset, tmp_path / "game.jsonl", seed)
    order = []
    while len(order) < FAULTS:
        fresh = [*KINDS]
        storm.rng.shuffle(fresh)
        order += fresh
    storm.settle()
    for kind in order[:FAULTS]:
        for _ in range(storm.rng.randrange(3)):
            storm.decide()
        seat = storm.rng.choice(sorted(storm.phones))
        print(kind, seat, storm.session.waiting)
        getattr(storm, kind)(seat)
        storm.settle()
    session, path = storm.session, storm.session.path
    state, codes, game = session.history.state, session.history.codes, session.history.game
    text = game.state_text(state, codes, session.deck)
    frames = session.log.decisions.to_csv(), session.log.rounds.to_csv()
    session.close()
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    again = replay(lines)
    assert game.state_text(again.state, again.codes, again.deck) == text
    loaded = load(path, display=False)
    place.opened.append(loaded)
    assert (loaded.log.decisions.to_csv(), loaded.log.rounds.to_csv()) == frames
