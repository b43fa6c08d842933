"""Descriptions of the site's pages, which search engines and messengers show below their titles."""

from __future__ import annotations

import re

from docutils import nodes

ENOUGH = 40
"""The fewest characters of a description that stands for a page by itself."""

_SENTENCE = re.compile(r"(?<=[.!?…])\s+(?=[A-ZÀ-Þ«`])")


def describe(tree: nodes.document) -> str:
    """Return a page's first sentence, with the next ones while it is short.

    A page that is only a list is described by its title and the first titles that it lists.
    """
    sentences: list[str] = []
    for paragraph in tree.findall(nodes.paragraph):
        if not isinstance(paragraph.parent, nodes.list_item | nodes.entry):
            sentences += _SENTENCE.split(_text(paragraph))
    text = ""
    for sentence in filter(None, sentences):
        text = f"{text} {sentence}".lstrip()
        if len(text) >= ENOUGH:
            return text.rstrip(" \u00a0:")
    title = next((_text(title) for title in tree.findall(nodes.title)), "")
    rows = [*tree.findall(nodes.list_item), *tree.findall(nodes.row)]
    listed = ", ".join(map(_first_title, rows[:6]))
    return text or (f"{title} ({listed})" if listed else title)


def _first_title(row: nodes.Element) -> str:
    """The first link of a row, or its words before a colon."""
    links = (node for node in row.findall(nodes.Element) if node.tagname.endswith("reference"))
    return next(map(_text, links), "") or _text(row).partition(":")[0].strip()


def _text(node: nodes.Element) -> str:
    """The words of a part, without HTML in it."""
    texts = (t for t in node.findall(nodes.Text) if not isinstance(t.parent, nodes.raw))
    return re.sub(r"\s+", " ", "".join(texts)).strip()
