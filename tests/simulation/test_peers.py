"""The benchmark that sets other projects' games beside ours, as far as it needs none of them."""

from __future__ import annotations

import pytest

from benchmarks.peers import loops
from benchmarks.peers.__main__ import PEERS, line, main
from tests.fixtures.paths import ROOT


def test_our_loop_counts_the_decisions_of_whole_rounds():
    """At two seats each turns two cards, and then nobody ends a round in fewer than ten turns."""
    decisions = sum(1 for _ in loops.ours("")())
    assert decisions >= 4 + 2 * 10
    assert loops.rate(loops.ours(""), 0.01) > 0


def test_the_line_has_medians_of_what_was_measured_side_by_side():
    """A busy moment hits the peer and ours, so their ratio stays."""
    rates = [(100, 500, 50), (10, 50, 5), (90, 450, 45)]
    assert line("peer", rates).split() == ["peer", "90", "5.00", "0.50"]


def test_each_peer_has_a_loop_and_pinned_packages(capsys):
    """One that isn't known is refused with the names of all."""
    assert set(PEERS) | {"ours"} == set(loops.LOOPS)
    assert all("==" in package for packages in PEERS.values() for package in packages)
    with pytest.raises(SystemExit):
        main(["chess"])
    assert f"there are {', '.join(PEERS)}" in capsys.readouterr().err


def test_the_page_names_the_pinned_versions():
    """Each peer's first package is the peer."""
    page = (ROOT / "docs" / "internals" / "peers.md").read_text("utf-8")
    for packages in PEERS.values():
        if packages:
            name, version = packages[0].split("==")
            name = name.replace("[classic]", "").replace("_", "")
            assert f"{name} {version}" in page.lower(), packages[0]
