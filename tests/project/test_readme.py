"""The README's examples run as they stand."""

from __future__ import annotations

import re

from skyjo_widget import play, simulate
from skyjo_widget.strategies.conformance import check_bot
from tests.fixtures.paths import ROOT

README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_every_example_runs(own_folder):
    """In the order in which they stand, the named record apart."""
    names: dict = {}
    for block in BLOCKS:
        code = block
        if "load(" in code:
            path = names["table"].path
            names["table"].close()
            code = re.sub(r'"games/[^"]+"', repr(str(path)), code)
        exec(code, names)
    assert names["result"].games["finished"].all()
    assert len(names["log"].games) >= 1
    assert (own_folder / "results" / "decisions.csv").exists()


def test_the_example_bot_keeps_the_contract_of_a_bot():
    """At tables where it sits everywhere."""
    names: dict = {"play": play, "simulate": simulate}
    exec(next(block for block in BLOCKS if "def careful" in block), names)
    check_bot("skyjo", names["careful"], games=2)
