"""Loading of games from anywhere, and the cache of a folder."""

from __future__ import annotations

import json
import os
import shutil
import warnings

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from skyjo_widget import SkyjoWidgetError, load, load_all, load_simulation, measure, play, simulate
from skyjo_widget.errors import RecordError
from skyjo_widget.frames import cache
from skyjo_widget.frames.schema import FRAMES
from skyjo_widget.records import read_limits


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    """A key of one's own, and a cache for three records."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setattr("skyjo_widget.frames.cache.LEAST", 3)


@pytest.fixture(autouse=True)
def names(monkeypatch):
    """Games with names of their own."""
    numbers = iter(range(1000))
    monkeypatch.setattr(
        "skyjo_widget.records.record_file.new_game_id", lambda: f"game-{next(numbers)}"
    )


@pytest.fixture
def replays(monkeypatch):
    """The records that were replayed."""
    found = []
    read = read_limits.read_game
    monkeypatch.setattr(
        read_limits, "read_game", lambda path, **how: found.append(path.name) or read(path, **how)
    )
    return found


def record(path, preset="skyjo", seed=1, players=3):
    """Write a game of bots, with a note; return its key."""
    table = play(preset, ["bot:greedy"] * players, seed=seed, record=path, display=False)
    table.run()
    table.note("é", tags=["a", "b"], decision=3)
    table.close()
    return table.history.header["game_id"]


def frames_of(log):
    """All frames."""
    return {name: getattr(log, name) for name in FRAMES}


def same(one, other):
    """Compare all frames of two logs."""
    for name, frame in frames_of(one).items():
        pd.testing.assert_frame_equal(frame, getattr(other, name))


@pytest.fixture
def folder(tmp_path):
    """Four records, one below another folder."""
    folder = tmp_path / "games"
    for number, preset in enumerate(["skyjo", "newskyjo", "skip-bo", "skyjo"]):
        inner = folder / "more" if number == 3 else folder
        record(inner / f"{number}.jsonl", preset, number)
    return folder


def run(to, games=6, **options):
    """Simulate, with decisions."""
    players = ["greedy", "random"]
    return simulate("skyjo", players, games=games, seed=1, decisions=True, to=to, **options)


def left_out(source, **options):
    """Return a log and the files that it left out, by name; each has a warning."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        log = load_all(source, **options)
    assert len(said) == len(log.left_out)
    found = {}
    for warning, (file, reason) in zip(said, log.left_out.itertuples(index=False), strict=True):
        assert file in str(warning.message)
        assert reason in str(warning.message)
        found[file] = reason
    return log, found


@pytest.mark.seconds
def test_whatever_holds_games_is_joined(folder, tmp_path):
    """A run's folder, a file, a glob, a list, a log, and folders of all of these."""
    played = run(tmp_path / "all" / "run")
    record(tmp_path / "all" / "x.jsonl")
    both = load_all(tmp_path / "all")
    assert len(both.games) == 7
    assert len(load_all(tmp_path / "all" / "run").games) == 6
    assert len(load_all(str(tmp_path / "all" / "run" / "run.json")).seats) == 12
    assert len(load_all(folder / "1.jsonl").games) == 1
    assert len(load_all(str(folder / "*.jsonl")).games) == 3
    assert len(load_all(str(tmp_path / "*" / "**" / "*.jsonl")).games) == 5
    assert len(load_all(str(tmp_path / "a*")).games) == 7
    every = load_all([folder, str(tmp_path / "all"), folder / "1.jsonl"])
    assert len(every.games) == 11
    again = load_all(path for path in (folder, tmp_path / "all"))
    same(every, again)
    assert every.decisions["game_id"].nunique() == 11
    assert len(every.notes) == 5
    joined = load_all([both, folder])
    assert sorted(joined.games["game_id"]) == sorted(every.games["game_id"])
    pd.testing.assert_frame_equal(load_all(tmp_path / "all" / "run").seats, played.seats)


@pytest.mark.seconds
def test_a_games_key_opens_it_in_a_joined_log(folder, tmp_path):
    """Recorded or simulated."""
    run(tmp_path / "run")
    log = load_all([folder, tmp_path / "run"])
    for name, frame in log.decisions.groupby("game_id"):
        history = log.history(name)
        assert history.header["game_id"] == name
        assert len(history.decisions) == len(frame)
    assert set(log.decks) == set(log.games["deck"])
    assert len(log.as_seen_by(0).decisions) == len(log.decisions)
    assert measure(log, measures=["wins"]).frame["n"].notna().all()


@pytest.mark.parametrize("wrong", [5, None, [5], [["a"]]])
def test_what_holds_no_games_is_refused(wrong):
    """With what would."""
    with pytest.raises(RecordError, match="a path, a glob or a list of these"):
        load_all(wrong)


def test_a_path_that_is_not_there_is_refused(tmp_path):
    """A folder, a file, a glob; in a list it is left out."""
    (tmp_path / "a.jsonl").write_text("rubbish\n")
    for path, said in (
        ("none", "no such folder"),
        ("none.jsonl", "can't be read"),
        ("*.json", "fits this"),
        ("a.jsonl", "line 1: is no JSON"),
    ):
        with pytest.raises(RecordError, match=said):
            load_all(tmp_path / path)
    _, found = left_out([tmp_path / "none.jsonl", tmp_path / "a.jsonl"])
    assert list(found) == [str(tmp_path / "none.jsonl"), str(tmp_path / "a.jsonl")]


@pytest.mark.seconds
def test_bad_files_are_named_one_by_one_and_the_rest_is_read(folder, tmp_path):
    """Another project's lines, another version, rubbish, a copy, half a Parquet file."""
    good = sorted(load_all(folder).games["game_id"])
    (folder / "theirs.jsonl").write_text('{"text": "a", "label": 1}\n{"text": "b"}\n')
    (folder / "events.jsonl").write_text('{"event": "click", "at": "2020"}\n')
    (folder / "list.jsonl").write_text("[1, 2]\n")
    (folder / "empty.jsonl").write_text("")
    (folder / "bytes.jsonl").write_bytes(bytes(range(256)))
    (folder / "deep.jsonl").write_text('{"event":' + "[" * 100_000 + "\n")
    lines = (folder / "0.jsonl").read_text().splitlines()
    header = json.loads(lines[0])
    (folder / "newer.jsonl").write_text(json.dumps({**header, "version": 99}) + "\n")
    (folder / "copy.jsonl").write_text("\n".join(lines) + "\n")
    os.mkfifo(folder / "pipe.jsonl")
    log, found = left_out(folder)
    assert sorted(log.games["game_id"]) == good
    told = {file.rsplit("/", 1)[1]: reason for file, reason in found.items()}
    assert set(told) == {
        *("theirs.jsonl", "events.jsonl", "list.jsonl", "empty.jsonl", "bytes.jsonl"),
        *("deep.jsonl", "newer.jsonl", "copy.jsonl", "pipe.jsonl"),
    }
    assert "no event" in told["theirs.jsonl"]
    assert "version" in told["newer.jsonl"]
    assert "no more of the same game" in told["copy.jsonl"]


def test_half_a_parquet_file_of_a_run_costs_its_games_alone(tmp_path, monkeypatch):
    """Whichever frame's it is; it is named."""
    monkeypatch.setattr("skyjo_widget.simulation.run_folder.GAMES", 4)
    monkeypatch.setattr("skyjo_widget.simulation.job.FAST_GROUP", 4)
    whole = run(tmp_path / "run", games=12)
    files = sorted((tmp_path / "run" / "rounds").iterdir())
    assert len(files) > 1
    first, last = map(int, files[1].stem.split("-"))
    data = files[1].read_bytes()
    for half in (data[: len(data) // 2], b"", b"PAR1" * 20):
        files[1].write_bytes(half)
        log, found = left_out(tmp_path / "run")
        assert list(found) == [str(files[1])]
        assert f"games {first} to {last} of the run are left out" in found[str(files[1])]
        rest = whole.games["game_id"].drop(range(first, last + 1))
        assert log.games["game_id"].tolist() == rest.tolist()
        for name in ("rounds", "seats", "decisions"):
            kept = set(getattr(log, name)["game_id"])
            assert kept == set(log.games["game_id"])
    last = log.games["game_id"].iloc[-1]
    assert log.history(last).header["run"] == int(last[-6:])


def test_a_run_that_cannot_be_read_is_named(tmp_path, folder):
    """Its note is damaged, of another version, or there is no game."""
    for name, text in (("a", "{"), ("b", "{}"), ("c", '{"table": {"version": 99}}')):
        run(tmp_path / "runs" / name)
        (tmp_path / "runs" / name / "run.json").write_text(text)
    shutil.copytree(folder, tmp_path / "runs" / "records")
    log, found = left_out(tmp_path / "runs")
    assert list(found) == [str(tmp_path / "runs" / name) for name in "abc"]
    assert len(log.games) == 4


def test_two_runs_of_one_name_are_one_run(tmp_path):
    """Games that both have are there once, and the others too."""
    run(tmp_path / "a", games=4)
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    log, found = left_out(tmp_path)
    assert len(log.games) == 4
    assert len(log.decisions.drop_duplicates(["game_id", "decision"])) == len(log.decisions)
    assert found == {
        f"game {number} of {tmp_path / 'b'}": (
            f"holds no more of the same game than game {number} of {tmp_path / 'a'}"
        )
        for number in range(4)
    }


# The cache


@pytest.mark.seconds
def test_what_has_not_changed_is_not_replayed_again(folder, replays):
    """The same frames come of the cache, and the games when they are asked for."""
    first = load_all(folder)
    assert cache.place(folder).is_file()
    assert len(replays) == 4
    again = load_all(folder)
    assert len(replays) == 4
    same(first, again)
    assert repr(first) == repr(again)
    assert first._repr_html_() == again._repr_html_()
    assert set(again.decks) == set(first.decks)
    assert len(replays) == 4
    game = again.games["game_id"][1]
    assert len(again.history(game).decisions) == first.decisions["game_id"].eq(game).sum()
    assert len(replays) == 5


@pytest.mark.seconds
def test_a_changed_record_is_read_anew(folder, replays):
    """Even of the same size and time; a new one and one that has gone too."""
    load_all(folder)
    path = folder / "0.jsonl"
    about, text = path.stat(), path.read_text()
    assert '"é"' in text
    path.write_text(text.replace('"é"', '"è"'))
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (about.st_size, about.st_mtime_ns)
    replays.clear()
    with pytest.warns(UserWarning, match="was edited"):
        log = load_all(folder)
    assert replays == ["0.jsonl"]
    assert log.notes["text"].tolist()[0] == "è"
    record(folder / "2b.jsonl", seed=9)
    (folder / "1.jsonl").unlink()
    path.write_text(text)
    log = load_all(folder)
    shutil.move(cache.place(folder), folder.parent / "away")
    same(log, load_all(folder))
    assert log.games["path"].str[-8:].tolist()[0] == "/0.jsonl"


@pytest.mark.seconds
def test_a_cache_that_is_not_this_users_own_is_ignored(folder, replays, monkeypatch, tmp_path):
    """Another's, an edited one, another version's, rubbish; the frames are the records'."""
    true = load_all(folder)
    place = cache.place(folder)
    data = place.read_bytes()
    for wrong in (b"", b"rubbish" * 100, data[:-1], data[:200] + b"\0" + data[201:], data[32:]):
        place.write_bytes(wrong)
        replays.clear()
        same(load_all(folder), true)
        assert len(replays) == 4
        assert place.read_bytes() != wrong  # a good one again
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another user"))
    replays.clear()
    same(load_all(folder), true)
    assert len(replays) == 4
    monkeypatch.setattr(cache, "_made_by", lambda: "another version")
    replays.clear()
    same(load_all(folder), true)
    assert len(replays) == 4


@pytest.mark.seconds
def test_what_was_not_proved_is_proved_where_that_is_asked_for(folder, replays):
    """A cache of records read without proof doesn't count."""
    load_all(folder)
    replays.clear()
    log = load_all(folder, verified=True)
    assert len(replays) == 4
    replays.clear()
    same(load_all(folder, verified=True), log)
    same(load_all(folder), log)
    assert replays == []


def test_a_record_that_changes_after_loading_is_no_game_of_the_log(folder):
    """Its game would be another than the frames'."""
    load_all(folder)
    log = load_all(folder)
    table = load(folder / "0.jsonl", display=False)
    table.note("more")
    table.close()
    with pytest.raises(RecordError, match="has changed since it was loaded"):
        log.history(log.games["game_id"][0])


@pytest.mark.seconds
def test_without_a_place_or_pyarrow_there_is_no_cache(folder, monkeypatch, replays):
    """And nothing is said of it."""

    def fail(*_):
        raise PermissionError

    def absent():
        raise SkyjoWidgetError("pyarrow isn't installed")

    monkeypatch.setattr(cache, "replace_whole", fail)
    for name in ("replace_whole", "make_folder", "create_whole"):
        with monkeypatch.context() as patch:
            patch.setattr(cache, name, fail)
            assert len(load_all(folder).games) == 4
    monkeypatch.setattr(cache, "need_arrow", absent)
    assert len(load_all(folder).games) == 4
    assert not cache.place(folder).exists()


@pytest.mark.seconds
def test_damaged_records_are_named_each_time(folder):
    """They aren't in the cache, nor are doubts about others forgotten."""
    (folder / "bad.jsonl").write_text("rubbish\n")
    text = (folder / "0.jsonl").read_text()
    (folder / "0.jsonl").write_text(text.replace('"é"', '"e"'))
    for _ in range(2):
        with pytest.warns(UserWarning, match="bad|edited") as said:
            log = load_all(folder)
        told = sorted(str(one.message) for one in said)
        assert len(told) == 2
        assert "0.jsonl" in told[0]
        assert "bad.jsonl" in told[1]
        assert len(log.games) == 4


def test_a_frame_that_was_given_is_ones_own(folder):
    """Whatever is done to it, the log's stay as they are."""
    log = load_all(folder)
    for _ in range(2):
        true = log.games.copy()
        frame = log.games
        frame.loc[0, "players"] = 99
        frame["names"] = None
        pd.testing.assert_frame_equal(log.games, true)


def test_a_note_on_a_game_of_the_log_is_in_its_frames(folder):
    """They are built anew for it."""
    log = load_all(folder)
    before = len(log.notes)
    game = log.games["game_id"][0]
    log.history(game).annotations.add_note("new", decision=1, tags=(), by=None)
    assert len(log.notes) == before + 1


# Files of earlier versions


def old(folder):
    """Write a run's files as they were before there were lists: joined texts."""
    for file in folder.rglob("*.parquet"):
        table = pq.read_table(file)
        for name in ("names", "winners", "cleared", "swapped"):
            if name in table.column_names:
                space = ", " if name in ("names", "winners") else " "
                lists = table.column(name).to_pylist()
                texts = [space.join(one) if one else None for one in lists]
                at = table.column_names.index(name)
                table = table.set_column(at, name, pa.array(texts, pa.string()))
        pq.write_table(table, file)


@pytest.mark.seconds
def test_the_folder_of_an_earlier_versions_run_is_read_as_before(tmp_path):
    """Alone, and measured beside one of today."""
    players = ["greedy", "random", "threshold(2)"]
    true = simulate("newskyjo", players, games=9, seed=1, decisions=True, to=tmp_path / "old")
    simulate("newskyjo", players, games=6, seed=2, decisions=True, to=tmp_path / "new")
    frames = {name: getattr(true, name) for name in ("games", "rounds", "seats", "decisions")}
    measured = measure(tmp_path / "old").frame
    both = measure(tmp_path).frame
    old(tmp_path / "old")
    again = load_simulation(tmp_path / "old")
    for name, frame in frames.items():
        pd.testing.assert_frame_equal(getattr(again, name), frame)
    pd.testing.assert_frame_equal(measure(tmp_path / "old").frame, measured)
    pd.testing.assert_frame_equal(measure(tmp_path).frame, both)
    assert len(load_all(tmp_path).games) == 15
