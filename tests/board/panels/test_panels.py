"""What stands under the board: predictions and what-ifs, in widgets.

Rulings and the form are in ``test_notes_ui.py``.
"""

from __future__ import annotations

import ipywidgets

from skyjo_widget import paper, play
from skyjo_widget.board.panels.all import add_panels
from skyjo_widget.board.panels.predict import PredictPanel
from skyjo_widget.board.panels.what_if import WhatIfPanel
from skyjo_widget.util.i18n import languages, words
from tests.fixtures.boards import send


def table(*players, **options):
    """A table of Skyjo in memory, at the first choice of a turn."""
    session = play(
        "skyjo", list(players) or ["Ana", "Bo"], seed=5, record=False, display=False, **options
    )
    while session.phase == "setup":
        session.act(session.legal[0])
    return session


def parts(bar):
    """The entries of the prediction bar."""
    line, answer = bar.children
    return (*line.children, answer)


def test_a_prediction_is_committed_and_answered():
    """With the coach's own, as a fraction where it is one; in the board's language."""
    session = table(lang="fr")
    question, bound, value, unit, choice, button, answer = parts(PredictPanel(session).box)
    assert question.options[0][0].startswith("La prochaine carte")
    assert (choice.layout.display, unit.value) == ("none", "")
    question.value, bound.value, value.value = "draw at most", 4, "2/5"
    button.click()
    made = session.history.predictions[-1]
    odds = session.odds().next_draw
    low = sum(n for card, n in odds.counts.items() if card <= 4)
    assert (made.question, made.value) == ("draw at most 4", 0.4)
    assert f"({low}/{odds.total})" in answer.value
    assert answer.value.startswith("Toi\u00a0: 2/5, le coach\u00a0: ")


def test_each_question_has_its_own_entry():
    """A bound, a number, or one of the legal actions."""
    session = table()
    question, bound, value, unit, choice, button, answer = parts(PredictPanel(session).box)
    shown = {}
    for _, kind in question.options:
        question.value = kind
        shown[kind] = [entry.layout.display != "none" for entry in (bound, value, unit, choice)]
    assert shown == {
        "draw at most": [True, True, True, False],
        "score at most": [True, True, True, False],
        "win": [False, True, True, False],
        "mean": [False, True, True, False],
        "best": [False, False, False, True],
    }
    assert choice.options == session.legal
    button.click()
    assert session.history.predictions[-1].value == session.legal[0]
    choice.value = "take"
    button.click()
    assert session.history.predictions[-1].value == "take"
    question.value, value.value = "mean", "55,5"
    button.click()
    assert "points" in answer.value
    session.act("draw")
    assert choice.options == session.legal


def test_what_is_no_prediction_is_said_and_not_written():
    """As text, whatever it is."""
    session = table()
    question, bound, value, *_, button, answer = parts(PredictPanel(session).box)
    for wrong, said in (
        ("130 %", "A chance lies between 0 and 1, or 0% and 100%; “130 %” doesn’t."),
        ("40", "A chance lies between 0 and 1, or 0% and 100%; “40” doesn’t."),
        ("half", "“half” is no number. Write it as 0.35, 35% or 12/97."),
    ):
        value.value = wrong
        button.click()
        assert answer.value == said
    value.value, bound.value = "30 %", 10**6
    button.click()
    assert answer.value.startswith("The bound lies between")
    assert session.history.predictions == []
    question.value = "win"
    while session.waiting == "person":
        session.act(session.legal[0])
    button.click()
    assert answer.value == "It is no person’s turn."


def test_a_locked_coach_takes_predictions_and_says_nothing():
    """They are kept for the teacher."""
    session = table(coach="locked")
    *_, button, answer = parts(PredictPanel(session).box)
    button.click()
    assert len(session.history.predictions) == 1
    assert answer.value == "Noted. The coach says nothing here."


def test_a_decision_is_chosen_for_a_what_if():
    """The newest one follows the game until another is chosen; what can't be is said."""
    session = table(coach="locked")
    line, answer, _output = WhatIfPanel(session).box.children
    _which, decision, now, branch, often = line.children
    assert decision.value == decision.max == len(session.history.decisions)
    session.act("draw")
    assert decision.value == decision.max == len(session.history.decisions)
    decision.value = 2
    session.act(session.legal[0])
    assert decision.value == 2
    now.click()
    assert decision.value == len(session.history.decisions)
    often.click()
    assert "the coach is locked" in answer.value
    branch.click()
    assert answer.value == ""


def test_a_covered_hand_is_in_no_bar():
    """Nor what was said to the one who was there before."""
    session = play("skip-bo", ["Ana", "Bo"], seed=1, record=False, display=False)
    board = session.board
    question, _, _, _, choice, button, answer = parts(PredictPanel(session).box)
    line, said, _output = WhatIfPanel(session).box.children
    question.value = "best"
    assert choice.options == ()
    button.click()
    assert answer.value == "It is no person’s turn."
    line.children[4].click()
    assert said.value.startswith("While the round goes on")
    send(board, type="ready", state=board.view["state"])
    assert choice.options == session.legal
    button.click()
    assert "coach" in answer.value
    discard = next(action for action in session.legal if action.startswith("discard"))
    send(board, type="act", action=discard, state=board.view["state"])
    assert (answer.value, choice.options) == ("", ())


def test_the_board_has_a_button_for_each_part():
    """With its title in each language."""
    session = table()
    assert session.board.asides == []
    box = ipywidgets.VBox([session.board])
    add_panels(session, box)
    assert box.children == (session.board,)
    assert session.board.asides == ["predict", "what_if", "ruling", "form"]
    for lang in languages():
        assert all(words(lang)[name]["title"] for name in (*session.board.asides, "referee"))


def test_a_part_is_made_when_it_is_opened_and_kept_when_it_is_closed():
    """In the order of their buttons, whichever was first; a name that isn't one opens nothing."""
    session = table()
    board = session.board
    box = ipywidgets.VBox([board])
    add_panels(session, box)
    board.opened = ["ruling", "nothing"]
    _, ruling = box.children
    board.opened = ["ruling", "predict"]
    _, predict, again = box.children
    assert again is ruling
    assert len(predict.children) == 2
    board.opened = ["predict"]
    assert box.children == (board, predict, ruling)
    assert [part.layout.display for part in box.children[1:]] == ["", "none"]
    board.opened = ["predict", "ruling"]
    assert [part.layout.display for part in box.children[1:]] == ["", ""]


def test_a_referee_writes_under_a_game_with_paper_cards():
    """In the language of the board; what isn't possible is said."""
    session = paper("skyjo", ["Ana", "Ben"], record=False, display=False, lang="fr", turned=1)
    session.name_card("discard", 4)
    box = ipywidgets.VBox()
    add_panels(session, box)
    session.board.opened = [session.board.asides[0]]
    (bar,) = box.children
    entries = {line.children[0].value: line.children[1] for line in bar.children[:-2]}
    what = bar.children[0].children[1]
    assert [kind for _, kind in what.options] == ["turn", "points", "show", "swap", "move"]
    what.value = "points"
    bar.children[-2].click()
    assert bar.children[-1].value == "C’est consigné."
    assert session.observation(0).total == [5, 0]
    what.value = "show"
    shown = [line.layout.display for line in bar.children[:-2]]
    assert shown.count("") == 4
    entries["La place de la carte, avec le numéro du siège"].value = "0:zz"
    bar.children[-2].click()
    assert "pas un endroit" in bar.children[-1].value
