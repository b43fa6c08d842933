"""Spellings: any spelling of a name works, or what was probably meant is named."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from skyjo_widget import Deck, IllegalActionError, RulesError, Version, load, paper, play, simulate
from skyjo_widget.engine.newskyjo.deck import NEWSKYJO_DECK
from skyjo_widget.errors import DeckError, RecordError
from skyjo_widget.simulation.simulate import make_job
from skyjo_widget.util.spelling import choice, matched, nearest, suggestion

QUIET = {"record": False, "display": False, "seed": 1}
PEOPLE = ["Ana", "Bo", "Cy"]


def test_a_name_is_matched_in_any_spelling():
    """Capitals, spaces, hyphens and underscores don't matter; letters do."""
    known = ("skyjo", "skyjo-tall", "skip-bo")
    assert matched("skyjo", known) == "skyjo"
    assert matched(" Skyjo_Tall", known) == "skyjo-tall"
    assert matched("SkipBo", known) == "skip-bo"
    assert matched("skijo", known) is None
    assert matched(5, known) is None


def test_what_was_probably_meant_is_near_or_a_beginning():
    """Nothing is suggested for what is like none of them."""
    known = ("random", "greedy", "threshold")
    assert nearest("gredy", known) == "greedy"
    assert nearest("Thresh", known) == "threshold"
    assert suggestion("gredy", known) == " (did you mean 'greedy'?)"
    for text in ("", "zzz", "x" * 10_000, None, 3, "-"):
        assert suggestion(text, known) == ""


def test_a_choice_is_given_back_as_it_is_known():
    """Another word is refused with those there are."""
    assert choice("coach", "Off", ("off", "after")) == "off"
    with pytest.raises(RulesError, match=r"coach='aftr' \(did you mean 'after'\?\): one of off"):
        choice("coach", "aftr", ("off", "after"))


@pytest.mark.parametrize(
    ("typed", "preset"),
    [
        ("Skyjo", "skyjo"),
        ("SKIPBO", "skip-bo"),
        ("Skip Bo", "skip-bo"),
        ("skyjo_tall", "skyjo-tall"),
    ],
)
def test_a_game_may_be_spelt_otherwise_and_is_recorded_as_it_is_known(typed, preset):
    """At the board, in bulk, with paper cards, and as a version."""
    assert play(typed, PEOPLE, **QUIET).history.header["preset"] == preset
    table = paper(typed, PEOPLE, record=False, display=False)
    assert table.history.header["preset"] == preset
    assert make_job(typed, ["random"] * 3, 1, 1).preset == preset
    assert Version(typed).game == preset


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: play("skijo", PEOPLE), r"'skijo' is no game here \(did you mean 'skyjo'\?\)"),
        (
            lambda: play("skyjo", PEOPLE, colums=5),
            r"'colums' is no option .*did you mean 'columns'",
        ),
        (lambda: play("skyjo", PEOPLE, starter="highest"), "did you mean 'highest sum'"),
        (lambda: play("skyjo", PEOPLE, lang="fr-FR"), "did you mean 'fr'"),
        (lambda: play("skyjo", PEOPLE, coach="aftr"), "did you mean 'after'"),
        (lambda: play("skyjo", ["Ana", "bot:gredy"]), r"'gredy' is no bot .*did you mean 'greedy'"),
        (lambda: play("skyjo", ["Ana", "bot:level 3"]), r"did you mean 'level\(3\)'"),
        (lambda: simulate("skyjo", ["greedy", "rand"]), "did you mean 'random'"),
        (lambda: Version("newskyjo", effect=False), r"'effect' .*did you mean 'effects'"),
        (lambda: Version("newskijo"), "did you mean 'newskyjo'"),
    ],
)
def test_a_misspelt_name_is_answered_with_what_was_meant(call, said):
    """Games, options, words of options, languages, bots."""
    with pytest.raises(RulesError, match=said):
        call()


@pytest.mark.parametrize(
    "typed", ["bot:Greedy", "BOT:greedy", " bot: greedy ", "bot:Threshold( 2 )"]
)
def test_a_bot_may_be_spelt_otherwise(typed):
    """It is recorded as it is known."""
    player = play("skyjo", ["Ana", typed], **QUIET).players[1]
    assert player.kind == "bot"
    assert player.policy in ("greedy", "threshold(2)")


@pytest.mark.parametrize("typed", ["greedy", "Greedy", "level(3)", "bot greedy", "bots:greedy"])
def test_a_person_isnt_seated_by_a_bots_name_unnoticed(typed):
    """It is refused with how to have the bot, and how a person of that name."""
    with pytest.raises(RulesError, match=r"did you mean 'bot:.*'person:"):
        play("skyjo", ["Ana", typed], **QUIET)
    table = play("skyjo", ["Ana", "bot:random"], **QUIET)
    with pytest.raises(RulesError, match="did you mean 'bot:"):
        table.replace(1, typed)


def test_a_person_may_have_a_bots_name():
    """Said to be a person; at a table with paper cards everybody is one."""
    player = play("skyjo", ["Ana", "person: Greedy"], **QUIET).players[1]
    assert (player.name, player.kind, player.policy) == ("Greedy", "person", None)
    assert (
        paper("skyjo", ["Ana", "greedy"], record=False, display=False).players[1].name == "greedy"
    )
    assert play("skyjo", ["Ana", "Bot 1"], **QUIET).players[1].name == "Bot 1"


@pytest.mark.parametrize("typed", [" flip a1 ", "Flip A1", "FLIP  a1"])
def test_an_action_may_be_typed_with_capitals_and_spaces(typed):
    """The record holds the notation."""
    table = play("skyjo", ["Ana", "Bo"], **QUIET)
    table.act(typed)
    assert table.history.decisions[0].notation == "flip a1"


def test_a_misspelt_action_is_answered_with_what_was_meant():
    """With what would be legal, as before."""
    table = play("skyjo", ["Ana", "Bo"], **QUIET)
    with pytest.raises(IllegalActionError, match=r"did you mean 'flip'.*Legal now: flip a1"):
        table.act("flp a1")


def test_a_question_may_be_typed_with_capitals_and_spaces():
    """It is recorded as it is known."""
    table = play("skyjo", ["Ana", "Bo"], **QUIET)
    assert table.predict(" Draw at  most 4", 0.5).question == "draw at most 4"


def test_a_seat_is_a_number_and_a_player_named_is_told_theirs():
    """Wherever a seat is asked for."""
    table = play("skyjo", ["Ana", "Bo"], **QUIET)
    for ask in (table.observation, table.odds, table.log.as_seen_by):
        with pytest.raises(RulesError, match="Bo sits at seat 1"):
            ask("bo")
    with pytest.raises(RulesError, match="Bo sits at seat 1"):
        table.act("flip a1", seat="Bo")


def test_a_file_without_its_ending_is_answered_with_what_is_there(tmp_path):
    """Decks and records."""
    deck = NEWSKYJO_DECK.to_csv(tmp_path / "mine.csv")
    with pytest.raises(DeckError, match=r"no such file \(did you mean '.*mine\.csv'\?\)"):
        Deck.from_csv(tmp_path / "mine")
    play("skyjo", PEOPLE, record=tmp_path / "monday.jsonl", display=False).close()
    with pytest.raises(RecordError, match=r"did you mean '.*monday\.jsonl'"):
        load(tmp_path / "mondy.jsonl")
    assert deck.exists()


def test_a_deck_may_be_named_by_its_game():
    """Unless there is a file of that name."""
    assert play("newskyjo", PEOPLE, deck="NewSkyjo", **QUIET).deck == NEWSKYJO_DECK


# The unseen cards


def test_unseen_cards_are_a_mapping():
    """From each number to how many there are, lowest first; it ends."""
    unseen = play("skyjo", ["Ana", "Bo"], **QUIET).odds().unseen
    assert list(unseen) == list(range(-2, 13))
    assert len(unseen) == 15
    assert sum(unseen.values()) == unseen.total == 149
    assert dict(unseen.items())[12] == unseen[12]
    assert 12 in unseen
    assert 13 not in unseen
    assert unseen[13] == 0
    assert unseen.get(12) == unseen[12]


@pytest.mark.parametrize("number", ["4,5", 4.5, None, "wild", True])
def test_what_is_no_number_of_a_card_has_no_chance(number):
    """It is refused, where it counted 0."""
    unseen = play("skyjo", ["Ana", "Bo"], **QUIET).odds().unseen
    for ask in (unseen.chance, unseen.__getitem__, lambda n: unseen.one_in([n], 3)):
        with pytest.raises(RulesError, match=r"a card's number=.* is no whole number"):
            ask(number)


def test_numbers_of_other_libraries_are_numbers_of_cards():
    """NumPy's, and a card of an observation."""
    table = play("skyjo", ["Ana", "Bo"], **QUIET)
    unseen = table.odds().unseen
    assert unseen.chance(np.int64(4)) == unseen.chance(4) > Fraction(0)
    top = table.observation().discard_top
    assert unseen[top] == unseen[int(top)]
