"""Reading what was decided on appeal, and by whom it was lodged."""

from cli.desk import awards
from cli.desk.notation import parse_laws
from cli.desk.options import ScoreOptions, VerdictOptions
from ledger.bridge import Side
from ledger.commands import Adjudication
from ledger.errors import Misuse
from ledger.events.appeals import Appellant, Verdict
from ledger.session import Session
from ledger.session.places import known

_NAMES: dict[str, Verdict] = {
    "upheld": "upheld",
    "varied": "varied",
    "overturned": "overturned",
    "table_result": "table-result-restored",
    "remitted": "remitted",
    "recommended": "recommended",
}
_APPELLANTS: dict[str, Appellant] = {"NS": "NS", "EW": "EW", "DIRECTOR": "director"}


def adjudication(verdict: VerdictOptions, score: ScoreOptions) -> Adjudication:
    """What was decided; one verdict, and what it says."""
    name = _name(verdict)
    if (name == "recommended") is not bool(verdict.recommendation):
        what = "a recommendation is what --recommended recommends"
        raise Misuse("usage", what, '--recommended --recommendation "…"')
    return Adjudication(
        name,
        awards.adjustment(score, verdict.offender),
        verdict.offender,
        parse_laws(verdict.laws),
        verdict.disallowed,
        verdict.legal_route,
        verdict.findings,
        verdict.reason,
        verdict.merit,
        verdict.deposit,
        verdict.dissent,
        verdict.recommendation,
    )


def _name(verdict: VerdictOptions) -> Verdict:
    names = [name for option, name in _NAMES.items() if getattr(verdict, option)]
    if len(names) == 1:
        return names[0]
    wrong = f"a decision has one verdict, not {' and '.join(names)}" if names else "what was decided?"
    options = " ".join(f"--{option.replace('_', '-')}" for option in _NAMES)
    raise Misuse("usage", wrong, f"one of {options}")


def appellant(session: Session, case: str, text: str) -> Appellant:
    """Who appeals: a side, or whoever sits there on the board in question; the director, where he refers it."""
    if named := _APPELLANTS.get(text.strip().upper()):
        return named
    against = session.appeals[case].ruling if case in session.appeals else case
    if ruling := session.rulings.get(against):
        label = known(session, text.strip())
        for side in Side:
            if label in ruling.seating.contestants(side):
                return _APPELLANTS[side.value]
    raise Misuse("usage", f"{text!r} is no side at that table", "--by-side NS, EW, or director")
