"""The files of fitted win probabilities, and the script that makes them."""

from __future__ import annotations

import numpy as np
import pytest

from scripts import win_model as script
from skyjo_widget.bots import win_model
from skyjo_widget.bots.registry import BOTS

GAMES = ["skyjo", "newskyjo", "skip-bo"]


@pytest.mark.parametrize("game", GAMES)
def test_a_file_says_how_it_was_made(game):
    """It is the file that the code names; its recipe and rules are those of the code."""
    model = BOTS[game].win
    assert win_model.digest(model.file) == model.digest
    assert model.file.stat().st_size < 50_000
    about = model.about
    share = float(about["made_by"].split()[-1])
    expected = script.about_of(game, share, {})
    different = {"moments", "software"}
    assert {k: v for k, v in expected.items() if k not in different}.items() <= about.items()
    assert about["moments"] > 100_000
    assert 0 < about["brier_held_out"] < 0.15


def test_a_file_written_twice_is_the_same(tmp_path):
    """No time stands in it."""
    network = BOTS["skyjo"].win.network
    for name in ("a.npz", "b.npz"):
        win_model.write(tmp_path / name, network, {"game": "skyjo"})
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


@pytest.mark.slow
def test_the_script_fits(monkeypatch):
    """A hundredth of the games beat equal chances, and give the same network again."""
    monkeypatch.setattr(script, "EPOCHS", 3)
    network, about = script.make("skyjo", 0.01)
    assert about["brier_held_out"] < 0.24
    for weights, others in zip(network, script.make("skyjo", 0.01)[0], strict=True):
        np.testing.assert_array_equal(weights, others)


def test_the_slopes_are_those_of_the_loss():
    """Of a weight of each kind, by a small change; the chances are those that are shipped."""
    rng = np.random.default_rng(3)
    rows = {3: script.Rows(
        rng.standard_normal((40, 3, 5)).astype(np.float32),
        rng.dirichlet([1, 1, 1], 40).astype(np.float32),
        np.arange(40),
    )}  # fmt: skip
    network = script.begin(rows, rng)
    loss, slopes = script.gradients(network, rows[3].features, rows[3].shares)
    chances = network.chances(rows[3].features)
    assert loss == pytest.approx(-(rows[3].shares * np.log(chances)).sum(axis=1).mean(), rel=1e-4)
    for k, slope in enumerate(slopes):
        weights = [w.astype(np.float64) for w in network]
        at = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        losses = []
        for step in (1e-4, -1e-4):
            weights[k + 2][at] += step
            changed = type(network)(*weights)
            losses.append(script.gradients(changed, rows[3].features, rows[3].shares)[0])
            weights[k + 2][at] -= step
        assert (losses[0] - losses[1]) / 2e-4 == pytest.approx(float(slope[at]), rel=0.02)
