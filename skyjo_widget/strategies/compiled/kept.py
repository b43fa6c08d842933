"""Compiled strategies on disk, by all that they depend on.

A strategy is compiled into a function ``ask(s, r, rng) -> action``, which a game's own driver calls
by its address (`skyjo_widget.engine.core.jit.call_at`).  It has a file beside numba's cache, whose
name is a digest of the function, the table's notation, this package, numba and the machine: an
edited function is another one.  A file holds machine code, or the reason why there is none.

Only the `MOST` last used are kept.  A damaged file counts as none.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import os
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from skyjo_widget.engine.core import background
from skyjo_widget.engine.core.game import Game
from skyjo_widget.strategies.compiled.parts import Part
from skyjo_widget.util.files import replace_whole
from skyjo_widget.util.reading import read_bytes

if TYPE_CHECKING:
    from filelock import FileLock

MOST = 64
"""Files that are kept: some 10 MB."""
LARGEST = 2**24
"""More bytes than a file has."""
KIND = "strategy"
"""The kind of code that `skyjo_widget.simulation.compile_ahead` compiles for an order."""
_NAME = "skyjo_widget-strategy-"
_SUM = hashlib.sha256().digest_size


class Code(NamedTuple):
    """The machine code of a strategy.

    Parameters
    ----------
    machine : tuple
        What it was compiled for.
    data : bytes
        numba's serialised result.
    """

    machine: Any
    data: bytes


class Refusal(NamedTuple):
    """The reason why numba can't compile a strategy: parts of a `NotCompiledError`.

    Parameters
    ----------
    reason : str
    line : int
    instead : str
    lines : list of int
        Where the function and its helpers were written; elsewhere the line would be wrong.
    """

    reason: str
    line: int
    instead: str
    lines: list[int]


@dataclasses.dataclass(frozen=True)
class Order:
    """A strategy to be compiled for a table.

    Parameters
    ----------
    part : Part
        The function.
    game : str
        The game's name.
    codes : twin
        The rule codes.
    texts : mapping of int to str
        The notation of the table's actions, by action id.
    path : Path or None
        The file in which it is kept; None without a folder for it.
    """

    part: Part
    game: str
    codes: Any
    texts: dict[int, str]
    path: Path | None

    @property
    def lock(self) -> FileLock | None:
        """The lock that is held while it is compiled; None without a folder for it."""
        from filelock import FileLock  # noqa: PLC0415  (only a compiler needs it)

        return FileLock(self.path.with_suffix(".lock")) if self.path else None

    @property
    def there(self) -> bool:
        """True if it was compiled, or refused, before."""
        return self.path is not None and self.path.exists()

    def read(self) -> Code | Refusal | None:
        """Return what its file holds; None if there is none, or a damaged one, which is deleted."""
        if self.path is None:
            return None
        try:
            data = read_bytes(self.path, LARGEST)
            if hashlib.sha256(data[_SUM:]).digest() == data[:_SUM]:
                content = pickle.loads(data[_SUM:])
                if isinstance(content, Code) or content.lines == self.part.lines:
                    os.utime(self.path)  # used now
                    return content  # type: ignore[no-any-return] # checked by its sum
        except FileNotFoundError:
            return None
        except Exception:  # it can't be read
            pass
        self.delete()
        return None

    def write(self, content: Code | Refusal) -> None:
        """Write its file, whole or not at all, and delete those that weren't used for long."""
        if self.path is None:
            return
        data = pickle.dumps(content)
        with contextlib.suppress(OSError, ValueError):
            replace_whole(self.path, hashlib.sha256(data).digest() + data)
            files = sorted(self.path.parent.glob(f"{_NAME}*.code"), key=_last_use)
            for file in files[:-MOST]:
                for each in (file, file.with_suffix(".lock")):
                    with contextlib.suppress(OSError):
                        each.unlink(missing_ok=True)

    def delete(self) -> None:
        """Delete its file."""
        if self.path:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)

    def fetch(self) -> Code | Refusal | None:
        """Return what its file holds, once another process has made it; None if none can.

        Not for a thread that plays.

        Raises
        ------
        RuntimeError
            If the compiler fails.
        """
        content = self.read()
        if content is None and self.path and self.lock:
            start = functools.partial(background.start, KIND, self.game, pickle.dumps(self))
            with contextlib.suppress(OSError, NotImplementedError):  # then it is compiled here
                background.wait_for(self.path, self.lock, start)
                content = self.read()
        return content


def order(part: Part, game: Game, codes: Any, texts: dict[int, str]) -> Order:
    """Return the order of a strategy; parameters as of `Order`."""
    folder = background.folder()
    what = repr((background.stamp(game.name), part.key, game.name, sorted(texts.items())))
    name = _NAME + hashlib.sha256(what.encode()).hexdigest()[:32]
    return Order(part, game.name, codes, texts, folder / f"{name}.code" if folder else None)


def _last_use(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # another process has deleted it
        return 0.0
