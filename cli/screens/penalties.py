"""The penalties of a session."""

from cli.desk.desk import Desk
from cli.screens.event_texts.rulings import penalty_text
from cli.screens.scores import score_json
from ledger.session import Penalty, Session
from ledger.session.penalty_states import penalty_state


def list_penalties(desk: Desk) -> None:
    """Every penalty, in force or withdrawn."""
    session = desk.session()
    penalties, now = list(session.penalties.values()), desk.now(session)
    if desk.settings.json:
        desk.json_at("penalties/1", session, {"penalties": [_json(each, session, now) for each in penalties]})
        return
    columns = ["case", "contestant", "what", "law", "in force", "state", "reason"]
    desk.table_or("no penalties yet", columns, [_row(each, session, now) for each in penalties])


def _row(penalty: Penalty, session: Session, now: int) -> list[str]:
    imposed = penalty.imposed
    amount, laws = penalty_text(imposed.amount, imposed.unit, imposed.named), ", ".join(imposed.laws) or "–"
    in_force, state = penalty_in_force_text(session, penalty), penalty_state(session, penalty, now)
    return [imposed.case, imposed.contestant, amount, laws, in_force, state, imposed.reason]


def penalty_in_force_text(session: Session, penalty: Penalty) -> str:
    """'as imposed', 'a penalty of 10% of a top (A-0001)', 'nothing': what is in force, and by which case."""
    now = session.penalty_in_force(penalty.imposed.case)
    if now is None:
        return "nothing"
    decided = f"{penalty_text(now.imposed.amount, now.imposed.unit)} ({now.case})"
    return "as imposed" if now.case == penalty.imposed.case else decided


def _json(penalty: Penalty, session: Session, now: int) -> dict[str, object]:
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
