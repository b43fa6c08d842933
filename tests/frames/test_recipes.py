"""The page of recipes: its code runs as it stands, on people's records and on a simulation."""

from __future__ import annotations

import re

import matplotlib.pyplot as plt
import pytest

from skyjo_widget import play, replay, simulate
from tests.fixtures.paths import ROOT

NAMES = ["Ana", "bot:greedy", "bot:random"]


def blocks(name):
    """The page's blocks of code."""
    page = (ROOT / "docs" / name).read_text("utf-8")
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def records(folder):
    """A game to its end by a person who takes what comes first, and two begun ones."""
    folder.mkdir()
    for seed in range(3):
        table = play("skyjo", NAMES, seed=seed, display=False, record=False)
        while not table.over and (seed == 0 or len(table.history.decisions) < 40):
            table.act(table.legal[0]) if table.waiting == "person" else table.step()
        table.save_as(folder / f"{seed}.jsonl")


def simulation(folder):
    """Thirty games of three bots."""
    simulate(
        "skyjo",
        ["greedy", "threshold(2)", "random"],
        games=30,
        seed=1,
        decisions=True,
        to=folder,
        progress=False,
    )


def test_both_languages_have_the_same_code():
    """Block by block."""
    assert blocks("recipes.md") == blocks("recipes.fr.md")


@pytest.mark.seconds
@pytest.mark.parametrize("source", [records, simulation])
def test_the_code_of_the_page_runs(source, tmp_path, monkeypatch):
    """Each result equals that of plain loops over the frames."""
    monkeypatch.chdir(tmp_path)
    source(tmp_path / "games")
    found: dict = {}
    for block in blocks("recipes.md"):
        exec(block, found)
    plt.close("all")
    log = found["log"]
    ended = [row for row in log.seats.to_dict("records") if row["finished"]]
    assert ended
    assert found["wins"]["count"].sum() == len(ended)
    whole = found["wins"]["mean"] * found["wins"]["count"]
    assert whole.sum() == pytest.approx(sum(row["share"] for row in ended))
    rounds = [row for row in log.rounds.to_dict("records") if row["finished"] and row["ender"]]
    assert found["doubled"]["count"].sum() == len(rounds)
    assert found["means"].shape == (3, 4)
    placed = {}
    for row in log.decisions.to_dict("records"):
        if row["action"] == "place":
            placed.setdefault(row["position"], []).append(row["card_in"])
    for position, cards in placed.items():
        mean = found["means"].loc[position[1], position[0]]
        assert mean == pytest.approx(sum(cards) / len(cards))
    by = {}
    for row in ended:
        by.setdefault(row["player"], []).append(row["mean_score"])
    means = {player: sum(scores) / len(scores) for player, scores in by.items()}
    for table in (found["best"], found["table"].to_pandas()):
        assert dict(zip(table["player"], table["mean"], strict=True)) == pytest.approx(means)
        assert list(table["mean"]) == sorted(table["mean"])
    row = found["row"]
    shown = replay(log, row["game_id"], display=False)
    shown.show(row["decision"])
    assert shown.decision == row["decision"]
