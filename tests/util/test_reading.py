"""Every file is opened to be read in one place: regular files alone, within a size."""

from __future__ import annotations

import ast
import os
import signal
import socket
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import skyjo_widget
from skyjo_widget import (
    DecisionValues,
    Deck,
    RuleEditor,
    RuleTable,
    SkyjoWidgetError,
    States,
    WinProbabilities,
    Worksheet,
    answers,
    lesson,
    load,
    load_all,
    load_simulation,
    measure,
    paper,
    play,
    replay,
    sheets,
)
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.reading import read_bytes, read_text, regular

PACKAGE = Path(skyjo_widget.__file__).parent


def on_paper(path: Path) -> None:
    """Lines of a game with paper cards."""
    paper("skyjo", ["Ana", "Bo"], record=False, display=False).paper.write_all(path)


READERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "a record": ("x.jsonl", lambda path: load(path, display=False)),
    "a record to replay": ("x.jsonl", lambda path: replay(path, display=False)),
    "a deck": ("x.csv", Deck.from_csv),
    "a game's deck": (
        "x.csv",
        lambda path: play("newskyjo", ["Ana", "Bo"], deck=path, record=False, display=False),
    ),
    "a rule table": ("x.txt", RuleTable.load),
    "an edited rule table": ("x.txt", RuleEditor.load),
    "a worksheet": ("x.json", Worksheet.load),
    "a worksheet in TOML": ("x.toml", Worksheet.load),
    "a lesson": ("x.toml", lambda path: lesson(path, display=False)),
    "its answers": ("x.toml", lambda path: answers(lesson=path)),
    "its sheets": ("x.toml", sheets),
    "lines of a game on paper": ("x.txt", on_paper),
    "chances of winning": ("x.parquet", WinProbabilities.load),
    "values of decisions": ("x.parquet", DecisionValues.load),
    "states": ("x.parquet", States.load),
}
"""The public calls that read one file, each with a name for it."""
FOLDERS: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "a run": ("run.json", load_simulation),
    "games of a run": ("run.json", load_all),
    "games to measure": ("games.parquet", measure),
    "a cache": (".games.frames-cache", load_all),
}
"""Those that read a file of a folder."""
KINDS = {"pipe": "pipe", "device": "device", "terminal": "device", "socket": "socket"}


@pytest.fixture(autouse=True)
def _at_once():
    """Stop what waits for a pipe; only where it isn't refused."""

    def stop(*_args: Any) -> None:
        raise TimeoutError("it waits for ever")

    former = signal.signal(signal.SIGALRM, stop)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, former)


def make(kind: str, path: Path) -> None:
    """Put something at a path that is no file."""
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "terminal":
        path.symlink_to("/dev/tty")
    else:
        with socket.socket(socket.AF_UNIX) as end:
            end.bind(path.name)  # a socket's path is short


def refusal(call: Callable[[Path], Any], path: Path) -> str:
    """The reason why a call refuses a file, which the error names."""
    with pytest.raises(SkyjoWidgetError) as caught:
        call(path)
    text = str(caught.value)
    assert path.name in text
    return text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_file_is_refused_at_once(own_folder, reader, kind):
    """A pipe would wait for ever, a device never end; the error says what it is."""
    name, call = READERS[reader]
    make(kind, Path(name))
    assert f"it is a {KINDS[kind]}, no file" in refusal(call, Path(name))


@pytest.mark.parametrize("reader", READERS)
def test_a_folder_or_a_missing_file_is_named(own_folder, reader):
    """With what is wrong."""
    name, call = READERS[reader]
    assert "no such file" in refusal(call, Path(name)).casefold()
    Path(name).mkdir()
    why = refusal(call, Path(name))
    looked_into = "there is no record there", "x.toml/lesson.toml: can't be read: No such file"
    assert "is a folder" in why or any(reason in why for reason in looked_into)


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_one_may_not_read_is_named(own_folder, monkeypatch, reader):
    """With the system's reason."""
    name, call = READERS[reader]
    Path(name).write_text("x", encoding="utf-8")
    opened = os.open

    def locked(path: Any, *args: Any, **options: Any) -> int:
        if str(path).endswith(name):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **options)

    monkeypatch.setattr("os.open", locked)
    if name.endswith(".parquet"):  # pyarrow opens it
        Path(name).unlink()
        Path(name).write_bytes(b"PAR1")
        refusal(call, Path(name))
    else:
        assert "Permission denied" in refusal(call, Path(name))


@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_is_too_large_is_named(own_folder, reader):
    """A hole of a terabyte: the disk holds nothing of it, and the memory neither."""
    name, call = READERS[reader]
    with Path(name).open("wb") as file:
        file.truncate(2**40)
    why = refusal(call, Path(name))
    if name.endswith(".parquet"):  # only its end is read
        assert "can't be read" in why
    else:
        assert "larger than" in why or "longer than" in why


@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("reader", FOLDERS)
def test_what_is_no_file_in_a_folder_stops_nobody(own_folder, reader, kind):
    """Refused or left out by name; a cache is not used, and nothing waits."""
    name, call = FOLDERS[reader]
    games = Path("games")
    for seed in range(21 if reader == "a cache" else 1):
        record = games / f"{seed}.jsonl"
        play("skyjo", ["Ana", "Bo"], seed=seed, record=record, display=False).close()
    make(kind, Path(name) if reader == "a cache" else games / name)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            log = call(games)
        except SkyjoWidgetError as error:
            warned.append(error)
    text = " ".join(str(getattr(one, "message", one)) for one in warned)
    if reader == "a cache":
        assert len(log.games) == 21
        assert not text
    else:
        assert f"it is a {kind}, no file" in text


def test_a_link_to_a_file_is_a_file(own_folder):
    """As people who sort their records make them."""
    Path("x.txt").write_bytes(b"\xef\xbb\xbfa\r\nb\r")
    Path("link").symlink_to("x.txt")
    assert regular("link") == Path("link")
    assert read_text("link") == "a\nb\n"
    assert read_bytes("link", 9) == Path("x.txt").read_bytes()


def test_the_reason_is_given_in_french_too(own_folder):
    """For each kind."""
    for kind, word in {"pipe": "un tube", "device": "un périphérique"}.items():
        make(kind, Path(kind))
        with pytest.raises(SkyjoWidgetError) as caught:
            Worksheet.load(Path(kind))
        assert f"c’est {word}, pas un fichier" in rendered(caught.value, "fr")


WRITTEN_OR_SHIPPED = {
    # The place itself, and files that are written
    "util/reading.py": {"os.open": 1},
    "util/files.py": {"os.open": 4},
    "records/lock.py": {"os.open": 1},
    "records/record_file.py": {"os.open": 4},
    "measures/in_steps.py": {"os.open": 1},
    "serving/seat_file.py": {"os.open": 1},
    "strategies/worker.py": {"os.open": 1},
    # Files of the package, and sources that are running
    "front/js_bundle.py": {".read_text": 3},
    "bots/skyjo_learned.py": {"np.load": 1, ".read_bytes": 1},
    "bots/skyjo_perfect.py": {"np.load": 1, ".read_bytes": 1},
    "bots/win_model.py": {"np.load": 1, ".read_bytes": 1},
    "lessons/report/html.py": {".read_text": 1},
    "lessons/lesson/printing.py": {".read_text": 1},
    "lessons/shipped_lessons.py": {".read_text": 1},
    "lessons/worksheet/worksheet.py": {".read_text": 1},
    "engine/core/jit.py": {".read_bytes": 1},
    "engine/newskyjo/deck.py": {".read_bytes": 1},
    "frames/cache.py": {".read_bytes": 1},
    "measures/versus/blocks.py": {".read_text": 2},
    "util/i18n.py": {".read_text": 1},
    "util/messages.py": {".read_text": 1},
    "util/page_sheet.py": {".read_text": 2},
    # DuckDB, after `_frame_of` has read the schema of the same files
    "measures/source.py": {"base.read_parquet": 1},
}
"""Calls that open a file in another way: by module, how often."""
OURS = {"reading", "record_file", "card_list", "trace_frames", "self"}
SAFE = {"regular", "BytesIO"}
OPENING = {"read_table", "read_schema", "read_metadata", "ParquetFile", "ZipFile", "OSFile"}
OPENING |= {"read_parquet", "read_csv", "read_excel", "load_workbook", "memory_map"}


def called(node: ast.AST) -> tuple[str, str]:
    """The receiver and the name of a call; empty where there is none."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute):
        receiver = function.value
        return (receiver.id if isinstance(receiver, ast.Name) else "?"), function.attr
    return "", function.id if isinstance(function, ast.Name) else ""


def opens_otherwise(node: ast.AST) -> str:
    """The way in which a call opens a file that may be none; empty if it opens none."""
    owner, name = called(node)
    if not isinstance(node, ast.Call) or owner in OURS:
        return ""
    if name in ("read_text", "read_bytes") and owner:
        return f".{name}"
    if name == "open":
        mode = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
        of = called(node.func.value)[1] if isinstance(node.func, ast.Attribute) else ""
        method = owner not in ("", "os", "io", "gzip") and not isinstance(mode, str)
        return "" if of == "regular" or method else f"{owner}.open"
    of_a_module = owner or name[:1].isupper()
    if (name in OPENING and of_a_module) or (owner, name) in {
        ("np", "load"),
        ("tomllib", "load"),
        ("json", "load"),
    }:
        safe = node.args and (called(node.args[0])[1] in SAFE or called(node.args[0])[0] in SAFE)
        writes = len(node.args) > 1 and isinstance(node.args[1], ast.Constant)  # ZipFile(…, "w")
        return "" if safe or writes else f"{owner}.{name}"
    return ""


@pytest.mark.seconds
def test_no_file_is_read_in_another_way():
    """Each call that reads has a path from `regular`, or bytes; the others are named above."""
    others: dict[str, Counter[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text("utf-8")))
        ways = Counter(way for node in nodes if (way := opens_otherwise(node)))
        if ways:
            others[path.relative_to(PACKAGE).as_posix()] = ways
    assert others == WRITTEN_OR_SHIPPED
