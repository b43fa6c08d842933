"""The course of a game: everybody's chances by decision, and people's dearest decisions."""

from __future__ import annotations

import pytest

from skyjo_widget import play, regret, replay
from skyjo_widget.errors import RulesError
from skyjo_widget.lessons.report.course import LEAST, MOST, course_of


def played(**options):
    """A round that Ana plays by first choices."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=3, record=False, display=False, **options)
    while table.waiting in ("person", "bot") and not table.history.rounds_over:
        table.act(table.legal[0]) if table.waiting == "person" else table.step()
    return table


@pytest.fixture(scope="module")
def table():
    """A round that is over."""
    return played()


def test_chances_are_known_after_each_decision(table):
    """They sum to 1; the start is one of them, the newest in an open game isn't."""
    chances = course_of(table.history)["chances"]
    assert set(chances) == {None, *(row.decision for row in table.history.decisions[:-1])}
    assert all(sum(chance) == pytest.approx(1, abs=0.003) for chance in chances.values())


def test_slips_are_people_s_decisions_that_cost_most(table):
    """As `regret` has them, in the order of the game, with the better action."""
    slips = course_of(table.history)["slips"]
    costs = regret([table.history], progress=False).set_index("decision")
    assert 0 < len(slips) <= MOST
    assert [slip["decision"] for slip in slips] == sorted(slip["decision"] for slip in slips)
    for slip in slips:
        row = costs.loc[slip["decision"]]
        assert slip["seat"] == 0
        assert slip["cost"] == pytest.approx(row["cost"], abs=0.051)
        assert slip["cost"] >= LEAST
        assert slip["best"] == row["best"] != row["action"]


def test_rules_that_no_model_knows_have_slips_alone():
    """A grid of five columns wasn't fitted."""
    table = played(columns=5)
    course = course_of(table.history)
    assert course["chances"] == {}
    assert course["slips"]


@pytest.mark.parametrize("rounds", [0, 1])
@pytest.mark.parametrize("ended", [False, True])
def test_a_round_that_is_not_over_has_no_chances(rounds, ended):
    """Its states aren't among those of a log: those of the rounds before aren't shown for them."""
    table = play("skyjo", ["bot:greedy"] * 2, seed=3, record=False, display=False)
    while table.history.rounds_over < rounds:
        table.step()
    if rounds:
        table.next_round()
    begun = len(table.history.decisions)
    for _ in range(6):
        table.step()
    if ended:
        table.break_off()
    study = replay(table, display=False)
    study.board._handle_custom_msg({"type": "judge", "state": 0}, [])
    line = study.board.replay
    for decision, chances in zip(line["decision"], line["course"]["chances"], strict=True):
        late = not rounds if decision is None else decision >= begun
        assert len(chances) == (0 if late else 2)
    study.close()


def test_a_locked_coach_keeps_the_course_until_the_game_is_over():
    """It would advise."""
    with pytest.raises(RulesError, match="locked"):
        course_of(played(coach="locked").history)


def test_a_replay_gets_its_course_when_it_is_asked_for(table):
    """By moment; a slip leads to the moment that shows it."""
    study = replay(table, display=False)
    assert "course" not in study.board.replay
    study.board._handle_custom_msg({"type": "judge", "state": 0}, [])
    line = study.board.replay
    assert len(line["course"]["chances"]) == len(study) == len(line["decision"])
    assert all(line["decision"][slip["at"]] == slip["decision"] for slip in line["course"]["slips"])
    study.close()


def test_a_locked_coach_is_named_on_the_board():
    """As an error in its line."""
    study = replay(played(coach="locked"), display=False)
    study.board._handle_custom_msg({"type": "judge", "state": 0}, [])
    assert "locked" in study.board.view["error"]["text"]
    assert "course" not in study.board.replay
    study.close()
