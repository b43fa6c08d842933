"""Decks with names: what a name is, what it isn't part of, and where it goes."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_widget import (
    RulesError,
    Version,
    load,
    load_all,
    measure,
    play,
    replay,
    simulate,
    versus,
)
from skyjo_widget.board.panels.form import FormPanel
from skyjo_widget.board.view import build_terms
from skyjo_widget.engine.cards.deck import LONGEST_NAME, Deck, Parent
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
from skyjo_widget.errors import RecordError
from tests.reference import plain_replayer

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
    for session in (table, branch):
        assert session.deck.name == "B"
        assert session.log.games["deck_name"].tolist() == ["B"]
        session.close()
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


def test_a_reader_that_knows_no_names_replays_the_record(tmp_path):
    """The plain replayer, from the record's page alone; and a name changes no game of a run."""
    path = tmp_path / "a.jsonl"
    table = play("skyjo", ["bot:random"] * 2, deck=B, record=path, display=False, seed=1)
    table.run()
    with path.open() as lines:
        *_, plain = plain_replayer.replay(lines)
    assert plain.total == table.history.state.total[:2]
    table.close()
    named, unnamed = (
        simulate("skyjo", ["random"] * 2, games=4, seed=1, deck=deck)
        for deck in (B, Deck.from_counts(B.counts))
    )
    assert named.job.name == unnamed.job.name
    assert named.rounds.equals(unnamed.rounds)


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


# The name as people read it


def test_the_session_form_has_the_decks_name():
    """As the version, unless another is given; "" is none, as for a deck without a name."""
    table = play("skyjo", ["Ana", "Bo"], deck=B, record=False, display=False)
    table.form(fun=4)
    table.form(fun=4, version="evening 2")
    table.form(fun=4, version="")
    assert table.log.forms["version"].fillna("").tolist() == ["B", "evening 2", ""]
    with pytest.raises(RulesError, match="a form needs an answer"):
        table.form()
    asked = FormPanel(table).entries({})
    assert [field["value"] for field in asked if field["name"] == "version"] == ["B"]
    plain = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    plain.form(fun=4)
    assert plain.log.forms["version"].isna().all()


@pytest.mark.parametrize(
    ("a", "b", "names", "expected"),
    [
        (A, B, None, ("A", "B")),
        (B, A, None, ("B", "A")),
        (A.named("brisk"), B, None, ("brisk", "B")),
        (A.named("same"), B.named("same"), None, ("A", "B")),
        (SKYJO_DECK, B, None, ("A", "B")),
        (A.named("brisk"), B, ("now", "then"), ("now", "then")),
    ],
)
def test_a_comparison_is_named_after_the_decks(a, b, names, expected):
    """If both have names, and different ones; names that are given come first."""
    compared = versus(
        Version("skyjo", deck=a), Version("skyjo", deck=b), players=["random"] * 2, games=2, seed=1,
        names=names, measures=["columns"], progress=False,
    )  # fmt: skip
    assert compared.names == expected
    assert ("names=" in compared.call) == (names is not None)
    text = compared.to_markdown()
    assert all(deck.hash in text for deck in (a, b))
    assert ("brisk" in text) == ("brisk" in (a.name, b.name))


def test_measures_of_two_versions_are_told_apart_by_name(tmp_path):
    """By the hash too where two decks have one name, and alone where a deck has none."""
    other, plain = Deck.from_counts([(3, 120)]).named("A"), Deck.from_counts([(4, 120)])
    wanted = [f"A {A.hash}", f"A {other.hash}", "B / B2", plain.hash]
    for k, deck in enumerate((A, other, B, B.named("B2"), plain)):
        table = play(
            "skyjo", ["bot:random"] * 2, deck=deck, record=tmp_path / f"{k}.jsonl", display=False
        )
        table.run()
        table.close()
    measures = measure(load_all(tmp_path), measures=["columns"])
    assert set(measures.frame["version"]) == {f"skyjo × 2, deck {label}" for label in wanted}


def test_the_page_of_a_replay_and_the_rules_have_the_name(tmp_path):
    """Escaped, whatever it is; without a name the page is what it was."""
    deck = B.named("<b>&\"' B")
    table = play("skyjo", ["bot:random"] * 2, deck=deck, record=False, display=False, seed=1)
    table.run()
    page = replay(table, display=False).to_html(tmp_path / "a.html").read_text("utf-8")
    assert "Deck: &lt;b&gt;&amp;&quot;&#x27; B, 120 cards." in page
    assert "<b>&" not in page
    assert "&lt;b&gt;&amp;&quot;&#x27; B: 120 cards" in deck.html()
    assert build_terms(table.history)["deck_name"] == deck.name
    plain = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    assert "deck_name" not in build_terms(plain.history)


def test_a_version_of_a_comparison_shows_the_decks_name():
    """In its text and in its picture."""
    version = Version("skyjo", deck=B)
    assert repr(version) == f"Version('skyjo', deck=<Deck B {B.hash}>)"
    assert f"B {B.hash}" in version.html("fr")
