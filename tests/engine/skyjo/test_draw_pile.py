"""The draw pile runs out: common with 8 players, rare with 2, tested on purpose."""

from __future__ import annotations

import itertools
import json
import re

import pytest

from skyjo_widget import RulesError, load, play
from skyjo_widget.engine.core.set_up import dealt_table
from skyjo_widget.engine.core.state import copy as state_copy
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.skyjo.game import SKYJO
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


def reshuffles():
    """Moments of a game of eight: the history, and the reshuffled cards that nobody has seen.

    These follow from the record's events alone: the order of the last shuffle in this round, less
    the cards that were drawn since and laid down.
    """
    session = play("skyjo", ["bot:random"] * 8, seed=2, record=False, display=False)
    while len(session.history.rounds) < 2:
        left = None
        for event in session.history.events:
            if event["event"] == "shuffle":
                left = event["order"] if event["for"] == "draw" else None
            elif event["event"] == "act" and left and event["action"][:5] in ("place", "disca"):
                row = session.history.decisions[event["decision"]]
                left = left[row.source == "draw pile" or row.action == "discard" :]
        yield session, sorted(left or [])
        if session.waiting == "next round":
            session.next_round()
        else:
            session.step()


def test_the_reshuffled_cards_that_nobody_has_seen_are_public():
    """Those of the last shuffle, until all have seen them; state text leaves them out without."""
    met = 0
    for session, left in reshuffles():
        h = session.history
        s, values = h.state, h.deck.values
        assert sorted(values[card] for card in s.reshuffled[: s.reshuffled_size]) == left
        assert s.reshuffled_size in (0, s.draw_size + (s.hand != NO_CARD))
        text = h.game.state_text(s, h.codes, h.deck)
        assert (" reshuffled=" in text) == bool(left)
        assert h.game.parse_state(text, h.codes, h.deck) == s
        met += bool(left)
    assert met > 40


def test_a_position_after_a_reshuffle_deals_the_two_sets_apart():
    """A copy says which cards the draw pile holds; without that all may lie anywhere."""
    session = next(
        session
        for session, left in reshuffles()
        if left and session.phase == "place drawn" and session.history.state.draw_size
    )
    s = session.history.state
    drawn = sorted([*s.draw, s.hand])
    at = session.position()
    written = dict(re.findall(r'(\w+)="?reshuffled=([^" ]*)', at.code()))
    assert list(written) == ["also"]
    for seed in range(3):
        world = play(at, seed=seed, record=False, display=False).history.state
        assert sorted(itertools.chain(*world.under)) == sorted(itertools.chain(*s.under))
        assert sorted([*world.draw, world.hand]) == drawn
    forgotten = state_copy(at.table)
    forgotten.reshuffled, forgotten.reshuffled_size = SKYJO.state().reshuffled, 0
    world = dealt_table(SKYJO, forgotten, at.codes, 1)
    assert sorted([*world.draw, world.hand]) != drawn


def test_reshuffled_cards_that_cannot_be_in_the_draw_pile_are_refused():
    """Too few of them, or more of a kind than the deck has."""
    at = next(session for session, left in reshuffles() if len(left) > 20).position()
    few, alike = state_copy(at.table), state_copy(at.table)
    few.reshuffled_size = 2
    alike.reshuffled[:21] = [0] * 21
    for table, says in ((few, "those of the draw pile"), (alike, "those of the deck")):
        with pytest.raises(RulesError, match=says):
            dealt_table(SKYJO, table, at.codes, 0)
