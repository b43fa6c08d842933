"""The guests of a served table or class: who they are, and which seats they have.

No sockets and no games here.  A guest is known by a token, of which only the hash is kept.
"""

from __future__ import annotations

import dataclasses
import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

Place = tuple[int, int]
"""A table's number, from 1, and a seat there, from 0."""

TOKEN = 24
"""Bytes of a token: nobody guesses it."""


@dataclasses.dataclass
class Guest:
    """Somebody who has joined.

    Parameters
    ----------
    guest : str
        The number that the host's panel names them by.
    name : str
    token_hash : str
        SHA-256 of their token.
    lang : str
        The language of their device.
    place : Place or None
        Their seat; None while they wait for one.
    address : str
        Where they joined from; it isn't kept.
    lost : str
        How they lost the seat that they had, a key of ``guest.seat_lost`` in the locales, or "".
        It isn't kept.
    last : Place or None
        That seat.
    """

    guest: str
    name: str
    token_hash: str
    lang: str = ""
    place: Place | None = None
    address: str = ""
    lost: str = ""
    last: Place | None = None


_KEPT = ("guest", "name", "token_hash", "lang", "place")


class Guests:
    """All guests, and the seats that are free for them.

    Parameters
    ----------
    places : iterable of Place
        The seats for guests, in the order in which they are given away.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        self.places: list[Place] = list(places)
        self._by_hash: dict[str, Guest] = {}

    def __iter__(self) -> Iterator[Guest]:
        return iter(list(self._by_hash.values()))

    def __len__(self) -> int:
        return len(self._by_hash)

    def join(self, name: str, lang: str, address: str = "") -> tuple[Guest, str]:
        """Add a guest without a seat; returns them and their token."""
        token = secrets.token_urlsafe(TOKEN)
        guest = Guest(secrets.token_hex(4), name, token_hash(token), lang, address=address)
        self._by_hash[guest.token_hash] = guest
        return guest, token

    def find(self, token: Any) -> Guest | None:
        """Return the guest with a token; None if there is none."""
        return self._by_hash.get(token_hash(token)) if isinstance(token, str) else None

    def named(self, guest: Any) -> Guest | None:
        """Return the guest with a number; None if there is none."""
        return next((entry for entry in self if entry.guest == guest), None)

    def at(self, place: Place) -> Guest | None:
        """Return the guest at a seat; None if it is free."""
        return next((guest for guest in self if guest.place == place), None)

    @property
    def free(self) -> list[Place]:
        """The seats that nobody has, in order."""
        taken = {guest.place for guest in self}
        return [place for place in self.places if place not in taken]

    def spare(self, address: str) -> Guest | None:
        """Return whose waiting for a seat ends if somebody else waits; None if the newcomer's.

        It is the first of the address from which the most wait.
        """
        waiting = [guest for guest in self if guest.place is None]
        counts = Counter(guest.address for guest in waiting)
        most = max(counts.values(), default=0)
        if counts[address] + 1 >= most:
            return None
        return next(guest for guest in waiting if counts[guest.address] == most)

    def seat(self, guest: Guest, place: Place) -> None:
        """Give a guest a seat; whoever had it waits for another."""
        before = self.at(place)
        if before is not None and before is not guest:
            self.unseat(before, "given")
        guest.place, guest.lost = place, ""

    def unseat(self, guest: Guest, why: str) -> None:
        """Let a guest wait for another seat."""
        guest.last, guest.place, guest.lost = guest.place, None, why

    def next_for(self, guest: Guest) -> Place | None:
        """Return the free seat that a guest may take; not the one that they had to give up."""
        return next((place for place in self.free if place != guest.last), None)

    def renew(self, guest: Guest) -> str:
        """Give a guest another token, so that the older device is no longer theirs."""
        token = secrets.token_urlsafe(TOKEN)
        del self._by_hash[guest.token_hash]
        guest.token_hash = token_hash(token)
        self._by_hash[guest.token_hash] = guest
        return token

    def remove(self, guest: Guest) -> None:
        """Forget a guest."""
        self._by_hash.pop(guest.token_hash, None)

    def saved(self) -> list[dict[str, Any]]:
        """Return the guests as JSON."""
        return [{name: getattr(guest, name) for name in _KEPT} for guest in self]

    def restore(self, saved: Iterable[dict[str, Any]]) -> None:
        """Take up guests again that `saved` has returned.

        Raises
        ------
        KeyError, TypeError, ValueError
            If they are none.
        """
        for fields in saved:
            place = fields["place"]
            guest = Guest(
                str(fields["guest"]),
                str(fields["name"]),
                str(fields["token_hash"]),
                str(fields["lang"]),
                None if place is None else (int(place[0]), int(place[1])),
            )
            if guest.place not in self.free:
                guest.place = None
            self._by_hash[guest.token_hash] = guest


def token_hash(token: str) -> str:
    """Hash a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_pin() -> str:
    """Choose a PIN: six digits."""
    return f"{secrets.randbelow(10**6):06}"
