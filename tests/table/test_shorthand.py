"""A game with paper cards in shorthand: typed turn by turn, refused as a whole, read back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_widget import Deck, Effect, Reveal, RulesError, Session, SkyjoWidgetError, paper, play
from skyjo_widget.engine.core.shorthand import card_text, read_card
from skyjo_widget.engine.games import GAMES
from tests.fixtures.paper_games import TABLES, played, written

FRESH = {"record": False, "display": False}


def skyjo(*lines: str) -> Session:
    """A game of two, after the set-up and these lines."""
    table = paper("skyjo", ["Ana", "Ben"], turned=1, **FRESH)
    for line in ("= 4", "a1/7", "a1/-2", *lines):
        table.paper.write(line)
    return table


def newskyjo(*lines: str) -> Session:
    """A game of three with effects, after the set-up and these lines."""
    table = paper("newskyjo", ["Ana", "Ben", "Cy"], turned=1, effects=True, **FRESH)
    for line in ("= 4.", "a1/7.", "a1/6.", "a1/6.", *lines):
        table.paper.write(line)
    return table


def notations(table: Session) -> list[str]:
    """The decisions that hold."""
    return [row.notation for row in table.history.decisions if not row.undone]


def last(table: Session, count: int) -> list[tuple[Any, ...]]:
    """The newest decisions, with their cards."""
    rows = table.history.decisions[-count:]
    return [(row.notation, row.card_in, row.card_out) for row in rows]


def events(table: Session, *, standing: bool = False) -> list[dict[str, Any]]:
    """The events without times and without names of the game."""
    found = table.history.standing_events() if standing else table.history.events[1:]
    return [{k: v for k, v in e.items() if k not in ("at", "ms", "decision")} for e in found]


def fresh_like(table: Session) -> Session:
    """A new table of the same game."""
    header = table.history.header
    more = {"dealer": header["dealer"]} if "dealer" in header else {}
    names = [player.name for player in table.players]
    return paper(header["preset"], names, rules=table.rules, deck=table.deck, **FRESH, **more)


# Lines


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("5b3/9", [("draw", 5, None), ("place b3", 5, 9)]),
        ("5 b3 / 9", [("draw", 5, None), ("place b3", 5, 9)]),
        ("5B3/9", [("draw", 5, None), ("place b3", 5, 9)]),
        ("−1a1", [("draw", -1, None), ("place a1", -1, 7)]),
        ("t c1/7", [("take", 4, None), ("place c1", 4, 7)]),
        ("take place c1/7", [("take", 4, None), ("place c1", 4, 7)]),
        ("5x a2/7", [("draw", 5, None), ("discard", None, 5), ("flip a2", 7, None)]),
        ("5xa2/7", [("draw", 5, None), ("discard", None, 5), ("flip a2", 7, None)]),
    ],
)
def test_a_line_is_a_turn_of_skyjo(line, found):
    """However it is spaced and spelt."""
    table = skyjo(line)
    rows = last(table, len(found))
    assert [row[0] for row in rows] == [row[0] for row in found]
    assert rows[0][1] == found[0][1]
    assert rows[-1][1:] == found[-1][1:]
    assert table.seat == 1


def test_the_set_up_is_a_line_for_each_seat():
    """Of two cards each; a third belongs to the next seat."""
    table = paper("skyjo", ["Ana", "Ben"], turned=2, **FRESH)
    table.paper.write("4")
    with pytest.raises(RulesError, match="the turn is over before 'c1/3'"):
        table.paper.write("a1/4 b2/7 c1/3")
    table.paper.write("a1/4 b2/7")
    assert notations(table) == ["flip a1", "flip b2"]
    assert table.seat == 1


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("5b3/9.", ["draw", "place b3"]),  # with an effect it couldn't be placed
        ("5.x a2/7.", ["draw", "discard", "flip a2"]),
        ("a2/7.", ["flip a2"]),
        ("5rk b3/9.", ["draw", "keep", "place b3"]),
        ("5:reverse keep place b3/9.", ["draw", "keep", "place b3"]),
        ("5rev k b3/9.", ["draw", "keep", "place b3"]),
        ("8so k 0:a1 0:b1 c1/9.", ["draw", "keep", "pick 0:a1", "pick 0:b1", "place c1"]),
        ("5p k 231 b3/9.", ["draw", "keep", "order 231", "place b3"]),
    ],
)
def test_a_line_is_a_turn_of_newskyjo(line, found):
    """With the effect's choices in the order in which the game asks for them."""
    table = newskyjo()
    table.paper.write(line)
    assert notations(table)[3:] == found


def test_a_line_is_a_turn_of_skipbo():
    """Cards of the hand, and the stock pile's with the one that turns up."""
    table = paper("skip-bo", ["Ana", "Ben"], dealer=1, **FRESH)
    for line in ("= 2 9", "1b1 sb1/5 play wild b1 12d1", "discard 3 d1"):
        table.paper.write(line)
    assert notations(table) == [
        *("play 1 b1", "play stock b1", "play wild b1", "discard 12 d1", "discard 3 d1")
    ]
    assert table.paper.text() == "= 2 9\n1b1 sb1/5 wb1 12d1\n3d1"


def test_a_wild_card_begins_a_pile_that_runs_down_by_one_letter():
    """Or by the word; the text of the game has the letter."""
    table = paper("skip-bo", ["Ana", "Ben"], dealer=1, piles_down=True, **FRESH)
    for line in ("= 2 9", "wb1v 11b1 wb2 down 12b3", "12d1"):
        table.paper.write(line)
    actions = ["play wild b1 down", "play 11 b1", "play wild b2 down", "play 12 b3"]
    assert notations(table) == [*actions, "discard 12 d1"]
    assert table.paper.text() == "= 2 9\nwb1v 11b1 wb2v 12b3 12d1"


def test_a_turn_can_come_in_two_lines():
    """The card that was drawn is named at once, or when it lands."""
    assert skyjo("5", "b3/9").paper.text() == skyjo("?", "5b3/9").paper.text()
    assert skyjo("5b3/9").paper.text() == skyjo("?", "5b3/9").paper.text()


# Refusals


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("5b3", r"b3 was face down: which card went out\? 5b3/…"),
        ("5x a2", r"a2 was face down: which card was it\? 5x a2/…"),
        ("5b3/?", r"which card went out\? 5b3/…"),
        ("?b3/9", r"which card was drawn\? It comes first, as in 5b3/9"),
        ("5a1/9", "'/9': no card is missing here"),
        ("5b3/9 6c1/2", "the turn is over before '6c1/2'"),
        ("13b3/9", "'13' is no card of this deck"),
        ("5b3/99", "'99' is no card of this deck"),
        ("5b3/z", "'z' is no card"),
        ("5b9/3", "no position here"),
        ("zz", "'zz' isn't understood here; possible are"),
        ("a2/7", "'a2/7': "),
        ("= 4", "no card is to be named here"),
        ("0:b9=4", "no place where a hidden card lies"),
        ("", "empty"),
        ("   ", "empty"),
        ("5" * 500, "at most 400"),
        ("5b3/9\x07", "can't hold the character"),
        ("5b3\x00/9", "can't hold the character"),
        ("5b3/9\u202e", "can't hold the character"),
        ("\ud800", "half of a character"),
        ("!points seat=9 points=5", "seat"),
        ("!points", "needs seat, points"),
        ('!points seat=0 points=5 "open', "no referee's line"),
        (r'!points seat=0 points=5 "\u"', "no referee's line"),
        (r'!points seat=0 points=5 "\ud800"', "half of a character"),
        ("!points seat=01 points=5", "no referee's line"),
        ("!points seat=1 seat=0 points=5", "no referee's line"),
        ("!" + "a " * 9000, "no referee's line"),
        ("!penalty seat=0", "no penalties"),
        ("!penalty", "needs seat"),
        (7, "a text"),
    ],
)
def test_a_refused_line_changes_nothing(line, why):
    """And says what is wrong, where, and what would be right."""
    table = skyjo()
    before = events(table), table.state, table.legal, table.log.decisions.to_dict()
    with pytest.raises(RulesError, match=why):
        table.paper.write(line)
    assert (events(table), table.state, table.legal, table.log.decisions.to_dict()) == before


def test_an_ambiguous_card_is_refused_with_its_choices():
    """The action that follows may make it clear."""
    table = newskyjo()
    with pytest.raises(RulesError, match=r"which 5 was it\? 5\. \(5\), 5n \(5:next-skips\)"):
        table.paper.write("5x a2/7.")
    with pytest.raises(RulesError, match=r"which 9 was it\? 9\. \(9\), 9n"):
        table.paper.write("5b3/9")
    with pytest.raises(RulesError, match="no 5 has that effect"):
        table.paper.write("5:zebra k")
    with pytest.raises(RulesError, match="each -2 has an effect: -2:lowest"):
        table.paper.write("-2.x a2/7.")
    assert notations(table) == ["flip a1"] * 3


def test_a_card_that_the_deck_has_no_more_is_refused_in_the_middle_of_a_line():
    """The beginning of that line isn't done."""
    table = skyjo("-2b1/-2", "-2b1/-2")
    with pytest.raises(RulesError, match="the deck has 5"):
        table.paper.write("-2c1/9")
    assert notations(table)[-1] == "place b1"


def test_a_drawn_card_is_still_private_after_a_refusal():
    """The line that placed it isn't done."""
    table = skyjo("5")
    assert table.history.newest().private
    with pytest.raises(RulesError):
        table.paper.write("b3/9 7")
    assert table.history.newest().private


def test_refusals_and_previews_are_french():
    """In a table's language."""
    table = paper("skyjo", ["Ana", "Ben"], turned=1, lang="fr", **FRESH)
    for line in ("= 4", "a1/7", "a1/-2"):
        table.paper.write(line)
    with pytest.raises(RulesError, match="b3 était cachée\u00a0: quelle carte est sortie\u00a0"):
        table.paper.write("5b3")
    with pytest.raises(RulesError, match="ligne 2\u00a0: b3 était cachée"):
        table.paper.write_all("\n5b3")
    assert table.paper.understand("5b3/9").text == "Ana\u00a0: a pioché 5 → b3, 9 sort"
    assert "quelle carte a été piochée" in table.paper.understand("?b3/9").error


# Before Enter


def test_what_a_line_would_do_is_said_and_not_done():
    """In words, with what may come next."""
    table = skyjo()
    before = events(table), table.state, table.legal
    assert table.paper.understand("5b3/9").text == "Ana: drew 5 → b3, 9 out"
    assert table.paper.understand("5x a2/7").text == "Ana: drew 5, discarded it, turned a2: 7"
    assert table.paper.understand("t").text == "Ana: took 4"
    half = table.paper.understand("5b3")
    assert half.error == "b3 was face down: which card went out? 5b3/…"
    assert half.next == ("/",)
    assert table.paper.understand("5").next[:3] == ("x", "a1", "b1")
    assert table.paper.understand("5b").next == ("b1", "b2", "b3")
    assert table.paper.understand("").next[:3] == ("?", "-2", "-1")
    assert table.paper.understand("\x07").error
    assert (events(table), table.state, table.legal) == before


@pytest.mark.seconds
@settings(max_examples=40)
@given(st.lists(st.integers(0, 60), min_size=1, max_size=12))
def test_what_may_come_next_is_understood(picks):
    """Each option, typed behind what stands, is no longer where the line isn't understood."""
    table, line = newskyjo(), ""
    for pick in picks:
        found = table.paper.understand(line)
        if not found.next or found.next == ("/",):
            line += "/5."
            if table.paper.understand(line).error:
                break
            continue
        option = found.next[pick % len(found.next)]
        after = table.paper.understand(f"{line} {option}")
        assert "isn't understood" not in after.error, (line, option)
        line = f"{line} {option}"


# Taking back


def test_the_last_line_is_taken_back_as_a_whole():
    """One after the other; a line that went before it stands."""
    table = skyjo("5b3/9", "t", "c1/7")
    table.paper.unwrite()
    assert table.paper.text().endswith("5b3/9\nt")
    table.paper.unwrite()
    assert table.paper.text().endswith("a1/-2\n5b3/9")
    for _ in range(3):
        table.paper.unwrite()
    assert table.paper.text() == "= 4"
    table.paper.unwrite()
    assert table.paper.unnamed() == ("discard",)
    with pytest.raises(SkyjoWidgetError):
        table.paper.unwrite()


def test_a_line_before_one_that_was_undone_is_taken_back():
    """Whatever undid the last one."""
    table = skyjo("5b3/9", "t", "c1/7")
    table.undo()
    table.paper.unwrite()
    assert table.paper.text().endswith("a1/-2\n5b3/9")
    table.paper.unwrite()
    assert table.paper.text().endswith("a1/7\na1/-2")


def test_what_was_clicked_since_is_taken_back_by_itself():
    """As by undo."""
    table = skyjo("5b3/9")
    table.act("take")
    table.paper.unwrite()
    assert table.paper.text().endswith("5b3/9")


# As text


def test_lines_of_a_file_stand_until_one_is_refused(tmp_path: Path):
    """Its number is named, and its text."""
    path = tmp_path / "game.txt"
    path.write_text("# Monday\n= 4\r\na1/7\n\na1/-2\n5b3\nt c1/7\n", "utf-8")
    for source in (path, str(path)):
        table = paper("skyjo", ["Ana", "Ben"], turned=1, **FRESH)
        with pytest.raises(RulesError, match=r"^line 6: b3 was face down[^\n]*\n    5b3$"):
            table.paper.write_all(source)
        assert table.paper.text() == "= 4\na1/7\na1/-2"
    with pytest.raises(RulesError, match="can't be read"):
        table.paper.write_all(tmp_path / "none.txt")
    with pytest.raises(RulesError, match="a text or a path"):
        table.paper.write_all(7)


def test_only_a_game_with_paper_cards_has_a_shorthand():
    """Another one has no part for them, and says where it would be."""
    table = play("skyjo", ["Ana", "Ben"], **FRESH)
    assert table.paper is None
    with pytest.raises(AttributeError, match=r"'write'.*paper\.write is meant"):
        table.write("5")


@pytest.mark.seconds
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n == "skip-bo teams")) for n in TABLES]
)
def test_a_game_reads_back_the_same(name: str, seed: int) -> None:
    """All events, whatever the game; a line for each turn."""
    table = written(played(name, seed))
    text = table.paper.text()
    again = fresh_like(table)
    again.paper.write_all(text)
    assert events(again) == events(table)
    assert again.paper.text() == text
    turns = {(row.round, row.turn, row.turn or row.seat) for row in table.history.decisions}
    lines = [line for line in text.split("\n") if not line.startswith("=")]
    assert len(lines) == len({(a, b, c if b == 0 else 0) for a, b, c in turns})


def test_what_was_undone_isnt_in_the_text():
    """The events that hold are the same."""
    table = skyjo("5b3/9", "t c1/7")
    table.paper.unwrite()
    table.paper.write("6b2/1")
    again = fresh_like(table)
    again.paper.write_all(table.paper.text())
    assert events(again, standing=True) == events(table, standing=True)


def test_a_referee_and_early_names_read_back():
    """Texts with quotes and line breaks too."""
    table = skyjo("5b3/9")
    table.paper.referee("points", seat=1, points=5, text='looked\n"well" \u2028 é')
    table.paper.referee("show", place="1:a3", card=6, text="by mistake")
    table.paper.referee("move", source="draw pile", target="discard pile", card=3)
    table.paper.name("1:b1", 2)
    table.paper.name("1:c1", 2)
    table.act("draw")
    table.paper.name("1:c2", 8)
    table.paper.name("hand", 7)
    table.paper.name("hand", 8)
    table.act("place b1")
    table.paper.name("draw 1", 0)
    table.act("draw")
    table.act("place b1", out=1)
    again = fresh_like(table)
    again.paper.write_all(table.paper.text())
    assert events(again) == events(table)


def test_a_penalty_reads_back():
    """Of Skip-Bo."""
    table = paper("skip-bo", ["Ana", "Ben"], dealer=1, **FRESH)
    table.paper.write("= 2 9")
    table.penalize(0)
    table.paper.referee("no draw", seat=1)
    again = fresh_like(table)
    again.paper.write_all(table.paper.text())
    assert events(again) == events(table)


# Cards


@pytest.mark.parametrize("game", GAMES)
def test_the_short_form_of_a_card_means_it_alone(game):
    """In a few letters."""
    deck = GAMES[game].deck
    for card in range(len(deck.kinds)):
        short = card_text(deck, card)
        assert read_card(deck, short, 0) == ([card], len(short))
        assert len(short) <= 6


def test_an_effect_may_have_digits_in_its_name():
    """It is written whole; a place may follow it behind a space."""
    effects = [Effect(key=key, next_skips=1, words={"en": key}) for key in ("x-2", "x-3", "k", "b")]
    deck = Deck.from_counts([(5, 9), (6, 100), *((5, 9, effect) for effect in effects)])
    texts = [card_text(deck, card) for card in range(len(deck.kinds))]
    assert texts == ["5.", "5b", "5k", "5:x-2", "5:x-3", "6"]
    for card, text in enumerate(texts):
        assert read_card(deck, f"{text} b3", 0) == ([card], len(text))
    assert read_card(deck, "5b3", 0) == ([0, 1, 2, 3, 4], 1)  # a place, not an effect


# Hostile input


@settings(max_examples=150)
@given(st.text(max_size=60) | st.text("0123456789abctxk?/=:.!- ", max_size=30))
def test_any_text_is_understood_or_refused(text):
    """By an error of the package, and nothing has changed."""
    table = HOSTILE
    before = events(table), table.state, table.legal
    found = table.paper.understand(text)
    assert isinstance(found.text, str)
    assert (events(table), table.state, table.legal) == before
    if found.error:
        with pytest.raises(SkyjoWidgetError):
            table.paper.write(text)
        assert (events(table), table.state, table.legal) == before


HOSTILE = newskyjo()


def test_cards_that_are_turned_up_and_given_are_named_and_read_back():
    """The card behind the slash is the one that lay there; a click names it by `card`."""
    own = [
        Effect(key="show", reveal=Reveal("others", 1), words={"en": "Show"}),
        Effect(key="gift", lands="another grid", words={"en": "Gift"}),
    ]
    deck = Deck.from_counts([(v, 8) for v in range(-2, 13)] + [(5, 4, effect) for effect in own])
    table = paper("newskyjo", ["Ana", "Ben", "Cy"], deck=deck, turned=1, **FRESH)
    for line in ("= 4", "a1/12", "a1/3", "a1/1", "5s k 1:b1/7 a1", "5g k 0:b1/9"):
        table.paper.write(line)
    assert last(table, 1) == [("pick 0:b1", "5:gift", 9)]
    table.act("draw", card="5:show")
    table.act("keep")
    table.act("pick 0:c1", card=2)
    assert last(table, 1) == [("pick 0:c1", 2, None)]
    table.act("place a2", out=8)
    again = fresh_like(table)
    again.paper.write_all(table.paper.text())
    assert notations(again) == notations(table)
    assert again.history.state == table.history.state
