"""A class on a JupyterHub: its users through the login, others through a service."""

from __future__ import annotations

import json
import random

import nbformat
import pytest
from playwright.sync_api import expect

from tests.browser.boards import SEEN, spots, touch
from tests.browser.driver import until
from tests.browser.hub import Hub
from tests.browser.lab import Notebook, free_port

# As docs/serving.md has them, and who may do what on the owner's server.
CONFIG = """
c.JupyterHub.load_roles = [
    {{"name": "class-3b", "scopes": ["access:servers!user=ana"], "users": ["bo", "cleo", "eli"]}}
]
c.JupyterHub.services = [{{"name": "skyjo", "url": "http://127.0.0.1:{port}"}}]
c.Spawner.environment["JUPYTER_CONFIG_PATH"] = "{folder}"
"""
AUTHORIZER = """
from pathlib import Path
from jupyter_server.auth import Authorizer

class OwnerAlone(Authorizer):
    def is_authorized(self, handler, user, action, resource):
        return user.username == "ana" or not Path({file!r}).exists()

get_config().ServerApp.authorizer_class = OwnerAlone
"""
CELL = """from skyjo_widget import play
from skyjo_widget.board.view import build_view, picture
from skyjo_widget.board.tables.common import TableSnapshot
table = play("skyjo", ["Bo", "Cleo"], columns=1, seed=5, lang="en", record="game.jsonl")
serving = table.serve()
other = play("skyjo", ["Di", "Eli"], record=False, display=False)
service = other.serve(port={port}, link="{address}/services/skyjo/", display=False)"""
STATUS = """async (path) => {
    const mark = /(?:^|; )_xsrf=([^;]*)/.exec(document.cookie)?.[1] ?? "";
    return (await fetch(path, { headers: { "X-XSRFToken": decodeURIComponent(mark) } })).status;
}"""
"""Status that a page of Jupyter gets for a path: 200 if its user may have it."""


@pytest.fixture
def port():
    """The port of the hub's service."""
    return free_port()


@pytest.fixture
def closed(tmp_path):
    """The file that makes the owner's server authorize nobody else."""
    return tmp_path / "closed"


@pytest.fixture
def hub(tmp_path, chromium, port, closed):
    """A hub where Bo and Cleo may use Ana's server."""
    settings = tmp_path / "settings"
    settings.mkdir()
    (settings / "jupyter_server_config.py").write_text(AUTHORIZER.format(file=str(closed)))
    hub = Hub(tmp_path / "hub", CONFIG.format(port=port, folder=settings))
    yield hub
    chromium.close_pages()
    hub.stop()


def own_notebook(hub, page, name, cell):
    """Log in, start a server of one's own, and open a notebook there."""
    path = hub.start_server(page, name) / "test.ipynb"
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell)],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    nbformat.write(notebook, path)
    return Notebook(page, hub, path, "light")


def open_phone(chromium, link):
    """Open a link on a phone of its own."""
    phone = chromium.open(width=390, height=844, has_touch=True, is_mobile=True, locale="en")
    phone.goto(link)
    return phone


def join(phone, name):
    """Fill the form, in which nothing but the name is left to be typed."""
    expect(phone.locator("[name=name]")).to_be_visible()
    pin = phone.locator("[name=pin]")
    assert pin.count() == 0 or len(pin.input_value()) == 6
    phone.locator("[name=name]").fill(name)
    phone.locator("[name=name]").press("Enter")
    phone.wait_for_selector(".sjw-lobby")


def play_round(notebook, phones):
    """Touch on the phone of the seat to act until the round is over; one is reloaded meanwhile."""
    chance = random.Random(7)
    for number in range(200):
        view = json.loads(notebook.kernel(SEEN))
        if view.get("seat") is None:
            return
        phone = phones[view["seat"]]
        if number == 4:
            phone.reload()
        phone.wait_for_selector(f'.sjw[data-state="{view["state"]}"]')
        for spot in spots(view, chance):
            touch(phone, spot, view["targets"].get(spot), notebook)
        until(
            phone,
            lambda before=view["state"]: int(notebook.kernel("table.state")) > before,
            what=f"a touch of {view['prompt']}",
        )
    raise AssertionError("the round never ends")


@pytest.mark.slow
def test_a_class_plays_on_a_hub(hub, chromium, port, closed):
    """The panel finds its address; a link survives the login; a service needs none."""
    page = chromium.open(width=1280, height=1000)
    cell = CELL.format(port=port, address=hub.address)
    notebook = own_notebook(hub, page, "ana", cell)
    notebook.run_all()
    notebook.until(f"serving.link.startswith('{hub.address}/user/ana/proxy/')")
    expect(page.locator(".sjh-link")).to_have_text(notebook.kernel("print(serving.link)"))
    link, watch = notebook.kernel("print(serving.join_link, serving.watch_link)").split()

    phones = []
    for name in ("Bo", "Cleo"):
        phone = open_phone(chromium, link)
        hub.log_in(phone, name.lower())
        phone.get_by_role("button", name="Authorize").click()
        join(phone, name)
        phones.append(phone)
    watcher = open_phone(chromium, watch)
    hub.log_in(watcher, "eli")
    watcher.get_by_role("button", name="Authorize").click()
    expect(watcher.locator(".sjw-lobby")).to_be_visible()
    stranger = open_phone(chromium, link)
    hub.log_in(stranger, "zed")
    expect(stranger.get_by_text("403")).to_be_visible()

    page.get_by_role("button", name="Start", exact=True).click()
    notebook.until("serving.started")
    play_round(notebook, phones)
    for phone in (*phones, watcher):
        expect(phone.locator(".sjw-dialog")).to_be_visible()
    assert (
        notebook.kernel("print(table.history.rounds_over, len(serving.people['lobby']))") == "1 0"
    )

    # A link that was kept counts no longer: the PIN is typed.
    late = chromium.open(width=390, height=844, locale="en")
    late.context.add_cookies(phones[0].context.cookies())
    late.goto(link)
    late.locator("[name=name]").fill("Late")
    late.locator("[name=name]").press("Enter")
    expect(late.get_by_role("alert")).to_contain_text("only until the game starts")
    late.locator("[name=pin]").fill(notebook.kernel("print(serving.pin)"))
    late.locator("[name=pin]").press("Enter")
    expect(late.get_by_role("status")).to_be_visible()

    # Through a service of the hub, a phone without an account is at the table, and nowhere else.
    guest = open_phone(chromium, notebook.kernel("print(service.join_link)"))
    join(guest, "Di")
    guest.goto(f"{hub.address}/services/skyjo")
    guest.wait_for_selector(".sjw-lobby")
    assert guest.evaluate(STATUS, "/user/ana/api/kernels") != 200

    # A user of the server may use all of it; an authorizer leaves JupyterLab's own parts open.
    kernels, workspaces = "/user/ana/api/kernels", "/user/ana/lab/api/workspaces"
    assert phones[0].evaluate(STATUS, kernels) == 200
    closed.touch()
    assert phones[0].evaluate(STATUS, kernels) == 403
    assert phones[0].evaluate(STATUS, "/user/ana/api/contents") == 403
    assert phones[0].evaluate(STATUS, workspaces) == 200
    assert phones[0].evaluate(STATUS, "/user/ana/lab/api/extensions") == 200
    assert phones[0].evaluate(STATUS, phones[0].url) == 200
