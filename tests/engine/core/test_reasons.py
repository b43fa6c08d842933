"""The state with which a branch begins: an impossible one is refused in a player's words."""

from __future__ import annotations

import random
import re

import pytest

from skyjo_widget import play
from skyjo_widget.board.session import Session
from skyjo_widget.engine.core.invariants import reasons, status
from skyjo_widget.engine.games import GAMES
from skyjo_widget.errors import RecordError
from skyjo_widget.records.history import History

QUIET = {"record": False, "display": False}


def a_branch(preset, steps, players=("Ana", "bot:random", "bot:random"), **rules):
    """The header of a branch so many steps into a game."""
    table = play(preset, ["bot:random"] * len(players), seed=4, **QUIET, **rules)
    for _ in range(steps):
        table.step()
    branch = table.branch(players=dict(enumerate(players)), seed=1, display=False)
    return branch.history.header


def changed(header, **fields):
    """The same header with some fields of its start written otherwise."""
    words = header["start"].split(" ")
    for name, value in fields.items():
        at = next(i for i, word in enumerate(words) if word.startswith(f"{name}="))
        words[at] = f"{name}={value}"
    return {**header, "start": " ".join(words)}


@pytest.mark.parametrize(
    ("preset", "fields", "reason"),
    [
        ("skyjo", {"turn": 0}, "a turn is played, the first or a later one, and not turn 0"),
        ("skyjo", {"turn": 9}, r"this is turn 9, and the players have had \d+ before it"),
        ("skyjo", {"round": 0}, "rounds are counted from 1, and this is round 0"),
        ("skyjo", {"score": "7,0,0"}, r"no round is over, and Ana \(seat 0\) has scored 7 already"),
        ("skyjo", {"starter": 5}, "the round was begun by seat 5, which isn't there"),
        ("skyjo", {"columns_cleared": "0,1,0"}, r"random \(seat 1\) lacks 0 cards, and 1 cleared"),
        ("skyjo", {"unfinished": 1}, "the game is said to be broken off"),
        ("skyjo", {"hidden": "3,3,3"}, r"Ana \(seat 0\) has 12 cards, \d+ of them face down"),
        ("skyjo", {"source": 8}, "the last action can't have been one: source=8"),
        ("newskyjo", {"round": 4}, "this is round 4, and the game has 1"),
        ("newskyjo", {"actions_left": 10**6}, "in a row, the last turns and what effects"),
        ("skip-bo", {"turn": -3}, r"this is turn -3 of the round, and the turns begun are: Ana"),
        ("skip-bo", {"dealer": 7}, "here deals seat 7, which isn't there"),
        ("skip-bo", {"ender": 1}, r"the round goes on, and random \(seat 1\) is said"),
        ("skip-bo", {"stock_left": "0,30,30"}, r"the stock pile of Ana \(seat 0\)"),
    ],
)
def test_an_impossible_start_is_refused_with_the_reason(preset, fields, reason):
    """The message has the seat and the fault, not the name of an invariant."""
    header = a_branch(preset, 20)
    History(header)
    with pytest.raises(RecordError, match=reason):
        History(changed(header, **fields))


def test_a_card_that_is_there_too_often_is_named():
    """With how many the deck holds."""
    header = a_branch("skyjo", 20)
    draw = re.search(r" draw=(-?\d+),", header["start"])[1]
    other = "12" if draw != "12" else "11"
    text = header["start"].replace(f" draw={draw},", f" draw={other},", 1)
    with pytest.raises(RecordError, match=r"the card \S+ is there \d+ times, and the deck holds"):
        History({**header, "start": text})


def test_a_column_that_would_have_been_cleared_is_named():
    """With its letter and whose it is."""
    header = a_branch("skyjo", 20)
    table = History(header)
    for cell in (0, 4, 8):
        table.state.grid[1][cell] = 3
    names = [player.name for player in table.players]
    texts = reasons(table.game, table.state, table.codes, table.deck, names)
    assert any("the column a of random (seat 1) shows 3 cards 1" in text for text in texts)


@pytest.mark.parametrize("game", GAMES)
def test_each_invariant_has_its_sentence(game):
    """None is left to its name."""
    assert set(GAMES[game].reasons) >= set(GAMES[game].invariants)


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_can_be_said_of_any_damage(game):
    """Whatever else is wrong, a sentence comes out."""
    header = a_branch(game, 20)
    history = History(header)
    names = [player.name for player in history.players]
    texts = reasons(history.game, history.state, history.codes, history.deck, names)
    assert texts == status(history.game, history.state, history.codes) == ()
    rng = random.Random(1)
    for _ in range(60):
        state = History(header).state
        for name in rng.sample([n for n in ("turn", "seat", "round", "source") if n], 2):
            setattr(state, name, rng.choice([-9, 0, 1, 99]))
        broken = status(history.game, state, history.codes)
        texts = reasons(history.game, state, history.codes, history.deck, names)
        assert len(texts) == len(broken)
        assert not any("doesn't hold" in text for text in texts), texts


NUMBER = re.compile(r"-?\d+")


def mutated(start, rng):
    """A start with one number written otherwise."""
    words = start.split(" ")
    at = rng.randrange(1, len(words))
    name, _, value = words[at].partition("=")
    numbers = list(NUMBER.finditer(value))
    if not numbers:
        return start
    match = rng.choice(numbers)
    other = str(rng.choice([-1, 0, 1, 2, 3, 8, 100, 2**40, int(match[0]) + 1, int(match[0]) - 1]))
    words[at] = f"{name}={value[: match.start()]}{other}{value[match.end() :]}"
    return " ".join(words)


def plays_on(header):
    """Check that a start is accepted; then bots play on from it, and the log is made."""
    try:
        history = History(header)
    except RecordError:
        return False
    session = Session(history, functions={}, writer=None)
    for seat in range(len(session.players)):
        session.replace(seat, "bot:random")
    session.parts.game.begin()
    for _ in range(12):
        if session.waiting == "bot":
            session.step()
        assert status(history.game, history.state, history.codes) == (), header["start"]
    rows = session.log.decisions
    assert (rows[["turn", "round", "seat"]] >= 0).all(axis=None), header["start"]
    return True


def check_starts(seeds):
    """Mutated starts of all games; how many were accepted."""
    headers = [
        a_branch(game, steps, players=["bot:random"] * 3)
        for game in GAMES
        for steps in (0, 2, 9, 40, 41)
    ]
    accepted = 0
    for seed in seeds:
        rng = random.Random(seed)
        header = rng.choice(headers)
        accepted += plays_on({**header, "start": mutated(header["start"], rng)})
    return accepted


def test_what_is_accepted_can_be_played():
    """Numbers changed at random: refused, or a game like any other."""
    assert 0 < check_starts(range(40)) < 40


@pytest.mark.slow
def test_what_is_accepted_can_be_played_at_length():
    """The same, of many more."""
    assert 0 < check_starts(range(1000, 3000)) < 2000
