"""Words of the source: the beginnings of docstrings, and words that have a plainer one."""

from __future__ import annotations

import ast
import re

import pytest

from tests.fixtures.paths import ROOT

PACKAGE = ROOT / "skyjo_widget"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py"))
BESIDE = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("tests", "scripts", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
)
QUESTION = re.compile(r"(What|How|Who|Whose|Where|Which|Whether|When|Why|That)\b")
PLAINER = {
    r"\breckon": "expect, calculate",
    r"\bgo(es|ne|ing)? on with\b": "continue",
    r"\bin the mean\b": "on average, expected",
    r"\btells?\b": "show, name, report, describe",
    r"\bunless told\b": "by default",
    r"\blikewise\b": "also",
    r"\bthe Skyjo family\b": "grid games",
}
"""Words, as patterns, and what to write instead."""


def docstrings(file):
    """Each docstring of a file, with the name of what it describes."""
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield f"line {node.lineno}", str(node.value.value)  # of an attribute, too
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "name", "the module"), text


@pytest.mark.parametrize("file", FILES + BESIDE)
def test_a_docstring_begins_with_a_verb_or_a_noun(file):
    """Not with a question word: that names a thing by a riddle."""
    assert [f"{name}: {text}" for name, text in docstrings(file) if QUESTION.match(text)] == []


@pytest.mark.parametrize("file", FILES)
def test_docstrings_and_comments_have_plain_words(file):
    """One word for one thing."""
    source = (ROOT / file).read_text("utf-8")
    texts = [text for _, text in docstrings(file)] + re.findall(r"# (.*)$", source, re.MULTILINE)
    found = {
        (match[0], better)
        for text in texts
        for word, better in PLAINER.items()
        for match in re.finditer(word, text, re.IGNORECASE)
    }
    assert found == set()
