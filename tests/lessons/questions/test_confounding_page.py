"""The page on confounding: its examples print what it says."""

from __future__ import annotations

import re

import pytest

from tests.fixtures.paths import ROOT


@pytest.mark.slow
@pytest.mark.parametrize("page", ["confounding.md", "confounding.fr.md"])
def test_the_page_is_true(page, capsys):
    """Its examples run in order; its sentences have their numbers."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    names: dict = {}
    for kind, block in re.findall(r"```(python|text)\n(.*?)```", text, re.DOTALL):
        if kind == "python":
            capsys.readouterr()
            exec(block, names)
        else:
            assert capsys.readouterr().out.endswith(block)  # after a notice of the compiler
    fours, apart = names["fours"], names["apart"]
    means = fours.groupby("action", observed=True)["score"].mean()
    assert round(means["take"] - means["draw"]) == 30
    assert "30 points" in text
    mine = names["greedy"].groupby("action", observed=True)["score"].mean()
    assert round(mine["take"] - mine["draw"], 1) == 1.5
    taken = fours.groupby("player")["action"].apply(lambda actions: (actions == "take").mean())
    assert taken["threshold(2)"] == 0
    assert taken["random"] == pytest.approx(0.5, abs=0.03)
    mean, spread = sum(apart) / len(apart), names["pd"].Series(apart).sem()
    assert (round(mean, 1), round(1.96 * spread, 1)) == (0.7, 0.2)
