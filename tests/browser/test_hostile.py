"""Whatever a text says, the board shows it as text, and stays a board."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from skyjo_widget import play
from skyjo_widget.board.tables.common import LONGEST
from skyjo_widget.errors import RulesError
from tests.browser.boards import click_on, play_on, resize, show, table
from tests.browser.checks import HARM, HARMLESS
from tests.fixtures.hostile import HOSTILE, REFUSED_NAMES

SEATS = 8
TABLES = [HOSTILE[k : k + SEATS] for k in range(0, len(HOSTILE), SEATS)]
TABLES[-1] += HOSTILE[: SEATS - len(TABLES[-1])]
WIDTHS = (280, 900)

TEXTS = "nodes => nodes.map(node => node.textContent)"
TITLES = "nodes => nodes.map(node => node.title)"


def unharmed(board):
    """Nothing ran, nothing was made, the page is as wide as its window."""
    for width in WIDTHS:
        resize(board, width)
        assert board.page.evaluate(HARM) == HARMLESS, width


def texts(board, selector):
    """Return the elements' text, to the letter."""
    return board.view.locator(selector).evaluate_all(TEXTS)


@pytest.fixture(scope="module")
def ends(tmp_path_factory):
    """The pictures after a round and after a game of eight."""
    folder = tmp_path_factory.mktemp("ends")
    boards = [
        play_on(
            table(*["bot:random"] * SEATS, target=target, record=folder / f"{target}.jsonl")
        ).board
        for target in (1, 10_000)
    ]
    return [{**board.sheet, **board.view} for board in boards]


@pytest.mark.parametrize(
    "labelled",
    [
        pytest.param(labelled, id=f"{labelled[0][0]} …", marks=[pytest.mark.slow] * (n % 6 > 0))
        for n, labelled in enumerate(TABLES)
    ],
)
@pytest.mark.usefixtures("words_as_texts")
def test_names_are_shown_as_they_are_and_run_nothing(board_page, ends, labelled):
    """At the cards, in sentences, labels, the log, the score pad and the dialog."""
    session = table(*[name for _, name in labelled])
    for _, name in labelled:
        session.note(name, tags=[name], by=name)
    names = [name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…" for _, name in labelled]
    board = board_page(session.board)
    board.page.on("dialog", lambda dialog: pytest.fail(f"the page asks: {dialog.message}"))
    assert sorted(texts(board, ".sjw-name")) == sorted(names)
    assert sorted(board.view.locator(".sjw-name").evaluate_all(TITLES)) == sorted(names)
    for _ in range(3):
        click_on(board, session)
    assert set(texts(board, ".sjw-story .sjw-player")) <= set(names)
    board.view.get_by_role("button", name="As columns").click()
    assert set(texts(board, ".sjw-table-rows tbody td:nth-child(2)")) <= set(names)
    unharmed(board)
    for end in ends:
        seats = [seat | {"name": name} for seat, name in zip(end["seats"], names, strict=True)]
        show(board, **{**end, "seats": seats})
        assert texts(board, ".sjw-dialog .sjw-cut") == names
        unharmed(board)
    board.view.get_by_role("tab", name="Scores").click()
    assert texts(board, ".sjw-panel .sjw-cut") == names
    unharmed(board)
    board.view.get_by_role("button", name="Look at the board").click()
    expect(board.view.locator(".sjw-dialog")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.usefixtures("words_as_texts")
def test_other_texts_are_shown_as_they_are_and_run_nothing(board_page, width):
    """Presets and paths, a bot's name and its error, an error of the board."""
    session = table("Ana", "bot:greedy")
    board = board_page(session.board, width=width + 16)
    board.page.on("dialog", lambda dialog: pytest.fail(f"the page asks: {dialog.message}"))
    board.view.get_by_role("tab", name="Rules").click()
    for label, text in HOSTILE:
        said = {"key": text, "text": text, "path": text}
        fault = {"seat": 1, "player": text, "text": text, "traceback": text, "observation": text}
        show(
            board,
            preset=text,
            record=text,
            saved=text,
            error={"key": text, "text": text},
            trouble=said,
            prompt={"key": "bot", "player": text, "card": text},
            fault={**fault, "whose": "bot"},
        )
        assert texts(board, ".sjw-fault > .sjw-code, .sjw-fault pre") == [text] * 3, label
        assert texts(board, ".sjw-panel .sjw-code") == [text] * 2, label
        assert texts(board, ".sjw-notice-error p, .sjw-notice-trouble .sjw-code") == [text] * 2
        assert board.page.evaluate(HARM) == HARMLESS, label
    board.view.get_by_role("button", name="A random bot plays on").click()
    board.until(lambda: session.board.view["error"] != said, "Python has answered")


@pytest.mark.parametrize("name", [name for _, name in REFUSED_NAMES], ids=dict(REFUSED_NAMES))
def test_what_is_no_name_is_refused(name):
    """By Python, before there is a board."""
    with pytest.raises(RulesError, match=r"is no player|half of a character|is no bot"):
        play("skyjo", [name, "bot:greedy"], display=False)
