"""The options by which the Data Connector of the devices is found."""

from __future__ import annotations

from pathlib import Path

import click

from cli.options.declared import Heading, Options, option

ADDRESS, CLUB, LICENCE = (f"BRIDGE_LEDGER_DEVICES_{name}" for name in ("ADDRESS", "CLUB", "LICENCE"))
"""In the environment: where it is, whose, and the licence key."""


class ConnectorOptions(Options):
    """Where the Data Connector is, and whose."""

    HEADING = Heading("The Data Connector", "devices")

    address: str | None = option(
        "--address", metavar="URL", help=f"Where it is [env: {ADDRESS}; default: http://localhost:5079]."
    )
    club: str | None = option("--club-id", metavar="ID", help=f"The club's id with the maker [env: {CLUB}].")
    licence: Path | None = option(
        "--licence",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help=f"A file of the club's licence key [env: {LICENCE}, the key itself].",
    )
