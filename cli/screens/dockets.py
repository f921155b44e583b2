"""The docket of appeals: how far each has come, its decisions and deposits."""

from cli.desk.desk import Desk
from cli.screens.awards import protocol_text
from cli.screens.event_texts.appeals import (
    decided_by,
    decided_cases,
    decided_penalty,
    standing_by,
    verdict_text,
    who_appeals,
)
from cli.screens.event_texts.rulings import penalty_text
from cli.screens.over_sessions import asked
from cli.screens.periods import say_periods
from cli.screens.seals import last_seal_json, say_last_seal
from cli.screens.times import moment_text
from ledger.session import Appeal, Decided, Penalty, PenaltyInForce, Session
from ledger.session.appeal_states import DocketEntry, docket
from ledger.session.moment import iso

COLUMNS = (
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


def print_docket(desk: Desk) -> None:
    """The docket, as a table or as JSON; of a tournament, that of all of its sessions."""
    over = asked(desk)
    now = desk.now(over.stream)
    entries = [(session, entry) for session in over.sessions for entry in docket(session)]
    if desk.settings.json:
        appeals = [over.json(session, _json(entry)) for session, entry in entries]
        seal = last_seal_json(desk, over.stream)
        desk.json_at("docket/1", over.stream, {"now": iso(now), "appeals": appeals, "seal": seal})
        return
    say_periods(desk, over.stream, now)
    if entries or desk.settings.plain:
        rows = [over.row(session, docket_row(entry, session, now)) for session, entry in entries]
        desk.cards(over.columns(COLUMNS), [[*map(desk.in_suits, row)] for row in rows])
    else:
        desk.say("no appeals yet")
    say_last_seal(desk, over.stream)


def docket_row(entry: DocketEntry, session: Session, now: int) -> list[str]:
    """A line of the docket under its headings."""
    appeal, decision = entry.appeal, entry.appeal.decision
    late = " (late, accepted)" if appeal.late else ""
    return [
        appeal.case,
        ", now ".join(appeal.subjects),
        who_appeals(appeal, session),
        moment_text(appeal.at, now) + late,
        entry.state,
        ", ".join(appeal.heard.committee) if appeal.heard else "–",
        "; ".join(_decided(each, session, now) for each in appeal.decisions) or "–",
        in_force_text(appeal, session),
        (decision.merit if decision else None) or "–",
        _deposits(entry),
        appeal.lodged.grounds,
    ]


def _decided(decided: Decided, session: Session, now: int) -> str:
    """'the committee 23:40, the ruling is varied: weighted …': who decided when, on what, with which, and what."""
    decision, ruling = decided.decision, session.rulings.get(decided.on)
    stated = decision.adjustment if ruling and decision.verdict in ("varied", "overturned") else None
    score = f": {protocol_text(stated, ruling.board)}" if ruling and stated else ""
    who = f"{decided_by(decision)} {moment_text(decided.at, now)}"
    several = f" ({decided_cases(decision)} together)" if decision.together else ""
    return f"{who}{several}{standing_by(decision)}, {verdict_text(decision)}{score}"


def in_force_text(appeal: Appeal, session: Session) -> str:
    """What is in force of the ruling or the penalty an appeal is against, and the case it comes from."""
    subject = session.subject(appeal)
    if isinstance(subject, Penalty):
        now = session.penalty_in_force(appeal.against)
        return _penalty_text(now) if now else "; ".join(["no penalty", *_penalties_beside(appeal, session)])
    if subject.withdrawn:
        return "–"
    score = session.in_force(subject)
    return f"{protocol_text(score.adjustment, subject.board)} ({score.case})"


def _penalties_beside(appeal: Appeal, session: Session) -> list[str]:
    """The penalties given with an appeal, as far as they are in force: they may be in the place of one overturned."""
    beside = (case for case, each in session.penalties.items() if each.imposed.beside == appeal.case)
    found = (session.penalty_in_force(case) for case in beside)
    return [f"with it {_penalty_text(each)}" for each in found if each]


def _penalty_text(penalty: PenaltyInForce) -> str:
    return f"{penalty_text(penalty.imposed.amount, penalty.imposed.unit)} ({penalty.case})"


def _deposits(entry: DocketEntry) -> str:
    """'20 GBP, forfeited; 75 GBP, held': of the appeal, and of each further appeal."""
    amounts = (entry.appeal.lodged.deposit, *(each.lodged.deposit for each in entry.appeal.furthers))
    states = (entry.deposit, *entry.further_deposits)
    return "; ".join(f"{amount}, {state}" for amount, state in zip(amounts, states, strict=True) if amount) or "–"


def _json(entry: DocketEntry) -> dict[str, object]:
    appeal = entry.appeal
    head = {
        "case": appeal.case,
        **against_json(appeal),
        **_lodged_json(appeal),
        "state": entry.state,
        "open": appeal.open,
    }
    decided = [_decision_json(each) for each in appeal.decisions]
    return head | _outcome_json(entry) | {"decisions": decided, "events": list(appeal.events)}


def against_json(appeal: Appeal) -> dict[str, object]:
    """What an appeal is against, and was, as JSON; `ruling` is null where it is a penalty."""
    of_ruling = not appeal.against.startswith("P-")
    rulings = list(appeal.subjects) if of_ruling else []
    return {"against": appeal.against, "ruling": appeal.against if of_ruling else None, "rulings": rulings}


def _lodged_json(appeal: Appeal) -> dict[str, object]:
    lodged = appeal.lodged
    return {
        "appellant": lodged.appellant,
        "grounds": lodged.grounds,
        "signed": list(lodged.signed),
        "captain": lodged.captain,
        "claim": repr(lodged.claim) if lodged.claim else None,
        "lodged_at": iso(appeal.at),
        "late": appeal.late or None,
    }


def _outcome_json(entry: DocketEntry) -> dict[str, object]:
    appeal, decision = entry.appeal, entry.appeal.decision
    return {
        "committee": list(appeal.heard.committee) if appeal.heard else [],
        "verdict": decision.verdict if decision else None,
        "score": repr(decision.adjustment) if decision and decision.adjustment else None,
        "merit": decision.merit if decision else None,
        "deposit": {"amount": appeal.lodged.deposit, "state": entry.deposit},
        "further": _further_json(entry),
        "decided_at": iso(appeal.decisions[-1].at) if decision else None,
    }


def _further_json(entry: DocketEntry) -> dict[str, object] | None:
    """The last time it was taken further."""
    if not entry.appeal.furthers:
        return None
    further, _, given_up = entry.appeal.furthers[-1]
    return {
        "to": further.to,
        "instance": further.instance,
        "appellant": further.appellant,
        "grounds": further.grounds,
        "given_up": given_up is not None,
        "deposit": {"amount": further.deposit, "state": entry.further_deposits[-1]},
    }


def _decision_json(decided: Decided) -> dict[str, object]:
    decision = decided.decision
    return {
        "by": decided_by(decision),
        "recorded_by": decided.by,
        "at": iso(decided.at),
        "verdict": decision.verdict,
        "score": repr(decision.adjustment) if decision.adjustment else None,
        "penalty": decided_penalty(decision),
        "together": list(decision.together),
        "after": decision.after,
        "reason": decision.reason,
        "merit": decision.merit,
        "dissent": decision.dissent,
        "recommendation": decision.recommendation,
    }
