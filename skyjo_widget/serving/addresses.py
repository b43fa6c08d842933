"""Addresses at which devices reach this machine."""

from __future__ import annotations

import ipaddress
import socket

LOOPBACK = "127.0.0.1"


def own_addresses() -> list[tuple[str, str]]:
    """List this machine's IPv4 addresses in networks.

    Returns
    -------
    list of (str, str)
        The network's name on this machine (``"wlan0"``), and the address there; private networks
        first, and without loopback.
    """
    import psutil  # noqa: PLC0415  (of the extra `serve`)

    found = []
    for name, addresses in psutil.net_if_addrs().items():
        for one in addresses:
            if one.family != socket.AF_INET:
                continue
            address = ipaddress.ip_address(one.address)
            if not (address.is_loopback or address.is_link_local):
                found.append((not address.is_private, name, one.address))
    return [(name, address) for _, name, address in sorted(found)]
