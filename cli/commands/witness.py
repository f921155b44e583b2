"""witness: sign that another office's seal extends all that was seen of its log before."""

from pathlib import Path

import click

from cli.desk.output import Output
from cli.options.commands import WholeLedgerCommand
from cli.options.declared import OnThisComputer, key_option
from cli.screens import seals
from cli.terminal.settings import settings
from ledger.errors import Misuse


@click.command(cls=WholeLedgerCommand)
@click.argument("file", required=False, type=OnThisComputer())
@key_option("The file of this witness's key [default: witness.key in your own settings].")
@click.option(
    "--new-key", metavar="NAME", help="Make a key, and sign nothing yet: in the name of a witness, nbo.example/w1."
)
@click.option("--office", metavar="KEY", help="The public key of the office whose log it is; asked for once.")
@click.option(
    "--seen",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Where this witness keeps what it has signed [default: witness.json in your own settings].",
)
@click.pass_context
def witness(
    context: click.Context,
    file: Path | None,
    named: str | None,
    new_key: str | None,
    office: str | None,
    seen: Path | None,
) -> None:
    """Sign another office's seal, once it extends the last one signed here (a C2SP cosignature). No database.

    The office mails the file that `seal --since NUMBER` printed: its new seal, and what shows that its log only grew
    since the seal up to that event. What this prints goes back, and `seal --witness` takes it. A seal of another
    history is refused, and it says where the two part; it need not say why.

    \b
    Examples:
      bridge-ledger witness --new-key nbo.example/w1                       # once: makes the key
      bridge-ledger witness thursday.ask --office ebu.pub > thursday.seal
    """
    out = Output(settings(context))
    if new_key:
        seals.make_witness_key(out, named, new_key)
    elif file is None:
        raise Misuse("usage", "what is to be signed?", "the file that `seal --since NUMBER` printed")
    else:
        seals.sign(out, file, named, office, seen)
