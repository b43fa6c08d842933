"""The lesson on the perfect player: each figure of its texts, computed again."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import nbformat
import pytest

from skyjo_widget import SKYJO_DECK, compare, play, position, simulate
from skyjo_widget.lessons.lesson.home import ENDER, OWN, TOP
from skyjo_widget.lessons.shipped_lessons import shipped
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.intervals import mean_interval
from skyjo_widget.util.numbers import format_number
from tests.fixtures.paths import ROOT

DECK = dict(SKYJO_DECK.counts)
CHANCES = {value: n / 150 for value, n in DECK.items()}
BOARD = {"columns": 1, "turned": 0}
ROUNDS = {**BOARD, "games": 200, "seed": 1, "target": 1, "progress": False}
HIDDEN = "? ? ?"
by_language = pytest.mark.parametrize("lang", languages())


def worth(ana, bo, pile, **more):
    """What each action of Ana's is worth, as in the notebook."""
    cards = {"Ana": ana.split(), "Bo": bo.split()}
    here = position("skyjo", cards, discard=[pile], **BOARD, **more)
    actions = play(here, record=False, display=False).odds().actions
    return {action.action: action.worth for action in actions}


def best(*arguments):
    """What the best action is worth."""
    return max(worth(*arguments).values())


def texts(lang):
    """The texts of the notebook, of the questions with their answers, and of the page."""
    end = "" if lang == "en" else f".{lang}"
    cells = nbformat.read(ROOT / "notebooks" / f"perfect{end}.ipynb", as_version=4).cells
    return {
        "notebook": "\n".join(cell.source for cell in cells if cell.cell_type == "markdown"),
        "questions": json.dumps(shipped("perfect", lang), ensure_ascii=False),
        "page": (ROOT / "docs" / f"lesson-perfect{end}.md").read_text("utf-8"),
    }


def check(lang, places, *figures):
    """Check that texts have these numbers, with so many decimals, as their language has them."""
    every = texts(lang)
    for place in places.split():
        for number, digits in figures:
            shown = format_number(round(float(number), digits), lang, digits)
            found = re.search(rf"(?<![\d.,]){re.escape(shown)}(?!\d|[.,]\d)", every[place])
            assert found, (place, shown)


@by_language
def test_at_the_first_turn_a_1_is_not_taken(lang):
    """It is worth less than drawing, which is the mean of the better of two actions."""
    first = {top: worth(HIDDEN, HIDDEN, top) for top in DECK}
    taken = [top for top, actions in first.items() if actions["take"] > actions["draw"]]
    assert taken == [-2, -1, 0]
    placed = {card: first[card]["take"] for card in (-2, -1, 0, 1)}
    drawn = worth(HIDDEN, HIDDEN, 5, hand=12)
    assert worth(HIDDEN, HIDDEN, 5, hand=2)["discard"] == pytest.approx(drawn["discard"])
    rounded = [Fraction(str(round(points, 2))) for points in placed.values()]
    high = Fraction(str(round(drawn["discard"], 2)))
    total = 5 * rounded[0] + 10 * rounded[1] + 15 * rounded[2] + 10 * rounded[3] + 110 * high
    assert float(total) / 150 == pytest.approx(first[1]["draw"], abs=0.005)
    figures = [*((points, 2) for points in placed.values()), (drawn["discard"], 2)]
    check(lang, "notebook questions", *figures, (total, 1), (first[1]["draw"], 2))
    check(lang, "page", (placed[1], 2), (first[1]["draw"], 2), (total, 1))
    check(lang, "notebook", (sum(value * n for value, n in DECK.items()) / 150, 2))


@by_language
def test_a_card_of_6_is_as_bad_as_a_12(lang):
    """Nearly: it will be replaced."""
    turned = {card: round(-best(HIDDEN, f"{card} ? ?", 12), 2) for card in DECK}
    assert turned[-2] - turned[1] > 20 * (turned[6] - turned[12])
    figures = [(abs(turned[card]), 2) for card in (-2, 1, 6, 12)]
    gaps = [(turned[-2] - turned[1], 2), (turned[6] - turned[12], 2)]
    check(lang, "notebook", *figures, *gaps)


@by_language
def test_the_gift_decides_against_the_1(lang):
    """Without what the next seat may take, it would be worth more than drawing."""
    to_bo = {left: round(best(HIDDEN, "1 ? ?", left), 2) for left in DECK}
    gifts = {left: to_bo[left] - to_bo[12] for left in DECK}
    assert [left for left, gift in gifts.items() if gift > 0.005] == [-2, -1, 0, 1]
    mean = sum(chance * gifts[left] for left, chance in CHANCES.items())
    without, taken = -to_bo[12], worth(HIDDEN, HIDDEN, 1)["take"]
    assert without - mean == pytest.approx(taken, abs=0.01)
    kept = {card: -best(HIDDEN, f"{card} ? ?", 12) for card in DECK}
    turning = sum(chance * kept[card] for card, chance in CHANCES.items())
    drawing = sum(chance * max(kept[card], turning) for card, chance in CHANCES.items())
    assert without > drawing > worth(HIDDEN, HIDDEN, 1)["draw"] > taken
    check(lang, "notebook questions", (gifts[-2], 2), (mean, 2), (without, 2), (taken, 2))
    check(lang, "questions", *((gifts[left], 2) for left in (-1, 0, 1)))
    check(lang, "notebook", (to_bo[-2], 2), (to_bo[12] * -1, 2))
    check(lang, "page", (mean, 2), (without, 2))


@by_language
def test_a_last_turn_is_a_sure_10_or_more_on_average(lang):
    """Drawing is better, and turns out worse once in four; of other cards up to 4 are taken."""
    ahead = {x: (18 if x <= 6 else 9) - 3 - x for x in DECK}
    turning = sum(chance * ahead[x] for x, chance in CHANCES.items())
    drawing = sum(chance * max(ahead[x], turning) for x, chance in CHANCES.items())
    actions = worth("1 2 ?", "2 3 4", 5)
    assert actions == {"take": pytest.approx(10), "draw": pytest.approx(drawing)}
    turned_worse = sum(chance for x, chance in CHANCES.items() if ahead[x] < 10)
    worse = sum(
        chance * (turned_worse if ahead[x] < turning else ahead[x] < 10)
        for x, chance in CHANCES.items()
    )
    assert worse == pytest.approx(10 / 150 + 60 / 150 * 70 / 150)
    below = sum(n * ahead[x] for x, n in DECK.items() if x <= 6)
    tops = [top for top in DECK if worth("1 2 ?", "2 3 4", top)["take"] > drawing]
    assert tops == [top for top in DECK if top <= 4]
    assert worth("1 2 ?", "2 3 4", 4)["take"] == pytest.approx(11)
    check(lang, "notebook page", (drawing, 2), (worse, 2), (10, 0))
    check(lang, "questions", (drawing, 2), (turning, 2))
    assert f"{below}/150" in texts(lang)["questions"]
    check(lang, "page", (turning, 2), (11, 0), (4, 0))


@by_language
def test_ending_is_right_although_it_is_doubled_half_the_time(lang):
    """One point doubled is only two; Bo has three chances to find a 0 or less."""
    low = sum(chance for card, chance in CHANCES.items() if card <= 0)
    doubled = 1 - (1 - low) ** 3
    assert Fraction(doubled).limit_denominator(1000) == Fraction(61, 125)
    actions = worth("0 1 ?", "0 1 ?", 0)
    assert actions["take"] > actions["draw"] + 4
    check(lang, "notebook", (actions["take"], 2), (abs(actions["draw"]), 2), (doubled, 2))
    check(lang, "questions page", (doubled, 2))


def test_the_last_turn_to_take_home_is_worth_what_its_answers_say():
    """Taking is better, by the solved board too."""
    own = " ".join(map(str, OWN))
    assert ENDER == 1 + 2 + 4
    actions = worth(f"{own} ?", "1 2 4", TOP)
    assert actions["take"] == pytest.approx(2 * ENDER - sum(OWN) - TOP)
    assert actions["draw"] == pytest.approx(5.773, abs=0.0005)


@pytest.mark.slow
def test_the_rounds_of_two_perfect_players_are_as_the_page_says():
    """How many high cards they take; how far ahead one ends, doubled or not, and on average."""
    played = simulate("skyjo", ["perfect", "perfect"], decisions=True, **ROUNDS)
    tops = played.decisions[played.decisions.phase == "choose"]
    high = tops[tops.discard_top.astype(int) >= 4]
    rounds = played.rounds.set_index(["game_id", "round", "seat"])
    enders = rounds[rounds.ender & rounds.finished]
    ahead = [
        int(rounds.loc[(game, number, 1 - seat), "score"] - score)
        for (game, number, seat), score in enders.score.items()
    ]
    doubled = [points for points, penalty in zip(ahead, enders.penalty, strict=True) if penalty]
    others = [points for points, penalty in zip(ahead, enders.penalty, strict=True) if not penalty]
    mean = mean_interval(ahead)
    assert mean.low > 0
    for lang in languages():
        check(
            lang,
            "page",
            *((sum(high.action == "take"), 0), (len(high), 0), (len(enders), 0), (len(doubled), 0)),
            *((-sum(doubled) / len(doubled), 1), (sum(others) / len(others), 1)),
            *((mean.mean, 1), (mean.low, 1), (mean.high, 1)),
        )


def mine(obs):
    """The rule of the notebook."""
    if obs.phase == "choose":
        return "take" if obs.discard_top <= 2 else "draw"
    if obs.phase == "place drawn" and obs.hand > 2:
        return "discard"
    verb = "flip" if obs.phase == "flip" else "place"
    return f"{verb} {obs.hidden_positions[0]}"


@pytest.mark.slow
def test_the_rule_loses_points_to_the_perfect_player_and_wins_games():
    """As the page says."""
    found = compare(mine, "perfect", **ROUNDS)
    wins = found.summary.set_index("strategy").loc["mine", "win_rate"]
    for lang in languages():
        check(lang, "page", (found.mean, 1), (found.low, 1), (found.high, 1), (100 * wins, 0))
