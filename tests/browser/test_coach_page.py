"""The coach on the board: asked by mouse or by keys, or speaking after the move."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from playwright.sync_api import expect

from skyjo_widget.board.session import Session
from tests.browser.board_page import BoardPage
from tests.browser.boards import WIDTHS, commands, resize, settle, show, spot, table
from tests.browser.checks import AXE, CHECK, HARM, HARMLESS, SMALL
from tests.fixtures.hostile import HOSTILE

COACHED = ".sjw-worth, .sjw-ask, .sjw-verdict, .sjw-said, .sjw-measure, .sjw-chart"
VALUES = ".sjw-worth-value"
WORTHS = """() => Object.fromEntries([
  ...document.querySelectorAll(".sjw-worth-value")].map((badge) => [
  badge.closest("[data-spot]")?.dataset.spot ?? "button", badge.dataset.value]))"""
TARGETS = "spots => spots.map(spot => spot.dataset.spot)"


def coached(*players: str, mode: str = "request", until: str = "", **options: object) -> Session:
    """A table with a coach, played to a phase in which a person is to act."""
    session = table(*players, coach=mode, **options)
    while until and session.phase != until:
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    return session


def ask(board: BoardPage) -> None:
    """Press the button, and wait for the values on the cards."""
    board.view.get_by_role("button", name="Ask the coach").click()
    board.page.wait_for_selector(".sjw-worth:not([data-waiting])")


def wait_for_chances(board: BoardPage) -> None:
    """Wait until the chances to win are there."""
    expect(board.view.locator(".sjw-measure").last).not_to_contain_text("…")


def worths(board: BoardPage) -> dict[str, str]:
    """Return the text on each target."""
    return dict(board.page.evaluate(WORTHS))


def told(points: object, comma: str = ".") -> str:
    """Points as the board writes them."""
    value = Decimal(repr(float(points))).quantize(Decimal("0.1"), ROUND_HALF_UP)  # type: ignore[arg-type]
    sign = "−" if value < 0 else "+" if value > 0 else ""
    return f"{sign}{abs(value)}".replace(".", comma)


def expected(session: Session, comma: str = ".") -> dict[str, str]:
    """Return the odds' value of each target."""
    points = {valued.action: valued.points for valued in session.odds().actions}
    targets = session.board.view["targets"]
    return {target: told(points[action], comma) for target, action in targets.items()}


@pytest.mark.parametrize(
    "phase",
    [
        "choose",
        "place drawn",
        *(
            pytest.param(phase, marks=pytest.mark.slow)
            for phase in ("setup", "place taken", "flip")
        ),
    ],
)
def test_asked_it_puts_its_value_on_each_target_and_nowhere_else(board_page, phase):
    """The same points as the odds give, in every phase; before that nothing of it is shown."""
    session = coached("Ana", "Ben")
    ways = {"place taken": ["take"], "place drawn": ["draw"], "flip": ["draw", "discard"]}
    while session.phase == "setup" != phase:
        session.act(session.legal[0])
    for action in ways.get(phase, []):
        session.act(action)
    assert session.phase == phase
    board = board_page(session.board)
    assert worths(board) == {}
    assert board.view.locator(COACHED).count() == 1, "the button"
    ask(board)
    found = expected(session)
    assert worths(board) == found
    assert set(found) == set(board.view.locator("[data-open=true]").evaluate_all(TARGETS))
    best = board.view.locator(".sjw-worth[data-best]")
    points = [valued.points for valued in session.odds().actions]
    told_best = set(
        best.locator(VALUES).evaluate_all("all => all.map((badge) => badge.dataset.value)")
    )
    assert told_best == ({told(min(points))} if len(set(points)) > 1 else set())
    assert best.locator("svg").count() == best.count(), "the best ones have a star"


def test_by_keys_the_focus_stays_and_the_labels_tell(board_page):
    """C asks, M shows the other measure; whoever reads by ear hears both."""
    session = coached("Ana", "Ben", until="choose")
    board = board_page(session.board)
    spot(board, "draw").focus()
    board.page.keyboard.press("c")
    board.page.wait_for_selector(".sjw-worth")
    assert worths(board) == expected(session)
    assert board.page.evaluate("document.activeElement.dataset.spot") == "draw"
    label = spot(board, "draw").get_attribute("aria-label")
    assert f"points now {worths(board)['draw']}" in label
    expect(board.view.locator("[aria-live]")).to_contain_text("points fewer on average")
    wait_for_chances(board)
    board.page.keyboard.press("m")
    assert all(text.endswith("%") for text in worths(board).values())
    assert "chance to win" in spot(board, "draw").get_attribute("aria-label")
    board.page.keyboard.press("m")
    assert worths(board) == expected(session)


@pytest.mark.slow
def test_asking_twice_asks_once(board_page):
    """The button rests while there is an answer; the keys too."""
    session = coached("Ana", "Ben", until="choose")
    board = board_page(session.board)
    ask(board)
    board.page.keyboard.press("c")
    button = board.view.get_by_role("button", name="Ask the coach")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    board.page.wait_for_timeout(100)
    assert [content["type"] for content in commands(board)] == ["coach"]


def test_after_a_move_nothing_old_is_left(board_page):
    """Values, advice and charts go with the decision that they belong to."""
    session = coached("Ana", "Ben", until="choose")
    board = board_page(session.board)
    ask(board)
    assert board.view.locator(".sjw-said, .sjw-measure, .sjw-chart").count() > 1
    spot(board, "draw").click()
    board.until(lambda: session.phase == "place drawn")
    settle(board, session)
    assert worths(board) == {}
    assert board.view.locator(".sjw-said, .sjw-measure, .sjw-chart").count() == 0
    assert "points now" not in spot(board, "0:a1").get_attribute("aria-label")


@pytest.mark.slow
def test_advice_for_an_older_state_is_not_shown(board_page):
    """Whatever order things come in: the state of both must be the same."""
    session = coached("Ana", "Ben", until="choose")
    board = board_page(session.board)
    ask(board)
    show(board)
    assert worths(board) == {}


@pytest.mark.slow
def test_the_cards_are_not_drawn_anew_when_it_speaks(board_page):
    """Its values are laid on the cards; nothing in them is touched, and nothing moves."""
    session = coached("Ana", "Ben", until="choose")
    board = board_page(session.board)
    board.page.evaluate(
        """() => {
      window.touched = [];
      const watch = new MutationObserver((changes) => touched.push(...changes
        .filter(({ target }) => target.closest?.(".sjw-card")).map(({ type }) => type)));
      watch.observe(document.querySelector(".sjw-stage"),
        { subtree: true, childList: true, attributes: true, characterData: true });
    }"""
    )
    places = "spots => spots.map((spot) => JSON.stringify(spot.getBoundingClientRect()))"
    before = board.view.locator("[data-spot]").evaluate_all(places)
    ask(board)
    assert board.page.evaluate("touched") == []
    assert board.view.locator("[data-spot]").evaluate_all(places) == before


def test_one_chart_has_the_law_of_the_unseen_cards(board_page):
    """Once on the whole board; keys, fingers and the ear read it."""
    session = coached("Ana", "Ben", until="choose")
    board = board_page(session.board)
    ask(board)
    counts = session.odds().unseen.counts
    total = sum(counts.values())
    chart = board.view.locator(".sjw-bars")
    assert chart.count() == 1
    assert board.view.locator(".sjw-law h4").inner_text() == f"The {total} unseen cards"
    said = [
        f"{number}: {copies} of {total} ({100 * copies / total:.0f}%)".replace("-", "−")
        for number, copies in sorted(counts.items())
    ]
    heights = chart.locator(".sjw-column-bar").evaluate_all(
        "bars => bars.map((bar) => parseFloat(bar.style.height) / 100)"
    )
    most = max(counts.values())
    assert heights == pytest.approx(
        [copies / most for _, copies in sorted(counts.items())], abs=0.0006
    )
    chart.focus()
    board.page.keyboard.press("Home")
    heard = [chart.get_attribute("aria-valuetext")]
    for _ in said[1:]:
        board.page.keyboard.press("ArrowRight")
        heard.append(chart.get_attribute("aria-valuetext"))
    assert heard == said
    box = chart.bounding_box()
    board.page.mouse.click(box["x"] + 2, box["y"] + 20)
    expect(board.view.locator(".sjw-law .sjw-chart-told")).to_contain_text(said[0])


def test_the_choices_stand_side_by_side_where_they_differ(board_page):
    """The best first, each with the value that its target has; none where all are equal."""
    session = coached("Ana", "Ben")
    board = board_page(session.board)
    ask(board)
    assert board.view.locator(".sjw-compared").count() == 0
    expect(board.view.locator(".sjw-said")).to_have_text(
        "No choice is better: all are worth the same on average."
    )
    while session.phase != "choose":
        session.act(session.legal[0])
    settle(board, session)
    ask(board)
    values = {valued.action: valued.points for valued in session.odds().actions}
    ranked = sorted(values.values())
    rows = board.view.locator(".sjw-compared li")
    assert rows.locator("b").all_inner_texts() == [told(points) for points in ranked]
    assert rows.first.get_attribute("data-best") == "true"


@pytest.mark.slow
def test_the_panel_explains_the_choice_that_one_looks_at(board_page):
    """Its advice and formula under the pointer or the focus; else those of the best choice."""
    session = coached("Ana", "Ben", until="choose")
    top = session.board.view["discard"]["top"].replace("-", "−")
    session.act("take")
    board = board_page(session.board)
    ask(board)
    formulas = {
        valued.action: valued.formula.replace(" = ", "\u00a0=\u00a0")
        for valued in session.odds().actions
    }
    why = board.view.locator(".sjw-why")
    expect(why).to_contain_text(formulas[session.odds().best.action])
    for reach in ("hover", "focus"):
        for position in ("d3", "a1"):
            getattr(spot(board, f"{session.seat}:{position}"), reach)()
            expect(why.locator("h4")).to_have_text(f"put the {top} on {position}")
            advice = board.view.locator(".sjw-said")
            expect(advice).to_contain_text(f"Put the {top} on {position}")
            expect(why).to_contain_text(formulas[f"place {position}"])


def test_locked_it_has_a_lock_and_no_control(board_page):
    """Neither a setting nor a button nor a key: the words say why."""
    session = coached("Ana", "Ben", mode="locked", until="choose")
    board = board_page(session.board)
    board.view.get_by_role("tab", name="Coach").click()
    panel = board.view.get_by_role("tabpanel")
    expect(panel).to_contain_text("locked in this game")
    assert panel.locator("select, button").count() == 0
    board.page.keyboard.press("c")
    board.page.wait_for_timeout(100)
    assert board.view.locator(COACHED).count() == 0
    assert commands(board) == []


def test_off_it_shows_nothing_and_sends_nothing(board_page):
    """A click is a message as it always was."""
    session = coached("Ana", "Ben", mode="off")
    board = board_page(session.board)
    board.page.keyboard.press("c")
    spot(board, "0:a1").click()
    board.until(lambda: session.state == 1)
    settle(board, session)
    assert board.view.locator(COACHED).count() == 0
    assert [content["type"] for content in commands(board)] == ["act"]


@pytest.mark.slow
def test_the_setting_is_in_its_tab(board_page):
    """Off, when asked, after the move; the session and every view of it follow."""
    session = coached("Ana", "Ben", mode="off", until="choose")
    board = board_page(session.board)
    board.view.get_by_role("tab", name="Coach").click()
    setting = board.view.get_by_label("The coach speaks")
    assert setting.locator("option").all_inner_texts() == ["never", "when asked", "after the move"]
    for mode, seen in (("request", ".sjw-ask"), ("after", ".sjw-verdict"), ("off", "")):
        setting.select_option(mode)
        board.until(lambda mode=mode: session.coach == mode)
        found = board.view.locator(".sjw-ask, .sjw-verdict")
        expect(found).to_have_count(1 if seen else 0)
        expect(board.view.locator(seen or ".sjw-board")).to_have_count(1)


@pytest.mark.slow
def test_bots_alone_have_no_coach(board_page):
    """There is nobody to speak to."""
    session = coached("bot:random", "bot:random")
    board = board_page(session.board)
    assert board.view.get_by_role("tab", name="Coach").count() == 0
    assert board.view.locator(COACHED).count() == 0


def test_after_the_move_it_says_what_it_cost_and_nothing_moves(board_page):
    """A line under the table, in its own place, and once for the ear."""
    session = coached("Ana", "Ben", mode="off", until="choose")
    session.act("take")
    session.coach = "after"
    board = board_page(session.board, width=1200)
    line = board.view.locator(".sjw-verdict")
    expect(line).to_contain_text("After your move")
    high = "['.sjw-stage', '.sjw-footer'].map((name) => document.querySelector(name).offsetTop)"
    before = board.page.evaluate(high)
    values = {valued.action: valued.points for valued in session.odds().actions}
    worst = max(values, key=values.__getitem__)
    cost = values[worst] - min(values.values())
    who = session.players[session.seat].name
    assert worths(board) == {}
    spot(board, f"{session.seat}:{worst.removeprefix('place ')}").click()
    expect(line).to_contain_text(f"{who}: place the card on {worst.removeprefix('place ')}.")
    expect(line).to_contain_text(
        f"{told(cost).removeprefix('+').removesuffix('.0')} points more on average"
    )
    expect(line).to_contain_text("Better")
    assert board.page.evaluate(high) == before
    expect(board.view.locator("[aria-live]")).to_contain_text("points more on average")
    assert worths(board) == {}


@pytest.mark.slow
def test_while_it_thinks_the_place_of_each_chance_is_kept(board_page):
    """Points come at once; chances to win when there are some."""
    session = coached("Ana", "Ben", until="choose")
    board = board_page(session.board)
    ask(board)
    board.until(lambda: not session.board.coach["thinking"])
    thought = session.board.coach
    early = {
        action: {
            **judged,
            "win": None,
            "error": None,
            "cost": {**judged["cost"], "win": None, "error": None},
        }
        for action, judged in thought["actions"].items()
    }
    best = {**thought["best"], "win": None}
    board.widget.coach = {**thought, "actions": early, "best": best, "thinking": True}
    expect(board.view.locator(".sjw-measure").nth(1)).to_contain_text("…")
    assert worths(board) == expected(session)
    board.page.keyboard.press("Tab")
    spot(board, "draw").focus()
    board.page.keyboard.press("m")
    assert set(worths(board).values()) == {"…"}
    expect(board.view.locator(".sjw-said")).to_contain_text("still being worked out")
    assert board.view.locator(".sjw-worth[data-best]").count() == 0
    board.widget.coach = thought
    expect(board.view.locator(".sjw-worth[data-waiting]")).to_have_count(0)
    assert all(text.endswith("%") for text in worths(board).values())


@pytest.mark.parametrize(
    ("lang", "game", "points", "win"),
    [
        ("en", "skyjo", "points, fewer is better", "chance to win, more is better"),
        ("fr", "skyjo", "points, moins c’est mieux", "probabilité de gagner, plus c’est mieux"),
        ("fr", "skip-bo", None, "probabilité de gagner la manche, plus c’est mieux"),
    ],
)
def test_a_line_gives_the_values_their_unit(board_page, lang, game, points, win):
    """As long as they are on the cards, of the measure that is shown; on a wall too."""
    players = ["Ana", "bot:random"] if game == "skip-bo" else ["Ana", "Ben"]
    until = "" if game == "skip-bo" else "choose"
    session = coached(*players, game=game, until=until, lang=lang)
    board = board_page(session.board)
    legend = board.view.locator(".sjw-worth-legend")
    expect(legend).to_have_count(0)
    board.page.keyboard.press("Tab")
    board.page.keyboard.press("c")
    if points:
        expect(legend).to_contain_text(points)
        wait_for_chances(board)
        board.page.keyboard.press("m")
    expect(legend).to_contain_text(win)
    session.parts.screen.projector = True
    board.view.get_by_role("tab", name="Table").click()
    expect(legend).to_be_visible()
    session.act(session.legal[0])
    expect(legend).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_in_french(board_page, theme):
    """Its words, its comma, its spaces."""
    session = coached("Ana", "Ben", until="choose", lang="fr")
    board = board_page(session.board, theme=theme)
    board.view.get_by_role("button", name="Demander au coach").click()
    board.page.wait_for_selector(".sjw-worth")
    assert worths(board) == expected(session, ",")
    texts = board.view.get_by_role("tabpanel").inner_text()
    assert "Points maintenant" in texts
    assert "de moins en moyenne que le choix suivant" in texts
    assert "piocher une carte" in texts
    assert "prendre le " in texts
    assert "coach." not in texts


def test_in_skip_bo_the_values_stand_on_the_cards_then_on_their_places(board_page):
    """A card has the best of its places; once it is chosen, each place has its own."""
    session = coached("Ana", "bot:random", game="skip-bo")
    board = board_page(session.board)
    ask(board)
    actions = session.board.coach["actions"]
    moves = session.board.view["moves"]
    hand = session.board.view["hand"]

    def percent(chance: float) -> str:
        return f"{Decimal(repr(100 * chance)).quantize(Decimal(1), ROUND_HALF_UP)}%"

    spots = {f"hand:{n}": f"hand:{card}" for n, card in enumerate(hand)}
    spots |= {f"0:{name}": name for name in moves if not name.startswith("hand:")}
    best = {
        place: percent(max(actions[action]["win"] for action in moves[name].values()))
        for place, name in spots.items()
    }
    assert worths(board) == best
    place, name = next((place, name) for place, name in spots.items() if place.startswith("hand:"))
    spot(board, place).click()
    expect(spot(board, place)).to_have_attribute("aria-pressed", "true")
    assert worths(board) == {
        (to if to.startswith("b") else f"0:{to}"): percent(actions[action]["win"])
        for to, action in moves[name].items()
    }


FIT = """() => {
  const found = [];
  const scroll = document.querySelector(".sjw-scroll:has(> .sjw-coach)");
  const box = scroll.getBoundingClientRect();
  if (scroll.scrollWidth > scroll.clientWidth) found.push("it scrolls sideways");
  const more = scroll.scrollHeight - scroll.clientHeight;
  if (more > 0 && more < 5) found.push(`it scrolls by ${more}`);
  for (const part of scroll.querySelectorAll(".sjw-said, .sjw-chart, .sjw-chart *")) {
    if (!part.checkVisibility() || part.closest(".sjw-unseen")) continue;
    const { left, right, bottom } = part.getBoundingClientRect();
    if (left < box.left || right > box.right + 0.5 || bottom > box.bottom + 0.5)
      found.push(`${part.className || part.localName} is cut`);
  }
  for (const badge of document.querySelectorAll(".sjw-worth")) {
    const [a, b] = [badge, badge.firstElementChild].map((part) => part.getBoundingClientRect());
    if (b.left < a.left || b.right > a.right || b.top < a.top || b.bottom > a.bottom)
      found.push(`${badge.closest("[data-spot]")?.dataset.spot}: the value is cut`);
  }
  return found;
}"""


def misfits(board: BoardPage) -> list[str]:
    """Return what doesn't fit, once a slow page has come to rest."""
    if board.page.evaluate(FIT):
        board.page.wait_for_timeout(2000)
    return board.page.evaluate(FIT)


LETTERS = """() => [...document.querySelectorAll(".sjw-coach *")]
  .filter((part) => part.checkVisibility() && [...part.childNodes]
    .some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
  .map((part) => parseFloat(getComputedStyle(part).fontSize) * part.currentCSSZoom)
 .filter((size) => size > 0)"""


@pytest.mark.parametrize(
    ("game", "phase", "lang"),
    [
        ("skyjo", "place drawn", "fr"),
        pytest.param("skyjo", "choose", "en", marks=pytest.mark.slow),
        pytest.param("newskyjo", "choose", "fr", marks=pytest.mark.slow),
        pytest.param("skip-bo", "", "fr", marks=pytest.mark.slow),
    ],
)
def test_its_charts_and_badges_are_whole_in_every_panel(board_page, game, phase, lang):
    """Beside the table and below it, at any width, by both measures."""
    others = ["bot:random"] * (2 if game == "newskyjo" else 1)
    session = coached("Ana", *others, game=game, lang=lang)
    while session.waiting == "bot" or (phase and session.phase != phase):
        session.act(session.legal[0]) if session.waiting == "person" else session.step()
    board = board_page(session.board)
    board.view.locator(".sjw-ask").click()
    board.page.wait_for_selector(".sjw-said")
    board.until(lambda: not session.board.coach["thinking"])
    found = {}
    for measure in ("points", "win"):
        for width in (280, 390, 460, 844, 900, 1024, 1264, 1400):
            resize(board, width)
            found[measure, width] = misfits(board)
        board.page.keyboard.press("m")
    assert {where: what for where, what in found.items() if what} == {}


def test_on_a_wall_there_is_one_sentence_and_one_chart(board_page):
    """In letters of 24 pixels or more; a button turns to the other chart."""
    session = coached("Ana", "Ben", until="choose")
    board = board_page(session.board, width=1920, height=1080)
    ask(board)
    session.parts.screen.projector = True
    expect(board.view.locator(".sjw")).to_have_attribute("data-projector", "")
    board.view.get_by_role("tab", name="Coach").click()
    charts = board.view.locator(".sjw-chart:visible")
    for name in ("sjw-compared", "sjw-law"):
        assert charts.evaluate_all("all => all.map((one) => one.className)") == [
            f"sjw-chart {name}"
        ]
        assert min(board.page.evaluate(LETTERS)) >= 24
        assert misfits(board) == []
        board.view.locator(".sjw-charts-turn").click()
    assert board.view.locator(".sjw-why:visible, .sjw-coach-mode:visible").count() == 0


def scenes(board: BoardPage, session: Session):
    """All displays of the coach, one after the other."""
    ask(board)
    yield "asked"
    board.until(lambda: not session.board.coach["thinking"])
    board.page.keyboard.press("m")
    yield "the chance to win"
    session.coach = "after"
    session.act(session.legal[0])
    expect(board.view.locator(".sjw-verdict:not([data-quiet])")).to_be_visible()
    yield "after the move"


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("game", ["skyjo", "newskyjo", "skip-bo"])
def test_it_is_for_everyone(board_page, theme, game):
    """axe-core finds nothing; fingers reach everything; no board gets wider than its window."""
    players = ("Ana", "bot:random", "bot:random") if game == "newskyjo" else ("Ana", "bot:random")
    session = coached(*players, game=game, until="" if game == "skip-bo" else "choose")
    while session.waiting == "bot":
        session.step()
    board = board_page(session.board, theme=theme, has_touch=True)
    board.page.add_script_tag(path=AXE)
    found = {}
    for scene in scenes(board, session):
        for width in WIDTHS:
            resize(board, width)
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert board.page.evaluate(wide) <= 0, (scene, width)
            found[scene, width] = board.page.evaluate(SMALL)
            if width in (WIDTHS[0], WIDTHS[-1]):
                found[scene, width] += board.page.evaluate(CHECK)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, 4, 8])
def test_names_in_a_verdict_are_shown_as_they_are_and_run_nothing(board_page, first):
    """Whoever decided: the line says it of them, as text."""
    names = [name for _, name in HOSTILE[first : first + 4]]
    session = coached(*names, mode="after", until="choose")
    board = board_page(session.board)
    board.page.on("dialog", lambda dialog: pytest.fail(f"the page asks: {dialog.message}"))
    told_of = set()
    for _ in range(2 * len(names)):
        who = session.players[session.seat].name
        seen = session.state
        spot(board, list(session.board.view["targets"])[-1]).click()
        board.until(lambda seen=seen: session.state > seen)
        settle(board, session)
        expect(board.view.locator(".sjw-verdict-what")).to_contain_text(who[:30])
        assert board.page.evaluate(HARM) == HARMLESS
        told_of.add(who)
    assert told_of == set(names)
