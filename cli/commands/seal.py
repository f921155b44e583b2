"""seal, receipt: signed statements of what stood in the log, for those who want to check it later."""

import sys
from pathlib import Path

import click

from cli.desk.desk import Desk
from cli.desk.keys import key_option, key_path, known_key
from cli.desk.settings import Standing, Writing, settings
from ledger.errors import Misuse, Refusal
from ledger.office import Office
from ledger.projections.timeline import events_of
from ledger.session import Session
from ledger.trust.keys import new_key, read_key
from ledger.trust.seal import Seal, parse_seal
from ledger.trust.sealing import require_extended, seal_session, seals


@click.command(cls=Writing)
@key_option("The file of the key [env: BRIDGE_LEDGER_KEY; default: seal.key in your own settings].")
@click.option("--new-key", metavar="NAME", help="Make a key first, in the name of an office: ebu.example.")
@click.option("--list", "listed", is_flag=True, help="The seals that were given out, instead of a new one.")
@click.pass_context
def seal(context: click.Context, named: str | None, new_key: str | None, listed: bool) -> None:
    """Sign what the log of the session is now: its length, and a hash over everything in it (a C2SP checkpoint).

    The seal is printed, to be sent, posted or printed on the results, and kept with the log. `verify --seal FILE` shows later whether the
    log still begins with just what was sealed.

    What it proves: whoever holds a seal, and the office's public key, can tell whether anything up to it was changed, left
    out or put in between since. What it cannot: a seal that lies only in this database, or with whoever holds the key, proves
    nothing against them, for they can write a new log and seal that. Only a seal that was given away does.

    \b
    Examples:
      bridge-ledger seal --new-key ebu.example      once: makes the key
      bridge-ledger seal > thursday.seal
      bridge-ledger verify --seal thursday.seal
    """
    if new_key:
        _make_key(context, key_path(named), new_key)
    elif listed:
        _list(Desk(context))
    else:
        desk = Desk(context, writing=True)
        print_seal(
            desk, seal_session(desk.store, desk.session_id, read_key(key_path(named)), keep=not desk.settings.dry_run)
        )


def _make_key(context: click.Context, path: Path, name: str) -> None:
    if settings(context).dry_run:
        raise Misuse("usage", "a key is not made on trial", "leave -n out")
    key = new_key(path, name)
    if settings(context).json:
        import json

        print(json.dumps({"schema": "key/1", "file": str(path), "public_key": str(key.public)}))
    else:
        print(key.public)
        print(
            f"The key is in {path}: keep a copy where no ledger is. The line above is its public half, in\n{path}.pub: "
            "give that to everybody.",
            file=sys.stderr,
        )


def _list(desk: Desk) -> None:
    session = desk.session_id
    kept = seals(desk.store, session)
    if desk.settings.json:
        desk.json("seals/1", None, {"session": session, "seals": [seal_json(each) for each in kept]})
    elif kept or desk.settings.plain:
        desk.table(
            [">size", "root", "signed by"],
            [[str(each.checkpoint.size), each.checkpoint.root_text, each.signers] for each in kept],
        )
    else:
        desk.say("no seals were given out")


def print_seal(desk: Desk, made: Seal) -> None:
    """A seal as it is, on stdout; what to do with it on stderr."""
    if desk.settings.json:
        desk.json(
            "seal/1", None, {"session": made.checkpoint.session, "as_of": made.checkpoint.size, **seal_json(made)}
        )
        return
    print(made, end="")
    unkept = " Nothing was kept of it." if desk.settings.dry_run else ""
    desk.aside(f"Sealed up to #{made.checkpoint.size}. Give it away: kept only here it proves nothing.{unkept}")


def seal_json(made: Seal) -> dict[str, object]:
    """A seal as JSON."""
    return {
        "size": made.checkpoint.size,
        "root": made.checkpoint.root_text,
        "origin": made.checkpoint.origin,
        "signed_by": made.signers,
        "note": str(made),
    }


def seal_line(made: Seal) -> str:
    """A seal in a line, at the foot of what is printed."""
    sealed = made.checkpoint
    return f"Sealed up to #{sealed.size}, signed as {made.signers}: root {sealed.root_text}"


def last_seal(desk: Desk, upto: Session) -> Seal | None:
    """The last seal that was given out of a session, up to a moment."""
    kept = [each for each in seals(desk.store, upto.id) if each.checkpoint.size <= upto.number]
    return kept[-1] if kept else None


@click.command(cls=Standing)
@click.argument("case", metavar="CASE")
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
      bridge-ledger receipt R-0001 > R-0001.receipt
      bridge-ledger receipt R-0001 --since printed.seal > R-0001.receipt
      bridge-ledger verify --receipt R-0001.receipt
    """
    from ledger.trust.receipt import make_receipt

    desk = Desk(context)
    key = known_key(named)
    session = desk.office.session(desk.session_id)
    numbers = _numbers(desk.office, session, case.upper() if case[:1].isalpha() else case)
    kept = seals(desk.store, session.id)
    mine = [each for each in kept if key and each.signatures_of(key)]
    kept = mine if mine or named else kept
    covering = [each for each in kept if each.checkpoint.size >= numbers[0]]
    if not covering:
        raise Refusal("not-sealed", f"{case} (#{numbers[0]}) is not under a seal yet", "`seal` makes one")
    sealed = covering[-1]
    log = list(desk.store.log.sound(session.id, sealed.checkpoint.size))
    digests = [digest for _, digest in log]
    require_extended(sealed, digests)
    proved = [number for number in numbers if number <= sealed.checkpoint.size]
    earlier = read_seal(since) if since else None
    if earlier:
        _require_earlier(earlier, sealed, digests)
    rows = [log[number - 1] for number in proved]
    named_key = str(key) if key and sealed.signatures_of(key) else ""
    print(make_receipt(case.upper(), rows, digests, sealed, named_key, earlier).decode())
    left = [f"#{number}" for number in numbers if number not in proved]
    if left:
        desk.aside(f"{', '.join(left)} came after the last seal and is not in it: `seal`, then `receipt` again")


def _numbers(office: Office, session: Session, case: str) -> list[int]:
    """The events of a case, or the one event that is named."""
    digits = case.removeprefix("#")
    if digits.isdigit():
        return [office.event(session.id, int(digits)).number]
    if not (numbers := events_of(session, case)):
        raise Refusal("no-such-case", f"there is no case {case}", "R-0001, A-0001, C-0001, P-0001, or an event: #207")
    return sorted(numbers)


def _require_earlier(earlier: Seal, sealed: Seal, digests: list[bytes]) -> None:
    if earlier.checkpoint.origin != sealed.checkpoint.origin or earlier.checkpoint.size > sealed.checkpoint.size:
        raise Misuse(
            "other-seal",
            f"the seal of {earlier.checkpoint.origin} up to #{earlier.checkpoint.size} is not an earlier one of "
            f"{sealed.checkpoint.origin}, which goes up to #{sealed.checkpoint.size}",
            "`seal --list` shows those of this session",
        )
    require_extended(earlier, digests)


def read_seal(path: Path) -> Seal:
    """The seal in a file, as it was printed or sent."""
    return parse_seal(read_small(path, "a seal"))


def read_small(path: Path, what: str) -> str:
    """The text of a file that cannot be long; Misuse where it is not there, or no text."""
    try:
        with path.open("rb") as file:
            content = file.read(_LONGEST + 1)
        if len(content) > _LONGEST:
            raise Misuse("bad-file", f"{path} is far too long to be {what}", "is it the file you meant?")
        return content.decode("utf-8-sig")  # some editors put a mark before it
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", f"name the file of {what}") from None
    except (OSError, UnicodeDecodeError):
        raise Misuse("bad-file", f"{path} cannot be read as {what}", "is it the file you meant?") from None


_LONGEST = 1 << 22
