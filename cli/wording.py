"""Events in the words of the office."""

from fractions import Fraction
from typing import assert_never

from ledger.bridge import Side, ns_score
from ledger.decide.seats import boards_text
from ledger.events import (
    BoardFouled,
    BoardsAdded,
    CarryOverSet,
    ContestantsEntered,
    Event,
    Judgement,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    Recorded,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.laws.adjustment import (
    Adjustment,
    Artificial,
    Assigned,
    Awarded,
    Claim,
    SelfInflicted,
    Split,
    Stands,
    Weighted,
    law_of,
)
from ledger.laws.weighting import Weighting, in_protocol_order, weight_text
from ledger.moment import local
from ledger.rounding import short_text
from ledger.scoring.line import Seating
from ledger.session import Ruling, Session

OFFENDERS = {
    "NS": "offender NS",
    "EW": "offender EW",
    "both": "both sides offending",
    "none": "",
    "outside": "through no fault of either side",
}


def counted(number: int, word: str) -> str:
    """'1 line', '2 lines'.

    >>> counted(1, "line"), counted(0, "board")
    ('1 line', '0 boards')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def clock(microseconds: int) -> str:
    """The time of day an event was recorded, on the office's clock."""
    return f"{local(microseconds):%H:%M}"


def case_of(event: Event) -> str | None:
    """The case an event belongs to."""
    return getattr(event, "case", None)


def headline(recorded: Recorded, session: Session) -> str:
    """'#207  R-0001  board 23 table 1, Law 16B, weighted under 12C1(c), offender EW'."""
    event = recorded.event
    text = told(event)
    if isinstance(event, ResultCorrected) and recorded.because:
        before = _result_before(session, event, recorded.number)
        text = f"{_seat(event, session)}: {event.result} instead of {before}" + _because(event.reason)
    elif isinstance(event, ResultRecorded | ResultVoided):
        text = told(event).replace(f"{event.ns} v {event.ew}", _at_table(event, session), 1)
    elif (case := case_of(event)) and case in session.rulings:
        text = f"{case}   {_case_text(event, session.rulings[case], session)}"
    return f"#{recorded.number}   {text}"


def told(event: Event) -> str:
    """What an event says, in a line."""
    match event:
        case SessionOpened():
            winners = "one winner" if event.winners == 1 else "two winners"
            return f"session opened: {event.title}, {event.scoring}, {winners}, {boards_text(list(event.boards))}, regulations {event.regulations.profile}"
        case ContestantsEntered():
            return f"contestants entered: {_few(event.contestants)}"
        case BoardsAdded():
            return f"{boards_text(list(event.boards))} added"
        case ResultRecorded():
            return f"board {event.board}, {event.ns} v {event.ew}: {event.result}" + (
                f", lead {event.lead}" if event.lead else ""
            )
        case ResultCorrected():
            return f"board {event.board}, {event.ns} v {event.ew}: corrected to {event.result}" + _because(event.reason)
        case ResultVoided():
            return f"board {event.board}, {event.ns} v {event.ew}: result voided" + _because(event.reason)
        case RulingGiven():
            return f"{event.case} board {event.board}, {event.ns} v {event.ew}: {event.adjustment!r}" + _because(
                event.reason
            )
        case RulingAmended():
            return f"{event.case} amended: {event.adjustment!r}" + _because(event.reason)
        case RulingWithdrawn():
            return f"{event.case} withdrawn" + _because(event.reason)
        case RulingReinstated():
            return f"{event.case} in force again" + _because(event.reason)
        case BoardFouled():
            who = ", ".join(" v ".join(seats) for seats in event.tables)
            version = f"played version {event.version}" if event.version else "played the board as it was"
            return f"board {event.board}, {who}: {version}" + _because(event.reason)
        case RegulationsAmended():
            return f"regulations amended: {event.regulations.profile}" + _because(event.reason)
        case PenaltyImposed():
            what = penalty_text(event.amount, event.unit) + (
                f" in the match against {event.opponent}" if event.opponent else ""
            )
            return f"{event.case} {event.contestant}: {what}" + _because(event.reason)
        case PenaltyWithdrawn():
            return f"{event.case} withdrawn" + _because(event.reason)
        case PenaltyReinstated():
            return f"{event.case} in force again" + _because(event.reason)
        case CarryOverSet():
            return f"{event.contestant} carries over {short_text(event.imps)} IMPs" + _because(event.reason)
        case SessionClosed():
            return "session closed" + _because(event.reason)
        case SessionReopened():
            return "session open again" + _because(event.reason)
        case _:
            assert_never(event)


def penalty_text(amount: Fraction, unit: str) -> str:
    """'a warning', 'a penalty of 25% of a top', 'a penalty of 6 IMP'."""
    if not amount:
        return "a warning"
    return (
        f"a penalty of {short_text(amount)}% of a top" if unit == "%" else f"a penalty of {short_text(amount)} {unit}"
    )


def kind_text(adjustment: Adjustment) -> str:
    """'weighted under 12C1(c)', 'the table result stands'."""
    match adjustment:
        case Stands():
            return "the table result stands"
        case Artificial(ns, ew):
            return f"artificial {ns}/{ew} under {law_of(adjustment)}"
        case Awarded():
            return repr(adjustment)
        case SelfInflicted(nos):
            return f"self-inflicted damage of {nos} under 12C1(e)"
        case Claim():
            return "contested claim under 70"
        case Assigned() | Weighted() | Split():
            return f"{type(adjustment).__name__.lower()} under {law_of(adjustment)}"
        case _:
            assert_never(adjustment)


def judgement_lines(event: Event, session: Session, symbols: bool) -> list[str]:
    """The outcomes of an adjusted score, one a line in descending score, and what was played."""
    if not isinstance(event, RulingGiven | RulingAmended):
        return []
    ruling = session.rulings[event.case]
    lines = _outcome_lines(event.adjustment, ruling.board, symbols)
    played = session.boards[ruling.board].get(ruling.seating)
    if lines and played and played.result:
        shown = played.result.pretty if symbols else str(played.result)
        lines.append(
            f"  as played: {shown}, NS {ns_score(played.result, ruling.board):+d} (#{played.results[-1].number})"
        )
    return ["", *lines] if lines else []


def _outcome_lines(adjustment: Adjustment, board: int, symbols: bool) -> list[str]:
    match adjustment:
        case Assigned(result):
            return [f"  {result.pretty if symbols else result}   NS {ns_score(result, board):+d}"]
        case Weighted(outcomes):
            return weighting_lines(outcomes, board, symbols)
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


def event_line(recorded: Recorded, session: Session) -> str:
    """What one may want to type next."""
    event = recorded.event
    if isinstance(event, Judgement) and (case := case_of(event)):
        ruling = session.rulings[case]
        return f"Why: `bridge-ledger explain {place(ruling.board, ruling.seating, session)}`   Take back: `bridge-ledger undo {case}`"
    if isinstance(event, ResultRecorded | ResultCorrected):
        return f"Traveller: `bridge-ledger board {event.board}`   Take back: `bridge-ledger undo {recorded.number}`"
    return ""


def place(board: int, seating: Seating, session: Session) -> str:
    """How the command line names a table's board: '23 --table 1', or '23 --ns 1NS'."""
    played = session.boards[board].get(seating)
    return f"{board} --table {played.table}" if played and played.table else f"{board} --ns {seating.ns}"


def _case_text(event: Event, ruling: Ruling, session: Session) -> str:
    if isinstance(event, RulingWithdrawn):
        return f"withdrawn (#{ruling.given_at} stays in the log)" + _because(event.reason)
    if isinstance(event, RulingReinstated):
        return "in force again" + _because(event.reason)
    assert isinstance(event, Judgement)
    verb = "amended, " if isinstance(event, RulingAmended) else ""
    played = session.boards[ruling.board].get(ruling.seating)
    parts = [
        f"{verb}{played.name if played else f'board {ruling.board}'}",
        *(f"Law {law}" for law in event.laws),
        kind_text(event.adjustment),
        OFFENDERS[event.offender],
    ]
    return ", ".join(part for part in parts if part)


def _result_before(session: Session, event: ResultCorrected, number: int) -> str:
    played = session.boards[event.board].get(Seating(event.ns, event.ew))
    earlier = [result for result in played.results if result.number < number] if played else []
    return str(earlier[-1].result) if earlier else "what was recorded"


def _seat(event: ResultCorrected | ResultRecorded | ResultVoided, session: Session) -> str:
    return f"board {event.board} {_at_table(event, session)}"


def _at_table(event: ResultCorrected | ResultRecorded | ResultVoided, session: Session) -> str:
    played = session.boards[event.board].get(Seating(event.ns, event.ew))
    table = f"table {played.table}, " if played and played.table else ""
    return f"{table}{event.ns} v {event.ew}"


def _because(reason: str) -> str:
    return f" — {reason}" if reason else ""


def _few(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= 8 else f"{', '.join(names[:4])}, … {names[-1]} ({len(names)})"


def side_name(side: Side) -> str:
    """North–South, East–West."""
    return "North–South" if side is Side.NS else "East–West"
