"""Skyjo's search against the exact solution of last turns of a round."""

from __future__ import annotations

import numpy as np
import pytest

from skyjo_widget import SkyjoRules, bots
from skyjo_widget.bots import search
from skyjo_widget.bots.skyjo import LEARNED
from skyjo_widget.bots.skyjo_search import worth
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import CHOOSE, DRAW, GAME_OVER, PLACE_FIRST, ROUND_OVER, TAKE
from tests.fixtures.last_turns import deals, last_turns, solved

BUDGET = 1000


def tables(seats):
    """Rule codes for so many seats."""
    return SkyjoRules().codes(seats, SKYJO.deck)


def moments(state, codes):
    """A last turn's first decision, and the next one after a draw and after taking."""
    yield state
    for action in (DRAW, TAKE):
        after = copy(state)
        SKYJO.apply(after, codes, action)
        yield after


def losses(seats, hidden, count):
    """Yield by how much the search's choices are worth less than the best ones."""
    codes, bot = tables(seats), bots.find("skyjo", f"strong({BUDGET})")
    for number, state in enumerate(last_turns(codes, LEARNED, count, hidden=hidden, seed=seats)):
        for at in moments(state, codes):
            exact = solved(at, codes)
            rng = np.random.default_rng(number)
            yield max(exact.values()) - exact[bot.act(observe(at, at.seat), codes, rng)]


@pytest.fixture
def compiled(monkeypatch):
    """Search by compiled code alone."""
    pytest.importorskip("numba")
    bots.find("skyjo", "strong").load()
    monkeypatch.setattr(search.Strong, "is_fast", lambda bot, r=None: True)


def test_the_chances_of_all_deals_sum_to_one():
    """Each hidden card is of a kind as often as unseen cards are; so is the next one."""
    codes = tables(2)
    for state in last_turns(codes, LEARNED, 3, hidden=1, seed=5):
        every = list(deals(state, codes, drawn=True))
        assert sum(chance for chance, *_ in every) == pytest.approx(1)
        by_next = np.zeros(codes.kinds)
        by_hidden = np.zeros(codes.kinds)
        for chance, card, s in every:
            by_next[card] += chance
            for kind in (kind for row in s.under for kind in row if kind >= 0):
                by_hidden[kind] += chance
        if by_hidden.any():
            np.testing.assert_allclose(by_hidden, by_next)


def test_a_last_turn_is_solved_as_by_hand():
    """Placing the card just taken, with one card hidden at most: scores by numbers alone."""
    codes = tables(2)
    for state in last_turns(codes, LEARNED, 4, hidden=1, seed=2):
        at = copy(state)
        SKYJO.apply(at, codes, TAKE)
        me, card = at.seat, at.discard[at.discard_size - 1]
        values = solved(at, codes)
        for action, exact in values.items():
            cell, total = action - PLACE_FIRST, 0.0
            for chance, _, s in deals(at, codes, drawn=False):
                grid = [
                    codes.value[max(pair)] for pair in zip(s.grid[me], s.under[me], strict=True)
                ]
                grid[cell] = codes.value[card]
                empty = [s.grid[me][i] == NO_CARD for i in range(codes.cells)]
                mine = 0
                for column in range(codes.columns):
                    cells = range(column, codes.cells, codes.columns)
                    numbers = [grid[i] for i in cells if not empty[i]]
                    mine += 0 if len({*numbers}) == 1 else sum(numbers)
                ender = s.ender
                theirs = sum(codes.value[c] for c in s.grid[ender][: codes.cells] if c >= 0)
                after = copy(s)
                after.total[me] += mine
                after.total[ender] += theirs * (2 if theirs > 0 and theirs >= mine else 1)
                over = max(after.total[:2]) >= codes.target
                after.phase = GAME_OVER if over else ROUND_OVER
                total += chance * worth(after, codes, me)
            assert exact == pytest.approx(total)


@pytest.mark.seconds
def test_the_search_plays_last_turns_as_well_as_can_be(compiled):
    """At two seats; it may mistake actions that are worth almost the same."""
    regrets = list(losses(2, hidden=1, count=8))
    assert max(regrets) < 0.005
    assert np.mean(regrets) < 0.0005


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "hidden", "count"), [(2, 1, 40), (2, 2, 8), (4, 1, 30)])
def test_it_does_so_in_more_rounds(compiled, seats, hidden, count):
    """With more hidden cards too, and with more seats."""
    regrets = list(losses(seats, hidden, count))
    assert max(regrets) < 0.005
    assert np.mean(regrets) < 0.0005


@pytest.mark.seconds
def test_its_estimates_are_the_exact_values(compiled):
    """Each action's, within what so many worlds allow."""
    codes, worlds = tables(2), 4000
    bot = bots.find("skyjo", "strong")
    for number, state in enumerate(last_turns(codes, LEARNED, 6, hidden=1, seed=3)):
        for at in moments(state, codes):
            exact, rng = solved(at, codes), np.random.default_rng(number)
            plans = [(action,) for action in exact]
            values = bot.try_out(plans, observe(at, at.seat), codes, rng, worlds)
            error = 4.5 * values.std(axis=0) / worlds**0.5 + 1e-9
            means, true = values.mean(axis=0), np.array([*exact.values()])
            assert (means <= true + error).all()
            if at.phase != CHOOSE:  # a rule bot chooses the follow-up
                assert (means >= true - error).all()
