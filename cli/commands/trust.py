"""verify, seal, witness, receipt: proofs that the log is what was recorded."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shlex import quote

import click

from cli import screens
from cli.desk.commands import RecordingCommand, WholeLedgerCommand
from cli.desk.desk import Desk
from cli.options.addresses import Case
from cli.options.declared import OnThisComputer, Options, key_option, option, takes, tiles_option
from ledger.errors import Misuse, Unavailable

_FILE = OnThisComputer()


class ChecksOptions(Options):
    """Options of `verify`: the seal, receipt, bundle or tiles to check, alone or against the log."""

    strict: bool = option(
        "--strict", is_flag=True, help="Also work out every score again and check that each derivation gives it."
    )
    seal: Path | None = option("--seal", metavar="FILE", type=_FILE, help="Against a seal that was given out.")
    policy: Path | None = option(
        "--policy", metavar="FILE", type=_FILE, help="The office's key, and which witnesses must have signed the seal."
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
def verify(desk: Desk, against: ChecksOptions, named: str | None) -> int:
    """Check the ledger: every digest from the stored bytes, every body, the replay, the arithmetic, the seals.

    Exit 3 if anything fails. Without --session, every session is checked.

    \b
    Examples:
      bridge-ledger verify --strict
      bridge-ledger verify --seal thursday.seal
      bridge-ledger verify --receipt R-0001.receipt --key ebu.pub
    """
    from cli.terminal import keys

    alone = [each for each in (against.receipt, against.bundle, against.tiles) if each]
    if len(alone) > 1:
        raise Misuse("usage", "a receipt, a bundle and tiles are checked one at a time", "use a command for each")
    if against.unsealed and not (against.bundle and named):
        raise Misuse("usage", "--unsealed is for a bundle that is checked with a key", "--bundle FILE --key KEY")
    if against.official_key and not against.receipt:
        raise Misuse("usage", "--official-key is for a receipt", "leave it out: the log names the officials' keys")
    if alone and (against.strict or desk.settings.session):
        raise Misuse(
            "usage", "a receipt, a bundle or tiles are checked as they are", "leave --strict and --session out"
        )
    given = keys.read_seal(against.seal) if against.seal else None
    policy = keys.read_policy(against.policy) if against.policy else None
    with_key = named is not None or bool(policy and policy.logs)
    key = policy.office(given.office if given else "") if policy and policy.logs and not named else None
    key = key or keys.public_key_named_or_own(named)
    if given:
        keys.require_key(key, given)
    if policy and given:
        screens.seals.check_quorum(desk, [given], policy)
    elif policy and policy.wants_witnesses and not (against.receipt or against.tiles):
        raise Misuse("usage", "--policy checks the witnesses of a seal", "add --seal, --receipt or --tiles")
    if against.receipt:
        officials = list(map(keys.official_public_key, against.official_key))
        screens.verification.verify_receipt(desk, against.receipt, given, key, officials, policy, named=with_key)
    elif against.tiles:
        screens.seals.verify_tiles(desk, against.tiles, given, key, policy)
    elif against.bundle:
        verify_bundle, unsealed = screens.verification.verify_bundle, against.unsealed
        return 0 if verify_bundle(desk, against.bundle, given, key, named=with_key, unsealed=unsealed) else 3
    else:
        with _naming_checks_without_ledger():
            sound = screens.verification.verify_log(desk, given, key, strict=against.strict, by_key=with_key)
        return 0 if sound else 3
    return 0


@contextmanager
def _naming_checks_without_ledger() -> Iterator[None]:
    """Add to the error for a missing ledger a hint at the checks that need no ledger."""
    try:
        yield
    except Unavailable as error:
        if error.code != "no-database":
            raise
        without = "to check --tiles, --bundle or --receipt no ledger is needed"
        raise Unavailable(error.code, error.message, f"{error.hint}; {without}") from None


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
@click.option("--witness", "witnessed", multiple=True, metavar="FILE", type=_FILE, help="Take what `witness` printed.")
@click.option("--policy", "policed", metavar="FILE", type=_FILE, help="Seal, and ask the witnesses in this policy.")
@tiles_option("Put the log there, as tiles with the seal: `help tiles`.")
def seal(
    desk: Desk,
    named: str | None,
    new_key: str | None,
    listed: bool,
    since: int | None,
    witnessed: tuple[Path, ...],
    policed: Path | None,
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
    from cli.terminal import keys

    if witnessed and policed:
        raise Misuse("usage", "--witness takes an answer, and --policy asks for answers", "use a command for each")
    if (new_key or listed or since is not None) and (tiled or witnessed or policed):
        raise Misuse("usage", "--tiles, --witness and --policy go with a seal", "leave --list, --since, --new-key out")
    if new_key:
        screens.seals.make_key(desk, keys.key_path(named), new_key)
        desk.hint_aside(f"Nothing is sealed yet: `seal{f' --key {quote(named)}' if named else ''}` signs the log.")
    elif listed:
        desk.writing = False
        screens.seals.list_seals(desk, keys.public_key_named_or_own(named))
    elif since is not None:
        key, keep = keys.sealing_key(named), not desk.settings.dry_run
        screens.seals.print_request(desk, desk.office.seals.for_witness(desk.session_id, key, since, keep=keep))
    elif not witnessed:
        policy = keys.read_policy(policed) if policed else None
        screens.seals.seal_session(desk, keys.sealing_key(named), policy, tiled)
    else:
        screens.seals.take_signatures(desk, witnessed, named, tiled)


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
def witness(
    desk: Desk, file: Path | None, named: str | None, new_key: str | None, office: str | None, seen: Path | None
) -> None:
    """Sign another office's seal, once it extends the last one signed here (a C2SP cosignature). No database.

    The office mails the file that `seal --since NUMBER` printed: its new seal, and what shows that its log only grew
    since the seal up to that event. What this prints goes back, and `seal --witness` takes it. A seal of another
    history is refused.

    \b
    Examples:
      bridge-ledger witness --new-key nbo.example/w1                       # once: makes the key
      bridge-ledger witness thursday.ask --office ebu.pub > thursday.seal
    """
    from cli.terminal import keys
    from ledger.trust.seal import COSIGNATURE

    if new_key:
        screens.seals.make_key(desk, keys.witness_path(named), new_key, COSIGNATURE)
    elif file is None:
        raise Misuse("usage", "what is to be signed?", "the file that `seal --since NUMBER` printed")
    else:
        screens.seals.sign(desk, file, named, office, seen)


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
def receipt(desk: Desk, what: str, since: Path | None, folder: Path | None, named: str | None) -> None:
    """Prove a case, or one event by its number, to those it concerns: word for word, with the hashes up to a seal.

    The receipt shows nothing else of the session. `verify --receipt FILE` checks it anywhere, without a database.

    \b
    Examples:
      bridge-ledger receipt R-0001 --key seal.key > R-0001.receipt
      bridge-ledger receipt R-0001 --since thursday.seal > later.receipt
      bridge-ledger receipt 3 > event-3.receipt         # one event
    """
    from cli.terminal import keys

    if since and folder:
        raise Misuse("usage", "a tlog-proof does not say that a seal extends another", "leave --since out")
    earlier = keys.read_seal(since) if since else None
    stream = desk.office.stream(desk.session_id)
    proof = desk.office.seals.receipt(
        stream, what, key=keys.public_key_named_or_own(named), by_key=bool(named), since=earlier
    )
    if folder:
        screens.seals.write_proofs(desk, folder, proof)
    else:
        desk.say(proof.text)
    if proof.left:
        numbers = ", ".join(f"#{number}" for number in proof.left)
        desk.hint_aside(f"the last seal does not cover {numbers}: `seal`, then `receipt` again")
