"""seal: a signed statement of what stands in the log, for those who want to check it later."""

from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.options.commands import RecordingCommand
from cli.options.declared import key_option
from cli.screens import seals
from cli.terminal import keys
from cli.terminal.settings import settings


@click.command(cls=RecordingCommand)
@key_option("The file of the key [env: BRIDGE_LEDGER_KEY; default: seal.key in your own settings].")
@click.option("--new-key", metavar="NAME", help="Make a key first, in the name of an office: ebu.example.")
@click.option("--list", "listed", is_flag=True, help="The seals that were given out, instead of a new one.")
@click.option(
    "--since",
    type=click.IntRange(0),
    metavar="NUMBER",
    help="For a witness who has signed up to this event (0: nothing yet): with what shows that the log only grew.",
)
@click.option(
    "--witness",
    "witnessed",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Take the signature of a witness: what `witness` printed.",
)
@click.pass_context
def seal(
    context: click.Context,
    named: str | None,
    new_key: str | None,
    listed: bool,
    since: int | None,
    witnessed: Path | None,
) -> None:
    """Sign what the log of the session is now: its length, and a hash over everything in it (a C2SP checkpoint).

    The seal is printed, to be sent, posted or printed on the results, and kept with the log. `verify --seal FILE` shows
    later whether the log still begins with just what was sealed.

    What it proves: whoever holds a seal, and the office's public key, can tell whether anything up to it was changed,
    left out or put in between since. What it cannot: a seal that lies only in this database, or with whoever holds the
    key, proves nothing against them, for they can write a new log and seal that. Only a seal that was given away does,
    or one that a witness signed too: another office, or the federation (`help trust`).

    \b
    Examples:
      bridge-ledger seal --new-key ebu.example --key seal.key       # once: makes the key
      bridge-ledger seal --key seal.key > thursday.seal
    """
    if new_key:
        seals.make_key(Output(settings(context)), keys.key_path(named), new_key)
    elif listed:
        seals.list_seals(Desk(context), keys.known_key(named))
    elif witnessed:
        desk, returned = Desk(context, writing=True), keys.read_seal(witnessed)
        keep = not desk.settings.dry_run
        seals.print_joined(desk, desk.office.seals.join(desk.session_id, returned, keep=keep))
    elif since is not None:
        desk = Desk(context, writing=True)
        key, keep = keys.sealing_key(named), not desk.settings.dry_run
        seals.print_request(desk, desk.office.seals.for_witness(desk.session_id, key, since, keep=keep))
    else:
        desk = Desk(context, writing=True)
        key = keys.sealing_key(named)
        made = desk.office.seals.give(desk.session_id, key, keep=not desk.settings.dry_run)
        seals.print_seal(desk, made, key.public)
