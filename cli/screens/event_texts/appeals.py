"""What the events of appeals say."""

from cli.screens.event_texts.by_kind import event_text
from cli.screens.vocabulary import BODIES, POINTS, VERDICTS, because, quoted
from ledger.bridge import Side
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
from ledger.session import Appeal, Session


@event_text.register
def _(event: AppealLodged) -> str:
    return f"{event.case} against {event.ruling}, {_by(event)}"


@event_text.register
def _(event: FurtherAppealLodged) -> str:
    return f"{event.case} taken to {event.to}, {_by(event)}"


def _by(event: AppealLodged | FurtherAppealLodged) -> str:
    deposit = f", deposit {event.deposit}" if event.deposit else ""
    return f"by {appellant(event.appellant)}{deposit}: {quoted(event.grounds)}"


def appellant(who: str) -> str:
    """The appellant: a side, or the director who refers the matter (Law 81C7)."""
    return "the director (Law 81C7)" if who == "director" else who


def who_appeals(appeal: Appeal, session: Session) -> str:
    """'EW, Iceland': the side that appeals, and who sits there."""
    side = appeal.lodged.appellant
    if side == "director":
        return appellant(side)
    return f"{side}, {session.rulings[appeal.ruling].seating.contestant(Side(side))}"


@event_text.register
def _(event: LateAppealAccepted) -> str:
    return f"{event.case} accepted though late" + because(event.reason)


@event_text.register
def _(event: AppealScreened) -> str:
    verdict = f"admitted, {POINTS[event.point]}" if event.admitted else "rejected as inadmissible"
    return f"{event.case} {verdict}{_deposit(event.deposit)}" + because(event.reason)


@event_text.register
def _(event: AppealConfirmed) -> str:
    return f"{event.case} is kept up, against {event.ruling}"


@event_text.register
def _(event: ConfirmationRecalled) -> str:
    return f"{event.case} that it is kept up is taken back" + because(event.reason)


@event_text.register
def _(event: AppealWithdrawn) -> str:
    leave = f", by leave of {event.leave}" if event.leave else ""
    return f"{event.case} withdrawn{leave}{_deposit(event.deposit)}" + because(event.reason)


@event_text.register
def _(event: AppealReinstated) -> str:
    return f"{event.case} goes on: its withdrawal is taken back" + because(event.reason)


@event_text.register
def _(event: AppealHeard) -> str:
    return f"{event.case} heard by {', '.join(event.committee) or 'whom, is not stated'}"


@event_text.register
def _(event: AppealDecided) -> str:
    return _decision_text(event)


@event_text.register
def _(event: DecisionReviewed) -> str:
    return _decision_text(event)


def _decision_text(event: Decision) -> str:
    score = f" to {event.adjustment!r}" if event.adjustment and event.verdict in ("varied", "overturned") else ""
    merit = "; without merit" if event.merit == "without" else ""
    said = VERDICTS[event.verdict] + score + merit + _deposit(event.deposit) + because(event.reason)
    return f"{event.case} decided by {decided_by(event)}: {said}"


def decided_by(event: Decision) -> str:
    """'the committee', 'the National Authority'."""
    return BODIES[event.body] if isinstance(event, AppealDecided) else getattr(event, "authority", "the next instance")


def _deposit(fate: str | None) -> str:
    return f"; deposit {fate}" if fate else ""


@event_text.register
def _(event: FurtherAppealWithdrawn) -> str:
    return f"{event.case} is not taken further after all{_deposit(event.deposit)}" + because(event.reason)


@event_text.register
def _(event: DecisionRecalled) -> str:
    return f"{event.case} decision taken back, as recorded wrongly" + because(event.reason)
