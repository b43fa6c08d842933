"""Addresses in the package's metadata, from the one that ``pyproject.toml`` names as ``home``.

A package page shows the README apart from the files that it points to, so relative links and
pictures get an address at the tag of this version. Without a home nothing is added.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RELATIVE = re.compile(r'(\]\(|src="|srcset=")(?![a-z]+:|#)')


def absolute(text: str, home: str, version: str) -> str:
    """Return a README with addresses instead of relative links and pictures.

    Parameters
    ----------
    text : str
        Markdown, with pictures as HTML.
    home : str
        The repository's address, of a site that has files at ``/blob/`` and pictures at ``/raw/``.
    version : str
        The version, whose tag is ``v`` and it.
    """

    def begin(found: re.Match[str]) -> str:
        return f"{found[1]}{home}/{'blob' if found[1] == '](' else 'raw'}/v{version}/"

    return RELATIVE.sub(begin, text)


def urls(home: str) -> dict[str, str]:
    """Return the links beside a package's page."""
    return {
        "Documentation": f"{home}/tree/HEAD/docs",
        "Source": home,
        "Issues": f"{home}/issues",
        "Changelog": f"{home}/blob/HEAD/CHANGELOG.md",
    }


class Addresses(MetadataHookInterface):
    """Fills in ``readme`` and ``urls``."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add both to the metadata."""
        home = self.config["home"]
        text = (Path(self.root) / "README.md").read_text("utf-8")
        if home:
            text = absolute(text, home, metadata["version"])
            metadata["urls"] = urls(home)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
