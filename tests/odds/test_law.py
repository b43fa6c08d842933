"""Probability laws and their events: exact, in both languages, and refused by name."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from skyjo_widget import RulesError, play
from skyjo_widget.odds.law import Law, RandomVariable
from skyjo_widget.odds.unseen import Unseen
from skyjo_widget.util.i18n import words
from tests.fixtures.html_reader import Reader

THREE = Unseen({-2: 3, 3: 5, 9: 1})


def law(cards=THREE, name="X", lang="en", **more):
    """The law of one of some cards."""
    return Law.of_cards(cards, name, lang=lang, **more)


def table(game="skyjo", decisions=30, **options):
    """A table in memory, some decisions on."""
    players = ["Ana", "Bo", "Cy"]
    session = play(game, players, seed=3, record=False, display=False, **options)
    for _ in range(decisions):
        session.act(session.legal[0])
    return session


def test_a_law_and_its_moments_are_those_of_all_cards():
    """Card by card; the standard deviation is the root of an exact variance."""
    cards = [-2] * 3 + [3] * 5 + [9]
    mean = Fraction(sum(cards), 9)
    assert law() == {value: Fraction(n, 9) for value, n in Counter(cards).items()}
    assert law().expectation == mean == 2
    assert law().variance == sum((card - mean) ** 2 for card in cards) / 9
    assert law().sd == pytest.approx(np.std(cards), abs=1e-12)


def test_a_sum_shows_its_fractions_unreduced_and_reduced():
    """In each line, and in the computation of E(X), V(X) and σ(X)."""
    assert str(law()).splitlines() == [
        "X = value of the next card drawn",
        " x  P(X = x)",
        "−2  3/9 = 1/3 ≈ 0.3333",
        " 3  5/9 ≈ 0.5556",
        " 9  1/9 ≈ 0.1111",
        "E(X) = Σ xᵢ·P(X = xᵢ) = (−2)×3/9 + 3×5/9 + 9×1/9 = 18/9 = 2",
        "V(X) = Σ (xᵢ − E(X))²·P(X = xᵢ) ≈ 11.33",
        "σ(X) = √V(X) ≈ 3.37",
    ]
    assert law().computation == "\n".join(str(law()).splitlines()[-3:])
    french = str(law(lang="fr", name="Y"))
    assert "−2  3/9 = 1/3 ≈ 0,3333" in french
    assert "σ(Y) = √V(Y) ≈ 3,37" in french


def test_an_event_shows_itself_with_its_probability():
    """As a comparison, joined, or as text; with the fraction of all cards first."""
    x = law().variable
    assert repr(x) == "X = value of the next card drawn"
    for event, text in (
        (x <= 3, "P(X ≤ 3) = 8/9 ≈ 0.889"),
        (x < 3, "P(X < 3) = 3/9 = 1/3 ≈ 0.333"),
        (x > 3, "P(X > 3) = 1/9 ≈ 0.111"),
        (x >= 10, "P(X ≥ 10) = 0/9 = 0"),
        (x != 9, "P(X ≠ 9) = 8/9 ≈ 0.889"),
        ((x == -2) | (x == 9), "P(X = −2 or X = 9) = 4/9 ≈ 0.444"),
        ((x >= 3) & (x < 9), "P(3 ≤ X < 9) = 5/9 ≈ 0.556"),
        (~(x == 3), "P(not (X = 3)) = 4/9 ≈ 0.444"),
        (law().p("3 <= X"), "P(X ≥ 3) = 6/9 = 2/3 ≈ 0.667"),
        (x <= np.int64(3), "P(X ≤ 3) = 8/9 ≈ 0.889"),
        (x <= 2.5, "P(X ≤ 2.5) = 3/9 = 1/3 ≈ 0.333"),
    ):
        assert repr(event) == text
        assert float(event) == float(event.probability)
    assert (x == 3).text("fr") == "P(X = 3) = 5/9 ≈ 0,556"
    assert (x <= 3).probability == Fraction(8, 9)
    assert law().p(x <= 3).probability == Fraction(8, 9)


def test_two_standard_deviations_round_the_expectation():
    """The lesson's exercise, with numbers that Python computed."""
    draw = law()
    x, mean, sd = draw.variable, draw.expectation, draw.sd
    inside = (x >= mean - 2 * sd) & (x <= mean + 2 * sd)
    assert inside.probability == Fraction(8, 9)


WRITE = "write (2 <= X) & (X <= 4), or the text '2 <= X <= 4'"
FRENCH = "écris (2 <= X) & (X <= 4), ou le texte «\u00a02 <= X <= 4\u00a0»"
ONE = "only events of one random variable", "d’une même variable aléatoire"


@pytest.mark.parametrize(
    ("wrong", "english", "french"),
    [
        (lambda x: 2 <= x <= 4, WRITE, FRENCH),
        (lambda x: x == 4 or x == 5, WRITE, FRENCH),
        (lambda x: eval("X == 4 | X", {"X": x}), "(X == 4) | (X == 5)", "(X == 4) | (X == 5)"),
        (lambda x: (x == 4) | x, "each comparison in parentheses", "entre parenthèses"),
        (lambda x: x in [4, 5], WRITE, FRENCH),
        (lambda x: x <= "wild", "a wild card has no number", "un joker n’a pas de nombre"),
        (lambda x: x <= None, "compared with a number from", "se compare à un nombre de"),
        (lambda x: x.law.p("Z <= 4"), "no random variable 'Z'", "pas de variable aléatoire 'Z'"),
        (lambda x: (x <= 4) | (law(name="Y").variable <= 4), *ONE),
        (lambda x: (x <= 4) & (law(Unseen({1: 2})).variable <= 4), *ONE),
    ],
)
def test_a_slip_is_refused_with_what_would_be_right(wrong, english, french):
    """In the table's language."""
    for lang, part in (("en", english), ("fr", french)):
        with pytest.raises(RulesError, match=re.escape(part)):
            wrong(law(lang=lang).variable)


def test_an_event_is_no_number_to_be_joined_with():
    """Another object is Python's own mistake."""
    with pytest.raises(TypeError):
        (law().variable <= 4) | 4
    with pytest.raises(TypeError):
        hash(law().variable)


def test_odds_have_laws_of_x_y_and_s():
    """The next card, a hidden one, the own score; each is what the odds have said before."""
    odds = table().odds()
    assert odds.law == {v: odds.next_draw.chance(v) for v in odds.next_draw}
    assert odds.hidden == {v: odds.unseen.chance(v) for v in odds.unseen}
    assert odds.law.total == odds.unseen.total
    assert odds.hidden.expectation == odds.unseen.mean
    assert isinstance(odds.X, RandomVariable)
    low = sum(n for v, n in odds.unseen.counts.items() if v <= 4)
    assert odds.p("X <= 4").probability == odds.p("Y <= 4").probability
    assert odds.p("X <= 4").probability == Fraction(low, odds.unseen.total)
    assert f"= {low}/{odds.unseen.total}" in repr(odds.X <= 4)
    assert odds.p("S <= 40").probability == odds.score().at_most(40).value
    assert odds.score().expectation == odds.mean
    assert odds.p(odds.X > 4).probability == 1 - odds.p("X <= 4").probability
    with pytest.raises(RulesError, match="there is no random variable 'r'; there is X, Y, S"):
        odds.p("r <= 4")


def test_known_cards_of_the_draw_pile_count():
    """In NewSkyjo: who has seen the next card knows X."""
    session = table("newskyjo", 12)
    h = session.history
    me, s = session.seat, h.state
    first = int(s.draw[s.draw_size - 1])
    s.known[me][:1], s.known_to[me][:1], s.known_size[me] = [first], [1], 1
    odds = session.odds()
    value = h.codes.value[first]
    assert odds.law == {value: 1}
    assert repr(odds.p(f"X = {value}")).endswith(" = 1")
    assert odds.hidden != odds.law


def test_a_simulated_score_shows_its_error():
    """And its law says from how many deals."""
    score = table().odds().simulated_score(worlds=400)
    event = score.p("S <= 60")
    assert event.error == score.at_most(60).error > 0
    assert "(2 standard errors)" in repr(event)
    assert "≈" in repr(event)
    assert "=" not in repr(event)
    assert "400 deals" in str(score)
    assert score.total is None


def test_a_wild_card_has_a_probability_and_no_number():
    """In Skip-Bo: the law counts it, E(X) is refused, and no size holds for it."""
    odds = table("skip-bo", 6).odds()
    wild, every = odds.unseen[0], odds.unseen.total
    x = odds.X
    assert (x == "wild").probability == Fraction(wild, every) > 0
    low = sum(odds.unseen[value] for value in range(1, 5))
    assert (x <= 4).probability == Fraction(low, every)
    assert (~(x <= 4)).probability == 1 - Fraction(low, every)
    assert odds.p("X = joker").probability == Fraction(wild, every)
    assert "wild  " in str(odds.law)
    assert "E(X)" not in str(odds.law)
    for moment in ("expectation", "variance", "sd", "computation"):
        with pytest.raises(RulesError, match="a card may be wild here"):
            getattr(odds.law, moment)
    with pytest.raises(RulesError, match=r"there is X$"):
        odds.p("S <= 4")


def test_the_next_card_of_skip_bo_comes_from_the_completed_piles():
    """Once the draw pile is empty: these are shuffled; nobody who forgets knows which."""
    session = table("skip-bo", 6)
    odds, forgetful = session.odds(), session.odds(memory="table")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(odds._o, "draw_size", 0)
        patch.setattr(odds._o, "completed", [0, 0, 5])
        kinds = Counter(session.deck.kinds[card].value for card in (0, 0, 5))
        assert odds.law == {value: Fraction(n, 3) for value, n in kinds.items()}
        patch.setattr(odds._o, "completed", [])
        assert odds.law == {}
        with pytest.raises(RulesError, match="nothing can be drawn"):
            repr(odds.X <= 4)
        assert "X = " in str(odds.law)
    assert forgetful.law == {v: forgetful.unseen.chance(v) for v in forgetful.unseen}


def test_a_law_is_a_frame():
    """A row a value, with fixed types, also where there are no common cards."""
    frame = law().frame
    assert frame.to_dict("list") == {
        "value": [-2, 3, 9],
        "cards": [3, 5, 1],
        "total": [9, 9, 9],
        "fraction": ["3/9", "5/9", "1/9"],
        "reduced": ["1/3", "5/9", "1/9"],
        "probability": pytest.approx([1 / 3, 5 / 9, 1 / 9]),
    }
    simulated = table().odds().simulated_score(worlds=300).frame
    empty = law(Unseen({})).frame
    assert simulated["cards"].isna().all()
    assert frame.dtypes.equals(simulated.dtypes)
    assert frame.dtypes.equals(empty.dtypes)
    assert len(empty) == 0


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_a_cell_shows_a_law_in_the_tables_language(game, lang):
    """Values, both fractions, decimals; the computation below them."""
    odds = table(game, lang=lang).odds()
    for each in [odds.law] if game == "skip-bo" else [odds.law, odds.hidden, odds.score()]:
        text = Reader(each._repr_html_()).text
        name = each.name
        assert words(lang)["law"]["title"].format(name=name) in text
        assert f"P({name} = {name.lower()})" in text
        assert ("E(" in text) == (game != "skip-bo")
        if each.total:
            value = next(iter(each.values()))
            assert f"{value * each.total}/{each.total}" in text
    assert "⌀" not in odds.html(lang)


def test_a_long_sum_is_cut_and_a_law_of_one_value_has_no_spread():
    """Sixteen terms are written out at most; σ is 0 then."""
    long = law(Unseen(dict.fromkeys(range(20), 1)))
    assert "2×1/20 + … + 19×1/20 = 190/20 = 19/2 = 9.5" in long.computation
    alone = law(Unseen({4: 2}))
    assert (alone.expectation, alone.variance, alone.sd) == (4, 0, 0)


def test_a_drawn_card_changes_the_mean_of_the_hidden_ones_and_a_sentence_says_so():
    """Beside the draw, in the text and in the cell; its terms are those of the branch."""
    met = 0
    session = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
    for _ in itertools.repeat(None, 60):
        odds = session.odds()
        draw = next((valued for valued in odds.actions if valued.action == "draw"), None)
        note = odds._conditioned(draw, "en") if draw else ""
        if note:
            met += 1
            value = next(
                b.value for b in draw.branches if f"once a {b.value}".replace("-", "−") in note
            )
            after = odds.unseen.without(value)
            assert f"{after.mean * after.total}/{after.total}" in note
            assert f"no longer {odds.unseen.mean * odds.unseen.total}/{odds.unseen.total}" in note
            change = float(note.rstrip(".").rpartition("= ")[2].replace("−", "-"))
            branch = next(b for b in draw.branches if b.value == value)
            assert change == pytest.approx(float(branch.points), abs=0.006)
            assert note in str(odds)
            assert note in Reader(odds.html()).text
            french = odds._conditioned(draw, "fr")
            assert "une fois un" in french
            assert "." not in french.rstrip(".")
        session.act(odds.best.action)
        if session.seat is None:
            break
    assert met > 5
