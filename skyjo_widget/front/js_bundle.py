"""Linking of ECMAScript modules into one string for anywidget, without a bundler.

Each module becomes a function's body, called once, after the modules that it imports; a browser
loads one module in a third of the time of a hundred. A source map gives stack traces our files
and lines.
"""

from __future__ import annotations

import base64
import functools
import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from skyjo_widget.util.i18n import languages, words

_FOLDER = resources.files("skyjo_widget") / "js"
_IMPORT = re.compile(
    r"""^import\s(?:(\w+|\*\sas\s\w+|\{[^}]*\})\sfrom\s)?["'](\.{1,2}/[^"']+)["'];""", re.MULTILINE
)
# No `let` or `var`: a module's exports are copied once, when its function returns, so that others
# wouldn't see a new value.
_EXPORT = re.compile(
    r"^export (?:(?=(?:async )?(?:function\*?|class|const) (\w+))|default (?:(?=function (\w+)))?)",
    re.MULTILINE,
)
# The vendored library's begins no line: it is known as what the module ends with.
_EXPORT_LIST = re.compile(r"export ?\{([^}]*)\};\s*\Z")
_LEVEL = 3
"""Of compression, which the first board of a kernel waits for: 5 saves 10 % of the bytes and takes
half as long again."""
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
# Anything that the patterns above have left is refused here: in a browser nothing would start.
_UNLINKED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)

_SECTION = re.compile(r"""["'`]([a-z_]+)\.[a-z_$]""")
"""The section of a text's key, in a module or in a comment that names what a variable holds."""

_COMMENT = re.compile(r"/\*[^*]*(?:\*(?!/)[^*]*)*\*/|^ *// .*", re.MULTILINE)
"""Comments, which are removed from the stub that each widget sends, as is its white space.

``//`` counts only where a line begins: addresses in texts have it too.
"""
_STRING = re.compile(r'("(?:[^"\\]|\\.)*"|`[^`]*`)')


@functools.cache
def _front_text() -> str:
    style = {"page": _bared(_text("app/still.css")), "own": _bared(page_style("main.js"))}
    # The lines stay, as the map counts them.
    return _linked("main.js", languages(), {"lib/style.js": _default(style)}, strip=_emptied)


@functools.cache
def front_hash() -> str:
    """Hash this version of the front end, its stub included: 16 hexadecimal digits."""
    # Several versions can share a page, each under its own hash.
    return hashlib.sha256((_front_text() + _stub()).encode()).hexdigest()[:16]


@functools.cache
def front_packed() -> str:
    """Return the front end of all widgets, with its style and the texts of all languages.

    Returns
    -------
    str
        An ES module, compressed (gzip), in base64.
    """
    return base64.b64encode(gzip.compress(_front_text().encode(), _LEVEL, mtime=0)).decode()


def front_stub(kind: str, kernel: str, **more: str) -> str:
    """Return the module that anywidget gets: it requests the code, unless the page has it.

    It is small, as anywidget drops the updates of a module that doesn't start within two seconds.

    Parameters
    ----------
    kind : {"board", "rows", "chart", "mean", "lesson", "submit", "host", "keys"}
        The kind of widget.
    kernel : str
        The process whose widgets answer the request.
    **more
        ``code``, packed, for a host that loses messages to a widget that isn't drawn yet.
    """
    filled = {
        "hash": front_hash(),
        "kind": kind,
        "kernel": kernel,
        "words": {
            lang: [words(lang)["board"][key] for key in ("loading", "loading_late", "stored")]
            for lang in languages()
        },
        **more,
    }
    # Before the comments go: one marks the place.
    text = _stub().replace("/* filled */ {}", json.dumps(filled, ensure_ascii=False), 1)
    # Only the code between strings gets shorter: spaces in texts and styles count.
    parts = _STRING.split(_COMMENT.sub("", text))
    parts[::2] = (
        re.sub(r" ?([^\w$ ]) ?", r"\1", re.sub(r"[ \n]+", " ", code)) for code in parts[::2]
    )
    return "".join(parts)


def _stub() -> str:
    return _text("app/stub.js")


def _text(path: str) -> str:
    return (_FOLDER / path).read_text("utf-8")


@functools.cache
def page_module(lang: str, entry: str = "replay_page") -> str:
    """Return the front end of a standalone page, with the texts of one language.

    Parameters
    ----------
    lang : str
    entry : {"replay_page", "class_page", "mean_page", "try_page"}
    """
    return _linked(f"pages/{entry}.js", (lang,))


@functools.cache
def guest_page() -> str:
    """Return the front end of a guest's page, in all languages, as small as it gets.

    It starts by itself in the element with the id ``guest``, as its page may hold no script.

    Returns
    -------
    str
        An ES module without comments.
    """
    # The map would count the lines that are left, which aren't those of our files.
    script = _linked("pages/guest_start.js", languages(), strip=_bared)
    return script.partition("//# sourceMapping")[0]


@functools.cache
def guest_style() -> str:
    """Return the style sheet of a guest's page, without comments."""
    return _bared(page_style("pages/guest_start.js"))


def _bared(text: str) -> str:
    """Return a module or style sheet without its comments, empty lines and lines' white space."""
    return re.sub(r"\n\s*", "\n", _COMMENT.sub("", text))


def _emptied(text: str) -> str:
    """Return a module with as many lines, without what `_bared` leaves out of them."""
    return re.sub(r"\n +", "\n", _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text))


def _linked(
    entry: str,
    langs: Iterable[str],
    more: Mapping[str, str] | None = None,
    *,
    strip: Callable[[str], str] | None = None,
) -> str:
    """Link a page's modules, with those sections of the locales that one of them names."""
    sources = _sources()
    # Comments count too: they name the keys of panels, whose names Python sends.
    used = {
        section for name in _order(sources, entry) for section in _SECTION.findall(sources[name])
    }
    tables = {
        lang: {section: texts for section, texts in _page_words(lang).items() if section in used}
        for lang in langs
    }
    if strip:  # the vendored library stays unchanged, under its licences
        sources = {
            name: text if name.startswith("vendor/") else strip(text)
            for name, text in sources.items()
        }
    return link({**sources, **(more or {}), "lib/locales.js": _default(tables)}, entry)


@functools.cache
def _page_words(lang: str) -> dict[str, Any]:
    """Return a language's texts; of the columns those with a short title, which boards show."""
    texts = words(lang)
    columns = {
        name: {key: entry[key] for key in ("short", "description")}
        for name, entry in texts["columns"].items()
        if "short" in entry
    }
    return {**texts, "columns": columns}


def _default(value: Any) -> str:
    """Return a module whose default export is a value."""
    return f"export default {json.dumps(value, ensure_ascii=False)};\n"


@functools.cache
def page_style(entry: str) -> str:
    """Return the style of a page as one sheet.

    A module's sheet stands beside it under the same name; as the modules, the sheets stand after
    those of what they import.

    Parameters
    ----------
    entry : str
        The module that the page starts with, as ``"pages/replay_page.js"``.
    """
    sheets = (_FOLDER / f"{name.removesuffix('.js')}.css" for name in _order(_sources(), entry))
    return "\n".join(sheet.read_text("utf-8") for sheet in sheets if sheet.is_file())


@functools.cache
def _sources() -> dict[str, str]:
    """Return the text of each module by its path; those that the linker writes are empty.

    What is written depends on the order of all modules, in which these have their places already.
    """
    return {**dict(_read(_FOLDER, "")), "lib/locales.js": "", "lib/style.js": ""}


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
        An ES module that imports nothing, with a source map of lines.

    Raises
    ------
    ValueError
        If an import names an unknown module, imports are cyclic, or an import or export has a
        form that isn't known here.
    """
    order = _order(sources, entry)
    # Modules have only these numbers in common: what they name alike stays in their functions.
    number = {name: i for i, name in enumerate(order)}
    bodies = [_as_function(name, sources[name], number) for name in order]
    module = f"export default ${number[entry]}.default;"
    return "\n".join([*bodies, module, _source_map(order, bodies), ""])


def _order(sources: Mapping[str, str], entry: str) -> list[str]:
    """Return the modules that an entry needs, each after those that it imports.

    A module runs where it stands, and takes what it imports at once: a circle, which modules in a
    browser may form, has no such order.
    """
    imports: dict[str, list[str]] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in imports:
            imports[name] = _imports(name, sources)
            waiting += imports[name]
    try:
        return list(TopologicalSorter(imports).static_order())
    except CycleError as error:
        raise ValueError(f"imports in a circle: {' → '.join(error.args[1])}") from None


def _imports(name: str, sources: Mapping[str, str]) -> list[str]:
    targets = []
    for match in _IMPORT.finditer(sources[name]):
        target = _resolve(name, match[2])
        if target not in sources:
            raise ValueError(f"{name} imports {match[2]}, which isn't there")
        targets.append(target)
    return targets


def _resolve(name: str, specifier: str) -> str:
    parts = name.split("/")[:-1]
    for step in specifier.split("/"):
        if step == "..":
            parts = parts[:-1]
        elif step != ".":
            parts.append(step)
    return "/".join(parts)


def _as_function(name: str, source: str, number: Mapping[str, int]) -> str:
    """Return a module as the constant `$n`, the object of its exports, with a line at each end."""
    exports = []

    def imported(match: re.Match[str]) -> str:
        names = (match[1] or "{}").removeprefix("* as ")
        if match[1] and match[1].isidentifier():
            names = f"{{ default: {names} }}"
        names = re.sub(r"\bas\b", ":", names)  # its line breaks stay: the source map counts lines
        return f"const {names} = ${number[_resolve(name, match[2])]};"

    def exported(match: re.Match[str]) -> str:
        named, function = match.groups()
        exports.append(named or f"default: {function or '$default'}")
        return "" if named or function else "const $default = "

    def listed(match: re.Match[str]) -> str:
        for pair in match[1].split(","):
            own, _, outer = pair.strip().partition(" as ")
            exports.append(f"{outer or own}: {own}")
        return ""

    body = _EXPORT.sub(exported, _IMPORT.sub(imported, source))
    body = _EXPORT_LIST.sub(listed, body)
    if left := _UNLINKED.search(body):
        raise ValueError(f"{name}: can't link {left[0]!r}")
    return f"const ${number[name]} = (() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();"


def _source_map(names: Iterable[str], bodies: Iterable[str]) -> str:
    """Return the comment that maps each line of the functions to its module's line.

    A segment's four numbers are relative to the one before (Source Map, ECMA-426): column, file,
    line, column.  One segment a line, as linking moves none within a module.
    """
    lines = []
    last = 0
    for i, body in enumerate(bodies):
        inner = body.count("\n") - 2
        lines += ["", f"A{_vlq(int(i > 0))}{_vlq(-last)}A", *["AACA"] * (inner - 1), "", ""]
        last = inner - 1
    source_map = {
        "version": 3,
        "sources": [f"skyjo_widget/js/{name}" for name in names],
        "names": [],
        "mappings": ";".join(lines),
    }
    packed = base64.b64encode(json.dumps(source_map).encode()).decode()
    return f"//# sourceMappingURL=data:application/json;base64,{packed}"


def _vlq(number: int) -> str:
    """Return a number as base64 digits of five bits, the least first, the sign lowest."""
    rest = abs(number) << 1 | (number < 0)
    digits = ""
    while rest > 31:
        digits += _DIGITS[rest & 31 | 32]
        rest >>= 5
    return digits + _DIGITS[rest]


def _read(folder: Traversable, prefix: str) -> list[tuple[str, str]]:
    modules = []
    for file in folder.iterdir():
        if file.is_dir():
            modules += _read(file, f"{prefix}{file.name}/")
        elif file.name.endswith(".js"):
            modules.append((prefix + file.name, file.read_text("utf-8")))
    return modules
