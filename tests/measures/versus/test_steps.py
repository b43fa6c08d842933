"""Versions in a row: their changes, tested together, whatever they are called."""

from __future__ import annotations

import functools

import pytest

from skyjo_widget import NEWSKYJO_DECK, Deck, RulesError, Version, measure_steps, versus

GREEDY = ["greedy"] * 3
A = NEWSKYJO_DECK.named("A")
B = Deck.from_counts(card for card in A.counts if card[0] < 12).named("B", parent=A)
C = B.without_effects().named("C", parent=B)
WHICH = ["turns_a_round", "decisions_that_did"]


def steps(versions, *, games=180, **others):
    """Measure versions in a row by few games."""
    return measure_steps(
        versions, players=GREEDY, measures=WHICH, games=games, seed=5, progress=False, **others
    )


@functools.cache
def abc():
    """The two steps that several tests read."""
    return steps([A, B, C])


@pytest.mark.seconds
def test_each_step_is_its_comparison():
    """The numbers are those of `versus` between neighbours."""
    found = abc()
    assert found.names == ("A", "B", "C")
    apart = versus(
        Version("newskyjo", deck=B), Version("newskyjo", deck=C), players=GREEDY, measures=WHICH,
        games=180, seed=5, progress=False,
    )  # fmt: skip
    second = found.frame[found.frame["step"] == "B → C"].reset_index(drop=True)
    for column in ("measure", "a", "b", "difference", "low", "high", "p"):
        assert second[column].equals(apart.frame[column]), column


def test_a_version_has_the_same_value_in_both_its_steps():
    """The change to it and the change from it start at one number."""
    frame = abc().frame.set_index(["step", "measure"])
    for measure in WHICH:
        assert frame.loc[("A → B", measure), "b"] == frame.loc[("B → C", measure), "a"]


def test_all_changes_are_tested_together():
    """More steps demand more of each: the correction counts the changes of all steps."""
    frame = abc().frame
    assert set(frame["compared"].dropna()) == {len(frame)}
    assert len(frame) == 2 * len(WHICH)


def test_a_deck_without_effects_stands_out():
    """It touches nobody, and the display says that this stands."""
    found = abc()
    row = found.frame.set_index(["step", "measure"]).loc[("B → C", "decisions_that_did")]
    assert row["b"] == 0
    assert bool(row["stands"])
    assert found._repr_html_().count("<b>") == found.frame["stands"].sum()
    assert "Decisions touch others less often in C than in B, by " in repr(found)


def test_changes_have_intervals_in_every_form(tmp_path):
    """In a cell, on a page of one's own and in Markdown; no star stands for one."""
    found = abc()
    row = found.rows[1][WHICH.index("turns_a_round")]
    for text in (
        found._repr_html_(),
        found.to_html(tmp_path / "steps.html").read_text("utf-8"),
        found.to_markdown(tmp_path / "steps.md"),
    ):
        assert f"{row.difference.low:+.1f} to {row.difference.high:+.1f}".replace("-", "−") in text
        assert "\N{NO-BREAK SPACE}*" not in text
    page = (tmp_path / "steps.html").read_text("utf-8")
    assert page.count("<svg") == 1
    assert "A → B" in page
    assert "B → C" in page
    french = found.to_markdown(lang="fr")
    assert french.startswith("# Ce que chaque version a changé\n")
    assert "Les décisions touchent moins souvent les autres pour C que pour B, de " in french


def test_names_come_from_the_decks_or_are_letters():
    """Decks of one name, and versions without a deck, are told apart by letters."""
    same = [A, B.named("A")]
    assert steps(same, games=30).names == ("A", "B")
    assert steps(["newskyjo", C], games=30).names == ("A", "B")
    assert steps(same, games=30, names=["old", "new"]).names == ("old", "new")


@pytest.mark.parametrize(
    ("versions", "others", "said"),
    [
        ([A], {}, "2 to 20"),
        ("newskyjo", {}, "2 to 20"),
        (3, {}, "2 to 20"),
        ([A] * 21, {}, "2 to 20"),
        ([A, 7], {}, "preset"),
        ([A, B], {"names": ["x", "x"]}, "a different name for each"),
        ([A, B], {"names": ["x"]}, "a different name for each"),
        ([A, B], {"names": "xy"}, "a different name for each"),
        ([A, B], {"game": "chess"}, "chess"),
        ([A, B], {"lang": "xx"}, "xx"),
    ],
)
def test_what_cannot_be_measured_is_refused(versions, others, said):
    """The message says what is needed."""
    with pytest.raises(RulesError, match=said):
        steps(versions, **others)
