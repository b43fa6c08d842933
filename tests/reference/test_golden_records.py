"""Records of earlier versions stay readable and tell what they told; `golden/README.md`."""

from __future__ import annotations

import contextlib
import json
import shutil
import warnings

import pytest

from skyjo_widget import load
from skyjo_widget.engine.games import GAMES
from skyjo_widget.engine.newskyjo.effects import NEWSKYJO_EFFECTS
from skyjo_widget.frames.schema import LIST
from skyjo_widget.records.record_file import read
from skyjo_widget.records.replay import _READERS
from tests.fixtures.paths import GOLDEN, RECORDS
from tests.fixtures.tables import legal
from tests.reference import plain_replayer

SAID = ("notes", "forms", "rulings", "predictions", "answers")
ENDS = 3  # so many of the first and of the last decisions are told in full


@contextlib.contextmanager
def torn_allowed(path):
    """A record with half a last line says so when it is loaded; the others say nothing."""
    torn = not path.read_bytes().endswith(b"\n")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        yield
    assert len(warned) == torn, [str(warning.message) for warning in warned]


def tells(path, expected=None):
    """Return a record's content; with `expected`, of tables and state just the parts there."""
    with torn_allowed(path):
        session = load(path, record=False, display=False)
    history = session.history
    names = columns_of(expected) if expected else {}
    state = history.game.state_text(history.known_state, history.codes, history.deck)
    if expected:
        known = fields_of(expected["state"])
        state = " ".join(word for word in state.split(" ") if word.partition("=")[0] in known)

    def csv(name):
        frame = getattr(session.log, name)
        frame = as_then(frame[names.get(name, list(frame))])
        return frame.to_csv(index=False).splitlines()

    def said(name):
        return getattr(history, name)

    decisions = csv("decisions")
    return {
        "state": state,
        "waiting": session.waiting,
        "legal": legal(history),
        "totals": history.state.total[: len(session.players)],
        "winners": list(session.winners),
        "players": [player.as_dict() for player in session.players],
        "decisions": len(history.decisions),
        "undone": [row.decision for row in history.decisions if row.undone],
        "notes": [[n.note, n.decision, n.text, list(n.tags), n.by, n.at] for n in history.notes],
        "csv": {
            "games": csv("games"),
            "rounds": csv("rounds"),
            "decisions": [*decisions[: 1 + ENDS], *decisions[-ENDS:]],
            **{name: csv(name) for name in SAID if name in names or (not names and said(name))},
        },
    }


def as_then(frame):
    """The frame with its lists joined and its times with a zone, as earlier versions told them."""
    told = frame.copy()
    for name in told:
        if told[name].dtype == LIST:
            mark = " " if name in ("cleared", "swapped") else ", "
            rows = told[name].to_numpy(object, na_value=None)
            told[name] = [row if row is None else mark.join(row) for row in rows]
        elif told[name].dtype.kind == "M":
            told[name] = told[name].dt.tz_localize("UTC")
    return told


def columns_of(expected):
    """The columns that the tables had when the expectation was written."""
    return {name: lines[0].split(",") for name, lines in expected["csv"].items()}


def fields_of(state):
    """The fields that a state had when the expectation was written, and the game's name."""
    return {word.partition("=")[0] for word in state.split(" ")}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_of_an_earlier_version_tells_what_it_told(path):
    """State, scores, notes and rows."""
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert tells(path, expected) == expected


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_plain_replayer_reads_it_too(path):
    """To the same scores and winners."""
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    with path.open(encoding="utf-8", newline="\n") as lines:
        *_, table = plain_replayer.replay(line for line in lines if line.endswith("\n"))
    assert table.total == expected["totals"]
    names = [player["name"] for player in expected["players"]]
    assert [names[seat] for seat in table.winners or ()] == expected["winners"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_game_goes_on(path, tmp_path):
    """In the same file: what was there stays, and what is added is read again."""
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    with torn_allowed(copy):
        session = load(copy, display=False)
    session.note("years later")
    if session.waiting == "person":
        session.act(session.legal[0])
    session.close()
    before = path.read_bytes()
    assert copy.read_bytes().startswith(before[: before.rfind(b"\n") + 1])
    again = load(copy, record=False, display=False)
    assert again.history.state == session.history.state
    assert again.history.notes[-1].text == "years later"


def test_every_preset_and_kind_of_event_is_among_them():
    """And nothing in the folder is without its pair."""
    headers, kinds = [], set()
    for path in RECORDS:
        events = read(path)[0]
        headers.append(events[0])
        kinds |= {event["event"] for event in events}
    presets = {preset for game in GAMES.values() for preset in game.presets}
    assert {header["preset"] for header in headers} == presets
    assert kinds == {"game", *_READERS}
    assert {path.stem for path in (GOLDEN / "records").iterdir()} == {path.stem for path in RECORDS}


def test_every_effect_is_among_them_kept_and_turned():
    """And some of a user's own."""
    begun = {
        (event["action"].split()[0], event["effect"])
        for path in RECORDS
        for event in read(path)[0]
        if event["event"] == "act" and event.get("effect")
    }
    own = {effect for _, effect in begun} - set(NEWSKYJO_EFFECTS)
    assert len(own) == 4
    for effect in NEWSKYJO_EFFECTS:
        assert {("keep", effect), ("flip", effect)} <= begun


def main():
    """Write down what those records tell that have nothing beside them yet."""
    for path in RECORDS:
        beside = path.with_suffix(".json")
        if not beside.exists():
            text = json.dumps(tells(path), ensure_ascii=False, indent=1)
            beside.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
