"""The first page of the site in the browser alone: its lessons, and what there is to download."""

from __future__ import annotations

import json
import re
import shutil
from html import escape
from pathlib import Path

from scripts import lite_notebooks

ROOT = Path(__file__).parents[1]
START = ROOT / "lite" / "start"
INDEX = {"en": ROOT / "docs" / "README.md", "fr": ROOT / "docs" / "README.fr.md"}
_LESSON = re.compile(r"^- \[([^\]]+)\]\(\.\./notebooks/([\w.]+)\.ipynb\)\s*:\s*(.+)$", re.MULTILINE)


def lessons(lang: str) -> list[tuple[str, str, str]]:
    """Return the lessons of a language: the notebook's name, the title and the question."""
    entries = _LESSON.findall(INDEX[lang].read_text("utf-8"))
    return [(name, title, text) for title, name, text in entries if name in lite_notebooks.CHANGES]


def page(python: Path) -> str:
    """Make the page.

    Parameters
    ----------
    python : Path
        The folder of the site with all files of Python; it lies two folders below the page.
    """
    lists = []
    for lang in INDEX:
        items = "".join(
            f'<li><a href="notebooks/index.html?path={name}.ipynb">'
            f"<strong>{escape(title)}</strong><span>{escape(text)}</span></a></li>\n"
            for name, title, text in lessons(lang)
        )
        lists.append(f'<ol class="list" lang="{lang}">\n{items}</ol>\n')
    place = f"{python.parent.name}/{python.name}"
    # The largest come first, so that none of them is waited for alone at the end.
    files = sorted(python.iterdir(), key=lambda path: (-path.stat().st_size, path.name))
    parts = [{"path": f"{place}/{path.name}", "size": path.stat().st_size} for path in files]
    text = (START / "index.html").read_text("utf-8")
    text = text.replace("<!-- lessons -->\n", "".join(lists))
    return text.replace('id="parts">[]', f'id="parts">{json.dumps(parts)}')


def write(site: Path) -> None:
    """Write the page and what belongs to it into a built site."""
    for path in START.iterdir():
        shutil.copy(path, site)
    (site / "index.html").write_text(page(site / "static" / "pyodide"), "utf-8")
