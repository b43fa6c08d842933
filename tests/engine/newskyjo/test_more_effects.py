"""Effects that turn cards up, give, pass on, protect and count points, by scenario."""

from __future__ import annotations

import json

import pytest

from skyjo_widget import (
    Deck,
    Effect,
    IllegalActionError,
    Pick,
    Reveal,
    RulesError,
    Session,
    simulate,
)
from skyjo_widget.engine.cards.effects import REVEALED
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.newskyjo.rules import CHOOSE, GAME_OVER
from skyjo_widget.strategies.observation import Observation
from tests.fixtures.tables import (
    BELOW,
    DOWN,
    exact,
    grid,
    legal,
    lies,
    moves,
    pairs,
    pile,
    table,
    told,
    turns,
)

CELLS = ("a1", "b1", "a2", "b2", "a3", "b3")
UP = ("9 2 (3) (4) (5) (6)", "1 5 (3) (4) (6) (7)", "7 0 (8) (9) (10) (11)")
"""Two visible cards in each grid."""


def mine(**parts) -> Effect:
    """An effect of one's own."""
    return Effect(**{"key": "mine", "words": {"en": "Mine"}, **parts})


def kept(effect, *grids, draws="", discard=0, **options):
    """A table at which seat 0 has just kept a 5 with an effect of one's own."""
    grids = grids or (DOWN, DOWN, BELOW)
    h = table(*grids, draws=f"5:{effect.key} {draws}", discard=discard, own=[effect], **options)
    return moves(h, "draw", "keep")


def turned(effect, *grids, draws="", **options):
    """A table at which seat 0 has just turned a 5 with an effect of one's own, on a1."""
    h = table(
        "(5:mine) (2) (3) (4) (5) (6)",
        *(grids or (DOWN, BELOW)),
        draws=draws,
        own=[effect],
        **options,
    )
    return moves(h, "flip a1")


def refuses(h, action: str, says: str) -> None:
    """An action is refused with a sentence, and changes nothing."""
    before = copy(h.state)
    with pytest.raises(IllegalActionError, match=says):
        Session(h, functions={}, writer=None).act(action)
    assert h.state == before


# Cards that are turned up


@pytest.mark.parametrize(
    ("whose", "seats"),
    [("own", (0,)), ("player", (0,)), ("others", (1, 2)), ("anybody", (0, 1, 2))],
)
def test_the_player_picks_hidden_cards_that_are_turned_up(whose, seats):
    """One after the other; then the kept card is placed."""
    h = kept(mine(reveal=Reveal(whose, 2)))
    assert (told(h)["effect"], told(h)["no_effect"]) == ("mine", False)
    assert (h.game.phases[h.state.phase], h.state.seat, h.state.reveals_left) == (
        "pick hidden",
        0,
        2,
    )
    assert legal(h) == [f"pick {seat}:{p}" for seat in seats for p in CELLS]
    place = f"{seats[-1]}:b1"
    moves(h, f"pick {place}")
    row = told(h)
    card = 8 if seats[-1] == 2 else 2
    assert (row["source"], row["card_in"], row["card_out"], row["effect"]) == (
        "grid",
        card,
        None,
        "mine",
    )
    assert grid(h, seats[-1]).split()[1] == str(card)
    refuses(h, f"pick {place}", "is face up already")
    moves(h, f"pick {seats[-1]}:a1")
    assert legal(h) == [f"place {p}" for p in CELLS]
    moves(h, "place a2")
    assert turns(h, 1) == [1]


def test_the_neighbour_may_pick_what_is_turned_up():
    """Of the player's cards; the player goes on."""
    h = turned(mine(chooser="left neighbour", reveal=Reveal("player")))
    assert (h.state.seat, h.state.on_turn) == (1, 0)
    assert legal(h) == [f"pick 0:{p}" for p in CELLS[1:]]
    moves(h, "pick 0:b3")
    assert grid(h, 0) == "5:mine ? ? ? ? 6"
    assert (h.state.seat, h.state.phase, h.state.turn) == (1, CHOOSE, 2)


def test_a_card_that_is_turned_up_has_no_effect():
    """Neither for its owner nor for who picked it."""
    h = kept(mine(reveal=Reveal("others")), DOWN, "(1:reverse) (2) (3) (4) (5) (6)", BELOW)
    moves(h, "pick 1:a1")
    assert (h.state.direction, grid(h, 1).split()[0]) == (1, "1:reverse")


def test_a_card_that_is_turned_up_completes_its_column():
    """As one that is turned does."""
    h = table(
        "10 11 12 (4) (5) (6)",
        "9 5 9 (4) (9) (7)",
        "7 0 8 (9) (10) (11)",
        draws="5:mine",
        own=[mine(reveal=Reveal("others"))],
    )
    moves(h, "draw", "keep", "pick 1:a3")
    assert (lies(h, 1), told(h)["cleared"]) == (". 5 . (4) . (7)", "1:a1 1:a2 1:a3")
    assert (told(h)["card_in"], h.state.columns_cleared[1]) == (9, 1)


def test_fewer_hidden_cards_than_asked_for_are_turned_up_and_the_round_ends():
    """Somebody else's last one makes that player the ender."""
    h = pairs("9 (2)", "3 (4)", "5 (6)", draws="7:mine", own=[mine(reveal=Reveal("own", 9))])
    moves(h, "draw", "keep")
    assert legal(h) == ["pick 0:a2"]
    moves(h, "pick 0:a2")
    assert legal(h) == ["place a1", "place a2"]
    moves(h, "place a1")
    assert h.state.ender == 0
    h = pairs("9 (2)", "3 (4)", "5 (6)", draws="7:mine", own=[mine(reveal=Reveal("others"))])
    moves(h, "draw", "keep", "pick 1:a2", "place a1")
    assert (h.state.ender, h.state.seat, h.state.last_turns) == (1, 2, 1)


def test_without_a_hidden_card_nothing_is_turned_up():
    """The row says so."""
    effect = mine(reveal=Reveal("own"))
    h = pairs("9 (5:mine)", "3 (4)", "5 (6)", own=[effect])
    moves(h, "flip a2")
    assert (told(h)["no_effect"], h.state.ender) == (True, 0)


def test_cards_are_turned_up_after_the_look_and_before_the_swap():
    """A card that was turned up can be swapped at once, here by itself."""
    effect = mine(
        peek=1, reveal=Reveal("own"), first=Pick("own", "visible"), second=Pick("discard pile")
    )
    h = kept(effect, draws="7 8")
    assert legal(h) == ["order 1"]
    moves(h, "order 1")
    assert legal(h) == [f"pick 0:{p}" for p in CELLS]
    moves(h, "pick 0:b2")
    assert legal(h) == ["pick 0:b2"]
    forced = mine(reveal=Reveal("own"), first=Pick("own", "lowest"), second=Pick("discard pile"))
    h = kept(forced)
    moves(h, "pick 0:b2")
    assert (told(h)["card_in"], told(h)["swapped"]) == (4, "b2 discard pile")
    assert pile(h, "discard") == [4]


# A card that is given


def test_a_given_card_takes_the_place_of_somebody_elses():
    """Its card goes on the discard pile; one's own grid stays."""
    h = kept(mine(lands="another grid"))
    assert (h.game.phases[h.state.phase], h.state.seat) == ("give", 0)
    assert legal(h) == [f"pick {seat}:{p}" for seat in (1, 2) for p in CELLS]
    refuses(h, "pick 0:a1", "doesn't pick a card of seat 0 now")
    refuses(h, "place a1", "'place' is for the phase")
    moves(h, "pick 2:b1")
    row = told(h)
    assert (row["source"], row["card_in"], row["card_out"], row["effect"]) == (
        "draw pile",
        5,
        8,
        None,
    )
    assert lies(h, 2) == "(7) 5:mine (9) (10) (11) (12)"
    assert lies(h, 0) == DOWN
    assert pile(h, "discard") == [8, 0]
    assert turns(h, 1) == [1]


def test_a_given_card_can_complete_a_column_there():
    """It goes with the column."""
    h = table(
        "10 11 3 (4) (6) (7)",
        "5 1 5 (2) (3) (4)",
        "7 0 8 (9) (10) (11)",
        draws="5:mine",
        own=[mine(lands="another grid")],
    )
    moves(h, "draw", "keep", "pick 1:a3")
    assert (lies(h, 1), told(h)["cleared"]) == (". 1 . (2) . (4)", "1:a1 1:a2 1:a3")


def test_a_turned_card_that_would_be_given_stays():
    """As one for a corner does."""
    h = turned(mine(lands="another grid"))
    assert (told(h)["no_effect"], h.state.seat) == (True, 1)
    assert grid(h, 0).split()[0] == "5:mine"


def test_the_other_parts_come_before_the_gift():
    """A swap; and an extra action after it."""
    h = kept(mine(lands="another grid", first=Pick("own"), second=Pick("own"), extra_actions=1))
    moves(h, "pick 0:a1", "pick 0:b3", "pick 1:a1")
    assert lies(h, 0) == "(6) (2) (3) (4) (5) (1)"
    assert (h.state.seat, h.state.phase, h.state.turn) == (0, CHOOSE, 1)


# Cards that are passed on


def test_everybody_passes_on_their_highest_visible_card():
    """To the place of the next seat's, all at once, and nobody decides."""
    h = kept(mine(pass_on="highest"), *UP)
    row = told(h)
    assert (row["action"], row["no_effect"], row["swapped"]) == ("keep", False, "a1 1:b1 2:a1")
    assert [grid(h, p) for p in range(3)] == ["7 2 ? ? ? ?", "1 9 ? ? ? ?", "5 0 ? ? ? ?"]
    assert legal(h)[0] == "place a1"


def test_the_other_way_round_when_play_goes_to_the_right():
    """Reversed first by the same effect; the places are told in that order."""
    h = kept(mine(pass_on="lowest", reverse=True), *UP)
    assert told(h)["swapped"] == "2:b1 1:a1 b1"
    assert [grid(h, p) for p in range(3)] == ["9 1 ? ? ? ?", "0 5 ? ? ? ?", "7 2 ? ? ? ?"]


def test_of_equal_cards_the_first_is_passed_on():
    """Row by row; equal numbers with other effects too."""
    grids = ("9 9:reverse (3) (4) (5) (6)", *UP[1:])
    h = kept(mine(pass_on="highest"), *grids)
    assert grid(h, 0) == "7 9:reverse ? ? ? ?"


def test_seats_without_a_visible_card_are_left_out():
    """The card goes to the one after; with one alone nothing is passed on."""
    h = turned(mine(pass_on="highest"))
    assert (told(h)["swapped"], told(h)["no_effect"]) == (None, True)
    h = table(DOWN, DOWN, "(5:mine) (8) (9) (10) (11) (12)", own=[mine(pass_on="highest")])
    moves(h, "flip b1", "flip a2", "flip a1")
    assert told(h)["swapped"] == "0:b1 1:a2 a1"


def test_a_card_that_is_passed_on_completes_columns():
    """First that of the player on turn, then those to the left."""
    grids = ("7 8 7 8 13 (6)", "13 1 13 2 14 (3)", "7 2 3 4 5 (6)")
    h = table(*grids, draws="5:mine 0", own=[mine(pass_on="highest")])
    moves(h, "draw", "keep")
    assert (told(h)["swapped"], told(h)["cleared"]) == (
        "a3 1:a3 2:a1",
        "a1 a2 a3 1:a1 1:a2 1:a3",
    )
    assert [grid(h, p) for p in range(3)] == [". 8 . 8 . ?", ". 1 . 2 . ?", "14 2 3 4 5 ?"]
    out = [h.deck.values[card] for card in h.state.out[: h.state.out_size]]
    assert out == [7, 7, 7, 13, 13, 13]


# A protected grid


def test_nobody_elses_effect_touches_a_protected_grid():
    """Until the player's next turn begins."""
    swap = {"first": Pick("own"), "second": Pick("others")}
    other = Effect(key="other", words={"en": "Other"}, **swap)
    h = table(DOWN, DOWN, BELOW, draws="5:mine 4:other 3:other", own=[mine(protect=True), other])
    moves(h, "draw", "keep")
    assert (told(h)["no_effect"], h.state.protected[:3]) == (False, [1, 0, 0])
    moves(h, "place a1", "draw", "keep", "pick 1:a1")
    assert legal(h) == [f"pick 2:{p}" for p in CELLS]
    refuses(h, "pick 0:b1", "the grid of seat 0 is protected until its next turn")
    moves(h, "pick 2:a1", "place a1", "flip a1")
    assert (h.state.seat, h.state.protected[:3]) == (0, [0, 0, 0])


@pytest.mark.parametrize(
    ("parts", "left"),
    [
        ({"reveal": Reveal("others")}, "pick 2"),
        ({"reveal": Reveal("anybody")}, "pick 1 pick 2"),
        ({"lands": "another grid"}, "pick 2"),
        ({"first": Pick("others"), "second": Pick("own")}, "pick 2"),
    ],
)
def test_protection_holds_against_every_part(parts, left):
    """Reveal, gift and swap."""
    other = Effect(key="other", words={"en": "Other"}, **parts)
    h = table(DOWN, DOWN, BELOW, draws="5:mine 4:other", own=[mine(protect=True), other])
    moves(h, "draw", "keep", "place a1", "draw", "keep")
    assert " ".join(sorted({action.partition(":")[0] for action in legal(h)})) == left


def test_a_protected_grid_passes_no_card_on():
    """The others do."""
    other = Effect(key="other", words={"en": "Other"}, pass_on="highest")
    h = table(*UP, draws="5:mine 4:other", own=[mine(protect=True), other])
    moves(h, "draw", "keep", "place a2", "draw", "keep")
    assert told(h)["swapped"] == "b1 2:a1"
    assert grid(h, 0) == "9 2 5:mine ? ? ?"


def test_ones_own_protection_keeps_no_card_of_ones_own_back():
    """Nobody else's effect touches the grid; this one is the player's, also in a second action."""
    h = kept(mine(protect=True, pass_on="highest"), *UP)
    assert told(h)["swapped"] == "a1 1:b1 2:a1"
    assert grid(h, 0) == "7 2 ? ? ? ?"
    other = Effect(key="other", words={"en": "Other"}, pass_on="lowest")
    h = table(*UP, draws="5:mine 4:other", own=[mine(protect=True, extra_actions=1), other])
    moves(h, "draw", "keep", "place a2", "draw", "keep")
    assert h.state.protected[:3] == [1, 0, 0]
    assert told(h)["swapped"] == "b1 1:a1 2:b1"


def test_where_all_others_are_protected_a_card_can_not_be_given():
    """It can't be kept; and who protects their grid may still swap their own cards."""
    gift = Effect(key="gift", words={"en": "Gift"}, lands="another grid")
    wall = mine(protect=True, first=Pick("own"), second=Pick("own"))
    h = table(DOWN, DOWN, BELOW, draws="5:mine 5:mine 4:gift", own=[wall, gift])
    moves(h, "draw", "keep", "pick 0:a1", "pick 0:b1", "place a1")
    moves(h, "draw", "keep", "pick 1:a1", "pick 1:b1", "place a1", "draw")
    assert h.state.protected[:3] == [1, 1, 0]
    assert legal(h) == ["discard"]
    refuses(h, "keep", "no card is left where this one may land")


# Points at the end


def test_points_count_where_the_card_lies_at_the_end():
    """Besides the number, wherever it came from; in the raw score, and not for a card elsewhere."""
    effect = mine(score=-3)
    h = pairs("8 (2)", "3:mine (4:mine)", "5 (6)", draws="7 7", own=[effect])
    moves(h, "flip a2", "take", "place a1", "flip a2")
    assert h.state.phase == GAME_OVER
    assert h.state.raw[:3] == [10, 0 + 4 - 3, 11]
    assert h.rounds[-1].facts["raw"] == [10, 1, 11]
    assert status(h.game, h.state, h.codes) == ()


@pytest.mark.parametrize(("at", "points"), [("top row", 10), ("bottom row", 0), ("top left", 10)])
def test_points_may_depend_on_the_place(at, points):
    """On the sides that a landing names."""
    h = pairs("9:mine (2)", "3 (4)", "5 (6)", own=[mine(score=10, score_at=at)])
    moves(h, "flip a2", "flip a2", "flip a2")
    assert h.state.raw[:3] == [11 + points, 7, 11]


def test_points_of_cleared_columns_do_not_count_and_none_do_without_effects():
    """They aren't in the grid any more; effects=False plays numbers alone."""
    grids = ("9:mine (9)", "3 (4)", "5 (6)")
    h = pairs(*grids, own=[mine(score=10)])
    moves(h, "flip a2", "flip a2", "flip a2")
    assert h.state.raw[:3] == [0, 7, 11]
    h = pairs("9:mine (3)", "3 (4)", "5 (6)", own=[mine(score=10)], effects=False)
    moves(h, "flip a2", "flip a2", "flip a2")
    assert h.state.raw[:3] == [12, 7, 11]


def test_points_decide_about_the_penalty():
    """The ender's raw score has them in it."""
    grids = ("9:mine (2)", "3 (4)", "5 (6)")
    h = pairs(*grids, own=[mine(score=20)], penalty_factor=2)
    moves(h, "flip a2", "flip a2", "flip a2")
    assert (h.state.raw[:3], h.state.score[:3]) == ([31, 7, 11], [62, 7, 11])


def test_a_card_that_only_counts_points_has_an_effect():
    """Keeping it isn't told as one without."""
    h = kept(mine(score=-3))
    assert (told(h)["effect"], told(h)["no_effect"]) == ("mine", False)


# Definitions and files


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"reveal": "own"}, "reveal='own': a Reveal is needed"),
        ({"reveal": Reveal("other")}, "did you mean 'others'..: whose is one of 'own'"),
        ({"reveal": Reveal([])}, "whose is one of 'own', 'player'"),
        ({"reveal": Reveal("own", 0)}, "reveal: cards=0 is outside 1 to 9"),
        ({"reveal": Reveal("own", 10)}, "reveal: cards=10 is outside 1 to 9"),
        ({"reveal": Reveal("own", 1.5)}, "reveal: cards=1.5 is no whole number"),
        ({"reveal": Reveal("own"), "may_decline": True}, "there is nothing to decline"),
        ({"pass_on": "middle"}, "pass_on='middle': it is one of 'lowest', 'highest'"),
        ({"pass_on": True}, "pass_on=True: it is one of"),
        (
            {"pass_on": "lowest", "first": Pick("own"), "second": Pick("own")},
            "it swaps two cards or passes cards on, not both",
        ),
        ({"protect": 1}, "protect=1: it is True or False"),
        ({"score": 100}, "score=100 is outside -99 to 99"),
        ({"score": "many"}, "score='many' is no whole number"),
        ({"score": 1, "score_at": "middle"}, "score_at='middle': it is one of"),
        ({"score": 1, "score_at": "another grid"}, "score_at='another grid'.*: it is one of"),
        ({"score_at": "top row", "peek": 1}, "how many points does it score there"),
        ({"chooser": "left neighbour"}, "it does nothing"),
    ],
)
def test_a_bad_definition_is_refused_with_a_sentence(parts, says):
    """The part, its value, and what would be right."""
    with pytest.raises(RulesError, match=says):
        mine(**parts)


EVERY = mine(
    reveal=Reveal("others", 2), pass_on="lowest", protect=True, score=-4, score_at="left column"
)


def test_new_parts_come_back_from_what_a_record_and_a_deck_file_write():
    """Through JSON, and CSV."""
    written = json.loads(json.dumps(EVERY.as_dict()))
    assert Effect.from_dict(written) == EVERY
    assert Effect.from_text(EVERY.to_text()) == EVERY
    deck = Deck.from_counts([(1, 40), (2, 10, EVERY)])
    reread = Deck.from_text(deck.to_text())
    assert (reread, reread.hash) == (deck, deck.hash)
    others = [mine(score=1), mine(protect=True), mine(reveal=Reveal("own")), mine(pass_on="lowest")]
    assert len({Deck.from_counts([(2, 10, effect)]).hash for effect in [EVERY, *others]}) == 5


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"reveal": {"whose": "own"}}, "reveal: it has the parts whose and cards"),
        ({"reveal": "own"}, "reveal: it has the parts whose and cards"),
        ({"reveal": {"whose": "own", "cards": "2"}}, "reveal: cards='2' is no whole number"),
        ({"reveal": {"whose": None, "cards": 2}}, "whose is one of"),
        ({"score": "3"}, "score='3' is no whole number"),
        ({"score": None}, "score=None is no whole number"),
        ({"protect": None}, "protect=None: it is True or False"),
        ({"pass_on": {}}, "pass_on={}: it is one of"),
        ({"protects": True}, "no others and no fewer"),
    ],
)
def test_a_spoilt_definition_is_refused(change, says):
    """As a record or a file may hold it."""
    with pytest.raises(RulesError, match=says):
        Effect.from_dict({**EVERY.as_dict(), **change})


def test_an_effect_without_new_parts_is_written_and_identified_as_before():
    """Twelve parts; the hash is that of earlier versions."""
    effect = mine(next_skips=1)
    assert list(effect.as_dict()) == [
        *("key", "words", "chooser", "may_decline", "first", "second", "peek", "reverse"),
        *("next_twice", "next_skips", "next_takes_discard", "extra_actions", "lands"),
    ]
    assert Deck.from_counts([(1, 40), (2, 10, effect)]).hash == "68959e46e46e"


@pytest.mark.parametrize("players", [3, 8])
def test_a_simulation_tells_what_a_table_tells(players):
    """Each column of games that were played in bulk, and opened again."""
    effects = [
        mine(key="show", reveal=Reveal("anybody", 2), score=3, score_at="top row"),
        mine(key="gift", lands="another grid"),
        mine(key="round", pass_on="highest", reverse=True),
        mine(key="low", pass_on="lowest", protect=True),
    ]
    deck = Deck.from_counts([(v, 3, e) for v in range(-2, 10) for e in (None, *effects)])
    result = simulate(
        "newskyjo", ["random"] * players, games=4, seed=3, deck=deck, decisions=True, progress=False
    )
    columns = ["phase", "notation", "source", "card_in", "card_out", "cleared", "effect"]
    columns += ["no_effect", "swapped", "hidden_left", "visible_after"]
    passed = 0
    for game, rows in enumerate(rows for _, rows in result.decisions.groupby("game_id")):
        opened = result.open(game=game, display=False).log.omniscient().decisions
        for column in columns:
            assert rows[column].astype(str).tolist() == opened[column].astype(str).tolist(), column
        passed += max(len(places) for places in rows["swapped"].dropna())
    assert passed > players + 4


# Texts and views of a state


def test_a_state_has_the_new_fields_only_where_they_say_something():
    """Text and observation; both come back."""
    h = table(
        *UP, draws="5:mine 4", own=[mine(protect=True, pass_on="highest", reveal=Reveal("own"))]
    )
    assert "protected" not in h.game.state_text(h.state, h.codes, h.deck)
    moves(h, "draw", "keep")
    text = h.game.state_text(h.state, h.codes, h.deck)
    assert "reveals_left=1 protected=1,0,0" in text
    assert h.game.parse_state(text, h.codes, h.deck) == h.state
    moves(h, "pick 0:a2")
    text = h.game.state_text(h.state, h.codes, h.deck)
    assert text.endswith("passed=0:a1,1:b1,2:a1")
    assert h.game.parse_state(text, h.codes, h.deck) == h.state
    seen = Observation(h.game, h.state, h.codes, h.deck, 1)
    assert seen.passed == ["0:a1", "1:b1", "2:a1"]
    assert (seen.protected, seen.reveals_left) == ([1, 0, 0], 0)
    for spoilt in ("passed=1:b1,9:a1", "passed=x", "passed=2:a1,1:b1,2:a1"):
        with pytest.raises(ValueError, match=r"passed|written"):
            h.game.parse_state(text.replace("passed=0:a1,1:b1,2:a1", spoilt), h.codes, h.deck)


def test_a_table_in_the_middle_can_be_observed_by_all():
    """Hidden cards stay so: a pick of a hidden card shows it only then."""
    h = kept(mine(reveal=Reveal("others", 2)))
    other = copy(h.state)
    a, b = other.under[1][0], other.under[1][1]
    other.under[1][0], other.under[1][1] = b, a
    for seat in (-1, 0, 1, 2):
        assert observe(other, seat) == observe(h.state, seat)
    assert set(REVEALED) == {"own", "player", "others", "anybody"}


def test_twelve_cards_and_eight_seats_are_passed_on():
    """The largest table that a packed list of places must hold: 72 cells, eight seats."""
    grids = [" ".join(["(1)"] * 3)] * 8
    h = exact(*grids, discard=0, draws="5:mine", own=[mine(pass_on="highest")], columns=1, rows=3)
    moves(h, *["take", "place a3"] * 8)
    assert h.state.seat == 0
    moves(h, "draw", "keep")
    assert told(h)["swapped"] == "a3 " + " ".join(f"{seat}:a3" for seat in range(1, 8))
