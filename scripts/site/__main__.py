"""Build the documentation's site into ``build/site``: ``make site``."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from scripts import release
from scripts.site import links, reference
from scripts.site.examples import write_position, write_replay
from scripts.site.sources import OWN, ROOT, Language

SITE = ROOT / "build" / "site"
LITE = ROOT / "build" / "lite"


def address(home: str) -> str:
    """Return where GitHub shows the site of a repository, or nothing if there is none yet."""
    repository = re.fullmatch(r"https://github\.com/([\w-]+)/([\w.-]+)", home)
    return f"https://{repository[1].lower()}.github.io/{repository[2]}/" if repository else ""


def build(site: Path, lite: Path | None, home: str = "") -> None:
    """Build the site in both languages.

    Parameters
    ----------
    site : Path
        The folder, which is replaced.
    lite : Path, optional
        The built part that runs in the browser; it is copied to ``lite/``.
    home : str
        The address at which the site will be, with a slash at its end; pages then name theirs.

    Raises
    ------
    SystemExit
        If Sphinx warns of anything, or a link leads nowhere.
    """
    shutil.rmtree(site, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        running = [
            _sphinx(lang, Path(folder) / lang, site / own, bool(lite), home and home + own)
            for lang, own in (("en", ""), ("fr", "fr/"))
        ]
        codes = [process.wait() for process in running]
        if any(codes):
            sys.exit("Sphinx found something wrong: see above")
    for lang in ("en", "fr"):
        examples = site / ("" if lang == "en" else lang) / "examples"
        write_replay(examples / "replay.html", lang)
        write_position(examples / "position.html", lang)
    shutil.copy(OWN / "404.html", site)
    if lite:
        shutil.copytree(lite, site / "lite", copy_function=_linked)
    if broken := links.broken(site):
        sys.exit("\n".join(["Links that lead nowhere:", *broken]))


def _sphinx(lang: str, work: Path, site: Path, lite: bool, home: str) -> subprocess.Popen[bytes]:
    """Write the sources of a language, and start Sphinx."""
    Language(lang, lite=lite).write(work / "source")
    if lang == "en":
        reference.write(work / "source")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-t", lang]
    command += ["-D", f"html_baseurl={home}"]
    folders = ["-c", str(OWN), "-d", str(work / "doctrees"), str(work / "source"), str(site)]
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.Popen([*command, *folders], env={**os.environ, "PYTHONPATH": path})


def _linked(source: str, target: str) -> None:
    """Copy a file, without its content where the system can."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def main() -> None:
    """Build the site of the checkout, and name its address."""
    lite = LITE if (LITE / "index.html").exists() else None
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    build(SITE, lite, address(release.home(project)))
    print(SITE / "index.html")
    if lite is None:
        print("Without the part that runs in the browser: `make lite` builds it first.")


if __name__ == "__main__":
    main()
