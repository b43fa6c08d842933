"""Objects in a cell and in a terminal: a small picture, and a few lines of text."""

from __future__ import annotations

import inspect
import re
from html.parser import HTMLParser

import pytest

from scripts.site import reference
from skyjo_widget import (
    NEWSKYJO_DECK,
    SKYJO_DECK,
    RuleEditor,
    RulesError,
    RuleTable,
    SkyjoRules,
    play,
)
from skyjo_widget.util import markup
from skyjo_widget.util.cell_view import CellView
from tests.fixtures.faces import faces

HOSTILE = "<script>alert(1)</script>\"'&\x1b</style></td>" + "long " * 60
IMAGE = re.compile(r'<img(?= )[^>]*? src="data:image/svg\+xml,[^"]*"')
"""An image that the page holds itself."""
EMPTY = {"br", "img", "hr", "meta"}
WIDGETS = {"Hall", "Lesson", "Replay", "RuleEditor", "RunningMean", "Serving", "Worksheet"}
"""They show themselves as boards, panels and boxes."""


class Checked(HTMLParser):
    """The elements of HTML, each of which is closed where it was opened, and its text."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], set(), ""
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """An object of each class, with a name that would do harm."""
    return faces(tmp_path_factory.mktemp("class"), HOSTILE)


def test_each_page_and_picture_has_a_language():
    """`to_html` and `html` take it; a card is a number, and a session's board has one language."""
    public = (reference.resolve(name) for names in reference.GROUPS.values() for name in names)
    classes = [one for one in public if inspect.isclass(one) and not issubclass(one, Exception)]
    written = [cls for cls in classes if hasattr(cls, "to_html")]
    pictured = [cls for cls in classes if hasattr(cls, "_repr_html_")]
    assert len(written) > 4
    assert all("lang" in inspect.signature(cls.to_html).parameters for cls in written)
    lacking = {cls.__name__ for cls in pictured if not hasattr(cls, "html")}
    assert lacking == {"Card", "Session"}
    with_html = [cls for cls in pictured if hasattr(cls, "html")]
    assert all("lang" in inspect.signature(cls.html).parameters for cls in with_html)


@pytest.mark.seconds
def test_each_public_class_has_a_picture(shown):
    """None is missing but errors, and what is a widget."""
    public = (reference.resolve(name) for names in reference.GROUPS.values() for name in names)
    classes = [one for one in public if inspect.isclass(one) and not issubclass(one, Exception)]
    pictured = tuple(type(one) for one in shown.values() if hasattr(one, "_repr_html_"))
    lacking = {cls.__name__ for cls in classes if not any(issubclass(p, cls) for p in pictured)}
    assert lacking == WIDGETS


def test_a_terminal_gets_a_few_lines(shown):
    """Fewer than 1,000 signs, which say more than an address in memory."""
    for name, one in shown.items():
        assert 0 < len(repr(one)) < 1000, name
        assert "object at 0x" not in repr(one), name


def test_a_cell_gets_a_picture_that_is_well_formed(shown):
    """Every element is closed; no script, no link, and no text that became markup."""
    for name, one in shown.items():
        if not hasattr(one, "_repr_html_"):
            continue
        html, images = IMAGE.subn("<img", one._repr_html_())
        page = Checked(html)
        assert not {"script", "a", "iframe", "link"} & set(page.tags), name
        assert page.tags.count("img") == images, name
        assert not {each for each in page.attributes if each.startswith("on")}, name
        assert page.tags.count("style") == 1, name
        assert not re.search(r"https?://|url\(|@import", html), name
        assert len(html) < 60_000, name


def test_names_are_shown_as_they_are(shown):
    """Of players, effects, notes; cut short where they are long."""
    for name in ("Kind", "Effect", "Note", "Ruling", "Form", "Prediction", "History", "Versus"):
        assert "<script>alert(1)" in Checked(shown[name]._repr_html_()).text, name


def test_a_deck_is_a_histogram_and_a_small_table():
    """A bar a number, as high as it has cards; how many cards have each effect."""
    html = NEWSKYJO_DECK._repr_html_()
    heights = re.findall(r'style="height: ([\d.]+)px', SKYJO_DECK._repr_html_())
    assert [float(height) for height in heights[:4]] == [20, 40, 60, 40]
    assert "mean 5.07" in SKYJO_DECK._repr_html_()
    text = Checked(html).text
    assert "135 cards" in text
    assert "85 with an effect" in text
    assert all(key in text for key in NEWSKYJO_DECK.effects)
    assert len(repr(NEWSKYJO_DECK)) < 500


def test_rules_show_what_differs_from_the_printed_ones():
    """And can be typed as they are shown."""
    rules = SkyjoRules(turned=3, clear_at_reveal=False)
    assert repr(rules) == "SkyjoRules(turned=3, clear_at_reveal=False)"
    assert eval(repr(rules), {"SkyjoRules": SkyjoRules}) == rules
    assert repr(SkyjoRules()) == "SkyjoRules()"
    table = rules._repr_html_().partition("<details>")[0]
    assert "turned" in table
    assert "rows" not in table


def test_odds_speak_the_tables_language():
    """In a cell; English where nobody has chosen one."""
    for lang in ("fr", None):
        table = play("skyjo", ["Ana", "Bo"], record=False, display=False, lang=lang, seed=1)
        assert table.odds()._repr_html_() == table.odds().html(lang or "en")
        assert f'lang="{lang or "en"}"' in table.odds()._repr_html_()


def test_a_table_leaves_out_columns_that_say_nothing():
    """Numbers stand on the right; what is too much is counted."""
    html = markup.rows(("a", "b", "c"), [("x", "", "1"), ("y", "–", "2")], most=1)
    assert Checked(html).text == "acx1… and 1 more"
    assert html.count('class="number"') == 2


def test_what_is_clipped_is_counted():
    """Whole lines, as many as fit."""
    told = markup.clipped_lines([f"line {n}" for n in range(500)])
    assert len(told) < 1000
    last = told.splitlines()[-1]
    assert int(re.search(r"\d+", last)[0]) == 500 - (len(told.splitlines()) - 1)


def test_a_picture_speaks_the_language_that_it_is_asked_for(shown):
    """In words and numbers; an unknown language is refused, and English is the same as ever."""
    for name, one in shown.items():
        if isinstance(one, CellView):
            french = re.sub(r"<pre>.*?</pre>", "", one.html("fr"), flags=re.DOTALL)  # code
            assert 'lang="fr"' in french, name
            assert not re.search(
                r">[^<]*(?<!\.)\b(cards|games|deals|worlds|wins|rules)\b", french
            ), name
            assert one.html("en") == one._repr_html_() == one.html()._repr_html_(), name
            with pytest.raises(RulesError, match="lang='xx' is unknown"):
                one.html("xx")
    assert "moyenne 5,08" in NEWSKYJO_DECK.html("fr")


def test_what_a_table_gives_speaks_its_language():
    """Advice and outlooks, and the tables of a rule editor."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False, lang="fr")
    assert "Conseils pour la place" in table.advice(worlds=0)._repr_html_()
    assert "probabilité de gagner" in table.what_if(games=2)._repr_html_()
    made = RuleEditor(RuleTable.example(), lang="fr").table
    assert "carte offerte" in made._repr_html_()
    assert made == RuleTable.example()
