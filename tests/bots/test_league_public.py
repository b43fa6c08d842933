"""The public strategies that were rebuilt for the league."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from benchmarks.league import public
from benchmarks.league.settings import DIVISIONS
from skyjo_widget.simulation.job import GroupRunner, _agrees
from skyjo_widget.simulation.simulate import make_job, simulate
from skyjo_widget.strategies.card import Card
from skyjo_widget.strategies.compiled import compile as compiler


def grid(phase, card, **cards):
    """A seat of Skyjo: positions in order, None for a card that lies face down."""
    seen = {place: value for place, value in cards.items() if value is not None}
    highest = max(seen, key=seen.get, default=None)
    return SimpleNamespace(
        phase=phase,
        mine=cards,
        hand=card,
        discard_top=card,
        hidden_positions=[place for place, value in cards.items() if value is None],
        highest_position=highest,
        highest_card=seen.get(highest),
    )


HAND = {"a1": 9, "b1": 12, "a2": None, "b2": None, "a3": 3, "b3": None}


def test_the_clearer_collects_equal_cards():
    """A 9 joins the 9, in the place of a card that isn't one; a 12 joins the 12."""
    assert public.clearer(grid("choose", 9, **HAND)) == "take"
    assert public.clearer(grid("place taken", 9, **HAND)) == "place a2"
    assert public.clearer(grid("place drawn", 12, **HAND)) == "place b2"
    assert public.clearer(grid("place drawn", 2, **HAND)) == "place b1"
    assert public.clearer(grid("place drawn", 12, a1=3, a2=None)) == "discard"
    pair = {"a1": 4, "b1": 7, "a2": 1, "b2": None, "a3": None, "b3": 7}
    assert public.clearer(grid("flip", None, **pair)) == "flip b2"


def test_the_rusher_turns_cards():
    """It takes what is 0 or clears a column, and turns where fewest are left."""
    assert public.rusher(grid("choose", 3, **HAND)) == "draw"
    assert public.rusher(grid("choose", 0, **HAND)) == "take"
    assert public.rusher(grid("choose", 7, a1=7, a2=7, a3=None)) == "take"
    assert public.rusher(grid("place drawn", 5, **HAND)) == "place b1"
    assert public.rusher(grid("place drawn", 5, a1=9, a2=None)) == "discard"
    assert public.rusher(grid("flip", None, **HAND)) == "flip a2"


def test_the_organiser_keeps_wild_cards_and_order():
    """The stock card first; a wild card before it; a 5 on a 6 rather than on a 9."""
    six, nine = (Card(SimpleNamespace(value=n, effect=None, wild=False)) for n in (6, 9))
    obs = SimpleNamespace(
        me=0,
        highest=12,
        building_size=[3, 11],
        stock_top=[5],
        discards=[[[nine], [six], [], []]],
        legal=("play wild b1", "play stock b1", "discard 5 d1"),
    )
    assert public.organiser(obs) == "play stock b1"
    obs.legal = ("play wild b1", "discard 5 d1")
    assert public.organiser(obs) == "play wild b1"
    obs.legal, obs.stock_top = ("play wild b1", "play wild b2", "discard 5 d1"), [9]
    assert public.organiser(obs) == "play wild b2"
    obs.legal = ("play wild b1", "discard 5 d1", "discard 5 d2", "discard 5 d3", "discard wild d2")
    assert public.organiser(obs) == "discard 5 d2"


@pytest.mark.parametrize("division", [one for one in DIVISIONS if one.public], ids=lambda d: d.key)
def test_they_play_whole_games(division):
    """Without an error, among the others of their division."""
    for name in division.public:
        players = [public.STRATEGIES[name], *["greedy"] * (division.seats - 1)]
        rules = dict(division.rules)
        played = simulate(division.game, players, games=4, seed=5, progress=False, **rules)
        assert played.faults.empty
        assert played.games["finished"].all()


def test_each_has_a_source_and_those_for_skyjo_can_be_compiled():
    """They are examples of strategies that run fast."""
    assert public.SOURCES.keys() == public.STRATEGIES.keys()
    assert compiler.why_not(public.clearer) == compiler.why_not(public.rusher) == ""


@pytest.mark.slow
def test_compiled_they_play_the_same_games():
    """Every action of random games."""
    pytest.importorskip("numba")
    job = make_job("skyjo", [public.clearer, public.rusher], 8, 1, turns=60)
    driver, faults = job.team.compile(), []
    played = GroupRunner(job, 0, faults, interpreted=True).play(8)
    assert not faults
    assert _agrees(job, 0, 8, played, driver)
