"""The penalties of a session."""

from cli.desk.desk import Desk
from cli.screens.event_texts.rulings import penalty_text
from cli.screens.scores import score_json
from ledger.session import Penalty


def list_penalties(desk: Desk) -> None:
    """Every penalty, in force or withdrawn."""
    session = desk.session()
    penalties = list(session.penalties.values())
    if desk.settings.json:
        desk.json_at("penalties/1", session, {"penalties": [_json(each) for each in penalties]})
        return
    columns = ["case", "contestant", "what", "law", "state", "reason"]
    desk.table_or("no penalties yet", columns, [_row(each) for each in penalties])


def _row(penalty: Penalty) -> list[str]:
    imposed = penalty.imposed
    amount, laws = penalty_text(imposed), ", ".join(imposed.laws) or "–"
    state = "withdrawn" if penalty.withdrawn else "in force"
    return [imposed.case, imposed.contestant, amount, laws, state, imposed.reason]


def _json(penalty: Penalty) -> dict[str, object]:
    imposed = penalty.imposed
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
        "events": list(penalty.events),
    }
