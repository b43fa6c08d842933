"""The log as DataFrames."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from skyjo_widget import Log, RulesError, SkyjoWidgetError, columns, load_all, play
from skyjo_widget.engine.game import SKYJO
from skyjo_widget.frames import FRAMES
from skyjo_widget.words import languages, words


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


@pytest.mark.parametrize("frame", FRAMES)
def test_columns_and_dtypes_are_those_of_the_dictionary(session, frame):
    """Also of an empty frame."""
    table = getattr(session.log, frame)
    assert list(table.columns) == list(FRAMES[frame])
    about = columns().query("frame == @frame").set_index("column")["dtype"]
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
    known = columns(lang)
    assert (known["title"] != "").all()
    assert (known["description"] != "").all()
    assert set(known["frame"]) == set(FRAMES)


def test_an_unknown_language_is_refused():
    """With those there are."""
    with pytest.raises(RulesError, match="there are en, fr"):
        columns("tlh")


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
    assert (cleared.str.split().str.len() == 2).all()
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
    assert game["winners"] in ("greedy", "random", "greedy 2")
    assert json.loads(game["rules"])["target"] == 100


def test_csv_is_safe_for_spreadsheets_and_comes_back(session, tmp_path):
    """Formulas get an apostrophe; accents survive; numbers stay numbers."""
    session.note('=HYPERLINK("x")', tags=["+1", "é"], by="@Ana")
    files = session.log.to_csv(tmp_path)
    assert [file.name for file in files] == [f"{name}.csv" for name in FRAMES]
    notes = pd.read_csv(tmp_path / "notes.csv")
    assert notes.loc[0, "text"] == '\'=HYPERLINK("x")'
    assert notes.loc[0, "tags"] == "'+1, é"
    assert notes.loc[0, "by"] == "'@Ana"
    back = pd.read_csv(tmp_path / "decisions.csv")
    assert list(back["decision"]) == list(session.log.decisions["decision"])
    assert back["card_out"].min() == session.log.decisions["card_out"].min()


def test_parquet_and_json_lines_come_back_the_same(finished, tmp_path):
    """Parquet with its dtypes, JSON Lines value by value."""
    finished.log.to_parquet(tmp_path)
    finished.log.to_jsonl(tmp_path)
    for name in FRAMES:
        frame = getattr(finished.log, name)
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / f"{name}.parquet"), frame)
        lines = (tmp_path / f"{name}.jsonl").read_text().splitlines()
        assert len(lines) == len(frame)
    rows = [json.loads(line) for line in (tmp_path / "rounds.jsonl").read_text().splitlines()]
    assert [row["score"] for row in rows] == list(finished.log.rounds["score"])


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
    """With all their columns; no folder is an error."""
    assert list(load_all(tmp_path).decisions.columns) == list(FRAMES["decisions"])
    with pytest.raises(Exception, match="no such folder"):
        load_all(tmp_path / "none")


def test_a_seat_that_is_not_there_is_refused(session):
    """Seats go from 0."""
    with pytest.raises(RulesError, match="there is no seat 7"):
        session.log.as_seen_by(7)
    with pytest.raises(RulesError, match="seat='0' is no whole number"):
        session.log.as_seen_by("0")
