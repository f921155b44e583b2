"""What the events of appeals say."""

from cli.words.event_text import event_text
from cli.words.rulings import penalty_text
from cli.words.vocabulary import BODIES, PENALTY_VERDICTS, POINTS, VERDICTS, because, quoted
from ledger.bridge import Side
from ledger.facts.appeals import (
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
from ledger.session import Appeal, Penalty, Session

_APPELLANTS = {"director": "the director (Law 81C7)", "contestant": "who was penalised"}


@event_text.register
def _(event: AppealLodged) -> str:
    return f"{event.case} against {event.against}, {_by(event)}"


@event_text.register
def _(event: FurtherAppealLodged) -> str:
    return f"{event.case} taken to {event.to}, {_by(event)}"


def _by(event: AppealLodged | FurtherAppealLodged) -> str:
    deposit = f", deposit {event.deposit}" if event.deposit else ""
    return f"by {appellant(event.appellant)}{deposit}: {quoted(event.grounds)}"


def appellant(who: str) -> str:
    """The appellant: a side, who was penalised, or the director who refers the matter (Law 81C7)."""
    return _APPELLANTS.get(who, who)


def who_appeals(appeal: Appeal, session: Session) -> str:
    """'EW, Iceland': the side that appeals, and who sits there; or the contestant that was penalised."""
    side, subject = appeal.lodged.appellant, session.subject(appeal)
    if side == "director":
        return appellant(side)
    if isinstance(subject, Penalty):
        return subject.imposed.contestant
    return f"{side}, {subject.seating.contestant(Side(side))}"


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
    said = verdict_text(event) + score + merit + _deposit(event.deposit) + because(event.reason)
    return f"{decided_cases(event)} decided by {decided_by(event)}{standing_by(event)}: {said}"


def verdict_text(event: Decision) -> str:
    """'the ruling is varied', 'the penalty is varied to a penalty of 10% of a top': what was decided, without a score.

    Of a ruling, what is varied or overturned always gives a score.
    """
    if event.adjustment is not None or event.verdict not in PENALTY_VERDICTS:
        return VERDICTS[event.verdict]
    varied = decided_penalty(event)
    return PENALTY_VERDICTS[event.verdict] + (f" to {varied}" if varied else "")


def decided_penalty(event: Decision) -> str | None:
    """'a penalty of 10% of a top': what a penalty was varied to; None where none was."""
    return None if event.amount is None or event.unit is None else penalty_text(event.amount, event.unit)


def outcome_text(appeal: Appeal) -> str:
    """'varied', 'upheld, further appeal': what became of an appeal, in a word or two."""
    if appeal.withdrawn:
        return "withdrawn"
    if appeal.screened and not appeal.screened.admitted:
        return "rejected"
    verdict = appeal.decision.verdict.replace("-", " ") if appeal.decision else "undecided"
    return f"{verdict}, further appeal" if appeal.awaiting else verdict


def decided_cases(event: Decision) -> str:
    """'A-0001', 'A-0001 and A-0002': every appeal that a decision decides."""
    return " and ".join((event.case, *event.together))


def standing_by(event: Decision) -> str:
    """', on what A-0001 left': the decision that stood when this was taken; '' where none did."""
    return f", on what {event.after} left" if event.after else ""


def decided_by(event: Decision) -> str:
    """'the committee', 'the chief director alone (Law 93A)', 'the National Authority'."""
    if isinstance(event, AppealDecided):
        return BODIES[event.body] + (" alone (Law 93A)" if event.alone else "")
    return getattr(event, "authority", "the next instance")


def _deposit(fate: str | None) -> str:
    return f"; deposit {fate}" if fate else ""


@event_text.register
def _(event: FurtherAppealWithdrawn) -> str:
    return f"{event.case} is not taken further after all{_deposit(event.deposit)}" + because(event.reason)


@event_text.register
def _(event: DecisionRecalled) -> str:
    return f"{event.case} decision taken back, as recorded wrongly" + because(event.reason)
