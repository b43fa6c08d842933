"""Plans of playtests: each order and each seat equally often, and what they can show."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pandas as pd
import pytest

from skyjo_widget import RulesError, plan
from skyjo_widget.measures.playtest.plan import balanced_rows


@pytest.mark.parametrize("n", range(1, 9))
def test_rows_are_balanced_for_places_and_for_neighbours(n):
    """Each number is equally often in each place, and behind each other number."""
    rows = balanced_rows(n)
    assert all(sorted(row) == list(range(n)) for row in rows)
    for place in zip(*rows, strict=True):
        assert set(Counter(place).values()) == {len(rows) // n}
    followed = Counter(pair for row in rows for pair in itertools.pairwise(row))
    assert set(followed) == set(itertools.permutations(range(n), 2))
    assert len(set(followed.values())) <= 1


@pytest.mark.parametrize(
    ("versions", "people"), list(itertools.product((2, 3, 4), (1, 2, 3, 4, 5)))
)
def test_an_even_plan_is_fair(versions, people):
    """Each person in each seat, and each version in each place, equally often."""
    labels = [f"v{n}" for n in range(versions)]
    even = plan(labels, sessions=1, players=people).even
    frame = plan(labels, sessions=even, players=people, seed=5).frame
    for _, session in frame.groupby("session"):
        assert sorted(session["version"]) == labels
        assert len(session.iloc[:, 3:].drop_duplicates()) == 1  # all of it in the same seats
    assert frame.groupby(["version", "game"]).size().nunique() == 1
    for seat in frame.columns[3:]:
        held = frame.groupby(["version", seat]).size()
        assert len(held) == versions * people
        assert held.nunique() == 1


def test_orders_and_seats_do_not_go_together():
    """With 2 versions and 4 people, each seating is played in both orders after 8 sessions."""
    frame = plan(["A", "B"], sessions=8, players=list("wxyz")).frame
    first = frame[frame["game"] == 1]
    assert len(first[["version", "seat 1"]].drop_duplicates()) == 8


@pytest.mark.parametrize(
    ("sessions", "agreeing"), [(1, None), (5, None), (6, 6), (8, 8), (9, 8), (12, 10), (20, 15)]
)
def test_how_many_sessions_must_agree(sessions, agreeing):
    """By the sign test's table, two-sided at 5 %."""
    assert plan(["A", "B"], sessions=sessions).agreeing == agreeing


def test_what_could_be_detected():
    """(t + z) / √n: 1.1 standard deviations from 8 sessions; nothing from one."""
    assert plan(["A", "B"], sessions=8).detectable == pytest.approx(
        (2.3646 + 0.8416) / math.sqrt(8), rel=1e-3
    )
    assert plan(["A", "B"], sessions=1).detectable == math.inf
    assert not any("inf" in line for line in plan(["A", "B"], sessions=1).sentences())


def test_it_is_drawn_with_the_seed():
    """The same seed gives the same plan, another one other places."""
    one, same, other = (plan(["A", "B"], players=8, seed=seed) for seed in (1, 1, 2))
    assert one.rows == same.rows != other.rows


def test_it_is_shown_and_written(tmp_path):
    """In French too; a name is escaped, and a spreadsheet gets no formula."""
    made = plan(["A", "<b>"], sessions=6, players=["=1+1", "Bo"], lang="fr")
    assert "&lt;b&gt;" in made.html()
    assert "Si les 6 séances" in made.html()
    assert "If all 6 sessions" in made.html("en")
    assert "session  game version seat 1 seat 2" in repr(made)
    read = pd.read_csv(made.to_csv(tmp_path / "plan.csv"))
    assert read.shape == (12, 5)
    assert not read.astype(str).stack().str.startswith("=").any()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"versions": ["A"]}, "versions: 1; 2 to 6 are possible"),
        ({"versions": ["A", "A"]}, "different names of 1 to 40 letters are needed"),
        ({"versions": "AB"}, "a list of names is needed"),
        ({"sessions": 0}, "sessions: 0; 1 to 200 are possible"),
        ({"players": 9}, "players: 9; 1 to 8 are possible"),
        ({"players": ["Ana", "Ana"]}, "different names of 1 to 40 letters are needed"),
        ({"players": 2.5}, "players=2.5 is no whole number"),
    ],
)
def test_what_cannot_be_planned_is_refused(given, says):
    """With the name of what is wrong, and what would be right."""
    with pytest.raises(RulesError, match=says):
        plan(**{"versions": ["A", "B"], **given})
