"""Bulk play on a cluster: a Dask client's executor, workers that are killed."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from skyjo_widget import simulate
from skyjo_widget.simulation.simulate import Simulation
from tests.fixtures.paths import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL"),
]

TABLE = {"games": 40 * 1024, "seed": 7, "target": 1, "decisions": ["notation", "card_out"]}


@pytest.fixture
def client(own_folder):
    """A cluster of two processes on this computer, with its client."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # else it has a port of its own, which may be taken
            local_directory=str(own_folder / "dask"),
            silence_logs=50,  # a worker that is killed is meant
        ) as cluster,
        distributed.Client(cluster, timeout=60) as client,
    ):
        client.wait_for_workers(2, timeout=60)
        yield client


def play(to, executor=None):
    """A run into files."""
    players = ["greedy", "threshold(2)"]
    return simulate("skyjo", players, to=to, executor=executor, progress=False, **TABLE)


def contents(folder):
    """Each file below a folder, with what it holds."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_cluster_writes_the_same_bytes_a_killed_worker_or_not(client, monkeypatch):
    """The work in hand of a killed worker is played again by another one."""
    assert play("alone").complete
    alone = contents(Path("alone"))
    assert len(alone) == 3 * 40 + 1
    assert play("cluster", client.get_executor()).complete
    assert contents(Path("cluster")) == alone

    before = set(client.run(os.getpid).values())
    taken = Simulation.add

    def kill_one(self, piece):
        taken(self, piece)
        if self.played == 5 * 1024:
            os.kill(min(before), signal.SIGKILL)

    monkeypatch.setattr(Simulation, "add", kill_one)
    assert play("killed", client.get_executor()).complete
    client.wait_for_workers(2, timeout=60)  # a new one has come
    after = set(client.run(os.getpid).values())
    assert min(before) not in after
    assert contents(Path("killed")) == alone


def test_the_page_shows_how(client):
    """Its example as it stands, but for the scheduler's address."""
    page = (ROOT / "docs" / "simulation.md").read_text()
    (code,) = re.findall(r"```python\n(from distributed.*?)```", page, re.DOTALL)
    assert "tcp://scheduler:8786" in code
    names = {"simulate": simulate}
    exec(code.replace("tcp://scheduler:8786", client.cluster.scheduler_address), names)
    assert names["result"].complete


def test_a_cluster_that_is_gone_leaves_what_it_has_done(client, monkeypatch):
    """With a warning; what is there are whole pieces."""
    taken = Simulation.add

    def close_then(self, piece):
        taken(self, piece)
        if self.played == 5 * 1024:
            client.close()

    monkeypatch.setattr(Simulation, "add", close_then)
    with pytest.warns(UserWarning, match="of 40,960 games: the executor failed: "):
        result = play("run", client.get_executor())
    assert 5 * 1024 <= result.played < 40 * 1024
    assert result.games["game_id"].nunique() == result.played
    assert len(contents(Path("run"))) == 3 * (result.played // 1024) + 1
