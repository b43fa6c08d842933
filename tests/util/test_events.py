"""Events as text: what is understood, what is refused, and that nothing is evaluated."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from skyjo_widget import RulesError
from skyjo_widget.util.events import MOST, combined, comparison, parse_event
from skyjo_widget.util.messages import rendered
from tests.fixtures.hostile import HOSTILE

VALUES = range(-2, 13)


def read(text, *names):
    """The condition of an event's text."""
    return parse_event(text, names or ("X",))[1]


@pytest.mark.parametrize(
    ("written", "notation"),
    [
        ("X <= 4", "X <= 4"),
        ("x<=4", "X <= 4"),
        ("X ≤ 4", "X <= 4"),
        ("X =< 4", "X <= 4"),
        ("P(X ≤ 4)", "X <= 4"),
        ("p(x>9)", "X > 9"),
        ("X == −2", "X = -2"),
        ("X=-2", "X = -2"),
        ("X ≠ 0", "X != 0"),
        ("4 >= X", "X <= 4"),
        ("4 = X", "X = 4"),
        ("2 <= X <= 4", "2 <= X <= 4"),
        ("4 >= X > 2", "2 < X <= 4"),
        ("X > 2 and X <= 4", "2 < X <= 4"),
        ("X = 4 or X = 5", "X = 4 or X = 5"),
        ("X = 4 ou X = 5", "X = 4 or X = 5"),
        ("(X == 4) | (X == 5)", "X = 4 or X = 5"),
        ("X = 4 ∪ X = 5 ∪ X = 7", "X = 4 or X = 5 or X = 7"),
        ("X = 1 or X > 3 and X != 5", "X = 1 or (X > 3 and X != 5)"),
        ("(X = 1 or X > 3) et X != 5", "(X = 1 or X > 3) and X != 5"),
        ("non (X <= 4)", "not (X <= 4)"),
        ("~ X <= 4", "not (X <= 4)"),
        ("X <= 4,5", "X <= 9/2"),
        ("X <= 9/2", "X <= 9/2"),
        ("X = joker", "X = wild"),
        ("X != wild", "X != wild"),
    ],
)
def test_an_event_is_understood_as_it_is_written(written, notation):
    """In Python's signs, in mathematical ones, in English and French words; and back again."""
    found = read(written)
    assert found.notation("X") == notation
    assert read(notation).notation("X") == notation
    assert [found.holds(v) for v in VALUES] == [read(notation).holds(v) for v in VALUES]


def test_an_event_is_shown_as_mathematics():
    """With the language's words and decimal mark."""
    assert read("2 <= X < 4.5").text("X", "fr") == "2 ≤ X < 4,5"
    assert read("X = 4 or X != -5").text("X", "fr") == "X = 4 ou X ≠ −5"
    assert read("not X = wild").text("X", "fr") == "non (X = joker)"
    assert read("not X = wild").text("X", "en") == "not (X = wild)"


def some_event(rng, depth=0):
    """A random event: as text, and as a function of Python."""
    kind = rng.choice(["one", "one", "and", "or", "not"]) if depth < 4 else "one"
    if kind == "one":
        sign, bound = rng.choice(["<=", "<", ">=", ">", "==", "!="]), rng.randint(-3, 13)
        return f"X {sign} {bound}", eval(f"lambda X: X {sign} {bound}")
    text, holds = some_event(rng, depth + 1)
    if kind == "not":
        return f"not ({text})", lambda x: not holds(x)
    other, also = some_event(rng, depth + 1)
    if kind == "and":
        return f"({text}) and ({other})", lambda x: holds(x) and also(x)
    return f"({text}) or ({other})", lambda x: holds(x) or also(x)


def test_an_event_holds_where_python_says_so():
    """Random ones, at each value; its notation says the same."""
    rng, met = random.Random(5), 0
    for _ in range(400):
        text, holds = some_event(rng)
        if len(text) > 100:
            continue
        met += 1
        found = read(text)
        again = read(found.notation("X")) if len(found.notation("X")) <= 100 else found
        for value in VALUES:
            assert found.holds(value) == again.holds(value) == holds(value), text
    assert met > 100


def test_a_wild_card_has_no_size():
    """It is equal to itself, and other than each number; `not` is the complement."""
    for text, holds in (
        *(("X <= 4", False), ("X > 4", False), ("X = 4", False), ("X != 4", True)),
        *(("X = wild", True), ("X != wild", False), ("not (X <= 4)", True)),
    ):
        assert read(text).holds(None) is holds, text
    assert not read("X = wild").holds(0)
    with pytest.raises(RulesError, match="a wild card has no number"):
        read("X <= wild")


@pytest.mark.parametrize(
    ("written", "says"),
    [
        *((text, "is no event: write one as X <= 4") for text in ("", "  ", None, 4, b"X <= 4")),
        ("X <= 4" + " " * 100, "is no event"),
        *(
            (text, "isn't complete")
            for text in ("X", "X <=", "not", "(X <= 4", "P(X <= 4", "2 <= X <=")
        ),
        ("4", "isn't complete"),
        ("4 <= 5", "isn't complete"),
        ("X <= X", "isn't complete"),
        ("X <= 4 <= 5", "isn't complete"),
        ("X <= 4 X", "'X' isn't understood there"),
        ("X <= 4)", r"'\)' isn't understood there"),
        ("X << 4", "'<' isn't understood there"),
        ("X <= 4; X > 2", "';' isn't understood there"),
        ("X <= 1e9", "'e' isn't understood there"),
        ("X <= ٤", "'٤' isn't understood there"),
        ("X <= <b>", "'<' isn't understood there"),
        ("X <= or", "'or' isn't understood there"),
        ("X.__class__ = 4", r"'\.' isn't understood there"),
        ("__import__('os') <= 4", "'_' isn't understood there"),
        ("Z <= 4", "there is no random variable 'Z'; there is X, S"),
        ("lambda = 4", "there is no random variable 'lambda'"),
        ("X <= nan", "there is no random variable 'nan'"),
        ("X <= 4 or S <= 4", "about one random variable, not two"),
        ("X <= 1/0", "divided by 0"),
        ("X <= 99999999999", "from -1000000000 to 1000000000"),
        ("((((" * 25, "isn't complete"),
        ("not " * 25, "isn't complete"),
    ],
)
def test_what_is_no_event_is_refused_by_name(written, says):
    """With what isn't understood, and what would be right; in French too."""
    with pytest.raises(RulesError, match=says) as refusal:
        read(written, "X", "S")
    assert rendered(refusal.value, "fr") != str(refusal.value)


@pytest.mark.parametrize("hostile", [text for name, text in HOSTILE if name != "a number"])
def test_a_hostile_text_is_no_event(hostile):
    """Whatever it is, it is refused."""
    for text in (hostile, f"X <= {hostile}", f"{hostile} <= 4"):
        with pytest.raises(RulesError):
            read(text)


@pytest.mark.parametrize(
    "bound", [None, True, "four", float("nan"), float("inf"), 10**400, MOST + 1, [4], 4j]
)
def test_a_value_is_compared_with_a_finite_number(bound):
    """In Python as in a text."""
    with pytest.raises(RulesError, match=r"is compared with a number|is no number"):
        comparison("<=", bound)


def test_a_number_of_python_is_taken_exactly():
    """A float as it is written, a fraction as it is."""
    assert comparison("<=", 0.1).bound == comparison("<=", "0,1").bound == Fraction(1, 10)
    assert comparison("<=", Fraction(1, 3)).bound == Fraction(1, 3)
    three = combined("or", *(comparison("=", n) for n in (1, 2, 3)))
    assert [value for value in VALUES if three.holds(value)] == [1, 2, 3]
