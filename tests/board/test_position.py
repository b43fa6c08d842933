"""Positions: tables that are set up, played on from, and taken from a game."""

from __future__ import annotations

import dataclasses
import random
import re
from collections import Counter
from copy import copy

import pytest

from skyjo_widget import Deck, NewSkyjoRules, Position, RulesError, Session, play, position
from skyjo_widget.board.position import seen_position
from skyjo_widget.engine.core.set_up import dealt_table, seen_table
from skyjo_widget.engine.core.state import copy as state_copy
from skyjo_widget.engine.core.state import observe
from skyjo_widget.engine.limits import NOBODY, UNKNOWN
from skyjo_widget.util.i18n import languages
from tests.fixtures import tables

ANA = ["4 ? 12 5", "? ? 3 ?", "? ? ? ?"]
BO = ["? ? ? 1", "? 7 ? ?", "? ? ? ?"]
SEATS = {"Ana": ANA, "bot:greedy": BO}
STOCKS = {"Ana": {"stock": [7, 12], "hand": "1 5 wild ?"}, "Bo": {"stock": [8, 3]}}
NOTHING = ["? ? ? ?"] * 3


def table(at: Position, **options: object) -> Session:
    """A table in memory at a position."""
    return play(at, **{"record": False, "display": False, **options})


def first(o: object) -> str:
    """A strategy."""
    return o.legal[0]


def same(text: str) -> Position:
    """The position that a text makes."""
    return eval(text, {"position": position, "first": first, "Deck": Deck})


def refused(*seats: object, lang: str | None = None, game: str = "skyjo", **parts: object) -> str:
    """The message of a refused position."""
    with pytest.raises(RulesError) as error:
        position(game, dict(zip(("Ana", "Bo", "Cy"), seats, strict=False)), lang=lang, **parts)
    return str(error.value)


# By scenario


def test_skyjo_is_set_up_as_written():
    """Open cards lie where they were written, the others are dealt by the seed."""
    at = position("skyjo", SEATS, discard=[2, -2], to_move="Ana", seed=7)
    session = table(at)
    h = session.history
    assert tables.grid(h, 0) == "4 ? 12 5 ? ? 3 ? ? ? ? ?"
    assert (tables.pile(h, "discard"), session.phase, session.legal) == (
        [2, -2],
        "choose",
        ("draw", "take"),
    )
    assert [(p.name, p.kind) for p in session.players] == [("Ana", "person"), ("greedy", "bot")]
    assert UNKNOWN not in h.state.under[0]
    assert h.state == table(at).history.state != table(at, seed=8).history.state


def test_odds_need_no_table():
    """They are those of the table that is played on from it."""
    at = position("skyjo", SEATS, discard=[2], lang="fr")
    assert str(at.odds("Ana")) == str(table(at).odds())
    assert at.odds().lang == "fr"
    assert at.odds(1).seat == 1


def test_a_drawn_card_is_in_the_hand():
    """Then its place is decided; a card that nobody has named is dealt, and has no odds."""
    session = table(position("skyjo", SEATS, discard=[2], hand=-1))
    assert (session.phase, session.observation().hand) == ("place drawn", -1)
    unseen = position("skyjo", SEATS, discard=[2], hand="?")
    assert table(unseen).observation().hand is not None
    with pytest.raises(RulesError, match="Ana sees a hand that isn't named"):
        unseen.odds()
    assert unseen.odds("greedy").seat == 1


def test_whoever_has_no_hidden_card_has_ended_the_round():
    """Those between have one turn more."""
    seats = {"Ana": ANA, "Bo": BO, "Cy": ["1 2 3 4", "5 6 7 8", "9 10 11 12"], "Di": BO}
    s = table(position("skyjo", seats, discard=[2])).history.state
    assert (s.ender, s.last_turns) == (2, 2)
    s = table(position("skyjo", seats, discard=[2], to_move="Di")).history.state
    assert (s.ender, s.last_turns) == (2, 3)
    seats.pop("Di")
    new = table(position("newskyjo", seats, discard=[2], deck="skyjo")).history.state
    assert (new.ender, new.last_turns, new.due[:3]) == (2, 1, [0, 1, 0])


def test_the_set_up_can_be_a_position():
    """Whoever has turned fewer cards is to turn the others."""
    session = table(
        position("skyjo", {"Ana": ["3 4 ? ?", *NOTHING[1:]], "Bo": None}, discard=1, to_move="Bo",
                 phase="setup")
    )  # fmt: skip
    session.act("flip a1")
    session.act("flip b1")
    assert (session.phase, session.history.state.turn) == ("choose", 1)


def test_a_round_of_a_game_is_a_position():
    """With its turns and the totals of the rounds before."""
    s = table(
        position("skyjo", SEATS, discard=[2], round=3, turn=6, totals={"greedy": 40}, to_move=1)
    ).history.state
    assert (s.round, s.turn, s.starter, s.turns[:2], s.total[:2]) == (3, 6, 0, [3, 2], [0, 40])


def test_effects_of_newskyjo_are_on_the_cards():
    """A kept card waits for its place; what a seat knows lies on the draw pile."""
    seats = {"Ana": ["5:reverse ? ? ?", *NOTHING[1:]], "Bo": None, "Cy": None}
    at = position("newskyjo", seats, discard=["12"], kept="9:swap-own-two")
    assert table(at).phase == "place kept"
    known = "looked=3 known=5@1,3:reverse@3,12@3||"
    for seed in range(4):
        session = table(position("newskyjo", seats, discard=[12], also=known, seed=seed))
        coming = tables.pile(session.history, "draw")[:3]
        assert coming[0] == 5
        assert set(coming[1:]) == {"3:reverse", 12}
    text = refused(*[NOTHING] * 3, game="newskyjo", discard=[12], also="known=99@1||")
    assert text.startswith("also: known=99@1||: '99' is no card of this deck")


def test_skip_bo_has_stock_piles_hands_and_piles():
    """A building pile is a number, or its cards where some are wild."""
    at = position(
        "skip-bo", STOCKS | {"Cy": {"stock": ["wild"], "discards": ["3 4", "", "9"]}},
        building=[3, "wild 1"], completed="12 11", stock=20,
    )  # fmt: skip
    h = table(at).history
    assert tables.building(h)[:2] == ["1 2 3", "1 wild"]
    assert (h.state.stock_left[:3], h.state.hand_size[:3]) == ([12, 3, 20], [4, 0, 0])
    assert not Counter(["1", "5", "wild"]) - Counter(tables.hand(h, 0).split())
    assert tables.discards(h, 2) == ["4 3", "", "9", ""]
    assert tables.pile(h, "completed") == [12, 11]
    assert (h.state.dealer, h.state.starter) == (2, 0)


def test_rules_and_deck_are_those_of_play():
    """They are in the text, as far as they are others than usual."""
    deck = Deck.from_counts([(1, 40), (2, 40), (9, 3, "reverse")])
    at = position(
        "newskyjo", dict.fromkeys(("Ana", "Bo", "Cy")), discard="2", deck=deck, columns=3, rows=4
    )
    assert (at.rules, same(repr(at))) == (NewSkyjoRules(columns=3, rows=4), at)
    assert "columns=3" in repr(at)
    with pytest.raises(RulesError, match="has its rules"):
        play(at, deck="skyjo", display=False)


def test_players_are_replaced_by_name_seat_or_all():
    """A position has seats; `play` may give them to others."""
    at = position("skyjo", {"Ana": ANA, first: BO}, discard=[2], to_move=first)
    assert [p.policy for p in table(at).players] == [None, "first()"]
    assert same(repr(at)) == at
    names = [p.name for p in table(at, players={"Ana": "bot:greedy", 1: "Bo"}).players]
    assert names == ["greedy", "Bo"]
    assert table(at, players=["bot:random"] * 2).players[1].name == "random 2"
    with pytest.raises(RulesError, match="2 seats, not 1"):
        table(at, players=["Ana"])


def test_two_equal_bots_are_pairs():
    """A dict would hold one of them alone."""
    at = position("skyjo", [("bot:greedy", ANA), ("bot:greedy", BO)], discard=[2], to_move=1)
    assert same(repr(at)) == at
    assert '("bot:greedy", ["4 ? 12 5"' in repr(at)


@pytest.mark.parametrize("lang", languages())
def test_a_position_shows_itself(lang):
    """As the picture of its table, with the hands and the text."""
    html = position("skip-bo", STOCKS, building=[3]).html(lang)
    assert "<img" in html
    assert "1 5 wild ?" in html
    assert {"en": "In the hand of Ana", "fr": "Dans la main de Ana"}[lang] in html


def test_names_are_escaped():
    """In the picture, and as text of the code."""
    name = '<b>"Ana"\\'
    at = position("skyjo", {name: ANA, "person:greedy": BO}, discard=[2])
    assert name not in at.html()
    assert same(repr(at)) == at
    assert [p.name for p in table(at).players] == [name, "greedy"]


def test_it_is_frozen():
    """Nothing of it can be set."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        position("skyjo", SEATS, discard=[2]).seed = 3


# Refusals


@pytest.mark.parametrize(
    ("seats", "parts", "says"),
    [
        ([ANA, [*BO[:2], "? ? ?"]], {}, "Bo: 11 cards, not 12"),
        ([ANA, ["? ?", "? ? ? ? ?", "? ? ? ? ?"]], {}, "Bo: rows of 4 cards are needed"),
        ([ANA, ["-2 -2 ? -2", "-2 −2 -2 ?", "? ? ? ?"]], {},
         "Bo, c2: −2 is there 6 times, and the deck has 5"),
        ([ANA, ["99 ? ? ?", *NOTHING[1:]]], {}, "Bo, a1: '99' is no card of this deck"),
        ([ANA, 5], {}, "Bo: rows of cards are needed"),
        ([ANA, BO], {"discard": ["?"]}, "discard: a card that lies open has a name"),
        ([ANA, BO], {"discard": []}, "discard: a card is needed"),
        ([ANA, BO], {"discard": ["."]}, "discard: '.' is no card"),
        ([ANA, BO], {"discard": {}}, "discard: cards as a text or a list are needed"),
        ([ANA, BO], {"discard": [1] * 151}, "discard: 151 cards, and the deck has 150"),
        ([ANA, BO], {"hand": 5, "phase": "choose"}, "a hand can't hold 5"),
        ([ANA, BO], {"phase": "reveal"}, "phase: 'reveal': one of setup, choose"),
        ([ANA, BO], {"also": "strater=1"}, "also: 'strater=1' is no field that can be said "
         r"\(did you mean 'starter'\?\)"),
        ([ANA, BO], {"also": "starter=x"}, "also: starter=x: a whole number is needed"),
        ([ANA, BO], {"also": "draw=1"}, "no field that can be said"),
        ([ANA, BO], {"turn": 0}, "turn: a whole number from 1 to"),
        ([ANA, BO], {"round": True}, "round: a whole number from 1 to"),
        ([ANA, BO], {"totals": [1]}, "2 numbers are needed, one for each seat"),
        ([ANA, BO], {"to_move": "Bob"}, r"to_move='Bob' \(did you mean 'Bo'\?\)"),
        ([ANA, BO], {"to_move": 2}, "there is no seat 2"),
        ([ANA, BO], {"dicard": [1]}, r"'dicard' is no part .* \(did you mean 'discard'\?\)"),
        ([["1 ? ? ?"] * 3, BO], {}, "the column a of Ana .* would have been cleared"),
        ([["1 2 3 4", "5 6 7 8", "9 10 11 12"], BO], {}, "Ana: no card lies face down"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_seat_and_the_card(seats, parts, says):
    """And where it lies."""
    assert re.search(says, refused(*seats, **{"discard": [2], **parts}))


@pytest.mark.parametrize(
    ("seats", "parts", "says"),
    [
        ([{"stock": [7, 3]}, ["8"]], {}, "Bo: a dict with stock, hand, discards is needed"),
        ([{"stock": [7, 3]}, {"stock": 8, "hnd": ""}], {}, "'hnd' .did you mean 'hand'"),
        ([{"stock": [7, 3]}, {}], {}, "Bo, stock: its top card and how many cards it has"),
        ([{"stock": [7, 3], "hand": [1] * 6}, {"stock": 8}], {}, "Ana, hand: 6 cards, and 5 are"),
        ([{"stock": [7, 3]}, {"stock": 8, "discards": "5"}], {}, "Bo, discards: a list of piles"),
        ([{"stock": [7, 3]}, {"stock": 8}], {"building": [12]}, "b1: a pile of 12 cards"),
        ([{"stock": [7, 3]}, {"stock": 8}], {"building": ["3 1"]}, "3 lies where 2 is due"),
        ([{"stock": [7, 3]}, {"stock": [8, 0]}], {}, "Bo, stock: a whole number from 1"),
        ([{"stock": [7, 3]}, {"stock": []}], {}, "the stock pile of Bo .* is empty"),
        ([{"stock": [7, 90]}, {"stock": [8, 90]}], {}, "deck: it has 162 cards, and 185 are laid"),
    ],
)  # fmt: skip
def test_refusals_of_skip_bo(seats, parts, says):
    """By seat and pile."""
    assert re.search(says, refused(*seats, game="skip-bo", **parts))


def test_all_problems_come_together_in_ones_language():
    """The sixth −2, and eleven cards."""
    text = refused(
        ["-2 -2 -2 ?", *NOTHING[1:]], [*NOTHING[:2], "? ? ?"], discard="-2 -2 -2", lang="fr"
    )
    assert text.splitlines() == [
        "Bo\N{NO-BREAK SPACE}: 11 cartes, et non 12",
        "  discard\N{NO-BREAK SPACE}: −2 est là 6 fois, et le paquet en a 5",
    ]


@pytest.mark.parametrize(
    "seats", [None, 5, "Ana", ["Ana"], {}, {"Ana": None}, {3: None, "Bo": None}]
)
def test_seats_are_players_with_cards(seats):
    """Anything else is refused with a sentence."""
    with pytest.raises(RulesError):
        position("skyjo", seats, discard=[1])


def test_cleared_cards_that_left_the_game_are_named():
    """If the rules take them out of it."""
    cleared = [". ? ? ?"] * 3
    assert "out: 3 cards have left" in refused(cleared, BO, game="skyjo-school", discard=[1])
    seats = {"Ana": cleared, "Bo": BO}
    assert table(position("skyjo-school", seats, discard=[1], out=[5, 5, 5])).phase == "choose"
    assert table(position("skyjo", seats, discard=[1])).history.state.columns_cleared[0] == 1


# Taken from a game


def games(preset: str, players: int, seed: int, **rules: int) -> list[Session]:
    """A game that is played at random, yielded now and then while somebody is to decide."""
    session = play(
        preset, [f"P{n}" for n in range(players)], seed=seed, record=False, display=False, **rules
    )
    rng = random.Random(seed)
    for step in range(160):
        if session.waiting == "next round":
            session.next_round()
        if session.over:
            return
        if step % 8 == seed % 8:
            yield session
        session.act(rng.choice(session.legal))


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("preset", "players", "rules"),
    [
        ("skyjo", 2, {}),
        pytest.param("skyjo-school", 3, {"columns": 2}, marks=pytest.mark.slow),
        ("newskyjo", 3, {"rounds": 3, "columns": 2}),
        pytest.param("skip-bo", 3, {"stock": 4}, marks=pytest.mark.slow),
        ("skip-bo", 4, {"teams": True}),
    ],
)
def test_a_position_of_a_random_game_shows_the_same(preset, players, rules):
    """Each seat sees what it saw, but for the last action; the text makes the same position."""
    seen = 0
    for session in games(preset, players, seed=players, **rules):
        r = session.history.codes
        for seat in range(players):
            at = session.position(seat)
            assert same(repr(at)) == at
            assert repr(same(repr(at))) == repr(at)
            played = table(at, seed=seen).history
            before, after = (
                seen_table(session.history.game, observe(state, seat), r)
                for state in (session.history.state, played.state)
            )
            assert before == after
            assert played.legal()
            seen += 1
    assert seen > 20


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("preset", "players", "rules"),
    [("skyjo", 2, {}), ("newskyjo", 3, {"columns": 2, "rounds": 4}), ("skip-bo", 3, {"stock": 4})],
)
def test_the_text_depends_on_what_is_seen_alone(preset, players, rules):
    """All that a seat, or a guest, doesn't see is dealt anew: every text stays the same."""
    changed = 0
    for session in games(preset, players, seed=1, **rules):
        history = session.history
        for seat in (*range(players), NOBODY):
            seen = seen_table(session.history.game, observe(history.state, seat), history.codes)
            other = copy(history)
            other.state = dealt_table(session.history.game, seen, history.codes, seed=changed)
            assert repr(seen_position(other, seat, {})) == repr(seen_position(history, seat, {}))
            changed += other.state != history.state
    assert changed > 20


def test_a_table_gives_what_its_viewer_sees():
    """The person to act; where several hold hands at one screen, what all may see."""
    session = play("skip-bo", ["Ana", "bot:greedy"], seed=1, record=False, display=False)
    assert session.position() == session.position(0) != session.position(1)
    shared = play("skip-bo", ["Ana", "Bo"], seed=1, record=False, display=False)
    assert "hand" not in repr(shared.position())
    assert '"hand"' in repr(shared.position(0))


def test_where_nobody_decides_there_is_no_position():
    """Between rounds, in the table's language."""
    session = play("skyjo", ["bot:greedy"] * 2, seed=1, record=False, display=False, lang="fr")
    session.run()
    with pytest.raises(RulesError, match="aucune ne l’est"):
        session.position()


def test_a_locked_coach_gives_no_position():
    """It would have odds."""
    session = play("skyjo", ["Ana", "Bo"], coach="locked", record=False, display=False)
    with pytest.raises(RulesError, match="locked"):
        session.position()


def test_again_begins_at_the_position_again():
    """With other unseen cards; its own seed deals the same ones."""
    session = table(position("skyjo", SEATS, discard=[2], seed=7))
    begun = state_copy(session.history.state)
    session.act("take")
    session.again(seed=7)
    assert session.history.state == begun
    session.again(seed=8)
    assert session.history.state != begun
    assert observe(session.history.state, 0) == observe(begun, 0)


def test_the_game_goes_on_as_any_other():
    """Undo, log, what-if, branch, and the next round."""
    session = table(position("skyjo", SEATS, discard=[2], seed=7), practice=True)
    session.act("take")
    session.act("place c1")
    assert len(session.log.decisions) == 2
    session.undo(to=0)
    assert session.legal == ("draw", "take")
    assert session.what_if(["take"], games=4).scores.shape == (4, 1)
    assert session.branch(display=False).position() == session.position()
    assert session.log.games["branch"].tolist() == ["position"]
    session.replace(0, "bot:greedy")
    session.run(rounds=True)
    assert session.over
