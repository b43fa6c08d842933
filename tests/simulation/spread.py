"""A run whose games an executor of another library plays: ``python spread.py LIBRARY FILE``.

It prints the JSON of its scores, and needs the environment ``executors``.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from skyjo_widget import simulate


@contextlib.contextmanager
def loky() -> Iterator[Executor]:
    """A pool of loky."""
    from loky import ProcessPoolExecutor

    with ProcessPoolExecutor(1) as executor:
        yield executor


@contextlib.contextmanager
def executorlib() -> Iterator[Executor]:
    """The executor of executorlib for one computer."""
    from executorlib import SingleNodeExecutor

    with SingleNodeExecutor(max_workers=1) as executor:
        yield executor


@contextlib.contextmanager
def parsl() -> Iterator[Executor]:
    """The executor that Parsl has for programs that know `concurrent.futures`."""
    from parsl.concurrent import ParslPoolExecutor
    from parsl.config import Config
    from parsl.executors import HighThroughputExecutor

    workers = HighThroughputExecutor(
        label="here", max_workers_per_node=1, address="127.0.0.1", cores_per_worker=1
    )
    with ParslPoolExecutor(config=Config(executors=[workers], run_dir="parsl")) as executor:
        yield executor


@contextlib.contextmanager
def ipyparallel() -> Iterator[Executor]:
    """A client's executor of ipyparallel."""
    import ipyparallel

    with ipyparallel.Cluster(n=1, log_level=40) as client:
        yield client.executor()


@contextlib.contextmanager
def mpi4py() -> Iterator[Executor]:
    """The pool of mpi4py, under ``mpiexec -n 2 python -m mpi4py.futures``."""
    from mpi4py.futures import MPIPoolExecutor

    with MPIPoolExecutor() as executor:
        yield executor


@contextlib.contextmanager
def dask() -> Iterator[Executor]:
    """A Dask client's executor."""
    from distributed import Client, LocalCluster

    where = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(**where) as cluster, Client(cluster) as client:
        yield client.get_executor()


@contextlib.contextmanager
def ray() -> Iterator[Executor]:
    """Ray has tasks, and futures of them."""
    import ray as library

    class OfRay(Executor):
        def submit(self, work: Any, /, *args: Any) -> Any:
            return library.remote(lambda: work(*args)).remote().future()

    library.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield OfRay()
    library.shutdown()


@contextlib.contextmanager
def spark() -> Iterator[Executor]:
    """Spark has jobs, which threads wait for."""
    from pyspark import SparkContext

    class OfSpark(ThreadPoolExecutor):
        def submit(self, work: Any, /, *args: Any) -> Any:
            task = spark.parallelize([0], 1).map(lambda _: work(*args))
            return super().submit(lambda: task.collect()[0])

    with SparkContext("local[1]") as spark, OfSpark(1) as executor:
        spark.setLogLevel("ERROR")
        yield executor


LIBRARIES = (loky, executorlib, parsl, ipyparallel, mpi4py, dask, ray, spark)

if __name__ == "__main__":
    opened = next(library for library in LIBRARIES if library.__name__ == sys.argv[1])
    with opened() as executor:
        played = simulate(
            "skyjo",
            [lambda o: o.legal[-1], "greedy"],
            games=20,
            seed=3,
            executor=executor,
            progress=False,
        )
    assert played.complete, played
    Path(sys.argv[2]).write_text(played.rounds[["round", "seat", "score"]].to_json())
