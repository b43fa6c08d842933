"""The log as DataFrames."""

from __future__ import annotations

import json
import multiprocessing
import operator
import pickle
from concurrent.futures import ProcessPoolExecutor

import duckdb
import pandas as pd
import polars as pl
import pytest

from skyjo_widget import (
    NEWSKYJO_DECK,
    Deck,
    Log,
    RulesError,
    Session,
    SkyjoWidgetError,
    column_dictionary,
    load_all,
    plain,
    play,
    simulate,
)
from skyjo_widget.engine.skipbo.game import SKIPBO
from skyjo_widget.engine.skyjo.game import SKYJO
from skyjo_widget.frames.schema import FRAMES, LIST
from skyjo_widget.util.i18n import languages, words
from tests.fixtures.tables import begun, exact, moves, put_in_order, skip_bo


@pytest.fixture
def session():
    """Ana against a greedy bot; she has just drawn a card."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=3, record=False, display=False)
    table.act("flip a1")
    table.act("flip b1")
    table.run()
    table.act("draw")
    return table


@pytest.fixture
def finished():
    """A whole game of three bots."""
    table = play(
        "skyjo", ["bot:greedy", "bot:random", "bot:greedy"], seed=3, record=False, display=False
    )
    table.run(rounds=True)
    return table


def assert_stored(path, frame):
    """Compare a Parquet file, if there are rows; lists come back as arrays, categories as texts."""
    assert path.exists() == (len(frame) > 0)
    if len(frame):
        stored = pd.read_parquet(path)
        for name, dtype in frame.dtypes.items():
            kept = dtype.name.startswith("list") and stored[name].map(list, na_action="ignore")
            stored[name] = pd.Series(stored[name] if kept is False else kept, dtype=dtype)
        pd.testing.assert_frame_equal(stored, frame)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("game", ["session", "looking", "piles"])
def test_columns_and_dtypes_are_those_of_the_dictionary(request, game, frame):
    """Of each game; also of an empty frame."""
    table = getattr(request.getfixturevalue(game).log, frame)
    assert list(table.columns) == list(FRAMES[frame])
    about = column_dictionary().query("frame == @frame").set_index("column")["dtype"]
    for name in table.columns:
        kind = (
            "category"
            if isinstance(table[name].dtype, pd.CategoricalDtype)
            else str(table[name].dtype)
        )
        assert kind == about[name]


@pytest.mark.parametrize("lang", languages())
def test_every_column_is_described_in_every_language(lang):
    """Title and description; a unit or values where there are any."""
    known = column_dictionary(lang)
    assert (known["title"] != "").all()
    assert (known["description"] != "").all()
    assert set(known["frame"]) == set(FRAMES)


def test_an_unknown_language_is_refused():
    """With those there are."""
    with pytest.raises(RulesError, match="there are en, fr"):
        column_dictionary("tlh")


def test_languages_have_the_same_words():
    """Key by key, hole by hole."""

    def shape(node):
        if isinstance(node, dict):
            return {key: shape(value) for key, value in node.items()}
        return sorted(part.split("}")[0] for part in node.split("{")[1:])

    assert shape(words("en")) == shape(words("fr"))


def test_a_drawn_card_is_missing_until_all_have_seen_it(session):
    """Its player knows it at once; the others when it is placed or discarded."""
    assert pd.isna(session.log.decisions["card_in"].iloc[-1])
    mine = session.log.as_seen_by(0).decisions["card_in"].iloc[-1]
    assert mine == session.observation(0).hand
    assert pd.isna(session.log.as_seen_by(1).decisions["card_in"].iloc[-1])
    assert pd.isna(session.log.omniscient().decisions["card_in"].iloc[-1])
    session.act("discard")
    assert session.log.decisions["card_in"].iloc[-2] == mine


def test_states_in_the_log_are_what_a_seat_could_see(session):
    """No face-down card, no draw pile; the truth only of rounds that are over."""
    for log in (session.log.as_seen_by(0), session.log.omniscient()):
        for text in log.decisions["state"]:
            assert " draw=" not in text
            assert " under=" not in text
    while session.waiting != "next round" and not session.over:
        if session.waiting == "person":
            session.act(session.legal[0])
        else:
            session.run()
    for text in session.log.omniscient().decisions["state"]:
        state = SKYJO.parse_state(text, session.history.codes, session.deck)
        assert SKYJO.state_text(state, session.history.codes, session.deck) == text


def test_rows_tell_what_happened(session):
    """The bot's first turn in this deal: it takes the 2 and replaces its 11."""
    row = session.log.decisions.query("action == 'place'").iloc[0]
    assert (row["player"], row["kind"], row["phase"]) == ("greedy", "bot", "place taken")
    assert (row["notation"], row["position"], row["source"]) == ("place b2", "b2", "discard pile")
    assert (row["card_in"], row["card_out"]) == (2, 11)
    assert (row["visible_before"], row["visible_after"], row["hidden_left"]) == (21, 12, 10)
    assert (row["legal_actions"], row["draw_pile_size"], row["discard_top"]) == (12, 125, 2)


def test_cleared_places_are_named():
    """And add up to the groups cleared, where the reveal clears none."""
    table = play(
        "skyjo",
        ["bot:greedy", "bot:random"],
        seed=3,
        clear=2,
        clear_at_reveal=False,
        record=False,
        display=False,
    )
    table.run()
    cleared = table.log.decisions["cleared"].dropna()
    assert len(cleared) > 0
    assert (cleared.list.len() == 2).all()
    assert len(cleared) == table.log.rounds["columns_cleared"].sum()


def test_rounds_have_a_row_a_seat_and_add_up(finished):
    """Score is raw and penalty; totals run; one starter and one ender a round."""
    rounds = finished.log.rounds
    assert (rounds["score"] == rounds["raw_score"] + rounds["penalty"]).all()
    assert (rounds.groupby("seat")["score"].cumsum() == rounds["total"]).all()
    assert (rounds.groupby("round")[["starter", "ender"]].sum() == 1).all(axis=None)
    turns = finished.log.decisions.query("turn > 0").groupby("round")["turn"].max()
    assert (rounds.groupby("round")["turns"].sum() == turns).all()


def test_a_round_that_goes_on_is_there_unfinished(session):
    """Its scores are missing."""
    rounds = session.log.rounds
    assert list(rounds["finished"]) == [False, False]
    assert rounds[["raw_score", "penalty", "score", "total"]].isna().all(axis=None)


def test_the_seed_is_told_when_the_game_is_over(session, finished):
    """It would tell the cards to come."""
    assert pd.isna(session.log.games["seed"].iloc[0])
    assert finished.log.games["seed"].iloc[0] == 3
    game = finished.log.games.iloc[0]
    assert (game["players"], game["persons"], game["finished"]) == (3, 0, True)
    assert game["winners"] in [["greedy"], ["random"], ["greedy 2"]]
    assert game["names"] == ["greedy", "random", "greedy 2"]
    assert json.loads(game["rules"])["target"] == 100


def test_csv_is_safe_for_spreadsheets_and_comes_back(session, tmp_path):
    """Formulas get an apostrophe; accents survive; numbers stay numbers."""
    session.note('=HYPERLINK("x")', tags=["+1", "é"], by="@Ana")
    session.note('x;=HYPERLINK("x"); -1')
    files = session.log.to_csv(tmp_path)
    full = [name for name in FRAMES if len(getattr(session.log, name))]
    assert [file.name for file in files] == [f"{name}.csv" for name in full]
    notes = pd.read_csv(tmp_path / "notes.csv")
    assert notes.loc[0, "text"] == '\'=HYPERLINK("x")'
    assert json.loads(notes.loc[0, "tags"]) == ["+1", "é"]
    assert notes.loc[0, "by"] == "'@Ana"
    assert notes.loc[1, "text"] == "x;'=HYPERLINK(\"x\");' -1"  # if ; ends a cell
    back = pd.read_csv(tmp_path / "decisions.csv")
    assert list(back["decision"]) == list(session.log.decisions["decision"])
    assert back["card_out"].min() == session.log.decisions["card_out"].min()


def test_parquet_and_json_lines_come_back_the_same(finished, tmp_path):
    """Parquet with its dtypes, JSON Lines value by value."""
    finished.log.to_parquet(tmp_path)
    finished.log.to_jsonl(tmp_path)
    for name in FRAMES:
        frame = getattr(finished.log, name)
        assert_stored(tmp_path / f"{name}.parquet", frame)
        file = tmp_path / f"{name}.jsonl"
        assert len(file.read_text().splitlines() if file.exists() else []) == len(frame)
    rows = [json.loads(line) for line in (tmp_path / "rounds.jsonl").read_text().splitlines()]
    assert [row["score"] for row in rows] == list(finished.log.rounds["score"])


@pytest.mark.seconds
def test_a_log_goes_to_another_process(session, tmp_path):
    """To one that was spawned: of a table, of records, and of a run, with all that it can do."""
    session.save_as(tmp_path / "records/game.jsonl")
    simulate("skyjo", ["greedy", "random"], games=2, seed=1, to=tmp_path / "run", progress=False)
    logs = [session.log, load_all(tmp_path / "records"), load_all([tmp_path / "run"])]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        for name in ("decisions", "games"):
            frames = pool.map(operator.attrgetter(name), logs)
            for log, frame in zip(logs, frames, strict=True):
                pd.testing.assert_frame_equal(frame, getattr(log, name))
    for log in logs:
        copy = pickle.loads(pickle.dumps(log))
        assert copy.game_ids == log.game_ids
        assert copy.history(copy.first).state == log.history(log.first).state
        assert (copy.lang, copy.path(copy.first)) == (log.lang, log.path(log.first))


def test_a_french_spreadsheet_gets_commas_and_semicolons(finished, tmp_path):
    """Each number comes back, and an unknown language is refused."""
    (path,) = [path for path in finished.log.to_csv(tmp_path, lang="fr") if path.stem == "seats"]
    seats = finished.log.seats
    text = path.read_text("utf-8-sig")
    assert text.splitlines()[0] == ";".join(seats.columns)
    back = pd.read_csv(path, sep=";", decimal=",")
    assert back["mean_score"].tolist() == seats["mean_score"].tolist()
    assert back["player"].tolist() == seats["player"].tolist()
    with pytest.raises(RulesError, match="xx"):
        finished.log.to_csv(tmp_path, lang="xx")


@pytest.mark.parametrize("frame", FRAMES)
def test_a_column_has_one_type_in_other_programs_whatever_it_holds(looking, session, frame):
    """Of a game with lists and one without, straight from a DataFrame: in polars and DuckDB."""
    types = []
    for log in (session.log, looking.log):
        table = getattr(log, frame)
        columns = {name: str(dtype) for name, dtype in pl.from_pandas(table).schema.items()}
        with duckdb.connect() as base:
            base.register("one", table)
            kinds = base.sql("DESCRIBE SELECT * FROM one").fetchall()
        types.append((columns, {kind[0]: kind[1] for kind in kinds}))
    assert types[0] == types[1]
    lists = {name for name, dtype in FRAMES[frame].items() if dtype == LIST}
    assert {name for name, kind in types[0][1].items() if kind == "VARCHAR[]"} == lists


def test_load_all_joins_records_and_names_those_it_leaves_out(tmp_path):
    """A damaged one and a second copy of one are warned of."""
    for seed in range(3):
        table = play(
            "skyjo",
            ["bot:greedy", "bot:random"],
            seed=seed,
            record=tmp_path / f"{seed}.jsonl",
            display=False,
        )
        table.run(rounds=True)
        table.close()
    (tmp_path / "bad.jsonl").write_text("rubbish\n")
    (tmp_path / "copy.jsonl").write_text((tmp_path / "0.jsonl").read_text())
    with pytest.warns(UserWarning, match="left out") as warned:
        log = load_all(tmp_path)
    told = " ".join(str(w.message) for w in warned)
    assert "bad.jsonl, line 1: is no JSON" in told
    assert "copy.jsonl holds no more of the same game than" in told
    assert len(log.games) == 3
    assert set(log.decisions["game_id"]) == set(log.games["game_id"])
    assert isinstance(log, Log)
    assert not log.decisions.duplicated(["game_id", "decision"]).any()


def test_a_folder_that_is_a_file_is_refused(session, tmp_path):
    """With a sentence."""
    (tmp_path / "x").write_text("")
    with pytest.raises(SkyjoWidgetError, match="no folder to write to"):
        session.log.to_csv(tmp_path / "x")


def test_an_empty_folder_gives_empty_frames(tmp_path):
    """With all their columns, and a warning; no folder is an error."""
    with pytest.warns(UserWarning, match="there is no record there"):
        log = load_all(tmp_path)
    assert list(log.decisions.columns) == list(FRAMES["decisions"])
    with pytest.raises(Exception, match="no such folder"):
        load_all(tmp_path / "none")


def test_a_seat_that_is_not_there_is_refused(session):
    """Seats go from 0."""
    with pytest.raises(RulesError, match="there is no seat 7"):
        session.log.as_seen_by(7)
    with pytest.raises(RulesError, match="seat='x' is no whole number"):
        session.log.as_seen_by("x")


# NewSkyjo


@pytest.fixture
def looking():
    """Seat 0 has looked at three cards and put them back; the round goes on."""
    h = exact(
        "9 (3:peek-three) (3) (4) (5) (6)",
        "1 (7:lowest-to-discard) (3) (4) (5) (6)",
        "2 (-1:only-top-left) (3) (4) (5) (6)",
        discard=8,
        draws="7 8:reverse 9 4:swap-with-another 5",
        columns=2,
        rounds=2,
    )
    return Session(moves(h, "flip b1", "order 231"), functions={}, writer=None)


def test_rows_tell_effects_and_swaps(looking):
    """The effect on the card, the one that began or went on, whether it did nothing."""
    for action in (
        "flip b1",  # lowest-to-discard goes by itself: the 1 for the 8
        "flip b1",  # only-top-left, turned, does nothing
        "draw",
        "discard",
        "flip a2",
        "draw",
        "place b2",
        "draw",
        "discard",
        "flip b2",
        "draw",
        "keep",
        "pick 0:a2",
        "pick 2:a1",
        "place a2",
    ):
        looking.act(action)
    rows = looking.log.decisions.set_index("decision")
    columns_told = [
        "notation",
        "position",
        "card_in",
        "card_effect",
        "effect",
        "no_effect",
        "swapped",
    ]
    told = plain(rows[columns_told]).astype(object).where(rows[columns_told].notna(), None)
    expected = {
        3: ("flip b1", "b1", 3, "peek-three", "peek-three", False, None),
        4: ("order", None, None, None, "peek-three", False, None),
        5: (
            "flip b1",
            "b1",
            7,
            "lowest-to-discard",
            "lowest-to-discard",
            False,
            ("a1", "discard pile"),
        ),
        6: ("flip b1", "b1", -1, "only-top-left", "only-top-left", True, None),
        7: ("draw", None, 8, "reverse", None, False, None),
        8: ("discard", None, None, None, None, False, None),
    }
    for decision, row in expected.items():
        assert tuple(told.loc[decision]) == row
    assert [tuple(row) for row in told.tail(4).to_numpy()] == [
        ("keep", None, 4, "swap-with-another", "swap-with-another", False, None),
        ("pick 0:a2", "a2", None, None, "swap-with-another", False, None),
        ("pick 2:a1", "2:a1", None, None, "swap-with-another", False, ("a2", "2:a1")),
        ("place a2", "a2", 4, "swap-with-another", None, False, None),
    ]


def test_how_cards_were_put_back_is_told_to_others_when_the_round_is_over(looking, tmp_path):
    """Until then they read `order`; its player reads it whole, and so does the record."""
    seats = [looking.log.as_seen_by(seat) for seat in range(3)]

    def orders(log):
        rows = log.decisions
        return list(rows[rows["action"] == "order"]["notation"])

    assert [orders(log) for log in seats] == [["order 231"], ["order"], ["order"]]
    assert orders(looking.log) == orders(looking.log.omniscient()) == ["order"]
    assert orders(looking.log.as_seen_by(0)) == ["order 231"]
    for export in (looking.log.to_csv, looking.log.to_jsonl, looking.log.omniscient().to_csv):
        for path in export(tmp_path):
            assert "231" not in path.read_text("utf-8-sig")
    assert looking.history.events[-1]["action"] == "order 231"
    for seat in range(3):
        looking.replace(seat, "bot:random")
    looking.run()
    assert looking.waiting == "next round"
    for log in (looking.log, looking.log.omniscient(), *seats):
        assert orders(log)[0] == "order 231"


def test_what_a_seat_knows_of_the_draw_pile_is_in_its_own_states_alone(looking):
    """As in what it sees; whole in the truth about rounds that are over."""
    known = [log.decisions["state"].iloc[-1] for log in map(looking.log.as_seen_by, range(3))]
    assert " known=7@1,8:reverse@2,9@3|| " in known[0]  # before they were put back
    assert " known=|| " in known[1]
    assert " known=|| " in looking.log.omniscient().decisions["state"].iloc[-1]
    for seat in range(3):
        looking.replace(seat, "bot:random")
    looking.run()
    told = looking.log.omniscient().decisions["state"].iloc[4]
    assert " known=7@1,8:reverse@2,9@3|| " in told
    assert " draw=7,8:reverse,9,4:swap-with-another,5 " in told


def test_a_kept_cards_row_is_public_and_a_drawn_ones_is_not(looking):
    """Number and effect alike."""
    looking.act("draw")
    row = looking.log.decisions.iloc[-1]
    assert row["action"] == "draw"
    assert pd.isna(row["card_in"])
    assert pd.isna(row["card_effect"])
    mine = looking.log.as_seen_by(looking.seat).decisions.iloc[-1]
    assert (mine["card_in"], mine["card_effect"]) == (8, "reverse")
    looking.act("keep")
    rows = looking.log.decisions.iloc[-2:]
    assert list(rows["card_in"]) == [8, 8]
    assert list(rows["card_effect"]) == ["reverse", "reverse"]


def test_games_name_their_deck(tmp_path):
    """By its hash, which its record has too; one for each deck."""
    mine = Deck.from_counts([*NEWSKYJO_DECK.counts, (13, 1)])
    for name, preset, options in (
        ("a", "skyjo", {}),
        ("b", "newskyjo", {}),
        ("c", "newskyjo", {"deck": mine}),
        ("d", "newskyjo", {"deck": NEWSKYJO_DECK.without_effects()}),
    ):
        path = tmp_path / f"{name}.jsonl"
        session = play(preset, ["bot:random"] * 3, record=path, display=False, **options)
        session.run()
        assert session.log.games["deck"].iloc[0] == session.deck.hash
        assert json.loads(path.read_text().splitlines()[0])["deck_hash"] == session.deck.hash
        session.close()
    games = load_all(tmp_path).games
    assert games["deck"].nunique() == 4
    assert list(games["game"]) == ["skyjo", "newskyjo", "newskyjo", "newskyjo"]
    assert games["deck"].iloc[1] == NEWSKYJO_DECK.hash


def test_rows_of_all_games_are_joined(tmp_path):
    """One list of columns; what a game hasn't got is missing there."""
    for preset in ("skyjo", "newskyjo", "skip-bo"):
        path = tmp_path / f"{preset}.jsonl"
        session = play(preset, ["bot:greedy"] * 3, seed=1, record=path, display=False)
        session.run()
        session.close()
    log = load_all(tmp_path)
    rows = log.decisions
    skyjo, newskyjo, skipbo = (rows[rows["game"] == g] for g in ("skyjo", "newskyjo", "skip-bo"))
    new = ["card_effect", "effect", "no_effect", "swapped"]
    grids = ["card_out", "cleared", "discard_top", "hidden_left", "visible_before", "visible_after"]
    piles = ["source_pile", "wild", "played_as", "completed", "stock_left", "hand_size"]
    for game, others in ((skyjo, new + piles), (newskyjo, piles), (skipbo, new + grids)):
        assert len(game) > 50
        assert game[others].isna().all(axis=None)
    for game, own in ((newskyjo, new), (skipbo, piles), (skyjo, grids), (newskyjo, grids[2:])):
        assert game[own].notna().any().all()
    games = log.games.set_index("game_id")["game"]
    rounds = log.rounds.assign(game=lambda frame: frame["game_id"].map(games))
    in_piles, own = rounds["game"] == "skip-bo", ["dealer", "cards_left", "penalty_cards"]
    assert rounds.loc[~in_piles, own].isna().all(axis=None)
    assert rounds.loc[in_piles, own].notna().all(axis=None)
    assert rounds.loc[in_piles, ["raw_score", "penalty", "columns_cleared"]].isna().all(axis=None)
    assert newskyjo["no_effect"].notna().all()
    assert (newskyjo["effect"].notna().sum(), newskyjo["swapped"].notna().sum()) > (10, 2)
    assert list(newskyjo.columns) == list(FRAMES["decisions"])
    load_all(tmp_path).to_parquet(tmp_path / "out")
    assert_stored(tmp_path / "out" / "decisions.parquet", rows)


def test_rounds_of_newskyjo_add_up():
    """Score is raw and penalty, of which there is none; turns are those of the decisions."""
    table = play(
        "newskyjo",
        ["bot:greedy", "bot:random", "bot:greedy"],
        rounds=3,
        record=False,
        display=False,
    )
    table.run(rounds=True)
    rounds = table.log.rounds
    assert len(rounds) == 9
    assert (rounds["score"] == rounds["raw_score"]).all()
    assert (rounds["penalty"] == 0).all()
    assert (rounds.groupby("seat")["score"].cumsum() == rounds["total"]).all()
    assert (rounds.groupby("round")[["starter", "ender"]].sum() == 1).all(axis=None)
    turns = table.log.decisions.query("turn > 0").groupby("round")["turn"].max()
    assert (rounds.groupby("round")["turns"].sum() == turns).all()


# Skip-Bo


@pytest.fixture
def piles():
    """A round that seat 1 has won, and the one that goes on; a 3 completes a building pile."""
    deck = Deck.from_counts([(1, 3), (2, 5), (3, 4), ("wild", 2)])
    h = begun("skip-bo", 2, deck=deck, stock=2, hand=3, practice=False)
    put_in_order(h, "1 3")  # seat 1 deals
    put_in_order(h, "3 2  2 1  1 3 wild  2 2 3  1 2 3  wild")
    moves(h, "play 1 b1", "play stock b1", "play wild b2", "discard 3 d2")
    moves(h, "play 3 b1", "discard 2 d1")
    moves(h, "play 2 b2", "play d2 b2", "play 1 b1", "discard 3 d1")
    put_in_order(h, "3")
    moves(h, "play stock b2", "play stock b1")
    h.begin_round()
    put_in_order(h, "1 2  1 2  1 3 3  wild wild 3")
    moves(h, "discard 3 d1")
    return Session(h, functions={}, writer=None)


def told(frame, *names):
    """Rows of some columns as tuples, None where a value is missing."""
    part = frame[list(names)]
    return [tuple(row) for row in part.astype(object).where(part.notna(), None).to_numpy()]


def test_rows_tell_where_a_card_came_from_and_what_it_stood_for(piles):
    """A wild card has no number, and stands for one."""
    names = ("notation", "source", "source_pile", "position", "card_in", "wild", "played_as")
    assert told(piles.log.decisions, *names, "completed")[:8] == [
        ("play 1 b1", "hand", None, "b1", 1, False, 1, False),
        ("play stock b1", "stock pile", "stock", "b1", 2, False, 2, False),
        ("play wild b2", "hand", None, "b2", None, True, 1, False),
        ("discard 3 d2", "hand", None, "d2", 3, False, None, False),
        ("play 3 b1", "hand", None, "b1", 3, False, 3, True),
        ("discard 2 d1", "hand", None, "d1", 2, False, None, False),
        ("play 2 b2", "hand", None, "b2", 2, False, 2, False),
        ("play d2 b2", "discard pile", "d2", "b2", 3, False, 3, True),
    ]


def test_rows_tell_how_many_cards_there_were(piles):
    """In the draw pile before, in one's stock pile and hand after; what one could do."""
    names = ("seat", "turn", "draw_pile_size", "stock_left", "hand_size", "legal_actions")
    assert told(piles.log.decisions, *names) == [
        (0, 1, 7, 2, 2, 20),
        (0, 1, 7, 1, 2, 13),
        (0, 1, 7, 1, 1, 14),
        (0, 1, 7, 1, 0, 6),
        (1, 2, 4, 2, 2, 12),
        (1, 2, 4, 2, 1, 8),
        (0, 3, 1, 1, 2, 16),
        (0, 3, 1, 1, 2, 14),
        (0, 3, 1, 1, 1, 12),
        (0, 3, 1, 1, 0, 4),
        (1, 4, 5, 1, 3, 21),  # one card was drawn, then the completed piles were shuffled
        (1, 4, 5, 0, 3, 22),
        (1, 1, 7, 2, 2, None),  # of a round that goes on
    ]


def test_a_hand_that_is_played_out_is_told_with_the_cards_drawn_then():
    """Also where the completed pile has to be shuffled for them; a pass has no card."""
    h = skip_bo("1 3", "2 1", hands="3 | ", building="1 2", hand=2)
    moves(h, "play 3 b1")
    put_in_order(h, "2 1")
    moves(h, "play 1 b1", "discard 2 d1")
    session = Session(h, functions={}, writer=None)
    names = ("notation", "completed", "draw_pile_size", "hand_size")
    assert told(session.log.decisions, *names)[:2] == [
        ("play 3 b1", True, 0, 2),
        ("play 1 b1", False, 1, 1),
    ]


def test_a_pass_has_no_card():
    """Neither a source nor a place."""
    h = moves(skip_bo("1 3", "2 1", building="1", hand=1), "pass")
    names = ("action", "source", "source_pile", "position", "card_in", "wild", "played_as")
    rows = Session(h, functions={}, writer=None).log.decisions
    assert told(rows, *names, "completed", "hand_size") == [
        ("pass", None, None, None, None, None, None, False, 0)
    ]


def test_partners_piles_are_told_with_their_seat_and_points_with_both():
    """The player of the last card ended the round."""
    h = skip_bo(
        *("1", "3 3", "2", "3"),
        hands="3 | 3",
        discards=" | | / wild | ",
        hand=1,
        teams=True,
        rounds=1,
    )
    moves(h, "play stock b1", "play partner-d2 b2", "play partner-stock b2")
    log = Session(h, functions={}, writer=None).log
    names = ("source", "source_pile", "position", "card_in", "wild", "played_as", "stock_left")
    assert told(log.decisions, *names) == [
        ("stock pile", "stock", "b1", 1, False, 1, 0),
        ("discard pile", "2:d2", "b2", None, True, 1, 0),
        ("stock pile", "2:stock", "b2", 2, False, 2, 0),
    ]
    assert told(log.rounds, "seat", "ender", "cards_left", "score", "total", "finished") == [
        (0, True, 0, 40, 40, True),
        (1, False, 2, 0, 0, True),
        (2, False, 0, 40, 40, True),
        (3, False, 1, 0, 0, True),
    ]
    assert log.games["winners"].iloc[0] == ["P0", "P2"]
    assert told(log.seats, "won", "share", "rank", "total", "rounds", "order") == [
        (True, 0.5, 1, 40, 1, 1),
        (False, 0.0, 3, 0, 1, 2),
        (True, 0.5, 1, 40, 1, 3),
        (False, 0.0, 3, 0, 1, 4),
    ]


def test_rounds_tell_who_dealt_and_what_was_left(piles):
    """The present one too, unfinished."""
    names = ("round", "seat", "dealer", "starter", "ender", "turns", "cards_left", "score", "total")
    assert told(piles.log.rounds, *names, "finished") == [
        (1, 0, False, True, False, 2, 1, 0, 0, True),
        (1, 1, True, False, True, 2, 0, 30, 30, True),
        (2, 0, True, False, False, 1, 2, None, None, False),
        (2, 1, False, True, False, 1, 2, None, None, False),
    ]


def test_rounds_count_the_cards_of_penalties(piles):
    """At once; each round its own."""
    piles.penalize(1)
    piles.penalize(1)
    names = ("round", "seat", "cards_left", "penalty_cards")
    assert told(piles.log.rounds, *names) == [
        (1, 0, 1, 0),
        (1, 1, 0, 0),
        (2, 0, 2, 0),
        (2, 1, 6, 4),
    ]


def test_penalties_are_told_with_what_a_referee_did(piles):
    """Penalties: the seat, the number of cards, and the decision before."""
    newest = len(piles.history.decisions) - 1
    piles.penalize(1)
    assert told(piles.log.referee, "what", "seat", "cards", "decision", "undone") == [
        ("penalty", 1, 2, newest, False)
    ]


def test_a_game_in_which_nobody_has_a_point_has_no_winners():
    """The rounds that nobody ended have no ender."""
    h = skip_bo("2 3", "1 3", building="1", hand=1, rounds=1)
    log = Session(moves(h, "pass", "pass"), functions={}, writer=None).log
    game = log.games.iloc[0]
    assert (game["finished"], game["rounds"]) == (True, 1)
    assert game["winners"] == []
    assert told(log.seats, "won", "share", "rank", "total") == [(False, 0.0, None, 0)] * 2
    assert told(log.rounds, "ender", "cards_left", "score", "total") == [(False, 2, 0, 0)] * 2


def test_how_many_actions_were_legal_is_told_to_others_when_the_round_is_over(piles, tmp_path):
    """It hangs on a hand. In the exports too."""
    log = piles.log
    counts = {
        "all": log.decisions,
        "0": log.as_seen_by(0).decisions,
        "1": log.as_seen_by(1).decisions,
        "truth": log.omniscient().decisions,
    }
    newest = {name: told(frame, "legal_actions")[-1][0] for name, frame in counts.items()}
    assert newest == {"all": None, "0": None, "1": 12, "truth": None}
    assert all(frame["legal_actions"][:12].notna().all() for frame in counts.values())
    for one in (log, log.as_seen_by(0), log.omniscient()):
        one.to_csv(tmp_path)
        one.to_parquet(tmp_path)
        one.to_jsonl(tmp_path)
        for back in (
            pd.read_csv(tmp_path / "decisions.csv"),
            pd.read_parquet(tmp_path / "decisions.parquet"),
            pd.read_json(tmp_path / "decisions.jsonl", lines=True),
        ):
            assert back["legal_actions"].isna().to_list() == [False] * 12 + [True]
        games = [pd.read_csv(tmp_path / "games.csv"), pd.read_parquet(tmp_path / "games.parquet")]
        assert all(frame["seed"].isna().all() for frame in games)


def test_a_hand_is_in_its_owners_states_alone_until_the_round_is_over(piles, tmp_path):
    """No state of a round that goes on tells the draw pile or what lies in a stock pile."""
    log = piles.log
    seen = {
        name: one.decisions["state"]
        for name, one in (("0", log.as_seen_by(0)), ("1", log.as_seen_by(1)))
    }
    truth = log.omniscient().decisions["state"]
    assert " hand=1,3,wild| " in seen["0"][0]
    assert " hand=| " in seen["1"][0]
    assert " hand=|1,3,3 " in seen["1"][12]
    assert " hand=| " in seen["0"][12]
    for text in (*seen["0"], *seen["1"], truth[12]):
        assert " draw=" not in text
        assert " stock=" not in text
    for text in truth[:12]:
        state = SKIPBO.parse_state(text, piles.history.codes, piles.deck)
        assert SKIPBO.state_text(state, piles.history.codes, piles.deck) == text
    assert " hand=1,3,wild| " in truth[0]
    assert " stock=3|2 " in truth[0]
    assert " hand=| " in truth[12]
    for export in (log.to_csv, log.omniscient().to_jsonl, log.as_seen_by(0).to_csv):
        for path in export(tmp_path):
            assert "1,3,3" not in path.read_text("utf-8-sig")


def test_what_was_undone_is_no_round_that_is_over():
    """In practice one goes back behind its end; its states are hidden again."""
    options = {"seed": 3, "stock": 1, "practice": True, "record": False, "display": False}
    session = play("skip-bo", ["Ana", "Bo"], **options)
    while session.seat is not None:
        session.act(session.legal[0])
    assert session.log.decisions["legal_actions"].notna().all()
    assert " draw=" in session.log.omniscient().decisions["state"].iloc[-1]
    session.undo()
    assert session.log.decisions["legal_actions"].isna().all()
    assert not session.log.omniscient().decisions["state"].str.contains(" draw=").any()


def test_rounds_of_skip_bo_add_up():
    """Totals run; the deal goes round; who starts sits left of it; points are the loser's cards."""
    table = play(
        "skip-bo",
        ["bot:greedy", "bot:plain", "bot:greedy"],
        seed=2,
        stock=4,
        target=150,
        record=False,
        display=False,
    )
    table.run(rounds=True)
    log = table.log
    rounds = log.rounds
    assert rounds["round"].max() > 2
    assert (rounds.groupby("seat")["score"].cumsum() == rounds["total"]).all()
    assert (rounds.groupby("round")[["dealer", "starter"]].sum() == 1).all(axis=None)
    dealers = rounds[rounds["dealer"]]["seat"].to_list()
    assert rounds[rounds["starter"]]["seat"].to_list() == [(seat + 1) % 3 for seat in dealers]
    assert dealers == [(dealers[0] + n) % 3 for n in range(len(dealers))]
    for _, played in rounds.groupby("round"):
        won = played["ender"]
        assert (played[~won]["score"] == 0).all()
        assert (played[won]["score"] == 25 + 5 * played["cards_left"].sum()).all()
    turns = log.decisions.groupby("round")["turn"].max()
    assert (rounds.groupby("round")["turns"].sum() == turns).all()
