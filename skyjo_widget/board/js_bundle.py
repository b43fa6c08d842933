"""Linking of ECMAScript modules into one string for anywidget, without a bundler.

Each module becomes a blob URL in the browser, its imports rewritten to the URLs of
the modules before it, so that stack traces name our files and lines.
"""

from __future__ import annotations

import base64
import functools
import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from skyjo_widget.util.i18n import languages, words

_FOLDER = resources.files("skyjo_widget") / "js"
_IMPORT = re.compile(r"""^(import\s(?:[^'";]*?\sfrom\s*)?)["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)

_STYLES = (
    "app/frame",
    "parts/table",
    "cards/card",
    "games/piles",
    "panel/panel",
    "coach/coach",
    "notes/notes",
    "replay/replay",
    "paper/paper",
    "app/asides",
)

_OTHER_STYLES = ("replay/linked", "charts/running_mean", "app/lesson")

_COMMENT = re.compile(r"/\*[^*]*(?:\*(?!/)[^*]*)*\*/|^ *// .*", re.MULTILINE)
"""Comments, which are removed from the stub that each widget sends, as is its white space."""
_STRING = re.compile(r'("(?:[^"\\]|\\.)*"|`[^`]*`)')

_LOADER = """\
// skyjo_widget: the modules of skyjo_widget/js, linked when Python imported them.
const modules = %s;
const urls = [];
for (const [name, parts] of modules) {
  const text = parts.map((part) => (typeof part === "number" ? JSON.stringify(urls[part]) : part));
  text.push(`\\n//# sourceURL=skyjo_widget/js/${name}`);
  urls.push(URL.createObjectURL(new Blob(text, { type: "text/javascript" })));
}
const entry = await import(urls[urls.length - 1]);
for (const url of urls) URL.revokeObjectURL(url);
export default entry.default;
"""


@functools.cache
def _front_text() -> str:
    own = "\n".join([board_style(), *map(_sheet, _OTHER_STYLES)])
    style = _default({"page": _sheet("app/still"), "own": own})
    return _linked("main.js", languages(), {"lib/style.js": style})


@functools.cache
def front_hash() -> str:
    """Hash this version of the front end, its stub included: 16 hexadecimal digits."""
    return hashlib.sha256((_front_text() + _stub()).encode()).hexdigest()[:16]


@functools.cache
def front_packed() -> str:
    """Return the front end of all widgets, with its style and the texts of all languages.

    Returns
    -------
    str
        An ES module, compressed (gzip), in base64.
    """
    return base64.b64encode(gzip.compress(_front_text().encode(), mtime=0)).decode()


def front_stub(kind: str, kernel: str) -> str:
    """Return the module that anywidget gets: it requests the code, unless the page has it.

    Parameters
    ----------
    kind : {"board", "rows", "chart", "mean", "lesson"}
        The kind of widget.
    kernel : str
        The process whose widgets answer the request.
    """
    filled = {
        "hash": front_hash(),
        "kind": kind,
        "kernel": kernel,
        "words": {
            lang: [words(lang)["board"]["loading"], words(lang)["board"]["loading_late"]]
            for lang in languages()
        },
    }
    text = _stub().replace("/* filled */ {}", json.dumps(filled, ensure_ascii=False), 1)
    parts = _STRING.split(_COMMENT.sub("", text))
    parts[::2] = (
        re.sub(r" ?([^\w$ ]) ?", r"\1", re.sub(r"[ \n]+", " ", code)) for code in parts[::2]
    )
    return "".join(parts)


def _stub() -> str:
    return (_FOLDER / "app/stub.js").read_text("utf-8")


@functools.cache
def page_module(lang: str, entry: str = "replay_page") -> str:
    """Return the front end of a standalone page, with the texts of one language.

    Parameters
    ----------
    lang : str
    entry : {"replay_page", "class_page", "mean_page"}
    """
    return _linked(f"pages/{entry}.js", (lang,))


def _linked(entry: str, languages: Iterable[str], more: Mapping[str, str] | None = None) -> str:
    tables = {lang: words(lang) for lang in languages}
    written = {"lib/locales.js": _default(tables), **(more or {})}
    return link({**dict(_read(_FOLDER, "")), **written}, entry)


def _default(value: Any) -> str:
    """Return a module whose default export is a value."""
    return f"export default {json.dumps(value, ensure_ascii=False)};\n"


def board_style() -> str:
    """Return the board's style sheets as one."""
    return "\n".join(map(_sheet, _STYLES))


def mean_style() -> str:
    """Return the style sheet of a running mean."""
    return _sheet("charts/running_mean")


def _sheet(name: str) -> str:
    return (_FOLDER / f"{name}.css").read_text("utf-8")


def link(sources: Mapping[str, str], entry: str) -> str:
    """Link modules into one.

    Parameters
    ----------
    sources : mapping of str to str
        Module texts by their path; an import is written relative to it.
    entry : str
        The module whose default export is exported.

    Returns
    -------
    str
        An ES module that needs nothing but `Blob` and `import()`.

    Raises
    ------
    ValueError
        If an import names an unknown module, or imports are cyclic.
    """
    imports: dict[str, dict[str, str]] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in imports:
            imports[name] = _imports(name, sources)
            waiting += imports[name].values()
    try:
        order = list(
            TopologicalSorter(
                {name: found.values() for name, found in imports.items()}
            ).static_order()
        )
    except CycleError as error:
        raise ValueError(f"imports in a circle: {' → '.join(error.args[1])}") from None
    number = {name: i for i, name in enumerate(order)}
    modules = [[name, _parts(sources[name], imports[name], number)] for name in order]
    return _LOADER % json.dumps(modules, ensure_ascii=False)


def _imports(name: str, sources: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for match in _IMPORT.finditer(sources[name]):
        target = _resolve(name, match[2])
        if target not in sources:
            raise ValueError(f"{name} imports {match[2]}, which isn't there")
        found[match[2]] = target
    return found


def _resolve(name: str, specifier: str) -> str:
    parts = name.split("/")[:-1]
    for step in specifier.split("/"):
        if step == "..":
            parts = parts[:-1]
        elif step != ".":
            parts.append(step)
    return "/".join(parts)


def _parts(source: str, imports: Mapping[str, str], number: Mapping[str, int]) -> list[Any]:
    parts: list[Any] = []
    end = 0
    for match in _IMPORT.finditer(source):
        parts += [source[end : match.end(1)], number[imports[match[2]]]]
        end = match.end()
    return [*parts, source[end:]]


def _read(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    found = []
    for file in folder.iterdir():
        if file.is_dir():
            found += _read(file, f"{prefix}{file.name}/")
        elif file.name.endswith(".js"):
            found.append((prefix + file.name, file.read_text("utf-8")))
    return found
