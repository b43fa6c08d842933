"""The base of all widgets: a small stub, the code once, the present state when it is asked for."""

from __future__ import annotations

import base64
import gzip
import itertools
import json
import re
from pathlib import Path

import ipywidgets
import pandas as pd
import pytest

from skyjo_widget import play, replay, running_mean
from skyjo_widget.board.panels.all import _PANELS
from skyjo_widget.board.tables.common import _EFFECT_COLUMNS
from skyjo_widget.board.tables.registry import TABLES
from skyjo_widget.front import front, js_bundle
from skyjo_widget.front.js_bundle import (
    _bared,
    front_hash,
    front_packed,
    front_stub,
    guest_page,
    guest_style,
    page_style,
)
from skyjo_widget.front.layouts import Borrowed, Layout, shared
from skyjo_widget.lessons.worksheet.panel import SheetPanel
from skyjo_widget.table.hooks import HOOKS
from skyjo_widget.util.i18n import languages, words

JS = Path(js_bundle.__file__).parents[1] / "js"


def unpacked(packed):
    """The front end as text."""
    return gzip.decompress(base64.b64decode(packed)).decode()


def test_the_front_end_holds_all_languages_and_fetches_nothing():
    """No address but blob URLs of our own."""
    text = unpacked(front_packed())
    assert "Carte" in text
    for one in (text, front_stub("board", "k")):
        assert "fetch(" not in one
        assert "XMLHttpRequest" not in one
        assert "http" not in one.replace("http://www.w3.org", "")


def test_the_front_end_is_sent_without_comments_and_its_lines_stay():
    """They are a quarter of it; its map still leads an error to our own line."""
    text = unpacked(front_packed())
    lines, compared = text.splitlines(), 0
    mapped = json.loads(base64.b64decode(text.rpartition("base64,")[2]))
    files = {
        path.relative_to(JS).as_posix(): path.read_text("utf-8").splitlines()
        for path in (*JS.glob("app/*.js"), *JS.glob("games/*.js"))
    }
    source = line = 0
    for n, segment in enumerate(mapped["mappings"].split(";")):
        if not segment:
            continue
        _, moved, down, _ = digits_of(segment)
        source, line = source + moved, line + down
        name = mapped["sources"][source].rpartition("js/")[2]
        if name not in files or line == len(files[name]):  # an empty line after the last
            continue
        assert not lines[n].startswith(("*", "/*", " "))
        own = files[name][line].strip()
        if own.startswith(("return ", "if (", "for (")) and "/*" not in own:
            assert lines[n] == own, (name, line)
            compared += 1
    assert compared > 300


def digits_of(segment):
    """The numbers of a source map's segment (ECMA-426: five bits a digit, the sign lowest)."""
    numbers, value, shift = [], 0, 0
    for letter in segment:
        digit = js_bundle._DIGITS.index(letter)
        value |= (digit & 31) << shift
        shift += 5
        if not digit & 32:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers


def test_every_widget_sends_a_stub_of_a_few_kilobytes_and_no_style():
    """anywidget gives a module two seconds; the code comes later, once a page."""
    session = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    again = replay(session, display=False)
    frame = pd.DataFrame({"decision": [0], "y": [1.0]})
    rows, chart = again.rows(frame), again.chart(frame, y="y")
    for widget in (session.board, again.board, rows, chart, running_mean([1, 2])):
        assert len(widget._esm) < 4000
        assert front_hash() in widget._esm
        assert "_css" not in widget.get_state()


def test_the_stub_keeps_the_words_as_they_are():
    """French has spaces that don't break a line; only what the code has between words goes."""
    stub = front_stub("mean", "k")
    assert "`min-height: ${HEIGHT}px; opacity: 0.75`" in stub
    assert "const entry=page[KEY]" in stub
    for lang in languages():
        for key in ("loading_late", "stored"):
            assert words(lang)["board"][key] in stub
    assert "  " not in stub
    assert "/*" not in stub


def sent_by(widget, content):
    """The messages that a widget sends because of a message."""
    sent = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(widget, "send", lambda content, buffers=None: sent.append(content))
        widget._handle_custom_msg(content, [])
    return sent


def test_the_code_is_sent_to_who_asks_for_this_version():
    """Another version's stub in the same page asks its own kernel."""
    board = play("skyjo", ["Ana", "Bo"], record=False, display=False).board
    (answer,) = sent_by(board, {"type": "code", "hash": front_hash()})
    assert answer == {"type": "code", "hash": front_hash(), "code": front_packed()}
    assert sent_by(board, {"type": "code", "hash": "another"}) == []


def test_the_first_widget_of_a_kernel_sends_the_code_unasked(monkeypatch):
    """A page's request would wait for the cell that is running; further ones send nothing."""
    sent = []
    monkeypatch.setattr(front, "_NUMBERS", itertools.count(1))
    monkeypatch.setattr(front.Front, "send", lambda widget, content: sent.append(content))
    monkeypatch.setattr(front, "notebook", lambda: True)
    for count in (1, 1):
        running_mean([1, 2])
        assert [message["hash"] for message in sent] == [front_hash()] * count
    monkeypatch.setattr(front, "_NUMBERS", itertools.count(1))
    monkeypatch.setattr(front, "notebook", lambda: None)
    running_mean([1, 2])
    assert len(sent) == 1


def test_the_present_state_is_sent_to_who_shows_another_one():
    """Whole, as its traits hold it; who shows the present one hears that nothing has changed."""
    session = play("skyjo", ["Ana", "Bo"], record=False, display=False)
    board, shown = session.board, session.state
    answers = board.view["answer"]
    asked = {"type": "present", "id": 7, "state": shown, "answer": answers}
    assert sent_by(board, asked) == [{"type": "present", "id": 7, "state": None}]
    session.act(session.legal[0])
    (answer,) = sent_by(board, asked)
    assert answer["state"] == {name: getattr(board, name) for name in board.present}
    assert answer["state"]["view"]["state"] == session.state


def test_what_is_asked_of_every_widget_is_no_command():
    """It neither counts as a message of the game, nor is its error shown."""
    board = play("skyjo", ["Ana", "Bo"], record=False, display=False).board
    before = board.view
    for content in ({"type": "code"}, {"type": "present"}):
        sent_by(board, content)
    assert board.view == before


def test_a_page_asks_a_replay_for_its_moment():
    """As a game that is played."""
    session = play("skyjo", ["bot:greedy", "bot:random"], record=False, display=False, seed=1)
    session.run()
    again = replay(session, display=False)
    view = again.board.view
    asked = {"type": "present", "id": 1, "state": view["state"], "answer": view.get("answer")}
    again.position = 5
    (answer,) = sent_by(again.board, asked)
    assert answer["state"]["view"]["at"] == 5


def test_a_widget_without_a_game_sends_what_it_shows():
    """Rows, chart and mean have no number of a state, and are asked only when nothing is heard."""
    session = play("skyjo", ["bot:greedy", "bot:random"], record=False, display=False, seed=1)
    session.run()
    again = replay(session, display=False)
    rows, chart = again.rows(), again.chart(session.log.decisions, y="hidden_left")
    again.show(3)
    mean = running_mean([1, 2])
    shown = {"decision": 3}
    for widget, state in (
        (rows, {**shown, "table": rows.table}),
        (chart, shown),
        (mean, {"chart": mean.chart}),
    ):
        asked = {"type": "present", "id": 7}
        assert sent_by(widget, asked) == [{"type": "present", "id": 7, "state": state}]


def test_a_command_that_asks_is_answered_when_it_was_obeyed():
    """Also where nothing changes; what wasn't asked gets no answer."""
    session = play("skyjo", ["bot:greedy", "bot:random"], record=False, display=False, seed=1)
    session.run()
    again = replay(session, display=False)
    rows = again.rows()
    for _ in range(2):
        answers = sent_by(rows, {"type": "show", "decision": 3, "asks": 9})
        assert answers == [{"type": "present", "id": 9, "state": None}]
        assert again.decision == 3
    assert sent_by(rows, {"type": "show", "decision": 5}) == []
    mean = running_mean(session.odds(0), draws=10)
    assert sent_by(mean, {"type": "new run", "asks": 2})[-1]["id"] == 2
    assert len(mean.chart["runs"]) == 2


def test_a_layout_is_sent_without_what_it_leaves_open():
    """A kilobyte less for each widget; what is set goes up and down as ever."""
    layout = Layout(width="auto")
    whole = ipywidgets.Layout(width="auto").get_state()
    assert layout.get_state() == {name: value for name, value in whole.items() if value is not None}
    assert layout.get_state(["height"]) == {"height": None}


def test_a_borrowed_layout_is_shared_until_it_is_changed(monkeypatch):
    """Every widget that has it gets the new model; the others keep theirs."""
    one, other = Borrowed(width="auto"), Borrowed(width="auto")
    assert one.comm is None
    assert one.model_id == other.model_id == shared(Layout, width="auto").model_id
    assert Borrowed(width="1em").model_id != one.model_id
    boxes = [ipywidgets.HBox(layout=layout) for layout in (one, one, other)]
    sent = []
    for box in boxes:
        monkeypatch.setattr(box, "send_state", lambda key, box=box: sent.append((box, key)))
    one.width = "2em"
    assert sent == [(boxes[0], "layout"), (boxes[1], "layout")]
    assert one.comm is not None
    assert one.model_id == one.comm.comm_id != other.model_id
    assert shared(Layout, width="auto").width == other.width == "auto"
    assert boxes[0].get_state("layout") == {"layout": f"IPY_MODEL_{one.model_id}"}


def test_a_shared_layout_is_made_again_when_all_widgets_were_closed():
    """A board that is made later still has one."""
    first = shared(Layout, width="auto")
    assert shared(Layout, width="auto") is first
    first.close()
    assert shared(Layout, width="auto").comm is not None


def test_a_guest_s_page_is_small_and_speaks_every_language():
    """Phones load it over a school's network: script, style and page below 150 kB compressed."""
    script, style = guest_page(), guest_style()
    packed = [len(gzip.compress(text.encode(), 9)) for text in (script, style)]
    assert sum(packed) < 149_000, packed
    assert "sourceMapping" not in script
    assert "/**" not in script.partition("preact")[0]
    for lang in languages():
        assert json.dumps(words(lang)["guest"]["offline"], ensure_ascii=False) in script
    assert 'document.getElementById("guest")' in script


ENTRIES = [
    "main.js",
    "pages/class_page.js",
    "pages/guest_start.js",
    "pages/mean_page.js",
    "pages/replay_page.js",
    "pages/try_page.js",
]
CLASS = re.compile(r"\bsj[a-z](?:-[a-z]+)+\b")


def linked_texts(entry, monkeypatch):
    """The modules that a page links, by name, and its texts in English."""
    monkeypatch.setattr(js_bundle, "link", lambda sources, entry: sources["lib/locales.js"])
    tables = json.loads(js_bundle._linked(entry, ("en",)).removeprefix("export default ")[:-2])
    sources = js_bundle._sources()
    return {name: sources[name] for name in js_bundle._order(sources, entry)}, tables["en"]


def resolves(table, key):
    """Return True if a table of texts has something under a key, up to what a page fills in."""
    for part in key.split("."):
        if "$" in part or not part:
            return True
        if part not in table:
            return False
        table = table[part]
    return True


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_page_has_every_text_that_its_modules_name(entry, monkeypatch):
    """A section of a locale is left out only if no linked module names it."""
    modules, texts = linked_texts(entry, monkeypatch)
    keys = {
        key
        for text in modules.values()
        for key in re.findall(r"""\bt\(\s*["'`]([^"'`]+)["'`]""", text)
    }
    assert len(keys) > (5 if entry == "pages/mean_page.js" else 150)
    assert [key for key in sorted(keys) if not resolves(texts, key)] == []
    assert not {"messages", "measures", "faces"} & texts.keys()  # Python's own


@pytest.mark.parametrize("lang", languages())
def test_a_page_has_the_columns_that_boards_show_and_no_others(lang):
    """Each with a short title and what it holds: of the other frames' columns phones load none."""
    shown = {name for table in TABLES.values() for name in table.columns} | {*_EFFECT_COLUMNS}
    columns = js_bundle._page_words(lang)["columns"]
    assert columns.keys() == shown
    assert all(entry["short"] and entry["description"] for entry in columns.values())


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry != "pages/mean_page.js"])
def test_a_page_has_the_texts_of_every_panel(entry, monkeypatch):
    """Python sends the names of panels, so that the module that draws them can't name them."""
    _, texts = linked_texts(entry, monkeypatch)
    panels = {*_PANELS, *HOOKS.panels, SheetPanel.key}
    assert len(panels) > 7
    assert panels <= texts.keys()


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_page_has_the_style_of_every_class_that_its_modules_name(entry, monkeypatch):
    """A class that the sheet of a view styles is styled in each page that links its module."""
    modules, _ = linked_texts(entry, monkeypatch)
    styled = set(CLASS.findall(page_style(entry)))
    views = [sheet for path, sheet in sheets().items() if not path.startswith("pages/")]
    anywhere = {name for sheet in views for name in CLASS.findall(sheet)}
    named = {name for text in modules.values() for name in CLASS.findall(text)}
    assert len(named) > 15
    assert named & anywhere <= styled


def sheets():
    """The style sheets of the front end by their path."""
    return {file.relative_to(JS).as_posix(): file.read_text("utf-8") for file in JS.rglob("*.css")}


def test_a_sheet_that_python_writes_reaches_no_board():
    """It holds for the whole notebook: a class of the board's would be styled there too."""
    ours = set(re.findall(r"sjw-[\w-]+", "".join(sheets().values())))
    package = JS.parent
    files = {*package.rglob("*.py"), *package.rglob("*.css")} - {*JS.rglob("*.css")}
    for file in files:
        selected = re.findall(r"^\.(sj\w+-[\w-]+)", file.read_text("utf-8"), re.MULTILINE)
        assert not ours & set(selected), file


def test_every_sheet_stands_beside_a_module_that_some_page_links():
    """But for the rule that holds outside of views, which the front end has apart."""
    linked = {name for entry in ENTRIES for name in js_bundle._order(js_bundle._sources(), entry)}
    names = {path.removesuffix(".css") + ".js" for path in sheets()} - {"app/still.js"}
    assert names <= linked


def test_a_module_without_comments_keeps_its_texts():
    """An address in a text isn't taken for a comment; what stands in a template stays."""
    told = 'const a = "http://x/y"; // why\n  /* more */ const b = `a\n  b`;\n'
    assert _bared(told).startswith('const a = "http://x/y"; // why\nconst b = `a\nb`;')
