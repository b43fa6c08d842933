"""Replays: each moment is what the record makes of the game so far; nobody sees too much."""

from __future__ import annotations

import json
import random
import re
import warnings

import IPython.display
import numpy as np
import pandas as pd
import pytest

from skyjo_widget import load, load_all, play, replay, rulings_page, simulate, verify
from skyjo_widget.board.static_board import REST, StaticBoard
from skyjo_widget.board.tables.common import TableSnapshot
from skyjo_widget.board.view import picture
from skyjo_widget.errors import RecordError, RulesError, SimulationError
from skyjo_widget.frames.log import Log
from skyjo_widget.records import record_file
from skyjo_widget.records.replay import feed
from skyjo_widget.records.replay import replay as refed
from skyjo_widget.records.timeline import EVERY, Moments
from tests.fixtures import paper_games
from tests.fixtures.games import finished, played
from tests.fixtures.hidden_cards import (
    DECK,
    EFFECTS,
    Table,
    advance,
    any_of,
    game,
    orders_of,
    places,
    unseen,
)
from tests.fixtures.hostile import HOSTILE
from tests.fixtures.paths import RECORDS, ROOT

pytestmark = pytest.mark.usefixtures("no_clocks_or_ids")

IDS = [path.stem for path in RECORDS]


def opened(source, **options):
    """A replay that isn't shown; what a torn or edited record says is set aside."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return replay(source, display=False, **options)


def golden(name):
    """A record of `tests/reference/golden`."""
    return next(path for path in RECORDS if path.stem == name)


def two_games():
    """Two whole games with keys of their own."""
    games = finished(seed=1), finished(seed=2)
    for number, session in enumerate(games):
        session.history.header["game_id"] = f"game {number}"
    return games


# The moments


@pytest.mark.seconds
@pytest.mark.parametrize("count", [8, pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.parametrize("path", RECORDS, ids=IDS)
def test_each_moment_is_what_feeding_the_events_before_it_gives(path, count):
    """In any order of asking: state, rows, rounds, and everybody's picture of it."""
    events = record_file.read(path).events
    moments = Moments(events)
    order = random.Random(1).sample(range(len(moments)), min(len(moments), count))
    for number in [*order, len(moments) - 1, 0, *range(min(4, len(moments)))]:
        again, fresh = moments.at(number), refed(events[: moments[number].events])
        assert again.state == fresh.state
        assert again.decisions == fresh.decisions
        assert again.rounds == fresh.rounds
        assert again.players == fresh.players
        assert again.events == fresh.events
        for viewer in (None, *range(len(fresh.players))):
            assert picture(TableSnapshot(again, "replay"), viewer) == picture(
                TableSnapshot(fresh, "replay"), viewer
            )


@pytest.mark.parametrize("path", RECORDS, ids=IDS)
def test_each_decision_has_one_moment_and_nothing_is_left_out(path):
    """In their order; the first moment is the deal, the last one shows the whole record."""
    events = record_file.read(path).events
    moments = Moments(events)
    final = refed(events)
    assert moments.final.decisions == final.decisions
    assert len(moments.moment_of) == len(final.decisions)
    assert moments.moment_of == sorted(set(moments.moment_of))
    for decision, number in enumerate(moments.moment_of):
        moment, row = moments[number], final.decisions[decision]
        assert (moment.decision, moment.seat, moment.round, moment.turn) == (
            decision,
            row.seat,
            row.round,
            row.turn,
        )
    assert moments[0].decision is None
    last = moments.at(len(moments) - 1)
    assert (last.state, last.decisions) == (final.state, final.decisions)
    causes = [moment.cause for moment in moments]
    told = [event["event"] for event in events]
    assert causes.count("act") == told.count("act")
    assert causes.count("undo") == told.count("undo")
    assert causes.count("penalty") == told.count("penalty")
    deals = sum(event["event"] == "shuffle" and event["for"] == "deal" for event in events)
    assert sum(cause in ("shuffle", "game") for cause in causes) >= max(1, deals)


@pytest.mark.seconds
@pytest.mark.parametrize("count", [7, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["skyjo", "newskyjo", "skip-bo"])
def test_a_game_with_paper_cards_is_stepped_through_like_any_other(name, count):
    """Cards that are named later, and what nobody named: it asks for none."""
    session = paper_games.written(paper_games.played(name, 1))
    events = session.history.events
    again = opened(session)
    for number in random.Random(2).sample(range(len(again)), count):
        again.position = number
        fresh = refed(events[: again._moments[number].events])
        assert again._moments.at(number).state == fresh.state
        assert again.board.view["paper"] is None
        assert again.board.view["targets"] == {}
    last = again._moments.at(len(again) - 1)
    assert last.decisions == session.history.decisions


def test_no_step_feeds_more_events_than_lie_between_two_marks(monkeypatch):
    """However long the game is, and wherever one comes from."""
    moments = Moments(played(decisions=600, target=5_000).history.events)
    fed = []
    monkeypatch.setattr(
        "skyjo_widget.records.timeline.feed",
        lambda h, event, **where: fed.append(event) or feed(h, event, **where),
    )
    order = [*random.Random(1).sample(range(len(moments)), 60), *range(200, 100, -1)]
    for number in order:
        fed.clear()
        moments.at(number)
        assert len(fed) <= EVERY


def test_forward_and_back_show_the_same():
    """The board's view at a moment doesn't hang on where one came from."""
    again = opened(golden("v1-newskyjo-effects"))
    there = []
    for number in range(len(again)):
        again.position = number
        there.append({**again.board.view, "answer": 0})
    for number in reversed(range(len(again))):
        again.position = number
        assert {**again.board.view, "answer": 0} == there[number]
    assert there[0] != there[1]


def test_what_was_taken_back_can_be_stepped_through_and_is_marked():
    """The undone decisions, and the moment that takes them back."""
    again = opened(golden("v1-undo"))
    final = again.history
    undone = [row.decision for row in final.decisions if row.undone]
    assert undone
    assert again.board.replay["undone"] == [again._moments.moment_of[d] for d in undone]
    again.show(undone[0])
    assert again.decision == undone[0]
    assert again.board.view["last"]["seat"] == final.decisions[undone[0]].seat
    back = [n for n, moment in enumerate(again._moments) if moment.cause == "undo"]
    again.position = back[0]
    assert again.board.view["taken_back"]["count"] >= 1
    assert again.board.replay["seat"][back[0]] is None


def test_going_somewhere_in_other_ways():
    """By decision, by steps that end at the ends, and nowhere else."""
    session = finished()
    again = opened(session)
    again.decision = 12
    assert (again.decision, again.position) == (12, 13)
    again.step(-1)
    assert again.decision == 11
    again.step(-1000)
    assert (again.decision, again.position) == (None, 0)
    again.step(10**6)
    assert again.position == len(again) - 1
    for wrong in (-1, len(again), 1.5, "3,5", True, None):
        with pytest.raises(RulesError, match=r"moment|whole number"):
            again.position = wrong
    for wrong in (-1, 10**6, "x"):
        with pytest.raises(RulesError, match=r"no decision|whole number"):
            again.show(wrong)
    assert again.position == len(again) - 1
    with pytest.raises(RecordError, match="a path, a Session, a History or a Log"):
        replay(17)


def test_a_replay_changes_nothing():
    """Not the session it was made of, which goes on, nor does it go on with it."""
    session = played()
    before = json.dumps(session.history.events)
    again = opened(session)
    again.step(5)
    session.step() if session.waiting == "bot" else session.act(session.legal[0])
    assert len(session.history.events) == len(json.loads(before)) + 1
    assert again.history.events == json.loads(before)


def test_a_note_in_a_replay_goes_to_the_record(tmp_path):
    """About the decision shown, or a given one; the board has it at once."""
    path = finished(seed=1).save_as(tmp_path / "game.jsonl")
    again = opened(path)
    again.show(7)
    assert again.note("Here", by="Maria", tags=["slow"], kind="observed") == 0
    again.note("There", decision=3)
    assert again.note("Here it is", edits=0) == 2
    said = [(note.decision, note.text, note.by) for note in again.history.notes]
    assert said == [(7, "Here", "Maria"), (3, "There", None), (7, "Here it is", None)]
    assert [note["text"] for note in again.board.replay["notes"]] == ["There", "Here it is"]
    assert again.decision == 7
    assert len(load_all(tmp_path).notes) == 3
    assert verify(path).proved == (path,)


def test_a_note_in_a_tables_replay_is_the_tables():
    """The session has it, and writes it where it writes; the replay is then as the game is."""
    session = played()
    again = opened(session)
    session.act(session.legal[0]) if session.waiting == "person" else session.step()
    again.note("Here", decision=2)
    assert [note.text for note in session.history.notes] == ["Here"]
    assert len(again.history.decisions) == len(session.history.decisions)


def test_where_no_note_can_be_written_it_says_so(tmp_path):
    """A history alone has no record, and a record that a table writes is its table's."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=tmp_path / "game.jsonl", display=False)
    table.act("flip a1")
    with pytest.raises(RulesError, match=r"give replay\(\) its path or its table"):
        opened(table.history).note("Here")
    with pytest.raises(RecordError, match="a table of this notebook writes this record"):
        opened(table.path).note("Here")
    assert table.history.notes == []
    table.close()
    with pytest.raises(RulesError, match="kind"):
        opened(table.path).note("Here", kind="nonsense")
    again = opened(table.path)
    again.note("Here")  # the failed one has left the record free
    assert len(again.history.notes) == 1


@pytest.mark.parametrize("kind", ["torn", "edited"])
def test_a_damaged_record_says_so_and_is_shown(tmp_path, kind):
    """As far as it goes; a warning says what was wrong."""
    session = play("skyjo", ["Ana", "Bo"], seed=2, record=tmp_path, display=False)
    for _ in range(3):
        session.act(session.legal[0])
    session.close()
    data = session.path.read_bytes()
    if kind == "torn":
        session.path.write_bytes(data[:-9])
    else:
        session.path.write_bytes(data.replace(b"Ana", b"Eva"))
    with pytest.warns(UserWarning, match="cut off" if kind == "torn" else "edited"):
        again = replay(session.path, display=False)
    assert len(again._moments.moment_of) == (2 if kind == "torn" else 3)
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n")
    with pytest.raises(RecordError, match="line 1"):
        replay(broken, display=False)


def test_a_record_that_ends_in_the_middle_of_a_draw_is_shown_to_its_end():
    """Its last decision waits for a shuffle or for the scores."""
    session = finished()
    events = session.history.events
    end = next(i for i, event in enumerate(events) if event["event"] == "round")
    moments = Moments(events[:end])
    last = moments.at(len(moments) - 1)
    assert last.needs_scoring
    assert moments[len(moments) - 1].decision == len(last.decisions) - 1
    again = opened(last)
    again.position = len(again) - 1
    assert again.board.view["prompt"] == {"key": "reveal"}


# The display


@pytest.mark.parametrize("name", ["v1-skyjo", "v1-newskyjo-effects", "v1-skipbo"])
def test_nothing_can_be_done_in_a_replay(name):
    """No target, no move, nothing to take back: it waits for nobody."""
    again = opened(golden(name))
    for number in range(len(again)):
        again.position = number
        view = again.board.view
        assert (view["waiting"], view["undo"], view["targets"]) == ("replay", "nothing", {})
        assert not view.get("moves")
        assert not view["covered"]
        assert view["at"] == number


def test_a_round_that_is_over_is_shown_whole():
    """Each card that lies face down, and the card in anybody's hand."""
    session = finished("skyjo", seed=4)
    again = opened(session)
    drawn = hidden = 0
    for number in range(len(again)):
        again.position = number
        view, s = again.board.view, again._moments.at(number).state
        for seat, told in enumerate(view["seats"]):
            under = s.under[seat][: len(told["grid"])]
            found = [told["under"][i] for i, card in enumerate(under) if card >= 0]
            assert found == [str(session.deck.kinds[card].value) for card in under if card >= 0]
            assert all(
                (text != "") == (card == "?")
                for text, card in zip(told["under"], told["grid"], strict=True)
            )
            hidden += len(found)
        if view["phase"] == "place drawn":
            drawn += 1
            assert view["held"]["card"] == str(session.deck.kinds[s.hand].value)
            assert view["last"]["card_in"] == view["held"]["card"]
    assert drawn > 3
    assert hidden > 100


def test_all_hands_of_a_round_that_is_over_are_laid_open():
    """Skip-Bo: each seat's, the first one's below the table."""
    again = opened(golden("v1-skipbo"))
    again.position = 30
    view, s = again.board.view, again._moments.at(30).state
    cards = [[str(again.history.deck.kinds[c].card) for c in hand if c >= 0] for hand in s.hand]
    assert [seat["cards"] for seat in view["seats"]] == cards[: len(view["seats"])]
    assert view["hand"] == cards[0]


def test_of_a_round_that_goes_on_there_is_what_every_seat_may_see():
    """While the round before it is shown whole."""
    session = finished("skyjo", target=200)
    first = next(i for i, e in enumerate(session.history.events) if e["event"] == "round")
    again = opened(refed(session.history.events[: first + 20]))
    rounds = set()
    for number in range(len(again)):
        again.position = number
        view = again.board.view
        over = view["round"] == 1
        rounds.add(view["round"])
        assert all(("under" in seat) == over for seat in view["seats"])
        if view["phase"] == "place drawn" and not over:
            assert view["held"]["card"] == "?"
            assert view["last"]["card_in"] is None
            assert view["prompt"]["key"] == "due"
    assert rounds == {1, 2}


def test_through_the_eyes_of_a_seat():
    """Its own drawn card, nobody's hidden ones, in a game that is over too."""
    session = finished()
    again = opened(session, seat=1)
    seen = set()
    for number in range(len(again)):
        again.position = number
        view = again.board.view
        assert view["viewer"] == 1
        assert all("under" not in seat for seat in view["seats"])
        if view["phase"] == "place drawn":
            seen.add((view["seat"], view["held"]["card"] != "?"))
    assert seen == {(0, False), (1, True)}


def test_a_bots_seat_is_refused_while_it_plays_against_people():
    """Until its round is over; a person's seat never is."""
    session = played()
    assert opened(session, seat=0).board.view["viewer"] == 0
    with pytest.raises(RulesError, match="is a bot's, and its round goes on"):
        replay(session, seat=1, display=False)
    for wrong in (2, -1, "0,5"):
        with pytest.raises(RulesError, match="seat"):
            replay(session, seat=wrong, display=False)
    bots = played(players=("bot:greedy", "bot:random"))
    assert opened(bots, seat=1).seat == 1


def test_a_round_whose_end_was_taken_back_goes_on():
    """At a practice table: what lies face down there isn't shown until it is over again."""
    session = play(
        "skyjo", ["Ana", "bot:greedy"], seed=3, practice=True, record=False, display=False
    )
    while session.waiting != "next round":
        session.act(session.legal[-1]) if session.waiting == "person" else session.step()
    assert any("under" in seat for seat in opened(session).board.view["seats"])
    session.undo()
    again = opened(session)
    for number in range(len(again)):
        again.position = number
        assert all("under" not in seat for seat in again.board.view["seats"])


# Nothing leaks


def everything(session, tmp_path, seats=(None,)):
    """All that a replay of a game sends or writes, for these eyes."""
    told = []
    for seat in seats:
        again = opened(session, seat=seat, lang="en")
        for number in range(len(again)):
            again.position = number
            board = again.board
            told.append(json.dumps([board.view, board.sheet, board.rows, board.terms]))
        told.append(json.dumps(again.board.replay))
        told.append(json.dumps(again.rows().table))
        told.append(again.to_html(tmp_path / "page.html", overwrite=True).read_text())
    return told


@pytest.mark.seconds
@pytest.mark.parametrize(
    "times", [(9, 48), pytest.param((9, 33, 48), marks=pytest.mark.slow)], ids=["few", "some"]
)
@pytest.mark.parametrize(
    ("preset", "players", "deck"),
    [
        ("skyjo", ["Ana", "bot:greedy"], DECK),
        pytest.param("skyjo", ["bot:random", "Ana", "bot:random"], DECK, marks=pytest.mark.slow),
        ("newskyjo", ["Ana", "bot:random", "bot:random"], EFFECTS),
        pytest.param("newskyjo", ["Ana", any_of, "Bo"], EFFECTS, marks=pytest.mark.slow),
    ],
    ids=["skyjo", "skyjo, three", "newskyjo", "newskyjo, two people"],
)
def test_what_nobody_saw_changes_no_byte_of_a_replay(
    monkeypatch, tmp_path, preset, players, deck, times
):
    """Of any view at any moment, of rows, and of the page, while the round goes on."""
    changed = 0
    for moment in times:
        tables = []
        orders = ()
        for _ in range(2):
            session, _ = game(monkeypatch, players, orders, preset=preset, deals=moment, deck=deck)
            choices = random.Random(moment)
            for _ in range(moment):
                advance(session, choices)
            tables.append(session)
            orders, chance = orders_of(session), random.Random(moment)
            for order, at in zip(orders, unseen(session), strict=True):
                cards = [order[place] for place in at]
                chance.shuffle(cards)
                for place, card in zip(at, cards, strict=True):
                    changed += order[place] != card
                    order[place] = card
        first, second = tables
        assert first.seat is not None
        seats = [None, *(i for i, p in enumerate(first.players) if p.kind == "person")]
        told = everything(first, tmp_path, seats)
        assert everything(second, tmp_path, seats) == told
        assert str(first.history.header["seed"]) not in "".join(told)
    assert changed > 40


@pytest.mark.seconds
@pytest.mark.parametrize(
    "times", [(25, 110), pytest.param((25, 60, 110), marks=pytest.mark.slow)], ids=["few", "some"]
)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (["Ana", "bot"], {}),
        pytest.param(["bot", "Ana", "bot"], {"practice": True}, marks=pytest.mark.slow),
        (["Ana", "bot", "Bo"], {"practice": True, "hand": 2}),
    ],
    ids=["alone", "alone, practice", "one screen, practice"],
)
def test_what_nobody_saw_of_skip_bo_changes_no_byte_of_a_replay(
    monkeypatch, tmp_path, players, options, times
):
    """With penalties, undo, faults; bots' hands, and those that were covered."""
    changed = 0
    for moment in times:
        first = Table(monkeypatch, players, options, seed=moment)
        while len(first.done) < moment and not first.session.over:
            first.go_on()
        orders, chance = orders_of(first.session), random.Random(moment)
        for number, order in enumerate(orders):
            hidden = sorted(place for n, place in places(orders) - first.seen if n == number)
            cards = [order[place] for place in hidden]
            chance.shuffle(cards)
            for place, card in zip(hidden, cards, strict=True):
                changed += order[place] != card
                order[place] = card
        second = Table(monkeypatch, players, options, first=first, orders=orders)
        while len(second.done) < len(first.done):
            second.go_on()
        histories = [Moments(list(t.session.history.events)).final for t in (first, second)]
        assert everything(histories[0], tmp_path) == everything(histories[1], tmp_path)
    assert changed > 40


def test_a_notebook_without_a_kernel_shows_what_every_seat_may_see(monkeypatch):
    """The moment that was on show when the board came to rest; no drawn card of any seat."""
    shown = []
    for name in ("display", "update_display"):
        monkeypatch.setattr(IPython.display, name, lambda data, **_: shown.append(data))
    session = played(decisions=40)
    while session.waiting == "bot" or "discard" not in session.legal:  # until Ana has drawn
        session.step() if session.waiting == "bot" else session.act(session.legal[0])
    pictures = []
    for seat in (None, 0):
        again = opened(session, seat=seat, lang="en")
        StaticBoard(again, again._lock, again._picture).show()
        again.position = len(again) - 1
        again.board._handle_custom_msg(REST, [])
        html = shown[-1]["text/html"].partition('"sjw-still"')[2]  # each its own name
        pictures.append(html.partition("<style")[0])
    assert pictures[0] == pictures[1]
    last = len(again) - 1
    assert f"A replay, at moment {last} of {last}: run the cell again" in pictures[0]
    assert "To play: Ana." in pictures[0]
    assert not any("text/html" in data for data in shown[::2])


# Notes and messages


def test_notes_and_rulings_are_on_the_line():
    """A note is at its decision; those that were edited or withdrawn aren't."""
    session = played(decisions=20)
    session.note(
        "odd",
        kind="observed",
        tags=["confusing", "mine"],
        rating=2,
        decision=4,
        by="Bo",
        whom="Ana",
    )
    session.note("older", decision=7)
    session.note("newer", edits=1)
    session.note("gone", decision=9)
    session.note(edits=3)
    session.ruling("Once.", question="May one?", decision=5, by="all")
    again = opened(session)
    made = again._moments.moment_of
    assert again.board.replay["notes"] == [
        {
            "kind": "observed",
            "decision": 4,
            "text": "odd",
            "tags": ["confusing", "mine"],
            "rating": 2,
            "by": "Bo",
            "whom": "Ana",
            "at": made[4],
        },
        {
            "kind": "ruling",
            "decision": 5,
            "question": "May one?",
            "text": "Once.",
            "by": "all",
            "at": made[5],
        },
        {
            "kind": "note",
            "decision": 7,
            "text": "newer",
            "tags": [],
            "rating": None,
            "by": None,
            "whom": None,
            "at": made[7],
        },
    ]


def test_each_seek_is_answered_by_one_view():
    """A seek to the present moment works, and one to no moment gives a reason."""
    again = opened(finished())
    board = again.board
    send = board._handle_custom_msg
    for to, answer in ((5, 1), (5, 2), (9, 3)):
        send({"type": "seek", "to": to, "state": 0}, [])
        assert (board.view["at"], board.view["answer"], board.view["error"]) == (to, answer, None)
    for to in (-1, len(again), "x", None, 1.5):
        send({"type": "seek", "to": to}, [])
        assert board.view["at"] == again.position == 9
        assert board.view["error"]["key"] == "malformed"
    answer = board.view["answer"]
    for other in ({"type": "nudge"}, {"type": "act", "action": "draw"}, {}, None, 7):
        send(other, [])
    assert board.view["answer"] == answer


def test_the_rows_of_the_board_are_those_around_the_position():
    """Sixty at most, the present one among them."""
    again = opened(golden("v1-skipbo"))
    for decision in (0, 19, 20, 150, 360):
        again.show(decision)
        numbers = [row[0] for row in again.board.rows["rows"]]
        assert decision in numbers
        assert len(numbers) <= 60
        assert numbers == list(range(numbers[0], numbers[-1] + 1))


# Beside the board


def test_rows_and_board_move_together():
    """A click goes to the decision; moving on the board marks it and turns the page."""
    again = opened(golden("v1-skipbo"))
    rows = again.rows()
    assert rows.table["columns"][:3] == ["decision", "round", "turn"]
    assert rows.table["count"] == len(again.history.decisions) > 200
    rows._handle_custom_msg({"type": "show", "decision": 12}, [])
    assert again.decision == rows.decision == 12
    again.show(205)
    assert rows.decision == 205
    assert rows.table["start"] == 200
    rows._handle_custom_msg({"type": "page", "start": 0}, [])
    assert (rows.table["start"], len(rows.table["rows"])) == (0, 200)
    for wrong in ({"type": "show", "decision": 10**6}, {"type": "page", "start": -1}, None, {}):
        rows._handle_custom_msg(wrong, [])
    assert again.decision == 205
    rows.set_state({"table": {}})  # a browser might send it
    again.show(206)
    assert rows.table["start"] == 200


def test_before_the_first_decision_there_are_no_rows():
    """The columns are there, and whatever else stands beside is too."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=False, display=False)
    again = replay(table, display=False)
    rows = again.rows()
    assert (rows.table["count"], rows.table["rows"], rows.decision) == (0, [], -1)
    assert rows.table["columns"][:4] == ["decision", "round", "turn", "seat"]
    assert rows.table["numeric"][:4] == [True] * 4
    assert again.beside(table.log.decisions) is again
    table.act("flip a1")
    assert replay(table, display=False).rows().table["count"] == 1


def test_rows_of_other_games_are_known_as_such():
    """They open nothing, and aren't marked."""
    one, two = two_games()
    one.note("a", decision=3)
    two.note("b", decision=3)
    frame = Log([one.history, two.history]).notes
    rows = opened(one).rows(frame)
    assert rows.table["columns"][:2] == ["game_id", "decision"]
    assert rows.table["ours"] == [True, False]
    assert rows.table["decisions"] == [3, 3]


def test_a_frame_that_names_no_decision_is_refused():
    """By its columns, or by what they hold."""
    again = opened(finished())
    for frame, said in (
        (pd.DataFrame({"a": [1]}), "no column 'decision'"),
        (pd.DataFrame({"decision": ["x"]}), "no number"),
        (pd.DataFrame({"decision": [1.5]}), "no decision"),
        (pd.DataFrame({"decision": [10**400]}, dtype=object), "no number"),
        (pd.DataFrame([["a", "b", 1]], columns=["game_id", "game_id", "decision"]), "several"),
        ([1, 2], "a DataFrame is needed"),
    ):
        with pytest.raises(RulesError, match=said):
            again.rows(frame)
    empty = again.rows(pd.DataFrame({"decision": []}))
    assert empty.table["count"] == 0
    gaps = again.rows(pd.DataFrame({"decision": [1, None], "x": [float("nan"), pd.NaT]}))
    assert gaps.table["decisions"] == [1, None]
    assert gaps.table["rows"] == [["1", ""], ["", ""]]
    whole = again.rows(pd.DataFrame({"decision": [1], "x": [np.array([1, 2])]}))
    assert whole.table["rows"] == [["1", "[1 2]"]]


def test_a_chart_has_a_line_for_each_player_and_knows_its_decisions():
    """Gaps and other games are left out."""
    one, two = two_games()
    again = opened(one)
    frame = Log([one.history, two.history]).decisions
    chart = again.chart(frame, y="hidden_left", title="Hidden")
    assert chart.chart["title"] == "Hidden"
    own = frame[frame["game_id"] == one.history.game_id].dropna(subset="hidden_left")
    drawn = {line["name"]: line["points"] for line in chart.chart["series"]}
    assert set(drawn) == {"greedy", "random"}
    for name, points in drawn.items():
        mine = own[own["player"] == name]
        assert [point[:3] for point in points] == [
            [d, y, d]
            for d, y in zip(mine["decision"].to_list(), mine["hidden_left"].to_list(), strict=True)
        ]
    chart._handle_custom_msg({"type": "show", "decision": 30}, [])
    assert again.decision == chart.decision == 30
    for options, said in (
        ({"y": "nothing"}, "no column 'nothing'"),
        ({"y": "notation"}, "no number"),
        ({"x": "player", "y": "turn"}, "no number"),
        ({"y": ["turn"]}, "no column"),
        ({"y": 5}, "no column 5"),
    ):
        with pytest.raises(RulesError, match=said):
            again.chart(frame, **options)


# Pages


def data_of(page):
    """Return a page's data."""
    text = page.read_text("utf-8")
    start = text.index('id="data">') + len('id="data">')
    return json.loads(text[start : text.index("</script>", start)])


def laid_over(before, changes):
    """As the page's own program puts moments together."""
    if not changes:
        return before
    if "whole" in changes:
        return changes["whole"]
    after = {**before, **changes}
    if "seats" in changes:
        pairs = zip(before["seats"], changes["seats"], strict=True)
        after["seats"] = [laid_over(was, more) for was, more in pairs]
    return after


@pytest.mark.parametrize("name", ["v1-undo", "v1-newskyjo-effects", "v1-skipbo-undo", "v1-dealt"])
def test_a_page_holds_every_moment(tmp_path, name):
    """Put together step by step they are what the board shows."""
    again = opened(golden(name))
    data = data_of(again.to_html(tmp_path / "page.html"))
    shot = data["first"]
    for number in range(len(again)):
        again.position = number
        if number:
            changes = data["steps"][number - 1]
            shot = {key: laid_over(shot[key], changes.get(key)) for key in ("view", "sheet")}
        view = {k: v for k, v in again.board.view.items() if k != "answer"}
        assert shot == {"view": view, "sheet": again.board.sheet}
    assert len(data["steps"]) == len(again) - 1
    assert len(data["rows"]["rows"]) == len(again.history.decisions)


def test_a_page_is_never_written_over_unless_asked(tmp_path):
    """And it is there as a whole or not at all."""
    again = opened(finished())
    page = again.to_html(tmp_path / "page.html")
    before = page.read_bytes()
    with pytest.raises(RecordError, match="overwrite=True"):
        again.to_html(page)
    assert page.read_bytes() == before
    again.to_html(page, overwrite=True, lang="fr")
    assert data_of(page)["first"]["view"]["viewer"] is None
    again.to_html(page, seat=1, overwrite=True, lang="fr")
    assert data_of(page)["first"]["view"]["viewer"] == 1
    assert again.seat is None
    assert b'<html lang="fr">' in page.read_bytes()
    with pytest.raises(RecordError, match="can't be written"):
        again.to_html(tmp_path / "none" / "page.html")
    with pytest.raises(RulesError, match="lang"):
        again.to_html(tmp_path / "other.html", lang="xx")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


@pytest.mark.parametrize(
    ("lang", "at", "title"),
    [
        ("en", "2026-11-22", "Skyjo (school) · Ana, greedy · 22 November 2026"),
        ("fr", "2026-08-01", "Skyjo (école) · Ana, greedy · 1er août 2026"),
    ],
)
def test_a_page_is_called_as_people_would_call_it(tmp_path, lang, at, title):
    """With the rules' name and a date in its language; what tells decks apart is a hint."""
    session = played("skyjo-school", decisions=4)
    session.history.header["at"] = f"{at}T10:00:00.000Z"
    text = opened(session).to_html(tmp_path / "page.html", lang=lang).read_text("utf-8")
    assert f"<title>{title}</title>" in text
    assert f"<h1>{title}</h1>" in text
    (facts,) = re.findall(r'<p class="quiet" title="(.*?)">(.*?)</p>', text)
    assert session.deck.hash[:12] in facts[0]
    assert session.deck.hash[:12] not in facts[1]


def test_hostile_texts_stay_texts_in_a_page(tmp_path):
    """Names, notes and rulings: no script ends, no address of elsewhere is asked for."""
    texts = [text for _, text in HOSTILE if text.strip()]
    session = played(players=(texts[2], texts[3]), decisions=8)
    for text in texts[:60]:
        session.note(text, tags=[text[:50]], by=text)
    session.ruling(texts[0], question=texts[5], by=texts[6])
    text = opened(session).to_html(tmp_path / "page.html").read_text("utf-8")
    body = text[text.index("<body>") :]
    assert body.count("<script") == body.count("</script>") == 2
    assert "<img" not in body
    assert "<svg" not in body
    assert texts[5] in [
        note.get("question")
        for note in data_of(tmp_path / "page.html")["traits"]["replay"]["notes"]
    ]
    index = rulings_page(session.log, tmp_path / "all").read_text("utf-8")
    assert "<script" not in index
    assert "<object" not in index


def test_a_list_of_rulings_links_to_the_places(tmp_path):
    """A page for each game that has one; a name that leads elsewhere leads nowhere."""
    with_one, without = played(seed=5, decisions=20), played(seed=6)
    with_one.ruling("Once.", question="May one?", decision=5, by="all")
    with_one.ruling("Never.")
    with_one.history.header["game_id"] = "../up"
    log = Log([with_one.history, without.history])
    index = rulings_page(log, tmp_path / "out", lang="fr")
    assert sorted(path.name for path in index.parent.iterdir()) == ["rulings.html", "up.html"]
    text = index.read_text("utf-8")
    assert 'href="up.html#d5"' in text
    assert 'href="up.html#d19"' in text
    assert "May one?" in text
    assert "2 points de règle" in text
    assert re.search(r"<h2>Skyjo · Ana, greedy · \d+(er)? \S+ \d{4}</h2>", text)
    with pytest.raises(RecordError, match="overwrite=True"):
        rulings_page(log, tmp_path / "out")
    assert rulings_page(log, tmp_path / "out", overwrite=True) == index
    none = rulings_page(Log([without.history]), tmp_path / "none").read_text("utf-8")
    assert "No ruling was written down." in none


def test_each_game_with_a_ruling_has_a_page_of_its_own(tmp_path):
    """Whatever their keys are."""
    games = [played(seed=seed, decisions=5) for seed in range(3)]
    for one, key in zip(games, ("x-3", "x", "x!"), strict=True):
        one.history.header["game_id"] = key
        one.ruling(key)
    index = rulings_page(Log([one.history for one in games]), tmp_path).read_text("utf-8")
    pages = sorted(path.name for path in tmp_path.iterdir() if path.name != "rulings.html")
    assert len(pages) == 3
    assert all(f'href="{page}#' in index for page in pages)


def test_rulings_are_found_in_files_and_folders(tmp_path):
    """A record, several, or a folder of them."""
    session = play("skyjo", ["Ana", "Bo"], seed=2, record=tmp_path / "games", display=False)
    session.act(session.legal[0])
    session.ruling("Once.")
    session.close()
    for number, source in enumerate([session, session.path, [session.path], tmp_path / "games"]):
        text = rulings_page(source, tmp_path / str(number)).read_text("utf-8")
        assert text.count("<article>") == 1
    with pytest.raises(RulesError, match="path of records is needed"):
        rulings_page([3], tmp_path / "x")
    with pytest.raises(RulesError, match="3: a Log, a Session"):
        rulings_page(3, tmp_path / "x")
    assert not (tmp_path / "x").exists()


# The page in docs/


def test_the_page_about_replays_tells_what_happens(tmp_path, monkeypatch):
    """Its examples, one after the other, as they stand there."""
    page = (ROOT / "docs" / "replay.md").read_text("utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(code, names)
    again = names["again"]
    assert (again.position, len(again)) == (10, 99)  # three back from 13, as it says
    assert names["page"].exists()
    assert (tmp_path / "rulings" / "rulings.html").exists()


def test_rows_and_charts_of_many_games_drive_one_board(tmp_path, monkeypatch):
    """A click opens another game there, whatever is played; its rows are the marked ones."""
    names = iter(["one", "two"])
    monkeypatch.setattr("skyjo_widget.records.record_file.new_game_id", lambda: next(names))
    tables = [
        play("skyjo", ["bot:greedy", "bot:random"], seed=1, record=tmp_path, display=False),
        play("skip-bo", ["bot:greedy"] * 3, seed=2, record=tmp_path / "b.jsonl", display=False),
    ]
    for table in tables:
        table.run()
        table.close()
    log = load_all(tmp_path)
    one, two = (table.history.header["game_id"] for table in tables)
    again = replay(log, one, display=False)
    frame = log.decisions
    rows = again.rows(frame)
    lines, points = again.chart(frame, y="turn"), again.chart(frame, y="turn", every=True)
    own = frame["game_id"].eq(one).sum()
    drawn = [point for line in lines.chart["series"] for point in line["points"]]
    assert len(drawn) == own
    assert sum(len(line["points"]) for line in points.chart["series"]) == len(frame)
    assert set(rows.table["known"]) == {True}
    row = int(frame.index[frame["game_id"].eq(two) & frame["decision"].eq(5)][0])
    rows._handle_custom_msg({"type": "show", "decision": 5, "row": row}, [])
    assert (again.game_id, again.decision, again.history.game.name) == (two, 5, "skip-bo")
    assert again.board.view["at"] == again.position
    assert len(again.board.view["seats"]) == 3
    assert len(again.board.replay["decision"]) == len(again)
    assert rows.decision == lines.decision == 5
    start = rows.table["start"]
    ours = frame["game_id"].eq(two).tolist()[start : start + len(rows.table["ours"])]
    assert rows.table["ours"] == ours
    drawn = [point for line in lines.chart["series"] for point in line["points"]]
    assert len(drawn) == len(frame) - own
    points._handle_custom_msg({"type": "show", "decision": 7, "row": 7}, [])
    assert (again.game_id, again.decision) == (frame.loc[7, "game_id"], 7)
    again.show(None, two)
    assert (again.game_id, again.position, again.decision) == (two, 0, None)
    for bad in ({"row": -1}, {"row": len(frame)}, {"row": "0"}, {"row": True}, {"row": 1.0}):
        rows._handle_custom_msg({"type": "show", "decision": 1, **bad}, [])
        assert again.game_id == two
    assert again.position == 0
    with pytest.raises(RulesError, match="no such game among 2"):
        again.show(0, "another")
    with pytest.raises(RulesError, match="one game"):
        replay(tables[0], display=False).show(0, two)


def test_a_game_is_opened_by_its_key_anywhere(tmp_path):
    """From a log, a folder, a file; to go on with it and to replay it."""
    table = play("skyjo", ["Ana", "Bo"], seed=1, record=tmp_path / "a.jsonl", display=False)
    table.act("flip a1")
    table.close()
    (tmp_path / "other.jsonl").write_text("[]\nrubbish")
    key = table.history.header["game_id"]
    for source in (tmp_path, tmp_path / "a.jsonl"):
        assert replay(source, key, display=False).game_id == key
        again = load(source, key, display=False)
        assert again.history.header["game_id"] == key
        again.close()
        with pytest.raises(RecordError, match=r"(holds|record of) this game"):
            replay(source, "20200101", display=False)
    log = load_all(tmp_path / "a.jsonl")
    again = load(log, key, display=False)
    assert len(again.log.decisions) == 1
    again.close()
    with pytest.raises(RulesError, match="no such game"):
        load(log, "20200101", display=False)
    run = simulate("skyjo", ["greedy", "random"], games=3, seed=1, to=tmp_path / "run")
    key = run.games["game_id"][2]
    assert run.open(key, display=False).history.header["game_id"] == key
    both = load_all(tmp_path / "run")
    assert replay(both, key, display=False).game_id == key
    with pytest.raises(RecordError, match=r"run\.open"):
        load(both, key, display=False)
    with pytest.raises(SimulationError, match="no such game"):
        run.open("skyjo-000002", display=False)
