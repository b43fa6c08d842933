"""The folder of wheels for a machine without network."""

from __future__ import annotations

import os
import platform
import subprocess
import venv

import pytest

from scripts import wheelhouse
from tests.fixtures.programs import run

HERE = ".".join(platform.python_version_tuple()[:2])


def test_the_lines_to_type_are_those_of_the_platform():
    """A launcher and backslashes on Windows."""
    assert wheelhouse.install_lines("windows", "3.13", ("lab", "serve")).splitlines() == [
        "    py -3.13 -m venv skyjo",
        "    skyjo\\Scripts\\python -m pip install --no-index --find-links wheels"
        ' "skyjo_widget[lab,serve]"',
        "    skyjo\\Scripts\\skyjo-widget",
    ]
    lines = wheelhouse.install_lines("macos", "3.12", ())
    assert lines.startswith("    python3.12 -m venv skyjo\n    skyjo/bin/python -m pip ")
    assert '"skyjo_widget"\n' in lines


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--platform", "amiga"], "'amiga' (choose from"),
        (["--python", "3"], "--python is like 3.13, not '3'"),
        (["--extras", "parquet,sound"], "pyproject.toml has no extra sound"),
    ],
)
def test_what_cannot_be_gathered_is_refused(arguments, said, capsys):
    """Before anything is downloaded."""
    with pytest.raises(SystemExit):
        wheelhouse.main(arguments)
    assert said.replace("'", "") in capsys.readouterr().err.replace("'", "")


def test_an_unknown_machine_has_to_name_a_platform(monkeypatch):
    """The choice is part of the sentence."""
    monkeypatch.setattr(platform, "machine", lambda: "vax")
    with pytest.raises(SystemExit, match="name a platform, windows, macos"):
        wheelhouse.here()


@pytest.mark.slow
@pytest.mark.parametrize("python", ["3.11", "3.14"])
def test_a_platform_gets_what_only_it_needs(python):
    """Requirements that apply on Windows or macOS are found from any machine."""
    found = {
        name: {
            pin.partition("==")[0]
            for pin in wheelhouse.resolve(
                "pyproject.toml", wheelhouse.TARGETS[name], python, extras=wheelhouse.EXTRAS
            )
        }
        for name in ("windows", "macos", "linux")
    }
    assert {"colorama", "pywinpty"} <= found["windows"] - found["linux"]
    assert {"appnope"} <= found["macos"] - found["linux"]
    assert {"jupyterlab", "numba", "uvicorn"} <= set.intersection(*found.values())


def without_network() -> list[str]:
    """Return a command before which another one has no network; empty where none is permitted."""
    for command in (["unshare", "--net"], ["unshare", "--map-root-user", "--net"]):
        try:
            subprocess.run([*command, "true"], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return command
    return []


GAME = """
from skyjo_widget import play
t = play("skyjo", ["bot:greedy", "bot:random"], record=False, display=False)
t.run(rounds=True)
print(t.over)
"""


@pytest.mark.slow(minutes=True)
def test_a_machine_without_network_installs_and_plays(tmp_path):
    """From the folder alone, in an empty environment."""
    wheels = wheelhouse.gather(wheelhouse.here(), HERE, (), tmp_path)
    assert len(wheels) > 20
    for language in ("ENGLISH", "FRANÇAIS"):
        text = (tmp_path / "README.txt").read_text("utf-8").partition(language)[2]
        assert f'--find-links wheels "{wheelhouse.requirement(())}"' in text
    venv.create(tmp_path / "skyjo", with_pip=True)
    programs = tmp_path / "skyjo" / "bin"
    # No settings of ours: they could name another folder of wheels.
    ours = ("PIP_", "PYTHON", "VIRTUAL")
    env = {k: v for k, v in os.environ.items() if not k.startswith(ours)}
    env["PIP_CONFIG_FILE"] = os.devnull
    offline = without_network()
    install = ["-m", "pip", "install", "--quiet", "--no-index", "--find-links", "wheels"]
    run([*offline, str(programs / "python"), *install, "skyjo_widget"], cwd=tmp_path, env=env)
    command = [*offline, str(programs / "python"), "-c", GAME]
    assert run(command, cwd=tmp_path, env=env) == "True\n"
