"""One notion of a record for all readers: the same game in every shape, given to each of them."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest

from skyjo_widget import (
    class_page,
    hand_in,
    load,
    load_all,
    measure,
    opinions,
    play,
    regret,
    replay,
    rulings_page,
    verify,
)
from skyjo_widget.measures.sample import find_games
from skyjo_widget.records import record_file
from tests.fixtures.lessons import SEED

NAME = "hand-in-Ana-20261122-101500-a1b2c3.jsonl"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A game that was handed in, as it was written."""
    folder = tmp_path_factory.mktemp("written")
    table = play("skyjo", ["Ana", "bot:random"], seed=SEED, record=False, display=False)
    while table.waiting in ("person", "bot") and len(table.history.decisions) < 12:
        if table.waiting == "bot":
            table.run()
        else:
            table.act(table.legal[0])
    table.ruling("Both turn again.")
    table.form(by="Ana", fun=4)
    return hand_in(table, "Ana", folder=folder).read_bytes()


# Shapes: each writes the game into a folder, and returns what a reader is given


def named(name, change=lambda data: data):
    """A folder with the game under a name, its bytes changed."""

    def shape(folder, data):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(change(data))
        return folder

    return shape


def zipped(*names, companions=()):
    """The bytes of a ZIP file with the game under names."""

    def made(data):
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
            for name in names:
                file.writestr(name, data)
            for name in companions:
                file.writestr(name, b"\0\5\26\7" + data[:50])
        return whole.getvalue()

    return made


def with_companions(folder, data):
    """What macOS and Windows put beside files."""
    named(NAME)(folder, data)
    for name in (f"._{NAME}", ".DS_Store", "desktop.ini", f"__MACOSX/._{NAME}", f"{NAME}.lock"):
        named(name, lambda data: b"\0\5\26\7" + data[:50])(folder, data)
    return folder


def inside(shape, *parts):
    """What lies in the folder of a shape."""
    return lambda folder, data: shape(folder, data).joinpath(*parts)


MOODLE = f"Ana Élise_12345_assignsubmission_file/{NAME}"
IN_ZIP = zipped(MOODLE, companions=(f"__MACOSX/._{NAME}", "Bo_1/.DS_Store", "Bo_1/desktop.ini"))
SHAPES = {
    "record.jsonl.txt": named("record.jsonl.txt"),
    "record.json": named("record.json"),
    "RECORD.JSONL": named("RECORD.JSONL"),
    "record (1).jsonl": named("record (1).jsonl"),
    "record": named("record"),
    "folder below": named(f"3B/Ana/{NAME}"),
    "BOM": named(NAME, lambda data: record_file.BOM + data),
    "CRLF": named(NAME, lambda data: data.replace(b"\n", b"\r\n")),
    "no line feed": named(NAME, lambda data: data.rstrip(b"\n")),
    "no line feed, .txt": named("record.txt", lambda data: data.rstrip(b"\n")),
    "CRLF, no line feed": named(NAME, lambda data: data.replace(b"\n", b"\r\n")[:-2]),
    "half of CRLF": named(NAME, lambda data: data.replace(b"\n", b"\r\n")[:-1]),
    "blank lines": named(NAME, lambda data: data + b"\n\r\n  \n"),
    "blanks": named(NAME, lambda data: data.rstrip(b"\n") + b"  "),
    "companions": with_companions,
    "file": inside(named(NAME), NAME),
    "file.txt": inside(named("record.txt"), "record.txt"),
    "glob": inside(named(NAME), "*.jsonl"),
    "glob of all": inside(with_companions, "*"),
    "glob of folders": lambda folder, data: named(f"3B/Ana/{NAME}")(folder, data) / "*" / "Ana",
    "list": lambda folder, data: [named(NAME)(folder, data) / NAME],
    "ZIP": inside(named("class.zip", IN_ZIP), "class.zip"),
    "ZIP of another name": inside(named("class", IN_ZIP), "class"),
    "ZIP in a folder": named("3B/class.ZIP", IN_ZIP),
    "glob of a ZIP": inside(named("class.zip", IN_ZIP), "*.zip"),
    "list of a ZIP": lambda folder, data: [named("class.zip", IN_ZIP)(folder, data) / "class.zip"],
    "in a ZIP": inside(named("class.zip", IN_ZIP), "class.zip", MOODLE),
    "ZIP, .txt, no line feed": named(
        "class.zip", lambda data: zipped("Ana_1/record.jsonl.txt")(data.rstrip(b"\n"))
    ),
    "ZIP with backslashes": named("class.zip", zipped("Ana_1\\record.jsonl")),
}


# Readers: each returns what it has found


def loaded(source):
    """`load`, which goes on with one game."""
    if isinstance(source, list):
        source = source[0]
    return len(load(source, record=False, display=False).log.decisions)


def replayed(source):
    """`replay`, of one game."""
    if isinstance(source, list):
        source = source[0]
    return len(replay(source, display=False))


def all_loaded(source):
    """`load_all`."""
    log = load_all(source)
    return log.decisions["notation"].tolist(), log.left_out["file"].tolist()


def verified(source):
    """`verify`."""
    given = source if isinstance(source, list) else [source]
    found = verify(*given)
    return found.code, found.findings["text"].tolist(), len(found.proofs)


def on_the_page(source):
    """`class_page`."""
    report = class_page(source, "class.html", progress=False)
    return report.pupils["pupil"].tolist(), len(report.log.decisions), len(report.left_out)


def regretted(source):
    """`regret`."""
    return regret(source, progress=False)["cost"].fillna(-1).tolist()


def measured(source):
    """`measure`."""
    return measure(source, which="pace").frame.to_json()


def opined(source):
    """`opinions`."""
    return [(one.asked, one.answers) for one in opinions(source).asked]


def ruled(source):
    """`rulings_page`."""
    shutil.rmtree("rulings", ignore_errors=True)
    rulings_page(source, "rulings")
    return sorted(path.name for path in Path("rulings").iterdir())


def sampled(source):
    """`win_probabilities` and its like."""
    return [len(one.decisions) for one in find_games(source, None, 0).histories(progress=False)]


def handed_in(source):
    """`hand_in`, of one game."""
    if isinstance(source, list):
        source = source[0]
    file = hand_in(source, "Ana", folder="again")
    return len(record_file.read(file).events)


READERS = [loaded, replayed, all_loaded, verified, on_the_page, regretted, opined, ruled]
READERS += [sampled, handed_in, measured]


@pytest.fixture(scope="module")
def answers():
    """The answer of each reader to the plain file."""
    return {}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder to read from; pages are written elsewhere."""
    out = tmp_path / "out"
    out.mkdir()
    monkeypatch.chdir(out)
    return tmp_path / "given"


@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_reader_finds_the_game_in_every_shape(here, data, answers, shape, read):
    """Neither a name nor bytes without content decide: the answer is that for the plain file."""
    if read not in answers:
        Path(NAME).write_bytes(data)
        answers[read] = read(Path(NAME))
    here.mkdir()
    assert read(SHAPES[shape](here, data)) == answers[read]
