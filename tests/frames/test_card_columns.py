"""The columns about the cards of a decision: hidden cards replaced, pairs broken and made."""

from __future__ import annotations

import pytest

from skyjo_widget import play
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.frames.log import Log
from skyjo_widget.records.replay import states
from tests.fixtures.tables import moves, prepared

CARDS = ["out_hidden", "broke_pair", "completes_pair"]


def cards_of(log):
    """The columns as lists, None where one is missing."""
    rows = log.decisions[["notation", *CARDS, "ended_round"]].astype(object)
    return [list(row) for row in rows.where(rows.notna(), None).itertuples(index=False)]


def test_pairs_are_broken_and_made_by_placing_and_turning_cards():
    """5 and 5 turned; a third 5 on the hidden card clears; 1 on one of two 5s breaks them."""
    h = prepared(
        ["5 1 2 3 5 6 7 8 5 9 9 9", "5 1 2 3 5 6 7 8 0 9 9 9"], discard=1, draws="3 -2", turned=2
    )
    moves(h, "flip a1", "flip a2", "flip a1", "flip a2")
    moves(h, "take", "place a1", "take", "place a3", "draw", "discard", "flip a3")
    none = [None, None, None]
    assert cards_of(Log([h])) == [
        ["flip a1", None, None, False, False],
        ["flip a2", None, None, True, False],
        ["flip a1", None, None, False, False],
        ["flip a2", None, None, True, False],
        ["take", *none, False],
        ["place a1", False, True, False, False],
        ["take", *none, False],
        ["place a3", True, False, True, False],
        ["draw", *none, False],
        ["discard", *none, False],
        ["flip a3", None, None, True, False],
    ]
    assert h.decisions[7].cleared == ["a1", "a2", "a3"]


def test_a_card_for_one_of_its_number_changes_no_pair():
    """A 5 laid on one of two 5s."""
    h = prepared(["5 1 2 3 5 6 7 8 0 9 9 9", "1 1 2 3 2 6 7 8 0 9 9 9"], discard=5, turned=2)
    moves(h, "flip a1", "flip a2", "flip a1", "flip a2", "take", "place a1")
    assert cards_of(Log([h]))[-1] == ["place a1", False, False, False, False]


def plain(history):
    """The columns of a game once more, from the grids before and after each decision."""
    rows = []
    before = list(states(history))
    for row, s in zip(history.decisions, before, strict=True):
        r, grid, facts = history.codes, s.grid[row.seat], dict.fromkeys(CARDS)
        if row.action in ("place", "flip"):
            # a position begins with the column's letter; rows count from 1
            column, line = ord(row.position[0]) - ord("a"), int(row.position[1:]) - 1
            cell = line * r.columns + column
            mates = [grid[i] for i in range(column, r.cells, r.columns) if i != cell]
            numbers = [r.value[card] for card in mates if card not in (NO_CARD, UNKNOWN)]
            came = int(str(row.card_in).partition(":")[0])
            if row.action == "flip":
                facts["completes_pair"] = came in numbers
            else:
                old = grid[cell]
                went = None if old == UNKNOWN else r.value[old]
                facts = {
                    "out_hidden": old == UNKNOWN,
                    "broke_pair": went in numbers and came != went,
                    "completes_pair": came in numbers and came != went,
                }
        rows.append(facts)
    return rows


@pytest.mark.parametrize("preset", ["skyjo", "newskyjo", "skyjo-school"])
def test_the_columns_are_those_of_the_grids(preset):
    """Over whole games, also where effects move cards."""
    broken = 0
    for seed in range(3):
        players = ["bot:random", "bot:greedy", "bot:random"]
        table = play(preset, players, seed=seed, record=False, display=False)
        table.run(rounds=True)
        log = table.log
        columns = log.decisions[CARDS].astype(object)
        assert columns.where(columns.notna(), None).to_dict("records") == plain(log.histories[0])
        broken += log.decisions["broke_pair"].sum()
        ends = log.decisions.query("ended_round").set_index("round")
        enders = log.rounds.query("ender").set_index("round")
        assert ends.index.tolist() == enders.index.tolist()
        same = ends["seat"] == enders["seat"]
        assert same.all() or preset == "newskyjo"  # an effect may open the last card of another
        assert (ends["hidden_left"][same] == 0).all()
    assert broken


def test_skip_bo_has_none_of_them():
    """It has neither columns nor cards to turn."""
    table = play("skip-bo", ["bot:greedy"] * 2, seed=1, stock=5, record=False, display=False)
    table.run()
    assert len(table.log.decisions)
    assert table.log.decisions[[*CARDS, "ended_round"]].isna().all(axis=None)


def test_an_end_that_was_undone_is_one_again():
    """The row stays, marked; the next decision that ends the round has it too."""
    small = {"columns": 2, "rows": 2, "clear": 2, "turned": 3}
    h = prepared(["1 2 3 4", "5 6 7 8"], discard=9, draws="0 0", **small)
    moves(h, *["flip a1", "flip b1", "flip a2"] * 2, "take", "place b2")
    h.undo(len(h.decisions) - 1)
    moves(h, "place b2")
    rows = Log([h]).decisions
    assert rows.loc[rows["ended_round"], "undone"].tolist() == [True, False]
