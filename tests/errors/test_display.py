"""Errors in IPython: the user's own lines and the sentence; the rest on request."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap

import pytest

from skyjo_widget import RulesError, full_traceback, play
from tests.fixtures.paths import ROOT

CELLS = {
    "setup": "from skyjo_widget import *\nimport skyjo_widget, sys, threading",
    "game": 'play("skijo", ["Ana", "bot:greedy"], record=False)',
    "again": "%tb",
    "call": "skyjo_widget.full_traceback()",
    "strategy": """\
        def mine(o):
            return o.nothing
        table = play("skyjo", [mine, "bot:random"], record=False, display=False)
        table.run()""",
    "recursion": """\
        def deeper(n):
            return deeper(n - 1) if n else play("skijo", [])
        deeper(50)""",
    "callback": """\
        def click(_button):
            table.predict("draw at most 4", 52)
        caught = []
        def work():
            try:
                click(None)
            except Exception as error:
                caught.append(error)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        raise caught[0]""",
    "verbose": '%xmode Verbose\nplay("skijo", [])',
    "plain": "%xmode Context\n1 / 0",
    "colours": '%colors Linux\nplay("skijo", [])',
}

RUNNER = """
import json, sys
from traitlets.config import Config
from IPython.core.interactiveshell import InteractiveShell

config = Config()
config.HistoryManager.enabled = False
shell = InteractiveShell.instance(config=config, colors="NoColor")
shell.colors = "nocolor" if "nocolor" in str(shell.colors).lower() else shell.colors
found, shown = {}, []
shell._showtraceback = lambda kind, value, lines: shown.append("\\n".join(lines))
for name, cell in json.load(sys.stdin).items():
    shown.clear()
    shell.run_cell(cell)
    found[name] = "\\n".join(shown)
print("FOUND" + json.dumps(found))
"""


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Tracebacks that IPython shows, by the cell; what was printed, under ``printed``."""
    home = tmp_path_factory.mktemp("ipython")
    done = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps({name: textwrap.dedent(cell) for name, cell in CELLS.items()}),
        capture_output=True,
        text=True,
        check=True,
        cwd=home,
        env={
            **os.environ,
            "IPYTHONDIR": str(home),
            "PYTHONPATH": str(ROOT),
            "PYTHONWARNINGS": "",
        },
    )
    printed, _, found = done.stdout.partition("FOUND")
    return {**json.loads(found), "printed": printed}


@pytest.mark.seconds
def test_an_error_shows_the_sentence_and_the_own_line(outputs: dict[str, str]) -> None:
    """A misspelt game takes six lines, with the cell, its line and the way to see more."""
    lines = outputs["game"].splitlines()
    assert lines[:3] == [
        "Cell In[1], line 1",
        '----> 1 play("skijo", ["Ana", "bot:greedy"], record=False)',
        "",
    ]
    assert lines[3].startswith("RulesError: 'skijo'")
    assert lines[4:] == ["", "Full traceback: %tb, or skyjo_widget.full_traceback()"]


def test_tb_and_the_call_print_the_full_traceback(outputs: dict[str, str]) -> None:
    """Both name the file in which the error was raised."""
    assert "open.py" in outputs["again"]
    assert "open.py" in outputs["printed"]
    assert "open.py" not in outputs["game"]


def test_an_error_inside_a_strategy_shows_the_line_in_it(outputs: dict[str, str]) -> None:
    """The error in the function comes first, then the call that met it."""
    shown = outputs["strategy"]
    assert "in mine\n----> 2 return o.nothing" in shown
    assert "----> 4 table.run()" in shown
    assert shown.index("AttributeError") < shown.index("PolicyError")
    assert "skyjo_widget/" not in shown


def test_a_function_that_calls_itself_doesnt_fill_the_screen(outputs: dict[str, str]) -> None:
    """Of fifty frames the outermost and the innermost are shown."""
    shown = outputs["recursion"]
    assert shown.count("---->") == 4
    assert "----> 3 deeper(50)" in shown


def test_an_error_from_a_thread_shows_where_it_was_raised(outputs: dict[str, str]) -> None:
    """Raised again in the cell, it shows the line in the thread's function too."""
    assert 'table.predict("draw at most 4", 52)' in outputs["callback"]
    assert "threading.py" not in outputs["callback"]


def test_a_mode_that_was_chosen_is_kept(outputs: dict[str, str]) -> None:
    """``%xmode Verbose`` asks for everything."""
    assert "open.py" in outputs["verbose"]


def test_errors_of_others_are_left_alone(outputs: dict[str, str]) -> None:
    """An error that isn't ours looks as IPython shows it."""
    assert "Traceback (most recent call last)" in outputs["plain"]


def test_colours_are_those_of_the_shell(outputs: dict[str, str]) -> None:
    """Colours where the shell has them, none where they are off."""
    assert "\x1b[" in outputs["colours"]
    assert "\x1b[" not in outputs["game"]


def test_scripts_keep_the_ordinary_traceback() -> None:
    """Outside of IPython an error is printed by Python."""
    done = subprocess.run(
        [sys.executable, "-c", "import skyjo_widget\nskyjo_widget.play('skijo', [])"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.stderr.startswith("Traceback (most recent call last)")
    assert "open.py" in done.stderr


def test_the_full_traceback_needs_no_ipython(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a plain console it prints Python's own; before any error it says that there is none."""
    monkeypatch.delattr(sys, "last_value", raising=False)
    full_traceback()
    assert capsys.readouterr().out == "No error has been shown so far.\n"
    with pytest.raises(RulesError) as caught:
        play("skijo", [])
    monkeypatch.setattr(sys, "last_value", caught.value, raising=False)
    full_traceback()
    assert "open.py" in capsys.readouterr().out
