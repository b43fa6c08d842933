"""A lesson's file: what it holds, and all that may be wrong with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skyjo_widget import RulesError
from skyjo_widget.errors import RecordError
from skyjo_widget.lessons.lesson.file import read_lesson
from skyjo_widget.lessons.lesson.folder import new_lesson
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.reading import TEXT

GOOD = """
title = "Chance"
lang = "fr"
feedback = "kept"
[game]
preset = "Sky Jo"
players = ["pupil", "bot:random", "partner"]
seed = "3B"
coach = "locked"
turned = 3
[lesson]
text = "Play."
names = false
hand_in = "there"
[[questions]]
kind = "text"
text = "Why?"
"""


def written(text, name="lesson.toml"):
    """A file with a text, or with bytes."""
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return name


def refusal(text):
    """The refusal of a text."""
    with pytest.raises(RulesError) as caught:
        read_lesson(written(text))
    return str(caught.value)


def test_a_file_sets_the_table_and_the_sheet():
    """Each key arrives where it belongs; without one a lesson is for a class."""
    plan = read_lesson(written(GOOD))
    assert (plan.title, plan.lang, plan.text, plan.names) == ("Chance", "fr", "Play.", False)
    assert (plan.preset, plan.people, plan.hand_in) == ("skyjo", (0, 2), "there")
    assert plan.options == {"seed": "3B", "coach": "locked", "for_": "class", "turned": 3}
    (sheet,) = plan.sheets
    assert (sheet.title, sheet.feedback, len(sheet.questions)) == ("Chance", "kept", 1)


def test_several_sheets():
    """Each with its own title, questions and feedback; the file's feedback else."""
    plan = read_lesson(
        written(
            """
            feedback = "kept"
            game.preset = "skip-bo"
            sheets = [
              {title = "A", questions = [{kind = "text", text = "a"}]},
              {title = "B", feedback = "at once", questions = [{kind = "text", text = "b"}]},
            ]
            """.replace("\n              ", " ").replace(",\n            ]", "]")
        )
    )
    assert [(one.title, one.feedback) for one in plan.sheets] == [("A", "kept"), ("B", "at once")]
    assert plan.title == "lesson"


def test_all_problems_are_reported_together():
    """Each with its key or its question, and what would be right."""
    said = refusal(
        """
        titel = 3
        lang = "xx"
        [game]
        preset = "skyjo"
        players = ["bot:greedy"]
        seed = -3
        coach = "lokced"
        turend = 3
        [lesson]
        names = "no"
        hand_in = " "
        [[questions]]
        kind = "numbr"
        text = ""
        [[questions]]
        kind = "number"
        text = "x"
        truth = "draw at mots 4"
        """
    )
    for part in (
        "11 problems",
        "titel: unknown (did you mean 'title'?)",
        "lang: lang='xx'",
        "game.players: nobody is a pupil",
        "game.seed: seed=-3",
        "game.coach: coach='lokced' (did you mean 'locked'?)",
        "game.turend: unknown (did you mean 'turned'?)",
        "lesson.names: true or false is needed, not 'no'",
        "lesson.hand_in: the name of a folder is needed",
        "question 1: kind = 'numbr' (did you mean 'number'?)",
    ):
        assert part in said


def test_a_game_that_isnt_there_hides_no_other_problem():
    """Its questions are right if they are for any game."""
    said = refusal(
        """
        game.preset = "skyo"
        game.seed = true
        [[questions]]
        kind = "number"
        text = "x"
        truth = "helping"
        [[questions]]
        kind = "choice"
        text = "y"
        options = ["a"]
        """
    )
    assert "game.preset: 'skyo' is no game here (did you mean 'skyjo'?)" in said
    assert "game.seed: " in said
    assert "question 1" not in said
    assert "question 2: options: a list of 2" in said


HOSTILE = {
    "no TOML": ("title = ", "line 1: no TOML: it ends too early"),
    "a line": ("title = 'x'\n\n[game\n", "line 3"),
    "bytes": (b"title = 'x'\n# caf\xe9\n", "line 2: not UTF-8"),
    "a comma": ("[game]\ntolerance = 0,01  # little", r"line 2: .* point here: write 0\.01$"),
    "no value": ("game = ,5", r"line 1: .* write \.5$"),
    "curly quotes": ("title = “x”", "line 1: a text is between straight quotes"),
    "a bare word": ("title = 'x'\nnames = yes\n", "line 2: no TOML: 'names = yes'; a value is"),
    "a key twice": ("title = 'x'\ntitle = 'y'", "line 2: this key is there already"),
    "nothing": ("", "game: it is missing"),
    "no table": ("game = 3", "game: a table with keys is needed, not 3"),
    "no tables": ("game.preset = 'skyjo'\nlesson = []\nsheets = 3", "2 problems"),
    "no questions": ("game.preset = 'skyjo'\nquestions = []", "1 to 100 are needed"),
    "no question": ("game.preset = 'skyjo'\nquestions = [3]", "an object with kind and text"),
    "both": (
        "questions = [{kind = 'text', text = 'a'}]\nsheets = [{title = 'b'}]\ngame.preset='skyjo'",
        "not both",
    ),
    "twice": (
        "game.preset = 'skyjo'\n"
        + "[[sheets]]\ntitle = 'b'\nquestions = [{kind = 'text', text = 'a'}]\n" * 2,
        "another sheet is called 'b'",
    ),
    "players": ("game = {preset = 'skyjo', players = 'Ana'}", "game.players: players='Ana'"),
    "crowd": (f"game = {{preset = 'skyjo', players = {['p'] * 99}}}", "game.players: "),
    "no player": ("game = {preset = 'skyjo', players = ['pupil', 3]}", "3 is no player"),
    "a list": ("game.preset = ['skyjo']", "game.preset: "),
    "a date": ("title = 2026-11-22\ngame.preset = 'skyjo'", "title: "),
    "infinite": ("game = {preset = 'skyjo', turned = inf}", "game: "),
    "a zero byte": ('game.preset = "skyjo"\nlesson.hand_in = "a\\u0000b"', "lesson.hand_in"),
    "deep": ("x = " + "[" * 5000, "nested too deeply"),
    "long": (f"title = '{'x' * 3000}'\ngame.preset = 'skyjo'", "title: "),
}


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_files_are_refused_in_words(text):
    """With the file's name, and never by another exception."""
    content, expected = HOSTILE[text]
    said = refusal(content)
    assert said.startswith("lesson.toml: ")
    assert re.search(expected, said)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lang = 'fr'\n[[questions]]\ntolerance = 0,01", "ligne 3 : .* point ici : écris 0.01$"),
        ("lang = 'fr'\ngame.preset = 'skyo'", "game.preset : 'skyo' n’est pas un jeu ici"),
    ],
)
def test_an_error_is_in_the_language_of_the_file(text, expected):
    """Whoever wrote the file reads it."""
    assert re.search(expected, refusal(text).replace("\u00a0", " "))


def test_what_is_no_file_is_refused():
    """Too large, missing, a folder; a similar name is told."""
    written("x" * 10, "lessen.toml")
    with pytest.raises(RulesError, match=r"can't be read.*did you mean 'lessen\.toml'"):
        read_lesson("lesson.toml")
    Path("folder").mkdir()
    with pytest.raises(RulesError, match="can't be read"):
        read_lesson("folder")
    written("#" * (TEXT + 1))
    with pytest.raises(RulesError, match="larger than"):
        read_lesson("lesson.toml")


def test_a_lesson_has_a_folder_of_records_of_its_own():
    """The same for the same game; another one's are never offered."""
    plans = [
        read_lesson(written(text))
        for text in (GOOD, GOOD, GOOD.replace("3B", "3C"), GOOD.replace("Why?", "How?"))
    ]
    folders = [plan.records for plan in plans]
    assert folders[0] == folders[1] == folders[3] != folders[2]


@pytest.mark.parametrize("lang", languages())
def test_a_new_folder_is_ready(lang):
    """A notebook of two cells, whose code is one call, and a file that can be read."""
    import nbformat

    notebook, toml = new_lesson("3B", lang)
    read = nbformat.read(notebook, as_version=4)
    nbformat.validate(read)
    assert [cell.cell_type for cell in read.cells] == ["markdown", "code"]
    assert read.cells[1].source.splitlines()[-1] == 'lesson("lesson.toml")'
    plan = read_lesson(toml)
    assert plan.lang == lang
    assert len(plan.sheets[0].questions) == 6
    with pytest.raises(RecordError, match="such a file already"):
        new_lesson("3B", "en")
