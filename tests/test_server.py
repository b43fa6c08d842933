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
    assert settings == {"other": 1}
