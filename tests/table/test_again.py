"""A new game at the same table."""

from __future__ import annotations

import pytest

from skyjo_widget import load, paper, play
from skyjo_widget.errors import RulesError

GAMES = [("skyjo", 2), ("newskyjo", 3), ("skip-bo", 2)]


def table(game, seats, **options):
    """Open a table of a person and bots."""
    bot = "bot:plain" if game == "skip-bo" else "bot:random"
    return play(game, ["Ana", *[bot] * (seats - 1)], display=False, **options)


def first_choices(session, decisions):
    """Play on by first choices; return the decisions' notation."""
    while len(session.history.decisions) < decisions:
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return [row.notation for row in session.history.decisions]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_same_seed_deals_the_same_cards_and_the_bots_play_alike(game, seats):
    """With all three games, for 30 decisions."""
    session = table(game, seats, seed=5, record=False)
    before = first_choices(session, 30)
    state = session.state
    session.again(seed=5)
    assert session.state > state
    assert len(session.log.decisions) == 0
    assert first_choices(session, 30) == before


def test_another_seed_deals_other_cards():
    """A seed of its own is drawn."""
    session = table("skyjo", 2, seed=5, record=False)
    first_choices(session, 12)
    cards = list(session.log.decisions["card_in"])
    session.again()
    first_choices(session, 12)
    assert list(session.log.decisions["card_in"]) != cards
    assert session.history.header["seed"] != 5


def test_each_game_has_a_record_of_its_own(tmp_path):
    """Both load with their own seed."""
    session = table("skyjo", 2, seed=5, record=tmp_path / "ours.jsonl")
    first_choices(session, 9)
    session.again(seed=6)
    first_choices(session, 4)
    second = session.path
    session.close()
    assert second.parent == tmp_path
    assert second.name != "ours.jsonl"
    for path, count, seed in ((tmp_path / "ours.jsonl", 9, 5), (second, 4, 6)):
        loaded = load(path, display=False, record=False)
        assert (len(loaded.log.decisions), loaded.history.header["seed"]) == (count, seed)


def test_rules_players_practice_and_a_locked_coach_stay():
    """A function's seat too."""
    session = table("skyjo", 2, seed=5, record=False, practice=True, target=50, coach="locked")
    session.replace(1, lambda seen: seen.legal[0])
    session.again(seed=1)
    assert session.rules.target == 50
    assert session.history.header["practice"]
    assert session.coach == "locked"
    first_choices(session, 12)
    assert session.parts.game.fault is None


def test_listeners_stay_and_are_called_once_for_the_deal():
    """The board is one of them."""
    session = table("skyjo", 2, seed=5, record=False)
    calls = []
    session.parts.game.on_change(lambda: calls.append(len(session.history.decisions)))
    session.again(seed=5)
    assert calls == [0]


def test_a_record_that_cannot_be_made_changes_nothing(tmp_path, monkeypatch):
    """The old game continues in its file."""
    session = table("skyjo", 2, seed=5, record=tmp_path / "ours.jsonl")
    first_choices(session, 9)
    monkeypatch.setattr(
        "skyjo_widget.records.record_file.Writer",
        lambda *_: (_ for _ in ()).throw(OSError("the disk is full")),
    )
    with pytest.raises(OSError, match="full"):
        session.again()
    assert len(session.history.decisions) == 9
    assert session.path == tmp_path / "ours.jsonl"


def test_a_table_with_paper_cards_is_not_dealt_again():
    """The board doesn't offer it."""
    session = paper("skyjo", ["Ana", "Ben"], record=False, display=False)
    with pytest.raises(RulesError, match="paper cards"):
        session.again()


def test_the_board_deals_again_the_same_cards_or_others():
    """By a message; one that isn't well formed is refused."""
    session = table("skyjo", 2, seed=5, record=False)
    board = session.board
    first_choices(session, 9)
    for same in (True, False):
        board._receive(board, {"type": "again", "same": same, "state": session.state}, [])
        assert board.view["error"] is None
        assert board.rows["rows"] == []
        assert (session.history.header["seed"] == 5) is same
    board._receive(board, {"type": "again", "same": 1, "state": session.state}, [])
    assert board.view["error"]["key"] == "malformed"
