"""The course of a game in numbers: worked by hand, and with noise that is known."""

from __future__ import annotations

import numpy as np
import pytest

from skyjo_widget.engine.limits import NOBODY
from skyjo_widget.measures.families.course import (
    decisiveness,
    drama,
    lead_changes,
    leaders,
    summary,
    surprise,
)
from skyjo_widget.measures.win_chances import Course

# Three seats; the last one wins.
GAME = np.array(
    [
        [0.4, 0.4, 0.2],  # nobody leads yet
        [0.5, 0.3, 0.2],  # the first seat: no change
        [0.4, 0.4, 0.2],  # a tie: it stays
        [0.3, 0.5, 0.2],  # the second
        [0.3, 0.2, 0.5],  # the third
        [0.36, 0.32, 0.32],  # the first again
        [0.0, 0.0, 1.0],  # the third wins
    ]
)


def test_the_leader_is_the_most_likely_winner():
    """From when somebody is ahead of all; a tie changes nothing."""
    assert list(leaders(GAME)) == [NOBODY, 0, 0, 1, 2, 0, 2]


def test_the_first_leader_is_no_lead_change():
    """Of five leaders in a row four are changes; a game that one leads has none."""
    assert lead_changes(GAME) == 4
    assert lead_changes(np.array([[0.6, 0.4], [0.7, 0.3], [1, 0]])) == 0
    assert lead_changes(np.array([[0.5, 0.5], [0.5, 0.5], [1, 0]])) == 0


def test_who_overtakes_several_at_once_is_one_change():
    """Whoever is most likely leads then."""
    rows = np.array([[0.5, 0.3, 0.2], [0.2, 0.3, 0.5], [0, 0, 1]])
    assert lead_changes(rows) == 1


def test_drama_is_the_mean_root_of_the_gap_where_the_winner_was_behind():
    """By 0.2, 0.3, 0.2, 0.3 and 0.04; where it led doesn't count."""
    wanted = (0.2**0.5 + 0.3**0.5 + 0.2**0.5 + 0.3**0.5 + 0.2) / 5
    assert drama(GAME) == pytest.approx(wanted)


def test_a_winner_that_was_never_behind_has_no_drama():
    """Nor was anything to be decided."""
    rows = np.array([[0.5, 0.5], [0.6, 0.4], [1, 0]])
    assert drama(rows) == 0
    assert decisiveness(rows) == 0


def test_decisiveness_is_the_share_of_the_game_until_the_winner_was_behind_no_more():
    """Of six steps: it was behind until just before the end; of three, after the first."""
    assert decisiveness(GAME) == 1
    assert decisiveness(np.array([[0.4, 0.6], [0.6, 0.4], [0.7, 0.3], [1, 0]])) == pytest.approx(
        1 / 3
    )


def test_of_winners_who_share_it_the_mean_is_taken():
    """One was behind by 0.25 once, at the beginning; the other never."""
    rows = np.array([[0.5, 0.25, 0.25], [0.4, 0.4, 0.2], [0.5, 0.5, 0]])
    assert drama(rows) == pytest.approx(0.5 / 2)
    assert decisiveness(rows) == pytest.approx((0 + 1 / 2) / 2)


def test_surprise_is_the_sum_of_the_distances():
    """Euclidean ones: √(0.3² + 0.4²), then √(0.6² + 0.8²)."""
    rows = np.array([[0.3, 0.4], [0.0, 0.0], [0.6, 0.8]])
    assert surprise(rows) == pytest.approx(0.5 + 1.0)


# Noise


def noisy(rows, error, rng):
    """The same chances as so many worlds would tell them, and their errors."""
    noise = rng.normal(size=rows.shape)
    noise -= noise.mean(axis=1, keepdims=True)  # they still sum to 1
    noise *= error / np.sqrt(1 - 1 / rows.shape[1])
    return rows + noise, np.full_like(rows, error)


@pytest.mark.parametrize("seats", [2, 4])
def test_noise_alone_is_hardly_ever_a_lead_change(seats):
    """Among equal chances there are none in a whole game; uncorrected there would be dozens."""
    rng = np.random.default_rng(1)
    flat = np.full((100, seats), 1 / seats)
    found = [noisy(flat, 0.02, rng) for _ in range(200)]
    assert np.mean([lead_changes(*one) for one in found]) < 0.1
    assert np.mean([lead_changes(rows) for rows, _ in found]) > 30


def test_changes_that_stand_out_from_noise_are_all_found():
    """A lead of 30 points that is lost and won again ten times."""
    rows = np.array([[0.65, 0.35], [0.35, 0.65]] * 10)
    found, errors = noisy(rows, 0.02, np.random.default_rng(2))
    assert lead_changes(found, errors) == lead_changes(rows) == 19


@pytest.mark.parametrize("seats", [2, 4])
def test_most_of_the_noise_is_taken_from_surprise(seats):
    """Less than half is left if nothing happens; large moves keep their size."""
    rng = np.random.default_rng(3)
    flat = np.full((100, seats), 1 / seats)
    found = [noisy(flat, 0.02, rng) for _ in range(100)]
    raw = np.mean([surprise(rows) for rows, _ in found])
    assert np.mean([surprise(*one) for one in found]) < 0.45 * raw
    moving = flat.copy()
    moving[::2, 0] += 0.2
    moving[::2, 1] -= 0.2
    found = [noisy(moving, 0.02, rng) for _ in range(100)]
    assert np.mean([surprise(*one) for one in found]) == pytest.approx(surprise(moving), rel=0.02)


def test_a_gap_within_the_noise_is_neither_drama_nor_indecision():
    """A winner 1 point behind, with errors of 2 points each, isn't known to have been."""
    rows = np.array([[0.495, 0.505], [0.495, 0.505], [1, 0]])
    errors = np.array([[0.02, 0.02], [0.02, 0.02], [0, 0]])
    assert (drama(rows, errors), decisiveness(rows, errors)) == (0, 0)
    assert drama(rows) == pytest.approx(0.1)
    assert decisiveness(rows) == 1


def test_the_summary_has_a_row_a_game():
    """Named; a game of which only the end is told says nothing."""
    exactly = np.zeros_like(GAME)
    found = summary([Course("a", GAME, exactly), Course("b", GAME[-1:], exactly[-1:])])
    assert list(found.index) == ["a"]
    assert found.loc["a"].to_dict() == {
        "lead_changes": 4,
        "drama": pytest.approx(drama(GAME)),
        "decisiveness": 1,
        "surprise": pytest.approx(surprise(GAME)),
    }


def test_no_game_is_an_empty_summary():
    """With its columns."""
    assert list(summary([]).columns) == ["lead_changes", "drama", "decisiveness", "surprise"]
