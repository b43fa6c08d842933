"""A part of Jupyter's server: it passes on at once what a kernel says.

The server leaves Nagle's algorithm on: a small message waits until the browser has
acknowledged the one before, and a browser that has nothing to say delays that by some
40 ms.  Installing the package switches it off for the websockets of kernels, by a file
in ``etc/jupyter/jupyter_server_config.d``; nothing else is changed.
"""

from __future__ import annotations

from typing import Any


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "skyjo_widget.server"}]


def _load_jupyter_server_extension(server: Any) -> None:
    """Let each websocket of a kernel send without delay, whichever class serves it."""
    settings = server.web_app.settings
    connection = settings["kernel_websocket_connection_class"]

    class PromptConnection(connection):  # type: ignore[misc, valid-type]  # known when a server runs
        def connect(self) -> Any:
            self.websocket_handler.set_nodelay(True)
            return super().connect()

    settings["kernel_websocket_connection_class"] = PromptConnection
    # The page that the server makes tells the board, which needs no nudges then (js/server.js).
    settings.setdefault("page_config_data", {})["skyjo_widget_prompt"] = True
