"""The versions of a deck beside each other: each number, and what changed to the next."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_widget import Deck, Effect, RulesError, deck_history
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK


def calm(skips):
    """An effect that is redefined from version to version."""
    return Effect(key="calm", next_skips=skips, words={"en": "Calm down"})


A = Deck.from_counts([(1, 10), (2, 10, calm(1))]).named("A")
B = Deck.from_counts([(1, 12), (2, 10)]).named("B", parent=A)
C = Deck.from_counts([(1, 12), (2, 10, calm(3)), ("wild", 2)]).named("C", parent=A)


def test_a_history_says_what_changed_from_one_to_the_next():
    """Whole numbers, means and parts of effects; where each version came from."""
    lines = [re.split(r"  +", line) for line in str(deck_history([A, B, C])).splitlines()]
    assert lines[0] == ["", "A", "B", "C"]
    assert {name: cells for name, *cells in lines[1:]} == {
        "made from": ["–", "A", "A"],
        "cards": ["20", "22 (+2)", "24 (+2)"],
        "cards with an effect": ["10", "0 (−10)", "10 (+10)"],
        "mean of the numbers": ["1.50", "1.45 (−0.05)", "1.45"],
        "spread (population standard deviation)": ["0.50", "0.50", "0.50"],
        "card 1": ["10", "12 (+2)", "12"],
        "card 2": ["0", "10 (+10)", "0 (−10)"],
        "card 2:calm": ["10", "0 (−10)", "10 (+10)"],
        "card wild": ["0", "0", "2 (+2)"],
        "effect calm": ["10", "0 (−10)", "10 (+10)"],
        "effect calm: next_skips": ["1", "–", "3"],
    }


def test_it_is_shown_in_a_cell_in_two_languages():
    """With the names as they are, whatever they hold."""
    history = deck_history([A, B.named("<b>x</b>")], lang="fr")
    page = history._repr_html_()
    assert page == history.html("fr") != history.html("en")
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "fait à partir de" in page
    assert "22 (+2)" in page
    assert str(history).splitlines()[2].startswith("cartes ")
    assert history.steps[0].lang == "fr"


counts = st.dictionaries(st.integers(-3, 3), st.integers(1, 20), min_size=1, max_size=5)


@given(st.lists(counts, min_size=2, max_size=5))
def test_a_history_agrees_with_the_steps(versions):
    """A row for each card of which the number changed in any step, and for no other."""
    decks = [Deck.from_counts(version.items()) for version in versions]
    history = deck_history(decks)
    rows = [re.split(r"  +", line) for line in str(history).splitlines()]
    rows_of_cards = {
        name.removeprefix("card "): cells for name, *cells in rows if name[:5] == "card "
    }
    assert rows_of_cards.keys() == {kind.name for step in history.steps for kind in step.kinds}
    for card, cells in rows_of_cards.items():
        numbers = [int(cell.partition(" ")[0]) for cell in cells]
        assert numbers == [version.get(int(card), 0) for version in versions]
        changes = [int(c.partition("(")[2].replace("−", "-").strip(")") or 0) for c in cells[1:]]
        assert changes == [b - a for a, b in itertools.pairwise(numbers)]


def test_versions_are_told_apart_by_their_hash_too():
    """Decks without a name, and two of one name."""
    plain = SKYJO_DECK
    assert deck_history([A, B.named("A"), plain]).names == (
        f"A {A.hash}",
        f"A {B.hash}",
        plain.hash,
    )
    assert "made from" not in str(deck_history([A, plain]))
    orphan = deck_history([A, B.named("B", parent=plain)])
    assert str(orphan).splitlines()[1].split() == ["made", "from", "–", plain.hash]


@pytest.mark.parametrize(
    ("decks", "says"),
    [
        ([], "2 to 50 versions"),
        ([A], "2 to 50 versions"),
        ([A] * 51, "2 to 50 versions"),
        (A, "2 to 50 versions"),
        (None, "2 to 50 versions"),
        ("AB", "'A' is no Deck"),
        ([A, "mine.csv"], "'mine.csv' is no Deck"),
    ],
)
def test_what_is_no_history_is_refused(decks, says):
    """In a sentence; also in French."""
    with pytest.raises(RulesError, match=says):
        deck_history(decks)
    with pytest.raises(RulesError, match=r"versions d’un paquet|n’est pas un Deck"):
        deck_history(decks, lang="fr")
