"""receipt: prove one case, or one event, by a seal."""

from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.options.addresses import Case
from cli.options.commands import WholeLedgerCommand
from cli.options.declared import OnThisComputer, key_option
from cli.screens import seals
from cli.terminal import keys
from ledger.errors import Misuse


@click.command(cls=WholeLedgerCommand)
@click.argument("what", type=Case())
@click.option(
    "--since",
    metavar="FILE",
    type=OnThisComputer(),
    help="A seal given out earlier: show that the receipt's extends it.",
)
@click.option(
    "--tlog-proof",
    "folder",
    metavar="DIR",
    type=OnThisComputer(),
    help="As proofs for other programs instead, a file an event: `help tiles`.",
)
@key_option("Whose seal to prove it by [default: of the office's own key, or any].")
@click.pass_context
def receipt(context: click.Context, what: str, since: Path | None, folder: Path | None, named: str | None) -> None:
    """Prove a case, or one event by its number, to those it concerns: word for word, with the hashes up to a seal.

    The receipt shows nothing else of the session. `verify --receipt FILE` checks it anywhere, without a database.

    \b
    Examples:
      bridge-ledger receipt R-0001 --key seal.key > R-0001.receipt
      bridge-ledger receipt R-0001 --since thursday.seal > later.receipt
      bridge-ledger receipt 3 > event-3.receipt         # one event
    """
    if since and folder:
        raise Misuse("usage", "a tlog-proof does not say that a seal extends another", "leave --since out")
    desk = Desk(context)
    earlier = keys.read_seal(since) if since else None
    stream = desk.office.stream(desk.session_id)
    made = desk.office.seals.receipt(stream, what, key=keys.known_key(named), by_key=bool(named), since=earlier)
    if folder:
        seals.write_proofs(desk, folder, made)
    else:
        desk.say(made.text)
    if made.left:
        numbers = ", ".join(f"#{number}" for number in made.left)
        desk.hint_aside(f"{numbers} came after the last seal and is not in it: `seal`, then `receipt` again")
