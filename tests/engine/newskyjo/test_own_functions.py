"""Effects that are functions of one's own: what they may do, records, files, refusals."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest

from skyjo_widget import (
    Deck,
    Effect,
    NewSkyjoRules,
    Pick,
    Reveal,
    RulesError,
    Session,
    load,
    paper,
    play,
    register_effect,
    simulate,
    verify,
)
from skyjo_widget.bots.newskyjo_search import strong
from skyjo_widget.engine.cards import effects as effects_module
from skyjo_widget.engine.cards import function as function_module
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.invariants import status
from skyjo_widget.engine.core.state import copy, observe
from skyjo_widget.engine.games import find_preset
from skyjo_widget.engine.limits import UNKNOWN
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.newskyjo.rules import CHOOSE
from skyjo_widget.errors import DeckError, RecordError
from skyjo_widget.frames.states import build
from skyjo_widget.records.record_file import to_line
from skyjo_widget.records.replay import replay
from skyjo_widget.strategies.conformance import permute_hidden
from tests.fixtures.random_games import game_if_possible, random_newskyjo_rules
from tests.fixtures.tables import BELOW, DOWN, grid, legal, lies, moves, pairs, pile, table, told
from tests.reference import plain_replayer


@pytest.fixture
def register(monkeypatch):
    """Register effects that are gone afterwards."""
    monkeypatch.setattr(effects_module, "_registered", dict(effects_module._registered))
    monkeypatch.setattr(effects_module, "_keys", dict(effects_module._keys))
    return register_effect


def mine(function, **parts) -> Effect:
    """An effect that calls a function."""
    return Effect(key="mine", words={"en": "Mine"}, function=function, **parts)


def kept(function, *grids, draws="", parts=None, **options):
    """A table at which seat 0 has just kept a 5 whose effect calls a function."""
    effect = mine(function, **(parts or {}))
    h = table(*(grids or (DOWN, DOWN, BELOW)), draws=f"5:mine {draws}", own=[effect], **options)
    return moves(h, "draw", "keep")


def storm(board):
    """Turn up a card of each seat by chance, and count a point for it."""
    for seat in range(board.players):
        hidden = [position for position, card in board.grid(seat).items() if card is None]
        if hidden and not board.is_protected(seat):
            board.reveal(seat, board.rng.choice(hidden))
            board.score(seat, 1)


def nothing(board):
    """Look, and change nothing."""
    assert board.players == 3


DECK_OF = [(value, 8) for value in range(-2, 13)]


def storm_deck() -> Deck:
    """A deck with storms, registered."""
    register_effect(Effect(key="storm", function=storm, words={"en": "Storm"}))
    return Deck.from_counts([*DECK_OF, (5, 8, "storm"), (0, 6, "swap-with-another")])


# Powers of a function


def test_a_function_is_called_when_the_effect_begins():
    """It turns up cards, whose columns are checked; the card lands then."""

    def show(board):
        assert board.grid(0)["a1"] is None
        assert board.reveal(1, "a1") == 1
        board.reveal(2, "b3")

    h = kept(show)
    assert [grid(h, p) for p in range(3)] == ["? ? ? ? ? ?", "1 ? ? ? ? ?", "? ? ? ? ? 12"]
    assert (told(h)["effect"], told(h)["no_effect"]) == ("mine", False)
    assert legal(h)[0] == "place a1"
    assert status(h.game, h.state, h.codes) == ()


def test_it_comes_after_the_other_parts():
    """Here after the swap that the player has picked."""

    def see(board):
        board.reveal(0, "a1")

    h = kept(see, parts={"first": Pick("own"), "second": Pick("own")})
    assert grid(h, 0) == "? ? ? ? ? ?"
    moves(h, "pick 0:a1", "pick 0:b3")
    assert grid(h, 0) == "6 ? ? ? ? ?"


def test_every_method_does_what_it_says():
    """Swap, draw, points, protection, and the order of play."""

    def much(board):
        assert (board.player, board.direction, board.discard_top, board.draw_size) == (0, 1, 0, 2)
        board.swap(1, "a1", 2, "a1")
        assert board.draw_to(1, "b1") == 7
        board.score(0, -5)
        board.protect(0)
        board.reverse()
        board.extra_actions(2)
        board.next_twice()
        board.next_skips(3)
        assert board.direction == -1

    h = kept(much, draws="7 8")
    assert (lies(h, 1), lies(h, 2)) == ("(7) 7 (3) (4) (5) (6)", "(1) (8) (9) (10) (11) (12)")
    assert pile(h, "discard") == [2, 0]
    s = h.state
    assert (s.bonus[:3], s.protected[:3], s.direction) == ([-5, 0, 0], [1, 0, 0], -1)
    assert (s.actions_left, s.next_twice, s.next_skips) == (2, 1, 3)
    text = h.game.state_text(s, h.codes, h.deck)
    assert "bonus=-5,0,0" in text
    assert h.game.parse_state(text, h.codes, h.deck) == s


def test_a_function_that_changes_nothing_has_no_effect():
    """As a swap without cards has none."""
    assert told(kept(nothing))["no_effect"]


def test_its_points_count_when_the_round_is_scored():
    """And not in the next one."""

    def fine(board):
        board.score(1, 7)

    h = pairs("9 (5:mine)", "3 (4)", "5 (6)", own=[mine(fine)], rounds=2)
    moves(h, "flip a2", "flip a2", "flip a2")
    assert (h.state.raw[:3], h.state.total[:3]) == ([14, 14, 11], [14, 14, 11])
    assert status(h.game, h.state, h.codes) == ()
    h.begin_round()
    assert h.state.bonus[:3] == [0, 0, 0]


def test_without_effects_it_is_not_called_and_rules_are_compiled():
    """The option plays numbers alone."""
    deck = storm_deck()
    assert jit.is_interpreted(NewSkyjoRules().codes(3, deck))
    assert not jit.is_interpreted(NewSkyjoRules(effects=False).codes(3, deck))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        simulate("newskyjo", ["random"] * 3, games=2, deck=deck, effects=False, progress=False)


# Limits of a function


def fails(board):
    """Change something, then fail."""
    board.reveal(1, "a1")
    raise ValueError("not today")


def cheats(board):
    """Take a card out of the game behind the board's back."""
    state = board._EffectBoard__s
    state.grid[0][0] = state.under[0][0]


def leaves(board):
    """Give the turn to somebody else behind the board's back."""
    board._EffectBoard__s.on_turn = 2


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (fails, "the effect's function fails: ValueError: not today"),
        (cheats, "cheats has broken the table: cards are missing or there twice"),
        (leaves, "leaves has broken the table: it isn't in the middle of this effect any more"),
    ],
)
def test_a_function_that_fails_or_breaks_the_table_is_named_and_nothing_is_half_done(
    function, says
):
    """The state, the events and the rows are those before the action."""
    h = table(DOWN, DOWN, BELOW, draws="5:mine", own=[mine(function)])
    moves(h, "draw")
    before, events, rows = copy(h.state), list(h.events), list(h.decisions)
    session = Session(h, functions={}, writer=None)
    with pytest.raises(RulesError, match=says):
        session.act("keep")
    assert (h.state, h.events, h.decisions) == (before, events, rows)
    assert h.newest().private
    session.act("discard")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda b: b.reveal(3, "a1"), "seats go from 0 to 2"),
        (lambda b: b.reveal("x", "a1"), "seat='x' is no whole number"),
        (lambda b: b.reveal(0, "z9"), "'z9' is no position here"),
        (lambda b: b.reveal(0, None), "'None' is no position here"),
        (lambda b: (b.reveal(0, "a1"), b.reveal(0, "a1")), "is face up already"),
        (lambda b: b.swap(0, "a1", 0, "a1"), "two different cards are needed"),
        (lambda b: b.score(0, 100), "points=100 is outside -99 to 99"),
        (lambda b: b.score(0, 0.5), "is no whole number"),
        (lambda b: b.extra_actions(10), "extra_actions=10 is outside 0 to 9"),
        (lambda b: b.next_skips(-1), "next_skips=-1 is outside 0 to 9"),
        (lambda b: b.grid(-1), "seats go from 0 to 2"),
    ],
)
def test_the_board_refuses_what_can_not_be(call, says):
    """With a sentence, through the effect's name."""

    def wrong(board):
        call(board)

    with pytest.raises(RulesError, match=f"function wrong: RulesError: .*{says}"):
        kept(wrong)


def test_an_empty_draw_pile_gives_no_card_and_an_empty_place_none_either():
    """None; and an error."""

    def draw(board):
        assert board.draw_to(1, "a1") is None

    h = kept(draw)
    assert (lies(h, 1), told(h)["no_effect"]) == (DOWN, True)


def two(board, more):
    """Take too many arguments."""


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (lambda board: None, "a function defined with 'def' is needed"),
        (print, "a function defined with 'def' is needed"),
        ("storm", "a function defined with 'def' is needed"),
        (two, "function=two: it takes one argument, the board"),
    ],
)
def test_what_is_no_such_function_is_refused(function, says):
    """The effect and the function are named."""
    with pytest.raises(RulesError, match=f"effect mine: .*{says}"):
        mine(function)


def test_a_function_without_source_is_refused():
    """A record could not say which it was."""
    names = {}
    exec("def made(board):\n    pass", names)
    with pytest.raises(RulesError, match="its source can't be read"):
        mine(names["made"])


# Records, files, simulations


@pytest.fixture
def recorded(register, tmp_path):
    """The record of a game with storms, and its table."""
    path = tmp_path / "game.jsonl"
    session = play(
        "newskyjo",
        ["bot:random", "bot:greedy", "bot:expected"],
        deck=storm_deck(),
        seed=2,
        rounds=3,
        record=path,
        display=False,
    )
    session.run(rounds=True)
    session.close()
    assert (session.log.decisions["effect"] == "storm").sum() > 3
    return session, path


def test_a_record_replays_and_is_verified(recorded):
    """Chance included: the same cards are turned up."""
    session, path = recorded
    reloaded = load(path, record=False, display=False)
    assert reloaded.history.state == session.history.state
    assert all(
        session.history.rounds[k].facts == r.facts for k, r in enumerate(reloaded.history.rounds)
    )
    assert "refuted: 0" in repr(verify(path))


def test_a_kernel_without_the_function_is_told_what_to_register(recorded, monkeypatch):
    """Records and decks; another source under the same name is refused too."""
    session, path = recorded
    text = session.deck.to_text()
    monkeypatch.setattr(function_module, "_defined", {})
    for of in (effects_module._registered, effects_module._keys):
        for name in [name for name in of if "storm" in name]:
            del of[name]
    needed = r"register_effect\(Effect\(key='storm', function=storm, …\)\) first"
    with pytest.raises(RecordError, match=needed):
        load(path, record=False, display=False)
    with pytest.raises(DeckError, match=needed):
        Deck.from_text(text)

    def other(board):
        board.reverse()

    register_effect(Effect(key="storm", function=other, words={"en": "Storm"}))
    with pytest.raises(RecordError, match=r"and here other .* is registered under that key"):
        load(path, record=False, display=False)
    register_effect(Effect(key="storm", function=storm, words={"en": "Storm"}))
    assert load(path, record=False, display=False).history.state == session.history.state
    assert Deck.from_text(text) == session.deck


@pytest.mark.parametrize("written", [5, "storm", {"name": "storm"}, {"name": 1, "source": ""}])
def test_a_spoilt_function_is_refused(register, written):
    """As a record may hold it."""
    parts = {**mine(storm).as_dict(), "function": written}
    with pytest.raises(RulesError, match="a function has the parts name and source"):
        Effect.from_dict(parts)


def test_decks_differ_by_the_function():
    """By its source, not by the object."""

    def turn_back(board):
        board.reverse()

    def other(board):
        board.next_skips()

    hashes = {Deck.from_counts([*DECK_OF, (5, 8, mine(f))]).hash for f in (turn_back, other, storm)}
    assert len(hashes) == 3
    assert mine(turn_back) == mine(turn_back)
    assert mine(turn_back) != mine(other)
    assert "function=turn_back" in repr(mine(turn_back))


def test_simulate_says_that_it_is_slow_and_plays_the_same_games(register):
    """A game that is opened, replayed as at a table, is the one that was played."""
    with pytest.warns(UserWarning, match=r"own as an effect \(storm\) aren't compiled") as warned:
        result = simulate(
            "newskyjo",
            ["random", "greedy", "expected"],
            games=6,
            seed=1,
            deck=storm_deck(),
            decisions=True,
            progress=False,
        )
    assert len(warned) == 1
    assert (result.decisions["effect"] == "storm").any()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        opened = result.open(game=4, display=False)
    rounds = result.rounds[result.rounds["game"] == 4] if "game" in result.rounds else None
    totals = opened.history.state.total[:3]
    last = result.rounds.groupby(result.rounds.columns[0], sort=False)
    assert rounds is None or rounds["total"].tolist() == totals
    assert any(group["total"].tolist() == totals for _, group in last)


def test_a_bot_that_searches_plays_with_it(register):
    """Interpreted, also where compiled code is at hand."""
    bot = strong("strong", rollouts=4)
    codes = NewSkyjoRules().codes(3, storm_deck())
    assert not bot.is_fast(codes)
    h = kept(storm, parts={"first": Pick("own"), "second": Pick("own")})
    action = bot.act(observe(h.state, 0), h.codes, np.random.default_rng(0))
    assert action in h.legal()


def test_it_is_no_game_for_paper_cards_nor_for_the_plain_replayer(recorded):
    """Both say so."""
    _, path = recorded
    with pytest.raises(RulesError, match="can't be played with paper cards"):
        paper("newskyjo", ["A", "B", "C"], deck=storm_deck(), record=False, display=False)
    with path.open() as lines, pytest.raises(plain_replayer.ReplayError, match="is a function"):
        list(plain_replayer.replay(lines))


# Chance, and hidden cards


def permuted(state, codes, rng):
    """A copy of a state in which the cards are permuted that the deciding seat doesn't see."""
    other = copy(state)
    permute_hidden(find_preset("newskyjo")[0], other, codes, state.seat, rng)
    return other


def test_chance_does_not_depend_on_cards_that_nobody_sees():
    """However they lie, the same cells are turned up."""
    h = table(DOWN, DOWN, BELOW, draws="5:mine 1 2 3", own=[mine(storm)])
    moves(h, "draw")
    public = set()
    for number in range(30):
        state = permuted(h.state, h.codes, np.random.default_rng(number))
        h.game.apply(state, h.codes, h.game.parse_action("keep", h.codes))
        public.add(str([[cell == UNKNOWN for cell in row] for row in state.grid]))
    assert len(public) == 1


def test_chance_differs_from_call_to_call_and_from_seed_to_seed():
    """It isn't the same number each time."""
    drawn = []

    def draw(board):
        drawn.append(board.rng.random())

    for seed in (1, 2):
        deck = Deck.from_counts([(value, 8, mine(draw)) for value in range(-2, 13)])
        session = play(
            "newskyjo",
            ["bot:random"] * 3,
            deck=deck,
            seed=seed,
            rounds=1,
            record=False,
            display=False,
        )
        session.run(rounds=True)
    assert len(set(drawn)) == len(drawn) > 20


def test_chance_is_the_same_after_undo_and_in_a_game_that_is_resumed(register, tmp_path):
    """A decision that is taken back and made again turns up the same cards."""
    path = tmp_path / "game.jsonl"
    register_effect(Effect(key="storm", function=storm, words={"en": "Storm"}))
    deck = Deck.from_counts([(value, 9, "storm") for value in range(-2, 13)])
    session = play(
        "newskyjo",
        ["Ana", "Bo", "Cy"],
        deck=deck,
        seed=4,
        practice=True,
        record=path,
        display=False,
    )
    while session.history.state.phase != CHOOSE:
        session.act(session.legal[0])
    session.act("draw")
    session.act("keep")
    after = session.history.state
    assert session.log.decisions["effect"].iloc[-1] == "storm"
    session.undo()
    session.act("keep")
    assert session.history.state == after
    session.close()
    assert load(path, record=False, display=False).history.state == after


def test_a_branch_has_chance_of_its_own(register, tmp_path):
    """Else whoever tries a storm there knows what it does here."""
    register_effect(Effect(key="storm", function=storm, words={"en": "Storm"}))
    deck = Deck.from_counts([(value, 9, "storm") for value in range(-2, 13)])
    session = play(
        "newskyjo",
        ["Ana", "Bo", "Cy"],
        deck=deck,
        seed=4,
        practice=True,
        record=False,
        display=False,
    )
    while session.history.state.phase != CHOOSE:
        session.act(session.legal[0])
    branch = session.branch(record=False, display=False)
    assert 0 < branch.history.state.dice != session.history.state.dice > 0
    assert str(session.history.state.dice) not in str(branch.history.events)


def test_states_of_games_with_a_function_are_those_of_their_replay(register, monkeypatch):
    """Of a run and of its log; the function isn't left out where there is compiled code."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = simulate(
            "newskyjo",
            ["random"] * 3,
            games=3,
            seed=1,
            deck=storm_deck(),
            states=True,
            progress=False,
        )
        opened = [run.open(number, display=False) for number in range(3)]
    states = run.states()
    logged = [session.log.states()["grid"] for session in opened]
    monkeypatch.setattr(build, "_is_plain", lambda history: False)  # event by event
    for number, session in enumerate(opened):
        grids = states[states.game == number]["grid"]
        assert np.array_equal(grids, session.log.states()["grid"])
        assert np.array_equal(grids, logged[number])


def reads(board):
    """Turn up the highest hidden card of each grid, which nobody can know."""
    state = board._EffectBoard__s
    for seat in range(board.players):
        grid = board.grid(seat)
        under = [card for card in state.under[seat] if card >= 0]
        hidden = [position for position, card in grid.items() if card is None]
        if hidden:
            board.reveal(seat, max(zip(under, hidden, strict=True))[1])


def looks_ahead(board):
    """Count points by the next card of the draw pile."""
    state = board._EffectBoard__s
    board.score(0, state.draw[state.draw_size - 1])


CALLS = []


def counts(board):
    """Do another thing at each call."""
    CALLS.append(board)
    board.score(0, len(CALLS))


def uses_what_it_turned_up(board):
    """Swap what was turned up, if it is high, and draw."""
    own = board.player
    hidden = [position for position, card in board.grid(own).items() if card is None]
    if len(hidden) > 1 and board.reveal(own, hidden[0]) > 5:
        board.swap(own, hidden[0], own, hidden[1])
    board.draw_to(own, board.rng.choice(list(board.grid(own))))


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (
            reads,
            r"the function reads depends on .* face down: .* it changes the grids \([a-d][12] of",
        ),
        (
            looks_ahead,
            "the function looks_ahead depends on cards that lie face down: .* bonus: use",
        ),
        (counts, "called twice at the same table, the function counts changes bonus: take chance"),
    ],
)
def test_a_function_that_knows_more_than_the_table_is_refused(register, function, says):
    """With what changed where only cards were permuted that nobody sees."""
    before = effects_module.effects()
    with pytest.raises(RulesError, match=f"effect mine: {says}"):
        register(mine(function))
    assert effects_module.effects() == before


@pytest.mark.parametrize("function", [storm, uses_what_it_turned_up, fails])
def test_a_function_may_use_what_it_turns_up_and_chance(register, function):
    """One that fails is no secret."""
    assert register(mine(function)).function.name == function.__name__


# Functions with the same source


def fines(points, by=None):
    """An effect's function that depends on what was given here."""

    def fine(board):
        board.score(1, points if by is None else by(points))

    return fine


def double(points):
    """Double."""
    return 2 * points


def played_with(function, path):
    """The record of a game with a function."""
    register_effect(Effect(key="fine", function=function, words={"en": "Fine"}))
    deck = Deck.from_counts([*DECK_OF, (5, 30, "fine")])
    session = play(
        "newskyjo", ["bot:random"] * 3, deck=deck, seed=2, rounds=1, record=path, display=False
    )
    session.run(rounds=True)
    session.close()
    assert (session.log.decisions["effect"] == "fine").any()
    return path


def test_functions_of_one_source_are_told_apart_by_the_values_that_they_take(register, tmp_path):
    """So each of their records is proved."""
    makers = [fines(7), fines(9), fines(7, double), fines((7, 1)[0])]
    assert mine(makers[0]) == mine(makers[3]) != mine(makers[1])
    paths = [
        played_with(make, tmp_path / f"{number}.jsonl") for number, make in enumerate(makers[:3])
    ]
    assert verify(*paths).code == 0
    hashes = {mine(make).function.hash for make in makers}
    assert len(hashes) == 3


def test_a_record_whose_values_are_not_here_names_them(register, tmp_path, monkeypatch):
    """Another value under the same name isn't taken for it."""
    path = played_with(fines(7), tmp_path / "a.jsonl")
    monkeypatch.setattr(function_module, "_defined", {})
    played_with(fines(9), tmp_path / "b.jsonl")
    with pytest.raises(RecordError, match="the function fine with points = 7, here 9: define it"):
        load(path, record=False, display=False)


def test_functions_that_a_record_can_not_tell_apart_are_named(register):
    """They differ in an object; the same object is no difference."""
    tool, other = np.random.default_rng(1), np.random.default_rng(1)
    mine(fines(7, tool.permutation))
    mine(fines(7, tool.permutation))
    with pytest.warns(
        UserWarning, match=r"fine: a function of the same name .* differ in by: give"
    ):
        mine(fines(7, other.permutation))


def chaos(board):
    """Do anything that the board allows, by chance."""
    rng = board.rng
    for _ in range(rng.randrange(4)):
        seat, other = rng.randrange(board.players), rng.randrange(board.players)
        mine, theirs = list(board.grid(seat)), list(board.grid(other))
        hidden = [position for position, card in board.grid(seat).items() if card is None]
        what = rng.randrange(5)
        if what == 0 and hidden:
            board.reveal(seat, rng.choice(hidden))
        elif what == 1 and mine and theirs and seat != other:
            board.swap(seat, rng.choice(mine), other, rng.choice(theirs))
        elif what == 2 and mine:
            board.draw_to(seat, rng.choice(mine))
        elif what == 3:
            board.score(seat, rng.randrange(-3, 4))
            board.protect(seat)
        else:
            rng.choice([board.reverse, board.extra_actions, board.next_twice, board.next_skips])()


@pytest.mark.seconds
def test_any_function_keeps_the_invariants_and_replays():
    """Random tables whose effects call it, each decision checked, and replayed from the events."""
    effects = [mine(chaos, reveal=Reveal("others")), NEWSKYJO_EFFECTS["peek-three"]]
    called = 0
    for seed in range(30):
        rng = np.random.default_rng([seed, 9])
        rules = random_newskyjo_rules(rng).replace(effects=True)
        counts = [(v, 4, e) for v in range(-2, 9) for e in (None, *effects)]
        h = game_if_possible("newskyjo", rules, 3 + seed % 3, Deck.from_counts(counts), seed)
        if h is None:
            continue
        events = [h.header]
        while not h.over and len(h.decisions) < 300:
            if h.needs_scoring:
                events.append(h.score())
            elif h.between_rounds:
                h.begin_round()
            elif h.needs_shuffle:
                order = rng.permutation(h.state.draw[: h.state.draw_size]).tolist()
                events.append(h.shuffle(order))
            else:
                actions = h.legal()
                events.append(h.act(actions[int(rng.random() * len(actions))]))
            assert status(h.game, h.state, h.codes) == ()
        called += sum(row.more["effect"] == "mine" for row in h.decisions)
        lines = [json.loads(to_line(event)) for event in events]
        assert replay(lines, "chaos.jsonl").state == h.state
    assert called > 100
