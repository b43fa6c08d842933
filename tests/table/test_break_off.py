"""Games that are broken off: nobody ends a round, and a table of people stops."""

from __future__ import annotations

import random

import pytest

from skyjo_widget import IllegalActionError, load, load_all, paper, play, replay, verify
from skyjo_widget.engine.core.state import copy
from skyjo_widget.errors import StaleStateError
from skyjo_widget.records.begun import unfinished
from tests.reference import plain_replayer

TABLES = {
    "skyjo": ("Ana", "bot:greedy"),
    "newskyjo": ("Ana", "Bo", "bot:greedy"),
    "skip-bo": ("Ana", "bot:plain"),
}


def table(*players, **options):
    """A table in memory, with a seed."""
    options = {"seed": 3, "record": False, "display": False, **options}
    return play("skyjo", list(players) or ["Ana", "bot:greedy"], **options)


def long_round(session):
    """Let all exchange open cards for as long as a table waits before it offers an end."""
    for seat in range(len(session.players)):
        session.act("flip a1", seat=seat)
        session.act("flip b1", seat=seat)
    while not session.history.long_round:
        assert session.history.state.turn < 40 * len(session.players)
        session.act("take")
        session.act("place a1")
    return session


def test_a_game_that_nobody_ends_can_be_broken_off(tmp_path):
    """Nobody wins, and every reader of its record knows; later games don't offer it."""
    session = long_round(table("Ana", "Bo", record=tmp_path / "game.jsonl"))
    assert session.history.state.turn == 80
    session.break_off(state=session.state)
    assert (session.over, session.winners, session.waiting, session.legal) == (True, (), None, ())
    with pytest.raises(IllegalActionError, match="the game is over"):
        session.break_off()
    resumed = load(tmp_path / "game.jsonl", display=False)
    for log in (session.log, resumed.log, load_all(tmp_path)):
        assert (log.games["finished"].item(), log.games["winners"].isna().item()) == (False, True)
        assert log.rounds["finished"].tolist() == [False, False]
        assert log.rounds["score"].isna().all()
        assert log.seats["won"].isna().all()
    assert resumed.history.state == session.history.state
    assert verify(tmp_path / "game.jsonl").code == 0
    assert unfinished(tmp_path) is None
    study = replay(session, display=False)
    study.position = len(study) - 1
    assert study.board.view["broken_off"]


def test_only_a_round_that_goes_on_is_broken_off():
    """Not one that has changed since it was seen, nor one that is over."""
    session = table("Ana", "bot:greedy")
    before = session.state
    session.act("flip a1")
    with pytest.raises(StaleStateError):
        session.break_off(state=before)
    session.replace(0, "bot:greedy")
    session.run()
    with pytest.raises(IllegalActionError, match="the round is over"):
        session.break_off()
    assert session.waiting == "next round"


@pytest.mark.parametrize("practice", [False, True])
def test_a_game_that_was_broken_off_goes_on_after_undo_in_practice(practice):
    """Elsewhere it is over."""
    session = table("Ana", "Bo", practice=practice)
    session.act("flip a1")
    before = copy(session.history.state)
    session.act("flip b1")
    session.break_off()
    if practice:
        session.undo()
        assert session.history.state == before
        session.act("flip b1")
    else:
        with pytest.raises(IllegalActionError):
            session.undo()
        assert session.over


@pytest.mark.parametrize("decisions", [0, 3, 20, 41])
@pytest.mark.parametrize("game", TABLES)
def test_every_reader_agrees_wherever_a_game_is_broken_off(tmp_path, game, decisions):
    """In the set-up, with a card in hand, within an effect: record, proof, plain engine."""
    path, rng = tmp_path / "game.jsonl", random.Random(decisions)
    session = play(game, TABLES[game], seed=decisions, record=path, display=False)
    while session.decision < decisions:
        if session.waiting == "person":
            session.act(rng.choice(session.legal))
        else:
            session.step()
    session.break_off()
    session.close()
    loaded = load(path, record=False, display=False)
    assert loaded.history.state == session.history.state
    assert verify(path).code == 0
    with path.open(encoding="utf-8", newline="\n") as lines:
        *_, plain = plain_replayer.replay(lines)
    assert (plain.winners, session.winners) == ([], ())


def test_with_paper_cards_those_that_lie_there_are_named_first():
    """The error doesn't say that the round is over."""
    session = paper("skyjo", ["Ana", "Bo"], record=False, display=False)
    with pytest.raises(IllegalActionError, match="no seat is to decide now"):
        session.break_off()
    assert not session.over
