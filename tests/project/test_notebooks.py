"""The notebooks show what is stored in them, and the lessons are the same in both languages."""

from __future__ import annotations

import io
import json
import re
import struct
import tokenize
from base64 import b64decode
from pathlib import Path

import nbformat
import pytest

from scripts import notebooks
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.notices import COMPILING
from tests.fixtures.paths import ROOT

FOLDER = ROOT / "notebooks"
LESSONS = ROOT / "skyjo_widget" / "lessons" / "shipped"
ANALYSIS = FOLDER / "analysis.ipynb"
NAMES = ("tutorial", "samples", "strategy", "perfect")
PAIRS = [(FOLDER / f"{name}.ipynb", FOLDER / f"{name}.fr.ipynb") for name in NAMES]
SKIPPED = {tokenize.COMMENT, tokenize.NL}
IN_FRENCH = """
    avance ahead, carte card, cartes cards, choix tops, deux both, dessus top, donne deal,
    donnes deals, echantillon sample, endroit where, essai run, exemplaires copies, fins enders,
    haute high, hautes high, ici here, inconnues unseen, laissee left, loi law, ma_regle mine,
    mien mine, moyenne mean, nombre count, paquet deck, parties played, pioche drawn,
    piocher drawing, plateau board, plus more, prend_petit takes_low, prise taken, reste rest,
    resultat found, retourne flips, retourner turning, suites outlook, tournoi played,
    valeur value, valeurs worth, verbe verb, vingt twenty
"""
ENGLISH_NAMES = dict(pair.split() for pair in IN_FRENCH.split(","))
"""The names that a lesson gives in French, with the English ones."""

both = pytest.mark.parametrize(("english", "french"), PAIRS, ids=NAMES)
each_lesson = pytest.mark.parametrize("path", notebooks.LESSONS, ids=lambda path: path.stem)


def cells(path: Path, kind: str = "") -> list:
    """A notebook's cells, or those of a kind."""
    found = nbformat.read(path, as_version=4).cells
    return [cell for cell in found if kind in ("", cell.cell_type)]


def text(path: Path) -> str:
    """All that is written in its cells."""
    return "\n".join(cell.source for cell in cells(path))


def code(source: str) -> list[str]:
    """A cell's code: names in English; texts count as one, comments not at all."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.STRING:
            found.append(re.sub(r"""(?s)^(\w*)(['"]).*$""", r"\1...", token.string))
        elif token.type not in SKIPPED:
            found.append(ENGLISH_NAMES.get(token.string, token.string))
    return found


def solutions(path: Path) -> list:
    """Its code cells, and each folded solution as one where it stands."""
    found = []
    for cell in cells(path):
        if cell.cell_type == "code":
            found.append(cell)
        else:
            blocks = re.findall(r"```python\n(.*?)```", cell.source, re.DOTALL)
            found += map(nbformat.v4.new_code_cell, blocks)
    return found


def test_there_are_four_lessons_in_two_languages_and_the_analysis():
    """The notebooks that `skyjo-widget` opens."""
    assert set(FOLDER.glob("*.ipynb")) == {*notebooks.LESSONS, ANALYSIS}


@each_lesson
def test_a_lesson_is_an_hour(path: Path):
    """At most 25 cells, none with more than five lines of code; its parts' minutes are 60."""
    found = cells(path)
    assert len(found) <= 25
    for cell in found:
        if cell.cell_type == "code":
            assert len([line for line in cell.source.splitlines() if line.strip()]) <= 5, cell.id
    minutes = re.findall(r"^## \d\. .*\((\d+) minutes\)$", text(path), re.MULTILINE)
    assert sum(map(int, minutes)) in range(58, 63), minutes


@pytest.mark.parametrize("which", [0, 1], ids=["en", "fr"])
def test_each_lesson_leads_to_the_next(which: int):
    """The last cell links to it; the last lesson to the analysis."""
    paths = [pair[which] for pair in PAIRS]
    for path, following in zip(paths, [*paths[1:], ANALYSIS], strict=True):
        assert f"]({following.name})" in cells(path)[-1].source


@each_lesson
def test_every_link_of_a_lesson_is_to_a_notebook_beside_it(path: Path):
    """A reader has only the copies that `skyjo-widget` makes."""
    for target in re.findall(r"\]\(([^)]*)\)", text(path)):
        assert (FOLDER / target).is_file()


@both
def test_both_languages_have_the_same_cells_in_the_same_order(english: Path, french: Path):
    """By their names and kinds; a text of one stands where the other has one."""
    one, other = ([(cell.id, cell.cell_type) for cell in cells(path)] for path in (english, french))
    assert one == other


@both
def test_both_languages_run_the_same_code(english: Path, french: Path):
    """But for texts, comments and the names that a lesson gives."""
    for one, other in zip(cells(english, "code"), cells(french, "code"), strict=True):
        assert code(one.source) == code(other.source), one.id


@both
def test_both_languages_ask_and_answer_as_much(english: Path, french: Path):
    """As many headings and folded answers in each text, with its questions' numbers."""
    for one, other in zip(cells(english, "markdown"), cells(french, "markdown"), strict=True):
        counts = [
            [
                re.findall(r"^#+ \d?", source, re.MULTILINE),
                re.findall(r"\*\*Question (\d+)", source),
                re.findall(r"\((\d+) minutes\)", source),
                source.count("<details>"),
                source.count("</details>"),
                source.count("```python"),
            ]
            for source in (one.source, other.source)
        ]
        assert counts[0] == counts[1], one.id


@both
def test_a_french_lesson_speaks_french(english: Path, french: Path):
    """Every text is another one, and tables and charts are asked for in French."""
    for one, other in zip(cells(english, "markdown"), cells(french, "markdown"), strict=True):
        assert one.source != other.source, one.id
    spoken = re.findall(r'(?:lang=|html\()"(\w+)"', text(french))
    assert set(spoken) == {"fr"}
    assert len(spoken) == len(re.findall(r'(?:lang=|html\()"en"', text(english))) + text(
        french
    ).count('deck=mien, lang="fr"')


@pytest.mark.parametrize("path", [french for _, french in PAIRS], ids=NAMES)
def test_a_french_lesson_is_set_as_french_is(path: Path):
    """A no-break space before ; : ! ? % and inside guillemets, and the curly apostrophe."""
    for cell in cells(path, "markdown"):
        prose = re.sub(r"```.*?```|`[^`]*`|\]\([^)]*\)|\|--.*", "", cell.source, flags=re.DOTALL)
        wrong = r"[^\s\u00a0|][;!?»]|\w:(?!/)|\d%| [;:!?»%]|« |\w'\w"
        assert not re.search(wrong, prose), re.search(wrong, prose)


@pytest.mark.parametrize("name", ["espérance", "variable aléatoire", "loi de probabilité"])
def test_the_first_lesson_has_the_programmes_words(name: str):
    """Those that the French programme asks for; the others follow in the second lesson."""
    assert name in text(FOLDER / "tutorial.fr.ipynb")


@pytest.mark.parametrize("name", ["fréquence", "échantillon", "écart-type", "moyenne"])
def test_the_second_lesson_has_the_programmes_words(name: str):
    """As above."""
    assert name in text(FOLDER / "samples.fr.ipynb")


@each_lesson
def test_a_lesson_asks_no_question_of_its_worksheet(path: Path):
    """A question's text stands once, in the lesson's file; all its numbers are called up."""
    name = re.search(r'Worksheet\.load\("(\w+)"', text(path))[1]
    asked = (LESSONS / f"{name}.toml").read_text("utf-8")
    for question in re.findall(r"(?:en|fr) = \"([^\"]*\?)\"", asked):
        assert question not in text(path)
    called = r"(?i)questions? (\d(?:(?:,| and| et) \d)*) (?:of the worksheet|de la fiche)"
    numbers = [n for found in re.findall(called, text(path)) for n in re.findall(r"\d", found)]
    assert sorted(map(int, numbers)) == list(range(1, asked.count("[[questions]]") + 1))


@each_lesson
def test_questions_are_numbered_in_order(path: Path):
    """Each number once."""
    numbers = [int(n) for n in re.findall(r"\*\*Question (\d+)", text(path))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 2


def test_each_exercise_of_the_analysis_has_its_solution():
    """Folded, and numbered in order."""
    for kind in ("Question", "Exercise"):
        numbers = [int(n) for n in re.findall(rf"\*\*{kind} (\d+)", text(ANALYSIS))]
        assert numbers == list(range(1, len(numbers) + 1))
    assert len(solutions(ANALYSIS)) - len(cells(ANALYSIS, "code")) == numbers[-1] == 2


def test_the_analysis_is_small_unless_it_is_told_otherwise():
    """One number scales all that bots play in it."""
    code_ = "\n".join(cell.source for cell in cells(ANALYSIS, "code"))
    assert re.findall(r"^GAMES = (\d+)", code_, re.MULTILINE) == ["200"]
    assert set(re.findall(r"\bgames=([^,]*),", code_)) == {"GAMES", "2 * GAMES"}


def compared(notebook) -> list:
    """Return what its cells show, pictures by size: their pixels depend on Matplotlib's version.

    A machine that has compiled nothing yet says that it is compiling.
    """
    outputs = []
    compiling = {rendered(COMPILING, lang) + "\n" for lang in languages()}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            text = output.get("text")
            if text is not None:
                lines = text.splitlines(keepends=True)
                text = "".join(line for line in lines if line not in compiling)
                if not text:
                    continue
            data = dict(output.get("data", {}))
            if picture := data.pop("image/png", None):
                data["size"] = struct.unpack(">II", b64decode(picture)[16:24])
            outputs.append((cell.id, output.output_type, text, data))
    return outputs


@pytest.mark.seconds
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * path.stem.endswith(".fr"))
        for path in notebooks.LESSONS
    ],
)
def test_a_lesson_shows_what_is_stored_in_it(path: Path):
    """`make notebooks` was run after the last change; every cell and folded solution runs."""
    fresh = notebooks.run(path, solutions=True)
    assert compared(fresh) == compared(nbformat.read(path, as_version=4))


@pytest.mark.slow(minutes=True)
def test_every_cell_of_the_analysis_runs():
    """With its folded solutions; a cell that raises ends the run."""
    fresh = notebooks.run(ANALYSIS, solutions=True)
    assert len(compared(fresh)) > 10


@pytest.mark.seconds
def test_a_notebook_with_a_stopped_game_is_refused(tmp_path: Path):
    """A folded solution's too: nothing of it is stored."""
    code_ = "from skyjo_widget import simulate\n"
    code_ += 'simulate("skyjo", [lambda o: o.nothing, "greedy"], games=2, seed=1).summary'
    book = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_markdown_cell(f"```python\n{code_}\n```")]
    )
    nbformat.write(book, tmp_path / "one.ipynb")
    notebooks.run(tmp_path / "one.ipynb")
    with pytest.raises(RuntimeError, match=r"one\.ipynb: .*stopped 2 of 2 games, and lost"):
        notebooks.run(tmp_path / "one.ipynb", solutions=True)


@pytest.mark.seconds
def test_the_analysis_begins_with_a_board_and_what_stands_beside_it():
    """A game under way, what the coach says, a chart and a frame; the rest takes minutes."""
    first, *others = cells(ANALYSIS, "code")
    assert not any(cell.outputs or cell.execution_count for cell in others)
    (output,) = first.outputs
    html = output.data["text/html"]
    for part in ("To play: Cleo.", "chance to win", "<svg", 'class="dataframe"'):
        assert part in html
    stored = nbformat.read(ANALYSIS, as_version=4)
    assert compared(notebooks.run(ANALYSIS, first=True)) == compared(stored)
    assert ANALYSIS.read_text("utf-8") == notebooks.text(stored)
    assert ANALYSIS.stat().st_size < 60_000


@each_lesson
def test_stored_outputs_are_small_and_of_no_machine(path: Path):
    """Under 300 kB, without widgets, paths, dates or numbers of runs."""
    assert path.stat().st_size < 300_000
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert "widgets" not in notebook.metadata
    stored = json.dumps([cell.get("outputs", []) for cell in notebook.cells])
    assert not re.search(
        r"widget-view|/tmp|/home|/work|\.jsonl|\b20\d\d-\d\d-\d\d\b| at 0x", stored
    )
    assert not any(cell.get("execution_count") for cell in notebook.cells)
    assert any(cell.get("outputs") for cell in notebook.cells)


@each_lesson
def test_a_stored_notebook_is_written_as_the_command_writes_it(path: Path):
    """So that another run changes nothing but what has changed."""
    assert path.read_text("utf-8") == notebooks.text(nbformat.read(path, as_version=4))
