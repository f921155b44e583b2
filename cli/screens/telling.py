"""What an event says, in a line, in the words of the office."""

from fractions import Fraction
from typing import assert_never

from cli.screens.words import ANSWERS, BODIES, CAUSES, POINTS, REOPENINGS, SEATS, STAGES, VERDICTS, because, quoted
from ledger.bridge import Side
from ledger.events import AppealEvent, CallEvent, Event, OfficeEvent, PlayEvent, RulingEvent
from ledger.events.appeals import (
    AppealConfirmed,
    AppealDecided,
    AppealHeard,
    AppealLodged,
    AppealReinstated,
    AppealScreened,
    AppealWithdrawn,
    ConfirmationRecalled,
    Decision,
    DecisionRecalled,
    DecisionReviewed,
    FurtherAppealLodged,
    FurtherAppealWithdrawn,
    LateAppealAccepted,
)
from ledger.events.calls import CallAnswered, CallWithdrawn, DirectorCalled, FactsStated, PollTaken
from ledger.events.office import OfficialAppointed, OfficialRelieved, PublicationRecalled, ScoresPublished, office_text
from ledger.events.play import (
    BoardFouled,
    BoardsAdded,
    CarryOverSet,
    ContestantsEntered,
    RegulationsAmended,
    ResultCorrected,
    ResultRecorded,
    ResultVoided,
    SessionClosed,
    SessionOpened,
    SessionReopened,
)
from ledger.events.rulings import (
    BoardReopened,
    NotificationRecalled,
    PenaltyImposed,
    PenaltyReinstated,
    PenaltyWithdrawn,
    RulingAmended,
    RulingGiven,
    RulingReinstated,
    RulingWithdrawn,
    SidesNotified,
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
from ledger.laws.rounding import short_text
from ledger.session import Appeal, Session
from ledger.session.places import boards_text


def told(event: Event) -> str:
    """What an event says, in a line."""
    if isinstance(event, PlayEvent):
        return _told_play(event)
    if isinstance(event, RulingEvent):
        return _told_ruling(event)
    if isinstance(event, CallEvent):
        return _told_call(event)
    if isinstance(event, AppealEvent):
        return _told_appeal(event)
    if isinstance(event, OfficeEvent):
        return _told_office(event)
    raise TypeError(f"{type(event).__name__} is no event")


def _told_play(event: PlayEvent) -> str:
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
            return f"board {event.board}, {event.ns} v {event.ew}: corrected to {event.result}" + because(event.reason)
        case ResultVoided():
            return f"board {event.board}, {event.ns} v {event.ew}: result voided" + because(event.reason)
        case BoardFouled():
            who = ", ".join(str(seating) for seating in event.tables)
            version = f"played version {event.version}" if event.version else "played the board as it was"
            return f"board {event.board}, {who}: {version}" + because(event.reason)
        case RegulationsAmended():
            return f"regulations amended: {event.regulations.profile}" + because(event.reason)
        case CarryOverSet():
            return f"{event.contestant} carries over {short_text(event.imps)} IMPs" + because(event.reason)
        case SessionClosed():
            return "session closed" + because(event.reason)
        case SessionReopened():
            return "session open again" + because(event.reason)
        case _:
            assert_never(event)


def _told_ruling(event: RulingEvent) -> str:
    match event:
        case RulingGiven():
            return (
                f"{event.case} board {event.board}, {event.ns} v {event.ew}: {_for_now(event)}{event.adjustment!r}"
                + _superseding(event)
                + because(event.reason)
            )
        case RulingAmended():
            return f"{event.case} amended: {_for_now(event)}{event.adjustment!r}" + because(event.reason)
        case RulingWithdrawn():
            return f"{event.case} withdrawn" + because(event.reason)
        case RulingReinstated():
            return f"{event.case} in force again" + because(event.reason)
        case SidesNotified():
            appeal = ", and of the right to appeal" if event.right_to_appeal else ""
            return f"{event.case} both sides told{appeal}"
        case NotificationRecalled():
            return f"{event.case} that both sides were told is taken back" + because(event.reason)
        case BoardReopened():
            return f"{_reopened(event)} reopened, {REOPENINGS[event.cause]}: {event.authority}"
        case PenaltyImposed():
            what = penalty_text(event.amount, event.unit) + (
                f" in the match against {event.opponent}" if event.opponent else ""
            )
            return f"{event.case} {event.contestant}: {what}" + because(event.reason)
        case PenaltyWithdrawn():
            return f"{event.case} withdrawn" + because(event.reason)
        case PenaltyReinstated():
            return f"{event.case} in force again" + because(event.reason)
        case _:
            assert_never(event)


def _reopened(event: BoardReopened) -> str:
    if event.board is None:
        return "the session"
    return f"board {event.board}" + (f", {event.at}:" if event.at else "")


def _for_now(event: RulingGiven | RulingAmended) -> str:
    return "provisionally " if event.provisional else ""


def _superseding(event: RulingGiven) -> str:
    return f", {text}" if (text := instead(event)) else ""


def instead(event: RulingGiven) -> str:
    """'instead of R-0001 (second thoughts)': what a ruling supersedes, and why; '' where it supersedes none."""
    if not (event.supersedes and event.cause):
        return ""
    order = f" of {event.order}" if event.order else ""
    return f"instead of {event.supersedes} ({CAUSES[event.cause]}{order})"


def _told_call(event: CallEvent) -> str:
    match event:
        case DirectorCalled():
            caller = SEATS[event.caller]
            return f"{event.case} {_called_to(event)}: {caller}, {_stage(event)}: {quoted(event.alleged)}"
        case FactsStated():
            return f"{event.case} facts {'agreed' if event.agreed else 'disputed'}: {event.facts}"
        case PollTaken():
            return f"{event.case} poll of {len(event.answers)}: {poll_result(event)}"
        case CallAnswered():
            to = f" to {event.to}" if event.to else ""
            return f"{event.case} {ANSWERS[event.answer]}{to}" + because(event.reason)
        case CallWithdrawn():
            return f"{event.case} withdrawn" + because(event.reason)
        case _:
            assert_never(event)


def _called_to(event: DirectorCalled) -> str:
    who = " v ".join(label for label in (event.ns, event.ew) if label)
    table = f" table {event.table}" if event.table else ""
    return f"board {event.board}{table}" + (f", {who}" if who else "")


def _stage(event: DirectorCalled) -> str:
    return STAGES[event.stage] + (f", trick {event.trick}" if event.trick else "")


def poll_result(poll: PollTaken) -> str:
    """'Pass 4 (considered by 1 more), 5H 1 (considered by 2 more)'."""
    chosen = [answer.chose for answer in poll.answers]
    considered = [each for answer in poll.answers for each in answer.considered if each != answer.chose]
    texts = []
    for each in sorted(dict.fromkeys(chosen + considered), key=lambda each: -chosen.count(each)):
        more = f" (considered by {considered.count(each)} more)" if each in considered else ""
        texts.append(f"{each} {chosen.count(each)}{more}")
    return ", ".join(texts)


def _told_appeal(event: AppealEvent) -> str:
    match event:
        case AppealLodged():
            deposit = f", deposit {event.deposit}" if event.deposit else ""
            return f"{event.case} against {event.ruling}, by {appellant(event.appellant)}{deposit}: {quoted(event.grounds)}"
        case LateAppealAccepted():
            return f"{event.case} accepted though late" + because(event.reason)
        case AppealScreened():
            verdict = f"admitted, {POINTS[event.point]}" if event.admitted else "rejected as inadmissible"
            return f"{event.case} {verdict}{_money(event.deposit)}" + because(event.reason)
        case AppealConfirmed():
            return f"{event.case} is kept up, against {event.ruling}"
        case ConfirmationRecalled():
            return f"{event.case} that it is kept up is taken back" + because(event.reason)
        case AppealWithdrawn():
            leave = f", by leave of {event.leave}" if event.leave else ""
            return f"{event.case} withdrawn{leave}{_money(event.deposit)}" + because(event.reason)
        case AppealReinstated():
            return f"{event.case} goes on: its withdrawal is taken back" + because(event.reason)
        case AppealHeard():
            return f"{event.case} heard by {', '.join(event.committee) or 'whom, is not stated'}"
        case AppealDecided():
            return f"{event.case} decided by {decided_by(event)}: {_verdict(event)}"
        case FurtherAppealLodged():
            deposit = f", deposit {event.deposit}" if event.deposit else ""
            return (
                f"{event.case} taken to {event.to}, by {appellant(event.appellant)}{deposit}: {quoted(event.grounds)}"
            )
        case FurtherAppealWithdrawn():
            return f"{event.case} is not taken further after all{_money(event.deposit)}" + because(event.reason)
        case DecisionReviewed():
            return f"{event.case} decided by {decided_by(event)}: {_verdict(event)}"
        case DecisionRecalled():
            return f"{event.case} decision taken back, as recorded wrongly" + because(event.reason)
        case _:
            assert_never(event)


def decided_by(event: Decision) -> str:
    """'the committee', 'the National Authority'."""
    return BODIES[event.body] if isinstance(event, AppealDecided) else getattr(event, "authority", "the next instance")


def appellant(who: str) -> str:
    """The appellant: a side, or the director who refers the matter (Law 81C7)."""
    return {"director": "the director (Law 81C7)"}.get(who, who)


def who_appeals(appeal: Appeal, session: Session) -> str:
    """'EW, Iceland': the side that appeals, and who sits there."""
    side = appeal.lodged.appellant
    if side == "director":
        return appellant(side)
    return f"{side}, {session.rulings[appeal.ruling].seating.contestant(Side(side))}"


def _verdict(event: AppealDecided | DecisionReviewed) -> str:
    score = f" to {event.adjustment!r}" if event.adjustment and event.verdict in ("varied", "overturned") else ""
    merit = "; without merit" if event.merit == "without" else ""
    return VERDICTS[event.verdict] + score + merit + _money(event.deposit) + because(event.reason)


def _money(deposit: str | None) -> str:
    return f"; deposit {deposit}" if deposit else ""


def _told_office(event: OfficeEvent) -> str:
    match event:
        case OfficialAppointed():
            return f"{event.name} is {office_text(event.office)}"
        case OfficialRelieved():
            return f"{event.name} is no longer {office_text(event.office)}" + because(event.reason)
        case ScoresPublished():
            return f"scores published, numbers {event.numbers[:8]}…{event.numbers[-4:]}" + because(event.note)
        case PublicationRecalled():
            return "publication of the scores taken back" + because(event.reason)
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


def _few(names: tuple[str, ...]) -> str:
    return ", ".join(names) if len(names) <= 8 else f"{', '.join(names[:4])}, … {names[-1]} ({len(names)})"
