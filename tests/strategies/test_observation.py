"""An observation has what its docstring and the pages promise, at both speeds."""

from __future__ import annotations

import dataclasses
import inspect
import re

import pytest

from skyjo_widget import Observation, play, simulate
from skyjo_widget.engine.games import GAMES
from skyjo_widget.simulation import executors
from skyjo_widget.strategies import compile as compiler

QUIET = {"record": False, "display": False, "seed": 3}


def observation(game):
    """One in the middle of a game, with cards in each kind of pile."""
    table = play(game, ["bot:random"] * 3, **QUIET)
    for _ in range(60):
        table.step()
    return table.observation(0)


@pytest.mark.parametrize("game", GAMES)
def test_every_public_field_is_an_attribute(game):
    """Sizes of piles too; what isn't public has no size of its own."""
    seen = observation(game)
    for field in dataclasses.fields(GAMES[game].state):
        if field.metadata["seen"] == "public":
            assert hasattr(seen, field.name), field.name
    assert not hasattr(seen, "known_size")


def test_every_attribute_of_the_docstring_is_there():
    """In one game at least."""
    listed = inspect.getdoc(Observation).partition("Attributes")[2]
    names = [
        name
        for line in re.findall(r"^(\w+(?:, \w+)*) : ", listed, re.MULTILINE)
        for name in line.split(", ")
    ]
    assert {"legal", "rng", "columns", "rows", "teams"} <= set(names)
    every = [observation(game) for game in GAMES]
    for name in names:
        assert any(hasattr(seen, name) for seen in every), name


@pytest.mark.parametrize("game", ["skyjo", "newskyjo"])
def test_sizes_are_those_of_the_piles(game):
    """With the cards on the grids they are the whole deck."""
    seen = observation(game)
    assert seen.discard_size == len(seen.discard)
    assert seen.out_size == len(seen.out)
    held = seen.phase in ("place drawn", "place kept")
    lying = seen.draw_size + seen.discard_size + seen.out_size + sum(seen.cards_left)
    assert lying == GAMES[game].deck.size - held


def test_sizes_of_many_piles_are_lists_like_the_piles():
    """By seat, by place, and by seat and place."""
    seen = observation("skip-bo")
    assert seen.building_size == [len(pile) for pile in seen.building]
    assert seen.discards_size == [[len(pile) for pile in piles] for piles in seen.discards]
    assert seen.stock_size == [max(0, left - 1) for left in seen.stock_left]
    assert seen.completed_size == len(seen.completed)


def test_a_name_that_isnt_there_is_answered_with_one_that_is():
    """It says what was probably meant."""
    with pytest.raises(AttributeError, match=r"no 'lgal' \(did you mean 'legal'\?\)"):
        _ = observation("skyjo").lgal


def counts_piles(obs):
    """Choose by the sizes of piles."""
    n = obs.draw_size + 2 * obs.discard_size + obs.out_size
    return obs.legal[n % len(obs.legal)]


def counts_stocks(obs):
    """Choose by the sizes of Skip-Bo's piles."""
    n = obs.draw_size + obs.completed_size + obs.stock_size[obs.me] + obs.building_size[1]
    return obs.legal[n % len(obs.legal)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "strategy"), [("skyjo", counts_piles), ("skip-bo", counts_stocks)]
)
def test_sizes_are_the_same_compiled(game, strategy, monkeypatch):
    """A strategy that goes by them plays the same games at both speeds."""
    pytest.importorskip("numba")
    monkeypatch.setattr(executors, "PATIENCE", 1e9)  # no warning of a slow machine
    runs = []
    for pays in (1e9, 0):
        monkeypatch.setattr(compiler, "PAYS", pays)
        players = [strategy, "random", "random"]
        runs.append(simulate(game, players, games=40, seed=7, turns=50, progress=False))
    interpreted, compiled = runs
    assert compiled.job.team.driver
    assert compiled.games.equals(interpreted.games)
    assert compiled.rounds.equals(interpreted.rounds)
