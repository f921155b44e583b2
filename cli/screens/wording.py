"""Events in the words of the office, and what one may want to type next."""

from cli.screens.telling import instead, kind_text, told
from cli.screens.times import until_text
from cli.screens.words import OFFENDERS, because
from ledger.bridge import Side, ns_score
from ledger.events import Envelope, Event
from ledger.events.appeals import AppealDecided, AppealLodged, DecisionReviewed, LateAppealAccepted
from ledger.events.calls import DirectorCalled
from ledger.events.office import ScoresPublished
from ledger.events.play import ResultCorrected, ResultRecorded, ResultVoided
from ledger.events.rulings import (
    Judgement,
    NotificationRecalled,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
)
from ledger.laws.adjustment import Adjustment, Assigned, Claim, SelfInflicted, Split, Weighted
from ledger.laws.periods import in_time
from ledger.laws.weighting import Weighting, in_protocol_order, weight_text
from ledger.scoring.line import Seating
from ledger.session import Ruling, Session
from ledger.session.call_states import is_open
from ledger.session.case_numbers import provisional_rulings
from ledger.session.ruling_states import appeal_deadline, correction_deadline, request_deadline


def case_of(event: Event) -> str | None:
    """The case an event belongs to."""
    return getattr(event, "case", None)


def headline(envelope: Envelope, session: Session) -> str:
    """'#207  R-0001  board 23 table 1, Law 16B, weighted under 12C1(c), offender EW'."""
    event = envelope.event
    text = told(event)
    if isinstance(event, ResultCorrected) and envelope.because:
        before = _result_before(session, event, envelope.number)
        text = f"{_seat(event, session)}: {event.result} instead of {before}" + because(event.reason)
    elif isinstance(event, ResultRecorded | ResultVoided):
        text = told(event).replace(f"{event.ns} v {event.ew}", _at_table(event, session), 1)
    elif (case := case_of(event)) and case in session.rulings:
        text = f"{case}   {_case_text(event, session.rulings[case], session)}"
    return f"#{envelope.number}   {text}"


def judgement_lines(event: Event, session: Session, symbols: bool) -> list[str]:
    """The outcomes of an adjusted score, one a line in descending score, and what was played."""
    if isinstance(event, RulingGiven | RulingAmended):
        ruling, adjustment = session.rulings[event.case], event.adjustment
    elif isinstance(event, AppealDecided | DecisionReviewed) and event.adjustment:
        ruling, adjustment = session.rulings[session.appeals[event.case].ruling], event.adjustment
    else:
        return []
    lines = outcome_lines(adjustment, ruling.board, symbols)
    if lines and (played := played_line(session, ruling, symbols)):
        lines.append(f"  as played: {played}")
    return ["", *lines] if lines else []


def played_line(session: Session, ruling: Ruling, symbols: bool) -> str:
    """'5♣E-1, NS +100 (#300)': what was played at a ruled table; '' where nothing was."""
    played = session.boards[ruling.board].get(ruling.seating)
    if not (played and played.result):
        return ""
    shown = played.result.pretty if symbols else str(played.result)
    return f"{shown}, NS {ns_score(played.result, ruling.board):+d} (#{played.results[-1].number})"


def outcome_lines(adjustment: Adjustment, board: int, symbols: bool) -> list[str]:
    """The outcomes an adjusted score assigns, one a line; nothing where it assigns none."""
    match adjustment:
        case Assigned(result):
            return [f"  {result.pretty if symbols else result}   NS {ns_score(result, board):+d}"]
        case Weighted(outcomes):
            return weighting_lines(outcomes, board, symbols)
        case Claim(result):
            return outcome_lines(Assigned(result), board, symbols)
        case SelfInflicted(_, b, c):
            return ["  B:", *weighting_lines(b, board, symbols), "  C:", *weighting_lines(c, board, symbols)]
        case Split(ns, ew):
            return [
                "  for NS:",
                *weighting_lines(ns, board, symbols),
                "  for EW:",
                *weighting_lines(ew, board, symbols),
            ]
    return []


def weighting_lines(weighting: Weighting, board: int, symbols: bool) -> list[str]:
    """One line an outcome, in descending North–South score (the Maastricht protocol)."""
    return [
        f"  {weight_text(component.weight):>6}  {component.result.pretty if symbols else component.result:<9} NS {ns_score(component.result, board):+d}"
        for component in in_protocol_order(weighting, board)
    ]


def event_line(envelope: Envelope, session: Session) -> str:
    """What one may want to know, or to type, next."""
    match envelope.event:
        case Judgement() as event if case := case_of(event):
            ruling = session.rulings[case]
            where = place(ruling.board, ruling.seating, session)
            return f"{appeal_line(session, ruling, envelope.recorded_at)}\nWhy: `bridge-ledger explain {where}`   Take back: `bridge-ledger undo {case}`"
        case ResultRecorded() | ResultCorrected() as event:
            return f"Traveller: `bridge-ledger board {event.board}`   Take back: `bridge-ledger undo {envelope.number}`"
        case DirectorCalled(case=case, board=board, table=table):
            where = f"{board}/{table}" if table else str(board)
            late = _late_call(envelope, session)
            return f'{late}Facts: `bridge-ledger call facts {case} "…" --agreed`   Ruling: `bridge-ledger ruling add {where} … --call {case}`'
        case ScoresPublished():
            now = envelope.recorded_at
            corrections = until_text(correction_deadline(session), now)
            requests = until_text(request_deadline(session), now)
            return f"Corrections of the score (Law 79C1): {corrections}\nRulings and appeals (Law 92B): {requests}{_still_open(session)}"
        case AppealLodged(case=case) | LateAppealAccepted(case=case):
            return f"What hangs on it: `bridge-ledger stakes {case}`   Next: `bridge-ledger appeal hear {case} --committee …`"
        case AppealDecided(case=case) | DecisionReviewed(case=case):
            return f"The whole story: `bridge-ledger show {case}`   Recorded wrongly: `bridge-ledger undo {envelope.number}`"
    return ""


def _late_call(envelope: Envelope, session: Session) -> str:
    """That a call came too late for a ruling, where it did (Law 92B)."""
    over = request_deadline(session)
    if in_time(envelope.occurred_at, over):
        return ""
    return f"The time to ask for a ruling: {until_text(over, envelope.occurred_at)}.\n"


def _still_open(session: Session) -> str:
    """The calls nobody has answered, and the rulings still to be given."""
    waiting = [case for case, call in session.calls.items() if is_open(session, call)]
    waiting += [f"{case}, provisional" for case in provisional_rulings(session)]
    return f"\nStill open: {'; '.join(waiting)}" if waiting else ""


def appeal_line(session: Session, ruling: Ruling, now: int) -> str:
    """'Appeal possible until 23:10 (30 minutes left)', or when that time will begin."""
    if ruling.judgement.provisional:
        return "Provisional: `ruling amend` gives the ruling, which can then be appealed."
    ends, minutes = appeal_deadline(session, ruling), session.regulations.periods.appeal_minutes
    if ends is not None:
        return f"Appeal possible {until_text(ends, now)}."
    if session.publications:
        return f"Appeal possible until {minutes} minutes after both sides are told: `ruling notify {ruling.case}`."
    return f"Appeal possible until {minutes} minutes after the scores are published."


def place(board: int, seating: Seating, session: Session) -> str:
    """How the command line names a table's board: '23 --table 1', or '23 --ns 1NS'."""
    played = session.boards[board].get(seating)
    return f"{board} --table {played.table}" if played and played.table else f"{board} --ns {seating.ns}"


def _case_text(event: Event, ruling: Ruling, session: Session) -> str:
    if isinstance(event, RulingWithdrawn):
        return f"withdrawn (#{ruling.number} stays in the log){_now_in_force(ruling, session)}" + because(event.reason)
    if isinstance(event, RulingReinstated):
        return "in force again" + because(event.reason)
    if isinstance(event, NotificationRecalled):
        return "that both sides were told is taken back" + because(event.reason)
    if isinstance(event, SidesNotified):
        return "both sides told" + (", and of the right to appeal (Law 83)" if event.right_to_appeal else "")
    assert isinstance(event, Judgement)
    verb = "amended, " if isinstance(event, RulingAmended) else ""
    played = session.boards[ruling.board].get(ruling.seating)
    parts = [
        f"{verb}{played.name if played else f'board {ruling.board}'}",
        *(f"Law {law}" for law in event.laws),
        ("provisional: " if event.provisional else "") + kind_text(event.adjustment),
        OFFENDERS[event.offender],
        instead(event) if isinstance(event, RulingGiven) else "",
    ]
    return ", ".join(part for part in parts if part)


def _now_in_force(ruling: Ruling, session: Session) -> str:
    played = session.boards[ruling.board].get(ruling.seating)
    return f"; {played.case} is in force again" if played and played.case else ""


def _result_before(session: Session, event: ResultCorrected, number: int) -> str:
    played = session.line(event.board, event.seating)
    earlier = [result for result in played.results if result.number < number] if played else []
    return str(earlier[-1].result) if earlier else "what was recorded"


def _seat(event: ResultCorrected | ResultRecorded | ResultVoided, session: Session) -> str:
    return f"board {event.board} {_at_table(event, session)}"


def _at_table(event: ResultCorrected | ResultRecorded | ResultVoided, session: Session) -> str:
    played = session.line(event.board, event.seating)
    table = f"table {played.table}, " if played and played.table else ""
    return f"{table}{event.ns} v {event.ew}"


def side_name(side: Side) -> str:
    """North–South, East–West."""
    return "North–South" if side is Side.NS else "East–West"
