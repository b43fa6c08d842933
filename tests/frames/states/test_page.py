"""The page about learning: its code runs as it stands, in both languages."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

from skyjo_widget import RulesError, States, play
from skyjo_widget.records.replay import before
from tests.fixtures.paths import ROOT


def blocks(name):
    """The page's blocks of code."""
    page = (ROOT / "docs" / name).read_text("utf-8")
    return re.findall(r"```python\n(.*?)```", page, re.DOTALL)


def test_both_languages_have_the_same_code():
    """Block by block."""
    assert blocks("learning.md") == blocks("learning.fr.md")


def test_the_model_is_fifteen_lines():
    """Between the imports and the end of its block."""
    code = blocks("learning.md")[1].split("\n\n")[1]
    assert len(code.strip().splitlines()) == 15


@pytest.mark.slow
def test_the_code_of_the_page_runs(own_folder):
    """The model is better than the leader by points, and its bot beats a greedy one."""
    pytest.importorskip("numba")
    names: dict = {}
    *code, bot, match, columns = blocks("learning.md")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it isn't compiled, which takes some seconds more
        for block in code:
            exec(block, names)
        assert names["loss"] < 0.5
        assert names["right"] > names["leader"] + 0.04
        exec(bot, names)
        exec(f"summary = {match}", names)
        exec(columns, names)
    assert names["summary"].set_index("player").loc["mine", "wins"] >= 20
    assert names["rows"]["wp_before"].notna().all()


# Uses of the model


def test_after_each_action_comes_what_the_seat_may_see_then():
    """A row for each action and world; the drawn card lies where it was put."""
    table = play("skyjo", ["bot:greedy", "Ana"], seed=3, record=False, display=False)
    while table.phase != "place drawn" or table.waiting != "person":
        table.act(table.legal[0]) if table.waiting == "person" else table.step()
    o = table.observation(1)
    after = States.after(o, worlds=3)
    game, codes = table.history.game, table.history.codes
    assert sorted(set(after.action)) == np.flatnonzero(States.of(o).legal[0]).tolist()
    assert len(after) == 3 * len(o.legal)
    assert set(after.viewer) == set(after["me"]) == {1}
    assert np.isnan(after.won).all()
    for row, action in enumerate(after.action):
        text = game.action_text(int(action), codes)
        if text == "discard":
            assert after.numbers[after["discard"][row, 0]] == o.hand
            assert (after["phase"][row], after.seat[row]) == (game.phases.index("flip"), 1)
            assert after.legal[row].any()
        else:
            cell = game.actions.position(int(action), codes, 1)
            at = list(o.mine).index(cell)
            if after["columns_cleared"][row, 1] == o.columns_cleared[1]:
                card = after["grid"][row, 1].reshape(-1)[at]
                assert after.numbers[card] == o.hand
            assert not after.legal[row].any()


def test_hidden_cards_are_imagined_anew_in_each_world():
    """Not those that lie there: turned over, a card is another one from world to world."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=3, record=False, display=False)
    after = States.after(table.observation(0), worlds=60)
    turned = after[after.action == after.action[0]]
    found = turned["card_in"]
    assert len(set(found.tolist())) > 6
    one = States.after(table.observation(0), worlds=1)
    assert len(one) == 12


def test_an_action_that_ends_the_game_says_how():
    """The total that the worlds give, and whether it wins."""
    table = play("skyjo", ["bot:random", "bot:random"], seed=9, record=False, display=False,
                 target=1)  # fmt: skip
    table.run()
    history = table.history
    last = before(history, len(history.decisions) - 1)
    after = States.after(last.seen(last.actor), worlds=40)
    ended = ~np.isnan(after.won)
    assert ended.any()
    assert ((after.won[ended] >= 0) & (after.won[ended] <= 1)).all()
    assert np.isnan(after.final_total).tolist() == np.isnan(after.won).tolist()


@pytest.mark.parametrize("preset", ["newskyjo", "skip-bo"])
def test_every_game_that_is_searched_can_look_ahead(preset):
    """Throughout a game, whatever is known of the draw pile or held in a hand."""
    players = ["bot:greedy"] * 3
    table = play(preset, players, seed=2, record=False, display=False)
    for _ in range(25):
        o = table.observation(table.seat)
        after = States.after(o)
        assert sorted(set(after.action)) == np.flatnonzero(States.of(o).legal[0]).tolist()
        table.step()


def test_only_who_decides_can_look_ahead():
    """And at one world at least."""
    table = play("skyjo", ["Ana", "Bo"], seed=3, record=False, display=False)
    with pytest.raises(RulesError, match="seat 1 isn't to decide"):
        States.after(table.observation(1))
    with pytest.raises(RulesError, match="worlds=0"):
        States.after(table.observation(0), worlds=0)
