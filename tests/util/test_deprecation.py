"""Old names still work, and say which name is the new one."""

from __future__ import annotations

import pytest

import skyjo_widget
from skyjo_widget import measure, simulate, versus, win_probabilities
from skyjo_widget.util.deprecation import renamed_arguments

OLD = {
    "weigh": "decision_values",
    "Weighed": "DecisionValues",
    "chances": "win_probabilities",
    "Chances": "WinProbabilities",
    "columns": "column_dictionary",
}


@pytest.mark.parametrize(("old", "new"), OLD.items())
def test_an_old_name_is_the_new_object_with_a_warning(old, new):
    """It isn't listed, so that nobody learns it."""
    with pytest.warns(DeprecationWarning, match=rf"skyjo_widget\.{old} is now .*\.{new};") as told:
        assert getattr(skyjo_widget, old) is getattr(skyjo_widget, new)
    assert told[0].filename == __file__
    assert old not in dir(skyjo_widget)
    with pytest.warns(DeprecationWarning, match=new):
        exec(f"from skyjo_widget import {old}", {})


def test_old_arguments_are_passed_on_with_a_warning():
    """Those of `measure`, and those of `versus`."""
    played = simulate("skyjo", ["greedy", "random"], games=2, seed=1, decisions=True)
    found = win_probabilities(played, worlds=24, progress=False)
    new = measure(played, win_probabilities=found, which=["course"]).frame
    with pytest.warns(DeprecationWarning, match="win_probabilities=") as told:
        old = measure(played, chances=found, which=["course"]).frame
    assert told[0].filename == __file__
    assert old.equals(new)
    with pytest.warns(DeprecationWarning, match="decision_values="):
        both = versus(
            "skyjo", "skyjo", players=["random"] * 2, games=2, seed=1, weighed=1, which=["regret"]
        )
    assert both.settings["decision_values"] == 1


def test_old_and_new_together_are_an_error():
    """Nobody knows which of them is meant."""

    @renamed_arguments(old="new")
    def function(*, new):
        return new

    with pytest.raises(TypeError, match="both new= and its old name old="):
        function(old=1, new=2)
