"""Frames with NumPy's dtypes, and what libraries that know no others do with them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import RulesError, plain, simulate
from skyjo_widget.frames.schema import FRAMES
from tests.browser.environments import environment

LEARN = Path(__file__).parent / "programs" / "learn.py"


@pytest.fixture(scope="module")
def run():
    """A few games with all decisions."""
    return simulate("skyjo", ["greedy", "random"], games=10, seed=1, decisions=True, progress=False)


@pytest.mark.parametrize("name", ["games", "rounds", "decisions"])
def test_every_column_has_a_dtype_of_numpy_and_its_values(run, name):
    """One without a value is left out; a copy leaves the frame as it is."""
    frame = getattr(run, name)
    before = frame.copy()
    copy = plain(frame)
    assert list(copy) == [column for column in frame if frame[column].notna().any()]
    for column in copy:
        assert isinstance(copy[column].dtype, np.dtype)
        pairs = zip(copy[column], frame[column], strict=True)
        for value, ours in pairs:
            assert pd.isna(ours) if np.ndim(value) == 0 and pd.isna(value) else True
            assert np.ndim(value) == 0 or value == tuple(ours)
            assert np.ndim(value) or pd.isna(value) or value == ours
    pd.testing.assert_frame_equal(frame, before)


def test_what_is_missing_decides_between_whole_numbers_and_others(run):
    """As in pandas' own reading of a CSV file."""
    frame = pd.DataFrame(
        {
            "n": [1, None],
            "yes": [True, None],
            "all": [2, 3],
            "both": [True, False],
            "x": [0.5, None],
            "t": ["a", None],
        }
    ).astype(
        {
            "n": "Int64",
            "yes": "boolean",
            "all": "Int64",
            "both": "boolean",
            "x": "Float64",
            "t": "string",
        }
    )
    copy = plain(frame)
    assert [str(dtype) for dtype in copy.dtypes] == [
        *("float64", "float64", "int64", "int64", "float64", "object")
    ]
    assert copy.loc[0].tolist() == [1, 1, 2, 1, 0.5, "a"]
    assert copy["t"][1] is None
    assert list(plain(run.rounds.iloc[:0])) == list(FRAMES["rounds"])
    assert plain(run.games)["names"].value_counts().to_dict() == {("greedy", "random"): 10}
    with pytest.raises(RulesError, match="no list"):
        plain([1])


@pytest.mark.slow
def test_statistics_and_pictures_take_plain_frames(run, tmp_path):
    """Statsmodels, seaborn, scikit-learn and matplotlib, which refuse the frames themselves."""
    for name in ("rounds", "decisions"):
        plain(getattr(run, name)).to_pickle(tmp_path / f"{name}.pkl")
    printed = subprocess.run(
        [environment("tables"), LEARN, tmp_path], check=True, capture_output=True, text=True
    ).stdout
    rounds = run.rounds
    fitted = dict(line.split(" ") for line in printed.splitlines())
    means = rounds.groupby(["player", "ender"])["score"].agg(["mean", "size"])
    weights = means["size"].unstack().apply(lambda row: row.prod() / row.sum(), axis=1)
    steps = means["mean"].unstack().diff(axis=1)[True]
    assert float(fitted["ols"]) == pytest.approx((weights * steps).sum() / weights.sum())
    ended = rounds.groupby("player")["ender"].mean()
    log_odds = np.log((ended / (1 - ended)).astype(float))
    assert float(fitted["glm"]) == pytest.approx(log_odds["random"] - log_odds["greedy"], abs=1e-5)
    assert int(fitted["heatmap"]) == rounds.groupby(["round", "player"]).ngroups
    whole = plain(run.decisions).select_dtypes("number")
    assert int(fitted["boosting"]) == len(whole.columns) - 1
    assert int(fitted["colour"]) == len(rounds)
