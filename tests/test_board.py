"""The board's Python side: the view, messages, the linked module, the public names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from comm.base_comm import BaseComm

import skyjo_widget
from skyjo_widget import bots, play, view
from skyjo_widget.conformance import permute_hidden
from skyjo_widget.engine.state import copy
from skyjo_widget.linker import board_module, link
from skyjo_widget.widget import Board, note_bar


def table(*players, **options):
    """A table in memory and its board."""
    options = {"seed": 3, "record": False, "display": False, **options}
    session = play("skyjo", list(players) or ["Ana", "bot:greedy"], **options)
    return session, session.board


class Wire(BaseComm):
    """A comm that leads nowhere."""

    def publish_msg(self, *_args, **_keys):
        """Nothing is sent."""


def send(board, **message):
    """A message as the browser sends it."""
    board._handle_custom_msg(message, [])


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
        ({"type": "dance", "state": 0}, "malformed", "there are act, step, next_round"),
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
    assert session.state_id == 0
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
    monkeypatch.setattr("skyjo_widget.session.BREATH", 60)
    send(board, type="step", state=2)
    assert pictures == [session.state_id]
    assert session.state_id > 15


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
    assert set(bots._FAMILIES) == names
    assert set(view._TABLES) == names
    script = (Path(skyjo_widget.__file__).parent / "js" / "games.js").read_text()
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
            send(board, type="step", state=session.state_id)
    assert " hand=? " in board.view["fault"]["observation"]
    assert " hand=? " not in session.fault.observation


def test_what_was_taken_back_is_told_and_its_rows_are_marked():
    """They stay in the table; the next change is told instead."""
    session, board = table("Ana", "bot:random", practice=True)
    for action in ("flip a1", "flip b1"):
        session.act(action)
    session.run()
    assert board.view["undo"] == "yes"
    send(board, type="undo", state=session.state_id)
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
    send(board, type="undo", state=session.state_id)
    assert board.view["error"]["key"] == "illegal"
    for _ in range(3):
        session.act(session.legal[-1])
    session.act("take")
    assert board.view["undo"] == "yes"
    send(board, type="undo", state=session.state_id - 1)
    assert board.view["error"]["key"] == "stale"
    send(board, type="undo", state=session.state_id)
    assert (session.phase, board.view["error"]) == ("choose", None)


def test_a_whole_game_by_messages_ends_with_winners():
    """Any target of the view, the next round, to the end."""
    session, board = table("Ana", "Bo", "bot:random", target=40)
    for _ in range(5000):
        seen, state = board.view, board.view["state"]
        assert seen["error"] is None
        if seen["waiting"] is None:
            break
        if seen["waiting"] == "person":
            assert seen["viewer"] == seen["seat"]
            send(board, type="act", action=next(iter(seen["targets"].values())), state=state)
        else:
            send(board, type={"bot": "step"}.get(seen["waiting"], "next_round"), state=state)
    assert session.over
    assert board.view["winners"] == session.game.winners(
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
        permute_hidden(session.game, h.state, h.codes, 0, rng)
        bots_cards += h.state.hand != truth.hand
        board._refresh()
        assert json.dumps([board.view, board.rows]) == told
        h.state = truth
        if session.waiting == "bot":
            session.step()
        else:
            session.act(session.legal[step % len(session.legal)])
    assert bots_cards > 5


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


def test_eight_players_fit_in_four_kilobytes(monkeypatch):
    """What a move changes, late in a long game too; every 20th brings older rows."""
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


def test_notes_are_written_from_the_note_bar():
    """Text and tags go to the record; an empty one is refused."""
    session, _ = table(lang="fr")
    text, tags, button, answer = note_bar(session).children
    button.click()
    assert answer.value == "Écris d’abord quelque chose."
    text.value, tags.value = "bizarre", " règle, ,  lent "
    button.click()
    assert answer.value == "La note 1 a été ajoutée."
    assert session.log.notes.loc[0, "tags"] == "règle, lent"
    assert text.value == ""


def test_the_note_bar_speaks_the_boards_language():
    """As the browser has told it, unless lang= said."""
    session, board = table()
    text, *_ = note_bar(session).children
    assert text.placeholder == "A note about the last decision"
    board.spoken = "fr"
    assert text.placeholder == "Une note sur la dernière décision"
    board.spoken = "nonsense"
    assert text.placeholder == "A note about the last decision"


def test_enter_in_the_note_bar_adds_the_note():
    """As the button does."""
    session, _ = table()
    text, *_ = note_bar(session).children
    text.value = "hm"
    text._handle_custom_msg({"event": "submit"}, [])
    assert list(session.log.notes["text"]) == ["hm"]


# The linked module


def test_modules_are_linked_in_the_order_of_their_imports():
    """Specifiers become the numbers of earlier modules."""
    sources = {
        "main.js": 'import a, { b } from "./a.js";\n'
        'import\n  * as v from "./vendor/v.js";\nexport default 1;\n',
        "a.js": "import { v } from './vendor/v.js';\nexport const b = 1;\n",
        "vendor/v.js": 'export const v = "import x from \\"./no.js\\"";\n',
        "unused.js": "",
    }
    text = link(sources, "main.js")
    modules = json.loads(text.split("const modules = ", 1)[1].split(";\nconst urls", 1)[0])
    assert [name for name, _ in modules] == ["vendor/v.js", "a.js", "main.js"]
    assert [part for part in modules[2][1] if isinstance(part, int)] == [1, 0]
    assert modules[0][1] == [sources["vendor/v.js"]]


@pytest.mark.parametrize(
    ("sources", "says"),
    [
        ({"main.js": 'import "./no.js";\n'}, "main.js imports ./no.js, which isn't there"),
        (
            {"main.js": 'import "./a.js";\n', "a.js": 'import "./main.js";\n'},
            "imports in a circle",
        ),
    ],
)
def test_an_import_that_cannot_be_linked_is_an_error(sources, says):
    """With both names."""
    with pytest.raises(ValueError, match=says):
        link(sources, "main.js")


def test_the_board_module_holds_all_languages_and_fetches_nothing():
    """No address but blob URLs of our own."""
    text = board_module()
    assert "Carte" in text
    assert "fetch(" not in text
    assert "XMLHttpRequest" not in text
    assert Board._esm is not None


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


def test_a_language_is_a_file(tmp_path):
    """One that is laid beside the others is there, on the board and in Python."""
    package = Path(skyjo_widget.__file__).parent
    shutil.copytree(package, tmp_path / "skyjo_widget")
    words = json.loads((package / "locales" / "en.json").read_text())
    words["columns"]["player"]["title"] = words["board"]["undo"] = "Spilende"
    words["still"]["turn"] = "{player} nå"
    (tmp_path / "skyjo_widget" / "locales" / "nb.json").write_text(json.dumps(words))
    code = (
        "from skyjo_widget import columns, play; "
        "t = play('skyjo', ['Ana', 'Bo'], lang='nb', record=False, display=False); "
        "from skyjo_widget.still import still_html; "
        "assert 'Spilende' in columns('nb')['title'].to_list(); "
        "assert 'Spilende' in t.board._esm; "
        "assert 'Ana nå' in still_html(t, t.lang); "
        "print(t.lang)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("nb\n", "")
