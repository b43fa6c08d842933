"""Many threads at one table: handlers, cells and readers, as JupyterLab runs them."""

from __future__ import annotations

import contextlib
import json
import random
import sys
import threading
from collections import Counter

import pytest

from skyjo_widget import IllegalActionError, RulesError, load, play
from skyjo_widget.errors import StaleStateError
from skyjo_widget.records.record_file import read
from tests.fixtures import fuzz
from tests.reference import plain_replayer


@pytest.fixture(autouse=True)
def hurried():
    """Threads that give way to each other as often as Python can make them."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Files saved to no named place stay below the test's folder."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


def together(*bodies):
    """Run bodies at once, each in a thread of its own; what they raised."""
    barrier, raised = threading.Barrier(len(bodies)), []

    def run(body):
        barrier.wait()
        try:
            body()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(body,), daemon=True) for body in bodies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
    assert not any(thread.is_alive() for thread in threads), "they wait for each other"
    return raised


class Counted:
    """A table whose every carried out request is counted, whoever made it."""

    VERBS = ("act", "step", "undo", "next_round", "note", "save_as")

    def __init__(self, path):
        self.session = play(
            "skyjo",
            ["Ana", "Bo", "bot:greedy", "bot:random"],
            record=path,
            seed=5,
            practice=True,
            display=False,
            columns=2,
            rows=2,
            turned=1,
            clear=2,
            target=1_000_000,
        )
        self.board = self.session.board
        self.done = Counter()
        self.states = []  # those that a request was carried out for
        self.refused = Counter()
        self.messages = Counter()
        self._counting = threading.Lock()
        for verb in self.VERBS:
            setattr(self.session, verb, self._counted(verb, getattr(self.session, verb)))
        self.board.observe(self._look, "view")

    def _counted(self, verb, do):
        def counted(*args, **named):
            result = do(*args, **named)
            with self._counting:
                self.done[verb] += 1
                if named.get("state") is not None:
                    self.states.append(named["state"])
            return result

        return counted

    def _look(self, change):
        error = change["new"]["error"]
        with self._counting:
            self.refused[error and error["key"]] += 1

    def send(self, message):
        """A message from a browser, with whatever thread it comes."""
        with self._counting:
            self.messages[message == fuzz.NUDGE] += 1
        self.board._handle_custom_msg(message, [])


def clicker(table, seed, count, *, save=False):
    """A browser that clicks on what it sees, and on much else."""

    def body():
        rng = random.Random(seed)
        for _ in range(count):
            view = table.board.view
            state, chance = view["state"], rng.random()
            if chance < 0.03:
                table.board.set_state({"pace": rng.choice((0, 700, -1))})
            elif chance < 0.08:
                table.send(dict(fuzz.NUDGE))
            elif chance < 0.13:
                table.send({"type": "undo", "state": state})
            elif chance < 0.18:
                table.send({"type": "act", "action": rng.choice(ACTIONS), "state": state})
            elif chance < 0.24:
                table.send(rng.choice(MALFORMED))
            elif chance < 0.28:
                table.send({"type": "act", "action": "draw", "state": state - rng.randrange(1, 9)})
            elif save and chance < 0.3:
                table.send({"type": "save", "state": state})
            elif view["targets"]:
                action = rng.choice(list(view["targets"].values()))
                table.send({"type": "act", "action": action, "state": state})
            else:
                kind = {"next round": "next_round"}.get(view["waiting"], "step")
                table.send({"type": kind, "state": state})

    return body


ACTIONS = ("draw", "take", "discard", "flip a1", "place b2", "place z9", "jump", "")
MALFORMED = (
    None,
    "act",
    {},
    {"type": "act"},
    {"type": 1, "state": 0},
    {"type": "dance", "state": 0},
)


def cell(table, seed, count):
    """Somebody who plays from a cell, beside the board."""

    def body():
        rng, session = random.Random(seed), table.session
        for number in range(count):
            verb = rng.choice(("act", "act", "act", "step", "undo", "note", "log", "next_round"))
            with contextlib.suppress(IllegalActionError):
                if verb == "act":
                    session.act(rng.choice(session.legal or ("draw",)))
                elif verb == "note":
                    session.note(f"{seed}, {number}", by="Bo")
                elif verb == "log":
                    rows = session.log.decisions
                    assert list(rows["decision"]) == list(range(len(rows)))
                else:
                    getattr(session, verb)()

    return body


def reader(table, count):
    """Somebody who looks at all there is to see, and never at half of a change."""

    def body():
        session, board, last = table.session, table.board, -1
        for _ in range(count):
            view = board.view
            json.dumps([view, board.rows])
            assert view["state"] >= last
            last = view["state"]
            with session.parts.game.lock:
                assert len(session.history.decisions) == len(session.log.decisions)
                fuzz.check(session.history)
            str(session.observation())
            repr(session)

    return body


def hammer(path, *, clickers, clicks, save=False):
    """All at once; then hold everything against everything."""
    table = Counted(path)
    session, board = table.session, table.board
    raised = together(
        *(clicker(table, seed, clicks, save=save) for seed in range(clickers)),
        cell(table, 100, clicks),
        reader(table, clicks // 4),
    )
    assert raised == []
    # While others act, an action that is illegal may always be late too.
    table.send({"type": "act", "action": "jump", "state": session.state})
    assert table.refused["internal"] == 0
    assert session.trouble is None
    h, done = session.history, table.done
    assert [row.decision for row in h.decisions] == list(range(len(h.decisions)))
    assert len(h.decisions) == done["act"] + done["step"]
    assert len(h.notes) == done["note"]
    assert session.state == sum(done[verb] for verb in ("act", "step", "undo", "next_round"))
    assert len(set(table.states)) == len(table.states)  # no state was answered twice
    assert board.view["answer"] == table.messages[False]
    assert board.view["state"] == session.state
    kinds = Counter(event["event"] for event in h.events)
    assert (kinds["act"], kinds["undo"], kinds["note"]) == (
        len(h.decisions),
        done["undo"],
        done["note"],
    )
    session.close()
    events, _, torn, *_ = read(session.path)
    assert not torn
    assert events == h.events
    again = load(session.path, record=False, display=False)
    assert fuzz.told(again.history) == fuzz.told(h)
    with session.path.open() as lines:
        *_, plain = plain_replayer.replay(lines)
    assert plain.total == h.state.total[: len(session.players)]
    assert min(done[verb] for verb in ("act", "step", "undo", "next_round", "note")) > 0
    assert min(table.refused[key] for key in ("stale", "illegal", "malformed")) > 0
    return table


@pytest.mark.seconds
def test_clicks_cells_and_readers_at_once(tmp_path):
    """Eight browsers, a cell and a reader: what was carried out is there, once."""
    hammer(tmp_path / "game.jsonl", clickers=8, clicks=60)


@pytest.mark.slow
@pytest.mark.parametrize("clickers", [8, 24])
def test_many_clicks_at_once(tmp_path, clickers):
    """The same at length."""
    hammer(tmp_path / "game.jsonl", clickers=clickers, clicks=2400 // clickers)


@pytest.mark.seconds
def test_saving_while_others_play(tmp_path):
    """Every file that was saved holds the game as it was, all beside each other."""
    table = hammer(tmp_path / "games" / "game.jsonl", clickers=8, clicks=60, save=True)
    files = list(tmp_path.rglob("*.jsonl"))
    assert len(files) == 1 + table.done["save_as"] > 1
    assert {file.parent for file in files} == {tmp_path / "games"}
    whole = table.session.history.events
    for file in files:
        events = read(file)[0]
        assert events == whole[: len(events)]


def test_of_many_who_save_at_once_each_gets_a_file_of_its_own(tmp_path):
    """Beside the record, not somewhere else because a name was just taken."""
    session = play("skyjo", ["Ana", "Bo"], record=tmp_path / "here" / "a.jsonl", display=False)
    saved = []
    assert together(*[lambda: saved.append(session.save_as())] * 16) == []
    assert len(set(saved)) == 16
    assert {path.parent for path in saved} == {tmp_path / "here"}


def test_of_many_requests_for_one_state_one_is_carried_out(tmp_path):
    """Decisions, undos and steps alike, again and again."""
    session = play(
        "skyjo",
        ["Ana", "bot:random"],
        record=False,
        seed=2,
        practice=True,
        display=False,
        target=1_000_000,
    )
    for _ in range(40):
        seen, carried = session.state, []

        def ask(seen=seen, carried=carried):
            try:
                legal = session.legal  # by now maybe a later state's, in which nobody decides
                if session.waiting == "person" and legal:
                    session.act(legal[-1], state=seen)
                elif session.waiting == "next round":
                    session.next_round(state=seen)
                else:
                    session.step(state=seen)
            except (StaleStateError, IllegalActionError, RulesError):
                return
            carried.append(seen)

        assert together(*[ask] * 8) == []
        assert carried == [seen]
        assert session.state == seen + 1
