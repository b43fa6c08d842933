"""The built site in a browser without a network."""

from __future__ import annotations

import functools
import http.server
import re
import threading
from importlib.util import find_spec

import pytest
from playwright.sync_api import expect

from tests.browser.checks import AXE
from tests.browser.driver import collect_errors

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("sphinx") is None, reason="`make site` installs Sphinx"),
]

CHECK = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.map(
  ({ impact, id, nodes }) => `${impact} ${id}: ${nodes.map((n) => n.target.join(" ")).join(", ")}`
)"""
LOOKED_AT = (
    "index.html",
    "fr/index.html",
    "fr/teachers.html",
    "fr/rules-newskyjo.html",
    "measures.html",
    "notebooks/tutorial.html",
    "notebooks/strategy.html",
    "reference.html",
    "reference/class-Session.html",
    "search.html",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built with a stand-in for what runs in the browser."""
    from scripts.site.__main__ import build

    lite = tmp_path_factory.mktemp("lite")
    (lite / "notebooks").mkdir()
    (lite / "notebooks" / "index.html").write_text("<!doctype html><title>JupyterLite</title>")
    folder = tmp_path_factory.mktemp("site") / "site"
    build(folder, lite)  # ends with an error if Sphinx warns or a link leads nowhere
    return folder


@pytest.fixture(scope="module")
def address(site):
    """The address at which the site is served."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            """Write nothing."""

    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_every_page_opens_from_the_disk_without_a_request(chromium, site):
    """With no error, in its language, with a link to the other one."""
    pages = [p for p in sorted(site.rglob("*.html")) if "_static" not in p.parts]
    assert len(pages) > 150
    view = chromium.open()
    errors = collect_errors(view)
    for page in pages:
        view.goto(page.as_uri())
        name = page.relative_to(site).as_posix()
        assert errors == [], name
        if not {"examples", "lite"} & set(page.parts):
            lang = "fr" if name.startswith("fr/") else "en"
            assert view.locator("html").get_attribute("lang") == lang
            assert (
                view.locator("a.language").first.get_attribute("lang")
                == {
                    "fr": "en",
                    "en": "fr",
                }[lang]
            )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_pages_are_readable(chromium, address, width, scheme):
    """On a phone and a laptop, light and dark: axe-core finds nothing and nothing sticks out."""
    for name in LOOKED_AT:
        view = chromium.open(width=width, color_scheme=scheme)
        view.goto(f"{address}/{name}")
        assert view.evaluate("document.documentElement.scrollWidth") <= width, name
        view.evaluate(AXE.read_text("utf-8"))
        assert view.evaluate(CHECK) == [], name
        chromium.close_pages()


@pytest.mark.parametrize(
    ("page", "word", "found"),
    [
        ("index.html", "penalties", "Skyjo, as it is played here"),
        ("index.html", "win_probabilities", "win_probabilities"),
        ("fr/index.html", "mélangées", "Skip-Bo, tel qu’on y joue ici"),
    ],
)
@pytest.mark.parametrize("served", [True, False])
def test_search_finds_a_word(chromium, site, address, page, word, found, served):
    """In both languages, in another form of it too; served, or opened from the disk."""
    view = chromium.open()
    view.goto(f"{address}/{page}" if served else (site / page).as_uri())
    view.keyboard.press("Control+k")
    view.locator("dialog[open] input[type=search]").fill(word)
    view.keyboard.press("Enter")
    expect(view.locator("#search-results li a").filter(has_text=found).first).to_be_visible()


def test_one_gets_to_the_game_and_to_the_browser_part(chromium, address):
    """By the first page's buttons, from the French one too."""
    view = chromium.open()
    for first in ("index.html", "fr/index.html"):
        view.goto(f"{address}/{first}")
        view.locator("a.button[href$='replay.html']").click()
        expect(view.locator(".sjw")).to_be_visible()
        expect(view).to_have_title(re.compile("NewSkyjo"))
        view.goto(f"{address}/{first}")
        view.locator("a.button[href*='lite/']").click()
        expect(view).to_have_title("JupyterLite")


def test_a_page_and_its_twin_lead_to_each_other(chromium, address):
    """One that isn't translated leads to the other language's first page."""
    view = chromium.open(width=1280)
    view.goto(f"{address}/notebooks/tutorial.html")
    view.locator("a.language:visible").click()
    expect(view).to_have_url(f"{address}/fr/notebooks/tutorial.html")
    view.locator("a.language:visible").click()
    expect(view).to_have_url(f"{address}/notebooks/tutorial.html")
    view.goto(f"{address}/internals/architecture.html")
    view.locator("a.language:visible").click()
    expect(view).to_have_url(f"{address}/fr/index.html")
