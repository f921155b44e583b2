"""verify: the chain, what the log says, and seals, receipts and bundles against it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.desk.output import Output
from cli.options.commands import WholeLedgerCommand
from cli.options.declared import OnThisComputer, Options, key_option, option, takes
from cli.screens import bundles, seals, tiles, verification
from cli.terminal import keys
from cli.terminal.settings import settings
from ledger.errors import Misuse, Unavailable

_FILE = OnThisComputer()


class ChecksOptions(Options):
    """What is checked, beside the log or instead of it."""

    strict: bool = option(
        "--strict", is_flag=True, help="Also work out every score again and check that each derivation gives it."
    )
    seal: Path | None = option("--seal", metavar="FILE", type=_FILE, help="Against a seal that was given out.")
    witness: tuple[str, ...] = option(
        "--witness", multiple=True, metavar="KEY", help="With --seal: a witness's public key (can be repeated)."
    )
    quorum: int | None = option(
        "--quorum", type=click.IntRange(1), metavar="K", help="With --witness: so many must have signed [default: all]."
    )
    receipt: Path | None = option(
        "--receipt",
        metavar="FILE",
        type=_FILE,
        help="A receipt, or a tlog-proof; with --seal, by that one. No database.",
    )
    official_key: tuple[str, ...] = option(
        "--official-key", multiple=True, metavar="KEY", help="With --receipt: of the official who signed it."
    )
    bundle: Path | None = option("--bundle", metavar="FILE", type=_FILE, help="What `export` wrote. No database.")
    tiles: tuple[str, ...] = option(
        "--tiles",
        multiple=True,
        metavar="DIR|URL",
        help="A folder of tiles; of two, whether one is the other's beginning. No database.",
    )
    unsealed: bool = option(
        "--unsealed", is_flag=True, help="With --bundle and --key: events after its last seal, too."
    )


@click.command(cls=WholeLedgerCommand)
@takes(against=ChecksOptions)
@key_option("The office's public key, or a file of it [default: that of your own].")
@click.pass_context
def verify(context: click.Context, against: ChecksOptions, named: str | None) -> None:
    """Check the ledger: every digest from the stored bytes, every body, the replay, the arithmetic, the seals.

    Exit 3 if anything fails. Without --session, every session is checked.

    \b
    Examples:
      bridge-ledger verify --strict
      bridge-ledger verify --seal thursday.seal
      bridge-ledger verify --receipt R-0001.receipt --key ebu.pub
    """
    out = Output(settings(context))
    _check_alone(out, against, named)
    given, key = keys.read_seal(against.seal) if against.seal else None, keys.known_key(named)
    if given:
        keys.needed(key, given)
    asked = against.witness or against.quorum
    witnesses = seals.check_quorum(out, given, against.witness, against.quorum) if asked else []
    if against.receipt:
        officials = list(map(keys.official_public_key, against.official_key))
        verification.verify_receipt(out, against.receipt, given, key, officials, named=named is not None)
    elif against.tiles:
        tiles.verify_tiles(out, against.tiles, given, key, witnesses)
    elif against.bundle:
        with_key = named is not None
        sound = bundles.verify_bundle(out, against.bundle, given, key, named=with_key, unsealed=against.unsealed)
        context.exit(0 if sound else 3)
    else:
        with _told_what_needs_none():
            sound = verification.verify_log(Desk(context), given, key, strict=against.strict, by_key=named is not None)
        context.exit(0 if sound else 3)


@contextmanager
def _told_what_needs_none() -> Iterator[None]:
    """Where there is no ledger, it is said what is checked without one."""
    try:
        yield
    except Unavailable as error:
        if error.code != "no-database":
            raise
        without = "--tiles, --bundle and --receipt need none"
        raise Unavailable(error.code, error.message, f"{error.hint}; {without}") from None


def _check_alone(out: Output, against: ChecksOptions, named: str | None) -> None:
    """Misuse where a receipt, a bundle or tiles are to be checked together with anything else."""
    alone = [each for each in (against.receipt, against.bundle, against.tiles) if each]
    if len(alone) > 1:
        raise Misuse("usage", "a receipt, a bundle and tiles are checked one at a time", "leave the others out")
    if against.unsealed and not (against.bundle and named):
        raise Misuse("usage", "--unsealed is for a bundle that is held against a key", "--bundle FILE --key KEY")
    if against.official_key and not against.receipt:
        raise Misuse("usage", "--official-key is for a receipt", "--receipt FILE; the log itself says whose it is")
    if alone and (against.strict or out.settings.session_named):
        raise Misuse(
            "usage", "a receipt, a bundle or tiles are checked as they are", "leave --strict and --session out"
        )
