"""Scores of real evenings as a log: what people and score apps write, and what doesn't add up."""

from __future__ import annotations

import json
import pickle
import re
import zipfile

import openpyxl
import pandas as pd
import pytest

from skyjo_widget import RulesError, load_all, measure, play, scores
from skyjo_widget.frames import score_sheets
from skyjo_widget.frames.schema import FRAMES
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.spreadsheet import MOST_ROWS

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
    "rows.json": json.dumps([["Ana", "Bo"], *zip(ANA, BO, strict=True)]),
    "ids.json": json.dumps(
        {
            "players": [{"id": "p1", "name": "Ana"}, {"id": "p2", "name": "Bo"}],
            "rounds": [{"scores": {"p2": b, "p1": a}} for a, b in zip(ANA, BO, strict=True)],
            "scores": {"p1": 105, "p2": 50},
        }
    ),
    "entries.json": json.dumps(
        {
            "players": ["Ana", "Bo"],
            "rounds": [
                [{"player": "Bo", "score": b}, {"player": {"name": "Ana"}, "score": a}]
                for a, b in zip(ANA, BO, strict=True)
            ],
        }
    ),
    "dated.csv": "Date;2026-11-01;\nManche;Ana;Bo\n1;12;5\n2;36;7\n3;-3;20\n4;60;18\n"
    "Total général;105;50\n",
    "evening.csv": "Partie,Manche,Ana,Bo\n1,1,12,5\n,2,36,7\n,3,-3,20\n,4,60,18\n"
    "Total de la partie,,105,50\n",
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
    dated = scores(written(tmp_path, "dated.csv"))
    assert dated.games["created"].astype(str).tolist() == ["2026-11-01"]
    assert log.games["game_id"].is_unique


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ({"Ana": ["1,000"], "Bo": [2]}, "Ana[0]: '1,000' could be 1 or 1000: write it so"),
        ({"Ana": ["1.250"], "Bo": [2]}, "Ana[0]: '1.250' could be 1.250 or 1250: write it so"),
        ({"Ana": ["5--3"], "Bo": [2]}, "Ana[0]: '5--3' is no number of points, and is missing"),
        (
            {"players": ["Ana", "Bo"], "rounds": [[1, 2]], "date": "01/11/2026"},
            "date: '01/11/2026' is no date as 2026-11-01, and is missing",
        ),
    ],
)
def test_what_can_be_read_in_two_ways_is_missing_and_asked_about(source, text):
    """Thousands or decimals, a month or a day."""
    with pytest.warns(UserWarning, match="missing|write it so") as warned:
        log = scores(source)
    assert [str(warning.message) for warning in warned] == [text]
    assert log.rounds["score"].isna().any() != ("date" in source)
    assert log.games["created"].isna().all()


def test_a_sheet_that_is_longer_than_is_read_is_refused(tmp_path, monkeypatch):
    """Its last evenings would be missing without a word."""
    book = openpyxl.Workbook()
    for row in [["Ana", "Bo"], *([k, k] for k in range(MOST_ROWS))]:
        book.active.append(row)
    book.save(tmp_path / "long.xlsx")
    monkeypatch.setattr(score_sheets, "_MOST_ROWS", MOST_ROWS)
    with pytest.raises(RulesError, match=r"long\.xlsx: the sheet 'Sheet' has more than 2000 rows"):
        scores(tmp_path / "long.xlsx")
    monkeypatch.undo()
    assert scores(tmp_path / "long.xlsx").games.loc[0, "rounds"] == MOST_ROWS


def test_a_sheet_of_libreoffice_is_read(tmp_path):
    """As the one of Excel."""
    rows = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="float" office:value="{cell}"/>'
            if isinstance(cell, int)
            else f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in (["Manche", "Ana", "Bo"], [1, 12, 5], [2, "20+16", 7], ["Total", 48, 12])
    )
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    with zipfile.ZipFile(tmp_path / "evening.ods", "w") as archive:
        table = f'<table:table table:name="Soirée">{rows}</table:table>'
        archive.writestr("content.xml", f"<office:document {spaces}>{table}</office:document>")
    log = scores(tmp_path)
    assert log.seats[["player", "total"]].to_numpy().tolist() == [["Ana", 48], ["Bo", 12]]
    assert log.games.loc[0, "path"].endswith("evening.ods, Soirée")


def test_what_does_not_add_up_is_named_with_its_place():
    """A total, a cell that is no number, a name that is there twice; nothing is invented."""
    frame = pd.DataFrame(
        [["1", "12", 5, 1], ["2", "abc", 7, 2], ["Total", "50", 13, 3]],
        columns=["Round", "Ana", "Bo", "Ana"],
    )
    with pytest.warns(UserWarning, match="Ana|abc|Bo") as warned:
        log = scores(frame)
    assert [str(warning.message) for warning in warned] == [
        "D1: Ana is there twice",
        "B3: 'abc' is no number of points, and is missing",
        "C4: the total of Bo is 13, and the rounds add up to 12",
    ]
    assert log.games.loc[0, "names"] == ["Ana", "Bo", "Ana 2"]
    assert log.rounds["score"].isna().sum() == 1
    assert log.rounds["total"].isna().sum() == 1
    assert log.seats["total"].tolist() == [50, 12, 3]  # as written, and summed
    assert log.games.loc[0, "winners"] == ["Ana 2"]


@pytest.mark.parametrize("names", [["🦊", "🐻"], ["N", "A"]])
@pytest.mark.parametrize("rounds", ["N°", "#", "Manche :"])
def test_a_player_can_be_an_emoji_or_a_letter(names, rounds):
    """None of these is taken for the numbers of the rounds."""
    alone = pd.DataFrame([[1, 2]], columns=names)
    numbered = pd.DataFrame([[1, 1, 2]], columns=[rounds, *names])
    for frame in (alone, numbered):
        log = scores(frame)
        assert log.seats[["player", "total"]].to_numpy().tolist() == [[names[0], 1], [names[1], 2]]


def test_whatever_yields_files_is_a_source(tmp_path):
    """As `Path.glob` does; an ending is no promise of what a file holds."""
    (tmp_path / "x.xlsx").write_text("Ana;Bo\n1;2\n")
    assert scores(tmp_path.glob("*.xlsx")).seats["total"].tolist() == [1, 2]
    with pytest.raises(RulesError, match="no file of scores is there"):
        scores(tmp_path.glob("*.csv"))


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


@pytest.mark.parametrize("source", ["nowhere.csv", {}, [], 5, pd.DataFrame(), {"players": 5}])
def test_what_holds_no_game_is_refused(source, tmp_path, monkeypatch):
    """With a sentence."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RulesError):
        scores(source)


FAULTS = {
    "empty.csv": (b"", "no game is there: it needs the players' names"),
    "header.csv": (b"Manche;Ana;Bo\n", "no game is there"),
    "numbers.csv": (b"Ana;12;36\nBo;5;7\n", "B1: '12' is no player's name: names stand above"),
    "broken.json": (b'{"players": ["Ana", "Bo"], "rounds": [[1, 2],}', "line 1: no JSON"),
    "second.json": (
        b'{"games": [{"Ana": [1], "Bo": [2]}, {"a": 1}]}',
        "games[1]: no game is there",
    ),
    "torn.xlsx": (b"PK\x03\x04", "this is a workbook or another zip file that can't be read"),
    "old.xls": (b"\xd0\xcf\x11\xe0\x00", "it is neither a text nor a workbook: save it as CSV"),
    "large.csv": (b"0" * 1_000_001, "it can't be read: it is larger than"),
    "emtpy.csv": (None, "it can't be read: No such file or directory (did you mean"),
    "folder": (None, "no file of scores is there; such a name ends in .csv, .tsv"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_of_a_file_is_reported_with_its_name(name, tmp_path):
    """Also with its place, and what would be right; in French too."""
    content, text = FAULTS[name]
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.csv").touch()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(RulesError, match=re.escape(f"{name}: {text}")) as caught:
        scores(tmp_path / name)
    french = rendered(caught.value, "fr")
    assert f"{name}\N{NO-BREAK SPACE}: " in french
    assert text[:20] not in french


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
