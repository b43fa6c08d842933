"""The engine against the plain replayer, which was written from the pages alone."""

from __future__ import annotations

import json
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pytest

from skyjo_widget import Deck, SkipBoRules
from skyjo_widget.engine.cards.effects import Effect, Pick, register_effect
from skyjo_widget.engine.cards.kind import Kind
from skyjo_widget.engine.core.perft import perft
from skyjo_widget.engine.core.piles import shuffle
from skyjo_widget.engine.games import find_preset
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.newskyjo.options import NewSkyjoRules
from skyjo_widget.engine.skipbo.deck import SKIPBO_DECK
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS
from skyjo_widget.records.history import History
from skyjo_widget.records.plain.newskyjo import Block
from skyjo_widget.records.plain.newskyjo_agreement import differences
from skyjo_widget.records.plain.skyjo import AnyTable
from skyjo_widget.records.record_file import to_line
from skyjo_widget.records.replay import feed
from tests.fixtures.random_games import (
    RANDOM_GAMES,
    new_game,
    random_newskyjo_deck,
    random_newskyjo_rules,
    random_skipbo,
)
from tests.reference import plain_replayer
from tests.reference.plain_skipbo import SkipBoTable, comparable


def play_on(h: History, rng: np.random.Generator, undo: bool):
    """Play a random game to its end, yielding each event as it comes.

    Each decision is one of the legal ones; in Skip-Bo, where games would hardly ever end,
    mostly one of the first, which play a card, and for 1,500 decisions at most.
    """
    yield h.header
    hasty = int(rng.integers(1, 12)) if h.game is SKIPBO else 1
    while not h.over and (h.game is not SKIPBO or len(h.decisions) < 1500):
        if h.needs_scoring:
            yield h.score()
        elif h.between_rounds:
            h.begin_round()
        elif h.needs_shuffle:
            order = h.state.draw[: h.state.draw_size]
            shuffle(rng, order, len(order))
            yield h.shuffle(order)
        elif undo and h.decisions and rng.random() < 0.01:
            held = [row.decision for row in h.decisions if not row.undone]
            if held:
                yield h.undo(held[-1 - int(rng.random() * min(5, len(held)))])
        elif h.game.penalize and rng.random() < 0.01:
            yield h.penalize(int(rng.random() * len(h.players)))
        else:
            actions = h.legal()
            yield h.act(actions[int(rng.random() ** hasty * len(actions))], ms=1)


def card(h: History, number: int) -> int | str | None:
    """A card of the state as the record writes it."""
    return None if number < 0 else h.deck.kinds[number].card


def pile(h: History, name: str) -> list[int | str | None]:
    """A pile, top first."""
    cards = getattr(h.state, name)[: getattr(h.state, f"{name}_size")]
    return [card(h, number) for number in reversed(cards)]


def compare(h: History, table: AnyTable) -> None:
    """Every part of the two states, where no shuffle is due."""
    assert differences(h, table) == {}
    if isinstance(table, SkipBoTable):
        compare_skipbo(h, comparable(table))


def compare_skipbo(h: History, told: dict[str, Any]) -> None:
    """Piles, hands, counts and scores, as plain values."""
    s, r, n = h.state, h.codes, h.codes.players

    def cards(numbers: list[int]) -> list[int | str | None]:
        return [card(h, number) for number in numbers]

    def piles(name: str, count: int) -> list[list[int | str | None]]:
        sizes = getattr(s, f"{name}_size")
        return [cards(getattr(s, name)[i][: sizes[i]]) for i in range(count)]

    assert told["stock_top"] == cards(s.stock_top[:n])
    assert told["stock"] == piles("stock", n)
    assert told["hand"] == piles("hand", n)
    assert told["building"] == piles("building", r.building_piles)
    assert told["building_down"] == s.building_down[: r.building_piles]
    assert told["discards"] == piles("discards", n * r.discard_piles)
    assert sorted(told["completed"], key=str) == sorted(pile(h, "completed"), key=str)
    assert told["draw"] == pile(h, "draw")[::-1]
    for name in ("stock_left", "turns", "total", "penalty_cards"):
        assert told[name] == getattr(s, name)[:n], name
    for name in ("round", "turn", "dealer", "starter"):
        assert told[name] == getattr(s, name), name
    if h.actor is not None:
        assert told["idle_turns"] == (0 if s.moved else s.idle_turns)
    if h.rounds:
        assert told["score"] == h.rounds[-1].facts["score"]


def agree(h: History, seed: int, *, undo: bool = False) -> None:
    """Play a game, replay its very bytes with the other program, and compare each step."""
    events, snapshots = [], []
    rng = np.random.default_rng(seed)
    live = plain_replayer.replay(iter(_lines(play_on(h, rng, undo), events)))
    for _ in live:
        pass
    again = History(events[0])
    for number, (table, event) in enumerate(
        zip(plain_replayer.replay(iter(_lines(events, []))), events, strict=True), start=1
    ):
        if number > 1:
            feed(again, event, line=number)
        if not (again.needs_scoring or again.needs_shuffle):
            compare(again, table)
            snapshots.append(number)
    assert again.state == h.state
    followed = enumerate(pairwise(events), start=1)
    at_rest = [n for n, (_, then) in followed if then["event"] not in ("shuffle", "round")]
    assert set(at_rest) <= set(snapshots)


def _lines(events, keep):
    for event in events:
        line = to_line(event).decode()
        keep.append(json.loads(line))
        yield line


@pytest.mark.parametrize("players", range(3, 9))
def test_both_agree_on_newskyjo_as_it_is_played(players):
    """With its own deck and rules, and undos."""
    game, rules = find_preset("newskyjo")
    agree(new_game("newskyjo", rules, players, game.deck, players), seed=players, undo=True)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (2, False),
        (4, True),
        *(pytest.param(n, False, marks=pytest.mark.slow) for n in range(3, 7)),
        pytest.param(6, True, marks=pytest.mark.slow),
    ],
)
def test_both_agree_on_skipbo_as_it_is_played(players, teams):
    """With its own deck, undos and penalties; most of the rounds end."""
    ended = 0
    for seed in range(6):
        rules = SkipBoRules(teams=teams, stock=4, rounds=2)
        h = new_game("skip-bo", rules, players, SKIPBO_DECK, seed)
        agree(h, seed=10 * players + seed, undo=True)
        ended += h.over
    assert ended > 1


@pytest.mark.seconds
@pytest.mark.parametrize("preset", list(SKYJO_PRESETS))
@pytest.mark.parametrize(
    "players", [2, 8, *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 8))]
)
def test_both_agree_on_every_preset_and_number_of_players(preset, players):
    """States, legal actions, consequences and scores of whole games."""
    rules = SKYJO_PRESETS[preset]
    agree(new_game(preset, rules, players, SKYJO.deck, players), seed=players)


def _sweep(random_game, seeds: range) -> None:
    played = 0
    for seed in seeds:
        if game := random_game(seed):
            agree(game, seed, undo=bool(seed % 2))
            played += 1
    assert played > len(seeds) // 4


@pytest.mark.seconds
@pytest.mark.parametrize(
    "random_game",
    [
        pytest.param(made, id=name, marks=[] if name == "skyjo" else pytest.mark.slow)
        for name, made in RANDOM_GAMES.items()
    ],
)
def test_both_agree_on_random_rules(random_game):
    """Any options, any deck, with undos in half of the games."""
    _sweep(random_game, range(20))


@pytest.mark.slow(minutes=True)
@pytest.mark.parametrize("random_game", RANDOM_GAMES.values(), ids=RANDOM_GAMES)
@pytest.mark.parametrize("block", range(8))
def test_both_agree_on_thousands_of_games(random_game, block):
    """The same, at length."""
    _sweep(random_game, range(1000 + block * 250, 1250 + block * 250))


def test_both_agree_on_an_effect_that_was_registered():
    """A deck that names it by its key; it does a bit of everything."""
    register_effect(
        Effect(
            key="upheaval",
            words={"en": "Everything changes"},
            chooser="left neighbour",
            may_decline=True,
            first=Pick("own", "visible"),
            second=Pick("others"),
            peek=2,
            reverse=True,
            next_twice=1,
            extra_actions=1,
            lands="top row",
        )
    )
    counts = [(v, n, e) for v in range(-1, 6) for e, n in ((None, 8), ("upheaval", 2))]
    for seed in range(5):
        game = new_game("newskyjo", NewSkyjoRules(), 4, Deck.from_counts(counts), seed)
        agree(game, seed, undo=True)


def test_who_looks_at_fewer_cards_than_they_know_forgets_none():
    """Seat 0 knows three in some order, looks at one, and still knows the other two."""
    look = Effect(key="look-at-one", words={"en": "Look at one"}, peek=1)
    effects = {1: NEWSKYJO_EFFECTS["peek-three"], 2: look, 5: NEWSKYJO_EFFECTS["peek-three"]}
    deck = Deck(tuple(Kind(value, 1, effects.get(value)) for value in range(1, 20)))
    rules = NewSkyjoRules(columns=2, rows=2, turned=0, clear=2)
    h = new_game("newskyjo", rules, 3, deck, 0)
    events = [h.header, h.shuffle(list(range(19)))]
    actions = ("flip a1", "order 123", "flip a1", "order 123", "flip a1", "flip b1")
    events += [h.act(h.game.parse_action(text, h.codes)) for text in actions]
    *_, table = plain_replayer.replay(to_line(event).decode() for event in events)
    assert table.known[0] == [Block([14], 1), Block([15, 16], 2)]
    compare(h, table)


@pytest.mark.parametrize("seed", range(12))
def test_both_count_the_same_paths_of_newskyjo(seed):
    """Perft from somewhere in a game of small grids; the draw pile is made anew in some."""
    rng = np.random.default_rng([seed, 3])
    rules = random_newskyjo_rules(rng).replace(
        columns=2, rows=2, turned=int(rng.integers(2)), clear=2, effects=True
    )
    game = new_game("newskyjo", rules, 3, random_newskyjo_deck(rng), seed)
    events = play_on(game, rng, undo=False)
    beginning = islice(events, int(rng.integers(4, 40)))
    *_, table = plain_replayer.replay(to_line(event).decode() for event in beginning)
    for depth in range(1, 4):
        assert table.perft(depth) == perft(game.game, game.state, game.codes, depth)


@pytest.mark.parametrize("seed", range(12))
def test_both_count_the_same_paths_of_skipbo(seed):
    """Perft from somewhere in a game; the completed piles become a draw pile in some."""
    game = next(h for n in range(100) if (h := random_skipbo(100 * seed + n)))
    rng = np.random.default_rng([seed, 6])
    beginning = islice(play_on(game, rng, undo=False), int(rng.integers(4, 200)))
    *_, table = plain_replayer.replay(to_line(event).decode() for event in beginning)
    for depth in range(1, 4):
        assert table.perft(depth) == perft(game.game, game.state, game.codes, depth)
