"""An hour that is made ready in one go, and its page on the wall."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from skyjo_widget import RulesError, cli, hand_in, lesson, play
from skyjo_widget.lessons.hand_in.hand_in import hand_in_folder
from skyjo_widget.lessons.hand_in.panel import HandInPanel
from skyjo_widget.lessons.lesson.file import read_lesson
from skyjo_widget.lessons.lesson.hour import prepare_hour
from skyjo_widget.lessons.report import watch as class_watch
from tests.fixtures.french import faults
from tests.fixtures.lessons import CLASS, hand_in_class, listed

HOUR = ["hour", "chance", "--class", "1re 3"]
PLACE = Path("1re 3", "chance")


@pytest.fixture
def names(own_folder):
    """The list of a class."""
    Path("list.csv").write_text(listed(), "utf-8")


@pytest.fixture
def wall(monkeypatch):
    """The wall is looked at once."""
    monkeypatch.setattr(class_watch.Watch, "follow", lambda _self, make, **_: make())


def files(folder):
    """The names of the files of a folder."""
    return {path.name for path in Path(folder).rglob("*") if path.is_file()}


def test_the_folders_of_an_hour_hold_what_each_may_see(names):
    """Pupils get the game and the questions; no list, no name, no expected answer."""
    hour = prepare_hour("chance", "1re 3", names="list.csv", lang="fr")
    assert hour.folder == PLACE
    assert files(PLACE / "pupils") == {"eleve.ipynb", "lesson.toml"}
    assert files(PLACE / "teacher") == {
        *("answers.html", "sheets.html", "names.csv", "seating.html")
    }
    for path in (PLACE / "pupils").iterdir():
        text = path.read_text("utf-8")
        assert not re.search(r"Durand|Lefèvre|expected|why\b", text)
    plan = read_lesson(PLACE / "pupils")
    assert plan.lang == "fr"
    assert Path(plan.hand_in) == (PLACE / "hand-in").absolute()
    assert (PLACE / "teacher").stat().st_mode & 0o077 == 0


def test_nobody_guesses_the_seed(own_folder):
    """It has the class, the date and a word, another one each time."""
    first, second = (prepare_hour("chance", "2de 5", folder=name).seed for name in "ab")
    assert re.fullmatch(r"2de 5, \d+ \w+ \d{4}, [a-z]{10}", first)
    assert first != second


def test_an_hour_goes_on_where_it_is(names):
    """Files that were handed in or changed stay, the seed too; each thing that is kept is named."""
    hour = prepare_hour("chance", "1re 3", names="list.csv")
    key = (PLACE / "teacher" / "answers.html").read_bytes()
    hand_in_class(1, PLACE / "hand-in", hour.seed)
    before = {path: path.read_bytes() for path in PLACE.rglob("*") if path.is_file()}
    later = prepare_hour("chance", "1re 3")
    assert {path: path.read_bytes() for path in PLACE.rglob("*") if path.is_file()} == before
    assert later.seed == hour.seed
    text = "\n".join(later.lines)
    assert re.search("files kept as they are in .*: 1$", text, re.MULTILINE)
    assert text.count("kept as it is") == 4
    assert key == (PLACE / "teacher" / "answers.html").read_bytes()
    with pytest.raises(RulesError, match="has the seed"):
        prepare_hour("chance", "1re 3", seed="another")


def test_a_seed_that_the_teacher_changes_has_its_own_answers(own_folder):
    """They are made anew from the lesson's file; nothing else is."""
    seed = prepare_hour("samples", "1re 3").seed
    folder = Path("1re 3", "samples")
    written = folder / "pupils" / "lesson.toml"
    written.write_text(written.read_text("utf-8").replace(seed, "our own seed"), "utf-8")
    assert prepare_hour("samples", "1re 3").seed == "our own seed"
    for name in ("answers", "sheets"):
        html = (folder / "teacher" / f"{name}.html").read_text("utf-8")
        assert seed not in html
    assert "our own seed" in (folder / "teacher" / "answers.html").read_text("utf-8")


def test_a_pupil_of_the_folder_is_on_the_wall(names, wall, capsys, monkeypatch):
    """The lesson's own table, played and handed in from a copy of the folder."""
    assert cli.main([*HOUR, "--names", "list.csv", "--no-wall", "--lang", "fr"]) == 0
    assert "28 noms" in capsys.readouterr().out
    begun = lesson(PLACE / "pupils", name="leo marchand", display=False)
    while begun.table.waiting in ("person", "bot"):
        table = begun.table
        table.run() if table.waiting == "bot" else table.act(table.legal[0])
    hand_in(begun.table, "leo marchand", folder=begun.plan.hand_in)
    begun.close()
    assert cli.main([*HOUR, "--lang", "fr"]) == 0
    output = capsys.readouterr().out
    assert faults(re.sub(r"\S*/\S*", "", output)) == []
    html = (PLACE / "teacher" / "class.html").read_text("utf-8")
    who = html.split('data-slide="who"')[1].split("</section>")[0]
    assert "1 sur 28 ont rendu leur travail." in who
    assert re.findall("<bdi>(.*?)</bdi>", who)[0] == "Léo M."
    assert who.count("<bdi>") == len(CLASS)
    assert "Marchand" not in html


@pytest.mark.parametrize("name", ["samples", "strategy", "perfect"])
def test_a_pupils_copy_of_the_folder_hands_in_to_the_class(names, monkeypatch, name):
    """From a table of the lesson's own notebook, wherever the copy is; so says its button."""
    assert cli.main(["hour", name, "--class", "2de 5", "--no-wall"]) == 0
    class_folder = Path("2de 5", name, "hand-in").absolute()
    shutil.copytree(Path("2de 5", name, "pupils"), "home")
    monkeypatch.chdir("home")
    table = play("skyjo", ["Léo", "bot:greedy"], seed=1, for_="class", display=False)
    assert hand_in(table, "Léo").parent == class_folder
    assert HandInPanel(table)._folder == class_folder


@pytest.mark.parametrize(
    "text", ["", "lesson = 1", "[lesson]", "[lesson]\nhand_in = 3", "[lesson]\nhand_in = ''", "="]
)
def test_a_lesson_that_names_no_folder_leaves_the_usual_one(own_folder, text):
    """Files are handed in beside the notebook, whatever else is wrong with the lesson."""
    Path("lesson.toml").write_text(text, "utf-8")
    assert hand_in_folder() == Path("hand-in")


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("flag", "there"), [("--initials", "A. D."), ("--hidden", None), (None, "Ana")]
)
def test_the_teacher_chooses_the_names_on_the_wall(names, wall, flag, there):
    """First names, initials, or numbers alone: also in the replays' data."""
    hour = prepare_hour("chance", "1re 3", names="list.csv")
    hand_in_class(3, PLACE / "hand-in", hour.seed)
    PLACE.joinpath("hand-in", "hand-in-Emma_Petit.jsonl").write_text("x")
    flags = [flag] * bool(flag) + ["--lang", "en", "--until", "00:00"]
    assert cli.main([*HOUR, *flags]) == 0
    html = (PLACE / "teacher" / "class.html").read_text("utf-8")
    slides = "".join(re.findall(r'<section class="slide".*?</section>', html, re.DOTALL))
    assert "3 of 28 have handed in." in slides
    assert "After 0:00: 3." in slides
    assert "One file to look at." in slides
    on_slides = set(re.findall("<bdi>(.*?)</bdi>", slides)) - {""}
    assert there in on_slides if there else not on_slides
    data = json.loads(re.search('id="data">(.*?)</script>', html, re.DOTALL)[1])
    assert data["replays"]
    assert ("Ana" in slides + json.dumps(data["replays"])) == (there == "Ana")
    table = html.split("<h2>The class list")[1].split("</section>")[0]
    assert re.search("Emma.*?not yet.*?a file isn’t counted: not a hand-in file", table)
    assert "not a hand-in file" not in re.sub('<span class="page-only">.*?</span>', "", slides)


@pytest.mark.parametrize("name", ["samples", "strategy", "perfect"])
def test_pupils_get_the_notebook_with_the_seed(name, own_folder):
    """And what they hand in beside it is on the wall too."""
    assert cli.main(["hour", name, "--class", "2de 5", "--no-wall", "--lang", "en"]) == 0
    folder = Path("2de 5", name, "pupils")
    plan = read_lesson(folder)
    assert repr(plan.options["seed"])[1:-1] in (folder / f"{name}.ipynb").read_text("utf-8")
    assert (folder / "hand-in").is_dir()


def test_everything_wrong_is_said_in_the_users_language(own_folder, capsys):
    """And nothing is made."""
    for arguments in (
        ["--names", "none.csv"],
        ["--until", "99"],
        ["--class", ".."],
    ):
        assert cli.main([*HOUR, "--lang", "fr", *arguments]) == 1
        assert faults(capsys.readouterr().err.replace("skyjo-widget", "")) == []
    assert not list(Path().iterdir())
