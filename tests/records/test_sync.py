"""The game is kept: one writer a record, and what happens where a disk fails."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from skyjo_widget import SKYJO_DECK, Deck, RulesError, load, load_all, play, replay
from skyjo_widget.engine.core.state import copy
from skyjo_widget.errors import RecordError
from skyjo_widget.records.record_file import read
from tests.fixtures.fuzz import WILD

LOCK = ".copy.jsonl.lock"  # the copy is still open
FORK = """
import multiprocessing, os, sys, time
from skyjo_widget import play
table = play("skyjo", ["Ana", "Bo"], seed=3, record=sys.argv[1], display=False)
with multiprocessing.get_context("fork").Pool(1) as pool:
    pool.apply(os.getpid)
    print(pool._pool[0].pid, flush=True)
    time.sleep(60)
"""
HOLD = """
import sys
from skyjo_widget import load
table = load(sys.argv[1], display=False)
print("held", flush=True)
sys.stdin.readline()
table.step()
"""


def table(path, *players, **options):
    """A table with a record."""
    options = {"seed": 3, "display": False, **options}
    return play("skyjo", list(players) or ["Ana", "bot:greedy"], record=path, **options)


def send(session, kind, **message):
    """A message as the browser sends it."""
    session.board._handle_custom_msg({"type": kind, "state": session.state, **message}, [])


def trouble(session):
    """Return the board's text about the record."""
    told = session.board.view["trouble"]
    return told and told["key"]


def act(session, action):
    """A decision whose warning is expected."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        session.act(action)


@pytest.fixture
def path(tmp_path, monkeypatch):
    """Return the game's file."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "games" / "game.jsonl"


@contextlib.contextmanager
def held_elsewhere(path, **environment):
    """Another program that holds a record."""
    program = subprocess.Popen(
        [sys.executable, "-c", HOLD, path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    assert program.stdout.readline() == "held\n"
    try:
        yield program
    finally:
        program.kill()
        program.wait()
        program.stdin.close()
        program.stdout.close()


def test_who_holds_a_record_is_told_to_the_next(path):
    """The process, the notebook, the machine; and nothing is written or lost."""
    session = table(path, "bot:greedy", "bot:random")
    session.step()
    session.close()
    before = path.read_bytes()
    with held_elsewhere(path, JPY_SESSION_NAME="lessons/monday.ipynb") as other:
        with pytest.raises(RecordError, match="is held by") as caught:
            load(path, display=False)
        assert caught.value.reason == "held"
        for part in ("the notebook lessons/monday.ipynb", str(other.pid), "since", "record=False"):
            assert part in str(caught.value)
        assert path.read_bytes() == before
        looked = load(path, record=False, display=False)
        looked.step()
        assert looked.path is None
        copy = load(path, record=path.with_name("copy.jsonl"), display=False)
        copy.step()
        assert path.read_bytes() == before
        other.communicate("\n", timeout=60)
    again = load(path, display=False)
    assert len(again.history.decisions) == 2
    again.close()
    assert {file.name for file in path.parent.iterdir()} == {"game.jsonl", "copy.jsonl", LOCK}


def test_a_killed_holder_holds_nothing(path):
    """The lock is the operating system's."""
    table(path).close()
    with held_elsewhere(path) as other:
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
        assert path.with_name(".game.jsonl.lock").exists()
        load(path, display=False).act("flip a1")


def test_what_a_killed_kernel_has_forked_holds_nothing(path):
    """A pool's workers outlive it, and let the record be loaded."""
    program = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", FORK, path], stdout=subprocess.PIPE, text=True
    )
    orphan = int(program.stdout.readline())
    try:
        program.kill()
        program.wait()
        os.kill(orphan, 0)  # it lives
        load(path, display=False).act("flip a1")
    finally:
        os.kill(orphan, signal.SIGKILL)
        program.stdout.close()


def test_a_forked_process_leaves_the_record_to_its_parent(path):
    """It writes nothing, says so, and the parent goes on and still holds it."""
    session = table(path, "bot:greedy", "bot:random")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a test's process has threads
        child = os.fork()
    if child == 0:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            session.step()
        os._exit(0 if "forked from" in str(session.trouble) else 1)
    assert os.waitpid(child, 0)[1] == 0
    session.step()
    assert (session.trouble, len(read(path).events)) == (None, 3)
    looked = subprocess.run(
        [sys.executable, "-c", HOLD, path], input="", capture_output=True, text=True, check=False
    )
    assert "is held by" in looked.stderr


def test_loaded_again_in_this_program_it_goes_on_there(path):
    """The older table says so at once, stays playable, and can be saved apart."""
    first = table(path)
    assert trouble(first) is None
    second = load(path, display=False)
    assert trouble(first) == "moved"
    second.act("flip a1")
    act(first, "flip b1")
    assert [row["notation"] for _, row in load(path, display=False).log.decisions.iterrows()] == [
        "flip a1"
    ]
    send(first, "save")
    assert trouble(first) is None
    assert first.board.view["saved"] == str(path.with_name(first.path.name))
    assert [e["action"] for e in read(first.path)[0] if e["event"] == "act"] == ["flip b1"]


def test_a_wrong_player_leaves_the_open_table_alone(path):
    """A refused load changes nothing."""
    first = table(path)
    with pytest.raises(RulesError, match="no bot"):
        load(path, players={1: "bot:nobody"}, display=False)
    first.act("flip a1")
    assert trouble(first) is None


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EFBIG])
def test_a_full_disk_is_said_and_heals(path, monkeypatch, number):
    """The game goes on; when there is room again, all of it is written."""
    session = table(path)
    before = path.read_bytes()
    with monkeypatch.context() as patch:

        def full(_file, _data):
            raise OSError(number, os.strerror(number))

        patch.setattr(os, "write", full)
        with pytest.warns(UserWarning, match=r"can't be written.*goes on in memory"):
            session.act("flip a1")
        session.note("still here")  # said once
        assert trouble(session) == "full"
        assert path.read_bytes() == before
    session.act("flip b1")
    assert trouble(session) is None
    session.close()
    again = load(path, display=False)
    assert again.history.state == session.history.state
    assert [note.text for note in again.history.notes] == ["still here"]


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_half_a_line_is_taken_back(path, monkeypatch, call):
    """A write that is cut short, or that the disk can't promise, is written once in the end."""
    session = table(path)
    before = path.read_bytes()
    real = getattr(os, call)
    with monkeypatch.context() as patch:

        def half(file, *data):
            if data:
                return real(file, data[0][: len(data[0]) // 2])
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        patch.setattr(os, call, half)
        act(session, "flip a1")
        assert trouble(session) == {"write": "full", "fsync": "failed"}[call]
        assert path.read_bytes() == before
    session.act("flip b1")
    session.close()
    assert [e["action"] for e in read(path)[0] if e["event"] == "act"] == ["flip a1", "flip b1"]


def test_a_real_limit_of_the_system_is_a_full_disk(path):
    """No file may grow beyond it; a place without the limit takes the game."""
    session = table(path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    former = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 20, hard))
    try:
        act(session, "flip a1")
        assert trouble(session) == "full"
        send(session, "save")
        assert session.board.view["error"]["key"] == "unsaved"
        assert {file.name for file in path.parent.iterdir()} == {"game.jsonl", ".game.jsonl.lock"}
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, former)
    send(session, "save")
    assert trouble(session) is None
    assert len(load(session.path, display=False).history.decisions) == 1


@pytest.mark.parametrize("how", ["deleted", "folder", "replaced", "moved"])
def test_a_file_that_vanishes_is_said(path, tmp_path, how):
    """And the whole game is saved elsewhere, from the board."""
    session = table(path)
    session.act("flip a1")
    if how == "deleted":
        path.unlink()
    elif how == "folder":
        shutil.rmtree(path.parent)
    elif how == "replaced":
        path.with_name("other").write_bytes(path.read_bytes())
        path.with_name("other").replace(path)
    else:
        path.rename(tmp_path / "moved.jsonl")
    act(session, "flip b1")
    assert trouble(session) == "gone"
    send(session, "save")
    view = session.board.view
    assert (view["trouble"], view["error"], view["saved"]) == (None, None, str(session.path))
    session.step()
    assert session.board.view["saved"] is None
    session.close()
    assert load(session.path, display=False).history.state == session.history.state


def test_a_changed_folder_is_no_trouble(path, tmp_path, monkeypatch):
    """A record with a relative name stays where it was begun."""
    monkeypatch.chdir(tmp_path)
    session = table("here.jsonl")
    monkeypatch.chdir("/")
    session.act("flip a1")
    assert trouble(session) is None
    assert len(read(tmp_path / "here.jsonl")[0]) == 3


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.EPERM])
def test_a_place_that_cannot_be_written_is_refused_with_a_way_out(path, monkeypatch, number):
    """Nothing is begun; load opens it without writing."""
    table(path).close()
    real = os.open

    def denied(name, flags, mode=0o777):
        if flags & os.O_RDWR:
            raise OSError(number, os.strerror(number))
        return real(name, flags, mode)

    monkeypatch.setattr(os, "open", denied)
    with pytest.raises(RecordError, match=r"can't be opened .*record=False") as caught:
        table(path.with_name("new.jsonl"))
    assert caught.value.reason == "denied"
    with pytest.raises(RecordError, match=r"record=False"):
        load(path, display=False)
    session = load(path, record=False, display=False)
    session.act("flip a1")
    assert trouble(session) is None


def test_an_empty_file_that_a_kill_has_left_is_taken_over(path):
    """Anything else that is there stays as it is."""
    path.parent.mkdir()
    path.touch()
    table(path).close()
    assert len(read(path).events) == 2
    pipe = path.with_name("pipe")
    os.mkfifo(pipe)
    for there in (path, pipe):
        with pytest.raises(RecordError, match="the file exists"):
            table(there)


def test_the_tilde_is_the_home_folder(path, tmp_path, monkeypatch):
    """For whatever is written or read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    table("~/game.jsonl").close()
    assert len(load_all("~").games) == 1
    assert load("~/game.jsonl", display=False).save_as("~/copies/").parent.name == "copies"
    assert SKYJO_DECK.to_csv("~/deck.csv") == tmp_path / "home" / "deck.csv"
    assert Deck.from_csv("~/deck.csv") == SKYJO_DECK
    assert len(replay("~/game.jsonl", display=False)) == 1
    assert not (tmp_path / "~").exists()


def test_every_file_has_the_mode_that_the_umask_leaves(path):
    """The record, its lock, a copy, its tables; one that is replaced keeps its own."""
    former = os.umask(0o077)
    try:
        session = table(path)
        session.save_as(path.with_name("copy.jsonl"))
        session.log.to_csv(path.parent)
        modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
        assert {*modes} > {"game.jsonl", "copy.jsonl", LOCK, "games.csv"}
        assert {*modes.values()} == {0o600}
    finally:
        os.umask(former)
    session.log.to_csv(path.parent)
    assert path.with_name("games.csv").stat().st_mode & 0o777 == 0o600


def test_a_file_system_without_locks_is_played_on_too(path, monkeypatch):
    """As in a browser's Python; a second writer is still noticed by what it wrote."""

    def no_lock(_file, *, blocking):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("filelock.lock_descriptor", no_lock)
    session = table(path)
    session.act("flip a1")
    with path.open("ab") as other:
        other.write(b'{"event": "other"}\n')
    act(session, "flip b1")
    assert trouble(session) == "foreign"


def test_a_game_in_memory_can_be_saved_later(tmp_path):
    """With all that happened, and goes on there."""
    session = play("skyjo", ["Ana", "bot:greedy"], seed=3, record=False, display=False)
    session.act("flip a1")
    session.note("first", tags=["x"])
    session.act("flip b1")
    where = session.save_as(tmp_path)
    assert where.parent == tmp_path
    session.run()
    session.close()
    again = load(where, display=False)
    assert again.history.state == session.history.state
    assert again.history.events[:-1] == session.history.events[: len(again.history.events) - 1]


def test_saving_where_something_lies_is_refused(path, tmp_path):
    """And the game goes on where it was."""
    session = table(path)
    (tmp_path / "there.jsonl").write_text("mine")
    with pytest.raises(RecordError, match="the file exists"):
        session.save_as(tmp_path / "there.jsonl")
    session.act("flip a1")
    assert (session.path, trouble(session)) == (path, None)
    assert (tmp_path / "there.jsonl").read_text() == "mine"


def test_a_copy_holds_every_event_as_it_was_written(path, tmp_path):
    """Its times and the words of other software too."""
    session = table(path, "Ana", "bot:greedy", practice=True)
    session.act("flip a1")
    session.undo()
    session.note("é")
    session.close()
    lines = path.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), "weather": "rain"})
    path.write_text("\n".join(lines) + "\n")
    with pytest.warns(UserWarning, match="line 2: .* the record was edited"):
        copy = load(path, record=tmp_path / "copy.jsonl", display=False)
    copy.close()
    written = [json.loads(line) for line in lines]
    written[0]["edited"] = 2
    assert read(tmp_path / "copy.jsonl")[0] == [event for event in written if event.pop("chain")]


def test_of_two_records_of_a_game_the_longer_one_counts(path):
    """The copy that was played on, wherever it sorts."""
    session = table(path, "bot:greedy", "bot:random")
    session.save_as(path.with_name("a-copy.jsonl"))
    session.run()
    session.close()
    with pytest.warns(UserWarning, match="left out: .*game.jsonl holds no more of the same game"):
        log = load_all(path.parent)
    assert len(log.decisions) == len(session.log.decisions)
    shutil.move(path, path.with_name("0.jsonl"))
    with pytest.warns(UserWarning, match=r"left out: .*0\.jsonl"):
        assert len(load_all(path.parent).decisions) == len(log.decisions)


def test_a_saved_name_is_a_name(tmp_path):
    """A record's own words don't choose the folder."""
    session = play("skyjo", ["Ana", "bot:greedy"], record=False, display=False)
    session.history.header["preset"] = "../../../up"
    session.history.header["game_id"] = "/etc/x" + "y" * 300
    where = session.save_as(tmp_path)
    assert where.parent == tmp_path
    assert Path(where).exists()


def test_a_disk_that_is_full_in_the_middle_of_an_effect_of_newskyjo_heals(path, monkeypatch):
    """The order of the cards that were looked at is written whole, and once."""
    line_up = ["Ana", "bot:random", "bot:random"]
    session = play("newskyjo", line_up, seed=3, record=path, display=False, rounds=50)
    while session.phase != "order" or session.waiting != "person":
        if session.waiting == "person":
            legal = session.legal
            session.act("keep" if "keep" in legal else legal[-1])
        elif session.waiting == "bot":
            session.step()
        else:
            session.next_round()
    order = session.legal[-1]
    before = path.read_bytes()
    with monkeypatch.context() as patch:

        def full(_file, _data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patch.setattr(os, "write", full)
        act(session, order)
        assert trouble(session) == "full"
        assert path.read_bytes() == before
        assert order not in json.dumps(session.board.rows)
    act(session, session.legal[0])
    assert trouble(session) is None
    assert [e["action"] for e in read(path)[0] if e["event"] == "act"].count(order) == 1
    state = copy(session.history.state)
    session.close()
    assert load(path, display=False).history.state == state


def test_a_disk_that_is_full_at_a_penalty_of_skip_bo_heals(path, monkeypatch):
    """It is given, told as unsaved, and written whole with its shuffle."""
    options = {"deck": WILD, "stock": 2, "hand": 2, "target": 10_000}
    session = play("skip-bo", ["bot:random"] * 3, seed=3, record=path, display=False, **options)
    while session.history.state.draw_size > 1 or not session.history.state.completed_size:
        if session.waiting == "bot":
            session.step()
        else:
            session.next_round()
    before = path.read_bytes()
    with monkeypatch.context() as patch:

        def full(_file, _data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patch.setattr(os, "write", full)
        with pytest.warns(UserWarning, match="goes on in memory"):
            session.penalize(1)
        assert trouble(session) == "full"
        assert session.board.view["penalized"] == {"seat": 1, "cards": 2}
        assert path.read_bytes() == before
    session.step()
    assert trouble(session) is None
    kinds = [(event["event"], event.get("for")) for event in read(path)[0]]
    assert kinds.count(("penalty", None)) == 1
    after = kinds[kinds.index(("penalty", None)) + 1 :]
    assert after[:2] == [("shuffle", "penalty"), ("act", None)]
    state = copy(session.history.state)
    session.close()
    assert load(path, display=False).history.state == state


def test_a_drive_that_keeps_nothing_is_told_from_the_first_move(path, monkeypatch):
    """The record is written all the same; the board gives it, each time as it is then."""
    monkeypatch.setattr("skyjo_widget.records.sync.keeps_files", lambda _folder: False)
    session = table(path)
    sent = []
    session.board.send = lambda content, _buffers=None: sent.append(content)
    assert trouble(session) == "fleeting"
    for _ in range(2):
        session.act(session.legal[0])
        send(session, "save")
        assert trouble(session) == "fleeting"
        file = sent.pop()
        assert file["text"] == path.read_text("utf-8")
        assert (file["name"], file["state"]) == (path.name, session.state)
    assert session.path == path
    path.unlink()
    act(session, session.legal[0])
    assert trouble(session) == "gone"
    send(session, "save")
    assert trouble(session) == "fleeting"
    assert read(session.path).events == session.history.events
