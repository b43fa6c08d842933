"""Opening a service: of one table, or of a class."""

from __future__ import annotations

import importlib.util
from typing import Any

from skyjo_widget.board.session import Session
from skyjo_widget.errors import RulesError

NEEDED = ("starlette", "uvicorn", "websockets", "segno", "psutil")


def serve(session: Session, *, display: bool = True, **options: Any) -> Any:
    """Serve one table; see `Session.serve`."""
    need_extra()
    from skyjo_widget.serving import seat_file  # noqa: PLC0415  (needs the extra)
    from skyjo_widget.serving.serving import Serving  # noqa: PLC0415

    check_servable(session)
    seats = seat_file.beside(session.path) if session.path else None
    serving = Serving([session], seats=seats, **options)
    if display:
        serving.show()
    return serving


def check_servable(session: Session) -> None:
    """Raise `RulesError` if nobody can join a table."""
    if session.parts.screen.served:
        raise RulesError("this table is served already, as one of a class")
    if session.history.paper:
        raise RulesError("a game with paper cards has no phones: its cards lie on a real table")
    if all(player.kind == "bot" for player in session.players):
        raise RulesError("only bots sit at this table: a guest needs a person's seat")


def need_extra() -> None:
    """Raise `RulesError` if a package of the extra ``serve`` is missing."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise RulesError(
            "serving needs {missing}: pip install 'skyjo_widget[serve]'", missing=", ".join(missing)
        )
