"""The shorthand of Skip-Bo: ``7b2``, ``sb1/5`` (the stock's card, then a 5), ``12d1``, ``wb1v``."""

from __future__ import annotations

from skyjo_widget.engine.core.shorthand import Short, Shorthand
from skyjo_widget.errors.message import _

_NEXT = _("which card of the stock pile turned up?")

SKIPBO_SHORTHAND = Shorthand(
    {
        "play": Short(
            r"(?:play *)?(partner-stock|stock|ps|s|wild|w|partner-d[1-9]|pd[1-9]|d[1-9]|[0-9]{1,2})"
            r" *(b[1-9])(?: *(down|v))?",
            "play {0} {1} {2}",
            "{0}",
            _NEXT,
        ),
        "discard": Short(r"(?:discard *)?(wild|w|[0-9]{1,2}) *(d[1-9])", "discard {0} {1}", "{0}"),
        "pass": Short("pass|p", "pass", "p"),
    },
    longer={
        "s": "stock",
        "ps": "partner-stock",
        "w": "wild",
        "v": "down",
        **{f"pd{pile}": f"partner-d{pile}" for pile in range(1, 10)},
    },
)
