"""Intervals against a direct computation, and how often they hold the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from skyjo_widget.util.intervals import (
    ENOUGH,
    Interval,
    critical,
    matched_rates,
    mean_interval,
    plackett_luce,
    student,
    welch,
)


def holds(found, truth):
    """Return whether an interval holds a number."""
    return found.low <= truth <= found.high


def test_the_interval_of_a_mean_is_students():
    """1 to 5: t of 4 degrees of freedom is 2.776; with fewer values there is none."""
    half = 2.776 * math.sqrt(2.5 / 5)
    assert mean_interval([1, 2, 3, 4, 5]) == pytest.approx((3, 3 - half, 3 + half), abs=0.006)
    for values in ([], [1], [1, 2, 3, 4]):
        assert len(values) < ENOUGH
        assert math.isnan(mean_interval(values).low)
    assert mean_interval([1, 2]).mean == 1.5
    assert math.isnan(mean_interval([]).mean)


def test_welchs_interval_has_its_degrees_of_freedom():
    """Worked out again from the formula of 1947; in bounds of what Student's would be."""
    a, b = np.array([1.0, 4, 2, 8, 5, 7]), np.array([3.0, 3, 4, 3, 2, 3, 4, 3])
    va, vb = a.var(ddof=1) / 6, b.var(ddof=1) / 8
    freedom = (va + vb) ** 2 / (va**2 / 5 + vb**2 / 7)
    assert 5 < freedom < 12
    half = student(freedom) * math.sqrt(va + vb)
    mean = a.mean() - b.mean()
    assert welch(a, b) == pytest.approx((mean, mean - half, mean + half))
    assert math.isnan(welch(a, b[:4]).low)
    assert welch(np.ones(5), np.zeros(5)) == (1, 1, 1)


def test_matched_rates_are_agrestis_and_mins():
    """Of 20 pairs 6 differ one way and 2 the other: with 1/2 more in each cell, 6.5 and 2.5."""
    pairs = np.array([1] * 6 + [-1] * 2 + [0] * 12)
    centre = (6.5 - 2.5) / 22
    half = 1.96 * math.sqrt(((6.5 + 2.5) / 22 - centre**2) / 22)
    assert matched_rates(pairs) == pytest.approx((0.2, centre - half, centre + half), abs=1e-4)


def test_alike_pairs_are_no_proof():
    """All pairs without a difference, or all with the same, have an interval all the same."""
    none, all_of_them = matched_rates(np.zeros(20)), matched_rates(np.ones(20))
    assert none.low < -0.05 < 0.05 < none.high
    assert all_of_them.mean == all_of_them.high == 1
    assert all_of_them.low < 0.9
    assert math.isnan(matched_rates(np.array([])).mean)


@pytest.mark.parametrize("apart", [0.0, 0.1, 0.4])
@pytest.mark.parametrize(("n", "least"), [(10, 0.925), (30, 0.935)])
def test_matched_rates_hold_the_truth_as_often_as_they_say(apart, n, least):
    """Some 95 % of 2,000 samples, slightly fewer of the smallest; the seed is fixed."""
    rng = np.random.default_rng(8)
    pairs = rng.choice([1, 0, -1], p=[0.2 + apart, 0.6 - apart, 0.2], size=(2000, n))
    share = np.mean([holds(matched_rates(one), apart) for one in pairs])
    assert share > least


@pytest.mark.parametrize("sizes", [(8, 40), (40, 8), (20, 20)])
def test_welchs_interval_holds_the_truth_as_often_as_it_says(sizes):
    """95 % of 2,000, whatever the sizes and spreads: within 3.9 standard errors of 0.0049."""
    rng = np.random.default_rng(2)
    found = [welch(rng.normal(3, 1, sizes[0]), rng.normal(2, 4, sizes[1])) for _ in range(2000)]
    assert np.mean([holds(one, 1) for one in found]) == pytest.approx(0.95, abs=3.9 * 0.0049)


def test_a_paired_interval_is_narrower_where_luck_is_shared():
    """Both hold the truth; the paired one is a third as wide if most of the spread is common."""
    rng = np.random.default_rng(4)
    deals = rng.normal(0, 10, 60)
    one, other = deals + rng.normal(1, 3, 60), deals + rng.normal(0, 3, 60)
    paired, apart = mean_interval(one - other), welch(one, other)
    assert holds(paired, 1)
    assert holds(apart, 1)
    assert (paired.high - paired.low) < (apart.high - apart.low) / 2


def test_the_critical_value_grows_with_what_is_looked_at():
    """One difference of many values: 1.96; of three pairs 2.39; few values make it larger."""
    assert critical(1, 10**6) == pytest.approx(1.96, abs=0.001)
    assert critical(3, 10**6) == pytest.approx(2.394, abs=0.001)
    assert critical(1, 20) == pytest.approx(student(19))
    assert critical(3, 10) > critical(3, 100)


def test_an_interval_knows_whether_it_holds_zero():
    """A missing one doesn't exclude it."""
    assert not Interval(2, 1, 3).holds_zero
    assert not Interval(-2, -3, -1).holds_zero
    assert Interval(1, 0, 2).holds_zero
    assert Interval(1, math.nan, math.nan).holds_zero


def test_ratings_differ_with_the_error_that_repetition_shows():
    """Of two strategies that met and a third: from variances and covariance."""
    rng = np.random.default_rng(6)
    chance = 1 / (1 + math.exp(-0.4))

    def played():
        pairs = ((0, 1, 0.5), (0, 2, chance), (1, 2, chance))
        return [(a, b, 2, float(rng.binomial(150, p)), 150) for a, b, p in pairs]

    found = [plackett_luce(3, played()) for _ in range(800)]
    apart = np.std([ratings[1] - ratings[2] for ratings, _ in found])
    covariance = found[0][1]
    error = math.sqrt(covariance[1, 1] + covariance[2, 2] - 2 * covariance[1, 2])
    assert apart == pytest.approx(error, rel=0.1)
