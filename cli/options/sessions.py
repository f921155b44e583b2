"""Options of opening, importing and exporting a session, and of table devices."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.options.declared import CLUB_FILE, MEMBERS_LIST, Heading, Options, option
from cli.words import vocabulary
from ledger.bounds.files import KEY
from ledger.bounds.tournaments import CLOCK_WRONG
from ledger.bridge.notation import Unreadable
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.exchange.bridgemate.telling import ConnectorLine
    from ledger.exchange.given_out import Notation


_UNITS = {
    1: ("s", "sec", "secs", "second", "seconds"),
    60: ("m", "min", "mins", "minute", "minutes"),
    3_600: ("h", "hour", "hours"),
    86_400: ("d", "day", "days"),
}

_SECONDS = {unit: seconds for seconds, units in _UNITS.items() for unit in units}

_TIME_PIECE = re.compile(r"([0-9]{1,6}) *([a-z]+)[ ,]*", re.IGNORECASE)

_EVENT_RANGE = re.compile(r"#?([0-9]{1,15})(?:( *(?:-|to) *)#?([0-9]{1,15})?)?")


class ExportOptions(Options):
    """Options for the format and the content of an exported file."""

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


class ReadingOptions(Options):
    """Options that say what a result file leaves unsaid: how it is scored, and what its columns are."""

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
    columns: tuple[str, ...] = option(
        "--map", multiple=True, metavar="OURS=THEIRS", help='Of a table: what a column is called there: board="Bd No".'
    )
    language: str | None = option(
        "--language",
        type=click.Choice(vocabulary.LANGUAGES),
        metavar="LANGUAGE",
        help="Of a table: whose suits and seats it has: en, de, fr, es, …",
    )


class ImportOptions(ReadingOptions):
    """Options that override or complete the content of an imported file."""

    title: str | None = option("--title", help="What the event is called.")
    members: Path | None = option("--members", **MEMBERS_LIST)
    skip_bad: bool = option("--skip-bad", is_flag=True, help="Leave out what needs a person, record the rest.")
    follow: bool = option("--follow", is_flag=True, help="Of a .bws: record what changes in it, until Ctrl-C.")


def import_options_with(*, members: Path | None) -> ImportOptions:
    """Return the options of an import in which only --members is set."""
    declared = ImportOptions.declared().items()
    unsaid: dict[str, object] = {name: False if each.details.get("is_flag") else None for name, each in declared}
    return ImportOptions({**unsaid, "columns": (), "members": members})


class OpeningOptions(Options):
    """Options for the facts of a session when it is opened."""

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
        "--regulation", multiple=True, metavar="NAME=VALUE", help="Change one regulation; again for more."
    )
    scoring: str = option(
        "--scoring", type=click.Choice(vocabulary.FORMS), default="matchpoints", help="The form of scoring."
    )
    title: str | None = option("--title", help="What the event is called.")
    date: str | None = option("--date", metavar="DAY", help="The day of play, whose regulations hold: 2026-03-05.")


class ClockOptions(Options):
    """Options for how far a clock was ahead or behind."""

    ahead: str | None = option("--ahead", metavar="TIME", help="It was ahead by so much: 1h, 90min, 1h30min, 120d.")
    behind: str | None = option("--behind", metavar="TIME", help="It was behind by so much.")

    @property
    def seconds(self) -> int:
        """Return how many seconds the clock was ahead (negative: behind); Misuse (usage) unless one option is given."""
        if self.ahead and not self.behind:
            return parse_span(self.ahead)
        if self.behind and not self.ahead:
            return -parse_span(self.behind)
        raise Misuse("usage", "by how much was the clock wrong?", "--ahead 1h, or --behind 20min")


def parse_span(text: str) -> int:
    """Parse a duration to seconds; Unreadable (bad-time, or bad-number if it is too long for a clock error).

    >>> parse_span("1h"), parse_span("1h30min"), parse_span("2 days"), parse_span("45 s")
    (3600, 5400, 172800, 45)
    """
    unread, seconds = text.strip(), 0
    while (piece := _TIME_PIECE.match(unread)) and piece[2].lower() in _SECONDS:
        seconds, unread = seconds + int(piece[1]) * _SECONDS[piece[2].lower()], unread[piece.end() :]
    span = ((0, len(text)),)
    if unread or not seconds:
        raise Unreadable("bad-time", f"{text!r} is no span of time", text=text, marks=span, hint="1h, 90min, 2d")
    if seconds > CLOCK_WRONG.most:
        most = f"{CLOCK_WRONG.most // _SECONDS['day']}d at most"
        raise Unreadable("bad-number", f"no clock was wrong by {text!r}", text=text, marks=span, hint=most)
    return seconds


def parse_events(text: str, last: int) -> tuple[int, int]:
    """Parse a range of events to its first and last number; Unreadable (usage) for anything else.

    >>> parse_events("6", 9), parse_events("#6-#8", 9), parse_events("6-", 9)
    ((6, 6), (6, 8), (6, 9))
    """
    match = _EVENT_RANGE.fullmatch(text.strip())
    if not match:
        span = ((0, len(text)),)
        raise Unreadable(
            "usage",
            f"{text!r} is not a range of events",
            text=text,
            marks=span,
            hint="an event, or a range of events: 6, 6-9, or 6- (to the last)",
        )
    first = int(match[1])
    return first, int(match[3]) if match[3] else last if match[2] else first


ADDRESS, CLUB, LICENCE = (f"BRIDGE_LEDGER_DEVICES_{name}" for name in ("ADDRESS", "CLUB", "LICENCE"))
"""Environment variables of the Data Connector: its address, the club's id, the club's licence key."""


class ConnectorOptions(Options):
    """Options for the address of the Data Connector (table devices), and for the club's licence."""

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

    def line(self) -> ConnectorLine:
        """Return the connection to the Data Connector; Misuse (usage) if the club's id or licence key is missing."""
        from ledger.exchange.bridgemate import telling  # `--help` and Tab do without

        club = self.club or os.environ.get(CLUB, "")
        key = _read_licence_key(self.licence) if self.licence else os.environ.get(LICENCE, "").strip()
        if not (club and key):
            missing = "the club's id and its licence key"
            missing = missing if not (club or key) else "the licence key" if club else "the id"
            raise Misuse("usage", f"the Data Connector wants {missing}", f"set {CLUB} and {LICENCE}: `help devices`")
        return telling.ConnectorLine(telling.Licence(club, key), self.address or os.environ.get(ADDRESS) or None)


def _read_licence_key(file: Path) -> str:
    """Read a licence key from a file; Misuse (bad-file) unless the file holds exactly one."""
    from ledger.exchange.sheet import read_bytes

    try:
        key = read_bytes(file, KEY).decode().strip()
    except UnicodeDecodeError:
        key = ""
    if not key or len(key.split()) > 1:
        raise Misuse("bad-file", f"{file} holds no licence key", "one line, as the maker gave it to the club")
    return key
