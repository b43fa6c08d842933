"""Scores of real evenings as a log: what people and score apps write, and what doesn't add up."""

from __future__ import annotations

import json
import pickle

import openpyxl
import pandas as pd
import pytest

from skyjo_widget import RulesError, load_all, measure, play, scores
from skyjo_widget.frames.schema import FRAMES

ANA = [12, 36, -3, 60]
BO = [5, 7, 20, 18]
"""Points of two players; Ana has 105 and Bo 50."""

UNKNOWN = ["turns_a_round", "raw_sd_round", "doubling_share"]
"""Measures of what nobody writes down."""

TABLES = {
    "rounds.csv": "Round,Ana,Bo\n1,12,5\n2,20+16,7\n3,-3,20\n4,60,18\nTotal,105,50\n",
    "manches.csv": "Manche;Ana;Bo\n1;12;5\n2;36;7\n3;−3;20\n4;60;18\nTotal;105;50\n",
    "bare.csv": "Ana\tBo\n12\t5\n36\t7\n-3\t20\n60\t18\n",
    "turned.csv": "Joueur;1;2;3;4;Total\nAna;12;36;-3;60;105\nBo;5;7;20;18;50\n",
    "title.csv": "Soirée chez Ana;;\n;Ana;Bo\nManche 1;12;5\nManche 2;36;7\n3;-3;20\n4;60;18\n;;\n",
    "long.csv": "player,round,score\n"
    + "".join(f"Ana,{k},{a}\nBo,{k},{b}\n" for k, (a, b) in enumerate(zip(ANA, BO, strict=True))),
    "app.json": json.dumps(
        {
            "date": "2026-11-01",
            "players": [
                {"name": "Ana", "scores": ["12", "20+16", "-3", "60", ""], "total": "105"},
                {"name": "Bo", "scores": ["5", "7", "20", "18"], "total": ""},
            ],
        }
    ),
    "rounds.json": json.dumps(
        {
            "games": [
                {"players": ["Ana", "Bo"], "rounds": [list(r) for r in zip(ANA, BO, strict=True)]}
            ]
        }
    ),
    "named.json": json.dumps(
        {
            "players": ["Ana", "Bo"],
            "rounds": [
                {"Bo": {"score": b}, "Ana": {"score": a}} for a, b in zip(ANA, BO, strict=True)
            ],
            "totals": {"Ana": 105, "Bo": 50},
        }
    ),
    "lists.json": json.dumps({"Ana": ANA, "Bo": BO}),
}


def written(folder, name):
    """A file with one of `TABLES`."""
    path = folder / name
    encoding = {"manches.csv": "utf-16", "title.csv": "cp1252"}.get(name, "utf-8-sig")
    path.write_text(
        TABLES[name].replace("−", "-") if encoding == "cp1252" else TABLES[name], encoding
    )
    return path


@pytest.mark.parametrize("name", TABLES)
def test_what_people_write_is_a_log(name, tmp_path):
    """With the columns of any log; what nobody wrote down is missing."""
    log = scores(written(tmp_path, name))
    for frame in FRAMES:
        assert list(getattr(log, frame)) == list(FRAMES[frame])
    assert log.rounds["score"].tolist() == [s for pair in zip(ANA, BO, strict=True) for s in pair]
    assert log.rounds["total"].tolist()[-2:] == [105, 50]
    assert log.seats["total"].tolist() == [105, 50]
    assert log.seats["won"].tolist() == [False, True]
    assert log.seats["rank"].tolist() == [2, 1]
    game = log.games.loc[0]
    assert (game["names"], game["winners"], game["rounds"]) == (["Ana", "Bo"], ["Bo"], 4)
    assert log.rounds[["starter", "ender", "raw_score", "penalty", "turns"]].isna().all(axis=None)
    assert log.games[["decisions", "seed"]].isna().all(axis=None)
    assert log.decisions.empty
    assert pickle.loads(pickle.dumps(log)).seats.equals(log.seats)


def test_a_workbook_has_a_game_a_sheet_and_a_block(tmp_path):
    """Blank rows divide a sheet, and a column names the evenings."""
    book = openpyxl.Workbook()
    first = book.active
    for row in (
        ["", "Ana", "Bo"],
        [1, 12, 5],
        [2, 36, 7],
        [],
        ["", "Cy", "Di", "Ed"],
        [1, 1, 2, 3],
    ):
        first.append(row)
    other = book.create_sheet("November")
    for row in (["Date", "Ana", "Bo"], ["2026-11-01", 3, 4], [None, 5, 6], ["2026-11-08", 7, 8]):
        other.append(row)
    book.save(tmp_path / "x.xlsx")
    log = scores(tmp_path / "x.xlsx")
    assert log.games["players"].tolist() == [2, 3, 2, 2]
    assert log.games["rounds"].tolist() == [2, 1, 2, 1]
    assert log.seats["total"].tolist() == [48, 12, 1, 2, 3, 8, 10, 7, 8]
    assert log.games["created"].astype(str).tolist()[2:] == ["2026-11-01", "2026-11-08"]
    assert log.games["game_id"].is_unique


def test_what_does_not_add_up_is_named_with_its_place():
    """A total, a cell that is no number, a name that is there twice; nothing is invented."""
    frame = pd.DataFrame(
        [["1", "12", 5, 1], ["2", "abc", 7, 2], ["Total", "50", 13, 3]],
        columns=["Round", "Ana", "Bo", "Ana"],
    )
    with pytest.warns(UserWarning, match="Ana|abc|Bo") as warned:
        log = scores(frame)
    told = [str(one.message) for one in warned]
    assert told == [
        "D1: Ana is there twice",
        "B3: 'abc' is no number of points, and is missing",
        "C4: the total of Bo is 13, and the rounds add up to 12",
    ]
    assert log.games.loc[0, "names"] == ["Ana", "Bo", "Ana 2"]
    assert log.rounds["score"].isna().sum() == 1
    assert log.rounds["total"].isna().sum() == 1
    assert log.seats["total"].tolist() == [50, 12, 3]  # what it is said to be, and sums
    assert log.games.loc[0, "winners"] == ["Ana 2"]


def test_totals_alone_are_a_result_without_rounds():
    """As an app keeps them that writes no rounds."""
    app = [{"players": [{"name": "Ana", "total": "70"}, {"name": "Bo", "total": "20+16"}]}]
    log = scores(app)
    assert log.seats["total"].tolist() == [70, 36]
    assert log.rounds.empty
    assert log.games["rounds"].isna().all()


def test_who_wins_is_said_by_the_game():
    """The highest total in Skip-Bo."""
    log = scores(pd.DataFrame({"Ana": [25, 500], "Bo": [300, 0]}), game="skip-bo")
    assert log.games.loc[0, "winners"] == ["Ana"]
    assert log.games.loc[0, "game"] == "skip-bo"


def test_a_game_that_nobody_can_play_is_left_out():
    """With its place and the reason, and the others stay."""
    alone, two = pd.DataFrame({"Ana": [1]}), pd.DataFrame({"Ana": [1], "Bo": [2]})
    with pytest.warns(UserWarning, match="left out"):
        log = scores([alone, two])
    assert len(log.games) == len(log.left_out) == 1
    with pytest.raises(RulesError, match="only its scores are known"):
        log.history(log.first)


@pytest.mark.parametrize("source", ["nowhere.csv", {}, [], 5, pd.DataFrame()])
def test_what_holds_no_game_is_refused(source, tmp_path, monkeypatch):
    """With a sentence."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RulesError):
        scores(source)


@pytest.mark.seconds
def test_evenings_stand_beside_bots():
    """In one log, and among the measures, each kind on its own."""
    table = play("skyjo", ["bot:greedy", "bot:random"], seed=3, record=False, display=False)
    table.run(rounds=True)
    log = load_all([scores([{"Ana": ANA, "Bo": BO}, {"Ana": BO, "Bo": ANA}]), table.log])
    assert len(log.games) == 3
    measured = measure(log, measures=["score_mean", "margin", "rounds_a_game", *UNKNOWN]).frame
    people = measured[measured["kind"] == "person"].set_index("measure")["value"]
    assert people["score_mean"] == pytest.approx((sum(ANA) + sum(BO)) / 8)
    assert people["margin"] == 55
    assert people["rounds_a_game"] == 4
    assert people.reindex(UNKNOWN).isna().all()
    assert {"person", "bot"} == set(measured["kind"])
