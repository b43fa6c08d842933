"""The built wheel, for all tests of the package."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.fixtures.paths import ROOT
from tests.fixtures.programs import run


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    """A folder with the wheel and the source distribution, the one built from the other.

    By what is installed here: that pyproject.toml asks for enough, the editable install shows.
    """
    folder = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)])
    return folder


@pytest.fixture(scope="session")
def wheel(built) -> Path:
    """The built wheel."""
    (path,) = built.glob("*.whl")
    return path
