"""The board's button for handing in, without a browser."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path

import pytest

from skyjo_widget.board.panels.all import panel_names
from skyjo_widget.records import record_file
from skyjo_widget.records.replay import replay
from tests.fixtures.boards import send, table
from tests.fixtures.hidden_cards import advance, game, permuted


def opened(*players, **options):
    """A table for a class, its panel open; what it has sent as files."""
    session, board = table(*players, for_="class", coach="off", **options)
    board.offer_panels(lambda _other: None)
    board.opened = ["hand_in"]
    files = []
    board.send = lambda content, **_: files.append(content) if content["type"] == "file" else None
    return session, board, files


def press(board, button="hand_in", name=""):
    """Press a button of the panel; give what it says."""
    send(board, type="panel", panel="hand_in", button=button, values={"name": name}, state=0)
    return board.panels["hand_in"]["answer"]


def finish(session):
    """Play the round to its end."""
    while session.waiting in ("person", "bot"):
        session.act(session.legal[0]) if session.waiting == "person" else session.step()


def test_a_class_has_the_button_and_others_dont():
    """Unless it is offered to that table; the menu changes it."""
    session, _ = table(for_="class", coach="off")
    assert panel_names(session)[-1] == "hand_in"
    session.for_ = "playtest"
    assert "hand_in" not in panel_names(session)
    session.parts.screen.offer("hand_in", session.parts.screen.offered.get)
    assert panel_names(session)[-1] == "hand_in"


@pytest.mark.parametrize(("players", "name"), [(("Léa", "bot:greedy"), "Léa"), (("Léa", "Bo"), "")])
def test_the_only_person_at_the_table_needs_to_type_no_name(players, name):
    """It stands in the entry; of two pupils at one screen nobody's does."""
    _, board, _ = opened(*players)
    assert board.panels["hand_in"]["entries"][0]["value"] == name


def test_it_says_where_the_file_is_and_what_it_holds():
    """With the name that was typed; the line about it stands there before."""
    _, board, files = opened()
    panel = board.panels["hand_in"]
    assert "No name leaves this computer" in panel["about"]
    assert panel["entries"][0]["value"] == "Ana"
    said = press(board, name="Léa")
    (file,) = Path("hand-in").iterdir()
    assert file.as_posix() in said
    header = record_file.read(file).events[0]
    assert header["hand_in"]["name"] == "Léa"
    assert header["hand_in"]["code"] in said
    assert header["hand_in"]["events"] == len(record_file.read(file).events)
    assert files == []


def test_pressing_twice_leaves_one_file():
    """As long as nothing was played; then there is another, with the same code."""
    session, board, _ = opened()
    press(board)
    press(board)
    assert len(list(Path("hand-in").iterdir())) == 1
    session.act("flip a1")
    press(board)
    codes = {
        record_file.read(file).events[0]["hand_in"]["code"] for file in Path("hand-in").iterdir()
    }
    assert len(list(Path("hand-in").iterdir())) == 2
    assert len(codes) == 1


def test_a_download_is_given_when_no_card_is_hidden():
    """At the end of a round; it is the file that was written."""
    session, board, files = opened()
    finish(session)
    press(board)
    (given,) = files
    (file,) = Path("hand-in").iterdir()
    assert given["name"] == file.name
    assert given["text"].encode() == file.read_bytes()


def test_in_a_round_a_download_ends_it_on_the_board():
    """The file holds the hidden cards, so nothing can be played after it; a new game can."""
    session, board, files = opened()
    press(board)
    assert files == []
    assert board.panels["hand_in"]["buttons"] == ["hand_in", "stop"]
    assert "ended" in press(board, "stop")
    assert replay(record_file.found_in(files[0]["text"].encode(), "it").events)
    send(board, type="act", action="flip a1", state=session.state)
    assert board.view["error"]["key"] == "given_out"
    assert session.history.decisions == []
    session.again(seed=5)
    send(board, type="act", action="flip a1", state=session.state)
    assert board.view["error"] is None
    assert len(session.history.decisions) == 1


@pytest.mark.parametrize(
    ("number", "why"), [(errno.ENOSPC, "full"), (errno.EROFS, "read-only"), (errno.EIO, "refuses")]
)
def test_a_disk_that_refuses_is_told_and_the_download_is_left(monkeypatch, number, why):
    """In the board's words; nothing is written, and the game goes on."""

    def refuse(*_args):
        raise OSError(number, os.strerror(number))

    session, board, files = opened()
    monkeypatch.setattr("skyjo_widget.lessons.hand_in.hand_in.create_whole", refuse)
    said = press(board)
    assert why in said
    assert "Tell your teacher" in said
    session.act("flip a1")
    finish(session)
    press(board)
    assert len(files) == 1
    assert list(Path("hand-in").iterdir()) == []


def test_a_folder_that_is_a_file_is_told():
    """A real refusal of a real disk."""
    Path("hand-in").write_text("")
    _, board, _ = opened()
    assert "couldn’t be written to hand-in" in press(board)


def test_a_name_that_is_too_long_is_refused():
    """Nothing is handed in."""
    _, board, _ = opened()
    assert "60 characters at most" in press(board, name="a" * 61)
    assert not Path("hand-in").exists()


def test_what_nobody_saw_changes_no_byte_of_the_panel(monkeypatch, no_clocks_or_ids):
    """Before a round's end, also where it was handed in: hidden cards permuted."""

    def run(orders=()):
        session, wire = game(
            monkeypatch, ["Ana", "bot:greedy"], orders, deals=3, for_="class", coach="off"
        )
        board = session.board
        board.offer_panels(lambda _other: None)
        board.opened = ["hand_in"]
        choices = random.Random(1)
        for _ in range(20):
            advance(session, choices)
            press(board, name="Ana")
        return session, wire.sent

    first, sent = run()
    orders, changed = permuted(first, 2)
    for file in Path("hand-in").iterdir():
        file.unlink()
    _, again = run(orders)
    assert changed > 20
    assert again == sent
    assert '"type": "file"' not in "".join(sent)
