"""Values of decisions: regret, choices, and others' chances, from common worlds."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import (
    DecisionValues,
    Deck,
    RulesError,
    decision_values,
    measure,
    paper,
    play,
    simulate,
    win_probabilities,
)
from skyjo_widget.engine.core import jit
from skyjo_widget.errors import RecordError
from skyjo_widget.measures.choice_values import (
    POINTS,
    WORLDS_TO_MOVE,
    aimed,
    moved,
    real_choices,
    regret,
)

TINY = {"columns": 1, "rows": 2, "turned": 1, "clear": 2, "target": 1, "penalty_factor": 1}
FEW = Deck.from_counts([(1, 2), (3, 2), (5, 3), (8, 2)])


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """Few worlds are played sooner than a loop is compiled."""
    monkeypatch.setattr(jit, "has_numba", lambda: False)


def many(games=6, players=2, bot="careful"):
    """Finished games of a few decisions."""
    return simulate("skyjo", [bot] * players, games=games, seed=1, deck=FEW, **TINY, progress=False)


def worlds(chances, noise=0.1, count=2000, seed=0):
    """Outcomes around chances, actions × seats, with noise that is common to the actions.

    Each action has a little of its own; all seats together stay 1.
    """
    rng = np.random.default_rng(seed)
    actions, seats = np.shape(chances)
    common = rng.normal(0, noise, (count, 1, seats))
    own = rng.normal(0, noise / 3, (count, actions, seats))
    both = common + own
    return np.asarray(chances) + both - both.mean(axis=2, keepdims=True)


# From outcomes


def test_regret_is_what_the_best_action_is_worth_more():
    """Within its error; of the best action it is 0."""
    outcomes = worlds([[0.5, 0.5], [0.6, 0.4], [0.3, 0.7]])[:, :, 0]
    value, error = regret(outcomes, 0)
    assert value == pytest.approx(0.1, abs=4 * error)
    assert 0 < error < 0.01
    assert regret(outcomes, 1) == (0, 0)


def test_regret_of_actions_that_are_alike_is_0_in_the_mean():
    """The best of many noisy means looks better than it is; not here."""
    found, naive = [], []
    for seed in range(300):
        own = worlds(np.full((10, 2), 0.5), count=40, seed=seed)[:, :, 0]
        found.append(regret(own, 0)[0])
        naive.append(own.mean(axis=0).max() - own[:, 0].mean())
    assert abs(np.mean(found)) < 0.0005
    assert np.mean(naive) > 0.005


def test_real_choices_cost_2_points_at_most():
    """The best one counts, and one that is 1 point worse."""
    outcomes = worlds([[0.5, 0.5], [0.49, 0.51], [0.45, 0.55]], noise=0)[:, :, 0]
    assert real_choices(outcomes) == 2


def test_a_decision_moves_another_against_the_mean_of_what_was_legal():
    """Seat 1 has 0.2 after it, 0.3 in the mean; seat 2 gains."""
    outcomes = worlds([[0.3, 0.2, 0.5], [0.3, 0.3, 0.4], [0.3, 0.4, 0.3]])
    shift = moved(outcomes, 0, 0)
    assert shift.sure
    assert shift.seat in (1, 2)
    assert abs(shift.by) == pytest.approx(0.1, abs=4 * shift.error)
    assert not moved(outcomes, 1, 0).sure


def test_what_a_seat_gains_itself_isnt_aimed_at_anybody():
    """Others lose in proportion: moved, but not aimed; a shift among them is both."""
    own_gain = worlds([[0.6, 0.1, 0.3], [0.2, 0.2, 0.6]], noise=0.02)
    assert moved(own_gain, 0, 0).sure
    assert not aimed(own_gain, 0, 0).sure
    attack = worlds([[0.4, 0.1, 0.5], [0.4, 0.3, 0.3]], noise=0.02)
    shift = aimed(attack, 0, 0)
    assert shift.sure
    assert abs(shift.by) == pytest.approx(0.1, abs=4 * shift.error)


def test_with_two_players_nothing_can_be_aimed():
    """One player's gain is the other's loss, and that is all."""
    assert aimed(worlds([[0.4, 0.6], [0.6, 0.4]]), 0, 0) is None


def test_noise_moves_nobody():
    """In 5 decisions of a hundred at most, however few the worlds; less than 2 points never."""
    found = [
        moved(worlds(np.full((8, 4), 0.25), noise=0.4, count=60, seed=seed), 0, 0)
        for seed in range(400)
    ]
    assert np.mean([shift.sure for shift in found]) <= 0.06
    assert np.mean([abs(shift.by) >= POINTS for shift in found]) > 0.3  # it was put to the test
    small = worlds([[0.5, 0.5], [0.48, 0.52]], noise=0.001)
    assert not moved(small, 0, 0).sure


def test_a_single_regret_may_be_below_0_by_noise():
    """It takes from some and adds to others: where all are alike their mean is 0."""
    found = [regret(by_chance(12, 6, 2, seed)[:, :, 0], 0)[0] for seed in range(600)]
    assert min(found) < 0
    assert np.mean(found) == pytest.approx(0, abs=3 * np.std(found) / 600**0.5)


def by_chance(worlds, actions, seats, seed):
    """Outcomes of games whose winner is drawn, whatever is done: no decision moves anybody."""
    rng = np.random.default_rng(seed)
    return np.eye(seats)[rng.integers(seats, size=(worlds, actions))]


@pytest.mark.parametrize("worlds", [WORLDS_TO_MOVE, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("seats", "actions"),
    [
        (2, 2),
        (4, 6),
        *(pytest.param(*n, marks=pytest.mark.slow) for n in [(3, 2), (4, 2), (4, 12)]),
    ],
)
def test_drawn_winners_are_moved_by_nobody(worlds, seats, actions):
    """In 5 decisions of a hundred at most, up to what chance does to 1,000 of them."""
    found = [by_chance(worlds, actions, seats, seed) for seed in range(1000)]
    assert np.mean([moved(one, 0, 0).sure for one in found]) < 0.064
    if seats > 2:
        assert np.mean([aimed(one, 0, 0).sure for one in found]) < 0.064


def test_of_few_worlds_it_isnt_told_who_was_moved():
    """By how much is, with its error; from 60 worlds on it is told."""
    for found in (moved, aimed):
        few = found(by_chance(WORLDS_TO_MOVE - 1, 6, 3, 1), 0, 0)
        assert few.sure is None
        assert few.error > abs(few.by) / 4
        assert found(by_chance(WORLDS_TO_MOVE, 6, 3, 1), 0, 0).sure is False
    blow = np.tile(np.eye(3)[[[2, 1, 1]]], (WORLDS_TO_MOVE, 1, 1))
    assert moved(blow, 0, 0).sure is True


def test_worlds_that_are_all_alike_still_have_an_error():
    """Two more differ as much as they can; a forced decision has none."""
    alike = np.tile(np.eye(2)[[[0, 1]]], (60, 1, 1))
    shift = moved(alike, 0, 0)
    assert (shift.seat, shift.by) == (1, -0.5)
    more = [-0.5] * 60 + [0.5, -0.5]
    assert shift.error == pytest.approx(np.std(more, ddof=1) / 60**0.5)
    assert moved(alike[:, :1], 0, 0)[1:] == (0, 0, False)


# Of games


def test_a_sample_of_decisions_is_weighed_and_stated():
    """As many as asked for, with the seed; each is one that was made."""
    played = many()
    found = decision_values(played, sample=12, worlds=4, progress=False)
    assert len(found.frame) == found.settings["decisions"] == 12
    assert found.settings["of"] == int(played.games["decisions"].sum())
    assert f"12 of {found.settings['of']} decisions" in repr(found)
    assert not found.frame.duplicated(["game_id", "decision"]).any()
    for row in found.frame.itertuples():
        number = list(played.games["game_id"]).index(row.game_id)
        h = played.open(number, display=False).history
        made = h.decisions[row.decision]
        assert (row.seat, row.action) == (made.seat, made.notation)
        assert row.legal_actions == made.legal_actions
        assert 1 <= row.choices <= row.legal_actions
    assert found.frame["aimed"].isna().all()  # two players


def test_the_same_seed_gives_the_same_frame_whoever_computes():
    """Threads too; another seed draws others."""
    played = many(players=3)
    first = decision_values(played, sample=9, worlds=4, seed=3, progress=False).frame
    with ThreadPoolExecutor(2) as pool:
        again = decision_values(
            played, sample=9, worlds=4, seed=3, executor=pool, progress=False
        ).frame
    pd.testing.assert_frame_equal(first, again)
    assert not first.equals(
        decision_values(played, sample=9, worlds=4, seed=4, progress=False).frame
    )


def test_a_forced_decision_moves_nobody_and_costs_nothing():
    """There is one action, and it is the mean of all."""
    found = decision_values(many(8, bot="random"), sample=None, worlds=60, progress=False).frame
    forced = found[found["legal_actions"] == 1]
    assert len(forced) > 0
    assert (forced["moved"] == False).all()  # noqa: E712  (a missing one isn't)
    assert not forced["regret"].any()
    assert set(forced["choices"]) == {1}


def test_a_round_that_goes_on_is_left_out():
    """Its hidden cards may still be known to somebody: only rounds that are over are weighed."""
    session = play("skyjo", ["bot:careful"] * 2, seed=1, display=False, record=False)
    session.step()
    with pytest.raises(RulesError, match="round that is over"):
        decision_values(session, worlds=4, progress=False)


def test_of_a_game_with_paper_cards_what_only_the_player_saw_is_left_out():
    """A drawn card that nobody wrote down can't be tried out; all else can."""
    table = paper("skyjo", ["Ana", "Ben"], deck=FEW, record=False, display=False, **TINY)
    table.paper.name("discard", 1)
    table.act("flip a1", card=5)
    table.act("flip a1", card=3)
    table.act("draw")
    table.act("place a2", card=1, out=8)
    table.act("draw")
    table.act("place a2", card=3, out=8)
    assert table.history.rounds_over == 1
    found = decision_values(table, sample=None, worlds=4, progress=False).frame
    assert list(found["action"]) == ["flip a1", "flip a1", "draw", "draw"]
    told = win_probabilities(table, worlds=24, progress=False).frame
    assert np.allclose(told.groupby("decision", dropna=False)["chance"].sum(), 1)


@pytest.mark.parametrize(
    ("arguments", "said"), [({"worlds": 3}, "worlds=3"), ({"sample": 0}, "sample=0")]
)
def test_wrong_arguments_are_named(arguments, said):
    """Before anything is played."""
    with pytest.raises(RulesError, match=said):
        decision_values(many(1), progress=False, **arguments)


def test_it_is_kept_with_its_settings(tmp_path):
    """In one Parquet file."""
    pytest.importorskip("pyarrow")
    found = decision_values(many(2), sample=5, worlds=4, progress=False)
    again = DecisionValues.load(found.to_parquet(tmp_path / "w.parquet"))
    pd.testing.assert_frame_equal(again.frame, found.frame)
    assert again.settings == found.settings


def test_with_few_worlds_the_measures_say_what_they_need():
    """There is no number, and the note says why."""
    played = many(2, players=3)
    found = decision_values(played, sample=8, worlds=4, progress=False)
    assert found.frame[["moved", "aimed"]].isna().all(axis=None)
    assert found.frame["moved_by"].notna().all()
    for lang, said in (("en", "60 worlds"), ("fr", "60 mondes")):
        rows = measure(
            played, decision_values=found, measures=["regret", "interaction"], lang=lang
        ).frame
        rows = rows.set_index("measure")
        assert rows.loc["regret", "n"] == 8
        for name in ("decisions_that_moved", "decisions_that_aimed"):
            assert rows["value"].isna()[name]
            assert not rows.loc[name, "enough"]
            assert said in rows.loc[name, "note"]
    told = decision_values(played, sample=8, worlds=WORLDS_TO_MOVE, progress=False)
    rows = measure(played, decision_values=told, measures=["interaction"]).frame.set_index(
        "measure"
    )
    assert rows.loc["decisions_that_moved", "n"] == rows.loc["decisions_that_aimed", "n"] == 8


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda rows: rows.assign(win=7.0), "isn't whole"),
        (lambda rows: rows.assign(seat=rows["seat"].where(rows.index != 2)), "isn't whole"),
        (lambda rows: rows.assign(kind=rows["kind"].where(rows.index != 2)), "isn't whole"),
        (lambda rows: rows.drop(columns="seat"), "of something else"),
    ],
)
def test_rows_that_arent_whole_are_refused(tmp_path, spoil, said):
    """A chance of 7, a seat that is missing."""
    pytest.importorskip("pyarrow")
    found = decision_values(many(2), sample=5, worlds=4, progress=False)
    found.frame = spoil(found.frame)
    with pytest.raises(RecordError, match=said):
        DecisionValues.load(found.to_parquet(tmp_path / "w.parquet"))


def test_settings_that_lack_one_are_refused(tmp_path):
    """The reason is told."""
    pytest.importorskip("pyarrow")
    found = decision_values(many(2), sample=5, worlds=4, progress=False)
    del found.settings["worlds"]
    with pytest.raises(RecordError, match="the settings worlds are missing"):
        DecisionValues.load(found.to_parquet(tmp_path / "w.parquet"))


@pytest.mark.parametrize("write", ["to_parquet", "to_csv"])
def test_a_file_that_is_there_is_kept_unless_told(tmp_path, write):
    """A folder that isn't there is none to be written to."""
    pytest.importorskip("pyarrow")
    found = decision_values(many(2), sample=5, worlds=4, progress=False)
    path = tmp_path / "w"
    path.write_bytes(b"mine")
    with pytest.raises(RecordError, match="overwrite=True"):
        getattr(found, write)(path)
    assert path.read_bytes() == b"mine"
    assert getattr(found, write)(path, overwrite=True) == path
    assert path.stat().st_size > 100
    with pytest.raises(RecordError, match="nowhere"):
        getattr(found, write)(tmp_path / "nowhere" / "w")
    assert [one.name for one in tmp_path.iterdir()] == ["w"]


def test_decisions_are_measured_apart_for_people_and_bots():
    """Means over the decisions drawn of each."""
    played = many(2)
    names = list(played.games["game_id"])
    rows = {
        "game_id": [*names, names[0]],
        "kind": ["bot", "bot", "person"],
        "regret": [0.01, 0.03, 0.5],
        "choices": [1, 4, 9],
        "moved": [True, False, True],
        "aimed": [None, None, None],
    }
    frame = pd.DataFrame(rows).astype({"moved": "boolean", "aimed": "boolean"})
    found = measure(
        played, decision_values=DecisionValues(frame, {}), measures=["choices", "interaction"]
    ).frame
    bots = found.set_index("measure")
    assert bots.loc["regret", "value"] == pytest.approx(0.02)
    assert bots.loc["choices_by_value", "value"] == pytest.approx(2.5)
    assert bots.loc["decisions_that_moved", "value"] == pytest.approx(0.5)
    assert bots.loc["regret", "n"] == 2
    assert "decisions_that_aimed" not in bots.index
