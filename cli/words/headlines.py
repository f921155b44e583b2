"""What has just been recorded, at the head of the screen: '#207  R-0001  board 23 table 1, weighted under 12C1(c)'."""

from functools import singledispatch

from cli.words.events import case_of, event_text
from cli.words.play import agreed_text
from cli.words.rulings import instead, kind_text, outcome_lines, played_line
from cli.words.vocabulary import OFFENDERS, because, seated
from ledger.facts import Envelope, Event
from ledger.facts.appeals import AppealDecided, DecisionReviewed
from ledger.facts.participation import ParticipationReversal
from ledger.facts.play import ResultCorrected, ResultRecorded, ResultVoided
from ledger.facts.rulings import (
    Judgement,
    NotificationRecalled,
    RulingAmended,
    RulingConfirmationRecalled,
    RulingConfirmed,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
)
from ledger.laws.adjustment import Adjustment
from ledger.session import Ruling, Session, Stream, TableBoard, Tournament, beside, session_of

ResultEvent = ResultRecorded | ResultCorrected | ResultVoided


def headline(envelope: Envelope, stream: Stream, *, named: bool = False) -> str:
    """'#207   R-0001  board 23 table 1, Law 16B, weighted under 12C1(c)'; '#207 of friday  …' where it is `named`."""
    of = f" of {stream.id}" if named else ""
    return f"#{envelope.number}{of}   {_text(envelope, stream)}"


def _text(envelope: Envelope, stream: Stream) -> str:
    event, case = envelope.event, case_of(envelope.event)
    if isinstance(stream, Tournament):
        return event_text(event)
    session = session_of(stream)
    if isinstance(event, ResultCorrected) and envelope.because:
        where = f"board {event.board} {_at_table(event, session)}"
        return f"{where}: {_instead(event, session, envelope.number)}{agreed_text(event)}" + because(event.reason)
    if isinstance(event, ResultRecorded | ResultVoided):
        return event_text(event).replace(seated(event.ns, event.ew), _at_table(event, session), 1)
    if isinstance(event, ParticipationReversal):
        stated = session.participation.ever[event.of]
        holds = "again" if event.holds_again else "taken back"
        return f"{holds}: {event_text(stated)} (#{event.of})" + because(event.reason)
    if case and case in session.rulings:
        return f"{case}   {_of_ruling(event, session.rulings[case], session)}"
    return event_text(event)


def _instead(event: ResultCorrected, session: Session, number: int) -> str:
    """What is so now, and was; where the result is the same, the lead was corrected."""
    played = _played(event, session)
    earlier = [result for result in played.results if result.number < number] if played else []
    if not earlier:
        return f"{event.result} instead of what was recorded"
    before = earlier[-1]
    if before.result == event.result and before.lead != event.lead:
        return f"{event.result}, lead {event.lead} instead of {before.lead or 'none'}"
    return f"{event.result} instead of {before.result}"


def _at_table(event: ResultEvent, session: Session) -> str:
    played = _played(event, session)
    table = f"table {played.table}, " if played and played.table else ""
    return f"{table}{seated(event.ns, event.ew)}"


def _played(event: ResultEvent, session: Session) -> TableBoard | None:
    return session.line(event.board, event.seating)


@singledispatch
def _of_ruling(event: Event, ruling: Ruling, session: Session) -> str:
    """What an event of a ruling says after the number of its case."""
    return event_text(event).removeprefix(f"{ruling.case} ")


@_of_ruling.register
def _(event: RulingWithdrawn, ruling: Ruling, session: Session) -> str:
    played, earlier = session.boards[ruling.board].get(ruling.seating), ruling.given.supersedes
    cases = played.cases if played else ()
    again = [f"; {case} is in force again" for case in cases if case == earlier]
    stays = [f"; {case} stays in force" for case in cases if case != earlier]
    return f"withdrawn (#{ruling.number} stays in the log){''.join(again + stays)}" + because(event.reason)


@_of_ruling.register
def _(event: RulingReinstated, ruling: Ruling, session: Session) -> str:
    return "in force again" + because(event.reason)


@_of_ruling.register
def _(event: NotificationRecalled, ruling: Ruling, session: Session) -> str:
    return "that both sides were told is taken back" + because(event.reason)


@_of_ruling.register
def _(event: SidesNotified, ruling: Ruling, session: Session) -> str:
    return "both sides told" + (", and of the right to appeal (Law 83)" if event.right_to_appeal else "")


@_of_ruling.register
def _(event: RulingConfirmed, ruling: Ruling, session: Session) -> str:
    return f"confirmed: it holds on {_beneath(ruling, session)}" + because(event.reason)


@_of_ruling.register
def _(event: RulingConfirmationRecalled, ruling: Ruling, session: Session) -> str:
    return "to be looked at again: that it was confirmed is taken back" + because(event.reason)


def _beneath(ruling: Ruling, session: Session) -> str:
    """'4SN-1, 1 v 2': the result a ruling rests on, and who met; '1 v 2' where there is no result."""
    played = session.boards[ruling.board][ruling.seating]
    return f"{played.result}, {played.seating}" if played.result else str(played.seating)


@_of_ruling.register
def _(event: Judgement, ruling: Ruling, session: Session) -> str:
    verb = "amended, " if isinstance(event, RulingAmended) else ""
    played = session.boards[ruling.board].get(ruling.seating)
    parts = [
        f"{verb}{played.name if played else f'board {ruling.board}'}",
        *(f"Law {law}" for law in event.laws),
        ("provisional: " if event.provisional else "") + kind_text(event.adjustment),
        OFFENDERS[event.offender],
        instead(event) if isinstance(event, RulingGiven) else "",
        _beside_text(session, ruling),
    ]
    return ", ".join(part for part in parts if part)


def _beside_text(session: Session, ruling: Ruling) -> str:
    """'beside R-0001': the other rulings in force on the board."""
    others = " and ".join(each.case for each in beside(session, ruling))
    return f"beside {others}" if others else ""


def judgement_lines(event: Event, stream: Stream, symbols: bool) -> list[str]:
    """The outcomes of an adjusted score, one a line in descending score, and what was played."""
    ruling, adjustment = _judged(event, stream)
    if ruling is None or adjustment is None:
        return []
    lines = outcome_lines(adjustment, ruling.board, symbols)
    if not lines:
        return []
    played = played_line(session_of(stream), ruling, symbols)
    return ["", *lines, *([f"  as played: {played}"] if played else [])]


def judged_ruling(event: Event, stream: Stream) -> Ruling | None:
    """The ruling an event gives or decides on; None for others, and for a penalty."""
    return _judged(event, stream)[0]


def _judged(event: Event, stream: Stream) -> tuple[Ruling | None, Adjustment | None]:
    """The ruling an event is about, and the score the event gives, if it gives one."""
    if isinstance(event, RulingGiven | RulingAmended):
        return session_of(stream).rulings[event.case], event.adjustment
    if isinstance(event, AppealDecided | DecisionReviewed):
        session = session_of(stream)
        return session.rulings.get(session.appeals[event.case].against), event.adjustment
    return None, None
