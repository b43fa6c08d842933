"""Skip-Bo as a game of the engine: the contract, texts, observations, bots."""

from __future__ import annotations

import numpy as np
import pytest

from skyjo_widget import Observation, SkipBoRules, bots, play
from skyjo_widget.bots.skipbo import greedy_discard
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.perft import perft
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.limits import NO_CARD, NOBODY
from skyjo_widget.engine.skipbo.checks import INVARIANTS
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.errors import NotationError
from skyjo_widget.strategies.conformance import check_bot, check_game, permute_hidden
from tests.fixtures.random_games import random_skipbo
from tests.fixtures.skipbo import skip_bo
from tests.fixtures.tables import hand, legal, moves

TABLES = [*((players, False) for players in range(2, 7)), (4, True), (6, True)]

# The contract


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("players", "teams"),
    [
        pytest.param(
            *table, marks=[] if table in {(2, False), (5, False), (6, True)} else [pytest.mark.slow]
        )
        for table in TABLES
    ],
)
def test_every_table_keeps_the_contract_of_a_game(players, teams):
    """Games at random: no card lost, one to act, texts, copies, hidden cards."""
    rules = SkipBoRules(teams=teams, stock=3, rounds=2)
    check_game("skip-bo", seats=players, games=1, seed=players, rules=rules, turns=100)


@pytest.mark.parametrize(
    "options",
    [
        {"stock": 1, "hand": 1, "building_piles": 1, "discard_piles": 1, "rounds": 5},
        {"stock": 76, "hand": 10, "rounds": 1},
        {"short": True, "hand": 2, "discard_piles": 2, "target": 1},
    ],
)
def test_odd_rules_keep_the_contract_of_a_game(options):
    """The corners of the options."""
    check_game("skip-bo", seats=2, games=1, rules=SkipBoRules(**options), turns=150)


def check_random(seed):
    """Any options and deck, if they go together, of the game and a bot; whether they did."""
    if not (h := random_skipbo(seed)):
        return False
    table = {"seats": len(h.players), "rules": h.rules, "deck": h.deck}
    check_game("skip-bo", games=1, seed=seed, turns=60, **table)
    check_bot("skip-bo", bots.policies("skip-bo")[seed % 4], games=1, seed=seed, turns=60, **table)
    return True


@pytest.mark.seconds
def test_any_rules_keep_the_contract_of_a_game():
    """Small decks, teams, few piles."""
    assert sum(check_random(seed) for seed in range(10)) > 2


@pytest.mark.slow
def test_any_rules_keep_the_contract_of_a_game_over_many_games():
    """The same, at length."""
    assert sum(check_random(seed) for seed in range(1000, 1150)) > 50


@pytest.mark.seconds
@pytest.mark.parametrize("bot", bots.policies("skip-bo"))
@pytest.mark.parametrize("players", [2, pytest.param(5, marks=pytest.mark.slow)])
def test_every_bot_keeps_the_contract_of_a_bot(bot, players):
    """Legal answers that depend on what the bot may see alone."""
    check_bot("skip-bo", bot, seats=players, games=1, turns=60)


@pytest.mark.parametrize("bot", bots.policies("skip-bo"))
@pytest.mark.parametrize("players", [4, 6])
def test_every_bot_keeps_the_contract_in_teams(bot, players):
    """With the partner's piles."""
    rules = SkipBoRules(teams=True, short=True, rounds=2)
    check_bot("skip-bo", bot, seats=players, games=1, rules=rules, turns=150)


# Invariants

DAMAGE = {
    "cards conserved": lambda s: s.draw.__setitem__(0, (s.draw[0] + 1) % 13),
    "piles counted": lambda s: s.stock_left.__setitem__(0, 7),
    "hands sorted": lambda s: s.hand[s.seat].__setitem__(slice(0, 2), [9, 3]),
    "building piles go up": lambda s: s.building[0].__setitem__(0, 5),
    "one to act": lambda s: setattr(s, "seat", NOBODY),
    "hand filled": lambda s: s.hand_size.__setitem__(s.seat, 0),
    "round goes on": lambda s: s.stock_left.__setitem__(0, 0),
    "turns counted": lambda s: setattr(s, "turn", 0),
    "rounds counted": lambda s: setattr(s, "round", 0),
    "last action told": lambda s: setattr(s, "played_as", 99),
    "penalty pending": lambda s: setattr(s, "penalty_left", 1),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_named(name):
    """Each by its invariant."""
    h = skip_bo(hands=["1 9 12", "4"], building=["1 2"], draw="3 4 5")
    assert status(h.game, h.state, h.codes) == ()
    DAMAGE[name](h.state)
    assert name in status(h.game, h.state, h.codes)


def test_a_wrong_score_and_a_missing_action_are_named():
    """The two that need another moment."""
    h = skip_bo(stocks=["1", "5 6"], hands=["9", "4"])
    moves(h, "play stock b1")
    assert status(h.game, h.state, h.codes) == ()
    h.state.score[1] = 5
    assert "scores add up" in status(h.game, h.state, h.codes)
    assert set(INVARIANTS) == {*DAMAGE, "scores add up", "a legal action"}


# Texts


def test_state_text_tells_the_moment():
    """Piles top first, hands sorted, of a seat's discard piles one after the other."""
    h = skip_bo(
        stocks=["1 7", "wild"],
        hands=["3 wild", "4"],
        building=["", "1 wild"],
        discards=["5 6///2", ""],
        draw="8 9",
    )
    text = SKIPBO.state_text(h.state, h.codes, h.deck)
    for word in (
        *(
            "skip-bo",
            "phase=turn",
            "seat=0",
            "idle_turns=0",
            "stock_top=7,wild",
            "stock=1|12,11,10",
        ),
        *("stock_left=2,4", "hand=3,wild|4", "hand_size=2,1", "building=|wild,1||"),
        *("discards=6,5///2|///", "draw=8,9", "completed="),
    ):
        assert f" {word} " in f" {text} ", (word, text)
    assert SKIPBO.parse_state(text, h.codes, h.deck) == h.state
    seen = SKIPBO.state_text(observe(h.state, 1), h.codes, h.deck)
    assert " hand=|4 " in seen
    assert " hand_size=2,1 " in seen
    assert " stock=" not in seen
    assert " draw=" not in seen


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("play", "needs a card and a building pile, as in 'play stock b1'"),
        ("play stock", "'' is no building pile; they go from b1 to b4"),
        ("play stock b5", "they go from b1 to b4"),
        ("play stock d1", "'d1' is no building pile"),
        ("play 31 b1", "'31' is no card to play"),
        ("play 07 b1", "no card to play"),
        ("play d5 b1", "'d5' is no card to play"),
        ("play Stock b1", "no card to play"),
        ("play stock  b1", "no building pile"),
        ("play stock b1 ", "no building pile"),
        ("discard 7", "'' is no discard pile; they go from d1 to d4"),
        ("discard stock d1", "'stock' is no card of a hand: 1 to 12, or wild"),
        ("discard 7 b1", "'b1' is no discard pile"),
        ("discard 7 d٣", "is no discard pile"),
        ("pass 1", "'pass' stands alone"),
        ("draw", "an action begins with play, discard, pass"),
    ],
)
def test_a_text_that_is_no_action_is_refused(text, says):
    """With what would be one."""
    h = skip_bo()
    with pytest.raises(NotationError) as error:
        SKIPBO.parse_action(text, h.codes)
    assert says in str(error.value)


def test_every_action_has_a_text_of_its_own():
    """And is read back from it."""
    codes = SkipBoRules(teams=True).codes(4, SKIPBO.deck)
    texts = [SKIPBO.action_text(action, codes) for action in range(SKIPBO.action_count(codes))]
    assert len(set(texts)) == len(texts) == 41 * 4 + 31 * 4 + 1
    assert [SKIPBO.parse_action(text, codes) for text in texts] == list(range(len(texts)))


# A seat's observation


def test_an_observation_is_readable():
    """Cards are numbers, wild ones say so; piles from bottom to top, by seat."""
    h = skip_bo(
        stocks=["1 7", "wild"],
        hands=["3 wild", "4"],
        building=["1 wild"],
        discards=["5 6///2", ""],
        draw="8 9",
    )
    obs = Observation(h.game, h.state, h.codes, h.deck, 0)
    assert (obs.phase, obs.seat, obs.me, obs.players, obs.teams, obs.highest) == (
        *("turn", 0, 0, 2, 0, 12),
    )
    assert obs.mine == [3, 0]
    assert [card.wild for card in obs.mine] == [False, True]
    assert obs.hand == [[3, 0], []]
    assert obs.hand_size == [2, 1]
    assert obs.stock_top == [7, 0]
    assert obs.stock_left == [2, 4]
    assert obs.building == [[1, 0], [], [], []]
    assert obs.discards == [[[5, 6], [], [], [2]], [[], [], [], []]]
    assert obs.legal[:2] == ("play 3 b1", "play wild b1")
    assert not hasattr(obs, "draw")
    assert not hasattr(obs, "stock")


def test_a_seat_sees_the_same_whatever_it_cannot_see():
    """Others' hands, face-down cards and the draw pile change places; hands stay sorted."""
    h = skip_bo(stocks=["7 1 2 3", "wild 4 5"], hands=["3 wild", "4 5 6"], draw="8 9 10 11 12 1 2")
    rng = np.random.default_rng(1)
    hands = set()
    for _ in range(50):
        other = copy(h.state)
        permute_hidden(h.game, other, h.codes, 0, rng)
        assert observe(other, 0) == observe(h.state, 0)
        assert status(h.game, other, h.codes) == ()
        hands.add(tuple(other.hand[1]))
    assert len(hands) > 20


# Bots


def asked(bot, **table):
    """Return a bot's action at a table."""
    h = skip_bo(**table)
    o = observe(h.state, h.state.seat)
    action = bots.find("skip-bo", bot).act(o, h.codes, np.random.default_rng(1))
    return h.game.action_text(action, h.codes)


@pytest.mark.parametrize("bot", ["plain", "greedy"])
@pytest.mark.parametrize(
    ("table", "plays"),
    [
        ({"stocks": ["1", "5"], "hands": ["1 wild", "4"], "discards": ["1", ""]}, "play stock b1"),
        ({"stocks": ["7", "5"], "hands": ["1 wild", "4"], "discards": ["2//1", ""]}, "play d3 b1"),
        ({"stocks": ["7", "5"], "hands": ["1 wild", "4"], "discards": ["2", ""]}, "play 1 b1"),
        ({"stocks": ["7", "5"], "hands": ["9 wild", "4"]}, "play wild b1"),
        ({"stocks": ["1 7", "5"], "hands": ["9", "4"], "building": ["1", "1 2 3 4 5 6"]},
         "play stock b2"),
        ({"stocks": ["7", "5"], "hands": ["", "4"]}, "pass"),
    ],
)  # fmt: skip
def test_plays_go_stock_pile_discard_piles_hand(bot, table, plays):
    """The first legal one, on the first building pile that takes it."""
    assert asked(bot, **table) == plays


FULL = ["1", "1", "1", "1"]
"""Building piles that all need a 2."""


@pytest.mark.parametrize(
    ("hands", "discards", "plain", "greedy"),
    [
        ("4 9 11", "", "discard 4 d1", "discard 11 d1"),
        ("4 9 11", "5 3/9", "discard 4 d1", "discard 9 d2"),
        ("4 9 11", "5 3/9/4", "discard 4 d1", "discard 9 d2"),
        ("4 9 11", "5 3/7/8", "discard 4 d1", "discard 11 d4"),
        ("4 9 11", "5 3/7/8/6", "discard 4 d1", "discard 11 d2"),
    ],
)
def test_discards(hands, discards, plain, greedy):
    """Plain: the first card on the first pile; greedy: its like, an empty pile, the shortest."""
    table = {"stocks": ["7", "5"], "building": FULL, "discards": [discards, ""]}
    assert asked("plain", hands=[hands, "4"], **table) == plain
    assert asked("greedy", hands=[hands, "4"], **table) == greedy


def test_greedy_keeps_its_wild_cards():
    """They fit everywhere, so it plays them; a bot that may not discards them last."""
    h = skip_bo(stocks=["7", "5"], hands=["4 wild", "4"], discards=["wild", ""])
    o = observe(h.state, 0)
    assert h.game.action_text(greedy_discard(o, h.codes), h.codes) == "discard 4 d2"
    h = skip_bo(stocks=["7", "5"], hands=["wild", "4"], discards=["3/wild", ""])
    action = greedy_discard(observe(h.state, 0), h.codes)
    assert h.game.action_text(action, h.codes) == "discard wild d2"


def test_partners_piles_come_after_ones_own():
    """Stock piles first, then discard piles."""
    table = {
        "stocks": ["7", "5", "1", "6"],
        "hands": ["1", "", "", ""],
        "discards": ["1", "", "1", ""],
        "teams": True,
    }
    assert asked("plain", **table) == "play partner-stock b1"
    table["stocks"] = ["7", "5", "8", "6"]
    assert asked("plain", **table) == "play d1 b1"
    table["discards"] = ["2", "", "/1", ""]
    assert asked("plain", **table) == "play partner-d2 b1"


def test_random_plays_each_legal_action():
    """With the same chance."""
    h = skip_bo(stocks=["1", "5"], hands=["1 4 4 wild", "4"], discards=["1/2", ""])
    o, rng = observe(h.state, 0), np.random.default_rng(1)
    actions = [bots.find("skip-bo", "random").act(o, h.codes, rng) for _ in range(5600)]
    counts = {action: actions.count(action) for action in h.legal()}
    assert sum(counts.values()) == len(actions)
    assert len(counts) == 4 + 4 + 4 + 4 + 12
    assert max(counts.values()) < 280
    assert min(counts.values()) > 130


@pytest.mark.seconds
def test_greedy_beats_plain_more_often_than_not():
    """In short games on both sides."""
    won = 0
    for seed in range(40):
        players = ["bot:greedy", "bot:plain"][:: 1 if seed % 2 else -1]
        table = play(
            "skip-bo", players, seed=seed, record=False, display=False, short=True, rounds=1
        )
        table.run()
        won += table.winners == ("greedy",)
    assert won > 24


# Paths


def test_perft_of_a_fixed_table():
    """A 1 in the hand: four places to play it, two cards to discard on four piles."""
    h = skip_bo(stocks=["7", "5"], hands=["1 9", "4"], hand=2, draw="3 3 3 3")
    assert legal(h) == [
        *(f"play 1 b{n}" for n in range(1, 5)),
        *(f"discard {card} d{n}" for card in (1, 9) for n in range(1, 5)),
    ]
    assert perft(SKIPBO, h.state, h.codes, 1) == 12
    # after a play: 9 on 4 piles; after a discard, seat 1 has 3 and 4: 8 discards
    assert perft(SKIPBO, h.state, h.codes, 2) == 4 * 4 + 8 * 8


def test_a_drawn_hand_is_sorted():
    """However the cards come, wild ones last."""
    h = skip_bo(hands=["3 9 wild", "2 wild"], hand=5, draw="12 1 5 wild 7 8")
    moves(h, "discard 3 d1")
    assert hand(h, 1) == "1 2 5 12 wild"
    assert NO_CARD not in h.state.hand[1][:5]
