"""receipt: prove one case by a seal."""

from pathlib import Path

import click

from cli.desk import files, keys
from cli.desk.desk import Desk
from cli.desk.options import Standing, case_argument, key_option


@click.command(cls=Standing)
@case_argument
@click.option(
    "--since",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="A seal given out earlier: show that the receipt's extends it.",
)
@key_option("Whose seal to prove it by [default: of the office's own key, or any].")
@click.pass_context
def receipt(context: click.Context, case: str, since: Path | None, named: str | None) -> None:
    """Prove a case to those it concerns: its events word for word, and the hashes that lead from them to a seal.

    The receipt shows nothing else of the session. `verify --receipt FILE` checks it anywhere, without a database.

    \b
    Examples:
      bridge-ledger receipt R-0001 --key seal.key > R-0001.receipt
      bridge-ledger receipt R-0001 --since thursday.seal > later.receipt
    """
    desk = Desk(context)
    earlier = files.read_seal(since) if since else None
    session = desk.office.session(desk.session_id)
    made = desk.office.seals.receipt(session, case, key=keys.known_key(named), by_key=bool(named), since=earlier)
    desk.say(made.text)
    if made.left:
        numbers = ", ".join(f"#{number}" for number in made.left)
        desk.hint_aside(f"{numbers} came after the last seal and is not in it: `seal`, then `receipt` again")
