"""Deck files that say more than the cards: a name, what it was made from, effects of one's own."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skyjo_widget import Deck, Effect, Pick, effects, register_effect
from skyjo_widget.engine.cards import effects as effects_module
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
from skyjo_widget.errors import DeckError
from skyjo_widget.util.messages import rendered
from tests.fixtures.paths import ROOT

CALM = Effect(key="calm", next_skips=1, words={"en": "Calm down", "fr": "Du calme, s'il te plaît"})
TRADE = Effect(
    key="trade", first=Pick("own"), second=Pick("others", "visible"), words={"en": 'Say "trade" ,'}
)
DECK = Deck.from_counts([(5, 50, CALM), (6, 50, TRADE), (7, 10, "reverse")]).named(
    "B", parent=NEWSKYJO_DECK.named('A, the "first"; of all')
)


@pytest.fixture(autouse=True)
def new_kernel(monkeypatch):
    """Effects of one's own are unknown at first, and gone afterwards."""
    monkeypatch.setattr(effects_module, "_registered", dict(effects_module._registered))
    monkeypatch.setattr(effects_module, "_keys", dict(effects_module._keys))


def same(deck, other):
    """The same cards, effects with their words, name and parent."""
    return (deck, deck.effects, deck.name, deck.parent, deck.hash) == (
        *(other, other.effects, other.name, other.parent),
        other.hash,
    )


def python(code, folder):
    """Run code in a new kernel; return its output."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    return done.stdout.strip() or done.stderr.strip()


@pytest.mark.seconds
def test_a_new_kernel_reads_the_file_and_plays_it(tmp_path):
    """With the effect, its words and the name; cells that run after it may name the effect."""
    DECK.to_csv(tmp_path / "b.csv")
    printed = python(
        """
        from skyjo_widget import Deck, effects, play
        deck = Deck.from_csv("b.csv")
        print(deck.name, deck.parent.name, deck.hash, effects()["calm"].words["en"])
        table = play("newskyjo", ["bot:random"] * 3, deck="b.csv", record="b.jsonl", display=False)
        table.run()
        print(table.log.games["deck_name"][0], table.waiting)
        print(Deck.from_counts([(1, 100, "calm down")]).effects["calm"] == deck.effects["calm"])
        """,
        tmp_path,
    )
    hash_, parent = DECK.hash, 'A, the "first"; of all'
    assert printed.splitlines()[0] == f"B {parent} {hash_} Calm down"
    assert printed.splitlines()[1].startswith("B ")
    assert printed.splitlines()[2] == "True"


def test_a_new_kernel_that_knows_another_effect_of_that_key_refuses(tmp_path):
    """By name, with the part that differs, and what to do; nothing is replaced."""
    DECK.to_csv(tmp_path / "b.csv")
    printed = python(
        """
        from skyjo_widget import (Deck, Effect, effects, register_effect)
        from skyjo_widget.errors import DeckError
        register_effect(Effect(key="calm", next_skips=2, words={"en": "Calm down"}))
        try:
            Deck.from_csv("b.csv")
        except DeckError as error:
            print(error)
        print(effects()["calm"].next_skips, "trade" in effects())
        """,
        tmp_path,
    )
    assert printed.splitlines() == [
        "b.csv: line 3: effect calm: another one is registered under that key, with other "
        "next_skips; one of the two needs another key, or a new kernel",
        "2 False",
    ]


WORDS = st.dictionaries(
    st.sampled_from(["en", "fr", "de"]),
    st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip),
)
NAMES = st.text(
    st.characters(exclude_categories=("C", "Z"), include_characters=" ,;\"'#="),
    min_size=1,
    max_size=24,
).filter(str.strip)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    words=WORDS, name=NAMES, parent=st.none() | st.just("") | NAMES, skips=st.integers(1, 9)
)  # fmt: skip
def test_what_is_written_is_read(words, name, parent, skips):
    """Any words and names come back; written again, it is the same text."""
    effect = Effect(key="own", next_skips=skips, words=words)
    of = SKYJO_DECK if parent in (None, "") else SKYJO_DECK.named(parent)
    deck = Deck.from_counts([(1, 50, effect), (2, 50)])
    deck = deck.named(name, parent=None if parent is None else of)
    effects_module._registered.pop("own", None)
    for text in [text for text, key in effects_module._keys.items() if key == "own"]:
        del effects_module._keys[text]
    text = deck.to_text()
    assert same(Deck.from_text(text), deck)
    assert Deck.from_text(text.encode("utf-8-sig").replace(b"\n", b"\r\n")).to_text() == text
    assert effects()["own"] == effect


def test_only_what_is_to_be_said_stands_in_the_file():
    """A deck without a name and of a game's own effects is the file of before."""
    assert NEWSKYJO_DECK.to_text().startswith("value,effect,count\n")
    assert DECK.to_text().count("# effect: ") == 2
    assert DECK.hash == Deck.from_counts([(5, 50, CALM), (6, 50, TRADE), (7, 10, "reverse")]).hash


@pytest.mark.parametrize(
    "text",
    [
        "# name: B\nvalue,count\n5,100\n",
        "#name:B\nvalue,count\n5,100\n",
        "  # name :  B  \n\nvalue,count\n5,100\n",
        "\ufeff# name: B;;\r\nvalue;count\r\n5;100\r\n",
        '"# name: B";;\nvalue;count\n5;100\n',
        "sep=;\n# name: B;\nvalue;count\n5;100\n",
        "value,count\n5,100\n# name: B\n",
        "ID carte,Valeur carte,Effet\n# name: B,,\n" + "".join(f"#{n},5,\n" for n in range(100)),
    ],
)
def test_a_name_may_be_typed_or_pass_through_a_spreadsheet(text):
    """With or without quotes, spaces and empty cells, above or below the cards."""
    deck = Deck.from_text(text)
    assert (deck.name, deck.counts) == ("B", ((5, 100),))


def test_an_effect_may_pass_through_a_spreadsheet_and_stand_below():
    """With semicolons and empty cells; the rows may name it by its words."""
    effect, rest = [DECK.to_text().splitlines()[k] for k in (2, slice(4, None))]
    moved = ["value;effect;count", "5;du calme, s’il te plaît;50", "6;;50", f"{effect};;"]
    deck = Deck.from_text("\n".join(moved))
    assert deck.effects == {"calm": CALM}
    assert rest[0] == "value,effect,count"


def test_the_same_effect_is_no_other_one():
    """Registered before, and with other words: the deck has the file's, the register its own."""
    mine = register_effect(Effect(key="calm", next_skips=1, words={"en": "Hush"}))
    deck = Deck.from_text(DECK.to_text())
    assert same(deck, DECK)
    assert effects()["calm"] == mine


def note(effect):
    """A line with the effect."""
    return Deck.from_counts([(1, 9, effect)]).to_text().splitlines()[0]


ROWS = "value,effect,count\n5,calm,100\n"
SPOILT = {
    "a long name": (f"# name: {'x' * 25}", "'x+': 1 to 24 letters"),
    "a very long name": (f"# name: {'x' * 90_000}", "1 to 24 letters"),
    "no name": ("# name:", "'': 1 to 24 letters"),
    "a control character": ("# name: a\x1b[31mb", "1 to 24 letters"),
    "two names": ("# name: B\n# name: B", "# name stands in line 1 already: a deck has one"),
    "no hash": ("# made from: A", "12 hexadecimal digits, not 'A'"),
    "no JSON": ("# effect: calm", "an effect is a JSON object"),
    "half an effect": ('# effect: {"key": "calm"}', "an effect has the parts key, words"),
    "a list": ("# effect: []", "an effect is an object with every part"),
    "deep": ("# effect: " + "[" * 90_000, "an effect is a JSON object"),
    "a wrong type": (note(CALM).replace("false", "0", 1), "effect calm: may_decline=0"),
    "a number": (note(CALM).replace(':1,', ':1.5,', 1), "next_skips=1.5 is no whole number"),
    "too much": (note(CALM).replace(":1,", ":10,", 1), "next_skips=10 is outside 0 to 9"),
    "twice": (f"{note(CALM)}\n{note(CALM)}", "effect calm: 'calm' is what calm says already"),
    "same words": (
        f"{note(CALM)}\n{note(Effect(key='x', peek=1, words=CALM.words))}",
        "effect x: 'Calm down' is what calm says already",
    ),
    "a game's words": (
        note(Effect(key="x", peek=1, words={"en": "peek-three"})),
        "effect x: 'peek-three' is what peek-three says already",
    ),
    "a game's key": (
        note(Effect(key="reverse", peek=1)),
        "effect reverse: another one is registered under that key, with other peek, reverse",
    ),
}  # fmt: skip


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_spoilt_note_is_refused_with_its_line_and_nothing_is_registered(spoilt):
    """A message of any spoilt note fits on a screen."""
    text, says = SPOILT[spoilt]
    before = effects()
    with pytest.raises(DeckError, match=says) as refused:
        Deck.from_text(f"{text}\n{ROWS}")
    assert all(line is not None for line, _ in refused.value.problems)
    assert len(str(refused.value)) < 1500
    assert effects() == before


def test_a_list_with_another_problem_registers_nothing():
    """The effect is sound, a row isn't."""
    before = effects()
    with pytest.raises(DeckError, match="line 4: the value 'x'"):
        Deck.from_text(f"{note(CALM)}\n{ROWS}x,,3\n")
    assert effects() == before


def test_a_refusal_is_french():
    """Also of an effect that means something else here, and of a name."""
    register_effect(Effect(key="calm", next_skips=2, words={"en": "Calm down"}))
    with pytest.raises(DeckError) as refused:
        Deck.from_text(f"{note(CALM)}\n# name: {'x' * 25}\n{ROWS}")
    french = rendered(refused.value, "fr")
    assert "un autre est enregistré sous cette clé, avec d’autres valeurs de next_skips" in french
    assert "il faut de 1 à 24 lettres sur une ligne" in french
