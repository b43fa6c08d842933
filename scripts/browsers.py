"""Print the paths of Firefox and WebKitGTK for the tests, installing them where that is easy.

They are those on PATH, or Debian's packages, as `scripts.chromium` installs one.  WebKitGTK has no
mode without windows: Xvfb is the screen that they are on.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from scripts import chromium

PACKAGES = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
"""Programs that are run, and the package of Debian with each."""
ADVICE = f"Firefox and WebKitGTK aren't all there: install {', '.join(PACKAGES.values())}"


def find(name: str) -> str | None:
    """The path of what is run; None if there is none."""
    return shutil.which(name)


def find_view() -> str | None:
    """The path of WebKitGTK's own small browser, which lies on no PATH; None if there is none."""
    return next(map(str, Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")), None)


def main() -> int:
    """Print the paths and give 0, or say what to do and give 1."""
    for name, package in PACKAGES.items():
        if find(name) is None:
            chromium.install(package)
    paths = [*map(find, PACKAGES), find_view()]
    if None in paths:
        print(ADVICE, file=sys.stderr)
        return 1
    print("\n".join(map(str, paths)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
