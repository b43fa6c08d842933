"""What the pages name is there, and what is there is named."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from pathlib import Path

import pytest

import skyjo_widget
from skyjo_widget import Log, Observation, Session, SkyjoRules, play

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
REFERENCE = (ROOT / "docs" / "reference.md").read_text()


@pytest.mark.parametrize("name", [n for n in skyjo_widget.__all__ if n != "__version__"])
def test_every_public_name_is_in_the_reference(name):
    """A name without a line there isn't public."""
    assert re.search(rf"\b{name}\b", REFERENCE)


@pytest.mark.parametrize("cls", [Session, Log])
def test_every_public_method_is_in_the_reference(cls):
    """Those that a table's opening alone calls set aside."""
    inner = {"begin", "resume"}
    for name in vars(cls):
        if not name.startswith("_") and name not in inner:
            assert re.search(rf"`{name}\b", REFERENCE), name


def test_what_an_observation_is_said_to_have_it_has():
    """Attribute by attribute."""
    table = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    said = re.search(r"## Observation\n(.*?)\n## ", REFERENCE, re.DOTALL)[1]
    obs = table.observation()
    assert isinstance(obs, Observation)
    for name in re.findall(r"`(\w+)`", said):
        assert hasattr(obs, name), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    """Files that the pages point to."""
    for target in re.findall(r"\]\(([^)#]+)\)|src(?:set)?=\"([^\"]+)\"", page.read_text()):
        path = next(part for part in target if part)
        if "://" not in path:
            assert (page.parent / path).exists(), path


@pytest.mark.parametrize(
    "page", sorted(ROOT.glob("docs/rules-*.fr.md")), ids=lambda page: page.stem
)
def test_a_translated_page_says_as_much_as_the_first(page):
    """The same headings, list entries, table rows, options, numbers."""
    english = page.with_name(page.name.replace(".fr.md", ".md")).read_text()
    french = page.read_text()
    fields = "|".join(field.name for field in dataclasses.fields(SkyjoRules))
    for part in (r"^#+ ", r"^\s*(?:-|\d\.) ", r"^\|", rf"[`*](?:{fields})[`*]", r"\b\d+\b"):
        found = [Counter(re.findall(part, text, re.MULTILINE)) for text in (english, french)]
        assert found[0] == found[1]


def test_files_of_the_architecture_page_are_there_and_all_are_named():
    """Each file of the package has its line."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    package = ROOT / "skyjo_widget"
    for file in [*package.glob("*.py"), *(package / "engine").glob("*.py")]:
        if not file.name.startswith("_"):
            assert file.name in text, file.name
