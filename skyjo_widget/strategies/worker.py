"""The process that runs a strategy: ``python -m skyjo_widget.strategies.worker``.

It reads requests from a pipe and writes replies to another, in the protocol of
`skyjo_widget.strategies.process`, and ends when its parent has gone.  Hidden cards are never sent
to it.
"""

from __future__ import annotations

import contextlib
import json
import marshal
import os
import pickle
import select
import signal
import sys
import threading
from typing import Any

import numpy as np

from skyjo_widget.engine.core.state import observation_class
from skyjo_widget.engine.games import GAMES
from skyjo_widget.errors import NotationError
from skyjo_widget.strategies.call import own_traceback, parse_answer, safe_text, shorten
from skyjo_widget.strategies.card import cards_of
from skyjo_widget.strategies.observation import Observation, class_of
from skyjo_widget.strategies.process import (
    HEAD,
    MOVE,
    RNG_STATE,
    lengthen,
    packed_rng_state,
    set_rng_state,
)
from skyjo_widget.util.time_limit import TimeUp, within

_MOST_TEXT = 20_000  # characters of an error that are sent


class _Pipes:
    """The pipes to the parent process.

    The strategy's own output is discarded, and a process that it forks can't use the pipes.
    """

    def __init__(self) -> None:
        self._from, self._to = os.dup(0), os.dup(1)
        self._number = 0
        self._own = os.getpid()
        null = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(null, standard)
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  (only on Windows)

            for end in (self._from, self._to):
                msvcrt.setmode(end, os.O_BINARY)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._close)
        if hasattr(select, "poll"):
            threading.Thread(target=self._end_with_the_other, daemon=True).start()

    def read(self) -> bytes:
        """Wait for the next request."""
        length, self._number = HEAD.unpack(self._read(HEAD.size))
        return self._read(length)

    def write(self, rng_state: bytes, reply: bytes) -> None:
        """Write the reply to the last request."""
        if os.getpid() != self._own:
            os._exit(0)  # a copy of a strategy that has forked
        data = HEAD.pack(len(rng_state) + len(reply), self._number) + rng_state + reply
        try:
            while data:
                data = data[os.write(self._to, data) :]
        except OSError:
            _end()

    def _read(self, length: int) -> bytes:
        parts = []
        while length:
            part = os.read(self._from, min(length, 1 << 20))
            if not part:
                _end()
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def _close(self) -> None:
        os.close(self._from)
        os.close(self._to)

    def _end_with_the_other(self) -> None:
        """End when the other end of a pipe is closed, even while the strategy runs."""
        watched = select.poll()
        watched.register(self._from, 0)
        watched.poll()
        _end()


def _end() -> Any:
    """End this process and the strategy's children."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


class _Shown(Observation):
    """An observation made from a request; it isn't shared, so nothing is copied."""

    __slots__ = ("_short",)

    def __init__(
        self, table: tuple[Any, ...], values: tuple[Any, ...], seat: int, rng: Any, legal: Any
    ) -> None:
        self._game, self._codes, self._deck, self._cards = table
        self._seen = observation_class(self._game.state)(*values)
        self._rng, self._legal, self._short = rng, legal, True
        self.me, self.players = seat, self._codes.players
        for name in self._game.shown_codes:
            setattr(self, name, getattr(self._codes, name))

    @property
    def seen(self) -> Any:
        """The engine's observation."""
        if self._short:
            lengthen(self._seen)
            self._short = False
        return self._seen


def _limit_memory(most: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415  (not on every system)

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _failure(text: str, trace: str = "", answer: str = "", action: int | None = None) -> bytes:
    texts = {"text": text, "traceback": trace, "answer": answer}
    cut = {key: value[:_MOST_TEXT] for key, value in texts.items()}
    return json.dumps({**cut, "action": action}).encode()


def _raised(error: BaseException) -> bytes:
    message, kind = safe_text(str, error), type(error).__name__
    return _failure(f"{kind}: {message}" if message else kind, own_traceback(error))


def _answer(function: Any, observation: Observation, game: Any, r: Any, legal: list[int]) -> bytes:
    """Call a strategy; return its action or the error as bytes."""
    try:
        answer = function(observation)
    except TimeUp:
        raise
    except BaseException as error:  # a strategy may raise anything
        return _raised(error)
    try:
        action = parse_answer(answer, game, r)
    except NotationError as error:
        return _failure(str(error), answer=shorten(safe_text(repr, answer)))
    if action in legal:
        return MOVE.pack(action)
    return _failure("", answer=shorten(safe_text(repr, answer)), action=action)


def main() -> None:
    """Load the strategy and reply to requests until the parent closes the pipe."""
    pipes = _Pipes()
    start, path, memory = marshal.loads(pipes.read())
    sys.path[:] = path
    _limit_memory(memory)
    nothing = bytes(RNG_STATE.size)
    try:
        function = pickle.loads(start)
    except BaseException as error:
        pipes.write(nothing, _raised(error))
        _end()
    pipes.write(nothing, _failure(""))
    rng = np.random.Generator(np.random.PCG64(0))
    table: Any = None
    observation_class: Any = _Shown
    while True:
        request = pipes.read()
        if not request[0]:
            name, r, deck = pickle.loads(request[1:])
            table = (GAMES[name], r, deck, cards_of(deck.kinds))
            kind = class_of(table[0])
            observation_class = type(kind.__name__, (_Shown, kind), {"__slots__": ()})
            continue
        for seat, limit, legal, chance, values in marshal.loads(request[1:]):
            set_rng_state(rng, chance)
            observation = observation_class(table, values, seat, rng, legal)
            try:
                text = within(limit, _answer, function, observation, table[0], table[1], legal)
            except BaseException as error:
                text = _raised(error)
            pipes.write(packed_rng_state(rng), text)


if __name__ == "__main__":
    main()
