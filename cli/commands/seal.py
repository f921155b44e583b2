"""seal: a signed statement of what stands in the log, for those who want to check it later."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

import click

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.options.commands import RecordingCommand
from cli.options.declared import key_option, tiles_option
from cli.screens import seals
from cli.terminal import keys
from cli.terminal.settings import settings
from ledger.errors import Misuse
from ledger.trust.addresses import is_address


@click.command(cls=RecordingCommand)
@key_option("The file of the key [env: BRIDGE_LEDGER_KEY; default: seal.key in your own settings].")
@click.option(
    "--new-key", metavar="NAME", help="Make a key, and seal nothing yet: in the name of an office, ebu.example."
)
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
    multiple=True,
    metavar="FILE|URL",
    help="Take what `witness` printed; or seal, and ask the witness there.",
)
@click.option("--witness-key", "named_witnesses", multiple=True, metavar="KEY", help="Of a witness that is asked.")
@tiles_option("Put the log there, as tiles with the seal: `help tiles`.")
@click.pass_context
def seal(
    context: click.Context,
    named: str | None,
    new_key: str | None,
    listed: bool,
    since: int | None,
    witnessed: tuple[str, ...],
    named_witnesses: tuple[str, ...],
    tiled: Path | None,
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
      bridge-ledger seal --key seal.key --tiles thursday            # for any web host
    """
    asked = [each for each in witnessed if is_address(each)]
    _require_together(witnessed, asked, named_witnesses, tiled, no_seal=bool(new_key or listed or since is not None))
    if new_key:
        out = Output(settings(context))
        seals.make_key(out, keys.key_path(named), new_key)
        out.hint_aside(f"Nothing is sealed yet: `seal{f' --key {quote(named)}' if named else ''}` signs the log.")
    elif listed:
        seals.list_seals(Desk(context), keys.known_key(named))
    elif since is not None:
        desk = Desk(context, writing=True)
        key, keep = keys.sealing_key(named), not desk.settings.dry_run
        seals.print_request(desk, desk.office.seals.for_witness(desk.session_id, key, since, keep=keep))
    elif asked or not witnessed:
        seals.seal_session(Desk(context, writing=True), keys.sealing_key(named), asked, named_witnesses, tiled)
    else:
        seals.take_signatures(Desk(context, writing=True), list(map(Path, witnessed)), named, tiled)


def _require_together(
    witnessed: Sequence[str], asked: Sequence[str], keys_named: Sequence[str], tiled: Path | None, *, no_seal: bool
) -> None:
    """Misuse where options do not go together: some witnesses are asked, others have signed an earlier seal already."""
    if asked and len(asked) < len(witnessed):
        raise Misuse("usage", "a witness that is asked signs another seal than a file has", "one after the other")
    if keys_named and not asked:
        raise Misuse("usage", "--witness-key is for a witness that is asked", "--witness https://…")
    if no_seal and (tiled or witnessed):
        raise Misuse("usage", "--tiles and --witness go with a seal", "leave --list, --since and --new-key out")
