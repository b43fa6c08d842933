"""A part of Jupyter's server: it passes on at once what a kernel says.

The server leaves Nagle's algorithm on: a small message waits until the browser has
acknowledged the one before, and a browser that has nothing to say delays that by some
40 ms.  Installing the package switches it off for the websockets of kernels, by a file
in ``etc/jupyter/jupyter_server_config.d``; nothing else is changed.

Each server loads this module, whether anybody plays or not: it imports nothing, and
whatever goes wrong here leaves the server as it was.  ``docs/administrators.md`` says how
to switch it off.
"""

PROMPT = "skyjo_widget_prompt"
"""The key of the page's settings that the board looks for (``js/app/websocket.js``)."""


def _jupyter_server_extension_points():
    return [{"module": "skyjo_widget_server"}]


def _load_jupyter_server_extension(server):
    """Let each websocket of a kernel send without delay, whichever class serves it."""
    try:
        settings = server.web_app.settings
        settings["kernel_websocket_connection_class"] = _prompt(
            settings["kernel_websocket_connection_class"]
        )
        # The page that the server makes tells the board, which needs no nudges then.
        settings.setdefault("page_config_data", {})[PROMPT] = True
    except Exception as error:
        server.log.info("skyjo_widget: kernels' websockets are left as they were: %r", error)


def _prompt(connection):
    """Return a class of connections that sends without delay where it can."""

    class PromptConnection(connection):
        def connect(self):
            try:
                self.websocket_handler.set_nodelay(True)
            except Exception:
                pass
            return super().connect()

    return PromptConnection
