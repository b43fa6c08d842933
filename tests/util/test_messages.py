"""Each sentence of an error is a template that is translated, and rendered from its parts."""

from __future__ import annotations

import ast
import copy
import functools
import pickle
import re
from collections.abc import Iterator
from string import Formatter

import pytest

import skyjo_widget.errors
from scripts.messages import FIRST, SECOND
from skyjo_widget.errors import (
    DeckError,
    IllegalActionError,
    PolicyError,
    RecordError,
    RulesError,
    SkyjoWidgetError,
    StaleStateError,
)
from skyjo_widget.errors.message import Message, _, joined, message_of, split
from skyjo_widget.util.i18n import languages
from skyjo_widget.util.messages import catalogue, read_catalogue, rendered, translated, warn
from tests.fixtures.paths import ROOT

OWN = {
    name
    for name, kind in vars(skyjo_widget.errors).items()
    if isinstance(kind, type) and issubclass(kind, SkyjoWidgetError)
}
"""The names of our errors."""
BESIDES = {"RecordError": {"path", "line", "reason"}, "MissingNameError": {"name", "obj"}}
"""Arguments of an error that are no parts of its message."""


def name_of(node: ast.AST) -> str:
    """The name of what a call calls."""
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "id", getattr(function, "attr", ""))


@functools.cache  # parsing the package takes seconds
def calls() -> list[tuple[str, ast.Call]]:
    """All calls in the package, each with its place."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno}", node)
        for path in sorted((ROOT / "skyjo_widget").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]


def templates() -> Iterator[tuple[str, str, ast.Call]]:
    """All templates, each with its place and its call."""
    for place, call in calls():
        at = 0 if name_of(call) in FIRST else 1 if name_of(call) in SECOND else None
        if at is not None and len(call.args) > at:
            text = call.args[at]
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
                yield place, text.value, call


def fields(template: str) -> set[str]:
    """The names in a template."""
    return {name for _text, name, _form, _how in Formatter().parse(template) if name is not None}


def made_up(node: ast.AST) -> bool:
    """True for an expression that puts a text together, whose template is lost."""
    if isinstance(node, ast.IfExp):
        return made_up(node.body) or made_up(node.orelse)
    return isinstance(node, (ast.JoinedStr, ast.BinOp)) or name_of(node) in (
        "join",
        "format",
        "str",
    )


def test_each_error_of_ours_has_a_template():
    """No sentence is put together before it reaches its error, a warning or a notice."""
    takers = (OWN | set(FIRST) | {"Problems"}) - {"IllegalActionError"}
    lost = [
        place
        for place, call in calls()
        if name_of(call) in takers and any(map(made_up, call.args[:1]))
    ]
    lost += [
        place
        for place, call in calls()
        for part in call.keywords
        if name_of(call) == "IllegalActionError"
        and part.arg == "reason"
        and (made_up(part.value) or isinstance(part.value, ast.Constant))
    ]
    assert not lost


def test_each_template_has_its_parts():
    """Those that it names, and no others, so that none is formatted by mistake."""
    wrong = []
    for place, template, call in templates():
        parts = {part.arg for part in call.keywords} - BESIDES.get(name_of(call), set())
        if parts and None not in parts and fields(template) != parts:
            wrong.append(f"{place}: {template}")
    assert not wrong


@pytest.mark.parametrize("lang", sorted(set(languages()) - {"en"}))
def test_each_template_is_translated(lang):
    """With the same parts; and what a catalogue has stands in the code."""
    english: dict[str, bool] = {}
    for _place, template, call in templates():
        parts = {part.arg for part in call.keywords} - BESIDES.get(name_of(call), set())
        english[template] = english.get(template, False) or bool(parts)
    others = catalogue(lang)
    assert {text for text in english if not others.get(text)} == set()
    assert set(others) - set(english) == set()
    for template, filled in english.items():
        if filled:
            assert fields(template) == fields(others[template]), template


def test_french_has_its_spaces():
    """No-break ones before high signs and within quotes; no straight apostrophe in a word."""
    for template, text in catalogue("fr").items():
        words = re.sub(r"'[^']*'|\{[^}]*\}", "", text)
        assert not re.search(r"[^\s:] [:;!?»%](\s|$)|« (?!\s)", words.replace("4 ? 12", "")), text
        assert not re.search(r"[a-zé]'[a-zé]", words), text
        assert template.startswith(" ") <= text.lstrip("\u00a0").startswith((" ", ",")), text


# Messages


def french(text: str) -> str:
    """A translation of two templates."""
    known = {"in {place}: {why}": "en {place} : {why}", "no {thing}": "pas de {thing}"}
    return known.get(text, text)


def test_a_message_is_rendered_part_by_part():
    """A message in a message too; what a user has typed stays as it is, with its braces."""
    why = _("no {thing}", thing="{place}")
    whole = _("in {place!r:.4}: {why}", place="hand{0}", why=why)
    assert str(whole) == "in 'han: no {place}"
    assert whole.parts == {"place": "'han", "why": "no {place}"}
    known = {"in {place!r:.4}: {why}": "en {place} : {why}", "no {thing}": "pas de {thing}"}
    assert whole.rendered(lambda text: known.get(text, text)) == "en 'han : pas de {place}"


def test_a_sentence_without_parts_means_its_braces():
    """It isn't formatted at all."""
    assert str(_("as in {'Ana': 3}")) == "as in {'Ana': 3}"
    assert str(_("as in {{0: 3}}, {x}", x=1)) == "as in {0: 3}, 1"


def test_an_error_within_a_message_is_its_own_message():
    """With its template; but Python's form of it where that is asked for."""
    error = RulesError("no {thing}", thing="x")
    assert _("in {place}: {why}", place="y", why=error).rendered(french) == "en y : pas de x"
    assert str(_("{error!r}", error=KeyError("x"))) == "KeyError('x')"


def test_joined_messages_can_be_taken_apart():
    """A list of problems is rendered line by line."""
    lines = [_("no {thing}", thing="x"), "plain {text}"]
    both = joined("\n  ", lines)
    assert both == "no x\n  plain {text}"
    assert split(both) == lines
    assert split(lines[0]) == [lines[0]]
    assert both.rendered(french) == "pas de x\n  plain {text}"
    assert joined(", ", []) == ""


ERRORS = [
    RulesError("there is no seat {seat}; seats go from 0 to {last}", seat=9, last=2),
    RecordError("can't be read: {error}", error=_("Permission denied"), path="a{0}", line=3),
    DeckError((3, _("the ID is missing")), (None, _("the text holds half of a character"))),
    IllegalActionError("x", seat=1, player="Ana", reason=_("the game is over"), legal=("take",)),
    PolicyError(_("its process has ended ({name})", name="9"), seat=1, player="b", observation=""),
    StaleStateError(3, 4),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_keeps_its_template_on_its_way(error):
    """Pickled by another process, copied, and then rendered."""
    there = pickle.loads(pickle.dumps(error))
    assert str(there) == str(error) == str(copy.copy(error))
    assert rendered(there, "fr") == rendered(error, "fr") != str(error)
    assert isinstance(message_of(there), Message)


def test_an_error_is_rendered_at_the_border():
    """Once: a border within another one changes nothing, and the template stays."""
    with pytest.raises(RulesError) as caught, translated("fr"), translated("fr"):
        raise RulesError("there is no seat {seat}; seats go from 0 to {last}", seat=9, last=2)
    assert str(caught.value) == "il n’y a pas de place 9\u00a0; les places vont de 0 à 2"
    there = pickle.loads(pickle.dumps(caught.value))
    assert rendered(there, "fr") == str(there) == str(caught.value)
    assert rendered(there, "en") == "there is no seat 9; seats go from 0 to 2"


def test_a_warning_is_in_the_present_language():
    """With its parts."""
    with translated("fr"), pytest.warns(UserWarning, match="écarté\u00a0: x\u00a0: ce dossier"):
        warn("left out: {file}: {reason}", file="x", reason=_("there is no such folder"))


def test_a_catalogue_is_read_as_gettext_reads_it():
    """Strings over several lines, quotes and line ends."""
    text = '# x\nmsgid ""\nmsgstr "Type: x"\n\n#, f\nmsgid ""\n"a \\"b\\"\\n"\n"c"\nmsgstr "d"\n'
    assert read_catalogue(text) == {'a "b"\nc': "d"}
