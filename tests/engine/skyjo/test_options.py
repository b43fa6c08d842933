"""Presets, and combinations that can't be played."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from skyjo_widget import SKYJO_DECK, Deck, RulesError, SkyjoRules, load, play
from skyjo_widget.engine.skyjo.options import SKYJO_PRESETS

TABLE = {
    "skyjo": (4, 3, 3, "discard pile", True, "strictly lowest", "positive", "ender", 100),
    "skyjo-strict": (
        4,
        3,
        3,
        "discard pile",
        True,
        "strictly lowest",
        "always",
        "highest sum",
        100,
    ),
    "skyjo-school": (4, 3, 3, "out of the game", False, "lowest", "positive", "ender", 100),
    "skyjo-tall": (3, 4, 3, "discard pile", True, "lowest", "positive", "highest sum", 100),
}
FIELDS = (
    "columns",
    "rows",
    "clear",
    "cleared_to",
    "clear_at_reveal",
    "ender_safe",
    "penalty_when",
    "starter",
    "target",
)


@pytest.mark.parametrize("preset", TABLE)
def test_presets_are_those_of_the_rules_page(preset):
    """Field by field; two cards turned and a factor of 2 in all of them."""
    rules = SKYJO_PRESETS[preset]
    assert tuple(getattr(rules, name) for name in FIELDS) == TABLE[preset]
    assert (rules.turned, rules.penalty_factor, rules.penalty_add) == (2, 2, 0)


def test_there_is_no_preset_without_a_row_in_this_table():
    """A new one must be checked too."""
    assert set(TABLE) == set(SKYJO_PRESETS)


def test_the_deck_has_150_cards():
    """Five −2, ten −1, fifteen 0 and ten of each from 1 to 12."""
    assert SKYJO_DECK.size == 150
    assert dict(SKYJO_DECK.counts) == {-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)}


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"columns": 0, "rows": 4}, "columns=0 is outside 1 to 12"),
        ({"rows": 1}, "rows=1 is outside 2 to 12: a column needs at least two cards"),
        ({"columns": 12, "rows": 12}, "12 × 12 is 144 cards a player, more than 72"),
        ({"turned": 12}, "turned=12 is outside 0 to 11: if all cards are turned at the start"),
        ({"turned": -1}, "turned=-1"),
        ({"clear": 1}, "clear=1 is outside 2 to 3"),
        ({"clear": 4}, "clear=4 is outside 2 to 3: a column has as many cards"),
        ({"cleared_to": "bin"}, "'discard pile', 'out of the game'"),
        ({"ender_safe": "never"}, "'strictly lowest', 'lowest'"),
        ({"penalty_when": 1}, "'positive', 'always'"),
        ({"starter": "seat 0"}, "'ender', 'highest sum'"),
        ({"clear_at_reveal": 1}, "it is True or False"),
        ({"penalty_factor": 0}, "penalty_factor=0 is outside 1 to 100"),
        ({"penalty_add": -5}, "penalty_add=-5"),
        ({"target": 0}, "target=0"),
        ({"target": 99.5}, "target=99.5 is no whole number"),
        ({"columns": True}, "columns=True is no whole number"),
        (
            {"colums": 4},
            "'colums' is no option of Skyjo .did you mean 'columns'..; there are columns, rows",
        ),
    ],
)
def test_impossible_options_are_refused_with_a_sentence(fields, says):
    """The option, the value, and what would be right are named."""
    with pytest.raises(RulesError, match=says.replace("(", r"\(")):
        SkyjoRules().replace(**fields)


@pytest.mark.parametrize("players", [0, 1, 9])
def test_a_wrong_number_of_players_is_refused(players):
    """2 to 8."""
    with pytest.raises(RulesError, match=f"2 to 8 players, not {players}"):
        play("skyjo", ["bot:random"] * players, record=False, display=False)


def test_more_cards_than_the_deck_holds_are_refused():
    """8 × 20 + 1 = 161."""
    with pytest.raises(RulesError, match=r"8 players with 5 × 4 cards need 161 cards.* holds 150"):
        play("skyjo", ["bot:random"] * 8, columns=5, rows=4, record=False, display=False)


def test_as_many_cards_as_the_deck_holds_are_played():
    """Seven grids of 21 and one card for the discard pile: 148 of 150."""
    table = play("skyjo", ["bot:random"] * 7, columns=7, record=False, display=False, seed=1)
    table.run()
    assert table.waiting == "next round" or table.over


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda: play("skijo", ["Ana", "Bo"]),
            "'skijo' is no game here .did you mean 'skyjo'..; there are skyjo, ",
        ),
        (
            lambda: play("skyjo", ["Ana", "bot:clever"]),
            "no bot of skyjo.*; there are random, greedy",
        ),
        (lambda: play("skyjo", ["Ana", ""]), "'' is no player"),
        (lambda: play("skyjo", ["Ana", 3]), "3 is no player"),
        (lambda: play("skyjo", "Ana"), "a list is needed"),
        (lambda: play([], ["Ana", "Bo"]), "is no game here"),
        (lambda: play("skyjo", ["Ana", "B\ud83d"]), "half of a character"),
        (lambda: play("skyjo", ["Ana", "Bo"], practice=1), "practice=1: it is True or False"),
        (lambda: play("skyjo", ["Ana", "Bo"], seed=-1), "a whole number from 0"),
        (lambda: play("skyjo", ["Ana", "Bo"], seed=2**63), "a whole number from 0"),
        (lambda: play("skyjo", ["Ana", "Bo"], seed=1.5), "is no whole number"),
        (lambda: load("no.jsonl", lang="tlh"), "there are en, fr"),
        (lambda: play("skyjo", ["Ana", "Bo"], lang="tlh"), "there are en, fr"),
        (lambda: play("skyjo", ["Ana", "Bo"], rules={"rows": 3}), "needs a SkyjoRules"),
        (lambda: play("skyjo", ["Ana", "Bo"], deck=[1, 2]), "is no Deck"),
        (lambda: Deck.from_counts([(1, 2), (1, 3)]), "each value may stand once"),
        (lambda: Deck.from_counts([(1, 0)]), "has the count 0"),
        (lambda: Deck.from_counts([(1, 1.5)]), "the count 1.5 is no whole number"),
        (lambda: Deck.from_counts([(1, 999)]), "1 to 256 cards, not 999"),
        (lambda: Deck.from_counts([]), "1 to 256 cards, not 0"),
        (lambda: Deck.from_counts([("a", 1), (2, 3)]), "pairs of value and count"),
        (lambda: Deck.from_counts({1: 2}), "pairs of value and count"),
        (lambda: Deck.from_counts([(9999, 2)]), "outside -999 to 999"),
        (lambda: Deck((1, 2)), "made of Kind"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(call, says):
    """And no record is begun."""
    with pytest.raises(RulesError, match=says):
        call()


def test_numpy_numbers_are_numbers():
    """Sweeps over arrays give them."""
    options = {"seed": np.int64(3), "turned": np.int64(3)}
    table = play("skyjo", ["bot:random"] * 2, record=False, display=False, **options)
    assert table.rules == SkyjoRules(turned=3)
    assert type(table.rules.turned) is int
    table.replace(np.int64(1), "bot:greedy")
    assert table.players[1].name == "greedy"


def test_a_bots_name_may_begin_in_capitals():
    """And is no person's then."""
    table = play("skyjo", ["Bot:greedy", "Ana"], record=False, display=False)
    assert [player.kind for player in table.players] == ["bot", "person"]


def test_every_option_can_be_changed_alone():
    """Each field's change gives rules that differ in just that field."""
    others = {
        "columns": 5,
        "rows": 4,
        "turned": 3,
        "clear": 2,
        "cleared_to": "out of the game",
        "clear_at_reveal": False,
        "ender_safe": "lowest",
        "penalty_factor": 3,
        "penalty_add": 10,
        "penalty_when": "always",
        "starter": "highest sum",
        "target": 50,
    }
    assert set(others) == {f.name for f in dataclasses.fields(SkyjoRules)}
    for name, value in others.items():
        table = play("skyjo", ["bot:greedy"] * 3, record=False, display=False, **{name: value})
        table.run()
        changed = dataclasses.asdict(table.rules)
        assert changed.pop(name) == value
        assert changed == {
            key: old for key, old in dataclasses.asdict(SkyjoRules()).items() if key != name
        }
