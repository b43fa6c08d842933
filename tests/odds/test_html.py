"""Odds as HTML: well-formed, in both languages, and nothing unescaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from skyjo_widget import Deck, RulesError, play, register_effect
from skyjo_widget.engine.cards import effects
from skyjo_widget.engine.cards.effects import Effect
from skyjo_widget.odds import NewSkyjoOdds
from skyjo_widget.odds.grid_html import ROWS
from skyjo_widget.util.i18n import words

VOID = {"rect", "path"}


class Tree(HTMLParser):
    """Checks that each element is closed where it should be, and keeps texts and tags."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.texts = [], [], []
        self.feed(re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL))
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        assert not any(name.startswith("on") or name in {"src", "href"} for name, _ in attrs)
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        assert tag in VOID

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def tables():
    """A table of each game, some decisions on."""
    for preset in ("skyjo", "newskyjo", "skip-bo"):
        yield play(preset, ["bot:greedy"] * 3, seed=3, record=False, display=False)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("lang", "memory"),
    [
        ("en", "table"),
        ("fr", "perfect"),
        pytest.param("en", "perfect", marks=pytest.mark.slow),
        pytest.param("fr", "table", marks=pytest.mark.slow),
    ],
)
def test_each_moment_is_well_formed(lang, memory):
    """Each element is closed, no hole is left open, and actions have a row each."""
    for session in tables():
        for step in range(60):
            if session.seat is None:
                break
            if step % 7 == 0:
                odds = session.odds(memory=memory)
                page = odds.html(lang)
                tree = Tree(page)
                text = "".join(tree.texts)
                assert not re.search(r"\{\w*\}", text)
                rows = [a for tag, a in tree.tags if a.get("class") == "row"]
                assert len(rows) == len(getattr(odds, "actions", ()))
                more = [a for tag, a in tree.tags if tag == "details" and a["class"] == "more"]
                effects = isinstance(odds, NewSkyjoOdds) and odds.next_effects != {}
                assert len(more) == (len(rows) > ROWS) + effects
            session.step()


def test_a_notebook_shows_it_in_english_and_french_has_its_own_numbers():
    """The decimal mark and the sign of per cent are the language's."""
    session = play("newskyjo", ["Ana", "Bo", "Cy"], seed=3, record=False, display=False)
    odds = session.odds()
    assert odds._repr_html_() == odds.html("en")
    assert "cartes inconnues" in odds.html("fr")
    english, french = ("".join(Tree(odds.html(lang)).texts) for lang in ("en", "fr"))
    assert re.search(r"\d\.\d", english)
    assert not re.search(r"\d\.\d", french)
    assert re.search(r"\d,\d\N{NO-BREAK SPACE}%", french)
    with pytest.raises(RulesError, match="lang='xx' is unknown"):
        odds.html("xx")


def test_the_best_action_comes_first_and_alone_is_called_so():
    """Sorted by points, less first."""
    session = play("skyjo", ["Ana", "Bo"], seed=7, record=False, display=False)
    for _ in range(20):
        odds = session.odds()
        page = odds.html()
        actions = re.findall(r"<code>([a-z]+(?: [a-z]\d)?)</code>", page)
        assert actions[0] == odds.best.action
        assert page.count(f"<em>{words('en')['odds']['best']}</em>") == 1
        session.act(odds.best.action)


def test_an_own_effect_brings_no_markup(monkeypatch):
    """A designer's text is shown as it is, and names of players aren't in it."""
    monkeypatch.setattr(effects, "_registered", dict(effects._registered))
    monkeypatch.setattr(effects, "_keys", dict(effects._keys))
    hostile = "<img src=x onerror=alert(1)>"
    register_effect(Effect(key="own-made", next_skips=1, words={"en": hostile}))
    deck = Deck.from_counts([(1, 60, "own-made"), (5, 60)])
    session = play(
        "newskyjo", [hostile, "Bo", "Cy"], deck=deck, seed=1, record=False, display=False
    )
    page = session.odds().html()
    assert "<img" not in page
    assert "onerror" not in page
    assert "own-made" in "".join(Tree(page).texts)
    odds = session.odds()
    odds._effect_keys = [None, "<b>&"]  # no deck can have such a key
    assert "&lt;b&gt;&amp;" in odds.html()
    assert "<b>&" not in odds.html()
