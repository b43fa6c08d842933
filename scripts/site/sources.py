"""Sources of the site: the pages of the checkout in one folder a language, their links adapted."""

from __future__ import annotations

import json
import os
import re
import shutil
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
OWN = ROOT / "docs" / "site"
INDEX = {"en": ROOT / "docs" / "README.md", "fr": ROOT / "docs" / "README.fr.md"}
"""The index of the documentation, which becomes a page for each reader."""

READERS = ("everybody", "teachers", "designers", "explorers", "developers")
"""The pages of the index, in its order: each other page is listed by one of them."""

SECTIONS = ("start", *READERS[:-1], "reference", READERS[-1])
"""The site's parts, in the order of its navigation."""

ELSEWHERE = {
    "en": {
        "start.md": ROOT / "README.md",
        "contributing.md": ROOT / "CONTRIBUTING.md",
        "changelog.md": ROOT / "CHANGELOG.md",
    },
    "fr": {"start.md": ROOT / "README.fr.md"},
}
"""Pages whose file bears another name."""

SEARCH = OWN / "search.toml"

_START = {"en": "Start", "fr": "Pour commencer"}
"""The README's title in the site."""

_TRY = {"en": "Try it in the browser", "fr": "Essayer dans le navigateur"}
"""The words that lead to the part that runs in the browser."""

# Code comes first: a link in it stays as it is.
_CODE_OR_LINK = re.compile(
    r"^ *```.*?^ *```|(?<!`)`[^`]+`|"
    r"(?P<link>!?\[(?P<text>[^\]]*)\]\((?P<path>[^)#\s]*)(?P<anchor>#[^)\s]*)?\)(?P<style>\{\.[\w-]+\})?)",
    re.MULTILINE | re.DOTALL,
)
_TWIN = re.compile(r"^\[(?:Français|English)\]\([\w.-]+\)\n\n?", re.MULTILINE)
_PICTURE = re.compile(
    r'<picture>\s*<source media="[^"]*" srcset="(?P<dark>[^"]*)">\s*'
    r'<img src="(?P<light>[^"]*)" alt="(?P<alt>[^"]*)">\s*</picture>'
)


def pages(lang: str) -> dict[str, Path]:
    """Return the pages of a language: their names in the site, and their files."""
    ending = "" if lang == "en" else f".{lang}"
    files = dict(ELSEWHERE[lang])
    for folder, inside, kind in (
        (OWN / "pages", "", "md"),
        (ROOT / "docs", "", "md"),
        (ROOT / "docs" / "internals", "internals/", "md"),
        (ROOT / "notebooks", "notebooks/", "ipynb"),
    ):
        for path in sorted(folder.glob(f"*{ending}.{kind}")):
            name = path.name.removesuffix(f"{ending}.{kind}")
            if "." not in name and path != INDEX[lang]:
                if f"{inside}{name}.{kind}" in files:
                    raise ValueError(f"two pages would be {inside}{name}.{kind}: {path} is one")
                files[f"{inside}{name}.{kind}"] = path
    return files


def readers(lang: str) -> dict[str, str]:
    """Return the parts of the index: the name of each reader's page, and its text."""
    parts = re.split(r"^## ", INDEX[lang].read_text("utf-8"), flags=re.MULTILINE)[1:]
    texts = (f"# {part}".replace("\n### ", "\n## ") for part in parts)
    return dict(zip(READERS, texts, strict=True))


def also_called(name: str, lang: str) -> str:
    """Return reStructuredText with the words by which a page is looked for beside its own.

    An entry of the index stands first in a search for it; a search for its words finds it too.
    """
    entries = tomllib.loads(SEARCH.read_text("utf-8"))[lang].get(name, [])
    if not entries:
        return ""
    words = dict.fromkeys(word for entry in entries for word in entry.split())
    main = ", ".join(f"!{entry}" for entry in entries)
    return f".. meta::\n   :keywords: {', '.join(words)}\n\n.. index:: {main}\n\n"


class Language:
    """The pages of one language, as Sphinx reads them.

    Parameters
    ----------
    lang : str
        ``"en"`` or ``"fr"``.
    lite : bool
        Whether the site has the part that runs in the browser, at ``lite/``.
    """

    def __init__(self, lang: str, *, lite: bool = False) -> None:
        self.lang, self.lite = lang, lite
        self.pages = pages(lang)
        self.others = pages("en" if lang == "fr" else "fr")
        self._names = {path: name for name, path in self.pages.items()}
        self._other_names = {path: name for name, path in self.others.items()}

    def write(self, folder: Path) -> None:
        """Write all pages, the pictures and the list of the other language's pages."""
        for name, path in self.pages.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text("utf-8")
            make = self._notebook if name.endswith(".ipynb") else self._page
            target.write_text(make(text, name, path), "utf-8")
        for name, text in readers(self.lang).items():
            page = self.links(text, f"{name}.md", INDEX[self.lang]) + _toctree(self._listed(text))
            (folder / f"{name}.md").write_text(page, "utf-8")
        shutil.copytree(ROOT / "docs" / "images", folder / "images")
        twins = sorted([*(name.rsplit(".", 1)[0] for name in self.others), *READERS])
        (folder / "twins.json").write_text(json.dumps(twins), "utf-8")

    def _page(self, text: str, name: str, path: Path) -> str:
        address = f"{'' if self.lang == 'en' else '../'}lite/index.html?lang={self.lang}"
        button = f'<a class="button" href="{address}">{_TRY[self.lang]}</a>\n' if self.lite else ""
        text = _PICTURE.sub(self._pictures, _TWIN.sub("", text, count=1))
        if name == "start.md":
            text = text.replace("# skyjo_widget", f"# {_START[self.lang]}", 1)
        page = self.links(text.replace("<!-- try it -->\n", button), name, path)
        if words := also_called(name.removesuffix(".md"), self.lang):
            page = f"```{{eval-rst}}\n{words}```\n\n{page}"
        if name == "index.md":
            page += _toctree(part for part in SECTIONS if part != "reference" or self.lang == "en")
        return page

    def _notebook(self, text: str, name: str, path: Path) -> str:
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = self.links("".join(cell["source"]), name, path)
        return json.dumps(notebook, ensure_ascii=False)

    def _listed(self, text: str) -> Iterator[str]:
        """Yield the entries of a reader's list, with the names that they have there."""
        for title, link in re.findall(r"^- \[([^\]]*)\]\(([^)]*)\)", text, re.MULTILINE):
            if name := self._names.get((ROOT / "docs" / link).resolve()):
                yield f"{title} <{name.rsplit('.', 1)[0]}>"

    @staticmethod
    def _pictures(match: re.Match[str]) -> str:
        return "\n".join(
            f"![{match['alt']}]({match[theme]}){{.only-{theme}}}" for theme in ("light", "dark")
        )

    def links(self, text: str, name: str, path: Path) -> str:
        """Adapt the links of a page to where things are in the site.

        A page without a translation is linked to in English, and what isn't in the site, such as a
        folder of code, not at all.
        """
        here = PurePosixPath(name).parent

        def adapted(match: re.Match[str]) -> str:
            if not match["link"] or "://" in match["path"] or not match["path"]:
                return match[0]
            file = (path.parent / match["path"]).resolve()
            if file == INDEX[self.lang]:
                return f"[{match['text']}]({os.path.relpath(self._reader(match['anchor']), here)})"
            text, anchor, style = match["text"], match["anchor"] or "", match["style"] or ""
            if match[0].startswith("!"):
                return f"![{text}]({os.path.relpath(file, ROOT / 'docs' / here)}){style}"
            if there := self._names.get(file):
                return f"[{text}]({os.path.relpath(there, here)}{anchor}){style}"
            if there := self._other_names.get(file):
                lang, home = ("fr", "fr/") if self.lang == "en" else ("en", "../")
                address = os.path.relpath(home + there.rsplit(".", 1)[0], here)
                kind = f' class="{style[2:-1]}"' if style else ""
                return f'<a href="{address}.html{anchor}" hreflang="{lang}"{kind}>{text}</a>'
            if not file.exists():
                raise FileNotFoundError(f"{path.relative_to(ROOT)} links to {match['path']}")
            return text

        return _CODE_OR_LINK.sub(adapted, text)

    def _reader(self, anchor: str | None) -> str:
        """Return the page of a heading of the index; without one the site's first page."""
        for name, text in readers(self.lang).items():
            title = text.partition("\n")[0].removeprefix("# ")
            if anchor == "#" + title.lower().replace(" ", "-"):
                return f"{name}.md"
        return "index.md"


def _toctree(names: Iterable[str]) -> str:
    return "\n```{toctree}\n:hidden:\n\n" + "".join(f"{name}\n" for name in names) + "```\n"
