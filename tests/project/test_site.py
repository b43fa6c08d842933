"""The sources of the site: pages in their places, and links adapted to them."""

from __future__ import annotations

import re
import tomllib

import pytest
from docutils.core import publish_doctree

from scripts.site import links, reference
from scripts.site.__main__ import address as address_of
from scripts.site.descriptions import describe
from scripts.site.sources import INDEX, READERS, ROOT, SEARCH, Language, also_called, pages


@pytest.fixture
def languages(tmp_path):
    """The sources of both languages, written."""
    for lang in ("en", "fr"):
        Language(lang).write(tmp_path / lang)
    return tmp_path


def test_each_page_is_in_the_site_once():
    """Those of the checkout but the index, and the site's own, each in its language."""
    english, french = pages("en"), pages("fr")
    files = [*english.values(), *french.values()]
    assert len(files) == len(set(files))
    wanted = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "notebooks").glob("*.ipynb")]
    assert set(wanted) - set(INDEX.values()) <= set(files)
    assert set(french) < set(english)


def test_each_page_is_listed_once(languages):
    """By a reader's page, which the site's first page lists."""
    for lang in ("en", "fr"):
        listed = []
        for path in (languages / lang).glob("*.md"):
            for tree in re.findall(
                r"```{toctree}\n:hidden:\n\n(.*?)```", path.read_text("utf-8"), re.S
            ):
                listed += [re.sub(r".*<(.*)>", r"\1", line) for line in tree.split("\n") if line]
        names = {name.rsplit(".", 1)[0] for name in pages(lang)} - {"index"}
        made = {*READERS, "reference"} if lang == "en" else set(READERS)
        assert sorted(listed) == sorted(names | made)


def test_links_lead_to_where_pages_are_in_the_site(languages):
    """Within a language, to the other one, and to nothing that isn't in the site."""
    french = (languages / "fr" / "rules-newskyjo.md").read_text("utf-8")
    assert "[Skyjo](rules-skyjo.md)" in french
    assert "[English]" not in french
    assert '<a href="../internals/record.html" hreflang="en">' in (
        languages / "fr" / "playtest.md"
    ).read_text("utf-8")
    last = (languages / "fr" / "notebooks" / "perfect.ipynb").read_text("utf-8")
    assert '../../notebooks/analysis.html\\" hreflang=\\"en\\"' in last
    assert "](notebooks/tutorial.ipynb)" in (languages / "en" / "teachers.md").read_text("utf-8")
    written = [path.read_text("utf-8") for path in languages.rglob("*.md")]
    assert not [text for text in written if re.search(r"\]\([\w./-]+\.fr\.(md|ipynb)", text)]


def test_a_link_in_code_stays():
    """In a block or in a line; one to a missing file is named."""
    english = Language("en")
    page = ROOT / "docs" / "replay.md"
    code = "`[a](record.md)`\n\n```text\n[b](record.fr.md)\n```\n"
    assert english.links(code, "replay.md", page) == code
    assert english.links("[bots](../skyjo_widget/bots)", "replay.md", page) == "bots"
    with pytest.raises(FileNotFoundError, match=r"docs/replay.md links to absent.md"):
        english.links("[c](absent.md)", "replay.md", page)


@pytest.mark.parametrize(
    ("lang", "address"),
    [
        ("en", "lite/index.html?lang=en"),
        ("fr", "../lite/index.html?lang=fr"),
    ],
)
def test_the_browser_part_is_linked_only_where_it_is_built(tmp_path, lang, address):
    """From the first page."""
    for lite in (False, True):
        Language(lang, lite=lite).write(tmp_path / str(lite))
        text = (tmp_path / str(lite) / "index.md").read_text("utf-8")
        assert (f'href="{address}"' in text) is lite


def test_no_two_pages_of_the_reference_differ_by_capitals_alone():
    """`position` and `Position` are two files on any disk."""
    names = [name for group in reference.GROUPS.values() for name in group]
    places = {reference.place(name).lower() for name in names}
    assert len(places) == len(names)
    assert ".. autoclass:: skyjo_widget.Position" in reference.page("Position")
    assert ":members: act," in reference.page("Session")
    assert ".. py:data:: skyjo_widget.GAMES" in reference.page("GAMES")


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    """To a page, a place or a picture; links to other hosts aren't followed."""
    (tmp_path / "fr").mkdir()
    (tmp_path / "index.html").write_text(
        '<p id="là"><a href="fr/a.html#x"></a><a href="#l%C3%A0"></a><a href="#no"></a>'
        '<img src="gone.png"><a href="https://example.org/x"></a>'
    )
    (tmp_path / "fr" / "a.html").write_text('<p id="x"><a href="../index.html#y"></a>')
    assert links.broken(tmp_path) == [
        "fr/a.html: ../index.html#y",
        "index.html: #no",
        "index.html: gone.png",
    ]


def test_what_people_look_for_leads_to_pages():
    """Each page of the list is in the site; in the index an entry stands as it is looked for."""
    names = {reference.place(name)[1:] for group in reference.GROUPS.values() for name in group}
    for lang, listed in tomllib.loads(SEARCH.read_text("utf-8")).items():
        made = names if lang == "en" else set()
        assert set(listed) <= {name.removesuffix(".md") for name in pages(lang)} | made
    assert also_called("odds", "fr").endswith(".. index:: !cote, !cotes, !chances\n\n")
    assert also_called("measures", "en") == ""


def test_the_entries_stand_in_the_sources(languages):
    """At the top of their page; it begins with its title all the same."""
    page = (languages / "fr" / "odds.md").read_text("utf-8")
    assert page.startswith("```{eval-rst}\n.. meta::\n   :keywords: cote, cotes, chances\n")
    assert "```\n\n# Probabilités\n" in page


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "The sum of all *face-up* cards, as ``play`` shows it, counts. Another sentence.",
            "The sum of all face-up cards, as play shows it, counts.",
        ),
        (
            "Unofficial. Who has the fewest points at the end of a game wins. More.",
            "Unofficial. Who has the fewest points at the end of a game wins.",
        ),
        (
            "- `First page`__: one\n- `Second`__: two\n\n__ a\n__ b",
            "Title (First page, Second)",
        ),
    ],
)
def test_a_page_is_described_by_its_first_sentence(text, wanted):
    """With a second one after a short one; a list by what it lists."""
    assert describe(publish_doctree(f"Title\n=====\n\n{text}\n")) == wanted


@pytest.mark.parametrize(
    ("home", "address"),
    [("", ""), ("https://github.com/Owner/some-name", "https://owner.github.io/some-name/")],
)
def test_the_address_of_the_site_follows_the_home(home, address):
    """Without a home no page names its address."""
    assert address_of(home) == address
