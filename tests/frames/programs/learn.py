"""Statistics and pictures of plain frames: ``python learn.py FOLDER``; see its test."""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("agg")
import matplotlib.pyplot as plt
import pandas as pd
import seaborn as sns
import statsmodels.api as sm
import statsmodels.formula.api as smf
from sklearn.ensemble import HistGradientBoostingRegressor

rounds = pd.read_pickle(Path(sys.argv[1]) / "rounds.pkl")
decisions = pd.read_pickle(Path(sys.argv[1]) / "decisions.pkl")

fitted = smf.ols("score ~ ender + C(player)", rounds).fit()
print("ols", round(fitted.params["ender"], 6))
fitted = smf.glm("ender ~ C(player)", rounds, family=sm.families.Binomial()).fit()
print("glm", round(fitted.params["C(player)[T.random]"], 6))

axes = sns.heatmap(rounds.pivot_table(index="round", columns="player", values="score"))
print("heatmap", axes.collections[0].get_array().count())
plt.close("all")

numbers = decisions.select_dtypes("number")
model = HistGradientBoostingRegressor(max_iter=5)
model.fit(numbers.drop(columns="visible_after"), numbers["visible_after"])
print("boosting", model.n_features_in_)

dots = rounds.plot.scatter("turns", "score", c=rounds["ender"])
print("colour", len(dots.collections[0].get_offsets()))
