"""Every example of a page ends complete: without an error, a warning of ours, or a stopped game.

`simulate`, `tournament`, `compare` and `versus` warn of a game that was stopped and of a run that
isn't whole, and a bot that fails at a board raises; pytest makes errors of warnings.
"""

from __future__ import annotations

import linecache
import re

import matplotlib.pyplot as plt
import pytest

from skyjo_widget import simulate
from tests.fixtures.paths import ROOT

BLOCK = re.compile(r"^ *```python\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
OF_THEIR_OWN = {
    "README.md": "project/test_readme.py",
    "advice.md": "strategies/test_advice_page.py",
    "beside.md": "board/test_live.py",
    "charts.md": "charts/test_charts.py",
    "confounding.md": "lessons/questions/test_confounding_page.py",
    "environments.md": "simulation/test_environments.py",
    "hosts.md": "browser/test_hosts.py",
    "learning.md": "frames/states/test_page.py",
    "measures.md": "measures/versus/test_experiment.py",
    "odds.md": "odds/test_skyjo.py",
    "paper.md": "engine/test_paper.py",
    "playtest.md": "board/test_note_messages.py",
    "recipes.md": "frames/test_recipes.py",
    "replay.md": "replays/test_widget.py",
    "scale.md": "simulation/test_parts.py",
    "simulation.md": "simulation/test_simulate.py",
    "strategies.md": "strategies/test_call.py",
    "teachers-tools.md": "lessons/test_teachers_tools.py",
    "teaching.md": "lessons/hand_in/test_hand_ins.py",
    "versus.md": "measures/versus/test_experiment.py",
    "your-own-game.md": "project/test_your_own_game.py",
}
"""The pages whose examples need more than a folder, and the tests that run them."""
HERE = [
    page
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
    if BLOCK.search(page.read_text("utf-8"))
    and not page.name.endswith(".fr.md")  # its code is the same
    and page.name not in OF_THEIR_OWN
]
NEEDS_PHONES = ("hall",)
"""Names of what needs phones at the table: blocks with them aren't run here."""


def example(code: str) -> None:
    """Run a cell with a mistake."""
    exec(code, {"__name__": "example"})


@pytest.mark.seconds
@pytest.mark.parametrize("page", HERE, ids=lambda page: page.stem)
def test_the_examples_of_a_page_end_complete(page, own_folder):
    """One after the other, in one notebook."""
    names: dict = {"__name__": "example"}
    for number, code in enumerate(BLOCK.findall(page.read_text("utf-8"))):
        if not any(re.search(rf"\b{word}\b", code) for word in NEEDS_PHONES):
            cell = f"<cell {number} of {page.name}>"  # a record holds the source of its effects
            linecache.cache[cell] = (len(code), None, code.splitlines(keepends=True), cell)
            exec(compile(code, cell, "exec"), names)
    plt.close("all")


@pytest.mark.parametrize(("page", "test"), OF_THEIR_OWN.items())
def test_the_other_pages_have_tests_of_their_own(page, test):
    """Each names its page."""
    name = page.removesuffix(".md").casefold()
    assert name in (ROOT / "tests" / test).read_text("utf-8").casefold()


@pytest.mark.parametrize(
    "call",
    [
        'simulate("skyjo", [low, "greedy"], games=4, seed=1)',
        'tournament([low, "greedy"], games=4, seed=1, apart=False)',
        'compare(low, "greedy", games=20, seed=1)',
        'versus("skyjo", "skyjo", players=[low, "greedy"], games=4, seed=1, measures=["margin"])',
        'play("skyjo", ["bot:greedy", low], seed=1, record=False, display=False).run()',
    ],
    ids=lambda call: call.partition("(")[0],
)
def test_an_example_that_fails_softly_fails_here(call):
    """Whatever plays its strategy: no such call passes for one that works."""
    with pytest.raises(Exception, match=r"low .*AttributeError: 'Card' object has no"):
        example(
            "from skyjo_widget import compare, play, simulate, tournament, versus\n"
            'def low(o):\n    return "draw" if o.discard[-1].value < 3 else o.legal[0]\n'
            f"{call}\n"
        )


def test_an_example_that_is_not_whole_fails_here(monkeypatch):
    """A run that ends before its last game warns too."""
    monkeypatch.setattr("skyjo_widget.simulation.simulate.run", ended)
    with pytest.raises(UserWarning, match="16 of 40 games: the disk is full"):
        simulate("skyjo", [lambda o: o.legal[0], "random"], games=40, seed=1)


def ended(parts, _executor, **_):
    """Play one block, as where the disk is full after it."""
    (part,) = parts
    part.take(part.work(0))
    return "the disk is full"
