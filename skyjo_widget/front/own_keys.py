"""The mark of boxes in which no key is the notebook's; ``js/lib/hold_keys.js`` holds them."""

from __future__ import annotations

from skyjo_widget.front.front import Front
from skyjo_widget.front.layouts import Layout, shared

OWN_KEYS = "sjw-holds-keys"
"""The class of a box of ipywidgets."""


class Keys(Front, kind="keys"):
    """An invisible widget, for a box without any other one of ours: it brings the code along."""

    def __init__(self) -> None:
        super().__init__(layout=shared(Layout, display="none"))
