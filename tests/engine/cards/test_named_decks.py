"""Decks with names: what a name is, what it isn't part of, and where it goes."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_widget import RecordError, RulesError, load, load_all, play, simulate
from skyjo_widget.engine.cards.deck import LONGEST_NAME, Deck, Parent
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK

A = SKYJO_DECK.named("A")
B = Deck.from_counts([(1, 60), (2, 60)]).named("B", parent=A)

NAMES = st.text(
    st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1, max_size=24
).filter(str.strip)


@given(NAMES)
def test_a_name_is_no_part_of_the_cards(name):
    """Decks of the same cards are equal, with one hash, whatever they are called."""
    deck = SKYJO_DECK.named(name)
    assert deck == SKYJO_DECK
    assert (hash(deck), deck.hash) == (hash(SKYJO_DECK), SKYJO_DECK.hash)
    assert deck.name == " ".join(name.split())
    assert pickle.loads(pickle.dumps(deck)).name == deck.name
    assert SKYJO_DECK.name == ""


def test_a_version_knows_what_it_was_made_from():
    """Its parent's hash and name, kept under another name; other cards have neither."""
    assert B.parent == Parent(SKYJO_DECK.hash, "A")
    assert B.named("B2").parent == B.parent
    assert B.named("C", parent=SKYJO_DECK).parent == Parent(SKYJO_DECK.hash, "")
    other = B.without_effects()
    assert (other.name, other.parent) == ("", None)
    assert B.in_language("fr").named("C").lang == "fr"
    assert repr(B) == f"<Deck B of 120 cards, {B.hash}: 1 × 60, 2 × 60>"
    assert "B: 120 cards" in B.html()
    assert "made from A" in B.html()


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "x" * (LONGEST_NAME + 1), "x" * 10**6, "a\0b", "a\x1bb", "a\u202eb", "\ud800"),
        *(3, None, b"B", ["B"]),
    ],
)
def test_what_can_be_no_name_is_refused(name):
    """Nothing, too much, control characters, another type; the message is short."""
    with pytest.raises(RulesError, match="name") as refused:
        B.named(name)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("parent", ["A", Parent("f6c4453d28d2", "A"), 3])
def test_only_a_deck_can_be_the_parent(parent):
    """Not its name, nor its hash."""
    with pytest.raises(RulesError, match="is no Deck"):
        B.named("C", parent=parent)


def test_a_record_and_its_frame_have_the_name(tmp_path):
    """So do a game that is loaded, a branch of it, and a run."""
    path = tmp_path / "a.jsonl"
    table = play("skyjo", ["bot:random"] * 2, deck=B, record=path, display=False, seed=1)
    table.run()
    branch = table.branch(3, record=tmp_path / "b.jsonl", display=False)
    for one in (table, branch):
        assert one.deck.name == "B"
        assert one.log.games["deck_name"].tolist() == ["B"]
        one.close()
    first = json.loads(path.read_text().splitlines()[0])
    assert first["deck_name"] == "B"
    assert first["deck_parent"] == {"hash": SKYJO_DECK.hash, "name": "A"}
    back = load(path, record=False, display=False).deck
    assert (back, back.name, back.parent) == (B, "B", B.parent)
    assert load_all(tmp_path).games["deck_name"].tolist() == ["B", "B"]
    run = simulate("skyjo", ["random"] * 2, games=2, seed=1, deck=B, to=tmp_path / "run")
    assert run.games["deck_name"].tolist() == ["B", "B"]
    unnamed = simulate("skyjo", ["random"] * 2, games=2, seed=1)
    assert unnamed.games["deck_name"].isna().all()


def test_a_deck_without_a_name_writes_the_record_of_before(tmp_path):
    """No key more, and no name in the frame."""
    path = tmp_path / "a.jsonl"
    table = play("skyjo", ["Ana", "Bo"], record=path, display=False)
    assert not {"deck_name", "deck_parent"} & json.loads(path.read_text().splitlines()[0]).keys()
    assert table.log.games["deck_name"].isna().all()
    table.close()


@pytest.mark.parametrize(
    "keys",
    [
        {"deck_name": 3},
        {"deck_name": None},
        {"deck_name": ["B"]},
        {"deck_name": "x" * 25},
        {"deck_name": "a\nb"},
        {"deck_name": " B"},
        {"deck_parent": "A"},
        {"deck_parent": []},
        {"deck_parent": {"name": "A"}},
        {"deck_parent": {"hash": "f6c4453d28d", "name": "A"}},
        {"deck_parent": {"hash": "F6C4453D28D2", "name": "A"}},
        {"deck_parent": {"hash": 3, "name": "A"}},
        {"deck_parent": {"hash": "f6c4453d28d2", "name": 3}},
        {"deck_parent": {"hash": "f6c4453d28d2", "name": "x" * 25}},
    ],
)
@pytest.mark.filterwarnings("ignore:.*the record was edited")
def test_a_record_with_a_spoilt_name_is_refused(tmp_path, keys):
    """In its first line, as any other key of the wrong type."""
    path = tmp_path / "a.jsonl"
    play("skyjo", ["Ana", "Bo"], deck=B, record=path, display=False, seed=1).close()
    first, *rest = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(first) | keys), *rest, ""]))
    with pytest.raises(RecordError, match=r"line 1: .*(name|hash|parent)"):
        load(path, record=False, display=False)
