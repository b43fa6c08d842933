"""The solved boards of `benchmarks.solved`, checked on rounds of the engine."""

from __future__ import annotations

import functools
import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks.league.page import SOLVED
from benchmarks.solved import COLUMN_TURNED, KINDS, PAIR, SQUARE
from benchmarks.solved.play import DOUBLED, ENDLESS, OUTCOME, START, STARTER, duel, pile_number
from benchmarks.solved.solver import solved, value
from skyjo_widget.bots.skyjo import NAMES
from skyjo_widget.bots.skyjo_boards import COLUMN
from skyjo_widget.bots.skyjo_worth import worths
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.rules import (
    CHOOSE,
    FLIP_FIRST,
    GAME_OVER,
    ROUND_OVER,
    SETUP,
    SHUFFLE,
)
from skyjo_widget.util.intervals import critical, mean_interval
from tests.fixtures.last_turns import go_on
from tests.fixtures.one_action import outcomes

ROUNDS = 2000
VALUES = {
    PAIR: 0.4055,
    SQUARE: 0.0940,
    COLUMN: 0.9205,
    COLUMN_TURNED: -0.3423,
}
"""The points that the starter is better off."""
BOARDS = [
    pytest.param(PAIR, marks=pytest.mark.slow, id="pair"),
    pytest.param(SQUARE, marks=pytest.mark.slow, id="square"),
    pytest.param(COLUMN, marks=pytest.mark.slow, id="column"),
    pytest.param(COLUMN_TURNED, marks=pytest.mark.slow, id="column, one turned"),
]


def differs(sample, among):
    """Return whether a mean isn't 0, by Student's interval, if so many are looked at."""
    error = sample.std(ddof=1) / np.sqrt(len(sample))
    return bool(abs(sample.mean()) > critical(among, len(sample)) * error)


solution = functools.cache(solved)


@pytest.mark.parametrize("board", BOARDS)
def test_optimal_play_is_worth_what_is_solved(board):
    """Before the deal, and in rounds that the engine plays."""
    t = solution(board)
    assert value(board, t) == pytest.approx(VALUES[board], abs=1e-4)
    rows = duel(board, t, "optimal", ROUNDS, seed=3)
    assert not rows[:, [*KINDS.values()]].any()
    assert not differs(rows[:, STARTER] - VALUES[board], among=len(BOARDS))


@pytest.mark.slow
def test_the_deal_is_worth_what_the_engine_deals():
    """On 2 × 2, exactly: over all cards that are turned, in different columns."""
    t = solution(SQUARE)
    codes = SQUARE.rules.codes(2, SQUARE.deck)
    here = np.empty(len(SKYJO.actions))
    mean = 0.0
    for seen in itertools.product(range(codes.kinds), repeat=5):
        left = codes.count[: codes.kinds]
        chance = 1.0
        for card in seen:
            chance *= left[card] / sum(left)
            left[card] -= 1
        if chance > 0:
            rest = [kind for kind in range(codes.kinds) for _ in range(left[kind])]
            order = [*seen[:2], *rest[:2], *seen[2:4], *rest[2:4], seen[4], *rest[4:]]
            s = SKYJO.state()
            SKYJO.start(s, codes)
            s.draw[: len(order)] = order[::-1]
            SKYJO.proceed(s, codes)
            while s.phase == SETUP:
                SKYJO.apply(s, codes, FLIP_FIRST + codes.turned - s.flips)
            worths(t, s, codes, pile_number(t, s, codes, False), here)
            mean += chance * np.nanmax(here)
    assert mean == pytest.approx(value(SQUARE, t), abs=1e-6)


def decisions(codes, rounds, seed):
    """Yield states with a decision, and whether the draw pile was made of discards."""
    rng = np.random.default_rng(seed)
    for _ in range(rounds):
        s = SKYJO.state()
        SKYJO.start(s, codes)
        apart = False
        while s.phase not in (ROUND_OVER, GAME_OVER) and s.turn <= 30:
            apart = apart or (s.phase == SHUFFLE and s.shuffled_for == CHOOSE)
            action = FLIP_FIRST + codes.turned - s.flips  # in different columns
            if s.phase not in (SETUP, *SKYJO.idle_phases):
                yield s, apart
                action = int(rng.choice(SKYJO.legal_actions(s, codes)))
            go_on(s, codes, lambda s, action=action: action, rng)


@pytest.mark.slow
def test_each_action_is_worth_what_the_engine_leads_to():
    """On 2 × 2, exactly: the mean of what is best then, over the cards that can be turned."""
    t = solution(SQUARE)
    codes = SQUARE.rules.codes(2, SQUARE.deck)
    reshuffled = 0
    here, then = np.empty(len(SKYJO.actions)), np.empty(len(SKYJO.actions))
    for s, apart in decisions(codes, 60, seed=5):
        reshuffled += apart
        worths(t, s, codes, pile_number(t, s, codes, apart), here)
        assert np.flatnonzero(~np.isnan(here)).tolist() == SKYJO.legal_actions(s, codes)
        for action in SKYJO.legal_actions(s, codes):
            mean = 0.0
            for chance, last, parted in outcomes(s, codes, action, apart):
                if last.phase in (ROUND_OVER, GAME_OVER):
                    mean += chance * (last.score[1 - s.seat] - last.score[s.seat])
                else:
                    worths(t, last, codes, pile_number(t, last, codes, parted), then)
                    mean += chance * np.nanmax(then) * (1 if last.seat == s.seat else -1)
            assert here[action] == pytest.approx(mean, abs=1e-5)
    assert reshuffled > 100


@pytest.mark.parametrize("board", BOARDS)
def test_an_outcome_equals_the_sum_of_regrets(board):
    """A bot scores below the expectation after the deal by what its decisions have lost."""
    t = solution(board)
    for number, bot in enumerate(NAMES[1:]):
        rows = duel(board, t, bot, ROUNDS, seed=number)
        lost = rows[:, [*KINDS.values()]]
        assert (lost > -1e-4).all()
        gap = rows[:, OUTCOME] - rows[:, START] + lost.sum(axis=1)
        assert not differs(gap, among=len(NAMES)), bot
        assert mean_interval(lost.sum(axis=1)).low > 0


@pytest.mark.parametrize("board", BOARDS)
def test_careful_loses_no_more_than_expected(board):
    """Its parameters are scaled by the deck's spread."""
    t = solution(board)
    lost = {}
    for bot in ("careful", "expected"):
        lost[bot] = duel(board, t, bot, ROUNDS, seed=4)[:, [*KINDS.values()]].sum(axis=1)
    worse = mean_interval(lost["careful"] - lost["expected"])
    assert worse.high < 0


@pytest.mark.slow
def test_at_the_first_turn_only_minus_2_to_0_are_taken():
    """With all cards hidden, any higher one is worth less than a draw."""
    t = solution(COLUMN)
    start = t.at[0, 0, 0]
    taken = np.flatnonzero(t.value[start] > t.drawing[start] + 1e-6)
    assert [COLUMN.deck.values[kind] for kind in taken] == [-2, -1, 0]


def test_the_page_holds_what_was_measured():
    """The league writes the section, which is on the page already; the solved values come first."""
    page = Path(__file__).parents[2] / "docs" / "internals" / "strength.md"
    assert SOLVED in page.read_text("utf-8")
    values = [f"{abs(VALUES[board]):.2f}" for board in (COLUMN, COLUMN_TURNED, PAIR, SQUARE)]
    assert re.findall(r"\d\.\d\d", SOLVED)[:4] == values


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "column", "share"),
    [(COLUMN_TURNED, DOUBLED, r"doubled in (\d+) %"), (SQUARE, ENDLESS, r"(\d+) % of them never")],
)
def test_the_page_says_how_optimal_rounds_end(board, column, share):
    """Within three standard errors."""
    rows = duel(board, solution(board), "optimal", ROUNDS, seed=6)[:, column]
    page = int(re.search(share, " ".join(SOLVED.split()))[1])
    assert 100 * abs(rows.mean() - page / 100) < 300 * rows.std() / np.sqrt(ROUNDS) + 0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "mean", "half"), [(PAIR, 2, 3), (SQUARE, 4, 5), (COLUMN_TURNED, 6, 7)]
)
def test_the_page_shows_each_bots_regret(board, mean, half):
    """As these rounds have it, within both intervals."""
    t = solution(board)
    for number, bot in enumerate(NAMES[1:]):
        row = re.search(rf"^\|`{bot}[`(].*$", SOLVED, re.MULTILINE)[0]
        cells = re.split(r" ± |\|", row)
        rows = duel(board, t, bot, ROUNDS, seed=10 + number)
        here = mean_interval(rows[:, [*KINDS.values()]].sum(axis=1))
        error = np.hypot(float(cells[half]), here.high - here.mean)
        assert abs(here.mean - float(cells[mean])) < 1.5 * error + 0.005, bot
