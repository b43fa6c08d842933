"""The regret of `benchmarks.regret`, on values known beforehand."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from benchmarks.regret import regrets, valued


def judge(outcomes):
    """Return a bot that values actions by these outcomes, worlds × actions."""
    return SimpleNamespace(try_out=lambda *_: np.array(outcomes, float))


def always(action):
    """Return a bot that decides for one action."""
    return SimpleNamespace(act=lambda *_: action)


def test_a_choice_loses_what_the_best_action_has_more_among_each_style():
    """Every second world is one of `careful`."""
    outcomes = [[0.5, 0.3], [0.2, 0.4]] * 4
    position = valued(None, None, [7, 9], judge(outcomes), 8, 0)
    np.testing.assert_allclose(position.values, [[0.5, 0.3], [0.2, 0.4]])
    for action, lost in ((7, [0, 0.2]), (9, [0.2, 0])):
        loss, _ = regrets(always(action), [position] * 3)
        np.testing.assert_allclose(loss, [lost] * 3, atol=1e-12)


def test_luck_does_not_choose_the_best_action():
    """The best of many noisy means isn't better, if all actions are alike."""
    rng = np.random.default_rng(5)
    positions = [
        valued(None, None, list(range(12)), judge(rng.random((400, 12))), 400, seed)
        for seed in range(200)
    ]
    lost, _ = regrets(always(3), positions)
    assert abs(lost.mean()) < 3 * lost.std() / np.sqrt(lost.size)
    highest = np.mean(
        [position.values.max() - position.values[:, 3].mean() for position in positions]
    )
    assert highest > 0.02
