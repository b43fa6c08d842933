"""Gather the wheels that a machine without network needs: ``make wheelhouse``.

They may be for another platform and another Python than this one: uv resolves the requirements as
if it ran there, since pip asks the running Python which of them apply; pip downloads the result.
A second resolution, from the folder alone, proves that nothing is missing.
"""

from __future__ import annotations

import argparse
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EXTRAS = ("lab", "fast", "serve")
"""The extras of every folder: a lesson in JupyterLab, fast, with phones."""
UV = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate"]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


@dataclass(frozen=True)
class Target:
    """A platform that wheels are gathered for.

    Parameters
    ----------
    title : str
        Its name for people.
    uv : str
        Its name for ``uv --python-platform``.
    tags : tuple of str
        The platform tags of wheels that it takes, for ``pip --platform``.
    """

    title: str
    uv: str
    tags: tuple[str, ...]


def _linux(arch: str) -> tuple[str, ...]:
    # pip takes each tag as it is, and doesn't add those of older systems.
    return (*(f"manylinux_2_{n}_{arch}" for n in range(28, 4, -1)), f"manylinux2014_{arch}")


TARGETS = {
    "windows": Target("Windows (x86-64)", "x86_64-pc-windows-msvc", ("win_amd64",)),
    "macos": Target("macOS 13 (Apple silicon)", "aarch64-apple-darwin", ("macosx_13_0_arm64",)),
    "macos-intel": Target("macOS 13 (Intel)", "x86_64-apple-darwin", ("macosx_13_0_x86_64",)),
    "linux": Target("Linux (x86-64)", "x86_64-manylinux_2_28", _linux("x86_64")),
    "linux-arm": Target("Linux (ARM, 64 bits)", "aarch64-manylinux_2_28", _linux("aarch64")),
}
_HERE = {
    ("Windows", "AMD64"): "windows",
    ("Darwin", "arm64"): "macos",
    ("Darwin", "x86_64"): "macos-intel",
    ("Linux", "x86_64"): "linux",
    ("Linux", "aarch64"): "linux-arm",
}

README = """\
skyjo_widget {version}: {title}, Python {python}

ENGLISH

These are all the packages that it needs. On the machine without network, with Python {python}
installed, open a terminal in this folder and type

{lines}

The last line opens the first lesson in JupyterLab. Nothing is fetched. The folder "skyjo" works
only where it was made; to remove everything, delete it.

FRANÇAIS

Voici tous les paquets nécessaires. Sur la machine sans réseau, où Python {python} est installé,
ouvre un terminal dans ce dossier et tape

{lines} --lang fr

La dernière ligne ouvre la première leçon dans JupyterLab. Rien n’est téléchargé. Le dossier
« skyjo » ne marche que là où il a été créé ; pour tout enlever, supprime-le.
"""


def here() -> str:
    """Return the name of this machine's platform in `TARGETS`.

    Raises
    ------
    SystemExit
        If it is none of them.
    """
    machine = platform.system(), platform.machine()
    if machine not in _HERE:
        raise SystemExit(f"name a platform, {', '.join(TARGETS)}: this is {' '.join(machine)}")
    return _HERE[machine]


def project() -> dict[str, Any]:
    """Return the table ``project`` of ``pyproject.toml``."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        table: dict[str, Any] = tomllib.load(file)["project"]
    return table


def resolve(
    wanted: str, target: Target, python: str, *, extras: tuple[str, ...] = (), house: str = ""
) -> list[str]:
    """Return what has to be installed, each as ``name==version``.

    Parameters
    ----------
    wanted : str
        A file of requirements, ``pyproject.toml``, or ``-`` for the package from `house`.
    target : Target
        The platform.
    python : str
        The Python there, as ``3.13``.
    extras : tuple of str
        Extras of the package.
    house : str
        A folder of wheels that replaces the index.

    Raises
    ------
    subprocess.CalledProcessError
        If something isn't to be had as a wheel for that platform; uv prints what.
    """
    command = [*UV, wanted, "--only-binary", ":all:"]
    command += ["--python-platform", target.uv, "--python-version", python]
    text = None
    if house:
        command += ["--no-index", "--find-links", house]
        text = requirement(extras)
    else:
        command += [part for extra in extras for part in ("--extra", extra)]
    done = subprocess.run(
        command, cwd=ROOT, input=text, stdout=subprocess.PIPE, encoding="utf-8", check=True
    )
    return done.stdout.split()


def requirement(extras: tuple[str, ...]) -> str:
    """Return the package with its extras, as pip takes it."""
    return f"skyjo_widget[{','.join(extras)}]" if extras else "skyjo_widget"


def install_lines(name: str, python: str, extras: tuple[str, ...]) -> str:
    """Return the lines to type on the machine of the platform `name`."""
    windows = name == "windows"
    programs = "skyjo\\Scripts\\" if windows else "skyjo/bin/"
    install = f'-m pip install --no-index --find-links wheels "{requirement(extras)}"'
    return "\n".join(
        [
            f"    {f'py -{python}' if windows else f'python{python}'} -m venv skyjo",
            f"    {programs}python {install}",
            f"    {programs}skyjo-widget",
        ]
    )


def gather(name: str, python: str, extras: tuple[str, ...], folder: Path) -> list[Path]:
    """Fill a folder with a file README.txt and the folder ``wheels``.

    Parameters
    ----------
    name : str
        A key of `TARGETS`.
    python : str
        The Python there, as ``3.13``.
    extras : tuple of str
        Extras of the package.
    folder : Path
        The folder; wheels of an earlier time are removed.

    Returns
    -------
    list of Path
        The wheels.

    Raises
    ------
    SystemExit
        If the folder lacks something, by its name.
    subprocess.CalledProcessError
        If something can't be had; uv or pip prints what.
    """
    target, wheels = TARGETS[name], folder / "wheels"
    pins = resolve("pyproject.toml", target, python, extras=extras)
    shutil.rmtree(wheels, ignore_errors=True)
    wheels.mkdir(parents=True)
    build = [*PIP, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(ROOT)]
    subprocess.run(build, check=True)
    command = [*PIP, "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
    command += ["--dest", str(wheels), "--implementation", "cp", "--python-version", python]
    command += [part for tag in target.tags for part in ("--platform", tag)]
    subprocess.run([*command, *pins], check=True)
    resolved = set(resolve("-", target, python, extras=extras, house=str(wheels)))
    version = project()["version"]
    missing = {*pins, f"skyjo-widget=={version}"} ^ resolved
    if missing:
        raise SystemExit(f"{wheels} and the index differ in {', '.join(sorted(missing))}")
    lines = install_lines(name, python, extras)
    text = README.format(version=version, title=target.title, python=python, lines=lines)
    newline = "\r\n" if name == "windows" else "\n"
    (folder / "README.txt").write_text(text, "utf-8", newline=newline)
    return sorted(wheels.glob("*.whl"))


def main(arguments: list[str] | None = None) -> int:
    """Gather the wheels that the command line asks for, and print where they are."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--platform", choices=TARGETS, help="default: this machine's")
    parser.add_argument("--python", help="as 3.13; default: the Python that runs this")
    parser.add_argument("--extras", default="", help=f"beside {','.join(EXTRAS)}: parquet,excel")
    options = parser.parse_args(arguments)
    name = options.platform or here()
    python = options.python or ".".join(platform.python_version_tuple()[:2])
    if not re.fullmatch(r"3\.\d+", python):
        parser.error(f"--python is like 3.13, not {python!r}")
    extras = tuple(dict.fromkeys([*EXTRAS, *filter(None, options.extras.split(","))]))
    strange = set(extras) - set(project()["optional-dependencies"])
    if strange:
        parser.error(f"pyproject.toml has no extra {', '.join(sorted(strange))}")
    folder = ROOT / "build" / "wheelhouse" / f"{name}-python{python}"
    try:
        wheels = gather(name, python, extras, folder)
    except subprocess.CalledProcessError as error:
        print(f"failed: {' '.join(map(str, error.cmd[1:6]))} …", file=sys.stderr)
        return 1
    size = sum(wheel.stat().st_size for wheel in wheels) / 1e6
    print(f"{folder}: {len(wheels)} wheels, {size:.0f} MB; README.txt says how to install them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
