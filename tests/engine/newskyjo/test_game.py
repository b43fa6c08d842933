"""NewSkyjo's contract: conformance, notation, state text, invariants, undo; its bots' choices."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_widget import Effect, NewSkyjoRules, Pick, RulesError, Session, bots, play
from skyjo_widget.engine import games
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.positions import CELL, PLACE
from skyjo_widget.engine.core.state import copy, from_record, observation_class, observe, to_record
from skyjo_widget.engine.limits import MAX_CELLS, NO_CARD
from skyjo_widget.engine.newskyjo.checks import INVARIANTS
from skyjo_widget.engine.newskyjo.game import NEWSKYJO
from skyjo_widget.engine.newskyjo.rules import GAME_OVER, PLACE_KEPT
from skyjo_widget.errors import ConformanceError, NotationError
from skyjo_widget.records.replay import states
from skyjo_widget.strategies.conformance import check_bot, check_game
from tests.fixtures.random_games import random_newskyjo_deck, random_newskyjo_rules
from tests.fixtures.tables import DOWN, knows, legal, moves, table

# The contract


@pytest.mark.seconds
@pytest.mark.parametrize("players", range(3, 9))
def test_every_table_size_keeps_the_contract_of_a_game(players):
    """Whole games at random: no card lost, one to act, texts, copies, hidden cards."""
    check_game("newskyjo", seats=players, games=1, seed=players)


@pytest.mark.parametrize(
    "options",
    [
        {"columns": 1, "rows": 2, "clear": 2, "turned": 1, "rounds": 5},
        {"columns": 7, "rows": 6, "clear": 2},
        {"turned": 0, "flip_turn": False, "cleared_to": "discard pile"},
        {"turned": 11, "rounds": 3, "starter": "ender", "penalty_factor": 2},
        {"effects": False, "clear_at_reveal": False, "columns": 2, "rounds": 4},
    ],
)
def test_odd_rules_keep_the_contract_of_a_game(options):
    """The corners of the options."""
    check_game("newskyjo", seats=3, games=1, rules=NewSkyjoRules(**options))


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 9))
def test_many_games_keep_the_contract_of_a_game(players):
    """The same, at length, with any options."""
    check_game("newskyjo", seats=players, games=25, seed=1000)
    for seed in range(25):
        rules = random_newskyjo_rules(np.random.default_rng([seed, players]))
        if players * rules.columns * rules.rows < NEWSKYJO.deck.size:
            check_game("newskyjo", seats=players, games=1, seed=seed, rules=rules)


@pytest.mark.seconds
@pytest.mark.parametrize("bot", bots.policies("newskyjo"))
@pytest.mark.parametrize("players", [5, *(pytest.param(n, marks=pytest.mark.slow) for n in (3, 8))])
def test_every_bot_keeps_the_contract_of_a_bot(bot, players):
    """Legal answers that depend on what the bot may see alone."""
    check_bot("newskyjo", bot, seats=players, games=1)


@pytest.mark.slow
@pytest.mark.parametrize("bot", bots.policies("newskyjo"))
@pytest.mark.parametrize("players", range(3, 9))
def test_every_bot_keeps_the_contract_of_a_bot_over_many_games(bot, players):
    """The same, at length."""
    check_bot("newskyjo", bot, seats=players, games=15, seed=players)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(3, 90), marks=pytest.mark.slow)], ids=["some", "many"]
)
@pytest.mark.parametrize("bot", bots.policies("newskyjo"))
def test_every_bot_keeps_the_contract_with_any_deck(monkeypatch, bot, seeds):
    """NewSkyjo's effects on other cards, and effects of one's own."""
    for seed in seeds:
        deck = random_newskyjo_deck(np.random.default_rng([seed, 9]))
        players = 3 + seed % 3
        if players * 12 < deck.size:
            monkeypatch.setitem(games.GAMES, "newskyjo", dataclasses.replace(NEWSKYJO, deck=deck))
            check_bot("newskyjo", bot, seats=players, games=1, seed=seed)


def test_a_bot_is_shown_no_other_seats_knowledge():
    """Only what it has looked at itself."""
    seen = []

    def mine(obs):
        seen.append(obs.known[obs.me])
        assert all(obs.known[seat] == [] for seat in range(obs.players) if seat != obs.me)
        return obs.legal[-1]  # turns cards, picks and puts back

    check_bot("newskyjo", mine, seats=3, games=3)
    assert [] in seen
    assert max(map(len, seen)) == 3


def test_newskyjo_is_not_checked_at_a_table_of_two():
    """It can't be played there."""
    for check in (
        lambda: check_game("newskyjo", seats=2),
        lambda: check_bot("newskyjo", "random", seats=2),
    ):
        with pytest.raises(RulesError, match="NewSkyjo is played by 3 to 8 players, not 2"):
            check()


@pytest.mark.parametrize(
    ("name", "says"),
    [("kept", "cards conserved"), ("direction", "turns counted"), ("seat", "one to act")],
)
def test_a_game_that_breaks_an_invariant_is_caught(monkeypatch, name, says):
    """A rule that forgets the kept card, the direction, or whose pick it is."""
    wrong = {"kept": NO_CARD, "direction": 0, "seat": 7}[name]

    def apply(s, r, action):
        NEWSKYJO.apply(s, r, action)
        if s.phase == PLACE_KEPT:
            setattr(s, name, wrong)

    monkeypatch.setitem(games.GAMES, "newskyjo", dataclasses.replace(NEWSKYJO, apply=apply))
    with pytest.raises(ConformanceError, match=says):
        check_game("newskyjo", seats=3, games=1)


# Notation


@pytest.mark.parametrize(
    ("rules", "players"), [(NewSkyjoRules(), 3), (NewSkyjoRules(columns=2, rows=2, clear=2), 8)]
)
def test_actions_round_trip(rules, players):
    """Every action's text reads as the action; each has a text of its own."""
    codes = rules.codes(players, NEWSKYJO.deck)
    texts = set()
    for action in range(len(NEWSKYJO.actions)):
        cell, place = NEWSKYJO.actions.number(action, CELL), NEWSKYJO.actions.number(action, PLACE)
        if cell is not None and cell >= codes.cells:
            continue
        if place is not None and (place // 72 >= players or place % 72 >= codes.cells):
            continue
        text = NEWSKYJO.action_text(action, codes)
        texts.add(text)
        assert NEWSKYJO.parse_action(text, codes) == action
    cells = codes.cells
    assert len(texts) == 6 + 9 + 2 * cells + players * cells


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pick", "'pick' needs a place, as in 'pick 0:a1'"),
        ("pick a1", "'a1' is no place here; a place is a seat from 0 to 2, a colon and a position"),
        ("pick 3:a1", "a seat from 0 to 2"),
        ("pick -1:a1", "is no place here"),
        ("pick 00:a1", "is no place here"),
        ("pick 0:e1", "'e1' is no position here; positions go from a1 to d3"),
        ("pick 0:", "is no position here"),
        ("pick 0 :a1", "is no place here"),
        ("pick 0:a1 ", "is no position here"),
        ("pick discard pile", "is no place here"),
        ("order", "'order' needs an order, as in 'order 231'"),
        ("order 3", "needs an order"),
        ("order 122", "needs an order"),
        ("order 1234", "needs an order"),
        ("order 13", "needs an order"),
        ("order １２", "needs an order"),
        ("keep a1", "'keep' stands alone"),
        ("decline 1", "'decline' stands alone"),
        ("pass ", "'pass' stands alone"),
        ("kept", "an action begins with draw, take, discard, keep, decline, pass, order, flip"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text, says):
    """The message says which word is wrong."""
    codes = NewSkyjoRules().codes(3, NEWSKYJO.deck)
    with pytest.raises(NotationError, match=says):
        NEWSKYJO.parse_action(text, codes)


@given(st.one_of(st.text(max_size=20), st.from_regex(r"(pick|order|place) [0-9:a-e]{1,5}")))
@settings(max_examples=300)
def test_any_text_is_an_action_or_refused(text):
    """Nothing else happens."""
    codes = NewSkyjoRules().codes(3, NEWSKYJO.deck)
    try:
        action = NEWSKYJO.parse_action(text, codes)
    except NotationError:
        return
    assert NEWSKYJO.action_text(action, codes) == text


# State text


def a_state():
    """The right neighbour picks, and two seats know cards of the draw pile; with its text."""
    h = table(
        "(3:peek-three) (-2:right-neighbour-swap) (3) (4) (5) (6)",
        "(4:peek-three) (1) (2) (3) (5) (6)",
        DOWN,
        draws="7 8:reverse 9 10",
    )
    moves(h, "flip a1", "order 231", "flip a1", "order 123", "take", "place a1")
    moves(h, "flip b1", "pick 2:b2")
    return h, NEWSKYJO.state_text(h.state, h.codes, h.deck)


def test_state_text_tells_the_moment():
    """The effect and the first pick, whose turn it is and who knows what can be read."""
    h, text = a_state()
    assert text.startswith("newskyjo phase=pick-second round=1 turn=4 seat=2 ")
    for part in (
        "on_turn=0",
        "direction=1",
        "effect=right-neighbour-swap",
        "first=2:b2",
        "due=0,0,0",
        "kept=.",
        "grid=3:peek-three,-2:right-neighbour-swap,?,?,?,?|4:peek-three,?,?,?,?,?|0,?,?,?,?,?",
    ):
        assert f" {part} " in text
    assert knows(h, 0) == "[7 8:reverse 9]"
    assert knows(h, 1) == "8:reverse 9 7"


def test_state_text_comes_back_from_every_moment_of_a_game():
    """With a discard pile's place among what was swapped, too."""
    session = play("newskyjo", ["bot:random"] * 4, seed=1, rounds=3, record=False, display=False)
    h, places = session.history, set()
    while not session.over:
        if session.waiting == "bot":
            session.step()
        else:
            session.next_round()
        text = NEWSKYJO.state_text(h.state, h.codes, h.deck)
        assert NEWSKYJO.parse_state(text, h.codes, h.deck) == h.state
        places |= {w for w in text.split() if w.startswith("swapped_second=")}
    assert "swapped_second=discard-pile" in places
    assert "swapped_second=." in places


@given(st.data())
@settings(max_examples=200)
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
        state = NEWSKYJO.parse_state(damaged, h.codes, h.deck)
    except NotationError:
        return
    assert NEWSKYJO.state_text(state, h.codes, h.deck) == damaged


def test_observations_hold_ones_own_knowledge_and_no_face_down_card():
    """The others' parts are empty, as for somebody without a seat."""
    h, _ = a_state()
    texts = [NEWSKYJO.state_text(observe(h.state, seat), h.codes, h.deck) for seat in range(-1, 3)]
    for text in texts:
        assert " draw=" not in text
        assert " under=" not in text
    assert " known=|| " in texts[0]
    assert " known=7@3,8:reverse@3,9@3|| " in texts[1]
    assert " known=|8:reverse@1,9@2,7@3| " in texts[2]
    assert " known=|| " in texts[3]


# States


def test_the_two_twins_have_the_same_fields():
    """A state becomes a record and comes back."""
    h, _ = a_state()
    assert from_record(NEWSKYJO.state, to_record(h.state)) == h.state


def test_an_observation_has_no_secret_field():
    """It is built from what may be seen, by name."""
    fields = {f.name for f in dataclasses.fields(observation_class(NEWSKYJO.state))}
    seen = {f.name: f.metadata["seen"] for f in dataclasses.fields(NEWSKYJO.state)}
    assert {name for name, who in seen.items() if who == "secret"} == {"under", "draw", "dice"}
    assert {name for name, who in seen.items() if who == "actor"} == {"hand"}
    assert {name for name, who in seen.items() if who == "owner"} == {
        "known",
        "known_size",
        "known_to",
    }
    assert fields == set(seen) - {"under", "draw", "dice"}


BREAK = {
    "cards conserved": lambda s: s.draw.__setitem__(0, s.draw[s.draw_size - 1]),
    "hidden counted": lambda s: s.hidden.__setitem__(0, 3),
    "under just the hidden": lambda s: s.under[0].__setitem__(0, 4),
    "reshuffled cards in the draw pile": lambda s: setattr(s, "reshuffled_size", 1),
    "one to act": lambda s: setattr(s, "seat", 1),
    "cards in their phase": lambda s: setattr(s, "hand", 3),
    "effect in its phase": lambda s: setattr(s, "effect", 0),
    "a kept card can land": lambda s: (
        setattr(s, "phase", PLACE_KEPT),
        setattr(s, "kept", 3),
        s.cards_left.__setitem__(s.seat, 0),
    ),
    "a legal action": lambda s: (
        setattr(s, "phase", PLACE_KEPT),
        setattr(s, "kept", 3),
        s.grid[s.seat].__setitem__(slice(6), [NO_CARD] * 6),
    ),
    "no cleared column left": lambda s: [s.grid[0].__setitem__(i, 3) for i in (0, 2, 4)],
    "turns counted": lambda s: setattr(s, "turns_left", 0),
    "effect goes on": lambda s: setattr(s, "first", 7 * MAX_CELLS),
    "columns counted": lambda s: s.columns_cleared.__setitem__(0, 2),
    "rounds counted": lambda s: setattr(s, "round", 2),
    "last action told": lambda s: setattr(s, "no_effect", 7),
    "discard pile started": lambda s: setattr(s, "discard_size", 0),
    "known cards lie there": lambda s: s.known[1].reverse(),
    "scores add up": lambda s: (setattr(s, "phase", GAME_OVER), s.raw.__setitem__(0, 99)),
}


@pytest.mark.parametrize("name", INVARIANTS)
def test_status_names_each_broken_invariant(name):
    """A sound state breaks none; each can be broken, and is named then."""
    h, _ = a_state()
    assert status(NEWSKYJO, h.state, h.codes) == ()
    BREAK[name](h.state)
    assert name in status(NEWSKYJO, h.state, h.codes)


@given(st.lists(st.integers(0, 10**6), max_size=120), st.integers(3, 8), st.booleans())
@settings(max_examples=40)
def test_undo_and_replay_are_exact(choices, players, small):
    """The same actions lead to the same states, and undo to each of them again."""
    options = {"columns": 2, "rows": 2, "clear": 2} if small else {}

    def new():
        return play("newskyjo", ["P"] * players, seed=1, record=False, display=False, **options)

    session, actions_made, moments = new(), [], []
    h = session.history
    for choice in choices:
        if h.actor is None:
            break
        actions = h.legal()
        actions_made.append(actions[choice % len(actions)])
        moments.append(copy(h.state))
        session.act(actions_made[-1])
    repeated = new()
    for action, moment in zip(actions_made, moments, strict=True):
        assert repeated.history.state == moment
        repeated.act(action)
    assert repeated.history.state == h.state
    assert list(states(h)) == moments
    for decision in range(len(actions_made) - 1, -1, -max(1, len(actions_made) // 8)):
        h.undo(decision)
        assert h.state == moments[decision]


# `greedy`, as in the docstring of skyjo_widget/bots/newskyjo.py


def greedy(h) -> str:
    """Return the policy's action now, in notation; it isn't done."""
    o = observe(h.state, h.state.seat)
    action = bots.find("newskyjo", "greedy").act(o, h.codes, np.random.default_rng(1))
    return h.game.action_text(action, h.codes)


OTHERS = ["1 2 (3) (4) (5) (6)"] * 2


@pytest.mark.parametrize(
    ("mine", "discard", "choice"),
    [
        ("9 5 (1) (2) (3) (4)", 0, ["take", "place a1"]),  # 0 or less: on the highest
        ("-1 5 (1) (2) (3) (4)", -2, ["take", "place b1"]),
        ("9 5 (1) (2) (3) (4)", 8, ["take", "place a1"]),  # below the highest
        ("9 5 (1) (2) (3) (4)", 9, ["draw"]),
        ("9 5 (1) (2) (3) (4)", 10, ["draw"]),
    ],
)
def test_greedy_takes_a_low_card_and_draws_otherwise(mine, discard, choice):
    """And lays it on its highest visible card."""
    others = ["-2 -1 (3) (4) (5) (6)"] * 2
    h = table(mine, *others, discard=discard, draws="3")
    for action in choice:
        assert greedy(h) == action
        moves(h, action)


def test_greedy_puts_a_taken_card_on_the_first_hidden_place_where_none_visible_is_higher():
    """0 or less is taken though nothing is lowered."""
    h = table("-1 -2 (1) (2) (3) (4)", *["-2 -3 (3) (4) (5) (6)"] * 2, discard=0, draws="5")
    assert greedy(h) == "take"
    moves(h, "take")
    assert greedy(h) == "place a2"


@pytest.mark.parametrize(
    ("drawn", "choice"),
    [
        ("4", ["place a1"]),
        ("9", ["discard"]),
        ("4:next-skips", ["keep", "place a1"]),
        ("9:next-skips", ["discard"]),
        ("4:only-top-right", ["keep", "place b1"]),  # the highest that it may replace
        ("6:only-top-right", ["discard"]),
        ("4:only-bottom-left", ["discard"]),  # no visible card there
    ],
)
def test_greedy_places_or_keeps_a_card_below_the_highest_that_it_may_replace(drawn, choice):
    """Else it discards it and turns a hidden card."""
    h = table("9 5 (1) (2) (3) (4)", *OTHERS, discard=12, draws=drawn)
    moves(h, "draw")
    for action in choice:
        assert greedy(h) == action
        moves(h, action)
    if choice == ["discard"]:
        assert greedy(h).split()[1] in ("a2", "b2", "a3", "b3")


def kept(effect: str, *grids: str, drawn: str = "", own=(), **options):
    """Seat 0 has kept a card with an effect."""
    h = table(*grids, draws=f"5:{effect} {drawn}", own=own, **options)
    return moves(h, "draw", "keep")


def play_greedily(h, *choices: str):
    """Do what greedy does, which must be this."""
    for action in choices:
        assert greedy(h) == action
        moves(h, action)


HIGH = "9 5 (1) (2) (3) (4)"


def test_greedy_gives_its_highest_card_for_the_lowest_of_the_others():
    """9 for −1: nothing lowers its visible sum more."""
    h = kept("swap-with-another", HIGH, "4 2 (3) (4) (5) (6)", "0 -1 (3) (4) (5) (6)")
    play_greedily(h, "pick 0:a1", "pick 2:b1")


def test_greedy_counts_a_hidden_card_as_nothing():
    """9 for a hidden card, whatever lies there: rather than for a visible 1."""
    h = kept("swap-with-another", HIGH, "4 2 (3) (4) (5) (6)", "3 1 (3) (4) (5) (6)")
    play_greedily(h, "pick 0:a1")
    assert greedy(h).split()[1][2:] in ("a2", "b2", "a3", "b3")


def test_greedy_completes_a_column():
    """A third 7 makes 21 leave; that is more than a 9 given away."""
    h = kept("swap-with-another", "7 9 7 (2) (3) (4)", "7 2 1 (4) (5) (6)", "0 -1 1 (4) (5) (6)")
    play_greedily(h, "pick 0:a3", "pick 1:a1")


def test_greedy_completes_a_column_by_a_swap_of_its_own_cards():
    """Else the order of its own cards makes no difference."""
    h = kept("swap-own-two", "7 7 7 9 (3) (4)", "1 2 3 8 (5) (6)", "0 -1 1 6 (5) (6)")
    moves(h, "pick 0:b1")
    assert greedy(h) == "pick 0:a3"


def test_greedy_knows_that_a_swap_within_a_column_completes_nothing():
    """All swaps gain nothing here: it takes the first."""
    h = kept("swap-own-two", "7 1 7 2 9 (4)", *["1 2 3 4 5 (6)"] * 2)
    play_greedily(h, "pick 0:a1", "pick 0:b1")


def test_greedy_raises_the_leaders_sum_where_it_cannot_lower_its_own():
    """The leader, with the lowest visible sum, gets the other's highest card for its lowest."""
    h = kept("swap-two-others", HIGH, "4 8 (3) (4) (5) (6)", "0 -1 (3) (4) (5) (6)")
    play_greedily(h, "pick 1:b1", "pick 2:b1")


def test_a_greedy_neighbour_gives_its_highest_card_for_the_players_lowest():
    """4 for −1, rather than for a hidden card."""
    h = kept("right-neighbour-swap", "9 -1 (1) (2) (3) (4)", OTHERS[0], "4 3 (3) (4) (5) (6)")
    play_greedily(h, "pick 2:a1", "pick 0:b1")


def test_greedy_declines_a_swap_that_gains_nothing():
    """All of its visible cards are lower than those it could get, and so are the leader's."""
    give = Effect(
        key="give",
        chooser="right neighbour",
        may_decline=True,
        first=Pick("own", "lowest"),
        second=Pick("player", "lowest"),
        words={"en": "x"},
    )
    grids = ("9 8 (1) (2) (3) (4)", "-2 -1 (3) (4) (5) (6)", "0 1 (3) (4) (5) (6)")
    h = kept("give", *grids, own=[give])
    assert (h.state.seat, legal(h)[0]) == (2, "decline")
    assert greedy(h) == "decline"


def test_greedy_puts_back_the_highest_on_top_for_others():
    """12, 8, 3."""
    h = kept("peek-three", DOWN, DOWN, DOWN, drawn="8 3 12")
    play_greedily(h, "order 312")


def test_greedy_puts_back_the_lowest_on_top_if_it_draws_next_itself():
    """With two turns in a row, or with an action more."""
    h = kept("next-plays-twice", DOWN, DOWN, DOWN, drawn="5:peek-three 8 3 12")
    moves(h, "place a1", "draw", "keep")
    assert (h.state.seat, h.state.turns_left) == (1, 2)
    play_greedily(h, "order 213")
    more = Effect(key="more", peek=3, extra_actions=1, words={"en": "x"})
    h = kept("more", DOWN, DOWN, DOWN, drawn="8 3 12", own=[more])
    play_greedily(h, "order 213")


@pytest.mark.seconds
def test_greedy_beats_random():
    """On the same deals, seats rotated: it has the lowest score far more often."""
    won = 0
    for seed in range(12):
        line_up = ["bot:random"] * 4
        line_up[seed % 4] = "bot:greedy"
        session = play("newskyjo", line_up, seed=seed, record=False, display=False)
        session.run()
        won += "greedy" in session.winners
    assert won >= 9  # 3 by chance


def test_bots_play_on_at_a_table_with_effects_of_ones_own():
    """Every kind of pick, to the end."""
    effect = Effect(
        key="odd",
        chooser="left neighbour",
        first=Pick("others", "lowest"),
        second=Pick("own", "hidden"),
        words={"en": "x"},
    )
    for bot in ("bot:greedy", "bot:random"):
        h = table(*["(1:odd) (2) (3) (4) (5) (6)"] * 3, draws="2:odd 3:odd 4 5 6 7", own=[effect])
        session = Session(h, functions={}, writer=None)
        for seat in range(3):
            session.replace(seat, bot)
        session.run()
        assert session.over


def test_greedy_keeps_nothing_where_none_of_its_cards_is_visible():
    """It can't tell that the card is lower."""
    h = table(DOWN, DOWN, DOWN, draws="-2:next-plays-twice 0")
    moves(h, "draw")
    assert greedy(h) == "discard"
