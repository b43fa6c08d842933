"""Lists of names as schools export them, and the names that pupils type."""

from __future__ import annotations

import codecs
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest

from skyjo_widget import RulesError
from skyjo_widget.lessons.report.class_list import read_class_list
from tests.fixtures.lessons import CLASS, listed


def names(text, encoding="utf-8"):
    """The first and family names of a list."""
    Path("list.csv").write_bytes(text.encode(encoding))
    return [(pupil.first, pupil.family) for pupil in read_class_list("list.csv").pupils]


LEO_AND_ANNE = [("Léo", "Dupont"), ("Anne-Lise", "de la Tour")]


@pytest.mark.parametrize(
    "text",
    [
        "Dupont, Léo\nde la Tour, Anne-Lise\n",
        "Nom;Prénom\nDupont;Léo\nde la Tour;Anne-Lise",
        "Prénom\tNom\tNé(e) le\nLéo\tDupont\t01/02/2010\nAnne-Lise\tde la Tour\t03/04/2010\n",
        "Dupont;Léo;1re 3\nde la Tour;Anne-Lise;1re 3\n",
        "1,Dupont,Léo,M,leo@example.org\n2,de la Tour,Anne-Lise,F,anne@example.org\n",
        "Last name,First name\r\nDupont,Léo\r\n\r\nde la Tour,Anne-Lise\r\n",
        '"Nom et prénom";"Classe"\n"Dupont Léo";"1re 3"\n"de la Tour Anne-Lise";"1re 3"\n',
        "Prénom Nom\nLéo Dupont\nAnne-Lise de la Tour\n",
    ],
)
def test_lists_of_schools_are_understood(text):
    """With heads or without, in one column or more, in any order."""
    assert names(text) == LEO_AND_ANNE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_a_list_is_read_in_any_encoding_of_a_school(encoding):
    """Also as Excel saves it on Windows."""
    assert names("Nom;Prénom\nDupont;Léo\nÖztürk;Zoé\n", encoding) == [
        ("Léo", "Dupont"),
        ("Zoé", "Öztürk"),
    ]
    assert codecs.lookup(encoding)


def test_capitals_tell_a_family_name():
    """With its particles, wherever it stands."""
    text = (
        "DUPONT Léo\nEl AMRANI Yassine\nLe GALL Yann\nvan der BERG Jan\nZoé ROUX\nDE LA TOUR Inès"
    )
    assert names(text) == [
        ("Léo", "DUPONT"),
        ("Yassine", "El AMRANI"),
        ("Yann", "Le GALL"),
        ("Jan", "van der BERG"),
        ("Zoé", "ROUX"),
        ("Inès", "DE LA TOUR"),
    ]


def test_a_workbook_is_a_list_too(own_folder):
    """Its first sheet."""
    book = openpyxl.Workbook()
    for row in (["Lycée"], ["Nom", "Prénom", "Classe"], ["Dupont", "Léo", "1re 3"]):
        book.active.append(row)
    book.save("list.xlsx")
    class_list = read_class_list("list.xlsx")
    assert class_list.names == ["Dupont, Léo"]
    assert class_list.unread == ((1, "Lycée"),)
    Path("none.xlsx").write_text("x")
    with pytest.raises(RulesError, match=r"none\.xlsx: no workbook"):
        read_class_list("none.xlsx")
    Path("torn.xlsx").write_bytes(Path("list.xlsx").read_bytes()[:200])
    with pytest.raises(RulesError, match=r"torn\.xlsx: .* can't be read; save it as CSV"):
        read_class_list("torn.xlsx")


@pytest.mark.slow
def test_a_workbook_of_libreoffice_is_a_list_too(own_folder):
    """As LibreOffice saves a CSV in its own format."""
    office = shutil.which("soffice")
    if not office:
        pytest.skip("LibreOffice isn't installed")
    Path("list.csv").write_text("Nom,Prénom\nDupont,Léo\n", encoding="utf-8")
    order = [office, f"-env:UserInstallation={(own_folder / 'profile').as_uri()}", "--headless"]
    order += ["--convert-to", "ods", "--infilter=CSV:44,34,76", "list.csv"]
    subprocess.run(order, check=True, capture_output=True)
    assert read_class_list("list.ods").names == ["Dupont, Léo"]


def test_what_is_no_name_is_given_with_its_line(own_folder):
    """Numbers, titles above the heads, and a name that is there already."""
    text = "Liste du 3 mai\nNom;Prénom\nDupont;Léo\n;12\nDUPONT;LEO\n"
    Path("list.csv").write_text(text, "utf-8")
    class_list = read_class_list("list.csv")
    assert class_list.names == ["Dupont, Léo"]
    assert class_list.unread == ((1, "Liste du 3 mai"), (4, "12"), (5, "DUPONT LEO"))


@pytest.mark.parametrize(("text", "what"), [("", "no names"), ("12\n13\n", "no names")])
def test_a_file_without_names_is_refused(text, what, own_folder):
    """With what a line would look like."""
    Path("list.csv").write_text(text)
    with pytest.raises(RulesError, match=what):
        read_class_list("list.csv")
    with pytest.raises(RulesError, match=r"lists\.csv: can't be read.*did you mean 'list\.csv'"):
        read_class_list("lists.csv")


@pytest.mark.parametrize(
    ("typed", "pupils"),
    [
        ("LÉO DUPONT", ["Léo Dupont"]),
        ("dupont leo", ["Léo Dupont"]),
        ("leo d", ["Léo Dupont"]),
        ("Dupont, Léo", ["Léo Dupont"]),
        ("annelise", ["Anne-Lise van der Berg"]),
        ("Anne", ["Anne-Lise van der Berg"]),
        ("el-amrani", ["Driss El Amrani"]),
        ("Chloé & Bo", ["Chloé Martin", "Bo Lefèvre"]),
        ("zoe et Maelys R.", ["Zoé Perrin", "Maëlys Roux"]),
    ],
)
def test_a_typed_name_is_found_in_the_list(typed, pupils, own_folder):
    """Whatever its case, accents and order, and several people at one table."""
    Path("list.csv").write_text(listed(), "utf-8")
    matches = read_class_list("list.csv").find(typed)
    assert [[CLASS[at] for at in person] for person in matches] == [[name] for name in pupils]


def test_an_ambiguous_name_is_nobodys(own_folder):
    """Nor is one that isn't on the list, or of another word besides."""
    Path("list.csv").write_text(listed(), "utf-8")
    class_list = read_class_list("list.csv")
    assert [len(person) for person in class_list.find("Léo")] == [2]
    assert class_list.find("Baptiste") == [()]
    assert class_list.find("Léo Baptiste") == [()]
    assert class_list.find("L") == [()]
