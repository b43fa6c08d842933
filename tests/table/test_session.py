"""The table: checked decisions, bots and their failures, notes, undo, resuming."""

from __future__ import annotations

import gc
import json
import pickle
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import Deck, IllegalActionError, RulesError, Session, load, play
from skyjo_widget.engine.core.state import copy
from skyjo_widget.errors import PolicyError, RecordError, StaleStateError
from tests.fixtures import tables
from tests.fixtures.tables import DOWN
from tests.reference import plain_replayer


def table(*players, **options):
    """A table in memory, with a seed."""
    options = {"seed": 3, "record": False, "display": False, **options}
    return play("skyjo", list(players) or ["Ana", "bot:greedy"], **options)


def ready(**options):
    """Ana's first turn against a greedy bot."""
    session = table(**options)
    session.act("flip a1")
    session.act("flip b1")
    session.run()
    assert (session.waiting, session.phase) == ("person", "choose")
    return session


def test_people_and_bots_are_seated_in_order():
    """Names, kinds, and a number where two are called the same."""
    session = table("Ana", "bot:greedy", "bot:greedy", "Ana")
    assert [(p.name, p.kind, p.policy) for p in session.players] == [
        ("Ana", "person", None),
        ("greedy", "bot", "greedy"),
        ("greedy 2", "bot", "greedy"),
        ("Ana 2", "person", None),
    ]


def test_the_same_seed_deals_the_same_game():
    """Bots too decide the same."""
    games = []
    for _ in range(2):
        session = table("bot:random", "bot:greedy", seed=5)
        session.run(rounds=True)
        games.append(session.history.state)
    assert games[0] == games[1]
    other = table("bot:random", "bot:greedy", seed=6)
    other.run(rounds=True)
    assert other.history.state != games[0]


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("place b3", r"'place b3' by Ana \(seat 0\): 'place' is for the phase"),
        ("plaec b3", "is no action .did you mean 'place'..; an action begins with draw"),
        ("place z9", "is no position"),
        (2.5, "an action is given in notation, or as its number"),
        (True, "an action is given in notation"),
        (float("inf"), "an action is given in notation"),
        (999, "actions have the ids 0 to"),
        (-1, "actions have the ids 0 to"),
        (None, "an action is given in notation"),
        ("", "is no action"),
    ],
)
def test_an_illegal_action_says_what_who_why_and_what_would_be_legal(action, says):
    """And the game is as before."""
    session = ready()
    before, state = str(session.observation()), session.state
    with pytest.raises(IllegalActionError, match=says) as caught:
        session.act(action)
    assert caught.value.legal == ("draw", "take")
    assert "Legal now: draw, take." in str(caught.value)
    assert (str(session.observation()), session.state) == (before, state)
    session.parts.turns.verify("draw")


def test_a_face_up_card_cannot_be_turned_again():
    """The reason names the place."""
    session = table()
    session.act("flip a1")
    with pytest.raises(IllegalActionError, match="the card on a1 is face up already"):
        session.act("flip a1")


def test_it_is_not_the_other_seats_turn():
    """The asking seat can be given, and is checked."""
    session = ready()
    with pytest.raises(IllegalActionError, match="it isn't the turn of seat 1"):
        session.act("draw", seat=1)


def test_a_stale_request_is_refused():
    """The state that was seen must be the present one."""
    session = ready()
    seen = session.state
    session.act("draw", state=seen)
    with pytest.raises(
        StaleStateError, match=f"for state {seen}, but the table is at state {seen + 1}"
    ):
        session.act("discard", state=seen)
    session.act("discard", state=session.state)


def test_actions_can_be_numbers():
    """An id is the same as its notation."""
    session = ready()
    session.act(session.parts.turns.verify("take"))
    assert session.phase == "place taken"


def test_between_rounds_nobody_decides_and_next_round_deals():
    """A question too early or too late is refused."""
    session = table("bot:greedy", "bot:greedy")
    with pytest.raises(IllegalActionError, match="the round isn't over"):
        session.next_round()
    session.run()
    assert session.waiting == "next round"
    with pytest.raises(IllegalActionError, match=r"the round is over: call next_round\(\)"):
        session.act("draw")
    session.next_round()
    assert session.phase == "setup"
    session.run(rounds=True)
    assert session.over
    assert session.winners
    with pytest.raises(IllegalActionError, match="the game is over"):
        session.next_round()
    with pytest.raises(IllegalActionError, match="the game is over"):
        session.act("draw")


def test_a_function_plays_a_seat_by_notation_or_number():
    """It sees an observation and nothing else."""
    seen = []

    def first(obs):
        seen.append(obs)
        return obs.legal[0]

    session = table(first, "bot:random")
    session.run()
    assert session.waiting == "next round"
    assert session.players[0].name == "first"
    obs = seen[2]
    assert obs.me == 0
    assert obs.mine == obs.grid[0]
    assert obs.phase in ("choose", "setup")
    assert obs.columns == 4
    with pytest.raises(AttributeError, match="no 'under'"):
        _ = obs.under


class UnspeakableError(Exception):
    """An error that can't even be told."""

    def __str__(self):
        raise RuntimeError("no")

    __repr__ = __str__


def leaves(obs):
    """Ask the whole process to end."""
    raise SystemExit(1)


def unspeakable(obs):
    """Raise what can't be told."""
    raise UnspeakableError


def half(obs):
    """Raise half of a character."""
    raise ValueError("\ud83d")


@pytest.mark.parametrize("bot", [leaves, unspeakable, half, lambda obs: UnspeakableError()])
def test_a_bot_cannot_take_the_table_down_with_it(bot, tmp_path):
    """However it fails, the game waits at its seat and the record loads."""
    session = table(bot, "Bo", record=tmp_path / "game.jsonl")
    with pytest.raises(PolicyError):
        session.run()
    assert session.waiting == "fault"
    session.replace(0, "bot:random")
    session.run()
    session.close()
    assert load(tmp_path / "game.jsonl", display=False).waiting == "person"


def test_a_bot_cannot_change_the_rules():
    """A table keeps a copy of its arguments."""

    def cheats(obs):
        obs._codes.target = 1
        obs._codes.value[0] = 777
        obs.seen.grid[0][0] = 0
        return obs.legal[0]

    session = table(cheats, "bot:random")
    session.run()
    assert session.history.codes.target == 100
    assert session.history.codes.value[0] == -2


def test_a_failure_is_over_when_somebody_decides_for_the_bot():
    """And only the seat that failed is replaced for it."""
    session = table(lambda obs: None, "Bo")
    with pytest.raises(PolicyError):
        session.run()
    session.replace(1, "bot:random")
    assert session.waiting == "fault"
    session.act("flip a1")
    assert session.parts.game.fault is None


@pytest.mark.parametrize("error", [IllegalActionError, StaleStateError, PolicyError, RecordError])
def test_errors_cross_to_other_processes(error):
    """With all their parts."""
    made = {
        IllegalActionError: lambda: IllegalActionError(
            "draw", seat=0, player="Ana", reason="no", legal=("take",)
        ),
        StaleStateError: lambda: StaleStateError(1, 2),
        PolicyError: lambda: PolicyError("no", seat=0, player="x", observation="o", traceback="t"),
        RecordError: lambda: RecordError("no", path="p", line=3),
    }[error]()
    again = pickle.loads(pickle.dumps(made))
    assert (str(again), vars(again)) == (str(made), vars(made))


@pytest.mark.slow
def test_a_press_of_stop_never_cuts_a_decision_in_two(tmp_path):
    """Interrupted at any moment, the game goes on and its record loads."""
    ready(record=False)  # late loading happens now
    for k in range(40):
        path = tmp_path / f"{k}.jsonl"
        session = table(*["bot:random"] * 4, record=path, seed=k, target=300)
        gc.disable()  # a collection, which others may listen to, swallows the press
        signal.setitimer(signal.ITIMER_REAL, 0.002 + 0.001 * k)
        previous = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
        try:
            session.run(rounds=True)
        except KeyboardInterrupt:
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
            gc.enable()
        session.run(rounds=True)
        session.close()
        assert load(path, display=False).history.state == session.history.state


def test_replacing_a_player_leaves_what_was_played_theirs():
    """Names stand for who sat there in that round; after the game nobody is replaced."""
    session = table("bot:greedy", "bot:random")
    session.run()
    session.next_round()
    session.replace(0, "Zoe")
    assert session.log.rounds["player"].to_list() == ["greedy", "random", "Zoe", "random"]
    session.replace(0, "bot:greedy")
    session.run(rounds=True)
    with pytest.raises(RulesError, match="the game is over"):
        session.replace(0, "Zoe")


def test_undo_leaves_what_was_played_to_who_played_it():
    """Also after somebody else has sat down."""
    session = table("bot:greedy", "bot:random", practice=True)
    session.run()
    session.next_round()
    session.replace(0, "Zoe")
    session.act("flip a1")
    session.undo()
    assert session.log.rounds["player"].to_list() == ["greedy", "random", "Zoe", "random"]


def test_time_is_counted_from_when_one_could_decide():
    """A note does not restart the clock, and the board's pace is not the bot's time."""
    session = ready()
    time.sleep(0.05)
    session.note("hm")
    session.act("take")
    assert session.history.decisions[-1].ms >= 50
    session.act("place a1")
    time.sleep(0.05)
    session.step()
    assert session.history.decisions[-1].ms < 50


def test_run_can_be_called_from_several_threads():
    """Each bot's turn is checked and taken in one piece."""
    session = table("bot:random", "bot:greedy")
    failed = []

    def run():
        try:
            session.run(rounds=True)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert session.over


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (lambda obs: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda obs: "place z9", "answered 'place z9'"),
        (lambda obs: None, "answered None: an action is given in notation, or as its number"),
        (lambda obs: True, "answered True"),
        (lambda obs: 2.5, "answered 2.5"),
        (lambda obs: 10**6, "answered 1000000: actions have the ids"),
    ],
)
def test_a_bot_that_fails_stops_the_game_at_its_seat(answer, says):
    """With its traceback and what it was given; retry and replace go on."""
    session = table(answer, "Bo")
    before = session.history.state.phase
    with pytest.raises(PolicyError, match=r"table\.step") as caught:
        session.run()
    assert says in str(caught.value)
    assert caught.value.observation.startswith("skyjo phase=setup")
    assert ("ZeroDivision" in caught.value.traceback) == ("ZeroDivision" in says)
    assert session.waiting == "fault"
    assert session.history.state.phase == before
    with pytest.raises(PolicyError):
        session.step()
    with pytest.raises(PolicyError):
        session.step()
    session.replace(0, "bot:random")
    session.run()
    assert session.waiting == "person"


def test_a_mended_bot_goes_on_by_retry():
    """The failure is over when the bot answers."""
    broken = [True]

    def mine(obs):
        if broken:
            raise RuntimeError("not yet")
        return obs.legal[0]

    session = table(mine, "Bo")
    with pytest.raises(PolicyError):
        session.run()
    broken.clear()
    session.step()
    session.run()
    assert (session.parts.game.fault, session.waiting) == (None, "person")


def test_step_is_for_bots():
    """A person decides for themself."""
    with pytest.raises(IllegalActionError, match="no bot is to act"):
        table().step()


def test_notes_are_about_a_decision():
    """The last one, or the one that is named; others are refused."""
    session = ready()
    session.note("confusing", tags=["rule question"], by="Ana")
    session.note("later", decision=0)
    notes = session.log.notes
    assert list(notes["decision"]) == [len(session.history.decisions) - 1, 0]
    assert [tuple(tags) for tags in notes["tags"]] == [("rule question",), ()]
    with pytest.raises(RulesError, match="there is no decision 99"):
        session.note("lost", decision=99)
    session.note("numpy", decision=np.int64(1))
    assert session.log.notes["decision"].iloc[-1] == 1


def test_a_note_has_a_kind_tags_and_a_rating_and_an_edit_keeps_the_old_one():
    """Both stand in the log, joined with the decision; the old one is marked."""
    session = ready()
    first = session.note("odd", kind="observed", rating=2, tags=["confusing"], decision=1)
    second = session.note("odd, and slow", kind="opinion", tags=["slow", "mine"], edits=first)
    notes = session.log.notes.set_index("note")
    assert (first, second) == (0, 1)
    assert list(notes["replaced"]) == [True, False]
    assert list(notes["decision"]) == [1, 1]
    assert list(notes["note_kind"]) == ["observed", "opinion"]
    assert notes.loc[0, "rating"] == 2
    assert pd.isna(notes.loc[1, "rating"])
    assert notes.loc[1, "edits"] == 0
    row = session.log.decisions.set_index("decision").loc[1]
    for name in ("round", "turn", "seat", "player", "phase", "action", "notation", "undone"):
        assert notes.loc[1, name] == row[name]
    assert session.note(edits=second) == 2, "which withdraws it"
    assert session.history.notes[2].empty


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "needs a text, a tag"),
        ({"text": "  "}, "needs a text, a tag"),
        ({"kind": "praise"}, "one of observed, opinion, idea is needed"),
        ({"rating": 0}, "from 1 to 5"),
        ({"rating": 6}, "from 1 to 5"),
        ({"rating": 2.5}, "rating=2.5"),
        ({"text": "x", "edits": 1}, "there is no note 1; there are 1"),
        ({"text": "x", "edits": -1}, "there is no note -1"),
        ({"text": "x", "edits": "0,5"}, "edits='0,5'"),
    ],
)
def test_a_note_that_is_none_is_refused(fields, says):
    """It is said why, and nothing is written."""
    session = ready()
    session.note("first")
    events = len(session.history.events)
    with pytest.raises(RulesError, match=says):
        session.note(**fields)
    assert len(session.history.events) == events
    assert not session.history.notes[0].replaced


def test_a_note_is_edited_once():
    """After that its edit is."""
    session = ready()
    session.note("one")
    session.note("two", edits=0)
    with pytest.raises(RulesError, match="edited already: edit note 1"):
        session.note("three", edits=0)
    session.note("three", edits=1)
    with pytest.raises(RulesError, match="edited already: edit note 2"):
        session.note("four", edits=0)


def test_a_comma_separates_tags():
    """As it does in the log; each is there once, without what surrounds it, empty ones aren't."""
    session = ready()
    session.note("x", tags=["set-up, first round", " set-up", "", " ", "slow\nand long"])
    assert session.history.notes[0].tags == ("set-up", "first round", "slow and long")
    assert tuple(session.log.notes.loc[0, "tags"]) == ("set-up", "first round", "slow and long")
    for nothing in ([""], [" , "]):
        with pytest.raises(RulesError, match="needs a text, a tag"):
            session.note(tags=nothing)


def test_a_number_of_far_too_many_digits_is_refused():
    """Python itself can't tell it."""
    session, huge = ready(), 10**5000
    for fields in ({"rating": huge}, {"edits": huge}, {"decision": -huge}):
        with pytest.raises(RulesError, match="too many digits"):
            session.note("x", **fields)


def test_forms_and_rulings_are_in_the_record(tmp_path):
    """And in the log of the game that was loaded again."""
    session = ready(record=tmp_path / "game.jsonl")
    session.form(by="Ana", experience="some", version="B", fun=4, fairness=3, clarity=5, length=2)
    session.form(text="=1+1")
    session.ruling("it stays", question="does a fourth card clear?", by="Ana", decision=0)
    session.close()
    log = load(tmp_path / "game.jsonl", record=False, display=False).log
    forms, ruling = log.forms, log.rulings.iloc[0]
    assert list(forms["by"].fillna("")) == ["Ana", ""]
    assert list(forms.loc[0, ["experience", "fun", "fairness", "clarity", "length"]]) == [
        "some",
        4,
        3,
        5,
        2,
    ]
    assert (ruling["question"], ruling["text"]) == ("does a fourth card clear?", "it stays")
    assert ruling["decision"] == 0
    assert ruling["notation"] == log.decisions["notation"].iloc[0]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda s: s.form(), "needs an answer"),
        (lambda s: s.form(by="Ana"), "needs an answer"),
        (lambda s: s.form(fun=7), "fun=7"),
        (lambda s: s.form(experience="none"), "one of first, some, many"),
        (lambda s: s.form(version=3), "a version"),
        (lambda s: s.form(text=None), "a form's text"),
        (lambda s: s.ruling(" "), "needs a text"),
        (lambda s: s.ruling("x", decision=99), "there is no decision 99"),
        (lambda s: s.ruling("x", question=1), "question"),
    ],
)
def test_a_form_or_ruling_that_is_none_is_refused(call, says):
    """It is said why, and nothing is written."""
    session = ready()
    events = len(session.history.events)
    with pytest.raises(RulesError, match=says):
        call(session)
    assert len(session.history.events) == events


@pytest.mark.parametrize(
    "fields",
    [
        {"text": None},
        {"text": "half \ud83d"},
        {"text": "x", "by": object()},
        {"text": "x", "by": "\ud83d"},
        {"text": "x", "tags": None},
        {"text": "x", "tags": [1]},
        {"text": "x", "decision": 1.5},
        {"text": "x", "decision": -1},
    ],
)
def test_a_note_that_cannot_be_written_changes_nothing(fields, tmp_path):
    """Neither the log nor the record, which still loads."""
    session = ready(record=tmp_path / "game.jsonl")
    with pytest.raises(RulesError):
        session.note(**fields)
    assert session.log.notes.empty
    session.note("fine")
    session.close()
    assert len(load(tmp_path / "game.jsonl", display=False).log.notes) == 1


def test_a_look_cannot_be_taken_back():
    """Taking the discard pile's top card shows nothing; drawing does."""
    session = ready()
    session.act("take")
    session.undo()
    assert session.phase == "choose"
    session.act("draw")
    with pytest.raises(IllegalActionError, match="a card has been seen since"):
        session.undo()
    assert session.phase == "place drawn"


def test_undo_twice_goes_back_twice():
    """At a table of bots, decision by decision."""
    session = table("bot:random", "bot:greedy", practice=True)
    moments = []
    for _ in range(12):
        moments.append(copy(session.history.state))
        session.step()
    for moment in reversed(moments):
        session.undo()
        assert session.history.state == moment
    with pytest.raises(IllegalActionError, match="no such decision"):
        session.undo()


def test_undo_of_a_swap_of_face_up_cards_takes_no_look_back():
    """Taking a known card for a known one shows nothing; for a hidden one it does."""
    session = table("Ana", "Bo")
    for action in ("flip a1", "flip b1", "flip a1", "flip b1", "take"):
        session.act(action)
    before = copy(session.history.state)
    session.act("place a1")
    session.undo()
    assert session.history.state == before
    session.act("place c3")
    with pytest.raises(IllegalActionError, match="a card has been seen since"):
        session.undo()


def test_undo_goes_back_to_a_persons_own_last_decision():
    """The bots' answers go with it."""
    session = ready(practice=True)
    session.act("take")
    before = str(session.observation())
    session.act("place a1")
    session.run()
    session.undo()
    assert str(session.observation()) == before


@pytest.mark.parametrize("to", ["3,5", 1.5, None])
def test_undo_of_what_is_no_decision_is_refused(to):
    """A sentence, whatever it is."""
    session = table("bot:random", "Ana", practice=True)
    with pytest.raises((RulesError, IllegalActionError)):
        session.undo(to=to)


def test_undo_at_a_practice_table_is_exact_and_erases_no_row():
    """Across draws and other seats' decisions; numbers count on."""
    session = ready(practice=True)
    before = copy(session.history.state)
    session.act("draw")
    session.act("discard")
    session.act("flip d3")
    session.run()
    count = len(session.history.decisions)
    session.undo(to=6)
    assert session.history.state == before
    assert session.log.decisions["undone"].sum() == count - 6
    session.act("take")
    assert session.history.decisions[-1].decision == count
    with pytest.raises(IllegalActionError, match="no such decision"):
        session.undo(to=7)


def test_a_loaded_game_goes_on_as_if_it_had_not_stopped(tmp_path):
    """The same state, the same shuffles and bots to come."""
    whole = table("bot:greedy", "bot:random", record=tmp_path / "whole.jsonl", seed=9)
    whole.run(rounds=True)
    part = table("bot:greedy", "bot:random", record=tmp_path / "part.jsonl", seed=9)
    for _ in range(25):
        part.step()
    part.close()
    again = load(tmp_path / "part.jsonl", display=False)
    assert again.history.state == part.history.state
    again.run(rounds=True)
    assert again.history.state == whole.history.state
    assert "resume" in (tmp_path / "part.jsonl").read_text()
    third = load(tmp_path / "part.jsonl", display=False)
    assert third.over
    assert third.history.state == whole.history.state


def test_a_function_is_never_taken_for_a_built_in_bot_of_its_name(tmp_path):
    """Loaded without it, the seat waits."""

    def greedy(obs):
        return obs.legal[-1]

    session = table(greedy, "Bo", record=tmp_path / "game.jsonl")
    session.close()
    assert session.players[0].policy == "greedy()"
    again = load(tmp_path / "game.jsonl", display=False)
    with pytest.raises(PolicyError, match=r"greedy\(\) was a function"):
        again.run()


@pytest.mark.parametrize("kept", ["act", "shuffle", "game"])
def test_a_record_cut_between_a_draw_and_its_shuffle_goes_on(tmp_path, kept):
    """Killed at any line: the session does what was due, and the next reader agrees."""
    path = tmp_path / "game.jsonl"
    session = table(*["bot:random"] * 8, record=path, seed=2)
    session.run()
    session.close()
    lines = path.read_text().splitlines(keepends=True)
    draw = next(i for i, line in enumerate(lines) if '"for": "draw"' in line)
    path.write_text("".join(lines[: {"game": 1, "act": draw, "shuffle": draw + 1}[kept]]))
    again = load(path, display=False)
    again.run()
    again.close()
    assert again.history.state == session.history.state
    *_, replayed = plain_replayer.replay(path.read_text().splitlines(keepends=True))
    assert replayed.raw == session.history.rounds[0].facts["raw"]


def test_a_listener_that_fails_does_not_stop_the_game():
    """It is warned of; the others hear of the change."""
    session = ready()
    heard = []
    session.parts.game.on_change(lambda: 1 / 0)
    session.parts.game.on_change(lambda: heard.append(session.state))
    with pytest.warns(UserWarning, match="a listener failed: ZeroDivisionError"):
        session.act("take")
    assert heard == [session.state]
    assert session.phase == "place taken"


@pytest.mark.seconds
def test_files_are_let_go_of_with_their_sessions(tmp_path):
    """Dropped tables leave nothing open, refused ones neither."""
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        pytest.skip("this system doesn't tell which files are open")
    path = table(record=tmp_path / "game.jsonl").path
    gc.collect()
    before = len(list(folder.iterdir()))
    for k in range(10):
        table(record=tmp_path / f"{k}.jsonl")
        with pytest.raises(RulesError):
            load(path, players={0: "bot:clever"}, display=False)
    gc.collect()
    assert len(list(folder.iterdir())) <= before


def test_a_bot_that_was_a_function_is_named_when_the_game_is_loaded(tmp_path):
    """Without it the seat waits; with it the game goes on."""

    def mine(obs):
        return obs.legal[0]

    session = table(mine, "Bo", record=tmp_path / "game.jsonl")
    session.close()
    again = load(tmp_path / "game.jsonl", display=False)
    with pytest.raises(PolicyError, match=r"mine\(\) was a function"):
        again.run()
    third = load(tmp_path / "game.jsonl", players={0: mine}, display=False)
    third.run()
    assert third.waiting == "person"


def test_records_go_to_games_under_a_dated_name_of_their_own(own_folder):
    """Running a cell again makes a new one."""
    first, second = (play("skyjo", ["Ana", "Bo"], display=False) for _ in range(2))
    assert first.path != second.path
    assert first.path.parent.name == "games"
    assert first.path.exists()
    assert "skyjo" in first.path.name


def test_an_existing_file_is_never_written_over(tmp_path):
    """The sentence names both ways on."""
    table(record=tmp_path / "a.jsonl").close()
    with pytest.raises(RecordError, match=r"load\(path\) goes on"):
        table(record=tmp_path / "a.jsonl")


def test_a_record_that_cannot_be_written_is_said_and_the_game_goes_on(tmp_path):
    """In memory, with a warning."""
    session = ready(record=tmp_path / "a.jsonl")
    session.close()
    with pytest.warns(UserWarning, match="goes on in memory"):
        session.act("draw")
    session.act("discard")
    assert session.trouble is not None
    assert len(session.log.decisions) == 8


def test_clicks_from_many_threads_are_one_after_the_other():
    """Of forty requests for the same state one is carried out."""
    session = ready(practice=True)
    seen, results = session.state, []
    barrier = threading.Barrier(40)

    def click():
        barrier.wait()
        try:
            session.act("draw", state=seen)
            results.append("done")
        except StaleStateError:
            results.append("stale")

    threads = [threading.Thread(target=click) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(set(results)) == ["done", "stale"]
    assert results.count("done") == 1


def test_listeners_hear_of_every_change_until_they_leave():
    """The returned function ends it."""
    session = ready()
    heard = []
    stop = session.parts.game.on_change(lambda: heard.append(session.state))
    session.act("take")
    session.note("x")
    stop()
    session.act("place a1")
    assert heard == [session.state - 1, session.state - 1]  # a note is no new state


def test_a_session_says_who_plays_what():
    """Its repr, for places without a board."""
    assert repr(table()) == "<Session skyjo, Ana, greedy: setup; in memory>"


# NewSkyjo


def at(h):
    """A session that goes on with a prepared game."""
    return Session(h, functions={}, writer=None)


def test_a_neighbour_decides_at_their_own_seat():
    """The player whose turn it is can't pick for them."""
    session = at(tables.table(DOWN, DOWN, DOWN, draws="-2:right-neighbour-swap"))
    session.act("draw", seat=0)
    session.act("keep", seat=0)
    assert (session.seat, session.observation(2).on_turn) == (2, 0)
    with pytest.raises(IllegalActionError, match="it isn't the turn of seat 0"):
        session.act("pick 2:a1", seat=0)
    session.act("pick 2:a1", seat=2)
    session.act("pick 0:a1", seat=2)
    assert session.seat == 0


def test_an_order_can_be_taken_back():
    """To put the cards back shows nothing that its player hadn't seen."""
    h = tables.table(DOWN, DOWN, DOWN, draws="3:peek-three 7 8 9", practice=False)
    session = at(tables.moves(h, "draw", "keep"))
    before = copy(h.state)
    session.act("order 312")
    assert session.parts.undo.undoable == "yes"
    session.undo()
    assert h.state == before
    session.act("order 231")
    assert tables.pile(h, "draw") == [8, 9, 7]
    assert [h.notation(row, 1) for row in h.decisions[-2:]] == ["order", "order"]
    assert [h.notation(row, 0) for row in h.decisions[-2:]] == ["order 312", "order 231"]
    assert [row.undone for row in h.decisions] == [False, False, True, False]


def test_an_order_that_is_taken_back_gives_others_back_what_they_knew():
    """They know again how the cards lie."""
    h = tables.table(
        "(3:peek-three) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="4:peek-three 7 8 9", practice=False
    )
    session = at(tables.moves(h, "flip a1", "order 123", "draw", "keep"))
    assert tables.knows(h, 0) == "7 8"
    session.act("order 321")
    assert tables.knows(h, 0) == "[7 8 ?]"
    session.undo()
    assert tables.knows(h, 0) == "7 8"


def test_picks_and_swaps_of_cards_that_nobody_looks_at_can_be_taken_back():
    """Hidden cards stay hidden; also when the neighbour has declined."""
    h = tables.table(DOWN, DOWN, DOWN, draws="-2:right-neighbour-swap", practice=False)
    session = at(tables.moves(h, "draw", "keep"))
    moments = [copy(h.state)]
    for action in ("pick 2:b1", "pick 0:a1"):
        session.act(action)
        moments.append(copy(h.state))
    for moment in (moments[1], moments[0]):
        assert session.parts.undo.undoable == "yes"
        session.undo()
        assert h.state == moment
    session.act("decline")
    session.undo()
    assert h.state == moments[0]


@pytest.mark.parametrize("looks", ["draw", "flip a1"])
def test_a_look_at_the_draw_pile_cannot_be_taken_back(looks):
    """Nor can a kept card, or one that was turned."""
    h = tables.table(
        "(3:peek-three) (2) (3) (4) (5) (6)", DOWN, DOWN, draws="3:peek-three 7 8", practice=False
    )
    session = at(h)
    session.act(looks)
    if looks == "draw":
        session.act("keep")
    assert (session.phase, session.parts.undo.undoable) == ("order", "seen")
    with pytest.raises(IllegalActionError, match="a card has been seen since"):
        session.undo()


def test_a_practice_table_takes_back_whole_turns_of_newskyjo():
    """Exactly, with the direction, what is pending and who knows what."""
    session = table_of_newskyjo("Ana", "bot:random", "bot:random", practice=True, seed=4)
    moments = {}
    for _ in range(60):
        if session.waiting == "person":
            moments[len(session.history.decisions)] = copy(session.history.state)
            session.act(session.legal[-1])
        else:
            session.step()
    for decision in sorted(moments, reverse=True):
        session.undo(to=decision)
        assert session.history.state == moments[decision]


def table_of_newskyjo(*players, **options):
    """A table in memory, with a seed."""
    options = {"seed": 3, "record": False, "display": False, **options}
    return play("newskyjo", list(players), **options)


def test_the_same_seed_deals_the_same_game_of_newskyjo():
    """Bots too decide the same."""
    ends = []
    for seed in (5, 5, 6):
        session = table_of_newskyjo("bot:random", "bot:greedy", "bot:random", seed=seed, rounds=2)
        session.run(rounds=True)
        ends.append(session.history.state)
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.seconds
def test_a_loaded_game_of_newskyjo_goes_on_as_if_it_had_not_stopped(tmp_path):
    """Stopped at any decision: in the middle of an effect, with cards looked at."""
    players = ["bot:greedy", "bot:random", "bot:random"]
    whole = table_of_newskyjo(*players, record=tmp_path / "whole.jsonl", seed=9)
    whole.run(rounds=True)
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    phases = set()
    for cut in range(2, len(lines), 9):
        part = tmp_path / f"{cut}.jsonl"
        part.write_text("".join(lines[:cut]))
        again = load(part, display=False)
        phases.add(again.phase)
        again.run(rounds=True)
        assert again.history.state == whole.history.state
        again.close()
        assert load(part, record=False, display=False).history.state == whole.history.state
    assert {"pick first", "pick second", "order", "place kept"} & phases


def test_a_function_plays_newskyjo_from_what_it_sees():
    """Cards know their effect; what it has looked at is there for itself."""
    seen = []

    def mine(obs):
        seen.append(obs)
        if obs.phase == "order":
            cards = [card for card, _ in obs.known[obs.me]]
            return min(obs.legal, key=lambda action: cards[int(action.split()[1][0]) - 1])
        return obs.legal[-1]

    session = table_of_newskyjo(mine, "bot:random", "bot:random", seed=2, rounds=4)
    session.run(rounds=True)
    ordered = [obs for obs in seen if obs.phase == "order"]
    assert ordered
    for obs in ordered:
        assert [depth for _, depth in obs.known[obs.me]][:3] == [1, 2, 3][: len(obs.known[obs.me])]
        assert obs.effect == "peek-three"
    cards = [card for obs in seen for card in obs.mine.values() if card is not None]
    assert {card.effect for card in cards} > {None, "reverse"}


def test_a_session_of_newskyjo_says_who_plays_what():
    """Its repr, for places without a board."""
    session = table_of_newskyjo("Ana", "bot:greedy", "bot:random")
    assert repr(session) == "<Session newskyjo, Ana, greedy, random: setup; in memory>"
    with pytest.raises(RulesError, match=r"is no bot of newskyjo.*; there are random, greedy"):
        table_of_newskyjo("Ana", "Bo", "bot:clever")


def test_a_bots_order_is_not_told_to_the_board_when_it_is_taken_back_either():
    """Neither as the last decision, nor as the one that was undone, nor in the rows."""
    session = at(tables.table(DOWN, "(3:peek-three) (2) (1) (4) (5) (6)", DOWN, draws="4 7 8 9 10"))
    session.replace(1, lambda obs: "order 321" if obs.phase == "order" else "flip a1")
    session.act("draw")
    session.act("place a1")
    session.run()
    order = session.history.newest()
    assert order.notation == "order 321"
    for _ in range(2):
        view, rows = session.board.view, session.board.rows
        assert view["viewer"] in (0, 2)
        assert "321" not in str(view)
        assert "321" not in str(rows)
        if session.seat == 2:
            assert view["last"]["action"] == "order"
            session.undo(to=order.decision)
    assert session.board.view["taken_back"]["first"]["action"] == "order"


# Skip-Bo

UP_TO_3 = Deck.from_counts([(1, 4), (2, 6), (3, 6), ("wild", 3)])
"""A 3 completes a building pile."""


def table_of_skip_bo(*players, **options):
    """A table in memory, with a seed."""
    options = {"seed": 3, "record": False, "display": False, **options}
    return play("skip-bo", list(players) or ["Ana", "Bo"], **options)


def dealt(cards, cut="1 3", **options):
    """A table of two at which seat 0 starts, with these cards dealt, the highest after them."""
    options = {"deck": UP_TO_3, "hand": 3, "stock": 2, "practice": False, **options}
    h = tables.begun("skip-bo", 2, **options)
    tables.put_in_order(h, cut)
    tables.put_in_order(h, cards)
    assert h.actor == 0
    return at(h)


@pytest.mark.parametrize(
    "actions",
    [
        ["play 1 b1"],
        ["play 1 b1", "play 2 b1"],
        ["play 1 b1", "play 2 b1", "discard 3 d2", "discard wild d1", "play d2 b1"],
    ],
    ids=["hand", "twice", "discard pile"],
)
def test_a_play_that_shows_no_card_can_be_taken_back(actions):
    """From the hand or from a discard pile."""
    session = dealt("3 2 3 2 1 2 3 wild wild wild")
    moments = []
    for action in actions:
        moments.append(copy(session.history.state))
        session.act(action)
    assert session.parts.undo.undoable == "yes"
    session.undo()
    assert session.history.state == moments[-1]
    if len(actions) == 2:
        session.undo()
        assert session.history.state == moments[0]


@pytest.mark.parametrize(
    ("actions", "newest"),
    [
        (["play 1 b1", "play stock b1"], "seen"),
        (["play 1 b1", "play stock b1", "play 1 b2"], "yes"),
        (["play 1 b1", "play 2 b1", "play 1 b2"], "seen"),
        (["discard 1 d1"], "seen"),
    ],
    ids=["stock", "before the newest", "last card of the hand", "end of a turn"],
)
@pytest.mark.parametrize("practice", [False, True])
def test_a_card_that_was_turned_up_or_drawn_is_not_taken_back(actions, newest, practice):
    """By whomever it was drawn; practice takes it back."""
    session = dealt("3 2 3 2 1 1 2", practice=practice)
    before = copy(session.history.state)
    for action in actions:
        session.act(action)
    if practice:
        session.undo(to=0)
        assert session.history.state == before
    else:
        assert session.parts.undo.undoable == newest
        with pytest.raises(IllegalActionError, match="a card has been seen since"):
            session.undo(to=0)


def test_a_discard_after_which_nobody_draws_can_be_taken_back():
    """The draw pile is empty, and no pile completed."""
    three = Deck.from_counts([(1, 1), (2, 1), (3, 1)])
    session = dealt("3 2 1", deck=three, hand=1, stock=1)
    before = copy(session.history.state)
    session.act("discard 1 d1")
    assert (session.seat, session.legal) == (1, ("pass",))
    session.undo()
    assert session.history.state == before


@pytest.mark.parametrize("practice", [False, True])
def test_undo_is_not_for_what_was_done_before_a_penalty_unless_in_practice(practice):
    """Later decisions can be taken back; in practice the penalty goes with the rest."""
    session = dealt("3 2 3 2 1 2 3", practice=practice)
    before = copy(session.history.state)
    session.act("play 1 b1")
    session.penalize(1)
    punished = copy(session.history.state)
    session.act("play 2 b1")
    assert session.parts.undo.undoable == "yes"
    session.undo()
    assert session.history.state == punished
    if practice:
        assert session.parts.undo.undoable == "yes"
        session.undo()
        assert session.history.state == before
    else:
        assert session.parts.undo.undoable == "penalty"
        with pytest.raises(IllegalActionError, match="a referee has given a penalty since"):
            session.undo()
        assert session.history.state == punished


def test_a_penalty_that_came_first_is_not_in_the_way():
    """It was given while the decision was still to be made, and stays."""
    session = dealt("3 2 3 2 1 2 3")
    session.penalize(0)
    session.act("play 1 b1")
    session.undo()
    assert session.history.state.stock_left[:2] == [4, 2]
    assert session.parts.undo.undoable == "nothing"


@pytest.mark.parametrize("seat", [2, -1, "0,5", 1.5, True, None])
def test_a_penalty_is_for_a_seat_that_is_there(seat):
    """Whoever else it is meant for, nothing changes."""
    session = table_of_skip_bo()
    before, events = copy(session.history.state), len(session.history.events)
    with pytest.raises(RulesError, match="seat"):
        session.penalize(seat)
    assert (session.history.state, session.state) == (before, 0)
    assert len(session.history.events) == events


def test_a_penalty_is_asked_for_in_the_present_state_of_a_game_that_has_them():
    """An older request is refused; so is one in another game."""
    session = table_of_skip_bo()
    session.penalize(np.int64(1), state=0)
    assert (session.state, session.history.state.stock_left[:2]) == (1, [30, 32])
    with pytest.raises(StaleStateError):
        session.penalize(1, state=0)
    assert session.history.state.stock_left[:2] == [30, 32]
    for other in (table(), table_of_newskyjo("Ana", "Bo", "Cy")):
        name = other.history.game.name
        with pytest.raises(RulesError, match=f"there are no penalties in {name}"):
            other.penalize(1)
        assert other.state == 0


def play_with_penalties(session, rng, stop=lambda session: False):
    """Let all choose at random, with a penalty now and then, until it is time to stop."""
    for _ in range(2000):
        if session.over or stop(session):
            break
        if session.waiting == "next round":
            session.next_round()
        elif rng.random() < 0.2:
            session.penalize(rng.integers(len(session.players)))
        elif session.waiting == "bot":
            session.step()
        else:
            plays = [action for action in session.legal if action.startswith("play")]
            choice = plays or session.legal
            session.act(choice[rng.integers(len(choice))])


@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_penalties_is_loaded_as_it_was(tmp_path, seed):
    """Both readers agree with the table; undone ones are void."""
    path = tmp_path / "game.jsonl"
    players = ["Ana", "bot:random", "Bo", "bot:greedy"]
    options = {"deck": UP_TO_3, "hand": 2, "stock": 1, "teams": True, "practice": True}
    session = table_of_skip_bo(*players, record=path, seed=seed, target=200, **options)
    rng = np.random.default_rng(seed)
    for stops in range(6, 60, 9):
        play_with_penalties(session, rng, lambda s, n=stops: len(s.history.decisions) >= n)
        if not session.over:
            session.undo()
        session.close()
        again = load(path, display=False)
        assert again.history.state == session.history.state
        assert again.parts.undo.undoable == session.parts.undo.undoable
        *_, plain = plain_replayer.replay(path.read_text().splitlines(keepends=True))
        assert plain.total == session.history.state.total[:4]
        session = again
    kinds = [event["event"] for event in session.history.events]
    assert min(kinds.count("penalty"), kinds.count("undo")) > 3


def test_a_record_cut_between_a_penalty_and_its_shuffle_goes_on(tmp_path):
    """The cards that were still to be given are given."""
    path = tmp_path / "game.jsonl"
    options = {"deck": UP_TO_3, "hand": 2, "stock": 1}

    def shuffled(session):
        return session.history.events[-1].get("for") == "penalty"

    for seed in range(50):
        session = table_of_skip_bo(
            "bot:random", "bot:plain", record=path.with_name(f"{seed}.jsonl"), seed=seed, **options
        )
        play_with_penalties(session, np.random.default_rng(seed), shuffled)
        session.close()
        if shuffled(session):
            break
    lines = session.path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:-1]))
    again = load(path, display=False)
    assert again.history.state == session.history.state
    assert again.board.view["penalized"] == session.board.view["penalized"]
    assert again.board.view["penalized"]["cards"] == session.history.penalty["cards"]
    again.run()
    again.close()
    assert load(path, record=False, display=False).history.state == again.history.state


def test_a_loaded_game_of_skip_bo_goes_on_as_if_it_had_not_stopped(tmp_path):
    """Stopped at any event: behind the cut, between a draw and its shuffle, between rounds."""
    whole = table_of_skip_bo(
        *["bot:greedy", "bot:random"] * 2,
        record=tmp_path / "whole.jsonl",
        deck=UP_TO_3,
        hand=3,
        stock=2,
        target=300,
        teams=True,
    )
    whole.run(rounds=True)
    lines = (tmp_path / "whole.jsonl").read_text().splitlines(keepends=True)
    shuffles = {json.loads(line).get("for") for line in lines}
    assert shuffles >= {"cut", "deal", "draw"}
    for cut in [*range(1, 5), *range(5, len(lines), 7)]:
        part = tmp_path / f"{cut}.jsonl"
        part.write_text("".join(lines[:cut]))
        again = load(part, display=False)
        again.run(rounds=True)
        assert again.history.state == whole.history.state
        again.close()


def test_a_game_of_skip_bo_that_nobody_can_win_has_no_winner():
    """Nobody has a point."""
    three = Deck.from_counts([(1, 1), (2, 1), (3, 1)])
    session = dealt("3 2 1", deck=three, hand=1, stock=1, rounds=1)
    for action in ("discard 1 d1", "pass", "pass"):
        session.act(action)
    assert (session.over, session.winners) == (True, ())


# Endless games, and interruptions


@pytest.mark.parametrize("rounds", [False, True])
def test_bots_that_never_end_a_round_are_stopped_with_a_warning(rounds):
    """Nothing is lost, and more turns can be asked for."""
    options = {"seed": 1, "record": False, "display": False}
    session = play("skip-bo", ["bot:random", "bot:random"], **options)
    with pytest.warns(UserWarning, match=r"nobody has ended a round for 40 turns: run\(turns=…\)"):
        session.run(rounds=rounds, turns=40)
    assert (session.waiting, session.history.state.turn) == ("bot", 41)
    with pytest.warns(UserWarning, match="for 45 turns"):
        session.run(rounds=rounds, turns=45)
    assert session.history.state.turn == 46


def test_rounds_that_nobody_ends_count_together():
    """Two random players run out of cards again and again."""
    options = {"seed": 1, "record": False, "display": False}
    session = play("skip-bo", ["bot:random", "bot:random"], **options)
    with pytest.warns(UserWarning, match="for 300 turns"):
        session.run(rounds=True, turns=300)
    assert len(session.history.rounds) > 1
    assert session.log.rounds["ender"].sum() == 0


def test_a_penalty_leaves_the_thinking_time_alone(monkeypatch):
    """It is nobody's move."""
    clock = [0.0]
    monkeypatch.setattr("skyjo_widget.table.table.time.perf_counter", lambda: clock[0])
    session = play("skip-bo", ["Ana", "Bo"], seed=1, record=False, display=False)
    clock[0] = 2.0
    session.penalize(1)
    clock[0] = 3.0
    session.act(session.legal[-1])
    assert session.history.decisions[0].ms == 3000


def test_a_text_that_is_too_long_for_an_action_is_cut():
    """Whoever sends a novel doesn't get it back."""
    session = table()
    with pytest.raises(IllegalActionError, match="an action is a word or a few") as error:
        session.act("x" * 10**6)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize("record", [False, "copy.jsonl"])
def test_a_record_that_ends_before_a_shuffle_goes_on(tmp_path, monkeypatch, record):
    """Also where it is only looked at, or goes on in a copy."""
    monkeypatch.chdir(tmp_path)
    session = play("skip-bo", ["bot:greedy", "bot:plain"], seed=2, record="game.jsonl")
    session.run()
    session.close()
    lines = Path("game.jsonl").read_text().splitlines(keepends=True)
    cut = next(n for n, line in enumerate(lines) if '"for": "draw"' in line)
    Path("torn.jsonl").write_text("".join(lines[:cut]))
    again = load("torn.jsonl", record=record, display=False)
    assert (again.phase, again.waiting) == ("turn", "bot")
    again.run()
    again.close()


def test_where_only_bots_play_their_choices_are_told():
    """Nobody's hand can be betrayed; with a person at the table they aren't."""
    options = {"seed": 1, "record": False, "display": False}
    session = play("skip-bo", ["bot:random", "bot:random"], **options)
    assert session.legal
    session.act(session.legal[0])
    session = play("skip-bo", ["bot:random", "Ana"], **options)
    while session.waiting != "bot":
        session.act(session.legal[-1])
    assert session.legal == ()


def test_a_wild_card_is_written_as_an_action_names_it():
    """A bot of three lines plays a game with it."""

    def mine(obs):
        plays = [action for action in obs.legal if action.startswith("play")]
        return plays[0] if plays else f"discard {obs.mine[-1]} d1" if obs.mine else "pass"

    options = {"seed": 1, "record": False, "display": False}
    session = play("skip-bo", [mine, mine], short=True, rounds=1, **options)
    session.run()
    assert session.over
    assert session.log.decisions.query("wild and action == 'discard'").empty
    session = play("skip-bo", [lambda obs: f"discard {obs.mine[-1]} d1"] * 2, **options)
    for _ in range(30):
        session.step()
    assert session.log.decisions["wild"].any()
