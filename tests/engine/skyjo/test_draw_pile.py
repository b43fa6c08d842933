"""The draw pile runs out: common with 8 players, rare with 2, tested on purpose."""

from __future__ import annotations

import json

from skyjo_widget import load, play
from tests.reference import plain_replayer


def test_with_eight_players_the_discard_pile_is_shuffled_and_all_programs_agree(tmp_path):
    """The record tells the new order; both readers follow it, and so does a resumed game."""
    path = tmp_path / "eight.jsonl"
    session = play("skyjo", ["bot:random"] * 8, seed=2, record=path, display=False)
    session.run()
    session.close()
    events = [json.loads(line) for line in path.read_text().splitlines()]
    shuffles = [event for event in events if event["event"] == "shuffle"]
    assert [event["for"] for event in shuffles[:2]] == ["deal", "draw"]
    assert 0 < len(shuffles[1]["order"]) < 150 - 8 * 9
    draws = [i for i, event in enumerate(events) if event.get("for") == "draw"]
    for i in draws:
        assert events[i - 1]["action"] == "draw"
        assert events[i - 1]["card_in"] is None
    *_, table = plain_replayer.replay(path.read_text().splitlines(keepends=True))
    assert table.raw == session.history.rounds[0].facts["raw"]
    assert load(path, display=False).history.state == session.history.state


def test_a_draw_that_needed_a_shuffle_tells_its_card_like_any_other():
    """Missing while it is in the hand, there when all have seen it."""
    session = play("skyjo", ["bot:random"] * 8, seed=2, record=False, display=False)
    while not session.history.shuffles > 1:
        session.step()
    drawn = session.deck.values[session.history.state.hand]
    assert session.log.decisions["card_in"].isna().iloc[-1]
    assert session.log.as_seen_by(session.seat).decisions["card_in"].iloc[-1] == drawn
    session.step()
    row = session.log.decisions.iloc[-2]
    assert (row["card_in"], row["source"], row["draw_pile_size"]) == (drawn, "draw pile", 0)


def test_undoing_a_draw_that_needed_a_shuffle_brings_the_empty_pile_back():
    """And a new draw is shuffled anew."""
    session = play("skyjo", ["bot:random"] * 8, seed=2, record=False, display=False, practice=True)
    while not session.history.shuffles > 1:
        session.step()
    held = session.history.state.discard_size
    session.undo()
    assert session.history.state.draw_size == 0
    assert session.history.state.discard_size > held
    session.act("draw")
    assert session.history.shuffles == 3
    assert session.phase == "place drawn"
