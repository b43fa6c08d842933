"""Layouts that cost little on their way to the browser.

Each widget has a model of its own for its layout, of some 2.5 kB, nearly all of it nulls.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

_made: dict[tuple[Any, ...], ipywidgets.Widget] = {}


class Layout(ipywidgets.Layout):  # type: ignore[misc]  # ipywidgets has no types
    """A layout that is sent without what it leaves open."""

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Give what is synchronised; without nulls unless single traits are asked for."""
        state: dict[str, Any] = super().get_state(key, drop_defaults)
        return state if key else {name: value for name, value in state.items() if value is not None}


def shared(kind: type[ipywidgets.Widget], **traits: Any) -> Any:
    """Give a layout or style that many widgets have in common: it must never be changed.

    Parameters
    ----------
    kind : type
        Of the layout or style.
    **traits
        Its traits, which can be hashed.
    """
    name = (kind, *sorted(traits.items()))
    if name not in _made or _made[name].comm is None:  # somebody has closed all widgets
        _made[name] = kind(**traits)
    return _made[name]
