"""An earlier game of the same players that isn't over: found, offered and resumed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from skyjo_widget import load, paper, play, position
from skyjo_widget.board.static_board import session_html
from skyjo_widget.errors import RecordError
from skyjo_widget.table.screen import Served

PLAYERS = ["Ana", "bot:greedy"]


def table(**options):
    """A new table of Ana and a bot."""
    return play("skyjo", PLAYERS, display=False, **options)


def played(decisions=6, **options):
    """A table at which Ana has decided so often, and its record, released."""
    session = table(**options)
    decide(session, decisions)
    session.close()
    return session


def decide(session, decisions):
    """Let the person decide so often, and the bots between."""
    for _ in range(decisions):
        while session.waiting == "bot":
            session.step()
        session.act(session.legal[0])


def press(session, *, go_on):
    """Press one of the offer's buttons, as the browser does; return the refusal."""
    board = session.board
    message = {"type": "earlier", "go_on": go_on, "state": session.state}
    board._handle_custom_msg(message, [])
    return board.view["error"]


def records():
    """The names of the records in the folder."""
    return sorted(path.name for path in Path("games").glob("*.jsonl"))


def test_a_new_game_offers_the_one_that_is_not_over_and_going_on_leaves_no_other_record():
    """The variable of the new table then holds the earlier game, and writes to its record."""
    old = played()
    new = table()
    assert new.board.earlier == {
        "path": old.path.as_posix(),
        "at": old.history.header["at"],
        "decisions": len(old.history.decisions),
        "held": False,
    }
    assert len(records()) == 2
    assert press(new, go_on=True) is None
    assert (new.history.game_id, new.history.state) == (old.history.game_id, old.history.state)
    assert new.board.earlier == {}
    assert records() == [old.path.name]
    decide(new, 1)
    new.close()
    again = load(old.path, display=False)
    assert len(again.history.decisions) == len(new.history.decisions)
    assert new.trouble is None or new.trouble.reason in ("closed", "moved")


@pytest.mark.parametrize("end", ["decide", "decline"])
def test_the_offer_ends_with_the_first_decision_or_a_press_and_both_records_stay(end):
    """Nothing is decided silently: until then it stands."""
    played()
    new = table()
    assert new.board.earlier
    if end == "decide":
        decide(new, 1)
    else:
        assert press(new, go_on=False) is None
    assert new.board.earlier == {}
    assert press(new, go_on=True)["key"] == "malformed"
    assert len(records()) == 2


def test_what_a_notebooks_next_cell_predicts_leaves_the_offer_and_its_record():
    """Run All makes the prediction anew; the game that it is about is none to go on with."""
    old = played()
    new = table()
    new.predict("draw at most 4", 0.5)
    assert new.board.earlier["path"] == old.path.as_posix()
    left = new.path
    assert press(new, go_on=True) is None
    assert new.history.game_id == old.history.game_id
    assert records() == sorted([old.path.name, left.name])
    new.close()
    assert load("games", display=False).history.game_id == old.history.game_id


def test_a_bots_first_decision_leaves_the_offer():
    """A person is to choose, and none has."""
    options = {"players": ["bot:greedy", "Ana"], "display": False}
    old = play("skyjo", **options)
    old.step()
    decide(old, 3)
    old.close()
    new = play("skyjo", **options)
    assert new.board.earlier
    new.step()
    assert new.board.earlier
    assert press(new, go_on=True) is None
    assert new.history.game_id == old.history.game_id


@pytest.mark.parametrize(
    "other",
    [
        {"players": ["Bo", "bot:greedy"]},
        {"players": ["Ana", "bot:random"]},
        {"game": "skyjo-tall"},
        {"turned": 3},
        {"practice": True},
        {"record": "elsewhere/"},
        {"record": False},
        {"record": "games/ours.jsonl"},
        {"seed": 5},
        {"coach": "locked"},
    ],
    ids=repr,
)
def test_another_game_is_not_offered(other):
    """Other players, rules, seed or place, or no such record at all."""
    played(seed=4)
    options = {"game": "skyjo", "players": PLAYERS, "seed": 4, "display": False, **other}
    assert play(**options).board.earlier == {}


@pytest.mark.parametrize("state", ["over", "untouched", "practice", "branch", "damaged"])
def test_a_record_that_cannot_be_gone_on_with_is_not_offered(state):
    """Over, without a decision of a person, for practice, a branch, or damaged."""
    if state == "untouched":
        table().close()
    elif state == "over":
        session = table(target=1)
        while not session.over:
            session.next_round() if session.waiting == "next round" else None
            if session.waiting == "bot":
                session.step()
            elif session.waiting == "person":
                session.act(session.legal[0])
        session.close()
    elif state == "practice":
        played(practice=True)
    elif state == "branch":
        session = table(record=False)
        decide(session, 2)
        other = session.branch(record=None, display=False)
        decide(other, 1)
        other.close()
    else:
        path = played().path
        path.write_bytes(path.read_bytes().replace(b'"act"', b'"ac', 1))
    options = {"target": 1} if state == "over" else {}
    assert table(**options).board.earlier == {}


def test_a_position_offers_nothing():
    """It is played on from where it stands, as often as one likes."""
    grids = {"Ana": ["2 3 5 2", "1 0 ? 3", "-1 0 ? ?"], "Bo": ["? ? 4 2", "? 0 4 ?", "? ? ? ?"]}
    here = position("skyjo", grids, discard="4", to_move="Ana")
    for _ in range(2):
        session = play(here, display=False, record="games")
        assert session.board.earlier == {}
        session.act(session.legal[0])


def test_a_game_that_is_open_in_another_kernel_says_so_and_is_not_taken():
    """Its name stands in the refusal; nothing has changed then."""
    code = (
        "from skyjo_widget import play\n"
        f"table = play('skyjo', {PLAYERS}, seed=1, display=False)\n"
        "table.act(table.legal[0]); print(table.path, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path.cwd(),
        env={**os.environ, "JPY_SESSION_NAME": "theirs.ipynb"},
    ) as other:
        name = Path(other.stdout.readline().strip()).name
        try:
            new = table()
            assert new.board.earlier["held"]
            refusal = press(new, go_on=True)
            assert "theirs.ipynb" in refusal["text"]
            assert new.path.exists()
            assert new.history.game_id not in name
            free = played()
            assert table().board.earlier["path"] == free.path.as_posix()
        finally:
            other.communicate("\n")


def test_a_game_that_is_open_in_this_kernel_is_offered_too():
    """A cell that is run again takes it over, as `load` does; the older board says so."""
    old = table()
    decide(old, 2)
    new = table()
    assert not new.board.earlier["held"]
    assert press(new, go_on=True) is None
    assert old.trouble.reason == "moved"
    decide(new, 1)
    assert new.trouble is None


def test_a_seat_that_a_function_plays_is_played_by_the_new_one():
    """A record doesn't hold it."""

    def first(seen):
        return seen.legal[0]

    options = {"players": ["Ana", first], "display": False}
    old = play("skyjo", **options)
    decide(old, 3)
    old.close()
    new = play("skyjo", **options)
    assert press(new, go_on=True) is None
    decide(new, 2)
    assert new.parts.game.fault is None


def test_paper_cards_are_gone_on_with_too():
    """Their names are kept, and others can be given."""
    for _ in range(2):
        session = paper("skyjo", ["Ana", "Ben"], display=False)
        if session.board.earlier:
            break
        session.paper.name("discard", 4)
        session.act("flip a1", card=7)
        session.close()
    assert press(session, go_on=True) is None
    session.act("flip a2", card=3)
    session.paper.write("b1/5")
    assert [row.card_in for row in session.history.decisions] == [7, 3, 5]


def test_the_still_picture_leads_to_the_earlier_game_while_it_is_offered():
    """Afterwards to the one that is played."""
    old = played()
    new = table(lang="en")
    assert old.path.name in session_html(new, "en")
    assert new.path.name not in session_html(new, "en")
    press(new, go_on=False)
    assert new.path.name in session_html(new, "en")


def test_a_served_table_offers_nothing():
    """Its guests would lose their game."""
    played()
    new = table()
    new.parts.screen.serve_at(Served(None))
    assert new.board.earlier == {}


def test_a_folder_loads_the_game_that_was_played_last_and_is_not_over():
    """Whoever plays it; without one the folder is named."""
    first, last = played(), played(3, seed=9)
    os.utime(last.path, (1, 1))
    loaded = load("games", display=False)
    assert loaded.history.game_id == first.history.game_id
    loaded.close()
    Path("none").mkdir()
    with pytest.raises(RecordError, match="none: there is no record there"):
        load("none", display=False)
    with pytest.raises(RecordError, match="aucun enregistrement"):
        load("none", display=False, lang="fr")
