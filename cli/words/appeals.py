"""The events of appeals in words."""

from cli.words.language import Wording, say, say_of
from cli.words.notation import and_text, side_text
from cli.words.rulings import adjustment_text, penalty_text
from cli.words.vocabulary import BODIES, DEPOSITS, OUTCOMES, PENALTY_VERDICTS, POINTS, VERDICTS, put_in_quotes
from ledger.bridge import Side
from ledger.kernel.fact import Event
from ledger.session import Appeal, Penalty, Session
from ledger.subjects.appeals.facts import (
    AppealDecided,
    AppealHeard,
    AppealLodged,
    AppealScreened,
    AppealWithdrawn,
    Decision,
    DecisionReviewed,
    FurtherAppealLodged,
    FurtherAppealWithdrawn,
)

_APPELLANTS = Wording({"director": "the director", "contestant": "who was penalised"})


def event_text(event: Event) -> str | None:
    """Format an event of an appeal in a line, without its reason; None for any other event."""
    match event:
        case AppealLodged():
            return say_of(event, "%(case)s against %(against)s, %(by)s", by=_by(event))
        case FurtherAppealLodged():
            return say_of(event, "%(case)s taken to %(to)s, %(by)s", by=_by(event))
        case AppealScreened():
            verdict = (
                say("admitted, %(point)s", point=POINTS[event.point])
                if event.admitted
                else say("rejected as inadmissible")
            )
            return f"{event.case} {verdict}{_deposit(event.deposit)}"
        case AppealWithdrawn():
            leave = say_of(event, ", with permission of %(leave)s") if event.leave else ""
            return say_of(event, "%(case)s withdrawn%(leave)s%(deposit)s", leave=leave, deposit=_deposit(event.deposit))
        case AppealHeard():
            committee = committee_text(event) or say("a committee that is not named")
            return say_of(event, "%(case)s heard by %(committee)s", committee=committee)
        case AppealDecided() | DecisionReviewed():
            varied = event.adjustment if event.verdict in ("varied", "overturned") else None
            score = say(" to %(adjustment)s", adjustment=adjustment_text(varied)) if varied else ""
            merit = say("; without merit") if event.merit == "without" else ""
            return say(
                "%(cases)s decided by %(whom)s%(standing_by)s: %(said)s",
                cases=decided_cases(event),
                whom=decided_by(event),
                standing_by=built_on_text(event.after),
                said=verdict_text(event) + score + merit + _deposit(event.deposit),
            )
        case FurtherAppealWithdrawn():
            return say_of(event, "%(case)s is not taken further after all%(deposit)s", deposit=_deposit(event.deposit))
    return None


def _by(event: AppealLodged | FurtherAppealLodged) -> str:
    deposit = say(", deposit %(deposit)s", deposit=event.deposit) if event.deposit else ""
    return say(
        "by %(appellant)s%(deposit)s: %(grounds)s",
        appellant=appellant(event.appellant),
        deposit=deposit,
        grounds=put_in_quotes(event.grounds),
    )


def appellant(who: str) -> str:
    """Name the appellant: a side, the penalised contestant, or the director who refers the matter (Law 81C7)."""
    return _APPELLANTS[who] if who in _APPELLANTS else side_text(who)


def who_appeals(appeal: Appeal, session: Session) -> str:
    """Name the appellant: a side with its contestant ('EW, Iceland'), the penalised contestant, or the director."""
    side, subject = appeal.lodged.appellant, session.subject(appeal)
    if side == "director":
        return appellant(side)
    if isinstance(subject, Penalty):
        return subject.imposed.contestant
    return f"{side_text(side)}, {subject.seating.contestant(Side(side))}"


def committee_text(heard: AppealHeard) -> str:
    """List a committee and its scribe, chairman first: 'Berg (chairman), Dahl, Ek (scribe)'; '' if none is named."""
    parts = {heard.chairman: say("chairman"), heard.scribe: say("scribe")}
    names = dict.fromkeys((heard.chairman, *heard.committee, heard.scribe))
    return ", ".join(f"{name} ({parts[name]})" if name in parts else name for name in names if name)


def verdict_text(event: Decision) -> str:
    """Format a decision without its score: 'the ruling is varied', 'the penalty is varied to a penalty of 6 IMP'."""
    # A decision that varies or overturns a ruling always gives a score; one on a penalty never does.
    if event.adjustment is not None or event.verdict not in PENALTY_VERDICTS:
        return VERDICTS[event.verdict]
    varied = decided_penalty(event)
    return PENALTY_VERDICTS[event.verdict] + (say(" to %(varied)s", varied=varied) if varied else "")


def decided_penalty(event: Decision) -> str | None:
    """Format the penalty a decision gives: 'a penalty of 10% of a top'; None if the decision gives none."""
    return None if event.amount is None or event.unit is None else penalty_text(event.amount, event.unit)


def outcome_text(appeal: Appeal) -> str:
    """Format the outcome of an appeal in a few words: 'varied', 'upheld, further appeal'."""
    if appeal.withdrawn:
        return say("withdrawn")
    if appeal.screened and not appeal.screened.admitted:
        return say("rejected")
    verdict = OUTCOMES[appeal.decision.verdict] if appeal.decision else say("undecided")
    return say("%(verdict)s, further appeal", verdict=verdict) if appeal.awaiting else verdict


def decided_cases(event: Decision) -> str:
    """List every appeal that a decision decides: 'A-0001', 'A-0001 and A-0002'."""
    return and_text((event.case, *event.together))


def built_on_text(after: str | None) -> str:
    """Name the earlier decision that a decision builds on: ', on what A-0001 left'; '' if there was none."""
    return say(", on what %(after)s left", after=after) if after else ""


def decided_by(event: Decision) -> str:
    """Name who decided an appeal: 'the committee', 'the chief director alone', 'the National Authority'."""
    if isinstance(event, AppealDecided):
        return BODIES[event.body] + (say(" alone") if event.alone else "")
    return getattr(event, "authority", say("the next instance"))


def _deposit(fate: str | None) -> str:
    return f"; {DEPOSITS[fate]}" if fate else ""
