"""What the events of appeals say."""

from cli.words.event_text import event_text
from cli.words.language import Wording, say
from cli.words.notation import and_text, side_text
from cli.words.rulings import adjustment_text, penalty_text
from cli.words.vocabulary import BODIES, DEPOSITS, OUTCOMES, PENALTY_VERDICTS, POINTS, VERDICTS, because, quoted
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

_APPELLANTS = Wording({"director": "the director (Law 81C7)", "contestant": "who was penalised"})


@event_text.register
def _(event: AppealLodged) -> str:
    return say("%(case)s against %(against)s, %(by)s", case=event.case, against=event.against, by=_by(event))


@event_text.register
def _(event: FurtherAppealLodged) -> str:
    return say("%(case)s taken to %(to)s, %(by)s", case=event.case, to=event.to, by=_by(event))


def _by(event: AppealLodged | FurtherAppealLodged) -> str:
    deposit = say(", deposit %(deposit)s", deposit=event.deposit) if event.deposit else ""
    return say(
        "by %(appellant)s%(deposit)s: %(grounds)s",
        appellant=appellant(event.appellant),
        deposit=deposit,
        grounds=quoted(event.grounds),
    )


def appellant(who: str) -> str:
    """The appellant: a side, who was penalised, or the director who refers the matter (Law 81C7)."""
    return _APPELLANTS[who] if who in _APPELLANTS else side_text(who)


def who_appeals(appeal: Appeal, session: Session) -> str:
    """'EW, Iceland': the side that appeals, and who sits there; or the contestant that was penalised."""
    side, subject = appeal.lodged.appellant, session.subject(appeal)
    if side == "director":
        return appellant(side)
    if isinstance(subject, Penalty):
        return subject.imposed.contestant
    return f"{side_text(side)}, {subject.seating.contestant(Side(side))}"


@event_text.register
def _(event: LateAppealAccepted) -> str:
    return say("%(case)s accepted though late", case=event.case) + because(event.reason)


@event_text.register
def _(event: AppealScreened) -> str:
    verdict = (
        say("admitted, %(point)s", point=POINTS[event.point]) if event.admitted else say("rejected as inadmissible")
    )
    return f"{event.case} {verdict}{_deposit(event.deposit)}" + because(event.reason)


@event_text.register
def _(event: AppealConfirmed) -> str:
    return say("%(case)s is kept up, against %(ruling)s", case=event.case, ruling=event.ruling)


@event_text.register
def _(event: ConfirmationRecalled) -> str:
    return say("%(case)s that it is kept up is taken back", case=event.case) + because(event.reason)


@event_text.register
def _(event: AppealWithdrawn) -> str:
    leave = say(", by leave of %(leave)s", leave=event.leave) if event.leave else ""
    return say(
        "%(case)s withdrawn%(leave)s%(deposit)s", case=event.case, leave=leave, deposit=_deposit(event.deposit)
    ) + because(event.reason)


@event_text.register
def _(event: AppealReinstated) -> str:
    return say("%(case)s goes on: its withdrawal is taken back", case=event.case) + because(event.reason)


@event_text.register
def _(event: AppealHeard) -> str:
    return say(
        "%(case)s heard by %(committee)s",
        case=event.case,
        committee=committee_text(event) or say("whom, is not stated"),
    )


def committee_text(heard: AppealHeard) -> str:
    """'Berg (chairman), Dahl, Ek (scribe)'; a scribe who did not sit comes last: 'Falk (scribe)'."""
    parts = {heard.chairman: say("chairman"), heard.scribe: say("scribe")}
    names = dict.fromkeys((heard.chairman, *heard.committee, heard.scribe))
    return ", ".join(f"{name} ({parts[name]})" if name in parts else name for name in names if name)


@event_text.register
def _(event: AppealDecided) -> str:
    return _decision_text(event)


@event_text.register
def _(event: DecisionReviewed) -> str:
    return _decision_text(event)


def _decision_text(event: Decision) -> str:
    score = (
        say(" to %(adjustment)s", adjustment=adjustment_text(event.adjustment))
        if event.adjustment and event.verdict in ("varied", "overturned")
        else ""
    )
    merit = say("; without merit") if event.merit == "without" else ""
    said = verdict_text(event) + score + merit + _deposit(event.deposit) + because(event.reason)
    return say(
        "%(cases)s decided by %(whom)s%(standing_by)s: %(said)s",
        cases=decided_cases(event),
        whom=decided_by(event),
        standing_by=standing_by(event),
        said=said,
    )


def verdict_text(event: Decision) -> str:
    """'the ruling is varied', 'the penalty is varied to a penalty of 10% of a top': what was decided, without a score.

    Of a ruling, what is varied or overturned always gives a score.
    """
    if event.adjustment is not None or event.verdict not in PENALTY_VERDICTS:
        return VERDICTS[event.verdict]
    varied = decided_penalty(event)
    return PENALTY_VERDICTS[event.verdict] + (say(" to %(varied)s", varied=varied) if varied else "")


def decided_penalty(event: Decision) -> str | None:
    """'a penalty of 10% of a top': what a penalty was varied to; None where none was."""
    return None if event.amount is None or event.unit is None else penalty_text(event.amount, event.unit)


def outcome_text(appeal: Appeal) -> str:
    """'varied', 'upheld, further appeal': what became of an appeal, in a word or two."""
    if appeal.withdrawn:
        return say("withdrawn")
    if appeal.screened and not appeal.screened.admitted:
        return say("rejected")
    verdict = OUTCOMES[appeal.decision.verdict] if appeal.decision else say("undecided")
    return say("%(verdict)s, further appeal", verdict=verdict) if appeal.awaiting else verdict


def decided_cases(event: Decision) -> str:
    """'A-0001', 'A-0001 and A-0002': every appeal that a decision decides."""
    return and_text((event.case, *event.together))


def standing_by(event: Decision) -> str:
    """', on what A-0001 left': the decision that stood when this was taken; '' where none did."""
    return say(", on what %(after)s left", after=event.after) if event.after else ""


def decided_by(event: Decision) -> str:
    """'the committee', 'the chief director alone (Law 93A)', 'the National Authority'."""
    if isinstance(event, AppealDecided):
        return BODIES[event.body] + (say(" alone (Law 93A)") if event.alone else "")
    return getattr(event, "authority", say("the next instance"))


def _deposit(fate: str | None) -> str:
    return f"; {DEPOSITS[fate]}" if fate else ""


@event_text.register
def _(event: FurtherAppealWithdrawn) -> str:
    return say(
        "%(case)s is not taken further after all%(deposit)s", case=event.case, deposit=_deposit(event.deposit)
    ) + because(event.reason)


@event_text.register
def _(event: DecisionRecalled) -> str:
    return say("%(case)s decision taken back, as recorded wrongly", case=event.case) + because(event.reason)
