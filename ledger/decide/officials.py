"""The office itself: officials appointed and relieved, scores published."""

from ledger.commands import AppointOfficial, PublishScores, RelieveOfficial, TakeOver
from ledger.decide.logins import check_may_tie
from ledger.decide.response import Actor, Handlers, Uncommitted
from ledger.decide.steps import check_order
from ledger.errors import Refusal
from ledger.events.office import BundleImported, OfficialAppointed, OfficialRelieved, ScoresPublished
from ledger.projections.numbers import numbers_digest
from ledger.projections.scoreboard import Scoreboard
from ledger.session import Session, Stream
from ledger.session.moment import day_begins

_A_DAY = 86_400 * 1_000_000
"""In microseconds."""


def appoint(command: AppointOfficial, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    """An office to somebody, or to who has it another key or login; the first is the chief director's."""
    name, office, held = command.name, command.office, stream.officials
    tied = command.key in ("", held.key_of(name)) and command.login in ("", held.login_of(name))
    if office in held.offices(name) and tied:
        raise Refusal("nothing-to-change", f"{name} is {office} already", "`official list`")
    if not stream.officials and office != "chief-director":
        raise Refusal(
            "no-chief-director",
            "the first official of a session is its chief director, who appoints the others",
            f"`official add {name} --as chief-director`, or appoint the chief director first",
        )
    check_may_tie(command, actor)
    return (Uncommitted(OfficialAppointed(name, office, command.key, command.login)),)


def relieve(command: RelieveOfficial, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    """An office from somebody; never the last chief director's."""
    name, office = command.name, command.office
    if office not in stream.officials.offices(name):
        raise Refusal("nothing-to-change", f"{name} is no {office}", "`official list`")
    if office == "chief-director" and len(stream.officials.holders(office)) == 1:
        raise Refusal(
            "no-chief-director",
            f"{name} is the only chief director: nobody could appoint another",
            "`official add NAME --as chief-director` first",
        )
    last = len(stream.officials.offices(name)) == 1
    key, login = (stream.officials.key_of(name), stream.officials.login_of(name)) if last else ("", "")
    return (Uncommitted(OfficialRelieved(name, office, command.reason, key, login)),)


def publish(command: PublishScores, session: Session, actor: Actor) -> tuple[Uncommitted, ...]:
    """The scores as they are; not said to have been out before the last thing they follow from.

    Results that were typed are of an evening just played, or of the session's date; a file's may be of any evening.
    """
    if any(played.results and not played.results[-1].imported for played in session.table_boards()):
        check_order(actor, _begun(session) - _A_DAY, "the day before the session was opened")
    check_order(actor, session.settled_at, "the last correction, ruling, decision or penalty these scores contain")
    numbers = numbers_digest(Scoreboard(session))
    if session.publications and session.publications[-1].numbers == numbers:
        last = session.publications[-1].number
        raise Refusal("nothing-to-change", f"these scores were published (#{last})", "`standings` shows them")
    if not any(played.results or played.cases for played in session.table_boards()):
        raise Refusal("no-result", "there are no scores to publish", "`import FILE`, or `result add`")
    return (Uncommitted(ScoresPublished(numbers, command.note)),)


def _begun(session: Session) -> int:
    """When the session was opened, or the day it is of where that was before."""
    day = session.opening.date
    return min(day_begins(day), session.opened_at) if day else session.opened_at


def take_over(command: TakeOver, stream: Stream, actor: Actor) -> tuple[Uncommitted, ...]:
    """Events from elsewhere, on the session as it is here: under a seal of the office, or by consent.

    That consent is the chief director's alone is his office's to say (`offices.allowed`).
    """
    taken = command.size - stream.number
    if not command.seal and not command.consent:
        raise Refusal(
            "not-sealed",
            f"#{command.size} of {stream.id} and what is new before it is under no seal of the office",
            f"where they were recorded, seal {stream.id} itself and export again; here `import BUNDLE --key KEY`; "
            "or the chief director: --consent",
        )
    event = BundleImported(command.file, taken, command.digest, command.seal)
    return (Uncommitted(event, (command.size,)),)


HANDLERS: Handlers = {AppointOfficial: appoint, RelieveOfficial: relieve, PublishScores: publish, TakeOver: take_over}
