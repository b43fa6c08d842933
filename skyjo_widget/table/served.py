"""A session whose people play on devices of their own."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Served:
    """The screen of a served session itself: its host's.

    Parameters
    ----------
    seat : int or None
        The host's seat; None if the host watches, and sees what everybody may see.
    """

    seat: int | None
