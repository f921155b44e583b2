"""The options a session is opened with, and those its results are imported and exported with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.options.declared import CLUB_FILE, MEMBERS_LIST, Options, option
from cli.words import vocabulary

if TYPE_CHECKING:
    from pathlib import Path

    from ledger.exchange.changes import Notation


class ExportOptions(Options):
    """What is written, and what is left out."""

    format: str | None = option(
        "--format",
        type=click.Choice(list(vocabulary.FILE_FORMATS.values())),
        help="The format, whatever the file is called.",
    )
    view: str | None = option("--view", metavar="COMMAND", help='What a command shows, as a table: "board 7", log, …')
    changes_since: str | None = option(
        "--changes-since", metavar="SEAL|EVENT", help="Only the lines that changed since, to be typed elsewhere."
    )
    notation: Notation | None = option(
        "--notation",
        type=click.Choice(["plain", "usebio", "bridgemate", "realbridge", "acblscore", "ledger"]),
        help="With --changes-since: as which program has it [default: that of the regulations, else plain].",
    )
    club: Path | None = option(
        "--club",
        **CLUB_FILE | {"help": "In USEBIO: the club's name and number, from its .toml [env: BRIDGE_LEDGER_CLUB]."},
    )
    event: str = option(
        "--event",
        metavar="CODE",
        default="",
        help="In USEBIO: the federation's code of the event [default: the club's file, else the session's name].",
    )
    without_names: bool = option("--without-names", is_flag=True, help="Leave out who the players are.")
    without_texts: bool = option(
        "--without-texts", is_flag=True, help="Leave out what was written and said: facts, grounds, reasons."
    )
    evidence: bool = option("--evidence", is_flag=True, help="In a bundle: also the files filed with calls.")


class ImportOptions(Options):
    """What the desk says of a file, where it says anything: it goes before what the file says."""

    scoring: str | None = option(
        "--scoring",
        type=click.Choice(vocabulary.FORMS),
        metavar="FORM",
        help="The form of scoring, where the file does not say (help scoring).",
    )
    profile: str | None = option(
        "--profile", metavar="NAME|FILE.toml", help="The regulations [default: those of who wrote it]."
    )
    winners: str | None = option(
        "--winners", type=click.Choice(["1", "2"]), help="2 where North–South and East–West are ranked apart."
    )
    title: str | None = option("--title", help="What the event is called.")
    columns: tuple[str, ...] = option(
        "--map", multiple=True, metavar="OURS=THEIRS", help='Of a table: what a column is called there: board="Bd No".'
    )
    language: str | None = option(
        "--language",
        type=click.Choice(vocabulary.LANGUAGES),
        metavar="LANGUAGE",
        help="Of a table: whose suits and seats it has: en, de, fr, es, …",
    )
    members: Path | None = option("--members", **MEMBERS_LIST)
    skip_bad: bool = option("--skip-bad", is_flag=True, help="Leave out what needs a person, record the rest.")
    follow: bool = option("--follow", is_flag=True, help="Of a .bws: record what changes in it, until Ctrl-C.")


def nothing_said_but(*, members: Path | None) -> ImportOptions:
    """Nothing said of what is imported, but for the list of members, where one is named."""
    declared = ImportOptions.declared().items()
    unsaid: dict[str, object] = {name: False if each.details.get("is_flag") else None for name, each in declared}
    return ImportOptions({**unsaid, "columns": (), "members": members})


class OpeningOptions(Options):
    """What is known of a session when it is opened."""

    boards: str = option("--boards", required=True, metavar="1-24", help="The boards in play.")
    contestants: str | None = option(
        "--contestants", metavar="1-12", help="Who takes part: 1-12, or 1-13NS,1-13EW. Without it, results enter them."
    )
    winners: str | None = option(
        "--winners", type=click.Choice(["1", "2"]), help="2 where North–South and East–West are ranked apart."
    )
    profile: str = option(
        "--profile", default="default", metavar="NAME|FILE.toml", help="The regulations [default: default]."
    )
    regulation: tuple[str, ...] = option(
        "--regulation", multiple=True, metavar="NAME=VALUE", help="One of them otherwise; again for more."
    )
    scoring: str = option(
        "--scoring", type=click.Choice(vocabulary.FORMS), default="matchpoints", help="The form of scoring."
    )
    title: str | None = option("--title", help="What the event is called.")
    date: str | None = option("--date", metavar="DAY", help="The day of play: 2026-03-05, 5.3.2026.")
