"""Who may do what: which officials may record which event; who is tied to a login of the database server records from
it; and whose judgements are recorded with a signature. Guards that every command passes.

While nobody is appointed the office is open: whoever sits at the desk records. With the first official, everything is
recorded by one who holds the office for it.

Only the server knows who logged in, and notes it beside every event (`help postgresql`). In a file nobody logs in, so
nobody is refused: what was recorded there comes back to the server under a seal, or by the chief director's consent.

What a scorer may not record is a judgement, and a reopening is one too, whoever may record it. One signature at the end
of a command covers all its events, and by the chain of digests the log up to them.
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
from ledger.subjects.office.facts import AppointOfficial, BundleImported, JudgementSigned, key_name, office_text
from ledger.subjects.publications.facts import ScoresPublished, StandingPublished
from ledger.subjects.register import kind_of
from ledger.subjects.reopening import BoardReopened
from ledger.subjects.tournaments.state import session_of


def allowed(stream: Stream, event: Event) -> tuple[str, ...]:
    """The offices that may record an event in the stream as it is."""
    if from_file(event):
        return SCORERS
    if isinstance(event, BundleImported) and not event.seal:
        return CHIEF
    if isinstance(event, ScoresPublished | StandingPublished) and event.from_then:
        return CHIEF
    if _recalls_decision(event):
        recalled = session_of(stream).appeals[event.case].decision
        return (_body_of(recalled),) if recalled else ()
    if isinstance(event, DecisionReviewed):
        return (_body_of(event),)
    return kind_of(event).offices


def _recalls_decision(event: Event) -> TypeGuard[TakenBack]:
    return isinstance(event, TakenBack) and event.kind in ("appeal-decided", "decision-reviewed")


def _body_of(decision: AppealDecided | DecisionReviewed) -> str:
    if isinstance(decision, AppealDecided):
        return decision.body
    return "committee" if decision.instance == "committee" else "reviewer"


def may_record(stream: Stream, by: str, event: Event) -> bool:
    """Whether somebody may record an event in the stream as it is."""
    if not stream.officials or isinstance(event, JudgementSigned):  # who signs what he recorded held the office for it
        return True
    offices = stream.officials.offices(by)
    if isinstance(event, AppealLodged) and event.through:
        return bool(offices) and bool(stream.officials.offices(event.through) & set(DIRECTORS))
    return bool(offices & set(allowed(stream, event)))


def may_say_in_time(stream: Stream, by: str, event: Event) -> bool:
    """Whether somebody may say of an event recorded after its period that it happened within: no scorer may."""
    return not stream.officials or bool(stream.officials.offices(by) & _above_scorers(stream, event))


def by_whom_in_time(stream: Stream, event: Event) -> str:
    """How one who may say so records that an event happened within its period."""
    return f"--by {one_of(stream, *sorted(_above_scorers(stream, event)))}"


def _above_scorers(stream: Stream, event: Event) -> set[str]:
    return {*allowed(stream, event)} - {"scorer"}


class OwnCase(NamedTuple):
    """Somebody who would sit in judgement on what is his own: who, and what part he had in it: 'gave R-0001'."""

    name: str
    part: str


_Judging = AppealScreened | AppealHeard | AppealDecided | DecisionReviewed | TakenBack


def judging_own_case(stream: Stream, by: str, event: Event) -> OwnCase | None:
    """Who sits in judgement on what is his own: on a ruling he gave, or in review of a decision he took.

    In an open office whoever sits at the desk records, so only a committee's names are held against the ruling. The
    chief director rules on his own too, where there is no committee (Law 93A), and on the law (Law 93B1).
    """
    if not isinstance(event, _Judging) or (isinstance(event, TakenBack) and not _recalls_decision(event)):
        return None
    if isinstance(event, AppealScreened) and event.admitted:
        return None
    session = session_of(stream)
    if _rules_as_chief(session, by, event):
        return None
    appeal = session.appeals[event.case]
    parts = _parts(session, appeal)
    if appeal.awaiting:
        parts = _deciders(session, appeal, appeal.awaiting.instance) | parts
    present = (by,) if session.officials else ()
    for name in event.committee if isinstance(event, AppealHeard) else present:
        if part := parts.get(name.casefold()):
            return OwnCase(name, part)
    return None


def _rules_as_chief(session: Session, by: str, event: _Judging) -> bool:
    """Whether this is the chief director's to hear, whoever ruled: there is no committee, or it is a point of law."""
    if isinstance(event, TakenBack):
        recalled = session.appeals[event.case].decision
        return isinstance(recalled, AppealDecided) and recalled.body == "chief-director"
    if "chief-director" not in session.officials.offices(by):
        return False
    if isinstance(event, AppealDecided):
        return event.body == "chief-director"
    return isinstance(event, AppealScreened) and no_committee(session)


def no_committee(session: Session) -> bool:
    """Whether officials were appointed, and none among them who hear appeals (Law 93A)."""
    return bool(session.officials) and not hearers(session)


def hearers(session: Session) -> tuple[str, ...]:
    """Who hears appeals before anybody else (Law 93B2): a committee, or a reviewer where the regulations have one.

    Elsewhere a reviewer is of the regulating authority, which is above (Law 93C).
    """
    by_reviewer = session.regulations.periods.first_instance == "reviewer"
    return tuple(session.officials.holders("committee", *(("reviewer",) if by_reviewer else ())))


def _deciders(session: Session, appeal: Appeal, instance: Instance) -> dict[str, str]:
    """Who decided what is taken further to an instance, by name in small letters: the next one is others.

    What the same instance decided on another appeal against it is no decision below.
    """
    found: dict[str, str] = {}
    for _, _, decision, _, by in session.decisions_on(appeal.against):
        if not (isinstance(decision, DecisionReviewed) and decision.instance == instance):
            found[by.casefold()] = f"decided {decision.case}"
    if appeal.heard and instance != "committee":  # the chief director heard the law alone: who sat, sits now
        found = {name.casefold(): f"heard {appeal.case}" for name in appeal.heard.committee} | found
    return found


def _parts(session: Session, appeal: Appeal) -> dict[str, str]:
    if penalty := session.penalties.get(appeal.against):
        return {penalty.by.casefold(): f"imposed {appeal.against}"}
    found: dict[str, str] = {}
    rulings = [session.rulings[appeal.against]]
    while earlier := rulings[-1].given.supersedes:
        rulings.append(session.rulings[earlier])
    for ruling in rulings:
        for version in ruling.versions:
            found.setdefault(version.by.casefold(), f"gave {ruling.case}")
            for name in version.judgement.consulted:
                found.setdefault(name.casefold(), f"was consulted on {ruling.case}")
    return found


def check_office(stream: Stream, by: str, event: Event) -> None:
    """Refuse what the official recording has no office for, or what would be judging one's own case."""
    if not may_record(stream, by, event):
        raise _not_allowed(stream, by, event)
    if own := judging_own_case(stream, by, event):
        message = f"{own.name} {own.part}, and does not decide on it"
        raise Refusal("own-ruling", message, "others hear it and decide")


def _not_allowed(stream: Stream, by: str, event: Event) -> Refusal:
    offices = stream.officials.offices(by)
    if isinstance(event, AppealLodged) and offices:
        message = (
            f"{event.through or by} is no director of this session: an appeal comes through the director (Law 92C)"
        )
        return Refusal("not-through-director", message, f"--through {one_of(stream, *DIRECTORS)}, who received it")
    held = " and ".join(map(office_text, sorted(offices)))
    who = f"{by} is {held} of this session" if held else f"{by} is no official of this session"
    message = f"{who}; this is for a {' or '.join(map(office_text, allowed(stream, event)))}"
    hint = f"{_by_whom(stream, by, event)}; `official list` shows who holds what office"
    return Refusal("not-your-office", message, hint)


def _by_whom(stream: Stream, by: str, event: Event) -> str:
    offices = allowed(stream, event)
    heard = session_of(stream).appeals[event.case].heard if isinstance(event, AppealDecided) else None
    sat = heard.committee if heard else ()
    if by.casefold() in {name.casefold() for name in sat}:
        return f"`official add {typed(by)} --as committee`, by the chief director, and {by}, who heard it, decides"
    if any(stream.officials.offices(name) & set(offices) for name in sat):
        return "--by NAME, of one who heard it"
    return f"--by {one_of(stream, *offices)}"


def one_of(stream: Stream, *offices: str) -> str:
    """Whose name is to be typed after an option: of one who holds such an office, or who is appointed first.

    Nobody is named: --by is no more than a text, and whoever was refused would try it.
    """
    if stream.officials.holders(*offices):
        return "NAME, of one who is"
    return f"NAME, once appointed: `official add NAME --as {offices[-1]}`"


def typed(name: str) -> str:
    """A name as it is typed after an option: "Van Berg" in inverted commas."""
    return f'"{name}"' if re.fullmatch(r"[\w.-]+( [\w.-]+)+", name) else shlex.quote(name)


def check_login(stream: Stream, actor: Actor) -> None:
    """Refusal (not-your-login) where somebody records from another login than he is tied to."""
    tied = stream.officials.login_of(actor.by)
    if tied and actor.login not in ("", tied):
        message = f"{actor.by} is tied to the login {tied} of the server, and this is the login {actor.login}"
        raise Refusal("not-your-login", message, f"log in as {tied} (--db), or record in your own name (--by)")


def check_may_tie(command: AppointOfficial, actor: Actor) -> None:
    """Refusal (no-logins) in a file; (not-your-login) where somebody ties himself to a login he is not logged in with.

    He would lock himself out, and where he is the only chief director, the office with him.
    """
    if command.login and not actor.login:
        why = f"{command.name} cannot be tied to a login: nobody logs in to a file"
        raise Refusal("no-logins", why, "--key ties an official to a key of his own (`help signing`)")
    if command.login not in ("", actor.login) and command.name.casefold() == actor.by.casefold():
        message = f"{command.name} would be tied to the login {command.login}, and this is the login {actor.login}"
        raise Refusal("not-your-login", message, f"log in as {command.login} (--db) and tie yourself there")


def is_judgement(stream: Stream, event: Event) -> bool:
    """Whether an event is signed by who is tied to a key, as the stream was before."""
    if isinstance(event, JudgementSigned):
        return False
    return isinstance(event, BoardReopened) or "scorer" not in allowed(stream, event)


def signing_key(stream: Stream, by: str, events: Iterable[Event]) -> str:
    """The public key with which somebody signs these events, recorded by one command; '' where nothing is signed."""
    key = stream.officials.key_of(by)
    return key if key and any(is_judgement(stream, event) for event in events) else ""


def check_signs(stream: Stream, actor: Actor, events: Iterable[Event]) -> None:
    """Refusal (not-signed) where an official tied to a key would judge without signing with it."""
    key = signing_key(stream, actor.by, events)
    if key in ("", actor.key):
        return
    tied = f"{actor.by} is tied to the key {key_name(key)}, and what he judges is recorded with its signature"
    other = f"; this is the key {key_name(actor.key)}" if actor.key else ""
    raise Refusal("not-signed", tied + other, "--sign-with FILE, or BRIDGE_LEDGER_OFFICIAL_KEY: the file of that key")


def check_penalties_kept(session: Session, regulations: Regulations) -> None:
    """Refuse regulations under which a penalty in force would take nothing: in victory points, where there are none."""
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
