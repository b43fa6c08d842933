"""Build what would be published into ``dist/`` and check it: ``make release-check``.

Names all that isn't ready. Nothing is uploaded: a workflow does that, from a tag.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PYTHON = sys.executable
SCHEMAS = {
    "CITATION.cff": "citation-file-format",
    ".github/dependabot.yml": "dependabot",
    ".github/ISSUE_TEMPLATE/config.yml": "github-issue-config",
    ".github/ISSUE_TEMPLATE/[!c]*.yml": "github-issue-forms",
    ".github/workflows/*.yml": "github-workflows",
}
"""The schemas of check-jsonschema that our files keep."""

_NOT_PUBLISHED = {"docs/installing.md": "on an index", "docs/installing.fr.md": "sur aucun index"}
"""Words that say that the package can't be installed by its name yet."""


def home(pyproject: dict[str, Any]) -> str:
    """Return the repository's address; empty as long as it is unknown."""
    address: str = pyproject["tool"]["hatch"]["metadata"]["hooks"]["custom"]["home"]
    return address


def unready(root: Path, *, address: str = "", tag: str = "") -> Iterator[str]:
    """Yield a sentence for each thing that a person has to do before publishing.

    Parameters
    ----------
    root : Path
        A checkout.
    address : str
        The address of the repository that publishes; empty where none does.
    tag : str
        The tag that is published; empty where there is none.
    """
    pyproject = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    version, named = pyproject["project"]["version"], home(pyproject)
    texts = {
        name: (root / name).read_text("utf-8")
        for name in (*_NOT_PUBLISHED, "CHANGELOG.md", "CITATION.cff")
    }
    if not re.fullmatch(r"https://[\w.-]+(/[\w.-]+)+", named):
        yield f"pyproject.toml: home is {named!r}, not like 'https://github.com/OWNER/NAME'"
    elif address not in {"", named}:
        yield f"pyproject.toml: home is {named!r}, but this is {address!r}"
    if tag not in {"", f"v{version}"}:
        yield f"pyproject.toml: the version {version} needs the tag v{version}, not {tag}"
    for name, words in _NOT_PUBLISHED.items():
        if words in texts[name]:
            yield f"{name}: it says that the package isn't on an index"
    if not re.search(rf"^## {re.escape(version)}\b", texts["CHANGELOG.md"], re.MULTILINE):
        yield f"CHANGELOG.md: no heading '## {version}'"
    for line in (f"version: {version}", *([f"repository-code: {named}"] if named else [])):
        if line not in texts["CITATION.cff"].splitlines():
            yield f"CITATION.cff: no line '{line}'"


def commands() -> Iterator[list[str]]:
    """Yield the commands that build and check."""
    yield [PYTHON, "-m", "build", "--outdir", str(DIST)]
    yield [PYTHON, "-m", "twine", "check", "--strict", f"{DIST}/*"]
    for pattern, schema in SCHEMAS.items():
        files = [str(path) for path in sorted(ROOT.glob(pattern))]
        yield [PYTHON, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *files]
    yield ["zizmor", "--offline", "--min-severity", "medium", str(ROOT / ".github")]


def main() -> int:
    """Build and check; print what isn't ready, and give 1 if there is anything."""
    shutil.rmtree(DIST, ignore_errors=True)
    failed = [
        f"failed: {' '.join(command).replace(PYTHON, 'python')}"
        for command in commands()
        if subprocess.run(command, cwd=ROOT, check=False).returncode
    ]
    address, tag = os.environ.get("HOME_ADDRESS", ""), os.environ.get("TAG", "")
    left = failed + list(unready(ROOT, address=address, tag=tag))
    print("\n" + "\n".join(left or ["ready to be published"]))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
