"""The parts: guests and seats, limits, names, and the file that keeps who sits where."""

from __future__ import annotations

import json
import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_widget import RulesError, classroom, load
from skyjo_widget.serving import seat_file
from skyjo_widget.serving.guests import Guests, token_hash
from skyjo_widget.serving.limits import (
    ALL_TRIES,
    FORGOTTEN,
    TRIES,
    WRITES,
    Bucket,
    Room,
    Tries,
)
from skyjo_widget.serving.names import guest_name, masked
from tests.serving.phones import session_of, settled, token_in, wait_until

PLACES = [(1, 0), (1, 1), (2, 0), (2, 1), (2, 3)]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["join", "seat", "free", "renew", "remove", "keep"]),
        st.integers(0, 9),
        st.integers(0, len(PLACES) - 1),
    ),
    max_size=40,
)


@given(STEPS)
def test_a_seat_is_of_one_guest(steps):
    """Taken and free seats are all seats; a token is of one guest, an old one of nobody."""
    guests, tokens, old = Guests(PLACES), {}, []
    for kind, who, at in steps:
        everybody = list(guests)
        guest = everybody[who % len(everybody)] if everybody else None
        if kind == "join":
            new, token = guests.join(f"G{who}", "en")
            tokens[new.guest] = token
        elif guest and kind == "seat":
            guests.seat(guest, PLACES[at])
            assert guests.at(PLACES[at]) is guest
        elif guest and kind == "free":
            guest.place = None
        elif guest and kind == "renew":
            old.append(tokens[guest.guest])
            tokens[guest.guest] = guests.renew(guest)
        elif guest and kind == "remove":
            guests.remove(guest)
            old.append(tokens.pop(guest.guest))
        elif kind == "keep":
            saved = json.loads(json.dumps(guests.saved()))
            guests = Guests(PLACES)
            guests.restore(saved)
        taken = [one.place for one in guests if one.place]
        assert len(set(taken)) == len(taken)
        assert sorted([*taken, *guests.free]) == PLACES
        assert {guests.find(token).guest for token in tokens.values()} == set(tokens)
        assert len(guests) == len(tokens)
        assert not any(guests.find(token) for token in old)


@pytest.mark.parametrize("token", [None, 1, b"x", [], "\ud800"])
def test_what_is_no_token_is_nobodys(token):
    """Whatever was sent."""
    assert Guests(PLACES).find(token) is None


class Clock:
    """A clock that goes when it is told to."""

    now = 100.0

    def __call__(self):
        return self.now


def test_a_bucket_fills_steadily():
    """Up to its size."""
    clock = Clock()
    bucket = Bucket(10, 5, clock)
    assert [bucket.take() for _ in range(7)] == [True] * 5 + [False] * 2
    clock.now += 0.31
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    clock.now += 1000
    assert sum(bucket.take() for _ in range(100)) == 5


def test_tries_are_counted_by_address():
    """Until they are forgotten; when all together are too many, each address still has one."""
    clock = Clock()
    tries = Tries(clock)
    for _ in range(TRIES):
        assert tries.wait("a") == 0
        tries.note_wrong("a")
    assert (tries.wait("a"), tries.wait("b")) == (FORGOTTEN, 0)
    clock.now += 10
    assert tries.wait("a") == FORGOTTEN - 10
    for n in range(ALL_TRIES - TRIES):
        tries.note_wrong(f"b{n}")
    assert tries.wait("c") == 0
    tries.note_wrong("c")
    assert (tries.wait("b0"), tries.wait("c"), tries.wait("d")) == (FORGOTTEN, FORGOTTEN, 0)
    clock.now += FORGOTTEN - 10
    assert (tries.wait("a"), tries.wait("c")) == (0, 0)
    clock.now += FORGOTTEN
    assert tries.wait("a") == 0
    assert not tries._wrong


def test_a_full_room_takes_the_place_of_who_has_most():
    """Their oldest one; who has fewer loses nothing, and a place is given back once."""
    room, ended = Room(4), []
    for n, address in enumerate("abaa"):
        room.enter(n, address, lambda n=n: ended.append(n))
    assert (room.largest, ended) == (("a", 3), [])
    for n, address in enumerate("cdea", 4):
        room.enter(n, address, lambda n=n: ended.append(n))
    assert ended == [0, 2, 1, 3]
    for _ in range(2):
        room.leave(7)
    assert room.largest[1] == 1


def test_only_who_comes_from_elsewhere_takes_a_place_among_those_who_wait():
    """The first of the address from which the most wait has to go for it."""
    guests = Guests([(1, 0)])
    for n in range(3):
        guests.join(f"G{n}", "en", "a")
    guests.join("Di", "en", "b")
    assert guests.spare("a") is None
    assert guests.spare("b").name == "G0"
    assert guests.spare("c").name == "G0"
    assert "address" not in guests.saved()[0]


@given(st.text())
def test_a_valid_name_can_be_seen(text):
    """And stays as it is."""
    try:
        name = guest_name(text)
    except RulesError:
        return
    assert 1 <= len(name) <= 24
    assert name.isprintable()
    assert guest_name(name) == name


def test_only_names_are_hidden():
    """Not cards, effects and entries that read like one."""
    traits = {
        "view": {
            "prompt": {"key": "choose", "player": "5", "card": "5"},
            "seats": [{"seat": 0, "name": "5", "cards": ["5"]}, {"seat": 1, "name": "question"}],
            "resolving": {"name": "question", "first": "5"},
            "error": {"key": "illegal", "text": "5 is to act"},
        },
        "rows": {"columns": ["player", "card_in"], "rows": [["5", 5], ["old", 5]]},
        "panels": {"predict": {"entries": [{"name": "question", "value": "5"}]}},
        "notes": {"notes": [{"about": "old · draw", "text": "5"}]},
    }
    names = [("old", 0), ("x" * 99, 1), ("5", 0), ("question", 1)]
    found = masked(traits, names, 1)
    assert found["view"]["prompt"] == {"key": "choose", "player": "№ 1", "card": "5"}
    assert [seat["name"] for seat in found["view"]["seats"]] == ["№ 1", "question"]
    assert found["view"]["seats"][0]["cards"] == ["5"]
    assert found["view"]["resolving"] == {"name": "question", "first": "5"}
    assert found["view"]["error"] == {"key": "illegal", "text": ""}
    assert found["rows"]["rows"] == [["№ 1", 5], ["№ 1", 5]]
    assert found["panels"] == traits["panels"]
    assert found["notes"]["notes"] == [{"about": "", "text": "5"}]


@pytest.mark.parametrize("preset", ["skyjo", "newskyjo", "skip-bo"])
def test_hidden_names_are_in_no_text_of_the_others(place, preset):
    """Neither present ones nor those of players before them; one's own stays."""
    serving = place.serve("Xanthippe", "Yggdrasil", "Zarathustra", game=preset, start=False)
    serving.hide_names()
    first = place.sit(serving, "Xanthippe", "Yggdrasil", "Zarathustra")
    loose = place.phone(serving).join("Quetzalcoatl")
    others = [
        place.phone(serving).watch(token_in(link))
        for link in (serving.watch_link, serving.screen_link)
    ]
    serving.start()
    for phone in (*first, others[0]):
        phone.wait_for(lambda p: p.view)
    for _ in range(12):
        settled(serving, *first)
        phone = next(phone for phone in first if phone.mine)
        wrong = next(phone for phone in first if not phone.mine)
        wrong.answered("act", action=phone.options()[0], state=wrong.state)
        phone.send("set", traits={"opened": ["predict"], "spoken": "en"})
        phone.answered("act", action=phone.options()[0], state=phone.state)
    serving.rename(1, "Wotan")
    serving.replace(2)
    session_of(serving).parts.screen.pace = -1
    other = place.phone(serving).join("Late")
    other.wait_for(lambda p: p.lobby)
    settled(serving, *first[:2])
    names = ["Xanthippe", "Yggdrasil", "Zarathustra", "Quetzalcoatl", "Wotan"]
    for own, phone in [*enumerate(first), (3, loose), (None, others[0]), (None, others[1])]:
        for at, name in enumerate(names):
            allowed = at == own or (own == 1 and name == "Wotan")
            assert allowed or name not in "".join(phone.texts), (own, name)
    assert "Xanthippe" in "".join(first[0].texts)


# The file


def served(place, path, **options):
    """A table with a record, at which Ana and Bo sit, and their tokens."""
    serving = place.serve("Ana", "Bo", record=path, **options)
    phones = place.sit(serving, "Ana", "Bo")
    return serving, [phone.token for phone in phones]


@pytest.mark.skipif(os.name != "posix", reason="rights of files are a system's own")
def test_only_its_owner_may_read_the_file(place, tmp_path):
    """From the first moment; and tokens aren't in it."""
    before = os.umask(0)
    try:
        serving, tokens = served(place, tmp_path / "game.jsonl")
    finally:
        os.umask(before)
    file = tmp_path / ".game.seats.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text("utf-8")
    assert serving.pin in text
    for token in tokens:
        assert token not in text
        assert token_hash(token) in text


def test_a_closed_table_is_taken_up_again(place, tmp_path):
    """With the PIN, the port, the links, the seats, and what was decided."""
    serving, tokens = served(place, tmp_path / "game.jsonl")
    serving.hide_names()
    serving.lock()
    ana = place.phone(serving).hello(tokens[0])
    ana.wait_for(lambda p: p.view)
    ana.answered("act", action=ana.options()[0], state=ana.state)
    known = (serving.pin, serving.link, serving.watch_link, serving.screen_link)
    session_of(serving).close()
    again = load(tmp_path / "game.jsonl", display=False)
    place.opened.append(again)
    serving = again.serve(display=False)
    assert (serving.pin, serving.link, serving.watch_link, serving.screen_link) == known
    assert (serving.locked, serving.hidden, serving.started) == (True, True, True)
    for seat, token in enumerate(tokens):
        phone = place.phone(serving).hello(token)
        phone.wait_for(lambda p: p.view)
        assert phone.lobby["seat"] == seat


GOOD = {
    "version": 1,
    "pin": "123456",
    "watch": "w" * 32,
    "screen": "s" * 32,
    "port": 0,
    "locked": False,
    "hidden": False,
    "guests": [],
}
GUEST = {"guest": "1", "name": "Ana", "token_hash": "ab", "lang": "en", "place": [1, 0]}


@pytest.mark.parametrize(
    "content",
    [
        *("", "x", "null", "[]", "1", "{}", '"x"', "[" * 100_000, '{"version": 1'),
        *({**GOOD, "version": 2}, {**GOOD, "pin": ""}, {**GOOD, "pin": 123456}),
        *({**GOOD, "pin": "12345٣"}, {**GOOD, "watch": ""}, {**GOOD, "screen": None}),
        *({**GOOD, "port": -1}, {**GOOD, "port": 1 << 16}, {**GOOD, "port": "x"}),
        *({**GOOD, "port": float("inf")}, {**GOOD, "guests": None}, {**GOOD, "guests": [1]}),
        *({**GOOD, "guests": [{**GUEST, "place": [1e999, 0]}]}, {**GOOD, "guests": {"a": 1}}),
        *(
            {**GOOD, "guests": [{**GUEST, "place": {}}]},
            {**GOOD, "guests": [{**GUEST, "place": 1}]},
        ),
        {name: value for name, value in GOOD.items() if name != "locked"},
    ],
)
def test_a_file_that_cannot_be_used_is_warned_about(tmp_path, content):
    """Everybody joins again then."""
    path = tmp_path / "seats.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    with pytest.warns(UserWarning, match="everybody joins again"):
        assert seat_file.read(path) is None


def test_a_good_file_is_used(tmp_path):
    """Also where two guests claim a seat: the first one has it."""
    path = tmp_path / "seats.json"
    twins = [GUEST, {**GUEST, "guest": "2", "token_hash": "cd"}, {**GUEST, "place": [9, 9]}]
    path.write_text(json.dumps({**GOOD, "guests": twins}), "utf-8")
    saved = seat_file.read(path)
    guests = Guests(PLACES)
    guests.restore(saved["guests"][:2])
    assert [guest.place for guest in guests] == [(1, 0), None]


def test_a_folder_in_the_files_place_hurts_nobody(place, tmp_path):
    """The table is served all the same, with a warning."""
    (tmp_path / ".game.seats.json").mkdir()
    with pytest.warns(UserWarning, match="who s"):  # noqa: PT031
        serving, tokens = served(place, tmp_path / "game.jsonl")
        phone = place.phone(serving).hello(tokens[0])
        phone.wait_for(lambda p: p.view)
        wait_until(lambda: serving.people["tables"][0]["seats"][0]["here"])


def test_a_seat_that_nobody_has_had_is_free(place):
    """It has no name in the lobby, for the host and on the projector, until somebody sits there."""
    hall = classroom("skyjo", tables=1, seats=3, record=False, display=False, lang="fr")
    place.opened.append(hall)
    ana, bo = place.phone(hall).join("Ana"), place.phone(hall).join("№ 2")
    screen = place.phone(hall).watch(token_in(hall.screen_link))
    names = ["Ana", "№ 2", ""]
    ana.wait_for(lambda p: p.lobby and [seat["name"] for seat in p.lobby["seats"]] == names)
    screen.wait_for(lambda p: p.tables and [s["name"] for s in p.tables[1]["seats"]] == names)
    wait_until(lambda: [s["name"] for s in hall.people["tables"][0]["seats"]] == names)
    assert (bo.lobby["language"], ana.lobby["language"]) == ("fr", "fr")
    hall.hide_names()
    ana.wait_for(lambda p: [s["name"] for s in p.lobby["seats"]] == ["Ana", "№ 2", ""])


def test_who_waits_is_hidden_too(place):
    """On the projector, while names are hidden; who has no seat is told the host's language."""
    serving = place.serve("Ana", "Bo", lang="fr")
    place.sit(serving, "Ana", "Bo")
    late = place.phone(serving).join("Zoe")
    late.wait_for(lambda p: p.lobby)
    assert late.lobby["language"] == "fr"
    screen = place.phone(serving).watch(token_in(serving.screen_link))
    screen.wait_for(lambda p: p.screen and p.screen["lobby"] == ["Zoe"])
    serving.hide_names()
    screen.wait_for(lambda p: p.screen["lobby"] == ["–"])


def test_a_seat_writes_no_faster_than_people_do(place, monkeypatch):
    """Notes beyond that are refused with a reason, and the seat plays on; renames are too."""
    monkeypatch.setattr("skyjo_widget.serving.client.BURST", 1000)  # of any messages
    serving = place.serve("Ana", "Bo")
    ana, bo = place.sit(serving, "Ana", "Bo")
    serving.start()
    settled(serving, ana, bo)
    for number in range(WRITES + 3):
        ana.send("note", text=f"{number}", tags=[], rating=None, edits=None, state=0, id=number)
        ana.reach_table()
    ana.wait_for(lambda p: p.view["error"])
    assert "wait 3 s" in ana.view["error"]["text"]
    assert WRITES <= len(session_of(serving).history.notes) <= WRITES + 2
    bo.send("note", text="mine", tags=[], rating=None, edits=None, state=0, id=1)
    wait_until(lambda: session_of(serving).history.notes[-1].by == "Bo")
    assert ana.code is None


def test_renames_have_their_limit(place):
    """Each would be an event of the record."""
    serving = place.serve("Ana", "Bo", start=False)
    ana, _ = place.sit(serving, "Ana", "Bo")
    for number in range(WRITES + 3):
        ana.send("rename", name=f"Ana {number}")
        ana.wait_for(lambda p, n=number: p.lobby["name"] == f"Ana {n}" or p.refused)
    assert (ana.refused["why"], ana.refused["seconds"], ana.code) == ("wait", 3, None)
    assert len(session_of(serving).history.events) <= WRITES + 5


def test_a_late_view_of_another_table_is_dropped(place):
    """A table may show a device something just when it has moved to another one."""
    serving = place.serve("Ana", "Bo")
    ana, _ = place.sit(serving, "Ana", "Bo")
    (client,) = [c for c, who in serving._door.clients.items() if getattr(who, "name", "") == "Ana"]
    client.show(None, {"table": 2, "seat": 5, "name": "?"})
    ana.ping()
    assert (ana.lobby["table"], ana.lobby["seat"]) == (1, 0)
