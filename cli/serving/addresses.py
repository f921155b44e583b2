"""The address that is put on the wall."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

_ELSEWHERE = {4: "192.0.2.1", 6: "2001:db8::1"}
"""Addresses that belong to nobody (RFC 5737, RFC 3849): nothing is sent there."""


def address(host: str, port: int) -> str:
    """Where phones find what is served at a host and a port: of every address of this computer, that in its network."""
    where = _numbered(host)
    if where is not None and where.is_unspecified:
        host = _in_the_network(where.version) or socket.gethostname()
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}/" if port == 80 else f"http://{shown}:{port}/"


def is_own_alone(host: str) -> bool:
    """Whether only this computer can ask there."""
    where = _numbered(host)
    return host == "localhost" if where is None else where.is_loopback


def _numbered(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _in_the_network(version: int) -> str:
    """The address this computer has where others are: by which it would speak to somebody elsewhere."""
    family = socket.AF_INET6 if version == 6 else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as knocking:
        try:
            knocking.connect((_ELSEWHERE[version], 9))
        except OSError:
            return ""
        return str(knocking.getsockname()[0])
