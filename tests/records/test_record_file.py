"""The record: what is written, read, refused; and the page that describes it."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest

from skyjo_widget import SkyjoRules, load, load_all, play
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.errors import RecordError
from skyjo_widget.records.record_file import read
from skyjo_widget.records.replay import _READERS, replay
from tests.fixtures.paths import ROOT
from tests.reference import plain_replayer

PAGE = ROOT / "docs" / "internals" / "record.md"


ODD_RULES = {**dataclasses.asdict(SkyjoRules()), "rows": 0}


@pytest.fixture
def finished(tmp_path):
    """The record of a whole game between bots, with a note, an undo and a change of seat."""
    path = tmp_path / "game.jsonl"
    session = play(
        "skyjo",
        ["Ana", "bot:greedy"],
        seed=4,
        record=path,
        display=False,
        practice=True,
        target=40,
    )
    session.act("flip a1")
    session.note("oops", tags=["é"])
    session.undo()
    session.act("flip b2")
    session.predict("draw at most 4", "1/2")
    session.answer("Lesson", "mean", 5.07, right=True, written="5,07")
    session.parts.annotator.note_coach("after", 1)
    session.replace(0, "bot:random")
    session.run(rounds=True)
    session.close()
    return path


def test_both_programs_replay_the_file(finished):
    """The package's reader and the plain one, to the same end."""
    found = read(finished)
    assert not found.torn
    assert found.edited is None
    assert found.size == finished.stat().st_size
    history = replay(found.events)
    with finished.open() as lines:
        *_, table = plain_replayer.replay(lines)
    assert table.total == history.state.total[:2]
    assert table.winners == history.game.winners(history.state, history.codes)


def test_every_event_is_one_ended_line_with_a_kind_and_a_time(finished):
    """UTF-8, accents as they are."""
    lines = finished.read_bytes().decode().splitlines(keepends=True)
    assert all(line.endswith("\n") for line in lines)
    for line in lines:
        event = json.loads(line)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", event["at"])
    assert '"é"' in "".join(lines)


def test_a_torn_last_line_is_left_out_with_a_note(finished):
    """And the game goes on from the last whole one."""
    data = finished.read_bytes()
    finished.write_bytes(data[:-7])
    with pytest.warns(UserWarning, match="the last line was cut off"):
        session = load(finished, display=False)
    assert not session.over or session.history.rounds
    session.run(rounds=True)
    session.close()
    load(finished, display=False).close()


def change(path, line, **fields):
    """Change keys of one line of a record (counted from 1)."""
    lines = path.read_text().splitlines()
    event = json.loads(lines[line - 1])
    event.update(fields)
    lines[line - 1] = json.dumps({k: v for k, v in event.items() if v != "(gone)"})
    path.write_text("\n".join(lines) + "\n")


def line_of(path, kind, nth=0):
    """The number of the n-th line of a kind."""
    lines = path.read_text().splitlines()
    return [i for i, line in enumerate(lines, 1) if json.loads(line)["event"] == kind][nth]


def test_a_remark_about_a_decision_that_is_not_there_is_kept_without_one(finished):
    """It is named with its line; the game, the file and what was said stay."""
    lines = finished.read_text().splitlines()
    number = next(i for i, line in enumerate(lines) if '"event": "note"' in line)
    note = {**json.loads(lines[number]), "decision": 5555}
    del note["chain"]
    lines = [json.dumps({k: v for k, v in json.loads(x).items() if k != "chain"}) for x in lines]
    lines[number] = json.dumps(note)
    finished.write_text("\n".join(lines) + "\n")
    said = f"line {number + 1}: the note is about decision 5555, which isn't there"
    with pytest.warns(UserWarning, match=said):
        session = load(finished, record=False, display=False)
    assert session.over
    assert session.history.notes[0].text == note["text"]
    assert session.history.notes[0].decision is None
    assert session.history.events[number]["decision"] == 5555, "as it was written"
    with pytest.warns(UserWarning, match=said):
        assert len(load_all(finished.parent).notes) >= 1


@pytest.mark.parametrize(
    ("kind", "nth", "fields", "says"),
    [
        ("game", 0, {"version": 99}, "line 1: the record has version 99; this software reads 1"),
        ("game", 0, {"format": "other"}, "line 1: a record begins with a 'game' event"),
        ("game", 0, {"game": "whist"}, "unknown game 'whist'; known are skyjo"),
        ("game", 0, {"rules": {}}, "the key 'columns' is missing"),
        ("game", 0, {"rules": ODD_RULES}, "rows=0 is outside"),
        ("game", 0, {"rules": 3}, "line 1"),
        ("game", 0, {"players": [{"name": "x"}]}, "'kind' is missing"),
        ("game", 0, {"players": []}, "2 to 8 players"),
        ("game", 0, {"deck": "(gone)"}, "the key 'deck' is missing"),
        ("game", 0, {"seed": "(gone)"}, "the key 'seed' is missing"),
        ("game", 0, {"seed": 1.5}, "seed = 1.5 is of the wrong type"),
        ("game", 0, {"seed": 2**70}, "is outside 0 to"),
        ("game", 0, {"at": "yesterday"}, "at = 'yesterday' is no time like"),
        ("game", 0, {"version": True}, "has version True"),
        ("game", 0, {"game_id": "half \ud800"}, "surrogates not allowed"),
        ("act", 5, {"action": "place z9"}, "is no position"),
        ("act", 5, {"action": "jump"}, "is no action"),
        ("act", 5, {"seat": 7}, "says seat = 7, but replaying the game makes it"),
        ("act", 5, {"card_in": 77}, "says card_in = 77"),
        ("act", 5, {"decision": 77}, "says decision = 77"),
        ("act", 5, {"cleared": ["a1"]}, "says cleared"),
        ("act", 5, {"ms": "long"}, "ms = 'long' is no time in milliseconds"),
        ("act", 5, {"ms": 10**30}, "is no time in milliseconds"),
        ("act", 5, {"ms": float("inf")}, "is no time in milliseconds"),
        ("act", 5, {"action": "(gone)"}, "the key 'action' is missing"),
        ("act", 5, {"event": "jump"}, "unknown event 'jump'; known are shuffle, act"),
        ("shuffle", 0, {"order": [1, 2, 3]}, "the order must hold the 150 cards"),
        ("shuffle", 0, {"order": ["x"]}, "is no card of this deck"),
        ("round", 0, {"raw": [0, 0]}, r"says raw = \[0, 0\]"),
        ("round", 0, {"total": "(gone)"}, "the key 'total' is missing"),
        ("undo", 0, {"to": 55}, "no decision 55 that could be undone"),
        ("note", 0, {"text": None}, "are texts"),
        ("note", 0, {"at": 3}, "at = 3 is no time"),
        ("note", 0, {"decision": 0.0}, "a number or null is needed"),
        ("seat", 0, {"seat": 9}, "there is no seat 9"),
    ],
)
def test_a_wrong_event_is_an_error_with_its_line(finished, kind, nth, fields, says):
    """And the file isn't changed."""
    line = line_of(finished, kind, nth)
    change(finished, line, **fields)
    before = finished.read_bytes()
    with pytest.raises(RecordError, match=says) as caught:
        load(finished, display=False)
    assert f"line {line}" in str(caught.value)
    assert str(finished) in str(caught.value)
    assert finished.read_bytes() == before


@pytest.mark.parametrize("rubbish", [b"not json", b"[1, 2]", b'{"a": 1}', b"\xff\xfe", b""])
def test_a_damaged_line_in_the_middle_is_an_error_with_its_line(finished, rubbish):
    """Whatever stands there."""
    lines = finished.read_bytes().split(b"\n")
    lines[6] = rubbish
    finished.write_bytes(b"\n".join(lines))
    with pytest.raises(RecordError, match="line 7"):
        load(finished, display=False)


def test_a_byte_order_mark_is_passed_over(finished):
    """Some editors add one."""
    finished.write_bytes(b"\xef\xbb\xbf" + finished.read_bytes())
    load(finished, display=False).close()


@pytest.mark.parametrize("record", [5, 0, "", "nul\0.jsonl"])
def test_what_is_no_path_is_refused(record):
    """With a sentence."""
    with pytest.raises(RecordError):
        play("skyjo", ["Ana", "Bo"], record=record, display=False)


def test_a_record_in_a_folder_gets_a_dated_name(tmp_path):
    """A folder that is there, or a name that ends like one."""
    for folder in (tmp_path, f"{tmp_path}/new/"):
        session = play("skyjo", ["Ana", "Bo"], record=folder, display=False)
        assert str(session.path).startswith(str(folder))
        assert session.path.name.endswith("-skyjo.jsonl")
        session.close()


def test_a_session_that_was_closed_says_so():
    """The game goes on in memory."""
    session = play("skyjo", ["Ana", "Bo"], display=False)
    session.close()
    session.close()
    with pytest.warns(UserWarning, match=r"was closed; load\(path\) goes on"):
        session.act("flip a1")


def test_a_missing_or_empty_file_is_an_error(tmp_path):
    """A folder with nothing in it too."""
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    for path, says in (
        ("no.jsonl", "can't be read"),
        ("empty.jsonl", "holds no event"),
        ("folder", "there is no record there"),
    ):
        with pytest.raises(RecordError, match=says):
            load(tmp_path / path, display=False)


def test_a_new_name_without_an_ending_is_a_folders(tmp_path):
    """So that ``record="games"`` doesn't leave a file where later games want their folder."""
    for number in (1, 2):
        table = play("skyjo", ["Ana", "Bo"], record=tmp_path / "games", display=False)
        table.close()
        assert table.path.parent == tmp_path / "games"
        assert len(list((tmp_path / "games").glob("*.jsonl"))) == number


def test_a_folder_that_cannot_be_written_to_is_refused(tmp_path):
    """Before the game begins."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="can't be opened"):
        play("skyjo", ["Ana", "Bo"], record=tmp_path / "file" / "game.jsonl", display=False)


def section(name):
    """The part of the page about a game that isn't the first."""
    return PAGE.read_text().partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def examples(text=None):
    """The blocks of JSON on the page, those of the first game unless told otherwise."""
    if text is None:
        text = PAGE.read_text().partition("\n## NewSkyjo\n")[0]
    return [json.loads(b) for b in re.findall(r"```json\n(.*?)```", text, re.DOTALL)]


def test_the_page_has_an_example_of_every_kind_of_event():
    """Each parses, and has the keys that are really written."""
    more = map(section, ("Skip-Bo", "Games with paper cards"))
    shown = [*examples(), *(block for text in more for block in examples(text))]
    assert {block["event"] for block in shown if "event" in block} == {"game", *_READERS}


def test_the_page_names_every_key_that_is_written(finished, tmp_path):
    """Example by example."""

    def mine(obs):
        raise ValueError("no")

    path = tmp_path / "fault.jsonl"
    session = play("skyjo", [mine, "Bo"], record=path, display=False)
    with pytest.raises(Exception, match="no"):
        session.run()
    session.close()
    again = load(path, display=False)
    again.note("x")
    again.form(fun=3)
    again.ruling("no")
    again.break_off()
    again.close()
    written = {}
    for file in (finished, path):
        for event in read(file)[0]:
            written[event["event"]] = set(event)
    assert written == {block["event"]: set(block) for block in examples() if "event" in block}


# NewSkyjo


@pytest.fixture(scope="module")
def every_effect(tmp_path_factory):
    """The record of a whole game between bots, every effect in it, with an undo."""
    path = tmp_path_factory.mktemp("record") / "newskyjo.jsonl"
    session = play(
        "newskyjo",
        ["Ana", "bot:random", "bot:greedy"],
        seed=4,
        record=path,
        display=False,
        practice=True,
        rounds=20,
    )
    session.act("flip a1")
    session.undo()
    session.act("flip b2")
    session.replace(0, "bot:random")
    session.run(rounds=True)
    session.close()
    return path.read_text()


@pytest.fixture
def newskyjo(every_effect, tmp_path):
    """A file with it."""
    path = tmp_path / "newskyjo.jsonl"
    path.write_text(every_effect)
    return path


@pytest.mark.seconds
def test_both_programs_replay_a_game_of_newskyjo(newskyjo):
    """The package's reader and the plain one, to the same end."""
    history = replay(read(newskyjo)[0])
    with newskyjo.open() as lines:
        *_, table = plain_replayer.replay(lines)
    assert table.total == history.state.total[:3]
    assert table.winners == history.game.winners(history.state, history.codes)
    begun = {event["effect"] for event in read(newskyjo)[0] if event.get("effect")}
    assert begun == set(NEWSKYJO_EFFECTS)


def test_the_page_names_every_key_of_newskyjo(newskyjo):
    """Its own parts besides, in its tables and its example of an effect."""
    written = {}
    for event in read(newskyjo)[0]:
        written[event["event"]] = set(event)
    usual = {block["event"]: set(block) for block in examples() if "event" in block}
    page = section("NewSkyjo")
    acts = page.partition("### Its `act` events")[2].partition("| action |")[0]
    assert written["act"] - usual["act"] == set(re.findall(r"^\| `(\w+)` \|", acts, re.MULTILINE))
    assert usual["act"] < written["act"]
    assert written["game"] - usual["game"] == {"effects"}
    assert written["round"] == usual["round"]
    effect = json.loads(re.search(r"```\w*\n(\{.*?)```", page, re.DOTALL)[1])
    assert set(effect["reverse"]) == set(NEWSKYJO_EFFECTS["reverse"].as_dict())
    rules = read(newskyjo)[0][0]["rules"]
    assert set(rules) - set(usual_rules()) == {"rounds", "effects", "flip_turn"}
    assert set(usual_rules()) - set(rules) == {"target"}


def test_the_page_names_every_key_of_skipbo(tmp_path):
    """Its own parts besides; the example of a round and of a penalty."""
    path = tmp_path / "skipbo.jsonl"
    session = play(
        "skip-bo", ["bot:greedy", "bot:plain"], record=path, display=False, short=True, rounds=1
    )
    session.penalize(1)
    session.run()
    session.close()
    written = {event["event"]: event for event in read(path)[0]}
    usual = {block["event"]: set(block) for block in examples() if "event" in block}
    page = section("Skip-Bo")
    acts = page.partition("### Its `act` events")[2].partition("| action |")[0]
    named = set(re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`.*?) \|", acts, re.MULTILINE))))
    assert set(written["act"]) - usual["act"] == named - usual["act"]
    assert usual["act"] < set(written["act"])
    told = {block["event"]: set(block) for block in examples(page)}
    assert told == {kind: set(written[kind]) for kind in ("round", "penalty")}
    rules = page.partition("### Its `game` event")[2].partition("###")[0]
    assert set(written["game"]["rules"]) <= set(re.findall(r"`(\w+)`", rules))
    assert written["game"]["deck"][-1] == ["wild", 18]


def usual_rules():
    """The options in the page's example of Skyjo."""
    return next(block for block in examples() if block.get("event") == "game")["rules"]


def act_of(path, **fields):
    """The number of the first act with these values."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        event = json.loads(line)
        if event["event"] == "act" and all(
            str(event[key]).startswith(str(value)) for key, value in fields.items()
        ):
            return number
    raise AssertionError(f"no act with {fields}")


@pytest.mark.parametrize(
    ("which", "fields", "says"),
    [
        ({"effect": "reverse"}, {"effect": None}, "says effect = None, but replaying .* 'reverse'"),
        ({"effect": "reverse"}, {"effect": "next-skips"}, "says effect = 'next-skips'"),
        ({"effect": "reverse"}, {"effect": "(gone)"}, "the key 'effect' is missing"),
        ({"effect": "reverse"}, {"no_effect": True}, "says no_effect = True"),
        ({"effect": "only-"}, {"no_effect": 0}, "says no_effect = 0"),
        ({"action": "pick", "swapped": "["}, {"swapped": None}, "says swapped = None"),
        ({"action": "pick", "swapped": "["}, {"swapped": ["a1", "a1"]}, "says swapped"),
        ({"action": "pick"}, {"action": "pick 9:a1"}, "a place is a seat from 0 to 2"),
        ({"action": "pick"}, {"action": "pick a1"}, "is no place here"),
        ({"action": "pick"}, {"action": "place a1"}, "isn't legal: 'place' is for the phase"),
        ({"action": "order"}, {"action": "order 3"}, "needs an order"),
        ({"action": "order"}, {"action": "order"}, "needs an order"),
        ({"action": "order"}, {"action": "order 21"}, "3 cards are to be put in order"),
        ({"action": "keep"}, {"card_in": 5}, "says card_in = 5"),
        ({"action": "keep"}, {"action": "place a1"}, "a card with an effect is kept first"),
        ({"action": "keep"}, {"seat": 9}, "says seat = 9"),
        ({"action": "draw"}, {"action": "pass"}, "isn't legal: something is possible"),
    ],
)
def test_a_wrong_event_of_newskyjo_is_an_error_with_its_line(newskyjo, which, fields, says):
    """And the file isn't changed."""
    line = act_of(newskyjo, **which)
    change(newskyjo, line, **fields)
    before = newskyjo.read_bytes()
    with pytest.raises(RecordError, match=says) as caught:
        load(newskyjo, display=False)
    assert f"line {line}" in str(caught.value)
    assert newskyjo.read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda game: game.pop("effects"), "has an effect that the record doesn't hold"),
        (lambda game: game["effects"].pop("reverse"), "has an effect that the record doesn't"),
        (lambda game: game["effects"]["reverse"].pop("peek"), "an effect has the parts key, words"),
        (lambda game: game["effects"]["reverse"].update(peek=9), "peek=9 is outside 0 to 3"),
        (lambda game: game["effects"]["reverse"].update(key="turn"), "has the key 'turn'"),
        (lambda game: game["effects"].update(reverse=3), "an effect is an object with every part"),
        (lambda game: game.update(effects=[]), "line 1"),
        (lambda game: game["deck"].append([5, 1, "magic"]), "an effect that the record doesn't"),
        (lambda game: game["deck"].append([5, 1, "reverse", 2]), "an effect that the record"),
        (lambda game: game["deck"].append([5, 1, "reverse"]), "each value may stand once"),
        (lambda game: game["rules"].pop("rounds"), "the key 'rounds' is missing"),
        (lambda game: game["rules"].update(rounds=0), "rounds=0 is outside 1 to 1000"),
        (lambda game: game["rules"].update(effects=1), "effects=1: it is True or False"),
        (lambda game: game["rules"].update(target=100), "'target' is no option of NewSkyjo"),
        (lambda game: game["players"].pop(), "NewSkyjo is played by 3 to 8 players, not 2"),
        (lambda game: game.update(game="skyjo"), "the key 'target' is missing"),
    ],
)
def test_a_wrong_header_of_newskyjo_is_an_error(newskyjo, damage, says):
    """With what is wrong in it."""
    header, _, rest = newskyjo.read_text().partition("\n")
    game = json.loads(header)
    damage(game)
    newskyjo.write_text(json.dumps(game) + "\n" + rest)
    with pytest.raises(RecordError, match=says) as caught:
        load(newskyjo, display=False)
    assert caught.value.line == 1


def test_an_edited_record_is_noticed(finished):
    """A line that was changed, removed, put elsewhere or written by hand; the first is named."""
    whole = finished.read_bytes()
    lines = whole.splitlines(keepends=True)
    act = line_of(finished, "act", 3) - 1
    slower = lines[act].replace(b'"ms": ', b'"ms": 9')
    assert slower != lines[act]
    unlinked = lines[act][: lines[act].rindex(b', "chain"')] + b"}\n"
    for edited in (
        [*lines[:act], slower, *lines[act + 1 :]],
        [*lines[:act], unlinked, *lines[act + 1 :]],
        [*lines[:act], *lines[act + 1 :]],
        [*lines[:act], lines[act + 1], lines[act], *lines[act + 2 :]],
    ):
        finished.write_bytes(b"".join(edited))
        assert read(finished).edited == act + 1
    finished.write_bytes(whole)
    assert read(finished).edited is None


def test_a_copy_of_an_edited_record_stays_one(finished, tmp_path):
    """Its own links are whole, so its first line says it."""
    change(finished, 5, ms=1)
    for record in (tmp_path / "copy.jsonl", False):
        with pytest.warns(UserWarning, match="line 5: .* edited"):
            session = load(finished, record=record, display=False)
        copy = session.save_as(tmp_path / "again.jsonl")
        session.close()
        assert read(copy).edited == 5
        copy.unlink()


def test_a_record_without_links_is_read_and_goes_on_with_them(tmp_path):
    """As the first versions wrote it."""
    path = tmp_path / "game.jsonl"
    play("skyjo", ["Ana", "Bo"], seed=3, record=path, display=False).close()
    change(path, 1, chain="(gone)")
    change(path, 2, chain="(gone)")
    session = load(path, display=False)
    session.act("flip a1")
    session.close()
    assert read(path).edited is None
    assert path.read_text().count('"chain"') == len(path.read_text().splitlines()) - 2
    change(path, 4, ms=123_456)
    assert read(path).edited == 4


def test_the_decks_hash_is_for_readers_and_not_checked(newskyjo):
    """A record without it, or with another one, is replayed all the same."""
    change(newskyjo, 1, deck_hash="(gone)")
    with pytest.warns(UserWarning, match="line 1: .* the record was edited"):
        session = load(newskyjo, record=False, display=False)
    assert session.log.games["deck"].iloc[0] == session.deck.hash
