"""Executors of other libraries, as they are: each plays a lambda, with the same result."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from skyjo_widget import simulate
from tests.browser.environments import ROOT, environment

SPREAD = Path(__file__).with_name("spread.py")


@pytest.fixture(scope="module")
def alone():
    """The scores of the run that `spread.py` plays, without an executor."""
    mine = lambda o: o.legal[-1]  # noqa: E731
    played = simulate("skyjo", [mine, "greedy"], games=20, seed=3, progress=False)
    return played.rounds[["round", "seat", "score"]].to_json()


@pytest.mark.slow
@pytest.mark.parametrize(
    "library", ["loky", "executorlib", "parsl", "ipyparallel", "mpi4py", "dask", "ray", "spark"]
)
def test_an_executor_plays_a_lambda(alone, library, tmp_path):
    """Also those whose own pickle refuses one."""
    python = environment("executors")
    command = [python, SPREAD, library, tmp_path / "scores.json"]
    if library == "mpi4py":
        command[:1] = [python.with_name("mpiexec"), "-n", "2", python, "-m", "mpi4py.futures"]
    variables = os.environ | {"PYTHONPATH": str(ROOT), "IPYTHONDIR": str(tmp_path / "ipython")}
    variables["PATH"] = f"{python.parent}{os.pathsep}{variables['PATH']}"
    subprocess.run(command, check=True, cwd=tmp_path, env=variables, timeout=600)
    assert (tmp_path / "scores.json").read_text() == alone
