"""The engine against the plain replayer, which was written from the pages alone."""

from __future__ import annotations

import json

import numpy as np
import pytest

from skyjo_widget import SKYJO_PRESETS, Deck, RulesError, SkyjoRules
from skyjo_widget.engine.game import SKYJO
from skyjo_widget.engine.notation import position_text
from skyjo_widget.engine.piles import shuffle
from skyjo_widget.history import History, Player, header
from skyjo_widget.record import to_line
from skyjo_widget.replay import feed
from tests import plain_replayer
from tests.tables import legal, pile

UP, DOWN, EMPTY = "up", "down", None


def new_game(preset: str, rules: SkyjoRules, players: int, deck: Deck, seed: int) -> History:
    """A game before its first shuffle."""
    return History(
        header(
            game=SKYJO,
            game_id=f"{preset}-{seed}",
            preset=preset,
            rules=rules,
            deck=deck,
            players=[Player(f"P{seat}", "person", None) for seat in range(players)],
            seed=seed,
            practice=True,
            software="test",
        )
    )


def random_rules(rng: np.random.Generator) -> SkyjoRules:
    """Any combination of options that is allowed."""
    columns, rows = int(rng.integers(1, 6)), int(rng.integers(2, 6))
    return SkyjoRules(
        columns=columns,
        rows=rows,
        turned=int(rng.integers(0, columns * rows)),
        clear=int(rng.integers(2, rows + 1)),
        cleared_to=["discard pile", "out of the game"][rng.integers(2)],
        clear_at_reveal=bool(rng.integers(2)),
        ender_safe=["strictly lowest", "lowest"][rng.integers(2)],
        penalty_factor=int(rng.integers(1, 4)),
        penalty_add=int(rng.integers(0, 3)) * 5,
        penalty_when=["positive", "always"][rng.integers(2)],
        starter=["ender", "highest sum"][rng.integers(2)],
        target=int(rng.integers(1, 120)),
    )


def play_on(h: History, rng: np.random.Generator, undo: bool):
    """Play a random game to its end, yielding each event as it comes."""
    yield h.header
    while not h.over:
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
        else:
            actions = h.legal()
            yield h.act(actions[int(rng.random() * len(actions))], ms=1)


def compare(h: History, table: plain_replayer.Table) -> None:
    """Every part of the two states."""
    s, n = h.state, h.codes.players
    assert table.seat == h.actor
    if not h.between_rounds and not h.needs_shuffle:
        assert table.phase == h.game.phases[s.phase]
    assert sorted(table.legal()) == sorted(legal(h))
    if h.needs_shuffle and s.shuffled_for == h.game.dealt_phase:
        return
    for seat in range(n):
        for cell in range(h.codes.cells):
            name = position_text(cell, h.codes.columns)
            up, under = s.grid[seat][cell], s.under[seat][cell]
            if up >= 0:
                assert table.grids[seat][name] == (UP, h.deck.values[up])
            elif under >= 0:
                assert table.grids[seat][name] == (DOWN, h.deck.values[under])
            else:
                assert table.grids[seat][name] is EMPTY
    assert table.discard_pile[::-1] == pile(h, "discard")
    assert sorted(table.out) == sorted(pile(h, "out"))
    if not h.needs_shuffle:
        assert table.draw_pile == pile(h, "draw")
    assert table.hand == (h.deck.values[s.hand] if s.hand >= 0 else None)
    assert table.round == s.round
    assert table.columns_cleared == s.columns_cleared[:n]
    assert table.turns == s.turns[:n]
    assert table.total == s.total[:n]
    if h.actor is not None:
        assert table.turn == s.turn
    if h.rounds:
        assert table.raw == h.rounds[-1].facts["raw"]
        assert table.score == h.rounds[-1].facts["score"]
    if h.over:
        assert table.winners == h.game.winners(s, h.codes)


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
    assert len(snapshots) > len(events) // 2


def _lines(events, keep):
    for event in events:
        line = to_line(event).decode()
        keep.append(json.loads(line))
        yield line


@pytest.mark.parametrize("preset", list(SKYJO_PRESETS))
@pytest.mark.parametrize("players", range(2, 9))
def test_both_agree_on_every_preset_and_number_of_players(preset, players):
    """States, legal actions, consequences and scores of whole games."""
    rules = SKYJO_PRESETS[preset]
    agree(new_game(preset, rules, players, SKYJO.deck, players), seed=players)


def _sweep(seeds: range) -> None:
    played = 0
    for seed in seeds:
        rng = np.random.default_rng([seed, 1])
        rules, players = random_rules(rng), int(rng.integers(2, 9))
        deck = SKYJO.deck
        if rng.random() < 0.3:
            deck = Deck.from_counts((v, int(rng.integers(1, 20))) for v in range(-3, 9))
        try:
            rules.codes(players, deck)
        except RulesError:
            continue
        agree(new_game("skyjo", rules, players, deck, seed), seed, undo=bool(seed % 2))
        played += 1
    assert played > len(seeds) // 2


def test_both_agree_on_random_rules():
    """Any options, any deck, with undos in half of the games."""
    _sweep(range(40))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(8))
def test_both_agree_on_thousands_of_games(block):
    """The same, at length."""
    _sweep(range(1000 + block * 400, 1000 + block * 400 + 400))
