"""Opinions of a few playtests: every answer, people's means, quotes by tag."""

from __future__ import annotations

import math
import re

import pytest

from skyjo_widget import NEWSKYJO_DECK, RulesError, opinions, play
from skyjo_widget.measures.playtest.opinions import dots
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.html_reader import Reader


def table(**options):
    """A table of NewSkyjo, some moves on."""
    made = play("newskyjo", ["Ana", "Bo", "Cy"], seed=7, record=False, display=False, **options)
    for _ in range(5):
        made.act(made.legal[0])
    return made


def asked(found, key, version="B"):
    """Return the answers to one question."""
    (one,) = [one for one in found.asked if (one.asked, one.version) == (key, version)]
    return one


def test_a_mean_is_that_of_the_peoples_means():
    """Ana answers twice, 1 and 3; four others 4: the mean of 2, 4, 4, 4, 4, with an interval."""
    made = table()
    for by, fun in [("Ana", 1), ("Ana", 3), *((name, 4) for name in ("Bo", "Cy", "Di", "Eva"))]:
        made.form(by=by, version="B", fun=fun)
    one = asked(opinions(made), "fun")
    assert one.answers == (1, 3, 4, 4, 4, 4)
    assert (one.people, one.mean.mean) == (5, pytest.approx(3.6))
    half = 2.776 * math.sqrt(0.8) / math.sqrt(5)  # Student's t of 4 degrees of freedom
    assert one.mean.high - 3.6 == pytest.approx(half, rel=0.005)
    assert asked(opinions(made), "clarity").answers == ()
    assert "3.6 (1.0 to 5.0)" not in opinions(made).html()
    assert "3.6 (2.5 to 4.7) · n = 6, people: 5" in Reader(opinions(made).html()).text


def test_with_fewer_than_five_people_there_is_no_interval():
    """And whoever gives no name counts as somebody else each time."""
    made = table()
    for _ in range(4):
        made.form(version="B", fun=2)
    one = asked(opinions(made), "fun")
    assert (one.people, one.mean.mean) == (4, 2.0)
    assert math.isnan(one.mean.low)
    made.form(version="B", fun=5)
    assert not math.isnan(asked(opinions(made), "fun").mean.low)


def test_versions_are_apart_and_a_form_without_one_has_the_presets_name():
    """So are the notes of their games."""
    made = table()
    made.note("Too long", tags=["slow"], kind="opinion")
    made.form(by="Ana", fun=3)
    assert asked(opinions(made), "fun", "newskyjo").answers == (3,)
    assert [one.version for one in opinions(made).quotes] == ["newskyjo"]
    other = table()
    other.note("Too long", tags=["slow"])
    other.form(by="Ana", fun=3, version="deck B")
    assert [one.version for one in opinions(other).quotes] == ["deck B"]


def test_a_game_with_a_named_deck_is_of_that_version():
    """Notes and forms that say no version have the deck's name."""
    made = table(deck=NEWSKYJO_DECK.named("Short"))
    made.note("Too long", tags=["slow"])
    assert [one.version for one in opinions(made).quotes] == ["Short"]
    made.form(by="Ana", fun=3)
    assert asked(opinions(made), "fun", "Short").answers == (3,)


def test_quotes_come_by_tag_the_most_frequent_first():
    """Replaced notes don't count; three quotes at most, the longest first."""
    made = table()
    for text in ("a", "abc", "ab", "abcd"):
        made.note(text, tags=["fun", "own tag"] if text == "abc" else ["fun"], by="Bo")
    first = made.note("old", tags=["slow"])
    made.note("new", tags=["broken"], edits=first)
    found = opinions(made).quotes
    assert [(one.tag, one.notes) for one in found] == [("fun", 4), ("own tag", 1), ("broken", 1)]
    assert found[0].texts == (("abcd", "Bo"), ("abc", "Bo"), ("ab", "Bo"))


def test_a_note_that_nobody_signed_is_quoted_without_a_name():
    """At a table where several play, a note has no author unless it says one."""
    made = table()
    made.note("Too long", tags=["slow"])
    found = opinions(made)
    assert [one.texts for one in found.quotes] == [(("Too long", ""),)]
    assert "Too long</bdi></li>" in found.html()


def test_practice_counts_only_if_it_is_asked_for():
    """A practice table is no playtest."""
    made = table(practice=True)
    made.form(by="Ana", fun=3)
    assert opinions(made).frame.empty
    assert repr(opinions(made)) == "No form is filled in, and no note has a tag."
    assert len(opinions(made, practice=True).frame) == 4


def test_every_answer_is_a_dot_and_the_interval_is_drawn():
    """A line of its own for five people, none for fewer; nothing leaves the scale."""
    made = table()
    for name, fun in zip("abcde", (1, 1, 5, 5, 3), strict=True):
        made.form(by=name, version="B", fun=fun)
    picture = dots(asked(opinions(made), "fun"))
    assert picture.count("<circle") == 5
    assert picture.count('stroke-width="2"') == 1
    xs = [float(x) for x in re.findall(r'(?:cx="|M|H)([\d.]+)', picture)]
    assert min(xs) >= 15
    assert max(xs) <= 175


def test_dots_open_what_their_people_said():
    """One fold for each answer that was given: the forms of these people, and their notes."""
    made = table()
    texts = {"Ana": "too slow", "Bo": "a bit slow", "Cy": "lovely"}
    for (by, text), fun in zip(texts.items(), (2, 2, 5), strict=True):
        made.form(by=by, version="B", fun=fun, text=text)
    made.form(version="B", fun=5, text="from nobody")
    made.note("waits again", tags=["slow"], by="Bo")
    folds = re.findall(
        r"<details><summary.*?>(.*?)</summary>(.*?)</details>", opinions(made).html()
    )
    heads, inside = zip(
        *((Reader(head).text, Reader(text).text) for head, text in folds), strict=True
    )
    assert heads == ("2: Ana, Bo", "5: Cy, –")
    assert [[text in part for part in inside] for text in (*texts.values(), "from nobody")] == [
        *[[True, False]] * 2,
        *[[False, True]] * 2,
    ]
    assert "waits again" in inside[0]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_texts_of_people_are_texts(lang, tmp_path):
    """In a cell and on a page, in both languages."""
    made = table()
    made.form(by=HOSTILE[0][1][:40], version=HOSTILE[0][1][:60], fun=3, text=HOSTILE[0][1])
    made.note(HOSTILE[0][1], tags=["fun"], by=HOSTILE[0][1][:40])
    found = opinions(made)
    page = found.to_html(tmp_path / "page.html", lang=lang).read_text("utf-8")
    for html in (page, found.html(lang)):
        assert "<script" not in html
        assert "n = 1" in Reader(html).text


def test_the_source_is_a_log_a_session_or_a_folder(tmp_path):
    """Anything else is refused."""
    made = table()
    made.form(by="Ana", fun=3)
    made.save_as(tmp_path / "game.jsonl")
    frames = [opinions(source).frame for source in (made, made.log, tmp_path)]
    assert all(frame.equals(frames[0]) for frame in frames)
    with pytest.raises(RulesError, match="a Log, a Session, a list of games or the path"):
        opinions(3)
