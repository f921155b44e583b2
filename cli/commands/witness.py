"""witness: sign that another office's seal extends all that was seen of its log before."""

import sys
import time
from pathlib import Path

import click

from cli.desk import files, keys
from cli.desk.options import Standing, key_option
from cli.desk.output import Output
from cli.desk.settings import settings
from cli.screens import seals
from ledger.errors import Misuse
from ledger.trust.seal import COSIGNATURE
from ledger.trust.witnessing import Witness, parse_request


@click.command(cls=Standing)
@click.argument("file", required=False, type=click.Path(path_type=Path))
@key_option("The file of this witness's key [default: witness.key in your own settings].")
@click.option("--new-key", metavar="NAME", help="Make a key first, in the name of a witness: nbo.example/w1.")
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
      bridge-ledger witness --new-key nbo.example/w1                      once: makes the key
      bridge-ledger witness thursday.ask --office ebu.pub > thursday.seal
      bridge-ledger witness thursday.ask > thursday.seal
    """
    out = Output(settings(context))
    if new_key:
        _make_key(out, keys.witness_path(named), new_key)
        return
    if file is None:
        raise Misuse("usage", "what is to be signed?", "the file that `seal --since NUMBER` printed")
    asked = parse_request(files.read_small(file, "a seal"))
    signer = Witness(keys.witness_key(named), seen or keys.own_file("witness.json"))
    signed = signer.sign(asked, keys.known_key(office) if office else None, int(time.time()))
    seals.print_witnessed(out, signed, signer.key.public)


def _make_key(out: Output, path: Path, name: str) -> None:
    key = keys.make_key(path, name, COSIGNATURE)
    if out.settings.json:
        out.json("key/1", {"file": str(path), "public_key": str(key.public)})
        return
    out.say(str(key.public))
    print(f"The key is in {path}. The line above is its public half: give that to everybody.", file=sys.stderr)
