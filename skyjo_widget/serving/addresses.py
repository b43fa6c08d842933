"""Addresses at which devices reach this machine."""

from __future__ import annotations

import ipaddress
import os
import re
import socket

LOOPBACK = "127.0.0.1"
ORIGIN = re.compile(r"https?://[\w.-]+(:\d{1,5})?", re.ASCII)
"""An origin, as a browser reports it of its page: scheme, host and port."""


def own_addresses() -> list[tuple[str, str]]:
    """List this machine's IPv4 addresses in networks.

    Returns
    -------
    list of (str, str)
        The network's name on this machine (``"wlan0"``), and the address there; private networks
        first, and without loopback.
    """
    import psutil  # noqa: PLC0415  (of the extra `serve`)

    ranked = []
    for name, addresses in psutil.net_if_addrs().items():
        for assigned in addresses:
            if assigned.family != socket.AF_INET:
                continue
            address = ipaddress.ip_address(assigned.address)
            if not (address.is_loopback or address.is_link_local):
                ranked.append((not address.is_private, name, assigned.address))
    return [(name, address) for _, name, address in sorted(ranked)]


def hub_address() -> str:
    """Find this user's server on a JupyterHub.

    Returns
    -------
    str
        Its address with a slash at the end; without a host (``"/user/ana/"``) where the hub
        doesn't state its own; "" elsewhere than on a hub.
    """
    path = os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "")
    whole = os.environ.get("JUPYTERHUB_PUBLIC_URL", "") if path else ""
    return f"{(whole or path).rstrip('/')}/" if path else ""
