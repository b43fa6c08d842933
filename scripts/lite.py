"""Build a site in which the lessons run without a server: ``make lite``.

It is JupyterLite with a Python of its own in the page (Pyodide), the wheel of this checkout and
all that it needs, and the lessons (``lite_notebooks.py``).  Nothing is asked for from elsewhere.
``python -m scripts.lite FOLDER`` builds into another folder.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Any

from scripts import lite_notebooks, lite_start
from scripts.pyodide_parts import CORE, archive, digest, lock, with_dependencies

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "lite"
ENVIRONMENT = ROOT / "build" / "lite-env"
"""For JupyterLite's own packages: a JupyterLab beside them would load its extension."""
WHEELS = ROOT / "build" / "lite-wheels"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
LOCK = ROOT / "lite" / "constraints.txt"

COMPILED = ("pandas", "matplotlib")
SHELL = ("micropip", "ssl", "sqlite3", "jedi", "ipython")
"""Packages that the kernel would else install one by one when it starts."""
KERNEL = ("piplite", "ipykernel", "pyodide_kernel", "widgetsnbextension-4")
"""Wheels that the kernel brings, by how their files begin."""
FRONT = ("pyodide.js", "pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
APPS = ("tree", "notebooks", "lab")
PLUGIN = "@jupyterlite/pyodide-kernel-extension"


def pins() -> list[str]:
    """Return the dependency group ``lite``, whose packages have exact versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return list(project["dependency-groups"]["lite"])


def build(site: Path = SITE, wheel: Path | None = None) -> None:
    """Build the site.

    Parameters
    ----------
    site : Path
        Its folder; what was there is replaced.
    wheel : Path, optional
        The wheel of this package; built where none is given.
    """
    _install()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        if wheel is None:
            command = [sys.executable, "-m", "build", "--wheel", "--outdir", folder, str(ROOT)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            (wheel,) = work.glob("*.whl")
        packages = _python(work / "lite" / "static" / "pyodide", wheel)
        _configure(work / "lite", packages)
        lite_notebooks.write(work / "lite" / "files")
        command = [
            *(str(_program("jupyter-lite")), "build", "--output-dir", str(work / "site")),
            *("--no-sourcemaps", "--no-unused-shared-packages"),
            *(part for app in APPS for part in ("--apps", app)),
        ]
        kept = {key: value for key, value in os.environ.items() if not key.startswith("JUPYTER")}
        done = subprocess.run(
            command,
            cwd=work / "lite",
            env=kept,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"JupyterLite wasn't built:\n{done.stdout}{done.stderr}")
        lite_start.write(work / "site")
        if site.exists():
            shutil.rmtree(site)
        shutil.copytree(work / "site", site)


def _program(name: str) -> Path:
    folder = "Scripts" if os.name == "nt" else "bin"
    return ENVIRONMENT / folder / name


def _install() -> None:
    """Install JupyterLite, and fetch the wheels of plain Python, unless both are as pinned."""
    stamp = ENVIRONMENT / "installed.txt"
    if stamp.exists() and stamp.read_text("utf-8") == LOCK.read_text("utf-8"):
        return
    for folder in (ENVIRONMENT, WHEELS):
        if folder.exists():
            shutil.rmtree(folder)
    venv.create(ENVIRONMENT)
    python = str(_program("python"))
    subprocess.run(
        [*PIP, "--python", python, "install", "--quiet", "--constraint", str(LOCK), *pins()],
        check=True,
    )
    version = lock()["info"]
    plain = [pin for pin in pins() if not pin.startswith("jupyter")]
    command = [
        *(*PIP, "download", "--quiet", "--no-deps", "--only-binary", ":all:"),
        *("--python-version", version["python"], "--dest", str(WHEELS)),
        *("--platform", f"pyodide_{version['abi_version']}_wasm32", *plain),
    ]
    subprocess.run(command, check=True)
    shutil.copy(LOCK, stamp)


def _python(folder: Path, wheel: Path) -> list[str]:
    """Write a Pyodide with all that the lessons need; return the names of its packages.

    All of them are in its lock file, and are loaded side by side before the first cell runs:
    nobody types an installing command.
    """
    folder.mkdir(parents=True)
    for name in FRONT:
        shutil.copy(CORE / name, folder)
    whole = lock()
    names = with_dependencies(*COMPILED, *SHELL)
    kept = {name: whole["packages"][name] for name in names}
    for name in names:
        shutil.copy(archive(name), folder)
    brought = ENVIRONMENT / "share/jupyter/labextensions" / PLUGIN / "static/pypi"
    for path in (wheel, *WHEELS.glob("*.whl"), *brought.glob("*.whl")):
        if path.parent != brought or path.name.startswith(KERNEL):
            shutil.copy(path, folder)
            entry = locked(path)
            kept[entry["name"]] = entry
    text = json.dumps({"info": whole["info"], "packages": kept}, indent=1)
    (folder / "pyodide-lock.json").write_text(text, "utf-8")
    return sorted(kept)


def locked(wheel: Path) -> dict[str, Any]:
    """Return the entry of Pyodide's lock file for a wheel of plain Python."""
    name, version = wheel.name.split("-")[:2]
    return {
        "name": name.lower().replace("_", "-"),
        "version": version,
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": digest(wheel),
        "package_type": "package",
        "imports": [name],
        "depends": [],  # all are loaded
        "unvendored_tests": False,
    }


def _configure(folder: Path, packages: list[str]) -> None:
    """Write the settings of the site."""
    # The kernel looks for the names of packages as it writes them itself.
    names = [name.replace("pyodide-kernel", "pyodide_kernel") for name in packages]
    python = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": names}}
    data = {
        "appName": "skyjo_widget",
        "appUrl": "./tree",
        "litePluginSettings": {f"{PLUGIN}:kernel": python},
    }
    written = {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}
    (folder / "jupyter-lite.json").write_text(json.dumps(written, indent=1), "utf-8")


def main() -> None:
    """Build it, and say how it is looked at."""
    site = Path(sys.argv[1]).resolve() if sys.argv[1:] else SITE
    build(site)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{size / 1e6:.0f} MB in {site}; to play:")
    print(f"  python -m http.server --bind 127.0.0.1 --directory {site} 8000")
    print("  and open http://127.0.0.1:8000")


if __name__ == "__main__":
    main()
