"""A bot whose level follows a person's last games."""

from __future__ import annotations

import shutil

import pytest

from skyjo_widget import load, play
from skyjo_widget.errors import RulesError
from skyjo_widget.table.follow import LATEST

SMALL = {"columns": 1, "rows": 2, "clear": 2, "turned": 1, "target": 1}


def table(folder, *players, **options):
    """A table of games that a few decisions end."""
    players = players or ("Ana", "bot:level(follow)")
    return play("skyjo", list(players), record=folder, display=False, **{**SMALL, **options})


def over(session):
    """Play a game to its end by first choices."""
    while not session.over:
        if session.waiting == "person":
            session.act(session.legal[0])
        elif session.waiting == "bot":
            session.step()
        else:
            session.next_round()
    return session


def policies(session):
    """The policies of a table's bots."""
    return [player.policy for player in session.players if player.kind == "bot"]


def won_and_lost(folder, *players):
    """Records of real games at level 3, ten that Ana won and ten that she lost."""
    won, lost = [], []
    for seed in range(300):
        session = over(table(folder / f"{seed}" / f"{seed}.jsonl", *players, seed=seed))
        session.close()
        if len(session.winners) == 1:
            (won if session.winners == ("Ana",) else lost).append(session.path)
        if min(len(won), len(lost)) >= LATEST:
            return won[:LATEST], lost[:LATEST]
    raise AssertionError((len(won), len(lost)))


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Games of Ana and the follower."""
    return won_and_lost(tmp_path_factory.mktemp("games"), "Ana", "bot:level(follow)")


def evening(folder, games, wins):
    """A folder with the records of ten games, so many of which Ana has won."""
    folder.mkdir()
    for path in (*games[0][:wins], *games[1][wins:]):
        shutil.copy(path, folder)
    return folder


@pytest.mark.parametrize(("wins", "level"), [(10, 4), (7, 4), (6, 3), (3, 3), (2, 2), (0, 2)])
def test_it_goes_up_above_six_wins_of_ten_and_down_below_three(games, tmp_path, wins, level):
    """A new table and a new game at a table choose alike."""
    folder = evening(tmp_path / "games", games, wins)
    session = table(folder)
    assert session.players[1].name == "level"
    assert policies(session) == [f"level({level})"]
    session.again()
    assert policies(session) == [f"level({level})"]
    assert load(session.path, record=False, display=False).players == session.players


def test_at_a_table_of_three_the_bounds_are_40_and_20_percent(tmp_path):
    """Of the wins of ten games: above four it goes up, below two down."""
    players = ("Ana", "bot:level(follow)", "bot:random")
    games = won_and_lost(tmp_path, *players)
    for wins, level in ((5, 4), (4, 3), (2, 3), (1, 2)):
        session = table(evening(tmp_path / f"{wins} wins", games, wins), *players)
        assert session.players[1].policy == f"level({level})", wins


def test_ten_games_at_the_new_level_come_before_the_next_change(games, tmp_path):
    """Its own nine don't do, with the ten before them."""
    folder = evening(tmp_path / "games", games, 0)
    session, wins = table(folder, seed=0), 0
    for seed in range(1, LATEST + 1):
        assert policies(session) == ["level(2)"]
        wins += over(session).winners == ("Ana",)
        session.again(seed=seed)
    assert policies(session) == [f"level({2 + (wins > 6) - (wins < 3)})"] != ["level(2)"]


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (("Bo", "bot:level(follow)"), {}),
        (("Ana", "bot:level(follow)"), {"turned": 0}),
        (("Ana", "bot:level(follow)"), {"practice": True}),
        (("Ana", "Bo", "bot:level(follow)"), {}),
    ],
)
def test_games_of_another_table_do_not_count(games, tmp_path, players, rules):
    """Other people, other rules, practice."""
    session = table(evening(tmp_path / "games", games, 0), *players, **rules)
    assert policies(session) == ["level(3)"]


def test_fewer_games_and_games_without_a_winner_leave_it_as_it_is(games, tmp_path):
    """Nine that were won, and one that was broken off."""
    folder = evening(tmp_path / "games", games, 10)
    next(folder.iterdir()).unlink()
    session = table(folder)
    session.break_off()
    session.again()
    assert policies(session) == ["level(3)"]


def test_a_table_without_records_or_people_keeps_its_level():
    """So does a bot whose level is named."""
    assert policies(table(False)) == ["level(3)"]
    assert policies(table(False, "bot:level(follow)", "bot:level(2)")) == ["level(3)", "level(2)"]


def test_it_is_for_games_with_levels():
    """The name may have spaces and capitals; the error names the bots that there are."""
    session = table(False, "Ana", "bot: Level( follow )", "bot:level(follow)")
    assert [player.name for player in session.players] == ["Ana", "level", "level 2"]
    with pytest.raises(RulesError, match="there are random"):
        table(False, "Ana", "bot:level(follows)")
