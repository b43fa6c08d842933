"""Names on the pages exist, and all that exists is named."""

from __future__ import annotations

import ast
import dataclasses
import json
import re
from collections import Counter
from itertools import zip_longest

import pytest

import skyjo_widget
from scripts.site import reference
from skyjo_widget import (
    Effect,
    NewSkyjoRules,
    Observation,
    SkipBoRules,
    SkyjoRules,
    play,
)
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from tests.fixtures.paths import ROOT
from tests.fixtures.translations import in_english

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def test_every_public_name_is_in_the_reference():
    """Each once; others, with their modules, are there too."""
    listed = [name for names in reference.GROUPS.values() for name in names]
    assert all(map(reference.resolve, listed))
    assert sorted(name for name in listed if "." not in name) == sorted(
        set(skyjo_widget.__all__) - {"__version__"}
    )


def test_what_an_observation_is_said_to_have_it_has():
    """Attribute by attribute of its docstring; those of one game, in that game."""
    games = [
        play(preset, ["Ana", "Bo"], record=False, display=False).observation()
        for preset in ("skyjo", "skip-bo")
    ]
    names = [name for names, _ in reference.attributes(Observation) for name in names.split(", ")]
    assert len(names) > 12
    for name in names:
        assert any(hasattr(obs, name) for obs in games), name


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_lead_somewhere(page):
    """Files that the pages point to."""
    for target in re.findall(r"\]\(([^)#]+)\)|src(?:set)?=\"([^\"]+)\"", page.read_text()):
        path = next(part for part in target if part)
        # `make site` writes the examples, and checks the links to them.
        if "://" not in path and not path.startswith("examples/"):
            assert (page.parent / path).exists(), path


@pytest.mark.parametrize("page", PAGES, ids=[page.relative_to(ROOT).as_posix() for page in PAGES])
def test_links_to_a_heading_find_it(page):
    """In the same page or another, by the name that GitHub gives the heading."""
    for path, anchor in re.findall(r"\]\(([\w./-]*)#([^)]+)\)", page.read_text("utf-8")):
        there = (page.parent / path if path else page).read_text("utf-8")
        headings = re.findall(r"^#+ (.*)$", there, re.MULTILINE)
        names = [re.sub(r"[^\w\- ]", "", h).lower().replace(" ", "-") for h in headings]
        assert anchor in names


MOST_WORDS = 55_000
"""The most words on all English pages together."""

PAGE_WORDS = json.loads((ROOT / "tests" / "project" / "page_words.json").read_text("utf-8"))
"""The words of each page when the ceiling was set."""


def words():
    """Count each English page of the repository as `wc -w` does."""
    folders = (ROOT / name for name in ("docs", "notebooks", "skyjo_widget", "tests"))
    files = [*ROOT.glob("*.md"), *(page for folder in folders for page in folder.rglob("*.md"))]
    return {
        page.relative_to(ROOT).as_posix(): len(page.read_text("utf-8").split())
        for page in sorted(files)
        if not page.name.endswith(".fr.md")
    }


def test_the_pages_can_be_read():
    """A page that grows pays with another one's words."""
    counts = words()
    grown = {
        page: f"+{count - PAGE_WORDS.get(page, 0)}"
        for page, count in counts.items()
        if count > PAGE_WORDS.get(page, 0)
    }
    total = sum(counts.values())
    assert total <= MOST_WORDS, f"{total} words; grown since the ceiling was set: {grown}"


FRENCH = [ROOT / "README.fr.md", *sorted((ROOT / "docs").glob("*.fr.md"))]


def english(page):
    """The page that a French one is the translation of."""
    return page.with_name(page.name.replace(".fr.md", ".md"))


def said(page):
    """A page as its parts in order: what each begins with, and the names and numbers in it.

    A part is a heading, a list entry, a row (with so many cells) or a paragraph.  An output is in
    the page's language; other tests run its code.
    """
    names = "|".join(
        field.name
        for cls in (SkyjoRules, NewSkyjoRules, SkipBoRules, Effect)
        for field in dataclasses.fields(cls)
    )
    text = page.read_text("utf-8").replace("joueurs, ", "players, ")
    text = in_english(text)
    text = re.sub(r"(?<=\S) +# .*$", "", text, flags=re.MULTILINE)  # comments are words too
    text = re.sub(r"```text\n.*?```", "```text```", text, flags=re.DOTALL)  # in its language
    parts = re.split(r"\n(?:\s*\n)?(?=#|\||\s*-\s|\s*\d+\.\s)|\n\s*\n", text)
    for part in parts:
        prose = re.sub(r"`[^`]*`|\]\([^)]*\)", "", part)
        begins = re.match(r"#+ |\s*(?:-|\d+\.)\s|\||", part)[0]
        found = re.findall(rf"`[^`]*`|(?<!\*)\*(?:{names})\*(?!\*)", part) + re.findall(
            r"−?\b\d+\b", prose
        )
        yield begins, part.count("|"), dict(Counter(" ".join(name.split()) for name in found))


@pytest.mark.parametrize("page", FRENCH, ids=lambda page: page.stem)
def test_a_translated_page_says_as_much_as_the_first(page):
    """The same headings, list entries and rows in order, each with the same names and numbers."""
    both = zip_longest(said(page), said(english(page)))
    first = next(((french, first) for french, first in both if french != first), None)
    assert first is None, f"the first part that differs: {first[0]} in French, {first[1]}"


def code(page):
    """The Python of a page, without comments and docstrings, which are in the page's language."""
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    tree = ast.parse(in_english("\n".join(blocks)))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            del node.body[0]
    return ast.unparse(tree)


SAME_CODE = [page for page in FRENCH if page.stem != "position.fr"]
"""The code of the other one has questions, which are in the page's language."""


@pytest.mark.parametrize("page", SAME_CODE, ids=lambda page: page.stem)
def test_the_code_of_a_translated_page_is_that_of_the_first(page):
    """The first page's code is run."""
    assert code(page) == code(english(page))


@pytest.mark.parametrize("page", FRENCH, ids=lambda page: page.stem)
def test_a_page_and_its_translation_link_to_each_other(page):
    """At the top."""
    first = english(page)
    assert f"[English]({first.name})" in page.read_text("utf-8").splitlines()
    assert f"[Français]({page.name})" in first.read_text("utf-8").splitlines()


@pytest.mark.parametrize(
    ("name", "lang", "quoted"),
    [("rules-newskyjo.md", "en", '"{}"'), ("rules-newskyjo.fr.md", "fr", "« {} »")],
)
def test_the_effects_are_quoted_word_for_word(name, lang, quoted):
    """Each effect has one row, with what the card says; in French that is the designer's."""
    page = (ROOT / "docs" / name).read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*?) \| .+ \|$", page, re.MULTILINE)
    wanted = [(e.key, quoted.format(e.words[lang])) for e in NEWSKYJO_EFFECTS.values()]
    assert sorted(row for row in rows if row[0] in NEWSKYJO_EFFECTS) == sorted(wanted)


def test_the_deck_table_is_the_same_in_french():
    """But for its heading."""
    pages = [
        (ROOT / "docs" / f"rules-newskyjo{lang}.md").read_text("utf-8") for lang in ("", ".fr")
    ]
    tables = [re.findall(r"^\| −?\d+ \| .*$", page, re.MULTILINE) for page in pages]
    assert len(tables[0]) == 15
    assert tables[0] == tables[1]


def test_the_architecture_page_names_every_room():
    """Each folder of the package and of the engine, and each file that it tells one to start at."""
    text = (ROOT / "docs" / "internals" / "architecture.md").read_text()
    package = ROOT / "skyjo_widget"
    rooms = [*package.iterdir(), *(f for f in (package / "engine").iterdir() if f.is_dir())]
    for room in rooms:
        if not room.name.startswith(("_", "py.typed")):
            assert re.search(rf"`(\w+/)*{room.name}/?`", text), room.name
    found = re.findall(r"^\| `([\w/]+)/`[^|]*\|[^|]*\| `([\w.]+)` \|$", text, re.MULTILINE)
    assert len(found) > 15
    for room, file in found:
        assert (package / room / file).exists(), (room, file)


@pytest.mark.parametrize("page", ["seams", "security"])
def test_the_files_that_pages_for_developers_name_exist(page):
    """Below `tests/`, in the package, or from the root."""
    text = (ROOT / "docs" / "internals" / f"{page}.md").read_text("utf-8")
    named = re.findall(r"`([\w./]+\.(?:py|js)|[\w/]+/)`", text)
    assert len(named) > 10
    places = [ROOT / "tests", ROOT / "skyjo_widget", ROOT]
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
