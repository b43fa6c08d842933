"""First contact: a pupil's file that hides a module, and the page about an installation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

from skyjo_widget import cli, doctor
from skyjo_widget.util import shadowed

ENGLISH = {"LC_ALL": "en_GB.UTF-8", "PYTHONIOENCODING": "utf-8"}
FRENCH = {"LC_ALL": "fr_FR.UTF-8", "PYTHONIOENCODING": "utf-8"}
HIDES = "{file} hides the module {name}, which is needed: rename that file and restart the kernel"


def run(code: str, **environment: str) -> str:
    """Run a program in this folder, which fails; return its last line."""
    Path("program.py").write_text(code)
    command = [sys.executable, "program.py"]
    environment = {**os.environ, **environment}
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", env=environment, check=False
    )
    assert done.returncode
    return done.stderr.rstrip().splitlines()[-1].partition(": ")[2]


@pytest.mark.parametrize("name", ["random", "types", "statistics", "token", "numpy"])
def test_a_file_that_hides_a_module_is_named_in_a_sentence(name):
    """With what to do, instead of an import that fails somewhere inside."""
    file = Path(f"{name}.py").absolute()
    file.write_text("x = 1\n")
    assert run("import skyjo_widget", **ENGLISH) == HIDES.format(file=file, name=name)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("random", "import random\nprint(random.randint(1, 6))", "import skyjo_widget"),
        ("statistics", "x = = 1", "import skyjo_widget"),
        ("numpy/__init__", "", "import skyjo_widget"),
        (
            "pandas",
            "",
            "from skyjo_widget import simulate\nsimulate('skyjo', ['greedy'] * 2, games=2).games",
        ),
        (
            "pandas",
            "",
            "from skyjo_widget import play\n"
            "play('skyjo', ['Ana', 'Bo'], record=False).log.decisions",
        ),
    ],
)
def test_so_is_one_that_fails_itself_a_folder_and_one_that_is_needed_later(name, content, code):
    """Whatever error it causes, and at the first use of a name; in French on a French system."""
    file = Path(f"{name}.py").absolute()
    file.parent.mkdir(exist_ok=True)
    file.write_text(content)
    module = name.removesuffix("/__init__")
    said = run(code, **FRENCH)
    assert said.startswith(f"{file} cache le module {module}, qui est nécessaire")
    assert "renomme ce fichier" in said


def test_a_file_that_does_no_harm_is_left_alone_and_another_error_stays_as_it_is():
    """Only what an import needs is hidden; a library that is missing is said as ever."""
    Path("test.py").write_text("raise SystemExit")
    Path("turtle.py").write_text("raise SystemExit")
    code = "import skyjo_widget, sys\nsys.modules['pandas'] = None\nskyjo_widget.simulate"
    assert run(code, **ENGLISH) == "import of pandas halted; None in sys.modules"


@pytest.mark.parametrize(("system", "lines"), [("C.UTF-8", 2), ("fr_CA.UTF-8", 1)])
def test_a_system_of_neither_language_gets_both(system, lines, monkeypatch):
    """Nothing else is known when the package is imported."""
    monkeypatch.setenv("LC_ALL", system)
    text = shadowed.hiding_text("random.py")
    assert len(text.splitlines()) == lines
    assert "random.py cache le module random" in text


@pytest.mark.slow
def test_a_notebook_says_it_in_one_line(monkeypatch):
    """In a real kernel, where only a library's name can be hidden."""
    for key, value in ENGLISH.items():
        monkeypatch.setenv(key, value)
    file = Path("numpy.py").absolute()
    file.write_text("")
    manager, client = start_new_kernel(cwd=str(Path.cwd()))
    try:
        errors: list[list[str]] = []

        def keep(message):
            if message["msg_type"] == "error":
                errors.append(message["content"]["traceback"])

        client.execute_interactive("from skyjo_widget import play", output_hook=keep, timeout=60)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert errors == [["ImportError: " + HIDES.format(file=file, name="numpy")]]


def test_the_command_says_it_before_it_serves(monkeypatch, capsys):
    """With a file such as types.py no kernel starts there."""
    Path("types.py").write_text("")
    Path("own.ipynb").write_text("{}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr("jupyterlab.labapp.LabApp.initialize_server", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        cli.main(["--here", "own.ipynb"])
    assert "types.py" in capsys.readouterr().err


# The page about the installation


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_has_the_versions_and_nothing_that_names_somebody(lang, monkeypatch, capsys):
    """The home folder is written ~; the exit code is 0 if nothing is wrong."""
    home = Path("somebody").absolute()
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    code = cli.main(["doctor", "--lang", lang])
    text = capsys.readouterr().out
    assert re.search(r"numpy \d+\.", text)
    assert re.search(r"jupyterlab \d+\.", text)
    assert "~" in text
    assert "somebody" not in text
    assert os.uname().nodename not in text
    assert code == int("✗" in text)
    monkeypatch.setenv("LC_ALL", lang)
    doctor()
    assert capsys.readouterr().out.splitlines()[:2] == text.splitlines()[:2]


def test_the_page_begins_with_what_is_wrong_here(monkeypatch, capsys):
    """A file that hides a module, a folder that can't be written, a taken port, no numba."""
    Path("random.py").write_text("")
    Path("games").mkdir()
    monkeypatch.setattr(
        "tempfile.NamedTemporaryFile",
        lambda **_: (_ for _ in ()).throw(PermissionError(13, "Permission denied")),
    )
    monkeypatch.setattr("skyjo_widget.engine.core.jit.has_numba", lambda: False)
    monkeypatch.setattr("skyjo_widget.board.checkup._version", {"numpy": "1.0"}.get)
    assert cli.main(["doctor", "--lang", "en"]) == 1
    wrong = capsys.readouterr().out.split("\n\n")[1]
    for part in (
        "random.py hides a module of that name: rename it",
        "nothing can be written",
        "numba isn't installed",
        "numpy 1.0 (",
        "missing: anywidget",
    ):
        assert part in wrong


def test_a_kernel_that_runs_another_python_is_said(monkeypatch, capsys):
    """There the package may be missing."""
    specs = {"python3": {"spec": {"argv": ["/elsewhere/bin/python", "-m", "ipykernel_launcher"]}}}
    monkeypatch.setattr(
        "jupyter_client.kernelspec.KernelSpecManager.get_all_specs", lambda _self: specs
    )
    assert cli.main(["doctor", "--lang", "en"]) == 1
    assert "python3 starts /elsewhere/bin/python" in capsys.readouterr().out
