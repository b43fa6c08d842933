"""Sphinx's settings: ``make site`` writes the sources of each language and calls Sphinx."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import skyjo_widget
from scripts.site.descriptions import describe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from docutils import nodes
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
FRENCH = tags.has("fr")  # noqa: F821  # Sphinx defines it

project = "skyjo_widget"
author = "skyjo_widget"
project_copyright = "MIT"
release = skyjo_widget.__version__
language = "fr" if FRENCH else "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc", "sphinx_copybutton"]
templates_path = [str(HERE / "templates")]
pygments_style = "a11y-high-contrast-light"

myst_enable_extensions = ["attrs_inline", "colon_fence"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, Any] = {}  # from a network otherwise
nb_merge_streams = True

copybutton_selector = "div:not(.output) > div.highlight pre"

autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings have them
default_role = "literal"
add_module_names = False
numpydoc_show_class_members = False
toc_object_entries_show_parents = "hide"

MADE = {
    "search": "Chercher dans toutes les pages." if FRENCH else "Search all pages.",
    "genindex": "All names and words of the index, by letter.",
}
"""Descriptions of the pages that Sphinx makes."""

html_theme = "pydata_sphinx_theme"
html_title = "skyjo_widget"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_favicon = str(HERE / "static" / "card.svg")
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_use_index = not FRENCH
html_domain_indices = False
html_sidebars: dict[str, list[str]] = {
    "**": ["sidebar-nav-bs"],
    **{page: [] for page in ("index", "start", "search", "genindex")},
}
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": "skyjo_widget", "image_light": "card.svg", "image_dark": "card.svg"},
    "navbar_align": "left",
    "navbar_end": ["language", "theme-switcher"],
    "header_links_before_dropdown": 8,
    "search_bar_text": "Chercher" if FRENCH else "Search",
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["unofficial"],
    "footer_end": [],
    "show_toc_level": 2,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}


def setup(app: Sphinx) -> None:
    """Adapt docstrings and pages."""
    app.connect("autodoc-process-docstring", attributes, priority=900)  # after numpydoc
    app.connect("html-page-context", finish)


def attributes(*event: Any) -> None:
    """Make names of listed attributes plain: numpydoc links them to whatever bears that name."""
    lines: list[str] = event[-1]
    lines[:] = [re.sub(r":obj:`(\w+) <\.\1>`", r"``\1``", line) for line in lines]


def finish(
    app: Sphinx,
    page: str,
    _template: str,
    context: dict[str, Any],
    tree: nodes.document | None,
) -> None:
    """Mend a page's headings and tables for screen readers, describe it, and find its twin.

    The twin is the same page in the other language, or else that language's first page.
    """
    body = context.get("body", "")
    body = re.sub(r"<th\b[^>]*>(<p></p>)?</th>", "<td></td>", body)  # names no column
    context["body"] = body.replace("<h4>", '<h4 aria-level="3">')  # of what a cell shows
    others = {*json.loads((Path(app.srcdir) / "twins.json").read_text("utf-8")), "search"}
    up = "../" * page.count("/") + ("../" if FRENCH else "fr/")
    context["translated"] = page in others
    context["twin"] = f"{up}{page if page in others else 'index'}.html"
    context["metatags"] = context.get("metatags", "") + "".join(tags_of(app, page, tree, others))


def tags_of(app: Sphinx, page: str, tree: nodes.document | None, others: set[str]) -> Iterator[str]:
    """Yield a page's description, and where the site has an address those of both languages."""
    if words := describe(tree) if tree else MADE.get(page):
        yield f'<meta name="description" content="{escape(words)}">\n'
    home: str = app.config.html_baseurl
    if home and page in others:
        for lang, folder in (("en", ""), ("fr", "fr/")):
            address = f"{home.removesuffix('fr/')}{folder}{page}.html"
            yield f'<link rel="alternate" hreflang="{lang}" href="{address}">\n'
