"""`check_effect`: an own effect on the engine and on the plain table."""

from __future__ import annotations

import pytest

from skyjo_widget import Effect, Pick, Reveal, RulesError, check_effect, register_effect
from tests.fixtures.random_games import random_effect

U_TURN = Effect(key="u-turn", reverse=True, extra_actions=1)


def turn(table):
    """The text of `U_TURN`."""
    table.direction = -table.direction
    table.extra_actions += 1


def turn_twice(table):
    """A text with an action more than `U_TURN`."""
    table.direction = -table.direction
    table.extra_actions += 2


@pytest.mark.parametrize(
    "effect",
    [
        U_TURN,
        Effect(key="trade", first=Pick("own"), second=Pick("others", "lowest"), may_decline=True),
        Effect(key="show", reveal=Reveal("anybody", 2), score=-3, score_at="top row"),
        "peek-three",
    ],
    ids=str,
)
def test_an_effects_parts_are_played_alike(effect):
    """By the engine and by the plain table's own reading, several times a game."""
    check = check_effect(effect, games=3, seats=4)
    assert check.agrees
    assert check.moment is None
    assert check.frame.empty
    assert (check.games, check.plays > 3) == (3, True)
    assert "agree in 3 games" in repr(check)
    assert "3 parties" in check.html("fr")
    with pytest.raises(RulesError, match="no moment to open"):
        check.board()


@pytest.mark.parametrize("number", range(4))
def test_any_effect_of_parts_is_played_alike(number):
    """Whatever parts go together."""
    import numpy as np

    effect = random_effect(np.random.default_rng(number), "any", range(1, 4))
    assert check_effect(effect, games=2, seed=number).agrees


def test_a_text_that_says_the_same_agrees():
    """It stands in place of the parts."""
    assert check_effect(U_TURN, turn, games=5).agrees


def test_a_text_that_differs_shows_the_first_moment_on_the_board():
    """With the values of both engines, in both languages, and the position before."""
    check = check_effect(U_TURN, turn_twice, lang="fr")
    assert check.frame.to_numpy().tolist() == [["extra_actions", "", "0", "1"]]
    assert not check.agrees
    seed, decision, _, _, player, action = check.moment
    assert (check.games, check.plays, player) == (seed + 1, 1, f"place {player[-1]}")
    assert action.split()[0] in ("flip", "keep")
    page = check.html("en")
    assert f"seed {seed} after decision {decision}" in page
    assert "actions left" in page
    assert "se séparent dans la partie de graine" in check.html()
    assert "actions restantes" in repr(check)
    study = check.board(display=False)
    assert study.decision == decision
    rows = study.history.decisions
    assert rows[decision].more["effect"] == "u-turn"
    assert study.history.over  # so that all cards are open
    repeated = check_effect(U_TURN, turn_twice, games=1, seed=seed)
    assert repeated.moment[:2] == (seed, decision)


def test_cards_that_lie_elsewhere_are_named_by_their_place():
    """A grid's card face down in brackets, a pile as far as it differs."""
    show = Effect(key="show-own", pass_on="lowest")

    def top_to_discard(table):
        table.discard_pile.append(table.draw_pile.pop(0))

    frame = check_effect(show, top_to_discard, seats=3).frame
    assert {"draw pile", "discard pile", "grid"} <= set(frame["part"])
    assert frame.loc[frame["part"] == "grid", "where"].str.fullmatch(r"\d:[a-d][1-3]").all()
    draw = frame.set_index("part").loc["draw pile"]
    assert (draw["game"].endswith(" …"), draw["text"]) == (True, "…")


def test_a_function_is_played_beside_its_text():
    """With the same random numbers, and points for the round."""

    def storm(board):
        for seat in range(board.players):
            hidden = [position for position, card in board.grid(seat).items() if card is None]
            if hidden and not board.is_protected(seat):
                board.reveal(seat, board.rng.choice(hidden))
        board.score(board.player, -2)

    def text(table, points=-2):
        for seat in range(table.n):
            if table.hidden(seat) and not table.protected[seat]:
                position = table.rng.choice(table.hidden(seat))
                table.grids[seat][position] = ("up", table.grids[seat][position][1])
                table.clear_columns()
        table.bonus[table.player] += points

    register_effect(Effect(key="storm", function=storm, words={"en": "A storm"}))
    assert check_effect("storm", text, games=4).agrees
    check = check_effect("A storm", lambda table: text(table, -3))
    assert {"raw", "score", "total"} <= set(check.frame["part"])
    with pytest.raises(RulesError, match="effect storm: it is a function; plain="):
        check_effect("storm")


def test_what_is_wrong_is_named():
    """An unknown effect, a number, a text that fails or leaves what can't be played."""

    def fails(table):
        table.nothing()

    def spoils(table):
        table.grids.clear()

    line = fails.__code__.co_firstlineno + 1
    for arguments, options, wrong in (
        (("u-tun",), {}, "effect='u-tun': there is no such effect"),
        (("revers",), {}, "did you mean 'reverse'"),
        ((U_TURN, 3), {}, "plain=3: a function of a table is needed"),
        ((U_TURN,), {"games": 0}, "games=0"),
        ((U_TURN,), {"seats": 2}, "3 to 8"),
        ((U_TURN, fails), {}, rf"fails: line {line}: AttributeError: .*nothing.* \(game 0, dec"),
        ((U_TURN, spoils), {}, "spoils: no turn is possible after it: IndexError"),
    ):
        with pytest.raises(RulesError, match=wrong):
            check_effect(*arguments, **options)
    with pytest.raises(RulesError, match="ligne"):
        check_effect(U_TURN, fails, lang="fr")
