"""The one reader for numbers that people write, and where it is used."""

from __future__ import annotations

import math
import unicodedata
from fractions import Fraction
from io import StringIO

import pandas as pd
import pytest

from skyjo_widget import Deck, RulesError, SkyjoRules, calibration, load, play
from skyjo_widget.errors import RecordError
from skyjo_widget.strategies.rule_table.grammar import read_rule
from skyjo_widget.util.numbers import numbers
from skyjo_widget.util.parse_number import read_number, read_whole


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("0.35", Fraction(35, 100)),
        ("0,35", Fraction(35, 100)),
        (",35", Fraction(35, 100)),
        ("35 %", Fraction(35, 100)),
        ("35\u202f%", Fraction(35, 100)),
        ("35\u00a0%", Fraction(35, 100)),
        ("12,5%", Fraction(1, 8)),
        ("12/97", Fraction(12, 97)),
        (" 12 / 97 ", Fraction(12, 97)),
        ("12\u204497", Fraction(12, 97)),
        ("−3", Fraction(-3)),
        ("- 3,5", Fraction(-35, 10)),
        ("1\u00a0234", Fraction(1234)),
        ("12 345,6", Fraction(123456, 10)),
        ("4.956", Fraction(4956, 1000)),
        ("0,956", Fraction(956, 1000)),
        ("+7", Fraction(7)),
        ("≈0,4", Fraction(2, 5)),
        ("environ 0,4", Fraction(2, 5)),
        ("2 sur 5", Fraction(2, 5)),
        ("2 chances sur 5", Fraction(2, 5)),
        ("2 out of 5", Fraction(2, 5)),
        ("40 pour cent", Fraction(2, 5)),
        ("P=0,4", Fraction(2, 5)),
        ("P(X≤4)=0,4", Fraction(2, 5)),
        ("P(X = 4) ≈ 40 %", Fraction(2, 5)),
        ("52/123 ≈ 0,42", Fraction(52, 123)),
        ("p = 0,423 = 52/123", Fraction(52, 123)),
        ("1⅖", Fraction(7, 5)),
        ("−½", Fraction(-1, 2)),
        ("⅟8", Fraction(1, 8)),
    ],
)
def test_a_number_is_understood_as_people_write_it(written, number):
    """In English, in French, as percent, as a fraction; exactly."""
    assert read_number(written) == number


@pytest.mark.parametrize(
    "written",
    [
        *("", " ", "x", "1.2.3", "1,2,3", "1,234.5", "nan", "inf", "1e3", "1/2/3", "%", "="),
        *("0x1", "١٢", "12/97 %", "--3", "9" * 400, "1/" + "9" * 400, "1_000", "4 5", "1 23"),
        *("P(X≤4)", "0,4=", "1⅖3", "0,4 ou 0,5"),
    ],
)
def test_nonsense_is_no_number(written):
    """It is refused, with what would be right."""
    with pytest.raises(RulesError, match=r"is no number; write it as 0\.4, 0,4, 40 % or 52/121"):
        read_number(written)


def test_each_fraction_that_has_a_sign_of_its_own_is_a_number():
    """From ¼ to ↉, as Unicode values them."""
    signs = [sign for sign in map(chr, range(0x2190)) if "VULGAR" in unicodedata.name(sign, "")]
    assert len(signs) == 19
    for sign in signs:
        assert math.isclose(read_number(sign), unicodedata.numeric(sign), abs_tol=1e-7)


def test_nothing_is_divided_by_zero():
    """A fraction with nothing below is refused for that."""
    with pytest.raises(RulesError, match="divided by 0"):
        read_number("1/0")


def test_what_could_be_two_numbers_is_refused_unless_the_language_decides():
    """A comma before three digits groups thousands in English, and never in French."""
    with pytest.raises(RulesError, match=r"could be 4\.956 or 4956"):
        read_number("4,956")
    assert read_number("4,956", decimal_comma=True) == Fraction(4956, 1000)


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("2:5", "could be 2/5 or 2/7: write it so"),
        ("2 contre 5", "could be 2/5 or 2/7: write it so"),
        ("1 1/2", "could be 3/2 or 11/2: write it so"),
        ("52/123 = 0,5", "has two numbers that differ"),
        ("0,4 = −0,4", "has two numbers that differ"),
    ],
)
def test_an_ambiguous_answer_is_refused_with_what_it_could_be(written, reason):
    """A ratio, a mixed number beside its own digits, an equation that doesn't hold."""
    with pytest.raises(RulesError, match=reason):
        read_number(written)


@pytest.mark.parametrize(
    ("written", "number"), [("12", 12), ("−3", -3), ("5,0", 5), ("1 200", 1200)]
)
def test_whole_numbers_are_read_likewise(written, number):
    """With a real minus sign, and as a spreadsheet writes them."""
    assert read_whole(written) == number


@pytest.mark.parametrize(
    ("written", "reason"),
    [("1,000", "could be 1 or 1000"), ("−1.250", "could be -1.250 or -1250")],
)
def test_a_whole_number_that_may_be_two_is_asked_about(written, reason):
    """A comma or a point before three digits: decimals, or thousands."""
    with pytest.raises(RulesError, match=reason):
        read_whole(written)


@pytest.mark.parametrize("written", ["5,5", "10/2", "500 %", "", "1e2"])
def test_other_numbers_are_no_whole_ones(written):
    """Neither are fractions that would come out even."""
    with pytest.raises(RulesError, match="is no whole number"):
        read_whole(written)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        *(("0,4", 0.4), ("0.4", 0.4), ("40 %", 0.4), ("40%", 0.4), ("2/5", 0.4)),
        *(("52/121", 52 / 121), (" 40\u202f% ", 0.4)),
    ],
)
def test_a_prediction_is_kept_as_it_was_written(tmp_path, written, value):
    """As a number to compute with and as the text; both come back from the record."""
    path = tmp_path / "game.jsonl"
    table = play("skyjo", ["Ana", "bot:greedy"], seed=1, record=path, display=False)
    for action in ("flip a1", "flip b1"):
        table.act(action)
    table.run()
    made = table.predict("draw at most 4", written)
    assert made.value == value
    table.close()
    again = load(path, record=False, display=False)
    row = again.log.predictions.iloc[0]
    assert row["value"] == value
    assert row["written"] == " ".join(written.split())


def test_a_prediction_given_as_a_number_has_no_text():
    """Nothing was typed, so nothing is shown as typed."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=1, record=False, display=False)
    table.predict("win", 0.5)
    assert "written" not in table.history.events[-1]
    assert table.log.predictions["written"].isna().all()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (52, r"did you mean 52 %"),
        ("52", r"did you mean 52 %"),
        ("half", "is no number; write it as"),
        ("1/0", "divided by 0"),
        ("120 %", "a probability is a number from 0 to 1"),
    ],
)
def test_a_wrong_chance_is_refused_with_what_would_be_right(value, said):
    """And nothing is written."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=1, record=False, display=False)
    with pytest.raises(RulesError, match=said):
        table.predict("win", value)
    assert table.history.predictions == []


def test_a_list_of_cards_from_a_french_spreadsheet_is_read():
    """With semicolons, decimal commas and a real minus sign."""
    deck = Deck.from_csv(StringIO("value;count\n−2;5,0\n4;150\n"))
    assert deck.counts == ((-2, 5), (4, 150))


def test_a_number_that_was_typed_is_read_wherever_one_is_asked_for():
    """As an option, of odds, in a deck, in a rule, by a chart."""
    assert SkyjoRules(penalty_factor="2,0").penalty_factor == 2
    unseen = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False).odds().unseen
    assert unseen.chance("−1") == unseen.chance(-1) > 0
    assert "12" in unseen
    assert "13" not in unseen
    assert unseen.one_in("12", "3") == unseen.one_in(12, 3)
    assert Deck.from_counts([("5", "40"), ("wild", "2")]).size == 42
    rule = "offer: when card <= {} then take to highest"
    assert read_rule(rule.format("4,0")) == read_rule(rule.format("4"))
    assert numbers("scores", [1, "2,5", "1/2"]).tolist() == [1, 2.5, 0.5]
    said = pd.DataFrame(
        {"value": ["40 %", "0,6"], "outcome": [True, False], "coach": [None, "1/2"]}
    )
    assert calibration(said).frame["prediction"].tolist() == [0.4, 0.6]


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        (lambda: SkyjoRules(penalty_factor="2,5"), "penalty_factor='2,5' is no whole number"),
        (lambda: numbers("scores", [1, "a"]), "scores: row 1: 'a' is no number; write it as 0.4"),
        (
            lambda: read_rule("offer: when card <= 4,5 then draw"),
            "'card <= 4,5': '4,5' is no whole number; write it as 12",
        ),
    ],
)
def test_a_typed_number_that_does_not_fit_is_named(typed, refusal):
    """With where it stood, and what would be right."""
    with pytest.raises(RulesError, match=refusal):
        typed()


def test_a_record_holds_no_typed_numbers(tmp_path):
    """Only people write numbers as texts; a file that has some isn't ours."""
    path = tmp_path / "game.jsonl"
    play("skyjo", ["Ana", "Bo"], seed=1, record=path, display=False).close()
    for right, wrong in (('"columns": 4', '"columns": "4"'), ("[[-2, 5]", '[[-2, "5"]')):
        text = path.read_text().replace(right, wrong)
        assert text != path.read_text()
        (tmp_path / "other.jsonl").write_text(text)
        with pytest.raises(RecordError, match=r"wrong type|no whole number"):
            load(tmp_path / "other.jsonl", display=False)
