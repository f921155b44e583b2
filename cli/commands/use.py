"""use: the session that is meant in this folder."""

import click

from cli.desk.desk import Desk
from cli.options.commands import WholeLedgerCommand
from cli.screens import sessions
from ledger.errors import Misuse


@click.command(cls=WholeLedgerCommand)
@click.argument("named", metavar="[SESSION]", required=False)
@click.option("--forget", is_flag=True, help="Remember none.")
@click.pass_context
def use(context: click.Context, named: str | None, forget: bool) -> None:
    """Remember which session is meant in this folder, so that --session need not be typed; alone: say which it is.

    It is remembered for you, this folder and this database alone. --session and BRIDGE_LEDGER_SESSION go before it.
    `import` and `session open` make the sessions they name, and `verify` checks all there are, whatever is remembered.

    \b
    Examples:
      bridge-ledger use thursday
      bridge-ledger use
      bridge-ledger use --forget
    """
    if named and forget:
        raise Misuse("usage", "a session to remember, or none?", "`use NAME`, or `use --forget`")
    desk = Desk(context)
    if forget:
        sessions.forget_session(desk)
    elif named:
        sessions.remember_session(desk, named)
    else:
        sessions.say_session(desk)
