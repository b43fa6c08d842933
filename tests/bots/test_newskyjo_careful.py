"""NewSkyjo's policy `careful` by scenarios: columns, swaps, what cards cost, the end of a round."""

from __future__ import annotations

import pytest

from skyjo_widget import simulate
from skyjo_widget.bots.newskyjo_careful import PATIENCE
from skyjo_widget.bots.newskyjo_costs import cell_cost, column_cost
from skyjo_widget.bots.newskyjo_expected import unseen_mean
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from tests.fixtures.newskyjo_tables import choice, does, table
from tests.fixtures.tables import moves

LOW = ["0 1 1 0 0 (4)"] * 2
HIGH = ["12 9 9 12 12 (9)"] * 2


def test_a_swap_of_its_own_cards_completes_a_column():
    """It keeps a bad card for its effect, and picks the two cards that clear three nines."""
    others = ["6 5 5 6 6 (4)"] * 2
    h = table("9 3 9 9 2 (4)", *others, draws="11:swap-own-two")
    does(h, "careful", "draw", "keep")
    picks = {choice(h, "careful")}
    moves(h, choice(h, "careful"))
    picks.add(choice(h, "careful"))
    assert picks == {"pick 0:b2", "pick 0:a3"}


def test_the_end_of_a_round_makes_high_cards_cost_more():
    """A hidden card and a high one cost about the same early, and their numbers at the end."""
    h = table("12 3 5 4 8 (4)", *HIGH)
    mean = unseen_mean(h.state, h.codes)
    twelve = h.state.grid[0][0]
    costs = [cell_cost(h.codes, twelve, mean, left) for left in (0, 1, 4, 8)]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] == 12
    assert cell_cost(h.codes, UNKNOWN, mean, 0) == mean
    assert abs(costs[3] - cell_cost(h.codes, UNKNOWN, mean, 8)) < 1


def test_a_column_counts_for_the_cards_that_can_complete_it():
    """Two equal numbers save nothing once all others of the kind are seen."""
    h = table("8 3 8 (4) (4) (4)", *["6 6 5 (4) (4) (4)"] * 2, draws="8 8")
    s, r = h.state, h.codes
    mean = unseen_mean(s, r)
    eight = s.grid[0][0]
    before = column_cost(s, r, 0, 0, -1, NO_CARD, mean, 4)
    kinds = [kind for kind in range(r.kinds) if r.value[kind] == 8]
    for kind in kinds:
        for _ in range(r.count[kind]):
            s.discard[s.discard_size] = kind
            s.discard_size += 1
    after = column_cost(s, r, 0, 0, -1, NO_CARD, mean, 4)
    plain = 2 * cell_cost(r, eight, mean, 4) + cell_cost(r, UNKNOWN, mean, 4)
    assert before < after == pytest.approx(plain)


def test_it_ends_a_round_that_it_wins():
    """A middling card on the last hidden place, where all others have more."""
    h = table("1 1 0 0 2 (4)", *HIGH, draws="5")
    does(h, "careful", "draw", "place b3")


def test_it_does_not_end_a_round_that_another_may_win():
    """The same card replaces the highest one instead."""
    h = table("9 9 7 7 6 (4)", *LOW, draws="5")
    moves(h, "draw")
    assert choice(h, "careful") in ("place a1", "place b1")


def test_it_loses_patience():
    """After so many turns it ends the round whoever wins it."""
    h = table("9 9 7 7 6 (4)", *LOW, draws="5")
    moves(h, "draw")
    h.state.turn = PATIENCE * 3
    assert choice(h, "careful") in ("place b3", "discard")  # then the last card is turned


@pytest.mark.parametrize("seats", [3, 4])
def test_it_beats_expected(seats):
    """Its share of the wins at a table of others lies above chance by more than its error."""
    run = simulate("newskyjo", ["careful", *["expected"] * (seats - 1)], games=2000, seed=5)
    assert run.summary["low"].iloc[0] > 1 / seats + 0.02
