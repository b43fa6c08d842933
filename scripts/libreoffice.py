"""Print the path of a LibreOffice for the tests of spreadsheets, installing one where that is easy.

It is the one on PATH, or the package of a Debian-like system, as `scripts.chromium` installs it.
"""

from __future__ import annotations

import shutil
import sys

from scripts import chromium

PACKAGE = "libreoffice-calc"
ADVICE = f"no LibreOffice was found on PATH: install {PACKAGE}"


def find() -> str | None:
    """The path of a LibreOffice; None if there is none."""
    return shutil.which("soffice")


def main() -> int:
    """Print the path and give 0, or say what to do and give 1."""
    if find() is None:
        chromium.install(PACKAGE)
    path = find()
    print(path or ADVICE, file=sys.stdout if path else sys.stderr)
    return 0 if path else 1


if __name__ == "__main__":
    sys.exit(main())
