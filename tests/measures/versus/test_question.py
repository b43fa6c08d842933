"""A designer's question: tables of players, differences tested together, the answer in words."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from skyjo_widget import RulesError, Version, ask
from skyjo_widget.measures.versus.paired import Difference
from skyjo_widget.measures.versus.rows import judged as judged_rows

ONE_ROUND = Version("skyjo", target=1)
NO_DOUBLING = Version("skyjo", target=1, penalty_factor=1)
TABLES = {"greedy": ["greedy"] * 2, "random": ["random"] * 2}


def asked(**more):
    """An answer of few games."""
    options = {"measure": "score_sd_round", "tables": TABLES, "games": 80, "seed": 1}
    options |= {"progress": False, "names": ("doubled", "plain")}
    return ask("Are the scores less spread?", ONE_ROUND, NO_DOUBLING, **options | more)


@pytest.fixture(scope="module")
def spread():
    """The spread of scores with and without the doubling."""
    return asked()


def test_an_answer_names_the_tables_and_the_sizes(spread):
    """It is lower where differences stand; the sentence has the smallest and the largest."""
    assert spread.verdict == "lower"
    assert spread.frame["table"].tolist() == ["greedy", "random"]
    assert spread.frame["stands"].all()
    assert set(spread.frame["compared"]) == {2}
    text = spread._claims("en")[0]
    assert text.startswith("The scores of a round are less widely spread in plain than in doubled")
    assert " at each of the 2 tables, by " in text
    assert "5% at most" in spread._claims("en")[1]
    least, most = sorted(abs(row.difference.value) for row in spread.rows.values())
    low = min(abs(row.difference.high) for row in spread.rows.values())
    high = max(abs(row.difference.low) for row in spread.rows.values())
    assert f"by {least:.1f} to {most:.1f} points (95%: {low:.1f} to {high:.1f})." in text


def judged(spread, *differences):
    """The answer, had its tables these differences, each ± 1."""
    names = [f"t{n}" for n in range(len(differences))]
    row = next(iter(spread.rows.values()))
    rows = {
        name: row._replace(difference=Difference(value, value - 1, value + 1, 0.5, p))
        for name, (value, p) in zip(names, differences, strict=True)
    }
    tables = dict(zip(names, itertools.cycle(spread.tables.values())))
    rows = dict(zip(rows, judged_rows(rows.values()), strict=True))
    return dataclasses.replace(spread, rows=rows, tables=tables)


@pytest.mark.parametrize(
    ("differences", "verdict", "says"),
    [
        ([(-2, 0.001), (-3, 0.001)], "lower", "at each of the 2 tables, by 2.0 to 3.0 points"),
        (
            [(2, 0.001), (0.1, 0.9)],
            "higher",
            "more widely spread in plain than in doubled at t0, by 2.0 points (95%: 1.0 to 3.0).",
        ),
        ([(2, 0.001), (-2, 0.001)], "depends", "It depends on who plays."),
        ([(0.5, 0.3), (0.1, 0.9)], "unseen", "show no difference between doubled and plain"),
        (
            [(2, 0.03), (0.1, 0.9)],
            "unseen",
            "it is between −0.9 and +3.0 points (95%). Where",
        ),
        ([(2, 0.02), (1.5, 0.04)], "higher", "at each of the 2 tables"),
    ],
)
def test_tables_are_tested_together(spread, differences, verdict, says):
    """By Holm: of two, one with p = 0.03 alone doesn't stand; 0.02 and 0.04 both do."""
    found = judged(spread, *differences)
    assert found.verdict == verdict
    assert says in " ".join(found._claims("en"))


def test_it_says_what_to_try_next(spread):
    """More games where no difference was seen; the lines of one's own players where it depends."""
    open_ = judged(spread, (0.5, 0.3), (0.1, 0.9))
    assert any("games=" in line for line in open_._advice("en"))
    depends = judged(spread, (2, 0.001), (-2, 0.001))
    assert any("tables={…}" in line for line in depends._advice("en"))
    assert not any("games=" in line for line in spread._advice("en"))


def test_by_default_each_rule_bot_that_plays_both_has_a_table():
    """And a mixed one; of two games, only what is one program in both."""
    found = asked(tables=None, games=4, measure="turns_a_round")
    bots = ["random", "greedy", "threshold", "expected", "careful", "learned"]
    assert list(found.tables) == [*bots, "mixed"]
    assert found.tables["mixed"].players == ("learned", "careful", "expected")
    assert found.verdict == "few"
    assert "At least 30 deals are needed; there are 2." in repr(found)
    two = ask("?", ONE_ROUND, "newskyjo", measure="margin", games=3, seed=1, progress=False)
    assert list(two.tables) == ["random"]


def test_other_programs_are_named_once():
    """One line names them all, if they are allowed."""
    two = ask(
        "?", ONE_ROUND, "newskyjo", measure="margin", games=3, seed=1, progress=False,
        other_programs=True,
    )  # fmt: skip
    said = [line for line in two._caveats("en") if "Other programs" in line]
    assert said == [
        "Other programs in newskyjo than in skyjo: greedy, threshold(2), expected, careful. A "
        "difference may come from them, not from the game."
    ]


def test_the_page_is_whole_and_escaped(spread, tmp_path):
    """In both languages, without a script; the question is the reader's text."""
    made = dataclasses.replace(spread, question="<script>?</script>")
    for lang, says, rule in (
        ("en", "What to try next", "penalty_factor"),
        ("fr", "Que faire ensuite", "le score est multiplié par"),
    ):
        text = made.to_html(tmp_path / f"{lang}.html", lang=lang).read_text("utf-8")
        assert "<script" not in text
        assert "&lt;script&gt;" in text
        assert says in text
        assert rule in text
        assert "2 × greedy" in text
    assert "2 × random" in made._repr_html_()
    assert made.to_markdown().startswith("# &lt;script&gt;?&lt;/script&gt;\n\nWhat differs: ")


def test_a_table_that_is_far_off_does_not_rule_the_picture(spread):
    """Its arrow leaves the axis, and its figure stands beside it, in the measure's unit."""
    found = judged(spread, (1.8, 0.001), (2.2, 0.001), (26.7, 0.001))
    picture = found._figures("en")[0]
    assert picture.wide == 4
    assert picture.ends == ("−4", "+4")
    lines = found.to_markdown().splitlines()
    (far,) = [line for line in lines if line.startswith("t2  ")]
    assert far.endswith("▶  +26.7 points")
    assert found._repr_html_().count('<path class="part"') == 1


def test_tables_beyond_seven_are_folded(spread):
    """The first ones stay."""
    found = judged(spread, *[(2, 0.001)] * 9)
    page = found._repr_html_()
    first, _, rest = page.partition("<details><summary>The other tables")
    assert (first.count("<tr>"), rest.count("</table>") > 0) == (8, True)


def test_games_of_different_lengths_are_told_at_once():
    """With the two versions that are of one length."""
    two = ask("?", "skyjo", "newskyjo", measure="margin", games=3, seed=1, progress=False)
    text = " ".join(two._caveats("en"))
    assert "Games of different lengths (skyjo: to 100 points; newskyjo: rounds: 1)." in text
    assert "ask about Version('skyjo', target=1) and 'newskyjo'." in text


def test_a_table_whose_rounds_never_end_is_named():
    """Two players who take and place the same cards for ever."""

    def stuck(obs):
        return "take" if obs.phase == "choose" else obs.legal[-1]

    with pytest.raises(RulesError, match=r"at the table 'stuck' .* 2 of 2 games were broken off"):
        asked(tables={"stuck": [stuck] * 2}, games=2, measure="turns_a_round")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"measure": "score_sdd"}, "there is no such measure.*score_sd"),
        ({"measure": "drama"}, "comes from rollouts; versus"),
        (
            {"about": "seat 9"},
            "about='seat 9': at the table 'greedy' score_sd_round has no such row; there are all",
        ),
        ({"tables": {}}, "tables: a mapping is needed"),
        ({"tables": None, "seats": 0}, "seats=0"),
        ({"tables": {"x": ["gredy"] * 2}}, "gredy"),
    ],
)
def test_what_cannot_be_asked_is_refused(given, says):
    """With what would be right."""
    with pytest.raises(RulesError, match=says):
        asked(**given)
    with pytest.raises(RulesError, match="1 to 200 letters"):
        ask(" ", ONE_ROUND, NO_DOUBLING, measure="margin")
