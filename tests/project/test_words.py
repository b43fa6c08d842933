"""Words of the source: the beginnings of docstrings, and words that have a plainer one."""

from __future__ import annotations

import ast
import functools
import inspect
import io
import re
import tokenize

import pytest

from tests.fixtures.paths import ROOT

PACKAGE = ROOT / "skyjo_widget"
FILES = sorted(path.relative_to(ROOT).as_posix() for path in PACKAGE.rglob("*.py"))
BESIDE = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in ("tests", "scripts", "benchmarks")
    for path in (ROOT / folder).rglob("*.py")
)
QUESTION = re.compile(r"(What|How|Who|Whose|Where|Which|Whether|When|Why|That)\b", re.IGNORECASE)
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
EMPTY = {"again", "found", "given", "its", "known", "made", "one", "said", "shown", "told"}
"""Names that say nothing of what a variable holds."""
PLAIN_TESTS = ("tests/bots/", "tests/engine/", "tests/odds/")
"""The tests whose names are plain already."""
KEPT = {
    ("skyjo_widget/front/protocol/classroom.py", "said"),  # a field of the page's contract
    ("skyjo_widget/serving/hall.py", "again"),  # a guest asks for another game, as `table.again`
    ("skyjo_widget/table/table.py", "again"),
    # The known cards of the draw pile: a field of observations, states and views.
    ("skyjo_widget/engine/core/game.py", "known"),
    ("skyjo_widget/engine/core/twins.py", "known"),
    ("skyjo_widget/engine/newskyjo/log.py", "known"),
    ("skyjo_widget/engine/newskyjo/rules.py", "known"),
    ("skyjo_widget/front/protocol/view.py", "known"),
    ("skyjo_widget/records/plain/newskyjo.py", "known"),
    ("skyjo_widget/strategies/observation_fields.py", "known"),
    ("skyjo_widget/front/protocol/replay.py", "known"),  # rows whose game a replay can open
}
KEPT_IN_JAVASCRIPT = {
    ("skyjo_widget/js/app/lesson.js", "said"),  # a field of the page's contract
    ("skyjo_widget/js/games/newskyjo.js", "known"),  # the known cards of the draw pile, as above
}


def assigned_names(file):
    """Return the names that a file gives: to variables, arguments, attributes and functions."""
    for node in ast.walk(ast.parse((ROOT / file).read_text("utf-8"))):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name


def statements(body):
    """All statements below; a docstring is in none of their expressions."""
    for node in body:
        yield node
        for field in ("body", "orelse", "finalbody"):
            yield from statements(getattr(node, field, ()))
        for part in [*getattr(node, "handlers", ()), *getattr(node, "cases", ())]:
            yield from statements(part.body)


@functools.cache
def docstrings(file):
    """Each docstring of a file, with its line."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return [
        (node.lineno, inspect.cleandoc(str(node.value.value)))
        for node in statements(tree.body)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    ]


def comments(file):
    """Each comment of a file, with its line; one of many lines is one."""
    source = (ROOT / file).read_text("utf-8")
    if not re.search(r"# " + QUESTION.pattern, source, re.IGNORECASE):
        return  # reading tokens takes long
    previous = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            if previous != (line - 1, column):
                yield line, token.string.removeprefix("# ")
            previous = token.start


@pytest.mark.parametrize("texts", [docstrings, comments], ids=["docstrings", "comments"])
def test_no_text_opens_with_a_question_word(texts):
    """Such a clause names a thing by a riddle, and leaves its noun out."""
    riddles = [
        f"{file}, line {line}: {text}"
        for file in FILES + BESIDE
        for line, text in texts(file)
        if QUESTION.match(text)
    ]
    assert riddles == []


def test_a_comment_in_javascript_or_css_opens_with_none_either():
    """A line that continues a comment may, in lower case."""
    opening = re.compile(rf"(?://|/\*\*?(?:\n\s*\*)?) {QUESTION.pattern}.*")
    riddles = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in ("skyjo_widget/js", "tests/js")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".js", ".ts", ".css") and "vendor" not in path.parts
        for match in opening.finditer(path.read_text("utf-8"))
    ]
    assert riddles == []


def test_docstrings_and_comments_have_plain_words():
    """One word for one thing."""
    found = set()
    for file in FILES:
        source = (ROOT / file).read_text("utf-8")
        text = "\n".join([one for _, one in docstrings(file)] + re.findall(r"# .*$", source, re.M))
        for word, better in PLAINER.items():
            for match in re.finditer(word, text, re.IGNORECASE):
                found.add((file, match[0], better))
    assert found == set()


def test_a_name_says_what_it_holds():
    """A word of the field, where one that fits anything would say nothing."""
    empty = {
        (file, name.strip("_"))
        for file in FILES + BESIDE
        if not file.startswith("tests/") or file.startswith(PLAIN_TESTS)
        for name in assigned_names(file)
        if name.strip("_") in EMPTY
    }
    assert empty == KEPT


def javascript_names(source):
    """Return the empty names among a source's variables, parameters and methods.

    A name has a keyword before it, or a sign after it: the words of templates have neither.
    """
    code = re.sub(r"/\*[\s\S]*?\*/|(?<!:)//.*|\"(?:\\.|[^\"\\\n])*\"", '""', source)
    word = rf"(?:{'|'.join(sorted(EMPTY))})\b"
    names = rf"(?:const|let|function) ({word})|(?:(?<=\.{{3}})|(?<![\w.-]))({word})(?=\s*[^\w\s:-])"
    return {first or second for first, second in re.findall(names, code)}


def test_a_name_in_javascript_does_too():
    """Fields and messages keep theirs: they stand behind a dot or before a colon."""
    empty = {
        (path.relative_to(ROOT).as_posix(), name)
        for folder in ("skyjo_widget/js", "tests/js")
        for path in (ROOT / folder).rglob("*.js")
        if "vendor" not in path.parts
        for name in javascript_names(path.read_text("utf-8"))
    }
    assert empty == KEPT_IN_JAVASCRIPT


@pytest.mark.parametrize(
    "source",
    [
        "const found = 1;",
        "for (const found of rows) {}",
        "const { rows, state: found } = view;",
        "const [x, found] = row;",
        "function found(card) {}",
        "function card(t, found) {}",
        "rows.map((/** @type {Row} */ found) => rows);",
        "const text = (t, ...found) => t;",
        "const send = (message, found = false) => message;",
        "const shape = { found() {} };",
    ],
)
def test_an_empty_name_in_javascript_is_seen_wherever_it_is_declared(source):
    """Against a field, a message and words of that name, which are none."""
    assert javascript_names(source) == {"found"}
    assert javascript_names('view.found({ found: "found", x }); // found, and') == set()
    assert javascript_names("html`<p>the cards found here</p>`") == set()
