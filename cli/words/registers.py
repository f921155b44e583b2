"""The rows of the register of rulings and of the docket of appeals: what was ruled, what is in force, what is open."""

from cli.words.appeals import (
    committee_text,
    decided_by,
    decided_cases,
    outcome_text,
    standing_by,
    verdict_text,
    who_appeals,
)
from cli.words.language import say
from cli.words.rulings import kind_text, penalty_text, protocol_text
from cli.words.times import moment_text, until_text
from cli.words.vocabulary import MERIT, OFFENDING, STATES, seated
from ledger.session import Appeal, DecidedAppeal, Penalty, PenaltyInForce, Ruling, Session
from ledger.session.appeals import DocketEntry
from ledger.session.rulings import Entry

REGISTER_COLUMNS = (
    "case",
    ">board",
    "contestants",
    "law",
    "score",
    "offender",
    "given",
    "by",
    "told",
    "state",
    "appeal",
    "reason",
)

DOCKET_COLUMNS = (
    "case",
    "against",
    "by",
    "lodged",
    "state",
    "heard by",
    "decision",
    "in force",
    "merit",
    "deposit",
    "grounds",
)


def penalty_in_force_text(session: Session, penalty: Penalty) -> str:
    """'as imposed', 'a penalty of 10% of a top (A-0001)', 'nothing': what is in force, and by which case."""
    now = session.penalty_in_force(penalty.imposed.case)
    if now is None:
        return say("nothing")
    decided = f"{penalty_text(now.imposed.amount, now.imposed.unit)} ({now.case})"
    return say("as imposed") if now.case == penalty.imposed.case else decided


def register_row(entry: Entry, now: int, *, counting: bool = True) -> list[str]:
    """A line of the register under its headings."""
    ruling, last = entry.ruling, entry.ruling.scored
    return [
        *_where(ruling),
        ", ".join(entry.score.laws) or "–",
        _score_text(entry),
        OFFENDING[entry.score.offender],
        moment_text(last.at, now),
        last.by,
        _notified(ruling),
        state_text(entry),
        _appeal_text(entry, now, counting),
        ruling.judgement.reason,
    ]


def docket_row(entry: DocketEntry, session: Session, now: int) -> list[str]:
    """A line of the docket under its headings."""
    appeal, decision = entry.appeal, entry.appeal.decision
    late = say(" (late, accepted)") if appeal.late else ""
    return [
        appeal.case,
        say(", now ").join(appeal.subjects),
        who_appeals(appeal, session),
        moment_text(appeal.at, now) + late,
        STATES[entry.state],
        committee_text(appeal.heard) if appeal.heard else "–",
        "; ".join(_decided(each, session, now) for each in appeal.decisions) or "–",
        in_force_text(appeal, session),
        MERIT[decision.merit] if decision and decision.merit else "–",
        _deposits(entry),
        appeal.lodged.grounds,
    ]


def _where(ruling: Ruling) -> list[str]:
    return [ruling.case, str(ruling.board), seated(*ruling.seating.pair)]


def _appeal_text(entry: Entry, now: int, counting: bool) -> str:
    appeals = ", ".join(f"{each.case} {outcome_text(each)}" for each in entry.appeals)
    running = (
        until_text(entry.deadline, now, counting=counting)
        if entry.state == "standing" and entry.deadline is not None
        else ""
    )
    return "; ".join(filter(None, (appeals, running))) or "–"


def _decided(decided: DecidedAppeal, session: Session, now: int) -> str:
    """'the committee 23:40, the ruling is varied: weighted …': who decided when, on what, with which, and what."""
    decision, ruling = decided.decision, session.rulings.get(decided.on)
    stated = decision.adjustment if ruling and decision.verdict in ("varied", "overturned") else None
    score = f": {protocol_text(stated, ruling.board)}" if ruling and stated else ""
    who = f"{decided_by(decision)} {moment_text(decided.at, now)}"
    several = say(" (%(cases)s together)", cases=decided_cases(decision)) if decision.together else ""
    return f"{who}{several}{standing_by(decision)}, {verdict_text(decision)}{score}"


def _score_text(entry: Entry) -> str:
    """The score a ruling stands for, and where it comes from if a decision gave it."""
    return protocol_text(entry.score.adjustment, entry.ruling.board) + _whence(entry)


def _whence(entry: Entry) -> str:
    """' (A-0001)': the appeal whose decision gave the score in force; '' where the ruling did."""
    return f" ({entry.score.case})" if entry.score.case != entry.ruling.case else ""


def _notified(ruling: Ruling) -> str:
    """Whether both sides were told, and of the right to appeal (Law 83)."""
    if ruling.notified_at is None:
        return "–"
    return say("yes (83)") if ruling.right_to_appeal else say("yes")


def in_force_text(appeal: Appeal, session: Session) -> str:
    """What is in force of the ruling or the penalty an appeal is against, and the case it comes from."""
    subject = session.subject(appeal)
    if isinstance(subject, Penalty):
        now = session.penalty_in_force(appeal.against)
        return _penalty_text(now) if now else "; ".join([say("no penalty"), *_penalties_beside(appeal, session)])
    if subject.withdrawn:
        return "–"
    score = session.in_force(subject)
    return f"{protocol_text(score.adjustment, subject.board)} ({score.case})"


def state_text(entry: Entry) -> str:
    """The state of a ruling, and by what it was superseded."""
    by = entry.ruling.superseded_by
    return say("superseded by %(by)s", by=by) if by else STATES[entry.state]


def _penalties_beside(appeal: Appeal, session: Session) -> list[str]:
    """The penalties given with an appeal, as far as they are in force: they may be in the place of one overturned."""
    beside = (case for case, each in session.penalties.items() if each.imposed.beside == appeal.case)
    found = (session.penalty_in_force(case) for case in beside)
    return [say("with it %(penalty)s", penalty=_penalty_text(each)) for each in found if each]


def ruling_row(entry: Entry) -> list[str]:
    """A ruling in the list of them."""
    said = entry.ruling.judgement
    laws = ", ".join(said.laws) or "–"
    score = kind_text(entry.score.adjustment) + _whence(entry)
    return [*_where(entry.ruling), laws, score, state_text(entry), said.reason]


def _penalty_text(penalty: PenaltyInForce) -> str:
    return f"{penalty_text(penalty.imposed.amount, penalty.imposed.unit)} ({penalty.case})"


def _deposits(entry: DocketEntry) -> str:
    """'20 GBP, forfeited; 75 GBP, held': of the appeal, and of each further appeal."""
    amounts = (entry.appeal.lodged.deposit, *(each.lodged.deposit for each in entry.appeal.furthers))
    states = (entry.deposit, *entry.further_deposits)
    return (
        "; ".join(f"{amount}, {STATES[state]}" for amount, state in zip(amounts, states, strict=True) if amount) or "–"
    )
