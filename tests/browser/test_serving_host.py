"""The host's panel and the screen for the projector, beside real guests."""

from __future__ import annotations

import socket

import pytest
from playwright.sync_api import expect

from skyjo_widget import classroom, play
from skyjo_widget.serving.limits import CROWD
from tests.browser.checks import AXE, CHECK, HARM, HARMLESS
from tests.browser.driver import collect_errors, until
from tests.serving.phones import Phone

CUT = """() => {
  const cut = [];
  for (const box of document.querySelectorAll(".sjs, .sjs [class*=sjs-]")) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = box;
    if (box.closest("svg, .sjw-board, .sjs-unseen")) continue;
    if (getComputedStyle(box).textOverflow === "ellipsis") continue;
    if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1) cut.push(box.className);
  }
  return cut;
}"""
TOO_LONG = """boxes => boxes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)"""
SIZES = [{"width": w, "height": h} for w, h in ((1280, 720), (1920, 1080), (1024, 768))]
CROSSED = """bars => [...bars.querySelectorAll("b")].flatMap((line) => {
  const { left, right } = line.getBoundingClientRect();
  return [...bars.querySelectorAll("span")].filter((count) => {
    const { left: from, right: to, top, bottom } = count.getBoundingClientRect();
    const at = (left + right) / 2;
    const front = document.elementFromPoint(at, (top + bottom) / 2);
    return count.textContent && from < at && at < to && front !== count;
  });
}).length"""
BOARD_AND_CORNER = """() => [".sjw-stage", ".sjs-corner"].map((name) => {
  const { left, right, top, bottom } = document.querySelector(name).getBoundingClientRect();
  return { left, right, top, bottom };
})"""


@pytest.fixture
def serve():
    """A function from a table, or a class, to its service."""
    opened = []

    def start(*players, **options):
        players = players or ("Ana", "Bo", "bot:greedy")
        table = play("skyjo", list(players), seed=3, record=False, display=False, lang="en")
        opened.append(table.serve(display=False, **options))
        return opened[-1]

    def hall(**options):
        options = {"seed": 1, "record": False, "display": False, "lang": "en", **options}
        opened.append(classroom("skyjo", **options))
        return opened[-1]

    start.hall = hall
    yield start
    for serving in opened:
        serving.stop()


@pytest.fixture
def join(chromium):
    """A function that lets somebody join with a phone."""

    def enter(serving, name):
        page = chromium.open(width=390, height=800)
        page.goto(f"{serving.link}#{serving.pin}")
        page.locator("input").last.fill(name)
        page.keyboard.press("Enter")
        return page

    return enter


@pytest.fixture
def screen(chromium):
    """A function that opens the screen of a service; its errors fail the test."""
    errors = []

    def show(serving, width=1280, height=720, **context):
        page = chromium.open(width=width, height=height, **context)
        errors.append(collect_errors(page))
        page.goto(serving.screen_link)
        page.wait_for_selector(".sjs")
        return page

    yield show
    assert [error for found in errors for error in found] == []


def does(panel, name):
    """A button of the panel."""
    return panel.view.locator(f'[data-does="{name}"]')


def row(panel, seat, table=1):
    """The line of a seat."""
    menu = panel.page.locator(f'[data-does="menu {table}:{seat}"]')
    return panel.view.locator(".sjh-seat").filter(has=menu)


def focused(panel):
    """The name of the button that has the focus; "" of nothing in the panel."""
    return panel.page.evaluate("document.activeElement?.dataset?.does ?? ''")


def test_guests_arrive_and_the_host_starts_by_keys(serve, join, board_page):
    """They are announced once; the button that is gone leaves the focus in the panel."""
    serving = serve()
    panel = board_page(serving._panel())
    join(serving, "Ana")
    expect(row(panel, 0)).to_have_attribute("data-kind", "here")
    expect(panel.view.get_by_role("log")).to_have_text("Table 1: Ana came in.")
    does(panel, "start").focus()
    panel.page.keyboard.press("Enter")
    panel.until(lambda: serving.started)
    expect(does(panel, "start")).to_have_count(0)
    assert panel.page.evaluate("document.activeElement.className") == "sjh"


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "One device (127.0.0.1) holds {} connections without a seat."),
        ("fr", "Un appareil (127.0.0.1) occupe {} connexions sans avoir de place."),
    ],
)
def test_the_host_sees_that_one_device_holds_many_connections(serve, board_page, lang, words):
    """Until it lets go; the table stays as it was."""
    serving = serve.hall(tables=1, lang=lang)
    panel = board_page(serving._panel())
    held = [socket.create_connection(("127.0.0.1", serving._door.port)) for _ in range(CROWD)]
    alarm = panel.view.locator(".sjh-alarms").filter(has_text="127.0.0.1")
    expect(alarm).to_contain_text(words.format(CROWD))
    for connection in held:
        connection.close()
    expect(alarm).to_have_count(0)


def test_what_is_typed_stays_while_others_come(serve, join, board_page):
    """An open menu keeps its text and the focus; Escape closes it, and its button has the focus."""
    serving = serve()
    panel = board_page(serving._panel())
    join(serving, "Ana")
    expect(row(panel, 0)).to_have_attribute("data-kind", "here")
    does(panel, "menu 1:0").click()
    name = row(panel, 0).get_by_role("textbox")
    name.fill("Ana B.")
    join(serving, "Bo")
    expect(row(panel, 1)).to_have_attribute("data-kind", "here")
    expect(name).to_be_focused()
    expect(name).to_have_value("Ana B.")
    panel.page.keyboard.press("Escape")
    assert focused(panel) == "menu 1:0"
    panel.page.keyboard.press("Enter")
    row(panel, 0).get_by_role("textbox").fill("Ana C.")
    panel.page.keyboard.press("Enter")
    expect(row(panel, 0)).to_contain_text("Ana C.")
    assert focused(panel) == "menu 1:0"


def test_a_second_phone_waits_for_the_host(serve, join, board_page):
    """Allowed, it takes the seat over."""
    serving = serve()
    panel = board_page(serving._panel())
    first = join(serving, "Ana")
    second = join(serving, "Ana")
    does(panel, "allow").focus()
    panel.page.keyboard.press("Enter")
    expect(second.locator(".sjw-lobby")).to_be_visible()
    expect(first.locator(".sjw-lobby")).to_be_hidden()
    expect(does(panel, "allow")).to_have_count(0)
    assert panel.page.evaluate("document.activeElement.className") == "sjh"


def test_the_hosts_rights_and_seats(serve, join, board_page):
    """Lock, give, free, move, let a bot play; what is refused is shown."""
    serving = serve()
    panel = board_page(serving._panel())
    join(serving, "Ana")
    expect(row(panel, 0)).to_have_attribute("data-kind", "here")
    for name in ("lock", "hide", "give-coach"):
        does(panel, name).click()
        expect(does(panel, name)).to_have_attribute("aria-checked", "true")
    assert (serving.locked, serving.hidden, serving.may) == (True, True, {"coach"})
    does(panel, "menu 1:0").click()
    does(panel, "free").click()
    expect(row(panel, 0)).to_have_attribute("data-kind", "free")
    unseated = panel.view.locator(".sjh-unseated")
    unseated.get_by_role("combobox").select_option("1:0")
    unseated.get_by_role("button", name="Seat", exact=True).click()
    expect(row(panel, 0)).to_have_attribute("data-kind", "here")
    does(panel, "menu 1:0").click()
    row(panel, 0).get_by_role("textbox").fill("\u202eanA")
    panel.page.keyboard.press("Enter")
    expect(panel.view.get_by_role("alert")).to_contain_text("characters that can be seen")
    does(panel, "menu 1:1").click()
    does(panel, "bot").click()
    panel.until(lambda: serving.people["tables"][0]["seats"][1]["kind"] == "bot")
    expect(does(panel, "menu 1:1")).to_have_count(0)


def test_serving_is_stopped_by_two_presses(serve, join, board_page):
    """And says that it has ended."""
    serving = serve()
    panel = board_page(serving._panel())
    does(panel, "stopping").click()
    assert focused(panel) == "cancel"
    panel.page.keyboard.press("Escape")
    assert focused(panel) == "stopping"
    assert serving.running
    panel.page.keyboard.press("Enter")
    does(panel, "stop").click()
    expect(panel.view.locator(".sjh-ended")).to_be_visible()
    assert not serving.running


def test_the_invitation_is_as_large_as_the_window(serve, board_page):
    """Digits of a tenth of it; Escape closes it."""
    panel = board_page(serve()._panel(), width=1280, height=720)
    does(panel, "large").click()
    large = panel.view.get_by_role("dialog")
    box = large.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1280, 720)
    assert large.locator(".sjh-pin").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") > 100
    assert large.locator(".qr").bounding_box()["width"] > 500
    panel.page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    assert focused(panel) == "large"


@pytest.mark.parametrize(
    ("theme", "lang"), [pytest.param("light", "en", marks=pytest.mark.slow), ("dark", "fr")]
)
def test_the_panel_fits_and_is_accessible(serve, board_page, theme, lang):
    """Eight tables from 280 to 900 pixels."""
    panel = board_page(serve.hall(tables=8, lang=lang)._panel(), theme=theme)
    panel.page.add_script_tag(path=AXE)
    expect(panel.view.locator(".sjh-seat")).to_have_count(32)
    does(panel, "menu 2:1").click()
    for width in (280, 480, 900):
        panel.page.set_viewport_size({"width": width + 16, "height": 900})
        assert panel.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, width
        assert panel.page.evaluate(CHECK) == [], width


def test_hostile_names_are_texts_on_the_panel(serve, join, board_page):
    """A service cuts them at 24 characters; the panel shows what is left."""
    serving = serve()
    panel = board_page(serving._panel())
    name = "<img src=x onerror=p()>"
    join(serving, name)
    expect(row(panel, 0).or_(row(panel, 1)).filter(has_text=name)).to_be_visible()
    found = panel.page.evaluate(HARM)
    assert found | {"made": 0} == HARMLESS
    assert panel.view.locator("img, script, iframe").count() == 0


@pytest.mark.parametrize("size", [(1280, 720), pytest.param((1920, 1080), marks=pytest.mark.slow)])
def test_the_screen_shows_the_lobby_then_the_board(serve, join, screen, size):
    """Everything is in sight, and the invitation lies beside the board."""
    serving = serve()
    page = screen(serving, *size)
    expect(page.locator(".sjs-lobby .sjs-pin")).to_have_text(serving.pin)
    join(serving, "Ana")
    ana = page.locator(".sjs-people li", has_text="Ana")
    expect(ana).to_have_attribute("data-kind", "here")
    assert page.evaluate(CUT) == []
    serving.start()
    expect(page.locator(".sjw-board")).to_be_visible()
    expect(page.locator(".sjs-corner .sjs-pin")).to_be_visible()
    board, corner = page.evaluate(BOARD_AND_CORNER)
    assert corner["left"] >= board["right"]
    assert corner["bottom"] <= size[1]
    assert corner["right"] <= size[0]
    expect(page.get_by_role("tab")).to_have_text(["Table", "Decisions", "Scores", "Rules"])
    assert page.locator(".sjw-tools :is(button, select):visible").count() == 0


@pytest.mark.parametrize(
    ("theme", "lang"), [("light", "en"), pytest.param("dark", "fr", marks=pytest.mark.slow)]
)
def test_the_screen_shows_all_tables_of_a_class(serve, join, screen, theme, lang):
    """Eight tiles and the standings, nothing cut, readable for everybody."""
    hall = serve.hall(tables=8, lang=lang)
    page = screen(hall, color_scheme=theme)
    join(hall, "Ana")
    expect(page.locator(".sjs-people li", has_text="Ana")).to_be_visible()
    assert page.evaluate(CUT) == []
    hall.start(bots="bot:greedy")
    tiles = page.locator(".sjs-tiles .sjs-tile")
    expect(tiles).to_have_count(8)
    expect(tiles.first).to_contain_text("Ana")
    expect(tiles.first.locator("[data-turn]")).to_have_count(1)
    for width, height in ((1280, 720), (1920, 1080), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], width
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(CHECK.replace(".view", ".sjs")) == []


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_standings_on_the_wall_are_those_of_the_class(serve, join, screen, lang):
    """Opened before anybody joined: with names, rounds and points a round, and with their order."""
    rules = {"practice": True, "columns": 1, "target": 90}
    hall = serve.hall(tables=2, seats=2, lang=lang, **rules)
    page = screen(hall)
    for name in ("Ana", "Bo", "Cleo", "Zoé"):
        join(hall, name)
        expect(page.locator(".sjs-people li", has_text=name)).to_be_visible()
    hall.start()
    expect(page.locator(".sjs-tiles .sjs-tile")).to_have_count(2)
    expect(page.locator(".sjs-standings")).to_have_count(0)  # nobody has finished a round
    for session, rounds in zip(hall.sessions, (1, 2), strict=True):
        while session.history.rounds_over < rounds:
            if session.waiting == "person":
                session.act(session.legal[0])
            else:
                session.next_round()
    rows = hall.standings()
    assert sorted(rows["rounds"]) == [1, 1, 2, 2]
    assert rows["mean_score"].is_monotonic_increasing
    lines = page.locator(".sjs-standings tbody tr")
    expect(lines).to_have_count(4)
    comma = "," if lang == "fr" else "."
    expected = [
        f"{n}. {row.player} {row.rounds} {row.mean_score:.1f}".replace(".", comma).replace(
            f"{n}{comma}", f"{n}.", 1
        )
        for n, row in enumerate(rows.itertuples(), 1)
    ]
    until(page, lambda: [" ".join(text.split()) for text in lines.all_inner_texts()] == expected)
    order = "du moins au plus" if lang == "fr" else "fewest first"
    expect(page.locator(".sjs-standings .sjs-last")).to_contain_text(order)
    finish(hall.sessions[1])
    expect(page.locator(".sjs-standings thead th")).to_have_count(4)  # games are won now
    for size in SIZES:
        page.set_viewport_size(size)
        assert page.evaluate(CUT) == [], size
        assert page.locator(".sjs-standings th > div").evaluate_all(TOO_LONG) == [], size


def finish(session):
    """Play a game to its end."""
    while not session.over:
        if session.waiting == "person":
            session.act(session.legal[0])
        else:
            session.next_round()


def test_a_screen_says_when_serving_has_ended(serve, screen):
    """The projector doesn't pretend that people can still join."""
    serving = serve()
    page = screen(serving)
    expect(page.locator(".sjs-pin")).to_be_visible()
    serving.stop()
    until(page, lambda: not page.locator(".sjs-pin").is_visible(), what="the PIN is gone")


def fits(page, what, sizes=SIZES):
    """Check that nothing on the wall is cut or scrolls, at each size."""
    for size in sizes:
        page.set_viewport_size(size)
        page.wait_for_timeout(50)  # one frame at that size
        assert page.evaluate(CUT) == [], (what, size)


def wall_is(page, stage):
    """Wait until the wall shows a stage of the class's question."""
    expect(page.locator(f'.sjs-poll[data-stage="{stage}"]')).to_be_visible()


@pytest.mark.parametrize(
    ("lang", "theme"), [("fr", "light"), pytest.param("en", "dark", marks=pytest.mark.slow)]
)
def test_a_class_predicts_from_the_panel_to_the_wall(serve, join, screen, board_page, lang, theme):
    """Asked by a button, answered on real phones that are loaded anew, turned, then ten cards."""
    hall = serve.hall(tables=2, seats=2, lang=lang)
    panel = board_page(hall._panel())
    page = screen(hall, color_scheme=theme)
    ana, bo = join(hall, "Ana"), join(hall, "Bo")
    expect(page.locator(".sjs-people li", has_text="Bo")).to_be_visible()
    does(panel, "ask").click()
    wall_is(page, "open")
    fits(page, "open")
    ana.locator("[name=chance]").fill("0,4")
    ana.keyboard.press("Enter")
    expect(page.locator(".sjs-poll-answered b")).to_have_text("1")
    ana.reload()
    expect(ana.locator("[name=chance]")).to_have_value("0,4")
    slider = bo.get_by_role("slider")
    slider.focus()
    bo.keyboard.press("ArrowRight")
    bo.get_by_role("button", name="Send" if lang == "en" else "Envoyer").click()
    expect(page.locator(".sjs-poll-answered b")).to_have_text("2")
    assert hall.predictions.frame["value"].tolist() == [0.4, 0.51]
    page.reload()
    wall_is(page, "open")
    does(panel, "poll").click()
    wall_is(page, "closed")
    fits(page, "closed")
    assert page.locator(".sjs-poll-bars").evaluate(CROSSED) == 0
    does(panel, "poll").click()
    wall_is(page, "turned")
    expect(ana.locator(".sjw-poll dl")).to_contain_text("70/150")
    fits(page, "turned")
    for _ in range(9):
        hall.predictions.step()
        hall.predictions.turn()
    expect(page.locator(".sjs-poll-charts figure")).to_have_count(2)
    fits(page, "calibration")
    charts = page.locator(".sjs-poll-charts svg")  # their dots may lie at the edge
    assert (
        charts.evaluate_all("all => all.map(svg => getComputedStyle(svg).overflow)")
        == ["visible"] * 2
    )
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(CHECK.replace(".view", ".sjs")) == []
    ana.evaluate(AXE.read_text("utf-8"))
    assert ana.evaluate(CHECK.replace(".view", ".sjw-poll")) == []
    longest = " or ".join(f"X = {n}" for n in range(11, -2, -1))[:100].rpartition(" or ")[0]
    hall.ask_class(longest)
    hall.predictions.turn()
    expect(page.locator(".sjs-poll-before > span")).to_have_count(10)
    fits(page, longest)
    for before in (10, 9):  # each click goes to the question before the one that the panel shows
        does(panel, "poll-back").click()
        expect(page.locator(".sjs-poll-number")).to_contain_text(str(before))
        expect(panel.view.locator(".sjh-poll-state")).to_contain_text(str(before))
    does(panel, "poll-end").click()
    expect(page.locator(".sjs-lobby")).to_be_visible()
    expect(ana.locator(".sjw-lobby")).to_be_visible()
    expect(ana.locator(".sjw-poll")).to_have_count(0)


def play_round(session):
    """Play the present round to its end."""
    while not session.over and session.waiting != "next round":
        session.act(session.legal[0]) if session.waiting == "person" else session.step()


@pytest.mark.parametrize(
    ("tables", "people", "lang"),
    [(2, 3, "en"), (3, 24, "en")]
    + [
        pytest.param(*case, marks=pytest.mark.slow)
        for case in ((4, 16, "fr"), (8, 32, "fr"), (12, 32, "fr"), (32, 32, "en"))
    ],
)
def test_nothing_on_the_wall_scrolls_in_any_state(serve, screen, tables, people, lang):
    """The lobby, play, the end of a round, the podium; the cards of each table are there."""
    rules = {"practice": True, "columns": 1, "target": 500}
    seats = max(4, people // tables)
    hall = serve.hall(tables=tables, seats=seats, lang=lang, **rules)
    page = screen(hall, reduced_motion="reduce")
    phones = [Phone(hall).join(f"Maximilienne {n}") for n in range(people)]
    try:
        expect(page.locator(".sjs-people li")).to_have_count(people)
        fits(page, "lobby")
        hall.start(bots="bot:greedy")
        for session in hall.sessions:
            session.pace = -1
        expect(page.locator(".sjs-tile .sjs-grid")).to_have_count(seats * tables)
        assert page.locator(".sjs-tile .sjs-grid .sjs-mini").count() == seats * 3 * tables
        fits(page, "play")
        for session in hall.sessions[::2]:
            play_round(session)
        expect(page.locator(".sjs-tile[data-over]")).to_have_count((tables + 1) // 2)
        expect(page.locator(".sjs-standings")).to_be_visible()
        fits(page, "round")
    finally:
        for phone in phones:
            phone.close()


@pytest.mark.parametrize("people", [2, pytest.param(32, marks=pytest.mark.slow)])
def test_the_best_three_of_a_class_stand_on_the_podium(serve, screen, people):
    """In the order of the standings, once every table has played to its end."""
    rules = {"practice": True, "columns": 1, "target": 5}
    hall = serve.hall(tables=max(2, people // 4), seats=people if people < 4 else 4, **rules)
    page = screen(hall, color_scheme="dark")
    hall.start()
    for session in hall.sessions:
        play_round(session)
        assert session.over
    best = hall.standings()["player"].tolist()
    steps = page.locator(".sjs-podium li")
    expect(steps).to_have_count(3)
    assert [
        page.locator(f'.sjs-podium [data-place="{n}"] bdi').inner_text() for n in (1, 2, 3)
    ] == best[:3]
    fits(page, "podium")


def test_cards_fly_to_the_table_unless_little_motion_is_wanted(serve, screen):
    """A card that is placed comes from the pile; with reduced motion it is just there."""
    hall = serve.hall(tables=2, seats=2)
    pages = [screen(hall), screen(hall, reduced_motion="reduce")]
    hall.start()
    for page in pages:
        expect(page.locator(".sjs-grid")).to_have_count(4)
        page.evaluate("""() => {
            window.flown = [];
            const { animate } = Element.prototype;
            Element.prototype.animate = function (...args) {
                window.flown.push(this.dataset.at);
                return animate.apply(this, args);
            };
        }""")
    session = hall.sessions[0]
    session.act(session.legal[0])
    seat = session.history.decisions[0].seat
    moved, still = pages
    until(moved, lambda: moved.evaluate("flown") == [f"1 {seat} 0"], what="a card that is turned")
    expect(still.locator(".sjs-tile").first.locator(".sjs-mini.sjw-face")).to_have_count(2)
    assert still.evaluate("flown") == []
