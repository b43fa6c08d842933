"""Notation, state text, status, perft, conformance, golden playthroughs, the deck."""

from __future__ import annotations

import dataclasses
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_widget import RulesError, SkyjoRules, play
from skyjo_widget.bots import names, policies
from skyjo_widget.bots import skyjo as skyjo_bots
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.perft import perft
from skyjo_widget.engine.core.positions import CELL
from skyjo_widget.engine.core.state import copy, from_record, observation_class, observe, to_record
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.skyjo.checks import INVARIANTS
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS
from skyjo_widget.errors import ConformanceError, NotationError
from skyjo_widget.records.replay import states
from skyjo_widget.strategies.conformance import check_bot, check_game
from tests.fixtures.paths import GOLDEN
from tests.fixtures.tables import moves, prepared

LOW = "1 2 3 4 5 6 7 8 9 10 11 12"
HIGH = "12 11 10 9 8 7 6 5 4 3 2 1"


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("preset", "players"),
    [
        pytest.param(preset, n, marks=[] if n == (2, 5, 8, 3)[at % 4] else [pytest.mark.slow])
        for at, preset in enumerate(SKYJO_PRESETS)
        for n in range(2, 9)
    ],
)
def test_every_preset_and_table_size_keeps_the_contract_of_a_game(preset, players):
    """Whole games at random: no card lost, one to act, texts, copies, hidden cards."""
    check_game(preset, seats=players, games=1, seed=players)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "options",
    [
        {"columns": 1, "rows": 2, "clear": 2, "turned": 1},
        {"columns": 12, "rows": 2, "clear": 2},
        {"rows": 6, "clear": 2, "turned": 0},
        {"turned": 11, "cleared_to": "out of the game"},
        {"columns": 3, "rows": 6, "clear": 2, "turned": 17, "penalty_when": "always"},
    ],
)
def test_odd_rules_keep_the_contract_of_a_game(options):
    """The corners of the options."""
    check_game("skyjo", seats=2, games=1, rules=SkyjoRules(**options))


@pytest.mark.seconds
@pytest.mark.parametrize("bot", policies("skyjo"))
@pytest.mark.parametrize("players", [5, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 8))])
def test_every_bot_keeps_the_contract_of_a_bot(bot, players):
    """Legal answers that depend on what the bot may see alone."""
    check_bot("skyjo", bot, seats=players, games=2)


def test_a_bot_that_peeks_is_caught():
    """The name that it asks for isn't there."""

    def peeks(obs):
        return obs.legal[obs.under[0]["a1"] % len(obs.legal)]

    with pytest.raises(ConformanceError, match=r"peeks raised AttributeError: .* no 'under'"):
        check_bot("skyjo", peeks)


def test_a_bot_that_changes_what_it_was_shown_is_caught():
    """Another one may be shown the same object."""

    def scribbles(obs):
        obs.mine.clear()
        return obs.legal[0]

    with pytest.raises(ConformanceError, match="scribbles changed its observation"):
        check_bot("skyjo", scribbles)


@pytest.mark.parametrize("games", [0, -3])
def test_checking_nothing_is_refused(games):
    """It would pass whatever the bot does."""
    for check in (
        lambda: check_game("skyjo", seats=2, games=games),
        lambda: check_bot("skyjo", "random", games=games),
    ):
        with pytest.raises(RulesError, match="nothing would be checked"):
            check()


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("turn=1", "turn=01"),
        lambda text: text.replace("turn=1", "turn=\t1"),
        lambda text: text.replace("turn=1", "turn=99999999999999999999999"),
        lambda text: text.replace("hidden=10", "hidden=+10"),
        lambda text: text + " ",
        lambda text: None,
    ],
)
def test_state_text_is_read_only_as_it_is_written(damage):
    """Another spelling of the same state is refused."""
    h, text = a_state()
    with pytest.raises(NotationError, match="state text"):
        SKYJO.parse_state(damage(text), h.codes, h.deck)


def test_a_bot_that_answers_nonsense_is_caught():
    """An action that isn't legal."""
    with pytest.raises(ConformanceError, match="answered"):
        check_bot("skyjo", lambda obs: "draw")


def test_a_bot_that_is_not_the_same_twice_is_caught():
    """A hidden state of its own makes games unrepeatable."""
    calls = []

    def wavers(obs):
        calls.append(1)
        return obs.legal[len(calls) % len(obs.legal)]

    with pytest.raises(ConformanceError, match="to the same observation"):
        check_bot("skyjo", wavers)


def test_a_game_that_loses_a_card_is_caught():
    """A rule that forgets the replaced card breaks an invariant by name."""
    broken = dataclasses.replace(
        SKYJO, apply=lambda s, r, a: (SKYJO.apply(s, r, a), s.discard.__setitem__(0, NO_CARD))
    )
    from skyjo_widget.engine import games as game

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(game.GAMES, "skyjo", broken)
        with pytest.raises(ConformanceError, match="cards conserved"):
            check_game("skyjo", seats=2, games=1)


# Notation


@pytest.mark.parametrize("rules", [*SKYJO_PRESETS.values(), SkyjoRules(columns=12, rows=6)])
def test_actions_round_trip(rules):
    """Every action's text reads as the action."""
    codes = rules.codes(2, SKYJO.deck)
    for action in range(len(SKYJO.actions)):
        cell = SKYJO.actions.number(action, CELL)
        if cell is None or cell < codes.cells:
            assert SKYJO.parse_action(SKYJO.action_text(action, codes), codes) == action


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no action; an action begins with draw, take"),
        ("Draw", "is no action"),
        ("draw a1", "'draw' stands alone"),
        ("place", "needs a position, as in 'place a1'"),
        ("place e1", "'e1' is no position here; positions go from a1 to d3"),
        ("place a4", "positions go from a1 to d3"),
        ("place a0", "is no position"),
        ("place a01", "is no position"),
        ("place  a1", "is no position"),
        ("place a1 ", "is no position"),
        ("flip ２", "is no position"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text, says):
    """The message says which word is wrong."""
    codes = SKYJO_PRESETS["skyjo"].codes(2, SKYJO.deck)
    with pytest.raises(NotationError, match=says):
        SKYJO.parse_action(text, codes)


@given(st.text(max_size=20))
@settings(max_examples=300)
def test_any_text_is_an_action_or_refused(text):
    """Nothing else happens."""
    codes = SKYJO_PRESETS["skyjo"].codes(2, SKYJO.deck)
    try:
        action = SKYJO.parse_action(text, codes)
    except NotationError:
        return
    assert SKYJO.action_text(action, codes) == text


def a_state():
    """A moment in the middle of a turn, with its text."""
    h = prepared([HIGH, LOW], discard=5, draws="-2 8")
    moves(h, "flip a1", "flip b1", "flip c1", "flip d1", "draw")
    return h, SKYJO.state_text(h.state, h.codes, h.deck)


def test_state_text_tells_the_moment():
    """Phase, grids, piles and the hand can be read."""
    _, text = a_state()
    assert text.startswith("skyjo phase=place-drawn round=1 turn=1 seat=0 starter=0 ender=-1 ")
    assert " grid=12,11,?,?,?,?,?,?,?,?,?,?|?,?,3,4,?,?,?,?,?,?,?,? " in text
    assert " hand=-2 " in text
    assert " draw=8," in text


@pytest.mark.seconds
@given(st.data())
@settings(max_examples=300)
def test_damaged_state_text_is_refused_or_reads_as_written(data):
    """Cut, doubled or changed anywhere: a NotationError, or a state with that text."""
    h, text = a_state()
    at = data.draw(st.integers(0, len(text) - 1))
    how = data.draw(st.sampled_from(["cut", "change", "double"]))
    damaged = {
        "cut": text[:at],
        "double": text[:at] + text[at:][:7] + text[at:],
        "change": text[:at] + data.draw(st.characters(codec="utf-8")) + text[at + 1 :],
    }[how]
    try:
        state = SKYJO.parse_state(damaged, h.codes, h.deck)
    except NotationError:
        return
    rewritten = SKYJO.state_text(state, h.codes, h.deck)
    assert SKYJO.parse_state(rewritten, h.codes, h.deck) == state


def test_observations_write_unknown_cards_as_question_marks():
    """The other seat's drawn card and the draw pile aren't in the text."""
    h, _ = a_state()
    seen = SKYJO.state_text(observe(h.state, 1), h.codes, h.deck)
    assert " hand=? " in seen
    assert "draw=" not in seen
    assert "under=" not in seen
    assert " hand=-2 " in SKYJO.state_text(observe(h.state, 0), h.codes, h.deck)


# States


def test_the_two_twins_have_the_same_fields():
    """A state becomes a record and comes back."""
    h, _ = a_state()
    assert from_record(SKYJO.state, to_record(h.state)) == h.state


def test_an_observation_has_no_secret_field():
    """It is built from what may be seen, by name."""
    fields = {f.name for f in dataclasses.fields(observation_class(SKYJO.state))}
    secret = {f.name for f in dataclasses.fields(SKYJO.state) if f.metadata["seen"] == "secret"}
    assert secret == {"under", "draw"}
    assert not fields & secret


BREAK = {
    "cards conserved": lambda s: s.draw.__setitem__(0, s.draw[s.draw_size - 1]),
    "hidden counted": lambda s: s.hidden.__setitem__(0, 3),
    "under just the hidden": lambda s: s.under[0].__setitem__(0, 4),
    "reshuffled cards in the draw pile": lambda s: setattr(s, "reshuffled_size", 1),
    "one to act": lambda s: setattr(s, "seat", 5),
    "hand in its phase": lambda s: setattr(s, "hand", NO_CARD),
    "a legal action": lambda s: (
        setattr(s, "phase", 4),
        s.grid[0].__setitem__(slice(12), [3] * 12),
    ),
    "no cleared column left": lambda s: [s.grid[0].__setitem__(i, 3) for i in (0, 4, 8)],
    "last lap counted": lambda s: setattr(s, "ender", 1),
    "turns counted": lambda s: setattr(s, "turn", 0),
    "columns counted": lambda s: s.columns_cleared.__setitem__(0, 2),
    "rounds counted": lambda s: setattr(s, "round", 0),
    "last action told": lambda s: setattr(s, "source", 9),
    "discard pile started": lambda s: setattr(s, "discard_size", 0),
    "scores add up": lambda s: (setattr(s, "phase", 7), s.raw.__setitem__(0, 99)),
}


@pytest.mark.parametrize("name", INVARIANTS)
def test_status_names_each_broken_invariant(name):
    """A sound state breaks none; each can be broken, and is named then."""
    h, _ = a_state()
    assert status(SKYJO, h.state, h.codes) == ()
    BREAK[name](h.state)
    assert name in status(SKYJO, h.state, h.codes)


@given(st.lists(st.integers(0, 10**6), max_size=120), st.integers(2, 8), st.integers(0, 3))
@settings(max_examples=60)
def test_undo_and_replay_are_exact(choices, players, preset):
    """The same actions lead to the same states, and undo to each of them again."""
    rules = list(SKYJO_PRESETS.values())[preset]
    table = play("skyjo", ["P"] * players, rules=rules, seed=1, record=False, display=False)
    h, actions, moments = table.history, [], []
    for choice in choices:
        if h.actor is None:
            break
        legal = h.legal()
        actions.append(legal[choice % len(legal)])
        moments.append(copy(h.state))
        table.act(actions[-1])
    repeated = play("skyjo", ["P"] * players, rules=rules, seed=1, record=False, display=False)
    for action, moment in zip(actions, moments, strict=True):
        assert repeated.history.state == moment
        repeated.act(action)
    assert repeated.history.state == h.state
    assert list(states(h)) == moments
    for decision in range(len(actions) - 1, -1, -max(1, len(actions) // 8)):
        h.undo(decision)
        assert h.state == moments[decision]


# Perft: counted by the engine and by tests/reference/plain_replayer.py alike


def test_perft_of_a_fixed_deal():
    """Depths 1 to 4 from the first choice of seat 0; 2 piles, then 12 or 13 places."""
    h = prepared([HIGH, LOW], discard=5, draws="-2 8")
    moves(h, "flip a1", "flip b1", "flip c1", "flip d1")
    assert perft(SKYJO, h.state, h.codes, 0) == 1
    assert perft(SKYJO, h.state, h.codes, 1) == 2  # draw, take
    assert perft(SKYJO, h.state, h.codes, 2) == 13 + 12
    assert perft(SKYJO, h.state, h.codes, 3) == (12 * 2 + 10) + 12 * 2


# Golden playthroughs


def playthrough(preset: str) -> str:
    """A round of two greedy bots and a random one, a line a decision and its state."""
    lines = []
    table = play(
        preset, ["bot:greedy", "bot:random", "bot:greedy"], seed=11, record=False, display=False
    )
    h = table.history
    while h.actor is not None:
        table.step()
        row = h.newest()
        lines.append(f"{row.decision} seat {row.seat} {row.notation}")
        lines.append(f"    {h.game.state_text(h.state, h.codes, h.deck)}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("preset", [name for game in GAMES.values() for name in game.presets])
def test_golden_playthrough(preset):
    """The round that is in the file; a preset without a file fails."""
    path = GOLDEN / f"{preset}.txt"
    if os.environ.get("WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(playthrough(preset))
    assert path.read_text() == playthrough(preset)


def test_every_built_in_bot_is_known_by_name():
    """And an unknown one is refused with the names there are."""
    policies_of_skyjo = ("random", "greedy", "threshold", "expected", "careful", "learned")
    assert policies("skyjo") == skyjo_bots.NAMES == policies_of_skyjo
    assert names("skyjo") == (*policies_of_skyjo, "level", "strong", "perfect")
    with pytest.raises(
        RulesError, match=f"there are {', '.join(policies_of_skyjo)}, level, strong, perfect"
    ):
        check_bot("skyjo", "clever")
