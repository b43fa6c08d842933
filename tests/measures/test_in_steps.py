"""Long computations in steps: what a stop leaves, and folders that are resumed."""

from __future__ import annotations

import pytest

from skyjo_widget import RulesError
from skyjo_widget.measures.in_steps import STEPS, in_steps

ABOUT = {"call": "squares", "seed": 1}


def squares(stop=None):
    """Square numbers from some on, to nine, or until an interrupt."""

    def make(done):
        for number in range(done, 10):
            if number == stop:
                raise KeyboardInterrupt
            yield {"square": number * number}

    return make


WHOLE = in_steps(squares(), ABOUT, None, resume=False)


@pytest.mark.parametrize("to", [None, "folder"])
def test_an_interrupt_leaves_the_steps_that_are_whole(to, tmp_path):
    """In order, with a folder or without one."""
    folder = to and tmp_path / to
    assert in_steps(squares(stop=4), ABOUT, folder, resume=False) == WHOLE[:4]


def test_an_interrupt_before_a_step_is_done_leaves_nothing(tmp_path):
    """Neither a result nor a folder."""
    with pytest.raises(KeyboardInterrupt):
        in_steps(squares(stop=0), ABOUT, tmp_path / "folder", resume=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("torn", [b"", b'{"squ'])
def test_a_resumed_computation_is_that_of_one_that_was_not_stopped(torn, tmp_path):
    """Also where a crash has cut a line off; a whole one isn't computed again."""
    folder = tmp_path / "folder"
    in_steps(squares(stop=4), ABOUT, folder, resume=True)
    with (folder / STEPS).open("ab") as file:
        file.write(torn)
    assert in_steps(squares(), ABOUT, folder, resume=True) == WHOLE
    assert in_steps(squares(stop=10), ABOUT, folder, resume=True) == WHOLE
    other = tmp_path / "other"
    in_steps(squares(), ABOUT, other, resume=False)
    assert (folder / STEPS).read_bytes() == (other / STEPS).read_bytes()


def test_a_folder_of_something_else_is_refused(tmp_path):
    """With what differs; and one that isn't empty, unless it is resumed."""
    folder = tmp_path / "folder"
    in_steps(squares(stop=4), ABOUT, folder, resume=False)
    with pytest.raises(
        RulesError, match="another run \\(seed 1 there, 2 here\\): name a new folder"
    ):
        in_steps(squares(), ABOUT | {"seed": 2}, folder, resume=True)
    with pytest.raises(RulesError, match="exists already and isn't empty"):
        in_steps(squares(), ABOUT, folder, resume=False)
    with pytest.raises(RulesError, match="resume=True: to= is needed"):
        in_steps(squares(), ABOUT, None, resume=True)
