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
HOME = "https://example.org/skyjo/"
LOOKED_AT = (
    "404.html",
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
    (lite / "index.html").write_text("<!doctype html><title>JupyterLite</title>")
    folder = tmp_path_factory.mktemp("site") / "site"
    build(folder, lite, HOME)  # ends with an error if Sphinx warns or a link leads nowhere
    return folder


@pytest.fixture(scope="module")
def address(site):
    """The address at which the site is served."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            """Write nothing."""

        def send_error(self, code, *_):
            """Send the site's page where one is missing, as hosts of such sites do."""
            body = (site / "404.html").read_bytes()
            self.send_response(code)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

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
        if not {"examples", "lite", "404.html"} & set(page.parts):
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
        ("index.html", "resume", re.compile("^load$")),
        ("index.html", "save a game", re.compile("^load$")),
        ("index.html", "saved games", re.compile("^load$")),
        ("fr/index.html", "cotes", "Probabilités"),
        ("fr/index.html", "reprendre une partie", "Pour commencer"),
    ],
)
@pytest.mark.parametrize("served", [True, False])
def test_search_finds_a_word(chromium, site, address, page, word, found, served):
    """In both languages, in other forms and words too; served, or opened from the disk."""
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


def front(chromium, address, lang):
    """Open the first page as somebody who reads a language does; return its page."""
    view = chromium.open(locale=lang)
    view.goto(address)
    view.wait_for_load_state()
    return view


@pytest.mark.parametrize("served", [True, False])
def test_the_first_page_is_in_its_reader_s_language(chromium, site, address, served):
    """Until they choose the other one; from the disk as well, and French pages stay as they are."""
    first = f"{address}/index.html" if served else (site / "index.html").as_uri()
    french = first.replace("index.html", "fr/index.html")
    for lang, there in (("en-GB", first), ("fr-CA", french), ("de", first)):
        expect(front(chromium, first, lang)).to_have_url(there)
    expect(front(chromium, french, "en")).to_have_url(french)
    view = front(chromium, first, "fr")
    view.locator("a.language").first.click()
    expect(view).to_have_url(first)
    view.goto(first)
    expect(view.locator("html")).to_have_attribute("lang", "en")
    view.locator("a.language").first.click()
    view.goto(first)
    expect(view).to_have_url(french)


@pytest.mark.parametrize("served", [True, False])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_first_page_has_a_position_to_be_played(chromium, site, address, served, width):
    """The whole board is in sight, whatever its height, and a click is a move."""
    view = chromium.open(width=width)
    view.goto(f"{address}/index.html" if served else (site / "index.html").as_uri())
    frame = view.frame_locator(".try iframe")
    view.locator(".try iframe").scroll_into_view_if_needed()
    frame.locator('[data-spot="0:b3"]').click()
    expect(frame.locator(".sjw-status")).to_contain_text("Ana placed 8 on b3")
    inside = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
    assert frame.locator("html").evaluate(f"() => {inside}") <= 1


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


def test_each_page_says_what_it_is_and_where(site):
    """A description of its own, its address, and that of its twin."""
    descriptions = {}
    for page in sorted(site.rglob("*.html")):
        name = page.relative_to(site).as_posix()
        if {"_static", "lite"} & set(page.parts):
            continue
        head = page.read_text("utf-8").partition("</head>")[0]
        (descriptions[name],) = re.findall('<meta name="description" content="([^"]+)"', head)
        addresses = re.findall('<link rel="canonical" href="([^"]*)"', head)
        assert addresses == ([] if {"404.html", "examples"} & set(page.parts) else [HOME + name])
    assert min(map(len, descriptions.values())) > 15
    assert not [text for text in descriptions.values() if "&lt;" in text]
    head = (site / "fr" / "odds.html").read_text("utf-8").partition("</head>")[0]
    twins = re.findall('<link rel="alternate" hreflang="(..)" href="([^"]*)"', head)
    assert twins == [("en", f"{HOME}odds.html"), ("fr", f"{HOME}fr/odds.html")]


def test_code_is_copied_by_a_button(chromium, address):
    """Not what a cell shows."""
    view = chromium.open()
    view.goto(f"{address}/notebooks/tutorial.html")
    expect(view.locator("div.cell_input button.copybtn").first).to_be_attached()
    assert view.locator("div.cell_output button.copybtn").count() == 0
    view.goto(f"{address}/fr/odds.html")
    view.locator(".highlight").first.hover()
    button = view.locator("button.copybtn").first
    button.click()
    expect(button).to_have_class(re.compile("success"))
    assert button.get_attribute("data-tooltip") == "Copié !"


@pytest.mark.parametrize(
    ("missing", "lang", "first"),
    [
        ("gone.html", "en", "index.html"),
        ("a/b/rule-tables.html", "en", "index.html"),
        ("fr/a/rule-tables.html", "fr", "fr/index.html"),
    ],
)
def test_a_missing_page_leads_on(chromium, address, missing, lang, first):
    """From any depth to the first page, and to a search for the page's name."""
    view = chromium.open(locale="en-GB")
    view.goto(f"{address}/{missing}")
    expect(view.locator("html")).to_have_attribute("data-home", "/")
    part = view.locator("section").first
    assert part.get_attribute("lang") == lang
    link = part.locator("a")
    assert link.evaluate("link => link.href") == f"{address}/{first}"
    part.locator("button").click()
    expect(view).to_have_url(re.compile(rf"{first.replace('index', 'search')}\?q="))
    if "tables" in missing:
        expect(view.locator("#search-results li a").first).to_be_visible()
