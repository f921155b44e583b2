"""The docket of appeals: how far each has come, its decisions and deposits."""

from cli.desk.desk import Desk
from cli.screens.event_texts.appeals import decided_by, who_appeals
from cli.screens.periods import say_periods
from cli.screens.seals import last_seal_json, say_last_seal
from cli.screens.times import moment_text
from cli.screens.vocabulary import VERDICTS
from ledger.session import Appeal, Decided, Session
from ledger.session.appeal_states import DocketEntry, docket
from ledger.session.moment import iso

_COLUMNS = ("case", "against", "by", "lodged", "state", "heard by", "decision", "merit", "deposit", "grounds")


def print_docket(desk: Desk) -> None:
    """The docket, as a table or as JSON."""
    session = desk.session()
    now = desk.now(session)
    entries = docket(session)
    if desk.settings.json:
        appeals = [_json(entry) for entry in entries]
        seal = last_seal_json(desk, session)
        desk.json_at("docket/1", session, {"now": iso(now), "appeals": appeals, "seal": seal})
        return
    say_periods(desk, session, now)
    if entries or desk.settings.plain:
        desk.cards(_COLUMNS, [_row(entry, session, now) for entry in entries])
    else:
        desk.say("no appeals yet")
    say_last_seal(desk, session)


def _row(entry: DocketEntry, session: Session, now: int) -> list[str]:
    appeal, decision = entry.appeal, entry.appeal.decision
    late = " (late, accepted)" if appeal.late else ""
    return [
        appeal.case,
        ", now ".join(appeal.rulings),
        who_appeals(appeal, session),
        moment_text(appeal.at, now) + late,
        entry.state,
        ", ".join(appeal.heard.committee) if appeal.heard else "–",
        "; ".join(_decided(each, now) for each in appeal.decisions) or "–",
        decision.merit if decision else "–",
        _deposits(entry),
        appeal.lodged.grounds,
    ]


def _decided(decided: Decided, now: int) -> str:
    """'the committee 23:40, the ruling is varied: weighted …': who decided when, and what."""
    decision = decided.decision
    score = f": {decision.adjustment!r}" if decision.verdict in ("varied", "overturned") else ""
    return f"{decided_by(decision)} {moment_text(decided.at, now)}, {VERDICTS[decision.verdict]}{score}"


def _deposits(entry: DocketEntry) -> str:
    """'20 GBP, forfeited; 75 GBP, held': of the appeal, and of the further appeal."""
    further = entry.appeal.taken_further
    first = (entry.appeal.lodged.deposit, entry.deposit)
    second = (further.deposit if further else "", entry.further_deposit)
    return "; ".join(f"{amount}, {state}" for amount, state in (first, second) if amount) or "–"


def _json(entry: DocketEntry) -> dict[str, object]:
    appeal = entry.appeal
    head = {
        "case": appeal.case,
        "ruling": appeal.ruling,
        "rulings": list(appeal.rulings),
        **_lodged_json(appeal),
        "state": entry.state,
        "open": appeal.open,
    }
    decided = [_decision_json(each) for each in appeal.decisions]
    return head | _outcome_json(entry) | {"decisions": decided, "events": list(appeal.events)}


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
    further = entry.appeal.taken_further
    if further is None:
        return None
    return {
        "to": further.to,
        "appellant": further.appellant,
        "grounds": further.grounds,
        "given_up": entry.appeal.given_up is not None,
        "deposit": {"amount": further.deposit, "state": entry.further_deposit},
    }


def _decision_json(decided: Decided) -> dict[str, object]:
    decision = decided.decision
    return {
        "by": decided_by(decision),
        "recorded_by": decided.by,
        "at": iso(decided.at),
        "verdict": decision.verdict,
        "score": repr(decision.adjustment) if decision.adjustment else None,
        "reason": decision.reason,
        "merit": decision.merit,
        "dissent": decision.dissent,
        "recommendation": decision.recommendation,
    }
