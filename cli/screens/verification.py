"""What `verify` found: a line a check, and the first bad event; what a receipt proves, and by whose signature."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from cli.desk.desk import Desk
from cli.desk.output import Output, filled
from cli.json.trust import audits_json, receipt_json
from cli.terminal.keys import needed, read_small
from cli.terminal.screen import put_aside
from cli.terminal.settings import Settings
from cli.words.events import event_text
from cli.words.times import moment_text
from ledger.errors import Misuse
from ledger.errors.visible import called
from ledger.facts import Event
from ledger.facts.free_text import kept_texts, texts_in
from ledger.facts.office import JudgementSigned, key_name
from ledger.facts.publications import ScoresPublished, StandingPublished
from ledger.recording.ledgers import driver_note
from ledger.trust.checks import Discrepancy
from ledger.trust.receipt import Receipt, check_receipt, require_mentioned, require_signed_by
from ledger.trust.seal import PublicKey, Seal, parse_public_key, parse_seal
from ledger.trust.sealing import require_signed
from ledger.trust.tlog_proof import FIRST_LINE, check_tlog_proof
from ledger.trust.verification import Audit


def verify_log(desk: Desk, given: Seal | None, key: PublicKey | None, *, strict: bool, by_key: bool) -> bool:
    """Check every session, the one named, or the one a seal is of, and print what was found; whether all is sound."""
    audits = desk.office.verify(_session(desk, given), strict=strict, seal=given, key=key, by_key=by_key)
    if desk.settings.json:
        desk.json("verify/1", audits_json(audits, given, key))
    else:
        _print_all(desk, audits)
        if key is None and any("seals" in each.checks for each in audits):
            desk.aside("note: the seals fit the log; whose signatures they have was not checked: --key")
    return all(each.ok for each in audits)


def _session(desk: Desk, given: Seal | None) -> str | None:
    """The session to check, even if nothing of it is left but a seal; None for every one there is."""
    named = desk.settings.session_named
    if given is None:
        return desk.office.the_session(named) if named else None
    sealed = given.checkpoint.session
    if named not in (None, sealed):
        raise Misuse("other-seal", f"the seal is of session {sealed}, not of {named}", "leave --session out")
    return sealed


def _print_all(desk: Desk, audits: Sequence[Audit]) -> None:
    """A line a check; what is wrong on stderr."""
    if desk.settings.verbose and (note := driver_note(desk.settings.database)):
        desk.say(note)
    for each in audits:
        _print(desk, each)
    if not any(each.session for each in audits):
        desk.say("no sessions: nothing to check")


def _print(desk: Desk, audit: Audit) -> None:
    if not audit.session and audit.ok and not audit.notes:
        desk.say("the database: guarded as it was made")
        return
    sound = f"{audit.events} events, digest {audit.digest[:16]}" if audit.digest else f"sound up to #{audit.events}"
    desk.say(f"{called(audit.session)}: {sound}" if audit.session else "the database")
    for check, found in audit.checks.items():
        desk.say(f"  {'FAILED' if found else 'ok    '}  {check}")
        _say(found, desk.settings)
    desk.say(*(f"  note    {note}" for note in audit.notes))
    for each in audit.warnings:
        put_aside(f"warning: {each.text}", f"hint: {each.hint}")


def say_findings(audit: Audit, asked: Settings) -> None:
    """What was found to be wrong, on stderr."""
    for found in audit.checks.values():
        _say(found, asked)


def _say(found: Sequence[Discrepancy], asked: Settings) -> None:
    """The findings of a check; what to do is said once, after the last that has the same hint."""
    for hint, of in groupby(found, key=lambda each: each.hint):
        put_aside(
            *(f"error[{each.code}]: {each.text}" for each in of), *([f"hint: {filled(hint, asked)}"] if hint else [])
        )


def verify_receipt(
    out: Output,
    path: Path,
    given: Seal | None,
    key: PublicKey | None,
    officials: Sequence[PublicKey] = (),
    *,
    named: bool,
) -> None:
    """Check a receipt, and print the events it proves; the `officials` must have signed it, and no others."""
    text = read_small(path, "a receipt")
    _require_no_seal(text, path)
    receipt = check_tlog_proof(text) if text.startswith(FIRST_LINE) else check_receipt(text.encode())
    if officials:
        require_signed_by(receipt, officials)
    if given:
        require_mentioned(receipt, given, needed(key, given))
    signed, key = _signature(receipt, given, key, named)
    if out.settings.json:
        out.json("verify/1", receipt_json(receipt, signed, key))
    else:
        out.say(*_lines(receipt, signed, compared=bool(officials)))


def _require_no_seal(text: str, path: Path) -> None:
    """Misuse (bad-receipt) where it is a seal: that is checked another way."""
    try:
        sealed = parse_seal(text).checkpoint
    except Misuse:
        return
    how = "--seal FILE checks it: against the log here, or with --tiles, --bundle or a --receipt of that log"
    raise Misuse("bad-receipt", f"{path} is no receipt, but a seal of {sealed.origin} up to #{sealed.size}", how)


def _signature(
    receipt: Receipt, given: Seal | None, key: PublicKey | None, named: bool
) -> tuple[str, PublicKey | None]:
    """By whose signature it holds, and the key it was checked with; Corrupt (seal-forged) where it is another's."""
    known = "the office's key"
    if not (named or given) and not (key and receipt.seal.signatures_of(key)):
        key = parse_public_key(receipt.key) if receipt.key else None
        known = "the key the receipt itself names: compare it with the one the office gave out (--key checks it)"
    if key is None:
        return f"not checked: it says {receipt.seal.signers}; --key NAME+12345678+AV… checks it", None
    for seal in filter(None, (receipt.seal, receipt.since, given)):
        require_signed(seal, key)
    return f"{key.short}, {known}", key


def _lines(receipt: Receipt, signed: str, *, compared: bool) -> list[str]:
    sealed = receipt.seal.checkpoint
    words = [text for each in receipt.events for _, text in kept_texts(each.event)]
    told = (
        "but for the words, which are not in it" if any(each.gone == "withheld" for each in words) else "word for word"
    )
    stood = f"{receipt.case} stood in the log of {sealed.session}, {told}, when it was sealed up to #{sealed.size}:"
    return [
        stood,
        "",
        *_event_lines(receipt),
        *_since_lines(receipt),
        "",
        "What else became of the case, a receipt cannot show: ask the office for all of it.",
        "",
        f"Root of the seal: {sealed.root_text}",
        f"Signed by: {signed}",
        *_official_lines(receipt, compared),
    ]


def _official_lines(receipt: Receipt, compared: bool) -> Iterator[str]:
    """With which keys officials signed what is in it; `compared`: somebody who knows them said that they are theirs."""
    known = "as named" if compared else "compare it with the one he gave out (--official-key checks it)"
    for each in receipt.events:
        if isinstance(each.event, JudgementSigned):
            numbers = ", ".join(f"#{number}" for number in each.because)
            yield f"{numbers} signed by {each.by} with the key {key_name(each.event.key)}: {known}"


def _event_lines(receipt: Receipt) -> list[str]:
    lines = []
    for each in receipt.events:
        when = moment_text(each.occurred_at, each.recorded_at)
        lines.append(f"  #{each.number:<5} {when}  {each.by:<10} {event_text(each.event)}")
        lines += [f"           {where}: {text}" for where, text in texts_in(each.event)]
        lines += [f"           {numbers}" for numbers in _numbers(each.event)]
    return lines


def _numbers(event: Event) -> Iterator[str]:
    """The digest of all that was given out, whole: as the site prints it, to be held against it."""
    if isinstance(event, ScoresPublished):
        yield f"numbers: {event.numbers}"
    if isinstance(event, StandingPublished):
        yield from (f"numbers of {each.stage}: {each.numbers}" for each in event.stages)


def _since_lines(receipt: Receipt) -> list[str]:
    if receipt.since is None:
        return []
    earlier = receipt.since.checkpoint.size
    return ["", f"That seal extends the one up to #{earlier}: nothing before was changed since."]
