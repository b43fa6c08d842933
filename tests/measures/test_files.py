"""Measures of files: the same numbers as in memory; broken files are named and left out."""

import builtins
import shutil
import warnings

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import Deck, RulesError, SkyjoWidgetError, load_all, measure, play, simulate
from skyjo_widget.measures import DECISIONS
from skyjo_widget.measures.source import find

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

PLAYERS = ["greedy", "random", "random"]
GAMES, PART = 16, 4


@pytest.fixture(scope="module")
def played():
    """Games of NewSkyjo in memory."""
    return simulate("newskyjo", PLAYERS, games=GAMES, seed=2, decisions=True, progress=False)


@pytest.fixture(scope="module")
def expected(played):
    """Return their measures."""
    return measure(played).frame


@pytest.fixture
def folder(played, tmp_path):
    """The same games as Parquet files: each frame in parts."""
    for name in ("games", "rounds", "decisions"):
        (tmp_path / name).mkdir()
        frame = getattr(played, name)
        number = frame["game_id"].str[-6:].astype(int) // PART
        for part, rows in frame.groupby(number):
            rows.to_parquet(tmp_path / name / f"{part}.parquet", index=False)
    return tmp_path


def same(found, expected):
    """Return True if two frames say the same."""
    pd.testing.assert_frame_equal(found, expected, rtol=1e-9)


@pytest.mark.seconds
def test_a_run_in_files_measures_as_in_memory(expected, tmp_path):
    """By its folder, and by the simulation that has written it."""
    to = tmp_path / "run"
    run = simulate("newskyjo", PLAYERS, games=GAMES, seed=2, decisions=True, to=to, progress=False)
    same(measure(to).frame, expected)
    same(measure(run).frame, expected)


@pytest.mark.seconds
def test_a_folder_of_runs_measures_as_their_log(tmp_path):
    """With a deck that only the runs know, and parts of files that a killed run had joined."""
    deck = Deck.from_counts([(-1, 75), (3, 75)])
    for seed in (1, 2):
        to = tmp_path / "parts" / f"{seed}"
        options = {"decisions": True, "deck": deck, "target": 1, "progress": False}
        simulate("skyjo", ["greedy", "random"], games=40, seed=seed, to=to, **options)
    expected = measure(load_all(tmp_path / "parts")).frame
    for name in ("games", "rounds", "decisions"):
        rows = pd.read_parquet(to / name / "000000000-000000039.parquet")
        rows = rows[rows["game_id"].str[-6:] < "000016"]
        rows.to_parquet(to / name / "000000000-000000015.parquet", index=False)
    same(measure(tmp_path / "parts").frame, expected)


@pytest.mark.seconds
def test_the_columns_that_are_needed_are_enough(expected, tmp_path):
    """A run that keeps only these has all measures."""
    simulate(
        "newskyjo",
        PLAYERS,
        games=GAMES,
        seed=2,
        decisions=DECISIONS,
        to=tmp_path / "run",
        progress=False,
    )
    same(measure(tmp_path / "run").frame, expected)


@pytest.mark.slow
def test_files_in_pieces_measure_as_one(folder, expected):
    """Without a note of the run, in several files."""
    same(measure(folder).frame, expected)


def test_only_what_is_needed_is_read(folder):
    """No other column is in the frames."""
    frames = find(folder).frames
    assert "notation" not in frames["decisions"].collect_schema().names()
    assert "legal_actions" in frames["decisions"].collect_schema().names()


@pytest.mark.slow
def test_a_log_in_parquet_and_a_folder_of_records(tmp_path):
    """The same two games, as files of either sort and as a log."""
    for seed in (1, 2):
        path = tmp_path / "records" / f"{seed}.jsonl"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # nobody has ended a round for so long
            session = play(
                "skyjo",
                ["bot:greedy", "bot:greedy"],
                seed=seed,
                record=path,
                display=False,
            )
            session.run(rounds=True)
        session.close()
    log = load_all(tmp_path / "records")
    log.to_parquet(tmp_path / "parquet")
    expected = measure(log).frame
    assert expected["n"].max() > 100
    same(measure(tmp_path / "records").frame, expected)
    same(measure(tmp_path / "parquet").frame, expected)


def test_a_truncated_file_is_named_and_left_out(folder, played):
    """The games of the other files are measured."""
    broken = folder / "games" / "1.parquet"
    broken.write_bytes(broken.read_bytes()[:-300])
    with pytest.warns(UserWarning, match=r"left out: .*games.1\.parquet: .*Parquet"):
        frame = measure(folder, measures="margin").frame
    assert frame["n"].sum() == played.games["finished"].sum() - PART


def test_a_file_that_is_broken_inside_is_named_and_left_out(folder):
    """Its end says that all is well; the data isn't."""
    broken = folder / "decisions" / "2.parquet"
    content = bytearray(broken.read_bytes())
    for at in range(4, len(content) * 2 // 3):
        content[at] ^= 0xA5
    broken.write_bytes(content)
    with pytest.warns(UserWarning, match=r"left out: .*decisions.2\.parquet"):
        frame = measure(folder, measures=["forced_share", "rounds_a_game"]).frame
    assert frame.set_index("measure")["n"]["rounds_a_game"] == GAMES
    whole = measure_decisions(folder, broken)
    assert frame.set_index("measure")["n"]["forced_share"] == whole


def measure_decisions(folder, without):
    """Decisions in turns, of the files but one."""
    files = [file for file in (folder / "decisions").iterdir() if file != without]
    return sum((pd.read_parquet(file)["phase"] != "setup").sum() for file in files)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda rows: rows.drop(columns="score"), "the column score of rounds is missing"),
        (lambda rows: rows.assign(score="many"), "the column score of rounds is"),
    ],
)
def test_a_file_with_other_columns_is_named_and_left_out(folder, change, why):
    """Ten of the forty games have no scores then."""
    path = folder / "rounds" / "3.parquet"
    change(pd.read_parquet(path)).to_parquet(path, index=False)
    with pytest.warns(UserWarning, match=f"left out: .*3.parquet: {why}"):
        frame = measure(folder, measures="score_mean").frame
    assert frame["n"].item() == (GAMES - PART) * 3


@pytest.mark.slow
def test_a_foreign_file_is_named_and_left_out(folder, expected):
    """One whose columns are none of ours, and one that is a text."""
    pd.DataFrame({"wine": [1]}).to_parquet(folder / "wine.parquet", index=False)
    (folder / "text.parquet").write_text("no Parquet")
    with pytest.warns(UserWarning, match="left out") as warned:
        same(measure(folder).frame, expected)
    said = sorted(str(one.message).rpartition("/")[2] for one in warned)
    assert said[0].startswith("text.parquet: it can't be read as Parquet")
    assert said[1] == "wine.parquet: its columns are none of ours: wine"


@pytest.mark.slow
def test_files_of_any_name_are_known_by_their_columns(played, expected, tmp_path):
    """Whoever has written them."""
    for name in ("games", "rounds", "decisions"):
        getattr(played, name).to_parquet(tmp_path / f"my {name} of May.parquet", index=False)
    same(measure(tmp_path).frame, expected)


def test_games_that_are_there_twice_are_not_counted_twice(folder):
    """A copy of a file beside it."""
    shutil.copy(folder / "games" / "1.parquet", folder / "games" / "copy.parquet")
    with pytest.raises(RulesError, match=f"{PART} games are there twice"):
        measure(folder)


@pytest.mark.parametrize("name", ["rounds", "decisions"])
def test_nor_are_their_rounds_and_decisions(folder, name):
    """Whatever the copy is called."""
    shutil.copy(folder / name / "1.parquet", folder / name / "1 - Kopie.parquet")
    with pytest.raises(RulesError, match=f"the {name} of {PART} games are there twice"):
        measure(folder)


def test_a_folders_name_is_no_pattern(tmp_path):
    """Games of others stay where they are."""
    here, other = tmp_path / "test[12]", tmp_path / "test1"
    which = ["score_mean"]
    run = simulate("skyjo", ["greedy"] * 2, games=20, seed=1, to=here, progress=False)
    simulate("skyjo", ["random"] * 2, games=20, seed=2, to=other, progress=False)
    memory = simulate("skyjo", ["greedy"] * 2, games=20, seed=1, progress=False)
    same(measure(here, measures=which).frame, measure(memory, measures=which).frame)
    same(measure(run, measures=which).frame, measure(memory, measures=which).frame)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rounds", "decisions"])
def test_so_is_one_in_which_bytes_are_broken_here_and_there(folder, name):
    """Wherever they are; the others are measured."""
    rng = np.random.default_rng(5)
    path = folder / name / "2.parquet"
    whole = path.read_bytes()
    found = 0
    for _ in range(12):
        broken = bytearray(whole)
        for place in rng.integers(4, len(whole) // 2, 40):
            broken[place] = rng.integers(256)
        path.write_bytes(bytes(broken))
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            measure(folder, measures=["score_mean", "real_choices"])
        found += any(f"left out: {path}" in str(one.message) for one in warned)
    assert found > 6


def test_rules_that_are_none_are_told(folder):
    """By their text."""
    path = folder / "games" / "0.parquet"
    pd.read_parquet(path).assign(rules="{not json").to_parquet(path, index=False)
    with pytest.raises(RulesError, match="not json"):
        measure(folder)


def test_a_folder_without_games(tmp_path):
    """Empty, or with decisions alone."""
    with pytest.raises(RulesError, match="no record there; nor is there a Parquet file"):
        measure(tmp_path)
    pd.DataFrame({"game_id": ["a"], "seat": [0], "kind": ["bot"]}).to_parquet(
        tmp_path / "decisions.parquet"
    )
    with pytest.raises(RulesError, match="no Parquet file with games"):
        measure(tmp_path)


@pytest.mark.seconds
def test_a_run_whose_note_is_broken_is_measured_all_the_same(expected, tmp_path):
    """With a warning."""
    to = tmp_path / "run"
    simulate("newskyjo", PLAYERS, games=GAMES, seed=2, decisions=True, to=to, progress=False)
    (to / "run.json").write_text("{")
    with pytest.warns(UserWarning, match="without the run's own note"):
        same(measure(to).frame, expected)


def test_without_duckdb_it_says_what_to_install(folder, monkeypatch):
    """The extra's name."""
    load = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "duckdb":
            raise ImportError(name)
        return load(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(SkyjoWidgetError, match=r"pip install 'skyjo_widget\[large\]'"):
        measure(folder)
