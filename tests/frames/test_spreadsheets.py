"""No text becomes a formula in a spreadsheet, whatever separates its cells."""

from __future__ import annotations

import ast
import csv
import os
import random
import subprocess
import unicodedata
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

import skyjo_widget
from scripts import libreoffice
from skyjo_widget import SKYJO_DECK, plan, play
from skyjo_widget.frames.export import csv_bytes, plain_cell
from tests.fixtures.hostile import HOSTILE

PACKAGE = Path(skyjo_widget.__file__).parent
PARTS = [
    "=1+1", "+1+1", "-1-1", "@SUM(1)", "＝1+1", "－1", *"=+-@1x é|:()[{;;;,,\t\"\"'\n\r\v\f\0\x01",
    "\x1c", "\x85", "\u2028", "\u2029", "\u00a0", "\u3000", "\ufeff", "\u200b",
]  # fmt: skip
"""Parts of texts that look for a way to be a formula."""
LANGUAGES = {"": 0, "fr-FR": 1036}
"""LibreOffice's numbers of languages."""
SEPARATORS = {",": "44", ";": "59", "tab": "9", "all three": "44/59/9"}


def texts(number: int) -> list[str]:
    """A line break and a formula, all hostile texts, and others at random."""
    drawn = random.Random(number)
    mixed = ["".join(drawn.choices(PARTS, k=drawn.randint(1, 7))) for _ in range(number)]
    return ["x\n=1+1\ny", *(text for _, text in HOSTILE), *mixed]


def without_blanks(part: str) -> str:
    """A cell without what a spreadsheet may drop at its start: spaces, controls, quotes."""
    while part and (part[0] == '"' or unicodedata.category(part[0]) in ("Cc", "Cf", "Zs")):
        part = part[1:]
    return part


def test_a_cell_is_one_line_that_no_separator_makes_a_formula():
    """Split at semicolons, its parts begin with no sign of a formula, nor behind blanks."""
    for text in texts(4000):
        cell = plain_cell(text)
        assert len(cell.splitlines()) <= 1
        assert "\t" not in cell
        for part in cell.split(";"):
            assert not without_blanks(part).startswith(tuple("=+-@＝＋－＠")), text


def test_what_is_harmless_stays_as_it_is():
    """Words, signs within a sentence, French marks."""
    for text in ("Ana", "3 + 4 = 7, -1 perdu ; dommage", "« x » : 2 - 1", '["a", "-1"]', ""):
        assert plain_cell(text) == text


@pytest.mark.seconds
def test_only_one_place_writes_cells():
    """All other rooms give it their frames; a list of cards has rows of its own."""
    writers = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = node.func if isinstance(node, ast.Call) else None
            called = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
            if called in ("to_csv", "to_excel", "ExcelWriter", "DictWriter", "Workbook"):
                writers.setdefault(path.relative_to(PACKAGE).as_posix(), set()).add(called)
            if called == "writer" and isinstance(name, ast.Attribute):
                assert getattr(name.value, "id", "") != "csv", path
    assert writers == {"frames/export.py": {"to_csv", "to_excel", "ExcelWriter"}}


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    """A function that opens files in LibreOffice and gives their cells by the files' names."""
    office = libreoffice.find()
    if office is None:
        if os.environ.get("CI") == "true":
            pytest.fail(libreoffice.ADVICE)
        pytest.skip(libreoffice.ADVICE)
    folder = tmp_path_factory.mktemp("office")

    def convert(
        *paths: Path, separator: str | None = None, lang: str = ""
    ) -> dict[str, list[tuple]]:
        command = [office, f"-env:UserInstallation={folder.as_uri()}/profile", "--headless"]
        if separator:  # in UTF-8, from line 1, any language, numbers and formulas as they come
            command += [
                f"--infilter=CSV:{SEPARATORS[separator]},34,76,1,,{LANGUAGES[lang]},false,true,false"
            ]
        command += ["--convert-to", "xlsx", "--outdir", str(folder), *map(str, paths)]
        subprocess.run(command, check=True, capture_output=True, timeout=600)
        return {path.stem: cells(folder / f"{path.stem}.xlsx") for path in paths}

    return convert


def cells(path: Path) -> list[tuple]:
    """The rows of all sheets of a workbook."""
    return [row for sheet in openpyxl.load_workbook(path) for row in sheet.iter_rows()]


def formulas(rows: list[tuple]) -> list[str]:
    """The formulas among cells."""
    return [cell.value for row in rows for cell in row if cell.data_type == "f"]


@pytest.mark.slow(minutes=True)  # `make test-all` installs LibreOffice
def test_libreoffice_finds_the_formulas_that_others_write(opened, tmp_path):
    """So a sheet without any says something."""
    path = tmp_path / "raw.csv"
    path.write_text('n,text\n1,"x\n=1+1\ny"\n2,=1+1\n', encoding="utf-8")
    for separator in (";", ","):
        assert formulas(opened(path, separator=separator)["raw"]) == ["=1+1"]


@pytest.mark.slow(minutes=True)  # `make test-all` installs LibreOffice
@pytest.mark.parametrize("separator", SEPARATORS)
def test_libreoffice_finds_no_formula_in_a_csv_file(opened, tmp_path, separator):
    """In notes and answers of a log, in a plan, a deck, and texts at random beside numbers."""
    given = [text for text in texts(3000) if text.strip()]
    table = play("skyjo", ["Ana", "=1+1;=2"], seed=1, record=False, display=False)
    for text in given[:200]:
        table.note(text, tags=[text], by=text)
        table.answer("Lesson", "q", text)
    written = {path.stem: path for path in table.log.to_csv(tmp_path)}
    kept = [written[name] for name in ("notes", "answers", "games")]
    kept.append(plan(["=A", ";=B"], players=["+1", "@x"]).to_csv(tmp_path / "plan.csv"))
    kept.append(SKYJO_DECK.named("x;=1+1").to_csv(tmp_path / "deck.csv"))
    frame = pd.DataFrame({"number": [-5, 3] * len(given), "text": given * 2}).convert_dtypes()
    (tmp_path / "random.csv").write_bytes(csv_bytes(frame))
    kept.append(tmp_path / "random.csv")
    sheets = opened(*kept, separator=separator)
    assert len(sheets) == len(kept)
    for name, rows in sheets.items():
        assert not formulas(rows), name
    if separator == ",":
        rows = sheets["random"]
        with (tmp_path / "random.csv").open(encoding="utf-8-sig", newline="") as file:
            assert [row[1] for row in csv.reader(file)][1:] == [plain_cell(t) for t in given] * 2
        assert [row[0].value for row in rows][1:] == [-5, 3] * len(given)


@pytest.mark.slow(minutes=True)  # `make test-all` installs LibreOffice
def test_a_french_libreoffice_shows_numbers_and_line_breaks(opened, tmp_path):
    """Opened from `to_csv`: numbers are numbers, a line break is shown, nothing is lost."""
    table = play("skyjo", ["bot:greedy", "bot:random"], seed=1, record=False, display=False)
    table.run(rounds=True)
    table.note("one; two\nthree, 1,5", by="Zoé")
    written = {path.stem: path for path in table.log.to_csv(tmp_path, lang="fr")}
    sheets = opened(written["seats"], written["notes"], separator=";", lang="fr-FR")
    seats = table.log.seats
    place = seats.columns.get_loc("mean_score")
    assert [row[place].value for row in sheets["seats"]][1:] == pytest.approx(
        seats["mean_score"].tolist(), abs=1e-9
    )
    notes = table.log.notes
    cell = sheets["notes"][1][notes.columns.get_loc("text")]
    assert cell.value == "one; two ⏎ three, 1,5"
    assert len(sheets["notes"][1]) == len(notes.columns)


@pytest.mark.slow(minutes=True)  # `make test-all` installs LibreOffice
def test_libreoffice_finds_no_formula_in_a_workbook(opened, tmp_path):
    """Nor does openpyxl, which wrote it."""
    table = play("skyjo", ["Ana", "=1+1"], seed=1, record=False, display=False)
    for text in filter(str.strip, texts(400)):
        table.note(text, tags=[text], by=text)
    path = table.log.to_excel(tmp_path / "log.xlsx")
    assert not formulas(cells(path))
    rows = opened(path)["log"]
    assert len(rows) >= len(table.log.notes)
    assert set(formulas(rows)) <= {"=TRUE()", "=FALSE()"}  # as LibreOffice writes yes and no
