"""Hand-in files, what decisions cost, and a class's page."""

from __future__ import annotations

import getpass
import json
import math
import os
import re
import socket
import sys
from pathlib import Path

import pandas as pd
import pytest

from skyjo_widget import RulesError, class_page, hand_in, lesson, load, play, regret
from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.hand_in.collect import collect
from skyjo_widget.lessons.report.interval_chart import strip
from skyjo_widget.lessons.report.statistics import Pupil, estimate
from skyjo_widget.records import record_file
from skyjo_widget.records.replay import replay
from skyjo_widget.util.i18n import words
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.html_reader import Reader
from tests.fixtures.lessons import QUIET, SEED, choose, played, predicted
from tests.fixtures.paths import ROOT
from tests.fixtures.translations import in_english

NOWHERE = Path("hand-in")


@pytest.fixture(scope="module")
def one_round():
    """A round by the best actions, for those who only read."""
    return played()


def page(**options):
    """The page of what was handed in."""
    return class_page("hand-in", **{"progress": False, **options})


# Handing in


def test_a_hand_in_holds_no_name_that_wasnt_typed_in_for_it(own_folder):
    """Neither the machine's, its user's or a folder's, nor the players'; the game is the same."""

    def lost(obs):
        raise FileNotFoundError(own_folder / "Zoé.csv")

    table = play("skyjo", ["Zoé", lost], seed=1, display=False)
    table.act("flip a1")
    table.act("flip b1")
    table.note("a rule?", by="Zoé")
    with pytest.raises(Exception, match=r"Zoé\.csv"):
        table.run()
    table.replace(1, "Zoé's brother")
    table.predict("draw at most 4", 0.4, seat=0, by="Zoé")
    table.answer("L", "q", 1, by="Zoé")
    path = table.path
    table.close()
    table = load(path, display=False)
    table.replace(1, "bot:random")
    handed = hand_in(table)
    text = handed.read_text("utf-8") + handed.name
    for private in ("Zoé", str(own_folder), str(Path.home()), "Traceback"):
        assert private not in text
    assert f'"{getpass.getuser()}"' not in text
    # A machine's name may be two letters, which random codes have too.
    assert not re.search(rf"\b{re.escape(socket.gethostname())}\b", text)
    assert {json.loads(line)["event"] for line in text.splitlines()[:-1]} >= {"fault", "resume"}
    again = replay(record_file.read(handed).events)
    assert [player.name for player in again.players] == ["Player 1", "random"]
    assert [row.notation for row in again.decisions] == ["flip a1", "flip b1"]


def test_a_name_that_is_typed_in_is_in_the_file_and_its_name():
    """The table's names stay then; what is no letter becomes a line."""
    handed = hand_in(played("Léa"), "  Léa <B>  ")
    assert handed.name.startswith("hand-in-Léa__B_-")
    header = record_file.read(handed).events[0]
    assert header["hand_in"]["name"] == "Léa <B>"
    assert header["players"][0]["name"] == "Léa"


@pytest.mark.parametrize("name", [text for _, text in HOSTILE], ids=[label for label, _ in HOSTILE])
def test_any_name_makes_a_file_in_its_folder(name):
    """Not elsewhere, and of a length that a disk takes."""
    table = play("skyjo", [name, "bot:random"], seed=1, **QUIET)
    handed = hand_in(table, name)
    assert handed.parent == NOWHERE
    assert len(handed.name.encode()) < 200
    assert [one.name for one in collect("hand-in")[0]] == [handed_name(name)]


def handed_name(name):
    """The result of a name: one space where there are several."""
    import unicodedata

    return " ".join(unicodedata.normalize("NFC", name).split())


def test_the_game_goes_on_where_it_was():
    """In the middle of a game, and its own record is as before."""
    table = play("skyjo", ["Ana", "bot:random"], seed=1, display=False)
    table.act("flip a1")
    path, before = table.path, table.path.read_bytes()
    handed = hand_in(table)
    assert (table.path, path.read_bytes()) == (path, before)
    table.act("flip b1")
    assert len(record_file.read(path).events) > len(record_file.read(handed).events)


def test_a_hand_in_never_takes_anothers_place(one_round):
    """Each gets a file of its own, whole, and nothing else is left in the folder."""
    handed = [hand_in(one_round, "Ana") for _ in range(3)]
    assert len(set(handed)) == 3
    assert sorted(NOWHERE.iterdir()) == sorted(handed)
    for path in handed:
        assert record_file.read(path).edited is None
        assert not record_file.read(path).torn


def test_a_hand_in_that_cant_be_written_leaves_nothing(one_round, own_folder):
    """The error names the file."""
    Path("taken").write_text("")
    with pytest.raises(RecordError, match="taken"):
        hand_in(one_round, folder="taken")
    assert [path.name for path in own_folder.iterdir()] == ["taken"]


def test_an_edited_record_is_handed_in_as_one():
    """From its file and from the table that has loaded it: the link is made anew, the break not."""
    table = play("skyjo", ["Ana", "bot:random"], seed=1, display=False)
    for action in ("flip a1", "flip b1"):
        table.act(action)
    table.note("fair")
    table.close()
    table.path.write_bytes(table.path.read_bytes().replace(b'"fair"', b'"best"'))
    line = record_file.read(table.path).edited
    assert line is not None
    with pytest.warns(UserWarning, match="edited"):
        again = load(table.path, display=False)
    for game in (table.path, again):
        assert record_file.read(hand_in(game)).edited == line


def test_only_a_table_or_a_record_is_handed_in():
    """Anything else is refused by name."""
    with pytest.raises(RecordError, match="7 is neither"):
        hand_in(7)
    with pytest.raises(RecordError, match=r"gone\.jsonl"):
        hand_in("gone.jsonl")
    with pytest.raises(RulesError, match="a name is a text"):
        hand_in(play("skyjo", ["A", "B"], **QUIET), 7)


# Regret


def test_regret_is_what_the_coach_said_at_the_time():
    """Decision by decision, from the table that was live; bots' and undone ones aren't there."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=3, practice=True, **QUIET)
    expected = {}
    for number in range(12):
        table.run()
        due = len(table.history.decisions)
        actions = table.odds().actions
        chosen = actions[number % len(actions)]
        best = min(one.points for one in actions)
        if number % 5 == 4:
            table.advice(worlds=0)
        table.act(chosen.action)
        expected[due] = (chosen.action, float(chosen.points - best), number % 5 == 4)
        if number == 7:
            table.undo()
            del expected[due]
    found = regret(table)
    assert list(found["decision"]) == list(expected)
    assert list(found["action"]) == [action for action, _, _ in expected.values()]
    assert found["cost"].tolist() == pytest.approx([cost for _, cost, _ in expected.values()])
    assert list(found["coached"]) == [coached for _, _, coached in expected.values()]
    assert found["cost"].max() > 1
    assert found["cost_win"].isna().all()


def test_the_best_actions_cost_nothing(one_round):
    """And the worst at one decision costs there alone."""
    assert regret(one_round)["cost"].eq(0).all()
    worse = regret(played(worst={4}))["cost"]
    assert list(worse[worse > 0].index) == [4]


def test_chances_to_win_are_tried_for_a_sample(one_round):
    """For so many decisions, the same ones with the same seed; each with its error."""
    found = regret(one_round, worlds=4, sample=3, seed=1)
    tried = found["cost_win"].notna()
    assert tried.sum() == 3
    assert found.loc[tried, ["best_to_win", "error"]].notna().all(axis=None)
    assert (found.loc[tried, "cost_win"] >= 0).all()
    assert found.loc[tried, ["cost_win_again", "error_again"]].notna().all(axis=None)
    assert (
        found.loc[~tried, ["cost_win_again", "error_again", "cost_win_high"]].isna().all(axis=None)
    )
    assert found["cost_win_low"].isna().all()  # of four worlds there is no interval
    pd.testing.assert_frame_equal(found, regret(one_round, worlds=4, sample=3, seed=1))


@pytest.mark.seconds
def test_a_chance_lost_is_measured_in_other_worlds_than_the_best_is_chosen_in(one_round):
    """With an interval that holds the first estimate; the class's mean is that of the second."""
    found = regret(one_round, worlds=8, sample=6, seed=2).dropna(subset=["cost_win"])
    assert (found["cost_win_low"] <= found["cost_win"]).all()
    assert (found["cost_win"] <= found["cost_win_high"]).all()
    kept = found["best_to_win"] == found["action"]
    assert (found.loc[kept, "cost_win_again"] == 0).all()
    assert not found["cost_win"].equals(found["cost_win_again"])
    pupil = Pupil("Ana", "", "", regret=found)
    played_on = found[found["phase"] != "setup"]
    assert pupil.cost_win.mean == pytest.approx(played_on["cost_win_again"].mean())


def test_few_values_are_drawn_as_dots():
    """Of a pupil with fewer than 30; the line stays, and is as wide as it is."""
    few, many = [3.0, 8, 5, 30, 1], [float(n % 7) for n in range(30)]
    rows = [(name, estimate(values), values) for name, values in (("A", few), ("B", many))]
    svg = strip(rows, "all", estimate([9, 3, 4, 5, 6]), "en", 1)
    assert svg.count('class="value"') == 5
    at = [float(x) for x in re.findall(r'class="value" cx="([\d.]+)"', svg)]
    x1, x2 = map(float, re.search(r'<line class="part" x1="([\d.]+)" x2="([\d.]+)"', svg).groups())
    low, high = estimate(few)[2:]
    scale = (at[3] - at[0]) / (30 - 3)
    assert x2 - x1 == pytest.approx((high - low) * scale, abs=0.3)


def test_a_game_without_points_has_empty_cells():
    """Skip-Bo; a hand is private, so of a round that goes on nothing is told."""
    table = play("skip-bo", ["Ana", "bot:random"], seed=1, **QUIET)
    table.act(table.legal[0])
    found = regret(table)
    assert len(found) == 1
    assert found[["best", "cost", "best_to_win"]].isna().all(axis=None)


def test_a_locked_coach_says_nothing_of_a_round_that_goes_on():
    """It does when it is over."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=SEED, coach="locked", **QUIET)
    table.act("flip a1")
    assert regret(table)["cost"].isna().all()
    assert regret(played(coach="locked"))["cost"].notna().all()


@pytest.mark.parametrize("wrong", [{"worlds": -1}, {"worlds": 1.5}, {"sample": 0}])
def test_regret_refuses_a_wrong_number(one_round, wrong):
    """By its name."""
    with pytest.raises(RulesError, match=next(iter(wrong))):
        regret(one_round, **wrong)


# Collecting


def test_each_file_that_isnt_counted_is_named_with_its_reason():
    """Damaged, of another version, none at all, edited, doubled, with other deals, of practice."""
    good = hand_in(played(), "Ana")
    whole = good.read_bytes()
    lines = whole.split(b"\n")
    header = json.loads(lines[0])
    header["version"] = 2
    NOWHERE.joinpath("below").mkdir()
    files = {
        "cut.jsonl": whole[:-40],
        "bytes.jsonl": whole[:2000] + b"\xff\x00" + whole[2002:],
        "newer.jsonl": json.dumps(header).encode() + b"\n",
        "essay.txt": b"Mon devoir",
        "empty.jsonl": b"",
        "second line.jsonl": lines[0] + b"\n{}\n",
        "edited.jsonl": whole.replace(
            b'"seat": 0, "action": "draw"', b'"seat": 0, "action": "drew"'
        ),
        "missing.jsonl": b"\n".join([*lines[:5], *lines[6:]]),
        "below/copy.jsonl": whole,
        "torn.jsonl": whole + b'{"event": "note"',
    }
    assert files["edited.jsonl"] != whole
    for name, data in files.items():
        NOWHERE.joinpath(name).write_bytes(data)
    practice = play("skyjo", ["Ana", "bot:random"], seed=SEED, practice=True, **QUIET)
    others = {
        "practice": hand_in(practice).name,
        "branch": hand_in(played().branch(5, display=False)).name,
        "deals": hand_in(play("skyjo", ["Ana", "bot:random"], seed=8, **QUIET)).name,
        "game": hand_in(
            play("newskyjo", ["A", "bot:random", "bot:random"], seed=SEED, **QUIET)
        ).name,
    }
    os.mkfifo(NOWHERE / "pipe.jsonl")
    NOWHERE.joinpath("gone.jsonl").symlink_to("nowhere")
    kept, left_out = collect("hand-in", seed=SEED, game="skyjo")
    assert [one.path for one in kept] == [good]
    reasons = {one.file: one.reason for one in left_out}
    assert len(left_out) == len(reasons)
    assert reasons == {
        "cut.jsonl": "incomplete",
        "torn.jsonl": "damaged",
        "bytes.jsonl": "damaged",
        "newer.jsonl": "version",
        "essay.txt": "no record",
        "empty.jsonl": "no record",
        "second line.jsonl": "damaged",
        "edited.jsonl": "edited",
        "missing.jsonl": "edited",
        "pipe.jsonl": "no record",
        "gone.jsonl": "no record",
        "below/copy.jsonl": "copy",
        others["practice"]: "practice",
        others["branch"]: "branch",
        others["deals"]: "deals",
        others["game"]: "game",
    }


def test_of_one_game_the_file_that_holds_more_is_counted():
    """Handed in twice; and if the two went different ways, that is said."""
    table = play("skyjo", ["Ana", "bot:random"], seed=1, record="game.jsonl", display=False)
    table.act("flip a1")
    early = hand_in(table, folder="one")
    table.close()
    Path("other.jsonl").write_bytes(Path("game.jsonl").read_bytes())
    other = load("other.jsonl", display=False)
    other.act("flip c1")
    other_way = hand_in(other, folder="two")
    table = load("game.jsonl", display=False)
    table.act("flip b1")
    table.run()
    late = hand_in(table, folder="one")
    kept, left_out = collect("one")
    assert [one.path for one in kept] == [late]
    assert left_out == [(early.name, "doubled", late.name)]
    other_way.rename(Path("one", "other.jsonl"))
    assert ("other.jsonl", "differs", late.name) in collect("one")[1]


def test_a_game_that_was_broken_off_is_no_beginning_of_one_that_went_on():
    """Two copies of it went different ways."""
    table = play("skyjo", ["Ana", "bot:random"], seed=1, record="game.jsonl", display=False)
    table.act("flip a1")
    table.close()
    Path("other.jsonl").write_bytes(Path("game.jsonl").read_bytes())
    for name, folder in (("game.jsonl", "one"), ("other.jsonl", "two")):
        copy = load(name, display=False)
        if folder == "one":
            copy.break_off()
        else:
            copy.act("flip c1")
            copy.run()
        hand_in(copy, folder=Path("hand-in", folder))
        copy.close()
    kept, left_out = collect("hand-in", seed=1, game="skyjo")
    assert len(kept) == 1
    assert [one.reason for one in left_out] == ["differs"]


def test_a_file_that_is_too_large_isnt_read(monkeypatch):
    """Its size is enough."""
    handed = hand_in(play("skyjo", ["A", "bot:random"], seed=1, **QUIET))
    monkeypatch.setattr("skyjo_widget.records.read_limits.LARGEST", 100)
    monkeypatch.setattr(record_file, "parse_event", lambda *line: pytest.fail("it was read"))
    assert collect("hand-in") == ([], [(handed.name, "large", "")])


def test_without_a_folder_there_is_no_class():
    """It is named."""
    with pytest.raises(RecordError, match="no such folder"):
        page()


# Numbers


def test_an_estimate_is_students():
    """1 to 5: mean 3, sd 1.581, t of 4 degrees of freedom 2.776; missing values don't count."""
    found = estimate([1, 2, 3, 4, 5, math.nan, pd.NA])
    assert found[:2] == (5, 3)
    half = 2.776 * math.sqrt(2.5 / 5)
    assert found[2:] == pytest.approx((3 - half, 3 + half), abs=0.006)
    few = estimate([1, 2, 3, 4])
    assert few[:2] == (4, 2.5)
    assert math.isnan(few.low)
    assert math.isnan(few.high)
    assert estimate([]).n == 0


@pytest.mark.seconds
def test_a_class_of_two_by_hand():
    """The class's mean is that of its pupils' means, not of all their rounds."""
    one, two = played(), played(worst={6, 8, 11}, rounds=2, seed=5)
    for table, name in ((one, "Ana"), (two, "Bo")):
        hand_in(table, name)
    scores = [
        [int(s) for s, p in zip(t.log.rounds["score"], t.log.rounds["seat"], strict=True) if p == 0]
        for t in (one, two)
    ]
    means = [sum(mine) / len(mine) for mine in scores]
    assert [len(mine) for mine in scores] == [1, 2]
    assert means[0] != means[1]
    report = page()
    assert report.pupils["total"].tolist() == [sum(mine) for mine in scores]
    assert report.pupils["score"].tolist() == means
    summary = report.summary.set_index("measure")
    assert summary.loc["score", "mean"] == sum(means) / 2
    assert summary.loc["score", "n"] == 2
    assert math.isnan(summary.loc["score", "low"])
    costs = [regret(t).query("phase != 'setup'")["cost"].mean() for t in (one, two)]
    assert report.pupils["cost"].tolist() == pytest.approx(costs)
    assert costs[0] == 0
    assert costs[1] > 0.1


def test_predictions_by_hand():
    """Always 1/2 gets 1/4; certain and wrong gets 1; only what is known counts."""
    told = {"draw at most 12": (0.0, 0.5, 0.95), "draw at most -3": (0.5,)}
    others = {"mean": (40,), "win": (0.5,), "best": ("draw",)}
    hand_in(predicted({**told, **others}), "Ana")
    row = page().pupils.iloc[0]
    assert row["predictions"] == 4
    assert row["brier"] == pytest.approx((1 + 0.25 + 0.25 + 0.05**2) / 4)
    assert row["coach_brier"] == 0  # it is sure of them all
    assert (row["near"], row["near_of"]) in [(1, 4), (1, 5), (2, 5)]  # and what it says of winning


def test_worksheets_by_hand():
    """A question counts by its last answer, and at first by the first one."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=SEED, **QUIET)
    for question, marks in {
        "a": [False, True],
        "b": [True],
        "c": [True, False],
        "d": [None],
        "e": [None, None],
        "f": [False, True],
    }.items():
        for mark in marks:
            table.answer("L1", question, f"<i>{question}</i>", right=mark)
    hand_in(table)
    report = page()
    row = report.pupils.iloc[0]
    assert row[["right", "first", "wrong", "open"]].tolist() == [3, 2, 1, 2]
    assert "&lt;i&gt;e&lt;/i&gt;" in report.page


@pytest.mark.seconds
def test_the_same_deal_is_known_by_its_cards():
    """Two who played one class seed are side by side; who played another one isn't."""
    for table, name in ((played(), "Ana"), (played(worst={7, 9}), "Bo"), (played(seed=4), "Cy")):
        hand_in(table, name)
    html = page(lang="en").page
    deals = html.split("The same deals</h2>")[1].split("</section>")[0]
    assert "round 1" in deals
    assert re.findall(r"<bdi>(\w+)</bdi>", deals) == ["Ana", "Bo", "mean"]


@pytest.mark.seconds
def test_files_under_one_name_are_one_pupils_and_that_is_said():
    """Never silently; a deal that was played twice is told apart. Without names each is another."""
    for name in ("Ana", "ana", "", ""):
        hand_in(played(), name)
    report = page()
    assert report.pupils["pupil"].tolist() == ["Ana", "Pupil 1", "Pupil 2"]
    assert report.pupils["games"].tolist() == [2, 1, 1]
    codes = report.pupils["code"].tolist()[1:]
    assert codes == sorted(codes)
    assert all(f"<small><bdi>{code}</bdi></small>" in report.page for code in codes)
    assert "Several files under one name" in report.page
    assert "The same deal twice under one name" in report.page


def test_locked_and_looked_at_are_told():
    """In words, and as numbers."""
    hand_in(played(coach="locked"), "Ana")
    table = played(coach="request")
    hand_in(table, "Bo")
    report = page()
    assert report.pupils["locked"].tolist() == [1, 0]
    assert "<td>locked</td>" in report.page
    count = int(report.pupils["coached_of"][1])
    assert f"<td>0 of {count}</td>" in report.page


def test_people_at_one_screen_are_apart():
    """Each has a row; a sheet without a signature is the first one's."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, **QUIET)
    while table.waiting == "person":
        table.act(choose(table))
    table.answer("L", "q", 1, right=True)
    table.answer("L", "r", 1, right=True, by="Bo")
    hand_in(table, "3B 4")
    report = page()
    assert report.pupils["pupil"].tolist() == ["3B 4 (Ana)", "3B 4 (Bo)"]
    assert report.pupils["right"].tolist() == [1, 1]
    assert report.pupils["scores"].tolist() == [1, 1]


# The page

TAGS = set(
    re.findall(
        r"\w+",
        "html head meta title style body main section h1 h2 h3 p div table thead tbody tfoot tr th "
        "td small b br bdi ul ol li figure figcaption svg g path line text circle rect title "
        "header span button output nav dialog details summary script",
    )
)


@pytest.mark.parametrize(
    "first",
    [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(10, len(HOSTILE), 10))],
)
def test_no_name_and_no_answer_is_markup(first):
    """Of all elements none is one that they brought, and none does anything."""
    for _, text in HOSTILE[first : first + 10]:
        table = play("skyjo", [text, "bot:random"], seed=1, **QUIET)
        table.answer(text, text, text)
        hand_in(table, text)
    NOWHERE.joinpath("a<b>.jsonl").write_bytes(b"x")
    report = page()
    assert len(report.left_out) == 1  # all others are on the page
    html = report.page
    assert "\0" not in html
    reader = Reader(html)
    assert {tag[0] for tag in reader.tags} <= TAGS
    assert not [tag for tag in reader.tags if any(name.startswith("on") for name in tag[1:])]


def test_the_page_opens_offline():
    """No script but its own, no address; the picture of predictions is inside, in words too."""
    for name, each in (("Ana", predicted()), ("Bo", played())):
        hand_in(each, name)
    report = page()
    html = report.path.read_text("utf-8")
    assert html == report.page
    assert re.findall(r"<script[^>]*>", html) == [
        '<script type="application/json" id="data">',
        '<script type="module">',
    ]
    assert "script-src blob: 'sha256-" in html
    written = html.split("<script")[0]  # the board's code names the namespace of SVG
    assert not re.findall(r"https?://", written)
    calibration = html.split("Predictions and what came true</h2>")[1]
    assert 'role="img" aria-label="' in calibration.split("</section>")[0]


def test_without_matplotlib_the_page_is_the_same(monkeypatch):
    """Its pictures are its own."""
    hand_in(predicted())
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    html = page().page
    assert "predicted (mean)" in html
    assert "<circle " in html.split("Predictions and what came true</h2>")[1]


def test_one_pupil_is_too_few_for_an_interval():
    """Of the class, and of a single round."""
    hand_in(played())
    report = page()
    assert "too few pupils for an interval" in report.page
    assert "n = 1: too few" in report.page


def test_a_class_without_a_game_says_so():
    """And still names what was left out, with its count."""
    NOWHERE.mkdir()
    NOWHERE.joinpath("x.jsonl").write_text("x")
    report = page()
    assert "No game could be counted." in report.page
    assert "Left out (1)" in report.page
    assert repr(report).splitlines()[1] == "left out: x.jsonl: not a hand-in file"
    assert report.pupils.empty
    assert report.left_out["reason"].tolist() == ["no record"]


def test_the_page_is_french_in_french(one_round):
    """Titles, numbers, reasons; nothing of the English words is left."""
    hand_in(one_round)
    NOWHERE.joinpath("x.jsonl").write_text("x")
    report = page(lang="fr")
    text = Reader(report.page.split("</style>")[1]).text
    said = words("en")["lessons"]
    for english in (
        *said["columns"].values(),
        *said["how_told"].values(),
        said["reasons"]["no record"],
    ):
        if len(english) > 5 and "{" not in english and english not in FRENCH_TOO:
            assert english not in text, english
    assert 'lang="fr"' in report.page
    assert "Élève 1" in text
    assert "pas un fichier rendu" in text


FRENCH_TOO = {"total", "coach", "mesure"}


@pytest.mark.parametrize("part", ["lessons", "worksheet"])
def test_french_is_set_with_its_spaces(part):
    """No-break spaces before the signs, the real apostrophe, quotes with their spaces."""
    text = json.dumps(words("fr")[part], ensure_ascii=False)
    text = text.replace('": "', "").replace('": {', "").replace("f(…, seed=\\", "")
    assert not re.search(r"[^\u00a0] ?[;!?»](?= |\"|$)", re.sub(r"\u00a0[;!?»]", "", text))
    assert not re.search(r" :(?= )", text)
    assert "'" not in text
    assert not re.search(r"«[^\u00a0]", text)


def test_a_page_that_cant_be_written_leaves_what_is_there(one_round):
    """The error names it."""
    hand_in(one_round)
    Path("taken").write_text("")
    with pytest.raises(RecordError, match="can't be written"):
        page(path="taken/class.html")
    with pytest.raises(RulesError, match="there are en, fr"):
        page(lang="tlh", path="never.html")
    assert not Path("never.html").exists()


def test_a_page_never_takes_the_place_of_another_file(one_round):
    """A name that isn't a page's is refused."""
    handed = hand_in(one_round)
    before = handed.read_bytes()
    with pytest.raises(RulesError, match=r"ends with \.html"):
        page(path=handed)
    assert handed.read_bytes() == before


def test_the_lesson_of_the_docs_runs():
    """Cell after cell, from the class seed to the page; both languages have the same cells."""
    docs = ROOT / "docs"
    cells, french = (
        re.findall(r"```python\n(.*?)```", (docs / name).read_text("utf-8"), re.DOTALL)
        for name in ("teaching.md", "teaching.fr.md")
    )
    assert cells == [in_english(cell) for cell in french]
    toml = re.search(r"```toml\n(.*?)```", (docs / "teaching.md").read_text("utf-8"), re.DOTALL)[1]
    Path("lesson.toml").write_text(toml, "utf-8")
    names = {}
    for cell in cells:
        exec(cell, names)
    assert Path("class.html").exists()
    assert len(names["report"].pupils) == 1
    begun = lesson("lesson.toml", name="Ana", display=False)
    assert len(begun.sheets[0].questions) == 4
