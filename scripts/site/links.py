"""Links of a built site: every one must lead to a page, a place in it or a file."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_ADDRESSES = {"href", "src", "srcset", "poster", "data"}
_LEFT_OUT = {"lite", "examples", "_static"}
"""Folders with pages that aren't made by Sphinx."""


class _Page(HTMLParser):
    """The links of a page and the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in _ADDRESSES and value:
                self.links.append(value)
            if name == "id" and value:
                self.places.add(value)


def broken(site: Path) -> list[str]:
    """List the links that lead nowhere, each with its page; other hosts aren't asked."""
    files = [f for f in site.rglob("*.html") if not _LEFT_OUT & set(f.relative_to(site).parts)]
    pages = {path.resolve(): _Page(path.read_text("utf-8")) for path in sorted(files)}
    return [
        f"{path.relative_to(site.resolve())}: {link}"
        for path, page in pages.items()
        for link in _wrong(path, page, pages)
    ]


def _wrong(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for link in dict.fromkeys(page.links):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        place = unquote(parts.fragment)
        there = pages.get(target)
        if not target.is_file() or (place and there and place not in there.places):
            yield link
