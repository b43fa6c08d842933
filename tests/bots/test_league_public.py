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


def grid(phase, card, other=None, **cards):
    """A seat of Skyjo: positions in order, None for a card that lies face down."""
    seen = {place: value for place, value in cards.items() if value is not None}
    highest = max(seen, key=seen.get, default=None)
    return SimpleNamespace(
        phase=phase,
        mine=cards,
        grid=[cards, other or {}],
        me=0,
        players=2,
        rng=SimpleNamespace(random=lambda: 0.5),
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


FULL = {f"{column}{row}": None for row in "123" for column in "abcd"}


@pytest.mark.parametrize("visible", [2, 6])
def test_skynets_greedy_takes_higher_cards_later(visible):
    """Up to 2 below six visible cards, then up to 4, always in place of the highest one."""
    cards = {**FULL, **dict(zip(FULL, (9, 12, 9, 8, 12, 7)[:visible], strict=False))}
    limit = 2 if visible < 6 else 4
    assert public.skynet_greedy(grid("choose", limit, **cards)) == "take"
    assert public.skynet_greedy(grid("choose", limit + 1, **cards)) == "draw"
    assert public.skynet_greedy(grid("place taken", limit, **cards)) == "place b1"
    lowest = min(card for card in cards.values() if card is not None)
    assert public.skynet_greedy(grid("place drawn", lowest, **cards)) == "discard"
    assert public.skynet_greedy(grid("place drawn", lowest - 1, **cards)) == "place b1"


def test_skynets_flips_turn_seven_first():
    """Even a −2 is left and discarded until then; cleared positions count."""
    six = {**FULL, **dict.fromkeys(list(FULL)[:6], 8)}
    assert public.skynet_flips(grid("choose", -2, **six)) == "draw"
    assert public.skynet_flips(grid("place drawn", -2, **six)) == "discard"
    assert public.skynet_flips(grid("flip", -2, **six)) == "flip b3"
    seven = {**six, "c2": 9}
    assert public.skynet_flips(grid("choose", -2, **seven)) == "take"
    cleared = {place: card for place, card in {**six, "a3": 8}.items() if place[0] != "a"}
    assert public.skynet_flips(grid("place taken", -2, **cleared)) == "place b1"


def test_skynets_columns_collect_the_commonest_number():
    """The upper one of two alike; a 7 beside an upper 9 isn't wanted, but its place is best."""
    cards = {**FULL, "a1": 9, "a2": 7, "b1": 5, "b2": 5, "c1": 12}
    assert public.skynet_columns(grid("choose", 9, **cards)) == "take"
    assert public.skynet_columns(grid("choose", 7, **cards)) == "draw"
    assert public.skynet_columns(grid("place drawn", 7, **cards)) == "discard"
    assert public.skynet_columns(grid("flip", 7, **cards)) == "flip a3"
    assert public.skynet_columns(grid("place taken", 5, **cards)) == "place b3"
    assert public.skynet_columns(grid("place drawn", 2, **cards)) == "place c1"


def test_skynets_risk_weighs_hidden_cards():
    """A low card replaces a 7, or a hidden card where nothing is as high."""
    high, low = {**FULL, "a1": 7}, {**FULL, "a1": 6}
    assert public.skynet_risk(grid("choose", 4, **high)) == "take"
    assert public.skynet_risk(grid("choose", 5, **high)) == "draw"
    assert public.skynet_risk(grid("place taken", 2, **high)) == "place a1"
    assert public.skynet_risk(grid("place taken", 2, **low)) == "place c2"
    assert public.skynet_risk(grid("place taken", 3, **low)) == "place a1"


def test_skynets_ahead_turns_cards_when_ahead():
    """With 10.9 points, not with 9.9: a hidden card counts 5.07."""
    mine = {"a1": -2, "b1": None, "c1": 4}
    for other, taken, kept in ((17, "take", "place c1"), (18, "draw", "discard")):
        assert public.skynet_ahead(grid("choose", -2, other={"a1": other}, **mine)) == taken
        assert public.skynet_ahead(grid("place drawn", -2, other={"a1": other}, **mine)) == kept


def test_skynets_draws_leave_the_pile():
    """Only a negative card is taken from it; a drawn 1 is kept."""
    cards = {**FULL, "a1": 8, "d3": 11}
    assert public.skynet_draws(grid("choose", 0, **cards)) == "draw"
    assert public.skynet_draws(grid("choose", -1, **cards)) == "take"
    assert public.skynet_draws(grid("place drawn", 1, **cards)) == "place d3"
    assert public.skynet_draws(grid("place drawn", 2, **cards)) == "discard"


@pytest.mark.parametrize("function", public.SKYNET, ids=lambda function: function.__name__)
def test_skynets_rules_slip(function):
    """Two decisions of a hundred fall by chance, and cards are turned by chance at the set-up."""
    obs = grid("choose", 7, **{**FULL, "a1": 12, "b1": 12})
    for number, action in ((0.019, "take"), (0.021, "draw")):
        obs.rng.random = lambda number=number: number
        assert function(obs) == action
    obs = grid("setup", 7, **FULL)
    obs.rng.random = lambda: 0.999
    assert function(obs) == "flip d3"


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


@pytest.mark.parametrize(
    "division", [division for division in DIVISIONS if division.public], ids=lambda d: d.key
)
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
    for name, (game, _, _) in public.SOURCES.items():
        if game == "Skyjo":
            assert compiler.why_not(public.STRATEGIES[name]) == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "players",
    [(public.clearer, public.rusher), public.SKYNET[:3], public.SKYNET[3:]],
    ids=["clearer rusher", "skynet 1-3", "skynet 4-6"],
)
def test_compiled_they_play_the_same_games(players):
    """Every action of random games."""
    pytest.importorskip("numba")
    job = make_job("skyjo", list(players), 8, 1, turns=60)
    driver, faults = job.team.compile(), []
    played = GroupRunner(job, 0, faults, interpreted=True).play(8)
    assert not faults
    assert _agrees(job, 0, 8, played, driver)
