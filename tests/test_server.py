"""Our part of Jupyter's server: what a kernel says is passed on at once."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import SimpleNamespace

from skyjo_widget import server

CONFIG = Path(server.__file__).with_name("server.json")


def test_the_file_that_is_installed_names_the_module():
    """And the module tells the server how to load it."""
    (named,) = json.loads(CONFIG.read_text())["ServerApp"]["jpserver_extensions"]
    (point,) = importlib.import_module(named)._jupyter_server_extension_points()
    assert point == {"module": named}


def test_a_kernels_websocket_sends_without_delay():
    """Whichever class serves it goes on as before; others aren't touched."""
    calls = []

    class Connection:
        websocket_handler = SimpleNamespace(set_nodelay=calls.append)

        def connect(self):
            calls.append("connected")
            return "as before"

    settings = {"kernel_websocket_connection_class": Connection, "other": 1}
    server._load_jupyter_server_extension(
        SimpleNamespace(web_app=SimpleNamespace(settings=settings))
    )
    made = settings.pop("kernel_websocket_connection_class")
    assert made().connect() == "as before"
    assert calls == [True, "connected"]
    assert issubclass(made, Connection)
    assert settings == {"other": 1, "page_config_data": {"skyjo_widget_prompt": True}}


def test_the_page_is_told_and_keeps_what_others_tell_it():
    """The key is the one that the board looks for."""
    settings = {"kernel_websocket_connection_class": object, "page_config_data": {"theme": "x"}}
    told = SimpleNamespace(web_app=SimpleNamespace(settings=settings))
    server._load_jupyter_server_extension(told)
    (_, key) = settings["page_config_data"]
    assert settings["page_config_data"] == {"theme": "x", key: True}
    assert (
        f".{key} === true"
        in Path(server.__file__).with_name("js").joinpath("server.js").read_text()
    )
