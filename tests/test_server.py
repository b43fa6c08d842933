"""Our part of Jupyter's server: what a kernel says is passed on at once."""

from __future__ import annotations

import importlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

import skyjo_widget
import skyjo_widget_server as server

PACKAGE = Path(skyjo_widget.__file__).parent
KEY = "kernel_websocket_connection_class"


def loaded(**settings):
    """The settings of a server after it has loaded our part, and what it logged."""
    lines: list[str] = []
    log = SimpleNamespace(info=lambda text, *parts: lines.append(text % parts))
    server._load_jupyter_server_extension(
        SimpleNamespace(web_app=SimpleNamespace(settings=settings), log=log)
    )
    return settings, lines


def test_the_file_that_is_installed_names_the_module():
    """And the module tells the server how to load it."""
    config = json.loads(PACKAGE.joinpath("board", "server.json").read_text())
    (named,) = config["ServerApp"]["jpserver_extensions"]
    (point,) = importlib.import_module(named)._jupyter_server_extension_points()
    assert point == {"module": named}


def test_loading_it_imports_nothing():
    """A server whose users never play doesn't pay for the package."""
    script = (
        "import sys; before = set(sys.modules); import skyjo_widget_server; "
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['skyjo_widget_server']"


def test_a_kernels_websocket_sends_without_delay():
    """Whichever class serves it goes on as before; others aren't touched."""
    calls = []

    class Connection:
        websocket_handler = SimpleNamespace(set_nodelay=calls.append)

        def connect(self):
            calls.append("connected")
            return "as before"

    settings, lines = loaded(**{KEY: Connection, "other": 1})
    made = settings.pop(KEY)
    assert made().connect() == "as before"
    assert calls == [True, "connected"]
    assert issubclass(made, Connection)
    assert settings == {"other": 1, "page_config_data": {server.PROMPT: True}}
    assert not lines


@pytest.mark.parametrize("settings", [{}, {KEY: None}, {KEY: "a.class.by.Name"}, {KEY: bool}])
def test_a_server_of_another_kind_is_left_as_it_was(settings):
    """Without the setting, or with something that isn't a class one can derive from."""
    left, lines = loaded(**settings)
    assert left == settings
    (line,) = lines
    assert "left as they were" in line


def test_a_connection_that_cant_be_hurried_connects_all_the_same():
    """The handler has no such method, or its socket is gone."""

    class Connection:
        def connect(self):
            return "connected"

    made = loaded(**{KEY: Connection})[0][KEY]
    assert made().connect() == "connected"


def test_the_page_is_told_and_keeps_what_others_tell_it():
    """The key is the one that the board looks for."""
    settings, _ = loaded(**{KEY: object, "page_config_data": {"theme": "x"}})
    assert settings["page_config_data"] == {"theme": "x", server.PROMPT: True}
    board = PACKAGE.joinpath("js", "app", "websocket.js").read_text()
    assert f".{server.PROMPT} === true" in board


@pytest.mark.parametrize(
    "name",
    [
        "jupyter_server.services.kernels.connection.channels.ZMQChannelsWebsocketConnection",
        "jupyter_server.gateway.connections.GatewayWebSocketConnection",
    ],
)
def test_the_installed_servers_own_classes_are_wrapped(name):
    """Of kernels on this machine, and of those behind a gateway."""
    module, _, kind = name.rpartition(".")
    found = pytest.importorskip(module, reason="the oldest servers name the gateway's otherwise")
    connection = getattr(found, kind)
    settings, lines = loaded(**{KEY: connection})
    assert not lines
    assert issubclass(settings[KEY], connection)
    assert settings[KEY].connect is not connection.connect


@pytest.mark.slow
def test_a_kernel_answers_through_it(tmp_path):
    """A real server loads it, and what a kernel is asked comes back."""
    pytest.importorskip("jupyter_server")
    websocket = pytest.importorskip("websocket")  # jupyter_server brings it
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = tmp_path / "server.log"
    command = [
        *(sys.executable, "-m", "jupyter_server", "--no-browser", "--allow-root"),
        *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"),
        *("--IdentityProvider.token=secret", f"--ServerApp.root_dir={tmp_path}"),
        "--ServerApp.jpserver_extensions=skyjo_widget_server=True",
    ]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
    environment |= {f"JUPYTER_{what}_DIR": str(tmp_path) for what in ("CONFIG", "RUNTIME")}
    environment["PYTHONPATH"] = str(PACKAGE.parent)
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment)
    try:
        address = f"127.0.0.1:{port}/api/kernels"
        token = {"Authorization": "token secret"}
        kernel = answered(f"http://{address}", token, process, log)["id"]
        connection = websocket.create_connection(
            f"ws://{address}/{kernel}/channels", header=token, timeout=60
        )
        header = {"msg_id": "1", "msg_type": "execute_request", "session": "s", "version": "5.3"}
        content = {"code": "6 * 7", "silent": False, "store_history": False}
        message = {"header": header, "parent_header": {}, "metadata": {}, "content": content}
        connection.send(json.dumps({**message, "channel": "shell", "buffers": []}))
        said = None
        while said is None or said["header"]["msg_type"] != "execute_result":
            said = json.loads(connection.recv())
        connection.close()
        assert said["content"]["data"]["text/plain"] == "42"
        assert "skyjo_widget_server | extension was successfully loaded" in log.read_text()
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def answered(address, token, process, log):
    """Return the answer to a first request for a kernel, as soon as the server listens."""
    request = urllib.request.Request(address, data=b"", headers=token, method="POST")
    while True:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            pytest.fail(f"{error}\n{log.read_text()}")
        except urllib.error.URLError:  # it doesn't listen yet
            time.sleep(0.2)
