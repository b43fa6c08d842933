"""The board's Python side: the view, messages, the linked module, the public names."""

from __future__ import annotations

import base64
import json
import re
import shutil
import string
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest

import skyjo_widget
from skyjo_widget import bots, paper
from skyjo_widget.board import view
from skyjo_widget.board.tables import newskyjo as newskyjo_table
from skyjo_widget.board.tables import registry
from skyjo_widget.board.widget import _COMMANDS
from skyjo_widget.engine.cards.kind import Kind
from skyjo_widget.engine.core.state import copy
from skyjo_widget.front.js_bundle import link
from skyjo_widget.front.protocol.board import OfBoard
from skyjo_widget.strategies.card import Card
from skyjo_widget.strategies.conformance import permute_hidden
from tests.fixtures.boards import Wire, everything, go_on, offer_panels, send, table


def test_the_view_follows_the_game():
    """Each message that is carried out gives a new state."""
    session, board = table()
    assert board.view["targets"]["0:a1"] == "flip a1"
    send(board, type="act", action="flip a1", state=board.view["state"])
    send(board, type="act", action="flip b1", state=board.view["state"])
    assert board.view["waiting"] == "bot"
    while board.view["waiting"] == "bot":
        send(board, type="step", state=board.view["state"])
    assert board.view["targets"] == {"draw": "draw", "discard": "take"}
    assert board.view["prompt"]["key"] == "choose"
    assert board.view["error"] is None
    assert board.rows["rows"][-1][0] == len(session.history.decisions) - 1


@pytest.mark.parametrize(
    ("message", "key", "says"),
    [
        ({"type": "act", "action": "draw", "state": -1}, "stale", "look again"),
        ({"type": "act", "action": "place a1"}, "malformed", "'state' is of type int, not None"),
        ({"type": "act", "action": "place a1", "state": "1"}, "malformed", "'state'"),
        ({"type": "act", "action": "place a1", "state": True}, "malformed", "'state'"),
        ({"type": "act", "action": ["draw"], "state": 0}, "malformed", "'action'"),
        ({"type": "act", "action": "discard", "state": 0}, "illegal", "Legal now: flip a1"),
        ({"type": "step", "state": 0}, "illegal", "no bot is to act"),
        ({"type": "next_round", "state": 0}, "illegal", "the round isn't over"),
        ({"type": "dance", "state": 0}, "malformed", "there are act, name, step, next_round"),
        ({"type": "replace", "seat": 0, "state": 0}, "malformed", "no bot has failed at seat 0"),
        ({"type": "replace", "seat": 77, "state": 0}, "malformed", "no bot has failed at seat 77"),
        ({}, "malformed", "'type'"),
        ("act", "malformed", "an object"),
        (None, "malformed", "an object"),
        ([1], "malformed", "an object"),
    ],
)
def test_a_message_that_is_wrong_is_said_on_the_board(message, key, says):
    """And the game is as before."""
    session, board = table()
    before = session.history.state
    board._handle_custom_msg(message, [])
    assert board.view["error"]["key"] == key
    assert says in board.view["error"]["text"]
    assert session.state == 0
    assert session.history.state is before
    send(board, type="act", action="flip a1", state=0)
    assert board.view["error"] is None


def test_a_click_is_one_picture(monkeypatch):
    """And so are the moves of eight bots at once: a browser drops what comes faster."""
    session, board = table("Ana", *["bot:random"] * 7)
    pictures = []
    board.observe(lambda change: pictures.append(change["new"]["state"]), "view")
    send(board, type="act", action="flip a1", state=0)
    assert pictures == [1]
    send(board, type="act", action="flip b1", state=1)
    board.pace = 0
    pictures.clear()
    monkeypatch.setattr("skyjo_widget.table.live_game.BREATH", 60)
    send(board, type="step", state=2)
    assert pictures == [session.state]
    assert session.state > 15


def test_a_refused_click_is_one_picture():
    """It says why."""
    _, board = table()
    pictures = []
    board.observe(lambda change: pictures.append(change["new"]["error"]["key"]), "view")
    send(board, type="act", action="draw", state=0)
    send(board, type="act", action="draw", state=0)
    assert pictures == ["illegal", "illegal"]


def test_every_game_is_listed_wherever_games_are():
    """Its rules, its policies, its table in Python and in the browser."""
    names = set(skyjo_widget.GAMES)
    assert set(bots.BOTS) == names
    assert set(registry.TABLES) == names
    script = (Path(skyjo_widget.__file__).parent / "js" / "app" / "games.js").read_text()
    for name in names:
        assert re.search(rf"\b{name}\b", script)


def test_what_was_refused_is_past_when_the_game_goes_on():
    """A note or a move from a cell clears the line."""
    session, board = table()
    send(board, type="act", action="draw", state=0)
    assert board.view["error"]["key"] == "illegal"
    session.note("hm")
    assert board.view["error"] is None


def test_a_second_view_that_asks_for_the_next_move_too_is_ignored():
    """A step for an old state is no error."""
    _, board = table("bot:greedy", "bot:random")
    send(board, type="step", state=0)
    send(board, type="step", state=0)
    assert (board.view["state"], board.view["error"]) == (1, None)


def test_a_click_out_of_turn_is_refused():
    """While a bot is to act, a person's action is not theirs to make."""
    session, board = table("bot:greedy", "Ana")
    send(board, type="act", action="flip a1", state=0)
    assert board.view["error"]["key"] == "illegal"
    assert len(session.history.decisions) == 0


def test_pace_zero_plays_all_bots_at_once():
    """Until a person must decide."""
    session, board = table("bot:greedy", "Ana")
    board.pace = 0
    send(board, type="step", state=0)
    assert board.view["waiting"] == "person"
    assert len(session.history.decisions) == 2


def test_a_bot_that_fails_is_shown_with_a_way_to_go_on():
    """Its last line, its traceback, what it was given."""

    def mine(obs):
        return 1 / 0

    session, board = table(mine, "Ana")
    send(board, type="step", state=0)
    fault = board.view["fault"]
    assert board.view["waiting"] == "fault"
    assert (fault["seat"], fault["player"]) == (0, "mine")
    assert fault["text"] == "ZeroDivisionError: division by zero"
    assert "1 / 0" in fault["traceback"]
    send(board, type="retry", state=board.view["state"])
    assert board.view["waiting"] == "fault"
    send(board, type="replace", seat=0, state=board.view["state"])
    assert (board.view["fault"], board.view["waiting"]) == (None, "bot")
    assert session.players[0].name == "random"


def test_a_failing_bots_drawn_card_is_not_shown_to_a_person():
    """Its own observation stays in the record and the exception."""

    def mine(obs):
        return 1 / 0 if obs.phase == "place drawn" else obs.legal[0]

    session, board = table("Ana", mine)
    session.act("flip a1")
    session.act("flip b1")
    while session.waiting != "fault":
        if session.waiting == "person":
            session.act(session.legal[-1])
        else:
            send(board, type="step", state=session.state)
    assert " hand=? " in board.view["fault"]["observation"]
    assert " hand=? " not in session.parts.game.fault.observation


def test_what_was_taken_back_is_told_and_its_rows_are_marked():
    """They stay in the table; the next change is told instead."""
    session, board = table("Ana", "bot:random", practice=True)
    for action in ("flip a1", "flip b1"):
        session.act(action)
    session.run()
    assert board.view["undo"] == "yes"
    send(board, type="undo", state=session.state)
    told = board.view["taken_back"]
    assert (told["first"]["action"], told["count"]) == (
        "flip b1",
        len(session.history.decisions) - 1,
    )
    assert board.rows["undone"] == list(range(1, len(session.history.decisions)))
    session.act("flip c1")
    assert board.view["taken_back"] is None


def test_undo_on_the_board_does_not_take_a_look_back():
    """The view says so before, and the message is refused."""
    session, board = table("Ana", "Bo")
    assert board.view["undo"] == "nothing"
    session.act("flip a1")
    assert board.view["undo"] == "seen"
    send(board, type="undo", state=session.state)
    assert board.view["error"]["key"] == "illegal"
    for _ in range(3):
        session.act(session.legal[-1])
    session.act("take")
    assert board.view["undo"] == "yes"
    send(board, type="undo", state=session.state - 1)
    assert board.view["error"]["key"] == "stale"
    send(board, type="undo", state=session.state)
    assert (session.phase, board.view["error"]) == ("choose", None)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "rules",
    [
        {"target": 40},
        {"game": "newskyjo", "rounds": 2},
        {"game": "skip-bo", "stock": 2, "hand": 3, "target": 60},
    ],
)
def test_a_whole_game_by_messages_ends_with_winners(rules):
    """Any target of the view, the next round, to the end."""
    session, board = table("Ana", "Bo", "bot:random", **rules)
    rng = np.random.default_rng(0)
    for _ in range(5000):
        seen, state = board.view, board.view["state"]
        assert seen["error"] is None
        if seen["waiting"] is None:
            break
        if seen["waiting"] == "person":
            assert seen["viewer"] == seen["seat"]
            if seen["covered"]:
                send(board, type="ready", state=state)
                continue
            cards = seen.get("moves", {}).values()
            actions = [*seen["targets"].values(), *(a for to in cards for a in to.values())]
            assert sorted(actions) == sorted(session.legal)
            send(board, type="act", action=actions[rng.integers(len(actions))], state=state)
        else:
            send(board, type={"bot": "step"}.get(seen["waiting"], "next_round"), state=state)
    assert session.over
    assert board.view["winners"] == session.history.game.winners(
        session.history.state, session.history.codes
    )
    assert board.sheet["pad"]["rounds"][-1]["total"] == session.history.state.total[:3]


def test_what_the_browser_gets_does_not_change_with_what_its_seat_cannot_see():
    """All that is hidden from Ana swapped among itself: the same bytes, move after move.

    At bots' moves too, whose drawn card is one of the hidden.
    """
    session, board = table()
    h, bots_cards = session.history, 0
    for step in range(150):
        if session.waiting not in ("person", "bot"):
            break
        told = json.dumps([board.view, board.rows])
        truth = h.state
        h.state = copy(truth)
        rng = np.random.default_rng(step)
        permute_hidden(session.history.game, h.state, h.codes, 0, rng)
        bots_cards += h.state.hand != truth.hand
        board._refresh()
        assert json.dumps([board.view, board.rows]) == told
        h.state = truth
        if session.waiting == "bot":
            session.step()
        else:
            session.act(session.legal[step % len(session.legal)])
    assert bots_cards > 5


def test_what_ana_gets_of_newskyjo_does_not_change_with_what_she_cannot_see():
    """Neither with what lies face down, nor with what others have looked at."""
    looked = 0
    for seed in range(4):
        session, board = table("Ana", "bot:random", "bot:random", game="newskyjo", seed=seed)
        offer_panels(session)
        board.opened = board.asides
        h = session.history

        def permuted(session=session, board=board, h=h):
            nonlocal looked
            told = everything(board)
            truth = h.state
            looked += any(truth.known_size[1:3])
            h.state = copy(truth)
            permute_hidden(session.history.game, h.state, h.codes, 0, np.random.default_rng(1))
            board._refresh()
            assert everything(board) == told
            h.state = truth
            return False

        go_on(session, np.random.default_rng(seed), permuted)
    assert looked > 20


@pytest.mark.parametrize("teams", [False, True])
def test_what_ana_gets_of_skip_bo_does_not_change_with_what_she_cannot_see(teams):
    """Her own hand is there, her partner's isn't."""
    session, board = table("Ana", *["bot:random"] * 3, game="skip-bo", stock=4, teams=teams)
    offer_panels(session)
    board.opened = board.asides
    h, others = session.history, 0

    def permuted():
        nonlocal others
        told = everything(board)
        truth = h.state
        h.state = copy(truth)
        permute_hidden(session.history.game, h.state, h.codes, 0, np.random.default_rng(1))
        others += h.state.hand != truth.hand
        assert h.state.hand[0] == truth.hand[0]
        board._refresh()
        assert everything(board) == told
        h.state = truth
        return len(h.decisions) > 150

    go_on(session, np.random.default_rng(0), permuted)
    assert others > 100


@pytest.mark.seconds
def test_how_cards_were_put_back_is_told_to_their_player_alone():
    """Not to the next person, in the picture or the rows, before the round is over."""
    told = set()
    for seed in range(30):
        session, board = table("Ana", "Bo", "Cy", game="newskyjo", seed=seed)
        go_on(session, np.random.default_rng(seed), lambda s=session: s.phase == "order")
        if session.phase != "order":
            continue
        me = session.seat
        assert len(board.view["peeked"]) == 3
        session.act("order 231")
        if session.over:
            continue
        mine = board.view["viewer"] == me
        told.add(mine)
        assert board.view["last"]["action"] == ("order 231" if mine else "order")
        assert "order 231" not in json.dumps([board.rows, board.older])
        assert (board.view["known"] is not None) == mine
        assert board.view["peeked"] is None
    assert told == {True, False}


def test_cards_that_are_known_are_shown_until_they_are_drawn():
    """In their order, then among others; the one in the hand isn't shown twice."""
    session, board = table("Ana", "Bo", "Cy", game="newskyjo", seed=1)
    go_on(session, np.random.default_rng(1), lambda: session.phase == "order")
    looked = board.view["peeked"]
    session.act("order 321")
    while session.phase != "choose":
        session.act(session.legal[0])
    owner = next(p for p in range(3) if session.history.state.known_size[p])
    while session.seat != owner:
        session.act("take")
        session.act(session.legal[-1])
    first, second, third = looked[::-1]
    assert board.view["known"] == [[first, 1], [second, 2], [third, 3]]
    session.act("draw")
    assert board.view["held"]["card"] == first
    assert board.view["known"] == [[second, 1], [third, 2]]


@pytest.mark.parametrize(
    ("known", "hand", "left"),
    [
        ([(5, 1), (7, 2)], None, [(7, 1)]),
        ([(5, 3), (7, 3)], None, [(5, 3), (7, 3)]),
        ([(5, 3), (7, 3)], 7, [(5, 2)]),
        ([(5, 3), (7, 3)], 9, [(5, 2), (7, 2)]),
        ([(5, 1), (5, 3), (7, 3)], 5, [(5, 2), (7, 2)]),
        ([(5, 2), (7, 3)], 7, [(5, 1), (7, 2)]),
    ],
)
def test_a_drawn_card_is_no_longer_shown_among_the_known_ones(known, hand, left):
    """One's own; somebody else's if one knows which it is."""
    cards = {number: Card(Kind(number, 1)) for number in (5, 7, 9)}
    found = newskyjo_table._without_hand([(cards[n], to) for n, to in known], cards.get(hand))
    assert found == left


@pytest.mark.parametrize("way", [1, -1])
def test_the_board_looks_through_the_eyes_of_who_acts_next(way):
    """While bots play, the next person in the direction of play; a bot's pick changes nothing."""
    session, _ = table("Ana", "bot:random", "Cy", "bot:random", game="newskyjo")
    s = session.history.state
    s.seat = s.on_turn = 1
    s.direction = way
    assert view.viewer_of(session) == (2 if way == 1 else 0)
    s.on_turn = 2
    assert view.viewer_of(session) == 2


def test_effects_that_are_off_are_not_shown():
    """Cards are their numbers, and the board has no words for what they could do."""
    session, board = table("Ana", "Bo", "Cy", game="newskyjo", effects=False)
    go_on(session, np.random.default_rng(0))
    assert "effects" not in board.terms
    assert not any(":" in card for seat in board.view["seats"] for card in seat["grid"])
    assert "swapped" not in board.rows["columns"]


@pytest.mark.seconds
def test_eight_players_with_effects_fit_in_eight_kilobytes(monkeypatch):
    """A decision's changes; the last one of a round brings the score pad besides."""
    session, board = table(*["bot:random"] * 8, game="newskyjo", rounds=2)
    sent = []
    monkeypatch.setattr(board, "_send", lambda msg, buffers=None: sent.append(len(json.dumps(msg))))
    board.comm = Wire()
    for _ in range(2):
        sent.clear()
        while session.waiting == "bot":
            session.step()
        assert len(sent) > 150
        assert max(sent) < 8000
        if not session.over:
            session.next_round()


def test_a_drawn_card_is_shown_to_its_player_alone():
    """A bot's is a back, in the view and in the rows."""
    session, board = table("bot:random", "Ana")
    for _ in range(400):
        if session.phase == "place drawn" and session.waiting == "bot":
            break
        if session.waiting == "person":
            session.act(session.legal[-1])
        else:
            session.step()
    assert board.view["held"] == {"seat": 0, "card": "?", "source": "draw"}
    assert board.view["last"]["card_in"] is None
    assert board.rows["rows"][-1][board.rows["columns"].index("card_in")] is None


@pytest.mark.seconds
def test_eight_players_fit_in_four_kilobytes(monkeypatch):
    """A move's changes, late in a long game too; every 20th brings older rows."""
    session, board = table(*["bot:greedy"] * 8, target=2000)
    sent = []
    monkeypatch.setattr(board, "_send", lambda msg, buffers=None: sent.append(len(json.dumps(msg))))
    board.comm = Wire()
    for _ in range(12):
        session.run()
        session.next_round()
    sent.clear()
    while session.waiting == "bot" and len(sent) < 300:
        session.step()
    assert len(sent) == 300
    assert sorted(sent)[-20] < 4000
    assert max(sent) < 6000


def test_the_rows_come_in_two_batches():
    """Together the newest 21 to 40, in order; the older batch changes with every 20th decision."""
    session, board = table("bot:greedy", "bot:random")
    changes = []
    board.observe(lambda change: changes.append(len(session.history.decisions)), "older")
    for n in range(70):
        shown = [row[0] for row in board.older["rows"] + board.rows["rows"]]
        assert shown == list(range(n))[-len(shown) :] if n else shown == []
        assert len(shown) >= min(n, 21)
        session.step()
    assert changes == [21, 41, 61]


# Skip-Bo


LINKED = """\
const $0 = (() => {
export_ = 'import x from "./no.js"';
const v = 1, w = 2;
return { v: v, renamed: w };
})();
const $1 = (() => {
const { v } = $0;
const b = 1;
class C {}
function start() {
}
return { b, C, default: start };
})();
const $2 = (() => {
const { default: a } = $1;
const {
  b : c,
} = $1;
const v = $0;
const $default = { v };

return { default: $default };
})();
export default $2.default;
"""


def test_modules_are_linked_in_the_order_of_their_imports():
    """Each once, as a function, and a line stays a line."""
    text = link(
        {
            "main.js": 'import a from "./a.js";\nimport {\n  b as c,\n} from "./a.js";\n'
            'import * as v from "./vendor/v.js";\nexport default { v };\n',
            "a.js": "import { v } from './vendor/v.js';\nexport const b = 1;\nexport class C {}\n"
            "export default function start() {\n}",
            "vendor/v.js": "export_ = 'import x from \"./no.js\"';\n"
            "const v = 1, w = 2;export{v,w as renamed};\n",
            "unused.js": "",
        },
        "main.js",
    )
    assert text.split("//#")[0] == LINKED


def test_a_line_of_the_linked_code_is_traced_to_its_module():
    """By a source map, which stack traces use."""
    text = link(
        {"main.js": 'import "./b/a.js";\n\nlast();\n', "b/a.js": "first();\nsecond();\n" * 20},
        "main.js",
    )
    encoded = text.rpartition("base64,")[2]
    made = json.loads(base64.b64decode(encoded))
    files = [file.removeprefix("skyjo_widget/js/") for file in made["sources"]]
    file = line = 0
    traced = {}
    for shown, segment in zip(text.splitlines(), made["mappings"].split(";"), strict=False):
        if segment:
            _column, more, down, _in_line = vlq(segment)
            file, line = file + more, line + down
            traced[files[file], line] = shown
    assert {traced["b/a.js", at] for at in range(0, 40, 2)} == {"first();"}
    assert {traced["b/a.js", at] for at in range(1, 40, 2)} == {"second();"}
    assert traced["main.js", 2] == "last();"


def vlq(segment):
    """The numbers of a segment of a source map: base64 digits of 5 bits, the least first."""
    digits = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    numbers, value, shift = [], 0, 0
    for digit in map(digits.index, segment):
        value, shift = value + ((digit & 31) << shift), shift + 5
        if not digit & 32:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers


@pytest.mark.parametrize(
    ("sources", "says"),
    [
        ({"main.js": 'import "./no.js";\n'}, "main.js imports ./no.js, which isn't there"),
        (
            {"main.js": 'import "./a.js";\n', "a.js": 'import "./main.js";\n'},
            "imports in a circle",
        ),
        (
            {"main.js": 'import a, { b } from "./a.js";\n', "a.js": ""},
            "main.js: can't link 'import a, ",
        ),
        ({"main.js": "export let a = 1;\n"}, "main.js: can't link 'export let a"),
    ],
)
def test_what_cannot_be_linked_is_an_error(sources, says):
    """With the module's name and the line."""
    with pytest.raises(ValueError, match=says):
        link(sources, "main.js")


# The package


def test_importing_loads_neither_pandas_nor_numba_nor_charts_nor_widgets():
    """Each would cost a second."""
    code = (
        "import sys, skyjo_widget; "
        "heavy = {'pandas', 'numba', 'matplotlib', 'ipywidgets', 'anywidget', 'IPython'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_public_names_are_there_and_sorted():
    """`__all__` is what there is."""
    names = skyjo_widget.__all__
    assert all(hasattr(skyjo_widget, name) for name in names)
    assert len(names) == len(set(names))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = skyjo_widget.nothing


@pytest.mark.seconds
def test_a_language_is_a_file(tmp_path):
    """One that is laid beside the others is there, on the board and in Python."""
    package = Path(skyjo_widget.__file__).parent
    shutil.copytree(package, tmp_path / "skyjo_widget")
    words = json.loads((package / "util" / "locales" / "en.json").read_text())
    words["columns"]["player"]["title"] = words["board"]["undo"] = "Spilende"
    words["still"]["turn"] = "{player} nå"
    (tmp_path / "skyjo_widget" / "util" / "locales" / "nb.json").write_text(json.dumps(words))
    code = (
        "from skyjo_widget import column_dictionary, play; "
        "t = play('skyjo', ['Ana', 'Bo'], lang='nb', record=False, display=False); "
        "from skyjo_widget.board.static_board import session_html; "
        "assert 'Spilende' in column_dictionary('nb')['title'].to_list(); "
        "import base64, gzip; from skyjo_widget.front.js_bundle import front_packed; "
        "code = gzip.decompress(base64.b64decode(front_packed())).decode(); "
        "assert 'Spilende' in code; "
        "assert 'Ana nå' in session_html(t, t.lang); "
        "print(t.lang)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("nb\n", "")


def test_a_line_in_shorthand_is_tried_written_and_taken_back():
    """A question is answered beside the view, and changes nothing; in the board's language."""
    session = paper("skyjo", ["Ana", "Ben"], turned=1, record=False, display=False)
    board = session.board
    answers = []
    board.send = lambda content, *_rest: answers.append(content)
    board.spoken = "fr"
    board._receive(board, {"type": "try", "line": "= 4", "state": 0}, [])
    state = session.state
    assert answers == [
        {
            "type": "understood",
            "line": "= 4",
            "state": state,
            "text": "discard = 4",
            "error": "",
            "next": session.paper.understand("= 4").next,
        }
    ]
    board._receive(board, {"type": "write", "line": "= 4", "state": state}, [])
    assert session.paper.text() == "= 4"
    board._receive(board, {"type": "try", "line": "a1", "state": state}, [])
    assert answers[-1]["error"] == "a1 était cachée\u00a0: quelle carte était-ce\u00a0? a1/…"
    board._receive(board, {"type": "write", "line": "a1", "state": session.state}, [])
    assert board.view["error"]["key"] == "paper"
    board._receive(board, {"type": "unwrite", "state": session.state}, [])
    assert session.paper.unnamed() == ("discard",)
    for line in (None, 7):
        board._receive(board, {"type": "try", "line": line}, [])
        assert board.view["error"]["key"] == "malformed"


def test_every_message_of_a_board_has_an_answer():
    """The table of commands and the described messages hold the same types."""
    described = {
        kind for message in get_args(OfBoard) for kind in get_args(get_type_hints(message)["type"])
    }
    assert {*_COMMANDS, "note", "whole note", "panel", "try"} == described
