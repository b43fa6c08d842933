"""Behind a JupyterHub: addresses that are found, and links that survive its login."""

from __future__ import annotations

import pytest

from skyjo_widget.errors import RulesError
from skyjo_widget.serving.host_panel import HostPanel
from skyjo_widget.serving.limits import ALL_TRIES
from tests.serving.phones import page, port_of

HUB = "https://hub.example.org"


@pytest.fixture
def hub(monkeypatch):
    """The environment of Ana's kernel on a hub that doesn't state its address."""
    monkeypatch.setenv("JUPYTERHUB_SERVICE_PREFIX", "/user/ana/")
    monkeypatch.setenv("JUPYTERHUB_PUBLIC_URL", "")


def code_in(serving):
    """The code of the link to join."""
    link, _, code = serving.join_link.partition("?c=")
    assert link == serving.link
    return code


@pytest.mark.usefixtures("hub")
def test_the_panels_page_tells_the_hubs_address(place):
    """Until then the links have no host; afterwards the tables are served under that name."""
    serving = place.serve("Ana", "Bo", start=False)
    path = f"/user/ana/proxy/{port_of(serving)}/"
    assert serving.links == [("JupyterHub", path)]
    assert page(serving, Host="hub.example.org")[0] == 421
    panel = HostPanel(serving, serving._door)
    panel._receive(panel, {"type": "origin", "origin": HUB}, [])
    assert (panel.link, panel.error) == (f"{HUB}{path}", "")
    assert serving.join_link == f"{HUB}{path}?c={code_in(serving)}"
    assert page(serving, Host="hub.example.org")[0] == 200
    panel._receive(panel, {"type": "origin", "origin": "https://elsewhere.example"}, [])
    assert serving.link == f"{HUB}{path}"


@pytest.mark.usefixtures("hub")
@pytest.mark.parametrize("origin", ["", "null", "vscode-webview://x", f"{HUB}/", f"{HUB}#x", 5])
def test_what_is_no_origin_changes_no_link(place, origin):
    """It is refused in words."""
    serving = place.serve("Ana", "Bo", start=False)
    link = serving.link
    panel = HostPanel(serving, serving._door)
    panel._receive(panel, {"type": "origin", "origin": origin}, [])
    assert panel.error
    assert serving.link == link


def test_a_hub_may_state_its_address(place, hub, monkeypatch):
    """Then no page is needed; own networks are offered beside it."""
    monkeypatch.setenv("JUPYTERHUB_PUBLIC_URL", f"{HUB}/user/ana/")
    serving = place.serve("Ana", "Bo", serve={"network": True})
    assert serving.links[0] == ("JupyterHub", f"{HUB}/user/ana/proxy/{port_of(serving)}/")
    assert all("127.0.0.1" not in link for _, link in serving.links)
    assert page(serving, Host="hub.example.org")[0] == 200


@pytest.mark.usefixtures("hub")
def test_a_code_stands_for_the_pin_until_the_game_starts(place):
    """A late class's tries aren't counted as wrong PINs; the PIN counts always."""
    serving = place.serve("Ana", "Bo", start=False)
    code = code_in(serving)
    ana = place.phone(serving).ask("join", code=code, name="Ana", lang="en")
    assert ana.role == "player"
    assert serving.pin not in code
    serving.start()
    assert serving.join_link == f"{serving.link}#{serving.pin}"
    assert serving.watch_link.startswith(f"{serving.link}?w=")
    assert serving.screen_link.startswith(f"{serving.link}#s=")
    late = place.phone(serving)
    for _ in range(20):
        late.ask("join", code=code, name="Bo", lang="en")
        assert late.refused == {"type": "refused", "why": "code"}
    assert late.join("Bo").role == "player"


@pytest.mark.parametrize("code", [None, 5, [], "", "x" * 16, "é"])
def test_a_wrong_code_opens_nothing(place, code):
    """Whatever it is, and with the PIN beside it too."""
    serving = place.serve("Ana", "Bo", start=False)
    phone = place.phone(serving).ask("join", code=code, pin=serving.pin, name="Ana", lang="en")
    assert phone.refused["why"] == "code"


@pytest.mark.usefixtures("hub")
def test_wrong_pins_of_others_keep_no_one_with_a_code_waiting(place):
    """Behind a hub all have one address."""
    serving = place.serve("Ana", "Bo", start=False)
    for _ in range(ALL_TRIES):
        serving._door.tries.note_wrong("127.0.0.1")
    assert place.phone(serving).join("Ana").refused["why"] == "wait"
    phone = place.phone(serving).ask("join", code=code_in(serving), name="Ana", lang="en")
    assert phone.role == "player"


def test_a_proxy_may_leave_the_path_of_the_link(place):
    """As a hub does for its services; the page is at both."""
    serving = place.serve("Ana", "Bo", serve={"link": f"{HUB}/services/skyjo"})
    assert serving.join_link == f"{HUB}/services/skyjo/#{serving.pin}"
    bodies = [page(serving, path=path)[::2] for path in ("/", "/services/skyjo/")]
    assert bodies[0] == bodies[1]
    status, headers, _ = page(serving, path="/services/skyjo")
    assert (status, headers["location"]) == (307, "/services/skyjo/")
    assert page(serving, path="/services/other/")[0] == 404


def test_tell_origin_names_what_is_wrong(place):
    """And does nothing where there is no hub."""
    serving = place.serve("Ana", "Bo")
    link = serving.link
    serving.tell_origin(HUB)
    assert serving.link == link
    with pytest.raises(RulesError, match=r"as https:..hub\.example"):
        serving.tell_origin("hub.example.org")
