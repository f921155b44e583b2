"""official add, withdraw, pair, unpair, list; accept; new-key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli import screens
from cli.desk.commands import QueryCommand, RecordingCommand, Verbs
from cli.desk.desk import Desk
from cli.options import notation
from cli.options.declared import key_option, reason_option
from cli.words import vocabulary
from ledger.errors import Misuse

if TYPE_CHECKING:
    from ledger.kernel.fact import OfficeName

_OFFICE = click.option("--as", "office", required=True, type=click.Choice(vocabulary.OFFICES), help="The office.")
_HINT = "official add Ahlborn --as director"


@click.group(cls=Verbs, guide="a-shared-office")
def official() -> None:
    """Appoint and relieve the officials of a session: who may record what."""


@official.command(cls=RecordingCommand)
@click.argument("name")
@_OFFICE
@key_option("Tie the official to this public key, or the file of it: what he judges is then signed with it.")
@click.option("--login", metavar="LOGIN", help="On a server: tie him to this login; what he records comes from it.")
def add(desk: Desk, name: str, office: OfficeName, named: str | None, login: str | None) -> None:
    """Appoint an official of the session. The first is the chief director, who appoints all later ones.

    Until somebody is appointed, whoever sits at the desk records. From then on:

    \b
      scorer          results, corrections, imports, publishing
      director        that, and calls, rulings, penalties, appeals lodged and heard
      chief-director  that, and officials, regulations, closing; points of law (93B1)
      committee       hears and decides appeals; not against a ruling of one's own
      reviewer        that, and reviews decisions (93C)

    --by is only a name that is typed. Who is tied to a key (--key) signs what no scorer may record, and each reopening;
    on PostgreSQL --login ties him to a login of the server. `help signing` says what that proves.

    \b
    Examples:
      bridge-ledger official add Ahlborn --as chief-director
      bridge-ledger official add Berg --as director --by Ahlborn
    """
    from cli.terminal import keys
    from ledger.subjects.office.facts import AppointOfficial

    who = notation.require_text("the name", name, _HINT)
    key = str(keys.official_public_key(named)) if named else ""
    tied = notation.require_text("the login", login, _HINT) if login is not None else ""
    screens.effects.record(desk, AppointOfficial(who, office, key, tied))


@official.command(cls=RecordingCommand)
@click.argument("name")
@_OFFICE
@reason_option
def withdraw(desk: Desk, name: str, office: OfficeName, reason: str) -> None:
    """Relieve an official of an office.

    \b
    Examples:
      bridge-ledger official withdraw Berg --as director --by Ahlborn
      bridge-ledger official withdraw Dahl --as scorer --reason "gone home"
    """
    from ledger.subjects.office.facts import RelieveOfficial

    screens.effects.record(desk, RelieveOfficial(notation.require_text("the name", name, _HINT), office, reason))


@official.command(cls=RecordingCommand)
@click.argument("name")
def pair(desk: Desk, name: str) -> None:
    """Pair a phone with an official: what it signs on the office's pages is recorded in his name.

    Shows an address and its QR code, good once and for ten minutes, and waits until the phone has opened it. The
    phone's key never leaves it. `serve --office` must run on this computer. With a tournament it is paired there and in
    each of its sessions in which he holds an office.

    \b
    Examples:
      bridge-ledger official pair Ahlborn --by Ahlborn
      bridge-ledger official pair Berg -n    # may he have one?
    """
    screens.officials.pair(desk, notation.require_text("the name", name, _HINT))


@official.command(cls=RecordingCommand)
@click.argument("device")
@reason_option
def unpair(desk: Desk, device: str, reason: str) -> None:
    """Unpair a device: from this moment it records nothing, and is shown nothing.

    \b
    Examples:
      bridge-ledger official unpair Berg-1 --reason "lost in the hall"
      bridge-ledger official unpair Berg-1 -n
    """
    screens.officials.unpair(desk, notation.require_text("the device", device, "Berg-1"), reason)


@official.command(cls=RecordingCommand)
@click.argument("line")
@reason_option
def accept(desk: Desk, line: str, reason: str) -> None:
    """Accept a change made to the database by hand: a line of `verify`, exactly as printed.

    From then on `verify` lists it as accepted, with who accepted it; `undo` takes that back. A line that begins with -
    stands after --.

    \b
    Examples:
      bridge-ledger official accept "+ member watch of pg_monitor" --reason "our monitoring"
      bridge-ledger official accept --reason "no such clock here" -- "- setting lock_timeout=10s of everybody"
    """
    from ledger.recording import ledgers
    from ledger.subjects.office.facts import AcceptSchemaDifference

    if line[:2] not in ("+ ", "- "):
        raise Misuse("usage", f"{line} is no difference of the database", "copy a whole line that `verify` prints")
    ledgers.require_owner(desk.settings.database)
    screens.effects.record(desk, AcceptSchemaDifference(notation.require_text("the line", line, _HINT), reason))


@official.command("new-key", cls=RecordingCommand)
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path))
def new_key(desk: Desk, name: str, file: Path) -> None:
    """Make a key for an official, in a file that is his alone. No database.

    Its public half is printed, and stands in FILE.pub: that is for `official add --key`. The file itself he keeps, on a
    stick of his own, and names with --sign-with when he judges.

    \b
    Examples:
      bridge-ledger official new-key ahlborn ahlborn.key
      bridge-ledger official new-key ahlborn /media/ahlborn/ahlborn.key
    """
    screens.seals.make_key(desk, file, name, second=False)


@official.command("list", cls=QueryCommand)
def list_(desk: Desk) -> None:
    """List the officials of the session, and their devices with the time at which each was last heard.

    \b
    Examples:
      bridge-ledger official list
      bridge-ledger official list --json
    """
    from cli.views.participation import officials_value

    stream = desk.stream()
    value = officials_value(stream)
    desk.answer(value, value.parts(), stream)
