"""Stop: one interrupt ends a whole call, and what is whole is kept."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

from skyjo_widget.util.notices import COMPILING
from tests.fixtures.stopped_calls import CALLS

pytestmark = pytest.mark.slow
SCRIPT = Path(__file__).parents[1] / "fixtures" / "stopped_calls.py"
SAYS = {
    "simulate": "games: interrupted",
    "tournament": "Stopped: ",
    "compare": "Stopped: ",
    "versus": "Stopped: these are ",
    "ask": "Stopped: these tables haven’t played: second.",
    "measure_steps": "Stopped: 1 steps are missing.",
    "win_probabilities": "of 40 games are missing.",
    "decision_values": "decisions are missing.",
    "regret": "decisions: interrupted",
}
"""A text in the result of a stopped call, or in its warning."""
KEEPS = [name for name in CALLS if name not in ("regret", "class_page")]


def begun(folder, *arguments):
    """Begin a call in a process of its own, and return it once it is under way."""
    process = subprocess.Popen(
        [sys.executable, str(SCRIPT), *map(str, arguments)],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert told(process)["word"] == "under way"
    return process


def told(process):
    """Return the next line of a process for the test, after the notice of a slow compilation."""
    return next(json.loads(line) for line in process.stdout if line != f"{COMPILING}\n")


@pytest.mark.parametrize("name", CALLS)
def test_one_stop_ends_a_call_and_its_result_says_what_is_missing(name, tmp_path):
    """A real signal, to a real process: no run begins after it, nothing that is whole is lost."""
    process = begun(tmp_path, name)
    process.send_signal(signal.SIGINT)
    over = told(process)
    assert process.communicate()[0] == ""
    assert (over["outcome"], over["after"], over["signals"]) == ("returned", 0, 1)
    assert SAYS.get(name, "") in over["text"]
    if name == "class_page":
        assert "decisions are missing" in over["page"]
        assert "decisions are missing" in (tmp_path / "class.html").read_text("utf-8")
    assert process.returncode == 0


def test_the_button_of_a_notebook_stops_a_call(tmp_path):
    """A real kernel is interrupted, as the button does it: the cell ends, with what is whole."""
    manager, client = start_new_kernel(kernel_name="python3", cwd=str(tmp_path))
    try:
        client.execute(
            f"import sys; sys.path.insert(0, {str(SCRIPT.parent)!r})\n"
            "sys.argv = ['', 'win_probabilities']\n"
            "import stopped_calls; stopped_calls.stopped_call('win_probabilities')"
        )
        words = []
        while "over" not in words:
            message = client.get_iopub_msg(timeout=120)
            assert message["msg_type"] != "error", message["content"]
            lines = message["content"].get("text", "").splitlines()
            facts = [json.loads(line) for line in lines if line.startswith("{")]
            words += [one["word"] for one in facts]
            if "under way" in (one["word"] for one in facts):
                manager.interrupt_kernel()
        (over,) = (one for one in facts if one["word"] == "over")
        assert (over["outcome"], over["after"], over["signals"]) == ("returned", 0, 1)
        assert SAYS["win_probabilities"] in over["text"]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.parametrize("name", KEEPS)
def test_a_call_that_is_resumed_gives_what_a_whole_one_gives(name, how, tmp_path):
    """Stopped or killed in the middle; with the same seed each number is the same."""
    folder = tmp_path / "kept"
    process = begun(tmp_path, name, folder)
    process.send_signal(how)
    process.communicate()
    assert any(folder.rglob("*.*"))
    end = subprocess.run(
        [sys.executable, str(SCRIPT), name, str(folder), "end"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert json.loads(end.stdout.removeprefix(f"{COMPILING}\n"))["same"]
