"""A table and a replay as widgets: containers, traits, and what a script is spared."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import IPython.core.getipython
import IPython.display
import ipywidgets
import pytest
import traitlets
from ipywidgets.widgets.widget import _instances

from skyjo_widget import RulesError, play, replay
from skyjo_widget.board.session import Session
from skyjo_widget.board.table_widget import TableWidget
from skyjo_widget.front.lazy_widget import Mirror
from skyjo_widget.util.i18n import words
from tests.fixtures.boards import press, send
from tests.fixtures.paper_games import played, written

VIEW = "application/vnd.jupyter.widget-view+json"


@pytest.fixture
def shell(monkeypatch):
    """A notebook's shell, and what is displayed in it."""
    shell = SimpleNamespace(kernel=object(), execution_count=1, displayed=[])
    monkeypatch.setattr(IPython.core.getipython, "get_ipython", lambda: shell)
    monkeypatch.setattr(
        IPython.display, "display", lambda data, **_: shell.displayed.append(list(data)[-1])
    )
    return shell


def table(*players, **options):
    """A table in memory that isn't shown."""
    options = {"seed": 3, "record": False, "display": False, **options}
    return play("skyjo", list(players) or ["Ana", "bot:greedy"], **options)


def test_a_session_is_a_widget_where_there_is_a_notebook(shell):
    """A script's is none; a branch is one too, and it opens no comm before it is needed."""
    before = dict(_instances)
    one = table()
    other = one.branch(display=False)
    assert [type(s) for s in (one, other)] == [TableWidget, TableWidget]
    assert isinstance(one, Session)
    assert isinstance(one, ipywidgets.Widget)
    assert one.comm is None
    assert _instances == before
    one.act("flip a1")
    assert _instances == before
    del shell.kernel
    assert type(table()) is Session


def test_a_script_loads_no_widgets():
    """Nor pandas, nor IPython, to play a round."""
    code = (
        "import sys; from skyjo_widget import play; "
        "t = play('skyjo', ['bot:random', 'bot:random'], seed=1, record=False); t.run(); "
        "print([m for m in ('ipywidgets', 'traitlets', 'pandas', 'IPython') "
        "if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_where_names_clash_the_tables_meaning_wins():
    """Of all public names a widget and a session share two, and its traits mirror properties."""
    of_widgets = {n for c in ipywidgets.Box.__mro__ for n in vars(c) if not n.startswith("_")}
    shared = {name for name in dir(Session) if name in of_widgets}
    assert shared == {"log", "close"}
    for name in dir(Session):
        if name.startswith("_") or name in ("board", "show"):
            continue
        own, ours = getattr(Session, name), getattr(TableWidget, name)
        assert ours is own or (isinstance(ours, Mirror) and ours._source is own), name


def test_a_container_opens_a_table_and_puts_its_still_picture_out(shell):
    """The board and its panels are there; a second container is the same widget."""
    one = table()
    box = ipywidgets.HBox([one, ipywidgets.Output()])
    assert box.children[0] is one
    (main,) = one.children
    assert main.children == (one.board,)
    one.board.opened = ["predict", "what_if"]
    assert list(one.board.panels) == one.board.asides[:2]
    assert shell.displayed == ["text/plain"]
    ipywidgets.Tab([one])
    assert shell.displayed == ["text/plain"]


@pytest.mark.usefixtures("shell")
def test_a_further_table_opens_four_models():
    """Its own, the board's with a layout, and the box that the board shares with its parts."""
    assert table().model_id
    before = set(_instances)
    one = table()
    new = one.model_id, *(part.model_id for part in (one.children[0], one.board, one.board.layout))
    assert _instances.keys() - before == set(new)


@pytest.mark.usefixtures("shell")
def test_a_branch_is_shown_below_its_table():
    """In place of the one before, which is closed."""
    one = table()
    assert one.board.asides == []
    assert one.model_id
    assert one.board.asides == ["predict", "what_if", "ruling", "form", "position"]
    (main,), shown = one.children, []
    for _ in range(2):
        press(one.board, "what_if", "branch")
        assert main.children[0] is one.board
        shown.append(main.children[1])
    first, second = shown
    assert first.comm is None
    assert second.comm is not None
    one.close()
    assert second.comm is None


def over(game):
    """A game that is over: with bots, or with paper cards."""
    if game == "paper":
        return written(played("skyjo", 1))
    bots = ["bot:greedy", "bot:greedy", "bot:random"]
    one = play(game, bots, seed=3, record=False, display=False)
    one.run(rounds=True)
    return one


@pytest.mark.seconds
@pytest.mark.usefixtures("shell")
@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo", "paper"])
def test_a_game_that_is_over_is_studied_below_its_board(game):
    """By its replay, in place of the one before; its button goes back to the board."""
    one = over(game)
    assert not one.board.study
    assert one.model_id
    assert one.board.study
    (main,), shown, sent = one.children, [], []
    one.board.send = sent.append
    for _ in range(2):
        send(one.board, type="study", state=one.state)
        assert one.board.view["error"] is None
        board, below = main.children
        assert board is one.board
        shown.append(below)
    first, second = shown
    assert first.comm is None
    assert (second.back, second.fresh) == (True, True)
    assert second.view["winners"] is None  # at the deal
    send(second, type="seek", to=len(second.replay["decision"]) - 1, state=0)
    assert second.view["winners"] == one.board.view["winners"]
    assert not sent
    send(second, type="back", state=0)
    assert main.children == (one.board,)
    assert second.comm is None
    assert sent == [{"type": "focus"}]
    one.close()


def test_a_game_that_goes_on_has_nothing_to_study():
    """Nor one whose board stands alone: the message is refused, and nothing changes."""
    one = table()
    one.board.offer_study(lambda: pytest.fail("it isn't over"))
    for session in (one, over("skyjo")):
        send(session.board, type="study", state=session.state)
        assert session.board.view["error"]["key"] == "malformed"
    assert not replay(one, display=False).board.back


def test_a_table_is_shown_once_in_the_cell_that_made_it(shell):
    """And wherever else it is displayed, as often as that is asked for."""
    one = table(display=True)
    assert shell.displayed == ["text/plain", VIEW]
    one._ipython_display_()
    assert shell.displayed == ["text/plain", VIEW]
    one._ipython_display_()
    assert shell.displayed == ["text/plain", VIEW] * 2
    shell.execution_count += 1
    one._ipython_display_()
    assert shell.displayed == ["text/plain", VIEW] * 3


def test_an_output_that_came_too_early_is_sent_again(shell, monkeypatch):
    """With its text for who can't see the board yet, and the still picture, in whichever order."""
    sent = []
    monkeypatch.setattr(IPython.display, "update_display", lambda data, **_: sent.append(data))
    one = table(display=True)
    one.board._handle_custom_msg({"type": "missed"}, [])
    assert [list(data)[-1] for data in sent] == [VIEW, "text/plain"]
    assert sent[0]["text/plain"] == f"{one!r}\n{words('en')['still']['trust']}"
    assert sent[0][VIEW]["model_id"] == one.model_id
    assert shell.displayed == ["text/plain", VIEW]


@pytest.mark.usefixtures("shell")
def test_what_the_game_does_can_be_observed():
    """Each trait announces its value once it is another, and says nothing else."""
    one = table("bot:random", "bot:random", target=1)
    names = ["state", "decision", "over", "winners", "log_length", "seat", "phase", "waiting"]
    heard = {name: [getattr(one, name)] for name in names}

    def hear(change):
        assert change.old == heard[change.name][-1] != change.new == getattr(one, change.name)
        heard[change.name].append(change.new)

    one.observe(hear, names)
    slider = ipywidgets.IntSlider(max=10_000)
    traitlets.dlink((one, "decision"), (slider, "value"))
    one.run(rounds=True)
    one.note("over")
    assert {name: values[-1] for name, values in heard.items()} == {
        name: getattr(one, name) for name in names
    }
    assert heard["over"] == [False, True]
    assert heard["winners"] == [(), one.winners]
    assert slider.value == one.decision == len(one.log.decisions)
    assert one.log_length == len(one.history.events)


@pytest.mark.usefixtures("shell")
def test_what_follows_the_game_cant_be_set():
    """The error says what does it; nothing has changed."""
    one = table()
    for name in ("state", "decision", "over", "winners", "log_length"):
        before = getattr(one, name)
        with pytest.raises(traitlets.TraitError, match=f"'{name}' can't be set: .*act"):
            setattr(one, name, 77)
        assert getattr(one, name) == before


@pytest.mark.usefixtures("shell")
def test_settings_can_be_set_and_linked():
    """On the table and by the browser; before the board is made and after."""
    one = table()
    one.pace, one.lang = 0, "fr"
    assert (one.board.pace, one.board.lang) == (0, "fr")
    heard = []
    one.observe(lambda change: heard.append((change.name, change.new)), ["pace", "lang", "coach"])
    one.board.set_state({"pace": 250})
    one.lang, one.coach = "en", "after"
    assert heard == [("pace", 250), ("lang", "en"), ("coach", "after")]
    assert (one.pace, one.board.lang) == (250, "en")
    slider = ipywidgets.IntSlider(max=3000)
    traitlets.link((one, "pace"), (slider, "value"))
    slider.value = 1000
    assert one.board.pace == one.pace == 1000


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("pace", -2, "milliseconds"),
        ("pace", "fast", "whole"),
        ("lang", "xx", "en"),
        ("coach", "on", "off"),
        ("for_", "school", "class"),
    ],
)
def test_a_setting_that_is_none_is_refused(name, value, says):
    """And the old one holds, in a script too."""
    one = table()
    before = getattr(one, name)
    with pytest.raises(RulesError, match=says):
        setattr(one, name, value)
    assert getattr(one, name) == before


@pytest.mark.usefixtures("shell")
def test_an_observer_that_fails_harms_nothing():
    """The game has gone on, and the board shows it."""
    one = table()
    seen = one.board.view["state"]
    one.observe(lambda _change: 1 / 0, "decision")
    with pytest.warns(UserWarning, match="an observer failed: ZeroDivisionError"):
        one.act("flip a1")
    assert one.decision == 1
    assert one.board.view["state"] == seen + 1


def test_closing_a_table_lets_go_of_its_record_and_of_the_board(shell, tmp_path):
    """Also if ipywidgets closes all widgets; a picture stays, and it can be shown again."""
    first = table()
    first.model_id  # noqa: B018  (it makes the layouts that all share)
    first.close()
    before = len(_instances)
    one = table(record=tmp_path / "a.jsonl")
    comm_id = one.model_id
    one._handle_msg({"content": {"data": {"method": "dance"}}})
    pictures = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IPython.display, "update_display", lambda data, **_: pictures.append(data))
        one.close()
        one.close()
    (picture,) = pictures
    assert "<img" in picture["text/html"]
    assert (one.comm, one._game._listeners, len(_instances)) == (None, [], before)
    assert one.log.decisions.empty
    assert not list(tmp_path.glob(".*lock"))
    assert one.model_id == comm_id
    assert one.board.comm is not None
    one.close()
    assert len(_instances) == before


@pytest.mark.usefixtures("shell")
def test_closing_a_replay_lets_go_of_its_board():
    """And of its rows; what others have made stays, and it can be shown again."""
    own = ipywidgets.Label("mine")
    again = replayed()
    rows = again.rows()
    again.beside(rows, own)
    again.model_id  # noqa: B018  (it opens the comm)
    again.close()
    assert [one.comm for one in (again, again.board, rows)] == [None] * 3
    assert own.comm is not None
    assert again.model_id
    again.close()


# Replays


def replayed(decisions=12):
    """A replay of some decisions, not shown."""
    one = table("bot:greedy", "bot:random")
    for _ in range(decisions):
        one.step()
    return replay(one, display=False)


def test_a_replay_is_a_widget_that_a_slider_drives():
    """Both ways; out of range nothing moves; it has no comm before it is needed."""
    again = replayed()
    assert again.comm is None
    slider = ipywidgets.IntSlider(max=len(again) - 1)
    traitlets.link((again, "position"), (slider, "value"))
    heard = []
    again.observe(lambda change: heard.append(change.new), "decision")
    slider.value = 5
    assert again.board.view["at"] == 5
    again.decision = 2
    assert slider.value == again.position
    assert heard == [4, 2]
    with pytest.raises(RulesError, match="no moment"):
        again.position = 99
    assert again.decision == 2
    assert ipywidgets.HBox([again]).children[0] is again


def test_rows_and_charts_stand_beside_a_replay():
    """In place of the ones before; a frame becomes rows, and all of them follow."""
    again = replayed()
    log = again.history
    chart = again.chart(again.rows()._frame.assign(game_id=again.game_id), y="hidden_left")
    assert again.beside(chart) is again
    assert again.model_id
    assert chart in again.children[1].children
    rows = again.rows()
    again.beside(rows, chart)
    assert again.children[1].children == (rows, chart)
    again.decision = 7
    assert (rows.decision, chart.decision) == (7, 7)
    assert len(again.beside().children) == 1
    with pytest.raises(RulesError, match=r"beside\(3\): a widget"):
        again.beside(3)
    assert log is again.history
