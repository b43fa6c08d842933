"""The messages that a notebook's page receives from its kernels, over the websocket."""

from __future__ import annotations

import itertools
import json
from typing import Any, NamedTuple

from playwright.sync_api import Page, WebSocket


class Message(NamedTuple):
    """A kernel's message.

    Attributes
    ----------
    channel : str
        ``iopub``, ``shell`` …
    kind : str
        Its type, such as ``comm_msg``.
    content, metadata : dict
        What it says.
    """

    channel: str
    kind: str
    content: dict[str, Any]
    metadata: dict[str, Any]


def collect_frames(page: Page) -> list[bytes]:
    """Give a list that grows with each frame that the page gets from a kernel."""
    frames: list[bytes] = []

    def keep(payload: str | bytes) -> None:
        frames.append(payload if isinstance(payload, bytes) else payload.encode())

    def opened(socket: WebSocket) -> None:
        if "/api/kernels/" in socket.url:
            socket.on("framereceived", keep)

    page.on("websocket", opened)
    return frames


def read(frame: bytes) -> Message:
    """Read a frame of v1.kernel.websocket.jupyter.org: how many offsets, these, the parts."""
    count = int.from_bytes(frame[:8], "little")
    offsets = [int.from_bytes(frame[8 * i : 8 * i + 8], "little") for i in range(1, count + 1)]
    parts = [frame[start:end] for start, end in itertools.pairwise(offsets)]
    channel, (header, _parent, metadata, content) = parts[0].decode(), map(json.loads, parts[1:5])
    return Message(channel, header["msg_type"], content, metadata)
