"""The command `skyjo-widget`, up to where JupyterLab takes over."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from importlib import metadata
from pathlib import Path

import pytest

from skyjo_widget import cli, hand_in, load_all, play
from skyjo_widget.lessons.report import watch as class_watch
from skyjo_widget.util.version import __version__
from tests.fixtures.french import faults


@pytest.fixture(autouse=True)
def _english_system(monkeypatch):
    """The system's language is the command's, where none is chosen."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_the_command_speaks_the_language_of_the_system(monkeypatch, capsys, own_folder):
    """Without `--lang` it prints, and makes, French ones on a French system."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert cli.main(["lesson", "new", "3B"]) == 0
    assert "eleve.ipynb" in capsys.readouterr().out
    assert cli.main(["answers"]) == 0
    assert capsys.readouterr().out.startswith("Le hasard\u00a0: réponses attendues")


@pytest.fixture
def served(monkeypatch, tmp_path):
    """A list of what would have been served, from an empty folder."""
    calls: list[Path] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "_serve", lambda notebook, **options: calls.append(notebook))
    package = tmp_path / "package"
    package.mkdir()
    for name in ("tutorial", "samples", "strategy", "perfect"):
        (package / f"{name}.ipynb").write_text("original")
        (package / f"{name}.fr.ipynb").write_text("en français")
    (package / "analysis.ipynb").write_text("analysis")
    (package / "records").mkdir()
    (package / "records" / "game.jsonl").write_text("a game")
    monkeypatch.setattr(cli, "packaged", lambda name: package / name)
    return calls


def test_the_tutorial_is_copied_and_opened(served, tmp_path, capsys):
    """A reader works on a copy in the current folder."""
    assert cli.main([]) == 0
    assert served == [tmp_path / "tutorial.ipynb"]
    assert served[0].read_text() == "original"
    assert "copied" in capsys.readouterr().out


def test_the_french_tutorial_is_copied_and_opened(served, tmp_path):
    """Under a name of its own, beside the English one."""
    assert cli.main([]) == 0
    assert cli.main(["--lang", "fr"]) == 0
    assert served == [tmp_path / "tutorial.ipynb", tmp_path / "tutorial.fr.ipynb"]
    assert [path.read_text() for path in served] == ["original", "en français"]


@pytest.mark.parametrize("name", ["tutorial", "samples"])
def test_each_lesson_is_copied_with_those_that_it_leads_to(served, tmp_path, name):
    """So the links between them work; one that is there already stays."""
    (tmp_path / "strategy.fr.ipynb").write_text("mine")
    assert cli.main([name, "--lang", "fr"]) == 0
    assert served == [tmp_path / f"{name}.fr.ipynb"]
    copied = {path.name: path.read_text() for path in tmp_path.glob("*.ipynb")}
    assert copied.pop("strategy.fr.ipynb") == "mine"
    others = ("tutorial.fr.ipynb", "samples.fr.ipynb", "perfect.fr.ipynb")
    assert copied == dict.fromkeys(others, "en français")


def test_there_is_each_lesson_in_each_language():
    """In the package, or beside it in a checkout."""
    for name in ("tutorial", "samples", "strategy", "perfect"):
        assert cli.packaged(f"{name}.ipynb").is_file()
        assert cli.packaged(f"{name}.fr.ipynb").is_file()
    assert cli.packaged("analysis.ipynb").is_file()


def test_the_analysis_is_opened_with_the_records_that_it_reads(served, tmp_path, capsys):
    """Both are copied; the tutorial has none."""
    assert cli.main([]) == 0
    assert not (tmp_path / "records").exists()
    assert cli.main(["analysis"]) == 0
    assert served[-1] == tmp_path / "analysis.ipynb"
    assert served[-1].read_text() == "analysis"
    assert (tmp_path / "records" / "game.jsonl").read_text() == "a game"
    assert "records was copied" in capsys.readouterr().out


def test_a_folder_of_records_is_never_overwritten(served, tmp_path):
    """Whoever has a folder of that name keeps it; the notebook reads what is in there."""
    (tmp_path / "records").mkdir()
    assert cli.main(["analysis"]) == 0
    assert not list((tmp_path / "records").iterdir())


def test_the_records_that_ship_can_be_read():
    """All of them, whole, unedited, and with what the analysis is about."""
    log = load_all(cli.packaged("records"))
    games = log.games
    assert len(games) == len(list(cli.packaged("records").glob("*.jsonl")))
    assert {"skyjo", "newskyjo", "skip-bo"} == set(games["game"])
    assert games["practice"].any()
    assert games["branch"].notna().any()
    assert not games["finished"].all()
    assert log.decisions["undone"].any()
    assert {"observed", "opinion", "idea"} <= set(log.notes["note_kind"])
    assert len(log.forms) > 2
    assert len(log.rulings) > 2
    assert sum(path.stat().st_size for path in cli.packaged("records").iterdir()) < 1_500_000


def test_a_notebook_that_there_is_none_of_is_refused(capsys):
    """With those that there are."""
    with pytest.raises(SystemExit):
        cli.main(["tutorail"])
    assert "tutorial" in capsys.readouterr().err


def test_a_language_without_a_tutorial_is_refused(capsys):
    """With those that there are."""
    with pytest.raises(SystemExit):
        cli.main(["--lang", "de"])
    assert "'en', 'fr'" in capsys.readouterr().err


def test_an_existing_tutorial_is_opened_and_never_overwritten(served, tmp_path, capsys):
    """A reader's own file stays."""
    (tmp_path / "tutorial.ipynb").write_text("mine")
    assert cli.main([]) == 0
    assert served[0].read_text() == "mine"
    assert "is there already" in capsys.readouterr().out


def test_a_given_notebook_is_opened_where_it_is(served, tmp_path, capsys):
    """As `make play` does."""
    (tmp_path / "own.ipynb").write_text("own")
    assert cli.main(["--here", "own.ipynb"]) == 0
    assert served == [tmp_path / "own.ipynb"]
    assert not (tmp_path / "tutorial.ipynb").exists()
    assert cli.main(["--here", "none.ipynb"]) == 1
    assert capsys.readouterr().err == "skyjo-widget: there is no notebook none.ipynb\n"


def test_without_jupyterlab_it_says_how_to_get_it(served, monkeypatch, tmp_path, capsys):
    """One sentence, no traceback, and no copy left behind."""
    monkeypatch.setitem(sys.modules, "jupyterlab", None)
    assert cli.main([]) == 1
    error = capsys.readouterr().err
    assert "pip install 'skyjo_widget[lab]'" in error
    assert error.count("\n") == 1
    assert not (tmp_path / "tutorial.ipynb").exists()


def test_a_taken_port_is_told(monkeypatch, tmp_path, capsys):
    """A port that was asked for is used or refused, never another one."""
    (tmp_path / "own.ipynb").write_text("{}")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        assert cli.main(["--here", str(tmp_path / "own.ipynb"), "--port", str(port)]) == 1
    assert f"port {port} can't be used" in capsys.readouterr().err


def test_root_serves_only_if_asked(monkeypatch, tmp_path, capsys):
    """Else one line says what that would mean, and how it is asked for."""
    (tmp_path / "own.ipynb").write_text("{}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert cli.main(["--here", str(tmp_path / "own.ipynb")]) == 1
    assert "--allow-root (make play ROOT=yes)" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["0", "65536", "-1", "web"])
def test_a_port_is_a_number_that_exists(port, capsys):
    """Refused by the command line, with what would be right."""
    with pytest.raises(SystemExit):
        cli.main(["--port", port])
    assert "from 1 to 65535" in capsys.readouterr().err


def test_the_version_is_printed_and_nothing_heavy_loaded():
    """`skyjo-widget --version` is at once."""
    code = (
        "import sys; from skyjo_widget import cli\n"
        "try: cli.main(['--version'])\n"
        "finally: print(sorted({'pandas', 'numba', 'anywidget', 'jupyterlab'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"skyjo-widget {__version__}\n[]\n"


@pytest.mark.slow
def test_the_printed_address_answers(tmp_path):
    """JupyterLab serves the notebook at it, asks for the token, and ends when told to."""
    notebook = tmp_path / "my notebook.ipynb"
    notebook.write_text('{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}')
    process = subprocess.Popen(
        [sys.executable, "-m", "skyjo_widget.cli", "--here", notebook.name, "--no-browser"]
        + ["--allow-root"] * (os.geteuid() == 0),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    timer = threading.Timer(600, process.kill)
    timer.start()
    try:
        assert process.stdout
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        found = re.search(
            r"http://127\.0\.0\.1:\d+/lab/tree/my%20notebook\.ipynb\?\S+", "".join(lines)
        )
        assert found, lines
        address = found[0]
        with urllib.request.urlopen(address, timeout=20) as answer:
            assert b"JupyterLab" in answer.read()
        api = address.split("/lab/")[0] + "/api/contents/my%20notebook.ipynb"
        with pytest.raises(urllib.error.HTTPError, match="403") as refused:
            urllib.request.urlopen(api, timeout=20)
        refused.value.close()
    finally:
        process.terminate()
        process.communicate(timeout=30)
        timer.cancel()


def test_a_lesson_is_made_once(tmp_path, monkeypatch, capsys):
    """Its files are named; a second one replaces nothing."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lesson", "new", "3B", "--lang", "fr"]) == 0
    assert capsys.readouterr().out.split() == [
        str(Path("3B", "eleve.ipynb")),
        str(Path("3B", "lesson.toml")),
    ]
    assert cli.main(["lesson", "new", "3B"]) == 1
    assert "such a file already" in capsys.readouterr().err


def test_a_classs_page_is_made_by_a_command(tmp_path, monkeypatch, capsys):
    """With first names unless asked otherwise; without a folder it says so."""
    monkeypatch.chdir(tmp_path)
    hand_in(play("skyjo", ["me", "bot:random"], seed=1, record=False, display=False), "Ana Dupont")
    assert cli.main(["class", "--out", "page.html"]) == 0
    assert "pupils: 1, games: 1: page.html" in capsys.readouterr().out
    assert "Dupont" not in Path("page.html").read_text("utf-8")
    assert cli.main(["class", "nowhere"]) == 1
    assert "no such folder" in capsys.readouterr().err


def test_a_class_is_watched_before_the_first_file(tmp_path, monkeypatch, capsys):
    """Its folder is made; a file in its place is named."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(class_watch.Watch, "follow", lambda _self, make, **_: make())
    assert cli.main(["class", "shared/3B", "--watch", "--out", "page.html"]) == 0
    assert "pupils: 0, games: 0: page.html" in capsys.readouterr().out
    assert Path("shared/3B").is_dir()
    Path("file").write_text("")
    assert cli.main(["class", "file/3B", "--watch"]) == 1
    assert "file/3B: Not a directory" in capsys.readouterr().err
    assert cli.main(["class", "file", "--watch", "--names", "whole"]) == 0
    assert "left out: file: not a hand-in file" in capsys.readouterr().out


def test_the_jupyterlab_that_is_started_is_quiet_and_has_french_menus(monkeypatch):
    """If the pack is installed; by defaults of that server alone."""
    from jupyter_server.services.config.manager import ConfigManager

    pack = metadata.EntryPoint("fr_FR", "a_pack", "jupyterlab.languagepack")
    monkeypatch.setattr(metadata, "entry_points", lambda **_: [pack])
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    menus = {}
    for lang in ("fr", "en"):
        with cli._lab_defaults(lang):
            manager = ConfigManager(config_dir_name="labconfig")
            defaults = manager.get("default_setting_overrides")
        news = defaults["@jupyterlab/apputils-extension:notification"]["fetchNews"]
        assert news == "false"
        menus[lang] = defaults.get("@jupyterlab/translation-extension:plugin", {}).get("locale")
        assert "JUPYTER_CONFIG_PATH" not in os.environ
    assert menus == {"fr": "fr_FR", "en": None}


COMMANDS = ("", "class", "verify", "lesson", "answers", "sheets", "doctor")
KEPT = "tutorial|samples|strategy|perfect|analysis|compile|hand-in|first|whole|folder|new"
"""Words of the command that aren't language."""


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_is_in_the_language_of_the_command(command, capsys):
    """All of it: argparse's own words and ours."""
    assert exit_code([*command.split(), "--lang", "fr", "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("utilisation\u00a0: skyjo-widget")
    shown = re.sub(r"\{.*?\}|\[.*?\]|--\w+(-\w+)?|\b[A-Z]{2,}\b|utilisation.*", " ", text)
    assert not faults(re.sub(rf"\b({KEPT}|{'|'.join(COMMANDS[1:])})\b", " ", shown)), text


REFUSED = {
    "class rien": "skyjo-widget: rien\u00a0: ce dossier n’existe pas",
    "verify rien": "skyjo-widget: rien\u00a0: ce dossier n’existe pas",
    "sheets rien.toml": "skyjo-widget: impossible de lire rien.toml\u00a0: aucun fichier",
    "--here rien.ipynb": "skyjo-widget: il n’y a pas de notebook rien.ipynb",
    "--port x": "erreur\u00a0: argument --port\u00a0: 'x' n’est pas un port",
    "lesson old x": "argument what\u00a0: 'old' n’est pas possible",
    "verify": "il manque ces arguments\u00a0: FILE",
    "class --nothing": "arguments inconnus\u00a0: --nothing",
}


@pytest.mark.parametrize("command", REFUSED)
def test_a_refusal_is_in_the_language_of_the_command(command, capsys, own_folder):
    """And argparse speaks as before afterwards."""
    assert exit_code([*command.split(), "--lang", "fr"]) in (1, 2)
    assert REFUSED[command] in capsys.readouterr().err
    assert exit_code(["verify", "--lang=en"]) == 2
    assert "the following arguments are required: FILE" in capsys.readouterr().err


def exit_code(arguments):
    """The exit code of a command, also where argparse refuses it."""
    try:
        return cli.main(arguments)
    except SystemExit as refused:
        return refused.code
