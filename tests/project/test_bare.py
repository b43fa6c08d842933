"""Games with NumPy, pandas, narwhals and tqdm alone: without widgets, locks and processes."""

from __future__ import annotations

import sys

from tests.fixtures.hidden_modules import HIDDEN, HIDING
from tests.fixtures.programs import run

CODE = """
import skyjo_widget
from skyjo_widget import hand_in, load, measure, play, simulate, verify, win_probabilities
for game, seats in {"skyjo": 2, "newskyjo": 3, "skip-bo": 2}.items():
    table = play(game, ["bot:greedy"] * seats, seed=4, display=False)
    table.run(rounds=True)
    assert table.over
    assert len(table.log.decisions) > 50
    assert verify(table.path)
    table.close()
table = play("skyjo", ["Ana", "bot:greedy"], seed=4, display=False)
while table.phase == "setup" or table.waiting == "bot":
    table.run() if table.waiting == "bot" else table.act(table.legal[0])
assert table.trouble is None
before = table._repr_html_()
table.act("take" if "take" in table.legal else table.legal[0])
assert before.count("<img") == 1 and "Ana" in before
assert table._repr_html_() != before
table.odds(), table.advice(worlds=4), table.what_if(games=2)
table.note("a remark")
hand_in(table, "Ana")
table.close()
again = load(table.path, display=False)
assert again.legal == table.legal
games = simulate("skyjo", ["bot:greedy", "bot:random"], games=4, seed=4, progress=False)
assert len(games.rounds) >= 4
str(measure(games))
from skyjo_widget import (Serving, classroom)
from skyjo_widget.serving.hall import Hall
for serve in (lambda: classroom("skyjo", tables=2, record=False), again.serve):
    try:
        serve()
    except skyjo_widget.RulesError as error:
        assert "pip install 'skyjo_widget[serve]'" in str(error), error
    else:
        raise AssertionError("it is served without a server")
print(sorted({name.partition(".")[0] for name in sys.modules}.intersection(HIDDEN)))
"""


def test_games_records_odds_and_simulations_need_no_widgets(tmp_path):
    """In a process that finds none of these modules."""
    program = f"{HIDING}\nHIDDEN = {HIDDEN}\n{CODE}"
    told = run([sys.executable, "-W", "error", "-c", program], cwd=tmp_path)
    assert told == "[]\n"
