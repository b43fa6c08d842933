"""The figures of the notebook `analysis`: made by a command, run small here."""

from __future__ import annotations

import math
import re

import pytest

from scripts import claims
from skyjo_widget import NEWSKYJO_DECK, SKYJO_DECK, versus

FEW = {"greedy": ["greedy"] * 2}


def test_the_deck_of_effects_on_skyjos_numbers():
    """150 cards with Skyjo's numbers, and each of NewSkyjo's effects as often on its number."""
    deck = claims.numbers_with_effects()
    assert deck.without_effects().hash == SKYJO_DECK.hash
    effects = [kind for kind in NEWSKYJO_DECK.counts if len(kind) == 3]
    assert [kind for kind in deck.counts if len(kind) == 3] == effects


def test_seeds_are_averaged():
    """The mean of the differences; errors of independent seeds add up as squares."""
    given = (claims.SKYJO, claims.SINGLE, FEW["greedy"], "score_sd_round", 80)
    one, other, both = (claims.compare(*given, seeds) for seeds in ([1], [2], [1, 2]))
    assert both.value == pytest.approx((one.value + other.value) / 2)
    assert both.a == pytest.approx((one.a + other.a) / 2)
    assert both.error == pytest.approx(math.hypot(one.error, other.error) / 2)


def test_what_does_not_stand_is_in_brackets():
    """All of a table are tested together; a number without an error says so."""
    found = {
        ("x", "clear"): claims.Found(10, 8, -2, 0.1),
        ("x", "open"): claims.Found(10, 9.9, -0.1, 0.06),
        ("x", "few"): claims.Found(10, 9, -1, math.nan),
    }
    line = claims.markdown("Title", found).splitlines()[-1]
    assert line == "| `x` | 10.0 | 8.0 | −2.0 ± 0.2 | (−0.1 ± 0.1) | too few games |"


@pytest.mark.slow(minutes=True)
def test_the_command_prints_every_table(capsys):
    """With as few games as there may be."""
    claims.main(["--games", "3", "--seeds", "1"])
    said = capsys.readouterr().out
    assert re.findall(r"^### (.*)$", said, re.MULTILINE) == [
        "Spread within a round (points)",
        "The same before penalties",
        "Spread relative to the mean (%)",
        "The winner's margin, games as played",
        "Luck: not explained by the player (%)",
        "Luck: explained by the deal (%)",
        "Decisions that touched others (%)",
        "Decisions that moved the others' chances (%), by rollouts",
        "Spread within a round, by players",
    ]
    rows = 6 * len(claims.TABLES) + 2 * len(claims.SAME_PROGRAMS) + 2 * len(claims.PERSONS)
    assert len(re.findall(r"^\| `", said, re.MULTILINE)) == rows


@pytest.mark.parametrize("players", claims.SAME_PROGRAMS.values(), ids=list(claims.SAME_PROGRAMS))
def test_the_tables_of_luck_hold_the_same_programs_in_both_games(players):
    """`versus` refuses players that differ; here it needn't be told otherwise, and none fails."""
    found = versus(
        claims.SKYJO, claims.NEWSKYJO, players=players, games=6, seed=1, measures=["luck"],
        progress=False,
    )  # fmt: skip
    assert found.unfinished == (0, 0)
    assert all(faults.empty for faults in found.faults)
