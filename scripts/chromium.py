"""Print the path of a Chromium for the browser tests, installing one where that is easy.

It is $CHROMIUM, or the one on PATH, or a package of a Debian-like system where this may install
it (as root, or by a sudo that asks for no password).  The headless shell comes first: the same
browser without windows, with which the tests take 40 % less of the processor.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

PACKAGES = ("chromium-headless-shell", "chromium")
NAMES = (*PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = "no Chromium was found: install one, or name it in the environment variable CHROMIUM"


def find() -> str | None:
    """The path of a Chromium that starts; None if there is none."""
    named = os.environ.get("CHROMIUM")
    for name in (named,) if named else NAMES:
        path = shutil.which(name)
        if path and _starts(path):
            return path
    return None


def _starts(path: str) -> bool:
    # A system may have a `chromium` that only says where to get the real one.
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def install(*packages: str) -> None:
    """Install the first of Debian's packages if that needs no questions; else do nothing."""
    if not shutil.which("apt-get"):
        return
    if os.geteuid() == 0:
        sudo = []
    elif subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0:
        sudo = ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"]
    else:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def apt_get(*words: str) -> bool:
        # Its output goes where errors go: the path alone is our output.
        command = [*sudo, "apt-get", *words]
        done = subprocess.run(command, env=environment, stdout=sys.stderr, check=False)
        return done.returncode == 0

    apt_get("update")
    for package in packages:
        if apt_get("install", "-y", "--no-install-recommends", package):
            return


def main() -> int:
    """Print the path and give 0, or say what to do and give 1."""
    path = find()
    if path is None and not os.environ.get("CHROMIUM"):
        install(*PACKAGES)
        path = find()
    if path is None:
        print(ADVICE, file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
