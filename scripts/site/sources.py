"""Sources of the site: the pages of the checkout in one folder a language, their links adapted."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
OWN = ROOT / "docs" / "site"
SECTIONS = ("start", "games", "lessons", "playtests", "data", "reference", "project")
"""The site's parts, in the order of its navigation: each page is listed by one of them."""

ELSEWHERE = {
    "en": {
        "start.md": ROOT / "README.md",
        "contributing.md": ROOT / "CONTRIBUTING.md",
        "changelog.md": ROOT / "CHANGELOG.md",
        "reference.rst": ROOT / "docs" / "reference.md",  # made anew, with a page a name
    },
    "fr": {"start.md": ROOT / "README.fr.md"},
}
"""Pages whose file bears another name."""

_START = {"en": "Start", "fr": "Pour commencer"}
"""The README's title in the site."""

_TRY = {"en": ("Try it in the browser", ""), "fr": ("Essayer dans le navigateur", ".fr")}
"""The words that lead to the first lesson in the browser, and how its file's name ends."""

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
    found = dict(ELSEWHERE[lang])
    for folder, kind in (
        (OWN / "pages", "md"),
        (ROOT / "docs", "md"),
        (ROOT / "notebooks", "ipynb"),
    ):
        inside = "notebooks/" if kind == "ipynb" else ""
        for path in sorted(folder.glob(f"*{ending}.{kind}")):
            name = path.name.removesuffix(f"{ending}.{kind}")
            if "." not in name and path not in found.values():
                if f"{inside}{name}.{kind}" in found:
                    raise ValueError(f"two pages would be {inside}{name}.{kind}: {path} is one")
                found[f"{inside}{name}.{kind}"] = path
    return found


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
            if name.endswith(".rst"):
                continue
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            text = path.read_text("utf-8")
            make = self._notebook if name.endswith(".ipynb") else self._page
            target.write_text(make(text, name, path), "utf-8")
        shutil.copytree(ROOT / "docs" / "images", folder / "images")
        twins = sorted(name.rsplit(".", 1)[0] for name in self.others)
        (folder / "twins.json").write_text(json.dumps(twins), "utf-8")

    def _page(self, text: str, name: str, path: Path) -> str:
        words, ending = _TRY[self.lang]
        lite = f"{'' if self.lang == 'en' else '../'}lite/notebooks/index.html"
        address = f"{lite}?path=tutorial{ending}.ipynb"
        button = f'<a class="button" href="{address}">{words}</a>\n' if self.lite else ""
        text = _PICTURE.sub(self._pictures, _TWIN.sub("", text, count=1))
        if name == "start.md":
            text = text.replace("# skyjo_widget", f"# {_START[self.lang]}", 1)
        shown = self.links(text.replace("<!-- try it -->\n", button), name, path)
        if path.parent == OWN / "pages":
            listed = self._listed(text, path) if name != "index.md" else self._sections()
            shown += (
                "\n```{toctree}\n:hidden:\n\n" + "".join(f"{one}\n" for one in listed) + "```\n"
            )
        return shown

    def _notebook(self, text: str, name: str, path: Path) -> str:
        notebook = json.loads(text)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                cell["source"] = self.links("".join(cell["source"]), name, path)
        return json.dumps(notebook, ensure_ascii=False)

    def _sections(self) -> Iterator[str]:
        yield from (one for one in SECTIONS if {f"{one}.md", f"{one}.rst"} & set(self.pages))

    def _listed(self, text: str, path: Path) -> Iterator[str]:
        """The entries of a section's list, with the names that they have there."""
        for title, link in re.findall(r"^- \[([^\]]*)\]\(([^)]*)\)", text, re.MULTILINE):
            if name := self._names.get((path.parent / link).resolve()):
                yield f"{title} <{name.rsplit('.', 1)[0]}>"

    @staticmethod
    def _pictures(found: re.Match[str]) -> str:
        return "\n".join(
            f"![{found['alt']}]({found[theme]}){{.only-{theme}}}" for theme in ("light", "dark")
        )

    def links(self, text: str, name: str, path: Path) -> str:
        """Adapt the links of a page to where things are in the site.

        A page without a translation is linked to in English, and what isn't in the site, such as a
        folder of code, not at all.
        """
        here = PurePosixPath(name).parent

        def adapted(found: re.Match[str]) -> str:
            if not found["link"] or "://" in found["path"] or not found["path"]:
                return found[0]
            file = (path.parent / found["path"]).resolve()
            text, anchor, style = found["text"], found["anchor"] or "", found["style"] or ""
            if found[0].startswith("!"):
                return f"![{text}]({os.path.relpath(file, ROOT / 'docs' / here)}){style}"
            if there := self._names.get(file):
                return f"[{text}]({os.path.relpath(there, here)}{anchor}){style}"
            if there := self._other_names.get(file):
                lang, home = ("fr", "fr/") if self.lang == "en" else ("en", "../")
                address = os.path.relpath(home + there.rsplit(".", 1)[0], here)
                kind = f' class="{style[2:-1]}"' if style else ""
                return f'<a href="{address}.html{anchor}" hreflang="{lang}"{kind}>{text}</a>'
            if not file.exists():
                raise FileNotFoundError(f"{path.relative_to(ROOT)} links to {found['path']}")
            return text

        return _CODE_OR_LINK.sub(adapted, text)
