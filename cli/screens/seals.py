"""Seals on a screen and in JSON."""

from contextlib import suppress

from cli.desk.desk import Desk
from cli.desk.keys import known_key
from ledger.errors import Problem
from ledger.session import Stream
from ledger.trust.keys import signed_by
from ledger.trust.seal import PublicKey, Seal


def print_seal(desk: Desk, made: Seal, key: PublicKey) -> None:
    """A seal as it is, on stdout; what to do with it on stderr."""
    if desk.settings.json:
        sealed = made.checkpoint
        desk.json("seal/1", {"session": sealed.session, "as_of": sealed.size, **seal_json(made, key)})
        return
    desk.say(*str(made).rstrip("\n").split("\n"))
    unkept = " Nothing was kept of it." if desk.settings.dry_run else ""
    desk.aside(f"Sealed up to #{made.checkpoint.size}. Give it away: kept only here it proves nothing.{unkept}")


def list_seals(desk: Desk, key: PublicKey | None) -> None:
    """The seals that were given out of the session meant; whose they are is said where it was checked."""
    session = desk.session_id
    kept = desk.office.seals.of(session)
    if desk.settings.json:
        shown = [seal_json(each, key) for each in kept]
        desk.json("seals/1", {"session": session, "seals": shown, "strange": desk.office.seals.strange(session)})
        return
    rows = [[str(each.checkpoint.size), each.checkpoint.root_text, signature_text(each, key)] for each in kept]
    strange = [[str(size), "", "FORGED: it is no seal"] for size in desk.office.seals.strange(session)]
    rows = sorted([*rows, *strange], key=lambda row: int(row[0]))
    desk.table_or("no seals were given out", [">size", "root", "signed by"], rows)


def signature_text(made: Seal, key: PublicKey | None) -> str:
    """Who signed a seal, where that was checked; else that it was not, or that it is forged."""
    good = signed_by(made, key) if key else None
    if key and good:
        others = [each.short for each in made.signatures if each.short != key.short]
        return key.short + (f"; not checked: {', '.join(dict.fromkeys(others))}" if others else "")
    if key and good is False:
        return f"FORGED: not by {key.short}"
    return f"not checked; says {made.signers}"


def seal_json(made: Seal, key: PublicKey | None) -> dict[str, object]:
    """A seal as JSON; `signed_by` is null where its signature was not checked, or is forged (`forged`)."""
    good = signed_by(made, key) if key else None
    return {
        "size": made.checkpoint.size,
        "root": made.checkpoint.root_text,
        "origin": made.checkpoint.origin,
        "signed_by": key.short if key and good else None,
        "says": made.signers,
        "forged": good is False,
        "note": str(made),
    }


def own_key() -> PublicKey | None:
    """The office's own key, to check its seals with; a report does not fail for want of one that can be read."""
    with suppress(Problem):
        return known_key(None)
    return None


def last_seal_json(desk: Desk, upto: Stream) -> dict[str, object] | None:
    """The last seal up to a moment as JSON."""
    made = desk.office.seals.last(upto)
    return seal_json(made, own_key()) if made else None


def say_last_seal(desk: Desk, upto: Stream) -> None:
    """The same in a line, at the foot of what it covers; not among tab-separated lines."""
    made = None if desk.settings.plain else desk.office.seals.last(upto)
    if made:
        sealed, signature = made.checkpoint, signature_text(made, own_key())
        desk.say("", f"Sealed up to #{sealed.size}: root {sealed.root_text}, signed by: {signature}")
