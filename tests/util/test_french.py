"""At a table with ``lang="fr"`` people read French: its words, its decimal comma."""

from __future__ import annotations

import re
import sys
import time
import urllib.parse

import pytest

from skyjo_widget import (
    NEWSKYJO_DECK,
    SKYJO_DECK,
    Deck,
    SkyjoWidgetError,
    Version,
    compare,
    decision_values,
    deck_history,
    load,
    measure,
    paper,
    plan,
    play,
    replay,
    verify,
    win_probabilities,
)
from skyjo_widget.board.static_board import replay_html, session_html
from skyjo_widget.board.view import build_view
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.skipbo.deck import SKIPBO_DECK
from skyjo_widget.errors.message import Message
from skyjo_widget.util.action_words import action_words
from skyjo_widget.util.i18n import speaking, words
from skyjo_widget.util.messages import rendered
from skyjo_widget.util.notices import COMPILING, announced
from skyjo_widget.util.progress import progress_bar
from tests.fixtures.french import faults, shown


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
def test_what_a_table_holds_is_french(game):
    """Its deck, its rules and what a seat sees, printed and in a cell."""
    for table in moments(game):
        for one in (table.deck, table.rules, table.observation(), table.deck.kinds[0]):
            assert not faults(shown(one.html("fr"))), (table.phase, type(one))
            assert one.html("fr") == type(one).html(one, "fr")
        assert not faults(str(table.deck))
        assert table.deck._repr_html_() == table.deck.html("fr") != table.deck.html("en")
        assert table.rules._repr_html_() == table.rules.html("fr") != table.rules.html("en")
        assert table.observation()._repr_html_() == table.observation().html("fr")
    assert table.deck == GAMES[game].deck  # the language is no part of it
    assert table.rules == GAMES[game].presets[game]


def test_lists_of_what_there_is_are_french():
    """Presets, games, effects, decks beside each other, versions; the objects stay as they were."""
    effects = NEWSKYJO_DECK.effects.values()
    for one in (
        *(game.presets for game in GAMES.values()),
        *GAMES.values(),
        *effects,
        *(effect.first for effect in effects if effect.first),
        SKYJO_DECK.diff(NEWSKYJO_DECK),
        SKYJO_DECK.diff(SKIPBO_DECK),
        deck_history([SKYJO_DECK, NEWSKYJO_DECK.named("B", parent=SKYJO_DECK)]),
        Version("newskyjo", deck=NEWSKYJO_DECK, turned=3),
    ):
        assert not faults(shown(one.html("fr"))), one
        assert one.html("fr") != one._repr_html_() == one.html("en")
    diff = SKYJO_DECK.diff(NEWSKYJO_DECK).in_language("fr")
    assert not faults(str(diff))
    presets = type(GAMES["skyjo"].presets)(GAMES["skyjo"].presets)
    presets.lang = "fr"
    assert presets._repr_html_() == presets.html("fr")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {"stock": 3} if game == "skip-bo" else {}) for game in GAMES),
        pytest.param("skip-bo", {}, marks=pytest.mark.slow),
    ],
)
def test_chances_of_a_table_are_french(game, options):
    """Those over a game, and the values of its decisions; printed, in a cell, and with a bar."""
    quiet = {"record": False, "display": False}
    table = play(game, ["bot:random"] * 3, seed=3, lang="fr", **quiet, **options)
    for _ in range(30):
        table.step()
    table.run()
    for one in (
        win_probabilities(table, worlds=24, progress=False),
        decision_values(table, sample=2, worlds=4),
    ):
        for text in (str(one), shown(one._repr_html_())):
            assert not faults(text), text


def test_remarks_are_french():
    """The note, the form, the ruling and the prediction of a table, in a cell."""
    table = french("skyjo")
    table.note("x", tags=["fun"])
    table.form(fun=4)
    table.ruling("x", question="y")
    history = table.history
    for one in (history.notes[0], history.forms[0], history.rulings[0], history):
        assert not faults(shown(one.html("fr")).replace("fun", "")), one


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


SMALL = Deck.from_counts([(1, 20)])
WILD = Deck.from_counts([(1, 100), ("wild", 20)])
NO_TABLE = [
    lambda **said: play("skyja", ["Ana", "Bo"], **said),
    lambda **said: play("skyjo", ["Ana"], **said),
    lambda **said: play("skyjo", "Ana", **said),
    lambda **said: play("skyjo", ["Ana", 3], **said),
    lambda **said: play("skyjo", ["Ana", "greedy"], **said),
    lambda **said: play("skyjo", ["Ana", "person:"], **said),
    lambda **said: play("skyjo", ["Ana", "bot:gredy"], **said),
    lambda **said: play("skyjo", ["Ana", "bot:greedy(3)"], **said),
    lambda **said: play("skyjo", ["Ana", "bot:level(99)"], **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], columns=99, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], columns="x", **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], columns=12, rows=12, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], rows=1, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], turned=12, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], clear=4, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], turnd=2, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], starter="enders", **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], clear_at_reveal=1, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], rules=3, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], deck=3, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], deck="introuvable.csv", **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], deck=SMALL, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], deck=WILD, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], deck=NEWSKYJO_DECK, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], seed=-1, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], seed=1.5, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], seed="", **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], coach="loud", **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], for_="me", **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], practice=1, **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], limit="x", **said),
    lambda **said: play("skyjo", ["Ana", "Bo"], **{**said, "record": 3}),
    lambda **said: play("skip-bo", ["Ana", "Bo"], deck=NEWSKYJO_DECK, **said),
    lambda **said: play("skip-bo", ["Ana", "Bo"], deck=SKYJO_DECK, **said),
    lambda **said: play("skip-bo", ["Ana", "Bo"], stock=90, **said),
    lambda **said: play("skip-bo", ["Ana", "Bo"], stock=9, short=True, **said),
    lambda **said: play("skip-bo", ["Ana", "Bo"], teams=True, **said),
    lambda **said: play("skip-bo", ["Ana", "Bo"], win_points=0, card_points=0, **said),
    lambda **said: paper("skyjo", ["Ana", "bot:greedy"], **said),
    lambda **said: paper("skyjo", ["Ana", "Bo"], dealer=1, **said),
    lambda **said: paper("skip-bo", ["Ana", "Bo"], dealer=5, **said),
    lambda **said: load("introuvable.jsonl", lang=said["lang"]),
    lambda **said: load(3, lang=said["lang"]),
    lambda **said: replay("introuvable.jsonl", lang=said["lang"]),
    lambda **said: replay(3, lang=said["lang"]),
]


@pytest.mark.parametrize("number", range(len(NO_TABLE)))
def test_errors_without_a_table_are_french(number):
    """The language that is asked for is known before there is a table."""
    with pytest.raises(SkyjoWidgetError) as found:
        NO_TABLE[number](lang="fr", record=False, display=False)
    assert not faults(str(found.value)), str(found.value)


def test_problems_of_a_deck_are_french(tmp_path):
    """Each of a file's, with its line; of a file that is none, too."""
    file = tmp_path / "mon-paquet.csv"
    for text in (
        "value,effect,count\n1,,x\n2,jump,3\n1,,\n9999,,2\nwild,reverse,1\n3,,1\n3,,2\n4,,1,1\n",
        "ID carte,Valeur carte,Effet\n1,2,\n1,3,\n,4,\n",
        "value,count\n5,999\n",
        "value,count\n",
        "",
        "{}",
        "a\0b",
        '"',
        b"\x81",  # nor text in Windows' encoding
    ):
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        with pytest.raises(SkyjoWidgetError) as found:
            play("skyjo", ["Ana", "Bo"], deck=file, lang="fr", record=False, display=False)
        said = str(found.value).replace(str(file), "").replace("wild", "")
        said = re.sub(r"\(il y a .*?, et leurs phrases\)", "", said)  # all keys of effects
        said = re.sub(r"register_effect\(.*?\n\)\)", "", said, flags=re.DOTALL)  # code to fill in
        assert not faults(said), said


def test_warnings_are_french(tmp_path):
    """Of a record that was cut or edited, and of a game that nobody ends."""
    path = tmp_path / "partie.jsonl"
    table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=path, display=False)
    for _ in range(9):
        table.step()
    table.close()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    edited = re.sub(rb'"ms": ?\d+', b'"ms": 7', lines[-2])
    for spoilt in (whole[:-9], b"".join([*lines[:-2], edited, lines[-1]])):
        path.write_bytes(spoilt)
        with pytest.warns(UserWarning, match="ligne") as found:
            load(path, lang="fr", record=False, display=False)
        for one in found:
            said = str(one.message).replace(str(path), "")
            assert not faults(said), said
            assert one.filename == __file__
    table = play("skip-bo", ["bot:random"] * 2, seed=1, record=False, display=False, lang="fr")
    with pytest.warns(UserWarning, match="personne n’a fini") as found:
        table.run(turns=20)
    assert not faults(str(found[0].message))


def test_progress_is_french(capsys):
    """A notice, and a bar: what it counts, and no number with a point."""
    with speaking("fr"):
        with announced(COMPILING, after=0):
            time.sleep(0.2)
        assert not faults(capsys.readouterr().out)
        for unit in ("game", "decision"):
            with progress_bar(unit=unit, total=8, delay=0, file=sys.stderr) as bar:
                bar.update(3)
            said = capsys.readouterr().err
            assert words("fr")["progress"][unit] in said
            assert not faults(said), said


@pytest.mark.parametrize("game", GAMES)
def test_still_pictures_are_french(game):
    """The still board of a table and of a replay: its text, its description, its drawing."""
    for table in moments(game):
        for page in (
            session_html(table, "fr"),
            replay_html(build_view(table, public=True), 3, 40, "fr"),
        ):
            drawn = "".join(re.findall(r'src="data:image/svg\+xml,([^"]*)"', page))
            drawn = shown(urllib.parse.unquote(drawn))
            alt = " ".join(re.findall(r'alt="([^"]*)"', page))
            assert "total" in drawn
            beside = shown(re.sub(r'src="[^"]*"', "", page))
            assert not faults(f"{beside} {alt} {drawn}"), table.phase


def test_comparisons_are_french():
    """Printed, and in a cell."""
    found = compare("greedy", "random", games=24, seed=1, progress=False)
    found.lang = "fr"
    for text in (str(found), shown(found.html())):
        assert not faults(text.replace("greedy", "").replace("random", ""))


def test_a_call_speaks_the_language_of_what_it_is_about():
    """Unless it is asked for another one; of nothing with a language it speaks English."""
    table = play("skyjo", ["bot:greedy"] * 2, seed=1, lang="fr", record=False, display=False)
    assert measure(table.log, practice=True).lang == "fr"
    assert measure(table.log, practice=True, lang="en").lang == "en"
    assert plan(["A", "B"]).lang == "en"


def test_findings_are_french(tmp_path):
    """Of an edited, a broken and a cut record."""
    path = tmp_path / "a.jsonl"
    table = play("skyjo", ["bot:greedy", "bot:random"], seed=7, record=path, display=False)
    table.run()
    table.close()
    lines = path.read_text("utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if '"seat": 0' in line)
    for edited in (
        [*lines[:at], lines[at].replace('"seat": 0', '"seat": 1'), *lines[at + 1 :]],
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


def test_a_message_without_words_stays():
    """One that nobody has translated, and any in English."""
    assert rendered(Message("something else entirely"), "fr") == "something else entirely"
    assert rendered(Message("the game is over"), "en") == "the game is over"
