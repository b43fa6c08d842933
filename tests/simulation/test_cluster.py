"""Runs, sweeps and rollouts on a cluster: a Dask client's executor, a worker that is killed."""

from __future__ import annotations

import os
import re
import signal
import sys
from concurrent.futures import Executor
from pathlib import Path

import pytest
from pandas.testing import assert_frame_equal

from skyjo_widget import (
    Version,
    compare,
    decision_values,
    measure,
    simulate,
    tournament,
    versus,
    win_probabilities,
)
from skyjo_widget.simulation.simulate import Simulation
from skyjo_widget.strategies.compiled import compile as compiler
from tests.fixtures.paths import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]


@pytest.fixture(autouse=True)
def interpreted(monkeypatch):
    """No strategy is compiled, however slow this computer is."""
    monkeypatch.setattr(compiler, "PAYS", float("inf"))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A cluster of two processes on this computer."""
    distributed = pytest.importorskip("distributed")
    import dask

    with (
        # A worker that isn't back in 15 s, as on a busy machine, would else be given up.
        dask.config.set({"distributed.deploy.lost-worker-timeout": "1 hour"}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # else it has a port of its own, which may be taken
            local_directory=str(tmp_path_factory.mktemp("dask")),
            silence_logs=50,  # a worker that is killed is meant
        ) as cluster,
    ):
        yield cluster


@pytest.fixture
def client(cluster):
    """A client of the cluster, whose workers are both there."""
    from distributed import Client

    with Client(cluster, timeout=600) as client:
        client.wait_for_workers(2, timeout=600)
        yield client


class KillsOne(Executor):
    """A client's executor; the worker that plays one of its tasks is killed in it.

    Parameters
    ----------
    client : distributed.Client
    at : int
        The number of the task, from 0.
    """

    def __init__(self, client, at):
        self._client = client
        self._executor = client.get_executor()
        self._at, self._submitted = at, 0
        self._mark = Path.cwd() / "pid of the killed"
        self._workers = set(client.run(os.getpid).values())

    def submit(self, work, /, block):
        """Submit ``work(block)``."""
        self._submitted += 1
        if self._submitted - 1 == self._at:
            return self._executor.submit(killed_at_its_end, self._mark, work, block)
        return self._executor.submit(work, block)

    def check(self):
        """Check that a worker was killed in its task, and that others came after it."""
        killed = int(self._mark.read_text())
        assert killed in self._workers
        assert self._submitted > self._at + 1
        self._client.wait_for_workers(2, timeout=600)
        assert killed not in self._client.run(os.getpid).values()


def killed_at_its_end(mark, work, block):
    """Do the work; the first time the process is killed before it can give the result."""
    result = work(block)
    if not mark.exists():
        mark.write_text(str(os.getpid()))
        os.kill(os.getpid(), signal.SIGKILL)
    return result


def keen(obs):
    """A strategy of one's own."""
    return obs.legal[obs.turn % len(obs.legal)]


RUNS = {
    "bots": (["greedy", "threshold(2)"], 40 * 1024, {"decisions": ["notation", "card_out"]}),
    "a strategy of one's own, states": ([keen, "random"], 80, {"decisions": True, "states": True}),
}


def test_a_cluster_measures_the_same_a_killed_worker_or_not(client):
    """Its workers play the run again, and send back sums."""
    run = simulate("skyjo", ["greedy"] * 2, games=40 * 1024, seed=7, target=1, progress=False)
    executor = KillsOne(client, 9)
    there = measure(run, executor=executor)
    executor.check()
    assert there.played_again
    assert_frame_equal(there.frame, measure(run).frame)


@pytest.mark.parametrize("name", RUNS)
def test_a_cluster_writes_the_same_bytes_a_killed_worker_or_not(client, name):
    """The work of a killed worker is done again by another one."""
    players, games, kept = RUNS[name]

    def play(to, executor=None):
        options = {"games": games, "seed": 7, "target": 1, "progress": False, **kept}
        assert simulate("skyjo", players, to=to, executor=executor, **options).complete
        folder = Path(to)
        return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}

    alone = play("alone")
    assert len(alone) > 3
    assert play("cluster", client.get_executor()) == alone
    executor = KillsOne(client, 3)
    assert play("killed", executor) == alone
    executor.check()


def of_a_tournament(executor):
    """Its tables; `keen` plays in a process of its own, which each worker starts."""
    found = tournament(
        ["greedy", keen, "random"], games=128, seed=3, target=1, executor=executor, progress=False
    )
    return [found.pairs, found.ranking, found.cross]


def of_a_comparison(executor):
    """Its summary."""
    found = compare(keen, "greedy", games=256, seed=3, executor=executor, progress=False)
    return [found.summary]


def of_two_versions(executor):
    """Every measure of both, those of rollouts too."""
    found = versus(
        "skyjo",
        Version("skyjo", penalty_factor=1),
        players=["greedy", "greedy"],
        games=600,
        seed=3,
        sampled_games=1,
        sampled_decisions=4,
        worlds=24,
        executor=executor,
        progress=False,
    )
    return [found.frame]


def of_rollouts(executor):
    """The chances to win in a few games, the values of a few decisions, the measures of both."""
    played = simulate("skyjo", ["greedy", "random"], games=40, seed=3, decisions=True)
    options = {"worlds": 32, "seed": 1, "executor": executor, "progress": False}
    extras = {
        "win_probabilities": win_probabilities(played, sample=4, **options),
        "decision_values": decision_values(played, sample=40, **options),
    }
    return [*(one.frame for one in extras.values()), measure(played, **extras).frame]


@pytest.mark.parametrize("of", [of_a_tournament, of_a_comparison, of_two_versions, of_rollouts])
def test_sweeps_and_rollouts_have_the_same_numbers_a_killed_worker_or_not(client, of):
    """Each frame, to the last digit."""
    executor = KillsOne(client, 3)
    for alone, there in zip(of(None), of(executor), strict=True):
        assert len(alone)
        assert_frame_equal(there, alone, check_exact=True)
    executor.check()


def test_the_page_shows_how(client):
    """Its example as it stands, but for the scheduler's address."""
    page = (ROOT / "docs" / "simulation.md").read_text()
    (code,) = re.findall(r"```python\n(from distributed.*?)```", page, re.DOTALL)
    assert "tcp://scheduler:8786" in code
    names = {"simulate": simulate}
    exec(code.replace("tcp://scheduler:8786", client.cluster.scheduler_address), names)
    assert names["result"].complete


def test_a_cluster_that_is_gone_leaves_what_it_has_done(client, monkeypatch):
    """With a warning; only whole pieces are there."""
    taken = Simulation.add

    def close_then(self, piece):
        taken(self, piece)
        if self.played == 5 * 1024:
            client.close()

    monkeypatch.setattr(Simulation, "add", close_then)
    options = {"games": 40 * 1024, "seed": 7, "target": 1, "decisions": ["notation"]}
    with pytest.warns(UserWarning, match="of 40,960 games: the executor failed: "):
        result = simulate(
            "skyjo",
            ["greedy", "threshold(2)"],
            to="run",
            executor=client.get_executor(),
            progress=False,
            **options,
        )
    assert 5 * 1024 <= result.played < 40 * 1024
    assert result.games["game_id"].nunique() == result.played
    files = [path for path in Path("run").rglob("*") if path.is_file()]
    assert len(files) == 3 * (result.played // 1024) + 1
