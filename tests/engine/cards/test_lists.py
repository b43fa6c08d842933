"""Lists of cards as designers keep them: each shape, written by the programs' own writers."""

from __future__ import annotations

import csv
import io
import itertools
import re
import shutil
import subprocess

import openpyxl
import pandas as pd
import pytest

from skyjo_widget import Deck, Effect, effects, register_effect
from skyjo_widget.engine.cards import effects as effects_module
from skyjo_widget.engine.cards.columns import NAMES, column_letters
from skyjo_widget.errors import DeckError
from skyjo_widget.util.messages import rendered
from tests.fixtures.hostile import HOSTILE

ROWS = [(-1, "", 5), (0, "reverse", 2), (5, "", 90), (7, "peek-three", 10)]
DECK = Deck.from_counts([(-1, 5), (0, 2, "reverse"), (5, 90), (7, 10, "peek-three")])
HEADER = ("value", "effect", "count")


@pytest.fixture(autouse=True)
def new_kernel(monkeypatch):
    """Effects that are registered here are gone afterwards."""
    monkeypatch.setattr(effects_module, "_registered", dict(effects_module._registered))
    monkeypatch.setattr(effects_module, "_keys", dict(effects_module._keys))


def written(rows, **options):
    """Rows as Python's own CSV writer writes them."""
    text = io.StringIO()
    csv.writer(text, **options).writerows(rows)
    return text.getvalue()


def workbook(path, *sheets, merge=()):
    """A workbook as openpyxl writes it."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets:
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
        for cells in merge:
            sheet.merge_cells(cells)
    book.save(path)
    return path


def refused(call, *args, **options):
    """The problems of a list, as a text."""
    with pytest.raises(DeckError) as caught:
        call(*args, **options)
    return str(caught.value)


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_cells_are_separated_by_what_they_are(delimiter, encoding, tmp_path):
    """In a file of each encoding; a sentence may hold the other signs."""
    rows = [("Valeur", "Effet", "Quantité"), *ROWS, (9, "Moi, toi; et l'été | là", 1)]
    register_effect(Effect(key="own", peek=1, words={"fr": rows[-1][1]}))
    path = tmp_path / "jeu.csv"
    path.write_bytes(written(rows, delimiter=delimiter).encode(encoding))
    assert Deck.from_csv(path).counts == (*DECK.counts, (9, 1, "own"))


@pytest.mark.parametrize(
    "name", ["quantity", "Qty", "nombre", "Quantité", "QTÉ", "Copies", "Nb. cartes", "# of cards"]
)
def test_the_count_has_many_names(name):
    """Capitals, accents and signs don't matter."""
    name = name.replace("# of cards", "number of cards")
    deck = Deck.from_text(written([("value", "effect", name), *ROWS]))
    assert deck == DECK
    assert deck.reading.columns == {"value": "value", "effect": "effect", "count": name}


def test_names_of_columns_mean_one_thing():
    """No name stands for two."""
    names = [name for spellings in NAMES.values() for name in spellings]
    assert len(names) == len(set(names))


SHAPES = {
    "a title above": [("My game", "", ""), ("", "", ""), HEADER, *ROWS],
    "a total below": [HEADER, *ROWS, ("Total", "", 107)],
    "a total without a word": [HEADER, *ROWS, ("", "", 107)],
    "empty cells at the end": [(*HEADER, "", ""), *((*row, "", "") for row in ROWS)],
    "empty cells at the end of the rows": [HEADER, *((*row, "", "") for row in ROWS)],
    "other columns": [("Name", *HEADER, "Idea"), *(("x", *row, "why?") for row in ROWS)],
    "an ID beside the count": [("ID", *HEADER), *((n, *row) for n, row in enumerate(ROWS))],
    "values of merged cells": [HEADER, *ROWS[:2], *ROWS[2:], ("", "reverse", 3)],
    "count 0": [HEADER, *ROWS, (9, "", 0)],
    "a row a card, without an ID": [
        HEADER[:2],
        *(row[:2] for row in ROWS for _ in range(row[2])),
    ],
    "times": [HEADER, *((value, effect, f"×{count}") for value, effect, count in ROWS)],
    "the header again": [HEADER, *ROWS[:2], HEADER, *ROWS[2:]],
    "dashes for no effect": [HEADER, *((value, e or "—", count) for value, e, count in ROWS)],
    "headings between the cards": [HEADER, ("", "", ""), *ROWS],
}


# pandas takes a title for the header, and columns without a name for its index.
OF_FRAMES = [shape for shape in SHAPES if not re.search("title|at the end", shape)]


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        *itertools.product(("csv", "xlsx"), SHAPES),
        *itertools.product(("frame",), OF_FRAMES),
    ],
)
def test_each_shape_is_read(shape, kind, tmp_path):
    """As a text, as a workbook, and as pandas reads the text."""
    rows = SHAPES[shape]
    wanted = DECK
    if shape == "values of merged cells":
        wanted = Deck.from_counts([*DECK.counts, (7, 3, "reverse")])
    if kind == "csv":
        deck = Deck.from_text(written(rows))
    elif kind == "xlsx":
        cells = [[None if cell == "" else cell for cell in row] for row in rows]
        deck = Deck.from_csv(workbook(tmp_path / "deck.xlsx", ("Sheet", cells)))
    else:
        deck = Deck.from_frame(pd.read_csv(io.StringIO(written(rows))))
    assert deck == wanted
    assert deck.reading.cards == wanted.size


def test_a_markdown_table_is_read():
    """With its bars at the sides and the line below the header."""
    lines = ["| value | effect | count |", "|---|:---|--:|"]
    lines += [f"| {value} | {effect} | {count} |" for value, effect, count in ROWS]
    assert Deck.from_text("\n".join(lines)) == DECK


def test_merged_cells_of_a_workbook_stand_for_all_of_their_rows(tmp_path):
    """The value and the effect; whoever merges counts is asked."""
    rows = [HEADER, (5, "reverse", 60), (None, None, 20), (6, None, 30)]
    path = workbook(tmp_path / "deck.xlsx", ("Deck", rows), merge=["A2:A3"])
    assert Deck.from_csv(path).counts == ((5, 20), (5, 60, "reverse"), (6, 30))
    rows = [HEADER, (5, "reverse", 60), (6, None, 20), (7, None, 30)]
    path = workbook(tmp_path / "deck.xlsx", ("Deck", rows), merge=["B2:B3"])
    assert Deck.from_csv(path).counts == ((5, 60, "reverse"), (6, 20, "reverse"), (7, 30))
    path = workbook(tmp_path / "deck.xlsx", ("Deck", [*rows[:2], (6, None, None)]))
    assert "row 3: cell C3: the count is missing" in refused(Deck.from_csv, path)


def test_a_sheet_is_named_if_several_hold_a_list(tmp_path):
    """One among others is found; two are asked about."""
    notes = ("Ideas", [("What",), ("a joker?",)])
    mine = ("B", [HEADER, *ROWS])
    deck = Deck.from_csv(workbook(tmp_path / "deck.xlsx", notes, mine))
    assert (deck, deck.reading.sheet) == (DECK, "B")
    path = workbook(tmp_path / "deck.xlsx", ("A", [HEADER, (1, None, 9)]), notes, mine)
    assert "several sheets hold a list (A, B): name one, sheet='A'" in refused(Deck.from_csv, path)
    assert Deck.from_csv(path, sheet="B") == DECK
    assert "there is no sheet 'C'; it has A, Ideas, B" in refused(Deck.from_csv, path, sheet="C")


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["ods", "xlsx"])
def test_what_a_spreadsheet_itself_saves_is_read(ending, tmp_path):
    """LibreOffice's own files, with a title, a merged cell and a total by a formula."""
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("LibreOffice isn't installed")
    rows = [
        ("My deck",), HEADER, *((a, b or None, c) for a, b, c in ROWS), (None, "reverse", 3),
        ("Total", None, "=SUM(C3:C7)"),
    ]  # fmt: skip
    source = workbook(tmp_path / "deck.xlsx", ("Deck", rows), merge=["A1:C1", "A6:A7"])
    command = [office, "--headless", f"-env:UserInstallation=file://{tmp_path}/profile"]
    command += ["--convert-to", ending, "--outdir", str(tmp_path / "out"), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    deck = Deck.from_csv(tmp_path / "out" / f"deck.{ending}")
    assert deck == Deck.from_counts([*DECK.counts, (7, 3, "reverse")])
    assert [why for _, why, _ in deck.reading.left_out] == ["a title", "the total"]
    assert deck.reading.left_out[1][2].endswith("110")


def test_how_a_list_was_read_is_shown():
    """Columns, rows, what was left out, and what was kept: in a cell too, and in French."""
    rows = [("Mon jeu", "", "", ""), ("Nom", "Valeur", "Effet", "Quantité")]
    rows += [("x", *row) for row in ROWS] + [("y", 9, "", 0), ("Total", "", "", 107)]
    deck = Deck.from_text(written(rows, delimiter=";"))
    assert str(deck.reading).splitlines() == [
        "'Valeur' is read as value",
        "'Effet' is read as effect",
        "'Quantité' is read as count",
        "4 rows with 107 cards",
        "kept as notes: Nom",
        "row 1: a title: 'Mon jeu'",
        "row 7: the count is 0: '9 0'",
        "row 8: the total: 'Total 107'",
    ]
    assert deck.reading.notes[0] == (3, "Nom", "x")
    assert "4 rows with 107 cards" in deck.html()
    assert "Valeur&#x27; est lu comme la valeur" in deck.html("fr")
    assert "is read as" not in DECK.html()
    assert Deck.from_text(DECK.to_text()).reading.plain
    assert deck.named("B").reading == deck.reading


def test_what_is_not_understood_is_named_with_its_cell(tmp_path):
    """The column of a text, the cell of a workbook; all problems at once."""
    rows = [("Nom", "Valeur", "Effet", "Quantité"), ("x", "cinq", "", 3), ("y", 5, "", "beaucoup")]
    assert refused(Deck.from_text, written(rows)).splitlines()[1:] == [
        "  line 2: column 'Valeur': the value 'cinq' is no whole number from -999 to 999",
        "  line 3: column 'Quantité': the count 'beaucoup' is no whole number from 1 to 256",
    ]
    says = refused(Deck.from_csv, workbook(tmp_path / "deck.xlsx", ("Deck", rows)))
    assert "row 2: cell B2: the value 'cinq'" in says
    assert "row 3: cell D3: the count 'beaucoup'" in says
    assert [column_letters(n) for n in (0, 25, 26, 701, 702)] == ["A", "Z", "AA", "ZZ", "AAA"]


@pytest.mark.parametrize(
    ("text", "small", "large"),
    [("1,000", "1", "1000"), ("1.000", "1", "1000"), ("91,000", "91", "91000"), ("1,5", "", "")],
)
def test_a_number_that_may_be_two_is_asked_about(text, small, large):
    """With both readings."""
    says = refused(Deck.from_text, f"value;count\n5;{text}\n")
    wanted = f"the count '{text}' could be {small} or {large}: write it so"
    assert (wanted if small else "no whole number from 1 to 256") in says


def test_a_total_that_is_not_that_of_the_cards_is_an_error():
    """The cards may be miscounted, or the total is old."""
    says = refused(Deck.from_text, written([HEADER, *ROWS, ("Total", "", 110)]))
    assert "line 6: the total is 110, and the rows above have 107 cards" in says


def test_a_last_row_without_a_value_is_no_total_of_two_kinds():
    """It is of the value above, though the numbers are the same."""
    deck = Deck.from_text(written([HEADER, (5, "reverse", 50), ("", "", 50)]))
    assert deck.counts == ((5, 50), (5, 50, "reverse"))


def test_a_new_effect_leads_to_its_skeleton():
    """The code has the card's words and lists the parts; filled in, it makes the list a deck."""
    text = "Valeur;Effet;Quantité\n5;Chacun donne une carte, l'été;40\n6;;60\n"
    says = refused(Deck.from_text, text)
    code = says[says.index("register_effect(") :]
    assert "words={'fr': \"Chacun donne une carte, l'été\"}" in code
    assert "key='chacun-donne-une-carte'" in code
    filled = code.replace("    # first", "    pass_on='lowest',  # first")
    with pytest.raises(Exception, match="it does nothing: give it at least one part"):
        exec(code, {"register_effect": register_effect, "Effect": Effect})
    exec(filled, {"register_effect": register_effect, "Effect": Effect})
    assert effects()["chacun-donne-une-carte"].pass_on == "lowest"
    assert Deck.from_text(text).effects["chacun-donne-une-carte"].pass_on == "lowest"
    assert "register_effect" not in refused(
        Deck.from_text, text.replace("Chacun donne", "chacun dnne")
    )


@pytest.mark.parametrize("text", [text for _, text in HOSTILE][:6])
def test_the_skeleton_of_any_text_is_code(text):
    """Quotes and line breaks are in the text alone."""
    code = effects_module.skeleton(text)
    with pytest.raises(Exception, match=r"it does nothing|key="):
        exec(code, {"register_effect": register_effect, "Effect": Effect})


def test_a_column_that_may_be_misspelt_is_asked_about():
    """Else a deck would lose its effects without a word."""
    says = refused(Deck.from_text, written([("value", "efect", "count"), *ROWS]))
    assert "did you mean effect by 'efect'?" in says


def test_a_refusal_of_a_list_is_french():
    """With its column, and both readings of a number."""
    with pytest.raises(DeckError) as caught:
        Deck.from_text("Valeur;Quantité\n5;1,000\n")
    french = re.sub("\u00a0", " ", rendered(caught.value, "fr"))
    assert "colonne 'Quantité'" in french
    assert "1 ou 1000" in french


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"PK\x03\x04" + b"x" * 100])
def test_a_zip_file_that_is_no_workbook(data, tmp_path):
    """One sentence."""
    path = tmp_path / "deck.xlsx"
    path.write_bytes(data)
    assert "a workbook or another zip file that can't be read" in refused(Deck.from_csv, path)
