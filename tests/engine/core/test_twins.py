"""The types of states and rule codes are those that the games declare."""

from __future__ import annotations

import sys

from scripts.twins import TARGET, source
from tests.fixtures.programs import run


def test_the_protocols_have_the_fields_of_the_games():
    """The module is the one that the script writes."""
    assert TARGET.read_text("utf-8") == source()


def test_the_protocols_arent_loaded_to_play():
    """They are for type checkers: playing a round imports none of them."""
    program = (
        "import sys\n"
        "from skyjo_widget import play\n"
        "play('skyjo', ['bot:greedy'] * 2, record=False, display=False).run()\n"
        "assert 'skyjo_widget.engine.core.state' in sys.modules\n"
        "assert 'skyjo_widget.engine.core.twins' not in sys.modules\n"
    )
    run([sys.executable, "-c", program])
