"""What somebody who is penalised had before, told where the penalty is imposed; and what is usual next."""

from collections.abc import Iterator
from contextlib import suppress

from cli.desk.desk import Desk
from cli.words.rulings import penalty_text
from cli.words.times import moment_text
from cli.words.vocabulary import because
from ledger.errors import OTHERS_UNREAD
from ledger.facts.rulings import PenaltyImposed
from ledger.overall.penalised import EarlierPenalty, penalised_before
from ledger.recording.effect import Effect
from ledger.session import Session, session_of

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 21: "21st", 22: "22nd", 23: "23rd"}


def earlier_lines(desk: Desk, effect: Effect) -> Iterator[str]:
    """The warnings and penalties the contestant had before in the event, and how often for the same."""
    for event in (each.event for each in effect.events):
        if isinstance(event, PenaltyImposed) and isinstance(effect.after, Session):
            yield from _lines(effect.after, event, earlier(desk, effect.after, event.case))


def earlier(desk: Desk, session: Session, case: str) -> list[EarlierPenalty]:
    """The same as values; of the session alone, where its tournament cannot be read."""
    with suppress(*OTHERS_UNREAD):
        return penalised_before(session, case, desk.office.tournaments.around(session.id))
    return penalised_before(session, case, None)


def earlier_json(desk: Desk, effect: Effect) -> list[dict[str, object]]:
    """The same for programs."""
    cases = [each.event.case for each in effect.events if isinstance(each.event, PenaltyImposed)]
    found = (each for case in cases for each in earlier(desk, session_of(effect.after), case))
    return [{"session": each.session.id, "case": each.penalty.imposed.case, "alike": each.alike} for each in found]


def _lines(session: Session, event: PenaltyImposed, found: list[EarlierPenalty]) -> Iterator[str]:
    if not found:
        return
    alike = sum(each.alike for each in found) + 1
    for_the_same = f", the {_ORDINALS.get(alike, f'{alike}th')} for the same" if alike > 1 else ""
    yield f"{event.contestant} had before{for_the_same}:"
    for each in found:
        imposed = each.penalty.imposed
        of = "" if each.session.id == session.id else f" of {each.session.id}"
        when = moment_text(each.penalty.since, session.recorded_at)
        laws = f", Law {', '.join(imposed.laws)}" if imposed.laws else ""
        what = penalty_text(imposed.amount, imposed.unit, imposed.named)
        yield f"  {imposed.case}{of} {when}: {what}{laws}{because(imposed.reason)}"
    named = [name for name, _ in session.regulations.penalties.named]
    if alike > 1 and not event.amount and named:
        law = "".join(f" --law {each}" for each in event.laws)
        yield f"  a warning again; the regulations have: `penalty add {event.contestant} {named[0]}{law}`"
