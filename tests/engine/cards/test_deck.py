"""Decks as data: lists of cards read and written, their hash, and what changes between two."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import itertools
import json
import pickle
import re
import unicodedata
from copy import deepcopy
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skyjo_widget
from skyjo_widget.engine.cards import effects as effects_module
from skyjo_widget.engine.cards.deck import Deck
from skyjo_widget.engine.cards.effects import Effect, Pick, register_effect
from skyjo_widget.engine.cards.kind import Kind
from skyjo_widget.engine.limits import NO_CARD
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.engine.skipbo.deck import SKIPBO_DECK
from skyjo_widget.engine.skyjo.deck import SKYJO_DECK
from skyjo_widget.errors import DeckError, NotationError, RulesError
from skyjo_widget.strategies.card import Card
from tests.fixtures.paths import ROOT

# The designer's own list, in her sentences

RIGHT = (
    "Laisse la personne à ta droite échanger une de ses cartes avec une des tiennes, "
    "puis pose cette carte sur ton jeu"
)
TOP_LEFT = "Tu peux uniquement placer cette carte en haut à gauche de ton jeu"
TOP_RIGHT = "Tu peux uniquement placer cette carte en haut à droite de ton jeu"
BOTTOM_LEFT = "Tu peux uniquement placer cette carte en bas à gauche de ton jeu"
BOTTOM_RIGHT = "Tu peux uniquement placer cette carte en bas à droite de ton jeu"
TWICE = "La personne qui joue après toi joue deux fois"
SKIPS = "La personne qui joue après toi passe son tour"
DISCARD = "La personne qui joue après toi doit utiliser la dernière carte de la défausse"
REVERSE = "Le sens de rotation entre les joueurs est inversé"
LOWEST = (
    "Echange ta carte la plus basse avec la dernière carte de la défausse, "
    "puis place cette carte sur ton jeu"
)
OWN = "Inverse la position de deux de tes cartes"
PEEK = "Regarde les 3 prochaines cartes de la pioche et réorganise-les comme tu veux"
TWO = "Découvre ou échange deux cartes au lieu d'une à ce tour"
OTHERS = "Echange entre elles deux cartes d'autres joueureuses"
ANOTHER = (
    "Echange une de tes cartes avec celle de quelqu'un d'autre, puis place cette carte sur ton jeu"
)

COMPOSITION = {
    -2: [RIGHT, BOTTOM_LEFT, BOTTOM_LEFT, TWICE, LOWEST],
    -1: [TOP_LEFT, TOP_RIGHT, TOP_RIGHT, TWICE, TWICE, LOWEST, RIGHT],
    0: ["", "", TOP_RIGHT, BOTTOM_LEFT, LOWEST, LOWEST, TWICE, TWICE],
    1: ["", "", OWN, LOWEST, SKIPS, SKIPS, REVERSE, TOP_LEFT, TOP_LEFT],
    2: [*[""] * 5, REVERSE, BOTTOM_RIGHT, BOTTOM_RIGHT, PEEK, SKIPS, OWN],
    3: [*[""] * 6, SKIPS, REVERSE, OWN, OWN, PEEK],
    4: [*[""] * 8, SKIPS, SKIPS, OWN, OWN, REVERSE, REVERSE, PEEK],
    5: [*[""] * 5, SKIPS, TWO, PEEK, REVERSE, OWN],
    6: [*[""] * 5, SKIPS, REVERSE, OTHERS, OWN, PEEK],
    7: ["", "", "", OTHERS, REVERSE, SKIPS, OWN, PEEK],
    8: ["", "", "", "", OWN, DISCARD, ANOTHER, TWO],
    9: ["", "", "", ANOTHER, ANOTHER, OWN, DISCARD, DISCARD],
    10: ["", "", OWN, OWN, TWO, TWO, DISCARD],
    11: ["", "", ANOTHER, TWO, TWO, DISCARD, DISCARD, OWN, OWN],
    12: ["", "", "", DISCARD, ANOTHER, ANOTHER, TWO, OWN, OWN],
}
CARDS = [(value, says) for value, texts in COMPOSITION.items() for says in texts]
HER_ROWS = [(f"{number}", f"{value}", says) for number, (value, says) in enumerate(CARDS, start=1)]
OUR_ROWS = [row.split(",") for row in NEWSKYJO_DECK.to_text().splitlines()[1:]]
HERS = [("ID carte", "Valeur carte", "Effet"), *HER_ROWS]
OURS = [("value", "effect", "count"), *OUR_ROWS]


def written(rows, delimiter=",", end="\n") -> str:
    """Rows as CSV; texts with the delimiter in them in quotes."""
    cells = [[f'"{cell}"' if delimiter in cell else cell for cell in row] for row in rows]
    return "".join(delimiter.join(row) + end for row in cells)


def changed(rows, change):
    """Rows with all cells changed."""
    return [[change(cell) for cell in row] for row in rows]


def refused(call, *args) -> DeckError:
    """The error of a call."""
    with pytest.raises(DeckError) as caught:
        call(*args)
    str(caught.value).encode()
    assert caught.value.problems
    return caught.value


@pytest.fixture
def own_effects(monkeypatch):
    """Effects that are registered here are gone afterwards."""
    monkeypatch.setattr(effects_module, "_registered", dict(effects_module._registered))
    monkeypatch.setattr(effects_module, "_keys", dict(effects_module._keys))


# The shipped deck


def test_the_shipped_deck_is_the_table_of_the_rules_page():
    """Each row of the page: cards in all, without effect, and of each effect."""
    page = (ROOT / "docs" / "rules-newskyjo.md").read_text("utf-8")
    rows = re.findall(r"^\| (−?\d+) \| (\d+) \| (\d+) \| (`.*) \|$", page, re.MULTILINE)
    assert len(rows) == 15
    for value, cards, plain, effects in rows:
        of_value = [k for k in NEWSKYJO_DECK.kinds if k.value == int(value.replace("−", "-"))]
        there = {kind.effect.key if kind.effect else "": kind.count for kind in of_value}
        wanted = {key: int(count) for key, count in re.findall(r"`([a-z-]+)` (\d+)", effects)}
        assert there == wanted | ({"": int(plain)} if plain != "0" else {}), value
        assert sum(there.values()) == int(cards)


def test_the_shipped_deck_has_135_cards_85_with_an_effect():
    """As the designer counts them; every effect is on some card."""
    assert NEWSKYJO_DECK.size == 135
    assert sum(kind.count for kind in NEWSKYJO_DECK.kinds if kind.effect) == 85
    assert NEWSKYJO_DECK.effects == dict(sorted(NEWSKYJO_EFFECTS.items()))


def test_the_shipped_file_is_as_it_would_be_written():
    """Sorted, LF, no byte order mark: a copy of it differs in what was changed only."""
    path = Path(skyjo_widget.__file__).parent / "engine" / "newskyjo" / "deck.csv"
    assert path.read_bytes() == NEWSKYJO_DECK.to_text().encode()


# Both kinds of list, in every spelling

SPELLINGS = {
    "plain": lambda cell: cell,
    "spaces": lambda cell: f" {cell.replace(' ', '  ')}\t",
    "capitals": str.upper,
    "small letters": str.lower,
    "curly apostrophes": lambda cell: cell.replace("'", "’"),
    "composed": lambda cell: unicodedata.normalize("NFC", cell),
    "decomposed": lambda cell: unicodedata.normalize("NFD", cell),
    "minus signs": lambda cell: cell.replace("-", "−") if cell[1:].isdigit() else cell,
    "no-break spaces": lambda cell: f"\N{NO-BREAK SPACE}{cell}",
}


@pytest.mark.seconds
@pytest.mark.parametrize("rows", [HERS, OURS], ids=["hers", "ours"])
@pytest.mark.parametrize("spelling", list(SPELLINGS))
def test_every_spelling_of_a_list_is_the_same_deck(rows, spelling, tmp_path):
    """With and without byte order mark, each line end, comma and semicolon."""
    path = tmp_path / "deck.csv"
    spelt = changed(rows, SPELLINGS[spelling])
    for bom, end, delimiter in itertools.product(
        (b"", b"\xef\xbb\xbf"), ("\n", "\r\n", "\r"), (",", ";")
    ):
        path.write_bytes(bom + written(spelt, delimiter, end).encode())
        for deck in (Deck.from_csv(path), Deck.from_csv(str(path))):
            assert deck == NEWSKYJO_DECK
            assert deck.hash == NEWSKYJO_DECK.hash


def test_a_list_can_be_read_from_an_open_file_or_a_text(tmp_path):
    """Opened as text or as bytes; or the text itself, with or without byte order mark."""
    path = tmp_path / "deck.csv"
    path.write_text(written(HERS), "utf-8")
    with path.open(encoding="utf-8") as text, path.open("rb") as data:
        assert Deck.from_csv(text) == Deck.from_csv(data) == NEWSKYJO_DECK
    assert Deck.from_text(written(HERS)) == NEWSKYJO_DECK
    assert Deck.from_text("\ufeff" + written(HERS)) == NEWSKYJO_DECK
    assert Deck.from_text(written(HERS).encode("utf-8-sig")) == NEWSKYJO_DECK


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_effect_is_given_by_its_words_in_any_language(lang):
    """In either kind of list."""
    texts = {effect.key: effect.words[lang] for effect in NEWSKYJO_EFFECTS.values()}
    rows = [(value, texts.get(key, ""), count) for value, key, count in OUR_ROWS]
    assert Deck.from_text(written([OURS[0], *rows])) == NEWSKYJO_DECK
    keys = {effect.words["fr"]: effect.key for effect in NEWSKYJO_EFFECTS.values()}
    rows = [(name, value, keys.get(says, "")) for name, value, says in HER_ROWS]
    assert Deck.from_text(written([HERS[0], *rows])) == NEWSKYJO_DECK


@pytest.mark.parametrize(
    "text",
    [
        "value,effect,count\n5,reverse,2\n-1,,3\n",
        "value,effect,count\n-1,,3\n5,reverse,2",
        "\n\nvalue,effect,count\n\n-1,,3\n   \n5,reverse,2\n\n",
        "count,value,effect\n2,5,reverse\n3,-1,\n",
        "sep=;\r\nvalue;effect;count\r\n5;reverse;2\r\n-1;;3\r\n",
        '"Sep=,"\nvalue,effect,count\n5,reverse,2\n-1,,3\n',
        'value,effect,count\n"5","reverse","2"\n"-1","","3"\n',
        'value , "effect" , count\n 5 , "reverse"\t, 2 \n -1 , "" , 3 \n',
        "value;effect;count\n5;reverse;2\n-1;;3\n;;\n;;\n",
        'value,effect,count\n5,"the direction\nof play\r\n is reversed",2\n-1,,3\n',
        "value,effect,count\n+5,REVERSE,02\n−1,,3\n",
        "ID carte;Valeur carte;Effet\n1;5;reverse\nb;5;reverse\n3;-1;\n4;-1;\n5;-1;\n",
    ],
)
def test_what_csv_allows_makes_no_difference(text):
    """Order of rows and columns, blank lines, quotes, line breaks in them, Excel's first line."""
    assert Deck.from_text(text) == Deck.from_counts([(-1, 3), (5, 2, "reverse")])


def test_a_list_without_the_column_of_effects():
    """No card has one."""
    text = "".join(f"{value},{count}\n" for value, count in SKYJO_DECK.counts)
    assert Deck.from_text("value,count\n" + text) == SKYJO_DECK


def test_the_largest_deck_that_can_be_read():
    """256 cards, as so many rows or as one."""
    rows = [(f"{number}", "7", "") for number in range(256)]
    assert Deck.from_text(written([HERS[0], *rows])) == Deck.from_counts([(7, 256)])
    assert Deck.from_text("value,effect,count\n7,,256\n").size == 256


# Errors, and their places

OUR_HEADER = "value,effect,count\n"
HER_HEADER = "ID carte,Valeur carte,Effet\n"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (OUR_HEADER + "1,,1\n2,1\n", 3, "3 cells are needed (value, effect, count), not 2"),
        (OUR_HEADER + "1,,2,5\n", 2, "not 4"),
        (OUR_HEADER + "1;;1\n", 2, "not 1"),
        ("value;effect;count\n1;;2,5\n", 2, "the count '2,5' is no whole number from 1 to 256"),
        (OUR_HEADER + "1,,2.5\n", 2, "the count '2.5' is no whole number from 1 to 256"),
        (OUR_HEADER + "1,,2.5\n", 2, "the count '2.5' is no whole number"),
        (OUR_HEADER + "1,,-3\n", 2, "the count '-3' is no"),
        (OUR_HEADER + "1,,257\n", 2, "the count '257' is no"),
        (OUR_HEADER + "1,,\n", 2, "the count is missing: it is a whole number from 1 to 256"),
        (OUR_HEADER + ",,1\n", 2, "the value is missing: it is a whole number from -999 to 999"),
        (OUR_HEADER + "x,,1\n", 2, "the value 'x' is no whole number from -999 to 999"),
        (OUR_HEADER + "1.5,,1\n", 2, "the value '1.5' is no"),
        (OUR_HEADER + "1000,,1\n", 2, "the value '1000' is no"),
        (OUR_HEADER + "-1000,,1\n", 2, "the value '-1000' is no"),
        (OUR_HEADER + "1_0,,1\n", 2, "the value '1_0' is no"),
        (OUR_HEADER + "１２,,1\n", 2, "the value '１２' is no"),
        (OUR_HEADER + "٣,,1\n", 2, "the value '٣' is no"),
        (OUR_HEADER + "--2,,1\n", 2, "the value '--2' is no"),
        (OUR_HEADER + "9" * 9999 + ",,1\n", 2, "the value '999"),
        (OUR_HEADER + "1,revers,1\n", 2, "'revers' is no effect; did you mean 'reverse'?"),
        (OUR_HEADER + "1,REVERS,1\n", 2, "did you mean 'reverse'?"),
        (OUR_HEADER + "1,Reversal of fate,1\n", 2, "is no effect (there are right-neighbour-swap,"),
        (OUR_HEADER + "1,a\ud7ff,1\n", 2, "is no effect"),
        (OUR_HEADER + "1,,1\n\n2,,1\n1,,2\n", 5, "the card 1 stands in line 2 already"),
        (
            OUR_HEADER + "1,reverse,1\n1,the direction of play is reversed,2\n",
            3,
            "the card 1:reverse stands in line 2 already: write one row a kind",
        ),
        (OUR_HEADER + "1,,200\n2,,56\n3,,1\n4,,1\n", 4, "more than 256 cards, 258 in all"),
        (OUR_HEADER + '1,"reverse,1\n2,,1\n', 2, "the quotes (\") don't pair up"),
        (OUR_HEADER + '1,"rev"erse,1\n2,,1\n', 2, "the quotes (\") don't pair up"),
        (OUR_HEADER + "1,re\0verse,1\n", 2, "a NUL"),
        (OUR_HEADER + "1,,1\r2,,1\r3,\0,1\r", 4, "a NUL"),
        (OUR_HEADER, None, "there is no card in it, only the header"),
        (HER_HEADER + ",5,\n", 2, "the ID is missing"),
        (HER_HEADER + "1,5,\n2,5,\n1,6,\n", 4, "the ID '1' stands in line 2 already"),
        (HER_HEADER + f"1,5,{SKIPS.replace('è', 'e')}\n", 2, f"did you mean '{SKIPS}'?"),
        ("5,reverse,1\n", 1, "the columns are '5, reverse, 1'"),
        ("value,value,count\n1,,1\n", 1, "the columns are"),
        ("value,efect,count\n1,,1\n", 1, "did you mean effect by 'efect'?"),
        ("value,name\n1,x\n", 1, "ID carte, Valeur carte, Effet (one row a card)"),
        (OUR_HEADER + "1,,0\n", None, "there is no card in it, only the header"),
        ('\n"value,effect,count\n1,,1\n', 2, "don't pair up"),
        ("", None, "this is empty"),
        (" \n\t\r\n", None, "this is empty"),
        ("\ufeff", None, "this is empty"),
        ('{"event": "game"}\n', None, "this is JSON (a record of a game?)"),
        ("[1, 2]", None, "this is JSON"),
        ("a\ud800", None, "half of a character"),
        (5, None, "a text is needed, not 5"),
        ("x" * 200_001, None, "longer than 200,000 bytes"),
    ],
)
def test_each_problem_is_told_with_its_line(text, line, says):
    """And there is only one."""
    error = refused(Deck.from_text, text)
    ((at, sentence),) = error.problems
    assert at == line
    assert says in sentence
    where = "deck: " if line is None else f"deck: line {line}: "
    assert str(error).startswith(where)


def test_all_problems_of_a_list_are_told_at_once():
    """In the order of the lines; two in one line too; a stray quote spoils no other line."""
    text = OUR_HEADER + 'x,revers,-1\n1,,1\n2,1\n\n3,",1\n4,,400\n1,,1\n5,twirl,1\n'
    error = refused(Deck.from_text, text)
    assert [line for line, _ in error.problems] == [2, 2, 2, 4, 6, 7, 8, 9]
    assert str(error).splitlines()[0] == "deck: 8 problems"
    assert (
        str(error).splitlines()[1] == "  line 2: the value 'x' is no whole number from -999 to 999"
    )
    listed = [sentence for _, sentence in error.problems if "there are" in sentence]
    assert len(listed) == 1  # the effects are listed once
    assert all(key in listed[0] for key in NEWSKYJO_EFFECTS)


def test_a_cell_with_many_lines_is_a_quote_without_its_other_half():
    """Else a quote would take all that follows with it."""
    text = OUR_HEADER + '1,"the direction' + "\n" * 4 + ' of play is reversed",1\n'
    assert Deck.from_text(text).size == 1
    error = refused(Deck.from_text, text.replace("\n of", "\n\n of"))
    assert [line for line, _ in error.problems] == [2, 7]


def test_a_long_list_of_problems_is_cut_where_it_is_printed():
    """The error has them all."""
    error = refused(Deck.from_text, OUR_HEADER + "x,,1\n" * 20)
    assert str(error).endswith("  line 21: the value 'x' is no whole number from -999 to 999")
    error = refused(Deck.from_text, OUR_HEADER + "x,,1\n" * 50)
    assert len(error.problems) == 50
    assert len(str(error).splitlines()) == 22
    assert str(error).endswith("… and 30 more")


def test_a_list_that_never_ends_is_read_no_further():
    """1,000 rows are enough to see that it is no deck."""
    error = refused(Deck.from_text, written([HERS[0], *((f"{n}", "1", "") for n in range(1500))]))
    assert error.problems[0] == (258, "from here on there are more than 256 cards, 1000 in all")
    assert error.problems[1][0] == 1002
    assert "this is row 1,001" in error.problems[1][1]


def test_at_most_64_effects(own_effects):
    """As many as the engine has room for."""
    for number in range(65):
        register_effect(Effect(key=f"e{number}", next_skips=1, words={"en": f"Skip {number}!"}))
    rows = [f"1,e{number},1\n" for number in range(65)]
    assert Deck.from_text(OUR_HEADER + "".join(rows[:64])).size == 64
    error = refused(Deck.from_text, OUR_HEADER + "".join(rows))
    assert error.problems == ((None, "there are more than 64 effects"),)


def test_a_french_excels_csv_is_read(tmp_path):
    """Semicolons and Windows' own encoding; an unknown effect is named with its accents."""
    text = "value;effect;count\r\n5;échange-à-gauche;2\r\n-2;;10\r\n"
    path = tmp_path / "jeu.csv"
    path.write_bytes(text.encode("cp1252"))
    message = str(refused(Deck.from_csv, path))
    assert "échange-à-gauche" in message
    for encoding in ("cp1252", "utf-8", "utf-8-sig"):
        whole = text.replace("échange-à-gauche", "").encode(encoding)
        assert Deck.from_text(whole).size == 12
        noted = "# name: Été;;\r\n".encode(encoding) + whole.removeprefix(b"\xef\xbb\xbf")
        assert Deck.from_text(noted).name == "Été"


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        (b"PK\x03\x04\x14\0rest", None, "this is a workbook or another zip file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", None, "this is an old Excel workbook"),
        (b"%PDF-1.7\n", None, "this is a PDF"),
        (b'{"event": "game"}\n', None, "this is JSON"),
        (b"", None, "this is empty"),
        (b"\xef\xbb\xbf", None, "this is empty"),
        (b"ID carte,Valeur carte,Effet\n1,5,\n2,5,d\x81fausse\n", 3, "save it as 'CSV UTF-8'"),
        (b"\xef\xbb\xbfvalue,effect,count\r1,\xc3\xa9\xe9,1", 2, "this isn't UTF-8"),
        ("value,effect,count\n1,,1\n".encode("utf-16-le"), 1, "a NUL"),
        (b"value,effect,count\n" + b"1,,1\n" * 10**6, None, "longer than 200,000 bytes"),
    ],
)
def test_files_that_are_something_else(data, line, says, tmp_path):
    """One sentence says what they seem to be."""
    path = tmp_path / "deck.csv"
    path.write_bytes(data)
    error = refused(Deck.from_csv, path)
    ((at, sentence),) = error.problems
    assert at == line
    assert says in sentence
    assert error.path == str(path)
    assert str(error).startswith(str(path))


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("none.csv", "none.csv: there is no such file"),
        (".", ".: this is a folder"),
        ("a\0b", "it can't be read"),
        ("x" * 5000, "it can't be read: "),
        (OUR_HEADER + "1,,1\n", "Deck.from_text reads it"),
        (5, "a CSV file's path is needed, not 5"),
        (None, "a CSV file's path is needed, not None"),
        (b"deck.csv", "a CSV file's path is needed"),
        (io.TextIOWrapper(io.BytesIO(b"\xe9"), "utf-8"), "this isn't UTF-8"),
    ],
)
def test_what_is_no_file(source, says):
    """One sentence each."""
    error = refused(Deck.from_csv, source)
    assert len(error.problems) == 1
    assert says in str(error)


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    """The system's own reason."""

    def deny(*_args):
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "deck.csv"
    path.touch()
    monkeypatch.setattr("os.open", deny)
    error = refused(Deck.from_csv, path)
    assert str(error) == f"{path}: it can't be read: Permission denied"


def test_the_error_is_a_rules_error_and_crosses_to_another_process():
    """With all of its parts."""
    for error in (
        refused(Deck.from_text, OUR_HEADER + "x,,y\n"),
        refused(Deck.from_frame, pd.DataFrame({"value": ["x"], "count": ["y"]})),
        refused(Deck.from_csv, "none.csv"),
    ):
        assert isinstance(error, RulesError)
        unpickled = pickle.loads(pickle.dumps(error))
        assert str(unpickled) == str(error)
        assert vars(unpickled) == vars(error)


@settings(max_examples=300)
@given(
    st.one_of(st.text(), st.binary(), st.builds(lambda s: OUR_HEADER + s, st.text(',;"\n\r1-é')))
)
def test_any_text_is_a_deck_or_a_deck_error(text):
    """Nothing else comes out; `tests.fixtures.fuzz` tries what is nearer to a list of cards."""
    try:
        Deck.from_text(text)
    except DeckError as error:
        message = str(error)
    else:
        message = ""
    message.encode()


# Tables


def test_a_frame_with_our_columns():
    """Missing effects are none, whatever stands for missing."""
    cells = [value or None for _, value, _ in OUR_ROWS]
    frame = pd.DataFrame(OUR_ROWS, columns=["value", "effect", "count"])
    for effects in (cells, [cell or "" for cell in cells], [cell or pd.NA for cell in cells]):
        assert Deck.from_frame(frame.assign(effect=effects)) == NEWSKYJO_DECK
    numbers = frame.astype({"value": int, "count": int}).assign(effect=cells)
    assert Deck.from_frame(numbers) == NEWSKYJO_DECK
    assert Deck.from_frame(numbers.astype({"value": float, "count": "float32"})) == NEWSKYJO_DECK
    assert Deck.from_frame(numbers.astype({"value": "Int64", "count": "uint8"})) == NEWSKYJO_DECK
    assert Deck.from_frame(numbers.convert_dtypes()) == NEWSKYJO_DECK
    assert Deck.from_frame(numbers.astype({"effect": "category"})) == NEWSKYJO_DECK
    plain = numbers[numbers["effect"].isna()].drop(columns="effect")
    assert Deck.from_frame(plain).size == 50


def test_a_frame_with_the_designers_columns(tmp_path):
    """As pandas reads her file."""
    path = tmp_path / "deck.csv"
    path.write_text(written(HERS), "utf-8")
    assert Deck.from_frame(pd.read_csv(path)) == NEWSKYJO_DECK
    assert Deck.from_frame(pd.read_csv(path, dtype=str, keep_default_na=False)) == NEWSKYJO_DECK


def test_a_frame_of_another_library():
    """Anything with columns that can be asked for by name."""

    class Frame(dict):
        columns = property(list)

    frame = Frame(value=(np.float32(5), -1), effect=("reverse", None), count=(2, np.int64(3)))
    assert Deck.from_frame(frame) == Deck.from_counts([(-1, 3), (5, 2, "reverse")])


@pytest.mark.parametrize(
    ("rows", "at", "says"),
    [
        ([(1, "", 2), (2, "", 2.5)], 1, "the count '2.5' is no whole number from 1 to 256"),
        ([(np.nan, "", 2), (1, "", 2)], 0, "the value is missing"),
        ([(True, "", 2)], 0, "the value 'True' is no whole number"),
        ([(1, "", np.True_)], 0, "the count 'True' is no whole number"),
        ([(1, "", float("inf"))], 0, "the count 'inf' is no"),
        ([(1, "", 1e300)], 0, "the count '1"),
        ([(1, "", 10**5000)], 0, "the count '<int>' is no"),
        ([(1, "", 1j)], 0, "is no whole number"),
        ([(1, "revers", 1)], 0, "did you mean 'reverse'?"),
        ([(1, 7, 1)], 0, "'7' is no effect"),
        ([(1, "nan", 1)], 0, "'nan' is no effect"),
        ([(1, "", 2), (2, "", 1), (1, None, 2)], 2, "the card 1 stands in row 0 already"),
        ([(1, "", 200), (2, "", 200)], 1, "more than 256 cards, 400 in all"),
        ([], None, "there is no card in it"),
    ],
)
def test_problems_of_a_frame_name_its_rows(rows, at, says):
    """Counted from 0, as pandas shows them; the index doesn't matter."""
    frame = pd.DataFrame(rows, columns=["value", "effect", "count"], dtype=object)
    error = refused(Deck.from_frame, frame.set_index(pd.Index([f"r{n}" for n in range(len(rows))])))
    ((row, sentence),) = error.problems
    assert row == at
    assert says in sentence
    assert str(error).startswith("deck: " if at is None else f"deck: row {at}: ")


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        (pd.DataFrame([[1, "", 1]]), "the columns are '0, 1, 2'"),
        (pd.DataFrame([[1, 1, 1]], columns=["value", "value", "count"]), "the same name"),
        (pd.DataFrame(), "the columns are ''"),
        ({"value": [1], "count": [1]}, "a DataFrame is needed, not dict"),
        (None, "a DataFrame is needed, not NoneType"),
    ],
)
def test_frames_with_other_columns(frame, says):
    """A column that isn't known may be a misspelt one."""
    error = refused(Deck.from_frame, frame)
    assert [row for row, _ in error.problems] == [None]
    assert says in str(error)


# Writing


@pytest.mark.parametrize(
    "deck", [NEWSKYJO_DECK, SKYJO_DECK, SKIPBO_DECK], ids=["newskyjo", "skyjo", "skip-bo"]
)
def test_a_deck_is_written_and_read(deck, tmp_path):
    """The same deck and the same hash; as bytes, UTF-8 with LF."""
    path = deck.to_csv(tmp_path / "mine.csv")
    assert path == tmp_path / "mine.csv"
    assert path.read_bytes() == deck.to_text().encode()
    assert b"\r" not in path.read_bytes()
    reread = Deck.from_csv(path)
    assert reread == deck
    assert reread.hash == deck.hash
    assert Deck.from_frame(pd.read_csv(path)) == deck


def test_a_changed_copy_isnt_overwritten(tmp_path):
    """A cell that is run again doesn't undo what somebody wrote into the file meanwhile."""
    path = tmp_path / "mine.csv"
    NEWSKYJO_DECK.to_csv(path)
    assert NEWSKYJO_DECK.to_csv(str(path)) == path
    path.write_text(path.read_text().replace("5,reverse,1", "5,reverse,2"))
    mine = Deck.from_csv(path)
    error = refused(NEWSKYJO_DECK.to_csv, path)
    assert str(error).startswith(
        f"{path}: the file exists and holds something else; overwrite=True"
    )
    assert Deck.from_csv(path) == mine
    NEWSKYJO_DECK.to_csv(path, overwrite=True)
    assert Deck.from_csv(path) == NEWSKYJO_DECK


def test_what_cant_be_written_to(tmp_path):
    """One sentence each."""
    for path in (tmp_path, tmp_path / "none" / "mine.csv", "a\0b"):
        assert "it can't be written: " in str(refused(SKYJO_DECK.to_csv, path))
    assert "a file's path is needed, not 5" in str(refused(SKYJO_DECK.to_csv, 5))


def test_a_copy_with_changes_is_a_deck_of_its_own(tmp_path):
    """One card more, another value, another effect."""
    text = NEWSKYJO_DECK.to_text()
    mine = Deck.from_text(text.replace("12,,3", "12,,4").replace("-2,only-", "-3,only-"))
    assert mine.size == 136
    assert mine.values[0] == -3
    assert mine.hash != NEWSKYJO_DECK.hash
    skyjo = Deck.from_text(SKYJO_DECK.to_text().replace("0,,15", "0,peek-three,15"))
    assert [kind.card for kind in skyjo.kinds][:3] == [-2, -1, "0:peek-three"]
    assert skyjo.without_effects() == SKYJO_DECK


# The hash


def test_the_hash_is_the_documented_one():
    """The first 12 digits of the SHA-256 of the rows: any program can make it."""
    assert re.fullmatch(r"[0-9a-f]{12}", NEWSKYJO_DECK.hash)
    assert (SKYJO_DECK.hash, NEWSKYJO_DECK.hash) == ("f6c4453d28d2", "c6dfbb9dcd36")
    text = "".join(f"{number},,12\n" for number in range(1, 13)) + "wild,,18\n"
    assert SKIPBO_DECK.hash == hashlib.sha256(text.encode()).hexdigest()[:12]
    swap = Effect(key="mine", first=Pick("own"), second=Pick("others"), words={"en": "Mine!"})
    text = (
        "-1,,2\n3,mine,1\n"
        '{"chooser":"player","extra_actions":0,"first":{"faces":"any","whose":"own"},"key":"mine",'
        '"lands":"anywhere","may_decline":false,"next_skips":0,"next_takes_discard":false,'
        '"next_twice":0,"peek":0,"reverse":false,"second":{"faces":"any","whose":"others"}}\n'
    )
    deck = Deck.from_counts([(-1, 2), (3, 1, swap)])
    assert deck.hash == hashlib.sha256(text.encode()).hexdigest()[:12]


def test_the_hash_knows_every_kind_and_count():
    """Decks with one difference have other hashes."""
    decks = [
        Deck.from_counts(counts)
        for counts in (
            [(1, 2)],
            [(1, 3)],
            [(2, 2)],
            [(1, 2, "reverse")],
            [(1, 2, "peek-three")],
            [(1, 1), (1, 1, "reverse")],
            [(1, 1), (2, 1)],
            [("wild", 1)],
            [("wild", 2)],
            [(0, 1)],
            [(0, 1), ("wild", 1)],
        )
    ]
    assert len({deck.hash for deck in decks}) == len(decks)


def test_what_effects_do_counts_for_the_hash_and_not_what_they_say():
    """Of the designer's own effects; a shipped one is its key, unless it does something else."""
    calm = Effect(key="calm", next_skips=1, words={"en": "Calm down"})
    reworded = dataclasses.replace(calm, words={"en": "Be quiet", "fr": "Du calme"})
    done = dataclasses.replace(calm, next_skips=2)
    swap = dataclasses.replace(calm, first=Pick("own"), second=Pick("others"))
    first, same, two, three = (
        Deck.from_counts([(1, 1, e)]).hash for e in (calm, reworded, done, swap)
    )
    assert first == same
    assert len({first, two, three}) == 3
    reverse = NEWSKYJO_EFFECTS["reverse"]
    shipped = Deck.from_counts([(1, 1, "reverse")]).hash
    for words, peek, equal in (({}, 0, True), ({"en": "Turn"}, 0, True), ({}, 1, False)):
        mine = dataclasses.replace(reverse, words=words, peek=peek)
        assert (Deck.from_counts([(1, 1, mine)]).hash == shipped) is equal


def test_a_registered_effect_can_be_named_in_a_list(own_effects):
    """By its key or its words, like a shipped one; and only then."""
    text = OUR_HEADER + "1,calm,2\n"
    assert "'calm' is no effect" in str(refused(Deck.from_text, text))
    calm = register_effect(Effect(key="calm", next_skips=1, words={"fr": "Du calme"}))
    deck = Deck.from_text(text)
    assert deck.effects == {"calm": calm}
    assert Deck.from_text(OUR_HEADER + "1,DU  CALME,2\n") == deck
    assert Deck.from_text(deck.to_text()) == deck
    assert "did you mean 'Du calme'?" in str(refused(Deck.from_text, OUR_HEADER + "1,du clame,2\n"))


# Changes


def test_the_difference_of_two_decks():
    """Cards, mean, spread, the kinds and effects that changed, and effects that do other things."""
    before = Deck.from_counts([(0, 2), (4, 1, "reverse"), (4, 1, "peek-three")])
    calm = dataclasses.replace(NEWSKYJO_EFFECTS["peek-three"], peek=2, words={})
    after = Deck.from_counts([(0, 2), (4, 3, "reverse"), (4, 1, calm), (-2, 1, "two-actions")])
    diff = before.diff(after)
    assert diff
    assert diff.size == (4, 7)
    assert diff.with_effect == (2, 5)
    assert diff.mean == (2.0, 2.0)
    assert diff.spread == pytest.approx((2.0, (40 / 7) ** 0.5))  # of all cards, not of a sample
    assert diff.kinds == (("-2:two-actions", 0, 1, 1), ("4:reverse", 1, 3, 2))
    assert diff.effects == (("reverse", 1, 3, 2), ("two-actions", 0, 1, 1))
    assert diff.redefined == (("peek-three", "peek", 3, 2),)
    assert str(diff) == repr(diff)
    assert str(diff).splitlines() == [
        "                                        before  after  change",
        "cards                                        4      7      +3",
        "cards with an effect                         2      5      +3",
        "mean of the numbers                       2.00   2.00",
        "spread (population standard deviation)    2.00   2.39   +0.39",
        "card -2:two-actions                          0      1      +1",
        "card 4:reverse                               1      3      +2",
        "effect reverse                               1      3      +2",
        "effect two-actions                           0      1      +1",
        "effect peek-three: peek                      3      2",
    ]
    assert list(pd.DataFrame(diff.kinds).columns) == ["name", "before", "after", "change"]


def test_no_difference():
    """Between a deck and itself; the words of effects make none."""
    assert not NEWSKYJO_DECK.diff(Deck.from_text(written(HERS)))
    assert NEWSKYJO_DECK.diff(NEWSKYJO_DECK) == NEWSKYJO_DECK.diff(NEWSKYJO_DECK)
    mute = dataclasses.replace(NEWSKYJO_EFFECTS["reverse"], words={})
    diff = Deck.from_counts([(1, 1, "reverse")]).diff(Deck.from_counts([(1, 1, mute)]))
    assert not diff
    assert not diff.redefined


def test_an_effect_that_does_something_else_is_a_difference():
    """Though the cards bear the same names."""
    twice = dataclasses.replace(NEWSKYJO_EFFECTS["next-skips"], next_skips=2)
    diff = Deck.from_counts([(1, 1, "next-skips")]).diff(Deck.from_counts([(1, 1, twice)]))
    assert diff
    assert not diff.kinds
    assert diff.redefined == (("next-skips", "next_skips", 1, 2),)


def test_the_difference_as_a_table_of_a_notebook():
    """As many rows and cells as the text; nothing in it is taken for HTML."""

    class Cells(HTMLParser):
        rows = 0
        texts: list[str] = []  # noqa: RUF012

        def handle_starttag(self, tag, attrs):
            table = {"table", "thead", "tbody", "tr", "th", "td"}
            assert tag in table | {"style", "div", "h4", "bdi"}
            assert {name for name, _ in attrs} <= {"class", "lang"}
            self.rows += tag == "tr"

        def handle_data(self, data):
            self.texts.append(data)

    diff = SKYJO_DECK.diff(NEWSKYJO_DECK)
    hostile = dataclasses.replace(diff, kinds=(("<script>1</script>&", 0, 1, 1),))
    cells = Cells()
    cells.feed(hostile._repr_html_())
    assert cells.rows == len(str(hostile).splitlines())
    assert "card <script>1</script>&" in cells.texts


def test_the_difference_of_decks_with_wild_cards():
    """They are named, after the numbers, and have no number to count for mean and spread."""
    before = Deck.from_counts([(0, 1), (4, 1), ("wild", 5)])
    diff = before.diff(Deck.from_counts([(0, 2), (4, 2), ("wild", 2)]))
    assert diff.kinds == (("0", 1, 2, 1), ("4", 1, 2, 1), ("wild", 5, 2, -3))
    assert diff.mean == (2.0, 2.0)
    assert diff.spread == (2.0, 2.0)
    assert "card wild                                    5      2      −3" in str(diff).splitlines()
    alone = before.diff(Deck.from_counts([("wild", 1)]))
    assert (alone.mean, alone.spread) == ((2.0, 0.0), (2.0, 0.0))


def _counts(*effects):
    """Counts of random decks, some with wild cards."""
    numbers = st.lists(
        st.tuples(st.integers(-3, 3), st.integers(1, 4), st.sampled_from([None, *effects])),
        unique_by=lambda row: (row[0], row[2] if isinstance(row[2], str | None) else "own"),
    )
    wild = st.lists(st.tuples(st.just("wild"), st.integers(1, 4)), max_size=1)
    return st.builds(list.__add__, wild, numbers).filter(bool)


_COUNTS = _counts("reverse", Effect(key="own", peek=1), "two-actions")


@pytest.mark.seconds
@settings(max_examples=200)
@given(_COUNTS, _COUNTS)
def test_decks_without_a_difference_have_one_hash(first, second):
    """And those with one have two; each change is undone by the way back."""
    before, after = Deck.from_counts(first), Deck.from_counts(second)
    there, back = before.diff(after), after.diff(before)
    assert bool(there) == (before.hash != after.hash)
    assert [(c.name, -c.change) for c in there.kinds] == [(c.name, c.change) for c in back.kinds]
    assert sum(change.change for change in there.kinds) == after.size - before.size
    assert there.size == back.size[::-1]


def test_only_decks_have_a_difference():
    """And a text isn't one."""
    with pytest.raises(RulesError, match=r"'mine\.csv' is no Deck"):
        NEWSKYJO_DECK.diff("mine.csv")


# Wild cards


def test_a_wild_card_is_a_kind_of_its_own():
    """In any order; the last kind, apart from a number 0."""
    deck = Deck.from_counts([("wild", 18), (5, 2), (0, 3), (0, 1, "reverse"), (-2, 1)])
    assert deck == Deck.from_counts(reversed([("wild", 18, None), *deck.counts[:-1]]))
    assert deck.counts == ((-2, 1), (0, 3), (0, 1, "reverse"), (5, 2), ("wild", 18))
    assert deck.values == (-2, 0, 0, 5, 0)
    assert deck.wild == 4
    assert deck.kinds[4] == Kind(0, 18, wild=True)
    assert deck.kinds[4] != Kind(0, 18)
    assert [kind.card for kind in deck.kinds] == [-2, 0, "0:reverse", 5, "wild"]
    assert deck.card_text(4) == "wild"
    assert deck.parse_card("wild") == 4
    assert deck.parse_card("0") == 1
    assert deck.to_text().endswith("5,,2\nwild,,18\n")
    assert deck.without_effects().counts == ((-2, 1), (0, 4), (5, 2), ("wild", 18))


def test_a_deck_without_wild_cards():
    """Has none to name."""
    for deck in (SKYJO_DECK, NEWSKYJO_DECK):
        assert deck.wild == NO_CARD
        with pytest.raises(NotationError, match="'wild' is no card of this deck"):
            deck.parse_card("wild")


def test_the_deck_of_skip_bo():
    """162 cards: 1 to 12 twelve times each, and 18 wild ones."""
    assert SKIPBO_DECK.size == 162
    assert SKIPBO_DECK.counts == (*((number, 12) for number in range(1, 13)), ("wild", 18))
    assert SKIPBO_DECK.wild == 12
    assert SKIPBO_DECK.without_effects() == SKIPBO_DECK


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Kind(1, 2, wild=True), "a wild card has the number 0 and no effect"),
        (lambda: Kind(0, 2, NEWSKYJO_EFFECTS["reverse"], wild=True), "the number 0 and no effect"),
        (lambda: Kind(0, 2, wild=1), "wild=1: it is True or False"),
        (lambda: Kind(0, 2, wild="wild"), "wild='wild': it is True or False"),
        (lambda: Deck((Kind(False, 2, wild=True),)), "the value False is no whole number"),
        (lambda: Deck((Kind(0, 2, wild=True), Kind(1, 2))), "wild cards stand once, and last"),
        (lambda: Deck((Kind(0, 2, wild=True),) * 2), "wild cards stand once, and last"),
        (lambda: Deck.from_counts([("wild", 2), ("wild", 3)]), "wild cards stand once, and last"),
        (lambda: Deck.from_counts([("wild", 2, "reverse")]), "the number 0 and no effect"),
        (lambda: Deck.from_counts([("wild", 2, "wild")]), "'wild' is no effect"),
        (lambda: Deck.from_counts([("wild", 0)]), "the card wild has the count 0"),
        (lambda: Deck.from_counts([("wild", True)]), "the count True is no whole number"),
        (lambda: Deck.from_counts([("wild", "wild")]), "the count 'wild' is no whole number"),
        (lambda: Deck.from_counts([("wild", 257)]), "1 to 256 cards, not 257"),
        (lambda: Deck.from_counts([("wild",)]), "pairs of value and count are needed"),
        (lambda: Deck.from_counts(["wild"]), "pairs of value and count are needed"),
        (lambda: Deck.from_counts([("Wild ", 2)]), "the value 'Wild ' is no whole number"),
        (lambda: Deck.from_counts([("joker", 2)]), "the value 'joker' is no whole number"),
        (lambda: Deck.from_counts([(b"wild", 2)]), "the value b'wild' is no whole number"),
    ],
)
def test_what_is_no_wild_card(make, says):
    """One sentence each; words of lists aren't known where a program writes counts."""
    with pytest.raises(RulesError, match=re.escape(says)):
        make()


SOME_WILD = Deck.from_counts([(-1, 3), (0, 1), (5, 2, "reverse"), ("wild", 2)])


@pytest.mark.parametrize("word", ["wild", "joker", "Wild ", "JOKER", "\tjOkEr\N{NO-BREAK SPACE}"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_wild_cards_in_a_list(word, delimiter):
    """In either kind of list and in a table, in English and French, among the other cards."""
    ours = [OURS[0], (word, "", "2"), ("5", "reverse", "2"), ("-1", "", "3"), ("0", "", "1")]
    cards = [("5", REVERSE)] * 2 + [("-1", "")] * 3 + [("0", ""), (word, ""), ("wild", "")]
    hers = [HERS[0], *((f"{number}", *card) for number, card in enumerate(cards))]
    for rows in (ours, hers):
        assert Deck.from_text(written(rows, delimiter)) == SOME_WILD
        assert Deck.from_text(written(changed(rows, '"{}"'.format), delimiter)) == SOME_WILD
        assert Deck.from_frame(pd.DataFrame(rows[1:], columns=rows[0])) == SOME_WILD


def test_wild_cards_in_a_list_without_the_column_of_effects():
    """The shortest way to write them; a table may have numbers beside the word."""
    assert Deck.from_text("value,count\n3,2\nwild,4\n").counts == ((3, 2), ("wild", 4))
    frame = pd.DataFrame({"value": [3, "JOKER", np.float64(0)], "count": [2, 4.0, 1]})
    assert Deck.from_frame(frame).counts == ((0, 1), (3, 2), ("wild", 4))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (OUR_HEADER + "wild,reverse,2\n", 2, "a wild card has no effect, and 'reverse' stands"),
        (OUR_HEADER + "1,,1\nJoker,revers,2\n", 3, "a wild card has no effect, and 'revers'"),
        (OUR_HEADER + "wild,wild,2\n", 2, "a wild card has no effect"),
        (OUR_HEADER + "wild,,\n", 2, "the count is missing"),
        (OUR_HEADER + "1,,wild\n", 2, "the count 'wild' is no whole number"),
        (OUR_HEADER + "wild,,200\n1,,57\n", 3, "more than 256 cards, 257 in all"),
        (OUR_HEADER + "wild,,2\n1,,1\nJOKER,,1\n", 4, "the card wild stands in line 2 already"),
        (OUR_HEADER + "1,wild,2\n", 2, "'wild' is no effect"),
        (OUR_HEADER + "wilds,,2\n", 2, "the value 'wilds' is no whole number from -999 to 999"),
        (OUR_HEADER + "wi ld,,2\n", 2, "the value 'wi ld' is no"),
        (OUR_HEADER + "wild:reverse,,2\n", 2, "the value 'wild:reverse' is no"),
        (OUR_HEADER + "-wild,,2\n", 2, "the value '-wild' is no"),
        (HER_HEADER + f"1,5,\n2,joker,{OWN}\n", 3, "a wild card has no effect, and 'Inverse la"),
        (HER_HEADER + "1,joker,\n1,wild,\n", 3, "the ID '1' stands in line 2 already"),
        (HER_HEADER + "wild,5,\n,joker,\n", 3, "the ID is missing"),
    ],
)
def test_each_problem_with_wild_cards_is_told_with_its_line(text, line, says):
    """And there is only one."""
    ((at, sentence),) = refused(Deck.from_text, text).problems
    assert at == line
    assert says in sentence


def test_all_problems_with_wild_cards_are_told_at_once():
    """Beside those with other cards; in a table with their rows."""
    text = OUR_HEADER + "wild,reverse,-1\n1,twirl,1\nwild,,1\njoker,,2\nJoker,peek-three,1\n"
    error = refused(Deck.from_text, text)
    assert [line for line, _ in error.problems] == [2, 2, 3, 5, 6]
    frame = pd.DataFrame({"value": ["wild", "x"], "effect": [7, None], "count": [1, 1]})
    error = refused(Deck.from_frame, frame)
    assert error.problems == (
        (0, "a wild card has no effect, and '7' stands here"),
        (1, "the value 'x' is no whole number from -999 to 999"),
    )


@pytest.mark.seconds
@settings(max_examples=200)
@given(_counts("reverse", "two-actions"), st.randoms(use_true_random=False))
def test_decks_with_wild_cards_come_back(counts, rng):
    """From counts in any order, as a record has them too, from both kinds of list and a copy."""
    deck = Deck.from_counts(counts)
    shuffled = rng.sample(json.loads(json.dumps(deck.counts)), len(counts))
    cards = [
        (value, *key) if key else (value, "") for value, n, *key in deck.counts for _ in range(n)
    ]
    rows = [(str(at), str(value), key) for at, (value, key) in enumerate(cards)]
    for equal in (
        Deck.from_counts(shuffled),
        Deck.from_text(deck.to_text()),
        Deck.from_text(written([HERS[0], *rng.sample(rows, len(rows))])),
        Deck.from_frame(pd.DataFrame(rows, columns=list(HERS[0]))),
        pickle.loads(pickle.dumps(deck)),
    ):
        assert equal == deck
        assert equal.hash == deck.hash
        assert not deck.diff(equal)
    texts = [deck.card_text(card) for card in range(len(deck.kinds))]
    assert [deck.parse_card(text) for text in texts] == list(range(len(texts)))
    assert deck.wild == (texts.index("wild") if "wild" in texts else NO_CARD)
    plain = deck.without_effects()
    assert plain.size == deck.size
    assert plain.wild == (len(plain.kinds) - 1 if "wild" in texts else NO_CARD)


# Cards


def test_a_card_says_whether_it_is_wild():
    """Beside its number and its effect; copied and in another process too."""
    for kind in (*SOME_WILD.kinds, *SKIPBO_DECK.kinds):
        card = Card(kind)
        for copied in (card, deepcopy(card), pickle.loads(pickle.dumps(card))):
            assert type(copied) is Card
            assert copied == kind.value
            assert copied.wild is kind.wild
            assert copied.effect == (kind.effect.key if kind.effect else None)


def test_a_card_is_found_by_its_text():
    """Only exactly as it is written."""
    for card, kind in enumerate(NEWSKYJO_DECK.kinds):
        assert NEWSKYJO_DECK.parse_card(NEWSKYJO_DECK.card_text(card)) == card
        assert NEWSKYJO_DECK.card_text(card) == str(kind.card)
    for text in ("05", "5:", "5:Reverse", "5 ", "5:swap-with-another", "13", "", 5, [], None):
        with pytest.raises(NotationError, match="is no card of this deck"):
            NEWSKYJO_DECK.parse_card(text)


def test_a_deck_is_a_value():
    """Equal decks are equal keys; a copy from another process is one too."""
    copy = pickle.loads(pickle.dumps(NEWSKYJO_DECK))
    assert copy == NEWSKYJO_DECK
    assert {copy: 1} == {NEWSKYJO_DECK: 1}
    assert copy.parse_card("5:reverse") == NEWSKYJO_DECK.parse_card("5:reverse")
    assert dataclasses.replace(copy, kinds=copy.kinds[:3]).parse_card("-2:lowest-to-discard") == 0
    assert "_cards" not in repr(copy)


def test_an_effect_on_a_card_is_an_effect():
    """Its key or its words do in a list of counts, nothing else does."""
    assert Deck.from_counts([(1, 2, REVERSE)]).kinds[0].effect is NEWSKYJO_EFFECTS["reverse"]
    for effect in (7, b"reverse", 0, ("reverse",)):
        with pytest.raises(RulesError, match="is no Effect"):
            Deck.from_counts([(1, 2, effect), (1, 1)])
        with pytest.raises(RulesError, match="is no Effect"):
            Kind(1, 2, effect)
    with pytest.raises(RulesError, match="'revers' is no effect"):
        Deck.from_counts([(1, 2, "revers")])
