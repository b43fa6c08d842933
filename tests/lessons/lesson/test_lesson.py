"""A lesson under way: names, the board, its sheets, and games that were begun before."""

from __future__ import annotations

from pathlib import Path

import pytest

from skyjo_widget import Lesson, RulesError, lesson, load, play
from skyjo_widget.lessons.report.names import first_names
from skyjo_widget.records import record_file

FILE = """
title = "Chance"
lang = "fr"
[game]
preset = "skyjo"
players = {players}
seed = "3B"
coach = "locked"
[[questions]]
kind = "choice"
text = "Is 12 high?"
options = ["yes", "no"]
right = "yes"
"""


@pytest.fixture(autouse=True)
def a_file():
    """A lesson for one pupil."""
    write()


def write(players='["pupil", "bot:greedy"]', more=""):
    """Write the lesson's file, for these players."""
    Path("lesson.toml").write_text(FILE.replace("{players}", players) + more)


def begun(*names, moves=0):
    """A lesson that was begun, with some moves."""
    made = lesson(name=names, display=False)
    for _ in range(moves):
        made.table.act(made.table.legal[0])
    return made


def said(made):
    """The key of the head's sentence, and whether something was wrong."""
    return made.board.head["said"]["key"], made.board.head["said"]["wrong"]


def ask(made, **message):
    """Send a message as the browser does."""
    made.board._handle_custom_msg(message, [])


def test_a_name_is_all_that_a_pupil_types():
    """The seed, the coach, the people, the language and the sheet are the file's."""
    made = lesson(display=False)
    assert made.table is None
    assert made.board.head["stage"] == "ask"
    ask(made, type="begin", names=["  Ana   B "])
    table = made.table
    assert [player.name for player in table.players] == ["Ana B", "greedy"]
    assert (table.coach, table.for_, table.lang) == ("locked", "class", "fr")
    assert [sheet.title for sheet in made.sheets] == ["Chance"]
    twin = play("skyjo", ["x", "bot:greedy"], seed="3B", record=False, display=False)
    assert table.history.events[1]["order"] == twin.history.events[1]["order"]
    assert said(made) == ("plays", False)


@pytest.mark.parametrize("name", ["greedy", "bot:greedy", "person:x", "<b>", "\u202eevil"])
def test_any_name_is_a_persons(name):
    """Also that of a bot."""
    made = begun(name)
    assert made.table.players[0].kind == "person"
    assert made.table.players[0].name == name


@pytest.mark.parametrize(
    ("names", "key"), [([""], "empty"), (["  "], "empty"), (["a" * 61], "too_long")]
)
def test_a_name_that_is_none_is_refused(names, key):
    """In a sentence; nothing is dealt, and it can be typed again."""
    made = lesson(display=False)
    ask(made, type="begin", names=names)
    assert said(made) == (key, True)
    assert made.board.head["stage"] == "ask"
    assert not Path("games").exists()
    with pytest.raises(RulesError, match="a name is"):
        lesson(name=names, display=False)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "begin"},
        {"type": "begin", "names": "Ana"},
        {"type": "begin", "names": [3]},
        {"type": "begin", "names": ["Ana", "Bo"]},
        {"type": "begin", "names": ["\ud800"]},
        {"type": "go on", "game": 0},
        {"type": "go on", "game": "x"},
        {"type": "go on"},
        {"type": "stop"},
        {},
    ],
)
def test_a_message_that_means_nothing_changes_nothing(message):
    """Whatever a page sends."""
    made = lesson(display=False)
    ask(made, **message)
    assert made.table is None
    assert made.board.head["stage"] == "ask"


def test_several_at_one_screen_have_a_field_each():
    """By seat; the file that is handed in bears both names."""
    write('["one", "bot:random", "two"]')
    made = lesson(display=False)
    assert len(made.board.head["names"]) == 2
    ask(made, type="begin", names=["Ana", "Bo"])
    assert [player.name for player in made.table.players] == ["Ana", "random", "Bo"]


def test_without_names_it_begins_at_once():
    """And no name is asked for when handing in."""
    write(more="[lesson]\nnames = false\n")
    made = lesson(display=False)
    assert made.table is not None
    panel = made.table.parts.screen.offered["hand_in"](made.table)
    assert panel.entries({}) == []


def test_a_game_that_was_begun_is_offered():
    """The newest first, with pupil, time and round; not one without a move or an answer."""
    answered = begun("Ana")
    answered.table.answer("Chance", "Is 12 high?", "yes", right=True)
    answered.close()
    begun("Bo", moves=1).close()
    begun("Cy").close()
    made = lesson(display=False)
    assert [game.names for game in made.games] == [["Bo"], ["Ana"]]
    assert [game["players"] for game in made.board.head["games"]] == ["Bo", "Ana"]
    assert made.board.head["names"] == ["Bo"]
    record_file.parse_timestamp(made.board.head["games"][0]["at"])
    assert made.board.head["games"][0]["round"] == 1


def test_going_on_is_the_same_game():
    """With the coach, the people and the sheets of the file; in the same record."""
    made = begun("Ana", moves=2)
    path = made.table.path
    made.close()
    again = lesson(display=False)
    ask(again, type="go on", game=0)
    assert again.table.path == path
    assert len(again.table.history.decisions) == 2
    assert (again.table.coach, again.table.for_) == ("locked", "class")
    again.sheets[0].table.answer("Chance", "Is 12 high?", "yes", right=True)
    again.close()
    assert record_file.read(path).events[-1]["event"] == "answer"


def test_a_second_lesson_in_one_kernel_takes_over():
    """The older one is closed as soon as the other begins: a record has one writer."""
    first = begun("Ana", moves=1)
    second = lesson(display=False)
    assert first.table.path == second.games[0].path
    second.resume()
    assert second.table.path == second.games[0].path
    second.table.act(second.table.legal[0])
    third = lesson(name="Bo", display=False)
    assert third.table.path != second.table.path
    load(second.games[0].path, display=False).close()  # nobody holds it any more


def test_records_that_arent_the_lessons_are_left_alone():
    """Damaged ones, others' games and practice in the same folder."""
    write(more='[lesson]\nrecords = "all"\n')
    begun("Ana", moves=1).close()
    for preset, seed, names in (
        ("skyjo", 5, ["Zoé", "bot:greedy"]),
        ("skyjo-strict", "3B", ["Zoé", "bot:greedy"]),
        ("skyjo", "3B", ["Zoé", "bot:greedy", "bot:greedy"]),
    ):
        table = play(preset, names, seed=seed, record="all", display=False)
        table.act(table.legal[0])
        table.close()
    Path("all/broken.jsonl").write_bytes(b'{"event": "game"}\n')
    Path("all/binary.jsonl").write_bytes(b"\xff\xfe\x00")
    Path("all/empty.jsonl").write_bytes(b"")
    assert [game.names for game in lesson(display=False).games] == [["Ana"]]


def test_a_game_that_another_program_holds_is_refused_in_words(monkeypatch):
    """The others, and a new game, can still be chosen."""
    from skyjo_widget.errors import RecordError

    begun("Ana", moves=1).close()

    def held(*_args, **_options):
        raise RecordError("is open in another program")

    monkeypatch.setattr("skyjo_widget.lessons.lesson.lesson.load", held)
    made = lesson(display=False)
    ask(made, type="go on", game=0)
    assert said(made) == ("gone", True)
    ask(made, type="begin", names=["Ana"])
    assert isinstance(made, Lesson)
    assert made.table is not None


def test_first_names_are_told_apart():
    """By an initial of the family name, or a number: never by more of it."""
    names = ["Ana Dupont", "Ana Durand", "ana", "DUPOND Ana", "Bo", "Ana de la Tour", "Ana d'Arc"]
    assert list(first_names(names).values()) == [
        "Ana D. 1",
        "Ana D. 2",
        "ana",
        "Ana D. 3",
        "Bo",
        "Ana T.",
        "Ana A.",
    ]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Léo Dupont", "Léo"),
        ("DUPONT Léo", "Léo"),
        ("Léo DUPONT", "Léo"),
        ("Dupont, Léo", "Léo"),
        ("DUPONT MARTIN, Marie Claire", "Marie Claire"),
        ("Marie Claire Dupont", "Marie"),
        ("Jean-Pierre Martin", "Jean-Pierre"),
        ("de la Tour Anne", "Anne"),
        ("DE LA TOUR Anne", "Anne"),
        ("Anne de la Tour", "Anne"),
        ("el Amrani Youssef", "Youssef"),
        ("El AMRANI Youssef", "Youssef"),
        ("Youssef el Amrani", "Youssef"),
        ("Ben Ali Youssef", "Youssef"),
        ("Ben Dupont", "Ben"),
        ("d’Artagnan Léo", "Léo"),
        ("D'ARTAGNAN Léo", "Léo"),
        ("McDONALD Léo", "Léo"),
        ("J.-P. MARTIN", "J.-P."),
        ("Léo D.", "Léo"),
        ("Léo Dupont, 3B", "Léo"),
        ("LÉO DUPONT", "LÉO"),
        ("Léo", "Léo"),
    ],
)
def test_a_first_name_is_found_as_lists_of_pupils_write_it(name, first):
    """After a comma, beside capitals, after a particle; else it is the first word."""
    assert first_names([name]) == {name: first}
