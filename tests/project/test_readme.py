"""The README's examples run as they stand, and it leads to a few pages only."""

from __future__ import annotations

import re

import pytest

from skyjo_widget import play, simulate
from skyjo_widget.strategies.conformance import check_bot
from tests.fixtures.paths import ROOT

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_every_example_runs(own_folder):
    """In the order in which they stand."""
    names: dict = {}
    for block in BLOCKS:
        exec(block, names)
    assert names["result"].games["finished"].all()
    assert len(names["log"].games) >= 1
    assert (own_folder / "results" / "games.csv").exists()


def test_the_example_bot_keeps_the_contract_of_a_bot():
    """At tables where it sits everywhere."""
    names: dict = {"play": play, "simulate": simulate}
    exec(next(block for block in BLOCKS if "def careful" in block), names)
    check_bot("skyjo", names["careful"], games=2)


@pytest.mark.parametrize("page", ["README.md", "README.fr.md"])
def test_the_links_can_be_taken_in(page):
    """The index of the documentation has the others."""
    assert len(re.findall(r"\]\(", (ROOT / page).read_text("utf-8"))) <= 30
