"""Predictions of a whole class: what phones and the wall are sent, and what is kept."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from skyjo_widget import RulesError, calibration, classroom, load_all
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
from skyjo_widget.errors import RecordError
from skyjo_widget.serving.class_predictions import FILE, ClassPredictions
from tests.fixtures.paths import ROOT
from tests.serving.phones import Phone, token_in, wait_until


def hall_of(place, **options):
    """A class at two tables of two."""
    options = {"tables": 2, "seats": 2, "seed": "3B", "record": False, **options}
    place.opened.append(classroom("skyjo", display=False, **options))
    return place.opened[-1]


def poll_of(phone):
    """The newest question that a phone was sent."""
    return next((m["poll"] for m in reversed(phone.messages) if m["type"] == "poll"), None)


def refusals(phone):
    """The reasons why predictions of a phone weren't taken."""
    return [m["text"] for m in phone.messages if m["type"] == "not taken"]


def wall_poll(screen):
    """The newest question on the wall."""
    return screen.screen and screen.screen["poll"]


def wait_stage(phone, stage, question=1):
    """Wait until a phone shows a stage of a question; return what it was sent."""

    def there(_):
        poll = poll_of(phone)
        return poll and (poll["question"], poll["stage"]) == (question, stage) and poll

    return phone.wait_for(there, stage)


def wait_wall(screen, **fields):
    """Wait until the wall's question has these fields; return it."""

    def there(_):
        poll = wall_poll(screen)
        return poll and all(poll[key] == value for key, value in fields.items()) and poll

    return screen.wait_for(there, fields)


@pytest.mark.seconds
def test_32_phones_predict_and_the_wall_shows_it_when_it_is_closed(place):
    """Only their number before; then the histogram, the card, everybody's Brier score."""
    hall = hall_of(place, tables=8, seats=4)
    screen = place.phone(hall).watch(token_in(hall.screen_link))
    phones = place.sit(hall, *(f"Pupil {n}" for n in range(32)))
    predictions = hall.ask_class("X <= 4", seed="3B")
    for phone in phones:
        wait_stage(phone, "open")
    values = [n / 31 for n in range(32)]
    for phone, value in zip(phones, values, strict=True):
        phone.send("chance", question=1, value=value)
    poll = wait_wall(screen, answered=32)
    assert (poll["here"], poll["bars"], poll["mean"], poll["exact"]) == (32, None, None, None)
    assert all(wait_stage(phone, "open")["stage"] == "open" for phone in phones)
    predictions.close()
    poll = wait_wall(screen, stage="closed")
    assert (sum(poll["bars"]), poll["card"]) == (32, None)
    assert poll["mean"] == pytest.approx(0.5)
    predictions.turn()
    poll = wait_wall(screen, stage="turned")
    rows = predictions.frame
    true = bool(rows["outcome"].iloc[0])
    assert poll["came_true"] == true == (int(poll["card"]) <= 4)
    briers = [(value - true) ** 2 for value in values]
    assert poll["scores"]["pupils"] == pytest.approx(sum(briers) / 32)
    assert poll["scores"]["exact"] == pytest.approx((70 / 150 - true) ** 2)
    assert poll["exact"] == [70, 150]
    for phone, brier in zip(phones, briers, strict=True):
        assert wait_stage(phone, "turned")["brier"] == pytest.approx(brier)
    assert list(rows["player"]) == [f"Pupil {n}" for n in range(32)]
    assert rows["brier"].tolist() == pytest.approx(briers)
    assert calibration(hall.log.class_predictions).brier == pytest.approx(sum(briers) / 32)


def test_an_answer_may_be_changed_until_the_question_is_closed(place):
    """In all forms of a number; the newest counts, and what isn't a probability is refused."""
    hall = hall_of(place)
    (ana,) = place.sit(hall, "Ana")
    predictions = hall.ask_class("P(X = 4 or X = 5)")
    for text, value in (("0,4", 0.4), ("40 %", 0.4), ("2/5", 0.4), ("≈0,25", 0.25)):
        ana.send("chance", question=1, value=text)
        ana.wait_for(lambda _, text=text: (poll_of(ana) or {}).get("written") == text, text)
        assert poll_of(ana)["value"] == value
    for wrong in ("40", "forty", 1.2, None, True, [1], {}):
        before = refusals(ana)
        ana.send("chance", question=1, value=wrong)
        ana.wait_for(lambda p, before=before: len(refusals(p)) > len(before), "a refusal")
    ana.send("chance", question=2, value=0.5)  # none of that number is open
    predictions.close()
    ana.send("chance", question=1, value=0.9)
    ana.wait_for(lambda p: len(refusals(p)) == 9, "a refusal")
    assert refusals(ana)[-1] == "this question is closed"
    assert refusals(ana)[1] == "'forty' is no number; write it as 0.4, 0,4, 40 % or 52/121"
    assert predictions.frame["value"].tolist() == [0.25]


def test_nothing_that_is_sent_before_a_card_is_turned_depends_on_the_pile(place):
    """Another order of the cards below: the phone and the wall get the same bytes."""
    sent = []
    for swapped in (False, True):
        hall = hall_of(place)
        (ana,) = place.sit(hall, "Ana")
        screen = place.phone(hall).watch(token_in(hall.screen_link))
        predictions = hall.ask_class("X <= 4", seed=1)
        if swapped:
            predictions._pile[1:] = sorted(predictions._pile[1:])
        texts = []
        for number in (1, 2):
            if number == 2:
                predictions.turn()
                wait_wall(screen, stage="turned")
                predictions.step()
            ana.wait_for(lambda p, n=number: (poll_of(p) or {}).get("question") == n)
            ana.send("chance", question=number, value="0,4")
            ana.wait_for(lambda p: poll_of(p)["written"] == "0,4")
            texts += [json.dumps(poll_of(ana)), json.dumps(wait_wall(screen, answered=1))]
            predictions.close()
            texts += [json.dumps(wait_stage(ana, "closed", number))]
            texts += [json.dumps(wait_wall(screen, stage="closed"))]
        sent.append(texts)
    assert sent[0] == sent[1]
    assert len(set(sent[0])) == 8


def test_hidden_names_are_not_even_written_down(place, tmp_path):
    """The rows have the table and the seat in their place."""
    hall = hall_of(place, record=tmp_path / "class")
    ana, _ = place.sit(hall, "Xanthippe", "Bo")
    hall.hide_names()
    predictions = hall.ask_class("X <= 4")
    ana.send("chance", question=1, value=0.4)
    wait_until(lambda: len(predictions.frame))
    assert predictions.frame["player"].tolist() == ["№ 1.1"]
    assert "Xanthippe" not in (tmp_path / "class" / FILE).read_text("utf-8")


def test_pages_that_are_opened_again_go_on_where_the_class_is(place, tmp_path):
    """A phone, the wall; then the notebook, with the pile as it lay and the answers so far."""
    folder = tmp_path / "class"
    hall = hall_of(place, record=folder)
    ana, bo = place.sit(hall, "Ana", "Bo")
    predictions = hall.ask_class("X <= 4")
    pile = list(predictions._pile)
    ana.send("chance", question=1, value="40 %")
    ana.wait_for(lambda p: (poll_of(p) or {}).get("value") == 0.4)
    late = place.phone(hall).hello(ana.token)
    assert wait_stage(late, "open")["written"] == "40 %"
    screen = place.phone(hall).watch(token_in(hall.screen_link))
    wait_wall(screen, answered=1)
    hall.close()
    hall = hall_of(place, record=folder)
    late = place.phone(hall).hello(ana.token)
    assert wait_stage(late, "open")["written"] == "40 %"
    bo = place.phone(hall).hello(bo.token)
    bo.send("chance", question=1, value=0.6)
    bo.wait_for(lambda p: (poll_of(p) or {}).get("value") == 0.6)
    hall.predictions.turn()
    assert wait_stage(bo, "turned")["card"] == pile[0]
    assert hall.predictions.frame["value"].tolist() == [0.4, 0.6]
    hall.predictions.end()
    late.wait_for(lambda p: poll_of(p) is None)


def test_a_sequence_is_gone_through_afterwards(place, tmp_path):
    """On the wall, card by card, and in a cell from the file; its folder stays one of records."""
    folder = tmp_path / "class"
    hall = hall_of(place, record=folder)
    (ana,) = place.sit(hall, "Ana")
    screen = place.phone(hall).watch(token_in(hall.screen_link))
    predictions = hall.ask_class("X <= 4", seed=1)
    for number in range(1, 11):
        predictions.answer(number, 0.4, guest="a", who="Ana")
        predictions.turn()
        if number < 10:
            predictions.step()
    poll = wait_wall(screen, question=10, stage="turned")
    assert sum(group["n"] for group in poll["calibration"]) == 10
    assert len(poll["frequency"]) == 10
    cards = predictions.cards
    hall.close()
    hall = hall_of(place, record=folder)
    screen = place.phone(hall).watch(token_in(hall.screen_link))
    ana = place.phone(hall).hello(ana.token)
    assert wall_poll(screen) is None
    for number in (1, 4, 10):
        hall.predictions.show(number)
        poll = wait_wall(screen, question=number)
        assert poll["card"] == cards["card"][number - 1]
        assert len(poll["before"]) == number - 1
    with pytest.raises(RulesError, match="there is no question 11: 1 to 10"):
        hall.predictions.show(11)
    loaded = ClassPredictions.load(folder)
    assert loaded.cards.equals(cards)
    assert "P" in loaded.html("fr")
    with pytest.raises(RulesError, match="read from a file"):
        loaded.ask("X <= 4")
    assert not any(FILE in file for file in load_all(folder).left_out["file"])


def test_the_frequency_lies_in_the_band_of_the_exact_probabilities():
    """The whole pile: at its end the share is what the deck has, and p has followed each card."""
    predictions = ClassPredictions(SKYJO_DECK)
    predictions.ask("X <= 4", seed=3)
    predictions.turn()
    left, small = 150, 70
    for _ in range(149):
        small -= predictions.cards["came_true"].iloc[-1]
        left -= 1
        predictions.ask("X <= 4")
        predictions.turn()
        assert predictions.cards["exact"].iloc[-1] == pytest.approx(small / left)
    points = predictions.on_wall(0)["frequency"]
    assert points[-1]["share"] == pytest.approx(70 / 150)
    inside = sum(abs(p["share"] - p["exact"]) <= p["half"] for p in points)
    assert inside >= 0.8 * len(points)
    with pytest.raises(RulesError, match="all cards of the pile are turned"):
        predictions.ask("X <= 4")


def test_what_is_asked_is_an_event_of_the_card():
    """Other texts are refused, and nothing changes."""
    predictions = ClassPredictions(SKYJO_DECK)
    for wrong in ("R <= 20", "tomorrow", "", 4):
        with pytest.raises(RulesError):
            predictions.ask(wrong)
    for method in (predictions.close, predictions.turn, predictions.step, predictions.show):
        with pytest.raises(RulesError):
            method()
    assert predictions.on_wall(3) is None
    assert predictions.frame.empty


def test_another_file_is_no_class(tmp_path):
    """Its name and the reason are said."""
    (tmp_path / FILE).write_text('{"event": "pile", "format": "other"}\n')
    with pytest.raises(RecordError, match="can't be read as the predictions"):
        ClassPredictions.load(tmp_path)
    with pytest.raises(RecordError, match="holds no predictions"):
        ClassPredictions.load(tmp_path / "nowhere")


HOST = """
import sys
from skyjo_widget import classroom
hall = classroom("skyjo", tables=1, seats=4, seed=1, record=sys.argv[1], display=False)
hall.ask_class("X <= 4")
print(hall.pin, hall._door.port, flush=True)
sys.stdin.read()
"""


@pytest.mark.seconds
def test_a_killed_kernel_has_written_down_what_phones_were_shown(tmp_path):
    """Each prediction that its phone has seen noted is in the file."""
    folder = tmp_path / "class"
    process = subprocess.Popen(
        [sys.executable, "-c", HOST, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    phones = []
    try:
        pin, port = process.stdout.readline().split()
        names = [f"Pupil {n}" for n in range(4)]
        phones += [Phone(port=int(port)).join(name, pin=pin) for name in names]
        for n, phone in enumerate(phones):
            phone.send("chance", question=1, value=n / 10)
            phone.wait_for(lambda p: (poll_of(p) or {}).get("value") is not None)
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        for phone in phones:
            phone.close()
    assert ClassPredictions.load(folder).frame["value"].tolist() == [0, 0.1, 0.2, 0.3]
