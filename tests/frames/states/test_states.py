"""States: what the seat saw and nothing else, the same rows from wherever the games come."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

from skyjo_widget import (
    RulesError,
    SimulationError,
    States,
    load_all,
    load_simulation,
    play,
    simulate,
    state_fields,
)
from skyjo_widget.engine.core import jit
from skyjo_widget.engine.core.state import copy, observe, to_record
from skyjo_widget.engine.limits import NO_CARD, UNKNOWN
from skyjo_widget.errors import RecordError
from skyjo_widget.frames.log import Log
from skyjo_widget.frames.states import build
from skyjo_widget.frames.states.fields import layout, numbers, plan
from skyjo_widget.frames.states.loop import narrow, write_row
from skyjo_widget.records.replay import before, replay
from skyjo_widget.records.replay import states as states_before
from skyjo_widget.strategies.conformance import permute_hidden
from skyjo_widget.strategies.observation import Observation
from tests.fixtures.paper_games import played as paper_model
from tests.fixtures.paper_games import written
from tests.fixtures.random_games import RANDOM_GAMES

GAMES = {
    "skyjo": ("skyjo", ["greedy", "random", "threshold(3)"], {"target": 40}),
    "newskyjo": ("newskyjo", ["greedy", "random", "random", "greedy"], {"rounds": 2}),
    "skip-bo": ("skip-bo", ["greedy", "greedy"], {"stock": 4, "rounds": 2}),
    "down": ("skip-bo", ["greedy", "random"], {"stock": 3, "rounds": 1, "piles_down": True}),
    "teams": ("skip-bo", ["greedy"] * 4, {"stock": 2, "teams": True, "rounds": 1}),
}
games = pytest.mark.parametrize("name", GAMES)


def run(name, *, count=5, seed=3, states=True, **options):
    """Some games of bots."""
    preset, players, rules = GAMES[name]
    return simulate(preset, players, games=count, seed=seed, states=states, **rules, **options)


def equal(a, b):
    """Compare two tables of states in everything."""
    assert a.columns == b.columns
    assert a.fields.equals(b.fields)
    assert a.game_ids == b.game_ids
    for one in ("x", "legal", "game", "decision", "seat", "viewer", "action"):
        np.testing.assert_array_equal(getattr(a, one), getattr(b, one), err_msg=one)
    for one in ("won", "final_total"):
        np.testing.assert_array_equal(getattr(a, one), getattr(b, one), err_msg=one)


def stepped(table, decisions):
    """Play so many decisions of bots."""
    for _ in range(decisions):
        table.step()


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("name", "views"),
    [
        ("teams", "all"),
        *(
            pytest.param(name, views, marks=pytest.mark.slow)
            for name, views in [
                ("skyjo", "all"),
                ("newskyjo", "all"),
                ("skip-bo", "all"),
                *((n, "own") for n in GAMES),
            ]
        ),
    ],
)
def test_a_run_its_records_and_its_files_have_the_same_rows(name, views, own_folder):
    """From the generators, from recorded shuffles, and read from Parquet."""
    pytest.importorskip("pyarrow")
    found = run(name)
    for number in range(5):
        found.open(number, display=False).save_as(own_folder / f"records/{number}.jsonl")
    equal(found.states(views=views), load_all("records").states(views=views))
    kept = run(name, states=views, to="run")
    equal(found.states(views=views), kept.states())
    equal(found.states(views=views, depth=2), load_simulation("run").states(depth=2))
    if views == "all":
        equal(found.states(), load_simulation("run").states(views="own"))


@games
def test_rows_are_the_decisions_with_their_results(name):
    """Joined by game and decision; totals and winners are those of the frames."""
    found = run(name)
    states, decisions, rounds = found.states(), found.decisions, found.rounds
    assert states.game_id.tolist() == decisions["game_id"].tolist()
    assert states.decision.tolist() == decisions["decision"].tolist()
    assert states.seat.tolist() == states.viewer.tolist() == decisions["seat"].tolist()
    game, codes = found.job.game, found.job.codes
    texts = [game.action_text(int(action), codes) for action in states.action]
    assert texts == decisions["notation"].tolist()
    assert states["round"].tolist() == decisions["round"].tolist()
    assert states["draw_size"].tolist() == decisions["draw_pile_size"].tolist()
    last = rounds.groupby(["game_id", "seat"])["total"].last().astype(float)
    keys = pd.MultiIndex.from_arrays([states.game_id, states.seat])
    assert states.final_total.tolist() == last.loc[keys].tolist()
    names = dict(enumerate(found.job.names))
    for row, winners in found.games.set_index("game_id")["winners"].items():
        of = states[states.game_id == row]
        won = {names[seat] for seat in of.seat[of.won > 0]}
        assert won <= set(winners)
        assert sum({seat: of.won[of.seat == seat][0] for seat in set(of.seat)}.values()) == 1
    assert states.legal[np.arange(len(states)), states.action].all()


@pytest.mark.parametrize("name", RANDOM_GAMES)
def test_the_loop_writes_what_the_seats_observe(name):
    """Any rules, any deck: the compiled loop against `observe`, for every seat."""
    met = 0
    for seed in range(12):
        history = RANDOM_GAMES[name](seed)
        if history is None:
            continue
        rng = np.random.default_rng(seed)
        while not history.over and len(history.decisions) < 60:
            history.settle()
            if history.between_rounds:
                history.begin_round()
            elif not history.over:
                history.act(int(rng.choice(history.legal())))
        laid_out = layout(history.game, history.codes, history.deck)
        fast = build._played([history], laid_out, every=True)
        slow = build._replayed(history, laid_out, every=True)
        equal(*(build.joined(laid_out, [one], ["x"]) for one in (fast, slow)))
        met += len(history.decisions)
    assert met > 200


@pytest.mark.parametrize("seeds", [4, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", RANDOM_GAMES)
def test_hidden_cards_change_no_number(name, seeds):
    """They are permuted in the whole state, from which the loop reads; then what a seat saw."""
    changed = 0
    for seed in range(seeds):
        history = RANDOM_GAMES[name](seed)
        if history is None:
            continue
        rng = np.random.default_rng(seed)
        laid_out = layout(history.game, history.codes, history.deck)
        steps = plan(laid_out, history.game.state)
        for _ in range(30):
            history.settle()
            if history.over:
                break
            if history.between_rounds:
                history.begin_round()
                continue
            for seat in range(len(history.players)):
                other = copy(history.state)
                permute_hidden(history.game, other, history.codes, seat, rng)
                changed += other != history.state
                rows = np.zeros((2, len(laid_out)), np.int64)
                for row, state in zip(rows, (history.state, other), strict=True):
                    flat = to_record(state).view(np.int64).reshape(-1)
                    write_row(flat, state, steps, seat, row)
                assert rows[0].tolist() == rows[1].tolist()
                assert rows[0].tolist() == numbers(laid_out, observe(other, seat), seat)
            history.act(int(rng.choice(history.legal())))
    assert changed > 100


@pytest.mark.seconds
@games
def test_without_numba_the_rows_are_the_same(name, monkeypatch):
    """The loop runs interpreted."""
    pytest.importorskip("numba")
    fast = run(name, count=3)
    compiled = fast.states(views="all")
    monkeypatch.setattr(jit, "has_numba", lambda: False)
    equal(compiled, fast.states(views="all"))
    equal(compiled, run(name, count=3).states(views="all"))


def test_they_are_the_numbers_of_the_environments():
    """One vector for learners of both kinds."""
    pytest.importorskip("pettingzoo")
    from skyjo_widget import environments

    for preset, players, rules in GAMES.values():
        env = environments.raw_env(preset, len(players), **rules)
        table = simulate(preset, players, games=1, seed=1, states=True, **rules)
        states = table.states(views="all")
        history = table.open(0, display=False).history
        assert {f: (s.start, s.stop - s.start) for f, s in env.layout().items()} == {
            row["field"]: (row["start"], row["length"]) for row in states.fields.to_dict("records")
        }
        env.reset(seed=0)
        for row, state in enumerate(states_before(history)):
            env._state = state
            for seat in range(len(players)):
                seen = env.observe(f"player_{seat}")
                at = row * len(players) + seat
                assert seen["observation"].tolist() == states.x[at].tolist()
                assert seen["action_mask"].astype(bool).tolist() == states.legal[at].tolist()


def test_a_strategy_gets_the_same_numbers():
    """`States.of` an observation is the row that a log has of this decision."""
    rows = []

    def mine(o):
        rows.append(States.of(o))
        return o.legal[-1]

    table = play("newskyjo", [mine, "bot:random", "bot:greedy"], seed=4, record=False,
                 display=False, rounds=1)  # fmt: skip
    table.run()
    states = table.log.states()
    own = states[states.seat == 0]
    assert len(own) == len(rows) > 10
    for at, one in enumerate(rows):
        assert one.x.tolist() == own.x[at : at + 1].tolist()
        assert one.legal.tolist() == own.legal[at : at + 1].tolist()
        assert (one.seat[0], one.viewer[0], one.action[0]) == (0, 0, -1)
        assert np.isnan(one.won[0])


def test_several_observations_of_one_table():
    """A row each; none, or of two tables, is an error."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    both = States.of(table.observation(0), table.observation(1))
    assert both["me"].tolist() == [0, 1]
    assert both.legal.any(axis=1).tolist() == [True, False]
    other = play("skyjo", ["Ana", "Bo", "Cy"], seed=1, record=False, display=False)
    with pytest.raises(RulesError, match="different tables"):
        States.of(table.observation(0), other.observation(0))
    with pytest.raises(RulesError, match="an observation is needed"):
        States.of()


# Rows by seat and moment


def test_a_running_game_has_the_rounds_that_are_over():
    """Before that a row would show a card that one seat alone has seen."""
    table = play("skip-bo", ["bot:greedy", "bot:greedy"], seed=2, record=False, display=False,
                 stock=3)  # fmt: skip
    stepped(table, 3)
    assert len(table.log.states()) == 0
    assert table.log.states().x.shape[1] == len(table.log.states().columns)
    while table.history.rounds_over < 1:
        table.step()
    table.next_round()
    stepped(table, 2)
    states = table.log.states()
    assert set(states["round"]) == {1}
    assert np.isnan(states.won).all()
    decided = table.log.decisions
    assert len(states) == (decided["round"] == 1).sum()


def test_undone_decisions_have_no_row():
    """The others keep their numbers, and the game is played again event by event."""
    table = play("skyjo", ["Ana", "bot:greedy"], seed=5, record=False, display=False, target=5,
                 practice=True)  # fmt: skip
    rng = np.random.default_rng(1)
    while not table.over:
        if table.waiting == "person":
            table.act(str(rng.choice(table.legal)))
            if len(table.history.decisions) % 7 == 0:
                table.undo()
        else:
            table.step()
    states, decisions = table.log.states(views="all"), table.log.decisions
    assert decisions["undone"].any()
    standing = decisions[~decisions["undone"]]
    assert states.decision[::2].tolist() == standing["decision"].tolist()
    assert states.seat[::2].tolist() == standing["seat"].tolist()
    for row in range(0, len(states), 26):
        history = before(table.history, int(states.decision[row]))
        for seat in (0, 1):
            seen = history.seen(seat)
            assert States.of(seen).x.tolist() == states[row + seat].x.tolist()
    assert states.won.sum() * 2 == len(states)


def test_penalties_and_branches_are_played_again(own_folder):
    """They change the state, as shuffles and decisions do."""
    table = play("skip-bo", ["Ana", "bot:greedy"], seed=5, record=False, display=False, stock=3)
    table.penalize(0)
    while table.history.rounds_over < 1:
        table.act(table.legal[0]) if table.waiting == "person" else table.step()
    states = table.log.states()
    assert states["punished"].any() or states["penalty_cards"].any()
    row = int(np.flatnonzero(states.seat == 0)[0])
    seen = before(table.history, int(states.decision[row])).seen(0)
    assert States.of(seen).x.tolist() == states[row].x.tolist()

    begun = play("skyjo", ["bot:greedy", "bot:greedy"], seed=5, record=False, display=False)
    stepped(begun, 20)
    branch = begun.branch(decision=10, display=False, record=False)
    branch.run(rounds=True)
    found = branch.log.states()
    assert len(found) == len(branch.log.decisions)
    assert found.won.sum() > 0


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["skyjo", "skip-bo"])
def test_paper_cards_that_nobody_named_are_unknown(name):
    """A row shows what the record shows."""
    model = paper_model(name, 3)
    table = written(model)
    states = table.log.states(views="all")
    assert len(states) > 0
    for row in range(0, len(states), 31):
        at, viewer = int(states.decision[row]), int(states.viewer[row])
        seen = before(table.history, at).seen(viewer)
        assert States.of(seen).x.tolist() == states[row].x.tolist()
        assert States.of(seen).legal.tolist() == states[row].legal.tolist()


def test_a_game_that_is_broken_off_has_no_result():
    """Neither winner nor total; the round that was broken off has no rows, as in its record."""
    found = simulate("skyjo", ["random"] * 2, games=6, seed=1, turns=40, states=True)
    states = found.states()
    off = ~found.games["finished"].to_numpy(bool)
    assert off.any()
    assert not off.all()
    assert np.isnan(states.won[off[states.game]]).all()
    assert not np.isnan(states.won[~off[states.game]]).any()
    histories = [found.open(number, display=False).history for number in range(6)]
    equal(states, Log(histories).states())


def failing(o):
    """Fail now and then."""
    if o.round == 1 and o.turn == 9 and o.discard_top > 4:
        raise ValueError("no idea")
    return o.legal[0]


@pytest.mark.filterwarnings("ignore:failing stopped .* games, and lost")
@pytest.mark.parametrize("mirrored", [False, True])
def test_functions_faults_and_mirrored_deals(mirrored, own_folder):
    """A game that a fault stopped doesn't upset those after it in its group."""
    found = simulate("skyjo", [failing, "random"], games=20, seed=2, states=True, progress=False)
    if mirrored:
        from skyjo_widget.simulation.simulate import play_job

        job = dataclasses.replace(found.job, mirrored=True)
        found = play_job(job, (), None, executor=None, progress=False)
    assert 0 < len(found.faults) < 20
    histories = [found.open(number, display=False).history for number in range(20)]
    equal(found.states(), Log(histories).states())


# The table


def test_every_field_is_described():
    """Each number belongs to one field, each column has a name of its own."""
    for preset, players, rules in GAMES.values():
        fields = state_fields(preset, len(players), **rules)
        states = simulate(preset, players, games=1, seed=1, states=True, **rules).states()
        assert fields.equals(states.fields)
        assert (fields["start"] == fields["length"].cumsum().shift(fill_value=0)).all()
        assert fields["length"].sum() == states.x.shape[1] == len(set(states.columns))
        assert fields["description"].str.len().min() > 3
        assert not {"under", "draw", "stock"} & set(fields["field"])
    with pytest.raises(RulesError, match="'colums'"):
        state_fields("skyjo", colums=3)


def test_cards_positions_and_seats_can_be_read():
    """As `Observation` shows them."""
    found = run("skyjo", count=1)
    states, history = found.states(), found.open(0, display=False).history
    for row in range(0, len(states), 17):
        seat = int(states.seat[row])
        moment = before(history, int(states.decision[row]))
        o = Observation(moment.game, moment.state, moment.codes, moment.deck, seat)
        one = states[row]
        grid = one.from_viewer("grid")[0, 0]
        assert one.numbers[grid[grid >= 0]].tolist() == [
            int(card) for card in o.mine.values() if card is not None
        ]
        assert (grid == UNKNOWN).sum() == len(o.hidden_positions)
        assert one.from_viewer("total")[0].tolist() == [*o.total[seat:], *o.total[:seat]]
        top = one["discard"][0, 0]
        assert one.numbers[top] == o.discard_top
        assert one.frame[f"grid_{seat}_a1"].item() == one["grid"][0, seat, 0]
        assert one["hand"][0] == NO_CARD or one.numbers[one["hand"][0]] == o.hand


def test_unknown_fields_and_fields_without_seats_are_refused():
    """By their names, with a suggestion."""
    states = run("skyjo", count=1).states()
    with pytest.raises(KeyError, match=r"no field 'totals'.*total"):
        states["totals"]
    with pytest.raises(RulesError, match="'discard' isn't by seat: from the top"):
        states.from_viewer("discard")
    with pytest.raises(RulesError, match="'turn' isn't by seat: it is one number"):
        states.from_viewer("turn")


def test_rows_can_be_chosen():
    """By a mask, a slice, an index."""
    states = run("skyjo", count=2).states()
    own = states[states.seat == 1]
    assert set(own.seat) == {1}
    assert len(states[:7]) == 7
    assert states[-1].x.tolist() == states.x[-1:].tolist()
    assert states[3].decision.tolist() == [3]
    assert own.frame["game_id"].isin(states.game_ids).all()


def test_a_file_keeps_everything(own_folder):
    """And polars, DuckDB and others read the stream."""
    pa = pytest.importorskip("pyarrow")
    states = run("newskyjo", count=2).states()
    equal(states, States.load(states.to_parquet("s.parquet")))
    with pytest.raises(RecordError, match="such a file already"):
        states.to_parquet("s.parquet")
    table = pa.table(states)
    assert table.num_rows == len(states)
    assert table["legal"][5].as_py() == np.flatnonzero(states.legal[5]).tolist()
    assert table["game_id"].to_pylist() == states.game_id.tolist()
    empty = states[:0]
    assert len(States.load(empty.to_parquet("empty.parquet"))) == 0


def test_other_files_are_refused(own_folder):
    """Damaged, of something else, of another table, missing."""
    pq = pytest.importorskip("pyarrow.parquet")
    states = run("skyjo", count=1).states()
    path = states.to_parquet("s.parquet")
    (own_folder / "cut.parquet").write_bytes(path.read_bytes()[:-100])
    with pytest.raises(RecordError, match="can't be read"):
        States.load("cut.parquet")
    states.frame.to_parquet("plain.parquet")
    with pytest.raises(RecordError, match="isn't a file of states"):
        States.load("plain.parquet")
    with pytest.raises(RecordError, match="no such file"):
        States.load("nowhere.parquet")
    table = pq.read_table(path)
    pq.write_table(table.drop_columns(["turn"]), "less.parquet")
    with pytest.raises(RecordError, match="turn"):
        States.load("less.parquet")
    other = run("newskyjo", count=1).states().to_parquet("o.parquet")
    with pytest.raises(RecordError, match="another table"):
        States.read([path, other])


def test_numbers_that_need_it_take_32_bits():
    """No number is cut off."""
    small = np.array([[-(2**15), 2**15 - 1]], np.int32)
    assert narrow(small).dtype == np.int16
    assert narrow(small + 1).dtype == np.int32
    assert narrow(small + 1).tolist() == (small + 1).tolist()
    assert narrow(small[:0]).dtype == np.int16


# Refusals


def test_games_of_several_kinds_of_tables_are_refused():
    """A row has one meaning; other rules at the same table are no obstacle."""
    histories = [
        simulate("skyjo", ["random"] * n, games=1, seed=1, **rules).open(0, display=False).history
        for n, rules in ((2, {"target": 10}), (2, {"target": 5}), (3, {"target": 5}))
    ]
    states = Log(histories[:2]).states()
    assert len(states) == sum(len(h.decisions) for h in histories[:2])
    equal(states[states.game == 1][:], _renumbered(Log(histories[1:2]).states(), states))
    with pytest.raises(RulesError, match=r"skyjo for 2 .* and skyjo for 3"):
        Log(histories).states()
    with pytest.raises(RulesError, match="no game"):
        Log([]).states()


def _renumbered(states, like):
    """The same rows, with the game numbers of others."""
    states.game = states.game + 1
    states.game_ids = like.game_ids
    return states


def test_wrong_arguments(own_folder):
    """Each by its name."""
    log = Log([run("skyjo", count=1).open(0, display=False).history])
    for views in ("mine", True, None):
        with pytest.raises(RulesError, match="views="):
            log.states(views=views)
    with pytest.raises(RulesError, match="views='some'"):
        run("skyjo", states="some")
    for depth in (0, -1, 1.5, "two"):
        with pytest.raises(RulesError, match="depth="):
            log.states(depth=depth)
    without = simulate("skyjo", ["random"] * 2, games=1, seed=1)
    with pytest.raises(SimulationError, match="weren't kept: simulate"):
        without.states()


def test_a_folder_has_the_views_that_were_kept(own_folder):
    """It can't make others: the strategies aren't there."""
    pytest.importorskip("pyarrow")
    simulate("skyjo", ["random"] * 2, games=1, seed=1, decisions=True, to="a")
    with pytest.raises(SimulationError, match="weren't kept"):
        load_simulation("a").states()
    simulate("skyjo", ["random"] * 2, games=1, seed=1, states=True, to="b")
    with pytest.raises(SimulationError, match='states="all"'):
        load_simulation("b").states(views="all")


def test_states_alone_keep_the_cheap_columns_of_decisions():
    """With which they can be joined."""
    found = run("skyjo", count=2)
    assert {"game_id", "decision", "player", "notation"} <= set(found.decisions.columns)
    both = simulate("skyjo", ["random"] * 2, games=2, seed=1, states=True, decisions=["cleared"])
    assert both.decisions.columns.tolist() == ["cleared"]
    assert len(both.states()) == len(both.decisions)


def test_a_copy_of_a_log_can_be_asked_again():
    """The games themselves stay as they were."""
    history = run("skyjo", count=1).open(0, display=False).history
    events = [dict(event) for event in history.events]
    first = Log([history]).states()
    equal(first, Log([replay(history.events)]).states())
    assert history.events == events
