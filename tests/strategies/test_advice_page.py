"""The three pieces of advice, tested: what docs/advice.md says of them is what is found."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scripts.facts.advice import PIECES, advised_action
from skyjo_widget import compare, play
from skyjo_widget.engine.skyjo.game import SKYJO
from tests.fixtures.paths import ROOT

PAGE = (ROOT / "docs" / "advice.md").read_text("utf-8")
STRATEGIES = re.search(r"```python\n(def points_at_hand.*?)```", PAGE, re.DOTALL)[1]
PAIRS = ("keeps_hidden", "turns_early", "sees_no_columns", "ends_at_once")

found: dict[str, Any] = {}
exec(STRATEGIES, found)


def moments(seeds):
    """Return what the seat to act sees at each moment of some rounds that `plain` plays."""
    for seed in seeds:
        table = play("skyjo", ["Ana", "Bo"], seed=seed, record=False, display=False)
        while table.seat is not None:
            yield table.observation()
            table.act(found["plain"](table.observation()))


def column(obs, place):
    """The face-up cards beside a place in its column."""
    return [n for p, n in obs.mine.items() if p[0] == place[0] and p != place and n is not None]


def at_stake(name, obs):
    """Return True if what a strategy is about is at stake at a moment."""
    if name == "ends_at_once":
        return len(obs.hidden_positions) == 1 and obs.ender < 0
    if name == "sees_no_columns":
        card = obs.hand if obs.phase == "place drawn" else obs.discard_top
        places = obs.mine.items()
        return any(card in column(obs, p) or n in column(obs, p) for p, n in places)
    return 0 < len(obs.hidden_positions) < len(obs.mine)


def test_the_strategies_differ_in_their_piece_of_advice_alone():
    """Each chooses as `plain` does, unless what it is about is at stake; and there not always."""
    differ = dict.fromkeys(PAIRS, 0)
    for obs in moments(range(8)):
        chosen = found["plain"](obs)
        for name in PAIRS:
            if found[name](obs) != chosen:
                assert at_stake(name, obs), (name, obs.phase)
                differ[name] += 1
    assert all(differ.values()), differ


def test_who_keeps_hidden_cards_replaces_open_ones_and_who_turns_early_hidden_ones():
    """Both place a card, and only one of them on a hidden card."""
    told_apart = 0
    for obs in moments(range(8)):
        early, late = found["turns_early"](obs), found["keeps_hidden"](obs)
        if early != late and early.startswith("place") and late.startswith("place"):
            places = [choice.removeprefix("place ") for choice in (early, late)]
            hidden = [place in obs.hidden_positions for place in places]
            told_apart += hidden == [True, False]
            assert hidden != [False, True]
    assert told_apart > 10


@pytest.mark.parametrize(
    ("name", "piece"), [("plain", "plain"), ("ends_at_once", "plain(lead=-100)")]
)
def test_the_facts_are_measured_with_the_same_strategies(name, piece):
    """Each decision of some rounds, from the page's code and from that of `scripts.facts`."""
    decisions = 0
    for seed in range(8):
        table = play("skyjo", ["Ana", "Bo"], seed=seed, record=False, display=False, target=1)
        while table.seat is not None:
            state, codes = table.history.state, table.history.codes
            action = advised_action(state, codes, list(PIECES).index(piece))
            assert SKYJO.action_text(action, codes) == found[name](table.observation())
            table.act(found[name](table.observation()))
            decisions += 1
    assert decisions > 8 * 20


def told(name):
    """Return the values of the page's table: points a round, the interval, the wins."""
    row = re.search(rf"^\|[^|`]+\|`{name}`\|(.*)\|$", PAGE, re.MULTILINE)[1]
    points, low, high, wins, *_ = map(float, re.findall(r"[\d.]+", row.replace("−", "-")))
    return points, low, high, wins / 100


@pytest.mark.slow
def test_ending_at_once_costs_points():
    """Few rounds show it, since deals differ little there: most end alike."""
    pair = found["ends_at_once"], found["plain"]
    seen = compare(*pair, games=100, seed=1, target=1, progress=False)
    assert seen.low > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_each_piece_of_advice_is_right_by_as_much_as_is_said(name):
    """The page's number lies in the interval that fewer games find, and theirs is above 0."""
    seen = compare(found[name], found["plain"], games=1000, seed=2, progress=False)
    points, low, high, wins = told(name)
    assert 0 < low < points < high
    assert seen.low > 0
    assert seen.low - 0.2 < points < seen.high + 0.2
    row = seen.summary.iloc[0]
    assert row["high"] < 0.5
    assert row["low"] - 0.02 < wins < row["high"] + 0.02
