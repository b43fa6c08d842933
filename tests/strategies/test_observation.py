"""An observation has what its docstring and the pages promise, at both speeds."""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing

import jedi
import pytest

from scripts.observation_fields import TARGET, source
from skyjo_widget import (
    NewSkyjoObservation,
    Observation,
    SkipBoObservation,
    SkyjoObservation,
    play,
    simulate,
)
from skyjo_widget.engine.games import GAMES
from skyjo_widget.strategies.compiled import compile as compiler

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


CLASSES = {
    "skyjo": SkyjoObservation,
    "newskyjo": NewSkyjoObservation,
    "skip-bo": SkipBoObservation,
}


def test_the_fields_for_type_checkers_are_those_of_the_games():
    """The module is the one that the script writes."""
    assert TARGET.read_text("utf-8") == source()


def fits(value, kind):
    """Return whether a value has a type, down to what its lists and dictionaries hold."""
    parts, origin = typing.get_args(kind), typing.get_origin(kind)
    if kind is typing.Any:
        return True
    if origin is typing.Literal:
        return value in parts
    if origin is types.UnionType:
        return any(fits(value, part) for part in parts)
    if origin is tuple:
        return all(map(fits, value, parts)) and len(value) == len(parts)
    if origin is dict:
        return all(
            fits(item, part)
            for pair in value.items()
            for item, part in zip(pair, parts, strict=True)
        )
    if origin is list:
        return isinstance(value, list) and all(fits(item, parts[0]) for item in value)
    return isinstance(value, kind)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_has_the_type_that_its_class_declares(game):
    """At many moments of a game: each field is declared, and fits its declaration."""
    table = play(game, ["bot:greedy"] * 3, **QUIET)
    declared = typing.get_type_hints(CLASSES[game])
    for _ in range(150):
        if table.over:
            break
        table.next_round() if table.history.between_rounds else table.step()
        seen = table.observation(0)
        assert type(seen) is CLASSES[game]
        names = {name for name in dir(seen) if name[0] != "_"} - set(dir(type(seen)))
        assert names <= set(declared)
        for name in names:
            assert fits(getattr(seen, name), declared[name]), (name, getattr(seen, name))


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        (Observation, {"hand", "legal", "me", "mine", "phase", "players", "rng", "total"}),
        (SkyjoObservation, {"columns", "discard", "discard_top", "grid", "hand", "mine", "phase"}),
        (NewSkyjoObservation, {"discard", "effect", "hidden_positions", "kept", "mine", "on_turn"}),
        (SkipBoObservation, {"building", "discards", "hand", "mine", "phase", "stock_top"}),
    ],
)
def test_a_notebook_completes_what_an_observation_has(kind, names):
    """After a parameter with the class of a game's observations, as IPython asks jedi."""
    code = "def mine(obs: Kind):\n    obs."
    completed = {name.name for name in jedi.Interpreter(code, [{"Kind": kind}]).complete(2, 8)}
    assert names <= completed


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
    runs = []
    for pays in (1e9, 0):
        monkeypatch.setattr(compiler, "PAYS", pays)
        players = [strategy, "random", "random"]
        runs.append(simulate(game, players, games=40, seed=7, turns=50, progress=False))
    interpreted, compiled = runs
    assert compiled.job.team.driver
    assert compiled.games.equals(interpreted.games)
    assert compiled.rounds.equals(interpreted.rounds)
