"""Predictions: what a player commits to, what the coach says, and what came true."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from skyjo_widget import IllegalActionError, RulesError, load, play
from skyjo_widget.errors import RecordError


def table(*players, **options):
    """A table of Skyjo in memory."""
    players = players or ("Ana", "Bo")
    return play("skyjo", list(players), **{"seed": 5, "record": False, "display": False, **options})


def set_up(session):
    """Take the first action until the first turn begins."""
    while session.phase == "setup":
        session.act(session.legal[0])
    return session


def finish_round(session):
    """Play on until the round is over."""
    while session.waiting == "person":
        session.act(session.odds().best.action)


def test_a_prediction_and_the_coachs_own_go_to_the_record(tmp_path):
    """The player's is written whatever the coach says; both are there after a load."""
    path = tmp_path / "game.jsonl"
    session = set_up(table(record=path))
    made = session.predict("draw at most 4", 0.4, by="Zoé")
    unseen = session.odds().next_draw
    share = Fraction(sum(n for v, n in unseen.counts.items() if v <= 4), unseen.total)
    assert made.coach == pytest.approx(float(share), abs=1e-6)
    event = session.history.events[-1]
    assert {key: event[key] for key in ("event", "decision", "seat", "by", "value")} == {
        "event": "prediction",
        "decision": 4,
        "seat": session.seat,
        "by": "Zoé",
        "value": 0.4,
    }
    session.close()
    again = load(path, display=False)
    assert again.history.predictions == session.history.predictions
    again.predict("mean", 60)
    assert list(again.log.predictions["prediction"]) == [0, 1]


def test_what_came_true_follows_from_the_game():
    """A draw, a score, a win; while nobody can know it is missing."""
    session = set_up(table("Ana", "bot:greedy", seed=11))
    session.run()
    first = session.seat
    for question, value in (
        ("draw at most 4", 0.4),
        ("draw at most -3", 0),
        ("score at most 12", 0.3),
        ("score at most 500", 1),
        ("win", 0.5),
        ("mean", 55),
    ):
        session.predict(question, value, seat=first)
    assert session.log.predictions["outcome"].isna().all()
    session.act("draw")
    drawn = session.observation().hand
    assert session.log.predictions["outcome"].isna().all()  # others haven't seen it
    seen = session.log.as_seen_by(first).predictions["outcome"]
    assert [bool(seen[0]), bool(seen[1])] == [drawn <= 4, False]
    session.act(session.legal[0])
    found = session.log.predictions["outcome"]
    assert [bool(found[0]), bool(found[1])] == [drawn <= 4, False]
    while session.waiting != "next round":
        session.act(session.odds().best.action) if session.waiting == "person" else session.run()
    raw = session.log.rounds.query("seat == @first")["raw_score"].iloc[0]
    found = session.log.predictions["outcome"]
    assert [bool(found[2]), bool(found[3])] == [raw <= 12, True]
    assert found[[4, 5]].isna().all()
    session.replace(0, "bot:greedy")
    session.run(rounds=True)
    found = session.log.predictions["outcome"]
    assert bool(found[4]) == (
        first in session.history.game.winners(session.history.state, session.history.codes)
    )
    assert found[[5]].isna().all()


def test_an_event_comes_true_or_not(tmp_path):
    """Of the next card and of the round's score; the record is read back with its notation."""
    path = tmp_path / "game.jsonl"
    session = set_up(table(record=path))
    asked = {
        "X > 4": lambda x: x > 4,
        "P(X = 4 ou X = 7)": lambda x: x in (4, 7),
        "2 <= x <= 6": lambda x: 2 <= x <= 6,
        "non (X < 0)": lambda x: not x < 0,
        "X <= 4": lambda x: x <= 4,
    }
    for question in asked:
        made = session.predict(question, "1/3")
        assert made.coach == round(float(session.odds().p(question)), 6)
    low, high = session.predict("R <= 30", 0.5), session.predict("R > 30", 0.5)
    assert low.coach + high.coach == pytest.approx(1)
    assert [one.question for one in session.history.predictions] == [
        *("X > 4", "X = 4 or X = 7", "2 <= X <= 6", "not (X < 0)", "draw at most 4"),
        *("score at most 30", "R > 30"),
    ]
    seat = session.seat
    session.act("draw")
    drawn = session.observation().hand
    finish_round(session)
    rounds = session.log.rounds
    raw = rounds["raw_score"][rounds["seat"] == seat].iloc[0]
    told = [bool(one) for one in session.log.predictions["outcome"]]
    assert told == [*(holds(drawn) for holds in asked.values()), raw <= 30, raw > 30]
    session.close()
    again = load(path, display=False)
    assert again.history.predictions == session.history.predictions


def test_a_choice_came_true_if_the_coach_chose_the_same():
    """By its rollouts; what isn't legal is refused."""
    session = set_up(table())
    session.predict("best", "draw")
    session.predict("best", "take")
    frame = session.log.predictions
    assert set(frame["coach_choice"]) <= {"draw", "take"}
    assert list(frame["outcome"]) == list(frame["choice"] == frame["coach_choice"])
    assert frame["value"].isna().all()
    with pytest.raises(IllegalActionError):
        session.predict("best", "place a1")
    assert len(session.history.predictions) == 2


def test_an_undone_decisions_prediction_has_no_outcome():
    """It was about what didn't happen."""
    session = set_up(table(practice=True))
    session.predict("draw at most 12", 1)
    session.act("draw")
    session.act("discard")
    assert bool(session.log.predictions["outcome"].iloc[0])
    session.undo(to=4)
    assert session.log.predictions["outcome"].isna().all()


@pytest.mark.parametrize(
    ("question", "value", "says"),
    [
        ("win", 30, r"a probability is a number from 0 to 1, not 30 \(did you mean 30 %\?\)"),
        ("win", -0.1, "from 0 to 1, not -0.1"),
        ("win", float("nan"), "from 0 to 1, not nan"),
        ("win", "half", "'half' is no number; write it as"),
        ("win", True, "a number is needed, not True"),
        ("win", None, "a number is needed, not None"),
        ("mean", float("inf"), "no number of points"),
        ("mean", 10**400, "a number is needed"),
        ("best", 0.5, "a text such as 'draw'"),
        ("luck", 0.5, "'luck' is no question about skyjo; there are"),
        ("draw at most 4.5", 0.5, "is no question"),
        ("X <= 4.5", 0.5, "a whole number from -10000 to 10000"),
        ("X <= 4 or R <= 4", 0.5, "one random variable, not two"),
        ("S <= 4", 0.5, "there is no random variable 's'; there is X, R"),
        ("X", 0.5, "is no question about skyjo"),
        ("X <= wild", 0.5, "a wild card has no number"),
        ("draw at most 04", 0.5, "a whole number"),
        ("score at most 99999", 0.5, "from -10000 to 10000"),
        (4, 0.5, "4 is no question"),
        ("win round", 0.5, "no question about skyjo; there are 'X <= 4', 'R <= 20', 'win'"),
    ],
)
def test_what_is_no_prediction_is_named_and_not_written(question, value, says):
    """Nothing changes then."""
    session = set_up(table())
    events = list(session.history.events)
    with pytest.raises(RulesError, match=says):
        session.predict(question, value)
    assert session.history.events == events


def test_numpys_numbers_are_welcome():
    """As they come out of a notebook's cell."""
    session = set_up(table())
    session.predict("win", np.float64(0.25))
    session.predict("mean", np.int64(40))
    assert json.loads(json.dumps(session.history.events[-1]))["value"] == 40


def test_a_locked_coach_keeps_its_own_to_itself():
    """Until the round is over; then it is there to be compared."""
    session = set_up(table(coach="locked"))
    assert session.predict("draw at most 4", 0.4).coach is None
    session.predict("best", "draw")
    assert session.log.predictions[["coach", "coach_choice"]].isna().all().all()
    assert session.log.predictions["outcome"].isna().all()
    while session.waiting == "person":
        session.act(session.legal[0])
    frame = session.log.predictions
    assert frame["coach"].iloc[0] == session.history.predictions[0].coach
    assert frame["coach_choice"].iloc[1] in ("draw", "take")


def test_what_others_must_not_know_is_not_in_their_log():
    """A hand in Skip-Bo, a look at the draw pile in NewSkyjo: until the round is over."""
    session = play("skip-bo", ["Ana", "Bo"], seed=1, record=False, display=False)
    session.predict("best", session.legal[0])
    for log in (session.log, session.log.as_seen_by(1)):
        assert log.predictions[["choice", "coach_choice", "outcome"]].isna().all().all()
    own = session.log.as_seen_by(session.seat if session.seat == 0 else 1).predictions
    assert own["choice"].notna().all() or session.seat == 1
    session = set_up(table())
    session.act("draw")
    session.predict("best", session.legal[0])
    assert session.log.predictions["choice"].isna().all()
    assert session.log.as_seen_by(session.seat).predictions["choice"].notna().all()
    session.act(session.legal[0])
    assert session.log.predictions["choice"].notna().all()


def test_what_was_due_and_was_taken_back_leaves_nothing_behind(tmp_path):
    """Its number is used for another moment: neither a look nor a prediction is about that."""
    path = tmp_path / "game.jsonl"
    session = set_up(table(record=path))
    session.act("take")
    session.advice(worlds=0)
    session.predict("best", session.legal[0])
    assert session.history.coached == {5: "request"}
    session.undo()
    session.act("draw")
    session.advice(worlds=0)
    assert session.history.coached == {6: "request"}
    assert session.log.predictions["outcome"].isna().all()
    session.close()
    again = load(path, display=False)
    assert again.history.predictions == session.history.predictions
    assert again.history.coached == session.history.coached


def test_skip_bo_has_its_own_questions():
    """The predicted winner, and the best action."""
    session = play("skip-bo", ["Ana", "Bo"], seed=1, record=False, display=False)
    assert 0 < session.predict("win round", 0.5).coach < 1
    assert session.predict("win", 0.5).coach is None
    assert session.predict("best", session.legal[0]).coach in session.legal
    with pytest.raises(
        RulesError, match="no question about skip-bo; there are 'win round', 'win', 'best'"
    ):
        session.predict("draw at most 4", 0.5)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        ({"value": 3}, "from 0 to 1"),
        ({"value": None}, "a number is needed"),
        ({"question": "luck"}, "is no question"),
        ({"coach": "much"}, "a number is needed"),
        ({"prediction": 7}, "prediction = 7"),
        ({"decision": 0}, "decision = 0"),
        ({"seat": 9}, "there is no seat 9"),
        ({"by": 3}, "a text or null"),
    ],
)
def test_a_damaged_prediction_is_refused_with_its_line(tmp_path, damage, says):
    """As every other event."""
    path = tmp_path / "game.jsonl"
    session = set_up(table(record=path))
    session.predict("draw at most 4", 0.4)
    session.close()
    lines = path.read_text().splitlines()
    lines[-1] = json.dumps({**json.loads(lines[-1]), **damage})
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(RecordError, match=f"line {len(lines)}: .*{says}"):
        load(path, display=False)


def test_answers_of_worksheets_are_kept(tmp_path):
    """Numbers and texts, right, wrong or for the teacher to judge."""
    path = tmp_path / "game.jsonl"
    session = table(record=path)
    session.answer("Lesson 1", "mean", 5.07, right=True)
    session.answer("Lesson 1", "why", "because it’s likely", by="Zoé")
    session.answer("Lesson 1", "which", "take", right=False)
    for wrong in (None, float("nan"), True, ["a"], 10**400):
        with pytest.raises(RulesError, match="an answer is a"):
            session.answer("Lesson 1", "mean", wrong)
    for wrong in ({"right": 1}, {"right": "yes"}, {"by": 0}, {"by": b""}, {"by": "\ud800"}):
        with pytest.raises(RulesError):
            session.answer("Lesson 1", "mean", 5, **wrong)
    with pytest.raises(RulesError, match="'request' or 'after'"):
        session.parts.annotator.note_coach("x")
    session.answer("Lesson 1", "big", 1234567.125, right=np.bool_(True))
    session.close()
    frame = load(path, display=False).log.answers
    assert list(frame["value"]) == ["5.07", "because it’s likely", "take", "1234567.125"]
    assert [bool(right) for right in frame["right"].dropna()] == [True, False, True]
    assert frame["right"].isna().to_list() == [False, True, False, False]
