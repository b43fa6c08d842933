"""A power cut loses nothing that `docs/internals/record.md` promises to be on the disk.

A disk is modelled that keeps only what was synced: the bytes of a file when it was, and the
names in a folder when that was.  What wasn't may be there or not: each cut is looked at with all
of it lost, all of it kept, names without their bytes (nothing, half, zeros), and mixed.
"""

from __future__ import annotations

import functools
import os
import random
from pathlib import Path

import pytest

from skyjo_widget import (
    SKYJO_DECK,
    Deck,
    RuleTable,
    SimulationError,
    hand_in,
    load,
    load_simulation,
    play,
    replay,
    simulate,
)
from skyjo_widget.records.record_file import read
from skyjo_widget.records.replay import replay as replay_events

WATCHED = ("open", "close", "write", "ftruncate", "fsync", "link", "replace", "unlink", "mkdir")
WATCHED += ("rename", "rmdir")
PICKS = {
    "lost": lambda old, _new, _rng: old,
    "kept": lambda _old, new, _rng: new,
    "mixed": lambda old, new, rng: rng.choice((old, new)),
}
TEARS = {
    "lost": lambda old, _new, _rng: old,
    "kept": lambda _old, new, _rng: new,
    "half": lambda old, new, _rng: new[: (len(old) + len(new)) // 2],
    "zeros": lambda old, new, _rng: new[: len(old)] + bytes(len(new) - len(old)),
}
CUTS = [("lost", "lost"), ("kept", "lost"), ("kept", "half"), ("kept", "zeros")]
KEPT = ("kept", "kept")


class Kept:
    """The writes that a disk was asked for, and those that it has synced."""

    def __init__(self, root):
        self.root = root
        self.now, self.synced = {root: {}}, {root: {}}  # names, by folder
        self.data, self.safe = {}, {}  # bytes, by number

    def take(self, kind, what, more):
        """Do one thing."""
        folder, _, name = str(what).rpartition(os.sep)
        if kind == "name":
            self.now[folder][name] = more
            if more is None:
                self.now.setdefault(what, {})
                self.synced.setdefault(what, {})
            else:
                self.data.setdefault(more, b"")
                self.safe.setdefault(more, b"")
        elif kind == "unname":
            self.now[folder].pop(name, None)
        elif kind == "write":
            self.data[what] += more
        elif kind == "cut":
            self.data[what] = self.data[what][:more]
        elif what in self.now:
            self.synced[what] = dict(self.now[what])
        else:
            self.safe[what] = self.data[what]

    def left(self, names, tears, rng):
        """The files, by their path, after a cut; None for a folder."""
        gone, left = object(), {}

        def look(folder, below):
            now, synced = self.now[folder], self.synced[folder]
            for name in sorted({*now, *synced}):
                picked = PICKS[names](synced.get(name, gone), now.get(name, gone), rng)
                if picked is None:
                    left[f"{below}{name}"] = None
                    look(f"{folder}{os.sep}{name}", f"{below}{name}/")
                elif picked is not gone:
                    whole = TEARS[tears](self.safe[picked], self.data[picked], rng)
                    left[f"{below}{name}"] = whole

        look(self.root, "")
        return left


class Disk:
    """The calls of programs to a folder, in order, and what a power cut leaves of it.

    Parameters
    ----------
    root : Path
        The folder; it was there before, and is empty.
    """

    def __init__(self, root, monkeypatch):
        self.root, self.asked, self.promised = str(root), [], []
        self.files = {}  # by open file: the folder, or the number of the file's bytes
        self.numbers = {}  # by path, as far as they are there
        real = {name: getattr(os, name) for name in WATCHED}
        for name in WATCHED:
            monkeypatch.setattr(os, name, self.watching(name, real[name]))

    def watching(self, name, real):
        """The call, noted down once it has gone well."""

        def call(*arguments, **named):
            done = None if name == "fsync" else real(*arguments, **named)
            getattr(self, f"on_{name}")(done, *arguments)
            return done

        return call

    def inside(self, path):
        """The path, if it is within the folder."""
        path = str(Path(path).absolute())
        return path if path == self.root or path.startswith(self.root + os.sep) else None

    def on_open(self, file, path, flags, *_mode):
        if not (path := self.inside(path)):
            return
        if Path(path).is_dir():
            self.files[file] = path
            return
        path = os.path.realpath(path)
        if path not in self.numbers:
            self.numbers[path] = len(self.asked)
            self.asked.append(("name", path, len(self.asked)))
        self.files[file] = self.numbers[path]
        assert not flags & os.O_TRUNC, "a file that was there is written in place"

    def on_close(self, _done, file):
        self.files.pop(file, None)

    def on_write(self, size, file, data):
        if file in self.files:
            self.asked.append(("write", self.files[file], bytes(data[:size])))

    def on_ftruncate(self, _done, file, size):
        if file in self.files:
            self.asked.append(("cut", self.files[file], size))

    def on_fsync(self, _done, file):
        if file in self.files:
            self.asked.append(("sync", self.files[file], None))

    def on_link(self, _done, source, target):
        if target := self.inside(target):
            self.numbers[target] = self.numbers[self.inside(source)]
            self.asked.append(("name", target, self.numbers[target]))

    def on_replace(self, _done, source, target):
        if target := self.inside(target):
            source = self.inside(source)
            self.numbers[target] = self.numbers.pop(source)
            self.asked += [("name", target, self.numbers[target]), ("unname", source, None)]

    on_rename = on_replace

    def on_unlink(self, _done, path):
        if path := self.inside(path):
            self.numbers.pop(path, None)
            self.asked.append(("unname", path, None))

    on_rmdir = on_unlink

    def on_mkdir(self, _done, path, *_mode):
        if path := self.inside(path):
            self.asked.append(("name", path, None))

    def promise(self, check):
        """From now on this holds of whatever a cut leaves: a function of the folder that is left.

        It takes the place of an older promise about the same thing, its attribute ``about``.
        """
        self.promised.append((len(self.asked), check))

    def there(self):
        """The files as they are."""
        root = Path(self.root)
        return {
            path.relative_to(root).as_posix(): None if path.is_dir() else path.read_bytes()
            for path in root.rglob("*")
        }

    def cut_everywhere(self, folder, *, seed=0, random_cuts=0):
        """Cut after each thing that was asked, and hold what is left against the promises."""
        rng, kept = random.Random(seed), Kept(self.root)
        seen = set()
        for at in range(len(self.asked) + 1):
            if at:
                kept.take(*self.asked[at - 1])
            held = {check.about: check for since, check in self.promised if since <= at}
            mixed = [("mixed", rng.choice([*TEARS])) for _ in range(random_cuts)]
            for names, tears in (*CUTS, *mixed, KEPT):
                left = kept.left(names, tears, rng)
                key = (tuple(held.values()), tuple(left.items()))
                if key in seen:
                    continue
                seen.add(key)
                place = folder / str(len(seen))
                place.mkdir()
                for name, data in left.items():
                    path = place / name
                    path.mkdir() if data is None else path.write_bytes(data)
                for check in held.values():
                    check(place, f"cut {at} of {len(self.asked)}: names {names}, bytes {tears}")
        assert left == self.there(), "something is written past the calls that are watched"
        return len(seen)


class Holds:
    """A record that holds so many events at least, and goes on from there."""

    def __init__(self, session, root):
        self.about = session.path.relative_to(root)
        self.events = list(session.history.events)

    def __call__(self, place, when):
        found = read(place / self.about)
        assert found.events[: len(self.events)] == self.events, when
        replay_events(found.events)


class Whole:
    """A file that is as it was at some time since, from the first to the last byte."""

    def __init__(self, path, root, versions):
        self.about, self.versions = path.relative_to(root), versions
        self.since = len(versions) - 1

    def __call__(self, place, when):
        path = place / self.about
        data = path.read_bytes() if path.exists() else None
        assert data in self.versions[self.since :], f"{self.about}, {when}"


class Files:
    """Files that are written whole, and promised when their writer returns."""

    def __init__(self, disk, root):
        self.disk, self.root, self.versions = disk, root, {}

    def written(self, name, write):
        """Have a file written that must never be found in part."""
        path = self.root / name
        if path not in self.versions:
            self.versions[path] = [path.read_bytes() if path.exists() else None]
            self.disk.promise(Whole(path, self.root, self.versions[path]))
        write(path)
        self.versions[path].append(path.read_bytes())
        self.disk.promise(Whole(path, self.root, self.versions[path]))


@pytest.fixture
def root(tmp_path):
    """The folder on that disk."""
    (tmp_path / "disk").mkdir()
    return tmp_path / "disk"


@pytest.fixture
def disk(root, monkeypatch):
    """The disk."""
    return Disk(root, monkeypatch)


def move(session, rng, disk, root):
    """Do something at a table; what has returned is promised, but for a bot's move in a row."""
    chance = rng.random()
    if chance < 0.1:
        session.note("é" * rng.randrange(50), tags=["x"])
    elif chance < 0.15:
        session.ruling("so it was")
    elif chance < 0.2 and session.parts.undo.undoable == "yes":
        session.undo()
    elif chance < 0.25:
        session.replace(1, rng.choice(["bot:greedy", "bot:random"]))
    elif chance < 0.3:
        session.close()
        disk.promise(Holds(session, root))
        session = load(session.path, display=False)
    elif session.waiting == "next round":
        session.next_round()
    elif session.waiting == "bot" and chance < 0.6:
        session.run()
    elif session.waiting == "bot":
        session.step()
        if session.waiting == "bot":
            return session
    else:
        session.act(rng.choice(session.legal))
    disk.promise(Holds(session, root))
    return session


def game(root, disk, rng, moves):
    """A game that is played, closed, loaded and copied."""
    players = ["Ana", "bot:random", "bot:random", "bot:greedy"]
    folder = root / "games" / "of" / "today"
    session = play(
        "skyjo", players, seed=3, practice=True, record=folder / "g.jsonl", display=False
    )
    disk.promise(Holds(session, root))
    for number in range(moves):
        session = move(session, rng, disk, root)
        if number == moves // 2:
            session.save_as(folder.parent / "copy.jsonl")
            disk.promise(Holds(session, root))
    session.close()
    disk.promise(Holds(session, root))
    return session


def test_what_a_table_has_done_is_on_the_disk(root, disk, tmp_path):
    """Decisions, notes, undos, a closed and a copied record, in folders that were made for it."""
    (tmp_path / "cuts").mkdir()
    game(root, disk, random.Random(1), 12)
    assert disk.cut_everywhere(tmp_path / "cuts") > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_so_it_is_over_a_long_game(root, disk, tmp_path, seed):
    """With names and bytes lost here and kept there."""
    (tmp_path / "cuts").mkdir()
    game(root, disk, random.Random(seed), 60)
    assert disk.cut_everywhere(tmp_path / "cuts", seed=seed, random_cuts=6) > 500


def test_a_bots_moves_in_a_row_are_synced_once(root, disk):
    """The row ends at a person's turn or the end of `run`; every other call at once."""
    players = ["Ana", "bot:random", "bot:random", "bot:greedy"]
    session = play("skyjo", players, seed=3, record=root / "g.jsonl", display=False)

    def syncs(call):
        before = len(disk.asked)
        call()
        return [kind for kind, *_ in disk.asked[before:]].count("sync")

    while session.phase == "setup":
        session.run() if session.waiting == "bot" else session.act(session.legal[0])
    while session.waiting != "person":
        session.step()
    assert syncs(lambda: session.act("take")) == 1
    assert syncs(lambda: session.act(session.legal[0])) == 1
    before = len(session.history.decisions)
    assert syncs(session.run) == 1
    assert len(session.history.decisions) >= before + 6
    assert syncs(lambda: session.note("x")) == 1
    session.act("take")
    session.act(session.legal[0])
    assert syncs(session.step) == 0
    assert syncs(session.close) == 1


def test_files_that_are_written_whole_are_found_whole(root, disk, tmp_path):
    """The old one or the new one at any moment, and the new one when its writer has returned."""
    (tmp_path / "cuts").mkdir()
    session = play("skyjo", ["Ana", "bot:random"], seed=3, record=False, display=False)
    session.act("flip a1")
    files, shown = Files(disk, root), replay(session, display=False)
    decks = [SKYJO_DECK, Deck.from_counts([(1, 90), (2, 60)])]
    tables = [RuleTable.example(), RuleTable(RuleTable.example().rules, name="other")]
    for name, deck, rules in zip("ab", decks, tables, strict=True):
        files.written("deck.csv", functools.partial(deck.to_csv, overwrite=True))
        files.written("rules.txt", functools.partial(rules.save, overwrite=True))
        files.written("log/games.csv", lambda path: session.log.to_csv(path.parent))
        session.act(session.legal[0])
        handed_in = f"class/hand-in-{name}-{session.history.game_id}.jsonl"
        files.written(handed_in, lambda path, by=name: hand_in(session, by, folder=path.parent))
    files.written("page.html", shown.to_html)
    assert disk.cut_everywhere(tmp_path / "cuts") > 90


class Run:
    """A folder of games of which so many at least can be opened."""

    about = "run"

    def __init__(self, games):
        self.games = games

    def __call__(self, place, when):
        try:
            played = load_simulation(place / "run")
            count = played.played
            assert set(played.decisions["game_id"]) == set(played.games["game_id"]), when
        except SimulationError:  # none was finished there
            count = 0
        assert count >= self.games, when


@pytest.mark.slow
def test_a_run_in_a_folder_is_whole_up_to_some_game(root, disk, tmp_path):
    """Whatever was cut; and all of it is there when `simulate` has returned."""
    (tmp_path / "cuts").mkdir()

    def first(observation):
        return observation.legal[0]

    options = {"target": 1, "decisions": True, "progress": False}
    disk.promise(Run(0))
    simulate("skyjo", [first, "random"], games=40, seed=1, to=root / "run", **options)
    disk.promise(Run(40))
    assert disk.cut_everywhere(tmp_path / "cuts", random_cuts=2) > 100
