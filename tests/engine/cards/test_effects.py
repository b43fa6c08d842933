"""Effects: what they are made of, how new ones are registered, played and recorded."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys

import numpy as np
import pytest

from skyjo_widget import (
    NEWSKYJO_DECK,
    Deck,
    Effect,
    IllegalActionError,
    Pick,
    Reveal,
    RulesError,
    Session,
    effects,
    load,
    play,
    register_effect,
)
from skyjo_widget.engine.cards import effects as effects_module
from skyjo_widget.engine.cards.effects import find_effect
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.records.replay import replay
from tests.fixtures.paths import ROOT
from tests.fixtures.tables import (
    BELOW,
    DOWN,
    exact,
    knows,
    legal,
    lies,
    moves,
    pairs,
    pile,
    table,
    told,
    turns,
)
from tests.reference import plain_replayer

CELLS = ("a1", "b1", "a2", "b2", "a3", "b3")


@pytest.fixture
def register(monkeypatch):
    """Register effects that are gone afterwards."""
    monkeypatch.setattr(effects_module, "_registered", dict(effects_module._registered))
    monkeypatch.setattr(effects_module, "_keys", dict(effects_module._keys))
    return register_effect


def kept(effect, *grids, draws="", discard=0, **options):
    """A table at which seat 0 has just kept a 5 with an effect of one's own."""
    grids = grids or (DOWN, DOWN, BELOW)
    h = table(*grids, draws=f"5:{effect.key} {draws}", discard=discard, own=[effect], **options)
    return moves(h, "draw", "keep")


def mine(**parts) -> Effect:
    """An effect of one's own."""
    return Effect(key="mine", words={"en": "Mine"}, **parts)


# Definitions


SWAP = {"first": Pick("own"), "second": Pick("others")}


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"key": "Mine"}, "key='Mine': an effect's key is made of lower-case letters and digits"),
        ({"key": ""}, "key='': an effect's key"),
        ({"key": "a--b"}, "key='a--b': an effect's key"),
        ({"key": "a b"}, "key='a b': an effect's key"),
        ({"key": "é"}, "key='é': an effect's key"),
        ({"key": "a\n"}, "an effect's key"),
        ({"key": 5}, "key=5: an effect's key"),
        ({"key": None}, "key=None: an effect's key"),
        ({"words": ["x"]}, "effect mine: words are a dict from a language to what the card says"),
        ({"words": {"en": " "}}, "a language's code and a text are needed"),
        ({"words": {"en": 5}}, "is a text, not 5"),
        ({"words": {"en": "\ud83d"}}, "half of a character"),
        ({"words": {5: "x"}}, "a language's code and a text are needed"),
        (
            {"chooser": "left"},
            "chooser='left' .did you mean 'left neighbour'..: it is one of 'player', 'right",
        ),
        ({"chooser": None}, "chooser=None: it is one of"),
        ({"lands": "centre"}, "lands='centre': it is one of 'anywhere', 'top left'"),
        ({"lands": []}, "lands=.*: it is one of"),
        ({"peek": 4}, "effect mine: peek=4 is outside 0 to 3"),
        ({"peek": -1}, "peek=-1 is outside 0 to 3"),
        ({"peek": 1.5}, "peek=1.5 is no whole number"),
        ({"peek": True}, "peek=True is no whole number"),
        ({"next_twice": 10}, "next_twice=10 is outside 0 to 9"),
        ({"next_skips": -1}, "next_skips=-1 is outside 0 to 9"),
        ({"extra_actions": "1/2"}, "extra_actions='1/2' is no whole number"),
        ({"may_decline": 1}, "may_decline=1: it is True or False"),
        ({"reverse": "yes"}, "reverse='yes': it is True or False"),
        ({"next_takes_discard": None}, "next_takes_discard=None: it is True or False"),
        ({"first": Pick("own")}, "a swap needs a first and a second pick"),
        ({"second": Pick("own")}, "a swap needs a first and a second pick"),
        ({"may_decline": True, "peek": 1}, "without a swap there is nothing to decline"),
        ({"first": "own", "second": Pick("own")}, "first='own': a Pick is needed"),
        ({**SWAP, "second": Pick("theirs")}, "second=.*: whose is one of 'own', 'player'"),
        ({**SWAP, "first": Pick("own", "low")}, "first=.*faces one of 'any', 'hidden'"),
        ({**SWAP, "first": Pick("discard pile")}, "the discard pile can only be the second pick"),
        ({**SWAP, "second": Pick("discard pile", "visible")}, "only the top card can be picked"),
        ({}, "effect mine: it does nothing: give it at least one part"),
    ],
)
def test_a_bad_definition_is_refused_with_a_sentence(parts, says):
    """The effect, the part, the value, and what would be right are named."""
    with pytest.raises(RulesError, match=says):
        Effect(**{"key": "mine", "words": {"en": "Mine"}, **parts})


def test_numpy_numbers_are_numbers_and_words_are_copied():
    """An effect doesn't change with what it was made of."""
    words = {"en": "Mine"}
    effect = Effect(key="mine", words=words, next_skips=np.int64(2))
    words["en"] = "Yours"
    assert (type(effect.next_skips), effect.words) == (int, {"en": "Mine"})
    with pytest.raises(dataclasses.FrozenInstanceError):
        effect.next_skips = 3


@pytest.mark.parametrize("effect", NEWSKYJO_EFFECTS.values(), ids=NEWSKYJO_EFFECTS)
def test_an_effect_comes_back_from_what_a_record_writes(effect):
    """Every part, through JSON."""
    parts = json.loads(json.dumps(effect.as_dict()))
    assert Effect.from_dict(parts) == effect
    added = {"reveal", "pass_on", "protect", "score", "score_at", "function"}  # if they do nothing
    assert set(parts) == {f.name for f in dataclasses.fields(Effect)} - added


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"peek": "(gone)"}, "an effect has the parts key, words"),
        ({"more": 1}, "no others and no fewer"),
        ({"first": {"whose": "own"}}, "first: a pick has the parts whose and faces"),
        ({"second": ["own", "any"]}, "second: a pick has the parts whose and faces"),
        ({"peek": 7}, "peek=7 is outside 0 to 3"),
    ],
)
def test_a_definition_with_other_parts_is_refused(change, says):
    """None is guessed, none passed over."""
    parts = {**mine(**SWAP).as_dict(), **change}
    with pytest.raises(RulesError, match=says):
        Effect.from_dict({key: value for key, value in parts.items() if value != "(gone)"})
    with pytest.raises(RulesError, match="an effect is an object with every part"):
        Effect.from_dict("mine")


# The register


def test_newskyjo_has_fifteen_effects_with_words_in_two_languages():
    """Those are there from the start."""
    assert len(NEWSKYJO_EFFECTS) == 15
    assert all(set(effect.words) == {"en", "fr"} for effect in NEWSKYJO_EFFECTS.values())
    assert all(effects()[key] is effect for key, effect in NEWSKYJO_EFFECTS.items())


def test_a_registered_effect_is_named_by_its_key_or_its_words(register):
    """However they are spelt: case, spaces, accents, apostrophes."""
    effect = Effect(key="mine", next_skips=1, words={"en": "Your turn's over", "fr": "Passé !"})
    assert register(effect) is effect
    assert effects()["mine"] is effect
    for text in (
        "mine",
        " MINE ",
        "your  turn\N{RIGHT SINGLE QUOTATION MARK}s over",
        "PASSE\u0301 !",
    ):
        assert find_effect(text) is effect
    assert find_effect("your turn is over") is None
    assert Deck.from_counts([(1, 2, "Passé !")]).effects == {"mine": effect}


def test_registering_a_key_again_replaces_the_effect(register):
    """A cell can be run twice; what it said before means nothing now; old decks keep theirs."""
    first = register(mine(next_skips=1))
    deck = Deck.from_counts([(1, 2, "mine")])
    second = register(Effect(key="mine", next_skips=2, words={"en": "Ours"}))
    assert find_effect("mine") is find_effect("ours") is second
    assert find_effect("Mine's words") is None
    assert deck.effects == {"mine": first}
    assert Deck.from_counts([(1, 2, "mine")]).effects == {"mine": second}
    register(first)
    assert find_effect("Ours") is None


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ("mine", "'mine' is no Effect"),
        (None, "None is no Effect"),
        (Effect(key="mine", peek=1), "what does the card say"),
        (Effect(key="reverse", peek=1, words={"en": "x"}), "NewSkyjo has an effect with that key"),
        (
            Effect(key="mine", peek=1, words={"en": "the direction of play  is Reversed"}),
            "is what reverse says already",
        ),
        (Effect(key="mine", peek=1, words={"en": "reverse"}), "is what reverse says already"),
        (Effect(key="mine", peek=1, words={"en": "ok", "de": "their own"}), "is what theirs says"),
    ],
)
def test_what_cannot_be_registered_is_refused_and_nothing_changes(register, effect, says):
    """A deck's text must mean one effect."""
    register(Effect(key="theirs", reverse=True, words={"en": "Their own"}))
    before = effects()
    with pytest.raises(RulesError, match=says):
        register(effect)
    assert effects() == before
    assert find_effect("ok") is None


def test_the_table_of_effects_that_is_given_out_is_a_copy():
    """Emptying it empties nothing."""
    effects().clear()
    assert "reverse" in effects()


# The primitives, played


def test_the_left_neighbour_chooses():
    """The next seat, whatever the direction of play; from the last seat it is seat 0."""
    effect = mine(chooser="left neighbour", first=Pick("own"), second=Pick("player"), reverse=True)
    h = kept(effect, draws="5:mine 0")
    assert (h.state.seat, h.state.on_turn, h.state.direction) == (1, 0, -1)
    assert legal(h) == [f"pick 1:{p}" for p in CELLS]
    moves(h, "pick 1:a1")
    assert legal(h) == [f"pick 0:{p}" for p in CELLS]
    moves(h, "pick 0:b3", "place a1", "draw", "keep")
    assert (h.state.seat, h.state.on_turn, h.state.direction) == (0, 2, 1)


def test_a_neighbour_picks_from_others_too():
    """Those aren't the chooser's: here the player's and the third one's; it takes both."""
    effect = mine(chooser="right neighbour", first=Pick("others"), second=Pick("others"))
    h = kept(effect)
    assert h.state.seat == 2
    assert legal(h) == [f"pick {seat}:{p}" for seat in (0, 1) for p in CELLS]
    moves(h, "pick 1:a1")
    assert legal(h) == [f"pick 0:{p}" for p in CELLS]


def test_first_anothers_then_ones_own():
    """The order of the picks is the definition's."""
    h = kept(mine(first=Pick("others"), second=Pick("own")))
    assert legal(h) == [f"pick {seat}:{p}" for seat in (1, 2) for p in CELLS]
    moves(h, "pick 2:b1")
    assert legal(h) == [f"pick 0:{p}" for p in CELLS]
    moves(h, "pick 0:a1")
    assert (lies(h, 0).split()[0], lies(h, 2).split()[1]) == ("(8)", "(1)")


UP = ("9 2 (3) (4) (5) (6)", "1 5 (3) (4) (6) (7)", "7 0 (8) (9) (10) (11)")
"""Two visible cards in each grid."""


def test_hidden_and_visible_cards():
    """A hidden one of one's own for a visible one of anybody else's."""
    h = kept(mine(first=Pick("own", "hidden"), second=Pick("others", "visible")), *UP)
    assert legal(h) == [f"pick 0:{p}" for p in ("a2", "b2", "a3", "b3")]
    session = Session(h, functions={}, writer=None)
    with pytest.raises(IllegalActionError, match="the card on 0:a1 isn't hidden"):
        session.act("pick 0:a1")
    session.act("pick 0:a2")
    assert legal(h) == ["pick 1:a1", "pick 1:b1", "pick 2:a1", "pick 2:b1"]
    session.act("pick 2:b1")
    assert lies(h, 0) == "9 2 0 (4) (5) (6)"
    assert lies(h, 2) == "7 (3) (8) (9) (10) (11)"


def test_one_lowest_and_one_highest_card_change_places_by_themselves():
    """No decision is asked for: keeping the card does it."""
    h = kept(mine(first=Pick("own", "highest"), second=Pick("own", "lowest")), *UP)
    assert lies(h, 0) == "2 9 (3) (4) (5) (6)"
    assert (told(h)["action"], told(h)["swapped"], told(h)["no_effect"]) == ("keep", "a1 b1", False)
    assert legal(h)[0] == "place a1"


def test_the_lowest_of_others_is_the_lowest_of_each_grid():
    """One candidate a grid: a choice between two, unless only one has a visible card."""
    effect = mine(first=Pick("own", "highest"), second=Pick("others", "lowest"))
    h = kept(effect, *UP)
    assert (h.state.phase, h.state.first) == (h.game.phases.index("pick second"), 0)
    assert legal(h) == ["pick 1:a1", "pick 2:b1"]
    moves(h, "pick 2:b1")
    assert told(h)["swapped"] == "a1 2:b1"
    h = pairs(
        "4 (8)",
        "1 (2)",
        "3 (3)",
        draws="0 6:take-it",
        own=[dataclasses.replace(effect, key="take-it")],
    )
    moves(h, "draw", "place a1", "take", "place a1", "flip a2")  # seat 2 has emptied its grid
    moves(h, "draw", "keep")
    assert told(h)["swapped"] == "a1 1:a1"


def test_equal_lowest_cards_are_a_choice_and_the_second_pick_then_goes_by_itself():
    """Of two equal ones either is the lowest, and the other the highest."""
    effect = mine(first=Pick("own", "lowest"), second=Pick("own", "highest"))
    h = kept(effect, "9 9 (3) (4) (5) (6)", *UP[1:])
    assert legal(h) == ["pick 0:a1", "pick 0:b1"]
    moves(h, "pick 0:b1")
    assert told(h)["swapped"] == "b1 a1"


def test_the_same_card_is_not_picked_twice():
    """One visible card is the lowest and the highest: there is no second one."""
    effect = mine(first=Pick("own", "lowest"), second=Pick("own", "highest"))
    h = kept(effect, "9 (2) (3) (4) (5) (6)", "1 (5) (3) (4) (6) (7)", "7 (0) (8) (9) (10) (11)")
    assert (told(h)["swapped"], told(h)["no_effect"]) == (None, True)


def test_a_first_pick_needs_a_possible_second_one():
    """Of the own lowest and the visible others': none is visible, nothing happens."""
    h = kept(mine(first=Pick("own"), second=Pick("others", "visible")))
    assert told(h)["no_effect"]
    assert legal(h) == [f"place {p}" for p in CELLS]


def test_a_hidden_card_for_the_discard_piles_top_card():
    """On the discard pile it lies face up: it was seen, which no undo takes back."""
    h = kept(mine(first=Pick("own", "hidden"), second=Pick("discard pile")), practice=False)
    moves(h, "pick 0:b2")
    assert lies(h, 0) == "(1) (2) (3) 0 (5) (6)"
    assert pile(h, "discard") == [4]
    assert (told(h)["swapped"], h.newest().revealed) == ("b2 discard pile", True)
    session = Session(h, functions={}, writer=None)
    assert session.parts.undo.undoable == "seen"


def test_somebody_elses_card_for_the_discard_piles_top_card():
    """It completes a column there, and the row names the seat."""
    grids = ("9 8 7 (4) (5) (6)", "7 1 7 (2) (3) (4)", "1 2 3 (4) (5) (6)")
    h = kept(mine(first=Pick("others"), second=Pick("discard pile")), *grids, discard=7)
    moves(h, "pick 1:a3")
    assert lies(h, 1) == ". 1 . (2) . (4)"
    assert (told(h)["swapped"], told(h)["cleared"]) == ("1:a3 discard pile", "1:a1 1:a2 1:a3")
    assert pile(h, "discard") == [3]


def test_what_may_be_declined_never_goes_by_itself():
    """Though there is only one lowest card."""
    h = kept(mine(first=Pick("own", "lowest"), second=Pick("discard pile"), may_decline=True), *UP)
    assert legal(h) == ["decline", "pick 0:b1"]
    moves(h, "decline")
    assert lies(h, 0).startswith("9 2 ")
    assert legal(h)[0] == "place a1"


@pytest.mark.parametrize(
    ("parts", "order"),
    [
        ({"next_skips": 2}, [2, 0, 1]),
        ({"next_twice": 2}, [1, 1, 1, 2]),
        ({"next_twice": 1, "next_skips": 1}, [1, 2, 0]),
        ({"next_twice": 3, "next_skips": 2}, [1, 1, 2]),
        ({"next_twice": 1, "next_skips": 3}, [2, 0, 1]),
        ({"next_skips": 9, "reverse": True}, [1, 0, 2]),
    ],
)
def test_turns_of_the_next_player(parts, order):
    """1 + twice − skips, at least none; what is left over lapses."""
    h = moves(kept(mine(**parts)), "place a1")
    assert turns(h, len(order)) == order


def test_extra_actions():
    """Two more: three in all, of one turn."""
    h = moves(kept(mine(extra_actions=2)), "place a1", "flip b1", "flip a2")
    assert (h.state.seat, h.state.turns[0]) == (1, 1)


@pytest.mark.parametrize(
    ("peek", "orders", "after"),
    [(1, ["order 1"], [7, 8, 9]), (2, ["order 12", "order 21"], [8, 7, 9])],
)
def test_a_look_at_fewer_cards(peek, orders, after):
    """Those are known, and no others."""
    h = kept(mine(peek=peek), draws="7 8 9")
    assert legal(h) == orders
    moves(h, orders[-1])
    assert pile(h, "draw") == after
    assert knows(h, 0) == " ".join(map(str, after[:peek]))


@pytest.mark.parametrize(
    ("lands", "cells"),
    [
        ("anywhere", "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3"),
        ("top row", "a1 b1 c1 d1"),
        ("bottom row", "a3 b3 c3 d3"),
        ("left column", "a1 a2 a3"),
        ("right column", "d1 d2 d3"),
        ("top left", "a1"),
        ("top right", "d1"),
        ("bottom left", "a3"),
        ("bottom right", "d3"),
    ],
)
def test_where_a_kept_card_may_land(lands, cells):
    """Any card there; a card that was turned lies where it lies."""
    effect = mine(lands=lands, next_skips=1)
    h = exact(*[f"{DOWN} {BELOW}"] * 3, discard=0, draws="5:mine", own=[effect])
    moves(h, "draw", "keep")
    assert legal(h) == [f"place {cell}" for cell in cells.split()]
    h = exact(f"{DOWN} (5:mine) {BELOW[4:]}", *[f"{DOWN} {BELOW}"] * 2, discard=0, own=[effect])
    moves(h, "flip c2")
    assert (told(h)["no_effect"], turns(h, 1)) == (False, [2])


def test_a_row_from_which_all_cards_are_gone_can_take_none():
    """The card can't be kept; a row with one card left can."""
    effect = mine(lands="top row")
    grids = ("5 1 5 2 (5) (1)", *["0 1 2 3 (4) (5)"] * 2)
    h = table(*grids, draws="0 0 7:mine", own=[effect])
    moves(h, "flip a3", "draw", "place a1", "draw", "place a1", "draw", "keep")
    assert legal(h) == ["place b1"]
    h = pairs("5 (5:two-actions)", "1 (2)", "1 (3)", draws="7:mine 0", own=[effect])
    moves(h, "flip a2", "draw")
    assert legal(h) == ["discard"]


def test_a_kept_card_whose_place_its_own_swap_has_emptied_is_discarded():
    """Other places are left, but it may not land there."""
    effect = mine(first=Pick("own"), second=Pick("own"), lands="top left")
    grids = ("7 7 7 2 (9) (1)", *["0 1 2 3 (4) (5)"] * 2)
    h = kept(effect, *grids, draws="0", discard=12)
    moves(h, "pick 0:b1", "pick 0:a3")
    assert lies(h, 0) == ". (9) . 2 . (1)"
    assert pile(h, "discard") == ["5:mine", 12]
    assert (told(h)["card_out"], told(h)["card_effect"]) == (5, None)
    assert h.state.seat == 1


def test_parts_happen_in_one_order():
    """The order of play, the look, the swap, the landing; then the extra action."""
    effect = mine(
        reverse=True,
        next_skips=1,
        extra_actions=1,
        peek=2,
        chooser="left neighbour",
        may_decline=True,
        first=Pick("own"),
        second=Pick("player"),
        lands="bottom row",
    )
    h = kept(effect, draws="7 8 9")
    assert (h.state.direction, h.state.next_skips, h.state.actions_left) == (-1, 1, 1)
    assert (h.state.seat, legal(h)) == (0, ["order 12", "order 21"])
    moves(h, "order 21")
    assert (h.state.seat, legal(h)) == (1, ["decline", *(f"pick 1:{p}" for p in CELLS)])
    moves(h, "pick 1:a1", "pick 0:a3")
    assert (h.state.seat, legal(h)) == (0, ["place a3", "place b3"])
    moves(h, "place a3")
    assert lies(h, 0) == "(1) (2) (3) (4) 5:mine (6)"
    assert pile(h, "discard") == [1, 0]
    assert (h.state.seat, h.state.turn) == (0, 1)
    moves(h, "draw")
    assert h.deck.values[h.state.hand] == 8
    moves(h, "place a1")
    assert turns(h, 2) == [1, 0]
    rows = [h.log_row(row, None)["effect"] for row in h.decisions[1:6]]
    assert rows == ["mine", "mine", "mine", "mine", None]


def test_a_look_is_no_lack_of_an_effect_if_the_swap_is_impossible():
    """Nor is a part in the order of play; without either it is."""
    swap = {"first": Pick("own", "visible"), "second": Pick("discard pile")}
    for parts, nothing in (({"peek": 1}, False), ({"reverse": True}, False), ({}, True)):
        h = kept(mine(**swap, **parts), draws="7")
        assert told(h)["no_effect"] is nothing


# Sessions and records


OWN = (
    Effect(
        key="left-gift",
        chooser="left neighbour",
        may_decline=True,
        first=Pick("own", "highest"),
        second=Pick("player", "lowest"),
        words={"en": "Your left neighbour may give you a high card for a low one"},
    ),
    Effect(
        key="look-and-turn",
        peek=2,
        reverse=True,
        extra_actions=1,
        words={"en": "Look at two cards; the direction turns; go on"},
    ),
    Effect(
        key="high-to-discard",
        first=Pick("others", "highest"),
        second=Pick("discard pile"),
        next_skips=2,
        words={"en": "Somebody's highest goes; two skip"},
    ),
    Effect(
        key="left-hidden",
        first=Pick("own", "hidden"),
        second=Pick("others", "visible"),
        lands="left column",
        words={"en": "A hidden one for a visible one", "fr": "Une cachée contre une visible"},
    ),
    Effect(
        key="show-and-protect",
        reveal=Reveal("anybody", 2),
        chooser="right neighbour",
        protect=True,
        score=-2,
        score_at="bottom row",
        words={"en": "Your right neighbour turns up two cards; your grid is protected"},
    ),
    Effect(key="gift", lands="another grid", score=3, words={"en": "Give this card away"}),
    Effect(key="carousel", pass_on="highest", words={"en": "Pass on your highest card"}),
)


def own_deck() -> Deck:
    """NewSkyjo's deck with more cards, that bear registered effects."""
    more = [(value, 8, effect.key) for effect in OWN for value in (0, 6)]
    return Deck.from_counts([*NEWSKYJO_DECK.counts, *more])


READ = """
import json, sys
from skyjo_widget import effects, load
assert not any(key in effects() for key in {own!r})
table = load(sys.argv[1], record=False, display=False)
table.run(rounds=True)
frames = [table.log.decisions, table.log.rounds, table.log.games.drop(columns="path")]
texts = [frame.to_csv() for frame in frames]
print(json.dumps([*texts, sorted(table.deck.effects), table.deck.hash]))
"""


@pytest.fixture
def recorded(register, tmp_path):
    """The record of a game with one's own effects, and its table."""
    for effect in OWN:
        register(effect)
    path = tmp_path / "game.jsonl"
    session = play(
        "newskyjo",
        ["bot:random", "bot:greedy", "bot:random", "bot:random"],
        deck=own_deck(),
        seed=5,
        rounds=20,
        record=path,
        display=False,
    )
    session.run(rounds=True)
    session.close()
    return session, path


@pytest.mark.seconds
def test_ones_own_effects_are_played_and_logged(recorded):
    """Each was kept and turned by a bot; the cards, the effects and the swaps are told."""
    session, _ = recorded
    rows = session.log.decisions
    for effect in OWN:
        begun = rows[rows["effect"] == effect.key]["action"]
        assert {"keep", "flip"} <= set(begun), effect.key
    assert {"pick", "decline"} <= set(rows[rows["effect"] == "left-gift"]["action"])
    assert "order" in set(rows[rows["effect"] == "look-and-turn"]["action"])
    assert rows["swapped"].explode().eq("discard pile").any()
    assert set(rows["card_effect"].dropna()) > {effect.key for effect in OWN}


@pytest.mark.seconds
def test_a_record_holds_the_definitions_of_its_effects(recorded):
    """A process that never heard of them reads it, tells the same, and deals on."""
    session, path = recorded
    keys = [effect.key for effect in OWN]
    done = subprocess.run(
        [sys.executable, "-c", READ.format(own=keys), path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *frames, registered, deck = json.loads(done.stdout)
    log = session.log
    assert frames == [
        frame.to_csv() for frame in (log.decisions, log.rounds, log.games.drop(columns="path"))
    ]
    assert set(keys) < set(registered)
    assert deck == session.deck.hash


@pytest.mark.seconds
def test_the_plain_replayer_reads_ones_own_effects_too(recorded):
    """From the definitions in the record."""
    session, path = recorded
    with path.open() as lines:
        *_, plain = plain_replayer.replay(lines)
    assert plain.total == session.history.state.total[:4]


@pytest.mark.seconds
def test_what_is_registered_later_changes_no_old_game(recorded, register):
    """The record's own definition counts."""
    session, path = recorded
    register(dataclasses.replace(OWN[0], first=Pick("own"), second=Pick("own"), may_decline=False))
    reloaded = load(path, record=False, display=False)
    assert reloaded.deck == session.deck
    assert reloaded.history.state == session.history.state


def test_a_record_may_give_a_shipped_key_another_meaning():
    """Its own definition is played, and the shipped effect stays what it is."""
    h = table(DOWN, DOWN, DOWN, draws="1:reverse", own=[Effect(key="reverse", next_skips=1)])
    moves(h, "draw", "keep", "place a1")
    assert (h.state.seat, h.state.direction) == (2, 1)
    replayed = replay(json.loads(json.dumps(h.events)))
    assert replayed.state == h.state
    assert NEWSKYJO_EFFECTS["reverse"].reverse


@pytest.mark.seconds
def test_a_game_goes_on_where_its_effects_are_unknown(register, tmp_path):
    """Stopped in the middle, loaded in another process, it ends as it would have here."""
    for effect in OWN:
        register(effect)
    options = {"deck": own_deck(), "seed": 6, "display": False}
    line_up = ["bot:random", "bot:greedy", "bot:random"]
    whole = play("newskyjo", line_up, record=False, **options)
    whole.run()
    part = play("newskyjo", line_up, record=tmp_path / "part.jsonl", **options)
    for _ in range(60):
        part.step()
    part.close()
    done = subprocess.run(
        [sys.executable, "-c", READ.format(own=[e.key for e in OWN]), part.path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    rounds = json.loads(done.stdout)[1]
    assert rounds.replace(part.history.game_id, whole.history.game_id) == whole.log.rounds.to_csv()


def test_ones_own_effects_are_refused_in_skyjo(register):
    """It has none."""
    register(OWN[0])
    deck = Deck.from_counts([(1, 60), (2, 40, "left-gift")])
    with pytest.raises(RulesError, match="Skyjo has no effects"):
        play("skyjo", ["Ana", "Bo"], deck=deck, display=False)


def test_effects_off_switches_ones_own_off_too(register):
    """As if the cards had none."""
    register(OWN[1])
    deck = Deck.from_counts([(v, 30, "look-and-turn") for v in range(4)])
    session = play(
        "newskyjo",
        ["bot:random"] * 3,
        deck=deck,
        effects=False,
        record=False,
        display=False,
        seed=1,
    )
    session.run()
    assert session.over
    assert session.log.decisions["effect"].isna().all()
    assert session.history.state.direction == 1
