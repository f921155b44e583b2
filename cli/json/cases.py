"""Cases as JSON: rulings with their register, appeals with their docket, calls and penalties."""

from cli.json.events import event_json
from cli.json.play import record_json
from cli.words.appeals import decided_by, decided_penalty
from cli.words.polls import poll_result
from cli.words.rulings import protocol_text
from cli.words.scores import score_json
from ledger.facts import Envelope
from ledger.projections.timeline import related_cases
from ledger.session import Appeal, Call, DecidedAppeal, Penalty, Ruling, ScoreInForce, Session, beside
from ledger.session.appeals import DocketEntry, appeal_state, deposit_state, further_deposit_states
from ledger.session.calls import call_state, is_open
from ledger.session.casebook import subjects
from ledger.session.moment import iso
from ledger.session.rulings import Entry, penalty_state, ruling_state


def call_json(session: Session, call: Call) -> dict[str, object]:
    """A call, with what was said and found there."""
    return _called_json(call) | {
        "state": call_state(session, call),
        "open": is_open(session, call),
        "facts": [stated.facts for stated in call.facts],
        "polls": [{"question": taken.question, "sum": poll_result(taken)} for taken in call.polls],
        "rulings": list(call.rulings),
        "events": list(call.events),
    }


def penalty_json(penalty: Penalty, session: Session, now: int) -> dict[str, object]:
    """A penalty, and what is in force of it now."""
    imposed, in_force = penalty.imposed, session.penalty_in_force(penalty.imposed.case)
    return {
        "case": imposed.case,
        "contestant": imposed.contestant,
        "amount": score_json(imposed.amount),
        "unit": imposed.unit,
        "named": imposed.named,
        "laws": list(imposed.laws),
        "reason": imposed.reason,
        "against": imposed.opponent,
        "withdrawn": penalty.withdrawn,
        "state": penalty_state(session, penalty, now),
        "in_force": in_force
        and {"case": in_force.case, "amount": score_json(in_force.imposed.amount), "unit": in_force.imposed.unit},
        "events": list(penalty.events),
    }


def _called_json(call: Call) -> dict[str, object]:
    called = call.called
    return {
        "case": call.case,
        "at": iso(call.at),
        "board": called.board,
        "table": called.table,
        "ns": called.ns,
        "ew": called.ew,
        "caller": called.caller,
        "on_device": called.on_device or None,
        "stage": called.stage,
        "trick": called.trick,
        "alleged": called.alleged,
        "laws": list(called.laws),
    }


def ruling_json(entry: Entry) -> dict[str, object]:
    """A line of the register as JSON."""
    return _given_json(entry.ruling) | _standing_json(entry) | _notified_json(entry)


def _given_json(ruling: Ruling) -> dict[str, object]:
    said = ruling.judgement
    return {
        "case": ruling.case,
        "board": ruling.board,
        "ns": ruling.seating.ns,
        "ew": ruling.seating.ew,
        "kind": said.adjustment.__struct_config__.tag,
        "text": repr(said.adjustment),
        "offender": said.offender,
        "laws": list(said.laws),
        "reason": said.reason,
        "facts": said.facts,
        "findings": said.findings,
        "infraction": said.infraction,
        "damage": said.damage,
        "call": ruling.given.call,
        "supersedes": ruling.given.supersedes,
        "cause": ruling.given.cause,
    }


def docket_json(entry: DocketEntry) -> dict[str, object]:
    """An appeal as the docket has it: who lodged it, what it is about, what became of it."""
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


def _standing_json(entry: Entry) -> dict[str, object]:
    ruling = entry.ruling
    return {
        "superseded_by": ruling.superseded_by,
        "withdrawn": ruling.withdrawn,
        "state": entry.state,
        "in_force": in_force_json(entry.score, ruling.board),
        "given_at": iso(ruling.scored.at),
        "by": ruling.scored.by,
    }


def against_json(appeal: Appeal) -> dict[str, object]:
    """What an appeal is against, and was, as JSON; `ruling` is null where it is a penalty."""
    of_ruling = not appeal.against.startswith("P-")
    rulings = list(appeal.subjects) if of_ruling else []
    return {"against": appeal.against, "ruling": appeal.against if of_ruling else None, "rulings": rulings}


def in_force_json(score: ScoreInForce, board: int) -> dict[str, object]:
    """The score in force on a board, and where it comes from, as JSON."""
    return {
        "case": score.case,
        "event": score.number,
        "kind": score.adjustment.__struct_config__.tag,
        "text": repr(score.adjustment),
        "protocol": protocol_text(score.adjustment, board),
        "offender": score.offender,
        "laws": list(score.laws),
    }


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


def _notified_json(entry: Entry) -> dict[str, object]:
    ruling = entry.ruling
    return {
        "notified_at": None if ruling.notified_at is None else iso(ruling.notified_at),
        "right_to_appeal": ruling.right_to_appeal,
        "appeal_until": None if entry.deadline is None else iso(entry.deadline),
        "appeals": [appeal.case for appeal in entry.appeals],
        "events": list(ruling.events),
    }


def _outcome_json(entry: DocketEntry) -> dict[str, object]:
    appeal, decision = entry.appeal, entry.appeal.decision
    return {
        "committee": list(appeal.heard.committee) if appeal.heard else [],
        "chairman": (appeal.heard.chairman or None) if appeal.heard else None,
        "scribe": (appeal.heard.scribe or None) if appeal.heard else None,
        "present": list(appeal.heard.present) if appeal.heard else [],
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


def _decision_json(decided: DecidedAppeal) -> dict[str, object]:
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


def case_json(session: Session, case: str, log: list[Envelope], now: int) -> dict[str, object]:
    """A case as it stands, with its story."""
    head: dict[str, object] = {"case": case, "story": sorted(related_cases(session, case))}
    return (
        head
        | _state_json(session, case, now)
        | {"events": [event_json(envelope, session.wrong_clocks) for envelope in log]}
    )


def _state_json(session: Session, case: str, now: int) -> dict[str, object]:
    if ruling := session.rulings.get(case):
        return _ruling_state_json(session, ruling, now)
    if appeal := session.appeals.get(case):
        return _appeal_state_json(session, appeal)
    if call := session.calls.get(case):
        return {"board": call.called.board, "table": call.called.table, "state": call_state(session, call)}
    if memo := session.memos.get(case):
        return {"withdrawn": memo.withdrawn, "keys": list(memo.keys)}
    penalty = session.penalties[case]
    return {
        "withdrawn": penalty.withdrawn,
        "subjects": list(subjects(session, case)),
        "state": penalty_state(session, penalty, now),
    }


def _ruling_state_json(session: Session, ruling: Ruling, now: int) -> dict[str, object]:
    deal, played = session.deal(ruling.board), session.boards[ruling.board].get(ruling.seating)
    return {
        "board": ruling.board,
        "ns": ruling.seating.ns,
        "ew": ruling.seating.ew,
        "withdrawn": ruling.withdrawn,
        "state": ruling_state(session, ruling, now),
        "subjects": list(subjects(session, ruling.case)),
        "beside": [other.case for other in beside(session, ruling)],
        "deal": str(deal) if deal else None,
        **(record_json(played) if played else {}),
    }


def _appeal_state_json(session: Session, appeal: Appeal) -> dict[str, object]:
    return {
        **against_json(appeal),
        "state": appeal_state(session, appeal),
        "subjects": list(subjects(session, appeal.case)),
        "deposit": deposit_state(appeal),
        "further_deposit": (further_deposit_states(appeal) or ("none",))[-1],
    }
