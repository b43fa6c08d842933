"""At a table with ``lang="fr"`` people read French: its words, its decimal comma."""

from __future__ import annotations

import ast
import html
import re

import pytest

from skyjo_widget import compare, play, verify
from skyjo_widget.engine.games import GAMES
from skyjo_widget.errors import SkyjoWidgetError
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.i18n import words
from skyjo_widget.util.messages import translate_message
from tests.fixtures.paths import ROOT

SECTIONS = ("faces", "odds", "messages", "coach", "predict", "what_if", "effect_labels", "live")
NAMES = {"Elo", "bot", "Brier", "careful", "expected", "wild"}
"""Words that French has too: names of things, and of policies."""


def texts(tree):
    """All texts of a part of a locale."""
    if isinstance(tree, str):
        yield tree
    else:
        for part in tree.values():
            yield from texts(part)


def vocabulary(lang, *sections):
    """The words of a language that have three letters or more, in some sections or all."""
    tables = [words(lang)[key] for key in sections] or [words(lang)]
    every = " ".join(re.sub(r"\{\w+\}|'[^']*'", " ", t) for table in tables for t in texts(table))
    return set(re.findall(r"[^\W\d_]{3,}", every.lower()))


def english():
    """The words that only English has."""
    return vocabulary("en", *SECTIONS) - vocabulary("fr") - {name.lower() for name in NAMES}


def shown(page):
    """The text of a page, and the titles that a pointer shows."""
    page = re.sub(r"<style>.*?</style>", " ", str(page), flags=re.DOTALL)
    titles = re.findall(r'\b(?:title|aria-label)="([^"]*)"', page)
    return html.unescape(" ".join([re.sub(r"<[^>]*>", " ", page), *titles]))


def faults(text):
    """The English words, and the numbers with a decimal point, of a text."""
    said = re.sub(r"'[^']*'|Permis maintenant.*|\.\w+|\w+=", " ", text)
    return sorted(set(re.findall(r"[^\W\d_]{3,}", said.lower())) & english()) + re.findall(
        r"\d\.\d|\d%", text
    )


def french(preset, players=("Ana", "Bo", "Cy")):
    """A table for people."""
    return play(preset, list(players), seed=3, record=False, display=False, lang="fr")


def moments(preset):
    """A table at a moment of each phase."""
    table, seen = french(preset), set()
    for k in range(400):
        if table.waiting != "person":
            break
        if table.phase not in seen:
            seen.add(table.phase)
            yield table
        legal = table.legal
        table.act(legal[k % len(legal)])


@pytest.mark.parametrize("game", GAMES)
def test_what_a_table_says_is_french(game):
    """The odds, the advice and the what-ifs of each phase, printed and in a cell; the log."""
    for table in moments(game):
        odds, advice = table.odds(), table.advice(worlds=2)
        outlook = table.what_if(actions=table.legal[:3], games=2)
        for one in (odds, advice, outlook, odds.unseen, table.log):
            assert not faults(shown(one._repr_html_())), (table.phase, type(one))
        for one in (odds, advice, outlook):
            assert not faults(str(one)), (table.phase, type(one))


@pytest.mark.parametrize("game", GAMES)
def test_each_action_has_words(game):
    """In French; in English its notation."""
    for table in moments(game):
        for action in table.legal:
            said = action_words(action, game, "fr", ["Ana", "Bo", "Cy"], table.seat)
            assert said != action
            assert not faults(said), action
            assert action_words(action, game, "en") == action


REFUSED = [
    lambda table: table.act("fly"),
    lambda table: table.act("flip z9"),
    lambda table: table.act("place a1"),
    lambda table: table.act("discard"),
    lambda table: table.act("play 99 b1"),
    lambda table: table.act("play 12 b9"),
    lambda table: table.act("pass"),
    lambda table: table.act(table.legal[0], seat=(table.seat + 1) % 3),
    lambda table: table.act(table.legal[0], state=-1),
    lambda table: table.act(table.legal[0], card=3),
    lambda table: table.odds(7),
    lambda table: table.step(),
    lambda table: table.undo(),
    lambda table: table.next_round(),
    lambda table: table.name_card("hand", 3),
    lambda table: table.note(),
    lambda table: table.note("x", rating=9),
    lambda table: table.note("x", decision=99),
    lambda table: table.form(),
    lambda table: table.ruling(""),
    lambda table: table.predict("x", 0.5),
    lambda table: table.predict("win", 3),
    lambda table: table.predict("best", 3),
]


@pytest.mark.parametrize("game", GAMES)
def test_refusals_are_french(game):
    """Of a table: what it raises."""
    found = []
    for refused in REFUSED:
        try:
            refused(french(game))
        except SkyjoWidgetError as error:
            found.append(str(error))
    assert len(found) >= len(REFUSED) - 2  # a game has one of these actions at its beginning
    assert not [text for text in found if faults(text)]


def test_comparisons_are_french():
    """Printed, and in a cell."""
    found = compare("greedy", "random", games=24, seed=1, progress=False)
    found.lang = "fr"
    for text in (str(found), shown(found.html())):
        assert not faults(text.replace("greedy", "").replace("random", ""))


def test_findings_are_french(tmp_path):
    """Of an edited, a broken and a cut record."""
    path = tmp_path / "a.jsonl"
    table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=path, display=False)
    table.run()
    table.close()
    lines = path.read_text("utf-8").splitlines()
    changed = lines[4].replace('"seat": 0', '"seat": 1').replace('"seat":0', '"seat":1')
    for edited in (
        [*lines[:4], changed, *lines[5:]],
        [*lines[:3], *lines[4:]],
        [*lines[:-1], lines[-1][:9]],
        ["{}"],
        lines[1:],
        ["?"],
    ):
        path.write_text("\n".join(edited), "utf-8")
        found = verify(path, lang="fr")
        assert len(found.findings)
        for text in (found.text(), str(found), shown(found.html())):
            assert not faults(text.replace(str(path), "")), text


def templates(file):
    """The texts of a module, with ``{}`` for each hole."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
            )


def test_each_message_stands_in_the_code():
    """Each clause of it: a message that is changed there is changed here too."""
    code = "\n".join(t for file in (ROOT / "skyjo_widget").rglob("*.py") for t in templates(file))
    for message in words("en")["messages"].values():
        for part in re.split(r"\{\w+\}|[;:(]", message):
            assert part.strip(" .:;,()'") in code, message


def test_a_message_without_words_stays():
    """One that nobody has translated, and any in English."""
    assert translate_message("something else entirely", "fr") == "something else entirely"
    assert translate_message("the game is over", "en") == "the game is over"
