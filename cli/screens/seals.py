"""Seals on a screen and in JSON."""

from cli.desk.desk import Desk
from ledger.session import Session
from ledger.trust.seal import Seal


def print_seal(desk: Desk, made: Seal) -> None:
    """A seal as it is, on stdout; what to do with it on stderr."""
    if desk.settings.json:
        sealed = made.checkpoint
        desk.json("seal/1", {"session": sealed.session, "as_of": sealed.size, **seal_json(made)})
        return
    desk.say(*str(made).rstrip("\n").split("\n"))
    unkept = " Nothing was kept of it." if desk.settings.dry_run else ""
    desk.aside(f"Sealed up to #{made.checkpoint.size}. Give it away: kept only here it proves nothing.{unkept}")


def list_seals(desk: Desk) -> None:
    """The seals that were given out of the session meant."""
    session = desk.session_id
    kept = desk.office.seals.of(session)
    if desk.settings.json:
        desk.json("seals/1", {"session": session, "seals": [seal_json(each) for each in kept]})
        return
    rows = [[str(each.checkpoint.size), each.checkpoint.root_text, each.signers] for each in kept]
    desk.table_or("no seals were given out", [">size", "root", "signed by"], rows)


def seal_json(made: Seal) -> dict[str, object]:
    """A seal as JSON."""
    return {
        "size": made.checkpoint.size,
        "root": made.checkpoint.root_text,
        "origin": made.checkpoint.origin,
        "signed_by": made.signers,
        "note": str(made),
    }


def last_seal_json(desk: Desk, upto: Session) -> dict[str, object] | None:
    """The same as JSON."""
    made = desk.office.seals.last(upto)
    return seal_json(made) if made else None


def say_last_seal(desk: Desk, upto: Session) -> None:
    """The same in a line, at the foot of what it covers; not among tab-separated lines."""
    made = None if desk.settings.plain else desk.office.seals.last(upto)
    if made:
        sealed = made.checkpoint
        desk.say("", f"Sealed up to #{sealed.size}, signed as {made.signers}: root {sealed.root_text}")
