"""One notion of a record for all readers: the same game in every shape, given to each of them."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest

from skyjo_widget import (
    RulesError,
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
from skyjo_widget.errors import RecordError
from skyjo_widget.measures.sample import find_games
from skyjo_widget.records import archive, record_file
from skyjo_widget.util.messages import translated
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
    """The files that macOS and Windows put beside others."""
    named(NAME)(folder, data)
    for name in (f"._{NAME}", ".DS_Store", "desktop.ini", f"__MACOSX/._{NAME}", f"{NAME}.lock"):
        named(name, lambda data: b"\0\5\26\7" + data[:50])(folder, data)
    return folder


def inside(shape, *parts):
    """A file in the folder of a shape."""
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
    return measure(source, measures="pace").frame.to_json()


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


@pytest.mark.seconds
@pytest.mark.parametrize("read", READERS, ids=lambda read: read.__name__)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_reader_finds_the_game_in_every_shape(here, data, answers, shape, read):
    """Neither a name nor bytes without content decide: the answer is that for the plain file."""
    if read not in answers:
        Path(NAME).write_bytes(data)
        answers[read] = read(Path(NAME))
    here.mkdir()
    assert read(SHAPES[shape](here, data)) == answers[read]


# Files that are left out


def broken_zip(folder, data):
    """A ZIP file with one good record among what can't be read."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("Ana/x.jsonl", data)
        file.writestr("Bo/secret.jsonl", data)
        file.writestr("../Cy/x.jsonl", data)
        file.writestr("/Di/x.jsonl", data)
        file.writestr("Ed/inner.zip", zipped("x.jsonl")(data))
        file.writestr("Flo/answers.pdf", b"%PDF-1.7")
    written = bytearray(whole.getvalue())
    written[written.rindex(b"Bo/secret.jsonl") - 46 + 8] |= 1  # in the list: it is encrypted
    (folder / "class.zip").write_bytes(written)
    (folder / "half.zip").write_bytes(written[:1000])


def test_what_isnt_read_is_named_with_its_reason_in_the_users_language(here, data):
    """By each reader of many files; nothing leads out of a ZIP file."""
    here.mkdir()
    broken_zip(here, data)
    reasons = {
        "class.zip/../Cy/x.jsonl": "son nom mène hors de son fichier ZIP",
        "class.zip/Bo/secret.jsonl": "il est chiffré\u00a0: décompresse-le avec son mot de passe",
        "class.zip/Di/x.jsonl": "son nom mène hors de son fichier ZIP",
        "class.zip/Ed/inner.zip": "c’est un fichier ZIP dans un fichier ZIP\u00a0: "
        "décompresse celui-ci",
        "class.zip/Flo/answers.pdf": "ce n’est pas un enregistrement",
        "half.zip": "c’est un fichier ZIP abîmé",
    }
    with translated("fr"), pytest.warns(UserWarning, match="écarté") as warned:
        log = load_all(here)
    assert sorted(log.left_out["file"]) == [str(here / name) for name in reasons]
    assert len(log.games) == 1
    told = [str(one.message) for one in warned]
    assert told == [
        f"écarté\u00a0: {here / name}\u00a0: {why}"
        for name, why in sorted(reasons.items(), key=lambda item: told_order(item[0]))
        if "answers" not in name
    ]
    found = verify(here, lang="fr")
    assert [proof.path for proof in found.proofs] == [here / "class.zip/Ana/x.jsonl"]
    for name, why in reasons.items():
        assert f"{here / name}\u00a0: {why}" in found.text()
    report = class_page(here, lang="fr", progress=False)
    assert report.left_out["file"].tolist() == list(reasons)
    assert all(name in report.page for name in reasons)
    assert "un fichier ZIP dans un fichier ZIP" in report.page
    assert not list(here.rglob("*.jsonl"))


def told_order(name):
    """Warnings come file by file: first what a ZIP file's list tells."""
    order = ("Bo/", "../Cy", "Di/", "Ed/", "half")
    return next((at for at, part in enumerate(order) if part in name), -1)


def test_an_empty_result_says_so(here, data):
    """And what is there instead; in a list and in a folder."""
    here.mkdir()
    (here / "answers.pdf").write_bytes(b"%PDF-1.7")
    says = r"there is no record there; .*answers.pdf: it is no record"
    for read in (load, replay, hand_in):
        with pytest.raises(RecordError, match=says):
            read(here)
    for read in (load_all, opinions):
        with pytest.warns(UserWarning, match=says):
            read(here)
    with pytest.raises(RulesError, match=says):
        measure(here)
    assert "answers.pdf: it is no record" in verify(here).text()
    assert "No game could be counted." in class_page(here, progress=False).page


def test_of_several_records_one_must_be_named(here, data):
    """By its path or its key: nothing is picked at random (`load` takes the unfinished one)."""
    here.mkdir()
    for name in ("a.jsonl", "b.txt"):
        (here / name).write_bytes(data)
    for read in (replay, hand_in):
        with pytest.raises(RecordError, match=r"there are 2 records.*such as '.*a\.jsonl'"):
            read(here)


def test_measures_say_that_records_beside_parquet_files_arent_read(here, data):
    """Both are read by `load_all`."""
    here.mkdir()
    (here / "a.jsonl").write_bytes(data)
    load_all(here).to_parquet(here / "frames")
    with pytest.warns(UserWarning, match="left out: 1 records beside the Parquet files"):
        measure(here, measures="pace")


@pytest.mark.parametrize("limit", ["LARGEST", "MOST", "UNPACKED"])
def test_a_zip_file_has_limits(here, data, monkeypatch, limit):
    """Of its bytes, its files and what they unpack to; a file in it has a record's own."""
    here.mkdir()
    (here / "class.zip").write_bytes(zipped("a.jsonl", "b.jsonl")(data))
    monkeypatch.setattr(archive, limit, 1)
    with pytest.warns(UserWarning, match=r"class\.zip: it is too large a ZIP file"):
        assert len(load_all(here).games) == 0
    with pytest.raises(RecordError, match="is a ZIP file of more than"):
        load(here / "class.zip" / "a.jsonl")


def test_a_bomb_in_a_zip_file_is_too_large_a_record(here):
    """It isn't unpacked beyond the limit."""
    here.mkdir()
    with zipfile.ZipFile(here / "class.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.jsonl", bytes(60_000_000))
    with pytest.warns(UserWarning, match=r"a\.jsonl: is larger than 50,000,000 bytes"):
        load_all(here)


# Going on


def test_a_record_in_a_zip_file_goes_on_elsewhere(here, data):
    """The ZIP file stays as it is."""
    here.mkdir()
    written = zipped("a.jsonl")(data)
    (here / "class.zip").write_bytes(written)
    with pytest.raises(RecordError, match="is in a ZIP file, where nothing can be added"):
        load(here / "class.zip", display=False)
    table = load(here / "class.zip", record="on.jsonl", display=False)
    table.close()
    assert len(replay("on.jsonl", display=False).history.decisions) == 12
    assert (here / "class.zip").read_bytes() == written


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-1],
        lambda data: data.replace(b"\n", b"\r\n")[:-2],
        lambda data: data[:-1] + b"  ",
        lambda data: data + b"\n\r\n",
    ],
    ids=["no line feed", "CRLF, no line feed", "blanks", "blank lines"],
)
def test_a_record_goes_on_in_a_line_of_its_own(here, data, change):
    """Nothing is glued to the last line, its links stay whole, and looking changes no content."""
    here.mkdir()
    path = here / "a.jsonl"
    path.write_bytes(change(data))
    load(path, display=False).close()
    assert path.read_bytes().strip() == change(data).strip()
    table = load(path, display=False)
    table.note("Going on.", by="Ana")
    table.note("And on.", by="Ana")
    table.close()
    lines = path.read_bytes().splitlines()
    assert len(lines) > data.count(b"\n") + 1
    assert all(line.startswith(b"{") and line.endswith(b"}") for line in lines)
    assert verify(path).frame["links"].tolist() == ["proved"]


def test_a_last_line_counts_if_it_is_whole_and_follows(data):
    """Half a line, or one whose link is wrong, is left out as cut off."""
    whole = record_file.found_in(data, "a.jsonl")
    bare = record_file.found_in(data[:-1], "a.jsonl")
    assert (bare.events, bare.torn, bare.chain) == (whole.events, False, whole.chain)
    forged = data[:-1].rsplit(b'"chain"', 1)[0] + b'"chain": "0123456789abcdef"}'
    for cut in (data[:-2], data[:-40], forged):
        found = record_file.found_in(cut, "a.jsonl")
        assert (found.events, found.torn, found.edited) == (whole.events[:-1], True, None)


def test_the_cache_of_a_folder_agrees(here, data, monkeypatch, tmp_path):
    """Read again, what was read: out of ZIP files, under any name, without a last line feed."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("skyjo_widget.frames.cache.LEAST", 1)
    here.mkdir()
    (here / "class.zip").write_bytes(zipped("Ana/a.jsonl.txt")(data[:-1]))
    for source in (here, here / "class.zip"):
        first = load_all(source)
        again = load_all(source)
        assert again.decisions.equals(first.decisions)
        assert len(again.decisions) == 12
        assert again.games["path"].tolist() == [str(here / "class.zip/Ana/a.jsonl.txt")]
        assert len(again.histories[0].decisions) == 12
