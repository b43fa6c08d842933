"""The panels under the board: predictions, what-ifs and a referee's corrections.

Rulings and the form are in ``test_note_messages.py``.
"""

from __future__ import annotations

import json
import re

import pytest

from skyjo_widget import RulesError, paper, play
from skyjo_widget.util.i18n import languages, words
from tests.fixtures.boards import entry, offer_panels, press, send


def table(*players, below=lambda _other: None, **options):
    """A table of Skyjo in memory with panels, at the first choice of a turn."""
    session = play(
        "skyjo", list(players) or ["Ana", "Bo"], seed=5, record=False, display=False, **options
    )
    while session.phase == "setup":
        session.act(session.legal[0])
    return offer_panels(session, below)


def predict(session, **values):
    """Return the panel's answer to a prediction."""
    return press(session.board, "predict", "commit", **values)["answer"]


def offered(session):
    """The actions that one can find best."""
    session.board.opened = ["predict"]
    return tuple(value for value, _ in entry(session.board, "predict", "choice")["options"])


def test_a_prediction_is_committed_and_answered():
    """With the coach's own, as a fraction where it is one; in the board's language."""
    session = table(lang="fr")
    answer = predict(session, question="draw", event="X <= 4", value="2/5")
    made = session.history.predictions[-1]
    odds = session.odds().next_draw
    low = sum(n for card, n in odds.counts.items() if card <= 4)
    assert (made.question, made.value) == ("draw at most 4", 0.4)
    assert answer.startswith(f"P(X ≤ 4)\u00a0: toi 2/5 = 40\u00a0%, le coach {low}/{odds.total} ≈ ")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    ("written", "understood"),
    [
        ("40 %", "40 %"),
        ("40%", "40%"),
        ("40\u202f%", "40 %"),
        ("0,4", "0,4 = 40%"),
        ("0.4", "0.4 = 40%"),
        ("2/5", "2/5 = 40%"),
        (" 2 / 5 ", "2 / 5 = 40%"),
        ("52/121", "52/121 ≈ 43%"),
        ("1", "1 = 100%"),
        ("0,125", "0,125 = 12.5%"),
    ],
)
def test_a_probability_is_understood_as_it_is_written(lang, written, understood):
    """On the board and in Python, in both languages; the board shows how it was understood."""
    session = table(lang=lang)
    answer = predict(session, question="draw", event="X ≤ 4", value=written)
    shown = understood.replace("12.5", "12,5") if lang == "fr" else understood
    assert f"{re.sub(' ', '', shown)}," in re.sub(r"\s", "", answer)
    value = session.history.predictions[-1].value
    assert session.predict("X <= 4", written).value == value
    locked = predict(table(lang=lang, coach="locked"), question="win", value=written)
    assert words(lang)["predict"]["questions"]["win"] in locked


@pytest.mark.parametrize(
    ("event", "question"),
    [
        ("X ≤ 4", "draw at most 4"),
        ("P(X <= -1)", "draw at most -1"),
        ("X > 9", "X > 9"),
        ("X = 4 ou X = 5", "X = 4 or X = 5"),
        ("(X == 4) | (X == 5)", "X = 4 or X = 5"),
        ("2 <= X <= 4", "2 <= X <= 4"),
    ],
)
def test_an_event_is_what_is_predicted(event, question):
    """As text; the record has the same event in one notation, and the coach its probability."""
    session = table()
    answer = predict(session, question="draw", event=event, value="0.5")
    made = session.history.predictions[-1]
    found = session.odds().p(event)
    assert made.question == question
    assert made.coach == round(float(found), 6)
    assert answer.startswith(repr(found).partition(" = ")[0].rpartition(")")[0])
    assert found.fraction in answer


def test_each_question_has_its_own_entry():
    """A bound, a number, or one of the legal actions."""
    session = table()
    assert offered(session) == session.legal
    entries = session.board.panels["predict"]["entries"]
    kinds = [kind for kind, _ in entries[0]["options"]]
    assert {
        kind: [one["name"] for one in entries[1:] if kind in one["when"][0]["question"]]
        for kind in kinds
    } == {
        "draw": ["event", "value"],
        "score": ["total", "value"],
        "win": ["value"],
        "mean": ["points"],
        "best": ["choice"],
    }
    predict(session, question="best")
    assert session.history.predictions[-1].value == session.legal[0]
    predict(session, question="best", choice="take")
    assert session.history.predictions[-1].value == "take"
    assert "points" in predict(session, question="mean", points="55,5")
    session.act("draw")
    assert offered(session) == session.legal


def test_what_is_no_prediction_is_said_and_not_written():
    """As text, whatever it is."""
    session = table()
    for wrong, said in (
        ("130 %", "“130 %” is no probability: that lies between 0 and 1, or 0% and 100%."),
        (
            "40",
            "“40” is no probability: that lies between 0 and 1, or 0% and 100%. Did you mean 40%?",
        ),
        ("-0.1", "“-0.1” is no probability: that lies between 0 and 1, or 0% and 100%."),
        ("half", "“half” is no number. Write it as 0.4, 40% or 2/5."),
    ):
        assert predict(session, value=wrong) == said
    for event, said in (
        ("X <= 1000000", "a whole number from -10000 to 10000 is needed"),
        ("X <= 4.5", "a whole number from -10000 to 10000 is needed"),
        ("X = wild", "a whole number from -10000 to 10000 is needed"),
        ("X <= four", "there is no random variable 'four'; there is X, R"),
        ("X <= ", "the event isn't complete"),
        ("Z <= 4", "there is no random variable 'z'; there is X, R"),
        ("<b>X</b> <= 4", "'<' isn't understood there"),
        ("", "is no question about skyjo"),
        ("four", "is no question about skyjo"),
    ):
        assert said in predict(session, question="draw", event=event, value="0.5"), event
    assert "question" in predict(session, question="luck")
    assert session.history.predictions == []
    while session.waiting == "person":
        session.act(session.legal[0])
    assert predict(session, question="win") == "It is no person’s turn."


def test_a_locked_coach_takes_predictions_and_says_nothing():
    """They are kept for the teacher."""
    session = table(coach="locked")
    assert predict(session) == "Noted: P(X ≤ 4): 50 %. The coach says nothing here."
    assert len(session.history.predictions) == 1


def test_a_decision_is_chosen_for_a_what_if():
    """The newest one by default, which follows the game; what can't be is said."""
    branches = []
    session = table(coach="locked", below=branches.append)
    board = session.board
    board.opened = ["what_if"]
    for _ in range(2):
        made = len(session.history.decisions)
        decision = entry(board, "what_if", "decision")
        assert (decision["value"], decision["most"]) == (str(made), made)
        session.act(session.legal[0])
    assert "the coach is locked" in press(board, "what_if", "often")["answer"]
    for wrong in ("", "two", "-1", "99"):
        answer = press(board, "what_if", "branch", decision=wrong)["answer"]
        assert answer == "There is no such decision: the last one is 6."
    assert branches == []
    own, others = (
        next(row.decision for row in session.history.decisions if (row.seat == seat) is mine)
        for seat in [board.view["viewer"]]
        for mine in (True, False)
    )
    answer = press(board, "what_if", "branch", decision=str(others))["answer"]
    assert answer.startswith("While the round goes on, only your own")
    answer = press(board, "what_if", "branch", decision=str(own))["answer"]
    assert answer.startswith(f"Practice: what if, at decision {own}?")
    assert [len(other.history.decisions) for other in branches] == [own]


def test_a_what_if_tells_the_worth_of_each_action():
    """Its score, its chance to win, and how the scores are spread; the best one first."""
    session = table()
    panel = press(session.board, "what_if", "often")
    outcome = panel["outcome"]
    assert {row["action"] for row in outcome["rows"]} == set(session.legal)
    assert outcome["worlds"] == panel["rounds"]
    wins = [row["win"] for row in outcome["rows"]]
    assert wins == sorted(wins, reverse=True)
    outlook = session.what_if(games=panel["rounds"])
    for row in outcome["rows"]:
        truth = outlook.summary.loc[row["action"]]
        assert (row["score"], row["win"]) == (truth["score"], truth["win"])
        assert max(row["bars"]) == 100
    assert (outcome["low"], outcome["high"]) == (outlook.scores.min(), outlook.scores.max())


def test_a_covered_hand_is_in_no_panel():
    """Nor what was said to the one who was there before."""
    session = play("skip-bo", ["Ana", "Bo"], seed=1, record=False, display=False)
    board = offer_panels(session).board
    assert offered(session) == ()
    assert predict(session, question="best") == "It is no person’s turn."
    answer = press(board, "what_if", "often")["answer"]
    assert answer.startswith("While the round goes on")
    send(board, type="ready", state=board.view["state"])
    assert set(offered(session)) == set(session.legal)
    assert "coach" in predict(session, question="best")
    discard = next(action for action in session.legal if action.startswith("discard"))
    send(board, type="act", action=discard, state=board.view["state"])
    assert board.panels["predict"]["answer"] == ""
    assert offered(session) == ()


def test_the_board_has_a_button_for_each_panel():
    """With its title in each language; none where there is no box for them."""
    session = table()
    assert session.board.asides == ["predict", "what_if", "ruling", "form", "position"]
    for lang in languages():
        assert all(words(lang)[name]["title"] for name in (*session.board.asides, "referee"))
    assert play("skyjo", ["Ana"] * 2, record=False, display=False).board.asides == []


def test_every_entry_and_button_has_its_words():
    """In each language, in the games that have the most of them."""
    physical = paper("skyjo", ["Ana", "Ben"], record=False, display=False)
    for session in (table(), offer_panels(physical)):
        board = session.board
        board.opened = board.asides
        for name, panel in board.panels.items():
            for lang in languages():
                texts = words(lang)[name]
                assert {*(one["name"] for one in panel["entries"]), *panel["buttons"]} <= {*texts}
                for one in panel["entries"]:
                    keys = [value for value, text in one.get("options", []) if text is None]
                    assert {*keys} <= {*texts.get(one.get("words"), {})}


def test_only_open_panels_are_sent():
    """A name that isn't one opens nothing."""
    board = table().board
    assert board.panels == {}
    board.opened = ["ruling", "nothing"]
    assert list(board.panels) == ["ruling"]
    board.opened = ["ruling", "predict"]
    assert list(board.panels) == ["predict", "ruling"]
    board.opened = []
    assert board.panels == {}


@pytest.mark.parametrize(
    "message",
    [
        {"panel": "form", "button": "save", "values": {}},
        {"panel": ["ruling"], "button": "save", "values": {}},
        {"panel": "ruling", "button": "dance", "values": {}},
        {"panel": "ruling", "button": "save", "values": [1]},
        {"panel": "ruling", "button": "save", "values": {"text": 5}},
        {"panel": "ruling", "button": "save", "values": {"text": "x" * 10_001}},
        {},
    ],
)
def test_a_message_that_is_none_of_a_panel_changes_nothing(message):
    """The board says so, and goes on."""
    session = table()
    board = session.board
    board.opened = ["ruling"]
    before = len(session.history.events), json.dumps(board.panels)
    send(board, type="panel", **message)
    assert board.view["error"]["key"] == "malformed"
    assert (len(session.history.events), json.dumps(board.panels)) == before
    send(board, type="act", action="draw", state=board.view["state"])
    assert board.view["error"] is None


def test_a_referee_writes_under_a_game_with_paper_cards():
    """In the language of the board; what isn't possible is said."""
    session = paper("skyjo", ["Ana", "Ben"], record=False, display=False, lang="fr", turned=1)
    session.paper.name("discard", 4)
    board = offer_panels(session).board
    assert board.asides[0] == "referee"
    board.opened = ["referee"]
    what = entry(board, "referee", "what")
    assert [kind for kind, _ in what["options"]] == ["turn", "points", "show", "swap", "move"]
    answer = press(board, "referee", "write", what="points")["answer"]
    assert answer == "C’est enregistré."
    assert session.observation(0).total == [5, 0]
    entries = board.panels["referee"]["entries"]
    shown = [one["name"] for one in entries if {"what": ["show"]} in one.get("when", ())]
    assert shown == ["place", "card"]
    answer = press(board, "referee", "write", what="show", place="0:zz")["answer"]
    assert "pas un endroit" in answer


# Whom the board is for


def test_a_class_and_a_playtest_see_what_they_need():
    """The panels, and the coach: on request for a class, never for a playtest."""
    for people, asides, coach in (
        (None, ["predict", "what_if", "ruling", "form", "position"], "off"),
        ("class", ["predict", "what_if", "hand_in"], "request"),
        ("playtest", ["ruling", "form", "position"], "off"),
    ):
        session = table(for_=people)
        assert (session.board.asides, session.coach) == (asides, coach)
        assert session.board.for_ == session.for_ == (people or "")
    session = table(for_="class", coach="locked")
    assert session.coach == "locked"
    session.for_ = "playtest"
    assert session.coach == "locked"


def test_the_menu_changes_whom_the_board_is_for():
    """At any moment; a panel that is left out is closed, and the record says nothing of it."""
    session = table()
    board, written = session.board, len(session.history.events)
    board.opened = ["predict", "form"]
    send(board, type="for", for_="class", state=board.view["state"])
    assert (session.for_, board.for_, list(board.panels)) == ("class", "class", ["predict"])
    assert session.coach == "request"
    send(board, type="for", for_="playtest", state=board.view["state"])
    assert (list(board.panels), session.coach) == (["form"], "off")
    send(board, type="for", for_="", state=board.view["state"])
    assert (list(board.panels), session.coach) == (["predict", "form"], "off")
    send(board, type="for", for_="nobody", state=board.view["state"])
    assert board.view["error"]["key"] == "malformed"
    assert session.for_ == ""
    assert len(session.history.events) == written


def test_a_branch_is_for_the_same_people():
    """With the coach as it was."""
    session = table(for_="class", coach="off")
    other = session.branch(display=False)
    assert (other.for_, other.coach) == ("class", "off")


@pytest.mark.parametrize("wrong", ["clas", "teacher", 3, True])
def test_other_people_are_refused(wrong):
    """With the names of those that are known."""
    with pytest.raises(RulesError, match=r"for_=.*class, playtest"):
        table(for_=wrong)
    session = table()
    with pytest.raises(RulesError, match="class, playtest"):
        session.for_ = wrong
    assert session.for_ == ""
