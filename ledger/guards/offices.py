"""Guards of every command: which officials may record which event, from which login, and with which signature.

Until somebody is appointed the office is open: anybody at the desk records. From the first appointment on, every event
is recorded by an official who holds the office for it.

Only a database server knows who logged in, and notes it with every event (`help postgresql`). In a file nobody logs in,
so nobody is refused: its events come to the server under a seal, or with the chief director's consent.

Judgements are the events a scorer may not record, and reopenings. One signature at the end of a command covers all its
events and, by the chain of digests, the log up to them.
"""

import re
import shlex
from collections.abc import Iterable
from typing import NamedTuple, TypeGuard

from ledger.errors import Refusal
from ledger.kernel.fact import CHIEF, DIRECTORS, SCORERS, Event, TakenBack, from_file
from ledger.laws.regulations import Regulations
from ledger.laws.rounding import short_text
from ledger.scoring.forms import FORMS
from ledger.session.cases import Appeal
from ledger.session.response import Actor
from ledger.session.state import Session
from ledger.session.stream import Stream
from ledger.subjects.appeals.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    AppealScreened,
    DecisionReviewed,
    Instance,
)
from ledger.subjects.office.facts import BundleImported, SigningEvent, key_name, office_text
from ledger.subjects.publications.facts import ScoresPublished, StandingPublished
from ledger.subjects.register import kind_of
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.tournaments.state import session_of


def offices_for(stream: Stream, event: Event) -> tuple[str, ...]:
    """Return the offices that may record an event in the stream's present state."""
    if from_file(event):
        return SCORERS
    if isinstance(event, BundleImported) and not event.seal:
        return CHIEF
    if isinstance(event, ScoresPublished | StandingPublished) and event.from_then:
        return CHIEF
    if _recalls_decision(event):
        recalled = session_of(stream).appeals[event.case].decision
        return (_deciding_body(recalled),) if recalled else ()
    if isinstance(event, DecisionReviewed):
        return (_deciding_body(event),)
    return kind_of(event).offices


def _recalls_decision(event: Event) -> TypeGuard[TakenBack]:
    return isinstance(event, TakenBack) and event.kind in ("appeal-decided", "decision-reviewed")


def _deciding_body(decision: AppealDecided | DecisionReviewed) -> str:
    if isinstance(decision, AppealDecided):
        return decision.body
    return "committee" if decision.instance == "committee" else "reviewer"


def may_record(stream: Stream, by: str, event: Event) -> bool:
    """Return whether a person may record an event in the present state; anybody may until officials are appointed."""
    if not stream.officials or isinstance(event, SigningEvent):  # its recorder held the office for what he signs
        return True
    offices = stream.officials.offices(by)
    if isinstance(event, AppealLodged) and event.through:
        return bool(offices) and bool(stream.officials.offices(event.through) & set(DIRECTORS))
    return bool(offices & set(offices_for(stream, event)))


def may_say_in_time(stream: Stream, by: str, event: Event) -> bool:
    """Return whether a person may state that an event recorded late was in time; no scorer may, if officials exist."""
    return not stream.officials or bool(stream.officials.offices(by) & _above_scorers(stream, event))


def by_option_for_late_record(stream: Stream, event: Event) -> str:
    """Return the option --by to type: an official who may state that an event recorded late happened in time."""
    return f"--by {official_to_type(stream, *sorted(_above_scorers(stream, event)))}"


def _above_scorers(stream: Stream, event: Event) -> set[str]:
    return {*offices_for(stream, event)} - {"scorer"}


class OwnCase(NamedTuple):
    """A person who would judge his own case, and what he did in the case: 'gave R-0001'."""

    name: str
    part: str


_Judging = AppealScreened | AppealHeard | AppealDecided | DecisionReviewed | TakenBack


def judging_own_case(stream: Stream, by: str, event: Event) -> OwnCase | None:
    """Return the person who would judge his own ruling or decision; None if there is none.

    In an open office anybody at the desk records, so only the committee's names are compared. The chief director may
    judge his own rulings if there is no committee (Law 93A), and on points of law (Law 93B1).
    """
    if not isinstance(event, _Judging) or (isinstance(event, TakenBack) and not _recalls_decision(event)):
        return None
    if isinstance(event, AppealScreened) and event.admitted:
        return None
    session = session_of(stream)
    if _rules_as_chief(session, by, event):
        return None
    appeal = session.appeals[event.case]
    parts = _parts_in_case(session, appeal)
    if appeal.awaiting:
        parts = _earlier_deciders(session, appeal, appeal.awaiting.instance) | parts
    present = (by,) if session.officials else ()
    for name in event.committee if isinstance(event, AppealHeard) else present:
        if part := parts.get(name.casefold()):
            return OwnCase(name, part)
    return None


def _rules_as_chief(session: Session, by: str, event: _Judging) -> bool:
    """Return whether the chief director may decide, even on his own ruling: no committee, or a point of law."""
    if isinstance(event, TakenBack):
        recalled = session.appeals[event.case].decision
        return isinstance(recalled, AppealDecided) and recalled.body == "chief-director"
    if "chief-director" not in session.officials.offices(by):
        return False
    if isinstance(event, AppealDecided):
        return event.body == "chief-director"
    return isinstance(event, AppealScreened) and no_committee(session)


def no_committee(session: Session) -> bool:
    """Return whether officials are appointed but nobody among them hears appeals (Law 93A)."""
    return bool(session.officials) and not hearers(session)


def hearers(session: Session) -> tuple[str, ...]:
    """Return the officials who hear appeals first (Law 93B2): the committee and, if so regulated, the reviewers.

    Under other regulations a reviewer belongs to the regulating authority, the instance above (Law 93C).
    """
    by_reviewer = session.regulations.periods.first_instance == "reviewer"
    return tuple(session.officials.holders("committee", *(("reviewer",) if by_reviewer else ())))


def _earlier_deciders(session: Session, appeal: Appeal, instance: Instance) -> dict[str, str]:
    """Return what each person did who decided the case in a lower instance, by the person's name in lower case.

    A decision of the same instance on another appeal against the ruling is not below it.
    """
    parts: dict[str, str] = {}
    for _, _, decision, _, by in session.decisions_on(appeal.against):
        if not (isinstance(decision, DecisionReviewed) and decision.instance == instance):
            parts[by.casefold()] = f"decided {decision.case}"
    # a committee may decide what it heard: the law alone was the chief director's
    if appeal.heard and instance != "committee":
        parts = {name.casefold(): f"heard {appeal.case}" for name in appeal.heard.committee} | parts
    return parts


def _parts_in_case(session: Session, appeal: Appeal) -> dict[str, str]:
    if penalty := session.penalties.get(appeal.against):
        return {penalty.by.casefold(): f"imposed {appeal.against}"}
    parts: dict[str, str] = {}
    rulings = [session.rulings[appeal.against]]
    while earlier := rulings[-1].given.supersedes:
        rulings.append(session.rulings[earlier])
    for ruling in rulings:
        for version in ruling.versions:
            parts.setdefault(version.by.casefold(), f"gave {ruling.case}")
            for name in version.judgement.consulted:
                parts.setdefault(name.casefold(), f"was consulted on {ruling.case}")
    return parts


def check_office(stream: Stream, by: str, event: Event) -> None:
    """Refuse an event if the official recording it lacks the office for it, or would judge his own case."""
    if not may_record(stream, by, event):
        raise _not_allowed(stream, by, event)
    if own_case := judging_own_case(stream, by, event):
        message = f"{own_case.name} {own_case.part}, and does not decide on it"
        raise Refusal("own-ruling", message, "others hear it and decide")


def _not_allowed(stream: Stream, by: str, event: Event) -> Refusal:
    offices = stream.officials.offices(by)
    if isinstance(event, AppealLodged) and offices:
        who = event.through or by
        law = stream.regulations.law("appeal-through-director")
        message = f"{who} is no director of this session: an appeal comes through the director{law}"
        return Refusal(
            "not-through-director", message, f"--through {official_to_type(stream, *DIRECTORS)}, who received it"
        )
    held, permitted = " and ".join(map(office_text, sorted(offices))), offices_for(stream, event)
    message = f"only a {' or '.join(map(office_text, permitted))} may do this, and {by} is {held or 'no official here'}"
    heard = session_of(stream).appeals[event.case].heard if isinstance(event, AppealDecided) else None
    sat = heard.committee if heard else ()
    hint = f"--by {official_to_type(stream, *permitted)}"
    if by.casefold() in {name.casefold() for name in sat}:
        hint = f"`official add {quote_name(by)} --as committee`, by the chief director, and {by}, who heard it, decides"
    elif any(stream.officials.offices(name) & set(permitted) for name in sat):
        hint = "--by NAME, of one who heard it"
    return Refusal("not-your-office", message, f"{hint}; `official list` has their names")


def official_to_type(stream: Stream, *offices: str) -> str:
    """Return what to type after --by: an official with one of these offices, or one to be appointed.

    It names no person: --by is only a text, and a refused user would try any name.
    """
    if stream.officials.holders(*offices):
        return f"NAME, of a {' or '.join(map(office_text, offices))}"
    return f"NAME, once appointed: `official add NAME --as {offices[-1]}`"


def quote_name(name: str) -> str:
    """Return a name quoted for a command line: "Van Berg" in inverted commas."""
    return f'"{name}"' if re.fullmatch(r"[\w.-]+( [\w.-]+)+", name) else shlex.quote(name)


def check_login(stream: Stream, actor: Actor, login: str = "") -> None:
    """Refuse (not-your-login) an official who is tied to a login, or shall be to `login`, and records from another."""
    tied = login or stream.officials.login_of(actor.by)
    if tied and actor.login not in ("", tied):
        message = f"{actor.by} can record only from the server's login {tied}, and you are logged in as {actor.login}"
        raise Refusal("not-your-login", message, f"log in as {tied} (--db), or record in your own name (--by)")


def check_device(stream: Stream, actor: Actor) -> None:
    """Refuse (not-paired) a command that comes from a device not paired to the official."""
    device = stream.devices.get(actor.device)
    if actor.device and (device is None or device.official.casefold() != actor.by.casefold()):
        hint = f"`official pair {quote_name(actor.by)}` pairs it; `official list` shows the devices"
        raise Refusal("not-paired", f"{actor.device} is no device of {actor.by}: nothing was recorded", hint)


def is_judgement(stream: Stream, event: Event) -> bool:
    """Return whether an event must be signed by an official who is tied to a key."""
    if isinstance(event, SigningEvent):
        return False
    return isinstance(event, BoardReopened) or "scorer" not in offices_for(stream, event)


def signing_key(stream: Stream, by: str, events: Iterable[Event]) -> str:
    """Return the public key with which a person signs the events of a command; '' if nothing is signed."""
    key = stream.officials.key_of(by)
    return key if key and any(is_judgement(stream, event) for event in events) else ""


def check_signs(stream: Stream, actor: Actor, events: Iterable[Event]) -> None:
    """Refuse (not-signed) a judgement of an official tied to a key, if neither that key nor a device signs it."""
    key = signing_key(stream, actor.by, events)
    if actor.device or key in ("", actor.key):  # a device signs the whole command
        return
    tied = f"{actor.by} is tied to the key {key_name(key)}, and what he judges is recorded with its signature"
    actual = f"; this is the key {key_name(actor.key)}" if actor.key else ""
    raise Refusal("not-signed", tied + actual, "--sign-with FILE, or BRIDGE_LEDGER_OFFICIAL_KEY: the file of that key")


def check_amendment(session: Session, regulations: Regulations) -> None:
    """Refuse regulations without victory points if a penalty has some, and other Laws after a ruling or citation."""
    citing = [*session.rulings, *session.penalties]
    citing += [case for case, call in session.calls.items() if call.called.laws]
    citing += [f"#{at}" for at, (event, _) in session.reversible.items() if getattr(event, "laws", ())]
    if regulations.laws != session.regulations.laws and citing:
        message = f"{citing[0]} is under {session.regulations.edition.title}, and the profile under {regulations.laws}"
        hint = f'`session amend --profile FILE.toml` with laws = "{session.regulations.laws}" in it changes the values'
        raise Refusal("has-dependants", message, hint)
    if FORMS[session.opening.scoring].victory_points(regulations) is not None:
        return
    lost = [each for each in session.penalties_in_force() if each.imposed.unit == "VP" and each.imposed.amount]
    for penalty in lost:
        case, amount = penalty.imposed.case, short_text(penalty.imposed.amount)
        raise Refusal(
            "wrong-unit",
            f"{regulations.profile} has no victory points, and {case} takes {amount} VP from "
            f"{penalty.imposed.contestant}",
            f"`penalty withdraw {case}`, and impose it in another unit, first",
        )
