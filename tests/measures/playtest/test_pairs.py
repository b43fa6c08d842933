"""Two versions by the same people: pairs, the sign test, the order, and the notes that explain."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from skyjo_widget import NEWSKYJO_DECK, Deck, load_all, opinions, plan, play
from skyjo_widget.measures.playtest.pairs import sign_test
from tests.fixtures.boards import go_on, offer_panels, press, send
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.html_reader import Reader

DECKS = {
    "A": NEWSKYJO_DECK.named("A"),
    "B": Deck.from_counts([card for card in NEWSKYJO_DECK.counts if card[0] < 12]).named("B"),
}
GROUPS = (["Ana", "Ben", "Cy", "Di"], ["Eva", "Fay", "Gil", "Hugo"])
FUN = {  # by person: A, B
    "Ana": (2, 5), "Ben": (3, 4), "Cy": (3, 3), "Di": (4, 5),
    "Eva": (2, 4), "Fay": (3, 5), "Gil": (4, 2), "Hugo": (1, 3),
}  # fmt: skip


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """Eight people play two versions at four tables; forms and notes come from the boards.

    The groups play as the plan says; whoever sits in a game fills in the form under its board.
    """
    folder = tmp_path_factory.mktemp("evening")
    frame = plan(["A", "B"], sessions=2, players=4, seed=2).frame
    rng = np.random.default_rng(5)
    for row in frame.to_dict("records"):
        people = GROUPS[row["session"] - 1]
        seats = [people[int(row[f"seat {n}"].split()[-1]) - 1] for n in (1, 2, 3, 4)]
        name = f"{row['session']}-{row['game']}-{row['version']}"
        table = play(
            "newskyjo", seats, deck=DECKS[row["version"]], seed=row["session"], for_="playtest",
            display=False, record=folder / f"{name}.jsonl",
        )  # fmt: skip
        board = offer_panels(table).board
        go_on(table, rng, lambda table=table: len(table.history.decisions) >= 30)
        if row["version"] == "B":
            note = {"kind": "opinion", "tags": ["fun"], "rating": 5, "edits": None}
            send(
                board, type="note", id=name, decision=None, text=f"{seats[0]} laughs", by="",
                whom=seats[0], **note,
            )  # fmt: skip
        go_on(table, rng)
        assert table.waiting is None
        for who in seats:
            fun = FUN[who][row["version"] == "B"]
            length = {"fairness": "3", "length": "3"} if who == "Ana" else {}
            press(board, "form", "save", by=who, fun=str(fun), text=f"{who} on {name}", **length)
        assert board.view["error"] is None
        table.close()
    return folder


def fun(report):
    """The row of differences about fun."""
    (row,) = report.differences[report.differences["asked"] == "fun"].to_dict("records")
    return row


@pytest.mark.seconds
def test_an_evening_gives_each_persons_difference(evening):
    """Six of eight had more fun with B: the counts, the exact test and Student's interval."""
    report = opinions(evening)
    row = fun(report)
    differences = np.array([b - a for a, b in FUN.values()])
    assert (row["a"], row["b"], row["people"], row["sessions"]) == ("A", "B", 8, 2)
    assert (row["more"], row["less"], row["same"]) == (6, 1, 1)
    assert row["p"] == pytest.approx(16 / 128)
    assert row["mean"] == pytest.approx(differences.mean())
    half = 2.3646 * differences.std(ddof=1) / math.sqrt(8)  # t of 7 degrees of freedom
    assert row["high"] - row["mean"] == pytest.approx(half, rel=0.004)
    pairs = report.pairs[report.pairs["asked"] == "fun"]
    assert {
        by: (a, b)
        for by, a, b in zip(pairs["by"], pairs["answer_a"], pairs["answer_b"], strict=True)
    } == FUN
    assert (row["sessions_more"], row["sessions_p"]) == (2, 0.5)
    assert math.isnan(row["sessions_low"])  # two sessions give no interval
    assert len(report.pairs[report.pairs["asked"] == "length"]) == 1  # only Ana answered


def test_the_order_of_an_evening_is_seen(evening):
    """One group began with A, the other with B, as planned; the first versions are recorded."""
    report = opinions(evening)
    pairs = report.pairs[report.pairs["asked"] == "fun"]
    assert sorted(pairs.groupby("session")["first"].first()) == ["A", "B"]
    began = pairs.groupby("first")["difference"].mean()
    row = fun(report)
    assert (row["a_first"], row["b_first"]) == (began["A"], began["B"])
    assert row["second"] == pytest.approx((began["A"] - began["B"]) / 2)
    order = [path.stem for path in sorted(evening.glob("*.jsonl"))]
    assert {name[-1] for name in order if "-1-" in name} == {"A", "B"}


@pytest.mark.seconds
def test_it_says_so_in_words(evening):
    """In both languages; a small sample is never called a proof."""
    report = opinions(evening)
    assert "6 of 8 people had more fun with B, 1 with A, 1 as much with both." in report.html()
    assert "Sign test: p = 0.12, chance would do." in report.html()
    assert "6 of 8 people had more fun with B" in repr(report)
    french = Reader(report.html("fr")).text
    assert "6 personnes sur 8 ont eu plus de plaisir avec B" in french
    assert "p = 0,12, le hasard peut suffire" in french


def test_a_click_on_a_person_opens_what_explains_the_dot(evening, tmp_path):
    """A row each: two answers, the form's words, and the notes with the moment on the board."""
    page = opinions(load_all(evening)).to_html(tmp_path / "page.html").read_text("utf-8")
    rows = dict(
        re.findall(r'<details><summary class="line"><bdi>(\w+)</bdi>(.*?)</details>', page, re.S)
    )
    assert set(rows) == set(FUN)
    for who, row in rows.items():
        assert f'aria-label="Fun: A {FUN[who][0]}, B {FUN[who][1]}"' in row
        assert len(re.findall(f"{who} on [12]-[12]-[AB]", row)) == 2
    noted = [who for who, row in rows.items() if f"{who} laughs" in row]
    assert [who in group for group in GROUPS for who in noted].count(True) == 2
    for who in noted:
        assert "★★★★★" in rows[who]
        assert re.search(r"round 1, \w+: .*?<code>replay\(.*?-B.jsonl.*?\).show\(\d+\)", rows[who])
    assert "<script" not in page


# Small cases


def forms(*sessions):
    """Open games with a form for each answer: (version, {person: fun}) in the order of play."""
    tables = []
    for version, answers in sessions:
        table = play("newskyjo", [*answers][:3], seed=7, record=False, display=False)
        table.act(table.legal[0])
        for by, fun_ in answers.items():
            table.form(by=by, version=version, fun=fun_)
        tables.append(table)
    return tables


def of(tmp_path, *sessions):
    """The opinions of such games."""
    for k, table in enumerate(forms(*sessions)):
        table.save_as(tmp_path / f"{k}.jsonl")
    return opinions(tmp_path)


def test_what_comes_second_is_no_version(tmp_path):
    """All give two more to what they play second: no difference between the versions."""
    low, high = ({"Ana": 2, "Bo": 2, "Cy": 2}, {"Ana": 4, "Bo": 4, "Cy": 4})
    others = [{f"{name} 2": fun_ for name, fun_ in answers.items()} for answers in (low, high)]
    report = of(tmp_path, ("A", low), ("B", high), ("B", others[0]), ("A", others[1]))
    row = fun(report)
    assert (row["mean"], row["second"], row["a_first"], row["b_first"]) == (0, 2, 2, -2)
    assert (row["more"], row["less"]) == (3, 3)
    assert "What came second got +2.0." in report.html()


def test_one_order_cannot_be_told_from_the_version(tmp_path):
    """It is said so."""
    people = {"Ana": 2, "Bo": 3, "Cy": 2}
    report = of(tmp_path, ("A", people), ("B", dict.fromkeys(people, 4)))
    assert math.isnan(fun(report)["second"])
    assert "All began with A: the order can’t be told from the version." in report.html()


def test_the_same_people_come_again(tmp_path):
    """Two sessions of the same three: each person counts once, each session once."""
    first, second = {"Ana": 2, "Bo": 3, "Cy": 2}, {"Ana": 4, "Bo": 4, "Cy": 1}
    report = of(tmp_path, ("A", first), ("B", second), ("B", second), ("A", first))
    row = fun(report)
    assert (row["people"], row["sessions"], len(report.pairs)) == (3, 2, 6)
    assert (row["more"], row["less"], row["sessions_more"]) == (2, 1, 2)
    assert list(report.pairs["session"].unique()) == [1, 2]


def test_whoever_left_or_gave_no_form_is_in_no_pair(tmp_path):
    """The others are; a name's capitals and spaces make nobody else."""
    report = of(
        tmp_path,
        ("A", {"Ana": 2, "Bo": 3, "Cy": 2}),
        ("B", {"ana ": 4, "bo": None, "Di": 5}),
        ("A", {"Ana": 1, "Bo": 3, "Cy": 2}),
    )
    assert list(report.pairs["by"].str.lower().str.strip()) == ["ana"]
    assert list(report.pairs["difference"]) == [2]


def test_three_versions_make_three_pairs(tmp_path):
    """Each two versions have their own."""
    people = {"Ana": 2, "Bo": 3, "Cy": 2}
    report = of(tmp_path, ("A", people), ("C", people), ("B", people))
    assert list(zip(report.differences["a"], report.differences["b"], strict=True)) == [
        ("A", "B"),
        ("A", "C"),
        ("B", "C"),
    ]
    assert report.html().count("The same people about") == 3


def test_no_pairs_no_words():
    """Opinions about one version are shown as before."""
    (table,) = forms(("A", {"Ana": 2, "Bo": 3, "Cy": 2}))
    report = opinions(table)
    assert report.differences.empty
    assert "same people" not in report.html()


@pytest.mark.parametrize(
    ("more", "less", "p"), [(6, 0, 2 / 64), (7, 1, 18 / 256), (8, 0, 2 / 256), (3, 3, 1), (0, 0, 1)]
)
def test_the_sign_test_is_exact(more, less, p):
    """Two-sided; whoever saw no difference is left out."""
    signs = sign_test(np.array([2.0] * more + [-0.5] * less + [0.0] * 3))
    assert signs == (more, less, 3, pytest.approx(p))


def test_texts_of_people_are_texts_in_the_picture_too(tmp_path):
    """Names, versions and texts."""
    name = HOSTILE[0][1][:40]
    report = of(
        tmp_path, ("A" + name[:20], {name: 2, "Bo": 1, "Cy": 1}), ("B", {name: 4, "Di": 1, "Ed": 1})
    )
    for lang in ("en", "fr"):
        assert "<script" not in report.html(lang)
        assert len(report.pairs) == 1
